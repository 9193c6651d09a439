/* test-framework-score.c - scores are normalized, weighted and summed up, and their errors reported
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/framework/stage.h"

/* Scores the first @n nodes with @script; totals begin at 100, 101, ... */
static FitStatus
run (Stage *stage, const char *script, guint n, gint64 *totals,
     FitScores **out_scores)
{
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  stage_open (stage, script);
  cycle = stage_cycle (stage);
  nodes = stage_nodes (stage, n);
  for (guint i = 0; i < n; i++)
    totals[i] = 100 + i;
  return fit_framework_score (stage->framework, &cycle, &nodes,
                              stage->cluster.arena, totals, out_scores);
}

static void
test_totals (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitScores *scores;
  gint64 totals[3];

  status = run (&stage,
                "{score: [{name: B, weight: 100}, {name: Rough, weight: 3}], "
                "args: {B: {score: {n0: 0, n1: 10}}, "
                "Rough: {score: {n1: 1, n2: 9}}}}",
                3, totals, &scores);
  assert_status (&status, "Success");
  assert_int_equal (totals[0], 100 + 0 * 100 + 5 * 3);
  assert_int_equal (totals[1], 101 + 10 * 100 + 1 * 3);
  assert_int_equal (totals[2], 102 + 5 * 100 + 9 * 3);
  assert_string_equal (scores[0].name, "B");
  assert_string_equal (scores[1].name, "Rough");
  assert_int_equal (scores[0].weight, 100);
  assert_int_equal (scores[0].scores[1], 10);
  assert_int_equal (scores[1].scores[2], 9);
}

/* The range counts after normalising, so that raw scores may be anything. */
static void
test_normalize (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitScores *scores;
  gint64 totals[2];

  status = run (&stage,
                "{score: [{name: A, weight: 2}], "
                "args: {A: {score: {n0: 1000, n1: -99}, divide: 100}}}",
                2, totals, &scores);
  assert_status (&status, "Success");
  assert_log (&stage, "A normalize\n");
  assert_int_equal (scores[0].scores[0], 10);
  assert_int_equal (totals[0], 100 + 2 * 10);
  assert_int_equal (totals[1], 101 + 2 * 0);
}

/* -- failures -------------------------------------------------------------- */

/* Nothing is written then. */
static void
assert_fails (const char *script, const char *expected)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitScores *scores = NULL;
  gint64 totals[4];

  status = run (&stage, script, G_N_ELEMENTS (totals), totals, &scores);
  assert_status (&status, expected);
  assert_null (scores);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    assert_int_equal (totals[i], 100 + i);
}

#define OUT_OF_RANGE(plugin, score)                                        \
  "Error: error while applying score defaultWeights for pod \"p\": score " \
  "plugin \"" plugin "\" returns an invalid score " score                  \
  ", it should in the range of [0, 10] after normalizing"

static void
test_score_fails (void **state)
{
  assert_fails ("{score: [A, B], args: {B: {fail: {n3: later, n1: never}}}}",
                "Error: error while running score plugin for pod \"p\": never");
}

static void
test_normalize_fails (void **state)
{
  assert_fails ("{score: [A, B], args: {"
                "B: {normalize: {code: Unschedulable, message: never}}}}",
                "Error: error while running normalize score plugin for pod "
                "\"p\": normalize score plugin \"B\" failed with error never");
}

static void
test_out_of_range (void **state)
{
  assert_fails ("{score: [Rough], args: {Rough: {score: {n1: 11, n2: 12}}}}",
                OUT_OF_RANGE ("Rough", "11"));
  assert_fails ("{score: [A, B], args: {B: {score: {n3: -1}}}}",
                OUT_OF_RANGE ("B", "-1"));
  assert_fails ("{score: [A], args: {A: {score: {n3: 23}, divide: 2}}}",
                OUT_OF_RANGE ("A", "11"));
}

/* Each step is for all plugins: what fails in an earlier step is reported,
 * whichever plugin it is. */
static void
test_steps (void **state)
{
  assert_fails ("{score: [A, B], args: {"
                "A: {normalize: {code: Error, message: late}}, "
                "B: {fail: {n0: early}}}}",
                "Error: error while running score plugin for pod \"p\": early");
  assert_fails ("{score: [A, B], args: {A: {score: {n0: 11}}, "
                "B: {normalize: {code: Error, message: early}}}}",
                "Error: error while running normalize score plugin for pod "
                "\"p\": normalize score plugin \"B\" failed with error early");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_totals),
    cmocka_unit_test (test_normalize),
    cmocka_unit_test (test_score_fails),
    cmocka_unit_test (test_normalize_fails),
    cmocka_unit_test (test_out_of_range),
    cmocka_unit_test (test_steps),
  };

  return cmocka_run_group_tests_name ("framework-score", tests, NULL, NULL);
}
