/* test-attempt-extenders.c - extenders in an attempt to schedule a pod, and in
 * the search for victims
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/assisted.h"
#include "tests/core/rules.h"
#include "tests/core/scripted-plugin.h"
#include "tests/support-extender/extender-process.h"

#include <string.h>

#define PODS "cpu: 4, pods: 9"
#define WAITING_WITH(spec)   \
  POD ("p", "namespace: ns", \
       "schedulerName: default-scheduler, priority: 100, " spec)
#define WAITING WAITING_WITH ("")
#define THREE           \
  NODE ("n0", "", PODS) \
  NODE ("n1", "", PODS) NODE ("n2", "", PODS)

#define FILTERS "filterVerb: filter, nodeCacheCapable: true"
#define SCORES(weight) \
  "prioritizeVerb: prioritize, nodeCacheCapable: true, weight: " weight
#define PREEMPTS "preemptVerb: preempt, nodeCacheCapable: true"
#define REFUSED "urlPrefix: 'http://127.0.0.1:1', "
#define REFUSED_TEXT(verb) \
  "Post http://127.0.0.1:1/" verb ": could not connect: connection refused"

/* The beginnings of entries of a Policy, one for each process. */
typedef struct
{
  char *one, *two; /* owned: "urlPrefix: '...', " */
} Urls;

static void
urls_init (Urls *urls, const ExtenderProcesses *processes,
           const char *behaviour)
{
  g_autofree char *one = extender_process_url (processes->one, behaviour);
  g_autofree char *two = extender_process_url (processes->two, behaviour);

  *urls = (Urls){ g_strdup_printf ("urlPrefix: '%s', ", one),
                  g_strdup_printf ("urlPrefix: '%s', ", two) };
}

static void
urls_clear (Urls *urls)
{
  g_free (urls->one);
  g_free (urls->two);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Urls, urls_clear)

/* A Policy of the predicates PodFitsResources and Reader, @priorities and
 * @extenders, which is a format. */
static char *policy_of (const char *priorities, const char *extenders, ...)
    G_GNUC_PRINTF (2, 3);

static char *
policy_of (const char *priorities, const char *extenders, ...)
{
  g_autofree char *list = NULL;
  va_list args;

  va_start (args, extenders);
  list = g_strdup_vprintf (extenders, args);
  va_end (args);
  return g_strdup_printf (
      "---\n{apiVersion: v1, kind: Policy, predicates: [{name: "
      "PodFitsResources}, {name: Reader}], priorities: [%s], extenders: [%s]}",
      priorities, list);
}

static AssistedSetup
setup_of (const char *manifest, const char *policy)
{
  return (AssistedSetup){ .simulation = { .manifest = manifest,
                                          .policy = policy,
                                          .extend = rules_register } };
}

static void
expect (const char *manifest, const char *policy, const char *expected)
{
  const AssistedSetup setup = setup_of (manifest, policy);

  assisted_expect (&setup, expected);
}

/* The bodies of all requests since the last time. */
static char *
take_bodies (ExtenderProcess *process)
{
  json_object *log = extender_process_take_log (process);
  json_object *requests = json_object_object_get (log, "requests");
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < json_object_array_length (requests); i++)
    g_string_append_printf (
        text, "%s\n",
        json_object_get_string (json_object_object_get (
            json_object_array_get_idx (requests, i), "body")));
  json_object_put (log);
  return g_string_free (text, FALSE);
}

static int
forget_what_was (void **state)
{
  static const char *const names[] = { "reject", "favourite", "spare" };
  const ExtenderProcesses *processes = *state;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      extender_process_set (processes->one, names[i], "");
      extender_process_set (processes->two, names[i], "");
    }
  g_free (take_bodies (processes->one));
  g_free (take_bodies (processes->two));
  return 0;
}

/* -- filter ---------------------------------------------------------------- */

