/* pending-pods.c - makes pods pending, whatever their state */
#include "cli/session-private.h"

#include <string.h>

static gboolean
same_pod (const FitPod *a, const FitPod *b)
{
  return a->meta.namespace_ == b->meta.namespace_
         && strcmp (a->meta.name, b->meta.name) == 0;
}

static guint
pod_name_hash (gconstpointer pod)
{
  const FitPod *key = pod;

  return g_str_hash (key->meta.name) ^ g_direct_hash (key->meta.namespace_);
}

static gboolean
pod_name_equal (gconstpointer a, gconstpointer b)
{
  return same_pod (a, b);
}

void
fit_session_make_all_pending (GPtrArray *pods, guint *inout_first)
{
  const guint first = *inout_first;
  g_autoptr (GHashTable) names
      = g_hash_table_new (pod_name_hash, pod_name_equal);
  guint kept = 0;

  for (guint i = first; i < pods->len; i++)
    {
      FitPod *copy = fit_pod_as_pending (pods->pdata[i]);

      fit_pod_unref (pods->pdata[i]);
      pods->pdata[i] = copy;
      g_hash_table_add (names, copy);
    }
  for (guint i = 0; i < pods->len; i++)
    {
      if (i < first && g_hash_table_contains (names, pods->pdata[i]))
        {
          fit_pod_unref (pods->pdata[i]);
          --*inout_first;
        }
      else
        pods->pdata[kept++] = pods->pdata[i];
    }
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
}
