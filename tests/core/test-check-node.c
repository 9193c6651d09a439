/* Does a pod fit a node?  Pods nominated to the node are considered.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/generic-scheduler.h"

#include "tests/core/rules.h"
#include "tests/support/simulated.h"

#define WAITING_WITH(name, priority, spec) \
  POD (name, "namespace: ns",              \
       "schedulerName: default-scheduler, priority: " priority ", " spec)

/* A pod that preempted others on @node and waits for them to be gone; another
 * scheduler's pods are nominated the same way. */
#define NOMINATED_WITH(name, node, priority, rest, spec)                   \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  ", namespace: ns" rest "}, spec: {schedulerName: default-scheduler, "    \
  "priority: " priority ", " spec "}, status: {nominatedNodeName: " node   \
  "}}\n"
#define NOMINATED(name, node, priority) \
  NOMINATED_WITH (name, node, priority, "", REQUESTS ("cpu: 1"))

#define ONE_CPU NODE ("n1", "", "cpu: 1, pods: 9")

/* What becomes of the pod "p". */
static void
expect (const SimulationSetup *setup, const char *expected)
{
  g_autoptr (FitSimulation) simulation = simulation_from (setup);
  const GPtrArray *pending = fit_simulation_pending (simulation);

  for (guint i = 0; i < pending->len; i++)
    {
      const FitPod *pod = pending->pdata[i];
      g_auto (FitPlacement) placement = { 0 };

      if (g_strcmp0 (pod->meta.name, "p") != 0)
        continue;
      fit_simulation_schedule (simulation, pod, &placement);
      assert_string_equal (placement.error != NULL ? placement.error->message
                           : placement.result.node != NULL
                               ? placement.result.node->name
                               : placement.result.fit_error,
                           expected);
      return;
    }
  fail_msg ("no pod p");
}

#define FULL "0/1 nodes are available: 1 Insufficient cpu."

static void
test_room_of_nominated_pods_is_taken (void **state)
{
#define P(priority) WAITING_WITH ("p", priority, REQUESTS ("cpu: 1"))
  expect (&(const SimulationSetup){ .manifest = ONE_CPU NOMINATED (
                                        "x", "n1", "10") P ("1") },
          FULL);
  expect (&(const SimulationSetup){ .manifest = ONE_CPU NOMINATED (
                                        "x", "n1", "10") P ("10") },
          FULL);
  /* Not for a pod that is more important. */
  expect (&(const SimulationSetup){ .manifest = ONE_CPU NOMINATED (
                                        "x", "n1", "10") P ("11") },
          "n1");
  expect (&(const SimulationSetup){ .manifest = ONE_CPU NOMINATED (
                                        "x", "n2", "10") P ("1") },
          "n1");
#undef P
}

static void
test_pod_is_not_in_its_own_way (void **state)
{
  expect (&(const SimulationSetup){ .manifest
                                    = ONE_CPU NOMINATED ("p", "n1", "10") },
          "n1");
}

/* The pod has to fit with the nominated pods and without them. */
static void
test_second_pass_is_without_them (void **state)
{
  expect (&(const SimulationSetup){ .manifest
                                    = NODE ("n1", "", "cpu: 9, pods: 9")
                                        NOMINATED ("x", "n1", "10")
                                            WAITING_WITH ("p", "1", ""),
                                    .policy = POLICY ("{name: Crowded}", ""),
                                    .extend = rules_register },
          "0/1 nodes are available: 1 lonely.");
  expect (
      &(const SimulationSetup){
          .manifest = NODE ("n1", "", "cpu: 9, pods: 9") PLACED ("q", "n1", "")
              NOMINATED ("x", "n1", "10") WAITING_WITH ("p", "1", ""),
          .policy = POLICY ("{name: Crowded}", ""),
          .extend = rules_register },
      "n1");
}

/* One that failed with them is not asked again: reasons come once. */
static void
test_reasons_come_from_one_pass (void **state)
{
  expect (&(const SimulationSetup){ .manifest
                                    = ONE_CPU NOMINATED ("x", "n1", "10")
                                        WAITING_WITH ("p", "1",
                                                      REQUESTS ("cpu: 2")) },
          FULL);
}

