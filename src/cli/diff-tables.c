/* diff-tables.c - the tables of a comparison: pods, causes, nodes, use,
 * extenders, and barriers and votes side by side
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"
#include "base/each.h"
#include "cli/diff-report-private.h"
#include "report/markdown.h"

/* -- barriers -------------------------------------------------------------- */

static const FitColumn barrier_columns[] = {
  { "side", "REFUSED BY", FIT_CELL_TEXT, 0 },
  { "rule", "RULE", FIT_CELL_TEXT, 0 },
  { "plugin", "PLUGIN", FIT_CELL_TEXT, 0 },
  { "reason", "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "node", "SUCH AS", FIT_CELL_TEXT, 0 },
};

FitTable *
fit_diff_barriers_table (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (barrier_columns);

  FIT_EACH_OF (const FitDiffBarrier, barrier, evidence->barriers)
    FIT_TABLE_ADD (
        table, fit_cell_text (fit_side_names[barrier->side]),
        fit_cell_text (barrier->rule), fit_cell_text (barrier->plugin),
        fit_cell_text (barrier->reason), fit_cell_integer (barrier->n_nodes),
        fit_cell_text (barrier->node));
  return table;
}

/* -- votes for people ------------------------------------------------------ */

static const FitColumn row_columns[] = {
  { NULL, "PLUGIN", FIT_CELL_TEXT, 0 },
  { NULL, "SIDE", FIT_CELL_TEXT, 0 },
  { NULL, "RULE", FIT_CELL_TEXT, 0 },
  { NULL, "WEIGHT", FIT_CELL_INTEGER, 0 },
  { NULL, "LEFT NODE", FIT_CELL_INTEGER, 0 },
  { NULL, "RIGHT NODE", FIT_CELL_INTEGER, 0 },
  { NULL, "LEAD", FIT_CELL_INTEGER, 0 },
};

/* @points: (nullable): of both nodes */
static void
add_vote_row (FitTable *table, const char *plugin, guint side,
              const FitDiffSideVote *vote, const gint64 *points)
{
  static const gint64 none[FIT_DIFF_SIDES] = { 0 };
  const gboolean known = points != NULL;
  const gint64 *of = known ? points : none;

  FIT_TABLE_ADD (
      table, fit_cell_text (plugin), fit_cell_text (fit_side_names[side]),
      fit_cell_text (vote != NULL ? vote->names : NULL),
      fit_cell_number (vote != NULL && vote->n == 1,
                       vote != NULL ? vote->weight : 0),
      fit_cell_number (known, of[FIT_DIFF_LEFT]),
      fit_cell_number (known, of[FIT_DIFF_RIGHT]),
      fit_cell_number (known, (gint64) ((guint64) of[FIT_DIFF_LEFT]
                                        - (guint64) of[FIT_DIFF_RIGHT])));
}

FitTable *
fit_diff_votes_table (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (row_columns);

  for (guint i = 0; i < evidence->votes->len; i++)
    for (guint side = 0; side < FIT_DIFF_SIDES; side++)
      {
        const FitDiffVote *vote
            = &g_array_index (evidence->votes, FitDiffVote, i);
        const FitDiffSideVote *of_side = &vote->sides[side];

        add_vote_row (table, vote->plugin, side, of_side,
                      of_side->n > 0 ? of_side->points : NULL);
      }
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    add_vote_row (table, "total", side, NULL, evidence->totals[side]);
  return table;
}

/* -- votes for data -------------------------------------------------------- */

/* @values: (nullable) */
static FitJson *
pair_json (const gint64 *values)
{
  FitJson *object;

  if (values == NULL)
    return NULL;
  object = fit_json_object ();
  fit_json_set_integer (object, "leftNode", values[FIT_DIFF_LEFT]);
  fit_json_set_integer (object, "rightNode", values[FIT_DIFF_RIGHT]);
  return object;
}

/* Returns: (transfer full) (nullable): if several voters are combined, there
 * are only points */
static FitJson *
side_vote_json (const FitDiffSideVote *vote_of_side)
{
  const gboolean single = vote_of_side->n == 1;
  FitJson *object;

  if (vote_of_side->n == 0)
    return NULL;
  object = fit_json_object ();
  fit_json_set_text (object, "names", vote_of_side->names);
  fit_json_set_number (object, "weight", single, vote_of_side->weight);
  fit_json_set (object, "scores",
                pair_json (single ? vote_of_side->scores : NULL));
  fit_json_set (object, "points", pair_json (vote_of_side->points));
  return object;
}

/* -- barriers and votes as data --------------------------------------------- */

static FitJson *
evidence_json (const FitDiffEvidence *evidence)
{
  const gboolean voted = evidence->votes != NULL;
  FitJson *object = fit_json_object ();
  FitJson *array;

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      FitJson *side = fit_json_object ();

      fit_json_set_text (side, "node", evidence->nodes[i]);
      fit_json_set_text (side, "message", evidence->messages[i]);
      fit_json_set_integer (side, "acceptedNodes", evidence->n_accepted[i]);
      fit_json_set_integer (side, "acceptedHereOnly", evidence->n_only[i]);
      fit_json_set_number (side, "bestNodes", voted, evidence->n_best[i]);
      fit_json_set (side, "totals",
                    pair_json (voted ? evidence->totals[i] : NULL));
      fit_json_set (object, fit_side_names[i], side);
    }
  fit_json_set_rows (object, "barriers", fit_diff_barriers_table (evidence));
  array = fit_json_array ();
  for (guint i = 0; evidence->votes != NULL && i < evidence->votes->len; i++)
    {
      const FitDiffVote *vote
          = &g_array_index (evidence->votes, FitDiffVote, i);
      FitJson *entry = fit_json_append (array);

      fit_json_set_text (entry, "plugin", vote->plugin);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        fit_json_set (entry, fit_side_names[side],
                      side_vote_json (&vote->sides[side]));
      fit_json_set_integer (entry, "shift", vote->shift);
      fit_json_set_boolean (entry, "deciding", evidence->deciding == (gint) i);
    }
  fit_json_set (object, "votes", array);
  return object;
}

