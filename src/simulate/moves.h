/* moves.h - which running pods to move so that pending ones fit
 *
 * The pending pods are placed first.  For each that fits nowhere, the fewest
 * running pods are looked for that let it in if they leave, and find another
 * node, for which others may have to leave in turn.  They leave together; then the
 * pod is placed, and after it those that left, each by the rules.
 *
 * Pods move as for compress.h: those of DaemonSets, static ones and those that
 * are being deleted stay, and so do those without a controller, of other
 * schedulers, or that a PodDisruptionBudget guards.  No pod moves twice.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/make-room.h"
#include "simulate/new-nodes.h"

typedef struct
{
  const FitPod *pod; /* owned reference: as it is scheduled again */
  const char *from;  /* interned, owned: its node */
  const char *to;    /* interned, owned */
} FitPlannedMove;

/* What lets one pod in. */
typedef struct
{
  const FitPod *pod; /* owned reference */
  const char *node;  /* interned, owned: where it goes */
  GArray *moves;     /* owned, of FitPlannedMove, in the order in which they are
                        placed */
} FitMoveStep;

typedef struct
{
  guint n_pending;  /* pods that wait */
  guint n_placed;   /* of these: those that fit as it is */
  GPtrArray *steps; /* owned, of FitMoveStep, in order */
  guint n_moves;    /* in all of them */
} FitMovePlan;

void fit_move_plan_free (FitMovePlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMovePlan, fit_move_plan_free)

/**
 * fit_move_plan_new:
 * @make: makes a simulation of the cluster; called twice, because a plan is
 *   carried out once more in a cluster of its own before it is told
 * @most: moves in all
 * @out_simulation: (out) (transfer full): the cluster in the end
 *
 * Returns: (transfer full) (nullable): NULL if an attempt to place a pod fails
 *   with an error, which leaves no answer
 */
FitMovePlan *fit_move_plan_new (FitSimulationMaker make,
                                const FitObjects *objects, gpointer data,
                                guint most, FitSimulation **out_simulation,
                                GError **error);
