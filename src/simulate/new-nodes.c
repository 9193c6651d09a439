/* new-nodes.c - nodes are copied, with their pods of DaemonSets and CSINodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/new-nodes.h"

#include "api/names.h"
#include "api/pod-private.h"
#include "api/raw.h"
#include "api/texts.h"
#include "base/each.h"
#include "formats/value-edit.h"
#include "simulate/place-pods.h"

#include <string.h>

typedef struct
{
  FitNodeTemplate public;
  FitArena *arena;      /* owned */
  const FitValue *tree; /* in @arena: the text of the node */
  guint number;         /* of the last name tried */
  FitObjects *copies;   /* owned: what was made so far: nodes, pods and
                           CSINodes */
} Template;

typedef struct
{
  FitNewNodes public;
  FitDecodeFlags flags;
  gboolean as_they_are;
  gboolean tries;          /* pods of DaemonSets, on the first copy */
  GHashTable *names;       /* owned set: of nodes, and NAMESPACE/NAME of pods */
  FitAdmission *admission; /* (nullable) borrowed */
  GArray *used;            /* (nullable) owned: what counted as used at first */
} NewNodes;

static void
clear_daemon_pod (gpointer data)
{
  g_free (((FitDaemonPod *) data)->reason);
}

static void
template_free (gpointer data)
{
  Template *template = data;

  g_array_unref (template->public.daemons);
  fit_objects_free (template->copies);
  fit_arena_free (template->arena);
  g_free (template);
}

void
fit_new_nodes_free (FitNewNodes *new_nodes)
{
  NewNodes *all = (NewNodes *) new_nodes;

  if (all == NULL)
    return;
  g_ptr_array_unref (all->public.templates);
  g_clear_pointer (&all->public.sets, g_ptr_array_unref);
  g_hash_table_unref (all->names);
  g_clear_pointer (&all->used, g_array_unref);
  g_free (all->public.refusal);
  g_free (all);
}

/* -- templates ------------------------------------------------------------- */

static const char *
instance_type (const FitNode *node)
{
  const char *type
      = fit_labels_lookup (node->meta.labels, FIT_LABEL_INSTANCE_TYPE_GA);

  return type != NULL
             ? type
             : fit_labels_lookup (node->meta.labels, FIT_LABEL_INSTANCE_TYPE);
}

static const FitCSINode *
csi_node_of (const FitObjects *objects, const char *name)
{
  const GPtrArray *csi_nodes = objects->of[FIT_KIND_CSI_NODE];

  for (guint i = csi_nodes->len; i-- > 0;)
    if (strcmp (fit_object_meta (csi_nodes->pdata[i])->name, name) == 0)
      return csi_nodes->pdata[i];
  return NULL;
}

/* The existing node that is most like @node and has a CSINode.
 * Returns: (transfer none) (nullable): that CSINode */
static const FitCSINode *
similar_csi_node (const FitObjects *cluster, const FitNode *node)
{
  const GPtrArray *csi_nodes = cluster->of[FIT_KIND_CSI_NODE];
  const GPtrArray *nodes = cluster->of[FIT_KIND_NODE];
  const char *type = instance_type (node);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  const FitCSINode *found = NULL;
  guint most = 0;

  for (guint i = 0; i < csi_nodes->len; i++)
    g_hash_table_insert (by_name, fit_object_meta (csi_nodes->pdata[i])->name,
                         csi_nodes->pdata[i]);
  FIT_EACH (const FitNode, other, nodes)
    {
      const char *other_type = instance_type (other);
      const FitCSINode *csi_node = g_hash_table_lookup (by_name, other->name);
      const guint n
          = fit_labels_n_common (other->meta.labels, node->meta.labels);

      if (csi_node == NULL || (found != NULL && n <= most)
          || (type != NULL && other_type != NULL
              && strcmp (type, other_type) != 0))
        continue;
      found = csi_node;
      most = n;
    }
  return found;
}