/* The ignorable one comes first in the Policy and is asked last. */
static void
test_extenders_filter_in_order (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  urls_init (&urls, processes, "ext");
  policy = policy_of ("", "{%s" FILTERS ", ignorable: true}, {%s" FILTERS "}",
                      urls.two, urls.one);
  extender_process_set (processes->one, "reject", "n1");
  extender_process_set (processes->two, "reject", "n0");
  expect (THREE WAITING, policy, "n2 - 3/1");
  first = take_bodies (processes->one);
  second = take_bodies (processes->two);
  assert_non_null (strstr (first, "\"NodeNames\":[\"n0\",\"n1\",\"n2\"]"));
  assert_non_null (strstr (second, "\"NodeNames\":[\"n0\",\"n2\"]"));
}

static void
test_whole_nodes_are_sent_and_taken_back (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  g_autofree char *bodies = NULL;

  urls_init (&urls, processes, "ext");
  policy = policy_of ("", "{%sfilterVerb: filter}", urls.one);
  extender_process_set (processes->one, "reject", "n1");
  expect (THREE WAITING, policy, "n0 0 3/2");
  bodies = take_bodies (processes->one);
  assert_non_null (strstr (bodies, "\"NodeNames\":null"));
  assert_non_null (
      strstr (bodies, "\"items\":[{\"metadata\":{\"name\":\"n0\""));
}

/* A message counts once for each node, whatever node it is about; a node that
 * is left out without a message adds nothing. */
static void
test_messages_are_counted (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "answer");
  policy = policy_of ("", "{%s" FILTERS "}", urls.one);
  extender_process_set (processes->one, "answer",
                        "{\"NodeNames\":[],\"FailedNodes\":{\"n0\":\"full\","
                        "\"n1\":\"busy\",\"ghost\":\"busy\"}}");
  expect (NODE ("n0", "refuse: x", PODS) NODE ("n1", "", PODS)
              NODE ("n2", "", PODS) NODE ("n3", "refuse: full", PODS) WAITING,
          policy, "0/4 nodes are available: 1 x, 2 busy, 2 full.");
}

/* A node that predicates and extenders failed is one node. */
static void
test_nodes_that_extenders_failed_count_as_evaluated (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "answer");
  policy
      = policy_of ("", "{%s" FILTERS "}, {%s" FILTERS "}", urls.one, urls.one);
  extender_process_set (processes->one, "answer",
                        "{\"NodeNames\":[\"n2\"],\"FailedNodes\":{\"n0\":"
                        "\"full\",\"n1\":\"busy\",\"ghost\":\"busy\"}}");
  expect (NODE ("n0", "refuse: x", PODS) NODE ("n1", "", PODS)
              NODE ("n2", "", PODS) NODE ("n3", "", PODS) WAITING,
          policy, "n2 - 4/1");
}

/* v1.16 does not hold the list against the one it sent. */
static void
test_the_list_is_taken_as_it_is (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "answer");
  policy = policy_of ("{name: Points, weight: 1}", "{%s" FILTERS "}", urls.one);
  extender_process_set (processes->one, "answer",
                        "{\"NodeNames\":[\"n2\",\"n0\",\"n2\"]}");
  expect (NODE ("n0", "refuse: x, points: '9'", PODS)
              NODE ("n1", "points: '10'", PODS) NODE ("n2", "points: '3'", PODS)
                  WAITING,
          policy, "n0 9 4/3");
}

static void
test_failures_to_filter (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *essential = NULL;
  g_autofree char *ignorable = NULL;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "reject", "n0");
  essential = policy_of ("", "{" REFUSED FILTERS "}");
  ignorable = policy_of (
      "", "{" REFUSED FILTERS ", ignorable: true}, {%s" FILTERS "}", urls.one);
  expect (THREE WAITING, essential, "error: " REFUSED_TEXT ("filter"));
  expect (THREE WAITING, ignorable, "n1 0 3/2");
}

