/* policy-fields.c - tables of the fields of a Policy document
 *
 * Sources: kube-scheduler v1.16 pkg/scheduler/api/v1 (names in a file) and
 * pkg/scheduler/api (names of the internal form); of 1.8 to 1.15 the latter.
 */
#include "policy/policy-fields.h"

#include <string.h>

#include "policy/policy-private.h"

#define TABLE(rows, place)           \
  {                                  \
    rows, G_N_ELEMENTS (rows), place \
  }

/* A row for a plain value. */
#define FIELD(json_name, internal_name, field_type, where) \
  {                                                        \
    .name = json_name, .go_name = internal_name,           \
    .type = FIT_POLICY_##field_type, .offset = where       \
  }

/* The same for a field that older releases do not know. */
#define FIELD_SINCE(json_name, internal_name, field_type, where, release) \
  {                                                                       \
    .name = json_name, .go_name = internal_name,                          \
    .type = FIT_POLICY_##field_type, .offset = where,                     \
    .since = FIT_RELEASE (release, 0)                                     \
  }

#define PREDICATE(member) G_STRUCT_OFFSET (FitPredicatePolicy, member)
#define PRIORITY(member) G_STRUCT_OFFSET (FitPriorityPolicy, member)
#define EXTENDER(member) G_STRUCT_OFFSET (FitExtenderPolicy, member)
#define TLS(member) G_STRUCT_OFFSET (FitExtenderTLS, member)
#define POINT(member) G_STRUCT_OFFSET (FitShapePoint, member)
#define RESOURCE(member) G_STRUCT_OFFSET (FitResourceSpec, member)
#define MANAGED(member) G_STRUCT_OFFSET (FitManagedResource, member)
#define POLICY(member) G_STRUCT_OFFSET (FitPolicy, member)

/* predicates[].argument */

static const FitPolicyRow service_affinity_rows[] = {
  FIELD ("labels", "Labels", STRINGS, PREDICATE (service_affinity_labels)),
};

static const FitPolicyTable service_affinity_fields
    = TABLE (service_affinity_rows, -1);

static const FitPolicyRow labels_presence_rows[] = {
  FIELD ("labels", "Labels", STRINGS, PREDICATE (presence_labels)),
  { .name = "presence",
    .go_name = "Presence",
    .type = FIT_POLICY_BOOL,
    .offset = PREDICATE (presence),
    .written = PREDICATE (presence_place) },
};

static const FitPolicyTable labels_presence_fields
    = TABLE (labels_presence_rows, -1);

static const FitPolicyRow predicate_argument_rows[] = {
  { .name = "serviceAffinity",
    .go_name = "ServiceAffinity",
    .type = FIT_POLICY_OBJECT,
    .offset = PREDICATE (members),
    .bit = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY,
    .table = &service_affinity_fields,
    .example = "{\"labels\": [\"zone\"]}" },
  { .name = "labelsPresence",
    .go_name = "LabelsPresence",
    .type = FIT_POLICY_OBJECT,
    .offset = PREDICATE (members),
    .bit = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE,
    .table = &labels_presence_fields,
    .example = "{\"labels\": [\"zone\"], \"presence\": true}" },
};

static const FitPolicyTable predicate_argument_fields
    = TABLE (predicate_argument_rows, -1);

static const FitPolicyRow predicate_rows[] = {
  FIELD ("name", "Name", STRING, PREDICATE (name)),
  { .name = "argument",
    .go_name = "Argument",
    .type = FIT_POLICY_OBJECT,
    .offset = PREDICATE (has_argument),
    .bit = TRUE,
    .table = &predicate_argument_fields,
    .example = "{\"serviceAffinity\": {\"labels\": [\"zone\"]}}" },
};

static const FitPolicyTable predicate_fields
    = TABLE (predicate_rows, PREDICATE (place));

/* priorities[].argument */

