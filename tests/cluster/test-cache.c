/* test-cache.c - nodes come and go in the cache, with their pods and zones
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache.h"

#include "tests/support/cluster.h"

#include <string.h>

#define PLAIN_NODE(name, labels) NODE (name, labels, "cpu: 4, pods: 10")

static void
set_node (Cluster *cluster, const char *manifest)
{
  g_autoptr (FitNode) node = node_from (manifest);

  fit_cache_add_node (cluster->cache, node);
}

typedef gboolean (*PodChange) (FitCache *cache, const FitPod *pod,
                               GError **error);

static void
change (Cluster *cluster, PodChange how, const char *manifest)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (GError) error = NULL;

  if (!how (cluster->cache, pod, &error))
    fail_msg ("%s", error->message);
}

static void
refuse (Cluster *cluster, PodChange how, const char *manifest,
        const char *message)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (GError) error = NULL;

  assert_false (how (cluster->cache, pod, &error));
  assert_error (&error, FIT_ERROR_SCHEDULE, message);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* How many pods with the label app=web run per value of the label @key:
 * "a=2 b=1", values in order of the alphabet. */
static void
expect_web (Cluster *cluster, const char *key, const char *expected)
{
  FitPodIndex *index = fit_cache_pod_index (cluster->cache);
  FitTopology *topology = fit_cache_topology (cluster->cache);
  g_autoptr (Interned) interned = fit_intern (key);
  const guint slot = fit_topology_slot (topology, interned);
  g_autoptr (FitLabels) web = fit_labels_new (1);
  g_autoptr (FitSelector) selector = NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  const guint32 *counts;

  fit_cache_refresh (cluster->cache);
  fit_labels_append (web, "app", "web");
  selector = fit_selector_new_equality (web, TRUE);
  counts = fit_pod_query_counts (
      index,
      fit_pod_index_query (index,
                           &(const FitPodCondition){ .selector = selector }, 1),
      slot, NULL);
  for (guint v = 1; v < fit_topology_n_values (topology, slot); v++)
    if (counts[v] > 0)
      g_ptr_array_add (found,
                       g_strdup_printf ("%s=%u",
                                        fit_topology_value (topology, slot, v),
                                        counts[v]));
  g_ptr_array_sort (found, compare_texts);
  g_ptr_array_add (found, NULL);
  text = g_strjoinv (" ", (char **) found->pdata);
  assert_string_equal (text, expected);
}

/* -- nodes ----------------------------------------------------------------- */

static void
test_nodes_are_found_by_name_and_number (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, PLAIN_NODE ("n1", "") PLAIN_NODE ("n2", ""), NULL);
  assert_int_equal (fit_cache_n_nodes (c.cache), 2);
  assert_int_equal (fit_cache_n_slots (c.cache), 2);
  assert_ptr_equal (fit_cache_node (c.cache, 1), cluster_node (&c, "n2"));
  assert_int_equal (cluster_node (&c, "n2")->index, 1);
  assert_null (fit_cache_node (c.cache, 2));
  assert_null (fit_cache_find_node (c.cache, "n3"));
}

static void
test_new_object_of_a_node_keeps_its_pods (void **state)
{
  g_auto (Cluster) c = { 0 };
  guint64 generation;

  cluster_init (&c, PLAIN_NODE ("n1", "") PLACED ("p", "n1", ""), NULL);
  generation = cluster_node (&c, "n1")->generation;
  set_node (&c, NODE ("n1", "", "cpu: 1, pods: 1"));
  assert_int_equal (fit_cache_n_nodes (c.cache), 1);
  assert_int_equal (cluster_node (&c, "n1")->traits->allocatable.milli_cpu,
                    1000);
  assert_int_equal (cluster_node (&c, "n1")->n_pods, 1);
  assert_true (cluster_node (&c, "n1")->generation > generation);
}

