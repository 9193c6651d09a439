/* leader-election.c - one candidate for the leader, on a real API server
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/leader-election.h"

#include <string.h>

#include "api/times.h"
#include "formats/duration.h"
#include "formats/value-json.h"
#include "client/api-client.h"
#include "daemon/lock-object.h"

#define US_PER_MS G_GINT64_CONSTANT (1000)
#define NS_PER_US G_GINT64_CONSTANT (1000)

/* A lock as the API server had it last. */
typedef struct
{
  FitLockKind kind;
  FitArena *arena;        /* owned: of @object */
  const FitValue *object; /* (nullable) */
  gboolean blind;         /* that was reported */
  gboolean forbidden;     /* this user may not do what was asked last */
} Lock;

/* Only its thread uses it once it has started. */
struct _FitCandidate
{
  FitCandidateOptions options; /* without its API and texts */
  char *namespace_;
  char *name;
  char *identity;
  char *component;
  char *what; /* "Lease kube-system/kube-scheduler" */
  FitApiClient *client;
  FitElection *machine;
  Lock locks[FIT_LOCK_KIND_LAST];
  guint n_own;
  guint n_locks;
  gint64 armed_us; /* the timer that comes first; 0: there is none */

  /* What was reported last: */
  FitElectionState state;
  gint64 until_us;
  char *holder;
  char *blocker;
  gboolean in_trouble;
};

/* A request that is under way. */
typedef struct
{
  FitCandidate *candidate; /* borrowed */
  guint id;
  guint lock;
  FitLockVerb verb;
} Asked;

static void act (gpointer data);

/* -- answers --------------------------------------------------------------- */

static FitLockOutcome
outcome_of (const FitApiAnswer *answer, FitLockVerb verb)
{
  switch (answer->status)
    {
    case 200:
    case 201:
      return FIT_LOCK_DONE;
    case 403:
      return FIT_LOCK_FORBIDDEN;
    case 404: /* for an update: it was deleted after it was read */
      return verb == FIT_LOCK_READ     ? FIT_LOCK_MISSING
             : verb == FIT_LOCK_UPDATE ? FIT_LOCK_CONFLICT
                                       : FIT_LOCK_FAILED;
    case 409:
      return FIT_LOCK_CONFLICT;
    default:
      return FIT_LOCK_FAILED;
    }
}

static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  g_autofree Asked *asked = data;
  FitCandidate *candidate = asked->candidate;
  Lock *lock = &candidate->locks[asked->lock];
  FitLockAnswer result = { .id = asked->id, .outcome = FIT_LOCK_FAILED };
  g_autoptr (GError) error = NULL;
  g_autofree char *raw = NULL;
  g_autofree char *text = NULL;

  /* The client is being freed, or is closed for writes. */
  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (problem == NULL)
    result.outcome = outcome_of (answer, asked->verb);
  lock->forbidden = result.outcome == FIT_LOCK_FORBIDDEN;
  if (result.outcome == FIT_LOCK_DONE)
    {
      fit_arena_reset (lock->arena);
      lock->object = fit_json_parse (lock->arena, answer->body,
                                     answer->body_len, NULL, NULL, &error);
      if (lock->object == NULL
          || !fit_lock_object_read (lock->kind, lock->object, lock->arena,
                                    &result.record, &raw, &error))
        result.outcome = FIT_LOCK_FAILED;
    }
  if (problem != NULL || error != NULL)
    text = g_strdup (problem != NULL ? problem->message : error->message);
  else if (result.outcome != FIT_LOCK_DONE)
    text = fit_api_status_text (answer);
  result.raw = raw;
  result.problem = text;
  fit_election_answer (candidate->machine, &result, g_get_monotonic_time ());
  act (candidate);
}

/* -- events ---------------------------------------------------------------- */

/* A member of the lock's metadata that an API server never leaves out. */
static const char *
metadata_of (const Lock *lock, const char *name)
{
  const char *text
      = fit_value_get_string (fit_value_get (lock->object, "metadata"), name);

  return text != NULL ? text : "";
}

