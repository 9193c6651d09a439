/* legacy-profile.c - runs a profile with the functions of v1.16, for
 * comparisons
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/legacy-profile.h"

#include "base/intern.h"
#include "config/profile-algorithm.h"
#include "priorities/priorities.h"
#include "rules/rule.h"

#include <string.h>

typedef struct
{
  const FitProfile *profile;
  FitAlgorithm *algorithm;
  FitFactoryArgs args;
} Maker;

static gboolean
refuse (const char *plugin, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_POLICY,
                   "plugin \"%s\": v1.16 has no equivalent for %s", plugin,
                   what);
}

static gboolean
check_args (const FitRule *rule, gconstpointer given, gboolean scores,
            GError **error)
{
  const char *what
      = rule->later_only != NULL ? rule->later_only (given, scores) : NULL;

  return what == NULL || refuse (rule->name, what, error);
}

static gboolean
add_labels (Maker *maker, const FitPredicateInfo *info,
            const FitArgStrings *list, gboolean presence, GError **error)
{
  const FitLabelsArgument argument = { list->items, presence };

  return list->n == 0
         || fit_algorithm_add_predicate (maker->algorithm, info, &argument,
                                         &maker->args, error);
}

static gboolean
add_filter (Maker *maker, const FitPluginEntry *plugin, gconstpointer given,
            GError **error)
{
  const FitRule *rule = fit_rule_find (plugin->name);
  const FitArgStrings *ignored;

  if (rule != NULL && rule->labels != NULL)
    {
      const FitArgStrings *present = fit_rule_labels (rule, FALSE, TRUE, given);
      const FitArgStrings *absent = fit_rule_labels (rule, FALSE, FALSE, given);

      return add_labels (maker, rule->predicates[0], present, TRUE, error)
             && (absent == present
                 || add_labels (maker, rule->predicates[0], absent, FALSE,
                                error));
    }
  if (rule != NULL && (rule->without & FIT_AT (FILTER)) != 0)
    return TRUE;
  if (rule == NULL || rule->predicates == NULL)
    return refuse (plugin->name, "it", error);
  if (!check_args (rule, given, FALSE, error))
    return FALSE;
  if (rule->setting == FIT_SETTING_IGNORED)
    {
      ignored = fit_rule_setting (rule, given);
      for (guint i = 0; i < ignored->n; i++)
        g_ptr_array_add (maker->algorithm->ignored_resources,
                         (gpointer) fit_intern (ignored->items[i]));
    }
  return fit_algorithm_add_predicate (maker->algorithm, rule->predicates[0],
                                      NULL, &maker->args, error);
}

/* -- scores ---------------------------------------------------------------- */

static gboolean
add_priority (Maker *maker, const FitPriorityInfo *info, gint64 weight,
              gconstpointer argument, GError **error)
{
  return fit_algorithm_add_priority (maker->algorithm, info, weight, argument,
                                     &maker->args, error);
}

/* Adds one priority per label, as v1.16 needs. */
static gboolean
add_preferences (Maker *maker, const FitPriorityInfo *info,
                 const FitArgStrings *list, gboolean presence, gint64 weight,
                 GError **error)
{
  for (guint i = 0; i < list->n; i++)
    {
      const FitLabelArgument argument = { list->items[i], presence };

      if (!add_priority (maker, info, weight, &argument, error))
        return FALSE;
    }
  return TRUE;
}

/* The weight of each of @n labels. */
static gint64
share (gint64 weight, guint n)
{
  return n ? MAX (weight / n, 1) : weight;
}

