/* test-balanced-allocation-priority.c - cpu and memory in use to the same degree
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "tests/rules/resource-vectors.h"

#define VOLUMES_GATE "BalanceAttachedNodeVolumes=true"

static void
test_vectors (void **state)
{
  assert_resource_vectors (&fit_balanced_resource_allocation,
                           offsetof (ResourceVector, balanced));
}

/* In exact arithmetic this were 8. */
static void
test_last_bit_shows (void **state)
{
  const Scenario scenario = {
    .info = &fit_balanced_resource_allocation,
    .manifest = NODE ("a", "", "cpu: 5, memory: 5")
        PENDING ("", CONTAINER_REQUESTS ("3", "4")),
  };

  scenario_assert (&scenario, "7");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_balanced_resource_allocation,
    .manifest = NODE ("a", "", "cpu: 4, memory: 10000")
        PENDING ("", CONTAINER_REQUESTS ("3", "5000")),
    .max_score = 100,
  };

  scenario_assert (&scenario, "75");
}

static const char two_thirds[] = NODE ("a", "", "cpu: 4, memory: 4")
    NODE ("b", "", "cpu: 4, memory: 4") NODE ("c", "", "cpu: 4, memory: 4")
        PENDING ("", CONTAINER_REQUESTS ("1", "2"));

static void
test_volumes_join_in (void **state)
{
  /* Shares 1/4 and 1/2 with: none; 3/4, whose variance is 1/24; all. */
  static const gint64 volumes[] = { 0, 3, 4, 3, 4, 4 };
  const Scenario scenario = { .info = &fit_balanced_resource_allocation,
                              .manifest = two_thirds,
                              .gates = VOLUMES_GATE,
                              .volumes = volumes };

  static const gint64 one[] = { 0, 0, 1, 0, 1, 1 };
  Scenario scenario_of_one = scenario;

  scenario_assert (&scenario, "7 9 0");
  scenario_of_one.volumes = one;
  scenario_assert (&scenario_of_one, "7 9 0");
}

static void
test_volumes_need_the_gate (void **state)
{
  static const gint64 volumes[] = { 4, 4, 4, 3, 4, 4 };
  const Scenario scenario = { .info = &fit_balanced_resource_allocation,
                              .manifest = two_thirds,
                              .volumes = volumes };

  scenario_assert (&scenario, "7 7 7");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_vectors),
    cmocka_unit_test (test_last_bit_shows),
    cmocka_unit_test (test_resolution),
    cmocka_unit_test (test_volumes_join_in),
    cmocka_unit_test (test_volumes_need_the_gate),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
