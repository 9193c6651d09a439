/* test-leader-election.c - who leads, request by request
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/election-scene.h"

#include "tests/support/cluster.h"

static const SceneNetwork calm = { .latency_us = 1000 };
static const SceneNetwork down = { .latency_us = 1000, .lost_percent = 100 };

static const FitElectionSettings simple = { .lease_us = 3 * SECOND,
                                            .renew_deadline_us = 2 * SECOND,
                                            .retry_us = SECOND / 2,
                                            .n_own = 1,
                                            .n_locks = 1 };

/* Two locks at a time, the first of them object 1. */
static const FitElectionSettings both = { .lease_us = 3 * SECOND,
                                          .renew_deadline_us = 2 * SECOND,
                                          .retry_us = SECOND / 2,
                                          .n_own = 2,
                                          .n_locks = 2 };

/* Object 0, and nobody else under 1 and 2. */
static const FitElectionSettings beside = { .lease_us = 3 * SECOND,
                                            .renew_deadline_us = 2 * SECOND,
                                            .retry_us = SECOND / 2,
                                            .n_own = 1,
                                            .n_locks = 3 };

static const guint lease[] = { 0, 1, 2 };
static const guint endpoints[] = { 1 };
static const guint endpoints_leases[] = { 1, 0 };

static void
run_for (Scene *scene, gint64 us)
{
  scene_run (scene, scene_now (scene) + us, NULL, NULL);
}

/* The lines about what was written. */
static char *
writes (Scene *scene)
{
  g_auto (GStrv) lines = g_strsplit (scene_log (scene), "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_suffix (lines[i], " *"))
      g_string_append_printf (text, "%.*s\n", (int) strlen (lines[i]) - 2,
                              lines[i]);
  return g_string_free (text, FALSE);
}

static void
test_the_first_one_leads_and_renews (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);

  run_for (scene, SECOND + SECOND / 4);
  assert_true (scene_leads (scene, a));
  assert_string_equal (scene_log (scene), "0.0 a reads 0: missing\n"
                                          "0.0 a creates 0: a/3/0 *\n"
                                          "0.5 a reads 0: a/3/0\n"
                                          "0.5 a updates 0: a/3/0 *\n"
                                          "1.0 a reads 0: a/3/0\n"
                                          "1.0 a updates 0: a/3/0 *\n");
  scene_free (scene);
}

/* It has to see an unchanged record for a lease, whatever the record says. */
static void
test_a_dead_leader_is_followed_after_a_lease (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);
  SceneCandidate *b;

  run_for (scene, SECOND / 4);
  scene_kill (scene, a);
  run_for (scene, 100 * SECOND);
  b = scene_add (scene, "b", &simple, lease);
  run_for (scene, 3 * SECOND - SECOND / 10);
  assert_false (scene_leads (scene, b));
  assert_string_equal (fit_election_view (b->election).holder, "a");
  run_for (scene, 2 * SECOND);
  assert_true (scene_leads (scene, b));
  assert_string_equal (scene_holder (scene, 0), "b");
  scene_free (scene);
}

/* A record that says that its lease is longer than ours is believed. */
static void
test_a_longer_lease_is_respected (void **state)
{
  FitElectionSettings longer = simple;
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a;
  SceneCandidate *b;

  longer.lease_us = 10 * SECOND;
  a = scene_add (scene, "a", &longer, lease);
  run_for (scene, SECOND / 4);
  scene_kill (scene, a);
  b = scene_add (scene, "b", &simple, lease);
  run_for (scene, 9 * SECOND);
  assert_false (scene_leads (scene, b));
  run_for (scene, 3 * SECOND);
  assert_true (scene_leads (scene, b));
  scene_free (scene);
}

static void
test_a_released_lock_is_taken_at_once (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);
  SceneCandidate *b;
  g_autofree char *text = NULL;

  run_for (scene, SECOND / 4);
  b = scene_add (scene, "b", &simple, lease);
  run_for (scene, SECOND / 2);
  scene_release (scene, a);
  assert_false (scene_leads (scene, a));
  run_for (scene, SECOND + SECOND / 2);
  assert_int_equal (fit_election_view (a->election).state,
                    FIT_ELECTION_RELEASED);
  assert_true (scene_leads (scene, b));
  text = writes (scene);
  assert_non_null (strstr (text, "0.8 a updates 0: /1/0\n"));
  assert_non_null (strstr (text, "b updates 0: b/3/1\n"));
  scene_free (scene);
}

static void
test_who_never_wrote_has_nothing_to_release (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);
  SceneCandidate *b;

  run_for (scene, SECOND / 4);
  b = scene_add (scene, "b", &simple, lease);
  run_for (scene, SECOND / 4);
  scene_release (scene, b);
  assert_int_equal (fit_election_view (b->election).state,
                    FIT_ELECTION_RELEASED);
  assert_true (scene_leads (scene, a));
  scene_free (scene);
}

