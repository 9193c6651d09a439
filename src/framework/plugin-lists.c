/* plugin-lists.c - the lists of enabled plugins by extension point
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/plugin-lists.h"

/* Entries of both kinds begin with their name. */
static void
clear_name (gpointer data)
{
  g_free (*(char **) data);
}

static GArray *
entries_new (guint size)
{
  GArray *entries = g_array_new (FALSE, FALSE, size);

  g_array_set_clear_func (entries, clear_name);
  return entries;
}

FitPluginLists *
fit_plugin_lists_new (void)
{
  FitPluginLists *lists = g_new0 (FitPluginLists, 1);

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    lists->enabled[point] = entries_new (sizeof (FitEnabledPlugin));
  lists->args = entries_new (sizeof (FitPluginArgs));
  return lists;
}

void
fit_plugin_lists_free (FitPluginLists *lists)
{
  if (lists == NULL)
    return;
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    g_array_unref (lists->enabled[point]);
  g_array_unref (lists->args);
  g_free (lists);
}

void
fit_plugin_lists_enable (FitPluginLists *lists, FitExtensionPoint point,
                         const char *name, gint64 weight)
{
  const FitEnabledPlugin entry = { g_strdup (name), weight };

  g_array_append_val (lists->enabled[point], entry);
}

void
fit_plugin_lists_set_args (FitPluginLists *lists, const char *name,
                           const FitValue *args)
{
  const FitPluginArgs entry = { g_strdup (name), args };

  g_array_append_val (lists->args, entry);
}
