/* test-framework.c - which plugins and lists a framework accepts
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/framework/stage.h"

/* -- errors ---------------------------------------------------------------- */

static void
assert_refused (const char *script, const char *message)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (GError) error = NULL;

  stage_init (&stage, script);
  assert_false (stage_try (&stage, &error));
  assert_error (&error, FIT_ERROR_POLICY, message);
}

static void
test_unknown_plugins (void **state)
{
  static const char *const points[]
      = { "queue sort", "prefilter", "filter",   "post-filter",
          "score",      "reserve",   "permit",   "prebind",
          "bind",       "postbind",  "unreserve" };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autofree char *script = g_strdup_printf ("{%s: [Absent]}", points[i]);
      g_autofree char *message
          = g_strdup_printf ("%s plugin \"Absent\" does not exist", points[i]);

      assert_refused (script, message);
    }
  assert_refused ("{filter: ['a\"b\\']}",
                  "filter plugin \"a\\\"b\\\\\" does not exist");
}

static void
test_plugins_without_the_function (void **state)
{
  static const char *const points[]
      = { "queue sort", "prefilter", "post-filter", "score",    "reserve",
          "permit",     "prebind",   "bind",        "postbind", "unreserve" };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autofree char *script = g_strdup_printf ("{%s: [A, Picky]}", points[i]);
      g_autofree char *message = g_strdup_printf (
          "plugin \"Picky\" does not extend %s plugin", points[i]);

      assert_refused (script, message);
    }
  assert_refused ("{filter: [Picky, Rough]}",
                  "plugin \"Rough\" does not extend filter plugin");
}

static void
test_one_queue_sort_plugin (void **state)
{
  assert_refused ("{queue sort: [A, B]}",
                  "only one queue sort plugin can be enabled");
  assert_refused ("{queue sort: [A, A]}",
                  "only one queue sort plugin can be enabled");
  assert_refused ("{queue sort: [A, Absent]}",
                  "queue sort plugin \"Absent\" does not exist");
}

static void
test_create_fails (void **state)
{
  assert_refused ("{filter: [A], args: {A: {create: no luck}}}",
                  "error initializing plugin \"A\": no luck");
  /* before lists are looked at, whatever is wrong with them */
  assert_refused (
      "{prefilter: [Absent], filter: [A], args: {A: {create: no luck}}}",
      "error initializing plugin \"A\": no luck");
}

/* Where several lists are wrong, the one that v1.16 looks at first is named. */
static void
test_order_of_checks (void **state)
{
  assert_refused ("{queue sort: [Q], permit: [P], unreserve: [U]}",
                  "unreserve plugin \"U\" does not exist");
  assert_refused ("{queue sort: [Q], permit: [P]}",
                  "permit plugin \"P\" does not exist");
  assert_refused ("{unreserve: [U], post-filter: [T], prebind: [B]}",
                  "post-filter plugin \"T\" does not exist");
  assert_refused ("{post-filter: [T], score: [S], reserve: [R]}",
                  "score plugin \"S\" does not exist");
  assert_refused ("{post-filter: [T], reserve: [R]}",
                  "reserve plugin \"R\" does not exist");
}

static void
test_without_a_registry (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (GError) error = NULL;

  stage_init (&stage, "{filter: [A]}");
  assert_null (
      fit_framework_new (NULL, stage.lists, stage.cluster.cache, &error));
  assert_error (&error, FIT_ERROR_POLICY, "filter plugin \"A\" does not exist");
}

/* -- what is made ---------------------------------------------------------- */

static void
test_nothing_enabled (void **state)
{
  g_auto (Stage) stage = { 0 };
  FitScores *scores;
  g_auto (FitStatus) status = { .code = FIT_STATUS_ERROR };
  FitNodeList nodes;
  FitFrameworkCycle cycle;

  stage_init (&stage, "{}");
  stage.framework
      = fit_framework_new (stage.registry, NULL, stage.cluster.cache, NULL);
  nodes = stage_nodes (&stage, 1);
  cycle = stage_cycle (&stage);
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    assert_false (fit_framework_has (stage.framework, point));
  status = fit_framework_pre_filter (stage.framework, &cycle);
  assert_status (&status, "Success");
  status = fit_framework_score (stage.framework, &cycle, &nodes,
                                stage.cluster.arena, NULL, &scores);
  assert_status (&status, "Success");
  assert_int_equal (fit_framework_n_scores (stage.framework), 0);
  status = fit_framework_permit (stage.framework, &cycle, "n0");
  assert_status (&status, "Success");
  status = fit_framework_bind (stage.framework, &cycle, "n0");
  assert_status (&status, "Skip");
  fit_framework_unreserve (stage.framework, &cycle, "n0");
}

