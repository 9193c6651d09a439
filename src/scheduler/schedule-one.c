/* schedule-one.c - one pod of the queue, from the attempt to the start of its
 * binding */
#include "scheduler/scheduler-private.h"

#include "core/outcome.h"

void
fit_pod_attempt_clear (FitPodAttempt *attempt)
{
  fit_pod_unref (g_steal_pointer (&attempt->pod));
  fit_pod_unref (g_steal_pointer (&attempt->assumed));
  g_clear_pointer (&attempt->state, fit_cycle_state_free);
  g_clear_pointer (&attempt->rejected_by, g_ptr_array_unref);
  fit_nomination_clear (&attempt->nomination);
  g_clear_error (&attempt->no_room);
}

void
fit_pod_attempt_rejected_by (FitPodAttempt *attempt, const char *plugin)
{
  if (attempt->rejected_by == NULL)
    attempt->rejected_by = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (attempt->rejected_by, g_strdup (plugin));
}

FitFrameworkCycle
fit_pod_attempt_plugins (const FitPodAttempt *attempt)
{
  return (FitFrameworkCycle){ attempt->state, attempt->assumed };
}

/* -- a node was found ------------------------------------------------------ */

/* From v1.19 on this is done by a plugin at Reserve. */
static void
fail_to_assume_volumes (FitScheduler *scheduler, FitPodAttempt *attempt,
                        const GError *problem)
{
  g_auto (FitStatus) said = { 0 }, worded = { 0 };

  if (!scheduler->behaviour.assumes_first)
    {
      fit_scheduler_fail (scheduler, attempt, FIT_FAILURE_ASSUME_VOLUMES,
                          problem);
      return;
    }
  said = fit_status (FIT_STATUS_ERROR, "%s", problem->message);
  worded = fit_framework_word (attempt->profile->framework, FIT_POINT_RESERVE,
                               fit_rule_volume_binding.name, attempt->assumed,
                               &said);
  fit_scheduler_fail_with_status (scheduler, attempt, FIT_FAILURE_RESERVE,
                                  &worded);
}

static gboolean
assume_volumes (FitScheduler *scheduler, FitPodAttempt *attempt,
                const FitNodeInfo *node, gboolean *out_all_bound)
{
  g_autoptr (GError) problem = NULL;

  *out_all_bound = TRUE;
  if (!attempt->profile->binds_volumes
      || fit_volume_binder_assume (fit_cache_volume_binder (scheduler->cache),
                                   attempt->assumed, node->node, out_all_bound,
                                   &problem))
    return TRUE;
  fail_to_assume_volumes (scheduler, attempt, problem);
  return FALSE;
}

static gboolean
reserve (FitScheduler *scheduler, FitPodAttempt *attempt)
{
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (attempt);
  g_auto (FitStatus) status = fit_framework_reserve (
      attempt->profile->framework, &cycle, attempt->assumed->node_name);

  if (status.code == FIT_STATUS_SUCCESS)
    return TRUE;
  fit_scheduler_fail_with_status (scheduler, attempt, FIT_FAILURE_RESERVE,
                                  &status);
  return FALSE;
}