/* "became leader", about the lock itself. */
static void
write_event (FitCandidate *candidate, const Lock *lock)
{
  const FitLockKindInfo *info = fit_lock_kind_info (lock->kind);
  g_autofree char *path
      = g_strdup_printf ("/api/v1/namespaces/%s/events", candidate->namespace_);
  g_autofree char *name
      = g_strdup_printf ("%s.%" G_GINT64_MODIFIER "x", candidate->name,
                         g_get_real_time () * NS_PER_US);
  g_autofree char *message
      = g_strdup_printf ("%s became leader", candidate->identity);
  g_autofree char *time = fit_time_format (g_get_real_time () * NS_PER_US);
  g_autoptr (GString) json = g_string_new (NULL);

  fit_json_append_printf (
      json,
      "{'kind':'Event','apiVersion':'v1','metadata':{'name':%s,'namespace':%s},"
      "'involvedObject':{'kind':%s,'namespace':%s,'name':%s,'uid':%s,"
      "'apiVersion':%s,'resourceVersion':%s},'reason':'LeaderElection',"
      "'message':%s,'source':{'component':%s},'firstTimestamp':%s,"
      "'lastTimestamp':%s,'type':'Normal','count':1}",
      name, candidate->namespace_, info->kind, candidate->namespace_,
      candidate->name, metadata_of (lock, "uid"), info->api_version,
      metadata_of (lock, "resourceVersion"), message, candidate->component,
      time, time);
  fit_api_client_send (
      candidate->client,
      &(const FitApiRequest){
          .method = "POST",
          .path = path,
          .body = json->str,
          .timeout_ms = (guint) (candidate->options.retry_us / US_PER_MS),
          .once = TRUE });
}

/* -- reports --------------------------------------------------------------- */

static void G_GNUC_PRINTF (2, 3)
    note (const FitCandidate *candidate, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  candidate->options.note (text, candidate->options.data);
}

static void
tell_state (FitCandidate *candidate, const FitElectionView *view)
{
  const FitElectionState state = view->state;
  g_autofree char *text = NULL;

  if (state == candidate->state)
    return;
  candidate->state = state;
  if (state == FIT_ELECTION_LEADING)
    {
      for (guint i = 0; i < candidate->n_own; i++)
        write_event (candidate, &candidate->locks[i]);
      text = g_strdup_printf ("leading: %s holds %s", candidate->identity,
                              candidate->what);
    }
  else if (state == FIT_ELECTION_LOST)
    {
      const char *problem
          = view->problem != NULL ? view->problem : "this process was stopped";
      g_autofree char *deadline = fit_duration_text (
          candidate->options.renew_deadline_us * NS_PER_US);

      text = g_get_monotonic_time () < candidate->until_us
                 ? g_strdup_printf ("lost %s: %s", candidate->what, problem)
                 : g_strdup_printf ("lost %s, which was not renewed for %s: %s",
                                    candidate->what, deadline, problem);
    }
  else if (state == FIT_ELECTION_RELEASED)
    text = g_strdup_printf ("released %s", candidate->what);
  if (text != NULL)
    candidate->options.changed (state, text, candidate->options.data);
}

/* @said keeps what was said.  Returns: TRUE if @text (nullable) is new */
static gboolean
is_new (char **said, const char *text)
{
  if (g_strcmp0 (*said, text) == 0)
    return FALSE;
  g_free (*said);
  *said = g_strdup (text);
  return text != NULL && *text != '\0';
}

/* What to do about an own lock that this user may not have; "": nothing. */
static const char *
remedy (const FitCandidate *candidate)
{
  for (guint i = 0; i < candidate->n_own; i++)
    if (candidate->locks[i].forbidden)
      return candidate->locks[i].kind == FIT_LOCK_LEASE
                 ? ": this user needs the right to get, create and update it; "
                   "--leader-elect=false goes without a lock"
                 : ": kube-scheduler has used a Lease since 1.20, and newer "
                   "clusters allow it nothing else; see "
                   "--leader-elect-resource-lock leases";
  return "";
}

/* Tells what has changed since the last time: trouble once per outage, and
 * each holder once. */
