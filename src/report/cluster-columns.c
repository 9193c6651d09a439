/* cluster-columns.c - walks the nodes of a cluster once for each kind of
 * fact
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/cluster-columns.h"

#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"
#include "base/intern.h"

/* With more pods on nodes than this, they are not listed. */
#define MOST_PODS 20000

/* Labels that name a node group, those of providers and installers first. */
static const char *const group_labels[] = {
  "cloud.google.com/gke-nodepool",
  "eks.amazonaws.com/nodegroup",
  "alpha.eksctl.io/nodegroup-name",
  "karpenter.sh/nodepool",
  "karpenter.sh/provisioner-name",
  "kubernetes.azure.com/agentpool",
  "agentpool",
  "doks.digitalocean.com/node-pool",
  "kops.k8s.io/instancegroup",
  "node-pool",
  "nodepool",
  "node-group",
  "nodegroup",
  "pool",
  "node.kubernetes.io/instance-type",
  "beta.kubernetes.io/instance-type",
};

/* What holds whatever is placed: what the nodes say, and what was on them at the
 * start. */
typedef struct
{
  GPtrArray *nodes;      /* owned, of FitNode, by number; NULL: it is gone */
  FitJson *members;      /* owned: those of the document before "resources" */
  FitJson *resources;    /* owned: by name, without "after" */
  GHashTable *number_of; /* owned: interned name of a node -> its number */
  GPtrArray *kinds;      /* owned, of FitNode */
} Fixed;

struct _FitClusterColumns
{
  FitDictionary *nodes;
  guint n_nodes;   /* those at the start */
  GPtrArray *pods; /* owned, of FitPod: those on nodes at the start */
  Fixed *fixed;    /* (nullable) owned: as long as no node changes */
};

/* What is asked of all nodes while JSON is made. */
typedef struct
{
  FitClusterColumns *columns;
  const FitCache *cache;
  const FitNodeInfo **infos; /* owned; by number (nullable): the node is gone */
  guint n;
  const char *zone[2];     /* interned: labels */
  const char *group_label; /* (nullable) interned */
} Walk;

/* -- the start ------------------------------------------------------------- */

FitClusterColumns *
fit_cluster_columns_new (const FitObjects *objects)
{
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  FitClusterColumns *columns = g_new0 (FitClusterColumns, 1);

  columns->nodes = fit_dictionary_new ();
  columns->pods
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_pod_unref);
  FIT_EACH (const FitNode, node, nodes)
    fit_dictionary_number (columns->nodes, node->name);
  columns->n_nodes = fit_dictionary_size (columns->nodes);
  FIT_EACH (FitPod, pod, pods)
    {
      if (*pod->node_name == '\0' || fit_pod_terminal (pod))
        continue;
      g_ptr_array_add (columns->pods, fit_pod_ref (pod));
    }
  return columns;
}

static void
fixed_free (Fixed *fixed)
{
  g_ptr_array_unref (fixed->nodes);
  fit_json_free (fixed->members);
  fit_json_free (fixed->resources);
  g_hash_table_unref (fixed->number_of);
  g_ptr_array_unref (fixed->kinds);
  g_free (fixed);
}

void
fit_cluster_columns_free (FitClusterColumns *columns)
{
  g_clear_pointer (&columns->fixed, fixed_free);
  g_ptr_array_unref (columns->pods);
  fit_dictionary_free (columns->nodes);
  g_free (columns);
}

FitDictionary *
fit_cluster_columns_nodes (FitClusterColumns *columns)
{
  return columns->nodes;
}

const GPtrArray *
fit_cluster_columns_pods (const FitClusterColumns *columns)
{
  return columns->pods;
}

/* -- zones and groups ------------------------------------------------------ */

/* @key: interned.  Returns: (nullable) (transfer none) */
static const char *
label_of (const FitNodeInfo *info, const char *key)
{
  const FitLabels *labels = info != NULL ? info->node->meta.labels : NULL;

  for (guint i = 0; labels != NULL && i < labels->n; i++)
    if (labels->pairs[i].key == key)
      return labels->pairs[i].value;
  return NULL;
}

