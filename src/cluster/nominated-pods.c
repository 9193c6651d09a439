/* nominated-pods.c - which pods are nominated to which node, in the order of
 * nomination
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/nominated-pods.h"
#include "base/intern.h"

struct _FitNominatedPods
{
  GHashTable *by_node; /* interned node name -> GPtrArray of FitPod */
  GHashTable *node_of; /* UID -> interned node name */
};

FitNominatedPods *
fit_nominated_pods_new (void)
{
  FitNominatedPods *nominated = g_new0 (FitNominatedPods, 1);

  nominated->by_node
      = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) fit_intern_unref,
                               (GDestroyNotify) g_ptr_array_unref);
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
  GPtrArray *pods;

  if (G_LIKELY (g_hash_table_size (nominated->node_of) == 0))
    return;
  node = g_hash_table_lookup (nominated->node_of, pod->meta.uid);
  pods = node != NULL ? g_hash_table_lookup (nominated->by_node, node) : NULL;
  if (pods == NULL)
    return;
  for (guint i = 0; i < pods->len; i++)
    if (g_str_equal (((FitPod *) pods->pdata[i])->meta.uid, pod->meta.uid))
      {
        g_ptr_array_remove_index (pods, i);
        break;
      }
  if (pods->len == 0)
    g_hash_table_remove (nominated->by_node, node);
  g_hash_table_remove (nominated->node_of, pod->meta.uid);
}

void
fit_nominated_pods_add (FitNominatedPods *nominated, const FitPod *pod,
                        const char *node_name)
{
  const char *node
      = node_name != NULL && *node_name ? node_name : pod->nominated_node_name;
  GPtrArray *pods;

  fit_nominated_pods_remove (nominated, pod);
  if (!*node)
    return;
  pods = g_hash_table_lookup (nominated->by_node, node);
  if (pods == NULL)
    {
      pods = g_ptr_array_new_with_free_func (fit_object_unref);
      g_hash_table_insert (nominated->by_node, (gpointer) fit_intern_ref (node),
                           pods);
    }
  g_ptr_array_add (pods, (gpointer) fit_pod_ref (pod));
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
  return g_hash_table_lookup (nominated->by_node, node_name);
}

void
fit_nominated_pods_foreach (const FitNominatedPods *nominated,
                            FitNominatedFunc func, gpointer data)
{
  GHashTableIter iter;
  gpointer node, pods;

  g_hash_table_iter_init (&iter, nominated->by_node);
  while (g_hash_table_iter_next (&iter, &node, &pods))
    func (node, pods, data);
}

gboolean
fit_nominated_pods_empty (const FitNominatedPods *nominated)
{
  return g_hash_table_size (nominated->node_of) == 0;
}
