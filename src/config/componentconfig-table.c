/* componentconfig-table.c - the fields of kube-scheduler's internal
 * configuration, in the order of its structs, per release
 *
 * Source: pkg/scheduler/apis/config (types.go, types_pluginargs.go) and
 * component-base/config.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/file-table.h"

#include "policy/fields.h"

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

#define FROM(minor) .span = { .releases = FIT_SINCE (minor) }
#define TO(minor) .span = { .releases = FIT_BEFORE ((minor) + 1) }

/* -- clientConnection, leaderElection, algorithmSource --------------------- */

/* clang-format off */

FIT_CONFIG_ROWS (client_connection_table, FitClientConnection, FIT_NO_PLACE,
  FIELD ("Kubeconfig", STRING, FitClientConnection, kubeconfig),
  FIELD ("AcceptContentTypes", STRING, FitClientConnection, accept_content_types),
  FIELD ("ContentType", STRING, FitClientConnection, content_type),
  FIELD ("QPS", NUMBER, FitClientConnection, qps),
  FIELD ("Burst", INT32, FitClientConnection, burst));

FIT_CONFIG_ROWS (leader_election_table, FitLeaderElection, FIT_NO_PLACE,
  FIELD ("LeaderElect", BOOL, FitLeaderElection, leader_elect),
  FIELD ("LeaseDuration", DURATION, FitLeaderElection, lease_duration_ns),
  FIELD ("RenewDeadline", DURATION, FitLeaderElection, renew_deadline_ns),
  FIELD ("RetryPeriod", DURATION, FitLeaderElection, retry_period_ns),
  FIELD ("ResourceLock", STRING, FitLeaderElection, resource_lock),
  FIELD ("ResourceName", STRING, FitLeaderElection, resource_name),
  FIELD ("ResourceNamespace", STRING, FitLeaderElection, resource_namespace));

FIT_CONFIG_ROWS (policy_file_table, FitPolicyFileSource, FIT_NO_PLACE,
  FIELD ("Path", STRING, FitPolicyFileSource, path));

FIT_CONFIG_ROWS (policy_config_map_table, FitPolicyConfigMapSource, FIT_NO_PLACE,
  FIELD ("Namespace", STRING, FitPolicyConfigMapSource, namespace_),
  FIELD ("Name", STRING, FitPolicyConfigMapSource, name));

FIT_CONFIG_ROWS (policy_source_table, FitPolicySource, FIT_NO_PLACE,
  FIELD ("File", POINTER, FitPolicySource, file, .table = &policy_file_table),
  FIELD ("ConfigMap", POINTER, FitPolicySource, config_map, .table = &policy_config_map_table));

FIT_CONFIG_ROWS (algorithm_source_table, FitAlgorithmSource, FIT_NO_PLACE,
  FIELD ("Policy", POINTER, FitAlgorithmSource, policy, .table = &policy_source_table),
  FIELD ("Provider", STRING, FitAlgorithmSource, provider));

/* -- profiles -------------------------------------------------------------- */

FIT_CONFIG_ROWS (plugin_table, FitPluginEntry, FIT_NO_PLACE,
  FIELD ("Name", STRING, FitPluginEntry, name),
  FIELD ("Weight", INT32, FitPluginEntry, weight));

FIT_CONFIG_ROWS (plugin_set_table, FitPluginSet, G_STRUCT_OFFSET (FitPluginSet, place),
  LIST ("Enabled", &plugin_table, FitPluginSet, n_enabled, enabled),
  LIST ("Disabled", &plugin_table, FitPluginSet, n_disabled, disabled));

