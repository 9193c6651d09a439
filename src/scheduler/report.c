/* report.c - reports decisions, problems and events to the world
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

const char *
fit_decision_type_name (FitDecisionType type)
{
  static const char *const names[] = {
    [FIT_DECISION_ASSUMED] = "assumed",
    [FIT_DECISION_WAITING] = "waiting",
    [FIT_DECISION_BOUND] = "bound",
    [FIT_DECISION_FAILED] = "failed",
    [FIT_DECISION_SKIPPED] = "skipped",
    [FIT_DECISION_NOMINATED] = "nominated",
    [FIT_DECISION_NOMINATION_CLEARED] = "nominationCleared",
    [FIT_DECISION_QUEUED] = "queued",
    [FIT_DECISION_DROPPED] = "dropped",
    [FIT_DECISION_EXPIRED] = "expired",
    [FIT_DECISION_PROBLEM] = "problem",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_DECISION_LAST);

  return names[type];
}

void
fit_scheduler_report (FitScheduler *scheduler, const FitDecision *decision)
{
  FitDecision timed = *decision;

  timed.time_ns = scheduler->now_ns;
  scheduler->world->decided (scheduler->world->data, &timed);
}

void
fit_scheduler_problem (FitScheduler *scheduler, const FitPod *pod,
                       const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fit_scheduler_report (scheduler, &(FitDecision){ .type = FIT_DECISION_PROBLEM,
                                                   .pod = pod,
                                                   .message = message });
}

void
fit_scheduler_event (FitScheduler *scheduler, FitEventKind kind,
                     const FitPod *regarding, const FitPod *related,
                     const char *format, ...)
{
  static const FitEvent events[] = {
    [FIT_EVENT_FAILED_SCHEDULING]
    = { .warning = TRUE, .reason = "FailedScheduling", .action = "Scheduling" },
    [FIT_EVENT_SCHEDULED] = { .reason = "Scheduled", .action = "Binding" },
    [FIT_EVENT_PREEMPTED] = { .reason = "Preempted", .action = "Preempting" },
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (events) == FIT_EVENT_LAST);
  FitEvent event = events[kind];
  g_autofree char *note = NULL;
  va_list args;

  va_start (args, format);
  note = g_strdup_vprintf (format, args);
  va_end (args);
  event.regarding = regarding;
  event.related = related;
  event.note = note;
  scheduler->world->event (scheduler->world->data, &event);
}
