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

/* What is asked for: a pod or a claim; the other one is NULL. */
typedef struct
{
  const FitPod *pod;                     /* (nullable) borrowed */
  const FitPersistentVolumeClaim *claim; /* (nullable) borrowed */
} FitQuotaSubject;

/* The next two return (transfer full) (nullable): why the pod or claim is
 * rejected, in the words of the API server; NULL if it is not, or if the quota
 * is not about it: scopes are for pods, so a quota that has any does not count
 * claims. */

/* fit_quota_lacks: a quota for requests or limits of CPU or memory wants every
 * container to have them.  @named: the message names the containers, as from
 * 1.28 on */
char *fit_quota_lacks (const FitQuota *quota, const FitPod *pod,
                       gboolean named);

/* fit_quota_exceeded: would the hard limits be exceeded? */
char *fit_quota_exceeded (const FitQuota *quota,
                          const FitQuotaSubject *subject);

/* fit_quota_save, fit_quota_restore: what counts as used is appended to @used (of
 * gint64), or taken from its index @at on.  fit_quota_restore() returns the index
 * behind it */
void fit_quota_save (const FitQuota *quota, GArray *used);
guint fit_quota_restore (FitQuota *quota, const GArray *used, guint at);

/* fit_quota_charge: counts @subject as used, if the quota is about it.  A pod
 * that has finished only counts for count/pods. */
void fit_quota_charge (FitQuota *quota, const FitQuotaSubject *subject);
