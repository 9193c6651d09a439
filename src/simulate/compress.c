/* compress.c - nodes are drained one after the other, or put back
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/compress.h"

#include <string.h>

#include "base/intern.h"
#include "cluster/evictable-pods.h"
#include "simulate/place-pods.h"
#include "assembly/assembly.h"

/* A pod that leaves its node. */
typedef struct
{
  const FitPod *there;   /* owned reference: as it was in the cache */
  gboolean assumed;      /* it was placed by the simulation */
  const FitPod *pending; /* owned reference: as it is scheduled again */
} Leaver;

/* The draining of one node. */
typedef struct
{
  FitSimulation *simulation;
  FitCache *cache;
  FitCompressNode *out;
  const FitNode *node; /* owned reference: as it was */
  GArray *leavers;     /* owned, of Leaver */
  GPtrArray *pods;     /* owned, of FitPod (borrowed): as they are scheduled
                          again, in the order of the queue */
} Drain;

static void
clear_leaver (gpointer data)
{
  Leaver *leaver = data;

  fit_pod_unref (leaver->there);
  fit_pod_unref (leaver->pending);
}

static void
drain_clear (Drain *drain)
{
  g_clear_pointer (&drain->pods, g_ptr_array_unref);
  g_clear_pointer (&drain->leavers, g_array_unref);
  g_clear_pointer (&drain->node, fit_node_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drain, drain_clear)

/* -- which pods leave ------------------------------------------------------ */

/* @reason: (transfer full) */
static void
keep_node (Drain *drain, const FitPod *pod, char *reason)
{
  drain->out->pod = pod != NULL ? fit_pod_ref (pod) : NULL;
  drain->out->reason = reason;
}

gboolean
fit_compress_keeps (const FitNode *node)
{
  return fit_labels_lookup (node->meta.labels,
                            "node-role.kubernetes.io/control-plane")
             != NULL
         || fit_labels_lookup (node->meta.labels,
                               "node-role.kubernetes.io/master")
                != NULL;
}

/* Returns: FALSE if the node has to stay */
static gboolean
choose_leavers (Drain *drain, const FitNodeInfo *info)
{
  if (fit_compress_keeps (drain->node))
    {
      keep_node (drain, NULL, g_strdup ("belongs to the control plane"));
      return FALSE;
    }
  for (guint i = 0; i < info->n_pods; i++)
    {
      const FitPod *pod = info->pods[i];
      Leaver leaver = { .there = pod };
      char *obstacle;

      if (fit_pod_stays (pod))
        {
          drain->out->n_others++;
          continue;
        }
      leaver.assumed = fit_cache_is_assumed (drain->cache, pod);
      /* A pod that was pending need not be evicted. */
      obstacle = NULL;
      if (!leaver.assumed)
        obstacle = fit_eviction_obstacle (
            drain->cache, pod, fit_simulation_takes (drain->simulation, pod));
      if (obstacle != NULL)
        {
          keep_node (drain, pod, obstacle);
          return FALSE;
        }
      leaver.there = fit_pod_ref (pod);
      leaver.pending = fit_pod_as_pending (pod);
      g_array_append_val (drain->leavers, leaver);
      g_ptr_array_add (drain->pods, (gpointer) leaver.pending);
    }
  g_ptr_array_sort (drain->pods, fit_assembly_queue_order);
  return TRUE;
}

/* -- leaving, and coming back ---------------------------------------------- */

static gboolean
remove_assumed (FitCache *cache, const FitPod *pod, GError **error)
{
  fit_volume_binder_revert (fit_cache_volume_binder (cache), pod);
  return fit_cache_forget_pod (cache, pod, error);
}

/* All leave where they went, and go back to where they were. */
static gboolean
put_back (Drain *drain, GError **error)
{
  const FitNodeInfo *info;

  for (guint i = 0; i < drain->leavers->len; i++)
    {
      const Leaver *leaver = &g_array_index (drain->leavers, Leaver, i);
      const FitPod *now
          = fit_cache_find_pod (drain->cache, leaver->there->meta.uid);

      if (now != NULL && !remove_assumed (drain->cache, now, error))
        return FALSE;
    }
  fit_cache_add_node (drain->cache, drain->node);
  info = fit_cache_find_node (drain->cache, drain->node->name);
  for (guint i = 0; i < drain->leavers->len; i++)
    {
      const Leaver *leaver = &g_array_index (drain->leavers, Leaver, i);

      if (!(leaver->assumed
                ? fit_simulation_assume (drain->simulation, leaver->pending,
                                         info, error)
                : fit_cache_add_pod (drain->cache, leaver->there, error)))
        return FALSE;
    }
  return TRUE;
}

/* -- one node -------------------------------------------------------------- */

static const char *
node_of (const Drain *drain, const FitPod *pod)
{
  return fit_cache_find_pod (drain->cache, pod->meta.uid)->node_name;
}

/* A pod that tolerates cordoned nodes may go to a drained one.  Returns:
 * (nullable): one that did */
static const FitPod *
find_returner (const Drain *drain, GHashTable *drained)
{
  for (guint i = 0; i < drain->pods->len; i++)
    {
      const char *node = node_of (drain, drain->pods->pdata[i]);

      if (node == drain->out->name || g_hash_table_contains (drained, node))
        return drain->pods->pdata[i];
    }
  return NULL;
}

static gboolean
try_node (FitSimulation *simulation, FitCompressNode *out, GHashTable *drained,
          GError **error)
{
  FitCache *cache = fit_simulation_cache (simulation);
  const FitNodeInfo *info = fit_cache_find_node (cache, out->name);
  g_auto (Drain) drain
      = { .simulation = simulation,
          .cache = cache,
          .out = out,
          .node = fit_node_ref (info->node),
          .leavers = g_array_new (FALSE, FALSE, sizeof (Leaver)),
          .pods = g_ptr_array_new () };
  g_auto (FitRound) round = { 0 };
  const FitPod *returner;
  g_autoptr (FitNode) cordoned = NULL;

  g_array_set_clear_func (drain.leavers, clear_leaver);
  if (!choose_leavers (&drain, info))
    return TRUE;
  cordoned = fit_node_cordoned (drain.node);
  fit_cache_add_node (drain.cache, cordoned);
  for (guint i = 0; i < drain.leavers->len; i++)
    {
      const Leaver *leaver = &g_array_index (drain.leavers, Leaver, i);

      if (!(leaver->assumed
                ? remove_assumed (drain.cache, leaver->there, error)
                : fit_cache_remove_pod (drain.cache, leaver->there, error)))
        return FALSE;
    }
  if (!fit_place_all (simulation, drain.pods, &round, error))
    return FALSE;
  /* Unless every pod finds another node, this one has to stay. */
  returner = round.left->len == 0 ? find_returner (&drain, drained) : NULL;
  out->drained = round.left->len == 0 && returner == NULL;
  if (!out->drained)
    {
      if (returner == NULL)
        keep_node (&drain, round.left->pdata[0],
                   g_strconcat ("fits on no other node: ",
                                round.reasons->pdata[0], NULL));
      else
        keep_node (&drain, returner,
                   g_strdup_printf ("goes to %s although it is cordoned",
                                    node_of (&drain, returner)));
      return put_back (&drain, error);
    }
  for (guint i = 0; i < drain.pods->len; i++)
    {
      const FitPod *pod = drain.pods->pdata[i];
      const FitMovedPod moved
          = { fit_pod_ref (pod), fit_intern (node_of (&drain, pod)) };

      g_array_append_val (out->moved, moved);
    }
  g_hash_table_add (drained, (gpointer) out->name);
  return TRUE;
}

/* -- all nodes ------------------------------------------------------------- */

/* A total that is too large for its type stays at its end. */
static void
add_to (gint64 *total, gint64 amount)
{
  if (__builtin_add_overflow (*total, amount, total))
    *total = amount > 0 ? G_MAXINT64 : G_MININT64;
}

static void
add_use (FitCompressUse *use, const FitNodeInfo *info)
{
  const FitResources *allocatable = &info->traits->allocatable;

  use->nodes++;
  use->pods += info->n_pods;
  add_to (&use->milli_cpu, info->requested.milli_cpu);
  add_to (&use->allocatable_milli_cpu, allocatable->milli_cpu);
  add_to (&use->memory, info->requested.memory);
  add_to (&use->allocatable_memory, allocatable->memory);
}

static gdouble
part (gint64 requested, gint64 allocatable)
{
  return allocatable > 0 ? (gdouble) requested / (gdouble) allocatable : 0;
}

static gdouble
load_of (const FitNodeInfo *info)
{
  return part (info->requested.milli_cpu, info->traits->allocatable.milli_cpu)
         + part (info->requested.memory, info->traits->allocatable.memory);
}

static gint
compare_nodes (gconstpointer a, gconstpointer b)
{
  const FitNodeInfo *x = *(const FitNodeInfo *const *) a,
                    *y = *(const FitNodeInfo *const *) b;
  const gdouble p = load_of (x), q = load_of (y);

  return p < q ? -1 : p > q ? 1 : strcmp (x->name, y->name);
}

FitCompression *
fit_compress (FitSimulation *simulation,
              void (*progress) (guint done, guint total, gpointer data),
              gpointer data, GError **error)
{
  g_autoptr (FitCompression) out = g_new0 (FitCompression, 1);
  g_autoptr (GHashTable) drained = g_hash_table_new (NULL, NULL);
  g_auto (FitRound) pending = { 0 };
  const FitCache *cache;
  g_autoptr (GPtrArray) infos = NULL;

  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &pending,
                      error))
    return NULL;
  out->n_unplaced = pending.left->len;
  /* In the order in which they are tried. */
  cache = fit_simulation_cache (simulation);
  infos = g_ptr_array_new ();
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info == NULL || info->node == NULL)
        continue;
      add_use (&out->before, info);
      g_ptr_array_add (infos, (gpointer) info);
    }
  g_ptr_array_sort (infos, compare_nodes);
  out->n_nodes = infos->len;
  out->nodes = g_new0 (FitCompressNode, infos->len);
  for (guint i = 0; i < infos->len; i++)
    {
      const FitNodeInfo *info = infos->pdata[i];

      out->nodes[i].name = fit_intern_ref (info->name);
      out->nodes[i].moved = g_array_new (FALSE, FALSE, sizeof (FitMovedPod));
    }
  for (guint i = 0; i < out->n_nodes; i++)
    {
      if (!try_node (simulation, &out->nodes[i], drained, error))
        return NULL;
      if (progress != NULL)
        progress (i + 1, out->n_nodes, data);
    }
  for (guint i = 0; i < out->n_nodes; i++)
    {
      out->n_drained += out->nodes[i].drained;
      out->n_moved += out->nodes[i].moved->len;
      if (!out->nodes[i].drained)
        add_use (&out->after,
                 fit_cache_find_node (fit_simulation_cache (simulation),
                                      out->nodes[i].name));
    }
  return g_steal_pointer (&out);
}

void
fit_compression_free (FitCompression *compression)
{
  if (compression == NULL)
    return;
  for (guint i = 0; i < compression->n_nodes; i++)
    {
      FitCompressNode *node = &compression->nodes[i];

      for (guint m = 0; m < node->moved->len; m++)
        {
          const FitMovedPod *moved
              = &g_array_index (node->moved, FitMovedPod, m);

          fit_pod_unref (moved->pod);
          fit_intern_unref (moved->node);
        }
      g_array_unref (node->moved);
      if (node->pod != NULL)
        fit_pod_unref (node->pod);
      g_free (node->reason);
      fit_intern_unref (node->name);
    }
  g_free (compression->nodes);
  g_free (compression);
}
