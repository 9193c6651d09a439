/* test-pod-topology-spread-score.c - domains with few pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define AT(host, zone) HOST host ", topology.kubernetes.io/zone: " zone
#define NODES                    \
  NODE ("a", AT ("a", "z1"), "") \
  NODE ("b", AT ("b", "z1"), "") \
  NODE ("c", AT ("c", "z2"), "") NODE ("d", "kubernetes.io/hostname: d", "")
#define PODS                                                      \
  PLACED ("p1", "a", "app: x")                                    \
  PLACED ("p2", "a", "app: x")                                    \
  PLACED ("p3", "b", "app: x")                                    \
  PLACED ("p4", "c", "app: x")                                    \
  PLACED ("p5", "d", "app: x")                                    \
  PLACED ("p6", "c", "app: w")                                    \
  POD ("p7", "namespace: other, labels: {app: x}", "nodeName: c") \
  POD ("p8",                                                      \
       "namespace: ns, labels: {app: x}, deletionTimestamp: "     \
       "'2020-01-01T00:00:00Z'",                                  \
       "nodeName: c")

#define SOFT(key, skew, more)                                     \
  "{maxSkew: " skew ", topologyKey: " key ", whenUnsatisfiable: " \
  "ScheduleAnyway, labelSelector: {matchLabels: {app: x}}" more "}"
#define BY_ZONE "topology.kubernetes.io/zone"
#define BY_HOST "kubernetes.io/hostname"
#define SPREADS(constraints) \
  PENDING ("app: x", "topologySpreadConstraints: [" constraints "]")

static void
assert_spread (const char *release, const char *manifest, const char *expected)
{
  const ScoreScene scene = { .plugin = "PodTopologySpread",
                             .release = release,
                             .manifest = manifest };

  score_scene_assert (&scene, expected);
}

/* z1 has 3 pods, z2 one; ln (2 + 2) = 1.386. */
static void
test_one_constraint (void **state)
{
  static const char manifest[] = NODES PODS SPREADS (SOFT (BY_ZONE, "1", ""));

  assert_spread ("1.23.3", manifest, "4 4 1 0 > 25 25 100 0");
  assert_spread ("1.24.4", manifest, "4 4 1 0 > 25 25 100 0");
}

/* By host, three nodes: 2, 1 and 1 pods times ln 5 = 1.609, and maxSkew - 1. */
static void
test_sum_is_truncated_or_rounded (void **state)
{
  static const char manifest[] = NODES PODS SPREADS (
      SOFT (BY_ZONE, "1", "") ", " SOFT (BY_HOST, "3", ""));

  /* 4.159 + 5.219, 4.159 + 3.609, 1.386 + 3.609 */
  assert_spread ("1.23.3", manifest, "9 7 4 0 > 44 66 100 0");
  assert_spread ("1.24.4", manifest, "9 8 5 0 > 55 66 100 0");
}

/* What 1.18 computes is what 1.16 does, but to 100. */
static void
test_first_formula (void **state)
{
  const ScoreScene scene
      = { .plugin = "PodTopologySpread",
          .manifest
          = NODES PLACED ("p1", "a", "app: x") PLACED ("p2", "c", "app: x")
              PLACED ("p3", "c", "app: x") SPREADS (SOFT (BY_ZONE, "1", "")),
          .feasible = "a b c" };

  score_scene_in (&scene, "1.18.2", "1 1 2 > 100 100 66");
}

static void
test_only_feasible_nodes_make_domains (void **state)
{
  const ScoreScene scene
      = { .plugin = "PodTopologySpread",
          .manifest = NODES PODS SPREADS (SOFT (BY_ZONE, "1", "")),
          .feasible = "b c" };
  ScoreScene fewer = scene;

  /* Pods on "a" count for the zone of "b" all the same. */
  score_scene_in (&scene, "1.23.3", "4 1 > 25 100");
  fewer.feasible = "b";
  /* ln (1 + 2) */
  score_scene_in (&fewer, "1.23.3", "3 > 100");
}

