/* api-client.c - requests to an API server, many at a time
 *
 *   sent ──► waiting ──► under way ──► done
 *               ▲            │
 *               └────────────┘ Retry-After, or other credentials after a 401
 *
 * Those that wait begin in the order of request-queue.h, as soon as there are
 * credentials and a token.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"

#include "formats/value.h"

#include <signal.h>
#include <string.h>

/* With the watches, they fit in one HTTP/2 connection of libcurl.  More would
 * only hold memory. */
#define MOST_UNDER_WAY 80

/* The longest wait if nothing else wakes the thread, and the wait before
 * another try to start the thread of a plugin. */
#define MOST_WAIT_MS (60 * 60 * 1000)
#define THREAD_RETRY_US ((gint64) G_USEC_PER_SEC)

/* How many characters are shown of a body that is not a Status. */
#define MOST_SHOWN 200

/* Bookmarks come about once a minute. */
#define SILENT_MS 75000
#define ANSWER_MS 15000

#define STOPPED "the client was stopped"

/* Returns: (transfer full) (nullable): one that has not begun */
static FitExchange *
pop_waiting (FitApiClient *client)
{
  FitExchange *exchange = fit_request_queue_pop (&client->watches);

  return exchange != NULL ? exchange : fit_request_queue_pop (&client->waiting);
}

/* -- credentials ----------------------------------------------------------- */

static void
wake (gpointer data)
{
  fit_net.curl_multi_wakeup (((FitApiClient *) data)->multi);
}

/* -- the thread ------------------------------------------------------------ */

/* Begins as many as there are tokens.  Returns: microseconds until there is
 * another */
static gint64
begin_waiting (FitApiClient *client)
{
  FitRequestQueue *queue;

  while (!fit_request_queue_is_empty (queue = &client->watches)
         || (!fit_request_queue_is_empty (queue = &client->waiting)
             && g_hash_table_size (client->going) - client->n_watches
                    < MOST_UNDER_WAY))
    {
      FitCredential *credential = fit_credentials_find (&client->credentials);
      gint64 us = 0;

      if (credential == NULL)
        return client->credentials.runs ? G_MAXINT64 : THREAD_RETRY_US;
      if (queue == &client->waiting)
        us = fit_token_bucket_take (&client->bucket, g_get_monotonic_time ());
      if (us > 0)
        {
          fit_credential_unref (credential);
          if (client->held_back != NULL
              && fit_token_bucket_holds_back (&client->bucket,
                                              g_get_monotonic_time ()))
            client->held_back (fit_request_queue_count (&client->waiting),
                               client->waiting.of[FIT_API_BINDING].length,
                               client->bucket.qps, client->held_back_data);
          return us;
        }
      fit_api_begin (client, fit_request_queue_pop (queue), credential);
    }
  client->bucket.held_us = 0;
  return G_MAXINT64;
}

/* How long to wait for something to come.  libcurl shortens the time if it has
 * something to do earlier. */
static int
wait_ms (FitApiClient *client, gint64 token_us)
{
  const gint64 silent_us
      = (gint64) g_atomic_int_get (&client->patience.silent_ms) * 1000;
  FitApiTarget *target = &client->target;
  const FitApiTimer *timer = g_queue_peek_head (&client->timers);
  const gint64 now = g_get_monotonic_time ();
  gint64 us = token_us;

  if (timer != NULL)
    us = MIN (us, MAX (0, timer->due_us - now));
  pthread_mutex_lock (&target->lock);
  if (!target->writes_closed)
    us = MIN (us, MAX (0, target->writes_until_us - now));
  pthread_mutex_unlock (&target->lock);
  if (client->n_watches > 0)
    us = MIN (us, MAX (0, client->look_us - now));
  if (client->n_watches > 0 && !client->asks)
    us = MIN (us, MAX (0, target->heard_us + silent_us - now));
  return (int) MIN (us / 1000 + (us % 1000 != 0), MOST_WAIT_MS);
}

