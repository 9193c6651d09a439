/* class-scores.c - scores the nodes that a search in a column found, by the rules that are not in the column */
#include "core/class-search-private.h"

#include "base/wrapping.h"

#include <string.h>

void
fit_window_split (const FitWindow *window, FitWindowPart *parts)
{
  const gint32 *values = window->values;
  const guint room = window->column->n - window->first;
  const guint n = MIN (window->n, room);

  parts[0] = (FitWindowPart){ values + window->first, window->first, n };
  parts[1] = (FitWindowPart){ values, 0, window->n - n };
}

void
fit_window_list_positions (FitWindow *window)
{
  guint32 *positions;
  guint n = 0;
  FitWindowPart parts[2];

  if (window->positions)
    return;
  fit_window_split (window, parts);
  /* Every position is written, and stays if its node fits. */
  positions = fit_arena_newn (window->cycle->arena, guint32, window->found + 1);
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    {
      const FitWindowPart part = parts[p];

      for (guint i = 0; i < part.n; i++)
        {
          positions[n] = part.begin + i;
          n += part.values[i] != FIT_COLUMN_UNFIT;
        }
    }
  window->positions = positions;
}

static gboolean
any_raws (const FitWindow *window)
{
  for (guint k = 0; k < window->n_scaled; k++)
    if (window->column->raws[k])
      return TRUE;
  return FALSE;
}

static gboolean
scale (const FitWindow *window, const FitNodeScore *score, gint64 *raw, guint n)
{
  const FitNodeList all = { n, NULL };
  g_autoptr (GError) problem = NULL;

  return score->run.priority->info->reduce (&score->run, &all, raw, &problem);
}

/* Scores without raw values are the same for all nodes. */
static gboolean
scale_zeros (FitWindow *window)
{
  for (guint k = 0; k < window->n_scaled; k++)
    {
      gint64 points = 0;

      if (window->column->raws[k])
        continue;
      if (!scale (window, &window->scaled[k], &points, 1))
        return FALSE;
      window->everywhere = fit_wrapping_add (
          window->everywhere,
          fit_wrapping_multiply (points, window->scaled[k].weight));
    }
  return TRUE;
}

/* Raw values below this are scaled once each, not once per node. */
#define FEW 256

/* Makes @points what each raw value adds to the total.  Returns: FALSE if that is
 * unknown, or too much for a sum */
static gboolean
tabulate (const FitWindow *window, guint k, const FitWindowPart *parts,
          gint32 *points)
{
  const FitNodeScore *score = &window->scaled[k];
  const gint32 *raws = window->column->raws[k];
  gboolean present[FEW] = { FALSE };
  gint64 scaled[FEW];
  guint n = 0, taken = 0;

  if (window->column->raw_bits[k] >= FEW)
    return FALSE;
  for (guint p = 0; p < 2; p++)
    for (guint i = 0; i < parts[p].n; i++)
      if (parts[p].values[i] != FIT_COLUMN_UNFIT)
        present[raws[parts[p].begin + i]] = TRUE;
  for (guint raw = 0; raw < FEW; raw++)
    if (present[raw])
      scaled[n++] = raw;
  if (!scale (window, score, scaled, n))
    return FALSE;
  for (guint raw = 0; raw < FEW; raw++)
    {
      gint64 weighted;

      points[raw] = 0;
      if (!present[raw])
        continue;
      weighted = fit_wrapping_multiply (scaled[taken++], score->weight);
      if (weighted < 0 || weighted > FIT_COLUMN_MOST / FIT_COLUMN_RAWS)
        return FALSE;
      points[raw] = (gint32) weighted;
    }
  return TRUE;
}

static const guint32 *
list_indexes (FitWindow *window, FitArena *arena)
{
  guint32 *indexes = fit_arena_newn (arena, guint32, window->found);

  fit_window_list_positions (window);
  for (guint i = 0; i < window->found; i++)
    indexes[i] = window->list[window->positions[i]];
  return indexes;
}

FitNodeList
fit_window_nodes (FitWindow *window, FitArena *arena)
{
  const guint32 *indexes = list_indexes (window, arena);
  const FitNodeInfo **nodes
      = fit_arena_newn (arena, const FitNodeInfo *, window->found);

  fit_cache_nodes (window->cycle->cache, indexes, window->found, nodes);
  return (FitNodeList){ window->found, nodes, indexes };
}

/* The nodes for the priorities that are not in the column; to look up aggregates
 * takes longer than what these priorities do with them. */
static FitNodeList
nodes_for_rest (FitWindow *window)
{
  FitArena *arena = window->cycle->arena;

  for (guint k = 0; k < window->n_rest; k++)
    if (!window->rest[k]->info->by_index)
      return fit_window_nodes (window, arena);
  return (FitNodeList){ window->found, NULL, list_indexes (window, arena) };
}

