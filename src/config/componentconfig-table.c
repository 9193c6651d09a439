/* componentconfig-table.c - the fields of kube-scheduler's internal
 * configuration, in the order of its structs, per release
 *
 * Source: pkg/scheduler/apis/config (types.go, types_pluginargs.go) and
 * component-base/config.
 */
#include "config/componentconfig-table.h"

#include "config/args-table.h"
#include "rules/rule.h"

#include <string.h>

/* Everything is written. */
#define FIELD(name_, type_, Struct, member, ...)                               \
  {                                                                            \
    .name = name_, .type = FIT_CONFIG_##type_,                                 \
    .offset = G_STRUCT_OFFSET (Struct, member), .flags = FIT_CONFIG_WRITE_NIL, \
    ##__VA_ARGS__                                                              \
  }

#define LIST(name_, table_, Struct, n_, member, ...)                      \
  {                                                                       \
    .name = name_, .type = FIT_CONFIG_LIST, .table = table_,              \
    .offset = G_STRUCT_OFFSET (Struct, member),                           \
    .count = G_STRUCT_OFFSET (Struct, n_), .flags = FIT_CONFIG_WRITE_NIL, \
    ##__VA_ARGS__                                                         \
  }

#define STRINGS(name_, Struct, member, ...)           \
  {                                                   \
    .name = name_, .type = FIT_CONFIG_STRINGS,        \
    .offset = G_STRUCT_OFFSET (Struct, member.items), \
    .count = G_STRUCT_OFFSET (Struct, member.n),      \
    .flags = FIT_CONFIG_WRITE_NIL, ##__VA_ARGS__      \
  }

#define FROM(minor) .span = { .releases = FIT_SINCE (minor) }
#define TO(minor) .span = { .releases = FIT_BEFORE ((minor) + 1) }
#define BETWEEN(first, last) \
  .span = { .releases = FIT_SPAN (first, (last) + 1) }

/* -- clientConnection, leaderElection, algorithmSource --------------------- */

static const FitConfigField client_connection_fields[] = {
  FIELD ("Kubeconfig", STRING, FitClientConnection, kubeconfig),
  FIELD ("AcceptContentTypes", STRING, FitClientConnection,
         accept_content_types),
  FIELD ("ContentType", STRING, FitClientConnection, content_type),
  FIELD ("QPS", NUMBER, FitClientConnection, qps),
  FIELD ("Burst", INT32, FitClientConnection, burst),
};
static const FitConfigTable client_connection_table
    = FIT_CONFIG_TABLE (FitClientConnection, client_connection_fields);

static const FitConfigField leader_election_fields[] = {
  FIELD ("LeaderElect", BOOL, FitLeaderElection, leader_elect),
  FIELD ("LeaseDuration", DURATION, FitLeaderElection, lease_duration_ns),
  FIELD ("RenewDeadline", DURATION, FitLeaderElection, renew_deadline_ns),
  FIELD ("RetryPeriod", DURATION, FitLeaderElection, retry_period_ns),
  FIELD ("ResourceLock", STRING, FitLeaderElection, resource_lock),
  FIELD ("ResourceName", STRING, FitLeaderElection, resource_name),
  FIELD ("ResourceNamespace", STRING, FitLeaderElection, resource_namespace),
};
static const FitConfigTable leader_election_table
    = FIT_CONFIG_TABLE (FitLeaderElection, leader_election_fields);

static const FitConfigField policy_file_fields[] = {
  FIELD ("Path", STRING, FitPolicyFileSource, path),
};
static const FitConfigTable policy_file_table
    = FIT_CONFIG_TABLE (FitPolicyFileSource, policy_file_fields);

static const FitConfigField policy_config_map_fields[] = {
  FIELD ("Namespace", STRING, FitPolicyConfigMapSource, namespace_),
  FIELD ("Name", STRING, FitPolicyConfigMapSource, name),
};
static const FitConfigTable policy_config_map_table
    = FIT_CONFIG_TABLE (FitPolicyConfigMapSource, policy_config_map_fields);

