/* test-extender-preempt.c - what an extender is asked about preemption, and what
 * its answers mean
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-private.h"
#include "tests/core/extender-setup.h"

#define MANIFEST              \
  NODE ("n0", "", "pods: 10") \
  NODE ("n1", "", "pods: 10") \
  NODE ("n2", "", "pods: 10") \
  PLACED ("a0", "n0", "")     \
  PLACED ("b0", "n0", "")     \
  PLACED ("a1", "n1", "")     \
  PENDING ("", "")

#define FILTER "\"filterVerb\":\"filter\""
#define PREEMPT "\"preemptVerb\":\"preempt\""

/* Candidates n1 and n0 with all their pods as victims, and n2 without. */
static GArray *
candidates_of (Setup *setup)
{
  static const char *const names[] = { "n1", "n0", "n2" };
  GArray *candidates = fit_node_victims_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const FitNodeInfo *node = cluster_node (&setup->cluster, names[i]);
      FitNodeVictims victims = { .node = node, .n_pdb_violations = i };

      victims.victims = g_new (const FitPod *, node->n_pods);
      for (guint v = 0; v < node->n_pods; v++)
        victims.victims[victims.n_victims++] = fit_pod_ref (node->pods[v]);
      g_array_append_val (candidates, victims);
    }
  return candidates;
}

/* Returns: (transfer full): "n0(a0 b0) n1()!3" or the failure; n1 has 3 violated
 * budgets */
static char *
preempt (Setup *setup, FitExtender *extender)
{
  g_autoptr (GArray) candidates = candidates_of (setup);
  g_autoptr (GArray) left = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!fit_extender_preempt (extender, setup->cluster.cache,
                             setup->cluster.pending, candidates, &left, &error))
    return g_strdup (error->message);
  for (guint i = 0; i < left->len; i++)
    {
      const FitNodeVictims *victims = &g_array_index (left, FitNodeVictims, i);

      g_string_append_printf (text, "%s%s(", i > 0 ? " " : "",
                              victims->node->name);
      for (guint v = 0; v < victims->n_victims; v++)
        g_string_append_printf (text, "%s%s", v > 0 ? " " : "",
                                victims->victims[v]->meta.name);
      g_string_append_c (text, ')');
      if (victims->n_pdb_violations != 0)
        g_string_append_printf (text, "!%" G_GINT64_FORMAT,
                                victims->n_pdb_violations);
    }
  return g_strdup (text->str);
}

static void
test_preempt_by_name (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "spare", "n2");
  said
      = preempt (&setup, setup_add_at (&setup, *state, "ext", PREEMPT BY_NAME));
  assert_string_equal (said, "n1(a1) n0(a0 b0)");
  assert_last_request (
      *state, "/ext/preempt",
      "{\"Pod\":" POD_TEXT ",\"NodeNameToVictims\":null,"
      "\"NodeNameToMetaVictims\":{"
      "\"n0\":{\"Pods\":[{\"UID\":\"a0\"},{\"UID\":\"b0\"}],"
      "\"NumPDBViolations\":0},"
      "\"n1\":{\"Pods\":[{\"UID\":\"a1\"}],\"NumPDBViolations\":0},"
      "\"n2\":{\"Pods\":[],\"NumPDBViolations\":0}}}");
}

static void
test_preempt_by_object (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  extender_process_set (*state, "spare", "n1");
  said = preempt (&setup, setup_add_at (&setup, *state, "ext", PREEMPT));
  assert_string_equal (said, "n0(a0 b0) n2()");
  assert_last_request (
      *state, "/ext/preempt",
      "{\"Pod\":" POD_TEXT ",\"NodeNameToVictims\":{"
      "\"n0\":{\"Pods\":[" TEXT ("a0") "," TEXT (
          "b0") "],\"NumPDBViolations\":1},"
                "\"n1\":{\"Pods\":[" TEXT (
                    "a1") "],\"NumPDBViolations\":0},"
                          "\"n2\":{\"Pods\":null,\"NumPDBViolations\":2}},"
                          "\"NodeNameToMetaVictims\":null}");
}

/* From 1.24 on the numbers of violated budgets are told, and read back. */
static void
test_violations_by_release (void **state)
{
  static const struct
  {
    FitRelease release;
    guint told[3]; /* about n0, n1, n2 */
    const char *said;
  } calls[] = {
    { 0, { 0, 0, 0 }, "n1() n0(b0) n2()" },
    { FIT_RELEASE (23, 5), { 0, 0, 0 }, "n1() n0(b0) n2()" },
    { FIT_RELEASE (24, 0), { 1, 0, 2 }, "n1()!7 n0(b0) n2()!-1" },
    { FIT_RELEASE (34, 1), { 1, 0, 2 }, "n1()!7 n0(b0) n2()!-1" },
  };
  g_autofree char *url = extender_process_url (*state, "answer");
  g_auto (Setup) setup = { 0 };

  setup_init (&setup, MANIFEST);
  extender_process_set (
      *state, "answer",
      "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[{\"UID\":\"b0\"}]},"
      "\"n1\":{\"Pods\":[],\"NumPDBViolations\":7},"
      "\"n2\":{\"numPDBViolations\":-1}}}");
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *said
          = NULL,
          *told = g_strdup_printf (
              "{\"Pod\":" POD_TEXT ",\"NodeNameToVictims\":null,"
              "\"NodeNameToMetaVictims\":{"
              "\"n0\":{\"Pods\":[{\"UID\":\"a0\"},{\"UID\":\"b0\"}],"
              "\"NumPDBViolations\":%u},"
              "\"n1\":{\"Pods\":[{\"UID\":\"a1\"}],\"NumPDBViolations\":%u},"
              "\"n2\":{\"Pods\":[],\"NumPDBViolations\":%u}}}",
              calls[i].told[0], calls[i].told[1], calls[i].told[2]);

      setup.release = calls[i].release;
      said = preempt (&setup, setup_add (&setup, url, PREEMPT BY_NAME));
      assert_string_equal (said, calls[i].said);
      assert_last_request (*state, "/answer/preempt", told);
    }
}

