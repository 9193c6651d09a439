/* volume-limits.h - counting attached volumes, by v1.16's rules and later ones
 *
 * Shared by predicates of v1.16 and plugins of later releases, which add their
 * own rules.
 */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_LIMITS_LEGACY = 0, /* v1.16 */

  /* A claim of the pod that does not exist is an error, or a reason for
   * rejecting the pod.  Claims of generic ephemeral volumes count. */
  FIT_LIMITS_NEED_CLAIMS = 1 << 0,
  FIT_LIMITS_REJECT_CLAIMS = 1 << 1,

  FIT_LIMITS_BY_CSI_NODE = 1 << 2, /* limits come only from the CSINode */
  FIT_LIMITS_INLINE = 1 << 3,   /* inline disks count for the driver that they
                                   are migrated to */
  FIT_LIMITS_ATTACHED = 1 << 4, /* CSI volumes in VolumeAttachments count too */

  /* The plugin is always migrated, on every node with a CSINode. */
  FIT_LIMITS_SETTLED_AWS = 1 << 5,
  FIT_LIMITS_SETTLED_GCE = 1 << 6,
  FIT_LIMITS_SETTLED_AZURE_DISK = 1 << 7,
  FIT_LIMITS_SETTLED_OPENSTACK = 1 << 8,

  /* Without the beta label, the GA label gives the instance type. */
  FIT_LIMITS_GA_TYPE = 1 << 9,

  /* Volumes may have the newer zone labels. */
  FIT_LIMITS_NEWER_LABELS = 1 << 10,

  /* Only managed Azure disks are migrated. */
  FIT_LIMITS_MANAGED_ONLY = 1 << 11,
} FitVolumeLimitRules;

/* fit_csi_limits_new: creates the FitPredicate.data for limits of CSI
 * volumes */
gpointer fit_csi_limits_new (FitCache *cache, guint rules);
void fit_csi_limits_free (gpointer data);

/* fit_csi_limits_prepare, fit_csi_limits_check: as in FitPredicateInfo */
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

/* fit_limits_claim: does @volume count as a claim by FitVolumeLimitRules? */
static inline gboolean
fit_limits_claim (const FitVolume *volume, guint rules)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
         || (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM
             && (rules & FIT_LIMITS_NEED_CLAIMS));
}

/* fit_missing_claim: finds the first claim of @pod that does not exist.  Stops
 * at a claim of a generic ephemeral volume that does not belong to the pod.
 * Returns: (nullable) (transfer full): "looking up PVC NS/NAME: ..." */
char *fit_missing_claim (const FitListers *listers, const FitPod *pod);

G_END_DECLS
