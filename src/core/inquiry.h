/* inquiry.h - what stopped a pod, and whether a change would help
 *
 * Takes a second, slow look at a pod: asks the rules for details of their
 * reasons, checks every rule on a node, and finds out whether the pod would fit
 * if the node or its pods were different.
 */
#pragma once

#include "core/generic-scheduler.h"

typedef struct _FitInquiry FitInquiry;

/**
 * fit_inquiry_new:
 * @like: the scheduler with the rules; plugins of embedding programs and
 *   extenders do not run
 * @pod: the pod as it is, or with a change
 *
 * Returns: (transfer full): valid until the cache changes
 */
FitInquiry *fit_inquiry_new (const FitGenericScheduler *like,
                             const FitPod *pod);
void fit_inquiry_free (FitInquiry *inquiry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitInquiry, fit_inquiry_free)

/* fit_inquiry_is_whole: TRUE if there are no extenders that filter and no
 * plugins of embedding programs.  Otherwise fit_inquiry_fits() cannot promise
 * that a node fits. */
gboolean fit_inquiry_is_whole (const FitInquiry *inquiry);

/**
 * fit_inquiry_explain:
 * @name: name of the predicate or plugin that gave @reason
 * @node: (nullable): NULL: the reason concerns the pod as a whole
 *
 * Returns: (transfer full) (nullable): NULL if there is nothing to add to the
 *   reason
 */
FitDetail *fit_inquiry_explain (FitInquiry *inquiry, const char *name,
                                const FitNodeInfo *node,
                                const FitReason *reason);

/* fit_inquiry_failures: fills @out_verdict with every rule that rejects @node,
 * even if PreFilter plugins exclude the node; uses memory of @inquiry */
void fit_inquiry_failures (FitInquiry *inquiry, const FitNodeInfo *node,
                           FitNodeVerdict *out_verdict);

/* fit_inquiry_fits: does the pod fit @node, which must be a node of the
 * cache? */
gboolean fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node);

/**
 * fit_inquiry_would_fit:
 * @node: of the cache
 * @changes: to @node and its pods; must not contain FIT_CHANGE_TOLERATE
 *
 * Returns: TRUE if the pod would fit.  FALSE also if that is not known: changes
 *   of labels that define topologies are not computed
 */
gboolean fit_inquiry_would_fit (FitInquiry *inquiry, const FitNodeInfo *node,
                                const FitChange *changes, guint n);

/* fit_inquiry_tolerating: finds those of @nodes, of FitNodeInfo, that would fit
 * if @pod tolerated the taints of @changes, all FIT_CHANGE_TOLERATE.  Other
 * arguments as for fit_inquiry_new().  Returns: (transfer container) */
GPtrArray *fit_inquiry_tolerating (const FitGenericScheduler *like,
                                   const FitPod *pod, const FitChange *changes,
                                   guint n, const GPtrArray *nodes);
