/* cycle-state-private.h - which plugins a cycle leaves out (private to
 * framework/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/cycle-state.h"
#include "rules/points.h"

/* Records that a plugin asked to be skipped at a later point of the attempt,
 * once per plugin; of a plugin only the address counts. */
void fit_cycle_state_skip (FitCycleState *state, FitExtensionPoint point,
                           gconstpointer plugin);
gboolean fit_cycle_state_skips (const FitCycleState *state,
                                FitExtensionPoint point, gconstpointer plugin);
void fit_cycle_state_skip_none (FitCycleState *state, FitExtensionPoint point);
