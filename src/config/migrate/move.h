/* move.h - converts a plan to the form of the target, and writes it
 * (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/migrate/plan.h"

/* fit_move_is_of_program: does a program bring @plugin along? */
static inline gboolean
fit_move_is_of_program (const FitPlan *plan, const char *plugin)
{
  return plan->options->registry != NULL
         && fit_plugin_registry_find (plan->options->registry, plugin) != NULL;
}

/* fit_move_profile: converts lists and arguments to what the target accepts */
void fit_move_profile (FitPlanProfile *profile);

/* -- parts of it ----------------------------------------------------------- */

/* fit_move_scores (move-scores.c): plugins that became a scoring strategy of
 * NodeResourcesFit */
void fit_move_scores (FitPlanProfile *profile);

/* fit_move_labels (move-labels.c): replaces NodeLabel and ServiceAffinity */
void fit_move_labels (FitPlanProfile *profile);

/* fit_move_points (move-points.c): leaves out points that the target does not
 * have, and adds those that it needs */
void fit_move_points (FitPlanProfile *profile);

/* fit_move_take_defaults (move-defaults.c): replaces the lists of the source's
 * default profile by those of the target's, with notes about the differences */
void fit_move_take_defaults (FitPlanProfile *profile);

/* fit_move_note_fields (move-fields.c): adds notes about fields of a
 * configuration that are newer than the target */
void fit_move_note_fields (FitPlan *plan);

/* fit_move_note_rest (move-notes.c): adds notes about arithmetic, extenders,
 * and what the user must decide */
void fit_move_note_rest (FitPlan *plan);

/* fit_move_keep_lost (keep-lost.c): lets extenders keep the lost entries of the
 * Policy.  Returns: (transfer full) (nullable): a Policy with these; NULL if
 * there are none */
char *fit_move_keep_lost (FitPlan *plan);

/* fit_move_keeps: does an extender keep what @profile loses at @points?  Then
 * nothing similar should take its place. */
static inline gboolean
fit_move_keeps (const FitPlanProfile *profile, FitExtensionPoints points)
{
  return profile->plan->options->keep_lost_url != NULL
         && profile->plan->policy != NULL && (profile->defaults & points) == 0;
}

/* -- writing it ------------------------------------------------------------ */

/* fit_move_write: Returns: (transfer full): YAML */
char *fit_move_write (FitPlan *plan);

/* fit_move_read_back: Returns: (transfer full) (nullable): the configuration
 * that the target reads from @yaml; FIT_ERROR_INTERNAL if it does not match the
 * plan */
FitConfiguration *fit_move_read_back (FitPlan *plan, const char *yaml,
                                      GError **error);

/* fit_write_plugins (write-lists.c): writes the lists of @profile */
void fit_write_plugins (const FitPlanProfile *profile, FitPluginSets *out);

/* fit_write_one_queue_sort (write-lists.c): if one of @files, which are those of
 * the plan's profiles, has lists at queueSort, gives the same lists to all */
void fit_write_one_queue_sort (FitPlan *plan, FitProfileFile *files);

/* fit_write_args (write-args.c): writes the pluginConfig of @profile */
void fit_write_args (const FitPlanProfile *profile, FitProfileFile *out);

/* fit_write_wanted_args (write-args.c): Returns: (nullable): the effective
 * arguments of @plugin as a tree; NULL if it takes none */
const FitValue *fit_write_wanted_args (const FitPlanProfile *profile,
                                       const char *plugin);
