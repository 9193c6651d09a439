/* test-resource-allocation.c - scores by how much of a node would be taken
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define NODE_OF(name, amounts) NODE (name, "", amounts)
#define HALF REQUESTS ("cpu: 500m, memory: '500'")
#define GPU "example.com/gpu"
/* NodeResourcesFit by LeastAllocated */
#define LEAST(resources)                               \
  &(const FitNodeResourcesFitArgs)                     \
  {                                                    \
    .scoring_strategy = &(const FitArgScoringStrategy) \
    {                                                  \
      "LeastAllocated", resources, NULL                \
    }                                                  \
  }

static void
test_least (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesLeastAllocated",
          .manifest = NODE_OF ("a", "cpu: 1, memory: '1000'")
              NODE_OF ("b", "cpu: 3, memory: '500'")
                  NODE_OF ("c", "cpu: 400m, memory: '750'") PENDING ("", HALF),
          .args = &(const FitNodeResourcesArgs){
              FIT_WEIGHTS ({ "cpu", 3 }, { "memory", 1 }) } };

  /* b: (83 * 3 + 0) / 4; c has too little cpu: (0 + 33) / 4 */
  score_scene_in (&scene, "1.20.2", "50 62 8");
  score_scene_in (&scene, "1.22.6", "50 62 8");
}

static void
test_resource_that_is_not_offered_or_not_asked_for (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesLeastAllocated",
          .manifest = NODE_OF ("a", "cpu: 1, memory: '1000', " GPU ": 10")
              NODE_OF ("b", "cpu: 1, memory: '1000'") PENDING ("", HALF),
          .args = &(const FitNodeResourcesArgs){
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }, { GPU, 2 }) } };
  ScoreScene asking = scene;

  asking.manifest = NODE_OF ("a", "cpu: 1, memory: '1000', " GPU ": 10")
      NODE_OF ("b", "cpu: 1, memory: '1000'")
          PENDING ("", REQUESTS ("cpu: 500m, memory: '500', " GPU ": 1"));
  score_scene_in (&scene, "1.21.9", "75 25");
  score_scene_in (&scene, "1.22.6", "50 50");
  score_scene_in (&asking, "1.21.9", "70 25");
  score_scene_in (&asking, "1.22.6", "70 50");
}

static void
test_most_leaves_out_what_is_not_offered (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesMostAllocated",
          .manifest = NODE_OF ("a", "cpu: 1")
              PENDING ("", REQUESTS ("cpu: 500m, memory: '500'")),
          .args = &(const FitNodeResourcesArgs){
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }) } };

  score_scene_in (&scene, "1.21.9", "25");
  score_scene_in (&scene, "1.22.6", "50");
}

static void
test_nothing_is_left (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesFit",
          .manifest = NODE_OF ("a", GPU ": 1") PENDING ("", HALF),
          .args
          = LEAST (FIT_WEIGHTS ({ GPU, 1 }, { "ephemeral-storage", 1 })) };

  score_scene_in (&scene, "1.22.6", "0");
}

static void
test_most_above_capacity (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesMostAllocated",
          .manifest = NODE_OF ("a", "cpu: 1, memory: '1000'")
              PENDING ("", REQUESTS ("cpu: 2, memory: '500'")),
          .args = &(const FitNodeResourcesArgs){
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }) } };

  score_scene_in (&scene, "1.20.2", "25");
  score_scene_in (&scene, "1.20.15", "75");
  score_scene_in (&scene, "1.21.9", "75");
}

/* A third in use: 34 % when the free part is rounded down, else 33 %. */
static void
test_ratio (void **state)
{
  const ScoreScene scene
      = { .plugin = "RequestedToCapacityRatio",
          .manifest = NODE_OF ("a", "cpu: 3, memory: '1000'")
              NODE_OF ("b", "cpu: 500m, memory: '1000'")
                  NODE_OF ("c", "memory: '1000'")
                      PENDING ("", REQUESTS ("cpu: 1, memory: '0'")),
          .args = &(const FitCapacityRatioArgument){
              FIT_SHAPE ({ 0, 0 }, { 100, 10 }),
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }) } };

  /* memory gives no points, so it does not take part; a node without cpu is in
   * full use of it, or is not judged by it */
  score_scene_in (&scene, "1.21.9", "34 100 100");
  score_scene_in (&scene, "1.22.6", "33 100 0");
}

