/* inferred.h - a workload that is known only by its pods
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "workloads/owners.h"

/* fit_workload_active_pods: Returns: (transfer container): the pods that count
 * for the workload: neither finished nor being deleted */
GPtrArray *fit_workload_active_pods (const FitOwners *owners,
                                     FitControllerKind kind,
                                     const char *namespace_, const char *name);

/**
 * fit_workload_infer:
 * @objects: gets the workload, which is not there yet but has active pods, and
 *   the ReplicaSet of a Deployment unless that is there; the pods must have been
 *   read with FIT_DECODE_KEEP_RAW
 * @kind: one that has a number of replicas
 * @wanted: how many pods it is to have
 * @flags: with which @objects were read
 *
 * Its template is the newest of its pods, without what others than the workload
 * have set.
 *
 * Returns: (transfer none) (nullable): that pod; NULL with FIT_ERROR_USAGE for a
 *   StatefulSet that is to grow and whose pods have claims of their own
 */
const FitPod *fit_workload_infer (FitObjects *objects, FitControllerKind kind,
                                  const char *namespace_, const char *name,
                                  guint wanted, FitDecodeFlags flags,
                                  GError **error);
