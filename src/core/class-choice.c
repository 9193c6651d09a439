/* class-choice.c - chooses one of the nodes that a search in a column found,
 * and checks that a full search finds the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-search.h"

#include "base/wrapping.h"
#include "core/class-told.h"
#include "core/four-values.h"

/* -- choosing -------------------------------------------------------------- */

void
fit_window_find_most (FitColumnBlock *block, const gint32 *values)
{
  block->most = fit_greatest_value (values, FIT_COLUMN_BLOCK);
  block->n_most
      = (guint16) fit_count_equal (values, FIT_COLUMN_BLOCK, block->most);
}

/* A sector of a part, or a block, or what the part has of it. */
typedef struct
{
  const gint32 *values;
  guint n;
  const FitColumnBlock *known; /* (nullable); never NULL for a sector */
} Stretch;

/* Returns: what is known of the sector that begins at place @i of a part; NULL if
 * none does, or nothing is known */
static inline const FitColumnBlock *
sector_at (const FitWindowPart *part, guint i)
{
  const guint position = part->begin + i;
  const FitColumnBlock *sector;

  if (part->sectors == NULL || position % FIT_SECTOR_NODES != 0
      || part->n - i < FIT_SECTOR_NODES)
    return NULL;
  sector = &part->sectors[position / FIT_SECTOR_NODES];
  return sector->n_fit < FIT_BLOCK_UNKNOWN ? sector : NULL;
}

/* @most: of values of which nothing is known, in a part without blocks */
static inline Stretch
stretch_at (const FitWindowPart *part, guint i, guint most)
{
  const guint position = part->begin + i;
  Stretch stretch = { .values = part->values + i };
  FitColumnBlock *block;

  stretch.known = sector_at (part, i);
  if (stretch.known != NULL)
    {
      stretch.n = FIT_SECTOR_NODES;
      return stretch;
    }
  if (part->blocks == NULL)
    {
      stretch.n = MIN (most, part->n - i);
      return stretch;
    }
  stretch.n = MIN (FIT_COLUMN_BLOCK - position % FIT_COLUMN_BLOCK, part->n - i);
  if (stretch.n < FIT_COLUMN_BLOCK)
    return stretch;
  block = &part->blocks[position / FIT_COLUMN_BLOCK];
  if (block->n_fit == FIT_BLOCK_UNKNOWN)
    return stretch;
  fit_window_know_most (block, stretch.values);
  stretch.known = block;
  return stretch;
}

/* Returns: how often there is @value, which no other exceeds */
static inline guint
count_best (const Stretch *stretch, gint32 value)
{
  if (stretch->known != NULL)
    return stretch->known->most == value ? stretch->known->n_most : 0;
  return fit_count_equal (stretch->values, stretch->n, value);
}

/* The greatest value of a part, and how often it has it. */
typedef struct
{
  gint32 value;
  guint n;
} Best;

static Best
best_of (const FitWindowPart *part)
{
  Best best = { G_MININT32, 0 };
  Stretch stretch;

  for (guint i = 0; i < part->n; i += stretch.n)
    {
      gint32 most;

      stretch = stretch_at (part, i, FIT_SECTOR_NODES);
      most = stretch.known != NULL
                 ? stretch.known->most
                 : fit_greatest_value (stretch.values, stretch.n);
      if (most > best.value)
        best = (Best){ most, 0 };
      if (most == best.value)
        best.n += count_best (&stretch, most);
    }
  return best;
}

/* Is everything known of the blocks of the sector that begins with @block? */
static gboolean
blocks_are_known (const FitColumnBlock *block)
{
  for (guint b = 0; b < FIT_SECTOR_BLOCKS; b++)
    if (block[b].n_fit >= FIT_BLOCK_UNKNOWN)
      return FALSE;
  return TRUE;
}

/* Returns: the place of the @turn-th @value, counted from 0 */
static guint
find_value (FitWindow *window, const FitWindowPart *part, gint32 value,
            guint turn)
{
  guint i = 0;
  Stretch stretch = { 0 };

  for (; i < part->n; i += stretch.n)
    {
      guint equal;

      stretch = stretch_at (part, i, FIT_COLUMN_BLOCK);
      equal = count_best (&stretch, value);
      if (equal > turn)
        break;
      turn -= equal;
    }
  if (stretch.n == FIT_SECTOR_NODES)
    {
      FitColumnBlock *block
          = &part->blocks[(part->begin + i) / FIT_COLUMN_BLOCK];

      if (!blocks_are_known (block))
        return i
               + fit_window_find_best (
                   window, (part->begin + i) / FIT_SECTOR_NODES, turn);
      for (;; block++, i += FIT_COLUMN_BLOCK)
        {
          fit_window_know_most (block, part->values + i);
          if (block->most == value && block->n_most > turn)
            break;
          turn -= block->most == value ? block->n_most : 0;
        }
    }
  while (part->values[i] != value || turn-- > 0)
    i++;
  return i;
}

