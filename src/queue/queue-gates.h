/* queue-gates.h - pods whose spec.schedulingGates hold them back
 *
 * Source: kube-scheduler v1.28 plugin SchedulingGates.
 */
#pragma once

#include "api/pod.h"

/* fit_scheduling_gates_closed: does @pod have any spec.schedulingGates? */
gboolean fit_scheduling_gates_closed (const FitPod *pod);

/* fit_scheduling_gates_message: Returns: (transfer full): "waiting for
 * scheduling gates: [A B]" */
char *fit_scheduling_gates_message (const FitPod *pod);
