/* test-extenders.c - several extenders, one after the other or at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-reply.h"
#include "tests/core/extender-setup.h"

#define MANIFEST              \
  NODE ("n0", "", "pods: 10") \
  NODE ("n1", "", "pods: 10") \
  NODE ("n2", "", "pods: 10") \
  PLACED ("a0", "n0", "")     \
  PLACED ("a1", "n1", "")     \
  PENDING ("", REQUESTS ("example.com/gpu: 1"))

#define FILTER "\"nodeCacheCapable\":true,\"filterVerb\":\"filter\""
#define IGNORABLE ",\"ignorable\":true"
#define STRANGER ",\"managedResources\":[{\"name\":\"example.com/other\"}]"
#define GPU ",\"managedResources\":[{\"name\":\"example.com/gpu\"}]"
#define REFUSED "http://127.0.0.1:1"

static ExtenderProcesses *
processes_of (void **state)
{
  return *state;
}

/* Returns: (transfer full): "n0 n1; n2: MESSAGE [failures passed over]", or
 * the failure */
static char *
filter (Setup *setup)
{
  g_autoptr (GPtrArray) nodes = setup_nodes (setup, "n0 n1 n2");
  g_auto (FitFilterResult) result = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;

  if (!fit_extenders_filter (setup->extenders, setup->cluster.cache,
                             setup->cluster.pending,
                             (const FitNodeInfo *const *) nodes->pdata,
                             nodes->len, &result, &error))
    return g_strdup (error->message);
  kept = node_names ((const FitNodeInfo *const *) result.nodes->pdata,
                     result.nodes->len);
  g_string_append (text, kept);
  for (guint i = 0; i < result.rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (result.rejections, FitExtenderRejection, i);

      g_string_append_printf (text, "; %s: %s", rejection->node_name,
                              rejection->message);
    }
  for (guint i = 0; i < result.skipped->len; i++)
    g_string_append_printf (text, " [%s]", (char *) result.skipped->pdata[i]);
  return g_strdup (text->str);
}

static int
count_requests (ExtenderProcess *process)
{
  json_object *log = extender_process_take_log (process);
  const int n = (int) json_object_array_length (
      json_object_object_get (log, "requests"));

  json_object_put (log);
  return n;
}

static void
test_each_filters_what_the_one_before_left (void **state)
{
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (processes->one, "reject", "n1");
  extender_process_set (processes->two, "reject", "n0");
  setup_add_at (&setup, processes->one, "ext", FILTER GPU);
  setup_add (&setup, REFUSED, FILTER STRANGER);
  setup_add_at (&setup, processes->two, "ext", FILTER);
  said = filter (&setup);
  assert_string_equal (said, "n2; n1: ext says no; n0: ext says no");
  assert_last_request (
      processes->two, "/ext/filter",
      "{\"Pod\":{\"metadata\":{\"name\":\"pending\",\"uid\":\"pending\"},"
      "\"spec\":{},\"status\":{}},\"Nodes\":null,"
      "\"NodeNames\":[\"n0\",\"n2\"]}");
}

static void
test_nothing_left_nobody_asked (void **state)
{
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (processes->one, "answer",
                        "{\"NodeNames\":[],\"FailedNodes\":{\"n1\":\"full\"}}");
  setup_add_at (&setup, processes->one, "answer", FILTER);
  setup_add_at (&setup, processes->two, "ext", FILTER);
  said = filter (&setup);
  assert_string_equal (said, "; n1: full");
  assert_int_equal (count_requests (processes->two), 0);
}

static void
test_failures_to_filter (void **state)
{
  static const char refused[]
      = "Post " REFUSED "/filter: could not connect: connection refused";
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) ignorable = { 0 };
  g_auto (Setup) essential = { 0 };
  g_autofree char *passed_over = NULL;
  g_autofree char *failed = NULL;
  g_autofree char *expected
      = g_strdup_printf ("n0 n1 n2 [%s] [no] [no]", refused);

  extender_process_set (processes->two, "answer", "{\"Error\":\"no\"}");
  setup_init (&ignorable, MANIFEST);
  setup_add (&ignorable, REFUSED, FILTER IGNORABLE);
  setup_add_at (&ignorable, processes->two, "answer", FILTER IGNORABLE);
  setup_add_at (&ignorable, processes->two, "answer", FILTER IGNORABLE);
  passed_over = filter (&ignorable);
  setup_init (&essential, MANIFEST);
  setup_add (&essential, REFUSED, FILTER);
  setup_add_at (&essential, processes->two, "ext", FILTER);
  failed = filter (&essential);
  assert_string_equal (passed_over, expected);
  assert_string_equal (failed, refused);
}

