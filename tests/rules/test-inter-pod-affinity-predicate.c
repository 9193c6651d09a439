/* test-inter-pod-affinity-predicate.c - MatchInterPodAffinity: affinity and anti-affinity of new and running pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/affinity-answers.h"
#include "tests/predicates/question.h"

static void
expect (const char *manifest, const char *expected)
{
  ask (&(const Question){ .info = &fit_match_inter_pod_affinity,
                          .manifest = manifest },
       expected);
}

#define WANTS(terms) PENDING ("", AFFINE (POD_AFFINITY (terms)))
#define SHUNS(terms) PENDING ("", AFFINE (POD_ANTI_AFFINITY (terms)))

static void
test_pod_without_terms_fits (void **state)
{
  expect (TOPOLOGY PENDING ("", "") PLACED ("p", "a1", WEB),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY PENDING ("", AFFINE ("podAffinity: {}, podAntiAffinity: {}"))
              PLACED ("p", "a1", WEB),
          EVERYWHERE ("yes"));
}

/* -- affinity -------------------------------------------------------------- */

static void
test_affinity_wants_a_pod_in_the_topology (void **state)
{
  expect (TOPOLOGY WANTS (TERM ("zone", WEB)) PLACED ("p", "a1", WEB),
          ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  expect (TOPOLOGY WANTS (TERM ("rack", WEB)) PLACED ("p", "a2", WEB),
          ANSWERS (NO_AFFINITY, "yes", "yes", NO_AFFINITY));
  expect (TOPOLOGY WANTS (TERM ("zone", WEB)) PLACED ("p", "a1", "app: db"),
          EVERYWHERE (NO_AFFINITY));
}

/* A pod has to match the selectors of all terms; the topologies of the terms
 * may be those of different pods. */
static void
test_affinity_terms_may_be_met_by_different_pods (void **state)
{
#define BOTH TERM ("zone", WEB) ", " TERM ("rack", "tier: x")
  expect (TOPOLOGY WANTS (BOTH) PLACED ("p", "a1", "app: web, tier: x")
              PLACED ("q", "b2", "app: web, tier: x"),
          ANSWERS ("yes", "yes", "yes", NO_AFFINITY));
  expect (TOPOLOGY WANTS (BOTH) PLACED ("p", "a1", "app: web, tier: x"),
          ANSWERS ("yes", NO_AFFINITY, NO_AFFINITY, NO_AFFINITY));
  expect (TOPOLOGY WANTS (BOTH) PLACED ("p", "a1", WEB)
              PLACED ("q", "a1", "tier: x"),
          EVERYWHERE (NO_AFFINITY));
#undef BOTH
}

static void
test_first_pod_of_a_group_goes_anywhere (void **state)
{
#define GROUP PENDING (WEB, AFFINE (POD_AFFINITY (TERM ("zone", WEB))))
  expect (TOPOLOGY GROUP, EVERYWHERE ("yes"));
  expect (TOPOLOGY GROUP PLACED ("p", "a1", "app: db"), EVERYWHERE ("yes"));
  expect (TOPOLOGY GROUP PLACED ("p", "a1", WEB),
          ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  /* A pod that nobody can be near does not count. */
  expect (TOPOLOGY GROUP PLACED ("p", "none", WEB), EVERYWHERE ("yes"));
  expect (TOPOLOGY GROUP PLACED ("p", "lost", WEB), EVERYWHERE ("yes"));
#undef GROUP
  /* It has to match its own terms, all of them. */
  expect (TOPOLOGY WANTS (TERM ("zone", WEB)), EVERYWHERE (NO_AFFINITY));
  expect (
      TOPOLOGY PENDING (WEB, AFFINE (POD_AFFINITY (TERM (
                                 "zone", WEB) ", " TERM ("zone", "app: db")))),
      EVERYWHERE (NO_AFFINITY));
}

static void
test_terms_say_which_namespaces (void **state)
{
#define OTHER POD ("p", "namespace: other, labels: {app: web}", "nodeName: a1")
#define IN(namespaces)                                             \
  "{topologyKey: zone, labelSelector: {matchLabels: {app: web}}, " \
  "namespaces: [" namespaces "]}"
  expect (TOPOLOGY WANTS (TERM ("zone", WEB)) OTHER, EVERYWHERE (NO_AFFINITY));
  expect (TOPOLOGY WANTS (IN ("other")) OTHER,
          ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  expect (TOPOLOGY WANTS (IN ("ns, other")) OTHER,
          ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
  expect (TOPOLOGY WANTS (IN ("ns")) OTHER, EVERYWHERE (NO_AFFINITY));
#undef IN
#undef OTHER
}

static void
test_absent_selector_matches_nothing_and_an_empty_one_all (void **state)
{
  expect (TOPOLOGY WANTS ("{topologyKey: zone}") PLACED ("p", "a1", WEB),
          EVERYWHERE (NO_AFFINITY));
  expect (TOPOLOGY WANTS ("{topologyKey: zone, labelSelector: {}}")
              PLACED ("p", "a1", WEB),
          ANSWERS ("yes", "yes", NO_AFFINITY, NO_AFFINITY));
}

/* -- anti-affinity --------------------------------------------------------- */

static void
test_anti_affinity_keeps_away (void **state)
{
  expect (TOPOLOGY SHUNS (TERM ("zone", WEB)) PLACED ("p", "a1", WEB),
          ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
  expect (TOPOLOGY SHUNS (TERM ("zone", WEB)) PLACED ("p", "none", WEB),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY SHUNS (TERM ("zone", WEB)) PLACED ("p", "a1", "app: db"),
          EVERYWHERE ("yes"));
}

static void
test_each_anti_affinity_term_counts (void **state)
{
  expect (TOPOLOGY SHUNS (TERM ("zone", WEB) ", " TERM ("rack", "app: db"))
              PLACED ("p", "b2", WEB) PLACED ("q", "a1", "app: db"),
          ANSWERS (NO_ANTI, "yes", NO_ANTI, "yes"));
}

/* -- anti-affinity of pods that run ---------------------------------------- */

#define GUARD(name, node, term) \
  PLACED_WITH (name, node, "", AFFINE (POD_ANTI_AFFINITY (term)))

static void
test_running_pods_keep_others_away (void **state)
{
  expect (TOPOLOGY PENDING (WEB, "") GUARD ("p", "a1", TERM ("zone", WEB)),
          ANSWERS (NO_EXISTING, NO_EXISTING, "yes", "yes"));
  expect (TOPOLOGY PENDING ("app: db", "")
              GUARD ("p", "a1", TERM ("zone", WEB)),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY PENDING (WEB, "") GUARD ("p", "none", TERM ("zone", WEB)),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY PENDING (WEB, "") GUARD ("p", "lost", TERM ("zone", WEB)),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY PENDING (WEB, "")
              GUARD ("p", "a1", TERM ("zone", WEB) ", " TERM ("rack", WEB))
                  GUARD ("q", "b2", TERM ("rack", WEB)),
          ANSWERS (NO_EXISTING, NO_EXISTING, NO_EXISTING, "yes"));
}

static void
test_namespace_of_a_term_is_that_of_its_owner (void **state)
{
  expect (TOPOLOGY PENDING (WEB, "") POD (
              "p", "namespace: other",
              "nodeName: a1, " AFFINE (POD_ANTI_AFFINITY (TERM ("zone", WEB)))),
          EVERYWHERE ("yes"));
  expect (TOPOLOGY PENDING (WEB, "") POD (
              "p", "namespace: other",
              "nodeName: a1, " AFFINE (POD_ANTI_AFFINITY (
                  "{topologyKey: zone, labelSelector: {}, namespaces: [ns]}"))),
          ANSWERS (NO_EXISTING, NO_EXISTING, "yes", "yes"));
}

/* -- all together ---------------------------------------------------------- */

static void
test_rules_are_asked_in_order (void **state)
{
#define ALL                                                                    \
  PENDING (                                                                    \
      WEB,                                                                     \
      AFFINE (POD_AFFINITY (TERM ("zone", "app: db")) ", " POD_ANTI_AFFINITY ( \
          TERM ("rack", "app: cache"))))
  /* Nobody in a wants it there, b has no db, a2 is near a cache. */
  expect (TOPOLOGY NODE ("c1", "zone: c, rack: '2'", "")
              NODE ("c3", "zone: c, rack: '3'", "")
                  ALL GUARD ("p1", "a1", TERM ("zone", WEB))
                      PLACED ("p2", "c1", "app: db")
                          PLACED ("p3", "b2", "app: cache"),
          ANSWERS (NO_EXISTING, NO_EXISTING, NO_AFFINITY,
                   NO_AFFINITY) "c1: " NO_ANTI "\nc3: yes\n");
#undef ALL
}

static void
test_terminating_pods_count (void **state)
{
  expect (TOPOLOGY SHUNS (TERM ("zone", WEB))
              POD ("p",
                   "namespace: ns, labels: {app: web}, "
                   "deletionTimestamp: 2020-01-01T00:00:00Z",
                   "nodeName: a1"),
          ANSWERS (NO_ANTI, NO_ANTI, "yes", "yes"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pod_without_terms_fits),
    cmocka_unit_test (test_affinity_wants_a_pod_in_the_topology),
    cmocka_unit_test (test_affinity_terms_may_be_met_by_different_pods),
    cmocka_unit_test (test_first_pod_of_a_group_goes_anywhere),
    cmocka_unit_test (test_terms_say_which_namespaces),
    cmocka_unit_test (
        test_absent_selector_matches_nothing_and_an_empty_one_all),
    cmocka_unit_test (test_anti_affinity_keeps_away),
    cmocka_unit_test (test_each_anti_affinity_term_counts),
    cmocka_unit_test (test_running_pods_keep_others_away),
    cmocka_unit_test (test_namespace_of_a_term_is_that_of_its_owner),
    cmocka_unit_test (test_rules_are_asked_in_order),
    cmocka_unit_test (test_terminating_pods_count),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