/* The anti-affinity of a nominated pod counts; it is nobody's company yet. */
static void
test_terms_of_nominated_pods (void **state)
{
#define ROOM NODE ("n1", HOST "n1", "cpu: 9, pods: 9")
#define WEB ", labels: {app: web}"
#define ON_HOST "kubernetes.io/hostname"
  expect (
      &(const SimulationSetup){
          .manifest = ROOM NOMINATED_WITH (
              "x", "n1", "10", "",
              "affinity: {" POD_ANTI_AFFINITY (TERM (ON_HOST, "a: b")) "}")
              POD ("p", "namespace: ns, labels: {a: b}",
                   "schedulerName: default-scheduler") },
      "0/1 nodes are available: 1 node(s) didn't match pod "
      "affinity/anti-affinity, 1 node(s) didn't satisfy existing pods "
      "anti-affinity rules.");
  expect (
      &(const SimulationSetup){
          .manifest = ROOM NOMINATED_WITH ("x", "n1", "10", WEB, "")
              WAITING_WITH ("p", "1",
                            "affinity: {" POD_ANTI_AFFINITY (
                                TERM (ON_HOST, "app: web")) "}") },
      "n1");
#undef ROOM
#undef WEB
#undef ON_HOST
}

/* -- the order of evaluation ----------------------------------------------- */

static void
test_first_predicate_that_fails_is_the_last_asked (void **state)
{
  const char *manifest = NODE ("n1", "error: boom, refuse: x", "pods: 0")
      WAITING_WITH ("p", "0", "");

  expect (
      &(const SimulationSetup){
          .manifest = manifest,
          .policy = POLICY ("{name: Reader}, {name: PodFitsResources}", ""),
          .extend = rules_register },
      "0/1 nodes are available: 1 Insufficient pods.");
  /* With all of them asked, the error comes to light, and counts. */
  expect (
      &(const SimulationSetup){
          .manifest = manifest,
          .policy = "{\"apiVersion\":\"v1\",\"predicates\":"
                    "[{\"name\":\"Reader\"},{\"name\":"
                    "\"PodFitsResources\"}],\"alwaysCheckAllPredicates\":"
                    "true}",
          .extend = rules_register },
      "boom");
}

/* An error is all that is said of a node: no reasons, and not that it fits. */
static void
test_error_is_the_only_answer (void **state)
{
#define ALL(predicates)                                          \
  "---\n{apiVersion: v1, kind: Policy, predicates: [" predicates \
  "], alwaysCheckAllPredicates: true}"
  static const struct
  {
    const char *labels;
    const char *more; /* other pods */
    const char *policy;
    const char *expected;
  } rows[] = {
    { "error: boom", "", ALL ("{name: PodFitsResources}, {name: Reader}"),
      "boom, 0 failures, 0 reasons" },
    { "error: boom", "", ALL ("{name: Reader}, {name: PodFitsResources}"),
      "boom, 0 failures, 0 reasons" },
    { "refuse: x", "",
      ALL ("{name: Reader}, {name: PodFitsResources}, {name: Crowded}"),
      "-, 3 failures, 3 reasons" },
    { "error: boom", "", POLICY ("{name: Reader}", ""),
      "boom, 0 failures, 0 reasons" },
    /* Nor is it asked again without the pods that are nominated. */
    { "error: boom", NOMINATED ("x", "n1", "10"),
      POLICY ("{name: Crowded}, {name: Reader}", ""),
      "boom, 0 failures, 0 reasons" },
    { "refuse: x", "", POLICY ("{name: Reader}, {name: Crowded}", ""),
      "-, 1 failures, 1 reasons" },
    { "a: b", "", POLICY ("{name: Reader}", ""),
      "-, 0 failures, 0 reasons, fits" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          NODE ("n1", "%s", "cpu: 1, pods: 9") "%s" WAITING_WITH (
              "p", "1", REQUESTS ("cpu: 2")),
          rows[i].labels, rows[i].more);
      const SimulationSetup setup = { .manifest = manifest,
                                      .policy = rows[i].policy,
                                      .extend = rules_register };
      g_autoptr (FitSimulation) simulation = simulation_from (&setup);
      const GPtrArray *pending = fit_simulation_pending (simulation);
      const FitPod *pod = pending->pdata[pending->len - 1];
      g_autoptr (FitEvaluation) evaluation = fit_generic_scheduler_evaluate (
          fit_simulation_scheduler_of (simulation, pod), pod,
          FIT_EVALUATE_DEFAULT);
      const FitNodeVerdict *verdict = &evaluation->verdicts[0];
      g_autofree char *said = g_strdup_printf (
          "%s, %u failures, %u reasons%s",
          verdict->error ? verdict->error : "-", verdict->n_failures,
          verdict->reasons.n, verdict->fits ? ", fits" : "");

      assert_string_equal (pod->meta.name, "p");
      assert_string_equal (said, rows[i].expected);
    }
#undef ALL
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_room_of_nominated_pods_is_taken),
    cmocka_unit_test (test_pod_is_not_in_its_own_way),
    cmocka_unit_test (test_second_pass_is_without_them),
    cmocka_unit_test (test_reasons_come_from_one_pass),
    cmocka_unit_test (test_terms_of_nominated_pods),
    cmocka_unit_test (test_first_predicate_that_fails_is_the_last_asked),
    cmocka_unit_test (test_error_is_the_only_answer),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
