/* pod-log.h - logs what happens to some pods, on standard error
 *
 *   log: 0.000 default/big failed (Unschedulable): 0/1 nodes are available: ...
 *
 * The time is in seconds since the start.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/name-patterns.h"
#include "scheduler/world.h"

typedef struct
{
  FitNamePatterns pods; /* [NAMESPACE/]NAME; without a list, none */
  gint64 start_ns;
} FitPodLog;

void fit_pod_log_decided (const FitPodLog *log, const FitDecision *decision);
void fit_pod_log_event (const FitPodLog *log, const FitEvent *event,
                        gint64 time_ns);

/* fit_pod_log_remark: logs something else that happened to @pod */
void fit_pod_log_remark (const FitPodLog *log, const FitPod *pod,
                         const char *text, gint64 time_ns);

/* fit_decision_details: Returns: (transfer full) (nullable): a short text:
 * numbers, victims, errors; NULL if there is nothing to add */
char *fit_decision_details (const FitDecision *decision);

/* fit_decision_append: appends all that @decision says but its type and pod:
 * " in QUEUE on NODE (REASON): DETAILS", each if there is one */
void fit_decision_append (const FitDecision *decision, GString *line);
