/* defaults.h - the registry of kube-scheduler v1.16 and earlier releases
 *
 * The composition root: which rule is registered under which name, in which
 * order predicates are evaluated, and what each named provider contains.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/registry.h"

G_BEGIN_DECLS

/**
 * fit_registry_new_default:
 * @gates: feature gates in effect
 *
 * Creates a registry with all predicates and priorities, the evaluation order
 * and the providers DefaultProvider and ClusterAutoscalerProvider, after
 * ApplyFeatureGates().  The release is v1.16, unless @gates come from
 * fit_feature_gates_of_release().
 *
 * Returns: (transfer full)
 */
FitRegistry *fit_registry_new_default (FitFeatureGates gates);

G_END_DECLS
