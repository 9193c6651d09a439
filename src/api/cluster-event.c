/* cluster-event.c - the table of cluster events, and which of them a plugin's registration covers */
#include "api/cluster-event.h"

const FitClusterEvent *
fit_cluster_event (FitClusterEventName name)
{
  static const FitClusterEvent events[] = {
    [FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD]
    = { FIT_CLUSTER_POD, FIT_ACTION_ADD, "AssignedPodAdd" },
    [FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE]
    = { FIT_CLUSTER_POD, FIT_ACTION_UPDATE, "AssignedPodUpdate" },
    [FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE]
    = { FIT_CLUSTER_POD, FIT_ACTION_DELETE, "AssignedPodDelete" },
    [FIT_CLUSTER_EVENT_NODE_ADD]
    = { FIT_CLUSTER_NODE, FIT_ACTION_ADD, "NodeAdd" },
    [FIT_CLUSTER_EVENT_NODE_SPEC_UNSCHEDULABLE_CHANGE]
    = { FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_TAINT,
        "NodeSpecUnschedulableChange" },
    [FIT_CLUSTER_EVENT_NODE_ALLOCATABLE_CHANGE]
    = { FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_ALLOCATABLE,
        "NodeAllocatableChange" },
    [FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE]
    = { FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_LABEL, "NodeLabelChange" },
    [FIT_CLUSTER_EVENT_NODE_TAINT_CHANGE]
    = { FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_TAINT, "NodeTaintChange" },
    [FIT_CLUSTER_EVENT_NODE_CONDITION_CHANGE]
    = { FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_CONDITION,
        "NodeConditionChange" },
    [FIT_CLUSTER_EVENT_PV_ADD]
    = { FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_ADD, "PvAdd" },
    [FIT_CLUSTER_EVENT_PV_UPDATE]
    = { FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_UPDATE, "PvUpdate" },
    [FIT_CLUSTER_EVENT_PVC_ADD]
    = { FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, FIT_ACTION_ADD, "PvcAdd" },
    [FIT_CLUSTER_EVENT_PVC_UPDATE]
    = { FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, FIT_ACTION_UPDATE, "PvcUpdate" },
    [FIT_CLUSTER_EVENT_SERVICE_ADD]
    = { FIT_CLUSTER_SERVICE, FIT_ACTION_ADD, "ServiceAdd" },
    [FIT_CLUSTER_EVENT_SERVICE_UPDATE]
    = { FIT_CLUSTER_SERVICE, FIT_ACTION_UPDATE, "ServiceUpdate" },
    [FIT_CLUSTER_EVENT_SERVICE_DELETE]
    = { FIT_CLUSTER_SERVICE, FIT_ACTION_DELETE, "ServiceDelete" },
    [FIT_CLUSTER_EVENT_STORAGE_CLASS_ADD]
    = { FIT_CLUSTER_STORAGE_CLASS, FIT_ACTION_ADD, "StorageClassAdd" },
    [FIT_CLUSTER_EVENT_STORAGE_CLASS_UPDATE]
    = { FIT_CLUSTER_STORAGE_CLASS, FIT_ACTION_UPDATE, "StorageClassUpdate" },
    [FIT_CLUSTER_EVENT_CSI_NODE_ADD]
    = { FIT_CLUSTER_CSI_NODE, FIT_ACTION_ADD, "CSINodeAdd" },
    [FIT_CLUSTER_EVENT_CSI_NODE_UPDATE]
    = { FIT_CLUSTER_CSI_NODE, FIT_ACTION_UPDATE, "CSINodeUpdate" },
    [FIT_CLUSTER_EVENT_CSI_DRIVER_ADD]
    = { FIT_CLUSTER_CSI_DRIVER, FIT_ACTION_ADD, "CSIDriverAdd" },
    [FIT_CLUSTER_EVENT_CSI_DRIVER_UPDATE]
    = { FIT_CLUSTER_CSI_DRIVER, FIT_ACTION_UPDATE, "CSIDriverUpdate" },
    [FIT_CLUSTER_EVENT_CSI_STORAGE_CAPACITY_ADD]
    = { FIT_CLUSTER_CSI_STORAGE_CAPACITY, FIT_ACTION_ADD,
        "CSIStorageCapacityAdd" },
    [FIT_CLUSTER_EVENT_CSI_STORAGE_CAPACITY_UPDATE]
    = { FIT_CLUSTER_CSI_STORAGE_CAPACITY, FIT_ACTION_UPDATE,
        "CSIStorageCapacityUpdate" },
    [FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT]
    = { FIT_CLUSTER_ANYTHING, FIT_ACTION_ALL, "UnschedulableTimeout" },
    [FIT_CLUSTER_EVENT_UNKNOWN]
    = { FIT_CLUSTER_ANYTHING, FIT_ACTION_ALL, "Unknown" },
    [FIT_CLUSTER_EVENT_WILDCARD]
    = { FIT_CLUSTER_ANYTHING, FIT_ACTION_ALL, "WildCardEvent" },
  };

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
  return registered->resource == happened->resource
         && (registered->actions & happened->actions) != 0;
}
