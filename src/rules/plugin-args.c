/* plugin-args.c - what plugins behave by where they take no arguments */
#include "rules/plugin-args.h"

#include <string.h>

static const FitWeightedResource cpu_and_memory[]
    = { { "cpu", 1 }, { "memory", 1 } };
static const FitNodeResourcesArgs resources
    = { { G_N_ELEMENTS (cpu_and_memory), cpu_and_memory } };
static const FitInterPodAffinityArgs inter_pod_affinity
    = { .hard_pod_affinity_weight = 1 };

static const struct
{
  const char *plugin;
  gconstpointer args;
} rows[] = {
  { "InterPodAffinity", &inter_pod_affinity },
  { "NodeResourcesBalancedAllocation", &resources },
  { "NodeResourcesLeastAllocated", &resources },
  { "NodeResourcesMostAllocated", &resources },
};

/* Everything else is 0. */
static const union
{
  FitDefaultPreemptionArgs default_preemption;
  FitDynamicResourcesArgs dynamic_resources;
  FitNodeAffinityArgs node_affinity;
  FitNodeLabelArgs node_label;
  FitNodeResourcesFitArgs node_resources_fit;
  FitPodTopologySpreadArgs pod_topology_spread;
  FitRequestedToCapacityRatioArgs capacity_ratio;
  FitServiceAffinityArgs service_affinity;
  FitVolumeBindingArgs volume_binding;
} nothing;

gconstpointer
fit_plugin_args_default (const char *plugin)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].plugin, plugin) == 0)
      return rows[i].args;
  return &nothing;
}
