/* moves.c - makes room for one pending pod after the other, and carries the plan out
 * once more
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/moves.h"

#include <string.h>

#include "base/each.h"
#include "base/intern.h"

/* -- the plan -------------------------------------------------------------- */

static void
free_step (gpointer data)
{
  FitMoveStep *step = data;

  FIT_EACH_OF (const FitPlannedMove, move, step->moves)
    {
      fit_pod_unref (move->pod);
      fit_intern_unref (move->from);
      fit_intern_unref (move->to);
    }
  g_array_unref (step->moves);
  fit_intern_unref (step->node);
  fit_pod_unref (step->pod);
  g_free (step);
}

void
fit_move_plan_free (FitMovePlan *plan)
{
  if (plan == NULL)
    return;
  g_ptr_array_unref (plan->steps);
  g_free (plan);
}

static const char *
node_of (const FitRoom *room, const FitPod *pod)
{
  return fit_intern (
      fit_cache_find_pod (room->deeds.cache, pod->meta.uid)->node_name);
}

/* Returns: (transfer full): what the deeds of @room are: @pod is placed first,
 * and each other pod that is placed has left before */
static FitMoveStep *
take_step (FitRoom *room, const FitPod *pod)
{
  FitMoveStep *step = g_new0 (FitMoveStep, 1);

  step->pod = fit_pod_ref (pod);
  step->node = node_of (room, pod);
  step->moves = g_array_new (FALSE, FALSE, sizeof (FitPlannedMove));
  for (guint i = 0; i < room->deeds.done->len; i++)
    {
      const FitDeed *deed = fit_deed (&room->deeds, i);
      const FitDeed *leaving
          = deed->type == FIT_DEED_PLACED
                ? fit_deeds_leaving (&room->deeds, deed->pending)
                : NULL;
      FitPlannedMove move;

      if (leaving == NULL)
        continue;
      move = (FitPlannedMove){ fit_pod_ref (deed->pending),
                               fit_intern (leaving->there->node_name),
                               node_of (room, deed->pending) };
      g_array_append_val (step->moves, move);
    }
  fit_room_next_step (room);
  return step;
}

static void
add_step (FitMovePlan *plan, FitMoveStep *step)
{
  plan->n_moves += step->moves->len;
  g_ptr_array_add (plan->steps, step);
}

static FitMovePlan *
new_plan (void)
{
  FitMovePlan *plan = g_new0 (FitMovePlan, 1);

  plan->steps = g_ptr_array_new_with_free_func (free_step);
  return plan;
}

/* Returns: (transfer full) (nullable): NULL on an error */
static FitMovePlan *
search_plan (FitSimulation *simulation, guint most, GError **error)
{
  g_autoptr (FitMovePlan) plan = new_plan ();
  g_auto (FitRoom) room = { 0 };
  g_auto (FitRound) round = { 0 };

  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &round,
                      error))
    return NULL;
  fit_room_init (&room, simulation);
  FIT_EACH (const FitPod, pod, round.left)
    {
      gboolean done = fit_room_place (&room, pod);

      for (guint n = 1; !done && room.error == NULL
                        && n <= MIN (FIT_MOVES_FOR_ONE, most - plan->n_moves);
           n++)
        done = fit_room_make (&room, pod, n);
      if (room.error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&room.error));
          return NULL;
        }
      if (done)
        add_step (plan, take_step (&room, pod));
      room.n_attempts = 0;
    }
  return g_steal_pointer (&plan);
}

/* -- carrying it out ------------------------------------------------------- */

/* Returns: do all pods of @step find a node?  If not, nothing has changed */
static gboolean
carry_out (FitRoom *room, const FitMoveStep *step)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < step->moves->len; i++)
    {
      const FitPod *pod = g_array_index (step->moves, FitPlannedMove, i).pod;
      const FitPod *there
          = fit_cache_find_pod (room->deeds.cache, pod->meta.uid);

      ok = there != NULL && fit_room_may_leave (room, there)
           && fit_room_evict (room, there);
    }
  ok = ok && fit_room_place (room, step->pod);
  for (guint i = 0; ok && i < step->moves->len; i++)
    {
      const FitPod *pod = g_array_index (step->moves, FitPlannedMove, i).pod;
      const FitPod *pending = NULL;

      for (guint d = 0; pending == NULL; d++)
        if (strcmp (fit_deed (&room->deeds, d)->pending->meta.uid,
                    pod->meta.uid)
            == 0)
          pending = fit_deed (&room->deeds, d)->pending;
      ok = fit_room_place (room, pending);
    }
  if (!ok)
    fit_room_undo (room, 0);
  return ok;
}

FitMovePlan *
fit_move_plan_new (FitSimulationMaker make, const FitObjects *objects,
                   gpointer data, guint most, FitSimulation **out_simulation,
                   GError **error)
{
  g_autoptr (FitSimulation) first = make (objects, data, error);
  g_autoptr (FitMovePlan) wanted
      = first != NULL ? search_plan (first, most, error) : NULL;
  g_autoptr (FitSimulation) second
      = wanted != NULL ? make (objects, data, error) : NULL;
  g_autoptr (FitMovePlan) plan = new_plan ();
  g_auto (FitRound) round = { 0 };
  g_auto (FitRoom) room = { 0 };

  if (second == NULL)
    return NULL;
  plan->n_pending = fit_simulation_pending (second)->len;
  if (!fit_place_all (second, fit_simulation_pending (second), &round, error))
    return NULL;
  plan->n_placed = plan->n_pending - round.left->len;
  fit_room_init (&room, second);
  FIT_EACH (const FitMoveStep, step, wanted->steps)
    {
      if (carry_out (&room, step))
        add_step (plan, take_step (&room, step->pod));
      if (room.error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&room.error));
          return NULL;
        }
    }
  *out_simulation = g_steal_pointer (&second);
  return g_steal_pointer (&plan);
}
