/* test-in-flight-pods.c - events during an attempt count when it has failed
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/in-flight-pods.h"

#include "tests/support/cluster.h"

#define ATTEMPTS(n) (&(FitQueueAttempts){ n, .first_ns = 5 })

static void
record (FitInFlightPods *pods, FitClusterEventName name)
{
  fit_in_flight_pods_record (pods, fit_cluster_event (name), NULL, NULL);
}

/* Labels of what @uid has missed. */
static void
assert_since (const FitInFlightPods *pods, const char *uid,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const GList *link = fit_in_flight_pods_since (pods, uid); link;
       link = link->next)
    g_string_append_printf (
        text, "%s%s", text->len > 0 ? " " : "",
        ((const FitQueuePastEvent *) link->data)->event.label);
  assert_string_equal (text->str, expected);
}

static void
test_events_count_from_the_pop_on (void **state)
{
  g_autoptr (FitInFlightPods) pods = fit_in_flight_pods_new ();

  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (1));
  assert_since (pods, "a", "");
  record (pods, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_in_flight_pods_begin (pods, "b", ATTEMPTS (1));
  record (pods, FIT_CLUSTER_EVENT_PV_ADD);
  record (pods, FIT_CLUSTER_EVENT_PV_ADD);
  assert_since (pods, "a", "NodeAdd PvAdd PvAdd");
  assert_since (pods, "b", "PvAdd PvAdd");
  assert_since (pods, "c", "");
}

static void
test_nothing_is_kept_for_nobody (void **state)
{
  g_autoptr (FitInFlightPods) pods = fit_in_flight_pods_new ();

  record (pods, FIT_CLUSTER_EVENT_NODE_ADD);
  assert_int_equal (pods->events.length, 0);
  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (1));
  assert_since (pods, "a", "");
}

static void
test_events_go_when_the_last_who_needs_them_ends (void **state)
{
  g_autoptr (FitInFlightPods) pods = fit_in_flight_pods_new ();

  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (1));
  record (pods, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_in_flight_pods_begin (pods, "b", ATTEMPTS (1));
  record (pods, FIT_CLUSTER_EVENT_PV_ADD);
  fit_in_flight_pods_begin (pods, "c", ATTEMPTS (1));

  fit_in_flight_pods_end (pods, "b");
  assert_int_equal (pods->events.length, 2);
  fit_in_flight_pods_end (pods, "a");
  assert_int_equal (pods->events.length, 0);
  fit_in_flight_pods_end (pods, "a");
  record (pods, FIT_CLUSTER_EVENT_PVC_ADD);
  assert_since (pods, "c", "PvcAdd");
  fit_in_flight_pods_end (pods, "c");
  assert_int_equal (pods->events.length, 0);
  assert_null (fit_in_flight_pods_find (pods, "c"));
}

static void
test_second_pop_begins_anew (void **state)
{
  g_autoptr (FitInFlightPods) pods = fit_in_flight_pods_new ();

  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (1));
  record (pods, FIT_CLUSTER_EVENT_NODE_ADD);
  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (7));
  assert_since (pods, "a", "");
  assert_int_equal (pods->events.length, 0);
  assert_int_equal (fit_in_flight_pods_find (pods, "a")->n, 7);
  assert_int_equal (fit_in_flight_pods_find (pods, "a")->first_ns, 5);
  assert_null (fit_in_flight_pods_find (pods, "b"));
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
  { FIT_CLUSTER_EVENT_VOLUME_ATTACHMENT_DELETE, FIT_KIND_VOLUME_ATTACHMENT,
    "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: "
    "{name: o}, spec: {attacher: d, nodeName: n1, source: "
    "{persistentVolumeName: v}}}" },
};

static void
test_objects_are_kept (void **state)
{
  g_autoptr (FitInFlightPods) pods = fit_in_flight_pods_new ();
  const GList *link;
  guint n = 0;

  fit_in_flight_pods_begin (pods, "a", ATTEMPTS (1));
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      g_autoptr (FitObjects) read = objects_from (objects[i].manifest);

      assert_int_equal (read->of[objects[i].kind]->len, 1);
      fit_in_flight_pods_record (pods, fit_cluster_event (objects[i].event),
                                 read->of[objects[i].kind]->pdata[0],
                                 i % 2 ? read->of[objects[i].kind]->pdata[0]
                                       : NULL);
    }
  for (link = fit_in_flight_pods_since (pods, "a"); link; link = link->next)
    {
      const FitQueuePastEvent *past = link->data;

      assert_non_null (past->old_object);
      assert_ptr_equal (past->new_object, n % 2 ? past->old_object : NULL);
      n++;
    }
  assert_int_equal (n, G_N_ELEMENTS (objects));
  link = fit_in_flight_pods_since (pods, "a");
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
