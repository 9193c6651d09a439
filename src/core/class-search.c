/* class-search.c - finds nodes in the column of the pod's class, and computes the values that are stale */
#include "core/class-search.h"

#include "base/wrapping.h"
#include "cluster/cache.h"
#include "core/pod-class.h"

#include <string.h>

/* The number of values that one step of a loop handles. */
#define BLOCK 64

/* A priority that looks at nodes. */
typedef struct
{
  FitPriorityRun run;
  gint64 weight;
} NodeScore;

struct _FitWindow
{
  const FitCycle *cycle;
  const guint32 *list; /* the nodes, in order */
  FitClassColumn *column;
  gint32 *values; /* the column's; or a copy, where nodes are unfit by other
                     rules, or with what is scaled added */
  guint first;    /* position where it begins */
  guint n;        /* positions that count */
  guint taken;    /* positions that were looked at: perhaps one more */
  guint enough;   /* no more nodes than this */
  guint found;    /* nodes that fit */
  gboolean lost;  /* a value does not fit into the column */

  guint n_runs; /* what these say is in the column */
  FitPredicateRun *runs;
  guint n_others; /* these run each time */
  FitPredicateRun *others;
  guint n_scores; /* the sum of these is in the column */
  NodeScore *scores;
  guint n_rest; /* these run on all nodes that fit */
  const FitPriority **rest;
  guint n_scaled; /* these are scaled at the end */
  NodeScore scaled[FIT_COLUMN_RAWS];
  const FitPriorityMetadata *meta;
  gint64 everywhere; /* the sum of what is the same for all nodes */
  guint32
      *positions; /* (nullable): of the nodes that fit; listed when needed */
  gint64 *totals; /* (nullable): the same; NULL: in @values */
};

/* -- may the column be used? ----------------------------------------------- */

