/* test-preemption.c - plugins and extenders in the search for victims
 *
 * What predicates have to do with it is covered by the conformance cases.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/assisted.h"
#include "tests/core/rules.h"
#include "tests/core/scripted-plugin.h"

#define ONE_CPU(name, labels) NODE (name, labels, "cpu: 1, pods: 9")
#define CPU_POD(name, node, priority)                                       \
  PLACED_WITH (name, node, "",                                              \
               "priority: " priority ", containers: [{name: c, resources: " \
               "{requests: {cpu: 1}}}]")
#define IMPORTANT(labels)                                  \
  POD ("p", "namespace: ns, labels: {" labels "}",         \
       "schedulerName: default-scheduler, priority: 100, " \
       "containers: [{name: c, resources: {requests: {cpu: 1}}}]")

/* Only sums of requests can matter. */
#define SUMS POLICY ("{name: PodFitsResources}", "")
#define FITS POLICY ("{name: PodFitsResources}, {name: Reader}", "")

/* What preemption finds after the FitError @fit_error (nullable: any). */
static void
expect (const AssistedSetup *setup, const char *fit_error, const char *expected)
{
  g_auto (Assisted) assisted = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;

  assisted_init (&assisted, setup);
  text = assisted_schedule (&assisted, NULL);
  if (fit_error != NULL)
    assert_string_equal (text, fit_error);
  found = assisted_preempt (&assisted);
  assert_string_equal (found, expected);
}

static AssistedSetup
plugin_setup (const char *manifest)
{
  return (AssistedSetup){
    .simulation
    = { .manifest = manifest, .policy = FITS, .extend = rules_register },
    .plugin = &scripted_plugin,
  };
}

/* A rejection that preemption cannot help against takes the node out; another
 * one does not, but the plugin is asked about the node again. */
static void
test_rejections_of_plugins (void **state)
{
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "filter: never") ONE_CPU ("n2", "filter: reject")
          ONE_CPU ("n3", "") CPU_POD ("a1", "n1", "1") CPU_POD ("a2", "n2", "1")
              CPU_POD ("a3", "n3", "1") IMPORTANT (""));

  expect (&setup,
          "0/3 nodes are available: 1 filter: never, 1 filter: reject, 3 "
          "Insufficient cpu.",
          "n2 n3 | *n3(a3)");
}

/* A plugin that rejects its first call only lets the pod in where the trial is
 * the second. */
static void
test_plugins_are_asked_in_each_trial (void **state)
{
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "filter: once") CPU_POD ("a1", "n1", "1") IMPORTANT (""));

  expect (&setup,
          "0/1 nodes are available: 1 Insufficient cpu, 1 filter: reject.",
          "n1 | *n1(a1)");
}

/* Predicates see the node without its pods, plugins see it as it is. */
static void
test_plugins_do_not_see_what_would_be (void **state)
{
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "filter: busy") CPU_POD ("a1", "n1", "1") IMPORTANT (""));

  expect (&setup,
          "0/1 nodes are available: 1 Insufficient cpu, 1 filter: reject.",
          "n1 |");
}

static void
test_nowhere_to_preempt (void **state)
{
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "filter: never") CPU_POD ("a1", "n1", "1") IMPORTANT (""));

  expect (&setup,
          "0/1 nodes are available: 1 Insufficient cpu, 1 filter: never.",
          "| clears p");
}

/* A predicate of a program may ask for pods, too: where all would go, the pod does
 * not fit. */
static void
test_predicates_of_programs_see_what_would_be (void **state)
{
  const AssistedSetup setup = {
    .simulation = {
      .manifest = ONE_CPU ("n1", "") CPU_POD ("a1", "n1", "1")
          NODE ("n2", "", "cpu: 2, pods: 9") CPU_POD ("a2", "n2", "1")
              CPU_POD ("stays", "n2", "200") IMPORTANT (""),
      .policy = POLICY ("{name: PodFitsResources}, {name: Crowded}", ""),
      .extend = rules_register,
    },
  };

  expect (&setup, "0/2 nodes are available: 2 Insufficient cpu.",
          "n1 n2 | *n2(a2)");
}

/* A pod that is nominated to the node counts, also one that asks for more than
 * resources. */
