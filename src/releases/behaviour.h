/* behaviour.h - what differs from release to release, as one struct of
 * booleans
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/feature-gates.h"

/* A member for each statement of behaviour.def: whether it holds. */
typedef struct
{
#define HOLDS(statement, ...) gboolean statement;
#define HOLDS_TOO(statement, ...)
#include "releases/behaviour.def"
#undef HOLDS
#undef HOLDS_TOO
} FitBehaviour;

/* fit_behaviour_of_gates: Returns: what holds in the release of @gates; what a
 * gate decides holds if it is on */
FitBehaviour fit_behaviour_of_gates (FitFeatureGates gates);

/* fit_behaviour: the same with no gates on, for what no gate decides.
 * @release: 0 means FIT_RELEASE_LEGACY */
FitBehaviour fit_behaviour (FitRelease release);
