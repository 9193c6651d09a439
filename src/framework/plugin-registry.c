/* plugin-registry.c - the set of plugins that a program has registered
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/plugin-registry.h"

#include <string.h>

struct _FitPluginRegistry
{
  GPtrArray *infos; /* owned array of borrowed FitPluginInfo */
};

FitPluginRegistry *
fit_plugin_registry_new (void)
{
  FitPluginRegistry *registry = g_new0 (FitPluginRegistry, 1);

  registry->infos = g_ptr_array_new ();
  return registry;
}

void
fit_plugin_registry_free (FitPluginRegistry *registry)
{
  if (registry == NULL)
    return;
  g_ptr_array_unref (registry->infos);
  g_free (registry);
}

const FitPluginInfo *
fit_plugin_registry_find (const FitPluginRegistry *registry, const char *name)
{
  for (guint i = 0; i < registry->infos->len; i++)
    {
      const FitPluginInfo *info = registry->infos->pdata[i];

      if (strcmp (info->name, name) == 0)
        return info;
    }
  return NULL;
}

static gboolean
check_absent (const FitPluginRegistry *registry, const char *name,
              GError **error)
{
  if (fit_plugin_registry_find (registry, name) == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_POLICY, "a plugin named %s already exists",
                   name);
}

gboolean
fit_plugin_registry_add (FitPluginRegistry *registry, const FitPluginInfo *info,
                         GError **error)
{
  if (!check_absent (registry, info->name, error))
    return FALSE;
  g_ptr_array_add (registry->infos, (gpointer) info);
  return TRUE;
}

gboolean
fit_plugin_registry_remove (FitPluginRegistry *registry, const char *name,
                            GError **error)
{
  gpointer info = (gpointer) fit_plugin_registry_find (registry, name);

  if (info == NULL)
    return fit_fail (error, FIT_ERROR_NOT_FOUND, "no plugin named %s exists",
                     name);
  return g_ptr_array_remove (registry->infos, info);
}

gboolean
fit_plugin_registry_merge (FitPluginRegistry *registry,
                           const FitPluginRegistry *other, GError **error)
{
  for (guint i = 0; i < other->infos->len; i++)
    {
      const FitPluginInfo *info = other->infos->pdata[i];

      if (!check_absent (registry, info->name, error))
        return FALSE;
    }
  g_ptr_array_extend (registry->infos, other->infos, NULL, NULL);
  return TRUE;
}

const GPtrArray *
fit_plugin_registry_all (const FitPluginRegistry *registry)
{
  return registry->infos;
}
