/* test-pod-index.c - the counts of the pod index follow the pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pod-index.h"

#include "tests/support/cluster.h"

#include <string.h>

#define ZONED(name, zone) NODE (name, "zone: " zone, "")

/* Two zones: n1 and n2 in a, n3 in b; n4 is in none. */
#define NODES \
  ZONED ("n1", "a") ZONED ("n2", "a") ZONED ("n3", "b") NODE ("n4", "", "")

static guint
slot_of (Cluster *cluster, const char *key)
{
  g_autoptr (Interned) interned = fit_intern (key);

  return fit_topology_slot (fit_cache_topology (cluster->cache), interned);
}

/* The value id of the zone of @node. */
static guint32
zone_of (Cluster *cluster, const char *node)
{
  return fit_topology_column (
      fit_cache_topology (cluster->cache),
      slot_of (cluster, "zone"))[cluster_node (cluster, node)->index];
}

static FitPodClass *
class_of (Cluster *cluster, const char *uid)
{
  return fit_cache_pod_class (cluster->cache, cluster_pod (cluster, uid));
}

static void
remove_pod (Cluster *cluster, const char *uid)
{
  g_autoptr (FitPod) pod = fit_pod_ref (cluster_pod (cluster, uid));

  assert_true (fit_cache_remove_pod (cluster->cache, pod, NULL));
  fit_cache_refresh (cluster->cache);
}

static void
add_pod (Cluster *cluster, const char *manifest)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (GError) error = NULL;

  if (!fit_cache_add_pod (cluster->cache, pod, &error))
    fail_msg ("%s", error->message);
  fit_cache_refresh (cluster->cache);
}

/* The selector of the only required affinity term of the pod "pending". */
static FitSelector *
wanted (const Cluster *cluster)
{
  assert_int_equal (cluster->pending->spec->affinity.n_required, 1);
  return cluster->pending->spec->affinity.required[0].selector;
}

static FitPodQuery *
query_in (Cluster *cluster, const char *namespace_)
{
  FitPodIndex *index = fit_cache_pod_index (cluster->cache);
  g_autoptr (Interned) interned
      = namespace_ != NULL ? fit_intern (namespace_) : NULL;
  const char *namespaces[] = { interned };
  const FitPodCondition condition = { .n_namespaces = interned != NULL,
                                      .namespaces = namespaces,
                                      .selector = wanted (cluster) };

  return fit_pod_index_query (index, &condition, 1);
}

/* @per_zone: in zone a and in zone b */
static void
expect_counts (Cluster *cluster, FitPodQuery *query, guint a, guint b)
{
  guint64 total;
  const guint32 *counts
      = fit_pod_query_counts (fit_cache_pod_index (cluster->cache), query,
                              slot_of (cluster, "zone"), &total);

  assert_int_equal (counts[zone_of (cluster, "n1")], a);
  assert_int_equal (counts[zone_of (cluster, "n3")], b);
  assert_int_equal (counts[FIT_TOPOLOGY_ABSENT], 0);
  assert_int_equal (total, a + b);
}

#define NEAR_WEB "affinity: {" POD_AFFINITY (TERM ("zone", "app: web")) "}"
#define WANTS_WEB PENDING ("", NEAR_WEB)

/* -- classes --------------------------------------------------------------- */

static void
expect_on_node (const FitPodClass *class, const FitNodeInfo *node, guint count,
                guint terminating)
{
  for (guint i = 0; i < class->n_on_nodes; i++)
    if (class->on_nodes[i].node == node->index)
      {
        assert_int_equal (class->on_nodes[i].count, count);
        assert_int_equal (class->on_nodes[i].terminating, terminating);
        return;
      }
  assert_int_equal (count, 0);
}

static void
test_class_knows_its_pods_per_node (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitPodClass *web;

  cluster_init (&c,
                NODES PLACED ("p1", "n1", "app: web")
                    PLACED ("p2", "n1", "app: web")
                        PLACED ("p3", "n3", "app: web")
                            POD ("p4",
                                 "namespace: ns, labels: {app: web}, "
                                 "deletionTimestamp: 2020-01-01T00:00:00Z",
                                 "nodeName: n1"),
                NULL);
  web = class_of (&c, "p1");
  assert_int_equal (web->n_pods, 4);
  assert_int_equal (web->n_on_nodes, 2);
  expect_on_node (web, cluster_node (&c, "n1"), 3, 1);
  expect_on_node (web, cluster_node (&c, "n2"), 0, 0);
  expect_on_node (web, cluster_node (&c, "n3"), 1, 0);
  remove_pod (&c, "p3");
  remove_pod (&c, "p4");
  assert_int_equal (web->n_on_nodes, 1);
  expect_on_node (web, cluster_node (&c, "n1"), 2, 0);
}

