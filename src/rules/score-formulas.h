/* score-formulas.h - how plugins score (private to rules)
 *
 * Each formula lives in the file named after its plugin; the plugin's FitRule
 * lists the release from which a formula applies, FitBehaviour how it differs
 * between releases.
 */
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

extern const FitPriorityInfo fit_score_balanced_allocation;
extern const FitPriorityInfo fit_score_balanced_allocation_of_two;
extern const FitPriorityInfo fit_score_capacity_ratio;
extern const FitPriorityInfo fit_score_image_locality;
extern const FitPriorityInfo fit_score_inter_pod_affinity;
extern const FitPriorityInfo fit_score_least_allocated;
extern const FitPriorityInfo fit_score_most_allocated;
extern const FitPriorityInfo fit_score_node_affinity;
extern const FitPriorityInfo fit_score_node_label;
extern const FitPriorityInfo fit_score_pod_topology_spread;
extern const FitPriorityInfo fit_score_resources_fit;
extern const FitPriorityInfo fit_score_selector_spread;
extern const FitPriorityInfo fit_score_service_affinity;
extern const FitPriorityInfo fit_score_volume_binding;
