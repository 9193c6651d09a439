/* simulate-sweep.c - 'fitsched simulate --sweep': what one set of rules does in each
 * of many clusters
 *
 * A cluster is a piece of work, whose answer is its row as JSON.  So rows are made
 * by any process, and shown in the order of the clusters.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cmd-simulate.h"
#include "base/each.h"
#include "cli/output.h"
#include "cli/pod-groups.h"
#include "cli/refusals.h"
#include "cli/search-key.h"
#include "cli/shards.h"
#include "cli/simulate-items.h"
#include "cli/simulate-run.h"
#include "formats/value.h"
#include "simulate/compress.h"

/* What a session of the rules alone has as its cluster. */
#define NO_CLUSTER "(no cluster: the rules of --sweep)"
#define ANY_CLUSTER \
  "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}"

typedef struct
{
  FitInvocation invocation; /* of the rules alone, with any cluster */
  char **what_ifs;          /* (nullable): what is assumed of each */
  GPtrArray *clusters;      /* owned, of FitManifestFile */
  GPtrArray *files; /* owned, of char (borrowed): -f, then one cluster, and
                       NULL */
} Sweep;

static void
sweep_clear (Sweep *sweep)
{
  g_clear_pointer (&sweep->clusters, g_ptr_array_unref);
  g_clear_pointer (&sweep->files, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sweep, sweep_clear)

/* -- one cluster ----------------------------------------------------------- */

static const FitColumn columns[] = {
  { "cluster", "CLUSTER", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pods", "PENDING", FIT_CELL_INTEGER, 0 },
  { "placed", "PLACED", FIT_CELL_INTEGER, 0 },
  { "unschedulable", "UNSCHEDULABLE", FIT_CELL_INTEGER, 0 },
  { "withErrors", NULL, FIT_CELL_INTEGER, 0 },
  { "refused", NULL, FIT_CELL_INTEGER, 0 },
  { "preempted", "PREEMPTED", FIT_CELL_INTEGER, 0 },
  { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
  { "reason", "MOST OFTEN", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { "status", NULL, FIT_CELL_INTEGER, 0 },
};

/* Returns: (nullable): why most of the pods without a node have none */
static const char *
most_often (const FitPodGroups *groups)
{
  const FitPodGroup *most = NULL;

  FIT_EACH (const FitPodGroup, group, groups->groups)
    if (most == NULL || group->names->len > most->names->len)
      most = group;
  return most != NULL ? most->message : NULL;
}

static void
add_row (FitTable *table, const char *name, const FitSession *session,
         const FitItems *items, const FitReplayRun *run)
{
  g_auto (FitOutcomes) tally = { 0 };
  g_autoptr (FitPodGroups) groups = fit_pod_groups_new ();
  const FitCache *cache = fit_replay_cache (run->replay);
  FitCompressUse use = { 0 };

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info != NULL && info->node != NULL)
        fit_compress_use_add (&use, info);
    }
  fit_items_tally (items, &tally);
  tally.n_refused = fit_refusals_count (session->refused);
  FIT_EACH (const FitItem, item, items->items)
    if (item->node == NULL)
      fit_pod_groups_add (groups, item->pod,
                          item->error != NULL     ? item->error->message
                          : item->message != NULL ? item->message
                                                  : "");
  FIT_TABLE_ADD (
      table, fit_cell_text (name), fit_cell_integer (use.nodes),
      fit_cell_integer (items->items->len),
      fit_cell_integer (tally.n_of[FIT_OUTCOME_PLACED]),
      fit_cell_integer (tally.n_of[FIT_OUTCOME_UNSCHEDULABLE]),
      fit_cell_integer (tally.n_of[FIT_OUTCOME_ERROR]),
      fit_cell_integer (tally.n_refused), fit_cell_integer (items->n_preempted),
      fit_cell_percent (use.milli_cpu, use.allocatable_milli_cpu),
      fit_cell_percent (use.memory, use.allocatable_memory),
      fit_cell_text (most_often (groups)),
      fit_cell_integer (MAX (fit_outcomes_exit (&tally),
                             fit_extender_use_exit (&session->extenders))));
}

static gboolean
simulate (Sweep *sweep, const char *path, FitTable *table, GError **error)
{
  g_auto (FitSession) session = { 0 };
  g_auto (FitItems) items = { 0 };
  g_auto (FitReplayRun) run = { 0 };
  FitReplayObserver observer;
  g_autofree char *stopped = NULL;
  FitInvocation invocation = sweep->invocation;

  sweep->files->pdata[sweep->files->len - 2] = (char *) path;
  invocation.options.files = (char **) sweep->files->pdata;
  invocation.options.sweep = NULL;
  invocation.options.what_ifs = sweep->what_ifs;
  invocation.rules_are_known = TRUE;
  if (!fit_session_open (&session, &invocation, error))
    return FALSE;
  if (session.objects->of[FIT_KIND_NODE]->len == 0)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "%s has no Node, so it is no cluster", path);
  fit_items_init (&items, session.objects, &session.rules);
  observer = fit_items_observer (&items);
  if (!fit_run_open (&run, &session, &observer, error)
      || !fit_run_play (&run, error))
    return FALSE;
  fit_progress_clear (&items.progress);
  fit_items_end (&items);
  stopped = fit_run_describe_stop (&run);
  if (stopped != NULL)
    return fit_fail (error, FIT_ERROR_INCOMPLETE, "%s: %s", path, stopped);
  add_row (table, path, &session, &items, &run);
  return TRUE;
}

/* FitShardWork.make; what there is to say about each cluster would hide what there is
 * to say about all. */
static gboolean
make (guint number, GString *out, gpointer data, GError **error)
{
  Sweep *sweep = data;
  const char *path
      = ((const FitManifestFile *) sweep->clusters->pdata[number])->path;
  G_GNUC_UNUSED g_autoptr (FitConsoleTexts) quiet = fit_console_catch ();
  g_autoptr (FitTable) table = FIT_TABLE_NEW (columns);
  const gboolean done = simulate (sweep, path, table, error);

  if (done)
    {
      g_autoptr (FitJson) row = fit_table_row_to_json (table, 0);

      fit_json_append_compact (row, out);
    }
  return done;
}

/* -- all of them ----------------------------------------------------------- */

static gboolean
check_rules (const FitOptions *options, GError **error)
{
  if (options->config_map != NULL)
    return fit_fail (
        error, FIT_ERROR_USAGE,
        "--sweep has one set of rules for all clusters: --configmap "
        "would take those of each");
  return options->policy != NULL || options->config != NULL
         || fit_options_given (options, "provider") || options->release != NULL
         || fit_fail (error, FIT_ERROR_USAGE,
                      "--sweep has one set of rules for all clusters: give "
                      "--policy, --provider, --config or --release");
}

static gboolean
list_clusters (Sweep *sweep, const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;

  sweep->clusters = g_ptr_array_new_with_free_func (g_free);
  sweep->files = g_ptr_array_new ();
  for (char **path = options->sweep; *path != NULL; path++)
    if (!fit_inputs_files (invocation->inputs, sweep->clusters, *path, NULL,
                           NULL, error))
      return FALSE;
  if (sweep->clusters->len == 0)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "--sweep: there is no cluster in %s", *options->sweep);
  for (char **path = options->files; path != NULL && *path != NULL; path++)
    g_ptr_array_add (sweep->files, *path);
  g_ptr_array_add (sweep->files, (char *) NO_CLUSTER);
  g_ptr_array_add (sweep->files, NULL);
  sweep->invocation = *invocation;
  sweep->invocation.options.files = (char **) sweep->files->pdata;
  sweep->invocation.options.what_ifs = NULL;
  sweep->what_ifs = options->what_ifs;
  fit_inputs_keep (invocation->inputs, NO_CLUSTER, g_strdup (ANY_CLUSTER),
                   strlen (ANY_CLUSTER));
  return TRUE;
}

