/* policy-rules.c - the table of plugins that stand for each predicate and priority */
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"

#include <string.h>

/* clang-format off */
static const FitPredicateRule predicates[] = {
  { "CheckNodeUnschedulable", { &fit_rule_node_unschedulable }, TRUE, TRUE },
  { "GeneralPredicates",
    { &fit_rule_node_resources_fit, &fit_rule_node_name, &fit_rule_node_ports, &fit_rule_node_affinity },
    FALSE, TRUE },
  { "HostName", { &fit_rule_node_name }, FALSE, FALSE },
  { "PodFitsHostPorts", { &fit_rule_node_ports }, FALSE, FALSE },
  { "MatchNodeSelector", { &fit_rule_node_affinity }, FALSE, FALSE },
  { "PodFitsResources", { &fit_rule_node_resources_fit }, FALSE, FALSE },
  { "NoDiskConflict", { &fit_rule_volume_restrictions }, FALSE, TRUE },
  { "PodToleratesNodeTaints", { &fit_rule_taint_toleration }, TRUE, TRUE },
  { "CheckNodeLabelPresence", { &fit_rule_node_label }, FALSE, FALSE },
  { "CheckServiceAffinity", { &fit_rule_service_affinity }, FALSE, FALSE },
  { "MaxEBSVolumeCount", { &fit_rule_ebs_limits }, FALSE, TRUE },
  { "MaxGCEPDVolumeCount", { &fit_rule_gce_pd_limits }, FALSE, TRUE },
  { "MaxCSIVolumeCountPred", { &fit_rule_node_volume_limits }, FALSE, TRUE },
  { "MaxAzureDiskVolumeCount", { &fit_rule_azure_disk_limits }, FALSE, TRUE },
  { "MaxCinderVolumeCount", { &fit_rule_cinder_limits }, FALSE, FALSE },
  { "CheckVolumeBinding", { &fit_rule_volume_binding }, FALSE, TRUE },
  { "NoVolumeZoneConflict", { &fit_rule_volume_zone }, FALSE, TRUE },
  { "EvenPodsSpread", { &fit_rule_pod_topology_spread }, FALSE, TRUE },
  { "MatchInterPodAffinity", { &fit_rule_inter_pod_affinity }, FALSE, TRUE },
};

static const FitPriorityRule priorities[] = {
  { "BalancedResourceAllocation", &fit_rule_node_resources_balanced_allocation, FIT_ALWAYS, 1 },
  { "EqualPriority", NULL, FIT_ALWAYS, 0 },
  { "EvenPodsSpreadPriority", &fit_rule_pod_topology_spread, FIT_BEFORE (19), 1 },
  { "EvenPodsSpreadPriority", &fit_rule_pod_topology_spread, FIT_SINCE (19), 2 },
  { "ImageLocalityPriority", &fit_rule_image_locality, FIT_ALWAYS, 1 },
  { "InterPodAffinityPriority", &fit_rule_inter_pod_affinity, FIT_ALWAYS, 1 },
  { "LeastRequestedPriority", &fit_rule_node_resources_least_allocated, FIT_ALWAYS, 1 },
  { "MostRequestedPriority", &fit_rule_node_resources_most_allocated, FIT_ALWAYS, 0 },
  { "NodeAffinityPriority", &fit_rule_node_affinity, FIT_ALWAYS, 1 },
  { "NodeLabel", &fit_rule_node_label, FIT_SINCE (18), 0 },
  { "NodePreferAvoidPodsPriority", &fit_rule_node_prefer_avoid_pods, FIT_ALWAYS, 10000 },
  { "RequestedToCapacityRatio", &fit_rule_requested_to_capacity_ratio, FIT_SINCE (18), 0 },
  { "RequestedToCapacityRatioPriority", &fit_rule_requested_to_capacity_ratio, FIT_BEFORE (17), 0 },
  { "ResourceLimitsPriority", &fit_rule_node_resource_limits, FIT_BEFORE (19), 0 },
  { "SelectorSpreadPriority", &fit_rule_selector_spread, FIT_ALWAYS, 1 },
  { "ServiceAffinity", &fit_rule_service_affinity, FIT_SINCE (18), 0 },
  { "TaintTolerationPriority", &fit_rule_taint_toleration, FIT_ALWAYS, 1 },
};

/* Aliases and the names they stand for. */
static const char *const aliases[][2] = {
  { "PodFitsPorts", "PodFitsHostPorts" },
  { "ServiceSpreadingPriority", "SelectorSpreadPriority" },
};

#define TAINTS_COVER                                                         \
  "node conditions became taints, which NodeUnschedulable and TaintToleration " \
  "check"

static const char *const former[][2] = {
  { "CheckNodeCondition", TAINTS_COVER },
  { "CheckNodeMemoryPressure", TAINTS_COVER },
  { "CheckNodeDiskPressure", TAINTS_COVER },
  { "CheckNodePIDPressure", TAINTS_COVER },
  { "PodToleratesNodeNoExecuteTaints",
    "TaintToleration replaces it and is stricter: it also checks NoSchedule "
    "taints" },
  { "NoVolumeNodeConflict", "VolumeBinding replaces it" },
};
/* clang-format on */

static const char *
resolve (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strcmp (aliases[i][0], name) == 0)
      return aliases[i][1];
  return name;
}

const FitPredicateRule *
fit_predicate_rules (guint *out_n)
{
  *out_n = G_N_ELEMENTS (predicates);
  return predicates;
}

const FitPriorityRule *
fit_priority_rules (guint *out_n)
{
  *out_n = G_N_ELEMENTS (priorities);
  return priorities;
}

const FitPredicateRule *
fit_predicate_rule (const char *name)
{
  const char *wanted = resolve (name);

  for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
    if (strcmp (predicates[i].name, wanted) == 0)
      return &predicates[i];
  return NULL;
}

const FitPriorityRule *
fit_priority_rule (const char *name, FitRelease release)
{
  const char *wanted = resolve (name);

  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    if (fit_span_has (priorities[i].span, release)
        && strcmp (priorities[i].name, wanted) == 0)
      return &priorities[i];
  return NULL;
}

const char *
fit_former_predicate_advice (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (former); i++)
    if (strcmp (former[i][0], name) == 0)
      return former[i][1];
  return NULL;
}
