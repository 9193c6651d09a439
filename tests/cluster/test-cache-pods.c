/* The states of pods in the cache: absent, assumed, added.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/cluster.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define NODES NODE ("n1", "", "cpu: 4") NODE ("n2", "", "cpu: 4")
#define ON(node, cpu) \
  PLACED_WITH ("u1", node, "app: web", REQUESTS ("cpu: " cpu))

typedef gboolean (*PodChange) (FitCache *cache, const FitPod *pod,
                               GError **error);

static void
change (Cluster *c, PodChange how, const char *manifest)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (GError) error = NULL;

  if (!how (c->cache, pod, &error))
    fail_msg ("%s", error->message);
}

static void
refuse (Cluster *c, PodChange how, const char *manifest, const char *message)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (GError) error = NULL;

  assert_false (how (c->cache, pod, &error));
  assert_error (&error, FIT_ERROR_SCHEDULE, message);
}

static gboolean
update (FitCache *cache, const FitPod *pod, GError **error)
{
  return fit_cache_update_pod (cache, pod, pod, error);
}

static void
expect (Cluster *c, gboolean assumed, gint64 n1_cpu, gint64 n2_cpu)
{
  const FitPod *pod = fit_cache_find_pod (c->cache, "u1");

  assert_int_equal (pod != NULL && fit_cache_is_assumed (c->cache, pod),
                    assumed);
  assert_int_equal (cluster_node (c, "n1")->requested.milli_cpu, n1_cpu);
  assert_int_equal (cluster_node (c, "n2")->requested.milli_cpu, n2_cpu);
}

static void
finish_binding (Cluster *c, gint64 deadline_ns)
{
  fit_cache_finish_binding (c->cache, fit_cache_find_pod (c->cache, "u1"),
                            deadline_ns);
}

static guint
expire (Cluster *c, gint64 now_ns)
{
  g_autoptr (GPtrArray) expired = fit_cache_expire_pods (c->cache, now_ns);

  return expired->len;
}

static void
test_absent (void **state)
{
  g_auto (Cluster) c = { 0 };
  const char *p = ON ("n1", "1");

  cluster_init (&c, NODES, NULL);
  refuse (&c, fit_cache_remove_pod, p,
          "pod u1 is not found in scheduler cache, so cannot be removed from "
          "it");
  refuse (&c, fit_cache_forget_pod, p,
          "pod u1 wasn't assumed so cannot be forgotten");
  refuse (&c, update, p,
          "pod u1 is not added to scheduler cache, so cannot be updated");
  assert_null (fit_cache_find_pod (c.cache, "u1"));
}

static void
test_assumed (void **state)
{
  g_auto (Cluster) c = { 0 };
  const char *p = ON ("n1", "1");

  cluster_init (&c, NODES, NULL);
  change (&c, fit_cache_assume_pod, p);
  refuse (&c, fit_cache_assume_pod, p,
          "pod u1 is in the cache, so can't be assumed");
  refuse (&c, update, p,
          "pod u1 is not added to scheduler cache, so cannot be updated");
  refuse (&c, fit_cache_remove_pod, p,
          "pod u1 is not found in scheduler cache, so cannot be removed from "
          "it");
  refuse (&c, fit_cache_forget_pod, ON ("n2", "1"),
          "pod u1 was assumed on n2 but assigned to n1");
  expect (&c, TRUE, 1000, 0);
  change (&c, fit_cache_forget_pod, p);
  expect (&c, FALSE, 0, 0);
}

static void
test_expiry (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES, NULL);
  change (&c, fit_cache_assume_pod, ON ("n1", "1"));
  assert_int_equal (expire (&c, 3600 * SECOND), 0); /* never finished */
  finish_binding (&c, 35 * SECOND);
  assert_int_equal (expire (&c, 35 * SECOND), 0);
  expect (&c, TRUE, 1000, 0);
  assert_int_equal (expire (&c, 35 * SECOND + 1), 1);
  expect (&c, FALSE, 0, 0);
  change (&c, fit_cache_add_pod, ON ("n1", "1")); /* comes after all */
  expect (&c, FALSE, 1000, 0);
}

/* The node keeps the figures that were assumed until the next update. */
static void
test_confirmed (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) old = pod_from (ON ("n1", "2"));
  g_autoptr (FitPod) new = pod_from (ON ("n1", "3"));

  cluster_init (&c, NODES, NULL);
  change (&c, fit_cache_assume_pod, ON ("n1", "1"));
  finish_binding (&c, 0);
  change (&c, fit_cache_add_pod, ON ("n1", "2"));
  expect (&c, FALSE, 1000, 0);
  assert_int_equal (expire (&c, 3600 * SECOND), 0);
  assert_true (fit_cache_update_pod (c.cache, old, new, NULL));
  expect (&c, FALSE, 3000, 0);
  refuse (&c, fit_cache_add_pod, ON ("n1", "1"),
          "pod u1 was already in added state");
  refuse (&c, fit_cache_forget_pod, ON ("n1", "1"),
          "pod u1 wasn't assumed so cannot be forgotten");
}

/* Confirms the pod u1, assumed as @assumed, by @confirmed, which may have the same
 * spec.  Returns: is the assumed object still there? */
