/* place-pods.c - pods are placed one by one, and tried again while others move
 * in
 *
 * Until a pod is placed, nothing changes.  So pods of one workload that follow
 * each other and fit nowhere are tried once, for all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/place-pods.h"

#include "api/pod-alike.h"
#include "api/raw.h"
#include "base/intern.h"

FitPod *
fit_pod_copy (const FitPod *pod, guint number)
{
  g_autoptr (FitPod) unassigned = fit_pod_with_node_name (pod, "");
  FitPod *copy = fit_pod_with_nominated_node_name (unassigned, "");
  FitObjectMeta *meta = &copy->meta;
  g_autofree char *name = g_strdup_printf ("%s-%u", meta->name, number);
  g_autofree char *uid
      = g_strdup_printf ("%s/%s/%u", meta->namespace_, meta->name, number);

  fit_object_meta_set_texts (meta, name, uid, meta->resource_version);
  fit_raw_set (meta, "metadata", "name", meta->name);
  fit_raw_set (meta, "metadata", "uid", meta->uid);
  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (meta, "status", "phase", "");
  return copy;
}

gboolean
fit_place (FitSimulation *simulation, const FitPod *pod,
           const FitNodeInfo **out_node, char **out_reason, GError **error)
{
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (simulation, pod, &placement);
  if (placement.error != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&placement.error),
                                  "the attempt to place pod %s/%s failed: ",
                                  pod->meta.namespace_, pod->meta.name);
      return FALSE;
    }
  *out_node = placement.result.node;
  if (placement.result.node == NULL)
    *out_reason = g_strdup (placement.result.fit_error);
  return TRUE;
}

void
fit_round_clear (FitRound *round)
{
  g_clear_pointer (&round->left, g_ptr_array_unref);
  g_clear_pointer (&round->reasons, g_ptr_array_unref);
}

static guint
hash_alike (gconstpointer pod)
{
  return fit_pod_alike_hash (pod);
}

static gboolean
are_alike (gconstpointer a, gconstpointer b)
{
  const FitPod *pod = a;

  return *pod->nominated_node_name == '\0' && fit_pod_alike (pod, b);
}

/* Tries each pod once; @out_n: how many were placed. */
static gboolean
try_all (FitSimulation *simulation, FitRound *round, guint *out_n,
         GError **error)
{
  g_autoptr (GPtrArray) tried = g_steal_pointer (&round->left);
  g_autoptr (GHashTable) failed = g_hash_table_new (hash_alike, are_alike);
  const gboolean by_likeness = !fit_simulation_asks_others (simulation);

  g_clear_pointer (&round->reasons, g_ptr_array_unref);
  round->reasons
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  round->left = g_ptr_array_new ();
  for (guint i = 0; i < tried->len; i++)
    {
      const char *known = g_hash_table_lookup (failed, tried->pdata[i]);
      g_autofree char *reason = NULL;
      const FitNodeInfo *node = NULL;

      if (known == NULL
          && !fit_place (simulation, tried->pdata[i], &node, &reason, error))
        return FALSE;
      if (node != NULL)
        {
          g_hash_table_remove_all (failed);
          continue;
        }
      known = known != NULL ? fit_intern_ref (known) : fit_intern (reason);
      g_ptr_array_add (round->left, tried->pdata[i]);
      g_ptr_array_add (round->reasons, (gpointer) known);
      if (by_likeness)
        g_hash_table_insert (failed, tried->pdata[i], (gpointer) known);
    }
  *out_n = tried->len - round->left->len;
  return TRUE;
}

gboolean
fit_place_all (FitSimulation *simulation, const GPtrArray *pods, FitRound *out,
               GError **error)
{
  guint n;

  *out = (FitRound){ .n = pods->len, .left = g_ptr_array_new () };
  g_ptr_array_extend (out->left, (GPtrArray *) pods, NULL, NULL);
  do
    if (!try_all (simulation, out, &n, error))
      return FALSE;
  while (n > 0);
  return TRUE;
}
