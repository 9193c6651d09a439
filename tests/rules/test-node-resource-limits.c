/* test-node-resource-limits.c - nodes that can hold the limits
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define LIMITS(limits) \
  "containers: [{name: c, resources: {limits: {" limits "}}}]"
#define NODES                           \
  NODE ("a", "", "cpu: 2, memory: 100") \
  NODE ("b", "", "cpu: 1, memory: 300") \
  NODE ("c", "", "cpu: 1, memory: 100") \
  NODE ("d", "", "")

static void
assert_limits (const char *manifest, gint64 max_score, const char *expected)
{
  const Scenario scenario = { .info = &fit_resource_limits_priority,
                              .manifest = manifest,
                              .max_score = max_score };

  scenario_assert (&scenario, expected);
}

static void
test_either_is_enough (void **state)
{
  assert_limits (NODES PENDING ("", LIMITS ("cpu: 2, memory: 300")), 0,
                 "1 1 0 0");
}

static void
test_no_limits (void **state)
{
  assert_limits (NODES PENDING ("", ""), 0, "0 0 0 0");
}

static void
test_containers_add_up (void **state)
{
  assert_limits (NODES PENDING ("",
                                "containers: [{name: c, resources: {limits: "
                                "{cpu: 600m}}}, {name: d, resources: {limits: "
                                "{cpu: 600m}}}], initContainers: [{name: i, "
                                "resources: {limits: {memory: 300}}}]"),
                 0, "1 1 0 0");
}

static void
test_resolution_does_not_matter (void **state)
{
  assert_limits (NODES PENDING ("", LIMITS ("cpu: 2")), 100, "1 0 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_either_is_enough),
    cmocka_unit_test (test_no_limits),
    cmocka_unit_test (test_containers_add_up),
    cmocka_unit_test (test_resolution_does_not_matter),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
