/* explanation-data.c - explanations as JSON; explanation.schema.json describes
 * the members
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explanation.h"

#include "api/texts.h"
#include "base/each.h"
#include "core/outcome.h"
#include "core/preemption.h"

static const char *const modes[] = {
  [FIT_EXPLAIN_IN_QUEUE] = "queue",    [FIT_EXPLAIN_ALONE] = "alone",
  [FIT_EXPLAIN_ASSIGNED] = "assigned", [FIT_EXPLAIN_FOREIGN] = "otherScheduler",
  [FIT_EXPLAIN_REFUSED] = "refused",
};

/* -- preemption ------------------------------------------------------------ */

/* The criteria between candidates. */
static const char *const choice_names[] = {
  [FIT_CHOICE_NONE] = NULL,
  [FIT_CHOICE_ONLY] = "onlyCandidate",
  [FIT_CHOICE_NO_VICTIMS] = "noVictims",
  [FIT_CHOICE_VIOLATIONS] = "fewestBudgetViolations",
  [FIT_CHOICE_FIRST_PRIORITY] = "lowestFirstPriority",
  [FIT_CHOICE_PRIORITY_SUM] = "smallestPrioritySum",
  [FIT_CHOICE_NUMBER] = "fewestVictims",
  [FIT_CHOICE_START] = "latestStart",
  [FIT_CHOICE_ORDER] = "order",
};

/* Returns: (transfer full) (nullable) */
static FitJson *
preemption_json (const FitExplanation *explanation,
                 const FitNamePatterns *filter)
{
  const FitPreemption *preemption = explanation->evaluation->preemption;
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();
  const FitNodeVictims *chosen;
  FitJson *object;
  FitJson *array;

  if (preemption == NULL)
    return NULL;
  chosen = fit_preemption_chosen (preemption);
  for (guint i = 0; i < preemption->n_best; i++)
    g_ptr_array_add (
        tied,
        (gpointer) preemption->candidates[preemption->best[i]].node->name);
  object = fit_json_object ();
  fit_json_set_boolean (object, "eligible", preemption->eligible);
  fit_json_set_text (object, "error", preemption->error);
  fit_json_set_integer (object, "potentialNodes", preemption->n_potential);
  fit_json_set_text (object, "node",
                     chosen != NULL ? chosen->node->name : NULL);
  fit_json_set_text (object, "decidedBy", choice_names[preemption->decided_by]);
  fit_json_set_texts (object, "tied", tied);
  array = fit_json_array ();
  for (guint i = 0; i < preemption->n_candidates; i++)
    {
      const FitNodeVictims *victims = &preemption->candidates[i];
      FitJson *entry, *pods;

      if (!fit_name_patterns_match_any (filter, victims->node->name))
        continue;
      pods = fit_json_array ();
      for (guint k = 0; k < victims->n_victims; k++)
        {
          const FitPod *pod = victims->victims[k];
          FitJson *victim = fit_json_append (pods);

          fit_json_set_text (victim, "namespace", pod->meta.namespace_);
          fit_json_set_text (victim, "name", pod->meta.name);
          fit_json_set_integer (victim, "priority", pod->spec->priority);
        }
      entry = fit_json_append (array);
      fit_json_set_text (entry, "name", victims->node->name);
      fit_json_set_integer (entry, "budgetViolations",
                            victims->n_pdb_violations);
      fit_json_set (entry, "victims", pods);
    }
  fit_json_set (object, "nodes", array);
  return object;
}

/* -- nodes ----------------------------------------------------------------- */

/* Returns: (transfer full): an object with a member for each fact */
static FitJson *
facts_json (const FitDetail *detail)
{
  FitJson *object = fit_json_object ();

  FIT_EACH_OF (const FitFact, fact, detail->facts)
    {
      if (fact->text != NULL)
        fit_json_set_text (object, fact->name, fact->text);
      else
        fit_json_set_integer (object, fact->name, fact->number);
    }
  return object;
}

