/* framework.c - creating the plugins that a configuration names
 *
 * First the plugins are created, then each list is checked.  So a plugin that
 * cannot be created is reported before one that does not exist.
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-private.h"

#include "api/syntax.h"

#include <string.h>

#define ONE_QUEUE_SORT "only one queue sort plugin can be enabled"

/* The order in which lists are processed, without points that the release does
 * not have. */
typedef struct
{
  guint n;
  const FitExtensionPoint *points;
} Order;

static const FitExtensionPoint legacy_checks[] = {
  FIT_POINT_PRE_FILTER, FIT_POINT_FILTER,      FIT_POINT_SCORE,
  FIT_POINT_RESERVE,    FIT_POINT_POST_FILTER, FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,       FIT_POINT_POST_BIND,   FIT_POINT_UNRESERVE,
  FIT_POINT_PERMIT,     FIT_POINT_QUEUE_SORT,
};

static const FitExtensionPoint legacy_weights[] = {
  FIT_POINT_QUEUE_SORT,  FIT_POINT_PRE_FILTER, FIT_POINT_FILTER,
  FIT_POINT_POST_FILTER, FIT_POINT_SCORE,      FIT_POINT_RESERVE,
  FIT_POINT_PERMIT,      FIT_POINT_PRE_BIND,   FIT_POINT_BIND,
  FIT_POINT_POST_BIND,   FIT_POINT_UNRESERVE,
};

/* Unreserve has its own list up to v1.18, PreEnqueue from v1.26 on. */
static const FitExtensionPoint later_points[] = {
  FIT_POINT_PRE_FILTER, FIT_POINT_FILTER,    FIT_POINT_POST_FILTER,
  FIT_POINT_RESERVE,    FIT_POINT_PRE_SCORE, FIT_POINT_SCORE,
  FIT_POINT_PRE_BIND,   FIT_POINT_BIND,      FIT_POINT_POST_BIND,
  FIT_POINT_UNRESERVE,  FIT_POINT_PERMIT,    FIT_POINT_PRE_ENQUEUE,
  FIT_POINT_QUEUE_SORT,
};

static gboolean
is_strict (const FitFramework *framework)
{
  return framework->rules.behaviour.lists_are_strict;
}

static void
plugin_free (gpointer data)
{
  FitPlugin *plugin = data;

  if (plugin->info->destroy != NULL)
    plugin->info->destroy (plugin->data);
  g_free (plugin);
}

FitPlugin *
fit_framework_find (const GPtrArray *plugins, const char *name)
{
  for (guint i = 0; i < plugins->len; i++)
    {
      FitPlugin *plugin = plugins->pdata[i];

      if (strcmp (plugin->info->name, name) == 0)
        return plugin;
    }
  return NULL;
}

/* Returns: (nullable): the last arguments given for @name */
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

/* Returns: FALSE */
static gboolean
refuse (const FitFramework *framework, guint topic, FitExtensionPoint point,
        const char *plugin, const char *message, GError **error)
{
  const FitTextWords words = {
    .plugin = plugin,
    .point = point < FIT_POINT_LAST
                 ? fit_framework_point_word (&framework->rules, point)
                 : NULL,
    .message = message,
  };
  g_autofree char *text
      = fit_text_fill (framework->rules.texts[topic].failed, &words);

  return fit_fail (error, FIT_ERROR_POLICY, "%s", text);
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
      refuse (framework, FIT_TEXT_CREATE, FIT_POINT_LAST, info->name,
              problem->message, error);
      return NULL;
    }
  plugin = g_new (FitPlugin, 1);
  *plugin = (FitPlugin){ info, data, 1 };
  g_ptr_array_add (framework->plugins, plugin);
  return plugin;
}

/* Creates the plugins that the lists name, if they exist.  From v1.23 on only
 * the list of Score sets weights, before that every list. */