static const FitPolicyRow service_anti_affinity_rows[] = {
  FIELD ("label", "Label", STRING, PRIORITY (anti_affinity_label)),
};

static const FitPolicyTable service_anti_affinity_fields
    = TABLE (service_anti_affinity_rows, -1);

static const FitPolicyRow label_preference_rows[] = {
  FIELD ("label", "Label", STRING, PRIORITY (preference_label)),
  { .name = "presence",
    .go_name = "Presence",
    .type = FIT_POLICY_BOOL,
    .offset = PRIORITY (preference_presence),
    .written = PRIORITY (presence_place) },
};

static const FitPolicyTable label_preference_fields
    = TABLE (label_preference_rows, -1);

static const FitPolicyRow shape_point_rows[] = {
  FIELD ("utilization", "Utilization", INT64, POINT (utilization)),
  FIELD ("score", "Score", INT64, POINT (score)),
};

static const FitPolicyTable shape_point_fields = TABLE (shape_point_rows, -1);

static const FitPolicyRow resource_rows[] = {
  FIELD ("name", "Name", STRING, RESOURCE (name)),
  FIELD ("weight", "Weight", INT64, RESOURCE (weight)),
};

static const FitPolicyTable resource_fields = TABLE (resource_rows, -1);

static const FitPolicyRow capacity_ratio_rows[] = {
  { .name = "shape",
    .go_name = "UtilizationShape",
    .type = FIT_POLICY_ARRAY,
    .offset = PRIORITY (shape),
    .table = &shape_point_fields,
    .example = "{\"utilization\": 0, \"score\": 0}" },
  { .name = "resources",
    .go_name = "Resources",
    .type = FIT_POLICY_ARRAY,
    .offset = PRIORITY (resources),
    .table = &resource_fields,
    .since = FIT_RELEASE (16, 0),
    .example = "{\"name\": \"cpu\", \"weight\": 1}" },
};

static const FitPolicyTable capacity_ratio_fields
    = TABLE (capacity_ratio_rows, -1);

static const FitPolicyRow priority_argument_rows[] = {
  { .name = "serviceAntiAffinity",
    .go_name = "ServiceAntiAffinity",
    .type = FIT_POLICY_OBJECT,
    .offset = PRIORITY (members),
    .bit = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY,
    .table = &service_anti_affinity_fields,
    .example = "{\"label\": \"zone\"}" },
  { .name = "labelPreference",
    .go_name = "LabelPreference",
    .type = FIT_POLICY_OBJECT,
    .offset = PRIORITY (members),
    .bit = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE,
    .table = &label_preference_fields,
    .example = "{\"label\": \"ssd\", \"presence\": true}" },
  { .name = "requestedToCapacityRatioArguments",
    .go_name = "RequestedToCapacityRatioArguments",
    .type = FIT_POLICY_OBJECT,
    .offset = PRIORITY (members),
    .bit = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO,
    .table = &capacity_ratio_fields,
    .since = FIT_RELEASE (11, 0),
    .example = "{\"shape\": [{\"utilization\": 0, \"score\": 0}, "
               "{\"utilization\": 100, \"score\": 10}]}" },
};

static const FitPolicyTable priority_argument_fields
    = TABLE (priority_argument_rows, -1);

static const FitPolicyRow priority_rows[] = {
  FIELD ("name", "Name", STRING, PRIORITY (name)),
  FIELD ("weight", "Weight", INT64, PRIORITY (weight)),
  { .name = "argument",
    .go_name = "Argument",
    .type = FIT_POLICY_OBJECT,
    .offset = PRIORITY (has_argument),
    .bit = TRUE,
    .table = &priority_argument_fields,
    .example = "{\"labelPreference\": {\"label\": \"ssd\", "
               "\"presence\": true}}" },
};

static const FitPolicyTable priority_fields
    = TABLE (priority_rows, PRIORITY (place));

/* extenders[] */

