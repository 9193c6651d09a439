/* What a scheduler of a later release does differently from v1.16: profiles, the
 * order of a cycle, what is undone, said and written when something fails.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-inside.h"
#include "tests/scheduler/later-scene.h"

#include <string.h>

#define LATER_PLUGINS                                                 \
  (POINT (RESERVE) | POINT (PERMIT) | POINT (PRE_BIND) | POINT (BIND) \
   | POINT (POST_BIND))

/* -- the order of a cycle -------------------------------------------------- */

static void
test_cycle (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { LATER_PLUGINS },
              .release = "1.28");

  say (&scene, 0, FIT_POINT_BIND, FIT_STATUS_SKIP, NULL);
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one reserve p n1\none permit p n1\none prebind p n1\n"
                      "one bind p n1\nstart bind p n1\n");
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_log (&scene, "event Normal Scheduled Binding p: Successfully assigned "
                      "ns/p to n1\none postbind p n1\n");
}

/* Where the pod counts when Reserve is asked: from v1.19 on it is assumed. */
static FitStatus
reserve_counted (const FitPluginCall *call, const char *node_name)
{
  return fit_status (
      FIT_STATUS_ERROR, "%s",
      fit_cache_find_pod (call->handle->cache, call->pod->meta.uid) != NULL
          ? "counted"
          : "not counted");
}

static void
assert_reserve_sees (const char *release, const char *expected)
{
  static const FitPluginInfo info
      = { .name = "Look", .reserve = reserve_counted };
  SCENE_FROM (scene, .manifest = SIMPLE, .plugin = &info, .release = release);

  assert_true (scene_schedule (&scene));
  assert_non_null (strstr (scene.world.log->str, expected));
}

static void
test_assumed_before_reserve (void **state)
{
  assert_reserve_sees ("1.18", ": not counted");
  assert_reserve_sees ("1.19", ": counted");
  assert_reserve_sees ("1.28", ": counted");
}

/* Volumes are written after the wait. */
static void
assert_volumes_come_late (const char *release)
{
  SCENE_FROM (scene, .manifest = WITH_VOLUME,
              .points = { POINT (PERMIT) | POINT (PRE_BIND) },
              .release = release);

  scene.plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 60 * SECOND };
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one permit p n1\n");
  assert_true (fit_waiting_pod_allow_plugin (
      fit_waiting_pods_get (fit_framework_waiting (scene.framework), "p"),
      "one"));
  scene_wait (&scene, 0);
  assert_non_null (strstr (scene.world.log->str, "start bind volumes p"));
  assert_null (strstr (scene.world.log->str, "prebind"));
}

static void
test_volumes_after_permit (void **state)
{
  assert_volumes_come_late ("1.18");
  assert_volumes_come_late ("1.20");
  assert_volumes_come_late ("1.28");
}

/* -- failures -------------------------------------------------------------- */

/* What is logged when @point answers "no" with @code. */
static void
assert_failure (const char *release, FitExtensionPoint point,
                FitStatusCode code, const char *expected)
{
  SCENE_FROM (scene, .manifest = SIMPLE,
              .points = { 1u << point | POINT (RESERVE) | POINT (UNRESERVE) },
              .release = release);

  say (&scene, 0, point, code, "no");
  assert_true (scene_schedule (&scene));
  assert_log (&scene, expected);
  assert_counted_on (&scene, "p", "");
}

#define RESERVED "one reserve p n1\n"
#define UNDONE "one unreserve p n1\n"
#define UNDONE_FIRST "one unreserve p n1 (counted)\n"
#define FETCH "start fetch pod p\n"
#define ON_THE_NODE "0/1 nodes are available: 1 no."

