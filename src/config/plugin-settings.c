/* plugin-settings.c - turns the arguments in a configuration into the settings that plugins take */
#include "config/plugin-settings.h"

#include "base/intern.h"

#include <string.h>

FitProfileGates
fit_profile_gates_from_release (const FitReleaseGates *gates)
{
  FitProfileGates out = fit_profile_gates_default (gates->release);

  /* Two gates have one meaning, in different releases. */
  for (guint i = 0; i < FIT_RELEASE_GATE_LAST; i++)
    if (fit_release_gate_is_known ((FitReleaseGate) i, gates->release))
      fit_profile_gates_set (&out, fit_release_gate_name ((FitReleaseGate) i),
                             fit_release_gate_on (gates, (FitReleaseGate) i));
  return out;
}

/* -- parts ----------------------------------------------------------------- */

static FitStringList
strings (const FitArgStrings *written)
{
  return (FitStringList){ written->n, written->items };
}

static FitResourceWeights
weights (const FitArgResources *written)
{
  FitWeightedResource *items = g_new (FitWeightedResource, written->n);

  for (guint i = 0; i < written->n; i++)
    items[i] = (FitWeightedResource){ written->items[i].name,
                                      MAX (written->items[i].weight, 1) };
  return (FitResourceWeights){ written->n, items };
}

static FitUtilizationShape
shape (const FitArgShape *written)
{
  FitUtilizationPoint *items = g_new (FitUtilizationPoint, written->n);

  for (guint i = 0; i < written->n; i++)
    items[i] = (FitUtilizationPoint){ written->points[i].utilization,
                                      written->points[i].score };
  return (FitUtilizationShape){ written->n, items };
}

static FitNodeSelector *
node_selector (const FitArgNodeSelector *written)
{
  FitNodeSelector *selector = fit_node_selector_new (written->n_terms);

  for (guint i = 0; i < written->n_terms; i++)
    {
      const FitArgNodeTerm *term = &written->terms[i];

      if (term->n_expressions)
        selector->terms[i].expressions = fit_selector_new_expressions (
            NULL, term->expressions, term->n_expressions, FIT_SELECTOR_NODE);
      if (term->n_fields)
        selector->terms[i].fields
            = fit_selector_new_fields (term->fields, term->n_fields);
    }
  return selector;
}

static FitPreferredNodeTerm *
preferred_terms (const FitArgAffinity *written)
{
  FitPreferredNodeTerm *terms
      = g_new0 (FitPreferredNodeTerm, written->n_preferred);

  for (guint i = 0; i < written->n_preferred; i++)
    {
      const FitArgNodeTerm *term = &written->preferred[i].preference;

      terms[i].weight = written->preferred[i].weight;
      terms[i].expressions = fit_selector_new_expressions (
          NULL, term->expressions, term->n_expressions, FIT_SELECTOR_NODE);
      if (term->n_fields)
        terms[i].fields
            = fit_selector_new_fields (term->fields, term->n_fields);
    }
  return terms;
}

/* -- plugins --------------------------------------------------------------- */

static void
read_inter_pod_affinity (FitPluginSettings *settings, gconstpointer args)
{
  const FitInterPodAffinityArgs *written = args;

  settings->inter_pod_affinity = (FitInterPodAffinitySettings){
    .hard_pod_affinity_weight = written->hard_pod_affinity_weight,
    .ignore_preferred_terms_of_existing_pods
    = written->ignore_preferred_terms_of_existing_pods,
  };
}

static void
read_node_affinity (FitPluginSettings *settings, gconstpointer args)
{
  const FitArgAffinity *added
      = ((const FitNodeAffinityArgs *) args)->added_affinity;

  if (!added)
    return;
  if (added->required)
    settings->node_affinity.required = node_selector (added->required);
  settings->node_affinity.n_preferred = added->n_preferred;
  settings->node_affinity.preferred = preferred_terms (added);
}

static void
read_node_label (FitPluginSettings *settings, gconstpointer args)
{
  const FitNodeLabelArgs *written = args;

  settings->node_label = (FitNodeLabelSettings){
    .present_labels = strings (&written->present_labels),
    .absent_labels = strings (&written->absent_labels),
    .present_labels_preference = strings (&written->present_labels_preference),
    .absent_labels_preference = strings (&written->absent_labels_preference),
  };
}

static void
read_service_affinity (FitPluginSettings *settings, gconstpointer args)
{
  const FitServiceAffinityArgs *written = args;

  settings->service_affinity = (FitServiceAffinitySettings){
    .affinity_labels = strings (&written->affinity_labels),
    .anti_affinity_labels_preference
    = strings (&written->anti_affinity_labels_preference),
  };
}

