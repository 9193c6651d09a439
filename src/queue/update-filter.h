/* update-filter.h - which changes of pods and nodes matter to scheduling
 *
 * Pods are compared by their digests, made when they were decoded, so fields
 * that the scheduler does not read count as they do for v1.16.
 * Source: kube-scheduler v1.16 and v1.28 event handlers.
 */
#pragma once

#include "api/cluster-event.h"
#include "api/node.h"
#include "api/pod.h"
#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_POD_CHANGE_STATUS, /* at most status, resourceVersion and generation */
  FIT_POD_CHANGE_OBJECT, /* anything else: it may fit now */
} FitPodChange;

/* fit_pod_change: v1.16 isPodUpdated() */
FitPodChange fit_pod_change (const FitPod *old_pod, const FitPod *new_pod);

/* fit_pod_change_in: the same in @release; with FIT_QUEUE_RULE_FINALIZERS
 * managedFields and finalizers are left out of account too */
FitPodChange fit_pod_change_in (FitRelease release, const FitPod *old_pod,
                                const FitPod *new_pod);

/**
 * fit_pod_update_skippable:
 * @assumed: (nullable): the pod of that UID as it was assumed; NULL when it is
 *   not assumed
 *
 * v1.16 skipPodUpdate(): the update says nothing that the scheduler has not
 * said itself.  resourceVersion, spec.nodeName, annotations, finalizers and
 * status.conditions are left out of account.
 *
 * Returns: TRUE when the queue need not see the update
 */
gboolean fit_pod_update_skippable (const FitPod *assumed,
                                   const FitPod *new_pod);

/**
 * fit_pod_update_ignored:
 * @assumed: (nullable): as above
 *
 * The same in @release: with FIT_QUEUE_RULE_MANAGED_FIELDS these are left out of
 * account too; with FIT_QUEUE_RULE_SAME_VERSION an update is ignored that
 * keeps the resourceVersion, unless that is "" as in objects written by hand,
 * and with FIT_QUEUE_RULE_ASSUMED_KEPT any update of a pod that is assumed.
 *
 * Returns: TRUE when the queue need not see the update
 */
gboolean fit_pod_update_ignored (FitRelease release, const FitPod *assumed,
                                 const FitPod *old_pod, const FitPod *new_pod);

/**
 * fit_node_scheduling_properties_changed:
 *
 * v1.16 nodeSchedulingPropertiesChanged(): the node has become schedulable
 * (not: unschedulable), or its allocatable amounts, labels, taints, or the
 * status of a condition differ.
 *
 * Returns: TRUE when pods that fit nowhere may fit on @new_node
 */
gboolean fit_node_scheduling_properties_changed (const FitNode *old_node,
                                                 const FitNode *new_node);

/**
 * fit_node_scheduling_event:
 *
 * The same as later releases tell it, which look in this order:
 * NodeSpecUnschedulableChange, NodeAllocatableChange, NodeLabelChange,
 * NodeTaintChange, NodeConditionChange.
 *
 * Returns: (transfer none) (nullable): the first that has happened
 */
const FitClusterEvent *fit_node_scheduling_event (const FitNode *old_node,
                                                  const FitNode *new_node);

G_END_DECLS
