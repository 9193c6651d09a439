/* What releases make of what plugins say: construction, wording, points that
 * v1.16 does not have.
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-rules.h"
#include "tests/framework/stage.h"

#define BOTH_IN_TREE (1u << FIT_POINT_QUEUE_SORT | 1u << FIT_POINT_BIND)

/* -- construction ---------------------------------------------------------- */

static void
assert_refused (const char *release, guint in_tree, const char *script,
                const char *message)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (GError) error = NULL;

  stage_init (&stage, script);
  assert_true (fit_release_parse (release, &stage.release, NULL));
  stage.in_tree = in_tree;
  assert_false (stage_try (&stage, &error));
  assert_error (&error, FIT_ERROR_POLICY, message);
}

static void
test_kinds_in_errors (void **state)
{
  static const struct
  {
    const char *point;
    const char *kind;
  } kinds[] = {
    { "preenqueue", "PreEnqueuePlugin" },
    { "queue sort", "QueueSortPlugin" },
    { "prefilter", "PreFilterPlugin" },
    { "filter", "FilterPlugin" },
    { "post-filter", "PostFilterPlugin" },
    { "prescore", "PreScorePlugin" },
    { "score", "ScorePlugin" },
    { "reserve", "ReservePlugin" },
    { "permit", "PermitPlugin" },
    { "prebind", "PreBindPlugin" },
    { "bind", "BindPlugin" },
    { "postbind", "PostBindPlugin" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *absent
          = g_strdup_printf ("{%s: [Absent]}", kinds[i].point);
      g_autofree char *is_absent
          = g_strdup_printf ("%s \"Absent\" does not exist", kinds[i].kind);
      g_autofree char *twice = g_strdup_printf ("{%s: [A, A]}", kinds[i].point);
      g_autofree char *is_twice = g_strdup_printf (
          "plugin \"A\" already registered as \"%s\"", kinds[i].kind);

      assert_refused ("1.28", BOTH_IN_TREE, absent, is_absent);
      assert_refused ("1.28", BOTH_IN_TREE, twice, is_twice);
    }
  assert_refused ("1.20", BOTH_IN_TREE, "{filter: [Rough]}",
                  "plugin \"Rough\" does not extend FilterPlugin plugin");
  assert_refused ("1.20", BOTH_IN_TREE,
                  "{filter: [A], args: {A: {create: no luck}}}",
                  "initializing plugin \"A\": no luck");
}

static void
test_queue_sort_and_bind (void **state)
{
  assert_refused ("1.20", 1u << FIT_POINT_BIND, "{filter: [A]}",
                  "no queue sort plugin is enabled");
  assert_refused ("1.20", BOTH_IN_TREE, "{queue sort: [A]}",
                  "only one queue sort plugin can be enabled");
  assert_refused ("1.28", 1u << FIT_POINT_BIND, "{queue sort: [A, B]}",
                  "only one queue sort plugin can be enabled");
  assert_refused ("1.20", 1u << FIT_POINT_QUEUE_SORT, "{filter: [A]}",
                  "at least one bind plugin is needed");
}

static void
test_own_queue_sort_and_bind (void **state)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, "{queue sort: [A], bind: [B, C]}");
  stage.release = FIT_RELEASE (28, 3);
  assert_true (stage_try (&stage, NULL));
}

/* Points that the release does not have are not looked at. */
static void
test_points_of_other_releases (void **state)
{
  g_auto (Stage) legacy = { 0 }, later = { 0 };

  stage_open (&legacy, "{prescore: [Absent], preenqueue: [Absent]}");
  assert_false (fit_framework_has (legacy.framework, FIT_POINT_PRE_SCORE));
  stage_open_as (&later, "1.20", "{unreserve: [Absent], preenqueue: [Absent]}");
  assert_false (fit_framework_has (later.framework, FIT_POINT_UNRESERVE));
}

/* -- weights and scores ---------------------------------------------------- */

static void
assert_weight (const char *release, const char *script, gint64 weight)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitScores *scores = NULL;
  gint64 total = 0;
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  stage_open_as (&stage, release, script);
  cycle = stage_cycle (&stage);
  nodes = stage_nodes (&stage, 1);
  status = fit_framework_score (stage.framework, &cycle, &nodes,
                                stage.cluster.arena, &total, &scores);
  assert_status (&status, "Success");
  assert_int_equal (scores[0].weight, weight);
}

