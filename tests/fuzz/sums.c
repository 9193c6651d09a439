/* sums.c - recomputes a node of the cache from its pods, to compare the two
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/sums.h"

/* A resource that nobody asks for any more stays as zero. */
static void
check_scalars (const FitResources *a, const FitResources *b)
{
  for (guint i = 0; i < a->n_scalars; i++)
    g_assert_cmpint (a->scalars[i].value, ==,
                     fit_resources_scalar (b, a->scalars[i].name));
}

static void
check_resources (const FitResources *a, const FitResources *b)
{
  g_assert_cmpint (a->milli_cpu, ==, b->milli_cpu);
  g_assert_cmpint (a->memory, ==, b->memory);
  g_assert_cmpint (a->ephemeral_storage, ==, b->ephemeral_storage);
  check_scalars (a, b);
  check_scalars (b, a);
}

/* Of a port that two pods claim nothing is left when one has gone: so it is in
 * v1.16. */
static void
check_ports (const FitNodeInfo *node, const FitNodeInfo *anew)
{
  for (guint i = 0; i < fit_node_info_n_ports (node); i++)
    g_assert_true (
        fit_node_info_port_conflict (anew, fit_node_info_port (node, i)));
}

/* @anew: empty */
static void
check_node (const FitNodeInfo *node, FitNodeInfo *anew)
{
  if (node->node != NULL)
    fit_node_info_set_node (anew, node->node);
  for (guint i = 0; i < node->n_pods; i++)
    fit_node_info_add_pod (anew, node->pods[i]);
  check_resources (&node->traits->allocatable, &anew->traits->allocatable);
  check_resources (&node->requested, &anew->requested);
  g_assert_cmpint (node->nonzero_milli_cpu, ==, anew->nonzero_milli_cpu);
  g_assert_cmpint (node->nonzero_memory, ==, anew->nonzero_memory);
  g_assert_cmpint (node->traits->allowed_pods, ==, anew->traits->allowed_pods);
  g_assert_cmpuint (node->traits->n_taints, ==, anew->traits->n_taints);
  g_assert_cmpint (node->traits->unschedulable, ==,
                   anew->traits->unschedulable);
  check_ports (node, anew);
}

static void
check_pods (const FitCache *cache, const FitNodeInfo *node, GHashTable *seen)
{
  for (guint i = 0; i < node->n_pods; i++)
    {
      const FitPod *pod = node->pods[i];

      g_assert_true (pod->node_name == node->name);
      g_assert_nonnull (fit_cache_find_pod (cache, pod->meta.uid));
      g_assert_true (g_hash_table_add (seen, (gpointer) pod->meta.uid));
    }
}

/* Each node is handed out once a round. */
static void
check_order (FitCache *cache, guint n_nodes)
{
  FitNodeTree *tree = fit_cache_node_tree (cache);
  const guint n = fit_node_tree_size (tree);
  const guint32 *order = fit_node_tree_list (tree);
  g_autofree guint8 *seen = g_new0 (guint8, fit_cache_n_slots (cache) + 1);

  g_assert_cmpuint (n, ==, n_nodes);
  g_assert_cmpuint (n, ==, fit_cache_n_nodes (cache));
  for (guint i = 0; i < n; i++)
    {
      g_assert_nonnull (fit_cache_node (cache, order[i])->node);
      g_assert_cmpuint (seen[order[i]]++, ==, 0);
    }
}

void
check_sums (FitCache *cache)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_nodes = 0;

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);
      g_autoptr (FitNodeInfo) anew = g_new0 (FitNodeInfo, 1);

      if (node->name == NULL)
        continue;
      fit_node_info_init (anew, node->name, fit_cache_gates (cache));
      check_node (node, anew);
      check_pods (cache, node, seen);
      n_nodes += node->node != NULL;
    }
  check_order (cache, n_nodes);
}
