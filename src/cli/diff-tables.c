/* diff-tables.c - the tables of a comparison: pods, causes, nodes, use, extenders */
#include "cli/diff-report-private.h"

static const char *const sides[] = { "left", "right" };

/* --- pods ----------------------------------------------------------------- */

enum
{
  ITEM_POD,
  ITEM_LEFT_NODE,
  ITEM_RIGHT_NODE,
  ITEM_CAUSE,
  ITEM_WHY,
};

static const FitColumn item_columns[] = {
  [ITEM_POD] = { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_LEFT_NODE] = { NULL, "LEFT", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_RIGHT_NODE] = { NULL, "RIGHT", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [ITEM_CAUSE] = { NULL, "CAUSE", FIT_CELL_TEXT, 0 },
  [ITEM_WHY] = { NULL, "WHY", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static char *
full_name (const FitDiffItem *item)
{
  return g_strconcat (item->namespace_, "/", item->name, NULL);
}

FitTable *
fit_diff_items_table (const FitDiff *diff)
{
  FitTable *table = FIT_TABLE_NEW (item_columns);

  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      g_autofree char *full = full_name (item);
      g_autofree char *why = fit_diff_why (diff, item);

      fit_table_add_row (table);
      fit_table_set_text (table, ITEM_POD, full);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        fit_table_set_text (table, ITEM_LEFT_NODE + side,
                            item->outcomes[side].node);
      fit_table_set_text (table, ITEM_CAUSE, fit_diff_cause_name (item->cause));
      fit_table_set_text (table, ITEM_WHY, why);
    }
  return table;
}

static FitJson *
outcome_json (const FitDiff *diff, const FitDiffOutcome *outcome)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "node", outcome->node);
  fit_json_set_text (object, "message", outcome->message);
  fit_json_set_boolean (object, "tried", !outcome->alone);
  fit_json_set_text (object, "errorCode",
                     outcome->error ? fit_error_code_name (outcome->error)
                                    : NULL);
  fit_json_set_texts (object, "boundTo",
                      diff->replayed ? outcome->bound : NULL);
  fit_json_set_number (object, "preempted", diff->replayed,
                       outcome->n_preempted);
  return object;
}

FitJson *
fit_diff_items_json (const FitDiff *diff)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      g_autofree char *why = fit_diff_why (diff, item);
      g_autofree char *root
          = item->follows >= 0 ? full_name (diff->items->pdata[item->follows])
                               : NULL;
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "namespace", item->namespace_);
      fit_json_set_text (object, "name", item->name);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        fit_json_set (object, sides[side],
                      outcome_json (diff, &item->outcomes[side]));
      fit_json_set_text (object, "change", fit_diff_change_name (item->change));
      fit_json_set_text (object, "cause", fit_diff_cause_name (item->cause));
      fit_json_set_text (object, "why", why);
      fit_json_set_text (object, "followsFrom", root);
      fit_json_set (object, "evidence",
                    item->evidence ? fit_diff_evidence_json (item->evidence)
                                   : NULL);
    }
  return array;
}

/* --- causes --------------------------------------------------------------- */

enum
{
  CAUSE_NAME,
  CAUSE_PODS,
  CAUSE_MEANING,
};

