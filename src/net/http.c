/* http.c - a client: libcurl handles that are kept for the next request
 *
 * A handle serves one request at a time and then keeps its connection.  The
 * handle returned last is used first, so that as few connections as possible
 * stay open.
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/http.h"

#include <pthread.h>

#include "net/http-private.h"

/* More parallel requests are possible, but their connections are closed
 * afterwards. */
#define MAX_IDLE_HANDLES 16

#define USER_AGENT "fitsched"

struct _FitHttpClient
{
  FitHttpTrust trust;
  pthread_mutex_t lock;
  GPtrArray *idle; /* owned, of CURL; under @lock */
};

FitHttpClient *
fit_http_client_new (const FitHttpTLS *tls, GError **error)
{
  FitHttpTrust trust;
  FitHttpClient *client;

  if (!fit_net_load (error) || !fit_http_trust_init (&trust, tls, error))
    return NULL;
  fit_net.curl_global_init (CURL_GLOBAL_DEFAULT);
  client = g_new0 (FitHttpClient, 1);
  client->trust = trust;
  pthread_mutex_init (&client->lock, NULL);
  client->idle = g_ptr_array_new_with_free_func (fit_net.curl_easy_cleanup);
  return client;
}

void
fit_http_client_free (FitHttpClient *client)
{
  if (client == NULL)
    return;
  g_ptr_array_unref (client->idle);
  pthread_mutex_destroy (&client->lock);
  fit_http_trust_clear (&client->trust);
  g_free (client);
  fit_net.curl_global_cleanup ();
}

FitHttpResponse *
fit_http_client_request (FitHttpClient *client, const FitHttpRequest *request,
                         GError **error)
{
  g_auto (FitHttpExchange) exchange = { 0 };
  FitHttpResponse *response;
  CURL *handle = NULL;
  gboolean kept;

  if (!fit_http_exchange_init (&exchange, request, &client->trust, error))
    return NULL;
  pthread_mutex_lock (&client->lock);
  if (client->idle->len > 0)
    handle = g_ptr_array_steal_index (client->idle, client->idle->len - 1);
  pthread_mutex_unlock (&client->lock);
  if (handle == NULL)
    handle = fit_net.curl_easy_init ();
  if (handle == NULL)
    return fit_http_exchange_fail (&exchange, NULL, CURLE_FAILED_INIT, error);
  fit_net.curl_easy_setopt (handle, CURLOPT_USERAGENT, USER_AGENT);
  response = fit_http_exchange_run (&exchange, handle, &client->trust, error);
  if (response == NULL && exchange.body_sent > 0 && request->lost != NULL)
    *request->lost = TRUE;
  fit_net.curl_easy_reset (handle);
  pthread_mutex_lock (&client->lock);
  kept = client->idle->len < MAX_IDLE_HANDLES;
  if (kept)
    g_ptr_array_add (client->idle, handle);
  pthread_mutex_unlock (&client->lock);
  if (!kept)
    fit_net.curl_easy_cleanup (handle);
  return response;
}

void
fit_http_response_free (FitHttpResponse *response)
{
  if (response == NULL)
    return;
  g_bytes_unref (response->body);
  g_ptr_array_unref (response->headers);
  g_free (response);
}
