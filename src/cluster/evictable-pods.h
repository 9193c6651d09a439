/* evictable-pods.h - which pods can be moved to another node
 *
 * As 'kubectl drain' and the API server see it: a pod moves by being evicted,
 * and its controller makes another one, which is scheduled again.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"

/* fit_pod_has_controller: is a @kind, such as "DaemonSet", its controller? */
gboolean fit_pod_has_controller (const FitPod *pod, const char *kind);

/* fit_pod_is_static: did the kubelet of its node make it? */
gboolean fit_pod_is_static (const FitPod *pod);

/* fit_pod_keeps_to_node: is it a pod of a DaemonSet or a static pod, which no
 * other node gets? */
gboolean fit_pod_keeps_to_node (const FitPod *pod);

/* fit_pod_stays: does 'kubectl drain' leave @pod on its node?  It does so with
 * pods that keep to it, and with pods that are being deleted */
gboolean fit_pod_stays (const FitPod *pod);

/* fit_budget_guards: does the eviction of @pod count for @budget? */
gboolean fit_budget_guards (const FitPodDisruptionBudget *budget,
                            const FitPod *pod);

/**
 * fit_eviction_budget:
 * @out_reason: (out) (transfer full): why the API server refuses to evict @pod,
 *   "cannot be evicted: ..."; NULL: it does not
 *
 * Returns: (transfer none) (nullable): the PodDisruptionBudget that counts the
 *   eviction of @pod
 */
const FitPodDisruptionBudget *
fit_eviction_budget (FitCache *cache, const FitPod *pod, char **out_reason);

/* fit_eviction_obstacle: why @pod, which does not stay by itself, cannot move:
 * "has no controller that would replace it".
 * @rules_known: do the rules at hand schedule it?
 * Returns: (transfer full) (nullable): NULL if it can */
char *fit_eviction_obstacle (FitCache *cache, const FitPod *pod,
                             gboolean rules_known);

/* fit_eviction_budgets_allow: may all of @pods, of FitPod, be gone at the same
 * time, each of which may be evicted? */
gboolean fit_eviction_budgets_allow (FitCache *cache, const GPtrArray *pods);
