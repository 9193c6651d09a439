/* The sentences of a comparison: why a pod is elsewhere, the verdict, and what
 * the cluster exercises.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <json-c/json.h>

#include "cli/coverage-report.h"
#include "cli/diff-report-private.h"
#include "cli/diff-report.h"
#include "tests/support/cmocka.h"

/* -- why ------------------------------------------------------------------- */

/* The nodes a and b of an item whose cause is direct. */
typedef struct
{
  FitDiffItem item;
  FitDiffEvidence evidence;
  FitDiffBarrier barrier;
  FitDiffVote vote;
} Direct;

static void
direct_init (Direct *direct, FitDiffCause cause)
{
  FitDiffEvidence *evidence = &direct->evidence;

  *direct = (Direct){
    .item
    = { .namespace_ = (char *) "shop",
        .name = (char *) "web",
        .cause = cause,
        .follows = -1,
        .outcomes = { { .node = (char *) "a" }, { .node = (char *) "b" } } },
    .evidence = { .nodes = { (char *) "a", (char *) "b" }, .deciding = -1 },
    .barrier = { .side = FIT_DIFF_RIGHT,
                 .rule = (char *) "Rule",
                 .reason = (char *) "no room",
                 .node = (char *) "a" },
    .vote = { .plugin = (char *) "Plugin" },
  };
  evidence->barriers = g_array_new (FALSE, FALSE, sizeof (FitDiffBarrier));
  evidence->votes = g_array_new (FALSE, FALSE, sizeof (FitDiffVote));
  direct->item.evidence = evidence;
}

static void
direct_clear (Direct *direct)
{
  g_array_unref (direct->evidence.barriers);
  g_array_unref (direct->evidence.votes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Direct, direct_clear)

/* Checks fit_diff_why() with the barrier and the vote as they are now. */
static void
assert_why (Direct *direct, const char *expected)
{
  const FitDiff diff = { 0 };
  FitDiffEvidence *evidence = &direct->evidence;

  g_array_set_size (evidence->barriers, 0);
  g_array_append_val (evidence->barriers, direct->barrier);
  g_array_set_size (evidence->votes, 0);
  g_array_append_val (evidence->votes, direct->vote);
  assert_owned (fit_diff_why (&diff, &direct->item), expected);
}

static void
test_refused (void **state)
{
  g_auto (Direct) direct;

  direct_init (&direct, FIT_DIFF_FEASIBILITY);
  assert_why (&direct, "right rejects a: Rule: no room");
  direct.barrier.rule = NULL;
  direct.barrier.side = FIT_DIFF_LEFT;
  assert_why (&direct, "left rejects a: no room");
  direct.item.outcomes[FIT_DIFF_RIGHT].node = (char *) "c";
  assert_why (&direct, "left rejects a: no room (after the left placements so "
                       "far, the right takes b)");
  direct.evidence.nodes[FIT_DIFF_RIGHT] = NULL;
  assert_why (&direct, "left rejects a: no room (after the left placements so "
                       "far, the right takes no node)");
}

static void
test_scored (void **state)
{
  g_auto (Direct) direct;
  FitDiffSideVote *sides = direct.vote.sides;

  direct_init (&direct, FIT_DIFF_SCORES);
  assert_why (&direct, "");
  direct.evidence.deciding = 0;
  assert_why (&direct, "Plugin: absent on the left, absent on the right");
  sides[FIT_DIFF_LEFT]
      = (FitDiffSideVote){ .names = (char *) "P", .points = { 7, 5 } };
  sides[FIT_DIFF_RIGHT]
      = (FitDiffSideVote){ .names = (char *) "P", .points = { 5, 6 } };
  assert_why (&direct, "Plugin: a +2 on the left, b +1 on the right");
  sides[FIT_DIFF_LEFT].points[FIT_DIFF_LEFT] = 6;
  sides[FIT_DIFF_RIGHT].points[FIT_DIFF_LEFT] = 6;
  assert_why (&direct, "Plugin: a +1 on the left, equal on the right");
}

static const struct
{
  gint64 totals[FIT_DIFF_SIDES][FIT_DIFF_SIDES];
  gint deciding;
  const char *why;
} ties[] = {
  { { { 5, 5 }, { 6, 6 } },
    -1,
    "same score on both sides; the tie-break chose" },
  { { { 5, 5 }, { 6, 7 } },
    -1,
    "same score on the left (2 best nodes with 5); the other side scores them "
    "differently" },
  { { { 5, 4 }, { 6, 6 } },
    -1,
    "same score on the right (3 best nodes with 6); the other side scores them "
    "differently" },
  { { { 5, 5 }, { 6, 7 } },
    0,
    "same score on the left (2 best nodes with 5); Plugin: absent on the left, "
    "absent on the right" },
};

static void
test_tied (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (ties); i++)
    {
      g_auto (Direct) direct;

      direct_init (&direct, FIT_DIFF_TIE);
      memcpy (direct.evidence.totals, ties[i].totals, sizeof ties[i].totals);
      direct.evidence.n_best[FIT_DIFF_LEFT] = 2;
      direct.evidence.n_best[FIT_DIFF_RIGHT] = 3;
      direct.evidence.deciding = ties[i].deciding;
      assert_why (&direct, ties[i].why);
    }
}

