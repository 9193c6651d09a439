/* plugin-events.h - the events that may help pods which in-tree plugins
 * rejected
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "releases/release.h"
#include "releases/feature-gates.h"

/* One registration of a plugin. */
typedef struct
{
  const char *plugin;
  FitEventRegistration registration;
} FitPluginEvent;

/**
 * fit_plugin_events:
 * @hints: is SchedulerQueueingHints on?
 *
 * The registrations of all in-tree plugins of @release, from 1.22 on.  The
 * other plugins register none.  The data of a hint is the plugin's
 * FitPredicate; those of SchedulingGates need none.
 *
 * Returns: (transfer full): of FitPluginEvent
 */
GArray *fit_plugin_events (FitRelease release, FitFeatureGates gates,
                           gboolean hints);
