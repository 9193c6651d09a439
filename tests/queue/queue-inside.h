/* queue-inside.h - what only tests ask a scheduling queue
 */
#pragma once

#include "queue/scheduling-queue-private.h"

/* queue_attempts: Returns: (nullable): the attempts of the pod with this UID,
 * which must be in flight */
static inline const FitQueueAttempts *
queue_attempts (const FitSchedulingQueue *queue, const char *uid)
{
  return fit_in_flight_pods_find (queue->in_flight, uid);
}

/* queue_backoff_until: Returns: the first moment when the backoff of @pod is
 * over, G_MININT64 if it has none */
static inline gint64
queue_backoff_until (const FitSchedulingQueue *queue, const FitPod *pod)
{
  const FitQueueEntry *entry = fit_queue_find (queue, pod);
  g_autofree char *key = fit_queue_key (pod);

  return entry != NULL ? fit_queue_backoff_until (queue, entry)
                       : fit_backoff_until (queue->backoff, key);
}

/* queue_move_all: reports a change that may help any pod */
static inline void
queue_move_all (FitSchedulingQueue *queue, gint64 now_ns)
{
  const FitQueueChange change
      = { .event = fit_cluster_event (FIT_CLUSTER_EVENT_WILDCARD) };

  fit_scheduling_queue_move (queue, &change, now_ns);
}
