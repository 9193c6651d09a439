/* simulate-trace.c - 'fitsched simulate --trace': decisions as they are made
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "base/plain-text.h"
#include "cli/clock-text.h"
#include "cli/cmd-simulate.h"
#include "cli/console.h"
#include "cli/page-data.h"
#include "cli/simulate-run.h"
#include "cli/stream.h"
#include "cli/outcomes.h"
#include "report/use-columns.h"

static const FitColumn columns[] = {
  { NULL, "TIME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "DECISION", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "NODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "DETAILS", FIT_CELL_TEXT, 0 },
};

static const guint widths[G_N_ELEMENTS (columns)] = { 10, 30, 11, 20 };

typedef struct
{
  FitStream stream;
  FitPageData page;
  FitReport *report;       /* owned: its data is the head */
  FitJson *items;          /* (nullable) owned: the decisions, for a page */
  FitUseColumns *use;      /* (nullable) owned: likewise */
  const FitReplayRun *run; /* borrowed */
  gint64 start_ns;
  guint64 n_of[FIT_DECISION_LAST];
  guint64 n_preempted;
  GHashTable *numbers; /* owned: UID -> index in @errors, plus 1 */
  GPtrArray
      *errors; /* owned, of GError (nullable): of the last attempts of pods
                          that have failed */
  FitOutcomes tally;     /* of these pods, at the end */
  guint n_pending;       /* likewise: pods without a node */
  const FitTable *nodes; /* of the report: likewise */
  GError *problem;       /* (nullable) owned: the output cannot be written */
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
  fit_page_data_clear (&showing->page);
  g_clear_pointer (&showing->report, fit_report_free);
  g_clear_pointer (&showing->items, fit_json_free);
  g_clear_pointer (&showing->use, fit_use_columns_free);
  g_clear_pointer (&showing->numbers, g_hash_table_unref);
  g_clear_pointer (&showing->errors, g_ptr_array_unref);
  fit_outcomes_clear (&showing->tally);
  g_clear_error (&showing->problem);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Showing, showing_clear)

/* -- decisions ------------------------------------------------------------- */

/* Returns: (nullable) */
static const char *
node_of (const FitDecision *decision)
{
  const char *name = decision->node_name;

  return name != NULL && *name != '\0' ? name : NULL;
}

static FitJson *
victims_json (const FitNodeVictims *victims)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; victims != NULL && i < victims->n_victims; i++)
    {
      const FitObjectMeta *meta = &victims->victims[i]->meta;
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "namespace", meta->namespace_);
      fit_json_set_text (object, "name", meta->name);
    }
  return array;
}

static FitJson *
decision_json (const FitDecision *decision)
{
  const FitPod *pod = decision->pod;
  const gboolean tried = decision->type == FIT_DECISION_ASSUMED
                         || decision->type == FIT_DECISION_FAILED;
  g_autofree char *time = fit_clock_time (decision->time_ns);
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "time", time);
  fit_json_set_text (object, "namespace",
                     pod != NULL ? pod->meta.namespace_ : NULL);
  fit_json_set_text (object, "name", pod != NULL ? pod->meta.name : NULL);
  fit_json_set_text (object, "decision",
                     fit_decision_type_name (decision->type));
  fit_json_set_text (object, "node", node_of (decision));
  fit_json_set_number (object, "score", decision->scored, decision->score);
  fit_json_set_number (object, "evaluatedNodes", tried, decision->evaluated);
  fit_json_set_number (object, "feasibleNodes", tried, decision->feasible);
  fit_json_set_text (object, "reason", decision->reason);
  fit_json_set_text (object, "message", decision->message);
  fit_json_set (object, "victims", victims_json (decision->victims));
  fit_json_set_text (
      object, "errorCode",
      decision->error != NULL ? fit_error_code_name (decision->error) : NULL);
  return object;
}

