/* daemon-sets.c - finds the DaemonSets of a cluster, by themselves or by their
 * pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/daemon-sets.h"

#include "api/pod-private.h"
#include "base/each.h"
#include "workloads/workloads-private.h"

#include <string.h>

static void
daemon_set_free (gpointer data)
{
  FitDaemonSet *set = data;

  fit_pod_unref (set->pod);
  fit_pod_unref (set->seen);
  g_clear_pointer (&set->with, g_ptr_array_unref);
  g_clear_pointer (&set->without, g_ptr_array_unref);
  g_free (set);
}

/* -- DaemonSets that are in the input -------------------------------------- */

/* Adds the DaemonSet @controller to @sets. */
static gboolean
add_given_set (GPtrArray *sets, FitMaking *making, const FitObjects *cluster,
               const FitController *controller, gboolean priorities,
               GError **error)
{
  const GPtrArray *classes = cluster->of[FIT_KIND_PRIORITY_CLASS];
  g_autoptr (FitObjects) objects = fit_objects_new ();
  FitDaemonSet *set;
  FitValue value;

  /* Completion needs the PriorityClasses. */
  for (guint i = 0; i < classes->len; i++)
    g_ptr_array_add (objects->of[FIT_KIND_PRIORITY_CLASS],
                     fit_object_ref (classes->pdata[i]));
  making->objects = objects;
  making->root = controller;
  fit_arena_reset (making->arena);
  value = fit_daemon_set_pod (making, controller);
  if (!fit_making_add_pod (making, &value, controller->meta.name, error))
    return fit_blame (error, "%sDaemonSet %s/%s: ", controller->place,
                      controller->meta.namespace_, controller->meta.name);
  /* A dump may lack the PriorityClass, which hardly matters here. */
  if ((making->options->flags & FIT_DECODE_AS_IS) == 0
      && !(priorities && fit_objects_complete (objects, NULL)))
    {
      fit_pod_drop_priority (objects->of[FIT_KIND_POD]->pdata[0]);
      fit_objects_complete (objects, NULL);
    }
  set = g_new0 (FitDaemonSet, 1);
  set->pod = g_ptr_array_steal_index (objects->of[FIT_KIND_POD], 0);
  g_ptr_array_add (sets, set);
  return TRUE;
}

static gboolean
find_given_sets (GPtrArray *sets, const FitObjects *objects,
                 const FitWorkloadsOptions *options, FitOwners *owners,
                 gboolean priorities, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitMaking making = { .options = options, .owners = owners, .arena = arena };

  for (guint i = 0; i < objects->controllers->len; i++)
    {
      const FitController *controller = objects->controllers->pdata[i];

      making.given = i >= options->first_given;
      if ((!making.given || !options->one_each)
          && controller->kind == FIT_CONTROLLER_DAEMON_SET
          && controller->has_template
          && fit_owners_find (owners, "DaemonSet", controller->meta.namespace_,
                              controller->meta.name)
                 == controller
          && !add_given_set (sets, &making, objects, controller, priorities,
                             error))
        return FALSE;
    }
  return TRUE;
}

/* -- DaemonSets whose pods are in the input -------------------------------- */

/* The pods of a DaemonSet that is not there. */
typedef struct
{
  FitDaemonSet *set; /* borrowed */
  GHashTable *on;    /* owned: interned names of the nodes that have one */
} Shown;

static void
shown_free (gpointer data)
{
  Shown *shown = data;

  g_hash_table_unref (shown->on);
  g_free (shown);
}

/* Is it a running pod of a DaemonSet of which nothing else is known? */
static gboolean
shows_daemon_set (const FitOwners *owners, const FitPod *pod)
{
  const FitOwnerReference *owner = pod->meta.controller;
  const FitController *found;

  if (owner == NULL || strcmp (owner->kind, "DaemonSet") != 0
      || *pod->node_name == '\0' || fit_pod_terminal (pod)
      || fit_object_meta_deleting (&pod->meta))
    return FALSE;
  found = fit_owners_find (owners, "DaemonSet", pod->meta.namespace_,
                           owner->name);
  return found == NULL || !found->has_template;
}

