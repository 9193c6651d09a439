/* move-scores.c - plugins that became scoring strategies
 *
 * From v1beta2 on NodeResourcesFit scores by a single strategy.  Before, each
 * strategy was a separate plugin, and several could be enabled.
 */
#include "config/migrate/move.h"
#include "rules/rule.h"

#include <string.h>

#define FIT fit_rule_node_resources_fit.name

/* The maximum weight of a resource from v1beta2 on. */
#define MAX_WEIGHT 100

static const struct
{
  const FitRule *rule;
  const char *type;
} strategies[] = {
  { &fit_rule_node_resources_least_allocated, FIT_STRATEGY_LEAST },
  { &fit_rule_node_resources_most_allocated, FIT_STRATEGY_MOST },
  { &fit_rule_requested_to_capacity_ratio, FIT_STRATEGY_RATIO },
};

/* The index of the strategy with the greatest weight, of equal ones the first
 * in the list; -1 if there is none. */
static gint
heaviest (const FitPlanProfile *profile)
{
  const GArray *list = profile->lists[FIT_POINT_SCORE];
  gint32 most = 0;
  gint found = -1;

  for (guint i = 0; i < list->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (strategies); j++)
      {
        const FitPluginEntry *entry
            = fit_plan_entry (profile, FIT_POINT_SCORE, i);

        if (strcmp (entry->name, strategies[j].rule->name) != 0
            || (found >= 0 && entry->weight <= most))
          continue;
        most = entry->weight;
        found = (gint) j;
      }
  return found;
}

/* Scales the weights, keeping their proportions as closely as possible. */
static FitArgResources
scale_weights (FitMove *move, const FitPlanProfile *profile,
               FitArgResources resources)
{
  FitWeightedResource *scaled = fit_arena_newn (
      move->plan->arena, FitWeightedResource, resources.n + 1);
  gint64 most = 0;

  for (guint i = 0; i < resources.n; i++)
    most = MAX (most, resources.items[i].weight);
  if (most <= MAX_WEIGHT)
    return resources;
  for (guint i = 0; i < resources.n; i++)
    {
      const gdouble share
          = (gdouble) resources.items[i].weight / (gdouble) most;

      scaled[i].name = resources.items[i].name;
      scaled[i].weight = MAX ((gint64) (share * MAX_WEIGHT + 0.5), 1);
    }
  FIT_PLAN_NOTE (move->plan, profile, .kind = FIT_MIGRATION_ARITHMETIC,
                 .plugin = FIT, .points = FIT_AT (SCORE),
                 .since = FIT_RELEASE (22, 0),
                 .message = "a resource can have a weight of at most 100: "
                            "the weights are scaled down and rounded");
  return (FitArgResources){ resources.n, scaled };
}

static FitArgScoringStrategy *
make_strategy (FitMove *move, const FitPlanProfile *profile, guint which)
{
  static const FitWeightedResource both[] = { { "cpu", 1 }, { "memory", 1 } };
  gconstpointer args = fit_plan_args (profile, strategies[which].rule->name);
  const FitNodeResourcesArgs *plain = args;
  const FitRequestedToCapacityRatioArgs *ratio = args;
  FitArgScoringStrategy *strategy
      = fit_arena_new0 (move->plan->arena, FitArgScoringStrategy, 1);
  FitArgCapacityRatio *shape;

  strategy->type = strategies[which].type;
  strategy->resources = (FitArgResources){ G_N_ELEMENTS (both), both };
  if (strcmp (strategy->type, FIT_STRATEGY_RATIO) != 0)
    {
      if (plain != NULL)
        strategy->resources = scale_weights (move, profile, plain->resources);
      return strategy;
    }
  strategy->resources = scale_weights (move, profile, ratio->resources);
  shape = fit_arena_new0 (move->plan->arena, FitArgCapacityRatio, 1);
  shape->shape = ratio->shape;
  strategy->requested_to_capacity_ratio = shape;
  return strategy;
}

/* The effect of a lost strategy. */
static const char *const effects[] = {
  "preferred empty nodes",
  "preferred full nodes",
  "scored nodes by its shape",
};
G_STATIC_ASSERT (G_N_ELEMENTS (effects) == G_N_ELEMENTS (strategies));

static gint32
weight_of (const FitPlanProfile *profile, guint which)
{
  return fit_plan_weight (profile, strategies[which].rule->name);
}

