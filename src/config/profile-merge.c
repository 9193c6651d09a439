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

static FitPluginSet
merge_set (const FitConfigTarget *target, const FitPluginSet *defaults,
           const FitPluginSet *written, FitArena *arena)
{
  const gboolean in_place = target->version >= FIT_CONFIG_V1BETA2;
  /* The entries of @written that replace a default. */
  g_autoptr (GHashTable) replacing = g_hash_table_new (NULL, NULL);
  FitPluginEntry *entries = fit_arena_new0 (
      arena, FitPluginEntry, defaults->n_enabled + written->n_enabled + 1);
  FitPluginSet merged = *written;
  guint n = 0;

  for (guint i = 0; i < defaults->n_enabled; i++)
    {
      const FitPluginEntry *entry = &defaults->enabled[i];
      const FitPluginEntry *other
          = in_place ? find_enabled (written, entry->name) : NULL;

      if (fit_plugin_set_disables (written, entry->name)
          || fit_plugin_set_disables (written, "*"))
        continue;
      if (other != NULL)
        g_hash_table_add (replacing, (gpointer) other);
      entries[n++] = other != NULL ? *other : *entry;
    }
  for (guint i = 0; i < written->n_enabled; i++)
    if (!g_hash_table_contains (replacing, &written->enabled[i]))
      entries[n++] = written->enabled[i];
  merged.n_enabled = n;
  merged.enabled = entries;
  return merged;
}

FitPluginSets
fit_merge_plugins (const FitConfigTarget *target, const FitPluginSets *defaults,
                   const FitPluginSets *written, FitArena *arena)
{
  FitPluginSets merged = { 0 };

  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    merged.sets[i]
        = merge_set (target, &defaults->sets[i], &written->sets[i], arena);
  return merged;
}
