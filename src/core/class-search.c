/* class-search.c - finds nodes in the column of the pod's class
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-search.h"

#include "base/wrapping.h"
#include "core/class-told.h"
#include "core/pod-class.h"

#include <string.h>

/* -- may the column be used? ----------------------------------------------- */

static gboolean
is_plain (const FitGenericScheduler *scheduler, const FitCycle *cycle)
{
  FitCache *cache = cycle->cache;
  const FitAlgorithm *algorithm = cycle->algorithm;

  return cycle->brief
         && (cycle->framework == NULL
             || (cycle->filters != NULL
                 && !fit_framework_takes_part (cycle->framework)))
         && cycle->pre.excluded == NULL && cycle->nominated == NULL
         && cycle->extenders == NULL && algorithm->extenders->len == 0
         && scheduler->random == NULL && cycle->meta->usable
         && algorithm->predicates->len > 0 && algorithm->priorities->len > 0
         && (algorithm->prepared == NULL || algorithm->prepared->len == 0)
         && fit_cache_node_volumes (cache) == NULL;
}

/* Returns: FALSE if one of the predicates is neither by_node nor has
 * exclude() */
static gboolean
take_predicates (FitWindow *window, const FitCycle *cycle)
{
  FitArena *arena = cycle->arena;

  window->runs = fit_arena_newn (arena, FitPredicateRun, cycle->n_active);
  window->traits_runs
      = fit_arena_newn (arena, FitPredicateRun, cycle->n_active);
  window->others = fit_arena_newn (arena, FitPredicateRun, cycle->n_active);
  for (guint i = 0; i < cycle->n_active; i++)
    {
      const FitPredicateInfo *info = cycle->active[i].predicate->info;

      if (info->by_traits)
        window->traits_runs[window->n_traits_runs++] = cycle->active[i];
      else if (info->by_node)
        window->runs[window->n_runs++] = cycle->active[i];
      else if (info->exclude != NULL)
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
  FitScoreRun score
      = { { .priority = priority, .meta = window->meta, .early = TRUE },
          priority->weight };
  g_autoptr (GError) problem = NULL;

  if (!info->by_node && !info->constant_early)
    return FALSE;
  if (info->prepare != NULL && !info->prepare (&score.run, &none, &problem))
    return FALSE;
  if (score.run.skip)
    return TRUE;
  if (info->by_node && info->reduce != NULL
      && !(info->constant_early && score.run.constant))
    {
      if (window->n_scaled == FIT_COLUMN_RAWS)
        return FALSE;
      window->scaled[window->n_scaled++] = score;
    }
  else if (score.run.constant)
    window->everywhere = fit_wrapping_add (
        window->everywhere,
        fit_wrapping_multiply (score.run.score, score.weight));
  else if (info->by_traits)
    window->traits_scores[window->n_traits_scores++] = score;
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
  window->scores = fit_arena_newn (arena, FitScoreRun, priorities->len);
  window->traits_scores = fit_arena_newn (arena, FitScoreRun, priorities->len);
  window->facts = fit_arena_new0 (arena, FitTraitsFacts, FIT_WINDOW_TRAITS);
  window->rest = fit_arena_newn (arena, const FitPriority *, priorities->len);
  for (guint i = 0; i < priorities->len; i++)
    if (!take_priority (window, priorities->pdata[i]))
      return FALSE;
  return TRUE;
}

/* @set: one with a column for each key.  Returns: that of @key */
static FitClassColumn *
column_of (const FitWindow *window, FitClassColumns *set, guint n_pods,
           const FitPodKey *key)
{
  return fit_class_columns_find (set, n_pods, key->words, key->n,
                                 window->cycle->pod);
}

static void
find_column (FitWindow *window, FitGenericScheduler *scheduler)
{
  FitCache *cache = scheduler->cache;
  FitPodKey *key = &scheduler->key;

  fit_pod_key_begin (key, scheduler->class_user);
  fit_pod_class_key (window->cycle->pod, window->cycle->filters != NULL, key);
  window->column = column_of (window, fit_cache_class_columns (cache),
                              fit_cache_n_pods (cache, NULL), key);
}

/* Finds the column of what the rules say of labels, if they say anything. */
static void
find_labels (FitWindow *window, FitGenericScheduler *scheduler)
{
  FitPodKey *key = &scheduler->key;
  gboolean asks = FALSE;

  for (guint i = 0; i < window->n_runs; i++)
    asks |= window->runs[i].asks_labels;
  window->labels_raw = FIT_COLUMN_RAWS;
  for (guint k = 0; k < window->n_scaled; k++)
    if (window->scaled[k].run.priority->info->by_labels
        && !window->scaled[k].run.constant)
      window->labels_raw = k;
  if (!asks && window->labels_raw == FIT_COLUMN_RAWS)
    return;
  fit_pod_key_begin (key, scheduler->class_user);
  fit_pod_labels_key (window->cycle->pod, key);
  window->labels
      = column_of (window, fit_cache_label_columns (scheduler->cache), 0, key);
}

/* -- the search ------------------------------------------------------------ */

/* Asks the rules that run each time about @n positions, no more than a block.
 * Returns: how many nodes that fit by the column do not */
static guint
ask_others (FitWindow *window, guint begin, guint n)
{
  const gint32 *known = window->column->values + begin;
  gint32 *values = window->values + begin;
  guint64 excluded = 0;
  guint n_lost = 0;

  for (guint k = 0; k < window->n_others; k++)
    window->others[k].predicate->info->exclude (
        &window->others[k], NULL, window->list, begin, n, &excluded);
  if (window->n_reserved > 0)
    excluded = fit_window_exclude_reserved (window, begin, n, excluded);
  memcpy (values, known, sizeof *values * n);
  for (; excluded != 0; excluded &= excluded - 1)
    {
      const guint i = (guint) __builtin_ctzll (excluded);

      n_lost += known[i] > FIT_COLUMN_UNFIT;
      values[i] = FIT_COLUMN_UNFIT;
    }
  return n_lost;
}

/* Looks at @n positions, one by one.  Returns: TRUE if the search ends */
static gboolean
search_slowly (FitWindow *window, guint begin, guint n)
{
  gint32 *values = window->values;

  for (guint i = begin; i < begin + n; i++)
    {
      if (values[i] == FIT_COLUMN_STALE)
        {
          /* No more than the nodes that are still to be found. */
          fit_window_work_out (window, i, begin + n,
                               window->enough + 1 - window->found);
          for (guint k = i; k < begin + n && values != window->column->values;
               k++)
            if (values[k] == FIT_COLUMN_STALE)
              values[k] = window->column->values[k];
        }
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

/* Works out what is missing of a block or less, as long as the search cannot end
 * in it.  Returns: how many of its nodes fit; FIT_BLOCK_UNKNOWN if values are
 * stale */
static guint
work_out_part (FitWindow *window, guint begin, guint length)
{
  FitClassColumn *column = window->column;
  const FitColumnBlock *block
      = &fit_class_column_blocks (column)[begin / FIT_COLUMN_BLOCK];
  const gboolean whole = length == FIT_COLUMN_BLOCK;
  const guint sector = begin / FIT_SECTOR_NODES;
  guint n_lost = 0;

  if (block->n_fit == FIT_BLOCK_STALE && sector != window->last_sector
      && (sector + 1) * FIT_SECTOR_NODES <= column->n)
    fit_window_write_sector (window, sector);
  window->last_sector = sector;
  if (block->n_fit == FIT_BLOCK_STALE)
    {
      fit_class_column_begin_blocks (column, begin / FIT_COLUMN_BLOCK, 1);
      fit_window_work_out_block (window, begin - begin % FIT_COLUMN_BLOCK);
      if (whole)
        fit_window_read_block (window, begin);
    }
  if (block->n_fit == FIT_BLOCK_UNKNOWN)
    {
      if (window->found + length <= window->enough)
        fit_window_work_out (window, begin, begin + length, length);
      if (whole)
        fit_window_read_block (window, begin);
    }
  if (window->values != column->values)
    n_lost = ask_others (window, begin, length);
  return whole && block->n_fit < FIT_BLOCK_UNKNOWN
             ? block->n_fit - n_lost
             : fit_window_count_values (window->values + begin, length);
}

/* Adds up what is known of the blocks of a sector, and finds that out where it is
 * not.  Returns: how many nodes fit; FIT_BLOCK_UNKNOWN if that fails */
static guint
add_up_blocks (FitWindow *window, guint number, FitColumnBlock *sector)
{
  const guint first = number * FIT_SECTOR_BLOCKS;
  FitColumnBlock sum = { .most = G_MININT32 };

  for (guint b = first; b < first + FIT_SECTOR_BLOCKS; b++)
    {
      FitColumnBlock *block = &window->blocks[b];

      if (block->n_fit >= FIT_BLOCK_UNKNOWN
          && (work_out_part (window, b * FIT_COLUMN_BLOCK, FIT_COLUMN_BLOCK)
                  == FIT_BLOCK_UNKNOWN
              || window->lost))
        return FIT_BLOCK_UNKNOWN;
      fit_window_know_most (block, window->values + b * FIT_COLUMN_BLOCK);
      sum.n_fit += block->n_fit;
      if (block->most > sum.most)
        {
          sum.most = block->most;
          sum.n_most = 0;
        }
      if (block->most == sum.most)
        sum.n_most += block->n_most;
    }
  *sector = sum;
  return sum.n_fit;
}

/* Returns: how many nodes of a whole sector fit, in which the search cannot end;
 * FIT_BLOCK_UNKNOWN if that is found out otherwise */
static guint
count_sector (FitWindow *window, guint number)
{
  FitColumnBlock *sector = &fit_class_column_sectors (window->column)[number];
  guint found;

  if (window->told != NULL)
    return fit_told_take (window, number, window->n);
  if (window->blocks == NULL)
    return FIT_BLOCK_UNKNOWN;
  /* An earlier cycle may have surveyed it. */
  if (sector->n_fit < FIT_BLOCK_UNKNOWN)
    {
      window->surveyed = TRUE;
      return sector->n_fit;
    }
  if (window->only_best
      && window->blocks[number * FIT_SECTOR_BLOCKS].n_fit == FIT_BLOCK_STALE
      && (found = fit_window_survey (window, number)) < FIT_BLOCK_UNKNOWN)
    return found;
  return add_up_blocks (window, number, sector);
}

/* The search passes @length positions, of which @found fit. */
static inline void
pass (FitWindow *window, guint found, guint length)
{
  window->found += found;
  window->taken += length;
  window->n += length;
}

/* Looks at @n positions, but skips a block at a time as long as the search cannot
 * end in it.  Returns: TRUE if the search ends */
static gboolean
search_part (FitWindow *window, guint begin, guint n)
{
  const FitColumnBlock *blocks = window->blocks;
  const guint end = begin + n;
  guint length;

  for (guint i = begin; i < end; i += length)
    {
      guint found;

      if (i % FIT_SECTOR_NODES == 0 && end - i >= FIT_SECTOR_NODES
          && window->found + FIT_SECTOR_NODES <= window->enough
          && (found = count_sector (window, i / FIT_SECTOR_NODES))
                 < FIT_BLOCK_UNKNOWN
          && !window->lost)
        {
          length = FIT_SECTOR_NODES;
          pass (window, found, length);
          continue;
        }
      length = MIN (FIT_COLUMN_BLOCK - i % FIT_COLUMN_BLOCK, end - i);
      if (blocks != NULL && length == FIT_COLUMN_BLOCK
          && blocks[i / FIT_COLUMN_BLOCK].n_fit < FIT_BLOCK_UNKNOWN)
        found = blocks[i / FIT_COLUMN_BLOCK].n_fit;
      else
        found = work_out_part (window, i, length);
      if (window->lost)
        return TRUE;
      if (found == FIT_BLOCK_UNKNOWN || window->found + found > window->enough)
        {
          if (search_slowly (window, i, length))
            return TRUE;
          if (length == FIT_COLUMN_BLOCK && window->blocks != NULL)
            fit_window_read_block (window, i);
          continue;
        }
      pass (window, found, length);
    }
  return FALSE;
}

static void
search (FitWindow *window)
{
  window->n = window->taken = window->found = 0;
  window->last_sector = G_MAXUINT;
  if (!search_part (window, window->first, window->column->n - window->first))
    search_part (window, 0, window->first);
}

/* Returns: FALSE if the nodes do not follow in the order of the list */
static gboolean
find_start (FitWindow *window, const FitGenericScheduler *scheduler, guint n)
{
  if (!window->cycle->behaviour->search_goes_on)
    return fit_node_tree_position (fit_cache_node_tree (scheduler->cache),
                                   &window->first);
  window->first = scheduler->turns->next_start % n;
  return TRUE;
}

/* May groups of nodes tell about their nodes?  All raw scores have to be those of
 * traits or labels. */
static gboolean
may_ask_groups (const FitWindow *window)
{
  if (!fit_window_has_room (window))
    return FALSE;
  for (guint k = 0; k < window->n_scaled; k++)
    if (!window->scaled[k].run.priority->info->by_traits
        && k != window->labels_raw)
      return FALSE;
  return TRUE;
}

FitWindow *
fit_class_search (FitGenericScheduler *scheduler, const FitCycle *cycle)
{
  FitNodeTree *tree = fit_cache_node_tree (scheduler->cache);
  FitWindow *window = fit_arena_new0 (cycle->arena, FitWindow, 1);
  guint n = fit_node_tree_size (tree);
  gboolean plain;

  window->cycle = cycle;
  if (!is_plain (scheduler, cycle) || !find_start (window, scheduler, n)
      || !take_predicates (window, cycle) || !take_priorities (window, cycle))
    return NULL;
  window->list = fit_node_tree_list (tree);
  window->enough = fit_cycle_enough (scheduler, cycle, n);
  find_column (window, scheduler);
  find_labels (window, scheduler);
  fit_window_find_reserved (window);
  plain = window->n_others == 0 && window->n_reserved == 0;
  window->blocks = plain ? fit_class_column_blocks (window->column) : NULL;
  window->values = plain ? window->column->values
                         : fit_arena_newn (cycle->arena, gint32, n);
  window->by_groups = may_ask_groups (window);
  window->only_best = plain && window->n_rest == 0 && window->labels == NULL;
  fit_told_begin (window);
  search (window);
  if (window->told != NULL && !window->lost && !fit_told_score (window))
    {
      window->told = NULL;
      window->sums = NULL;
      search (window);
    }
  if (window->lost || window->found == 0
      || (window->told == NULL && !fit_window_score (window)))
    return NULL;
  return window;
}

void
fit_window_end (const FitWindow *window, FitGenericScheduler *scheduler,
                FitCycle *cycle)
{
  /* v1.16's tree has also moved past the node that was one too many. */
  if (cycle->behaviour->search_goes_on)
    scheduler->turns->next_start
        = (window->first + window->n) % window->column->n;
  else
    fit_node_tree_skip (fit_cache_node_tree (scheduler->cache), window->taken);
  cycle->feasible = (FitNodeList){ window->found, NULL };
  cycle->n_failed = window->n - window->found;
}
