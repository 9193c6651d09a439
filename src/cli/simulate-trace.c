/* simulate-trace.c - 'fitsched simulate --trace': decisions as they are made */
#include "base/plain-text.h"
#include "cli/clock-text.h"
#include "cli/cmd-simulate.h"
#include "cli/console.h"
#include "cli/node-use.h"
#include "cli/simulate-run.h"
#include "cli/stream.h"
#include "cli/outcomes.h"

enum
{
  COLUMN_SECONDS,
  COLUMN_TIME,
  COLUMN_POD,
  COLUMN_NAMESPACE,
  COLUMN_NAME,
  COLUMN_DECISION,
  COLUMN_NODE,
  COLUMN_SCORE,
  COLUMN_EVALUATED,
  COLUMN_FEASIBLE,
  COLUMN_REASON,
  COLUMN_MESSAGE,
  COLUMN_VICTIMS,
  COLUMN_ERROR_CODE,
  COLUMN_DETAILS,
  N_COLUMNS,
};

static const FitColumn columns[] = {
  [COLUMN_SECONDS] = { NULL, "TIME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_TIME] = { "time", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_POD] = { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_DECISION]
  = { "decision", "DECISION", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_NODE] = { "node", "NODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_SCORE] = { "score", NULL, FIT_CELL_INTEGER, 0 },
  [COLUMN_EVALUATED] = { "evaluatedNodes", NULL, FIT_CELL_INTEGER, 0 },
  [COLUMN_FEASIBLE] = { "feasibleNodes", NULL, FIT_CELL_INTEGER, 0 },
  [COLUMN_REASON] = { "reason", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_VICTIMS] = { "victims", NULL, FIT_CELL_TABLE, 0 },
  [COLUMN_ERROR_CODE] = { "errorCode", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_DETAILS] = { NULL, "DETAILS", FIT_CELL_TEXT, 0 },
};

static const guint widths[N_COLUMNS] = {
  [COLUMN_SECONDS] = 10,
  [COLUMN_POD] = 30,
  [COLUMN_DECISION] = 11,
  [COLUMN_NODE] = 20,
};

enum
{
  VICTIM_NAMESPACE,
  VICTIM_NAME,
};

static const FitColumn victim_columns[] = {
  [VICTIM_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [VICTIM_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  HEAD_TIE_BREAK,
  HEAD_SEED,
};

static const FitColumn head_columns[] = {
  [HEAD_TIE_BREAK] = { "tieBreak", NULL, FIT_CELL_TEXT, 0 },
  [HEAD_SEED] = { "seed", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  SUMMARY_START,
  SUMMARY_END,
  SUMMARY_BOUND,
  SUMMARY_FAILED,
  SUMMARY_PREEMPTED,
  SUMMARY_PENDING,
  SUMMARY_WITH_ERRORS,
  SUMMARY_ERRORS,
  SUMMARY_NODES,
  SUMMARY_INCOMPLETE,
};

static const FitColumn summary_columns[] = {
  [SUMMARY_START] = { "start", NULL, FIT_CELL_TEXT, 0 },
  [SUMMARY_END] = { "end", NULL, FIT_CELL_TEXT, 0 },
  [SUMMARY_BOUND] = { "bound", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_FAILED] = { "failed", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_PREEMPTED] = { "preempted", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_PENDING] = { "pending", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_WITH_ERRORS] = { "withErrors", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_ERRORS] = { "errors", NULL, FIT_CELL_TABLE, 0 },
  [SUMMARY_NODES] = { "nodes", NULL, FIT_CELL_TABLE, 0 },
  [SUMMARY_INCOMPLETE] = { "incomplete", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  TAIL_SUMMARY,
  TAIL_EXTENDERS,
};

static const FitColumn tail_columns[] = {
  [TAIL_SUMMARY] = { "summary", NULL, FIT_CELL_RECORD, 0 },
  /* last, because it is omitted if the rules have none */
  [TAIL_EXTENDERS] = { "extenders", NULL, FIT_CELL_TABLE, 0 },
};

typedef struct
{
  FitStream stream;
  gint64 start_ns;
  guint64 n_of[FIT_DECISION_LAST];
  guint64 n_preempted;
  GHashTable *numbers; /* owned: UID -> index in @errors, plus 1 */
  GPtrArray
      *errors; /* owned, of GError (nullable): of the last attempts of pods
                          that have failed */
  FitOutcomes tally; /* of these pods, at the end */
  GError *problem;   /* (nullable) owned: the output cannot be written */
} Showing;

static void
error_free (gpointer data)
{
  g_clear_error ((GError **) &data);
}

static void
showing_clear (Showing *showing)
{
  fit_stream_clear (&showing->stream);
  g_clear_pointer (&showing->numbers, g_hash_table_unref);
  g_clear_pointer (&showing->errors, g_ptr_array_unref);
  fit_outcomes_clear (&showing->tally);
  g_clear_error (&showing->problem);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Showing, showing_clear)

/* --- decisions ----------------------------------------------------------- */

static FitTable *
victims_table (const FitNodeVictims *victims)
{
  FitTable *table = FIT_TABLE_NEW (victim_columns);

  for (guint i = 0; victims != NULL && i < victims->n_victims; i++)
    {
      fit_table_add_row (table);
      fit_table_set_text (table, VICTIM_NAMESPACE,
                          victims->victims[i]->meta.namespace_);
      fit_table_set_text (table, VICTIM_NAME, victims->victims[i]->meta.name);
    }
  return table;
}

static void
set_pod (FitTable *row, const FitPod *pod)
{
  g_autofree char *full = NULL;

  if (pod == NULL)
    return;
  full = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);
  fit_table_set_text (row, COLUMN_POD, full);
  fit_table_set_text (row, COLUMN_NAMESPACE, pod->meta.namespace_);
  fit_table_set_text (row, COLUMN_NAME, pod->meta.name);
}

static void
set_details (FitTable *row, const FitDecision *decision)
{
  g_autofree char *details = fit_decision_details (decision);

  if (decision->scored)
    fit_table_set_integer (row, COLUMN_SCORE, decision->score);
  if (decision->type == FIT_DECISION_ASSUMED
      || decision->type == FIT_DECISION_FAILED)
    {
      fit_table_set_integer (row, COLUMN_EVALUATED, decision->evaluated);
      fit_table_set_integer (row, COLUMN_FEASIBLE, decision->feasible);
    }
  if (decision->error != NULL)
    fit_table_set_text (row, COLUMN_ERROR_CODE,
                        fit_error_code_name (decision->error));
  fit_table_set_text (row, COLUMN_REASON, decision->reason);
  fit_table_set_text (row, COLUMN_MESSAGE, decision->message);
  fit_table_set_table (row, COLUMN_VICTIMS, victims_table (decision->victims));
  fit_table_set_text (row, COLUMN_DETAILS, details);
}

/* Moves between queues are only logged. */
static gboolean
is_shown (FitDecisionType type)
{
  return type != FIT_DECISION_QUEUED && type != FIT_DECISION_DROPPED;
}

/* The last attempt counts, even if the pod is gone. */
static void
note_error (Showing *showing, const FitDecision *decision)
{
  const char *uid = decision->pod != NULL ? decision->pod->meta.uid : "";
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (showing->numbers, uid));

  if (decision->type != FIT_DECISION_FAILED
      && decision->type != FIT_DECISION_ASSUMED && decision->error == NULL)
    return;
  if (number > 0)
    g_clear_error ((GError **) &showing->errors->pdata[number - 1]);
  if (decision->error == NULL)
    return;
  if (number == 0)
    {
      g_ptr_array_add (showing->errors, NULL);
      number = showing->errors->len;
      g_hash_table_insert (showing->numbers, g_strdup (uid),
                           GUINT_TO_POINTER (number));
    }
  showing->errors->pdata[number - 1] = g_error_copy (decision->error);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  Showing *showing = data;
  g_autofree char *seconds = NULL, *time = NULL;
  FitTable *row;

  showing->n_of[decision->type]++;
  note_error (showing, decision);
  if (decision->type == FIT_DECISION_NOMINATED)
    showing->n_preempted += decision->victims->n_victims;
  if (!is_shown (decision->type) || showing->problem != NULL)
    return;
  seconds = fit_clock_seconds (decision->time_ns - showing->start_ns);
  time = fit_clock_time (decision->time_ns);
  row = fit_stream_row (&showing->stream);
  fit_table_set_text (row, COLUMN_SECONDS, seconds);
  fit_table_set_text (row, COLUMN_TIME, time);
  set_pod (row, decision->pod);
  fit_table_set_text (row, COLUMN_DECISION,
                      fit_decision_type_name (decision->type));
  if (decision->node_name != NULL && *decision->node_name != '\0')
    fit_table_set_text (row, COLUMN_NODE, decision->node_name);
  set_details (row, decision);
  fit_stream_write (&showing->stream, row, &showing->problem);
}

/* If the output cannot be written, the rest need not be simulated. */
static gboolean
goes_on (gpointer data)
{
  const Showing *showing = data;

  return showing->problem == NULL;
}

/* --- beginning and end --------------------------------------------------- */

static gboolean
begin (Showing *showing, const FitOptions *options, GError **error)
{
  g_autoptr (FitTable) head = FIT_TABLE_NEW (head_columns);
  const gboolean random = options->tie_break == FIT_TIE_BREAK_RANDOM;

  fit_table_add_row (head);
  fit_table_set_text (head, HEAD_TIE_BREAK, random ? "random" : "round-robin");
  if (random)
    fit_table_set_integer (head, HEAD_SEED, options->seed);
  return fit_stream_begin (
      &showing->stream,
      &(FitStreamStart){ "Replay", head, columns, widths, N_COLUMNS },
      options->output, error);
}

static guint
count_pending (const FitReplay *replay, const FitChosenRules *rules)
{
  g_autoptr (GPtrArray) pods = fit_replay_list (replay, FIT_KIND_POD);
  guint n = 0;

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      n += *pod->node_name == '\0' && !fit_pod_terminal (pod)
           && fit_chosen_rules_take (rules, pod);
    }
  return n;
}

/* @nodes (transfer full) */
static FitTable *
tail_record (const Showing *showing, const FitReplayRun *run, guint n_pending,
             FitTable *nodes)
{
  const FitReplay *replay = run->replay;
  const FitExtenderTally *tally = &run->session->extenders.tally;
  FitTable *extenders = fit_extender_tally_table (&tally, 1);
  g_autofree char *incomplete = fit_run_describe_stop (run);
  g_autofree char *start = fit_clock_time (showing->start_ns);
  g_autofree char *end = fit_clock_time (fit_replay_now (replay));
  FitTable *summary = FIT_TABLE_NEW (summary_columns),
           *tail
           = fit_table_new (tail_columns, G_N_ELEMENTS (tail_columns)
                                              - (extenders != NULL ? 0 : 1));

  fit_table_add_row (summary);
  fit_table_set_text (summary, SUMMARY_START, start);
  fit_table_set_text (summary, SUMMARY_END, end);
  fit_table_set_integer (summary, SUMMARY_BOUND,
                         (gint64) showing->n_of[FIT_DECISION_BOUND]);
  fit_table_set_integer (summary, SUMMARY_FAILED,
                         (gint64) showing->n_of[FIT_DECISION_FAILED]);
  fit_table_set_integer (summary, SUMMARY_PREEMPTED,
                         (gint64) showing->n_preempted);
  fit_table_set_integer (summary, SUMMARY_PENDING, n_pending);
  fit_table_set_integer (summary, SUMMARY_WITH_ERRORS,
                         showing->tally.n_of[FIT_OUTCOME_ERROR]);
  fit_table_set_table (summary, SUMMARY_ERRORS,
                       fit_outcomes_errors_table (&showing->tally));
  fit_table_set_table (summary, SUMMARY_NODES, nodes);
  fit_table_set_text (summary, SUMMARY_INCOMPLETE, incomplete);
  fit_table_add_row (tail);
  fit_table_set_table (tail, TAIL_SUMMARY, summary);
  if (extenders != NULL)
    fit_table_set_table (tail, TAIL_EXTENDERS, extenders);
  return tail;
}

static char *
tail_text (const Showing *showing, guint n_pending, const FitTable *nodes,
           const FitExtenderUse *extenders)
{
  g_autofree char *left_out = fit_extender_use_text (&extenders, 1);
  const FitTextStyle style
      = { .wide = showing->stream.format == FIT_FORMAT_WIDE,
          .width = fit_console_width () };
  const guint n_errors = showing->tally.n_of[FIT_OUTCOME_ERROR];
  GString *out = g_string_new ("\n");

  fit_outcomes_append_errors (&showing->tally, &style, out);
  fit_plain_printf (
      out,
      "%" G_GUINT64_FORMAT " bound, %" G_GUINT64_FORMAT
      " failed, %" G_GUINT64_FORMAT " preempted; %u still pending",
      showing->n_of[FIT_DECISION_BOUND], showing->n_of[FIT_DECISION_FAILED],
      showing->n_preempted, n_pending);
  if (n_errors > 0)
    g_string_append_printf (out, "; %u %s failed with errors", n_errors,
                            n_errors == 1 ? "pod" : "pods");
  g_string_append (out, "\n\n");
  fit_node_use_append_text (nodes, &style, out);
  if (left_out != NULL)
    g_string_append_printf (out, "\n%s", left_out);
  return g_string_free (out, FALSE);
}

static FitExit
finish (Showing *showing, FitReplayRun *run, GError **error)
{
  const guint n_pending = count_pending (run->replay, &run->session->rules);
  FitTable *nodes = fit_node_use_table (fit_replay_cache (run->replay));
  const FitExtenderUse *extenders = &run->session->extenders;
  g_autofree char *text = NULL;
  g_autoptr (FitTable) tail = NULL;
  g_autofree char *incomplete = fit_run_describe_stop (run);

  for (guint i = 0; i < showing->errors->len; i++)
    if (showing->errors->pdata[i] != NULL)
      fit_outcomes_add (&showing->tally, NULL, showing->errors->pdata[i]);
  text = tail_text (showing, n_pending, nodes, extenders);
  tail = tail_record (showing, run, n_pending, nodes);
  if (!fit_stream_end (&showing->stream, tail, incomplete ? NULL : text, error))
    return FIT_EXIT_INTERNAL;
  if (incomplete != NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE, "%s", incomplete);
      return FIT_EXIT_NO;
    }
  fit_extender_use_finish (extenders, error);
  return MAX (MAX (fit_outcomes_exit (&showing->tally),
                   fit_extender_use_exit (extenders)),
              n_pending == 0 ? FIT_EXIT_YES : FIT_EXIT_NO);
}

FitExit
fit_simulate_trace (FitSession *session, GError **error)
{
  g_auto (Showing) showing = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  const FitReplayObserver observer
      = { .data = &showing, .decided = decided, .goes_on = goes_on };

  showing.numbers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  showing.errors = g_ptr_array_new_with_free_func (error_free);
  if (!fit_run_open (&run, session, &observer, error))
    return FIT_EXIT_INPUT;
  showing.start_ns = fit_replay_start (run.replay);
  if (!begin (&showing, &session->invocation->options, error))
    return FIT_EXIT_INTERNAL;
  if (!fit_run_play (&run, error))
    {
      fit_stream_flush (&showing.stream, NULL);
      return FIT_EXIT_INPUT;
    }
  if (showing.problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&showing.problem));
      return FIT_EXIT_INTERNAL;
    }
  return finish (&showing, &run, error);
}
