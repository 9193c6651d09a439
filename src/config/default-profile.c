/* default-profile.c - the table of plugins that are on by default, with the
 * releases and gates that change it
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/default-profile.h"

#include "rules/rule.h"

/* A list for a span of versions and releases.  A plugin counts only if the
 * release has it at that point. */
typedef struct
{
  FitExtensionPoint point;
  FitConfigSpan span;
  const FitRule *const *plugins; /* in order; ends with NULL */
} ListRow;

#define ALPHA                                                \
  {                                                          \
    FIT_CONFIG_V1ALPHA1, FIT_CONFIG_V1ALPHA2, FIT_SINCE (18) \
  }
#define BETA1                              \
  {                                        \
    FIT_CONFIG_V1BETA1, FIT_CONFIG_V1BETA1 \
  }
#define BETA2                              \
  {                                        \
    FIT_CONFIG_V1BETA2, FIT_CONFIG_V1BETA2 \
  }
#define BETA1_2                            \
  {                                        \
    FIT_CONFIG_V1BETA1, FIT_CONFIG_V1BETA2 \
  }
#define UP_TO_BETA2                       \
  {                                       \
    0, FIT_CONFIG_V1BETA2, FIT_SINCE (18) \
  }
#define FROM_BETA3        \
  {                       \
    FIT_CONFIG_V1BETA3, 0 \
  }

#define LIST(...) ((const FitRule *const[]){ __VA_ARGS__, NULL })

/* clang-format off */
static const ListRow lists[] = {
  { FIT_POINT_PRE_ENQUEUE, BETA2, LIST (&fit_rule_scheduling_gates) },
  { FIT_POINT_QUEUE_SORT, UP_TO_BETA2, LIST (&fit_rule_priority_sort) },
  { FIT_POINT_PRE_FILTER, ALPHA,
    LIST (&fit_rule_node_resources_fit, &fit_rule_node_ports, &fit_rule_inter_pod_affinity,
          &fit_rule_pod_topology_spread) },
  { FIT_POINT_PRE_FILTER, BETA1_2,
    LIST (&fit_rule_node_resources_fit, &fit_rule_node_ports, &fit_rule_volume_restrictions,
          &fit_rule_pod_topology_spread, &fit_rule_inter_pod_affinity, &fit_rule_volume_binding,
          &fit_rule_volume_zone, &fit_rule_node_affinity) },
  { FIT_POINT_FILTER, { .releases = FIT_SPAN (18, 19) },
    LIST (&fit_rule_node_unschedulable, &fit_rule_node_resources_fit, &fit_rule_node_name, &fit_rule_node_ports,
          &fit_rule_node_affinity, &fit_rule_volume_restrictions, &fit_rule_taint_toleration, &fit_rule_ebs_limits,
          &fit_rule_gce_pd_limits, &fit_rule_node_volume_limits, &fit_rule_azure_disk_limits,
          &fit_rule_volume_binding, &fit_rule_volume_zone, &fit_rule_inter_pod_affinity,
          &fit_rule_pod_topology_spread) },
  { FIT_POINT_FILTER, { .releases = FIT_SPAN (19, 20) },
    LIST (&fit_rule_node_unschedulable, &fit_rule_node_resources_fit, &fit_rule_node_name, &fit_rule_node_ports,
          &fit_rule_node_affinity, &fit_rule_volume_restrictions, &fit_rule_taint_toleration, &fit_rule_ebs_limits,
          &fit_rule_gce_pd_limits, &fit_rule_node_volume_limits, &fit_rule_azure_disk_limits,
          &fit_rule_volume_binding, &fit_rule_volume_zone, &fit_rule_pod_topology_spread,
          &fit_rule_inter_pod_affinity) },
  { FIT_POINT_FILTER, { .until = FIT_CONFIG_V1BETA2, .releases = FIT_SINCE (20) },
    LIST (&fit_rule_node_unschedulable, &fit_rule_node_name, &fit_rule_taint_toleration, &fit_rule_node_affinity,
          &fit_rule_node_ports, &fit_rule_node_resources_fit, &fit_rule_volume_restrictions, &fit_rule_ebs_limits,
          &fit_rule_gce_pd_limits, &fit_rule_node_volume_limits, &fit_rule_azure_disk_limits,
          &fit_rule_volume_binding, &fit_rule_volume_zone, &fit_rule_pod_topology_spread,
          &fit_rule_inter_pod_affinity) },
  { FIT_POINT_POST_FILTER, BETA1_2, LIST (&fit_rule_default_preemption) },
  { FIT_POINT_PRE_SCORE, ALPHA,
    LIST (&fit_rule_inter_pod_affinity, &fit_rule_default_pod_topology_spread, &fit_rule_taint_toleration,
          &fit_rule_pod_topology_spread, &fit_rule_node_resource_limits) },
  { FIT_POINT_PRE_SCORE, BETA1_2,
    LIST (&fit_rule_inter_pod_affinity, &fit_rule_pod_topology_spread, &fit_rule_taint_toleration,
          &fit_rule_node_affinity, &fit_rule_node_resources_fit, &fit_rule_node_resources_balanced_allocation,
          &fit_rule_selector_spread) },
  { FIT_POINT_SCORE, ALPHA,
    LIST (&fit_rule_node_resources_balanced_allocation, &fit_rule_image_locality, &fit_rule_inter_pod_affinity,
          &fit_rule_node_resources_least_allocated, &fit_rule_node_affinity, &fit_rule_node_prefer_avoid_pods,
          &fit_rule_default_pod_topology_spread, &fit_rule_taint_toleration, &fit_rule_pod_topology_spread,
          &fit_rule_node_resource_limits) },
  { FIT_POINT_SCORE, BETA1,
    LIST (&fit_rule_node_resources_balanced_allocation, &fit_rule_image_locality, &fit_rule_inter_pod_affinity,
          &fit_rule_node_resources_least_allocated, &fit_rule_node_affinity, &fit_rule_node_prefer_avoid_pods,
          &fit_rule_pod_topology_spread, &fit_rule_taint_toleration, &fit_rule_selector_spread,
          &fit_rule_volume_binding) },
  { FIT_POINT_SCORE, BETA2,
    LIST (&fit_rule_node_resources_balanced_allocation, &fit_rule_image_locality, &fit_rule_inter_pod_affinity,
          &fit_rule_node_resources_fit, &fit_rule_node_affinity, &fit_rule_pod_topology_spread,
          &fit_rule_taint_toleration, &fit_rule_selector_spread, &fit_rule_volume_binding) },
  { FIT_POINT_RESERVE, BETA1_2, LIST (&fit_rule_volume_binding) },
  { FIT_POINT_PRE_BIND, BETA1_2, LIST (&fit_rule_volume_binding) },
  { FIT_POINT_BIND, UP_TO_BETA2, LIST (&fit_rule_default_binder) },
  { FIT_POINT_MULTI, FROM_BETA3,
    LIST (&fit_rule_scheduling_gates, &fit_rule_priority_sort, &fit_rule_node_unschedulable, &fit_rule_node_name,
          &fit_rule_taint_toleration, &fit_rule_node_affinity, &fit_rule_node_ports, &fit_rule_node_resources_fit,
          &fit_rule_volume_restrictions, &fit_rule_ebs_limits, &fit_rule_gce_pd_limits, &fit_rule_node_volume_limits,
          &fit_rule_azure_disk_limits, &fit_rule_volume_binding, &fit_rule_volume_zone,
          &fit_rule_pod_topology_spread, &fit_rule_inter_pod_affinity, &fit_rule_dynamic_resources,
          &fit_rule_default_preemption, &fit_rule_node_resources_balanced_allocation, &fit_rule_image_locality,
          &fit_rule_default_binder, &fit_rule_node_declared_features, &fit_rule_gang_scheduling,
          &fit_rule_topology_placement_generator, &fit_rule_pod_group_pods_count) },
};
/* clang-format on */

