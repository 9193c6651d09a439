/* What an entry knows of a pod in later releases, and what keeps it out of
 * activeQ.
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/queue-gates.h"
#include "rules/rule.h"

#include "tests/queue/queue-scene.h"

/* A gate that asks for a label too; @data is a set of names it refuses. */
static const char *
ask_gates (const FitPod *pod, gpointer data)
{
  if (pod->spec->n_scheduling_gates > 0)
    return fit_rule_scheduling_gates.name;
  return g_hash_table_contains (data, pod->meta.name) ? "Quota" : NULL;
}

#define GATED(name) WAITING (name, "", "schedulingGates: [{name: g}]", "")

typedef struct
{
  Scene *scene;
  GHashTable *refused;
  FitQueueProfile profile;
} Gates;

static void
gates_begin (Gates *gates, Scene *scene, FitRelease release)
{
  const FitQueueOptions options = {
    .release = release,
    .n_profiles = 1,
    .profiles = &gates->profile,
  };

  *gates = (Gates){ .scene = scene,
                    .refused = g_hash_table_new (g_str_hash, g_str_equal) };
  gates->profile = (FitQueueProfile){
    .scheduler_name = scene->p->spec->scheduler_name,
    .pre_enqueue = ask_gates,
    .data = gates->refused,
  };
  scene_renew (scene, &options);
}

static void
gates_clear (Gates *gates)
{
  g_hash_table_unref (gates->refused);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gates, gates_clear)

static void
assert_gate (const Scene *scene, const FitPod *pod, const char *expected)
{
  const FitQueueEntry *entry = fit_scheduling_queue_find (scene->queue, pod);

  assert_non_null (entry);
  assert_string_equal (entry->gate != NULL ? entry->gate : "", expected);
}

/* -- attempts -------------------------------------------------------------- */

static void
assert_next_backoff (Scene *scene, guint attempts, gint64 seconds, gint64 *now)
{
  assert_pops (scene, "p");
  assert_int_equal (queue_attempts (scene->queue, scene->p->meta.uid)->n,
                    attempts);
  scene_reject (scene, scene->p, "", *now);
  assert_null (queue_attempts (scene->queue, scene->p->meta.uid));
  assert_backoff_until (scene, *now + seconds * SECOND);
  /* However long it rests: attempts are not forgotten. */
  *now += 100 * SECOND;
  queue_move_all (scene->queue, *now);
}

static void
test_backoff_follows_from_attempts (void **state)
{
  Scene *scene = *state;
  gint64 now = START;

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (20, 2) });
  fit_scheduling_queue_add (scene->queue, scene->p, now);
  assert_next_backoff (scene, 1, 1, &now);
  assert_next_backoff (scene, 2, 2, &now);
  assert_next_backoff (scene, 3, 4, &now);
  assert_next_backoff (scene, 4, 8, &now);
  assert_next_backoff (scene, 5, 10, &now);
  assert_next_backoff (scene, 6, 10, &now);
}

static void
test_limits_of_backoff_can_be_set (void **state)
{
  Scene *scene = *state;
  gint64 now = START;

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (28, 3),
                                          .initial_backoff_ns = 3 * SECOND,
                                          .max_backoff_ns = 7 * SECOND });
  fit_scheduling_queue_add (scene->queue, scene->p, now);
  assert_next_backoff (scene, 1, 3, &now);
  assert_next_backoff (scene, 2, 6, &now);
  assert_next_backoff (scene, 3, 7, &now);
}

static void
test_enormous_limits_are_cut (void **state)
{
  Scene *scene = *state;

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (28, 3),
                                          .initial_backoff_ns = G_MAXINT64,
                                          .max_backoff_ns = G_MAXINT64,
                                          .max_unschedulable_ns = G_MAXINT64 });
  scene_try (scene, scene->p, "A", START);
  assert_backoff_until (scene, START + FIT_QUEUE_LONGEST_NS);
  fit_scheduling_queue_run_timers (scene->queue, START + 1000000 * SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
}

