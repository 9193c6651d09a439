/* legacy-profile.c - runs a profile with the functions of v1.16, for comparisons */
#include "config/migrate/legacy-profile.h"

#include "base/intern.h"
#include "config/plugin-settings.h"
#include "config/profile-algorithm.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"

#include <string.h>

typedef struct
{
  const FitProfile *profile;
  FitAlgorithm *algorithm;
  FitFactoryArgs args;
} Maker;

/* -- filters ----------------------------------------------------------------- */

typedef gboolean (*MakeFilter) (Maker *maker, const FitPluginSettings *settings,
                                GError **error);

static gboolean
refuse (const char *plugin, const char *what, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
               "plugin \"%s\": v1.16 has no equal for %s", plugin, what);
  return FALSE;
}

/* Returns: (transfer container): NULL-terminated */
static const char **
terminated (const FitStringList *list)
{
  const char **strings = g_new0 (const char *, list->n + 1);

  for (guint i = 0; i < list->n; i++)
    strings[i] = list->items[i];
  return strings;
}

static gboolean
add_labels (Maker *maker, const FitPredicateInfo *info,
            const FitStringList *list, gboolean presence, GError **error)
{
  g_autofree const char **labels = terminated (list);
  const FitLabelsArgument argument = { labels, presence };

  return list->n == 0
         || fit_algorithm_add_predicate (maker->algorithm, info, &argument,
                                         &maker->args, error);
}

static gboolean
filter_node_label (Maker *maker, const FitPluginSettings *settings,
                   GError **error)
{
  const FitNodeLabelSettings *labels = &settings->node_label;

  return add_labels (maker, &fit_check_node_label_presence,
                     &labels->present_labels, TRUE, error)
         && add_labels (maker, &fit_check_node_label_presence,
                        &labels->absent_labels, FALSE, error);
}

static gboolean
filter_service_affinity (Maker *maker, const FitPluginSettings *settings,
                         GError **error)
{
  return add_labels (maker, &fit_check_service_affinity,
                     &settings->service_affinity.affinity_labels, TRUE, error);
}

static gboolean
filter_node_affinity (Maker *maker, const FitPluginSettings *settings,
                      GError **error)
{
  if (settings->node_affinity.required || settings->node_affinity.n_preferred)
    return refuse ("NodeAffinity", "addedAffinity", error);
  return fit_algorithm_add_predicate (
      maker->algorithm, &fit_match_node_selector, NULL, &maker->args, error);
}

static gboolean
filter_resources (Maker *maker, const FitPluginSettings *settings,
                  GError **error)
{
  const FitNodeResourcesFitSettings *fit = &settings->node_resources_fit;

  if (fit->ignored_resource_groups.n)
    return refuse ("NodeResourcesFit", "ignoredResourceGroups", error);
  for (guint i = 0; i < fit->ignored_resources.n; i++)
    g_ptr_array_add (maker->algorithm->ignored_resources,
                     (gpointer) fit_intern (fit->ignored_resources.items[i]));
  return fit_algorithm_add_predicate (maker->algorithm, &fit_pod_fits_resources,
                                      NULL, &maker->args, error);
}

/* Its API objects did not exist in v1.16. */
static gboolean
no_filter (Maker *maker, const FitPluginSettings *settings, GError **error)
{
  (void) maker;
  (void) settings;
  (void) error;
  return TRUE;
}

static const struct
{
  const char *plugin;
  const FitPredicateInfo *info; /* for plugins without arguments */
  MakeFilter make;
} filters[] = {
  { "NodeUnschedulable", &fit_check_node_unschedulable, NULL },
  { "NodeName", &fit_host_name, NULL },
  { "TaintToleration", &fit_pod_tolerates_node_taints, NULL },
  { "NodeAffinity", NULL, filter_node_affinity },
  { "NodePorts", &fit_pod_fits_host_ports, NULL },
  { "NodeResourcesFit", NULL, filter_resources },
  { "VolumeRestrictions", &fit_no_disk_conflict, NULL },
  { "EBSLimits", &fit_max_ebs_volume_count, NULL },
  { "GCEPDLimits", &fit_max_gce_pd_volume_count, NULL },
  { "NodeVolumeLimits", &fit_max_csi_volume_count, NULL },
  { "AzureDiskLimits", &fit_max_azure_disk_volume_count, NULL },
  { "CinderLimits", &fit_max_cinder_volume_count, NULL },
  { "VolumeBinding", &fit_check_volume_binding, NULL },
  { "VolumeZone", &fit_no_volume_zone_conflict, NULL },
  { "PodTopologySpread", &fit_even_pods_spread, NULL },
  { "InterPodAffinity", &fit_match_inter_pod_affinity, NULL },
  { "NodeLabel", NULL, filter_node_label },
  { "ServiceAffinity", NULL, filter_service_affinity },
  { "DynamicResources", NULL, no_filter },
};