static gboolean
add_template (NewNodes *all, const FitNewNodesOptions *options,
              const FitNode *node, GError **error)
{
  Template *template;
  const char *name;

  for (guint i = 0; i < all->public.templates->len; i++)
    if (((FitNodeTemplate *) all->public.templates->pdata[i])->node->name
        == node->name)
      return fit_fail (error, FIT_ERROR_SCHEMA,
                       "Node %s: found another one of this name among those "
                       "to add",
                       node->name);
  if (node->meta.raw == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "cannot copy Node %s: its text was not kept", node->name);
  template = g_new0 (Template, 1);
  template->public.node = node;
  name = template->public.node->name;
  template->public.csi_node = csi_node_of (options->nodes, name);
  template->public.csi_given = template->public.csi_node != NULL;
  if (template->public.csi_node == NULL)
    template->public.csi_node = csi_node_of (options->cluster, name);
  if (template->public.csi_node == NULL)
    template->public.csi_node
        = similar_csi_node (options->cluster, template->public.node);
  template->public.daemons = g_array_new (FALSE, FALSE, sizeof (FitDaemonPod));
  g_array_set_clear_func (template->public.daemons, clear_daemon_pod);
  template->copies = fit_objects_new ();
  template->arena = fit_arena_new ();
  template->tree = fit_raw_read (template->arena, node->meta.raw);
  g_ptr_array_add (all->public.templates, template);
  return TRUE;
}

/* Each CSINode must be that of a Node, or it would do nothing. */
static gboolean
check_csi_nodes (const FitObjects *nodes, GError **error)
{
  const GPtrArray *csi_nodes = nodes->of[FIT_KIND_CSI_NODE];

  for (guint i = 0; i < csi_nodes->len; i++)
    {
      const char *name = fit_object_meta (csi_nodes->pdata[i])->name;
      gboolean found = FALSE;

      for (guint j = 0; !found && j < nodes->of[FIT_KIND_NODE]->len; j++)
        found = strcmp (((FitNode *) nodes->of[FIT_KIND_NODE]->pdata[j])->name,
                        name)
                == 0;
      if (found)
        continue;
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "CSINode %s: found no Node of this name beside it", name);
      fit_objects_prefix_place (nodes, FIT_KIND_CSI_NODE, i, error);
      return FALSE;
    }
  return TRUE;
}

/* -- copies ---------------------------------------------------------------- */

/* Returns: (transfer full): an unused name */
static char *
next_name (NewNodes *all, Template *template)
{
  for (;;)
    {
      char *name = g_strdup_printf ("%s-%u", template->public.node->name,
                                    ++template->number);

      if (g_hash_table_add (all->names, g_strdup (name)))
        return name;
      g_free (name);
    }
}

static void
add_daemon_pod (NewNodes *all, Template *template, const FitDaemonPod *daemon,
                const char *node_name)
{
  const FitObjectMeta *meta = &daemon->set->pod->meta;
  g_autoptr (FitPod) pod = NULL;
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_printf (name, "%s-%s", meta->controller->name, node_name);
  while (!g_hash_table_add (
      all->names, g_strconcat (meta->namespace_, "/", name->str, NULL)))
    g_string_append (name, "-0");
  pod = fit_pod_with_name (daemon->set->pod, name->str);
  g_ptr_array_add (template->copies->of[FIT_KIND_POD],
                   all->tries ? fit_pod_with_node_name (pod, node_name)
                              : fit_pod_with_required_node (pod, node_name));
}

/* The node @node under another name, also in its label with the name, if it has
 * one. */
static FitValue
renamed (FitArena *arena, const FitValue *node, const char *name)
{
  static const char hostname[] = "kubernetes.io/hostname";
  const FitValue *metadata = fit_value_get (node, "metadata");
  const FitValue *labels = fit_value_get (metadata, "labels");
  FitValue changed = fit_value_with_text (arena, metadata, "name", name);

  changed = fit_value_with_text (arena, &changed, "uid", name);
  if (fit_value_get (labels, hostname) != NULL)
    {
      const FitValue with_name
          = fit_value_with_text (arena, labels, hostname, name);

      changed = fit_value_with (arena, &changed, "labels", &with_name);
    }
  return fit_value_with (arena, node, "metadata", &changed);
}

