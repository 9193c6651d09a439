/* leader-election-steps.c - who leads: what one candidate does, without input
 * and output
 *
 * A try reads its own locks and then writes them.  The first time, and before
 * it takes them, it also reads the other locks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/leader-election-steps.h"

#include <string.h>

#define US_PER_SECOND G_GINT64_CONSTANT (1000000)

/* A record that claims a longer lease counts as this long; no real one is. */
#define LONGEST_LEASE_SECONDS (G_GINT64_CONSTANT (365) * 24 * 3600)

/* The holder when two locks do not name the same one. */
#define UNKNOWN_HOLDER "leaderelection.k8s.io/unknown"

#define TOO_SLOW "the API server does not answer in time"

/* A lock as it was read last. */
typedef struct
{
  gboolean exists;
  gboolean blind; /* reading it is forbidden */
  char *holder;   /* owned */
  char *raw;      /* owned */
  gint64 lease_seconds;
  gint64 transitions;
  gint64 acquired_us;
  char *seen;     /* (nullable) owned: the text that is observed ... */
  gint64 seen_us; /* ... and since when it has not changed */
} Lock;

typedef enum
{
  STEP_NONE, /* no try is under way */
  STEP_READ_OWN,
  STEP_READ_OTHERS,
  STEP_WRITE,
} Step;

struct _FitElection
{
  FitElectionSettings settings;
  char *identity;
  GRand *random;
  FitElectionState state;
  Lock locks[FIT_ELECTION_MOST_LOCKS];
  Lock own;          /* the own locks together; its @raw is unused */
  gboolean wrote;    /* the name of this candidate may be in a lock */
  gboolean compared; /* all other locks have been read once */
  gint64 leads_until_us;

  /* The try that is under way: */
  Step step;
  guint lock; /* of the step */
  gint64 tried_us;
  guint id;          /* of the request; answers to others are too late */
  gboolean is_asked; /* a request is under way */
  gint64 asked_us;
  gint64 next_try_us;
  char *problem; /* (nullable) owned */
  int blocker;   /* index of the lock, or -1 */
};

FitElection *
fit_election_new (const FitElectionSettings *settings, const char *identity,
                  gint64 now_us)
{
  FitElection *election = g_new0 (FitElection, 1);

  election->settings = *settings;
  election->identity = g_strdup (identity);
  election->random = g_rand_new_with_seed (settings->seed);
  election->next_try_us = now_us;
  election->blocker = -1;
  election->own.holder = g_strdup ("");
  return election;
}

static void
lock_clear (Lock *lock)
{
  g_free (lock->holder);
  g_free (lock->raw);
  g_free (lock->seen);
}

void
fit_election_free (FitElection *election)
{
  if (election == NULL)
    return;
  for (guint i = 0; i < FIT_ELECTION_MOST_LOCKS; i++)
    lock_clear (&election->locks[i]);
  lock_clear (&election->own);
  g_rand_free (election->random);
  g_free (election->identity);
  g_free (election->problem);
  g_free (election);
}

/* -- what is seen ---------------------------------------------------------- */

static gboolean
is_ours (const FitElection *election)
{
  return strcmp (election->own.holder, election->identity) == 0;
}

/* The clock of a lock begins anew with every change of its text. */
static void
observe (Lock *lock, const char *text, gint64 now_us)
{
  if (g_strcmp0 (lock->seen, text) == 0)
    return;
  g_free (lock->seen);
  lock->seen = g_strdup (text);
  lock->seen_us = now_us;
}

static gboolean
is_held (const FitElection *election, const Lock *lock, gint64 now_us)
{
  const gint64 seconds = CLAMP (lock->lease_seconds, 0, LONGEST_LEASE_SECONDS);

  return *lock->holder != '\0'
         && now_us < lock->seen_us
                         + MAX (election->settings.lease_us,
                                seconds * US_PER_SECOND);
}

/* -- tries ----------------------------------------------------------------- */

static void
set_problem (FitElection *election, const char *problem)
{
  g_autofree char *text = g_strdup (problem);

  g_free (election->problem);
  election->problem = g_steal_pointer (&text);
}

/* Sets the time of the next try.  A leader, and one that gives up the lock,
 * keep the pace; candidates wait a bit longer at random, so that they do not
 * collide. */
static void
end_try (FitElection *election, gint64 now_us)
{
  const gint64 retry_us = election->settings.retry_us;
  const double jitter = FIT_ELECTION_JITTER * g_rand_double (election->random);

  election->step = STEP_NONE;
  election->is_asked = FALSE;
  if (election->state == FIT_ELECTION_STANDBY)
    election->next_try_us
        = now_us + retry_us + (gint64) (jitter * (double) retry_us);
  else
    election->next_try_us = MAX (now_us, election->tried_us + retry_us);
}

