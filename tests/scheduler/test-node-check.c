/* test-node-check.c - a node that comes or changes wakes the pods that fit there
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/scheduler-scene.h"

/* A node wakes only those that might run there; before v1.22 all of them. */
static void
assert_woken_with (const char *release, const char *gates, const char *pod,
                   const char *node, FitQueueName expected)
{
  g_autofree char *manifest = g_strconcat (SMALL_NODE ("n1"), pod, NULL);
  SCENE_FROM (scene, .manifest = manifest, .release = release, .gates = gates,
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 20 * SECOND);
  scene_set (&scene, node);
  assert_queued (&scene, "p", expected);
}

static void
assert_woken (const char *release, const char *pod, const char *node,
              FitQueueName expected)
{
  assert_woken_with (release, NULL, pod, node, expected);
}

#define BIG_NODE(spec)                          \
  NODE_WITH ("n2", "labels: {disk: ssd}", spec, \
             "allocatable: {pods: 10, cpu: 8}")

#define NAMES(node)                                                         \
  "affinity: {nodeAffinity: {" REQUIRED                                     \
  "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, " \
  "values: [" node "]}]}]}}}"

static void
test_nodes_are_checked (void **state)
{
  static const char big[] = OURS ("p", CPU ("5")),
                    huge[] = OURS ("p", CPU ("9")),
                    elsewhere[] = OURS ("p", "nodeSelector: {disk: hdd}"),
                    here[] = OURS ("p", "nodeSelector: {disk: ssd}"),
                    there[] = OURS ("p", NAMES ("n3")),
                    named[] = OURS ("p", NAMES ("n2"));

  assert_woken ("1.28", big, BIG_NODE (""), FIT_QUEUE_ACTIVE);
  assert_woken ("1.28", huge, BIG_NODE (""), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", here, BIG_NODE (""), FIT_QUEUE_ACTIVE);
  assert_woken ("1.28", elsewhere, BIG_NODE (""), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", there, BIG_NODE (""), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", named, BIG_NODE (""), FIT_QUEUE_ACTIVE);
  assert_woken ("1.28", big,
                BIG_NODE ("taints: [{key: a, effect: NoSchedule}]"),
                FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", big,
                BIG_NODE ("taints: [{key: a, effect: PreferNoSchedule}]"),
                FIT_QUEUE_ACTIVE);
  assert_woken ("1.20.2", huge, BIG_NODE (""), FIT_QUEUE_ACTIVE);
}

#define N1(cpu) \
  NODE_WITH ("n1", "labels: {disk: ssd}", "", "allocatable: {pods: 2, " cpu "}")

/* A node that changes wakes only those for which there is room beside its
 * pods. */
static void
test_pods_on_a_node_are_checked (void **state)
{
  static const char full[]
      = OURS ("old", ON ("n1") CPU ("2")) OURS ("p", CPU ("1")),
      port[] = OURS ("old", ON ("n1") "containers: [{ports: [{hostPort: "
                                      "80}]}]")
          OURS ("p", "containers: [{ports: [{hostPort: 80}]}]"),
      many[] = OURS ("old", ON ("n1")) OURS ("older", ON ("n1"))
          OURS ("p", "nodeSelector: {disk: ssd}");

  assert_woken ("1.28", full, N1 ("cpu: 2"), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", full, N1 ("cpu: 3"), FIT_QUEUE_ACTIVE);
  assert_woken ("1.28", port, N1 ("cpu: 3"), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.28", many, N1 ("cpu: 3"), FIT_QUEUE_UNSCHEDULABLE);
  assert_woken ("1.20.2", full, N1 ("cpu: 2"), FIT_QUEUE_ACTIVE);
}

/* The gates that are set count, and not those of the release. */
static void
test_gates_of_node_checks (void **state)
{
  static const char heavy[] = OURS ("p", "overhead: {cpu: 4}, " CPU ("5"));

  assert_woken_with ("1.22", "PodOverhead=true", heavy, BIG_NODE (""),
                     FIT_QUEUE_UNSCHEDULABLE);
  assert_woken_with ("1.22", "PodOverhead=false", heavy, BIG_NODE (""),
                     FIT_QUEUE_ACTIVE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nodes_are_checked),
    cmocka_unit_test (test_pods_on_a_node_are_checked),
    cmocka_unit_test (test_gates_of_node_checks),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
