/* simulate-compress.c - 'fitsched simulate --compress': which nodes could be
 * drained */
#include "base/plain-text.h"
#include "cli/cmd-simulate.h"
#include "cli/console.h"
#include "cli/refusals.h"
#include "simulate/compress.h"

/* With more nodes than this, those that stay are left to -o wide. */
#define MOST_NODES_IN_TABLE 20

/* --- tables --------------------------------------------------------------- */

enum
{
  ITEM_NODE,
  ITEM_COUNT,
  ITEM_OTHERS,
  ITEM_PODS,
  ITEM_MOVES,
};

static const FitColumn item_columns[] = {
  [ITEM_NODE] = { "node", "DRAIN", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_COUNT] = { NULL, "PODS", FIT_CELL_INTEGER, 0 },
  [ITEM_OTHERS] = { "otherPods", NULL, FIT_CELL_INTEGER, 0 },
  [ITEM_PODS] = { "pods", NULL, FIT_CELL_JSON, 0 },
  [ITEM_MOVES] = { NULL, "MOVES TO", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

enum
{
  STAY_NODE,
  STAY_POD,
  STAY_REASON,
  STAY_TEXT,
};

static const FitColumn stay_columns[] = {
  [STAY_NODE] = { "node", "STAYS", FIT_CELL_TEXT, 0 },
  [STAY_POD] = { "pod", NULL, FIT_CELL_JSON, 0 },
  [STAY_REASON] = { "reason", NULL, FIT_CELL_TEXT, 0 },
  [STAY_TEXT] = { NULL, "BECAUSE", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

enum
{
  USE_WHEN,
  USE_NODES,
  USE_PODS,
  USE_CPU,
  USE_CPU_MOST,
  USE_CPU_PERCENT,
  USE_MEMORY,
  USE_MEMORY_MOST,
  USE_MEMORY_PERCENT,
};

static const FitColumn use_columns[] = {
  [USE_WHEN] = { NULL, "", FIT_CELL_TEXT, 0 },
  [USE_NODES] = { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  [USE_PODS] = { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  [USE_CPU] = { "requestedMilliCpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  [USE_CPU_MOST] = { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  [USE_CPU_PERCENT] = { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  [USE_MEMORY] = { "requestedMemoryBytes", "MEMORY", FIT_CELL_BYTES, 0 },
  [USE_MEMORY_MOST] = { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
  [USE_MEMORY_PERCENT] = { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
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
      fit_json_set_text (pod, "node", moved->node);
      g_string_append_printf (moves, "%s%s/%s: %s", i > 0 ? ", " : "",
                              meta->namespace_, meta->name, moved->node);
    }
  fit_table_add_row (items);
  fit_table_set_text (items, ITEM_NODE, node->name);
  fit_table_set_integer (items, ITEM_COUNT, node->moved->len);
  fit_table_set_integer (items, ITEM_OTHERS, node->n_others);
  fit_table_set_json (items, ITEM_PODS, pods);
  fit_table_set_text (items, ITEM_MOVES, moves->len > 0 ? moves->str : NULL);
}

static void
add_staying (FitTable *stay, const FitCompressNode *node)
{
  const FitObjectMeta *meta = node->pod != NULL ? &node->pod->meta : NULL;
  g_autofree char *text = meta != NULL
                              ? g_strdup_printf ("%s/%s %s", meta->namespace_,
                                                 meta->name, node->reason)
                              : g_strconcat ("it ", node->reason, NULL);
  FitJson *pod;

  fit_table_add_row (stay);
  fit_table_set_text (stay, STAY_NODE, node->name);
  fit_table_set_text (stay, STAY_REASON, node->reason);
  fit_table_set_text (stay, STAY_TEXT, text);
  if (meta == NULL)
    return;
  pod = fit_json_object ();
  fit_json_set_text (pod, "namespace", meta->namespace_);
  fit_json_set_text (pod, "name", meta->name);
  fit_table_set_json (stay, STAY_POD, pod);
}

static void
add_use (FitTable *table, const char *when, const FitCompressUse *use)
{
  fit_table_add_row (table);
  fit_table_set_text (table, USE_WHEN, when);
  fit_table_set_integer (table, USE_NODES, use->nodes);
  fit_table_set_integer (table, USE_PODS, use->pods);
  fit_table_set_integer (table, USE_CPU, use->milli_cpu);
  fit_table_set_integer (table, USE_CPU_MOST, use->allocatable_milli_cpu);
  fit_table_set_percent (table, USE_CPU_PERCENT, use->milli_cpu,
                         use->allocatable_milli_cpu);
  fit_table_set_integer (table, USE_MEMORY, use->memory);
  fit_table_set_integer (table, USE_MEMORY_MOST, use->allocatable_memory);
  fit_table_set_percent (table, USE_MEMORY_PERCENT, use->memory,
                         use->allocatable_memory);
}

/* --- showing -------------------------------------------------------------- */

typedef struct
{
  const FitCompression *compression; /* borrowed */
  const FitTable *items;             /* borrowed */
  const FitTable *stay;              /* borrowed */
  const FitTable *use;               /* borrowed: before and after */
  const FitSession *session;         /* borrowed */
} Shown;

static void
append_totals (const FitCompression *compression, GString *out)
{
  const guint n_unplaced = compression->n_unplaced;

  g_string_append_printf (
      out, "%u of %u %s could be drained%s; %u %s move\n",
      compression->n_drained, compression->n_nodes,
      compression->n_nodes == 1 ? "node" : "nodes",
      compression->n_drained > 1 ? ", in this order" : "", compression->n_moved,
      compression->n_moved == 1 ? "pod would" : "pods would");
  if (n_unplaced > 0)
    g_string_append_printf (out, "%u pending %s not fit in any case\n",
                            n_unplaced,
                            n_unplaced == 1 ? "pod does" : "pods do");
}

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Shown *shown = data;
  const FitCompression *compression = shown->compression;
  const guint n_stay = fit_table_n_rows (shown->stay);

  if (compression->n_drained > 0)
    {
      fit_table_append_text (shown->items, style, out);
      g_string_append_c (out, '\n');
    }
  if (n_stay > 0 && (style->wide || n_stay <= MOST_NODES_IN_TABLE))
    {
      fit_table_append_text (shown->stay, style, out);
      g_string_append_c (out, '\n');
    }
  else if (n_stay > 0)
    g_string_append_printf (out, "%u nodes stay; -o wide says why\n\n", n_stay);
  fit_refusals_append (shown->session->refused, style->wide, out);
  append_totals (compression, out);
  g_string_append_c (out, '\n');
  fit_table_append_text (shown->use, style, out);
}

static void
set_json (gconstpointer data, FitJson *document)
{
  const Shown *shown = data;
  const FitCompression *compression = shown->compression;
  const FitSession *session = shown->session;

  fit_json_set_integer (document, "drained", compression->n_drained);
  fit_json_set_integer (document, "moved", compression->n_moved);
  fit_json_set_integer (document, "unplacedPods", compression->n_unplaced);
  fit_json_set (document, "items", fit_table_to_json (shown->items));
  fit_json_set (document, "stay", fit_table_to_json (shown->stay));
  fit_json_set (document, "before", fit_table_row_to_json (shown->use, 0));
  fit_json_set (document, "after", fit_table_row_to_json (shown->use, 1));
  fit_json_set_texts (document, "notes", session->rules.notes);
  fit_json_set (document, "refused", fit_refusals_json (session->refused));
}

static void
show (const FitSession *session, const FitCompression *compression,
      GError **error)
{
  g_autoptr (FitTable) items = FIT_TABLE_NEW (item_columns);
  g_autoptr (FitTable) stay = FIT_TABLE_NEW (stay_columns);
  g_autoptr (FitTable) use = FIT_TABLE_NEW (use_columns);
  const Shown shown = { compression, items, stay, use, session };

  for (guint i = 0; i < compression->n_nodes; i++)
    if (compression->nodes[i].drained)
      add_drained (items, &compression->nodes[i]);
    else
      add_staying (stay, &compression->nodes[i]);
  add_use (use, "before", &compression->before);
  add_use (use, "after", &compression->after);
  fit_session_print (session,
                     &(FitOutput){ .kind = "Compression",
                                   .names = items,
                                   .append_text = append_text,
                                   .set_json = set_json,
                                   .data = &shown },
                     error);
}

static void
show_progress (guint done, guint total, gpointer data)
{
  FitProgress *progress = data;

  if (progress->what == NULL)
    fit_progress_init (progress, "nodes tried", total);
  fit_progress_set (progress, done);
}

FitExit
fit_simulate_compress (FitSession *session, GError **error)
{
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, error);
  g_autoptr (FitCompression) compression = NULL;
  g_auto (FitProgress) progress = { 0 };

  if (simulation == NULL)
    return FIT_EXIT_INPUT;
  compression = fit_compress (simulation, show_progress, &progress, error);
  fit_progress_clear (&progress);
  if (compression == NULL
      || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  show (session, compression, error);
  return compression->n_drained > 0 ? FIT_EXIT_YES : FIT_EXIT_NO;
}
