/* rules-warnings.c - warnings about a Policy that are not about style
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules-warnings.h"

#include "cli/console.h"
#include "warnings/policy-lint.h"

void
fit_rules_warnings_say (const FitRulesFile *file, const FitPolicy *policy,
                        const FitRegistry *registry)
{
  g_autoptr (GPtrArray) warnings = fit_policy_lint (policy, registry, NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const FitWarning *warning = warnings->pdata[i];
      g_autofree char *text = fit_warning_describe (warning);

      if (warning->info->means_otherwise)
        fit_console_warning ("%s: %s", file->name, text);
    }
}
