/* config-edit.c - changes the contents of a configuration file, and compares
 * what comes of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/config-edit.h"

#include "formats/value-edit.h"

#include <string.h>

static gpointer
copy_items (FitArena *arena, gconstpointer items, gsize size, guint n,
            guint room)
{
  gpointer copy = fit_arena_alloc0 (arena, size * (n + room));

  if (n > 0)
    memcpy (copy, items, size * n);
  return copy;
}

static gpointer
without_item (FitArena *arena, gconstpointer items, gsize size, guint n,
              guint i)
{
  char *copy = copy_items (arena, items, size, n, 0);

  memmove (copy + size * i, copy + size * (i + 1), size * (n - i - 1));
  return copy;
}

FitConfigFile *
fit_config_file_copy (const FitConfigFile *file, FitArena *arena)
{
  FitConfigFile *copy = copy_items (arena, file, sizeof *file, 1, 0);

  copy->profiles = copy_items (arena, file->profiles, sizeof *file->profiles,
                               file->n_profiles, 0);
  return copy;
}

FitConfigFile *
fit_config_file_one_profile (const FitConfigFile *file, guint index,
                             FitArena *arena)
{
  FitConfigFile *copy = fit_config_file_copy (file, arena);

  copy->profiles += index;
  copy->n_profiles = 1;
  return copy;
}

void
fit_plugin_set_drop (FitPluginSet *set, gboolean enabled, guint i,
                     FitArena *arena)
{
  FitPluginEntry **list = enabled ? &set->enabled : &set->disabled;
  guint *n = enabled ? &set->n_enabled : &set->n_disabled;

  *list = without_item (arena, *list, sizeof **list, *n, i);
  (*n)--;
}

static void
add_entry (FitPluginEntry **list, guint *n, const char *name, gint32 weight,
           FitArena *arena)
{
  *list = copy_items (arena, *list, sizeof **list, *n, 1);
  (*list)[(*n)++] = (FitPluginEntry){ .name = name, .weight = weight };
}

void
fit_plugin_set_enable (FitPluginSet *set, const char *name, gint32 weight,
                       FitArena *arena)
{
  add_entry (&set->enabled, &set->n_enabled, name, weight, arena);
}

void
fit_plugin_set_disable (FitPluginSet *set, const char *name, FitArena *arena)
{
  add_entry (&set->disabled, &set->n_disabled, name, 0, arena);
}

void
fit_plugin_set_drop_all (FitPluginSet *set, gboolean enabled,
                         const char *plugin, FitArena *arena)
{
  for (guint i = enabled ? set->n_enabled : set->n_disabled; i-- > 0;)
    if (strcmp ((enabled ? set->enabled : set->disabled)[i].name, plugin) == 0)
      fit_plugin_set_drop (set, enabled, i, arena);
}

void
fit_plugin_set_silence (FitPluginSet *set, const char *plugin, FitArena *arena)
{
  fit_plugin_set_drop_all (set, TRUE, plugin, arena);
  fit_plugin_set_drop_all (set, FALSE, plugin, arena);
  fit_plugin_set_disable (set, plugin, arena);
}

void
fit_profile_file_set_args (FitProfileFile *profile, const char *plugin,
                           const FitValue *args, FitArena *arena)
{
  const guint n = profile->n_plugin_config;
  FitPluginConfigEntry *entries = copy_items (
      arena, profile->plugin_config, sizeof *profile->plugin_config, n, 1);
  guint at = 0;

  while (at < n && strcmp (entries[at].name, plugin) != 0)
    at++;
  entries[at] = (FitPluginConfigEntry){ .name = plugin, .args = args };
  profile->plugin_config = entries;
  profile->n_plugin_config = MAX (n, at + 1);
}

void
fit_profile_file_drop_args (FitProfileFile *profile, guint i, FitArena *arena)
{
  profile->plugin_config = without_item (arena, profile->plugin_config,
                                         sizeof *profile->plugin_config,
                                         profile->n_plugin_config, i);
  profile->n_plugin_config--;
}

void
fit_config_file_drop_profile (FitConfigFile *file, guint i, FitArena *arena)
{
  file->profiles = without_item (arena, file->profiles, sizeof *file->profiles,
                                 file->n_profiles, i);
  file->n_profiles--;
}

void
fit_config_file_set_url (FitConfigFile *file, guint i, const char *url,
                         FitArena *arena)
{
  file->extenders = copy_items (arena, file->extenders, sizeof *file->extenders,
                                file->n_extenders, 0);
  file->extenders[i].url_prefix = url;
}

/* -- comparing ------------------------------------------------------------- */

/* Where all plugins of a list have their say, whatever their order. */
#define UNORDERED                                               \
  (FIT_AT (PRE_ENQUEUE) | FIT_AT (PRE_FILTER) | FIT_AT (FILTER) \
   | FIT_AT (PRE_SCORE) | FIT_AT (SCORE))

static gint
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (((const FitPluginEntry *) a)->name,
                 ((const FitPluginEntry *) b)->name);
}

static GArray *
sorted (const FitProfileList *list, gboolean sort)
{
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (FitPluginEntry));

  if (list->n > 0)
    g_array_append_vals (copy, list->items, list->n);
  if (sort)
    g_array_sort (copy, by_name);
  return copy;
}

static gboolean
same_list (const FitProfileList *one, const FitProfileList *other,
           gboolean ordered)
{
  g_autoptr (GArray) left = sorted (one, !ordered);
  g_autoptr (GArray) right = sorted (other, !ordered);

  if (left->len != right->len)
    return FALSE;
  for (guint i = 0; i < left->len; i++)
    {
      const FitPluginEntry *a = &g_array_index (left, FitPluginEntry, i);
      const FitPluginEntry *b = &g_array_index (right, FitPluginEntry, i);

      if (a->weight != b->weight || strcmp (a->name, b->name) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_profile (const FitProfile *one, const FitProfile *other)
{
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (!same_list (&one->plugins[i], &other->plugins[i],
                    !fit_points_have (UNORDERED, i)))
      return FALSE;
  if (!same_list (&one->multi_point, &other->multi_point, TRUE)
      || one->n_args != other->n_args)
    return FALSE;
  for (guint i = 0; i < one->n_args; i++)
    if (strcmp (one->args[i].plugin, other->args[i].plugin) != 0
        || !fit_value_same (one->args[i].written, other->args[i].written))
      return FALSE;
  return TRUE;
}

gboolean
fit_configurations_alike (const FitConfiguration *one,
                          const FitConfiguration *other)
{
  if (one->n_profiles != other->n_profiles)
    return FALSE;
  for (guint i = 0; i < one->n_profiles; i++)
    if (!same_profile (&one->profiles[i], &other->profiles[i]))
      return FALSE;
  return TRUE;
}
