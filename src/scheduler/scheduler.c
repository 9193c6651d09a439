#include "scheduler/scheduler-private.h"

#include <string.h>

#include "base/intern.h"
#include "predicates/predicates.h"

/* -- the queue ------------------------------------------------------------- */

/* A pod has gone from one place to another.  Those that left the queue are
 * spoken of where that was decided. */
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
      scheduler, &(FitDecision){ .type = FIT_DECISION_QUEUED,
                                 .pod = pod,
                                 .queue = fit_queue_name (to),
                                 .reason = fit_queue_event_name (event) });
}

static gboolean
plugin_less (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  const FitQueuedPod x = { a->pod, a->timestamp_ns },
                     y = { b->pod, b->timestamp_ns };

  return fit_framework_less (data, &x, &y);
}

static FitSchedulingQueue *
make_queue (FitScheduler *scheduler)
{
  FitSchedulingQueue *queue = fit_scheduling_queue_new (
      fit_cache_nominated_pods (scheduler->cache), scheduler->now_ns);

  fit_scheduling_queue_set_observer (queue, observe_queue, scheduler);
  if (fit_framework_has (scheduler->framework, FIT_POINT_QUEUE_SORT))
    fit_scheduling_queue_set_sort (queue, plugin_less, scheduler->framework);
  return queue;
}

/* -- beginning and end ----------------------------------------------------- */

/* v1.16 assumes the volumes that the predicate CheckVolumeBinding chose; where
 * a Policy leaves that out, nobody chose any. */
static gboolean
binds_volumes (const FitAlgorithm *algorithm)
{
  for (guint i = 0; i < algorithm->ordered->len; i++)
    if (((const FitPredicate *) algorithm->ordered->pdata[i])->info
        == &fit_check_volume_binding)
      return TRUE;
  return FALSE;
}

static FitGenericScheduler *
make_algorithm (const FitSchedulerSetup *setup)
{
  FitSchedulerOptions options = setup->scheduling;

  options.framework = setup->framework;
  options.extenders = setup->extenders;
  return fit_generic_scheduler_new (setup->cache, setup->algorithm, &options);
}

FitScheduler *
fit_scheduler_new (const FitSchedulerSetup *setup, gint64 now_ns)
{
  FitScheduler *scheduler = g_new0 (FitScheduler, 1);

  scheduler->cache = setup->cache;
  scheduler->world = setup->world;
  scheduler->extenders = setup->extenders;
  scheduler->name = fit_intern (setup->scheduler_name);
  scheduler->disable_preemption = setup->disable_preemption;
  scheduler->binds_volumes = binds_volumes (setup->algorithm);
  scheduler->start_ns = scheduler->now_ns = now_ns;
  scheduler->framework = setup->framework;
  if (scheduler->framework == NULL)
    scheduler->framework = scheduler->no_plugins
        = fit_framework_new (NULL, NULL, setup->cache, NULL);
  scheduler->algorithm = make_algorithm (setup);
  scheduler->queue = make_queue (scheduler);
  scheduler->in_flight = fit_in_flight_new ();
  g_queue_init (&scheduler->bound);
  return scheduler;
}

void
fit_scheduler_free (FitScheduler *scheduler)
{
  if (scheduler == NULL)
    return;
  fit_scheduler_clear_expiry (scheduler);
  fit_in_flight_free (scheduler->in_flight);
  fit_scheduling_queue_free (scheduler->queue);
  fit_generic_scheduler_free (scheduler->algorithm);
  fit_framework_free (scheduler->no_plugins);
  fit_intern_unref (scheduler->name);
  g_free (scheduler);
}

void
fit_scheduler_close (FitScheduler *scheduler)
{
  fit_scheduling_queue_close (scheduler->queue);
}

/* -- time ------------------------------------------------------------------ */

void
fit_scheduler_enter (FitScheduler *scheduler, gint64 now_ns)
{
  scheduler->now_ns = now_ns;
  fit_framework_set_now (scheduler->framework, now_ns);
}

/* Plugins may have let pods go on, whatever they were asked about. */
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
  FitFlight *flight = (FitFlight *) task; /* which it is the first member of */

  fit_scheduler_enter (scheduler, now_ns);
  flight->kind->landed (scheduler, flight, pod, problem);
  fit_scheduler_leave (scheduler);
}

gint64
fit_scheduler_next_timer (const FitScheduler *scheduler)
{
  const gint64 times[] = {
    fit_scheduling_queue_next_timer (scheduler->queue),
    fit_scheduler_next_expiry (scheduler),
    fit_in_flight_next_alarm (scheduler->in_flight),
    fit_waiting_pods_next_deadline (
        fit_framework_waiting (scheduler->framework)),
  };
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    next = MIN (next, times[i]);
  return next;
}

void
fit_scheduler_run_timers (FitScheduler *scheduler, gint64 now_ns)
{
  FitFlight *flight;

  fit_scheduler_enter (scheduler, now_ns);
  fit_scheduling_queue_run_timers (scheduler->queue, now_ns);
  fit_scheduler_run_expiry (scheduler);
  while ((flight = fit_in_flight_take_due (scheduler->in_flight, now_ns)))
    flight->kind->woken (scheduler, flight);
  fit_scheduler_leave (scheduler);
}

/* -- reading --------------------------------------------------------------- */

FitSchedulingQueue *
fit_scheduler_queue (FitScheduler *scheduler)
{
  return scheduler->queue;
}

FitGenericScheduler *
fit_scheduler_algorithm (FitScheduler *scheduler)
{
  return scheduler->algorithm;
}

/* The queue, and so those who read a pod again, know pods by namespace and
 * name; a pod that is assumed is known by its UID. */
static FitPodPlace
place_in_flight (const FitScheduler *scheduler, const FitPod *pod)
{
  const GQueue *flights = fit_in_flight_named (scheduler->in_flight, pod);
  FitPodPlace place = FIT_POD_UNKNOWN;

  for (GList *link = flights ? flights->head : NULL; link; link = link->next)
    {
      const FitFlight *flight = link->data;

      if (flight->place == FIT_POD_REFETCHED)
        place = FIT_POD_REFETCHED;
      else if (strcmp (flight->task.pod->meta.uid, pod->meta.uid) == 0)
        return flight->place;
    }
  return place;
}

FitPodPlace
fit_scheduler_place (FitScheduler *scheduler, const FitPod *pod)
{
  const FitPodPlace place = place_in_flight (scheduler, pod);

  /* A pod that is assumed may be queued or read again too: see
   * pending_updated(). */
  if (place == FIT_POD_WAITING || place == FIT_POD_BINDING)
    return place;
  if (fit_scheduling_queue_find (scheduler->queue, pod) != NULL)
    return FIT_POD_QUEUED;
  if (fit_cache_is_assumed (scheduler->cache, pod))
    return FIT_POD_BOUND;
  return place;
}
