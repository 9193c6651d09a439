/* config-halves.c - warnings about plugins of a profile that run only half, which
 * fails pods, or leaves undone what their other half relies on */
#include "warnings/config-lint-private.h"

#include "config/config-edit.h"
#include "rules/unprepared.h"

#include <string.h>

/* A plugin at @point needs its function at @needs. */
typedef struct
{
  FitExtensionPoint point;
  FitExtensionPoint needs;
  const char *plugin; /* (nullable): NULL: those that fail without it */
  const char *effect;
} Half;

#define VOLUMES "VolumeBinding"
#define DEVICES "DynamicResources"

static const Half halves[] = {
  { FIT_POINT_FILTER, FIT_POINT_PRE_FILTER, NULL, NULL },
  { FIT_POINT_SCORE, FIT_POINT_PRE_SCORE, NULL, NULL },
  { FIT_POINT_FILTER, FIT_POINT_RESERVE, VOLUMES,
    "it chooses volumes for unbound claims, and binds none of them: their pods "
    "wait on the node" },
  { FIT_POINT_RESERVE, FIT_POINT_FILTER, VOLUMES,
    "it has no choice of volumes to bind: pods with unbound claims wait on the "
    "node" },
  { FIT_POINT_RESERVE, FIT_POINT_PRE_BIND, VOLUMES,
    "it sets volumes for unbound claims aside, and never binds them: their "
    "pods wait on the node" },
  { FIT_POINT_FILTER, FIT_POINT_RESERVE, DEVICES,
    "it chooses devices for claims, and keeps none of them for the pod" },
  { FIT_POINT_RESERVE, FIT_POINT_PRE_BIND, DEVICES,
    "it sets devices for claims aside, and never allocates them" },
};

static const char *
name_of (FitExtensionPoint point)
{
  return fit_extension_point_info (point)->name;
}

/* Returns: (transfer full) (nullable): what comes of it; NULL: nothing bad */
static char *
effect_of (const FitConfigLint *lint, const FitProfile *profile,
           const Half *half, const char *plugin)
{
  const FitConfigTarget *target = &lint->configuration->target;
  const FitUnprepared *row;

  if (fit_profile_has (profile, half->needs, plugin))
    return NULL;
  if (half->plugin != NULL)
    return strcmp (plugin, half->plugin) == 0
                   && fit_points_have (
                       fit_in_tree_plugin_points (plugin, target->release),
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
  FitExtensionPoints all = 0;
  FitExtensionPoints more = 1u << point;

  while (more != all)
    {
      all = more;
      for (guint h = 0; h < G_N_ELEMENTS (halves); h++)
        if (fit_points_have (all, halves[h].point)
            && (halves[h].plugin == NULL
                || strcmp (plugin, halves[h].plugin) == 0)
            && fit_points_have (points, halves[h].needs)
            && !fit_profile_has (profile, halves[h].needs, plugin))
          more |= 1u << halves[h].needs;
    }
  return all;
}

static void
add_fixes (const FitConfigLint *lint, guint index, const Half *half,
           const char *plugin, FitWarning *warning)
{
  const FitConfigFix *fix;

  fit_lint_add_enabling_fix (lint, index, plugin,
                             lacking (lint,
                                      &lint->configuration->profiles[index],
                                      plugin, half->needs),
                             warning);
  fix = fit_config_fix_add (lint, warning, (gint) index,
                            "disable it at %s, too, if it is not wanted",
                            name_of (half->point));
  if (fix != NULL)
    fit_plugin_set_silence (
        &fix->file->profiles[index].plugins.sets[half->point], plugin,
        lint->configuration->arena);
}

static void
lint_half (const FitConfigLint *lint, guint index, const Half *half,
           GPtrArray *warnings)
{
  const FitProfile *profile = &lint->configuration->profiles[index];
  const FitPluginSets *written
      = &lint->configuration->file->profiles[index].plugins;
  const FitProfileList *list = &profile->plugins[half->point];

  for (guint i = 0; i < list->n; i++)
    {
      const char *plugin = list->items[i].name;
      g_autofree char *effect = effect_of (lint, profile, half, plugin);

      if (effect != NULL)
        add_fixes (lint, index, half, plugin,
                   fit_warnings_add (
                       warnings, FIT_WARN_HALF_PLUGIN,
                       written->sets[half->needs].place.line > 0
                           ? written->sets[half->needs].place
                           : written->place,
                       g_strdup_printf ("profiles[%u].plugins.%s", index,
                                        name_of (half->needs)),
                       "%s runs at %s, but not at %s: %s", plugin,
                       name_of (half->point), name_of (half->needs), effect));
    }
}

void
fit_lint_halves (const FitConfigLint *lint, GPtrArray *warnings)
{
  for (guint i = 0; i < lint->configuration->n_profiles; i++)
    for (guint h = 0; h < G_N_ELEMENTS (halves); h++)
      lint_half (lint, i, &halves[h], warnings);
}
