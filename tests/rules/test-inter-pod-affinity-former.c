/* test-inter-pod-affinity-former.c - pods that attract and repel each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define NODES                         \
  NODE ("a", "zone: z1, host: a", "") \
  NODE ("b", "zone: z1, host: b", "") \
  NODE ("c", "zone: z2, host: c", "") \
  NODE ("d", "host: d", "")

#define APP(app) "matchLabels: {app: " app "}"
#define INVALID "matchExpressions: [{key: app, operator: In, values: []}]"
#define INVALID_ERROR \
  "error: for 'in', 'notin' operators, values set can't be empty"
#define COVERS(key, selector) \
  "{topologyKey: " key ", labelSelector: {" selector "}}"
#define WEIGHTED(weight, key, selector) \
  "{weight: " weight ", podAffinityTerm: " COVERS (key, selector) "}"
#define PREFERS(terms) \
  "podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [" terms "]}"
#define SHUNS(terms)                                                    \
  "podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: " \
  "[" terms "]}"
#define NEEDS(terms) \
  "podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [" terms "]}"
#define FORBIDS(terms)                                                 \
  "podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
  "[" terms "]}"
#define AFFINITY(affinity) "affinity: {" affinity "}"
#define PLACED_SPEC(name, node, labels, affinity)   \
  POD (name, "namespace: ns, labels: {" labels "}", \
       "nodeName: " node ", " AFFINITY (affinity))

static void
assert_scores (const char *manifest, gint32 hard_weight, const char *expected)
{
  const Scenario scenario = { .info = &fit_inter_pod_affinity_priority,
                              .manifest = manifest,
                              .hard_weight = hard_weight };

  scenario_assert (&scenario, expected);
}

static void
test_nobody_cares (void **state)
{
  assert_scores (NODES PLACED ("p", "a", "app: db") PENDING ("app: web", ""), 1,
                 "0 0 0 0");
}

static void
test_own_affinity (void **state)
{
  assert_scores (
      NODES PLACED ("p1", "a", "app: db") PLACED ("p2", "c", "app: db")
          PLACED ("p3", "b", "app: db") PLACED ("p4", "d", "app: db")
              PENDING ("app: web",
                       AFFINITY (PREFERS (WEIGHTED ("5", "zone", APP ("db"))))),
      1, "10 10 5 0");
}

static void
test_own_anti_affinity (void **state)
{
  assert_scores (
      NODES PLACED ("p1", "a", "app: db") PLACED ("p2", "c", "app: db")
          PLACED ("p3", "b", "app: db")
              PENDING ("app: web",
                       AFFINITY (SHUNS (WEIGHTED ("5", "zone", APP ("db"))))),
      1, "0 0 5 10");
}

/* Nodes are compared with one that has nothing to do with the pod, even if there is
 * none. */
static void
test_every_node_counts (void **state)
{
  assert_scores (
      NODES PLACED ("p1", "a", "app: db") PLACED ("p2", "b", "app: db")
          PLACED ("p3", "b", "app: db") PLACED ("p4", "c", "app: db")
              PLACED ("p5", "d", "app: db") PENDING (
                  "app: web",
                  AFFINITY (PREFERS (WEIGHTED ("1", "host", APP ("db"))))),
      1, "5 10 5 5");
  assert_scores (
      NODES PLACED ("p1", "a", "app: db") PLACED ("p2", "b", "app: db")
          PLACED ("p3", "b", "app: db") PLACED ("p4", "c", "app: db")
              PLACED ("p5", "d", "app: db") PENDING (
                  "app: web",
                  AFFINITY (SHUNS (WEIGHTED ("1", "host", APP ("db"))))),
      1, "5 0 5 5");
}

static void
test_terms_add_up_over_keys (void **state)
{
  assert_scores (
      NODES PLACED ("p1", "a", "app: db") PENDING (
          "app: web",
          AFFINITY (PREFERS (WEIGHTED ("3", "zone", APP ("db")) ", " WEIGHTED (
              "4", "host", APP ("db"))) ", " SHUNS (WEIGHTED ("2", "zone",
                                                              APP ("db"))))),
      1, "10 2 0 0");
}

static void
test_others_preferences (void **state)
{
  assert_scores (
      NODES PLACED_SPEC ("p1", "a", "app: db",
                         PREFERS (WEIGHTED ("6", "zone", APP ("web"))))
          PLACED_SPEC ("p2", "c", "app: db",
                       SHUNS (WEIGHTED ("4", "zone", APP ("web"))))
              PENDING ("app: web", ""),
      1, "10 10 0 4");
}

