/* queue-names.h - Kubernetes' names of the queues and of what moves pods
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/queue-entry.h"

/* Why a pod was moved. */
typedef enum
{
  FIT_QUEUE_EVENT_ADD,
  FIT_QUEUE_EVENT_POP,
  FIT_QUEUE_EVENT_EARLY_POP, /* not in v1.16: about to be popped, before its
                                backoff is over */
  FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE,
  FIT_QUEUE_EVENT_UPDATE,
  FIT_QUEUE_EVENT_DELETE,
  FIT_QUEUE_EVENT_MOVE_ALL,
  FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED,
  FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED,
  FIT_QUEUE_EVENT_BACKOFF_COMPLETE,
  FIT_QUEUE_EVENT_BACKOFF_UNKNOWN, /* the backoff record is gone: v1.16 logs an
                                      error, and moves the pod */
  FIT_QUEUE_EVENT_LEFTOVER,
  FIT_QUEUE_EVENT_ACTIVATE, /* not in v1.16 */
  FIT_QUEUE_EVENT_LAST,
} FitQueueEvent;

/* fit_queue_name, fit_queue_event_name: Returns: (transfer none): v1.16's name:
 * "activeQ", "podBackoffQ", "unschedulableQ", or "none";
 * "MoveAllToActiveQueue"... */
const char *fit_queue_name (FitQueueName name);
const char *fit_queue_event_name (FitQueueEvent event);

/* fit_queue_later_name, fit_queue_later_event_name: v1.28's names: "backoffQ",
 * "unschedulablePods"; "PodAdd"... A move of many pods is named after its
 * cause, like "NodeAdd": see fit_scheduling_queue_event_label(). */
const char *fit_queue_later_name (FitQueueName name);
const char *fit_queue_later_event_name (FitQueueEvent event);

/* fit_queue_resource_event_name: v1.32's names, which begin with what the event
 * happened to: "UnschedulablePodAdd"... */
const char *fit_queue_resource_event_name (FitQueueEvent event);
