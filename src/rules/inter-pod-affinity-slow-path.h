/* inter-pod-affinity-slow-path.h - inter-pod affinity without metadata
 *
 * Used if an invalid selector anywhere has made the metadata unusable.  It
 * checks every pod, and differs from the fast path in the same way as v1.16's:
 * a single pod must satisfy all affinity terms, and a single pod must match all
 * anti-affinity terms to violate them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"

/* fit_pod_affinity_slow_path: @out_reason is FIT_REASON_NONE if the pod fits.
 * Returns: FALSE with FIT_ERROR_SCHEDULE and v1.16's text */
gboolean fit_pod_affinity_slow_path (const FitPredicateMetadata *meta,
                                     const FitNodeInfo *node,
                                     FitReasonCode *out_reason, GError **error);
