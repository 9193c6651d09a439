/* workload-pod.h - pods named by their workload: deploy/web
 *
 * Chooses one pod of a workload: the first without a node, otherwise the first
 * that has not completed, otherwise the first.  A note on standard error tells
 * which.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"

/* fit_workload_pods_find: Returns: (transfer container) (nullable): the pod of
 * one workload, even if the workload itself is not in the cluster; NULL with
 * FIT_ERROR_NOT_FOUND if it has no pods */
GPtrArray *fit_workload_pods_find (const FitSession *session,
                                   FitControllerKind kind,
                                   const char *namespace_, const char *name,
                                   GError **error);

/* fit_workload_pods_match: Returns: (transfer container): one pod of each
 * workload whose namespace and name match the patterns */
GPtrArray *fit_workload_pods_match (const FitSession *session,
                                    FitControllerKind kind,
                                    const char *namespace_, const char *name);
