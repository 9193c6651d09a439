/* quotas.c - counts pods and claims against each resource of spec.hard of a
 * ResourceQuota
 * SPDX-License-Identifier: Apache-2.0 */
#include "admission/quotas.h"

#include <string.h>

#include "admission/amounts.h"
#include "api/names.h"
#include "api/texts.h"
#include "base/list-gap.h"
#include "base/sort.h"

#define REQUESTS_PREFIX "requests."
#define LIMITS_PREFIX "limits."
#define COUNT_PREFIX "count/"
#define CLASS_INFIX ".storageclass.storage.k8s.io/"
#define CLAIMS "persistentvolumeclaims"

/* What a resource of spec.hard counts. */
typedef enum
{
  COUNTED_NOTHING, /* neither pods nor claims: services, secrets... */
  COUNTED_ALL_PODS,
  COUNTED_PODS, /* pods that have not finished */
  COUNTED_REQUESTS,
  COUNTED_LIMITS,
  COUNTED_CLAIMS,
  COUNTED_STORAGE, /* storage that claims request */
} Counted;

typedef struct
{
  const char *name; /* borrowed: as in spec.hard, "requests.cpu" */
  Counted counted;
  const char *resource; /* borrowed: as in pods and claims, "cpu"; "" if objects
                           are counted */
  char *class;          /* (nullable) owned: only claims of this StorageClass */
  gint64 hard;
  gint64 used;
} Row;

struct _FitQuota
{
  FitResourceQuota *object; /* owned reference */
  guint n_rows;
  Row *rows; /* owned, sorted by name */
};

/* -- rows ------------------------------------------------------------------ */

