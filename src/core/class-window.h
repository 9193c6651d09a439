/* class-window.h - the nodes that a search in a column has looked at
 * (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "cluster/class-columns.h"
#include "core/attempt.h"

/* The number of values that one step of a loop handles. */
#define FIT_WINDOW_BLOCK FIT_COLUMN_BLOCK
G_STATIC_ASSERT (FIT_WINDOW_BLOCK <= FIT_CHECKED_AT_ONCE);

/* A priority that looks at nodes. */
typedef struct
{
  FitPriorityRun run;
  gint64 weight;
} FitScoreRun;

/* What the rules that are by_traits say. */
typedef struct
{
  const FitNodeTraits *traits; /* (nullable): NULL: nothing is known */
  gboolean fits;
  gboolean plain; /* it fits, and all the rest is 0 */
  gint64 sum;
  gint64 raws[FIT_COLUMN_RAWS];
} FitTraitsFacts;

/* Of how many traits a cycle remembers the facts. */
#define FIT_WINDOW_TRAITS 16

typedef struct _FitTold FitTold; /* class-told.c */

struct _FitWindow
{
  const FitCycle *cycle;
  const guint32 *list; /* the nodes, in order */
  FitClassColumn *column;
  FitColumnBlock *blocks; /* (nullable): of the @values, if these are the
                             column's */
  gint32 *values;     /* the column's; or a copy, where nodes are unfit by other
                     rules */
  guint first;        /* position where it begins */
  guint n;            /* positions that count */
  guint taken;        /* positions that were looked at: perhaps one more */
  guint enough;       /* no more nodes than this */
  guint found;        /* nodes that fit */
  gboolean lost;      /* a value does not fit into the column */
  gboolean by_groups; /* the rules can tell about groups of nodes */
  guint n_asked_groups; /* sectors of which groups were asked */
  guint n_vain;         /* of these, where that did not help */
  gboolean only_best;   /* of a sector, nothing matters but the best values */
  guint last_sector;    /* whose values were asked for */
  gboolean surveyed; /* of some sectors the values have not been worked out */
  FitTold *told;     /* (nullable): groups tell totals: see class-told.h */

  guint n_runs; /* what these say is in the column */
  FitPredicateRun *runs;
  guint n_traits_runs; /* of these, too; they are by_traits */
  FitPredicateRun *traits_runs;
  guint n_others; /* these run each time */
  FitPredicateRun *others;
  guint n_reserved;  /* nodes with pods nominated to them, which may leave no
                       room */
  guint32 *reserved; /* their positions, in ascending order */
  guint n_scores;    /* the sum of these is in the column */
  FitScoreRun *scores;
  guint n_traits_scores; /* and of these, which are by_traits */
  FitScoreRun *traits_scores;
  FitTraitsFacts *facts; /* FIT_WINDOW_TRAITS of them */
  guint n_rest;          /* these run on all nodes that fit */
  const FitPriority **rest;
  FitClassColumn *labels; /* (nullable): what the rules say of the labels of
                             nodes: unfit, or the raw score that follows; NULL:
                             nothing */
  guint labels_raw; /* which of the raw scores that is; FIT_COLUMN_RAWS: none */
  guint n_scaled;   /* these are scaled at the end */
  FitScoreRun scaled[FIT_COLUMN_RAWS];
  const FitPriorityMetadata *meta;
  gint64 everywhere; /* the sum of what is the same for all nodes */

  /* (nullable): by place, which is counted from @first; NULL: the @values are
   * the totals.  See FitTotals for nodes that do not fit. */
  gint32 *sums;

  /* If totals do not fit into 32 bits, or not all rules can add to @sums. */
  guint32 *positions; /* (nullable): of nodes that fit; listed when needed */
  gint64 *totals;     /* (nullable): the same */
};

/* A part of the window's values, the first of which is at position @begin. */
typedef struct
{
  const gint32 *values;
  FitColumnBlock *blocks;        /* (nullable): of the whole column */
  const FitColumnBlock *sectors; /* (nullable): the same */
  guint begin;
  guint n;
} FitWindowPart;

/* fit_window_split: @parts: (out): two, which follow each other */
void fit_window_split (const FitWindow *window, FitWindowPart *parts);

/* fit_window_find_most: finds the greatest of the @values of a block in which none
 * is stale */
void fit_window_find_most (FitColumnBlock *block, const gint32 *values);

/* fit_window_know_most: the same, unless it is known: where scores are added to the
 * values, nobody asks for it */
static inline void
fit_window_know_most (FitColumnBlock *block, const gint32 *values)
{
  if (G_UNLIKELY (block->n_most == 0))
    fit_window_find_most (block, values);
}

/* fit_window_list_positions: lists the positions of the nodes that fit; all of them
 * have their sums, if groups tell */
void fit_window_list_positions (FitWindow *window);

