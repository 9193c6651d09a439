/* rule.c - finds rules, and which release has which of them
 * Tests: tests/rules/test-rule*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rule.h"
#include "base/sort.h"

#include <string.h>

const FitRule *const fit_rules[] = {
#define FIT_RULE(identifier) &fit_rule_##identifier,
#include "rules/rules.def"
  NULL,
};

const FitRule *
fit_rule_find (const char *name)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (strcmp (fit_rules[i]->name, name) == 0)
      return fit_rules[i];
  return NULL;
}

const FitRule *
fit_rule_of_predicate (const char *name)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    for (guint k = 0; fit_rules[i]->predicates != NULL
                      && fit_rules[i]->predicates[k] != NULL;
         k++)
      if (strcmp (fit_rules[i]->predicates[k]->name, name) == 0)
        return fit_rules[i];
  return NULL;
}

const FitRule *
fit_rule_of_priority (const char *name)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    for (guint k = 0; fit_rules[i]->priorities != NULL
                      && fit_rules[i]->priorities[k] != NULL;
         k++)
      if (strcmp (fit_rules[i]->priorities[k]->name, name) == 0)
        return fit_rules[i];
  return NULL;
}

const FitRule *
fit_rule_with_setting (FitSetting setting)
{
  guint i = 0;

  while (fit_rules[i]->setting != setting)
    i++;
  return fit_rules[i];
}

FitGate
fit_rule_gate (const FitRule *rule)
{
  const FitRuleLeftOut *row = rule->left_out;

  return row != NULL && row->points == 0 && !row->on ? row->gate
                                                     : FIT_GATE_NONE;
}

gboolean
fit_rule_use (const FitRule *rule, gconstpointer args, FitRuleUse *out)
{
  if (rule == NULL || rule->use == NULL)
    return FALSE;
  *out = (FitRuleUse){ .strategy = rule->name, .field = "" };
  return rule->use (args, out);
}

const FitRule *
fit_rule_of_argument (gboolean scores, guint members)
{
  for (guint i = 0; members != 0 && fit_rules[i] != NULL; i++)
    if (members
        == (scores ? (guint) fit_rules[i]->priority_argument
                   : (guint) fit_rules[i]->predicate_argument))
      return fit_rules[i];
  return NULL;
}

const FitRuleWeight *
fit_rule_weight (const FitRule *rule, FitRelease release)
{
  for (const FitRuleWeight *row = rule->weights;
       row != NULL && (row->priority != NULL || row->span.since != 0); row++)
    if (fit_span_has (row->span, release))
      return row;
  return NULL;
}

guint
fit_rule_n_labels (const FitRule *rule, gboolean scores, gconstpointer args)
{
  const FitArgStrings *present = fit_rule_labels (rule, scores, TRUE, args);
  const FitArgStrings *absent = fit_rule_labels (rule, scores, FALSE, args);

  return present->n + (absent != present ? absent->n : 0);
}

/* -- releases that have a rule --------------------------------------------- */

static FitExtensionPoints
points_in (const FitRule *rule, FitRelease release)
{
  for (const FitRulePoints *row = rule->points; row->points != 0; row++)
    if (fit_span_has (row->span, release))
      return row->points;
  return 0;
}

FitExtensionPoints
fit_in_tree_plugin_points (const char *name, FitRelease release)
{
  const FitRule *rule = fit_rule_find (name);

  return rule != NULL ? points_in (rule, release) : 0;
}

GPtrArray *
fit_in_tree_plugin_names (FitRelease release)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (points_in (fit_rules[i], release) != 0)
      g_ptr_array_add (names, (gpointer) fit_rules[i]->name);
  g_ptr_array_sort (names, fit_compare_texts);
  return names;
}

gboolean
fit_in_tree_plugin_life (const char *name, FitSpan *out)
{
  const FitRule *rule = fit_rule_find (name);
  const FitRulePoints *last;

  if (rule == NULL)
    return FALSE;
  for (last = rule->points; last[1].points != 0; last++)
    ;
  *out = (FitSpan){ rule->points->span.since, last->span.before };
  return TRUE;
}

/* -- arguments ------------------------------------------------------------- */

/* Everything is 0. */
static const union
{
  FitDefaultPreemptionArgs default_preemption;
  FitDynamicResourcesArgs dynamic_resources;
  FitNodeAffinityArgs node_affinity;
  FitNodeLabelArgs node_label;
  FitNodeResourcesFitArgs node_resources_fit;
  FitPodTopologySpreadArgs pod_topology_spread;
  FitCapacityRatioArgument capacity_ratio;
  FitServiceAffinityArgs service_affinity;
  FitVolumeBindingArgs volume_binding;
} nothing;

gconstpointer
fit_plugin_args_default (const char *plugin)
{
  const FitRule *rule = fit_rule_find (plugin);

  return rule != NULL && rule->default_args != NULL ? rule->default_args
                                                    : &nothing;
}
