/* The queue of later releases: updates, activation, timers, names.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-scene.h"

static void
renew (Scene *scene, FitRelease release)
{
  scene_renew (scene, &(FitQueueOptions){ .release = release });
}

/* -- updates --------------------------------------------------------------- */

static void
make_back_off (Scene *scene)
{
  scene_try (scene, scene->p, "", START);
  queue_move_all (scene->queue, START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  g_string_truncate (scene->trace, 0);
}

static void
test_update_cut_a_backoff_short (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (20, 15));
  make_back_off (scene);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_STATUS, START);
  assert_trace (scene, "p: backoffQ -> activeQ (PodUpdate)\n");
}

static void
test_update_leaves_a_pod_backing_off (void **state)
{
  Scene *scene = *state;
  const FitQueueEntry *entry;

  renew (scene, FIT_RELEASE (21, 9));
  make_back_off (scene);
  scene_update (scene, IMPORTANT ("p", "7"), FIT_POD_CHANGE_OBJECT, START);
  assert_trace (scene, "");
  entry = fit_scheduling_queue_find (scene->queue, scene->p);
  assert_int_equal (entry->queue, FIT_QUEUE_BACKOFF);
  assert_int_equal (entry->pod->spec->priority, 7);
  assert_backoff_until (scene, START + SECOND);
}

static void
test_update_that_may_help_waits_for_the_backoff (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (21, 9));
  scene_try (scene, scene->p, "", START);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_STATUS, START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_OBJECT, START + SECOND - 1);
  assert_trace (scene, "p: unschedulablePods -> backoffQ (PodUpdate)\n");
}

static void
test_update_that_may_help_after_the_backoff (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (21, 9));
  scene_try (scene, scene->p, "", START);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_OBJECT, START + SECOND);
  assert_trace (scene, "p: unschedulablePods -> activeQ (BackoffComplete)\n");
  assert_timestamp (scene, START);
  /* Its attempts are not forgotten. */
  assert_pops (scene, "p");
  assert_int_equal (queue_attempts (scene->queue, "p")->n, 2);
}

static void
test_update_in_between_did_not_wait (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (18, 2));
  scene_try (scene, scene->p, "", START);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_OBJECT, START);
  assert_trace (scene, "p: unschedulablePods -> activeQ (PodUpdate)\n");
  assert_pops (scene, "p");
  assert_int_equal (queue_attempts (scene->queue, "p")->n, 2);
}

static void
test_unknown_pod_that_changes_is_new (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (28, 3));
  scene_update (scene, WAITING ("p", "", "", "nominatedNodeName: n1"),
                FIT_POD_CHANGE_STATUS, START);
  assert_trace (scene, "p: none -> activeQ (PodUpdate)\n");
  assert_nominated (scene, "p");
}

/* -- activation ------------------------------------------------------------ */

/* From 1.32 on a pod that is activated while it is tried waits for nothing but its
 * backoff afterwards. */
static void
test_activation_of_a_pod_that_is_tried (void **state)
{
  static const struct
  {
    FitRelease release;
    gboolean is_kept;
  } rows[] = {
    { FIT_RELEASE (31, 1), FALSE },
    { FIT_RELEASE (32, 2), TRUE },
    { FIT_RELEASE (36, 3), TRUE },
  };
  Scene *scene = *state;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      renew (scene, rows[i].release);
      scene_add (scene, PLAIN ("p"), START);
      assert_pops (scene, "p");
      assert_int_equal (
          fit_scheduling_queue_activate (scene->queue, scene->p, START),
          rows[i].is_kept);
      scene_reject (scene, scene->p, "A", START);
      assert_where (scene, scene->p,
                    rows[i].is_kept ? FIT_QUEUE_BACKOFF
                                    : FIT_QUEUE_UNSCHEDULABLE);
    }
}

