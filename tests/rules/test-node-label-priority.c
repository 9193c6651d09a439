/* test-node-label-priority.c - nodes with or without a label
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define NODES                   \
  NODE ("a", "ssd: 'true'", "") \
  NODE ("b", "hdd: ''", "") NODE ("c", "ssd: ''", "") PENDING ("", "")

static void
test_presence (void **state)
{
  const FitLabelArgument argument = { .label = "ssd", .presence = TRUE };
  const Scenario scenario = { .info = &fit_label_preference,
                              .argument = &argument,
                              .manifest = NODES };

  scenario_assert (&scenario, "10 0 10");
}

static void
test_absence (void **state)
{
  const FitLabelArgument argument = { .label = "ssd", .presence = FALSE };
  const Scenario scenario = { .info = &fit_label_preference,
                              .argument = &argument,
                              .manifest = NODES,
                              .max_score = 100 };

  scenario_assert (&scenario, "0 100 0");
}

static void
test_label_of_no_node (void **state)
{
  const FitLabelArgument wanted = { .label = "gpu", .presence = TRUE };
  const FitLabelArgument unwanted = { .label = "gpu", .presence = FALSE };
  const Scenario likes = { .info = &fit_label_preference,
                           .argument = &wanted,
                           .manifest = NODES };
  const Scenario dislikes = { .info = &fit_label_preference,
                              .argument = &unwanted,
                              .manifest = NODES };

  scenario_assert (&likes, "0 0 0");
  scenario_assert (&dislikes, "10 10 10");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_presence),
    cmocka_unit_test (test_absence),
    cmocka_unit_test (test_label_of_no_node),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
