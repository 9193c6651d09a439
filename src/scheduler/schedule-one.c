/* schedule-one.c - one pod of the queue, from the attempt to the start of its
 * binding
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include "core/outcome.h"

/* -- a node was found ------------------------------------------------------ */

/* Counts the pod on its node from now on, before the API server knows. */
static gboolean
assume_pod (FitScheduler *scheduler, const FitPodAttempt *attempt,
            const FitScheduleResult *result)
{
  g_autoptr (GError) problem = NULL;

  if (!fit_cache_assume_pod (scheduler->cache, attempt->assumed, &problem))
    {
      fit_scheduler_fail (scheduler, attempt, FIT_FAILURE_ASSUME, problem);
      return FALSE;
    }
  fit_nominated_pods_remove (fit_cache_nominated_pods (scheduler->cache),
                             attempt->assumed);
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_ASSUMED,
                                 .pod = attempt->pod,
                                 .node_name = attempt->assumed->node_name,
                                 .scored = result->scored,
                                 .score = result->score,
                                 .evaluated = result->evaluated,
                                 .feasible = result->feasible });
  return TRUE;
}

/* Volumes are assumed by the scheduler in v1.16, and by a plugin at Reserve
 * from v1.19 on, which words their failure. */
static gboolean
assume_volumes (FitScheduler *scheduler, FitPodAttempt *attempt,
                const FitNode *node, gboolean *out_all_bound)
{
  g_autoptr (GError) problem = NULL;
  g_auto (FitStatus) said = { 0 }, worded = { 0 };

  if (attempt->profile->reserve_fails != NULL)
    problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                   attempt->profile->reserve_fails);
  else if (fit_volume_binder_assume (fit_cache_volume_binder (scheduler->cache),
                                     attempt->assumed, node, out_all_bound,
                                     &problem))
    return TRUE;
  if (!scheduler->behaviour.assumes_first)
    {
      fit_scheduler_fail (scheduler, attempt, FIT_FAILURE_ASSUME_VOLUMES,
                          problem);
      return FALSE;
    }
  said = fit_status (FIT_STATUS_ERROR, "%s", problem->message);
  worded = fit_framework_word (attempt->profile->framework, FIT_POINT_RESERVE,
                               fit_rule_volume_binding.name, attempt->assumed,
                               &said);
  fit_scheduler_fail_with_status (scheduler, attempt, FIT_FAILURE_RESERVE,
                                  &worded);
  return FALSE;
}

/* v1.16 assumes the pod last, later releases assume it first.  Whichever step
 * fails has reported the failure. */
static void
place_on_node (FitScheduler *scheduler, FitPodAttempt *attempt,
               const FitScheduleResult *result)
{
  const gboolean assumes_first = scheduler->behaviour.assumes_first;
  gboolean all_bound = TRUE;
  FitFrameworkCycle cycle;
  g_auto (FitStatus) reserved = { 0 };

  attempt->assumed = fit_pod_with_node_name (attempt->pod, result->node->name);
  if (assumes_first && !assume_pod (scheduler, attempt, result))
    return;
  if (attempt->profile->binds_volumes
      && !assume_volumes (scheduler, attempt, result->node->node, &all_bound))
    return;
  cycle = fit_pod_attempt_plugins (attempt);
  reserved = fit_framework_reserve (attempt->profile->framework, &cycle,
                                    attempt->assumed->node_name);
  if (reserved.code != FIT_STATUS_SUCCESS)
    {
      fit_scheduler_fail_with_status (scheduler, attempt, FIT_FAILURE_RESERVE,
                                      &reserved);
      return;
    }
  if (assumes_first || assume_pod (scheduler, attempt, result))
    fit_scheduler_begin_binding (scheduler, attempt, all_bound);
}

/* -- none was found -------------------------------------------------------- */

/* v1.16 handles the failure first, so a pod that preempts is queued again like
 * any other.  Later releases preempt first and report both together. */