static void
test_nominated_pods_count (void **state)
{
#define ASKS(cpu, more) \
  "containers: [{name: c, resources: {requests: {cpu: " cpu "}}" more "}]"
  static const char *const more[] = { "", ", ports: [{hostPort: 80}]" };
  const AssistedSetup setup = {
    .simulation = {
      .manifest = NODE ("n1", "", "cpu: 2, pods: 9")
          PLACED_WITH ("v", "n1", "", "priority: 1, " ASKS ("2", ""))
              POD ("p", "namespace: ns",
                   "schedulerName: default-scheduler, priority: 100, "
                   ASKS ("2", "")),
      .policy = SUMS,
    },
  };

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          POD ("q", "namespace: ns", "priority: 200, " ASKS ("1", "%s")),
          more[i]);
      g_autoptr (FitPod) nominated = pod_from (manifest);
      g_autoptr (Interned) node = fit_intern ("n1");
      g_auto (Assisted) assisted = { 0 };
      g_autofree char *text = NULL;
      g_autofree char *found = NULL;

      assisted_init (&assisted, &setup);
      fit_nominated_pods_add (
          fit_cache_nominated_pods (fit_simulation_cache (assisted.simulation)),
          nominated, node);
      text = assisted_schedule (&assisted, NULL);
      found = assisted_preempt (&assisted);
      assert_string_equal (found, "n1 |");
    }
#undef ASKS
}

/* The overhead of those that stay counts only behind its gate. */
static void
test_overhead_of_others (void **state)
{
#define GPUS(n) \
  "containers: [{name: c, resources: {requests: {example.com/gpu: " n "}}}]"
  AssistedSetup setup = {
    .simulation = {
      .manifest = NODE ("n1", "", "cpu: 1, pods: 9, example.com/gpu: 2")
          PLACED_WITH ("v", "n1", "", "priority: 1, " GPUS ("2"))
              PLACED_WITH ("o", "n1", "", "priority: 200, overhead: "
                           "{example.com/gpu: 1}, containers: [{name: c}]")
                  POD ("p", "namespace: ns",
                       "schedulerName: default-scheduler, priority: 100, "
                       GPUS ("2")),
      .policy = SUMS,
    },
  };

  expect (&setup, "0/1 nodes are available: 1 Insufficient example.com/gpu.",
          "n1 | *n1(v)");
  setup.simulation.gates = "PodOverhead=true";
  expect (&setup, "0/1 nodes are available: 1 Insufficient example.com/gpu.",
          "n1 |");
#undef GPUS
}

/* The node tree may know a node that is gone. */
static void
test_no_nodes_any_more (void **state)
{
  const AssistedSetup setup
      = plugin_setup (CPU_POD ("a1", "n1", "1") IMPORTANT (""));
  g_auto (Assisted) assisted = { 0 };
  const FitNodeInfo *gone;
  FitCache *cache;
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;

  assisted_init (&assisted, &setup);
  cache = fit_simulation_cache (assisted.simulation);
  gone = fit_cache_node (cache, 0);
  fit_node_tree_add (fit_cache_node_tree (cache), gone->index, 0);
  text = assisted_schedule (&assisted, NULL);
  assert_string_equal (text, "0/1 nodes are available: 1 node being deleted.");
  found = assisted_preempt (&assisted);
  assert_string_equal (found, "| error: no nodes available to schedule pods");
}

/* The pod may have changed since the attempt: it counts as it is now. */
static void
test_pod_that_was_read_again (void **state)
{
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "") CPU_POD ("a1", "n1", "1") IMPORTANT (""));
  g_autoptr (FitPod) demoted
      = pod_from (POD ("p", "namespace: ns",
                       "schedulerName: default-scheduler, priority: 1, "
                       "containers: [{name: c, resources: {requests: {cpu: "
                       "1}}}]"));
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitPreemption) preemption = NULL;
  g_autofree char *text = NULL;

  assisted_init (&assisted, &setup);
  text = assisted_schedule (&assisted, NULL);
  assert_string_equal (text, "0/1 nodes are available: 1 Insufficient cpu.");
  preemption = fit_generic_scheduler_preempt (assisted.scheduler, demoted);
  assert_int_equal (preemption->n_potential, 1);
  assert_int_equal (preemption->n_candidates, 0);
}

