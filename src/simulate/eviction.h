/* eviction.h - which pods can be moved to another node
 *
 * As 'kubectl drain' and the API server see it: a pod moves by being evicted,
 * and its controller makes another one, which is scheduled again.
 */
#pragma once

#include "simulate/simulation.h"

/* fit_pod_stays: does 'kubectl drain' leave @pod on its node?  It does so with
 * static pods, pods of DaemonSets, and pods that are being deleted */
gboolean fit_pod_stays (const FitPod *pod);

/**
 * fit_eviction_budget:
 * @out_reason: (out) (transfer full): why the API server refuses to evict @pod,
 *   "cannot be evicted: ..."; NULL: it does not
 *
 * Returns: (transfer none) (nullable): the PodDisruptionBudget that counts the
 *   eviction of @pod
 */
const FitPodDisruptionBudget *
fit_eviction_budget (FitCache *cache, const FitPod *pod, char **out_reason);

/* fit_eviction_obstacle: why @pod, which does not stay by itself, cannot move:
 * "has no controller that would replace it".  Returns: (transfer full)
 * (nullable): NULL if it can */
char *fit_eviction_obstacle (const FitSimulation *simulation, FitCache *cache,
                             const FitPod *pod);