/* Up to v1.22 the last list that names a plugin gives its weight: not in the
 * order of v1.16. */
static void
test_weights (void **state)
{
  assert_weight ("1.20", "{score: [{name: A, weight: 5}], reserve: [A]}", 5);
  assert_weight ("1.20", "{score: [{name: A, weight: 5}], prebind: [A]}", 1);
  assert_weight ("1.22", "{score: [{name: A, weight: 5}], permit: [A]}", 1);
  assert_weight ("1.23", "{score: [{name: A, weight: 5}], permit: [A]}", 5);
  assert_weight ("1.28",
                 "{score: [{name: A, weight: 5}], "
                 "prebind: [{name: A, weight: 7}]}",
                 5);
  assert_weight ("1.28", "{score: [A]}", 1);
}

#define MOST "92233720368547758" /* of a hundredth of 2^63 */

static void
test_sums_that_overflow (void **state)
{
  assert_refused ("1.28", BOTH_IN_TREE,
                  "{score: [{name: A, weight: " MOST "}, Rough]}",
                  "total score of Score plugins could overflow");
  /* of plugins without scores too, as long as they have a weight */
  assert_refused ("1.20", BOTH_IN_TREE,
                  "{score: [{name: A, weight: " MOST "}], filter: [B]}",
                  "total score of Score plugins could overflow");
  assert_weight ("1.28", "{score: [{name: A, weight: 5}], filter: [B]}", 5);
  assert_weight ("1.23",
                 "{score: [{name: Rough, weight: " MOST "}], filter: [B], "
                 "args: {Rough: {score: {n0: 0}}}}",
                 G_GINT64_CONSTANT (92233720368547758));
}

static void
assert_score (const char *release, const char *script, const char *expected)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  gint64 totals[2] = { 0 };
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  stage_open_as (&stage, release, script);
  cycle = stage_cycle (&stage);
  nodes = stage_nodes (&stage, 2);
  status = fit_framework_score (stage.framework, &cycle, &nodes,
                                stage.cluster.arena, totals, NULL);
  assert_status (&status, expected);
}

static void
test_score_range (void **state)
{
  assert_score ("1.18", "{score: [A], args: {A: {score: {n0: 0, n1: 100}}}}",
                "Success");
  assert_score (
      "1.18", "{score: [A], args: {A: {score: {n0: 101}}}}",
      "Error: error while applying score defaultWeights for pod \"p\": score "
      "plugin \"A\" returns an invalid score 101, it should in the range of "
      "[0, 100] after normalizing");
  assert_score ("1.28", "{score: [A], args: {A: {score: {n1: -1}}}}",
                "Error: applying score defaultWeights on Score plugins: plugin "
                "\"A\" returns an invalid score -1, it should in the range of "
                "[0, 100] after normalizing");
}

static void
test_score_errors (void **state)
{
  assert_score ("1.18", "{score: [A], args: {A: {fail: {n1: m}}}}",
                "Error: error while running score plugin for pod \"p\": m");
  assert_score ("1.20", "{score: [A], args: {A: {fail: {n1: m}}}}",
                "Error: running Score plugins: plugin \"A\" failed with: m");
  assert_score (
      "1.20", "{score: [A], args: {A: {normalize: {code: Error, message: m}}}}",
      "Error: running Normalize on Score plugins: plugin \"A\" failed with: m");
}

/* A plugin that skips at PreScore does not score. */
static void
test_pre_score_skips (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  gint64 totals[2] = { 0 };
  FitScores *scores = NULL;
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  stage_open_as (&stage, "1.27",
                 "{prescore: [A, B], score: [A, B], args: "
                 "{A: {prescore: {code: Skip}, score: {n0: 500}}, "
                 "B: {score: {n0: 3, n1: 4}}}}");
  cycle = stage_cycle (&stage);
  nodes = stage_nodes (&stage, 2);
  status = fit_framework_pre_score (stage.framework, &cycle, &nodes);
  assert_status (&status, "Success");
  status = fit_framework_score (stage.framework, &cycle, &nodes,
                                stage.cluster.arena, totals, &scores);
  assert_status (&status, "Success");
  assert_int_equal (totals[0], 3);
  assert_int_equal (totals[1], 4);
  assert_int_equal (scores[0].scores[0], 0);
  assert_log (&stage, "A prescore n0\nB prescore n0\nB normalize\n");
}

