/* diff-rules.c - the table of plugins that do the work of each predicate and priority */
#include "simulate/diff-rules.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *plugin;
} Equivalent;

static const Equivalent priorities[] = {
  { "BalancedResourceAllocation", "NodeResourcesBalancedAllocation" },
  { "EvenPodsSpreadPriority", "PodTopologySpread" },
  { "ImageLocalityPriority", "ImageLocality" },
  { "InterPodAffinityPriority", "InterPodAffinity" },
  { "LeastRequestedPriority", "NodeResourcesLeastAllocated" },
  { "MostRequestedPriority", "NodeResourcesMostAllocated" },
  { "NodeAffinityPriority", "NodeAffinity" },
  { "NodePreferAvoidPodsPriority", "NodePreferAvoidPods" },
  { "RequestedToCapacityRatioPriority", "RequestedToCapacityRatio" },
  { "ResourceLimitsPriority", "NodeResourceLimits" },
  { "SelectorSpreadPriority", "SelectorSpread" },
  { "ServiceSpreadingPriority", "SelectorSpread" },
  { "TaintTolerationPriority", "TaintToleration" },
  { "labelPreference", "NodeLabel" },
  { "serviceAntiAffinity", "ServiceAffinity" },
};

/* A predicate that was removed before plugins existed maps to the plugin that
 * does its work. */
static const Equivalent predicates[] = {
  { "CheckNodeCondition", "NodeUnschedulable" },
  { "CheckNodeDiskPressure", "TaintToleration" },
  { "CheckNodeLabelPresence", "NodeLabel" },
  { "CheckNodeMemoryPressure", "TaintToleration" },
  { "CheckNodePIDPressure", "TaintToleration" },
  { "CheckNodeUnschedulable", "NodeUnschedulable" },
  { "CheckServiceAffinity", "ServiceAffinity" },
  { "CheckVolumeBinding", "VolumeBinding" },
  { "EvenPodsSpread", "PodTopologySpread" },
  { "HostName", "NodeName" },
  { "MatchInterPodAffinity", "InterPodAffinity" },
  { "MatchNodeSelector", "NodeAffinity" },
  { "MaxAzureDiskVolumeCount", "AzureDiskLimits" },
  { "MaxCSIVolumeCountPred", "NodeVolumeLimits" },
  { "MaxCinderVolumeCount", "CinderLimits" },
  { "MaxEBSVolumeCount", "EBSLimits" },
  { "MaxGCEPDVolumeCount", "GCEPDLimits" },
  { "NoDiskConflict", "VolumeRestrictions" },
  { "NoVolumeZoneConflict", "VolumeZone" },
  { "PodFitsHostPorts", "NodePorts" },
  { "PodFitsResources", "NodeResourcesFit" },
  { "PodToleratesNodeNoExecuteTaints", "TaintToleration" },
  { "PodToleratesNodeTaints", "TaintToleration" },
};

static const struct
{
  FitReasonCode reason;
  const char *plugin;
} general[] = {
  { FIT_REASON_INSUFFICIENT_RESOURCE, "NodeResourcesFit" },
  { FIT_REASON_HOST_NAME, "NodeName" },
  { FIT_REASON_HOST_PORTS, "NodePorts" },
  { FIT_REASON_NODE_SELECTOR, "NodeAffinity" },
};

static const Equivalent trades[] = {
  { "DefaultPodTopologySpread", "spreading" },
  { "NodeResourcesFit", "resources" },
  { "NodeResourcesLeastAllocated", "resources" },
  { "NodeResourcesMostAllocated", "resources" },
  { "PodTopologySpread", "spreading" },
  { "RequestedToCapacityRatio", "resources" },
  { "SelectorSpread", "spreading" },
};

static const char *
find (const Equivalent *table, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (table[i].name, name) == 0)
      return table[i].plugin;
  return NULL;
}

const char *
fit_diff_priority_plugin (const char *name)
{
  return find (priorities, G_N_ELEMENTS (priorities), name);
}

const char *
fit_diff_predicate_plugin (const char *name, FitReasonCode reason)
{
  for (guint i = 0;
       strcmp (name, "GeneralPredicates") == 0 && i < G_N_ELEMENTS (general);
       i++)
    if (general[i].reason == reason)
      return general[i].plugin;
  return find (predicates, G_N_ELEMENTS (predicates), name);
}

gboolean
fit_diff_same_trade (const char *plugin, const char *other)
{
  const char *trade = find (trades, G_N_ELEMENTS (trades), plugin),
             *other_trade = find (trades, G_N_ELEMENTS (trades), other);

  return trade && other_trade && strcmp (trade, other_trade) == 0;
}
