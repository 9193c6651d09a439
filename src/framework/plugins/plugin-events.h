/* plugin-events.h - what may help pods that in-tree plugins have rejected
 */
#pragma once

#include "api/cluster-event.h"
#include "base/release.h"

G_BEGIN_DECLS

/* What one plugin registers. */
typedef struct
{
  const char *plugin;
  FitEventRegistration registration;
} FitPluginEvent;

/**
 * fit_plugin_events:
 *
 * Of all in-tree plugins of @release, which counts from 1.22 on; those that are
 * not here are woken by nothing in particular.  There are no hints: what is
 * registered helps, whatever changed.
 *
 * Returns: (transfer full): of FitPluginEvent
 */
GArray *fit_plugin_events (FitRelease release);

G_END_DECLS
