/* What is put into a replay, what is refused, and what is recorded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/replayed.h"

#include "algorithmprovider/defaults.h"

#define ONE_NODE NODE ("a", "", "cpu: 1, pods: 10")

static void
assert_refused (const ReplaySetup *setup, FitErrorCode code,
                const char *message)
{
  g_auto (Replayed) replayed;
  g_autoptr (GError) error = NULL;

  assert_false (replayed_try (&replayed, setup, &error));
  assert_error (&error, code, message);
}

static void
assert_decisions (const ReplaySetup *setup, const char *const *words,
                  const char *expected)
{
  g_auto (Replayed) replayed;
  g_autofree char *lines = NULL;

  replayed_init (&replayed, setup);
  lines = replayed_lines (replayed.text, words);
  assert_string_equal (lines, expected);
}

static const char *const assumed[] = { "assumed", NULL };

/* -- clusters -------------------------------------------------------------- */

static void
test_pods_come_in_queue_order (void **state)
{
  assert_decisions (
      &(const ReplaySetup){
          .manifest = ONE_NODE POD ("last", "", "") POD (
              "old", "creationTimestamp: '2019-01-01T00:00:00Z'",
              "") POD ("high", "", "priority: 1")
              POD ("older", "creationTimestamp: '2018-01-01T00:00:00Z'", "") },
      assumed,
      "0.000 assumed high: a 0 1/1\n"
      "0.000 assumed older: a 0 1/1\n"
      "0.000 assumed old: a 0 1/1\n"
      "0.000 assumed last: a 0 1/1\n");
}

static void
test_the_last_of_a_name_counts (void **state)
{
  assert_decisions (&(const ReplaySetup){ .manifest = NODE ("a", "", "pods: 0")
                                              NODE ("a", "", "pods: 1")
                                                  POD ("p", "", "") },
                    assumed, "0.000 assumed p: a 0 1/1\n");
}

static void
test_pods_of_one_uid_are_refused (void **state)
{
  assert_refused (
      &(const ReplaySetup){
          .manifest
          = POD ("p", "", "") "---\n{apiVersion: v1, kind: Pod, metadata: "
                              "{name: q, uid: p}}" },
      FIT_ERROR_SCHEMA,
      "manifest: document 2: Pod default/q: has the UID of Pod default/p");
}

static void
test_a_bad_provider_is_refused (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (NULL));
  g_autoptr (GError) error = NULL;
  FitReplayOptions options
      = { .rules = { .registry = registry,
                     .gates = gates_from (NULL),
                     .provider = "Nobody",
                     .hard_pod_affinity_symmetric_weight = 1,
                     .scheduler_name = "x" } };

  assert_null (fit_replay_new (&options, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY));
}

/* -- events ---------------------------------------------------------------- */

#define POD_WITH_UID(name, uid)                                \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": " \
  "{\"name\": \"" name "\", \"uid\": \"" uid "\"}, \"spec\": {}}"

static void
test_impossible_events_are_refused (void **state)
{
  static const struct
  {
    const char *trace;
    const char *message;
  } rows[] = {
    { EVENT ("0", "add", NODE_JSON ("a", "1")),
      "trace: line 1: add: Node a is there already" },
    { EVENT ("0", "add", POD_JSON ("p", ""))
          EVENT ("5", "add", POD_JSON ("p", "")),
      "trace: line 2: add: Pod default/p is there already" },
    { EVENT ("0", "add", POD_JSON ("p", ""))
          EVENT ("1", "add", POD_WITH_UID ("q", "p")),
      "trace: line 2: add: Pod default/q: has the UID of Pod default/p" },
    { EVENT ("0", "add", POD_JSON ("p", ""))
          EVENT ("1", "add", POD_JSON ("q", ""))
              EVENT ("1", "update", POD_WITH_UID ("q", "p")),
      "trace: line 3: update: Pod default/q: has the UID of Pod default/p" },
    { EVENT ("0", "update", NODE_JSON ("b", "1")),
      "trace: line 1: update: Node b is not there" },
    { "\n" EVENT ("0", "delete", NAMED ("Node", "b")),
      "trace: line 2: delete: Node b is not there" },
    { EVENT ("0", "add",
             POD_JSON ("p", "\"priorityClassName\": \"unheard-of\"")),
      "trace: line 1: Pod default/p: spec.priorityClassName: no PriorityClass "
      "with name \"unheard-of\" was found\n"
      "hint: read the PriorityClass too, or give the pod a spec.priority" },
    { EVENT ("4000000000", "add", NODE_JSON ("b", "1")),
      "trace: line 1: time: later than 2099" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_refused (
        &(const ReplaySetup){ .manifest = ONE_NODE, .trace = rows[i].trace },
        FIT_ERROR_SCHEMA, rows[i].message);
}

/* Once a pod has gone, or got another one, its UID is free. */
static void
test_uids_of_pods_that_are_gone_are_free (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest = ONE_NODE,
          .trace = EVENT ("0", "add", POD_JSON ("p", ""))
              EVENT ("1", "update", POD_WITH_UID ("p", "p2"))
                  EVENT ("2", "add", POD_WITH_UID ("q", "p"))
                      EVENT ("3", "delete", NAMED ("Pod", "q"))
                          EVENT ("40", "add", POD_WITH_UID ("r", "p")) });
  assert_int_equal (replayed_n_pods (&replayed), 2);
}

