/* test-profile-preemption.c - preemption in later releases
 *
 * What predicates and plugins have to do with it is covered by the conformance
 * cases.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/preemption.h"
#include "tests/core/profile-run.h"

#include <string.h>

#define BUDGET                                                            \
  "---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: "    \
  "{name: b, namespace: ns}, spec: {selector: {matchLabels: {app: x}}}, " \
  "status: {disruptionsAllowed: 1}}\n"

/* The second victim is one too many for a budget that allows one; v1.16 would
 * hold each against what was allowed at the beginning. */
static void
test_victims_use_up_budgets (void **state)
{
  expect_preemption (
      "1.25", DEFAULTS ("v1"),
      CPU_NODE ("a", "2") RUNNING ("v1", "a", "app: x", "1")
          RUNNING ("v2", "a", "app: x", "1") BUDGET POD (
              "p", "namespace: ns",
              "schedulerName: default-scheduler, priority: 100, containers: "
              "[{name: c, resources: {requests: {cpu: 2}}}]"),
      "*a:v1,v2,1 ");
}

/* Which budgets a pod violates, how often: 1.18 holds each victim against what
 * was allowed at the beginning. */
static void
test_violated_budgets (void **state)
{
#define PDB_IN(namespace, name, selector, allowed, disrupted)           \
  "---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: "  \
  "{name: " name                                                        \
  ", namespace: " namespace "}, spec: {selector: {" selector            \
                            "}}, status: {disruptionsAllowed: " allowed \
                            ", disruptedPods: {" disrupted "}}}\n"
#define PDB(name, app, allowed) \
  PDB_IN ("ns", name, "matchLabels: {app: " app "}", allowed, "")
#define X "app: x"
  static const struct
  {
    const char *labels[3]; /* of the victims v1 to v3 on the node a */
    const char *budgets;
    const char *before, *since; /* 1.19 */
  } rows[] = {
    { { X, X, X }, "", "*a:v1,v2,v3,0 ", "*a:v1,v2,v3,0 " },
    { { X, X, X }, PDB ("b", "x", "0"), "*a:v1,v2,v3,3 ", "*a:v1,v2,v3,3 " },
    { { X, X, X }, PDB ("b", "x", "1"), "*a:v1,v2,v3,0 ", "*a:v2,v3,v1,2 " },
    { { X, X, X }, PDB ("b", "x", "2"), "*a:v1,v2,v3,0 ", "*a:v3,v1,v2,1 " },
    { { X, X, X }, PDB ("b", "x", "3"), "*a:v1,v2,v3,0 ", "*a:v1,v2,v3,0 " },
    { { X, "", "app: z" },
      PDB ("b", "x", "0"),
      "*a:v1,v2,v3,1 ",
      "*a:v1,v2,v3,1 " },
    { { X, "app: z", "app: z" },
      PDB ("b", "x", "1") PDB ("c", "z", "1"),
      "*a:v1,v2,v3,0 ",
      "*a:v3,v1,v2,1 " },
    { { X, X, X },
      PDB ("b", "x", "3") PDB ("c", "x", "1"),
      "*a:v1,v2,v3,0 ",
      "*a:v2,v3,v1,2 " },
    { { X, X, X },
      PDB ("b", "x", "1") PDB ("c", "x", "3"),
      "*a:v1,v2,v3,0 ",
      "*a:v2,v3,v1,2 " },
    { { X, X, X },
      PDB ("b", "x", "0") PDB ("c", "x", "0"),
      "*a:v1,v2,v3,3 ",
      "*a:v1,v2,v3,3 " },
    { { X, X, X },
      PDB_IN ("other", "b", "matchLabels: {app: x}", "0", ""),
      "*a:v1,v2,v3,0 ",
      "*a:v1,v2,v3,0 " },
    { { X, X, X },
      PDB_IN ("ns", "b", "", "0", ""),
      "*a:v1,v2,v3,0 ",
      "*a:v1,v2,v3,0 " },
    { { X, "", "app: z" },
      PDB_IN ("ns", "b",
              "matchExpressions: [{key: app, operator: NotIn, "
              "values: [x]}]",
              "0", ""),
      "*a:v3,v1,v2,1 ",
      "*a:v3,v1,v2,1 " },
    { { X, X, X },
      PDB_IN ("ns", "b", "matchLabels: {app: x}", "0",
              "v2: '2020-01-01T00:00:00Z'"),
      "*a:v1,v2,v3,3 ",
      "*a:v1,v3,v2,2 " },
    { { X, X, X },
      PDB_IN ("ns", "b", "matchLabels: {app: x}", "1",
              "v1: '2020-01-01T00:00:00Z'"),
      "*a:v1,v2,v3,0 ",
      "*a:v3,v1,v2,1 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          CPU_NODE ("a", "3") RUNNING ("v1", "a", "%s", "3") RUNNING ("v2", "a",
                                                                      "%s", "2")
              RUNNING ("v3", "a", "%s", "1") POD (
                  "p", "namespace: ns",
                  "schedulerName: default-scheduler, priority: 100, "
                  "containers: [{name: c, resources: {requests: {cpu: 3}}}]") "%s",
          rows[i].labels[0], rows[i].labels[1], rows[i].labels[2],
          rows[i].budgets);

      expect_preemption ("1.18", DEFAULTS ("v1alpha2"), manifest,
                         rows[i].before);
      expect_preemption ("1.25", DEFAULTS ("v1"), manifest, rows[i].since);
    }
