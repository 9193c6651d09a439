/* policy-fields.c - tables of the fields of a Policy document; creates and
 * frees Policies
 *
 * Sources: kube-scheduler v1.16 pkg/scheduler/api/v1 (names in a file) and
 * pkg/scheduler/api (names of the internal form); of 1.8 to 1.15 the latter.
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include "net/secrets.h"

#define ROW(json_name, internal_name, type_, Struct, member, ...) \
  FIT_CONFIG_FIELD (json_name, type_, Struct, member,             \
                    .go_name = internal_name, ##__VA_ARGS__)

#define ROWS(json_name, internal_name, table_, Struct, n_, member, ...) \
  FIT_CONFIG_STRUCTS (json_name, table_, Struct, n_, member,            \
                      .go_name = internal_name, ##__VA_ARGS__)

#define STRING(json_name, internal_name, Struct, member, ...)                \
  ROW (json_name, internal_name, STRING, Struct, member, .fallback = "\"\"", \
       ##__VA_ARGS__)

#define STRINGS(json_name, internal_name, Struct, member)                   \
  ROW (json_name, internal_name, STRINGS, Struct, member, .fallback = "[]", \
       .count = G_STRUCT_OFFSET (Struct, n_##member))

#define BASE64(json_name, internal_name, Struct, member) \
  ROW (json_name, internal_name, BASE64, Struct, member, .fallback = "\"\"")

#define PLACE(Struct, member) .written = G_STRUCT_OFFSET (Struct, member)
#define KEY(Struct, member) .key = G_STRUCT_OFFSET (Struct, member)
#define SINCE(minor) .span = { .releases = FIT_SINCE (minor) }
#define BEFORE(minor) .span = { .releases = FIT_BEFORE (minor) }

/* clang-format off */

/* -- predicates[].argument ------------------------------------------------- */

FIT_CONFIG_ROWS (service_affinity, FitPredicatePolicy, FIT_NO_PLACE,
  STRINGS ("labels", "Labels", FitPredicatePolicy, service_affinity_labels));

FIT_CONFIG_ROWS (labels_presence, FitPredicatePolicy, FIT_NO_PLACE,
  STRINGS ("labels", "Labels", FitPredicatePolicy, presence_labels),
  ROW ("presence", "Presence", BOOL, FitPredicatePolicy, presence, PLACE (FitPredicatePolicy, presence_place),
       .flags = FIT_CONFIG_WRITE_EMPTY));

FIT_CONFIG_ROWS (predicate_argument, FitPredicatePolicy, FIT_NO_PLACE,
  ROW ("serviceAffinity", "ServiceAffinity", PART, FitPredicatePolicy, members,
       .bit = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY, .table = &service_affinity,
       .example = "{\"labels\": [\"zone\"]}"),
  ROW ("labelsPresence", "LabelsPresence", PART, FitPredicatePolicy, members,
       .bit = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE, .table = &labels_presence,
       .example = "{\"labels\": [\"zone\"], \"presence\": true}"));

FIT_CONFIG_ROWS (predicate_fields, FitPredicatePolicy, G_STRUCT_OFFSET (FitPredicatePolicy, place),
  STRING ("name", "Name", FitPredicatePolicy, name),
  ROW ("argument", "Argument", PART, FitPredicatePolicy, has_argument, .bit = TRUE, .table = &predicate_argument,
       .example = "{\"serviceAffinity\": {\"labels\": [\"zone\"]}}"));

/* -- priorities[].argument ------------------------------------------------- */

FIT_CONFIG_ROWS (service_anti_affinity, FitPriorityPolicy, FIT_NO_PLACE,
  STRING ("label", "Label", FitPriorityPolicy, anti_affinity_label));

FIT_CONFIG_ROWS (label_preference, FitPriorityPolicy, FIT_NO_PLACE,
  STRING ("label", "Label", FitPriorityPolicy, preference_label),
  ROW ("presence", "Presence", BOOL, FitPriorityPolicy, preference_presence,
       PLACE (FitPriorityPolicy, presence_place), .flags = FIT_CONFIG_WRITE_EMPTY));

FIT_CONFIG_ROWS (shape_point, FitUtilizationPoint, FIT_NO_PLACE,
  ROW ("utilization", "Utilization", INT64, FitUtilizationPoint, utilization, BEFORE (18)),
  ROW ("utilization", "Utilization", WIDE_INT32, FitUtilizationPoint, utilization, SINCE (18)),
  ROW ("score", "Score", INT64, FitUtilizationPoint, score, BEFORE (18)),
  ROW ("score", "Score", WIDE_INT32, FitUtilizationPoint, score, SINCE (18)));

