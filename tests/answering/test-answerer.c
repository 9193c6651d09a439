/* test-answerer.c - questions to an extender, and a Policy's answers to them
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/answers.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "cluster/cache.h"
#include "tests/support/cmocka.h"

static const char cluster[]
    = "apiVersion: v1\n"
      "kind: List\n"
      "items:\n"
      "- {apiVersion: v1, kind: Node, metadata: {name: a, labels: {rack: r1}},\n"
      "   status: {allocatable: {pods: 10, cpu: 1}}}\n"
      "- {apiVersion: v1, kind: Node, metadata: {name: b, labels: {rack: r2, ssd: x}},\n"
      "   status: {allocatable: {pods: 10, cpu: 1}}}\n"
      "- {apiVersion: v1, kind: Node, metadata: {name: c},\n"
      "   status: {allocatable: {pods: 10, cpu: 1}}}\n"
      "- {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}\n"
      "- {apiVersion: v1, kind: Pod, metadata: {name: w, uid: w, labels: {app: web}},\n"
      "   spec: {nodeName: a, containers: [{name: m, resources:\n"
      "     {requests: {cpu: 1}}}]}}\n"
      "- {apiVersion: v1, kind: Node, metadata: {name: d, labels: {rack: r3}},\n"
      "   status: {allocatable: {pods: 10, cpu: 1}}}\n"
      "- {apiVersion: v1, kind: Pod, metadata: {name: v, uid: v},\n"
      "   spec: {nodeName: d, containers: [{name: m, resources:\n"
      "     {requests: {cpu: 1}}}]}}\n";

static const char policy[]
    = "apiVersion: v1\n"
      "kind: Policy\n"
      "predicates:\n"
      "- name: PodFitsResources\n"
      "- {name: CheckNodeLabelPresence, argument: {labelsPresence:\n"
      "    {labels: [rack], presence: true}}}\n"
      "priorities:\n"
      "- {name: spread, weight: 3, argument: {serviceAntiAffinity:\n"
      "    {label: rack}}}\n"
      "- {name: ssd, weight: 2, argument: {labelPreference:\n"
      "    {label: ssd, presence: true}}}\n";

typedef struct
{
  FitObjects *objects;
  FitCache *cache;
  FitAnswerer *answerer;
} Fixture;

/* From now on the answers are those of the Policy @text. */
static void
use_policy (Fixture *fixture, FitRegistry *registry, const char *text)
{
  g_autoptr (GError) error = NULL;

  fit_answerer_free (fixture->answerer);
  fixture->answerer = fit_answerer_new (
      registry, fit_policy_parse (text, strlen (text), "policy", NULL, NULL),
      &(const FitAlgorithmOptions){ .cache = fixture->cache,
                                    .hard_pod_affinity_symmetric_weight = 1 },
      &error);
  if (error != NULL)
    fail_msg ("%s", error->message);
}

static int
set_up (void **state)
{
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  Fixture *fixture = g_new0 (Fixture, 1);
  GPtrArray **of;

  fixture->objects = fit_objects_new ();
  of = fixture->objects->of;
  assert_true (fit_objects_read (fixture->objects, cluster, sizeof cluster - 1,
                                 "cluster", FIT_DECODE_DEFAULT, NULL, NULL));
  fixture->cache = fit_cache_new (gates);
  for (guint i = 0; i < of[FIT_KIND_NODE]->len; i++)
    fit_cache_add_node (fixture->cache, of[FIT_KIND_NODE]->pdata[i]);
  fit_listers_set (fit_cache_listers (fixture->cache),
                   of[FIT_KIND_SERVICE]->pdata[0]);
  for (guint i = 0; i < of[FIT_KIND_POD]->len; i++)
    assert_true (
        fit_cache_add_pod (fixture->cache, of[FIT_KIND_POD]->pdata[i], NULL));
  use_policy (fixture, registry, policy);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;

  fit_answerer_free (fixture->answerer);
  fit_cache_free (fixture->cache);
  fit_objects_free (fixture->objects);
  g_free (fixture);
  return 0;
}

/* The answer to @text, or the error. */
static void
expect (void **state, FitQuestionType type, const char *priority,
        const char *text, const char *expected)
{
  const Fixture *fixture = *state;
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  g_auto (FitQuestion) question = { 0 };
  GString *answer = NULL;

  if (fit_question_parse (&question, arena, type, text, strlen (text),
                          FIT_DECODE_AS_IS, &error))
    answer
        = fit_answer_question (fixture->answerer, &question, priority, &error);
  assert_string_equal (answer != NULL ? answer->str : error->message, expected);
  if (answer != NULL)
    g_string_free (answer, TRUE);
}

