/* unprepared-plugins.h - plugins whose profile runs only the second half of them
 *
 * What a plugin computes at PreFilter or PreScore it reads again at Filter,
 * Reserve or Score.  If the profile runs only the latter, most plugins fail
 * every pod; the others compute it on the spot.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/rule.h"

/* fit_unprepared_find: @point: FIT_AT (FILTER), (RESERVE) or (SCORE),
 * where @plugin runs; @points: all points where it does.
 * Returns: (transfer none) (nullable): NULL: it does not fail */
const FitUnprepared *fit_unprepared_find (const char *plugin,
                                          FitRelease release,
                                          FitFeatureGates gates,
                                          FitExtensionPoints point,
                                          guint points);

/* What runs in place of such a plugin.  FitPredicate.data and FitPriority.data
 * are its FitUnprepared. */
extern const FitPredicateInfo fit_filter_unprepared;
extern const FitPriorityInfo fit_score_unprepared;
