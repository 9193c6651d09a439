/* prioritize.c - runs the priorities and Score plugins on the feasible nodes,
 * and sums up their scores
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/cycle.h"

#include "base/wrapping.h"
#include "core/extenders.h"

#include <string.h>

/* Reports the failure as that of a plugin, for a profile.  Returns: FALSE */
static gboolean
plugin_failed (const FitCycle *cycle, const FitPriority *priority,
               gboolean scoring, GError **error)
{
  if (cycle->filters != NULL && scoring)
    g_prefix_error (error, "running Score plugins: plugin \"%s\" failed with: ",
                    priority->name);
  else if (cycle->filters != NULL)
    g_prefix_error (error, "running PreScore plugin \"%s\": ", priority->name);
  return FALSE;
}

static void
fill (gint64 *scores, gint64 score, guint n)
{
  for (guint i = 0; i < n; i++)
    scores[i] = score;
}

/* Adds the weighted scores to @totals, or to @everywhere if all nodes have the
 * same. */
static gboolean
score (const FitCycle *cycle, const FitPriorityMetadata *meta,
       const FitNodeList *feasible, FitScores *result, gint64 *totals,
       gint64 *everywhere, GError **error)
{
  const FitPriority *priority = result->priority;
  const FitPriorityInfo *info = priority->info;
  FitPriorityRun run = { .priority = priority, .meta = meta };

  if (info->prepare != NULL && !info->prepare (&run, feasible, error))
    return plugin_failed (cycle, priority, FALSE, error);
  if (run.skip || run.constant)
    {
      const gint64 same = run.skip ? 0 : run.score;

      *everywhere = fit_wrapping_add (
          *everywhere, fit_wrapping_multiply (same, priority->weight));
      if (cycle->brief)
        return TRUE;
      result->scores = fit_arena_newn (cycle->arena, gint64, feasible->n);
      fill (result->scores, same, feasible->n);
      return TRUE;
    }
  result->scores = fit_arena_newn (cycle->arena, gint64, feasible->n);
  if (!run.priority->info->map (&run, feasible, result->scores, error)
      || (info->reduce != NULL
          && !info->reduce (&run, feasible, result->scores, error)))
    return plugin_failed (cycle, priority, TRUE, error);
  fit_wrapping_add_weighted (totals, result->scores, priority->weight,
                             feasible->n);
  return TRUE;
}

/* Runs PreScore of the plugins that do not score: it may fail, too. */
static gboolean
run_prepared (const FitCycle *cycle, const FitPriorityMetadata *meta,
              const FitNodeList *feasible, GError **error)
{
  const GPtrArray *prepared = cycle->algorithm->prepared;

  for (guint i = 0; prepared != NULL && i < prepared->len; i++)
    {
      const FitPriority *priority = prepared->pdata[i];
      FitPriorityRun run = { .priority = priority, .meta = meta };

      if (priority->info->prepare != NULL
          && !priority->info->prepare (&run, feasible, error))
        return plugin_failed (cycle, priority, FALSE, error);
    }
  return TRUE;
}

/* Returns: FALSE with all errors combined, if there are any; a profile ends at
 * the first */
static gboolean
score_by_priorities (const FitCycle *cycle, const FitNodeList *feasible,
                     FitRanking *ranking, gint64 *totals, GError **error)
{
  const GPtrArray *priorities = cycle->algorithm->priorities;
  FitArena *arena = cycle->arena;
  FitPriorityMetadata *meta
      = fit_priority_metadata_new (cycle->cache, cycle->pod, arena);
  g_auto (FitMessages) problems = { 0 };
  g_autofree char *text = NULL;
  gint64 everywhere = 0;

  fit_messages_init (&problems);
  meta->max_score = cycle->algorithm->max_score;
  meta->bare_nodes = cycle->bare;
  if (!run_prepared (cycle, meta, feasible, error))
    return FALSE;
  for (guint p = 0; p < priorities->len
                    && !(cycle->filters != NULL && problems.texts->len > 0);
       p++)
    {
      FitScores *result = &ranking->scores[ranking->n_scores++];
      g_autoptr (GError) problem = NULL;

      result->priority = priorities->pdata[p];
      result->name = result->priority->name;
      result->weight = result->priority->weight;
      if (!score (cycle, meta, feasible, result, totals, &everywhere, &problem))
        {
          result->error = g_strdup (problem->message);
          fit_messages_add (&problems, problem->message);
        }
    }
  for (guint i = 0; i < feasible->n; i++)
    totals[i] = fit_wrapping_add (totals[i], everywhere);
  if (problems.texts->len == 0)
    return TRUE;
  text = fit_messages_aggregate (&problems, FALSE);
  return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", text);
}

