/* outcome.c - the result of an attempt to place a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/outcome.h"

#include "core/generic-scheduler.h"

#include <string.h>

FitOutcome
fit_outcome (gconstpointer node, const GError *error)
{
  if (error != NULL)
    return FIT_OUTCOME_ERROR;
  return node != NULL ? FIT_OUTCOME_PLACED : FIT_OUTCOME_UNSCHEDULABLE;
}

const char *
fit_outcome_name (FitOutcome outcome)
{
  static const char *const names[] = {
    [FIT_OUTCOME_PLACED] = "placed",
    [FIT_OUTCOME_UNSCHEDULABLE] = "unschedulable",
    [FIT_OUTCOME_ERROR] = "error",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_OUTCOME_LAST);

  return names[outcome];
}

gboolean
fit_outcome_answers (const GError *error)
{
  return g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEDULE)
         && strcmp (error->message, FIT_NO_NODES_AVAILABLE) == 0;
}
