/* queue-moves.c - moves pods to another queue when an event may help them
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/scheduling-queue-private.h"
#include "base/each.h"

#include <string.h>

/* -- judging events -------------------------------------------------------- */

/* An event and its objects. */
typedef struct
{
  const FitClusterEvent *event;
  gconstpointer old_object; /* (nullable) */
  gconstpointer new_object; /* (nullable) */
} Happening;

static gboolean
rejected_by (const FitQueueEntry *entry, const char *plugin)
{
  for (guint i = 0; i < entry->plugins->len; i++)
    if (strcmp (entry->plugins->pdata[i], plugin) == 0)
      return TRUE;
  return FALSE;
}

/* The strongest hint of the plugins that rejected @entry for @pod, its pod or
 * the next version of it. */
static FitQueueingHint
judge (const FitSchedulingQueue *queue, const FitQueueEntry *entry,
       const FitPod *pod, const Happening *happening)
{
  const FitQueueProfile *profile = fit_queue_profile (queue, entry->pod);
  FitQueueingHint greatest = FIT_QUEUEING_SKIP;

  if (!queue->behaviour.queue_events || profile == NULL
      || entry->plugins == NULL || entry->plugins->len == 0)
    return FIT_QUEUEING_AFTER_BACKOFF;
  /* One with a pod is for that pod alone. */
  if (fit_cluster_event_wildcard (happening->event))
    return happening->new_object == NULL
                   || strcmp (
                          ((const FitPod *) happening->new_object)->meta.uid,
                          pod->meta.uid)
                          == 0
               ? FIT_QUEUEING_AFTER_BACKOFF
               : FIT_QUEUEING_SKIP;
  for (guint i = 0;
       i < profile->n_registrations && greatest < FIT_QUEUEING_IMMEDIATELY; i++)
    {
      const FitQueueRegistration *it = &profile->registrations[i];

      if (fit_cluster_event_matches (&it->registration.event, happening->event)
          && rejected_by (entry, it->plugin))
        {
          const FitQueueingHintFunc ask = it->registration.hint;
          const FitQueueingHint hint
              = queue->behaviour.queue_hints && ask != NULL
                    ? ask (it->data, pod, happening->old_object,
                           happening->new_object)
                    : FIT_QUEUEING_AFTER_BACKOFF;

          greatest = MAX (greatest, hint);
        }
    }
  return greatest;
}

static FitQueueName
place_for (const FitSchedulingQueue *queue, const FitQueueEntry *entry,
           FitQueueingHint hint, gint64 now_ns)
{
  if (hint == FIT_QUEUEING_SKIP)
    return FIT_QUEUE_UNSCHEDULABLE;
  if (hint == FIT_QUEUEING_AFTER_BACKOFF
      && fit_queue_backing_off (queue, entry, now_ns))
    return FIT_QUEUE_BACKOFF;
  return FIT_QUEUE_ACTIVE;
}

/* Does any profile want to hear of @event?  If not, the event is not even
 * watched.  Before 1.30, events of pods and nodes always are. */
static gboolean
interesting (const FitSchedulingQueue *queue, const FitClusterEvent *event)
{
  const FitQueueOptions *options = &queue->options;

  if (!queue->behaviour.queue_events || fit_cluster_event_wildcard (event)
      || options->n_profiles == 0
      || (!queue->behaviour.queue_every_change
          && (event->resource == FIT_CLUSTER_POD
              || event->resource == FIT_CLUSTER_NODE)))
    return TRUE;
  for (guint p = 0; p < options->n_profiles; p++)
    for (guint i = 0; i < options->profiles[p].n_registrations; i++)
      if (fit_cluster_event_matches (
              &options->profiles[p].registrations[i].registration.event, event))
        return TRUE;
  return FALSE;
}

