/* leader-election-steps.h - leader election: one candidate, without input and
 * output
 *
 * A state machine.  Time is an argument, requests come out, answers go in.  It
 * decides as client-go's leader election does.  The candidate that has written
 * its name into the lock, an object of the API server, leads until its renew
 * deadline.  Others take the lock when its record has not changed for the
 * length of a lease, by their own clocks.  The deadline is shorter than the
 * lease and starts earlier: when a renewal begins, not when it is seen.  So no
 * two candidates lead at a time.
 *
 * Three things are stricter than in client-go: a leader that sees another
 * holder stops at once; a lease lasts as long as its record says if that is
 * longer; and two locks that count together are read both before either is
 * written.
 *
 * Times are microseconds from any origin and never go backwards.
 *
 * Source: client-go tools/leaderelection of 1.20, as observed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* How much longer than the retry period a candidate waits at most, in
 * periods. */
#define FIT_ELECTION_JITTER 1.2

/* The most locks, with those that only must not be held by others. */
#define FIT_ELECTION_MOST_LOCKS 3

/* What a lock says. */
typedef struct
{
  const char *holder; /* borrowed; "": nobody */
  gint64 lease_seconds;
  gint64 transitions;
  gint64 acquired_us; /* of the calendar; 0: now */
} FitLockRecord;

typedef struct
{
  gint64 lease_us;          /* how long others leave a lock alone */
  gint64 renew_deadline_us; /* how long a leader leads without renewing */
  gint64 retry_us;          /* between two tries */
  guint n_own;   /* locks that must be held: the first ones; 1 or 2 */
  guint n_locks; /* with those that only must not be held by others */
  guint32 seed;  /* of the jitter */
} FitElectionSettings;

typedef enum
{
  FIT_LOCK_READ,
  FIT_LOCK_CREATE,
  FIT_LOCK_UPDATE, /* of the version that was read last */
} FitLockVerb;

typedef struct
{
  guint id;
  guint lock; /* its index */
  FitLockVerb verb;
  FitLockRecord record; /* of CREATE and UPDATE */
} FitLockRequest;

typedef enum
{
  FIT_LOCK_DONE,
  FIT_LOCK_MISSING,   /* there is no such object */
  FIT_LOCK_CONFLICT,  /* someone else was faster */
  FIT_LOCK_FORBIDDEN, /* this user may not */
  FIT_LOCK_FAILED,    /* anything else */
} FitLockOutcome;

typedef struct
{
  guint id;
  FitLockOutcome outcome;
  FitLockRecord record; /* of a READ that is DONE; copied */
  const char *raw;      /* the same: all of the record as text; copied */
  const char *problem;  /* (nullable): why not; copied */
} FitLockAnswer;

typedef enum
{
  FIT_ELECTION_STANDBY,
  FIT_ELECTION_LEADING,
  FIT_ELECTION_LOST,      /* for good */
  FIT_ELECTION_RELEASING, /* does not lead any more, others do not know yet */
  FIT_ELECTION_RELEASED,  /* for good */
} FitElectionState;

typedef struct _FitElection FitElection;

/* fit_election_new: @settings: copied.  @identity: the name of this candidate,
 * unique to this process.  Returns: (transfer full) */
FitElection *fit_election_new (const FitElectionSettings *settings,
                               const char *identity, gint64 now_us);
void fit_election_free (FitElection *election);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitElection, fit_election_free)

/* fit_election_next: call it whenever it is due, and after each answer.
 * Returns: TRUE: send @out_request now; its texts are valid until the next
 * call */
gboolean fit_election_next (FitElection *election, FitLockRequest *out_request,
                            gint64 now_us);

/* fit_election_answer: answers that come too late are ignored */
void fit_election_answer (FitElection *election, const FitLockAnswer *answer,
                          gint64 now_us);

/* fit_election_due: Returns: when fit_election_next() has something to do if no
 * answer comes; G_MAXINT64: never */
gint64 fit_election_due (const FitElection *election);

/* fit_election_release: from now on it does not lead, and tells the others.
 * The caller has stopped acting as the leader before. */
void fit_election_release (FitElection *election, gint64 now_us);

/* fit_election_timeout: Returns: how long a request may take, in microseconds;
 * then the election goes on without its answer */
gint64 fit_election_timeout (const FitElection *election);

/* What a candidate knows; texts are borrowed until the next call. */
typedef struct
{
  FitElectionState state;
  gint64 leads_until_us; /* of a leader: the end of its time, unless it renews
                            before */
  const char *holder;    /* who held the own locks when they were last read; "":
                            nobody, or that is not known yet */
  const char *problem;   /* (nullable): what was wrong with the last try; NULL:
                            nothing, or only that someone else holds the lock */
  const char *blocker;   /* (nullable): who holds another lock, the reason why
                            this candidate does not try to lead */
  guint blocking;        /* the index of that lock */
  gboolean is_blind_to[FIT_ELECTION_MOST_LOCKS]; /* this user may not read it */
} FitElectionView;

FitElectionView fit_election_view (const FitElection *election);