/* @predicate (nullable) */
static void
set_failure (FitJson *object, const FitExplanation *explanation,
             const char *predicate, const FitReason *reasons, guint n)
{
  FitJson *array = fit_json_array ();

  fit_json_set_text (object, "predicate", predicate);
  fit_json_set_text (object, "code",
                     explanation->profile != NULL
                         ? fit_status_code_name (fit_failure_code (reasons, n))
                         : NULL);
  for (guint i = 0; i < n; i++)
    {
      const FitReason *reason = &reasons[i];
      const FitDetail *detail = fit_explanation_detail (explanation, reason);
      const gboolean counted
          = reason->code == FIT_REASON_INSUFFICIENT_RESOURCE
            || reason->code == FIT_REASON_INSUFFICIENT_CAPACITY;
      g_autofree char *text = fit_reason_format (reason);
      FitJson *entry = fit_json_append (array);

      fit_json_set_text (entry, "code", fit_reason_code_name (reason->code));
      fit_json_set_text (entry, "message", text);
      fit_json_set_text (entry, "resource", counted ? reason->text : NULL);
      fit_json_set_number (entry, "requested", counted, reason->requested);
      fit_json_set_number (entry, "used", counted, reason->used);
      fit_json_set_number (entry, "capacity", counted, reason->capacity);
      fit_json_set_text (entry, "detail", detail != NULL ? detail->text : NULL);
      fit_json_set (entry, "details",
                    detail != NULL && detail->facts->len > 0
                        ? facts_json (detail)
                        : NULL);
      fit_json_set_text (entry, "remedy",
                         detail != NULL ? detail->remedy : NULL);
    }
  fit_json_set (object, "reasons", array);
}

/* Nothing is known about a node that was excluded. */
static FitJson *
failures_json (const FitExplanation *explanation, const FitNodeVerdict *verdict)
{
  FitJson *array = fit_json_array ();

  if (fit_explained_profile_excludes (explanation->profile, verdict->node))
    return array;
  verdict = fit_explanation_failures (explanation, verdict);
  for (guint i = 0; i < verdict->n_failures; i++)
    {
      const FitFailure *failure = &verdict->failures[i];

      set_failure (fit_json_append (array), explanation,
                   failure->predicate != NULL ? failure->predicate->name : NULL,
                   &verdict->reasons.items[failure->first], failure->n);
    }
  return array;
}

static void
add_rejection (const FitBar *bar, gpointer array)
{
  FitJson *object;

  if (bar->type == NULL)
    return;
  object = fit_json_append (array);
  fit_json_set_text (object, "by", bar->type);
  fit_json_set_text (object, "name", bar->name);
  fit_json_set_text (object, "code",
                     bar->code != FIT_STATUS_SUCCESS
                         ? fit_status_code_name (bar->code)
                         : NULL);
  fit_json_set_text (object, "message", bar->message);
}

static FitJson *
scores_json (const FitExplanation *explanation, guint feasible)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitJson *array = fit_json_array ();

  for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
    {
      FitJson *object = fit_json_append (array);
      gboolean skipped;
      const FitVoter voter = fit_explanation_voter (explanation, v, &skipped);

      fit_json_set_text (object, "priority", voter.name);
      fit_json_set_text (object, "by", fit_voter_type_name (voter.type));
      fit_json_set_boolean (object, "skipped", skipped);
      fit_json_set_integer (object, "score", voter.scores[feasible]);
      fit_json_set_integer (object, "weight", voter.weight);
      fit_json_set_integer (object, "points",
                            fit_evaluation_points (evaluation, v, feasible));
    }
  return array;
}

/* -- the decision ---------------------------------------------------------- */