#undef PDB_IN
#undef PDB
#undef X
}

/* What victims on one node would use up is there again on the next. */
static void
test_each_node_has_the_whole_budget (void **state)
{
  expect_preemption (
      "1.25",
      CONFIGURATION ("v1", "{pluginConfig: [{name: DefaultPreemption, args: "
                           "{minCandidateNodesAbsolute: 3}}]}"),
      CPU_NODE ("a", "1") CPU_NODE ("b", "2") CPU_NODE ("c", "1") RUNNING (
          "v1", "a", "app: x", "1") RUNNING ("v2", "b", "app: x", "1")
          RUNNING ("v3", "b", "app: x", "1") RUNNING ("v4", "c", "app: x", "1")
              BUDGET POD ("p", "namespace: ns",
                          "schedulerName: default-scheduler, priority: 100, "
                          "containers: [{name: c, resources: {requests: {cpu: "
                          "1}}}]"),
      "*a:v1,0 b:v3,0 c:v4,0 ");
}

/* The first candidate counts, too. */
static void
test_enough_candidates (void **state)
{
  expect_preemption (
      "1.25",
      CONFIGURATION ("v1", "{pluginConfig: [{name: DefaultPreemption, args: "
                           "{minCandidateNodesPercentage: 1, "
                           "minCandidateNodesAbsolute: 1}}]}"),
      CPU_NODE ("a", "1") CPU_NODE ("b", "1") RUNNING ("v1", "a", "", "2")
          RUNNING ("v2", "b", "", "1") CPU_POD ("p", URGENT),
      "*a:v1,0 ");
}

#define ENDING(name, node, priority)                                     \
  POD (name, "namespace: ns, deletionTimestamp: '2020-01-01T00:00:00Z'", \
       "nodeName: " node ", priority: " priority                         \
       ", containers: [{name: c, resources: {requests: {cpu: 1}}}]")
#define NOMINATED(node)                                                      \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: p, namespace: " \
  "ns}, spec: {schedulerName: default-scheduler, priority: 100, "            \
  "containers: [{name: c, resources: {requests: {cpu: 1}}}]}, status: "      \
  "{nominatedNodeName: " node "}}\n"

/* A nominated pod waits for victims that end, which are less important. */
static void
test_nominated_pods_wait (void **state)
{
  expect_preemption ("1.20", DEFAULTS ("v1beta1"),
                     CPU_NODE ("a", "2") ENDING ("e", "a", "99")
                         RUNNING ("v", "a", "", "1") NOMINATED ("a"),
                     "");
  expect_preemption ("1.20", DEFAULTS ("v1beta1"),
                     CPU_NODE ("a", "2") ENDING ("e", "a", "100")
                         RUNNING ("v", "a", "", "1") NOMINATED ("a"),
                     "*a:v,0 ");
}