/* Prioritize -------------------------------------------------------------- */

#define SCORES(weight) \
  "\"nodeCacheCapable\":true,\"prioritizeVerb\":\"prioritize\",\"weight\":" weight

static GArray *
prioritize (Setup *setup, gint64 *totals)
{
  g_autoptr (GPtrArray) nodes = setup_nodes (setup, "n0 n1 n2");

  return fit_extenders_prioritize (
      setup->extenders, setup->cluster.cache, setup->cluster.pending,
      &(const FitNodeList){ nodes->len,
                            (const FitNodeInfo *const *) nodes->pdata },
      1, totals, NULL);
}

static const FitExtenderScores *
scores_of (const GArray *results, guint i)
{
  return &g_array_index (results, FitExtenderScores, i);
}

static void
test_totals (void **state)
{
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_autoptr (GArray) results = NULL;
  gint64 totals[3] = { 100, 200, -1 };

  setup_init (&setup, MANIFEST);
  extender_process_set (processes->one, "favourite", "n1");
  extender_process_set (processes->two, "answer",
                        "[{\"host\":\"n2\",\"score\":1000000},"
                        "{\"host\":\"n1\",\"score\":-1}]");
  setup_add_at (&setup, processes->one, "ext", SCORES ("5"));
  setup_add_at (&setup, processes->one, "ext", SCORES ("7") STRANGER);
  setup_add_at (&setup, processes->one, "ext", FILTER);
  setup_add (&setup, REFUSED, SCORES ("9"));
  setup_add_at (&setup, processes->two, "answer",
                "\"prioritizeVerb\":\"prioritize\",\"weight\":2");
  results = prioritize (&setup, totals);
  assert_int_equal (totals[0], 100);
  assert_int_equal (totals[1], 248);
  assert_int_equal (totals[2], 1999999);
  assert_int_equal (results->len, 3);
  assert_ptr_equal (scores_of (results, 0)->extender,
                    setup.extenders->pdata[0]);
  assert_int_equal (scores_of (results, 0)->scores[1], 10);
  assert_null (scores_of (results, 0)->error);
  assert_string_equal (scores_of (results, 1)->error,
                       "Post " REFUSED "/prioritize: could not connect: "
                       "connection refused");
  assert_int_equal (scores_of (results, 1)->scores[1], 0);
  assert_int_equal (scores_of (results, 2)->scores[2], 1000000);
}

/* The one request of @process, with its Pod and its nodes, by name or as
 * objects. */
static void
assert_asked (ExtenderProcess *process, const char *nodes)
{
  g_autofree char *body = g_strdup_printf (
      "{\"Pod\":{\"metadata\":{\"name\":\"pending\",\"uid\":\"pending\"},"
      "\"spec\":{},\"status\":{}},%s}",
      nodes);

  assert_last_request (process, "/ext/prioritize", body);
}

#define OBJECT(name)                                                \
  "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"\"},\"spec\":{}," \
  "\"status\":{}}"

static void
test_each_is_asked_in_its_form (void **state)
{
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_autoptr (GArray) results = NULL;
  gint64 totals[3] = { 0 };

  setup_init (&setup, MANIFEST);
  count_requests (processes->one);
  count_requests (processes->two);
  setup_add_at (&setup, processes->one, "ext", SCORES ("1"));
  setup_add_at (&setup, processes->two, "ext",
                "\"prioritizeVerb\":\"prioritize\",\"weight\":1");
  results = prioritize (&setup, totals);
  assert_asked (processes->one,
                "\"Nodes\":null,\"NodeNames\":[\"n0\",\"n1\",\"n2\"]");
  assert_asked (
      processes->two,
      "\"Nodes\":{\"metadata\":{},\"items\":[" OBJECT ("n0") "," OBJECT (
          "n1") "," OBJECT ("n2") "]},\"NodeNames\":null");
}

/* Nobody answers before all four have been asked. */
static void
test_all_are_asked_at_the_same_time (void **state)
{
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_autoptr (GArray) results = NULL;
  gint64 totals[3] = { 0 };

  setup_init (&setup, MANIFEST);
  extender_process_set (processes->one, "favourite", "n2");
  for (guint i = 0; i < 4; i++)
    setup_add_at (&setup, processes->one, "barrier:4", SCORES ("1"));
  for (guint i = 0; i < 5; i++)
    {
      results = prioritize (&setup, totals);
      for (guint e = 0; e < 4; e++)
        assert_null (scores_of (results, e)->error);
      assert_int_equal (totals[2], 40 * (i + 1));
      g_clear_pointer (&results, g_array_unref);
    }
}

