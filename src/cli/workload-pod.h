/* workload-pod.h - pods that are called by their workload: deploy/web
 *
 * Of a workload one pod is taken: the first without a node, or the first that
 * has not finished, or the first; a note on standard error says which.
 */
#pragma once

#include "cli/session.h"

G_BEGIN_DECLS

/* fit_workload_kind_find: the kind that kubectl calls @text: "deployment",
 * "deploy", "deployments.apps"...  Returns: FIT_CONTROLLER_LAST when there is
 * none */
FitControllerKind fit_workload_kind_find (const char *text);

/* fit_workload_pods_find: Returns: (transfer container) (nullable): the pod of
 * one workload, which need not be in the cluster itself; NULL with
 * FIT_ERROR_NOT_FOUND when it has none */
GPtrArray *fit_workload_pods_find (const FitSession *session,
                                   FitControllerKind kind,
                                   const char *namespace_, const char *name,
                                   GError **error);

/* fit_workload_pods_match: Returns: (transfer container): a pod of each workload
 * whose namespace and name match the patterns */
GPtrArray *fit_workload_pods_match (const FitSession *session,
                                    FitControllerKind kind,
                                    const char *namespace_, const char *name);

G_END_DECLS