/* Counted from the beginning of the last renewal that succeeded. */
static void
test_a_leader_without_a_server_gives_up_at_its_deadline (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);

  run_for (scene, SECOND + SECOND / 4);
  scene_set_network (scene, &down);
  scene_run (scene, 3 * SECOND - SECOND / 100, NULL, NULL);
  assert_true (scene_leads (scene, a));
  scene_run (scene, 3 * SECOND + SECOND / 10, NULL, NULL);
  assert_false (scene_leads (scene, a));
  assert_int_equal (fit_election_view (a->election).state, FIT_ELECTION_LOST);
  assert_string_equal (fit_election_view (a->election).problem,
                       "the API server does not answer in time");
  scene_set_network (scene, &calm);
  run_for (scene, 20 * SECOND);
  assert_int_equal (fit_election_view (a->election).state, FIT_ELECTION_LOST);
  scene_free (scene);
}

/* kill -STOP, kill -CONT: by the clock it is over, before any request is sent. */
static void
test_a_leader_that_slept_too_long_has_lost (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  run_for (scene, SECOND / 4);
  before = writes (scene);
  a->frozen_until_us = 10 * SECOND;
  scene_run (scene, 9 * SECOND, NULL, NULL);
  assert_false (scene_leads (scene, a));
  scene_run (scene, 20 * SECOND, NULL, NULL);
  after = writes (scene);
  assert_int_equal (fit_election_view (a->election).state, FIT_ELECTION_LOST);
  assert_string_equal (before, after);
  scene_free (scene);
}

/* An answer that was on its way while it slept does not bring it back. */
static void
test_a_late_answer_renews_nothing (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);

  run_for (scene, SECOND / 4);
  /* It sleeps while the answer to its second renewal travels. */
  while (strstr (scene_log (scene), "0.5 a updates") == NULL)
    scene_run (scene, scene_now (scene) + 100, NULL, NULL);
  a->frozen_until_us = 10 * SECOND;
  run_for (scene, 12 * SECOND);
  assert_int_equal (fit_election_view (a->election).state, FIT_ELECTION_LOST);
  scene_free (scene);
}

static void
test_a_leader_that_sees_another_holder_stops_at_once (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, lease);

  run_for (scene, SECOND / 4);
  scene_edit (scene, 0, "somebody");
  run_for (scene, SECOND / 2);
  assert_int_equal (fit_election_view (a->election).state, FIT_ELECTION_LOST);
  assert_string_equal (fit_election_view (a->election).problem,
                       "it is held by somebody");
  assert_string_equal (scene_holder (scene, 0), "somebody");
  scene_free (scene);
}

static void
test_two_locks_are_written_both (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &both, endpoints_leases);
  SceneCandidate *b;
  SceneCandidate *c;

  run_for (scene, SECOND / 10);
  assert_true (scene_leads (scene, a));
  assert_string_equal (scene_log (scene), "0.0 a reads 1: missing\n"
                                          "0.0 a reads 0: missing\n"
                                          "0.0 a creates 1: a/3/0 *\n"
                                          "0.0 a creates 0: a/3/0 *\n");
  b = scene_add (scene, "b", &simple, lease);
  c = scene_add (scene, "c", &simple, endpoints);
  run_for (scene, 10 * SECOND);
  assert_true (scene_leads (scene, a));
  assert_false (scene_leads (scene, b));
  assert_false (scene_leads (scene, c));
  scene_free (scene);
}

/* Whoever needs both waits for the holder of either. */
static void
test_two_locks_must_agree (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, endpoints);
  SceneCandidate *b = scene_add (scene, "b", &simple, lease);
  SceneCandidate *both_of_them;

  run_for (scene, SECOND / 10);
  both_of_them = scene_add (scene, "ab", &both, endpoints_leases);
  scene_kill (scene, a);
  run_for (scene, 10 * SECOND);
  assert_false (scene_leads (scene, both_of_them));
  assert_string_equal (fit_election_view (both_of_them->election).holder,
                       "leaderelection.k8s.io/unknown");
  scene_kill (scene, b);
  run_for (scene, 6 * SECOND);
  assert_true (scene_leads (scene, both_of_them));
  scene_free (scene);
}