/* Returns: (transfer full) (nullable): NULL if nothing was scored */
static FitJson *
decision_json (const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const gboolean leads = explanation->runner_up >= 0;
  const gboolean decided = leads && explanation->deciding >= 0;
  const guint deciding = (guint) explanation->deciding;
  const guint runner_up = (guint) explanation->runner_up;
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();
  FitJson *object;

  if (evaluation->chosen < 0 || evaluation->totals == NULL)
    return NULL;
  for (guint i = 0; i < evaluation->n_best; i++)
    g_ptr_array_add (
        tied, (gpointer) evaluation->feasible[evaluation->best[i]]->name);
  object = fit_json_object ();
  fit_json_set_texts (object, "tied", tied);
  fit_json_set_text (object, "tieBreak",
                     explanation->random_ties ? "random" : "round-robin");
  fit_json_set_integer (object, "turn", explanation->turn + 1);
  fit_json_set_text (object, "runnerUp",
                     leads ? evaluation->feasible[runner_up]->name : NULL);
  fit_json_set_number (object, "margin", leads, explanation->margin);
  fit_json_set_text (
      object, "decidingPriority",
      decided ? fit_explanation_voter (explanation, deciding, NULL).name
              : NULL);
  fit_json_set_number (
      object, "decidingDifference", decided,
      decided ? fit_evaluation_points (evaluation, deciding,
                                       (guint) evaluation->chosen)
                    - fit_evaluation_points (evaluation, deciding, runner_up)
              : 0);
  return object;
}

/* -- pods ------------------------------------------------------------------ */

/* The plugin that rejected the pod as a whole.  Returns: (transfer full)
 * (nullable) */
static FitJson *
pre_filter_json (const FitExplanation *explanation)
{
  const FitExplainedProfile *profile = explanation->profile;
  FitJson *object;

  if (profile == NULL || !fit_explanation_turned_away (explanation)
      || profile->pre.reject == NULL)
    return NULL;
  object = fit_json_object ();
  set_failure (object, explanation, profile->pre.rejected_by,
               profile->pre.reject->items, profile->pre.reject->n);
  return object;
}

FitJson *
fit_explanation_short_json (const FitExplanation *explanation,
                            const FitNamePatterns *filter)
{
  const FitObjectMeta *meta = &explanation->pod->meta;
  const FitExplainedProfile *profile = explanation->profile;
  g_autoptr (GPtrArray) errors = g_ptr_array_new_with_free_func (g_free);
  const gboolean same = explanation->same_as != NULL;
  FitJson *object = fit_json_object ();
  const FitEvaluation *evaluation;
  const char *node;
  const GError *error;
  gboolean failed, scored;

  fit_explanation_extender_errors (explanation, errors);
  fit_json_set_text (object, "namespace", meta->namespace_);
  fit_json_set_text (object, "name", meta->name);
  fit_json_set_text (object, "release", explanation->release);
  fit_json_set_text (
      object, "profile",
      profile != NULL ? profile->algorithm->profile->scheduler_name : NULL);
  fit_json_set_text (object, "mode", modes[explanation->mode]);
  fit_json_set_integer (object, "podsAhead", explanation->n_ahead);
  fit_json_set_integer (object, "podsAheadWithErrors",
                        explanation->n_ahead_errors);
  fit_json_set_text (object, "currentNode", explanation->current_node);
  /* The same numbers as in 'fitsched simulate'. */
  evaluation = explanation->evaluation;
  node = fit_explanation_node (explanation);
  error = fit_explanation_error (explanation);
  failed = evaluation->error != NULL || explanation->assume_error != NULL;
  scored = node != NULL && evaluation->totals != NULL;
  fit_json_set_text (object, "node", node);
  fit_json_set_number (object, "score", scored,
                       scored ? evaluation->totals[evaluation->chosen] : 0);
  fit_json_set_integer (object, "evaluatedNodes",
                        failed ? 0 : evaluation->evaluated);
  fit_json_set_integer (object, "feasibleNodes",
                        failed ? 0 : evaluation->n_feasible);
  fit_json_set_text (object, "outcome",
                     explanation->foreign == NULL
                         ? fit_outcome_name (fit_outcome (node, error))
                         : NULL);
  fit_json_set_text (object, "errorCode",
                     error != NULL ? fit_error_code_name (error) : NULL);
  fit_json_set_text (object, "message", fit_explanation_message (explanation));
  if (explanation->asked != NULL)
    {
      FitJson *asked = fit_json_object ();

      fit_json_set_text (asked, "node", explanation->asked);
      fit_json_set_texts (asked, "lines", explanation->asked_lines);
      fit_json_set (object, "asked", asked);
    }
  if (same)
    fit_json_set_text (object, "sameAs", explanation->same_as);
  fit_json_set (object, "preFilter",
                same ? NULL : pre_filter_json (explanation));
  fit_json_set_boolean (object, "allPredicates", explanation->all_failures);
  fit_json_set (object, "decision", decision_json (explanation));
  fit_json_set (object, "preemption",
                same ? NULL : preemption_json (explanation, filter));
  fit_json_set_texts (object, "extenderErrors", errors);
  fit_json_set (object, "remedies", fit_remedies_json (explanation->remedies));
  fit_json_set (object, "scattered",
                fit_scattered_json (explanation->remedies));
  return object;
}

