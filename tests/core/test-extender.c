/* test-extender.c - what one extender is asked, and what its answers mean
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-private.h"
#include "tests/core/extender-setup.h"
#include "tests/support-extender/canned.h"

#define MANIFEST                                                               \
  NODE ("n0", "", "pods: 10")                                                  \
  NODE ("n1", "", "pods: 10")                                                  \
  NODE ("n2", "", "pods: 10")                                                  \
  PLACED ("a0", "n0", "")                                                      \
  PLACED ("b0", "n0", "")                                                      \
  PLACED ("a1", "n1", "")                                                      \
  PENDING ("", "containers: [{name: c, resources: {requests: "                 \
               "{example.com/asked: 1}, limits: {example.com/limited: 0}}}], " \
               "initContainers: [{name: i, resources: {limits: "               \
               "{example.com/initial: 1}}}]")

#define NODE_TEXT(name)                                             \
  "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"\"},\"spec\":{}," \
  "\"status\":{}}"

#define FILTER "\"filterVerb\":\"filter\""
#define PRIORITIZE "\"prioritizeVerb\":\"prioritize\",\"weight\":3"
#define BIND "\"bindVerb\":\"bind\""

/* Returns: (transfer full): the names of the nodes kept, then "; NODE:
 * MESSAGE" for each that was rejected; or "error: ..." */
static char *
filter (Setup *setup, FitExtender *extender, const char *names)
{
  g_autoptr (GPtrArray) nodes = setup_nodes (setup, names);
  g_auto (FitExtenderSelection) selection = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;

  if (!fit_extender_filter (extender, setup->cluster.cache,
                            setup->cluster.pending,
                            (const FitNodeInfo *const *) nodes->pdata,
                            nodes->len, &selection, &error))
    {
      /* Exit status 4, not 3: what is too long is the extender's. */
      assert_true (setup->max_reply_bytes == 0
                   || g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
      return g_strdup_printf ("error: %s", error->message);
    }
  kept = node_names (selection.kept, selection.n_kept);
  g_string_append (text, kept);
  for (guint i = 0; i < selection.n_rejected; i++)
    g_string_append_printf (text, "; %s: %s%s", selection.rejected[i].node_name,
                            selection.rejected[i].message,
                            selection.rejected[i].unresolvable ? " for ever"
                                                               : "");
  return g_strdup (text->str);
}

/* Filter ------------------------------------------------------------------ */

static void
test_filter_by_name (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "reject", "n1");
  said = filter (&setup, setup_add_at (&setup, *state, "ext", FILTER BY_NAME),
                 "n2 n1 n0");
  assert_string_equal (said, "n2 n0; n1: ext says no");
  assert_last_request (*state, "/ext/filter",
                       "{\"Pod\":" POD_TEXT ",\"Nodes\":null,"
                       "\"NodeNames\":[\"n2\",\"n1\",\"n0\"]}");
}

static void
test_filter_by_object (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "reject", "n0");
  said = filter (&setup, setup_add_at (&setup, *state, "ext", FILTER), "n0 n2");
  assert_string_equal (said, "n2; n0: ext says no");
  assert_last_request (*state, "/ext/filter",
                       "{\"Pod\":" POD_TEXT ",\"Nodes\":{\"metadata\":{},"
                       "\"items\":[" NODE_TEXT ("n0") "," NODE_TEXT (
                           "n2") "]},\"NodeNames\":null}");
}

static void
test_slashes_behind_the_prefix (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  extender = setup_add_at (&setup, *state, "ext//", FILTER BY_NAME);
  said = filter (&setup, extender, "n2");
  assert_string_equal (said, "n2");
  assert_last_request (*state, "/ext/filter",
                       "{\"Pod\":" POD_TEXT
                       ",\"Nodes\":null,\"NodeNames\":[\"n2\"]}");
  assert_true (g_str_has_suffix (fit_extender_name (extender), "/ext//"));
}

