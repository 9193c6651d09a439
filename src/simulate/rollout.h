/* rollout.h - does the rollout of a Deployment get stuck?
 *
 * The steps of the Deployment controller: it starts pods of the new template as
 * far as maxSurge allows, each is scheduled, and those that get a node count as
 * available at once; then it removes pods of the old template as far as
 * maxUnavailable allows.  The other pending pods are placed first.  Nothing is
 * preempted.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/simulation.h"

typedef struct
{
  guint replicas;
  gboolean recreate;     /* strategy Recreate: all old pods go first */
  guint max_surge;       /* pods, rounded up */
  guint max_unavailable; /* pods, rounded down */
} FitRolloutPlan;

/* fit_rollout_plan: reads what the Deployment says; percentages are of its
 * replicas.  Fails with FIT_ERROR_SCHEMA. */
gboolean fit_rollout_plan (const FitController *deployment,
                           FitRolloutPlan *out_plan, GError **error);

typedef struct
{
  guint started; /* new pods */
  guint placed;  /* of all new pods so far, those that got a node now */
  guint removed; /* old pods */

  /* afterwards: */
  guint n_old;
  guint n_new;
  guint n_available;
} FitRolloutStep;

typedef struct
{
  GArray *steps;      /* owned, of FitRolloutStep */
  gboolean completes; /* otherwise it is stuck at the last step */
  GPtrArray *pods;    /* owned, of FitPod: the new pods that got a node... */
  GPtrArray *nodes;   /* owned, of char: ...and where */
  const FitPod *pod;  /* (nullable) owned reference: fits nowhere */
  char *reason;       /* (nullable) owned: why */
} FitRollout;

void fit_rollout_free (FitRollout *rollout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitRollout, fit_rollout_free)

/**
 * fit_rollout_run:
 * @simulation: new, with the old pods
 * @old: of FitPod: the active pods of the old template
 * @fresh: of FitPod: the pods of the new template, as many as replicas
 *
 * Returns: (transfer full) (nullable): NULL if an attempt to place a pod fails
 *   with an error, which leaves no answer
 */
FitRollout *fit_rollout_run (FitSimulation *simulation,
                             const FitRolloutPlan *plan, const GPtrArray *old,
                             const GPtrArray *fresh, GError **error);
