/* Columns of a cluster that were made ahead say what any others say, whatever has
 * happened to the cluster since.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/cluster.h"

#include <string.h>

#include "report/cluster-columns.h"

#define AMOUNTS(cpu) \
  "cpu: " cpu ", memory: 8Gi, pods: 9, ephemeral-storage: 9Gi"
#define START                                                               \
  NODE ("a", ZONE "z1, pool: blue", AMOUNTS ("4"))                          \
  NODE ("b", ZONE "z2, pool: red", AMOUNTS ("4") ", example.com/gpu: 2")    \
  NODE_WITH ("c", "labels: {pool: red}",                                    \
             "unschedulable: true, taints: [{key: k, effect: NoSchedule}]", \
             "allocatable: {" AMOUNTS ("8") "}")                            \
  PLACED_WITH ("first", "a", "", REQUESTS ("cpu: 1, memory: 1Gi"))          \
  PLACED_WITH ("second", "b", "", REQUESTS ("example.com/gpu: 1"))

/* What happens; each part may be missing. */
static const struct
{
  const char *nodes;  /* come, or are replaced */
  const char *placed; /* pods */
  const char *gone;   /* name of a node */
} changes[] = {
  { NULL, NULL, NULL },
  { NULL, PLACED_WITH ("new", "b", "", REQUESTS ("cpu: 2, memory: 2Gi")),
    NULL },
  { NULL, PLACED_WITH ("new", "a", "", REQUESTS ("example.com/other: 3")),
    NULL },
  { NODE ("d", ZONE "z3, pool: green", AMOUNTS ("16")),
    PLACED_WITH ("new", "d", "", REQUESTS ("cpu: 9")), NULL },
  { NODE ("b", ZONE "z1, pool: blue", AMOUNTS ("6")), NULL, NULL },
  { NODE_WITH ("a", "labels: {}", "taints: [{key: k, effect: NoExecute}]",
               "allocatable: {" AMOUNTS (
                   "4") "}, "
                        "conditions: [{type: Ready, status: \"False\"}]"),
    NULL, NULL },
  { NULL, NULL, "c" },
};

static void
happen (FitCache *cache, guint change)
{
  const char *nodes = changes[change].nodes, *placed = changes[change].placed,
             *gone = changes[change].gone;

  if (nodes != NULL)
    {
      g_autoptr (FitNode) node = node_from (nodes);

      fit_cache_add_node (cache, node);
    }
  if (placed != NULL)
    {
      g_autoptr (FitPod) pod = pod_from (placed);

      assert_true (fit_cache_add_pod (cache, pod, NULL));
    }
  if (gone != NULL)
    assert_true (fit_cache_remove_node (cache, gone, NULL));
}

/* Returns: (transfer full): the document, and the nodes of each kind */
static char *
text_of (FitClusterColumns *columns, const FitCache *cache, gboolean indented)
{
  g_autoptr (FitJson) json = fit_cluster_columns_json (columns, cache);
  const GPtrArray *kinds = fit_cluster_columns_kinds (columns);
  GString *text = g_string_new (NULL);

  if (indented)
    fit_json_append_indented (json, 0, text);
  else
    fit_json_append_compact (json, text);
  for (guint i = 0; i < kinds->len; i++)
    g_string_append_printf (text, " %s",
                            ((const FitNode *) kinds->pdata[i])->name);
  return g_string_free (text, FALSE);
}

static void
columns_made_ahead_stay_right (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (START);

  for (guint change = 0; change < G_N_ELEMENTS (changes); change++)
    for (guint indented = 0; indented < 2; indented++)
      {
        g_auto (Cluster) cluster;
        g_autoptr (FitClusterColumns) ahead = fit_cluster_columns_new (objects);
        g_autoptr (FitClusterColumns) fresh = fit_cluster_columns_new (objects);
        g_autofree char *text = NULL, *expected = NULL, *again = NULL;

        cluster_init (&cluster, START, NULL);
        fit_cluster_columns_prepare (ahead, cluster.cache);
        happen (cluster.cache, change);
        text = text_of (ahead, cluster.cache, indented != 0);
        expected = text_of (fresh, cluster.cache, indented != 0);
        again = text_of (ahead, cluster.cache, indented != 0);
        assert_string_equal (text, expected);
        assert_string_equal (again, expected);
      }
}

static void
columns_follow_the_cluster (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (START);
  g_auto (Cluster) cluster;
  g_autoptr (FitClusterColumns) columns = fit_cluster_columns_new (objects);
  g_autofree char *text = NULL;

  cluster_init (&cluster, START, NULL);
  fit_cluster_columns_prepare (columns, cluster.cache);
  happen (cluster.cache, 1);
  text = text_of (columns, cluster.cache, FALSE);
  assert_non_null (
      strstr (text, "\"before\":[1000,0,0],\"after\":[1000,2000,0]"));
  assert_non_null (strstr (text, "\"of\":[0,1,1],\"cpu\":[1000,0,2000]"));
  assert_true (
      g_str_has_suffix (text, "\"new\":[[2,2]]},\"podsLeftOut\":0} a b"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (columns_made_ahead_stay_right),
    cmocka_unit_test (columns_follow_the_cluster),
  };

  cmocka_set_message_output (CM_OUTPUT_TAP);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
