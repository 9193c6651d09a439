#include "scheduler/scheduler-private.h"

#include <string.h>

void
fit_turn_clear (FitTurn *turn)
{
  fit_pod_unref (g_steal_pointer (&turn->pod));
  fit_pod_unref (g_steal_pointer (&turn->assumed));
  g_clear_pointer (&turn->state, fit_cycle_state_free);
}

FitFrameworkCycle
fit_turn_cycle (const FitTurn *turn)
{
  return (FitFrameworkCycle){ turn->state, turn->assumed };
}

/* -- a node was found ------------------------------------------------------ */

static gboolean
assume_volumes (FitScheduler *scheduler, const FitTurn *turn,
                const FitNodeInfo *node, gboolean *out_all_bound)
{
  g_autoptr (GError) problem = NULL;

  *out_all_bound = TRUE;
  if (!scheduler->binds_volumes
      || fit_volume_binder_assume (fit_cache_volume_binder (scheduler->cache),
                                   turn->assumed, node->node, out_all_bound,
                                   &problem))
    return TRUE;
  fit_scheduler_fail (scheduler, turn, FIT_FAILURE_ASSUME_VOLUMES, problem);
  return FALSE;
}

static gboolean
reserve (FitScheduler *scheduler, const FitTurn *turn)
{
  const FitFrameworkCycle cycle = fit_turn_cycle (turn);
  g_auto (FitStatus) status = fit_framework_reserve (
      scheduler->framework, &cycle, turn->assumed->node_name);

  if (status.code == FIT_STATUS_SUCCESS)
    return TRUE;
  fit_scheduler_fail_with_status (scheduler, turn, FIT_FAILURE_RESERVE,
                                  &status);
  return FALSE;
}

static gboolean
assume (FitScheduler *scheduler, const FitTurn *turn,
        const FitScheduleResult *result)
{
  g_autoptr (GError) problem = NULL;

  if (!fit_cache_assume_pod (scheduler->cache, turn->assumed, &problem))
    {
      fit_scheduler_fail (scheduler, turn, FIT_FAILURE_ASSUME, problem);
      return FALSE;
    }
  fit_nominated_pods_remove (fit_cache_nominated_pods (scheduler->cache),
                             turn->assumed);
  fit_scheduler_report (scheduler,
                        &(FitDecision){ .type = FIT_DECISION_ASSUMED,
                                        .pod = turn->pod,
                                        .node_name = turn->assumed->node_name,
                                        .scored = result->scored,
                                        .score = result->score,
                                        .evaluated = result->evaluated,
                                        .feasible = result->feasible });
  return TRUE;
}

static void
place (FitScheduler *scheduler, FitTurn *turn, const FitScheduleResult *result)
{
  gboolean all_bound;

  turn->assumed = fit_pod_with_node_name (turn->pod, result->node->name);
  if (assume_volumes (scheduler, turn, result->node, &all_bound)
      && reserve (scheduler, turn) && assume (scheduler, turn, result))
    fit_scheduler_begin_binding (scheduler, turn, all_bound);
}

/* -- none was found -------------------------------------------------------- */

/* The failure goes first: a pod that preempts is on its way back to the queue
 * as any other. */
static void
fit_nowhere (FitScheduler *scheduler, const FitTurn *turn, const char *text)
{
  g_autoptr (GError) problem
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE, text);

  fit_scheduler_fail (scheduler, turn, FIT_FAILURE_FITS_NOWHERE, problem);
  if (!scheduler->disable_preemption)
    fit_scheduler_preempt (scheduler, turn->pod);
}

static void
fail_to_try (FitScheduler *scheduler, const FitTurn *turn,
             const GError *problem)
{
  const gboolean no_nodes
      = strcmp (problem->message, FIT_NO_NODES_AVAILABLE) == 0;

  fit_scheduler_fail (
      scheduler, turn,
      no_nodes ? FIT_FAILURE_FITS_NOWHERE : FIT_FAILURE_SCHEDULE, problem);
}

/* -- one turn -------------------------------------------------------------- */

static void
skip (FitScheduler *scheduler, const FitPod *pod)
{
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_SKIPPED, .pod = pod });
  fit_scheduler_event (scheduler, FIT_EVENT_FAILED_SCHEDULING, pod, NULL,
                       "skip schedule deleting pod: %s/%s",
                       pod->meta.namespace_, pod->meta.name);
}

static void
try_pod (FitScheduler *scheduler, const FitPod *pod)
{
  g_auto (FitTurn) turn
      = { .pod = fit_pod_ref (pod), .state = fit_cycle_state_new () };
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) problem = NULL;

  if (!fit_generic_scheduler_schedule (scheduler->algorithm, pod, turn.state,
                                       &result, &problem))
    {
      fail_to_try (scheduler, &turn, problem);
      return;
    }
  turn.evaluated = result.evaluated;
  turn.feasible = result.feasible;
  if (result.node == NULL)
    fit_nowhere (scheduler, &turn, result.fit_error);
  else
    place (scheduler, &turn, &result);
}

static void
complain_if_closed (FitScheduler *scheduler)
{
  if (fit_scheduling_queue_closed (scheduler->queue))
    fit_scheduler_problem (
        scheduler, NULL,
        "Error while retrieving next pod from scheduling queue: %s",
        FIT_QUEUE_CLOSED_TEXT);
}

gboolean
fit_scheduler_schedule_one (FitScheduler *scheduler, gint64 now_ns)
{
  g_autoptr (FitPod) pod = NULL;

  fit_scheduler_enter (scheduler, now_ns);
  pod = fit_scheduling_queue_pop (scheduler->queue);
  if (pod == NULL)
    complain_if_closed (scheduler);
  else if (fit_object_meta_deleting (&pod->meta))
    skip (scheduler, pod);
  else
    try_pod (scheduler, pod);
  fit_scheduler_leave (scheduler);
  return pod != NULL;
}