static gboolean
add_node (NewNodes *all, Template *template, const char *name, GError **error)
{
  const FitArenaMark mark = fit_arena_mark (template->arena);
  FitValue copy;
  gboolean added;

  if (all->as_they_are)
    {
      g_ptr_array_add (template->copies->of[FIT_KIND_NODE],
                       fit_node_ref (template->public.node));
      return TRUE;
    }
  copy = renamed (template->arena, template->tree, name);
  added = fit_objects_add_value (template->copies, &copy, "Node", "v1",
                                 all->flags, error);
  fit_arena_rewind (template->arena, mark);
  return added;
}

/* One more copy; with the pods that the template gets. */
static gboolean
make_copy (NewNodes *all, Template *template, gboolean with_pods,
           GError **error)
{
  g_autofree char *name = all->as_they_are
                              ? g_strdup (template->public.node->name)
                              : next_name (all, template);
  const FitCSINode *csi_node = template->public.csi_node;
  const GArray *daemons = template->public.daemons;

  if (!add_node (all, template, name, error))
    return FALSE;
  if (csi_node != NULL)
    g_ptr_array_add (template->copies->of[FIT_KIND_CSI_NODE],
                     fit_csi_node_with_name (csi_node, name));
  for (guint i = 0; with_pods && i < daemons->len; i++)
    {
      const FitDaemonPod *daemon = &g_array_index (daemons, FitDaemonPod, i);

      if (daemon->reason == NULL)
        add_daemon_pod (all, template, daemon, name);
    }
  return TRUE;
}

/* Is the pod created when its node comes? */
static gboolean
admit (NewNodes *all, const FitPod *pod)
{
  FitNewNodes *public = &all->public;
  char *reason = all->admission != NULL
                     ? fit_admission_refuse (all->admission, pod)
                     : NULL;

  if (reason == NULL)
    {
      if (all->admission != NULL)
        fit_admission_charge (all->admission, pod);
      return TRUE;
    }
  public->n_refused++;
  if (public->refusal == NULL)
  public->refusal = reason;
  else g_free (reason);
  return FALSE;
}

/* Adds those of @from that belong to @n of @n_nodes nodes. */
static void
add_share (const GPtrArray *from, guint n, guint n_nodes, GPtrArray *to)
{
  const guint n_each = from->len / n_nodes;

  for (guint i = 0; i < n * n_each; i++)
    g_ptr_array_add (to, fit_object_ref (from->pdata[i]));
}

void
fit_new_nodes_begin (FitNewNodes *new_nodes)
{
  NewNodes *all = (NewNodes *) new_nodes;

  new_nodes->n_refused = 0;
  g_clear_pointer (&new_nodes->refusal, g_free);
  if (all->used != NULL)
    fit_admission_restore (all->admission, all->used);
  else if (all->admission != NULL)
    all->used = fit_admission_save (all->admission);
}

gboolean
fit_new_nodes_add (FitNewNodes *new_nodes, guint index, guint n,
                   FitObjects *objects, GError **error)
{
  static const FitKind kinds[] = { FIT_KIND_NODE, FIT_KIND_CSI_NODE };
  NewNodes *all = (NewNodes *) new_nodes;
  g_autoptr (GPtrArray) pods
      = g_ptr_array_new_with_free_func (fit_object_unref);
  Template *template = new_nodes->templates->pdata[index];
  GPtrArray **of = template->copies->of;

  while (of[FIT_KIND_NODE]->len < n)
    if (!make_copy (all, template, TRUE, error))
      return FALSE;
  if (n == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_share (of[kinds[i]], n, of[FIT_KIND_NODE]->len, objects->of[kinds[i]]);
  add_share (of[FIT_KIND_POD], n, of[FIT_KIND_NODE]->len, pods);
  for (guint i = 0; i < pods->len; i++)
    if (admit (all, pods->pdata[i]))
      g_ptr_array_add (objects->of[FIT_KIND_POD],
                       fit_object_ref (pods->pdata[i]));
  return TRUE;
}

FitObjects *
fit_objects_and_more (const FitObjects *objects)
{
  FitObjects *more = fit_objects_new ();

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < objects->of[kind]->len; i++)
      g_ptr_array_add (more->of[kind],
                       fit_object_ref (objects->of[kind]->pdata[i]));
  return more;
}

