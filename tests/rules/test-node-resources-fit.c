/* test-node-resources-fit.c - NodeResourcesFit at Filter, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

/* A node that is overcommitted in cpu. */
#define FULL                                     \
  NODE ("a", "", "cpu: 1, memory: 1Gi, pods: 2") \
  PLACED_WITH ("p", "a", "", REQUESTS ("cpu: 2"))

static void
test_no_request (void **state)
{
  FilterScene scene
      = { .plugins = "NodeResourcesFit",
          .manifest = FULL PENDING ("", REQUESTS ("memory: 1Mi")) };

  filter_scene_in (&scene, "1.27.1", "a: Insufficient cpu\n");
  filter_scene_in (&scene, "1.28.3", "a: fits\n");
  scene.manifest = FULL PENDING ("", REQUESTS ("cpu: 1m"));
  filter_scene_in (&scene, "1.28.3", "a: Insufficient cpu\n");
  scene.manifest
      = NODE ("a", "", "pods: 2") PENDING ("", REQUESTS ("memory: 1"));
  filter_scene_in (&scene, "1.28.3", "a: Insufficient memory\n");
  scene.manifest = NODE ("a", "", "pods: 2")
      PENDING ("", REQUESTS ("ephemeral-storage: 1"));
  filter_scene_in (&scene, "1.28.3", "a: Insufficient ephemeral-storage\n");
  scene.manifest = FULL PENDING ("", "");
  filter_scene_in (&scene, "1.20.2", "a: fits\n");
}

#define OVERBOOKED(request)                                          \
  NODE ("a", "", "cpu: 4, memory: 1Gi, pods: 9, example.com/gpu: 1") \
  PLACED_WITH ("p", "a", "", REQUESTS ("example.com/gpu: 2"))        \
  PENDING ("", REQUESTS ("cpu: 1, example.com/gpu: " request))

static void
test_scalars (void **state)
{
  const FitNodeResourcesFitArgs groups
      = { .ignored_resource_groups = FILTER_STRINGS ("example.com") };
  const FitNodeResourcesFitArgs ignored
      = { .ignored_resource_groups = FILTER_STRINGS ("example"),
          .ignored_resources = FILTER_STRINGS ("example.com/gpu") };
  const FitNodeResourcesFitArgs others
      = { .ignored_resource_groups
          = FILTER_STRINGS ("example.org", "example.com.au", "example") };
  FilterScene scene
      = { .plugins = "NodeResourcesFit", .manifest = OVERBOOKED ("0") };

  filter_scene_in (&scene, "1.25.2", "a: Insufficient example.com/gpu\n");
  filter_scene_in (&scene, "1.26.4", "a: fits\n");
  scene.manifest = OVERBOOKED ("1");
  filter_scene_in (&scene, "1.34.1", "a: Insufficient example.com/gpu\n");
  scene.args = &groups;
  filter_scene_in (&scene, "1.34.1", "a: fits\n");
  scene.args = &ignored;
  filter_scene_in (&scene, "1.20.2", "a: fits\n");
  /* Other groups, as long as this one, longer or the beginning of it. */
  scene.args = &others;
  filter_scene_in (&scene, "1.34.1", "a: Insufficient example.com/gpu\n");
}

static void
test_capacity (void **state)
{
  const FilterScene scene = {
    .plugins = "NodeResourcesFit",
    .manifest = NODE ("a", "", "cpu: 1, memory: 1Gi, pods: 0")
        PENDING ("", REQUESTS ("cpu: 2")),
  };

  filter_scene_in (&scene, "1.33.0", "a: Too many pods, Insufficient cpu\n");
  filter_scene_in (&scene, "1.34.1", "a: Too many pods, !Insufficient cpu\n");
}

/* Each of the amounts that a node has; the sum with a request wraps. */
static void
test_huge_amounts (void **state)
{
  static const char *const requests[]
      = { "cpu: 2", "memory: 2Gi", "ephemeral-storage: 2Gi",
          "example.com/gpu: 2" };
  static const char *const used[]
      = { "cpu: 9223372036854775806m", "memory: 9223372036854775806",
          "ephemeral-storage: 9223372036854775806",
          "example.com/gpu: 9223372036854775806" };
  FilterScene scene = { .plugins = "NodeResourcesFit" };

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          NODE ("a", "", "pods: 9") PLACED_WITH ("p", "a", "", REQUESTS ("%s"))
              PENDING ("", REQUESTS ("%s")),
          used[i], requests[i]);
      g_autofree char *insufficient
          = g_strdup_printf ("a: Insufficient %.*s\n",
                             (int) strcspn (requests[i], ":"), requests[i]);

      scene.manifest = manifest;
      filter_scene_in (&scene, "1.20.15", "a: fits\n");
      filter_scene_in (&scene, "1.21.9", insufficient);
      filter_scene_in (&scene, "1.33.0", insufficient);
    }
}

#define WITH_SIDECAR                                                           \
  NODE ("a", "", "cpu: 3, memory: 1Gi, pods: 9")                               \
  PENDING ("", "initContainers: [{name: s, restartPolicy: Always, resources: " \
               "{requests: {cpu: 2}}}, {name: i, resources: {requests: {cpu: " \
               "1500m}}}], containers: [{name: c, resources: {requests: "      \
               "{cpu: 1}}}]")

static void
test_sidecars (void **state)
{
  const FilterScene scene
      = { .plugins = "NodeResourcesFit", .manifest = WITH_SIDECAR };

  filter_scene_in (&scene, "1.27.1", "a: fits\n");
  filter_scene_in (&scene, "1.29.1", "a: Insufficient cpu\n");
}

static void
test_pod_resources (void **state)
{
  const FilterScene scene = {
    .plugins = "NodeResourcesFit",
    .manifest = NODE ("a", "", "cpu: 3, memory: 1Gi, pods: 9") PLACED_WITH (
        "p", "a", "", "resources: {requests: {cpu: 2}}, " REQUESTS ("cpu: 1"))
        PENDING ("", REQUESTS ("cpu: 2")),
  };

  filter_scene_in (&scene, "1.33.0", "a: fits\n");
  filter_scene_in (&scene, "1.34.1", "a: Insufficient cpu\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_no_request),   cmocka_unit_test (test_scalars),
    cmocka_unit_test (test_huge_amounts), cmocka_unit_test (test_capacity),
    cmocka_unit_test (test_sidecars),     cmocka_unit_test (test_pod_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
