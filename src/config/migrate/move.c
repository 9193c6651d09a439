/* move.c - the steps that change a plan until the target release accepts it
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "rules/rule.h"

/* -- plugins that were renamed, merged or removed -------------------------- */

/* Describes the effect of @plugin's weight; NULL if it is not worth
 * mentioning. */
static const char *
describe_weight (const FitPlanProfile *profile, const char *plugin)
{
  FitArena *arena = profile->plan->arena;
  const gint32 weight = fit_plan_weight (profile, plugin);
  gint64 others = -(gint64) weight;

  for (guint i = 0; i < profile->lists[FIT_POINT_SCORE]->len; i++)
    others += fit_plan_entry (profile, FIT_POINT_SCORE, i)->weight;
  if (weight == 0)
    return NULL;
  if (others == 0)
    return fit_arena_printf (arena,
                             "with its weight of %d it decided alone: no other "
                             "scores counted",
                             weight);
  return fit_arena_printf (arena,
                           weight > others
                               ? "its weight of %d made it nearly a filter"
                               : "with its weight of %d other scores could "
                                 "outvote it",
                           weight);
}

/* -- SelectorSpread -------------------------------------------------------- */

#define SPREAD fit_rule_with_setting (FIT_SETTING_SPREADING)->name

/* PodTopologySpread has a single weight, and either its own constraints or
 * those of the system. */
static void
spread_by_topology (FitPlanProfile *profile)
{
  const FitPodTopologySpreadArgs *before = fit_plan_args (profile, SPREAD);
  const gboolean scores = fit_plan_has (profile, FIT_POINT_SCORE, SPREAD);
  const gboolean constrained = before != NULL && before->n_constraints > 0;
  FitPodTopologySpreadArgs *args;
  const FitMigrationNote fate = {
    .kind = scores || constrained ? FIT_MIGRATION_LOST : FIT_MIGRATION_CHANGED,
    .name = fit_rule_selector_spread.name,
    .plugin = constrained ? NULL : SPREAD,
    .points = FIT_PLAN_ALL_POINTS,
    .since = FIT_RELEASE (25, 0),
    .message
    = constrained ? "PodTopologySpread already has default constraints "
                    "and cannot take over those of SelectorSpread as well"
      : scores ? "PodTopologySpread does this with its built-in constraints, "
                 "but keeps its own weight: this weight is lost"
               : "PodTopologySpread does this with its built-in constraints "
                 "(hostname with maxSkew 3, zone with maxSkew 5), by another "
                 "formula",
  };

  if (profile->plan->target.version < FIT_CONFIG_V1
      || !fit_plan_change (profile, &fate) || constrained
      || (scores && fit_move_keeps (profile, FIT_AT (SCORE))))
    return;
  args = fit_plan_need_args (profile, SPREAD);
  args->defaulting_type = "System";
}

/* -- missing points -------------------------------------------------------- */

void
fit_move_profile (FitPlanProfile *profile)
{
  GArray *list = profile->lists[FIT_POINT_UNRESERVE];

  /* Up to 1.18 undoing reserve had a separate point, unreserve. */
  if (profile->plan->behaviour.reserve_undoes)
    {
      for (guint i = 0; i < list->len; i++)
        {
          const char *name
              = fit_plan_entry (profile, FIT_POINT_UNRESERVE, i)->name;

          fit_plan_append (profile, FIT_POINT_RESERVE, name, 0);
          FIT_PLAN_SETTLE (profile, .kind = FIT_MIGRATION_CHANGED, .name = name,
                           .plugin = name, .points = FIT_AT (UNRESERVE),
                           .since = FIT_RELEASE (19, 0),
                           .message = "unreserve became part of reserve");
        }
      g_array_set_size (list, 0);
    }
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const char *plugin = fit_rules[i]->name;
      const FitRuleEnd *end = fit_rules[i]->end;
      const char *weight;

      if (end == NULL
          || !fit_config_span_has (&end->targets, profile->plan->target.version,
                                   profile->plan->target.release))
        continue;
      weight = end->heir == NULL ? describe_weight (profile, plugin) : NULL;
      FIT_PLAN_CHANGE (
          profile,
          .kind = end->heir != NULL  ? FIT_MIGRATION_CHANGED
                  : end->conditional ? FIT_MIGRATION_CONDITIONAL
                                     : FIT_MIGRATION_LOST,
          .name = plugin, .plugin = end->heir != NULL ? end->heir->name : NULL,
          .points = FIT_PLAN_ALL_POINTS,
          .since = end->since != 0 ? end->since : end->targets.releases.since,
          .message = weight == NULL
                         ? end->message
                         : fit_arena_printf (profile->plan->arena, "%s; %s",
                                             end->message, weight));
    }
  spread_by_topology (profile);
  fit_move_scores (profile);
  fit_move_labels (profile);
  fit_move_points (profile);
}
