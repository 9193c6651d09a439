/* queue-gates.h - pods whose spec.schedulingGates hold them back
 *
 * Source: kube-scheduler v1.28 plugin SchedulingGates.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* fit_scheduling_gates_message: Returns: (transfer full): "waiting for
 * scheduling gates: [A B]" */
char *fit_scheduling_gates_message (const FitPod *pod);
