/* test-selector-spread-services.c - the same as SelectorSpreadPriority */
#include "tests/priorities/scenario.h"

/* Selectors of controllers count too, whatever the name says. */
static void
test_replica_set_counts (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_spreading_priority,
    .manifest = NODE ("a", "", "") NODE ("b", "", "")
        PLACED ("p1", "a", "app: web") PLACED ("p2", "b", "app: web, v: '1'")
            SERVICE ("s", "app: web") REPLICA_SET ("r", "matchLabels: {v: '1'}")
                PENDING ("app: web, v: '1'", ""),
  };

  scenario_assert (&scenario, "10 0");
}

static void
test_no_service_but_replica_set (void **state)
{
  const Scenario scenario = {
    .info = &fit_service_spreading_priority,
    .manifest
    = NODE ("a", "", "") NODE ("b", "", "") PLACED ("p1", "a", "app: web")
        REPLICA_SET ("r", "matchLabels: {app: web}") PENDING ("app: web", ""),
  };

  scenario_assert (&scenario, "0 10");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_replica_set_counts),
    cmocka_unit_test (test_no_service_but_replica_set),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