static void
fail_without_node (FitScheduler *scheduler, FitPodAttempt *attempt,
                   const char *text)
{
  const gboolean nominates_last = scheduler->behaviour.nominates_last;
  gboolean listen = TRUE;
  g_autofree char *no_room
      = nominates_last ? fit_scheduler_make_room (scheduler, attempt) : NULL;
  g_autofree char *both = NULL;
  g_autoptr (GPtrArray) names
      = fit_generic_scheduler_rejected_by (attempt->profile->algorithm);
  g_autoptr (GError) problem = NULL;

  /* If one of the plugins has not registered for events, any event at all may
   * help the pod: none of them is recorded then. */
  for (guint i = 0; listen && i < names->len; i++)
    listen = fit_profile_listens (attempt->profile, names->pdata[i]);
  for (guint i = 0; listen && i < names->len; i++)
    fit_pod_attempt_rejected_by (attempt, names->pdata[i]);

  if (no_room != NULL && scheduler->behaviour.tells_of_preemption)
    both = g_strdup_printf ("%s %s%s", text, no_room,
                            scheduler->behaviour.dots_preemption ? "." : "");
  problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                 both != NULL ? both : text);
  fit_scheduler_fail (scheduler, attempt, FIT_FAILURE_FITS_NOWHERE, problem);
  if (!nominates_last && !attempt->profile->disable_preemption)
    fit_scheduler_preempt (scheduler, attempt);
}

/* -- one attempt ----------------------------------------------------------- */

static void
skip_pod (FitScheduler *scheduler, const FitPod *pod)
{
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_SKIPPED, .pod = pod });
  fit_generic_scheduler_pass (
      fit_scheduler_profile_of (scheduler, pod)->algorithm);
  fit_scheduling_queue_done (scheduler->queue, pod->meta.uid);
}

/* Was the pod queued again although it already has a node? */
static gboolean
is_on_its_way (const FitScheduler *scheduler, const FitPod *pod)
{
  if (!fit_cache_is_assumed (scheduler->cache, pod))
    return FALSE;
  if (scheduler->behaviour.skips_assumed)
    return TRUE;
  return scheduler->behaviour.skips_unchanged
         && fit_pod_update_skippable (
             fit_cache_find_pod (scheduler->cache, pod->meta.uid), pod);
}

static FitFailedStep
failed_step (const GError *problem)
{
  if (fit_outcome_answers (problem))
    return FIT_FAILURE_FITS_NOWHERE;
  return g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_EVALUATED)
             ? FIT_FAILURE_NOT_EVALUATED
             : FIT_FAILURE_SCHEDULE;
}

static void
try_pod (FitScheduler *scheduler, const FitPod *pod)
{
  g_auto (FitPodAttempt) attempt
      = { .profile = fit_scheduler_profile_of (scheduler, pod),
          .pod = fit_pod_ref (pod),
          .state = fit_cycle_state_new () };
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) problem = NULL;

  fit_generic_scheduler_set_time (attempt.profile->algorithm,
                                  scheduler->now_ns);
  if (!fit_generic_scheduler_schedule (attempt.profile->algorithm, pod,
                                       attempt.state, &result, &problem))
    {
      /* Preemption was not tried, so the failure clears the nomination. */
      const FitFailedStep step = failed_step (problem);

      attempt.nomination.decides = !scheduler->behaviour.keeps_nomination;
      if (step == FIT_FAILURE_NOT_EVALUATED)
        {
          g_hash_table_add (scheduler->unanswered, g_strdup (pod->meta.uid));
          fit_pod_attempt_rejected_by (&attempt, FIT_UNANSWERED);
        }
      fit_scheduler_fail (scheduler, &attempt, step, problem);
      return;
    }
  attempt.evaluated = result.evaluated;
  attempt.feasible = result.feasible;
  if (result.node == NULL)
    fail_without_node (scheduler, &attempt, result.fit_error);
  else
    place_on_node (scheduler, &attempt, &result);
}

gboolean
fit_scheduler_schedule_one (FitScheduler *scheduler, gint64 now_ns)
{
  g_autoptr (FitPod) pod = NULL;

  fit_scheduler_enter (scheduler, now_ns);
  pod = fit_scheduling_queue_pop (scheduler->queue);
  if (pod != NULL && fit_object_meta_deleting (&pod->meta))
    {
      skip_pod (scheduler, pod);
      fit_scheduler_event (scheduler, FIT_EVENT_FAILED_SCHEDULING, pod, NULL,
                           "skip schedule deleting pod: %s/%s",
                           pod->meta.namespace_, pod->meta.name);
    }
  else if (pod != NULL && is_on_its_way (scheduler, pod))
    skip_pod (scheduler, pod);
  else if (pod != NULL)
    try_pod (scheduler, pod);
  fit_scheduler_leave (scheduler);
  return pod != NULL;
}