static gpointer
run (gpointer data)
{
  FitApiClient *client = data;
  g_autoptr (GList) going = NULL;
  FitExchange *exchange;
  sigset_t pipe_only;

  /* A write to a TLS connection that the peer has closed raises SIGPIPE. */
  sigemptyset (&pipe_only);
  sigaddset (&pipe_only, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe_only, NULL);
  while (fit_api_take_over (client))
    {
      CURLMsg *message;
      gint64 token_us;
      int n_running, n_left;
      const gint64 now = g_get_monotonic_time ();
      const gint64 heard_us = client->target.heard_us;
      g_autoptr (GError) problem = NULL;
      GQueue failed = G_QUEUE_INIT;
      FitExchange *due;
      FitApiTimer *timer;

      /* Do what is due: timers, and the end of a plugin.  If the plugin
       * gave no credentials, the requests that waited for them fail. */
      while ((timer = g_queue_peek_head (&client->timers)) != NULL
             && timer->due_us <= now)
        {
          g_queue_pop_head (&client->timers);
          timer->func (timer->data);
          g_free (timer);
        }
      problem = fit_credentials_end_run (&client->credentials);
      if (problem != NULL)
        {
          g_prefix_error (&problem, "%s: ", client->target.shown);
          while ((due = pop_waiting (client)) != NULL)
            g_queue_push_tail (&failed, due);
          while ((due = g_queue_pop_head (&failed)) != NULL)
            fit_exchange_fail (due, problem);
        }
      if (fit_api_target_is_closed (&client->target))
        fit_api_drop_writes (client);
      fit_api_ask_for_sign_of_life (client);
      fit_api_end_silent_watches (client);
      fit_net.curl_multi_perform (client->multi, &n_running);
      while ((message = fit_net.curl_multi_info_read (client->multi, &n_left))
             != NULL)
        {
          /* The message does not outlive the exchange. */
          const CURLcode code = message->data.result;

          fit_net.curl_easy_getinfo (message->easy_handle, CURLINFO_PRIVATE,
                                     (char **) &exchange);
          fit_api_end (client, exchange, code);
        }
      /* After the ends, which make room, and before the wait, which a new
       * request shortens. */
      token_us = begin_waiting (client);
      /* What libcurl 7.88 has read of the connection for another request, it
       * passes on the next time only, and it does not wait for that.  So as
       * long as something comes, it is asked again. */
      fit_net.curl_multi_poll (
          client->multi, NULL, 0,
          client->target.heard_us != heard_us ? 0 : wait_ms (client, token_us),
          NULL);
    }
  going = g_hash_table_get_keys (client->going);
  fit_credentials_stop (&client->credentials);
  while ((exchange = pop_waiting (client)) != NULL)
    fit_exchange_give_up (exchange, STOPPED);
  for (const GList *link = going; link != NULL; link = link->next)
    {
      fit_api_detach (client, link->data);
      fit_exchange_give_up (link->data, STOPPED);
    }
  return NULL;
}

/* -- clients --------------------------------------------------------------- */

FitApiClient *
fit_api_client_new (const FitApiConfig *config, double qps, guint burst,
                    GError **error)
{
  FitApiClient *client;

  if (!fit_net_load (error))
    return NULL;
  client = g_new0 (FitApiClient, 1);
  fit_net.curl_global_init (CURL_GLOBAL_DEFAULT);
  if (!fit_api_target_init (&client->target, config, error))
    {
      g_free (client);
      return NULL;
    }
  if (!fit_credentials_init (&client->credentials, config, wake, client, error))
    {
      g_prefix_error (error, "%s: ", config->source);
      fit_api_target_clear (&client->target);
      g_free (client);
      return NULL;
    }
  client->patience
      = (FitApiPatience){ .silent_ms = SILENT_MS, .answer_ms = ANSWER_MS };
  fit_token_bucket_init (&client->bucket, qps, burst, g_get_monotonic_time ());
  client->going = g_hash_table_new (NULL, NULL);
  client->observers = g_array_new (FALSE, FALSE, sizeof (FitApiListener));
  pthread_mutex_init (&client->lock, NULL);
  pthread_cond_init (&client->dropped, NULL);
  client->multi = fit_net.curl_multi_init ();
  client->runs = pthread_create (&client->thread, NULL, run, client) == 0;
  if (client->runs)
    {
      pthread_setname_np (client->thread, FIT_API_CLIENT_THREAD);
      return client;
    }
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                       "cannot start a thread");
  fit_api_client_free (client);
  return NULL;
}

void
fit_api_client_tell_held_back (FitApiClient *client, FitApiHeldBack func,
                               gpointer data)
{
  client->held_back = func;
  client->held_back_data = data;
}