static gboolean
keeps_assumed (const char *assumed_manifest, const char *confirmed_manifest)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) assumed = pod_from (assumed_manifest);
  g_autoptr (FitPod) confirmed = pod_from (confirmed_manifest);
  const FitPod *on_node;

  cluster_init (&c, NODES, NULL);
  assert_true (fit_cache_assume_pod (c.cache, assumed, NULL));
  fit_cache_refresh (c.cache);
  assert_true (fit_cache_add_pod (c.cache, confirmed, NULL));
  fit_cache_refresh (c.cache);
  on_node = cluster_node (&c, "n1")->pods[0];
  assert_true (on_node == assumed || on_node == confirmed);
  assert_int_equal (assumed->refs > 1, on_node == assumed);
  assert_true (fit_cache_remove_pod (c.cache, confirmed, NULL));
  fit_cache_refresh (c.cache);
  assert_int_equal (assumed->refs, 1);
  return on_node == assumed;
}

/* Nothing holds two objects of a pod, unless they count in different ways. */
static void
test_assumed_object (void **state)
{
  static const char *const statuses[]
      = { "startTime: '2026-11-22T12:00:00Z'", "phase: Failed",
          "nominatedNodeName: n2" };

  (void) state;
  assert_false (keeps_assumed (ON ("n1", "1"), ON ("n1", "1")));
  assert_true (keeps_assumed (ON ("n1", "1"), ON ("n1", "2")));
  assert_true (
      keeps_assumed (ON ("n1", "1"),
                     PLACED_WITH ("u1", "n1", "app: db", REQUESTS ("cpu: 1"))));
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *confirmed
          = g_strdup_printf (PLACED_WITH ("u1", "n1", "app: web",
                                          REQUESTS ("cpu: 1") "}, %s: {%s"),
                             "status", statuses[i]);

      assert_true (keeps_assumed (ON ("n1", "1"), confirmed));
    }
  assert_true (keeps_assumed (
      ON ("n1", "1"),
      POD ("u1",
           "namespace: ns, labels: {app: web}, deletionTimestamp: "
           "'2026-11-22T12:00:00Z'",
           "nodeName: n1, " REQUESTS ("cpu: 1"))));
}

static void
test_confirmed_elsewhere (void **state)
{
  g_auto (Cluster) c = { 0 };

  cluster_init (&c, NODES, NULL);
  change (&c, fit_cache_assume_pod, ON ("n1", "1"));
  change (&c, fit_cache_add_pod, ON ("n2", "2"));
  expect (&c, FALSE, 0, 2000);
}

/* Where v1.16 ends its process, we refuse and change nothing. */
static void
test_moved (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) old = pod_from (ON ("n1", "1"));
  g_autoptr (FitPod) new = pod_from (ON ("n2", "1"));
  g_autoptr (GError) error = NULL;
  const char *message
      = "Schedulercache is corrupted and can badly affect scheduling "
        "decisions: pod u1 is cached on n1, not on n2";

  cluster_init (&c, NODES ON ("n1", "1"), NULL);
  assert_false (fit_cache_update_pod (c.cache, old, new, &error));
  assert_error (&error, FIT_ERROR_INTERNAL, message);
  assert_false (fit_cache_remove_pod (c.cache, new, &error));
  assert_error (&error, FIT_ERROR_INTERNAL, message);
  expect (&c, FALSE, 1000, 0);
}

/* A pod may get another UID, but not that of another one. */
static void
test_another_uid (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitPod) u1 = pod_from (ON ("n1", "1"));
  g_autoptr (FitPod) u2 = pod_from (PLACED ("u2", "n1", ""));
  g_autoptr (FitPod) u3 = pod_from (PLACED ("u3", "n1", ""));
  g_autoptr (GError) error = NULL;

  cluster_init (&c, NODES ON ("n1", "1") PLACED ("u2", "n1", ""), NULL);
  assert_false (fit_cache_update_pod (c.cache, u2, u1, &error));
  assert_error (&error, FIT_ERROR_SCHEDULE,
                "pod u1 was already in added state");
  expect (&c, FALSE, 1000, 0);
  assert_true (fit_cache_update_pod (c.cache, u2, u3, NULL));
  assert_null (fit_cache_find_pod (c.cache, "u2"));
  assert_non_null (fit_cache_find_pod (c.cache, "u3"));
  assert_int_equal (cluster_node (&c, "n1")->n_pods, 2);
}

static void
test_assumed_on_unknown_node (void **state)
{
  g_auto (Cluster) c = { 0 };
  g_autoptr (FitNode) late = node_from (NODE ("n3", "", "cpu: 4"));

  cluster_init (&c, NODES, NULL);
  change (&c, fit_cache_assume_pod, ON ("n3", "1"));
  assert_null (fit_cache_find_node (c.cache, "n3"));
  fit_cache_add_node (c.cache, late);
  assert_int_equal (cluster_node (&c, "n3")->requested.milli_cpu, 1000);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_absent),
    cmocka_unit_test (test_assumed),
    cmocka_unit_test (test_expiry),
    cmocka_unit_test (test_confirmed),
    cmocka_unit_test (test_assumed_object),
    cmocka_unit_test (test_confirmed_elsewhere),
    cmocka_unit_test (test_moved),
    cmocka_unit_test (test_another_uid),
    cmocka_unit_test (test_assumed_on_unknown_node),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
