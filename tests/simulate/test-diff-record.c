/* test-diff-record.c - comparisons of two replays: pods that part, and pods that are preempted
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff.h"
#include "simulate/diff-result-private.h"

#include "algorithmprovider/defaults.h"
#include "tests/simulate/compared.h"
#include "tests/simulate/replayed.h"

#include <string.h>

#define TWO_NODES                           \
  EVENT ("0", "add", NODE_JSON ("n1", "4")) \
  EVENT ("0", "add", NODE_JSON ("n2", "4")) \
  EVENT ("0", "add", POD_JSON ("x", "\"nodeName\": \"n1\", " CPU ("2")))
#define IMPORTANT "\"priority\": 10, "

/* What happens to @trace by the rules of @provider. */
static FitDiffRecord *
record_of (const char *trace, const char *provider)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  FitDiffRecord *record = fit_diff_record_new ();
  FitReplayOptions options = {
    .rules = { .registry = registry,
               .gates = fit_feature_gates_default (),
               .provider = provider,
               .hard_pod_affinity_symmetric_weight = 1,
               .scheduler_name = "default-scheduler" },
    .observer = fit_diff_record_observer (record),
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitReplay) replay = fit_replay_new (&options, &error);
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace", FIT_DECODE_DEFAULT);
  const FitTraceEvent *event;

  while (!error && fit_trace_reader_next (reader, &event, &error) && event)
    fit_replay_feed (replay, event, &error);
  if (error)
    fail_msg ("%s", error->message);
  assert_true (fit_replay_settle (replay));
  fit_diff_record_end (record, replay);
  return record;
}

static FitDiff *
compare_records (const char *trace, const char *left, const char *right)
{
  g_autoptr (FitDiffRecord) one = record_of (trace, left);
  g_autoptr (FitDiffRecord) other = record_of (trace, right);

  return fit_diff_of_records (one, other);
}

static void
expect (const char *trace, const char *left, const char *right,
        const char *expected)
{
  g_autoptr (FitDiff) diff = compare_records (trace, left, right);
  g_autofree char *text = compared_text (diff);

  assert_true (diff->replayed);
  assert_string_equal (text, expected);
}

#define SPREADING "DefaultProvider"
#define PACKING "ClusterAutoscalerProvider"

static void
test_same_rules (void **state)
{
  expect (TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("1")))
              EVENT ("2", "add", POD_JSON ("q", CPU ("9"))),
          SPREADING, SPREADING, "0 of 2\n");
}

static void
test_first_difference_and_later_ones (void **state)
{
  expect (TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("1")))
              EVENT ("2", "add", POD_JSON ("q", CPU ("4"))),
          SPREADING, PACKING,
          "p: n2 -> n1, moved, first\n"
          "q: - -> n2, started fitting, later\n"
          "2 of 2\n");
}

/* Pods are in the order in which they part.  p has one way only, until it comes
 * again. */
static void
test_first_is_earliest (void **state)
{
  expect (TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("3")))
              EVENT ("2", "delete", NAMED ("Pod", "p"))
                  EVENT ("3", "add", POD_JSON ("q", CPU ("1")))
                      EVENT ("4", "add", POD_JSON ("p", CPU ("1"))),
          SPREADING, PACKING,
          "q: n2 -> n1, moved, first\n"
          "p: n2 -> n1, moved, later\n"
          "2 of 2\n");
}

/* q needs a node for itself; where everything is spread there is none. */
static void
test_preempted_pods (void **state)
{
  g_autoptr (FitDiff) diff = compare_records (
      TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("1")))
          EVENT ("2", "add", POD_JSON ("q", IMPORTANT CPU ("4"))),
      SPREADING, PACKING);
  g_autofree char *text = compared_text (diff);

  /* x was there before; on the right nothing happens to it. */
  assert_string_equal (text, "p: n2 -> n1, moved, first\n"
                             "q: n1 -> n2, moved, later\n"
                             "x: - -> n1, started fitting, later\n"
                             "3 of 3\n");
  assert_int_equal (diff->n_preempted[FIT_DIFF_LEFT], 1);
  assert_int_equal (diff->n_preempted[FIT_DIFF_RIGHT], 0);
  assert_int_equal (diff->n_placed[FIT_DIFF_LEFT], 2);
  assert_int_equal (diff->n_placed[FIT_DIFF_RIGHT], 3);
}

/* A pod of the same name comes again, and now there is only one way. */
static void
test_other_course_same_end (void **state)
{
  g_autoptr (FitDiff) diff
      = compare_records (TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("1")))
                             EVENT ("2", "delete", NAMED ("Pod", "p"))
                                 EVENT ("3", "add", POD_JSON ("p", CPU ("3"))),
                         SPREADING, PACKING);
  const FitDiffItem *item = diff->items->pdata[0];
  g_autofree char *text = compared_text (diff);

  assert_string_equal (text, "p: n2 -> n2, other course, first\n"
                             "1 of 1\n");
  assert_int_equal (item->outcomes[FIT_DIFF_RIGHT].bound->len, 2);
  assert_string_equal (item->outcomes[FIT_DIFF_RIGHT].bound->pdata[0], "n1");
}

