/* test-scheduling-queue-moves.c - which event moves which pods, and when backoffs end
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-scene.h"

/* -- what happens elsewhere ------------------------------------------------ */

static void
test_change_moves_all_to_where_they_may_go (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) early = pod_from (PLAIN ("early"));

  scene_make_unschedulable (scene, early, START);
  scene_make_unschedulable (scene, scene->p, START + SECOND / 2);
  /* A backoff that ends now is over. */
  queue_move_all (scene->queue, START + SECOND);
  assert_trace (scene,
                "early: unschedulableQ -> activeQ (MoveAllToActiveQueue)\n"
                "p: unschedulableQ -> podBackoffQ (MoveAllToActiveQueue)\n");
  assert_int_equal (
      fit_scheduling_queue_find (scene->queue, early)->timestamp_ns, START);
  assert_int_equal (scene->queue->move_request_cycle, 2);
}

static void
test_backoff_ends_at_its_instant (void **state)
{
  Scene *scene = *state;

  scene_make_back_off (scene, scene->p, START);
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND - 1);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND);
  assert_trace (scene, "p: podBackoffQ -> activeQ (BackoffComplete)\n");
  assert_timestamp (scene, START);
}

static void
test_backoffs_end_one_after_the_other (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) q = pod_from (IMPORTANT ("q", "9"));

  scene_make_back_off (scene, scene->p, START);
  scene_make_back_off (scene, q, START + 1);
  assert_listed (scene, FIT_QUEUE_BACKOFF, "p q");
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND);
  assert_listed (scene, FIT_QUEUE_BACKOFF, "q");
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p");
}

/* Records go 20 s after they were written, whether or not anyone has looked
 * at podBackoffQ since. */
static void
test_backoff_without_record_is_over (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));

  scene_make_back_off (scene, scene->p, START);
  scene_make_unschedulable (scene, q, START + 20 * SECOND + 1);
  assert_backoff_until (scene, G_MININT64);
  fit_scheduling_queue_flush_backoff (scene->queue, START + 20 * SECOND + 1);
  assert_trace (scene, "p: podBackoffQ -> activeQ (BackoffUnknown)\n");
}

static void
test_new_neighbour_moves_those_that_want_it (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) wants
      = pod_from (WAITING ("wants", "", NEAR ("app: db"), ""));
  g_autoptr (FitPod) other
      = pod_from (WAITING ("other", "", NEAR ("app: web"), ""));
  g_autoptr (FitPod) flees = pod_from (WAITING (
      "flees", "",
      "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: db")) "}", ""));
  g_autoptr (FitPod) likes = pod_from (
      WAITING ("likes", "",
               "affinity: {podAffinity: {" PREFERRED
               "[{weight: 1, podAffinityTerm: " TERM ("zone", "app: db") "}]}}",
               ""));
  g_autoptr (FitPod) db = pod_from (PLACED ("db", "n1", "app: db"));

  scene_make_unschedulable (scene, wants, START);
  scene_make_unschedulable (scene, other, START);
  scene_make_unschedulable (scene, flees, START);
  scene_make_unschedulable (scene, likes, START);
  fit_scheduling_queue_assigned_pod_added (scene->queue, db, START);
  assert_trace (scene,
                "wants: unschedulableQ -> podBackoffQ (AssignedPodAdded)\n");
  fit_scheduling_queue_assigned_pod_updated (scene->queue, db, db, START);
  assert_trace (scene, "");
  scene_make_unschedulable (scene, scene->p, START);
  assert_listed (scene, FIT_QUEUE_UNSCHEDULABLE, "other flees likes p");
  fit_scheduling_queue_delete (scene->queue, wants);
  scene_make_unschedulable (scene, wants, START);
  fit_scheduling_queue_assigned_pod_updated (scene->queue, db, db,
                                             START + 2 * SECOND);
  assert_trace (scene,
                "wants: unschedulableQ -> activeQ (AssignedPodUpdated)\n");
  assert_int_equal (scene->queue->move_request_cycle,
                    fit_scheduling_queue_scheduling_cycle (scene->queue));
}

static void
test_neighbours_are_wanted_in_namespaces (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) here = pod_from (WAITING ("here", "", NEAR (""), ""));
  g_autoptr (FitPod) there = pod_from (WAITING (
      "there", "",
      "affinity: {podAffinity: {" REQUIRED
      "[{topologyKey: zone, namespaces: [nt, nu], labelSelector: {}}]}}",
      ""));
  g_autoptr (FitPod) invalid = pod_from (WAITING (
      "invalid", "", "affinity: {" POD_AFFINITY (INVALID_TERM ("z")) "}", ""));
  g_autoptr (FitPod) stranger
      = pod_from (POD ("s", "namespace: nu", "nodeName: n1"));

  scene_make_unschedulable (scene, here, START);
  scene_make_unschedulable (scene, there, START);
  scene_make_unschedulable (scene, invalid, START);
  fit_scheduling_queue_assigned_pod_added (scene->queue, stranger, START);
  assert_listed (scene, FIT_QUEUE_UNSCHEDULABLE, "here invalid");
}

