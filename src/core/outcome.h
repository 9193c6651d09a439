/* outcome.h - what an attempt to place a pod has come to
 *
 * A pod that fits nowhere is an answer.  An attempt that failed with an error is
 * none: where the pod would go, nobody knows.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_OUTCOME_PLACED,        /* it has a node */
  FIT_OUTCOME_UNSCHEDULABLE, /* it was turned down, or not tried */
  FIT_OUTCOME_ERROR,         /* its last attempt failed */
  FIT_OUTCOME_LAST,
} FitOutcome;

/**
 * fit_outcome:
 * @node: (nullable): where the pod is
 * @error: (nullable): of the attempt
 */
FitOutcome fit_outcome (gconstpointer node, const GError *error);

/* fit_outcome_name: "placed", "unschedulable", "error": for machines */
const char *fit_outcome_name (FitOutcome outcome);

/* fit_outcome_answers: is @error, of an attempt, an answer after all?  Without any
 * nodes an attempt fails with FIT_NO_NODES_AVAILABLE, but the pod fits nowhere. */
gboolean fit_outcome_answers (const GError *error);

G_END_DECLS
