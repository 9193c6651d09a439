/* test-balanced-allocation.c - resources in use to the same degree
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define BALANCED                                \
  .plugin = "NodeResourcesBalancedAllocation",  \
  .args = &(const FitNodeResourcesArgs)         \
  {                                             \
    FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }) \
  }

#define BIG NODE ("a", "", "cpu: 4, memory: 8Gi")

static void
test_half_the_penalty (void **state)
{
  const ScoreScene scene
      = { BALANCED,
          .manifest = BIG PENDING ("", REQUESTS ("cpu: 2, memory: 1Gi")) };

  score_scene_in (&scene, "1.20.2", "62");
  score_scene_in (&scene, "1.21.9", "62");
  score_scene_in (&scene, "1.22.6", "81");
  score_scene_in (&scene, "1.34.1", "81");
}

/* From 1.36 on: half of how much more balanced the node becomes, from 75 down or
 * up. */
static void
test_change_of_balance (void **state)
{
  ScoreScene scene
      = { BALANCED,
          .manifest = BIG PENDING ("", REQUESTS ("cpu: 2, memory: 1Gi")) };

  (void) state;
  score_scene_in (&scene, "1.35.6", "81");
  score_scene_in (&scene, "1.36.3", "65"); /* 100 before */
  scene.manifest = BIG PLACED_WITH ("p", "a", "", REQUESTS ("cpu: 2"))
      PENDING ("", REQUESTS ("memory: 4Gi"));
  score_scene_in (&scene, "1.35.6", "100");
  score_scene_in (&scene, "1.36.3", "87"); /* 75 before */
  scene.manifest = BIG PLACED_WITH ("p", "a", "", REQUESTS ("cpu: 5"))
      PENDING ("", REQUESTS ("cpu: 1"));
  score_scene_in (&scene, "1.36.3", "75"); /* no change beyond capacity */
}

static void
test_above_capacity (void **state)
{
  const ScoreScene scene
      = { BALANCED,
          .manifest = BIG PENDING ("", REQUESTS ("cpu: 5, memory: 8Gi")) };

  score_scene_in (&scene, "1.21.9", "0");
  score_scene_in (&scene, "1.22.6", "100");
}

/* Up to 1.21 a silent container counts 100m and 200Mi. */
static void
test_pod_that_asks_for_nothing (void **state)
{
  ScoreScene scene
      = { BALANCED,
          .manifest = NODE ("a", "", "cpu: 1, memory: 1000Mi")
              PLACED_WITH ("p", "a", "", REQUESTS ("cpu: 500m, memory: '0'"))
                  PENDING ("", "containers: [{name: c}]") };

  score_scene_in (&scene, "1.21.9", "60");
  score_scene_in (&scene, "1.22.6", "75");
  score_scene_in (&scene, "1.32.2", "75");
  score_scene_in (&scene, "1.33.0", "skipped");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.33.0", "0");
}

static void
test_more_resources (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesBalancedAllocation",
          .manifest = NODE (
              "a", "",
              "cpu: 4, memory: '1000', gpu.io/x: 4, gpu.io/not-asked-for: 4")
              NODE ("b", "", "cpu: 4, memory: '1000'")
                  NODE ("c", "", "memory: '1000'")
                      PENDING ("", REQUESTS ("cpu: 2, memory: '0', "
                                             "gpu.io/x: 1")),
          .args = &(const FitNodeResourcesArgs){
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }, { "gpu.io/x", 1 },
                           { "gpu.io/not-asked-for", 1 }) } };

  /* shares of 1/2, 0 and 1/4; of 1/2 and 0; of 0 alone */
  score_scene_in (&scene, "1.25.2", "79 75 100");
}

static void
test_overhead (void **state)
{
  const ScoreScene scene
      = { BALANCED,
          .manifest = NODE ("a", "", "cpu: 1, memory: '1000'") PENDING (
              "", REQUESTS ("cpu: 500m, memory: '500'") ", overhead: {cpu: "
                                                        "300m}") };

  score_scene_in (&scene, "1.20.2", "99");
  score_scene_in (&scene, "1.26.4", "99");
  score_scene_in (&scene, "1.27.1", "85");
}

static void
test_requests_of_the_pod (void **state)
{
  const ScoreScene scene
      = { BALANCED,
          .manifest = BIG PENDING (
              "",
              "resources: {requests: {cpu: 2, memory: 1Gi}}, containers: "
              "[{name: c, resources: {requests: {cpu: 1, memory: 1Gi}}}]") };

  score_scene_in (&scene, "1.33.0", "93");
  score_scene_in (&scene, "1.34.1", "81");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_half_the_penalty),
    cmocka_unit_test (test_change_of_balance),
    cmocka_unit_test (test_above_capacity),
    cmocka_unit_test (test_pod_that_asks_for_nothing),
    cmocka_unit_test (test_more_resources),
    cmocka_unit_test (test_overhead),
    cmocka_unit_test (test_requests_of_the_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