static void
test_failed (void **state)
{
  g_auto (Direct) search, failed;

  direct_init (&search, FIT_DIFF_SEARCH);
  assert_why (&search, "one side found enough nodes before it reached both a "
                       "and b");
  direct_init (&failed, FIT_DIFF_ERROR);
  assert_why (&failed, "");
  failed.evidence.messages[FIT_DIFF_LEFT] = (char *) "no";
  assert_why (&failed, "");
  failed.evidence.nodes[FIT_DIFF_LEFT] = NULL;
  assert_why (&failed, "left: no");
  failed.evidence.nodes[FIT_DIFF_RIGHT] = NULL;
  failed.item.outcomes[FIT_DIFF_RIGHT].node = NULL;
  assert_why (&failed, "left: no");
  failed.evidence.messages[FIT_DIFF_RIGHT] = (char *) "never";
  assert_why (&failed, "left: no; right: never");
}

static void
test_not_compared (void **state)
{
  const FitDiff diff = { 0 };
  g_autoptr (GError) one = g_error_new_literal (FIT_ERROR, 0, "down");
  g_autoptr (GError) same = g_error_new_literal (FIT_ERROR, 0, "down");
  g_autoptr (GError) other = g_error_new_literal (FIT_ERROR, 0, "late");
  FitDiffItem item = { .change = FIT_DIFF_NOT_COMPARED };

  item.outcomes[FIT_DIFF_LEFT].error = one;
  assert_owned (fit_diff_why (&diff, &item), "left: down");
  item.outcomes[FIT_DIFF_RIGHT].error = same;
  assert_owned (fit_diff_why (&diff, &item), "both: down");
  item.outcomes[FIT_DIFF_RIGHT].error = other;
  assert_owned (fit_diff_why (&diff, &item), "left: down; right: late");
  item.outcomes[FIT_DIFF_LEFT].error = NULL;
  assert_owned (fit_diff_why (&diff, &item), "right: late");
}

static void
test_alone (void **state)
{
  const FitDiff diff = { 0 };
  FitDiffItem item = { .cause = FIT_DIFF_SCHEDULER };

  item.outcomes[FIT_DIFF_RIGHT].alone = TRUE;
  assert_owned (fit_diff_why (&diff, &item),
                "right: it is for another scheduler");
  item.outcomes[FIT_DIFF_RIGHT].message = (char *) "gated";
  assert_owned (fit_diff_why (&diff, &item), "right: gated");
  item.outcomes[FIT_DIFF_LEFT].alone = TRUE;
  assert_owned (fit_diff_why (&diff, &item),
                "left: it is for another scheduler");
}

