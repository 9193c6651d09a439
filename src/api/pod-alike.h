/* pod-alike.h - pods that no rule can tell apart
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* fit_pod_alike: does nothing that a rule reads of pending pods differ, so that
 * an attempt to place one says what becomes of the other in the same cluster?
 * Extenders and plugins of programs may read more. */
gboolean fit_pod_alike (const FitPod *a, const FitPod *b);
guint fit_pod_alike_hash (const FitPod *pod);
