/* scheduling-queue.c - what happens to a pod in the queue: added, popped,
 * failed, updated, deleted
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/scheduling-queue.h"

#include "base/error.h"
#include "queue/scheduling-queue-private.h"

/* -- new pods -------------------------------------------------------------- */

/* A gated pod gets no nomination. */
static void
enter_new (FitSchedulingQueue *queue, const FitPod *pod, FitQueueEvent event,
           gint64 now_ns)
{
  FitQueueEntry *entry = fit_queue_entry_new (pod, now_ns);

  fit_queue_enter (queue, entry, FIT_QUEUE_ACTIVE, event, now_ns);
  if (entry->gate == NULL)
    fit_nominated_pods_add (queue->nominated, pod, NULL);
}

void
fit_scheduling_queue_add (FitSchedulingQueue *queue, const FitPod *pod,
                          gint64 now_ns)
{
  enter_new (queue, pod, FIT_QUEUE_EVENT_ADD, now_ns);
}

/* -- attempts -------------------------------------------------------------- */

FitPod *
fit_scheduling_queue_pop (FitSchedulingQueue *queue)
{
  FitQueueEntry *first = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_ACTIVE]);

  if (first == NULL)
    first = fit_queue_end_backoff_early (queue);
  if (first == NULL)
    return NULL;
  queue->scheduling_cycle++;
  if (queue->behaviour.queue_attempts)
    {
      first->attempts.n++;
      fit_in_flight_pods_begin (queue->in_flight, first->pod->meta.uid,
                                &first->attempts);
    }
  return (FitPod *) fit_queue_leave (queue, first, FIT_QUEUE_EVENT_POP);
}

gboolean
fit_scheduling_queue_add_failed (FitSchedulingQueue *queue,
                                 const FitQueueFailure *failure, gint64 now_ns,
                                 GError **error)
{
  static const char *const present[] = {
    [FIT_QUEUE_ACTIVE] = "pod is already present in the activeQ",
    [FIT_QUEUE_BACKOFF] = "pod is already present in the backoffQ",
    [FIT_QUEUE_UNSCHEDULABLE] = "pod is already present in unschedulableQ",
  };
  const FitPod *pod = failure->pod;
  const char *uid = failure->uid != NULL ? failure->uid : pod->meta.uid;
  const FitQueueEntry *other = fit_queue_find (queue, pod);
  const FitQueueAttempts *attempts;
  FitQueueEntry *entry;

  if (other != NULL)
    {
      fit_in_flight_pods_end (queue->in_flight, uid);
      return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", present[other->queue]);
    }
  entry = fit_queue_entry_new (pod, now_ns);
  attempts = fit_in_flight_pods_find (queue->in_flight, uid);
  if (attempts != NULL)
    entry->attempts = *attempts;
  if (failure->n_plugins == 0)
    entry->attempts.errors++;
  else
    {
      entry->attempts.rejections++;
      entry->attempts.errors = 0;
    }
  for (guint i = 0; i < failure->n_plugins; i++)
    fit_queue_add_plugin (entry, failure->plugins[i]);
  if (!queue->behaviour.queue_attempts)
    fit_backoff_step (queue->backoff, entry->key, now_ns);
  /* The events since the pop decide, so the pod is in flight until then. */
  fit_queue_enter (
      queue, entry,
      fit_queue_place_after_failure (queue, entry, uid, failure->cycle, now_ns),
      FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE, now_ns);
  fit_in_flight_pods_end (queue->in_flight, uid);
  fit_nominated_pods_add (queue->nominated, pod, NULL);
  return TRUE;
}

void
fit_scheduling_queue_done (FitSchedulingQueue *queue, const char *uid)
{
  fit_in_flight_pods_end (queue->in_flight, uid);
}

/* -- changed pods ---------------------------------------------------------- */

