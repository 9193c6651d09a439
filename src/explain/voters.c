/* voters.c - the priorities, plugins and extenders that score nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/voters.h"

#include "core/extenders.h"

static const char *const type_names[] = {
  [FIT_VOTER_PRIORITY] = "priority",
  [FIT_VOTER_PLUGIN] = "plugin",
  [FIT_VOTER_EXTENDER] = "extender",
};

const char *
fit_voter_type_name (FitVoterType type)
{
  return type_names[type];
}

guint
fit_evaluation_n_voters (const FitEvaluation *evaluation)
{
  return evaluation->n_scores
         + (evaluation->extender_scores != NULL
                ? evaluation->extender_scores->len
                : 0);
}

FitVoter
fit_evaluation_voter (const FitEvaluation *evaluation, guint number)
{
  const FitExtenderScores *scores;

  if (number < evaluation->n_scores)
    return (FitVoter){
      .type = evaluation->scores[number].is_plugin ? FIT_VOTER_PLUGIN
                                                   : FIT_VOTER_PRIORITY,
      .name = evaluation->scores[number].name,
      .weight = evaluation->scores[number].weight,
      .scores = evaluation->scores[number].scores,
    };
  number -= evaluation->n_scores;
  scores
      = &g_array_index (evaluation->extender_scores, FitExtenderScores, number);
  return (FitVoter){
    .type = FIT_VOTER_EXTENDER,
    .name = fit_extender_name (scores->extender),
    .weight = fit_extender_weight (scores->extender),
    .scores = scores->scores,
  };
}

gint64
fit_evaluation_points (const FitEvaluation *evaluation, guint voter,
                       guint feasible)
{
  FitVoter who = fit_evaluation_voter (evaluation, voter);

  return (gint64) ((guint64) who.scores[feasible] * (guint64) who.weight);
}
