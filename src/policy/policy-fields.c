/* policy-fields.c - tables of the fields of a Policy document
 *
 * Sources: kube-scheduler v1.16 pkg/scheduler/api/v1 (names in a file) and
 * pkg/scheduler/api (names of the internal form); of 1.8 to 1.15 the latter.
 */
#include "policy/policy-fields.h"

#include <string.h>

#include "policy/policy-private.h"

/* A table and its rows.  @place: offset of a FitPolicyPlace; -1 for none */
#define FIELDS(table, place, ...)                             \
  static const FitPolicyRow table##_rows[] = { __VA_ARGS__ }; \
  static const FitPolicyTable table                           \
      = { table##_rows, G_N_ELEMENTS (table##_rows), place }

#define ROW(json_name, internal_name, field_type, where, ...)       \
  {                                                                 \
    .name = json_name, .go_name = internal_name,                    \
    .type = FIT_POLICY_##field_type, .offset = where, ##__VA_ARGS__ \
  }

#define PREDICATE(member) G_STRUCT_OFFSET (FitPredicatePolicy, member)
#define PRIORITY(member) G_STRUCT_OFFSET (FitPriorityPolicy, member)
#define EXTENDER(member) G_STRUCT_OFFSET (FitExtenderPolicy, member)
#define TLS(member) G_STRUCT_OFFSET (FitExtenderTLS, member)
#define POINT(member) G_STRUCT_OFFSET (FitShapePoint, member)
#define RESOURCE(member) G_STRUCT_OFFSET (FitResourceSpec, member)
#define MANAGED(member) G_STRUCT_OFFSET (FitManagedResource, member)
#define POLICY(member) G_STRUCT_OFFSET (FitPolicy, member)

/* clang-format off */

/* -- predicates[].argument ------------------------------------------------- */

FIELDS (service_affinity, -1,
  ROW ("labels", "Labels", STRINGS, PREDICATE (service_affinity_labels)));

FIELDS (labels_presence, -1,
  ROW ("labels", "Labels", STRINGS, PREDICATE (presence_labels)),
  ROW ("presence", "Presence", BOOL, PREDICATE (presence), .written = PREDICATE (presence_place)));

FIELDS (predicate_argument, -1,
  ROW ("serviceAffinity", "ServiceAffinity", OBJECT, PREDICATE (members),
       .bit = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY, .table = &service_affinity,
       .example = "{\"labels\": [\"zone\"]}"),
  ROW ("labelsPresence", "LabelsPresence", OBJECT, PREDICATE (members),
       .bit = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE, .table = &labels_presence,
       .example = "{\"labels\": [\"zone\"], \"presence\": true}"));

FIELDS (predicate, PREDICATE (place),
  ROW ("name", "Name", STRING, PREDICATE (name)),
  ROW ("argument", "Argument", OBJECT, PREDICATE (has_argument), .bit = TRUE, .table = &predicate_argument,
       .example = "{\"serviceAffinity\": {\"labels\": [\"zone\"]}}"));

/* -- priorities[].argument ------------------------------------------------- */

FIELDS (service_anti_affinity, -1,
  ROW ("label", "Label", STRING, PRIORITY (anti_affinity_label)));

FIELDS (label_preference, -1,
  ROW ("label", "Label", STRING, PRIORITY (preference_label)),
  ROW ("presence", "Presence", BOOL, PRIORITY (preference_presence), .written = PRIORITY (presence_place)));

FIELDS (shape_point, -1,
  ROW ("utilization", "Utilization", INT64, POINT (utilization)),
  ROW ("score", "Score", INT64, POINT (score)));

FIELDS (resource, -1,
  ROW ("name", "Name", STRING, RESOURCE (name)),
  ROW ("weight", "Weight", INT64, RESOURCE (weight)));

FIELDS (capacity_ratio, -1,
  ROW ("shape", "UtilizationShape", ARRAY, PRIORITY (shape), .table = &shape_point,
       .example = "{\"utilization\": 0, \"score\": 0}"),
  ROW ("resources", "Resources", ARRAY, PRIORITY (resources), .table = &resource, .span = FIT_SINCE (16),
       .example = "{\"name\": \"cpu\", \"weight\": 1}"));

FIELDS (priority_argument, -1,
  ROW ("serviceAntiAffinity", "ServiceAntiAffinity", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY, .table = &service_anti_affinity,
       .example = "{\"label\": \"zone\"}"),
  ROW ("labelPreference", "LabelPreference", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE, .table = &label_preference,
       .example = "{\"label\": \"ssd\", \"presence\": true}"),
  ROW ("requestedToCapacityRatioArguments", "RequestedToCapacityRatioArguments", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO, .table = &capacity_ratio, .span = FIT_SINCE (11),
       .example = "{\"shape\": [{\"utilization\": 0, \"score\": 0}, {\"utilization\": 100, \"score\": 10}]}"));

FIELDS (priority, PRIORITY (place),
  ROW ("name", "Name", STRING, PRIORITY (name)),
  ROW ("weight", "Weight", INT64, PRIORITY (weight)),
  ROW ("argument", "Argument", OBJECT, PRIORITY (has_argument), .bit = TRUE, .table = &priority_argument,
       .example = "{\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}"));

/* -- extenders[] ----------------------------------------------------------- */

FIELDS (tls, -1,
  ROW ("insecure", "Insecure", BOOL, TLS (insecure)),
  ROW ("serverName", "ServerName", STRING, TLS (server_name)),
  ROW ("certFile", "CertFile", STRING, TLS (cert_file)),
  ROW ("keyFile", "KeyFile", STRING, TLS (key_file)),
  ROW ("caFile", "CAFile", STRING, TLS (ca_file)),
  ROW ("certData", "CertData", BASE64, TLS (cert_data)),
  ROW ("keyData", "KeyData", BASE64, TLS (key_data)),
  ROW ("caData", "CAData", BASE64, TLS (ca_data)));

FIELDS (managed_resource, -1,
  ROW ("name", "Name", STRING, MANAGED (name)),
  ROW ("ignoredByScheduler", "IgnoredByScheduler", BOOL, MANAGED (ignored_by_scheduler)));

FIELDS (extender, EXTENDER (place),
  ROW ("urlPrefix", "URLPrefix", STRING, EXTENDER (url_prefix)),
  ROW ("filterVerb", "FilterVerb", STRING, EXTENDER (filter_verb)),
  ROW ("preemptVerb", "PreemptVerb", STRING, EXTENDER (preempt_verb), .span = FIT_SINCE (11)),
  ROW ("prioritizeVerb", "PrioritizeVerb", STRING, EXTENDER (prioritize_verb)),
  ROW ("bindVerb", "BindVerb", STRING, EXTENDER (bind_verb)),
  ROW ("weight", "Weight", INT64, EXTENDER (weight)),
  ROW ("enableHttps", "EnableHTTPS", BOOL, EXTENDER (enable_https)),
  ROW ("tlsConfig", "TLSConfig", ALLOCATED, EXTENDER (tls), .table = &tls,
       .create = fit_extender_tls_new, .destroy = fit_extender_tls_free,
       .example = "{\"caFile\": \"/etc/kubernetes/pki/extender-ca.crt\"}"),
  ROW ("httpTimeout", "HTTPTimeout", DURATION, EXTENDER (http_timeout_ns)),
  ROW ("nodeCacheCapable", "NodeCacheCapable", BOOL, EXTENDER (node_cache_capable)),
  ROW ("managedResources", "ManagedResources", LIST, EXTENDER (managed_resources), .table = &managed_resource,
       .create = fit_managed_resource_new, .destroy = fit_managed_resource_free, .span = FIT_SINCE (10),
       .example = "{\"name\": \"example.com/gpu\"}"),
  ROW ("ignorable", "Ignorable", BOOL, EXTENDER (ignorable), .span = FIT_SINCE (11)));

/* clang-format on */

/* -- the document ---------------------------------------------------------- */

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

/* clang-format off */
static const FitPolicyRow policy_rows[] = {
  ROW ("predicates", "Predicates", LIST, POLICY (predicates), .table = &predicate, .nullable = TRUE,
       .create = create_predicate, .destroy = fit_predicate_policy_free, .written = POLICY (predicates_place),
       .example = "{\"name\": \"PodFitsResources\"}"),
  ROW ("priorities", "Priorities", LIST, POLICY (priorities), .table = &priority, .nullable = TRUE,
       .create = create_priority, .destroy = fit_priority_policy_free, .written = POLICY (priorities_place),
       .example = "{\"name\": \"LeastRequestedPriority\", \"weight\": 1}"),
  ROW ("extenders", "ExtenderConfigs", LIST, POLICY (extenders), .table = &extender, .any_case = TRUE,
       .create = create_extender, .destroy = fit_extender_policy_free,
       .example = "{\"urlPrefix\": \"http://127.0.0.1:8080\", \"filterVerb\": \"filter\"}"),
  ROW ("hardPodAffinitySymmetricWeight", "HardPodAffinitySymmetricWeight", INT32,
       POLICY (hard_pod_affinity_symmetric_weight), .written = POLICY (hard_weight_place)),
  ROW ("alwaysCheckAllPredicates", "AlwaysCheckAllPredicates", BOOL,
       POLICY (always_check_all_predicates), .written = POLICY (check_all_place), .span = FIT_SINCE (10)),
};
/* clang-format on */

const FitPolicyTable fit_policy_fields
    = { policy_rows, G_N_ELEMENTS (policy_rows), -1 };

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