/* Runs a priority that is not in the column.  Returns: FALSE on an error */
static gboolean
run_priority (FitWindow *window, const FitPriority *priority,
              const FitNodeList *nodes, gint64 *scores)
{
  const FitPriorityInfo *info = priority->info;
  FitPriorityRun run = { .priority = priority, .meta = window->meta };
  g_autoptr (GError) problem = NULL;

  if (info->prepare && !info->prepare (&run, nodes, &problem))
    return FALSE;
  if (!run.skip)
    return info->map (&run, nodes, scores, &problem)
           && (!info->reduce || info->reduce (&run, nodes, scores, &problem));
  memset (scores, 0, sizeof *scores * nodes->n);
  return TRUE;
}

/* What a priority that is not in the column adds to the totals; @to is @sums of
 * add_to_column(), or NULL.  Returns: FALSE if a total does not fit there */
typedef gboolean (*AddScores) (FitWindow *window, const gint64 *scores,
                               gint64 weight, gint32 *to);

static gboolean
add_to_sums (FitWindow *window, const gint64 *scores, gint64 weight,
             gint32 *sums)
{
  const guint32 *positions = window->positions;
  const guint n = window->found;
  guint64 out_of_range = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint64 total = (guint64) sums[positions[i]]
                            + (guint64) scores[i] * (guint64) weight;

      out_of_range |= total - (guint64) FIT_COLUMN_LEAST;
      sums[positions[i]] = (gint32) total;
    }
  /* Sums beyond 8 million are left to add_totals(), too. */
  return out_of_range <= G_MAXINT32;
}

static gboolean
add_weighted (FitWindow *window, const gint64 *scores, gint64 weight,
              gint32 *to)
{
  for (guint i = 0; i < window->found; i++)
    window->totals[i] = fit_wrapping_add (
        window->totals[i], fit_wrapping_multiply (scores[i], weight));
  return TRUE;
}

static gboolean
run_rest (FitWindow *window, gint64 *scores, AddScores add, gint32 *to)
{
  FitNodeList list;

  if (window->n_rest == 0)
    return TRUE;
  list = nodes_for_rest (window);
  for (guint k = 0; k < window->n_rest; k++)
    if (!run_priority (window, window->rest[k], &list, scores)
        || !add (window, scores, window->rest[k]->weight, to))
      return FALSE;
  return TRUE;
}

/* Adds what is scaled to @sums.  Returns: FALSE if it takes add_totals() */
static gboolean
add_scaled (const FitWindow *window, gint32 *sums)
{
  const FitClassColumn *column = window->column;
  FitWindowPart parts[2];

  fit_window_split (window, parts);
  for (guint p = 0; p < 2; p++)
    memcpy (sums + parts[p].begin, parts[p].values, sizeof *sums * parts[p].n);
  for (guint k = 0; k < window->n_scaled; k++)
    {
      const gint32 *raws = column->raws[k];
      gint32 points[FEW];

      if (!raws)
        continue;
      if (!tabulate (window, k, parts, points))
        return FALSE;
      for (guint p = 0; p < 2; p++)
        for (guint i = parts[p].begin; i < parts[p].begin + parts[p].n; i++)
          sums[i] = window->values[i] == FIT_COLUMN_UNFIT
                        ? FIT_COLUMN_UNFIT
                        : sums[i] + points[raws[i]];
    }
  return TRUE;
}

/* The totals as values of a copy of the column, from which the best is quickly
 * chosen.  For a few nodes that does not pay.  Returns: FALSE if it takes
 * add_totals() */
static gboolean
add_to_column (FitWindow *window)
{
  FitArena *arena = window->cycle->arena;
  gint32 *sums;

  if (window->n < FIT_WINDOW_BLOCK)
    return FALSE;
  sums = fit_arena_newn (arena, gint32, window->column->n);
  if (!add_scaled (window, sums)
      || !run_rest (window, fit_arena_newn (arena, gint64, window->found),
                    add_to_sums, sums))
    return FALSE;
  window->values = sums;
  return TRUE;
}

/* Adds up the totals of the nodes that fit.  Returns: FALSE on an error */
static gboolean
add_totals (FitWindow *window)
{
  const FitClassColumn *column = window->column;
  FitArena *arena = window->cycle->arena;
  gint64 *scores = fit_arena_newn (arena, gint64, window->found);

  fit_window_list_positions (window);
  window->totals = fit_arena_newn (arena, gint64, window->found);
  for (guint i = 0; i < window->found; i++)
    window->totals[i] = fit_wrapping_add (column->values[window->positions[i]],
                                          window->everywhere);
  for (guint k = 0; k < window->n_scaled; k++)
    {
      const gint32 *raws = column->raws[k];

      if (!raws)
        continue;
      for (guint i = 0; i < window->found; i++)
        scores[i] = raws[window->positions[i]];
      if (!scale (window, &window->scaled[k], scores, window->found))
        return FALSE;
      add_weighted (window, scores, window->scaled[k].weight, NULL);
    }
  return run_rest (window, scores, add_weighted, NULL);
}

/* If only one node fits, nothing is scored. */
gboolean
fit_window_score (FitWindow *window)
{
  if (window->found < 2)
    return TRUE;
  if (!scale_zeros (window))
    return FALSE;
  return (!any_raws (window) && window->n_rest == 0) || add_to_column (window)
         || add_totals (window);
}