static void
test_no_verb_no_call (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  FitExtender *extender;
  gint64 scores[2] = { 7, 7 };
  json_object *log;

  setup_init (&setup, MANIFEST);
  nodes = setup_nodes (&setup, "n1 n0");
  extender = setup_add_at (&setup, *state, "ext", "\"weight\":4");
  said = filter (&setup, extender, "n1 n0");
  assert_string_equal (said, "n1 n0");
  assert_true (fit_extender_prioritize (
      extender, setup.cluster.cache, setup.cluster.pending,
      (const FitNodeInfo *const *) nodes->pdata, 2, scores, NULL));
  assert_int_equal (scores[0], 0);
  assert_int_equal (scores[1], 0);
  assert_int_equal (fit_extender_weight (extender), 0);
  assert_false (
      fit_extender_bind (extender, setup.cluster.pending, "n0", NULL, &error));
  assert_string_equal (error->message, "Unexpected empty bindVerb in extender");
  log = extender_process_take_log (*state);
  assert_int_equal (
      json_object_array_length (json_object_object_get (log, "requests")), 0);
  json_object_put (log);
}

#define BAD "error: Failed filter with extender at URL @/filter, bad answer: "

/* Asked about n0 and n1; @ stands for the URL prefix. */
static const struct
{
  gboolean by_name;
  const char *answer, *expected;
} filter_answers[] = {
  /* Any letter case, any order, and what nobody knows. */
  { TRUE, "{\"nodenames\":[\"n1\"]}", "n1" },
  { TRUE, "{\"NODENAMES\":[\"n1\",\"n0\"],\"failednodes\":{\"n2\":\"x\"}}",
    "n1 n0; n2: x" },
  { TRUE, " {\"more\":[{}],\"nodeNames\":[\"n0\"],\"Error\":null} ", "n0" },
  { FALSE, "{\"nodes\":{\"Items\":[{\"Metadata\":{\"Name\":\"n1\"}}]}}", "n1" },
  /* The form that counts. */
  { TRUE,
    "{\"NodeNames\":null,\"Nodes\":{\"items\":[{\"metadata\":"
    "{\"name\":\"n0\"}}]}}",
    "n0" },
  { TRUE,
    "{\"NodeNames\":[],\"Nodes\":{\"items\":[{\"metadata\":"
    "{\"name\":\"n0\"}}]}}",
    "" },
  { FALSE, "{\"NodeNames\":[\"n0\",\"n1\"]}", "" },
  { FALSE, "{\"NodeNames\":[\"nobody\"],\"Nodes\":{\"items\":null}}", "" },
  /* Nothing usable. */
  { TRUE, "{}", "" },
  { TRUE, "null", "" },
  { FALSE, "{\"Nodes\":null,\"FailedNodes\":null}", "" },
  /* Nodes of the cache that were not asked about, and repeated ones. */
  { TRUE, "{\"NodeNames\":[\"n2\",\"n2\"]}", "n2 n2" },
  /* Repeated keys: the last one. */
  { TRUE, "{\"NodeNames\":[\"n0\"],\"nodenames\":[\"n1\"]}", "n1" },
  { TRUE, "{\"FailedNodes\":{\"a\":\"1\",\"b\":null,\"a\":\"2\"}}",
    "; a: 2; b: " },
  /* What follows is not looked at. */
  { TRUE, "{\"NodeNames\":[\"n0\"]} and more", "n0" },
  /* It failed. */
  { TRUE, "{\"Error\":\"no idea: 100%d\",\"NodeNames\":[\"n0\"]}",
    "error: no idea: 100%d" },
  { TRUE, "{\"NodeNames\":[\"n0\",\"n\\\"9\"]}",
    "error: extender \"@\" claims a filtered node \"n\\\"9\" which is not "
    "found in nodeNameToInfo map" },
  { FALSE, "{\"Nodes\":{\"items\":[{}]}}",
    "error: extender \"@\" claims a filtered node \"\" which is not found in "
    "nodeNameToInfo map" },
  /* It cannot be read. */
  { TRUE, "", BAD "unexpected end of JSON input (line 1, column 1)" },
  { TRUE, "{\"NodeNames\":[\"n0\"",
    BAD "unexpected end of JSON input (line 1, column 19)" },
  { TRUE, "<html>",
    BAD "invalid character '<' looking for beginning of value "
        "(line 1, column 1)" },
  { TRUE, "[]", BAD "found a list, expected an object" },
  { TRUE, "{\"Error\":5}", BAD "Error: found number 5, expected a string" },
  { TRUE, "{\"NodeNames\":\"n0\"}",
    BAD "NodeNames: found string \"n0\", expected a list" },
  { TRUE, "{\"NodeNames\":[\"n0\",7]}",
    BAD "NodeNames[1]: found number 7, expected a string" },
  { TRUE, "{\"Nodes\":[]}", BAD "Nodes: found a list, expected an object" },
  { TRUE, "{\"Nodes\":{\"items\":{}}}",
    BAD "Nodes.items: found an object, expected a list" },
  { TRUE, "{\"Nodes\":{\"items\":[{},null]}}",
    BAD "Nodes.items[1]: found nothing, expected an object" },
  { TRUE, "{\"Nodes\":{\"items\":[{\"metadata\":[]}]}}",
    BAD "Nodes.items[0].metadata: found a list, expected an object" },
  { TRUE, "{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":true}}]}}",
    BAD "Nodes.items[0].metadata.name: found boolean true, expected a string" },
  { TRUE, "{\"FailedNodes\":[]}",
    BAD "FailedNodes: found a list, expected an object" },
  { TRUE, "{\"FailedNodes\":{\"n0\":{}}}",
    BAD "FailedNodes.n0: found an object, expected a string" },
};

