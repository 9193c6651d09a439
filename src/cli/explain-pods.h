/* explain-pods.h - the pods that 'fitsched explain' explains
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"

/* fit_explain_check: fails with FIT_ERROR_USAGE if POD and options conflict */
gboolean fit_explain_check (const FitInvocation *invocation, GError **error);

/**
 * fit_explain_find_pods:
 * @pods: of FitPod, borrowed: gets the pods that the operands, -n, -A and
 *   --all-pending select, without duplicates
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND and a hint
 */
gboolean fit_explain_find_pods (const FitSession *session, GPtrArray *pods,
                                GError **error);

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
