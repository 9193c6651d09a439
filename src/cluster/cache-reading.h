/* cache-reading.h - what rules and plugins read of the cluster
 *
 * The cache does not change while they run: see cluster/cache.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/listers.h"
#include "cluster/node-info.h"

G_BEGIN_DECLS

typedef struct _FitCache FitCache;

/* Parts of metadata that only the rules in this library use. */
typedef struct _FitPodClass FitPodClass;               /* pod-index.h */
typedef struct _FitSpreadSelectors FitSpreadSelectors; /* cache.h */
typedef struct _FitNodeVolumes FitNodeVolumes;         /* cache.h */
typedef struct _FitNodeKinds FitNodeKinds;             /* node-kinds.h */
typedef struct _FitPlainNodes FitPlainNodes;           /* plain-nodes.h */
typedef struct _FitPlainBounds FitPlainBounds;         /* plain-nodes.h */
typedef struct _FitPlainAnswers FitPlainAnswers;       /* plain-nodes.h */

/* fit_cache_n_nodes: Returns: the number of nodes with a Node object */
guint fit_cache_n_nodes (const FitCache *cache);

/* fit_cache_n_pods: Returns: the number of pods, with those that are assumed;
 * @out_assumed: (out) (optional): only these */
guint fit_cache_n_pods (const FitCache *cache, guint *out_assumed);

/* fit_cache_n_slots: Returns: one more than the greatest node index in use;
 * the size of an array with one entry per node */
guint fit_cache_n_slots (const FitCache *cache);

/* fit_cache_node: Returns: (transfer none) (nullable): the aggregate of node
 * number @index; its node may be NULL */
const FitNodeInfo *fit_cache_node (const FitCache *cache, guint index);

/* fit_cache_find_node: @name: any string.  Returns: (transfer none) (nullable):
 * an aggregate with a Node object */
const FitNodeInfo *fit_cache_find_node (const FitCache *cache,
                                        const char *name);

/* fit_cache_zones: Returns: (transfer none): FitNodeInfo.zone by node index,
 * for the nodes that have a Node object */
const guint32 *fit_cache_zones (const FitCache *cache);

/* fit_cache_n_zones: Returns: one more than the greatest number of a zone */
guint fit_cache_n_zones (const FitCache *cache);

/* fit_cache_zone_name: Returns: (transfer none): the readable name
 * "REGION/ZONE" of zone number @zone */
const char *fit_cache_zone_name (const FitCache *cache, guint32 zone);

/* fit_cache_find_pod: Returns: (transfer none) (nullable) */
const FitPod *fit_cache_find_pod (const FitCache *cache, const char *uid);

/* fit_cache_is_assumed: Returns: TRUE if @pod is assumed */
gboolean fit_cache_is_assumed (const FitCache *cache, const FitPod *pod);

FitFeatureGates fit_cache_gates (const FitCache *cache);

/* fit_cache_listers: everything but nodes and pods.  Returns: (transfer
 * none) */
FitListers *fit_cache_listers (FitCache *cache);

/* fit_cache_pods_like: Returns: (transfer container): the pods in the namespace
 * of @pod that its labels select (fit_labels_selector()), in order of arrival.
 * Checks every pod. */
GPtrArray *fit_cache_pods_like (const FitCache *cache, const FitPod *pod);

G_END_DECLS
