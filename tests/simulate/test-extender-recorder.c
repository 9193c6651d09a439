/* test-extender-recorder.c - what is recorded of an extender, and that it answers the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/extender-answers.h"

#include "core/extenders.h"
#include "tests/client/replay-server.h"
#include "tests/support/cluster.h"

#include <string.h>

#define MANIFEST             \
  NODE ("a", "", "pods: 10") \
  NODE ("b", "", "pods: 10") \
  NODE ("c", "", "pods: 10") \
  NODE ("d", "", "pods: 10") \
  PLACED ("p1", "a", "")     \
  PLACED ("p2", "a", "") PLACED ("p3", "b", "") PENDING ("", "")

#define HEAD \
  "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n- urlPrefix: "

typedef struct
{
  Cluster cluster;
  FitPolicy *policy;
  GPtrArray *extenders;
  const FitNodeInfo *nodes[4];
} Scene;

/* The server does not look at it. */
static const char *
pod_json (const FitPod *pod, gpointer data)
{
  (void) pod;
  (void) data;
  return "{}";
}

static void
scene_init (Scene *scene, const char *url, const FitExtenderCalls *calls)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  const FitExtenderOptions options = { .pod_json = pod_json,
                                       .release = FIT_RELEASE (24, 0),
                                       .calls = calls };
  g_autofree char *text = g_strdup_printf (
      "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":"
      "[{\"urlPrefix\":\"%s\",\"nodeCacheCapable\":true,\"filterVerb\":\"f\","
      "\"prioritizeVerb\":\"p\",\"weight\":1,\"preemptVerb\":\"e\","
      "\"bindVerb\":\"b\"}]}",
      url);

  cluster_init (&scene->cluster, MANIFEST, NULL);
  scene->policy = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  scene->extenders = fit_extenders_new (scene->policy->extenders, &options);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    scene->nodes[i] = cluster_node (&scene->cluster, names[i]);
}

static void
scene_clear (Scene *scene)
{
  g_ptr_array_unref (scene->extenders);
  fit_policy_free (scene->policy);
  cluster_clear (&scene->cluster);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* -- questions ------------------------------------------------------------- */

static void
filter (const Scene *scene, GString *out)
{
  g_auto (FitFilterResult) result = { 0 };
  g_autoptr (GError) error = NULL;

  if (!fit_extenders_filter (scene->extenders, scene->cluster.cache,
                             scene->cluster.pending, scene->nodes, 4, &result,
                             &error))
    {
      g_string_append_printf (out, "%s\n", error->message);
      return;
    }
  for (guint i = 0; i < result.nodes->len; i++)
    g_string_append_printf (out, "%s ",
                            ((FitNodeInfo *) result.nodes->pdata[i])->name);
  for (guint i = 0; i < result.rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (result.rejections, FitExtenderRejection, i);

      g_string_append_printf (out, "| %s: %s%s ", rejection->node_name,
                              rejection->message,
                              rejection->unresolvable ? " for ever" : "");
    }
  g_string_append_c (out, '\n');
}

static void
prioritize (const Scene *scene, GString *out)
{
  gint64 totals[4] = { 0 };
  g_autoptr (GArray) scores = fit_extenders_prioritize (
      scene->extenders, scene->cluster.cache, scene->cluster.pending,
      &(const FitNodeList){ 4, scene->nodes }, 1, totals, NULL);

  assert_non_null (scores);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    g_string_append_printf (out, "%d ", (int) totals[i]);
  g_string_append_c (out, '\n');
}

/* May p1 and p2 of a, or p3 of b make room? */
static void
preempt (const Scene *scene, GString *out)
{
  static const char *const victims[][3]
      = { { "p1", "p2", NULL }, { "p3", NULL } };
  g_autoptr (GArray) candidates = fit_node_victims_array_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (victims); i++)
    {
      FitNodeVictims candidate = { .node = scene->nodes[i] };

      candidate.victims = g_new (const FitPod *, 2);
      for (; victims[i][candidate.n_victims] != NULL; candidate.n_victims++)
        candidate.victims[candidate.n_victims] = fit_pod_ref (
            cluster_pod (&scene->cluster, victims[i][candidate.n_victims]));
      g_array_append_val (candidates, candidate);
    }
  if (!fit_extenders_preempt (scene->extenders, scene->cluster.cache,
                              scene->cluster.pending, FALSE, &candidates, NULL,
                              &error))
    g_string_append (out, error->message);
  for (guint i = 0; error == NULL && i < candidates->len; i++)
    {
      const FitNodeVictims *left
          = &g_array_index (candidates, FitNodeVictims, i);

      g_string_append_printf (out, "%s:", left->node->name);
      for (guint v = 0; v < left->n_victims; v++)
        g_string_append_printf (out, " %s", left->victims[v]->meta.name);
      g_string_append_c (out, ' ');
    }
  g_string_append_c (out, '\n');
}

