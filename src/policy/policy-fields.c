/* policy-fields.c - tables of the fields of a Policy document, which also create and free it
 *
 * Sources: kube-scheduler v1.16 pkg/scheduler/api/v1 (names in a file) and
 * pkg/scheduler/api (names of the internal form); of 1.8 to 1.15 the latter.
 */
#include "policy/policy-fields.h"

#include <string.h>

#include "base/secrets.h"

static void drop_fields (const FitPolicyTable *table, gpointer base);

/* A table and its rows.  @where: offset of a FitPlace; -1 for none */
#define FIELDS(scope, table, Struct, where, ...)                              \
  static void table##_clear (gpointer data);                                  \
  static void table##_free (gpointer data);                                   \
  static const FitPolicyRow table##_rows[] = { __VA_ARGS__ };                 \
  scope const FitPolicyTable table = { .rows = table##_rows,                  \
                                       .n_rows = G_N_ELEMENTS (table##_rows), \
                                       .place = where,                        \
                                       .size = sizeof (Struct),               \
                                       .clear = table##_clear,                \
                                       .free = table##_free };                \
  static void table##_clear (gpointer data) { drop_fields (&table, data); }   \
  static void table##_free (gpointer data)                                    \
  {                                                                           \
    drop_fields (&table, data);                                               \
    g_free (data);                                                            \
  }                                                                           \
  static void table##_clear (gpointer data)

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

FIELDS (static, service_affinity, FitPredicatePolicy, -1,
  ROW ("labels", "Labels", STRINGS, PREDICATE (service_affinity_labels)));

FIELDS (static, labels_presence, FitPredicatePolicy, -1,
  ROW ("labels", "Labels", STRINGS, PREDICATE (presence_labels)),
  ROW ("presence", "Presence", BOOL, PREDICATE (presence), .written = PREDICATE (presence_place)));

FIELDS (static, predicate_argument, FitPredicatePolicy, -1,
  ROW ("serviceAffinity", "ServiceAffinity", OBJECT, PREDICATE (members),
       .bit = FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY, .table = &service_affinity,
       .example = "{\"labels\": [\"zone\"]}"),
  ROW ("labelsPresence", "LabelsPresence", OBJECT, PREDICATE (members),
       .bit = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE, .table = &labels_presence,
       .example = "{\"labels\": [\"zone\"], \"presence\": true}"));

FIELDS (, fit_predicate_fields, FitPredicatePolicy, PREDICATE (place),
  ROW ("name", "Name", STRING, PREDICATE (name)),
  ROW ("argument", "Argument", OBJECT, PREDICATE (has_argument), .bit = TRUE, .table = &predicate_argument,
       .example = "{\"serviceAffinity\": {\"labels\": [\"zone\"]}}"));

/* -- priorities[].argument ------------------------------------------------- */

FIELDS (static, service_anti_affinity, FitPriorityPolicy, -1,
  ROW ("label", "Label", STRING, PRIORITY (anti_affinity_label)));

FIELDS (static, label_preference, FitPriorityPolicy, -1,
  ROW ("label", "Label", STRING, PRIORITY (preference_label)),
  ROW ("presence", "Presence", BOOL, PRIORITY (preference_presence), .written = PRIORITY (presence_place)));

FIELDS (static, shape_point, FitShapePoint, -1,
  ROW ("utilization", "Utilization", INT64, POINT (utilization)),
  ROW ("score", "Score", INT64, POINT (score)));

FIELDS (static, resource, FitResourceSpec, -1,
  ROW ("name", "Name", STRING, RESOURCE (name)),
  ROW ("weight", "Weight", INT64, RESOURCE (weight)));

FIELDS (static, capacity_ratio, FitPriorityPolicy, -1,
  ROW ("shape", "UtilizationShape", ARRAY, PRIORITY (shape), .table = &shape_point,
       .example = "{\"utilization\": 0, \"score\": 0}"),
  ROW ("resources", "Resources", ARRAY, PRIORITY (resources), .table = &resource, .span = FIT_SINCE (16),
       .example = "{\"name\": \"cpu\", \"weight\": 1}"));

FIELDS (static, priority_argument, FitPriorityPolicy, -1,
  ROW ("serviceAntiAffinity", "ServiceAntiAffinity", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY, .table = &service_anti_affinity,
       .example = "{\"label\": \"zone\"}"),
  ROW ("labelPreference", "LabelPreference", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE, .table = &label_preference,
       .example = "{\"label\": \"ssd\", \"presence\": true}"),
  ROW ("requestedToCapacityRatioArguments", "RequestedToCapacityRatioArguments", OBJECT, PRIORITY (members),
       .bit = FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO, .table = &capacity_ratio, .span = FIT_SINCE (11),
       .example = "{\"shape\": [{\"utilization\": 0, \"score\": 0}, {\"utilization\": 100, \"score\": 10}]}"));

FIELDS (, fit_priority_fields, FitPriorityPolicy, PRIORITY (place),
  ROW ("name", "Name", STRING, PRIORITY (name)),
  ROW ("weight", "Weight", INT64, PRIORITY (weight)),
  ROW ("argument", "Argument", OBJECT, PRIORITY (has_argument), .bit = TRUE, .table = &priority_argument,
       .example = "{\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}"));

/* -- extenders[] ----------------------------------------------------------- */

FIELDS (static, tls, FitExtenderTLS, -1,
  ROW ("insecure", "Insecure", BOOL, TLS (insecure)),
  ROW ("serverName", "ServerName", STRING, TLS (server_name)),
  ROW ("certFile", "CertFile", STRING, TLS (cert_file)),
  ROW ("keyFile", "KeyFile", STRING, TLS (key_file)),
  ROW ("caFile", "CAFile", STRING, TLS (ca_file)),
  ROW ("certData", "CertData", BASE64, TLS (cert_data)),
  ROW ("keyData", "KeyData", BASE64, TLS (key_data)),
  ROW ("caData", "CAData", BASE64, TLS (ca_data)));

FIELDS (static, managed_resource, FitManagedResource, -1,
  ROW ("name", "Name", STRING, MANAGED (name)),
  ROW ("ignoredByScheduler", "IgnoredByScheduler", BOOL, MANAGED (ignored_by_scheduler)));

FIELDS (, fit_extender_fields, FitExtenderPolicy, EXTENDER (place),
  ROW ("urlPrefix", "URLPrefix", STRING, EXTENDER (url_prefix)),
  ROW ("filterVerb", "FilterVerb", STRING, EXTENDER (filter_verb)),
  ROW ("preemptVerb", "PreemptVerb", STRING, EXTENDER (preempt_verb), .span = FIT_SINCE (11)),
  ROW ("prioritizeVerb", "PrioritizeVerb", STRING, EXTENDER (prioritize_verb)),
  ROW ("bindVerb", "BindVerb", STRING, EXTENDER (bind_verb)),
  ROW ("weight", "Weight", INT64, EXTENDER (weight)),
  ROW ("enableHttps", "EnableHTTPS", BOOL, EXTENDER (enable_https)),
  ROW ("tlsConfig", "TLSConfig", ALLOCATED, EXTENDER (tls), .table = &tls,
      
       .example = "{\"caFile\": \"/etc/kubernetes/pki/extender-ca.crt\"}"),
  ROW ("httpTimeout", "HTTPTimeout", DURATION, EXTENDER (http_timeout_ns)),
  ROW ("nodeCacheCapable", "NodeCacheCapable", BOOL, EXTENDER (node_cache_capable)),
  ROW ("managedResources", "ManagedResources", LIST, EXTENDER (managed_resources), .table = &managed_resource,
       .span = FIT_SINCE (10),
       .example = "{\"name\": \"example.com/gpu\"}"),
  ROW ("ignorable", "Ignorable", BOOL, EXTENDER (ignorable), .span = FIT_SINCE (11)));

/* -- the document ---------------------------------------------------------- */

FIELDS (, fit_policy_fields, FitPolicy, -1,
  ROW ("predicates", "Predicates", LIST, POLICY (predicates), .table = &fit_predicate_fields, .nullable = TRUE,
       .written = POLICY (predicates_place),
       .example = "{\"name\": \"PodFitsResources\"}"),
  ROW ("priorities", "Priorities", LIST, POLICY (priorities), .table = &fit_priority_fields, .nullable = TRUE,
       .written = POLICY (priorities_place),
       .example = "{\"name\": \"LeastRequestedPriority\", \"weight\": 1}"),
  ROW ("extenders", "ExtenderConfigs", LIST, POLICY (extenders), .table = &fit_extender_fields, .any_case = TRUE,
      
       .example = "{\"urlPrefix\": \"http://127.0.0.1:8080\", \"filterVerb\": \"filter\"}"),
  ROW ("hardPodAffinitySymmetricWeight", "HardPodAffinitySymmetricWeight", INT32,
       POLICY (hard_pod_affinity_symmetric_weight), .written = POLICY (hard_weight_place)),
  ROW ("alwaysCheckAllPredicates", "AlwaysCheckAllPredicates", BOOL,
       POLICY (always_check_all_predicates), .written = POLICY (check_all_place), .span = FIT_SINCE (10)));
/* clang-format on */

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

/* Frees the field and makes it 0. */
static void
drop_field (const FitPolicyRow *row, gpointer base)
{
  gpointer at = (char *) base + row->offset;
  gpointer object;

  switch (row->type)
    {
    case FIT_POLICY_STRING:
      g_clear_pointer ((char **) at, g_free);
      break;
    case FIT_POLICY_BOOL:
    case FIT_POLICY_INT32:
      *(gint32 *) at = 0;
      break;
    case FIT_POLICY_INT64:
    case FIT_POLICY_DURATION:
      *(gint64 *) at = 0;
      break;
    case FIT_POLICY_BASE64:
      g_clear_pointer ((GBytes **) at, g_bytes_unref);
      break;
    case FIT_POLICY_STRINGS:
      g_clear_pointer ((char ***) at, g_strfreev);
      break;
    case FIT_POLICY_OBJECT:
      *(guint *) at &= ~row->bit;
      drop_fields (row->table, base);
      break;
    case FIT_POLICY_ALLOCATED:
      object = fit_policy_row_pointer (row, base);
      if (object != NULL)
        row->table->free (object);
      fit_policy_row_set_pointer (row, base, NULL);
      break;
    case FIT_POLICY_LIST:
      g_clear_pointer ((GPtrArray **) at, g_ptr_array_unref);
      break;
    case FIT_POLICY_ARRAY:
      g_clear_pointer ((GArray **) at, g_array_unref);
      break;
    case FIT_POLICY_LAST:
    default:
      g_assert_not_reached ();
    }
}

static void
drop_fields (const FitPolicyTable *table, gpointer base)
{
  for (guint i = 0; i < table->n_rows; i++)
    drop_field (&table->rows[i], base);
}

/* Gives a field that is 0 the value of an absent one. */
static void
init_field (const FitPolicyRow *row, gpointer base)
{
  gpointer at = (char *) base + row->offset;

  if (row->type == FIT_POLICY_STRING)
    *(char **) at = g_strdup ("");
  else if (row->type == FIT_POLICY_STRINGS)
    *(char ***) at = g_new0 (char *, 1);
  else if (row->type == FIT_POLICY_OBJECT)
    fit_policy_table_init (row->table, base);
  else if (row->type == FIT_POLICY_LIST && !row->nullable)
    *(GPtrArray **) at = g_ptr_array_new_with_free_func (row->table->free);
  else if (row->type == FIT_POLICY_ARRAY)
    {
      *(GArray **) at = g_array_new (FALSE, TRUE, (guint) row->table->size);
      g_array_set_clear_func (*(GArray **) at, row->table->clear);
    }
}

void
fit_policy_table_init (const FitPolicyTable *table, gpointer base)
{
  for (guint i = 0; i < table->n_rows; i++)
    init_field (&table->rows[i], base);
}

gpointer
fit_policy_table_new (const FitPolicyTable *table)
{
  gpointer object = g_malloc0 (table->size);

  fit_policy_table_init (table, object);
  return object;
}

void
fit_policy_row_clear (const FitPolicyRow *row, gpointer base)
{
  drop_field (row, base);
  init_field (row, base);
}

/* -- a Policy -------------------------------------------------------------- */

/* A FitIgnoredField or a FitRepeatedField, which begin with the path. */
static void
noted_field_free (gpointer data)
{
  g_free (*(char **) data);
  g_free (data);
}

FitPolicy *
fit_policy_new (void)
{
  FitPolicy *policy = fit_policy_table_new (&fit_policy_fields);

  policy->release = FIT_RELEASE_LEGACY;
  policy->ignored_fields = g_ptr_array_new_with_free_func (noted_field_free);
  policy->repeated_fields = g_ptr_array_new_with_free_func (noted_field_free);
  policy->source = g_strdup ("");
  return policy;
}

void
fit_policy_free (FitPolicy *policy)
{
  if (policy == NULL)
    return;
  g_ptr_array_unref (policy->ignored_fields);
  g_ptr_array_unref (policy->repeated_fields);
  g_free (policy->source);
  fit_policy_fields.free (policy);
}

GPtrArray *
fit_predicate_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_predicate_fields.free);
}

GPtrArray *
fit_priority_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_priority_fields.free);
}

FitExtenderPolicy *
fit_extender_policy_new (const char *url_prefix)
{
  FitExtenderPolicy *extender = fit_policy_table_new (&fit_extender_fields);

  g_free (extender->url_prefix);
  extender->url_prefix = g_strdup (url_prefix);
  return extender;
}

char *
fit_extender_policy_name (const FitExtenderPolicy *extender)
{
  return fit_url_hide (extender->url_prefix);
}