/* Pods that follow from others, and the course of a replay. */
static void
test_follows (void **state)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const FitDiff diff = { .items = items };
  FitDiffItem root = { .namespace_ = (char *) "shop", .name = (char *) "web" };
  FitDiffItem item = { .cause = FIT_DIFF_FOLLOWS, .follows = -1 };
  g_autoptr (GPtrArray) eight = g_ptr_array_new ();
  g_autoptr (GPtrArray) nine = g_ptr_array_new ();

  g_ptr_array_add (items, &root);
  assert_owned (fit_diff_why (&diff, &item),
                "follows from the order of the queues");
  item.follows = 0;
  assert_owned (fit_diff_why (&diff, &item), "follows from shop/web");
  item.cause = FIT_DIFF_FIRST;
  assert_owned (fit_diff_why (&diff, &item), "the first decision that differs");
  item.cause = FIT_DIFF_LATER;
  assert_owned (fit_diff_why (&diff, &item), "after shop/web");
  item.change = FIT_DIFF_COURSE;
  item.outcomes[FIT_DIFF_RIGHT].n_preempted = 3;
  assert_owned (fit_diff_why (&diff, &item),
                "after shop/web; left: preempted 0; right: preempted 3");
  item.cause = FIT_DIFF_FIRST;
  g_ptr_array_add (eight, (gpointer) "n");
  item.outcomes[FIT_DIFF_LEFT].bound = eight;
  assert_owned (fit_diff_why (&diff, &item),
                "the first decision that differs; left: n, preempted 0; right: "
                "preempted 3");
  g_ptr_array_set_size (eight, 0);
  for (guint i = 0; i < 9; i++)
    {
      if (i < 8)
        g_ptr_array_add (eight, (gpointer) "n");
      g_ptr_array_add (nine, (gpointer) "n");
    }
  item.outcomes[FIT_DIFF_RIGHT].bound = nine;
  assert_owned (fit_diff_why (&diff, &item),
                "the first decision that differs; left: n, n, n, n, n, n, n, "
                "n, preempted 0; right: n, n, n, n, n, n, n, n, ..., preempted "
                "3");
}

/* The first pod can be the root of others, in data, too. */
static void
test_follows_json (void **state)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const FitDiff diff = { .items = items };
  FitDiffItem root = { .namespace_ = (char *) "shop",
                       .name = (char *) "web",
                       .cause = FIT_DIFF_FIRST,
                       .follows = -1 };
  FitDiffItem item = { .namespace_ = (char *) "shop",
                       .name = (char *) "api",
                       .cause = FIT_DIFF_FOLLOWS };
  g_autoptr (FitTable) table = NULL;
  g_autoptr (FitJson) json = NULL;
  json_object *from;

  g_ptr_array_add (items, &root);
  g_ptr_array_add (items, &item);
  table = fit_diff_items_table (&diff, TRUE);
  json = fit_table_to_json (table);
  from = json_object_object_get (json_object_array_get_idx (json, 0),
                                 "followsFrom");
  assert_null (from);
  from = json_object_object_get (json_object_array_get_idx (json, 1),
                                 "followsFrom");
  assert_string_equal (json_object_get_string (from), "shop/web");
}

/* -- the use of nodes ------------------------------------------------------ */

/* However small the nodes are; what no node has is not used. */
static void
test_use (void **state)
{
  const FitDiffNode nodes[] = {
    { .milli_cpu = 1, .used_milli_cpu = { 0, 1 } },
    { .memory = 0, .used_memory = { 3, 3 } },
  };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FitDiffNode));
  const FitDiff diff = { .nodes = all };
  g_autoptr (FitTable) table = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_array_append_vals (all, nodes, G_N_ELEMENTS (nodes));
  table = fit_diff_use_table (&diff);
  fit_table_append_text (table, &(FitTextStyle){ 0 }, out);
  assert_string_equal (
      out->str,
      "RESOURCE  LEFT:USED  RIGHT:USED  LEFT:FULLEST  RIGHT:FULLEST\n"
      "cpu              0%        100%            0%           100%\n"
      "memory            -           -             -              -\n");
}

