/* explanation-data.c - explanations as JSON */
#include "explain/victims.h"
#include "core/extenders.h"
#include "core/outcome.h"

#include <json-c/json.h>

enum
{
  REASON_CODE,
  REASON_MESSAGE,
  REASON_RESOURCE,
  REASON_REQUESTED,
  REASON_USED,
  REASON_CAPACITY,
  REASON_DETAIL,
  REASON_DETAILS,
  REASON_REMEDY,
};

static const FitColumn reason_columns[] = {
  [REASON_CODE] = { "code", NULL, FIT_CELL_TEXT, 0 },
  [REASON_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [REASON_RESOURCE] = { "resource", NULL, FIT_CELL_TEXT, 0 },
  [REASON_REQUESTED] = { "requested", NULL, FIT_CELL_INTEGER, 0 },
  [REASON_USED] = { "used", NULL, FIT_CELL_INTEGER, 0 },
  [REASON_CAPACITY] = { "capacity", NULL, FIT_CELL_INTEGER, 0 },
  [REASON_DETAIL] = { "detail", NULL, FIT_CELL_TEXT, 0 },
  [REASON_DETAILS] = { "details", NULL, FIT_CELL_JSON, 0 },
  [REASON_REMEDY] = { "remedy", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  FAILURE_PREDICATE,
  FAILURE_CODE,
  FAILURE_REASONS,
};

static const FitColumn failure_columns[] = {
  [FAILURE_PREDICATE] = { "predicate", NULL, FIT_CELL_TEXT, 0 },
  [FAILURE_CODE] = { "code", NULL, FIT_CELL_TEXT, 0 },
  [FAILURE_REASONS] = { "reasons", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  REJECTION_BY,
  REJECTION_NAME,
  REJECTION_CODE,
  REJECTION_MESSAGE,
};

static const FitColumn rejection_columns[] = {
  [REJECTION_BY] = { "by", NULL, FIT_CELL_TEXT, 0 },
  [REJECTION_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [REJECTION_CODE] = { "code", NULL, FIT_CELL_TEXT, 0 },
  [REJECTION_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  SCORE_PRIORITY,
  SCORE_BY,
  SCORE_SKIPPED,
  SCORE_SCORE,
  SCORE_WEIGHT,
  SCORE_POINTS,
};

static const FitColumn score_columns[] = {
  [SCORE_PRIORITY] = { "priority", NULL, FIT_CELL_TEXT, 0 },
  [SCORE_BY] = { "by", NULL, FIT_CELL_TEXT, 0 },
  [SCORE_SKIPPED] = { "skipped", NULL, FIT_CELL_BOOLEAN, 0 },
  [SCORE_SCORE] = { "score", NULL, FIT_CELL_INTEGER, 0 },
  [SCORE_WEIGHT] = { "weight", NULL, FIT_CELL_INTEGER, 0 },
  [SCORE_POINTS] = { "points", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  NODE_NAME,
  NODE_EXAMINED,
  NODE_EXCLUDED,
  NODE_FITS,
  NODE_ERROR,
  NODE_FAILURES,
  NODE_REJECTIONS,
  NODE_SCORES,
  NODE_TOTAL,
};

static const FitColumn node_columns[] = {
  [NODE_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [NODE_EXAMINED] = { "examined", NULL, FIT_CELL_BOOLEAN, 0 },
  [NODE_EXCLUDED] = { "excluded", NULL, FIT_CELL_BOOLEAN, 0 },
  [NODE_FITS] = { "fits", NULL, FIT_CELL_BOOLEAN, 0 },
  [NODE_ERROR] = { "error", NULL, FIT_CELL_TEXT, 0 },
  [NODE_FAILURES] = { "failures", NULL, FIT_CELL_TABLE, 0 },
  [NODE_REJECTIONS] = { "rejections", NULL, FIT_CELL_TABLE, 0 },
  [NODE_SCORES] = { "scores", NULL, FIT_CELL_TABLE, 0 },
  [NODE_TOTAL] = { "total", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  DECISION_TIED,
  DECISION_TIE_BREAK,
  DECISION_TURN,
  DECISION_RUNNER_UP,
  DECISION_MARGIN,
  DECISION_PRIORITY,
  DECISION_DIFFERENCE,
};

static const FitColumn decision_columns[] = {
  [DECISION_TIED] = { "tied", NULL, FIT_CELL_TEXTS, 0 },
  [DECISION_TIE_BREAK] = { "tieBreak", NULL, FIT_CELL_TEXT, 0 },
  [DECISION_TURN] = { "turn", NULL, FIT_CELL_INTEGER, 0 },
  [DECISION_RUNNER_UP] = { "runnerUp", NULL, FIT_CELL_TEXT, 0 },
  [DECISION_MARGIN] = { "margin", NULL, FIT_CELL_INTEGER, 0 },
  [DECISION_PRIORITY] = { "decidingPriority", NULL, FIT_CELL_TEXT, 0 },
  [DECISION_DIFFERENCE] = { "decidingDifference", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  ITEM_POD,
  ITEM_NAMESPACE,
  ITEM_NAME,
  ITEM_RELEASE,
  ITEM_PROFILE,
  ITEM_MODE,
  ITEM_AHEAD,
  ITEM_AHEAD_ERRORS,
  ITEM_CURRENT,
  ITEM_NODE,
  ITEM_SCORE,
  ITEM_EVALUATED,
  ITEM_FEASIBLE,
  ITEM_OUTCOME,
  ITEM_ERROR_CODE,
  ITEM_MESSAGE,
  ITEM_PRE_FILTER,
  ITEM_ALL,
  ITEM_DECISION,
  ITEM_PREEMPTION,
  ITEM_EXTENDER_ERRORS,
  ITEM_REMEDIES,
  ITEM_NODES,
};

static const FitColumn item_columns[] = {
  [ITEM_POD] = { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_RELEASE] = { "release", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_PROFILE] = { "profile", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_MODE] = { "mode", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_AHEAD] = { "podsAhead", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_CURRENT] = { "currentNode", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_NODE] = { "node", NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_SCORE] = { "score", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_EVALUATED] = { "evaluatedNodes", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_FEASIBLE] = { "feasibleNodes", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_AHEAD_ERRORS] = { "podsAheadWithErrors", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_OUTCOME] = { "outcome", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_ERROR_CODE] = { "errorCode", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [ITEM_PRE_FILTER] = { "preFilter", NULL, FIT_CELL_RECORD, 0 },
  [ITEM_ALL] = { "allPredicates", NULL, FIT_CELL_BOOLEAN, 0 },
  [ITEM_DECISION] = { "decision", NULL, FIT_CELL_RECORD, 0 },
  [ITEM_PREEMPTION] = { "preemption", NULL, FIT_CELL_RECORD, 0 },
  [ITEM_EXTENDER_ERRORS] = { "extenderErrors", NULL, FIT_CELL_TEXTS, 0 },
  [ITEM_REMEDIES] = { "remedies", NULL, FIT_CELL_TABLE, 0 },
  [ITEM_NODES] = { "nodes", NULL, FIT_CELL_TABLE, 0 },
};

static const char *const modes[] = {
  [FIT_EXPLAIN_IN_QUEUE] = "queue",    [FIT_EXPLAIN_ALONE] = "alone",
  [FIT_EXPLAIN_ASSIGNED] = "assigned", [FIT_EXPLAIN_FOREIGN] = "otherScheduler",
  [FIT_EXPLAIN_REFUSED] = "refused",
};

/* --- nodes --------------------------------------------------------------- */

/* Returns: (transfer full): an object with a field for each fact */
static char *
facts_as_json (const FitDetail *detail)
{
  FitJson *object = json_object_new_object ();
  char *text;

  for (guint i = 0; i < detail->facts->len; i++)
    {
      const FitFact *fact = &g_array_index (detail->facts, FitFact, i);

      json_object_object_add (object, fact->name,
                              fact->text != NULL
                                  ? json_object_new_string (fact->text)
                                  : json_object_new_int64 (fact->number));
    }
  text = g_strdup (json_object_to_json_string (object));
  json_object_put (object);
  return text;
}

static void
add_detail (FitTable *table, const FitDetail *detail)
{
  g_autofree char *facts = NULL;

  if (detail == NULL)
    return;
  fit_table_set_text (table, REASON_DETAIL, detail->text);
  fit_table_set_text (table, REASON_REMEDY, detail->remedy);
  if (detail->facts->len == 0)
    return;
  facts = facts_as_json (detail);
  fit_table_set_text (table, REASON_DETAILS, facts);
}

static void
add_reason (FitTable *table, const FitExplanation *explanation,
            const FitReason *reason)
{
  g_autofree char *text = fit_reason_format (reason);

  fit_table_add_row (table);
  fit_table_set_text (table, REASON_CODE, fit_reason_code_name (reason->code));
  fit_table_set_text (table, REASON_MESSAGE, text);
  add_detail (table, fit_explanation_detail (explanation, reason));
  if (reason->code != FIT_REASON_INSUFFICIENT_RESOURCE
      && reason->code != FIT_REASON_INSUFFICIENT_CAPACITY)
    return;
  fit_table_set_text (table, REASON_RESOURCE, reason->text);
  fit_table_set_integer (table, REASON_REQUESTED, reason->requested);
  fit_table_set_integer (table, REASON_USED, reason->used);
  fit_table_set_integer (table, REASON_CAPACITY, reason->capacity);
}

static FitTable *
reasons_table (const FitExplanation *explanation, const FitReason *reasons,
               guint n)
{
  FitTable *table = FIT_TABLE_NEW (reason_columns);

  for (guint i = 0; i < n; i++)
    add_reason (table, explanation, &reasons[i]);
  return table;
}

/* @predicate (nullable) */
static void
add_failure (FitTable *table, const FitExplanation *explanation,
             const FitPredicate *predicate, const FitReason *reasons, guint n)
{
  fit_table_add_row (table);
  if (predicate != NULL)
    fit_table_set_text (table, FAILURE_PREDICATE, predicate->name);
  if (explanation->profile != NULL)
    fit_table_set_text (table, FAILURE_CODE,
                        fit_status_code_name (fit_failure_code (reasons, n)));
  fit_table_set_table (table, FAILURE_REASONS,
                       reasons_table (explanation, reasons, n));
}

/* Nothing is known about a node that was excluded. */
static FitTable *
failures_table (const FitExplanation *explanation,
                const FitNodeVerdict *verdict)
{
  const FitExplainedProfile *profile = explanation->profile;
  FitTable *table = FIT_TABLE_NEW (failure_columns);

  if (fit_explained_profile_excludes (profile, verdict->node))
    return table;
  verdict = fit_explanation_failures (explanation, verdict);
  for (guint i = 0; i < verdict->n_failures; i++)
    {
      const FitFailure *failure = &verdict->failures[i];

      add_failure (table, explanation, failure->predicate,
                   &verdict->reasons.items[failure->first], failure->n);
    }
  return table;
}

static void
add_rejection (const FitBar *bar, gpointer table)
{
  if (bar->type == NULL)
    return;
  fit_table_add_row (table);
  fit_table_set_text (table, REJECTION_BY, bar->type);
  fit_table_set_text (table, REJECTION_NAME, bar->name);
  if (bar->code != FIT_STATUS_SUCCESS)
    fit_table_set_text (table, REJECTION_CODE,
                        fit_status_code_name (bar->code));
  fit_table_set_text (table, REJECTION_MESSAGE, bar->message);
}

/* Rejections by plugins of the embedding program, PreFilter plugins and
 * extenders. */
static FitTable *
rejections_table (const FitExplanation *explanation,
                  const FitNodeVerdict *verdict)
{
  FitTable *table = FIT_TABLE_NEW (rejection_columns);

  if (!verdict->fits || fit_explanation_stopped (explanation, verdict))
    fit_explanation_bars (explanation, verdict, add_rejection, table);
  return table;
}

static FitTable *
scores_table (const FitExplanation *explanation, guint feasible)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitTable *table = FIT_TABLE_NEW (score_columns);

  for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
    {
      gboolean skipped;
      const FitVoter voter = fit_explanation_voter (explanation, v, &skipped);

      fit_table_add_row (table);
      fit_table_set_text (table, SCORE_PRIORITY, voter.name);
      fit_table_set_text (table, SCORE_BY, fit_voter_type_name (voter.type));
      fit_table_set_boolean (table, SCORE_SKIPPED, skipped);
      fit_table_set_integer (table, SCORE_SCORE, voter.scores[feasible]);
      fit_table_set_integer (table, SCORE_WEIGHT, voter.weight);
      fit_table_set_integer (table, SCORE_POINTS,
                             fit_evaluation_points (evaluation, v, feasible));
    }
  return table;
}

static void
add_node (FitTable *table, const FitExplanation *explanation,
          const FitNodeVerdict *verdict)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const gboolean excluded
      = fit_explained_profile_excludes (explanation->profile, verdict->node);
  gint feasible = fit_explanation_feasible (explanation, verdict);

  fit_table_add_row (table);
  fit_table_set_text (table, NODE_NAME, verdict->node->name);
  fit_table_set_boolean (table, NODE_EXAMINED, verdict->examined && !excluded);
  fit_table_set_boolean (table, NODE_EXCLUDED, excluded);
  fit_table_set_boolean (
      table, NODE_FITS,
      verdict->fits && !fit_explanation_stopped (explanation, verdict));
  fit_table_set_text (table, NODE_ERROR, excluded ? NULL : verdict->error);
  fit_table_set_table (table, NODE_FAILURES,
                       failures_table (explanation, verdict));
  fit_table_set_table (table, NODE_REJECTIONS,
                       rejections_table (explanation, verdict));
  if (feasible < 0 || evaluation->totals == NULL)
    return;
  fit_table_set_table (table, NODE_SCORES,
                       scores_table (explanation, (guint) feasible));
  fit_table_set_integer (table, NODE_TOTAL, evaluation->totals[feasible]);
}

static FitTable *
nodes_table (const FitExplanation *explanation, const FitNodeFilter *filter)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitTable *table = FIT_TABLE_NEW (node_columns);

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (fit_node_filter_matches (filter, evaluation->verdicts[i].node->name))
      add_node (table, explanation, &evaluation->verdicts[i]);
  return table;
}

/* --- the decision -------------------------------------------------------- */

static void
add_lead (FitTable *table, const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  guint chosen = (guint) evaluation->chosen;
  guint runner_up = (guint) explanation->runner_up;
  guint deciding = (guint) explanation->deciding;

  if (explanation->runner_up < 0)
    return;
  fit_table_set_text (table, DECISION_RUNNER_UP,
                      evaluation->feasible[runner_up]->name);
  fit_table_set_integer (table, DECISION_MARGIN, explanation->margin);
  if (explanation->deciding < 0)
    return;
  fit_table_set_text (table, DECISION_PRIORITY,
                      fit_explanation_voter (explanation, deciding, NULL).name);
  fit_table_set_integer (
      table, DECISION_DIFFERENCE,
      fit_evaluation_points (evaluation, deciding, chosen)
          - fit_evaluation_points (evaluation, deciding, runner_up));
}

static FitTable *
decision_table (const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitTable *table = FIT_TABLE_NEW (decision_columns);
  g_autoptr (GPtrArray) tied = g_ptr_array_new ();

  for (guint i = 0; i < evaluation->n_best; i++)
    g_ptr_array_add (
        tied, (gpointer) evaluation->feasible[evaluation->best[i]]->name);
  fit_table_add_row (table);
  fit_table_set_texts (table, DECISION_TIED, tied);
  fit_table_set_text (table, DECISION_TIE_BREAK,
                      explanation->random_ties ? "random" : "round-robin");
  fit_table_set_integer (table, DECISION_TURN, explanation->turn + 1);
  add_lead (table, explanation);
  return table;
}

/* --- pods ---------------------------------------------------------------- */

/* The same numbers as in 'fitsched simulate'. */
static void
add_result (FitTable *table, const FitExplanation *explanation)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const char *node = fit_explanation_node (explanation);
  const GError *error = fit_explanation_error (explanation);
  gboolean failed = evaluation->error || explanation->assume_error;

  if (explanation->foreign == NULL)
    fit_table_set_text (table, ITEM_OUTCOME,
                        fit_outcome_name (fit_outcome (node, error)));
  if (error != NULL)
    fit_table_set_text (table, ITEM_ERROR_CODE, fit_error_code_name (error));

  fit_table_set_text (table, ITEM_NODE, node);
  if (node != NULL && evaluation->totals != NULL)
    fit_table_set_integer (table, ITEM_SCORE,
                           evaluation->totals[evaluation->chosen]);
  fit_table_set_integer (table, ITEM_EVALUATED,
                         failed ? 0 : evaluation->evaluated);
  fit_table_set_integer (table, ITEM_FEASIBLE,
                         failed ? 0 : evaluation->n_feasible);
  fit_table_set_text (table, ITEM_MESSAGE,
                      fit_explanation_message (explanation));
}

/* Adds the profile, and the plugin that rejected the pod as a whole. */
static void
add_profile (FitTable *table, const FitExplanation *explanation)
{
  const FitExplainedProfile *profile = explanation->profile;
  FitTable *failure;

  fit_table_set_text (table, ITEM_RELEASE, explanation->release);
  if (profile == NULL)
    return;
  fit_table_set_text (table, ITEM_PROFILE,
                      profile->algorithm->profile->scheduler_name);
  if (!fit_explanation_turned_away (explanation) || profile->pre.reject == NULL)
    return;
  failure = FIT_TABLE_NEW (failure_columns);
  add_failure (failure, explanation, profile->pre.rejected_by,
               profile->pre.reject->items, profile->pre.reject->n);
  fit_table_set_table (table, ITEM_PRE_FILTER, failure);
}

static void
add_item (FitTable *table, const FitExplanation *explanation,
          const FitNodeFilter *filter)
{
  const FitObjectMeta *meta = &explanation->pod->meta;
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autofree char *full = g_strconcat (meta->namespace_, "/", meta->name, NULL);
  g_autoptr (GPtrArray) errors = g_ptr_array_new_with_free_func (g_free);
  FitTable *preemption;

  fit_table_add_row (table);
  fit_table_set_text (table, ITEM_POD, full);
  fit_table_set_text (table, ITEM_NAMESPACE, meta->namespace_);
  fit_table_set_text (table, ITEM_NAME, meta->name);
  add_profile (table, explanation);
  fit_table_set_text (table, ITEM_MODE, modes[explanation->mode]);
  fit_table_set_integer (table, ITEM_AHEAD, explanation->n_ahead);
  fit_table_set_integer (table, ITEM_AHEAD_ERRORS, explanation->n_ahead_errors);
  fit_table_set_text (table, ITEM_CURRENT, explanation->current_node);
  add_result (table, explanation);
  fit_table_set_boolean (table, ITEM_ALL, explanation->all_failures);
  if (evaluation->chosen >= 0 && evaluation->totals != NULL)
    fit_table_set_table (table, ITEM_DECISION, decision_table (explanation));
  fit_explanation_extender_errors (explanation, errors);
  fit_table_set_texts (table, ITEM_EXTENDER_ERRORS, errors);
  preemption = fit_victims_record (explanation, filter);
  if (preemption != NULL)
    fit_table_set_table (table, ITEM_PREEMPTION, preemption);
  fit_table_set_table (table, ITEM_REMEDIES,
                       fit_remedies_table (explanation->remedies));
  fit_table_set_table (table, ITEM_NODES, nodes_table (explanation, filter));
}

/* --- the document ---------------------------------------------------------- */

enum
{
  MEMBER_ITEMS,
  MEMBER_NOTES,
};

static const FitColumn member_columns[] = {
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_NOTES] = { "notes", NULL, FIT_CELL_TEXTS, 0 },
};

FitTable *
fit_explanations_record (const GPtrArray *explanations,
                         const FitNodeFilter *filter, const GPtrArray *notes,
                         FitTable **out_items)
{
  FitTable *record = FIT_TABLE_NEW (member_columns);
  FitTable *items = FIT_TABLE_NEW (item_columns);

  for (guint i = 0; i < explanations->len; i++)
    add_item (items, explanations->pdata[i], filter);
  fit_table_add_row (record);
  fit_table_set_table (record, MEMBER_ITEMS, items);
  fit_table_set_texts (record, MEMBER_NOTES, notes);
  *out_items = items;
  return record;
}
