/* test-pod-topology-spread-former.c - EvenPodsSpread: how the skew is counted, and by which pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"
#include "predicates/metadata-build.h"

#define NO "node(s) didn't match pod topology spread constraints"

/* Two nodes in zone a, one in b, one without zone. */
#define NODES                           \
  NODE ("a1", "zone: a, disk: ssd", "") \
  NODE ("a2", "zone: a", "")            \
  NODE ("b1", "zone: b", "") NODE ("none", "disk: ssd", "")
#define ANSWERS(a, b, none) "a1: " a "\na2: " a "\nb1: " b "\nnone: " none "\n"
#define ANYWHERE ANSWERS ("yes", "yes", "yes")

#define CONSTRAINT_ON(key, skew, otherwise, selector)                       \
  "{topologyKey: " key ", maxSkew: " skew ", whenUnsatisfiable: " otherwise \
  ", labelSelector: {" selector "}}"
#define CONSTRAINT(skew) \
  CONSTRAINT_ON ("zone", skew, "DoNotSchedule", "matchLabels: {app: web}")
#define SPREAD(constraints) "topologySpreadConstraints: [" constraints "]"

#define WEB "app: web"
#define PENDING_WEB(constraints) PENDING (WEB, SPREAD (constraints))

static void
expect (const char *manifest, const char *expected)
{
  ask (&(const Question){ .info = &fit_even_pods_spread,
                          .manifest = manifest,
                          .gates = "EvenPodsSpread=true" },
       expected);
}

static void
test_skew_counts_the_pod_itself (void **state)
{
  /* a 1, b 0: one more in a would be 2 - 0. */
  expect (NODES PENDING_WEB (CONSTRAINT ("1")) PLACED ("p1", "a1", WEB),
          ANSWERS (NO, "yes", NO));
  /* Just as much as it may be is fine. */
  expect (NODES PENDING_WEB (CONSTRAINT ("2")) PLACED ("p1", "a1", WEB),
          ANSWERS ("yes", "yes", NO));
  /* A pod that does not match itself does not count. */
  expect (NODES PENDING ("app: db", SPREAD (CONSTRAINT ("1")))
              PLACED ("p1", "a1", WEB),
          ANSWERS ("yes", "yes", NO));
  expect (NODES PENDING ("app: db", SPREAD (CONSTRAINT ("1")))
              PLACED ("p1", "a1", WEB) PLACED ("p2", "a2", WEB),
          ANSWERS (NO, "yes", NO));
}

static void
test_minimum_is_that_of_all_values (void **state)
{
  expect (NODES NODE ("c1", "zone: c", "") PENDING_WEB (CONSTRAINT ("1"))
              PLACED ("p1", "a1", WEB) PLACED ("p2", "b1", WEB),
          ANSWERS (NO, NO, NO) "c1: yes\n");
  expect (NODES NODE ("c1", "zone: c", "") PENDING_WEB (CONSTRAINT ("1"))
              PLACED ("p1", "a1", WEB) PLACED ("p2", "b1", WEB)
                  PLACED ("p3", "c1", WEB),
          ANSWERS ("yes", "yes", NO) "c1: yes\n");
}

static void
test_terminating_pods_count_and_other_namespaces_do_not (void **state)
{
  expect (NODES PENDING_WEB (CONSTRAINT ("1"))
              POD ("p1",
                   "namespace: ns, labels: {app: web}, "
                   "deletionTimestamp: 2020-01-01T00:00:00Z",
                   "nodeName: a1"),
          ANSWERS (NO, "yes", NO));
  expect (NODES PENDING_WEB (CONSTRAINT ("1")) POD (
              "p1", "namespace: other, labels: {app: web}", "nodeName: a1"),
          ANSWERS ("yes", "yes", NO));
}

static void
test_soft_constraints_do_not_matter (void **state)
{
  expect (NODES PENDING_WEB (CONSTRAINT_ON ("zone", "1", "ScheduleAnyway",
                                            "matchLabels: {app: web}"))
              PLACED ("p1", "a1", WEB),
          ANYWHERE);
  expect (NODES PENDING (WEB, "") PLACED ("p1", "a1", WEB), ANYWHERE);
}

/* Only nodes that the pod's node selector allows are counted.  Where none is,
 * nothing keeps the pod out. */
static void
test_only_eligible_nodes_count (void **state)
{
#define ON_SSD(constraints) \
  PENDING (WEB, "nodeSelector: {disk: ssd}, " SPREAD (constraints))
  /* Without zone b the minimum is 1. */
  expect (NODES ON_SSD (CONSTRAINT ("1")) PLACED ("p1", "a1", WEB),
          ANSWERS ("yes", "yes", NO));
  /* The pod on a2 is not counted. */
  expect (NODES ON_SSD (CONSTRAINT ("1")) PLACED ("p1", "a2", WEB)
              PLACED ("p2", "a2", WEB),
          ANSWERS ("yes", "yes", NO));
#undef ON_SSD
  expect (NODES PENDING (WEB, "nodeSelector: {disk: tape}, " SPREAD (
                                  CONSTRAINT ("1"))) PLACED ("p1", "a1", WEB),
          ANYWHERE);
}

static void
test_nodes_must_carry_all_the_keys (void **state)
{
#define BOTH       \
  CONSTRAINT ("1") \
  ", " CONSTRAINT_ON ("disk", "1", "DoNotSchedule", "matchLabels: {app: web}")
  /* Only a1 has both: its pod makes the minimum of both keys. */
  expect (NODES PENDING_WEB (BOTH) PLACED ("p1", "a1", WEB)
              PLACED ("p2", "b1", WEB),
          "a1: yes\na2: " NO "\nb1: " NO "\nnone: " NO "\n");
#undef BOTH
}

