/* update-filter.h - which changes of pods and nodes matter to scheduling
 *
 * Pods are compared by digests computed while decoding.  So changes of fields
 * that the scheduler does not read count, as they do in v1.16.
 * Source: kube-scheduler v1.16, v1.28 and v1.34 event handlers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "api/node.h"
#include "api/pod.h"
#include "releases/behaviour.h"

typedef enum
{
  FIT_POD_CHANGE_STATUS, /* at most status, resourceVersion and generation */
  FIT_POD_CHANGE_OBJECT, /* anything else: it may fit now */
} FitPodChange;

/* fit_pod_change: v1.16 isPodUpdated(); with queue_finalizers managedFields and
 * finalizers are ignored too */
FitPodChange fit_pod_change (const FitBehaviour *behaviour,
                             const FitPod *old_pod, const FitPod *new_pod);

/**
 * fit_pod_update_skippable:
 * @assumed: (nullable): the assumed pod with that UID; NULL if it is not
 *   assumed
 *
 * v1.16 skipPodUpdate(): the update contains nothing but what the scheduler
 * itself has changed.  resourceVersion, spec.nodeName, annotations, finalizers
 * and status.conditions are ignored.
 *
 * Returns: TRUE if the queue can ignore the update
 */
gboolean fit_pod_update_skippable (const FitPod *assumed,
                                   const FitPod *new_pod);

/**
 * fit_pod_update_ignored:
 * @assumed: (nullable): as above
 *
 * The same for a release.  With queue_managed_fields, managedFields are
 * ignored too.  With queue_same_version, an update that keeps the
 * resourceVersion is ignored, unless the version is "" as in hand-written
 * objects.  With queue_assumed_kept, every update of an assumed pod is
 * ignored.
 *
 * Returns: TRUE if the queue can ignore the update
 */
gboolean fit_pod_update_ignored (const FitBehaviour *behaviour,
                                 const FitPod *assumed, const FitPod *old_pod,
                                 const FitPod *new_pod);

/* The events of one update, in the order in which they are judged. */
typedef struct
{
  guint n;
  const FitClusterEvent *events[7];
} FitUpdateEvents;

/**
 * fit_node_scheduling_events:
 *
 * Finds out whether @new_node may let pods fit which fitted nowhere: it has
 * become schedulable (the reverse does not count), or its allocatable
 * resources, labels, taints, or the status of a condition differ.  v1.16
 * nodeSchedulingPropertiesChanged().
 *
 * Returns: the events: NodeSpecUnschedulableChange, NodeAllocatableChange,
 * NodeLabelChange, NodeTaintChange, NodeConditionChange, NodeAnnotationChange.
 * Without queue_every_change only the first one that applies.
 */
FitUpdateEvents fit_node_scheduling_events (const FitBehaviour *behaviour,
                                            const FitNode *old_node,
                                            const FitNode *new_node);

/* fit_pod_scheduling_events: the events of an update of a pod; there is always
 * one.  Without queue_pod_changes it is AssignedPodUpdate. */
FitUpdateEvents fit_pod_scheduling_events (const FitBehaviour *behaviour,
                                           const FitPod *old_pod,
                                           const FitPod *new_pod);
