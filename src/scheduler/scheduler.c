/* scheduler.c - creates the scheduler, and runs what is due when time goes
 * on
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

/* -- the queue ------------------------------------------------------------- */

/* A pod has moved from one place to another.  A pod that leaves the queue is
 * reported where that is decided. */
static void
observe_queue (const FitPod *pod, FitQueueName from, FitQueueName to,
               FitQueueEvent event, gpointer data)
{
  FitScheduler *scheduler = data;

  if (to == FIT_QUEUE_NONE)
    return;
  if (event == FIT_QUEUE_EVENT_BACKOFF_UNKNOWN)
    fit_scheduler_problem (scheduler, pod,
                           "Unable to find backoff value for pod %s/%s in "
                           "backoffQ",
                           pod->meta.namespace_, pod->meta.name);
  fit_scheduler_report (
      scheduler,
      &(FitDecision){
          .type = FIT_DECISION_QUEUED,
          .pod = pod,
          .queue = fit_scheduling_queue_place_name (scheduler->queue, to),
          .reason
          = fit_scheduling_queue_event_label (scheduler->queue, event) });
}

static FitQueuedPod
queued_pod (const FitQueueEntry *entry)
{
  const gint64 first_ns = entry->attempts.first_ns;

  return (FitQueuedPod){ .pod = entry->pod,
                         .timestamp_ns = entry->timestamp_ns,
                         .first_ns = entry->attempts.n > 0
                                         ? first_ns
                                         : entry->timestamp_ns };
}

static gboolean
plugin_less (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  const FitQueuedPod x = queued_pod (a), y = queued_pod (b);

  return fit_framework_less (data, &x, &y);
}

/* -- creating and freeing -------------------------------------------------- */

FitScheduler *
fit_scheduler_new (const FitSchedulerSetup *setup, gint64 now_ns)
{
  FitScheduler *scheduler = g_new0 (FitScheduler, 1);
  FitFramework *first;
  FitQueueOptions options;
  FitSchedulingQueue *queue;

  scheduler->release
      = setup->release != 0 ? setup->release : FIT_RELEASE_LEGACY;
  scheduler->behaviour = fit_behaviour_of_gates (
      setup->gates != NULL ? *setup->gates
                           : fit_feature_gates_of_release (scheduler->release));
  if (setup->trusts_bindings)
    scheduler->behaviour.trusts_bindings = TRUE;
  scheduler->preempting
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scheduler->unanswered
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scheduler->marks_victims = setup->marks_victims;
  scheduler->cache = setup->cache;
  scheduler->world = setup->world;
  scheduler->extenders = setup->extenders;
  scheduler->start_ns = scheduler->now_ns = now_ns;
  fit_scheduler_make_known (scheduler);
  fit_scheduler_make_profiles (scheduler, setup);
  /* All profiles share one queue; the first profile sorts it. */
  first = scheduler->profiles[0].framework;
  options = setup->queue;
  options.release = scheduler->release;
  options.gates = setup->gates;
  options.n_profiles = scheduler->n_profiles;
  options.profiles = scheduler->queue_profiles;
  if (options.listers == NULL)
    options.listers = fit_cache_listers (scheduler->cache);
  queue = fit_scheduling_queue_new (fit_cache_nominated_pods (scheduler->cache),
                                    &options, scheduler->now_ns);
  fit_scheduling_queue_set_observer (queue, observe_queue, scheduler);
  if (fit_framework_has (first, FIT_POINT_QUEUE_SORT))
    fit_scheduling_queue_set_sort (queue, plugin_less, first);
  scheduler->queue = queue;
  scheduler->works = fit_pod_works_new ();
  g_queue_init (&scheduler->bound);
  return scheduler;
}

void
fit_scheduler_free (FitScheduler *scheduler)
{
  if (scheduler == NULL)
    return;
  fit_scheduler_clear_expiry (scheduler);
  fit_pod_works_free (scheduler->works);
  fit_scheduling_queue_free (scheduler->queue);
  fit_scheduler_clear_profiles (scheduler);
  g_hash_table_unref (scheduler->known);
  g_hash_table_unref (scheduler->preempting);
  g_hash_table_unref (scheduler->unanswered);
  g_free (scheduler);
}

/* -- time ------------------------------------------------------------------ */

void
fit_scheduler_enter (FitScheduler *scheduler, gint64 now_ns)
{
  scheduler->now_ns = now_ns;
}

/* Plugins may have released waiting pods during any call. */
void
fit_scheduler_leave (FitScheduler *scheduler)
{
  fit_scheduler_resume_waiting (scheduler);
  fit_scheduler_forget_confirmed (scheduler);
}

void
fit_scheduler_finish_task (FitScheduler *scheduler, const FitTask *task,
                           const FitPod *pod, const GError *problem,
                           gint64 now_ns)
{
  FitPodWork *work = (FitPodWork *) task; /* the task is its first member */

  fit_scheduler_enter (scheduler, now_ns);
  work->kind->ended (scheduler, work, pod, problem);
  fit_scheduler_leave (scheduler);
}

gint64
fit_scheduler_next_timer (const FitScheduler *scheduler)
{
  const gint64 times[] = {
    fit_scheduling_queue_next_timer (scheduler->queue),
    fit_scheduler_next_expiry (scheduler),
    fit_pod_works_next_alarm (scheduler->works),
  };
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    next = MIN (next, times[i]);
  for (guint i = 0; i < scheduler->permitting->len; i++)
    next = MIN (
        next, fit_waiting_pods_next_deadline (scheduler->permitting->pdata[i]));
  return next;
}

void
fit_scheduler_run_timers (FitScheduler *scheduler, gint64 now_ns)
{
  FitPodWork *work;

  fit_scheduler_enter (scheduler, now_ns);
  fit_scheduling_queue_run_timers (scheduler->queue, now_ns);
  fit_scheduler_run_expiry (scheduler);
  while ((work = fit_pod_works_take_due (scheduler->works, now_ns)) != NULL)
    work->kind->woken (scheduler, work);
  fit_scheduler_leave (scheduler);
}

/* -- reading --------------------------------------------------------------- */

FitSchedulingQueue *
fit_scheduler_queue (FitScheduler *scheduler)
{
  return scheduler->queue;
}

FitGenericScheduler *
fit_scheduler_algorithm_of (FitScheduler *scheduler, const FitPod *pod)
{
  const FitProfileParts *profile = fit_scheduler_profile_of (scheduler, pod);

  return profile != NULL ? profile->algorithm : NULL;
}
