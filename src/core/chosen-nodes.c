/* chosen-nodes.c - runs the rules of a scheduler on the nodes that the caller
 * chooses
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/chosen-nodes.h"

#include "core/attempt.h"
#include "predicates/metadata-build.h"

struct _FitChosenNodes
{
  FitGenericScheduler *scheduler; /* owned */
  FitCycle cycle;
};

FitChosenNodes *
fit_chosen_nodes_new (const FitGenericScheduler *like, const FitPod *pod)
{
  const FitSchedulerOptions options = { .filters = like->options.filters };
  FitChosenNodes *chosen = g_new0 (FitChosenNodes, 1);

  chosen->scheduler
      = fit_generic_scheduler_new (like->cache, like->algorithm, &options);
  fit_cycle_begin_inside (chosen->scheduler, pod, NULL, FALSE, &chosen->cycle);
  chosen->cycle.undecided = TRUE;
  fit_cycle_prepare (&chosen->cycle);
  return chosen;
}

void
fit_chosen_nodes_free (FitChosenNodes *chosen)
{
  if (chosen == NULL)
    return;
  fit_cycle_clear (&chosen->cycle);
  fit_generic_scheduler_free (chosen->scheduler);
  g_free (chosen);
}

gboolean
fit_chosen_nodes_check (FitChosenNodes *chosen, const FitNodeInfo *const *nodes,
                        guint n, const FitNodeVerdict **out_verdicts,
                        GError **error)
{
  FitCycle *cycle = &chosen->cycle;
  FitNodeVerdict *verdicts
      = fit_arena_new0 (cycle->arena, FitNodeVerdict, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    verdicts[i].node = nodes[i];
  fit_cycle_check_nodes (cycle, verdicts, n);
  for (guint i = 0; i < n; i++)
    if (verdicts[i].error != NULL)
      return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", verdicts[i].error);
  *out_verdicts = verdicts;
  return TRUE;
}

gboolean
fit_chosen_nodes_hopeless (const FitChosenNodes *chosen,
                           const FitNodeVerdict *verdict)
{
  return fit_cycle_hopeless (&chosen->cycle, verdict);
}

gboolean
fit_chosen_nodes_score (FitChosenNodes *chosen, const FitNodeInfo *const *nodes,
                        guint n, const FitScores **out_results,
                        const gint64 **out_totals, GError **error)
{
  FitCycle *cycle = &chosen->cycle;

  fit_ranking_clear (&cycle->ranking);
  cycle->feasible = (FitNodeList){ n, nodes };
  if (!fit_cycle_prioritize (cycle, error))
    return FALSE;
  *out_results = cycle->ranking.scores;
  *out_totals = cycle->ranking.totals;
  return TRUE;
}

gboolean
fit_chosen_nodes_fits_without (FitChosenNodes *chosen, const FitNodeInfo *node,
                               const FitPod *const *victims, guint n)
{
  const FitCycle *cycle = &chosen->cycle;
  FitArena *arena = cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  g_autoptr (FitNodeInfo) clone = fit_node_info_clone (node);
  FitPredicateMetadata *meta = fit_predicate_metadata_copy (cycle->meta, arena);
  FitNodeView view;
  gboolean answer;

  for (guint i = 0; i < n; i++)
    {
      if (fit_node_info_remove_pod (clone, victims[i], NULL))
        fit_predicate_metadata_remove_pod (meta, victims[i], node, arena);
    }
  fit_cycle_view (cycle, clone, meta, &view);
  answer = fit_cycle_fits (cycle, &view);
  fit_arena_rewind (arena, mark);
  return answer;
}