/* The last attempt counts, even if the pod is gone. */
static void
note_last_error (Showing *showing, const FitDecision *decision)
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
  const FitPod *pod = decision->pod;
  g_autofree char *seconds = NULL, *full = NULL, *details = NULL;
  FitTable *row;

  showing->n_of[decision->type]++;
  note_last_error (showing, decision);
  if (decision->type == FIT_DECISION_NOMINATED)
    showing->n_preempted += decision->victims->n_victims;
  /* Moves between queues are only logged. */
  if (decision->type == FIT_DECISION_QUEUED
      || decision->type == FIT_DECISION_DROPPED || showing->problem != NULL)
    return;
  if (showing->items != NULL)
    {
      fit_json_add (showing->items, decision_json (decision));
      fit_use_columns_decide (showing->use,
                              fit_replay_cache (showing->run->replay), pod);
    }
  if (fit_output_prints_columns (showing->page.session->invocation))
    return;
  if (fit_stream_is_document (&showing->stream))
    {
      fit_stream_write_json (&showing->stream, decision_json (decision),
                             &showing->problem);
      return;
    }
  seconds = fit_clock_seconds (decision->time_ns - showing->start_ns);
  full = pod != NULL ? fit_pod_full_name (pod) : NULL;
  details = fit_decision_details (decision);
  row = FIT_TABLE_NEW (columns);
  FIT_TABLE_ADD (row, fit_cell_text (seconds), fit_cell_text (full),
                 fit_cell_text (fit_decision_type_name (decision->type)),
                 fit_cell_text (node_of (decision)), fit_cell_text (details));
  fit_stream_write (&showing->stream, row, &showing->problem);
}

static void
changed (gpointer data, FitKind kind, gconstpointer old_object,
         gconstpointer new_object)
{
  const Showing *showing = data;

  if (showing->use != NULL)
    fit_use_columns_change (showing->use,
                            fit_replay_cache (showing->run->replay), kind,
                            old_object, new_object);
}

/* If the output cannot be written, the rest need not be simulated. */
static gboolean
goes_on (gpointer data)
{
  const Showing *showing = data;

  return showing->problem == NULL;
}

/* -- beginning and end ----------------------------------------------------- */

static void
set_tail (const Showing *showing, const FitReplayRun *run, FitJson *tail)
{
  const FitExtenderTally *tally = &run->session->extenders.tally;
  g_autofree char *incomplete = fit_run_describe_stop (run);
  g_autofree char *start = fit_clock_time (showing->start_ns);
  g_autofree char *end = fit_clock_time (fit_replay_now (run->replay));
  FitJson *summary = fit_json_object ();

  fit_json_set_text (summary, "start", start);
  fit_json_set_text (summary, "end", end);
  fit_json_set_integer (summary, "bound",
                        (gint64) showing->n_of[FIT_DECISION_BOUND]);
  fit_json_set_integer (summary, "failed",
                        (gint64) showing->n_of[FIT_DECISION_FAILED]);
  fit_json_set_integer (summary, "preempted", (gint64) showing->n_preempted);
  fit_json_set_integer (summary, "pending", showing->n_pending);
  fit_json_set_integer (summary, "withErrors",
                        showing->tally.n_of[FIT_OUTCOME_ERROR]);
  fit_json_set_rows (summary, "errors",
                     fit_outcomes_errors_table (&showing->tally));
  fit_json_set (summary, "nodes", fit_table_to_json (showing->nodes));
  fit_json_set_text (summary, "incomplete", incomplete);
  fit_json_set (tail, "summary", summary);
  fit_extender_tally_set_json (&tally, 1, tail);
}

static const FitChartColumn before_and_after[] = { { "before", "at the start" },
                                                   { "after", "at the end" },
                                                   { NULL, NULL } };

static void
tell_end (const Showing *showing, const FitSession *session)
{
  const FitExtenderUse *extenders = &session->extenders;
  g_autofree char *left_out = fit_extender_use_text (&extenders, 1);
  const guint n_errors = showing->tally.n_of[FIT_OUTCOME_ERROR];
  FitReport *report = showing->report;
  GString *out;

  fit_report_gap (report);
  fit_outcomes_report_errors (&showing->tally, report);
  out = fit_report_lines (report);
  fit_plain_printf (
      out,
      "%" G_GUINT64_FORMAT " bound, %" G_GUINT64_FORMAT
      " failed, %" G_GUINT64_FORMAT " preempted; %u still pending",
      showing->n_of[FIT_DECISION_BOUND], showing->n_of[FIT_DECISION_FAILED],
      showing->n_preempted, showing->n_pending);
  if (n_errors > 0)
    g_string_append_printf (out, "; %u %s failed with errors", n_errors,
                            n_errors == 1 ? "pod" : "pods");
  g_string_append (out, "\n\n");
  fit_node_use_report (report, showing->nodes);
  if (left_out != NULL)
    g_string_append_printf (fit_report_lines (report), "\n%s", left_out);
  fit_output_add_charts (showing->page.cluster_json, before_and_after,
                         session->invocation, report);
}