static void
test_zones_are_pairs_of_region_and_zone (void **state)
{
  g_auto (Cluster) c = { 0 };
  const FitNodeInfo *n[6];

  cluster_init (&c,
                PLAIN_NODE ("n0", "")                       /* no zone */
                PLAIN_NODE ("n1", REGION "r, " ZONE "a")    /* r/a */
                PLAIN_NODE ("n2", ZONE "a")                 /* /a */
                PLAIN_NODE ("n3", REGION "r")               /* r/ */
                PLAIN_NODE ("n4", ZONE "a, " REGION "r")    /* r/a */
                PLAIN_NODE ("n5", REGION "'', " ZONE "''"), /* no zone */
                NULL);
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    n[i] = fit_cache_node (c.cache, i);
  assert_int_equal (n[0]->zone, 0);
  assert_int_equal (n[5]->zone, 0);
  assert_int_equal (n[1]->zone, n[4]->zone);
  assert_int_not_equal (n[1]->zone, n[2]->zone);
  assert_int_not_equal (n[1]->zone, n[3]->zone);
  assert_int_not_equal (n[2]->zone, n[3]->zone);
  assert_string_equal (fit_cache_zone_name (c.cache, n[1]->zone), "r/a");
  assert_string_equal (fit_cache_zone_name (c.cache, n[2]->zone), "/a");
  assert_string_equal (fit_cache_zone_name (c.cache, n[0]->zone), "");
  set_node (&c, PLAIN_NODE ("n0", ZONE "a"));
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    assert_int_equal (fit_cache_zones (c.cache)[i], n[i]->zone);
  assert_int_equal (n[0]->zone, n[2]->zone);
}

/* As the releases after v1.16 do it. */
static void
test_zones_by_either_label (void **state)
{
#define ZONE_GA "topology.kubernetes.io/zone: "
#define REGION_GA "topology.kubernetes.io/region: "
  g_auto (Cluster) c = { 0 };
  const FitNodeInfo *n[4];

  cluster_init (&c, PLAIN_NODE ("n0", ZONE_GA "a"), NULL);
  fit_cache_use_ga_zones (c.cache);
  set_node (&c, PLAIN_NODE ("n1", ZONE_GA "a, " REGION_GA "r"));
  set_node (&c, PLAIN_NODE ("n2", ZONE "b, " ZONE_GA "a, " REGION_GA "r"));
  set_node (&c, PLAIN_NODE ("n3", ZONE "a, " REGION "r"));
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    n[i] = fit_cache_node (c.cache, i);
  assert_int_equal (n[0]->zone, 0);
  assert_string_equal (fit_cache_zone_name (c.cache, n[1]->zone), "r/a");
  assert_string_equal (fit_cache_zone_name (c.cache, n[2]->zone), "r/b");
  assert_int_equal (n[3]->zone, n[1]->zone);
}

static void
expect_tree (Cluster *cluster, const char *expected)
{
  g_auto (GStrv) names = g_strsplit (expected, " ", -1);
  FitNodeTree *tree = fit_cache_node_tree (cluster->cache);

  for (guint i = 0; names[i] != NULL; i++)
    assert_string_equal (
        fit_cache_node (cluster->cache, fit_node_tree_next (tree))->name,
        names[i]);
}

/* It comes last in its new zone, and gets its turn there in the same round. */
static void
test_node_moves_in_the_tree_with_its_zone_only (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c,
                PLAIN_NODE ("n1", ZONE "a") PLAIN_NODE ("n2", ZONE "a")
                    PLAIN_NODE ("n3", ZONE "b"),
                NULL);
  expect_tree (&c, "n1 n3 n2");
  set_node (&c, PLAIN_NODE ("n1", ZONE "a, more: labels"));
  assert_int_equal (fit_node_tree_size (fit_cache_node_tree (c.cache)), 3);
  expect_tree (&c, "n1 n3 n2");
  set_node (&c, PLAIN_NODE ("n1", ZONE "b"));
  assert_int_equal (fit_node_tree_size (fit_cache_node_tree (c.cache)), 3);
  expect_tree (&c, "n1 n2 n3 n1 n2");
}

