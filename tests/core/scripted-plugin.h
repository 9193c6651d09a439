/* scripted-plugin.h - a plugin that does what the objects say
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/framework.h"

/* A label whose key is a point says how it ends there: "reject"
 * (unschedulable), "never" (unresolvable too) or "break" (an error); the message
 * is "POINT: HOW".
 *   pre-filter, post-filter: of the pod
 *   only: of the pod: the one node that PreFilter leaves
 *   add-pod, remove-pod: of the other pod, which is added or removed; also
 *     "again": an error when it is removed for the second time
 *   filter: of the node; also "once": rejects the first call of the attempt,
 *     "busy": rejects the node while it has pods, and "quiet": rejects without
 *     a message
 *   score: of the node: a number, or "break"
 * Filter counts its calls in the cycle state: see scripted_filter_calls(). */
extern const FitPluginInfo scripted_plugin;

/* scripted_filter_calls: Returns: how often Filter was asked */
guint scripted_filter_calls (FitCycleState *state);
