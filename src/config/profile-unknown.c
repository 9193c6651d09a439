/* profile-unknown.c - plugins that neither the release nor the program has, and
 * arguments that the release does not read
 *
 * Schedulers may be built with additional plugins that their configurations
 * name.  These plugins are rejected as in the release, kept in the lists, or
 * left out.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"
#include "config/args-table.h"

#include "base/similar.h"
#include "rules/rule.h"

#include <string.h>

char *
fit_profile_hint_at_plugin (const FitProfileBuild *build, const char *name)
{
  const FitRelease release = build->target->release;
  FitSpan life;
  FitSimilar similar;
  g_autoptr (GPtrArray) names = fit_in_tree_plugin_names (release);
  const GPtrArray *others = build->registry != NULL
                                ? fit_plugin_registry_all (build->registry)
                                : NULL;

  if (fit_in_tree_plugin_life (name, &life))
    return life.since > release
               ? g_strdup_printf ("in-tree from 1.%d on", life.since / 100)
               : g_strdup_printf ("in-tree up to 1.%d", life.before / 100 - 1);
  if (strcmp (name, "*") == 0)
    return g_strdup ("\"*\" stands for all plugins only under \"disabled\"");
  /* A name that has arguments, too, is no typing error: nobody misspells a name
   * twice alike. */
  for (guint i = 0; i < build->file->n_profiles; i++)
    {
      const FitProfileFile *profile = &build->file->profiles[i];

      for (guint j = 0; j < profile->n_plugin_config; j++)
        if (strcmp (profile->plugin_config[j].name, name) == 0)
          return NULL;
    }
  fit_similar_init (&similar, name);
  for (guint i = 0; i < names->len; i++)
    fit_similar_offer (&similar, names->pdata[i]);
  for (guint i = 0; others != NULL && i < others->len; i++)
    fit_similar_offer (&similar,
                       ((const FitPluginInfo *) others->pdata[i])->name);
  return similar.best != NULL
             ? g_strdup_printf ("did you mean \"%s\"?", similar.best)
             : NULL;
}

void
fit_profile_settle_unknown (FitProfileDraft *draft)
{
  const FitProfileBuild *build = draft->build;

  for (guint i = 0; build->unknown_plugins != FIT_UNKNOWN_PLUGINS_ERROR
                    && i < FIT_POINT_SET_LAST;
       i++)
    {
      FitPluginSet *set = &draft->sets.sets[i];
      guint kept = 0;

      for (guint j = 0; j < set->n_enabled; j++)
        {
          const FitPluginEntry entry = set->enabled[j];
          const char *name = entry.name;
          FitSpan life;
          gboolean unknown;

          /* No plugin can have these names: "*" in a disabled list means
           * all, and "" is a forgotten name. */
          unknown
              = *name != '\0' && strcmp (name, "*") != 0
                && fit_in_tree_plugin_points (name, build->target->release) == 0
                && (build->registry == NULL
                    || fit_plugin_registry_find (build->registry, name) == NULL)
                && (!build->only_out_of_tree
                    || !fit_in_tree_plugin_life (name, &life));
          if (unknown)
            {
              FitUnknownPlugin *plugin
                  = g_hash_table_lookup (draft->unknown, entry.name);
              g_autofree char *hint = NULL;

              if (plugin == NULL)
                {
                  FitArena *arena = draft->build->arena;

                  hint = fit_profile_hint_at_plugin (draft->build, entry.name);
                  plugin = fit_arena_new0 (arena, FitUnknownPlugin, 1);
                  plugin->profile = draft->index;
                  plugin->name = entry.name;
                  plugin->hint
                      = hint != NULL
                            ? fit_arena_strndup (arena, hint, strlen (hint))
                            : NULL;
                  g_hash_table_insert (draft->unknown, (gpointer) entry.name,
                                       plugin);
                  g_ptr_array_add (draft->build->unknown, plugin);
                }
              plugin->points |= 1u << i;
              draft->unknown_points |= 1u << i;
            }
          if (!unknown || build->unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP)
            set->enabled[kept++] = entry;
        }
      set->n_enabled = kept;
    }
}

/* -- arguments of later releases -------------------------------------------- */

void
fit_configuration_note_unread_args (const FitConfiguration *configuration,
                                    GPtrArray *notes)
{
  const FitConfigTarget *target = &configuration->target;

  for (guint i = 0; i < configuration->file->n_profiles; i++)
    {
      const FitProfileFile *file = &configuration->file->profiles[i];

      for (guint j = 0; j < file->n_plugin_config; j++)
        {
          const char *name = file->plugin_config[j].name;
          const FitRelease since = fit_args_since (name, target->version);

          if (since > target->release
              && fit_in_tree_plugin_points (name, target->release) != 0)
            g_ptr_array_add (
                notes,
                g_strdup_printf ("profiles[%u].pluginConfig[%u].args: "
                                 "arguments of %s came with 1.%d; %s does not "
                                 "read them",
                                 i, j, name, since / 100,
                                 fit_release_name (target->release)));
        }
    }
}

/* -- in words -------------------------------------------------------------- */

char *
fit_configuration_describe_unknown (const FitConfiguration *configuration,
                                    guint index)
{
  const FitUnknownPlugin *plugin = configuration->unknown->pdata[index];
  const char *release = fit_release_name (configuration->target.release);
  const gboolean kept
      = configuration->unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP;
  GString *out = g_string_new (NULL);
  guint n = 0;

  if (configuration->n_profiles > 1)
    g_string_append_printf (
        out, "%s: ", configuration->profiles[plugin->profile].scheduler_name);
  g_string_append_printf (out, "plugin %s (", plugin->name);
  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    if (fit_points_have (plugin->points, i))
      g_string_append_printf (out, "%s%s", n++ > 0 ? ", " : "",
                              fit_extension_point_info (i)->name);
  g_string_append_printf (out, ") is not in %s, %s", release,
                          kept ? "kept" : "left out: placements may differ");
  if (plugin->hint != NULL)
    g_string_append_printf (out, "; %s", plugin->hint);
  return g_string_free (out, FALSE);
}