static void
test_reserve_fails (void **state)
{
  const FitExtensionPoint point = FIT_POINT_RESERVE;
  const FitStatusCode rejected = FIT_STATUS_UNSCHEDULABLE;

  assert_failure ("1.18", point, rejected,
                  RESERVED FETCH FAILURE (
                      "p", "SchedulerError",
                      "error while running \"one\" reserve plugin for pod "
                      "\"p\": no"));
  assert_failure (
      "1.19", point, rejected,
      RESERVED UNDONE_FIRST FETCH FAILURE (
          "p", "SchedulerError",
          "error while running \"one\" reserve plugin for pod \"p\": no"));
  assert_failure (
      "1.20", point, rejected,
      RESERVED UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                     "running Reserve plugin \"one\": no"));
  assert_failure (
      "1.27", point, rejected,
      RESERVED UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                     "running Reserve plugin \"one\": no"));
  assert_failure (
      "1.28", point, rejected,
      RESERVED UNDONE_FIRST FAILURE ("p", "Unschedulable", ON_THE_NODE));
  assert_failure (
      "1.28", point, FIT_STATUS_ERROR,
      RESERVED UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                     "running Reserve plugin \"one\": no"));
}

/* The claim goes while the nodes are scored. */
static FitStatusCode
lose_claim (gpointer data, FitExtensionPoint point, const FitPod *pod)
{
  Scene *scene = data;

  if (point == FIT_POINT_SCORE)
    fit_listers_remove (fit_cache_listers (scene->cache),
                        FIT_KIND_PERSISTENT_VOLUME_CLAIM, pod->meta.namespace_,
                        "c");
  return FIT_STATUS_SUCCESS;
}

static void
assert_volumes_cannot_be_assumed (const char *release, const char *failure)
{
#define LOST                                    \
  "error getting PVC \"ns/c\": could not find " \
  "v1.PersistentVolumeClaim \"ns/c\""
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") SMALL_NODE ("n2") CLASS (
                  "late", "p") CLAIM ("c", "late") OURS ("p", USES ("c")),
              .points = { POINT (SCORE) }, .release = release);

  scene.plugins[0].choose = lose_claim;
  scene.plugins[0].data = &scene;
  assert_true (scene_schedule (&scene));
  assert_log (&scene, failure);
  assert_counted_on (&scene, "p", "");
}

static void
test_volumes_cannot_be_assumed (void **state)
{
  assert_volumes_cannot_be_assumed (
      "1.18", FETCH EVENT ("p", "AssumePodVolumes failed: " LOST)
                  CONDITION ("p", "SchedulerError", LOST));
  assert_volumes_cannot_be_assumed (
      "1.19",
      FETCH FAILURE ("p", "SchedulerError",
                     "error while running \"VolumeBinding\" reserve plugin for "
                     "pod \"p\": " LOST));
  assert_volumes_cannot_be_assumed (
      "1.28", FAILURE ("p", "SchedulerError",
                       "running Reserve plugin \"VolumeBinding\": " LOST));
}