static void
test_namespace_and_labels_make_the_class (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c,
                NODES PLACED ("p1", "n1", "app: web")
                    PLACED ("p2", "n1", "app: web, tier: x")
                        POD ("p3", "namespace: other, labels: {app: web}",
                             "nodeName: n1") PLACED ("p4", "n1", "app: web"),
                NULL);
  assert_ptr_equal (class_of (&c, "p1"), class_of (&c, "p4"));
  assert_ptr_not_equal (class_of (&c, "p1"), class_of (&c, "p2"));
  assert_ptr_not_equal (class_of (&c, "p1"), class_of (&c, "p3"));
}

/* -- queries --------------------------------------------------------------- */

static void
test_query_counts_pods_per_value (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitPodQuery *query;

  cluster_init (&c,
                NODES WANTS_WEB PLACED ("p1", "n1", "app: web")
                    PLACED ("p2", "n2", "app: web, tier: x")
                        PLACED ("p3", "n3", "app: web")
                            PLACED ("p4", "n3", "app: db")
                                PLACED ("p5", "n4", "app: web"),
                NULL);
  query = query_in (&c, "ns");
  assert_int_equal (fit_pod_query_classes (query)->len, 2);
  expect_counts (&c, query, 2, 1);
}

static void
test_counts_follow_the_pods (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitPodQuery *query;

  cluster_init (&c, NODES WANTS_WEB, NULL);
  query = query_in (&c, "ns");
  expect_counts (&c, query, 0, 0);
  /* Classes that come after the query match it too. */
  add_pod (&c, PLACED ("p1", "n1", "app: web"));
  add_pod (&c, PLACED ("p2", "n3", "app: web, tier: x"));
  add_pod (&c, PLACED ("p3", "n4", "app: web"));
  expect_counts (&c, query, 1, 1);
  remove_pod (&c, "p1");
  expect_counts (&c, query, 0, 1);
}

static void
test_query_is_confined_to_its_namespaces (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (
      &c,
      NODES WANTS_WEB PLACED ("p1", "n1", "app: web")
          POD ("p2", "namespace: other, labels: {app: web}", "nodeName: n3"),
      NULL);
  expect_counts (&c, query_in (&c, "ns"), 1, 0);
  expect_counts (&c, query_in (&c, "other"), 0, 1);
  expect_counts (&c, query_in (&c, NULL), 1, 1);
}

static void
test_same_question_is_the_same_query (void **state)
{
  g_auto (Cluster) c = { 0 }, again = { 0 };
  FitPodIndex *index;

  cluster_init (&c, NODES WANTS_WEB, NULL);
  /* The selector is another object with the same meaning: equal pods would share
   * it. */
  cluster_init (&again, PENDING ("", "priority: 1, " NEAR_WEB), NULL);
  index = fit_cache_pod_index (c.cache);
  assert_ptr_not_equal (wanted (&c), wanted (&again));
  assert_ptr_equal (
      fit_pod_index_query (
          index, &(const FitPodCondition){ .selector = wanted (&c) }, 1),
      fit_pod_index_query (
          index, &(const FitPodCondition){ .selector = wanted (&again) }, 1));
  assert_ptr_not_equal (query_in (&c, "ns"), query_in (&c, NULL));
}

static void
test_all_conditions_must_hold (void **state)
{
  g_auto (Cluster) c = { 0 }, other = { 0 };
  FitPodIndex *index;

  cluster_init (&c,
                NODES WANTS_WEB PLACED ("p1", "n1", "app: web")
                    PLACED ("p2", "n1", "app: web, tier: x")
                        PLACED ("p3", "n3", "tier: x"),
                NULL);
  cluster_init (
      &other,
      PENDING ("", "affinity: {" POD_AFFINITY (TERM ("zone", "tier: x")) "}"),
      NULL);
  index = fit_cache_pod_index (c.cache);
  {
    const FitPodCondition both[]
        = { { .selector = wanted (&c) }, { .selector = wanted (&other) } };

    expect_counts (&c, fit_pod_index_query (index, both, 2), 1, 0);
    expect_counts (&c, fit_pod_index_query (index, &both[1], 1), 1, 1);
  }
}

static void
test_without_conditions_all_pods_count (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c,
                NODES PLACED ("p1", "n1", "app: web")
                    PLACED ("p2", "n3", "app: db") WANTS_WEB,
                NULL);
  expect_counts (
      &c, fit_pod_index_query (fit_cache_pod_index (c.cache), NULL, 0), 1, 1);
}

/* -- terms of pods that run ------------------------------------------------ */

/* What all terms that a pod labelled app=web falls under add up to in the zone
 * of @node. */
