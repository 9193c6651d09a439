/* cmd-simulate.c - 'fitsched simulate': places the pending pods */
#include "cli/cmd-simulate.h"

#include "api/texts.h"
#include "cli/node-use.h"
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
  const FitOptions *options;     /* borrowed */
  const FitWorkloads *workloads; /* borrowed */
  const FitRefusals *refused;    /* (nullable) borrowed */
  const GPtrArray *notes;        /* borrowed, of char */
  guint n_pods;
  FitOutcomes tally;
  guint n_preempted;
  FitPodGroups *groups;    /* owned: pods without a node, by reason */
  FitPodGroups *alike;     /* owned: the same, without pods that have preempted
                           others */
  FitTable *items;         /* owned: all pods */
  FitTable *few;           /* owned: the pods that are not summarised */
  FitTable *preempted;     /* owned */
  FitTable *nodes;         /* owned */
  const FitPageData *page; /* borrowed */
} Results;

static void
results_clear (Results *results)
{
  fit_outcomes_clear (&results->tally);
  g_clear_pointer (&results->groups, fit_pod_groups_free);
  g_clear_pointer (&results->alike, fit_pod_groups_free);
  g_clear_pointer (&results->items, fit_table_free);
  g_clear_pointer (&results->few, fit_table_free);
  g_clear_pointer (&results->preempted, fit_table_free);
  g_clear_pointer (&results->nodes, fit_table_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)

/* -- tables ---------------------------------------------------------------- */

static FitJson *
victims_json (const FitItem *item)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < item->victims->len; i++)
    {
      const FitVictim *victim = item->victims->pdata[i];
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

/* Returns: (transfer full) (nullable): how the pod has made room for itself */
static char *
describe_room (const FitItem *item)
{
  GString *out;

  if (!has_made_room (item))
    return NULL;
  out = g_string_new (NULL);
  if (item->nominated != NULL)
    g_string_append_printf (out, "nominated to %s; ", item->nominated);
  g_string_append (out,
                   item->victims->len > 0 ? "preempted " : "preempted no pods");
  for (guint i = 0; i < item->victims->len; i++)
    {
      const FitVictim *victim = item->victims->pdata[i];

      g_string_append_printf (out, "%s%s/%s", i > 0 ? ", " : "",
                              victim->namespace_, victim->name);
    }
  return g_string_free (out, FALSE);
}

/* @room: (nullable) */
static void
add_item (FitTable *items, const FitItem *item, const char *room)
{
  const FitPod *pod = item->pod;
  g_autofree char *full = fit_pod_full_name (pod);

  FIT_TABLE_ADD (
      items, fit_cell_text (full), fit_cell_text (pod->meta.namespace_),
      fit_cell_text (pod->meta.name), fit_cell_integer (pod->spec->priority),
      fit_cell_text (item->node), fit_cell_number (item->scored, item->score),
      fit_cell_integer (item->evaluated), fit_cell_integer (item->feasible),
      fit_cell_text (item->message), fit_cell_integer (item->attempts),
      fit_cell_text (item->nominated), fit_cell_json (victims_json (item)),
      fit_cell_text (fit_outcome_name (fit_outcome (item->node, item->error))),
      fit_cell_text (item->error != NULL ? fit_error_code_name (item->error)
                                         : NULL));
  if (room != NULL)
    fit_table_set (items, ROOM_COLUMN, fit_cell_text (room));
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

  for (guint i = 0; i < items->items->len; i++)
    {
      const FitItem *item = items->items->pdata[i];

      if (item->node == NULL && (all || !has_made_room (item)))
        fit_pod_groups_add (groups, item->pod, message_of (item));
    }
  return groups;
}

static gboolean
is_summed_up (const FitItem *item, const FitPodGroups *alike)
{
  return item->node == NULL && !has_made_room (item)
         && fit_pod_groups_size (alike, message_of (item)) >= MANY_ALIKE;
}

/* @alike (nullable): leave out pods that are summarised there */
static FitTable *
items_table (const FitItems *items, const FitPodGroups *alike)
{
  const gboolean with_room = items->n_preempted > 0;
  FitTable *table = fit_table_new (item_columns, G_N_ELEMENTS (item_columns)
                                                     - (with_room ? 0 : 1));

  for (guint i = 0; i < items->items->len; i++)
    {
      const FitItem *item = items->items->pdata[i];
      g_autofree char *room = with_room ? describe_room (item) : NULL;

      if (alike == NULL || !is_summed_up (item, alike))
        add_item (table, item, room);
    }
  return table;
}

static FitTable *
preempted_table (const FitItems *items)
{
  FitTable *table = FIT_TABLE_NEW (preempted_columns);

  for (guint i = 0; i < items->items->len; i++)
    {
      const FitItem *item = items->items->pdata[i];
      g_autofree char *by = fit_pod_full_name (item->pod);

      for (guint v = 0; v < item->victims->len; v++)
        {
          const FitVictim *victim = item->victims->pdata[v];
          g_autofree char *pod
              = g_strconcat (victim->namespace_, "/", victim->name, NULL);

          FIT_TABLE_ADD (table, fit_cell_text (pod),
                         fit_cell_text (victim->node), fit_cell_text (by));
        }
    }
  return table;
}

static void
collect (Results *results, const FitItems *items, FitCache *cache)
{
  results->n_pods = items->items->len;
  fit_items_tally (items, &results->tally);
  results->tally.n_refused = fit_refusals_count (results->refused);
  results->n_preempted = items->n_preempted;
  results->groups = group_pods (items, TRUE);
  results->alike = group_pods (items, FALSE);
  results->items = items_table (items, NULL);
  results->few = items_table (items, results->alike);
  results->preempted = preempted_table (items);
  results->nodes = fit_node_use_table (cache);
}

/* -- JSON ------------------------------------------------------------------ */

/* The workloads that became pods. */
static FitJson *
workloads_json (const FitWorkloads *workloads)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < workloads->became->len; i++)
    {
      const FitWorkloadPods *row
          = &g_array_index (workloads->became, FitWorkloadPods, i);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "kind", fit_controller_kind_name (row->kind));
      fit_json_set_text (object, "namespace", row->namespace_);
      fit_json_set_text (object, "name", row->name);
      fit_json_set_integer (object, "pods", row->n_pods);
    }
  return array;
}

