/* explanation.c - finds out what decided in evaluations
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explanation.h"

#include <string.h>

#include "base/each.h"
#include "base/wrapping.h"
#include "core/extenders.h"
#include "core/outcome.h"

void
fit_explanation_free (FitExplanation *explanation)
{
  if (explanation == NULL)
    return;
  fit_evaluation_free (explanation->evaluation);
  fit_evaluation_free (explanation->details);
  if (explanation->pod != NULL)
    fit_pod_unref (explanation->pod);
  if (explanation->given != NULL)
    fit_pod_unref (explanation->given);
  fit_explained_profile_free (explanation->profile);
  g_clear_pointer (&explanation->details_of, g_hash_table_unref);
  fit_remedies_free (explanation->remedies);
  g_free (explanation->same_as);
  g_free (explanation->waiting);
  g_free (explanation->asked);
  g_clear_pointer (&explanation->asked_lines, g_ptr_array_unref);
  g_free (explanation->current_node);
  g_free (explanation->foreign);
  g_free (explanation->foreign_hint);
  g_clear_error (&explanation->assume_error);
  g_free (explanation->feasible_of);
  g_free (explanation->failures_of);
  g_free (explanation);
}

/* -- details --------------------------------------------------------------- */

static void
add_details (FitExplanation *explanation, FitInquiry *inquiry, const char *name,
             const FitNodeInfo *node, const FitReason *reasons, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      FitDetail *detail
          = fit_inquiry_explain (inquiry, name, node, &reasons[i]);

      if (detail != NULL)
        g_hash_table_insert (explanation->details_of, (gpointer) &reasons[i],
                             detail);
    }
}

static void
add_verdicts (FitExplanation *explanation, FitInquiry *inquiry,
              const FitEvaluation *evaluation)
{
  for (guint i = 0; evaluation != NULL && i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      for (guint f = 0; f < verdict->n_failures; f++)
        {
          const FitFailure *failure = &verdict->failures[f];

          if (failure->predicate != NULL)
            add_details (explanation, inquiry, failure->predicate->name,
                         verdict->node, &verdict->reasons.items[failure->first],
                         failure->n);
        }
    }
}

void
fit_explanation_find_details (FitExplanation *explanation,
                              const FitGenericScheduler *like,
                              FitTrialMaker make_trial, gpointer data)
{
  const FitExplainedProfile *profile = explanation->profile;
  g_autoptr (FitInquiry) inquiry = fit_inquiry_new (like, explanation->pod);

  explanation->details_of = g_hash_table_new_full (
      NULL, NULL, NULL, (GDestroyNotify) fit_detail_free);
  add_verdicts (explanation, inquiry, explanation->evaluation);
  add_verdicts (explanation, inquiry, explanation->details);
  if (profile != NULL && profile->pre.reject != NULL)
    add_details (explanation, inquiry, profile->pre.rejected_by, NULL,
                 profile->pre.reject->items, profile->pre.reject->n);
  if (explanation->evaluation->fit_error != NULL)
    explanation->remedies = fit_remedies_find (
        like, inquiry, explanation->evaluation, make_trial, data);
}

const FitDetail *
fit_explanation_detail (const FitExplanation *explanation,
                        const FitReason *reason)
{
  return explanation->details_of != NULL
             ? g_hash_table_lookup (explanation->details_of, reason)
             : NULL;
}

/* -- computing ------------------------------------------------------------- */