static FitTermSum
sum_at (Cluster *cluster, const char *node)
{
  const GPtrArray *terms = fit_pod_index_terms (
      fit_cache_pod_index (cluster->cache), class_of (cluster, "web"));
  const guint32 zone = zone_of (cluster, node);
  FitTermSum sum = { 0, 0, 0 };

  for (guint i = 0; i < terms->len; i++)
    {
      const FitPodTerm *term = terms->pdata[i];

      if (term->slot != slot_of (cluster, "zone"))
        continue;
      sum.required_anti += term->sums[zone].required_anti;
      sum.required_affinity += term->sums[zone].required_affinity;
      sum.preferred += term->sums[zone].preferred;
    }
  return sum;
}

#define PREFERS(kind, weight, labels)      \
  kind ": {" PREFERRED "[{weight: " weight \
       ", podAffinityTerm: " TERM ("zone", labels) "}]}"

/* A pod on @node with @affinity. */
#define HAS(name, node, affinity) \
  PLACED_WITH (name, node, "app: " name, "affinity: {" affinity "}")

#define WEB PLACED ("web", "n4", "app: web")

static void
test_terms_add_up_per_value (void **state)
{
  g_auto (Cluster) c = { 0 };
  FitTermSum a, b;

  cluster_init (
      &c,
      NODES WEB HAS ("p1", "n1", POD_ANTI_AFFINITY (TERM ("zone", "app: web")))
          HAS ("p2", "n2", POD_ANTI_AFFINITY (TERM ("zone", "app: web")))
              HAS ("p3", "n3", POD_AFFINITY (TERM ("zone", "app: web"))) HAS (
                  "p4", "n3", PREFERS ("podAffinity", "7", "app: web"))
                  HAS ("p5", "n3", PREFERS ("podAntiAffinity", "9", "app: web"))
                      HAS ("p6", "n1",
                           POD_ANTI_AFFINITY (TERM ("zone", "app: db"))),
      NULL);
  a = sum_at (&c, "n1");
  b = sum_at (&c, "n3");
  assert_int_equal (a.required_anti, 2);
  assert_int_equal (a.required_affinity, 0);
  assert_int_equal (a.preferred, 0);
  assert_int_equal (b.required_anti, 0);
  assert_int_equal (b.required_affinity, 1);
  assert_int_equal (b.preferred, 7 - 9);
  remove_pod (&c, "p2");
  remove_pod (&c, "p5");
  assert_int_equal (sum_at (&c, "n1").required_anti, 1);
  assert_int_equal (sum_at (&c, "n3").preferred, 7);
}

static void
test_terms_are_confined_to_their_namespaces (void **state)
{
  g_auto (Cluster) c = { 0 };

#define IN(namespaces) \
  "{topologyKey: zone, labelSelector: {}, namespaces: [" namespaces "]}"
  cluster_init (&c,
                NODES WEB HAS ("p1", "n1", POD_ANTI_AFFINITY (IN ("other")))
                    HAS ("p2", "n3", POD_ANTI_AFFINITY (IN ("other, ns")))
                        POD ("p3", "namespace: other",
                             "nodeName: n1, affinity: {" POD_ANTI_AFFINITY (
                                 TERM ("zone", "app: web")) "}"),
                NULL);
#undef IN
  assert_int_equal (sum_at (&c, "n1").required_anti, 0);
  assert_int_equal (sum_at (&c, "n3").required_anti, 1);
}

static void
test_invalid_selectors_are_counted (void **state)
{
  g_auto (Cluster) c = { 0 };
  const FitInvalidTerms *invalid;

  cluster_init (
      &c,
      NODES HAS ("p1", "n1", POD_ANTI_AFFINITY (INVALID_TERM ("zone")))
          HAS ("p2", "n4", POD_ANTI_AFFINITY (INVALID_TERM ("zone")))
              HAS ("p3", "n3", POD_AFFINITY (INVALID_TERM ("zone")))
                  HAS ("p4", "n3", POD_AFFINITY (TERM ("zone", "app: web"))),
      NULL);
  invalid = fit_pod_index_invalid_terms (fit_cache_pod_index (c.cache));
  assert_int_equal (invalid->required_anti, 2);
  assert_int_equal (invalid->required_affinity, 1);
  assert_int_equal (invalid->preferred, 0);
  remove_pod (&c, "p2");
  remove_pod (&c, "p3");
  assert_int_equal (invalid->required_anti, 1);
  assert_int_equal (invalid->required_affinity, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_class_knows_its_pods_per_node),
    cmocka_unit_test (test_namespace_and_labels_make_the_class),
    cmocka_unit_test (test_query_counts_pods_per_value),
    cmocka_unit_test (test_counts_follow_the_pods),
    cmocka_unit_test (test_query_is_confined_to_its_namespaces),
    cmocka_unit_test (test_same_question_is_the_same_query),
    cmocka_unit_test (test_all_conditions_must_hold),
    cmocka_unit_test (test_without_conditions_all_pods_count),
    cmocka_unit_test (test_terms_add_up_per_value),
    cmocka_unit_test (test_terms_are_confined_to_their_namespaces),
    cmocka_unit_test (test_invalid_selectors_are_counted),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
