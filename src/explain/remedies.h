/* remedies.h - changes that would let a pod fit
 *
 * Each was tried as a whole: with it and nothing else, the pod fits, and the
 * pods that have to move find another node.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"
#include "explain/trial.h"

/* Some changes, and the nodes where the pod would then fit. */
typedef struct
{
  FitChangeType type; /* of the first change */
  gboolean several;   /* there are changes of different types */
  char *text;         /* owned: "tolerate team=ml:NoSchedule" */
  FitJson *changes;   /* (nullable) owned: each change, as data */
  GPtrArray *nodes;   /* owned, of names (borrowed from the cluster) */
} FitRemedy;

/* A resource that is there, but not on one node. */
typedef struct
{
  const char *resource; /* as FitChange.resource */
  gint64 requested;
  gint64 free;      /* on all nodes that lack only this resource */
  gint64 most;      /* on one of them */
  const char *node; /* borrowed: that one */
} FitScattered;

typedef struct
{
  GPtrArray *remedies; /* owned, of FitRemedy: the best of each type first */
  gboolean whole;      /* no extenders or other plugins are involved, so the pod
                          would certainly fit */
  GArray *scattered;   /* owned, of FitScattered */
  char *nearest;       /* (nullable) owned: if there are no remedies: the node
                          with the fewest obstacles, and what they are: "n3: ...
                          and ..."; not tried */
} FitRemedies;

/* FitTrialMaker: Returns: (transfer none) (nullable): a trial of the cluster in
 * which the pod does not fit; NULL if there is none */
typedef FitTrial *(*FitTrialMaker) (gpointer data);

/**
 * fit_remedies_find:
 * @like: the scheduler with the rules that decided
 * @inquiry: for the same rules, and the pod of @evaluation, which fits nowhere
 * @make_trial: called when pods have to move
 * @data: for @make_trial
 *
 * Returns: (transfer full): valid as long as the nodes of the cluster
 */
FitRemedies *fit_remedies_find (const FitGenericScheduler *like,
                                FitInquiry *inquiry,
                                const FitEvaluation *evaluation,
                                FitTrialMaker make_trial, gpointer data);
void fit_remedies_free (FitRemedies *remedies);

/* fit_remedies_json, fit_scattered_json: @remedies (nullable).  Returns:
 * (transfer full) */
FitJson *fit_remedies_json (const FitRemedies *remedies);
FitJson *fit_scattered_json (const FitRemedies *remedies);

/* fit_scattered_describe: "6 cpu are free in all, at most 1500m on one node (f1);
 * the pod requests 2".  Returns: (transfer full) */
char *fit_scattered_describe (const FitScattered *scattered);
