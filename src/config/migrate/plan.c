/* plan.c - lists of plugins that a migration changes, and the notes about each
 * change
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/plan.h"

#include "config/configuration-private.h"
#include "rules/rule.h"

#include <string.h>

static void
profile_free (gpointer data)
{
  FitPlanProfile *profile = data;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    g_array_unref (profile->lists[i]);
  g_hash_table_unref (profile->args);
  g_hash_table_unref (profile->written_args);
  g_hash_table_unref (profile->in_multi_point);
  g_hash_table_unref (profile->out_of_tree);
  g_queue_clear (&profile->notes);
  g_free (profile);
}

FitPlan *
fit_plan_new (const FitMigrationOptions *options)
{
  FitPlan *plan = g_new0 (FitPlan, 1);

  plan->options = options;
  plan->form
      = (FitConfigTarget){ FIT_CONFIG_V1BETA1, FIT_PLAN_RELEASE,
                           fit_feature_gates_of_release (FIT_PLAN_RELEASE) };
  plan->arena = fit_arena_new ();
  plan->profiles = g_ptr_array_new_with_free_func (profile_free);
  g_queue_init (&plan->notes);
  plan->requested = g_hash_table_new (g_str_hash, g_str_equal);
  return plan;
}

void
fit_plan_free (FitPlan *plan)
{
  if (plan == NULL)
    return;
  g_ptr_array_unref (plan->profiles);
  g_queue_clear (&plan->notes);
  g_hash_table_unref (plan->requested);
  fit_configuration_free (plan->defaults);
  fit_configuration_free (plan->top);
  fit_configuration_free (plan->usual);
  fit_policy_free (plan->policy);
  fit_arena_free (plan->arena);
  g_free (plan);
}

FitPlanProfile *
fit_plan_add_profile (FitPlan *plan, const char *scheduler_name)
{
  FitPlanProfile *profile = g_new0 (FitPlanProfile, 1);

  profile->plan = plan;
  profile->scheduler_name = scheduler_name;
  profile->args = g_hash_table_new (g_str_hash, g_str_equal);
  profile->written_args = g_hash_table_new (g_str_hash, g_str_equal);
  profile->in_multi_point = g_hash_table_new (g_str_hash, g_str_equal);
  profile->out_of_tree = g_hash_table_new (g_str_hash, g_str_equal);
  g_queue_init (&profile->notes);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    profile->lists[i] = g_array_new (FALSE, TRUE, sizeof (FitPluginEntry));
  g_ptr_array_add (plan->profiles, profile);
  return profile;
}

/* -- lists ----------------------------------------------------------------- */

gint
fit_plan_find (const FitPlanProfile *profile, FitExtensionPoint point,
               const char *plugin)
{
  for (guint i = 0; i < profile->lists[point]->len; i++)
    if (strcmp (fit_plan_entry (profile, point, i)->name, plugin) == 0)
      return (gint) i;
  return -1;
}

gint32
fit_plan_weight (const FitPlanProfile *profile, const char *plugin)
{
  const gint index = fit_plan_find (profile, FIT_POINT_SCORE, plugin);

  return index < 0
             ? 0
             : fit_plan_entry (profile, FIT_POINT_SCORE, (guint) index)->weight;
}

void
fit_plan_set_weight (FitPlanProfile *profile, const char *plugin, gint32 weight)
{
  const gint index = fit_plan_find (profile, FIT_POINT_SCORE, plugin);

  fit_plan_entry (profile, FIT_POINT_SCORE, (guint) index)->weight = weight;
}

FitExtensionPoints
fit_plan_points (const FitPlanProfile *profile, const char *plugin)
{
  FitExtensionPoints points = 0;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_plan_has (profile, i, plugin))
      points |= 1u << i;
  return points;
}

gboolean
fit_plan_is_list (const FitPlanProfile *profile, FitExtensionPoint point,
                  const FitProfileList *list)
{
  gboolean same = list->n == profile->lists[point]->len;

  for (guint i = 0; same && i < list->n; i++)
    {
      const FitPluginEntry *entry = fit_plan_entry (profile, point, i);

      same = strcmp (entry->name, list->items[i].name) == 0
             && (!fit_points_have (FIT_POINTS_WITH_WEIGHTS, point)
                 || entry->weight == list->items[i].weight);
    }
  return same;
}

gboolean
fit_plan_insert (FitPlanProfile *profile, FitExtensionPoint point, guint index,
                 const char *name, gint32 weight)
{
  const FitPluginEntry entry = { .name = name, .weight = weight };

  if (fit_plan_has (profile, point, name))
    return FALSE;
  g_array_insert_val (profile->lists[point], index, entry);
  return TRUE;
}

gboolean
fit_plan_append (FitPlanProfile *profile, FitExtensionPoint point,
                 const char *name, gint32 weight)
{
  return fit_plan_insert (profile, point, profile->lists[point]->len, name,
                          weight);
}

void
fit_plan_append_list (FitPlanProfile *profile, FitExtensionPoint point,
                      const FitPluginEntry *entries, guint n)
{
  for (guint i = 0; i < n; i++)
    fit_plan_append (profile, point, entries[i].name, entries[i].weight);
}

FitExtensionPoints
fit_plan_rename (FitPlanProfile *profile, FitExtensionPoints points,
                 const char *plugin, const char *name)
{
  FitExtensionPoints found = 0;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      const gint index = fit_plan_find (profile, i, plugin);

      if (!fit_points_have (points, i) || index < 0)
        continue;
      found |= 1u << i;
      if (name == NULL || fit_plan_has (profile, i, name))
        g_array_remove_index (profile->lists[i], (guint) index);
      else
        fit_plan_entry (profile, i, (guint) index)->name = name;
    }
  return found;
}

static void
add_at_points (FitPlanProfile *profile, const char *plugin,
               FitExtensionPoints points)
{
  points &= fit_in_tree_plugin_points (plugin, FIT_PLAN_RELEASE);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_points_have (points, i))
      fit_plan_append (profile, i, plugin, 0);
}

void
fit_plan_add_filter (FitPlanProfile *profile, const char *plugin)
{
  add_at_points (profile, plugin, FIT_PLAN_FILTER_POINTS);
}

void
fit_plan_add_score (FitPlanProfile *profile, const char *plugin, gint32 weight)
{
  fit_plan_append (profile, FIT_POINT_SCORE, plugin, weight);
  add_at_points (profile, plugin, FIT_AT (PRE_SCORE));
}

/* -- arguments ------------------------------------------------------------- */

gpointer
fit_plan_args (const FitPlanProfile *profile, const char *plugin)
{
  return g_hash_table_lookup (profile->args, plugin);
}

gpointer
fit_plan_need_args (FitPlanProfile *profile, const char *plugin)
{
  gpointer args = fit_plan_args (profile, plugin);

  if (args == NULL)
    {
      args = fit_args_default (profile->plan->arena, plugin,
                               &profile->plan->form);
      g_hash_table_insert (profile->args, (gpointer) plugin, args);
    }
  return args;
}

gpointer
fit_plan_need_setting (FitPlanProfile *profile, FitSetting setting)
{
  const FitRule *rule = fit_rule_with_setting (setting);

  return fit_rule_setting (rule, fit_plan_need_args (profile, rule->name));
}

FitArgStrings
fit_plan_ignored_resources (const FitPlan *plan)
{
  return fit_config_ignored_resources (plan->extenders, plan->n_extenders,
                                       plan->arena);
}