static void
bind_to (const Scene *scene, const char *node, GString *out)
{
  g_autoptr (GError) error = NULL;

  g_string_append (out, fit_extender_bind (scene->extenders->pdata[0],
                                           scene->cluster.pending, node, NULL,
                                           &error)
                            ? "bound"
                            : error->message);
  g_string_append_c (out, '\n');
}

/* -- what is recorded ------------------------------------------------------ */

typedef void (*AskAll) (const Scene *scene, GString *out);

#define ANSWER(to_, body)                                                  \
  {                                                                        \
    .to = "POST /" to_ " ", .status = 200, .pieces = (const char *const[]) \
    {                                                                      \
      body, NULL                                                           \
    }                                                                      \
  }

/* @ask hears @heard of the server that answers with @answers, and the same again
 * of the recording @recorded. */
static void
expect (AskAll ask, const ReplayAnswer *answers, guint n, const char *heard,
        const char *recorded)
{
  g_autoptr (ReplayServer) server = replay_server_new (answers, n);
  const char *url = replay_server_url (server);
  FitExtenderRecorder *recorder = fit_extender_recorder_new ();
  g_autofree char *expected
      = g_strdup_printf (HEAD "\"%s\"\n%s", url, recorded);
  g_autofree char *text = NULL;
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) again = g_string_new (NULL);
  g_auto (Scene) live = { 0 };
  g_auto (Scene) replayed = { 0 };
  FitExtenderAnswers *read;

  scene_init (&live, url, fit_extender_recorder_calls (recorder));
  ask (&live, first);
  assert_string_equal (first->str, heard);
  text = fit_extender_recorder_text (recorder);
  assert_string_equal (text, expected);
  fit_extender_recorder_free (recorder);
  read = fit_extender_answers_parse (text, strlen (text), "text", NULL);
  assert_non_null (read);
  scene_init (&replayed, url, fit_extender_answers_calls (read));
  ask (&replayed, again);
  assert_string_equal (again->str, heard);
  fit_extender_answers_free (read);
}

static void
filter_twice (const Scene *scene, GString *out)
{
  filter (scene, out);
  filter (scene, out);
}

#define SOME                                                            \
  "{\"NodeNames\":[\"b\",\"c\"],\"FailedNodes\":{\"d\":\"full\",\"a\":" \
  "\"gone\"},\"FailedAndUnresolvableNodes\":{\"a\":\"gone\"}}"

/* Two calls with the same answers are one entry. */
static void
test_the_same_answers (void **state)
{
  const ReplayAnswer answers[] = { ANSWER ("f", SOME), ANSWER ("f", SOME) };

  (void) state;
  expect (filter_twice, answers, 2,
          "b c | a: gone for ever | d: full \n"
          "b c | a: gone for ever | d: full \n",
          "  filter:\n"
          "  - pod: \"ns/pending\"\n"
          "    nodes:\n"
          "    - names: [\"a\"]\n"
          "      unresolvable: \"gone\"\n"
          "    - names: [\"b\", \"c\"]\n"
          "      passes: true\n"
          "    - names: [\"d\"]\n"
          "      fails: \"full\"\n");
}