static void
test_permit_fails (void **state)
{
  const FitExtensionPoint point = FIT_POINT_PERMIT;
  const FitStatusCode rejected = FIT_STATUS_UNSCHEDULABLE;

#define PERMIT RESERVED "one permit p n1\n"
  assert_failure ("1.18", point, rejected,
                  PERMIT UNDONE FETCH FAILURE (
                      "p", "Unschedulable",
                      "rejected pod \"p\" by permit plugin \"one\": no"));
  assert_failure ("1.19", point, rejected,
                  PERMIT UNDONE_FIRST FETCH FAILURE (
                      "p", "Unschedulable",
                      "rejected pod \"p\" by permit plugin \"one\": no"));
  assert_failure ("1.22", point, rejected,
                  PERMIT UNDONE_FIRST FAILURE (
                      "p", "Unschedulable",
                      "rejected pod \"p\" by permit plugin \"one\": no"));
  assert_failure ("1.23", point, rejected,
                  PERMIT UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
  assert_failure ("1.27", point, rejected,
                  PERMIT UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
  assert_failure (
      "1.28", point, rejected,
      PERMIT UNDONE_FIRST FAILURE ("p", "Unschedulable", ON_THE_NODE));
}

static void
test_pre_bind_fails (void **state)
{
  const FitExtensionPoint point = FIT_POINT_PRE_BIND;
  const FitStatusCode rejected = FIT_STATUS_UNSCHEDULABLE;

#define PRE_BIND RESERVED "one prebind p n1\n"
  assert_failure ("1.18", point, rejected,
                  PRE_BIND UNDONE FETCH FAILURE (
                      "p", "SchedulerError",
                      "error while running \"one\" prebind plugin for pod "
                      "\"p\": no"));
  assert_failure (
      "1.19", point, rejected,
      PRE_BIND UNDONE_FIRST FETCH FAILURE (
          "p", "SchedulerError",
          "error while running \"one\" prebind plugin for pod \"p\": no"));
  assert_failure (
      "1.20", point, rejected,
      PRE_BIND UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                     "running PreBind plugin \"one\": no"));
  assert_failure (
      "1.25", point, rejected,
      PRE_BIND UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                     "running PreBind plugin \"one\": no"));
  assert_failure ("1.26", point, rejected,
                  PRE_BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
  assert_failure ("1.30", point, rejected,
                  PRE_BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
  assert_failure (
      "1.31", point, rejected,
      PRE_BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", ON_THE_NODE));
  assert_failure (
      "1.32", point, rejected,
      PRE_BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", ON_THE_NODE));
  assert_failure ("1.33.0", point, rejected,
                  PRE_BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
}

static void
test_bind_plugin_fails (void **state)
{
  const FitExtensionPoint point = FIT_POINT_BIND;
  const FitStatusCode rejected = FIT_STATUS_UNSCHEDULABLE;

#define BIND RESERVED "one bind p n1\n"
#define OF_1_18 "plugin \"one\" failed to bind pod \"ns/p\": no"
  assert_failure ("1.18", point, rejected,
                  BIND UNDONE FETCH EVENT ("p", "Binding rejected: " OF_1_18)
                      CONDITION ("p", "SchedulerError", OF_1_18));
  assert_failure ("1.19", point, rejected,
                  BIND UNDONE_FIRST FETCH FAILURE (
                      "p", "SchedulerError", "Binding rejected: " OF_1_18));
  assert_failure ("1.20", point, rejected,
                  BIND UNDONE_FIRST FAILURE (
                      "p", "SchedulerError",
                      "binding rejected: running Bind plugin \"one\": no"));
  assert_failure ("1.25", point, rejected,
                  BIND UNDONE_FIRST FAILURE (
                      "p", "SchedulerError",
                      "binding rejected: running Bind plugin \"one\": no"));
  assert_failure ("1.26", point, rejected,
                  BIND UNDONE_FIRST FAILURE ("p", "Unschedulable", "no"));
  assert_failure (
      "1.26", point, FIT_STATUS_ERROR,
      BIND UNDONE_FIRST FAILURE ("p", "SchedulerError",
                                 "running Bind plugin \"one\": no"));
}

static void
test_default_binder_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = "1.20.2");

  assert_true (scene_schedule (&scene));
  scene_forget_log (&scene);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_log (&scene, FAILURE ("p", "SchedulerError",
                               "binding rejected: running Bind plugin "
                               "\"DefaultBinder\": boom"));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

/* The API server binds, whatever plugins of others would do. */
static void
test_default_binder_first (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (BIND) },
              .release = "1.28", .binds_first = TRUE);

  assert_true (scene_schedule (&scene));
  assert_log (&scene, "start bind p n1\n");
}

/* Another pod may have the volume that was found for a pod which is then turned
 * down; before v1.19 it is kept for that pod. */
static void
assert_volume_after_failure (const char *release, gboolean is_free)
{
  SCENE_FROM (scene, .manifest = WITH_VOLUME, .points = { POINT (PERMIT) },
              .release = release, .disable_preemption = TRUE);

  say (&scene, 0, FIT_POINT_PERMIT, FIT_STATUS_UNSCHEDULABLE, "no");
  assert_true (scene_schedule (&scene));
  say (&scene, 0, FIT_POINT_PERMIT, FIT_STATUS_SUCCESS, NULL);
  scene_set (&scene, CLAIM ("d", "slow") OURS ("q", USES ("d") CPU ("1")));
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  assert_int_equal (strstr (scene.world.log->str, "start bind volumes q n1\n")
                        != NULL,
                    is_free);
}

static void
test_volumes_after_a_failure (void **state)
{
  assert_volume_after_failure ("1.18", FALSE);
  assert_volume_after_failure ("1.19", TRUE);
  assert_volume_after_failure ("1.28", TRUE);
  assert_volume_after_failure ("1.34.1", TRUE);
}

/* -- back to the queue ----------------------------------------------------- */

/* No pod is read again: what the source has told counts. */
static void
test_queued_again_at_once (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("5")),
              .release = "1.20.2", .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_int_equal (scene.world.tasks->len, 0);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_gone_meanwhile (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = "1.28");

  assert_true (scene_schedule (&scene));
  fake_world_remove (&scene.world, FIT_KIND_POD, "ns", "p");
  scene_tell (&scene);
  scene_forget_log (&scene);
  g_string_truncate (scene.world.decisions, 0);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_decisions (&scene, "failed p\ndropped p\nproblem p\n");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

/* An assumed pod that was queued again is passed over in silence. */
static void
test_assumed_pods_are_skipped (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = "1.28");
  const FitPod *pod = scene_pod (&scene, "p");

  assert_true (scene_schedule (&scene));
  fit_scheduling_queue_add (scene.queue, pod, scene.now);
  scene_forget_log (&scene);
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "");
  assert_decisions (&scene, "assumed p n1\nskipped p\n");
  assert_place (&scene, "p", FIT_POD_BINDING);
}

