/* move-points.c - the points of plugins in the target: leaves out those that it
 * does not have, adds related ones, and what newer releases need
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/file-table.h"
#include "base/each.h"
#include "config/migrate/move.h"

#include "rules/rule.h"

#include <string.h>

#define PART_OF_PLUGIN \
  "the target runs a part of the plugin at this extension point"

/* A plugin at one point also needs its function at other points. */
static const struct
{
  FitExtensionPoint point;
  FitExtensionPoint other;
  gboolean in_order; /* in the same order as at @point */
} halves[] = {
  { FIT_POINT_FILTER, FIT_POINT_PRE_FILTER, TRUE },
  { FIT_POINT_FILTER, FIT_POINT_RESERVE, FALSE },
  { FIT_POINT_FILTER, FIT_POINT_PRE_BIND, FALSE },
  { FIT_POINT_SCORE, FIT_POINT_PRE_SCORE, TRUE },
  { FIT_POINT_POST_FILTER, FIT_POINT_PRE_ENQUEUE, FALSE },
};

/* Does the target do by itself what @plugin did at @point?  1.18 preempts and
 * binds volumes without a plugin, and some plugins have only one half there. */
static gboolean
does_without (const FitPlanProfile *profile, FitExtensionPoint point,
              const char *plugin)
{
  const FitExtensionPoints points
      = fit_in_tree_plugin_points (plugin, profile->plan->target.release);

  if (strcmp (plugin, fit_rule_default_preemption.name) == 0)
    return !profile->plan->behaviour.post_filter_makes_room;
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    if (halves[i].other == point && fit_points_have (points, halves[i].point)
        && fit_plan_has (profile, halves[i].point, plugin))
      return TRUE;
  return FALSE;
}

/* The place at @point before the first plugin that is among the @n @later. */
static guint
place_before (const FitPlanProfile *profile, FitExtensionPoint point,
              const FitPluginEntry *later, guint n)
{
  for (guint i = 0; i < profile->lists[point]->len; i++)
    for (guint j = 0; j < n; j++)
      if (strcmp (fit_plan_entry (profile, point, i)->name, later[j].name) == 0)
        return i;
  return profile->lists[point]->len;
}

/* The place before what comes later in the default profile. */
static guint
default_place (const FitPlanProfile *profile, FitExtensionPoint point,
               const char *plugin)
{
  const FitProfileList *list
      = &profile->plan->defaults->profiles[0].plugins[point];
  guint next = 0;

  while (next < list->n && strcmp (list->items[next].name, plugin) != 0)
    next++;
  next = MIN (next + 1, list->n);
  return place_before (profile, point, list->items + next, list->n - next);
}

static void
add_point (FitPlanProfile *profile, FitExtensionPoint point, guint index,
           const char *plugin, const char *message)
{
  const FitPluginEntry *usual
      = fit_profile_find (&profile->plan->defaults->profiles[0], point, plugin);
  guint n_releases;
  const FitReleaseName *releases = fit_releases (&n_releases);
  FitRelease since = 0;

  if (!fit_plan_insert (profile, point, index, plugin,
                        usual != NULL ? usual->weight : 0))
    return;
  /* The first known release with the plugin at that point. */
  for (guint i = 0; since == 0 && i < n_releases; i++)
    if (fit_points_have (
            fit_in_tree_plugin_points (plugin, releases[i].release), point))
      since = releases[i].release / 100 * 100;
  FIT_PLAN_NOTE (profile, .kind = FIT_MIGRATION_ADDED, .plugin = plugin,
                 .points = 1u << point, .since = since, .message = message);
}

/* Does the source run @plugin at @point but not at @other, where its release could
 * run it as well? */
static gboolean
source_omits (const FitPlanProfile *profile, const char *plugin,
              FitExtensionPoint point, FitExtensionPoint other)
{
  const FitConfiguration *from = profile->plan->from;

  return from != NULL && profile->written != NULL
         && fit_points_have (
             fit_in_tree_plugin_points (plugin, from->target.release), other)
         && fit_profile_has (profile->written, point, plugin)
         && !fit_profile_has (profile->written, other, plugin);
}

