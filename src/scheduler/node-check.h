/* node-check.h - could a pod run on a node, together with the pods that are
 * there?  (private to scheduler/)
 *
 * Later releases check this before a change of a node moves a pod.  They check
 * requests, required node affinity, node name, host ports, and NoSchedule
 * taints.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/release.h"
#include "cluster/cache.h"

typedef struct _FitNodeCheck FitNodeCheck;

/* fit_node_check_new: Returns: (transfer full): checks pods against @node, with
 * the pods that @cache has there and by the gates of @cache, as @release
 * does */
FitNodeCheck *fit_node_check_new (FitRelease release, const FitCache *cache,
                                  const FitNode *node);
void fit_node_check_free (FitNodeCheck *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeCheck, fit_node_check_free)

/* fit_node_check_passes: a FitQueueNodeCheck; @data is the FitNodeCheck */
gboolean fit_node_check_passes (const FitPod *pod, gpointer data);
