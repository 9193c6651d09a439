/* plugin-table.h - which plugins the releases have, and at which points
 */
#pragma once

#include "config/profile-points.h"

G_BEGIN_DECLS

/* fit_in_tree_plugin_points: Returns: the points where the plugin @name can be
 * enabled in @release; 0 if that release does not have it */
FitProfilePoints fit_in_tree_plugin_points (const char *name,
                                            FitRelease release);

/* fit_in_tree_plugin_names: Returns: (transfer container): all plugins of
 * @release, sorted by name */
GPtrArray *fit_in_tree_plugin_names (FitRelease release);

/* The releases that have a plugin. */
typedef struct
{
  FitRelease from;
  FitRelease to; /* 0: no end */
} FitPluginLife;

/* fit_in_tree_plugin_life: Returns: FALSE if no release has @name */
gboolean fit_in_tree_plugin_life (const char *name, FitPluginLife *out);

G_END_DECLS
