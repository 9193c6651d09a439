/* enabled-plugin.h - a plugin enabled wherever it can be
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/plugin-lists.h"

/* enable_at_all_points: enables @info at every point of @release that it has a
 * function for */
static inline void
enable_at_all_points (FitPluginLists *lists, FitRelease release,
                      const FitPluginInfo *info, gint64 weight)
{
  const FitExtensionPoints points = fit_plugin_info_points (info, release);

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    if ((points >> point & 1u) != 0)
      fit_plugin_lists_enable (lists, point, info->name, weight);
}
