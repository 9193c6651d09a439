/* leader-term.c - whether the daemon may act, and how it ends
 *
 * It may act when it is the leader, or at once if there is no election.  Its
 * watches may lag behind, and an earlier leader may have acted until a moment
 * ago.  So it reads everything again before its first attempt.
 *
 * A daemon that loses the lock ends at once.  By then its clients are closed
 * for writes, because they know the deadline themselves.  A daemon that is
 * asked to end makes no new attempt, waits for requests under way, releases the
 * lock, and waits for events, which are no concern of the next leader.  After
 * half of the grace period it waits only for bindings and for deletions of
 * victims.  If these take longer than the grace period, it keeps the lock: they
 * may still arrive, and no other scheduler should decide before that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#include "api/texts.h"
#include "base/sort.h"
#include "formats/duration.h"

#define NS_PER_US G_GINT64_CONSTANT (1000)
#define US_PER_MS G_GINT64_CONSTANT (1000)

/* How long the scheduler's thread may take to see that all is over. */
#define STUCK_MS 5000

/* A leader that does not renew its lock is unhealthy this long after its lease
 * has ended, as in kube-scheduler; who does not lead is healthy. */
#define TOLERANCE_US (20 * G_USEC_PER_SEC)

/* How many bindings that were cut off are named. */
#define MOST_NAMED 10

struct _FitLeading
{
  FitCandidate *candidate; /* (nullable) owned: NULL: it always leads */
  gboolean leads;
  gboolean informed;  /* it has read everything since it leads */
  gboolean stopping;  /* it was asked to end */
  gboolean hurrying;  /* and waits only for what changes what others decide: the
                         next leader writes the statuses of other pods */
  gboolean releasing; /* nothing is under way any more */
  gboolean released;
  gboolean cut; /* the grace is over */
  char *lost;   /* (nullable) owned: why it does not lead any more */

  GError *stuck; /* (nullable) owned: of the thread that finds out */

  char *lock_name; /* (nullable) owned */
  pthread_mutex_t lock;
  gint64 lease_end_us; /* under the lock: of the monotonic clock; G_MAXINT64: it
                          does not lead */
};

/* -- from other threads ---------------------------------------------------- */

char *
fit_leading_check (gpointer daemon)
{
  FitLeading *leading = ((const FitDaemon *) daemon)->leading;
  gint64 lease_end_us;

  pthread_mutex_lock (&leading->lock);
  lease_end_us = leading->lease_end_us;
  pthread_mutex_unlock (&leading->lock);
  return fit_leader_unhealthy (leading->lock_name, lease_end_us,
                               g_get_monotonic_time ());
}

char *
fit_leader_unhealthy (const char *lock, gint64 lease_end_us, gint64 now_us)
{
  if (now_us - TOLERANCE_US <= lease_end_us)
    return NULL;
  return g_strdup_printf ("failed election to renew leadership on lease %s",
                          lock);
}

static void
set_lease_end (FitLeading *leading, gint64 us)
{
  pthread_mutex_lock (&leading->lock);
  leading->lease_end_us = us;
  pthread_mutex_unlock (&leading->lock);
}

/* The lease counts from the renewal, @until_us is the deadline of the next. */
static void
renewed (gint64 until_us, gpointer data)
{
  const FitDaemon *daemon = data;
  const FitCandidateOptions *election = &daemon->options.election;

  set_lease_end (daemon->leading,
                 until_us - election->renew_deadline_us + election->lease_us);
  fit_api_client_allow_writes_until (daemon->client, until_us);
  fit_api_client_allow_writes_until (daemon->events, until_us);
}

static void
report_stuck (gpointer data)
{
  const FitDaemon *daemon = data;

  daemon->options.stuck (daemon->leading->stuck, daemon->options.data);
}

static void
changed (FitElectionState state, const char *text, gpointer data)
{
  FitDaemon *daemon = data;

  fit_metrics_set_leader (daemon->metrics, daemon->leading->lock_name,
                          state == FIT_ELECTION_LEADING);
  if (state != FIT_ELECTION_LEADING)
    set_lease_end (daemon->leading, G_MAXINT64);
  if (state == FIT_ELECTION_LOST)
    {
      daemon->leading->stuck
          = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, text);
      fit_api_client_call_later (daemon->client, STUCK_MS, report_stuck,
                                 daemon);
    }
  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_LEADER,
                                                .state = state,
                                                .text = g_strdup (text) });
}

static void
report_grace (gpointer data)
{
  const FitDaemon *daemon = data;
  g_autofree char *grace
      = fit_duration_text (daemon->options.shutdown_grace_us * NS_PER_US);
  g_autoptr (GError) why = g_error_new (
      FIT_ERROR, FIT_ERROR_INCOMPLETE,
      "stopped %s after it was asked to end: an attempt to schedule a pod was "
      "cut off",
      grace);

  daemon->options.stuck (why, daemon->options.data);
}

void
fit_daemon_stop (FitDaemon *daemon)
{
  fit_api_client_call_later (
      daemon->client,
      (guint) (daemon->options.shutdown_grace_us / US_PER_MS) + STUCK_MS,
      report_grace, daemon);
  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_STOP });
}

/* -- on the scheduler's thread --------------------------------------------- */

/* A moment of the grace period has come. */
static void
set_flag (gpointer flag)
{
  *(gboolean *) flag = TRUE;
}

