/* cluster-event.h - what happens to a cluster, as plugins ask to be told of it
 *
 * A pod that a plugin has rejected is tried again when something happens that
 * the plugin has registered.  What has happened is one resource with one or
 * several action bits; what is registered matches it when the resource is the
 * same and a bit is in common.
 *
 * Source: kube-scheduler v1.28 framework/types.go, internal/queue/events.go.
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_CLUSTER_POD,
  FIT_CLUSTER_NODE,
  FIT_CLUSTER_PERSISTENT_VOLUME,
  FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM,
  FIT_CLUSTER_SERVICE,
  FIT_CLUSTER_STORAGE_CLASS,
  FIT_CLUSTER_CSI_NODE,
  FIT_CLUSTER_CSI_DRIVER,
  FIT_CLUSTER_CSI_STORAGE_CAPACITY,
  FIT_CLUSTER_ANYTHING, /* "*" */
  FIT_CLUSTER_RESOURCE_LAST,
} FitClusterResource;

typedef enum
{
  FIT_ACTION_ADD = 1,
  FIT_ACTION_DELETE = 2,
  FIT_ACTION_UPDATE_NODE_ALLOCATABLE = 4,
  FIT_ACTION_UPDATE_NODE_LABEL = 8,
  FIT_ACTION_UPDATE_NODE_TAINT = 16,
  FIT_ACTION_UPDATE_NODE_CONDITION = 32,
  FIT_ACTION_UPDATE = 4 | 8 | 16 | 32, /* of any resource */
  FIT_ACTION_ALL = 63,
} FitClusterAction;

typedef struct
{
  FitClusterResource resource;
  guint actions;     /* of FitClusterAction */
  const char *label; /* (nullable): of what has happened: "NodeAdd" */
} FitClusterEvent;

/* Events that the scheduler knows. */
typedef enum
{
  FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE,
  FIT_CLUSTER_EVENT_NODE_ADD,
  FIT_CLUSTER_EVENT_NODE_SPEC_UNSCHEDULABLE_CHANGE,
  FIT_CLUSTER_EVENT_NODE_ALLOCATABLE_CHANGE,
  FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE,
  FIT_CLUSTER_EVENT_NODE_TAINT_CHANGE,
  FIT_CLUSTER_EVENT_NODE_CONDITION_CHANGE,
  FIT_CLUSTER_EVENT_PV_ADD,
  FIT_CLUSTER_EVENT_PV_UPDATE,
  FIT_CLUSTER_EVENT_PVC_ADD,
  FIT_CLUSTER_EVENT_PVC_UPDATE,
  FIT_CLUSTER_EVENT_SERVICE_ADD,
  FIT_CLUSTER_EVENT_SERVICE_UPDATE,
  FIT_CLUSTER_EVENT_SERVICE_DELETE,
  FIT_CLUSTER_EVENT_STORAGE_CLASS_ADD,
  FIT_CLUSTER_EVENT_STORAGE_CLASS_UPDATE,
  FIT_CLUSTER_EVENT_CSI_NODE_ADD,
  FIT_CLUSTER_EVENT_CSI_NODE_UPDATE,
  FIT_CLUSTER_EVENT_CSI_DRIVER_ADD,
  FIT_CLUSTER_EVENT_CSI_DRIVER_UPDATE,
  FIT_CLUSTER_EVENT_CSI_STORAGE_CAPACITY_ADD,
  FIT_CLUSTER_EVENT_CSI_STORAGE_CAPACITY_UPDATE,
  FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT, /* a wildcard */
  FIT_CLUSTER_EVENT_UNKNOWN, /* the same: something that is not told apart */
  FIT_CLUSTER_EVENT_WILDCARD,
  FIT_CLUSTER_EVENT_LAST,
} FitClusterEventName;

/* fit_cluster_event: Returns: (transfer none): resource, actions and label of
 * @name */
const FitClusterEvent *fit_cluster_event (FitClusterEventName name);

/* fit_cluster_event_wildcard: does @event stand for anything at all? */
gboolean fit_cluster_event_wildcard (const FitClusterEvent *event);

/* fit_cluster_event_matches: has what is @registered happened? */
gboolean fit_cluster_event_matches (const FitClusterEvent *registered,
                                    const FitClusterEvent *happened);

/* What a plugin says about a pod when something has happened; the greatest of
 * what several say counts. */
typedef enum
{
  FIT_QUEUEING_SKIP,          /* it does not help: the pod stays */
  FIT_QUEUEING_AFTER_BACKOFF, /* try again when its backoff is over */
  FIT_QUEUEING_IMMEDIATELY,
} FitQueueingHint;

/**
 * FitQueueingHintFunc:
 * @plugin: (nullable): the data of the plugin that registered it
 * @old_object: (nullable): as it was
 * @new_object: (nullable): NULL: it is gone
 *
 * Does it help @pod that the object of the registered resource has changed?
 */
typedef FitQueueingHint (*FitQueueingHintFunc) (gpointer plugin,
                                                const FitPod *pod,
                                                gconstpointer old_object,
                                                gconstpointer new_object);

/* What a plugin registers. */
typedef struct
{
  FitClusterEvent event;
  FitQueueingHintFunc hint; /* (nullable): after backoff, whatever it is */
} FitEventRegistration;

G_END_DECLS