/* Before, that is an error. */
static void
test_pre_score_cannot_skip (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitFrameworkCycle cycle;
  FitNodeList nodes;

  (void) state;
  stage_open_as (&stage, "1.26",
                 "{prescore: [A, B], score: [A, B], args: "
                 "{A: {prescore: {code: Skip, message: m}}}}");
  cycle = stage_cycle (&stage);
  nodes = stage_nodes (&stage, 2);
  status = fit_framework_pre_score (stage.framework, &cycle, &nodes);
  assert_status (&status, "Error: running PreScore plugin \"A\": m");
  assert_log (&stage, "A prescore n0\n");
}

/* -- wording --------------------------------------------------------------- */

/* What B's "m" becomes, as a rejection (NULL: the same as an error) and as an
 * error. */
static const struct
{
  FitExtensionPoint point;
  const char *release;
  const char *rejected;
  const char *failed;
} words[] = {
  { FIT_POINT_PRE_FILTER, "1.18", "rejected by \"B\" at prefilter: m",
    "error while running \"B\" prefilter plugin for pod \"p\": m" },
  { FIT_POINT_PRE_FILTER, "1.20", "m", "running PreFilter plugin \"B\": m" },
  { FIT_POINT_FILTER, "1.18", "m",
    "running \"B\" filter plugin for pod \"p\": m" },
  { FIT_POINT_FILTER, "1.20", "m",
    "running \"B\" filter plugin for pod \"p\": m" },
  { FIT_POINT_FILTER, "1.28", "m", "running \"B\" filter plugin: m" },
  { FIT_POINT_PRE_SCORE, "1.18", NULL,
    "error while running \"B\" prescore plugin for pod \"p\": m" },
  { FIT_POINT_PRE_SCORE, "1.20", NULL, "running PreScore plugin \"B\": m" },
  { FIT_POINT_RESERVE, "1.18", NULL,
    "error while running \"B\" reserve plugin for pod \"p\": m" },
  { FIT_POINT_RESERVE, "1.20", NULL, "running Reserve plugin \"B\": m" },
  { FIT_POINT_RESERVE, "1.28", "m", "running Reserve plugin \"B\": m" },
  { FIT_POINT_PERMIT, "1.18", "rejected pod \"p\" by permit plugin \"B\": m",
    "error while running \"B\" permit plugin for pod \"p\": m" },
  { FIT_POINT_PERMIT, "1.20", "rejected pod \"p\" by permit plugin \"B\": m",
    "running Permit plugin \"B\": m" },
  { FIT_POINT_PERMIT, "1.22", "rejected pod \"p\" by permit plugin \"B\": m",
    "running Permit plugin \"B\": m" },
  { FIT_POINT_PERMIT, "1.23", "m", "running Permit plugin \"B\": m" },
  { FIT_POINT_PRE_BIND, "1.18", NULL,
    "error while running \"B\" prebind plugin for pod \"p\": m" },
  { FIT_POINT_PRE_BIND, "1.20", NULL, "running PreBind plugin \"B\": m" },
  { FIT_POINT_PRE_BIND, "1.25", NULL, "running PreBind plugin \"B\": m" },
  { FIT_POINT_PRE_BIND, "1.26", "m", "running PreBind plugin \"B\": m" },
  { FIT_POINT_BIND, "1.18", NULL,
    "plugin \"B\" failed to bind pod \"ns/p\": m" },
  { FIT_POINT_BIND, "1.20", NULL, "running Bind plugin \"B\": m" },
  { FIT_POINT_BIND, "1.25", NULL, "running Bind plugin \"B\": m" },
  { FIT_POINT_BIND, "1.26", "m", "running Bind plugin \"B\": m" },
};

static void
assert_worded (guint row, FitStatusCode code, const char *text,
               FitStatusCode becomes)
{
  const char *point = fit_extension_point_info (words[row].point)->legacy_kind;
  g_autofree char *script
      = g_strdup_printf ("{%s: [B], args: {B: {%s: {code: %s, message: m}}}}",
                         point, point, fit_status_code_name (code));
  g_autofree char *expected
      = g_strdup_printf ("%s: %s", fit_status_code_name (becomes), text);
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open_as (&stage, words[row].release, script);
  status = stage_ask (&stage, words[row].point);
  assert_string_equal (status.plugin, "B");
  assert_status (&status, expected);
}