void
fit_api_client_set_detail (FitApiClient *client, const FitApiDetail *detail)
{
  client->target.detail = *detail;
}

/* A request that waits to be sent again is in a timer. */
static void
drop_timers (GQueue *timers)
{
  FitApiTimer *timer;

  while ((timer = g_queue_pop_head (timers)) != NULL)
    {
      if (timer->func == fit_api_send_again)
        fit_exchange_give_up (timer->data, STOPPED);
      g_free (timer);
    }
}

void
fit_api_client_free (FitApiClient *client)
{
  FitExchange *exchange;
  CURL *handle;

  if (client == NULL)
    return;
  pthread_mutex_lock (&client->lock);
  client->stopping = TRUE;
  pthread_mutex_unlock (&client->lock);
  fit_net.curl_multi_wakeup (client->multi);
  if (client->runs)
    pthread_join (client->thread, NULL);
  while ((exchange = g_queue_pop_head (&client->incoming)) != NULL)
    fit_exchange_give_up (exchange, STOPPED);
  while ((handle = g_queue_pop_head (&client->handles)) != NULL)
    fit_net.curl_easy_cleanup (handle);
  drop_timers (&client->timers);
  drop_timers (&client->new_timers);
  fit_net.curl_multi_cleanup (client->multi);
  g_hash_table_unref (client->going);
  g_array_unref (client->observers);
  pthread_cond_destroy (&client->dropped);
  pthread_mutex_destroy (&client->lock);
  fit_credentials_clear (&client->credentials);
  fit_api_target_clear (&client->target);
  g_free (client);
}

void
fit_api_client_send (FitApiClient *client, const FitApiRequest *request)
{
  FitExchange *exchange = fit_exchange_new (&client->target, request);

  exchange->client = client;
  pthread_mutex_lock (&client->lock);
  exchange->number = client->n_sent++;
  g_queue_push_tail (&client->incoming, exchange);
  pthread_mutex_unlock (&client->lock);
  fit_net.curl_multi_wakeup (client->multi);
}

FitSecretSet *
fit_api_client_secrets (FitApiClient *client)
{
  return client->target.secrets;
}

/* -- what a server says ---------------------------------------------------- */

char *
fit_api_words (const char *text, guint most, FitSecretSet *secrets)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) whole = g_string_new (valid);
  char *shown;

  /* Hide secrets before shortening: a truncated secret is not recognised. */
  fit_secret_set_hide (secrets, whole);
  shown = g_utf8_substring (whole->str, 0,
                            MIN ((glong) most, g_utf8_strlen (whole->str, -1)));
  for (char *c = shown; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return g_strstrip (shown);
}

gboolean
fit_api_is_done (const FitApiAnswer *answer)
{
  static const char failure[] = "\"Failure\"";
  g_autoptr (FitArena) arena = NULL;
  const FitValue *status;

  if (answer->status / 100 != 2)
    return FALSE;
  /* Most answers need not be parsed for that. */
  if (strstr (answer->body, failure) == NULL)
    return TRUE;
  arena = fit_arena_new ();
  status = fit_json_parse (arena, answer->body, answer->body_len, NULL, NULL,
                           NULL);
  return g_strcmp0 (fit_value_get_string (status, "kind"), "Status") != 0
         || g_strcmp0 (fit_value_get_string (status, "status"), "Failure") != 0;
}

char *
fit_api_status_text (const FitApiAnswer *answer)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *status = fit_json_parse (arena, answer->body,
                                           answer->body_len, NULL, NULL, NULL);
  const char *message = fit_value_get_string (status, "message");
  const char *text = message != NULL             ? message
                     : answer->status / 100 == 3 ? "redirects are not followed"
                     : answer->body_len == 0     ? "no text"
                                                 : answer->body;
  g_autofree char *shown = fit_api_words (
      text, message != NULL ? FIT_API_MOST_WORDS : MOST_SHOWN, answer->secrets);

  return g_strdup_printf ("%u: %s", answer->status, shown);
}

FitErrorCode
fit_api_error_code (guint status)
{
  if (status == 404)
    return FIT_ERROR_NOT_FOUND;
  return status == 429 || status >= 500 ? FIT_ERROR_REMOTE : FIT_ERROR_IO;
}
