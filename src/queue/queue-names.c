/* queue-names.c - the names of queues and events in the log of each release
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/queue-names.h"

const char *
fit_queue_name (FitQueueName name)
{
  static const char *const names[] = {
    [FIT_QUEUE_NONE] = "none",
    [FIT_QUEUE_ACTIVE] = "activeQ",
    [FIT_QUEUE_BACKOFF] = "podBackoffQ",
    [FIT_QUEUE_UNSCHEDULABLE] = "unschedulableQ",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_LAST);

  return names[name];
}

const char *
fit_queue_later_name (FitQueueName name)
{
  static const char *const names[] = {
    [FIT_QUEUE_NONE] = "none",
    [FIT_QUEUE_ACTIVE] = "activeQ",
    [FIT_QUEUE_BACKOFF] = "backoffQ",
    [FIT_QUEUE_UNSCHEDULABLE] = "unschedulablePods",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_LAST);

  return names[name];
}

/* The names of an event: in v1.16, in later releases, and in those that name
 * its resource. */
static const struct
{
  const char *name;
  const char *later;
  const char *resource; /* NULL: as @later */
} events[] = {
  [FIT_QUEUE_EVENT_ADD] = { "Add", "PodAdd", "UnschedulablePodAdd" },
  [FIT_QUEUE_EVENT_POP] = { "Pop", "Pop" },
  [FIT_QUEUE_EVENT_EARLY_POP] = { "PopFromBackoffQ", "PopFromBackoffQ" },
  [FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE]
  = { "AddUnschedulableIfNotPresent", "ScheduleAttemptFailure" },
  [FIT_QUEUE_EVENT_UPDATE]
  = { "Update", "PodUpdate", "UnschedulablePodUpdate" },
  [FIT_QUEUE_EVENT_DELETE] = { "Delete", "Delete" },
  [FIT_QUEUE_EVENT_MOVE_ALL]
  = { "MoveAllToActiveQueue", "MoveAllToActiveOrBackoffQueue" },
  [FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED]
  = { "AssignedPodAdded", "AssignedPodAdd" },
  [FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED]
  = { "AssignedPodUpdated", "AssignedPodUpdate" },
  [FIT_QUEUE_EVENT_BACKOFF_COMPLETE] = { "BackoffComplete", "BackoffComplete" },
  [FIT_QUEUE_EVENT_BACKOFF_UNKNOWN] = { "BackoffUnknown", "BackoffComplete" },
  [FIT_QUEUE_EVENT_LEFTOVER]
  = { "UnschedulableTimeout", "UnschedulableTimeout" },
  [FIT_QUEUE_EVENT_ACTIVATE] = { "Activate", "ForceActivate" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (events) == FIT_QUEUE_EVENT_LAST);

const char *
fit_queue_event_name (FitQueueEvent event)
{
  return events[event].name;
}

const char *
fit_queue_later_event_name (FitQueueEvent event)
{
  return events[event].later;
}

const char *
fit_queue_resource_event_name (FitQueueEvent event)
{
  return events[event].resource != NULL ? events[event].resource
                                        : events[event].later;
}