/* Prints everything after the decisions. */
static FitExit
finish (Showing *showing, FitReplayRun *run, GError **error)
{
  FitReport *report = showing->report;
  const FitSession *session = run->session;
  const FitExtenderUse *extenders = &session->extenders;
  FitCache *cache = fit_replay_cache (run->replay);
  g_autofree char *incomplete = fit_run_describe_stop (run);
  g_autoptr (GPtrArray) pods = fit_replay_list (run->replay, FIT_KIND_POD);

  for (guint i = 0; i < showing->errors->len; i++)
    if (showing->errors->pdata[i] != NULL)
      fit_outcomes_add (&showing->tally, NULL, showing->errors->pdata[i]);
  showing->n_pending = fit_chosen_rules_count (&session->rules, pods);
  showing->nodes = fit_report_own (report, fit_node_use_table (cache));
  fit_page_data_end (&showing->page, cache);
  if (report->columns != NULL)
    {
      fit_json_set (report->columns, "items", fit_json_ref (showing->items));
      set_tail (showing, run, report->columns);
      fit_page_data_set_cluster (&showing->page, report->columns);
      fit_json_set (report->columns, "use",
                    fit_use_columns_json (showing->use));
    }
  if (!fit_output_print_columns (report, session->invocation, error))
    return FIT_EXIT_INTERNAL;
  if (!fit_output_prints_columns (session->invocation))
    {
      g_autoptr (FitJson) tail = fit_json_object ();
      g_autoptr (GString) text = g_string_new (NULL);

      set_tail (showing, run, tail);
      tell_end (showing, session);
      if (!fit_stream_is_document (&showing->stream) && incomplete == NULL)
        fit_report_render (report, text);
      if (!fit_stream_end (&showing->stream, tail, text->str, error))
        return FIT_EXIT_INTERNAL;
    }
  if (incomplete != NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE, "%s", incomplete);
      return FIT_EXIT_NO;
    }
  fit_extender_use_finish (extenders, error);
  return MAX (MAX (fit_outcomes_exit (&showing->tally),
                   fit_extender_use_exit (extenders)),
              showing->n_pending == 0 ? FIT_EXIT_YES : FIT_EXIT_NO);
}

FitExit
fit_simulate_trace (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const gboolean random = options->tie_break == FIT_TIE_BREAK_RANDOM;
  g_auto (Showing) showing = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  const FitReplayObserver observer = {
    .data = &showing, .decided = decided, .changed = changed, .goes_on = goes_on
  };
  FitJson *head;

  showing.numbers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  showing.errors = g_ptr_array_new_with_free_func (error_free);
  if (!fit_run_open (&run, session, &observer, error))
    return FIT_EXIT_INPUT;
  showing.start_ns = fit_replay_start (run.replay);
  showing.run = &run;
  showing.report = fit_output_report (session->invocation, "Replay");
  head = showing.report->data;
  fit_json_set_text (head, "tieBreak", random ? "random" : "round-robin");
  fit_json_set_number (head, "seed", random, options->seed);
  fit_page_data_start (&showing.page, session);
  if (showing.report->columns != NULL)
    {
      showing.items = fit_json_array ();
      showing.use = fit_use_columns_new (showing.page.cluster);
    }
  if (!fit_output_prints_columns (session->invocation)
      && !fit_stream_begin (
          &showing.stream,
          &(FitStreamStart){ head, columns, widths, G_N_ELEMENTS (columns) },
          options->output, error))
    return FIT_EXIT_INTERNAL;
  if (!fit_run_play (&run, error))
    {
      if (showing.stream.buffer != NULL)
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
