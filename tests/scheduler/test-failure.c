/* The way back to the queue after an attempt has failed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler.h"

#include "tests/scheduler/scheduler-scene.h"

#include <string.h>

#define MILLISECOND (SECOND / 1000)
/* p has failed and is being read again. */
#define FAILED(scene)                                                     \
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") OURS ("p", CPU ("3")), \
              .disable_preemption = TRUE);                                \
  assert_true (scene_schedule (&scene));                                  \
  assert_place (&scene, "p", FIT_POD_REFETCHED);                          \
  scene_forget_log (&scene);                                              \
  assert_decisions (&scene, "failed p\n")

/* -- reading the pod ------------------------------------------------------- */

static void
test_pod_is_queued_as_it_is_now (void **state)
{
  FAILED (scene);
  const FitQueueEntry *entry;

  fake_world_set_all (&scene.world,
                      OURS_WITH ("p", "labels: {a: b}", CPU ("3"), ""));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  entry = fit_scheduling_queue_find (scene.queue, scene_pod (&scene, "p"));
  assert_ptr_equal (entry->pod, scene_pod (&scene, "p"));
  assert_int_equal (entry->queue, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (entry->timestamp_ns, scene.now);
}

static void
test_pod_is_read_again_and_again (void **state)
{
  static const gint64 pauses[] = { 200,   400,   800,   1600,  3200,  6400,
                                   12800, 25600, 51200, 60000, 60000, 60000 };
  FAILED (scene);

  for (guint i = 0; i < G_N_ELEMENTS (pauses); i++)
    {
      scene_end (&scene, FIT_TASK_FETCH_POD, "p", FAKE_FAILS, "boom");
      assert_decisions (&scene, "problem p\n");
      scene_wait (&scene, pauses[i] * MILLISECOND - 1);
      assert_log (&scene, "");
      assert_place (&scene, "p", FIT_POD_REFETCHED);
      assert_int_equal (fit_scheduler_next_timer (scene.scheduler),
                        scene.now + 1);
      scene_wait (&scene, 1);
      assert_log (&scene, "start fetch pod p\n");
      assert_place (&scene, "p", FIT_POD_REFETCHED);
    }
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_next_failure_begins_with_the_first_pause (void **state)
{
  FAILED (scene);

  scene_end (&scene, FIT_TASK_FETCH_POD, "p", FAKE_FAILS, "boom");
  scene_wait (&scene, 200 * MILLISECOND);
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  scene_set (&scene, OURS_WITH ("p", "labels: {a: b}", CPU ("3"), ""));
  assert_true (scene_schedule (&scene));
  scene_end (&scene, FIT_TASK_FETCH_POD, "p", FAKE_FAILS, "boom");
  scene_forget_log (&scene);
  scene_wait (&scene, 200 * MILLISECOND);
  assert_log (&scene, "start fetch pod p\n");
}

static void
test_pod_that_is_gone_is_dropped (void **state)
{
  FAILED (scene);

  scene_remove_pod (&scene, "p");
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_decisions (&scene, "dropped p\n");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

static void
test_pod_that_is_gone_between_two_tries_is_dropped (void **state)
{
  FAILED (scene);

  scene_end (&scene, FIT_TASK_FETCH_POD, "p", FAKE_FAILS, "boom");
  scene_remove_pod (&scene, "p");
  scene_wait (&scene, SECOND);
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
}

static void
test_pod_that_is_bound_is_dropped (void **state)
{
  FAILED (scene);

  fake_world_set_all (&scene.world, OURS ("p", ON ("n1") CPU ("3")));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_decisions (&scene, "dropped p n1\n");
  assert_place (&scene, "p", FIT_POD_UNKNOWN);
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
}

/* A pod of its name is for another scheduler.  v1.16 would try that one. */
static void
test_pod_of_another_scheduler_is_dropped (void **state)
{
  FAILED (scene);

  scene_set (&scene,
             POD ("p", "namespace: ns", "schedulerName: other, " CPU ("1")));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_decisions (&scene, "dropped p\n");
  scene_wait (&scene, 1000 * SECOND);
  assert_false (scene_schedule (&scene));
}

/* Later releases queue it as the source knows it. */
static void
test_pod_of_another_scheduler_is_not_queued (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"),
              .release = "1.28");

  assert_true (scene_schedule (&scene));
  scene_set (&scene, "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, "
                     "uid: another, namespace: ns}, spec: {schedulerName: "
                     "other}}\n");
  g_string_truncate (scene.world.decisions, 0);
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_decisions (&scene, "failed p\ndropped p\nproblem p\n");
  assert_queued (&scene, "p", FIT_QUEUE_NONE);
  scene_wait (&scene, 1000 * SECOND);
  assert_false (scene_schedule (&scene));
}

/* A change has queued it meanwhile, and once is enough. */
static void
test_pod_was_queued_meanwhile (void **state)
{
  FAILED (scene);

  scene_set (&scene, OURS_WITH ("p", "labels: {a: b}", CPU ("3"), ""));
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  assert_decisions (&scene, "problem p\n");
  assert_true (scene_schedule (&scene));
  assert_false (scene_schedule (&scene));
}

/* Another pod has the name by now, and was queued when it came. */
static void
test_pod_was_made_anew (void **state)
{
  FAILED (scene);

  scene_remove_pod (&scene, "p");
  scene_set (&scene, "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, "
                     "uid: another, namespace: ns}, spec: {schedulerName: "
                     "default-scheduler}}\n");
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
  scene_settle (&scene);
  assert_counted_on (&scene, "another", "n1");
  assert_counted_on (&scene, "p", "");
}

/* -- which queue ----------------------------------------------------------- */

/* "Pod A popped..., while it is being evaluated a node is added" */
static void
test_change_during_an_attempt_is_not_missed (void **state)
{
  FAILED (scene);

  scene_set (&scene, SMALL_NODE ("n2"));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_BACKOFF);
  scene_wait (&scene, SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
}

/* "Had the node arrived before the Pop..." */
static void
test_change_before_an_attempt_was_seen (void **state)
{
  FAILED (scene);

  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 59 * SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

/* "Binding failure of A while B was popped and no later move": A waits,
 * although the node came after A was evaluated. */
static void
test_change_before_another_attempt_is_missed (void **state)
{
  SCENE_FROM (scene,
              .manifest
              = SMALL_NODE ("n1") OURS ("p", CPU ("2")) OURS ("q", CPU ("2")),
              .disable_preemption = TRUE);

  assert_true (scene_schedule (&scene));
  scene_set (&scene, NODE ("n2", HOST "n2", "pods: 10"));
  assert_true (scene_schedule (&scene)); /* q */
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

/* The cycle counts that there is when the failure is handled, not the one when
 * the pod was read. */
static void
test_cycle_is_taken_before_the_pod_is_read (void **state)
{
  FAILED (scene);

  scene_set (&scene, SMALL_NODE ("n2") OURS ("q", CPU ("1")));
  assert_true (scene_schedule (&scene)); /* q */
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_BACKOFF);
}

static void
test_pod_is_tried_again_after_a_while (void **state)
{
  FAILED (scene);

  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  /* ticks of 30 s; it must be there for more than 60 s */
  scene_wait (&scene, 60 * SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
  scene_wait (&scene, 30 * SECOND);
  assert_queued (&scene, "p", FIT_QUEUE_ACTIVE);
}

/* -- a node that is not there ---------------------------------------------- */

static void
bind_with_problem (Scene *scene, FitErrorCode code, const char *message)
{
  g_autoptr (GError) problem = g_error_new_literal (FIT_ERROR, code, message);

  assert_true (scene_schedule (scene));
  scene_forget_log (scene);
  fit_scheduler_finish_task (scene->scheduler,
                             g_ptr_array_steal_index (scene->world.tasks, 0),
                             NULL, problem, scene->now);
}

static void
bind_to_missing_node (Scene *scene)
{
  bind_with_problem (scene, FIT_ERROR_NOT_FOUND, "node \"n1\" not found");
}

#define NODE_IS_MISSING                                                  \
  "get node n1\n"                                                        \
  "start fetch pod p\n"                                                  \
  "event Warning FailedScheduling Scheduling p: Binding rejected: node " \
  "\"n1\" not found\n"                                                   \
  "condition p SchedulerError: node \"n1\" not found\n"

static void
test_missing_node_leaves_the_cache (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  fake_world_remove (&scene.world, FIT_KIND_NODE, "", "n1");
  bind_to_missing_node (&scene);
  assert_log (&scene, NODE_IS_MISSING);
  assert_null (fit_cache_find_node (scene.cache, "n1"));
  scene_works (&scene, FIT_TASK_FETCH_POD, "p");
  assert_queued (&scene, "p", FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_node_that_is_there_stays (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  bind_to_missing_node (&scene);
  assert_log (&scene, NODE_IS_MISSING);
  assert_non_null (fit_cache_find_node (scene.cache, "n1"));
}

/* Nobody knows. */
static void
test_node_that_cannot_be_read_stays (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  fake_world_remove (&scene.world, FIT_KIND_NODE, "", "n1");
  scene.world.broken[FAKE_GET_NODE] = "boom";
  bind_to_missing_node (&scene);
  assert_log (&scene, NODE_IS_MISSING);
  assert_non_null (fit_cache_find_node (scene.cache, "n1"));
}

/* Only words about a node are about a node. */
static void
test_other_things_are_missing (void **state)
{
  static const struct
  {
    FitErrorCode code;
    const char *message;
  } rows[] = {
    { FIT_ERROR_NOT_FOUND, "pod \"n1\" not found" },
    { FIT_ERROR_NOT_FOUND, "node n1 not found" },
    { FIT_ERROR_NOT_FOUND, "node \"n1" },
    { FIT_ERROR_NOT_FOUND, "" },
    { FIT_ERROR_REMOTE, "node \"n1\" not found" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

      fake_world_remove (&scene.world, FIT_KIND_NODE, "", "n1");
      bind_with_problem (&scene, rows[i].code, rows[i].message);
      assert_null (strstr (scene.world.log->str, "get node"));
      assert_non_null (fit_cache_find_node (scene.cache, "n1"));
    }
}

/* -- whose fault it is ----------------------------------------------------- */

/* Counts the failures that are errors of the scheduler or of the server. */
static void
count_errors (gpointer data, const FitDecision *decision)
{
  guint *n = data;

  *n += decision->type == FIT_DECISION_FAILED && decision->error != NULL;
}

/* A pod that was deleted while it was bound is nobody's fault. */
static void
test_errors (void **state)
{
#define WITH_CLAIM                \
  CLASS ("late", "example.com/p") \
  CLAIM ("c", "late") OURS ("p", USES ("c"))
  static const struct
  {
    const char *pod;
    FitErrorCode code;
    guint n_errors;
  } rows[] = {
    { PLAIN ("p"), FIT_ERROR_NOT_FOUND, 0 },
    { PLAIN ("p"), FIT_ERROR_REMOTE, 1 },
    { WITH_CLAIM, FIT_ERROR_NOT_FOUND, 1 },
    { WITH_CLAIM, FIT_ERROR_REMOTE, 1 },
    { OURS ("p", CPU ("3")), FIT_ERROR_REMOTE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n_errors = 0;
      SCENE_FROM (scene, .manifest = SMALL_NODE ("n1"),
                  .disable_preemption = TRUE);

      scene_set (&scene, rows[i].pod);
      scene.world.decided = count_errors;
      scene.world.data = &n_errors;
      bind_with_problem (&scene, rows[i].code, "boom");
      assert_int_equal (n_errors, rows[i].n_errors);
    }
}

/* -- what was assumed ------------------------------------------------------ */

/* Another one has bound the pod elsewhere: it counts there, and that it is not
 * where it was assumed is a problem. */
static void
test_pod_was_bound_elsewhere (void **state)
{
  SCENE_FROM (scene, .manifest = SMALL_NODE ("n1") PLAIN ("p"));

  assert_true (scene_schedule (&scene));
  assert_decisions (&scene, "assumed p n1\n");
  scene_set (&scene, SMALL_NODE ("n2") OURS ("p", ON ("n2") ""));
  assert_counted_on (&scene, "p", "n2");
  scene_end (&scene, FIT_TASK_BIND, "p", FAKE_FAILS, "boom");
  assert_decisions (&scene, "problem p\nfailed p\n");
  assert_counted_on (&scene, "p", "n2");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pod_is_queued_as_it_is_now),
    cmocka_unit_test (test_pod_is_read_again_and_again),
    cmocka_unit_test (test_next_failure_begins_with_the_first_pause),
    cmocka_unit_test (test_pod_that_is_gone_is_dropped),
    cmocka_unit_test (test_pod_that_is_gone_between_two_tries_is_dropped),
    cmocka_unit_test (test_pod_that_is_bound_is_dropped),
    cmocka_unit_test (test_pod_of_another_scheduler_is_dropped),
    cmocka_unit_test (test_pod_of_another_scheduler_is_not_queued),
    cmocka_unit_test (test_pod_was_queued_meanwhile),
    cmocka_unit_test (test_pod_was_made_anew),
    cmocka_unit_test (test_change_during_an_attempt_is_not_missed),
    cmocka_unit_test (test_change_before_an_attempt_was_seen),
    cmocka_unit_test (test_change_before_another_attempt_is_missed),
    cmocka_unit_test (test_cycle_is_taken_before_the_pod_is_read),
    cmocka_unit_test (test_pod_is_tried_again_after_a_while),
    cmocka_unit_test (test_missing_node_leaves_the_cache),
    cmocka_unit_test (test_node_that_is_there_stays),
    cmocka_unit_test (test_node_that_cannot_be_read_stays),
    cmocka_unit_test (test_other_things_are_missing),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_pod_was_bound_elsewhere),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
