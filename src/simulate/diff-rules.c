/* diff-rules.c - the plugins that do the work of each predicate and priority
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-rules.h"
#include "predicates/predicates.h"
#include "rules/rule.h"

#include <string.h>

const char *
fit_diff_priority_plugin (const char *name)
{
  const FitRule *rule = fit_rule_of_priority (name);

  return rule != NULL ? rule->name : NULL;
}

const char *
fit_diff_predicate_plugin (const char *name, FitReasonCode reason)
{
  const gboolean is_general = strcmp (name, fit_general_predicates.name) == 0;
  const FitRule *rule;

  /* Each part has one reason. */
  for (guint i = 0; is_general && i < FIT_N_GENERAL_PARTS; i++)
    if (fit_general_parts[i]->reasons[0] == reason)
      name = fit_general_parts[i]->name;
  rule = fit_rule_of_predicate (name);
  return rule != NULL ? rule->name : NULL;
}

gboolean
fit_diff_same_trade (const char *plugin, const char *other)
{
  const FitRule *rule = fit_rule_find (plugin),
                *other_rule = fit_rule_find (other);

  return rule != NULL && other_rule != NULL && rule->trade != NULL
         && other_rule->trade != NULL
         && strcmp (rule->trade, other_rule->trade) == 0;
}
