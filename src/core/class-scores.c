/* class-scores.c - scores the nodes that a search in a column found, by the
 * rules that are not in the column
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-window.h"

#include "base/wrapping.h"
#include "cluster/place-set.h"

#include <string.h>

void
fit_window_split (const FitWindow *window, FitWindowPart *parts)
{
  const gint32 *values = window->values;
  const guint room = window->column->n - window->first;
  const guint n = MIN (window->n, room);

  parts[0] = (FitWindowPart){ .values = values + window->first,
                              .blocks = window->blocks,
                              .begin = window->first,
                              .n = n };
  parts[1] = (FitWindowPart){ .values = values,
                              .blocks = window->blocks,
                              .n = window->n - n };
  for (guint p = 0; p < 2 && window->blocks != NULL; p++)
    if (parts[p].n >= FIT_SECTOR_NODES)
      parts[p].sectors = fit_class_column_sectors (window->column);
}

/* Works out the values of the window that have only been surveyed. */
static void
fill (FitWindow *window)
{
  FitWindowPart parts[2];

  if (!window->surveyed)
    return;
  window->surveyed = FALSE;
  fit_window_split (window, parts);
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    {
      const guint end = parts[p].begin + parts[p].n;

      for (guint i = parts[p].begin - parts[p].begin % FIT_COLUMN_BLOCK;
           i < end; i += FIT_COLUMN_BLOCK)
        {
          const guint n = MIN (FIT_COLUMN_BLOCK, window->column->n - i);
          const guint known = window->blocks[i / FIT_COLUMN_BLOCK].n_fit;

          if (known == FIT_BLOCK_STALE)
            {
              fit_class_column_begin_blocks (window->column,
                                             i / FIT_COLUMN_BLOCK, 1);
              fit_window_work_out_block (window, i);
            }
          if (known >= FIT_BLOCK_UNKNOWN)
            fit_window_work_out (window, i, i + n, n);
        }
    }
}

void
fit_window_list_positions (FitWindow *window)
{
  guint32 *positions;
  guint n = 0;
  FitWindowPart parts[2];

  if (window->positions != NULL)
    return;
  fill (window);
  fit_window_split (window, parts);
  /* Writes every position; the next one overwrites it unless its node fits. */
  positions = fit_arena_newn (window->cycle->arena, guint32, window->found + 1);
  for (guint p = 0, place = 0; p < G_N_ELEMENTS (parts); place += parts[p++].n)
    {
      const FitWindowPart part = parts[p];
      const gint32 *values
          = window->told != NULL ? window->sums + place : part.values;

      for (guint i = 0; i < part.n; i++)
        {
          positions[n] = part.begin + i;
          n += values[i] >= FIT_TOTALS_FEASIBLE;
        }
    }
  window->positions = positions;
}