/* The API server was asked to delete it, or it was changed: before v1.22 only an
 * update that matters to no decision is passed over. */
static void
assert_assumed_pod_is_tried (const char *release, const char *update,
                             const char *decisions)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = release);
  g_autoptr (FitPod) pod = pod_from (update);

  assert_true (scene_schedule (&scene));
  fit_scheduling_queue_add (scene.queue, pod, scene.now);
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, decisions);
}

static void
test_changed_assumed_pods (void **state)
{
  static const char skipped[] = "assumed p n1\nskipped p\n";
  static const char tried[] = "assumed p n1\nfailed p\n";

#define UPDATE(metadata) OURS_WITH ("p", metadata, "", "")
  assert_assumed_pod_is_tried ("1.19", UPDATE ("annotations: {a: b}"), tried);
  assert_assumed_pod_is_tried ("1.20", UPDATE ("annotations: {a: b}"), skipped);
  assert_assumed_pod_is_tried ("1.20", UPDATE ("labels: {a: b}"), tried);
  assert_assumed_pod_is_tried ("1.21", UPDATE ("labels: {a: b}"), tried);
  assert_assumed_pod_is_tried ("1.22", UPDATE ("labels: {a: b}"), skipped);
}

static void
test_filter_fails (void **state)
{
  const FitExtensionPoint point = FIT_POINT_FILTER;

  assert_failure (
      "1.18", point, FIT_STATUS_ERROR,
      FETCH FAILURE ("p", "Unschedulable",
                     "running \"one\" filter plugin for pod \"p\": no"));
  assert_failure (
      "1.24", point, FIT_STATUS_ERROR,
      FAILURE ("p", "Unschedulable", "running \"one\" filter plugin: no"));
  assert_failure (
      "1.25", point, FIT_STATUS_ERROR,
      FAILURE ("p", "SchedulerError", "running \"one\" filter plugin: no"));
}

/* How the end of a wait is told. */
static void
assert_end_of_wait (const char *release, const char *text)
{
  g_autofree char *expected = g_strdup_printf (
      EVENT ("p", "%s") CONDITION ("p", "Unschedulable", "%s"), text, text);
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PERMIT) },
              .release = release);

  wait_for_ever (&scene);
  assert_true (fit_waiting_pod_reject (
      fit_waiting_pods_get (fit_framework_waiting (scene.framework), "p"),
      "no"));
  scene_wait (&scene, 0);
  assert_log (&scene, expected);
}

