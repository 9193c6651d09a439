/* trial.c - a second cluster, in which advice is tried before it is given
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/trial.h"

#include <string.h>

#include "base/intern.h"

struct _FitTrial
{
  FitSimulation *simulation; /* owned */
  FitCache *cache;           /* borrowed from it */
  guint n_followed; /* pending pods of the leader that were looked at */
};

static void
clear_move (gpointer data)
{
  FitMove *move = data;

  fit_pod_unref (move->pod);
  fit_intern_unref (move->to);
}

GArray *
fit_moves_new (void)
{
  GArray *moves = g_array_new (FALSE, TRUE, sizeof (FitMove));

  g_array_set_clear_func (moves, clear_move);
  return moves;
}

FitTrial *
fit_trial_new (FitSimulation *simulation)
{
  FitTrial *trial = g_new0 (FitTrial, 1);

  trial->simulation = simulation;
  trial->cache = fit_simulation_cache (simulation);
  return trial;
}

void
fit_trial_free (FitTrial *trial)
{
  if (trial == NULL)
    return;
  fit_simulation_free (trial->simulation);
  g_free (trial);
}

FitSimulation *
fit_trial_simulation (FitTrial *trial)
{
  return trial->simulation;
}

void
fit_trial_follow (FitTrial *trial, FitSimulation *leader)
{
  FitCache *cache = fit_simulation_cache (leader);
  const GPtrArray *pending = fit_simulation_pending (leader);

  for (guint i = trial->n_followed; i < pending->len; i++)
    {
      const FitPod *pod = pending->pdata[i];

      if (!fit_cache_is_assumed (cache, pod))
        continue;
      fit_simulation_assume (
          trial->simulation, pod,
          fit_cache_find_node (
              trial->cache,
              fit_cache_find_pod (cache, pod->meta.uid)->node_name),
          NULL);
      trial->n_followed = i + 1;
    }
}

/* -- changing, and putting back -------------------------------------------- */

/* What has been done to the cluster of a trial. */
typedef struct
{
  FitTrial *trial;
  GPtrArray *nodes;  /* owned, of FitNode: as they were */
  GPtrArray *gone;   /* owned, of FitPod: taken off their nodes */
  GPtrArray *placed; /* owned, of FitPod: assumed since */
} Deed;

static gboolean
is_gone (const FitChange *change)
{
  return change->type == FIT_CHANGE_EVICT || change->type == FIT_CHANGE_WAIT;
}

static void
set_node (Deed *deed, const FitNode *before, const FitNode *after)
{
  if (after == before)
    return;
  g_ptr_array_add (deed->nodes, (gpointer) fit_node_ref (before));
  fit_cache_add_node (deed->trial->cache, after);
}

static void
begin (FitTrial *trial, const char *node, const FitChange *changes, guint n,
       Deed *deed)
{
  const FitNode *before
      = node != NULL ? fit_cache_find_node (trial->cache, node)->node : NULL;

  *deed = (Deed){ .trial = trial,
                  .nodes = g_ptr_array_new_with_free_func (fit_object_unref),
                  .gone = g_ptr_array_new_with_free_func (fit_object_unref),
                  .placed = g_ptr_array_new_with_free_func (fit_object_unref) };
  if (before != NULL)
    {
      g_autoptr (FitNode) after = fit_node_after (before, changes, n);

      set_node (deed, before, after);
    }
  for (guint i = 0; i < n; i++)
    if (is_gone (&changes[i])
        && fit_cache_remove_pod (trial->cache, changes[i].pod, NULL))
      g_ptr_array_add (deed->gone, (gpointer) fit_pod_ref (changes[i].pod));
}

