/* later-scene.h - what tests of later releases say and expect
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/scheduler/scheduler-scene.h"

/* say: what plugin number @plugin answers at @point */
static inline void
say (Scene *scene, guint plugin, FitExtensionPoint point, FitStatusCode code,
     const char *message)
{
  scene->plugins[plugin].answers[point]
      = (FakeAnswer){ .code = code, .message = message };
}

#define EVENT(name, text) \
  "event Warning FailedScheduling Scheduling " name ": " text "\n"
#define CONDITION(name, reason, message) \
  "condition " name " " reason ": " message "\n"
#define FAILURE(name, reason, text) \
  EVENT (name, text) CONDITION (name, reason, text)