static gboolean
add_filter (Maker *maker, const char *plugin, const FitPluginSettings *settings,
            GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (strcmp (filters[i].plugin, plugin) == 0)
      return filters[i].make
                 ? filters[i].make (maker, settings, error)
                 : fit_algorithm_add_predicate (maker->algorithm,
                                                filters[i].info, NULL,
                                                &maker->args, error);
  return refuse (plugin, "it", error);
}

/* -- scores ------------------------------------------------------------------ */

typedef gboolean (*MakeScore) (Maker *maker, const FitPluginSettings *settings,
                               gint64 weight, GError **error);

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
                 const FitStringList *list, const FitLabelArgument *each,
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
score_node_label (Maker *maker, const FitPluginSettings *settings,
                  gint64 weight, GError **error)
{
  const FitStringList *present
      = &settings->node_label.present_labels_preference;
  const FitStringList *absent = &settings->node_label.absent_labels_preference;
  const gint64 each = share (weight, present->n + absent->n);

  return add_preferences (maker, &fit_label_preference, present,
                          &(const FitLabelArgument){ .presence = TRUE }, each,
                          error)
         && add_preferences (maker, &fit_label_preference, absent,
                             &(const FitLabelArgument){ .presence = FALSE },
                             each, error);
}

static gboolean
score_service_affinity (Maker *maker, const FitPluginSettings *settings,
                        gint64 weight, GError **error)
{
  const FitStringList *labels
      = &settings->service_affinity.anti_affinity_labels_preference;

  return add_preferences (maker, &fit_service_anti_affinity, labels,
                          &(const FitLabelArgument){ .presence = FALSE },
                          share (weight, labels->n), error);
}

static gboolean
add_ratio (Maker *maker, const FitUtilizationShape *shape,
           const FitResourceWeights *resources, gint64 weight, GError **error)
{
  const FitCapacityRatioArgument argument
      = { shape->n, shape->items, resources->n, resources->items };

  return add_priority (maker, &fit_requested_to_capacity_ratio_priority, weight,
                       &argument, error);
}

static gboolean
score_ratio (Maker *maker, const FitPluginSettings *settings, gint64 weight,
             GError **error)
{
  return add_ratio (maker, &settings->capacity_ratio.shape,
                    &settings->capacity_ratio.resources, weight, error);
}

