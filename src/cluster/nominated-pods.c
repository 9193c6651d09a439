/* nominated-pods.c - which pods are nominated to which node, in the order of
 * nomination
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/nominated-pods.h"
#include "base/intern.h"

/* The pods that are nominated to one node. */
typedef struct
{
  GPtrArray *pods;         /* owned, of FitPod: owned */
  gint32 highest_priority; /* of them */
} PodsOfNode;

struct _FitNominatedPods
{
  GHashTable *by_node; /* interned node name -> PodsOfNode */
  GHashTable *node_of; /* UID -> interned node name */
};

static void
pods_of_node_free (gpointer data)
{
  PodsOfNode *here = data;

  g_ptr_array_unref (here->pods);
  g_free (here);
}

static gint32
priority_at (const PodsOfNode *here, guint i)
{
  return ((const FitPod *) here->pods->pdata[i])->spec->priority;
}

FitNominatedPods *
fit_nominated_pods_new (void)
{
  FitNominatedPods *nominated = g_new0 (FitNominatedPods, 1);

  nominated->by_node = g_hash_table_new_full (
      NULL, NULL, (GDestroyNotify) fit_intern_unref, pods_of_node_free);
  nominated->node_of = g_hash_table_new_full (
      g_str_hash, g_str_equal, g_free, (GDestroyNotify) fit_intern_unref);
  return nominated;
}

void
fit_nominated_pods_free (FitNominatedPods *nominated)
{
  if (nominated == NULL)
    return;
  g_hash_table_unref (nominated->by_node);
  g_hash_table_unref (nominated->node_of);
  g_free (nominated);
}

void
fit_nominated_pods_remove (FitNominatedPods *nominated, const FitPod *pod)
{
  const char *node;
  PodsOfNode *here;

  if (G_LIKELY (g_hash_table_size (nominated->node_of) == 0))
    return;
  node = g_hash_table_lookup (nominated->node_of, pod->meta.uid);
  here = node != NULL ? g_hash_table_lookup (nominated->by_node, node) : NULL;
  if (here == NULL)
    return;
  for (guint i = 0; i < here->pods->len; i++)
    if (g_str_equal (((FitPod *) here->pods->pdata[i])->meta.uid,
                     pod->meta.uid))
      {
        g_ptr_array_remove_index (here->pods, i);
        break;
      }
  here->highest_priority = G_MININT32;
  for (guint i = 0; i < here->pods->len; i++)
    here->highest_priority
        = MAX (here->highest_priority, priority_at (here, i));
  if (here->pods->len == 0)
    g_hash_table_remove (nominated->by_node, node);
  g_hash_table_remove (nominated->node_of, pod->meta.uid);
}

void
fit_nominated_pods_add (FitNominatedPods *nominated, const FitPod *pod,
                        const char *node_name)
{
  const char *node
      = node_name != NULL && *node_name ? node_name : pod->nominated_node_name;
  PodsOfNode *here;

  fit_nominated_pods_remove (nominated, pod);
  if (!*node)
    return;
  here = g_hash_table_lookup (nominated->by_node, node);
  if (here == NULL)
    {
      here = g_new (PodsOfNode, 1);
      here->pods = g_ptr_array_new_with_free_func (fit_object_unref);
      here->highest_priority = G_MININT32;
      g_hash_table_insert (nominated->by_node, (gpointer) fit_intern_ref (node),
                           here);
    }
  g_ptr_array_add (here->pods, (gpointer) fit_pod_ref (pod));
  here->highest_priority = MAX (here->highest_priority, pod->spec->priority);
  g_hash_table_insert (nominated->node_of, g_strdup (pod->meta.uid),
                       (gpointer) fit_intern_ref (node));
}

void
fit_nominated_pods_update (FitNominatedPods *nominated, const FitPod *old_pod,
                           const FitPod *new_pod)
{
  const char *kept = NULL;

  /* An update from before the nomination reached the API server must not clear
   * it. */
  if (!*old_pod->nominated_node_name && !*new_pod->nominated_node_name)
    kept = g_hash_table_lookup (nominated->node_of, old_pod->meta.uid);
  if (kept != NULL)
    fit_intern_ref (kept);
  fit_nominated_pods_remove (nominated, old_pod);
  fit_nominated_pods_add (nominated, new_pod, kept);
  if (kept != NULL)
    fit_intern_unref (kept);
}

const GPtrArray *
fit_nominated_pods_for_node (const FitNominatedPods *nominated,
                             const char *node_name)
{
  const PodsOfNode *here = g_hash_table_lookup (nominated->by_node, node_name);

  return here != NULL ? here->pods : NULL;
}

void
fit_nominated_pods_foreach (const FitNominatedPods *nominated, gint32 priority,
                            FitNominatedFunc func, gpointer data)
{
  GHashTableIter iter;
  gpointer node, value;

  g_hash_table_iter_init (&iter, nominated->by_node);
  while (g_hash_table_iter_next (&iter, &node, &value))
    {
      const PodsOfNode *here = value;

      if (here->highest_priority >= priority)
        func (node, here->pods, data);
    }
}

gboolean
fit_nominated_pods_empty (const FitNominatedPods *nominated)
{
  return g_hash_table_size (nominated->node_of) == 0;
}