static void
test_first_attempt_is_remembered (void **state)
{
  Scene *scene = *state;
  const FitQueueAttempts *attempts;

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (20, 2) });
  scene_try (scene, scene->p, "", START + 5);
  queue_move_all (scene->queue, START + 9 * SECOND);
  assert_timestamp (scene, START + 5);
  assert_pops (scene, "p");
  attempts = queue_attempts (scene->queue, "p");
  assert_int_equal (attempts->n, 2);
  assert_int_equal (attempts->first_ns, START + 5);
}

static void
test_new_entry_counts_anew (void **state)
{
  Scene *scene = *state;

  scene_renew (scene, &(FitQueueOptions){ .release = FIT_RELEASE (20, 2) });
  scene_try (scene, scene->p, "", START);
  fit_scheduling_queue_delete (scene->queue, scene->p);
  fit_scheduling_queue_add (scene->queue, scene->p, START + 9);
  assert_pops (scene, "p");
  assert_int_equal (queue_attempts (scene->queue, "p")->n, 1);
}

static void
test_legacy_queue_has_nobody_in_flight (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_add (scene->queue, scene->p, START);
  assert_pops (scene, "p");
  assert_null (queue_attempts (scene->queue, "p"));
}

/* -- gates ----------------------------------------------------------------- */

static void
test_gated_pod_waits_without_failing (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod = pod_from (WAITING (
      "g", "", "schedulingGates: [{name: g}]", "nominatedNodeName: n1"));
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  fit_scheduling_queue_add (scene->queue, pod, START);
  assert_trace (scene, "g: none -> unschedulablePods (PodAdd)\n");
  assert_gate (scene, pod, "SchedulingGates");
  assert_nominated (scene, "");
  assert_pops (scene, "");
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 1);
  /* It is not backing off. */
  assert_int_equal (queue_backoff_until (scene->queue, pod), G_MININT64);
  fit_scheduling_queue_delete (scene->queue, pod);
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 0);
}

static void
test_open_gate_lets_it_in_at_once (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) closed = pod_from (GATED ("p"));
  g_auto (Gates) gates;
  const FitQueueEntry *entry;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  fit_scheduling_queue_add (scene->queue, closed, START);
  /* As it was, but for its status. */
  fit_scheduling_queue_update (scene->queue, closed, closed,
                               FIT_POD_CHANGE_STATUS, START + 1);
  assert_gate (scene, closed, "SchedulingGates");
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 1);
  fit_scheduling_queue_update (scene->queue, closed, scene->p,
                               FIT_POD_CHANGE_OBJECT, START + 2);
  assert_where (scene, scene->p, FIT_QUEUE_ACTIVE);
  assert_gate (scene, scene->p, "");
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 0);
  /* Only now it is ready. */
  entry = fit_scheduling_queue_find (scene->queue, scene->p);
  assert_int_equal (entry->attempts.first_ns, START + 2);
  assert_int_equal (entry->timestamp_ns, START);
}

static void
test_gate_that_closes_turns_pods_away (void **state)
{
  Scene *scene = *state;
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  scene_try (scene, scene->p, "", START);
  g_hash_table_add (gates.refused, (gpointer) "p");

  /* By a move... */
  queue_move_all (scene->queue, START + SECOND);
  assert_where (scene, scene->p, FIT_QUEUE_UNSCHEDULABLE);
  assert_gate (scene, scene->p, "Quota");
  /* ...by activation... */
  assert_true (
      fit_scheduling_queue_activate (scene->queue, scene->p, START + SECOND));
  assert_gate (scene, scene->p, "Quota");
  /* ...by an update... */
  fit_scheduling_queue_update (scene->queue, scene->p, scene->p,
                               FIT_POD_CHANGE_OBJECT, START + SECOND);
  assert_gate (scene, scene->p, "Quota");
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 1);
  assert_trace (scene, "");
  /* ...until it opens. */
  g_hash_table_remove_all (gates.refused);
  queue_move_all (scene->queue, START + SECOND);
  assert_trace (scene, "p: unschedulablePods -> activeQ (WildCardEvent)\n");
  assert_gate (scene, scene->p, "");
}

static void
test_gate_is_asked_when_a_backoff_ends (void **state)
{
  Scene *scene = *state;
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  scene_try (scene, scene->p, "", START);
  queue_move_all (scene->queue, START);
  assert_where (scene, scene->p, FIT_QUEUE_BACKOFF);
  g_string_truncate (scene->trace, 0);
  g_hash_table_add (gates.refused, (gpointer) "p");
  fit_scheduling_queue_flush_backoff (scene->queue, START + SECOND);
  assert_trace (scene, "p: backoffQ -> unschedulablePods (BackoffComplete)\n");
  assert_gate (scene, scene->p, "Quota");
}