static void
test_filter_answers (void **state)
{
  g_autofree char *url = extender_process_url (*state, "answer");
  g_auto (Setup) setup = { 0 };
  FitExtender *extenders[2];

  setup_init (&setup, MANIFEST);
  extenders[FALSE] = setup_add (&setup, url, FILTER);
  extenders[TRUE] = setup_add (&setup, url, FILTER BY_NAME);
  for (guint i = 0; i < G_N_ELEMENTS (filter_answers); i++)
    {
      g_autofree char *expected = with_url (filter_answers[i].expected, url);
      g_autofree char *said = NULL;

      extender_process_set (*state, "answer", filter_answers[i].answer);
      said = filter (&setup, extenders[filter_answers[i].by_name], "n0 n1");
      if (strcmp (said, expected) != 0)
        fail_msg ("%s:\n%s\n%s", filter_answers[i].answer, said, expected);
    }
}

/* From 1.21 on; there, a node that is in both lists is unresolvable. */
static void
test_unresolvable_nodes (void **state)
{
  static const char *const answer
      = "{\"NodeNames\":[\"n2\"],\"FailedNodes\":{\"n0\":\"busy\",\"n1\":"
        "\"old\"},\"failedandunresolvablenodes\":{\"n1\":\"no disk\"}}";
  static const struct
  {
    FitRelease release;
    const char *answer, *said;
  } calls[] = {
    { 0, answer, "n2; n0: busy; n1: old" },
    { FIT_RELEASE (20, 2), answer, "n2; n0: busy; n1: old" },
    { FIT_RELEASE (21, 0), answer, "n2; n1: no disk for ever; n0: busy" },
    { FIT_RELEASE (20, 2), "{\"FailedAndUnresolvableNodes\":7}", "" },
    { FIT_RELEASE (21, 0), "{\"FailedAndUnresolvableNodes\":7}",
      BAD "FailedAndUnresolvableNodes: found number 7, expected an object" },
  };
  g_autofree char *url = extender_process_url (*state, "answer");
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *expected = with_url (calls[i].said, url);
      g_autofree char *said = NULL;

      setup.release = calls[i].release;
      extender_process_set (*state, "answer", calls[i].answer);
      said = filter (&setup, setup_add (&setup, url, FILTER BY_NAME),
                     "n0 n1 n2");
      assert_string_equal (said, expected);
    }
}