static void
test_time_does_not_go_back (void **state)
{
  g_auto (Replayed) replayed;
  g_autoptr (GError) error = NULL;
  const FitTraceEvent event = { .time_ns = 1,
                                .relative = TRUE,
                                .verb = FIT_TRACE_DELETE,
                                .kind = FIT_KIND_POD,
                                .namespace_ = "",
                                .name = "p" };

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .trace = EVENT ("2", "add", NODE_JSON ("a", "1")) });
  assert_false (fit_replay_feed (replayed.replay, &event, &error));
  assert_error (&error, FIT_ERROR_SCHEMA,
                "time: earlier than what has happened already");
}

/* Evicted pods may be updated and deleted as if they were there. */
static void
test_evicted_pods_are_not_missed (void **state)
{
  assert_decisions (
      &(const ReplaySetup){
          .manifest = ONE_NODE POD (
              "old", "",
              "terminationGracePeriodSeconds: 1, " REQUESTS ("cpu: 1")),
          .trace
          = EVENT ("1", "add", POD_JSON ("new", "\"priority\": 1, " CPU ("1")))
              EVENT ("9", "update", POD_JSON ("old", CPU ("1")))
                  EVENT ("10", "delete", NAMED ("Pod", "old")) },
      assumed, "0.000 assumed old: a 0 1/1\n2.000 assumed new: a 0 1/1\n");
}

/* The trace was taken where somebody else has placed the pod. */
static void
test_updates_do_not_move_pods (void **state)
{
  g_auto (Replayed) replayed;
  const FitPod *pod;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest = ONE_NODE NODE ("b", "", "pods: 0") POD ("p", "", "") POD (
              "q", "", REQUESTS ("cpu: 9")) POD ("theirs", "", "nodeName: a"),
          .trace
          = EVENT ("1", "update",
                   POD_JSON ("p", "\"nodeName\": \"b\", \"priority\": 7"))
              EVENT ("1", "update",
                     POD_JSON ("q", "\"nodeName\": \"b\", " CPU ("9")))
                  EVENT ("2", "update",
                         POD_JSON ("theirs", "\"priority\": 8")) });
  pod = replayed_pod (&replayed, "p");
  assert_string_equal (pod->node_name, "a");
  assert_int_equal (pod->spec->priority, 7);
  assert_string_equal (replayed_pod (&replayed, "q")->node_name, "");
  pod = replayed_pod (&replayed, "theirs");
  assert_string_equal (pod->node_name, "a");
  assert_int_equal (pod->spec->priority, 8);
}

static void
test_pods_of_others_are_where_the_trace_says (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .manifest = ONE_NODE POD ("p", "", "schedulerName: other"),
                     .trace
                     = EVENT ("1", "update",
                              POD_JSON ("p", "\"schedulerName\": \"other\", "
                                             "\"nodeName\": \"a\""))
                         EVENT ("2", "update",
                                POD_JSON ("p", "\"schedulerName\": \"other\", "
                                               "\"nodeName\": \"b\"")) });
  assert_string_equal (replayed.text->str, "");
  assert_string_equal (replayed_pod (&replayed, "p")->node_name, "a");
}

/* Whoever is said to schedule it now. */
static void
test_pods_do_not_leave_their_nodes (void **state)
{
  g_auto (Replayed) replayed;
  const FitNodeInfo *node;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest = ONE_NODE NODE ("b", "", "pods: 9")
              POD ("p", "", "nodeName: a, " REQUESTS ("cpu: 1")),
          .trace = EVENT ("1", "update",
                          POD_JSON ("p", "\"schedulerName\": \"other\", "
                                         "\"nodeName\": \"b\"")) });
  node = fit_cache_find_node (fit_replay_cache (replayed.replay), "a");
  assert_int_equal (node->n_pods, 1);
  assert_int_equal (node->requested.milli_cpu, 0);
}

#define NOMINATED(name, spec)                                                    \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"" name \
  "\", \"uid\": \"" name "\"}, \"spec\": {" spec                                 \
  "}, \"status\": {\"nominatedNodeName\": \"a\"}}"

