/* in-flight.c - the work that has begun and not ended, by pod and by deadline */
#include "scheduler/in-flight.h"

struct _FitInFlight
{
  GHashTable *by_name; /* owned: "NAMESPACE/NAME" -> GQueue of FitFlight, never
                          empty */
  GSequence *alarms;   /* owned; of FitFlight, ordered by alarm */
  guint64 next_sequence;
};

static char *
name_of (const FitPod *pod)
{
  return g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);
}

static void
flights_free (gpointer data)
{
  GQueue *flights = data;
  FitFlight *flight;

  while ((flight = g_queue_pop_head (flights)) != NULL)
    flight->kind->free (flight);
  g_queue_free (flights);
}

FitInFlight *
fit_in_flight_new (void)
{
  FitInFlight *in_flight = g_new0 (FitInFlight, 1);

  in_flight->by_name
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, flights_free);
  in_flight->alarms = g_sequence_new (NULL);
  return in_flight;
}

void
fit_in_flight_free (FitInFlight *in_flight)
{
  if (in_flight == NULL)
    return;
  g_hash_table_unref (in_flight->by_name);
  g_sequence_free (in_flight->alarms);
  g_free (in_flight);
}

void
fit_in_flight_add (FitInFlight *in_flight, FitFlight *flight)
{
  g_autofree char *name = name_of (flight->task.pod);
  GQueue *flights = g_hash_table_lookup (in_flight->by_name, name);

  if (flights == NULL)
    {
      flights = g_queue_new ();
      g_hash_table_insert (in_flight->by_name, g_steal_pointer (&name),
                           flights);
    }
  g_queue_push_tail (flights, flight);
}

static void
alarm_off (FitFlight *flight)
{
  if (flight->alarm != NULL)
    g_sequence_remove (g_steal_pointer (&flight->alarm));
}

void
fit_in_flight_steal (FitInFlight *in_flight, FitFlight *flight)
{
  g_autofree char *name = name_of (flight->task.pod);
  GQueue *flights = g_hash_table_lookup (in_flight->by_name, name);

  alarm_off (flight);
  g_queue_remove (flights, flight);
  if (g_queue_is_empty (flights))
    g_hash_table_remove (in_flight->by_name, name);
}

const GQueue *
fit_in_flight_named (const FitInFlight *in_flight, const FitPod *pod)
{
  g_autofree char *name = name_of (pod);

  return g_hash_table_lookup (in_flight->by_name, name);
}

/* -- alarms ---------------------------------------------------------------- */

static gint
compare_alarms (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitFlight *x = a, *y = b;

  if (x->alarm_ns != y->alarm_ns)
    return x->alarm_ns < y->alarm_ns ? -1 : 1;
  return x->alarm_sequence < y->alarm_sequence ? -1 : 1;
}

void
fit_in_flight_wake_at (FitInFlight *in_flight, FitFlight *flight,
                       gint64 when_ns)
{
  flight->alarm_ns = when_ns;
  flight->alarm_sequence = in_flight->next_sequence++;
  flight->alarm = g_sequence_insert_sorted (in_flight->alarms, flight,
                                            compare_alarms, NULL);
}

static FitFlight *
first_alarm (const FitInFlight *in_flight)
{
  GSequenceIter *first = g_sequence_get_begin_iter (in_flight->alarms);

  return g_sequence_iter_is_end (first) ? NULL : g_sequence_get (first);
}

gint64
fit_in_flight_next_alarm (const FitInFlight *in_flight)
{
  const FitFlight *first = first_alarm (in_flight);

  return first != NULL ? first->alarm_ns : G_MAXINT64;
}

FitFlight *
fit_in_flight_take_due (FitInFlight *in_flight, gint64 now_ns)
{
  FitFlight *first = first_alarm (in_flight);

  if (first == NULL || first->alarm_ns > now_ns)
    return NULL;
  alarm_off (first);
  return first;
}