static void
test_no_leader_beside_the_holder_of_another_lock (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &simple, endpoints);
  SceneCandidate *b;

  run_for (scene, SECOND / 10);
  b = scene_add (scene, "b", &beside, lease);
  run_for (scene, 20 * SECOND);
  assert_true (scene_leads (scene, a));
  assert_false (scene_leads (scene, b));
  assert_string_equal (fit_election_view (b->election).blocker, "a");
  assert_int_equal (fit_election_view (b->election).blocking, 1);
  assert_string_equal (scene_holder (scene, 0), "");
  scene_kill (scene, a);
  run_for (scene, 6 * SECOND);
  assert_true (scene_leads (scene, b));
  assert_null (fit_election_view (b->election).blocker);
  scene_free (scene);
}

/* Without another holder, nothing is lost by having looked. */
static void
test_other_locks_without_holders_cost_no_time (void **state)
{
  Scene *scene = scene_new (1, &calm);
  SceneCandidate *a = scene_add (scene, "a", &beside, lease);

  run_for (scene, SECOND / 10);
  assert_true (scene_leads (scene, a));
  assert_string_equal (scene_log (scene), "0.0 a reads 0: missing\n"
                                          "0.0 a reads 1: missing\n"
                                          "0.0 a reads 2: missing\n"
                                          "0.0 a creates 0: a/3/0 *\n");
  scene_free (scene);
}

/* Two that wait do not ask at the same times, and not more often than they
 * should. */
static void
test_candidates_wait_a_period_and_some_jitter (void **state)
{
  FitElectionSettings other = simple;
  Scene *scene = scene_new (1, &calm);
  guint n = 0;

  other.seed = 17;
  scene_add (scene, "a", &simple, lease);
  run_for (scene, SECOND / 10);
  scene_add (scene, "b", &other, lease);
  run_for (scene, 100 * SECOND);
  for (const char *at = scene_log (scene); (at = strstr (at, " b reads")); at++)
    n++;
  /* 0.5 s to 1.1 s, 0.8 s on average */
  assert_in_range (n, 110, 140);
  scene_free (scene);
}

/* -- what it writes -------------------------------------------------------- */

/* The next thing that @election asks is @verb, and gets @answer. */
static FitLockRecord
give (FitElection *election, FitLockVerb verb, FitLockAnswer answer,
      gint64 now_us)
{
  FitLockRequest request;

  assert_true (fit_election_next (election, &request, now_us));
  assert_int_equal (request.verb, verb);
  assert_int_equal (request.lock, 0);
  answer.id = request.id;
  fit_election_answer (election, &answer, now_us);
  return request.record;
}

static void
assert_record (FitLockRecord record, const char *holder, gint64 seconds,
               gint64 transitions, gint64 acquired_us)
{
  assert_string_equal (record.holder, holder);
  assert_int_equal (record.lease_seconds, seconds);
  assert_int_equal (record.transitions, transitions);
  assert_int_equal (record.acquired_us, acquired_us);
}

#define FOUND(who, since)                               \
  ((FitLockAnswer){ .outcome = FIT_LOCK_DONE,           \
                    .record = { .holder = who,          \
                                .lease_seconds = 9,     \
                                .transitions = 4,       \
                                .acquired_us = since }, \
                    .raw = who })

/* Since when it is held is kept as long as the holder stays; who takes it from
 * another one counts that. */
static void
test_records (void **state)
{
  static const FitLockAnswer missing = { .outcome = FIT_LOCK_MISSING },
                             done = { .outcome = FIT_LOCK_DONE };
  FitElection *election = fit_election_new (&simple, "a", 0);
  gint64 now_us = 0;

  (void) state;
  give (election, FIT_LOCK_READ, missing, now_us);
  assert_record (give (election, FIT_LOCK_CREATE, done, now_us), "a", 3, 0, 0);
  now_us += SECOND / 2;
  give (election, FIT_LOCK_READ, FOUND ("a", 77), now_us);
  assert_record (give (election, FIT_LOCK_UPDATE, done, now_us), "a", 3, 4, 77);
  now_us += SECOND / 2;
  give (election, FIT_LOCK_READ, FOUND ("", 77), now_us);
  assert_record (give (election, FIT_LOCK_UPDATE, done, now_us), "a", 3, 5, 0);
  fit_election_release (election, now_us);
  give (election, FIT_LOCK_READ, FOUND ("a", 77), now_us);
  assert_record (give (election, FIT_LOCK_UPDATE, done, now_us), "", 1, 4, 0);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_RELEASED);
  fit_election_free (election);
}

/* -- one candidate, to the microsecond -------------------------------------- */

static void
assert_asks (FitElection *election, gint64 now_us, guint id, FitLockVerb verb)
{
  FitLockRequest request;

  assert_true (fit_election_next (election, &request, now_us));
  assert_int_equal (request.id, id);
  assert_int_equal (request.verb, verb);
  assert_int_equal (fit_election_due (election), now_us + SECOND);
  assert_false (fit_election_next (election, &request, now_us));
}

