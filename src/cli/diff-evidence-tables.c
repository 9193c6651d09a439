/* diff-evidence-tables.c - barriers and votes, side by side */
#include "cli/diff-report-private.h"

static const char *const sides[] = { "left", "right" };

/* --- barriers ------------------------------------------------------------- */

enum
{
  BARRIER_SIDE,
  BARRIER_RULE,
  BARRIER_PLUGIN,
  BARRIER_REASON,
  BARRIER_NODES,
  BARRIER_NODE,
};

static const FitColumn barrier_columns[] = {
  [BARRIER_SIDE] = { "side", "REFUSED BY", FIT_CELL_TEXT, 0 },
  [BARRIER_RULE] = { "rule", "RULE", FIT_CELL_TEXT, 0 },
  [BARRIER_PLUGIN] = { "plugin", "PLUGIN", FIT_CELL_TEXT, 0 },
  [BARRIER_REASON] = { "reason", "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  [BARRIER_NODES] = { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  [BARRIER_NODE] = { "node", "SUCH AS", FIT_CELL_TEXT, 0 },
};

FitTable *
fit_diff_barriers_table (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (barrier_columns);

  for (guint i = 0; i < evidence->barriers->len; i++)
    {
      const FitDiffBarrier *barrier
          = &g_array_index (evidence->barriers, FitDiffBarrier, i);

      fit_table_add_row (table);
      fit_table_set_text (table, BARRIER_SIDE, sides[barrier->side]);
      fit_table_set_text (table, BARRIER_RULE, barrier->rule);
      fit_table_set_text (table, BARRIER_PLUGIN, barrier->plugin);
      fit_table_set_text (table, BARRIER_REASON, barrier->reason);
      fit_table_set_integer (table, BARRIER_NODES, barrier->n_nodes);
      fit_table_set_text (table, BARRIER_NODE, barrier->node);
    }
  return table;
}

/* --- votes for people ------------------------------------------------------- */

enum
{
  ROW_PLUGIN,
  ROW_SIDE,
  ROW_VOTER,
  ROW_WEIGHT,
  ROW_LEFT,
  ROW_RIGHT,
  ROW_LEAD,
};

static const FitColumn row_columns[] = {
  [ROW_PLUGIN] = { NULL, "PLUGIN", FIT_CELL_TEXT, 0 },
  [ROW_SIDE] = { NULL, "SIDE", FIT_CELL_TEXT, 0 },
  [ROW_VOTER] = { NULL, "RULE", FIT_CELL_TEXT, 0 },
  [ROW_WEIGHT] = { NULL, "WEIGHT", FIT_CELL_INTEGER, 0 },
  [ROW_LEFT] = { NULL, "LEFT NODE", FIT_CELL_INTEGER, 0 },
  [ROW_RIGHT] = { NULL, "RIGHT NODE", FIT_CELL_INTEGER, 0 },
  [ROW_LEAD] = { NULL, "LEAD", FIT_CELL_INTEGER, 0 },
};

static void
set_lead (FitTable *table, const gint64 *points)
{
  fit_table_set_integer (table, ROW_LEFT, points[FIT_DIFF_LEFT]);
  fit_table_set_integer (table, ROW_RIGHT, points[FIT_DIFF_RIGHT]);
  fit_table_set_integer (table, ROW_LEAD,
                         (gint64) ((guint64) points[FIT_DIFF_LEFT]
                                   - (guint64) points[FIT_DIFF_RIGHT]));
}

static void
add_vote_rows (FitTable *table, const FitDiffVote *vote)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const FitDiffSideVote *vote_of_side = &vote->sides[i];

      fit_table_add_row (table);
      fit_table_set_text (table, ROW_PLUGIN, vote->plugin);
      fit_table_set_text (table, ROW_SIDE, sides[i]);
      fit_table_set_text (table, ROW_VOTER, vote_of_side->names);
      if (vote_of_side->n == 1)
        fit_table_set_integer (table, ROW_WEIGHT, vote_of_side->weight);
      if (vote_of_side->n > 0)
        set_lead (table, vote_of_side->points);
    }
}

FitTable *
fit_diff_votes_table (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (row_columns);

  for (guint i = 0; i < evidence->votes->len; i++)
    add_vote_rows (table, &g_array_index (evidence->votes, FitDiffVote, i));
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      fit_table_add_row (table);
      fit_table_set_text (table, ROW_PLUGIN, "total");
      fit_table_set_text (table, ROW_SIDE, sides[i]);
      set_lead (table, evidence->totals[i]);
    }
  return table;
}

/* --- votes for data ----------------------------------------------------------- */

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

static FitJson *
votes_json (const FitDiffEvidence *evidence)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; evidence->votes != NULL && i < evidence->votes->len; i++)
    {
      const FitDiffVote *vote
          = &g_array_index (evidence->votes, FitDiffVote, i);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "plugin", vote->plugin);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        fit_json_set (object, sides[side], side_vote_json (&vote->sides[side]));
      fit_json_set_integer (object, "shift", vote->shift);
      fit_json_set_boolean (object, "deciding", evidence->deciding == (gint) i);
    }
  return array;
}

/* --- both --------------------------------------------------------------------- */

static FitJson *
side_json (const FitDiffEvidence *evidence, guint side)
{
  const gboolean voted = evidence->votes != NULL;
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "node", evidence->nodes[side]);
  fit_json_set_text (object, "message", evidence->messages[side]);
  fit_json_set_integer (object, "acceptedNodes", evidence->n_accepted[side]);
  fit_json_set_integer (object, "acceptedHereOnly", evidence->n_only[side]);
  fit_json_set_number (object, "bestNodes", voted, evidence->n_best[side]);
  fit_json_set (object, "totals",
                pair_json (voted ? evidence->totals[side] : NULL));
  return object;
}

FitJson *
fit_diff_evidence_json (const FitDiffEvidence *evidence)
{
  FitJson *object = fit_json_object ();

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    fit_json_set (object, sides[side], side_json (evidence, side));
  fit_json_set_rows (object, "barriers", fit_diff_barriers_table (evidence));
  fit_json_set (object, "votes", votes_json (evidence));
  return object;
}
