/* cluster-event.h - cluster events that plugins register for
 *
 * A pod that a plugin has rejected is tried again after an event that the
 * plugin has registered for.  An event is a resource with one or more action
 * bits.  It matches a registration with the same resource and a common bit.
 *
 * Source: kube-scheduler v1.28 framework/types.go, internal/queue/events.go;
 * v1.34 framework/events.go.
 * SPDX-License-Identifier: Apache-2.0 */
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
  FIT_CLUSTER_VOLUME_ATTACHMENT,
  FIT_CLUSTER_ANYTHING, /* "*" */
  FIT_CLUSTER_RESOURCE_LAST,
} FitClusterResource;

typedef enum
{
  FIT_ACTION_ADD = 1 << 0,
  FIT_ACTION_DELETE = 1 << 1,
  FIT_ACTION_UPDATE_NODE_ALLOCATABLE = 1 << 2,
  FIT_ACTION_UPDATE_NODE_LABEL = 1 << 3,
  FIT_ACTION_UPDATE_NODE_TAINT = 1 << 4,
  FIT_ACTION_UPDATE_NODE_CONDITION = 1 << 5,

  /* From v1.30 on. */
  FIT_ACTION_UPDATE_NODE_ANNOTATION = 1 << 6,

  /* From v1.31 on; before, any update of a pod has all of these bits. */
  FIT_ACTION_UPDATE_POD_LABEL = 1 << 7,
  FIT_ACTION_UPDATE_POD_SCALE_DOWN = 1 << 8, /* it requests less */
  FIT_ACTION_UPDATE_POD_TOLERATION = 1 << 9,
  FIT_ACTION_UPDATE_POD_GATES_ELIMINATED = 1 << 10, /* it has no
                                                       schedulingGates left */
  FIT_ACTION_UPDATE_POD_OTHER = 1 << 11,            /* anything else */

  /* From v1.35 on. */
  FIT_ACTION_UPDATE_NODE_FEATURES = 1 << 12, /* status.declaredFeatures */

  FIT_ACTION_UPDATE = (1 << 13) - (1 << 2), /* of any resource */
  FIT_ACTION_ALL = (1 << 13) - 1,
} FitClusterAction;

typedef struct
{
  FitClusterResource resource;
  guint actions;     /* of FitClusterAction */
  const char *label; /* (nullable): for an event that has happened:
                              "PvAdd"; */
  const char
      *later_label; /* (nullable): from v1.32 on: "PersistentVolumeAdd" */
} FitClusterEvent;

/* The scheduler's events.  Up to v1.30 a pod that runs has only the event
 * ASSIGNED_POD_UPDATE, and a pod that waits has none. */
typedef enum
{
  FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_LABEL_CHANGE,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_SCALE_DOWN,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_GATES_ELIMINATED,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_TOLERATION_CHANGE,
  FIT_CLUSTER_EVENT_ASSIGNED_POD_OTHER_UPDATE,
  FIT_CLUSTER_EVENT_PENDING_POD_LABEL_CHANGE,
  FIT_CLUSTER_EVENT_PENDING_POD_SCALE_DOWN,
  FIT_CLUSTER_EVENT_PENDING_POD_GATES_ELIMINATED,
  FIT_CLUSTER_EVENT_PENDING_POD_TOLERATION_CHANGE,
  FIT_CLUSTER_EVENT_PENDING_POD_OTHER_UPDATE,
  FIT_CLUSTER_EVENT_NODE_ADD,
  FIT_CLUSTER_EVENT_NODE_DELETE,
  FIT_CLUSTER_EVENT_NODE_SPEC_UNSCHEDULABLE_CHANGE,
  FIT_CLUSTER_EVENT_NODE_ALLOCATABLE_CHANGE,
  FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE,
  FIT_CLUSTER_EVENT_NODE_TAINT_CHANGE,
  FIT_CLUSTER_EVENT_NODE_CONDITION_CHANGE,
  FIT_CLUSTER_EVENT_NODE_ANNOTATION_CHANGE,
  FIT_CLUSTER_EVENT_NODE_FEATURES_CHANGE,
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
  FIT_CLUSTER_EVENT_VOLUME_ATTACHMENT_DELETE,
  FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT, /* a wildcard */
  FIT_CLUSTER_EVENT_UNKNOWN, /* a wildcard: an unspecified event */
  FIT_CLUSTER_EVENT_WILDCARD,
  FIT_CLUSTER_EVENT_LAST,
} FitClusterEventName;

/* fit_cluster_event: Returns: (transfer none): resource, actions and label of
 * @name */
const FitClusterEvent *fit_cluster_event (FitClusterEventName name);

/* fit_cluster_event_wildcard: is @event a wildcard? */
gboolean fit_cluster_event_wildcard (const FitClusterEvent *event);

/* fit_cluster_event_matches: does @happened match @registered? */
gboolean fit_cluster_event_matches (const FitClusterEvent *registered,
                                    const FitClusterEvent *happened);

/* A plugin's judgement of an event for a pod; of several, the greatest
 * counts. */
typedef enum
{
  FIT_QUEUEING_SKIP,          /* the event does not help: the pod stays */
  FIT_QUEUEING_AFTER_BACKOFF, /* try the pod again when its backoff is over */
  FIT_QUEUEING_IMMEDIATELY,
} FitQueueingHint;

/**
 * FitQueueingHintFunc:
 * @plugin: (nullable): the data of the plugin that registered it
 * @old_object: (nullable): the previous version
 * @new_object: (nullable): the new version; NULL: it is gone
 *
 * Does this change of an object of the registered resource help @pod?
 */
typedef FitQueueingHint (*FitQueueingHintFunc) (gpointer plugin,
                                                const FitPod *pod,
                                                gconstpointer old_object,
                                                gconstpointer new_object);

/* A registration of a plugin. */
typedef struct
{
  FitClusterEvent event;
  FitQueueingHintFunc hint; /* (nullable): NULL: FIT_QUEUEING_AFTER_BACKOFF for
                               every event */
} FitEventRegistration;

G_END_DECLS
