/* what-if-replace.c - some nodes are gone, and others come
 *
 * If the file has one Node, as many of its kind come as have gone; if it has
 * several, these come.  What else a new node gets is in new-nodes.h; but pods of
 * DaemonSets that were read are made with those of other workloads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/new-nodes.h"
#include "base/each.h"
#include "simulate/what-if-private.h"

#include <string.h>

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

/* Does a new node get a pod of @set? */
static gboolean
is_used (const FitNewNodes *new_nodes, const FitDaemonSet *set)
{
  FIT_EACH (const FitNodeTemplate, template, new_nodes->templates)
    for (guint j = 0; j < template->daemons->len; j++)
      if (g_array_index (template->daemons, FitDaemonPod, j).set == set)
        return TRUE;
  return FALSE;
}

/* The old nodes show what the new ones get, so they are asked before they go;
 * their objects must outlive that. */
static gboolean
replace (FitApplying *applying, GHashTable *names, const FitObjects *file,
         GError **error)
{
  g_autoptr (FitObjects) before = fit_objects_and_more (applying->objects);
  g_autoptr (FitNewNodes) new_nodes = fit_new_nodes_new (
      &(const FitNewNodesOptions){ .cluster = applying->objects,
                                   .nodes = file,
                                   .flags = applying->options->flags,
                                   .as_they_are
                                   = file->of[FIT_KIND_NODE]->len > 1 },
      error);
  FitAssumption *out;
  guint n_templates;
  const GPtrArray *nodes;
  guint first;

  (void) before; /* it only keeps them, and clang sees no use in that */
  if (new_nodes == NULL)
    return FALSE;
  fit_what_if_leave (applying, names, FIT_LEAVE_REPLACED);
  fit_what_if_remove_nodes (applying, names);
  out = applying->out;
  n_templates = new_nodes->templates->len;
  nodes = applying->objects->of[FIT_KIND_NODE];
  first = nodes->len;
  for (guint i = 0; i < n_templates; i++)
    if (!fit_new_nodes_add (new_nodes, i, n_templates > 1 ? 1 : out->nodes->len,
                            applying->objects, error))
      return FALSE;
  for (guint i = first; i < nodes->len; i++)
    {
      const FitNode *node = nodes->pdata[i];

      if (!check_new (applying, node, error))
        return FALSE;
      g_ptr_array_add (out->added, g_strdup (node->name));
      g_hash_table_add (applying->new_nodes, g_strdup (node->name));
    }
  FIT_EACH (const FitDaemonSet, set, new_nodes->sets)
    {
      if (!is_used (new_nodes, set))
        continue;
      g_ptr_array_add (
          out->notes,
          g_strdup_printf ("DaemonSet %s/%s is not in the input: its pods on "
                           "new nodes are like %s",
                           set->pod->meta.namespace_,
                           set->pod->meta.controller->name,
                           set->seen->meta.name));
    }
  return TRUE;
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
  const GPtrArray *templates;
  g_autofree char *nodes = NULL;
  g_autofree char *added = NULL;
  g_autofree char *fates = NULL;

  if (selector == NULL || *selector == '\0' || equals[1] == '\0')
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found \"%s\", expected NODES=FILE, such as "
                     "pool=old=node.yaml",
                     argument);
  names = fit_what_if_nodes (applying, selector, error);
  file = names != NULL ? read_nodes (applying, equals + 1, error) : NULL;
  if (file == NULL || !replace (applying, names, file, error))
    return FALSE;
  templates = file->of[FIT_KIND_NODE];
  nodes = fit_what_if_nodes_text (applying->out->nodes);
  added = fit_what_if_nodes_text (applying->out->added);
  fates = fit_what_if_fates_text (applying->out);
  if (templates->len > 1)
    applying->out->text = g_strdup_printf (
        "%s %s replaced by %s: %s", nodes,
        applying->out->nodes->len == 1 ? "is" : "are", added, fates);
  else
    applying->out->text = g_strdup_printf (
        "%s %s replaced by %u %s like %s: %s", nodes,
        applying->out->nodes->len == 1 ? "is" : "are",
        applying->out->added->len,
        applying->out->added->len == 1 ? "node" : "nodes",
        ((const FitNode *) templates->pdata[0])->name, fates);
  return TRUE;
}
