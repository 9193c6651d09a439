/* hint-scene.h - does an event wake a pod that a plugin has rejected?
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/support/cluster.h"
#include "api/cluster-event.h"
#include "releases/release.h"

#define EVENT(name) FIT_CLUSTER_EVENT_##name

/* What is asked. */
typedef struct
{
  const char *plugin;
  FitRelease release;
  const char *pod;
  FitClusterEventName event;
  const char *before; /* (nullable) */
  const char *now;    /* (nullable) */
  gboolean no_hints;  /* the gate is off */
} HintQuestion;

/* hint_helps: whether a row of the plugin's events matches, and its hint does not
 * skip the pod */
gboolean hint_helps (const HintQuestion *question);

#define ASK(expected, ...)                                               \
  do                                                                     \
    {                                                                    \
      const HintQuestion question = { __VA_ARGS__ };                     \
                                                                         \
      if (hint_helps (&question) != (expected))                          \
        fail_msg ("line %d: %s: expected %s", __LINE__, question.plugin, \
                  (expected) ? "yes" : "no");                            \
    }                                                                    \
  while (0)

#define IN(minor) .release = FIT_RELEASE (minor, 0)
#define ROOM(cpu, memory) "cpu: " cpu ", memory: " memory ", pods: 10"

/* What happens to an object, and whether that helps the pod in 1.34. */
typedef struct
{
  const char *pod;
  const char *before, *now; /* (nullable) */
  gboolean helps;
} HintChange;

void hint_check_changes (const char *plugin, FitClusterEventName event,
                         const HintChange *changes, guint n);

#define CHANGES(plugin, event, ...)                                            \
  hint_check_changes (plugin, EVENT (event), (const HintChange[]) __VA_ARGS__, \
                      G_N_ELEMENTS (((const HintChange[]) __VA_ARGS__)))
