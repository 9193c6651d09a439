/* cache-nodes.c - adds, updates and removes the nodes of the cache, and knows
 * their zones
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache-private.h"

#include "api/names.h"
#include "base/intern.h"

/* -- zones ----------------------------------------------------------------- */

typedef struct
{
  const char *region; /* interned, "" when absent */
  const char *zone;   /* interned, "" when absent */
  guint32 number;     /* counted from 1 */
  char *name;         /* owned: REGION/ZONE */
} Zone;

static guint
zone_hash (gconstpointer key)
{
  const Zone *zone = key;

  return g_direct_hash (zone->region) * 31 + g_direct_hash (zone->zone);
}

static gboolean
zone_equal (gconstpointer a, gconstpointer b)
{
  const Zone *x = a, *y = b;

  return x->region == y->region && x->zone == y->zone;
}

static void
zone_free (gpointer data)
{
  Zone *zone = data;

  fit_intern_unref (zone->region);
  fit_intern_unref (zone->zone);
  g_free (zone->name);
  g_free (zone);
}

void
fit_cache_zones_init (FitCache *cache)
{
  cache->zones = g_hash_table_new (zone_hash, zone_equal);
  cache->zone_list = g_ptr_array_new_with_free_func (zone_free);
  cache->node_zones = g_array_new (FALSE, TRUE, sizeof (guint32));
  cache->zone_key = fit_intern (FIT_LABEL_ZONE);
  cache->region_key = fit_intern (FIT_LABEL_REGION);
  cache->no_value = fit_intern ("");
}

void
fit_cache_zones_clear (FitCache *cache)
{
  g_hash_table_unref (cache->zones);
  g_ptr_array_unref (cache->zone_list);
  g_array_unref (cache->node_zones);
  fit_intern_unref (cache->zone_key);
  fit_intern_unref (cache->region_key);
  fit_intern_unref (cache->zone_key_ga);
  fit_intern_unref (cache->region_key_ga);
  fit_intern_unref (cache->no_value);
}

void
fit_cache_use_ga_zones (FitCache *cache)
{
  cache->zone_key_ga = fit_intern (FIT_LABEL_ZONE_GA);
  cache->region_key_ga = fit_intern (FIT_LABEL_REGION_GA);
}

void
fit_cache_forget_removed_nodes (FitCache *cache)
{
  cache->forgets_removed_nodes = TRUE;
}

/* @otherwise: (nullable): the key to try second.  Returns: (nullable) */
static const char *
either_label (const FitNode *node, const char *key, const char *otherwise)
{
  const char *value = fit_labels_get (node->meta.labels, key);

  return value != NULL || otherwise == NULL
             ? value
             : fit_labels_get (node->meta.labels, otherwise);
}

/* The number of the node's (region, zone) pair; 0 if it has neither. */
static guint32
zone_of (FitCache *cache, const FitNode *node)
{
  const char *region
      = either_label (node, cache->region_key, cache->region_key_ga);
  const char *zone = either_label (node, cache->zone_key, cache->zone_key_ga);
  Zone key = { .region = region != NULL ? region : cache->no_value,
               .zone = zone != NULL ? zone : cache->no_value };
  Zone *found;

  if (!*key.region && !*key.zone)
    return 0;
  found = g_hash_table_lookup (cache->zones, &key);
  if (found == NULL)
    {
      found = g_new0 (Zone, 1);
      found->region = fit_intern_ref (key.region);
      found->zone = fit_intern_ref (key.zone);
      found->name = g_strdup_printf ("%s/%s", key.region, key.zone);
      found->number = cache->zone_list->len + 1;
      g_ptr_array_add (cache->zone_list, found);
      g_hash_table_add (cache->zones, found);
    }
  return found->number;
}

const char *
fit_cache_zone_name (const FitCache *cache, guint32 zone)
{
  return zone ? ((const Zone *) cache->zone_list->pdata[zone - 1])->name : "";
}

guint
fit_cache_n_zones (const FitCache *cache)
{
  return cache->zone_list->len + 1;
}

const guint32 *
fit_cache_zones (const FitCache *cache)
{
  return (const guint32 *) (const void *) cache->node_zones->data;
}

/* -- aggregates ------------------------------------------------------------ */

static guint
name_hash (gconstpointer info)
{
  return g_direct_hash (((const FitNodeInfo *) info)->name);
}

static gboolean
name_equal (gconstpointer a, gconstpointer b)
{
  return ((const FitNodeInfo *) a)->name == ((const FitNodeInfo *) b)->name;
}

GHashTable *
fit_cache_by_name_new (void)
{
  return g_hash_table_new (name_hash, name_equal);
}

FitNodeInfo *
fit_cache_by_name (const FitCache *cache, const char *name)
{
  const FitNodeInfo wanted = { .name = name };

  return g_hash_table_lookup (cache->by_name, &wanted);
}

