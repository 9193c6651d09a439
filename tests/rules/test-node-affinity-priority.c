/* test-node-affinity-priority.c - preferred node affinity
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define PREFERS(terms)        \
  "affinity: {nodeAffinity: " \
  "{preferredDuringSchedulingIgnoredDuringExecution: [" terms "]}}"
#define NODE_TERM(weight, expressions) \
  "{weight: " weight ", preference: {matchExpressions: [" expressions "]}}"
#define HAS(key, value) "{key: " key ", operator: In, values: [" value "]}"
#define NODES                           \
  NODE ("a", "zone: z1, disk: ssd", "") \
  NODE ("b", "zone: z1", "")            \
  NODE ("c", "zone: z2, disk: ssd", "") \
  NODE ("d", "", "")

static void
assert_affinity (const char *manifest, const char *expected)
{
  const Scenario scenario
      = { .info = &fit_node_affinity_priority, .manifest = manifest };

  scenario_assert (&scenario, expected);
}

static void
test_weights_add_up (void **state)
{
  assert_affinity (
      NODES PENDING (
          "", PREFERS (NODE_TERM ("4", HAS ("zone", "z1")) ", " NODE_TERM (
                  "3", HAS ("disk", "ssd")))),
      "10 5 4 0");
}

static void
test_expressions_all_hold (void **state)
{
  assert_affinity (
      NODES PENDING ("", PREFERS (NODE_TERM ("5", HAS ("zone", "z1") ", " HAS (
                                                      "disk", "ssd")))),
      "10 0 0 0");
}

static void
test_no_preference (void **state)
{
  assert_affinity (NODES PENDING ("", ""), "0 0 0 0");
}

static void
test_empty_term_matches_nothing (void **state)
{
  assert_affinity (NODES PENDING ("", PREFERS ("{weight: 9, preference: {}}")),
                   "0 0 0 0");
}

static void
test_fields_are_ignored (void **state)
{
  assert_affinity (
      NODES PENDING (
          "", PREFERS ("{weight: 1, preference: {matchExpressions: [" HAS (
                  "zone",
                  "z1") "], matchFields: "
                        "[{key: metadata.name, operator: In, values: [d]}]}}")),
      "10 10 0 0");
}

static void
test_invalid_term_fails (void **state)
{
  assert_affinity (
      NODES PENDING (
          "", PREFERS (NODE_TERM ("1", HAS ("zone", "z1")) ", " NODE_TERM (
                  "1", HAS ("zone", "")))),
      "error: for 'in', 'notin' operators, values set can't be empty");
}

static void
test_weight_of_zero_is_not_looked_at (void **state)
{
  assert_affinity (
      NODES PENDING ("",
                     PREFERS (NODE_TERM ("0", HAS ("zone", "")) ", " NODE_TERM (
                         "2", HAS ("zone", "z2")))),
      "0 0 10 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_weights_add_up),
    cmocka_unit_test (test_expressions_all_hold),
    cmocka_unit_test (test_no_preference),
    cmocka_unit_test (test_empty_term_matches_nothing),
    cmocka_unit_test (test_fields_are_ignored),
    cmocka_unit_test (test_invalid_term_fails),
    cmocka_unit_test (test_weight_of_zero_is_not_looked_at),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