static void
test_node_policies (void **state)
{
#define TAINTED                                                                \
  NODE_WITH ("a", "labels: {z: z1}", "taints: [{key: k, effect: NoSchedule}]", \
             "")                                                               \
  NODE_WITH ("b", "labels: {z: z1}",                                           \
             "taints: [{key: k, effect: PreferNoSchedule}]", "")               \
  NODE ("c", "z: z1, ok: ''", "") NODE ("d", "z: z2", "")
#define THREE                  \
  PLACED ("p1", "a", "app: x") \
  PLACED ("p2", "b", "app: x") PLACED ("p3", "c", "app: x")
  static const char honor[]
      = TAINTED THREE SPREADS (SOFT ("z", "1", ", nodeTaintsPolicy: Honor"));
#define SELECTING(more)                    \
  TAINTED THREE PENDING (                  \
      "app: x", "nodeSelector: {ok: ''}, " \
                "topologySpreadConstraints: [" SOFT ("z", "1", more) "]")
  static const char selecting[] = SELECTING ("");
  static const char ignoring[] = SELECTING (", nodeAffinityPolicy: Ignore");
  ScoreScene gate = { .plugin = "PodTopologySpread",
                      .manifest = honor,
                      .gate = "NodeInclusionPolicyInPodTopologySpread" };

  /* 3, 2 or 1 pods times ln 4 */
  assert_spread ("1.25.2", honor, "4 4 4 0 > 0 0 0 100");
  score_scene_in (&gate, "1.25.2", "1 1 1 0 > 0 0 0 100");
  assert_spread ("1.26.4", honor, "3 3 3 0 > 0 0 0 100");
  assert_spread ("1.26.4", selecting, "1 1 1 0 > 0 0 0 100");
  assert_spread ("1.25.2", ignoring, "1 1 1 0 > 0 0 0 100");
  assert_spread ("1.26.4", ignoring, "4 4 4 0 > 0 0 0 100");
}

static void
test_empty_selector (void **state)
{
  static const char manifest[] = NODES PODS PENDING (
      "app: x", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: " BY_ZONE
                ", whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]");
  static const char missing[] = NODES PODS PENDING (
      "app: x", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: " BY_ZONE
                ", whenUnsatisfiable: ScheduleAnyway}]");

  assert_spread ("1.26.4", manifest, "4 4 3 0 > 75 75 100 0");
  assert_spread ("1.27.1", manifest, "0 0 0 0 > 100 100 100 0");
  assert_spread ("1.26.4", missing, "0 0 0 0 > 100 100 100 0");
}

static void
test_label_keys (void **state)
{
  static const char manifest[] = NODES PLACED ("p1", "a", "app: x, v: '1'")
      PLACED ("p2", "c", "app: x, v: '2'")
          PENDING ("app: x, v: '2'",
                   "topologySpreadConstraints: [" SOFT (
                       BY_ZONE, "1", ", matchLabelKeys: [v, none]") "]");
  static const char no_other_selector[] = NODES PLACED ("p1", "a", "v: '1'")
      PLACED ("p2", "c", "v: '2'") PENDING (
          "v: '2'",
          "topologySpreadConstraints: [{maxSkew: 1, topologyKey: " BY_ZONE
          ", whenUnsatisfiable: ScheduleAnyway, labelSelector: {}, "
          "matchLabelKeys: [v]}]");
  ScoreScene gate = { .plugin = "PodTopologySpread",
                      .manifest = manifest,
                      .gate = "MatchLabelKeysInPodTopologySpread" };

  assert_spread ("1.25.2", manifest, "1 1 1 0 > 100 100 100 0");
  score_scene_in (&gate, "1.25.2", "0 0 1 0 > 100 100 0 0");
  assert_spread ("1.27.1", manifest, "0 0 1 0 > 100 100 0 0");
  assert_spread ("1.27.1", no_other_selector, "0 0 1 0 > 100 100 0 0");
}

/* Two constraints by zone: 3 and 1 pods match the first, none and 2 the
 * second. */
static void
test_constraints_with_one_key (void **state)
{
  static const char manifest[] = NODE ("a", "z: z1", "") NODE (
      "b", "z: z2",
      "") PLACED ("p1", "a",
                  "app: x") PLACED ("p2", "a",
                                    "app: x") PLACED ("p3", "a",
                                                      "app: x") PLACED ("p4",
                                                                        "b",
                                                                        "app: x")
      PLACED ("p5", "b", "app: w") PLACED ("p6", "b", "app: w") PENDING (
          "",
          "topologySpreadConstraints: [" SOFT (
              "z", "1",
              "") ", "
                  "{maxSkew: 1, topologyKey: z, whenUnsatisfiable: "
                  "ScheduleAnyway, labelSelector: {matchLabels: {app: w}}}]");

  /* 3 * (ln 4 + ln 2) on both */
  assert_spread ("1.32.2", manifest, "6 6 > 100 100");
  /* 3 * ln 4; ln 4 + 2 * ln 4 */
  assert_spread ("1.33.0", manifest, "4 4 > 100 100");
}

