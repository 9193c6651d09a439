/* pod-attempt.c - what one attempt to place a pod holds
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

void
fit_pod_attempt_clear (FitPodAttempt *attempt)
{
  fit_pod_unref (g_steal_pointer (&attempt->pod));
  fit_pod_unref (g_steal_pointer (&attempt->assumed));
  g_clear_pointer (&attempt->state, fit_cycle_state_free);
  g_clear_pointer (&attempt->rejected_by, g_ptr_array_unref);
  fit_nomination_clear (&attempt->nomination);
  g_clear_error (&attempt->no_room);
}

void
fit_pod_attempt_rejected_by (FitPodAttempt *attempt, const char *plugin)
{
  if (attempt->rejected_by == NULL)
    attempt->rejected_by = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (attempt->rejected_by, g_strdup (plugin));
}

FitFrameworkCycle
fit_pod_attempt_plugins (const FitPodAttempt *attempt)
{
  return (FitFrameworkCycle){ attempt->state, attempt->assumed };
}
