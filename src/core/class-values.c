/* class-values.c - works out the values of a column that are stale
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-window.h"

#include "base/wrapping.h"
#include "core/four-values.h"

#include <string.h>

/* @reasons: room for the reasons of a predicate, which are ignored */
static gboolean
agrees (FitWindow *window, const FitPredicateRun *run, const FitNodeInfo *node,
        FitReasons *reasons)
{
  g_autoptr (GError) problem = NULL;
  const FitAnswer answer
      = run->predicate->info->check (run, node, reasons, &problem);

  window->lost |= answer == FIT_ANSWER_ERROR;
  return answer == FIT_ANSWER_YES;
}

static gint64
score_one (FitWindow *window, const FitScoreRun *score, const FitNodeInfo *node)
{
  const FitNodeList one = { 1, &node };
  g_autoptr (GError) problem = NULL;
  gint64 points = 0;

  window->lost
      |= !score->run.priority->info->map (&score->run, &one, &points, &problem);
  return points;
}

static FitTraitsFacts
find_facts (FitWindow *window, const FitNodeInfo *node, FitReasons *reasons)
{
  FitTraitsFacts facts = { .traits = node->traits, .fits = TRUE };

  for (guint i = 0; i < window->n_traits_runs && facts.fits; i++)
    facts.fits = agrees (window, &window->traits_runs[i], node, reasons);
  for (guint i = 0; i < window->n_traits_scores && facts.fits; i++)
    facts.sum = fit_wrapping_add (
        facts.sum, fit_wrapping_multiply (
                       score_one (window, &window->traits_scores[i], node),
                       window->traits_scores[i].weight));
  for (guint k = 0; k < window->n_scaled && facts.fits; k++)
    if (window->scaled[k].run.priority->info->by_traits)
      facts.raws[k] = score_one (window, &window->scaled[k], node);
  facts.plain = facts.fits && facts.sum == 0;
  for (guint k = 0; k < window->n_scaled; k++)
    facts.plain = facts.plain && facts.raws[k] == 0;
  return facts;
}

/* How many places of the table traits may have, one after the other. */
#define PROBES 4

/* Traits are large, so their lowest bits are the same. */
static inline FitTraitsFacts *
facts_at (FitWindow *window, const FitNodeTraits *traits, guint probe)
{
  return &window->facts[(((gsize) traits >> 6) + probe) % FIT_WINDOW_TRAITS];
}

static const FitTraitsFacts *
look_for_facts (FitWindow *window, const FitNodeTraits *traits,
                const FitNodeInfo *node, FitReasons *reasons)
{
  FitTraitsFacts *facts = facts_at (window, traits, 0);

  for (guint i = 1;
       i < PROBES && facts->traits != traits && facts->traits != NULL; i++)
    facts = facts_at (window, traits, i);
  if (facts->traits != traits)
    *facts = find_facts (window, node, reasons);
  return facts;
}

/* @node: one with @traits, which is only looked at if these are new: many nodes are
 * not in the cache of the processor. */
static inline const FitTraitsFacts *
facts_of (FitWindow *window, const FitNodeTraits *traits,
          const FitNodeInfo *node, FitReasons *reasons)
{
  const FitTraitsFacts *facts = fit_window_known_facts (window, traits);

  return facts != NULL ? facts : look_for_facts (window, traits, node, reasons);
}

const FitTraitsFacts *
fit_window_facts (FitWindow *window, const FitPlainNodes *nodes, guint i)
{
  FitReasons reasons;

  fit_reasons_init (&reasons, window->cycle->arena);
  return facts_of (window, nodes->traits[i], nodes->of[i], &reasons);
}

/* Nodes that fit by the column, and their values. */
typedef struct
{
  guint positions[FIT_WINDOW_BLOCK];
  const FitNodeInfo *nodes[FIT_WINDOW_BLOCK];
  gint64 sums[FIT_WINDOW_BLOCK];
  gint64 raws[FIT_COLUMN_RAWS][FIT_WINDOW_BLOCK];
  FitNodeList list;
} Batch;

/* How far ahead nodes are fetched from memory.  With very many nodes, waiting for
 * them takes longer than looking at them. */
#define AHEAD 12
#define CACHE_LINE 64