/* Each once, in the order in which they are first named, over all points. */
static void
test_plugins_are_made_once (void **state)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, "{unreserve: [A, B], filter: [B, C, B], bind: [A]}");
  assert_true (stage_try (&stage, NULL));
  assert_log (&stage, "B create\nC create\nA create\n");
  assert_true (fit_framework_has (stage.framework, FIT_POINT_FILTER));
  assert_true (fit_framework_has (stage.framework, FIT_POINT_BIND));
  assert_false (fit_framework_has (stage.framework, FIT_POINT_SCORE));
  g_clear_pointer (&stage.framework, fit_framework_free);
  assert_log (&stage, "B destroy\nC destroy\nA destroy\n");
}

/* What was made before the error is destroyed. */
static void
test_failure_destroys (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (GError) error = NULL;

  stage_init (&stage, "{filter: [A, B, C], args: {B: {create: broken}}}");
  assert_false (stage_try (&stage, &error));
  assert_log (&stage, "A create\nA destroy\n");
}

static void
test_a_plugin_without_data (void **state)
{
  g_auto (Stage) stage = { 0 };

  stage_open (&stage, "{postbind: [Bare]}");
  assert_true (fit_framework_has (stage.framework, FIT_POINT_POST_BIND));
}

/* The arguments given last count, even where they say nothing. */
static void
test_last_arguments_count (void **state)
{
  g_auto (Stage) stage = { 0 };
  FitFrameworkCycle cycle;
  g_auto (FitStatus) status = { 0 };

  stage_init (&stage, "{prefilter: [A], args: {A: {create: no luck}}}");
  stage_read (&stage, "{args: {A: {prefilter: {code: Error, message: m}}, "
                      "B: {create: not asked for}}}");
  assert_true (stage_try (&stage, NULL));
  cycle = stage_cycle (&stage);
  status = fit_framework_pre_filter (stage.framework, &cycle);
  assert_status (&status, "Error: error while running \"A\" prefilter plugin "
                          "for pod \"p\": m");
}

/* -- weights --------------------------------------------------------------- */

/* The only Score plugin, A, has this weight. */
static void
assert_weight (const char *script, gint64 weight)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitScores *scores = NULL;
  gint64 total = 100;
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  stage_open (&stage, script);
  cycle = stage_cycle (&stage);
  nodes = stage_nodes (&stage, 1);
  status = fit_framework_score (stage.framework, &cycle, &nodes,
                                stage.cluster.arena, &total, &scores);
  assert_status (&status, "Success");
  assert_int_equal (fit_framework_n_scores (stage.framework), 1);
  assert_int_equal (scores[0].weight, weight);
  assert_int_equal (total, 100 + 5 * weight);
}

static void
test_weights (void **state)
{
  assert_weight ("{score: [A]}", 1);
  assert_weight ("{score: [{name: A, weight: 0}]}", 1);
  assert_weight ("{score: [{name: A, weight: 5}]}", 5);
  assert_weight ("{score: [{name: A, weight: -2}]}", -2);
}

/* A plugin has one weight: that of the last list that names it. */
static void
test_another_list_takes_the_weight (void **state)
{
  assert_weight ("{score: [{name: A, weight: 5}], reserve: [A]}", 1);
  assert_weight ("{score: [{name: A, weight: 5}], unreserve: [A]}", 1);
  assert_weight ("{score: [{name: A, weight: 5}], "
                 "permit: [{name: A, weight: 7}]}",
                 7);
  assert_weight ("{score: [{name: A, weight: 5}], filter: [A], "
                 "post-filter: [A], queue sort: [A]}",
                 5);
  assert_weight ("{score: [{name: A, weight: 5}], "
                 "reserve: [{name: B, weight: 7}]}",
                 5);
}

/* Scores are kept by name: a plugin that is named twice counts once, with the
 * weight that was given last. */
static void
test_named_twice_for_score (void **state)
{
  assert_weight ("{score: [A, {name: A, weight: 3}]}", 3);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_unknown_plugins),
    cmocka_unit_test (test_plugins_without_the_function),
    cmocka_unit_test (test_one_queue_sort_plugin),
    cmocka_unit_test (test_create_fails),
    cmocka_unit_test (test_order_of_checks),
    cmocka_unit_test (test_without_a_registry),
    cmocka_unit_test (test_nothing_enabled),
    cmocka_unit_test (test_plugins_are_made_once),
    cmocka_unit_test (test_failure_destroys),
    cmocka_unit_test (test_a_plugin_without_data),
    cmocka_unit_test (test_last_arguments_count),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_another_list_takes_the_weight),
    cmocka_unit_test (test_named_twice_for_score),
  };

  return cmocka_run_group_tests_name ("framework", tests, NULL, NULL);
}
