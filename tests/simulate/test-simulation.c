/* test-simulation.c - the order of pending pods, and what single attempts do to the cluster
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/simulation.h"

#include "tests/support/simulated.h"

#include <string.h>

#define ROOM(name) NODE (name, "", "cpu: 4, memory: 8Gi, pods: 9")

/* A pod that waits, with more in its metadata and spec. */
#define WAITING_WITH(name, metadata, spec) \
  POD (name, "namespace: ns" metadata, "schedulerName: default-scheduler" spec)
#define WAITING(name) WAITING_WITH (name, "", "")

/* The pods that wait, in the order in which they are tried. */
static void
expect_queue (const char *manifest, const char *expected)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){ .manifest = manifest });
  const GPtrArray *pending = fit_simulation_pending (simulation);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pending->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const FitPod *) pending->pdata[i])->meta.name);
  assert_string_equal (text->str, expected);
}

/* -- the queue ------------------------------------------------------------- */

#define CREATED(day) ", creationTimestamp: 2020-01-" day "T00:00:00Z"
#define PRIORITY(value) ", priority: " value

static void
test_important_pods_come_first (void **state)
{
  expect_queue (WAITING_WITH ("a", "", PRIORITY ("1"))
                    WAITING_WITH ("b", "", PRIORITY ("-5")) WAITING ("c")
                        WAITING_WITH ("d", "", PRIORITY ("2000000000"))
                            WAITING_WITH ("e", CREATED ("01"), ""),
                "d a e c b");
}

static void
test_older_pods_come_first (void **state)
{
  expect_queue (WAITING_WITH ("a", CREATED ("03"), "") WAITING ("b")
                    WAITING_WITH ("c", CREATED ("01"), "")
                        WAITING_WITH ("d", CREATED ("02"), "") WAITING ("e"),
                "c d a b e");
}

static void
test_equal_pods_keep_their_order (void **state)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    {
      g_string_append_printf (manifest, WAITING ("p%u"), i, i);
      g_string_append_printf (expected, "%sp%u", i > 0 ? " " : "", i);
    }
  expect_queue (manifest->str, expected->str);
}

static void
test_pods_of_others_do_not_wait (void **state)
{
  expect_queue (
      POD ("other", "namespace: ns", "schedulerName: other")
          WAITING_WITH ("done", "", "}, status: {phase: Succeeded")
              WAITING_WITH ("failed", "", "}, status: {phase: Failed")
                  WAITING_WITH ("running", "", "}, status: {phase: Running")
                      WAITING_WITH ("placed", "", ", nodeName: n1")
                          POD ("silent", "namespace: ns", "") WAITING ("mine"),
      "running silent mine");
}

/* -- the cluster ----------------------------------------------------------- */

static void
test_terminal_pods_take_no_room (void **state)
{
#define BIG(name, phase)                                 \
  POD (name, "namespace: ns",                            \
       "schedulerName: other, nodeName: n1, " REQUESTS ( \
           "cpu: 3") "}, status: {phase: " phase)
#define FITS WAITING_WITH ("p", "", ", " REQUESTS ("cpu: 3"))
  simulate (&(const SimulationSetup){ .manifest
                                      = ROOM ("n1") BIG ("x", "Succeeded")
                                          BIG ("z", "Failed") FITS },
            "p: n1 - 1/1\n");
  /* Those of other schedulers do, once they are placed. */
  simulate (&(const SimulationSetup){ .manifest
                                      = ROOM ("n1") BIG ("x", "Running") FITS },
            "p: 0/1 nodes are available: 1 Insufficient cpu.\n");
#undef BIG
#undef FITS
}

static void
test_placed_pods_take_room_at_once (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest
          = ROOM ("n1") WAITING_WITH ("p1", "", ", " REQUESTS ("cpu: 3"))
              WAITING_WITH ("p2", "", ", " REQUESTS ("cpu: 3"))
                  WAITING_WITH ("p3", "", ", " REQUESTS ("cpu: 1")) },
      "p1: n1 - 1/1\n"
      "p2: 0/1 nodes are available: 1 Insufficient cpu.\n"
      "p3: n1 - 1/1\n");
}

/* A pod may come before its node, and services after all pods. */
static void
test_order_of_kinds_does_not_matter (void **state)
{
#define WEB "app: web"
  simulate (
      &(const SimulationSetup){
          .manifest = PLACED_WITH ("x", "n1", WEB, REQUESTS ("cpu: 3"))
              POD ("p", "namespace: ns, labels: {" WEB "}",
                   "schedulerName: default-scheduler") ROOM ("n1") ROOM ("n2")
                  SERVICE ("s", WEB),
          .policy = POLICY ("", "{name: SelectorSpreadPriority, weight: 1}") },
      "p: n2 10 2/2\n");
#undef WEB
}