/* Constraints with the same key count together. */
static void
test_constraints_with_one_key_share_a_count (void **state)
{
#define TWICE CONSTRAINT ("2") ", " CONSTRAINT ("2")
  expect (NODES PENDING_WEB (TWICE) PLACED ("p1", "a1", WEB),
          ANSWERS (NO, "yes", NO));
#undef TWICE
}

#define BAD_SELECTOR "matchExpressions: [{key: a, operator: In, values: []}]"
#define BAD CONSTRAINT_ON ("zone", "1", "DoNotSchedule", BAD_SELECTOR)

static void
test_invalid_selector_spoils_the_metadata (void **state)
{
#define ERROR "error: metadata not pre-computed for EvenPodsSpreadPredicate"
  expect (NODES PENDING_WEB (BAD) PLACED ("p1", "a1", ""),
          ANSWERS (ERROR, ERROR, ERROR));
  /* So does one in the affinity of the pod. */
  expect (NODES PENDING (WEB, "affinity: {" POD_AFFINITY (INVALID_TERM (
                                  "zone")) "}, " SPREAD (CONSTRAINT ("1"))),
          ANSWERS (ERROR, ERROR, ERROR));
#undef ERROR
}

/* Where there is no pod to be held against it, it is noticed later. */
static void
test_invalid_selector_without_pods_fails_node_by_node (void **state)
{
#define ERROR "error: for 'in', 'notin' operators, values set can't be empty"
  expect (NODES PENDING_WEB (BAD), ANSWERS (ERROR, ERROR, NO));
  expect (NODES PENDING_WEB (BAD)
              POD ("p1", "namespace: other", "nodeName: a1"),
          ANSWERS (ERROR, ERROR, NO));
  expect (NODES PENDING_WEB (BAD) PLACED ("p1", "none", ""),
          ANSWERS (ERROR, ERROR, NO));
#undef ERROR
}

/* -- with pods taken away and added ---------------------------------------- */

static void
expect_if (const Asking *asking, FitPredicateMetadata *meta, const char *node,
           const char *expected)
{
  g_autofree char *answer
      = asking_answer (asking, cluster_node (&asking->cluster, node), meta);

  assert_string_equal (answer, expected);
}

static void
test_counts_follow_a_copy (void **state)
{
  g_auto (Asking) asking = { 0 };
  g_autoptr (FitPod) more
      = pod_from (POD ("more", "namespace: ns, labels: {app: web}", ""));
  FitPredicateMetadata *meta;
  FitArena *arena;

  asking_init (&asking, &(const Question){
                            .info = &fit_even_pods_spread,
                            .manifest = NODES PENDING_WEB (CONSTRAINT ("1"))
                                PLACED ("p1", "a1", WEB),
                            .gates = "EvenPodsSpread=true" });
  arena = asking.cluster.arena;
  meta = fit_predicate_metadata_copy (asking.run.meta, arena);
  fit_predicate_metadata_remove_pod (meta, cluster_pod (&asking.cluster, "p1"),
                                     cluster_node (&asking.cluster, "a1"),
                                     arena);
  expect_if (&asking, meta, "a2", "yes");
  fit_predicate_metadata_add_pod (meta, more,
                                  cluster_node (&asking.cluster, "b1"), arena);
  expect_if (&asking, meta, "b1", NO);
  expect_if (&asking, meta, "a1", "yes");
  /* The original is as it was. */
  expect_answer (&asking, "a1", NO);
  expect_answer (&asking, "b1", "yes");
}

/* Changes do not ask whether the node is eligible: a pod on a node that was
 * not counted makes a value with less than no pods when it leaves. */
static void
test_changes_on_nodes_that_were_not_counted (void **state)
{
  g_auto (Asking) asking = { 0 };
  FitPredicateMetadata *meta;

  asking_init (&asking,
               &(const Question){
                   .info = &fit_even_pods_spread,
                   .manifest = NODES PENDING (
                       WEB, "nodeSelector: {disk: ssd}, " SPREAD (
                                CONSTRAINT ("1"))) PLACED ("p1", "b1", WEB),
                   .gates = "EvenPodsSpread=true" });
  expect_answer (&asking, "a1", "yes");
  meta = fit_predicate_metadata_copy (asking.run.meta, asking.cluster.arena);
  fit_predicate_metadata_remove_pod (meta, cluster_pod (&asking.cluster, "p1"),
                                     cluster_node (&asking.cluster, "b1"),
                                     asking.cluster.arena);
  /* 0 + 1 - (-1) */
  expect_if (&asking, meta, "a1", NO);
  expect_if (&asking, meta, "b1", "yes");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_skew_counts_the_pod_itself),
    cmocka_unit_test (test_minimum_is_that_of_all_values),
    cmocka_unit_test (test_terminating_pods_count_and_other_namespaces_do_not),
    cmocka_unit_test (test_soft_constraints_do_not_matter),
    cmocka_unit_test (test_only_eligible_nodes_count),
    cmocka_unit_test (test_nodes_must_carry_all_the_keys),
    cmocka_unit_test (test_constraints_with_one_key_share_a_count),
    cmocka_unit_test (test_invalid_selector_spoils_the_metadata),
    cmocka_unit_test (test_invalid_selector_without_pods_fails_node_by_node),
    cmocka_unit_test (test_counts_follow_a_copy),
    cmocka_unit_test (test_changes_on_nodes_that_were_not_counted),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