static gboolean
assume (FitScheduler *scheduler, const FitPodAttempt *attempt,
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

static void
place (FitScheduler *scheduler, FitPodAttempt *attempt,
       const FitScheduleResult *result)
{
  gboolean all_bound;

  const gboolean assumes_first = scheduler->behaviour.assumes_first;

  attempt->assumed = fit_pod_with_node_name (attempt->pod, result->node->name);
  if ((!assumes_first || assume (scheduler, attempt, result))
      && assume_volumes (scheduler, attempt, result->node, &all_bound)
      && reserve (scheduler, attempt)
      && (assumes_first || assume (scheduler, attempt, result)))
    fit_scheduler_begin_binding (scheduler, attempt, all_bound);
}

/* -- none was found -------------------------------------------------------- */

/* Records the plugins that rejected the pod, unless any event at all may
 * help. */
static void
note_rejections (FitPodAttempt *attempt)
{
  g_autoptr (GPtrArray) names
      = fit_generic_scheduler_rejected_by (attempt->profile->algorithm);

  for (guint i = 0; i < names->len; i++)
    if (!fit_profile_listens (attempt->profile, names->pdata[i]))
      return;
  for (guint i = 0; i < names->len; i++)
    fit_pod_attempt_rejected_by (attempt, names->pdata[i]);
}

/* v1.16 handles the failure first, so a pod that preempts is queued again like
 * any other.  Later releases preempt first and report both together. */
static void
fit_nowhere (FitScheduler *scheduler, FitPodAttempt *attempt, const char *text)
{
  const gboolean nominates_last = scheduler->behaviour.nominates_last;
  g_autofree char *no_room
      = nominates_last ? fit_scheduler_make_room (scheduler, attempt) : NULL;
  g_autofree char *both = NULL;
  g_autoptr (GError) problem = NULL;

  note_rejections (attempt);
  if (no_room != NULL && scheduler->behaviour.tells_of_preemption)
    both = g_strdup_printf ("%s %s%s", text, no_room,
                            scheduler->behaviour.dots_preemption ? "." : "");
  problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                 both != NULL ? both : text);
  fit_scheduler_fail (scheduler, attempt, FIT_FAILURE_FITS_NOWHERE, problem);
  if (!nominates_last && !attempt->profile->disable_preemption)
    fit_scheduler_preempt (scheduler, attempt);
}

static void
fail_to_try (FitScheduler *scheduler, FitPodAttempt *attempt,
             const GError *problem)
{
  attempt->nomination.decides = TRUE; /* clears it: preemption was not tried */
  fit_scheduler_fail (scheduler, attempt,
                      fit_outcome_answers (problem) ? FIT_FAILURE_FITS_NOWHERE
                                                    : FIT_FAILURE_SCHEDULE,
                      problem);
}

/* -- one attempt ----------------------------------------------------------- */

static void
skip (FitScheduler *scheduler, const FitPod *pod)
{
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_SKIPPED, .pod = pod });
  fit_scheduling_queue_done (scheduler->queue, pod->meta.uid);
}

static void
skip_deleting (FitScheduler *scheduler, const FitPod *pod)
{
  skip (scheduler, pod);
  fit_scheduler_event (scheduler, FIT_EVENT_FAILED_SCHEDULING, pod, NULL,
                       "skip schedule deleting pod: %s/%s",
                       pod->meta.namespace_, pod->meta.name);
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

static void
try_pod (FitScheduler *scheduler, const FitPod *pod)
{
  g_auto (FitPodAttempt) attempt
      = { .profile = fit_scheduler_profile_of (scheduler, pod),
          .pod = fit_pod_ref (pod),
          .state = fit_cycle_state_new () };
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) problem = NULL;

  if (!fit_generic_scheduler_schedule (attempt.profile->algorithm, pod,
                                       attempt.state, &result, &problem))
    {
      fail_to_try (scheduler, &attempt, problem);
      return;
    }
  attempt.evaluated = result.evaluated;
  attempt.feasible = result.feasible;
  if (result.node == NULL)
    fit_nowhere (scheduler, &attempt, result.fit_error);
  else
    place (scheduler, &attempt, &result);
}

static void
try_or_skip (FitScheduler *scheduler, const FitPod *pod)
{
  if (fit_object_meta_deleting (&pod->meta))
    skip_deleting (scheduler, pod);
  else if (is_on_its_way (scheduler, pod))
    skip (scheduler, pod);
  else
    try_pod (scheduler, pod);
}

gboolean
fit_scheduler_schedule_one (FitScheduler *scheduler, gint64 now_ns)
{
  g_autoptr (FitPod) pod = NULL;

  fit_scheduler_enter (scheduler, now_ns);
  pod = fit_scheduling_queue_pop (scheduler->queue);
  if (pod != NULL)
    try_or_skip (scheduler, pod);
  fit_scheduler_leave (scheduler);
  return pod != NULL;
}