/* Nor is anybody asked who is not interested in the pod. */
static void
test_who_is_not_asked (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  g_autofree char *managing = NULL;
  g_autofree char *bodies = NULL;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "reject", "n0");
  policy = policy_of ("", "{%s" FILTERS "}", urls.one);
  managing = policy_of ("",
                        "{%s" FILTERS ", managedResources: [{name: "
                        "example.com/gpu, ignoredByScheduler: true}]}",
                        urls.one);
  expect (NODE ("n0", "refuse: x", PODS) WAITING, policy,
          "0/1 nodes are available: 1 x.");
  expect (THREE WAITING, managing, "n0 0 3/3");
  bodies = take_bodies (processes->one);
  assert_string_equal (bodies, "");
  /* No node has any of the resource: predicates leave that to the extender. */
  expect (THREE WAITING_WITH (REQUESTS ("example.com/gpu: 1")), managing,
          "n1 0 3/2");
}

/* -- prioritize ------------------------------------------------------------ */

#define POINTED                    \
  NODE ("n0", "points: '9'", PODS) \
  NODE ("n1", "points: '5'", PODS) \
  NODE ("n2", "points: '1'", PODS) WAITING
#define POINTS(weight) "{name: Points, weight: " weight "}"

static void
test_extenders_change_the_choice (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *light = NULL;
  g_autofree char *heavy = NULL;
  g_autofree char *whole = NULL;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "favourite", "n2");
  extender_process_set (processes->two, "favourite", "n1");
  light = policy_of (POINTS ("2"),
                     "{%s" SCORES ("1") "}, {" REFUSED SCORES ("7") "}",
                     urls.one);
  heavy = policy_of (POINTS ("2"), "{%s" SCORES ("2") "}, {%s" SCORES ("1") "}",
                     urls.one, urls.two);
  whole = policy_of (POINTS ("1"), "{%sprioritizeVerb: prioritize, weight: 2}",
                     urls.one);
  expect (POINTED, light, "n0 18 3/3");
  expect (POINTED, heavy, "n2 22 3/3");
  expect (POINTED, whole, "n2 21 3/3");
}

/* Without priorities the scores of extenders stand alone. */
static void
test_extenders_without_priorities (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "favourite", "n2");
  policy = policy_of ("", "{%s" SCORES ("3") "}", urls.one);
  expect (THREE WAITING, policy, "n2 30 3/3");
}

static void
test_single_node_is_not_scored (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  g_autofree char *bodies = NULL;

  urls_init (&urls, processes, "ext");
  policy = policy_of ("", "{%s" SCORES ("3") "}", urls.one);
  expect (NODE ("n0", "", PODS) WAITING, policy, "n0 - 1/1");
  bodies = take_bodies (processes->one);
  assert_string_equal (bodies, "");
}

static void
test_priorities_plugins_and_extenders_add_up (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  AssistedSetup setup;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "favourite", "n1");
  policy = policy_of (POINTS ("1"), "{%s" SCORES ("3") "}", urls.one);
  setup = setup_of (NODE ("n0", "points: '9', score: '8'", PODS)
                        NODE ("n1", "points: '2', score: '3'", PODS) WAITING,
                    policy);
  setup.plugin = &scripted_plugin;
  setup.plugin_weight = 2;
  assisted_expect (&setup, "n1 38 2/2");
}

/* -- evaluations ----------------------------------------------------------- */

static void
test_evaluation_has_what_extenders_said (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitEvaluation) evaluation = NULL;
  const FitExtenderRejection *rejection;
  const FitExtenderScores *scores;
  AssistedSetup setup;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "reject", "n1");
  extender_process_set (processes->one, "favourite", "n2");
  policy
      = policy_of ("",
                   "{%s" FILTERS
                   ", prioritizeVerb: prioritize, weight: 4}, {" REFUSED FILTERS
                   ", ignorable: true, prioritizeVerb: prioritize, weight: 5}",
                   urls.one);
  setup = setup_of (THREE WAITING, policy);
  assisted_init (&assisted, &setup);
  evaluation = assisted_evaluate (&assisted, FIT_EVALUATE_ALL_NODES);
  assert_int_equal (evaluation->n_verdicts, 3);
  assert_true (evaluation->verdicts[1].fits);
  assert_int_equal (evaluation->n_feasible, 2);
  assert_int_equal (evaluation->rejections->len, 1);
  rejection = &g_array_index (evaluation->rejections, FitExtenderRejection, 0);
  assert_ptr_equal (rejection->extender, assisted.extenders->pdata[0]);
  assert_string_equal (rejection->node_name, "n1");
  assert_string_equal (rejection->message, "ext says no");
  assert_int_equal (evaluation->skipped->len, 1);
  assert_string_equal (evaluation->skipped->pdata[0], REFUSED_TEXT ("filter"));
  assert_int_equal (evaluation->extender_scores->len, 2);
  scores = &g_array_index (evaluation->extender_scores, FitExtenderScores, 0);
  assert_int_equal (fit_extender_weight (scores->extender), 4);
  assert_int_equal (scores->scores[1], 10);
  scores = &g_array_index (evaluation->extender_scores, FitExtenderScores, 1);
  assert_string_equal (scores->error, REFUSED_TEXT ("prioritize"));
  assert_int_equal (evaluation->totals[1], 40);
}