static void
test_end_of_wait (void **state)
{
  assert_end_of_wait ("1.22", "pod \"p\" rejected while waiting on permit: no");
  assert_end_of_wait ("1.23", "no");
  assert_end_of_wait ("1.28", "no");
  assert_end_of_wait ("1.29", ON_THE_NODE);
}

/* From v1.23 on the room that a waiting pod leaves is offered to others. */
static void
assert_room_is_offered (const char *release, FitQueueName expected)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") OURS ("p", PRIORITY ("1") CPU ("2"))
                  OURS ("q", CPU ("2")),
              .points = { POINT (PERMIT) }, .release = release,
              .disable_preemption = TRUE);

  wait_for_ever (&scene);
  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 20 * SECOND);
  assert_true (fit_waiting_pod_reject (
      fit_waiting_pods_get (fit_framework_waiting (scene.framework), "p"),
      "no"));
  scene_wait (&scene, 0);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  assert_queued (&scene, "q", expected);
}

/* The same when the binding fails. */
static void
assert_room_of_a_binding (const char *release, FitQueueName expected)
{
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") OURS ("p", PRIORITY ("1") CPU ("2"))
                  OURS ("q", CPU ("2")),
              .release = release, .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 20 * SECOND);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_queued (&scene, "q", expected);
}

static void
test_room_is_offered (void **state)
{
  assert_room_is_offered ("1.22", FIT_QUEUE_UNSCHEDULABLE);
  assert_room_is_offered ("1.23", FIT_QUEUE_ACTIVE);
  assert_room_is_offered ("1.28", FIT_QUEUE_ACTIVE);
  assert_room_of_a_binding ("1.22", FIT_QUEUE_UNSCHEDULABLE);
  assert_room_of_a_binding ("1.23", FIT_QUEUE_ACTIVE);
  assert_room_of_a_binding ("1.25", FIT_QUEUE_ACTIVE);
  assert_room_of_a_binding ("1.26", FIT_QUEUE_ACTIVE);
}

/* -- profiles -------------------------------------------------------------- */

#define THEIRS(name)                                                       \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  ", namespace: ns}, spec: {schedulerName: other}}\n"

static void
test_profiles (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p") THEIRS ("q"),
              .points = { POINT (RESERVE), POINT (RESERVE) }, .release = "1.28",
              .other_scheduler = "other");

  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_log (&scene, "one reserve p n1\nstart bind p n1\n"
                      "two reserve q n1\nstart bind q n1\n");
  assert_ptr_not_equal (
      fit_scheduler_algorithm_of (scene.scheduler, scene_pod (&scene, "q")),
      fit_scheduler_algorithm_of (scene.scheduler, scene_pod (&scene, "p")));
}

static void
test_pods_of_no_profile (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") THEIRS ("q"),
              .release = "1.28");

  assert_queued (&scene, "q", FIT_QUEUE_NONE);
  assert_false (scene_schedule (&scene));
}

/* Each profile has its own waiting pods. */
static void
test_profiles_wait (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p") THEIRS ("q"),
              .points = { POINT (PERMIT), POINT (PERMIT) }, .release = "1.28",
              .other_scheduler = "other");

  scene.plugins[1].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 5 * SECOND };
  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_place (&scene, "p", FIT_POD_BINDING);
  assert_place (&scene, "q", FIT_POD_WAITING);
  assert_int_equal (fit_scheduler_next_timer (scene.scheduler),
                    START + 5 * SECOND);
  scene_wait (&scene, 5 * SECOND);
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
}

/* -- the queue ------------------------------------------------------------- */

static void
test_pre_enqueue (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"),
              .points = { POINT (PRE_ENQUEUE) }, .release = "1.28");

  say (&scene, 0, FIT_POINT_PRE_ENQUEUE, FIT_STATUS_UNSCHEDULABLE, "not yet");
  scene_set (&scene, PLAIN ("p"));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  assert_false (scene_schedule (&scene));
}

