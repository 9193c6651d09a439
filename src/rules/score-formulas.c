/* score-formulas.c - which formula a plugin scores by in which release
 *
 * A row applies from its release on, until a later row of the same plugin.
 * Some formulas are still those of v1.16, with a maximum score of 100.
 */
#include "rules/score-formulas.h"
#include "base/intern.h"
#include "rules/unprepared.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"

#include <string.h>

/* clang-format off */
static const FitProfileFormula formulas[] = {
  { "DefaultPodTopologySpread", FIT_RELEASE (18, 0), NULL, &fit_score_selector_spread },
  { FIT_PLUGIN_IMAGE_LOCALITY, FIT_RELEASE (18, 0), NULL, &fit_score_image_locality },
  { FIT_PLUGIN_INTER_POD_AFFINITY, FIT_RELEASE (18, 0), NULL, &fit_score_inter_pod_affinity },
  { FIT_PLUGIN_NODE_AFFINITY, FIT_RELEASE (18, 0), NULL, &fit_node_affinity_priority },
  { FIT_PLUGIN_NODE_AFFINITY, FIT_RELEASE (20, 0), NULL, &fit_score_node_affinity },
  { "NodeLabel", FIT_RELEASE (18, 0), NULL, &fit_score_node_label },
  { "NodePreferAvoidPods", FIT_RELEASE (18, 0), NULL, &fit_node_prefer_avoid_pods_priority },
  { "NodeResourceLimits", FIT_RELEASE (18, 0), NULL, &fit_resource_limits_priority },
  { FIT_PLUGIN_BALANCED_ALLOCATION, FIT_RELEASE (18, 0), NULL, &fit_score_balanced_allocation_of_two },
  { FIT_PLUGIN_BALANCED_ALLOCATION, FIT_RELEASE (22, 0), NULL, &fit_score_balanced_allocation },
  { FIT_PLUGIN_RESOURCES_FIT, FIT_RELEASE (22, 0), NULL, &fit_score_resources_fit },
  { FIT_PLUGIN_LEAST_ALLOCATED, FIT_RELEASE (18, 0), NULL, &fit_score_least_allocated },
  { FIT_PLUGIN_MOST_ALLOCATED, FIT_RELEASE (18, 0), NULL, &fit_score_most_allocated },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_RELEASE (18, 0), NULL, &fit_even_pods_spread_priority },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_RELEASE (19, 0), NULL, &fit_score_pod_topology_spread },
  { FIT_PLUGIN_CAPACITY_RATIO, FIT_RELEASE (18, 0), NULL, &fit_score_capacity_ratio },
  { FIT_PLUGIN_SELECTOR_SPREAD, FIT_RELEASE (19, 0), NULL, &fit_score_selector_spread },
  { "ServiceAffinity", FIT_RELEASE (18, 0), NULL, &fit_score_service_affinity },
  { "TaintToleration", FIT_RELEASE (18, 0), NULL, &fit_taint_toleration_priority },
  { FIT_PLUGIN_VOLUME_BINDING, FIT_RELEASE (21, 0), NULL, &fit_score_volume_binding },
};