static void
add_halves (FitPlanProfile *profile)
{
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      const GArray *list = profile->lists[halves[i].point];
      const FitExtensionPoint other = halves[i].other;

      for (guint j = 0; j < list->len; j++)
        {
          const char *plugin = g_array_index (list, FitPluginEntry, j).name;
          const FitExtensionPoints points = fit_in_tree_plugin_points (
              plugin, profile->plan->target.release);

          if (fit_points_have (points, other)
              && !source_omits (profile, plugin, halves[i].point, other))
            add_point (profile, other,
                       halves[i].in_order
                           ? place_before (
                               profile, other,
                               fit_plan_entry (profile, halves[i].point, j) + 1,
                               list->len - j - 1)
                           : default_place (profile, other, plugin),
                       plugin, PART_OF_PLUGIN);
        }
    }
}

void
fit_move_points (FitPlanProfile *profile)
{
  const FitPlan *plan;
  const FitProfile *defaults;
  const FitConfiguration *usual;

  /* Remove plugins from points where the target release does not have them. */
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    for (guint j = profile->lists[i]->len; j-- > 0;)
      {
        const FitConfigTarget *target = &profile->plan->target;
        const char *dropped = fit_plan_entry (profile, i, j)->name;
        const gboolean theirs = fit_move_is_of_program (profile->plan, dropped)
                                || fit_plan_is_out_of_tree (profile, dropped);

        if (theirs ? fit_config_has_point (target, i)
                   : fit_points_have (
                       fit_in_tree_plugin_points (dropped, target->release), i))
          continue;
        if (!theirs && does_without (profile, i, dropped))
          fit_plan_forget (profile, 1u << i, dropped);
        else
          FIT_PLAN_CHANGE (
              profile, .kind = FIT_MIGRATION_LOST, .name = dropped,
              .points = 1u << i,
              .message
              = theirs ? "the target does not have this extension point"
                       : "the target does not have the plugin at this point");
      }
  /* Adds plugins for pod fields, and points of them, that are newer than the
   * source: it cannot have omitted them on purpose. */
  plan = profile->plan;
  defaults = &plan->defaults->profiles[0];
  usual = plan->from != NULL ? plan->usual : NULL;
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const char *plugin = fit_rules[i]->name;
      const char *reads = fit_rules[i]->reads;
      const gboolean known
          = usual != NULL && fit_profile_has_any (&usual->profiles[0], plugin);
      const FitExtensionPoints old
          = known ? fit_in_tree_plugin_points (plugin, usual->target.release)
                  : 0;
      const char *message;

      if (reads == NULL || (known && !fit_plan_has_any (profile, plugin)))
        continue;
      message
          = known ? PART_OF_PLUGIN
                  : fit_arena_printf (
                      plan->arena,
                      "without it the scheduler ignores the %s of pods", reads);
      /* Nodes that nothing scores stay unscored. */
      for (guint j = 0; j < FIT_POINT_LAST; j++)
        if (fit_profile_has (defaults, j, plugin) && !fit_points_have (old, j)
            && (j != FIT_POINT_SCORE || profile->lists[j]->len > 0))
          add_point (profile, j, default_place (profile, j, plugin), plugin,
                     message);
    }
  add_halves (profile);
  /* From 1.24 on plugins that multiPoint and a point enable come first
   * there. */
  if (profile->plan->target.version < FIT_CONFIG_V1BETA3
      || !profile->plan->behaviour.config_multi_point_first)
    return;
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      g_autoptr (GArray) list = profile->lists[i];

      profile->lists[i] = g_array_new (FALSE, TRUE, sizeof (FitPluginEntry));
      for (guint part = 0; part < 2; part++)
        FIT_EACH_OF (const FitPluginEntry, entry, list)
          if (fit_plan_in_multi_point (profile, entry->name) == (part == 0))
            g_array_append_val (profile->lists[i], *entry);
    }
}