void
fit_explanation_finish (FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const FitEvaluation *details
      = explanation->details != NULL ? explanation->details : evaluation;
  gint64 largest = 0;
  gint best;

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    explanation->n_slots
        = MAX (explanation->n_slots, evaluation->verdicts[i].node->index + 1);
  explanation->feasible_of = g_new (gint, explanation->n_slots);
  explanation->failures_of
      = g_new0 (const FitNodeVerdict *, explanation->n_slots);
  for (guint i = 0; i < explanation->n_slots; i++)
    explanation->feasible_of[i] = -1;
  /* An extender may name a node twice (then the first time counts), or one that
   * was not in the request. */
  for (guint i = evaluation->n_feasible; i-- > 0;)
    if (evaluation->feasible[i]->index < explanation->n_slots)
      explanation->feasible_of[evaluation->feasible[i]->index] = (gint) i;
  for (guint i = 0; i < details->n_verdicts; i++)
    if (details->verdicts[i].node->index < explanation->n_slots)
      explanation->failures_of[details->verdicts[i].node->index]
          = &details->verdicts[i];
  explanation->runner_up = explanation->beside = explanation->deciding = -1;
  if (evaluation->chosen < 0 || evaluation->totals == NULL)
    return;
  /* The best node that was not chosen; of equal ones the first found. */
  best = -1;
  for (gint i = 0; i < (gint) evaluation->n_feasible; i++)
    if (i != evaluation->chosen
        && (best < 0 || evaluation->totals[i] > evaluation->totals[best]))
      best = i;
  explanation->runner_up = best;
  explanation->beside = explanation->runner_up;
  for (guint i = 0; i < evaluation->n_best; i++)
    if (evaluation->best[i] == (guint) evaluation->chosen)
      explanation->turn = i;
  if (explanation->runner_up < 0)
    return;
  explanation->margin
      = fit_wrapping_subtract (evaluation->totals[evaluation->chosen],
                               evaluation->totals[explanation->runner_up]);
  /* The voter that favoured the chosen node most over the runner-up. */
  for (guint v = 0;
       explanation->margin > 0 && v < fit_evaluation_n_voters (evaluation); v++)
    {
      const gint64 lead = fit_wrapping_subtract (
          fit_evaluation_points (evaluation, v, (guint) evaluation->chosen),
          fit_evaluation_points (evaluation, v,
                                 (guint) explanation->runner_up));

      if (lead > largest)
        {
          largest = lead;
          explanation->deciding = (gint) v;
        }
    }
}

/* -- reading --------------------------------------------------------------- */

const char *
fit_explanation_node (const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;

  if (evaluation->chosen < 0 || explanation->assume_error != NULL
      || explanation->waiting != NULL)
    return NULL;
  return evaluation->feasible[evaluation->chosen]->name;
}

const GError *
fit_explanation_error (const FitExplanation *explanation)
{
  const GError *error = explanation->evaluation->error;

  if (explanation->foreign != NULL || explanation->waiting != NULL)
    return NULL;
  if (explanation->assume_error != NULL)
    return explanation->assume_error;
  return fit_outcome_answers (error) ? NULL : error;
}

const char *
fit_explanation_message (const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;

  if (explanation->foreign != NULL)
    return explanation->foreign;
  if (explanation->waiting != NULL)
    return explanation->waiting;
  if (explanation->assume_error != NULL)
    return explanation->assume_error->message;
  return evaluation->error != NULL ? evaluation->error->message
                                   : evaluation->fit_error;
}

const FitNodeVerdict *
fit_explanation_failures (const FitExplanation *explanation,
                          const FitNodeVerdict *verdict)
{
  const FitNodeVerdict *more = explanation->failures_of[verdict->node->index];

  return more != NULL ? more : verdict;
}

gint
fit_explanation_feasible (const FitExplanation *explanation,
                          const FitNodeVerdict *verdict)
{
  return explanation->feasible_of[verdict->node->index];
}

gboolean
fit_explanation_stopped (const FitExplanation *explanation,
                         const FitNodeVerdict *verdict)
{
  if (fit_explained_profile_excludes (explanation->profile, verdict->node))
    return TRUE;
  return verdict->examined
         && (!verdict->fits
             || (explanation->evaluation->error == NULL
                 && fit_explanation_feasible (explanation, verdict) < 0));
}

gboolean
fit_explanation_turned_away (const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;

  return explanation->profile != NULL && evaluation->fit_error != NULL
         && evaluation->n_verdicts == 0;
}

FitVoter
fit_explanation_voter (const FitExplanation *explanation, guint number,
                       gboolean *out_skipped)
{
  const FitExplainedProfile *profile = explanation->profile;
  FitVoter voter = fit_evaluation_voter (explanation->evaluation, number);
  const gboolean is_priority = voter.type == FIT_VOTER_PRIORITY;

  if (out_skipped != NULL)
    *out_skipped = is_priority && profile != NULL && profile->skipped != NULL
                   && profile->skipped[number];
  if (is_priority && profile != NULL)
    voter.type = FIT_VOTER_PLUGIN;
  return voter;
}

