/* Amounts, reasons, filters and lists of names in explanations.  What an
 * explanation says as a whole is in tests/cli/transcripts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "base/intern.h"
#include "cli/explain-text.h"
#include "report/markdown.h"
#include "cli/pod-groups.h"
#include "core/preemption.h"
#include "tests/support/cmocka.h"

static void
test_amounts (void **state)
{
  assert_owned (fit_amount_format ("cpu", 1500), "1500m");
  assert_owned (fit_amount_format ("memory", 3 << 20), "3Mi");
  assert_owned (fit_amount_format ("ephemeral-storage", 1 << 30), "1Gi");
  assert_owned (fit_amount_format ("hugepages-2Mi", 4 << 20), "4Mi");
  assert_owned (fit_amount_format ("pods", 1024), "1024");
  assert_owned (fit_amount_format ("example.com/gpu", 2), "2");
}

static void
test_bars (void **state)
{
  g_autoptr (FitDetail) detail = fit_detail_new (NULL);
  FitBar bar = { .message = "not on Fridays" };

  assert_owned (fit_bar_describe (&bar), "not on Fridays");
  bar.detail = detail;
  assert_owned (fit_bar_describe (&bar), "not on Fridays");
  fit_detail_say (detail, "today is %s", "Friday");
  assert_owned (fit_bar_describe (&bar), "not on Fridays: today is Friday");
}

static void
test_failure_codes (void **state)
{
  const FitReason reasons[]
      = { { .code = FIT_REASON_INSUFFICIENT_RESOURCE, .text = "cpu" },
          { .code = FIT_REASON_INSUFFICIENT_CAPACITY, .text = "memory" } };

  assert_int_equal (fit_failure_code (reasons, 1), FIT_STATUS_UNSCHEDULABLE);
  assert_int_equal (fit_failure_code (reasons, 2),
                    FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE);
}

static gboolean
matches (const char *list, const char *name)
{
  const char *interned = fit_intern (name);
  g_auto (FitNamePatterns) filter;
  gboolean found;

  fit_name_patterns_init (&filter, list);
  found = fit_name_patterns_match_any (&filter, interned);
  fit_intern_unref (interned);
  return found;
}

static void
test_filter (void **state)
{
  assert_true (matches (NULL, "a"));
  assert_true (matches ("a", "a"));
  assert_false (matches ("a", "ab"));
  assert_true (matches ("x,a*,y", "ab"));
  assert_true (matches ("b, ab", "ab"));
  assert_true (matches ("node-?", "node-1"));
  assert_false (matches ("node-?", "node-10"));
  assert_false (matches ("", "a"));
}

static void
test_filter_check (void **state)
{
  g_autoptr (FitCache) cache = fit_cache_new (fit_feature_gates_default ());
  g_auto (FitNamePatterns) filter;
  g_autoptr (GError) error = NULL;

  fit_name_patterns_init (&filter, "*");
  assert_false (fit_node_filter_check (&filter, cache, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
}

static void
assert_names (guint n, const char *expected)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (array, (gpointer) names[i]);
  fit_append_names (array, out);
  assert_string_equal (out->str, expected);
}

static void
test_names (void **state)
{
  assert_names (0, "");
  assert_names (1, "a");
  assert_names (4, "a, b, c, d");
  assert_names (5, "a, b, c, ... and 2 more");
  assert_names (6, "a, b, c, ... and 3 more");
}

static void
test_keys (void **state)
{
  assert_owned (fit_voter_key (0), "A");
  assert_owned (fit_voter_key (25), "Z");
  assert_owned (fit_voter_key (26), "A1");
  assert_owned (fit_voter_key (53), "B2");
}

/* -- remedies -------------------------------------------------------------- */

static const struct
{
  guint n; /* remedies */
  gboolean whole;
  guint width;
  const char *text;
} remedies[] = {
  { 0, TRUE, 0,
    "\nWhat would help:\n"
    "  No change that was tried is enough. The node with the fewest obstacles "
    "is n\n" },
  { 1, TRUE, 0, "\nWhat would help:\n  a: it would fit on n\n" },
  { 1, FALSE, 0,
    "\nWhat would help:\n  a: it might fit on n\n"
    "  (Extenders and plugins registered by the program were not called.)\n" },
  { 3, TRUE, 0,
    "\nWhat would help:\n  a: it would fit on n\n  b: it would fit on n\n"
    "  c: it would fit on n\n" },
  { 5, TRUE, 0,
    "\nWhat would help:\n  a: it would fit on n\n  b: it would fit on n\n"
    "  c: it would fit on n\n  d: it would fit on n\n" },
  { 1, TRUE, 20, "\nWhat would help:\n  a: it would fit\n    on n\n" },
};

