/* debugger.h - what the cache holds, and whether that is true
 *
 * Source: kube-scheduler v1.16 internal/cache/debugger, what SIGUSR2 does.
 */
#pragma once

#include "scheduler/scheduler.h"

G_BEGIN_DECLS

/* fit_scheduler_dump: nodes with what is requested on them and their pods, then
 * the pods in the queues, for people.  Returns: (transfer full) */
char *fit_scheduler_dump (FitScheduler *scheduler);

/**
 * fit_scheduler_compare:
 * @nodes: of FitNode, @pods: of FitPod: what the source says there is
 *
 * Pods are compared by UID: those on nodes and those in the queues.
 *
 * Returns: (transfer full) (nullable): NULL when all agree; otherwise lines
 *   like `cache mismatch: missed nodes: [a]; redundant nodes: []`
 */
char *fit_scheduler_compare (FitScheduler *scheduler, const GPtrArray *nodes,
                             const GPtrArray *pods);

G_END_DECLS
