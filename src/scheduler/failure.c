/* failure.c - what follows a failed attempt: which steps, in which order, for
 * each kind of failure
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include <string.h>

#include "base/intern.h"

/* A failure and how to report it. */
typedef struct
{
  const FitPodAttempt *attempt;
  FitFailedStep step;
  const char *reason;     /* of the condition */
  gboolean unschedulable; /* the pod was rejected; it is not an internal
                             error */
  char *note;             /* owned: of the event */
  const GError *problem;  /* of the condition */
  gboolean counted;       /* the pod counted on its node, and no longer does */
} Failure;

/* An action after a failure. */
typedef void (*Step) (FitScheduler *scheduler, Failure *failure);

typedef struct
{
  const char *prefix;    /* (nullable): of the event */
  gboolean prefixes_all; /* of the condition too */
  const char *reason;    /* of the condition */
  gboolean unschedulable;
  Step steps[4]; /* in order; NULL: no more */
} Row;

/* -- the steps ------------------------------------------------------------- */

/* Stops counting the pod on its node. */
static void
forget (FitScheduler *scheduler, Failure *failure)
{
  const FitPodAttempt *attempt = failure->attempt;
  g_autoptr (GError) refusal = NULL;

  failure->counted
      = fit_cache_forget_pod (scheduler->cache, attempt->assumed, &refusal);
  if (!failure->counted)
    fit_scheduler_problem (scheduler, attempt->pod,
                           "scheduler cache ForgetPod failed: %s",
                           refusal->message);
}

/* Runs the Unreserve plugins. */
static void
unreserve (FitScheduler *scheduler, Failure *failure)
{
  const FitPodAttempt *attempt = failure->attempt;
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (attempt);

  fit_framework_unreserve (attempt->profile->framework, &cycle,
                           cycle.pod->node_name);
  if (attempt->profile->binds_volumes && scheduler->behaviour.assumes_first)
    fit_volume_binder_revert (fit_cache_volume_binder (scheduler->cache),
                              attempt->assumed);
}

static gboolean
is_another (const FitPod *pod, gpointer data)
{
  return strcmp (pod->meta.uid, ((const FitPod *) data)->meta.uid) != 0;
}

/* The pod frees room for other pods, but not for itself if it was rejected
 * there. */
static void
offer_room (FitScheduler *scheduler, Failure *failure)
{
  const FitPodAttempt *attempt = failure->attempt;
  const FitQueueChange change = {
    .event = fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE),
    .old_object = attempt->assumed,
    .check = failure->unschedulable ? is_another : NULL,
    .data = (gpointer) attempt->pod,
  };

  if (attempt->permitted && failure->counted)
    fit_scheduling_queue_move (scheduler->queue, &change, scheduler->now_ns);
}

/* Writes the nomination that the attempt with @pod resulted in.  From v1.23 on
 * every failure clears it, except one where preemption was tried. */
static void
record_nomination (FitScheduler *scheduler, const Failure *failure,
                   const FitPod *pod, GError **error)
{
  const FitWorld *world = scheduler->world;
  const FitPodAttempt *attempt = failure->attempt;
  FitNominatedPods *nominated = fit_cache_nominated_pods (scheduler->cache);
  const char *node_name = attempt->nomination.node_name;
  const gboolean clears = scheduler->behaviour.clears_nomination
                          && (attempt->nomination.decides
                              || (failure->step != FIT_FAILURE_FITS_NOWHERE
                                  && !scheduler->behaviour.keeps_nomination)
                              || (scheduler->behaviour.clears_nomination_alone
                                  && attempt->profile->post_filters->len == 0));

  if (node_name == NULL || *node_name == '\0')
    {
      if (!clears)
        return;
      fit_nominated_pods_remove (nominated, pod);
      node_name = "";
    }
  else
    {
      const char *interned = fit_intern (node_name);

      fit_nominated_pods_add (nominated, pod, interned);
      fit_intern_unref (interned);
    }
  if (strcmp (pod->nominated_node_name, node_name) == 0
      || !world->set_nominated_node (world->data, pod, node_name, error)
      || *node_name != '\0')
    return;
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_NOMINATION_CLEARED,
                                 .pod = pod,
                                 .node_name = pod->nominated_node_name });
}

