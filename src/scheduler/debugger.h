/* debugger.h - what the cache holds, and whether it is correct
 *
 * Source: kube-scheduler v1.16 internal/cache/debugger, which runs on SIGUSR2.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/scheduler.h"

/* fit_scheduler_dump: Returns: (transfer full): readable text: the nodes with
 * their requested resources and their pods, then the pods in the queues */
char *fit_scheduler_dump (FitScheduler *scheduler);

/* fit_scheduler_append_nodes: only its nodes with their pods */
void fit_scheduler_append_nodes (FitScheduler *scheduler, GString *out);

/**
 * fit_scheduler_compare:
 * @nodes: of FitNode, @pods: of FitPod: what the source has
 *
 * Compares both with the cache and the queue.  Pods, on nodes and in the
 * queues, are compared by UID.
 *
 * Returns: (transfer full) (nullable): NULL if all agree; otherwise lines like
 *   `cache mismatch: missed nodes: [a]; redundant nodes: []`
 */
char *fit_scheduler_compare (FitScheduler *scheduler, const GPtrArray *nodes,
                             const GPtrArray *pods);
