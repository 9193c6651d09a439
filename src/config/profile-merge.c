/* profile-merge.c - merges the lists of a file with those of a release
 *
 * v1alpha1 of v1.16: there are no defaults, and nothing to disable.
 * Up to v1beta1: the defaults without the disabled ones, then the enabled ones.
 * From v1beta2 on: as up to v1beta1, but an enabled default replaces the default
 * in its place.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"

#include <string.h>

gboolean
fit_plugin_set_disables (const FitPluginSet *set, const char *name)
{
  for (guint i = 0; i < set->n_disabled; i++)
    if (strcmp (set->disabled[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* The last entry with that name counts. */
static const FitPluginEntry *
find_enabled (const FitPluginSet *set, const char *name)
{
  for (guint i = set->n_enabled; i-- > 0;)
    if (strcmp (set->enabled[i].name, name) == 0)
      return &set->enabled[i];
  return NULL;
}

gboolean
fit_plugin_set_has (const FitPluginSet *set, const char *name)
{
  return find_enabled (set, name) != NULL;
}

gboolean
fit_plugin_sets_name (const FitPluginSets *sets, const char *name)
{
  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    if (fit_plugin_set_has (&sets->sets[i], name))
      return TRUE;
  return FALSE;
}

FitPluginSets
fit_merge_plugins (const FitConfigTarget *target, const FitPluginSets *defaults,
                   const FitPluginSets *written, FitArena *arena)
{
  FitPluginSets merged = { 0 };

  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    {
      const FitPluginSet *usual = &defaults->sets[i];
      const FitPluginSet *own = &written->sets[i];
      const gboolean in_place = target->version >= FIT_CONFIG_V1BETA2;
      /* The entries of the file that replace a default. */
      g_autoptr (GHashTable) replacing = g_hash_table_new (NULL, NULL);
      FitPluginEntry *entries = fit_arena_new0 (
          arena, FitPluginEntry, usual->n_enabled + own->n_enabled + 1);
      FitPluginSet both = *own;
      guint n = 0;

      for (guint k = 0; k < usual->n_enabled; k++)
        {
          const FitPluginEntry *entry = &usual->enabled[k];
          const FitPluginEntry *other
              = in_place ? find_enabled (own, entry->name) : NULL;

          if (fit_plugin_set_disables (own, entry->name)
              || fit_plugin_set_disables (own, "*"))
            continue;
          if (other != NULL)
            g_hash_table_add (replacing, (gpointer) other);
          entries[n++] = other != NULL ? *other : *entry;
        }
      for (guint k = 0; k < own->n_enabled; k++)
        if (!g_hash_table_contains (replacing, &own->enabled[k]))
          entries[n++] = own->enabled[k];
      both.n_enabled = n;
      both.enabled = entries;
      merged.sets[i] = both;
    }
  return merged;
}