static void
tell (FitCandidate *candidate)
{
  const FitElectionView view = fit_election_view (candidate->machine);
  const gint64 until_us = view.leads_until_us;

  /* The clients have to know that they may write before anyone is told to
   * write. */
  if (view.state == FIT_ELECTION_LEADING && until_us != candidate->until_us)
    {
      candidate->until_us = until_us;
      fit_api_client_allow_writes_until (candidate->client, until_us);
      candidate->options.renewed (until_us, candidate->options.data);
    }
  tell_state (candidate, &view);
  for (guint i = candidate->n_own; i < candidate->n_locks; i++)
    if (view.is_blind_to[i] && !candidate->locks[i].blind)
      {
        candidate->locks[i].blind = TRUE;
        note (candidate,
              "this user may not read %s %s/%s: a leader by that lock is not "
              "seen",
              fit_lock_kind_info (candidate->locks[i].kind)->kind,
              candidate->namespace_, candidate->name);
      }
  if (view.problem != NULL && !candidate->in_trouble
      && candidate->state <= FIT_ELECTION_LEADING)
    note (candidate, "cannot %s %s: %s; trying again%s",
          candidate->state == FIT_ELECTION_LEADING ? "renew" : "take",
          candidate->what, view.problem, remedy (candidate));
  candidate->in_trouble = view.problem != NULL;
  if (candidate->state != FIT_ELECTION_STANDBY)
    return;
  if (is_new (&candidate->holder, view.holder)
      && strcmp (view.holder, candidate->identity) != 0)
    note (candidate, "waiting to lead: %s is held by %s", candidate->what,
          view.holder);
  if (is_new (&candidate->blocker, view.blocker))
    note (candidate,
          "waiting to lead: %s %s/%s, another kind of lock, is held by %s; "
          "--ignore-other-locks leads beside it",
          fit_lock_kind_info (candidate->locks[view.blocking].kind)->kind,
          candidate->namespace_, candidate->name, view.blocker);
}

/* -- time ------------------------------------------------------------------ */

static void
wake (gpointer data)
{
  FitCandidate *candidate = data;

  if (g_get_monotonic_time () >= candidate->armed_us)
    candidate->armed_us = 0;
  act (candidate);
}

/* Does what is due, tells what came of it, and sets a timer for the next time.
 * A timer that comes earlier sets the next one when it runs. */
static void
act (gpointer data)
{
  FitCandidate *candidate = data;
  FitLockRequest request;
  gint64 due_us, now_us;

  if (fit_election_next (candidate->machine, &request, g_get_monotonic_time ()))
    {
      static const char *const methods[] = { [FIT_LOCK_READ] = "GET",
                                             [FIT_LOCK_CREATE] = "POST",
                                             [FIT_LOCK_UPDATE] = "PUT" };
      const Lock *lock = &candidate->locks[request.lock];
      const FitLockKindInfo *info = fit_lock_kind_info (lock->kind);
      const guint timeout_ms
          = (guint) (fit_election_timeout (candidate->machine) / US_PER_MS);
      const gboolean creates = request.verb == FIT_LOCK_CREATE;
      g_autofree char *namespace_
          = g_uri_escape_string (candidate->namespace_, NULL, FALSE);
      g_autofree char *name
          = g_uri_escape_string (candidate->name, NULL, FALSE);
      g_autofree char *path = g_strdup_printf (
          "%s/namespaces/%s/%s%s%s?timeout=%ums", info->path, namespace_,
          info->plural, creates ? "" : "/", creates ? "" : name, timeout_ms);
      g_autofree char *body = NULL;
      Asked *asked = g_new0 (Asked, 1);

      if (request.verb != FIT_LOCK_READ)
        body = fit_lock_object_write (
            lock->kind, request.verb == FIT_LOCK_UPDATE ? lock->object : NULL,
            candidate->namespace_, candidate->name, &request.record,
            g_get_real_time ());
      *asked = (Asked){ .candidate = candidate,
                        .id = request.id,
                        .lock = request.lock,
                        .verb = request.verb };
      fit_api_client_send (
          candidate->client,
          &(const FitApiRequest){ .method = methods[request.verb],
                                  .path = path,
                                  .body = body,
                                  .timeout_ms = timeout_ms,
                                  .once = TRUE,
                                  .done = answered,
                                  .data = asked });
    }
  tell (candidate);
  due_us = fit_election_due (candidate->machine);
  now_us = g_get_monotonic_time ();
  if (due_us == G_MAXINT64
      || (candidate->armed_us != 0 && candidate->armed_us <= due_us))
    return;
  candidate->armed_us = MAX (due_us, now_us);
  fit_api_client_call_later (
      candidate->client,
      (guint) ((candidate->armed_us - now_us + US_PER_MS - 1) / US_PER_MS),
      wake, candidate);
}

/* -- its life -------------------------------------------------------------- */

void
fit_candidate_start (FitCandidate *candidate)
{
  fit_api_client_call_later (candidate->client, 0, act, candidate);
}

static void
release (gpointer data)
{
  FitCandidate *candidate = data;

  fit_election_release (candidate->machine, g_get_monotonic_time ());
  act (candidate);
}

void
fit_candidate_release (FitCandidate *candidate)
{
  fit_api_client_call_later (candidate->client, 0, release, candidate);
}

