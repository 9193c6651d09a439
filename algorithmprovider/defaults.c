/* defaults.c - every predicate and priority of v1.16 under its registered name,
 * the order of evaluation, and the providers
 * SPDX-License-Identifier: Apache-2.0 */
#include "algorithmprovider/defaults.h"

#include "predicates/predicates.h"
#include "priorities/priorities.h"

/* For names that no release registers by default, or has in its order. */
#define NEVER G_MAXINT

#define V(minor) FIT_RELEASE (minor, 0)

/* Predicates in evaluation order: predicates.Ordering().  A name that is not
 * registered at start-up can be registered by a Policy argument, a feature gate
 * or an embedding program.
 *
 * "ordered", "registered": the first release where that holds; 1.10 was the
 * first with an order.  "before": the first release that does not register it
 * any more.  "provided": it belongs to both providers. */
/* clang-format off */
static const struct
{
  const FitPredicateInfo *info;
  FitRelease ordered;
  FitRelease registered;
  FitRelease before;
  gboolean provided;
  gboolean mandatory;
} predicates[] = {
  { &fit_check_node_condition, V (10), V (8), NEVER, TRUE, TRUE },
  { &fit_check_node_unschedulable, V (10), NEVER, NEVER, FALSE, FALSE },
  { &fit_general_predicates, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_host_name, V (10), V (8), NEVER, FALSE, FALSE },
  { &fit_pod_fits_host_ports, V (10), V (8), NEVER, FALSE, FALSE },
  { &fit_match_node_selector, V (10), V (8), NEVER, FALSE, FALSE },
  { &fit_pod_fits_resources, V (10), V (8), NEVER, FALSE, FALSE },
  { &fit_no_disk_conflict, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_pod_tolerates_node_taints, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_pod_tolerates_node_no_execute_taints, V (10), NEVER, NEVER, FALSE, FALSE },
  { &fit_check_node_label_presence, V (10), NEVER, NEVER, FALSE, FALSE },
  { &fit_check_service_affinity, V (10), NEVER, NEVER, FALSE, FALSE },
  { &fit_max_ebs_volume_count, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_max_gce_pd_volume_count, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_max_csi_volume_count, V (12), V (12), NEVER, TRUE, FALSE },
  { &fit_max_azure_disk_volume_count, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_max_cinder_volume_count, V (14), V (14), NEVER, FALSE, FALSE },
  { &fit_check_volume_binding, V (10), V (9), NEVER, TRUE, FALSE },
  { &fit_no_volume_zone_conflict, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_check_node_memory_pressure, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_check_node_pid_pressure, V (11), V (11), NEVER, TRUE, FALSE },
  { &fit_check_node_disk_pressure, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_even_pods_spread, V (16), NEVER, NEVER, FALSE, FALSE },
  { &fit_match_inter_pod_affinity, V (10), V (8), NEVER, TRUE, FALSE },
  { &fit_no_volume_node_conflict, NEVER, V (8), V (9), TRUE, FALSE },
};
/* clang-format on */

/* The first release with an evaluation order. */
#define FIRST_ORDER V (10)

/* 1.0's name for PodFitsHostPorts.  It is accepted but not in the evaluation
 * order, so releases with an order never evaluate it. */
#define POD_FITS_PORTS "PodFitsPorts"

enum
{
  DEFAULT = 1 << 0,
  AUTOSCALER = 1 << 1,
  BOTH = DEFAULT | AUTOSCALER,
};

static const char *const provider_names[]
    = { FIT_DEFAULT_PROVIDER, "ClusterAutoscalerProvider" };

/* Priorities, the first release that registers them, the providers that include
 * them, and the first release whose providers do. */
/* clang-format off */
static const struct
{
  const FitPriorityInfo *info;
  FitRelease registered;
  guint providers;
  FitRelease provided;
} priorities[] = {
  { &fit_selector_spread_priority, V (8), BOTH, V (8) },
  { &fit_inter_pod_affinity_priority, V (8), BOTH, V (8) },
  { &fit_least_requested_priority, V (8), DEFAULT, V (8) },
  { &fit_most_requested_priority, V (8), AUTOSCALER, V (8) },
  { &fit_balanced_resource_allocation, V (8), BOTH, V (8) },
  { &fit_node_prefer_avoid_pods_priority, V (8), BOTH, V (8) },
  { &fit_node_affinity_priority, V (8), BOTH, V (8) },
  { &fit_taint_toleration_priority, V (8), BOTH, V (8) },
  { &fit_image_locality_priority, V (8), BOTH, V (12) },
  { &fit_service_spreading_priority, V (8), 0, NEVER },
  { &fit_equal_priority, V (8), 0, NEVER },
  { &fit_requested_to_capacity_ratio_priority, V (11), 0, NEVER },
};
/* clang-format on */