static void
test_remedies (void **state)
{
  static const char *const texts[] = { "a", "b", "c", "d", "e" };
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();

  g_ptr_array_add (nodes, (gpointer) "n");
  for (guint i = 0; i < G_N_ELEMENTS (remedies); i++)
    {
      g_autoptr (GPtrArray) all = g_ptr_array_new ();
      FitRemedy remedy[5];
      const FitRemedies some
          = { .remedies = all,
              .whole = remedies[i].whole,
              .nearest = remedies[i].n == 0 ? (char *) "n" : NULL };
      g_autoptr (FitReport) report = fit_report_new (
          FIT_EXPLANATION_KIND, FIT_FORMAT_TABLE, remedies[i].width);
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint j = 0; j < remedies[i].n; j++)
        {
          remedy[j] = (FitRemedy){ .text = (char *) texts[j], .nodes = nodes };
          g_ptr_array_add (all, &remedy[j]);
        }
      fit_remedies_report (&some, report);
      fit_report_render (report, out);
      assert_string_equal (out->str, remedies[i].text);
    }
}

/* Nothing is known to help. */
static void
test_no_remedies (void **state)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  const FitRemedies none = { .remedies = all };
  g_autoptr (FitReport) report
      = fit_report_new (FIT_EXPLANATION_KIND, FIT_FORMAT_TABLE, 0);
  g_autoptr (GString) out = g_string_new (NULL);

  fit_remedies_report (&none, report);
  fit_report_render (report, out);
  assert_string_equal (out->str, "");
}

/* -- victims --------------------------------------------------------------- */

static const struct
{
  FitPreemption preemption;
  gboolean never;
  const char *sentence;
} preemptions[] = {
  { { .eligible = TRUE },
    FALSE,
    "It would not fit on any node even if pods were evicted.\n" },
  { { .eligible = TRUE, .n_potential = 1 },
    FALSE,
    "It would gain nothing from evictions on the one node where they could "
    "help.\n" },
  { { .eligible = TRUE, .n_potential = 2 },
    FALSE,
    "It would not fit on any of the 2 nodes even if every lower-priority pod "
    "were evicted.\n" },
  { { .eligible = FALSE, .n_potential = 2 },
    TRUE,
    "It does not preempt other pods: its preemptionPolicy is Never.\n" },
  { { .eligible = TRUE, .n_potential = 2 },
    TRUE,
    "It would not fit on any of the 2 nodes even if every lower-priority pod "
    "were evicted.\n" },
  { { .eligible = FALSE, .n_potential = 2 },
    FALSE,
    "It waits for the pods that it preempted on n to terminate.\n" },
  { { .eligible = TRUE, .n_potential = 2, .error = (char *) "no" },
    FALSE,
    "It cannot preempt other pods: no.\n" },
};

static void
test_preemptions (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (preemptions); i++)
    {
      FitPodSpec spec = { .never_preempts = preemptions[i].never };
      const FitPod pod = { .spec = &spec, .nominated_node_name = (char *) "n" };
      FitPreemption preemption = preemptions[i].preemption;
      FitEvaluation evaluation = { .preemption = &preemption };
      const FitExplanation explanation
          = { .pod = &pod, .evaluation = &evaluation };
      g_autoptr (GString) out = g_string_new (NULL);

      fit_append_victims_sentence (&explanation, out);
      assert_string_equal (out->str, preemptions[i].sentence);
    }
}

/* @n candidates without victims, of which the last is chosen.
 * Returns: (transfer full): the sentence and the table */
static char *
victims_text (guint n, guint n_victims, const char *list, gboolean one_by_one)
{
  FitPodSpec spec = { .priority = -7 };
  const FitPod pod
      = { .meta = { .namespace_ = (char *) "shop", .name = (char *) "web" },
          .spec = &spec };
  const FitPod *victims[2] = { &pod, &pod };
  FitNodeInfo nodes[12];
  FitNodeVictims candidates[12];
  guint best = n - 1;
  FitPreemption preemption = { .eligible = TRUE,
                               .n_candidates = n,
                               .candidates = candidates,
                               .n_best = 1,
                               .best = &best,
                               .decided_by = FIT_CHOICE_NUMBER };
  FitEvaluation evaluation = { .preemption = &preemption };
  const FitExplanation explanation = { .pod = &pod, .evaluation = &evaluation };
  g_auto (FitNamePatterns) filter;
  g_autoptr (FitReport) report = fit_report_new ("Sample", FIT_FORMAT_TABLE, 0);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      nodes[i] = (FitNodeInfo){ .name = fit_intern (
                                    (char[]){ (char) ('a' + i), '\0' }) };
      candidates[i] = (FitNodeVictims){ .node = &nodes[i],
                                        .n_victims = n_victims,
                                        .victims = (gpointer) victims };
    }
  fit_name_patterns_init (&filter, list);
  fit_append_victims_sentence (&explanation, fit_report_lines (report));
  fit_report_victims (&explanation, &filter, one_by_one, report);
  fit_report_render (report, out);
  for (guint i = 0; i < n; i++)
    fit_intern_unref (nodes[i].name);
  return g_string_free (out, FALSE);
}