static void
test_activation_fetches_pods_from_where_they_wait (void **state)
{
  Scene *scene = *state;
  FitSchedulingQueue *queue = scene->queue;

  renew (scene, FIT_RELEASE (28, 3));
  queue = scene->queue;
  assert_false (fit_scheduling_queue_activate (queue, scene->p, START));
  scene_try (scene, scene->p, "", START);
  assert_true (fit_scheduling_queue_activate (queue, scene->p, START));
  assert_trace (scene, "p: unschedulablePods -> activeQ (ForceActivate)\n");
  assert_true (fit_scheduling_queue_activate (queue, scene->p, START));
  assert_trace (scene, "");
  assert_pops (scene, "p");
  assert_false (fit_scheduling_queue_activate (queue, scene->p, START));
  fit_scheduling_queue_delete (queue, scene->p);
  make_back_off (scene);
  assert_true (fit_scheduling_queue_activate (queue, scene->p, START));
  assert_trace (scene, "p: backoffQ -> activeQ (ForceActivate)\n");
}

/* -- timers ---------------------------------------------------------------- */

static void
assert_stay (Scene *scene, const FitQueueOptions *options, gint64 seconds)
{
  scene_renew (scene, options);
  scene_try (scene, scene->p, "A", START);
  fit_scheduling_queue_flush_unschedulable_leftover (scene->queue,
                                                     START + seconds * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (scene->queue->move_request_cycle, -1);
  fit_scheduling_queue_flush_unschedulable_leftover (
      scene->queue, START + seconds * SECOND + 1);
  assert_trace (scene,
                "p: unschedulablePods -> activeQ (UnschedulableTimeout)\n");
  assert_int_equal (scene->queue->move_request_cycle, 1);
}

static void
test_pods_stay_for_a_while (void **state)
{
  static const FitQueueProfile profile
      = { .scheduler_name = "default-scheduler" };

  assert_stay (*state, &(FitQueueOptions){ .release = FIT_RELEASE (23, 3) },
               60);
  assert_stay (*state, &(FitQueueOptions){ .release = FIT_RELEASE (24, 4) },
               300);
  assert_stay (*state,
               &(FitQueueOptions){ .release = FIT_RELEASE (28, 3),
                                   .max_unschedulable_ns = 7 * SECOND,
                                   .n_profiles = 1,
                                   .profiles = &profile },
               7);
}

/* Only as many as have stayed too long. */
static void
test_younger_pods_stay (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));

  renew (scene, FIT_RELEASE (28, 3));
  scene_try (scene, scene->p, "A", START);
  scene_try (scene, q, "A", START + 1);
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue),
                    START + 330 * SECOND);
  fit_scheduling_queue_flush_unschedulable_leftover (scene->queue,
                                                     START + 300 * SECOND + 1);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p");
  assert_listed (scene, FIT_QUEUE_UNSCHEDULABLE, "q");
}

/* A leftover that moves is something that happens to those in flight. */
static void
test_leftovers_are_an_event (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) q = pod_from (PLAIN ("q"));

  renew (scene, FIT_RELEASE (28, 3));
  scene_try (scene, scene->p, "A", START);
  fit_scheduling_queue_add (scene->queue, q, START);
  assert_pops (scene, "q");
  fit_scheduling_queue_run_timers (scene->queue, START + 330 * SECOND);
  scene_reject (scene, q, "A", START + 330 * SECOND);
  assert_where (scene, q, FIT_QUEUE_BACKOFF);
}

/* -- reading --------------------------------------------------------------- */

static const char *
refuse_g (const FitPod *pod, gpointer data)
{
  return *pod->meta.name == 'g' ? "Gate" : NULL;
}

static void
assert_counts (const Scene *scene, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (FitQueueName name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    g_string_append_printf (
        text, "%s:%u ", fit_scheduling_queue_place_name (scene->queue, name),
        fit_scheduling_queue_count (scene->queue, name));
  g_string_append_printf (text, "gated:%u",
                          fit_scheduling_queue_count_gated (scene->queue));
  assert_string_equal (text->str, expected);
}

static void
test_pods_are_counted (void **state)
{
  Scene *scene = *state;
  const FitQueueProfile profile
      = { .scheduler_name = scene->p->spec->scheduler_name,
          .pre_enqueue = refuse_g };

  scene_add (scene, PLAIN ("a"), START);
  assert_counts (scene, "activeQ:1 podBackoffQ:0 unschedulableQ:0 gated:0");
  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (28, 3),
                                          .n_profiles = 1,
                                          .profiles = &profile });
  scene_try (scene, scene->p, "A", START);
  scene_add (scene, PLAIN ("a"), START);
  scene_add (scene, PLAIN ("g"), START);
  assert_counts (scene, "activeQ:1 backoffQ:0 unschedulablePods:2 gated:1");
}

