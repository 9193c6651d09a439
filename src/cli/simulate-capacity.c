/* simulate-capacity.c - 'fitsched simulate --until-full': how many more pods
 * fit
 */
#include "api/texts.h"
#include "base/list-gap.h"
#include "base/plain-text.h"
#include "cli/cmd-simulate.h"
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

typedef struct
{
  const FitCapacity *capacity; /* borrowed */
  const FitSession *session;   /* borrowed */
  guint n_placed;
  const FitTable *items; /* borrowed */
  const FitTable *nodes; /* borrowed */
} Capacity;

static FitTable *
templates_table (const FitCapacity *capacity)
{
  FitTable *table = FIT_TABLE_NEW (template_columns);

  for (guint i = 0; i < capacity->n_templates; i++)
    {
      const FitCapacityTemplate *template = &capacity->templates[i];
      g_autofree char *name = fit_pod_full_name (template->pod);

      FIT_TABLE_ADD (table, fit_cell_text (name),
                     fit_cell_text (template->pod->meta.namespace_),
                     fit_cell_text (template->pod->meta.name),
                     fit_cell_integer (template->placed),
                     fit_cell_text (template->reason),
                     fit_cell_boolean (template->refused));
    }
  return table;
}

static void
add_node (FitTable *table, const FitCapacity *capacity,
          const FitCapacityNode *node)
{
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
      g_string_append_printf (which, "%s%s/%s (%u)", fit_list_gap (which, ", "),
                              meta->namespace_, meta->name, node->placed[i]);
    }
  FIT_TABLE_ADD (table, fit_cell_text (node->name),
                 fit_cell_integer (node->total), fit_cell_json (copies),
                 fit_cell_text (which->len > 0 ? which->str : NULL));
}

static FitTable *
nodes_table (const FitCapacity *capacity)
{
  FitTable *table = FIT_TABLE_NEW (node_columns);

  for (guint i = 0; i < capacity->n_nodes; i++)
    add_node (table, capacity, &capacity->nodes[i]);
  return table;
}

/* -- showing --------------------------------------------------------------- */

static void
append_capacity (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Capacity *shown = data;
  const guint n_nodes = shown->capacity->n_nodes;
  const guint n_unplaced = shown->capacity->n_unplaced;

  fit_table_append_text (shown->items, style, out);
  g_string_append_c (out, '\n');
  fit_refusals_append (shown->session->refused, style->wide, out);
  fit_plain_printf (out, "%u %s\n", shown->n_placed,
                    shown->n_placed == 1 ? "copy fits" : "copies fit");
  if (n_unplaced > 0)
    fit_plain_printf (out, "%u %s already pending and did not fit\n",
                      n_unplaced, n_unplaced == 1 ? "pod was" : "pods were");
  g_string_append_c (out, '\n');
  if (n_nodes == 0)
    g_string_append (out, "no nodes\n");
  else if (style->wide || n_nodes <= MOST_NODES_IN_TABLE)
    fit_table_append_text (shown->nodes, style, out);
  else
    fit_plain_printf (out, "%u nodes; -o wide shows them\n", n_nodes);
}

static void
set_capacity (gconstpointer data, FitJson *document)
{
  const Capacity *shown = data;
  const FitSession *session = shown->session;
  const gint64 replicas = session->invocation->options.replicas;

  fit_json_set_number (document, "replicas", replicas > 0, replicas);
  fit_json_set_integer (document, "placed", shown->n_placed);
  fit_json_set_integer (document, "unplacedPods", shown->capacity->n_unplaced);
  fit_json_set (document, "items", fit_table_to_json (shown->items));
  fit_json_set (document, "nodes", fit_table_to_json (shown->nodes));
  fit_json_set_texts (document, "notes", session->rules.notes);
  fit_json_set (document, "refused", fit_refusals_json (session->refused));
}

static void
show_capacity (FitSession *session, const FitCapacity *capacity, GError **error)
{
  g_autoptr (FitTable) items = templates_table (capacity);
  g_autoptr (FitTable) nodes = nodes_table (capacity);
  Capacity shown = { capacity, session, 0, items, nodes };

  for (guint i = 0; i < capacity->n_templates; i++)
    shown.n_placed += capacity->templates[i].placed;
  fit_session_print (session,
                     &(FitOutput){ .kind = "Capacity",
                                   .names = items,
                                   .append_text = append_capacity,
                                   .set_json = set_capacity,
                                   .data = &shown },
                     error);
}

/* With a number of copies the question is whether they fit. */
static FitExit
capacity_status (const FitCapacity *capacity, gint64 replicas)
{
  for (guint i = 0; i < capacity->n_templates; i++)
    if (capacity->templates[i].placed < replicas)
      return FIT_EXIT_NO;
  return FIT_EXIT_YES;
}

FitExit
fit_simulate_until_full (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, error);
  g_autoptr (FitCapacity) capacity = NULL;

  if (simulation == NULL)
    return FIT_EXIT_INPUT;
  capacity = fit_capacity_until_full (simulation, session->templates,
                                      (guint) options->replicas,
                                      session->admission, error);
  if (capacity == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  show_capacity (session, capacity, error);
  return capacity_status (capacity, options->replicas);
}
