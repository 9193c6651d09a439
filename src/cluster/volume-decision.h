/* volume-decision.h - what is to be written for the volumes of one pod
 *
 * Private to the volume binder.  Source: v1.16 volumescheduling.PodBindingCache
 * and checkBindings().
 */
#pragma once

#include "api/pod.h"
#include "cluster/listers.h"

G_BEGIN_DECLS

typedef struct
{
  char *pod_uid;             /* owned */
  GPtrArray *volumes;        /* owned, of owned FitPersistentVolume, as they are
                                 to be written */
  GPtrArray *listed_volumes; /* owned: as they were listed, one for each */
  GPtrArray *claims;         /* owned, of owned FitPersistentVolumeClaim */
  GPtrArray *listed_claims;  /* owned */
} FitVolumeDecision;

/* fit_volume_decision_new: Returns: (transfer full): nothing is to be
 * written */
FitVolumeDecision *fit_volume_decision_new (const FitPod *pod);
void fit_volume_decision_free (FitVolumeDecision *decision);

/* fit_volume_decision_add_volume: @pv, with its claim, is to be written; @listed
 * is there now, @pv itself where nothing has to change */
void fit_volume_decision_add_volume (FitVolumeDecision *decision,
                                     const FitPersistentVolume *pv,
                                     const FitPersistentVolume *listed);

/* fit_volume_decision_add_claim: the same for @claim, with its selected node */
void fit_volume_decision_add_claim (FitVolumeDecision *decision,
                                    const FitPersistentVolumeClaim *claim,
                                    const FitPersistentVolumeClaim *listed);

/* fit_volume_decision_check: see fit_volume_binder_check() */
gboolean fit_volume_decision_check (const FitVolumeDecision *decision,
                                    const FitListers *listers,
                                    const FitNode *node, gboolean *out_bound,
                                    GError **error);

G_END_DECLS