/* What others require counts hardPodAffinitySymmetricWeight; what they forbid
 * is the business of a predicate. */
static void
test_others_requirements (void **state)
{
  static const char manifest[] = NODES PLACED_SPEC (
      "p1", "a", "app: db", NEEDS (COVERS ("zone", APP ("web"))))
      PLACED_SPEC ("p2", "c", "app: db",
                   PREFERS (WEIGHTED ("10", "zone", APP ("web"))))
          PLACED_SPEC ("p3", "d", "app: db",
                       FORBIDS (COVERS ("host", APP ("web"))))
              PENDING ("app: web", "");

  assert_scores (manifest, 5, "5 5 10 0");
  assert_scores (manifest, 20, "10 10 5 0");
  assert_scores (manifest, 0, "0 0 10 0");
}

static void
test_own_requirements_do_not_count (void **state)
{
  assert_scores (
      NODES PLACED ("p1", "a", "app: db")
          PENDING ("app: web", AFFINITY (NEEDS (COVERS ("zone", APP ("db"))))),
      1, "0 0 0 0");
}

static void
test_namespaces (void **state)
{
  static const char pods[] = NODES PLACED ("p1", "a", "app: db")
      POD ("p2", "namespace: else, labels: {app: db}", "nodeName: c");
  g_autofree char *own = g_strconcat (
      pods,
      PENDING ("app: web",
               AFFINITY (PREFERS (WEIGHTED ("1", "zone", APP ("db"))))),
      NULL);
  g_autofree char *other = g_strconcat (
      pods,
      PENDING ("app: web",
               AFFINITY (PREFERS (
                   "{weight: 1, podAffinityTerm: {topologyKey: zone, "
                   "namespaces: [else], labelSelector: {" APP ("db") "}}}"))),
      NULL);

  assert_scores (own, 1, "10 10 0 0");
  assert_scores (other, 1, "0 0 10 0");
}

/* Terms of the pod and of others, about a key that many nodes share. */
static void
test_many_nodes_of_few_zones (void **state)
{
  static const char manifest[] = NODE ("a1", "zone: z1", "") NODE (
      "b1", "zone: z2", "") NODE ("c1", "", "") NODE ("a2", "zone: z1", "")
      NODE ("b2", "zone: z2", "") NODE ("c2", "", "") NODE (
          "a3", "zone: z1", "") NODE ("b3", "zone: z2", "") NODE ("c3", "", "")
          PLACED ("p1", "a1", "app: db") PLACED ("p2", "b1", "app: db")
              PLACED ("p3", "b3", "app: db")
                  PLACED_SPEC ("p4", "b2", "app: x",
                               PREFERS (WEIGHTED ("4", "zone", APP ("web"))))
                      PLACED_SPEC ("p5", "a3", "app: x",
                                   SHUNS (WEIGHTED ("2", "zone", APP ("web"))))
                          PENDING ("app: web", AFFINITY (PREFERS (WEIGHTED (
                                                   "5", "zone", APP ("db")))));

  /* 5 - 2 of 2 * 5 + 4 */
  assert_scores (manifest, 1, "2 10 0 2 10 0 2 10 0");
}

/* 0 is always among the sums: equal likes give all points, equal dislikes
 * none. */
static void
test_equal_sums (void **state)
{
  static const char nodes[] = NODE ("a", "zone: z1", "")
      NODE ("b", "zone: z1", "") PLACED ("p1", "a", "app: db");
  g_autofree char *liked = g_strconcat (
      nodes,
      PENDING ("app: web",
               AFFINITY (PREFERS (WEIGHTED ("7", "zone", APP ("db"))))),
      NULL);
  g_autofree char *disliked = g_strconcat (
      nodes,
      PENDING ("app: web",
               AFFINITY (SHUNS (WEIGHTED ("7", "zone", APP ("db"))))),
      NULL);

  assert_scores (liked, 1, "10 10");
  assert_scores (disliked, 1, "0 0");
}

static void
test_feasible_nodes_only (void **state)
{
  const Scenario scenario = {
    .info = &fit_inter_pod_affinity_priority,
    .manifest = NODES PLACED ("p1", "a", "app: db")
        PLACED ("p2", "c", "app: db") PLACED ("p3", "b", "app: db")
            PENDING ("app: web",
                     AFFINITY (PREFERS (WEIGHTED ("5", "zone", APP ("db"))))),
    .feasible = "d c",
  };

  scenario_assert (&scenario, "0 10");
}

