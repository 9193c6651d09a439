/* test-scheduling-queue.c - the order of pods, and what happens to them in v1.16's queue
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-scene.h"

/* -- activeQ --------------------------------------------------------------- */

static void
test_higher_priority_goes_first (void **state)
{
  Scene *scene = *state;

  scene_add (scene, IMPORTANT ("z", "5"), START);
  scene_add (scene, IMPORTANT ("l", "1"), START + 1);
  scene_add (scene, IMPORTANT ("h", "10"), START + 2);
  scene_add (scene, IMPORTANT ("negative", "-1"), START + 3);
  scene_add (scene, PLAIN ("absent"), START + 4);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "h z l absent negative");
  assert_pops (scene, "h");
  assert_pops (scene, "z");
  assert_pops (scene, "l");
  assert_pops (scene, "absent");
  assert_pops (scene, "negative");
  assert_pops (scene, "");
}

static void
test_equals_go_by_age_then_by_arrival (void **state)
{
  Scene *scene = *state;

  scene_add (scene, PLAIN ("c"), START);
  scene_add (scene, PLAIN ("b"), START);
  scene_add (scene, PLAIN ("a"), START);
  scene_add (scene, PLAIN ("d"), START + 1);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "c b a d");
  /* Added anew, it is young. */
  scene_add (scene, PLAIN ("c"), START + 1);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "b a d c");
}

static gboolean
by_name_backwards (const FitQueueEntry *a, const FitQueueEntry *b,
                   gpointer data)
{
  return strcmp (a->pod->meta.name, b->pod->meta.name) > 0;
}

static void
test_plugin_may_give_the_order (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_set_sort (scene->queue, by_name_backwards, NULL);
  scene_add (scene, IMPORTANT ("a", "10"), START);
  scene_add (scene, PLAIN ("c"), START);
  scene_add (scene, PLAIN ("b"), START);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "c b a");
}

static void
test_pop_counts_cycles (void **state)
{
  Scene *scene = *state;

  assert_int_equal (fit_scheduling_queue_scheduling_cycle (scene->queue), 0);
  assert_int_equal (scene->queue->move_request_cycle, -1);
  assert_pops (scene, "");
  assert_int_equal (fit_scheduling_queue_scheduling_cycle (scene->queue), 0);
  scene_add (scene, PLAIN ("a"), START);
  scene_add (scene, PLAIN ("b"), START);
  assert_pops (scene, "a");
  assert_pops (scene, "b");
  assert_int_equal (fit_scheduling_queue_scheduling_cycle (scene->queue), 2);
}

static void
test_add_takes_a_pod_from_anywhere (void **state)
{
  Scene *scene = *state;

  scene_make_unschedulable (scene, scene->p, START);
  fit_scheduling_queue_add (scene->queue, scene->p, START + 1);
  assert_trace (scene, "p: unschedulableQ -> activeQ (Add)\n");
  fit_scheduling_queue_add (scene->queue, scene->p, START + 2);
  assert_trace (scene, "");
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p");
  assert_pops (scene, "p");
  scene_make_back_off (scene, scene->p, START + 3);
  fit_scheduling_queue_add (scene->queue, scene->p, START + 4);
  assert_trace (scene, "p: podBackoffQ -> activeQ (Add)\n");
  assert_timestamp (scene, START + 4);
  assert_listed (scene, FIT_QUEUE_BACKOFF, "");
  assert_listed (scene, FIT_QUEUE_UNSCHEDULABLE, "");
}

static void
test_namespaces_keep_pods_apart (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) other = pod_from (
      "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: nt, name: p, uid: q}}");
  g_autoptr (FitPod) bare = pod_from (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: r}}");

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  fit_scheduling_queue_add (scene->queue, other, START);
  fit_scheduling_queue_add (scene->queue, bare, START);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p p p");
  fit_scheduling_queue_delete (scene->queue, other);
  assert_where (scene, other, FIT_QUEUE_NONE);
  assert_where (scene, scene->p, FIT_QUEUE_ACTIVE);
  assert_where (scene, bare, FIT_QUEUE_ACTIVE);
}

/* -- after a failure ------------------------------------------------------- */

static void
test_failed_pod_waits_for_a_change (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  scene_fail (scene, scene->p, START + 5);
  assert_trace (scene, "p: none -> activeQ (Add)\n"
                       "p: activeQ -> none (Pop)\n"
                       "p: none -> unschedulableQ "
                       "(AddUnschedulableIfNotPresent)\n");
  assert_timestamp (scene, START + 5);
  assert_backoff_until (scene, START + 5 + SECOND);
}

/* A pod that is tried while something changes is in no queue: the cycle says
 * that the change came too late for it. */
static void
test_change_during_the_attempt_means_backoff_only (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) unrelated = pod_from (PLACED ("u", "n1", ""));

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  fit_scheduling_queue_assigned_pod_added (scene->queue, unrelated, START);
  assert_int_equal (fit_scheduling_queue_scheduling_cycle (scene->queue), 1);
  assert_int_equal (scene->queue->move_request_cycle, 1);
  scene_fail (scene, scene->p, START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
}