FitQueueName
fit_queue_place_after_own_update (const FitSchedulingQueue *queue,
                                  const FitQueueEntry *entry,
                                  const FitPod *old_pod, const FitPod *new_pod,
                                  const FitClusterEvent **out_event,
                                  gint64 now_ns)
{
  const FitUpdateEvents list
      = fit_pod_scheduling_events (&queue->behaviour, old_pod, new_pod);

  for (guint i = 0; i < list.n; i++)
    {
      const Happening happening = { list.events[i], old_pod, new_pod };
      const FitQueueingHint hint = judge (queue, entry, new_pod, &happening);

      *out_event = list.events[i];
      if (hint != FIT_QUEUEING_SKIP)
        return place_for (queue, entry, hint, now_ns);
    }
  return FIT_QUEUE_UNSCHEDULABLE;
}

/* -- after an attempt ------------------------------------------------------ */

/* Judges the events that happened during the attempt. */
static FitQueueingHint
judge_past (const FitSchedulingQueue *queue, const FitQueueEntry *entry,
            const char *uid)
{
  FitQueueingHint greatest = FIT_QUEUEING_SKIP;

  if (fit_in_flight_pods_find (queue->in_flight, uid) == NULL)
    return FIT_QUEUEING_AFTER_BACKOFF;
  for (const GList *link = fit_in_flight_pods_since (queue->in_flight, uid);
       link != NULL && greatest < FIT_QUEUEING_IMMEDIATELY; link = link->next)
    {
      const FitQueuePastEvent *past = link->data;
      const Happening happening
          = { &past->event, past->old_object, past->new_object };
      const FitQueueingHint hint = judge (queue, entry, entry->pod, &happening);

      greatest = MAX (greatest, hint);
    }
  return greatest;
}

FitQueueName
fit_queue_place_after_failure (const FitSchedulingQueue *queue,
                               const FitQueueEntry *entry, const char *uid,
                               gint64 cycle, gint64 now_ns)
{
  const gboolean unexplained
      = (entry->plugins == NULL || entry->plugins->len == 0)
        && queue->behaviour.queue_unexplained;

  if (queue->behaviour.queue_hints)
    return place_for (queue, entry,
                      unexplained ? FIT_QUEUEING_AFTER_BACKOFF
                                  : judge_past (queue, entry, uid),
                      now_ns);
  if (unexplained)
    return FIT_QUEUE_BACKOFF;
  return queue->move_request_cycle >= cycle ? FIT_QUEUE_BACKOFF
                                            : FIT_QUEUE_UNSCHEDULABLE;
}

/* -- moves ----------------------------------------------------------------- */

/* Returns: (transfer container): the unschedulable pods that pass @check
 * (nullable) */
static GPtrArray *
choose (const FitSchedulingQueue *queue, FitQueueNodeCheck check, gpointer data)
{
  GPtrArray *chosen = g_ptr_array_sized_new (queue->arrivals.length);

  for (const GList *link = queue->arrivals.head; link != NULL;
       link = link->next)
    if (check == NULL || check (((FitQueueEntry *) link->data)->pod, data))
      g_ptr_array_add (chosen, link->data);
  return chosen;
}

/* Moves those of @chosen, entries of unschedulableQ, that the event may help.
 * The pod being tried now may have been checked before the event: the recorded
 * move request makes sure it need not wait for another one. */
static void
move (FitSchedulingQueue *queue, GPtrArray *chosen, const Happening *happening,
      FitQueueEvent event, gint64 now_ns)
{
  queue->label = fit_queue_event_label (queue, happening->event);
  FIT_EACH (FitQueueEntry, entry, chosen)
    {
      const FitQueueingHint hint = judge (queue, entry, entry->pod, happening);

      if (hint != FIT_QUEUEING_SKIP)
        fit_queue_move (queue, entry, NULL,
                        place_for (queue, entry, hint, now_ns), event, now_ns);
    }
  queue->label = NULL;
  queue->move_request_cycle = queue->scheduling_cycle;
  if (queue->behaviour.queue_hints)
    fit_in_flight_pods_record (queue->in_flight, happening->event,
                               happening->old_object, happening->new_object);
}

void
fit_scheduling_queue_move (FitSchedulingQueue *queue,
                           const FitQueueChange *change, gint64 now_ns)
{
  g_autoptr (GPtrArray) chosen = NULL;
  const Happening happening
      = { change->event, change->old_object, change->new_object };

  if (!interesting (queue, change->event))
    return;
  chosen = choose (queue, change->check, change->data);
  move (queue, chosen, &happening, FIT_QUEUE_EVENT_MOVE_ALL, now_ns);
}

