/* args-table.c - the fields of all arguments, per version and release
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/args-table.h"
#include "releases/behaviour.h"

#include <string.h>

#define FIELD FIT_CONFIG_FIELD
#define LIST FIT_CONFIG_STRUCTS

#define STRINGS(name_, Struct, member, ...)                    \
  {                                                            \
    .name = name_, .type = FIT_CONFIG_STRINGS,                 \
    .offset = G_STRUCT_OFFSET (Struct, member.items),          \
    .count = G_STRUCT_OFFSET (Struct, member.n), ##__VA_ARGS__ \
  }

#define EMPTY .fallback = "\"\""
#define FROM(minor) .span = { .releases = FIT_SINCE (minor) }

#define WRITE .flags = FIT_CONFIG_WRITE_EMPTY

/* -- parts ----------------------------------------------------------------- */

/* clang-format off */

/* A resource without a weight has weight 1. */
FIT_CONFIG_ROWS (resource_table, FitWeightedResource, FIT_NO_PLACE,
  FIELD ("name", STRING, FitWeightedResource, name, EMPTY, WRITE),
  FIELD ("weight", INT64, FitWeightedResource, weight, .fallback = "1", .flags = FIT_CONFIG_EMPTY_IS_ABSENT));

FIT_CONFIG_ROWS (shape_point_table, FitUtilizationPoint, FIT_NO_PLACE,
  FIELD ("score", WIDE_INT32, FitUtilizationPoint, score, WRITE),
  FIELD ("utilization", WIDE_INT32, FitUtilizationPoint, utilization, WRITE));

#define CPU_AND_MEMORY                    \
  "[{\"name\": \"cpu\", \"weight\": 1}, " \
  "{\"name\": \"memory\", \"weight\": 1}]"

#define RESOURCES(Struct, member)                                     \
  LIST ("resources", &resource_table, Struct, member.n, member.items, \
        .fallback = CPU_AND_MEMORY, .flags = FIT_CONFIG_EMPTY_IS_ABSENT)

