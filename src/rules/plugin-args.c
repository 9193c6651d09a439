/* plugin-args.c - which kind of arguments each plugin takes */
#include "rules/plugin-args.h"

#include <string.h>

static const struct
{
  const char *plugin;
  FitPluginArgsKind kind;
} kinds[] = {
  { "DefaultPreemption", FIT_ARGS_DEFAULT_PREEMPTION },
  { "DynamicResources", FIT_ARGS_DYNAMIC_RESOURCES },
  { "InterPodAffinity", FIT_ARGS_INTER_POD_AFFINITY },
  { "NodeAffinity", FIT_ARGS_NODE_AFFINITY },
  { "NodeLabel", FIT_ARGS_NODE_LABEL },
  { "NodeResourcesBalancedAllocation",
    FIT_ARGS_NODE_RESOURCES_BALANCED_ALLOCATION },
  { "NodeResourcesFit", FIT_ARGS_NODE_RESOURCES_FIT },
  { "NodeResourcesLeastAllocated", FIT_ARGS_NODE_RESOURCES_LEAST_ALLOCATED },
  { "NodeResourcesMostAllocated", FIT_ARGS_NODE_RESOURCES_MOST_ALLOCATED },
  { "PodTopologySpread", FIT_ARGS_POD_TOPOLOGY_SPREAD },
  { "RequestedToCapacityRatio", FIT_ARGS_REQUESTED_TO_CAPACITY_RATIO },
  { "ServiceAffinity", FIT_ARGS_SERVICE_AFFINITY },
  { "VolumeBinding", FIT_ARGS_VOLUME_BINDING },
};

FitPluginArgsKind
fit_plugin_args_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].plugin, name) == 0)
      return kinds[i].kind;
  return FIT_ARGS_NONE;
}
