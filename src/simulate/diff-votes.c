/* diff-votes.c - the votes of both sides, side by side
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/wrapping.h"
#include "base/each.h"
#include "core/extenders.h"
#include "rules/rule.h"
#include "simulate/diff-evidence.h"

#include <string.h>

/* Both sides are compared on the plugins' scale. */
#define COMMON_RESOLUTION 100

static void
vote_clear (gpointer data)
{
  FitDiffVote *vote = data;

  g_free (vote->plugin);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    g_free (vote->sides[side].names);
}

/* A voter of one side; only its scores for two nodes matter. */
typedef struct
{
  const char *plugin; /* the plugin that it corresponds to */
  const char *name;   /* its name on its side */
  gint64 weight;
  const gint64 *scores; /* by feasible node */
  gint64 scale;         /* of the scores in the totals */
} Voter;

/* -- gathering ------------------------------------------------------------- */

typedef struct
{
  GArray *votes;
  guint side;
  const guint *nodes; /* the indexes of both among the side's feasible nodes */
} Ballot;

static FitDiffVote *
vote_of (const Ballot *ballot, const char *plugin)
{
  FitDiffVote vote = { 0 };

  FIT_EACH_OF (FitDiffVote, known, ballot->votes)
    if (strcmp (known->plugin, plugin) == 0)
      return known;
  vote.plugin = g_strdup (plugin);
  g_array_append_val (ballot->votes, vote);
  return &g_array_index (ballot->votes, FitDiffVote, ballot->votes->len - 1);
}

/* Points wrap silently, as totals do. */
static void
add_voter (const Ballot *ballot, const Voter *voter)
{
  FitDiffSideVote *vote_of_side
      = &vote_of (ballot, voter->plugin)->sides[ballot->side];
  char *names = vote_of_side->names != NULL
                    ? g_strconcat (vote_of_side->names, ", ", voter->name, NULL)
                    : g_strdup (voter->name);

  g_free (vote_of_side->names);
  vote_of_side->names = names;
  vote_of_side->n++;
  vote_of_side->weight = voter->weight;
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const gint64 score = fit_wrapping_multiply (
          voter->scores[ballot->nodes[i]], voter->scale);

      vote_of_side->scores[i] = score;
      vote_of_side->points[i]
          = fit_wrapping_add (vote_of_side->points[i],
                              fit_wrapping_multiply (score, voter->weight));
    }
}

/* -- comparing ------------------------------------------------------------- */

static gboolean
only_on (const FitDiffVote *vote, guint side)
{
  return vote->sides[side].names != NULL && vote->sides[!side].names == NULL;
}

/* May one of these plugins replace the other, because both score nodes by the
 * same criteria? */
static gboolean
same_trade (const char *plugin, const char *other)
{
  const FitRule *rule = fit_rule_find (plugin),
                *other_rule = fit_rule_find (other);

  return rule != NULL && other_rule != NULL && rule->trade != NULL
         && other_rule->trade != NULL
         && strcmp (rule->trade, other_rule->trade) == 0;
}

static gint64
common_lead (const FitDiffSideVote *vote_of_side, const FitDiffView *view)
{
  return fit_wrapping_multiply (
      fit_wrapping_subtract (vote_of_side->points[FIT_DIFF_LEFT],
                             vote_of_side->points[FIT_DIFF_RIGHT]),
      COMMON_RESOLUTION / view->resolution);
}

GArray *
fit_diff_votes_new (const FitDiffView *views,
                    const guint (*nodes)[FIT_DIFF_SIDES])
{
  GArray *votes = g_array_new (FALSE, TRUE, sizeof (FitDiffVote));

  g_array_set_clear_func (votes, vote_clear);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const Ballot ballot = { votes, side, nodes[side] };
      const FitEvaluation *evaluation = views[side].evaluation;
      const GArray *extenders = evaluation->extender_scores;

      for (guint i = 0; i < evaluation->n_scores; i++)
        {
          const FitScores *scores = &evaluation->scores[i];
          const FitRule *rule
              = scores->priority != NULL
                    ? fit_rule_of_priority (scores->priority->info->name)
                    : NULL;

          add_voter (&ballot,
                     &(const Voter){ .plugin
                                     = rule != NULL ? rule->name : scores->name,
                                     .name = scores->name,
                                     .weight = scores->weight,
                                     .scores = scores->scores,
                                     .scale = 1 });
        }
      FIT_EACH_OF (const FitExtenderScores, scores, extenders)
        {
          const char *name = fit_extender_name (scores->extender);

          add_voter (&ballot,
                     &(const Voter){
                         .plugin = name,
                         .name = name,
                         .weight = fit_extender_weight (scores->extender),
                         .scores = scores->scores,
                         .scale = views[side].resolution / FIT_MAX_PRIORITY });
        }
    }
  /* Merges a plugin that only the left has with one that only the right has, if
   * one replaces the other. */
  for (guint i = 0; i < votes->len; i++)
    for (guint k = 0; k < votes->len; k++)
      {
        FitDiffVote *left = &g_array_index (votes, FitDiffVote, i),
                    *right = &g_array_index (votes, FitDiffVote, k);

        if (!only_on (left, FIT_DIFF_LEFT) || !only_on (right, FIT_DIFF_RIGHT)
            || !same_trade (left->plugin, right->plugin))
          continue;
        left->sides[FIT_DIFF_RIGHT] = right->sides[FIT_DIFF_RIGHT];
        right->sides[FIT_DIFF_RIGHT].names = NULL;
        g_free (left->plugin);
        left->plugin = g_strdup (right->plugin);
        g_array_remove_index (votes, k);
        i -= k < i;
        break;
      }
  FIT_EACH_OF (FitDiffVote, vote, votes)
    vote->shift = fit_wrapping_subtract (
        common_lead (&vote->sides[FIT_DIFF_LEFT], &views[FIT_DIFF_LEFT]),
        common_lead (&vote->sides[FIT_DIFF_RIGHT], &views[FIT_DIFF_RIGHT]));
  return votes;
}
