/* An invalid selector takes the metadata away; what MatchInterPodAffinity then
 * decides is not always what it decides otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/inter-pod-affinity.h"

#include "tests/predicates/affinity-answers.h"
#include "tests/predicates/question.h"

static void
expect (const char *manifest, const char *expected)
{
  ask (&(const Question){ .info = &fit_match_inter_pod_affinity,
                          .manifest = manifest },
       expected);
}

/* Spoils the metadata of the pod that has it, as soon as another pod runs. */
#define SPOILT                                                            \
  "topologySpreadConstraints: [{topologyKey: zone, maxSkew: 1, "          \
  "whenUnsatisfiable: DoNotSchedule, labelSelector: {matchExpressions: [" \
  "{key: a, operator: In, values: []}]}}]"

#define FAST(labels, affinity) TOPOLOGY PENDING (labels, AFFINE (affinity))
#define SLOW(labels, affinity) \
  TOPOLOGY PENDING (labels, AFFINE (affinity) ", " SPOILT)

#define DETAIL "for 'in', 'notin' operators, values set can't be empty"

/* -- where both agree ------------------------------------------------------ */

static void
test_paths_agree_on_single_terms (void **state)
{
#define BOTH_PATHS(labels, affinity, pods, answers) \
  expect (FAST (labels, affinity) pods, answers);   \
  expect (SLOW (labels, affinity) pods, answers)
#define NEAR POD_AFFINITY (TERM ("zone", WEB))
#define FAR POD_ANTI_AFFINITY (TERM ("zone", WEB))
#define P PLACED ("p", "a1", WEB)
#define GUARD PLACED_WITH ("g", "b2", "", AFFINE (FAR))

  BOTH_PATHS ("", NEAR, P, ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  BOTH_PATHS ("", FAR, P, ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
  BOTH_PATHS (WEB, NEAR, PLACED ("p", "a1", ""), EVERYWHERE ("yes"));
  BOTH_PATHS ("", NEAR, PLACED ("p", "a1", ""), EVERYWHERE (NO_AFFINITY));
  BOTH_PATHS (WEB, "", P GUARD, ANSWERS ("yes", "yes", NO_EXISTING, "yes"));

#undef BOTH_PATHS
#undef NEAR
#undef FAR
#undef P
#undef GUARD
}

/* -- where they do not ----------------------------------------------------- */

/* One pod must be in the topologies of all terms. */
static void
test_affinity_must_be_met_by_one_pod (void **state)
{
#define TERMS POD_AFFINITY (TERM ("zone", WEB) ", " TERM ("rack", WEB))
#define PODS PLACED ("p", "a1", WEB) PLACED ("q", "b2", WEB)
  expect (FAST ("", TERMS) PODS, ANSWERS ("yes", "yes", "yes", NO_AFFINITY));
  expect (SLOW ("", TERMS) PODS,
          ANSWERS ("yes", NO_AFFINITY, "yes", NO_AFFINITY));
#undef TERMS
#undef PODS
}

/* A pod that matches but has no topology blocks the first of a group. */
static void
test_matching_pod_without_topology_blocks (void **state)
{
#define TERMS POD_AFFINITY (TERM ("zone", WEB))
  expect (FAST (WEB, TERMS) PLACED ("p", "none", WEB) PLACED ("q", "a1", ""),
          EVERYWHERE ("yes"));
  expect (SLOW (WEB, TERMS) PLACED ("p", "none", WEB) PLACED ("q", "a1", ""),
          EVERYWHERE (NO_AFFINITY));
#undef TERMS
}

/* One pod must match all terms to violate them. */
static void
test_anti_affinity_must_be_violated_by_one_pod (void **state)
{
#define TERMS \
  POD_ANTI_AFFINITY (TERM ("zone", WEB) ", " TERM ("rack", "tier: x"))
  expect (FAST ("", TERMS) PLACED ("p", "a1", WEB),
          ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
  expect (SLOW ("", TERMS) PLACED ("p", "a1", WEB), EVERYWHERE ("yes"));
  expect (SLOW ("", TERMS) PLACED ("p", "a1", "app: web, tier: x"),
          ANSWERS (NO_ANTI, "yes", "yes", "yes"));
#undef TERMS
}

/* Anti-affinity is found on the way, before affinity is given up. */
static void
test_anti_affinity_goes_before_affinity (void **state)
{
#define TERMS                             \
  POD_AFFINITY (TERM ("zone", "app: db")) \
  ", " POD_ANTI_AFFINITY (TERM ("zone", WEB))
  expect (FAST ("", TERMS) PLACED ("p", "a1", WEB), EVERYWHERE (NO_AFFINITY));
  expect (SLOW ("", TERMS) PLACED ("p", "a1", WEB),
          ANSWERS (NO_ANTI, NO_ANTI, NO_AFFINITY, NO_AFFINITY));
#undef TERMS
}

/* -- what cannot be answered ----------------------------------------------- */

#define BECAUSE(node, what)                                               \
  "error: Cannot schedule pod ns/pending onto node " node ", because of " \
  "PodAffinity: " what
#define FAILS(what)                                                          \
  ANSWERS (BECAUSE ("a1", what), BECAUSE ("a2", what), BECAUSE ("b2", what), \
           BECAUSE ("none", what))

static void
test_invalid_affinity_is_an_error (void **state)
{
  expect (FAST ("", POD_AFFINITY (INVALID_TERM ("zone")))
              PLACED ("p", "a1", ""),
          FAILS (DETAIL));
  /* The first pod ends it, however many there are. */
  expect (FAST ("", POD_AFFINITY (INVALID_TERM ("zone"))) PLACED ("p", "a1", "")
              PLACED ("q", "b2", ""),
          FAILS (DETAIL));
  /* Without a pod to look at, it is just not met. */
  expect (FAST ("", POD_AFFINITY (INVALID_TERM ("zone"))),
          EVERYWHERE (NO_AFFINITY));
}

static void
test_invalid_anti_affinity_is_a_violation (void **state)
{
  expect (FAST ("", POD_ANTI_AFFINITY (INVALID_TERM ("zone")))
              PLACED ("p", "a1", ""),
          EVERYWHERE (NO_ANTI));
  expect (FAST ("", POD_ANTI_AFFINITY (INVALID_TERM ("zone"))),
          EVERYWHERE ("yes"));
}

/* One pod with an invalid selector stops all others, whatever they ask for. */
static void
test_invalid_anti_affinity_of_a_running_pod_stops_everybody (void **state)
{
#define BAD_POD(node)         \
  PLACED_WITH ("p", node, "", \
               AFFINE (POD_ANTI_AFFINITY (INVALID_TERM ("zone"))))
#define STOPPED \
  "error: Failed to get all terms that match pod ns/pending: " DETAIL
  expect (TOPOLOGY PENDING ("", "") BAD_POD ("a1"), EVERYWHERE (STOPPED));
  expect (TOPOLOGY PENDING ("", "") BAD_POD ("none"), EVERYWHERE (STOPPED));
  /* On a node that nobody knows it does no harm, not even on this path. */
  expect (TOPOLOGY PENDING ("", "") BAD_POD ("lost"), EVERYWHERE ("yes"));
  expect (SLOW ("", "") BAD_POD ("lost") PLACED ("q", "a1", ""),
          EVERYWHERE ("yes"));
  /* Invalid affinity of a running pod does none at all. */
  expect (TOPOLOGY PENDING ("", "") PLACED_WITH (
              "p", "a1", "", AFFINE (POD_AFFINITY (INVALID_TERM ("zone")))),
          EVERYWHERE ("yes"));
#undef BAD_POD
#undef STOPPED
}

static void
test_pod_on_an_unknown_node (void **state)
{
#define LOST PLACED ("p", "a1", "") PLACED ("q", "lost", WEB)
  expect (SLOW ("", POD_AFFINITY (TERM ("zone", WEB))) LOST,
          FAILS ("node \"lost\" not found"));
  expect (SLOW ("", POD_AFFINITY (TERM ("zone", WEB)))
              LOST PLACED ("r", "gone", WEB),
          FAILS ("node \"lost\" not found"));
  expect (SLOW ("", POD_ANTI_AFFINITY (TERM ("zone", WEB))) LOST,
          EVERYWHERE (NO_ANTI));
#undef LOST
}

static void
test_empty_topology_key (void **state)
{
#define EMPTY                                                              \
  "empty topologyKey is not allowed except for PreferredDuringScheduling " \
  "pod anti-affinity"
#define P PLACED ("p", "a1", WEB)
  expect (SLOW ("", POD_AFFINITY (TERM ("''", WEB))) P, FAILS (EMPTY));
  expect (SLOW ("", POD_ANTI_AFFINITY (TERM ("''", WEB))) P,
          EVERYWHERE (NO_ANTI));
  /* Terms are looked at in order, until one is elsewhere. */
  expect (SLOW ("", POD_AFFINITY (TERM ("zone", WEB) ", " TERM ("''", WEB))) P,
          ANSWERS (BECAUSE ("a1", EMPTY), BECAUSE ("a2", EMPTY), NO_AFFINITY,
                   NO_AFFINITY));
#undef EMPTY
#undef P
}

/* -- pods that have left --------------------------------------------------- */

static void
test_pod_that_has_left_the_node_does_not_count (void **state)
{
  g_auto (Asking) asking = { 0 };
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autofree char *answer = NULL;

  asking_init (&asking,
               &(const Question){
                   .info = &fit_match_inter_pod_affinity,
                   .manifest = SLOW ("", POD_ANTI_AFFINITY (TERM ("zone", WEB)))
                       PLACED ("p", "a1", WEB) PLACED ("q", "b2", "") });
  assert_false (asking.run.meta->usable);
  expect_answer (&asking, "a1", NO_ANTI);
  clone = fit_node_info_clone (cluster_node (&asking.cluster, "a1"));
  assert_true (fit_node_info_remove_pod (
      clone, cluster_pod (&asking.cluster, "p"), NULL));
  answer = asking_answer (&asking, clone, NULL);
  assert_string_equal (answer, "yes");
  /* It still does for the other node of the zone. */
  expect_answer (&asking, "a2", NO_ANTI);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_paths_agree_on_single_terms),
    cmocka_unit_test (test_affinity_must_be_met_by_one_pod),
    cmocka_unit_test (test_matching_pod_without_topology_blocks),
    cmocka_unit_test (test_anti_affinity_must_be_violated_by_one_pod),
    cmocka_unit_test (test_anti_affinity_goes_before_affinity),
    cmocka_unit_test (test_invalid_affinity_is_an_error),
    cmocka_unit_test (test_invalid_anti_affinity_is_a_violation),
    cmocka_unit_test (
        test_invalid_anti_affinity_of_a_running_pod_stops_everybody),
    cmocka_unit_test (test_pod_on_an_unknown_node),
    cmocka_unit_test (test_empty_topology_key),
    cmocka_unit_test (test_pod_that_has_left_the_node_does_not_count),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
