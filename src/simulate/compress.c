/* compress.c - nodes are drained one after the other, or put back
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/compress.h"

#include <string.h>

#include "assembly/assembly.h"
#include "base/each.h"
#include "base/intern.h"
#include "cluster/evictable-pods.h"
#include "simulate/make-room.h"

/* Moves are looked for with so many looks (make-room.h) in all. */
#define MOST_LOOKS 500000

/* Something that happens while a node is drained. */
typedef struct
{
  const FitPod *pod; /* owned reference: as it is scheduled */
  gboolean placed;   /* or else it leaves */
} Step;

typedef struct
{
  FitRoom room;
  GHashTable *drained; /* owned: name of a node (borrowed) -> GArray of Step
                          (owned), how */
} Draining;

static void
clear_step (gpointer data)
{
  fit_pod_unref (((Step *) data)->pod);
}

static void
unref_steps (gpointer steps)
{
  g_array_unref (steps);
}

static void
draining_init (Draining *draining, FitSimulation *simulation)
{
  fit_room_init (&draining->room, simulation);
  draining->room.most_looks = MOST_LOOKS;
  draining->drained = g_hash_table_new_full (NULL, NULL, NULL, unref_steps);
}

static void
draining_clear (Draining *draining)
{
  if (draining->drained == NULL)
    return;
  fit_room_clear (&draining->room);
  g_hash_table_unref (draining->drained);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Draining, draining_clear)

/* -- which pods leave ------------------------------------------------------ */

/* @reason: (transfer full) */
static void
keep_node (FitCompressNode *out, const FitPod *pod, char *reason)
{
  g_clear_pointer (&out->pod, fit_pod_unref);
  g_free (out->reason);
  out->pod = pod != NULL ? fit_pod_ref (pod) : NULL;
  out->reason = reason;
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

/* @leavers: gets FitPods (borrowed).  Returns: FALSE if the node has to stay */
static gboolean
choose_leavers (FitRoom *room, const FitNodeInfo *info, FitCompressNode *out,
                GPtrArray *leavers)
{
  FitCache *cache = room->deeds.cache;

  if (fit_compress_keeps (info->node))
    {
      keep_node (out, NULL, g_strdup ("belongs to the control plane"));
      return FALSE;
    }
  out->n_others = 0;
  for (guint i = 0; i < info->n_pods; i++)
    {
      const FitPod *pod = info->pods[i];
      char *obstacle = NULL;

      if (fit_pod_stays (pod))
        {
          out->n_others++;
          continue;
        }
      /* A pod that was pending need not be evicted. */
      if (!fit_cache_is_assumed (cache, pod))
        obstacle = fit_eviction_obstacle (
            cache, pod, fit_simulation_takes (room->deeds.simulation, pod));
      if (obstacle != NULL)
        {
          keep_node (out, pod, obstacle);
          return FALSE;
        }
      g_ptr_array_add (leavers, (gpointer) pod);
    }
  return TRUE;
}

/* The node is cordoned, and @leavers leave it.
 * Returns: (transfer full): of FitPod (borrowed): as they are scheduled again, in the
 * order of the queue */
static GPtrArray *
empty (FitRoom *room, const FitNode *node, const GPtrArray *leavers)
{
  GPtrArray *pods = g_ptr_array_new ();
  g_autoptr (FitNode) cordoned = fit_node_cordoned (node);

  fit_deeds_set_node (&room->deeds, cordoned);
  for (guint i = 0; i < leavers->len; i++)
    if (fit_room_evict (room, leavers->pdata[i]))
      g_ptr_array_add (
          pods, (gpointer) fit_deed (&room->deeds, room->deeds.done->len - 1)
                    ->pending);
  g_ptr_array_sort (pods, fit_assembly_queue_order);
  return pods;
}

/* -- one node -------------------------------------------------------------- */

static const char *
node_of (const FitRoom *room, const FitPod *pod)
{
  return fit_cache_find_pod (room->deeds.cache, pod->meta.uid)->node_name;
}

/* A pod that tolerates cordoned nodes may go to a drained one.  Returns:
 * (nullable): one that did */
static const FitPod *
find_returner (Draining *draining, const FitCompressNode *out)
{
  const FitDeeds *deeds = &draining->room.deeds;

  for (guint i = 0; i < deeds->done->len; i++)
    {
      const FitDeed *deed = fit_deed (deeds, i);
      const char *node = deed->type == FIT_DEED_PLACED
                             ? node_of (&draining->room, deed->pending)
                             : NULL;

      if (node != NULL
          && (node == out->name
              || g_hash_table_contains (draining->drained, node)))
        return deed->pending;
    }
  return NULL;
}

/* Everything goes back to where it was, and the node stays. */
static void
put_back (Draining *draining, FitCompressNode *out, const FitPod *pod,
          char *reason)
{
  if (out->reason == NULL)
    keep_node (out, pod, reason);
  else
    g_free (reason);
  fit_room_undo (&draining->room, 0);
  fit_room_next_step (&draining->room);
}

/* What happened stays, and is noted. */
static void
take (Draining *draining, FitCompressNode *out)
{
  FitRoom *room = &draining->room;
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  g_array_set_clear_func (steps, clear_step);
  for (guint i = 0; i < room->deeds.done->len; i++)
    {
      const FitDeed *deed = fit_deed (&room->deeds, i);
      const Step step = { deed->pending, deed->type == FIT_DEED_PLACED };

      if (deed->type == FIT_DEED_NODE)
        continue;
      fit_pod_ref (step.pod);
      g_array_append_val (steps, step);
      if (step.placed)
        {
          const FitMovedPod moved = {
            fit_pod_ref (step.pod),
            fit_intern (
                fit_deeds_leaving (&room->deeds, step.pod)->there->node_name),
            fit_intern (node_of (room, step.pod))
          };

          g_array_append_val (out->moved, moved);
        }
    }
  out->drained = TRUE;
  g_clear_pointer (&out->pod, fit_pod_unref);
  g_clear_pointer (&out->reason, g_free);
  g_hash_table_insert (draining->drained, (gpointer) out->name, steps);
  fit_room_next_step (room);
}

/* Pods of other nodes move to let in those of @round that are left. */
static gboolean
make_room (FitRoom *room, const FitRound *round)
{
  FIT_EACH (const FitPod, pod, round->left)
    {
      const FitDeed *leaving = fit_deeds_leaving (&room->deeds, pod);
      gboolean done;

      /* Nobody evicts a pod that was pending. */
      room->leaver = leaving->assumed ? NULL : leaving->there;
      done = fit_room_place (room, pod);
      room->since = room->deeds.done->len;
      for (guint n = 1; !done && room->error == NULL && n <= FIT_MOVES_FOR_ONE;
           n++)
        done = fit_room_make (room, pod, n);
      room->leaver = NULL;
      room->since = 0;
      if (!done)
        return FALSE;
    }
  return TRUE;
}

/* @with_moves: pods of other nodes may move, too */
static gboolean
try_node (Draining *draining, FitCompressNode *out, gboolean with_moves,
          GError **error)
{
  FitRoom *room = &draining->room;
  const FitNodeInfo *info = fit_cache_find_node (room->deeds.cache, out->name);
  g_autoptr (GPtrArray) leavers = g_ptr_array_new ();
  g_autoptr (GPtrArray) pods = NULL;
  g_auto (FitRound) round = { 0 };
  const FitPod *returner;

  if (!choose_leavers (room, info, out, leavers))
    return TRUE;
  pods = empty (room, info->node, leavers);
  if (room->error == NULL)
    fit_deeds_place_all (&room->deeds, pods, &round, &room->error);
  /* Unless every pod finds another node, this one has to stay. */
  if (room->error == NULL && round.left->len > 0
      && !(with_moves && make_room (room, &round)))
    put_back (
        draining, out, round.left->pdata[0],
        g_strconcat ("fits on no other node: ", round.reasons->pdata[0], NULL));
  else if (room->error == NULL
           && (returner = find_returner (draining, out)) != NULL)
    put_back (draining, out, returner,
              g_strdup_printf ("goes to %s although it is cordoned",
                               node_of (room, returner)));
  else if (room->error == NULL)
    take (draining, out);
  if (room->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&room->error));
  return FALSE;
}