/* Everything that decides what a row says. */
static char *
make_key (const Sweep *sweep, const FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  FitInputs *inputs = session->invocation->inputs;
  g_autoptr (GChecksum) key = fit_search_key_new (
      options, FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE
                   | FIT_GROUP_DECODING | FIT_GROUP_SEARCH | FIT_GROUP_EXTENDERS
                   | FIT_GROUP_REPLAY | FIT_GROUP_RULES);

  fit_search_key_add_rules (key, &session->rules);
  FIT_EACH (const FitManifestFile, cluster, sweep->clusters)
    {
      fit_search_key_add (key, cluster->path);
      if (!fit_search_key_add_file (key, inputs, cluster->path, error))
        return NULL;
    }
  return fit_search_key_add_files (key, inputs, options->files, error)
                 && fit_search_key_add_files (key, inputs, options->pods, error)
                 && fit_search_key_add_what_ifs (key, inputs, sweep->what_ifs,
                                                 error)
                 && fit_search_key_add_extenders (key, inputs, options, error)
             ? g_strdup (g_checksum_get_string (key))
             : NULL;
}

/* What the rows come to. */
typedef struct
{
  gint64 pods;
  gint64 placed;
  guint n_complete; /* clusters where every pod has a node */
  gint64 status;
} Sum;

