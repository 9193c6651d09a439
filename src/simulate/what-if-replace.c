/* what-if-replace.c - some nodes are gone, and others come
 *
 * If the file has one Node, as many of its kind come as have gone; if it has
 * several, these come.  A new node gets the pods of DaemonSets.  Of a DaemonSet
 * that was not read, one of the pods on the old nodes is the model.  A CSINode
 * comes from the file, or else from one of the old nodes.
 */
#include "simulate/what-if-private.h"

#include <string.h>

#include "api/texts.h"
#include "base/value-edit.h"
#include "simulate/copies.h"
#include "workloads/owners.h"

/* -- the file -------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): at least one Node, with its text */
static FitObjects *
read_nodes (const FitApplying *applying, const char *path, GError **error)
{
  const FitWhatIfOptions *options = applying->options;
  g_autoptr (FitObjects) objects = options->load (
      path, options->flags | FIT_DECODE_KEEP_RAW, options->data, error);

  if (objects == NULL || objects->of[FIT_KIND_NODE]->len > 0)
    return g_steal_pointer (&objects);
  return fit_fail_null (error, FIT_ERROR_SCHEMA,
                        "found no Node in \"%s\", expected one or more", path);
}

/* -- CSINodes -------------------------------------------------------------- */

static const FitCSINode *
find_csi_node (const FitObjects *objects, const char *name)
{
  const GPtrArray *all = objects->of[FIT_KIND_CSI_NODE];

  for (guint i = 0; i < all->len; i++)
    if (strcmp (fit_object_meta (all->pdata[i])->name, name) == 0)
      return all->pdata[i];
  return NULL;
}

static FitValue
driver_value (FitArena *arena, const FitCSIDriverInfo *driver)
{
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, driver->count);
  const FitValue number
      = { .type = FIT_VALUE_NUMBER,
          .text = fit_arena_strndup (arena, count, strlen (count)) };
  const FitValue allocatable = fit_value_with (arena, NULL, "count", &number);
  const FitValue value
      = fit_value_with_text (arena, NULL, "name", driver->name);

  return driver->has_count
             ? fit_value_with (arena, &value, "allocatable", &allocatable)
             : value;
}

/* Adds a CSINode like @like for the node @name. */
static gboolean
add_csi_node (FitApplying *applying, const FitCSINode *like, const char *name,
              GError **error)
{
  static const char migrated_plugins[]
      = "storage.alpha.kubernetes.io/migrated-plugins";
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitValue metadata = fit_value_with_text (arena, NULL, "name", name);
  FitValue drivers = { .type = FIT_VALUE_LIST }, spec, value;

  if (like->migrated_plugins != NULL)
    {
      g_autofree char *text = g_strjoinv (",", like->migrated_plugins);
      const FitValue annotations
          = fit_value_with_text (arena, NULL, migrated_plugins, text);

      metadata = fit_value_with (arena, &metadata, "annotations", &annotations);
    }
  for (guint i = 0; i < like->n_drivers; i++)
    {
      const FitValue driver = driver_value (arena, &like->drivers[i]);

      drivers = fit_value_with_item (arena, &drivers, &driver);
    }
  spec = fit_value_with (arena, NULL, "drivers", &drivers);
  value = fit_value_with (arena, NULL, "metadata", &metadata);
  value = fit_value_with (arena, &value, "spec", &spec);
  return fit_objects_add_value (applying->objects, &value, "CSINode",
                                "storage.k8s.io/v1", applying->options->flags,
                                error);
}

/* -- pods of DaemonSets that were not read --------------------------------- */