#define PREEMPT_BAD \
  "Failed preempt with extender at URL @/preempt, bad answer: "

static const struct
{
  const char *answer, *expected;
} preempt_answers[] = {
  { "{\"nodenametometavictims\":{\"n0\":{\"pods\":[{\"uid\":\"b0\"}]}}}",
    "n0(b0)" },
  { "{\"NodeNameToMetaVictims\":{\"n2\":{\"Pods\":null},\"n0\":{},"
    "\"n1\":{\"Pods\":[],\"NumPDBViolations\":7}}}",
    "n1() n0() n2()" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[{\"UID\":\"a0\"}]},"
    "\"n0\":{\"Pods\":[{\"UID\":\"b0\"}]}}}",
    "n0(b0)" },
  { "{}", "" },
  { "null", "" },
  { "{\"NodeNameToVictims\":{\"n0\":{\"Pods\":[]}}}", "" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[{\"UID\":\"a1\"}]}}}",
    "extender: @ claims to preempt pod (UID: &{a1}) on node: n0, but the pod "
    "is not found on that node" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[{}]}}}",
    "extender: @ claims to preempt pod (UID: &{}) on node: n0, but the pod is "
    "not found on that node" },
  { "{\"NodeNameToMetaVictims\":{\"n9\":{\"Pods\":[]}}}",
    "extender: @ claims to preempt on node: n9 but the node is not found in "
    "nodeNameToInfo map" },
  { "[]", PREEMPT_BAD "found a list, expected an object" },
  { "{\"NodeNameToMetaVictims\":[]}",
    PREEMPT_BAD "NodeNameToMetaVictims: found a list, expected an object" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":null}}",
    PREEMPT_BAD "NodeNameToMetaVictims.n0: found nothing, expected an object" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"NumPDBViolations\":\"1\"}}}",
    PREEMPT_BAD "NodeNameToMetaVictims.n0.NumPDBViolations: "
                "found string \"1\", expected an integer" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":{}}}}",
    PREEMPT_BAD "NodeNameToMetaVictims.n0.Pods: "
                "found an object, expected a list" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[\"a0\"]}}}",
    PREEMPT_BAD "NodeNameToMetaVictims.n0.Pods[0]: "
                "found string \"a0\", expected an object" },
  { "{\"NodeNameToMetaVictims\":{\"n0\":{\"Pods\":[{\"UID\":1}]}}}", PREEMPT_BAD
    "NodeNameToMetaVictims.n0.Pods[0].UID: found number 1, expected a string" },
};

static void
test_preempt_answers (void **state)
{
  g_autofree char *url = extender_process_url (*state, "answer");
  g_auto (Setup) setup = { 0 };
  FitExtender *extender;

  setup_init (&setup, MANIFEST);
  extender = setup_add (&setup, url, PREEMPT);
  for (guint i = 0; i < G_N_ELEMENTS (preempt_answers); i++)
    {
      g_autofree char *expected = with_url (preempt_answers[i].expected, url);
      g_autofree char *said = NULL;

      extender_process_set (*state, "answer", preempt_answers[i].answer);
      said = preempt (&setup, extender);
      assert_string_equal (said, expected);
    }
}

static void
test_preempt_without_a_verb (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  said = preempt (&setup, setup_add (&setup, "http://a", FILTER));
  assert_string_equal (said, "preempt verb is not defined for extender "
                             "http://a but run into ProcessPreemption");
}

static void
test_victims_without_text (void **state)
{
  g_auto (Setup) setup = { 0 };
  g_autofree char *said = NULL;

  setup_init (&setup, MANIFEST);
  g_hash_table_remove (setup.texts, "b0");
  said = preempt (&setup, setup_add (&setup, "http://a", PREEMPT));
  assert_string_equal (
      said, "the JSON of pod ns/b0 was not kept for extender http://a");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup (test_preempt_by_name, setup_forget),
    cmocka_unit_test_setup (test_preempt_by_object, setup_forget),
    cmocka_unit_test_setup (test_violations_by_release, setup_forget),
    cmocka_unit_test (test_preempt_answers),
    cmocka_unit_test (test_preempt_without_a_verb),
    cmocka_unit_test (test_victims_without_text),
  };

  return cmocka_run_group_tests_name ("extender-preempt", tests,
                                      extender_process_setup,
                                      extender_process_teardown);
}