/* -- preemption ------------------------------------------------------------ */

#define FULL(node, pod)              \
  NODE (node, "", "cpu: 1, pods: 9") \
  PLACED_WITH (pod, node, "", "priority: 1, " REQUESTS ("cpu: 1"))
#define ALL_FULL \
  FULL ("n0", "a0") FULL ("n1", "a1") WAITING_WITH (REQUESTS ("cpu: 1"))
#define NO_CPU "0/2 nodes are available: 2 Insufficient cpu."

static void
expect_victims (const char *manifest, const char *policy, const char *fit_error,
                const char *expected)
{
  const AssistedSetup setup = setup_of (manifest, policy);
  g_auto (Assisted) assisted = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;

  assisted_init (&assisted, &setup);
  text = assisted_schedule (&assisted, NULL);
  assert_string_equal (text, fit_error);
  found = assisted_preempt (&assisted);
  assert_string_equal (found, expected);
}

static void
test_extenders_choose_among_candidates (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *by_uid = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *uids = NULL;
  g_autofree char *pods = NULL;

  urls_init (&urls, processes, "ext");
  by_uid = policy_of ("", "{%s" PREEMPTS "}", urls.one);
  whole = policy_of ("", "{%spreemptVerb: preempt}", urls.one);
  expect_victims (ALL_FULL, by_uid, NO_CPU, "n0 n1 | *n0(a0) n1(a1)");
  g_free (take_bodies (processes->one));
  extender_process_set (processes->one, "spare", "n0");
  expect_victims (ALL_FULL, by_uid, NO_CPU, "n0 n1 | *n1(a1)");
  uids = take_bodies (processes->one);
  assert_non_null (strstr (uids, "\"n0\":{\"Pods\":[{\"UID\":\"a0\"}]"));
  expect_victims (ALL_FULL, whole, NO_CPU, "n0 n1 | *n1(a1)");
  pods = take_bodies (processes->one);
  assert_non_null (
      strstr (pods, "\"n0\":{\"Pods\":[{\"metadata\":{\"name\":\"a0\""));
}

static void
test_extenders_may_leave_no_candidate (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "ext");
  policy = policy_of (
      "", "{%s" PREEMPTS "}, {%s" PREEMPTS "}, {" REFUSED PREEMPTS "}",
      urls.one, urls.two);
  extender_process_set (processes->one, "spare", "n0");
  extender_process_set (processes->two, "spare", "n1");
  expect_victims (ALL_FULL, policy, NO_CPU, "n0 n1 |");
}

static void
test_failures_to_preempt (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *essential = NULL;
  g_autofree char *ignorable = NULL;

  urls_init (&urls, processes, "ext");
  extender_process_set (processes->one, "spare", "n0");
  essential
      = policy_of ("", "{%s" PREEMPTS "}, {" REFUSED PREEMPTS "}", urls.one);
  ignorable = policy_of (
      "", "{%s" PREEMPTS "}, {" REFUSED PREEMPTS ", ignorable: true}",
      urls.one);
  expect_victims (ALL_FULL, essential, NO_CPU,
                  "n0 n1 | n0(a0) n1(a1) error: " REFUSED_TEXT ("preempt"));
  expect_victims (ALL_FULL, ignorable, NO_CPU,
                  "n0 n1 | *n1(a1) [" REFUSED_TEXT ("preempt") "]");
}

