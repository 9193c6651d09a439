/* test-service-affinity.c - pods of a service on nodes that agree
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

#define REGIONS                 \
  NODE ("a", "region: '1'", "") \
  NODE ("b", "region: '1'", "") NODE ("c", "region: '2'", "")
#define OTHER "node(s) didn't match service affinity"

static const FitServiceAffinityArgs by_region
    = { .affinity_labels = FILTER_STRINGS ("region") };

static void
test_first_pod_decides (void **state)
{
  FilterScene scene = {
    .plugins = "ServiceAffinity",
    .manifest = REGIONS SERVICE ("s", "app: x") PLACED ("q", "c", "app: x")
        PLACED ("p", "b", "app: x") PENDING ("app: x", ""),
    .args = &by_region,
  };

  /* By the order of nodes, not of pods. */
  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: " OTHER "\n");
  scene.gone = "p";
  filter_scene_in (&scene, "1.20.2", "a: " OTHER "\nb: " OTHER "\nc: fits\n");
}

static void
test_node_selector_decides (void **state)
{
  const FilterScene scene = {
    .plugins = "ServiceAffinity",
    .manifest = REGIONS SERVICE ("s", "app: x") PLACED ("p", "a", "app: x")
        PENDING ("app: x", "nodeSelector: {region: '2'}"),
    .args = &by_region,
  };

  filter_scene_in (&scene, "1.20.2", "a: " OTHER "\nb: " OTHER "\nc: fits\n");
}

static void
test_without_service (void **state)
{
  const FilterScene scene = {
    .plugins = "ServiceAffinity",
    .manifest = REGIONS PLACED ("p", "a", "app: x") PENDING ("app: x", ""),
    .args = &by_region,
  };

  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: fits\n");
}

#define EXPLAINED                        \
  NODE ("a", "region: '1', zone: x", "") \
  NODE ("b", "region: '1', zone: w", "") \
  NODE ("c", "region: '2'", "") SERVICE ("s", "app: x")

/* The first label that differs is named, and where its value comes from. */
static void
test_what_it_explains (void **state)
{
  const FitServiceAffinityArgs by_both
      = { .affinity_labels = FILTER_STRINGS ("region", "zone") };
  FilterScene scene = {
    .plugins = "ServiceAffinity",
    .manifest = EXPLAINED PLACED ("p", "a", "app: x") PENDING ("app: x", ""),
    .args = &by_both,
  };

  (void) state;
  filter_scene_why (
      &scene, "1.20.2",
      "b: ns/p of its service is on a with zone=x, the node has zone=w\n"
      "  all: ns/p of its service is on a with zone=x\n"
      "  do: only a node with zone=x fits\n"
      "  label=zone wanted=x found=w pod=ns/p\n"
      "c: ns/p of its service is on a with region=1, the node has region=2\n"
      "  all: ns/p of its service is on a with region=1\n"
      "  do: only a node with region=1 fits\n"
      "  label=region wanted=1 found=2 pod=ns/p\n");
  scene.manifest = EXPLAINED PLACED ("p", "a", "app: x")
      PENDING ("app: x", "nodeSelector: {zone: w}");
  filter_scene_why (
      &scene, "1.20.2",
      "a: nodeSelector zone=w, the node has zone=x\n"
      "  all: nodeSelector zone=w\n"
      "  do: only a node with zone=w fits\n"
      "  label=zone wanted=w found=x\n"
      "c: ns/p of its service is on a with region=1, the node has region=2\n"
      "  all: ns/p of its service is on a with region=1\n"
      "  do: only a node with region=1 fits\n"
      "  label=region wanted=1 found=2 pod=ns/p\n");
  scene.manifest = EXPLAINED PENDING ("app: x", "nodeSelector: {zone: w}");
  filter_scene_why (&scene, "1.20.2",
                    "a: nodeSelector zone=w, the node has zone=x\n"
                    "  all: nodeSelector zone=w\n"
                    "  do: only a node with zone=w fits\n"
                    "  label=zone wanted=w found=x\n"
                    "c: nodeSelector zone=w, the node has no label zone\n"
                    "  all: nodeSelector zone=w\n"
                    "  do: only a node with zone=w fits\n"
                    "  label=zone wanted=w\n");
  scene.manifest = EXPLAINED PLACED ("p", "c", "app: x") PENDING ("app: x", "");
  filter_scene_why (
      &scene, "1.20.2",
      "a: ns/p of its service is on c with region=2, the node has region=1\n"
      "  all: ns/p of its service is on c with region=2\n"
      "  do: only a node with region=2 fits\n"
      "  label=region wanted=2 found=1 pod=ns/p\n"
      "b: ns/p of its service is on c with region=2, the node has region=1\n"
      "  all: ns/p of its service is on c with region=2\n"
      "  do: only a node with region=2 fits\n"
      "  label=region wanted=2 found=1 pod=ns/p\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_pod_decides),
    cmocka_unit_test (test_node_selector_decides),
    cmocka_unit_test (test_without_service),
    cmocka_unit_test (test_what_it_explains),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
