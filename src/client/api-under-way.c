/* api-under-way.c - the requests of a client between its queues and the wire
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"
#include "base/each.h"

#include <string.h>

/* Handles that are kept for later requests; each keeps its buffers, too. */
#define MOST_IDLE 8

static FitRequestQueue *
queue_of (FitApiClient *client, const FitExchange *exchange)
{
  return exchange->is_watch ? &client->watches : &client->waiting;
}

/* -- timers ---------------------------------------------------------------- */

static gint
by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitApiTimer *one = a;
  const FitApiTimer *other = b;

  return one->due_us < other->due_us ? -1 : one->due_us > other->due_us;
}

void
fit_api_client_call_later (FitApiClient *client, guint ms, GDestroyNotify func,
                           gpointer data)
{
  FitApiTimer *timer = g_new0 (FitApiTimer, 1);

  timer->due_us = g_get_monotonic_time () + (gint64) ms * 1000;
  timer->func = func;
  timer->data = data;
  pthread_mutex_lock (&client->lock);
  g_queue_push_tail (&client->new_timers, timer);
  pthread_mutex_unlock (&client->lock);
  fit_net.curl_multi_wakeup (client->multi);
}

/* -- the wire -------------------------------------------------------------- */

void
fit_api_begin (FitApiClient *client, FitExchange *exchange,
               FitCredential *credential)
{
  CURL *handle = g_queue_pop_head (&client->handles);

  fit_exchange_set_up (exchange,
                       handle != NULL ? handle : fit_net.curl_easy_init (),
                       credential);
  exchange->begun_us = exchange->heard_us = g_get_monotonic_time ();
  if (exchange->is_watch && client->n_watches++ == 0)
    client->target.heard_us = exchange->begun_us;
  g_hash_table_add (client->going, exchange);
  fit_net.curl_multi_add_handle (client->multi, exchange->handle);
}

void
fit_api_detach (FitApiClient *client, FitExchange *exchange)
{
  fit_net.curl_multi_remove_handle (client->multi, exchange->handle);
  fit_net.curl_easy_reset (exchange->handle);
  if (g_queue_get_length (&client->handles) < MOST_IDLE)
    g_queue_push_head (&client->handles, g_steal_pointer (&exchange->handle));
  else
    g_clear_pointer (&exchange->handle, fit_net.curl_easy_cleanup);
  g_hash_table_remove (client->going, exchange);
  if (exchange->is_watch)
    client->n_watches--;
}

void
fit_api_abandon (FitApiClient *client, FitExchange *exchange)
{
  fit_net.curl_easy_setopt (exchange->handle, CURLOPT_FORBID_REUSE, 1L);
  fit_api_detach (client, exchange);
}

static const char *
text_of (const GString *kept)
{
  return kept != NULL ? kept->str : NULL;
}

void
fit_api_client_observe (FitApiClient *client, FitApiObserver observer,
                        gpointer data)
{
  const FitApiListener added = { observer, data };

  g_array_append_val (client->observers, added);
}

void
fit_api_send_again (gpointer data)
{
  FitExchange *exchange = data;

  exchange->queued_us = g_get_monotonic_time ();
  fit_request_queue_push (queue_of (exchange->client, exchange), exchange);
}

void
fit_api_end (FitApiClient *client, FitExchange *exchange, CURLcode code)
{
  g_autoptr (GError) problem = NULL;
  const FitApiTarget *target = &client->target;
  const FitApiHeard *heard;
  FitApiExchangeEnd end;

  if (code != CURLE_OK && code != CURLE_ABORTED_BY_CALLBACK)
    problem = fit_exchange_problem (exchange, code);
  heard = fit_exchange_heard (exchange);
  end = (FitApiExchangeEnd){
    .server = target->shown,
    .method = exchange->method,
    .path = exchange->url + strlen (target->server),
    .is_watch = exchange->is_watch,
    .status = exchange->status,
    .seconds
    = (double) (g_get_monotonic_time () - exchange->begun_us) / G_USEC_PER_SEC,
    .waited_seconds = (double) MAX (0, exchange->begun_us - exchange->queued_us)
                      / G_USEC_PER_SEC,
    .request_headers = text_of (heard->sent_headers),
    .response_headers = text_of (heard->heard_headers),
    .request_body = text_of (heard->sent_body),
    .request_bytes = exchange->body != NULL ? strlen (exchange->body) : 0,
    .response_body = text_of (heard->heard_body),
    .response_bytes = exchange->n_bytes
  };
  FIT_EACH_OF (const FitApiListener, observer, client->observers)
    observer->func (&end, observer->data);
  fit_api_detach (client, exchange);
  if (code == CURLE_ABORTED_BY_CALLBACK)
    fit_exchange_give_up (exchange, FIT_API_WRITES_CLOSED);
  else if (code == CURLE_OK && exchange->retry_ms >= 0 && !exchange->once
           && exchange->retries < FIT_API_MOST_RETRIES
           && (exchange->status == 429 || exchange->status >= 500))
    {
      exchange->retries++;
      fit_api_client_call_later (client, (guint) exchange->retry_ms,
                                 fit_api_send_again, exchange);
    }
  else if (code == CURLE_OK && exchange->status == 401
           && !exchange->was_rejected
           && fit_credentials_reject (&client->credentials,
                                      exchange->credential))
    {
      exchange->was_rejected = TRUE;
      fit_request_queue_push_first (queue_of (client, exchange), exchange);
    }
  else
    fit_exchange_finish (exchange, problem);
}

/* -- what other threads send ------------------------------------------------ */

gboolean
fit_api_take_over (FitApiClient *client)
{
  gboolean stopping;
  gpointer item;

  pthread_mutex_lock (&client->lock);
  stopping = client->stopping;
  while ((item = g_queue_pop_head (&client->incoming)) != NULL)
    fit_request_queue_push (queue_of (client, item), item);
  while ((item = g_queue_pop_head (&client->new_timers)) != NULL)
    g_queue_insert_sorted (&client->timers, item, by_time, NULL);
  pthread_mutex_unlock (&client->lock);
  return !stopping;
}