/* Where no victim helps, from 1.19 on the pod does not wait for those that end. */
static void
test_nominated_pods_do_not_wait_in_vain (void **state)
{
  static const char manifest[]
      = NODE_WITH ("a", "labels: {}", "unschedulable: true",
                   "allocatable: {cpu: 2, pods: 9}") CPU_NODE ("b", "1")
          ENDING ("e", "a", "99") RUNNING ("v", "b", "", "1") NOMINATED ("a");

  expect_preemption ("1.18", DEFAULTS ("v1alpha2"), manifest, "");
  expect_preemption ("1.20", DEFAULTS ("v1beta1"), manifest, "*b:v,0 ");
  expect_preemption ("1.34.1", DEFAULTS ("v1"), manifest, "*b:v,0 ");
}

/* A node on which nobody is less important is no candidate. */
static void
test_nodes_need_victims (void **state)
{
  expect_preemption (
      "1.25", DEFAULTS ("v1"),
      CPU_NODE ("a", "1") CPU_NODE ("b", "1") RUNNING ("v1", "a", "", "1")
          RUNNING ("v2", "b", "", "200") CPU_POD ("p", URGENT),
      "*a:v1,0 ");
}

/* minCandidateNodesAbsolute 1: the search ends with the first candidate whose
 * victims are within their budgets. */
static void
test_enough_candidates_end_the_search (void **state)
{
  const char *manifest = CPU_NODE ("a", "1") CPU_NODE ("b", "1") CPU_NODE (
      "c", "1") RUNNING ("v1", "a", "app: z", "1") RUNNING ("v2", "b", "", "3")
      RUNNING ("v3", "c", "", "2") CPU_POD (
          "p",
          URGENT) "---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: "
                  "{name: b, namespace: ns}, spec: {selector: {matchLabels: {app: z}}}, "
                  "status: {disruptionsAllowed: 0}}\n";

  expect_preemption ("1.25", DEFAULTS ("v1"), manifest,
                     "b:v2,0 *c:v3,0 a:v1,1 ");
  expect_preemption (
      "1.25",
      CONFIGURATION ("v1", "{pluginConfig: [{name: DefaultPreemption, args: "
                           "{minCandidateNodesPercentage: 0, "
                           "minCandidateNodesAbsolute: 1}}]}"),
      manifest, "*b:v2,0 a:v1,1 ");
}

/* Why no victims help: by node, what is wrong even without them. */
static void
test_why_preemption_is_in_vain (void **state)
{
#define ASKING(cpu)                                                    \
  POD ("p", "namespace: ns",                                           \
       "schedulerName: default-scheduler, priority: 100, containers: " \
       "[{name: c, resources: {requests: {cpu: " cpu "}}}]")
#define HIGH(name, node) RUNNING (name, node, "", "200")
#define LOW(name, node) RUNNING (name, node, "", "1")
#define TAINTED(name)                     \
  NODE_WITH (name, "labels: {}",          \
             "taints: [{key: k, effect: " \
             "NoSchedule}]",              \
             "allocatable: {cpu: 1, pods: 9}")
#define REJECTING(name) NODE (name, "filter: reject", "cpu: 1, pods: 9")
  static const struct
  {
    const char *release;
    const char *manifest;
    const char *why;
  } rows[] = {
    { "1.25", CPU_NODE ("a", "1") HIGH ("h", "a") ASKING ("1"),
      "0/1 nodes are available: 1 No preemption victims found for incoming pod." },
    { "1.25", CPU_NODE ("a", "2") HIGH ("h", "a") LOW ("l", "a") ASKING ("2"),
      "0/1 nodes are available: 1 Insufficient cpu." },
    { "1.25", TAINTED ("a") LOW ("l", "a") ASKING ("1"),
      "0/1 nodes are available: 1 Preemption is not helpful for scheduling." },
    { "1.25", REJECTING ("a") LOW ("l", "a") ASKING ("1"),
      "0/1 nodes are available: 1 filter: reject." },
    { "1.25", REJECTING ("a") LOW ("l", "a") HIGH ("h", "a") ASKING ("1"),
      "0/1 nodes are available: 1 Insufficient cpu." },
    { "1.25",
      CPU_NODE ("a", "1") HIGH ("h", "a") CPU_NODE ("b", "2") HIGH ("i", "b")
          LOW ("l", "b") TAINTED ("c") REJECTING ("d") LOW ("m", "d")
              TAINTED ("e") CPU_NODE ("f", "1") HIGH ("j", "f") ASKING ("2"),
      "0/6 nodes are available: 2 Insufficient cpu, 2 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling." },
    { "1.22", CPU_NODE ("a", "1") HIGH ("h", "a") ASKING ("1"), NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Run) run = { 0 };
      g_autoptr (FitEvaluation) evaluation = NULL;
      const FitPod *pod;

      run_init (&run, rows[i].release,
                strcmp (rows[i].release, "1.22") == 0
                    ? DEFAULTS ("v1beta2")
                    : CONFIGURATION ("v1", "{plugins: {filter: {enabled: "
                                           "[{name: scripted}]}}}"),
                rows[i].manifest);
      pod = fit_simulation_pending (run.simulation)->pdata[0];
      evaluation = fit_generic_scheduler_evaluate (
          fit_simulation_scheduler_of (run.simulation, pod), pod,
          FIT_EVALUATE_PREEMPTION);
      if (g_strcmp0 (evaluation->preemption->why, rows[i].why) != 0)
        fail_msg ("row %u: %s", i, evaluation->preemption->why);
    }
#undef ASKING
#undef HIGH
#undef LOW
#undef TAINTED
#undef REJECTING
}

