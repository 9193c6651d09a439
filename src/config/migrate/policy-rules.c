/* policy-rules.c - the table of plugins that stand for each predicate and priority */
#include "config/migrate/policy-rules.h"

#include <string.h>

/* clang-format off */
static const FitPredicateRule predicates[] = {
  { "CheckNodeUnschedulable", { "NodeUnschedulable" }, TRUE, TRUE },
  { "GeneralPredicates",
    { "NodeResourcesFit", "NodeName", "NodePorts", "NodeAffinity" },
    FALSE, TRUE },
  { "HostName", { "NodeName" }, FALSE, FALSE },
  { "PodFitsHostPorts", { "NodePorts" }, FALSE, FALSE },
  { "MatchNodeSelector", { "NodeAffinity" }, FALSE, FALSE },
  { "PodFitsResources", { "NodeResourcesFit" }, FALSE, FALSE },
  { "NoDiskConflict", { "VolumeRestrictions" }, FALSE, TRUE },
  { "PodToleratesNodeTaints", { "TaintToleration" }, TRUE, TRUE },
  { "CheckNodeLabelPresence", { "NodeLabel" }, FALSE, FALSE },
  { "CheckServiceAffinity", { "ServiceAffinity" }, FALSE, FALSE },
  { "MaxEBSVolumeCount", { "EBSLimits" }, FALSE, TRUE },
  { "MaxGCEPDVolumeCount", { "GCEPDLimits" }, FALSE, TRUE },
  { "MaxCSIVolumeCountPred", { "NodeVolumeLimits" }, FALSE, TRUE },
  { "MaxAzureDiskVolumeCount", { "AzureDiskLimits" }, FALSE, TRUE },
  { "MaxCinderVolumeCount", { "CinderLimits" }, FALSE, FALSE },
  { "CheckVolumeBinding", { "VolumeBinding" }, FALSE, TRUE },
  { "NoVolumeZoneConflict", { "VolumeZone" }, FALSE, TRUE },
  { "EvenPodsSpread", { "PodTopologySpread" }, FALSE, TRUE },
  { "MatchInterPodAffinity", { "InterPodAffinity" }, FALSE, TRUE },
};

static const FitPriorityRule priorities[] = {
  { "BalancedResourceAllocation", "NodeResourcesBalancedAllocation", 0, 0, 1 },
  { "EqualPriority", NULL, 0, 0, 0 },
  { "EvenPodsSpreadPriority", "PodTopologySpread", 0, 0, 2 },
  { "ImageLocalityPriority", "ImageLocality", 0, 0, 1 },
  { "InterPodAffinityPriority", "InterPodAffinity", 0, 0, 1 },
  { "LeastRequestedPriority", "NodeResourcesLeastAllocated", 0, 0, 1 },
  { "MostRequestedPriority", "NodeResourcesMostAllocated", 0, 0, 0 },
  { "NodeAffinityPriority", "NodeAffinity", 0, 0, 1 },
  { "NodeLabel", "NodeLabel", 18, 0, 0 },
  { "NodePreferAvoidPodsPriority", "NodePreferAvoidPods", 0, 0, 10000 },
  { "RequestedToCapacityRatio", "RequestedToCapacityRatio", 18, 0, 0 },
  { "RequestedToCapacityRatioPriority", "RequestedToCapacityRatio", 0, 16, 0 },
  { "ResourceLimitsPriority", "NodeResourceLimits", 0, 18, 0 },
  { "SelectorSpreadPriority", "SelectorSpread", 0, 0, 1 },
  { "ServiceAffinity", "ServiceAffinity", 18, 0, 0 },
  { "TaintTolerationPriority", "TaintToleration", 0, 0, 1 },
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

static gboolean
is_known (const FitPriorityRule *rule, FitRelease release)
{
  const guint minor = (guint) release / 100;

  return minor >= rule->from && (rule->to == 0 || minor <= rule->to);
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
    if (is_known (&priorities[i], release)
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
