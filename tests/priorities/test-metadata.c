/* test-metadata.c - what priorities know about a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#define POD_SPEC                                                               \
  "containers: [{name: c, resources: {requests: {cpu: 200m, memory: 300, "     \
  "ephemeral-storage: 5, example.com/foo: 2}, limits: {cpu: 1, memory: 400}}}" \
  ", {name: d}], initContainers: [{name: i, resources: {requests: "            \
  "{cpu: 250m}, limits: {memory: 500}}}]"
#define OVERHEAD                                               \
  ", overhead: {cpu: 400m, memory: 50, ephemeral-storage: 7, " \
  "example.com/foo: 3, example.com/bar: 4}"

static FitPriorityMetadata *
metadata_of (Cluster *cluster, const char *manifest, const char *gates)
{
  cluster_init (cluster, manifest, gates);
  return fit_priority_metadata_new (cluster->cache, cluster->pending,
                                    cluster->arena);
}

static void
test_figures (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  const FitPriorityMetadata *meta
      = metadata_of (&cluster, PENDING ("", POD_SPEC OVERHEAD), NULL);

  assert_int_equal (meta->milli_cpu, 300);
  assert_int_equal (meta->memory, 300 + 200 * 1024 * 1024);
  assert_int_equal (meta->max_score, 10);
}

/* v1.16 adds the whole cores of the overhead to millicores. */
static void
test_overhead (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  const FitPriorityMetadata *meta = metadata_of (
      &cluster, PENDING ("", POD_SPEC OVERHEAD), "PodOverhead=true");

  assert_int_equal (meta->milli_cpu, 301);
  assert_int_equal (meta->memory, 350 + 200 * 1024 * 1024);
}

static void
test_tolerations (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  const FitPriorityMetadata *meta = metadata_of (
      &cluster,
      PENDING ("", "tolerations: [{key: a, effect: NoSchedule}, "
                   "{key: b, effect: PreferNoSchedule}, {key: c}, "
                   "{key: d, effect: NoExecute}]"),
      NULL);

  assert_int_equal (meta->n_tolerations, 2);
  assert_string_equal (meta->tolerations[0].key, "b");
  assert_string_equal (meta->tolerations[1].key, "c");
}

static void
test_cluster (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  const FitPriorityMetadata *meta = metadata_of (
      &cluster,
      NODE ("a", "", "") NODE ("b", "", "") PLACED ("p", "nowhere", "")
          SERVICE ("s", "app: web") PENDING ("app: web", ""),
      NULL);

  assert_int_equal (meta->selectors->n, 1);
  assert_non_null (meta->selectors->first_service);
  assert_null (meta->node_volumes);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_figures),
    cmocka_unit_test (test_overhead),
    cmocka_unit_test (test_tolerations),
    cmocka_unit_test (test_cluster),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
