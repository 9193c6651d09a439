/* test-service-affinity-priority.c - pods of one service on different racks
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

static const FitLabelArgument rack = { .label = "rack" };

#define RACKS                \
  NODE ("a", "rack: r1", "") \
  NODE ("b", "rack: r1", "") \
  NODE ("c", "rack: r2", "") \
  NODE ("d", "rack: ''", "") \
  NODE ("e", "", "")
#define PODS                     \
  PLACED ("p1", "a", "app: web") \
  PLACED ("p2", "b", "app: web") \
  PLACED ("p3", "b", "app: web") \
  PLACED ("p4", "c", "app: web") \
  PLACED ("p5", "e", "app: web") \
  POD ("p6", "namespace: else, labels: {app: web}", "nodeName: c")

static void
test_racks (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_anti_affinity,
    .argument = &rack,
    .manifest = RACKS PODS SERVICE ("s", "app: web") PENDING ("app: web", ""),
  };

  /* Of five pods three are on r1, one on r2, one on no rack; an empty name is
   * a name. */
  scenario_assert (&scenario, "4 4 8 10 0");
}

static void
test_feasible_nodes_only (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_anti_affinity,
    .argument = &rack,
    .manifest = RACKS PODS SERVICE ("s", "app: web") PENDING ("app: web", ""),
    .feasible = "e c a",
  };

  scenario_assert (&scenario, "0 6 6");
}

static void
test_no_service (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_anti_affinity,
    .argument = &rack,
    .manifest = RACKS PODS SERVICE ("s", "app: db")
        REPLICA_SET ("r", "matchLabels: {app: web}") PENDING ("app: web", ""),
  };

  scenario_assert (&scenario, "10 10 10 10 0");
}

static void
test_first_service_decides (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_anti_affinity,
    .argument = &rack,
    .manifest = RACKS PODS SERVICE ("first", "app: web, v: '1'")
        SERVICE ("second", "app: web") PLACED ("p7", "c", "app: web, v: '1'")
            PENDING ("app: web, v: '1'", ""),
  };

  scenario_assert (&scenario, "10 10 0 10 0");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_anti_affinity,
    .argument = &rack,
    .manifest = RACKS PODS SERVICE ("s", "app: web") PENDING ("app: web", ""),
    .feasible = "e c a",
    .max_score = 100,
  };

  scenario_assert (&scenario, "0 66 66");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_racks),
    cmocka_unit_test (test_feasible_nodes_only),
    cmocka_unit_test (test_no_service),
    cmocka_unit_test (test_first_service_decides),
    cmocka_unit_test (test_resolution),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