static gboolean
any_raws (const FitWindow *window)
{
  for (guint k = 0; k < window->n_scaled; k++)
    if (window->column->raws[k] != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
scale (const FitWindow *window, const FitScoreRun *score, gint64 *raw, guint n)
{
  const FitNodeList all = { n, NULL };
  g_autoptr (GError) problem = NULL;

  return score->run.priority->info->reduce (&score->run, &all, raw, &problem);
}

/* Raw values below this are scaled once each, not once per node. */
#define FEW FIT_COLUMN_FEW

/* So many nodes are looked at before it is asked whether these are enough, and
 * twice as many before the next time. */
#define FEW_NODES 16

/* Marks which of @raws there are, apart those of nodes that do not fit, so that no
 * branch depends on that. */
static void
note_block (const gint32 *values, const gint32 *raws, guint n, guint8 *present)
{
  for (guint i = 0; i < n; i++)
    present[raws[i] + (values[i] == FIT_COLUMN_UNFIT) * FEW] = 1;
}

/* Marks which of the @n possible raw scores the nodes that fit have, until all of
 * them have been seen: mostly that is soon.  @present: room for 2 * FEW, which are
 * 0 */
static void
note_raws (const FitWindow *window, guint k, const FitWindowPart *parts,
           const guint32 *possible, guint n_possible, guint8 *present)
{
  const gint32 *raws = window->column->raws[k];
  guint step = FEW_NODES, seen = 0;

  for (guint p = 0; p < 2; p++)
    for (guint i = 0, n; i < parts[p].n; i += n, step *= 2)
      {
        n = MIN (step, parts[p].n - i);
        note_block (parts[p].values + i, raws + parts[p].begin + i, n, present);
        while (seen < n_possible && present[possible[seen]])
          seen++;
        if (seen == n_possible)
          return;
      }
}

gboolean
fit_window_scale_raws (const FitWindow *window, guint k, const guint32 *raws,
                       guint n, gint32 *points)
{
  const FitScoreRun *score = &window->scaled[k];
  gint64 scaled[FEW];

  for (guint i = 0; i < n; i++)
    scaled[i] = raws[i];
  if (!scale (window, score, scaled, n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const gint64 weighted = fit_wrapping_multiply (scaled[i], score->weight);

      if (weighted < 0 || weighted > FIT_TOTALS_ROOM)
        return FALSE;
      points[raws[i]] = (gint32) weighted;
    }
  return TRUE;
}

/* Sets @points to what each raw score that a node has adds to its total.  Returns:
 * FALSE if that is unknown, or too much for a sum */
static gboolean
tabulate (const FitWindow *window, guint k, const FitWindowPart *parts,
          gint32 *points)
{
  guint8 present[2 * FEW] = { 0 };
  guint32 possible[FEW];
  const guint n_possible
      = fit_places_list (window->column->raw_set[k], FEW, 0, FEW, possible);
  guint n = 0;

  if (window->column->many_raws[k])
    return FALSE;
  note_raws (window, k, parts, possible, n_possible, present);
  for (guint i = 0; i < n_possible; i++)
    {
      points[possible[i]] = 0;
      if (present[possible[i]])
        possible[n++] = possible[i];
    }
  return fit_window_scale_raws (window, k, possible, n, points);
}

FitNodeList
fit_window_found_nodes (FitWindow *window, FitArena *arena)
{
  const FitNodeInfo **nodes
      = fit_arena_newn (arena, const FitNodeInfo *, window->found);

  fit_window_list_positions (window);
  for (guint i = 0; i < window->found; i++)
    nodes[i] = fit_window_node_at (window, window->positions[i]);
  return (FitNodeList){ window->found, nodes };
}

/* With more rules than this, add_totals() adds up the totals. */
#define MOST_REST 256

/* Whatever is added, sums of nodes that fit stay apart from the others, and
 * below the greatest number. */
#define MOST_ADDED ((gint64) (FIT_COLUMN_RAWS + MOST_REST) * FIT_TOTALS_ROOM)
G_STATIC_ASSERT (FIT_COLUMN_LEAST - MOST_ADDED >= FIT_TOTALS_FEASIBLE);
G_STATIC_ASSERT (FIT_COLUMN_UNFIT + MOST_ADDED < FIT_TOTALS_FEASIBLE);
G_STATIC_ASSERT (FIT_COLUMN_MOST + MOST_ADDED <= G_MAXINT32);

/* Returns: FALSE if there are more kinds than nodes */
static gboolean
take_kinds (const FitWindow *window, FitTotals *totals)
{
  totals->n_kinds = 1;
  if (window->n_rest == 0)
    return TRUE;
  totals->kinds = fit_cache_node_kinds (window->cycle->cache);
  if (totals->kinds == NULL)
    return FALSE;
  totals->n_kinds = fit_node_kinds_count (totals->kinds);
  totals->kind_of = fit_node_kinds_of (totals->kinds);
  return totals->n_kinds <= totals->n;
}

gboolean
fit_window_add_rest (const FitWindow *window, const FitTotals *totals)
{
  if (window->n_rest > MOST_REST)
    return FALSE;
  for (guint k = 0; k < window->n_rest; k++)
    {
      const FitPriority *priority = window->rest[k];
      FitPriorityRun run = { .priority = priority, .meta = window->meta };
      const FitNodeList none = { 0, NULL };
      g_autoptr (GError) problem = NULL;

      if (priority->info->add == NULL
          || (priority->info->prepare != NULL
              && !priority->info->prepare (&run, &none, &problem)))
        return FALSE;
      if (!run.skip && !priority->info->add (&run, totals))
        return FALSE;
    }
  return TRUE;
}

/* Adds to the sum of each of @n nodes what its kind gets, and what its raw score
 * does. */
static void
add_of_both (const FitTotals *totals, guint place, guint n, const gint32 *raws,
             const gint32 *of_raws)
{
  const guint32 *indexes = totals->indexes + place;
  const guint16 *kind_of = totals->kind_of;
  const gint32 *of_kinds = totals->points;
  gint32 *sums = totals->totals + place;

#pragma GCC unroll 4
  for (guint i = 0; i < n; i++)
    sums[i] += of_kinds[kind_of[indexes[i]]] + of_raws[raws[i]];
}

static void
add_of_kinds (const FitTotals *totals)
{
  const guint n = totals->n;
  const guint32 *indexes = totals->indexes;
  const guint16 *kind_of = totals->kind_of;
  const gint32 *points = totals->points;
  gint32 *sums = totals->totals;

  for (guint i = 0; i < n; i++)
    sums[i] += points[kind_of[indexes[i]]];
}

static void
add_of_raws (const gint32 *points, const gint32 *raws, guint n, gint32 *sums)
{
  for (guint i = 0; i < n; i++)
    sums[i] += points[raws[i]];
}

static gboolean
any_of_kinds (const FitTotals *totals)
{
  guint kind = 0;

  while (kind < totals->n_kinds && totals->points[kind] == 0)
    kind++;
  return kind < totals->n_kinds;
}

/* Adds the points of raw scores, and of the priorities that are not in the column.
 * Returns: FALSE if one of them cannot add its points */
static gboolean
add_all (const FitWindow *window, const FitWindowPart *parts, FitTotals *totals)
{
  gint32 of_raws[FIT_COLUMN_RAWS][FEW];
  gboolean by_kind;

  if (!take_kinds (window, totals))
    return FALSE;
  totals->points
      = fit_arena_new0 (window->cycle->arena, gint32, totals->n_kinds);
  for (guint k = 0; k < window->n_scaled; k++)
    if (window->column->raws[k] != NULL
        && !tabulate (window, k, parts, of_raws[k]))
      return FALSE;
  if (!fit_window_add_rest (window, totals))
    return FALSE;
  by_kind = any_of_kinds (totals);
  for (guint k = 0; k < window->n_scaled; k++)
    {
      const gint32 *raws = window->column->raws[k];

      for (guint p = 0, place = 0; p < 2 && raws != NULL; place += parts[p++].n)
        if (by_kind)
          add_of_both (totals, place, parts[p].n, raws + parts[p].begin,
                       of_raws[k]);
        else
          add_of_raws (of_raws[k], raws + parts[p].begin, parts[p].n,
                       totals->totals + place);
      by_kind = by_kind && raws == NULL;
    }
  if (by_kind)
    add_of_kinds (totals);
  return TRUE;
}

/* -- totals ---------------------------------------------------------------- */

FitTotals
fit_window_totals (FitWindow *window)
{
  FitWindowPart parts[2];
  FitTotals totals = { .n = window->n,
                       .n_circle = window->column->n,
                       .first = window->first };
  guint32 *indexes;

  fit_window_split (window, parts);
  /* The indexes of the nodes of both parts. */
  if (parts[1].n == 0)
    totals.indexes = window->list + window->first;
  else
    {
      indexes = fit_arena_newn (window->cycle->arena, guint32, window->n);
      for (guint p = 0, place = 0; p < 2; place += parts[p++].n)
        memcpy (indexes + place, window->list + parts[p].begin,
                sizeof *indexes * parts[p].n);
      totals.indexes = indexes;
    }
  totals.positions = fit_node_tree_positions (
      fit_cache_node_tree (window->cycle->cache), &totals.n_positions);
  return totals;
}

/* The totals by place, from which the best is quickly chosen.  For a few nodes
 * that does not pay.  Returns: FALSE if add_totals() has to do it */
static gboolean
add_sums (FitWindow *window)
{
  FitWindowPart parts[2];
  FitTotals totals;

  if (window->n < FIT_WINDOW_BLOCK)
    return FALSE;
  fill (window);
  fit_window_split (window, parts);
  totals = fit_window_totals (window);
  totals.totals = fit_arena_newn (window->cycle->arena, gint32, window->n);
  for (guint p = 0, place = 0; p < 2; place += parts[p++].n)
    memcpy (totals.totals + place, parts[p].values,
            sizeof *totals.totals * parts[p].n);
  if (!add_all (window, parts, &totals))
    return FALSE;
  window->sums = totals.totals;
  return TRUE;
}

static void
add_weighted (FitWindow *window, const gint64 *scores, gint64 weight)
{
  for (guint i = 0; i < window->found; i++)
    window->totals[i] = fit_wrapping_add (
        window->totals[i], fit_wrapping_multiply (scores[i], weight));
}

/* Runs a priority that is not in the column.  Returns: FALSE on an error */
static gboolean
run_priority (FitWindow *window, const FitPriority *priority,
              const FitNodeList *nodes, gint64 *scores)
{
  const FitPriorityInfo *info = priority->info;
  FitPriorityRun run = { .priority = priority, .meta = window->meta };
  g_autoptr (GError) problem = NULL;

  if (info->prepare != NULL && !info->prepare (&run, nodes, &problem))
    return FALSE;
  if (run.skip)
    return TRUE;
  if (!info->map (&run, nodes, scores, &problem)
      || (info->reduce != NULL
          && !info->reduce (&run, nodes, scores, &problem)))
    return FALSE;
  add_weighted (window, scores, priority->weight);
  return TRUE;
}

/* Adds up the totals of the nodes that fit.  Returns: FALSE on an error */
static gboolean
add_totals (FitWindow *window)
{
  const FitClassColumn *column = window->column;
  FitArena *arena = window->cycle->arena;
  gint64 *scores = fit_arena_newn (arena, gint64, window->found);
  FitNodeList nodes;

  fit_window_list_positions (window);
  window->totals = fit_arena_newn (arena, gint64, window->found);
  for (guint i = 0; i < window->found; i++)
    window->totals[i] = fit_wrapping_add (column->values[window->positions[i]],
                                          window->everywhere);
  for (guint k = 0; k < window->n_scaled; k++)
    {
      const gint32 *raws = column->raws[k];

      if (raws == NULL)
        continue;
      for (guint i = 0; i < window->found; i++)
        scores[i] = raws[window->positions[i]];
      if (!scale (window, &window->scaled[k], scores, window->found))
        return FALSE;
      add_weighted (window, scores, window->scaled[k].weight);
    }
  if (window->n_rest > 0)
    nodes = fit_window_found_nodes (window, arena);
  for (guint k = 0; k < window->n_rest; k++)
    if (!run_priority (window, window->rest[k], &nodes, scores))
      return FALSE;
  return TRUE;
}

/* If only one node fits, nothing is scored. */
gboolean
fit_window_score (FitWindow *window)
{
  if (window->found < 2)
    return TRUE;
  /* Scores without raw values are the same for all nodes. */
  for (guint k = 0; k < window->n_scaled; k++)
    {
      gint64 points = 0;

      if (window->column->raws[k] != NULL)
        continue;
      if (!scale (window, &window->scaled[k], &points, 1))
        return FALSE;
      window->everywhere = fit_wrapping_add (
          window->everywhere,
          fit_wrapping_multiply (points, window->scaled[k].weight));
    }
  return (!any_raws (window) && window->n_rest == 0) || add_sums (window)
         || add_totals (window);
}
