/* workload-pod.h - a pod that is called by its workload: deploy/web
 */
#pragma once

#include "cli/session.h"

G_BEGIN_DECLS

/**
 * fit_workload_pod_find:
 * @name: [NAMESPACE/]KIND/NAME, with the names of kinds that kubectl knows;
 *   "deployment.apps" too
 * @namespace_: where @name names none
 * @out_pod: (out): the first pod without a node, or the first that has not
 *   finished, or the first; a note on standard error says which
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND when the workload has no pods; TRUE
 *   with NULL in @out_pod when @name is no such name
 */
gboolean fit_workload_pod_find (const FitSession *session, const char *name,
                                const char *namespace_, const FitPod **out_pod,
                                GError **error);

G_END_DECLS
