/* config-fixes.c - changes of a configuration that may do away with a warning
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "config/config-edit.h"
#include "config/configuration-private.h"

static void
fix_free (gpointer data)
{
  FitConfigFix *fix = data;

  g_free (fix->text);
  g_clear_pointer (&fix->objects, fit_objects_free);
  g_free (fix);
}

GPtrArray *
fit_config_fixes_new (void)
{
  return g_ptr_array_new_with_free_func (fix_free);
}

FitConfigFix *
fit_config_fix_add (const FitConfigLint *lint, FitWarning *warning,
                    gint profile, const char *format, ...)
{
  FitConfigFix *fix;
  va_list args;

  if (lint->fixes == NULL)
    return NULL;
  g_clear_pointer (&warning->fix, g_free);
  if (lint->fixes->len == FIT_MOST_CONFIG_FIXES)
    return NULL;
  fix = g_new0 (FitConfigFix, 1);
  va_start (args, format);
  fix->text = g_strdup_vprintf (format, args);
  va_end (args);
  fix->warning = warning;
  fix->file = fit_config_file_copy (lint->configuration->file,
                                    lint->configuration->arena);
  fix->profile = profile;
  g_ptr_array_add (lint->fixes, fix);
  return fix;
}

/* Returns: (transfer full): how the plugin comes to run at all @points */
static char *
say_enabling (const FitPluginSets *written, const char *plugin,
              FitExtensionPoints points)
{
  GString *text = g_string_new (NULL);

  for (guint off = 2; off-- > 0;)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      g_autofree char *joined = NULL;

      for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
        if (fit_points_have (points, i)
            && fit_plugin_set_disables (&written->sets[i], plugin)
                   == (off == 1))
          g_ptr_array_add (names,
                           (gpointer) fit_extension_point_info (i)->name);
      joined = fit_join_names (names);
      if (names->len > 0)
        g_string_append_printf (
            text, "%s%s %s at %s", text->len > 0 ? ", and " : "",
            off == 1 ? "no longer disable" : "enable", plugin, joined);
    }
  return g_string_free (text, FALSE);
}

void
fit_lint_add_enabling_fix (const FitConfigLint *lint, guint index,
                           const char *plugin, FitExtensionPoints points,
                           FitWarning *warning)
{
  FitArena *arena = lint->configuration->arena;
  const FitPluginSets *written
      = &lint->configuration->file->profiles[index].plugins;
  g_autofree char *text = NULL;
  const FitConfigFix *fix;

  if (points == 0)
    return;
  /* It is enabled by default, but for that. */
  if (fit_plugin_set_disables (&written->sets[FIT_POINT_MULTI], plugin))
    points = FIT_AT (MULTI);
  text = say_enabling (written, plugin, points);
  fix = fit_config_fix_add (lint, warning, (gint) index, "%s", text);
  for (guint i = 0; fix != NULL && i < FIT_POINT_SET_LAST; i++)
    {
      FitPluginSet *set = &fix->file->profiles[index].plugins.sets[i];

      if (!fit_points_have (points, i))
        continue;
      if (fit_plugin_set_disables (set, plugin))
        fit_plugin_set_drop_all (set, FALSE, plugin, arena);
      else
        fit_plugin_set_enable (set, plugin, 0, arena);
    }
}
