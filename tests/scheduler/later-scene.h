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

#define SIMPLE SMALL_NODE ("n1") PLAIN ("p")

/* The pod p with a volume to bind. */
#define WITH_VOLUME                              \
  SMALL_NODE ("n1")                              \
  CLASS ("slow", "kubernetes.io/no-provisioner") \
  VOLUME ("v", "slow") CLAIM ("c", "slow") OURS ("p", USES ("c") CPU ("1"))

/* wait_for_ever: the only plugin holds the pod p back at Permit */
static inline void
wait_for_ever (Scene *scene)
{
  scene->plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 60 * SECOND };
  assert_true (scene_schedule (scene));
  assert_place (scene, "p", FIT_POD_WAITING);
  scene_forget_log (scene);
}
