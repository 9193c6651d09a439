/* score-formulas.h - how plugins score (private to rules)
 *
 * Each formula lives in the file named after its plugin; the plugin's FitRule
 * lists the release from which a formula applies, FitBehaviour how it differs
 * between releases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "rules/rule.h"

/* The height of a shape's line by percent, from 0 to FIT_PROFILE_MAX_SCORE. */
typedef gint64 FitScoreLine[101];

/* fit_score_line_draw: leaves @line as it is if @shape is empty */
void fit_score_line_draw (FitScoreLine line, const FitArgShape *shape);

/* fit_score_prepares: is PreScore enabled? */
static inline gboolean
fit_score_prepares (const FitProfilePluginArgs *args)
{
  return (args->points & FIT_AT (PRE_SCORE)) != 0;
}

/* fit_score_behaviour_create: FitPriorityInfo.create for a formula whose data
 * is the FitBehaviour of the release; freed by g_free() */
gboolean fit_score_behaviour_create (const FitFactoryArgs *args,
                                     gconstpointer argument, gpointer *out_data,
                                     GError **error);

/* fit_score_behaviour: Returns: that data; for a priority of v1.16, which has
 * none, a FitBehaviour in which nothing holds */
const FitBehaviour *fit_score_behaviour (const FitPriorityRun *run);