static void
test_images_of_a_node_follow_its_object (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (Interned) image = fit_intern ("a:1");
  gint64 size;
  guint n;

  cluster_init (
      &c, NODE_WITH ("n1", "", "", "images: [{names: ['a:1'], sizeBytes: 7}]"),
      NULL);
  assert_non_null (
      fit_images_lookup (fit_cache_images (c.cache), image, &size, &n));
  assert_int_equal (size, 7);
  set_node (&c, PLAIN_NODE ("n1", ""));
  assert_null (
      fit_images_lookup (fit_cache_images (c.cache), image, &size, &n));
}

/* -- pods ------------------------------------------------------------------ */

static void
test_pods_come_once (void **state)
{
  g_auto (Cluster) c = { 0 };
  const char *p = PLACED ("p", "n1", "");

  cluster_init (&c, PLAIN_NODE ("n1", ""), NULL);
  change (&c, fit_cache_assume_pod, p);
  refuse (&c, fit_cache_assume_pod, p,
          "pod p is in the cache, so can't be assumed");
  change (&c, fit_cache_forget_pod, p);
  change (&c, fit_cache_add_pod, p);
  refuse (&c, fit_cache_add_pod, p, "pod p was already in added state");
  refuse (&c, fit_cache_assume_pod, p,
          "pod p is in the cache, so can't be assumed");
  assert_int_equal (cluster_node (&c, "n1")->n_pods, 1);
}

static void
test_pods_go_once (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, PLAIN_NODE ("n1", "") PLACED ("p", "n1", ""), NULL);
  change (&c, fit_cache_remove_pod, PLACED ("p", "n1", ""));
  refuse (&c, fit_cache_remove_pod, PLACED ("p", "n1", ""),
          "pod p is not found in scheduler cache, so cannot be removed from "
          "it");
  assert_int_equal (cluster_node (&c, "n1")->n_pods, 0);
  fit_cache_refresh (c.cache);
  assert_int_equal (fit_pod_index_n_pods (fit_cache_pod_index (c.cache)), 0);
}

static gboolean
update (FitCache *cache, const FitPod *pod, GError **error)
{
  return fit_cache_update_pod (cache, pod, pod, error);
}

static void
test_pods_need_a_uid (void **state)
{
  g_auto (Cluster) c = { 0 };
  const char *p = "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: "
                  "{nodeName: n1}}";
  const char *message = "Cannot get cache key for pod with empty UID";

  cluster_init (&c, PLAIN_NODE ("n1", ""), NULL);
  refuse (&c, fit_cache_add_pod, p, message);
  refuse (&c, fit_cache_assume_pod, p, message);
  refuse (&c, fit_cache_remove_pod, p, message);
  refuse (&c, fit_cache_forget_pod, p, message);
  refuse (&c, update, p, message);
}

/* It leaves the node that it was counted on, by the figures that it had then. */
static void
test_removal_is_by_uid (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c,
                PLAIN_NODE ("n1", "")
                    PLACED_WITH ("p", "n1", "app: web", REQUESTS ("cpu: 100m")),
                NULL);
  change (&c, fit_cache_remove_pod,
          PLACED_WITH ("p", "n1", "app: db", REQUESTS ("cpu: 900m")));
  assert_int_equal (cluster_node (&c, "n1")->n_pods, 0);
  assert_int_equal (cluster_node (&c, "n1")->requested.milli_cpu, 0);
  fit_cache_refresh (c.cache);
  assert_int_equal (fit_pod_index_n_pods (fit_cache_pod_index (c.cache)), 0);
}

static void
test_pod_may_come_before_its_node (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, PLACED_WITH ("p", "n1", "app: web", REQUESTS ("cpu: 1")),
                NULL);
  assert_int_equal (fit_cache_n_nodes (c.cache), 0);
  assert_int_equal (fit_cache_n_slots (c.cache), 1);
  assert_null (fit_cache_find_node (c.cache, "n1"));
  assert_int_equal (fit_node_tree_size (fit_cache_node_tree (c.cache)), 0);
  expect_web (&c, "zone", "");
  set_node (&c, PLAIN_NODE ("n1", "zone: a"));
  assert_int_equal (cluster_node (&c, "n1")->requested.milli_cpu, 1000);
  expect_web (&c, "zone", "a=1");
  assert_int_equal (fit_pod_index_n_pods (fit_cache_pod_index (c.cache)), 1);
  change (&c, fit_cache_remove_pod, PLACED ("p", "n1", "app: web"));
  expect_web (&c, "zone", "");
}

