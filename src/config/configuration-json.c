/* configuration-json.c - an effective profile as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration.h"
#include "releases/behaviour.h"

#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "config/args-table.h"
#include "config/file-table.h"

static FitNewMap
new_map (FitArena *arena, guint size)
{
  return (FitNewMap){ .members = fit_arena_new0 (arena, FitMember, size + 1) };
}

static FitValue
map_value (const FitNewMap *map)
{
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = map->n, .members = map->members };
}

static FitValue
plugin_config_value (FitConfigReader *writer, const FitConfigTarget *target,
                     const FitProfile *profile)
{
  FitNewMap map = new_map (writer->arena, profile->n_args);

  for (guint i = 0; i < profile->n_args; i++)
    {
      const FitProfileArgs *args = &profile->args[i];
      const FitArgsRow *row
          = fit_args_row (args->plugin, target->version, target->release);

      /* Before 1.20 arguments get their defaults when a plugin is created, so
       * arguments that are not in the file are not visible. */
      if (!fit_behaviour (target->release).config_shows_default_args
          && args->written == NULL)
        continue;
      if (args->args != NULL && row != NULL)
        fit_new_map_add (&map, args->plugin,
                         *fit_config_write (writer, row->table, args->args));
      else if (args->written != NULL)
        fit_new_map_add (&map, args->plugin, *args->written);
    }
  return map_value (&map);
}

FitValue
fit_configuration_profile_value (const FitConfiguration *configuration,
                                 guint index, FitArena *arena)
{
  const FitConfigTarget *target = &configuration->target;
  const FitProfile *profile = &configuration->profiles[index];
  FitConfigReader writer = { .arena = arena,
                             .version = target->version,
                             .release = target->release };
  g_autofree char *release
      = g_strconcat ("v", fit_release_name (target->release), NULL);
  FitNewMap map = new_map (arena, 6);
  FitNewMap plugins;

  fit_new_map_add (
      &map, "apiVersion",
      fit_value_of_text (fit_config_api_version (target->version)));
  fit_new_map_add (&map, "kubernetes",
                   fit_value_of_text (fit_arena_strdup (arena, release)));
  fit_new_map_add (&map, "schedulerName",
                   fit_value_of_text (profile->scheduler_name));
  plugins = new_map (arena, FIT_POINT_LAST);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      const FitProfileList *list = &profile->plugins[i];
      FitValue *items = fit_arena_new0 (arena, FitValue, list->n + 1);

      for (guint j = 0; j < list->n; j++)
        {
          FitNewMap plugin = new_map (arena, 2);
          char weight[16];
          const int len
              = g_snprintf (weight, sizeof weight, "%d", list->items[j].weight);

          fit_new_map_add (&plugin, "name",
                           fit_value_of_text (list->items[j].name));
          if (fit_points_have (FIT_POINTS_WITH_WEIGHTS, i))
            fit_new_map_add (&plugin, "weight",
                             (FitValue){ .type = FIT_VALUE_NUMBER,
                                         .n = (guint32) len,
                                         .text = fit_arena_strndup (
                                             arena, weight, (gsize) len) });
          items[j] = map_value (&plugin);
        }
      /* Points that only some releases have are shown if they are not empty. */
      if (list->n > 0 || !fit_points_have (FIT_POINTS_OF_SOME, i))
        fit_new_map_add (
            &plugins, fit_extension_point_info (i)->name,
            (FitValue){ .type = FIT_VALUE_LIST, .n = list->n, .items = items });
    }
  fit_new_map_add (&map, "plugins", map_value (&plugins));
  fit_new_map_add (&map, "pluginConfig",
                   plugin_config_value (&writer, target, profile));
  /* 1.18 represents v1alpha1 in the form of v1alpha2. */
  if (writer.version == FIT_CONFIG_V1ALPHA1
      && fit_release_has_profiles (writer.release))
    writer.version = FIT_CONFIG_V1ALPHA2;
  fit_new_map_add (&map, "config",
                   *fit_config_write (&writer, &fit_config_top_level_table,
                                      configuration->file));
  return map_value (&map);
}

char *
fit_configuration_profile_json (const FitConfiguration *configuration,
                                guint index)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue root
      = fit_configuration_profile_value (configuration, index, arena);
  GString *out = g_string_new (NULL);

  fit_value_append_json_lines (out, &root);
  return g_string_free (out, FALSE);
}
