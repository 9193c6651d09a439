/* plugin.c - which functions of plugins are called at which extension points
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/plugin.h"

#include "releases/release.h"

#include <stddef.h>

/* Any function of a plugin; only whether it is there matters. */
typedef void (*Function) (void);

/* Which functions a release calls at a point. */
static const struct
{
  FitExtensionPoint point;
  gsize function; /* offset in FitPluginInfo */
  FitSpan span;
} functions[] = {
#define AT(point, function) \
  FIT_POINT_##point, offsetof (FitPluginInfo, function)
  { AT (PRE_ENQUEUE, pre_enqueue), FIT_SINCE (26) },
  { AT (QUEUE_SORT, less), FIT_ALWAYS },
  { AT (PRE_FILTER, pre_filter), FIT_ALWAYS },
  { AT (PRE_FILTER, pre_filter_nodes), FIT_ALWAYS },
  { AT (FILTER, filter), FIT_ALWAYS },
  { AT (POST_FILTER, post_filter), FIT_BEFORE (18) },
  { AT (POST_FILTER, make_room), FIT_SINCE (19) },
  { AT (PRE_SCORE, pre_score), FIT_SINCE (18) },
  { AT (SCORE, score), FIT_ALWAYS },
  { AT (RESERVE, reserve), FIT_ALWAYS },
  { AT (RESERVE, unreserve), FIT_SINCE (19) },
  { AT (PERMIT, permit), FIT_ALWAYS },
  { AT (PRE_BIND, pre_bind), FIT_ALWAYS },
  { AT (BIND, bind), FIT_ALWAYS },
  { AT (POST_BIND, post_bind), FIT_ALWAYS },
  { AT (UNRESERVE, unreserve), FIT_BEFORE (19) },
#undef AT
};

FitExtensionPoints
fit_plugin_info_points (const FitPluginInfo *info, FitRelease release)
{
  FitExtensionPoints points = 0;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (fit_span_has (functions[i].span, release)
        && G_STRUCT_MEMBER (Function, info, functions[i].function) != NULL)
      points |= 1u << functions[i].point;
  return points;
}

gboolean
fit_extension_point_exists (FitExtensionPoint point, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (functions[i].point == point
        && fit_span_has (functions[i].span, release))
      return TRUE;
  return FALSE;
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
