/* quotas.h - what ResourceQuotas leave of their hard limits (private to admission/)
 *
 * As the admission plugin ResourceQuota counts pods and claims.
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

typedef struct _FitQuota FitQuota;

/* fit_quota_new: @object as if nothing were used yet.  Returns: (transfer full) */
FitQuota *fit_quota_new (const FitResourceQuota *object);
void fit_quota_free (FitQuota *quota);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitQuota, fit_quota_free)

/* fit_quota_matches_pod: @pod falls under its scopes, and it limits something of
 * pods */
gboolean fit_quota_matches_pod (const FitQuota *quota, const FitPod *pod);

/* fit_quota_matches_claim: the same for claims, which have no scopes */
gboolean fit_quota_matches_claim (const FitQuota *quota);

/* What keeps a pod or a claim that @quota matches from being made.
 * Returns: (transfer full) (nullable): NULL when nothing does */

/* fit_quota_lacks: requests or limits of cpu and memory that it wants every
 * container to name, which is @named, as from 1.28 on, or not */
char *fit_quota_lacks (const FitQuota *quota, const FitPod *pod,
                       gboolean named);
char *fit_quota_exceeded_by_pod (const FitQuota *quota, const FitPod *pod);
char *fit_quota_exceeded_by_claim (const FitQuota *quota,
                                   const FitPersistentVolumeClaim *claim);

/* fit_quota_charge_pod, fit_quota_charge_claim: it is there.  Of a pod that has
 * finished only count/pods counts. */
void fit_quota_charge_pod (FitQuota *quota, const FitPod *pod);
void fit_quota_charge_claim (FitQuota *quota,
                             const FitPersistentVolumeClaim *claim);

G_END_DECLS
