/* move-scores.c - plugins that became scoring strategies
 *
 * From v1beta2 on NodeResourcesFit scores by a single strategy.  Before, each
 * strategy was a separate plugin, and several could be enabled.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"
#include "rules/rule.h"

#include <string.h>

/* The maximum weight of a resource from v1beta2 on. */
#define MAX_WEIGHT 100

/* Scales the weights of @plugin, keeping their proportions as closely as
 * possible. */
static FitArgResources
scale_weights (FitPlanProfile *profile, const char *plugin,
               FitArgResources resources)
{
  FitWeightedResource *scaled = fit_arena_newn (
      profile->plan->arena, FitWeightedResource, resources.n + 1);
  gint64 most = MAX_WEIGHT;
  gboolean same = TRUE;

  for (guint i = 0; i < resources.n; i++)
    most = MAX (most, resources.items[i].weight);
  for (guint i = 0; i < resources.n; i++)
    {
      const gint64 weight = resources.items[i].weight;
      const gdouble share = (gdouble) weight / (gdouble) most;

      /* A Policy up to 1.16 can have weights below 1. */
      scaled[i].name = resources.items[i].name;
      scaled[i].weight = (gint64) MAX (share * MAX_WEIGHT + 0.5, 1);
      same = same && scaled[i].weight == weight;
    }
  if (same)
    return resources;
  FIT_PLAN_NOTE (profile, .kind = FIT_MIGRATION_ARITHMETIC, .plugin = plugin,
                 .points = FIT_AT (SCORE), .since = FIT_RELEASE (22, 0),
                 .message
                 = most > MAX_WEIGHT
                       ? "a resource can have a weight of at most 100: "
                         "the weights are scaled down and rounded"
                       : "a resource needs a weight of at least 1: "
                         "smaller weights become 1");
  return (FitArgResources){ resources.n, scaled };
}

/* Without resources, 1.18 to 1.22 score every node 0 for a Policy. */
static void
fill_ratio_resources (FitPlanProfile *profile)
{
  const char *const plugin = fit_rule_requested_to_capacity_ratio.name;
  FitCapacityRatioArgument *args = fit_plan_args (profile, plugin);
  const FitNodeResourcesArgs *usual
      = fit_plugin_args_default (fit_rule_node_resources_least_allocated.name);

  if (args == NULL || args->resources.n > 0
      || !fit_plan_has (profile, FIT_POINT_SCORE, plugin))
    return;
  args->resources = usual->resources;
  FIT_PLAN_NOTE (
      profile, .kind = FIT_MIGRATION_ARITHMETIC, .plugin = plugin,
      .points = FIT_AT (SCORE),
      .message
      = "without resources, 1.18 to 1.22 score every node 0, while earlier "
        "releases use cpu and memory: the configuration names these two",
      .args = "{\"resources\": [{\"name\": \"cpu\", \"weight\": 1}, "
              "{\"name\": \"memory\", \"weight\": 1}]}");
}

/* How a plugin that became a strategy scores. */
static FitRuleUse
use_of (const FitPlanProfile *profile, const FitRule *rule)
{
  gconstpointer args = fit_plan_args (profile, rule->name);
  FitRuleUse use = { 0 };

  fit_rule_use (rule, args != NULL ? args : rule->default_args, &use);
  return use;
}

static FitArgScoringStrategy *
make_strategy (FitPlanProfile *profile, const FitRule *rule)
{
  const FitRuleUse use = use_of (profile, rule);
  FitArgScoringStrategy *strategy
      = fit_arena_new0 (profile->plan->arena, FitArgScoringStrategy, 1);
  FitArgCapacityRatio *shape;

  strategy->type = rule->strategy;
  strategy->resources
      = scale_weights (profile, rule->became->name, use.resources);
  if (use.shape == NULL)
    return strategy;
  shape = fit_arena_new0 (profile->plan->arena, FitArgCapacityRatio, 1);
  shape->shape = *use.shape;
  strategy->requested_to_capacity_ratio = shape;
  return strategy;
}

/* -- opposites ------------------------------------------------------------- */

#define LEAST fit_rule_node_resources_least_allocated

/* LeastAllocated and MostAllocated with the same resources add up to 100, except
 * where more is requested than a node has: then both are 0.  So together they
 * score like the heavier one with the difference of the weights, or not at
 * all. */
static gboolean
are_opposed (const FitPlanProfile *profile)
{
  const FitArgResources least = use_of (profile, &LEAST).resources;
  const FitArgResources most = use_of (profile, LEAST.opposite).resources;

  if (fit_plan_weight (profile, LEAST.name) == 0
      || fit_plan_weight (profile, LEAST.opposite->name) == 0
      || least.n != most.n)
    return FALSE;
  for (guint i = 0; i < least.n; i++)
    if (strcmp (least.items[i].name, most.items[i].name) != 0
        || least.items[i].weight != most.items[i].weight)
      return FALSE;
  return TRUE;
}