static gboolean
score_by_plugins (const FitCycle *cycle, const FitNodeList *feasible,
                  FitRanking *ranking, gint64 *totals, GError **error)
{
  const guint n = fit_framework_n_scores (cycle->framework);
  FitScores *scores;
  g_auto (FitStatus) status
      = fit_framework_pre_score (cycle->framework, &cycle->plugins, feasible);

  if (!fit_cycle_succeeded (&status, error))
    return FALSE;
  status = fit_framework_score (cycle->framework, &cycle->plugins, feasible,
                                cycle->arena, totals, &scores);
  if (!fit_cycle_succeeded (&status, error))
    return FALSE;
  memcpy (ranking->scores + ranking->n_scores, scores, sizeof *scores * n);
  ranking->n_scores += n;
  return TRUE;
}

/* Returns: @nodes without pods, in memory of the cycle */
static FitNodeList
strip (const FitCycle *cycle, const FitNodeList *nodes)
{
  const FitNodeInfo **list
      = fit_arena_newn (cycle->arena, const FitNodeInfo *, nodes->n);
  FitNodeInfo *bare = fit_arena_new0 (cycle->arena, FitNodeInfo, nodes->n);

  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];

      bare[i].node = node->node;
      bare[i].traits = node->traits;
      bare[i].index = node->index;
      bare[i].zone = node->zone;
      bare[i].name = node->name;
      bare[i].generation = node->generation;
      list[i] = &bare[i];
    }
  return (FitNodeList){ nodes->n, list };
}

gboolean
fit_cycle_prioritize (FitCycle *cycle, GError **error)
{
  const FitNodeList bare
      = cycle->bare ? strip (cycle, &cycle->feasible) : cycle->feasible;
  const FitNodeList *feasible = &bare;
  FitRanking *ranking = &cycle->ranking;
  const guint n_priorities = cycle->algorithm->priorities->len;
  const gboolean extended
      = cycle->extenders != NULL || cycle->algorithm->extenders->len > 0
        || (cycle->filters != NULL && cycle->framework != NULL
            && fit_framework_has (cycle->framework, FIT_POINT_SCORE));
  FitArena *arena = cycle->arena;
  gint64 *totals = fit_arena_new0 (arena, gint64, feasible->n);

  *ranking = (FitRanking){
    .scores = fit_arena_new0 (
        arena, FitScores,
        MAX (n_priorities, 1)
            + (cycle->framework ? fit_framework_n_scores (cycle->framework)
                                : 0))
  };
  if (n_priorities == 0)
    {
      gint64 *scores = fit_arena_newn (cycle->arena, gint64, feasible->n);

      /* Without any priority, all nodes score the same: 1, or 0 if extenders
       * follow. */
      ranking->n_scores = 1;
      ranking->scores[0] = (FitScores){ .name = "EqualPriority",
                                        .weight = 1,
                                        .scores = scores };
      fill (scores, extended ? 0 : 1, feasible->n);
      fill (totals, extended ? 0 : 1, feasible->n);
    }
  else if (!score_by_priorities (cycle, feasible, ranking, totals, error))
    return FALSE;
  /* With neither priorities nor extenders v1.16 runs no Score plugin. */
  if (cycle->framework != NULL && (n_priorities || extended)
      && !score_by_plugins (cycle, feasible, ranking, totals, error))
    return FALSE;
  ranking->totals = totals;
  if (cycle->extenders == NULL)
    return TRUE;
  ranking->extenders = fit_extenders_prioritize (
      cycle->extenders, cycle->cache, cycle->pod, feasible,
      cycle->algorithm->max_score / FIT_MAX_PRIORITY, totals, error);
  return ranking->extenders != NULL;
}