/* Where only extenders do not want the pod, nobody has to go. */
static void
test_nodes_that_extenders_rejected_are_candidates (void **state)
{
  const ExtenderProcesses *processes = *state;
  g_auto (Urls) urls = { 0 };
  g_autofree char *policy = NULL;

  urls_init (&urls, processes, "ext");
  policy = policy_of ("", "{%s" FILTERS "}", urls.one);
  extender_process_set (processes->one, "reject", "n0");
  expect_victims (NODE ("n0", "", PODS)
                      PLACED_WITH ("a0", "n0", "", "priority: 1")
                          NODE_WITH ("n1", "labels: {}", "unschedulable: true",
                                     "allocatable: {pods: 9}") WAITING,
                  policy,
                  "0/2 nodes are available: 1 ext says no, 1 node(s) were "
                  "unschedulable.",
                  "n0 | *n0()");
}

/* The chosen node is gone by the time that extenders have answered. */
static const char *
lose_node (const FitPod *pod, gpointer data)
{
  fit_cache_remove_node (fit_simulation_cache (data), "n0", NULL);
  return "{}";
}

static void
test_the_chosen_node_is_gone (void **state)
{
  g_autofree char *policy
      = policy_of ("", "{" REFUSED "preemptVerb: preempt, ignorable: true}");
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GPtrArray) extenders = NULL;
  g_autoptr (FitGenericScheduler) scheduler = NULL;
  g_autoptr (FitPreemption) preemption = NULL;
  g_auto (FitScheduleResult) result = { 0 };
  const AssistedSetup setup
      = setup_of (FULL ("n0", "a0") WAITING_WITH (REQUESTS ("cpu: 1")), policy);
  const FitAlgorithm *algorithm;
  const char *name;

  simulation = simulation_from (&setup.simulation);
  algorithm = fit_simulation_profile (simulation, 0, &name);
  extenders = fit_extenders_new (
      algorithm->extenders,
      &(const FitExtenderOptions){ .pod_json = lose_node, .data = simulation });
  scheduler = fit_generic_scheduler_new (
      fit_simulation_cache (simulation), algorithm,
      &(const FitSchedulerOptions){ .extenders = extenders });
  fit_generic_scheduler_schedule (scheduler,
                                  fit_simulation_pending (simulation)->pdata[0],
                                  NULL, &result, NULL);
  preemption = fit_generic_scheduler_preempt (
      scheduler, fit_simulation_pending (simulation)->pdata[0]);
  assert_null (fit_preemption_chosen (preemption));
  assert_string_equal (preemption->error,
                       "preemption failed: the target node n0 has been "
                       "deleted from scheduler cache");
}

int
main (void)
{
#define TEST(function) cmocka_unit_test_setup (function, forget_what_was)
  const struct CMUnitTest tests[] = {
    TEST (test_extenders_filter_in_order),
    TEST (test_whole_nodes_are_sent_and_taken_back),
    TEST (test_messages_are_counted),
    TEST (test_nodes_that_extenders_failed_count_as_evaluated),
    TEST (test_the_list_is_taken_as_it_is),
    TEST (test_failures_to_filter),
    TEST (test_who_is_not_asked),
    TEST (test_extenders_change_the_choice),
    TEST (test_extenders_without_priorities),
    TEST (test_single_node_is_not_scored),
    TEST (test_priorities_plugins_and_extenders_add_up),
    TEST (test_evaluation_has_what_extenders_said),
    TEST (test_extenders_choose_among_candidates),
    TEST (test_extenders_may_leave_no_candidate),
    TEST (test_failures_to_preempt),
    TEST (test_nodes_that_extenders_rejected_are_candidates),
    TEST (test_the_chosen_node_is_gone),
  };

  return cmocka_run_group_tests_name ("attempt with extenders", tests,
                                      extender_processes_setup,
                                      extender_processes_teardown);
}
