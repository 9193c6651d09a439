/* write-args.c - arguments that are not the defaults of the target
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "formats/value-edit.h"
#include "rules/rule.h"
#include "base/sort.h"

#include <string.h>

#define FIT fit_rule_with_setting (FIT_SETTING_IGNORED)->name

/* -- one plugin ------------------------------------------------------------ */

/* The arguments of the plan, with the target's defaults.  @given: those of
 * NodeResourcesFit have what extenders add */
static const FitValue *
args_tree (const FitPlanProfile *profile, const char *plugin, gboolean given)
{
  FitArena *arena = profile->plan->arena;
  gconstpointer usual
      = fit_args_default (arena, plugin, &profile->plan->target);
  gconstpointer args = fit_plan_args (profile, plugin);
  const FitArgStrings ignored = fit_plan_ignored_resources (profile->plan);
  FitNodeResourcesFitArgs fit;

  if (args == NULL)
    args = usual;
  if (args != NULL && strcmp (plugin, FIT) == 0)
    {
      fit = *(const FitNodeResourcesFitArgs *) args;
      if (fit.scoring_strategy == NULL)
        fit.scoring_strategy
            = ((const FitNodeResourcesFitArgs *) usual)->scoring_strategy;
      if (ignored.n > 0)
        fit.ignored_resources = given ? ignored : (FitArgStrings){ 0 };
      args = &fit;
    }
  return fit_args_tree (arena, plugin, args, &profile->plan->target);
}

const FitValue *
fit_write_wanted_args (const FitPlanProfile *profile, const char *plugin)
{
  return args_tree (profile, plugin, TRUE);
}

/* Returns: (nullable): NULL if there is nothing to write */
static const FitValue *
args_to_write (const FitPlanProfile *profile, const char *plugin)
{
  const FitConfigTarget *target = &profile->plan->target;
  FitArena *arena = profile->plan->arena;
  const gboolean by_extender
      = strcmp (plugin, FIT) == 0
        && fit_plan_ignored_resources (profile->plan).n > 0;
  const FitValue *wanted;
  const FitValue *pruned;

  if (fit_args_row (plugin, target->version, target->release) == NULL)
    return fit_plan_is_out_of_tree (profile, plugin)
                   || fit_move_is_of_program (profile->plan, plugin)
               ? g_hash_table_lookup (profile->written_args, plugin)
               : NULL;
  /* Extenders add their own, and there must be no others. */
  if (by_extender && !profile->plan->behaviour.config_merges_defaults)
    return NULL;
  wanted = args_tree (profile, plugin, FALSE);
  if (profile->plan->options->full)
    return wanted;
  pruned = fit_value_prune (
      arena, wanted,
      fit_args_tree (arena, plugin, fit_args_default (arena, plugin, target),
                     target),
      NULL);
  /* Arguments that extenders can change exist if the plugin is enabled. */
  return pruned->n > 0 || (by_extender && !fit_plan_has_any (profile, FIT))
             ? pruned
             : NULL;
}

/* -- all of them ----------------------------------------------------------- */

void
fit_write_args (const FitPlanProfile *profile, FitProfileFile *out)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  /* The plugins whose arguments may have to be written, sorted. */
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    for (guint j = 0; j < profile->lists[i]->len; j++)
      {
        const char *name = fit_plan_entry (profile, i, j)->name;

        if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
          g_ptr_array_add (names, (gpointer) name);
      }
  for (guint i = 0; i < profile->multi_point.n; i++)
    {
      const char *name = profile->multi_point.items[i].name;

      if (!fit_plan_has_any (profile, name))
        g_ptr_array_add (names, (gpointer) name);
    }
  if (!fit_plan_has_any (profile, FIT)
      && fit_plan_ignored_resources (profile->plan).n > 0)
    g_ptr_array_add (names, (gpointer) FIT);
  g_ptr_array_sort (names, fit_compare_texts);
  out->plugin_config = fit_arena_new0 (profile->plan->arena,
                                       FitPluginConfigEntry, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    {
      const FitValue *args = args_to_write (profile, names->pdata[i]);

      if (args == NULL)
        continue;
      out->plugin_config[out->n_plugin_config++]
          = (FitPluginConfigEntry){ .name = names->pdata[i], .args = args };
    }
}
