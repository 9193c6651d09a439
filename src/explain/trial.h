/* trial.h - a second cluster, in which advice is tried before it is given
 *
 * Changes are made, the pod is scheduled by the rules, the pods that had to
 * move are scheduled, too, and everything is put back.  Extenders and plugins
 * of embedding programs are not called.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/inquiry.h"
#include "simulate/simulation.h"

typedef struct _FitTrial FitTrial;

/* A pod that moves. */
typedef struct
{
  const FitPod *pod; /* owned reference: as it runs now */
  const char *to;    /* interned, owned: the node to which it goes */
} FitMove;

/* fit_moves_new: Returns: (transfer full): an empty array of FitMove, which
 * clears them */
GArray *fit_moves_new (void);

/* fit_trial_new: @simulation: (transfer full): new, of the cluster to which the
 * advice refers.  Returns: (transfer full) */
FitTrial *fit_trial_new (FitSimulation *simulation);
void fit_trial_free (FitTrial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTrial, fit_trial_free)

/* fit_trial_simulation: Returns: (transfer none): its cluster; do not change
 * it */
FitSimulation *fit_trial_simulation (FitTrial *trial);

/* fit_trial_follow: places the pods that @leader, a simulation of the same
 * cluster, has placed since the last call */
void fit_trial_follow (FitTrial *trial, FitSimulation *leader);

/**
 * fit_trial_run:
 * @pod: pending
 * @node: (nullable): the node that @changes are about, by its name
 * @changes: what changes before @pod is scheduled
 * @moves: (nullable): gets a FitMove for each pod of a FIT_CHANGE_EVICT;
 *   NULL: these pods just end
 *
 * With @moves, @pod is scheduled first, and the pods that have left then have
 * to find a node, too.  Then it is tried whether @pod still fits if they go
 * there first.
 *
 * Returns: (transfer none) (nullable): the name of the node where @pod goes,
 *   interned, valid as long as the trial; NULL if some pod does not fit
 */
const char *fit_trial_run (FitTrial *trial, const FitPod *pod, const char *node,
                           const FitChange *changes, guint n, GArray *moves);