static FitJson *
summary_json (const Results *results)
{
  const guint *n_of = results->tally.n_of;
  FitJson *object = fit_json_object ();

  fit_json_set_integer (object, "pods", results->n_pods);
  fit_json_set_integer (object, "placed", n_of[FIT_OUTCOME_PLACED]);
  fit_json_set_integer (object, "unschedulable",
                        n_of[FIT_OUTCOME_UNSCHEDULABLE]);
  fit_json_set_integer (object, "withErrors", n_of[FIT_OUTCOME_ERROR]);
  fit_json_set_rows (object, "errors",
                     fit_outcomes_errors_table (&results->tally));
  fit_json_set_integer (object, "preempted", results->n_preempted);
  fit_json_set (object, "reasons", fit_pod_groups_json (results->groups));
  fit_json_set (object, "nodes", fit_table_to_json (results->nodes));
  fit_json_set_integer (object, "refused", results->tally.n_refused);
  return object;
}

static void
set_json (gconstpointer data, FitJson *document)
{
  const Results *results = data;
  const FitOptions *options = results->options;
  const gboolean random = options->tie_break == FIT_TIE_BREAK_RANDOM;

  fit_json_set_text (document, "tieBreak", random ? "random" : "round-robin");
  fit_json_set_number (document, "seed", random, options->seed);
  fit_json_set (document, "items", fit_table_to_json (results->items));
  fit_json_set (document, "summary", summary_json (results));
  fit_json_set (document, "workloads", workloads_json (results->workloads));
  fit_json_set_texts (document, "notes", results->notes);
  fit_json_set (document, "refused", fit_refusals_json (results->refused));
}

static void
set_columns (gconstpointer data, FitJson *document)
{
  const Results *results = data;

  set_json (data, document);
  fit_page_data_set_json (results->page, document);
}

/* -- showing --------------------------------------------------------------- */

static void
append_totals (const Results *results, GString *out)
{
  const guint *n_of = results->tally.n_of;

  g_string_append_printf (
      out, "%u pending %s: %u placed, %u unschedulable", results->n_pods,
      results->n_pods == 1 ? "pod" : "pods", n_of[FIT_OUTCOME_PLACED],
      n_of[FIT_OUTCOME_UNSCHEDULABLE]);
  if (n_of[FIT_OUTCOME_ERROR] > 0)
    g_string_append_printf (out, ", %u failed with errors",
                            n_of[FIT_OUTCOME_ERROR]);
  if (results->n_preempted > 0)
    g_string_append_printf (out, "; %u %s preempted", results->n_preempted,
                            results->n_preempted == 1 ? "pod was"
                                                      : "pods were");
  if (results->tally.n_refused > 0)
    g_string_append_printf (
        out, "; %u %s refused by admission", results->tally.n_refused,
        results->tally.n_refused == 1 ? "pod was" : "pods were");
  g_string_append_c (out, '\n');
  if (results->options->tie_break == FIT_TIE_BREAK_RANDOM)
    g_string_append_printf (
        out, "ties were broken at random, seed %" G_GINT64_FORMAT "\n",
        results->options->seed);
}

