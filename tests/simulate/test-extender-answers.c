/* test-extender-answers.c - what a recording answers, and what it does not
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/extender-answers.h"
#include "tests/support/cluster.h"

#include "core/extenders.h"

#include <string.h>

#define HEAD "apiVersion: fitsched/v1\nkind: ExtenderAnswers\nextenders:\n"

#define MANIFEST              \
  NODE ("a1", "", "pods: 10") \
  NODE ("a2", "", "pods: 10") \
  NODE ("b1", "", "pods: 10") \
  PLACED ("p1", "a1", "") PLACED ("p2", "a1", "") PENDING ("", "")

#define VERBS                                                   \
  "\"filterVerb\":\"f\",\"prioritizeVerb\":\"p\",\"weight\":1," \
  "\"preemptVerb\":\"e\",\"bindVerb\":\"b\""

/* A cluster, and an extender for which a recording or something else answers. */
typedef struct
{
  Cluster cluster;
  FitPolicy *policy;
  FitExtenderAnswers *answers; /* (nullable) */
  GPtrArray *extenders;
  const FitNodeInfo *nodes[3];
} Scene;

static void
scene_init_for (Scene *scene, const FitExtenderCalls *calls, gboolean ignorable)
{
  g_autofree char *text = g_strdup_printf (
      "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":"
      "[{\"urlPrefix\":\"http://x:1/e\",\"ignorable\":%s," VERBS "}]}",
      ignorable ? "true" : "false");
  const FitExtenderOptions options
      = { .calls = calls, .release = FIT_RELEASE (24, 0) };

  cluster_init (&scene->cluster, MANIFEST, NULL);
  scene->policy = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  scene->answers = NULL;
  scene->extenders = fit_extenders_new (scene->policy->extenders, &options);
  scene->nodes[0] = cluster_node (&scene->cluster, "a1");
  scene->nodes[1] = cluster_node (&scene->cluster, "a2");
  scene->nodes[2] = cluster_node (&scene->cluster, "b1");
}

static void
scene_init (Scene *scene, const char *recording, gboolean ignorable)
{
  g_autoptr (GError) error = NULL;
  FitExtenderAnswers *answers = fit_extender_answers_parse (
      recording, strlen (recording), "answers", &error);

  if (answers == NULL)
    fail_msg ("%s", error->message);
  scene_init_for (scene, fit_extender_answers_calls (answers), ignorable);
  scene->answers = answers;
}

static void
scene_clear (Scene *scene)
{
  g_ptr_array_unref (scene->extenders);
  fit_extender_answers_free (scene->answers);
  fit_policy_free (scene->policy);
  cluster_clear (&scene->cluster);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* Returns: (transfer full): "KEPT... | NODE: REASON..." or the error */
static char *
filter (const Scene *scene)
{
  g_auto (FitFilterResult) result = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!fit_extenders_filter (scene->extenders, scene->cluster.cache,
                             scene->cluster.pending, scene->nodes, 3, &result,
                             &error))
    return g_strdup (error->message);
  for (guint i = 0; i < result.nodes->len; i++)
    g_string_append_printf (out, "%s ",
                            ((FitNodeInfo *) result.nodes->pdata[i])->name);
  for (guint i = 0; i < result.rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (result.rejections, FitExtenderRejection, i);

      g_string_append_printf (out, "| %s: %s%s", rejection->node_name,
                              rejection->message,
                              rejection->unresolvable ? " for ever" : "");
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

#define EXPECT_FILTER(scene, expected)       \
  do                                         \
    {                                        \
      g_autofree char *got = filter (scene); \
      assert_string_equal (got, expected);   \
    }                                        \
  while (0)

static void
test_first_match_wins (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene,
              HEAD "- urlPrefix: http://y*\n  filter: []\n"
                   "- urlPrefix: http://?:1/*\n"
                   "  filter:\n"
                   "  - {pod: other, nodes: [{names: ['*'], fails: never}]}\n"
                   "  - {pod: ns/pen*, nodes: [{names: [a2], fails: full}]}\n"
                   "  - nodes:\n"
                   "    - {names: ['a?'], passes: true}\n"
                   "    - {names: [b1], unresolvable: wrong}\n",
              FALSE);
  EXPECT_FILTER (&scene, "a1 | a2: full| b1: wrong for ever");
}

/* Neither is it a yes, nor does ignorable pass over it. */
static void
test_what_is_not_said (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene,
              HEAD "- urlPrefix: '*'\n  filter:\n"
                   "  - nodes: [{names: ['a*'], passes: true}]\n",
              TRUE);
  EXPECT_FILTER (&scene, "answers does not say what extender http://x:1/e "
                         "answers to filter for pod ns/pending and node b1");
}

