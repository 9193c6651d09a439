/* quotas.h - checks pods and claims against one ResourceQuota, and counts usage
 * (private to admission/)
 *
 * Follows the admission plugin ResourceQuota.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

typedef struct _FitQuota FitQuota;

/* fit_quota_new: Returns: (transfer full): @object with nothing used yet */
FitQuota *fit_quota_new (const FitResourceQuota *object);
void fit_quota_free (FitQuota *quota);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitQuota, fit_quota_free)

/* fit_quota_matches_pod: is @pod in the scopes of @quota? */
gboolean fit_quota_matches_pod (const FitQuota *quota, const FitPod *pod);

/* fit_quota_matches_claim: may @quota count claims?  Scopes are for pods, so one
 * that has any does not. */
gboolean fit_quota_matches_claim (const FitQuota *quota);

/* The next three are for pods and claims that match @quota.  They return
 * (transfer full) (nullable): why the pod or claim is rejected, in the words of
 * the API server; NULL if it is not. */

/* fit_quota_lacks: a quota for requests or limits of CPU or memory wants every
 * container to have them.  @named: the message names the containers, as from
 * 1.28 on */
char *fit_quota_lacks (const FitQuota *quota, const FitPod *pod,
                       gboolean named);

/* fit_quota_exceeded_by_pod, fit_quota_exceeded_by_claim: would the hard limits
 * be exceeded? */
char *fit_quota_exceeded_by_pod (const FitQuota *quota, const FitPod *pod);
char *fit_quota_exceeded_by_claim (const FitQuota *quota,
                                   const FitPersistentVolumeClaim *claim);

/* fit_quota_save, fit_quota_restore: what counts as used is appended to @used (of
 * gint64), or taken from its index @at on.  fit_quota_restore() returns the index
 * behind it */
void fit_quota_save (const FitQuota *quota, GArray *used);
guint fit_quota_restore (FitQuota *quota, const GArray *used, guint at);

/* fit_quota_charge_pod, fit_quota_charge_claim: count it as used.  A pod that
 * has finished only counts for count/pods. */
void fit_quota_charge_pod (FitQuota *quota, const FitPod *pod);
void fit_quota_charge_claim (FitQuota *quota,
                             const FitPersistentVolumeClaim *claim);
