/* queue-scene.h - a scheduling queue under test, and what is asked of it
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/queue/queue-inside.h"
#include "tests/support/cluster.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
/* When the queue of a scene is made. */
#define START (500 * SECOND)

/* The pod @name in the namespace "ns", its UID the same. */
#define WAITING(name, metadata, spec, status)                              \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  ", namespace: ns, " metadata "}, spec: {" spec "}, status: {" status "}}"

#define PLAIN(name) WAITING (name, "", "", "")
#define IMPORTANT(name, priority) WAITING (name, "", "priority: " priority, "")

/* Part of a spec: pods with @labels have to be near. */
#define NEAR(labels) "affinity: {" POD_AFFINITY (TERM ("zone", labels)) "}"

typedef struct
{
  FitNominatedPods *nominated;
  FitSchedulingQueue *queue;
  GString *trace; /* what the observer was told, a line each */
  FitPod *p;      /* a plain pod */
} Scene;

/* Fixture of cmocka: the state is a Scene. */
int scene_setup (void **state);
int scene_teardown (void **state);

/* -- what is done ---------------------------------------------------------- */

/* scene_renew: the queue is a new one for @options, which stay the caller's */
void scene_renew (Scene *scene, const FitQueueOptions *options);

void scene_add (Scene *scene, const char *manifest, gint64 now_ns);

/* scene_fail: the attempt made in this cycle fails */
void scene_fail (Scene *scene, const FitPod *pod, gint64 now_ns);

/* scene_reject: so it does, because of @plugins: "A B"; "" for none */
void scene_reject (Scene *scene, const FitPod *pod, const char *plugins,
                   gint64 now_ns);

/* scene_try: @pod, new, is tried and rejected at once; of several pods only the
 * first may be in activeQ */
void scene_try (Scene *scene, const FitPod *pod, const char *plugins,
                gint64 now_ns);

/* scene_happens: an event without objects */
void scene_happens (Scene *scene, FitClusterEventName name, gint64 now_ns);

/* scene_make_unschedulable: @pod, new, is tried and fails at once */
void scene_make_unschedulable (Scene *scene, const FitPod *pod, gint64 now_ns);

/* scene_make_back_off: the same, then something changes */
void scene_make_back_off (Scene *scene, const FitPod *pod, gint64 now_ns);

/* scene_update: scene->p is now what @manifest says */
void scene_update (Scene *scene, const char *manifest, FitPodChange change,
                   gint64 now_ns);

/* scene_nominate: to the node "n1", in memory */
void scene_nominate (Scene *scene, const FitPod *pod);

/* -- what is expected ------------------------------------------------------ */

/* assert_trace: what was traced since the last call */
void assert_trace (const Scene *scene, const char *expected);

void assert_where (const Scene *scene, const FitPod *pod,
                   FitQueueName expected);

/* assert_listed: names of the pods of @name in order */
void assert_listed (const Scene *scene, FitQueueName name,
                    const char *expected);

/* assert_pops: the name of the pod, "" for none */
void assert_pops (Scene *scene, const char *expected);

/* assert_nominated: names of the pods nominated to the node "n1" */
void assert_nominated (const Scene *scene, const char *expected);

/* assert_timestamp: of the entry of scene->p */
void assert_timestamp (const Scene *scene, gint64 expected);

/* assert_backoff_until: of scene->p; G_MININT64 where it has none */
void assert_backoff_until (const Scene *scene, gint64 expected);