/* Queues the pod again and reports the failure. */
static void
record (FitScheduler *scheduler, Failure *failure)
{
  const FitWorld *world = scheduler->world;
  const FitPodAttempt *attempt = failure->attempt;
  const FitPod *pod = attempt->pod;
  const char *message = failure->problem->message;
  const gboolean not_found
      = g_error_matches (failure->problem, FIT_ERROR, FIT_ERROR_NOT_FOUND);
  const GError *internal = NULL;
  g_autoptr (GError) write_problem = NULL;

  /* The API server returns "not found" for a pod that was deleted or replaced
   * meanwhile: that is no internal error. */
  if (attempt->no_room != NULL)
    internal = attempt->no_room;
  else if (!failure->unschedulable
           && !(failure->step == FIT_FAILURE_BIND && not_found))
    internal = failure->problem;
  fit_scheduler_report (
      scheduler,
      &(FitDecision){ .type = FIT_DECISION_FAILED,
                      .pod = pod,
                      .reason = failure->reason,
                      .message = message,
                      .evaluated = attempt->evaluated,
                      .feasible = attempt->feasible,
                      .kept_from_preempting = attempt->kept_from_preempting,
                      .error = internal });
  if (not_found)
    {
      g_auto (GStrv) words = g_strsplit (message, "\"", 3);
      g_autoptr (GError) answer = NULL;

      /* v1.16 recognises a missing node by the kind in the message: `KIND
       * "NAME" not found`.  The source may not have reported yet that the
       * node is gone. */
      if (g_strv_length (words) == 3 && strcmp (words[0], "node ") == 0
          && !world->get_node (world->data, words[1], &answer)
          && g_error_matches (answer, FIT_ERROR, FIT_ERROR_NOT_FOUND))
        fit_cache_remove_node (scheduler->cache, words[1], NULL);
    }
  if (!fit_scheduler_requeue (scheduler, attempt))
    return;
  if (scheduler->behaviour.writes_latest_pod)
    {
      const FitPod *latest = fit_scheduler_known_pod (scheduler, pod);

      pod = latest != NULL ? latest : pod;
    }
  fit_scheduler_event (scheduler, FIT_EVENT_FAILED_SCHEDULING, pod, NULL, "%s",
                       failure->note);
  if (scheduler->behaviour.nominates_last)
    record_nomination (scheduler, failure, pod, &write_problem);
  if (write_problem != NULL
      || !world->set_unscheduled (world->data, pod, failure->reason, message,
                                  &write_problem))
    fit_scheduler_problem (
        scheduler, pod, "Error updating the condition of the pod %s/%s: %s",
        pod->meta.namespace_, pod->meta.name, write_problem->message);
}

/* -- the rows -------------------------------------------------------------- */

/* Of the rows of a step, the first one with the release counts.  In v1.16
 * nothing is undone when Reserve fails: volumes stay assumed. */
