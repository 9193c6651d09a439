/* queue-flights.c - remembers the events that happen while a pod is being tried, as 1.26 and later do */
#include "queue/queue-flights.h"

#include "api/csi.h"
#include "api/node.h"
#include "api/storage.h"
#include "api/workloads.h"

typedef struct
{
  char *uid;
  FitQueueAttempts attempts;
  guint64 since; /* the number of the first event after it was popped */
  GList link;    /* in by_age */
} Flight;

struct _FitQueueFlights
{
  GHashTable *flights; /* UID, borrowed from the flight -> owned Flight */
  GQueue by_age;       /* of Flight, in the order of pops */
  GQueue events;       /* of owned FitQueuePastEvent, numbered without gaps */
  guint64 next_number;
};

/* -- the objects of events ------------------------------------------------- */

typedef struct
{
  gpointer (*ref) (gconstpointer object);
  void (*unref) (gpointer object);
} Kind;

#define KIND(name)                                  \
  static gpointer ref_##name (gconstpointer object) \
  {                                                 \
    return fit_##name##_ref (object);               \
  }                                                 \
  static void unref_##name (gpointer object) { fit_##name##_unref (object); }

KIND (pod)
KIND (node)
KIND (pv)
KIND (pvc)
KIND (workload)
KIND (storage_class)
KIND (csi_node)
KIND (csi_driver)
KIND (csi_storage_capacity)
KIND (volume_attachment)

/* Resources with an empty row have events without objects. */
static const Kind kinds[FIT_CLUSTER_RESOURCE_LAST] = {
  [FIT_CLUSTER_POD] = { ref_pod, unref_pod },
  [FIT_CLUSTER_NODE] = { ref_node, unref_node },
  [FIT_CLUSTER_PERSISTENT_VOLUME] = { ref_pv, unref_pv },
  [FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM] = { ref_pvc, unref_pvc },
  [FIT_CLUSTER_SERVICE] = { ref_workload, unref_workload },
  [FIT_CLUSTER_STORAGE_CLASS] = { ref_storage_class, unref_storage_class },
  [FIT_CLUSTER_CSI_NODE] = { ref_csi_node, unref_csi_node },
  [FIT_CLUSTER_CSI_DRIVER] = { ref_csi_driver, unref_csi_driver },
  [FIT_CLUSTER_CSI_STORAGE_CAPACITY]
  = { ref_csi_storage_capacity, unref_csi_storage_capacity },
  [FIT_CLUSTER_VOLUME_ATTACHMENT]
  = { ref_volume_attachment, unref_volume_attachment },
};

static gpointer
keep (const FitClusterEvent *event, gconstpointer object)
{
  const Kind *kind = &kinds[event->resource];

  return object != NULL && kind->ref != NULL ? kind->ref (object) : NULL;
}

static void
past_event_free (gpointer data)
{
  FitQueuePastEvent *past = data;
  const Kind *kind = &kinds[past->event.resource];

  if (past->old_object != NULL)
    kind->unref (past->old_object);
  if (past->new_object != NULL)
    kind->unref (past->new_object);
  g_free (past);
}

/* -- flights --------------------------------------------------------------- */

static void
flight_free (gpointer data)
{
  Flight *flight = data;

  g_free (flight->uid);
  g_free (flight);
}

FitQueueFlights *
fit_queue_flights_new (void)
{
  FitQueueFlights *flights = g_new0 (FitQueueFlights, 1);

  flights->flights
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, flight_free);
  g_queue_init (&flights->by_age);
  g_queue_init (&flights->events);
  return flights;
}

void
fit_queue_flights_free (FitQueueFlights *flights)
{
  if (flights == NULL)
    return;
  g_queue_clear_full (&flights->events, past_event_free);
  g_hash_table_unref (flights->flights);
  g_free (flights);
}

static void
drop_events_nobody_needs (FitQueueFlights *flights)
{
  const Flight *oldest = g_queue_peek_head (&flights->by_age);
  const guint64 needed = oldest != NULL ? oldest->since : flights->next_number;
  const FitQueuePastEvent *past;

  while ((past = g_queue_peek_head (&flights->events)) != NULL
         && past->number < needed)
    past_event_free (g_queue_pop_head (&flights->events));
}

void
fit_queue_flights_end (FitQueueFlights *flights, const char *uid)
{
  Flight *flight = g_hash_table_lookup (flights->flights, uid);

  if (flight == NULL)
    return;
  g_queue_unlink (&flights->by_age, &flight->link);
  g_hash_table_remove (flights->flights, uid);
  drop_events_nobody_needs (flights);
}

void
fit_queue_flights_begin (FitQueueFlights *flights, const char *uid,
                         const FitQueueAttempts *attempts)
{
  Flight *flight = g_new0 (Flight, 1);

  fit_queue_flights_end (flights, uid);
  flight->uid = g_strdup (uid);
  flight->attempts = *attempts;
  flight->since = flights->next_number;
  flight->link.data = flight;
  g_queue_push_tail_link (&flights->by_age, &flight->link);
  g_hash_table_insert (flights->flights, flight->uid, flight);
}

const FitQueueAttempts *
fit_queue_flights_find (const FitQueueFlights *flights, const char *uid)
{
  const Flight *flight = g_hash_table_lookup (flights->flights, uid);

  return flight != NULL ? &flight->attempts : NULL;
}

void
fit_queue_flights_record (FitQueueFlights *flights,
                          const FitClusterEvent *event,
                          gconstpointer old_object, gconstpointer new_object)
{
  FitQueuePastEvent *past;

  if (flights->by_age.length == 0)
    return;
  past = g_new0 (FitQueuePastEvent, 1);
  past->event = *event;
  past->old_object = keep (event, old_object);
  past->new_object = keep (event, new_object);
  past->number = flights->next_number++;
  g_queue_push_tail (&flights->events, past);
}

const GList *
fit_queue_flights_since (const FitQueueFlights *flights, const char *uid)
{
  const Flight *flight = g_hash_table_lookup (flights->flights, uid);
  const GList *link = NULL;

  /* Search from the end: most attempts are short. */
  if (flight != NULL)
    for (const GList *last = flights->events.tail;
         last != NULL
         && ((const FitQueuePastEvent *) last->data)->number >= flight->since;
         last = last->prev)
      link = last;
  return link;
}

guint
fit_queue_flights_count (const FitQueueFlights *flights)
{
  return flights->by_age.length;
}

guint
fit_queue_flights_count_events (const FitQueueFlights *flights)
{
  return flights->events.length;
}
