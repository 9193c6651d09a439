/* policy-rules.c - finds the rules that the names of a Policy stand for */
#include "config/migrate/policy-rules.h"

#include "predicates/predicates.h"
#include "priorities/priorities.h"

#include <string.h>

static const FitRule general = {
  .name = "GeneralPredicates",
  .predicates
  = (const FitPredicateInfo *const[]){ &fit_general_predicates, NULL },
  .by_default = TRUE,
};

/* The place of GeneralPredicates among the others. */
#define GENERAL_PLACE 1

static const FitRule equal = {
  .name = "EqualPriority",
  .weights
  = (const FitRuleWeight[]){ { "EqualPriority", FIT_ALWAYS }, { NULL } },
};

const FitRule *const fit_policy_scores[] = {
  &fit_rule_node_resources_balanced_allocation,
  &equal,
  &fit_rule_pod_topology_spread,
  &fit_rule_image_locality,
  &fit_rule_inter_pod_affinity,
  &fit_rule_node_resources_least_allocated,
  &fit_rule_node_resources_most_allocated,
  &fit_rule_node_affinity,
  &fit_rule_node_label,
  &fit_rule_node_prefer_avoid_pods,
  &fit_rule_requested_to_capacity_ratio,
  &fit_rule_node_resource_limits,
  &fit_rule_selector_spread,
  &fit_rule_service_affinity,
  &fit_rule_taint_toleration,
  NULL,
};

const FitRule *
fit_policy_filter_at (guint index)
{
  const FitRule *rule = fit_rules[index > GENERAL_PLACE ? index - 1 : index];

  if (index == GENERAL_PLACE)
    return &general;
  return rule->predicates != NULL ? rule : NULL;
}

const FitRule *
fit_policy_filter (const char *name)
{
  const char *wanted = strcmp (name, "PodFitsPorts") == 0
                           ? fit_pod_fits_host_ports.name
                           : name;
  const FitRule *rule;

  for (guint i = 0; (rule = fit_policy_filter_at (i)) != NULL; i++)
    if (strcmp (rule->predicates[0]->name, wanted) == 0)
      return rule;
  return NULL;
}

const FitRule *
fit_policy_score (const char *name, FitRelease release)
{
  const char *wanted = strcmp (name, fit_service_spreading_priority.name) == 0
                           ? fit_selector_spread_priority.name
                           : name;

  for (guint i = 0; fit_policy_scores[i] != NULL; i++)
    {
      const FitRuleWeight *row
          = fit_rule_weight (fit_policy_scores[i], release);

      if (row != NULL && strcmp (row->priority, wanted) == 0)
        return fit_policy_scores[i];
    }
  return NULL;
}

const char *
fit_policy_plugin (const FitRule *rule, guint index)
{
  if (rule == &general)
    return index < FIT_N_GENERAL_PARTS
               ? fit_rule_of_predicate (fit_general_parts[index]->name)->name
               : NULL;
  return index == 0 && rule != &equal ? rule->name : NULL;
}

const char *
fit_former_predicate_advice (const char *name)
{
  const FitRule *rule = fit_rule_of_predicate (name);

  for (guint i = 0; rule != NULL && rule->predicates[i] != NULL; i++)
    if (strcmp (rule->predicates[i]->name, name) == 0)
      return rule->predicates[i]->successor;
  return NULL;
}