static void
test_no_constraints (void **state)
{
  ScoreScene scene = { .plugin = "PodTopologySpread",
                       .manifest = NODES PODS PENDING ("app: x", "") };

  score_scene_in (&scene, "1.20.2", "0 0 0 0 > 100 100 100 100");
  score_scene_in (&scene, "1.27.1", "0 0 0 0 > 100 100 100 100");
  score_scene_in (&scene, "1.28.3", "skipped");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.28.3",
                  "error: error reading \"PreScorePodTopologySpread\" from "
                  "cycleState: not found");
}

#define OWNED(spec)                                                       \
  POD ("pending",                                                         \
       "namespace: ns, labels: {app: x}, ownerReferences: [{apiVersion: " \
       "apps/v1, kind: ReplicaSet, name: r, uid: u, controller: true}]",  \
       spec)

static void
test_system_constraints (void **state)
{
  const FitPodTopologySpreadArgs system = { .defaulting_type = "System" };
  ScoreScene scene = { .plugin = "PodTopologySpread",
                       .manifest = NODES PODS REPLICA_SET (
                           "r", "matchLabels: {app: x}") OWNED (""),
                       .args = &system };

  /* "d" is not eligible: by host ln 5 and 2, by zone ln 4 and 4 */
  score_scene_in (&scene, "1.20.2", "13 11 8 0 > 61 76 100 0");
  /* It is: by host ln 6, by zone ln 5; "d" has the host alone, and its zone is
   * the third value. */
  score_scene_in (&scene, "1.20.15", "14 12 9 3 > 21 35 57 100");
  score_scene_in (&scene, "1.24.4", "14 13 9 4 > 28 35 64 100");
  /* A pod on a node that is gone is in no zone. */
  scene.manifest
      = NODES NODE ("e", AT ("e", "z2"), "") PODS PLACED ("p9", "e", "app: x")
          REPLICA_SET ("r", "matchLabels: {app: x}") OWNED ("");
  scene.feasible = "a b c d";
  scene.removed = "e";
  score_scene_in (&scene, "1.20.2", "13 11 8 0 > 61 76 100 0");
  score_scene_in (&scene, "1.24.4", "14 13 9 4 > 28 35 64 100");
  scene.removed = NULL;
  /* Constraints of the pod itself come in their place, whatever they say. */
  scene.manifest = NODES PODS REPLICA_SET ("r", "matchLabels: {app: x}")
      OWNED ("topologySpreadConstraints: [{maxSkew: 1, topologyKey: " BY_ZONE
             ", whenUnsatisfiable: DoNotSchedule}]");
  score_scene_in (&scene, "1.28.3", "skipped");
}

static void
test_list_of_constraints (void **state)
{
  static const FitArgConstraint constraints[] = {
    { 1, BY_ZONE, .when_unsatisfiable = "DoNotSchedule" },
    { 1, BY_ZONE, .when_unsatisfiable = "ScheduleAnyway" },
  };
  const FitPodTopologySpreadArgs args = { 2, constraints, "List" };
  ScoreScene scene
      = { .plugin = "PodTopologySpread",
          .manifest = NODES PODS SERVICE ("s", "app: x") PENDING ("app: x", ""),
          .args = &args };

  score_scene_in (&scene, "1.20.2", "4 4 1 0 > 25 25 100 0");
  score_scene_in (&scene, "1.24.4", "4 4 1 0 > 25 25 100 0");
  /* Nothing selects the pod. */
  scene.manifest = NODES PODS PENDING ("app: x", "");
  score_scene_in (&scene, "1.28.3", "skipped");
}

static void
test_invalid_selector (void **state)
{
  assert_spread (
      "1.26.4",
      NODES PENDING ("",
                     "topologySpreadConstraints: [{maxSkew: 1, topologyKey: "
                     "z, whenUnsatisfiable: ScheduleAnyway, labelSelector: "
                     "{matchExpressions: [{key: a, operator: In, values: "
                     "[]}]}}]"),
      "error: for 'in', 'notin' operators, values set can't be empty");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_one_constraint),
    cmocka_unit_test (test_sum_is_truncated_or_rounded),
    cmocka_unit_test (test_first_formula),
    cmocka_unit_test (test_only_feasible_nodes_make_domains),
    cmocka_unit_test (test_node_policies),
    cmocka_unit_test (test_empty_selector),
    cmocka_unit_test (test_label_keys),
    cmocka_unit_test (test_constraints_with_one_key),
    cmocka_unit_test (test_no_constraints),
    cmocka_unit_test (test_system_constraints),
    cmocka_unit_test (test_list_of_constraints),
    cmocka_unit_test (test_invalid_selector),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