static void
test_no_entry_for_the_verb (void **state)
{
  g_auto (Scene) scene;
  gint64 totals[3] = { 0 };
  g_autoptr (GError) error = NULL;

  scene_init (&scene,
              HEAD "- urlPrefix: '*'\n  filter:\n"
                   "  - nodes: [{names: ['*'], passes: true}]\n",
              TRUE);
  EXPECT_FILTER (&scene, "a1 a2 b1 ");
  assert_null (fit_extenders_prioritize (
      scene.extenders, scene.cluster.cache, scene.cluster.pending,
      &(const FitNodeList){ 3, scene.nodes }, 1, totals, &error));
  assert_string_equal (
      error->message, "answers does not say what extender http://x:1/e answers "
                      "to prioritize for pod ns/pending and node a1");
}

/* A failure of the extender is what ignorable is about. */
static void
test_failures (void **state)
{
  static const char recording[]
      = HEAD "- urlPrefix: '*'\n  filter: [{error: out of order}]\n";
  g_auto (Scene) strict;
  g_auto (Scene) lax;

  scene_init (&strict, recording, FALSE);
  EXPECT_FILTER (&strict, "out of order");
  scene_init (&lax, recording, TRUE);
  EXPECT_FILTER (&lax, "a1 a2 b1 ");
}

static void
test_order (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene,
              HEAD
              "- urlPrefix: '*'\n  filter:\n"
              "  - {pod: ns/pending, nodes: [{names: ['*'], passes: true}],\n"
              "     order: [b1, a1]}\n",
              FALSE);
  EXPECT_FILTER (&scene, "b1 a1 ");
}

/* A pod without a namespace may be in any. */
static void
test_pods (void **state)
{
  static const struct
  {
    const char *pod;
    gboolean matches;
  } rows[] = {
    { "pending", TRUE },        { "ns/pending", TRUE }, { "'*/pending'", TRUE },
    { "'pend*'", TRUE },        { "'n?/*'", TRUE },     { "pendin", FALSE },
    { "other/pending", FALSE }, { "'ns'", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          HEAD "- urlPrefix: '*'\n  filter:\n"
               "  - {pod: %s, nodes: [{names: ['*'], passes: true}]}\n"
               "  - error: another pod\n",
          rows[i].pod);
      g_auto (Scene) scene;

      scene_init (&scene, text, FALSE);
      EXPECT_FILTER (&scene, rows[i].matches ? "a1 a2 b1 " : "another pod");
    }
}

static void
test_second_call (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene,
              HEAD "- urlPrefix: '*'\n  filter:\n"
                   "  - {call: 2, nodes: [{names: ['*'], dropped: true}]}\n"
                   "  - {nodes: [{names: ['*'], passes: true}]}\n",
              FALSE);
  EXPECT_FILTER (&scene, "a1 a2 b1 ");
  EXPECT_FILTER (&scene, "");
  EXPECT_FILTER (&scene, "a1 a2 b1 ");
}

static void
test_scores (void **state)
{
  g_auto (Scene) scene;
  gint64 totals[3] = { 100, 100, 100 };
  g_autoptr (GArray) scores = NULL;

  scene_init (&scene,
              HEAD "- urlPrefix: '*'\n  prioritize:\n"
                   "  - nodes: [{names: [a2], score: -3}]\n"
                   "  - nodes: [{names: ['*'], score: 7}]\n",
              FALSE);
  scores = fit_extenders_prioritize (
      scene.extenders, scene.cluster.cache, scene.cluster.pending,
      &(const FitNodeList){ 3, scene.nodes }, 1, totals, NULL);
  assert_int_equal (scores->len, 1);
  assert_int_equal (totals[0], 107);
  assert_int_equal (totals[1], 97);
  assert_int_equal (totals[2], 107);
}