static FitScoringStrategyType
strategy_type (const char *name)
{
  static const char *const names[] = {
    [FIT_STRATEGY_LEAST_ALLOCATED] = "LeastAllocated",
    [FIT_STRATEGY_MOST_ALLOCATED] = "MostAllocated",
    [FIT_STRATEGY_REQUESTED_TO_CAPACITY_RATIO] = "RequestedToCapacityRatio",
  };
  guint i = 0;

  while (i < G_N_ELEMENTS (names) - 1 && strcmp (names[i], name) != 0)
    i++;
  return (FitScoringStrategyType) i;
}

static void
read_resources_fit (FitPluginSettings *settings, gconstpointer args)
{
  const FitNodeResourcesFitArgs *written = args;
  const FitArgScoringStrategy *strategy = written->scoring_strategy;
  FitNodeResourcesFitSettings *out = &settings->node_resources_fit;

  out->ignored_resources = strings (&written->ignored_resources);
  out->ignored_resource_groups = strings (&written->ignored_resource_groups);
  out->has_strategy = strategy != NULL;
  if (!strategy)
    return;
  out->strategy = strategy_type (strategy->type);
  out->resources = weights (&strategy->resources);
  if (strategy->requested_to_capacity_ratio)
    out->shape = shape (&strategy->requested_to_capacity_ratio->shape);
}

static void
read_resources (FitPluginSettings *settings, gconstpointer args)
{
  settings->node_resources.resources
      = weights (&((const FitNodeResourcesArgs *) args)->resources);
}

static void
read_capacity_ratio (FitPluginSettings *settings, gconstpointer args)
{
  const FitRequestedToCapacityRatioArgs *written = args;

  settings->capacity_ratio.resources = weights (&written->resources);
  settings->capacity_ratio.shape = shape (&written->shape);
}

static void
read_topology_spread (FitPluginSettings *settings, gconstpointer args)
{
  const FitPodTopologySpreadArgs *written = args;
  FitSpreadConstraint *constraints
      = g_new0 (FitSpreadConstraint, written->n_constraints);

  for (guint i = 0; i < written->n_constraints; i++)
    {
      const FitArgConstraint *constraint = &written->constraints[i];
      const char *what = constraint->when_unsatisfiable;

      constraints[i] = (FitSpreadConstraint){
        .max_skew = constraint->max_skew,
        .topology_key = fit_intern (constraint->topology_key),
        .hard = g_strcmp0 (what, "DoNotSchedule") == 0,
        .soft = g_strcmp0 (what, "ScheduleAnyway") == 0,
        .min_domains = constraint->min_domains,
        .all_nodes
        = g_strcmp0 (constraint->node_affinity_policy, "Ignore") == 0,
        .tolerable_nodes
        = g_strcmp0 (constraint->node_taints_policy, "Honor") == 0,
      };
    }
  settings->pod_topology_spread = (FitPodTopologySpreadSettings){
    .system_defaults = g_strcmp0 (written->defaulting_type, "System") == 0,
    .n_constraints = written->n_constraints,
    .constraints = constraints,
  };
}

static void
read_volume_binding (FitPluginSettings *settings, gconstpointer args)
{
  const FitVolumeBindingArgs *written = args;

  settings->volume_binding.bind_timeout_seconds = written->bind_timeout_seconds;
  settings->volume_binding.shape = shape (&written->shape);
}

static void
read_default_preemption (FitPluginSettings *settings, gconstpointer args)
{
  const FitDefaultPreemptionArgs *written = args;

  settings->default_preemption = (FitDefaultPreemptionSettings){
    .min_candidate_nodes_percentage = written->min_candidate_nodes_percentage,
    .min_candidate_nodes_absolute = written->min_candidate_nodes_absolute,
  };
}

static void
read_dynamic_resources (FitPluginSettings *settings, gconstpointer args)
{
  settings->dynamic_resources.filter_timeout_ns
      = ((const FitDynamicResourcesArgs *) args)->filter_timeout_ns;
}

