/* legacy-profile.c - runs a profile with the functions of v1.16, for comparisons */
#include "config/migrate/legacy-profile.h"

#include "base/intern.h"
#include "config/profile-algorithm.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "rules/rule.h"

#include <string.h>

typedef struct
{
  const FitProfile *profile;
  FitAlgorithm *algorithm;
  FitFactoryArgs args;
} Maker;

/* -- filters ----------------------------------------------------------------- */

typedef gboolean (*MakeFilter) (Maker *maker, gconstpointer given,
                                GError **error);

static gboolean
refuse (const char *plugin, const char *what, GError **error)
{
  return fit_fail (error, FIT_ERROR_POLICY,
                   "plugin \"%s\": v1.16 has no equal for %s", plugin, what);
}

/* Returns: (transfer container): NULL-terminated */
static const char **
terminated (const FitArgStrings *list)
{
  const char **strings = g_new0 (const char *, list->n + 1);

  for (guint i = 0; i < list->n; i++)
    strings[i] = list->items[i];
  return strings;
}

static gboolean
add_labels (Maker *maker, const FitPredicateInfo *info,
            const FitArgStrings *list, gboolean presence, GError **error)
{
  g_autofree const char **labels = terminated (list);
  const FitLabelsArgument argument = { labels, presence };

  return list->n == 0
         || fit_algorithm_add_predicate (maker->algorithm, info, &argument,
                                         &maker->args, error);
}

static gboolean
filter_node_label (Maker *maker, gconstpointer given, GError **error)
{
  const FitNodeLabelArgs *labels = given;

  return add_labels (maker, &fit_check_node_label_presence,
                     &labels->present_labels, TRUE, error)
         && add_labels (maker, &fit_check_node_label_presence,
                        &labels->absent_labels, FALSE, error);
}

static gboolean
filter_service_affinity (Maker *maker, gconstpointer given, GError **error)
{
  const FitServiceAffinityArgs *affinity = given;

  return add_labels (maker, &fit_check_service_affinity,
                     &affinity->affinity_labels, TRUE, error);
}

static gboolean
filter_node_affinity (Maker *maker, gconstpointer given, GError **error)
{
  const FitArgAffinity *added
      = ((const FitNodeAffinityArgs *) given)->added_affinity;

  if (added && (added->required || added->n_preferred))
    return refuse (fit_rule_node_affinity.name, "addedAffinity", error);
  return fit_algorithm_add_predicate (
      maker->algorithm, &fit_match_node_selector, NULL, &maker->args, error);
}

static gboolean
filter_resources (Maker *maker, gconstpointer given, GError **error)
{
  const FitNodeResourcesFitArgs *fit = given;

  if (fit->ignored_resource_groups.n)
    return refuse (fit_rule_node_resources_fit.name, "ignoredResourceGroups",
                   error);
  for (guint i = 0; i < fit->ignored_resources.n; i++)
    g_ptr_array_add (maker->algorithm->ignored_resources,
                     (gpointer) fit_intern (fit->ignored_resources.items[i]));
  return fit_algorithm_add_predicate (maker->algorithm, &fit_pod_fits_resources,
                                      NULL, &maker->args, error);
}

/* Its API objects did not exist in v1.16. */
static gboolean
no_filter (Maker *maker, gconstpointer given, GError **error)
{
  (void) maker;
  (void) given;
  (void) error;
  return TRUE;
}

/* What the other plugins replaced takes no arguments. */
static const struct
{
  const FitRule *rule;
  MakeFilter make;
} filters[] = {
  { &fit_rule_node_affinity, filter_node_affinity },
  { &fit_rule_node_resources_fit, filter_resources },
  { &fit_rule_node_label, filter_node_label },
  { &fit_rule_service_affinity, filter_service_affinity },
  { &fit_rule_dynamic_resources, no_filter },
};

static gboolean
add_filter (Maker *maker, const FitProfilePlugin *plugin, gconstpointer given,
            GError **error)
{
  const FitRule *rule = fit_rule_find (plugin->name);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (filters[i].rule == rule)
      return filters[i].make (maker, given, error);
  if (!rule || !rule->predicates)
    return refuse (plugin->name, "it", error);
  return fit_algorithm_add_predicate (maker->algorithm, rule->predicates[0],
                                      NULL, &maker->args, error);
}

/* -- scores ------------------------------------------------------------------ */