/* What is left out without a word, and an order of its own. */
static void
test_other_answers (void **state)
{
  const ReplayAnswer answers[]
      = { ANSWER ("f", "{\"NodeNames\":[\"d\",\"b\",\"a\"]}"),
          ANSWER ("f", "{\"NodeNames\":[\"a\",\"b\"]}") };

  (void) state;
  expect (filter_twice, answers, 2, "d b a \na b \n",
          "  filter:\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 1\n"
          "    nodes:\n"
          "    - names: [\"a\", \"b\", \"d\"]\n"
          "      passes: true\n"
          "    - names: [\"c\"]\n"
          "      dropped: true\n"
          "    order: [\"d\", \"b\", \"a\"]\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 2\n"
          "    nodes:\n"
          "    - names: [\"a\", \"b\"]\n"
          "      passes: true\n"
          "    - names: [\"c\", \"d\"]\n"
          "      dropped: true\n");
}

static void
test_failure (void **state)
{
  const ReplayAnswer answers[]
      = { ANSWER ("f", "{\"Error\":\"out of order\"}"), ANSWER ("f", SOME) };

  (void) state;
  expect (filter_twice, answers, 2,
          "out of order\nb c | a: gone for ever | d: full \n",
          "  filter:\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 1\n"
          "    error: \"out of order\"\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 2\n"
          "    nodes:\n"
          "    - names: [\"a\"]\n"
          "      unresolvable: \"gone\"\n"
          "    - names: [\"b\", \"c\"]\n"
          "      passes: true\n"
          "    - names: [\"d\"]\n"
          "      fails: \"full\"\n");
}

static void
ask_for_scores (const Scene *scene, GString *out)
{
  prioritize (scene, out);
  preempt (scene, out);
  preempt (scene, out);
  bind_to (scene, "c", out);
  bind_to (scene, "a", out);
}

static void
test_other_verbs (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER ("p", "[{\"Host\":\"a\",\"Score\":3},{\"Host\":\"b\",\"Score\":10},"
                 "{\"Host\":\"d\",\"Score\":3}]"),
    ANSWER (
        "e",
        "{\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":"
        "\"p1\"},{\"UID\":\"p2\"}],\"NumPDBViolations\":3},\"b\":{\"Pods\":[{\"UID\":\"p3\"}"
        "]}}}"),
    ANSWER ("e", "{\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":"
                 "\"p2\"}]}}}"),
    ANSWER ("b", "{}"),
    ANSWER ("b", "{\"Error\":\"no disk\"}"),
  };

  (void) state;
  expect (ask_for_scores, answers, G_N_ELEMENTS (answers),
          "3 10 0 3 \na: p1 p2 b: p3 \na: p2 \nbound\nno disk\n",
          "  prioritize:\n"
          "  - pod: \"ns/pending\"\n"
          "    nodes:\n"
          "    - names: [\"a\", \"d\"]\n"
          "      score: 3\n"
          "    - names: [\"b\"]\n"
          "      score: 10\n"
          "    - names: [\"c\"]\n"
          "      score: 0\n"
          "  preempt:\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 1\n"
          "    nodes:\n"
          "    - names: [\"a\"]\n"
          "      victims: [\"ns/p1\", \"ns/p2\"]\n"
          "      numPDBViolations: 3\n"
          "    - names: [\"b\"]\n"
          "      victims: [\"ns/p3\"]\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 2\n"
          "    nodes:\n"
          "    - names: [\"a\"]\n"
          "      victims: [\"ns/p2\"]\n"
          "    - names: [\"b\"]\n"
          "      dropped: true\n"
          "  bind:\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 1\n"
          "    nodes:\n"
          "    - names: [\"c\"]\n"
          "      binds: true\n"
          "  - pod: \"ns/pending\"\n"
          "    call: 2\n"
          "    error: \"no disk\"\n");
}

static void
test_nothing (void **state)
{
  FitExtenderRecorder *recorder = fit_extender_recorder_new ();
  g_autofree char *text = fit_extender_recorder_text (recorder);

  (void) state;
  assert_string_equal (text, "apiVersion: fitsched/v1\n"
                             "kind: ExtenderAnswers\nextenders: []\n");
  fit_extender_recorder_free (recorder);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_the_same_answers),
    cmocka_unit_test (test_other_answers),
    cmocka_unit_test (test_failure),
    cmocka_unit_test (test_other_verbs),
    cmocka_unit_test (test_nothing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
