/* diff-evidence-tables.c - barriers and votes, side by side
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-report-private.h"

#include "base/each.h"

static const char *const sides[] = { "left", "right" };

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
        table, fit_cell_text (sides[barrier->side]),
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
      table, fit_cell_text (plugin), fit_cell_text (sides[side]),
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

/* -- both ------------------------------------------------------------------ */

FitJson *
fit_diff_evidence_json (const FitDiffEvidence *evidence)
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
      fit_json_set (object, sides[i], side);
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
        fit_json_set (entry, sides[side], side_vote_json (&vote->sides[side]));
      fit_json_set_integer (entry, "shift", vote->shift);
      fit_json_set_boolean (entry, "deciding", evidence->deciding == (gint) i);
    }
  fit_json_set (object, "votes", array);
  return object;
}
