/* test-queue-flights.c - events during an attempt count when it has failed */
#include "queue/queue-flights.h"

#include "tests/support/cluster.h"

#define ATTEMPTS(n) (&(FitQueueAttempts){ n, .first_ns = 5 })

static void
record (FitQueueFlights *flights, FitClusterEventName name)
{
  fit_queue_flights_record (flights, fit_cluster_event (name), NULL, NULL);
}

/* Labels of what @uid has missed. */
static void
assert_since (const FitQueueFlights *flights, const char *uid,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const GList *link = fit_queue_flights_since (flights, uid); link;
       link = link->next)
    g_string_append_printf (
        text, "%s%s", text->len > 0 ? " " : "",
        ((const FitQueuePastEvent *) link->data)->event.label);
  assert_string_equal (text->str, expected);
}

static void
test_events_count_from_the_pop_on (void **state)
{
  g_autoptr (FitQueueFlights) flights = fit_queue_flights_new ();

  fit_queue_flights_begin (flights, "a", ATTEMPTS (1));
  assert_since (flights, "a", "");
  record (flights, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_queue_flights_begin (flights, "b", ATTEMPTS (1));
  record (flights, FIT_CLUSTER_EVENT_PV_ADD);
  record (flights, FIT_CLUSTER_EVENT_PV_ADD);
  assert_since (flights, "a", "NodeAdd PvAdd PvAdd");
  assert_since (flights, "b", "PvAdd PvAdd");
  assert_since (flights, "c", "");
}

static void
test_nothing_is_kept_for_nobody (void **state)
{
  g_autoptr (FitQueueFlights) flights = fit_queue_flights_new ();

  record (flights, FIT_CLUSTER_EVENT_NODE_ADD);
  assert_int_equal (fit_queue_flights_count_events (flights), 0);
  fit_queue_flights_begin (flights, "a", ATTEMPTS (1));
  assert_since (flights, "a", "");
}

static void
test_events_go_when_the_last_who_needs_them_ends (void **state)
{
  g_autoptr (FitQueueFlights) flights = fit_queue_flights_new ();

  fit_queue_flights_begin (flights, "a", ATTEMPTS (1));
  record (flights, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_queue_flights_begin (flights, "b", ATTEMPTS (1));
  record (flights, FIT_CLUSTER_EVENT_PV_ADD);
  fit_queue_flights_begin (flights, "c", ATTEMPTS (1));
  assert_int_equal (fit_queue_flights_count (flights), 3);

  fit_queue_flights_end (flights, "b");
  assert_int_equal (fit_queue_flights_count_events (flights), 2);
  fit_queue_flights_end (flights, "a");
  assert_int_equal (fit_queue_flights_count_events (flights), 0);
  fit_queue_flights_end (flights, "a");
  record (flights, FIT_CLUSTER_EVENT_PVC_ADD);
  assert_since (flights, "c", "PvcAdd");
  fit_queue_flights_end (flights, "c");
  assert_int_equal (fit_queue_flights_count_events (flights), 0);
  assert_int_equal (fit_queue_flights_count (flights), 0);
}

static void
test_second_pop_begins_anew (void **state)
{
  g_autoptr (FitQueueFlights) flights = fit_queue_flights_new ();

  fit_queue_flights_begin (flights, "a", ATTEMPTS (1));
  record (flights, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_queue_flights_begin (flights, "a", ATTEMPTS (7));
  assert_since (flights, "a", "");
  assert_int_equal (fit_queue_flights_count (flights), 1);
  assert_int_equal (fit_queue_flights_count_events (flights), 0);
  assert_int_equal (fit_queue_flights_find (flights, "a")->n, 7);
  assert_int_equal (fit_queue_flights_find (flights, "a")->first_ns, 5);
  assert_null (fit_queue_flights_find (flights, "b"));
}

/* One of each kind: the caller's references may go. */
static const struct
{
  FitClusterEventName event;
  FitKind kind;
  const char *manifest;
} objects[] = {
  { FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD, FIT_KIND_POD, PLACED ("o", "n1", "") },
  { FIT_CLUSTER_EVENT_NODE_ADD, FIT_KIND_NODE, NODE ("o", "", "") },
  { FIT_CLUSTER_EVENT_PV_ADD, FIT_KIND_PERSISTENT_VOLUME,
    "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: o}}" },
  { FIT_CLUSTER_EVENT_PVC_ADD, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
    "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: o, "
    "namespace: ns}}" },
  { FIT_CLUSTER_EVENT_SERVICE_ADD, FIT_KIND_SERVICE, SERVICE ("o", "") },
  { FIT_CLUSTER_EVENT_STORAGE_CLASS_ADD, FIT_KIND_STORAGE_CLASS,
    "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: "
    "o}, provisioner: p}" },
  { FIT_CLUSTER_EVENT_CSI_NODE_ADD, FIT_KIND_CSI_NODE,
    "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: o}, "
    "spec: {drivers: []}}" },
  { FIT_CLUSTER_EVENT_CSI_DRIVER_ADD, FIT_KIND_CSI_DRIVER,
    "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: "
    "o}}" },
  { FIT_CLUSTER_EVENT_CSI_STORAGE_CAPACITY_ADD, FIT_KIND_CSI_STORAGE_CAPACITY,
    "---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: "
    "{name: o, namespace: ns}, storageClassName: c}" },
};

static void
test_objects_are_kept (void **state)
{
  g_autoptr (FitQueueFlights) flights = fit_queue_flights_new ();
  const GList *link;
  guint n = 0;

  fit_queue_flights_begin (flights, "a", ATTEMPTS (1));
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      g_autoptr (FitObjects) read = objects_from (objects[i].manifest);

      assert_int_equal (read->of[objects[i].kind]->len, 1);
      fit_queue_flights_record (flights, fit_cluster_event (objects[i].event),
                                read->of[objects[i].kind]->pdata[0],
                                i % 2 ? read->of[objects[i].kind]->pdata[0]
                                      : NULL);
    }
  for (link = fit_queue_flights_since (flights, "a"); link; link = link->next)
    {
      const FitQueuePastEvent *past = link->data;

      assert_non_null (past->old_object);
      assert_ptr_equal (past->new_object, n % 2 ? past->old_object : NULL);
      n++;
    }
  assert_int_equal (n, G_N_ELEMENTS (objects));
  link = fit_queue_flights_since (flights, "a");
  assert_string_equal (
      ((FitPod *) ((FitQueuePastEvent *) link->data)->old_object)->meta.name,
      "o");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_events_count_from_the_pop_on),
    cmocka_unit_test (test_nothing_is_kept_for_nobody),
    cmocka_unit_test (test_events_go_when_the_last_who_needs_them_ends),
    cmocka_unit_test (test_second_pop_begins_anew),
    cmocka_unit_test (test_objects_are_kept),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
