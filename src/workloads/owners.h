/* owners.h - which pods belong to which workload
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

typedef struct _FitOwners FitOwners;

/* fit_owners_new: indexes the current pods and controllers of @objects, which
 * must live as long.  Returns: (transfer full) */
FitOwners *fit_owners_new (const FitObjects *objects);
void fit_owners_free (FitOwners *owners);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitOwners, fit_owners_free)

/* fit_owners_find: @kind as in an ownerReference.  Returns: (transfer none)
 * (nullable): the last one with that name */
const FitController *fit_owners_find (const FitOwners *owners, const char *kind,
                                      const char *namespace_, const char *name);

/* fit_owners_children: Returns: (transfer none) (nullable): array of
 * FitController: ReplicaSets of a Deployment, Jobs of a CronJob */
const GPtrArray *fit_owners_children (const FitOwners *owners,
                                      const FitController *controller);

/**
 * fit_owners_pods:
 *
 * The pods of a workload, even if the workload itself was not read: those that
 * it controls, directly or through ReplicaSets or Jobs, and those that it would
 * adopt.
 *
 * Returns: (transfer container): array of borrowed FitPod, in input order for
 *   each owner
 */
GPtrArray *fit_owners_pods (const FitOwners *owners, FitControllerKind kind,
                            const char *namespace_, const char *name);

/* fit_owners_has_pod: is there a pod with this name? */
gboolean fit_owners_has_pod (const FitOwners *owners, const char *namespace_,
                             const char *name);
