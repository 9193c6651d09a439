/* inquiry.h - what stopped a pod, and whether a change would help
 *
 * Looks at a pod a second time, slowly: asks rules for details of what they
 * refused, every rule about a node, and what would be if the node, or who is on
 * it, were different.
 */
#pragma once

#include "core/generic-scheduler.h"

G_BEGIN_DECLS

typedef struct _FitInquiry FitInquiry;

/**
 * fit_inquiry_new:
 * @like: whose rules count; plugins of the program and extenders are not asked
 * @pod: as it is, or with a change
 *
 * Returns: (transfer full): valid until the cache changes
 */
FitInquiry *fit_inquiry_new (const FitGenericScheduler *like,
                             const FitPod *pod);
void fit_inquiry_free (FitInquiry *inquiry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitInquiry, fit_inquiry_free)

/* fit_inquiry_is_whole: nobody else has a say: no extenders that filter, no
 * plugins of the program.  Otherwise fit_inquiry_fits() cannot promise a node. */
gboolean fit_inquiry_is_whole (const FitInquiry *inquiry);

/**
 * fit_inquiry_explain:
 * @name: of the predicate or plugin that gave @reason
 * @node: (nullable): NULL: of the pod as a whole
 *
 * Returns: (transfer full) (nullable): NULL when there is nothing to add to the
 *   reason
 */
FitDetail *fit_inquiry_explain (FitInquiry *inquiry, const char *name,
                                const FitNodeInfo *node,
                                const FitReason *reason);

/* fit_inquiry_failures: fills @out_verdict with every rule that refuses @node;
 * memory of @inquiry.  Of a node that PreFilter plugins leave out too. */
void fit_inquiry_failures (FitInquiry *inquiry, const FitNodeInfo *node,
                           FitNodeVerdict *out_verdict);

/**
 * fit_inquiry_fits:
 * @node: of the cache, or a changed clone of such a node
 * @gone: (nullable): a pod of the cache that is thought to have left
 *
 * Label values by which nodes are grouped into topologies stay those of the
 * cache.
 */
gboolean fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node,
                           const FitPod *gone);

G_END_DECLS
