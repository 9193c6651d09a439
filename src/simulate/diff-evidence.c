/* diff-evidence.c - compares the scores and rejections of both sides for one
 * pod, and names the rule that decided
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/diff-evidence.h"

#include "base/each.h"
#include "simulate/diff-barrier.h"

#include <string.h>

/* -- one side -------------------------------------------------------------- */

/* A view by interned node names, because node indexes depend on the cache. */
typedef struct
{
  const FitDiffView *view;
  GHashTable *verdicts; /* owned: name -> FitNodeVerdict */
  GHashTable *feasible; /* owned: name -> index plus one */
} Answers;

static void
answers_init (Answers *answers, const FitDiffView *view)
{
  const FitEvaluation *evaluation = view->evaluation;

  *answers = (Answers){ view, g_hash_table_new (NULL, NULL),
                        g_hash_table_new (NULL, NULL) };
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      /* A node may occur twice; the first verdict is the one that decided. */
      if (!g_hash_table_contains (answers->verdicts, verdict->node->name))
        g_hash_table_insert (answers->verdicts, (gpointer) verdict->node->name,
                             (gpointer) verdict);
    }
  for (guint i = 0; i < evaluation->n_feasible; i++)
    g_hash_table_insert (answers->feasible,
                         (gpointer) evaluation->feasible[i]->name,
                         GUINT_TO_POINTER (i + 1));
}

/* A node that the decision did not need was not sent to extenders. */
static gboolean
accepts (const Answers *answers, const char *node)
{
  const FitNodeVerdict *verdict = g_hash_table_lookup (answers->verdicts, node);

  return verdict != NULL && verdict->fits
         && (!verdict->examined
             || g_hash_table_contains (answers->feasible, node));
}

/* -- barriers -------------------------------------------------------------- */

/* Why @side rejects @node: the first reason counts. */
static void
add_node_barrier (GArray *barriers, guint side, const Answers *answers,
                  const char *node)
{
  FitDiffBarrier barrier;

  fit_diff_barrier_init (&barrier, answers->view->evaluation,
                         g_hash_table_lookup (answers->verdicts, node), node);
  barrier.side = side;
  FIT_EACH_OF (FitDiffBarrier, known, barriers)
    {
      if (known->side != barrier.side
          || g_strcmp0 (known->rule, barrier.rule) != 0
          || strcmp (known->reason, barrier.reason) != 0)
        continue;
      known->n_nodes++;
      fit_diff_barrier_clear (&barrier);
      return;
    }
  if (barriers->len == FIT_DIFF_MAX_BARRIERS)
    fit_diff_barrier_clear (&barrier);
  else
    g_array_append_vals (barriers, &barrier, 1);
}

/* -- which nodes differ ---------------------------------------------------- */

typedef struct
{
  FitDiffEvidence *evidence;
  Answers answers[FIT_DIFF_SIDES];
  const char *nodes[FIT_DIFF_SIDES]; /* (nullable) interned: the choices */
} Comparison;

/* Compares each node once, even if both sides have verdicts. */
static void
compare_nodes (Comparison *comparison)
{
  const Answers *answers = comparison->answers;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const FitEvaluation *evaluation = answers[side].view->evaluation;

      for (guint i = 0; i < evaluation->n_verdicts; i++)
        {
          const FitNodeVerdict *verdict = &evaluation->verdicts[i];
          const char *node = verdict->node->name;

          if (g_hash_table_lookup (answers[side].verdicts, node) == verdict
              && (side == FIT_DIFF_LEFT
                  || !g_hash_table_contains (answers[FIT_DIFF_LEFT].verdicts,
                                             node)))
            {
              FitDiffEvidence *evidence = comparison->evidence;
              const gboolean left
                  = accepts (&comparison->answers[FIT_DIFF_LEFT], node),
                  right = accepts (&comparison->answers[FIT_DIFF_RIGHT], node);
              const guint refusing = left ? FIT_DIFF_RIGHT : FIT_DIFF_LEFT;

              evidence->n_accepted[FIT_DIFF_LEFT] += left != FALSE;
              evidence->n_accepted[FIT_DIFF_RIGHT] += right != FALSE;
              if (left == right)
                continue;
              evidence->n_only[!refusing]++;
              /* The barriers of the chosen nodes were added before. */
              if (node != comparison->nodes[!refusing])
                add_node_barrier (evidence->barriers, refusing,
                                  &comparison->answers[refusing], node);
            }
        }
    }
}