/* Sets "values" and "of": for each node the number of its value, or -1. */
static void
set_values (FitJson *object, const Walk *walk,
            char *(*value_of) (const Walk *walk, const FitNodeInfo *info))
{
  g_autoptr (FitDictionary) values = fit_dictionary_new ();
  g_autofree gint64 *of = g_new (gint64, walk->n);

  for (guint i = 0; i < walk->n; i++)
    {
      g_autofree char *value
          = walk->infos[i] != NULL ? value_of (walk, walk->infos[i]) : NULL;

      of[i]
          = value != NULL ? (gint64) fit_dictionary_number (values, value) : -1;
    }
  fit_json_set (object, "values", fit_dictionary_json (values));
  fit_json_set (object, "of", fit_json_column (of, walk->n));
}

static char *
zone_of (const Walk *walk, const FitNodeInfo *info)
{
  const char *zone = label_of (info, walk->zone[0]);

  return g_strdup (zone != NULL ? zone : label_of (info, walk->zone[1]));
}

/* What is reserved for the system differs from node to node: "4 cpu, 16Gi" is
 * rounded up. */
static char *
size_of (const FitNodeInfo *info)
{
  const FitResources *has = &info->traits->allocatable;
  GString *out = g_string_new (NULL);

  g_string_append_printf (
      out, "%" G_GINT64_FORMAT " cpu, %" G_GINT64_FORMAT "Gi",
      has->milli_cpu / 1000 + (has->milli_cpu % 1000 > 0),
      (has->memory >> 30) + ((has->memory & ((1 << 30) - 1)) > 0));
  for (guint i = 0; i < has->n_scalars; i++)
    if (strchr (has->scalars[i].name, '/') != NULL && has->scalars[i].value > 0)
      g_string_append_printf (out, ", %" G_GINT64_FORMAT " %s",
                              has->scalars[i].value, has->scalars[i].name);
  return g_string_free (out, FALSE);
}

static char *
group_of (const Walk *walk, const FitNodeInfo *info)
{
  return walk->group_label != NULL
             ? g_strdup (label_of (info, walk->group_label))
             : size_of (info);
}

/* The first label that at least half of the nodes have.  Returns: (transfer
 * full) (nullable): interned */
static const char *
find_group_label (const Walk *walk)
{
  for (guint l = 0; l < G_N_ELEMENTS (group_labels); l++)
    {
      const char *label = fit_intern (group_labels[l]);
      guint n = 0;

      for (guint i = 0; i < walk->n; i++)
        n += label_of (walk->infos[i], label) != NULL;
      if (n > 0 && n >= walk->n - n)
        return label;
      fit_intern_unref (label);
    }
  return NULL;
}

/* -- states ---------------------------------------------------------------- */

static gboolean
is_cordoned (const FitNodeInfo *info)
{
  return info->traits->unschedulable;
}

static gboolean
is_not_ready (const FitNodeInfo *info)
{
  const FitNodeTraits *traits = info->traits;

  for (guint i = 0; i < traits->n_conditions; i++)
    if (g_str_equal (traits->conditions[i].type, "Ready"))
      return traits->conditions[i].status != FIT_CONDITION_TRUE;
  return FALSE;
}

static FitJson *
nodes_that (const Walk *walk, gboolean (*is) (const FitNodeInfo *info))
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < walk->n; i++)
    if (walk->infos[i] != NULL && is (walk->infos[i]))
      g_array_append_val (numbers, i);
  return fit_ranges_json (numbers);
}

static FitJson *
taints_json (const Walk *walk)
{
  g_autoptr (FitDictionary) taints = fit_dictionary_new ();
  g_autoptr (GPtrArray) nodes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < walk->n; i++)
    for (guint t = 0;
         walk->infos[i] != NULL && t < walk->infos[i]->traits->n_taints; t++)
      {
        g_autofree char *text
            = fit_taint_format (&walk->infos[i]->traits->taints[t]);
        const guint number = fit_dictionary_number (taints, text);

        if (number == nodes->len)
          g_ptr_array_add (nodes, g_array_new (FALSE, FALSE, sizeof (guint)));
        g_array_append_val ((GArray *) nodes->pdata[number], i);
      }
  for (guint t = 0; t < nodes->len; t++)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "taint", fit_dictionary_text (taints, t));
      fit_json_set (object, "nodes", fit_ranges_json (nodes->pdata[t]));
    }
  return array;
}

