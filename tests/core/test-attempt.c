/* test-attempt.c - plugins in an attempt to schedule a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/assisted.h"
#include "tests/core/rules.h"
#include "tests/core/scripted-plugin.h"

#include <string.h>

#define PODS "pods: 9"
#define WAITING(labels, spec)                      \
  POD ("p", "namespace: ns, labels: {" labels "}", \
       "schedulerName: default-scheduler, " spec)
#define FITS POLICY ("{name: PodFitsResources}, {name: Reader}", "")
#define SCORES(priorities) POLICY ("", priorities)
#define POINTS "{name: Points, weight: 1}"

/* A Policy with an extender that is there and does nothing. */
#define IDLE_EXTENDER                                                \
  "---\n{apiVersion: v1, kind: Policy, predicates: [], priorities: " \
  "[], extenders: [{urlPrefix: 'http://127.0.0.1:1'}]}"

static AssistedSetup
setup_of (const char *manifest, const char *policy)
{
  return (AssistedSetup){
    .simulation
    = { .manifest = manifest, .policy = policy, .extend = rules_register },
    .plugin = &scripted_plugin,
    .plugin_weight = 1,
  };
}

static void
expect (const char *manifest, const char *policy, const char *expected)
{
  const AssistedSetup setup = setup_of (manifest, policy);

  assisted_expect (&setup, expected);
}

/* -- PreFilter and PostFilter ---------------------------------------------- */

/* However it fails, the attempt fails, and before anybody looks at nodes. */
static void
test_pre_filter_fails_the_attempt (void **state)
{
  expect (NODE ("n1", "", PODS) WAITING ("pre-filter: reject", ""), FITS,
          "error: rejected by \"scripted\" at prefilter: pre-filter: reject");
  expect (WAITING ("pre-filter: never", ""), FITS,
          "error: rejected by \"scripted\" at prefilter: pre-filter: never");
  expect (WAITING ("pre-filter: break", ""), FITS,
          "error: error while running \"scripted\" prefilter plugin for pod "
          "\"p\": pre-filter: break");
  expect (WAITING ("", ""), FITS, "error: no nodes available to schedule pods");
}

static void
test_claims_come_before_pre_filter (void **state)
{
  expect (WAITING ("pre-filter: reject",
                   "volumes: [{name: v, persistentVolumeClaim: "
                   "{claimName: c}}]"),
          FITS, "error: persistentvolumeclaim \"c\" not found");
}

/* It cannot make a pod fit, but it can fail the attempt: even one for which no
 * node was left. */
static void
test_post_filter_fails_the_attempt (void **state)
{
#define FAILURE                                                               \
  "error: error while running \"scripted\" postfilter plugin for pod \"p\": " \
  "post-filter: "
  expect (NODE ("n1", "", PODS) WAITING ("post-filter: reject", ""), FITS,
          FAILURE "reject");
  expect (NODE ("n1", "refuse: x", PODS) WAITING ("post-filter: break", ""),
          FITS, FAILURE "break");
#undef FAILURE
}

/* -- Filter ---------------------------------------------------------------- */

static void
test_filter_takes_nodes_out (void **state)
{
  /* Nodes that only a plugin rejects are not counted as evaluated. */
  expect (NODE ("n1", "filter: reject", PODS) NODE ("n2", "", PODS)
              NODE ("n3", "filter: never", PODS) NODE ("n4", "refuse: x", PODS)
                  WAITING ("", ""),
          FITS, "n2 - 2/1");
}

static void
test_rejections_are_counted_like_reasons (void **state)
{
  expect (NODE ("n1", "filter: reject", PODS) NODE ("n2", "filter: never", PODS)
              NODE ("n3", "filter: reject, refuse: x", PODS)
                  NODE ("n4", "filter: quiet", PODS) WAITING ("", ""),
          FITS,
          "0/4 nodes are available: 1 , 1 filter: never, 1 x, 2 filter: "
          "reject.");
}

/* Each node counts for the first rule that rejected it; all that rejected any
 * node have a name. */