static void
append_groups (const FitPodGroups *groups, GString *out)
{
  gboolean any = FALSE;

  for (guint i = 0; i < groups->groups->len; i++)
    {
      const FitPodGroup *group = groups->groups->pdata[i];

      if (group->names->len < MANY_ALIKE)
        continue;
      any = TRUE;
      fit_pod_group_append (group, FALSE, out);
    }
  if (any)
    g_string_append_c (out, '\n');
}

/* Which reason stops how many pods, where the pods are too many to look at. */
static void
append_reasons (const FitPodGroups *groups, const FitTextStyle *style,
                GString *out)
{
  g_autoptr (FitStopReasons) stops = fit_stop_reasons_new ();
  g_autoptr (FitTable) table = NULL;

  for (guint i = 0; i < groups->groups->len; i++)
    {
      const FitPodGroup *group = groups->groups->pdata[i];

      for (guint n = 0; n < group->names->len; n++)
        fit_stop_reasons_add (stops, g_strdup (group->names->pdata[n]),
                              group->message);
    }
  table = fit_stop_reasons_table (stops, MOST_REASONS);
  g_string_append (out, "\nPods that each reason keeps off nodes ('fitsched "
                        "explain --all-pending' says more):\n");
  fit_table_append_text (table, style, out);
}

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Results *results = data;

  const FitTable *items = style->wide ? results->items : results->few;

  if (fit_table_n_rows (items) > 0)
    {
      fit_table_append_text (items, style, out);
      g_string_append_c (out, '\n');
    }
  if (!style->wide)
    append_groups (results->alike, out);
  if (results->n_preempted > 0)
    {
      fit_table_append_text (results->preempted, style, out);
      g_string_append_c (out, '\n');
    }
  fit_outcomes_append_errors (&results->tally, style, out);
  fit_refusals_append (results->refused, style->wide, out);
  append_totals (results, out);
  if (fit_table_n_rows (items) > MANY_ROWS && results->groups->n > 0)
    append_reasons (results->groups, style, out);
  g_string_append_c (out, '\n');
  fit_node_use_append_text (results->nodes, style, out);
}

static const FitChartColumn before_and_after[]
    = { { "before", "at the start" },
        { "after", "when all pods are scheduled" },
        { NULL, NULL } };

/* -- running --------------------------------------------------------------- */

static FitExit
simulate_all (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  g_auto (FitItems) items = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  g_auto (FitPageData) page = { 0 };
  g_auto (Results) results = { .options = options,
                               .workloads = session->workloads,
                               .refused = session->refused,
                               .notes = session->rules.notes,
                               .page = &page };
  FitReplayObserver observer;
  g_autofree char *stopped = NULL;

  fit_page_data_start (&page, session);
  fit_items_init (&items, session->objects, &session->rules);
  observer = fit_items_observer (&items);
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
  collect (&results, &items, fit_replay_cache (run.replay));
  fit_page_data_end (&page, fit_replay_cache (run.replay));
  if (!fit_page_data_ask (&page, &items, error))
    return FIT_EXIT_INPUT;
  fit_session_print (session,
                     &(FitOutput){ .kind = "Simulation",
                                   .names = results.items,
                                   .append_text = append_text,
                                   .set_json = set_json,
                                   .set_columns = set_columns,
                                   .cluster = page.cluster_json,
                                   .charts = before_and_after,
                                   .data = &results },
                     error);
  return MAX (fit_outcomes_exit (&results.tally),
              fit_extender_use_exit (&session->extenders));
}

/* How many questions about capacity are asked. */
static guint
count_questions (const FitOptions *options)
{
  return (options->until_full != FALSE) + (options->nodes_needed != NULL)
         + (options->compress != FALSE) + (options->rollout != NULL);
}

/* The modes of simulate exclude each other, and each has its own options. */
static gboolean
check_options (const FitOptions *options, GError **error)
{
  const guint n = count_questions (options);
  const char *problem = NULL;

  if (n > 1)
    problem = "only one of --until-full, --nodes-needed, --compress and "
              "--rollout can be used";
  else if (n > 0
           && (options->trace != NULL || options->record != NULL
               || options->log != NULL))
    problem = "--until-full, --nodes-needed, --compress and --rollout cannot "
              "be used with --trace, --record or --log";
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

  if (!check_options (options, error)
      || !fit_session_open (&session, invocation, error))
    return FIT_EXIT_INPUT;
  if (options->until_full)
    return fit_simulate_until_full (&session, error);
  if (options->nodes_needed != NULL)
    return fit_simulate_nodes_needed (&session, error);
  if (options->compress)
    return fit_simulate_compress (&session, error);
  if (options->rollout != NULL)
    return fit_simulate_rollout (&session, error);
  if (options->trace != NULL)
    return fit_simulate_trace (&session, error);
  return simulate_all (&session, error);
}
