/* diff-rules.c - the plugins that do the work of each predicate and priority */
#include "simulate/diff-rules.h"
#include "rules/rule.h"

#include <string.h>

static const struct
{
  FitReasonCode reason;
  const FitRule *rule;
} general[] = {
  { FIT_REASON_INSUFFICIENT_RESOURCE, &fit_rule_node_resources_fit },
  { FIT_REASON_HOST_NAME, &fit_rule_node_name },
  { FIT_REASON_HOST_PORTS, &fit_rule_node_ports },
  { FIT_REASON_NODE_SELECTOR, &fit_rule_node_affinity },
};

const char *
fit_diff_priority_plugin (const char *name)
{
  const FitRule *rule = fit_rule_of_priority (name);

  return rule != NULL ? rule->name : NULL;
}

const char *
fit_diff_predicate_plugin (const char *name, FitReasonCode reason)
{
  const FitRule *rule = fit_rule_of_predicate (name);

  for (guint i = 0;
       strcmp (name, "GeneralPredicates") == 0 && i < G_N_ELEMENTS (general);
       i++)
    if (general[i].reason == reason)
      return general[i].rule->name;
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