static gboolean
fail (GError **error, const char *field, gint64 us, const char *expected)
{
  g_autofree char *text = fit_duration_text (us * NS_PER_US);

  return fit_fail (error, FIT_ERROR_SCHEMA,
                   "leaderElection.%s: Invalid value: \"%s\": %s", field, text,
                   expected);
}

gboolean
fit_candidate_check (const FitCandidateOptions *options, GError **error)
{
  static const char positive[] = "must be greater than zero";
  FitLockKind kinds[FIT_LOCK_KIND_LAST];

  if (options->lease_us <= 0)
    return fail (error, "leaseDuration", options->lease_us, positive);
  if (options->renew_deadline_us <= 0)
    return fail (error, "renewDeadline", options->renew_deadline_us, positive);
  if (options->retry_us <= 0)
    return fail (error, "retryPeriod", options->retry_us, positive);
  if (options->lease_us <= options->renew_deadline_us)
    return fail (error, "leaseDuration", options->lease_us,
                 "LeaseDuration must be greater than RenewDeadline");
  if ((double) options->renew_deadline_us
      <= FIT_ELECTION_JITTER * (double) options->retry_us)
    return fail (error, "renewDeadline", options->renew_deadline_us,
                 "RenewDeadline must be greater than RetryPeriod*JitterFactor "
                 "(1.2)");
  if (*options->namespace_ == '\0' || *options->name == '\0')
    return fit_fail (
        error, FIT_ERROR_SCHEMA, "leaderElection.%s: Required value",
        *options->name == '\0' ? "resourceName" : "resourceNamespace");
  if (fit_lock_kinds (options->lock, kinds) > 0)
    return TRUE;
  return fit_fail (error, FIT_ERROR_SCHEMA,
                   "leaderElection.resourceLock: found \"%s\", expected one of "
                   "leases, endpoints, configmaps, endpointsleases, "
                   "configmapsleases",
                   options->lock);
}

FitCandidate *
fit_candidate_new (const FitCandidateOptions *options, GError **error)
{
  g_autoptr (FitCandidate) candidate = g_new0 (FitCandidate, 1);
  g_autofree char *uuid = g_uuid_string_random ();
  FitLockKind kinds[FIT_LOCK_KIND_LAST];
  GString *what = g_string_new (NULL);

  candidate->options = *options;
  candidate->namespace_ = g_strdup (options->namespace_);
  candidate->name = g_strdup (options->name);
  candidate->component = g_strdup (options->component);
  candidate->identity = g_strdup_printf ("%s_%s", g_get_host_name (), uuid);
  candidate->n_own = fit_lock_kinds (options->lock, kinds);
  candidate->n_locks
      = options->ignore_other_locks ? candidate->n_own : FIT_LOCK_KIND_LAST;
  for (guint i = 0; i < candidate->n_locks; i++)
    candidate->locks[i] = (Lock){ .kind = kinds[i], .arena = fit_arena_new () };
  for (guint i = 0; i < candidate->n_own; i++)
    g_string_append_printf (what, "%s%s", i > 0 ? " and " : "",
                            fit_lock_kind_info (kinds[i])->kind);
  g_string_append_printf (what, " %s/%s", options->namespace_, options->name);
  candidate->what = g_string_free (what, FALSE);
  candidate->machine = fit_election_new (
      &(const FitElectionSettings){ .lease_us = options->lease_us,
                                    .renew_deadline_us
                                    = options->renew_deadline_us,
                                    .retry_us = options->retry_us,
                                    .n_own = candidate->n_own,
                                    .n_locks = candidate->n_locks,
                                    .seed = g_random_int () },
      candidate->identity, g_get_monotonic_time ());
  candidate->client = fit_api_client_new (options->api, 0, 1, error);
  if (candidate->client == NULL)
    return NULL;
  if (options->observe != NULL)
    options->observe (candidate->client, options->data);
  return g_steal_pointer (&candidate);
}

void
fit_candidate_free (FitCandidate *candidate)
{
  if (candidate == NULL)
    return;
  fit_api_client_free (candidate->client);
  fit_election_free (candidate->machine);
  for (guint i = 0; i < FIT_LOCK_KIND_LAST; i++)
    fit_arena_free (candidate->locks[i].arena);
  g_free (candidate->namespace_);
  g_free (candidate->name);
  g_free (candidate->component);
  g_free (candidate->identity);
  g_free (candidate->what);
  g_free (candidate->holder);
  g_free (candidate->blocker);
  g_free (candidate);
}