static void
test_words (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const gboolean kept = words[i].rejected != NULL;

      assert_worded (i, FIT_STATUS_ERROR, words[i].failed, FIT_STATUS_ERROR);
      assert_worded (i, FIT_STATUS_UNSCHEDULABLE,
                     kept ? words[i].rejected : words[i].failed,
                     kept ? FIT_STATUS_UNSCHEDULABLE : FIT_STATUS_ERROR);
    }
}

/* -- PreEnqueue ------------------------------------------------------------ */

static void
test_pre_enqueue (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open_as (&stage, "1.28",
                 "{preenqueue: [A, B, C], args: {B: {preenqueue: {code: "
                 "UnschedulableAndUnresolvable, message: not yet}}, "
                 "C: {preenqueue: {code: Error, message: broken}}}}");
  status = fit_framework_pre_enqueue (stage.framework, stage.cluster.pending);
  assert_string_equal (status.plugin, "B");
  assert_status (&status, "UnschedulableAndUnresolvable: not yet");
}

/* -- PreFilter ------------------------------------------------------------- */

/* @expected: the names of the nodes to check, "all", or the status */
static void
assert_nodes (const char *release, const char *script, const char *expected)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  FitPreFilterResult result = { 0 };
  FitFrameworkCycle cycle;

  stage_open_as (&stage, release, script);
  cycle = stage_cycle (&stage);
  fit_framework_pre_filter_nodes (stage.framework, &cycle, arena, &result);
  if (result.error != NULL)
    g_string_printf (text, "Error: %s", result.error);
  else if (result.reject != NULL)
    g_string_printf (text, "%s: %s",
                     result.resolvable ? "Unschedulable"
                                       : "UnschedulableAndUnresolvable",
                     result.reject->items[0].text);
  else if (result.n_narrowing == 0)
    g_string_assign (text, "all");
  for (guint i = 0; result.reject == NULL && i < result.only.n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            result.only.names[i]);
  assert_string_equal (text->str, expected);
}

static void
test_node_subsets (void **state)
{
  assert_nodes ("1.24", "{prefilter: [Left, Right, A]}", "all");
  assert_nodes ("1.24",
                "{prefilter: [Left, A], args: {Left: {nodes: [n2, n1]}}}",
                "n2 n1");
  assert_nodes ("1.24",
                "{prefilter: [Left, Right], args: {Left: {nodes: [n1, n2]}, "
                "Right: {nodes: [n3, n2]}}}",
                "n2");
  assert_nodes ("1.24", "{prefilter: [Left], args: {Left: {nodes: []}}}",
                "Unschedulable: node(s) didn't satisfy plugin Left");
  assert_nodes ("1.28",
                "{prefilter: [Left, Right, A], args: {Left: {nodes: [n1]}, "
                "Right: {nodes: [n2]}}}",
                "Unschedulable: node(s) didn't satisfy plugin(s) [Left Right] "
                "simultaneously");
  assert_nodes ("1.30", "{prefilter: [Left], args: {Left: {nodes: []}}}",
                "UnschedulableAndUnresolvable: node(s) didn't satisfy plugin "
                "Left");
  /* up to v1.23 there is no such thing */
  assert_nodes ("1.23", "{prefilter: [Left], args: {Left: {nodes: [n1]}}}",
                "all");
}

static void
test_pre_filter_skips (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitFrameworkCycle cycle;

  stage_open_as (&stage, "1.27",
                 "{prefilter: [A, B], filter: [A, B], args: "
                 "{A: {prefilter: {code: Skip}, filter: {code: Error}}}}");
  cycle = stage_cycle (&stage);
  status = fit_framework_pre_filter (stage.framework, &cycle);
  assert_status (&status, "Success");
  status = fit_framework_filter (stage.framework, &cycle,
                                 stage_nodes (&stage, 1).nodes[0]);
  assert_status (&status, "Success");
  status = fit_framework_add_pod (stage.framework, &cycle, cycle.pod,
                                  stage_nodes (&stage, 1).nodes[0]);
  assert_status (&status, "Success");
  assert_log (&stage, "A prefilter\nB prefilter\nB filter n0\nB add p\n");
}

