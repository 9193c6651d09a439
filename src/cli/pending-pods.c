/* pending-pods.c - pods that are made pending, whatever they were */
#include "cli/session-private.h"

#include <string.h>

#include "api/raw.h"
#include "base/intern.h"

static FitPod *
pending_copy (const FitPod *pod)
{
  FitPod *copy = fit_pod_with_node_name (pod, "");

  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (&copy->meta, "status", "phase", "");
  return copy;
}

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
      FitPod *copy = pending_copy (pods->pdata[i]);

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

static guint
index_of_pod (const FitSession *session, const FitPod *pod)
{
  guint index = 0;
  gboolean found
      = g_ptr_array_find (session->objects->of[FIT_KIND_POD], pod, &index);

  g_assert (found);
  return index;
}

const FitPod *
fit_session_make_pending (FitSession *session, const FitPod *pod)
{
  FitPod *copy = pending_copy (pod);

  session->objects->of[FIT_KIND_POD]->pdata[index_of_pod (session, pod)] = copy;
  return copy;
}

void
fit_session_restore (FitSession *session, const FitPod *copy, const FitPod *pod)
{
  session->objects->of[FIT_KIND_POD]->pdata[index_of_pod (session, copy)]
      = (gpointer) pod;
  fit_pod_unref (copy);
}
