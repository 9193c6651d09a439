/* packing.c - which plugins of a profile score nodes by how full they are, and
 * which of them prefer full ones */
#include "warnings/packing.h"

#include "rules/rule.h"

#include <string.h>

gint64
fit_shape_reach (const FitArgShape *shape)
{
  gint64 least = G_MAXINT64, most = G_MININT64;

  for (guint i = 0; i < shape->n; i++)
    {
      least = MIN (least, shape->points[i].score);
      most = MAX (most, shape->points[i].score);
    }
  return shape->n > 0 ? most - least : 0;
}

/* Never falls, and is not level. */
static gboolean
rises (const FitArgShape *shape)
{
  for (guint i = 1; i < shape->n; i++)
    if (shape->points[i].score < shape->points[i - 1].score)
      return FALSE;
  return fit_shape_reach (shape) > 0;
}

static void
take_strategy (const FitArgScoringStrategy *strategy, FitPacking *out)
{
  const FitArgCapacityRatio *ratio = strategy->requested_to_capacity_ratio;
  const gboolean by_shape
      = strcmp (strategy->type, FIT_STRATEGY_RATIO) == 0 && ratio != NULL;

  *out = (FitPacking){
    .strategy = strategy->type,
    .field = "scoringStrategy",
    .resources = strategy->resources,
    .shape = by_shape ? &ratio->shape : NULL,
    .packs = by_shape ? rises (&ratio->shape)
                      : strcmp (strategy->type, FIT_STRATEGY_MOST) == 0,
  };
}

gboolean
fit_profile_packing (const FitProfile *profile, const char *plugin,
                     FitPacking *out)
{
  const FitRule *rule = fit_rule_find (plugin);
  const FitProfileArgs *entry = fit_profile_find_args (profile, plugin);
  gconstpointer args = entry != NULL ? entry->args : NULL;

  *out = (FitPacking){ .strategy = plugin, .field = "" };
  if (rule == &fit_rule_node_resources_fit && args != NULL)
    {
      const FitNodeResourcesFitArgs *fit = args;

      if (fit->scoring_strategy == NULL)
        return FALSE;
      take_strategy (fit->scoring_strategy, out);
      return TRUE;
    }
  if (rule == &fit_rule_requested_to_capacity_ratio && args != NULL)
    {
      const FitCapacityRatioArgument *ratio = args;

      out->resources = ratio->resources;
      out->shape = &ratio->shape;
      out->packs = rises (&ratio->shape);
      return TRUE;
    }
  if (rule != &fit_rule_node_resources_most_allocated
      && rule != &fit_rule_node_resources_least_allocated
      && rule != &fit_rule_node_resources_balanced_allocation)
    return FALSE;
  if (args != NULL)
    out->resources = ((const FitNodeResourcesArgs *) args)->resources;
  out->packs = rule == &fit_rule_node_resources_most_allocated;
  return TRUE;
}