static void
undo (Deed *deed)
{
  FitCache *cache = deed->trial->cache;

  for (guint i = deed->placed->len; i-- > 0;)
    {
      FitPod *pod = deed->placed->pdata[i];

      fit_volume_binder_revert (fit_cache_volume_binder (cache), pod);
      fit_cache_forget_pod (cache, fit_cache_find_pod (cache, pod->meta.uid),
                            NULL);
    }
  for (guint i = deed->nodes->len; i-- > 0;)
    fit_cache_add_node (cache, deed->nodes->pdata[i]);
  for (guint i = deed->gone->len; i-- > 0;)
    fit_cache_add_pod (cache, deed->gone->pdata[i], NULL);
  g_clear_pointer (&deed->nodes, g_ptr_array_unref);
  g_clear_pointer (&deed->gone, g_ptr_array_unref);
  g_clear_pointer (&deed->placed, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Deed, undo)

/* -- placing --------------------------------------------------------------- */

static gboolean
assume (Deed *deed, const FitPod *pod, const FitNodeInfo *node)
{
  if (!fit_simulation_assume (deed->trial->simulation, pod, node, NULL))
    return FALSE;
  g_ptr_array_add (deed->placed, (gpointer) fit_pod_ref (pod));
  return TRUE;
}

/* Schedules @pod by the rules.  Returns: (nullable): its node */
static const FitNodeInfo *
place (Deed *deed, const FitPod *pod)
{
  g_autoptr (FitGenericScheduler) scheduler = fit_generic_scheduler_alone (
      fit_simulation_scheduler_of (deed->trial->simulation, pod));
  g_auto (FitScheduleResult) result = { 0 };

  if (!fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, NULL)
      || result.node == NULL || !assume (deed, pod, result.node))
    return NULL;
  return result.node;
}

/* Returns: (transfer none): @pending as it ran before it left */
static const FitPod *
as_it_ran (const Deed *deed, const FitPod *pending)
{
  guint i = 0;

  while (strcmp (((const FitPod *) deed->gone->pdata[i])->meta.uid,
                 pending->meta.uid)
         != 0)
    i++;
  return deed->gone->pdata[i];
}

/* Schedules those that have left in the order of the queue. */
static gboolean
place_leavers (Deed *deed, GArray *moves)
{
  g_autoptr (GPtrArray) leavers
      = g_ptr_array_new_with_free_func (fit_object_unref);

  for (guint i = 0; i < deed->gone->len; i++)
    g_ptr_array_add (leavers, fit_pod_as_pending (deed->gone->pdata[i]));
  g_ptr_array_sort (leavers, fit_assembly_queue_order);
  /* Those that have left do not come back: as in a drain, their nodes are
   * cordoned. */
  for (guint i = 0; i < deed->gone->len; i++)
    {
      const FitPod *pod = deed->gone->pdata[i];
      const FitNode *home
          = fit_cache_find_node (deed->trial->cache, pod->node_name)->node;

      if (home != NULL && !home->traits->unschedulable)
        {
          g_autoptr (FitNode) cordoned = fit_node_cordoned (home);

          set_node (deed, home, cordoned);
        }
    }
  for (guint i = 0; i < leavers->len; i++)
    {
      const FitPod *pod = leavers->pdata[i];
      const FitNodeInfo *node = place (deed, pod);
      FitMove move;

      /* One that tolerates cordoned nodes may come back. */
      if (node == NULL || node->name == as_it_ran (deed, pod)->node_name)
        return FALSE;
      move = (FitMove){ fit_pod_ref (as_it_ran (deed, pod)),
                        fit_intern_ref (node->name) };
      g_array_append_val (moves, move);
    }
  return TRUE;
}

/* Do the moves also work in the other order: those that leave go first? */
static gboolean
leavers_may_go_first (FitTrial *trial, const FitPod *pod, const char *node,
                      const FitChange *changes, guint n, const GArray *moves)
{
  g_auto (Deed) deed = { 0 };

  begin (trial, node, changes, n, &deed);
  for (guint i = 0; i < moves->len; i++)
    {
      const FitMove *move = &g_array_index (moves, FitMove, i);
      const FitNodeInfo *to = fit_cache_find_node (trial->cache, move->to);
      g_autoptr (FitPod) pending = fit_pod_as_pending (move->pod);
      g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
          fit_simulation_scheduler_of (trial->simulation, pending), pending);

      if (!fit_inquiry_fits (inquiry, to) || !assume (&deed, pending, to))
        return FALSE;
    }
  return place (&deed, pod) != NULL;
}

static const char *
run_once (FitTrial *trial, const FitPod *pod, const char *node,
          const FitChange *changes, guint n, GArray *moves)
{
  g_auto (Deed) deed = { 0 };
  const FitNodeInfo *to;

  begin (trial, node, changes, n, &deed);
  to = place (&deed, pod);
  if (to == NULL || (moves != NULL && !place_leavers (&deed, moves)))
    return NULL;
  return to->name;
}

const char *
fit_trial_run (FitTrial *trial, const FitPod *pod, const char *node,
               const FitChange *changes, guint n, GArray *moves)
{
  g_autoptr (FitPod) after = fit_pod_after (pod, changes, n);
  const char *to = run_once (trial, after, node, changes, n, moves);

  if (to != NULL && moves != NULL
      && !leavers_may_go_first (trial, after, node, changes, n, moves))
    return NULL;
  return to;
}