/* v1.16 takes any node of the cluster, later releases those that the extender
 * was asked about; and each fails in its own words. */
static void
test_words_of_the_release (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *name, *said;
  } calls[] = {
    { 0, "answer", "n2" },
    { FIT_RELEASE (18, 2), "answer",
      "error: extender \"@\" claims a filtered node \"n2\" which is not found "
      "in the input node list" },
    { FIT_RELEASE (34, 1), "answer",
      "error: extender \"@\" claims a filtered node \"n2\" which is not found "
      "in the input node list" },
    { 0, "status:500",
      "error: Failed filter with extender at URL @/filter, code 500" },
    { FIT_RELEASE (18, 2), "status:500",
      "error: Failed filter with extender at URL @/filter, code 500" },
    { FIT_RELEASE (20, 2), "status:500",
      "error: failed filter with extender at URL @/filter, code 500" },
  };
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "answer", "{\"NodeNames\":[\"n2\"]}");
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *url = extender_process_url (*state, calls[i].name);
      g_autofree char *expected = with_url (calls[i].said, url);
      g_autofree char *said = NULL;

      setup.release = calls[i].release;
      said = filter (&setup, setup_add (&setup, url, FILTER BY_NAME), "n0 n1");
      assert_string_equal (said, expected);
    }
}

static void
test_deep_and_large_answers (void **state)
{
  g_autoptr (GString) deep = g_string_new ("{\"x\":");
  g_auto (Setup) setup = { 0 };
  g_autofree char *url = extender_process_url (*state, "answer");
  g_autofree char *said_deep = NULL;
  g_autofree char *said_large = NULL;
  g_autofree char *too_large = g_strdup_printf (
      "error: Post %s/filter: the answer is longer than 1000 bytes", url);

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "answer", deep->str);
  said_deep = filter (&setup, setup_add (&setup, url, FILTER), "n0");
  setup.max_reply_bytes = 1000;
  said_large = filter (&setup, setup_add (&setup, url, FILTER), "n0");
  assert_non_null (strstr (said_deep, "bad answer: "));
  assert_string_equal (said_large, too_large);
}

static void
test_no_answer (void **state)
{
  static const struct
  {
    const char *behaviour, *more, *expected;
  } calls[] = {
    { "status:500", FILTER,
      "error: Failed filter with extender at URL @/filter, code 500" },
    { "status:302", FILTER,
      "error: Failed filter with extender at URL @/filter, code 302" },
    { "status:201", "\"filterVerb\":\"a/filter\"",
      "error: Failed a/filter with extender at URL @/a/filter, code 201" },
    { "hangup", FILTER,
      "error: Post @/filter: the connection was lost before the answer" },
    { "slow:3000", FILTER ",\"httpTimeout\":100000000",
      "error: Post @/filter: no complete answer within 100 ms" },
    { "endless:10", FILTER ",\"httpTimeout\":100000001",
      "error: Post @/filter: no complete answer within 101 ms" },
  };
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *url = extender_process_url (*state, calls[i].behaviour);
      g_autofree char *expected = with_url (calls[i].expected, url);
      g_autofree char *said
          = filter (&setup, setup_add (&setup, url, calls[i].more), "n0");

      assert_string_equal (said, expected);
    }
}

static void
test_timeouts (void **state)
{
  static const struct
  {
    const char *more;
    guint ms;
  } timeouts[] = {
    { "\"httpTimeout\":0", 5000 },
    { "\"ignorable\":false", 5000 },
    { "\"httpTimeout\":1", 1 },
    { "\"httpTimeout\":30000000000", 30000 },
    { "\"httpTimeout\":-1", 24 * 60 * 60 * 1000 },
    { "\"httpTimeout\":9223372036854775807", 24 * 60 * 60 * 1000 },
  };
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  for (guint i = 0; i < G_N_ELEMENTS (timeouts); i++)
    assert_int_equal (
        setup_add (&setup, "http://127.0.0.1:1", timeouts[i].more)->timeout_ms,
        timeouts[i].ms);
}