static void
test_skip_was_an_error (void **state)
{
  assert_nodes ("1.26",
                "{prefilter: [A], args: {A: {prefilter: {code: Skip, "
                "message: m}}}}",
                "Error: running PreFilter plugin \"A\": m");
}

/* From v1.30 on a rejection that others might explain better does not keep them
 * from being asked. */
static void
test_pre_filter_goes_on (void **state)
{
  static const char script[]
      = "{prefilter: [A, B, C], args: {A: {prefilter: {code: Unschedulable, "
        "message: a}}, B: {prefilter: {code: UnschedulableAndUnresolvable, "
        "message: b}}}}";

  assert_nodes ("1.29", script, "Unschedulable: a");
  assert_nodes ("1.30", script, "UnschedulableAndUnresolvable: b");
  assert_nodes ("1.30",
                "{prefilter: [A, C], args: {A: {prefilter: {code: "
                "Unschedulable, message: a}}}}",
                "Unschedulable: a");
}

/* -- its extensions -------------------------------------------------------- */

static void
assert_change (const char *release, gboolean adds, const char *expected)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitFrameworkCycle cycle;
  const FitNodeInfo *node;

  stage_open_as (&stage, release,
                 "{prefilter: [Left, A], args: {A: "
                 "{add: {code: Unschedulable, message: m}, "
                 "remove: {code: Error, message: m}}}}");
  cycle = stage_cycle (&stage);
  node = stage_nodes (&stage, 1).nodes[0];
  status
      = adds ? fit_framework_add_pod (stage.framework, &cycle, cycle.pod, node)
             : fit_framework_remove_pod (stage.framework, &cycle, cycle.pod,
                                         node);
  assert_status (&status, expected);
}

static void
test_extensions (void **state)
{
  assert_change ("1.18", TRUE,
                 "Error: error while running AddPod for plugin \"A\" while "
                 "scheduling pod \"p\": m");
  assert_change ("1.18", FALSE,
                 "Error: error while running RemovePod for plugin \"A\" while "
                 "scheduling pod \"p\": m");
  assert_change ("1.28", TRUE,
                 "Error: running AddPod on PreFilter plugin \"A\": m");
  assert_change ("1.28", FALSE,
                 "Error: running RemovePod on PreFilter plugin \"A\": m");
  assert_change ("1.16", TRUE, "Success");
}

/* -- Filter ---------------------------------------------------------------- */

static FitStatus
filter_n0 (Stage *stage)
{
  const FitFrameworkCycle cycle = stage_cycle (stage);

  return fit_framework_filter (stage->framework, &cycle,
                               stage_nodes (stage, 1).nodes[0]);
}

#define THREE_FILTERS(last)                                         \
  "{filter: [A, B, C], args: {A: {filter: {code: "                  \
  "UnschedulableAndUnresolvable, message: a}}, B: {filter: {code: " \
  "Unschedulable, message: b}}, C: {filter: {code: " last ", message: c}}}}"

static void
test_all_filters (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  const char *const *reasons;
  guint n;

  stage_open_as (&stage, "1.24", THREE_FILTERS ("Unschedulable"));
  status = filter_n0 (&stage);
  reasons = fit_status_reasons (&status, &n);
  assert_int_equal (n, 3);
  assert_string_equal (reasons[1], "b");
  assert_status (&status, "UnschedulableAndUnresolvable: a, b, c");
}

/* Those that are content say nothing. */
static void
test_all_filters_and_some_pass (void **state)
{
  static const struct
  {
    const char *script, *expected;
  } rows[] = {
    { "{filter: [A, B, C]}", "Success" },
    { "{filter: [A, B, C], args: {B: {filter: {code: Unschedulable, message: "
      "b}}}}",
      "Unschedulable: b" },
    { "{filter: [A, B, C], args: {A: {filter: {code: Unschedulable, message: "
      "a}}, C: {filter: {code: UnschedulableAndUnresolvable, message: c}}}}",
      "UnschedulableAndUnresolvable: a, c" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Stage) stage = { 0 };
      g_auto (FitStatus) status = { 0 };

      stage_open_as (&stage, "1.25", rows[i].script);
      status = filter_n0 (&stage);
      assert_status (&status, rows[i].expected);
      assert_log (&stage, "A filter n0\nB filter n0\nC filter n0\n");
    }
}

