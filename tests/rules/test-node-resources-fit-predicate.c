/* test-node-resources-fit-predicate.c - PodFitsResources: what is left on a node, with overhead and overcommitted nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"
#include "predicates/metadata-build.h"

#include <string.h>

#define GPU "example.com/gpu"

static void
expect (const char *manifest, const char *expected)
{
  ask (&(const Question){ .info = &fit_pod_fits_resources,
                          .manifest = manifest },
       expected);
}

/* 1 CPU, 100 bytes and 10 bytes of storage are free; 1 GPU; 2 pods. */
#define NODES                                                              \
  NODE ("n1", "",                                                          \
        "cpu: 2, memory: 200, ephemeral-storage: 20, pods: 3, " GPU ": 2") \
  PLACED_WITH (                                                            \
      "p1", "n1", "",                                                      \
      REQUESTS ("cpu: 1, memory: 100, ephemeral-storage: 10, " GPU ": 1"))

static const struct
{
  const char *manifest;
  const char *expected;
} rows[] = {
  /* clang-format off */
  { NODES PENDING ("", ""), "n1: yes\n" },
  { NODES PENDING ("", REQUESTS ("cpu: 1, memory: 100, ephemeral-storage: 10, " GPU ": 1")), "n1: yes\n" },
  { NODES PENDING ("", REQUESTS ("cpu: 1001m")), "n1: Insufficient cpu\n" },
  { NODES PENDING ("", REQUESTS ("memory: 101")), "n1: Insufficient memory\n" },
  { NODES PENDING ("", REQUESTS ("ephemeral-storage: 11")), "n1: Insufficient ephemeral-storage\n" },
  { NODES PENDING ("", REQUESTS (GPU ": 2")), "n1: Insufficient " GPU "\n" },
  { NODES PENDING ("", REQUESTS ("hugepages-2Mi: 1")), "n1: Insufficient hugepages-2Mi\n" },
  /* Names that are no compute resource are nobody's business. */
  { NODES PENDING ("", REQUESTS ("storage: 1, gpu: 1, requests.example.com/x: 1")), "n1: yes\n" },
  { NODES PENDING ("", REQUESTS ("cpu: 2, memory: 200, ephemeral-storage: 20, " GPU ": 2")),
    "n1: Insufficient cpu; Insufficient memory; Insufficient ephemeral-storage; Insufficient " GPU "\n" },
  /* The greatest init container counts, not their sum. */
  { NODES PENDING ("", "initContainers: [{name: a, resources: {requests: {cpu: 900m}}}, "
                       "{name: b, resources: {requests: {cpu: 1}}}]"), "n1: yes\n" },
  { NODES PENDING ("", "initContainers: [{name: a, resources: {requests: {cpu: 1001m}}}]"), "n1: Insufficient cpu\n" },
  /* Each container is rounded up for itself. */
  { NODES PENDING ("", "containers: [{name: a, resources: {requests: {cpu: 999.1m}}}, "
                       "{name: b, resources: {requests: {cpu: 0.1m}}}]"), "n1: Insufficient cpu\n" },
  /* Limits are no requests. */
  { NODES PENDING ("", "containers: [{name: a, resources: {limits: {cpu: 9}}}]"), "n1: yes\n" },
  /* clang-format on */
};

static void
test_requests_must_fit_into_what_is_left (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    expect (rows[i].manifest, rows[i].expected);
}

static void
test_pods_are_a_resource (void **state)
{
  expect (NODE ("n1", "", "pods: 1") NODE ("n2", "", "pods: 2")
              NODE ("n3", "", "cpu: 1") PLACED ("p1", "n1", "")
                  PLACED ("p2", "n2", "") PENDING ("", ""),
          "n1: Insufficient pods\nn2: yes\nn3: Insufficient pods\n");
  expect (NODE ("n1", "", "pods: 0, cpu: 1") PENDING ("", REQUESTS ("cpu: 2")),
          "n1: Insufficient pods; Insufficient cpu\n");
}

