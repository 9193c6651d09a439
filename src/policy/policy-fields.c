/* policy-fields.c - tables of the fields of a Policy document; creates and
 * frees Policies
 *
 * Sources: kube-scheduler v1.16 pkg/scheduler/api/v1 (names in a file) and
 * pkg/scheduler/api (names of the internal form); of 1.8 to 1.15 the latter.
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include "net/secrets.h"

#define ROW FIT_CONFIG_FIELD
#define ROWS FIT_CONFIG_STRUCTS

#define STRING(name, Struct, member, ...) \
  ROW (name, STRING, Struct, member, .fallback = "\"\"", ##__VA_ARGS__)

#define STRINGS(name, Struct, member)                   \
  ROW (name, STRINGS, Struct, member, .fallback = "[]", \
       .count = G_STRUCT_OFFSET (Struct, n_##member))

#define BASE64(name, Struct, member, ...) \
  ROW (name, BASE64, Struct, member, .fallback = "\"\"", ##__VA_ARGS__)

#define PLACE(Struct, member) .written = G_STRUCT_OFFSET (Struct, member)
#define KEY(Struct, member) .key = G_STRUCT_OFFSET (Struct, member)
#define SINCE(minor) .span = { .releases = FIT_SINCE (minor) }
#define BEFORE(minor) .span = { .releases = FIT_BEFORE (minor) }

/* clang-format off */

/* -- predicates[].argument ------------------------------------------------- */

FIT_CONFIG_ROWS (service_affinity, FitPredicatePolicy, FIT_NO_PLACE,
  STRINGS ("labels", FitPredicatePolicy, service_affinity_labels));

FIT_CONFIG_ROWS (labels_presence, FitPredicatePolicy, FIT_NO_PLACE,
  STRINGS ("labels", FitPredicatePolicy, presence_labels),
  ROW ("presence", BOOL, FitPredicatePolicy, presence, PLACE (FitPredicatePolicy, presence_place),
       .flags = FIT_CONFIG_WRITE_EMPTY));

FIT_CONFIG_ROWS (predicate_argument, FitPredicatePolicy, FIT_NO_PLACE,
  ROW ("serviceAffinity", PART, FitPredicatePolicy, members,
       .bit = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY, .table = &service_affinity,
       .example = "{\"labels\": [\"zone\"]}"),
  ROW ("labelsPresence", PART, FitPredicatePolicy, members,
       .bit = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE, .table = &labels_presence,
       .example = "{\"labels\": [\"zone\"], \"presence\": true}"));

FIT_CONFIG_ROWS (predicate_fields, FitPredicatePolicy, G_STRUCT_OFFSET (FitPredicatePolicy, place),
  STRING ("name", FitPredicatePolicy, name),
  ROW ("argument", PART, FitPredicatePolicy, has_argument, .bit = TRUE, .table = &predicate_argument,
       .example = "{\"serviceAffinity\": {\"labels\": [\"zone\"]}}"));

/* -- priorities[].argument ------------------------------------------------- */

FIT_CONFIG_ROWS (service_anti_affinity, FitPriorityPolicy, FIT_NO_PLACE,
  STRING ("label", FitPriorityPolicy, anti_affinity_label));

FIT_CONFIG_ROWS (label_preference, FitPriorityPolicy, FIT_NO_PLACE,
  STRING ("label", FitPriorityPolicy, preference_label),
  ROW ("presence", BOOL, FitPriorityPolicy, preference_presence,
       PLACE (FitPriorityPolicy, presence_place), .flags = FIT_CONFIG_WRITE_EMPTY));

FIT_CONFIG_ROWS (shape_point, FitUtilizationPoint, FIT_NO_PLACE,
  ROW ("utilization", INT64, FitUtilizationPoint, utilization, BEFORE (18)),
  ROW ("utilization", WIDE_INT32, FitUtilizationPoint, utilization, SINCE (18)),
  ROW ("score", INT64, FitUtilizationPoint, score, BEFORE (18)),
  ROW ("score", WIDE_INT32, FitUtilizationPoint, score, SINCE (18)));

FIT_CONFIG_ROWS (resource, FitWeightedResource, FIT_NO_PLACE,
  STRING ("name", FitWeightedResource, name),
  ROW ("weight", INT64, FitWeightedResource, weight));

FIT_CONFIG_ROWS (capacity_ratio, FitPriorityPolicy, FIT_NO_PLACE,
  ROWS ("shape", &shape_point, FitPriorityPolicy, ratio.shape.n, ratio.shape.points, .go_name = "UtilizationShape",
        .example = "{\"utilization\": 0, \"score\": 0}"),
  ROWS ("resources", &resource, FitPriorityPolicy, ratio.resources.n, ratio.resources.items, SINCE (16),
        .example = "{\"name\": \"cpu\", \"weight\": 1}"));

FIT_CONFIG_ROWS (priority_argument, FitPriorityPolicy, FIT_NO_PLACE,
  ROW ("serviceAntiAffinity", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY, .table = &service_anti_affinity,
       .example = "{\"label\": \"zone\"}"),
  ROW ("labelPreference", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE, .table = &label_preference,
       .example = "{\"label\": \"ssd\", \"presence\": true}"),
  ROW ("requestedToCapacityRatioArguments", PART, FitPriorityPolicy, members,
       .bit = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO, .table = &capacity_ratio, SINCE (11),
       .example = "{\"shape\": [{\"utilization\": 0, \"score\": 0}, {\"utilization\": 100, \"score\": 10}]}"));