static void
test_active_pod_is_not_asked_again (void **state)
{
  Scene *scene = *state;
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  g_hash_table_add (gates.refused, (gpointer) "p");
  fit_scheduling_queue_update (scene->queue, scene->p, scene->p,
                               FIT_POD_CHANGE_OBJECT, START);
  assert_true (fit_scheduling_queue_activate (scene->queue, scene->p, START));
  assert_pops (scene, "p");
}

static void
test_gated_pods_are_asked_about_at_every_late_tick (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod = pod_from (GATED ("g"));
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  g_hash_table_add (gates.refused, (gpointer) "p");
  fit_scheduling_queue_add (scene->queue, scene->p, START);
  fit_scheduling_queue_add (scene->queue, pod, START);
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue),
                    START + 330 * SECOND);
  fit_scheduling_queue_run_timers (scene->queue, START + 330 * SECOND);
  assert_int_equal (fit_scheduling_queue_count_gated (scene->queue), 2);
  assert_int_equal (fit_scheduling_queue_next_timer (scene->queue),
                    START + 360 * SECOND);
  g_hash_table_remove_all (gates.refused);
  fit_scheduling_queue_run_timers (scene->queue, START + 360 * SECOND);
  assert_listed (scene, FIT_QUEUE_ACTIVE, "p");
  assert_listed (scene, FIT_QUEUE_UNSCHEDULABLE, "g");
}

static void
test_gates_are_of_the_pods_scheduler (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod = pod_from (WAITING (
      "g", "", "schedulerName: other, schedulingGates: [{name: g}]", ""));
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (28, 3));
  fit_scheduling_queue_add (scene->queue, pod, START);
  assert_where (scene, pod, FIT_QUEUE_ACTIVE);
}

static void
test_there_were_no_gates_before (void **state)
{
  Scene *scene = *state;
  g_autoptr (FitPod) pod = pod_from (GATED ("g"));
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (25, 2));
  fit_scheduling_queue_add (scene->queue, pod, START);
  assert_pops (scene, "g");
}

/* A plugin that gates is one of those that rejected the pod, once. */
static void
test_gating_plugin_counts_among_the_rejecting_ones (void **state)
{
  Scene *scene = *state;
  const FitQueueEntry *entry;
  g_auto (Gates) gates;

  gates_begin (&gates, scene, FIT_RELEASE (27, 1));
  scene_try (scene, scene->p, "A A", START);
  g_hash_table_add (gates.refused, (gpointer) "p");
  for (guint i = 1; i < 3; i++)
    queue_move_all (scene->queue, START + i * SECOND);
  entry = fit_scheduling_queue_find (scene->queue, scene->p);
  assert_int_equal (entry->plugins->len, 2);
  assert_string_equal (entry->plugins->pdata[0], "A");
  assert_string_equal (entry->plugins->pdata[1], "Quota");
  assert_ptr_equal (entry->gate, entry->plugins->pdata[1]);
}

#define TEST(name) \
  cmocka_unit_test_setup_teardown (name, scene_setup, scene_teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_backoff_follows_from_attempts),
    TEST (test_limits_of_backoff_can_be_set),
    TEST (test_enormous_limits_are_cut),
    TEST (test_first_attempt_is_remembered),
    TEST (test_new_entry_counts_anew),
    TEST (test_legacy_queue_has_nobody_in_flight),
    TEST (test_gated_pod_waits_without_failing),
    TEST (test_open_gate_lets_it_in_at_once),
    TEST (test_gate_that_closes_turns_pods_away),
    TEST (test_gate_is_asked_when_a_backoff_ends),
    TEST (test_active_pod_is_not_asked_again),
    TEST (test_gated_pods_are_asked_about_at_every_late_tick),
    TEST (test_gates_are_of_the_pods_scheduler),
    TEST (test_there_were_no_gates_before),
    TEST (test_gating_plugin_counts_among_the_rejecting_ones),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