static void
test_empty_key_is_nowhere (void **state)
{
  assert_scores (
      NODE ("a", "'': x", "") NODE ("b", "'': x", "") NODE ("c", "", "")
          PLACED_SPEC ("p1", "a", "app: web",
                       PREFERS (WEIGHTED ("5", "''", APP ("web"))))
              PENDING ("app: web",
                       AFFINITY (PREFERS (WEIGHTED ("5", "''", APP ("web"))))),
      1, "0 0 0");
}

static void
test_terminating_pods_count (void **state)
{
  assert_scores (
      NODES POD ("p1",
                 "namespace: ns, labels: {app: db}, "
                 "deletionTimestamp: '2019-10-01T00:00:00Z'",
                 "nodeName: a")
          PENDING ("app: web",
                   AFFINITY (PREFERS (WEIGHTED ("5", "zone", APP ("db"))))),
      1, "10 10 0 0");
}

/* Pods on the removed nodes e and f, which were in the zone of a and b, count for
 * nothing. */
static void
test_pods_of_removed_nodes_do_not_count (void **state)
{
#define ALL \
  NODE ("e", "zone: z1, host: e", "") NODES NODE ("f", "zone: z1, host: f", "")
#define WEB(name, node, affinity) PLACED_SPEC (name, node, "app: x", affinity)
#define PREFERS_WEB(weight) PREFERS (WEIGHTED (weight, "zone", APP ("web")))
  static const char to_c[] = "0 0 10 0", from_c[] = "10 10 0 10";
  static const struct
  {
    const char *manifest;
    gint32 hard_weight;
    const char *expected;
  } rows[] = {
    { ALL PLACED ("p1", "e", "app: db") PLACED ("p2", "f", "app: db")
          PLACED ("p3", "c", "app: db") PLACED ("p4", "f", "app: other")
              PENDING ("app: web",
                       AFFINITY (PREFERS (WEIGHTED ("5", "zone", APP ("db"))))),
      1, to_c },
    { ALL PLACED ("p1", "e", "app: db") PLACED ("p2", "f", "app: db")
          PLACED ("p3", "c", "app: db") PLACED ("p4", "f", "app: other")
              PENDING ("app: web",
                       AFFINITY (SHUNS (WEIGHTED ("5", "zone", APP ("db"))))),
      1, from_c },
    { ALL WEB ("p1", "e", PREFERS_WEB ("5")) WEB ("p2", "f", PREFERS_WEB ("7"))
          WEB ("p3", "c", PREFERS_WEB ("2")) PENDING ("app: web", ""),
      0, to_c },
    { ALL WEB ("p1", "e", SHUNS (WEIGHTED ("5", "zone", APP ("web"))))
          WEB ("p2", "f", SHUNS (WEIGHTED ("7", "zone", APP ("web"))))
              WEB ("p3", "c", SHUNS (WEIGHTED ("2", "zone", APP ("web"))))
                  PENDING ("app: web", ""),
      1, from_c },
    { ALL WEB ("p1", "e", NEEDS (COVERS ("zone", APP ("web"))))
          WEB ("p2", "f", NEEDS (COVERS ("zone", APP ("web"))))
              WEB ("p3", "c", NEEDS (COVERS ("zone", APP ("web"))))
                  PENDING ("app: web", ""),
      3, to_c },
    { ALL WEB ("p1", "e", NEEDS (COVERS ("zone", APP ("web"))))
          WEB ("p2", "c", PREFERS_WEB ("2")) PENDING ("app: web", ""),
      0, to_c },
    /* Requirements that did not count are not taken back. */
    { ALL WEB ("p1", "e", FORBIDS (COVERS ("zone", APP ("web"))))
          WEB ("p2", "c", PREFERS_WEB ("2")) PENDING ("app: web", ""),
      3, to_c },
    { ALL PLACED ("p1", "e", "app: db") WEB ("p2", "c", PREFERS_WEB ("2"))
          PENDING ("app: web",
                   AFFINITY (NEEDS (COVERS ("zone", APP ("db"))) ", " FORBIDS (
                       COVERS ("zone", APP ("db"))))),
      3, to_c },
    { ALL WEB ("p1", "e", PREFERS (WEIGHTED ("5", "''", APP ("web"))))
          WEB ("p2", "e", PREFERS (WEIGHTED ("5", "rack", APP ("web"))))
              WEB ("p3", "e", PREFERS (WEIGHTED ("5", "zone", APP ("db"))))
                  WEB ("p4", "c", PREFERS_WEB ("2")) PENDING ("app: web", ""),
      3, to_c },
    /* Nor do selectors that cannot be read. */
    { ALL WEB ("p1", "e", SHUNS (WEIGHTED ("5", "zone", INVALID)))
          WEB ("p2", "c", PREFERS_WEB ("2")) PENDING ("app: web", ""),
      3, to_c },
    { ALL WEB ("p1", "e", PREFERS_WEB ("5")) PENDING (
          "app: web", AFFINITY (PREFERS (WEIGHTED ("5", "zone", INVALID)))),
      3, "0 0 0 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Scenario scenario = { .info = &fit_inter_pod_affinity_priority,
                                  .manifest = rows[i].manifest,
                                  .removed = "e f",
                                  .hard_weight = rows[i].hard_weight };

      scenario_assert (&scenario, rows[i].expected);
    }
#undef ALL
#undef WEB
#undef PREFERS_WEB
}