#define SET(name, point, ...)                                  \
  FIELD (name, OBJECT, FitPluginSets, sets[FIT_POINT_##point], \
         .table = &plugin_set_table, ##__VA_ARGS__)

FIT_CONFIG_ROWS (plugins_table, FitPluginSets, G_STRUCT_OFFSET (FitPluginSets, place),
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
  SET ("PlacementGenerate", PLACEMENT_GENERATE, FROM (36)),
  SET ("PlacementScore", PLACEMENT_SCORE, FROM (36)),
  SET ("PodGroupPostFilter", POD_GROUP_POST_FILTER, FROM (37)));

FIT_CONFIG_ROWS (plugin_config_table, FitPluginConfigEntry, FIT_NO_PLACE,
  FIELD ("Name", STRING, FitPluginConfigEntry, name),
  FIELD ("Args", RAW, FitPluginConfigEntry, args));

FIT_CONFIG_ROWS (profile_table, FitProfileFile, FIT_NO_PLACE,
  FIELD ("SchedulerName", STRING, FitProfileFile, scheduler_name),
  FIELD ("PercentageOfNodesToScore", MAYBE_INT32, FitProfileFile, percentage_of_nodes_to_score, FROM (26)),
  FIELD ("Plugins", OBJECT, FitProfileFile, plugins, .table = &plugins_table),
  LIST ("PluginConfig", &plugin_config_table, FitProfileFile, n_plugin_config, plugin_config));

/* -- the whole ------------------------------------------------------------- */

static const FitConfigField fields[] = {
  FIELD ("Parallelism", INT32, FitConfigFile, parallelism, FROM (20)),
  FIELD ("SchedulerName", STRING, FitConfigFile, top.scheduler_name, TO (17)),
  FIELD ("AlgorithmSource", OBJECT, FitConfigFile, algorithm_source, .table = &algorithm_source_table, TO (21)),
  FIELD ("HardPodAffinitySymmetricWeight", INT32, FitConfigFile, hard_pod_affinity_symmetric_weight, TO (17)),
  FIELD ("LeaderElection", OBJECT, FitConfigFile, leader_election, .table = &leader_election_table),
  FIELD ("ClientConnection", OBJECT, FitConfigFile, client_connection, .table = &client_connection_table),
  FIELD ("HealthzBindAddress", STRING, FitConfigFile, healthz_bind_address, TO (27)),
  FIELD ("MetricsBindAddress", STRING, FitConfigFile, metrics_bind_address, TO (27)),
  FIELD ("EnableProfiling", BOOL, FitConfigFile, enable_profiling),
  FIELD ("EnableContentionProfiling", BOOL, FitConfigFile, enable_contention_profiling),
  FIELD ("DisablePreemption", BOOL, FitConfigFile, disable_preemption, TO (18)),
  FIELD ("PercentageOfNodesToScore", INT32, FitConfigFile, percentage_of_nodes_to_score),
  FIELD ("BindTimeoutSeconds", INT64, FitConfigFile, bind_timeout_seconds, TO (18)),
  FIELD ("PodInitialBackoffSeconds", INT64, FitConfigFile, pod_initial_backoff_seconds, FROM (17)),
  FIELD ("PodMaxBackoffSeconds", INT64, FitConfigFile, pod_max_backoff_seconds, FROM (17)),
  FIELD ("Plugins", OBJECT, FitConfigFile, top.plugins, .table = &plugins_table, TO (17)),
  LIST ("PluginConfig", &plugin_config_table, FitConfigFile, top.n_plugin_config, top.plugin_config, TO (17)),
  LIST ("Profiles", &profile_table, FitConfigFile, n_profiles, profiles, FROM (18)),
  FIT_CONFIG_STRUCTS ("Extenders", &fit_extender_fields, FitConfigFile, n_extenders, extenders, FROM (18),
        .flags = FIT_CONFIG_WRITE_NIL | FIT_CONFIG_INTERNAL),
  FIELD ("DelayCacheUntilActive", BOOL, FitConfigFile, delay_cache_until_active, FROM (28)),
};
/* clang-format on */
const FitConfigTable fit_componentconfig_table
    = FIT_CONFIG_TABLE (FitConfigFile, fields);