/* -- resources ------------------------------------------------------------- */

static void
mention (FitDictionary *names, const FitResources *amounts)
{
  if (amounts->ephemeral_storage != 0)
    fit_dictionary_number (names, FIT_RESOURCE_EPHEMERAL_STORAGE);
  for (guint i = 0; i < amounts->n_scalars; i++)
    if (amounts->scalars[i].value != 0)
      fit_dictionary_number (names, amounts->scalars[i].name);
}

/* As everywhere, sums of absurd amounts wrap. */
static gint64
plus (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

gint64
fit_cluster_columns_request (const FitCache *cache, const FitPod *pod,
                             const char *resource)
{
  const gint64 amount = fit_resources_amount (&pod->spec->requests, resource);

  return fit_gate_on (fit_cache_gates (cache), FIT_GATE_POD_OVERHEAD) ? plus (
             amount, fit_resources_amount (&pod->spec->overhead, resource))
                                                                      : amount;
}

/* Adds what pods request, of the nodes that are still there. */
static void
add_requests (const Walk *walk, GHashTable *number_of, const char *resource,
              gint64 *sums)
{
  const GPtrArray *pods = walk->columns->pods;
  const gboolean counts_pods = g_str_equal (resource, FIT_RESOURCE_PODS);

  FIT_EACH (const FitPod, pod, pods)
    {
      gpointer number;

      if (g_hash_table_lookup_extended (number_of, pod->node_name, NULL,
                                        &number))
        sums[GPOINTER_TO_UINT (number)]
            = plus (sums[GPOINTER_TO_UINT (number)],
                    counts_pods ? 1
                                : fit_cluster_columns_request (walk->cache, pod,
                                                               resource));
    }
}

/* What there is of @resource, and was requested at the start.  Returns: (transfer
 * none): of @fixed */
static const FitJson *
fixed_resource (Fixed *fixed, const Walk *walk, const char *resource)
{
  const gboolean is_pods = g_str_equal (resource, FIT_RESOURCE_PODS);
  FitJson *object = fit_json_get (fixed->resources, resource);
  g_autofree gint64 *allocatable = NULL, *before = NULL;

  if (object != NULL)
    return object;
  object = fit_json_object ();
  allocatable = g_new0 (gint64, walk->n);
  before = g_new0 (gint64, walk->n);
  for (guint i = 0; i < walk->n; i++)
    if (walk->infos[i] != NULL)
      {
        const FitNodeTraits *traits = walk->infos[i]->traits;

        allocatable[i]
            = is_pods ? traits->allowed_pods
                      : fit_resources_amount (&traits->allocatable, resource);
      }
  add_requests (walk, fixed->number_of, resource, before);
  fit_json_set_text (object, "name", resource);
  fit_json_set_text (object, "unit",
                     g_str_equal (resource, FIT_RESOURCE_CPU) ? "milli"
                     : fit_resource_is_bytes (resource)       ? "bytes"
                                                              : "count");
  fit_json_set (object, "allocatable", fit_json_column (allocatable, walk->n));
  fit_json_set (object, "before", fit_json_column (before, walk->n));
  fit_json_set (fixed->resources, resource, object);
  return object;
}

static FitJson *
resources_json (Fixed *fixed, const Walk *walk)
{
  g_autoptr (FitDictionary) names = fit_dictionary_new ();
  g_autofree gint64 *after = g_new0 (gint64, walk->n);
  FitJson *array = fit_json_array ();

  fit_dictionary_number (names, FIT_RESOURCE_CPU);
  fit_dictionary_number (names, FIT_RESOURCE_MEMORY);
  fit_dictionary_number (names, FIT_RESOURCE_PODS);
  for (guint i = 0; i < walk->n; i++)
    if (walk->infos[i] != NULL)
      {
        mention (names, &walk->infos[i]->traits->allocatable);
        mention (names, &walk->infos[i]->requested);
      }
  for (guint r = 0; r < fit_dictionary_size (names); r++)
    {
      const char *name = fit_dictionary_text (names, r);
      const gboolean is_pods = g_str_equal (name, FIT_RESOURCE_PODS);
      FitJson *object = fit_json_append (array);

      for (guint i = 0; i < walk->n; i++)
        if (walk->infos[i] != NULL)
          after[i] = is_pods ? walk->infos[i]->n_pods
                             : fit_resources_amount (&walk->infos[i]->requested,
                                                     name);
      fit_json_set_members (object, fixed_resource (fixed, walk, name));
      fit_json_set (object, "after", fit_json_column (after, walk->n));
    }
  return array;
}

/* -- pods ------------------------------------------------------------------ */

static FitJson *
pods_json (const Walk *walk, guint n_pods)
{
  g_autoptr (GArray) fresh = g_array_new (FALSE, FALSE, sizeof (guint));
  /* A copy of a pod that waits may have the name of one that was there. */
  g_autoptr (GHashTable) uids = g_hash_table_new (g_str_hash, g_str_equal);
  FitJson *object = fit_json_object (), *names = fit_json_array ();
  g_autofree gint64 *of = g_new (gint64, n_pods);
  g_autofree gint64 *cpu = g_new (gint64, n_pods);
  g_autofree gint64 *memory = g_new (gint64, n_pods);
  guint n = 0;

  for (guint i = 0; i < walk->columns->pods->len; i++)
    g_hash_table_add (uids,
                      ((FitPod *) walk->columns->pods->pdata[i])->meta.uid);
  for (guint i = 0; i < walk->n; i++)
    for (guint p = 0; walk->infos[i] != NULL && p < walk->infos[i]->n_pods;
         p++, n++)
      {
        const FitPod *pod = walk->infos[i]->pods[p];
        g_autofree char *name = fit_pod_full_name (pod);

        fit_json_add_text (names, name);
        of[n] = i;
        cpu[n]
            = fit_cluster_columns_request (walk->cache, pod, FIT_RESOURCE_CPU);
        memory[n] = fit_cluster_columns_request (walk->cache, pod,
                                                 FIT_RESOURCE_MEMORY);
        if (!g_hash_table_contains (uids, pod->meta.uid))
          g_array_append_val (fresh, n);
      }
  fit_json_set (object, "names", names);
  fit_json_set (object, "of", fit_json_column (of, n));
  fit_json_set (object, "cpu", fit_json_column (cpu, n));
  fit_json_set (object, "memory", fit_json_column (memory, n));
  fit_json_set (object, "new", fit_ranges_json (fresh));
  return object;
}

/* -- what holds whatever is placed ------------------------------------------ */

static void
walk_clear (Walk *walk)
{
  g_clear_pointer (&walk->zone[0], fit_intern_unref);
  g_clear_pointer (&walk->zone[1], fit_intern_unref);
  g_clear_pointer (&walk->group_label, fit_intern_unref);
  g_free (walk->infos);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

/* Nodes that came later get numbers, too. */
static void
walk_init (Walk *walk, FitClusterColumns *columns, const FitCache *cache)
{
  const guint n_slots = fit_cache_n_slots (cache);

  *walk = (Walk){ .columns = columns, .cache = cache };
  walk->infos = g_new0 (const FitNodeInfo *,
                        fit_dictionary_size (columns->nodes) + n_slots);
  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info != NULL && info->node != NULL)
        walk->infos[fit_dictionary_number (columns->nodes, info->name)] = info;
    }
  walk->n = fit_dictionary_size (columns->nodes);
}