/* -- once more ------------------------------------------------------------- */

/* Returns: (nullable): the pod of @step, as it left in this step */
static const FitPod *
find_pending (const FitDeeds *deeds, const FitPod *pod)
{
  for (guint i = deeds->done->len; i > 0; i--)
    {
      const FitDeed *deed = fit_deed (deeds, i - 1);

      if (deed->type == FIT_DEED_LEFT
          && strcmp (deed->pending->meta.uid, pod->meta.uid) == 0)
        return deed->pending;
    }
  return NULL;
}

/* Drains @out as @steps say; if a pod finds no other node then, it stays. */
static gboolean
carry_out (Draining *draining, const GArray *steps, FitCompressNode *out,
           GError **error)
{
  FitRoom *room = &draining->room;
  const FitNodeInfo *info = fit_cache_find_node (room->deeds.cache, out->name);
  g_autoptr (GPtrArray) leavers = g_ptr_array_new ();
  const FitPod *problem = NULL;

  if (!choose_leavers (room, info, out, leavers))
    return TRUE;
  g_ptr_array_unref (empty (room, info->node, leavers));
  for (guint i = 0; problem == NULL && i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);
      const FitPod *pending = find_pending (&room->deeds, step->pod);
      const FitPod *there
          = fit_cache_find_pod (room->deeds.cache, step->pod->meta.uid);
      gboolean ok = TRUE;

      if (step->placed)
        ok = pending != NULL && fit_room_place (room, pending);
      else if (pending == NULL)
        ok = there != NULL
             && fit_simulation_may_move (room->deeds.simulation, there)
             && fit_room_evict (room, there);
      problem = ok ? NULL : step->pod;
    }
  problem = problem == NULL ? find_returner (draining, out) : problem;
  if (room->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&room->error));
      return FALSE;
    }
  if (problem == NULL)
    take (draining, out);
  else
    put_back (draining, out, problem,
              g_strdup ("found another node only in the first of two "
                        "attempts"));
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

