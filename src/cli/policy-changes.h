/* policy-changes.h - what is different in another Policy
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "policy/policy.h"

/* fit_policy_changes: Returns: (transfer full): "predicates added: A, B;
 * priorities removed: C; weight of D: 1, now 2", or "" */
char *fit_policy_changes (const FitPolicy *before, const FitPolicy *after);