#define POD                                                            \
  "\"Pod\":{\"metadata\":{\"name\":\"p\",\"namespace\":\"default\","   \
  "\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":[{\"name\":" \
  "\"m\",\"resources\":{\"requests\":{\"cpu\":\"500m\"}}}]}}"

static void
test_filter (void **state)
{
  expect (state, FIT_QUESTION_FILTER, NULL,
          "{" POD ",\"Nodes\":null,\"NodeNames\":[\"c\",\"b\",\"a\",\"z\"]}",
          "{\"Nodes\":null,\"NodeNames\":[\"b\"],\"FailedNodes\":{\"c\":"
          "\"node(s) didn't have the requested labels\",\"a\":"
          "\"Insufficient cpu\",\"z\":\"the extender has not seen this node "
          "yet\"},\"FailedAndUnresolvableNodes\":{\"c\":\"node(s) didn't have "
          "the requested labels\"},\"Error\":\"\"}\n");
}

/* All reasons of a node in one text; no nodes at all. */
static void
test_filter_reasons (void **state)
{
  expect (
      state, FIT_QUESTION_FILTER, NULL,
      "{\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":["
      "{\"name\":\"m\",\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":"
      "\"1Gi\",\"example.com/a\":\"1\"}}}]}},\"NodeNames\":[\"b\"]}",
      "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{\"b\":\"Insufficient "
      "cpu, Insufficient memory, Insufficient example.com/a\"},"
      "\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}\n");
  expect (state, FIT_QUESTION_FILTER, NULL, "{" POD ",\"NodeNames\":[]}",
          "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{},"
          "\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}\n");
  expect (state, FIT_QUESTION_FILTER, NULL,
          "{" POD ",\"Nodes\":{\"items\":[]}}",
          "{\"Nodes\":{\"metadata\":{},\"items\":[]},\"NodeNames\":[],"
          "\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}"
          "\n");
}

static void
test_filter_whole_nodes (void **state)
{
  expect (state, FIT_QUESTION_FILTER, NULL,
          "{" POD ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"b\"},"
          "\"more\":1.50},{\"metadata\":{\"name\":\"a\"}}]}}",
          "{\"Nodes\":{\"metadata\":{},\"items\":[{\"metadata\":{\"name\":"
          "\"b\"},\"more\":1.50}]},\"NodeNames\":[\"b\"],\"FailedNodes\":{"
          "\"a\":\"Insufficient cpu\"},\"FailedAndUnresolvableNodes\":{},"
          "\"Error\":\"\"}\n");
}

/* Nodes that fit keep their order. */
static void
test_filter_several (void **state)
{
#define SMALL \
  "\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{}]}}"
  expect (state, FIT_QUESTION_FILTER, NULL,
          "{" SMALL ",\"NodeNames\":[\"z\",\"b\",\"a\"]}",
          "{\"Nodes\":null,\"NodeNames\":[\"b\",\"a\"],\"FailedNodes\":{"
          "\"z\":\"the extender has not seen this node yet\"},"
          "\"FailedAndUnresolvableNodes\":{},\"Error\":\"\"}\n");
  expect (state, FIT_QUESTION_FILTER, NULL,
          "{" SMALL ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"a\"}},"
          "{\"metadata\":{\"name\":\"b\"}}]}}",
          "{\"Nodes\":{\"metadata\":{},\"items\":[{\"metadata\":{\"name\":"
          "\"a\"}},{\"metadata\":{\"name\":\"b\"}}]},\"NodeNames\":[\"a\","
          "\"b\"],\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{},"
          "\"Error\":\"\"}\n");
#undef SMALL
}

static void
test_problem_of_filter (void **state)
{
  g_autoptr (GString) answer = fit_answer_filter_problem ("a \"b\"");

  assert_string_equal (answer->str,
                       "{\"Nodes\":null,\"NodeNames\":null,\"FailedNodes\":{},"
                       "\"FailedAndUnresolvableNodes\":{},\"Error\":"
                       "\"a \\\"b\\\"\"}\n");
}

/* The service has a pod in r1. */
static void
test_prioritize_one (void **state)
{
  expect (state, FIT_QUESTION_PRIORITIZE, "spread",
          "{" POD ",\"nodenames\":[\"b\",\"a\",\"c\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":0},"
          "{\"Host\":\"c\",\"Score\":0}]\n");
  expect (state, FIT_QUESTION_PRIORITIZE, "ssd",
          "{" POD ",\"nodenames\":[\"b\",\"a\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":0}]\n");
  expect (state, FIT_QUESTION_PRIORITIZE, "speed",
          "{" POD ",\"nodenames\":[\"b\"]}",
          "the Policy has no priority \"speed\"");
}

static void
test_prioritize_mean (void **state)
{
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"b\",\"a\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":0}]\n");
}

