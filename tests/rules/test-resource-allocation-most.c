/* test-resource-allocation-most.c - cpu and memory in use
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "tests/rules/resource-vectors.h"

static void
test_vectors (void **state)
{
  assert_resource_vectors (&fit_most_requested_priority,
                           offsetof (ResourceVector, most));
}

static void
test_counts_pods_on_the_node (void **state)
{
  const Scenario scenario = {
    .info = &fit_most_requested_priority,
    .manifest = NODE ("full", "", "cpu: 1, memory: 1000")
        NODE ("empty", "", "cpu: 1, memory: 1000")
            POD ("p", "namespace: ns",
                 "nodeName: full, " CONTAINER_REQUESTS ("400m", "300"))
                PENDING ("", CONTAINER_REQUESTS ("200m", "100")),
  };

  /* 6 and 4; 2 and 1. */
  scenario_assert (&scenario, "5 1");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_most_requested_priority,
    .manifest = NODE ("a", "", "cpu: 4, memory: 10000")
        PENDING ("", CONTAINER_REQUESTS ("1600m", "3000")),
    .max_score = 100,
  };

  scenario_assert (&scenario, "35");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_vectors),
    cmocka_unit_test (test_counts_pods_on_the_node),
    cmocka_unit_test (test_resolution),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