/* -- pods ------------------------------------------------------------------ */

static FitJson *
outcome_json (const FitDiff *diff, const FitDiffOutcome *outcome)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "node", outcome->node);
  fit_json_set_text (object, "message", outcome->message);
  fit_json_set_boolean (object, "tried", !outcome->alone);
  fit_json_set_text (
      object, "errorCode",
      outcome->error != NULL ? fit_error_code_name (outcome->error) : NULL);
  fit_json_set_texts (object, "boundTo",
                      diff->replayed ? outcome->bound : NULL);
  fit_json_set_number (object, "preempted", diff->replayed,
                       outcome->n_preempted);
  return object;
}

static const FitColumn item_columns[] = {
  { NULL, "POD", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "LEFT", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "RIGHT", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { "left", NULL, FIT_CELL_JSON, 0 },
  { "right", NULL, FIT_CELL_JSON, 0 },
  { "change", NULL, FIT_CELL_TEXT, 0 },
  { "cause", "CAUSE", FIT_CELL_TEXT, 0 },
  { "why", "WHY", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { "followsFrom", NULL, FIT_CELL_TEXT, 0 },
  { "evidence", NULL, FIT_CELL_JSON, 0 },
};

FitTable *
fit_diff_items_table (const FitDiff *diff, gboolean as_data)
{
  FitTable *table = FIT_TABLE_NEW (item_columns);

  FIT_EACH (const FitDiffItem, item, diff->items)
    {
      const FitDiffOutcome *left = &item->outcomes[FIT_DIFF_LEFT],
                           *right = &item->outcomes[FIT_DIFF_RIGHT];
      g_autofree char *full = fit_diff_item_name (item);
      g_autofree char *why = fit_diff_why (diff, item);
      g_autofree char *root
          = item->follows >= 0
                ? fit_diff_item_name (diff->items->pdata[item->follows])
                : NULL;

      FIT_TABLE_ADD (
          table, fit_cell_text (full), fit_cell_text (left->node),
          fit_cell_text (right->node), fit_cell_text (item->namespace_),
          fit_cell_text (item->name),
          fit_cell_json (as_data ? outcome_json (diff, left) : NULL),
          fit_cell_json (as_data ? outcome_json (diff, right) : NULL),
          fit_cell_text (fit_diff_change_name (item->change)),
          fit_cell_text (fit_diff_cause_name (item->cause)),
          fit_cell_text (why), fit_cell_text (root),
          fit_cell_json (as_data && item->evidence != NULL
                             ? evidence_json (item->evidence)
                             : NULL));
    }
  return table;
}

/* -- causes ---------------------------------------------------------------- */

static const FitColumn cause_columns[] = {
  { "cause", "CAUSE", FIT_CELL_TEXT, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { NULL, "MEANING", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
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
  [FIT_DIFF_ASSUMED] = "only what is assumed makes the scheduler place it",
  [FIT_DIFF_DIVIDED] = "its scheduler has fewer nodes to choose from",
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
      FIT_TABLE_ADD (table,
                     fit_cell_text (fit_diff_cause_name ((FitDiffCause) i)),
                     fit_cell_integer (n), fit_cell_text (meanings[i]));
    }
  return table;
}

/* -- nodes ----------------------------------------------------------------- */

static const FitColumn node_columns[] = {
  { "name", "NODE", FIT_CELL_TEXT, 0 },
  { "leftPods", "LEFT:PODS", FIT_CELL_INTEGER, 0 },
  { "rightPods", "RIGHT:PODS", FIT_CELL_INTEGER, 0 },
  { "leftRequestedMilliCpu", "LEFT:CPU", FIT_CELL_MILLI_CPU, 0 },
  { "rightRequestedMilliCpu", "RIGHT:CPU", FIT_CELL_MILLI_CPU, 0 },
  { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  { "leftRequestedMemoryBytes", "LEFT:MEMORY", FIT_CELL_BYTES, 0 },
  { "rightRequestedMemoryBytes", "RIGHT:MEMORY", FIT_CELL_BYTES, 0 },
  { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
};

static gboolean
use_differs (const FitDiffNode *node)
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

  FIT_EACH_OF (const FitDiffNode, node, diff->nodes)
    {
      if (!use_differs (node))
        continue;
      FIT_TABLE_ADD (table, fit_cell_text (node->node),
                     fit_cell_integer (node->pods[FIT_DIFF_LEFT]),
                     fit_cell_integer (node->pods[FIT_DIFF_RIGHT]),
                     fit_cell_integer (node->used_milli_cpu[FIT_DIFF_LEFT]),
                     fit_cell_integer (node->used_milli_cpu[FIT_DIFF_RIGHT]),
                     fit_cell_integer (node->milli_cpu),
                     fit_cell_integer (node->used_memory[FIT_DIFF_LEFT]),
                     fit_cell_integer (node->used_memory[FIT_DIFF_RIGHT]),
                     fit_cell_integer (node->memory));
    }
  return table;
}

static char *
change_text (char *left, char *right)
{
  char *text = g_strcmp0 (left, right) == 0
                   ? g_strdup (left)
                   : g_strdup_printf ("%s → %s", left, right);

  g_free (left);
  g_free (right);
  return text;
}

void
fit_diff_append_nodes (const FitDiff *diff, GString *out)
{
  g_string_append (out, "| node | pods | cpu | memory |\n"
                        "| --- | ---: | ---: | ---: |\n");
  FIT_EACH_OF (const FitDiffNode, node, diff->nodes)
    {
      g_autofree char *pods = NULL, *cpu = NULL, *memory = NULL;

      if (!use_differs (node))
        continue;
      pods = change_text (g_strdup_printf ("%u", node->pods[FIT_DIFF_LEFT]),
                          g_strdup_printf ("%u", node->pods[FIT_DIFF_RIGHT]));
      cpu = change_text (
          fit_format_milli_cpu (node->used_milli_cpu[FIT_DIFF_LEFT]),
          fit_format_milli_cpu (node->used_milli_cpu[FIT_DIFF_RIGHT]));
      memory = change_text (
          fit_format_rounded_bytes (node->used_memory[FIT_DIFF_LEFT]),
          fit_format_rounded_bytes (node->used_memory[FIT_DIFF_RIGHT]));
      fit_markdown_printf (out, "| %s | %s | %s | %s |\n", node->node, pods,
                           cpu, memory);
    }
}

/* -- all nodes together ---------------------------------------------------- */

static const FitColumn use_columns[] = {
  { "resource", "RESOURCE", FIT_CELL_TEXT, 0 },
  { "leftPercent", "LEFT:USED", FIT_CELL_PERCENT, 0 },
  { "rightPercent", "RIGHT:USED", FIT_CELL_PERCENT, 0 },
  { "leftMostPercent", "LEFT:FULLEST", FIT_CELL_PERCENT, 0 },
  { "rightMostPercent", "RIGHT:FULLEST", FIT_CELL_PERCENT, 0 },
};

/* Rounded down; sums may be large. */
static gint64
percent (double part, double whole)
{
  return (gint64) (part * 100 / whole);
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
      FitCellValue mean[FIT_DIFF_SIDES], most[FIT_DIFF_SIDES];

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          double sum = 0, total = 0;
          gint64 fullest = 0;

          FIT_EACH_OF (const FitDiffNode, node, diff->nodes)
            {
              const double whole
                  = (double) G_STRUCT_MEMBER (gint64, node, resources[i].most);
              const double part = (double) (&G_STRUCT_MEMBER (
                  gint64, node, resources[i].used))[side];

              if (whole <= 0)
                continue;
              sum += part;
              total += whole;
              fullest = MAX (fullest, percent (part, whole));
            }
          mean[side] = fit_cell_number (total > 0,
                                        total > 0 ? percent (sum, total) : 0);
          most[side] = fit_cell_number (total > 0, fullest);
        }
      FIT_TABLE_ADD (table, fit_cell_text (resources[i].resource),
                     mean[FIT_DIFF_LEFT], mean[FIT_DIFF_RIGHT],
                     most[FIT_DIFF_LEFT], most[FIT_DIFF_RIGHT]);
    }
  return table;
}

/* -- the summary for data -------------------------------------------------- */

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

/* -- extenders ------------------------------------------------------------- */

static const FitColumn ignored_columns[] = {
  { "side", "SIDE", FIT_CELL_TEXT, 0 },
  { "extender", "EXTENDER", FIT_CELL_TEXT, 0 },
  { "verb", "FAILED TO", FIT_CELL_TEXT, 0 },
  { "count", "TIMES", FIT_CELL_INTEGER, 0 },
  { "message", "ERROR", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

FitTable *
fit_diff_ignored_table (const FitDiffFinding *finding)
{
  FitTable *table = FIT_TABLE_NEW (ignored_columns);

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) ignored
          = fit_extender_tally_ignored (&finding->extenders[side].tally);

      FIT_EACH (const FitExtenderFailure, failure, ignored)
        FIT_TABLE_ADD (table, fit_cell_text (fit_side_names[side]),
                       fit_cell_text (failure->name),
                       fit_cell_text (fit_extender_verb_name (failure->verb)),
                       fit_cell_integer (failure->count),
                       fit_cell_text (failure->error->message));
    }
  return table;
}
