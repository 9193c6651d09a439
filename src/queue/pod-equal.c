#include "queue/pod-equal.h"

#include <string.h>

typedef gboolean (*ItemsEqual) (gconstpointer a, gconstpointer b);

/* An array with its length, as one argument. */
typedef struct
{
  guint n;
  gconstpointer items;
} Items;

static gboolean
items_equal (Items a, Items b, gsize size, ItemsEqual equal)
{
  const char *x = a.items, *y = b.items;

  if (a.n != b.n)
    return FALSE;
  for (guint i = 0; i < a.n; i++)
    if (!equal (x + i * size, y + i * size))
      return FALSE;
  return TRUE;
}

/* Whether the arrays @items of @a and @b, n_@items long, are equal. */
#define ARRAYS_EQUAL(a, b, items, equal)                                  \
  items_equal ((Items){ (a)->n_##items, (a)->items },                     \
               (Items){ (b)->n_##items, (b)->items }, sizeof *(a)->items, \
               equal)

static gboolean
interned_equal (gconstpointer a, gconstpointer b)
{
  const char *const *x = a, *const *y = b;

  return *x == *y;
}

/* -- metadata and amounts -------------------------------------------------- */

static gboolean
owners_equal (const FitOwnerReference *a, const FitOwnerReference *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return strcmp (a->uid, b->uid) == 0 && strcmp (a->kind, b->kind) == 0
         && strcmp (a->name, b->name) == 0;
}

gboolean
fit_meta_equal (const FitObjectMeta *a, const FitObjectMeta *b)
{
  return strcmp (a->name, b->name) == 0 && a->namespace_ == b->namespace_
         && strcmp (a->uid, b->uid) == 0
         && fit_labels_equal (a->labels, b->labels)
         && a->creation_time_ns == b->creation_time_ns
         && a->deletion_time_ns == b->deletion_time_ns
         && owners_equal (a->controller, b->controller);
}

static gboolean
has_scalar (const FitResources *resources, const FitScalar *wanted)
{
  for (guint i = 0; i < resources->n_scalars; i++)
    if (resources->scalars[i].name == wanted->name)
      return resources->scalars[i].value == wanted->value;
  return FALSE;
}

gboolean
fit_resources_equal (const FitResources *a, const FitResources *b)
{
  if (a->milli_cpu != b->milli_cpu || a->memory != b->memory
      || a->ephemeral_storage != b->ephemeral_storage
      || a->n_scalars != b->n_scalars)
    return FALSE;
  for (guint i = 0; i < a->n_scalars; i++)
    if (!has_scalar (b, &a->scalars[i]))
      return FALSE;
  return TRUE;
}

/* -- where a pod may go ---------------------------------------------------- */

static gboolean
selectors_equal (const FitSelector *a, const FitSelector *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return fit_selector_equal (a, b);
}

static gboolean
node_selectors_equal (const FitNodeSelector *a, const FitNodeSelector *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!selectors_equal (a->terms[i].expressions, b->terms[i].expressions)
        || !selectors_equal (a->terms[i].fields, b->terms[i].fields))
      return FALSE;
  return TRUE;
}

static gboolean
preferred_nodes_equal (gconstpointer a, gconstpointer b)
{
  const FitPreferredNodeTerm *x = a, *y = b;

  return x->weight == y->weight
         && selectors_equal (x->expressions, y->expressions);
}

static gboolean
terms_equal (gconstpointer a, gconstpointer b)
{
  const FitAffinityTerm *x = a, *y = b;

  return x->weight == y->weight && x->topology_key == y->topology_key
         && ARRAYS_EQUAL (x, y, namespaces, interned_equal)
         && selectors_equal (x->selector, y->selector);
}

static gboolean
affinities_equal (const FitPodAffinity *a, const FitPodAffinity *b)
{
  return a->present == b->present && ARRAYS_EQUAL (a, b, required, terms_equal)
         && ARRAYS_EQUAL (a, b, preferred, terms_equal);
}

static gboolean
tolerations_equal (gconstpointer a, gconstpointer b)
{
  const FitToleration *x = a, *y = b;

  return x->key == y->key && x->value == y->value && x->op == y->op
         && x->effect == y->effect;
}

static gboolean
spread_constraints_equal (gconstpointer a, gconstpointer b)
{
  const FitSpreadConstraint *x = a, *y = b;

  return x->max_skew == y->max_skew && x->topology_key == y->topology_key
         && x->hard == y->hard && x->soft == y->soft
         && selectors_equal (x->selector, y->selector);
}

/* The compiled node selector follows from the map. */
static gboolean
placement_equal (const FitPodSpec *a, const FitPodSpec *b)
{
  return fit_labels_equal (a->node_selector_map, b->node_selector_map)
         && a->has_node_affinity == b->has_node_affinity
         && node_selectors_equal (a->required_nodes, b->required_nodes)
         && ARRAYS_EQUAL (a, b, preferred_nodes, preferred_nodes_equal)
         && affinities_equal (&a->affinity, &b->affinity)
         && affinities_equal (&a->anti_affinity, &b->anti_affinity)
         && ARRAYS_EQUAL (a, b, tolerations, tolerations_equal)
         && ARRAYS_EQUAL (a, b, spread_constraints, spread_constraints_equal);
}

/* -- what a pod asks for --------------------------------------------------- */

static gboolean
ports_equal (gconstpointer a, gconstpointer b)
{
  const FitHostPort *x = a, *y = b;

  return x->ip == y->ip && x->protocol == y->protocol && x->port == y->port;
}

static gboolean
volumes_equal (gconstpointer a, gconstpointer b)
{
  const FitVolume *x = a, *y = b;

  if (x->monitors == NULL || y->monitors == NULL)
    {
      if (x->monitors != y->monitors)
        return FALSE;
    }
  else if (!g_strv_equal ((const char *const *) x->monitors,
                          (const char *const *) y->monitors))
    return FALSE;
  return x->type == y->type && x->read_only == y->read_only && x->id == y->id
         && x->aux == y->aux;
}

/* Which extended resources there are follows from the amounts. */
static gboolean
demand_equal (const FitPodSpec *a, const FitPodSpec *b)
{
  return fit_resources_equal (&a->requests, &b->requests)
         && fit_resources_equal (&a->limits, &b->limits)
         && fit_resources_equal (&a->overhead, &b->overhead)
         && a->has_overhead == b->has_overhead
         && a->overhead_cpu_value == b->overhead_cpu_value
         && a->nonzero_milli_cpu == b->nonzero_milli_cpu
         && a->nonzero_memory == b->nonzero_memory
         && a->best_effort == b->best_effort
         && ARRAYS_EQUAL (a, b, images, interned_equal)
         && ARRAYS_EQUAL (a, b, host_ports, ports_equal)
         && ARRAYS_EQUAL (a, b, volumes, volumes_equal);
}

gboolean
fit_pod_spec_equal (const FitPodSpec *a, const FitPodSpec *b)
{
  if (a == b)
    return TRUE;
  return a->scheduler_name == b->scheduler_name
         && strcmp (a->priority_class_name, b->priority_class_name) == 0
         && a->has_priority == b->has_priority && a->priority == b->priority
         && a->never_preempts == b->never_preempts
         && a->host_network == b->host_network && demand_equal (a, b)
         && placement_equal (a, b);
}