static void
test_all_filters_but_one_is_broken (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open_as (&stage, "1.24", THREE_FILTERS ("Error"));
  status = filter_n0 (&stage);
  assert_status (&status, "Error: running \"C\" filter plugin: c");
}

static void
test_first_filter_decides (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open_as (&stage, "1.28", THREE_FILTERS ("Error"));
  status = filter_n0 (&stage);
  assert_status (&status, "UnschedulableAndUnresolvable: a");
}

/* -- making room ----------------------------------------------------------- */

static void
assert_room (const char *release, const char *script, const char *expected,
             const char *node_name)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  g_auto (FitNomination) nomination = { 0 };
  FitNodeRejection rejection
      = { .code = FIT_STATUS_UNSCHEDULABLE, .message = "full" };
  FitFrameworkCycle cycle;

  stage_open_as (&stage, release, script);
  cycle = stage_cycle (&stage);
  rejection.node = stage_nodes (&stage, 1).nodes[0];
  status = fit_framework_make_room (stage.framework, &cycle, NULL, 1,
                                    &rejection, &nomination);
  assert_status (&status, expected);
  assert_string_equal (nomination.node_name != NULL ? nomination.node_name : "",
                       node_name);
}

/* A plugin of the release between two of a program: what it says comes in
 * between, unless it ends the sequence. */
static FitStatus
ask_inner (const char *name, FitNomination *out_nomination, gpointer data)
{
  assert_string_equal (name, "Inner");
  out_nomination->decides = TRUE;
  out_nomination->node_name = g_strdup ("inner");
  return fit_status (*(const FitStatusCode *) data, "inner");
}

static void
assert_room_between (const char *release, FitStatusCode code,
                     const char *expected, const char *node_name)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  g_auto (FitNomination) nomination = { 0 };
  FitFrameworkCycle cycle;
  gpointer names[] = { "A", "Inner", "B" };
  GPtrArray list = { names, G_N_ELEMENTS (names) };
  const FitPostFilters all = { &list, ask_inner, &code };

  stage_open_as (&stage, release,
                 "{post-filter: [A, B], args: {A: {postfilter: {code: "
                 "Unschedulable, message: a}}, B: {postfilter: {code: "
                 "Unschedulable, message: b}, room: n5}}}");
  cycle = stage_cycle (&stage);
  status = fit_framework_make_room (stage.framework, &cycle, &all, 0, NULL,
                                    &nomination);
  assert_status (&status, expected);
  assert_string_equal (nomination.node_name != NULL ? nomination.node_name : "",
                       node_name);
}

static void
test_room_in_order (void **state)
{
  (void) state;
  assert_room_between ("1.34.9", FIT_STATUS_UNSCHEDULABLE,
                       "Unschedulable: a, inner, b", "n5");
  assert_room_between ("1.34.9", FIT_STATUS_ERROR, "Error: inner", "");
  assert_room_between ("1.34.9", FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                       "UnschedulableAndUnresolvable: inner", "inner");
  assert_room_between ("1.26", FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                       "UnschedulableAndUnresolvable: a, inner, b", "n5");
  assert_room_between ("1.23", FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                       "UnschedulableAndUnresolvable: a, inner, b", "");
}

#define ROOM(a, b) \
  "{post-filter: [A, B], args: {A: {" a "}, B: {" b ", room: n5}}}"
#define SAYS(code) "postfilter: {code: " code ", message: m}"

static void
test_make_room (void **state)
{
  assert_room ("1.20", "{}", "Unschedulable", "");
  assert_room ("1.19", ROOM (SAYS ("Unschedulable"), "divide: 1"), "Success",
               "n5");
  assert_room ("1.20", ROOM (SAYS ("Unschedulable"), "divide: 1"), "Success",
               "n5");
  assert_room ("1.20", ROOM (SAYS ("Unschedulable"), SAYS ("Unschedulable")),
               "Unschedulable: m, m", "");
  assert_room ("1.20", ROOM (SAYS ("Error"), "divide: 1"), "Error: m", "");
  assert_room ("1.20", ROOM ("room: n4", SAYS ("Error")), "Success", "n4");
  assert_room (
      "1.20",
      ROOM (SAYS ("UnschedulableAndUnresolvable"), SAYS ("Unschedulable")),
      "UnschedulableAndUnresolvable: m, m", "");
}