/* A hundred times 2Ei wraps, which makes a use of -4 %.  Where the free part is a
 * hundred times 1.25Ei, it makes one of 102 %. */
static void
test_products_wrap (void **state)
{
  static const char *const manifests[]
      = { NODE_OF ("a", "memory: 2Ei") PENDING ("", REQUESTS ("memory: 2Ei")),
          NODE_OF ("a", "memory: 1280Pi")
              PENDING ("", REQUESTS ("memory: '1'")) };

  for (guint i = 0; i < G_N_ELEMENTS (manifests); i++)
    {
      const ScoreScene scene = { .plugin = "RequestedToCapacityRatio",
                                 .manifest = manifests[i],
                                 .args = &(const FitCapacityRatioArgument){
                                     FIT_SHAPE ({ 0, 1 }, { 100, 10 }),
                                     FIT_WEIGHTS ({ "memory", 1 }) } };

      score_scene_in (&scene, "1.21.9", "100");
      score_scene_in (&scene, "1.22.6", "10");
    }
}

static void
test_ratio_truncates_falling_segments_and_rounds_the_mean (void **state)
{
  const ScoreScene falling
      = { .plugin = "RequestedToCapacityRatio",
          .manifest
          = NODE_OF ("a", "cpu: 1") PENDING ("", REQUESTS ("cpu: 100m")),
          .args = &(const FitCapacityRatioArgument){
              FIT_SHAPE ({ 0, 10 }, { 30, 0 }), FIT_WEIGHTS ({ "cpu", 1 }) } };
  const ScoreScene mean
      = { .plugin = "RequestedToCapacityRatio",
          .manifest = NODE_OF ("a", "cpu: 1, memory: '100'")
              PENDING ("", REQUESTS ("cpu: 500m, memory: '51'")),
          .args = &(const FitCapacityRatioArgument){
              FIT_SHAPE ({ 0, 0 }, { 100, 10 }),
              FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }) } };

  score_scene_in (&falling, "1.20.2", "67");
  score_scene_in (&mean, "1.20.2", "51");
}

/* A policy can leave the plugin without resources. */
static void
test_no_resources (void **state)
{
  const ScoreScene scene
      = { .plugin = "RequestedToCapacityRatio",
          .manifest = NODE_OF ("a", "cpu: 1") PENDING ("", HALF),
          .args = &(const FitCapacityRatioArgument){
              .shape = FIT_SHAPE ({ 0, 10 }, { 100, 10 }) } };

  score_scene_in (&scene, "1.20.2", "0");
}

static void
test_strategies (void **state)
{
  const FitArgCapacityRatio flat = { FIT_SHAPE ({ 0, 2 }, { 100, 2 }) };
  FitArgScoringStrategy strategy
      = { "LeastAllocated", FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }),
          &flat };
  const FitNodeResourcesFitArgs args = { .scoring_strategy = &strategy };
  ScoreScene scene = { .plugin = "NodeResourcesFit",
                       .manifest = NODE_OF ("a", "cpu: 4, memory: '1000'")
                           PENDING ("", REQUESTS ("cpu: 1, memory: '500'")),
                       .args = &args };

  score_scene_in (&scene, "1.24.4", "62");
  strategy.type = "MostAllocated";
  score_scene_in (&scene, "1.24.4", "37");
  strategy.type = "RequestedToCapacityRatio";
  score_scene_in (&scene, "1.24.4", "20");
}

static void
test_silent_containers (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesFit",
          .manifest = NODE_OF ("a", "cpu: 1, memory: 1000Mi")
              PLACED_WITH ("p", "a", "", "containers: [{name: c}, {name: d}]")
                  PENDING ("", "containers: [{name: c, resources: {requests: "
                               "{memory: '0'}}}]"),
          .args = LEAST (FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 })) };

  /* 300m of cpu, 400Mi of memory */
  score_scene_in (&scene, "1.30.1", "65");
}

