/* adapter.h - v1.16's predicates and priorities as the plugins of a profile
 *
 * Each keeps its function and gets the name, the extension point and the scale
 * of the plugin that stands for it; so what a profile changes can be told from
 * what its release computes otherwise.
 *
 * Source: kube-scheduler v1.17 framework/plugins.
 */
#pragma once

#include "factory/algorithm.h"

G_BEGIN_DECLS

/**
 * fit_adapter_algorithm_new:
 * @legacy: of a Policy or a provider; borrowed, must outlive the result
 *
 * At Filter and Score all that @legacy evaluates, in its order: GeneralPredicates
 * as the four plugins that it consists of, each plugin once; EqualPriority, which
 * tells no nodes apart, as none.  Scores go up to 100, ten times what they were,
 * and so do totals; decisions are those of @legacy.
 *
 * Returns: (transfer full)
 */
FitAlgorithm *fit_adapter_algorithm_new (const FitAlgorithm *legacy);

G_END_DECLS
