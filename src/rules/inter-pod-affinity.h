/* inter-pod-affinity.h - what the files of InterPodAffinity share (private to
 * them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"

#define FIT_AFFINITY_SCORE_SUMMARY \
  "nodes near pods that attract the pod, far from those that repel it"

/* fit_pod_affinity_slow_path: @out_reason is FIT_REASON_NONE if the pod fits.
 * Returns: FALSE with FIT_ERROR_SCHEDULE and v1.16's text */
gboolean fit_pod_affinity_slow_path (const FitPredicateMetadata *meta,
                                     const FitNodeInfo *node,
                                     FitReasonCode *out_reason, GError **error);
