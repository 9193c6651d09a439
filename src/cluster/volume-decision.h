/* volume-decision.h - the API writes for the volumes of one pod
 *
 * Private to the volume binder.
 * Source: v1.16 volumescheduling.PodBindingCache and checkBindings().
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "cluster/listers.h"

typedef struct
{
  char *pod_uid;             /* owned */
  GPtrArray *volumes;        /* owned, of owned FitPersistentVolume to write */
  GPtrArray *listed_volumes; /* owned: the listed version of each */
  GPtrArray *claims;         /* owned, of owned FitPersistentVolumeClaim */
  GPtrArray *listed_claims;  /* owned */
} FitVolumeDecision;

/* fit_volume_decision_new: Returns: (transfer full): an empty decision */
FitVolumeDecision *fit_volume_decision_new (const FitPod *pod);
void fit_volume_decision_free (FitVolumeDecision *decision);

/* fit_volume_decision_add_volume: adds @pv, with its claim, to the writes;
 * @listed is the current version, @pv itself if nothing has to change */
void fit_volume_decision_add_volume (FitVolumeDecision *decision,
                                     const FitPersistentVolume *pv,
                                     const FitPersistentVolume *listed);

/* fit_volume_decision_add_claim: the same for @claim, with the selected node */
void fit_volume_decision_add_claim (FitVolumeDecision *decision,
                                    const FitPersistentVolumeClaim *claim,
                                    const FitPersistentVolumeClaim *listed);

/* fit_volume_decision_check: see fit_volume_binder_check() */
gboolean fit_volume_decision_check (const FitVolumeDecision *decision,
                                    const FitListers *listers,
                                    const FitNode *node, gboolean *out_bound,
                                    GError **error);
