/* What a cycle sees of nodes that come and go.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/cluster.h"

#define NODES NODE ("n1", "zone: a", "cpu: 4") NODE ("n2", "zone: b", "cpu: 4")

static void
remove_node (Cluster *c, const char *name)
{
  g_autoptr (GError) error = NULL;

  if (!fit_cache_remove_node (c->cache, name, &error))
    fail_msg ("%s", error->message);
}

static void
add_node (Cluster *c, const char *manifest)
{
  g_autoptr (FitNode) node = node_from (manifest);

  fit_cache_add_node (c->cache, node);
}

static void
remove_pod (Cluster *c, const char *uid)
{
  g_autoptr (FitPod) pod = fit_pod_ref (cluster_pod (c, uid));

  assert_true (fit_cache_remove_pod (c->cache, pod, NULL));
}

static void
add_pod (Cluster *c, const char *manifest)
{
  g_autoptr (FitPod) pod = pod_from (manifest);

  assert_true (fit_cache_add_pod (c->cache, pod, NULL));
}

/* How many nodes and pods the next cycle would see. */
static void
expect_seen (Cluster *c, guint n_nodes, guint n_pods)
{
  guint seen = 0;

  fit_cache_refresh (c->cache);
  for (guint i = 0; i < fit_cache_n_slots (c->cache); i++)
    seen += fit_cache_snapshot_node (c->cache, i) != NULL;
  assert_int_equal (seen, n_nodes);
  assert_int_equal (fit_pod_index_n_pods (fit_cache_pod_index (c->cache)),
                    n_pods);
}

static void
test_unknown_node (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (GError) error = NULL;

  cluster_init (&c, NODES PLACED ("p", "n3", ""), NULL);
  assert_false (fit_cache_remove_node (c.cache, "n3", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "node n3 is not found");
}

static void
test_empty_node_goes_at_once (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES, NULL);
  remove_node (&c, "n1");
  assert_int_equal (fit_cache_n_nodes (c.cache), 1);
  assert_int_equal (fit_node_tree_size (fit_cache_node_tree (c.cache)), 1);
  assert_null (fit_cache_find_node (c.cache, "n1"));
  expect_seen (&c, 1, 0);
}

/* v1.16's snapshot keeps such a node as it was last seen. */
static void
test_node_with_pods_is_seen_until_they_are_gone (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES PLACED ("p", "n1", ""), NULL);
  remove_node (&c, "n1");
  expect_seen (&c, 2, 1);
  assert_int_equal (fit_node_tree_size (fit_cache_node_tree (c.cache)), 1);
  add_pod (&c, PLACED ("q", "n1", ""));
  expect_seen (&c, 2, 1); /* as it was last seen */
  remove_pod (&c, "p");
  expect_seen (&c, 2, 1);
  remove_pod (&c, "q");
  expect_seen (&c, 1, 0);
}

static void
test_later_releases_forget_a_removed_node (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES PLACED ("p", "n1", ""), NULL);
  fit_cache_forget_removed_nodes (c.cache);
  expect_seen (&c, 2, 1);
  remove_node (&c, "n1");
  expect_seen (&c, 1, 0);
  add_pod (&c, PLACED ("q", "n1", ""));
  expect_seen (&c, 1, 0);
  add_node (&c, NODE ("n1", "zone: c", "cpu: 4"));
  expect_seen (&c, 2, 2);
  remove_node (&c, "n1");
  remove_pod (&c, "p");
  remove_pod (&c, "q");
  expect_seen (&c, 1, 0);
  add_node (&c, NODE ("n1", "zone: c", "cpu: 4"));
  expect_seen (&c, 2, 0);
}

static void
test_node_that_comes_back_is_seen_as_it_is (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES PLACED ("p", "n1", "") PLACED ("q", "n1", ""), NULL);
  remove_node (&c, "n1");
  remove_pod (&c, "p");
  expect_seen (&c, 2, 2);
  add_node (&c, NODE ("n1", "zone: c", "cpu: 4"));
  expect_seen (&c, 2, 1);
  assert_string_equal (
      fit_labels_lookup (
          fit_cache_snapshot_node (c.cache, cluster_node (&c, "n1")->index)
              ->meta.labels,
          "zone"),
      "c");
}

/* A name known by its pods alone hides that a node is gone: v1.16 compares
 * numbers of names only. */
static void
test_gone_node_may_stay_hidden (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES PLACED ("p", "n1", ""), NULL);
  add_pod (&c, PLACED ("q", "unknown", ""));
  remove_pod (&c, "p");
  remove_node (&c, "n1");
  expect_seen (&c, 2, 1);
  remove_pod (&c, "q");
  expect_seen (&c, 1, 0);
}

static void
test_index_of_gone_node_is_used_again (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES, NULL);
  for (guint i = 0; i < 5; i++)
    {
      remove_node (&c, "n1");
      fit_cache_refresh (c.cache);
      add_node (&c, NODE ("n1", "zone: a", "cpu: 4"));
      add_pod (&c, PLACED ("p", "n1", ""));
      expect_seen (&c, 2, 1);
      remove_pod (&c, "p");
    }
  assert_int_equal (fit_cache_n_slots (c.cache), 2);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_unknown_node),
    cmocka_unit_test (test_empty_node_goes_at_once),
    cmocka_unit_test (test_node_with_pods_is_seen_until_they_are_gone),
    cmocka_unit_test (test_later_releases_forget_a_removed_node),
    cmocka_unit_test (test_node_that_comes_back_is_seen_as_it_is),
    cmocka_unit_test (test_gone_node_may_stay_hidden),
    cmocka_unit_test (test_index_of_gone_node_is_used_again),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
