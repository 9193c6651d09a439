/* cache.h - the cluster as the scheduler sees it
 *
 * Nodes with the pods on them (including assumed ones), listers, nominated
 * pods, and the indexes over all of that.  Nothing changes it while a cycle
 * reads it, so a cycle needs no copy of the cluster: v1.16's snapshot
 * corresponds to the cache between two changes.
 * Source: kube-scheduler v1.16 internal/cache.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "cluster/cache-reading.h"
#include "cluster/class-columns.h"
#include "cluster/images.h"
#include "cluster/listers-private.h"
#include "cluster/node-kinds.h"
#include "cluster/node-tree.h"
#include "cluster/nominated-pods.h"
#include "cluster/pod-index.h"
#include "cluster/topology.h"
#include "cluster/volume-binder.h"

FitCache *fit_cache_new (FitFeatureGates gates);
void fit_cache_free (FitCache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCache, fit_cache_free)

/* fit_cache_use_ga_zones: nodes without a beta label for region or zone use the
 * GA label, as in releases after v1.16; call it before adding any node */
void fit_cache_use_ga_zones (FitCache *cache);

/* fit_cache_forget_removed_nodes: pods on a node that has been removed do not
 * count any more for affinity and spreading, as in releases after v1.18; call
 * it before adding any node */
void fit_cache_forget_removed_nodes (FitCache *cache);

/* fit_cache_add_node: adds @node or replaces the node of that name */
void fit_cache_add_node (FitCache *cache, const FitNode *node);

/* fit_cache_remove_node: the pods on it stay until they are removed too.
 * Returns: FALSE with FIT_ERROR_NOT_FOUND "node NAME is not found" */
gboolean fit_cache_remove_node (FitCache *cache, const char *name,
                                GError **error);

/* fit_cache_find_place: as fit_cache_find_node(), but also the aggregate of a node
 * that is not there, while there are pods on it */
const FitNodeInfo *fit_cache_find_place (const FitCache *cache,
                                         const char *name);

/* A pod is absent, assumed (placed by the scheduler, not confirmed) or added.
 * The errors are FIT_ERROR_SCHEDULE with v1.16's texts; v1.16 only logs
 * them. */

/* fit_cache_assume_pod: counts @pod (with node_name set) on its node before the
 * API server confirms it; the node may be unknown */
gboolean fit_cache_assume_pod (FitCache *cache, const FitPod *pod,
                               GError **error);

/* fit_cache_finish_binding: lets an assumed pod expire after @deadline_ns */
void fit_cache_finish_binding (FitCache *cache, const FitPod *pod,
                               gint64 deadline_ns);

/* fit_cache_forget_pod: removes an assumed pod from its node */
gboolean fit_cache_forget_pod (FitCache *cache, const FitPod *pod,
                               GError **error);

/* fit_cache_add_pod: @pod is assigned to its node_name.  Confirms the pod if it
 * was assumed, and moves it if it was assumed elsewhere. */
gboolean fit_cache_add_pod (FitCache *cache, const FitPod *pod, GError **error);

/* fit_cache_update_pod: fails with FIT_ERROR_INTERNAL where v1.16 exits: the
 * pod changed its node */
gboolean fit_cache_update_pod (FitCache *cache, const FitPod *old_pod,
                               const FitPod *new_pod, GError **error);

/* fit_cache_remove_pod: fails like fit_cache_update_pod() */
gboolean fit_cache_remove_pod (FitCache *cache, const FitPod *pod,
                               GError **error);

/* fit_cache_expire_pods: removes the assumed pods whose deadline is strictly
 * before @now_ns.  Returns: (transfer full): array of these FitPods */
GPtrArray *fit_cache_expire_pods (FitCache *cache, gint64 now_ns);

/**
 * fit_cache_refresh:
 *
 * Brings the pod index up to date with the changes since the last call, as
 * v1.16 refreshes its snapshot at the start of a cycle.  For affinity and
 * spreading, a node that was removed while it still had pods is shown as it was
 * last seen, until its pods are gone.
 */
void fit_cache_refresh (FitCache *cache);

/* fit_cache_snapshot_node: Returns: (transfer none) (nullable): node number
 * @index as the last refresh saw it; the node may be gone by now */
const FitNode *fit_cache_snapshot_node (const FitCache *cache, guint index);

/* fit_cache_snapshot_pods: Returns: (transfer none) (nullable): the @out_n pods
 * of that node as the last refresh saw them */
const FitPod *const *fit_cache_snapshot_pods (const FitCache *cache,
                                              guint index, guint *out_n);

/* fit_cache_n_snapshot_nodes: Returns: the number of nodes that the last
 * refresh shows, with those that were removed while they had pods */
guint fit_cache_n_snapshot_nodes (const FitCache *cache);

/* Parts.  Returns: (transfer none) */
FitVolumeBinder *fit_cache_volume_binder (FitCache *cache);
FitNominatedPods *fit_cache_nominated_pods (FitCache *cache);
FitClassColumns *fit_cache_class_columns (FitCache *cache);
FitClassColumns *fit_cache_label_columns (FitCache *cache);
FitTopology *fit_cache_topology (FitCache *cache);
FitPodIndex *fit_cache_pod_index (FitCache *cache);
const FitImages *fit_cache_images (const FitCache *cache);
FitNodeTree *fit_cache_node_tree (FitCache *cache);

/* fit_cache_node_kinds: Returns: (transfer none) (nullable): the kinds of the nodes
 * of the last refresh; NULL if there are too many */
const FitNodeKinds *fit_cache_node_kinds (FitCache *cache);

/* fit_cache_pod_class: Returns: (transfer none): the class of @pod */
FitPodClass *fit_cache_pod_class (FitCache *cache, const FitPod *pod);

/* The selectors that match a pod, for spreading (priorities SelectorSpread and
 * ServiceAntiAffinity). */
struct _FitSpreadSelectors
{
  guint n;
  FitSelector *const *selectors; /* services, RCs, ReplicaSets, StatefulSets */
  FitSelector *first_service;    /* (nullable) of the first service */
};

/* fit_cache_spread_selectors: v1.16 getSelectors(), cached per class.
 * Returns: (transfer none): valid until the cache changes */
const FitSpreadSelectors *fit_cache_spread_selectors (FitCache *cache,
                                                      FitPodClass *pod_class);

/* Volumes counted by the attach limit predicates, for the priority
 * BalancedResourceAllocation with the gate BalanceAttachedNodeVolumes.  As in
 * v1.16, they stay until a refresh after the node changed. */
struct _FitNodeVolumes
{
  gint64 allocatable; /* limit minus the volumes already attached */
  gint64 requested;   /* new volumes of the last pod counted */
};

/* fit_cache_node_volumes: Returns: (transfer none) (nullable): by node index;
 * NULL if the gate is off */
FitNodeVolumes *fit_cache_node_volumes (FitCache *cache);

/* fit_cache_sweep: drops index entries that were not used recently; call it
 * between cycles */
void fit_cache_sweep (FitCache *cache);