/* Does either side reject the node that the other one chooses? */
static gboolean
refuses_choice (Comparison *comparison)
{
  GArray *barriers = comparison->evidence->barriers;
  gboolean refused = FALSE;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const char *node = comparison->nodes[!side];
      const Answers *answers = &comparison->answers[side];

      if (node == NULL || accepts (answers, node))
        continue;
      refused = TRUE;
      add_node_barrier (barriers, side, answers, node);
    }
  return refused;
}

/* -- scores ---------------------------------------------------------------- */

static gboolean
both_ranked (const Comparison *comparison, guint (*out_nodes)[FIT_DIFF_SIDES])
{
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    for (guint i = 0; i < FIT_DIFF_SIDES; i++)
      {
        const char *node = comparison->nodes[i];
        const guint index = node != NULL
                                ? GPOINTER_TO_UINT (g_hash_table_lookup (
                                    comparison->answers[side].feasible, node))
                                : 0;

        if (index == 0
            || comparison->answers[side].view->evaluation->totals == NULL)
          return FALSE;
        out_nodes[side][i] = index - 1;
      }
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

void
fit_diff_view_init (FitDiffView *view, const FitAlgorithm *algorithm,
                    const FitEvaluation *evaluation)
{
  *view = (FitDiffView){ evaluation, algorithm->max_score };
}

const char *
fit_diff_view_node (const FitDiffView *view)
{
  const FitEvaluation *evaluation = view->evaluation;

  return evaluation->chosen >= 0
             ? evaluation->feasible[evaluation->chosen]->name
             : NULL;
}

static FitDiffCause
find_cause (Comparison *comparison)
{
  guint nodes[FIT_DIFF_SIDES][FIT_DIFF_SIDES];

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    if (comparison->answers[side].view->evaluation->error != NULL)
      return FIT_DIFF_ERROR;
  if (refuses_choice (comparison))
    return FIT_DIFF_FEASIBILITY;
  if (both_ranked (comparison, nodes))
    {
      FitDiffEvidence *evidence = comparison->evidence;
      FitDiffView views[FIT_DIFF_SIDES];
      gboolean tied = FALSE;
      gint64 most = 0;

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          const FitEvaluation *evaluation
              = comparison->answers[side].view->evaluation;
          gint64 *totals = evidence->totals[side];

          views[side] = *comparison->answers[side].view;
          for (guint i = 0; i < FIT_DIFF_SIDES; i++)
            totals[i] = evaluation->totals[nodes[side][i]];
          evidence->n_best[side] = evaluation->n_best;
          tied = tied || totals[FIT_DIFF_LEFT] == totals[FIT_DIFF_RIGHT];
        }
      evidence->votes
          = fit_diff_votes_new (views, (const guint (*)[FIT_DIFF_SIDES]) nodes);
      for (guint i = 0; i < evidence->votes->len; i++)
        {
          const gint64 shift
              = g_array_index (evidence->votes, FitDiffVote, i).shift;

          if (shift <= most)
            continue;
          most = shift;
          evidence->deciding = (gint) i;
        }
      return tied ? FIT_DIFF_TIE : FIT_DIFF_SCORES;
    }
  return FIT_DIFF_SEARCH;
}

FitDiffEvidence *
fit_diff_evidence_new (const FitDiffView *views, FitDiffCause *out_cause)
{
  FitDiffEvidence *evidence = g_new0 (FitDiffEvidence, 1);
  Comparison comparison = { .evidence = evidence };

  evidence->barriers = g_array_new (FALSE, TRUE, sizeof (FitDiffBarrier));
  g_array_set_clear_func (evidence->barriers,
                          (GDestroyNotify) fit_diff_barrier_clear);
  evidence->deciding = -1;
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const FitEvaluation *evaluation = views[side].evaluation;

      answers_init (&comparison.answers[side], &views[side]);
      comparison.nodes[side] = fit_diff_view_node (&views[side]);
      evidence->nodes[side] = g_strdup (comparison.nodes[side]);
      evidence->messages[side]
          = g_strdup (evaluation->error != NULL ? evaluation->error->message
                                                : evaluation->fit_error);
    }
  *out_cause = find_cause (&comparison);
  if (*out_cause != FIT_DIFF_ERROR)
    compare_nodes (&comparison);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_hash_table_unref (comparison.answers[side].verdicts);
      g_hash_table_unref (comparison.answers[side].feasible);
    }
  return evidence;
}
