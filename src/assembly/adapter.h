/* adapter.h - v1.16's predicates and priorities as the plugins of a profile
 *
 * Each keeps its function and scale and gets the name and extension point of
 * the corresponding plugin.  This separates the changes that a profile makes
 * from different computations in its release.
 *
 * Source: kube-scheduler v1.17 framework/plugins.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/algorithm.h"

/**
 * fit_adapter_algorithm_new:
 * @legacy: of a Policy or a provider; borrowed, must outlive the result
 *
 * Has at Filter and Score everything that @legacy evaluates, in its order.
 * GeneralPredicates becomes its four plugins, each plugin once.  EqualPriority,
 * which does not distinguish nodes, is left out.  Decisions are those of
 * @legacy, also where sums wrap.
 *
 * Returns: (transfer full)
 */
FitAlgorithm *fit_adapter_algorithm_new (const FitAlgorithm *legacy);