/* Rules within a formula: from @since on, before @until (0: no end). */
static const struct
{
  const char *plugin;
  FitScoreRules rule;
  FitRelease since;
  FitRelease until;
} rules[] = {
  { FIT_PLUGIN_BALANCED_ALLOCATION, FIT_SCORE_LEAVES_OUT, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_BALANCED_ALLOCATION, FIT_SCORE_OVERHEAD_IN_CORES, FIT_RELEASE (18, 0), FIT_RELEASE (27, 0) },
  { FIT_PLUGIN_BALANCED_ALLOCATION, FIT_SCORE_SKIPS, FIT_RELEASE (33, 0), 0 },

  { FIT_PLUGIN_CAPACITY_RATIO, FIT_SCORE_LEAVES_OUT, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_CAPACITY_RATIO, FIT_SCORE_OVERHEAD_IN_CORES, FIT_RELEASE (18, 0), 0 },

  { FIT_PLUGIN_LEAST_ALLOCATED, FIT_SCORE_LEAVES_OUT, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_LEAST_ALLOCATED, FIT_SCORE_OVERHEAD_IN_CORES, FIT_RELEASE (18, 0), 0 },

  { FIT_PLUGIN_MOST_ALLOCATED, FIT_SCORE_LEAVES_OUT, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_MOST_ALLOCATED, FIT_SCORE_OVERFULL_IS_FULL, FIT_RELEASE (20, 15), 0 },
  { FIT_PLUGIN_MOST_ALLOCATED, FIT_SCORE_OVERHEAD_IN_CORES, FIT_RELEASE (18, 0), 0 },

  { FIT_PLUGIN_RESOURCES_FIT, FIT_SCORE_LEAVES_OUT, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_RESOURCES_FIT, FIT_SCORE_OVERFULL_IS_FULL, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_RESOURCES_FIT, FIT_SCORE_WITHOUT_OVERHEAD, FIT_RELEASE (22, 0), FIT_RELEASE (24, 0) },
  { FIT_PLUGIN_RESOURCES_FIT, FIT_SCORE_OVERHEAD_IN_CORES, FIT_RELEASE (24, 0), FIT_RELEASE (27, 0) },
  { FIT_PLUGIN_RESOURCES_FIT, FIT_SCORE_BY_CONTAINERS, FIT_RELEASE (33, 0), 0 },

  { FIT_PLUGIN_IMAGE_LOCALITY, FIT_SCORE_IMAGES_PER_CONTAINER, FIT_RELEASE (19, 0), 0 },
  { FIT_PLUGIN_IMAGE_LOCALITY, FIT_SCORE_IMAGES_CURRENT, FIT_RELEASE (29, 0), 0 },
  { FIT_PLUGIN_IMAGE_LOCALITY, FIT_SCORE_IMAGES_INIT, FIT_RELEASE (30, 0), 0 },

  { FIT_PLUGIN_INTER_POD_AFFINITY, FIT_SCORE_TRUE_EXTREMES, FIT_RELEASE (21, 0), 0 },
  { FIT_PLUGIN_INTER_POD_AFFINITY, FIT_SCORE_SKIPS, FIT_RELEASE (28, 0), 0 },
  { FIT_PLUGIN_INTER_POD_AFFINITY, FIT_SCORE_NEGATIVE_EVERYWHERE, FIT_RELEASE (34, 0), 0 },

  { FIT_PLUGIN_NODE_AFFINITY, FIT_SCORE_FAULT_PLACES, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_NODE_AFFINITY, FIT_SCORE_SKIPS, FIT_RELEASE (30, 0), 0 },

  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_SYSTEM_EVERYWHERE, FIT_RELEASE (20, 15), 0 },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_BY_OWNER, FIT_RELEASE (22, 0), 0 },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_ROUNDS, FIT_RELEASE (24, 0), 0 },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_ANY_TAINT, FIT_RELEASE (25, 0), FIT_RELEASE (26, 0) },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_EMPTY_IS_NONE, FIT_RELEASE (27, 0), 0 },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_SKIPS, FIT_RELEASE (28, 0), 0 },
  { FIT_PLUGIN_POD_TOPOLOGY_SPREAD, FIT_SCORE_COUNTS_APART, FIT_RELEASE (33, 0), 0 },

  { FIT_PLUGIN_SELECTOR_SPREAD, FIT_SCORE_BY_OWNER, FIT_RELEASE (22, 0), 0 },

  { FIT_PLUGIN_VOLUME_BINDING, FIT_SCORE_SKIPS, FIT_RELEASE (30, 0), 0 },
  { FIT_PLUGIN_VOLUME_BINDING, FIT_SCORE_PROVISIONS, FIT_RELEASE (33, 0), 0 },
};
/* clang-format on */

guint
fit_score_rules (const char *plugin, FitRelease release)
{
  guint found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (rules[i].plugin, plugin) == 0 && rules[i].since <= release
        && (rules[i].until == 0 || release < rules[i].until))
      found |= (guint) rules[i].rule;
  return found;
}

/* The shape's scores end at 10, a plugin's at FIT_PROFILE_MAX_SCORE. */
#define SHAPE_FACTOR (FIT_PROFILE_MAX_SCORE / 10)

void
fit_score_line_draw (FitScoreLine line, const FitArgShape *shape)
{
  g_autofree FitUtilizationPoint *points
      = g_new (FitUtilizationPoint, shape->n);

  for (guint i = 0; i < shape->n; i++)
    points[i] = (FitUtilizationPoint){ shape->points[i].utilization,
                                       shape->points[i].score };
  for (gint percent = 0; shape->n > 0 && percent <= 100; percent++)
    line[percent] = fit_line_at (points, shape->n, SHAPE_FACTOR, percent);
}

const FitPriorityInfo *
fit_profile_score_formula (const char *plugin, FitRelease release)
{
  const FitPriorityInfo *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formulas); i++)
    if (strcmp (formulas[i].plugin, plugin) == 0
        && formulas[i].since <= release)
      found = formulas[i].score;
  return found;
}

FitPriority *
fit_profile_score_new (const char *plugin, gint64 weight,
                       const FitProfilePluginArgs *args, GError **error)
{
  const FitPriorityInfo *info
      = fit_profile_score_formula (plugin, args->release);
  const FitUnprepared *unprepared = fit_unprepared_find (
      plugin, args->release, args->gates, FIT_PROFILE_AT_SCORE, args->points);
  const FitFactoryArgs made_for
      = { .cache = args->cache,
          .gates = fit_profile_cache_gates (args->gates) };
  gpointer data = NULL;
  FitPriority *score;

  if (info == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "plugin \"%s\" does not score in this release", plugin);
      return NULL;
    }
  if (unprepared != NULL)
    {
      info = &fit_score_unprepared;
      data = (gpointer) unprepared;
    }
  if (info->create != NULL && !info->create (&made_for, args, &data, error))
    return NULL;
  score = g_new0 (FitPriority, 1);
  score->name = fit_intern (plugin);
  score->info = info;
  score->weight = weight;
  score->data = data;
  score->gates = made_for.gates;
  score->at_pre_score = (args->points & FIT_PROFILE_AT_PRE_SCORE) != 0;
  return score;
}

void
fit_profile_score_free (FitPriority *score)
{
  if (score == NULL)
    return;
  if (score->info->free_data != NULL)
    score->info->free_data (score->data);
  fit_intern_unref (score->name);
  g_free (score);
}
