/* volume-limits.h - counting attached volumes, by v1.16's rules and later ones
 *
 * The same for predicates of v1.16 and for plugins of later releases, which have
 * rules of their own.
 */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_LIMITS_LEGACY = 0, /* v1.16 */

  /* A claim of the pod that does not exist is an error, or a reason why the pod
   * does not fit.  Claims that are made for pods count. */
  FIT_LIMITS_NEED_CLAIMS = 1 << 0,
  FIT_LIMITS_REJECT_CLAIMS = 1 << 1,

  FIT_LIMITS_BY_CSI_NODE = 1 << 2, /* nothing in allocatable is a limit */
  FIT_LIMITS_INLINE = 1 << 3,   /* disks that pods name themselves count for the
                                 driver that takes over */
  FIT_LIMITS_ATTACHED = 1 << 4, /* and what VolumeAttachments say is there */

  /* The CSI driver has taken over for good, on every node with a CSINode. */
  FIT_LIMITS_SETTLED_AWS = 1 << 5,
  FIT_LIMITS_SETTLED_GCE = 1 << 6,
  FIT_LIMITS_SETTLED_AZURE_DISK = 1 << 7,
  FIT_LIMITS_SETTLED_OPENSTACK = 1 << 8,

  /* The GA label tells the type of an instance where the beta one does not. */
  FIT_LIMITS_GA_TYPE = 1 << 9,

  /* Volumes may have the newer zone labels. */
  FIT_LIMITS_NEWER_LABELS = 1 << 10,

  /* Of Azure disks only managed ones are taken over. */
  FIT_LIMITS_MANAGED_ONLY = 1 << 11,
} FitVolumeLimitRules;

/* fit_csi_limits_new: FitPredicate.data of a limit of CSI volumes */
gpointer fit_csi_limits_new (FitCache *cache, guint rules);
void fit_csi_limits_free (gpointer data);

/* fit_csi_limits_prepare, fit_csi_limits_check: as FitPredicateInfo has them */
void fit_csi_limits_prepare (FitPredicateRun *run);
FitAnswer fit_csi_limits_check (const FitPredicateRun *run,
                                const FitNodeInfo *node, FitReasons *reasons,
                                GError **error);

/* fit_disk_limits_new: the same for disks of one kind: AWS_ELASTIC_BLOCK_STORE,
 * GCE_PERSISTENT_DISK, AZURE_DISK or CINDER */
gpointer fit_disk_limits_new (FitCache *cache, FitVolumeType type, guint rules);
void fit_disk_limits_free (gpointer data);
void fit_disk_limits_prepare (FitPredicateRun *run);
FitAnswer fit_disk_limits_check (const FitPredicateRun *run,
                                 const FitNodeInfo *node, FitReasons *reasons,
                                 GError **error);

/* fit_limits_claim: @volume is a claim that counts by FitVolumeLimitRules */
static inline gboolean
fit_limits_claim (const FitVolume *volume, guint rules)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
         || (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM
             && (rules & FIT_LIMITS_NEED_CLAIMS));
}

/* fit_missing_claim: the first claim of @pod that does not exist, unless one that
 * ought to be made for the pod, and was not, comes before it.
 * Returns: (nullable) (transfer full): "looking up PVC NS/NAME: ..." */
char *fit_missing_claim (const FitListers *listers, const FitPod *pod);

G_END_DECLS