/* An evaluation finds the same, however much else it looks at: n3 has a taint,
 * which the attempt itself does not get to see. */
static void
test_evaluation_may_preempt (void **state)
{
  const AssistedSetup setup
      = plugin_setup (ONE_CPU ("n1", "") ONE_CPU ("n2", "refuse: x") NODE_WITH (
          "n3", "labels: {}", "taints: [{key: a, effect: NoSchedule}]",
          "allocatable: {cpu: 0, pods: 9}") CPU_POD ("a1", "n1", "1")
                          IMPORTANT (""));
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitEvaluation) plain = NULL;
  g_autoptr (FitEvaluation) thorough = NULL;
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;

  assisted_init (&assisted, &setup);
  plain = assisted_evaluate (&assisted, FIT_EVALUATE_DEFAULT);
  thorough = assisted_evaluate (&assisted, FIT_EVALUATE_PREEMPTION
                                               | FIT_EVALUATE_ALL_PREDICATES
                                               | FIT_EVALUATE_ALL_NODES);
  text = assisted_schedule (&assisted, NULL);
  found = assisted_preempt (&assisted);
  assert_null (plain->preemption);
  assert_string_equal (found, "n1 n2 n3 | *n1(a1)");
  assert_int_equal (thorough->verdicts[2].n_failures, 2);
  assert_int_equal (thorough->preemption->n_potential, 3);
  assert_int_equal (thorough->preemption->n_candidates, 1);
  assert_string_equal (
      fit_preemption_chosen (thorough->preemption)->victims[0]->meta.name,
      "a1");
}

static void
test_evaluation_of_a_pod_that_fits (void **state)
{
  const AssistedSetup setup = plugin_setup (ONE_CPU ("n1", "") IMPORTANT (""));
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitEvaluation) evaluation = NULL;

  assisted_init (&assisted, &setup);
  evaluation = assisted_evaluate (&assisted, FIT_EVALUATE_PREEMPTION);
  assert_null (evaluation->preemption);
  assert_int_equal (evaluation->chosen, 0);
}

/* Each victim counts as if its priority were 2^31 more: among nodes whose most
 * important victims are equal, the least sum wins, even with more victims. */
static void
test_the_least_sum_of_priorities (void **state)
{
#define SMALL(name, node, priority)                                         \
  PLACED_WITH (name, node, "",                                              \
               "priority: " priority ", containers: [{name: c, resources: " \
               "{requests: {cpu: 100m}}}]")
  const AssistedSetup setup = plugin_setup (
      ONE_CPU ("n1", "") ONE_CPU ("n2", "") SMALL ("a1", "n1", "0")
          SMALL ("a2", "n1", "-10") SMALL ("a3", "n1", "-2147483648")
              SMALL ("b1", "n2", "0") SMALL ("b2", "n2", "-9") IMPORTANT (""));

  expect (&setup, "0/2 nodes are available: 2 Insufficient cpu.",
          "n1 n2 | *n1(a1 a2 a3) n2(b1 b2)");
#undef SMALL
  (void) state;
}

/* -- the choice ------------------------------------------------------------ */

/* A third of a node. */
#define THIRD_WITH(name, node, labels, priority, start)                     \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name  \
  ", namespace: ns, labels: {" labels "}}, spec: {nodeName: " node          \
  ", priority: " priority ", containers: [{name: c, resources: {requests: " \
  "{cpu: 300m}}}]}, status: {" start "}}\n"
#define THIRD(name, node, priority) THIRD_WITH (name, node, "", priority, "")
#define GUARDED(name, node, priority) \
  THIRD_WITH (name, node, "app: db", priority, "")
#define STARTED(name, node, priority, day) \
  THIRD_WITH (name, node, "", priority,    \
              "startTime: '2020-01-" day "T00:00:00Z'")
#define BUDGET                                                              \
  "---\n{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: " \
  "{name: b, namespace: ns}, spec: {selector: {matchLabels: {app: db}}}, "  \
  "status: {disruptionsAllowed: 0}}\n"