static void
lose_others (FitMove *move, FitPlanProfile *profile, guint kept)
{
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      const char *message = fit_arena_printf (
          move->plan->arena,
          "a profile has one scoring strategy, and %s with its weight of %d is "
          "kept: this one %s",
          strategies[kept].type, weight_of (profile, kept), effects[i]);
      const FitMigrationNote fate = { .kind = FIT_MIGRATION_LOST,
                                      .name = strategies[i].rule->name,
                                      .points = FIT_PLAN_ALL_POINTS,
                                      .since = FIT_RELEASE (22, 0),
                                      .message = message };

      if (i != kept)
        fit_plan_change (move->plan, profile, &fate);
    }
}

/* -- opposites --------------------------------------------------------------- */

/* Indexes of strategies. */
enum
{
  LEAST,
  MOST,
};

/* Do both use the same resources? */
static gboolean
are_alike (const FitPlanProfile *profile)
{
  const FitNodeResourcesArgs *least
      = fit_plan_args (profile, strategies[LEAST].rule->name);
  const FitNodeResourcesArgs *most
      = fit_plan_args (profile, strategies[MOST].rule->name);

  if (least == NULL || most == NULL)
    return least == most;
  if (least->resources.n != most->resources.n)
    return FALSE;
  for (guint i = 0; i < least->resources.n; i++)
    if (strcmp (least->resources.items[i].name, most->resources.items[i].name)
            != 0
        || least->resources.items[i].weight != most->resources.items[i].weight)
      return FALSE;
  return TRUE;
}

/* LeastAllocated and MostAllocated always add up to 100.  So together they
 * score like the heavier one with the difference of the weights, or not at all.
 * Returns: (nullable): the message for that; NULL unless both
 * are enabled */
static const char *
settle_opposites (FitMove *move, FitPlanProfile *profile)
{
  const gint32 least = weight_of (profile, LEAST);
  const gint32 most = weight_of (profile, MOST);
  const guint kept = most > least ? MOST : LEAST;
  const char *message;

  if (least == 0 || most == 0 || !are_alike (profile))
    return NULL;
  message
      = least == most
            ? fit_arena_printf (
                move->plan->arena,
                "empty nodes and full nodes were preferred with the same "
                "weight of %d, which cancels out: apart from rounding, every "
                "node gets the same score",
                least)
            : fit_arena_printf (
                move->plan->arena,
                "empty nodes were preferred with weight %d and full nodes with "
                "weight %d: apart from rounding, that is the same as %s with "
                "the difference",
                least, most, strategies[kept].type);
  for (guint i = LEAST; i <= MOST; i++)
    {
      FitMigrationNote fate = { .kind = least == most ? FIT_MIGRATION_DROPPED
                                                      : FIT_MIGRATION_CHANGED,
                                .name = strategies[i].rule->name,
                                .plugin = least == most ? NULL : FIT,
                                .points = FIT_PLAN_SCORE_POINTS,
                                .message = message };

      if (least != most && i == kept)
        continue;
      fit_plan_remove (profile, FIT_PLAN_ALL_POINTS, fate.name);
      fit_plan_settle (move->plan, profile, &fate);
    }
  if (least != most)
    fit_plan_set_weight (profile, strategies[kept].rule->name,
                         ABS (most - least));
  return message;
}

void
fit_move_scores (FitMove *move, FitPlanProfile *profile)
{
  const char *opposites;
  FitMigrationNote fate = { .kind = FIT_MIGRATION_CHANGED,
                            .plugin = FIT,
                            .points = FIT_PLAN_SCORE_POINTS };
  FitNodeResourcesFitArgs *args;
  gint which;

  if (move->target.version < FIT_CONFIG_V1BETA2)
    return;
  opposites = settle_opposites (move, profile);
  which = heaviest (profile);
  if (which < 0)
    return;
  lose_others (move, profile, (guint) which);
  args = fit_plan_need_args (move->plan, profile, FIT, &move->target);
  args->scoring_strategy = make_strategy (move, profile, (guint) which);
  fit_plan_rename (profile, FIT_PLAN_SCORE_POINTS, strategies[which].rule->name,
                   FIT);
  fate.name = strategies[which].rule->name;
  fate.message = opposites != NULL
                     ? opposites
                     : fit_arena_printf (
                         move->plan->arena,
                         "became a scoring strategy of NodeResourcesFit: %s",
                         strategies[which].type);
  fate.since = opposites != NULL ? 0 : FIT_RELEASE (22, 0);
  fit_plan_settle (move->plan, profile, &fate);
}
