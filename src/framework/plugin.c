/* plugin.c - which extension points a plugin implements, and their names */
#include "framework/plugin.h"

const char *
fit_extension_point_name (FitExtensionPoint point)
{
  static const char *const names[] = {
    [FIT_POINT_PRE_ENQUEUE] = "preenqueue",
    [FIT_POINT_QUEUE_SORT] = "queue sort",
    [FIT_POINT_PRE_FILTER] = "prefilter",
    [FIT_POINT_FILTER] = "filter",
    [FIT_POINT_POST_FILTER] = "post-filter",
    [FIT_POINT_MAKE_ROOM] = "postfilter",
    [FIT_POINT_PRE_SCORE] = "prescore",
    [FIT_POINT_SCORE] = "score",
    [FIT_POINT_RESERVE] = "reserve",
    [FIT_POINT_PERMIT] = "permit",
    [FIT_POINT_PRE_BIND] = "prebind",
    [FIT_POINT_BIND] = "bind",
    [FIT_POINT_POST_BIND] = "postbind",
    [FIT_POINT_UNRESERVE] = "unreserve",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_POINT_LAST);
  return names[point];
}

const char *
fit_extension_point_kind (FitExtensionPoint point)
{
  static const char *const kinds[] = {
    [FIT_POINT_PRE_ENQUEUE] = "PreEnqueuePlugin",
    [FIT_POINT_QUEUE_SORT] = "QueueSortPlugin",
    [FIT_POINT_PRE_FILTER] = "PreFilterPlugin",
    [FIT_POINT_FILTER] = "FilterPlugin",
    [FIT_POINT_POST_FILTER] = "PostFilterPlugin",
    [FIT_POINT_MAKE_ROOM] = "PostFilterPlugin",
    [FIT_POINT_PRE_SCORE] = "PreScorePlugin",
    [FIT_POINT_SCORE] = "ScorePlugin",
    [FIT_POINT_RESERVE] = "ReservePlugin",
    [FIT_POINT_PERMIT] = "PermitPlugin",
    [FIT_POINT_PRE_BIND] = "PreBindPlugin",
    [FIT_POINT_BIND] = "BindPlugin",
    [FIT_POINT_POST_BIND] = "PostBindPlugin",
    [FIT_POINT_UNRESERVE] = "UnreservePlugin",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_POINT_LAST);
  return kinds[point];
}

gboolean
fit_plugin_info_extends (const FitPluginInfo *info, FitExtensionPoint point)
{
  const gboolean extends[] = {
    [FIT_POINT_PRE_ENQUEUE] = info->pre_enqueue != NULL,
    [FIT_POINT_QUEUE_SORT] = info->less != NULL,
    [FIT_POINT_PRE_FILTER]
    = info->pre_filter != NULL || info->pre_filter_nodes != NULL,
    [FIT_POINT_FILTER] = info->filter != NULL,
    [FIT_POINT_POST_FILTER] = info->post_filter != NULL,
    [FIT_POINT_MAKE_ROOM] = info->make_room != NULL,
    [FIT_POINT_PRE_SCORE] = info->pre_score != NULL,
    [FIT_POINT_SCORE] = info->score != NULL,
    [FIT_POINT_RESERVE] = info->reserve != NULL,
    [FIT_POINT_PERMIT] = info->permit != NULL,
    [FIT_POINT_PRE_BIND] = info->pre_bind != NULL,
    [FIT_POINT_BIND] = info->bind != NULL,
    [FIT_POINT_POST_BIND] = info->post_bind != NULL,
    [FIT_POINT_UNRESERVE] = info->unreserve != NULL,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (extends) == FIT_POINT_LAST);
  return extends[point];
}

void
fit_plugin_handle_each_pod (const FitPluginHandle *handle, FitPodFunc func,
                            gpointer data)
{
  if (handle->pods.each != NULL)
    {
      handle->pods.each (handle->pods.source, func, data);
      return;
    }
  for (guint i = 0; i < fit_cache_n_slots (handle->cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (handle->cache, i);

      for (guint p = 0; node != NULL && p < node->n_pods; p++)
        func (node->pods[p], data);
    }
}
