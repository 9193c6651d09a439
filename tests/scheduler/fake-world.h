/* fake-world.h - a world for the scheduler that does what a test says
 *
 * Objects live here as they do in an API server.  What the scheduler writes
 * changes them; it learns of changes, and of the ends of its tasks, when the
 * test says so.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/scheduler.h"

/* What the scheduler may ask for. */
typedef enum
{
  FAKE_GET_POD,
  FAKE_GET_NODE,
  FAKE_NOMINATE,
  FAKE_CONDITION,
  FAKE_DELETE,
  FAKE_CALLS,
} FakeCall;

/* A change that the scheduler was not told of yet. */
typedef struct
{
  FitKind kind;
  gpointer old_object; /* (nullable) owned reference: NULL: it is new */
  gpointer new_object; /* (nullable) owned reference: NULL: it is gone */
} FakeUpdate;

typedef struct
{
  FitWorld functions;              /* for the scheduler */
  const FitCache *cache;           /* (nullable) borrowed: see @log */
  GHashTable *live[FIT_KIND_LAST]; /* owned: "NAMESPACE/NAME" -> object */
  GPtrArray *tasks;   /* owned, of const FitTask: under way, oldest first */
  GPtrArray *updates; /* owned, of FakeUpdate: oldest first */
  guint n_written;    /* for resource versions */

  /* Calls fail with these words (nullable, borrowed) while they are set... */
  const char *broken[FAKE_CALLS];
  /* ...and when this (nullable) says so. */
  gboolean (*fault) (gpointer data, FakeCall call);
  /* (nullable): is told of every decision */
  void (*decided) (gpointer data, const FitDecision *decision);
  gpointer data;

  GString *log;       /* owned: what was asked and reported, a line each */
  GString *decisions; /* owned: what was decided, but for moves in the queue */
} FakeWorld;

void fake_world_init (FakeWorld *world);
void fake_world_clear (FakeWorld *world);

/* -- objects --------------------------------------------------------------- */

/* fake_object_meta: what every object of any kind begins with */
const FitObjectMeta *fake_object_meta (gconstpointer object);

/* fake_object_ref: Returns: (transfer full) */
gpointer fake_object_ref (gconstpointer object);

/* fake_world_find: Returns: (transfer none) (nullable) */
gpointer fake_world_find (const FakeWorld *world, FitKind kind,
                          const char *namespace_, const char *name);

/* fake_world_live_pod: Returns: (transfer none) (nullable): the pod of the
 * namespace and name of @pod */
const FitPod *fake_world_live_pod (const FakeWorld *world, const FitPod *pod);

/* fake_world_set: @object (transfer full) is there now */
void fake_world_set (FakeWorld *world, FitKind kind, gpointer object);

/* fake_world_set_all: all objects of @manifest, kind by kind */
void fake_world_set_all (FakeWorld *world, const char *manifest);

/* fake_world_remove: the object of that namespace and name goes */
void fake_world_remove (FakeWorld *world, FitKind kind, const char *namespace_,
                        const char *name);

/* fake_world_tell: hands over the update number @index */
void fake_world_tell (FakeWorld *world, FitScheduler *scheduler, guint index,
                      gint64 now_ns);

/* -- tasks ----------------------------------------------------------------- */

/* How a task ends. */
typedef enum
{
  FAKE_WORKS,
  FAKE_FAILS,         /* nothing has happened */
  FAKE_SEEMS_TO_FAIL, /* it has happened, but an error is reported */
} FakeEnd;

/* fake_world_end_task: @message: (nullable): of the failure */
void fake_world_end_task (FakeWorld *world, FitScheduler *scheduler,
                          const FitTask *task, FakeEnd end, const char *message,
                          gint64 now_ns);

/* fake_task_name: "fetch pod", "bind volumes", "bind", "delete victim" */
const char *fake_task_name (FitTaskType type);
