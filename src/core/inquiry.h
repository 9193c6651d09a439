/* inquiry.h - what stopped a pod, and whether a change would help
 *
 * Takes a second, slow look at a pod: asks the rules for details of their
 * reasons, checks every rule on a node, and finds out whether the pod would fit
 * if the node or its pods were different.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/generic-scheduler.h"

/* fit_generic_scheduler_alone: Returns: (transfer full): a scheduler with the
 * rules and the cache of @like, but without its extenders and plugins of
 * embedding programs */
FitGenericScheduler *
fit_generic_scheduler_alone (const FitGenericScheduler *like);

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

/* fit_node_after, fit_pod_after: Returns: (transfer full): @node or @pod, or a
 * copy with those of the @n changes that are about it */
FitNode *fit_node_after (const FitNode *node, const FitChange *changes,
                         guint n);
FitPod *fit_pod_after (const FitPod *pod, const FitChange *changes, guint n);

/**
 * fit_inquiry_would_fit:
 * @node: of the cache
 * @changes: to @node, and pods of any node that are gone
 *   (FIT_CHANGE_EVICT, FIT_CHANGE_WAIT).  For what changes the pod itself, inquire about
 *   fit_pod_after()
 *
 * Returns: TRUE if the pod would fit.  FALSE also if that is not known: changes
 *   of labels that define topologies are not computed
 */
gboolean fit_inquiry_would_fit (FitInquiry *inquiry, const FitNodeInfo *node,
                                const FitChange *changes, guint n);

/* -- what other pods cannot change ----------------------------------------- */

/* fit_inquiry_could_fit: do the rules that are fits_emptier let the pod onto
 * @empty, a node without pods?  If not, it never fits that node */
gboolean fit_inquiry_could_fit (FitInquiry *inquiry, const FitNodeInfo *empty);

/* fit_inquiry_demand: @amounts: raised to what these rules demand to be free.
 * Returns: do they also demand a place for a pod? */
gboolean fit_inquiry_demand (const FitInquiry *inquiry, FitResources *amounts);
