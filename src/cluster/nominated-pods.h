/* nominated-pods.h - pods for which preemption is making room on a node
 *
 * Source: kube-scheduler v1.16 scheduling queue, nominatedPodMap.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

typedef struct _FitNominatedPods FitNominatedPods;

FitNominatedPods *fit_nominated_pods_new (void);
void fit_nominated_pods_free (FitNominatedPods *nominated);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNominatedPods, fit_nominated_pods_free)

/* fit_nominated_pods_add: nominates @pod to @node_name (interned), or, if that
 * is NULL or "", to its status.nominatedNodeName; drops an earlier nomination
 * of the same UID first */
void fit_nominated_pods_add (FitNominatedPods *nominated, const FitPod *pod,
                             const char *node_name);

/* fit_nominated_pods_remove: removes the nomination of @pod's UID */
void fit_nominated_pods_remove (FitNominatedPods *nominated, const FitPod *pod);

/* fit_nominated_pods_update: follows v1.16's rule: if neither status has a
 * nomination, the one in memory is kept */
void fit_nominated_pods_update (FitNominatedPods *nominated,
                                const FitPod *old_pod, const FitPod *new_pod);

/* fit_nominated_pods_for_node: @node_name interned.  Returns: (transfer none)
 * (nullable): array of FitPod in order of nomination */
const GPtrArray *fit_nominated_pods_for_node (const FitNominatedPods *nominated,
                                              const char *node_name);

/* fit_nominated_pods_foreach: calls @func for each node that has such pods, at
 * least one of @priority or above */
typedef void (*FitNominatedFunc) (const char *node_name, const GPtrArray *pods,
                                  gpointer data);
void fit_nominated_pods_foreach (const FitNominatedPods *nominated,
                                 gint32 priority, FitNominatedFunc func,
                                 gpointer data);

/* fit_nominated_pods_empty: Returns: TRUE if no pod is nominated */
gboolean fit_nominated_pods_empty (const FitNominatedPods *nominated);
