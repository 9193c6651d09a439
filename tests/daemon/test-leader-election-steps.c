/* test-leader-election-steps.c - one candidate, to the microsecond: what it asks for after
 * which answer, and what it makes of that
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/leader-election-steps.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000)

#define SETTINGS(own, all)                                   \
  (FitElectionSettings)                                      \
  {                                                          \
    .lease_us = 3 * SECOND, .renew_deadline_us = 2 * SECOND, \
    .retry_us = SECOND / 2, .n_own = (own), .n_locks = (all) \
  }

typedef struct
{
  FitElection *election;
  FitLockRequest asked; /* the last one */
} Step;

/* The candidate is "me", and it is time 0. */
static void
step_init (Step *step, FitElectionSettings settings)
{
  step->election = fit_election_new (&settings, "me", 0);
}

static void
step_clear (Step *step)
{
  fit_election_free (step->election);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Step, step_clear)

static void
assert_asks (Step *step, FitLockVerb verb, guint lock, gint64 now_us)
{
  assert_true (fit_election_next (step->election, &step->asked, now_us));
  assert_int_equal (step->asked.verb, verb);
  assert_int_equal (step->asked.lock, lock);
}

static void
assert_asks_nothing (Step *step, gint64 now_us)
{
  FitLockRequest request;

  assert_false (fit_election_next (step->election, &request, now_us));
}

static void
answer (Step *step, FitLockOutcome outcome, gint64 now_us)
{
  fit_election_answer (step->election,
                       &(const FitLockAnswer){ .id = step->asked.id,
                                               .outcome = outcome,
                                               .problem = "why" },
                       now_us);
}

static void
answer_held (Step *step, const char *holder, gint64 lease_seconds,
             gint64 now_us)
{
  fit_election_answer (
      step->election,
      &(const FitLockAnswer){
          .id = step->asked.id,
          .outcome = FIT_LOCK_DONE,
          .record = { .holder = holder, .lease_seconds = lease_seconds },
          .raw = holder },
      now_us);
}

/* The lock @i is read and is that of @holder; NULL: there is none. */
static void
read_lock (Step *step, guint i, const char *holder, gint64 now_us)
{
  assert_asks (step, FIT_LOCK_READ, i, now_us);
  if (holder != NULL)
    answer_held (step, holder, 0, now_us);
  else
    answer (step, FIT_LOCK_MISSING, now_us);
}

/* -- time ------------------------------------------------------------------ */

/* The longer of both leases counts, from when the record was seen first. */
static void
test_end_of_a_lease (void **state)
{
  static const struct
  {
    gint64 lease_seconds, seen_again_us;
    gboolean takes;
  } rows[] = {
    { 0, 3 * SECOND - 1, FALSE }, { 0, 3 * SECOND, TRUE },
    { -1, 3 * SECOND, TRUE },     { 2, 3 * SECOND, TRUE },
    { 5, 5 * SECOND - 1, FALSE }, { 5, 5 * SECOND, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gint64 now_us = rows[i].seen_again_us;
      g_auto (Step) step = { 0 };

      step_init (&step, SETTINGS (1, 1));
      assert_asks (&step, FIT_LOCK_READ, 0, 0);
      answer_held (&step, "other", rows[i].lease_seconds, 0);
      assert_asks_nothing (&step, 0);
      assert_asks (&step, FIT_LOCK_READ, 0, now_us);
      answer_held (&step, "other", rows[i].lease_seconds, now_us);
      if (rows[i].takes)
        assert_asks (&step, FIT_LOCK_UPDATE, 0, now_us);
      else
        assert_asks_nothing (&step, now_us);
    }
}

/* Its time to lead begins when it has asked, and not with the answer. */
static void
test_a_late_answer (void **state)
{
  (void) state;
  for (guint late = 0; late < 2; late++)
    {
      const gint64 now_us = 2 * SECOND - 1 + late;
      g_auto (Step) step = { 0 };

      step_init (&step, SETTINGS (1, 1));
      read_lock (&step, 0, NULL, 0);
      assert_asks (&step, FIT_LOCK_CREATE, 0, SECOND);
      answer (&step, FIT_LOCK_DONE, now_us);
      assert_int_equal (fit_election_view (step.election).state,
                        late ? FIT_ELECTION_STANDBY : FIT_ELECTION_LEADING);
      if (late)
        assert_string_equal (fit_election_view (step.election).problem,
                             "the API server does not answer in time");
      else
        assert_int_equal (fit_election_view (step.election).leads_until_us,
                          2 * SECOND);
    }
}

/* A lease of less than a second is written as one of a second, and so is that of
 * a lock which is given up. */
static void
test_short_leases (void **state)
{
  FitElectionSettings settings = SETTINGS (1, 1);
  g_auto (Step) step = { 0 };

  (void) state;
  settings.lease_us = SECOND / 2;
  step_init (&step, settings);
  read_lock (&step, 0, NULL, 0);
  assert_asks (&step, FIT_LOCK_CREATE, 0, 0);
  assert_int_equal (step.asked.record.lease_seconds, 1);
  assert_string_equal (step.asked.record.holder, "me");
  answer (&step, FIT_LOCK_DONE, 0);
  fit_election_release (step.election, 1);
  read_lock (&step, 0, "me", 1);
  assert_asks (&step, FIT_LOCK_UPDATE, 0, 1);
  assert_int_equal (step.asked.record.lease_seconds, 1);
  assert_string_equal (step.asked.record.holder, "");
}

/* -- two locks that count together ----------------------------------------- */

static void
test_two_locks (void **state)
{
  static const struct
  {
    const char *first, *second; /* (nullable) */
    const char *holder;         /* (nullable): somebody who is unknown */
  } rows[] = {
    { NULL, NULL, "" },   { "a", NULL, "a" }, { NULL, "b", "b" },
    { "a", "a", "a" },    { "a", "b", NULL }, { "me", "b", NULL },
    { "me", NULL, "me" }, { "", "b", NULL },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Step) step = { 0 };
      const char *holder;

      step_init (&step, SETTINGS (2, 2));
      read_lock (&step, 0, rows[i].first, 0);
      read_lock (&step, 1, rows[i].second, 0);
      holder = fit_election_view (step.election).holder;
      if (rows[i].holder != NULL)
        assert_string_equal (holder, rows[i].holder);
      else
        assert_true (strcmp (holder, "a") != 0 && strcmp (holder, "b") != 0
                     && strcmp (holder, "me") != 0 && *holder != '\0');
      if (*holder == '\0' || strcmp (holder, "me") == 0)
        assert_asks (&step,
                     rows[i].first != NULL ? FIT_LOCK_UPDATE : FIT_LOCK_CREATE,
                     0, 0);
      else
        assert_asks_nothing (&step, 0);
    }
}