static gint64
number_in (const FitValue *row, const char *key)
{
  const FitValue *value = fit_value_get (row, key);

  return value != NULL && value->type == FIT_VALUE_NUMBER
             ? g_ascii_strtoll (value->text, NULL, 10)
             : 0;
}

static void
read_row (const FitValue *row, FitTable *table, Sum *sum)
{
  FitCellValue cells[G_N_ELEMENTS (columns)];
  const gint64 status = number_in (row, "status");

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const FitValue *value = fit_value_get (row, columns[i].key);

      cells[i]
          = columns[i].type == FIT_CELL_TEXT
                ? fit_cell_text (fit_value_get_string (row, columns[i].key))
                : fit_cell_number (value != NULL
                                       && value->type == FIT_VALUE_NUMBER,
                                   number_in (row, columns[i].key));
    }
  fit_table_add (table, cells, G_N_ELEMENTS (cells));
  sum->pods += number_in (row, "pods");
  sum->placed += number_in (row, "placed");
  sum->n_complete += status == FIT_EXIT_YES;
  sum->status = MAX (sum->status, status);
}

static void
show (const FitSession *session, const GPtrArray *results, Sum *sum,
      FitReport *report)
{
  FitTable *rows = FIT_REPORT_TABLE (report, columns);
  FitJson *data = report->data;
  const guint n = results->len;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      gsize len;
      const char *text = g_bytes_get_data (results->pdata[i], &len);

      read_row (fit_json_parse (arena, text, len, NULL, NULL, NULL), rows, sum);
    }
  fit_json_set_integer (data, "clusters", n);
  fit_json_set_integer (data, "complete", sum->n_complete);
  fit_json_set_integer (data, "pods", sum->pods);
  fit_json_set_integer (data, "placed", sum->placed);
  fit_report_set_rows (report, "items", rows);
  fit_json_set_texts (data, "notes", session->rules.notes);
  report->names = rows;
  fit_report_table (report, rows);
  fit_report_gap (report);
  fit_report_begin_summary (report);
  fit_report_say (report,
                  "%u %s: in %u every pod has a node; %" G_GINT64_FORMAT
                  " of %" G_GINT64_FORMAT " pending pods are placed",
                  n, n == 1 ? "cluster" : "clusters", sum->n_complete,
                  sum->placed, sum->pods);
  fit_report_end_summary (report);
}

FitExit
fit_simulate_sweep (const FitInvocation *invocation, GError **error)
{
  g_auto (Sweep) sweep = { 0 };
  g_auto (FitSession) session = { 0 };
  g_autofree char *key = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (FitReport) report = NULL;
  FitShardJob job = { .kind = "SweptClusters" };
  Sum sum = { .status = FIT_EXIT_YES };

  if (!check_rules (&invocation->options, error)
      || !list_clusters (&sweep, invocation, error)
      || !fit_session_open (&session, &sweep.invocation, error)
      || (key = make_key (&sweep, &session, error)) == NULL)
    return FIT_EXIT_INPUT;
  job.key = key;
  job.n = sweep.clusters->len;
  job.work
      = (FitShardWork){ .invocation = invocation,
                        .alone = fit_extender_use_sends (&session.extenders),
                        .called = "cluster",
                        .make = make,
                        .data = &sweep };
  if (!fit_shard_job_run (&job, &results, error))
    return FIT_EXIT_INPUT;
  if (results == NULL)
    return FIT_EXIT_YES;
  report = fit_output_report (invocation, "Sweep");
  show (&session, results, &sum, report);
  if (!fit_output_print (report, invocation, error))
    return FIT_EXIT_INTERNAL;
  return (FitExit) sum.status;
}
