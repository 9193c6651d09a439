/* What later releases do with a pod that is on its way to its node: when it is
 * deleted or created again meanwhile, and who learns of its node.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/later-scene.h"

#include <string.h>

/* -- waiting pods ---------------------------------------------------------- */

static void
assert_deleted_while_waiting (const char *release, FitPodPlace place)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PERMIT) },
              .release = release);

  wait_for_ever (&scene);
  scene_remove_pod (&scene, "p");
  assert_place (&scene, "p", place);
}

/* Its deletion has only begun. */
static void
assert_dying_while_waiting (const char *release, FitPodPlace place)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PERMIT) },
              .release = release);

  wait_for_ever (&scene);
  scene_set (
      &scene,
      OURS_WITH ("p", "deletionTimestamp: '2020-01-01T00:00:00Z'", "", ""));
  scene_wait (&scene, 0);
  assert_place (&scene, "p", place);
}

static void
test_deleted_while_waiting (void **state)
{
  assert_dying_while_waiting ("1.34.9", FIT_POD_WAITING);
  assert_dying_while_waiting ("1.35.6", FIT_POD_QUEUED);

  assert_deleted_while_waiting ("1.18", FIT_POD_WAITING);
  assert_deleted_while_waiting ("1.20", FIT_POD_UNKNOWN);
  assert_deleted_while_waiting ("1.28", FIT_POD_UNKNOWN);
}

/* From 1.35 on its room is free at once, even if it does not wait, but is being
 * bound.  What comes of the binding is told as ever. */
static void
assert_deleted_while_binding (const char *release, const char *counted,
                              const char *decisions)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = release);

  assert_true (scene_schedule (&scene));
  scene_remove_pod (&scene, "p");
  assert_counted_on (&scene, "p", counted);
  g_string_truncate (scene.world.decisions, 0);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_decisions (&scene, decisions);
  assert_counted_on (&scene, "p", "");
}

static void
test_deleted_while_binding (void **state)
{
#define FAILED "failed p\ndropped p\nproblem p\n"
  assert_deleted_while_binding ("1.34.9", "n1", FAILED);
  assert_deleted_while_binding ("1.35.6", "", "problem p\n" FAILED);
#undef FAILED
}

/* Another pod gets the room of one whose deletion has begun. */
static void
assert_room_of_a_dying_pod (const char *release, const char *expected)
{
  static const char dying[] = OURS_WITH (
      "p", "deletionTimestamp: '2020-01-01T00:00:00Z'", CPU ("2"), "");
  SCENE_FROM (scene,
              .manifest = SMALL_NODE ("n1") OURS ("p", PRIORITY ("1") CPU ("2"))
                  OURS ("q", CPU ("2")),
              .release = release, .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_set (&scene, dying);
  assert_true (scene_schedule (&scene));
  assert_counted_on (&scene, "q", expected);
}

static void
test_room_of_a_dying_pod (void **state)
{
  assert_room_of_a_dying_pod ("1.34.9", "");
  assert_room_of_a_dying_pod ("1.35.6", "n1");
}

/* -- the node of a pod that is not bound at once --------------------------- */

/* Others learn of it before the wait, from 1.35 on. */
static void
assert_nominated_first (const char *release, const char *gates,
                        const char *expected)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PERMIT) },
              .release = release, .gates = gates);

  scene.plugins[0].answers[FIT_POINT_PERMIT]
      = (FakeAnswer){ .code = FIT_STATUS_WAIT, .timeout = 60 * SECOND };
  assert_true (scene_schedule (&scene));
  assert_log (&scene, expected);
}

static void
test_nominated_while_it_waits (void **state)
{
  assert_nominated_first ("1.34.9", NULL, "one permit p n1\n");
  assert_nominated_first ("1.35.6", NULL, "one permit p n1\nnominate p n1\n");
}

/* A plugin of PreBind may have work with any pod, the volume binder only with
 * one whose volumes are to be bound. */
static void
test_nominated_before_prebind (void **state)
{
  {
    SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PRE_BIND) },
                .release = "1.36.3");

    assert_true (scene_schedule (&scene));
    assert_log (&scene, "nominate p n1\none prebind p n1\nstart bind p n1\n");
  }
  {
    SCENE_FROM (scene, .manifest = WITH_VOLUME, .release = "1.36.3");

    assert_true (scene_schedule (&scene));
    assert_log (&scene, "nominate p n1\nstart bind volumes p n1\n");
  }
  {
    SCENE_FROM (scene, .manifest = SIMPLE, .release = "1.36.3");

    assert_true (scene_schedule (&scene));
    assert_log (&scene, "start bind p n1\n");
  }
}

/* -- what a failure writes ------------------------------------------------- */

/* Of a pod that was created again meanwhile nothing is written. */
static void
assert_recreated (const char *release, const char *expected)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .release = release);

  assert_true (scene_schedule (&scene));
  scene_remove_pod (&scene, "p");
  scene_set (&scene, "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, "
                     "uid: again, namespace: ns}, spec: {schedulerName: "
                     "default-scheduler}}\n");
  scene_forget_log (&scene);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_log (&scene, expected);
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
}

static void
test_recreated_while_it_fails (void **state)
{
#define BOOM "running Bind plugin \"DefaultBinder\": boom"
  assert_recreated ("1.34.1", FAILURE ("p", "SchedulerError", BOOM));
  assert_recreated ("1.34.9", "");
  assert_recreated ("1.36.3", "");
#undef BOOM
}

/* Releases before 1.36 do not know that they have nominated it. */
static void
assert_nomination_after_failure (const char *release, const char *expected)
{
  SCENE_FROM (scene, .manifest = SIMPLE, .points = { POINT (PERMIT) },
              .release = release);

  wait_for_ever (&scene);
  scene_tell (&scene);
  assert_true (fit_waiting_pod_reject (
      fit_waiting_pods_get (fit_framework_waiting (scene.framework), "p"),
      "no"));
  scene_wait (&scene, 0);
  assert_string_equal (scene_pod (&scene, "p")->nominated_node_name, expected);
}

static void
test_nomination_after_failure (void **state)
{
  assert_nomination_after_failure ("1.35.6", "n1");
  assert_nomination_after_failure ("1.36.3", "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_deleted_while_waiting),
    cmocka_unit_test (test_deleted_while_binding),
    cmocka_unit_test (test_room_of_a_dying_pod),
    cmocka_unit_test (test_nominated_while_it_waits),
    cmocka_unit_test (test_nominated_before_prebind),
    cmocka_unit_test (test_recreated_while_it_fails),
    cmocka_unit_test (test_nomination_after_failure),
  };

  return cmocka_run_group_tests_name ("dying-pods", tests, NULL, NULL);
}
