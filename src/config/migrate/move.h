/* move.h - converts a plan to the form of the target (private) */
#pragma once

#include "base/behaviour.h"
#include "config/migrate/plan.h"

typedef struct
{
  FitPlan *plan;
  FitConfigTarget target;
  FitBehaviour behaviour;           /* of the target */
  const FitConfiguration *defaults; /* of the target */
  const FitMigrationOptions *options;
} FitMove;

/* fit_move_is_of_program: does a program bring @plugin along? */
static inline gboolean
fit_move_is_of_program (const FitMove *move, const char *plugin)
{
  return move->options->registry != NULL
         && fit_plugin_registry_find (move->options->registry, plugin) != NULL;
}

/* fit_move_profile: converts lists and arguments to what the target accepts */
void fit_move_profile (FitMove *move, FitPlanProfile *profile);

/* -- parts of it ----------------------------------------------------------- */

/* fit_move_scores (move-scores.c): plugins that became a scoring strategy of
 * NodeResourcesFit */
void fit_move_scores (FitMove *move, FitPlanProfile *profile);

/* fit_move_labels (move-labels.c): replaces NodeLabel and ServiceAffinity */
void fit_move_labels (FitMove *move, FitPlanProfile *profile);

/* fit_move_complete (move-points.c): adds points that the target needs */
void fit_move_complete (FitMove *move, FitPlanProfile *profile);

/* fit_move_take_defaults (move-defaults.c): replaces the lists of the source's
 * default profile by those of the target's, with notes about the differences */
void fit_move_take_defaults (FitMove *move, FitPlanProfile *profile);

/* fit_move_note_rest (move-notes.c): adds notes about arithmetic, extenders,
 * and what the user must decide */
void fit_move_note_rest (FitMove *move);