#define SHAPE(Struct, member, ...)                                    \
  LIST ("shape", &shape_point_table, Struct, member.n, member.points, \
        ##__VA_ARGS__)

FIT_CONFIG_ROWS (expression_table, FitExpression, FIT_NO_PLACE,
  FIELD ("key", STRING, FitExpression, key, EMPTY, WRITE),
  FIELD ("operator", STRING, FitExpression, op, EMPTY, WRITE),
  { .name = "values",
    .type = FIT_CONFIG_STRINGS,
    .offset = G_STRUCT_OFFSET (FitExpression, values),
    .count = G_STRUCT_OFFSET (FitExpression, n_values) });

FIT_CONFIG_ROWS (node_term_table, FitArgNodeTerm, FIT_NO_PLACE,
  LIST ("matchExpressions", &expression_table, FitArgNodeTerm, n_expressions, expressions),
  LIST ("matchFields", &expression_table, FitArgNodeTerm, n_fields, fields));

FIT_CONFIG_ROWS (node_selector_table, FitArgNodeSelector, FIT_NO_PLACE,
  LIST ("nodeSelectorTerms", &node_term_table, FitArgNodeSelector, n_terms, terms, .flags = FIT_CONFIG_WRITE_NULL));

FIT_CONFIG_ROWS (preferred_table, FitArgPreferredNodeTerm, FIT_NO_PLACE,
  FIELD ("preference", OBJECT, FitArgPreferredNodeTerm, preference, .table = &node_term_table),
  FIELD ("weight", INT32, FitArgPreferredNodeTerm, weight, WRITE));

FIT_CONFIG_ROWS (affinity_table, FitArgAffinity, FIT_NO_PLACE,
  LIST ("preferredDuringSchedulingIgnoredDuringExecution", &preferred_table, FitArgAffinity, n_preferred, preferred),
  FIELD ("requiredDuringSchedulingIgnoredDuringExecution", POINTER, FitArgAffinity, required,
         .table = &node_selector_table));

/* A constraint has the same fields as in pods of the release. */
FIT_CONFIG_ROWS (constraint_table, FitArgConstraint, FIT_NO_PLACE,
  FIELD ("labelSelector", RAW, FitArgConstraint, label_selector),
  STRINGS ("matchLabelKeys", FitArgConstraint, match_label_keys, FROM (25)),
  FIELD ("maxSkew", INT32, FitArgConstraint, max_skew, WRITE),
  FIELD ("minDomains", INT32, FitArgConstraint, min_domains, FROM (24)),
  FIELD ("nodeAffinityPolicy", STRING, FitArgConstraint, node_affinity_policy, FROM (25)),
  FIELD ("nodeTaintsPolicy", STRING, FitArgConstraint, node_taints_policy, FROM (25)),
  FIELD ("topologyKey", STRING, FitArgConstraint, topology_key, EMPTY, WRITE),
  FIELD ("whenUnsatisfiable", STRING, FitArgConstraint, when_unsatisfiable, EMPTY, WRITE));

/* -- arguments ------------------------------------------------------------- */

FIT_CONFIG_ROWS (default_preemption_table, FitDefaultPreemptionArgs, FIT_NO_PLACE,
  FIELD ("minCandidateNodesAbsolute", INT32, FitDefaultPreemptionArgs, min_candidate_nodes_absolute,
         .fallback = "100", WRITE),
  FIELD ("minCandidateNodesPercentage", INT32, FitDefaultPreemptionArgs, min_candidate_nodes_percentage,
         .fallback = "10", WRITE));

/* The default of filterTimeout below. */
#define DEFAULT_FILTER_TIMEOUT_NS G_GINT64_CONSTANT (10000000000)

/* A bindingTimeout that the file does not have. */
#define NO_BINDING_TIMEOUT_NS -1
#define DEFAULT_BINDING_TIMEOUT_NS G_GINT64_CONSTANT (600000000000)

FIT_CONFIG_ROWS (dynamic_resources_table, FitDynamicResourcesArgs, FIT_NO_PLACE,
  FIELD ("bindingTimeout", DURATION, FitDynamicResourcesArgs, binding_timeout_ns, .fallback = "\"-1ns\"", FROM (35)),
  FIELD ("filterTimeout", DURATION, FitDynamicResourcesArgs, filter_timeout_ns, .fallback = "\"10s\"", WRITE));

FIT_CONFIG_ROWS (inter_pod_affinity_table, FitInterPodAffinityArgs, FIT_NO_PLACE,
  FIELD ("hardPodAffinityWeight", INT32, FitInterPodAffinityArgs, hard_pod_affinity_weight, .fallback = "1", WRITE),
  FIELD ("ignorePreferredTermsOfExistingPods", BOOL, FitInterPodAffinityArgs,
         ignore_preferred_terms_of_existing_pods, FROM (27), WRITE));

FIT_CONFIG_ROWS (node_affinity_table, FitNodeAffinityArgs, FIT_NO_PLACE,
  FIELD ("addedAffinity", POINTER, FitNodeAffinityArgs, added_affinity, .table = &affinity_table,
         .flags = FIT_CONFIG_API));

FIT_CONFIG_ROWS (node_label_table, FitNodeLabelArgs, FIT_NO_PLACE,
  STRINGS ("absentLabels", FitNodeLabelArgs, absent_labels),
  STRINGS ("absentLabelsPreference", FitNodeLabelArgs, absent_labels_preference),
  STRINGS ("presentLabels", FitNodeLabelArgs, present_labels),
  STRINGS ("presentLabelsPreference", FitNodeLabelArgs, present_labels_preference));

FIT_CONFIG_ROWS (node_resources_table, FitNodeResourcesArgs, FIT_NO_PLACE,
  RESOURCES (FitNodeResourcesArgs, resources));

FIT_CONFIG_ROWS (ratio_table, FitArgCapacityRatio, FIT_NO_PLACE,
  SHAPE (FitArgCapacityRatio, shape));

FIT_CONFIG_ROWS (strategy_table, FitArgScoringStrategy, FIT_NO_PLACE,
  FIELD ("requestedToCapacityRatio", POINTER, FitArgScoringStrategy, requested_to_capacity_ratio,
         .table = &ratio_table),
  RESOURCES (FitArgScoringStrategy, resources),
  FIELD ("type", STRING, FitArgScoringStrategy, type, EMPTY, WRITE));

FIT_CONFIG_ROWS (node_resources_fit_table, FitNodeResourcesFitArgs, FIT_NO_PLACE,
  STRINGS ("ignoredResourceGroups", FitNodeResourcesFitArgs, ignored_resource_groups, FROM (20)),
  STRINGS ("ignoredResources", FitNodeResourcesFitArgs, ignored_resources),
  FIELD ("scoringStrategy", POINTER, FitNodeResourcesFitArgs, scoring_strategy, .table = &strategy_table,
         .fallback = "{\"type\": \"LeastAllocated\"}", FROM (22)));

FIT_CONFIG_ROWS (topology_spread_table, FitPodTopologySpreadArgs, FIT_NO_PLACE,
  LIST ("defaultConstraints", &constraint_table, FitPodTopologySpreadArgs, n_constraints, constraints,
        .flags = FIT_CONFIG_API),
  FIELD ("defaultingType", STRING, FitPodTopologySpreadArgs, defaulting_type, EMPTY, FROM (20)));

FIT_CONFIG_ROWS (capacity_ratio_table, FitCapacityRatioArgument, FIT_NO_PLACE,
  RESOURCES (FitCapacityRatioArgument, resources),
  SHAPE (FitCapacityRatioArgument, shape));

FIT_CONFIG_ROWS (service_affinity_table, FitServiceAffinityArgs, FIT_NO_PLACE,
  STRINGS ("affinityLabels", FitServiceAffinityArgs, affinity_labels),
  STRINGS ("antiAffinityLabelsPreference", FitServiceAffinityArgs, anti_affinity_labels_preference));

FIT_CONFIG_ROWS (volume_binding_table, FitVolumeBindingArgs, FIT_NO_PLACE,
  FIELD ("bindTimeoutSeconds", INT64, FitVolumeBindingArgs, bind_timeout_seconds, .fallback = "600", WRITE),
  SHAPE (FitVolumeBindingArgs, shape, FROM (21)));
/* clang-format on */

/* -- beyond the tables ----------------------------------------------------- */

/* Whether List or System is the default depends on the other fields and on a
 * gate. */
static void
complete_topology_spread (gpointer data, const FitConfigTarget *target)
{
  FitPodTopologySpreadArgs *args = data;
  gboolean system
      = fit_gate_on (target->gates, FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD);

  if (args->defaulting_type != NULL && *args->defaulting_type != '\0')
    return;
  if (target->version <= FIT_CONFIG_V1BETA1 && args->n_constraints > 0)
    system = FALSE;
  args->defaulting_type = system ? "System" : "List";
}

gboolean
fit_args_have_binding_timeout (const FitConfigTarget *target)
{
  return fit_gate_on (target->gates, FIT_GATE_DRA_DEVICE_BINDING_CONDITIONS)
         && fit_gate_on (target->gates,
                         FIT_GATE_DRA_RESOURCE_CLAIM_DEVICE_STATUS);
}

/* Without its gates there is no timeout. */
static void
complete_dynamic_resources (gpointer data, const FitConfigTarget *target)
{
  FitDynamicResourcesArgs *args = data;

  if (args->binding_timeout_ns == NO_BINDING_TIMEOUT_NS)
    args->binding_timeout_ns = fit_args_have_binding_timeout (target)
                                   ? DEFAULT_BINDING_TIMEOUT_NS
                                   : 0;
  if (!fit_gate_on (target->gates, FIT_GATE_DRA_SCHEDULER_FILTER_TIMEOUT)
      && args->filter_timeout_ns == DEFAULT_FILTER_TIMEOUT_NS)
    args->filter_timeout_ns = 0;
}

/* With the gate for volume scores, an empty shape is a straight line.  Up to
 * 1.32 full volumes are preferred, later empty ones. */
static void
complete_volume_binding (gpointer data, const FitConfigTarget *target)
{
  static const FitUtilizationPoint rising[] = { { 0, 0 }, { 100, 10 } };
  static const FitUtilizationPoint falling[] = { { 0, 10 }, { 100, 0 } };
  FitVolumeBindingArgs *args = data;

  if (args->shape.n > 0
      || !fit_gate_on (target->gates, FIT_GATE_STORAGE_CAPACITY_SCORING))
    return;
  args->shape.n = G_N_ELEMENTS (rising);
  args->shape.points
      = fit_behaviour (target->release).storage_scoring_is_renamed ? falling
                                                                   : rising;
}

/* clang-format off */
static const FitArgsRow rows[] = {
  { &fit_rule_default_preemption, &default_preemption_table,
    { .since = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (20) },
    NULL, fit_args_check_default_preemption, FALSE },
  { &fit_rule_dynamic_resources, &dynamic_resources_table,
    { .since = FIT_CONFIG_V1, .releases = FIT_SINCE (34) },
    complete_dynamic_resources, fit_args_check_dynamic_resources, FALSE },
  { &fit_rule_inter_pod_affinity, &inter_pod_affinity_table,
    { .releases = FIT_SINCE (18) }, NULL, fit_args_check_inter_pod_affinity, FALSE },
  { &fit_rule_node_affinity, &node_affinity_table,
    { .since = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (20) },
    NULL, fit_args_check_node_affinity, FALSE },
  { &fit_rule_node_label, &node_label_table,
    { .until = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (18) },
    NULL, fit_args_check_node_label, FALSE },
  { &fit_rule_node_resources_balanced_allocation, &node_resources_table,
    { .since = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (22) },
    NULL, fit_args_check_balanced_allocation, FALSE },
  { &fit_rule_node_resources_fit, &node_resources_fit_table,
    { .releases = FIT_SINCE (18) }, NULL,
    fit_args_check_node_resources_fit, TRUE },
  { &fit_rule_node_resources_least_allocated, &node_resources_table,
    { .since = FIT_CONFIG_V1BETA1, .until = FIT_CONFIG_V1BETA1 },
    NULL, fit_args_check_node_resources, FALSE },
  { &fit_rule_node_resources_most_allocated, &node_resources_table,
    { .since = FIT_CONFIG_V1BETA1, .until = FIT_CONFIG_V1BETA1 },
    NULL, fit_args_check_node_resources, FALSE },
  { &fit_rule_pod_topology_spread, &topology_spread_table,
    { .releases = FIT_SINCE (18) },
    complete_topology_spread, fit_args_check_topology_spread, FALSE },
  { &fit_rule_requested_to_capacity_ratio, &capacity_ratio_table,
    { .until = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (18) },
    NULL, fit_args_check_capacity_ratio, FALSE },
  { &fit_rule_service_affinity, &service_affinity_table,
    { .until = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (18) }, NULL, NULL, FALSE },
  { &fit_rule_volume_binding, &volume_binding_table,
    { .since = FIT_CONFIG_V1BETA1 },
    complete_volume_binding, fit_args_check_volume_binding, FALSE },
};
/* clang-format on */

const FitArgsRow *
fit_args_row (const char *plugin, FitConfigVersion version, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].rule->name, plugin) == 0
        && fit_config_span_has (&rows[i].span, version, release))
      return &rows[i];
  return NULL;
}

FitRelease
fit_args_since (const char *plugin, FitConfigVersion version)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].rule->name, plugin) == 0
        && fit_config_span_has (&rows[i].span, version,
                                rows[i].span.releases.since))
      return rows[i].span.releases.since;
  return 0;
}

gpointer
fit_args_default (FitArena *arena, const char *plugin,
                  const FitConfigTarget *target)
{
  const FitArgsRow *row
      = fit_args_row (plugin, target->version, target->release);
  FitConfigReader reader = { .arena = arena,
                             .version = target->version,
                             .release = target->release,
                             .source = "defaults" };
  gpointer args;

  if (row == NULL)
    return NULL;
  args = fit_arena_alloc0 (arena, row->table->size);
  fit_config_fill (&reader, row->table, args);
  if (row->complete != NULL)
    row->complete (args, target);
  return args;
}

const FitValue *
fit_args_tree (FitArena *arena, const char *plugin, gconstpointer args,
               const FitConfigTarget *target)
{
  const FitArgsRow *row
      = fit_args_row (plugin, target->version, target->release);
  FitConfigReader writer = { .arena = arena,
                             .version = target->version,
                             .release = target->release };

  return row != NULL ? fit_config_write (&writer, row->table, args) : NULL;
}
