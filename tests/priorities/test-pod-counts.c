/* test-pod-counts.c - pods of a kind, node by node
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "priorities/pod-counts.h"

static const char manifest[]
    = NODE ("a", "", "") NODE ("b", "", "") PLACED ("p1", "a", "app: web")
        PLACED ("p2", "b", "app: web, v: '1'") PLACED ("p3", "b", "app: web")
            POD ("p4",
                 "namespace: ns, labels: {app: web}, "
                 "deletionTimestamp: '2019-10-01T00:00:00Z'",
                 "nodeName: b")
                POD ("p5", "namespace: else, labels: {app: web}", "nodeName: a")
                    PLACED ("p6", "a", "app: db") PENDING ("app: web", "");

static FitSelector *
select_equal (const char *key, const char *value)
{
  g_autoptr (FitLabels) labels = fit_labels_with (NULL, key, value);

  return fit_selector_new_equality (labels, TRUE);
}

static void
assert_counts (const gint32 *counts, gint32 a, gint32 b)
{
  assert_int_equal (counts[0], a);
  assert_int_equal (counts[1], b);
}

static void
test_selectors (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (FitSelector) web = select_equal ("app", "web");
  g_autoptr (FitSelector) first = select_equal ("v", "1");
  FitSelector *const both[] = { web, first };
  FitPriorityMetadata *meta;

  cluster_init (&cluster, manifest, NULL);
  meta = fit_priority_metadata_new (cluster.cache, cluster.pending,
                                    cluster.arena);
  assert_counts (fit_pod_counts_of_selectors (meta, both, 1), 1, 2);
  assert_counts (fit_pod_counts_of_selectors (meta, both, 2), 0, 1);
}

static void
test_everywhere (void **state)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (FitSelector) web = select_equal ("app", "web");
  const FitPodCondition anywhere = { .selector = web };
  FitPriorityMetadata *meta;

  cluster_init (&cluster, manifest, NULL);
  meta = fit_priority_metadata_new (cluster.cache, cluster.pending,
                                    cluster.arena);
  assert_counts (fit_pod_counts_by_node (meta, &anywhere, 1, FIT_COUNT_ALL), 2,
                 3);
  assert_counts (fit_pod_counts_by_node (meta, &anywhere, 1, FIT_COUNT_STAYING),
                 2, 2);
}

static void
test_share (void **state)
{
  assert_true (fit_pod_counts_share (10, 4, 1) == 7.5);
  assert_true (fit_pod_counts_share (10, 4, 4) == 0.0);
  assert_true (fit_pod_counts_share (100, 0, 0) == 100.0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_selectors),
    cmocka_unit_test (test_everywhere),
    cmocka_unit_test (test_share),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