static gboolean
add_score (Maker *maker, const FitPluginEntry *plugin, gconstpointer given,
           GError **error)
{
  const FitRule *rule = fit_rule_find (plugin->name);
  const FitPriorityInfo *info
      = rule != NULL && rule->priorities != NULL ? rule->priorities[0] : NULL;
  const gint64 weight = plugin->weight;
  FitRuleUse use;

  if (rule != NULL && rule->labels != NULL)
    {
      const FitArgStrings *present = fit_rule_labels (rule, TRUE, TRUE, given);
      const FitArgStrings *absent = fit_rule_labels (rule, TRUE, FALSE, given);
      const gint64 each = share (weight, fit_rule_n_labels (rule, TRUE, given));

      return add_preferences (maker, info, present, absent != present, each,
                              error)
             && (absent == present
                 || add_preferences (maker, info, absent, FALSE, each, error));
    }
  if (fit_rule_use (rule, given, &use) && use.kind != FIT_USE_BALANCED)
    {
      gboolean plain;

      /* By what is used of a node, which v1.16 can do, too. */
      if (use.kind == FIT_USE_RATIO)
        return add_priority (
            maker, &fit_requested_to_capacity_ratio_priority, weight,
            &(FitCapacityRatioArgument){
                .shape = use.shape != NULL ? *use.shape : (FitArgShape){ 0 },
                .resources = use.resources },
            error);
      /* v1.16 considers only cpu and memory, with equal weight. */
      plain = use.resources.n == 2;
      for (guint i = 0; plain && i < use.resources.n; i++)
        plain = use.resources.items[i].weight == use.resources.items[0].weight
                && (strcmp (use.resources.items[i].name, "cpu") == 0
                    || strcmp (use.resources.items[i].name, "memory") == 0);
      if (!plain
          && !refuse (rule->name, "the resources that it scores by", error))
        return FALSE;
      return add_priority (maker,
                           use.kind == FIT_USE_MOST
                               ? &fit_most_requested_priority
                               : &fit_least_requested_priority,
                           weight, NULL, error);
    }
  if (rule != NULL && (rule->without & FIT_AT (SCORE)) != 0)
    return TRUE;
  if (rule != NULL && !check_args (rule, given, TRUE, error))
    return FALSE;
  if (rule != NULL && rule->setting == FIT_SETTING_SPREADING
      && g_strcmp0 (*(char **) fit_rule_setting (rule, given), "System") == 0)
    info = &fit_selector_spread_priority;
  if (rule != NULL && rule->setting == FIT_SETTING_HARD_WEIGHT)
    maker->args.hard_pod_affinity_symmetric_weight
        = *(const gint32 *) fit_rule_setting (rule, given);
  return info != NULL ? add_priority (maker, info, weight, NULL, error)
                      : refuse (plugin->name, "it", error);
}

/* -- all together ---------------------------------------------------------- */

typedef gboolean (*AddFunc) (Maker *maker, const FitPluginEntry *plugin,
                             gconstpointer given, GError **error);

static gboolean
add_list (Maker *maker, FitExtensionPoint point, AddFunc add, GError **error)
{
  const FitProfileList *list = &maker->profile->plugins[point];
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < list->n; i++)
    ok = add (maker, &list->items[i],
              fit_profile_args_or_default (maker->profile, list->items[i].name),
              error);
  return ok;
}

FitFeatureGates
fit_legacy_profile_gates (const FitConfiguration *configuration)
{
  FitFeatureGates gates = fit_feature_gates_default ();

  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const FitProfile *profile = &configuration->profiles[i];

      for (guint r = 0; fit_rules[r] != NULL; r++)
        if ((fit_rules[r]->predicates != NULL
             || fit_rules[r]->priorities != NULL)
            && fit_rule_gate (fit_rules[r]) != FIT_GATE_NONE
            && (fit_profile_has (profile, FIT_POINT_FILTER, fit_rules[r]->name)
                || fit_profile_has (profile, FIT_POINT_SCORE,
                                    fit_rules[r]->name)))
          gates = fit_feature_gates_with (gates, fit_rule_gate (fit_rules[r]),
                                          TRUE);
    }
  return gates;
}

FitAlgorithm *
fit_legacy_profile_algorithm (const FitConfiguration *configuration,
                              guint index, FitCache *cache, GError **error)
{
  g_autoptr (FitAlgorithm) algorithm = fit_algorithm_new_owning ();
  Maker maker = {
    .profile = &configuration->profiles[index],
    .algorithm = algorithm,
    .args = { .cache = cache,
              .gates = fit_cache_gates (cache),
              .hard_pod_affinity_symmetric_weight = 1 },
  };

  if (!add_list (&maker, FIT_POINT_FILTER, add_filter, error)
      || !add_list (&maker, FIT_POINT_SCORE, add_score, error))
    return NULL;
  algorithm->hard_pod_affinity_symmetric_weight
      = maker.args.hard_pod_affinity_symmetric_weight;
  fit_configuration_list_extenders (configuration, algorithm->extenders);
  return g_steal_pointer (&algorithm);
}