static void
test_change_before_the_attempt_does_not_count (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  queue_move_all (scene->queue, START);
  assert_int_equal (scene->queue->move_request_cycle, 0);
  assert_pops (scene, "p");
  scene_fail (scene, scene->p, START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
}

/* The number compared is read when the failure is handled: when another pod
 * was popped meanwhile, a change during the attempt is missed. */
static void
test_late_failure_misses_the_change (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  queue_move_all (scene->queue, START);
  scene_add (scene, PLAIN ("b"), START);
  assert_pops (scene, "b");
  scene_fail (scene, scene->p, START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
}

static void
assert_refused (Scene *scene, const char *text)
{
  g_autoptr (GError) error = NULL;
  gint64 until = queue_backoff_until (scene->queue, scene->p);

  scene_nominate (scene, scene->p);
  assert_false (fit_scheduling_queue_add_failed (
      scene->queue, &(FitQueueFailure){ .pod = scene->p, .cycle = 99 },
      START + 90 * SECOND, &error));
  assert_error (&error, FIT_ERROR_SCHEDULE, text);
  assert_backoff_until (scene, until);
  assert_nominated (scene, "p");
}

static void
test_pod_that_waits_cannot_fail (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_refused (scene, "pod is already present in the activeQ");
  assert_pops (scene, "p");
  scene_fail (scene, scene->p, START);
  assert_refused (scene, "pod is already present in unschedulableQ");
  queue_move_all (scene->queue, START);
  assert_refused (scene, "pod is already present in the backoffQ");
}

static void
test_backoff_grows_over_attempts (void **state)
{
  static const gint64 expected[] = { 1, 2, 4, 8, 10, 10 };
  Scene *scene = *state;
  gint64 now = START, until;

  fit_scheduling_queue_add (scene->queue, scene->p, now);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      assert_pops (scene, "p");
      scene_fail (scene, scene->p, now);
      queue_move_all (scene->queue, now);
      until = queue_backoff_until (scene->queue, scene->p);
      assert_int_equal (until - now, expected[i] * SECOND);
      now = until + 1;
      fit_scheduling_queue_flush_backoff (scene->queue, now);
    }
}

/* -- updates --------------------------------------------------------------- */

static void
test_update_of_an_active_pod_keeps_its_age (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  scene_add (scene, PLAIN ("q"), START + 1);
  scene_add (scene, IMPORTANT ("r", "5"), START + 1);
  g_string_truncate (scene->trace, 0);
  scene_update (scene, WAITING ("p", "labels: {a: b}", "", ""),
                FIT_POD_CHANGE_OBJECT, START + 2);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "r p q");
  assert_non_null (
      fit_scheduling_queue_find (scene->queue, scene->p)->pod->meta.labels);
  scene_update (scene, IMPORTANT ("p", "9"), FIT_POD_CHANGE_OBJECT, START + 3);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p r q");
  scene_update (scene, IMPORTANT ("p", "-9"), FIT_POD_CHANGE_OBJECT, START + 4);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "r q p");
  assert_timestamp (scene, START);
  assert_trace (scene, "");
}

static void
test_any_update_ends_the_wait_for_the_backoff (void **state)
{
  Scene *scene = *state;

  scene_make_back_off (scene, scene->p, START + 7);
  scene_update (scene,
                WAITING ("p", "resourceVersion: '2'", "", "phase: Pending"),
                FIT_POD_CHANGE_STATUS, START + 8);
  assert_trace (scene, "p: podBackoffQ -> activeQ (Update)\n");
  assert_timestamp (scene, START + 7);
  /* The record stays. */
  assert_backoff_until (scene, START + 7 + SECOND);
}

static void
test_unschedulable_pod_heeds_changes_of_the_object (void **state)
{
  static const char annotated[]
      = WAITING ("p", "annotations: {a: b}", "", "phase: Pending");
  Scene *scene = *state;

  scene_make_unschedulable (scene, scene->p, START);
  scene_update (scene, WAITING ("p", "", "", "phase: Pending"),
                FIT_POD_CHANGE_STATUS, START + 1);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  assert_string_equal (
      fit_scheduling_queue_find (scene->queue, scene->p)->pod->phase,
      "Pending");
  assert_trace (scene, "");
  scene_update (scene, annotated, FIT_POD_CHANGE_OBJECT, START + 2);
  assert_trace (scene, "p: unschedulableQ -> activeQ (Update)\n");
  assert_timestamp (scene, START);
  assert_backoff_until (scene, G_MININT64);
}

static void
test_update_of_an_unknown_pod_adds_it (void **state)
{
  Scene *scene = *state;

  scene_update (scene, WAITING ("p", "", "", "nominatedNodeName: n1"),
                FIT_POD_CHANGE_STATUS, START + 1);
  assert_trace (scene, "p: none -> activeQ (Update)\n");
  assert_timestamp (scene, START + 1);
  assert_nominated (scene, "p");
}