static gboolean
make_plugins (FitFramework *framework, const FitPluginRegistry *registry,
              const FitPluginLists *lists, GError **error)
{
  const Order order
      = is_strict (framework)
            ? (Order){ G_N_ELEMENTS (later_points), later_points }
            : (Order){ G_N_ELEMENTS (legacy_weights), legacy_weights };

  for (guint o = 0; o < order.n; o++)
    {
      const FitExtensionPoint point = order.points[o];
      const GArray *enabled = lists->enabled[point];
      const gboolean weighs
          = point == FIT_POINT_SCORE
            || !framework->rules.behaviour.weights_are_of_score;

      if (!fit_extension_point_exists (point, framework->rules.release))
        continue;
      for (guint i = 0; i < enabled->len; i++)
        {
          const FitEnabledPlugin *entry
              = &g_array_index (enabled, FitEnabledPlugin, i);
          const FitPluginInfo *info
              = fit_plugin_registry_find (registry, entry->name);
          FitPlugin *plugin
              = fit_framework_find (framework->plugins, entry->name);

          if (info == NULL)
            continue;
          if (plugin == NULL)
            plugin = make_plugin (framework, info,
                                  find_args (lists, info->name), error);
          if (plugin == NULL)
            return FALSE;
          if (weighs)
            plugin->weight = entry->weight != 0 ? entry->weight : 1;
        }
    }
  return TRUE;
}

/* Enables the plugin @name at @point.  Whether it may be named twice in a list,
 * and which error a second QueueSort plugin is, depends on the release. */
static gboolean
enable_plugin (FitFramework *framework, FitExtensionPoint point,
               const char *name, GError **error)
{
  FitPlugin *plugin = fit_framework_find (framework->plugins, name);
  GPtrArray *asked = framework->asked[point];
  const gboolean again
      = plugin != NULL && g_ptr_array_find (asked, plugin, NULL);

  if (plugin == NULL)
    return refuse (framework, FIT_TEXT_ABSENT, point, name, NULL, error);
  if ((fit_plugin_info_points (plugin->info, framework->rules.release) >> point
       & 1u)
      == 0)
    return refuse (framework, FIT_TEXT_EXTENDS, point, name, NULL, error);
  if (is_strict (framework) && again)
    {
      g_autofree char *quoted = fit_quote (plugin->info->name);

      return fit_fail (error, FIT_ERROR_POLICY,
                       "plugin %s already registered as \"%s\"", quoted,
                       fit_extension_point_info (point)->kind);
    }
  if (!is_strict (framework) && point == FIT_POINT_QUEUE_SORT && asked->len > 0)
    return fit_fail (error, FIT_ERROR_POLICY, ONE_QUEUE_SORT);
  /* v1.16 stores scores by name: a second entry has no effect. */
  if (point != FIT_POINT_SCORE || !again)
    g_ptr_array_add (asked, plugin);
  return TRUE;
}

static gboolean
enable_plugins (FitFramework *framework, const FitPluginLists *lists,
                GError **error)
{
  const Order order
      = is_strict (framework)
            ? (Order){ G_N_ELEMENTS (later_points), later_points }
            : (Order){ G_N_ELEMENTS (legacy_checks), legacy_checks };

  for (guint c = 0; c < order.n; c++)
    {
      const FitExtensionPoint point = order.points[c];
      const GArray *enabled = lists->enabled[point];

      if (!fit_extension_point_exists (point, framework->rules.release))
        continue;
      for (guint i = 0; i < enabled->len; i++)
        if (!enable_plugin (framework, point,
                            g_array_index (enabled, FitEnabledPlugin, i).name,
                            error))
          return FALSE;
    }
  return TRUE;
}

/* -- checks of all lists, from v1.18 on ------------------------------------ */

static guint
count (const FitFramework *framework, guint in_tree, FitExtensionPoint point)
{
  return framework->asked[point]->len + ((in_tree >> point & 1u) != 0);
}

/* Does the maximum total score of all plugins fit into 64 bits?  Up to v1.22
 * plugins without scores count too. */
static gboolean
sum_fits (const FitFramework *framework)
{
  const gboolean scores_only = framework->rules.behaviour.weights_are_of_score;
  const GPtrArray *counted
      = scores_only ? framework->asked[FIT_POINT_SCORE] : framework->plugins;
  gint64 sum = 0, most;

  for (guint i = 0; i < counted->len; i++)
    if (__builtin_mul_overflow (((const FitPlugin *) counted->pdata[i])->weight,
                                framework->rules.max_score, &most)
        || __builtin_add_overflow (sum, most, &sum))
      return FALSE;
  return TRUE;
}

