/* cmd-simulate.c - 'fitsched simulate' */
#include "cli/console.h"
#include "cli/node-use.h"
#include "cli/session.h"

/* With more nodes than this the table of their use is left to -o wide. */
#define MOST_NODES_IN_TABLE 20

enum
{
  COLUMN_POD,
  COLUMN_NAMESPACE,
  COLUMN_NAME,
  COLUMN_PRIORITY,
  COLUMN_NODE,
  COLUMN_SCORE,
  COLUMN_EVALUATED,
  COLUMN_FEASIBLE,
  COLUMN_MESSAGE,
};

static const FitColumn item_columns[] = {
  [COLUMN_POD] = { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_PRIORITY] = { NULL, "PRIORITY", FIT_CELL_INTEGER, FIT_COLUMN_WIDE },
  [COLUMN_NODE] = { "node", "NODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [COLUMN_SCORE] = { "score", "SCORE", FIT_CELL_INTEGER, 0 },
  [COLUMN_EVALUATED] = { "evaluatedNodes", "EVALUATED", FIT_CELL_INTEGER, 0 },
  [COLUMN_FEASIBLE] = { "feasibleNodes", "FEASIBLE", FIT_CELL_INTEGER, 0 },
  [COLUMN_MESSAGE]
  = { "message", "MESSAGE", FIT_CELL_TEXT, FIT_COLUMN_BELOW | FIT_COLUMN_WRAP },
};

enum
{
  SUMMARY_PODS,
  SUMMARY_PLACED,
  SUMMARY_UNSCHEDULABLE,
  SUMMARY_NODES,
};

static const FitColumn summary_columns[] = {
  [SUMMARY_PODS] = { "pods", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_PLACED] = { "placed", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_UNSCHEDULABLE] = { "unschedulable", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_NODES] = { "nodes", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  MEMBER_TIE_BREAK,
  MEMBER_SEED,
  MEMBER_ITEMS,
  MEMBER_SUMMARY,
};

static const FitColumn member_columns[] = {
  [MEMBER_TIE_BREAK] = { "tieBreak", NULL, FIT_CELL_TEXT, 0 },
  [MEMBER_SEED] = { "seed", NULL, FIT_CELL_INTEGER, 0 },
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_SUMMARY] = { "summary", NULL, FIT_CELL_RECORD, 0 },
};

/* What the run has come to. */
typedef struct
{
  const FitOptions *options; /* borrowed */
  guint n_pods;
  guint n_placed;
  guint n_nodes;
  FitTable *record; /* owned; the tables below are in it */
  const FitTable *items;
  const FitTable *nodes;
} Results;

/* --- scheduling ---------------------------------------------------------- */

static void
add_item (FitTable *items, const FitPod *pod, const FitPlacement *placement)
{
  const FitScheduleResult *result = &placement->result;
  g_autofree char *full
      = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);

  fit_table_add_row (items);
  fit_table_set_text (items, COLUMN_POD, full);
  fit_table_set_text (items, COLUMN_NAMESPACE, pod->meta.namespace_);
  fit_table_set_text (items, COLUMN_NAME, pod->meta.name);
  fit_table_set_integer (items, COLUMN_PRIORITY, pod->spec->priority);
  fit_table_set_text (items, COLUMN_NODE,
                      result->node ? result->node->name : NULL);
  if (result->scored)
    fit_table_set_integer (items, COLUMN_SCORE, result->score);
  fit_table_set_integer (items, COLUMN_EVALUATED, result->evaluated);
  fit_table_set_integer (items, COLUMN_FEASIBLE, result->feasible);
  fit_table_set_text (items, COLUMN_MESSAGE,
                      placement->error ? placement->error : result->fit_error);
}

static FitTable *
schedule_all (FitSimulation *simulation, Results *results)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  FitTable *items = FIT_TABLE_NEW (item_columns);
  g_auto (FitProgress) progress;

  fit_progress_init (&progress, "pods scheduled", pending->len);
  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement;

      fit_simulation_schedule (simulation, pending->pdata[i], &placement);
      add_item (items, pending->pdata[i], &placement);
      results->n_placed += placement.result.node != NULL;
      fit_progress_set (&progress, i + 1);
    }
  results->n_pods = pending->len;
  return items;
}

/* @nodes (transfer full) */
static FitTable *
make_summary (const Results *results, FitTable *nodes)
{
  FitTable *summary = FIT_TABLE_NEW (summary_columns);

  fit_table_add_row (summary);
  fit_table_set_integer (summary, SUMMARY_PODS, results->n_pods);
  fit_table_set_integer (summary, SUMMARY_PLACED, results->n_placed);
  fit_table_set_integer (summary, SUMMARY_UNSCHEDULABLE,
                         results->n_pods - results->n_placed);
  fit_table_set_table (summary, SUMMARY_NODES, nodes);
  return summary;
}

static void
simulate (FitSimulation *simulation, const FitOptions *options,
          Results *results)
{
  FitTable *items = schedule_all (simulation, results);
  FitTable *nodes = fit_node_use_table (fit_simulation_cache (simulation));
  FitTable *record = FIT_TABLE_NEW (member_columns);

  fit_table_add_row (record);
  if (options->tie_break == FIT_TIE_BREAK_RANDOM)
    fit_table_set_integer (record, MEMBER_SEED, options->seed);
  fit_table_set_text (
      record, MEMBER_TIE_BREAK,
      options->tie_break == FIT_TIE_BREAK_RANDOM ? "random" : "round-robin");
  fit_table_set_table (record, MEMBER_ITEMS, items);
  fit_table_set_table (record, MEMBER_SUMMARY, make_summary (results, nodes));
  results->options = options;
  results->n_nodes = fit_table_n_rows (nodes);
  results->record = record;
  results->items = items;
  results->nodes = nodes;
}

/* --- showing ------------------------------------------------------------- */

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Results *results = data;

  if (results->n_pods > 0)
    {
      fit_table_append_text (results->items, style, out);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (
      out, "%u pending %s: %u placed, %u unschedulable\n", results->n_pods,
      results->n_pods == 1 ? "pod" : "pods", results->n_placed,
      results->n_pods - results->n_placed);
  if (results->options->tie_break == FIT_TIE_BREAK_RANDOM)
    g_string_append_printf (
        out, "ties were broken at random, seed %" G_GINT64_FORMAT "\n",
        results->options->seed);
  g_string_append_c (out, '\n');
  if (results->n_nodes == 0)
    g_string_append (out, "no nodes\n");
  else if (style->wide || results->n_nodes <= MOST_NODES_IN_TABLE)
    fit_table_append_text (results->nodes, style, out);
  else
    g_string_append_printf (out, "%u nodes; -o wide shows their use\n",
                            results->n_nodes);
}

FitExit
fit_cmd_simulate (const FitInvocation *invocation, GError **error)
{
  g_auto (FitSession) session = { 0 };
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitTable) record = NULL;
  Results results = { 0 };

  if (!fit_session_open (&session, invocation, error))
    return FIT_EXIT_INPUT;
  simulation = fit_session_simulate (&session, error);
  if (simulation == NULL)
    return FIT_EXIT_INPUT;
  fit_session_note_rules (simulation);
  simulate (simulation, &invocation->options, &results);
  record = results.record;
  fit_output_print (&(FitOutput){ "Simulation", record, results.items,
                                  append_text, &results },
                    invocation->options.output, error);
  return results.n_placed == results.n_pods ? FIT_EXIT_YES : FIT_EXIT_NO;
}
