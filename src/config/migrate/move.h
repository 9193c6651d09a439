/* move.h - from a plan in the form of its source to one of the target
 * (private) */
#pragma once

#include "config/migrate/plan.h"

G_BEGIN_DECLS

typedef struct
{
  FitPlan *plan;
  FitConfigTarget target;
  const FitConfiguration *defaults; /* of the target */
  const FitMigrationOptions *options;
} FitMove;

/* fit_move_profile: makes lists and arguments what the target takes */
void fit_move_profile (FitMove *move, FitPlanProfile *profile);

/* -- parts of it ----------------------------------------------------------- */

/* fit_move_scores (move-scores.c): what became a scoring strategy of
 * NodeResourcesFit */
void fit_move_scores (FitMove *move, FitPlanProfile *profile);

/* fit_move_labels (move-labels.c): what NodeLabel and ServiceAffinity did */
void fit_move_labels (FitMove *move, FitPlanProfile *profile);

/* fit_move_complete (move-points.c): points that the target needs beside those
 * that are there */
void fit_move_complete (FitMove *move, FitPlanProfile *profile);

/* fit_move_take_defaults (move-defaults.c): the lists of the target's default
 * profile in place of those of the source's; notes say what is different */
void fit_move_take_defaults (FitMove *move, FitPlanProfile *profile);

/* fit_move_note_rest (move-notes.c): arithmetic, extenders, and what the user
 * has to decide */
void fit_move_note_rest (FitMove *move);

G_END_DECLS