static gboolean
tolerates (const FitPod *pod, const FitNode *node)
{
  for (guint i = 0; i < node->traits->n_taints; i++)
    {
      const FitTaint *taint = &node->traits->taints[i];

      if ((taint->effect == FIT_EFFECT_NO_SCHEDULE
           || taint->effect == FIT_EFFECT_NO_EXECUTE)
          && !fit_tolerations_tolerate (pod->spec->tolerations,
                                        pod->spec->n_tolerations, taint))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_meant_for (const FitPod *pod, const FitNode *node)
{
  return (pod->spec->node_selector == NULL
          || fit_selector_matches (pod->spec->node_selector, node->meta.labels))
         && tolerates (pod, node);
}

static gboolean
is_read (const FitOwners *owners, const FitPod *pod)
{
  return fit_owners_find (owners, "DaemonSet", pod->meta.namespace_,
                          pod->meta.controller->name)
         != NULL;
}

/* Returns: (transfer container): one pod of each DaemonSet that is known only
 * by the pods that went with the old nodes */
static GPtrArray *
find_models (const FitApplying *applying)
{
  const GPtrArray *gone = applying->out->pods[FIT_FATE_GOES];
  g_autoptr (FitOwners) owners = fit_owners_new (applying->objects);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *models = g_ptr_array_new ();

  for (guint i = 0; i < gone->len; i++)
    {
      const FitPod *pod = gone->pdata[i];
      const FitOwnerReference *owner = pod->meta.controller;

      if (owner != NULL && strcmp (owner->kind, "DaemonSet") == 0
          && !is_read (owners, pod)
          && g_hash_table_add (
              seen, g_strconcat (pod->meta.namespace_, "/", owner->name, NULL)))
        g_ptr_array_add (models, (gpointer) pod);
    }
  return models;
}

static void
add_model (FitApplying *applying, const FitPod *model, const FitNode *node)
{
  g_autofree char *name
      = g_strconcat (model->meta.controller->name, "-", node->name, NULL);
  g_autoptr (FitPod) named = fit_pod_with_name (model, name);

  g_ptr_array_add (applying->objects->of[FIT_KIND_POD],
                   fit_pod_with_node_name (named, node->name));
}

/* -- the whole ------------------------------------------------------------- */

static gboolean
check_new (const FitApplying *applying, const FitNode *node, GError **error)
{
  const GPtrArray *all = applying->objects->of[FIT_KIND_NODE];

  for (guint i = 0; i < all->len; i++)
    if (all->pdata[i] != node
        && ((const FitNode *) all->pdata[i])->name == node->name)
      return fit_fail (error, FIT_ERROR_USAGE,
                       "the cluster has a node %s already: give the Node in "
                       "the file another name",
                       node->name);
  return TRUE;
}

/* The objects of a new node, which is one of the cluster already. */
static gboolean
furnish (FitApplying *applying, const FitNode *node, const FitCSINode *csi_node,
         const GPtrArray *models, GError **error)
{
  if (!check_new (applying, node, error))
    return FALSE;
  g_ptr_array_add (applying->out->added, g_strdup (node->name));
  g_hash_table_add (applying->new_nodes, g_strdup (node->name));
  for (guint i = 0; i < models->len; i++)
    if (is_meant_for (models->pdata[i], node))
      add_model (applying, models->pdata[i], node);
  return csi_node == NULL
         || add_csi_node (applying, csi_node, node->name, error);
}

/* Adds @n copies of @node, called NAME-1, NAME-2, ..., without the names that
 * the cluster has already. */
static gboolean
add_copies (FitApplying *applying, const FitNode *node, guint n, GError **error)
{
  FitObjects *objects = applying->objects;
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *tree = fit_json_parse (
      arena, node->meta.raw, strlen (node->meta.raw), NULL, NULL, error);
  guint number = 0;

  if (tree == NULL)
    return FALSE;
  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (names, (gpointer) ((FitNode *) nodes->pdata[i])->name);
  while (n > 0)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u", node->name, ++number);

      if (g_hash_table_contains (names, name))
        continue;
      if (!fit_node_copy (arena, tree, name, applying->options->flags, objects,
                          error))
        return FALSE;
      n--;
    }
  return TRUE;
}

/* @old: (nullable): a CSINode of one of the nodes that are gone */
static gboolean
add_nodes (FitApplying *applying, const FitObjects *file, const FitCSINode *old,
           GError **error)
{
  const GPtrArray *templates = file->of[FIT_KIND_NODE];
  GPtrArray *nodes = applying->objects->of[FIT_KIND_NODE];
  g_autoptr (GPtrArray) models = find_models (applying);
  const guint first = nodes->len;

  if (templates->len > 1)
    for (guint i = 0; i < templates->len; i++)
      g_ptr_array_add (nodes, fit_node_ref (templates->pdata[i]));
  else if (!add_copies (applying, templates->pdata[0],
                        applying->out->nodes->len, error))
    return FALSE;
  for (guint i = first; i < nodes->len; i++)
    {
      const guint which = templates->len > 1 ? i - first : 0;
      const FitNode *like = templates->pdata[which];
      const FitCSINode *own = find_csi_node (file, like->name);

      if (!furnish (applying, nodes->pdata[i], own != NULL ? own : old, models,
                    error))
        return FALSE;
    }
  for (guint i = 0; i < models->len; i++)
    {
      const FitPod *model = models->pdata[i];

      g_ptr_array_add (
          applying->out->notes,
          g_strdup_printf ("DaemonSet %s/%s is not in the input: its pods on "
                           "new nodes are like %s",
                           model->meta.namespace_, model->meta.controller->name,
                           model->meta.name));
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): of the first node that has one */
static FitCSINode *
old_csi_node (const FitApplying *applying)
{
  const GPtrArray *names = applying->out->nodes;

  for (guint i = 0; i < names->len; i++)
    {
      const FitCSINode *found
          = find_csi_node (applying->objects, names->pdata[i]);

      if (found != NULL)
        return fit_object_ref (found);
    }
  return NULL;
}

static void
describe (FitAssumption *out, const FitObjects *file)
{
  const GPtrArray *templates = file->of[FIT_KIND_NODE];
  g_autofree char *nodes = fit_what_if_nodes_text (out->nodes);
  g_autofree char *added = fit_what_if_nodes_text (out->added);
  g_autofree char *fates = fit_what_if_fates_text (out);

  if (templates->len > 1)
    out->text
        = g_strdup_printf ("%s %s replaced by %s: %s", nodes,
                           out->nodes->len == 1 ? "is" : "are", added, fates);
  else
    out->text = g_strdup_printf (
        "%s %s replaced by %u %s like %s: %s", nodes,
        out->nodes->len == 1 ? "is" : "are", out->added->len,
        out->added->len == 1 ? "node" : "nodes",
        ((const FitNode *) templates->pdata[0])->name, fates);
}

gboolean
fit_what_if_replace (FitApplying *applying, const char *argument,
                     GError **error)
{
  const char *equals = strrchr (argument, '=');
  g_autofree char *selector
      = equals != NULL ? g_strndup (argument, (gsize) (equals - argument))
                       : NULL;
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (FitObjects) file = NULL;
  g_autoptr (FitCSINode) old = NULL;

  if (selector == NULL || *selector == '\0' || equals[1] == '\0')
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found \"%s\", expected NODES=FILE, such as "
                     "pool=old=node.yaml",
                     argument);
  names = fit_what_if_nodes (applying, selector, error);
  file = names != NULL ? read_nodes (applying, equals + 1, error) : NULL;
  if (file == NULL)
    return FALSE;
  old = old_csi_node (applying);
  fit_what_if_leave (applying, names, FIT_LEAVE_REPLACED);
  fit_what_if_remove_nodes (applying, names);
  if (!add_nodes (applying, file, old, error))
    return FALSE;
  describe (applying->out, file);
  return TRUE;
}