/* v1.16 considers only cpu and memory, with equal weight. */
static gboolean
check_resources (const char *plugin, const FitResourceWeights *resources,
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
score_least (Maker *maker, const FitPluginSettings *settings, gint64 weight,
             GError **error)
{
  return check_resources ("NodeResourcesLeastAllocated",
                          &settings->node_resources.resources, error)
         && add_priority (maker, &fit_least_requested_priority, weight, NULL,
                          error);
}

static gboolean
score_most (Maker *maker, const FitPluginSettings *settings, gint64 weight,
            GError **error)
{
  return check_resources ("NodeResourcesMostAllocated",
                          &settings->node_resources.resources, error)
         && add_priority (maker, &fit_most_requested_priority, weight, NULL,
                          error);
}

static gboolean
score_fit (Maker *maker, const FitPluginSettings *settings, gint64 weight,
           GError **error)
{
  const FitNodeResourcesFitSettings *fit = &settings->node_resources_fit;

  if (fit->strategy == FIT_STRATEGY_REQUESTED_TO_CAPACITY_RATIO)
    return add_ratio (maker, &fit->shape, &fit->resources, weight, error);
  if (!check_resources ("NodeResourcesFit", &fit->resources, error))
    return FALSE;
  return add_priority (maker,
                       fit->strategy == FIT_STRATEGY_MOST_ALLOCATED
                           ? &fit_most_requested_priority
                           : &fit_least_requested_priority,
                       weight, NULL, error);
}

static gboolean
score_spread (Maker *maker, const FitPluginSettings *settings, gint64 weight,
              GError **error)
{
  if (settings->pod_topology_spread.system_defaults)
    return add_priority (maker, &fit_selector_spread_priority, weight, NULL,
                         error);
  if (settings->pod_topology_spread.n_constraints)
    return refuse ("PodTopologySpread", "defaultConstraints", error);
  return add_priority (maker, &fit_even_pods_spread_priority, weight, NULL,
                       error);
}

static gboolean
score_inter_pod_affinity (Maker *maker, const FitPluginSettings *settings,
                          gint64 weight, GError **error)
{
  maker->args.hard_pod_affinity_symmetric_weight
      = settings->inter_pod_affinity.hard_pod_affinity_weight;
  return add_priority (maker, &fit_inter_pod_affinity_priority, weight, NULL,
                       error);
}

static gboolean
no_score (Maker *maker, const FitPluginSettings *settings, gint64 weight,
          GError **error)
{
  (void) weight;
  return no_filter (maker, settings, error);
}

static const struct
{
  const char *plugin;
  const FitPriorityInfo *info; /* for plugins without arguments */
  MakeScore make;
} scores[] = {
  { "NodeResourcesBalancedAllocation", &fit_balanced_resource_allocation,
    NULL },
  { "ImageLocality", &fit_image_locality_priority, NULL },
  { "InterPodAffinity", NULL, score_inter_pod_affinity },
  { "NodeResourcesLeastAllocated", NULL, score_least },
  { "NodeResourcesMostAllocated", NULL, score_most },
  { "NodeResourcesFit", NULL, score_fit },
  { "RequestedToCapacityRatio", NULL, score_ratio },
  { "NodeAffinity", &fit_node_affinity_priority, NULL },
  { "NodePreferAvoidPods", &fit_node_prefer_avoid_pods_priority, NULL },
  { "NodeResourceLimits", &fit_resource_limits_priority, NULL },
  { "PodTopologySpread", NULL, score_spread },
  { "SelectorSpread", &fit_selector_spread_priority, NULL },
  { "DefaultPodTopologySpread", &fit_selector_spread_priority, NULL },
  { "TaintToleration", &fit_taint_toleration_priority, NULL },
  { "NodeLabel", NULL, score_node_label },
  { "ServiceAffinity", NULL, score_service_affinity },
  { "VolumeBinding", NULL, no_score },
};

static gboolean
add_score (Maker *maker, const FitProfilePlugin *plugin,
           const FitPluginSettings *settings, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (scores); i++)
    if (strcmp (scores[i].plugin, plugin->name) == 0)
      return scores[i].make
                 ? scores[i].make (maker, settings, plugin->weight, error)
                 : add_priority (maker, scores[i].info, plugin->weight, NULL,
                                 error);
  return refuse (plugin->name, "it", error);
}

/* -- all together -------------------------------------------------------------- */

typedef gboolean (*AddFunc) (Maker *maker, const FitProfilePlugin *plugin,
                             const FitPluginSettings *settings, GError **error);

static gboolean
add_listed_filter (Maker *maker, const FitProfilePlugin *plugin,
                   const FitPluginSettings *settings, GError **error)
{
  return add_filter (maker, plugin->name, settings, error);
}

static gboolean
add_list (Maker *maker, FitProfilePoint point, AddFunc add, GError **error)
{
  const FitProfileList *list = &maker->profile->plugins[point];
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < list->n; i++)
    {
      g_auto (FitPluginSettings) settings = { 0 };

      fit_plugin_settings_init (
          &settings, list->items[i].name,
          fit_profile_find_args (maker->profile, list->items[i].name));
      ok = add (maker, &list->items[i], &settings, error);
    }
  return ok;
}

FitFeatureGates
fit_legacy_profile_gates (const FitConfiguration *configuration)
{
  FitFeatureGates gates = fit_feature_gates_default ();

  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const FitProfile *profile = &configuration->profiles[i];

      if (fit_profile_has (profile, FIT_PROFILE_FILTER, "PodTopologySpread")
          || fit_profile_has (profile, FIT_PROFILE_SCORE, "PodTopologySpread"))
        fit_feature_gates_set (&gates, "EvenPodsSpread", TRUE, NULL);
      if (fit_profile_has (profile, FIT_PROFILE_SCORE, "NodeResourceLimits"))
        fit_feature_gates_set (&gates, "ResourceLimitsPriorityFunction", TRUE,
                               NULL);
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

  if (!add_list (&maker, FIT_PROFILE_FILTER, add_listed_filter, error)
      || !add_list (&maker, FIT_PROFILE_SCORE, add_score, error))
    return NULL;
  algorithm->hard_pod_affinity_symmetric_weight
      = maker.args.hard_pod_affinity_symmetric_weight;
  fit_configuration_list_extenders (configuration, algorithm->extenders);
  return g_steal_pointer (&algorithm);
}
