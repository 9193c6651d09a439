/* test-selector-spread-priority.c - pods of one service apart from each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

/* A cluster with counts[i] matching pods on node i, which is in the zone
 * zones[i] ("" for none), and a service that selects them. */
static char *
cluster_of (guint n, const char *const *zones, const guint *counts)
{
  g_autoptr (GString) text = g_string_new (SERVICE ("s", "app: web"));

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, NODE ("n%u", "%s%s", ""), i,
                              *zones[i] != '\0' ? ZONE : "", zones[i]);
      for (guint k = 0; k < counts[i]; k++)
        g_string_append_printf (text, PLACED ("p%u-%u", "n%u", "app: web"), i,
                                k, i, k, i);
    }
  g_string_append (text, PENDING ("app: web", ""));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_spread (const char *const *zones, const guint *counts, guint n,
               const char *expected)
{
  g_autofree char *manifest = cluster_of (n, zones, counts);
  const Scenario spread
      = { .info = &fit_selector_spread_priority, .manifest = manifest };
  const Scenario service
      = { .info = &fit_service_spreading_priority, .manifest = manifest };

  scenario_assert (&spread, expected);
  scenario_assert (&service, expected);
}

static void
test_nodes (void **state)
{
  static const char *const zones[] = { "", "", "" };
  static const guint counts[] = { 2, 1, 0 };

  assert_spread (zones, counts, 3, "0 5 10");
}

static void
test_zones (void **state)
{
  static const char *const some[] = { "z1", "z1", "z2", "" };
  static const guint some_counts[] = { 2, 1, 0, 1 };
  static const char *const all[] = { "z1", "z2", "z2" };
  static const guint all_counts[] = { 3, 3, 1 };

  assert_spread (some, some_counts, 4, "0 1 10 5");
  assert_spread (all, all_counts, 3, "1 0 2");
}

/* In exact arithmetic the first were 5. */
static void
test_last_bit_shows (void **state)
{
  static const char *const zones[] = { "z2", "z1", "z1", "z1" };
  static const guint counts[] = { 5, 6, 6, 3 };

  assert_spread (zones, counts, 4, "4 0 0 1");
}

static void
test_no_pods_at_all (void **state)
{
  static const char *const zones[] = { "z1", "z2", "" };
  static const char *const nowhere[] = { "", "", "" };
  static const guint counts[] = { 0, 0, 0 };

  assert_spread (zones, counts, 3, "10 10 10");
  assert_spread (nowhere, counts, 3, "10 10 10");
}

static void
test_no_selector (void **state)
{
  const Scenario scenario = {
    .info = &fit_selector_spread_priority,
    .manifest = NODE ("a", "", "") NODE ("b", ZONE "z", "") PLACED (
        "p", "a", "app: web") SERVICE ("s", "app: db") PENDING ("app: web", ""),
  };

  scenario_assert (&scenario, "10 10");
}

static void
test_what_counts (void **state)
{
  const Scenario scenario = {
    .info = &fit_selector_spread_priority,
    .manifest
    = NODE ("match", "", "") NODE ("namespace", "", "") NODE ("dying", "", "")
        NODE ("other", "", "") PLACED ("p1", "match", "app: web, tier: a")
            PLACED ("p2", "match", "app: web, tier: a")
                POD ("p3", "namespace: else, labels: {app: web, tier: a}",
                     "nodeName: namespace")
                    POD ("p4",
                         "namespace: ns, labels: {app: web, tier: a}, "
                         "deletionTimestamp: '2019-10-01T00:00:00Z'",
                         "nodeName: dying")
                        PLACED ("p5", "other", "app: web, tier: b")
                            SERVICE ("s", "app: web")
                                PENDING ("app: web, tier: a", ""),
  };

  scenario_assert (&scenario, "0 10 10 5");
}

/* All selectors have to match, not any. */
static void
test_service_and_replica_set (void **state)
{
  static const char manifest[] = NODE ("a", "", "") NODE ("b", "", "")
      PLACED ("p1", "a", "app: web") PLACED ("p2", "b", "app: web, v: '1'")
          SERVICE ("s", "app: web") REPLICA_SET ("r", "matchLabels: {v: '1'}")
              PENDING ("app: web, v: '1'", "");
  const Scenario spread
      = { .info = &fit_selector_spread_priority, .manifest = manifest };
  const Scenario service
      = { .info = &fit_service_spreading_priority, .manifest = manifest };

  scenario_assert (&spread, "10 0");
  scenario_assert (&service, "10 0");
}

/* Nodes where the pod does not fit count neither as nodes nor in zones. */
static void
test_feasible_nodes_only (void **state)
{
  const Scenario scenario = {
    .info = &fit_selector_spread_priority,
    .manifest = NODE ("a", ZONE "z1", "") NODE ("b", ZONE "z1", "")
        NODE ("c", ZONE "z2", "") PLACED ("p1", "a", "app: web")
            PLACED ("p2", "a", "app: web") PLACED ("p3", "c", "app: web")
                SERVICE ("s", "app: web") PENDING ("app: web", ""),
    .feasible = "b c",
  };

  scenario_assert (&scenario, "10 0");
}

/* The region is part of the zone: z in r1 is not z in r2. */
static void
test_regions (void **state)
{
  const Scenario scenario = {
    .info = &fit_selector_spread_priority,
    .manifest = NODE ("a", REGION "r1, " ZONE "z", "")
        NODE ("b", REGION "r2, " ZONE "z", "") NODE ("c", REGION "r1", "")
            PLACED ("p1", "a", "app: web") SERVICE ("s", "app: web")
                PENDING ("app: web", ""),
  };

  scenario_assert (&scenario, "0 10 10");
}

static void
test_resolution (void **state)
{
  static const char *const zones[] = { "z1", "z1", "z2", "" };
  static const guint counts[] = { 2, 1, 0, 1 };
  g_autofree char *manifest = cluster_of (4, zones, counts);
  const Scenario scenario = { .info = &fit_selector_spread_priority,
                              .manifest = manifest,
                              .max_score = 100 };

  scenario_assert (&scenario, "0 16 100 50");
}

/* -- ServiceSpreadingPriority ---------------------------------------------- */

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
    cmocka_unit_test (test_nodes),
    cmocka_unit_test (test_zones),
    cmocka_unit_test (test_last_bit_shows),
    cmocka_unit_test (test_no_pods_at_all),
    cmocka_unit_test (test_no_selector),
    cmocka_unit_test (test_what_counts),
    cmocka_unit_test (test_service_and_replica_set),
    cmocka_unit_test (test_feasible_nodes_only),
    cmocka_unit_test (test_regions),
    cmocka_unit_test (test_resolution),
    cmocka_unit_test (test_replica_set_counts),
    cmocka_unit_test (test_no_service_but_replica_set),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
