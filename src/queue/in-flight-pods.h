/* in-flight-pods.h - the pods that are being tried (private to queue/)
 *
 * Also keeps the events since the oldest of these pods was popped, as long as
 * one of the pods needs them.  Pods are identified by UID.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "queue/queue-entry.h"

/* An event that was recorded. */
typedef struct
{
  FitClusterEvent event;
  gpointer old_object; /* (nullable) owned reference */
  gpointer new_object; /* (nullable) owned reference */
  guint64 number;      /* consecutive */
} FitQueuePastEvent;

typedef struct
{
  GHashTable *by_uid; /* UID, borrowed from the pod -> owned InFlightPod */
  GQueue by_age;      /* of InFlightPod, in the order of pops */
  GQueue events;      /* of owned FitQueuePastEvent, numbered without gaps */
  guint64 next_number;
} FitInFlightPods;

FitInFlightPods *fit_in_flight_pods_new (void);
void fit_in_flight_pods_free (FitInFlightPods *pods);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitInFlightPods, fit_in_flight_pods_free)

/* fit_in_flight_pods_begin: a pod that is already in flight starts over */
void fit_in_flight_pods_begin (FitInFlightPods *pods, const char *uid,
                               const FitQueueAttempts *attempts);

/* fit_in_flight_pods_end: frees the events that no other pod needs.  Does
 * nothing if @uid is not in flight. */
void fit_in_flight_pods_end (FitInFlightPods *pods, const char *uid);

/* fit_in_flight_pods_find: Returns: (transfer none) (nullable) */
const FitQueueAttempts *fit_in_flight_pods_find (const FitInFlightPods *pods,
                                                 const char *uid);

/* fit_in_flight_pods_record: keeps @event if any pod is in flight.  The objects
 * are of the event's resource. */
void fit_in_flight_pods_record (FitInFlightPods *pods,
                                const FitClusterEvent *event,
                                gconstpointer old_object,
                                gconstpointer new_object);

/* fit_in_flight_pods_since: Returns: (transfer none) (nullable): the
 * FitQueuePastEvents since @uid was popped, oldest first; NULL if there are
 * none or @uid is not in flight */
const GList *fit_in_flight_pods_since (const FitInFlightPods *pods,
                                       const char *uid);
