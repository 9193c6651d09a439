/* test-taint-toleration-priority.c - taints of effect PreferNoSchedule
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define TAINTED(name, taints) \
  NODE_WITH (name, "labels: {}", "taints: [" taints "]", "")
#define TAINT(key, effect) "{key: " key ", value: v, effect: " effect "}"
#define NODES                                                                \
  TAINTED ("a", TAINT ("k1", "PreferNoSchedule") ", " TAINT (                \
                    "k2", "PreferNoSchedule"))                               \
  TAINTED ("b",                                                              \
           TAINT ("k1", "PreferNoSchedule") ", " TAINT ("k2", "NoSchedule")) \
  TAINTED ("c", TAINT ("k1", "NoExecute"))                                   \
  NODE ("d", "", "")
#define TOLERATES(key, effect) \
  "tolerations: [{key: " key ", operator: Exists, effect: " effect "}]"

static void
assert_taints (const char *manifest, const char *expected)
{
  const Scenario scenario
      = { .info = &fit_taint_toleration_priority, .manifest = manifest };

  scenario_assert (&scenario, expected);
}

static void
test_counts (void **state)
{
  assert_taints (NODES PENDING ("", ""), "0 5 10 10");
}

static void
test_tolerations (void **state)
{
  assert_taints (NODES PENDING ("", TOLERATES ("k1", "PreferNoSchedule")),
                 "0 10 10 10");
  assert_taints (NODES PENDING ("", TOLERATES ("k1", "''")), "0 10 10 10");
}

static void
test_tolerations_of_other_effects (void **state)
{
  assert_taints (NODES PENDING ("", TOLERATES ("k1", "NoSchedule")),
                 "0 5 10 10");
}

static void
test_all_tolerated (void **state)
{
  assert_taints (NODES PENDING ("", "tolerations: [{operator: Exists}]"),
                 "10 10 10 10");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_counts),
    cmocka_unit_test (test_tolerations),
    cmocka_unit_test (test_tolerations_of_other_effects),
    cmocka_unit_test (test_all_tolerated),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
