/* score-formulas.h - how plugins score (private to rules)
 *
 * Each formula lives in the file named after its plugin; the plugin's FitRule
 * lists the release from which a formula, or a rule within one, applies.
 * Formulas look up their rules once, when they are created.
 */
#pragma once

#include "rules/rule.h"

G_BEGIN_DECLS

/* How a formula differs between releases. */
typedef enum
{
  /* PreScore returns Skip if the plugin does not matter for the pod. */
  FIT_SCORE_SKIPS = 1 << 0,

  /* The cpu overhead of the pod to schedule is counted in whole cores, rounded
   * up, as if these were millicores; or no overhead is counted. */
  FIT_SCORE_OVERHEAD_IN_CORES = 1 << 1,
  FIT_SCORE_WITHOUT_OVERHEAD = 1 << 2,
  /* spec.resources of the pod to schedule does not count. */
  FIT_SCORE_BY_CONTAINERS = 1 << 3,
  /* Leaves out resources that a node does not offer, and extended resources
   * that the pod does not request. */
  FIT_SCORE_LEAVES_OUT = 1 << 4,
  /* A resource requested beyond capacity counts as full, instead of giving no
   * points. */
  FIT_SCORE_OVERFULL_IS_FULL = 1 << 5,

  FIT_SCORE_IMAGES_PER_CONTAINER = 1 << 6, /* the limit grows with the
                                              containers */
  FIT_SCORE_IMAGES_CURRENT = 1 << 7,       /* node counts are up to date */
  FIT_SCORE_IMAGES_INIT = 1 << 8,          /* init containers count */

  FIT_SCORE_TRUE_EXTREMES = 1 << 9, /* minimum and maximum need not include 0 */
  /* A namespaceSelector of the pod that matches a namespace without labels
   * selects all. */
  FIT_SCORE_NEGATIVE_EVERYWHERE = 1 << 16,

  FIT_SCORE_PROVISIONS = 1 << 18, /* volumes to provision count */

  /* Errors name the place in the pod's preferences. */
  FIT_SCORE_FAULT_PLACES = 1 << 17,

  /* A pod is selected by its owner, not by everything that matches it. */
  FIT_SCORE_BY_OWNER = 1 << 10,
  /* System constraints also score nodes without the topology keys. */
  FIT_SCORE_SYSTEM_EVERYWHERE = 1 << 11,
  FIT_SCORE_ROUNDS = 1 << 12,        /* to nearest, not toward zero */
  FIT_SCORE_EMPTY_IS_NONE = 1 << 13, /* an empty selector selects no pod */
  FIT_SCORE_ANY_TAINT = 1 << 14,     /* PreferNoSchedule counts like other
                                    effects */
  /* Constraints with the same key have separate counts. */
  FIT_SCORE_COUNTS_APART = 1 << 15,
} FitScoreRules;

/* fit_score_rules: Returns: FitScoreRules of @rule in @release */
guint fit_score_rules (const FitRule *rule, FitRelease release);

/* The height of a shape's line by percent, from 0 to FIT_PROFILE_MAX_SCORE. */
typedef gint64 FitScoreLine[101];

/* fit_score_line_draw: leaves @line as it is if @shape is empty */
void fit_score_line_draw (FitScoreLine line, const FitArgShape *shape);

/* fit_score_may_skip: is PreScore enabled, and may it return Skip? */
static inline gboolean
fit_score_may_skip (guint rules, const FitProfilePluginArgs *args)
{
  return (rules & FIT_SCORE_SKIPS) && (args->points & FIT_PROFILE_AT_PRE_SCORE);
}

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

G_END_DECLS
