/* pod-affinity-slow-path.h - inter-pod affinity without metadata
 *
 * Taken when an invalid selector somewhere has spoilt the metadata.  It looks
 * at every pod and differs from the fast path where v1.16's does: one single
 * pod must satisfy all affinity terms, and one single pod must match all
 * anti-affinity terms to violate them.
 */
#pragma once

#include "predicates/metadata.h"

G_BEGIN_DECLS

/* fit_pod_affinity_slow_path: @out_reason is FIT_REASON_NONE when the pod fits.
 * Returns: FALSE with FIT_ERROR_SCHEDULE in v1.16's words */
gboolean fit_pod_affinity_slow_path (const FitPredicateMetadata *meta,
                                     const FitNodeInfo *node,
                                     FitReasonCode *out_reason, GError **error);

G_END_DECLS