static void
test_missing_text_is_no_score (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autoptr (GArray) results = NULL;
  gint64 totals[3] = { 1, 2, 3 };

  setup_init (&setup, MANIFEST);
  g_hash_table_remove (setup.texts, "pending");
  setup_add (&setup, "http://a", SCORES ("1"));
  setup_add (&setup, "http://b", SCORES ("1"));
  results = prioritize (&setup, totals);
  for (guint i = 0; i < 2; i++)
    assert_string_equal (scores_of (results, i)->error,
                         "the JSON of pod ns/pending was not kept for "
                         "extender http://a");
  assert_int_equal (totals[2], 3);
}

/* Preempt and bind -------------------------------------------------------- */

#define PREEMPT "\"nodeCacheCapable\":true,\"preemptVerb\":\"preempt\""

/* Returns: (transfer full): "n0 n1 [failures passed over]" or the failure */
static char *
preempt (Setup *setup)
{
  g_autoptr (GPtrArray) nodes = setup_nodes (setup, "n0 n1");
  g_autoptr (GArray) candidates = fit_node_victims_array_new ();
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      const FitNodeInfo *node = nodes->pdata[i];
      FitNodeVictims victims = { .node = node, .n_victims = 1 };

      victims.victims = g_new (const FitPod *, 1);
      victims.victims[0] = fit_pod_ref (node->pods[0]);
      g_array_append_val (candidates, victims);
    }
  if (!fit_extenders_preempt (setup->extenders, setup->cluster.cache,
                              setup->cluster.pending, FALSE, &candidates,
                              skipped, &error))
    {
      assert_int_equal (candidates->len, 2);
      return g_strdup (error->message);
    }
  for (guint i = 0; i < candidates->len; i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? " " : "",
        g_array_index (candidates, FitNodeVictims, i).node->name);
  for (guint i = 0; i < skipped->len; i++)
    g_string_append_printf (text, " [%s]", (char *) skipped->pdata[i]);
  return g_strdup (text->str);
}

static void
test_each_chooses_among_what_the_one_before_left (void **state)
{
  static const char refused[]
      = "Post " REFUSED "/preempt: could not connect: connection refused";
  ExtenderProcesses *processes = processes_of (state);
  g_auto (Setup) setup = { 0 };
  g_auto (Setup) none = { 0 };
  g_auto (Setup) failing = { 0 };
  g_autofree char *said = NULL;
  g_autofree char *nothing = NULL;
  g_autofree char *failed = NULL;
  g_autofree char *expected = g_strdup_printf ("n1 [%s]", refused);

  extender_process_set (processes->one, "spare", "n0");
  extender_process_set (processes->two, "spare", "n1");
  setup_init (&setup, MANIFEST);
  setup_add (&setup, REFUSED, PREEMPT IGNORABLE);
  setup_add_at (&setup, processes->two, "ext", FILTER);
  setup_add_at (&setup, processes->two, "ext", PREEMPT STRANGER);
  setup_add_at (&setup, processes->one, "ext", PREEMPT);
  said = preempt (&setup);
  assert_string_equal (said, expected);
  setup_init (&none, MANIFEST);
  setup_add_at (&none, processes->one, "ext", PREEMPT);
  setup_add_at (&none, processes->two, "ext", PREEMPT);
  setup_add (&none, REFUSED, PREEMPT);
  nothing = preempt (&none);
  assert_string_equal (nothing, "");
  setup_init (&failing, MANIFEST);
  setup_add_at (&failing, processes->one, "ext", PREEMPT);
  setup_add (&failing, REFUSED, PREEMPT);
  failed = preempt (&failing);
  assert_string_equal (failed, refused);
}

/* -- failures -------------------------------------------------------------- */

static gboolean
fail_to_filter (const FitExtenderQuestion *question,
                FitExtenderSelection *out_selection, gpointer data,
                GError **error)
{
  return fit_fail (error, FIT_ERROR_REMOTE, "no filter");
}

/* It has given points already. */
static gboolean
fail_to_prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
                    gpointer data, GError **error)
{
  for (guint i = 0; i < question->n_nodes; i++)
    out_scores[i] = 7;
  return fit_fail (error, FIT_ERROR_REMOTE, "no scores");
}

static gboolean
fail_to_preempt (const FitExtenderQuestion *question, GArray **out_candidates,
                 gpointer data, GError **error)
{
  return fit_fail (error, FIT_ERROR_REMOTE, "no victims");
}

