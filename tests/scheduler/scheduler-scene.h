/* scheduler-scene.h - a whole scheduler over a small fake world
 *
 * Time stands still unless the test moves it.  Nothing is told to the scheduler
 * by itself but what scene_add(), scene_update() and scene_remove() say.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/scheduler/fake-plugin.h"
#include "tests/scheduler/fake-world.h"
#include "tests/support/cluster.h"

/* When the scheduler of a scene is made. */
#define START (1000 * SECOND)

/* A pod of the scheduler, in the namespace "ns". */
#define OURS_WITH(name, metadata, spec, status)                             \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name  \
  ", namespace: ns, " metadata                                              \
  "}, spec: {schedulerName: default-scheduler, " spec "}, status: {" status \
  "}}\n"
#define OURS(name, spec) OURS_WITH (name, "", spec, "")
#define PLAIN(name) OURS (name, "")

/* Parts of a spec. */
#define CPU(amount) "containers: [{resources: {requests: {cpu: " amount "}}}]"
#define ON(node) "nodeName: " node ", "
#define PRIORITY(value) "priority: " value ", "
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}], "

/* A node for ten pods; "2" CPUs. */
#define SMALL_NODE(name) NODE (name, HOST name, "pods: 10, cpu: 2")

/* A Policy of two lists. */
#define POLICY_OF(predicates, priorities)                        \
  "---\n{apiVersion: v1, kind: Policy, predicates: [" predicates \
  "], priorities: [" priorities "]}"

/* Storage. */
#define CLASS(name, provisioner)                                         \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {" \
  "name: " name "}, provisioner: " provisioner                           \
  ", volumeBindingMode: WaitForFirstConsumer}\n"
#define CLAIM(name, class)                                                    \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", uid: uid-" name ", namespace: ns}, spec: {storageClassName: " class      \
      ", accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n"
#define VOLUME(name, class)                                              \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name \
  "}, spec: {storageClassName: " class                                   \
      ", accessModes: [ReadWriteOnce], "                                 \
      "capacity: {storage: 1Gi}}, status: {phase: Available}}\n"

typedef struct
{
  const char *manifest;       /* (nullable): told in the order of kinds */
  const char *policy;         /* (nullable): text; else the DefaultProvider */
  const char *gates;          /* (nullable) */
  guint points[FAKE_PLUGINS]; /* sets: where each plugin is asked */
  const GPtrArray *extenders; /* (nullable), of FitExtender */
  FitSchedulerOptions scheduling;
  gboolean disable_preemption;
  gboolean trusts_bindings;
  gboolean marks_victims;

  /* Of a later release ("1.28"): one profile, or two. */
  const char *release; /* (nullable): v1.16 */
  const char
      *other_scheduler; /* (nullable): the name of a second profile, which
                                  has the plugin "two" for its own */
  const FitPluginInfo
      *plugin; /* (nullable): enabled at all of its points, in the
                                  first profile */
  gboolean scheduling_gates;
  gboolean binds_first;
} SceneSetup;

typedef struct
{
  FakeWorld world;
  FakePlugin plugins[FAKE_PLUGINS];
  FitCache *cache;
  FitAlgorithm *algorithm;
  FitFramework *framework;
  FitFramework *other_framework; /* (nullable) */
  FitScheduler *scheduler;
  FitSchedulingQueue *queue; /* borrowed */
  gint64 now;
} Scene;

void scene_init (Scene *scene, const SceneSetup *setup);
void scene_clear (Scene *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* SCENE_FROM: declares @scene, of a SceneSetup with the given members */
#define SCENE_FROM(scene, ...) \
  g_auto (Scene) scene;        \
  scene_init (&scene, &(const SceneSetup){ __VA_ARGS__ })

/* -- what happens ---------------------------------------------------------- */

/* scene_set: the objects of @manifest are new or replace those of their
 * names; the scheduler is told at once */
void scene_set (Scene *scene, const char *manifest);

/* scene_remove, scene_remove_pod: the same for an object that goes; pods are in
 * the namespace "ns" */
void scene_remove (Scene *scene, FitKind kind, const char *namespace_,
                   const char *name);
void scene_remove_pod (Scene *scene, const char *name);

/* scene_tell: all that has changed so far, oldest first */
void scene_tell (Scene *scene);

/* scene_schedule: one attempt; FALSE: no pod was active */
gboolean scene_schedule (Scene *scene);

/* scene_end: the oldest task of that type for the pod @name ends */
void scene_end (Scene *scene, FitTaskType type, const char *name, FakeEnd end,
                const char *message);

/* scene_works: the same, without trouble */
void scene_works (Scene *scene, FitTaskType type, const char *name);

/* scene_wait: time passes, timers run when they are due */
void scene_wait (Scene *scene, gint64 duration_ns);

/* scene_settle: schedules, ends tasks and tells what changed until nothing
 * happens without time */
void scene_settle (Scene *scene);

/* -- what is expected ------------------------------------------------------ */

/* assert_log: what the scheduler did since the last time */
void assert_log (Scene *scene, const char *expected);
void scene_forget_log (Scene *scene);

/* assert_decisions: the same for what it decided */
void assert_decisions (Scene *scene, const char *expected);

/* assert_place, assert_queued: where the pod @name is */
void assert_place (Scene *scene, const char *name, FitPodPlace expected);
void assert_queued (Scene *scene, const char *name, FitQueueName expected);

/* assert_counted_on: the node where the cache counts the pod @name, "" for
 * none */
void assert_counted_on (Scene *scene, const char *name, const char *expected);

/* assert_nominated: names of pods nominated to @node, with blanks between */
void assert_nominated (Scene *scene, const char *node, const char *expected);

/* scene_pod: Returns: (transfer none): the live pod @name */
const FitPod *scene_pod (const Scene *scene, const char *name);
