/* config-lint.c - warnings about a configuration, all but those that need a
 * simulation
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "warnings/policy-lint.h"

void
fit_configuration_lint (const FitConfigLint *lint, GPtrArray *warnings)
{
  static const char timeout_fix[]
      = "Write \"5s\" for 5 seconds, or leave the field out, which means 5 "
        "seconds, too.";
  const FitConfiguration *configuration = lint->configuration;

  /* The lists of v1alpha1 do not count beside a Policy. */
  if (configuration->file->algorithm_source.policy == NULL)
    {
      fit_lint_lists (lint, warnings);
      fit_lint_plugins (lint, warnings);
      fit_lint_halves (lint, warnings);
    }
  fit_extenders_lint (
      configuration->extenders,
      configuration->target.version >= FIT_CONFIG_V1BETA1 ? timeout_fix : NULL,
      warnings);
  fit_lint_extender_hosts (lint, warnings);
}
