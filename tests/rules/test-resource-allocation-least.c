/* test-resource-allocation-least.c - free cpu and memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "tests/rules/resource-vectors.h"

static void
test_vectors (void **state)
{
  assert_resource_vectors (&fit_least_requested_priority,
                           offsetof (ResourceVector, least));
}

static void
test_counts_pods_on_the_node (void **state)
{
  const Scenario scenario = {
    .info = &fit_least_requested_priority,
    .manifest = NODE ("full", "", "cpu: 1, memory: 1000")
        NODE ("empty", "", "cpu: 1, memory: 1000")
            POD ("p", "namespace: ns",
                 "nodeName: full, " CONTAINER_REQUESTS ("400m", "300"))
                PENDING ("", CONTAINER_REQUESTS ("200m", "100")),
  };

  /* (1000-600)*10/1000 = 4 and (1000-400)*10/1000 = 6; 8 and 9. */
  scenario_assert (&scenario, "5 8");
}

static void
test_explicit_zero_is_not_defaulted (void **state)
{
  const Scenario scenario = {
    .info = &fit_least_requested_priority,
    .manifest = NODE ("a", "", "cpu: 100m, memory: 100")
        PENDING ("", CONTAINER_REQUESTS ("0", "0")),
  };

  scenario_assert (&scenario, "10");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_least_requested_priority,
    .manifest = NODE ("a", "", "cpu: 4, memory: 10000")
        PENDING ("", CONTAINER_REQUESTS ("1600m", "3000")),
    .max_score = 100,
  };

  scenario_assert (&scenario, "65");
}

/* Nonsense from outside must not stop the program: the smallest 64-bit number
 * has no opposite, and neither has its quotient by -1. */
static void
test_negative_amounts_wrap (void **state)
{
  const Scenario scenario = {
    .info = &fit_least_requested_priority,
    .manifest = NODE ("a", "", "cpu: -1m, memory: -1")
        PENDING ("", CONTAINER_REQUESTS ("-922337203685477580801m",
                                         "-922337203685477580801")),
  };
  g_autofree char *scores = scenario_score (&scenario);

  assert_false (g_str_has_prefix (scores, "error"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_vectors),
    cmocka_unit_test (test_counts_pods_on_the_node),
    cmocka_unit_test (test_explicit_zero_is_not_defaulted),
    cmocka_unit_test (test_resolution),
    cmocka_unit_test (test_negative_amounts_wrap),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
