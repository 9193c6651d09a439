/* simulate-capacity.c - 'fitsched simulate --until-full' and '--nodes-needed':
 * how many more pods fit, how many nodes are needed
 */
#include "api/texts.h"
#include "base/list-gap.h"
#include "base/plain-text.h"
#include "cli/cmd-simulate.h"
#include "cli/refusals.h"
#include "simulate/capacity.h"

/* With more nodes than this, only -o wide shows the table of nodes. */
#define MOST_NODES_IN_TABLE 20

/* -- until full: tables ---------------------------------------------------- */

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

/* -- until full: showing --------------------------------------------------- */

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
show_capacity (const FitSession *session, const FitCapacity *capacity,
               GError **error)
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

/* -- nodes needed ---------------------------------------------------------- */

static const FitColumn needed_columns[]
    = { { NULL, NULL, FIT_CELL_INTEGER, FIT_COLUMN_NAME } };

static const FitColumn point_columns[] = {
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pendingPods", "PENDING", FIT_CELL_INTEGER, 0 },
};

typedef struct
{
  const FitNodesNeeded *needed; /* borrowed */
  const char *node_name;        /* borrowed: name of the template */
  gint64 n_refused;             /* pods that admission refuses */
  const char *refusal;          /* (nullable) borrowed: why the first of them */
  const GPtrArray *notes;       /* borrowed, of char */
} Needed;

static void
append_enough (const Needed *shown, GString *out)
{
  const FitNodesNeeded *needed = shown->needed;

  if (needed->nodes == 0)
    fit_plain_printf (out, "No node like %s is needed: ", shown->node_name);
  else
    fit_plain_printf (out, "%u %s like %s %s needed: with %s ", needed->nodes,
                      needed->nodes == 1 ? "node" : "nodes", shown->node_name,
                      needed->nodes == 1 ? "is" : "are",
                      needed->nodes == 1 ? "it" : "them");
  fit_plain_printf (out, "%u of %u %s fit%s.\n", needed->placed, needed->pods,
                    needed->pods == 1 ? "pod" : "pods",
                    needed->pods == 1 ? "s" : "");
}

static const FitNodesNeededPoint *
get_point (const FitNodesNeeded *needed, guint index)
{
  return &g_array_index (needed->points, FitNodesNeededPoint, index);
}

static void
add_point (FitTable *table, const FitNodesNeededPoint *point)
{
  FIT_TABLE_ADD (table, fit_cell_integer (point->nodes),
                 fit_cell_integer (point->pending));
}

static FitTable *
curve_table (const FitNodesNeeded *needed)
{
  FitTable *table = FIT_TABLE_NEW (point_columns);

  for (guint i = 0; i < needed->points->len; i++)
    add_point (table, get_point (needed, i));
  return table;
}

/* For text: the points up to the answer where at least a tenth of the pending
 * pods makes a difference, and always the last two. */
static FitTable *
bends_table (const FitNodesNeeded *needed)
{
  FitTable *table = FIT_TABLE_NEW (point_columns);
  const FitNodesNeededPoint *shown = NULL;

  for (guint i = 0; i < needed->points->len; i++)
    {
      const FitNodesNeededPoint *point = get_point (needed, i);

      if (point->nodes > needed->nodes)
        break;
      if (shown != NULL && point->nodes + 1 < needed->nodes
          && (guint64) ABS ((gint64) shown->pending - point->pending) * 10
                 < MAX (shown->pending, 1))
        continue;
      add_point (table, point);
      shown = point;
    }
  return table;
}

static void
append_bends (const FitNodesNeeded *needed, const FitTextStyle *style,
              GString *out)
{
  g_autoptr (FitTable) bends = bends_table (needed);

  if (fit_table_n_rows (bends) < 2)
    return;
  g_string_append (out,
                   "\nPods still pending after adding nodes, for each number "
                   "tried:\n");
  fit_table_append_text (bends, style, out);
}

static void
append_needed (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Needed *shown = data;
  const FitNodesNeeded *needed = shown->needed;
  g_autofree char *pod
      = needed->pod != NULL ? fit_pod_full_name (needed->pod) : NULL;

  if (needed->enough)
    append_enough (shown, out);
  else
    fit_plain_printf (
        out,
        "Nodes like %s do not help: even with %u more only %u of %u "
        "pods fit.\n",
        shown->node_name, needed->nodes, needed->placed, needed->pods);
  if (pod != NULL)
    fit_plain_printf (out, "%s %s does not fit on any node: %s\n",
                      needed->enough ? "With one less" : "Then", pod,
                      needed->reason);
  if (shown->n_refused > 0)
    fit_plain_printf (out,
                      "Admission refuses %" G_GINT64_FORMAT
                      " more %s, however many nodes "
                      "there are: %s\n",
                      shown->n_refused, shown->n_refused == 1 ? "pod" : "pods",
                      shown->refusal);
  append_bends (needed, style, out);
}

/* @pod: (nullable) */
static FitJson *
pod_json (const FitPod *pod)
{
  FitJson *object;

  if (pod == NULL)
    return NULL;
  object = fit_json_object ();
  fit_json_set_text (object, "namespace", pod->meta.namespace_);
  fit_json_set_text (object, "name", pod->meta.name);
  return object;
}

