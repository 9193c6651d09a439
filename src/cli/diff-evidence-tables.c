/* diff-evidence-tables.c - barriers and votes, side by side */
#include "cli/diff-tables.h"

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
      const FitDiffVoice *voice = &vote->voices[i];

      fit_table_add_row (table);
      fit_table_set_text (table, ROW_PLUGIN, vote->plugin);
      fit_table_set_text (table, ROW_SIDE, sides[i]);
      fit_table_set_text (table, ROW_VOTER, voice->names);
      if (voice->n == 1)
        fit_table_set_integer (table, ROW_WEIGHT, voice->weight);
      if (voice->n > 0)
        set_lead (table, voice->points);
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

enum
{
  PAIR_LEFT,
  PAIR_RIGHT,
};

static const FitColumn pair_columns[] = {
  [PAIR_LEFT] = { "leftNode", NULL, FIT_CELL_INTEGER, 0 },
  [PAIR_RIGHT] = { "rightNode", NULL, FIT_CELL_INTEGER, 0 },
};

static FitTable *
pair_table (const gint64 *values)
{
  FitTable *table = FIT_TABLE_NEW (pair_columns);

  fit_table_add_row (table);
  fit_table_set_integer (table, PAIR_LEFT, values[FIT_DIFF_LEFT]);
  fit_table_set_integer (table, PAIR_RIGHT, values[FIT_DIFF_RIGHT]);
  return table;
}

enum
{
  VOICE_NAMES,
  VOICE_WEIGHT,
  VOICE_SCORES,
  VOICE_POINTS,
};

static const FitColumn voice_columns[] = {
  [VOICE_NAMES] = { "names", NULL, FIT_CELL_TEXT, 0 },
  [VOICE_WEIGHT] = { "weight", NULL, FIT_CELL_INTEGER, 0 },
  [VOICE_SCORES] = { "scores", NULL, FIT_CELL_RECORD, 0 },
  [VOICE_POINTS] = { "points", NULL, FIT_CELL_RECORD, 0 },
};

/* Returns: (transfer full): if several voters are combined, there are only
 * points */
static FitTable *
voice_table (const FitDiffVoice *voice)
{
  FitTable *table = FIT_TABLE_NEW (voice_columns);

  fit_table_add_row (table);
  fit_table_set_text (table, VOICE_NAMES, voice->names);
  fit_table_set_table (table, VOICE_POINTS, pair_table (voice->points));
  if (voice->n != 1)
    return table;
  fit_table_set_integer (table, VOICE_WEIGHT, voice->weight);
  fit_table_set_table (table, VOICE_SCORES, pair_table (voice->scores));
  return table;
}

enum
{
  VOTE_PLUGIN,
  VOTE_LEFT,
  VOTE_RIGHT,
  VOTE_SHIFT,
  VOTE_DECIDING,
};

static const FitColumn vote_columns[] = {
  [VOTE_PLUGIN] = { "plugin", NULL, FIT_CELL_TEXT, 0 },
  [VOTE_LEFT] = { "left", NULL, FIT_CELL_RECORD, 0 },
  [VOTE_RIGHT] = { "right", NULL, FIT_CELL_RECORD, 0 },
  [VOTE_SHIFT] = { "shift", NULL, FIT_CELL_INTEGER, 0 },
  [VOTE_DECIDING] = { "deciding", NULL, FIT_CELL_BOOLEAN, 0 },
};

static FitTable *
vote_records (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (vote_columns);

  for (guint i = 0; evidence->votes != NULL && i < evidence->votes->len; i++)
    {
      const FitDiffVote *vote
          = &g_array_index (evidence->votes, FitDiffVote, i);

      fit_table_add_row (table);
      fit_table_set_text (table, VOTE_PLUGIN, vote->plugin);
      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        if (vote->voices[side].n > 0)
          fit_table_set_table (table, VOTE_LEFT + side,
                               voice_table (&vote->voices[side]));
      fit_table_set_integer (table, VOTE_SHIFT, vote->shift);
      fit_table_set_boolean (table, VOTE_DECIDING,
                             evidence->deciding == (gint) i);
    }
  return table;
}

/* --- both --------------------------------------------------------------------- */

enum
{
  SIDE_NODE,
  SIDE_MESSAGE,
  SIDE_ACCEPTED,
  SIDE_ONLY,
  SIDE_BEST,
  SIDE_TOTALS,
};

static const FitColumn side_columns[] = {
  [SIDE_NODE] = { "node", NULL, FIT_CELL_TEXT, 0 },
  [SIDE_MESSAGE] = { "message", NULL, FIT_CELL_TEXT, 0 },
  [SIDE_ACCEPTED] = { "acceptedNodes", NULL, FIT_CELL_INTEGER, 0 },
  [SIDE_ONLY] = { "acceptedHereOnly", NULL, FIT_CELL_INTEGER, 0 },
  [SIDE_BEST] = { "bestNodes", NULL, FIT_CELL_INTEGER, 0 },
  [SIDE_TOTALS] = { "totals", NULL, FIT_CELL_RECORD, 0 },
};

static FitTable *
side_table (const FitDiffEvidence *evidence, guint side)
{
  FitTable *table = FIT_TABLE_NEW (side_columns);

  fit_table_add_row (table);
  fit_table_set_text (table, SIDE_NODE, evidence->nodes[side]);
  fit_table_set_text (table, SIDE_MESSAGE, evidence->messages[side]);
  fit_table_set_integer (table, SIDE_ACCEPTED, evidence->n_accepted[side]);
  fit_table_set_integer (table, SIDE_ONLY, evidence->n_only[side]);
  if (evidence->votes == NULL)
    return table;
  fit_table_set_integer (table, SIDE_BEST, evidence->n_best[side]);
  fit_table_set_table (table, SIDE_TOTALS, pair_table (evidence->totals[side]));
  return table;
}

enum
{
  EVIDENCE_LEFT,
  EVIDENCE_RIGHT,
  EVIDENCE_BARRIERS,
  EVIDENCE_VOTES,
};

static const FitColumn evidence_columns[] = {
  [EVIDENCE_LEFT] = { "left", NULL, FIT_CELL_RECORD, 0 },
  [EVIDENCE_RIGHT] = { "right", NULL, FIT_CELL_RECORD, 0 },
  [EVIDENCE_BARRIERS] = { "barriers", NULL, FIT_CELL_TABLE, 0 },
  [EVIDENCE_VOTES] = { "votes", NULL, FIT_CELL_TABLE, 0 },
};

FitTable *
fit_diff_evidence_table (const FitDiffEvidence *evidence)
{
  FitTable *table = FIT_TABLE_NEW (evidence_columns);

  fit_table_add_row (table);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    fit_table_set_table (table, EVIDENCE_LEFT + side,
                         side_table (evidence, side));
  fit_table_set_table (table, EVIDENCE_BARRIERS,
                       fit_diff_barriers_table (evidence));
  fit_table_set_table (table, EVIDENCE_VOTES, vote_records (evidence));
  return table;
}
