/* election-scene.h - candidates, locks and a network that fails
 *
 * True time is that of the scene.  Each candidate has a clock of its own, which
 * may be ahead and run faster or slower.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "daemon/leader-election-steps.h"

/* The objects that locks are. */
#define SCENE_OBJECTS 3
#define SCENE_MOST_CANDIDATES 8

#define SECOND G_GINT64_CONSTANT (1000000)

typedef struct
{
  guint lost_percent; /* of requests, and of answers */
  gint64 latency_us;  /* of a message at most; at least a tenth of it */
  guint late_percent; /* of messages take ten times as long */
} SceneNetwork;

typedef struct
{
  char name[16];
  FitElection *election; /* (nullable) owned: NULL: it is dead */
  FitElectionSettings settings;
  guint objects[FIT_ELECTION_MOST_LOCKS];  /* which object each lock is */
  guint versions[FIT_ELECTION_MOST_LOCKS]; /* as they were read */
  gint64 ahead_us;
  gint64 permille; /* of its clock's pace; 1000: true */
  gint64 frozen_until_us;
} SceneCandidate;

typedef struct _Scene Scene;

Scene *scene_new (guint32 seed, const SceneNetwork *network);
void scene_free (Scene *scene);

/* scene_add: a candidate that begins now.  @objects: those of its locks.
 * Returns: (transfer none) */
SceneCandidate *scene_add (Scene *scene, const char *name,
                           const FitElectionSettings *settings,
                           const guint *objects);

/* scene_kill: it is never heard of again */
void scene_kill (Scene *scene, SceneCandidate *candidate);

/* scene_run: until the true time @until_us.  @check (nullable) runs before and
 * after each step. */
void scene_run (Scene *scene, gint64 until_us,
                void (*check) (Scene *scene, gpointer data), gpointer data);

/* scene_release: SIGTERM */
void scene_release (Scene *scene, SceneCandidate *candidate);

/* scene_leads: may it act as the leader, by its own clock? */
gboolean scene_leads (const Scene *scene, const SceneCandidate *candidate);

/* scene_holder: who is written in the object, "" if nobody */
const char *scene_holder (const Scene *scene, guint object);

/* scene_edit: an operator writes another name into it */
void scene_edit (Scene *scene, guint object, const char *holder);

gint64 scene_now (const Scene *scene);
void scene_set_network (Scene *scene, const SceneNetwork *network);

/* scene_log: Returns: (transfer none): a line for each request that reached the
 * server: "0.100 a reads 0: missing" */
const char *scene_log (const Scene *scene);