static void
test_own_invalid_selector (void **state)
{
  static const char pending[] = NODES PENDING (
      "app: web", AFFINITY (PREFERS (WEIGHTED ("0", "host", INVALID))));
  g_autofree char *with_pod
      = g_strconcat (pending, PLACED ("p1", "a", "app: db"), NULL);

  assert_scores (pending, 1, "0 0 0 0");
  assert_scores (with_pod, 1, INVALID_ERROR);
}

static void
test_others_invalid_selectors (void **state)
{
  static const char required[] = NODES PLACED_SPEC (
      "p1", "a", "app: db", NEEDS (COVERS ("zone", INVALID)))
      PENDING ("app: web", "");

  assert_scores (required, 1, INVALID_ERROR);
  assert_scores (required, 0, "0 0 0 0");
  assert_scores (NODES PLACED_SPEC ("p1", "a", "app: db",
                                    SHUNS (WEIGHTED ("1", "zone", INVALID)))
                     PENDING ("app: web", ""),
                 0, INVALID_ERROR);
  assert_scores (NODES PLACED_SPEC ("p1", "a", "app: db",
                                    FORBIDS (COVERS ("zone", INVALID)))
                     PENDING ("app: web", ""),
                 1, "0 0 0 0");
}

/* The error is that of the pod on the first node. */
static void
test_first_error_is_told (void **state)
{
  static const char other[]
      = "matchExpressions: [{key: app, operator: Near, values: [x]}]";
  g_autofree char *manifest = g_strdup_printf (
      NODES PLACED_SPEC ("p1", "c", "app: db",
                         SHUNS (WEIGHTED ("1", "zone", INVALID)))
          PLACED_SPEC ("p2", "b", "app: db",
                       PREFERS (WEIGHTED ("1", "zone", "%s")))
              PENDING ("app: web", ""),
      other);

  assert_scores (manifest, 1,
                 "error: \"Near\" is not a valid pod selector operator");
}

static void
test_resolution (void **state)
{
  const Scenario scenario = {
    .info = &fit_inter_pod_affinity_priority,
    .manifest = NODES PLACED ("p1", "a", "app: db")
        PLACED ("p2", "c", "app: db") PLACED ("p3", "c", "app: db") PENDING (
            "app: web", AFFINITY (PREFERS (
                            WEIGHTED ("5", "zone", APP ("db")) ", " WEIGHTED (
                                "1", "host", APP ("db"))))),
    .max_score = 100,
  };

  scenario_assert (&scenario, "50 41 100 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nobody_cares),
    cmocka_unit_test (test_own_affinity),
    cmocka_unit_test (test_own_anti_affinity),
    cmocka_unit_test (test_every_node_counts),
    cmocka_unit_test (test_terms_add_up_over_keys),
    cmocka_unit_test (test_others_preferences),
    cmocka_unit_test (test_others_requirements),
    cmocka_unit_test (test_own_requirements_do_not_count),
    cmocka_unit_test (test_namespaces),
    cmocka_unit_test (test_many_nodes_of_few_zones),
    cmocka_unit_test (test_equal_sums),
    cmocka_unit_test (test_feasible_nodes_only),
    cmocka_unit_test (test_empty_key_is_nowhere),
    cmocka_unit_test (test_terminating_pods_count),
    cmocka_unit_test (test_pods_of_removed_nodes_do_not_count),
    cmocka_unit_test (test_own_invalid_selector),
    cmocka_unit_test (test_others_invalid_selectors),
    cmocka_unit_test (test_first_error_is_told),
    cmocka_unit_test (test_resolution),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
