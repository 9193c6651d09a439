/* test-question.c - what a kube-scheduler asks its extender, decoded
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/question.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define POD                                                            \
  "\"Pod\":{\"metadata\":{\"name\":\"p\",\"namespace\":\"default\","   \
  "\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":[{\"name\":" \
  "\"m\",\"resources\":{\"requests\":{\"cpu\":\"500m\"}}}]}}"

/* What @text asks, or the error. */
static void
expect (FitQuestionType type, const char *text, const char *expected)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  g_auto (FitQuestion) question = { 0 };

  if (fit_question_parse (&question, arena, type, text, strlen (text),
                          FIT_DECODE_AS_IS, &error))
    {
      g_string_append_printf (found, "%s/%s", question.pod->meta.namespace_,
                              question.pod->meta.name);
      for (guint i = 0; i < question.n_nodes; i++)
        g_string_append_printf (found, " %s%s", question.nodes[i],
                                question.whole != NULL ? " (whole)" : "");
      for (guint i = 0; i < question.n_candidates; i++)
        {
          const FitQuestionCandidate *candidate = &question.candidates[i];

          g_string_append_printf (found, " %s:%" G_GINT64_FORMAT,
                                  candidate->node, candidate->n_pdb_violations);
          for (guint k = 0; k < candidate->n_uids; k++)
            g_string_append_printf (found, "-%s", candidate->uids[k]);
        }
    }
  assert_string_equal (error != NULL ? error->message : found->str, expected);
}

/* Go ignores the letter case of keys and unknown keys, and the last one of
 * repeated keys counts; null is nothing. */
static void
test_questions (void **state)
{
  (void) state;
  expect (FIT_QUESTION_FILTER,
          "{" POD ",\"Nodes\":null,\"nodenames\":[\"b\",\"a\"],\"more\":{}}",
          "default/p b a");
  expect (FIT_QUESTION_PRIORITIZE,
          "{" POD ",\"NodeNames\":null,\"Nodes\":{\"metadata\":{},\"items\":"
          "[{\"metadata\":{\"name\":\"a\"}}]}}",
          "default/p a (whole)");
  expect (FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":[]}", "default/p");
  expect (FIT_QUESTION_PREEMPT,
          "{" POD ",\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{"
          "\"a\":{\"Pods\":[{\"UID\":\"1\"}],\"NumPDBViolations\":2},"
          "\"b\":{\"Pods\":null},\"a\":{\"Pods\":[{\"UID\":\"3\"}]}}}",
          "default/p a:0-3 b:0");
  expect (FIT_QUESTION_PREEMPT,
          "{" POD ",\"NodeNameToVictims\":{\"a\":{\"Pods\":[{\"metadata\":{"
          "\"uid\":\"1\"}},{\"metadata\":{\"uid\":\"2\"}}]}}}",
          "default/p a:0-1-2");
  /* Names come before whole nodes, UIDs before whole pods. */
  expect (FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":[\"\"]} x",
          "default/p ");
  expect (FIT_QUESTION_FILTER, "{" POD ",\"Nodes\":{}}", "default/p");
  expect (FIT_QUESTION_FILTER, "{" POD ",\"Nodes\":{\"items\":null}}",
          "default/p");
  expect (
      FIT_QUESTION_FILTER,
      "{" POD
      ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"b\"}}]},\"NodeNames\":[\"a\"]}",
      "default/p a");
  expect (FIT_QUESTION_PREEMPT,
          "{" POD ",\"NodeNameToVictims\":{},\"NodeNameToMetaVictims\":{}}",
          "default/p");
  expect (
      FIT_QUESTION_PREEMPT,
      "{" POD
      ",\"NodeNameToVictims\":{\"a\":{\"Pods\":[]}},\"NodeNameToMetaVictims\":{\"b\":{\"Pods\":[]}}}",
      "default/p b:0");
}