static void (*const readers[FIT_ARGS_LAST]) (FitPluginSettings *settings,
                                             gconstpointer args)
    = {
        [FIT_ARGS_DEFAULT_PREEMPTION] = read_default_preemption,
        [FIT_ARGS_INTER_POD_AFFINITY] = read_inter_pod_affinity,
        [FIT_ARGS_NODE_AFFINITY] = read_node_affinity,
        [FIT_ARGS_NODE_LABEL] = read_node_label,
        [FIT_ARGS_SERVICE_AFFINITY] = read_service_affinity,
        [FIT_ARGS_NODE_RESOURCES_FIT] = read_resources_fit,
        [FIT_ARGS_NODE_RESOURCES_LEAST_ALLOCATED] = read_resources,
        [FIT_ARGS_NODE_RESOURCES_MOST_ALLOCATED] = read_resources,
        [FIT_ARGS_REQUESTED_TO_CAPACITY_RATIO] = read_capacity_ratio,
        [FIT_ARGS_NODE_RESOURCES_BALANCED_ALLOCATION] = read_resources,
        [FIT_ARGS_POD_TOPOLOGY_SPREAD] = read_topology_spread,
        [FIT_ARGS_VOLUME_BINDING] = read_volume_binding,
        [FIT_ARGS_DYNAMIC_RESOURCES] = read_dynamic_resources,
      };

/* -- without arguments ------------------------------------------------------ */

/* In releases where the plugin takes no arguments, it behaves as with these. */
static FitResourceWeights
cpu_and_memory (void)
{
  FitWeightedResource *items = g_new (FitWeightedResource, 2);

  items[0] = (FitWeightedResource){ "cpu", 1 };
  items[1] = (FitWeightedResource){ "memory", 1 };
  return (FitResourceWeights){ 2, items };
}

static void
set_defaults (FitPluginSettings *settings)
{
  switch (settings->kind)
    {
    case FIT_ARGS_NODE_RESOURCES_LEAST_ALLOCATED:
    case FIT_ARGS_NODE_RESOURCES_MOST_ALLOCATED:
    case FIT_ARGS_NODE_RESOURCES_BALANCED_ALLOCATION:
      settings->node_resources.resources = cpu_and_memory ();
      break;
    case FIT_ARGS_INTER_POD_AFFINITY:
      settings->inter_pod_affinity.hard_pod_affinity_weight = 1;
      break;
    default:
      break;
    }
}

void
fit_plugin_settings_init (FitPluginSettings *settings, const char *plugin,
                          const FitProfileArgs *args)
{
  memset (settings, 0, sizeof *settings);
  settings->kind = fit_plugin_args_kind (plugin);
  if (args && args->args && readers[settings->kind])
    readers[settings->kind](settings, args->args);
  else
    set_defaults (settings);
}

/* -- and back -------------------------------------------------------------- */

static void
clear_node_affinity (FitNodeAffinitySettings *settings)
{
  fit_node_selector_unref (settings->required);
  for (guint i = 0; i < settings->n_preferred; i++)
    {
      fit_selector_unref (settings->preferred[i].expressions);
      fit_selector_unref (settings->preferred[i].fields);
    }
  g_free ((gpointer) settings->preferred);
}

static void
clear_topology_spread (FitPodTopologySpreadSettings *settings)
{
  for (guint i = 0; i < settings->n_constraints; i++)
    fit_intern_unref (settings->constraints[i].topology_key);
  g_free ((gpointer) settings->constraints);
}

void
fit_plugin_settings_clear (FitPluginSettings *settings)
{
  switch (settings->kind)
    {
    case FIT_ARGS_NODE_AFFINITY:
      clear_node_affinity (&settings->node_affinity);
      break;
    case FIT_ARGS_POD_TOPOLOGY_SPREAD:
      clear_topology_spread (&settings->pod_topology_spread);
      break;
    case FIT_ARGS_NODE_RESOURCES_FIT:
      g_free ((gpointer) settings->node_resources_fit.resources.items);
      g_free ((gpointer) settings->node_resources_fit.shape.items);
      break;
    case FIT_ARGS_NODE_RESOURCES_LEAST_ALLOCATED:
    case FIT_ARGS_NODE_RESOURCES_MOST_ALLOCATED:
    case FIT_ARGS_NODE_RESOURCES_BALANCED_ALLOCATION:
      g_free ((gpointer) settings->node_resources.resources.items);
      break;
    case FIT_ARGS_REQUESTED_TO_CAPACITY_RATIO:
      g_free ((gpointer) settings->capacity_ratio.resources.items);
      g_free ((gpointer) settings->capacity_ratio.shape.items);
      break;
    case FIT_ARGS_VOLUME_BINDING:
      g_free ((gpointer) settings->volume_binding.shape.items);
      break;
    default:
      break;
    }
  memset (settings, 0, sizeof *settings);
}