/* A node that has promised too much CPU takes nobody who asks for anything. */
static void
test_overcommitted_node_refuses_whoever_asks (void **state)
{
#define FULL                                      \
  NODE ("n1", "", "cpu: 1, memory: 100, pods: 9") \
  PLACED_WITH ("p1", "n1", "", REQUESTS ("cpu: 2"))
  expect (FULL PENDING ("", ""), "n1: yes\n");
  expect (FULL PENDING ("", REQUESTS ("cpu: 0")), "n1: yes\n");
  expect (FULL PENDING ("", REQUESTS ("memory: 1")), "n1: Insufficient cpu\n");
  expect (FULL PENDING ("", REQUESTS (GPU ": 0")), "n1: Insufficient cpu\n");
#undef FULL
}

static void
test_overhead_counts_behind_its_gate (void **state)
{
#define FAT                                      \
  NODE ("n1", "", "cpu: 1, pods: 9, " GPU ": 1") \
  PENDING ("", REQUESTS ("cpu: 600m") ", overhead: {cpu: 500m, " GPU ": 2}")
  expect (FAT, "n1: yes\n");
  ask (&(const Question){ .info = &fit_pod_fits_resources,
                          .manifest = FAT,
                          .gates = "PodOverhead=true" },
       "n1: Insufficient cpu; Insufficient " GPU "\n");
#undef FAT
}

static void
test_reasons_carry_the_figures (void **state)
{
  g_auto (Asking) asking = { 0 };
  FitReasons reasons;
  const FitNodeInfo *node;

  asking_init (&asking, &(const Question){ .info = &fit_pod_fits_resources,
                                           .manifest = NODES PENDING (
                                               "", REQUESTS ("cpu: 1500m")) });
  node = cluster_node (&asking.cluster, "n1");
  fit_reasons_init (&reasons, asking.cluster.arena);
  assert_int_equal (
      fit_pod_fits_resources.check (&asking.run, node, &reasons, NULL),
      FIT_ANSWER_NO);
  assert_int_equal (reasons.n, 1);
  assert_string_equal (reasons.items[0].text, "cpu");
  assert_int_equal (reasons.items[0].requested, 1500);
  assert_int_equal (reasons.items[0].used, 1000);
  assert_int_equal (reasons.items[0].capacity, 2000);
}

/* Extended resources that an extender takes care of are skipped, and only
 * such; names of the system's own are not. */
static void
test_ignored_resources_are_skipped (void **state)
{
  g_autoptr (Interned) gpu = fit_intern (GPU);
  g_autoptr (Interned) pages = fit_intern ("hugepages-2Mi");
  const char *const ignored[] = { gpu, pages };
  g_auto (Asking) asking = { 0 };
  g_autofree char *answer = NULL;
  FitPredicateMetadata *meta;

  asking_init (&asking, &(const Question){
                            .info = &fit_pod_fits_resources,
                            .manifest = NODES PENDING (
                                "", REQUESTS (GPU ": 9, hugepages-2Mi: 1")) });
  meta = fit_predicate_metadata_new (asking.cluster.cache,
                                     asking.cluster.pending,
                                     asking.cluster.arena, ignored, 2);
  answer = asking_answer (&asking, cluster_node (&asking.cluster, "n1"), meta);
  assert_string_equal (answer, "Insufficient hugepages-2Mi");
}

/* Sums wrap, as those of the original do. */
static void
test_sums_wrap (void **state)
{
  expect (NODE ("n1", "", "cpu: 1, memory: 1, pods: 9") PLACED_WITH (
              "p1", "n1", "", REQUESTS ("memory: 9223372036854775807"))
              PENDING ("", REQUESTS ("memory: 9223372036854775807")),
          "n1: yes\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_requests_must_fit_into_what_is_left),
    cmocka_unit_test (test_pods_are_a_resource),
    cmocka_unit_test (test_overcommitted_node_refuses_whoever_asks),
    cmocka_unit_test (test_overhead_counts_behind_its_gate),
    cmocka_unit_test (test_reasons_carry_the_figures),
    cmocka_unit_test (test_ignored_resources_are_skipped),
    cmocka_unit_test (test_sums_wrap),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
