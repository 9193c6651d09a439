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

/* fit_inquiry_fits: the pod fits @node, a node of the cache */
gboolean fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node);

/**
 * fit_inquiry_would_fit:
 * @node: of the cache
 * @changes: to @node and its pods; FIT_CHANGE_TOLERATE is none of these
 *
 * Returns: FALSE also where the answer is not known: labels by which nodes are
 *   grouped into topologies cannot be changed
 */
gboolean fit_inquiry_would_fit (FitInquiry *inquiry, const FitNodeInfo *node,
                                const FitChange *changes, guint n);

/* fit_inquiry_tolerating: which of @nodes, of FitNodeInfo, would fit if @pod
 * tolerated the taints of @changes, all FIT_CHANGE_TOLERATE; arguments as
 * fit_inquiry_new().  Returns: (transfer container) */
GPtrArray *fit_inquiry_tolerating (const FitGenericScheduler *like,
                                   const FitPod *pod, const FitChange *changes,
                                   guint n, const GPtrArray *nodes);

G_END_DECLS