static void
test_trace_has_the_labels_of_events (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (28, 3));
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  scene_reject (scene, scene->p, "", START);
  scene_happens (scene, FIT_CLUSTER_EVENT_CSI_DRIVER_UPDATE, START);
  fit_scheduling_queue_run_timers (scene->queue, START + SECOND);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_trace (scene, "p: none -> activeQ (PodAdd)\n"
                       "p: activeQ -> none (Pop)\n"
                       "p: none -> unschedulablePods (ScheduleAttemptFailure)\n"
                       "p: unschedulablePods -> backoffQ (CSIDriverUpdate)\n"
                       "p: backoffQ -> activeQ (BackoffComplete)\n"
                       "p: activeQ -> none (Delete)\n"
                       "p: none -> activeQ (PodAdd)\n");
}

static void
assert_labels (Scene *scene, FitRelease release, const char *expected)
{
  const FitFeatureGates gates = queue_gates (release, GATE_OFF, GATE_DEFAULT);

  scene_renew (scene,
               &(FitQueueOptions){ .release = release, .gates = &gates });
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_OBJECT, START);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  scene_reject (scene, scene->p, "A", START);
  scene_update (scene, PLAIN ("p"), FIT_POD_CHANGE_OBJECT, START + 2 * SECOND);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_trace (scene, expected);
}

static void
test_labels_of_waiting_pods (void **state)
{
  assert_labels (*state, FIT_RELEASE (31, 1),
                 "p: none -> activeQ (PodUpdate)\n"
                 "p: activeQ -> none (Pop)\n"
                 "p: none -> unschedulablePods (ScheduleAttemptFailure)\n"
                 "p: unschedulablePods -> activeQ (BackoffComplete)\n"
                 "p: activeQ -> none (Delete)\n"
                 "p: none -> activeQ (PodAdd)\n");
  assert_labels (*state, FIT_RELEASE (32, 2),
                 "p: none -> activeQ (UnschedulablePodUpdate)\n"
                 "p: activeQ -> none (Pop)\n"
                 "p: none -> unschedulablePods (ScheduleAttemptFailure)\n"
                 "p: unschedulablePods -> activeQ (BackoffComplete)\n"
                 "p: activeQ -> none (Delete)\n"
                 "p: none -> activeQ (UnschedulablePodAdd)\n");
  assert_labels (*state, FIT_RELEASE (33, 0),
                 "p: none -> activeQ (UnschedulablePodUpdate)\n"
                 "p: activeQ -> none (Pop)\n"
                 "p: none -> unschedulablePods (ScheduleAttemptFailure)\n"
                 "p: unschedulablePods -> activeQ (UnschedulablePodUpdate)\n"
                 "p: activeQ -> none (Delete)\n"
                 "p: none -> activeQ (UnschedulablePodAdd)\n");
}

/* The plugins that rejected it are those of its last attempt. */
static void
test_attempt_starts_clean (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (28, 3));
  scene_try (scene, scene->p, "A B", START);
  queue_move_all (scene->queue, START + SECOND);
  assert_pops (scene, "p");
  scene_reject (scene, scene->p, "C", START);
  assert_int_equal (
      fit_scheduling_queue_find (scene->queue, scene->p)->plugins->len, 1);
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_update_cut_a_backoff_short),
    TEST (test_update_leaves_a_pod_backing_off),
    TEST (test_update_that_may_help_waits_for_the_backoff),
    TEST (test_update_that_may_help_after_the_backoff),
    TEST (test_update_in_between_did_not_wait),
    TEST (test_unknown_pod_that_changes_is_new),
    TEST (test_activation_fetches_pods_from_where_they_wait),
    TEST (test_activation_of_a_pod_that_is_tried),
    TEST (test_pods_stay_for_a_while),
    TEST (test_younger_pods_stay),
    TEST (test_leftovers_are_an_event),
    TEST (test_pods_are_counted),
    TEST (test_trace_has_the_labels_of_events),
    TEST (test_labels_of_waiting_pods),
    TEST (test_attempt_starts_clean),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
