/* policy-entries.c - what the checks of a Policy ask about its entries
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "rules/rule.h"

char *
fit_lint_index (const char *list, guint i, const char *member)
{
  return g_strdup_printf ("%s[%u]%s%s", list, i, member != NULL ? "." : "",
                          member != NULL ? member : "");
}

gboolean
fit_lint_is_last (const FitLint *lint, const GPtrArray *entries, guint i)
{
  return g_hash_table_contains (lint->last, entries->pdata[i]);
}

gboolean
fit_lint_is_missing (const FitPolicy *policy, FitPlace place)
{
  return place.line == 0
         && fit_legacy_release_missing_is_empty (policy->release);
}

const FitPriorityInfo *
fit_lint_priority_info (const FitLint *lint, const FitPriorityPolicy *entry)
{
  const FitPriorityEntry *known;
  const FitRule *rule;

  if (!entry->has_argument)
    {
      known = fit_registry_priority (lint->registry, entry->name);
      return known != NULL ? known->info : NULL;
    }
  rule = fit_rule_of_argument (TRUE, entry->members);
  /* None, or several: rejected when it is registered. */
  return rule != NULL ? rule->priorities[0] : NULL;
}

gboolean
fit_lint_has_priority (const FitLint *lint, const FitPriorityInfo *info)
{
  const GPtrArray *entries = lint->policy->priorities;

  if (entries == NULL)
    return lint->defaults != NULL
           && g_ptr_array_find_with_equal_func (lint->defaults->priorities,
                                                info->name, g_str_equal, NULL);
  for (guint i = 0; i < entries->len; i++)
    if (fit_lint_is_last (lint, entries, i)
        && fit_lint_priority_info (lint, entries->pdata[i]) == info)
      return TRUE;
  return FALSE;
}