/* Where the pod of @entry goes after the change. */
static FitQueueName
place_after_update (const FitSchedulingQueue *queue, const FitQueueEntry *entry,
                    FitPodChange change, gint64 now_ns)
{
  const gboolean waits = queue->behaviour.queue_update_waits;

  if (entry->queue == FIT_QUEUE_BACKOFF && waits)
    return FIT_QUEUE_BACKOFF;
  if (entry->queue != FIT_QUEUE_UNSCHEDULABLE)
    return FIT_QUEUE_ACTIVE;
  if (change == FIT_POD_CHANGE_STATUS)
    return FIT_QUEUE_UNSCHEDULABLE;
  return waits && fit_queue_backing_off (queue, entry, now_ns)
             ? FIT_QUEUE_BACKOFF
             : FIT_QUEUE_ACTIVE;
}

void
fit_scheduling_queue_update (FitSchedulingQueue *queue, const FitPod *old_pod,
                             const FitPod *new_pod, FitPodChange change,
                             gint64 now_ns)
{
  const gboolean plugins_judge
      = queue->behaviour.queue_hints && queue->behaviour.queue_pod_changes;
  FitQueueEntry *entry = fit_queue_find (queue, new_pod);
  const FitClusterEvent *event = NULL;
  FitQueueEvent reported = FIT_QUEUE_EVENT_UPDATE;
  FitQueueName to;

  /* A pod that is in flight comes back in its new version. */
  if (plugins_judge
      && fit_in_flight_pods_find (queue->in_flight, new_pod->meta.uid) != NULL)
    {
      const FitUpdateEvents list = fit_pod_scheduling_events (
          &queue->behaviour, old_pod != NULL ? old_pod : new_pod, new_pod);

      for (guint i = 0; i < list.n; i++)
        fit_in_flight_pods_record (queue->in_flight, list.events[i], old_pod,
                                   new_pod);
      return;
    }
  if (entry == NULL)
    {
      enter_new (queue, new_pod, FIT_QUEUE_EVENT_UPDATE, now_ns);
      return;
    }
  fit_nominated_pods_update (queue->nominated,
                             old_pod != NULL ? old_pod : entry->pod, new_pod);
  if (entry->queue == FIT_QUEUE_UNSCHEDULABLE && plugins_judge)
    to = fit_queue_place_after_own_update (
        queue, entry, old_pod != NULL ? old_pod : entry->pod, new_pod, &event,
        now_ns);
  else
    to = place_after_update (queue, entry, change, now_ns);
  if (entry->queue == FIT_QUEUE_UNSCHEDULABLE && to == FIT_QUEUE_ACTIVE)
    {
      fit_backoff_forget (queue->backoff, entry->key);
      /* Up to 1.32 an update that takes a pod to activeQ is reported as the end
       * of its backoff. */
      if (queue->behaviour.queue_update_waits
          && !queue->behaviour.queue_late_end)
        reported = FIT_QUEUE_EVENT_BACKOFF_COMPLETE;
    }
  queue->label = event != NULL ? fit_queue_event_label (queue, event) : NULL;
  fit_queue_move (queue, entry, new_pod, to, reported, now_ns);
  queue->label = NULL;
}

void
fit_scheduling_queue_delete (FitSchedulingQueue *queue, const FitPod *pod)
{
  FitQueueEntry *entry = fit_queue_find (queue, pod);

  fit_nominated_pods_remove (queue->nominated, pod);
  if (entry == NULL || entry->queue != FIT_QUEUE_ACTIVE)
    {
      g_autofree char *key = fit_queue_key (pod);

      fit_backoff_forget (queue->backoff, key);
    }
  if (entry != NULL)
    fit_pod_unref (fit_queue_leave (queue, entry, FIT_QUEUE_EVENT_DELETE));
}