/* clang-format off */
static const struct
{
  FitFailedStep step;
  FitSpan span;
  Row row;
} rows[] = {
  { FIT_FAILURE_FITS_NOWHERE, FIT_ALWAYS, { .reason = "Unschedulable", .unschedulable = TRUE, .steps = { record } } },

  { FIT_FAILURE_NOT_EVALUATED, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { record } } },

  { FIT_FAILURE_SCHEDULE, FIT_BEFORE (25), { .reason = "Unschedulable", .steps = { record } } },
  { FIT_FAILURE_SCHEDULE, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { record } } },

  { FIT_FAILURE_ASSUME_VOLUMES, FIT_ALWAYS, { .prefix = "AssumePodVolumes failed: ", .reason = "SchedulerError", .steps = { record } } },

  { FIT_FAILURE_RESERVE, FIT_BEFORE (19), { .reason = "SchedulerError", .steps = { record } } },
  { FIT_FAILURE_RESERVE, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, record } } },

  { FIT_FAILURE_ASSUME, FIT_BEFORE (19), { .prefix = "AssumePod failed: ", .reason = "SchedulerError", .steps = { record, unreserve } } },
  { FIT_FAILURE_ASSUME, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { record } } },

  { FIT_FAILURE_BIND_VOLUMES, FIT_BEFORE (19), { .reason = "VolumeBindingFailed", .steps = { forget, record, unreserve } } },
  { FIT_FAILURE_BIND_VOLUMES, FIT_BEFORE (23), { .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_BIND_VOLUMES, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },

  { FIT_FAILURE_REJECTED, FIT_BEFORE (19), { .reason = "Unschedulable", .unschedulable = TRUE, .steps = { forget, unreserve, record } } },
  { FIT_FAILURE_REJECTED, FIT_BEFORE (23), { .reason = "Unschedulable", .unschedulable = TRUE, .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_REJECTED, FIT_ALWAYS, { .reason = "Unschedulable", .unschedulable = TRUE, .steps = { unreserve, forget, record, offer_room } } },

  { FIT_FAILURE_PERMIT, FIT_BEFORE (19), { .reason = "SchedulerError", .steps = { forget, unreserve, record } } },
  { FIT_FAILURE_PERMIT, FIT_BEFORE (23), { .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_PERMIT, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },

  { FIT_FAILURE_WAIT, FIT_BEFORE (19), { .reason = "SchedulerError", .steps = { forget, unreserve, record } } },
  { FIT_FAILURE_WAIT, FIT_BEFORE (23), { .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_WAIT, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },

  { FIT_FAILURE_PRE_BIND, FIT_BEFORE (19), { .reason = "SchedulerError", .steps = { forget, unreserve, record } } },
  { FIT_FAILURE_PRE_BIND, FIT_BEFORE (23), { .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_PRE_BIND, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },

  { FIT_FAILURE_BIND, FIT_BEFORE (19), { .prefix = "Binding rejected: ", .reason = "SchedulerError", .steps = { forget, unreserve, record } } },
  { FIT_FAILURE_BIND, FIT_BEFORE (20), { .prefix = "Binding rejected: ", .prefixes_all = TRUE, .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_BIND, FIT_BEFORE (23), { .prefix = "binding rejected: ", .prefixes_all = TRUE, .reason = "SchedulerError", .steps = { unreserve, forget, record } } },
  { FIT_FAILURE_BIND, FIT_BEFORE (26), { .prefix = "binding rejected: ", .prefixes_all = TRUE, .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },
  { FIT_FAILURE_BIND, FIT_ALWAYS, { .reason = "SchedulerError", .steps = { unreserve, forget, offer_room, record } } },
};
/* clang-format on */

void
fit_scheduler_fail (FitScheduler *scheduler, const FitPodAttempt *attempt,
                    FitFailedStep step, const GError *problem)
{
  const Row *row = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GError) prefixed = g_error_copy (problem);
  Failure failure;

  for (guint i = 0; row == NULL && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].step == step && fit_span_has (rows[i].span, scheduler->release))
      row = &rows[i].row;
  note = g_strconcat (row->prefix != NULL ? row->prefix : "", problem->message,
                      NULL);
  if (row->prefixes_all)
    g_prefix_error (&prefixed, "%s", row->prefix);
  failure = (Failure){
    .attempt = attempt,
    .step = step,
    .reason = row->reason,
    .unschedulable = row->unschedulable,
    .note = note,
    .problem = prefixed,
  };
  for (guint i = 0; i < G_N_ELEMENTS (row->steps) && row->steps[i] != NULL; i++)
    row->steps[i](scheduler, &failure);
}

/* -- rejected on the way to a node ----------------------------------------- */

/* Where a rejection is reported as if no node fitted, with the chosen node as
 * the only one there is.  Only there an event that may help the plugin may help
 * the pod. */
static const struct
{
  FitFailedStep step;
  FitSpan span;
} fit_errors[] = {
  { FIT_FAILURE_RESERVE, FIT_SINCE (28) },
  { FIT_FAILURE_PERMIT, FIT_SINCE (28) },
  { FIT_FAILURE_WAIT, FIT_SINCE (29) },
  { FIT_FAILURE_PRE_BIND, FIT_SPAN (31, 33) },
};

void
fit_scheduler_fail_with_status (FitScheduler *scheduler, FitPodAttempt *attempt,
                                FitFailedStep step, const FitStatus *status)
{
  const gboolean rejected = fit_status_unschedulable (status);
  gboolean fit_error = FALSE;
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; rejected && i < G_N_ELEMENTS (fit_errors); i++)
    if (fit_errors[i].step == step
        && fit_span_has (fit_errors[i].span, scheduler->release))
      fit_error = TRUE;
  problem = g_error_new (FIT_ERROR, FIT_ERROR_SCHEDULE,
                         fit_error ? "0/1 nodes are available: 1 %s." : "%s",
                         fit_status_message (status));
  if (fit_error && status->plugin != NULL)
    fit_pod_attempt_rejected_by (attempt, status->plugin);
  fit_scheduler_fail (scheduler, attempt,
                      rejected ? FIT_FAILURE_REJECTED : step, problem);
}