static void
test_what_the_queue_holds_may_be_the_old_object (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) new_pod
      = pod_from (WAITING ("p", "", "", "nominatedNodeName: ''"));

  scene_add (scene, WAITING ("p", "", "", "nominatedNodeName: n1"), START);
  assert_nominated (scene, "p");
  fit_scheduling_queue_update (scene->queue, NULL, new_pod,
                               FIT_POD_CHANGE_STATUS, START);
  assert_nominated (scene, "");
  assert_ptr_equal (fit_scheduling_queue_find (scene->queue, scene->p)->pod,
                    new_pod);
}

static void
test_update_keeps_a_nomination_made_in_memory (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  scene_nominate (scene, scene->p);
  scene_update (scene, WAITING ("p", "labels: {a: b}", "", ""),
                FIT_POD_CHANGE_OBJECT, START);
  assert_nominated (scene, "p");
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_nominated (scene, "");
}

static void
test_nominations_follow_the_pod (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) named
      = pod_from (WAITING ("p", "", "", "nominatedNodeName: n1"));

  fit_scheduling_queue_add (scene->queue, named, START);
  assert_nominated (scene, "p");
  assert_pops (scene, "p");
  assert_nominated (scene, "p");
  scene_fail (scene, scene->p, START);
  assert_nominated (scene, "");
  fit_scheduling_queue_update (scene->queue, scene->p, named,
                               FIT_POD_CHANGE_STATUS, START);
  assert_nominated (scene, "p");
  fit_scheduling_queue_delete (scene->queue, scene->p);
  assert_nominated (scene, "");
}

/* -- deletion -------------------------------------------------------------- */

static void
test_deleted_active_pod_keeps_its_backoff (void **state)
{
  Scene *scene = *state;

  scene_make_back_off (scene, scene->p, START);
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND);
  g_string_truncate (scene->trace, 0);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  assert_trace (scene, "p: activeQ -> none (Delete)\n");
  assert_pops (scene, "");
  assert_backoff_until (scene, START + SECOND);
}

static void
test_pod_deleted_elsewhere_loses_its_backoff (void **state)
{
  Scene *scene = *state;

  scene_make_back_off (scene, scene->p, START);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  assert_trace (scene, "p: podBackoffQ -> none (Delete)\n");
  assert_backoff_until (scene, G_MININT64);
  scene_make_unschedulable (scene, scene->p, START);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  assert_trace (scene, "p: unschedulableQ -> none (Delete)\n");
  assert_backoff_until (scene, G_MININT64);
  /* In no queue: an attempt is made with it. */
  scene_make_back_off (scene, scene->p, START);
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND);
  assert_pops (scene, "p");
  fit_scheduling_queue_delete (scene->queue, scene->p);
  assert_backoff_until (scene, G_MININT64);
}

/* -- the life of a pod ----------------------------------------------------- */

static void
test_trace_tells_the_life_of_a_pod (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;
  g_autoptr (FitPod) kept = NULL;

  fit_scheduling_queue_add (queue, scene->p, START);
  kept = fit_scheduling_queue_pop (queue);
  scene_fail (scene, kept, START);
  queue_move_all (queue, START + 1);
  fit_scheduling_queue_run_timers (queue, START + SECOND);
  assert_pops (scene, "p");
  assert_trace (scene,
                "p: none -> activeQ (Add)\n"
                "p: activeQ -> none (Pop)\n"
                "p: none -> unschedulableQ (AddUnschedulableIfNotPresent)\n"
                "p: unschedulableQ -> podBackoffQ (MoveAllToActiveQueue)\n"
                "p: podBackoffQ -> activeQ (BackoffComplete)\n"
                "p: activeQ -> none (Pop)\n");
  fit_scheduling_queue_set_observer (queue, NULL, NULL);
  fit_scheduling_queue_add (queue, scene->p, START + SECOND);
  assert_trace (scene, "");
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_higher_priority_goes_first),
    TEST (test_equals_go_by_age_then_by_arrival),
    TEST (test_plugin_may_give_the_order),
    TEST (test_pop_counts_cycles),
    TEST (test_add_takes_a_pod_from_anywhere),
    TEST (test_namespaces_keep_pods_apart),
    TEST (test_failed_pod_waits_for_a_change),
    TEST (test_change_during_the_attempt_means_backoff_only),
    TEST (test_change_before_the_attempt_does_not_count),
    TEST (test_late_failure_misses_the_change),
    TEST (test_pod_that_waits_cannot_fail),
    TEST (test_backoff_grows_over_attempts),
    TEST (test_update_of_an_active_pod_keeps_its_age),
    TEST (test_any_update_ends_the_wait_for_the_backoff),
    TEST (test_unschedulable_pod_heeds_changes_of_the_object),
    TEST (test_update_of_an_unknown_pod_adds_it),
    TEST (test_what_the_queue_holds_may_be_the_old_object),
    TEST (test_update_keeps_a_nomination_made_in_memory),
    TEST (test_nominations_follow_the_pod),
    TEST (test_deleted_active_pod_keeps_its_backoff),
    TEST (test_pod_deleted_elsewhere_loses_its_backoff),
    TEST (test_trace_tells_the_life_of_a_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
