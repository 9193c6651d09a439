/* plugin-args.h - the arguments of plugins, with defaults filled in
 *
 * As a configuration has them: plain data in one arena.  A field that the
 * release does not know has the value that means "not set".  A rule makes
 * copies and compiled forms (selectors) when it is created.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/selector.h"
#include "formats/value.h"
#include "cluster/factory-args.h"

typedef struct
{
  guint n;
  const char *const *items;
} FitArgStrings;

typedef struct _FitDefaultPreemptionArgs
{
  gint32 min_candidate_nodes_percentage;
  gint32 min_candidate_nodes_absolute;
} FitDefaultPreemptionArgs;

typedef struct
{
  gint64 filter_timeout_ns;
  gint64 binding_timeout_ns;
} FitDynamicResourcesArgs;

typedef struct
{
  gint32 hard_pod_affinity_weight;
  gboolean ignore_preferred_terms_of_existing_pods;
} FitInterPodAffinityArgs;

/* The terms of a node selector as in the file; invalid ones were rejected. */
typedef struct
{
  guint n_expressions;
  const FitExpression *expressions;
  guint n_fields;
  const FitExpression *fields;
} FitArgNodeTerm;

typedef struct
{
  gint32 weight;
  FitArgNodeTerm preference;
} FitArgPreferredNodeTerm;

typedef struct
{
  guint n_terms;
  const FitArgNodeTerm *terms; /* ORed */
} FitArgNodeSelector;

typedef struct
{
  const FitArgNodeSelector *required; /* (nullable) */
  guint n_preferred;
  const FitArgPreferredNodeTerm *preferred;
} FitArgAffinity;

typedef struct
{
  const FitArgAffinity *added_affinity; /* (nullable) */
} FitNodeAffinityArgs;

typedef struct
{
  FitArgStrings present_labels;
  FitArgStrings absent_labels;
  FitArgStrings present_labels_preference;
  FitArgStrings absent_labels_preference;
} FitNodeLabelArgs;

/* NodeResourcesLeastAllocated, NodeResourcesMostAllocated,
 * NodeResourcesBalancedAllocation */
typedef struct
{
  FitArgResources resources;
} FitNodeResourcesArgs;

typedef struct
{
  FitArgShape shape;
} FitArgCapacityRatio;

#define FIT_STRATEGY_LEAST "LeastAllocated"
#define FIT_STRATEGY_MOST "MostAllocated"
#define FIT_STRATEGY_RATIO "RequestedToCapacityRatio"

typedef struct
{
  const char *type; /* one of these */
  FitArgResources resources;
  const FitArgCapacityRatio *requested_to_capacity_ratio; /* (nullable) */
} FitArgScoringStrategy;

typedef struct
{
  FitArgStrings ignored_resources;
  FitArgStrings ignored_resource_groups;
  const FitArgScoringStrategy *scoring_strategy; /* NULL before 1.22 */
} FitNodeResourcesFitArgs;

typedef struct
{
  gint32 max_skew;
  const char *topology_key;
  const char *when_unsatisfiable;   /* DoNotSchedule, ScheduleAnyway */
  const FitValue *label_selector;   /* (nullable): never set in valid
                                       arguments */
  gint32 min_domains;               /* 0: not in the file */
  const char *node_affinity_policy; /* (nullable) */
  const char *node_taints_policy;   /* (nullable) */
  FitArgStrings match_label_keys;
} FitArgConstraint;

typedef struct
{
  guint n_constraints;
  const FitArgConstraint *constraints;
  const char *defaulting_type; /* "List" or "System" */
} FitPodTopologySpreadArgs;

typedef struct
{
  FitArgStrings affinity_labels;
  FitArgStrings anti_affinity_labels_preference;
} FitServiceAffinityArgs;

typedef struct
{
  gint64 bind_timeout_seconds;
  FitArgShape shape; /* empty unless the gate for volume scores is on */
} FitVolumeBindingArgs;

/* fit_plugin_args_default: Returns: (transfer none): arguments of the plugin's
 * type that say what @plugin does in releases where it takes none */
gconstpointer fit_plugin_args_default (const char *plugin);