/* Returns: (transfer full): "NODE: VICTIMS..." or the error */
static char *
preempt_in (const Scene *scene)
{
  g_autoptr (GArray) candidates = fit_node_victims_array_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  FitNodeVictims victims = { .n_victims = 1, .n_pdb_violations = 2 };

  victims.node = scene->nodes[0];
  victims.victims = g_new (const FitPod *, 1);
  victims.victims[0] = fit_pod_ref (cluster_pod (&scene->cluster, "p1"));
  g_array_append_val (candidates, victims);
  if (!fit_extenders_preempt (scene->extenders, scene->cluster.cache,
                              scene->cluster.pending, FALSE, &candidates, NULL,
                              &error))
    return g_strdup (error->message);
  for (guint i = 0; i < candidates->len; i++)
    {
      const FitNodeVictims *left
          = &g_array_index (candidates, FitNodeVictims, i);

      g_string_append_printf (out, "%s:", left->node->name);
      for (guint v = 0; v < left->n_victims; v++)
        g_string_append_printf (out, " %s", left->victims[v]->meta.name);
      g_string_append_printf (out, " !%" G_GINT64_FORMAT,
                              left->n_pdb_violations);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
preempt (const char *answer)
{
  g_autofree char *recording = g_strconcat (
      HEAD "- urlPrefix: '*'\n  preempt:\n  - nodes: [{names: [a1], ", answer,
      "}]\n", NULL);
  g_auto (Scene) scene;

  scene_init (&scene, recording, TRUE);
  return preempt_in (&scene);
}

#define EXPECT_PREEMPT(answer, expected)       \
  do                                           \
    {                                          \
      g_autofree char *got = preempt (answer); \
      assert_string_equal (got, expected);     \
    }                                          \
  while (0)

static void
test_victims (void **state)
{
  EXPECT_PREEMPT ("victims: ['*']", "a1: p1 !2");
  EXPECT_PREEMPT ("victims: [ns/p2, 'ns/*']", "a1: p2 p1 !2");
  EXPECT_PREEMPT ("victims: []", "a1: !2");
  EXPECT_PREEMPT ("victims: ['*'], numPDBViolations: 0", "a1: p1 !0");
  EXPECT_PREEMPT ("victims: ['*'], numPDBViolations: -7", "a1: p1 !-7");
  EXPECT_PREEMPT ("dropped: true", "");
  EXPECT_PREEMPT ("victims: [ns/p9]",
                  "answers: victims for pod ns/pending: there is no pod ns/p9 "
                  "on node a1");
}

static void
test_bind (void **state)
{
  g_auto (Scene) scene;
  g_autoptr (GError) error = NULL;

  scene_init (&scene,
              HEAD "- urlPrefix: '*'\n  bind:\n"
                   "  - nodes: [{names: [a1], binds: true}]\n",
              FALSE);
  assert_true (fit_extender_bind (scene.extenders->pdata[0],
                                  scene.cluster.pending, "a1", NULL, NULL));
  assert_false (fit_extender_bind (scene.extenders->pdata[0],
                                   scene.cluster.pending, "a2", NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_UNASKED));
}

/* -- without answers ------------------------------------------------------- */

#define WOULD_CALL "extender http://x:1/e would have to be called to "

/* Whatever it would be asked is an error, even if it may be ignored. */
static void
test_nobody_is_asked (void **state)
{
  g_auto (Scene) scene;
  gint64 totals[3] = { 1, 2, 3 };
  g_autofree char *victims = NULL;
  g_autoptr (GError) error = NULL;

  (void) state;
  scene_init_for (&scene, fit_extender_refusals (), TRUE);
  EXPECT_FILTER (&scene, WOULD_CALL "filter for pod ns/pending");
  assert_null (fit_extenders_prioritize (
      scene.extenders, scene.cluster.cache, scene.cluster.pending,
      &(const FitNodeList){ 3, scene.nodes }, 1, totals, &error));
  assert_error (&error, FIT_ERROR_UNASKED,
                WOULD_CALL "prioritize for pod ns/pending");
  victims = preempt_in (&scene);
  assert_string_equal (victims, WOULD_CALL "preempt for pod ns/pending");
  assert_false (fit_extender_bind (scene.extenders->pdata[0],
                                   scene.cluster.pending, "a1", NULL, &error));
  assert_error (&error, FIT_ERROR_UNASKED,
                WOULD_CALL "bind for pod ns/pending");
}

/* It is as if there were none; only a binding needs one. */
static void
test_left_out (void **state)
{
  g_auto (Scene) scene;
  gint64 totals[3] = { 1, 2, 3 };
  g_autoptr (GArray) scores = NULL;
  g_autofree char *victims = NULL;
  g_autoptr (GError) error = NULL;

  (void) state;
  scene_init_for (&scene, fit_extender_omissions (), FALSE);
  EXPECT_FILTER (&scene, "a1 a2 b1 ");
  scores = fit_extenders_prioritize (
      scene.extenders, scene.cluster.cache, scene.cluster.pending,
      &(const FitNodeList){ 3, scene.nodes }, 1, totals, &error);
  assert_non_null (scores);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    assert_int_equal (totals[i], i + 1);
  victims = preempt_in (&scene);
  assert_string_equal (victims, "a1: p1 !2");
  assert_false (fit_extender_bind (scene.extenders->pdata[0],
                                   scene.cluster.pending, "a1", NULL, &error));
  assert_error (&error, FIT_ERROR_UNASKED,
                WOULD_CALL "bind for pod ns/pending");
}

/* -- recordings that cannot be read ---------------------------------------- */

static void
expect_refusal (const char *recording, const char *message)
{
  g_autoptr (GError) error = NULL;

  assert_null (
      fit_extender_answers_parse (recording, strlen (recording), "f", &error));
  assert_string_equal (error->message, message);
}

static void
test_refusals (void **state)
{
#define FILTER(entry) HEAD "- urlPrefix: x\n  filter:\n  - " entry "\n"
  expect_refusal ("kind: Policy\n", "f: line 1, column 7: kind: found string "
                                    "\"Policy\", expected ExtenderAnswers");
  expect_refusal ("[]",
                  "f: line 1, column 1: found a list, expected an object");
  expect_refusal ("apiVersion: fitsched/v1\n",
                  "f: line 1, column 1: kind: found nothing, expected "
                  "ExtenderAnswers");
  expect_refusal ("kind: [ExtenderAnswers]\n",
                  "f: line 1, column 7: kind: found a list, expected "
                  "ExtenderAnswers");
  expect_refusal ("kind: ExtenderAnswers\n",
                  "f: line 1, column 1: apiVersion: found nothing, expected "
                  "fitsched/v1");
  expect_refusal ("kind: ExtenderAnswers\napiVersion: v1\n",
                  "f: line 2, column 13: apiVersion: found string \"v1\", "
                  "expected fitsched/v1");
  expect_refusal ("kind: ExtenderAnswers\napiVersion: fitsched/v1\n",
                  "f: line 1, column 1: extenders: found nothing, expected a "
                  "list");
  expect_refusal ("kind: ExtenderAnswers\napiVersion: fitsched/v1\n"
                  "extenders: 5\n",
                  "f: line 3, column 12: extenders: found number 5, expected a "
                  "list");
  expect_refusal (HEAD "- 5\n", "f: line 4, column 3: extenders[0]: found "
                                "number 5, expected an object");
  expect_refusal (HEAD "- urlPrefix: x\n  filter: {}\n",
                  "f: line 5, column 11: extenders[0].filter: found an object, "
                  "expected a list");
  expect_refusal (FILTER ("{nodes: {}}"),
                  "f: line 6, column 13: extenders[0].filter[0].nodes: found "
                  "an object, expected a list");
  expect_refusal (FILTER ("{call: -1, nodes: []}"),
                  "f: line 6, column 5: extenders[0].filter[0]: call: found "
                  "-1, expected 1 or more");
  expect_refusal (FILTER ("{error: x, order: []}"),
                  "f: line 6, column 5: extenders[0].filter[0]: found error "
                  "and nodes, expected one of them");
  expect_refusal (FILTER ("{order: [a]}"),
                  "f: line 6, column 5: extenders[0].filter[0]: found no "
                  "answer, expected nodes or error");
  expect_refusal (FILTER ("{nodes: [{passes: true}]}"),
                  "f: line 6, column 14: "
                  "extenders[0].filter[0].nodes[0].names: found nothing, "
                  "expected a list of names of nodes or patterns with * and ?");
  expect_refusal (FILTER ("{nodes: [{names: [n], passes: true, fails: x}]}"),
                  "f: line 6, column 14: extenders[0].filter[0].nodes[0]: "
                  "found several answers, expected one of passes: true, fails, "
                  "unresolvable, dropped: true");
  expect_refusal (FILTER ("{nodes: [], order: a}"),
                  "f: line 6, column 24: extenders[0].filter[0].order: found "
                  "string \"a\", expected a list");
#define PRIORITIZE(score)                                                      \
  HEAD "- urlPrefix: x\n  prioritize:\n  - nodes: [{names: [n], score: " score \
       "}]\n"
#define BAD_SCORE(found)                                                          \
  "f: line 6, column 33: extenders[0].prioritize[0].nodes[0].score: found " found \
  ", expected an integer"
  expect_refusal (PRIORITIZE ("x"), BAD_SCORE ("string \"x\""));
  expect_refusal (PRIORITIZE ("1.5"), BAD_SCORE ("number 1.5"));
  expect_refusal (PRIORITIZE ("9223372036854775808"),
                  BAD_SCORE ("number 9223372036854775808"));
  expect_refusal (HEAD "- urlPrefix: x\n  preempt:\n  - nodes: [{names: [n], "
                       "victims: v}]\n",
                  "f: line 6, column 35: "
                  "extenders[0].preempt[0].nodes[0].victims: found string "
                  "\"v\", expected a list");
#undef BAD_SCORE
#undef PRIORITIZE
  expect_refusal (HEAD "- filter: []\n",
                  "f: line 4, column 3: extenders[0].urlPrefix: found nothing, "
                  "expected that of the extender, or a pattern with * and ?");
  expect_refusal (FILTER ("{}"),
                  "f: line 6, column 5: extenders[0].filter[0]: found no "
                  "answer, expected nodes or error");
  expect_refusal (FILTER ("{nodes: [], error: x}"),
                  "f: line 6, column 5: extenders[0].filter[0]: found error "
                  "and nodes, expected one of them");
  expect_refusal (FILTER ("{nodes: [{names: [n]}]}"),
                  "f: line 6, column 14: extenders[0].filter[0].nodes[0]: "
                  "found no answer, expected one of passes: true, fails, "
                  "unresolvable, dropped: true");
  expect_refusal (FILTER ("{nodes: [{names: [n], passes: false}]}"),
                  "f: line 6, column 14: extenders[0].filter[0].nodes[0]: "
                  "found no answer, expected one of passes: true, fails, "
                  "unresolvable, dropped: true");
  expect_refusal (FILTER ("{nodes: [{names: [7], passes: true}]}"),
                  "f: line 6, column 23: "
                  "extenders[0].filter[0].nodes[0].names[0]: found number 7, "
                  "expected a string");
  expect_refusal (FILTER ("{nodes: [{names: [n], score: 1}]}"),
                  "f: line 6, column 27: extenders[0].filter[0].nodes[0]: "
                  "found unknown field \"score\", expected one of names, "
                  "passes, fails, unresolvable, dropped");
#undef FILTER
}

static void
test_refused_violations (void **state)
{
  (void) state;
#define PREEMPT(answer) \
  HEAD "- urlPrefix: x\n  preempt:\n  - nodes: [{names: [n], " answer "}]\n"
  expect_refusal (PREEMPT ("victims: [], numPDBViolations: x"),
                  "f: line 6, column 57: "
                  "extenders[0].preempt[0].nodes[0].numPDBViolations: found "
                  "string \"x\", expected an integer");
  expect_refusal (PREEMPT ("dropped: true, numPDBViolations: 1"),
                  "f: line 6, column 13: extenders[0].preempt[0].nodes[0]: "
                  "found numPDBViolations without victims");
#undef PREEMPT
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_match_wins),
    cmocka_unit_test (test_what_is_not_said),
    cmocka_unit_test (test_no_entry_for_the_verb),
    cmocka_unit_test (test_failures),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_pods),
    cmocka_unit_test (test_second_call),
    cmocka_unit_test (test_scores),
    cmocka_unit_test (test_victims),
    cmocka_unit_test (test_bind),
    cmocka_unit_test (test_nobody_is_asked),
    cmocka_unit_test (test_left_out),
    cmocka_unit_test (test_refusals),
    cmocka_unit_test (test_refused_violations),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