static void
test_relabelled_node_takes_its_pods_along (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c,
                PLAIN_NODE ("n1", "zone: a") PLAIN_NODE ("n2", "zone: b")
                    PLACED ("p", "n1", "app: web")
                        PLACED ("q", "n1", "app: web")
                            PLACED ("r", "n2", "app: web"),
                NULL);
  expect_web (&c, "zone", "a=2 b=1");
  set_node (&c, PLAIN_NODE ("n1", "zone: b"));
  expect_web (&c, "zone", "b=3");
  set_node (&c, PLAIN_NODE ("n1", "zone: c"));
  expect_web (&c, "zone", "b=1 c=2");
  set_node (&c, PLAIN_NODE ("n2", "rack: r"));
  expect_web (&c, "zone", "c=2");
  expect_web (&c, "rack", "r=1");
}

static void
test_pods_like_another_come_in_order_of_arrival (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (GPtrArray) like = NULL;

  cluster_init (&c,
                PLAIN_NODE ("n1", "") PLAIN_NODE ("n2", "")
                    PLACED ("p1", "n2", "app: web, more: '1'") PLACED (
                        "p2", "n1", "app: db") PLACED ("p3", "n1", "app: web")
                        PLACED ("p4", "n3", "app: web")
                            POD ("p5",
                                 "namespace: other, labels: "
                                 "{app: web}",
                                 "nodeName: n1") PENDING ("app: web", ""),
                NULL);
  like = fit_cache_pods_like (c.cache, c.pending);
  assert_int_equal (like->len, 3);
  assert_string_equal (((FitPod *) like->pdata[0])->meta.name, "p1");
  assert_string_equal (((FitPod *) like->pdata[1])->meta.name, "p3");
  assert_string_equal (((FitPod *) like->pdata[2])->meta.name, "p4");
}

/* -- the rest -------------------------------------------------------------- */

static void
test_pods_of_a_class_share_it (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitPodClass *web;

  cluster_init (&c,
                PLAIN_NODE ("n1", "") PLACED ("p1", "n1", "app: web, x: z")
                    PLACED ("p2", "n1", "x: z, app: web")
                        PENDING ("app: web, x: z", ""),
                NULL);
  web = fit_cache_pod_class (c.cache, c.pending);
  assert_ptr_equal (web, fit_cache_pod_class (c.cache, cluster_pod (&c, "p1")));
  assert_ptr_equal (web, fit_cache_pod_class (c.cache, cluster_pod (&c, "p2")));
  assert_int_equal (web->n_pods, 2);
}

static void
test_spread_selectors_follow_the_services (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitListers *listers;
  const FitSpreadSelectors *spread;
  g_autoptr (FitObjects) more = objects_from (SERVICE ("s2", "app: web"));

  cluster_init (&c,
                SERVICE ("s1", "app: web") SERVICE ("db", "app: db")
                    PENDING ("app: web", ""),
                NULL);
  listers = fit_cache_listers (c.cache);
  spread = fit_cache_spread_selectors (
      c.cache, fit_cache_pod_class (c.cache, c.pending));
  assert_int_equal (spread->n, 1);
  assert_non_null (spread->first_service);
  fit_listers_set (listers, more->of[FIT_KIND_SERVICE]->pdata[0]);
  spread = fit_cache_spread_selectors (
      c.cache, fit_cache_pod_class (c.cache, c.pending));
  assert_int_equal (spread->n, 2);
  for (guint i = 0; i < 2; i++)
    {
      char *const names[] = { "s1", "s2" };
      g_autoptr (Interned) ns = fit_intern ("ns");

      fit_listers_remove (listers, FIT_KIND_SERVICE, ns, names[i]);
    }
  spread = fit_cache_spread_selectors (
      c.cache, fit_cache_pod_class (c.cache, c.pending));
  assert_int_equal (spread->n, 0);
  assert_null (spread->first_service);
}

