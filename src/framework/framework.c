/* framework.c - making the plugins that a configuration names
 *
 * First the plugins are made, then each list is checked: so a plugin that
 * cannot be made is reported before one that does not exist.
 */
#include "framework/framework-private.h"

#include "api/syntax.h"

#include <string.h>

/* The order in which v1.16 looks at its lists. */
static const FitExtensionPoint order_of_checks[] = {
  FIT_POINT_PRE_FILTER, FIT_POINT_FILTER,      FIT_POINT_SCORE,
  FIT_POINT_RESERVE,    FIT_POINT_POST_FILTER, FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,       FIT_POINT_POST_BIND,   FIT_POINT_UNRESERVE,
  FIT_POINT_PERMIT,     FIT_POINT_QUEUE_SORT,
};

G_STATIC_ASSERT (G_N_ELEMENTS (order_of_checks) == FIT_POINT_LAST);

static void
plugin_free (gpointer data)
{
  FitPlugin *plugin = data;

  if (plugin->info->destroy != NULL)
    plugin->info->destroy (plugin->data);
  g_free (plugin);
}

static FitPlugin *
find_plugin (const FitFramework *framework, const char *name)
{
  for (guint i = 0; i < framework->plugins->len; i++)
    {
      FitPlugin *plugin = framework->plugins->pdata[i];

      if (strcmp (plugin->info->name, name) == 0)
        return plugin;
    }
  return NULL;
}

/* Returns: (nullable): what was given for @name last */
static const FitValue *
find_args (const FitPluginLists *lists, const char *name)
{
  for (guint i = lists->args->len; i > 0; i--)
    {
      const FitPluginArgs *entry
          = &g_array_index (lists->args, FitPluginArgs, i - 1);

      if (strcmp (entry->name, name) == 0)
        return entry->args;
    }
  return NULL;
}

static FitPlugin *
make_plugin (FitFramework *framework, const FitPluginInfo *info,
             const FitValue *args, GError **error)
{
  g_autoptr (GError) problem = NULL;
  gpointer data = NULL;
  FitPlugin *plugin;

  if (info->create != NULL)
    data = info->create (args, &framework->handle, &problem);
  if (problem != NULL)
    {
      g_autofree char *name = fit_quote (info->name);

      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "error initializing plugin %s: %s", name, problem->message);
      return NULL;
    }
  plugin = g_new (FitPlugin, 1);
  *plugin = (FitPlugin){ info, data, 1 };
  g_ptr_array_add (framework->plugins, plugin);
  return plugin;
}

/* Makes what is named and exists.  The last list that names a plugin gives it
 * its weight. */
static gboolean
make_plugins (FitFramework *framework, const FitPluginRegistry *registry,
              const FitPluginLists *lists, GError **error)
{
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    for (guint i = 0; i < lists->enabled[point]->len; i++)
      {
        const FitEnabledPlugin *entry
            = &g_array_index (lists->enabled[point], FitEnabledPlugin, i);
        const FitPluginInfo *info
            = fit_plugin_registry_find (registry, entry->name);
        FitPlugin *plugin = find_plugin (framework, entry->name);

        if (info == NULL)
          continue;
        if (plugin == NULL)
          plugin = make_plugin (framework, info, find_args (lists, info->name),
                                error);
        if (plugin == NULL)
          return FALSE;
        plugin->weight = entry->weight != 0 ? entry->weight : 1;
      }
  return TRUE;
}

/* Has the plugin @name asked at @point. */
static gboolean
enable (FitFramework *framework, FitExtensionPoint point, const char *name,
        GError **error)
{
  FitPlugin *plugin = find_plugin (framework, name);
  GPtrArray *asked = framework->asked[point];
  g_autofree char *quoted = fit_quote (name);

  if (plugin == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "%s plugin %s does not exist",
                   fit_extension_point_name (point), quoted);
      return FALSE;
    }
  if (!fit_plugin_info_extends (plugin->info, point))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "plugin %s does not extend %s plugin", quoted,
                   fit_extension_point_name (point));
      return FALSE;
    }
  if (point == FIT_POINT_QUEUE_SORT && asked->len > 0)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_POLICY,
                           "only one queue sort plugin can be enabled");
      return FALSE;
    }
  /* v1.16 keeps scores by name: twice is once */
  if (point != FIT_POINT_SCORE || !g_ptr_array_find (asked, plugin, NULL))
    g_ptr_array_add (asked, plugin);
  return TRUE;
}

static gboolean
enable_all (FitFramework *framework, const FitPluginLists *lists,
            GError **error)
{
  for (guint c = 0; c < G_N_ELEMENTS (order_of_checks); c++)
    {
      const FitExtensionPoint point = order_of_checks[c];

      for (guint i = 0; i < lists->enabled[point]->len; i++)
        if (!enable (
                framework, point,
                g_array_index (lists->enabled[point], FitEnabledPlugin, i).name,
                error))
          return FALSE;
    }
  return TRUE;
}

FitFramework *
fit_framework_new (const FitPluginRegistry *registry,
                   const FitPluginLists *lists, FitCache *cache, GError **error)
{
  g_autoptr (FitFramework) framework = g_new0 (FitFramework, 1);

  framework->handle = (FitPluginHandle){ cache, fit_waiting_pods_new () };
  framework->plugins = g_ptr_array_new_with_free_func (plugin_free);
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    framework->asked[point] = g_ptr_array_new ();
  if (lists != NULL)
    {
      if (registry != NULL && !make_plugins (framework, registry, lists, error))
        return NULL;
      if (!enable_all (framework, lists, error))
        return NULL;
    }
  return g_steal_pointer (&framework);
}

void
fit_framework_free (FitFramework *framework)
{
  if (framework == NULL)
    return;
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    g_ptr_array_unref (framework->asked[point]);
  g_ptr_array_unref (framework->plugins);
  fit_waiting_pods_free (framework->handle.waiting);
  g_free (framework);
}

gboolean
fit_framework_has (const FitFramework *framework, FitExtensionPoint point)
{
  return framework->asked[point]->len > 0;
}

FitWaitingPods *
fit_framework_waiting (FitFramework *framework)
{
  return framework->handle.waiting;
}

void
fit_framework_set_now (FitFramework *framework, gint64 now_ns)
{
  framework->now_ns = now_ns;
}
