/* move-scores.c - plugins that became scoring strategies
 *
 * From v1beta2 on NodeResourcesFit scores by one strategy; before, each was a
 * plugin of its own, and there could be several.
 */
#include "config/migrate/move.h"

#include <string.h>

#define FIT "NodeResourcesFit"

/* From v1beta2 on no resource counts for more. */
#define MAX_WEIGHT 100

static const struct
{
  const char *plugin;
  const char *type;
} strategies[] = {
  { "NodeResourcesLeastAllocated", "LeastAllocated" },
  { "NodeResourcesMostAllocated", "MostAllocated" },
  { "RequestedToCapacityRatio", "RequestedToCapacityRatio" },
};

/* The index of the strategy with the most weight; the first of equals in the
 * order of the list.  -1: there is none. */
static gint
heaviest (const FitPlanProfile *profile)
{
  const GArray *list = profile->lists[FIT_PROFILE_SCORE];
  gint32 most = 0;
  gint found = -1;

  for (guint i = 0; i < list->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (strategies); j++)
      {
        const FitPluginEntry *entry
            = fit_plan_entry (profile, FIT_PROFILE_SCORE, i);

        if (strcmp (entry->name, strategies[j].plugin) != 0
            || (found >= 0 && entry->weight <= most))
          continue;
        most = entry->weight;
        found = (gint) j;
      }
  return found;
}

/* Weights as near as can be to the same proportions. */
static FitArgResources
scale_weights (FitMove *move, const FitPlanProfile *profile,
               FitArgResources resources)
{
  FitArgResource *scaled
      = fit_arena_newn (move->plan->arena, FitArgResource, resources.n + 1);
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
  fit_plan_note_plugin (move->plan, profile, FIT_MIGRATION_ARITHMETIC, FIT,
                        1u << FIT_PROFILE_SCORE,
                        "weights of resources end at 100: they are scaled "
                        "down, and rounded")
      ->since
      = FIT_RELEASE (22, 0);
  return (FitArgResources){ resources.n, scaled };
}

static FitArgScoringStrategy *
make_strategy (FitMove *move, const FitPlanProfile *profile, guint which)
{
  static const FitArgResource both[] = { { "cpu", 1 }, { "memory", 1 } };
  gconstpointer args = fit_plan_args (profile, strategies[which].plugin);
  const FitNodeResourcesArgs *plain = args;
  const FitRequestedToCapacityRatioArgs *ratio = args;
  FitArgScoringStrategy *strategy
      = fit_arena_new0 (move->plan->arena, FitArgScoringStrategy, 1);
  FitArgCapacityRatio *shape;

  strategy->type = strategies[which].type;
  strategy->resources = (FitArgResources){ G_N_ELEMENTS (both), both };
  if (strcmp (strategy->type, "RequestedToCapacityRatio") != 0)
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

static void
lose_others (FitMove *move, FitPlanProfile *profile, guint kept)
{
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      FitPlanFate fate
          = { .kind = FIT_MIGRATION_LOST,
              .plugin = strategies[i].plugin,
              .since = FIT_RELEASE (22, 0),
              .message = "a profile has one scoring strategy: that of the "
                         "greatest weight is kept, this one is lost" };

      if (i == kept)
        continue;
      fate.points = fit_plan_remove (profile, FIT_PLAN_ALL_POINTS,
                                     strategies[i].plugin);
      if (fate.points != 0)
        fit_plan_settle (move->plan, profile, &fate);
    }
}

void
fit_move_scores (FitMove *move, FitPlanProfile *profile)
{
  const gint which = heaviest (profile);
  g_autofree char *message = NULL;
  FitPlanFate fate = { .kind = FIT_MIGRATION_CHANGED,
                       .name = FIT,
                       .points = FIT_PLAN_SCORE_POINTS,
                       .since = FIT_RELEASE (22, 0) };
  FitNodeResourcesFitArgs *args;

  if (which < 0 || move->target.version < FIT_CONFIG_V1BETA2)
    return;
  lose_others (move, profile, (guint) which);
  args = fit_plan_need_args (move->plan, profile, FIT, &move->target);
  args->scoring_strategy = make_strategy (move, profile, (guint) which);
  fit_plan_rename (profile, FIT_PLAN_SCORE_POINTS, strategies[which].plugin,
                   FIT);
  message = g_strdup_printf ("a scoring strategy of NodeResourcesFit: %s",
                             strategies[which].type);
  fate.plugin = strategies[which].plugin;
  fate.message = message;
  fit_plan_settle (move->plan, profile, &fate);
}
