/* volume-limits.h - counting attached volumes, by v1.16's rules and later ones
 *
 * Shared by predicates of v1.16 and plugins of later releases, which add their
 * own rules.
 */
#pragma once

#include "base/behaviour.h"
#include "predicates/predicate.h"

G_BEGIN_DECLS

/* fit_csi_limits_new: creates the FitPredicate.data for limits of CSI
 * volumes */
gpointer fit_csi_limits_new (FitCache *cache, FitRelease release);
void fit_csi_limits_free (gpointer data);

/* fit_csi_limits_prepare, fit_csi_limits_check: as in FitPredicateInfo */
void fit_csi_limits_prepare (FitPredicateRun *run);
FitAnswer fit_csi_limits_check (const FitPredicateRun *run,
                                const FitNodeInfo *node, FitReasons *reasons,
                                GError **error);

/* fit_disk_limits_new: the same for disks of one kind: AWS_ELASTIC_BLOCK_STORE,
 * GCE_PERSISTENT_DISK, AZURE_DISK or CINDER */
gpointer fit_disk_limits_new (FitCache *cache, FitVolumeType type,
                              FitRelease release);
void fit_disk_limits_free (gpointer data);
void fit_disk_limits_prepare (FitPredicateRun *run);
FitAnswer fit_disk_limits_check (const FitPredicateRun *run,
                                 const FitNodeInfo *node, FitReasons *reasons,
                                 GError **error);

/* fit_limits_claim: does @volume count as a claim? */
static inline gboolean
fit_limits_claim (const FitVolume *volume, const FitBehaviour *behaviour)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
         || (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM
             && behaviour->limits_need_claims);
}

G_END_DECLS