/* The weight of @rule, without that of its opposite. */
static gint32
net_weight (const FitPlanProfile *profile, const FitRule *rule,
            gboolean opposed)
{
  const gint32 weight = fit_plan_weight (profile, rule->name);

  if (!opposed || rule->opposite == NULL)
    return weight;
  return weight - fit_plan_weight (profile, rule->opposite->name);
}

/* The strategy with the greatest weight, of equal ones the first in the list.
 * Returns: (nullable) */
static const FitRule *
heaviest (const FitPlanProfile *profile, gboolean opposed)
{
  const FitRule *found = NULL;
  gint32 most = 0;

  for (guint i = 0; i < profile->lists[FIT_POINT_SCORE]->len; i++)
    {
      const FitRule *rule
          = fit_rule_find (fit_plan_entry (profile, FIT_POINT_SCORE, i)->name);
      const gint32 weight = rule != NULL && rule->strategy != NULL
                                ? net_weight (profile, rule, opposed)
                                : 0;

      if (weight <= most)
        continue;
      found = rule;
      most = weight;
    }
  return found;
}

void
fit_move_scores (FitPlanProfile *profile)
{
  const gboolean opposed = are_opposed (profile);
  const FitRule *rule = heaviest (profile, opposed);
  const gboolean is_difference
      = opposed && rule != NULL && rule->opposite != NULL;
  const char *message = NULL;
  FitNodeResourcesFitArgs *args;
  const char *heir;
  gint32 weight;

  if (profile->plan->target.version < FIT_CONFIG_V1BETA2)
    {
      fill_ratio_resources (profile);
      return;
    }
  /* If another strategy outweighs their difference, both are lost. */
  if (is_difference || (opposed && net_weight (profile, &LEAST, TRUE) == 0))
    {
      const FitRule *const both[] = { &LEAST, LEAST.opposite };
      const gint32 least = fit_plan_weight (profile, both[0]->name);
      const gint32 most = fit_plan_weight (profile, both[1]->name);
      const FitRule *kept = least == most ? NULL : both[most > least];
      const char *why
          = kept == NULL
                ? fit_arena_printf (
                    profile->plan->arena,
                    "empty nodes and full nodes were preferred with the same "
                    "weight of %d, which cancels out: apart from rounding, every "
                    "node with room for its pods gets the same score",
                    least)
                : fit_arena_printf (
                    profile->plan->arena,
                    "empty nodes were preferred with weight %d and full nodes with "
                    "weight %d: on nodes with room for their pods that is, apart "
                    "from rounding, the same as %s with the difference",
                    least, most, kept->strategy);

      for (guint i = 0; i < G_N_ELEMENTS (both); i++)
        if (both[i] != kept)
          {
            fit_plan_remove (profile, FIT_PLAN_ALL_POINTS, both[i]->name);
            FIT_PLAN_SETTLE (profile,
                             .kind = kept == NULL ? FIT_MIGRATION_DROPPED
                                                  : FIT_MIGRATION_CHANGED,
                             .name = both[i]->name,
                             .plugin = kept == NULL ? NULL : kept->became->name,
                             .points = FIT_PLAN_SCORE_POINTS, .message = why);
          }
      if (kept != NULL)
        fit_plan_set_weight (profile, kept->name, ABS (most - least));
      message = why;
    }
  if (rule == NULL)
    return;
  heir = rule->became->name;
  if (!is_difference)
    message = fit_arena_printf (profile->plan->arena,
                                "became a scoring strategy of %s: %s", heir,
                                rule->strategy);
  weight = fit_plan_weight (profile, rule->name);
  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (fit_rules[i]->strategy != NULL && fit_rules[i] != rule)
      FIT_PLAN_CHANGE (
          profile, .kind = FIT_MIGRATION_LOST, .name = fit_rules[i]->name,
          .points = FIT_PLAN_ALL_POINTS, .since = FIT_RELEASE (22, 0),
          .message = fit_arena_printf (
              profile->plan->arena,
              "a profile has one scoring strategy, and %s with its weight of "
              "%d is kept: this one %s",
              rule->strategy, weight, fit_rules[i]->effect));
  fill_ratio_resources (profile);
  args = fit_plan_need_args (profile, heir);
  args->scoring_strategy = make_strategy (profile, rule);
  fit_plan_rename (profile, FIT_PLAN_SCORE_POINTS, rule->name, heir);
  FIT_PLAN_SETTLE (profile, .kind = FIT_MIGRATION_CHANGED, .name = rule->name,
                   .plugin = heir, .points = FIT_PLAN_SCORE_POINTS,
                   .since = is_difference ? 0 : FIT_RELEASE (22, 0),
                   .message = message);
}
