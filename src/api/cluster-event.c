/* cluster-event.c - the table of cluster events, and which of them a plugin's
 * registration covers
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/cluster-event.h"

#define EVENT(name, resource, actions, label, later_label) \
  [FIT_CLUSTER_EVENT_##name]                               \
      = { FIT_CLUSTER_##resource, FIT_ACTION_##actions, label, later_label }

/* clang-format off */
static const FitClusterEvent events[] = {
  EVENT (ASSIGNED_POD_ADD, POD, ADD, "AssignedPodAdd", "AssignedPodAdd"),
  EVENT (ASSIGNED_POD_UPDATE, POD, UPDATE, "AssignedPodUpdate", "AssignedPodUpdate"),
  EVENT (ASSIGNED_POD_DELETE, POD, DELETE, "AssignedPodDelete", "AssignedPodDelete"),
  EVENT (ASSIGNED_POD_LABEL_CHANGE, POD, UPDATE_POD_LABEL, "PodLabelChange", "AssignedPodUpdatePodLabel"),
  EVENT (ASSIGNED_POD_SCALE_DOWN, POD, UPDATE_POD_SCALE_DOWN, "PodRequestScaledDown", "AssignedPodUpdatePodScaleDown"),
  EVENT (ASSIGNED_POD_GATES_ELIMINATED, POD, UPDATE_POD_GATES_ELIMINATED, "PodSchedulingGateChange", "AssignedPodUpdatePodSchedulingGatesEliminated"),
  EVENT (ASSIGNED_POD_TOLERATION_CHANGE, POD, UPDATE_POD_TOLERATION, "PodTolerationChange", "AssignedPodUpdatePodToleration"),
  EVENT (ASSIGNED_POD_OTHER_UPDATE, POD, UPDATE_POD_OTHER, "AssignedPodUpdate", "AssignedPodUpdate"),
  EVENT (PENDING_POD_LABEL_CHANGE, POD, UPDATE_POD_LABEL, "PodUpdate", "UnschedulablePodUpdatePodLabel"),
  EVENT (PENDING_POD_SCALE_DOWN, POD, UPDATE_POD_SCALE_DOWN, "PodUpdate", "UnschedulablePodUpdatePodScaleDown"),
  EVENT (PENDING_POD_GATES_ELIMINATED, POD, UPDATE_POD_GATES_ELIMINATED, "PodUpdate", "UnschedulablePodUpdatePodSchedulingGatesEliminated"),
  EVENT (PENDING_POD_TOLERATION_CHANGE, POD, UPDATE_POD_TOLERATION, "PodUpdate", "UnschedulablePodUpdatePodToleration"),
  EVENT (PENDING_POD_OTHER_UPDATE, POD, UPDATE_POD_OTHER, "PodUpdate", "UnschedulablePodUpdate"),
  EVENT (NODE_ADD, NODE, ADD, "NodeAdd", "NodeAdd"),
  EVENT (NODE_DELETE, NODE, DELETE, "NodeDelete", "NodeDelete"),
  EVENT (NODE_SPEC_UNSCHEDULABLE_CHANGE, NODE, UPDATE_NODE_TAINT, "NodeSpecUnschedulableChange", "NodeUpdateNodeTaint"),
  EVENT (NODE_ALLOCATABLE_CHANGE, NODE, UPDATE_NODE_ALLOCATABLE, "NodeAllocatableChange", "NodeUpdateNodeAllocatable"),
  EVENT (NODE_LABEL_CHANGE, NODE, UPDATE_NODE_LABEL, "NodeLabelChange", "NodeUpdateNodeLabel"),
  EVENT (NODE_TAINT_CHANGE, NODE, UPDATE_NODE_TAINT, "NodeTaintChange", "NodeUpdateNodeTaint"),
  EVENT (NODE_CONDITION_CHANGE, NODE, UPDATE_NODE_CONDITION, "NodeConditionChange", "NodeUpdateNodeCondition"),
  EVENT (NODE_ANNOTATION_CHANGE, NODE, UPDATE_NODE_ANNOTATION, "NodeAnnotationChange", "NodeUpdateNodeAnnotation"),
  EVENT (NODE_FEATURES_CHANGE, NODE, UPDATE_NODE_FEATURES, "NodeUpdateNodeDeclaredFeature", "NodeUpdateNodeDeclaredFeature"),
  EVENT (PV_ADD, PERSISTENT_VOLUME, ADD, "PvAdd", "PersistentVolumeAdd"),
  EVENT (PV_UPDATE, PERSISTENT_VOLUME, UPDATE, "PvUpdate", "PersistentVolumeUpdate"),
  EVENT (PVC_ADD, PERSISTENT_VOLUME_CLAIM, ADD, "PvcAdd", "PersistentVolumeClaimAdd"),
  EVENT (PVC_UPDATE, PERSISTENT_VOLUME_CLAIM, UPDATE, "PvcUpdate", "PersistentVolumeClaimUpdate"),
  EVENT (SERVICE_ADD, SERVICE, ADD, "ServiceAdd", "ServiceAdd"),
  EVENT (SERVICE_UPDATE, SERVICE, UPDATE, "ServiceUpdate", "ServiceUpdate"),
  EVENT (SERVICE_DELETE, SERVICE, DELETE, "ServiceDelete", "ServiceDelete"),
  EVENT (STORAGE_CLASS_ADD, STORAGE_CLASS, ADD, "StorageClassAdd", "storage.k8s.io/StorageClassAdd"),
  EVENT (STORAGE_CLASS_UPDATE, STORAGE_CLASS, UPDATE, "StorageClassUpdate", "storage.k8s.io/StorageClassUpdate"),
  EVENT (CSI_NODE_ADD, CSI_NODE, ADD, "CSINodeAdd", "storage.k8s.io/CSINodeAdd"),
  EVENT (CSI_NODE_UPDATE, CSI_NODE, UPDATE, "CSINodeUpdate", "storage.k8s.io/CSINodeUpdate"),
  EVENT (CSI_DRIVER_ADD, CSI_DRIVER, ADD, "CSIDriverAdd", "storage.k8s.io/CSIDriverAdd"),
  EVENT (CSI_DRIVER_UPDATE, CSI_DRIVER, UPDATE, "CSIDriverUpdate", "storage.k8s.io/CSIDriverUpdate"),
  EVENT (CSI_STORAGE_CAPACITY_ADD, CSI_STORAGE_CAPACITY, ADD, "CSIStorageCapacityAdd", "storage.k8s.io/CSIStorageCapacityAdd"),
  EVENT (CSI_STORAGE_CAPACITY_UPDATE, CSI_STORAGE_CAPACITY, UPDATE, "CSIStorageCapacityUpdate", "storage.k8s.io/CSIStorageCapacityUpdate"),
  EVENT (VOLUME_ATTACHMENT_DELETE, VOLUME_ATTACHMENT, DELETE, "VolumeAttachmentDelete", "storage.k8s.io/VolumeAttachmentDelete"),
  EVENT (UNSCHEDULABLE_TIMEOUT, ANYTHING, ALL, "UnschedulableTimeout", "UnschedulableTimeout"),
  EVENT (UNKNOWN, ANYTHING, ALL, "Unknown", "Unknown"),
  EVENT (WILDCARD, ANYTHING, ALL, "WildCardEvent", "WildCardEvent"),
};
/* clang-format on */

const FitClusterEvent *
fit_cluster_event (FitClusterEventName name)
{
  G_STATIC_ASSERT (G_N_ELEMENTS (events) == FIT_CLUSTER_EVENT_LAST);
  return &events[name];
}

gboolean
fit_cluster_event_wildcard (const FitClusterEvent *event)
{
  return event->resource == FIT_CLUSTER_ANYTHING
         && event->actions == FIT_ACTION_ALL;
}

gboolean
fit_cluster_event_matches (const FitClusterEvent *registered,
                           const FitClusterEvent *happened)
{
  return (registered->resource == happened->resource
          || registered->resource == FIT_CLUSTER_ANYTHING)
         && (registered->actions & happened->actions) != 0;
}