static void
test_who_rejected_the_pod (void **state)
{
#define CPU_POD                                                    \
  POD ("p", "namespace: ns",                                       \
       "schedulerName: default-scheduler, containers: [{name: c, " \
       "resources: {requests: {cpu: 1}}}]")
#define FULL "cpu: 0, pods: 9"
#define FREE "cpu: 4, pods: 9"
  static const struct
  {
    const char *manifest;
    const char *names;
    guint resources, reader, plugin; /* rejected as many nodes */
    const char *rejections;
  } rows[] = {
    { NODE ("n1", "", FULL) CPU_POD, "PodFitsResources", 1, 0, 0,
      "n1 1 Insufficient cpu\n" },
    { NODE ("n1", "", FULL) NODE ("n2", "refuse: x", FULL) CPU_POD,
      "PodFitsResources", 2, 0, 0,
      "n1 1 Insufficient cpu\nn2 1 Insufficient cpu\n" },
    { NODE ("n1", "refuse: x", FREE) NODE ("n2", "filter: reject", FREE)
          NODE ("n3", "filter: never", FREE) NODE ("n4", "", FULL) CPU_POD,
      "Reader scripted PodFitsResources", 1, 1, 2,
      "n1 1 x\nn2 1 filter: reject\nn3 2 filter: never\n"
      "n4 1 Insufficient cpu\n" },
    { NODE ("n1", "filter: reject", FULL)
          NODE ("n2", "filter: never, refuse: x", FREE) CPU_POD,
      "PodFitsResources scripted Reader", 1, 1, 0,
      "n1 1 Insufficient cpu\nn2 2 x\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const AssistedSetup setup
          = { .simulation = { .manifest = rows[i].manifest,
                              .policy = FITS,
                              .extend = rules_register },
              .plugin = &scripted_plugin };
      g_auto (Assisted) assisted = { 0 };
      g_autofree char *text = NULL;
      g_autoptr (GPtrArray) names = NULL;
      g_autoptr (GHashTable) counts
          = g_hash_table_new (g_str_hash, g_str_equal);
      g_autoptr (GArray) rejections = NULL;
      g_autoptr (GString) found = g_string_new (NULL);

      assisted_init (&assisted, &setup);
      text = assisted_schedule (&assisted, NULL);
      names = fit_generic_scheduler_rejected_by (assisted.scheduler);
      for (guint k = 0; k < names->len; k++)
        g_string_append_printf (found, "%s%s", k > 0 ? " " : "",
                                (const char *) names->pdata[k]);
      assert_string_equal (found->str, rows[i].names);
      fit_generic_scheduler_count_rejections (assisted.scheduler, counts);
#define COUNT(name) GPOINTER_TO_UINT (g_hash_table_lookup (counts, name))
      assert_int_equal (COUNT ("PodFitsResources"), rows[i].resources);
      assert_int_equal (COUNT ("Reader"), rows[i].reader);
      assert_int_equal (COUNT ("scripted"), rows[i].plugin);
      assert_int_equal (g_hash_table_size (counts), (rows[i].resources > 0)
                                                        + (rows[i].reader > 0)
                                                        + (rows[i].plugin > 0));
      g_string_truncate (found, 0);
      rejections = fit_generic_scheduler_rejections (assisted.scheduler);
      for (guint k = 0; k < rejections->len; k++)
        {
          const FitNodeRejection *one
              = &g_array_index (rejections, FitNodeRejection, k);

          g_string_append_printf (found, "%s %u %s\n", one->node->name,
                                  one->code == FIT_STATUS_UNSCHEDULABLE ? 1 : 2,
                                  one->message);
        }
      assert_string_equal (found->str, rows[i].rejections);
    }
#undef CPU_POD
#undef FULL
#undef FREE
#undef COUNT
}

static void
test_errors_of_filter_fail_the_attempt (void **state)
{
  expect (NODE ("n1", "filter: break", PODS) NODE ("n2", "", PODS)
              NODE ("n3", "filter: break, refuse: x", PODS) WAITING ("", ""),
          FITS,
          "error: error while running \"scripted\" filter plugin for pod "
          "\"p\": filter: break (repeated 2 times)");
}

#define PRIORITY_POD(name, scheduler, priority, status)                        \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name     \
  ", namespace: ns}, spec: {schedulerName: " scheduler ", priority: " priority \
  "}, status: {" status "}}\n"

/* What becomes of a pod of @priority while one of priority 10 is nominated to
 * the node n1; Filter is asked @calls times. */
static void
expect_calls (const char *node, const char *priority, guint calls,
              const char *expected)
{
  g_autofree char *manifest = g_strdup_printf (
      "%s" PRIORITY_POD ("p", "default-scheduler", "%s", ""), node, priority);
  const AssistedSetup setup = setup_of (manifest, FITS);
  g_autoptr (FitPod) nominated = pod_from (
      PRIORITY_POD ("x", "default-scheduler", "10", "nominatedNodeName: n1"));
  g_autoptr (FitCycleState) cycle_state = fit_cycle_state_new ();
  g_auto (Assisted) assisted = { 0 };
  g_autofree char *text = NULL;

  assisted_init (&assisted, &setup);
  fit_nominated_pods_add (
      fit_cache_nominated_pods (fit_simulation_cache (assisted.simulation)),
      nominated, NULL);
  text = assisted_schedule (&assisted, cycle_state);
  assert_string_equal (text, expected);
  assert_int_equal (scripted_filter_calls (cycle_state), calls);
}

static void
test_last_pass_of_filter_counts (void **state)
{
  expect_calls (NODE ("n1", "filter: once", PODS), "1", 2, "n1 - 1/1");
  expect_calls (NODE ("n1", "filter: once", PODS), "11", 1,
                "0/1 nodes are available: 1 filter: reject.");
  expect_calls (NODE ("n1", "filter: reject", PODS), "1", 2,
                "0/1 nodes are available: 1 filter: reject.");
  expect_calls (NODE ("n1", "", PODS), "1", 2, "n1 - 1/1");
}

/* A predicate that fails with the nominated pods makes the second pass
 * unnecessary; the plugin has been asked all the same. */
static void
test_filter_is_asked_though_a_predicate_failed (void **state)
{
  expect_calls (NODE ("n1", "filter: once", "pods: 1"), "1", 1,
                "0/1 nodes are available: 1 Insufficient pods, 1 filter: "
                "reject.");
  expect_calls (NODE ("n1", "refuse: x", PODS), "11", 1,
                "0/1 nodes are available: 1 x.");
}

/* What becomes of a pod where the algorithm has only the predicate Reader, or none,
 * and Filter rejects the only node. */
static void
expect_of_provider (gboolean has_predicate, const char *expected)
{
  const AssistedSetup setup
      = setup_of (NODE ("n1", "filter: reject", PODS) WAITING ("", ""), NULL);
  g_autoptr (FitObjects) objects = objects_from (setup.simulation.manifest);
  g_autoptr (FitRegistry) registry = fit_registry_new ();
  g_autofree char *text = NULL;
  g_auto (Assisted) assisted = { 0 };
  FitSimulationOptions options = { .registry = registry,
                                   .gates = fit_feature_gates_default (),
                                   .provider = "small",
                                   .hard_pod_affinity_symmetric_weight = 1,
                                   .scheduler_name = "default-scheduler" };
  FitProvider *provider = fit_registry_add_provider (registry, "small");

  if (has_predicate)
    {
      rules_register (registry);
      fit_registry_append_order (registry, "Reader");
      fit_provider_add_predicate (provider, "Reader");
    }
  assisted_init_over (&assisted, &setup,
                      fit_simulation_new (objects, &options, NULL));
  text = assisted_schedule (&assisted, NULL);
  assert_string_equal (text, expected);
}

/* v1.16 asks nobody about a node when there is no predicate. */
static void
test_no_predicate_no_filter (void **state)
{
  expect_of_provider (FALSE, "n1 - 1/1");
  expect_of_provider (TRUE, "0/1 nodes are available: 1 filter: reject.");
}

/* -- Score ----------------------------------------------------------------- */

#define TWO(first, second) \
  NODE ("n1", first, PODS) NODE ("n2", second, PODS) WAITING ("", "")

static void
test_plugin_scores_are_added (void **state)
{
  AssistedSetup setup
      = setup_of (TWO ("points: '8', score: '1'", "points: '3', score: '4'"),
                  SCORES (POINTS));

  assisted_expect (&setup, "n1 9 2/2");
  setup.plugin_weight = 3;
  assisted_expect (&setup, "n2 15 2/2");
}

static void
test_failures_to_score_fail_the_attempt (void **state)
{
  expect (TWO ("score: '11'", "score: '10'"), SCORES (POINTS),
          "error: error while applying score defaultWeights for pod \"p\": "
          "score plugin \"scripted\" returns an invalid score 11, it should in "
          "the range of [0, 10] after normalizing");
  expect (TWO ("", "score: break"), SCORES (POINTS),
          "error: error while running score plugin for pod \"p\": score: "
          "break");
  /* Priorities come first. */
  expect (TWO ("", "trouble: t, score: break"), SCORES (POINTS), "error: t");
  /* A single node is taken as it is. */
  expect (NODE ("n1", "score: break", PODS) WAITING ("", ""), SCORES (POINTS),
          "n1 - 1/1");
}

/* Neither priorities nor extenders: every node gets 1, whatever plugins
 * would say; with an extender, plugins alone decide. */
static void
test_plugins_without_priorities (void **state)
{
  expect (TWO ("", "score: '7'"), SCORES (""), "n1 1 2/2");
  expect (TWO ("", "score: '7'"), IDLE_EXTENDER, "n2 7 2/2");
}

/* -- evaluations ----------------------------------------------------------- */

static void
test_evaluation_has_what_plugins_said (void **state)
{
  AssistedSetup setup = setup_of (
      NODE ("n1", "score: '2'", PODS) NODE ("n2", "filter: never", PODS)
          NODE ("n3", "score: '5'", PODS) WAITING ("", ""),
      SCORES (POINTS));
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitEvaluation) evaluation = NULL;

  setup.plugin_weight = 2;
  assisted_init (&assisted, &setup);
  evaluation = assisted_evaluate (&assisted, FIT_EVALUATE_DEFAULT);
  assert_false (evaluation->verdicts[1].fits);
  assert_int_equal (evaluation->verdicts[1].n_failures, 0);
  assert_int_equal (evaluation->verdicts[1].filter_code,
                    FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE);
  assert_string_equal (evaluation->verdicts[1].filter_message, "filter: never");
  assert_int_equal (evaluation->verdicts[0].filter_code, FIT_STATUS_SUCCESS);
  assert_int_equal (evaluation->n_scores, 2);
  assert_string_equal (evaluation->scores[1].name, "scripted");
  assert_int_equal (evaluation->scores[1].weight, 2);
  assert_int_equal (evaluation->scores[1].scores[1], 5);
  assert_int_equal (evaluation->totals[1], 10);
  assert_int_equal (evaluation->evaluated, 2);
  assert_int_equal (evaluation->chosen, 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pre_filter_fails_the_attempt),
    cmocka_unit_test (test_claims_come_before_pre_filter),
    cmocka_unit_test (test_post_filter_fails_the_attempt),
    cmocka_unit_test (test_filter_takes_nodes_out),
    cmocka_unit_test (test_rejections_are_counted_like_reasons),
    cmocka_unit_test (test_who_rejected_the_pod),
    cmocka_unit_test (test_errors_of_filter_fail_the_attempt),
    cmocka_unit_test (test_last_pass_of_filter_counts),
    cmocka_unit_test (test_filter_is_asked_though_a_predicate_failed),
    cmocka_unit_test (test_no_predicate_no_filter),
    cmocka_unit_test (test_plugin_scores_are_added),
    cmocka_unit_test (test_failures_to_score_fail_the_attempt),
    cmocka_unit_test (test_plugins_without_priorities),
    cmocka_unit_test (test_evaluation_has_what_plugins_said),
  };

  return cmocka_run_group_tests_name ("attempt", tests, NULL, NULL);
}
