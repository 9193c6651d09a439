/* cycles.c - begins and ends attempts to place a pod, and says when they have
 * found enough nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/cycle.h"

#include "core/attempt.h"
#include "core/extenders.h"
#include "core/generic-scheduler.h"

/* Always look for at least this many feasible nodes. */
#define MIN_FEASIBLE_NODES 100
#define MIN_PERCENTAGE 5

void
fit_cycle_begin (FitGenericScheduler *scheduler, const FitPod *pod,
                 FitCycleState *state, gboolean check_all, FitCycle *out_cycle)
{
  fit_cache_sweep (scheduler->cache);
  fit_cycle_begin_inside (scheduler, pod, state, check_all, out_cycle);
}

void
fit_cycle_begin_inside (FitGenericScheduler *scheduler, const FitPod *pod,
                        FitCycleState *state, gboolean check_all,
                        FitCycle *out_cycle)
{
  const FitSchedulerOptions *options = &scheduler->options;
  const FitAlgorithm *algorithm = scheduler->algorithm;

  fit_arena_reset (scheduler->arena);
  g_clear_pointer (&scheduler->state, fit_cycle_state_free);
  if (options->framework != NULL && state == NULL)
    state = scheduler->state = fit_cycle_state_new ();
  *out_cycle = (FitCycle){
    .cache = scheduler->cache,
    .algorithm = algorithm,
    .arena = scheduler->arena,
    .pod = pod,
    .framework = options->framework,
    .plugins = { state, pod },
    .extenders = options->extenders != NULL && options->extenders->len
                     ? options->extenders
                     : NULL,
    .behaviour = &scheduler->behaviour,
    .filters = options->filters,
    .candidates = options->preemption,
    .post_filters = options->post_filters,
    .check_all = check_all || algorithm->always_check_all_predicates
                 || scheduler->behaviour.filters_all,
    .undecided = check_all,
  };
}

void
fit_ranking_clear (FitRanking *ranking)
{
  for (guint i = 0; i < ranking->n_scores; i++)
    g_free (ranking->scores[i].error);
  g_clear_pointer (&ranking->extenders, g_array_unref);
}

void
fit_cycle_clear (FitCycle *cycle)
{
  g_clear_pointer (&cycle->rejections, g_array_unref);
  g_clear_pointer (&cycle->skipped, g_ptr_array_unref);
  g_clear_pointer (&cycle->rejected, g_free);
  g_clear_pointer (&cycle->signature, g_free);
  fit_ranking_clear (&cycle->ranking);
}

char *
fit_cycle_fit_error (const FitCycle *cycle)
{
  if (cycle->rejected != NULL)
    return g_strdup (cycle->rejected);
  return fit_fit_error_text (cycle->n_nodes, cycle->verdicts, cycle->n_verdicts,
                             cycle->rejections,
                             !cycle->behaviour->fit_error_is_bare);
}

gboolean
fit_cycle_succeeded (const FitStatus *status, GError **error)
{
  if (status->code == FIT_STATUS_SUCCESS)
    return TRUE;
  return fit_fail (error, FIT_ERROR_SCHEDULE, "%s",
                   fit_status_message (status));
}

guint
fit_num_feasible_nodes_to_find (guint n_nodes, gint32 percentage)
{
  guint enough;

  if (n_nodes < MIN_FEASIBLE_NODES || percentage >= 100)
    return n_nodes;
  if (percentage <= 0)
    percentage = MAX (50 - (gint32) (n_nodes / 125), MIN_PERCENTAGE);
  enough = (guint) ((guint64) n_nodes * (guint) percentage / 100);
  return MAX (enough, MIN_FEASIBLE_NODES);
}

/* Does anything choose among the nodes that pass the filters? */
static gboolean
has_choosers (const FitCycle *cycle)
{
  if (cycle->algorithm->priorities->len > 0
      || (cycle->framework != NULL
          && fit_framework_has (cycle->framework, FIT_POINT_SCORE)))
    return TRUE;
  for (guint i = 0; cycle->extenders != NULL && i < cycle->extenders->len; i++)
    if (fit_extender_is_filter (cycle->extenders->pdata[i])
        || fit_extender_is_prioritizer (cycle->extenders->pdata[i]))
      return TRUE;
  return FALSE;
}

guint
fit_cycle_enough (const FitGenericScheduler *scheduler, const FitCycle *cycle,
                  guint n)
{
  if (cycle->behaviour->first_node_will_do && !has_choosers (cycle))
    return MIN (n, 1);
  if (!cycle->behaviour->search_goes_on
      && cycle->algorithm->predicates->len == 0)
    return n;
  return fit_num_feasible_nodes_to_find (
      n, scheduler->options.percentage_of_nodes_to_score);
}