/* An update may bring or take away affinity. */
static void
test_updated_affinity_counts (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) db = pod_from (PLACED ("db", "n1", "app: db"));

  scene_make_unschedulable (scene, scene->p, START);
  scene_update (scene, WAITING ("p", "", NEAR ("app: db"), ""),
                FIT_POD_CHANGE_STATUS, START);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_STATUS, START);
  fit_scheduling_queue_assigned_pod_added (scene->queue, db, START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  scene_update (scene, WAITING ("p", "", NEAR ("app: db"), ""),
                FIT_POD_CHANGE_STATUS, START);
  fit_scheduling_queue_assigned_pod_added (scene->queue, db, START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
}

/* -- timers ---------------------------------------------------------------- */

static void
test_leftover_moves_after_more_than_a_minute (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));

  scene_make_unschedulable (scene, scene->p, START);
  scene_make_unschedulable (scene, q, START + 1);
  fit_scheduling_queue_flush_unschedulable_leftover (queue,
                                                     START + 60 * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (queue->move_request_cycle, -1);
  fit_scheduling_queue_flush_unschedulable_leftover (queue,
                                                     START + 60 * SECOND + 1);
  assert_trace (scene, "p: unschedulableQ -> activeQ (UnschedulableTimeout)\n");
  assert_where (scene, q, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (queue->move_request_cycle, 2);
}

static void
test_idle_queue_needs_no_timer (void **state)
{
  Scene *scene = *state;

  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue), G_MAXINT64);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue), G_MAXINT64);
}

static void
test_timer_ticks_every_second_for_backoffs (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;

  scene_make_back_off (scene, scene->p, START + SECOND / 4);
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 2 * SECOND);
  fit_scheduling_queue_run_timers (queue, START + 2 * SECOND - 1);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 2 * SECOND);
  fit_scheduling_queue_run_timers (queue, START + 2 * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_ACTIVE);
  assert_int_equal (fit_scheduling_queue_next_timer (queue), G_MAXINT64);
}

static void
test_backoff_that_ends_on_a_tick_waits_no_longer (void **state)
{
  Scene *scene = *state;

  scene_make_back_off (scene, scene->p, START + 3 * SECOND);
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue),
                    START + 4 * SECOND);
}

/* A late run does what the ticks would have done, no more. */
static void
test_late_timer_keeps_to_the_ticks (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;
  gint64 now = START + 5 * SECOND + SECOND / 2;

  scene_make_back_off (scene, scene->p, START + SECOND / 4);
  fit_scheduling_queue_run_timers (queue, START + SECOND * 7 / 4);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 2 * SECOND);
  fit_scheduling_queue_run_timers (queue, now);
  assert_where (scene, scene->p, FIT_QUEUE_ACTIVE);
  assert_pops (scene, "p");
  scene_make_back_off (scene, scene->p, now);
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 8 * SECOND);
}

/* A tick that was not run in time is still to be run. */
static void
test_missed_tick_lies_in_the_past (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;

  scene_make_back_off (scene, scene->p, START);
  fit_scheduling_queue_run_timers (queue, START);
  assert_int_equal (fit_scheduling_queue_next_timer (queue), START + SECOND);
  fit_scheduling_queue_run_timers (queue, START + 40 * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_ACTIVE);
}

static void
test_timer_ticks_every_half_minute_for_leftovers (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));

  scene_make_unschedulable (scene, scene->p, START);
  /* At 60 s it is not more than a minute. */
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 90 * SECOND);
  fit_scheduling_queue_run_timers (queue, START + 89 * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  fit_scheduling_queue_run_timers (queue, START + 90 * SECOND);
  assert_trace (scene, "p: unschedulableQ -> activeQ (UnschedulableTimeout)\n");
  assert_pops (scene, "p");
  scene_make_back_off (scene, scene->p, START + 119 * SECOND);
  scene_make_unschedulable (scene, q, START + 119 * SECOND);
  /* The earlier of both timers is next. */
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 120 * SECOND);
  fit_scheduling_queue_run_timers (queue, START + 120 * SECOND);
  assert_int_equal (fit_scheduling_queue_next_timer (queue),
                    START + 180 * SECOND);
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_change_moves_all_to_where_they_may_go),
    TEST (test_backoff_ends_at_its_instant),
    TEST (test_backoffs_end_one_after_the_other),
    TEST (test_backoff_without_record_is_over),
    TEST (test_new_neighbour_moves_those_that_want_it),
    TEST (test_neighbours_are_wanted_in_namespaces),
    TEST (test_updated_affinity_counts),
    TEST (test_leftover_moves_after_more_than_a_minute),
    TEST (test_idle_queue_needs_no_timer),
    TEST (test_timer_ticks_every_second_for_backoffs),
    TEST (test_backoff_that_ends_on_a_tick_waits_no_longer),
    TEST (test_late_timer_keeps_to_the_ticks),
    TEST (test_missed_tick_lies_in_the_past),
    TEST (test_timer_ticks_every_half_minute_for_leftovers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