/* One that fails keeps the pod out, too, and that is told. */
static void
test_pre_enqueue_fails (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"),
              .points = { POINT (PRE_ENQUEUE) }, .release = "1.28");

  say (&scene, 0, FIT_POINT_PRE_ENQUEUE, FIT_STATUS_ERROR, "oh");
  scene_set (&scene, PLAIN ("p"));
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (fit_scheduling_queue_count_gated (scene.queue), 1);
  assert_decisions (&scene, "problem p\n");
}

static void
test_scheduling_gates (void **state)
{
  SCENE_FROM (scene,
              .manifest
              = SMALL_NODE ("n1") OURS ("p", "schedulingGates: [{name: g}]"),
              .release = "1.28", .scheduling_gates = TRUE);

  assert_int_equal (fit_scheduling_queue_count_gated (scene.queue), 1);
  scene_set (&scene, PLAIN ("p"));
  assert_true (scene_schedule (&scene));
}

/* Plugins that sort are told since when a pod waits.  For one that was never
 * tried that is when it came, even if it was gated until now. */
static gboolean
came_first (gpointer plugin, const FitQueuedPod *a, const FitQueuedPod *b)
{
  return a->first_ns < b->first_ns;
}

static void
test_since_when_a_pod_waits (void **state)
{
  static const FitPluginInfo info = { .name = "First", .less = came_first };
  SCENE_FROM (scene,
              .manifest
              = SMALL_NODE ("n1") OURS ("p", "schedulingGates: [{name: g}]"),
              .plugin = &info, .release = "1.28", .scheduling_gates = TRUE);

  scene_wait (&scene, 5 * SECOND);
  scene_set (&scene, PLAIN ("q"));
  scene_wait (&scene, 5 * SECOND);
  scene_set (&scene, PLAIN ("p"));
  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "assumed p n1\nassumed q n1\n");
}

/* For one that has failed, it is still when it came first. */
static void
test_since_when_a_failed_pod_waits (void **state)
{
  static const FitPluginInfo info = { .name = "First", .less = came_first };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")),
              .plugin = &info, .release = "1.28", .disable_preemption = TRUE);

  scene_settle (&scene);
  scene_wait (&scene, 20 * SECOND);
  scene_set (&scene, PLAIN ("q"));
  scene_set (&scene, NODE ("n1", HOST "n1", "pods: 10, cpu: 4"));
  assert_decisions (&scene, "failed p\n");
  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "assumed p n1\nassumed q n1\n");
}

/* When it was tried does not count. */
static void
test_since_when_a_pod_waits_that_was_tried_late (void **state)
{
  static const FitPluginInfo info = { .name = "First", .less = came_first };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")),
              .plugin = &info, .release = "1.28", .disable_preemption = TRUE);

  scene_wait (&scene, 5 * SECOND);
  scene_set (&scene, PLAIN ("q"));
  scene_wait (&scene, 5 * SECOND);
  assert_true (scene_schedule (&scene));
  scene_set (&scene, NODE ("n1", HOST "n1", "pods: 10, cpu: 4"));
  scene_wait (&scene, 20 * SECOND);
  assert_true (scene_schedule (&scene));
  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "failed p\nassumed p n1\nassumed q n1\n");
}

/* A plugin may ask for pods to be active. */
static void
want_pod (const FitPod *pod, gpointer data)
{
  if (strcmp (pod->meta.name, "q") == 0)
    g_ptr_array_add (data, fit_pod_ref (pod));
}

static FitStatus
want_q (const FitPluginCall *call, const char *node_name)
{
  GPtrArray *wanted = g_ptr_array_new_with_free_func (fit_object_unref);

  fit_plugin_handle_each_pod (call->handle, want_pod, wanted);
  fit_cycle_state_set (call->state, FIT_PODS_TO_ACTIVATE, wanted,
                       (GDestroyNotify) g_ptr_array_unref);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static void
test_pods_to_activate (void **state)
{
  static const FitPluginInfo info = { .name = "Wake", .reserve = want_q };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("q", CPU ("9")),
              .plugin = &info, .release = "1.28", .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  scene_set (&scene, PLAIN ("p"));
  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_ACTIVE);
  /* Not once more when p is bound. */
  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
}