static void
test_make_room_later (void **state)
{
  /* until v1.26 no rejection ends the sequence */
  assert_room (
      "1.26",
      ROOM (SAYS ("UnschedulableAndUnresolvable"), SAYS ("Unschedulable")),
      "UnschedulableAndUnresolvable: m, m", "n5");
  assert_room (
      "1.28",
      ROOM (SAYS ("UnschedulableAndUnresolvable"), SAYS ("Unschedulable")),
      "UnschedulableAndUnresolvable: m", "");
  /* a nomination that decides does so whatever is said with it */
  assert_room ("1.24", ROOM (SAYS ("Unschedulable"), SAYS ("Unschedulable")),
               "Unschedulable: m, m", "n5");
  assert_room ("1.28", ROOM (SAYS ("Unschedulable"), SAYS ("Unschedulable")),
               "Unschedulable: m, m", "n5");
}

/* -- Reserve --------------------------------------------------------------- */

static void
test_unreserve_is_reversed (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitFrameworkCycle cycle;

  stage_open_as (&stage, "1.20",
                 "{reserve: [A, B, Undo], "
                 "args: {A: {reserve: {code: Error, message: m}}}}");
  cycle = stage_cycle (&stage);
  status = fit_framework_reserve (stage.framework, &cycle, "n1");
  assert_status (&status, "Error: running Reserve plugin \"A\": m");
  fit_framework_unreserve (stage.framework, &cycle, "n1");
  assert_log (&stage, "A reserve n1\nUndo unreserve n1\nB unreserve n1\n"
                      "A unreserve n1\n");
}

static void
test_unreserve_of_v1_18 (void **state)
{
  g_auto (Stage) stage = { 0 };
  FitFrameworkCycle cycle;

  stage_open_as (&stage, "1.18", "{reserve: [C], unreserve: [A, B]}");
  cycle = stage_cycle (&stage);
  fit_framework_unreserve (stage.framework, &cycle, "n1");
  assert_log (&stage, "A unreserve n1\nB unreserve n1\n");
}

/* -- Permit ---------------------------------------------------------------- */

static void
test_wait (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  FitWaitingPod *waiting;

  stage_open_as (&stage, "1.28",
                 "{permit: [A, B, C], args: "
                 "{A: {permit: {code: Wait, timeout: 5000000000}}, "
                 "C: {permit: {code: Wait, timeout: 3000000000}}}}");
  status = stage_ask (&stage, FIT_POINT_PERMIT);
  assert_status (&status,
                 "Wait: one or more plugins asked to wait and no plugin "
                 "rejected pod \"p\"");
  waiting = fit_waiting_pods_get (fit_framework_waiting (stage.framework), "p");
  assert_true (fit_waiting_pod_pending (waiting, "A"));
  assert_false (fit_waiting_pod_pending (waiting, "B"));
  assert_true (fit_waiting_pod_pending (waiting, "C"));
  assert_int_equal (
      fit_waiting_pods_next_deadline (fit_framework_waiting (stage.framework)),
      G_GINT64_CONSTANT (3000000000));
}

/* -- events ---------------------------------------------------------------- */

static const FitEventRegistration *
node_added (gpointer plugin, guint *out_n)
{
  static const FitEventRegistration events[]
      = { { { FIT_CLUSTER_NODE, FIT_ACTION_ADD, NULL }, NULL } };

  *out_n = G_N_ELEMENTS (events);
  return events;
}

static FitStatus
no_objection (const FitPluginCall *call, const FitNodeInfo *node)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static void
test_events (void **state)
{
  static const FitPluginInfo choosy = { .name = "Choosy",
                                        .filter = no_objection,
                                        .events_to_register = node_added };
  g_auto (Stage) stage = { 0 };
  g_autoptr (GArray) events = NULL;
  const FitPluginEvents *of;

  stage_init (&stage, "{filter: [A, Choosy]}");
  assert_true (fit_plugin_registry_add (stage.registry, &choosy, NULL));
  assert_true (stage_try (&stage, NULL));
  events = fit_framework_plugin_events (stage.framework);
  assert_int_equal (events->len, 2);
  of = &g_array_index (events, FitPluginEvents, 0);
  assert_string_equal (of->plugin, "A");
  /* As in the releases, attachments are not among them. */
  assert_int_equal (of->n_events, FIT_CLUSTER_VOLUME_ATTACHMENT);
  for (guint i = 0; i < of->n_events; i++)
    {
      assert_int_equal (of->events[i].event.resource, i);
      assert_int_equal (of->events[i].event.actions, FIT_ACTION_ALL);
    }
  of = &g_array_index (events, FitPluginEvents, 1);
  assert_string_equal (of->plugin, "Choosy");
  assert_int_equal (of->n_events, 1);
  assert_int_equal (of->events[0].event.resource, FIT_CLUSTER_NODE);
}