static void
test_nodes_in_the_end (void **state)
{
  g_autoptr (FitDiff) diff = compare_records (
      TWO_NODES EVENT ("1", "add", POD_JSON ("p", CPU ("1"))), SPREADING,
      PACKING);
  const FitDiffNode *node = &g_array_index (diff->nodes, FitDiffNode, 1);

  assert_string_equal (node->node, "n2");
  assert_int_equal (node->used_milli_cpu[FIT_DIFF_LEFT], 1000);
  assert_int_equal (node->used_milli_cpu[FIT_DIFF_RIGHT], 0);
}

/* -- decisions in turn ----------------------------------------------------- */

/* What one side decides. */
typedef struct
{
  FitDecisionType type;
  const char *pod; /* NULL ends a list */
  gint64 time_ns;
  const char *node;   /* (nullable) */
  const char *victim; /* (nullable) */
} Step;

#define MOST_STEPS 6

static FitPod *
pod_named (const char *name)
{
  g_autofree char *text = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: "
      "default}}\n",
      name);

  return pod_from (text);
}

/* x runs on n1 from the start, and nobody tells of it. */
static FitDiffRecord *
record_of_steps (const Step *steps)
{
  FitDiffRecord *record = record_of (TWO_NODES, SPREADING);
  const FitReplayObserver observer = fit_diff_record_observer (record);
  g_autoptr (GError) error = g_error_new_literal (FIT_ERROR, 0, "no answer");

  for (const Step *step = steps; step->pod != NULL; step++)
    {
      FitPod *pod = pod_named (step->pod);
      FitPod *victim = pod_named (step->victim != NULL ? step->victim : "none");
      const FitPod *gone = victim;
      const FitNodeVictims victims
          = { .victims = &gone, .n_victims = step->victim != NULL ? 1 : 0 };

      observer.decided (
          observer.data,
          &(const FitDecision){
              .type = step->type,
              .time_ns = step->time_ns,
              .pod = pod,
              .node_name = step->node,
              .message = "0/2 nodes are available",
              .error = step->type == FIT_DECISION_PROBLEM ? error : NULL,
              .victims = &victims });
      fit_pod_unref (pod);
      fit_pod_unref (victim);
    }
  return record;
}

#define BOUND(name, time, where)                \
  {                                             \
    FIT_DECISION_BOUND, name, time, where, NULL \
  }
#define FAILED(name, time)                      \
  {                                             \
    FIT_DECISION_FAILED, name, time, NULL, NULL \
  }
#define PREEMPTS(name, time, where, whom)           \
  {                                                 \
    FIT_DECISION_NOMINATED, name, time, where, whom \
  }
#define PROBLEM(name, time)                      \
  {                                              \
    FIT_DECISION_PROBLEM, name, time, NULL, NULL \
  }

