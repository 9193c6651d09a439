/* queue-gates.c - which scheduling gates still hold back a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/queue-gates.h"

char *
fit_scheduling_gates_message (const FitPod *pod)
{
  g_autofree char *names = pod->spec->scheduling_gates != NULL
                               ? g_strjoinv (" ", pod->spec->scheduling_gates)
                               : NULL;

  return g_strdup_printf ("waiting for scheduling gates: [%s]",
                          names != NULL ? names : "");
}