static void
set_needed (gconstpointer data, FitJson *document)
{
  const Needed *shown = data;
  const FitNodesNeeded *needed = shown->needed;

  fit_json_set_boolean (document, "enough", needed->enough);
  fit_json_set_number (document, "nodes", needed->enough, needed->nodes);
  fit_json_set_integer (document, "pods", needed->pods);
  fit_json_set_integer (document, "placed", needed->placed);
  fit_json_set (document, "pod", pod_json (needed->pod));
  fit_json_set_text (document, "reason", needed->reason);
  fit_json_set_texts (document, "notes", shown->notes);
  fit_json_set_rows (document, "curve", curve_table (needed));
  fit_json_set_integer (document, "refused", shown->n_refused);
  fit_json_set_text (document, "refusal", shown->refusal);
}

static void
show_needed (const FitSession *session, const Needed *shown, GError **error)
{
  g_autoptr (FitTable) names = FIT_TABLE_NEW (needed_columns);

  FIT_TABLE_ADD (names,
                 fit_cell_number (shown->needed->enough, shown->needed->nodes));
  fit_session_print (session,
                     &(FitOutput){ .kind = "NodesNeeded",
                                   .names = names,
                                   .append_text = append_needed,
                                   .set_json = set_needed,
                                   .data = shown },
                     error);
}

static FitSimulation *
make_simulation (const FitObjects *objects, gpointer session, GError **error)
{
  return fit_session_simulate (session, objects, error);
}

/* Returns: (transfer full) (nullable): the objects in the file, with exactly
 * one Node */
static FitObjects *
load_node (FitInputs *inputs, const char *path, FitDecodeFlags flags,
           GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  guint n;

  if (!fit_inputs_load_objects (inputs, path, objects, flags, error))
    return NULL;
  n = objects->of[FIT_KIND_NODE]->len;
  if (n == 1)
    return g_steal_pointer (&objects);
  return fit_fail_null (
      error, FIT_ERROR_SCHEMA,
      "--nodes-needed: found %u Nodes in \"%s\", expected one", n, path);
}

/* How many copies of each template admission lets in, in turn. */
typedef struct
{
  guint *n;         /* (nullable) owned: by template; NULL: all */
  gint64 n_refused; /* copies, and pods that were refused before */
  char *refusal;    /* (nullable) owned: why the first of them */
} Admitted;

static void
admitted_clear (Admitted *admitted)
{
  g_clear_pointer (&admitted->n, g_free);
  g_clear_pointer (&admitted->refusal, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Admitted, admitted_clear)

/* Whether there is room in the namespace for one more copy of @template. */
static gboolean
admit_copy (FitAdmission *admission, const FitPod *template, Admitted *admitted)
{
  char *reason = fit_admission_refuse (admission, template);

  if (reason == NULL)
    {
      fit_admission_charge (admission, template);
      return TRUE;
    }
  if (admitted->refusal == NULL)
    admitted->refusal = reason;
  else
    g_free (reason);
  return FALSE;
}

static void
admit_copies (const FitSession *session, guint replicas, Admitted *out)
{
  const GPtrArray *templates = session->templates;
  const FitRefusals *refused = session->refused;
  guint n_open = templates->len;
  g_autofree gboolean *closed = g_new0 (gboolean, templates->len + 1);

  out->n_refused = fit_refusals_count (refused);
  if (out->n_refused > 0)
    out->refusal
        = g_strdup (((const FitRefusal *) refused->pods->pdata[0])->reason);
  if (session->admission == NULL)
    return;
  out->n = g_new0 (guint, templates->len + 1);
  for (guint number = 0; number < replicas && n_open > 0; number++)
    for (guint i = 0; i < templates->len; i++)
      {
        if (closed[i])
          continue;
        closed[i] = !admit_copy (session->admission, templates->pdata[i], out);
        n_open -= closed[i];
        out->n[i] += !closed[i];
      }
  for (guint i = 0; i < templates->len; i++)
    out->n_refused += replicas - out->n[i];
}

FitExit
fit_simulate_nodes_needed (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const FitDecodeFlags flags
      = fit_session_cluster_flags (session) | FIT_DECODE_KEEP_RAW;
  g_autoptr (FitObjects) objects = load_node (
      session->invocation->inputs, options->nodes_needed, flags, error);
  g_autoptr (FitNodesNeeded) needed = NULL;
  g_auto (Admitted) admitted = { 0 };
  FitNodesNeededQuestion question = {
    .objects = session->objects,
    .flags = flags,
    .templates = session->templates,
    .replicas = (guint) options->replicas,
    .make = make_simulation,
    .data = session,
  };

  if (objects == NULL)
    return FIT_EXIT_INPUT;
  admit_copies (session, question.replicas, &admitted);
  question.copies = admitted.n;
  question.node = objects->of[FIT_KIND_NODE]->pdata[0];
  needed = fit_nodes_needed (&question, error);
  if (needed == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  show_needed (session,
               &(Needed){ needed, question.node->meta.name, admitted.n_refused,
                          admitted.refusal, session->rules.notes },
               error);
  return needed->enough && admitted.n_refused == 0 ? FIT_EXIT_YES : FIT_EXIT_NO;
}
