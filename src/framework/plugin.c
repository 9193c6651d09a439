#include "framework/plugin.h"

const char *
fit_extension_point_name (FitExtensionPoint point)
{
  static const char *const names[] = {
    [FIT_POINT_QUEUE_SORT] = "queue sort",
    [FIT_POINT_PRE_FILTER] = "prefilter",
    [FIT_POINT_FILTER] = "filter",
    [FIT_POINT_POST_FILTER] = "post-filter",
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

gboolean
fit_plugin_info_extends (const FitPluginInfo *info, FitExtensionPoint point)
{
  const gboolean extends[] = {
    [FIT_POINT_QUEUE_SORT] = info->less != NULL,
    [FIT_POINT_PRE_FILTER] = info->pre_filter != NULL,
    [FIT_POINT_FILTER] = info->filter != NULL,
    [FIT_POINT_POST_FILTER] = info->post_filter != NULL,
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