/* -- the verdict ----------------------------------------------------------- */

static const struct
{
  guint n_pods;
  guint n_differ;
  guint n_open;    /* that could not be compared */
  guint n_ignored; /* extenders whose failures were ignored */
  const char *verdict;
  const char *counts;
} verdicts[] = {
  { 0, 0, 0, 0, "no pod is pending: nothing was compared",
    "0 same, 0 moved, 0 started fitting, 0 stopped fitting" },
  { 0, 0, 0, 1, "no pod is pending: nothing was compared",
    "0 same, 0 moved, 0 started fitting, 0 stopped fitting" },
  { 1, 0, 0, 0, "identical placements for 1 pod",
    "1 same, 0 moved, 0 started fitting, 0 stopped fitting" },
  { 2, 0, 0, 0, "identical placements for 2 pods",
    "2 same, 0 moved, 0 started fitting, 0 stopped fitting" },
  { 2, 0, 0, 1,
    "the same placements for 2 pods, but without the answers of an extender "
    "that failed",
    "2 same, 0 moved, 0 started fitting, 0 stopped fitting" },
  { 2, 1, 0, 2,
    "1 of 2 pods differ, without the answers of extenders that failed",
    "1 same, 1 moved, 0 started fitting, 0 stopped fitting" },
  { 1, 1, 0, 0, "1 of 1 pod differs",
    "0 same, 1 moved, 0 started fitting, 0 stopped fitting" },
  { 1, 0, 1, 0, "1 of 1 pod could not be compared",
    "0 same, 0 moved, 0 started fitting, 0 stopped fitting, 1 not compared" },
  { 3, 1, 1, 0, "1 of 3 pods differ, 1 could not be compared",
    "1 same, 1 moved, 0 started fitting, 0 stopped fitting, 1 not compared" },
  { 3, 2, 0, 0, "2 of 3 pods differ",
    "1 same, 2 moved, 0 started fitting, 0 stopped fitting" },
};

static void
test_verdicts (void **state)
{
  static FitDiffItem moved = { .change = FIT_DIFF_MOVED };
  static FitDiffItem open = { .change = FIT_DIFF_NOT_COMPARED };

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();
      g_autoptr (GPtrArray) failures = g_ptr_array_new ();
      FitDiff diff = { .n_pods = verdicts[i].n_pods, .items = items };
      FitDiffFinding finding = { .diff = &diff };
      g_autoptr (GError) error
          = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, "down");
      /* Both sides have the first one, and nobody waited for the last. */
      FitExtenderFailure failed[]
          = { { .name = (char *) "one", .ignored = TRUE, .error = error },
              { .name = (char *) "two", .ignored = TRUE, .error = error },
              { .name = (char *) "three", .error = error } };

      for (guint n = 0; n < verdicts[i].n_differ; n++)
        g_ptr_array_add (items, &moved);
      for (guint n = 0; n < verdicts[i].n_open; n++)
        g_ptr_array_add (items, &open);
      for (guint n = 0; n < verdicts[i].n_ignored; n++)
        g_ptr_array_add (failures, &failed[n]);
      g_ptr_array_add (failures, &failed[2]);
      finding.extenders[FIT_DIFF_LEFT].tally.failures = failures;
      finding.extenders[FIT_DIFF_RIGHT].tally.failures = failures;
      assert_owned (fit_diff_verdict (&finding), verdicts[i].verdict);
      assert_owned (fit_diff_counts_text (&diff), verdicts[i].counts);
      assert_int_equal (fit_diff_exit (&finding),
                        verdicts[i].n_ignored > 0 ? FIT_EXIT_REMOTE
                        : verdicts[i].n_pods == 0 || items->len > 0
                            ? FIT_EXIT_NO
                            : FIT_EXIT_YES);
    }
}

