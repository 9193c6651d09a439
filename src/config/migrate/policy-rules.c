/* policy-rules.c - finds the rules that the names of a Policy stand for
 * SPDX-License-Identifier: Apache-2.0 */
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

/* Does the priority of @rule come after @last, and before that of @next
 * (nullable)? */
static gboolean
comes_next (const FitRule *rule, const char *last, const FitRule *next)
{
  const char *name = rule->weights != NULL ? rule->weights->priority : NULL;

  return name != NULL && strcmp (name, last) > 0
         && (next == NULL || strcmp (name, next->weights->priority) < 0);
}

const FitRule *
fit_policy_score_at (guint index)
{
  const char *last = "";
  const FitRule *next;

  for (guint n = 0;; n++)
    {
      next = comes_next (&equal, last, NULL) ? &equal : NULL;
      for (guint i = 0; fit_rules[i] != NULL; i++)
        if (comes_next (fit_rules[i], last, next))
          next = fit_rules[i];
      if (n == index || next == NULL)
        return next;
      last = next->weights->priority;
    }
}

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

  const FitRule *rule;

  for (guint i = 0; (rule = fit_policy_score_at (i)) != NULL; i++)
    {
      const FitRuleWeight *row = fit_rule_weight (rule, release);

      if (row != NULL && strcmp (row->priority, wanted) == 0)
        return rule;
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