/* Returns: (transfer full): those of fit_cluster_columns_kinds() */
static GPtrArray *
find_kinds (const Walk *walk)
{
  GPtrArray *kinds
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_node_unref);
  g_autoptr (GHashTable) known
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < walk->n; i++)
    {
      const FitNodeInfo *info = walk->infos[i];
      g_autofree char *zone = NULL, *group = NULL;

      if (info == NULL || is_cordoned (info) || is_not_ready (info))
        continue;
      zone = zone_of (walk, info);
      group = group_of (walk, info);
      if (g_hash_table_add (
              known, g_strconcat (zone != NULL ? zone : "", "\n", group, NULL)))
        g_ptr_array_add (kinds, fit_node_ref (info->node));
    }
  return kinds;
}

static Fixed *
fixed_new (Walk *walk)
{
  const FitClusterColumns *columns = walk->columns;
  Fixed *fixed = g_new (Fixed, 1);
  FitJson *members = fit_json_object ();
  FitJson *zones = fit_json_object (), *groups = fit_json_object ();
  g_autoptr (GArray) new_nodes = g_array_new (FALSE, FALSE, sizeof (guint));

  walk->zone[0] = fit_intern (FIT_LABEL_ZONE_GA);
  walk->zone[1] = fit_intern (FIT_LABEL_ZONE);
  walk->group_label = find_group_label (walk);
  *fixed = (Fixed){
    .nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_node_unref),
    .members = members,
    .resources = fit_json_object (),
    .number_of = g_hash_table_new (NULL, NULL),
    .kinds = find_kinds (walk),
  };
  for (guint i = 0; i < walk->n; i++)
    {
      const FitNodeInfo *info = walk->infos[i];

      g_ptr_array_add (fixed->nodes,
                       info != NULL ? fit_node_ref (info->node) : NULL);
      if (info != NULL)
        g_hash_table_insert (fixed->number_of, (gpointer) info->node->name,
                             GUINT_TO_POINTER (i));
      if (i >= columns->n_nodes)
        g_array_append_val (new_nodes, i);
    }
  set_values (zones, walk, zone_of);
  fit_json_set_text (groups, "label", walk->group_label);
  set_values (groups, walk, group_of);
  fit_json_set (members, "names", fit_dictionary_json (columns->nodes));
  fit_json_set (members, "zones", zones);
  fit_json_set (members, "groups", groups);
  fit_json_set (members, "cordoned", nodes_that (walk, is_cordoned));
  fit_json_set (members, "notReady", nodes_that (walk, is_not_ready));
  fit_json_set (members, "new", fit_ranges_json (new_nodes));
  fit_json_set (members, "taints", taints_json (walk));
  return fixed;
}