static void
test_overhead_of_the_pod (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesFit",
          .manifest = NODE_OF ("a", "cpu: 1, memory: '1000'") PENDING (
              "", REQUESTS ("cpu: 500m, memory: '500'") ", overhead: {cpu: "
                                                        "300m, memory: '100'}"),
          .args = LEAST (FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 })) };
  ScoreScene least = scene;
  ScoreScene off = scene;

  score_scene_in (&scene, "1.22.6", "50");
  score_scene_in (&scene, "1.23.3", "50");
  /* (49 + 40) / 2: 300m are one core, and that is counted as 1m */
  score_scene_in (&scene, "1.24.4", "44");
  score_scene_in (&scene, "1.26.4", "44");
  score_scene_in (&scene, "1.27.1", "30");
  least.plugin = "NodeResourcesLeastAllocated";
  least.args = fit_plugin_args_default (least.plugin);
  score_scene_in (&least, "1.20.2", "44");
  score_scene_in (&least, "1.22.6", "44");
  off = least;
  off.gate = "PodOverhead";
  off.gate_off = TRUE;
  score_scene_in (&off, "1.20.2", "50");
}

/* spec.resources of the pod to be scheduled is not seen, that of others is. */
static void
test_requests_of_pods (void **state)
{
  const ScoreScene scene
      = { .plugin = "NodeResourcesFit",
          .manifest = NODE_OF ("a", "cpu: 1") PLACED_WITH (
              "p", "a", "",
              "resources: {requests: {cpu: 300m}}, containers: [{name: c}]")
              PENDING ("", "resources: {requests: {cpu: 600m}}, containers: "
                           "[{name: c}]"),
          .args = LEAST (FIT_WEIGHTS ({ "cpu", 1 })) };

  score_scene_in (&scene, "1.33.0", "80");
  score_scene_in (&scene, "1.34.1", "60");
}

/* Each resource has its own; what no node can have counts for nothing. */
static void
test_overhead_by_resource (void **state)
{
  static const struct
  {
    const char *resource;
    const char *expected;
  } rows[] = {
    { "cpu", "60" },
    { "memory", "70" },
    { "ephemeral-storage", "75" },
    { "example.com/gpu", "90" },
    { "gpu", "0" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitWeightedResource weighted = { rows[i].resource, 1 };
      const FitArgScoringStrategy strategy
          = { .type = "MostAllocated", .resources = { 1, &weighted } };
      const FitNodeResourcesFitArgs args = { .scoring_strategy = &strategy };
      const ScoreScene scene = {
        .plugin = "NodeResourcesFit",
        .manifest
        = NODE_OF ("a", "cpu: 1, memory: '1000', ephemeral-storage: '1000', "
                        "example.com/gpu: 100")
            PENDING (
                "",
                REQUESTS (
                    "cpu: 100m, memory: '200', "
                    "ephemeral-storage: '300', "
                    "example.com/gpu: 40") ", overhead: {cpu: "
                                           "500m, memory: '500', ephemeral-storage: '450', "
                                           "example.com/gpu: 50}"),
        .args = &args
      };
      score_scene_in (&scene, "1.28.3", rows[i].expected);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_least),
    cmocka_unit_test (test_resource_that_is_not_offered_or_not_asked_for),
    cmocka_unit_test (test_most_leaves_out_what_is_not_offered),
    cmocka_unit_test (test_nothing_is_left),
    cmocka_unit_test (test_most_above_capacity),
    cmocka_unit_test (test_ratio),
    cmocka_unit_test (test_products_wrap),
    cmocka_unit_test (
        test_ratio_truncates_falling_segments_and_rounds_the_mean),
    cmocka_unit_test (test_no_resources),
    cmocka_unit_test (test_strategies),
    cmocka_unit_test (test_silent_containers),
    cmocka_unit_test (test_overhead_of_the_pod),
    cmocka_unit_test (test_overhead_by_resource),
    cmocka_unit_test (test_requests_of_pods),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