static void
test_objects_without_text (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *without_node = NULL;
  g_autofree char *without_pod = NULL;
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  extender = setup_add (&setup, "http://127.0.0.1:1", FILTER);
  g_hash_table_remove (setup.texts, "n1");
  without_node = filter (&setup, extender, "n0 n1");
  g_hash_table_remove (setup.texts, "pending");
  without_pod = filter (&setup, extender, "n0 n1");
  assert_string_equal (without_node, "error: the JSON of node n1 was not kept "
                                     "for extender http://127.0.0.1:1");
  assert_string_equal (without_pod,
                       "error: the JSON of pod ns/pending was not kept for "
                       "extender http://127.0.0.1:1");
}

/* Prioritize -------------------------------------------------------------- */

/* Asked about n0, n1 and n0 again. */
static const struct
{
  const char *answer, *expected; /* @ stands for the beginning of a failure */
} prioritize_answers[] = {
  { "[{\"Host\":\"n1\",\"Score\":10},{\"Host\":\"n0\",\"Score\":2}]",
    "2 10 2" },
  { "[{\"host\":\"n1\",\"SCORE\":-3},{\"host\":\"elsewhere\",\"score\":9}]",
    "0 -3 0" },
  { "[]", "0 0 0" },
  { "null", "0 0 0" },
  { "[null,{},{\"Host\":\"n0\"},{\"Host\":\"n0\",\"Score\":null}]", "0 0 0" },
  { "[{\"Host\":\"n0\",\"Score\":4},{\"Host\":\"n0\",\"Score\":5}]", "9 0 9" },
  { "[{\"Host\":\"n1\",\"Score\":9223372036854775807},"
    "{\"Host\":\"n1\",\"Score\":1}]",
    "0 -9223372036854775808 0" },
  { "[{\"Host\":\"n1\",\"Score\":1}] rest", "0 1 0" },
  { "{}", "@found an object, expected a list" },
  { "[1]", "@[0]: found number 1, expected an object" },
  { "[{\"Host\":5}]", "@[0].Host: found number 5, expected a string" },
  { "[{},{\"Score\":1.0}]",
    "@[1].Score: found number 1.0, expected an integer" },
  { "[{\"Score\":1e2}]", "@[0].Score: found number 1e2, expected an integer" },
  { "[{\"Score\":9223372036854775808}]",
    "@[0].Score: found number 9223372036854775808, expected an integer of 64 bits" },
  { "[{\"Score\":\"1\"}]",
    "@[0].Score: found string \"1\", expected an integer" },
  { "[{\"Host\":\"n0\"", "@unexpected end of JSON input (line 1, column 14)" },
};

static void
test_prioritize_answers (void **state)
{
  g_autofree char *url = extender_process_url (*state, "answer");
  g_autofree char *start = g_strdup_printf (
      "Failed prioritize with extender at URL %s/prioritize, bad answer: ",
      url);
  g_auto (Setup) setup = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  nodes = setup_nodes (&setup, "n0 n1 n0");
  extender = setup_add (&setup, url, PRIORITIZE BY_NAME);
  for (guint i = 0; i < G_N_ELEMENTS (prioritize_answers); i++)
    {
      g_autofree char *expected
          = with_url (prioritize_answers[i].expected, start);
      g_autoptr (GError) error = NULL;
      g_autofree char *said = NULL;
      gint64 scores[3] = { 77, 77, 77 };

      extender_process_set (*state, "answer", prioritize_answers[i].answer);
      if (fit_extender_prioritize (
              extender, setup.cluster.cache, setup.cluster.pending,
              (const FitNodeInfo *const *) nodes->pdata, 3, scores, &error))
        said = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                                " %" G_GINT64_FORMAT,
                                scores[0], scores[1], scores[2]);
      else
        {
          said = g_strdup (error->message);
          assert_int_equal (scores[0], 77);
        }
      assert_string_equal (said, expected);
    }
}

