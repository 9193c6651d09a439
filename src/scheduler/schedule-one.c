/* schedule-one.c - one pod of the queue, from the attempt to the start of its binding */
#include "scheduler/scheduler-private.h"

#include "core/outcome.h"

void
fit_turn_clear (FitTurn *turn)
{
  fit_pod_unref (g_steal_pointer (&turn->pod));
  fit_pod_unref (g_steal_pointer (&turn->assumed));
  g_clear_pointer (&turn->state, fit_cycle_state_free);
  g_clear_pointer (&turn->rejected_by, g_ptr_array_unref);
  fit_nomination_clear (&turn->nomination);
  g_clear_error (&turn->no_room);
}

void
fit_turn_rejected_by (FitTurn *turn, const char *plugin)
{
  if (turn->rejected_by == NULL)
    turn->rejected_by = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (turn->rejected_by, g_strdup (plugin));
}

FitFrameworkCycle
fit_turn_cycle (const FitTurn *turn)
{
  return (FitFrameworkCycle){ turn->state, turn->assumed };
}

/* -- a node was found ------------------------------------------------------ */

/* From v1.19 on this is done by a plugin at Reserve. */
static void
fail_to_assume_volumes (FitScheduler *scheduler, FitTurn *turn,
                        const GError *problem)
{
  g_auto (FitStatus) said = { 0 }, worded = { 0 };

  if (!scheduler->behaviour.assumes_first)
    {
      fit_scheduler_fail (scheduler, turn, FIT_FAILURE_ASSUME_VOLUMES, problem);
      return;
    }
  said = fit_status (FIT_STATUS_ERROR, "%s", problem->message);
  worded = fit_framework_word (turn->profile->framework, FIT_POINT_RESERVE,
                               "VolumeBinding", turn->assumed, &said);
  fit_scheduler_fail_with_status (scheduler, turn, FIT_FAILURE_RESERVE,
                                  &worded);
}

static gboolean
assume_volumes (FitScheduler *scheduler, FitTurn *turn, const FitNodeInfo *node,
                gboolean *out_all_bound)
{
  g_autoptr (GError) problem = NULL;

  *out_all_bound = TRUE;
  if (!turn->profile->binds_volumes
      || fit_volume_binder_assume (fit_cache_volume_binder (scheduler->cache),
                                   turn->assumed, node->node, out_all_bound,
                                   &problem))
    return TRUE;
  fail_to_assume_volumes (scheduler, turn, problem);
  return FALSE;
}

static gboolean
reserve (FitScheduler *scheduler, FitTurn *turn)
{
  const FitFrameworkCycle cycle = fit_turn_cycle (turn);
  g_auto (FitStatus) status = fit_framework_reserve (
      turn->profile->framework, &cycle, turn->assumed->node_name);

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

  const gboolean assumes_first = scheduler->behaviour.assumes_first;

  turn->assumed = fit_pod_with_node_name (turn->pod, result->node->name);
  if ((!assumes_first || assume (scheduler, turn, result))
      && assume_volumes (scheduler, turn, result->node, &all_bound)
      && reserve (scheduler, turn)
      && (assumes_first || assume (scheduler, turn, result)))
    fit_scheduler_begin_binding (scheduler, turn, all_bound);
}

/* -- none was found -------------------------------------------------------- */

/* Records the plugins that rejected the pod, unless any event at all may
 * help. */
static void
note_rejections (FitTurn *turn)
{
  g_autoptr (GPtrArray) names
      = fit_generic_scheduler_rejected_by (turn->profile->algorithm);

  for (guint i = 0; i < names->len; i++)
    if (!fit_profile_listens (turn->profile, names->pdata[i]))
      return;
  for (guint i = 0; i < names->len; i++)
    fit_turn_rejected_by (turn, names->pdata[i]);
}

/* v1.16 handles the failure first, so a pod that preempts is queued again like
 * any other.  Later releases preempt first and report both together. */
static void
fit_nowhere (FitScheduler *scheduler, FitTurn *turn, const char *text)
{
  const gboolean nominates_last = scheduler->behaviour.nominates_last;
  g_autofree char *no_room
      = nominates_last ? fit_scheduler_make_room (scheduler, turn) : NULL;
  g_autofree char *both = NULL;
  g_autoptr (GError) problem = NULL;

  note_rejections (turn);
  if (no_room != NULL && scheduler->behaviour.tells_of_preemption)
    both = g_strdup_printf ("%s %s%s", text, no_room,
                            scheduler->behaviour.dots_preemption ? "." : "");
  problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                 both != NULL ? both : text);
  fit_scheduler_fail (scheduler, turn, FIT_FAILURE_FITS_NOWHERE, problem);
  if (!nominates_last && !turn->profile->disable_preemption)
    fit_scheduler_preempt (scheduler, turn);
}

static void
fail_to_try (FitScheduler *scheduler, FitTurn *turn, const GError *problem)
{
  turn->nomination.decides = TRUE; /* clears it: preemption was not tried */
  fit_scheduler_fail (scheduler, turn,
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
  g_auto (FitTurn) turn
      = { .profile = fit_scheduler_profile_of (scheduler, pod),
          .pod = fit_pod_ref (pod),
          .state = fit_cycle_state_new () };
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) problem = NULL;

  if (!fit_generic_scheduler_schedule (turn.profile->algorithm, pod, turn.state,
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
