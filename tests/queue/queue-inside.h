/* queue-inside.h - what only tests ask a scheduling queue
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/scheduling-queue-private.h"

/* A feature gate that a test sets. */
typedef enum
{
  GATE_DEFAULT, /* the release's default */
  GATE_OFF,
  GATE_ON,
} Gate;

/* queue_gates: Returns: those of @release, with SchedulerQueueingHints and
 * SchedulerPopFromBackoffQ as told */
static inline FitFeatureGates
queue_gates (FitRelease release, Gate hints, Gate early_pops)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release);

  if (hints != GATE_DEFAULT)
    gates = fit_feature_gates_with (gates, FIT_GATE_SCHEDULER_QUEUEING_HINTS,
                                    hints == GATE_ON);
  if (early_pops != GATE_DEFAULT)
    gates = fit_feature_gates_with (
        gates, FIT_GATE_SCHEDULER_POP_FROM_BACKOFF_Q, early_pops == GATE_ON);
  return gates;
}

/* queue_attempts: Returns: (nullable): the attempts of the pod with this UID,
 * which must be in flight */
static inline const FitQueueAttempts *
queue_attempts (const FitSchedulingQueue *queue, const char *uid)
{
  return fit_in_flight_pods_find (queue->in_flight, uid);
}

/* queue_count_events: Returns: the number of events kept for pods in flight */
static inline guint
queue_count_events (const FitSchedulingQueue *queue)
{
  return queue->in_flight->events.length;
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
