/* simulate-compress.c - 'fitsched simulate --compress': which nodes could be
 * drained
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/bound-report.h"
#include "cli/cmd-simulate.h"
#include "cli/console.h"
#include "cli/page-data.h"
#include "cli/refusals.h"
#include "simulate/compress.h"

/* With more nodes than this, only -o wide lists those that stay. */
#define MOST_NODES_IN_TABLE 20

/* -- tables ---------------------------------------------------------------- */

static const FitColumn item_columns[] = {
  { "node", "DRAIN", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "PODS", FIT_CELL_INTEGER, 0 },
  { "otherPods", NULL, FIT_CELL_INTEGER, 0 },
  { "pods", NULL, FIT_CELL_JSON, 0 },
  { NULL, "MOVES TO", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static const FitColumn stay_columns[] = {
  { "node", "STAYS", FIT_CELL_TEXT, 0 },
  { "pod", NULL, FIT_CELL_JSON, 0 },
  { "reason", NULL, FIT_CELL_TEXT, 0 },
  { NULL, "BECAUSE", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static const FitColumn use_columns[] = {
  { NULL, "", FIT_CELL_TEXT, 0 },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "requestedMilliCpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  { "requestedMemoryBytes", "MEMORY", FIT_CELL_BYTES, 0 },
  { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
  { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
};

static void
add_drained (FitTable *items, const FitCompressNode *node)
{
  FitJson *pods = fit_json_array ();
  g_autoptr (GString) moves = g_string_new (NULL);

  for (guint i = 0; i < node->moved->len; i++)
    {
      const FitMovedPod *moved = &g_array_index (node->moved, FitMovedPod, i);
      const FitObjectMeta *meta = &moved->pod->meta;
      FitJson *pod = fit_json_append (pods);

      fit_json_set_text (pod, "namespace", meta->namespace_);
      fit_json_set_text (pod, "name", meta->name);
      fit_json_set_text (pod, "from", moved->from);
      fit_json_set_text (pod, "node", moved->node);
      /* A pod of another node that makes room. */
      g_string_append_printf (
          moves, "%s%s/%s: %s%s%s", i > 0 ? ", " : "", meta->namespace_,
          meta->name, moved->from != node->name ? moved->from : "",
          moved->from != node->name ? " to " : "", moved->node);
    }
  FIT_TABLE_ADD (items, fit_cell_text (node->name),
                 fit_cell_integer (node->moved->len),
                 fit_cell_integer (node->n_others), fit_cell_json (pods),
                 fit_cell_text (moves->len > 0 ? moves->str : NULL));
}

static void
add_staying (FitTable *stay, const FitCompressNode *node)
{
  const FitObjectMeta *meta = node->pod != NULL ? &node->pod->meta : NULL;
  g_autofree char *text = meta != NULL
                              ? g_strdup_printf ("%s/%s %s", meta->namespace_,
                                                 meta->name, node->reason)
                              : g_strconcat ("it ", node->reason, NULL);
  FitJson *pod = NULL;

  if (meta != NULL)
    {
      pod = fit_json_object ();
      fit_json_set_text (pod, "namespace", meta->namespace_);
      fit_json_set_text (pod, "name", meta->name);
    }
  FIT_TABLE_ADD (stay, fit_cell_text (node->name), fit_cell_json (pod),
                 fit_cell_text (node->reason), fit_cell_text (text));
}

static void
add_use (FitTable *table, const char *when, const FitCompressUse *use)
{
  FIT_TABLE_ADD (table, fit_cell_text (when), fit_cell_integer (use->nodes),
                 fit_cell_integer (use->pods),
                 fit_cell_integer (use->milli_cpu),
                 fit_cell_integer (use->allocatable_milli_cpu),
                 fit_cell_percent (use->milli_cpu, use->allocatable_milli_cpu),
                 fit_cell_integer (use->memory),
                 fit_cell_integer (use->allocatable_memory),
                 fit_cell_percent (use->memory, use->allocatable_memory));
}

/* -- showing --------------------------------------------------------------- */

static void
show (FitSession *session, const FitCompression *compression,
      const FitBound *bound, const FitPageData *page, GError **error)
{
  g_autoptr (FitReport) report = fit_session_report (session, "Compression");
  FitTable *items = FIT_REPORT_TABLE (report, item_columns);
  FitTable *stay = FIT_REPORT_TABLE (report, stay_columns);
  FitTable *use = FIT_REPORT_TABLE (report, use_columns);
  FitJson *data = report->data;
  const guint n_unplaced = compression->n_unplaced;

  for (guint i = 0; i < compression->n_nodes; i++)
    if (compression->nodes[i].drained)
      add_drained (items, &compression->nodes[i]);
    else
      add_staying (stay, &compression->nodes[i]);
  add_use (use, "before", &compression->before);
  add_use (use, "after", &compression->after);
  fit_json_set_integer (data, "drained", compression->n_drained);
  fit_json_set_integer (data, "moved", compression->n_moved);
  fit_json_set_integer (data, "unplacedPods", compression->n_unplaced);
  fit_report_set_rows (report, "items", items);
  fit_report_set_rows (report, "stay", stay);
  fit_json_set (data, "before", fit_table_row_to_json (use, 0));
  fit_json_set (data, "after", fit_table_row_to_json (use, 1));
  fit_json_set_texts (data, "notes", session->rules.notes);
  fit_json_set (data, "refused", fit_refusals_json (session->refused));
  fit_bound_set_json (bound, FIT_BOUND_DRAINED, compression->n_drained, data);
  report->names = items;
  fit_report_block (report, items);
  if (fit_report_long_table (report, stay, MOST_NODES_IN_TABLE,
                             "nodes stay; -o wide says why"))
    fit_report_gap (report);
  fit_refusals_report (session->refused, report);
  fit_report_begin_summary (report);
  fit_report_say (report, "%u of %u %s could be drained%s; %u %s move",
                  compression->n_drained, compression->n_nodes,
                  compression->n_nodes == 1 ? "node" : "nodes",
                  compression->n_drained > 1 ? ", in this order" : "",
                  compression->n_moved,
                  compression->n_moved == 1 ? "pod would" : "pods would");
  fit_bound_tell (bound, FIT_BOUND_DRAINED, compression->n_drained, report);
  if (n_unplaced > 0)
    fit_report_say (report, "%u pending %s not fit in any case", n_unplaced,
                    n_unplaced == 1 ? "pod does" : "pods do");
  fit_report_end_summary (report);
  fit_report_gap (report);
  fit_report_table (report, use);
  fit_session_print (session, report, page, error);
}

static void
show_progress (guint done, guint total, gpointer data)
{
  FitProgress *progress = data;

  if (progress->what == NULL)
    fit_progress_init (progress, "nodes tried", total);
  fit_progress_set (progress, done);
}

/* @compressed: with all pods where they are in the end.
 * Returns: (transfer full) (nullable) */
static FitBound *
find_bound (FitSession *session, FitSimulation *compressed, GError **error)
{
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, error);
  g_autoptr (GPtrArray) placed
      = fit_bound_placed_pods (fit_simulation_pending (compressed), compressed);

  return simulation != NULL ? fit_bound_drained (simulation, placed) : NULL;
}

FitExit
fit_simulate_compress (FitSession *session, GError **error)
{
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitCompression) compression = NULL;
  g_autoptr (FitBound) bound = NULL;
  g_auto (FitProgress) progress = { 0 };
  g_auto (FitPageData) page = { 0 };

  fit_page_data_start (&page, session);
  compression = fit_compress (fit_page_data_make, session->objects, &page,
                              show_progress, &progress, &simulation, error);
  fit_progress_clear (&progress);
  if (compression == NULL
      || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  if (session->invocation->options.bound)
    {
      bound = find_bound (session, simulation, error);
      if (bound == NULL
          || !fit_bound_check (bound, FIT_BOUND_DRAINED, compression->n_drained,
                               error))
        return FIT_EXIT_INPUT;
    }
  fit_page_data_end (&page, fit_simulation_cache (simulation));
  show (session, compression, bound, &page, error);
  return compression->n_drained > 0 ? FIT_EXIT_YES : FIT_EXIT_NO;
}