static void
assert_silent (FitElection *election, gint64 now_us)
{
  FitLockRequest request;

  assert_false (fit_election_next (election, &request, now_us));
}

static void
answer (FitElection *election, guint id, FitLockOutcome outcome, gint64 now_us)
{
  fit_election_answer (
      election,
      &(const FitLockAnswer){
          .id = id, .outcome = outcome, .raw = "", .record.holder = "" },
      now_us);
}

static void
test_when_it_acts (void **state)
{
  const gint64 begin = 7 * SECOND;
  FitElection *election = fit_election_new (&simple, "a", begin);
  FitLockRequest request;
  gint64 due;

  assert_int_equal (fit_election_timeout (election), SECOND);
  assert_int_equal (fit_election_due (election), begin);
  assert_silent (election, begin - 1);
  assert_asks (election, begin, 1, FIT_LOCK_READ);
  /* Half of the deadline is all that a request may take. */
  answer (election, 9, FIT_LOCK_MISSING, begin + 1);
  assert_silent (election, begin + SECOND - 1);
  assert_null (fit_election_view (election).problem);
  assert_silent (election, begin + SECOND);
  assert_string_equal (fit_election_view (election).problem,
                       "the API server does not answer in time");
  answer (election, 1, FIT_LOCK_MISSING, begin + SECOND);
  due = fit_election_due (election);
  assert_in_range (due - begin, SECOND * 3 / 2,
                   SECOND * 3 / 2 + SECOND * 6 / 10);
  assert_silent (election, due - 1);
  assert_asks (election, due, 2, FIT_LOCK_READ);
  answer (election, 2, FIT_LOCK_MISSING, due + 10);
  assert_null (fit_election_view (election).problem);
  assert_int_equal (fit_election_due (election), G_MININT64);
  assert_asks (election, due + 20, 3, FIT_LOCK_CREATE);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_STANDBY);
  answer (election, 3, FIT_LOCK_DONE, due + 30);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_LEADING);
  /* It counts from the beginning of the try. */
  assert_int_equal (fit_election_view (election).leads_until_us,
                    due + 2 * SECOND);
  assert_int_equal (fit_election_due (election), due + SECOND / 2);
  assert_silent (election, due + SECOND / 2 - 1);
  assert_asks (election, due + SECOND / 2, 4, FIT_LOCK_READ);
  /* A leader asks again at once. */
  assert_silent (election, due + SECOND * 3 / 2 - 1);
  assert_true (fit_election_next (election, &request, due + SECOND * 3 / 2));
  assert_int_equal (request.id, 5);
  assert_int_equal (fit_election_due (election), due + 2 * SECOND);
  assert_silent (election, due + 2 * SECOND - 1);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_LEADING);
  assert_silent (election, due + 2 * SECOND);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_LOST);
  assert_int_equal (fit_election_due (election), G_MAXINT64);
  fit_election_release (election, due + 3 * SECOND);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_LOST);
  assert_silent (election, due + 9 * SECOND);
  fit_election_free (election);
}

static void
test_nothing_after_a_release (void **state)
{
  FitElection *election = fit_election_new (&simple, "a", 0);

  assert_asks (election, 0, 1, FIT_LOCK_READ);
  fit_election_release (election, 10);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_RELEASED);
  assert_int_equal (fit_election_due (election), G_MAXINT64);
  assert_silent (election, 9 * SECOND);
  answer (election, 1, FIT_LOCK_MISSING, 20);
  assert_int_equal (fit_election_view (election).state, FIT_ELECTION_RELEASED);
  fit_election_free (election);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_the_first_one_leads_and_renews),
    cmocka_unit_test (test_a_dead_leader_is_followed_after_a_lease),
    cmocka_unit_test (test_a_longer_lease_is_respected),
    cmocka_unit_test (test_a_released_lock_is_taken_at_once),
    cmocka_unit_test (test_who_never_wrote_has_nothing_to_release),
    cmocka_unit_test (test_a_leader_without_a_server_gives_up_at_its_deadline),
    cmocka_unit_test (test_a_leader_that_slept_too_long_has_lost),
    cmocka_unit_test (test_a_late_answer_renews_nothing),
    cmocka_unit_test (test_a_leader_that_sees_another_holder_stops_at_once),
    cmocka_unit_test (test_two_locks_are_written_both),
    cmocka_unit_test (test_two_locks_must_agree),
    cmocka_unit_test (test_no_leader_beside_the_holder_of_another_lock),
    cmocka_unit_test (test_other_locks_without_holders_cost_no_time),
    cmocka_unit_test (test_candidates_wait_a_period_and_some_jitter),
    cmocka_unit_test (test_records),
    cmocka_unit_test (test_when_it_acts),
    cmocka_unit_test (test_nothing_after_a_release),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
