/* fake-plugin.c - a plugin for all extension points that does what a test wants
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/fake-plugin.h"

#include <string.h>

static gpointer
create (const FitValue *args, const FitPluginHandle *handle, GError **error)
{
  return (FakePlugin *) args; /* its first member */
}

G_STATIC_ASSERT (G_STRUCT_OFFSET (FakePlugin, args) == 0);

static void
note (const FitPluginCall *call, FitExtensionPoint point, const char *node)
{
  const FakePlugin *plugin = call->plugin;
  gboolean counted
      = point == FIT_POINT_UNRESERVE
        && fit_cache_find_pod (call->handle->cache, call->pod->meta.uid);

  g_string_append_printf (plugin->log, "%s %s %s%s%s%s\n", plugin->name,
                          fit_extension_point_info (point)->legacy_kind,
                          call->pod->meta.name, node != NULL ? " " : "",
                          node != NULL ? node : "",
                          counted ? " (counted)" : "");
}

static FitStatus
answer (const FitPluginCall *call, FitExtensionPoint point)
{
  const FakePlugin *plugin = call->plugin;
  const FakeAnswer *said = &plugin->answers[point];
  FitStatusCode code = said->code;

  if (plugin->choose != NULL)
    code = plugin->choose (plugin->data, point, call->pod);
  if (code == FIT_STATUS_SUCCESS)
    return (FitStatus){ 0 };
  return fit_status (code, "%s",
                     said->message != NULL ? said->message : "injected");
}

static FitStatus
pre_filter (const FitPluginCall *call)
{
  note (call, FIT_POINT_PRE_FILTER, NULL);
  return answer (call, FIT_POINT_PRE_FILTER);
}

static FitStatus
filter (const FitPluginCall *call, const FitNodeInfo *node)
{
  return answer (call, FIT_POINT_FILTER);
}

static FitStatus
post_filter (const FitPluginCall *call, const FitNodeList *feasible)
{
  note (call, FIT_POINT_POST_FILTER, NULL);
  return answer (call, FIT_POINT_POST_FILTER);
}

static FitStatus
make_room (const FitPluginCall *call, guint n,
           const FitNodeRejection *rejections, FitNomination *out_nomination)
{
  const FakePlugin *plugin = call->plugin;

  note (call, FIT_POINT_POST_FILTER, NULL);
  if (plugin->room != NULL)
    *out_nomination = (FitNomination){ .decides = TRUE,
                                       .node_name = g_strdup (plugin->room) };
  return answer (call, FIT_POINT_POST_FILTER);
}

/* It may be asked at any time, so it notes nothing. */
static FitStatus
pre_enqueue (gpointer plugin, const FitPod *pod)
{
  const FitPluginCall call = { .plugin = plugin, .pod = pod };

  return answer (&call, FIT_POINT_PRE_ENQUEUE);
}

static FitStatus
score (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  *out_score = 0;
  return answer (call, FIT_POINT_SCORE);
}

#define AT_NODE(function, POINT)                                               \
  static FitStatus function (const FitPluginCall *call, const char *node_name) \
  {                                                                            \
    note (call, FIT_POINT_##POINT, node_name);                                 \
    return answer (call, FIT_POINT_##POINT);                                   \
  }
AT_NODE (reserve, RESERVE)
AT_NODE (pre_bind, PRE_BIND)
AT_NODE (bind_pod, BIND)

static FitStatus
permit (const FitPluginCall *call, const char *node_name,
        gint64 *out_timeout_ns)
{
  const FakePlugin *plugin = call->plugin;

  note (call, FIT_POINT_PERMIT, node_name);
  *out_timeout_ns = plugin->answers[FIT_POINT_PERMIT].timeout;
  return answer (call, FIT_POINT_PERMIT);
}

static void
post_bind (const FitPluginCall *call, const char *node_name)
{
  note (call, FIT_POINT_POST_BIND, node_name);
}

static void
unreserve (const FitPluginCall *call, const char *node_name)
{
  note (call, FIT_POINT_UNRESERVE, node_name);
}

#define INFO(its_name)                                                        \
  {                                                                           \
    .name = its_name, .summary = "says what it is told to", .create = create, \
    .pre_filter = pre_filter, .filter = filter, .post_filter = post_filter,   \
    .score = score, .reserve = reserve, .permit = permit,                     \
    .pre_bind = pre_bind, .bind = bind_pod, .post_bind = post_bind,           \
    .unreserve = unreserve, .make_room = make_room,                           \
    .pre_enqueue = pre_enqueue,                                               \
  }
static const FitPluginInfo infos[FAKE_PLUGINS] = { INFO ("one"), INFO ("two") };

void
fake_plugin_enable (FakePlugin *plugin, guint number, guint points,
                    FitPluginRegistry *registry, FitPluginLists *lists)
{
  plugin->name = infos[number].name;
  plugin->args = (FitValue){ .type = FIT_VALUE_MAP };
  g_assert (fit_plugin_registry_add (registry, &infos[number], NULL));
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    if ((points & (1u << point)) != 0)
      fit_plugin_lists_enable (lists, (FitExtensionPoint) point, plugin->name,
                               1);
  fit_plugin_lists_set_args (lists, plugin->name, &plugin->args);
}