FIT_CONFIG_ROWS (resource, FitWeightedResource, FIT_NO_PLACE,
  STRING ("name", "Name", FitWeightedResource, name),
  ROW ("weight", "Weight", INT64, FitWeightedResource, weight));

FIT_CONFIG_ROWS (capacity_ratio, FitPriorityPolicy, FIT_NO_PLACE,
  ROWS ("shape", "UtilizationShape", &shape_point, FitPriorityPolicy, ratio.shape.n, ratio.shape.points,
        .example = "{\"utilization\": 0, \"score\": 0}"),
  ROWS ("resources", "Resources", &resource, FitPriorityPolicy, ratio.resources.n, ratio.resources.items, SINCE (16),
        .example = "{\"name\": \"cpu\", \"weight\": 1}"));

FIT_CONFIG_ROWS (priority_argument, FitPriorityPolicy, FIT_NO_PLACE,
  ROW ("serviceAntiAffinity", "ServiceAntiAffinity", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY, .table = &service_anti_affinity,
       .example = "{\"label\": \"zone\"}"),
  ROW ("labelPreference", "LabelPreference", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE, .table = &label_preference,
       .example = "{\"label\": \"ssd\", \"presence\": true}"),
  ROW ("requestedToCapacityRatioArguments", "RequestedToCapacityRatioArguments", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO, .table = &capacity_ratio, SINCE (11),
       .example = "{\"shape\": [{\"utilization\": 0, \"score\": 0}, {\"utilization\": 100, \"score\": 10}]}"));

FIT_CONFIG_ROWS (priority_fields, FitPriorityPolicy, G_STRUCT_OFFSET (FitPriorityPolicy, place),
  STRING ("name", "Name", FitPriorityPolicy, name),
  ROW ("weight", "Weight", INT64, FitPriorityPolicy, weight),
  ROW ("argument", "Argument", PART, FitPriorityPolicy, has_argument, .bit = TRUE, .table = &priority_argument,
       .example = "{\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}"));

/* -- extenders[] ----------------------------------------------------------- */

FIT_CONFIG_ROWS (tls, FitExtenderTLS, FIT_NO_PLACE,
  ROW ("insecure", "Insecure", BOOL, FitExtenderTLS, insecure),
  STRING ("serverName", "ServerName", FitExtenderTLS, server_name),
  STRING ("certFile", "CertFile", FitExtenderTLS, cert_file),
  STRING ("keyFile", "KeyFile", FitExtenderTLS, key_file),
  STRING ("caFile", "CAFile", FitExtenderTLS, ca_file),
  BASE64 ("certData", "CertData", FitExtenderTLS, cert_data),
  ROW ("keyData", "KeyData", BASE64, FitExtenderTLS, key_data, .fallback = "\"\"", .flags = FIT_CONFIG_SECRET),
  BASE64 ("caData", "CAData", FitExtenderTLS, ca_data));

FIT_CONFIG_ROWS (managed_resource, FitManagedResource, FIT_NO_PLACE,
  STRING ("name", "Name", FitManagedResource, name, .flags = FIT_CONFIG_WRITE_EMPTY),
  ROW ("ignoredByScheduler", "IgnoredByScheduler", BOOL, FitManagedResource, ignored_by_scheduler));

/* Two fields changed with v1beta1 of configurations. */
#define UP_TO_V1ALPHA2 .span = { .until = FIT_CONFIG_V1ALPHA2 }
#define FROM_V1BETA1 .span = { .since = FIT_CONFIG_V1BETA1 }