/* -- locks of others ------------------------------------------------------- */

/* They are looked at once, and again when the own one is free. */
static void
test_others_are_read_once (void **state)
{
  g_auto (Step) step = { 0 };

  (void) state;
  step_init (&step, SETTINGS (1, 3));
  for (guint i = 0; i < 3; i++)
    read_lock (&step, i, i == 0 ? "other" : NULL, 0);
  assert_asks_nothing (&step, 0);
  read_lock (&step, 0, "other", 2 * SECOND);
  assert_asks_nothing (&step, 2 * SECOND);
  for (guint i = 0; i < 3; i++)
    read_lock (&step, i, i == 0 ? "" : NULL, 4 * SECOND);
  assert_asks (&step, FIT_LOCK_UPDATE, 0, 4 * SECOND);
}

/* It wrote its name and began anew. */
static void
test_its_own_name (void **state)
{
  g_auto (Step) step = { 0 };

  (void) state;
  step_init (&step, SETTINGS (1, 2));
  read_lock (&step, 0, "me", 0);
  read_lock (&step, 1, NULL, 0);
  assert_asks (&step, FIT_LOCK_UPDATE, 0, 0);
}

static void
test_another_holder (void **state)
{
  g_auto (Step) step = { 0 };

  (void) state;
  step_init (&step, SETTINGS (1, 3));
  read_lock (&step, 0, NULL, 0);
  read_lock (&step, 1, "other", 0);
  read_lock (&step, 2, "third", 0);
  assert_asks_nothing (&step, 0);
  assert_string_equal (fit_election_view (step.election).blocker, "other");
  assert_int_equal (fit_election_view (step.election).blocking, 1);
}

/* Which it may not read does not keep it from leading; anything else that goes
 * wrong does, and so does that of its own lock. */
static void
test_locks_that_cannot_be_read (void **state)
{
  static const struct
  {
    guint lock;
    FitLockOutcome outcome;
    gboolean leads;
  } rows[] = {
    { 0, FIT_LOCK_FORBIDDEN, FALSE }, { 0, FIT_LOCK_FAILED, FALSE },
    { 0, FIT_LOCK_CONFLICT, FALSE },  { 1, FIT_LOCK_FORBIDDEN, TRUE },
    { 1, FIT_LOCK_FAILED, FALSE },    { 1, FIT_LOCK_CONFLICT, FALSE },
    { 1, FIT_LOCK_MISSING, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Step) step = { 0 };

      step_init (&step, SETTINGS (1, 2));
      for (guint lock = 0; lock < rows[i].lock; lock++)
        read_lock (&step, lock, NULL, 0);
      assert_asks (&step, FIT_LOCK_READ, rows[i].lock, 0);
      answer (&step, rows[i].outcome, 0);
      if (rows[i].leads)
        assert_asks (&step, FIT_LOCK_CREATE, 0, 0);
      else
        assert_asks_nothing (&step, 0);
      assert_int_equal (
          fit_election_view (step.election).is_blind_to[rows[i].lock],
          rows[i].lock == 1 && rows[i].outcome == FIT_LOCK_FORBIDDEN);
      assert_int_equal (fit_election_view (step.election).problem != NULL,
                        !rows[i].leads && rows[i].outcome != FIT_LOCK_CONFLICT);
    }
}

/* -- the end --------------------------------------------------------------- */

/* Somebody else has the lock by then, and keeps it. */
static void
test_release_of_what_is_lost (void **state)
{
  g_auto (Step) step = { 0 };

  (void) state;
  step_init (&step, SETTINGS (1, 1));
  read_lock (&step, 0, NULL, 0);
  assert_asks (&step, FIT_LOCK_CREATE, 0, 0);
  answer (&step, FIT_LOCK_DONE, 0);
  assert_int_equal (fit_election_view (step.election).state,
                    FIT_ELECTION_LEADING);
  fit_election_release (step.election, 1);
  assert_int_equal (fit_election_view (step.election).state,
                    FIT_ELECTION_RELEASING);
  read_lock (&step, 0, "other", 1);
  assert_int_equal (fit_election_view (step.election).state,
                    FIT_ELECTION_RELEASED);
  assert_asks_nothing (&step, 1);
  assert_int_equal (fit_election_due (step.election), G_MAXINT64);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_end_of_a_lease),
    cmocka_unit_test (test_a_late_answer),
    cmocka_unit_test (test_short_leases),
    cmocka_unit_test (test_two_locks),
    cmocka_unit_test (test_others_are_read_once),
    cmocka_unit_test (test_its_own_name),
    cmocka_unit_test (test_another_holder),
    cmocka_unit_test (test_locks_that_cannot_be_read),
    cmocka_unit_test (test_release_of_what_is_lost),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