static const struct
{
  Step left[MOST_STEPS], right[MOST_STEPS];
  const char *expected;
} courses[] = {
  { { { 0 } }, { { 0 } }, "0 of 0\n" },
  /* from the first moment on, and at the same moment in turn */
  { { BOUND ("p", 0, "n1") },
    { BOUND ("p", 0, "n2") },
    "p: n1 -> n2, moved, first\n1 of 1\n" },
  { { BOUND ("p", 4, "n1"), BOUND ("q", 4, "n1"), BOUND ("r", 4, "n1") },
    { BOUND ("r", 4, "n2"), BOUND ("q", 4, "n2"), BOUND ("p", 4, "n2") },
    "p: n1 -> n2, moved, first\nq: n1 -> n2, moved, later\n"
    "r: n1 -> n2, moved, later\n3 of 3\n" },
  /* by the first binding that differs, whichever side comes first */
  { { BOUND ("p", 7, "n1"), BOUND ("q", 6, "n1") },
    { BOUND ("p", 5, "n2"), BOUND ("q", 9, "n2") },
    "p: n1 -> n2, moved, first\nq: n1 -> n2, moved, later\n2 of 2\n" },
  { { BOUND ("p", 1, "n1"), BOUND ("p", 8, "n1"), BOUND ("q", 7, "n1") },
    { BOUND ("p", 1, "n1"), BOUND ("p", 8, "n2"), BOUND ("q", 7, "n2") },
    "q: n1 -> n2, moved, first\np: n1 -> n2, moved, later\n2 of 2\n" },
  { { BOUND ("p", 1, "n1"), BOUND ("q", 2, "n1") },
    { BOUND ("p", 1, "n1"), BOUND ("q", 2, "n2"), BOUND ("p", 3, "n1") },
    "q: n1 -> n2, moved, first\np: n1 -> n1, other course, later\n"
    "2 of 2\n" },
  /* or, of those that were not bound again, by what happened last */
  { { FAILED ("p", 2), BOUND ("q", 5, "n1") },
    { FAILED ("p", 2), PREEMPTS ("q", 9, "n2", "p"), BOUND ("q", 10, "n2") },
    "q: n1 -> n2, moved, first\np: - -> -, other course, later\n2 of 2\n" },
  { { BOUND ("p", 1, "n1"), PREEMPTS ("q", 2, "n1", "p") },
    { BOUND ("p", 1, "n1") },
    "p: - -> n1, started fitting, first\n1 of 1\n" },
  /* x, which only one side touched */
  { { PREEMPTS ("q", 3, "n1", "x") },
    { BOUND ("q", 3, "n2") },
    "x: - -> n1, started fitting, first\nq: - -> n2, started fitting, later\n"
    "2 of 2\n" },
  { { BOUND ("q", 3, "n2") },
    { PREEMPTS ("q", 3, "n1", "x") },
    "q: n2 -> -, stopped fitting, first\nx: n1 -> -, stopped fitting, later\n"
    "2 of 2\n" },
  /* An attempt without an answer; a later one counts. */
  { { FAILED ("p", 1), PROBLEM ("p", 1) },
    { FAILED ("p", 1) },
    "p: - -> -, not compared, error\n1 of 1\n" },
  { { FAILED ("p", 1), PROBLEM ("p", 1), FAILED ("p", 2) },
    { FAILED ("p", 1) },
    "0 of 1\n" },
};

static void
test_courses (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (courses); i++)
    {
      g_autoptr (FitDiffRecord) left = record_of_steps (courses[i].left);
      g_autoptr (FitDiffRecord) right = record_of_steps (courses[i].right);
      g_autoptr (FitDiff) diff = fit_diff_of_records (left, right);
      g_autofree char *text = compared_text (diff);

      if (strcmp (text, courses[i].expected) != 0)
        fail_msg ("course %u:\n%s, expected\n%s", i, text, courses[i].expected);
    }
}

/* -- outcomes -------------------------------------------------------------- */

static GPtrArray *
names_of (const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, " ", -1);
  GPtrArray *array = g_ptr_array_new_with_free_func (g_free);

  for (char **name = names; *name != NULL; name++)
    g_ptr_array_add (array, g_strdup (*name));
  return array;
}

/* What counts is the node, the way there, and how often the pod was preempted;
 * nothing is known where an attempt failed. */
static void
test_outcomes_that_are_the_same (void **state)
{
  g_autoptr (GPtrArray) a = names_of ("a"), a_too = names_of ("a"),
                        b = names_of ("b"), ab = names_of ("a b"),
                        none = names_of ("");
  g_autoptr (GError) error = g_error_new_literal (FIT_ERROR, 0, "x");
  const struct
  {
    FitDiffOutcome left, right;
    gboolean same;
  } rows[] = {
    { { 0 }, { 0 }, TRUE },
    { { .node = (char *) "a" }, { .node = (char *) "a" }, TRUE },
    { { .node = (char *) "a" }, { .node = (char *) "b" }, FALSE },
    { { .node = (char *) "a" }, { 0 }, FALSE },
    { { .bound = a }, { .bound = a_too }, TRUE },
    { { .bound = a }, { .bound = b }, FALSE },
    { { .bound = a }, { .bound = ab }, FALSE },
    { { .bound = ab }, { .bound = a }, FALSE },
    { { .bound = a }, { 0 }, FALSE },
    { { .bound = none }, { 0 }, TRUE },
    { { .n_preempted = 1 }, { .n_preempted = 1 }, TRUE },
    { { .n_preempted = 1 }, { .n_preempted = 2 }, FALSE },
    { { .message = (char *) "x" }, { .message = (char *) "y" }, TRUE },
    { { .error = error }, { 0 }, FALSE },
    { { 0 }, { .error = error }, FALSE },
    { { .error = error }, { .error = error }, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_int_equal (fit_diff_outcomes_same (&rows[i].left, &rows[i].right),
                      rows[i].same);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_same_rules),
    cmocka_unit_test (test_first_difference_and_later_ones),
    cmocka_unit_test (test_first_is_earliest),
    cmocka_unit_test (test_preempted_pods),
    cmocka_unit_test (test_other_course_same_end),
    cmocka_unit_test (test_nodes_in_the_end),
    cmocka_unit_test (test_courses),
    cmocka_unit_test (test_outcomes_that_are_the_same),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