/* Up to 1.31 the pods that violate a budget come first among the victims. */
static void
test_order_of_victims (void **state)
{
#define THREE(first, second, third)                                    \
  CPU_NODE ("a", "3")                                                  \
  RUNNING ("v1", "a", first, "3")                                      \
  RUNNING ("v2", "a", second, "2")                                     \
  RUNNING ("v3", "a", third, "1")                                      \
  POD ("p", "namespace: ns",                                           \
       "schedulerName: default-scheduler, priority: 100, containers: " \
       "[{name: c, resources: {requests: {cpu: 3}}}]")                 \
  "---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: " \
  "{name: b, namespace: ns}, spec: {selector: {matchLabels: {app: "    \
  "x}}}, status: {disruptionsAllowed: 0}}\n"
#define X "app: x"
  static const struct
  {
    const char *manifest;
    const char *before, *since; /* 1.32 */
  } rows[] = {
    { THREE ("", "", ""), "*a:v1,v2,v3,0 ", "*a:v1,v2,v3,0 " },
    { THREE (X, X, X), "*a:v1,v2,v3,3 ", "*a:v1,v2,v3,3 " },
    { THREE (X, "", ""), "*a:v1,v2,v3,1 ", "*a:v1,v2,v3,1 " },
    { THREE ("", X, ""), "*a:v2,v1,v3,1 ", "*a:v1,v2,v3,1 " },
    { THREE ("", "", X), "*a:v3,v1,v2,1 ", "*a:v1,v2,v3,1 " },
    { THREE (X, "", X), "*a:v1,v3,v2,2 ", "*a:v1,v2,v3,2 " },
    { THREE ("", X, X), "*a:v2,v3,v1,2 ", "*a:v1,v2,v3,2 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      expect_preemption ("1.31", DEFAULTS ("v1"), rows[i].manifest,
                         rows[i].before);
      expect_preemption ("1.32", DEFAULTS ("v1"), rows[i].manifest,
                         rows[i].since);
    }
#undef THREE
#undef X
}

/* A pod that PreFilter turns away is not helped by victims. */
static void
test_no_victims_for_what_pre_filter_rejects (void **state)
{
  expect_preemption (
      "1.25", DEFAULTS ("v1"),
      CPU_NODE ("a", "1") RUNNING ("v1", "a", "", "1")
          CPU_POD ("p", URGENT ", volumes: [{name: v, persistentVolumeClaim: "
                               "{claimName: none}}]"),
      "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_victims_use_up_budgets),
    cmocka_unit_test (test_violated_budgets),
    cmocka_unit_test (test_each_node_has_the_whole_budget),
    cmocka_unit_test (test_enough_candidates),
    cmocka_unit_test (test_nominated_pods_wait),
    cmocka_unit_test (test_nominated_pods_do_not_wait_in_vain),
    cmocka_unit_test (test_nodes_need_victims),
    cmocka_unit_test (test_enough_candidates_end_the_search),
    cmocka_unit_test (test_why_preemption_is_in_vain),
    cmocka_unit_test (test_order_of_victims),
    cmocka_unit_test (test_no_victims_for_what_pre_filter_rejects),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
