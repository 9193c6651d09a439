/* outcome.h - the result of an attempt to place a pod
 *
 * That no node fits is an answer.  An attempt that failed with an error is
 * no answer: it is unknown where the pod would go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_OUTCOME_PLACED,        /* it has a node */
  FIT_OUTCOME_UNSCHEDULABLE, /* it was rejected, or not tried */
  FIT_OUTCOME_ERROR,         /* its last attempt failed */
  FIT_OUTCOME_LAST,
} FitOutcome;

/**
 * fit_outcome:
 * @node: (nullable): the pod's node
 * @error: (nullable): of the attempt
 */
FitOutcome fit_outcome (gconstpointer node, const GError *error);

/* fit_outcome_name: "placed", "unschedulable", "error", as in JSON */
const char *fit_outcome_name (FitOutcome outcome);

/* fit_outcome_answers: is @error, of an attempt, an answer after all?  Yes for
 * FIT_NO_NODES_AVAILABLE: the attempt fails, but the answer is that no node
 * fits. */
gboolean fit_outcome_answers (const GError *error);

G_END_DECLS
