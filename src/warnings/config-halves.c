/* config-halves.c - warnings about plugins of a profile that run only half,
 * which fails pods, or leaves undone what their other half relies on
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "config/config-edit.h"
#include "rules/unprepared-plugins.h"

#include <string.h>

/* Where a plugin fails without its other half. */
static const FitRuleHalf failing[] = {
  { FIT_POINT_FILTER, FIT_POINT_PRE_FILTER },
  { FIT_POINT_RESERVE, FIT_POINT_PRE_FILTER },
  { FIT_POINT_SCORE, FIT_POINT_PRE_SCORE },
};

/* Returns: (nullable): a half that @rule (nullable) needs; NULL: that was all */
static const FitRuleHalf *
half_at (const FitRule *rule, guint index)
{
  const FitRuleHalf *half;

  if (index < G_N_ELEMENTS (failing))
    return &failing[index];
  if (rule == NULL || rule->halves == NULL)
    return NULL;
  half = &rule->halves[index - G_N_ELEMENTS (failing)];
  return half->effect != NULL ? half : NULL;
}

static const char *
name_of (FitExtensionPoint point)
{
  return fit_extension_point_info (point)->name;
}

/* Returns: (transfer full) (nullable): what comes of it; NULL: nothing bad */
static char *
effect_of (const FitConfigLint *lint, const FitProfile *profile,
           const FitRuleHalf *half, const char *plugin)
{
  const FitConfigTarget *target = &lint->configuration->target;
  const FitUnprepared *row;

  if (fit_profile_has (profile, half->needs, plugin))
    return NULL;
  if (half->effect != NULL)
    return fit_points_have (fit_in_tree_plugin_points (plugin, target->release),
                            half->needs)
               ? g_strdup (half->effect)
               : NULL;
  row = fit_unprepared_find (plugin, target->release, target->gates,
                             1u << half->point, 1u << half->point);
  if (row == NULL)
    return NULL;
  return g_strdup_printf (
      "%s fails every pod%s: %s", fit_release_name (target->release),
      row->spares_constrained ? " without topology spread constraints" : "",
      row->message);
}

/* @point, and what the plugin needs there that the profile does not run */
static FitExtensionPoints
lacking (const FitConfigLint *lint, const FitProfile *profile,
         const char *plugin, FitExtensionPoint point)
{
  const FitExtensionPoints points
      = fit_in_tree_plugin_points (plugin, lint->configuration->target.release);
  const FitRule *rule = fit_rule_find (plugin);
  const FitRuleHalf *half;
  FitExtensionPoints all = 0;
  FitExtensionPoints more = 1u << point;

  while (more != all)
    {
      all = more;
      for (guint h = 0; (half = half_at (rule, h)) != NULL; h++)
        if (fit_points_have (all, half->point)
            && fit_points_have (points, half->needs)
            && !fit_profile_has (profile, half->needs, plugin))
          more |= 1u << half->needs;
    }
  return all;
}

/* @only: (nullable): the rule whose half it is; NULL: any plugin's */
static void
lint_half (const FitConfigLint *lint, guint index, const FitRuleHalf *half,
           const FitRule *only, GPtrArray *warnings)
{
  const FitProfile *profile = &lint->configuration->profiles[index];
  const FitPluginSets *written
      = &lint->configuration->file->profiles[index].plugins;
  const FitProfileList *list = &profile->plugins[half->point];

  for (guint i = 0; i < list->n; i++)
    {
      const char *plugin = list->items[i].name;
      g_autofree char *effect = only == NULL || strcmp (plugin, only->name) == 0
                                    ? effect_of (lint, profile, half, plugin)
                                    : NULL;

      if (effect != NULL)
        {
          FitWarning *warning = fit_warnings_add (
              warnings, FIT_WARN_HALF_PLUGIN,
              written->sets[half->needs].place.line > 0
                  ? written->sets[half->needs].place
                  : written->place,
              g_strdup_printf ("profiles[%u].plugins.%s", index,
                               name_of (half->needs)),
              "%s runs at %s, but not at %s: %s", plugin, name_of (half->point),
              name_of (half->needs), effect);
          const FitConfigFix *fix;

          fit_lint_add_enabling_fix (
              lint, index, plugin,
              lacking (lint, &lint->configuration->profiles[index], plugin,
                       half->needs),
              warning);
          fix = fit_config_fix_add (
              lint, warning, (gint) index,
              "disable it at %s, too, if it is not wanted",
              name_of (half->point));
          if (fix != NULL)
            fit_plugin_set_silence (
                &fix->file->profiles[index].plugins.sets[half->point], plugin,
                lint->configuration->arena);
        }
    }
}

void
fit_lint_halves (const FitConfigLint *lint, GPtrArray *warnings)
{
  const FitRuleHalf *half;

  for (guint i = 0; i < lint->configuration->n_profiles; i++)
    {
      for (guint h = 0; h < G_N_ELEMENTS (failing); h++)
        lint_half (lint, i, &failing[h], NULL, warnings);
      for (guint r = 0; fit_rules[r] != NULL; r++)
        for (guint h = G_N_ELEMENTS (failing);
             (half = half_at (fit_rules[r], h)) != NULL; h++)
          lint_half (lint, i, half, fit_rules[r], warnings);
    }
}
