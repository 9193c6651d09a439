/* queue-names.c - the names of queues and events in the log of each release */
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

const char *
fit_queue_event_name (FitQueueEvent event)
{
  static const char *const names[] = {
    [FIT_QUEUE_EVENT_ADD] = "Add",
    [FIT_QUEUE_EVENT_POP] = "Pop",
    [FIT_QUEUE_EVENT_EARLY_POP] = "PopFromBackoffQ",
    [FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE] = "AddUnschedulableIfNotPresent",
    [FIT_QUEUE_EVENT_UPDATE] = "Update",
    [FIT_QUEUE_EVENT_DELETE] = "Delete",
    [FIT_QUEUE_EVENT_MOVE_ALL] = "MoveAllToActiveQueue",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED] = "AssignedPodAdded",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED] = "AssignedPodUpdated",
    [FIT_QUEUE_EVENT_BACKOFF_COMPLETE] = "BackoffComplete",
    [FIT_QUEUE_EVENT_BACKOFF_UNKNOWN] = "BackoffUnknown",
    [FIT_QUEUE_EVENT_LEFTOVER] = "UnschedulableTimeout",
    [FIT_QUEUE_EVENT_ACTIVATE] = "Activate",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_EVENT_LAST);

  return names[event];
}

const char *
fit_queue_later_event_name (FitQueueEvent event)
{
  static const char *const names[] = {
    [FIT_QUEUE_EVENT_ADD] = "PodAdd",
    [FIT_QUEUE_EVENT_POP] = "Pop",
    [FIT_QUEUE_EVENT_EARLY_POP] = "PopFromBackoffQ",
    [FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE] = "ScheduleAttemptFailure",
    [FIT_QUEUE_EVENT_UPDATE] = "PodUpdate",
    [FIT_QUEUE_EVENT_DELETE] = "Delete",
    [FIT_QUEUE_EVENT_MOVE_ALL] = "MoveAllToActiveOrBackoffQueue",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED] = "AssignedPodAdd",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED] = "AssignedPodUpdate",
    [FIT_QUEUE_EVENT_BACKOFF_COMPLETE] = "BackoffComplete",
    [FIT_QUEUE_EVENT_BACKOFF_UNKNOWN] = "BackoffComplete",
    [FIT_QUEUE_EVENT_LEFTOVER] = "UnschedulableTimeout",
    [FIT_QUEUE_EVENT_ACTIVATE] = "ForceActivate",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_EVENT_LAST);

  return names[event];
}

const char *
fit_queue_resource_event_name (FitQueueEvent event)
{
  static const char *const names[FIT_QUEUE_EVENT_LAST] = {
    [FIT_QUEUE_EVENT_ADD] = "UnschedulablePodAdd",
    [FIT_QUEUE_EVENT_UPDATE] = "UnschedulablePodUpdate",
  };

  return names[event] != NULL ? names[event]
                              : fit_queue_later_event_name (event);
}