static const FitColumn cause_columns[] = {
  [CAUSE_NAME] = { "cause", "CAUSE", FIT_CELL_TEXT, 0 },
  [CAUSE_PODS] = { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  [CAUSE_MEANING] = { NULL, "MEANING", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static const char *const meanings[] = {
  [FIT_DIFF_FEASIBILITY] = "only one side rejects a node",
  [FIT_DIFF_SCORES] = "the sides rank the nodes differently",
  [FIT_DIFF_TIE] = "both nodes scored the same on at least one side",
  [FIT_DIFF_SEARCH] = "one side stopped looking for nodes before the other",
  [FIT_DIFF_ERROR] = "an attempt failed with an error",
  [FIT_DIFF_SCHEDULER] = "only one side schedules the pod",
  [FIT_DIFF_FOLLOWS] = "follows from an earlier difference",
  [FIT_DIFF_FIRST] = "the first decision that differs",
  [FIT_DIFF_LATER] = "after the first one; it may follow from it",
};
G_STATIC_ASSERT (G_N_ELEMENTS (meanings) == FIT_DIFF_CAUSES);

FitTable *
fit_diff_causes_table (const FitDiff *diff)
{
  FitTable *table = FIT_TABLE_NEW (cause_columns);

  for (guint i = 0; i < FIT_DIFF_CAUSES; i++)
    {
      const guint n = fit_diff_count_causes (diff, (FitDiffCause) i);

      if (n == 0)
        continue;
      fit_table_add_row (table);
      fit_table_set_text (table, CAUSE_NAME,
                          fit_diff_cause_name ((FitDiffCause) i));
      fit_table_set_integer (table, CAUSE_PODS, n);
      fit_table_set_text (table, CAUSE_MEANING, meanings[i]);
    }
  return table;
}

/* --- nodes ---------------------------------------------------------------- */

enum
{
  NODE_NAME,
  NODE_LEFT_PODS,
  NODE_RIGHT_PODS,
  NODE_LEFT_CPU,
  NODE_RIGHT_CPU,
  NODE_CPU_MOST,
  NODE_LEFT_MEMORY,
  NODE_RIGHT_MEMORY,
  NODE_MEMORY_MOST,
};

static const FitColumn node_columns[] = {
  [NODE_NAME] = { "name", "NODE", FIT_CELL_TEXT, 0 },
  [NODE_LEFT_PODS] = { "leftPods", "LEFT:PODS", FIT_CELL_INTEGER, 0 },
  [NODE_RIGHT_PODS] = { "rightPods", "RIGHT:PODS", FIT_CELL_INTEGER, 0 },
  [NODE_LEFT_CPU]
  = { "leftRequestedMilliCpu", "LEFT:CPU", FIT_CELL_MILLI_CPU, 0 },
  [NODE_RIGHT_CPU]
  = { "rightRequestedMilliCpu", "RIGHT:CPU", FIT_CELL_MILLI_CPU, 0 },
  [NODE_CPU_MOST] = { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  [NODE_LEFT_MEMORY]
  = { "leftRequestedMemoryBytes", "LEFT:MEMORY", FIT_CELL_BYTES, 0 },
  [NODE_RIGHT_MEMORY]
  = { "rightRequestedMemoryBytes", "RIGHT:MEMORY", FIT_CELL_BYTES, 0 },
  [NODE_MEMORY_MOST] = { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
};

gboolean
fit_diff_use_differs (const FitDiffNode *node)
{
  return node->pods[FIT_DIFF_LEFT] != node->pods[FIT_DIFF_RIGHT]
         || node->used_milli_cpu[FIT_DIFF_LEFT]
                != node->used_milli_cpu[FIT_DIFF_RIGHT]
         || node->used_memory[FIT_DIFF_LEFT]
                != node->used_memory[FIT_DIFF_RIGHT];
}

FitTable *
fit_diff_nodes_table (const FitDiff *diff)
{
  FitTable *table = FIT_TABLE_NEW (node_columns);

  for (guint i = 0; i < diff->nodes->len; i++)
    {
      const FitDiffNode *node = &g_array_index (diff->nodes, FitDiffNode, i);

      if (!fit_diff_use_differs (node))
        continue;
      fit_table_add_row (table);
      fit_table_set_text (table, NODE_NAME, node->node);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          fit_table_set_integer (table, NODE_LEFT_PODS + side,
                                 node->pods[side]);
          fit_table_set_integer (table, NODE_LEFT_CPU + side,
                                 node->used_milli_cpu[side]);
          fit_table_set_integer (table, NODE_LEFT_MEMORY + side,
                                 node->used_memory[side]);
        }
      fit_table_set_integer (table, NODE_CPU_MOST, node->milli_cpu);
      fit_table_set_integer (table, NODE_MEMORY_MOST, node->memory);
    }
  return table;
}

/* --- all nodes together --------------------------------------------------- */

enum
{
  USE_RESOURCE,
  USE_LEFT_MEAN,
  USE_RIGHT_MEAN,
  USE_LEFT_MOST,
  USE_RIGHT_MOST,
};

static const FitColumn use_columns[] = {
  [USE_RESOURCE] = { "resource", "RESOURCE", FIT_CELL_TEXT, 0 },
  [USE_LEFT_MEAN] = { "leftPercent", "LEFT:USED", FIT_CELL_PERCENT, 0 },
  [USE_RIGHT_MEAN] = { "rightPercent", "RIGHT:USED", FIT_CELL_PERCENT, 0 },
  [USE_LEFT_MOST] = { "leftMostPercent", "LEFT:FULLEST", FIT_CELL_PERCENT, 0 },
  [USE_RIGHT_MOST]
  = { "rightMostPercent", "RIGHT:FULLEST", FIT_CELL_PERCENT, 0 },
};

/* Rounded down; sums may be large. */
static gint64
percent (double part, double whole)
{
  return (gint64) (part * 100 / whole);
}

/* @most: offset of the amounts in a FitDiffNode, @used: offset of those used on
 * the left */
static void
set_use (FitTable *table, const FitDiff *diff, guint side, gsize most,
         gsize used)
{
  double sum = 0, total = 0;
  gint64 fullest = 0;

  for (guint i = 0; i < diff->nodes->len; i++)
    {
      const FitDiffNode *node = &g_array_index (diff->nodes, FitDiffNode, i);
      const double whole = (double) G_STRUCT_MEMBER (gint64, node, most);
      const double part
          = (double) (&G_STRUCT_MEMBER (gint64, node, used))[side];

      if (whole <= 0)
        continue;
      sum += part;
      total += whole;
      fullest = MAX (fullest, percent (part, whole));
    }
  if (total <= 0)
    return;
  fit_table_set_integer (table, USE_LEFT_MEAN + side, percent (sum, total));
  fit_table_set_integer (table, USE_LEFT_MOST + side, fullest);
}

FitTable *
fit_diff_use_table (const FitDiff *diff)
{
  static const struct
  {
    const char *resource;
    gsize most;
    gsize used;
  } resources[] = {
    { "cpu", G_STRUCT_OFFSET (FitDiffNode, milli_cpu),
      G_STRUCT_OFFSET (FitDiffNode, used_milli_cpu) },
    { "memory", G_STRUCT_OFFSET (FitDiffNode, memory),
      G_STRUCT_OFFSET (FitDiffNode, used_memory) },
  };
  FitTable *table = FIT_TABLE_NEW (use_columns);

  for (guint i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      fit_table_add_row (table);
      fit_table_set_text (table, USE_RESOURCE, resources[i].resource);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        set_use (table, diff, side, resources[i].most, resources[i].used);
    }
  return table;
}

/* --- the summary for data --------------------------------------------------- */

static const char *const change_keys[] = {
  [FIT_DIFF_MOVED] = "moved",
  [FIT_DIFF_STARTED] = "startedFitting",
  [FIT_DIFF_STOPPED] = "stoppedFitting",
  [FIT_DIFF_COURSE] = "otherCourse",
  [FIT_DIFF_NOT_COMPARED] = "notCompared",
};
G_STATIC_ASSERT (G_N_ELEMENTS (change_keys) == FIT_DIFF_CHANGES);

FitJson *
fit_diff_summary_json (const FitDiff *diff, const FitOutcomes *errors)
{
  FitJson *object = fit_json_object ();

  fit_json_set_integer (object, "pods", diff->n_pods);
  fit_json_set_integer (object, "same", diff->n_pods - diff->items->len);
  for (guint i = 0; i < FIT_DIFF_CHANGES; i++)
    fit_json_set_number (object, change_keys[i],
                         i != FIT_DIFF_COURSE || diff->replayed,
                         fit_diff_count_changes (diff, (FitDiffChange) i));
  fit_json_set_integer (object, "leftPlaced", diff->n_placed[FIT_DIFF_LEFT]);
  fit_json_set_integer (object, "rightPlaced", diff->n_placed[FIT_DIFF_RIGHT]);
  fit_json_set_number (object, "leftPreempted", diff->replayed,
                       diff->n_preempted[FIT_DIFF_LEFT]);
  fit_json_set_number (object, "rightPreempted", diff->replayed,
                       diff->n_preempted[FIT_DIFF_RIGHT]);
  fit_json_set_rows (object, "causes", fit_diff_causes_table (diff));
  fit_json_set_rows (object, "use", fit_diff_use_table (diff));
  fit_json_set_rows (object, "nodes", fit_diff_nodes_table (diff));
  fit_json_set_rows (object, "errors", fit_outcomes_errors_table (errors));
  return object;
}

/* --- extenders ------------------------------------------------------------ */

enum
{
  IGNORED_SIDE,
  IGNORED_NAME,
  IGNORED_VERB,
  IGNORED_COUNT,
  IGNORED_ERROR,
};

static const FitColumn ignored_columns[] = {
  [IGNORED_SIDE] = { "side", "SIDE", FIT_CELL_TEXT, 0 },
  [IGNORED_NAME] = { "extender", "EXTENDER", FIT_CELL_TEXT, 0 },
  [IGNORED_VERB] = { "verb", "FAILED TO", FIT_CELL_TEXT, 0 },
  [IGNORED_COUNT] = { "count", "TIMES", FIT_CELL_INTEGER, 0 },
  [IGNORED_ERROR] = { "message", "ERROR", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

FitTable *
fit_diff_ignored_table (const FitDiffFinding *finding)
{
  FitTable *table = FIT_TABLE_NEW (ignored_columns);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) ignored
          = fit_extender_tally_ignored (&finding->extenders[side].tally);

      for (guint i = 0; i < ignored->len; i++)
        {
          const FitExtenderFailure *failure = ignored->pdata[i];

          fit_table_add_row (table);
          fit_table_set_text (table, IGNORED_SIDE, sides[side]);
          fit_table_set_text (table, IGNORED_NAME, failure->name);
          fit_table_set_text (table, IGNORED_VERB,
                              fit_extender_verb_name (failure->verb));
          fit_table_set_integer (table, IGNORED_COUNT, failure->count);
          fit_table_set_text (table, IGNORED_ERROR, failure->error->message);
        }
    }
  return table;
}