static void
test_prioritize_without_an_answer (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GError) error = NULL;
  gint64 scores[1] = { 77 };

  setup_init (&setup, MANIFEST);
  nodes = setup_nodes (&setup, "n0");
  assert_false (fit_extender_prioritize (
      setup_add (&setup, "http://127.0.0.1:1", PRIORITIZE BY_NAME),
      setup.cluster.cache, setup.cluster.pending,
      (const FitNodeInfo *const *) nodes->pdata, 1, scores, &error));
  assert_string_equal (error->message,
                       "Post http://127.0.0.1:1/prioritize: could not connect: "
                       "connection refused");
}

static void
test_prioritize_asks_as_filter_does (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  gint64 scores[2];
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  nodes = setup_nodes (&setup, "n2 n1");
  extender = setup_add_at (&setup, *state, "ext", PRIORITIZE BY_NAME);
  extender_process_set (*state, "favourite", "n1");
  assert_true (fit_extender_prioritize (
      extender, setup.cluster.cache, setup.cluster.pending,
      (const FitNodeInfo *const *) nodes->pdata, 2, scores, NULL));
  assert_int_equal (scores[0], 0);
  assert_int_equal (scores[1], 10);
  assert_int_equal (fit_extender_weight (extender), 3);
  assert_last_request (*state, "/ext/prioritize",
                       "{\"Pod\":" POD_TEXT
                       ",\"Nodes\":null,\"NodeNames\":[\"n2\",\"n1\"]}");
}

/* Bind -------------------------------------------------------------------- */

static void
test_bind (void **state)
{
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  assert_true (fit_extender_bind (setup_add_at (&setup, *state, "ext", BIND),
                                  setup.cluster.pending, "n2", NULL, NULL));
  assert_last_request (*state, "/ext/bind",
                       "{\"PodName\":\"pending\",\"PodNamespace\":\"ns\","
                       "\"PodUID\":\"pending\",\"Node\":\"n2\"}");
}

static void
test_bind_answers (void **state)
{
  static const struct
  {
    const char *answer, *expected;
  } answers[] = {
    { "{}", NULL },
    { "null", NULL },
    { "{\"error\":\"\"}", NULL },
    { "{\"error\":\"pods \\\"a\\\" not found\"}", "pods \"a\" not found" },
    { "{\"ERROR\":[]}",
      "Failed bind with extender at URL @/bind, bad answer: Error: found a list, "
      "expected a string" },
    { "ok", "Failed bind with extender at URL @/bind, bad answer: invalid "
            "character 'o' looking for beginning of value (line 1, column 1)" },
  };
  g_autofree char *url = extender_process_url (*state, "answer");
  g_auto (Setup) setup = { 0 };
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  extender = setup_add (&setup, url, BIND);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *expected = NULL;

      extender_process_set (*state, "answer", answers[i].answer);
      assert_int_equal (fit_extender_bind (extender, setup.cluster.pending,
                                           "n2", NULL, &error),
                        answers[i].expected == NULL);
      if (error == NULL)
        continue;
      expected = with_url (answers[i].expected, url);
      assert_string_equal (error->message, expected);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
    }
}

/* A gateway may have passed the request on: then the pod may be bound yet. */
static void
test_bind_that_is_lost (void **state)
{
  static const struct
  {
    guint status;
    gboolean lost;
  } answers[] = { { 404, FALSE }, { 500, FALSE }, { 501, FALSE }, { 502, TRUE },
                  { 503, TRUE },  { 504, TRUE },  { 505, FALSE } };
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *name = g_strdup_printf ("status:%u", answers[i].status);
      g_autofree char *url = extender_process_url (*state, name);
      g_autofree char *expected = g_strdup_printf (
          "Failed bind with extender at URL %s/bind, code %u", url,
          answers[i].status);
      FitExtender *extender = setup_add (&setup, url, BIND);
      g_autoptr (GError) error = NULL;
      gboolean lost = FALSE;

      assert_false (fit_extender_bind (extender, setup.cluster.pending, "n2",
                                       &lost, &error));
      assert_string_equal (error->message, expected);
      assert_int_equal (lost, answers[i].lost);
      assert_false (fit_extender_bind (extender, setup.cluster.pending, "n2",
                                       NULL, NULL));
    }
}