void
fit_queue_move_leftover (FitSchedulingQueue *queue, gint64 before_ns,
                         gint64 now_ns)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  const Happening happening = { .event = fit_cluster_event (
                                    FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT) };

  for (const GList *link = queue->arrivals.head; link != NULL;
       link = link->next)
    if (((FitQueueEntry *) link->data)->timestamp_ns < before_ns)
      g_ptr_array_add (chosen, link->data);
  if (chosen->len > 0)
    move (queue, chosen, &happening, FIT_QUEUE_EVENT_LEFTOVER, now_ns);
}

/* -- pods that run --------------------------------------------------------- */

static const FitLabels *
namespace_labels (const FitSchedulingQueue *queue, const char *name)
{
  const GPtrArray *all
      = queue->options.listers != NULL
            ? fit_listers_all (queue->options.listers, FIT_KIND_NAMESPACE)
            : NULL;

  FIT_EACH (const FitNamespace, namespace_, all)
    if (namespace_->name == name)
      return namespace_->meta.labels;
  return NULL;
}

static gboolean
wants (const FitPod *waiting, const FitPod *pod, const FitLabels *labels)
{
  const FitPodAffinity *affinity = &waiting->spec->affinity;

  for (guint i = 0; i < affinity->n_required; i++)
    {
      const FitAffinityTerm *term = &affinity->required[i];

      if (fit_affinity_term_matches (term, waiting->meta.namespace_,
                                     pod->meta.namespace_, pod->meta.labels)
          || (term->namespace_selector != NULL
              && fit_selector_matches (term->namespace_selector, labels)
              && fit_selector_matches (term->selector, pod->meta.labels)))
        return TRUE;
    }
  return FALSE;
}

/* A pod that runs was added or updated.  If plugins judge it themselves, or if
 * room has become free, every pod may move. */
static void
move_after_pod (FitSchedulingQueue *queue, const Happening *happening,
                FitQueueEvent event, gint64 now_ns)
{
  const guint room = FIT_ACTION_UPDATE_POD_SCALE_DOWN;
  g_autoptr (GPtrArray) chosen = NULL;

  if (!interesting (queue, happening->event))
    return;
  if (queue->behaviour.queue_pod_changes
      && (queue->behaviour.queue_hints || happening->event->actions == room))
    chosen = choose (queue, NULL, NULL);
  else
    {
      const FitPod *pod = happening->new_object;
      const FitLabels *labels = namespace_labels (queue, pod->meta.namespace_);
      const gboolean spreading = queue->behaviour.queue_pod_changes;
      const GQueue *list
          = spreading ? &queue->arrivals : &queue->want_neighbours;

      chosen = g_ptr_array_new ();
      for (const GList *link = list->head; link != NULL; link = link->next)
        {
          FitQueueEntry *entry = link->data;

          if ((spreading && entry->plugins != NULL
               && rejected_by (entry, "PodTopologySpread")
               && entry->pod->meta.namespace_ == pod->meta.namespace_)
              || wants (entry->pod, pod, labels))
            g_ptr_array_add (chosen, entry);
        }
    }
  move (queue, chosen, happening, event, now_ns);
}

void
fit_scheduling_queue_assigned_pod_added (FitSchedulingQueue *queue,
                                         const FitPod *pod, gint64 now_ns)
{
  const Happening happening
      = { .event = fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD),
          .new_object = pod };

  move_after_pod (queue, &happening, FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED,
                  now_ns);
}

void
fit_scheduling_queue_assigned_pod_updated (FitSchedulingQueue *queue,
                                           const FitPod *old_pod,
                                           const FitPod *new_pod, gint64 now_ns)
{
  const FitUpdateEvents list
      = fit_pod_scheduling_events (&queue->behaviour, old_pod, new_pod);

  for (guint i = 0; i < list.n; i++)
    {
      const Happening happening = { list.events[i], old_pod, new_pod };

      move_after_pod (queue, &happening, FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED,
                      now_ns);
    }
}