gboolean
fit_scheduling_queue_activate (FitSchedulingQueue *queue, const FitPod *pod,
                               gint64 now_ns)
{
  FitQueueEntry *entry = fit_queue_find (queue, pod);
  const gboolean waits = entry != NULL && entry->queue != FIT_QUEUE_ACTIVE;
  gboolean is_tried = FALSE;

  if (waits)
    fit_queue_move (queue, entry, NULL, FIT_QUEUE_ACTIVE,
                    FIT_QUEUE_EVENT_ACTIVATE, now_ns);
  if (queue->behaviour.queue_keeps_activation
      && !(waits && entry->queue == FIT_QUEUE_ACTIVE))
    {
      is_tried
          = fit_in_flight_pods_find (queue->in_flight, pod->meta.uid) != NULL;
      if (is_tried && queue->behaviour.queue_hints)
        fit_in_flight_pods_record (
            queue->in_flight, fit_cluster_event (FIT_CLUSTER_EVENT_WILDCARD),
            NULL, pod);
      queue->move_request_cycle = queue->scheduling_cycle;
    }
  return entry != NULL || is_tried;
}

/* -- the queue itself ------------------------------------------------------ */

static gint64
time_or (gint64 time_ns, gint64 otherwise)
{
  return time_ns > 0 ? MIN (time_ns, FIT_QUEUE_LONGEST_NS) : otherwise;
}

FitSchedulingQueue *
fit_scheduling_queue_new (FitNominatedPods *nominated,
                          const FitQueueOptions *options, gint64 now_ns)
{
  FitSchedulingQueue *queue = g_new0 (FitSchedulingQueue, 1);
  FitQueueOptions *own = &queue->options;

  if (fit_release_is_legacy (options->release))
    *own = (FitQueueOptions){ .release = FIT_RELEASE_LEGACY,
                              .n_profiles = options->n_profiles,
                              .profiles = options->profiles };
  else
    queue->options = *options;
  queue->behaviour = fit_behaviour_of_gates (
      queue->options.gates != NULL
          ? *queue->options.gates
          : fit_feature_gates_of_release (queue->options.release));
  own->initial_backoff_ns
      = time_or (own->initial_backoff_ns, FIT_BACKOFF_INITIAL_NS);
  own->max_backoff_ns = time_or (own->max_backoff_ns, FIT_BACKOFF_MAX_NS);
  own->max_unschedulable_ns = time_or (own->max_unschedulable_ns,
                                       queue->behaviour.queue_long_stay
                                           ? FIT_QUEUE_LONG_STAY_NS
                                           : FIT_QUEUE_UNSCHEDULABLE_MAX_NS);
  queue->nominated = nominated;
  queue->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                          fit_queue_entry_free);
  fit_queue_init_heaps (queue);
  g_queue_init (&queue->arrivals);
  g_queue_init (&queue->want_neighbours);
  queue->backoff = fit_backoff_new ();
  queue->in_flight = fit_in_flight_pods_new ();
  queue->move_request_cycle = -1;
  for (guint i = 0; i < FIT_QUEUE_N_TIMERS; i++)
    queue->next_tick_ns[i] = now_ns;
  /* Early pops compare backoffs by whole seconds, so the ticks are there. */
  if (queue->behaviour.queue_pops_early)
    queue->next_tick_ns[FIT_QUEUE_TIMER_BACKOFF]
        = fit_queue_window (now_ns) + FIT_QUEUE_BACKOFF_PERIOD_NS;
  return queue;
}

void
fit_scheduling_queue_free (FitSchedulingQueue *queue)
{
  if (queue == NULL)
    return;
  for (guint i = 0; i < FIT_QUEUE_LAST; i++)
    fit_pod_heap_clear (&queue->heaps[i]);
  fit_pod_heap_clear (&queue->after_errors);
  g_hash_table_unref (queue->entries);
  fit_backoff_free (queue->backoff);
  fit_in_flight_pods_free (queue->in_flight);
  g_free (queue);
}

void
fit_scheduling_queue_set_observer (FitSchedulingQueue *queue,
                                   FitQueueObserver observer, gpointer data)
{
  queue->observer = observer;
  queue->observer_data = data;
}

void
fit_scheduling_queue_set_sort (FitSchedulingQueue *queue, FitQueueLess less,
                               gpointer data)
{
  queue->heaps[FIT_QUEUE_ACTIVE].less = less;
  queue->heaps[FIT_QUEUE_ACTIVE].data = data;
}