void
fit_leading_take (FitDaemon *daemon, const FitMessage *message)
{
  FitLeading *leading = daemon->leading;

  if (message->type == FIT_MESSAGE_STOP)
    {
      const guint grace_ms
          = (guint) (daemon->options.shutdown_grace_us / US_PER_MS);

      if (!leading->stopping)
        {
          fit_daemon_later (daemon, grace_ms / 2, set_flag, NULL,
                            &leading->hurrying);
          fit_daemon_later (daemon, grace_ms, set_flag, NULL, &leading->cut);
        }
      leading->stopping = TRUE;
      return;
    }
  if (message->state == FIT_ELECTION_LOST)
    leading->lost = g_strdup (message->text);
  else if (message->state == FIT_ELECTION_LEADING || leading->leads)
    fit_daemon_note (daemon, "%s", message->text);
  leading->leads = message->state == FIT_ELECTION_LEADING;
  if (leading->leads)
    fit_daemon_read_afresh (daemon);
  leading->released = message->state == FIT_ELECTION_RELEASED;
}

void
fit_leading_start (FitDaemon *daemon)
{
  if (daemon->leading->candidate != NULL)
    fit_candidate_start (daemon->leading->candidate);
}

void
fit_leading_inform (FitDaemon *daemon)
{
  daemon->leading->informed = TRUE;
}

gboolean
fit_leading_is_on (const FitDaemon *daemon)
{
  const FitLeading *leading = daemon->leading;

  return daemon->shadow == NULL && leading->leads && leading->informed
         && !leading->stopping;
}

gboolean
fit_leading_goes_on (FitDaemon *daemon)
{
  FitLeading *leading = daemon->leading;
  const guint n_awaited
      = leading->hurrying
            ? g_hash_table_size (daemon->bindings) + daemon->n_deletions
            : daemon->n_tasks;

  if (leading->lost != NULL || leading->cut)
    return FALSE;
  /* Once nothing is under way that the next leader would have to know, nothing
   * but events may be sent any more, and the lock is released. */
  if (leading->stopping && !leading->releasing && n_awaited == 0)
    {
      if (daemon->n_tasks > 0)
        fit_daemon_note (daemon,
                         "%u requests about pods that fit nowhere were "
                         "dropped; the next leader sends what is missing",
                         daemon->n_tasks);
      leading->releasing = TRUE;
      fit_api_client_close_writes (daemon->client);
      if (leading->candidate == NULL || !daemon->view.synced)
        leading->released = TRUE;
      else
        fit_candidate_release (leading->candidate);
    }
  return !leading->released
         || (daemon->n_events_sent > 0 && !leading->hurrying);
}

/* -- the end --------------------------------------------------------------- */

/* "the bindings of default/a, default/b and 3 more" */
static char *
name_bindings (const FitDaemon *daemon)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, daemon->bindings);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (names, fit_pod_full_name (((const FitTask *) key)->pod));
  g_ptr_array_sort (names, fit_compare_texts);
  for (guint i = 0; i < names->len && i < MOST_NAMED; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "the bindings of ",
                            (const char *) names->pdata[i]);
  if (names->len > MOST_NAMED)
    g_string_append_printf (text, " and %u more", names->len - MOST_NAMED);
  if (daemon->n_tasks > names->len)
    g_string_append_printf (text, "%s%u requests",
                            names->len > 0 ? ", and " : "",
                            daemon->n_tasks - names->len);
  return g_string_free (text, FALSE);
}

gboolean
fit_leading_end (const FitDaemon *daemon, GError **error)
{
  const FitLeading *leading = daemon->leading;
  g_autofree char *grace
      = fit_duration_text (daemon->options.shutdown_grace_us * NS_PER_US);
  g_autofree char *names = NULL;

  if (leading->lost != NULL)
    {
      if (g_hash_table_size (daemon->bindings) > 0)
        fit_daemon_note (daemon,
                         "%u bindings were cut off; the next leader places "
                         "the pods that have no node",
                         g_hash_table_size (daemon->bindings));
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_REMOTE, leading->lost);
    }
  else if (leading->cut && daemon->n_tasks > 0)
    {
      names = name_bindings (daemon);
      g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE,
                   "stopped %s after it was asked to end; this was cut off: %s",
                   grace, names);
    }
  else if (leading->cut)
    g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE,
                 "stopped %s after it was asked to end; the lock of the leader "
                 "was not released",
                 grace);
  else
    return TRUE;
  return FALSE;
}

/* -- its life -------------------------------------------------------------- */

static void
observe (FitApiClient *client, gpointer daemon)
{
  fit_daemon_observe (daemon, client);
}

gboolean
fit_leading_init (FitDaemon *daemon, const FitDaemonOptions *options,
                  GError **error)
{
  FitCandidateOptions election = options->election;

  daemon->leading = g_new0 (FitLeading, 1);
  pthread_mutex_init (&daemon->leading->lock, NULL);
  daemon->leading->lease_end_us = G_MAXINT64;
  daemon->leading->leads = !options->leader_elect;
  if (!options->leader_elect)
    return TRUE;
  daemon->leading->lock_name = g_strdup (election.name);
  fit_metrics_set_leader (daemon->metrics, election.name, FALSE);
  election.api = options->api;
  election.component = daemon->rules.profiles[0].scheduler_name;
  election.renewed = renewed;
  election.changed = changed;
  election.note = fit_daemon_post_note;
  election.observe = observe;
  election.data = daemon;
  daemon->leading->candidate = fit_candidate_new (&election, error);
  return daemon->leading->candidate != NULL;
}

void
fit_leading_stop (FitDaemon *daemon)
{
  if (daemon->leading != NULL)
    g_clear_pointer (&daemon->leading->candidate, fit_candidate_free);
}

void
fit_leading_clear (FitDaemon *daemon)
{
  FitLeading *leading = daemon->leading;

  if (leading == NULL)
    return;
  pthread_mutex_destroy (&leading->lock);
  g_free (leading->lock_name);
  g_free (leading->lost);
  g_clear_error (&leading->stuck);
  g_free (leading);
}
