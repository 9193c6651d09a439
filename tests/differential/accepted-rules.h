/* accepted-rules.h - Policies and configurations that a scheduler takes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/fuzz/grammar.h"

/* "Policy", and a KubeSchedulerConfiguration by its version: "v1", "v1beta2",
 * "v1beta1" or "v1alpha2" */
extern const GrammarRule accepted_rules_grammar[];
