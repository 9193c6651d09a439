/* cache-snapshot.c - brings the pod index up to date at the start of a cycle,
 * for the nodes that have changed
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache-private.h"

/* How many places the list of changed nodes keeps for the next cycle. */
#define MOST_ROOM_FOR_CHANGES 8192

static void
seen_pods_free (FitSeenPods *pods)
{
  for (guint i = 0; i < pods->n; i++)
    fit_pod_unref (pods->of[i]);
  g_free (pods);
}

void
fit_snapshot_node_clear (FitSnapshotNode *seen)
{
  fit_node_unref (seen->node);
  g_clear_pointer (&seen->pods, seen_pods_free);
}

const FitLabels *
fit_snapshot_labels (guint index, gpointer cache)
{
  const FitNode *node = fit_snapshot_node (cache, index)->node;

  return node != NULL ? node->meta.labels : NULL;
}

static void
uncount_all (FitCache *cache, FitSnapshotNode *seen, guint32 index)
{
  for (guint i = 0; seen->pods != NULL && i < seen->pods->n; i++)
    fit_pod_index_remove (cache->index, seen->pods->of[i], index);
  g_clear_pointer (&seen->pods, seen_pods_free);
}

void
fit_snapshot_replace_pod (FitCache *cache, guint32 index, const FitPod *old,
                          const FitPod *pod)
{
  FitSeenPods *pods = fit_snapshot_node (cache, index)->pods;
  guint i = 0;

  while (pods != NULL && i < pods->n && pods->of[i] != old)
    i++;
  if (pods == NULL || i == pods->n)
    return;
  fit_pod_ref (pod);
  fit_pod_unref (pods->of[i]);
  pods->of[i] = pod;
}

static void
refresh_node (FitCache *cache, guint32 index)
{
  const FitNodeInfo *info = fit_cache_info (cache, index);
  FitSnapshotNode *seen = fit_snapshot_node (cache, index);
  g_autoptr (FitNode) before = NULL;
  guint n;
  guint same = 0;
  guint room;

  /* Without a Node object, keep what was last seen of the node. */
  if (info->node == NULL)
    return;
  before = (FitNode *) seen->node;
  seen->node = fit_node_ref (info->node);
  if (before == NULL)
    cache->n_snapshot++;
  if (before == NULL
      || !fit_labels_equal (before->meta.labels, info->node->meta.labels))
    {
      /* Pods leave the index with the values that they were counted by. */
      uncount_all (cache, seen, index);
      fit_topology_set_node (cache->topology, index, info->node->meta.labels);
    }
  /* Updates the list of counted pods.  Nearly always pods were only added at
   * the end. */
  n = seen->pods != NULL ? seen->pods->n : 0;
  while (same < n && same < info->n_pods
         && seen->pods->of[same] == info->pods[same])
    same++;
  for (guint i = n; i-- > same;)
    {
      fit_pod_index_remove (cache->index, seen->pods->of[i], info->index);
      fit_pod_unref (seen->pods->of[i]);
    }
  /* The first time, makes room for just the pods that are there: often no
   * more come. */
  room = seen->pods != NULL ? seen->pods->room : 0;
  if (info->n_pods > room)
    {
      if (seen->pods == NULL)
        seen->pods = g_new0 (FitSeenPods, 1);
      seen->pods->room = MAX (info->n_pods, room * 2);
      seen->pods = g_realloc (seen->pods,
                              sizeof *seen->pods
                                  + sizeof *seen->pods->of * seen->pods->room);
    }
  for (guint i = same; i < info->n_pods; i++)
    {
      fit_pod_index_add (cache->index, info->pods[i], info->index);
      seen->pods->of[i] = fit_pod_ref (info->pods[i]);
    }
  if (seen->pods != NULL)
    seen->pods->n = info->n_pods;
  if (cache->node_volumes != NULL)
    g_array_index (cache->node_volumes, FitNodeVolumes, index)
        = (FitNodeVolumes){ 0 };
}

void
fit_cache_refresh (FitCache *cache)
{
  for (guint i = 0; i < cache->changed->len; i++)
    refresh_node (cache, g_array_index (cache->changed, guint32, i));
  /* Most nodes change at once only when the cache is filled. */
  if (cache->changed->len > MOST_ROOM_FOR_CHANGES)
    {
      g_array_unref (cache->changed);
      cache->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  g_array_set_size (cache->changed, 0);
  fit_node_tree_settle (cache->tree);
  cache->refreshed = cache->generation;
  fit_pod_index_refresh (cache->index);
  if (cache->n_snapshot
      > (cache->forgets_removed_nodes ? cache->n_nodes : cache->n_infos))
    {
      /* v1.16 keeps a removed node as long as pods are left on it, and looks
       * for removed nodes only if it has seen more nodes than it now knows.
       * Nodes that are known only through their pods can hide removed ones. */
      for (guint32 i = 0; i < cache->n_slots && cache->n_snapshot > 0; i++)
        {
          const FitNodeInfo *info = fit_cache_info (cache, i);
          FitSnapshotNode *seen = fit_snapshot_node (cache, i);

          if (seen->node == NULL || info->node != NULL
              || (info->n_pods && !cache->forgets_removed_nodes))
            continue;
          uncount_all (cache, seen, i);
          fit_node_unref (seen->node);
          seen->node = NULL;
          fit_topology_set_node (cache->topology, i, NULL);
          cache->n_snapshot--;
          if (!info->n_pods)
            fit_cache_release_index (cache, i);
        }
    }
}

const FitNode *
fit_cache_snapshot_node (const FitCache *cache, guint index)
{
  return fit_snapshot_node (cache, index)->node;
}

const FitPod *const *
fit_cache_snapshot_pods (const FitCache *cache, guint index, guint *out_n)
{
  const FitSeenPods *pods = fit_snapshot_node (cache, index)->pods;

  *out_n = pods != NULL ? pods->n : 0;
  return pods != NULL ? pods->of : NULL;
}

guint
fit_cache_n_snapshot_nodes (const FitCache *cache)
{
  return cache->n_snapshot;
}