static inline void
fetch_node (const FitWindow *window, guint position)
{
  const char *node = (const char *) fit_window_node_at (window, position);

  for (gsize at = 0; at < sizeof (FitNodeInfo); at += CACHE_LINE)
    __builtin_prefetch (node + at);
}

typedef gint64 FitHalves __attribute__ ((vector_size (16)));

/* Returns: the first position from @begin whose value is stale; @end if there is
 * none */
static guint
next_stale (const gint32 *values, guint begin, guint end)
{
  guint i = begin;

  for (; i + 4 <= end; i += 4)
    {
      const FitHalves stale
          = (FitHalves) (*(const FitFour *) (const void *) (values + i)
                         == FIT_COLUMN_STALE);

      if ((stale[0] | stale[1]) != 0)
        break;
    }
  while (i < end && values[i] != FIT_COLUMN_STALE)
    i++;
  return i;
}

/* Takes up to @most positions from @begin to @end whose values are stale, without
 * the nodes whose traits rule them out. */
static void
take_batch (FitWindow *window, guint begin, guint end, guint most, Batch *batch,
            FitReasons *reasons)
{
  gint32 *values = window->column->values;
  guint n = 0;

  for (guint i = next_stale (values, begin, end); i < end && most > 0;
       i = next_stale (values, i + 1, end))
    {
      const FitNodeInfo *node;
      const FitTraitsFacts *facts;

      if (i + AHEAD < end && values[i + AHEAD] == FIT_COLUMN_STALE)
        fetch_node (window, i + AHEAD);
      most--;
      node = fit_window_node_at (window, i);
      facts = facts_of (window, node->traits, node, reasons);
      if (!facts->fits)
        {
          values[i] = FIT_COLUMN_UNFIT;
          continue;
        }
      batch->positions[n] = i;
      batch->nodes[n] = node;
      batch->sums[n] = facts->sum;
      for (guint k = 0; k < window->n_scaled; k++)
        batch->raws[k][n] = facts->raws[k];
      n++;
    }
  batch->list = (FitNodeList){ n, batch->nodes };
}

/* Removes the nodes that do not fit by a rule. */
static void
drop_excluded (FitWindow *window, const gboolean *excluded, Batch *batch)
{
  guint n = 0;

  for (guint i = 0; i < batch->list.n; i++)
    if (excluded[i])
      window->column->values[batch->positions[i]] = FIT_COLUMN_UNFIT;
    else if (n++ < i)
      {
        batch->positions[n - 1] = batch->positions[i];
        batch->nodes[n - 1] = batch->nodes[i];
        batch->sums[n - 1] = batch->sums[i];
        for (guint k = 0; k < window->n_scaled; k++)
          batch->raws[k][n - 1] = batch->raws[k][i];
      }
  batch->list.n = n;
}

static void
check_batch (FitWindow *window, Batch *batch, FitReasons *reasons)
{
  gboolean excluded[FIT_WINDOW_BLOCK] = { FALSE };
  const guint n = batch->list.n;

  for (guint k = 0; k < window->n_runs; k++)
    {
      const FitPredicateRun *run = &window->runs[k];

      if (run->predicate->info->check_nodes != NULL)
        run->predicate->info->check_nodes (run, batch->nodes, n, excluded);
      else
        for (guint i = 0; i < n; i++)
          excluded[i]
              = excluded[i] || !agrees (window, run, batch->nodes[i], reasons);
    }
  drop_excluded (window, excluded, batch);
}

static void
score_batch (FitWindow *window, const FitScoreRun *score, const Batch *batch,
             gint64 *points)
{
  g_autoptr (GError) problem = NULL;

  window->lost |= !score->run.priority->info->map (&score->run, &batch->list,
                                                   points, &problem);
}

static void
store_batch (FitWindow *window, const Batch *batch)
{
  FitClassColumn *column = window->column;

  for (guint k = 0; k < window->n_scaled; k++)
    for (guint i = 0; i < batch->list.n && !window->lost; i++)
      {
        const gint64 raw = batch->raws[k][i];

        window->lost |= raw != (gint32) raw;
        if (raw != 0 || column->raws[k] != NULL)
          fit_class_column_set_raw (column, k, batch->positions[i],
                                    (gint32) raw);
      }
  for (guint i = 0; i < batch->list.n && !window->lost; i++)
    {
      window->lost |= batch->sums[i] < FIT_COLUMN_LEAST
                      || batch->sums[i] > FIT_COLUMN_MOST;
      if (!window->lost)
        column->values[batch->positions[i]] = (gint32) batch->sums[i];
    }
}