FitJson *
fit_explanation_json (const FitExplanation *explanation,
                      const FitNamePatterns *filter)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitJson *object = fit_explanation_short_json (explanation, filter);
  FitJson *nodes = fit_json_array ();

  for (guint i = 0; explanation->same_as == NULL && i < evaluation->n_verdicts;
       i++)
    if (fit_name_patterns_match_any (filter,
                                     evaluation->verdicts[i].node->name))
      {
        const FitNodeVerdict *verdict = &evaluation->verdicts[i];
        const gint64 *totals = explanation->evaluation->totals;
        const gboolean excluded = fit_explained_profile_excludes (
            explanation->profile, verdict->node);
        const gint feasible = fit_explanation_feasible (explanation, verdict);
        const gboolean scored = feasible >= 0 && totals != NULL;
        FitJson *entry = fit_json_append (nodes);
        FitJson *rejections = fit_json_array ();

        /* Rejections by plugins of the embedding program, PreFilter plugins and
         * extenders. */
        if (!verdict->fits || fit_explanation_stopped (explanation, verdict))
          fit_explanation_bars (explanation, verdict, add_rejection,
                                rejections);
        fit_json_set_text (entry, "name", verdict->node->name);
        fit_json_set_boolean (entry, "examined",
                              verdict->examined && !excluded);
        fit_json_set_boolean (entry, "excluded", excluded);
        fit_json_set_boolean (
            entry, "fits",
            verdict->fits && !fit_explanation_stopped (explanation, verdict));
        fit_json_set_text (entry, "error", excluded ? NULL : verdict->error);
        fit_json_set (entry, "failures", failures_json (explanation, verdict));
        fit_json_set (entry, "rejections", rejections);
        fit_json_set (entry, "scores",
                      scored ? scores_json (explanation, (guint) feasible)
                             : NULL);
        fit_json_set_number (entry, "total", scored,
                             scored ? totals[feasible] : 0);
      }
  fit_json_set (object, "nodes", nodes);
  return object;
}

/* -- the document ---------------------------------------------------------- */

void
fit_explanations_set_json (FitJson *document, const GPtrArray *explanations,
                           const FitNamePatterns *filter,
                           const GPtrArray *notes)
{
  FitJson *items = fit_json_array ();

  for (guint i = 0; i < explanations->len; i++)
    fit_json_add (items, fit_explanation_json (explanations->pdata[i], filter));
  fit_json_set (document, "items", items);
  fit_json_set_texts (document, "notes", notes);
}

FitTable *
fit_explanations_names (const GPtrArray *explanations)
{
  static const FitColumn columns[] = {
    { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
    { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  };
  FitTable *table = FIT_TABLE_NEW (columns);

  FIT_EACH (const FitExplanation, explanation, explanations)
    {
      g_autofree char *pod = fit_pod_full_name (explanation->pod);

      FIT_TABLE_ADD (table, fit_cell_text (pod),
                     fit_cell_text (fit_explanation_node (explanation)));
    }
  return table;
}