static void
test_replayed (void **state)
{
  static FitDiffItem course = { .change = FIT_DIFF_COURSE };
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const FitDiff diff = {
    .replayed = TRUE, .n_pods = 3, .items = items, .n_preempted = { 1, 2 }
  };

  g_ptr_array_add (items, &course);
  assert_owned (
      fit_diff_counts_text (&diff),
      "2 same, 0 moved, 0 started fitting, 0 stopped fitting, 1 other course; preempted 1 "
      "on the left, 2 on the right");
}

static char *
tell_rules (const FitDiffFinding *finding, FitFormat format)
{
  g_autoptr (FitReport) report = fit_report_new ("Diff", format, 0);
  GString *out = g_string_new (NULL);

  fit_diff_tell_rules (finding, report);
  fit_report_render (report, out);
  return g_string_free (out, FALSE);
}

static void
test_rules (void **state)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  FitDiffFinding finding = { .names = { (char *) "p.json", (char *) "c.yaml" },
                             .types = { (char *) "Policy", (char *) "Config" },
                             .reader = { (char *) "v1.16", (char *) "1.34.1" },
                             .versions = { NULL, (char *) "v1" } };

  finding.left_out[FIT_DIFF_LEFT] = finding.left_out[FIT_DIFF_RIGHT] = none;
  assert_owned (tell_rules (&finding, FIT_FORMAT_TABLE),
                "left:  p.json (Policy, as v1.16 reads it)\n"
                "right: c.yaml (Config v1, as 1.34.1 reads it)\n");
  assert_owned (tell_rules (&finding, FIT_FORMAT_MARKDOWN),
                "- left: p.json (Policy, as v1.16 reads it)\n"
                "- right: c.yaml (Config v1, as 1.34.1 reads it)\n");
}

static const struct
{
  guint n[FIT_DIFF_SIDES];
  const char *text;
} left_out[] = {
  { { 0, 0 }, "" },
  { { 1, 0 }, "Plugins were left out: left: A\n" },
  { { 0, 2 }, "Plugins were left out: right: A, B\n" },
  { { 2, 1 }, "Plugins were left out: left: A, B; right: A\n" },
};

static void
test_left_out (void **state)
{
  static const char *const names[] = { "A", "B" };

  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    {
      FitDiffFinding finding = { .names = { (char *) "a", (char *) "b" },
                                 .types = { (char *) "T", (char *) "T" },
                                 .reader = { (char *) "1", (char *) "2" } };
      g_autofree char *expected = g_strconcat ("left:  a (T, as 1 reads it)\n"
                                               "right: b (T, as 2 reads it)\n",
                                               left_out[i].text, NULL);

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          finding.left_out[side] = g_ptr_array_new ();
          for (guint n = 0; n < left_out[i].n[side]; n++)
            g_ptr_array_add (finding.left_out[side], (gpointer) names[n]);
        }
      assert_owned (tell_rules (&finding, FIT_FORMAT_TABLE), expected);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        g_ptr_array_unref (finding.left_out[side]);
    }
}

/* -- coverage -------------------------------------------------------------- */

#define ACTED .n_nodes = 1
#define IDLE .idle = "volumes"

