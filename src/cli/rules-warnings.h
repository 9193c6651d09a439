/* rules-warnings.h - what every verb says about a Policy that means something
 * else than it says
 */
#pragma once

#include "cli/rules-file.h"
#include "factory/registry.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* fit_rules_warnings_say: on standard error; @policy is that of @file, read as
 * the release of @registry reads it.  'fitsched validate' says more. */
void fit_rules_warnings_say (const FitRulesFile *file, const FitPolicy *policy,
                             const FitRegistry *registry);

G_END_DECLS