/* Returns: the position of the chosen node */
static guint
select_value (FitWindow *window, FitGenericScheduler *scheduler,
              gint64 *out_total)
{
  FitWindowPart parts[2] = { { .values = window->sums, .n = window->n } };
  guint first, turn, place;
  gint32 value;
  Best best[2];

  if (window->sums == NULL)
    fit_window_split (window, parts);
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    best[p] = best_of (&parts[p]);
  value = MAX (best[0].value, best[1].value);
  first = best[0].value == value ? best[0].n : 0;
  turn = (guint) (scheduler->turns->n_ties++
                  % (first + (best[1].value == value ? best[1].n : 0)));
  *out_total = fit_wrapping_add (value, window->everywhere);
  place
      = turn < first
            ? find_value (window, &parts[0], value, turn)
            : parts[0].n + find_value (window, &parts[1], value, turn - first);
  return (window->first + place) % window->column->n;
}

static void
list_positions (FitWindow *window)
{
  if (window->told != NULL)
    fit_told_fill (window);
  fit_window_list_positions (window);
}

FitNodeList
fit_window_nodes (FitWindow *window, FitArena *arena)
{
  list_positions (window);
  return fit_window_found_nodes (window, arena);
}

const FitNodeInfo *
fit_window_select (FitWindow *window, FitGenericScheduler *scheduler,
                   gint64 *out_total)
{
  guint chosen = 0;

  if (window->found > 1 && window->told != NULL)
    return fit_window_node_at (window,
                               fit_told_select (window, scheduler, out_total));
  if (window->found > 1 && window->totals == NULL)
    return fit_window_node_at (window,
                               select_value (window, scheduler, out_total));
  list_positions (window);
  if (window->found > 1)
    {
      chosen = fit_select_host (scheduler, window->totals, window->found);
      *out_total = window->totals[chosen];
    }
  return fit_window_node_at (window, window->positions[chosen]);
}

static gint64
total_of (const FitWindow *window, guint i)
{
  const guint position = window->positions[i];
  const guint before = position < window->first ? window->column->n : 0;

  if (window->totals != NULL)
    return window->totals[i];
  return fit_wrapping_add (window->sums != NULL
                               ? window->sums[position + before - window->first]
                               : window->values[position],
                           window->everywhere);
}

void
fit_window_list (FitWindow *window, guint32 *nodes, gint64 *totals)
{
  list_positions (window);
  for (guint i = 0; i < window->found; i++)
    {
      nodes[i] = window->list[window->positions[i]];
      totals[i] = total_of (window, i);
    }
}

/* -- checking -------------------------------------------------------------- */

static gboolean
differ (const FitWindow *window, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_INTERNAL,
                   "the column of the class of pod %s differs in %s",
                   window->cycle->pod->meta.name, what);
}

/* Does the window choose the same of several nodes as a full search? */
static gboolean
check_choice (FitWindow *window, const FitGenericScheduler *scheduler,
              const FitCycle *cycle, const gint64 *totals, GError **error)
{
  FitTurns turns = *scheduler->turns;
  FitGenericScheduler other = *scheduler;
  const FitNodeInfo *chosen;
  gint64 total = 0;
  guint expected;

  other.turns = &turns;
  chosen = fit_window_select (window, &other, &total);
  turns = *scheduler->turns;
  expected = fit_select_host (&other, totals, cycle->feasible.n);
  if (chosen != cycle->feasible.nodes[expected])
    return differ (window, "which node is chosen", error);
  return total == totals[expected]
         || differ (window, "the total of the node that is chosen", error);
}

gboolean
fit_window_check (FitWindow *window, const FitGenericScheduler *scheduler,
                  const FitCycle *cycle, const gint64 *totals, GError **error)
{
  const gboolean goes_on = cycle->behaviour->search_goes_on;
  const guint taken = goes_on ? window->n : window->taken;
  guint position = scheduler->turns->next_start;

  if (window->found != cycle->feasible.n)
    return differ (window, "how many nodes fit", error);
  if (window->n - window->found != cycle->n_failed)
    return differ (window, "how many nodes do not fit", error);
  if ((!goes_on
       && !fit_node_tree_position (fit_cache_node_tree (scheduler->cache),
                                   &position))
      || position != (window->first + taken) % window->column->n)
    return differ (window, "where the next search starts", error);
  if (totals != NULL && window->found > 1
      && !check_choice (window, scheduler, cycle, totals, error))
    return FALSE;
  list_positions (window);
  for (guint i = 0; i < window->found; i++)
    {
      if (fit_window_node_at (window, window->positions[i])
          != cycle->feasible.nodes[i])
        return differ (window, "which nodes fit", error);
      if (totals != NULL && totals[i] != total_of (window, i))
        return differ (window, "totals", error);
    }
  return TRUE;
}
