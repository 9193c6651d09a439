/* remedies.h - single changes that would let a pod fit
 */
#pragma once

#include "base/json-build.h"
#include "core/inquiry.h"

/* One change, and the nodes where the pod would then fit. */
typedef struct
{
  FitChangeType type;
  char *text;       /* owned: "tolerate team=ml:NoSchedule" */
  GPtrArray *nodes; /* owned, of names (borrowed from the cluster): verified by
                       trying the pod there with the change */
} FitRemedy;

typedef struct
{
  GPtrArray *remedies; /* owned, of FitRemedy: sorted by number of nodes, most
                          first */
  gboolean whole;      /* no extenders or other plugins are involved, so the pod
                          would certainly fit */
  char *nearest;       /* (nullable) owned: if there are no remedies: the node
                          with the fewest obstacles, and how to remove them:
                          "n3: tolerate ..., and ..." */
} FitRemedies;

/**
 * fit_remedies_find:
 * @like: the scheduler with the rules that decided
 * @inquiry: for the same rules, and the pod of @evaluation, which fits nowhere
 *
 * Returns: (transfer full): valid as long as the nodes of the cluster
 */
FitRemedies *fit_remedies_find (const FitGenericScheduler *like,
                                FitInquiry *inquiry,
                                const FitEvaluation *evaluation);
void fit_remedies_free (FitRemedies *remedies);

/* fit_remedies_json: @remedies (nullable).  Returns: (transfer full) */
FitJson *fit_remedies_json (const FitRemedies *remedies);
