/* The queue of 1.33 and later while nothing is active: pods in backoffQ are popped.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-scene.h"

static void
renew (Scene *scene, FitRelease release)
{
  scene_renew (scene, &(FitQueueOptions){ .release = release });
}

/* @pod is rejected by a plugin, then something helps it. */
static void
back_off (Scene *scene, const FitPod *pod, gint64 now_ns)
{
  scene_try (scene, pod, "A", now_ns);
  scene_happens (scene, FIT_CLUSTER_EVENT_WILDCARD, now_ns);
  assert_where (scene, pod, FIT_QUEUE_BACKOFF);
  g_string_truncate (scene->trace, 0);
}

static void
test_rejected_pod_need_not_wait (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (33, 0));
  back_off (scene, scene->p, START);
  assert_pops (scene, "p");
  assert_trace (scene, "p: backoffQ -> activeQ (PopFromBackoffQ)\n"
                       "p: activeQ -> none (Pop)\n");
  assert_int_equal (queue_attempts (scene->queue, "p")->n, 2);
  assert_pops (scene, "");
}

static void
test_active_pod_comes_first (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) more = pod_from (IMPORTANT ("more", "7"));

  renew (scene, FIT_RELEASE (34, 1));
  back_off (scene, more, START);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  assert_pops (scene, "more");
}

/* It would only fail again while the API server is away. */
static void
test_pod_with_an_error_waits (void **state)
{
  Scene *scene = *state;

  renew (scene, FIT_RELEASE (34, 1));
  scene_try (scene, scene->p, "", START);
  assert_listed (scene, FIT_QUEUE_BACKOFF, "p");
  assert_pops (scene, "");
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue),
                    START + 2 * SECOND);
  fit_scheduling_queue_run_timers (scene->queue, START + 2 * SECOND);
  assert_pops (scene, "p");
}

static void
assert_no_early_pop (Scene *scene, const FitQueueOptions *options)
{
  scene_renew (scene, options);
  back_off (scene, scene->p, START);
  assert_pops (scene, "");
}

static void
test_who_pops_nothing_early (void **state)
{
  const FitFeatureGates on
      = queue_gates (FIT_RELEASE (32, 2), GATE_DEFAULT, GATE_ON);
  const FitFeatureGates off
      = queue_gates (FIT_RELEASE (33, 0), GATE_DEFAULT, GATE_OFF);

  assert_no_early_pop (*state,
                       &(FitQueueOptions){ .release = FIT_RELEASE (32, 2) });
  assert_no_early_pop (
      *state,
      &(FitQueueOptions){ .release = FIT_RELEASE (32, 2), .gates = &on });
  assert_no_early_pop (
      *state,
      &(FitQueueOptions){ .release = FIT_RELEASE (33, 0), .gates = &off });
}

/* "late" is rejected later than "p", and its backoff ends in the same second. */
static void
test_second_has_the_order_of_active_pods (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) late = pod_from (IMPORTANT ("late", "7"));
  g_autoptr (FitPod) later = pod_from (IMPORTANT ("later", "9"));

  renew (scene, FIT_RELEASE (33, 0));
  scene_try (scene, scene->p, "A", START);
  scene_try (scene, late, "A", START + SECOND - 1);
  scene_try (scene, later, "A", START + SECOND);
  scene_happens (scene, FIT_CLUSTER_EVENT_WILDCARD, START + SECOND);
  assert_listed (scene, FIT_QUEUE_BACKOFF, "late p later");
  fit_scheduling_queue_run_timers (scene->queue, START + 2 * SECOND - 1);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "");
  fit_scheduling_queue_run_timers (scene->queue, START + 2 * SECOND);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "late p");
}

/* Without windows, too: a backoff that ends now is not over. */
static void
test_backoff_ends_late (void **state)
{
  const FitFeatureGates off
      = queue_gates (FIT_RELEASE (33, 0), GATE_DEFAULT, GATE_OFF);
  const struct
  {
    FitQueueOptions options;
    gint64 over_ns;
  } rows[] = {
    { { .release = FIT_RELEASE (32, 2) }, START + SECOND },
    { { .release = FIT_RELEASE (33, 0), .gates = &off }, START + SECOND + 1 },
    { { .release = FIT_RELEASE (33, 0) }, START + 2 * SECOND },
  };
  Scene *scene = *state;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      scene_renew (scene, &rows[i].options);
      scene_try (scene, scene->p, "A", START);
      assert_backoff_until (scene, rows[i].over_ns);
    }
}

/* p, rejected or failed again at each letter, waits that long in the end. */
static void
assert_backoff_after (Scene *scene, FitRelease release, const char *course,
                      guint seconds)
{
  renew (scene, release);
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  for (const char *end = course; *end != '\0'; end++)
    {
      assert_pops (scene, "p");
      scene_reject (scene, scene->p, *end == 'r' ? "A" : "", START);
      if (end[1] != '\0')
        assert_true (
            fit_scheduling_queue_activate (scene->queue, scene->p, START));
    }
  /* The second in which it ends has to pass, too. */
  assert_backoff_until (scene, START + (seconds + 1) * SECOND);
}

static void
test_errors_do_not_lengthen_later_backoffs (void **state)
{
  assert_backoff_after (*state, FIT_RELEASE (33, 0), "eer", 4);
  assert_backoff_after (*state, FIT_RELEASE (34, 1), "eer", 1);
  assert_backoff_after (*state, FIT_RELEASE (34, 1), "eerr", 2);
  assert_backoff_after (*state, FIT_RELEASE (33, 0), "rrre", 8);
  assert_backoff_after (*state, FIT_RELEASE (34, 1), "rrre", 1);
  assert_backoff_after (*state, FIT_RELEASE (34, 1), "erre", 1);
  assert_backoff_after (*state, FIT_RELEASE (34, 1), "rree", 2);
}

/* -- gates ----------------------------------------------------------------- */

static const char *
gate_of (const FitPod *pod, gpointer data)
{
  gboolean *closed = data;

  return *closed ? "Gate" : NULL;
}

static void
test_gates_are_met_before_the_backoff (void **state)
{
  Scene *scene = *state;
  gboolean closed = FALSE;
  const FitQueueProfile profile
      = { .scheduler_name = scene->p->spec->scheduler_name,
          .pre_enqueue = gate_of,
          .data = &closed };

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (33, 0),
                                          .n_profiles = 1,
                                          .profiles = &profile });
  scene_try (scene, scene->p, "A", START);
  closed = TRUE;
  scene_happens (scene, FIT_CLUSTER_EVENT_WILDCARD, START);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 1);
  assert_pops (scene, "");
  /* A pod that was tried backs off, gated or not. */
  closed = FALSE;
  scene_happens (scene, FIT_CLUSTER_EVENT_WILDCARD, START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 0);
  /* What closes behind it is no longer in its way. */
  closed = TRUE;
  assert_pops (scene, "p");
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_rejected_pod_need_not_wait),
    TEST (test_active_pod_comes_first),
    TEST (test_pod_with_an_error_waits),
    TEST (test_who_pops_nothing_early),
    TEST (test_second_has_the_order_of_active_pods),
    TEST (test_backoff_ends_late),
    TEST (test_errors_do_not_lengthen_later_backoffs),
    TEST (test_gates_are_met_before_the_backoff),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