/* Can a pod request it, without being an extended resource? */
static gboolean
is_native (const char *name)
{
  return strcmp (name, FIT_RESOURCE_CPU) == 0
         || strcmp (name, FIT_RESOURCE_MEMORY) == 0
         || strcmp (name, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0;
}

static gboolean
is_huge (const char *name)
{
  return g_str_has_prefix (name, FIT_RESOURCE_HUGEPAGES_PREFIX);
}

static void
set_storage (Row *row, const char *name)
{
  if (strcmp (name, CLAIMS) == 0)
    row->counted = COUNTED_CLAIMS;
  else if (strcmp (name, REQUESTS_PREFIX FIT_RESOURCE_STORAGE) == 0)
    {
      row->counted = COUNTED_STORAGE;
      row->resource = FIT_RESOURCE_STORAGE;
    }
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  return strcmp (x->name, y->name);
}

FitQuota *
fit_quota_new (const FitResourceQuota *object)
{
  FitQuota *quota = g_new0 (FitQuota, 1);

  quota->object = fit_resource_quota_ref (object);
  quota->n_rows = object->hard.n;
  quota->rows = g_new0 (Row, object->hard.n);
  for (guint i = 0; i < object->hard.n; i++)
    {
      Row *row = &quota->rows[i];
      const char *name = object->hard.items[i].name;
      const char *infix = strstr (name, CLASS_INFIX);

      *row = (Row){ .name = name, .resource = "" };
      if (infix != NULL)
        {
          row->class = g_strndup (name, (gsize) (infix - name));
          set_storage (row, infix + strlen (CLASS_INFIX));
        }
      else if (strcmp (name, FIT_RESOURCE_PODS) == 0)
        row->counted = COUNTED_PODS;
      else if (strcmp (name, COUNT_PREFIX FIT_RESOURCE_PODS) == 0)
        row->counted = COUNTED_ALL_PODS;
      else if (strcmp (name, COUNT_PREFIX CLAIMS) == 0)
        row->counted = COUNTED_CLAIMS;
      else
        set_storage (row, name);
      if (row->counted == COUNTED_NOTHING && row->class == NULL)
        {
          const char *resource = row->name, *rest = resource;

          if (g_str_has_prefix (resource, LIMITS_PREFIX))
            {
              rest = resource + strlen (LIMITS_PREFIX);
              row->counted
                  = is_native (rest) ? COUNTED_LIMITS : COUNTED_NOTHING;
            }
          else if (g_str_has_prefix (resource, REQUESTS_PREFIX))
            {
              rest = resource + strlen (REQUESTS_PREFIX);
              if (is_native (rest) || is_huge (rest)
                  || fit_is_extended_resource_name (rest))
                row->counted = COUNTED_REQUESTS;
            }
          else if (is_native (resource) || is_huge (resource))
            row->counted = COUNTED_REQUESTS;
          if (row->counted != COUNTED_NOTHING)
            row->resource = rest;
        }
      row->hard
          = fit_amount_of (row->resource, &object->hard.items[i].quantity);
    }
  if (quota->n_rows > 0)
    qsort (quota->rows, quota->n_rows, sizeof (Row), compare_rows);
  return quota;
}

void
fit_quota_free (FitQuota *quota)
{
  if (quota == NULL)
    return;
  for (guint i = 0; i < quota->n_rows; i++)
    g_free (quota->rows[i].class);
  g_free (quota->rows);
  fit_resource_quota_unref (quota->object);
  g_free (quota);
}

/* -- scopes ---------------------------------------------------------------- */

static gboolean
term_reaches_out (const FitAffinityTerm *term)
{
  return term->n_namespaces > 0 || term->namespace_selector != NULL;
}

static gboolean
affinity_reaches_out (const FitPodAffinity *affinity)
{
  for (guint i = 0; i < affinity->n_required; i++)
    if (term_reaches_out (&affinity->required[i]))
      return TRUE;
  for (guint i = 0; i < affinity->n_preferred; i++)
    if (term_reaches_out (&affinity->preferred[i]))
      return TRUE;
  return FALSE;
}

static gboolean
matches_class (const FitScopeExpression *expression, const char *class)
{
  const gboolean named
      = *class != '\0' && expression->values != NULL
        && g_strv_contains ((const char *const *) expression->values, class);

  switch (expression->op)
    {
    case FIT_SCOPE_OPERATOR_EXISTS:
      return *class != '\0';
    case FIT_SCOPE_OPERATOR_DOES_NOT_EXIST:
      return *class == '\0';
    case FIT_SCOPE_OPERATOR_IN:
      return named;
    case FIT_SCOPE_OPERATOR_NOT_IN:
      return !named;
    default:
      return FALSE;
    }
}

/* Only the scope PriorityClass has operators. */
static gboolean
matches_scope (const FitScopeExpression *expression, const FitPod *pod)
{
  const FitPodSpec *spec = pod->spec;

  switch (expression->scope)
    {
    case FIT_QUOTA_SCOPE_TERMINATING:
      return spec->has_deadline;
    case FIT_QUOTA_SCOPE_NOT_TERMINATING:
      return !spec->has_deadline;
    case FIT_QUOTA_SCOPE_BEST_EFFORT:
      return spec->best_effort;
    case FIT_QUOTA_SCOPE_NOT_BEST_EFFORT:
      return !spec->best_effort;
    case FIT_QUOTA_SCOPE_PRIORITY_CLASS:
      return matches_class (expression, spec->priority_class_name);
    case FIT_QUOTA_SCOPE_CROSS_NAMESPACE_POD_AFFINITY:
      return affinity_reaches_out (&spec->affinity)
             || affinity_reaches_out (&spec->anti_affinity);
    default:
      return FALSE;
    }
}

static gboolean
matches (const FitQuota *quota, const FitQuotaSubject *subject)
{
  const FitResourceQuota *object = quota->object;
  gboolean all = TRUE;

  if (subject->pod == NULL)
    return object->n_scopes == 0 && object->n_expressions == 0;
  for (guint i = 0; all && i < object->n_scopes; i++)
    all = matches_scope (
        &(const FitScopeExpression){ .scope = object->scopes[i] },
        subject->pod);
  for (guint i = 0; all && i < object->n_expressions; i++)
    all = matches_scope (&object->expressions[i], subject->pod);
  return all;
}

/* -- missing requests and limits ------------------------------------------- */

char *
fit_quota_lacks (const FitQuota *quota, const FitPod *pod, gboolean named)
{
  g_autoptr (GString) lacks = g_string_new (NULL);

  /* Requests and limits of the pod itself count for all of its containers. */
  if (pod->spec->containers != NULL
      || !matches (quota, &(const FitQuotaSubject){ .pod = pod }))
    return NULL;
  for (guint i = 0; i < quota->n_rows; i++)
    {
      const Row *row = &quota->rows[i];
      const FitPodSpec *spec = pod->spec;
      g_autoptr (GPtrArray) containers = g_ptr_array_new ();
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

      /* Kubernetes calls it a mistake that quotas for CPU and memory want every
       * container to have them, and keeps it. */
      if ((row->counted != COUNTED_REQUESTS && row->counted != COUNTED_LIMITS)
          || (strcmp (row->resource, FIT_RESOURCE_CPU) != 0
              && strcmp (row->resource, FIT_RESOURCE_MEMORY) != 0))
        continue;
      for (guint k = 0; k < spec->n_demands; k++)
        {
          const FitContainerDemand *container = &spec->demands[k];
          const FitResourceList *list = row->counted == COUNTED_LIMITS
                                            ? &container->limits
                                            : &container->requests;

          if (fit_resource_list_get (list, row->resource) == NULL
              && g_hash_table_add (seen, container->name))
            g_ptr_array_add (containers, container->name);
        }
      g_ptr_array_sort (containers, fit_compare_texts);
      if (containers->len == 0)
        continue;
      if (lacks->len > 0)
        g_string_append (lacks, named ? "; " : ",");
      g_string_append (lacks, row->name);
      for (guint c = 0; named && c < containers->len; c++)
        g_string_append_printf (lacks, "%s%s", c > 0 ? "," : " for: ",
                                (const char *) containers->pdata[c]);
    }
  if (lacks->len == 0)
    return NULL;
  return g_strdup_printf ("failed quota: %s: must specify %s",
                          quota->object->meta.name, lacks->str);
}

/* -- amounts --------------------------------------------------------------- */

/* Overhead counts as requested, but as a limit only if the pod has a limit. */
static gint64
amount_of_pod (const Row *row, const FitPod *pod)
{
  const FitPodSpec *spec = pod->spec;
  const gint64 overhead
      = MAX (fit_resources_amount (&spec->overhead, row->resource), 0);
  gint64 amount;

  switch (row->counted)
    {
    case COUNTED_ALL_PODS:
    case COUNTED_PODS:
      return 1;
    case COUNTED_REQUESTS:
      amount = fit_resources_amount (&spec->requests, row->resource);
      return fit_amount_sum (MAX (amount, 0), overhead);
    case COUNTED_LIMITS:
      amount = fit_resources_amount (&spec->limits, row->resource);
      return amount > 0 ? fit_amount_sum (amount, overhead) : 0;
    default:
      return 0;
    }
}

static gint64
amount_of_claim (const Row *row, const FitPersistentVolumeClaim *claim)
{
  if (row->class != NULL && strcmp (row->class, fit_pvc_class (claim)) != 0)
    return 0;
  if (row->counted == COUNTED_STORAGE)
    return MAX (fit_quantity_value (&claim->request), 0);
  return row->counted == COUNTED_CLAIMS;
}

static gint64
amount_of (const Row *row, const FitQuotaSubject *subject)
{
  return subject->pod != NULL ? amount_of_pod (row, subject->pod)
                              : amount_of_claim (row, subject->claim);
}

static void
append_amount (GString *out, const Row *row, gint64 amount)
{
  g_autofree char *text = fit_amount_format (row->resource, amount);

  g_string_append_printf (out, "%s%s=%s", fit_list_gap (out, ","), row->name,
                          text);
}

char *
fit_quota_exceeded (const FitQuota *quota, const FitQuotaSubject *subject)
{
  g_autoptr (GString) requested = g_string_new (NULL);
  g_autoptr (GString) used = g_string_new (NULL);
  g_autoptr (GString) limited = g_string_new (NULL);

  if (!matches (quota, subject))
    return NULL;
  for (guint i = 0; i < quota->n_rows; i++)
    {
      const Row *row = &quota->rows[i];
      const gint64 amount = amount_of (row, subject);

      if (amount == 0 || fit_amount_sum (row->used, amount) <= row->hard)
        continue;
      append_amount (requested, row, amount);
      append_amount (used, row, row->used);
      append_amount (limited, row, row->hard);
    }
  if (requested->len == 0)
    return NULL;
  return g_strdup_printf (
      "exceeded quota: %s, requested: %s, used: %s, limited: %s",
      quota->object->meta.name, requested->str, used->str, limited->str);
}

void
fit_quota_save (const FitQuota *quota, GArray *used)
{
  for (guint i = 0; i < quota->n_rows; i++)
    g_array_append_val (used, quota->rows[i].used);
}

guint
fit_quota_restore (FitQuota *quota, const GArray *used, guint at)
{
  for (guint i = 0; i < quota->n_rows; i++)
    quota->rows[i].used = g_array_index (used, gint64, at++);
  return at;
}

void
fit_quota_charge (FitQuota *quota, const FitQuotaSubject *subject)
{
  const gboolean finished
      = subject->pod != NULL && fit_pod_terminal (subject->pod);

  if (!matches (quota, subject))
    return;
  for (guint i = 0; i < quota->n_rows; i++)
    {
      Row *row = &quota->rows[i];

      if (!finished || row->counted == COUNTED_ALL_PODS)
        row->used = fit_amount_sum (row->used, amount_of (row, subject));
    }
}