static const FitPolicyRow tls_rows[] = {
  FIELD ("insecure", "Insecure", BOOL, TLS (insecure)),
  FIELD ("serverName", "ServerName", STRING, TLS (server_name)),
  FIELD ("certFile", "CertFile", STRING, TLS (cert_file)),
  FIELD ("keyFile", "KeyFile", STRING, TLS (key_file)),
  FIELD ("caFile", "CAFile", STRING, TLS (ca_file)),
  FIELD ("certData", "CertData", BASE64, TLS (cert_data)),
  FIELD ("keyData", "KeyData", BASE64, TLS (key_data)),
  FIELD ("caData", "CAData", BASE64, TLS (ca_data)),
};

static const FitPolicyTable tls_fields = TABLE (tls_rows, -1);

static const FitPolicyRow managed_resource_rows[] = {
  FIELD ("name", "Name", STRING, MANAGED (name)),
  FIELD ("ignoredByScheduler", "IgnoredByScheduler", BOOL,
         MANAGED (ignored_by_scheduler)),
};

static const FitPolicyTable managed_resource_fields
    = TABLE (managed_resource_rows, -1);

static const FitPolicyRow extender_rows[] = {
  FIELD ("urlPrefix", "URLPrefix", STRING, EXTENDER (url_prefix)),
  FIELD ("filterVerb", "FilterVerb", STRING, EXTENDER (filter_verb)),
  FIELD_SINCE ("preemptVerb", "PreemptVerb", STRING, EXTENDER (preempt_verb),
               11),
  FIELD ("prioritizeVerb", "PrioritizeVerb", STRING,
         EXTENDER (prioritize_verb)),
  FIELD ("bindVerb", "BindVerb", STRING, EXTENDER (bind_verb)),
  FIELD ("weight", "Weight", INT64, EXTENDER (weight)),
  FIELD ("enableHttps", "EnableHTTPS", BOOL, EXTENDER (enable_https)),
  { .name = "tlsConfig",
    .go_name = "TLSConfig",
    .type = FIT_POLICY_ALLOCATED,
    .offset = EXTENDER (tls),
    .table = &tls_fields,
    .create = fit_extender_tls_new,
    .destroy = fit_extender_tls_free,
    .example = "{\"caFile\": \"/etc/kubernetes/pki/extender-ca.crt\"}" },
  FIELD ("httpTimeout", "HTTPTimeout", DURATION, EXTENDER (http_timeout_ns)),
  FIELD ("nodeCacheCapable", "NodeCacheCapable", BOOL,
         EXTENDER (node_cache_capable)),
  { .name = "managedResources",
    .go_name = "ManagedResources",
    .type = FIT_POLICY_LIST,
    .offset = EXTENDER (managed_resources),
    .table = &managed_resource_fields,
    .create = fit_managed_resource_new,
    .destroy = fit_managed_resource_free,
    .since = FIT_RELEASE (10, 0),
    .example = "{\"name\": \"example.com/gpu\"}" },
  FIELD_SINCE ("ignorable", "Ignorable", BOOL, EXTENDER (ignorable), 11),
};

static const FitPolicyTable extender_fields
    = TABLE (extender_rows, EXTENDER (place));

/* the document */

static gpointer
create_predicate (void)
{
  return fit_predicate_policy_new ("");
}

static gpointer
create_priority (void)
{
  return fit_priority_policy_new ("", 0);
}

static gpointer
create_extender (void)
{
  return fit_extender_policy_new ("");
}