void
fit_window_work_out (FitWindow *window, guint begin, guint end, guint most)
{
  FitArena *arena = window->cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  gint64 points[FIT_WINDOW_BLOCK];
  FitReasons reasons;
  Batch batch;

  fit_reasons_init (&reasons, arena);
  take_batch (window, begin, end, most, &batch, &reasons);
  if (batch.list.n > 0)
    check_batch (window, &batch, &reasons);
  fit_arena_rewind (arena, mark);
  if (batch.list.n == 0)
    return;
  for (guint k = 0; k < window->n_scores; k++)
    {
      const gint64 weight = window->scores[k].weight;

      score_batch (window, &window->scores[k], &batch, points);
      fit_wrapping_add_weighted (batch.sums, points, weight, batch.list.n);
    }
  for (guint k = 0; k < window->n_scaled; k++)
    if (!window->scaled[k].run.priority->info->by_traits)
      score_batch (window, &window->scaled[k], &batch, batch.raws[k]);
  store_batch (window, &batch);
}

/* -- many at once ---------------------------------------------------------- */

/* Two values, at any alignment. */
typedef gint32 FitTwo __attribute__ ((vector_size (8), aligned (4), may_alias));

/* Takes the numbers of the nodes of a block that are not known. */
const FitPlainNodes *
fit_window_know_block (FitWindow *window, guint begin)
{
  const guint n = MIN (FIT_PLAIN_NODES, window->column->n - begin);
  FitPlainNodes *nodes = fit_class_columns_plain (
      fit_cache_class_columns (window->cycle->cache), begin / FIT_PLAIN_NODES);

  if (G_LIKELY (nodes->fresh == G_MAXUINT64))
    return nodes;
  for (guint i = 0; i < n; i++)
    {
      if (nodes->fresh >> i & 1)
        continue;
      if (i + AHEAD < n && !(nodes->fresh >> (i + AHEAD) & 1))
        fetch_node (window, begin + i + AHEAD);
      fit_plain_nodes_set (nodes, i, fit_window_node_at (window, begin + i));
    }
  nodes->same = nodes->traits[0];
  for (guint i = 1; i < n; i++)
    if (nodes->traits[i] != nodes->same)
      nodes->same = NULL;
  return nodes;
}

/* -- counts ---------------------------------------------------------------- */

guint
fit_window_count_values (const gint32 *values, guint n)
{
  FitFour fit = { 0 }, stale = { 0 };
  guint n_fit = 0, i = 0;
  gboolean any_stale = FALSE;

  for (; i + 4 <= n; i += 4)
    {
      const FitFour four = *(const FitFour *) (const void *) (values + i);

      fit -= four > FIT_COLUMN_UNFIT;
      stale |= four == FIT_COLUMN_STALE;
    }
  for (; i < n; i++)
    {
      n_fit += values[i] > FIT_COLUMN_UNFIT;
      any_stale |= values[i] == FIT_COLUMN_STALE;
    }
  for (guint k = 0; k < 4; k++)
    {
      n_fit += (guint) fit[k];
      any_stale |= stale[k] != 0;
    }
  return any_stale ? FIT_BLOCK_UNKNOWN : n_fit;
}

void
fit_window_read_block (FitWindow *window, guint begin)
{
  FitColumnBlock *block
      = &fit_class_column_blocks (window->column)[begin / FIT_COLUMN_BLOCK];

  block->n_most = 0;
  block->n_fit = (guint16) fit_window_count_values (
      window->column->values + begin, FIT_COLUMN_BLOCK);
}

/* -- labels ---------------------------------------------------------------- */

gint32
fit_window_ask_labels (FitWindow *window, const FitNodeInfo *node)
{
  gint64 raw = 0;

  for (guint k = 0; k < window->n_runs; k++)
    if (window->runs[k].asks_labels
        && !window->runs[k].predicate->info->check_labels (&window->runs[k],
                                                           node->node))
      return FIT_COLUMN_UNFIT;
  if (window->labels_raw < FIT_COLUMN_RAWS)
    raw = score_one (window, &window->scaled[window->labels_raw], node);
  window->lost |= raw < 0 || raw > FIT_COLUMN_MOST;
  return window->lost ? FIT_COLUMN_STALE : (gint32) raw;
}