static const FitConfigField policy_source_fields[] = {
  FIELD ("File", POINTER, FitPolicySource, file, .table = &policy_file_table),
  FIELD ("ConfigMap", POINTER, FitPolicySource, config_map,
         .table = &policy_config_map_table),
};
static const FitConfigTable policy_source_table
    = FIT_CONFIG_TABLE (FitPolicySource, policy_source_fields);

static const FitConfigField algorithm_source_fields[] = {
  FIELD ("Policy", POINTER, FitAlgorithmSource, policy,
         .table = &policy_source_table),
  FIELD ("Provider", STRING, FitAlgorithmSource, provider),
};
static const FitConfigTable algorithm_source_table
    = FIT_CONFIG_TABLE (FitAlgorithmSource, algorithm_source_fields);

/* -- profiles -------------------------------------------------------------- */

static const FitConfigField plugin_fields[] = {
  FIELD ("Name", STRING, FitPluginEntry, name),
  FIELD ("Weight", INT32, FitPluginEntry, weight),
};
static const FitConfigTable plugin_table
    = FIT_CONFIG_TABLE (FitPluginEntry, plugin_fields);

static const FitConfigField plugin_set_fields[] = {
  LIST ("Enabled", &plugin_table, FitPluginSet, n_enabled, enabled),
  LIST ("Disabled", &plugin_table, FitPluginSet, n_disabled, disabled),
};
static const FitConfigTable plugin_set_table
    = FIT_CONFIG_TABLE_WITH_PLACE (FitPluginSet, plugin_set_fields);

