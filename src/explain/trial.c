/* trial.c - a second cluster, in which advice is tried before it is given
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/trial.h"

#include "base/each.h"
#include "base/intern.h"
#include "simulate/deeds.h"

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

/* What is done to the cluster of a trial, and undone at the end. */
typedef FitDeeds Attempt;

static void
begin (FitTrial *trial, const char *node, const FitChange *changes, guint n,
       FitDeeds *deeds)
{
  const FitNode *before
      = node != NULL ? fit_cache_find_node (trial->cache, node)->node : NULL;

  fit_deeds_init (deeds, trial->simulation);
  if (before != NULL)
    {
      g_autoptr (FitNode) after = fit_node_after (before, changes, n);

      fit_deeds_set_node (deeds, after);
    }
  for (guint i = 0; i < n; i++)
    if (changes[i].type == FIT_CHANGE_EVICT
        || changes[i].type == FIT_CHANGE_WAIT)
      fit_deeds_remove (deeds, changes[i].pod, NULL);
}

static void
end (FitDeeds *deeds)
{
  fit_deeds_undo (deeds, 0, NULL);
  fit_deeds_clear (deeds);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Attempt, end)

/* -- placing --------------------------------------------------------------- */

/* Schedules @pod by the rules.  Returns: (nullable): its node */
static const FitNodeInfo *
place (FitDeeds *deeds, const FitPod *pod)
{
  g_autoptr (FitGenericScheduler) scheduler = fit_generic_scheduler_alone (
      fit_simulation_scheduler_of (deeds->simulation, pod));
  g_auto (FitScheduleResult) result = { 0 };

  if (!fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, NULL)
      || result.node == NULL
      || !fit_deeds_assume (deeds, pod, result.node, NULL))
    return NULL;
  return result.node;
}

/* Schedules those that have left in the order of the queue. */
static gboolean
place_leavers (FitDeeds *deeds, GArray *moves)
{
  g_autoptr (GPtrArray) leavers = g_ptr_array_new ();
  const guint n = deeds->done->len;

  /* Those that have left do not come back: as in a drain, their nodes are
   * cordoned. */
  for (guint i = 0; i < n; i++)
    {
      const FitDeed *deed = fit_deed (deeds, i);
      const FitNode *home;

      if (deed->type != FIT_DEED_LEFT)
        continue;
      g_ptr_array_add (leavers, (gpointer) deed->pending);
      home = fit_cache_find_node (deeds->cache, deed->there->node_name)->node;
      if (home != NULL && !home->traits->unschedulable)
        {
          g_autoptr (FitNode) cordoned = fit_node_cordoned (home);

          fit_deeds_set_node (deeds, cordoned);
        }
    }
  g_ptr_array_sort (leavers, fit_assembly_queue_order);
  FIT_EACH (const FitPod, pod, leavers)
    {
      const FitPod *there = fit_deeds_leaving (deeds, pod)->there;
      const FitNodeInfo *node = place (deeds, pod);
      FitMove move;

      /* One that tolerates cordoned nodes may come back. */
      if (node == NULL || node->name == there->node_name)
        return FALSE;
      move = (FitMove){ fit_pod_ref (there), fit_intern_ref (node->name) };
      g_array_append_val (moves, move);
    }
  return TRUE;
}

/* Do the moves also work in the other order: those that leave go first? */
static gboolean
leavers_may_go_first (FitTrial *trial, const FitPod *pod, const char *node,
                      const FitChange *changes, guint n, const GArray *moves)
{
  g_auto (Attempt) deeds = { 0 };

  begin (trial, node, changes, n, &deeds);
  FIT_EACH_OF (const FitMove, move, moves)
    {
      const FitNodeInfo *to = fit_cache_find_node (trial->cache, move->to);
      g_autoptr (FitPod) pending = fit_pod_as_pending (move->pod);
      g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
          fit_simulation_scheduler_of (trial->simulation, pending), pending);

      if (!fit_inquiry_fits (inquiry, to)
          || !fit_deeds_assume (&deeds, pending, to, NULL))
        return FALSE;
    }
  return place (&deeds, pod) != NULL;
}

static const char *
run_once (FitTrial *trial, const FitPod *pod, const char *node,
          const FitChange *changes, guint n, GArray *moves)
{
  g_auto (Attempt) deeds = { 0 };
  const FitNodeInfo *to;

  begin (trial, node, changes, n, &deeds);
  to = place (&deeds, pod);
  if (to == NULL || (moves != NULL && !place_leavers (&deeds, moves)))
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