void
fit_compress_use_add (FitCompressUse *use, const FitNodeInfo *info)
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

static void
clear_moved (gpointer data)
{
  FitMovedPod *moved = data;

  fit_pod_unref (moved->pod);
  fit_intern_unref (moved->from);
  fit_intern_unref (moved->node);
}

/* Returns: (transfer full): with the nodes that are there, in the order in which they
 * are tried */
static FitCompression *
list_nodes (const FitCache *cache)
{
  g_autoptr (GPtrArray) infos = g_ptr_array_new ();
  FitCompression *out = g_new0 (FitCompression, 1);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info == NULL || info->node == NULL)
        continue;
      fit_compress_use_add (&out->before, info);
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
      g_array_set_clear_func (out->nodes[i].moved, clear_moved);
    }
  return out;
}

/* @out: gets which nodes could be drained, and how */
static gboolean
search (Draining *draining, FitCompression *out,
        void (*progress) (guint done, guint total, gpointer data),
        gpointer data, GError **error)
{
  guint n = out->n_nodes;

  for (guint i = 0; i < n; i++)
    {
      if (!try_node (draining, &out->nodes[i], FALSE, error))
        return FALSE;
      if (progress != NULL)
        progress (i + 1, out->n_nodes, data);
    }
  for (guint i = 0; i < n && draining->room.n_looks < MOST_LOOKS;)
    {
      /* Only where a pod fits on no other node could moves help. */
      const gboolean tried
          = !out->nodes[i].drained
            && g_str_has_prefix (out->nodes[i].reason, "fits on no other node");

      if (tried && !try_node (draining, &out->nodes[i], TRUE, error))
        return FALSE;
      /* A node that was drained with moves comes after those that were tried
       * before. */
      if (tried && out->nodes[i].drained)
        {
          const FitCompressNode node = out->nodes[i];

          memmove (&out->nodes[i], &out->nodes[i + 1],
                   (out->n_nodes - i - 1) * sizeof node);
          out->nodes[out->n_nodes - 1] = node;
          n--;
        }
      else
        i++;
    }
  return TRUE;
}

/* Drains the nodes in another cluster as in the @first one; @out: what comes of it
 * there */
static gboolean
repeat (Draining *draining, const Draining *first, FitCompression *out,
        GError **error)
{
  for (guint i = 0; i < out->n_nodes; i++)
    {
      FitCompressNode *node = &out->nodes[i];
      const GArray *steps = g_hash_table_lookup (first->drained, node->name);

      if (steps == NULL)
        continue;
      node->drained = FALSE;
      g_array_set_size (node->moved, 0);
      if (!carry_out (draining, steps, node, error))
        return FALSE;
    }
  return TRUE;
}

FitCompression *
fit_compress (FitSimulationMaker make, const FitObjects *objects, gpointer data,
              void (*progress) (guint done, guint total, gpointer data),
              gpointer progress_data, FitSimulation **out_simulation,
              GError **error)
{
  g_autoptr (FitSimulation) simulation = make (objects, data, error);
  g_autoptr (FitSimulation) second
      = simulation != NULL ? make (objects, data, error) : NULL;
  g_autoptr (FitCompression) out = NULL;
  g_auto (Draining) searching = { 0 };
  g_auto (Draining) repeating = { 0 };
  g_auto (FitRound) pending = { 0 };
  g_auto (FitRound) again = { 0 };

  if (second == NULL
      || !fit_place_all (simulation, fit_simulation_pending (simulation),
                         &pending, error)
      || !fit_place_all (second, fit_simulation_pending (second), &again,
                         error))
    return NULL;
  out = list_nodes (fit_simulation_cache (simulation));
  out->n_unplaced = again.left->len;
  draining_init (&searching, simulation);
  draining_init (&repeating, second);
  if (!search (&searching, out, progress, progress_data, error)
      || !repeat (&repeating, &searching, out, error))
    return NULL;
  for (guint i = 0; i < out->n_nodes; i++)
    {
      out->n_drained += out->nodes[i].drained;
      out->n_moved += out->nodes[i].moved->len;
      if (!out->nodes[i].drained)
        fit_compress_use_add (
            &out->after, fit_cache_find_node (fit_simulation_cache (second),
                                              out->nodes[i].name));
    }
  *out_simulation = g_steal_pointer (&second);
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

      g_array_unref (node->moved);
      fit_pod_unref (node->pod);
      g_free (node->reason);
      fit_intern_unref (node->name);
    }
  g_free (compression->nodes);
  g_free (compression);
}
