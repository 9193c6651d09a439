/* pod-answer.c - an answer of an explainer, which may outlive the explainer
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explainer-private.h"

#include <string.h>

struct _FitPodAnswer
{
  FitOutcome outcome;
  FitArena *arena; /* owned: all that follows, but for @json */
  const char *node;
  const char *message;
  guint n_nodes;
  const FitNodeAnswer *nodes;
  char *json; /* owned */
};

/* -- the nodes ------------------------------------------------------------- */

typedef struct
{
  FitArena *arena;
  GArray *bars; /* of FitNodeBar */
} Bars;

static void
add_bar (const FitBar *bar, gpointer data)
{
  const Bars *bars = data;
  g_autofree char *message = fit_bar_describe (bar);
  const FitNodeBar kept
      = { .rule = fit_arena_strdup (bars->arena, bar->name),
          .message = fit_arena_strdup (bars->arena, message) };

  g_array_append_val (bars->bars, kept);
}

/* -- the answer ------------------------------------------------------------ */

FitPodAnswer *
fit_pod_answer_new (const FitExplanation *explanation, char *json)
{
  FitPodAnswer *answer = g_new0 (FitPodAnswer, 1);
  const char *node = fit_explanation_node (explanation);
  FitArena *arena = fit_arena_new ();
  const FitEvaluation *evaluation;
  FitNodeAnswer *nodes;

  answer->arena = arena;
  answer->outcome = fit_outcome (node, fit_explanation_error (explanation));
  answer->node = fit_arena_strdup (arena, node);
  answer->message
      = fit_arena_strdup (arena, fit_explanation_message (explanation));
  answer->n_nodes = explanation->evaluation->n_verdicts;
  evaluation = explanation->evaluation;
  nodes = fit_arena_new0 (arena, FitNodeAnswer, evaluation->n_verdicts);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];
      const gint feasible = fit_explanation_feasible (explanation, verdict);

      nodes[i].name = fit_arena_strdup (arena, verdict->node->name);
      nodes[i].examined = verdict->examined
                          && !fit_explained_profile_excludes (
                              explanation->profile, verdict->node);
      nodes[i].fits
          = verdict->fits && !fit_explanation_stopped (explanation, verdict);
      if (!nodes[i].fits)
        {
          g_autoptr (GArray) found
              = g_array_new (FALSE, FALSE, sizeof (FitNodeBar));
          FitNodeBar *bars;

          fit_explanation_bars (explanation, verdict, add_bar,
                                &(Bars){ arena, found });
          bars = fit_arena_newn (arena, FitNodeBar, found->len);
          if (found->len > 0)
            memcpy (bars, found->data, found->len * sizeof *bars);
          nodes[i].n_bars = found->len;
          nodes[i].bars = bars;
        }
      if (feasible >= 0 && evaluation->totals != NULL)
        {
          const guint n = fit_evaluation_n_voters (evaluation);
          FitNodeScore *scores = fit_arena_newn (arena, FitNodeScore, n);

          for (guint v = 0; v < n; v++)
            {
              const FitVoter voter
                  = fit_explanation_voter (explanation, v, &scores[v].skipped);

              scores[v].rule = fit_arena_strdup (arena, voter.name);
              scores[v].score = voter.scores[feasible];
              scores[v].weight = voter.weight;
            }
          nodes[i].n_scores = n;
          nodes[i].scores = scores;
          nodes[i].total = evaluation->totals[feasible];
        }
    }
  answer->nodes = nodes;
  answer->json = json;
  return answer;
}

void
fit_pod_answer_free (FitPodAnswer *answer)
{
  if (answer == NULL)
    return;
  fit_arena_free (answer->arena);
  g_free (answer->json);
  g_free (answer);
}

FitOutcome
fit_pod_answer_outcome (const FitPodAnswer *answer)
{
  return answer->outcome;
}

const char *
fit_pod_answer_node (const FitPodAnswer *answer)
{
  return answer->node;
}

const char *
fit_pod_answer_message (const FitPodAnswer *answer)
{
  return answer->message;
}

const FitNodeAnswer *
fit_pod_answer_nodes (const FitPodAnswer *answer, guint *out_n)
{
  *out_n = answer->n_nodes;
  return answer->nodes;
}

const char *
fit_pod_answer_json (const FitPodAnswer *answer)
{
  return answer->json;
}