const gint32 *
fit_window_know_labels (FitWindow *window, guint begin)
{
  FitClassColumn *column = window->labels;
  const guint n = MIN (FIT_COLUMN_BLOCK, column->n - begin);
  FitColumnBlock *block
      = &fit_class_column_blocks (column)[begin / FIT_COLUMN_BLOCK];

  if (block->n_fit == FIT_BLOCK_STALE)
    fit_class_column_begin_blocks (column, begin / FIT_COLUMN_BLOCK, 1);
  for (guint i = begin; i < begin + n && block->n_fit >= FIT_BLOCK_UNKNOWN; i++)
    if (column->values[i] == FIT_COLUMN_STALE)
      column->values[i]
          = fit_window_ask_labels (window, fit_window_node_at (window, i));
  block->n_fit = window->lost ? FIT_BLOCK_UNKNOWN : 0;
  return column->values + begin;
}

/* Begins with what the rules say of labels. */
static void
take_labels (FitWindow *window, guint begin, guint n, FitPlainAnswers *answers)
{
  const gint32 *labels = fit_window_know_labels (window, begin);

  for (guint i = 0; i < n; i++)
    if (labels[i] == FIT_COLUMN_UNFIT)
      answers->unfit[i / 2][i % 2] = -1;
    else if (labels[i] > 0)
      fit_class_column_set_raw (window->column, window->labels_raw, begin + i,
                                labels[i]);
}

/* -- blocks ---------------------------------------------------------------- */

/* Goes on with what the rules say that are by_traits.  Returns: FALSE if the
 * numbers are too great */
static gboolean
take_facts (FitWindow *window, const FitPlainNodes *nodes, guint begin, guint n,
            FitPlainAnswers *answers)
{
  const FitTraitsFacts *facts = NULL;
  FitReasons reasons;

  fit_reasons_init (&reasons, window->cycle->arena);
  if (nodes->same != NULL
      && facts_of (window, nodes->same, nodes->of[0], &reasons)->plain)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      if (facts == NULL || facts->traits != nodes->traits[i])
        facts = facts_of (window, nodes->traits[i], nodes->of[i], &reasons);
      if (facts->plain)
        continue;
      if (facts->sum > FIT_COLUMN_MOST / 2
          || facts->sum < -(FIT_COLUMN_MOST / 2))
        return FALSE;
      answers->totals[i / 2][i % 2] = (gdouble) facts->sum;
      answers->unfit[i / 2][i % 2] |= facts->fits ? 0 : -1;
      for (guint k = 0; k < window->n_scaled; k++)
        {
          const gint32 raw = (gint32) facts->raws[k];

          if (raw != facts->raws[k])
            return FALSE;
          if (raw != 0)
            fit_class_column_set_raw (window->column, k, begin + i, raw);
        }
    }
  return TRUE;
}

static inline gboolean
is_unfit (const FitPlainAnswers *answers, guint i)
{
  return answers->unfit[i / 2][i % 2] != 0;
}

/* Asks a predicate about all nodes of a block, one by one if need be. */
static void
check_block (FitWindow *window, const FitPredicateRun *run,
             const FitPlainNodes *nodes, guint n, FitPlainAnswers *answers)
{
  const FitPredicateInfo *info = run->predicate->info;
  FitReasons reasons;

  if (info->check_plain != NULL && info->check_plain (run, nodes, answers))
    return;
  fit_reasons_init (&reasons, window->cycle->arena);
  for (guint i = 0; i < n; i++)
    if (!is_unfit (answers, i) && !agrees (window, run, nodes->of[i], &reasons))
      answers->unfit[i / 2][i % 2] = -1;
}

/* Adds the points of a priority, which are asked for node by node if need be.
 * Returns: FALSE if they are too great */
static gboolean
score_block (FitWindow *window, const FitScoreRun *score,
             const FitPlainNodes *nodes, guint n, FitPlainAnswers *answers)
{
  const FitPriorityInfo *info = score->run.priority->info;

  if (info->add_plain != NULL
      && info->add_plain (&score->run, nodes, (gdouble) score->weight, answers))
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      gint64 points;

      if (is_unfit (answers, i))
        continue;
      points = score_one (window, score, nodes->of[i]);
      if (points > window->meta->max_score || points < -window->meta->max_score)
        return FALSE;
      answers->totals[i / 2][i % 2] += (gdouble) (points * score->weight);
    }
  return TRUE;
}

