/* cmd-simulate.c - 'fitsched simulate': places the pending pods */
#include "cli/cmd-simulate.h"

#include "cli/node-use.h"
#include "cli/pod-groups.h"
#include "cli/refusals.h"
#include "cli/simulate-items.h"
#include "cli/simulate-run.h"

/* From this number on, similar pods without a node are summarised. */
#define MANY_ALIKE 5

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
  COLUMN_ATTEMPTS,
  COLUMN_NOMINATED,
  COLUMN_VICTIMS,
  COLUMN_OUTCOME,
  COLUMN_ERROR_CODE,
  COLUMN_ROOM,
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
  [COLUMN_ATTEMPTS] = { "attempts", NULL, FIT_CELL_INTEGER, 0 },
  [COLUMN_NOMINATED] = { "nominatedNode", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_VICTIMS] = { "victims", NULL, FIT_CELL_TABLE, 0 },
  [COLUMN_OUTCOME] = { "outcome", NULL, FIT_CELL_TEXT, 0 },
  [COLUMN_ERROR_CODE] = { "errorCode", NULL, FIT_CELL_TEXT, 0 },
  /* last, because it is omitted without preemption */
  [COLUMN_ROOM] = { NULL, "ROOM", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

enum
{
  VICTIM_NAMESPACE,
  VICTIM_NAME,
  VICTIM_NODE,
};

static const FitColumn victim_columns[] = {
  [VICTIM_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [VICTIM_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [VICTIM_NODE] = { "node", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  PREEMPTED_POD,
  PREEMPTED_NODE,
  PREEMPTED_BY,
};

static const FitColumn preempted_columns[] = {
  [PREEMPTED_POD] = { NULL, "PREEMPTED", FIT_CELL_TEXT, 0 },
  [PREEMPTED_NODE] = { NULL, "NODE", FIT_CELL_TEXT, 0 },
  [PREEMPTED_BY] = { NULL, "BY", FIT_CELL_TEXT, 0 },
};

enum
{
  SUMMARY_PODS,
  SUMMARY_PLACED,
  SUMMARY_UNSCHEDULABLE,
  SUMMARY_WITH_ERRORS,
  SUMMARY_ERRORS,
  SUMMARY_PREEMPTED,
  SUMMARY_REASONS,
  SUMMARY_NODES,
  SUMMARY_REFUSED,
};

static const FitColumn summary_columns[] = {
  [SUMMARY_PODS] = { "pods", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_PLACED] = { "placed", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_UNSCHEDULABLE] = { "unschedulable", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_WITH_ERRORS] = { "withErrors", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_ERRORS] = { "errors", NULL, FIT_CELL_TABLE, 0 },
  [SUMMARY_PREEMPTED] = { "preempted", NULL, FIT_CELL_INTEGER, 0 },
  [SUMMARY_REASONS] = { "reasons", NULL, FIT_CELL_TABLE, 0 },
  [SUMMARY_NODES] = { "nodes", NULL, FIT_CELL_TABLE, 0 },
  [SUMMARY_REFUSED] = { "refused", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  WORKLOAD_KIND,
  WORKLOAD_NAMESPACE,
  WORKLOAD_NAME,
  WORKLOAD_PODS,
};

static const FitColumn workload_columns[] = {
  [WORKLOAD_KIND] = { "kind", NULL, FIT_CELL_TEXT, 0 },
  [WORKLOAD_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [WORKLOAD_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [WORKLOAD_PODS] = { "pods", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  MEMBER_TIE_BREAK,
  MEMBER_SEED,
  MEMBER_ITEMS,
  MEMBER_SUMMARY,
  MEMBER_WORKLOADS,
  MEMBER_NOTES,
  MEMBER_REFUSED,
};

static const FitColumn member_columns[] = {
  [MEMBER_TIE_BREAK] = { "tieBreak", NULL, FIT_CELL_TEXT, 0 },
  [MEMBER_SEED] = { "seed", NULL, FIT_CELL_INTEGER, 0 },
  [MEMBER_ITEMS] = { "items", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_SUMMARY] = { "summary", NULL, FIT_CELL_RECORD, 0 },
  [MEMBER_WORKLOADS] = { "workloads", NULL, FIT_CELL_TABLE, 0 },
  [MEMBER_NOTES] = { "notes", NULL, FIT_CELL_TEXTS, 0 },
  [MEMBER_REFUSED] = { "refused", NULL, FIT_CELL_TABLE, 0 },
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
  FitPodGroups *groups; /* owned: pods without a node, by reason */
  FitPodGroups *alike;  /* owned: the same, without pods that have preempted
                           others */
  FitTable *few;        /* owned: the pods that are not summarised */
  FitTable *preempted;  /* owned */
  FitTable *record;     /* owned; contains the tables below */
  const FitTable *items;
  const FitTable *nodes;
} Results;

static void
results_clear (Results *results)
{
  fit_outcomes_clear (&results->tally);
  g_clear_pointer (&results->groups, fit_pod_groups_free);
  g_clear_pointer (&results->alike, fit_pod_groups_free);
  g_clear_pointer (&results->few, fit_table_free);
  g_clear_pointer (&results->preempted, fit_table_free);
  g_clear_pointer (&results->record, fit_table_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)

/* --- tables -------------------------------------------------------------- */

static FitTable *
victims_table (const FitItem *item)
{
  FitTable *table = FIT_TABLE_NEW (victim_columns);

  for (guint i = 0; i < item->victims->len; i++)
    {
      const FitVictim *victim = item->victims->pdata[i];

      fit_table_add_row (table);
      fit_table_set_text (table, VICTIM_NAMESPACE, victim->namespace_);
      fit_table_set_text (table, VICTIM_NAME, victim->name);
      fit_table_set_text (table, VICTIM_NODE, victim->node);
    }
  return table;
}

/* Returns: (transfer full) (nullable): how the pod has made room for itself */
static char *
describe_room (const FitItem *item)
{
  GString *out;

  if (item->nominated == NULL && item->victims->len == 0)
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

static void
add_figures (FitTable *items, const FitItem *item)
{
  if (item->node != NULL && item->scored)
    fit_table_set_integer (items, COLUMN_SCORE, item->score);
  fit_table_set_integer (items, COLUMN_EVALUATED, item->evaluated);
  fit_table_set_integer (items, COLUMN_FEASIBLE, item->feasible);
}

static void
add_item (FitTable *items, const FitItem *item)
{
  const FitPod *pod = item->pod;
  g_autofree char *full
      = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);

  fit_table_add_row (items);
  fit_table_set_text (items, COLUMN_POD, full);
  fit_table_set_text (items, COLUMN_NAMESPACE, pod->meta.namespace_);
  fit_table_set_text (items, COLUMN_NAME, pod->meta.name);
  fit_table_set_integer (items, COLUMN_PRIORITY, pod->spec->priority);
  fit_table_set_text (items, COLUMN_NODE, item->node);
  add_figures (items, item);
  fit_table_set_text (items, COLUMN_MESSAGE, item->message);
  fit_table_set_integer (items, COLUMN_ATTEMPTS, item->attempts);
  fit_table_set_text (items, COLUMN_NOMINATED, item->nominated);
  fit_table_set_table (items, COLUMN_VICTIMS, victims_table (item));
  fit_table_set_text (items, COLUMN_OUTCOME,
                      fit_outcome_name (fit_outcome (item->node, item->error)));
  if (item->error != NULL)
    fit_table_set_text (items, COLUMN_ERROR_CODE,
                        fit_error_code_name (item->error));
}

static const char *
message_of (const FitItem *item)
{
  return item->message != NULL ? item->message : "";
}

static gboolean
has_made_room (const FitItem *item)
{
  return item->nominated != NULL || item->victims->len > 0;
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

      if (alike != NULL && is_summed_up (item, alike))
        continue;
      add_item (table, item);
      if (room != NULL)
        fit_table_set_text (table, COLUMN_ROOM, room);
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
      g_autofree char *by = g_strconcat (item->pod->meta.namespace_, "/",
                                         item->pod->meta.name, NULL);

      for (guint v = 0; v < item->victims->len; v++)
        {
          const FitVictim *victim = item->victims->pdata[v];
          g_autofree char *pod
              = g_strconcat (victim->namespace_, "/", victim->name, NULL);

          fit_table_add_row (table);
          fit_table_set_text (table, PREEMPTED_POD, pod);
          fit_table_set_text (table, PREEMPTED_NODE, victim->node);
          fit_table_set_text (table, PREEMPTED_BY, by);
        }
    }
  return table;
}

/* The workloads that became pods. */
static FitTable *
workloads_table (const FitWorkloads *workloads)
{
  FitTable *table = FIT_TABLE_NEW (workload_columns);

  for (guint i = 0; i < workloads->became->len; i++)
    {
      const FitWorkloadPods *row
          = &g_array_index (workloads->became, FitWorkloadPods, i);

      fit_table_add_row (table);
      fit_table_set_text (table, WORKLOAD_KIND,
                          fit_controller_kind_name (row->kind));
      fit_table_set_text (table, WORKLOAD_NAMESPACE, row->namespace_);
      fit_table_set_text (table, WORKLOAD_NAME, row->name);
      fit_table_set_integer (table, WORKLOAD_PODS, row->n_pods);
    }
  return table;
}

/* @nodes (transfer full) */
static FitTable *
make_summary (const Results *results, FitTable *nodes)
{
  FitTable *summary = FIT_TABLE_NEW (summary_columns);
  const guint *n_of = results->tally.n_of;

  fit_table_add_row (summary);
  fit_table_set_integer (summary, SUMMARY_PODS, results->n_pods);
  fit_table_set_integer (summary, SUMMARY_PLACED, n_of[FIT_OUTCOME_PLACED]);
  fit_table_set_integer (summary, SUMMARY_UNSCHEDULABLE,
                         n_of[FIT_OUTCOME_UNSCHEDULABLE]);
  fit_table_set_integer (summary, SUMMARY_WITH_ERRORS, n_of[FIT_OUTCOME_ERROR]);
  fit_table_set_table (summary, SUMMARY_ERRORS,
                       fit_outcomes_errors_table (&results->tally));
  fit_table_set_integer (summary, SUMMARY_PREEMPTED, results->n_preempted);
  fit_table_set_table (summary, SUMMARY_REASONS,
                       fit_pod_groups_table (results->groups));
  fit_table_set_table (summary, SUMMARY_NODES, nodes);
  fit_table_set_integer (summary, SUMMARY_REFUSED, results->tally.n_refused);
  return summary;
}

static void
collect (Results *results, const FitItems *items, FitCache *cache)
{
  const FitOptions *options = results->options;
  const gboolean random = options->tie_break == FIT_TIE_BREAK_RANDOM;
  FitTable *nodes = fit_node_use_table (cache);
  FitTable *record = FIT_TABLE_NEW (member_columns), *pods;

  results->n_pods = items->items->len;
  fit_items_tally (items, &results->tally);
  results->tally.n_refused = fit_refusals_count (results->refused);
  results->n_preempted = items->n_preempted;
  results->groups = group_pods (items, TRUE);
  results->alike = group_pods (items, FALSE);
  results->few = items_table (items, results->alike);
  pods = items_table (items, NULL);
  fit_table_add_row (record);
  if (random)
    fit_table_set_integer (record, MEMBER_SEED, options->seed);
  fit_table_set_text (record, MEMBER_TIE_BREAK,
                      random ? "random" : "round-robin");
  fit_table_set_table (record, MEMBER_ITEMS, pods);
  fit_table_set_table (record, MEMBER_SUMMARY, make_summary (results, nodes));
  fit_table_set_table (record, MEMBER_WORKLOADS,
                       workloads_table (results->workloads));
  fit_table_set_texts (record, MEMBER_NOTES, results->notes);
  fit_table_set_table (record, MEMBER_REFUSED,
                       fit_refusals_table (results->refused));
  results->preempted = preempted_table (items);
  results->record = record;
  results->items = pods;
  results->nodes = nodes;
}

/* --- showing ------------------------------------------------------------- */

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
  g_string_append_c (out, '\n');
  fit_node_use_append_text (results->nodes, style, out);
}

/* --- running ------------------------------------------------------------- */

static FitExit
simulate_all (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  g_auto (FitItems) items = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  g_auto (Results) results = { .options = options,
                               .workloads = session->workloads,
                               .refused = session->refused,
                               .notes = session->rules.notes };
  FitReplayObserver observer;
  g_autofree char *stopped = NULL;

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
  fit_session_print (session,
                     &(FitOutput){ "Simulation", results.record, results.items,
                                   append_text, &results },
                     error);
  return MAX (fit_outcomes_exit (&results.tally),
              fit_extender_use_exit (&session->extenders));
}

/* How many questions about capacity are asked. */
static guint
count_questions (const FitOptions *options)
{
  return (options->until_full != FALSE) + (options->nodes_needed != NULL)
         + (options->compress != FALSE);
}

/* The modes of simulate exclude each other, and each has its own options. */
static gboolean
check_options (const FitOptions *options, GError **error)
{
  const guint n = count_questions (options);
  const char *problem = NULL;

  if (n > 1)
    problem = "only one of --until-full, --nodes-needed and --compress can be "
              "used";
  else if (n > 0 && (options->trace || options->record || options->log))
    problem = "--until-full, --nodes-needed and --compress cannot be used with "
              "--trace, --record or --log";
  else if (options->until_full && options->pods == NULL)
    problem = "--until-full needs --pods FILE";
  else if (options->replicas > 0 && (n == 0 || options->compress))
    problem = "--replicas needs --until-full or --nodes-needed";
  else if (options->replicas > 0 && options->pods == NULL)
    problem = "--replicas needs --pods FILE";
  else if (g_strcmp0 (options->record, "-") == 0)
    problem = "--record needs a file: decisions go to standard output";
  if (problem == NULL)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE, problem);
  return FALSE;
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
  if (options->trace != NULL)
    return fit_simulate_trace (&session, error);
  return simulate_all (&session, error);
}