/* When the pod is bound: it does not wait itself, which is a problem. */
static void
want_q_and_itself (const FitPluginCall *call, const char *node_name)
{
  GPtrArray *wanted;

  want_q (call, node_name);
  wanted = fit_cycle_state_get (call->state, FIT_PODS_TO_ACTIVATE, NULL);
  g_ptr_array_insert (wanted, 0, fit_pod_ref (call->pod));
}

static void
test_pods_to_activate_at_the_end (void **state)
{
  static const FitPluginInfo info
      = { .name = "Wake", .post_bind = want_q_and_itself };
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("q", CPU ("9")),
              .plugin = &info, .release = "1.28", .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_set (&scene, PLAIN ("p"));
  assert_true (scene_schedule (&scene));
  assert_queued (&scene, "q", FIT_QUEUE_UNSCHEDULABLE);
  assert_decisions (&scene, "failed q\nassumed p n1\n");
  scene_works (&scene, FIT_TASK_BIND, "p");
  assert_queued (&scene, "q", FIT_QUEUE_ACTIVE);
  assert_decisions (&scene, "bound p n1\nproblem p\n");
}

/* -- confirmation ---------------------------------------------------------- */

static void
test_assumed_for_ever (void **state)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = "1.28");

  assert_true (scene_schedule (&scene));
  scene_works (&scene, FIT_TASK_BIND, "p");
  scene_wait (&scene, 3600 * SECOND);
  assert_counted_on (&scene, "p", "n1");
}

static FitStatus
bind_at_once (const FitPluginCall *call, const char *node_name)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* A pod that a plugin has bound waits no longer than others to be seen. */
static void
test_bound_by_a_plugin (void **state)
{
  static const FitPluginInfo info = { .name = "Bind", .bind = bind_at_once };
  SCENE_FROM (scene, .manifest = SIMPLE, .plugin = &info, .release = "1.22");

  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "assumed p n1\nbound p n1\n");
  scene_wait (&scene, 30 * SECOND);
  assert_counted_on (&scene, "p", "n1");
  scene_wait (&scene, SECOND);
  assert_counted_on (&scene, "p", "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_cycle),
    cmocka_unit_test (test_assumed_before_reserve),
    cmocka_unit_test (test_volumes_after_permit),
    cmocka_unit_test (test_reserve_fails),
    cmocka_unit_test (test_volumes_cannot_be_assumed),
    cmocka_unit_test (test_permit_fails),
    cmocka_unit_test (test_pre_bind_fails),
    cmocka_unit_test (test_bind_plugin_fails),
    cmocka_unit_test (test_default_binder_fails),
    cmocka_unit_test (test_default_binder_first),
    cmocka_unit_test (test_volumes_after_a_failure),
    cmocka_unit_test (test_queued_again_at_once),
    cmocka_unit_test (test_gone_meanwhile),
    cmocka_unit_test (test_assumed_pods_are_skipped),
    cmocka_unit_test (test_changed_assumed_pods),
    cmocka_unit_test (test_filter_fails),
    cmocka_unit_test (test_end_of_wait),
    cmocka_unit_test (test_room_is_offered),
    cmocka_unit_test (test_profiles),
    cmocka_unit_test (test_pods_of_no_profile),
    cmocka_unit_test (test_profiles_wait),
    cmocka_unit_test (test_pre_enqueue),
    cmocka_unit_test (test_pre_enqueue_fails),
    cmocka_unit_test (test_scheduling_gates),
    cmocka_unit_test (test_since_when_a_pod_waits),
    cmocka_unit_test (test_since_when_a_failed_pod_waits),
    cmocka_unit_test (test_since_when_a_pod_waits_that_was_tried_late),
    cmocka_unit_test (test_pods_to_activate),
    cmocka_unit_test (test_pods_to_activate_at_the_end),
    cmocka_unit_test (test_assumed_for_ever),
    cmocka_unit_test (test_bound_by_a_plugin),
  };

  return cmocka_run_group_tests_name ("later-releases", tests, NULL, NULL);
}