typedef gboolean (*MakeScore) (Maker *maker, gconstpointer given, gint64 weight,
                               GError **error);

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
                 const FitArgStrings *list, const FitLabelArgument *each,
                 gint64 weight, GError **error)
{
  for (guint i = 0; i < list->n; i++)
    {
      const FitLabelArgument argument = { list->items[i], each->presence };

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
score_node_label (Maker *maker, gconstpointer given, gint64 weight,
                  GError **error)
{
  const FitNodeLabelArgs *labels = given;
  const FitArgStrings *present = &labels->present_labels_preference;
  const FitArgStrings *absent = &labels->absent_labels_preference;
  const gint64 each = share (weight, present->n + absent->n);

  return add_preferences (maker, &fit_label_preference, present,
                          &(const FitLabelArgument){ .presence = TRUE }, each,
                          error)
         && add_preferences (maker, &fit_label_preference, absent,
                             &(const FitLabelArgument){ .presence = FALSE },
                             each, error);
}

static gboolean
score_service_affinity (Maker *maker, gconstpointer given, gint64 weight,
                        GError **error)
{
  const FitArgStrings *labels = &((const FitServiceAffinityArgs *) given)
                                     ->anti_affinity_labels_preference;

  return add_preferences (maker, &fit_service_anti_affinity, labels,
                          &(const FitLabelArgument){ .presence = FALSE },
                          share (weight, labels->n), error);
}

static gboolean
add_ratio (Maker *maker, const FitArgShape *shape,
           const FitArgResources *resources, gint64 weight, GError **error)
{
  g_autofree FitUtilizationPoint *points
      = g_new (FitUtilizationPoint, shape->n);
  const FitCapacityRatioArgument argument
      = { shape->n, points, resources->n, resources->items };

  for (guint i = 0; i < shape->n; i++)
    points[i] = (FitUtilizationPoint){ shape->points[i].utilization,
                                       shape->points[i].score };
  return add_priority (maker, &fit_requested_to_capacity_ratio_priority, weight,
                       &argument, error);
}

static gboolean
score_ratio (Maker *maker, gconstpointer given, gint64 weight, GError **error)
{
  const FitRequestedToCapacityRatioArgs *ratio = given;

  return add_ratio (maker, &ratio->shape, &ratio->resources, weight, error);
}

/* v1.16 considers only cpu and memory, with equal weight. */
static gboolean
check_resources (const char *plugin, const FitArgResources *resources,
                 GError **error)
{
  gboolean plain = resources->n == 2;

  for (guint i = 0; plain && i < resources->n; i++)
    plain = resources->items[i].weight == resources->items[0].weight
            && (strcmp (resources->items[i].name, "cpu") == 0
                || strcmp (resources->items[i].name, "memory") == 0);
  return plain || refuse (plugin, "the resources that it scores by", error);
}

static gboolean
score_fit (Maker *maker, gconstpointer given, gint64 weight, GError **error)
{
  static const FitArgShape no_shape = { 0 };
  const FitNodeResourcesFitArgs *fit = given;
  const FitArgScoringStrategy *strategy = fit->scoring_strategy;
  const FitArgCapacityRatio *ratio = strategy->requested_to_capacity_ratio;

  if (strcmp (strategy->type, FIT_STRATEGY_RATIO) == 0)
    return add_ratio (maker, ratio ? &ratio->shape : &no_shape,
                      &strategy->resources, weight, error);
  if (!check_resources (fit_rule_node_resources_fit.name, &strategy->resources,
                        error))
    return FALSE;
  return add_priority (maker,
                       strcmp (strategy->type, FIT_STRATEGY_MOST) == 0
                           ? &fit_most_requested_priority
                           : &fit_least_requested_priority,
                       weight, NULL, error);
}

static gboolean
score_spread (Maker *maker, gconstpointer given, gint64 weight, GError **error)
{
  const FitPodTopologySpreadArgs *spread = given;

  if (g_strcmp0 (spread->defaulting_type, "System") == 0)
    return add_priority (maker, &fit_selector_spread_priority, weight, NULL,
                         error);
  if (spread->n_constraints)
    return refuse (fit_rule_pod_topology_spread.name, "defaultConstraints",
                   error);
  return add_priority (maker, &fit_even_pods_spread_priority, weight, NULL,
                       error);
}

static gboolean
score_inter_pod_affinity (Maker *maker, gconstpointer given, gint64 weight,
                          GError **error)
{
  maker->args.hard_pod_affinity_symmetric_weight
      = ((const FitInterPodAffinityArgs *) given)->hard_pod_affinity_weight;
  return add_priority (maker, &fit_inter_pod_affinity_priority, weight, NULL,
                       error);
}

static gboolean
no_score (Maker *maker, gconstpointer given, gint64 weight, GError **error)
{
  (void) weight;
  return no_filter (maker, given, error);
}

/* What the other plugins replaced takes no arguments. */
static const struct
{
  const FitRule *rule;
  MakeScore make;
} scores[] = {
  { &fit_rule_inter_pod_affinity, score_inter_pod_affinity },
  { &fit_rule_node_resources_fit, score_fit },
  { &fit_rule_requested_to_capacity_ratio, score_ratio },
  { &fit_rule_pod_topology_spread, score_spread },
  { &fit_rule_node_label, score_node_label },
  { &fit_rule_service_affinity, score_service_affinity },
  { &fit_rule_volume_binding, no_score },
};

static gboolean
add_score (Maker *maker, const FitProfilePlugin *plugin, gconstpointer given,
           GError **error)
{
  const FitRule *rule = fit_rule_find (plugin->name);

  for (guint i = 0; i < G_N_ELEMENTS (scores); i++)
    if (scores[i].rule == rule)
      return scores[i].make (maker, given, plugin->weight, error);
  if (!rule || !rule->priorities)
    return refuse (plugin->name, "it", error);
  if ((rule == &fit_rule_node_resources_least_allocated
       || rule == &fit_rule_node_resources_most_allocated)
      && !check_resources (rule->name,
                           &((const FitNodeResourcesArgs *) given)->resources,
                           error))
    return FALSE;
  return add_priority (maker, rule->priorities[0], plugin->weight, NULL, error);
}

/* -- all together -------------------------------------------------------------- */

typedef gboolean (*AddFunc) (Maker *maker, const FitProfilePlugin *plugin,
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

      if (fit_profile_has (profile, FIT_POINT_FILTER,
                           fit_rule_pod_topology_spread.name)
          || fit_profile_has (profile, FIT_POINT_SCORE,
                              fit_rule_pod_topology_spread.name))
        gates.bits |= FIT_GATE_BIT (FIT_GATE_EVEN_PODS_SPREAD);
      if (fit_profile_has (profile, FIT_POINT_SCORE,
                           fit_rule_node_resource_limits.name))
        gates.bits |= FIT_GATE_BIT (FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION);
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