/* A node that is not known yet does not cost the others their scores. */
static void
test_prioritize_unknown (void **state)
{
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"z\",\"b\",\"y\",\"a\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":0}]\n");
  expect (state, FIT_QUESTION_PRIORITIZE, "spread",
          "{" POD ",\"NodeNames\":[\"b\",\"z\"]}",
          "[{\"Host\":\"b\",\"Score\":10}]\n");
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"z\"]}", "[]\n");
}

/* The mean is rounded, halves up; the weights of a Policy may add up to 1. */
static void
test_prioritize_mean_of_few (void **state)
{
#define LABEL(name, label, weight)                              \
  "{\"name\":\"" name "\",\"weight\":" weight ",\"argument\":{" \
  "\"labelPreference\":{\"label\":\"" label "\",\"presence\":true}}}"
#define ONLY(priorities) \
  "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"priorities\":[" priorities "]}"
  Fixture *fixture = *state;
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());

  use_policy (fixture, registry, ONLY (LABEL ("ssd", "ssd", "1")));
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"b\",\"a\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":0}]\n");
  use_policy (
      fixture, registry,
      ONLY (LABEL ("disk", "ssd", "1") "," LABEL ("racks", "rack", "3")));
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"b\",\"a\",\"c\"]}",
          "[{\"Host\":\"b\",\"Score\":10},{\"Host\":\"a\",\"Score\":8},"
          "{\"Host\":\"c\",\"Score\":0}]\n");
#undef ONLY
#undef LABEL
}

static gboolean
break_down (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
            GError **error)
{
  (void) run;
  (void) nodes;
  (void) scores;
  return fit_fail (error, FIT_ERROR_SCHEDULE, "out of order");
}

static void
test_prioritize_fails (void **state)
{
  static const char broken[]
      = "{\"apiVersion\": \"v1\", \"kind\": \"Policy\", \"priorities\": "
        "[{\"name\": \"Broken\", \"weight\": 1}]}";
  static const FitPriorityInfo info
      = { .name = "Broken", .weight = 1, .map = break_down };
  Fixture *fixture = *state;
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());

  fit_registry_add_priority (registry, info.name, &info, 1, NULL, NULL, NULL);
  use_policy (fixture, registry, broken);
  expect (state, FIT_QUESTION_PRIORITIZE, NULL,
          "{" POD ",\"NodeNames\":[\"b\",\"a\"]}", "out of order");
}

/* Without w, the pod fits a; b has room anyway; c never fits. */
static void
test_preempt (void **state)
{
  expect (state, FIT_QUESTION_PREEMPT, NULL,
          "{" POD ",\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":"
          "\"w\"}],\"NumPDBViolations\":1},\"b\":{\"Pods\":null},\"c\":{}}}",
          "{\"NodeNameToMetaVictims\":{\"a\":{\"Pods\":[{\"UID\":\"w\"}],"
          "\"NumPDBViolations\":1},\"b\":{\"Pods\":[],\"NumPDBViolations\":0}}"
          "}\n");
  expect (state, FIT_QUESTION_PREEMPT, NULL,
          "{" POD ",\"NodeNameToVictims\":{\"a\":{\"Pods\":[{\"metadata\":{"
          "\"uid\":\"other\"}}]}}}",
          "{\"NodeNameToMetaVictims\":{}}\n");
}

/* Pods of another node, and nodes that are unknown, make no room. */
static void
test_preempt_strangers (void **state)
{
  expect (state, FIT_QUESTION_PREEMPT, NULL,
          "{" POD ",\"NodeNameToMetaVictims\":{\"d\":{\"Pods\":[{\"UID\":"
          "\"w\"}]},\"z\":{\"Pods\":[{\"UID\":\"w\"}]},\"a\":{\"Pods\":[]}}}",
          "{\"NodeNameToMetaVictims\":{}}\n");
  expect (
      state, FIT_QUESTION_PREEMPT, NULL,
      "{" POD ",\"NodeNameToMetaVictims\":{\"z\":{},\"d\":{\"Pods\":[{"
      "\"UID\":\"w\"},{\"UID\":\"x\"},{\"UID\":\"v\"}]}}}",
      "{\"NodeNameToMetaVictims\":{\"d\":{\"Pods\":[{\"UID\":\"w\"},{\"UID\":"
      "\"x\"},{\"UID\":\"v\"}],\"NumPDBViolations\":0}}}\n");
}

int
main (void)
{
#define TEST(name) cmocka_unit_test_setup_teardown (name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST (test_filter),
    TEST (test_filter_reasons),
    TEST (test_filter_whole_nodes),
    TEST (test_filter_several),
    TEST (test_problem_of_filter),
    TEST (test_prioritize_one),
    TEST (test_prioritize_mean),
    TEST (test_prioritize_unknown),
    TEST (test_prioritize_mean_of_few),
    TEST (test_prioritize_fails),
    TEST (test_preempt),
    TEST (test_preempt_strangers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