FIT_CONFIG_ROWS_OF (, fit_extender_fields, FitExtenderPolicy, G_STRUCT_OFFSET (FitExtenderPolicy, place),
  STRING ("urlPrefix", "URLPrefix", FitExtenderPolicy, url_prefix, .flags = FIT_CONFIG_WRITE_EMPTY),
  STRING ("filterVerb", "FilterVerb", FitExtenderPolicy, filter_verb),
  STRING ("preemptVerb", "PreemptVerb", FitExtenderPolicy, preempt_verb, SINCE (11)),
  STRING ("prioritizeVerb", "PrioritizeVerb", FitExtenderPolicy, prioritize_verb),
  ROW ("weight", "Weight", INT64, FitExtenderPolicy, weight),
  STRING ("bindVerb", "BindVerb", FitExtenderPolicy, bind_verb),
  ROW ("enableHttps", "EnableHTTPS", BOOL, FitExtenderPolicy, enable_https, KEY (FitExtenderPolicy, https_key), UP_TO_V1ALPHA2),
  ROW ("enableHTTPS", "EnableHTTPS", BOOL, FitExtenderPolicy, enable_https, KEY (FitExtenderPolicy, https_key), FROM_V1BETA1),
  ROW ("tlsConfig", "TLSConfig", POINTER, FitExtenderPolicy, tls, .table = &tls,
       .example = "{\"caFile\": \"/etc/kubernetes/pki/extender-ca.crt\"}"),
  ROW ("httpTimeout", "HTTPTimeout", NANOSECONDS, FitExtenderPolicy, http_timeout_ns, UP_TO_V1ALPHA2),
  ROW ("httpTimeout", "HTTPTimeout", DURATION, FitExtenderPolicy, http_timeout_ns, FROM_V1BETA1,
       .flags = FIT_CONFIG_WRITE_EMPTY),
  ROW ("nodeCacheCapable", "NodeCacheCapable", BOOL, FitExtenderPolicy, node_cache_capable),
  ROWS ("managedResources", "ManagedResources", &managed_resource, FitExtenderPolicy, n_managed_resources,
        managed_resources, SINCE (10), .example = "{\"name\": \"example.com/gpu\"}"),
  ROW ("ignorable", "Ignorable", BOOL, FitExtenderPolicy, ignorable, SINCE (11)));

/* -- the document ---------------------------------------------------------- */

FIT_CONFIG_ROWS_OF (, fit_policy_fields, FitPolicy, FIT_NO_PLACE,
  ROW ("predicates", "Predicates", POINTERS, FitPolicy, predicates, .table = &predicate_fields,
       PLACE (FitPolicy, predicates_place), .example = "{\"name\": \"PodFitsResources\"}"),
  ROW ("priorities", "Priorities", POINTERS, FitPolicy, priorities, .table = &priority_fields,
       PLACE (FitPolicy, priorities_place),
       .example = "{\"name\": \"LeastRequestedPriority\", \"weight\": 1}"),
  ROW ("extenders", "ExtenderConfigs", POINTERS, FitPolicy, extenders, .table = &fit_extender_fields,
       .flags = FIT_CONFIG_ANY_CASE, .fallback = "[]",
       .example = "{\"urlPrefix\": \"http://127.0.0.1:8080\", \"filterVerb\": \"filter\"}"),
  ROW ("hardPodAffinitySymmetricWeight", "HardPodAffinitySymmetricWeight", LOW_INT32, FitPolicy,
       hard_pod_affinity_symmetric_weight, PLACE (FitPolicy, hard_weight_place)),
  ROW ("alwaysCheckAllPredicates", "AlwaysCheckAllPredicates", BOOL, FitPolicy, always_check_all_predicates,
       PLACE (FitPolicy, check_all_place), SINCE (10)));
/* clang-format on */

/* -- a Policy -------------------------------------------------------------- */

FitPolicy *
fit_policy_new (void)
{
  FitPolicy *policy = g_new0 (FitPolicy, 1);
  FitConfigReader reader = { .policy = policy };

  policy->arena = reader.arena = fit_arena_new ();
  policy->release = FIT_RELEASE_LEGACY;
  policy->ignored_fields = g_ptr_array_new ();
  policy->repeated_fields = g_ptr_array_new ();
  policy->source = "";
  fit_config_fill (&reader, &fit_policy_fields, policy);
  return policy;
}

void
fit_policy_free (FitPolicy *policy)
{
  if (policy == NULL)
    return;
  g_clear_pointer (&policy->predicates, g_ptr_array_unref);
  g_clear_pointer (&policy->priorities, g_ptr_array_unref);
  g_ptr_array_unref (policy->extenders);
  g_ptr_array_unref (policy->ignored_fields);
  g_ptr_array_unref (policy->repeated_fields);
  fit_arena_free (policy->arena);
  g_free (policy);
}

FitPolicyLabels
fit_policy_labels (const FitRulePolicy *entry, gboolean scores)
{
  if (!scores && (entry->members & FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY))
    return (FitPolicyLabels){ entry->n_service_affinity_labels,
                              entry->service_affinity_labels, FALSE };
  if (!scores && (entry->members & FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE))
    return (FitPolicyLabels){ entry->n_presence_labels, entry->presence_labels,
                              entry->presence };
  if (scores && (entry->members & FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY))
    return (FitPolicyLabels){ 1, &entry->anti_affinity_label, FALSE };
  if (scores && (entry->members & FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE))
    return (FitPolicyLabels){ 1, &entry->preference_label,
                              entry->preference_presence };
  return (FitPolicyLabels){ 0 };
}

char *
fit_extender_policy_name (const FitExtenderPolicy *extender)
{
  return fit_url_hide (extender->url_prefix);
}