const FitNodeInfo *
fit_cache_find_place (const FitCache *cache, const char *name)
{
  const char *interned = fit_intern (name);
  const FitNodeInfo *info = fit_cache_by_name (cache, interned);

  fit_intern_unref (interned);
  return info;
}

const FitNodeInfo *
fit_cache_find_node (const FitCache *cache, const char *name)
{
  const FitNodeInfo *info = fit_cache_find_place (cache, name);

  return info != NULL && info->node != NULL ? info : NULL;
}

void
fit_cache_info_changed (FitCache *cache, FitNodeInfo *info)
{
  const guint32 index = info->index;

  /* The index is in the list already if the node changed since the last
   * refresh. */
  if (info->generation <= cache->refreshed)
    g_array_append_val (cache->changed, index);
  info->generation = ++cache->generation;
  fit_class_columns_changed (cache->columns, index);
}

static gboolean
in_use (const FitNodeInfo *info)
{
  return info->node != NULL || info->n_pods;
}

/* An aggregate that is not in use counts from now on: the caller adds a node or
 * a pod to it. */
FitNodeInfo *
fit_cache_get_info (FitCache *cache, const char *name)
{
  FitNodeInfo *info = fit_cache_by_name (cache, name);

  if (info == NULL)
    {
      if (cache->free_indexes->len)
        {
          const guint32 index = g_array_index (cache->free_indexes, guint32,
                                               cache->free_indexes->len - 1);

          g_array_set_size (cache->free_indexes, cache->free_indexes->len - 1);
          info = fit_cache_info (cache, index);
          fit_node_info_init (info, name, cache->gates);
          info->index = index;
        }
      else
        {
          const guint32 index = cache->n_slots++;

          if (index % FIT_NODE_BLOCK == 0)
            g_ptr_array_add (cache->blocks, g_new0 (FitNodeBlock, 1));
          info = fit_cache_info (cache, index);
          fit_node_info_init (info, name, cache->gates);
          info->index = index;
          fit_topology_set_node (cache->topology, info->index, NULL);
          g_array_set_size (cache->node_zones, cache->n_slots);
          if (cache->node_volumes != NULL)
            g_array_set_size (cache->node_volumes, cache->n_slots);
        }
      g_hash_table_add (cache->by_name, info);
    }
  if (!in_use (info))
    cache->n_infos++;
  return info;
}

void
fit_cache_drop_if_empty (FitCache *cache, FitNodeInfo *info)
{
  const FitSnapshotNode *seen = fit_snapshot_node (cache, info->index);

  if (in_use (info))
    return;
  cache->n_infos--;
  /* The name and the index stay in use while the snapshot shows the node. */
  if (seen->node == NULL)
    fit_cache_release_index (cache, info->index);
}

void
fit_cache_release_index (FitCache *cache, guint32 index)
{
  FitNodeInfo *info = fit_cache_info (cache, index);

  g_hash_table_remove (cache->by_name, info);
  fit_node_info_clear (info);
  info->index = index;
  g_array_append_val (cache->free_indexes, index);
}

/* -- nodes ----------------------------------------------------------------- */

/* As in v1.16, moves the node in the tree only if its zone changed.  To be
 * called before the new Node object is set. */
static void
place_in_tree (FitCache *cache, FitNodeInfo *info, guint32 zone)
{
  if (info->node != NULL)
    {
      if (info->zone == zone)
        return;
      fit_node_tree_remove (cache->tree, info->index, info->zone);
    }
  fit_node_tree_add (cache->tree, info->index, zone);
  info->zone = zone;
  g_array_index (cache->node_zones, guint32, info->index) = zone;
}

void
fit_cache_add_node (FitCache *cache, const FitNode *node)
{
  FitNodeInfo *info = fit_cache_get_info (cache, node->name);

  place_in_tree (cache, info, zone_of (cache, node));
  fit_images_set_node (cache->images, info->index, node);
  if (info->node == NULL)
    cache->n_nodes++;
  fit_node_info_set_node (info, node);
  fit_class_columns_changed (cache->label_columns, info->index);
  fit_cache_info_changed (cache, info);
}

gboolean
fit_cache_remove_node (FitCache *cache, const char *name, GError **error)
{
  FitNodeInfo *info = (FitNodeInfo *) fit_cache_find_node (cache, name);

  if (info == NULL)
    return fit_fail (error, FIT_ERROR_NOT_FOUND, "node %s is not found", name);
  fit_node_tree_remove (cache->tree, info->index, info->zone);
  fit_images_set_node (cache->images, info->index, NULL);
  fit_node_info_set_node (info, NULL);
  cache->n_nodes--;
  fit_cache_info_changed (cache, info);
  fit_cache_drop_if_empty (cache, info);
  return TRUE;
}
