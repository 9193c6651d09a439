/* test-check-node-pressure.c - the three predicates for memory, disk and PID pressure
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define CONDITION(type, status) "{type: " type ", status: '" status "'}"
#define WITH(name, conditions) \
  NODE_WITH (name, "", "", "conditions: [" conditions "]")

#define NODES(type)                        \
  WITH ("none", "")                        \
  WITH ("bad", CONDITION (type, "True"))   \
  WITH ("good", CONDITION (type, "False")) \
  WITH ("unknown", CONDITION (type, "Unknown"))

#define ONLY_TRUE(reason) \
  "none: yes\nbad: " reason "\ngood: yes\nunknown: yes\n"
#define NOWHERE "none: yes\nbad: yes\ngood: yes\nunknown: yes\n"

#define BEST_EFFORT PENDING ("", "containers: [{name: c}]")

static void
expect (const FitPredicateInfo *info, const char *manifest,
        const char *expected)
{
  ask (&(const Question){ .info = info, .manifest = manifest }, expected);
}

static void
test_disk_and_pid_pressure_concern_every_pod (void **state)
{
#define BURSTABLE PENDING ("", REQUESTS ("cpu: 1"))
  expect (&fit_check_node_disk_pressure, BEST_EFFORT NODES ("DiskPressure"),
          ONLY_TRUE ("node(s) had disk pressure"));
  expect (&fit_check_node_disk_pressure, BURSTABLE NODES ("DiskPressure"),
          ONLY_TRUE ("node(s) had disk pressure"));
  expect (&fit_check_node_pid_pressure, BEST_EFFORT NODES ("PIDPressure"),
          ONLY_TRUE ("node(s) had pid pressure"));
  expect (&fit_check_node_pid_pressure, BURSTABLE NODES ("PIDPressure"),
          ONLY_TRUE ("node(s) had pid pressure"));
#undef BURSTABLE
}

static void
test_each_looks_at_its_own_condition (void **state)
{
  expect (&fit_check_node_disk_pressure, BEST_EFFORT NODES ("PIDPressure"),
          NOWHERE);
  expect (&fit_check_node_pid_pressure, BEST_EFFORT NODES ("MemoryPressure"),
          NOWHERE);
  expect (&fit_check_node_memory_pressure, BEST_EFFORT NODES ("DiskPressure"),
          NOWHERE);
}

#define MEMORY NODES ("MemoryPressure")
#define STAYS_AWAY ONLY_TRUE ("node(s) had memory pressure")

static void
test_memory_pressure_keeps_best_effort_pods_away (void **state)
{
  expect (&fit_check_node_memory_pressure, BEST_EFFORT MEMORY, STAYS_AWAY);
  expect (&fit_check_node_memory_pressure,
          PENDING ("", REQUESTS ("cpu: 0, memory: 0")) MEMORY, STAYS_AWAY);
  expect (
      &fit_check_node_memory_pressure,
      PENDING (
          "",
          REQUESTS (
              "ephemeral-storage: 1Gi, example.com/x: 1") ", overhead: {cpu: 1}")
          MEMORY,
      STAYS_AWAY);
}

static void
test_memory_pressure_lets_other_pods_in (void **state)
{
#define CONTAINER(what, amounts) \
  "{name: c, resources: {" what ": {" amounts "}}}"
  expect (&fit_check_node_memory_pressure,
          PENDING ("", REQUESTS ("memory: 1")) MEMORY, NOWHERE);
  expect (&fit_check_node_memory_pressure,
          PENDING ("", "containers: [{name: a}, " CONTAINER (
                           "limits", "cpu: 1m") "]") MEMORY,
          NOWHERE);
  expect (&fit_check_node_memory_pressure,
          PENDING ("", "containers: [{name: a}], initContainers: [" CONTAINER (
                           "requests", "cpu: 1m") "]") MEMORY,
          NOWHERE);
#undef CONTAINER
}

/* What was seen last counts, though the node does not report it any more. */
static void
test_pressure_outlives_its_condition (void **state)
{
  g_auto (Asking) asking = { 0 };
  g_autoptr (FitNode) silent = node_from (WITH ("n1", ""));

  asking_init (&asking, &(const Question){
                            .info = &fit_check_node_disk_pressure,
                            .manifest = BEST_EFFORT WITH (
                                "n1", CONDITION ("DiskPressure", "True")) });
  fit_cache_add_node (asking.cluster.cache, silent);
  expect_answer (&asking, "n1", "node(s) had disk pressure");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_disk_and_pid_pressure_concern_every_pod),
    cmocka_unit_test (test_each_looks_at_its_own_condition),
    cmocka_unit_test (test_memory_pressure_keeps_best_effort_pods_away),
    cmocka_unit_test (test_memory_pressure_lets_other_pods_in),
    cmocka_unit_test (test_pressure_outlives_its_condition),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
