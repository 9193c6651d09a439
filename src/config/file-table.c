/* file-table.c - the fields of a KubeSchedulerConfiguration, per version and
 * release, in files and in memory
 *
 * Sources: kubescheduler.config.k8s.io v1alpha1 to v1, component-base v1alpha1;
 * for what is in memory pkg/scheduler/apis/config and component-base/config.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/file-table.h"

#include "policy/fields.h"

#define FIELD FIT_CONFIG_FIELD
#define LIST FIT_CONFIG_STRUCTS

#define EMPTY .fallback = "\"\""
#define WRITE .flags = FIT_CONFIG_WRITE_EMPTY
#define PLACE(Struct, member) .written = G_STRUCT_OFFSET (Struct, member)

/* A default that also replaces an empty value, and is always written. */
#define ALWAYS(text) \
  .fallback = text, .flags = FIT_CONFIG_EMPTY_IS_ABSENT | FIT_CONFIG_WRITE_EMPTY

#define ONLY_V1ALPHA1 .span = { .until = FIT_CONFIG_V1ALPHA1 }
#define UP_TO_V1ALPHA2 .span = { .until = FIT_CONFIG_V1ALPHA2 }
#define FROM_V1ALPHA2 .span = { .since = FIT_CONFIG_V1ALPHA2 }
#define FROM_V1BETA1 .span = { .since = FIT_CONFIG_V1BETA1 }

/* The releases that have in memory what not every version has in files. */
#define MEMORY_FROM(minor) .memory = FIT_SINCE (minor)
#define MEMORY_TO(minor) .memory = FIT_BEFORE ((minor) + 1)

/* -- clientConnection, leaderElection -------------------------------------- */

/* clang-format off */

FIT_CONFIG_ROWS (client_connection_table, FitClientConnection, FIT_NO_PLACE,
  FIELD ("acceptContentTypes", STRING, FitClientConnection, accept_content_types, EMPTY, WRITE),
  FIELD ("burst", INT32, FitClientConnection, burst, ALWAYS ("100")),
  FIELD ("contentType", STRING, FitClientConnection, content_type,
         ALWAYS ("\"application/vnd.kubernetes.protobuf\"")),
  FIELD ("kubeconfig", STRING, FitClientConnection, kubeconfig, EMPTY, WRITE),
  FIELD ("qps", NUMBER, FitClientConnection, qps, .go_name = "QPS", ALWAYS ("50")));

#define RESOURCE_LOCK(value, ...)                                  \
  FIELD ("resourceLock", STRING, FitLeaderElection, resource_lock, \
         ALWAYS ("\"" value "\""), .span = { __VA_ARGS__ })

FIT_CONFIG_ROWS (leader_election_table, FitLeaderElection, FIT_NO_PLACE,
  FIELD ("leaderElect", BOOL, FitLeaderElection, leader_elect, .fallback = "true", WRITE),
  FIELD ("leaseDuration", DURATION, FitLeaderElection, lease_duration_ns, ALWAYS ("\"15s\"")),
  FIELD ("lockObjectName", STRING, FitLeaderElection, lock_object_name, ONLY_V1ALPHA1),
  FIELD ("lockObjectNamespace", STRING, FitLeaderElection, lock_object_namespace, ONLY_V1ALPHA1),
  FIELD ("renewDeadline", DURATION, FitLeaderElection, renew_deadline_ns, ALWAYS ("\"10s\"")),
  RESOURCE_LOCK ("endpoints", .releases = FIT_BEFORE (17)),
  RESOURCE_LOCK ("endpointsleases", .releases = FIT_SPAN (17, 20)),
  RESOURCE_LOCK ("leases", .releases = FIT_SINCE (20)),
  FIELD ("resourceName", STRING, FitLeaderElection, resource_name, ALWAYS ("\"kube-scheduler\"")),
  FIELD ("resourceNamespace", STRING, FitLeaderElection, resource_namespace, ALWAYS ("\"kube-system\"")),
  FIELD ("retryPeriod", DURATION, FitLeaderElection, retry_period_ns, ALWAYS ("\"2s\"")));

/* -- algorithmSource ------------------------------------------------------- */

FIT_CONFIG_ROWS (policy_file_table, FitPolicyFileSource, FIT_NO_PLACE,
  FIELD ("path", STRING, FitPolicyFileSource, path, EMPTY, WRITE));

FIT_CONFIG_ROWS (policy_config_map_table, FitPolicyConfigMapSource, FIT_NO_PLACE,
  FIELD ("namespace", STRING, FitPolicyConfigMapSource, namespace_, ALWAYS ("\"kube-system\"")),
  FIELD ("name", STRING, FitPolicyConfigMapSource, name, EMPTY, WRITE));

FIT_CONFIG_ROWS (policy_source_table, FitPolicySource, FIT_NO_PLACE,
  FIELD ("file", POINTER, FitPolicySource, file, .table = &policy_file_table),
  FIELD ("configMap", POINTER, FitPolicySource, config_map, .table = &policy_config_map_table));

