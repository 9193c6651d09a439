/* daemon-scene.h - as much of a daemon as one of its rooms needs, and a server of the test
 *
 * There is a client and a mailbox, but no scheduler and no reflector: the test takes
 * the messages.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "daemon/daemon-private.h"

typedef struct
{
  FitDaemon daemon;
  FitObjects *objects;
  gint64 waited_ms;   /* in all: what was to be done later */
  GPtrArray *volumes; /* (nullable) owned: of daemon_scene_bind_volumes() */
  GPtrArray *claims;  /* (nullable) owned */
} DaemonScene;

/* daemon_scene_begin: @token: (nullable) of the client; @qps: as ever, 0: no limit */
void daemon_scene_begin (DaemonScene *scene, const char *url, const char *token,
                         double qps);
void daemon_scene_end (DaemonScene *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DaemonScene, daemon_scene_end)

/* daemon_scene_add: decodes @text.  Returns: (transfer none): its last object of
 * @kind */
gconstpointer daemon_scene_add (DaemonScene *scene, FitKind kind,
                                const char *text);

/* daemon_scene_bind_volumes: Returns: a task that binds a volume to a claim of @pod */
FitTask daemon_scene_bind_volumes (DaemonScene *scene, const FitPod *pod);

/* daemon_scene_take: the next message.  What is to be done within a minute is done at
 * once, and the wait is counted; what comes later is not.  @until_us: of the monotonic clock.  Returns: (transfer full)
 * (nullable): NULL: none came until then */
FitMessage *daemon_scene_take (DaemonScene *scene, gint64 until_us);

/* daemon_message_free: with what a client said in it */
void daemon_message_free (FitMessage *message);
