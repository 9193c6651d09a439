/* cmd-simulate.c - 'fitsched simulate': places the pending pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd-simulate.h"

#include "api/texts.h"
#include "base/each.h"
#include "cli/bound-report.h"
#include "cli/other-releases.h"
#include "cli/output-file.h"
#include "cli/page-data.h"
#include "cli/pod-groups.h"
#include "cli/refusals.h"
#include "cli/simulate-items.h"
#include "cli/stop-reasons.h"
#include "cli/simulate-run.h"
#include "cli/verbs.h"

/* From this number on, similar pods without a node are summarised. */
#define MANY_ALIKE 5

/* With more rows of pods than this, reasons are summed up below them; at most so
 * many reasons. */
#define MANY_ROWS 100
#define MOST_REASONS 20

static const FitColumn item_columns[] = {
  { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { NULL, "PRIORITY", FIT_CELL_INTEGER, FIT_COLUMN_WIDE },
  { "node", "NODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "score", "SCORE", FIT_CELL_INTEGER, 0 },
  { "evaluatedNodes", "EVALUATED", FIT_CELL_INTEGER, 0 },
  { "feasibleNodes", "FEASIBLE", FIT_CELL_INTEGER, 0 },
  { "message", "MESSAGE", FIT_CELL_TEXT, FIT_COLUMN_BELOW | FIT_COLUMN_WRAP },
  { "attempts", NULL, FIT_CELL_INTEGER, 0 },
  { "nominatedNode", NULL, FIT_CELL_TEXT, 0 },
  { "victims", NULL, FIT_CELL_JSON, 0 },
  { "outcome", NULL, FIT_CELL_TEXT, 0 },
  { "errorCode", NULL, FIT_CELL_TEXT, 0 },
  /* last, because it is omitted without preemption */
  { NULL, "ROOM", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

/* The number of the last one. */
#define ROOM_COLUMN (G_N_ELEMENTS (item_columns) - 1)

static const FitColumn preempted_columns[] = {
  { NULL, "PREEMPTED", FIT_CELL_TEXT, 0 },
  { NULL, "NODE", FIT_CELL_TEXT, 0 },
  { NULL, "BY", FIT_CELL_TEXT, 0 },
};

/* The results of the run. */
typedef struct
{
  const FitSession *session; /* borrowed */
  const FitItems *items;     /* borrowed */
  FitBound *bound;           /* (nullable) owned */
  FitOutcomes tally;
  FitPodGroups *groups; /* owned: pods without a node, by reason */
  FitPodGroups *alike;  /* owned: likewise, without pods that have preempted
                           others */
  const FitTable *all;  /* of the report: all pods */
  const FitTable *few;  /* of the report: the pods that are not summarised */
  const FitTable *preempted; /* of the report */
  const FitTable *nodes;     /* of the report */
} Results;

static void
results_clear (Results *results)
{
  g_clear_pointer (&results->bound, fit_bound_free);
  fit_outcomes_clear (&results->tally);
  g_clear_pointer (&results->groups, fit_pod_groups_free);
  g_clear_pointer (&results->alike, fit_pod_groups_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)

/* -- tables ---------------------------------------------------------------- */

static FitJson *
victims_json (const FitItem *item)
{
  FitJson *array = fit_json_array ();

  FIT_EACH (const FitVictim, victim, item->victims)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "namespace", victim->namespace_);
      fit_json_set_text (object, "name", victim->name);
      fit_json_set_text (object, "node", victim->node);
    }
  return array;
}

static gboolean
has_made_room (const FitItem *item)
{
  return item->nominated != NULL || item->victims->len > 0;
}

static const char *
message_of (const FitItem *item)
{
  return item->message != NULL ? item->message : "";
}

/* @all: include pods with more details */
static FitPodGroups *
group_pods (const FitItems *items, gboolean all)
{
  FitPodGroups *groups = fit_pod_groups_new ();

  FIT_EACH (const FitItem, item, items->items)
    if (item->node == NULL && (all || !has_made_room (item)))
      fit_pod_groups_add (groups, item->pod, message_of (item));
  return groups;
}

/* @alike (nullable): leave out pods that are summarised there */
static FitTable *
items_table (const FitItems *items, const FitPodGroups *alike)
{
  const gboolean with_room = items->n_preempted > 0;
  FitTable *table = fit_table_new (item_columns, G_N_ELEMENTS (item_columns)
                                                     - (with_room ? 0 : 1));

  FIT_EACH (const FitItem, item, items->items)
    {
      const FitPod *pod = item->pod;
      const char *code
          = item->error != NULL ? fit_error_code_name (item->error) : NULL;
      g_autofree char *full = NULL;

      if (alike != NULL && item->node == NULL && !has_made_room (item)
          && fit_pod_groups_size (alike, message_of (item)) >= MANY_ALIKE)
        continue;
      full = fit_pod_full_name (pod);
      FIT_TABLE_ADD (
          table, fit_cell_text (full), fit_cell_text (pod->meta.namespace_),
          fit_cell_text (pod->meta.name),
          fit_cell_integer (pod->spec->priority), fit_cell_text (item->node),
          fit_cell_number (item->scored, item->score),
          fit_cell_integer (item->evaluated), fit_cell_integer (item->feasible),
          fit_cell_text (item->message), fit_cell_integer (item->attempts),
          fit_cell_text (item->nominated), fit_cell_json (victims_json (item)),
          fit_cell_text (
              fit_outcome_name (fit_outcome (item->node, item->error))),
          fit_cell_text (code));
      if (with_room && has_made_room (item))
        {
          GString *out = g_string_new (NULL);
          g_autofree char *room = NULL;

          if (item->nominated != NULL)
            g_string_append_printf (out, "nominated to %s; ", item->nominated);
          g_string_append (out, item->victims->len > 0 ? "preempted "
                                                       : "preempted no pods");
          for (guint j = 0; j < item->victims->len; j++)
            {
              const FitVictim *victim = item->victims->pdata[j];

              g_string_append_printf (out, "%s%s/%s", j > 0 ? ", " : "",
                                      victim->namespace_, victim->name);
            }
          room = g_string_free (out, FALSE);
          fit_table_set (table, ROOM_COLUMN, fit_cell_text (room));
        }
    }
  return table;
}

static FitTable *
preempted_table (const FitItems *items)
{
  FitTable *table = FIT_TABLE_NEW (preempted_columns);

  FIT_EACH (const FitItem, item, items->items)
    {
      g_autofree char *by = fit_pod_full_name (item->pod);

      FIT_EACH (const FitVictim, victim, item->victims)
        {
          g_autofree char *pod
              = g_strconcat (victim->namespace_, "/", victim->name, NULL);

          FIT_TABLE_ADD (table, fit_cell_text (pod),
                         fit_cell_text (victim->node), fit_cell_text (by));
        }
    }
  return table;
}

/* -- JSON ------------------------------------------------------------------ */

static void
set_data (const Results *results, FitReport *report)
{
  const FitSession *session = results->session;
  const FitOptions *options = &session->invocation->options;
  const gboolean random = options->tie_break == FIT_TIE_BREAK_RANDOM;
  const GArray *became = session->workloads->became;
  const guint *n_of = results->tally.n_of;
  FitJson *data = report->data;
  FitJson *summary = fit_json_object ();
  FitJson *workloads = fit_json_array ();

  fit_json_set_integer (summary, "pods", results->items->items->len);
  fit_json_set_integer (summary, "placed", n_of[FIT_OUTCOME_PLACED]);
  fit_json_set_integer (summary, "unschedulable",
                        n_of[FIT_OUTCOME_UNSCHEDULABLE]);
  fit_json_set_integer (summary, "withErrors", n_of[FIT_OUTCOME_ERROR]);
  fit_json_set_rows (summary, "errors",
                     fit_outcomes_errors_table (&results->tally));
  fit_json_set_integer (summary, "preempted", results->items->n_preempted);
  fit_json_set (summary, "reasons", fit_pod_groups_json (results->groups));
  fit_json_set (summary, "nodes", fit_table_to_json (results->nodes));
  fit_json_set_integer (summary, "refused", results->tally.n_refused);
  FIT_EACH_OF (const FitWorkloadPods, row, became)
    {
      FitJson *object = fit_json_append (workloads);

      fit_json_set_text (object, "kind", fit_controller_kind_name (row->kind));
      fit_json_set_text (object, "namespace", row->namespace_);
      fit_json_set_text (object, "name", row->name);
      fit_json_set_integer (object, "pods", row->n_pods);
    }
  fit_json_set_text (data, "tieBreak", random ? "random" : "round-robin");
  fit_json_set_number (data, "seed", random, options->seed);
  fit_report_set_rows (report, "items", results->all);
  fit_json_set (data, "summary", summary);
  fit_json_set (data, "workloads", workloads);
  fit_json_set_texts (data, "notes", session->rules.notes);
  fit_json_set (data, "refused", fit_refusals_json (session->refused));
  fit_bound_set_json (results->bound, FIT_BOUND_PLACED,
                      n_of[FIT_OUTCOME_PLACED], data);
}

/* -- showing --------------------------------------------------------------- */

/* Which reason stops how many pods, where the pods are too many to look at. */
static void
report_reasons (const FitPodGroups *groups, FitReport *report)
{
  g_autoptr (FitStopReasons) stops = fit_stop_reasons_new ();

  FIT_EACH (const FitPodGroup, group, groups->groups)
    {
      for (guint n = 0; n < group->names->len; n++)
        fit_stop_reasons_add (stops, g_strdup (group->names->pdata[n]),
                              group->message);
    }
  fit_report_say (report, "\nPods that each reason keeps off nodes ('fitsched "
                          "explain --all-pending' says more):");
  fit_report_table (report, fit_report_own (report, fit_stop_reasons_table (
                                                        stops, MOST_REASONS)));
}

/* The pods one by one, or summed up where a person would have to count them. */
static void
report_items (const Results *results, FitReport *report)
{
  const FitTable *items = report->style.wide ? results->all : results->few;
  const GPtrArray *groups = results->alike->groups;
  GString *out;
  gboolean any = FALSE;

  if (fit_report_is_long (report, fit_table_n_rows (items)))
    {
      fit_report_table (
          report,
          fit_report_own (report, fit_outcome_groups_table (results->items)));
      fit_report_say (report, "(-o wide lists the pods one by one)\n");
      return;
    }
  fit_report_block (report, items);
  if (report->style.wide)
    return;
  out = fit_report_lines (report);
  FIT_EACH (const FitPodGroup, group, groups)
    {
      if (group->names->len < MANY_ALIKE)
        continue;
      any = TRUE;
      fit_pod_group_append (group, FALSE, out);
    }
  if (any)
    g_string_append_c (out, '\n');
}

static void
tell_results (const Results *results, FitReport *report)
{
  const FitOptions *options = &results->session->invocation->options;
  const FitTable *items = report->style.wide ? results->all : results->few;
  const guint *n_of = results->tally.n_of;
  const guint n_pods = results->items->items->len;
  const guint n_preempted = results->items->n_preempted;
  const guint n_refused = results->tally.n_refused;
  GString *out;

  report_items (results, report);
  fit_report_block (report, results->preempted);
  fit_outcomes_report_errors (&results->tally, report);
  fit_refusals_report (results->session->refused, report);
  fit_report_begin_summary (report);
  out = fit_report_lines (report);
  g_string_append_printf (out, "%u pending %s: %u placed, %u unschedulable",
                          n_pods, n_pods == 1 ? "pod" : "pods",
                          n_of[FIT_OUTCOME_PLACED],
                          n_of[FIT_OUTCOME_UNSCHEDULABLE]);
  if (n_of[FIT_OUTCOME_ERROR] > 0)
    g_string_append_printf (out, ", %u failed with errors",
                            n_of[FIT_OUTCOME_ERROR]);
  if (n_preempted > 0)
    g_string_append_printf (out, "; %u %s preempted", n_preempted,
                            n_preempted == 1 ? "pod was" : "pods were");
  if (n_refused > 0)
    g_string_append_printf (out, "; %u %s refused by admission", n_refused,
                            n_refused == 1 ? "pod was" : "pods were");
  g_string_append_c (out, '\n');
  if (options->tie_break == FIT_TIE_BREAK_RANDOM)
    g_string_append_printf (
        out, "ties were broken at random, seed %" G_GINT64_FORMAT "\n",
        options->seed);
  fit_bound_tell (results->bound, FIT_BOUND_PLACED, n_of[FIT_OUTCOME_PLACED],
                  report);
  if (fit_table_n_rows (items) > MANY_ROWS && results->groups->n > 0)
    report_reasons (results->groups, report);
  fit_report_end_summary (report);
  fit_report_gap (report);
  fit_node_use_report (report, results->nodes);
}

static const FitChartColumn before_and_after[]
    = { { "before", "at the start" },
        { "after", "when all pods are scheduled" },
        { NULL, NULL } };

/* -- running --------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static FitBound *
find_bound (FitSession *session, const FitItems *items, GError **error)
{
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, error);
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();

  if (simulation == NULL)
    return NULL;
  FIT_EACH (const FitItem, item, items->items)
    {
      /* Nothing places pods with gates, or that are being deleted. */
      if (item->message == NULL && !fit_object_meta_deleting (&item->pod->meta))
        g_ptr_array_add (pods, (gpointer) item->pod);
    }
  return fit_bound_placed (simulation, pods,
                           !session->rules.disable_preemption);
}

static FitExit
simulate_all (FitSession *session, GError **error)
{
  g_auto (FitItems) items = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  g_auto (FitPageData) page = { 0 };
  g_auto (FitOtherReleases) others = { 0 };
  g_auto (Results) results = { .session = session, .items = &items };
  g_autoptr (FitReport) report = fit_session_report (session, "Simulation");
  FitReplayObserver observer;
  g_autofree char *stopped = NULL;

  fit_page_data_start (&page, session);
  fit_other_releases_run (&others, session);
  fit_items_init (&items, session->objects, &session->rules);
  observer = fit_items_observer (&items);
  if (session->invocation->options.bound)
    {
      results.bound = find_bound (session, &items, error);
      if (results.bound == NULL)
        return FIT_EXIT_INPUT;
    }
  if (!fit_run_open (&run, session, &observer, error)
      || !fit_run_play (&run, error))
    return FIT_EXIT_INPUT;
  fit_progress_clear (&items.progress);
  fit_items_end (&items);
  stopped = fit_run_describe_stop (&run);
  if (stopped != NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE, "%s", stopped);
      return FIT_EXIT_NO;
    }
  fit_other_releases_note (&others, items.items);
  fit_items_tally (&items, &results.tally);
  if (!fit_bound_check (results.bound, FIT_BOUND_PLACED,
                        results.tally.n_of[FIT_OUTCOME_PLACED], error))
    return FIT_EXIT_INPUT;
  results.tally.n_refused = fit_refusals_count (session->refused);
  results.groups = group_pods (&items, TRUE);
  results.alike = group_pods (&items, FALSE);
  results.all = fit_report_own (report, items_table (&items, NULL));
  results.few = fit_report_own (report, items_table (&items, results.alike));
  results.preempted = fit_report_own (report, preempted_table (&items));
  results.nodes = fit_report_own (
      report, fit_node_use_table (fit_replay_cache (run.replay)));
  fit_page_data_end (&page, fit_replay_cache (run.replay));
  if (!fit_page_data_ask (&page, &items, error))
    return FIT_EXIT_INPUT;
  report->names = results.all;
  if (fit_report_is_data (report))
    set_data (&results, report);
  if (report->columns != NULL)
    fit_page_data_set_json (&page, report->columns);
  if (fit_report_is_text (report))
    tell_results (&results, report);
  fit_session_print_with (session, report, page.cluster_json, before_and_after,
                          error);
  return MAX (fit_outcomes_exit (&results.tally),
              fit_extender_use_exit (&session->extenders));
}