/* fit_window_found_nodes: Returns: the nodes at these positions; memory of @arena */
FitNodeList fit_window_found_nodes (FitWindow *window, FitArena *arena);

/* fit_window_totals: Returns: no totals yet, but where the nodes of the window are */
FitTotals fit_window_totals (FitWindow *window);

/* fit_window_add_rest: adds the points of all priorities that are not in the column,
 * most of them by kind.  Returns: FALSE if one of them cannot add its points */
gboolean fit_window_add_rest (const FitWindow *window, const FitTotals *totals);

/* fit_window_scale_raws: sets @points to what each of @n different @raws, which are
 * all that nodes have, adds to a total.  Returns: FALSE if that is unknown, or too
 * much for a sum */
gboolean fit_window_scale_raws (const FitWindow *window, guint k,
                                const guint32 *raws, guint n, gint32 *points);

/* fit_window_find_reserved: finds the nodes that have pods nominated to them which
 * take their place before this one */
void fit_window_find_reserved (FitWindow *window);

/* fit_window_exclude_reserved: Returns: @excluded, and the bits of the nodes among
 * @n positions from @begin where the pod does not fit for the sake of pods that are
 * nominated there */
guint64 fit_window_exclude_reserved (FitWindow *window, guint begin, guint n,
                                     guint64 excluded);

/* fit_window_score: scores the nodes that fit.  Returns: FALSE if a score
 * cannot be computed; the cycle has to search in full */
gboolean fit_window_score (FitWindow *window);

/* fit_window_known_facts: Returns: (nullable): what fit_window_facts() has found out
 * about @traits; NULL: that is not known */
static inline const FitTraitsFacts *
fit_window_known_facts (const FitWindow *window, const FitNodeTraits *traits)
{
  /* Traits are large, so their lowest bits are the same. */
  const FitTraitsFacts *facts
      = &window->facts[((gsize) traits >> 6) % FIT_WINDOW_TRAITS];

  return G_LIKELY (facts->traits == traits) ? facts : NULL;
}

/* fit_window_facts: Returns: what the rules say of number @i of @nodes that are
 * by_traits, until the next call */
const FitTraitsFacts *fit_window_facts (FitWindow *window,
                                        const FitPlainNodes *nodes, guint i);

/* fit_window_know_block: Returns: the numbers of all nodes in the block from
 * @begin */
const FitPlainNodes *fit_window_know_block (FitWindow *window, guint begin);

/* fit_window_know_labels: Returns: the values of @window->labels in the block from
 * @begin, all of which are known */
const gint32 *fit_window_know_labels (FitWindow *window, guint begin);

/* fit_window_ask_labels: Returns: what the rules say of the labels of @node: as a
 * value of @window->labels */
gint32 fit_window_ask_labels (FitWindow *window, const FitNodeInfo *node);

/* fit_window_has_room: do totals of plain nodes have room in a column?  The other
 * half is for the points of traits. */
gboolean fit_window_has_room (const FitWindow *window);

/* fit_window_ask: @nodes: @n plain nodes with the same traits, which fit by these.
 * @values: (out): what the column would have of each.  Returns: FALSE if a score
 * is too great */
gboolean fit_window_ask (FitWindow *window, const FitPlainNodes *nodes, guint n,
                         gint32 *values);

/* fit_window_survey: finds out what there is to know of whole sector @number of
 * the column.  Returns: how many of its nodes fit; FIT_BLOCK_UNKNOWN if its
 * values have to be worked out */
guint fit_window_survey (FitWindow *window, guint number);

/* fit_window_write_sector: works out the values of whole sector @number, if all
 * of them are stale, and groups tell enough, and reads its blocks */
void fit_window_write_sector (FitWindow *window, guint number);

/* fit_window_find_best: Returns: the place in sector @number, which has been
 * surveyed, of the @turn-th of its best nodes, counted from 0 */
guint fit_window_find_best (FitWindow *window, guint number, guint turn);

/* fit_window_count_values: Returns: how many of @n @values belong to nodes that
 * fit; FIT_BLOCK_UNKNOWN if values are stale, which are less than
 * FIT_COLUMN_UNFIT */
guint fit_window_count_values (const gint32 *values, guint n);

/* fit_window_read_block: notes how many nodes of the column's block from @begin fit,
 * if none of its values is stale */
void fit_window_read_block (FitWindow *window, guint begin);

/* fit_window_work_out: computes up to @most of the column's values that are stale
 * from @begin to @end, which are in one block */
void fit_window_work_out (FitWindow *window, guint begin, guint end,
                          guint most);

/* fit_window_work_out_block: computes, all at once, the column's values in the
 * block from @begin, in which all are stale; those of nodes that are not plain
 * may stay so */
void fit_window_work_out_block (FitWindow *window, guint begin);

static inline const FitNodeInfo *
fit_window_node_at (const FitWindow *window, guint position)
{
  return fit_cache_node (window->cycle->cache, window->list[position]);
}
