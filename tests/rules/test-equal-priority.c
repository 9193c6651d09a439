/* test-equal-priority.c - 1 for every node
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

static void
test_one_for_all (void **state)
{
  const char *manifest = NODE ("a", "", "cpu: 4") NODE ("b", "x: z", "")
      NODE ("c", "", "") PENDING ("", "");
  const Scenario scenario
      = { .info = &fit_equal_priority, .manifest = manifest };
  const Scenario finer
      = { .info = &fit_equal_priority, .manifest = manifest, .max_score = 100 };

  scenario_assert (&scenario, "1 1 1");
  scenario_assert (&finer, "1 1 1");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_one_for_all),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