FIT_CONFIG_ROWS (priority_fields, FitPriorityPolicy, G_STRUCT_OFFSET (FitPriorityPolicy, place),
  STRING ("name", FitPriorityPolicy, name),
  ROW ("weight", INT64, FitPriorityPolicy, weight),
  ROW ("argument", PART, FitPriorityPolicy, has_argument, .bit = TRUE, .table = &priority_argument,
       .example = "{\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}"));

/* -- extenders[] ----------------------------------------------------------- */

FIT_CONFIG_ROWS (tls, FitExtenderTLS, FIT_NO_PLACE,
  ROW ("insecure", BOOL, FitExtenderTLS, insecure),
  STRING ("serverName", FitExtenderTLS, server_name),
  STRING ("certFile", FitExtenderTLS, cert_file),
  STRING ("keyFile", FitExtenderTLS, key_file),
  STRING ("caFile", FitExtenderTLS, ca_file, .go_name = "CAFile"),
  BASE64 ("certData", FitExtenderTLS, cert_data),
  BASE64 ("keyData", FitExtenderTLS, key_data, .flags = FIT_CONFIG_SECRET),
  BASE64 ("caData", FitExtenderTLS, ca_data, .go_name = "CAData"));

FIT_CONFIG_ROWS (managed_resource, FitManagedResource, FIT_NO_PLACE,
  STRING ("name", FitManagedResource, name, .flags = FIT_CONFIG_WRITE_EMPTY),
  ROW ("ignoredByScheduler", BOOL, FitManagedResource, ignored_by_scheduler));

/* Two fields changed with v1beta1 of configurations. */
#define UP_TO_V1ALPHA2 .span = { .until = FIT_CONFIG_V1ALPHA2 }
#define FROM_V1BETA1 .span = { .since = FIT_CONFIG_V1BETA1 }

FIT_CONFIG_ROWS_OF (, fit_extender_fields, FitExtenderPolicy, G_STRUCT_OFFSET (FitExtenderPolicy, place),
  STRING ("urlPrefix", FitExtenderPolicy, url_prefix, .go_name = "URLPrefix", .flags = FIT_CONFIG_WRITE_EMPTY),
  STRING ("filterVerb", FitExtenderPolicy, filter_verb),
  STRING ("preemptVerb", FitExtenderPolicy, preempt_verb, SINCE (11)),
  STRING ("prioritizeVerb", FitExtenderPolicy, prioritize_verb),
  ROW ("weight", INT64, FitExtenderPolicy, weight),
  STRING ("bindVerb", FitExtenderPolicy, bind_verb),
  ROW ("enableHttps", BOOL, FitExtenderPolicy, enable_https, .go_name = "EnableHTTPS", KEY (FitExtenderPolicy, https_key), UP_TO_V1ALPHA2),
  ROW ("enableHTTPS", BOOL, FitExtenderPolicy, enable_https, KEY (FitExtenderPolicy, https_key), FROM_V1BETA1),
  ROW ("tlsConfig", POINTER, FitExtenderPolicy, tls, .go_name = "TLSConfig", .table = &tls,
       .example = "{\"caFile\": \"/etc/kubernetes/pki/extender-ca.crt\"}"),
  ROW ("httpTimeout", NANOSECONDS, FitExtenderPolicy, http_timeout_ns, .go_name = "HTTPTimeout", UP_TO_V1ALPHA2,
       .memory = FIT_BEFORE (19)),
  ROW ("httpTimeout", DURATION, FitExtenderPolicy, http_timeout_ns, .go_name = "HTTPTimeout", FROM_V1BETA1,
       .memory = FIT_SINCE (19), .flags = FIT_CONFIG_WRITE_EMPTY),
  ROW ("nodeCacheCapable", BOOL, FitExtenderPolicy, node_cache_capable),
  ROWS ("managedResources", &managed_resource, FitExtenderPolicy, n_managed_resources,
        managed_resources, SINCE (10), .example = "{\"name\": \"example.com/gpu\"}"),
  ROW ("ignorable", BOOL, FitExtenderPolicy, ignorable, SINCE (11)));

/* -- the document ---------------------------------------------------------- */

FIT_CONFIG_ROWS_OF (, fit_policy_fields, FitPolicy, FIT_NO_PLACE,
  ROW ("predicates", POINTERS, FitPolicy, predicates, .table = &predicate_fields,
       PLACE (FitPolicy, predicates_place), .example = "{\"name\": \"PodFitsResources\"}"),
  ROW ("priorities", POINTERS, FitPolicy, priorities, .table = &priority_fields,
       PLACE (FitPolicy, priorities_place),
       .example = "{\"name\": \"LeastRequestedPriority\", \"weight\": 1}"),
  ROW ("extenders", POINTERS, FitPolicy, extenders, .go_name = "ExtenderConfigs", .table = &fit_extender_fields,
       .flags = FIT_CONFIG_ANY_CASE, .fallback = "[]",
       .example = "{\"urlPrefix\": \"http://127.0.0.1:8080\", \"filterVerb\": \"filter\"}"),
  ROW ("hardPodAffinitySymmetricWeight", LOW_INT32, FitPolicy,
       hard_pod_affinity_symmetric_weight, PLACE (FitPolicy, hard_weight_place)),
  ROW ("alwaysCheckAllPredicates", BOOL, FitPolicy, always_check_all_predicates,
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
