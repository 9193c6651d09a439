/* test-service-affinity-score.c - pods of a service over values of labels
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define NODES                          \
  NODE ("a", "zone: z1, rack: r1", "") \
  NODE ("b", "zone: z1", "")           \
  NODE ("c", "zone: z2, rack: r1", "") NODE ("d", "", "")
#define PODS                   \
  PLACED ("p1", "a", "app: x") \
  PLACED ("p2", "a", "app: x") \
  PLACED ("p3", "c", "app: x") \
  PLACED ("p4", "d", "app: x") \
  PLACED ("p5", "c", "app: w") \
  POD ("p6", "namespace: other, labels: {app: x}", "nodeName: b")

static void
test_mean_over_labels (void **state)
{
  ScoreScene scene
      = { .plugin = "ServiceAffinity",
          .manifest = NODES PODS SERVICE ("s", "app: x") PENDING ("app: x", ""),
          .args
          = &(const FitServiceAffinityArgs){ .anti_affinity_labels_preference
                                             = FIT_STRINGS ("zone", "rack") } };

  /* Four pods: z1 has 2, z2 1, r1 3.  a: 50/2 + 25/2, b: 50/2, c: 75/2 + 25/2 */
  score_scene_in (&scene, "1.20.2", "2 0 1 1 > 37 25 50 0");
  /* Of a service without selector none is a pod. */
  scene.manifest = NODES PODS SERVICE ("s", "") PENDING ("app: x", "");
  score_scene_in (&scene, "1.20.2", "0 0 0 0 > 100 50 100 0");
}

static void
test_no_service (void **state)
{
  const ScoreScene scene
      = { .plugin = "ServiceAffinity",
          .manifest = NODES PODS PENDING ("app: x", ""),
          .args = &(const FitServiceAffinityArgs){
              .anti_affinity_labels_preference = FIT_STRINGS ("rack") } };

  score_scene_in (&scene, "1.20.2", "0 0 0 0 > 100 0 100 0");
}

static void
test_no_label (void **state)
{
  const ScoreScene scene = { .plugin = "ServiceAffinity",
                             .manifest = NODES PODS SERVICE ("s", "app: x")
                                 PENDING ("app: x", "") };

  score_scene_in (&scene, "1.20.2", "2 0 1 1 > 0 0 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_mean_over_labels),
    cmocka_unit_test (test_no_service),
    cmocka_unit_test (test_no_label),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
