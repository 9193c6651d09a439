/* queue-flights.h - the pods that are being tried (private to queue/)
 *
 * Also keeps the events since the oldest of these pods was popped, as long as
 * one of the pods needs them.  Pods are identified by UID.
 */
#pragma once

#include "api/cluster-event.h"
#include "queue/queue-entry.h"

G_BEGIN_DECLS

/* An event that was recorded. */
typedef struct
{
  FitClusterEvent event;
  gpointer old_object; /* (nullable) owned reference */
  gpointer new_object; /* (nullable) owned reference */
  guint64 number;      /* consecutive */
} FitQueuePastEvent;

typedef struct _FitQueueFlights FitQueueFlights;

FitQueueFlights *fit_queue_flights_new (void);
void fit_queue_flights_free (FitQueueFlights *flights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitQueueFlights, fit_queue_flights_free)

/* fit_queue_flights_begin: a pod that is already in flight starts over */
void fit_queue_flights_begin (FitQueueFlights *flights, const char *uid,
                              const FitQueueAttempts *attempts);

/* fit_queue_flights_end: frees the events that no other pod needs.  Does
 * nothing if @uid is not in flight. */
void fit_queue_flights_end (FitQueueFlights *flights, const char *uid);

/* fit_queue_flights_find: Returns: (transfer none) (nullable) */
const FitQueueAttempts *fit_queue_flights_find (const FitQueueFlights *flights,
                                                const char *uid);

/* fit_queue_flights_record: keeps @event if any pod is in flight.  The objects
 * are of the event's resource. */
void fit_queue_flights_record (FitQueueFlights *flights,
                               const FitClusterEvent *event,
                               gconstpointer old_object,
                               gconstpointer new_object);

/* fit_queue_flights_since: Returns: (transfer none) (nullable): the
 * FitQueuePastEvents since @uid was popped, oldest first; NULL if there are
 * none or @uid is not in flight */
const GList *fit_queue_flights_since (const FitQueueFlights *flights,
                                      const char *uid);

/* fit_queue_flights_count, ..._count_events: the number of pods, of events
 * kept */
guint fit_queue_flights_count (const FitQueueFlights *flights);
guint fit_queue_flights_count_events (const FitQueueFlights *flights);

G_END_DECLS