static gboolean
check_lists (const FitFramework *framework, guint in_tree, GError **error)
{
  const guint n_sorting = count (framework, in_tree, FIT_POINT_QUEUE_SORT);
  const char *problem = NULL;

  if (!is_strict (framework))
    return TRUE;
  if (!sum_fits (framework))
    problem = "total score of Score plugins could overflow";
  else if (n_sorting == 0)
    problem = "no queue sort plugin is enabled";
  else if (n_sorting > 1)
    problem = ONE_QUEUE_SORT;
  else if (count (framework, in_tree, FIT_POINT_BIND) == 0)
    problem = "at least one bind plugin is needed";
  if (problem != NULL)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_POLICY, problem);
  return problem == NULL;
}

/* -- the framework --------------------------------------------------------- */

FitFramework *
fit_framework_new_of (const FitFrameworkOptions *options, GError **error)
{
  const FitRelease release
      = options->release != 0 ? options->release : FIT_RELEASE_LEGACY;
  const FitPluginLists *lists = options->lists;
  g_autoptr (FitFramework) framework = g_new0 (FitFramework, 1);

  fit_framework_rules_init (&framework->rules, release);
  fit_framework_set_clock (framework, NULL);
  framework->handle
      = (FitPluginHandle){ .cache = options->cache,
                           .waiting = fit_waiting_pods_new_of (release) };
  framework->plugins = g_ptr_array_new_with_free_func (plugin_free);
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    framework->asked[point] = g_ptr_array_new ();
  if (lists != NULL && options->registry != NULL
      && !make_plugins (framework, options->registry, lists, error))
    return NULL;
  if ((lists != NULL && !enable_plugins (framework, lists, error))
      || !check_lists (framework, options->in_tree, error))
    return NULL;
  return g_steal_pointer (&framework);
}

FitFramework *
fit_framework_new (const FitPluginRegistry *registry,
                   const FitPluginLists *lists, FitCache *cache, GError **error)
{
  return fit_framework_new_of (&(FitFrameworkOptions){ .registry = registry,
                                                       .lists = lists,
                                                       .cache = cache },
                               error);
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

gboolean
fit_framework_takes_part (const FitFramework *framework)
{
  return fit_framework_has (framework, FIT_POINT_PRE_FILTER)
         || fit_framework_has (framework, FIT_POINT_FILTER)
         || fit_framework_has (framework, FIT_POINT_PRE_SCORE)
         || fit_framework_has (framework, FIT_POINT_SCORE);
}

void
fit_framework_set_pods (FitFramework *framework, FitPodSource pods)
{
  framework->handle.pods = pods;
}

FitWaitingPods *
fit_framework_waiting (FitFramework *framework)
{
  return framework->handle.waiting;
}

void
fit_framework_set_clock (FitFramework *framework, const gint64 *now_ns)
{
  static const gint64 stopped;

  framework->clock = now_ns != NULL ? now_ns : &stopped;
}

/* -- events ---------------------------------------------------------------- */

GArray *
fit_framework_plugin_events (const FitFramework *framework)
{
/* The default registrations of a plugin without events_to_register: those of
 * the releases, without VolumeAttachments. */
#define ANY(name)                                         \
  {                                                       \
    { .resource = name, .actions = FIT_ACTION_ALL }, NULL \
  }
  static const FitEventRegistration all[] = {
    ANY (FIT_CLUSTER_POD),
    ANY (FIT_CLUSTER_NODE),
    ANY (FIT_CLUSTER_PERSISTENT_VOLUME),
    ANY (FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM),
    ANY (FIT_CLUSTER_SERVICE),
    ANY (FIT_CLUSTER_STORAGE_CLASS),
    ANY (FIT_CLUSTER_CSI_NODE),
    ANY (FIT_CLUSTER_CSI_DRIVER),
    ANY (FIT_CLUSTER_CSI_STORAGE_CAPACITY),
  };
#undef ANY
  GArray *events = g_array_new (FALSE, FALSE, sizeof (FitPluginEvents));

  G_STATIC_ASSERT (G_N_ELEMENTS (all) == FIT_CLUSTER_VOLUME_ATTACHMENT);
  for (guint i = 0; i < framework->plugins->len; i++)
    {
      const FitPlugin *plugin = framework->plugins->pdata[i];
      const FitPluginInfo *info = plugin->info;
      FitPluginEvents entry = { .plugin = info->name,
                                .data = plugin->data,
                                .n_events = G_N_ELEMENTS (all),
                                .events = all };

      if (info->events_to_register != NULL)
        entry.events = info->events_to_register (plugin->data, &entry.n_events);
      g_array_append_val (events, entry);
    }
  return events;
}