/* An extender may close its connection when the next request comes.  Then a question
 * is asked again, but a pod is bound only once. */
static void
test_what_is_asked_again (void **state)
{
#define SAYS(body, length)                                                  \
  {                                                                         \
    "HTTP/1.1 200 OK\r\nContent-Length: " length "\r\n\r\n" body, -1, FALSE \
  }
  static const CannedReply replies[] = { SAYS ("{\"NodeNames\":[]}", "16"),
                                         { "", -1, TRUE },
                                         SAYS ("{}", "2") };

  for (guint binds = FALSE; binds <= TRUE; binds++)
    {
      g_autoptr (CannedServer) server
          = canned_server_new (replies, G_N_ELEMENTS (replies));
      g_autofree char *url = canned_server_url (server);
      g_auto (Setup) setup = { 0 };
      g_autofree char *said = NULL;
      FitExtender *extender;
      gboolean lost = FALSE;

      setup_init (&setup, MANIFEST);
      extender = setup_add (&setup, url, FILTER BY_NAME "," BIND);
      said = filter (&setup, extender, "n0");
      assert_string_equal (said, "");
      if (binds)
        {
          assert_false (fit_extender_bind (extender, setup.cluster.pending,
                                           "n0", &lost, NULL));
          assert_true (lost);
        }
      else
        {
          g_free (said);
          said = filter (&setup, extender, "n0");
          assert_false (g_str_has_prefix (said, "error"));
        }
      assert_int_equal (canned_server_requests (server), binds ? 2 : 3);
    }
#undef SAYS
}

/* Who is interested ------------------------------------------------------- */

static void
test_managed_resources (void **state)
{
  static const struct
  {
    const char *resources;
    gboolean interested;
  } cases[] = {
    { "", TRUE },
    { "{\"name\":\"example.com/asked\"}", TRUE },
    { "{\"name\":\"example.com/limited\"}", TRUE },
    { "{\"name\":\"example.com/initial\"}", TRUE },
    { "{\"name\":\"example.com/other\"}", FALSE },
    { "{\"name\":\"example.com/other\"},{\"name\":\"example.com/asked\","
      "\"ignoredByScheduler\":true}",
      TRUE },
  };
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *more
          = g_strdup_printf ("\"managedResources\":[%s]", cases[i].resources);

      assert_int_equal (
          fit_extender_is_interested (setup_add (&setup, "http://a", more),
                                      setup.cluster.pending),
          cases[i].interested);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup (test_filter_by_name, setup_forget),
    cmocka_unit_test_setup (test_filter_by_object, setup_forget),
    cmocka_unit_test_setup (test_slashes_behind_the_prefix, setup_forget),
    cmocka_unit_test_setup (test_no_verb_no_call, setup_forget),
    cmocka_unit_test (test_filter_answers),
    cmocka_unit_test (test_words_of_the_release),
    cmocka_unit_test (test_unresolvable_nodes),
    cmocka_unit_test (test_deep_and_large_answers),
    cmocka_unit_test (test_no_answer),
    cmocka_unit_test (test_timeouts),
    cmocka_unit_test (test_objects_without_text),
    cmocka_unit_test (test_prioritize_answers),
    cmocka_unit_test (test_prioritize_without_an_answer),
    cmocka_unit_test_setup (test_prioritize_asks_as_filter_does, setup_forget),
    cmocka_unit_test_setup (test_bind, setup_forget),
    cmocka_unit_test (test_bind_answers),
    cmocka_unit_test (test_bind_that_is_lost),
    cmocka_unit_test (test_what_is_asked_again),
    cmocka_unit_test (test_managed_resources),
  };

  return cmocka_run_group_tests_name ("extender", tests, extender_process_setup,
                                      extender_process_teardown);
}
