/* nominated-pods.h - pods that wait for room made for them on a node
 *
 * Source: kube-scheduler v1.16 scheduling queue, nominatedPodMap.
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

typedef struct _FitNominatedPods FitNominatedPods;

FitNominatedPods *fit_nominated_pods_new (void);
void fit_nominated_pods_free (FitNominatedPods *nominated);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNominatedPods, fit_nominated_pods_free)

/* fit_nominated_pods_add: @pod is nominated to @node_name (interned), or,
 * when that is NULL or "", to its status.nominatedNodeName; an earlier
 * nomination of the same UID is dropped first */
void fit_nominated_pods_add (FitNominatedPods *nominated, const FitPod *pod,
                             const char *node_name);

/* fit_nominated_pods_remove: by UID */
void fit_nominated_pods_remove (FitNominatedPods *nominated, const FitPod *pod);

/* fit_nominated_pods_update: v1.16's update rule: a status without nomination
 * on both sides keeps the one made in memory */
void fit_nominated_pods_update (FitNominatedPods *nominated,
                                const FitPod *old_pod, const FitPod *new_pod);

/* fit_nominated_pods_for_node: @node_name interned.  Returns: (transfer none)
 * (nullable): array of FitPod in order of nomination */
const GPtrArray *fit_nominated_pods_for_node (const FitNominatedPods *nominated,
                                              const char *node_name);

/* fit_nominated_pods_empty: Returns: TRUE when no pod is nominated anywhere */
gboolean fit_nominated_pods_empty (const FitNominatedPods *nominated);

G_END_DECLS
