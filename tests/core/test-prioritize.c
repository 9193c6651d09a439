/* test-prioritize.c - totals, weights, overflow, and errors of priorities
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/generic-scheduler.h"

#include "tests/core/rules.h"
#include "tests/support/simulated.h"

#define WAITING POD ("p", "namespace: ns", "schedulerName: default-scheduler")

static FitEvaluation *
evaluate (FitSimulation *simulation)
{
  return fit_generic_scheduler_evaluate (
      fit_simulation_scheduler_of (
          simulation, fit_simulation_pending (simulation)->pdata[0]),
      fit_simulation_pending (simulation)->pdata[0], FIT_EVALUATE_DEFAULT);
}

static void
test_totals_are_weighted_sums (void **state)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = NODE ("n1", "points: '3'", "")
              NODE ("n2", "points: '-4'", "") WAITING,
          .policy = POLICY ("", "{name: Points, weight: 5}, "
                                "{name: Doubled, weight: 100}, "
                                "{name: EqualPriority, weight: 7}"),
          .extend = rules_register });
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->n_scores, 3);
  /* In order of their names, after their reduces, not weighted. */
  assert_string_equal (evaluation->scores[0].priority->name, "Doubled");
  assert_int_equal (evaluation->scores[0].scores[0], 6);
  assert_int_equal (evaluation->scores[0].scores[1], -8);
  assert_int_equal (evaluation->scores[2].scores[1], -4);
  assert_int_equal (evaluation->totals[0], 5 * 3 + 100 * 6 + 7 * 1);
  assert_int_equal (evaluation->totals[1], 5 * -4 + 100 * -8 + 7 * 1);
  assert_int_equal (evaluation->n_best, 1);
  assert_int_equal (evaluation->best[0], 0);
}

/* The best nodes, wherever they are. */
static void
test_best_nodes (void **state)
{
  static const struct
  {
    const char *points[3];
    const char *best; /* their places */
  } rows[] = {
    { { "3", "2", "1" }, "0 " },   { { "2", "3", "1" }, "1 " },
    { { "1", "2", "3" }, "2 " },   { { "3", "1", "3" }, "0 2 " },
    { { "1", "3", "3" }, "1 2 " }, { { "2", "2", "2" }, "0 1 2 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          NODE ("n1", "points: '%s'", "") NODE ("n2", "points: '%s'", "")
              NODE ("n3", "points: '%s'", "") WAITING,
          rows[i].points[0], rows[i].points[1], rows[i].points[2]);
      g_autoptr (FitSimulation) simulation
          = simulation_from (&(const SimulationSetup){
              .manifest = manifest,
              .policy = POLICY ("", "{name: Points, weight: 1}"),
              .extend = rules_register });
      g_autoptr (FitEvaluation) evaluation = evaluate (simulation);
      g_autoptr (GString) best = g_string_new (NULL);

      for (guint k = 0; k < evaluation->n_best; k++)
        g_string_append_printf (best, "%u ", evaluation->best[k]);
      assert_string_equal (best->str, rows[i].best);
    }
}

/* A node that only extenders score starts at 0, even if they are not asked. */
static void
test_without_priorities_all_nodes_are_equal (void **state)
{
  static const struct
  {
    const char *policy;
    gint64 score;
  } rows[] = {
    { POLICY ("", ""), 1 },
    { "---\n{apiVersion: v1, kind: Policy, predicates: [], priorities: [], "
      "extenders: [{urlPrefix: 'http://127.0.0.1:1', filterVerb: f}]}",
      0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitSimulation) simulation
          = simulation_from (&(const SimulationSetup){
              .manifest = NODE ("n1", "", "") NODE ("n2", "", "") WAITING,
              .policy = rows[i].policy });
      g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

      assert_int_equal (evaluation->n_scores, 1);
      assert_null (evaluation->scores[0].priority);
      assert_string_equal (evaluation->scores[0].name, "EqualPriority");
      assert_int_equal (evaluation->scores[0].weight, 1);
      for (guint n = 0; n < 2; n++)
        {
          assert_int_equal (evaluation->scores[0].scores[n], rows[i].score);
          assert_int_equal (evaluation->totals[n], rows[i].score);
        }
      assert_int_equal (evaluation->n_best, 2);
    }
}

/* Every priority is asked; their messages are joined, each once. */
static void
test_errors_fail_the_pod (void **state)
{
  simulate (
      &(const SimulationSetup){
          .manifest
          = NODE ("n1", "trouble: boom", "") NODE ("n2", "", "") WAITING,
          .policy = POLICY ("", "{name: Points, weight: 1}, "
                                "{name: Doubled, weight: 1}, "
                                "{name: EqualPriority, weight: 1}"),
          .extend = rules_register },
      "p: boom\n");
}

/* Many nodes are scored together, and their scores are not made up if they
 * cannot be scaled, also where all have the same. */
static void
test_scores_that_cannot_be_scaled_fail_the_pod (void **state)
{
  static const struct
  {
    const char *first, *points, *expected;
  } rows[] = {
    { "3", "2", "p: odd points\n" },
    { "0", "0", "p: no points\n" },
  };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autoptr (GString) manifest = g_string_new (WAITING);

      g_string_append_printf (manifest, NODE ("first", "points: '%s'", ""),
                              rows[row].first);
      for (guint i = 0; i < 300; i++)
        g_string_append_printf (manifest, NODE ("n%u", "points: '%s'", ""), i,
                                rows[row].points);
      simulate (&(const SimulationSetup){ .manifest = manifest->str,
                                          .policy = POLICY (
                                              "", "{name: Even, weight: 1}"),
                                          .extend = rules_register },
                rows[row].expected);
    }
}

/* However many scores of rules about one node are scaled, all of them count. */
static void
test_many_scores_are_scaled (void **state)
{
  g_autoptr (GString) manifest = g_string_new (WAITING);

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (manifest, NODE ("n%u", "points: '%u'", ""), i,
                            i == 70 ? 2 : 0);
  simulate (
      &(const SimulationSetup){
          .manifest = manifest->str,
          .policy = POLICY ("", "{name: NodeAffinityPriority, weight: 1}, "
                                "{name: TaintTolerationPriority, weight: 1}, "
                                "{name: Even, weight: 1}"),
          .extend = rules_register },
      "p: n70 12 100/100\n");
}

/* Sums wrap, as those of the original do. */
static void
test_totals_wrap (void **state)
{
  g_autoptr (FitSimulation) simulation = simulation_from (
      &(const SimulationSetup){ .manifest = NODE ("n1", "points: '40'", "")
                                    NODE ("n2", "", "") WAITING,
                                .policy = POLICY ("", "{name: Points, weight: "
                                                      "922337203685477579}"),
                                .extend = rules_register });
  g_autoptr (FitEvaluation) evaluation = evaluate (simulation);

  assert_int_equal (evaluation->totals[0],
                    (gint64) (G_GUINT64_CONSTANT (922337203685477579) * 40));
  assert_true (evaluation->totals[0] < 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_totals_are_weighted_sums),
    cmocka_unit_test (test_best_nodes),
    cmocka_unit_test (test_without_priorities_all_nodes_are_equal),
    cmocka_unit_test (test_errors_fail_the_pod),
    cmocka_unit_test (test_scores_that_cannot_be_scaled_fail_the_pod),
    cmocka_unit_test (test_many_scores_are_scaled),
    cmocka_unit_test (test_totals_wrap),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
