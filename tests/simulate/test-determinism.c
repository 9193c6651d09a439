/* The result depends on the cluster and the Policy, on nothing else: not on
 * how the kinds of objects are mixed in the input.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/placements.h"

#include <string.h>

#define RUNS 2
#define NODES 700
#define RUNNING 2000
#define PENDING_PODS 60

/* Everything that has an opinion about a node. */
#define ALL_RULES                                                     \
  POLICY ("{name: GeneralPredicates}, {name: NoDiskConflict}, "       \
          "{name: MatchInterPodAffinity}, {name: EvenPodsSpread}, "   \
          "{name: CheckServiceAffinity, argument: {serviceAffinity: " \
          "{labels: [zone]}}}",                                       \
          "{name: SelectorSpreadPriority, weight: 2}, "               \
          "{name: InterPodAffinityPriority, weight: 3}, "             \
          "{name: LeastRequestedPriority, weight: 1}, "               \
          "{name: BalancedResourceAllocation, weight: 1}, "           \
          "{name: NodeAffinityPriority, weight: 1}, "                 \
          "{name: TaintTolerationPriority, weight: 1}, "              \
          "{name: ImageLocalityPriority, weight: 1}, "                \
          "{name: EvenPodsSpreadPriority, weight: 1}, "               \
          "{name: zones, weight: 1, argument: {serviceAntiAffinity: " \
          "{label: zone}}}")

static const Way ways[] = {
  { .provider = "DefaultProvider", .percentage = 100 },
  { .provider = "DefaultProvider", .percentage = 0 },
  { .policy = ALL_RULES, .gates = "EvenPodsSpread=true", .percentage = 100 },
  { .policy = ALL_RULES,
    .gates = "EvenPodsSpread=true",
    .percentage = 50,
    .tie_break = FIT_TIE_BREAK_RANDOM },
};

static void
same_when_shuffled (const RandomCluster *cluster, const Way *way,
                    const char *expected)
{
  for (guint32 shuffle = 1; shuffle <= 3; shuffle++)
    {
      g_autofree char *manifest = random_cluster_list (cluster, shuffle);
      g_autofree char *text = placements (manifest, way);

      assert_string_equal (text, expected);
    }
}

static guint
count_lines (const char *text, const char *with)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += strstr (lines[i], with) != NULL;
  return n;
}

static void
test_input_order_does_not_matter (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_auto (RandomCluster) cluster = { 0 };
      g_autofree char *manifest = NULL;

      random_cluster_init (&cluster, random_seed (run), NODES, RUNNING,
                           PENDING_PODS);
      manifest = random_cluster_list (&cluster, 0);
      for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
        {
          g_autofree char *alone = placements (manifest, &ways[w]);

          /* Pods do find nodes, or there would be nothing to compare. */
          assert_true (count_lines (alone, ": node-") > PENDING_PODS / 6);
          if (w == 0)
            same_when_shuffled (&cluster, &ways[w], alone);
        }
    }
}

/* The same again, in the same process, is the same. */
static void
test_simulation_leaves_nothing_behind (void **state)
{
  g_auto (RandomCluster) cluster = { 0 };
  g_autofree char *manifest = NULL, *first = NULL, *second = NULL,
                  *again = NULL;

  random_cluster_init (&cluster, random_seed (0), 50, 200, 40);
  manifest = random_cluster_list (&cluster, 0);
  first = placements (manifest, &ways[2]);
  second = placements (manifest, &ways[0]);
  again = placements (manifest, &ways[2]);
  assert_string_equal (again, first);
  assert_string_not_equal (second, first);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_input_order_does_not_matter),
    cmocka_unit_test (test_simulation_leaves_nothing_behind),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
