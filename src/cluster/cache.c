/* cache.c - creates the cache and gives access to its parts
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache-private.h"

#include "api/names.h"
#include "base/intern.h"

static void
pod_state_free (gpointer data)
{
  FitPodState *state = data;

  fit_pod_unref (state->pod);
  g_free (state);
}

FitCache *
fit_cache_new (FitFeatureGates gates)
{
  FitCache *cache = g_new0 (FitCache, 1);

  cache->gates = gates;
  cache->blocks = g_ptr_array_new_with_free_func (g_free);
  cache->free_indexes = g_array_new (FALSE, FALSE, sizeof (guint32));
  cache->by_name = fit_cache_by_name_new ();
  cache->pods
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, pod_state_free);
  cache->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
  cache->topology = fit_topology_new (fit_snapshot_labels, cache);
  cache->kinds = fit_node_kinds_new (cache->topology);
  cache->tree = fit_node_tree_new ();
  cache->index = fit_pod_index_new (cache->topology, cache->tree);
  cache->images = fit_images_new ();
  cache->listers = fit_listers_new ();
  fit_pod_index_set_listers (cache->index, cache->listers);
  cache->binder = fit_volume_binder_new (cache->listers, gates);
  cache->nominated = fit_nominated_pods_new ();
  cache->columns = fit_class_columns_new (cache->tree);
  cache->label_columns = fit_class_columns_new (cache->tree);
  cache->spread
      = g_hash_table_new_full (NULL, NULL, NULL, fit_class_selectors_free);
  if (fit_gate_on (gates, FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES))
    cache->node_volumes = g_array_new (FALSE, TRUE, sizeof (FitNodeVolumes));
  fit_cache_zones_init (cache);
  return cache;
}

void
fit_cache_free (FitCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->spread);
  fit_class_columns_free (cache->columns);
  fit_class_columns_free (cache->label_columns);
  fit_nominated_pods_free (cache->nominated);
  fit_volume_binder_free (cache->binder);
  fit_listers_free (cache->listers);
  fit_node_tree_free (cache->tree);
  fit_images_free (cache->images);
  fit_pod_index_free (cache->index);
  fit_node_kinds_free (cache->kinds);
  fit_topology_free (cache->topology);
  g_array_unref (cache->changed);
  g_queue_clear (&cache->assumed);
  g_hash_table_unref (cache->pods);
  g_hash_table_unref (cache->by_name);
  g_array_unref (cache->free_indexes);
  for (guint i = 0; i < cache->n_slots; i++)
    {
      fit_node_info_clear (fit_cache_info (cache, i));
      fit_snapshot_node_clear (fit_snapshot_node (cache, i));
    }
  g_ptr_array_unref (cache->blocks);
  g_clear_pointer (&cache->node_volumes, g_array_unref);
  fit_cache_zones_clear (cache);
  g_free (cache);
}

/* -- parts ----------------------------------------------------------------- */

FitFeatureGates
fit_cache_gates (const FitCache *cache)
{
  return cache->gates;
}

FitListers *
fit_cache_listers (FitCache *cache)
{
  return cache->listers;
}

FitVolumeBinder *
fit_cache_volume_binder (FitCache *cache)
{
  return cache->binder;
}

FitNominatedPods *
fit_cache_nominated_pods (FitCache *cache)
{
  return cache->nominated;
}

FitClassColumns *
fit_cache_class_columns (FitCache *cache)
{
  return cache->columns;
}

FitClassColumns *
fit_cache_label_columns (FitCache *cache)
{
  return cache->label_columns;
}

FitTopology *
fit_cache_topology (FitCache *cache)
{
  return cache->topology;
}

const FitNodeKinds *
fit_cache_node_kinds (FitCache *cache)
{
  return fit_node_kinds_update (cache->kinds, fit_cache_zones (cache)) > 0
             ? cache->kinds
             : NULL;
}

FitPodIndex *
fit_cache_pod_index (FitCache *cache)
{
  return cache->index;
}

const FitImages *
fit_cache_images (const FitCache *cache)
{
  return cache->images;
}

FitNodeTree *
fit_cache_node_tree (FitCache *cache)
{
  return cache->tree;
}

guint
fit_cache_n_nodes (const FitCache *cache)
{
  return cache->n_nodes;
}

guint
fit_cache_n_slots (const FitCache *cache)
{
  return cache->n_slots;
}

const FitNodeInfo *
fit_cache_node (const FitCache *cache, guint index)
{
  return index < cache->n_slots ? fit_cache_info (cache, index) : NULL;
}

FitPodClass *
fit_cache_pod_class (FitCache *cache, const FitPod *pod)
{
  return fit_pod_index_class (cache->index, pod->meta.namespace_,
                              pod->meta.labels);
}

FitNodeVolumes *
fit_cache_node_volumes (FitCache *cache)
{
  return cache->node_volumes != NULL
             ? (FitNodeVolumes *) (void *) cache->node_volumes->data
             : NULL;
}

void
fit_cache_sweep (FitCache *cache)
{
  if (fit_pod_index_sweep (cache->index))
    g_hash_table_remove_all (cache->spread);
}
