/* answerer.c - what the rules of a Policy say about some nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/answerer.h"

#include "core/chosen-nodes.h"

#include <string.h>

struct _FitAnswerer
{
  FitCache *cache;                /* borrowed */
  FitAlgorithm *algorithm;        /* owned */
  FitGenericScheduler *scheduler; /* owned */
};

FitAnswerer *
fit_answerer_new (const FitRegistry *registry, FitPolicy *policy,
                  const FitAlgorithmOptions *options, GError **error)
{
  const FitSchedulerOptions scheduling = { 0 };
  FitAlgorithm *algorithm
      = fit_algorithm_new_from_policy (registry, policy, options, error);
  FitAnswerer *answerer;

  if (algorithm == NULL)
    return NULL;
  answerer = g_new0 (FitAnswerer, 1);
  answerer->cache = options->cache;
  answerer->algorithm = algorithm;
  answerer->scheduler
      = fit_generic_scheduler_new (options->cache, algorithm, &scheduling);
  return answerer;
}

void
fit_answerer_free (FitAnswerer *answerer)
{
  if (answerer == NULL)
    return;
  fit_generic_scheduler_free (answerer->scheduler);
  fit_algorithm_free (answerer->algorithm);
  g_free (answerer);
}

const FitAlgorithm *
fit_answerer_algorithm (const FitAnswerer *answerer)
{
  return answerer->algorithm;
}

const FitNodeInfo *
fit_answerer_find_node (const FitAnswerer *answerer, const char *name)
{
  return fit_cache_find_node (answerer->cache, name);
}

/* -- filter ---------------------------------------------------------------- */

void
fit_answer_fits_free (FitAnswerFit *fits, guint n)
{
  for (guint i = 0; fits != NULL && i < n; i++)
    g_free (fits[i].message);
  g_free (fits);
}

FitAnswerFit *
fit_answerer_filter (const FitAnswerer *answerer, const FitPod *pod,
                     const FitNodeInfo *const *nodes, guint n, GError **error)
{
  g_autoptr (FitChosenNodes) chosen
      = fit_chosen_nodes_new (answerer->scheduler, pod);
  const FitNodeVerdict *verdicts;
  FitAnswerFit *fits;

  if (!fit_chosen_nodes_check (chosen, nodes, n, &verdicts, error))
    return NULL;
  fits = g_new0 (FitAnswerFit, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    if (!verdicts[i].fits)
      {
        const FitReasons *reasons = &verdicts[i].reasons;
        GString *text = g_string_new (NULL);

        for (guint k = 0; k < reasons->n; k++)
          {
            g_autofree char *reason = fit_reason_format (&reasons->items[k]);

            g_string_append_printf (text, "%s%s", k > 0 ? ", " : "", reason);
          }
        fits[i] = (FitAnswerFit){
          g_string_free (text, FALSE),
          fit_chosen_nodes_hopeless (chosen, &verdicts[i]),
        };
      }
  return fits;
}

/* -- prioritize ------------------------------------------------------------ */

gboolean
fit_answerer_prioritize (const FitAnswerer *answerer, const FitPod *pod,
                         const FitNodeInfo *const *nodes, guint n,
                         const char *priority, gint64 *out_scores,
                         GError **error)
{
  const GPtrArray *priorities = answerer->algorithm->priorities;
  g_autoptr (FitChosenNodes) chosen = NULL;
  const FitScores *results;
  const gint64 *totals;
  gint64 weights = 0;
  guint index = priorities->len;

  for (guint i = 0; i < priorities->len; i++)
    {
      const FitPriority *one = priorities->pdata[i];

      weights += one->weight;
      if (index == priorities->len && g_strcmp0 (one->name, priority) == 0)
        index = i;
    }
  weights = MAX (weights, 1);
  if (priority != NULL && index == priorities->len)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "the Policy has no priority \"%s\"", priority);
  chosen = fit_chosen_nodes_new (answerer->scheduler, pod);
  if (!fit_chosen_nodes_score (chosen, nodes, n, &results, &totals, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    out_scores[i] = priority != NULL ? results[index].scores[i]
                                     : (totals[i] + weights / 2) / weights;
  return TRUE;
}

/* -- preempt --------------------------------------------------------------- */

void
fit_answerer_preempt (const FitAnswerer *answerer, const FitPod *pod,
                      const FitQuestionCandidate *candidates, guint n,
                      gboolean *out_rooms)
{
  g_autoptr (FitChosenNodes) chosen
      = fit_chosen_nodes_new (answerer->scheduler, pod);

  for (guint i = 0; i < n; i++)
    {
      const FitQuestionCandidate *candidate = &candidates[i];
      const FitNodeInfo *node
          = fit_cache_find_node (answerer->cache, candidate->node);
      g_autofree const FitPod **victims
          = g_new (const FitPod *, MAX (candidate->n_uids, 1));
      guint n_victims = 0;

      for (guint k = 0; k < candidate->n_uids; k++)
        {
          const FitPod *victim
              = fit_cache_find_pod (answerer->cache, candidate->uids[k]);

          if (victim != NULL
              && strcmp (victim->node_name, candidate->node) == 0)
            victims[n_victims++] = victim;
        }
      out_rooms[i]
          = node != NULL
            && fit_chosen_nodes_fits_without (chosen, node, victims, n_victims);
    }
}
