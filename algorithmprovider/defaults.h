/* defaults.h - the registry of kube-scheduler v1.16 and of those before it
 *
 * The composition root: which rule is registered under which name, in which
 * order predicates are evaluated, and what each named provider holds.
 */
#pragma once

#include "factory/registry.h"

G_BEGIN_DECLS

/**
 * fit_registry_new_default:
 * @gates: feature gates in effect
 *
 * All predicates and priorities, the evaluation order and the providers
 * DefaultProvider and ClusterAutoscalerProvider, as the release that @gates
 * belong to has them after ApplyFeatureGates(): v1.16, unless they come from
 * fit_feature_gates_of_release().
 *
 * Returns: (transfer full)
 */
FitRegistry *fit_registry_new_default (FitFeatureGates gates);

G_END_DECLS