static void
expect_decision (const AssistedSetup *setup, FitChoice decided_by,
                 const char *expected)
{
  g_auto (Assisted) assisted = { 0 };
  g_autoptr (FitPreemption) preemption = NULL;
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;

  assisted_init (&assisted, setup);
  text = assisted_schedule (&assisted, NULL);
  found = assisted_preempt (&assisted);
  assert_string_equal (found, expected);
  preemption = fit_generic_scheduler_preempt (assisted.scheduler,
                                              assisted_pod (&assisted));
  assert_int_equal (preemption->decided_by, decided_by);
}

/* It is decided by the last criterion that the second best reached, wherever
 * the nodes stand. */
static void
test_what_decides (void **state)
{
#define N1 ONE_CPU ("n1", "")
#define N2 ONE_CPU ("n2", "")
#define N3 ONE_CPU ("n3", "")
  static const struct
  {
    const char *manifest; /* without the pod */
    FitChoice decided_by;
    const char *expected;
  } rows[] = {
    { ONE_CPU ("n1", "") CPU_POD ("a", "n1", "100"), FIT_CHOICE_NONE, "n1 |" },
    { N1 CPU_POD ("a", "n1", "99"), FIT_CHOICE_ONLY, "n1 | *n1(a)" },
    { N1 NODE ("n2", "filter: once", "cpu: 2, pods: 9") CPU_POD ("a", "n1", "1")
          CPU_POD ("b", "n2", "2"),
      FIT_CHOICE_NO_VICTIMS, "n1 n2 | n1(a) *n2()" },
    { N1 N2 BUDGET GUARDED ("a", "n1", "1") THIRD ("b", "n2", "2"),
      FIT_CHOICE_VIOLATIONS, "n1 n2 | n1(a) *n2(b)" },
    { N1 N2 BUDGET GUARDED ("a1", "n1", "1") GUARDED ("a2", "n1", "1")
          GUARDED ("a3", "n1", "1") GUARDED ("b1", "n2", "2")
              GUARDED ("b2", "n2", "2") THIRD ("b3", "n2", "2"),
      FIT_CHOICE_VIOLATIONS, "n1 n2 | n1(a3 a2 a1) *n2(b2 b1 b3)" },
    { N1 N2 BUDGET GUARDED ("a", "n1", "2") GUARDED ("b", "n2", "1"),
      FIT_CHOICE_FIRST_PRIORITY, "n1 n2 | n1(a) *n2(b)" },
    { N1 N2 THIRD ("a1", "n1", "2") THIRD ("a2", "n1", "2")
          THIRD ("b1", "n2", "2") THIRD ("b2", "n2", "1"),
      FIT_CHOICE_PRIORITY_SUM, "n1 n2 | n1(a2 a1) *n2(b1 b2)" },
    { N1 N2 THIRD ("a1", "n1", "0") THIRD ("a2", "n1", "-2147483648")
          THIRD ("b", "n2", "0"),
      FIT_CHOICE_NUMBER, "n1 n2 | n1(a1 a2) *n2(b)" },
    { N1 N2 STARTED ("a", "n1", "1", "01") STARTED ("b", "n2", "1", "02"),
      FIT_CHOICE_START, "n1 n2 | n1(a) *n2(b)" },
    /* Only the start of the most important pods counts, of the first. */
    { N1 N2 STARTED ("a1", "n1", "2", "02") STARTED ("a2", "n1", "2", "05")
          STARTED ("a3", "n1", "1", "01") STARTED ("b1", "n2", "2", "03")
              STARTED ("b2", "n2", "2", "03") STARTED ("b3", "n2", "1", "01"),
      FIT_CHOICE_START, "n1 n2 | n1(a1 a2 a3) *n2(b1 b2 b3)" },
    { N1 N2 STARTED ("a", "n1", "1", "01") STARTED ("b", "n2", "1", "01"),
      FIT_CHOICE_ORDER, "n1 n2 | *n1(a) n2(b)" },
    /* n3 loses earlier than the second best. */
    { N1 N2 N3 STARTED ("a", "n1", "1", "01") STARTED ("b", "n2", "1", "02")
          STARTED ("c", "n3", "2", "03"),
      FIT_CHOICE_START, "n1 n2 n3 | n1(a) *n2(b) n3(c)" },
    { N1 N2 N3 STARTED ("a", "n1", "2", "03") STARTED ("b", "n2", "1", "02")
          STARTED ("c", "n3", "1", "01"),
      FIT_CHOICE_START, "n1 n2 n3 | n1(a) *n2(b) n3(c)" },
    { N1 N2 N3 STARTED ("a", "n1", "1", "01") STARTED ("b", "n2", "1", "02")
          STARTED ("c", "n3", "0", "01"),
      FIT_CHOICE_FIRST_PRIORITY, "n1 n2 n3 | n1(a) n2(b) *n3(c)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest
          = g_strconcat (rows[i].manifest, IMPORTANT (""), NULL);
      const AssistedSetup asking = plugin_setup (manifest);
      const AssistedSetup by_sums
          = { .simulation = { .manifest = manifest, .policy = SUMS } };

      expect_decision (&asking, rows[i].decided_by, rows[i].expected);
      /* It takes the plugin to have no victims. */
      if (rows[i].decided_by != FIT_CHOICE_NO_VICTIMS)
        expect_decision (&by_sums, rows[i].decided_by, rows[i].expected);
    }
#undef N1
#undef N2
#undef N3
}

typedef struct
{
  const char *manifest;
  const char *expected; /* as from assisted_preempt() */
} VictimsRow;

static void
check_victims (const VictimsRow *rows, guint n, const char *policy)
{
  for (guint i = 0; i < n; i++)
    expect (
        &(const AssistedSetup){
            .simulation = { .manifest = rows[i].manifest, .policy = policy } },
        NULL, rows[i].expected);
}

/* Lower pods matter by more than their requests if they have ports of the node or
 * repel others. */
static void
test_victims_that_matter_otherwise (void **state)
{
#define LOWER(name, node, spec) \
  PLACED_WITH (name, node, "", "priority: 1, " spec)
#define LOWER_LIKE(name, node, labels, spec) \
  PLACED_WITH (name, node, labels, "priority: 1, " spec)
#define WANTS(spec)                            \
  POD ("p", "namespace: ns, labels: {app: p}", \
       "schedulerName: default-scheduler, priority: 100, " spec)
#define PORT(number) "containers: [{name: c, ports: [{hostPort: " number "}]}]"
#define RULES                                                           \
  POLICY ("{name: PodFitsResources}, {name: PodFitsHostPorts}, {name: " \
          "MatchInterPodAffinity}",                                     \
          "")
#define WANTS_PORT                             \
  POD ("p", "namespace: ns, labels: {app: p}", \
       "schedulerName: default-scheduler, priority: 100, " PORT ("80"))
#define TWO ONE_CPU ("n1", "zone: a") ONE_CPU ("n2", "zone: b")
  static const VictimsRow rows[] = {
    { ONE_CPU ("n1", "") LOWER ("a", "n1", PORT ("80")) WANTS_PORT,
      "n1 | *n1(a)" },
    { ONE_CPU ("n1", "") LOWER ("a", "n1", PORT ("80"))
          LOWER ("b", "n1", "containers: [{name: c}]") WANTS_PORT,
      "n1 | *n1(a)" },
    { ONE_CPU ("n1", "") LOWER ("a", "n1", PORT ("80"))
          LOWER ("b", "n1", PORT ("81")) WANTS_PORT,
      "n1 | *n1(a)" },
    { ONE_CPU ("n1", "")
          PLACED_WITH ("a", "n1", "", "priority: 200, " PORT ("80"))
              LOWER ("b", "n1", PORT ("81")) WANTS_PORT,
      "n1 |" },
    { TWO LOWER ("a", "n1",
                 "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: p")) "}")
          LOWER ("b", "n2", PORT ("80")) WANTS_PORT,
      "n1 n2 | *n1(a) n2(b)" },
    /* The incoming pod repels one; another needs one that would go, too. */
    { TWO LOWER_LIKE ("a", "n1", "app: x", "containers: [{name: c}]")
          LOWER_LIKE ("b", "n1", "app: z", "containers: [{name: c}]")
              LOWER_LIKE ("c", "n2", "app: x", "containers: [{name: c}]")
                  WANTS ("affinity: {" POD_ANTI_AFFINITY (
                      TERM ("zone", "app: x")) "}, containers: [{name: c}]"),
      "n1 n2 | *n1(a) n2(c)" },
    { TWO LOWER_LIKE ("a", "n1", "app: x", REQUESTS ("cpu: 500m"))
          LOWER_LIKE ("b", "n1", "app: z", REQUESTS ("cpu: 500m"))
              LOWER_LIKE ("c", "n2", "app: z", REQUESTS ("cpu: 1"))
                  WANTS ("affinity: {" POD_AFFINITY (
                      TERM ("zone", "app: x")) "}, " REQUESTS ("cpu: 500m")),
      "n1 n2 |" },
  };

  check_victims (rows, G_N_ELEMENTS (rows), RULES);
