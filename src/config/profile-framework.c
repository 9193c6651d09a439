/* profile-framework.c - enables the plugins of an embedding program as a
 * profile says
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/profile-framework.h"

FitFramework *
fit_profile_framework_new (const FitConfiguration *configuration, guint index,
                           const FitPluginRegistry *registry, FitCache *cache,
                           GError **error)
{
  const FitProfile *profile = &configuration->profiles[index];
  const FitRelease release = configuration->target.release;
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();
  FitFrameworkOptions options = {
    .release = release,
    .registry = registry,
    .lists = lists,
    .cache = cache,
  };

  for (FitExtensionPoint point = 0; point < FIT_POINT_LAST; point++)
    {
      const FitProfileList *list = &profile->plugins[point];

      if (!fit_extension_point_exists (point, release))
        continue;
      for (guint i = 0; i < list->n; i++)
        {
          const char *name = list->items[i].name;
          /* Up to 1.22 a plugin has one weight, from the last list that names
           * it; here all lists have that of Score. */
          const FitPluginEntry *score
              = fit_profile_find (profile, FIT_POINT_SCORE, name);

          /* What the program does not have is a plugin of the release. */
          if (registry != NULL
              && fit_plugin_registry_find (registry, name) != NULL)
            fit_plugin_lists_enable (lists, point, name,
                                     score != NULL ? score->weight : 0);
          else
            options.in_tree |= 1u << point;
        }
    }
  for (guint i = 0; i < profile->n_args; i++)
    if (profile->args[i].written != NULL)
      fit_plugin_lists_set_args (lists, profile->args[i].plugin,
                                 profile->args[i].written);
  return fit_framework_new_of (&options, error);
}