/* Returns: (transfer none): what holds for the nodes of @walk */
static Fixed *
fixed_for (Walk *walk)
{
  Fixed **fixed = &walk->columns->fixed;
  gboolean same = *fixed != NULL && (*fixed)->nodes->len == walk->n;

  for (guint i = 0; same && i < walk->n; i++)
    same = (*fixed)->nodes->pdata[i]
           == (walk->infos[i] != NULL ? walk->infos[i]->node : NULL);
  if (!same)
    {
      g_clear_pointer (fixed, fixed_free);
      *fixed = fixed_new (walk);
    }
  return *fixed;
}

/* -- all ------------------------------------------------------------------- */

FitJson *
fit_cluster_columns_json (FitClusterColumns *columns, const FitCache *cache)
{
  FitJson *object = fit_json_object ();
  g_auto (Walk) walk;
  Fixed *fixed;
  guint n_pods = 0;

  walk_init (&walk, columns, cache);
  fixed = fixed_for (&walk);
  for (guint i = 0; i < walk.n; i++)
    n_pods += walk.infos[i] != NULL ? walk.infos[i]->n_pods : 0;
  fit_json_set_members (object, fixed->members);
  fit_json_set (object, "resources", resources_json (fixed, &walk));
  fit_json_set (object, "pods",
                n_pods <= MOST_PODS ? pods_json (&walk, n_pods) : NULL);
  fit_json_set_integer (object, "podsLeftOut",
                        n_pods <= MOST_PODS ? 0 : n_pods);
  return object;
}

const GPtrArray *
fit_cluster_columns_kinds (const FitClusterColumns *columns)
{
  return columns->fixed != NULL ? columns->fixed->kinds : NULL;
}

void
fit_cluster_columns_prepare (FitClusterColumns *columns, const FitCache *cache)
{
  fit_json_free (fit_cluster_columns_json (columns, cache));
  fit_json_keep_arrays (columns->fixed->members);
  fit_json_keep_arrays (columns->fixed->resources);
}