/* -- pods of DaemonSets ---------------------------------------------------- */

static gint
compare_daemon_pods (gconstpointer a, gconstpointer b)
{
  const FitDaemonPod *x = a, *y = b;

  return fit_assembly_queue_order (&x->set->pod, &y->set->pod);
}

static gboolean
find_daemon_pods (NewNodes *all, Template *template,
                  const FitNewNodesOptions *options, GError **error)
{
  g_autoptr (FitObjects) objects = NULL;
  g_autoptr (FitSimulation) simulation = NULL;
  GPtrArray **of = template->copies->of;
  const FitNode *node;

  for (guint i = 0; i < all->public.sets->len; i++)
    {
      FitDaemonPod daemon = { .set = all->public.sets->pdata[i] };

      if (fit_daemon_set_wants (daemon.set, template->public.node,
                                &daemon.like))
        g_array_append_val (template->public.daemons, daemon);
    }
  g_array_sort (template->public.daemons, compare_daemon_pods);
  if (template->public.daemons->len == 0 || options->make == NULL)
    return TRUE;
  if (!make_copy (all, template, FALSE, error))
    return FALSE;
  node = of[FIT_KIND_NODE]->pdata[0];
  objects = fit_objects_and_more (options->cluster);
  add_share (of[FIT_KIND_NODE], 1, 1, objects->of[FIT_KIND_NODE]);
  add_share (of[FIT_KIND_CSI_NODE], 1, 1, objects->of[FIT_KIND_CSI_NODE]);
  simulation = options->make (objects, options->data, error);
  if (simulation == NULL)
    return FALSE;
  /* Tries to place the pods on node, a first copy, and keeps the reasons of
 * those that do not fit. */
  FIT_EACH_OF (FitDaemonPod, daemon, template->public.daemons)
    {
      g_autofree char *name
          = g_strconcat (daemon->set->pod->meta.name, "-", node->name, NULL);
      g_autoptr (FitPod) named = fit_pod_with_name (daemon->set->pod, name);
      g_autoptr (FitPod) pod = fit_pod_with_required_node (named, node->name);
      const FitNodeInfo *info;

      if (!fit_place (simulation, pod, &info, &daemon->reason, error))
        return FALSE;
    }
  FIT_EACH_OF (const FitDaemonPod, daemon, template->public.daemons)
    if (daemon->reason == NULL)
      add_daemon_pod (all, template, daemon, node->name);
  return TRUE;
}

FitNewNodes *
fit_new_nodes_new (const FitNewNodesOptions *options, GError **error)
{
  const GPtrArray *nodes = options->nodes->of[FIT_KIND_NODE];
  const GPtrArray *old_nodes = options->cluster->of[FIT_KIND_NODE];
  const GPtrArray *pods = options->cluster->of[FIT_KIND_POD];
  NewNodes *all = g_new0 (NewNodes, 1);
  g_autoptr (FitNewNodes) new_nodes = &all->public;

  all->flags = options->flags;
  all->as_they_are = options->as_they_are;
  all->tries = options->make != NULL;
  all->admission = options->admission;
  all->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  new_nodes->templates = g_ptr_array_new_with_free_func (template_free);
  new_nodes->sets = fit_daemon_sets_find (options->cluster, options->workloads,
                                          options->priorities, error);
  if (new_nodes->sets == NULL || !check_csi_nodes (options->nodes, error))
    return NULL;
  for (guint i = 0; i < old_nodes->len; i++)
    g_hash_table_add (all->names,
                      g_strdup (((const FitNode *) old_nodes->pdata[i])->name));
  for (guint i = 0; new_nodes->sets->len > 0 && i < pods->len; i++)
    g_hash_table_add (all->names, fit_pod_full_name (pods->pdata[i]));
  for (guint i = 0; i < nodes->len; i++)
    {
      if (!add_template (all, options, nodes->pdata[i], error))
        {
          fit_objects_prefix_place (options->nodes, FIT_KIND_NODE, i, error);
          return NULL;
        }
      if (!find_daemon_pods (all, new_nodes->templates->pdata[i], options,
                             error))
        return NULL;
    }
  return g_steal_pointer (&new_nodes);
}
