/* plugin-args.h - arguments of the plugins of later releases
 *
 * The arguments from a configuration as the plugin uses them, with defaults
 * filled in.  A field that the release does not know has the value that means
 * "not set".  The caller owns everything that these structs point to, and keeps
 * it until the plugin is created; the plugin makes copies or takes references.
 * config/plugin-args.h has the arguments as text in configuration files.
 */
#pragma once

#include "api/pod.h"
#include "cluster/factory-args.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_ARGS_NONE, /* the plugin takes none */
  FIT_ARGS_DEFAULT_PREEMPTION,
  FIT_ARGS_INTER_POD_AFFINITY,
  FIT_ARGS_NODE_AFFINITY,
  FIT_ARGS_NODE_LABEL,
  FIT_ARGS_SERVICE_AFFINITY,
  FIT_ARGS_NODE_RESOURCES_FIT,
  FIT_ARGS_NODE_RESOURCES_LEAST_ALLOCATED,
  FIT_ARGS_NODE_RESOURCES_MOST_ALLOCATED,
  FIT_ARGS_REQUESTED_TO_CAPACITY_RATIO,
  FIT_ARGS_NODE_RESOURCES_BALANCED_ALLOCATION,
  FIT_ARGS_POD_TOPOLOGY_SPREAD,
  FIT_ARGS_VOLUME_BINDING,
  FIT_ARGS_DYNAMIC_RESOURCES,
  FIT_ARGS_LAST,
} FitPluginArgsKind;

typedef struct
{
  guint n;
  const char *const *items;
} FitStringList;

typedef struct
{
  guint n;
  const FitWeightedResource *items; /* weight 0 is stored as 1 */
} FitResourceWeights;

typedef struct
{
  guint n;
  const FitUtilizationPoint *items; /* score 0 to 10, as in the file */
} FitUtilizationShape;

typedef struct _FitDefaultPreemptionSettings
{
  gint32 min_candidate_nodes_percentage;
  gint32 min_candidate_nodes_absolute;
} FitDefaultPreemptionSettings;

typedef struct
{
  gint32 hard_pod_affinity_weight;
  gboolean ignore_preferred_terms_of_existing_pods; /* 1.27 and later */
} FitInterPodAffinitySettings;

typedef struct
{
  FitNodeSelector *required; /* (nullable) of addedAffinity */
  guint n_preferred;
  const FitPreferredNodeTerm *preferred;
} FitNodeAffinitySettings;

typedef struct
{
  FitStringList present_labels;
  FitStringList absent_labels;
  FitStringList present_labels_preference;
  FitStringList absent_labels_preference;
} FitNodeLabelSettings;

typedef struct
{
  FitStringList affinity_labels;
  FitStringList anti_affinity_labels_preference;
} FitServiceAffinitySettings;

typedef enum
{
  FIT_STRATEGY_LEAST_ALLOCATED,
  FIT_STRATEGY_MOST_ALLOCATED,
  FIT_STRATEGY_REQUESTED_TO_CAPACITY_RATIO,
} FitScoringStrategyType;

typedef struct
{
  FitStringList ignored_resources;
  FitStringList ignored_resource_groups; /* 1.20 and later */
  gboolean has_strategy;                 /* 1.22 and later: scoringStrategy */
  FitScoringStrategyType strategy;
  FitResourceWeights resources;
  FitUtilizationShape shape;
} FitNodeResourcesFitSettings;

/* NodeResourcesLeastAllocated, NodeResourcesMostAllocated and
 * NodeResourcesBalancedAllocation, which ignores the weights. */
typedef struct
{
  FitResourceWeights resources;
} FitNodeResourcesSettings;

typedef struct
{
  FitResourceWeights resources;
  FitUtilizationShape shape;
} FitRequestedToCapacityRatioSettings;

typedef struct
{
  gboolean system_defaults; /* defaultingType: System */
  guint n_constraints;
  const FitSpreadConstraint *constraints; /* without selectors */
} FitPodTopologySpreadSettings;

typedef struct
{
  gint64 bind_timeout_seconds;
  FitUtilizationShape shape;
} FitVolumeBindingSettings;

typedef struct
{
  gint64 filter_timeout_ns; /* 1.34 and later */
} FitDynamicResourcesSettings;

/* The arguments of any one plugin. */
typedef struct
{
  FitPluginArgsKind kind;
  union
  {
    FitDefaultPreemptionSettings default_preemption;
    FitInterPodAffinitySettings inter_pod_affinity;
    FitNodeAffinitySettings node_affinity;
    FitNodeLabelSettings node_label;
    FitServiceAffinitySettings service_affinity;
    FitNodeResourcesFitSettings node_resources_fit;
    FitNodeResourcesSettings node_resources; /* least, most, balanced */
    FitRequestedToCapacityRatioSettings capacity_ratio;
    FitPodTopologySpreadSettings pod_topology_spread;
    FitVolumeBindingSettings volume_binding;
    FitDynamicResourcesSettings dynamic_resources;
  };
} FitPluginSettings;

/* fit_plugin_args_kind: the kind for the plugin @name; FIT_ARGS_NONE for
 * unknown plugins */
FitPluginArgsKind fit_plugin_args_kind (const char *name);

G_END_DECLS
