#include "algorithmprovider/defaults.h"

#include "predicates/predicates.h"
#include "priorities/priorities.h"

/* Predicates in the order in which they are evaluated: v1.16
 * predicates.Ordering().  Where v1.16 does not register a name at start-up, a
 * Policy argument, a feature gate or an embedding program may.
 *
 * "provided": member of both providers. */
/* clang-format off */
static const struct
{
  const FitPredicateInfo *info;
  gboolean registered;
  gboolean provided;
  gboolean mandatory;
} predicates[] = {
  { &fit_check_node_condition, TRUE, TRUE, TRUE },
  { &fit_check_node_unschedulable, FALSE, FALSE, FALSE },
  { &fit_general_predicates, TRUE, TRUE, FALSE },
  { &fit_host_name, TRUE, FALSE, FALSE },
  { &fit_pod_fits_host_ports, TRUE, FALSE, FALSE },
  { &fit_match_node_selector, TRUE, FALSE, FALSE },
  { &fit_pod_fits_resources, TRUE, FALSE, FALSE },
  { &fit_no_disk_conflict, TRUE, TRUE, FALSE },
  { &fit_pod_tolerates_node_taints, TRUE, TRUE, FALSE },
  { &fit_pod_tolerates_node_no_execute_taints, FALSE, FALSE, FALSE },
  { &fit_check_node_label_presence, FALSE, FALSE, FALSE },
  { &fit_check_service_affinity, FALSE, FALSE, FALSE },
  { &fit_max_ebs_volume_count, TRUE, TRUE, FALSE },
  { &fit_max_gce_pd_volume_count, TRUE, TRUE, FALSE },
  { &fit_max_csi_volume_count, TRUE, TRUE, FALSE },
  { &fit_max_azure_disk_volume_count, TRUE, TRUE, FALSE },
  { &fit_max_cinder_volume_count, TRUE, FALSE, FALSE },
  { &fit_check_volume_binding, TRUE, TRUE, FALSE },
  { &fit_no_volume_zone_conflict, TRUE, TRUE, FALSE },
  { &fit_check_node_memory_pressure, TRUE, TRUE, FALSE },
  { &fit_check_node_pid_pressure, TRUE, TRUE, FALSE },
  { &fit_check_node_disk_pressure, TRUE, TRUE, FALSE },
  { &fit_even_pods_spread, FALSE, FALSE, FALSE },
  { &fit_match_inter_pod_affinity, TRUE, TRUE, FALSE },
};
/* clang-format on */

/* The name that 1.0 had for PodFitsHostPorts: accepted, but not in the
 * evaluation order, so never evaluated. */
#define POD_FITS_PORTS "PodFitsPorts"

enum
{
  DEFAULT = 1 << 0,
  AUTOSCALER = 1 << 1,
  BOTH = DEFAULT | AUTOSCALER,
};

static const char *const provider_names[]
    = { FIT_DEFAULT_PROVIDER, "ClusterAutoscalerProvider" };

/* Priorities and the providers that hold them. */
/* clang-format off */
static const struct
{
  const FitPriorityInfo *info;
  guint providers;
} priorities[] = {
  { &fit_selector_spread_priority, BOTH },
  { &fit_inter_pod_affinity_priority, BOTH },
  { &fit_least_requested_priority, DEFAULT },
  { &fit_most_requested_priority, AUTOSCALER },
  { &fit_balanced_resource_allocation, BOTH },
  { &fit_node_prefer_avoid_pods_priority, BOTH },
  { &fit_node_affinity_priority, BOTH },
  { &fit_taint_toleration_priority, BOTH },
  { &fit_image_locality_priority, BOTH },
  { &fit_service_spreading_priority, 0 },
  { &fit_equal_priority, 0 },
  { &fit_requested_to_capacity_ratio_priority, 0 },
};
/* clang-format on */

static void
add_predicate (FitRegistry *registry, const FitPredicateInfo *info)
{
  fit_registry_add_predicate (registry, info->name, info, NULL, NULL);
}

static void
add_priority (FitRegistry *registry, const FitPriorityInfo *info)
{
  fit_registry_add_priority (registry, info->name, info, info->weight, NULL,
                             NULL, NULL);
}

/* v1.16 ApplyFeatureGates(). */
static void
apply_gates (FitRegistry *registry, FitFeatureGates gates)
{
  const FitPredicateInfo *const by_taints[]
      = { &fit_check_node_condition, &fit_check_node_memory_pressure,
          &fit_check_node_disk_pressure, &fit_check_node_pid_pressure };
  const FitPredicateInfo *const instead[]
      = { &fit_pod_tolerates_node_taints, &fit_check_node_unschedulable };

  if (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION))
    {
      for (guint i = 0; i < G_N_ELEMENTS (by_taints); i++)
        fit_registry_remove_predicate (registry, by_taints[i]->name);
      for (guint i = 0; i < G_N_ELEMENTS (instead); i++)
        {
          add_predicate (registry, instead[i]);
          fit_registry_set_mandatory (registry, instead[i]->name);
          fit_registry_insert_predicate_key (registry, instead[i]->name);
        }
    }
  if (fit_gate_on (gates, FIT_GATE_EVEN_PODS_SPREAD))
    {
      add_predicate (registry, &fit_even_pods_spread);
      fit_registry_insert_predicate_key (registry, fit_even_pods_spread.name);
      add_priority (registry, &fit_even_pods_spread_priority);
      fit_registry_insert_priority_key (registry,
                                        fit_even_pods_spread_priority.name);
    }
  if (fit_gate_on (gates, FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION))
    {
      add_priority (registry, &fit_resource_limits_priority);
      fit_registry_insert_priority_key (registry,
                                        fit_resource_limits_priority.name);
    }
}

static void
fill_providers (FitRegistry *registry)
{
  for (guint p = 0; p < G_N_ELEMENTS (provider_names); p++)
    {
      FitProvider *provider
          = fit_registry_add_provider (registry, provider_names[p]);

      for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
        if (predicates[i].provided)
          fit_provider_add_predicate (provider, predicates[i].info->name);
      for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
        if (priorities[i].providers >> p & 1)
          fit_provider_add_priority (provider, priorities[i].info->name);
    }
}

FitRegistry *
fit_registry_new_default (FitFeatureGates gates)
{
  FitRegistry *registry = fit_registry_new ();

  for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
    {
      const FitPredicateInfo *info = predicates[i].info;

      fit_registry_append_order (registry, info->name);
      if (predicates[i].registered)
        add_predicate (registry, info);
      if (predicates[i].mandatory)
        fit_registry_set_mandatory (registry, info->name);
    }
  fit_registry_add_predicate (registry, POD_FITS_PORTS,
                              &fit_pod_fits_host_ports, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    add_priority (registry, priorities[i].info);
  fill_providers (registry);
  apply_gates (registry, gates);
  return registry;
}
