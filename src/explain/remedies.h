/* remedies.h - single changes that would let a pod fit
 */
#pragma once

#include "base/table.h"
#include "core/inquiry.h"

G_BEGIN_DECLS

/* One change, and where the pod would go then. */
typedef struct
{
  FitChangeType type;
  char *text;       /* owned: "tolerate team=ml:NoSchedule" */
  GPtrArray *nodes; /* owned, of names (borrowed from the cluster): the pod was
                       tried there with the change */
} FitRemedy;

typedef struct
{
  GPtrArray *remedies; /* owned, of FitRemedy: the one that opens most nodes
                          first */
  gboolean whole;      /* nobody else has a say, so the pod would fit */
  char *nearest;       /* (nullable) owned: without remedies: where least is in
                          the way, and what: "n3: tolerate ..., and ..." */
} FitRemedies;

/**
 * fit_remedies_find:
 * @like: whose rules decided
 * @inquiry: of the same rules and the pod of @evaluation, which fits nowhere
 *
 * Returns: (transfer full): valid as long as the nodes of the cluster
 */
FitRemedies *fit_remedies_find (const FitGenericScheduler *like,
                                FitInquiry *inquiry,
                                const FitEvaluation *evaluation);
void fit_remedies_free (FitRemedies *remedies);

/* fit_remedies_table: @remedies (nullable).  Returns: (transfer full) */
FitTable *fit_remedies_table (const FitRemedies *remedies);

G_END_DECLS