/* Ten candidates are shown, and the chosen one, unless all are asked for. */
static void
test_victims (void **state)
{
  g_autofree char *ten = victims_text (10, 0, NULL, FALSE);
  g_autofree char *eleven = victims_text (11, 0, NULL, FALSE);
  g_autofree char *twelve = victims_text (12, 0, NULL, FALSE);
  g_autofree char *all = victims_text (12, 0, NULL, TRUE);

  assert_owned (
      victims_text (2, 0, NULL, FALSE),
      "It would preempt on b, where 0 pods have to be evicted: it has the "
      "fewest victims.\n"
      "\nNodes where it would fit if pods were evicted:\n"
      "   NODE  VIOLATIONS  PODS  WHO (PRIORITY)\n"
      "   a              0     0  -\n"
      ">  b              0     0  -\n");
  assert_owned (
      victims_text (1, 2, NULL, FALSE),
      "It would preempt on a, where 2 pods have to be evicted: it has the "
      "fewest victims.\n"
      "\nNodes where it would fit if pods were evicted:\n"
      "   NODE  VIOLATIONS  PODS  WHO (PRIORITY)\n"
      ">  a              0     2  shop/web (-7), shop/web (-7)\n");
  assert_owned (
      victims_text (2, 1, "a", FALSE),
      "It would preempt on b, where 1 pod has to be evicted: it has the "
      "fewest victims.\n"
      "\nNodes where it would fit if pods were evicted:\n"
      "  NODE  VIOLATIONS  PODS  WHO (PRIORITY)\n"
      "  a              0     1  shop/web (-7)\n");
  assert_owned (
      victims_text (2, 1, "c", FALSE),
      "It would preempt on b, where 1 pod has to be evicted: it has the "
      "fewest victims.\n");
  assert_null (strstr (ten, "more"));
  assert_null (strstr (eleven, "more"));
  assert_non_null (strstr (twelve, "  ... and 1 more\n"));
  assert_null (strstr (all, "more"));
}

/* -- headlines ------------------------------------------------------------- */

/* The nodes a, b and c, of which a is chosen. */
#define CHOSEN .n_nodes = 3, .evaluated = 3, .n_feasible = 3
#define SCORED .totals = (gint64[]){ 5, 4, 1 }, CHOSEN
#define NOWHERE .chosen = -1, .n_nodes = 1, .evaluated = 1