/* Takes the raw scores that are not by_traits.  Returns: FALSE if they are too
 * great */
static gboolean
take_raws (FitWindow *window, const FitPlainNodes *nodes, guint begin, guint n,
           const FitPlainAnswers *answers)
{
  for (guint k = 0; k < window->n_scaled; k++)
    for (guint i = 0; i < n && !window->scaled[k].run.priority->info->by_traits
                      && k != window->labels_raw;
         i++)
      {
        const gint64 raw
            = is_unfit (answers, i)
                  ? 0
                  : score_one (window, &window->scaled[k], nodes->of[i]);

        if (raw != (gint32) raw)
          return FALSE;
        if (raw != 0)
          fit_class_column_set_raw (window->column, k, begin + i, (gint32) raw);
      }
  return TRUE;
}

gboolean
fit_window_has_room (const FitWindow *window)
{
  const gint64 max = window->meta->max_score;
  gint64 most = 0;

  for (guint k = 0; k < window->n_scores; k++)
    {
      if (!fit_totals_fit (max, window->scores[k].weight))
        return FALSE;
      most += max * window->scores[k].weight;
    }
  return max <= FIT_PLAIN_FACTOR && most <= FIT_COLUMN_MOST / 2;
}

static gboolean
ask_rules (FitWindow *window, const FitPlainNodes *nodes, guint begin, guint n,
           FitPlainAnswers *answers)
{
  for (guint k = 0; k < window->n_runs; k++)
    check_block (window, &window->runs[k], nodes, n, answers);
  for (guint k = 0; k < window->n_scores; k++)
    if (!score_block (window, &window->scores[k], nodes, n, answers))
      return FALSE;
  return take_raws (window, nodes, begin, n, answers);
}

static inline FitPair
pair_of_values (const FitPlainAnswers *answers, guint i)
{
  return fit_pair_select (answers->unfit[i], fit_pair_of (FIT_COLUMN_UNFIT),
                          answers->totals[i]);
}

/* Stores the values of the nodes that are plain. */
static void
store_answers (const FitPlainNodes *nodes, const FitPlainAnswers *answers,
               gint32 *values, guint n)
{
  for (guint i = 0; i < FIT_PLAIN_PAIRS; i++)
    {
      const FitPair totals = pair_of_values (answers, i);

      if (G_LIKELY (n == FIT_PLAIN_NODES && nodes->plain == G_MAXUINT64))
        *(FitTwo *) (void *) (values + 2 * i)
            = __builtin_convertvector(totals, FitTwo);
      else
        for (guint at = 2 * i; at < MIN (2 * i + 2, n); at++)
          if (nodes->plain >> at & 1)
            values[at] = (gint32) totals[at % 2];
    }
}

void
fit_window_work_out_block (FitWindow *window, guint begin)
{
  FitArena *arena = window->cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  const guint n = MIN (FIT_PLAIN_NODES, window->column->n - begin);
  const FitPlainNodes *nodes;
  FitPlainAnswers answers;

  if (!fit_window_has_room (window))
    return;
  nodes = fit_window_know_block (window, begin);
  memset (&answers, 0, sizeof answers);
  if (window->labels != NULL)
    take_labels (window, begin, n, &answers);
  if (take_facts (window, nodes, begin, n, &answers)
      && ask_rules (window, nodes, begin, n, &answers))
    store_answers (nodes, &answers, window->column->values + begin, n);
  fit_arena_rewind (arena, mark);
}

gboolean
fit_window_ask (FitWindow *window, const FitPlainNodes *nodes, guint n,
                gint32 *values)
{
  const FitTraitsFacts *facts = fit_window_facts (window, nodes, 0);
  FitPlainAnswers answers;

  memset (&answers, 0, sizeof answers);
  for (guint i = 0; i < nodes->pairs; i++)
    answers.totals[i] = fit_pair_of ((gdouble) facts->sum);
  if (!ask_rules (window, nodes, 0, n, &answers))
    return FALSE;
  for (guint i = 0; i < n; i++)
    values[i] = (gint32) pair_of_values (&answers, i / 2)[i % 2];
  return TRUE;
}
