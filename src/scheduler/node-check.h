/* node-check.h - might a pod run on a node, if nothing else ran there? (private
 * to scheduler/)
 *
 * What later releases ask before a change of a node wakes a pod: requests,
 * required node affinity, node name, host ports, and taints with NoSchedule.
 */
#pragma once

#include "base/release.h"
#include "cluster/cache.h"

G_BEGIN_DECLS

typedef struct _FitNodeCheck FitNodeCheck;

/* fit_node_check_new: Returns: (transfer full): as @release looks at @node */
FitNodeCheck *fit_node_check_new (FitRelease release, const FitNode *node);
void fit_node_check_free (FitNodeCheck *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeCheck, fit_node_check_free)

/* fit_node_check_passes: a FitQueueNodeCheck over the check as @data */
gboolean fit_node_check_passes (const FitPod *pod, gpointer data);

G_END_DECLS