#define SET(name, point, ...)                                  \
  FIELD (name, OBJECT, FitPluginSets, sets[FIT_POINT_##point], \
         .table = &plugin_set_table, ##__VA_ARGS__)

static const FitConfigField plugins_fields[] = {
  SET ("PreEnqueue", PRE_ENQUEUE, FROM (26)),
  SET ("QueueSort", QUEUE_SORT),
  SET ("PreFilter", PRE_FILTER),
  SET ("Filter", FILTER),
  SET ("PostFilter", POST_FILTER, TO (17)),
  SET ("PostFilter", POST_FILTER, FROM (19)),
  SET ("PreScore", PRE_SCORE, FROM (18)),
  SET ("Score", SCORE),
  SET ("Reserve", RESERVE),
  SET ("Permit", PERMIT),
  SET ("PreBind", PRE_BIND),
  SET ("Bind", BIND),
  SET ("PostBind", POST_BIND),
  SET ("Unreserve", UNRESERVE, TO (18)),
  SET ("MultiPoint", MULTI, FROM (23)),
};
static const FitConfigTable plugins_table
    = FIT_CONFIG_TABLE_WITH_PLACE (FitPluginSets, plugins_fields);

static const FitConfigField plugin_config_fields[] = {
  FIELD ("Name", STRING, FitPluginConfigEntry, name),
  FIELD ("Args", RAW, FitPluginConfigEntry, args),
};
static const FitConfigTable plugin_config_table
    = FIT_CONFIG_TABLE (FitPluginConfigEntry, plugin_config_fields);

static const FitConfigField profile_fields[] = {
  FIELD ("SchedulerName", STRING, FitProfileFile, scheduler_name),
  FIELD ("PercentageOfNodesToScore", MAYBE_INT32, FitProfileFile,
         percentage_of_nodes_to_score, FROM (26)),
  FIELD ("Plugins", OBJECT, FitProfileFile, plugins, .table = &plugins_table),
  LIST ("PluginConfig", &plugin_config_table, FitProfileFile, n_plugin_config,
        plugin_config),
};
static const FitConfigTable profile_table
    = FIT_CONFIG_TABLE (FitProfileFile, profile_fields);

/* -- extenders ------------------------------------------------------------- */

static const FitConfigField tls_fields[] = {
  FIELD ("Insecure", BOOL, FitExtenderTLSFile, insecure),
  FIELD ("ServerName", STRING, FitExtenderTLSFile, server_name),
  FIELD ("CertFile", STRING, FitExtenderTLSFile, cert_file),
  FIELD ("KeyFile", STRING, FitExtenderTLSFile, key_file),
  FIELD ("CAFile", STRING, FitExtenderTLSFile, ca_file),
  FIELD ("CertData", BASE64, FitExtenderTLSFile, cert_data),
  { .name = "KeyData",
    .type = FIT_CONFIG_BASE64,
    .offset = G_STRUCT_OFFSET (FitExtenderTLSFile, key_data),
    .flags = FIT_CONFIG_WRITE_NIL | FIT_CONFIG_SECRET },
  FIELD ("CAData", BASE64, FitExtenderTLSFile, ca_data),
};
static const FitConfigTable tls_table
    = FIT_CONFIG_TABLE (FitExtenderTLSFile, tls_fields);

static const FitConfigField managed_resource_fields[] = {
  FIELD ("Name", STRING, FitExtenderResourceFile, name),
  FIELD ("IgnoredByScheduler", BOOL, FitExtenderResourceFile,
         ignored_by_scheduler),
};
static const FitConfigTable managed_resource_table
    = FIT_CONFIG_TABLE (FitExtenderResourceFile, managed_resource_fields);

static const FitConfigField extender_fields[] = {
  FIELD ("URLPrefix", STRING, FitExtenderFile, url_prefix),
  FIELD ("FilterVerb", STRING, FitExtenderFile, filter_verb),
  FIELD ("PreemptVerb", STRING, FitExtenderFile, preempt_verb),
  FIELD ("PrioritizeVerb", STRING, FitExtenderFile, prioritize_verb),
  FIELD ("Weight", INT64, FitExtenderFile, weight),
  FIELD ("BindVerb", STRING, FitExtenderFile, bind_verb),
  FIELD ("EnableHTTPS", BOOL, FitExtenderFile, enable_https),
  FIELD ("TLSConfig", POINTER, FitExtenderFile, tls, .table = &tls_table),
  FIELD ("HTTPTimeout", DURATION, FitExtenderFile, http_timeout_ns),
  FIELD ("NodeCacheCapable", BOOL, FitExtenderFile, node_cache_capable),
  LIST ("ManagedResources", &managed_resource_table, FitExtenderFile,
        n_managed_resources, managed_resources),
  FIELD ("Ignorable", BOOL, FitExtenderFile, ignorable),
};
static const FitConfigTable extender_table
    = FIT_CONFIG_TABLE (FitExtenderFile, extender_fields);

/* -- the whole ------------------------------------------------------------- */

static const FitConfigField fields[] = {
  FIELD ("Parallelism", INT32, FitConfigFile, parallelism, FROM (20)),
  FIELD ("SchedulerName", STRING, FitConfigFile, top.scheduler_name, TO (17)),
  FIELD ("AlgorithmSource", OBJECT, FitConfigFile, algorithm_source,
         .table = &algorithm_source_table, TO (21)),
  FIELD ("HardPodAffinitySymmetricWeight", INT32, FitConfigFile,
         hard_pod_affinity_symmetric_weight, TO (17)),
  FIELD ("LeaderElection", OBJECT, FitConfigFile, leader_election,
         .table = &leader_election_table),
  FIELD ("ClientConnection", OBJECT, FitConfigFile, client_connection,
         .table = &client_connection_table),
  FIELD ("HealthzBindAddress", STRING, FitConfigFile, healthz_bind_address,
         TO (27)),
  FIELD ("MetricsBindAddress", STRING, FitConfigFile, metrics_bind_address,
         TO (27)),
  FIELD ("EnableProfiling", BOOL, FitConfigFile, enable_profiling),
  FIELD ("EnableContentionProfiling", BOOL, FitConfigFile,
         enable_contention_profiling),
  FIELD ("DisablePreemption", BOOL, FitConfigFile, disable_preemption, TO (18)),
  FIELD ("PercentageOfNodesToScore", INT32, FitConfigFile,
         percentage_of_nodes_to_score),
  FIELD ("BindTimeoutSeconds", INT64, FitConfigFile, bind_timeout_seconds,
         TO (18)),
  FIELD ("PodInitialBackoffSeconds", INT64, FitConfigFile,
         pod_initial_backoff_seconds, FROM (17)),
  FIELD ("PodMaxBackoffSeconds", INT64, FitConfigFile, pod_max_backoff_seconds,
         FROM (17)),
  FIELD ("Plugins", OBJECT, FitConfigFile, top.plugins, .table = &plugins_table,
         TO (17)),
  LIST ("PluginConfig", &plugin_config_table, FitConfigFile,
        top.n_plugin_config, top.plugin_config, TO (17)),
  LIST ("Profiles", &profile_table, FitConfigFile, n_profiles, profiles,
        FROM (18)),
  LIST ("Extenders", &extender_table, FitConfigFile, n_extenders, extenders,
        FROM (18)),
  FIELD ("DelayCacheUntilActive", BOOL, FitConfigFile, delay_cache_until_active,
         FROM (28)),
};
const FitConfigTable fit_componentconfig_table
    = FIT_CONFIG_TABLE (FitConfigFile, fields);

/* -- arguments ------------------------------------------------------------- */

static const FitConfigField resource_fields[] = {
  FIELD ("Name", STRING, FitWeightedResource, name),
  FIELD ("Weight", INT64, FitWeightedResource, weight),
};
static const FitConfigTable resource_table
    = FIT_CONFIG_TABLE (FitWeightedResource, resource_fields);

static const FitConfigField shape_point_fields[] = {
  FIELD ("Utilization", INT32, FitArgShapePoint, utilization),
  FIELD ("Score", INT32, FitArgShapePoint, score),
};
static const FitConfigTable shape_point_table
    = FIT_CONFIG_TABLE (FitArgShapePoint, shape_point_fields);

#define RESOURCES(Struct, member) \
  LIST ("Resources", &resource_table, Struct, member.n, member.items)
#define SHAPE(Struct, member, ...)                                    \
  LIST ("Shape", &shape_point_table, Struct, member.n, member.points, \
        ##__VA_ARGS__)

static const FitConfigField default_preemption_fields[] = {
  FIELD ("MinCandidateNodesPercentage", INT32, FitDefaultPreemptionArgs,
         min_candidate_nodes_percentage),
  FIELD ("MinCandidateNodesAbsolute", INT32, FitDefaultPreemptionArgs,
         min_candidate_nodes_absolute),
};
static const FitConfigTable default_preemption_table
    = FIT_CONFIG_TABLE (FitDefaultPreemptionArgs, default_preemption_fields);

static const FitConfigField dynamic_resources_fields[] = {
  FIELD ("FilterTimeout", DURATION, FitDynamicResourcesArgs, filter_timeout_ns),
};
static const FitConfigTable dynamic_resources_table
    = FIT_CONFIG_TABLE (FitDynamicResourcesArgs, dynamic_resources_fields);

static const FitConfigField inter_pod_affinity_fields[] = {
  FIELD ("HardPodAffinityWeight", INT32, FitInterPodAffinityArgs,
         hard_pod_affinity_weight),
  FIELD ("IgnorePreferredTermsOfExistingPods", BOOL, FitInterPodAffinityArgs,
         ignore_preferred_terms_of_existing_pods, FROM (27)),
};
static const FitConfigTable inter_pod_affinity_table
    = FIT_CONFIG_TABLE (FitInterPodAffinityArgs, inter_pod_affinity_fields);

static const FitConfigField node_affinity_fields[] = {
  FIELD ("AddedAffinity", POINTER, FitNodeAffinityArgs, added_affinity,
         .table = &fit_args_affinity_table),
};
static const FitConfigTable node_affinity_table
    = FIT_CONFIG_TABLE (FitNodeAffinityArgs, node_affinity_fields);

static const FitConfigField node_label_fields[] = {
  STRINGS ("PresentLabels", FitNodeLabelArgs, present_labels),
  STRINGS ("AbsentLabels", FitNodeLabelArgs, absent_labels),
  STRINGS ("PresentLabelsPreference", FitNodeLabelArgs,
           present_labels_preference),
  STRINGS ("AbsentLabelsPreference", FitNodeLabelArgs,
           absent_labels_preference),
};
static const FitConfigTable node_label_table
    = FIT_CONFIG_TABLE (FitNodeLabelArgs, node_label_fields);

static const FitConfigField node_resources_fields[] = {
  RESOURCES (FitNodeResourcesArgs, resources),
};
static const FitConfigTable node_resources_table
    = FIT_CONFIG_TABLE (FitNodeResourcesArgs, node_resources_fields);

static const FitConfigField ratio_fields[] = {
  SHAPE (FitArgCapacityRatio, shape),
};
static const FitConfigTable ratio_table
    = FIT_CONFIG_TABLE (FitArgCapacityRatio, ratio_fields);

static const FitConfigField strategy_fields[] = {
  FIELD ("Type", STRING, FitArgScoringStrategy, type),
  RESOURCES (FitArgScoringStrategy, resources),
  FIELD ("RequestedToCapacityRatio", POINTER, FitArgScoringStrategy,
         requested_to_capacity_ratio, .table = &ratio_table),
};
static const FitConfigTable strategy_table
    = FIT_CONFIG_TABLE (FitArgScoringStrategy, strategy_fields);

static const FitConfigField node_resources_fit_fields[] = {
  STRINGS ("IgnoredResources", FitNodeResourcesFitArgs, ignored_resources),
  STRINGS ("IgnoredResourceGroups", FitNodeResourcesFitArgs,
           ignored_resource_groups, FROM (20)),
  FIELD ("ScoringStrategy", POINTER, FitNodeResourcesFitArgs, scoring_strategy,
         .table = &strategy_table, FROM (22)),
};
static const FitConfigTable node_resources_fit_table
    = FIT_CONFIG_TABLE (FitNodeResourcesFitArgs, node_resources_fit_fields);

static const FitConfigField topology_spread_fields[] = {
  LIST ("DefaultConstraints", &fit_args_constraint_table,
        FitPodTopologySpreadArgs, n_constraints, constraints),
  FIELD ("DefaultingType", STRING, FitPodTopologySpreadArgs, defaulting_type,
         FROM (20)),
};
static const FitConfigTable topology_spread_table
    = FIT_CONFIG_TABLE (FitPodTopologySpreadArgs, topology_spread_fields);

static const FitConfigField capacity_ratio_fields[] = {
  SHAPE (FitRequestedToCapacityRatioArgs, shape),
  RESOURCES (FitRequestedToCapacityRatioArgs, resources),
};
static const FitConfigTable capacity_ratio_table
    = FIT_CONFIG_TABLE (FitRequestedToCapacityRatioArgs, capacity_ratio_fields);

static const FitConfigField service_affinity_fields[] = {
  STRINGS ("AffinityLabels", FitServiceAffinityArgs, affinity_labels),
  STRINGS ("AntiAffinityLabelsPreference", FitServiceAffinityArgs,
           anti_affinity_labels_preference),
};
static const FitConfigTable service_affinity_table
    = FIT_CONFIG_TABLE (FitServiceAffinityArgs, service_affinity_fields);

static const FitConfigField volume_binding_fields[] = {
  FIELD ("BindTimeoutSeconds", INT64, FitVolumeBindingArgs,
         bind_timeout_seconds),
  SHAPE (FitVolumeBindingArgs, shape, FROM (21)),
};
static const FitConfigTable volume_binding_table
    = FIT_CONFIG_TABLE (FitVolumeBindingArgs, volume_binding_fields);

const FitConfigTable *
fit_componentconfig_args (const char *plugin)
{
  static const struct
  {
    const FitRule *rule;
    const FitConfigTable *table;
  } rows[] = {
    { &fit_rule_default_preemption, &default_preemption_table },
    { &fit_rule_dynamic_resources, &dynamic_resources_table },
    { &fit_rule_inter_pod_affinity, &inter_pod_affinity_table },
    { &fit_rule_node_affinity, &node_affinity_table },
    { &fit_rule_node_label, &node_label_table },
    { &fit_rule_node_resources_balanced_allocation, &node_resources_table },
    { &fit_rule_node_resources_fit, &node_resources_fit_table },
    { &fit_rule_node_resources_least_allocated, &node_resources_table },
    { &fit_rule_node_resources_most_allocated, &node_resources_table },
    { &fit_rule_pod_topology_spread, &topology_spread_table },
    { &fit_rule_requested_to_capacity_ratio, &capacity_ratio_table },
    { &fit_rule_service_affinity, &service_affinity_table },
    { &fit_rule_volume_binding, &volume_binding_table },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].rule->name, plugin) == 0)
      return rows[i].table;
  return NULL;
}
