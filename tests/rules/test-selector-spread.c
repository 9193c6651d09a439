/* test-selector-spread.c - pods of a service or controller apart
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define ZONE_GA "topology.kubernetes.io/zone: "
#define NODES                  \
  NODE ("a", ZONE_GA "z1", "") \
  NODE ("b", ZONE "z1", "")    \
  NODE ("c", ZONE "z2, " ZONE_GA "z1", "") NODE ("d", "", "")
#define PODS                   \
  PLACED ("p1", "a", "app: x") \
  PLACED ("p2", "a", "app: x") \
  PLACED ("p3", "b", "app: x") PLACED ("p4", "d", "app: x")

static void
test_nodes_and_zones (void **state)
{
  const ScoreScene scene = { .plugin = "SelectorSpread",
                             .manifest = NODES PODS SERVICE ("s", "app: x")
                                 PENDING ("app: x", "") };
  ScoreScene before = scene;

  /* In zone z1: a third of 0 and of 50; outside of zones only the node counts. */
  score_scene_in (&scene, "1.20.2", "2 1 0 1 > 0 16 100 50");
  before.plugin = "DefaultPodTopologySpread";
  score_scene_in (&before, "1.18.2", "2 1 0 1 > 0 16 100 50");
}

static void
test_owner (void **state)
{
  ScoreScene scene
      = { .plugin = "SelectorSpread",
          .manifest = NODES PODS REPLICA_SET ("r", "matchLabels: {app: x}")
              PENDING ("app: x", "") };

  score_scene_in (&scene, "1.21.9", "2 1 0 1 > 0 16 100 50");
  score_scene_in (&scene, "1.22.6", "0 0 0 0 > 100 100 100 100");
  scene.manifest = NODES PODS REPLICA_SET ("r", "matchLabels: {app: x}")
      POD ("pending",
           "namespace: ns, labels: {app: x}, ownerReferences: [{apiVersion: "
           "apps/v1, kind: ReplicaSet, name: r, uid: u, controller: true}]",
           "");
  score_scene_in (&scene, "1.22.6", "2 1 0 1 > 0 16 100 50");
}

static void
test_constraints_of_the_pod (void **state)
{
  const ScoreScene scene
      = { .plugin = "SelectorSpread",
          .manifest = NODES PODS SERVICE ("s", "app: x") PENDING (
              "app: x", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: "
                        "x, whenUnsatisfiable: DoNotSchedule}]") };

  score_scene_in (&scene, "1.20.2", "0 0 0 0 > 0 0 0 0");
}

#define IN(zone, name) NODE (name, ZONE_GA zone, "")
#define THREE_IN_A IN ("a", "a1") IN ("a", "a2") IN ("a", "a3")
#define TWO_IN_B IN ("b", "b1") IN ("b", "b2")
#define SIX THREE_IN_A TWO_IN_B NODE ("c", "", "") SERVICE ("s", "app: x")
#define X(name, node) PLACED (name, node, "app: x")

/* Few pods and many on one node, with zones and without. */
static void
test_few_and_many_pods (void **state)
{
  static const struct
  {
    const char *pods;
    const char *expected;
    const char *feasible; /* (nullable) */
  } rows[] = {
    { "", "0 0 0 0 0 0 > 100 100 100 100 100 100" },
    { X ("p1", "a1"), "1 0 0 0 0 0 > 0 33 33 100 100 100" },
    { X ("p1", "a1") X ("p2", "a1"), "2 0 0 0 0 0 > 0 33 33 100 100 100" },
    { X ("p1", "a1") X ("p2", "a1") X ("p3", "b1"),
      "2 0 0 1 0 0 > 0 33 33 50 66 100" },
    { X ("p1", "a1") X ("p2", "a1") X ("p3", "a1"),
      "3 0 0 0 0 0 > 0 33 33 100 100 100" },
    { X ("p1", "a1") X ("p2", "a1") X ("p3", "a1") X ("p4", "a1") X ("p5", "b2")
          X ("p6", "c"),
      "4 0 0 0 1 1 > 0 33 33 83 75 75" },
    { X ("p1", "a1") X ("p2", "a1") X ("p3", "a1") X ("p4", "a2") X ("p5", "b2")
          X ("p6", "c"),
      "1 0 1 1 > 0 33 0 0", "a2 b1 b2 c" },
    { X ("p1", "c") X ("p2", "c") X ("p3", "c") X ("p4", "c"),
      "0 0 0 0 0 4 > 100 100 100 100 100 0" },
    /* What is outside of zones is no zone with many pods. */
    { X ("p1", "c") X ("p2", "c") X ("p3", "c") X ("p4", "c") X ("p5", "b1"),
      "0 0 0 1 0 4 > 100 100 100 25 33 0" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest
          = g_strconcat (SIX PENDING ("app: x", ""), rows[i].pods, NULL);
      const ScoreScene scene = { .plugin = "SelectorSpread",
                                 .manifest = manifest,
                                 .feasible = rows[i].feasible };
      score_scene_in (&scene, "1.20.2", rows[i].expected);
    }
}

/* Without PreScore only pods with constraints of their own are spared. */
static void
test_without_pre_score (void **state)
{
  ScoreScene scene = {
    .plugin = "SelectorSpread",
    .manifest = NODE ("a", "", "") NODE ("b", "", "") PENDING (
        "", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, "
            "whenUnsatisfiable: DoNotSchedule}]"),
    .score_only = TRUE,
  };

  (void) state;
  score_scene_in (&scene, "1.20.2", "0 0");
  scene.manifest = NODE ("a", "", "") NODE ("b", "", "") PENDING ("", "");
  score_scene_in (&scene, "1.20.2",
                  "error: reading \"PreScoreSelectorSpread\" from cycleState: "
                  "not found");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nodes_and_zones),
    cmocka_unit_test (test_owner),
    cmocka_unit_test (test_constraints_of_the_pod),
    cmocka_unit_test (test_few_and_many_pods),
    cmocka_unit_test (test_without_pre_score),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
