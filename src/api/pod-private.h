/* pod-private.h - functions for code that builds pods
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* fit_pod_spec_clear: frees what @spec owns, even if it is incomplete */
void fit_pod_spec_clear (FitPodSpec *spec);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPodSpec, fit_pod_spec_clear)

/* fit_pod_spec_copy: makes @out an independent copy of @spec, to change it */
void fit_pod_spec_copy (const FitPodSpec *spec, FitPodSpec *out);

/* fit_pod_set_spec: gives @pod, which is not shared yet, the spec that
 * equals @spec; takes what @spec owns, and makes it zeros */
void fit_pod_set_spec (FitPod *pod, FitPodSpec *spec);

/* fit_pod_share_spec: gives @pod, likewise, the spec of @other */
void fit_pod_share_spec (FitPod *pod, const FitPod *other);

/* fit_pod_with_required_node: Returns: (transfer full): a copy whose required
 * node affinity names the node @node_name and nothing else, as the controller of
 * DaemonSets writes it; NULL: a copy without required node affinity.  meta.raw
 * stays as it is. */
FitPod *fit_pod_with_required_node (const FitPod *pod, const char *node_name);

/* fit_pod_with_node_selector: Returns: (transfer full): a copy with another
 * nodeSelector.  meta.raw stays as it is. */
FitPod *fit_pod_with_node_selector (const FitPod *pod, FitLabels *labels);