FIT_CONFIG_ROWS (algorithm_source_table, FitAlgorithmSource, FIT_NO_PLACE,
  FIELD ("policy", POINTER, FitAlgorithmSource, policy, .table = &policy_source_table),
  FIELD ("provider", STRING, FitAlgorithmSource, provider));

/* -- profiles -------------------------------------------------------------- */

FIT_CONFIG_ROWS (plugin_entry_table, FitPluginEntry, G_STRUCT_OFFSET (FitPluginEntry, place),
  FIELD ("name", STRING, FitPluginEntry, name, EMPTY, WRITE),
  FIELD ("weight", INT32, FitPluginEntry, weight));

FIT_CONFIG_ROWS (plugin_set_table, FitPluginSet, G_STRUCT_OFFSET (FitPluginSet, place),
  LIST ("enabled", &plugin_entry_table, FitPluginSet, n_enabled, enabled, .example = "{name: NodeResourcesFit}"),
  LIST ("disabled", &plugin_entry_table, FitPluginSet, n_disabled, disabled, .example = "{name: \"*\"}"));

#define SET(name, point, ...)                                  \
  FIELD (name, OBJECT, FitPluginSets, sets[FIT_POINT_##point], \
         .table = &plugin_set_table, ##__VA_ARGS__)

/* A point of v1 that @minor added after multiPoint. */
#define NEW_SET(name, point, minor)                                        \
  SET (name, point, .order = 1,                                            \
       .span = { .since = FIT_CONFIG_V1, .releases = FIT_SINCE (minor) })

FIT_CONFIG_ROWS (plugin_sets_table, FitPluginSets, G_STRUCT_OFFSET (FitPluginSets, place),
  SET ("preEnqueue", PRE_ENQUEUE, .span = { .since = FIT_CONFIG_V1BETA2, .releases = FIT_SINCE (26) }),
  SET ("queueSort", QUEUE_SORT),
  SET ("preFilter", PRE_FILTER),
  SET ("filter", FILTER),
  SET ("postFilter", POST_FILTER, .span = { .until = FIT_CONFIG_V1ALPHA1, .releases = FIT_BEFORE (18) },
       MEMORY_TO (17)),
  SET ("postFilter", PRE_SCORE, .span = { .until = FIT_CONFIG_V1ALPHA1, .releases = FIT_SINCE (18) }),
  SET ("postFilter", POST_FILTER, FROM_V1BETA1, MEMORY_FROM (19)),
  SET ("preScore", PRE_SCORE, FROM_V1ALPHA2, MEMORY_FROM (18)),
  SET ("score", SCORE),
  SET ("reserve", RESERVE),
  SET ("permit", PERMIT),
  SET ("preBind", PRE_BIND),
  SET ("bind", BIND),
  SET ("postBind", POST_BIND),
  SET ("unreserve", UNRESERVE, UP_TO_V1ALPHA2, MEMORY_TO (18)),
  SET ("multiPoint", MULTI, .span = { .since = FIT_CONFIG_V1BETA3 }, MEMORY_FROM (23)),
  NEW_SET ("placementGenerate", PLACEMENT_GENERATE, 36),
  NEW_SET ("placementScore", PLACEMENT_SCORE, 36),
  NEW_SET ("podGroupPostFilter", POD_GROUP_POST_FILTER, 37));

FIT_CONFIG_ROWS (plugin_config_table, FitPluginConfigEntry, G_STRUCT_OFFSET (FitPluginConfigEntry, place),
  FIELD ("name", STRING, FitPluginConfigEntry, name, EMPTY, WRITE),
  FIELD ("args", RAW, FitPluginConfigEntry, args));

FIT_CONFIG_ROWS (profile_table, FitProfileFile, G_STRUCT_OFFSET (FitProfileFile, place),
  FIELD ("schedulerName", STRING, FitProfileFile, scheduler_name, PLACE (FitProfileFile, name_place)),
  FIELD ("percentageOfNodesToScore", MAYBE_INT32, FitProfileFile, percentage_of_nodes_to_score,
         PLACE (FitProfileFile, percentage_place), .span = { .since = FIT_CONFIG_V1, .releases = FIT_SINCE (26) }),
  FIELD ("plugins", OBJECT, FitProfileFile, plugins, .table = &plugin_sets_table),
  LIST ("pluginConfig", &plugin_config_table, FitProfileFile, n_plugin_config, plugin_config));

/* -- the file -------------------------------------------------------------- */

/* From 1.23 on addresses are empty, and from v1beta3 on there are no such
 * fields. */
#define ADDRESS(name, member)                                                  \
  FIELD (name, STRING, FitConfigFile, member, .fallback = "\"0.0.0.0:10251\"", \
         WRITE, MEMORY_TO (22),                                                \
         .span                                                                 \
         = { .until = FIT_CONFIG_V1BETA2, .releases = FIT_BEFORE (23) }),      \
      FIELD (name, STRING, FitConfigFile, member, EMPTY, WRITE,                \
             .memory = FIT_SPAN (23, 28),                                      \
             .span                                                             \
             = { .until = FIT_CONFIG_V1BETA2, .releases = FIT_SINCE (23) })

#define FROM_1_17_TRUE(name, member)                                     \
  FIELD (name, BOOL, FitConfigFile, member, WRITE,                       \
         .span = { .releases = FIT_BEFORE (17) }),                       \
      FIELD (name, BOOL, FitConfigFile, member, .fallback = "true", WRITE, \
             .span = { .releases = FIT_SINCE (17) })

#define BACKOFF_FROM .span = { .releases = FIT_SINCE (17) }

#define TOP_LEVEL_FIELDS \
  FIELD ("bindTimeoutSeconds", INT64, FitConfigFile, bind_timeout_seconds, .fallback = "600", WRITE, UP_TO_V1ALPHA2, \
         MEMORY_TO (18)), \
  FIELD ("clientConnection", OBJECT, FitConfigFile, client_connection, .table = &client_connection_table), \
  FIELD ("delayCacheUntilActive", BOOL, FitConfigFile, delay_cache_until_active, .flags = FIT_CONFIG_OMIT, \
         .span = { .since = FIT_CONFIG_V1, .releases = FIT_SINCE (28) }), \
  FIELD ("disablePreemption", BOOL, FitConfigFile, disable_preemption, WRITE, UP_TO_V1ALPHA2, MEMORY_TO (18)), \
  FROM_1_17_TRUE ("enableContentionProfiling", enable_contention_profiling), \
  FROM_1_17_TRUE ("enableProfiling", enable_profiling), \
  LIST ("extenders", &fit_extender_fields, FitConfigFile, n_extenders, extenders, .flags = FIT_CONFIG_WRITE_NULL, \
        .span = { .since = FIT_CONFIG_V1ALPHA2, .until = FIT_CONFIG_V1ALPHA2 }), \
  LIST ("extenders", &fit_extender_fields, FitConfigFile, n_extenders, extenders, .flags = FIT_CONFIG_OMIT, FROM_V1BETA1, \
        MEMORY_FROM (18)), \
  ADDRESS ("healthzBindAddress", healthz_bind_address), \
  FIELD ("leaderElection", OBJECT, FitConfigFile, leader_election, .table = &leader_election_table), \
  ADDRESS ("metricsBindAddress", metrics_bind_address), \
  FIELD ("parallelism", INT32, FitConfigFile, parallelism, .fallback = "16", WRITE, \
         .span = { .since = FIT_CONFIG_V1BETA1, .releases = FIT_SINCE (20) }), \
  FIELD ("percentageOfNodesToScore", INT32, FitConfigFile, percentage_of_nodes_to_score, WRITE, \
         PLACE (FitConfigFile, percentage_place)), \
  FIELD ("podInitialBackoffSeconds", INT64, FitConfigFile, pod_initial_backoff_seconds, .fallback = "1", WRITE, \
         BACKOFF_FROM), \
  FIELD ("podMaxBackoffSeconds", INT64, FitConfigFile, pod_max_backoff_seconds, .fallback = "10", WRITE, \
         BACKOFF_FROM)

static const FitConfigField top_level_fields[] = { TOP_LEVEL_FIELDS };
const FitConfigTable fit_config_top_level_table
    = FIT_CONFIG_TABLE (FitConfigFile, top_level_fields);

static const FitConfigField file_fields[] = {
  TOP_LEVEL_FIELDS,
  FIELD ("algorithmSource", OBJECT, FitConfigFile, algorithm_source, .table = &algorithm_source_table, ONLY_V1ALPHA1,
         MEMORY_TO (21)),
  FIELD ("hardPodAffinitySymmetricWeight", INT32, FitConfigFile, hard_pod_affinity_symmetric_weight,
         .fallback = "1", WRITE, ONLY_V1ALPHA1, MEMORY_TO (17)),
  FIELD ("schedulerName", STRING, FitConfigFile, top.scheduler_name, ALWAYS ("\"default-scheduler\""),
         PLACE (FitConfigFile, top.name_place), .order = -1, ONLY_V1ALPHA1, MEMORY_TO (17)),
  FIELD ("plugins", OBJECT, FitConfigFile, top.plugins, .table = &plugin_sets_table, ONLY_V1ALPHA1, MEMORY_TO (17)),
  LIST ("pluginConfig", &plugin_config_table, FitConfigFile, top.n_plugin_config, top.plugin_config, ONLY_V1ALPHA1,
        MEMORY_TO (17)),
  LIST ("profiles", &profile_table, FitConfigFile, n_profiles, profiles, FROM_V1ALPHA2, MEMORY_FROM (18)),
};
/* clang-format on */
const FitConfigTable fit_config_file_table
    = FIT_CONFIG_TABLE (FitConfigFile, file_fields);

gboolean
fit_config_has_point (const FitConfigTarget *target, FitExtensionPoint point)
{
  for (guint i = 0; i < plugin_sets_table.n_rows; i++)
    if (plugin_sets_table.rows[i].offset
            == G_STRUCT_OFFSET (FitPluginSets, sets)
                   + point * sizeof (FitPluginSet)
        && fit_config_span_has (&plugin_sets_table.rows[i].span,
                                target->version, target->release))
      return TRUE;
  return FALSE;
}