static const struct
{
  FitExplanation explanation;
  FitEvaluation evaluation;
  const char *phase; /* (nullable): of the pod */
  const char *text;
} explanations[] = {
  { { .mode = FIT_EXPLAIN_REFUSED, .foreign = (char *) "no quota" },
    { NOWHERE },
    NULL,
    "Pod shop/web is not created, because admission refuses it: no quota\n"
    "--admission none explains it without LimitRanges and ResourceQuotas.\n" },
  { { .mode = FIT_EXPLAIN_FOREIGN,
      .foreign = (char *) "it is another's",
      .foreign_hint = (char *) "Ask it." },
    { NOWHERE },
    NULL,
    "Pod shop/web is not evaluated: it is another's\n"
    "Ask it.\n" },
  { { .mode = FIT_EXPLAIN_FOREIGN,
      .foreign = (char *) "it is another's",
      .current_node = (char *) "a",
      .foreign_hint = (char *) "Ask it." },
    { NOWHERE },
    NULL,
    "Pod shop/web is not evaluated: it is another's\n"
    "It is on a.\n"
    "Ask it.\n" },
  { { .waiting = (char *) "gated" },
    { CHOSEN },
    NULL,
    "Pod shop/web is not tried: gated\n"
    "Without its gates it would go to a.\n"
    "It is the first in the queue; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a is the only node that fits, so no priority ran.\n" },
  { { .waiting = (char *) "gated" },
    { NOWHERE, .fit_error = (char *) "no room" },
    NULL,
    "Pod shop/web is not tried: gated\n"
    "Without its gates it would not fit on any node: no room\n"
    "It is the first in the queue; 1 node, 1 evaluated, 0 feasible.\n" },
  { { .n_ahead = 1 },
    { NOWHERE, .fit_error = (char *) "no room" },
    NULL,
    "Pod shop/web does not fit on any node: no room\n"
    "1 pod is ahead of it in the queue and scheduled first; 1 node, 1 "
    "evaluated, 0 feasible.\n" },
  { { .n_ahead = 2, .n_ahead_errors = 1 },
    { CHOSEN },
    NULL,
    "Pod shop/web goes to a\n"
    "2 pods are ahead of it in the queue and scheduled first; 1 of them "
    "failed with errors, so what is left for this pod is unknown; 3 nodes, 3 "
    "evaluated, 3 feasible.\n"
    "a is the only node that fits, so no priority ran.\n" },
  { { .mode = FIT_EXPLAIN_ALONE },
    { CHOSEN },
    NULL,
    "Pod shop/web goes to a\n"
    "No other pod was scheduled before it; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a is the only node that fits, so no priority ran.\n" },
  { { .mode = FIT_EXPLAIN_ASSIGNED, .current_node = (char *) "b" },
    { CHOSEN },
    NULL,
    "Pod shop/web goes to a\n"
    "It already has the node b and stays there; explained as if it were "
    "pending and not on that node; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a is the only node that fits, so no priority ran.\n" },
  { { .mode = FIT_EXPLAIN_ALONE, .current_node = (char *) "b" },
    { CHOSEN },
    "Succeeded",
    "Pod shop/web goes to a\n"
    "It has finished (Succeeded), so no scheduler places it again; explained "
    "as if it were pending; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a is the only node that fits, so no priority ran.\n" },
  { { .runner_up = 1, .margin = 1, .deciding = -1 },
    { SCORED },
    NULL,
    "Pod shop/web goes to a with 5 points\n"
    "It is the first in the queue; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a leads b by 1 point.\n"
    "\n"
    "Points (score x weight) of a and b:\n"
    "    PRIORITY  WEIGHT  CHOSEN  RUNNER-UP\n"
    "    total          -       5          4\n"
    "\n"
    "Scores of the nodes that fit, by priority:\n"
    "     NODE  TOTAL\n"
    "  >  a         5\n"
    "     b         4\n"
    "     c         1\n" },
  { { .runner_up = 1, .margin = 1, .deciding = -1 },
    { .totals = (gint64[]){ 1, 0, 0 }, CHOSEN },
    NULL,
    "Pod shop/web goes to a with 1 point\n"
    "It is the first in the queue; 3 nodes, 3 evaluated, 3 feasible.\n"
    "a leads b by 1 point.\n"
    "\n"
    "Points (score x weight) of a and b:\n"
    "    PRIORITY  WEIGHT  CHOSEN  RUNNER-UP\n"
    "    total          -       1          0\n"
    "\n"
    "Scores of the nodes that fit, by priority:\n"
    "     NODE  TOTAL\n"
    "  >  a         1\n"
    "     b         0\n"
    "     c         0\n" },
  { { .runner_up = 2, .margin = 4, .deciding = -1, .turn = 1 },
    { SCORED, .n_best = 2, .best = (guint[]){ 0, 1 } },
    NULL,
    "Pod shop/web goes to a with 5 points\n"
    "It is the first in the queue; 3 nodes, 3 evaluated, 3 feasible.\n"
    "2 nodes tie: a, b; round robin chose number 2.\n"
    "\n"
    "Points (score x weight) of a and c:\n"
    "    PRIORITY  WEIGHT  CHOSEN  RUNNER-UP\n"
    "    total          -       5          1\n"
    "\n"
    "Scores of the nodes that fit, by priority:\n"
    "     NODE  TOTAL\n"
    "  >  a         5\n"
    "     b         4\n"
    "     c         1\n" },
  { { .runner_up = 2, .margin = 4, .deciding = -1, .random_ties = TRUE },
    { SCORED, .n_best = 2, .best = (guint[]){ 0, 1 } },
    NULL,
    "Pod shop/web goes to a with 5 points\n"
    "It is the first in the queue; 3 nodes, 3 evaluated, 3 feasible.\n"
    "2 nodes tie: a, b; one was chosen at random.\n"
    "\n"
    "Points (score x weight) of a and c:\n"
    "    PRIORITY  WEIGHT  CHOSEN  RUNNER-UP\n"
    "    total          -       5          1\n"
    "\n"
    "Scores of the nodes that fit, by priority:\n"
    "     NODE  TOTAL\n"
    "  >  a         5\n"
    "     b         4\n"
    "     c         1\n" },
};

