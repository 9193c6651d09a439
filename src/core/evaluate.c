/* evaluate.c - makes an attempt, and keeps everything that led to its result
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/attempt.h"
#include "core/batch.h"
#include "core/generic-scheduler.h"
#include "core/preemption.h"

#include <string.h>

void
fit_evaluation_free (FitEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  for (guint i = 0; i < evaluation->n_scores; i++)
    g_free (evaluation->scores[i].error);
  g_clear_pointer (&evaluation->rejections, g_array_unref);
  g_clear_pointer (&evaluation->skipped, g_ptr_array_unref);
  g_clear_pointer (&evaluation->extender_scores, g_array_unref);
  fit_preemption_free (evaluation->preemption);
  g_free (evaluation->fit_error);
  g_clear_error (&evaluation->error);
  fit_pod_unref (evaluation->pod);
  fit_arena_free (evaluation->arena);
  g_free (evaluation);
}

/* Moves the results to @evaluation. */
static void
keep_results (FitEvaluation *evaluation, FitCycle *cycle)
{
  FitRanking *ranking = &cycle->ranking;
  const gint64 *totals = ranking->totals;
  guint best = 0;

  evaluation->n_nodes = cycle->n_nodes;
  evaluation->rejected_by = cycle->rejected_by;
  evaluation->n_verdicts = cycle->n_verdicts;
  evaluation->verdicts = cycle->verdicts;
  evaluation->n_feasible = cycle->feasible.n;
  evaluation->feasible = (const FitNodeInfo **) cycle->feasible.nodes;
  evaluation->evaluated = cycle->feasible.n + cycle->n_failed;
  evaluation->rejections = g_steal_pointer (&cycle->rejections);
  evaluation->skipped = g_steal_pointer (&cycle->skipped);
  evaluation->n_scores = ranking->n_scores;
  evaluation->scores = ranking->scores;
  evaluation->extender_scores = g_steal_pointer (&ranking->extenders);
  evaluation->totals = ranking->totals;
  if (totals == NULL)
    return;
  evaluation->best
      = fit_arena_newn (evaluation->arena, guint, evaluation->n_feasible);
  for (guint i = 1; i < evaluation->n_feasible; i++)
    if (totals[i] > totals[best])
      best = i;
  for (guint i = 0; i < evaluation->n_feasible; i++)
    if (totals[i] == totals[best])
      evaluation->best[evaluation->n_best++] = i;
}

FitEvaluation *
fit_generic_scheduler_evaluate (FitGenericScheduler *scheduler,
                                const FitPod *pod, FitEvaluateFlags flags)
{
  FitEvaluation *evaluation = g_new0 (FitEvaluation, 1);
  g_autoptr (GError) problem = NULL;
  FitCycle cycle;
  gboolean ok;

  fit_cycle_begin (scheduler, pod, NULL, flags & FIT_EVALUATE_ALL_PREDICATES,
                   &cycle);
  evaluation->pod = fit_pod_ref (pod);
  ok = fit_cycle_find_nodes (scheduler, &cycle, &problem)
       && (cycle.feasible.n <= 1 || fit_cycle_prioritize (&cycle, &problem));
  /* Ignore errors here: the attempt itself would not have scored. */
  if (ok && cycle.feasible.n == 1 && (flags & FIT_EVALUATE_SCORE_ALWAYS))
    fit_cycle_prioritize (&cycle, NULL);
  if (ok)
    cycle.chosen
        = fit_select_host (scheduler, cycle.ranking.totals, cycle.feasible.n);
  if (ok)
    fit_batch_keep (scheduler, &cycle,
                    cycle.feasible.n > 0 ? cycle.feasible.nodes[cycle.chosen]
                                         : NULL);
  if (cycle.meta != NULL)
    fit_cycle_leave_no_counts (&cycle);
  evaluation->listed
      = ok && cycle.feasible.n == 1
        && g_strcmp0 (cycle.feasible.nodes[0]->name, cycle.hint) == 0;
  evaluation->chosen = ok && cycle.feasible.n ? (gint) cycle.chosen : -1;
  if (ok && cycle.feasible.n == 0)
    evaluation->fit_error = fit_cycle_fit_error (&cycle);
  if (ok && cycle.feasible.n == 0 && (flags & FIT_EVALUATE_PREEMPTION))
    evaluation->preemption = fit_cycle_preempt (&cycle);
  if (cycle.verdicts != NULL && (flags & FIT_EVALUATE_ALL_NODES)
      && (evaluation->chosen < 0 || !(flags & FIT_EVALUATE_ONLY_UNPLACED)))
    {
      const guint n_slots = fit_cache_n_slots (scheduler->cache);
      const guint begin = cycle.n_verdicts;
      guint8 *seen = fit_arena_new0 (cycle.arena, guint8, n_slots);
      FitNodeVerdict *verdicts
          = fit_arena_newn (cycle.arena, FitNodeVerdict, begin + n_slots);

      /* Checks the nodes that the search did not reach. */
      if (begin)
        memcpy (verdicts, cycle.verdicts, sizeof *verdicts * begin);
      cycle.verdicts = verdicts;
      for (guint i = 0; i < begin; i++)
        seen[verdicts[i].node->index] = 1;
      for (guint i = 0; i < n_slots; i++)
        {
          const FitNodeInfo *node = fit_cache_node (scheduler->cache, i);

          if (node->node != NULL && !seen[i])
            verdicts[cycle.n_verdicts++] = (FitNodeVerdict){ .node = node };
        }
      fit_cycle_check_nodes (&cycle, verdicts + begin,
                             cycle.n_verdicts - begin);
    }
  /* The evaluation keeps the memory of this cycle; the next one gets its
   * own. */
  evaluation->arena = scheduler->arena;
  scheduler->arena = fit_arena_new ();
  scheduler->cycle.pod = NULL;
  keep_results (evaluation, &cycle);
  g_free (cycle.rejected);
  g_free (cycle.signature);
  evaluation->error = g_steal_pointer (&problem);
  return evaluation;
}