/* The modes of simulate exclude each other, and each has its own options. */
static gboolean
check_options (const FitOptions *options, GError **error)
{
  const guint n_questions
      = (options->until_full != FALSE) + (options->nodes_needed != NULL)
        + (options->compress != FALSE) + (options->rollout != NULL)
        + (options->moves > 0) + (options->sweep != NULL);
  const char *problem = NULL;

  if (n_questions > 1)
    problem = "only one of --until-full, --nodes-needed, --compress, --moves, "
              "--rollout and --sweep can be used";
  else if (n_questions > 0
           && (options->trace != NULL || options->record != NULL
               || options->log != NULL))
    problem
        = "--until-full, --nodes-needed, --compress, --moves, --rollout and "
          "--sweep cannot be used with --trace, --record or --log";
  else if (options->bound
           && (options->trace != NULL || options->moves > 0
               || options->rollout != NULL || options->sweep != NULL))
    problem = "--bound cannot be used with --trace, --moves, --rollout or "
              "--sweep";
  else if (options->sweep == NULL
           && (options->directory != NULL || options->shard != NULL
               || options->merge != NULL))
    problem = "--directory, --shard and --merge need --sweep";
  else if (options->until_full && options->pods == NULL)
    problem = "--until-full needs --pods FILE";
  else if (options->replicas > 0 && options->nodes_needed == NULL
           && !options->until_full)
    problem = "--replicas needs --until-full or --nodes-needed";
  else if (options->replicas > 0 && options->pods == NULL)
    problem = "--replicas needs --pods FILE";
  else if (options->record != NULL
           && fit_output_file_is_stdout (options->record))
    problem = "--record needs a file: decisions go to standard output";
  if (problem == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
}

FitExit
fit_cmd_simulate (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (FitSession) session = { 0 };

  if (!check_options (options, error))
    return FIT_EXIT_INPUT;
  if (options->sweep != NULL)
    return fit_simulate_sweep (invocation, error);
  if (!fit_session_open (&session, invocation, error))
    return FIT_EXIT_INPUT;
  if (options->until_full)
    return fit_simulate_until_full (&session, error);
  if (options->nodes_needed != NULL)
    return fit_simulate_nodes_needed (&session, error);
  if (options->compress)
    return fit_simulate_compress (&session, error);
  if (options->moves > 0)
    return fit_simulate_moves (&session, error);
  if (options->rollout != NULL)
    return fit_simulate_rollout (&session, error);
  if (options->trace != NULL)
    return fit_simulate_trace (&session, error);
  return simulate_all (&session, error);
}