static const FitPolicyRow policy_rows[] = {
  { .name = "predicates",
    .go_name = "Predicates",
    .type = FIT_POLICY_LIST,
    .offset = POLICY (predicates),
    .table = &predicate_fields,
    .create = create_predicate,
    .destroy = fit_predicate_policy_free,
    .nullable = TRUE,
    .written = POLICY (predicates_place),
    .example = "{\"name\": \"PodFitsResources\"}" },
  { .name = "priorities",
    .go_name = "Priorities",
    .type = FIT_POLICY_LIST,
    .offset = POLICY (priorities),
    .table = &priority_fields,
    .create = create_priority,
    .destroy = fit_priority_policy_free,
    .nullable = TRUE,
    .written = POLICY (priorities_place),
    .example = "{\"name\": \"LeastRequestedPriority\", \"weight\": 1}" },
  { .name = "extenders",
    .go_name = "ExtenderConfigs",
    .type = FIT_POLICY_LIST,
    .offset = POLICY (extenders),
    .table = &extender_fields,
    .create = create_extender,
    .destroy = fit_extender_policy_free,
    .any_case = TRUE,
    .example = "{\"urlPrefix\": \"http://127.0.0.1:8080\", "
               "\"filterVerb\": \"filter\"}" },
  { .name = "hardPodAffinitySymmetricWeight",
    .go_name = "HardPodAffinitySymmetricWeight",
    .type = FIT_POLICY_INT32,
    .offset = POLICY (hard_pod_affinity_symmetric_weight),
    .written = POLICY (hard_weight_place) },
  { .name = "alwaysCheckAllPredicates",
    .go_name = "AlwaysCheckAllPredicates",
    .type = FIT_POLICY_BOOL,
    .offset = POLICY (always_check_all_predicates),
    .written = POLICY (check_all_place),
    .since = FIT_RELEASE (10, 0) },
};

const FitPolicyTable fit_policy_fields = TABLE (policy_rows, -1);

gpointer
fit_policy_row_pointer (const FitPolicyRow *row, gconstpointer base)
{
  gpointer pointer;

  memcpy (&pointer, (const char *) base + row->offset, sizeof pointer);
  return pointer;
}

void
fit_policy_row_set_pointer (const FitPolicyRow *row, gpointer base,
                            gpointer pointer)
{
  memcpy ((char *) base + row->offset, &pointer, sizeof pointer);
}

static void
clear_list (const FitPolicyRow *row, GPtrArray **list)
{
  if (row->nullable)
    g_clear_pointer (list, g_ptr_array_unref);
  else
    g_ptr_array_set_size (*list, 0);
}

static void
clear_object (const FitPolicyRow *row, guint *flags, gpointer base)
{
  *flags &= ~row->bit;
  for (guint i = 0; i < row->table->n_rows; i++)
    fit_policy_row_clear (&row->table->rows[i], base);
}

void
fit_policy_row_clear (const FitPolicyRow *row, gpointer base)
{
  gpointer at = (char *) base + row->offset;

  switch (row->type)
    {
    case FIT_POLICY_STRING:
      g_free (*(char **) at);
      *(char **) at = g_strdup ("");
      break;
    case FIT_POLICY_BOOL:
      *(gboolean *) at = FALSE;
      break;
    case FIT_POLICY_INT64:
    case FIT_POLICY_DURATION:
      *(gint64 *) at = 0;
      break;
    case FIT_POLICY_INT32:
      *(gint32 *) at = 0;
      break;
    case FIT_POLICY_BASE64:
      g_clear_pointer ((GBytes **) at, g_bytes_unref);
      break;
    case FIT_POLICY_STRINGS:
      g_strfreev (*(char ***) at);
      *(char ***) at = g_new0 (char *, 1);
      break;
    case FIT_POLICY_OBJECT:
      clear_object (row, at, base);
      break;
    case FIT_POLICY_ALLOCATED:
      row->destroy (fit_policy_row_pointer (row, base));
      fit_policy_row_set_pointer (row, base, NULL);
      break;
    case FIT_POLICY_LIST:
      clear_list (row, at);
      break;
    case FIT_POLICY_ARRAY:
      g_array_set_size (*(GArray **) at, 0);
      break;
    case FIT_POLICY_LAST:
    default:
      g_assert_not_reached ();
    }
}