static gboolean
is_left_out (const FitRule *rule, FitExtensionPoint point,
             const FitConfigTarget *target)
{
  const FitRuleLeftOut *row = rule->left_out;

  return row != NULL
         && (row->points == 0 || fit_points_have (row->points, point))
         && fit_span_has (row->span, target->release)
         && (row->gate == FIT_GATE_NONE
             || fit_gate_on (target->gates, row->gate) == row->on);
}

static gboolean
is_at (const FitRule *rule, FitExtensionPoint point, FitRelease release)
{
  FitExtensionPoints points = fit_in_tree_plugin_points (rule->name, release);

  return point == FIT_POINT_MULTI ? points != 0
                                  : fit_points_have (points, point);
}

static gint32
weight_at (const FitRule *rule, FitExtensionPoint point, FitRelease release)
{
  const FitRuleWeight *weight = fit_rule_weight (rule, release);

  if (weight == NULL)
    return 0;
  return point == FIT_POINT_SCORE   ? weight->in_lists
         : point == FIT_POINT_MULTI ? weight->in_multi
                                    : 0;
}

FitPluginSets
fit_default_plugins (const FitConfigTarget *target, FitArena *arena)
{
  FitPluginSets sets = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (fit_config_span_has (&lists[i].span, target->version, target->release))
      {
        const ListRow *row = &lists[i];
        FitPluginSet set = { 0 };
        guint n = 0;

        while (row->plugins[n] != NULL)
          n++;
        set.enabled = fit_arena_new0 (arena, FitPluginEntry, n);
        for (guint k = 0; k < n; k++)
          {
            const FitRule *rule = row->plugins[k];

            if (is_at (rule, row->point, target->release)
                && !is_left_out (rule, row->point, target))
              set.enabled[set.n_enabled++] = (FitPluginEntry){
                .name = rule->name,
                .weight = weight_at (rule, row->point, target->release),
              };
          }
        sets.sets[lists[i].point] = set;
      }
  return sets;
}