static const struct
{
  FitCoverageRule rules[4]; /* up to the first without a name */
  guint n_pods, n_with_choice;
  const char *sentence;
  const char *idle; /* (nullable) */
} coverages[] = {
  { { { 0 } },
    0,
    0,
    "The cluster exercises every rule of this Policy: 0 of 0 pods had two "
    "feasible nodes.",
    NULL },
  { { { .name = "A", ACTED } },
    1,
    0,
    "The cluster exercises every rule of this Policy: 0 of 1 pod had two "
    "feasible nodes.",
    NULL },
  { { { .name = "A", .scores = TRUE, .n_told = 1 } },
    2,
    1,
    "The cluster exercises every rule of this Policy: 1 of 2 pods had two "
    "feasible nodes.",
    NULL },
  /* No pod had a choice, so what ranks nodes did not matter. */
  { { { .name = "A", .scores = TRUE, .n_told = 1 } },
    2,
    0,
    "The cluster says little about this Policy: 0 of 2 pods had two feasible "
    "nodes.",
    NULL },
  { { { .name = "A", .scores = TRUE, IDLE }, { .name = "B", ACTED } },
    2,
    0,
    "The cluster exercises every rule of this Policy: 0 of 2 pods had two "
    "feasible nodes.",
    "No cluster can exercise these rules: A: volumes." },
  /* Half of the rules that could did nothing, and more than half. */
  { { { .name = "A", ACTED }, { .name = "B" } },
    1,
    1,
    "The cluster does not exercise all of this Policy: 1 of 1 pod had two "
    "feasible nodes; these rules never rejected a node: B.",
    NULL },
  { { { .name = "A" }, { .name = "B", ACTED } },
    1,
    1,
    "The cluster does not exercise all of this Policy: 1 of 1 pod had two "
    "feasible nodes; these rules never rejected a node: A.",
    NULL },
  { { { .name = "A", ACTED }, { .name = "B" }, { .name = "C" } },
    1,
    1,
    "The cluster says little about this Policy: 1 of 1 pod had two feasible "
    "nodes; these rules never rejected a node: B, C.",
    NULL },
  { { { .name = "A", ACTED },
      { .name = "B", .scores = TRUE, .n_told = 1 },
      { .name = "C", .scores = TRUE },
      { .name = "D", IDLE } },
    1,
    1,
    "The cluster does not exercise all of this Policy: 1 of 1 pod had two "
    "feasible nodes; these never decided: C.",
    "No cluster can exercise these rules: D: volumes." },
  { { { .name = "A", IDLE },
      { .name = "B", IDLE, ACTED },
      { .name = "C", .idle = "time" },
      { .name = "D", IDLE } },
    1,
    1,
    "The cluster exercises every rule of this Policy: 1 of 1 pod had two "
    "feasible nodes.",
    "No cluster can exercise these rules: A, D: volumes; C: time." },
};

static void
coverage_init (FitCoverage *coverage)
{
  *coverage = (FitCoverage){
    .rules = g_array_new (FALSE, FALSE, sizeof (FitCoverageRule)),
    .calls = g_array_new (FALSE, FALSE, sizeof (FitCoverageCalls)),
  };
}

static void
coverage_clear (FitCoverage *coverage)
{
  g_array_unref (coverage->rules);
  g_array_unref (coverage->calls);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitCoverage, coverage_clear)

static void
test_coverage (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (coverages); i++)
    {
      g_auto (FitCoverage) coverage;
      g_autofree char *idle = NULL;

      coverage_init (&coverage);
      coverage.n_pods = coverages[i].n_pods;
      coverage.n_with_choice = coverages[i].n_with_choice;
      for (guint n = 0; n < 4 && coverages[i].rules[n].name != NULL; n++)
        g_array_append_val (coverage.rules, coverages[i].rules[n]);
      assert_owned (fit_coverage_sentence (&coverage, "Policy"),
                    coverages[i].sentence);
      idle = fit_coverage_idle_sentence (&coverage);
      assert_int_equal (g_strcmp0 (idle, coverages[i].idle), 0);
    }
}

static void
test_calls (void **state)
{
  const FitCoverageCalls calls[]
      = { { "http://a", FIT_EXTENDER_FILTER, 0 },
          { "http://b", FIT_EXTENDER_FILTER, 1 },
          { "http://a", FIT_EXTENDER_PRIORITIZE, 0 } };
  g_auto (FitCoverage) coverage;

  coverage_init (&coverage);
  g_array_append_vals (coverage.calls, calls, G_N_ELEMENTS (calls));
  assert_owned (fit_coverage_sentence (&coverage, "Policy"),
                "The cluster exercises every rule of this Policy: 0 of 0 pods "
                "had two feasible nodes; these extenders were never called: "
                "http://a (filter), http://a (prioritize).");
}