#undef LOWER
#undef LOWER_LIKE
#undef WANTS
#undef PORT
#undef RULES
#undef WANTS_PORT
#undef TWO
}

/* Nine extended resources are more than a sum has room for. */
static void
test_many_extended_resources (void **state)
{
#define EIGHT(amount)                                         \
  "x.io/a: " amount ", x.io/b: " amount ", x.io/c: " amount   \
  ", x.io/d: " amount ", x.io/e: " amount ", x.io/f: " amount \
  ", x.io/g: " amount ", x.io/h: " amount
#define USER(name, node, requests)                                           \
  PLACED_WITH (                                                              \
      name, node, "",                                                        \
      "priority: 1, containers: [{name: c, resources: {requests: {" requests \
      "}}}]")
#define ASKING(requests)                                               \
  POD ("p", "namespace: ns",                                           \
       "schedulerName: default-scheduler, priority: 100, containers: " \
       "[{name: c, resources: {requests: {" requests "}}}]")
#define BOTH(amounts)                          \
  NODE ("n1", "", "cpu: 1, pods: 9, " amounts) \
  NODE ("n2", "", "cpu: 1, pods: 9, " amounts)
  static const VictimsRow rows[] = {
    { BOTH (EIGHT ("2")) USER ("a1", "n1", "x.io/h: 1")
          USER ("a2", "n1", "x.io/g: 1")
              USER ("b", "n2", "x.io/a: 1, x.io/h: 1") ASKING (EIGHT ("2")),
      "n1 n2 | n1(a2 a1) *n2(b)" },
    { BOTH (EIGHT ("2") ", x.io/i: 2") USER ("a1", "n1", "x.io/i: 1") USER (
          "a2", "n1", "x.io/g: 1") USER ("b", "n2", "x.io/a: 1, x.io/i: 1")
          ASKING (EIGHT ("2") ", x.io/i: 2"),
      "n1 n2 | n1(a2 a1) *n2(b)" },
    { BOTH (EIGHT ("2") ", x.io/i: 2") USER ("a1", "n1", "x.io/i: 1") USER (
          "a2", "n1", "x.io/g: 1") USER ("b", "n2", "x.io/a: 2, x.io/i: 2")
          ASKING (EIGHT ("1") ", x.io/i: 2"),
      "n1 n2 | *n1(a1) n2(b)" },
  };

  check_victims (rows, G_N_ELEMENTS (rows), SUMS);
#undef EIGHT
#undef USER
#undef ASKING
#undef BOTH
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_rejections_of_plugins),
    cmocka_unit_test (test_plugins_are_asked_in_each_trial),
    cmocka_unit_test (test_plugins_do_not_see_what_would_be),
    cmocka_unit_test (test_predicates_of_programs_see_what_would_be),
    cmocka_unit_test (test_nowhere_to_preempt),
    cmocka_unit_test (test_what_decides),
    cmocka_unit_test (test_victims_that_matter_otherwise),
    cmocka_unit_test (test_many_extended_resources),
    cmocka_unit_test (test_the_least_sum_of_priorities),
    cmocka_unit_test (test_nominated_pods_count),
    cmocka_unit_test (test_overhead_of_others),
    cmocka_unit_test (test_no_nodes_any_more),
    cmocka_unit_test (test_pod_that_was_read_again),
    cmocka_unit_test (test_evaluation_may_preempt),
    cmocka_unit_test (test_evaluation_of_a_pod_that_fits),
  };

  return cmocka_run_group_tests_name ("preemption", tests, NULL, NULL);
}
