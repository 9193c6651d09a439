/* queue-flights.h - the pods that are being tried (private to queue/)
 *
 * And what has happened since each of them was popped, as far as the first of
 * them still needs it.  Pods are told apart by UID.
 */
#pragma once

#include "api/cluster-event.h"
#include "queue/queue-entry.h"

G_BEGIN_DECLS

/* Something that has happened. */
typedef struct
{
  FitClusterEvent event;
  gpointer old_object; /* (nullable) owned reference */
  gpointer new_object; /* (nullable) owned reference */
  guint64 number;      /* counted up */
} FitQueuePastEvent;

typedef struct _FitQueueFlights FitQueueFlights;

FitQueueFlights *fit_queue_flights_new (void);
void fit_queue_flights_free (FitQueueFlights *flights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitQueueFlights, fit_queue_flights_free)

/* fit_queue_flights_begin: a pod that is there already begins anew */
void fit_queue_flights_begin (FitQueueFlights *flights, const char *uid,
                              const FitQueueAttempts *attempts);

/* fit_queue_flights_end: nothing when there is none; lets go of the events that
 * no other needs */
void fit_queue_flights_end (FitQueueFlights *flights, const char *uid);

/* fit_queue_flights_find: Returns: (transfer none) (nullable) */
const FitQueueAttempts *fit_queue_flights_find (const FitQueueFlights *flights,
                                                const char *uid);

/* fit_queue_flights_record: keeps what has happened, if anybody is in flight.
 * The objects are of the resource of @event. */
void fit_queue_flights_record (FitQueueFlights *flights,
                               const FitClusterEvent *event,
                               gconstpointer old_object,
                               gconstpointer new_object);

/* fit_queue_flights_since: Returns: (transfer none) (nullable): the list of
 * FitQueuePastEvent, from the first after @uid was popped on, the oldest first;
 * NULL when there are none or @uid is not in flight */
const GList *fit_queue_flights_since (const FitQueueFlights *flights,
                                      const char *uid);

/* fit_queue_flights_count, ..._count_events: how many are kept */
guint fit_queue_flights_count (const FitQueueFlights *flights);
guint fit_queue_flights_count_events (const FitQueueFlights *flights);

G_END_DECLS
