/* cache-private.h - the internals of the cache (private to cluster/)
 *
 * cache.c: creating and freeing the cache, and its parts.  cache-nodes.c:
 * nodes.  cache-pods.c: the states of pods.  cache-snapshot.c: what a cycle
 * sees.  cache-spread.c: the selectors for spreading.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"

/* A pod in the cache: assumed, maybe with a finished binding, or added. */
typedef struct
{
  const FitPod *pod;  /* owned reference */
  guint32 node;       /* index of the node it is counted on */
  guint64 sequence;   /* increases with every pod */
  GList *assumed;     /* (nullable) borrowed: its link in the list of the pods
                         that this scheduler placed, until it is confirmed */
  gint64 deadline_ns; /* when it expires; FIT_TIME_NONE while it is being
                          bound */
} FitPodState;

/* Pods as counted by the pod index. */
typedef struct
{
  guint n;
  guint room;
  const FitPod *of[]; /* owned references */
} FitSeenPods;

/* What the last refresh saw of a node.  A node that is removed while it still
 * has pods keeps this until they are gone, unless forgets_removed_nodes. */
typedef struct
{
  const FitNode *node; /* (nullable) owned reference; NULL: not seen */
  FitSeenPods *pods;   /* (nullable) owned; NULL until there are some */
} FitSnapshotNode;

typedef struct
{
  FitSpreadSelectors pub;
  GPtrArray *selectors; /* owned references */
} FitClassSelectors;

/* Nodes are allocated by the block, and stay where they are. */
#define FIT_NODE_BLOCK 32
typedef struct
{
  FitNodeInfo infos[FIT_NODE_BLOCK]; /* empty if the index is free */
  FitSnapshotNode seen[FIT_NODE_BLOCK];
} FitNodeBlock;

struct _FitCache
{
  FitFeatureGates gates;
  GPtrArray *blocks;    /* owned: FitNodeBlock */
  guint n_slots;        /* indexes in use or free */
  GArray *free_indexes; /* of guint32 */
  GHashTable *by_name;  /* set of FitNodeInfo, by their names */
  guint n_infos;        /* aggregates in use: those with a node or pods */
  guint n_nodes;        /* of these, those with a node */
  GHashTable *pods;     /* UID (borrowed from the pod) -> FitPodState */
  GQueue assumed;       /* of FitPodState, borrowed, in order of assumption */
  GHashTable *zones;    /* set of zones, by region and zone */
  GPtrArray *zone_list; /* by number - 1, owned */
  GArray *node_zones;   /* of guint32: FitNodeInfo.zone by index */
  guint64 generation;
  guint64 sequence;

  guint n_snapshot;               /* number of nodes seen */
  gboolean forgets_removed_nodes; /* even if they still have pods */
  GArray *changed;                /* of guint32: indexes to refresh */
  guint64 refreshed;              /* generation at the last refresh */

  FitTopology *topology;
  FitNodeKinds *kinds;
  FitPodIndex *index;
  FitImages *images;
  FitNodeTree *tree;
  FitListers *listers;
  FitVolumeBinder *binder;
  FitNominatedPods *nominated;
  FitClassColumns *columns;
  FitClassColumns *label_columns;

  GHashTable *spread;     /* FitPodClass -> FitClassSelectors */
  guint64 spread_version; /* of the listers when @spread was started */
  GArray *node_volumes;   /* (nullable) of FitNodeVolumes, by node index */

  const char *zone_key; /* interned label names */
  const char *region_key;
  const char *zone_key_ga; /* (nullable) the same, used second */
  const char *region_key_ga;
  const char *no_value; /* interned "" */
};

static inline FitNodeInfo *
fit_cache_info (const FitCache *cache, guint32 index)
{
  FitNodeBlock *block = cache->blocks->pdata[index / FIT_NODE_BLOCK];

  return &block->infos[index % FIT_NODE_BLOCK];
}

/* cache-nodes.c */
void fit_cache_zones_init (FitCache *cache);
void fit_cache_zones_clear (FitCache *cache);

GHashTable *fit_cache_by_name_new (void);

/* The aggregate of the node named @name (interned).  Returns: (nullable) */
FitNodeInfo *fit_cache_by_name (const FitCache *cache, const char *name);

/* The same, created if needed. */
FitNodeInfo *fit_cache_get_info (FitCache *cache, const char *name);

/* Must be called after every change of @info. */
void fit_cache_info_changed (FitCache *cache, FitNodeInfo *info);

/* Frees @info if it has neither a node nor pods. */
void fit_cache_drop_if_empty (FitCache *cache, FitNodeInfo *info);

/* Makes @index free for another node. */
void fit_cache_release_index (FitCache *cache, guint32 index);

/* cache-snapshot.c */
const FitLabels *fit_snapshot_labels (guint index, gpointer cache);
void fit_snapshot_node_clear (FitSnapshotNode *seen);

static inline FitSnapshotNode *
fit_snapshot_node (const FitCache *cache, guint32 index)
{
  FitNodeBlock *block = cache->blocks->pdata[index / FIT_NODE_BLOCK];

  return &block->seen[index % FIT_NODE_BLOCK];
}

/* fit_snapshot_replace_pod: @pod counts as @old, which was seen on the node
 * with @index, or was not seen yet */
void fit_snapshot_replace_pod (FitCache *cache, guint32 index,
                               const FitPod *old, const FitPod *pod);

/* cache-spread.c */
void fit_class_selectors_free (gpointer data);