static void
test_nomination_ends_with_the_placement (void **state)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = ROOM ("n1")
              WAITING_WITH ("p", "", "}, status: {nominatedNodeName: n1") });
  FitNominatedPods *nominated
      = fit_cache_nominated_pods (fit_simulation_cache (simulation));
  g_autofree char *text = NULL;

  assert_false (fit_nominated_pods_empty (nominated));
  text = simulation_run (simulation);
  assert_string_equal (text, "p: n1 - 1/1\n");
  assert_true (fit_nominated_pods_empty (nominated));
}

/* Of two claims for one volume the second finds it taken. */
static void
test_volumes_are_taken_at_once (void **state)
{
#define CLAIMING(pod, claim)                                    \
  WAITING_WITH (pod, "",                                        \
                ", volumes: [{name: v, persistentVolumeClaim: " \
                "{claimName: " claim "}}]")
#define CLAIM(name)                                                           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: " \
  "ns, name: " name "}, spec: {storageClassName: late, accessModes: "         \
  "[ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n"
  simulate (
      &(const SimulationSetup){
          .manifest
          = ROOM ("n1") CLAIM ("c1") CLAIM ("c2") CLAIMING ("p1", "c1") CLAIMING (
              "p2",
              "c2") "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: "
                    "{name: late}, provisioner: kubernetes.io/no-provisioner, "
                    "volumeBindingMode: WaitForFirstConsumer}\n"
                    "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, "
                    "spec: {storageClassName: late, accessModes: [ReadWriteOnce], "
                    "capacity: {storage: 2Gi}}, status: {phase: Available}}\n" },
      "p1: n1 - 1/1\n"
      "p2: 0/1 nodes are available: 1 node(s) didn't find available "
      "persistent volumes to bind.\n");
#undef CLAIMING
#undef CLAIM
}

/* -- what is refused ------------------------------------------------------- */

static void
expect_refusal (const SimulationSetup *setup, FitErrorCode code,
                const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSimulation) simulation = simulation_try (setup, &error);

  assert_null (simulation);
  assert_error (&error, code, message);
}

static void
test_two_pods_with_one_uid_are_refused (void **state)
{
  expect_refusal (
      &(const SimulationSetup){
          .manifest = ROOM ("n1") PLACED (
              "x", "n1",
              "") "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, "
                  "name: z, uid: x}, spec: {nodeName: n1}}\n" },
      FIT_ERROR_SCHEMA,
      "manifest: document 3: Pod ns/z: pod x was already in added state");
}

static void
test_policy_and_provider_are_checked (void **state)
{
  expect_refusal (
      &(const SimulationSetup){ .manifest = ROOM ("n1"), .provider = "Nobody" },
      FIT_ERROR_POLICY,
      "couldn't create scheduler using provider \"Nobody\": "
      "plugin \"Nobody\" has not been registered");
  expect_refusal (
      &(const SimulationSetup){ .manifest = ROOM ("n1"),
                                .policy = POLICY ("{name: Nonsense}", "") },
      FIT_ERROR_POLICY,
      "Invalid configuration: Predicate type not found for "
      "Nonsense\nhint: 'fitsched list predicates' shows the "
      "names");
}

/* A second pod with the UID of one that is placed finds a node, but cannot be
 * counted there. */
static void
test_pod_that_is_placed_already_cannot_be_assumed (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest = ROOM ("n1") PLACED (
              "x", "n1",
              "") "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: "
                  "ns, name: z, uid: x}, spec: {}}\n" },
      "z: AssumePod failed: pod x is in the cache, so can't be "
      "assumed\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_important_pods_come_first),
    cmocka_unit_test (test_older_pods_come_first),
    cmocka_unit_test (test_equal_pods_keep_their_order),
    cmocka_unit_test (test_pods_of_others_do_not_wait),
    cmocka_unit_test (test_terminal_pods_take_no_room),
    cmocka_unit_test (test_placed_pods_take_room_at_once),
    cmocka_unit_test (test_order_of_kinds_does_not_matter),
    cmocka_unit_test (test_nomination_ends_with_the_placement),
    cmocka_unit_test (test_volumes_are_taken_at_once),
    cmocka_unit_test (test_two_pods_with_one_uid_are_refused),
    cmocka_unit_test (test_policy_and_provider_are_checked),
    cmocka_unit_test (test_pod_that_is_placed_already_cannot_be_assumed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