static void
note_failure (const FitExtender *extender, FitExtenderVerb verb,
              const FitPod *pod, const GError *problem, gpointer data)
{
  g_string_append_printf (data, "%s %s %s: %s\n", fit_extender_name (extender),
                          fit_extender_verb_name (verb), pod->meta.name,
                          problem->message);
}

/* Whoever asks to be told learns of each failure, also of those that are ignored. */
static void
test_failures_are_told (void **state)
{
  static const FitExtenderCalls calls = { .filter = fail_to_filter,
                                          .prioritize = fail_to_prioritize,
                                          .preempt = fail_to_preempt };
  g_autoptr (GString) told = g_string_new (NULL);
  g_auto (Setup) setup = { 0 };
  g_autoptr (GArray) results = NULL;
  g_autofree char *filtered = NULL;
  g_autofree char *preempted = NULL;
  gint64 totals[3] = { 1, 2, 3 };

  (void) state;
  setup_init (&setup, MANIFEST);
  setup.calls = &calls;
  setup.observer = (FitExtenderObserver){ note_failure, told };
  setup_add (&setup, "http://a", FILTER IGNORABLE);
  setup_add (&setup, "http://b", SCORES ("2") IGNORABLE);
  setup_add (&setup, "http://c", PREEMPT IGNORABLE);
  setup_add (&setup, "http://d", FILTER);
  setup_add (&setup, "http://e", PREEMPT);
  filtered = filter (&setup);
  assert_string_equal (filtered, "no filter");
  results = prioritize (&setup, totals);
  assert_string_equal (scores_of (results, 0)->error, "no scores");
  for (guint i = 0; i < 3; i++)
    {
      assert_int_equal (scores_of (results, 0)->scores[i], 0);
      assert_int_equal (totals[i], i + 1);
    }
  preempted = preempt (&setup);
  assert_string_equal (preempted, "no victims");
  assert_string_equal (told->str, "http://a filter pending: no filter\n"
                                  "http://d filter pending: no filter\n"
                                  "http://b prioritize pending: no scores\n"
                                  "http://c preempt pending: no victims\n"
                                  "http://e preempt pending: no victims\n");
}

static void
test_binder (void **state)
{
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  assert_null (fit_extenders_binder (setup.extenders, setup.cluster.pending));
  setup_add (&setup, "http://a", FILTER);
  setup_add (&setup, "http://b", "\"bindVerb\":\"bind\"" STRANGER);
  assert_null (fit_extenders_binder (setup.extenders, setup.cluster.pending));
  setup_add (&setup, "http://c", "\"bindVerb\":\"bind\"" GPU);
  assert_ptr_equal (
      fit_extenders_binder (setup.extenders, setup.cluster.pending),
      setup.extenders->pdata[2]);
}

static void
test_new (void **state)
{
  static const char text[]
      = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":["
        "{\"urlPrefix\":\"http://a\"},{\"urlPrefix\":\"http://b\"}]}";
  const FitExtenderOptions options = { 0 };
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  g_autoptr (GPtrArray) extenders
      = fit_extenders_new (policy->extenders, &options);

  assert_int_equal (extenders->len, 2);
  assert_string_equal (fit_extender_name (extenders->pdata[1]), "http://b");
}

/* Whatever is wrong with an answer, it is the extender that has failed. */
static void
test_answers_over_a_limit (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) deep = g_string_new ("{\"x\":");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  FitFilterReply reply;

  (void) state;
  for (guint i = 0; i < 1000; i++)
    g_string_append_c (deep, '[');
  bytes = g_bytes_new (deep->str, deep->len);
  assert_false (fit_filter_reply_parse (&reply, arena, bytes, TRUE, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_answers_over_a_limit),
    cmocka_unit_test (test_each_filters_what_the_one_before_left),
    cmocka_unit_test (test_nothing_left_nobody_asked),
    cmocka_unit_test (test_failures_to_filter),
    cmocka_unit_test (test_totals),
    cmocka_unit_test (test_each_is_asked_in_its_form),
    cmocka_unit_test (test_all_are_asked_at_the_same_time),
    cmocka_unit_test (test_missing_text_is_no_score),
    cmocka_unit_test (test_each_chooses_among_what_the_one_before_left),
    cmocka_unit_test (test_failures_are_told),
    cmocka_unit_test (test_binder),
    cmocka_unit_test (test_new),
  };

  return cmocka_run_group_tests_name ("extenders", tests,
                                      extender_processes_setup,
                                      extender_processes_teardown);
}
