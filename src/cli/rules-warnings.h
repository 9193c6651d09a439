/* rules-warnings.h - the warnings that every verb prints about a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/rules-file.h"
#include "factory/registry.h"
#include "policy/policy.h"

/* fit_rules_warnings_say: prints warnings on standard error if @policy does not
 * do what it seems to.  @policy: from @file, read by the release of
 * @registry.  'fitsched validate' prints more. */
void fit_rules_warnings_say (const FitRulesFile *file, const FitPolicy *policy,
                             const FitRegistry *registry);