static void
test_wrong_questions (void **state)
{
  static const struct
  {
    FitQuestionType type;
    const char *text;
    const char *message;
  } cases[] = {
    { FIT_QUESTION_FILTER, "[]", "found a list, expected an object" },
    { FIT_QUESTION_FILTER, "{}", "Pod: found nothing, expected a Pod" },
    { FIT_QUESTION_FILTER, "{\"Pod\":7}",
      "Pod: found number 7, expected an object" },
    { FIT_QUESTION_FILTER, "{" POD "}",
      "NodeNames: found nothing, expected the names of nodes, or Nodes" },
    { FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":[\"a\",1]}",
      "NodeNames[1]: found number 1, expected a string" },
    { FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":[\"a\",\"a\"]}",
      "node \"a\" is named twice" },
    { FIT_QUESTION_FILTER, "{" POD ",\"Nodes\":{\"items\":[{}]}}",
      "Nodes.items[0].metadata: found nothing, expected an object" },
    { FIT_QUESTION_PREEMPT, "{" POD "}",
      "NodeNameToMetaVictims: found nothing, expected nodes and their "
      "victims" },
    { FIT_QUESTION_PREEMPT,
      "{" POD ",\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{}]}}}",
      "NodeNameToMetaVictims.a.Pods[0].UID: found nothing, expected a "
      "string" },
    { FIT_QUESTION_FILTER, "",
      "unexpected end of JSON input (line 1, column 1)" },
    { FIT_QUESTION_FILTER, "x",
      "invalid character 'x' looking for beginning of value (line 1, column 1)" },
    { FIT_QUESTION_FILTER, "null", "found nothing, expected an object" },
    { FIT_QUESTION_FILTER, "{\"Pod\":null,\"NodeNames\":[]}",
      "Pod: found nothing, expected a Pod" },
    { FIT_QUESTION_FILTER,
      "{\"Pod\":{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]},\"NodeNames\":[]}",
      "Pod: found nothing, expected a Pod" },
    { FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":\"a\"}",
      "NodeNames: found string \"a\", expected a list" },
    { FIT_QUESTION_FILTER, "{" POD ",\"NodeNames\":null,\"Nodes\":null}",
      "NodeNames: found nothing, expected the names of nodes, or Nodes" },
    { FIT_QUESTION_FILTER,
      "{" POD ",\"Nodes\":{\"items\":[{\"metadata\":{}}]}}",
      "Nodes.items[0].metadata.name: found nothing, expected a string" },
    { FIT_QUESTION_FILTER,
      "{" POD ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":7}}]}}",
      "Nodes.items[0].metadata.name: found number 7, expected a string" },
    { FIT_QUESTION_FILTER,
      "{" POD ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"\"}}]}}",
      "Nodes.items[0].metadata.name: found nothing, expected a string" },
    { FIT_QUESTION_FILTER,
      "{" POD
      ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"a\"}}]}}",
      "node \"a\" is named twice" },
    { FIT_QUESTION_PREEMPT, "{" POD ",\"NodeNameToMetaVictims\":null}",
      "NodeNameToMetaVictims: found nothing, expected nodes and their victims" },
    { FIT_QUESTION_PREEMPT,
      "{" POD ",\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":7}]}}}",
      "NodeNameToMetaVictims.a.Pods[0].UID: found number 7, expected a string" },
    { FIT_QUESTION_PREEMPT,
      "{" POD ",\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":\"\"}]}}}",
      "NodeNameToMetaVictims.a.Pods[0].UID: found nothing, expected a string" },
    { FIT_QUESTION_PREEMPT,
      "{" POD ",\"NodeNameToVictims\":{\"a\":{\"Pods\":[{\"metadata\":{}}]}}}",
      "NodeNameToVictims.a.Pods[0].metadata.uid: found nothing, expected a string" },
    { FIT_QUESTION_PREEMPT,
      "{" POD ",\"NodeNameToVictims\":{\"a\":{\"Pods\":[{}]}}}",
      "NodeNameToVictims.a.Pods[0].metadata: found nothing, expected an object" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    expect (cases[i].type, cases[i].text, cases[i].message);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_questions),
    cmocka_unit_test (test_wrong_questions),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
