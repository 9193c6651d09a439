/* answerer.c - what the rules of a Policy say about some nodes */
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

/* All reasons as one text. */
static char *
describe (const FitNodeVerdict *verdict)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < verdict->reasons.n; i++)
    {
      g_autofree char *reason = fit_reason_format (&verdict->reasons.items[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", reason);
    }
  return g_string_free (text, FALSE);
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
      fits[i]
          = (FitAnswerFit){ describe (&verdicts[i]),
                            fit_chosen_nodes_hopeless (chosen, &verdicts[i]) };
  return fits;
}

/* -- prioritize ------------------------------------------------------------ */

static gboolean
find_priority (const FitAnswerer *answerer, const char *name, guint *out_index,
               GError **error)
{
  const GPtrArray *priorities = answerer->algorithm->priorities;

  for (guint i = 0; i < priorities->len; i++)
    if (strcmp (((const FitPriority *) priorities->pdata[i])->name, name) == 0)
      {
        *out_index = i;
        return TRUE;
      }
  return fit_fail (error, FIT_ERROR_NOT_FOUND,
                   "the Policy has no priority \"%s\"", name);
}

static gint64
sum_of_weights (const FitAnswerer *answerer)
{
  const GPtrArray *priorities = answerer->algorithm->priorities;
  gint64 sum = 0;

  for (guint i = 0; i < priorities->len; i++)
    sum += ((const FitPriority *) priorities->pdata[i])->weight;
  return MAX (sum, 1);
}

gboolean
fit_answerer_prioritize (const FitAnswerer *answerer, const FitPod *pod,
                         const FitNodeInfo *const *nodes, guint n,
                         const char *priority, gint64 *out_scores,
                         GError **error)
{
  const gint64 weights = sum_of_weights (answerer);
  g_autoptr (FitChosenNodes) chosen = NULL;
  const FitScores *results;
  const gint64 *totals;
  guint index = 0;

  if (priority != NULL && !find_priority (answerer, priority, &index, error))
    return FALSE;
  chosen = fit_chosen_nodes_new (answerer->scheduler, pod);
  if (!fit_chosen_nodes_score (chosen, nodes, n, &results, &totals, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    out_scores[i] = priority != NULL ? results[index].scores[i]
                                     : (totals[i] + weights / 2) / weights;
  return TRUE;
}

/* -- preempt --------------------------------------------------------------- */

/* Would the pod fit if the victims were gone? */
static gboolean
makes_room (const FitAnswerer *answerer, FitChosenNodes *chosen,
            const FitQuestionCandidate *candidate)
{
  const FitNodeInfo *node
      = fit_cache_find_node (answerer->cache, candidate->node);
  g_autofree const FitPod **victims
      = g_new (const FitPod *, MAX (candidate->n_uids, 1));
  guint n = 0;

  if (node == NULL)
    return FALSE;
  for (guint i = 0; i < candidate->n_uids; i++)
    {
      const FitPod *pod
          = fit_cache_find_pod (answerer->cache, candidate->uids[i]);

      if (pod != NULL && strcmp (pod->node_name, candidate->node) == 0)
        victims[n++] = pod;
    }
  return fit_chosen_nodes_fits_without (chosen, node, victims, n);
}

void
fit_answerer_preempt (const FitAnswerer *answerer, const FitPod *pod,
                      const FitQuestionCandidate *candidates, guint n,
                      gboolean *out_rooms)
{
  g_autoptr (FitChosenNodes) chosen
      = fit_chosen_nodes_new (answerer->scheduler, pod);

  for (guint i = 0; i < n; i++)
    out_rooms[i] = makes_room (answerer, chosen, &candidates[i]);
}