/* Nor does the trace nominate pods of this scheduler. */
static void
test_nominations_of_others_are_those_of_the_trace (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest = ONE_NODE POD ("ours", "", REQUESTS ("cpu: 9"))
              POD ("theirs", "", "schedulerName: other"),
          .trace = EVENT ("1", "update", NOMINATED ("ours", CPU ("9")))
              EVENT ("1", "update",
                     NOMINATED ("theirs", "\"schedulerName\": \"other\"")) });
  assert_string_equal (replayed_pod (&replayed, "ours")->nominated_node_name,
                       "");
  assert_string_equal (replayed_pod (&replayed, "theirs")->nominated_node_name,
                       "a");
}

/* It makes room once, and stays nominated, whatever the trace says meanwhile. */
static void
test_evicted_pods_stay_evicted (void **state)
{
  assert_decisions (
      &(const ReplaySetup){
          .manifest = ONE_NODE POD (
              "old", "",
              "terminationGracePeriodSeconds: 30, " REQUESTS ("cpu: 1")),
          .trace
          = EVENT ("1", "add", POD_JSON ("new", "\"priority\": 1, " CPU ("1")))
              EVENT ("5", "update", POD_JSON ("old", CPU ("1")))
                  EVENT ("6", "update",
                         POD_JSON ("new", "\"priority\": 2, " CPU ("1")))
                      EVENT ("7", "add", NODE_JSON ("b", "0")) },
      (const char *const[]){ "nominated", "assumed", NULL },
      "0.000 assumed old: a 0 1/1\n"
      "1.000 nominated new: a victim old\n"
      "31.000 assumed new: a 0 2/1\n");
}

static void
test_admission_knows_the_classes_of_the_trace (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .trace
          = EVENT ("0", "add",
                   "{\"apiVersion\": \"scheduling.k8s.io/v1\", \"kind\": "
                   "\"PriorityClass\", \"metadata\": {\"name\": "
                   "\"gold\"}, \"value\": 5}")
              EVENT ("0", "add",
                     POD_JSON ("p", "\"priorityClassName\": \"gold\""))
                  EVENT ("1", "delete", NAMED ("PriorityClass", "gold"))
                      EVENT ("2", "add", POD_JSON ("q", "")) });
  assert_int_equal (replayed_pod (&replayed, "p")->spec->priority, 5);
  assert_int_equal (replayed_pod (&replayed, "q")->spec->priority, 0);
}

/* Those of the cluster, too; so they come first in a record. */
static void
test_admission_knows_the_classes_of_the_cluster (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .record = TRUE,
                     .manifest = ONE_NODE
                     "---\n{apiVersion: scheduling.k8s.io/v1, kind: "
                     "PriorityClass, metadata: {name: gold}, value: 7}\n",
                     .trace = EVENT ("0", "add",
                                     POD_JSON ("p", "\"priorityClassName\": "
                                                    "\"gold\"")) });
  assert_int_equal (replayed_pod (&replayed, "p")->spec->priority, 7);
  assert_true (g_str_has_prefix (
      replayed.record,
      "{\"time\":\"2020-01-01T00:00:00Z\",\"verb\":\"add\",\"object\":{"
      "\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":"
      "\"PriorityClass\""));
}

#define CLASS_JSON(name, value)                                              \
  "{\"apiVersion\": \"scheduling.k8s.io/v1\", \"kind\": \"PriorityClass\", " \
  "\"metadata\": {\"name\": \"" name "\"}, \"value\": " value "}"
#define OF_CLASS(name, class) \
  POD_JSON (name, "\"priorityClassName\": \"" class "\"")
#define CLASSES                                  \
  EVENT ("0", "add", CLASS_JSON ("gold", "5"))   \
  EVENT ("0", "add", CLASS_JSON ("silver", "3")) \
  EVENT ("0", "add", CLASS_JSON ("bronze", "1"))
#define NO_CLASS_AT(time, name) \
  EVENT (time, "delete", NAMED ("PriorityClass", name))
#define NO_CLASS(name) NO_CLASS_AT ("1", name)

#define REFUSED(class)                                        \
  "trace: line 5: Pod default/p: spec.priorityClassName: no " \
  "PriorityClass with name \"" class                          \
      "\" was found\nhint: read the "                         \
      "PriorityClass too, or give the pod a spec.priority"