/* Returns: (transfer full) */
static char *
explained (FitExplanation explanation, FitEvaluation evaluation,
           const char *phase)
{
  static const FitNodeInfo a = { .name = "a" }, b = { .name = "b" },
                           c = { .name = "c" };
  const FitNodeInfo *feasible[] = { &a, &b, &c };
  FitPodSpec spec = { 0 };
  const FitPod pod
      = { .meta = { .namespace_ = (char *) "shop", .name = (char *) "web" },
          .phase = (char *) (phase != NULL ? phase : "Pending"),
          .spec = &spec };
  g_auto (FitNamePatterns) filter;
  g_autoptr (FitReport) report = fit_report_new ("Sample", FIT_FORMAT_TABLE, 0);
  GString *out = g_string_new (NULL);

  explanation.pod = explanation.given = &pod;
  explanation.evaluation = &evaluation;
  explanation.beside = explanation.runner_up;
  evaluation.feasible = feasible;
  fit_name_patterns_init (&filter, NULL);
  fit_explanation_report (&explanation, &filter, report);
  fit_report_render (report, out);
  return g_string_free (out, FALSE);
}

static void
test_texts (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (explanations); i++)
    {
      g_autofree char *text
          = explained (explanations[i].explanation, explanations[i].evaluation,
                       explanations[i].phase);

      assert_string_equal (text, explanations[i].text);
    }
}

/* -- groups of pods -------------------------------------------------------- */

static void
test_groups (void **state)
{
  g_autoptr (FitPodGroups) groups = fit_pod_groups_new ();
  FitPod pod
      = { .meta = { .namespace_ = (char *) "shop", .name = (char *) "a" } };
  g_autoptr (GString) one = g_string_new (NULL);
  g_autoptr (GString) some = g_string_new (NULL);
  g_autoptr (GString) all = g_string_new (NULL);

  fit_pod_groups_add (groups, &pod, "full");
  fit_pod_group_append (groups->groups->pdata[0], FALSE, one);
  assert_string_equal (one->str, "1 pod: full\n    shop/a\n");
  fit_pod_groups_add (groups, &pod, "small");
  for (guint i = 0; i < 4; i++)
    fit_pod_groups_add (groups, &pod, "full");
  assert_int_equal (groups->n, 6);
  assert_int_equal (groups->groups->len, 2);
  assert_int_equal (fit_pod_groups_size (groups, "full"), 5);
  assert_int_equal (fit_pod_groups_size (groups, "small"), 1);
  assert_int_equal (fit_pod_groups_size (groups, "other"), 0);
  fit_pod_group_append (groups->groups->pdata[0], FALSE, some);
  assert_string_equal (some->str, "5 pods: full\n    shop/a, shop/a, shop/a, "
                                  "... and 2 more\n");
  fit_pod_group_append (groups->groups->pdata[0], TRUE, all);
  assert_string_equal (all->str, "5 pods: full\n    shop/a, shop/a, shop/a, "
                                 "shop/a, shop/a\n");
}

/* -- Markdown -------------------------------------------------------------- */

static const struct
{
  const char *text;
  const char *escaped;
  const char *code;
} markdown[] = {
  { "", "", "``" },
  { "a b", "a b", "`a b`" },
  { "a_b", "a_b", "`a_b`" },
  { "_a", "\\_a", "`_a`" },
  { "a_", "a\\_", "`a_`" },
  { "a _b", "a \\_b", "`a _b`" },
  { "a_ b", "a\\_ b", "`a_ b`" },
  { "\\`*[]<>|&~", "\\\\\\`\\*\\[\\]\\<\\>\\|\\&\\~", "`` \\`*[]<>\\|&~ ``" },
  { "a``b`c", "a\\`\\`b\\`c", "``` a``b`c ```" },
};

static void
test_markdown (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (markdown); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) code = g_string_new (NULL);

      fit_markdown_append (text, markdown[i].text);
      assert_string_equal (text->str, markdown[i].escaped);
      fit_markdown_append_code (code, markdown[i].text);
      assert_string_equal (code->str, markdown[i].code);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_amounts),       cmocka_unit_test (test_bars),
    cmocka_unit_test (test_failure_codes), cmocka_unit_test (test_filter),
    cmocka_unit_test (test_filter_check),  cmocka_unit_test (test_names),
    cmocka_unit_test (test_keys),          cmocka_unit_test (test_texts),
    cmocka_unit_test (test_remedies),      cmocka_unit_test (test_no_remedies),
    cmocka_unit_test (test_preemptions),   cmocka_unit_test (test_victims),
    cmocka_unit_test (test_groups),        cmocka_unit_test (test_markdown),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