static void
begin_step (FitElection *election, Step step, guint first_lock)
{
  election->step = step;
  election->lock = first_lock;
}

/* No try is under way any more, whatever was asked. */
static void
enter (FitElection *election, FitElectionState state)
{
  election->state = state;
  election->step = STEP_NONE;
  election->is_asked = FALSE;
}

/* A renewal that ends after the deadline does not count. */
static void
check_deadline (FitElection *election, gint64 now_us)
{
  if (election->state == FIT_ELECTION_LEADING
      && now_us >= election->leads_until_us)
    enter (election, FIT_ELECTION_LOST);
}

/* All own locks have been written. */
static void
succeed (FitElection *election, gint64 now_us)
{
  if (election->state == FIT_ELECTION_RELEASING)
    {
      enter (election, FIT_ELECTION_RELEASED);
      return;
    }
  election->leads_until_us
      = election->tried_us + election->settings.renew_deadline_us;
  if (now_us < election->leads_until_us)
    {
      election->state = FIT_ELECTION_LEADING;
      election->blocker = -1;
    }
  else
    set_problem (election, TOO_SLOW);
  end_try (election, now_us);
}

/* The own locks have been read: may they be written? */
static void
decide (FitElection *election, gint64 now_us)
{
  const gboolean may_take
      = is_ours (election) || !is_held (election, &election->own, now_us);

  if (election->state == FIT_ELECTION_LEADING && !is_ours (election)
      && *election->own.holder != '\0')
    {
      g_autofree char *text
          = g_strdup_printf ("it is held by %s", election->own.holder);

      set_problem (election, text);
      enter (election, FIT_ELECTION_LOST);
    }
  else if (election->state == FIT_ELECTION_RELEASING && !is_ours (election))
    enter (election, FIT_ELECTION_RELEASED);
  else if (election->state == FIT_ELECTION_STANDBY
           && election->settings.n_locks > election->settings.n_own
           && (may_take || !election->compared))
    begin_step (election, STEP_READ_OTHERS, election->settings.n_own);
  else if (may_take)
    begin_step (election, STEP_WRITE, 0);
  else
    end_try (election, now_us);
}

/* -- answers --------------------------------------------------------------- */

/* A lock has been read. */
static void
take_read_lock (FitElection *election, const FitLockAnswer *answer,
                gint64 now_us)
{
  const FitElectionSettings *settings = &election->settings;
  Lock *lock = &election->locks[election->lock++];
  const gboolean exists = answer->outcome == FIT_LOCK_DONE;

  lock->exists = exists;
  lock->blind = answer->outcome == FIT_LOCK_FORBIDDEN;
  g_free (lock->holder);
  g_free (lock->raw);
  lock->holder = g_strdup (exists ? answer->record.holder : "");
  lock->raw = g_strdup (exists ? answer->raw : "");
  lock->lease_seconds = exists ? answer->record.lease_seconds : 0;
  lock->transitions = exists ? answer->record.transitions : 0;
  lock->acquired_us = exists ? answer->record.acquired_us : 0;
  observe (lock, lock->raw, now_us);
  if (election->step == STEP_READ_OWN && election->lock == settings->n_own)
    {
      const Lock *first = &election->locks[0];
      const Lock *second
          = election->settings.n_own == 2 ? &election->locks[1] : first;
      const Lock *chosen = first->exists ? first : second;
      const gboolean agree = !first->exists || !second->exists
                             || strcmp (first->holder, second->holder) == 0;
      g_autofree char *text = g_strconcat (
          first->raw, "\n", second == first ? NULL : second->raw, NULL);
      Lock *own = &election->own;

      /* Two locks count as held by the one that both name.  If one lock is
       * missing, the other one decides: a candidate that knows only that one
       * may hold it. */
      g_free (own->holder);
      own->holder = g_strdup (agree ? chosen->holder : UNKNOWN_HOLDER);
      own->exists = chosen->exists;
      own->lease_seconds = MAX (first->lease_seconds, second->lease_seconds);
      own->transitions = chosen->transitions;
      own->acquired_us = chosen->acquired_us;
      observe (own, text, now_us);
      decide (election, now_us);
    }
  else if (election->step == STEP_READ_OTHERS
           && election->lock == settings->n_locks)
    {
      election->compared = TRUE;
      election->blocker = -1;
      for (guint i = settings->n_own; i < settings->n_locks; i++)
        if (election->blocker < 0
            && is_held (election, &election->locks[i], now_us))
          election->blocker = (int) i;
      if (election->blocker >= 0
          || (is_held (election, &election->own, now_us)
              && !is_ours (election)))
        end_try (election, now_us);
      else
        begin_step (election, STEP_WRITE, 0);
    }
}

