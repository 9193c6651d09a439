/* api-cancel.c - ends requests that may no longer be sent, or are no longer
 * needed
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"

/* -- taking back ----------------------------------------------------------- */

typedef gboolean (*ExchangeTest) (const FitExchange *exchange,
                                  gconstpointer data);

/* Moves those of @exchanges that pass @test to the end of @taken. */
static void
take_from_queue (GQueue *exchanges, ExchangeTest test, gconstpointer data,
                 GQueue *taken)
{
  GList *next;

  for (GList *link = exchanges->head; link != NULL; link = next)
    {
      next = link->next;
      if (!test (link->data, data))
        continue;
      g_queue_unlink (exchanges, link);
      g_queue_push_tail_link (taken, link);
    }
}

/* Takes them from wherever they wait, and stops those under way. */
static void
take_back (FitApiClient *client, ExchangeTest test, gconstpointer data,
           GQueue *taken)
{
  g_autoptr (GList) going = g_hash_table_get_keys (client->going);
  GList *next;

  for (guint i = 0; i < FIT_API_LAST_URGENCY; i++)
    {
      take_from_queue (&client->watches.of[i], test, data, taken);
      take_from_queue (&client->waiting.of[i], test, data, taken);
    }
  for (GList *link = client->timers.head; link != NULL; link = next)
    {
      FitApiTimer *timer = link->data;

      next = link->next;
      if (timer->func != fit_api_send_again || !test (timer->data, data))
        continue;
      g_queue_push_tail (taken, timer->data);
      g_free (timer);
      g_queue_delete_link (&client->timers, link);
    }
  for (const GList *link = going; link != NULL; link = link->next)
    if (test (link->data, data))
      {
        fit_api_abandon (client, link->data);
        g_queue_push_tail (taken, link->data);
      }
}

/* -- closing for writes ---------------------------------------------------- */

static gboolean
is_unsent_write (const FitExchange *exchange, gconstpointer data)
{
  return fit_exchange_is_write (exchange)
         && (exchange->handle == NULL || !fit_exchange_is_sent (exchange));
}

void
fit_api_drop_writes (FitApiClient *client)
{
  GQueue dropped = G_QUEUE_INIT;
  FitExchange *exchange;

  take_back (client, is_unsent_write, NULL, &dropped);
  pthread_mutex_lock (&client->lock);
  client->writes_dropped = TRUE;
  pthread_cond_broadcast (&client->dropped);
  pthread_mutex_unlock (&client->lock);
  while ((exchange = g_queue_pop_head (&dropped)) != NULL)
    fit_exchange_give_up (exchange, FIT_API_WRITES_CLOSED);
}

void
fit_api_client_allow_writes_until (FitApiClient *client, gint64 us)
{
  FitApiTarget *target = &client->target;

  if (fit_api_target_is_closed (target))
    return;
  pthread_mutex_lock (&target->lock);
  target->writes_until_us = us;
  pthread_mutex_unlock (&target->lock);
  fit_net.curl_multi_wakeup (client->multi);
}

gboolean
fit_api_client_may_write (FitApiClient *client)
{
  return !fit_api_target_is_closed (&client->target);
}

void
fit_api_client_close_writes (FitApiClient *client)
{
  const gboolean is_own_thread
      = pthread_equal (pthread_self (), client->thread);

  pthread_mutex_lock (&client->target.lock);
  client->target.writes_closed = TRUE;
  pthread_mutex_unlock (&client->target.lock);
  fit_net.curl_multi_wakeup (client->multi);
  pthread_mutex_lock (&client->lock);
  while (!is_own_thread && !client->writes_dropped)
    pthread_cond_wait (&client->dropped, &client->lock);
  pthread_mutex_unlock (&client->lock);
}

/* -- forgetting ------------------------------------------------------------ */

static gboolean
is_for (const FitExchange *exchange, gconstpointer data)
{
  return exchange->data == data;
}

void
fit_api_client_forget (FitApiClient *client, gconstpointer data)
{
  GQueue forgotten = G_QUEUE_INIT;
  FitExchange *exchange;
  GList *next;

  fit_api_take_over (client);
  take_back (client, is_for, data, &forgotten);
  while ((exchange = g_queue_pop_head (&forgotten)) != NULL)
    fit_exchange_free (exchange);
  for (GList *link = client->timers.head; link != NULL; link = next)
    {
      next = link->next;
      if (((FitApiTimer *) link->data)->data != data)
        continue;
      g_free (link->data);
      g_queue_delete_link (&client->timers, link);
    }
}
