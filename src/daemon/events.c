/* events.c - sends events in the background
 *
 * As kube-scheduler does: an event without an answer is sent again, and when
 * too many are waiting, further ones are dropped.  To write an event costs the
 * server as much as a binding, so events wait in line as long as pods are being
 * bound, but not for long.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#define PAUSE_MS 10000
#define MOST_TRIES 12
#define MOST_WAITING 20000
#define MOST_WAIT_MS 15000
#define SWEEP_MS (FIT_EVENT_SWEEP_SECONDS * 1000)
#define NS_PER_US G_GINT64_CONSTANT (1000)

/* What is sent. */
typedef struct
{
  FitDaemon *daemon; /* borrowed */
  FitEventWrite write;
  guint tries;
  gboolean again; /* there was no answer, but may be one later */
  gboolean lost;  /* the server has forgotten the event */
} Sending;

static gint64
now_ns (void)
{
  return g_get_real_time () * NS_PER_US;
}

static void
sending_free (gpointer data)
{
  Sending *sending = data;

  sending->daemon->n_events--;
  fit_event_write_clear (&sending->write);
  g_free (sending);
}

static void wait_in_line (gpointer data);

static void
ended (gpointer data)
{
  Sending *sending = data;
  FitDaemon *daemon = sending->daemon;

  daemon->n_events_sent--;
  if (sending->lost)
    fit_event_log_lose (daemon->event_log, sending->write.path);
  if (sending->again)
    fit_daemon_later (daemon, PAUSE_MS, wait_in_line, sending_free, sending);
  else
    sending_free (sending);
}

/* On the thread of the client. */
static void
sent (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Sending *sending = data;
  FitDaemon *daemon = sending->daemon;
  g_autoptr (GError) error = fit_answer_problem (answer, problem);

  sending->again
      = problem != NULL
        && !g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE)
        && ++sending->tries < MOST_TRIES;
  sending->lost = sending->write.method[1] == 'A' && problem == NULL
                  && answer->status == 404;
  if (!sending->again && !sending->lost
      && g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE))
    {
      g_prefix_error (&error, "cannot write an event: ");
      fit_daemon_post_note (error->message, daemon);
    }
  fit_daemon_later (daemon, 0, ended, sending_free, sending);
}

static void
send_all (FitDaemon *daemon)
{
  Sending *sending;

  while ((sending = g_queue_pop_head (&daemon->unsent_events)) != NULL)
    {
      const FitEventWrite *write = &sending->write;

      daemon->n_events_sent++;
      fit_api_client_send (daemon->events,
                           &(const FitApiRequest){
                               .method = write->method,
                               .path = write->path,
                               .content_type = write->method[1] == 'A'
                                                   ? FIT_STRATEGIC_MERGE
                                                   : NULL,
                               .body = write->body,
                               .timeout_ms = FIT_WRITE_TIMEOUT_MS,
                               .done = sent,
                               .data = sending,
                           });
    }
}

static void
stop_waiting (gpointer data)
{
  FitDaemon *daemon = data;

  daemon->events_have_timer = FALSE;
  send_all (daemon);
}

void
fit_events_follow_bindings (FitDaemon *daemon)
{
  if (g_hash_table_size (daemon->bindings) == 0)
    send_all (daemon);
  else if (!daemon->events_have_timer
           && !g_queue_is_empty (&daemon->unsent_events))
    {
      daemon->events_have_timer = TRUE;
      fit_daemon_later (daemon, MOST_WAIT_MS, stop_waiting, NULL, daemon);
    }
}

static void
wait_in_line (gpointer data)
{
  Sending *sending = data;

  g_queue_push_tail (&sending->daemon->unsent_events, sending);
  fit_events_follow_bindings (sending->daemon);
}

/* Takes @write. */
static void
begin (FitDaemon *daemon, FitEventWrite *write)
{
  Sending *sending;

  if (daemon->n_events >= MOST_WAITING)
    {
      if (!daemon->overflowing)
        fit_daemon_note (daemon, "too many events wait to be written; some are "
                                 "dropped");
      daemon->overflowing = TRUE;
      fit_event_write_clear (write);
      return;
    }
  daemon->overflowing = FALSE;
  daemon->n_events++;
  sending = g_new0 (Sending, 1);
  sending->daemon = daemon;
  sending->write = *write;
  *write = (FitEventWrite){ 0 };
  wait_in_line (sending);
}