/* From 1.9 on: the minor releases with other words for a topic than the one
 * before. */
static void
test_when_words_change (void **state)
{
  static const struct
  {
    guint topic;
    const char *minors;
  } rows[] = {
    { FIT_POINT_PRE_FILTER, "20 " },     { FIT_POINT_FILTER, "18 21 " },
    { FIT_POINT_POST_FILTER, "19 " },    { FIT_POINT_PRE_SCORE, "20 " },
    { FIT_POINT_SCORE, "20 " },          { FIT_TEXT_NORMALIZE, "20 " },
    { FIT_TEXT_SCORE_RANGE, "20 " },     { FIT_POINT_RESERVE, "20 28 " },
    { FIT_POINT_PERMIT, "18 20 23 " },   { FIT_POINT_PRE_BIND, "18 20 26 " },
    { FIT_POINT_BIND, "18 20 26 " },     { FIT_TEXT_ADD_POD, "20 " },
    { FIT_TEXT_REMOVE_POD, "20 " },      { FIT_TEXT_WAIT, "18 23 " },
    { FIT_TEXT_WAIT_TIMEOUT, "18 23 " }, { FIT_TEXT_CREATE, "20 " },
    { FIT_TEXT_ABSENT, "18 " },          { FIT_TEXT_EXTENDS, "" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) minors = g_string_new (NULL);
      FitFrameworkRules last;

      fit_framework_rules_init (&last, FIT_RELEASE_OLDEST);
      for (gint minor = 9; minor < 40; minor++)
        {
          const FitFrameworkTexts *before = &last.texts[rows[i].topic];
          const FitFrameworkTexts *texts;
          FitFrameworkRules rules;

          fit_framework_rules_init (&rules, FIT_RELEASE (minor, 0));
          texts = &rules.texts[rows[i].topic];
          if (g_strcmp0 (texts->rejected, before->rejected) != 0
              || g_strcmp0 (texts->failed, before->failed) != 0)
            g_string_append_printf (minors, "%d ", minor);
          last = rules;
        }
      assert_string_equal (minors->str, rows[i].minors);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_kinds_in_errors),
    cmocka_unit_test (test_queue_sort_and_bind),
    cmocka_unit_test (test_own_queue_sort_and_bind),
    cmocka_unit_test (test_points_of_other_releases),
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_sums_that_overflow),
    cmocka_unit_test (test_score_range),
    cmocka_unit_test (test_score_errors),
    cmocka_unit_test (test_pre_score_skips),
    cmocka_unit_test (test_pre_score_cannot_skip),
    cmocka_unit_test (test_words),
    cmocka_unit_test (test_when_words_change),
    cmocka_unit_test (test_pre_enqueue),
    cmocka_unit_test (test_node_subsets),
    cmocka_unit_test (test_pre_filter_skips),
    cmocka_unit_test (test_skip_was_an_error),
    cmocka_unit_test (test_pre_filter_goes_on),
    cmocka_unit_test (test_extensions),
    cmocka_unit_test (test_all_filters),
    cmocka_unit_test (test_all_filters_and_some_pass),
    cmocka_unit_test (test_all_filters_but_one_is_broken),
    cmocka_unit_test (test_first_filter_decides),
    cmocka_unit_test (test_room_in_order),
    cmocka_unit_test (test_make_room),
    cmocka_unit_test (test_make_room_later),
    cmocka_unit_test (test_unreserve_is_reversed),
    cmocka_unit_test (test_unreserve_of_v1_18),
    cmocka_unit_test (test_wait),
    cmocka_unit_test (test_events),
  };

  return cmocka_run_group_tests_name ("framework-rules", tests, NULL, NULL);
}
