/* deeds.c - does things to the cluster of a simulation, and undoes them
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/deeds.h"

#include "base/each.h"
#include "cluster/evictable-pods.h"

static void
clear_deed (gpointer data)
{
  FitDeed *deed = data;

  g_clear_pointer (&deed->there, fit_pod_unref);
  g_clear_pointer (&deed->pending, fit_pod_unref);
  g_clear_pointer (&deed->before, fit_node_unref);
}

void
fit_deeds_init (FitDeeds *deeds, FitSimulation *simulation)
{
  *deeds = (FitDeeds){ simulation, fit_simulation_cache (simulation),
                       g_array_new (FALSE, FALSE, sizeof (FitDeed)) };
  g_array_set_clear_func (deeds->done, clear_deed);
}

void
fit_deeds_forget (FitDeeds *deeds)
{
  g_array_set_size (deeds->done, 0);
}

void
fit_deeds_clear (FitDeeds *deeds)
{
  g_clear_pointer (&deeds->done, g_array_unref);
}

/* -- doing ----------------------------------------------------------------- */

static void
note (FitDeeds *deeds, FitDeed deed)
{
  g_array_append_val (deeds->done, deed);
}

void
fit_deeds_set_node (FitDeeds *deeds, const FitNode *after)
{
  const FitNode *before = fit_cache_find_node (deeds->cache, after->name)->node;

  if (after == before)
    return;
  note (deeds,
        (FitDeed){ .type = FIT_DEED_NODE, .before = fit_node_ref (before) });
  fit_cache_add_node (deeds->cache, after);
}

static gboolean
remove_assumed (FitCache *cache, const FitPod *pod, GError **error)
{
  fit_volume_binder_revert (fit_cache_volume_binder (cache), pod);
  return fit_cache_forget_pod (cache, pod, error);
}

gboolean
fit_deeds_remove (FitDeeds *deeds, const FitPod *pod, GError **error)
{
  FitDeed deed = { .type = FIT_DEED_LEFT,
                   .there = fit_pod_ref (pod),
                   .assumed = fit_cache_is_assumed (deeds->cache, pod),
                   .pending = fit_pod_as_pending (pod) };
  const gboolean gone
      = deed.assumed ? remove_assumed (deeds->cache, deed.there, error)
                     : fit_cache_remove_pod (deeds->cache, deed.there, error);

  if (gone)
    note (deeds, deed);
  else
    clear_deed (&deed);
  return gone;
}

static void
note_placed (FitDeeds *deeds, const FitPod *pod)
{
  note (deeds,
        (FitDeed){ .type = FIT_DEED_PLACED, .pending = fit_pod_ref (pod) });
}

gboolean
fit_deeds_assume (FitDeeds *deeds, const FitPod *pod, const FitNodeInfo *node,
                  GError **error)
{
  if (!fit_simulation_assume (deeds->simulation, pod, node, error))
    return FALSE;
  note_placed (deeds, pod);
  return TRUE;
}

gboolean
fit_deeds_place (FitDeeds *deeds, const FitPod *pod,
                 const FitNodeInfo **out_node, char **out_reason,
                 GError **error)
{
  *out_node = NULL;
  if (!fit_place (deeds->simulation, pod, out_node, out_reason, error))
    return FALSE;
  if (*out_node != NULL)
    note_placed (deeds, pod);
  return TRUE;
}

gboolean
fit_deeds_place_all (FitDeeds *deeds, const GPtrArray *pods, FitRound *out,
                     GError **error)
{
  const gboolean ok = fit_place_all (deeds->simulation, pods, out, error);

  FIT_EACH (const FitPod, pod, pods)
    if (fit_cache_find_pod (deeds->cache, pod->meta.uid) != NULL)
      note_placed (deeds, pod);
  return ok;
}

const FitDeed *
fit_deeds_leaving (const FitDeeds *deeds, const FitPod *pending)
{
  for (guint i = 0; i < deeds->done->len; i++)
    if (fit_deed (deeds, i)->type == FIT_DEED_LEFT
        && fit_deed (deeds, i)->pending == pending)
      return fit_deed (deeds, i);
  return NULL;
}

/* -- undoing --------------------------------------------------------------- */

static gboolean
undo (FitDeeds *deeds, const FitDeed *deed, GError **error)
{
  switch (deed->type)
    {
    case FIT_DEED_PLACED:
      return remove_assumed (
          deeds->cache,
          fit_cache_find_pod (deeds->cache, deed->pending->meta.uid), error);
    case FIT_DEED_LEFT:
      return deed->assumed
                 ? fit_simulation_assume (
                     deeds->simulation, deed->pending,
                     fit_cache_find_node (deeds->cache, deed->there->node_name),
                     error)
                 : fit_cache_add_pod (deeds->cache, deed->there, error);
    default:
      fit_cache_add_node (deeds->cache, deed->before);
      return TRUE;
    }
}

gboolean
fit_deeds_undo (FitDeeds *deeds, guint n, GError **error)
{
  while (deeds->done->len > n)
    {
      if (!undo (deeds, fit_deed (deeds, deeds->done->len - 1), error))
        return FALSE;
      g_array_set_size (deeds->done, deeds->done->len - 1);
    }
  return TRUE;
}
