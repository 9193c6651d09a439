/* simulate-capacity.c - 'fitsched simulate --until-full': how many more pods
 * fit
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "base/list-gap.h"
#include "cli/bound-report.h"
#include "cli/cmd-simulate.h"
#include "cli/page-data.h"
#include "cli/refusals.h"
#include "simulate/capacity.h"

/* With more nodes than this, only -o wide shows the table of nodes. */
#define MOST_NODES_IN_TABLE 20

/* -- tables ---------------------------------------------------------------- */

static const FitColumn template_columns[] = {
  { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { "placed", "COPIES", FIT_CELL_INTEGER, FIT_COLUMN_NAME },
  { "reason", "REASON", FIT_CELL_TEXT, FIT_COLUMN_BELOW | FIT_COLUMN_WRAP },
  { "refused", NULL, FIT_CELL_BOOLEAN, 0 },
};

static const FitColumn node_columns[] = {
  { "name", "NODE", FIT_CELL_TEXT, 0 },
  { "placed", "COPIES", FIT_CELL_INTEGER, 0 },
  { "copies", NULL, FIT_CELL_JSON, 0 },
  { NULL, "OF", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

/* -- showing --------------------------------------------------------------- */

static void
add_nodes (FitTable *table, const FitCapacity *capacity)
{
  for (guint n = 0; n < capacity->n_nodes; n++)
    {
      const FitCapacityNode *node = &capacity->nodes[n];
      FitJson *copies = fit_json_array ();
      g_autoptr (GString) which = g_string_new (NULL);

      for (guint i = 0; i < capacity->n_templates; i++)
        {
          const FitObjectMeta *meta = &capacity->templates[i].pod->meta;
          FitJson *object;

          if (node->placed[i] == 0)
            continue;
          object = fit_json_append (copies);
          fit_json_set_text (object, "namespace", meta->namespace_);
          fit_json_set_text (object, "name", meta->name);
          fit_json_set_integer (object, "placed", node->placed[i]);
          g_string_append_printf (which, "%s%s/%s (%u)",
                                  fit_list_gap (which, ", "), meta->namespace_,
                                  meta->name, node->placed[i]);
        }
      FIT_TABLE_ADD (table, fit_cell_text (node->name),
                     fit_cell_integer (node->total), fit_cell_json (copies),
                     fit_cell_text (which->len > 0 ? which->str : NULL));
    }
}

static guint
count_placed (const FitCapacity *capacity)
{
  guint n = 0;

  for (guint i = 0; i < capacity->n_templates; i++)
    n += capacity->templates[i].placed;
  return n;
}

static void
show_capacity (FitSession *session, const FitCapacity *capacity,
               const FitBound *bound, const FitPageData *page, GError **error)
{
  const gint64 replicas = session->invocation->options.replicas;
  const guint n_unplaced = capacity->n_unplaced;
  g_autoptr (FitReport) report = fit_session_report (session, "Capacity");
  FitTable *items = FIT_REPORT_TABLE (report, template_columns);
  FitTable *nodes = FIT_REPORT_TABLE (report, node_columns);
  FitJson *data = report->data;
  const guint n_placed = count_placed (capacity);

  for (guint i = 0; i < capacity->n_templates; i++)
    {
      const FitCapacityTemplate *template = &capacity->templates[i];
      g_autofree char *name = fit_pod_full_name (template->pod);

      FIT_TABLE_ADD (items, fit_cell_text (name),
                     fit_cell_text (template->pod->meta.namespace_),
                     fit_cell_text (template->pod->meta.name),
                     fit_cell_integer (template->placed),
                     fit_cell_text (template->reason),
                     fit_cell_boolean (template->refused));
    }
  add_nodes (nodes, capacity);
  fit_json_set_number (data, "replicas", replicas > 0, replicas);
  fit_json_set_integer (data, "placed", n_placed);
  fit_json_set_integer (data, "unplacedPods", n_unplaced);
  fit_report_set_rows (report, "items", items);
  fit_report_set_rows (report, "nodes", nodes);
  fit_json_set_texts (data, "notes", session->rules.notes);
  fit_json_set (data, "refused", fit_refusals_json (session->refused));
  fit_bound_set_json (bound, FIT_BOUND_COPIES, n_placed, data);
  report->names = items;
  fit_report_table (report, items);
  fit_report_gap (report);
  fit_refusals_report (session->refused, report);
  fit_report_begin_summary (report);
  fit_report_say (report, "%u %s", n_placed,
                  n_placed == 1 ? "copy fits" : "copies fit");
  fit_bound_tell (bound, FIT_BOUND_COPIES, n_placed, report);
  if (n_unplaced > 0)
    fit_report_say (report, "%u %s already pending and did not fit", n_unplaced,
                    n_unplaced == 1 ? "pod was" : "pods were");
  fit_report_end_summary (report);
  fit_report_gap (report);
  if (!fit_report_long_table (report, nodes, MOST_NODES_IN_TABLE,
                              "nodes; -o wide shows them"))
    fit_report_say (report, "no nodes");
  fit_session_print (session, report, page, error);
}

/* @full: with all copies.  Returns: (transfer full) (nullable) */
static FitBound *
find_bound (FitSession *session, FitSimulation *full, GError **error)
{
  const gint64 replicas = session->invocation->options.replicas;
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, error);
  g_autoptr (GPtrArray) placed
      = fit_bound_placed_pods (fit_simulation_pending (full), full);

  return simulation != NULL ? fit_bound_copies (
             simulation, placed, session->templates,
             replicas > 0 ? (guint) MIN (replicas, FIT_CAPACITY_MAX_REPLICAS)
                          : FIT_CAPACITY_MAX_REPLICAS)
                            : NULL;
}

FitExit
fit_simulate_until_full (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitCapacity) capacity = NULL;
  g_autoptr (FitBound) bound = NULL;
  g_auto (FitPageData) page = { 0 };

  fit_page_data_start (&page, session);
  simulation = fit_page_data_make (session->objects, &page, error);
  if (simulation == NULL)
    return FIT_EXIT_INPUT;
  capacity = fit_capacity_until_full (simulation, session->templates,
                                      (guint) options->replicas,
                                      session->admission, error);
  if (capacity == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  if (options->bound)
    {
      bound = find_bound (session, simulation, error);
      if (bound == NULL
          || !fit_bound_check (bound, FIT_BOUND_COPIES, count_placed (capacity),
                               error))
        return FIT_EXIT_INPUT;
    }
  fit_page_data_end (&page, fit_simulation_cache (simulation));
  show_capacity (session, capacity, bound, &page, error);
  /* With a number of copies the question is whether they fit. */
  for (guint i = 0; i < capacity->n_templates; i++)
    if (capacity->templates[i].placed < options->replicas)
      return FIT_EXIT_NO;
  return FIT_EXIT_YES;
}
