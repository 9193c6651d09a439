/* test-filter-service-affinity.c - pods of a service on nodes that agree */
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_pod_decides),
    cmocka_unit_test (test_node_selector_decides),
    cmocka_unit_test (test_without_service),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