/* What the gate TaintNodesByCondition removes and what it makes mandatory, and
 * the first release where it does. */
typedef struct
{
  const FitPredicateInfo *info;
  FitRelease first;
} GatedPredicate;

static const GatedPredicate by_taints[] = {
  { &fit_check_node_condition, V (8) },
  { &fit_check_node_memory_pressure, V (11) },
  { &fit_check_node_disk_pressure, V (11) },
  { &fit_check_node_pid_pressure, V (11) },
};

static const GatedPredicate instead[] = {
  { &fit_pod_tolerates_node_taints, V (8) },
  { &fit_check_node_unschedulable, V (12) },
};

/* The first release whose providers include ResourceLimitsPriority. */
#define LIMITS_PROVIDED V (13)

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

/* ApplyFeatureGates(). */
static void
apply_gates (FitRegistry *registry, FitFeatureGates gates)
{
  const FitRelease release = fit_feature_gates_release (gates);

  if (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION))
    {
      for (guint i = 0; i < G_N_ELEMENTS (by_taints); i++)
        if (by_taints[i].first <= release)
          fit_registry_remove_predicate (registry, by_taints[i].info->name);
      for (guint i = 0; i < G_N_ELEMENTS (instead); i++)
        if (instead[i].first <= release)
          {
            const char *name = instead[i].info->name;

            add_predicate (registry, instead[i].info);
            fit_registry_set_mandatory (registry, name);
            fit_registry_insert_predicate_key (registry, name);
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
      if (release >= LIMITS_PROVIDED)
        fit_registry_insert_priority_key (registry,
                                          fit_resource_limits_priority.name);
    }
}

/* The rule that @info's name stood for: feature gates introduced some volume
 * rules. */
static const FitPredicateInfo *
info_in_release (const FitPredicateInfo *info, FitFeatureGates gates)
{
  const FitRelease release = fit_feature_gates_release (gates);
  FitGateInfo gate;

  if (info == &fit_no_volume_node_conflict
      && !fit_gate_on (gates, FIT_GATE_PERSISTENT_LOCAL_VOLUMES))
    return &fit_no_volume_node_conflict_off;
  if (info == &fit_check_volume_binding
      && fit_gate_info_in_release (FIT_GATE_VOLUME_SCHEDULING, release, &gate)
      && !fit_gate_on (gates, FIT_GATE_VOLUME_SCHEDULING))
    return &fit_check_volume_binding_off;
  return info;
}

static gboolean
is_registered (guint predicate, FitRelease release)
{
  return predicates[predicate].registered <= release
         && release < predicates[predicate].before;
}

FitRegistry *
fit_registry_new_default (FitFeatureGates gates)
{
  const FitRelease release = fit_feature_gates_release (gates);
  FitRegistry *registry = fit_registry_new ();

  fit_registry_set_release (registry, release);
  for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
    {
      const FitPredicateInfo *info = predicates[i].info;

      if (predicates[i].ordered <= MAX (release, FIRST_ORDER))
        fit_registry_append_order (registry, info->name);
      if (is_registered (i, release))
        add_predicate (registry, info_in_release (info, gates));
      if (predicates[i].mandatory)
        fit_registry_set_mandatory (registry, info->name);
    }
  fit_registry_add_predicate (registry, POD_FITS_PORTS,
                              &fit_pod_fits_host_ports, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    if (priorities[i].registered <= release)
      add_priority (registry, priorities[i].info);
  for (guint p = 0; p < G_N_ELEMENTS (provider_names); p++)
    {
      FitProvider *provider
          = fit_registry_add_provider (registry, provider_names[p]);

      for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
        if (predicates[i].provided && is_registered (i, release))
          fit_provider_add_predicate (provider, predicates[i].info->name);
      for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
        if (priorities[i].providers & (1u << p)
            && priorities[i].provided <= release)
          fit_provider_add_priority (provider, priorities[i].info->name);
    }
  apply_gates (registry, gates);
  return registry;
}
