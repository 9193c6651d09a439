/* test-node-info.c - the sums of a node are right after any pod has come or gone, even if they overflow
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-info.h"

#include "tests/support/cluster.h"

#include <string.h>

#define GPU "example.com/gpu"

#define BIG_NODE  \
  NODE ("n1", "", \
        "cpu: 4, memory: 8Gi, ephemeral-storage: 10Gi, pods: 10, " GPU ": 2")

/* An aggregate for the node n1. */
typedef struct
{
  FitNodeInfo info;
} Fixture;

static void
fixture_init (Fixture *fixture, const char *gates)
{
  g_autoptr (Interned) name = fit_intern ("n1");

  fit_node_info_init (&fixture->info, name, gates_from (gates));
}

static void
fixture_clear (Fixture *fixture)
{
  fit_node_info_clear (&fixture->info);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
set_node (Fixture *fixture, const char *manifest)
{
  g_autoptr (FitNode) node = node_from (manifest);

  fit_node_info_set_node (&fixture->info, node);
}

static void
add_pod (Fixture *fixture, const char *manifest)
{
  g_autoptr (FitPod) pod = pod_from (manifest);

  fit_node_info_add_pod (&fixture->info, pod);
}

static gboolean
remove_pod (Fixture *fixture, const char *manifest, GError **error)
{
  g_autoptr (FitPod) pod = pod_from (manifest);

  return fit_node_info_remove_pod (&fixture->info, pod, error);
}

static gint64
requested (const Fixture *fixture, const char *resource)
{
  g_autoptr (Interned) name = fit_intern (resource);

  return fit_resources_scalar (&fixture->info.requested, name);
}

static char *
pod_names (const FitNodeInfo *info)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < info->n_pods; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            info->pods[i]->meta.name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
expect_pods (const FitNodeInfo *info, const char *expected)
{
  g_autofree char *names = pod_names (info);

  assert_string_equal (names, expected);
}

#define SOME_POD(name, amounts) POD (name, "", REQUESTS (amounts))

/* -- sums ------------------------------------------------------------------ */

static void
test_allocatable_comes_from_the_node (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (Interned) gpu = fit_intern (GPU);

  fixture_init (&f, NULL);
  set_node (&f, BIG_NODE);
  assert_int_equal (f.info.traits->allocatable.milli_cpu, 4000);
  assert_int_equal (f.info.traits->allocatable.memory, G_GINT64_CONSTANT (8)
                                                           << 30);
  assert_int_equal (f.info.traits->allocatable.ephemeral_storage,
                    G_GINT64_CONSTANT (10) << 30);
  assert_int_equal (fit_resources_scalar (&f.info.traits->allocatable, gpu), 2);
  assert_int_equal (f.info.traits->allowed_pods, 10);
}

static void
test_requests_are_summed_up_and_taken_off_again (void **state)
{
  g_auto (Fixture) f = { 0 };
  const char *a = SOME_POD ("a", "cpu: 100m, memory: 1Mi, " GPU ": 1");
  const char *b = SOME_POD ("b", "cpu: 250m, ephemeral-storage: 5");

  fixture_init (&f, NULL);
  add_pod (&f, a);
  add_pod (&f, b);
  assert_int_equal (f.info.requested.milli_cpu, 350);
  assert_int_equal (f.info.requested.memory, 1 << 20);
  assert_int_equal (f.info.requested.ephemeral_storage, 5);
  assert_int_equal (requested (&f, GPU), 1);
  assert_true (remove_pod (&f, a, NULL));
  assert_int_equal (f.info.requested.milli_cpu, 250);
  assert_int_equal (f.info.requested.memory, 0);
  assert_int_equal (requested (&f, GPU), 0);
  assert_true (remove_pod (&f, b, NULL));
  assert_int_equal (f.info.requested.milli_cpu, 0);
  assert_int_equal (f.info.requested.ephemeral_storage, 0);
  assert_int_equal (f.info.n_pods, 0);
}

/* Sums of amounts as great as these wrap, as in v1.16, and come back. */
static void
test_great_sums_wrap_and_come_back (void **state)
{
  g_auto (Fixture) f = { 0 };
  const char *a = SOME_POD ("a", "cpu: 9223372036854775807m, memory: 8Ei");
  const char *b = SOME_POD ("b", "cpu: 9223372036854775807m, memory: 2");
  const char *c = POD ("c", "",
                       "overhead: {cpu: 9223372036854775807m, "
                       "memory: 1}, " REQUESTS ("cpu: 2m"));

  fixture_init (&f, "PodOverhead=true");
  add_pod (&f, a);
  add_pod (&f, b);
  assert_int_equal (f.info.requested.milli_cpu, -2);
  assert_int_equal (f.info.nonzero_milli_cpu, -2);
  assert_int_equal (f.info.requested.memory, G_MININT64 + 1);
  assert_int_equal (f.info.nonzero_memory, G_MININT64 + 1);
  add_pod (&f, c);
  assert_int_equal (f.info.nonzero_milli_cpu, G_MAXINT64);
  assert_true (remove_pod (&f, a, NULL));
  assert_true (remove_pod (&f, c, NULL));
  assert_int_equal (f.info.nonzero_milli_cpu, G_MAXINT64);
  assert_int_equal (f.info.requested.milli_cpu, G_MAXINT64);
  assert_int_equal (f.info.nonzero_memory, 2);
}

/* A container that does not say counts 100m and 200 MiB for scoring; one that
 * says 0 counts 0. */
static void
test_silent_containers_count_for_scoring (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  add_pod (&f, SOME_POD ("silent", ""));
  assert_int_equal (f.info.requested.milli_cpu, 0);
  assert_int_equal (f.info.nonzero_milli_cpu, 100);
  assert_int_equal (f.info.nonzero_memory, 209715200);
  add_pod (&f, SOME_POD ("zero", "cpu: 0, memory: 0"));
  assert_int_equal (f.info.nonzero_milli_cpu, 100);
  assert_int_equal (f.info.nonzero_memory, 209715200);
  assert_true (remove_pod (&f, SOME_POD ("silent", ""), NULL));
  assert_int_equal (f.info.nonzero_milli_cpu, 0);
  assert_int_equal (f.info.nonzero_memory, 0);
}

#define FAT_POD                                                              \
  POD ("fat", "",                                                            \
       REQUESTS (                                                            \
           "cpu: 100m, memory: 50") ", overhead: {cpu: 10m, memory: 7, " GPU \
                                    ": 3}")

static void
test_overhead_counts_behind_its_gate (void **state)
{
  g_auto (Fixture) off = { 0 }, on = { 0 };

  fixture_init (&off, NULL);
  add_pod (&off, FAT_POD);
  assert_int_equal (off.info.requested.milli_cpu, 100);
  assert_true (remove_pod (&off, FAT_POD, NULL));
  assert_int_equal (off.info.requested.milli_cpu, 0);
  assert_int_equal (off.info.nonzero_memory, 0);
  fixture_init (&on, "PodOverhead=true");
  add_pod (&on, FAT_POD);
  assert_int_equal (on.info.requested.milli_cpu, 110);
  assert_int_equal (on.info.requested.memory, 57);
  assert_int_equal (requested (&on, GPU), 3);
  assert_int_equal (on.info.nonzero_milli_cpu, 110);
  assert_int_equal (on.info.nonzero_memory, 57);
  assert_true (remove_pod (&on, FAT_POD, NULL));
  assert_int_equal (on.info.requested.milli_cpu, 0);
  assert_int_equal (on.info.requested.memory, 0);
  assert_int_equal (requested (&on, GPU), 0);
  assert_int_equal (on.info.nonzero_milli_cpu, 0);
  assert_int_equal (on.info.nonzero_memory, 0);
}

/* -- pods ------------------------------------------------------------------ */

static void
test_removal_moves_the_last_pod_into_the_gap (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  add_pod (&f, SOME_POD ("a", ""));
  add_pod (&f, SOME_POD ("b", ""));
  add_pod (&f, SOME_POD ("c", ""));
  add_pod (&f, SOME_POD ("d", ""));
  expect_pods (&f.info, "a b c d");
  assert_true (remove_pod (&f, SOME_POD ("b", ""), NULL));
  expect_pods (&f.info, "a d c");
  assert_true (remove_pod (&f, SOME_POD ("c", ""), NULL));
  expect_pods (&f.info, "a d");
}

/* The object that was counted in is the one that is counted out, whatever the
 * pod with its UID asks for by now. */
static void
test_removal_is_by_uid (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  add_pod (&f, SOME_POD ("a", "cpu: 100m"));
  assert_non_null (fit_node_info_find_pod (&f.info, "a"));
  assert_null (fit_node_info_find_pod (&f.info, "b"));
  assert_true (remove_pod (&f, SOME_POD ("a", "cpu: 900m"), NULL));
  assert_int_equal (f.info.requested.milli_cpu, 0);
  assert_null (fit_node_info_find_pod (&f.info, "a"));
}

static void
test_unknown_pod_cannot_be_removed (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_init (&f, NULL);
  add_pod (&f, SOME_POD ("a", "cpu: 100m"));
  assert_false (remove_pod (&f, SOME_POD ("b", ""), &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "no corresponding pod b in pods of node n1");
  assert_false (remove_pod (
      &f, "---\n{apiVersion: v1, kind: Pod, metadata: {name: a}}", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "Cannot get cache key for pod with empty UID");
  assert_int_equal (f.info.requested.milli_cpu, 100);
}

static void
test_clone_is_independent (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autoptr (FitPod) more
      = pod_from (POD ("more", "",
                       "containers: [{name: c, resources: "
                       "{requests: {cpu: 1, " GPU ": 1}}, ports: "
                       "[{hostPort: 81}]}]"));
  g_autoptr (GError) error = NULL;

  fixture_init (&f, NULL);
  set_node (&f, BIG_NODE);
  add_pod (&f, SOME_POD ("a", "cpu: 100m"));
  clone = fit_node_info_clone (&f.info);
  fit_node_info_add_pod (clone, more);
  assert_int_equal (clone->requested.milli_cpu, 1100);
  assert_int_equal (f.info.requested.milli_cpu, 100);
  assert_int_equal (requested (&f, GPU), 0);
  assert_int_equal (fit_node_info_n_ports (&f.info), 0);
  expect_pods (&f.info, "a");
  expect_pods (clone, "a more");
  assert_ptr_equal (clone->node, f.info.node);
  assert_true (fit_node_info_remove_pod (clone, f.info.pods[0], &error));
  expect_pods (&f.info, "a");
}

/* The names of the pods by importance. */
static void
expect_order (const FitNodeInfo *info, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < info->n_pods; i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? " " : "",
        info->pods[fit_node_info_order (info)[i]]->meta.name);
  assert_string_equal (text->str, expected);
}

#define RANKED_POD(name, priority, started)                                \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  "}, spec: {priority: " priority "}, status: {" started "}}\n"
#define DAY(day) "startTime: '2020-01-0" day "T00:00:00Z'"

static void
test_pods_are_in_order_of_importance (void **state)
{
  static const char *const pods[]
      = { RANKED_POD ("a", "1", DAY ("2")), RANKED_POD ("b", "2", DAY ("3")),
          RANKED_POD ("c", "1", DAY ("1")), RANKED_POD ("d", "1", ""),
          RANKED_POD ("e", "1", DAY ("2")), RANKED_POD ("f", "1", ""),
          RANKED_POD ("g", "-1", ""),       RANKED_POD ("h", "2", DAY ("1")),
          RANKED_POD ("i", "1", DAY ("2")), RANKED_POD ("j", "3", "") };
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autoptr (FitPod) younger = pod_from (RANKED_POD ("h", "2", DAY ("4")));

  fixture_init (&f, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    add_pod (&f, pods[i]);
  expect_order (&f.info, "j h b c a e i f d g");
  clone = fit_node_info_clone (&f.info);
  assert_true (remove_pod (&f, pods[0], NULL));
  assert_true (remove_pod (&f, pods[9], NULL));
  expect_pods (&f.info, "i b c d e f g h");
  expect_order (&f.info, "h b c i e f d g");
  fit_node_info_replace_pod (&f.info, younger);
  expect_order (&f.info, "b h c i e f d g");
  expect_order (clone, "j h b c a e i f d g");
  add_pod (&f, pods[9]);
  expect_order (&f.info, "j b h c i e f d g");
}

/* -- ports ----------------------------------------------------------------- */

#define PORT_POD(name, ports) \
  POD (name, "", "containers: [{name: c, ports: [" ports "]}]")

static gboolean
taken (const Fixture *f, const char *ip, const char *protocol, gint32 port)
{
  g_autoptr (Interned) address = fit_intern (ip);
  g_autoptr (Interned) by = fit_intern (protocol);
  const FitHostPort wanted = { address, by, port };

  return fit_node_info_port_conflict (&f->info, &wanted);
}

static void
test_ports_conflict_by_protocol_and_number (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  add_pod (&f, PORT_POD ("a", "{hostPort: 80, hostIP: 10.0.0.1}"));
  assert_true (taken (&f, "10.0.0.1", "TCP", 80));
  assert_false (taken (&f, "10.0.0.1", "UDP", 80));
  assert_false (taken (&f, "10.0.0.1", "TCP", 81));
  assert_false (taken (&f, "10.0.0.2", "TCP", 80));
}

static void
test_every_address_conflicts_with_each (void **state)
{
  g_auto (Fixture) one = { 0 }, every = { 0 };

  fixture_init (&one, NULL);
  add_pod (&one, PORT_POD ("a", "{hostPort: 80, hostIP: 10.0.0.1}"));
  assert_true (taken (&one, "0.0.0.0", "TCP", 80));
  /* Addresses are text: that of IPv6 for "every" is just another one. */
  assert_false (taken (&one, "::", "TCP", 80));
  fixture_init (&every, NULL);
  add_pod (&every, PORT_POD ("a", "{hostPort: 80}"));
  assert_true (taken (&every, "10.0.0.1", "TCP", 80));
  assert_true (taken (&every, "0.0.0.0", "TCP", 80));
  assert_true (taken (&every, "::", "TCP", 80));
}

/* The ports are a set: the first of two pods that leaves frees them. */
static void
test_shared_port_is_free_when_one_pod_leaves (void **state)
{
  g_auto (Fixture) f = { 0 };
  const char *a = PORT_POD ("a", "{hostPort: 80}, {hostPort: 81}");

  fixture_init (&f, NULL);
  add_pod (&f, a);
  add_pod (&f, PORT_POD ("b", "{hostPort: 80}, {hostPort: 82}"));
  assert_int_equal (fit_node_info_n_ports (&f.info), 3);
  assert_true (remove_pod (&f, a, NULL));
  assert_false (taken (&f, "0.0.0.0", "TCP", 80));
  assert_false (taken (&f, "0.0.0.0", "TCP", 81));
  assert_true (taken (&f, "0.0.0.0", "TCP", 82));
  assert_int_equal (fit_node_info_n_ports (&f.info), 1);
}

static void
test_ports_without_host_port_do_not_count (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  add_pod (&f, POD ("a", "",
                    "containers: [{name: c, ports: [{containerPort: 80}]}], "
                    "initContainers: [{name: i, ports: [{hostPort: 81}]}]"));
  assert_int_equal (fit_node_info_n_ports (&f.info), 0);
}

/* -- the node object ------------------------------------------------------- */

#define NODE_STATUS(conditions) \
  NODE_WITH ("n1", "", "", "conditions: [" conditions "]")

static void
test_pressure_outlives_its_condition (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  assert_int_equal (f.info.memory_pressure, FIT_CONDITION_ABSENT);
  set_node (&f, NODE_STATUS ("{type: MemoryPressure, status: 'True'}, "
                             "{type: DiskPressure, status: 'False'}, "
                             "{type: PIDPressure, status: 'True'}"));
  assert_int_equal (f.info.memory_pressure, FIT_CONDITION_TRUE);
  assert_int_equal (f.info.disk_pressure, FIT_CONDITION_FALSE);
  set_node (&f, NODE_STATUS ("{type: PIDPressure, status: 'False'}"));
  assert_int_equal (f.info.memory_pressure, FIT_CONDITION_TRUE);
  assert_int_equal (f.info.disk_pressure, FIT_CONDITION_FALSE);
  assert_int_equal (f.info.pid_pressure, FIT_CONDITION_FALSE);
}

static void
test_node_that_goes_leaves_its_pods (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  set_node (&f, NODE_WITH ("n1", "",
                           "unschedulable: true, taints: "
                           "[{key: k, effect: NoSchedule}]",
                           "allocatable: {cpu: 1, pods: 5}, conditions: "
                           "[{type: MemoryPressure, status: 'True'}]"));
  add_pod (&f, SOME_POD ("a", "cpu: 100m"));
  assert_true (f.info.traits->unschedulable);
  assert_int_equal (f.info.traits->n_taints, 1);
  fit_node_info_set_node (&f.info, NULL);
  assert_null (f.info.node);
  assert_int_equal (f.info.traits->allocatable.milli_cpu, 0);
  assert_int_equal (f.info.traits->allowed_pods, 0);
  assert_int_equal (f.info.traits->n_taints, 0);
  assert_false (f.info.traits->unschedulable);
  assert_int_equal (f.info.memory_pressure, FIT_CONDITION_UNKNOWN);
  assert_int_equal (f.info.requested.milli_cpu, 100);
  expect_pods (&f.info, "a");
}

static void
test_new_node_object_replaces_the_old (void **state)
{
  g_auto (Fixture) f = { 0 };

  fixture_init (&f, NULL);
  set_node (&f, BIG_NODE);
  set_node (&f, NODE ("n1", "", "cpu: 1"));
  assert_int_equal (f.info.traits->allocatable.milli_cpu, 1000);
  assert_int_equal (f.info.traits->allocatable.memory, 0);
  assert_int_equal (f.info.traits->allocatable.n_scalars, 0);
  assert_int_equal (f.info.traits->allowed_pods, 0);
}

/* -- special pods ---------------------------------------------------------- */

static void
test_special_pods_are_counted (void **state)
{
#define SPEC(name, spec) POD (name, "namespace: ns", "nodeName: n1, " spec)
  static const struct
  {
    const char *pod;
    guint n_special;
  } rows[] = {
    { SPEC ("a", ""), 0 },
    { SPEC ("a", "containers: [{name: c, ports: [{containerPort: 80}]}]"), 0 },
    { SPEC ("a", "containers: [{name: c, ports: [{hostPort: 80}]}]"), 1 },
    { SPEC ("a", "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: a")) "}"),
      1 },
    { SPEC ("a", "affinity: {" POD_AFFINITY (TERM ("zone", "app: a")) "}"), 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Fixture) fixture = { 0 };

      fixture_init (&fixture, NULL);
      add_pod (&fixture, rows[i].pod);
      assert_int_equal (fixture.info.n_special, rows[i].n_special);
      add_pod (&fixture, SPEC ("b", ""));
      assert_int_equal (fixture.info.n_special, rows[i].n_special);
      for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
        {
          g_autoptr (FitPod) other = pod_from (rows[k].pod);

          fit_node_info_replace_pod (&fixture.info, other);
          assert_int_equal (fixture.info.n_special, rows[k].n_special);
          assert_int_equal (fixture.info.n_pods, 2);
        }
      assert_true (remove_pod (&fixture, rows[i].pod, NULL));
      assert_int_equal (fixture.info.n_special, 0);
    }
#undef SPEC
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_special_pods_are_counted),
    cmocka_unit_test (test_allocatable_comes_from_the_node),
    cmocka_unit_test (test_requests_are_summed_up_and_taken_off_again),
    cmocka_unit_test (test_great_sums_wrap_and_come_back),
    cmocka_unit_test (test_silent_containers_count_for_scoring),
    cmocka_unit_test (test_overhead_counts_behind_its_gate),
    cmocka_unit_test (test_removal_moves_the_last_pod_into_the_gap),
    cmocka_unit_test (test_removal_is_by_uid),
    cmocka_unit_test (test_unknown_pod_cannot_be_removed),
    cmocka_unit_test (test_clone_is_independent),
    cmocka_unit_test (test_pods_are_in_order_of_importance),
    cmocka_unit_test (test_ports_conflict_by_protocol_and_number),
    cmocka_unit_test (test_every_address_conflicts_with_each),
    cmocka_unit_test (test_shared_port_is_free_when_one_pod_leaves),
    cmocka_unit_test (test_ports_without_host_port_do_not_count),
    cmocka_unit_test (test_pressure_outlives_its_condition),
    cmocka_unit_test (test_node_that_goes_leaves_its_pods),
    cmocka_unit_test (test_new_node_object_replaces_the_old),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
