/* test-pod-topology-spread-former-priority.c - topologySpreadConstraints with ScheduleAnyway
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define NODES                         \
  NODE ("a", "zone: z1, host: a", "") \
  NODE ("b", "zone: z1, host: b", "") \
  NODE ("c", "zone: z2, host: c", "") \
  NODE ("d", "host: d", "")
#define CONSTRAINT_OF(when, key, selector)                      \
  "{maxSkew: 1, topologyKey: " key ", whenUnsatisfiable: " when \
  ", labelSelector: {" selector "}}"
#define SOFT(key, selector) CONSTRAINT_OF ("ScheduleAnyway", key, selector)
#define WEB "matchLabels: {app: web}"
#define INVALID "matchExpressions: [{key: app, operator: In, values: []}]"
#define SPREAD(constraints) "topologySpreadConstraints: [" constraints "]"

static void
assert_spread (const char *manifest, const char *feasible, const char *expected)
{
  const Scenario scenario = { .info = &fit_even_pods_spread_priority,
                              .manifest = manifest,
                              .gates = "EvenPodsSpread=true",
                              .feasible = feasible };

  scenario_assert (&scenario, expected);
}

#define PODS                     \
  PLACED ("p1", "a", "app: web") \
  PLACED ("p2", "a", "app: web") \
  PLACED ("p3", "b", "app: web") \
  PLACED ("p4", "c", "app: web") \
  PLACED ("p5", "d", "app: web") \
  PLACED ("p6", "c", "app: db")

/* z1 has 3, z2 has 1: total 3+3+1. */
static void
test_zones (void **state)
{
  assert_spread (NODES PODS PENDING ("app: web", SPREAD (SOFT ("zone", WEB))),
                 NULL, "6 6 10 0");
}

static void
test_no_soft_constraint (void **state)
{
  assert_spread (
      NODES PODS PENDING (
          "app: web", SPREAD (CONSTRAINT_OF ("DoNotSchedule", "zone", WEB))),
      NULL, "0 0 0 0");
  assert_spread (NODES PODS PENDING ("app: web", ""), NULL, "0 0 0 0");
}

/* The key that a node lacks takes it out of both. */
static void
test_two_keys (void **state)
{
  /* 3+2, 3+1, 1+1: total 11. */
  assert_spread (
      NODES PODS PENDING ("app: web",
                          SPREAD (SOFT ("zone", WEB) ", " SOFT ("host", WEB))),
      NULL, "6 7 10 0");
}

static void
test_one_key_twice (void **state)
{
  /* Both constraints count into one counter, and it is read twice: z1 has 3,
   * z2 has 2, so 6, 6, 4 of 16. */
  assert_spread (
      NODES PODS PENDING ("app: web", SPREAD (SOFT ("zone", WEB) ", " SOFT (
                                          "zone", "matchLabels: {app: db}"))),
      NULL, "8 8 10 0");
}

static void
test_every_namespace_counts (void **state)
{
  assert_spread (
      NODES POD ("p1", "namespace: else, labels: {app: web}", "nodeName: a")
          POD ("p2",
               "namespace: ns, labels: {app: web}, "
               "deletionTimestamp: '2019-10-01T00:00:00Z'",
               "nodeName: c") PLACED ("p3", "c", "app: web")
              PENDING ("app: web", SPREAD (SOFT ("zone", WEB))),
      NULL, "10 10 6 0");
}

/* Pods on nodes that the pod may not use do not count, whether or not these
 * are feasible. */
static void
test_node_selector (void **state)
{
  assert_spread (
      NODES PODS PENDING (
          "app: web", "nodeSelector: {host: b}, " SPREAD (SOFT ("zone", WEB))),
      "b c", "0 10");
}

/* Pods on nodes that are not feasible do count, where their value is wanted. */
static void
test_infeasible_nodes (void **state)
{
  assert_spread (NODES PODS PENDING ("app: web", SPREAD (SOFT ("zone", WEB))),
                 "b c d", "3 10 0");
}

static void
test_no_pods (void **state)
{
  assert_spread (NODES PENDING ("app: web", SPREAD (SOFT ("zone", WEB))), NULL,
                 "10 10 10 0");
}

static void
test_nothing_eligible (void **state)
{
  assert_spread (NODES PODS PENDING ("app: web", SPREAD (SOFT ("rack", WEB))),
                 NULL, "0 0 0 0");
}

/* Of one node the total is the least. */
static void
test_one_eligible (void **state)
{
  assert_spread (NODES PODS PENDING ("app: web", SPREAD (SOFT ("zone", WEB))),
                 "d c", "0 10");
}

static void
test_invalid_selector (void **state)
{
  static const char spec[]
      = NODES PENDING ("app: web", SPREAD (SOFT ("zone", INVALID)));
  g_autofree char *with_pods = g_strconcat (spec, PODS, NULL);

  assert_spread (spec, NULL, "10 10 10 0");
  assert_spread (with_pods, NULL,
                 "error: for 'in', 'notin' operators, values set can't be "
                 "empty");
  assert_spread (with_pods, "d", "0");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_even_pods_spread_priority,
    .manifest = NODES PODS PENDING ("app: web", SPREAD (SOFT ("zone", WEB))),
    .max_score = 100,
  };

  scenario_assert (&scenario, "66 66 100 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_zones),
    cmocka_unit_test (test_no_soft_constraint),
    cmocka_unit_test (test_two_keys),
    cmocka_unit_test (test_one_key_twice),
    cmocka_unit_test (test_every_namespace_counts),
    cmocka_unit_test (test_node_selector),
    cmocka_unit_test (test_infeasible_nodes),
    cmocka_unit_test (test_no_pods),
    cmocka_unit_test (test_nothing_eligible),
    cmocka_unit_test (test_one_eligible),
    cmocka_unit_test (test_invalid_selector),
    cmocka_unit_test (test_resolution),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