void
fit_events_write (gpointer data, const FitEvent *event)
{
  FitDaemon *daemon = data;
  g_autofree char *note = fit_daemon_hide_secrets (daemon, event->note);
  FitEvent shown = *event;
  FitEventWrite write;

  shown.note = note;
  if (fit_event_log_add (daemon->event_log, &shown, now_ns (), &write))
    begin (daemon, &write);
}

void
fit_events_write_series (FitDaemon *daemon, gint64 when_ns)
{
  g_autoptr (GArray) writes = fit_event_log_sweep (daemon->event_log, when_ns);

  for (guint i = 0; i < writes->len; i++)
    begin (daemon, &g_array_index (writes, FitEventWrite, i));
}

static void
sweep (gpointer data)
{
  FitDaemon *daemon = data;

  fit_events_write_series (daemon, now_ns ());
  fit_daemon_later (daemon, SWEEP_MS, sweep, NULL, daemon);
}

/* -- which API ------------------------------------------------------------- */

typedef struct
{
  FitDaemon *daemon; /* borrowed */
  FitEventAPI api;   /* that is asked for */
  gboolean troubled; /* and that was reported */
} Search;

static void ask (gpointer data);

static void
use (gpointer data)
{
  Search *search = data;
  FitDaemon *daemon = search->daemon;

  g_clear_pointer (&daemon->event_log, fit_event_log_free);
  daemon->event_log = fit_event_log_new (search->api, g_get_host_name ());
  g_free (search);
}

static void
asked (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Search *search = data;
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = fit_answer_problem (answer, problem);
  g_autofree char *text = NULL;
  const FitValue *found;

  if (error == NULL)
    {
      found = fit_json_parse (arena, answer->body, answer->body_len, NULL, NULL,
                              NULL);
      if (g_strcmp0 (fit_value_get_string (found, "kind"), "APIResourceList")
          != 0)
        error = g_error_new (FIT_ERROR, FIT_ERROR_REMOTE,
                             "found something else, expected an "
                             "APIResourceList");
    }
  if (error == NULL)
    fit_daemon_later (search->daemon, 0, use, g_free, search);
  else if (g_error_matches (error, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    g_free (search);
  else if (problem == NULL && answer->status == 404)
    {
      search->api++;
      fit_daemon_later (search->daemon, 0, ask, g_free, search);
    }
  else
    {
      /* That there is no server is reported elsewhere. */
      if (answer->status != 0 && !search->troubled)
        {
          search->troubled = TRUE;
          text = g_strdup_printf ("cannot find out which API takes events: %s; "
                                  "trying again",
                                  error->message);
          fit_daemon_post_note (text, search->daemon);
        }
      fit_daemon_later (search->daemon, PAUSE_MS, ask, g_free, search);
    }
}

/* Of each API; every server has core events. */
static const char *const groups[]
    = { "/apis/events.k8s.io/v1", "/apis/events.k8s.io/v1beta1" };

static void
ask (gpointer data)
{
  Search *search = data;

  if (search->api == FIT_EVENT_API_CORE)
    use (search);
  else
    fit_api_client_send (search->daemon->events,
                         &(const FitApiRequest){
                             .method = "GET",
                             .path = groups[search->api],
                             .timeout_ms = FIT_WRITE_TIMEOUT_MS,
                             .done = asked,
                             .data = search,
                         });
}

void
fit_events_choose (FitDaemon *daemon, const FitServed *served)
{
  Search *search = g_new0 (Search, 1);

  search->daemon = daemon;
  /* A server that does not say which groups it has may tell of each of them. */
  if (served->groups == NULL)
    {
      ask (search);
      return;
    }
  while (search->api < FIT_EVENT_API_CORE
         && !g_hash_table_contains (served->groups, groups[search->api]))
    search->api++;
  use (search);
}

/* Until it is known, events are written to the API of current servers. */
void
fit_events_init (FitDaemon *daemon)
{
  daemon->event_log = fit_event_log_new (FIT_EVENT_API_V1, g_get_host_name ());
  fit_daemon_later (daemon, SWEEP_MS, sweep, NULL, daemon);
}

void
fit_events_clear (FitDaemon *daemon)
{
  g_queue_clear_full (&daemon->unsent_events, sending_free);
  g_clear_pointer (&daemon->event_log, fit_event_log_free);
}