/* Each kind of controller selects pods. */
static void
test_spread_selectors_of_controllers (void **state)
{
#define CONTROLLER(version, kind, selector)                                \
  "---\n{apiVersion: " version ", kind: " kind ", metadata: {name: c, "    \
  "namespace: ns}, spec: {selector: {" selector "}, template: {metadata: " \
  "{labels: {app: web}}}}}\n"
  static const struct
  {
    const char *manifest;
    guint n;
  } rows[] = {
    { "", 0 },
    { CONTROLLER ("v1", "ReplicationController", "app: web"), 1 },
    { CONTROLLER ("v1", "ReplicationController", "app: db"), 0 },
    { CONTROLLER ("apps/v1", "ReplicaSet", "matchLabels: {app: web}"), 1 },
    { CONTROLLER ("apps/v1", "StatefulSet", "matchLabels: {app: web}"), 1 },
    { CONTROLLER ("apps/v1", "StatefulSet", ""), 0 },
    { CONTROLLER ("v1", "ReplicationController", "app: web")
          CONTROLLER ("apps/v1", "ReplicaSet", "matchLabels: {app: web}")
              CONTROLLER ("apps/v1", "StatefulSet", "matchLabels: {app: web}"),
      3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Cluster) c = { 0 };
      g_autofree char *manifest
          = g_strconcat (rows[i].manifest, PENDING ("app: web", ""), NULL);
      const FitSpreadSelectors *spread;

      cluster_init (&c, manifest, NULL);
      spread = fit_cache_spread_selectors (
          c.cache, fit_cache_pod_class (c.cache, c.pending));
      if (spread->n != rows[i].n)
        fail_msg ("%u selectors of %s", spread->n, rows[i].manifest);
      assert_null (spread->first_service);
    }
#undef CONTROLLER
}

static void
test_attached_volumes_are_counted_behind_their_gate (void **state)
{
  g_auto (Cluster) off = { 0 }, on = { 0 };
  FitNodeVolumes *volumes;

  cluster_init (&off, PLAIN_NODE ("n1", ""), NULL);
  assert_null (fit_cache_node_volumes (off.cache));
  cluster_init (&on, PLAIN_NODE ("n1", "") PLAIN_NODE ("n2", ""),
                "BalanceAttachedNodeVolumes=true");
  volumes = fit_cache_node_volumes (on.cache);
  volumes[0] = (FitNodeVolumes){ 39, 1 };
  volumes[1] = (FitNodeVolumes){ 39, 2 };
  /* A change of the node resets what was counted on it. */
  change (&on, fit_cache_add_pod, PLACED ("p", "n1", ""));
  fit_cache_refresh (on.cache);
  volumes = fit_cache_node_volumes (on.cache);
  assert_int_equal (volumes[0].allocatable, 0);
  assert_int_equal (volumes[0].requested, 0);
  assert_int_equal (volumes[1].requested, 2);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nodes_are_found_by_name_and_number),
    cmocka_unit_test (test_new_object_of_a_node_keeps_its_pods),
    cmocka_unit_test (test_zones_are_pairs_of_region_and_zone),
    cmocka_unit_test (test_zones_by_either_label),
    cmocka_unit_test (test_node_moves_in_the_tree_with_its_zone_only),
    cmocka_unit_test (test_images_of_a_node_follow_its_object),
    cmocka_unit_test (test_pods_come_once),
    cmocka_unit_test (test_pods_go_once),
    cmocka_unit_test (test_pods_need_a_uid),
    cmocka_unit_test (test_removal_is_by_uid),
    cmocka_unit_test (test_pod_may_come_before_its_node),
    cmocka_unit_test (test_relabelled_node_takes_its_pods_along),
    cmocka_unit_test (test_pods_like_another_come_in_order_of_arrival),
    cmocka_unit_test (test_pods_of_a_class_share_it),
    cmocka_unit_test (test_spread_selectors_follow_the_services),
    cmocka_unit_test (test_spread_selectors_of_controllers),
    cmocka_unit_test (test_attached_volumes_are_counted_behind_their_gate),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