/* Failures in prioritize are never fatal; failures in filter are not fatal if
 * the extender is ignorable. */
void
fit_explanation_extender_errors (const FitExplanation *explanation,
                                 GPtrArray *errors)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const GArray *scores = evaluation->extender_scores;

  for (guint i = 0; evaluation->skipped != NULL && i < evaluation->skipped->len;
       i++)
    g_ptr_array_add (errors, g_strdup (evaluation->skipped->pdata[i]));
  for (guint i = 0; scores != NULL && i < scores->len; i++)
    {
      const char *error = g_array_index (scores, FitExtenderScores, i).error;

      if (error != NULL)
        g_ptr_array_add (errors, g_strdup (error));
    }
  if (evaluation->preemption != NULL)
    for (guint i = 0; i < evaluation->preemption->skipped->len; i++)
      g_ptr_array_add (errors,
                       g_strdup (evaluation->preemption->skipped->pdata[i]));
}

/* -- bars ------------------------------------------------------------------ */

static void
predicate_bars (const FitExplanation *explanation,
                const FitNodeVerdict *verdict, FitBarFunc each, gpointer data)
{
  for (guint i = 0; i < verdict->n_failures; i++)
    {
      const gboolean coded = explanation->profile != NULL;
      const FitReason *reasons
          = &verdict->reasons.items[verdict->failures[i].first];

      for (guint r = 0; r < verdict->failures[i].n; r++)
        {
          g_autofree char *text = fit_reason_format (&reasons[r]);

          each (&(FitBar){ .name = verdict->failures[i].predicate != NULL
                                       ? verdict->failures[i].predicate->name
                                       : NULL,
                           .code = coded ? fit_failure_code (
                                       reasons, verdict->failures[i].n)
                                         : FIT_STATUS_SUCCESS,
                           .reason = &reasons[r],
                           .detail
                           = fit_explanation_detail (explanation, &reasons[r]),
                           .message = text },
                data);
        }
    }
}

void
fit_explanation_bars (const FitExplanation *explanation,
                      const FitNodeVerdict *verdict, FitBarFunc each,
                      gpointer data)
{
  const FitExplainedProfile *profile = explanation->profile;

  if (fit_explained_profile_excludes (profile, verdict->node))
    {
      const char *reason = profile->pre.excluded_reason;

      /* A node that PreFilter plugins excluded, with or without a reason. */
      each (&(FitBar){ .type = "preFilter",
                       .name = profile->choosy,
                       .code = FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                       .message = reason != NULL ? reason : "left out unseen" },
            data);
      return;
    }
  if (verdict->error != NULL)
    each (&(FitBar){ .message = verdict->error }, data);
  else if (verdict->fits)
    {
      const GArray *rejections = explanation->evaluation->rejections;
      gboolean said = FALSE;

      /* A node that fitted until an extender left it out, maybe without a
       * reason. */
      FIT_EACH_OF (const FitExtenderRejection, rejection, rejections)
        {
          if (strcmp (rejection->node_name, verdict->node->name) != 0)
            continue;
          said = TRUE;
          each (&(FitBar){ .type = "extender",
                           .name = fit_extender_name (rejection->extender),
                           .message = rejection->message },
                data);
        }
      if (!said)
        each (&(FitBar){ .type = "extender", .message = "left out" }, data);
    }
  else
    predicate_bars (explanation,
                    fit_explanation_failures (explanation, verdict), each,
                    data);
  if (verdict->filter_code != FIT_STATUS_SUCCESS)
    {
      /* A Filter plugin of the embedding program; v1.16 does not report which
       * one. */
      each (&(FitBar){ .type = "plugin",
                       .name = explanation->profile != NULL
                                   ? verdict->filter_plugin
                                   : NULL,
                       .code = verdict->filter_code,
                       .message = verdict->filter_message != NULL
                                      ? verdict->filter_message
                                      : "" },
            data);
    }
}

char *
fit_bar_describe (const FitBar *bar)
{
  if (bar->detail == NULL || bar->detail->text == NULL)
    return g_strdup (bar->message);
  return g_strconcat (bar->message, ": ", bar->detail->text, NULL);
}