/* A class may go, whichever it is, and come with another value. */
static void
test_classes_come_and_go (void **state)
{
  static const struct
  {
    const char *trace;
    const char *message;
  } rows[] = {
    { CLASSES NO_CLASS ("gold") EVENT ("2", "add", OF_CLASS ("p", "gold")),
      REFUSED ("gold") },
    { CLASSES NO_CLASS ("silver") EVENT ("2", "add", OF_CLASS ("p", "silver")),
      REFUSED ("silver") },
    { CLASSES NO_CLASS ("bronze") EVENT ("2", "add", OF_CLASS ("p", "bronze")),
      REFUSED ("bronze") },
  };
  g_auto (Replayed) replayed;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_refused (&(const ReplaySetup){ .trace = rows[i].trace },
                    FIT_ERROR_SCHEMA, rows[i].message);
  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .trace = CLASSES EVENT ("0", "add", OF_CLASS ("old", "gold"))
              NO_CLASS ("gold") EVENT ("2", "add", CLASS_JSON ("gold", "7"))
                  NO_CLASS_AT ("3", "gold") EVENT ("3", "add",
                                                   CLASS_JSON ("gold", "9"))
                      EVENT ("4", "add", OF_CLASS ("new", "gold"))
                          EVENT ("4", "add", OF_CLASS ("s", "silver"))
                              EVENT ("4", "add", OF_CLASS ("b", "bronze")) });
  assert_int_equal (replayed_pod (&replayed, "old")->spec->priority, 5);
  assert_int_equal (replayed_pod (&replayed, "new")->spec->priority, 9);
  assert_int_equal (replayed_pod (&replayed, "s")->spec->priority, 3);
  assert_int_equal (replayed_pod (&replayed, "b")->spec->priority, 1);
}

/* All that comes at one time is there before the first pod is tried. */
static void
test_what_comes_together_is_seen_together (void **state)
{
  assert_decisions (
      &(const ReplaySetup){
          .trace = EVENT ("1", "add", POD_JSON ("low", CPU ("1"))) EVENT (
              "1", "add", POD_JSON ("high", "\"priority\": 1, " CPU ("1")))
              EVENT ("1", "add", NODE_JSON ("a", "1")) },
      assumed, "1.000 assumed high: a 0 1/1\n");
}

/* -- records --------------------------------------------------------------- */

static void
test_a_record_says_what_was_put_in (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .record = TRUE,
          .manifest = ONE_NODE POD ("p", "annotations: {note: kept}", ""),
          .trace = EVENT ("0.5", "update", NODE_JSON ("a", "2"))
              EVENT ("1", "delete", NAMED ("Pod", "p"))
                  EVENT ("2", "delete", NAMED ("Pod", "p")) });
#define AT(time, verb, object)                                 \
  "{\"time\":\"2020-01-01T00:00:0" time "Z\",\"verb\":\"" verb \
  "\",\"object\":" object "}\n"
#define GONE \
  "{\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"default\",\"name\":\"p\"}}"
  assert_string_equal (
      replayed.record,
      AT ("0", "add",
          "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":"
          "\"a\",\"labels\":{},\"creationTimestamp\":null},\"status\":{"
          "\"allocatable\":{\"cpu\":1,\"pods\":10}},\"spec\":{}}")
          AT ("0", "add",
              "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":"
              "\"p\",\"uid\":\"p\",\"annotations\":{\"note\":\"kept\"},"
              "\"creationTimestamp\":null,\"namespace\":\"default\"},\"spec\":"
              "{},\"status\":{}}")
              AT ("0.5", "update",
                  "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{"
                  "\"name\":\"a\"},\"status\":{\"allocatable\":{\"cpu\":\"2\","
                  "\"pods\":\"110\"}}}") AT ("1", "delete", GONE)
                  AT ("2", "delete", GONE));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pods_come_in_queue_order),
    cmocka_unit_test (test_the_last_of_a_name_counts),
    cmocka_unit_test (test_pods_of_one_uid_are_refused),
    cmocka_unit_test (test_a_bad_provider_is_refused),
    cmocka_unit_test (test_impossible_events_are_refused),
    cmocka_unit_test (test_uids_of_pods_that_are_gone_are_free),
    cmocka_unit_test (test_time_does_not_go_back),
    cmocka_unit_test (test_evicted_pods_are_not_missed),
    cmocka_unit_test (test_updates_do_not_move_pods),
    cmocka_unit_test (test_pods_of_others_are_where_the_trace_says),
    cmocka_unit_test (test_pods_do_not_leave_their_nodes),
    cmocka_unit_test (test_nominations_of_others_are_those_of_the_trace),
    cmocka_unit_test (test_evicted_pods_stay_evicted),
    cmocka_unit_test (test_admission_knows_the_classes_of_the_trace),
    cmocka_unit_test (test_classes_come_and_go),
    cmocka_unit_test (test_admission_knows_the_classes_of_the_cluster),
    cmocka_unit_test (test_what_comes_together_is_seen_together),
    cmocka_unit_test (test_a_record_says_what_was_put_in),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