/* Does the framework have plugins that take part in the search? */
static gboolean
asks_programs (const FitCycle *cycle)
{
  static const FitExtensionPoint points[]
      = { FIT_POINT_PRE_FILTER, FIT_POINT_FILTER, FIT_POINT_PRE_SCORE,
          FIT_POINT_SCORE };

  if (!cycle->framework || !cycle->filters)
    return cycle->framework != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    if (fit_framework_has (cycle->framework, points[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_plain (const FitGenericScheduler *scheduler, const FitCycle *cycle)
{
  FitCache *cache = cycle->cache;
  const FitAlgorithm *algorithm = cycle->algorithm;

  return cycle->brief && !asks_programs (cycle) && !cycle->pre.excluded
         && !cycle->extenders && algorithm->extenders->len == 0
         && !scheduler->random && cycle->meta->usable
         && algorithm->predicates->len > 0 && algorithm->priorities->len > 0
         && (!algorithm->prepared || algorithm->prepared->len == 0)
         && !fit_cache_node_volumes (cache)
         && fit_nominated_pods_empty (fit_cache_nominated_pods (cache));
}

/* Returns: FALSE if one of the predicates must not run twice */
static gboolean
take_predicates (FitWindow *window, const FitCycle *cycle)
{
  FitArena *arena = cycle->arena;

  window->runs = fit_arena_newn (arena, FitPredicateRun, cycle->n_active);
  window->others = fit_arena_newn (arena, FitPredicateRun, cycle->n_active);
  for (guint i = 0; i < cycle->n_active; i++)
    {
      const FitPredicateInfo *info = cycle->active[i].predicate->info;

      if (info->by_node)
        window->runs[window->n_runs++] = cycle->active[i];
      else if (info->exclude)
        window->others[window->n_others++] = cycle->active[i];
      else
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_priority (FitWindow *window, const FitPriority *priority)
{
  const FitPriorityInfo *info = priority->info;
  const FitNodeList none = { 0, NULL };
  NodeScore score
      = { { .priority = priority, .meta = window->meta, .early = TRUE },
          priority->weight };
  g_autoptr (GError) problem = NULL;

  if (!info->by_node && !info->constant_early)
    return FALSE;
  if (info->prepare && !info->prepare (&score.run, &none, &problem))
    return FALSE;
  if (score.run.skip)
    return TRUE;
  if (info->by_node && info->reduce)
    {
      if (window->n_scaled == FIT_COLUMN_RAWS)
        return FALSE;
      window->scaled[window->n_scaled++] = score;
    }
  else if (score.run.constant)
    window->everywhere = fit_wrapping_add (
        window->everywhere,
        fit_wrapping_multiply (score.run.score, score.weight));
  else if (info->by_node)
    window->scores[window->n_scores++] = score;
  else
    window->rest[window->n_rest++] = priority;
  return TRUE;
}

static gboolean
take_priorities (FitWindow *window, const FitCycle *cycle)
{
  const GPtrArray *priorities = cycle->algorithm->priorities;
  FitArena *arena = cycle->arena;
  FitPriorityMetadata *meta
      = fit_priority_metadata_new (cycle->cache, cycle->pod, arena);

  meta->max_score = cycle->algorithm->max_score;
  window->meta = meta;
  window->scores = fit_arena_newn (arena, NodeScore, priorities->len);
  window->rest = fit_arena_newn (arena, const FitPriority *, priorities->len);
  for (guint i = 0; i < priorities->len; i++)
    if (!take_priority (window, priorities->pdata[i]))
      return FALSE;
  return TRUE;
}

static void
find_column (FitWindow *window, const FitGenericScheduler *scheduler)
{
  FitCache *cache = scheduler->cache;
  const FitPod *pod = window->cycle->pod;
  GArray *key = scheduler->class_key;

  g_array_set_size (key, 0);
  g_array_append_val (key, scheduler->class_user);
  fit_pod_class_key (pod, window->cycle->filters != NULL, key);
  window->column = fit_class_columns_find (
      fit_cache_class_columns (cache), fit_cache_node_tree (cache),
      (const guint64 *) (const void *) key->data, key->len, pod);
}

/* -- values ---------------------------------------------------------------- */

static const FitNodeInfo *
node_at (const FitWindow *window, guint position)
{
  return fit_cache_node (window->cycle->cache, window->list[position]);
}

/* @reasons: room for the reasons of a predicate, which are ignored */
static gboolean
all_agree (FitWindow *window, const FitPredicateRun *runs, guint n,
           const FitNodeInfo *node, FitReasons *reasons)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) problem = NULL;
      const FitAnswer answer
          = runs[i].predicate->info->check (&runs[i], node, reasons, &problem);

      window->lost |= answer == FIT_ANSWER_ERROR;
      if (answer != FIT_ANSWER_YES)
        return FALSE;
    }
  return TRUE;
}

/* Nodes that fit by the column, and their values. */
typedef struct
{
  guint positions[BLOCK];
  const FitNodeInfo *nodes[BLOCK];
  gint64 sums[BLOCK];
  FitNodeList list;
} Batch;

/* Takes up to @most positions from @begin to @end whose values are stale. */
static void
check_batch (FitWindow *window, guint begin, guint end, guint most,
             Batch *batch)
{
  FitArena *arena = window->cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  gint32 *values = window->column->values;
  FitReasons reasons;
  guint n = 0;

  fit_reasons_init (&reasons, arena);
  for (guint i = begin; i < end && most > 0; i++)
    {
      if (values[i] != FIT_COLUMN_STALE)
        continue;
      most--;
      batch->positions[n] = i;
      batch->nodes[n] = node_at (window, i);
      if (all_agree (window, window->runs, window->n_runs, batch->nodes[n],
                     &reasons))
        n++;
      else
        values[i] = FIT_COLUMN_UNFIT;
    }
  fit_arena_rewind (arena, mark);
  batch->list = (FitNodeList){ n, batch->nodes };
}

static void
score_batch (FitWindow *window, const NodeScore *score, const Batch *batch,
             gint64 *points)
{
  g_autoptr (GError) problem = NULL;

  window->lost |= !score->run.priority->info->map (&score->run, &batch->list,
                                                   points, &problem);
}

/* Computes up to @most of the values that are stale from @begin to @end, which are
 * in one block. */
static void
work_out (FitWindow *window, guint begin, guint end, guint most)
{
  FitClassColumn *column = window->column;
  gint64 points[BLOCK];
  Batch batch;

  check_batch (window, begin, end, most, &batch);
  memset (batch.sums, 0, sizeof *batch.sums * batch.list.n);
  for (guint k = 0; k < window->n_scores && batch.list.n > 0; k++)
    {
      score_batch (window, &window->scores[k], &batch, points);
      for (guint i = 0; i < batch.list.n; i++)
        batch.sums[i] = fit_wrapping_add (
            batch.sums[i],
            fit_wrapping_multiply (points[i], window->scores[k].weight));
    }
  for (guint k = 0; k < window->n_scaled && batch.list.n > 0; k++)
    {
      score_batch (window, &window->scaled[k], &batch, points);
      for (guint i = 0; i < batch.list.n && !window->lost; i++)
        {
          window->lost |= points[i] != (gint32) points[i];
          if (points[i] != 0 || column->raws[k])
            fit_class_column_set_raw (column, k, batch.positions[i],
                                      (gint32) points[i]);
        }
    }
  for (guint i = 0; i < batch.list.n && !window->lost; i++)
    {
      window->lost |= batch.sums[i] < FIT_COLUMN_LEAST
                      || batch.sums[i] > FIT_COLUMN_MOST;
      if (!window->lost)
        column->values[batch.positions[i]] = (gint32) batch.sums[i];
    }
}

/* -- the search ------------------------------------------------------------ */

/* Returns: the number of values in a block that belong to nodes that fit */
static inline guint
count_fits (const gint32 *values)
{
  guint n = 0;

  for (guint i = 0; i < BLOCK; i++)
    n += values[i] > FIT_COLUMN_UNFIT;
  return n;
}

static inline gboolean
any_stale (const gint32 *values)
{
  guint n = 0;

  for (guint i = 0; i < BLOCK; i++)
    n += values[i] == FIT_COLUMN_STALE;
  return n > 0;
}

/* Asks the rules that run each time about @n positions, no more than a block. */
static void
ask_others (FitWindow *window, guint begin, guint n)
{
  const gint32 *known = window->column->values;
  gboolean excluded[BLOCK] = { FALSE };

  if (window->n_others == 0)
    return;
  for (guint k = 0; k < window->n_others; k++)
    window->others[k].predicate->info->exclude (
        &window->others[k], window->list + begin, n, excluded);
  for (guint i = 0; i < n; i++)
    window->values[begin + i]
        = excluded[i] ? FIT_COLUMN_UNFIT : known[begin + i];
}

/* Works out the values that are missing from @begin to @end, but no more than nodes
 * may still be missing. */
static void
work_out_missing (FitWindow *window, guint begin, guint end)
{
  gint32 *values = window->values;

  work_out (window, begin, end, window->enough + 1 - window->found);
  for (guint i = begin; i < end && values != window->column->values; i++)
    if (values[i] == FIT_COLUMN_STALE)
      values[i] = window->column->values[i];
}

/* Looks at @n positions, one by one.  Returns: TRUE if the search ends */
static gboolean
search_slowly (FitWindow *window, guint begin, guint n)
{
  const gint32 *values = window->values;

  for (guint i = begin; i < begin + n; i++)
    {
      if (values[i] == FIT_COLUMN_STALE)
        work_out_missing (window, i, begin + n);
      if (window->lost)
        return TRUE;
      window->taken++;
      if (values[i] != FIT_COLUMN_UNFIT)
        {
          if (window->found == window->enough)
            return TRUE;
          window->found++;
        }
      window->n++;
    }
  return FALSE;
}

/* The same, but skips a block at a time as long as the search cannot end in it. */
static gboolean
search_part (FitWindow *window, guint begin, guint n)
{
  const guint end = begin + n;
  guint length;

  for (guint i = begin; i < end; i += length)
    {
      const gint32 *values = window->values + i;
      guint found;

      length = MIN (BLOCK, end - i);
      ask_others (window, i, length);
      found = length == BLOCK ? count_fits (values) : 0;
      if (length < BLOCK || window->found + found > window->enough
          || (found < BLOCK && any_stale (values)))
        {
          if (search_slowly (window, i, length))
            return TRUE;
          continue;
        }
      window->found += found;
      window->taken += BLOCK;
      window->n += BLOCK;
    }
  return FALSE;
}

/* The two parts of the list that @window is made of. */
typedef struct
{
  const gint32 *values;
  guint begin;
  guint n;
} Part;

static void
split (const FitWindow *window, Part *parts)
{
  const gint32 *values = window->values;
  const guint room = window->column->n - window->first;
  const guint n = MIN (window->n, room);

  parts[0] = (Part){ values + window->first, window->first, n };
  parts[1] = (Part){ values, 0, window->n - n };
}

/* -- scores that are scaled ------------------------------------------------ */

static gboolean
any_raws (const FitWindow *window)
{
  for (guint k = 0; k < window->n_scaled; k++)
    if (window->column->raws[k])
      return TRUE;
  return FALSE;
}

static gboolean
scale (const FitWindow *window, const NodeScore *score, gint64 *raw, guint n)
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
tabulate (const FitWindow *window, guint k, const Part *parts, gint32 *points)
{
  const NodeScore *score = &window->scaled[k];
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

/* Lists the positions of the nodes that fit. */
static void
list_positions (FitWindow *window)
{
  guint32 *positions;
  guint n = 0;
  Part parts[2];

  if (window->positions)
    return;
  split (window, parts);
  /* Every position is written, and stays if its node fits. */
  positions = fit_arena_newn (window->cycle->arena, guint32, window->found + 1);
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    {
      const Part part = parts[p];

      for (guint i = 0; i < part.n; i++)
        {
          positions[n] = part.begin + i;
          n += part.values[i] != FIT_COLUMN_UNFIT;
        }
    }
  window->positions = positions;
}

static const guint32 *
list_indexes (FitWindow *window, FitArena *arena)
{
  guint32 *indexes = fit_arena_newn (arena, guint32, window->found);

  list_positions (window);
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
  Part parts[2];

  split (window, parts);
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

  if (window->n < BLOCK)
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

  list_positions (window);
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
static gboolean
score_nodes (FitWindow *window)
{
  if (window->found < 2)
    return TRUE;
  if (!scale_zeros (window))
    return FALSE;
  return (!any_raws (window) && window->n_rest == 0) || add_to_column (window)
         || add_totals (window);
}

/* Returns: FALSE if the nodes do not follow in the order of the list */
static gboolean
find_start (FitWindow *window, const FitGenericScheduler *scheduler, guint n)
{
  if (!window->cycle->behaviour->search_goes_on)
    return fit_node_tree_position (fit_cache_node_tree (scheduler->cache),
                                   &window->first);
  window->first = scheduler->next_start % n;
  return TRUE;
}

FitWindow *
fit_class_search (FitGenericScheduler *scheduler, const FitCycle *cycle)
{
  FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);
  FitWindow *window = fit_arena_new0 (cycle->arena, FitWindow, 1);
  guint n = fit_node_tree_size (tree);

  window->cycle = cycle;
  if (!is_plain (scheduler, cycle) || !find_start (window, scheduler, n)
      || !take_predicates (window, cycle) || !take_priorities (window, cycle))
    return NULL;
  window->list = fit_node_tree_list (tree);
  window->enough = fit_cycle_enough (scheduler, cycle, n);
  find_column (window, scheduler);
  window->values = window->n_others == 0
                       ? window->column->values
                       : fit_arena_newn (cycle->arena, gint32, n);
  if (!search_part (window, window->first, n - window->first))
    search_part (window, 0, window->first);
  if (window->lost || window->found == 0 || !score_nodes (window))
    return NULL;
  return window;
}

void
fit_window_end (const FitWindow *window, FitGenericScheduler *scheduler,
                FitCycle *cycle)
{
  if (cycle->behaviour->search_goes_on)
    scheduler->next_start = (window->first + window->n) % window->column->n;
  else
    fit_node_tree_skip (fit_cache_node_tree (scheduler->cache), window->taken);
  cycle->feasible = (FitNodeList){ window->found, NULL };
  cycle->n_failed = window->n - window->found;
}

/* -- choosing -------------------------------------------------------------- */

/* Four values, at any alignment. */
typedef gint32 Four __attribute__ ((vector_size (16), aligned (4)));

/* The compiler vectorises the other loops over a block, but not this one. */
static gint32
greatest_value (const Part *part)
{
  gint32 greatest = G_MININT32;
  Four best = { G_MININT32, G_MININT32, G_MININT32, G_MININT32 };
  guint i = 0;

  for (; i + 4 <= part->n; i += 4)
    {
      const Four four = *(const Four *) (const void *) (part->values + i);
      const Four more = four > best;

      best = (four & more) | (best & ~more);
    }
  for (; i < part->n; i++)
    greatest = MAX (greatest, part->values[i]);
  for (guint k = 0; k < 4; k++)
    greatest = MAX (greatest, best[k]);
  return greatest;
}

static inline guint
count_equal (const gint32 *values, guint n, gint32 value)
{
  guint equal = 0;

  for (guint i = 0; i < n; i++)
    equal += values[i] == value;
  return equal;
}

static guint
count_value (const Part *part, gint32 value)
{
  guint equal = 0;
  guint i = 0;

  for (; i + BLOCK <= part->n; i += BLOCK)
    equal += count_equal (part->values + i, BLOCK, value);
  return equal + count_equal (part->values + i, part->n - i, value);
}

/* Returns: the position of the @turn-th @value, counted from 0 */
static guint
find_value (const Part *part, gint32 value, guint turn)
{
  guint i = 0;

  for (; i + BLOCK <= part->n; i += BLOCK)
    {
      const guint equal = count_equal (part->values + i, BLOCK, value);

      if (equal > turn)
        break;
      turn -= equal;
    }
  while (part->values[i] != value || turn-- > 0)
    i++;
  return part->begin + i;
}

static guint
select_value (const FitWindow *window, FitGenericScheduler *scheduler,
              gint64 *out_total)
{
  Part parts[2];
  guint first, ties, turn;
  gint32 best;

  split (window, parts);
  best = MAX (greatest_value (&parts[0]), greatest_value (&parts[1]));
  first = count_value (&parts[0], best);
  ties = first + count_value (&parts[1], best);
  turn = (guint) (scheduler->last_node_index++ % ties);
  *out_total = fit_wrapping_add (best, window->everywhere);
  return turn < first ? find_value (&parts[0], best, turn)
                      : find_value (&parts[1], best, turn - first);
}

const FitNodeInfo *
fit_window_select (FitWindow *window, FitGenericScheduler *scheduler,
                   gint64 *out_total)
{
  guint chosen = 0;

  if (window->found > 1 && !window->totals)
    return node_at (window, select_value (window, scheduler, out_total));
  list_positions (window);
  if (window->found > 1)
    {
      chosen = fit_select_host (scheduler, window->totals, window->found);
      *out_total = window->totals[chosen];
    }
  return node_at (window, window->positions[chosen]);
}

/* -- checking -------------------------------------------------------------- */

static gboolean
differ (const FitWindow *window, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_INTERNAL,
                   "the column of the class of pod %s differs in %s",
                   window->cycle->pod->meta.name, what);
}

static gint64
total_of (const FitWindow *window, guint i)
{
  return window->totals
             ? window->totals[i]
             : fit_wrapping_add (window->values[window->positions[i]],
                                 window->everywhere);
}

gboolean
fit_window_check (FitWindow *window, const FitGenericScheduler *scheduler,
                  const FitCycle *cycle, const gint64 *totals, GError **error)
{
  const gboolean goes_on = cycle->behaviour->search_goes_on;
  const guint taken = goes_on ? window->n : window->taken;
  guint position = scheduler->next_start;

  if (window->found != cycle->feasible.n)
    return differ (window, "how many nodes fit", error);
  if (window->n - window->found != cycle->n_failed)
    return differ (window, "how many nodes do not fit", error);
  if ((!goes_on
       && !fit_node_tree_position (fit_cache_node_tree (scheduler->cache),
                                   &position))
      || position != (window->first + taken) % window->column->n)
    return differ (window, "where the next search starts", error);
  list_positions (window);
  for (guint i = 0; i < window->found; i++)
    {
      if (node_at (window, window->positions[i]) != cycle->feasible.nodes[i])
        return differ (window, "which nodes fit", error);
      if (totals && totals[i] != total_of (window, i))
        return differ (window, "totals", error);
    }
  return TRUE;
}