static void
test_coverage_json (void **state)
{
  const FitCoverageRule rules[] = { { .name = "A",
                                      .part = "P",
                                      .profile = "night",
                                      .type = "T",
                                      .n_refused = 2,
                                      .n_nodes = 5,
                                      .n_nodes_alone = 3,
                                      .idle = "volumes" },
                                    { .name = "B",
                                      .type = "B",
                                      .scores = TRUE,
                                      .n_ranked = 2,
                                      .n_decided = 4,
                                      .idle = "time" } };
  const FitCoverageCalls calls[] = { { "http://a", FIT_EXTENDER_FILTER, 7 } };
  g_auto (FitCoverage) coverage;
  g_autoptr (FitJson) json = NULL;

  coverage_init (&coverage);
  coverage.n_pods = 9;
  coverage.n_placed = 8;
  coverage.n_with_choice = 6;
  g_array_append_vals (coverage.rules, rules, G_N_ELEMENTS (rules));
  g_array_append_vals (coverage.calls, calls, G_N_ELEMENTS (calls));
  json = fit_coverage_json (&coverage);
  assert_string_equal (
      json_object_to_json_string_ext (json, JSON_C_TO_STRING_NOSLASHESCAPE),
      "{\"exercised\":\"all\",\"pods\":9,\"placed\":8,\"withChoice\":6,\"rules\":["
      "{\"name\":\"A\",\"part\":\"P\",\"profile\":\"night\",\"type\":\"T\",\"kind\":\"filter\","
      "\"exercised\":true,\"reason\":null,\"rejectedPods\":2,\"rejectedNodes\":5,"
      "\"rejectedAlone\":3,\"scoredPods\":null,\"scoredDifferently\":null,"
      "\"decided\":null},{\"name\":\"B\",\"part\":null,\"profile\":null,\"type\":\"B\","
      "\"kind\":\"score\",\"exercised\":false,\"reason\":\"time\","
      "\"rejectedPods\":null,\"rejectedNodes\":null,\"rejectedAlone\":null,"
      "\"scoredPods\":2,\"scoredDifferently\":0,\"decided\":4}],"
      "\"extenderCalls\":[{\"name\":\"http://a\",\"verb\":\"filter\",\"pods\":7}]}");
}

static void
test_coverage_table (void **state)
{
  const FitCoverageRule rules[] = {
    { .name = "A", .n_nodes = 5, .n_nodes_alone = 3, .n_told = 9 },
    { .name = "B", .scores = TRUE, .n_told = 1, .n_ranked = 2, .n_decided = 4 }
  };
  g_auto (FitCoverage) coverage;
  g_autoptr (GString) out = g_string_new (NULL);

  coverage_init (&coverage);
  g_array_append_vals (coverage.rules, rules, G_N_ELEMENTS (rules));
  fit_coverage_append_markdown (&coverage, out);
  assert_string_equal (
      out->str,
      "| rule | rejected nodes | by itself | scored nodes differently, for "
      "pods | decided, for pods |\n"
      "| --- | --- | --- | --- | --- |\n"
      "| `A` | 5 | 3 | | |\n"
      "| `B` | | | 1 of 2 | 4 |\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_scored),
    cmocka_unit_test (test_tied),
    cmocka_unit_test (test_failed),
    cmocka_unit_test (test_not_compared),
    cmocka_unit_test (test_alone),
    cmocka_unit_test (test_follows),
    cmocka_unit_test (test_follows_json),
    cmocka_unit_test (test_use),
    cmocka_unit_test (test_verdicts),
    cmocka_unit_test (test_replayed),
    cmocka_unit_test (test_rules),
    cmocka_unit_test (test_left_out),
    cmocka_unit_test (test_coverage),
    cmocka_unit_test (test_calls),
    cmocka_unit_test (test_coverage_table),
    cmocka_unit_test (test_coverage_json),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