/* The newest pod is from the newest template; without times, it is the last.
 * The affinity with which the controller binds it to its node is not part of the
 * template. */
static void
add_shown_pod (GPtrArray *sets, GHashTable *by_name, const FitPod *pod)
{
  g_autofree char *key = g_strconcat (pod->meta.namespace_, "/",
                                      pod->meta.controller->name, NULL);
  Shown *shown = g_hash_table_lookup (by_name, key);
  FitDaemonSet *set;
  const FitNodeSelector *required = pod->spec->required_nodes;
  const gboolean names_its_node = required != NULL && required->n == 1
                                  && required->terms[0].expressions == NULL
                                  && required->terms[0].names_nodes
                                  && required->terms[0].n_names == 1;
  g_autoptr (FitPod) unbound = names_its_node
                                   ? fit_pod_with_required_node (pod, NULL)
                                   : fit_pod_ref (pod);
  g_autoptr (FitPod) described = fit_pod_as_pending (unbound);

  if (shown == NULL)
    {
      shown = g_new (Shown, 1);
      *shown
          = (Shown){ g_new0 (FitDaemonSet, 1), g_hash_table_new (NULL, NULL) };
      shown->set->with = g_ptr_array_new ();
      shown->set->without = g_ptr_array_new ();
      g_ptr_array_add (sets, shown->set);
      g_hash_table_insert (by_name, g_steal_pointer (&key), shown);
    }
  set = shown->set;
  g_hash_table_add (shown->on, (gpointer) pod->node_name);
  set->differ |= set->pod != NULL && set->pod->spec != described->spec;
  if (set->seen != NULL
      && pod->meta.creation_time_ns < set->seen->meta.creation_time_ns)
    return;
  fit_pod_unref (set->seen);
  fit_pod_unref (set->pod);
  set->seen = fit_pod_ref (pod);
  set->pod = g_steal_pointer (&described);
}

GPtrArray *
fit_daemon_sets_find (const FitObjects *objects,
                      const FitWorkloadsOptions *options, gboolean priorities,
                      GError **error)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (daemon_set_free);
  g_autoptr (FitOwners) owners = fit_owners_new (objects);
  const GPtrArray *pods;
  const GPtrArray *nodes;
  g_autoptr (GHashTable) by_name = NULL;
  GHashTableIter iter;
  gpointer value;

  if (options != NULL
      && !find_given_sets (sets, objects, options, owners, priorities, error))
    return NULL;
  pods = objects->of[FIT_KIND_POD];
  nodes = objects->of[FIT_KIND_NODE];
  by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, shown_free);
  for (guint i = 0; i < pods->len; i++)
    if (shows_daemon_set (owners, pods->pdata[i]))
      add_shown_pod (sets, by_name, pods->pdata[i]);
  g_hash_table_iter_init (&iter, by_name);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Shown *shown = value;

      FIT_EACH (FitNode, node, nodes)
        if (fit_daemon_pod_meant_for (shown->set->pod, node))
          g_ptr_array_add (g_hash_table_contains (shown->on, node->name)
                               ? shown->set->with
                               : shown->set->without,
                           node);
    }
  return g_steal_pointer (&sets);
}

/* -- new nodes ------------------------------------------------------------- */

static const FitNode *
nearest (const GPtrArray *nodes, const FitNode *node, guint *out_n)
{
  const FitNode *found = NULL;

  *out_n = 0;
  FIT_EACH (const FitNode, other, nodes)
    {
      const guint n
          = fit_labels_n_common (other->meta.labels, node->meta.labels);

      if (found != NULL && n <= *out_n)
        continue;
      found = other;
      *out_n = n;
    }
  return found;
}

gboolean
fit_daemon_set_wants (const FitDaemonSet *set, const FitNode *node,
                      const FitNode **out_like)
{
  const FitNode *with, *without;
  guint n_with, n_without;

  *out_like = NULL;
  if (!fit_daemon_pod_meant_for (set->pod, node))
    return FALSE;
  if (set->seen == NULL || set->without->len == 0)
    return TRUE;
  with = nearest (set->with, node, &n_with);
  without = nearest (set->without, node, &n_without);
  *out_like = with != NULL && n_with >= n_without ? with : without;
  return *out_like == with;
}
