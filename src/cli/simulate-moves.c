/* simulate-moves.c - 'fitsched simulate --moves N': which running pods to move so
 * that pending ones fit
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "cli/cmd-simulate.h"
#include "cli/page-data.h"
#include "cli/refusals.h"
#include "simulate/moves.h"

static const FitColumn columns[] = {
  { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { "node", "NODE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "moves", NULL, FIT_CELL_JSON, 0 },
  { NULL, "IF THESE MOVE", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static void
add_step (FitTable *table, const FitMoveStep *step)
{
  g_autofree char *full = fit_pod_full_name (step->pod);
  g_autoptr (GString) text = g_string_new (NULL);
  FitJson *moves = fit_json_array ();

  for (guint i = 0; i < step->moves->len; i++)
    {
      const FitPlannedMove *move
          = &g_array_index (step->moves, FitPlannedMove, i);
      FitJson *object = fit_json_append (moves);

      fit_json_set_text (object, "namespace", move->pod->meta.namespace_);
      fit_json_set_text (object, "name", move->pod->meta.name);
      fit_json_set_text (object, "from", move->from);
      fit_json_set_text (object, "to", move->to);
      g_string_append_printf (text, "%s%s/%s from %s to %s", i > 0 ? ", " : "",
                              move->pod->meta.namespace_, move->pod->meta.name,
                              move->from, move->to);
    }
  FIT_TABLE_ADD (
      table, fit_cell_text (full), fit_cell_text (step->pod->meta.namespace_),
      fit_cell_text (step->pod->meta.name), fit_cell_text (step->node),
      fit_cell_json (moves), fit_cell_text (text->len > 0 ? text->str : NULL));
}

static void
show (FitSession *session, const FitMovePlan *plan, const FitPageData *page,
      GError **error)
{
  g_autoptr (FitReport) report = fit_session_report (session, "Moves");
  FitTable *steps = FIT_REPORT_TABLE (report, columns);
  FitJson *data = report->data;
  GString *out;
  const guint n_left = plan->n_pending - plan->n_placed - plan->steps->len;

  for (guint i = 0; i < plan->steps->len; i++)
    add_step (steps, plan->steps->pdata[i]);
  fit_json_set_integer (data, "pending", plan->n_pending);
  fit_json_set_integer (data, "placed", plan->n_placed);
  fit_json_set_integer (data, "moves", plan->n_moves);
  fit_json_set_integer (data, "unplaced", n_left);
  fit_report_set_rows (report, "steps", steps);
  fit_json_set_texts (data, "notes", session->rules.notes);
  fit_json_set (data, "refused", fit_refusals_json (session->refused));
  report->names = steps;
  fit_report_block (report, steps);
  fit_refusals_report (session->refused, report);
  fit_report_begin_summary (report);
  out = fit_report_lines (report);
  g_string_append_printf (out, "%u pending %s: %u %s as it is", plan->n_pending,
                          plan->n_pending == 1 ? "pod" : "pods", plan->n_placed,
                          plan->n_placed == 1 ? "fits" : "fit");
  if (plan->steps->len > 0)
    g_string_append_printf (out, ", %u more with %u %s%s", plan->steps->len,
                            plan->n_moves,
                            plan->n_moves == 1 ? "move" : "moves",
                            plan->steps->len > 1 ? ", in this order" : "");
  if (n_left > 0)
    g_string_append_printf (out, "; for %u no moves were found", n_left);
  g_string_append_c (out, '\n');
  fit_report_end_summary (report);
  fit_session_print (session, report, page, error);
}

FitExit
fit_simulate_moves (FitSession *session, GError **error)
{
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitMovePlan) plan = NULL;
  g_auto (FitPageData) page = { 0 };

  fit_page_data_start (&page, session);
  plan = fit_move_plan_new (fit_page_data_make, session->objects, &page,
                            (guint) session->invocation->options.moves,
                            &simulation, error);
  if (plan == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  fit_page_data_end (&page, fit_simulation_cache (simulation));
  show (session, plan, &page, error);
  return plan->n_placed + plan->steps->len == plan->n_pending ? FIT_EXIT_YES
                                                              : FIT_EXIT_NO;
}