void
fit_election_answer (FitElection *election, const FitLockAnswer *answer,
                     gint64 now_us)
{
  const gboolean writes = election->step == STEP_WRITE;

  check_deadline (election, now_us);
  if (!election->is_asked || answer->id != election->id)
    return;
  election->is_asked = FALSE;
  if (answer->outcome != FIT_LOCK_DONE
      && (writes || answer->outcome != FIT_LOCK_MISSING)
      && (election->step != STEP_READ_OTHERS
          || answer->outcome != FIT_LOCK_FORBIDDEN))
    {
      set_problem (election, answer->outcome == FIT_LOCK_CONFLICT
                                 ? NULL
                                 : answer->problem);
      end_try (election, now_us);
      return;
    }
  set_problem (election, NULL);
  if (!writes)
    take_read_lock (election, answer, now_us);
  else if (++election->lock == election->settings.n_own)
    succeed (election, now_us);
}

/* -- requests -------------------------------------------------------------- */

/* What this candidate writes: its name, or none. */
static FitLockRecord
record_to_write (const FitElection *election)
{
  const Lock *own = &election->own;
  const gboolean was_ours = is_ours (election);

  if (election->state == FIT_ELECTION_RELEASING)
    return (FitLockRecord){ .holder = "",
                            .lease_seconds = 1,
                            .transitions = own->transitions };
  return (FitLockRecord){
    .holder = election->identity,
    .lease_seconds = MAX (1, election->settings.lease_us / US_PER_SECOND),
    .transitions = own->transitions + (own->exists && !was_ours),
    .acquired_us = was_ours ? own->acquired_us : 0,
  };
}

gint64
fit_election_timeout (const FitElection *election)
{
  return election->settings.renew_deadline_us / 2;
}

gboolean
fit_election_next (FitElection *election, FitLockRequest *out_request,
                   gint64 now_us)
{
  check_deadline (election, now_us);
  if (election->state == FIT_ELECTION_LOST
      || election->state == FIT_ELECTION_RELEASED)
    return FALSE;
  if (election->is_asked
      && now_us >= election->asked_us + fit_election_timeout (election))
    {
      if (election->problem == NULL)
        set_problem (election, TOO_SLOW);
      end_try (election, now_us);
    }
  if (election->is_asked
      || (election->step == STEP_NONE && now_us < election->next_try_us))
    return FALSE;
  if (election->step == STEP_NONE)
    {
      begin_step (election, STEP_READ_OWN, 0);
      election->tried_us = now_us;
    }
  *out_request
      = (FitLockRequest){ .id = ++election->id, .lock = election->lock };
  if (election->step == STEP_WRITE)
    {
      out_request->verb = election->locks[election->lock].exists
                              ? FIT_LOCK_UPDATE
                              : FIT_LOCK_CREATE;
      out_request->record = record_to_write (election);
      election->wrote = TRUE;
    }
  election->is_asked = TRUE;
  election->asked_us = now_us;
  return TRUE;
}

gint64
fit_election_due (const FitElection *election)
{
  gint64 due_us = G_MININT64;

  if (election->state == FIT_ELECTION_LOST
      || election->state == FIT_ELECTION_RELEASED)
    return G_MAXINT64;
  if (election->is_asked)
    due_us = election->asked_us + fit_election_timeout (election);
  else if (election->step == STEP_NONE)
    due_us = election->next_try_us;
  return election->state == FIT_ELECTION_LEADING
             ? MIN (due_us, election->leads_until_us)
             : due_us;
}

void
fit_election_release (FitElection *election, gint64 now_us)
{
  if (election->state != FIT_ELECTION_STANDBY
      && election->state != FIT_ELECTION_LEADING)
    return;
  enter (election,
         election->wrote ? FIT_ELECTION_RELEASING : FIT_ELECTION_RELEASED);
  election->next_try_us = now_us;
}

FitElectionView
fit_election_view (const FitElection *election)
{
  FitElectionView view = {
    .state = election->state,
    .leads_until_us = election->leads_until_us,
    .holder = election->own.holder,
    .problem = election->problem,
  };

  for (guint i = 0; i < FIT_ELECTION_MOST_LOCKS; i++)
    view.is_blind_to[i] = election->locks[i].blind;
  if (election->blocker >= 0)
    {
      view.blocking = (guint) election->blocker;
      view.blocker = election->locks[election->blocker].holder;
    }
  return view;
}
