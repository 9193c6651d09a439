/* api-silent-watches.c - watches and servers that have said nothing for too
 * long
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"

/* -- a silent watch -------------------------------------------------------- */

/* The server may be alive, and yet send nothing more on a watch.  Such a watch
 * ends as if its time were over; the next one brings what it has missed. */
void
fit_api_end_silent_watches (FitApiClient *client)
{
  const gint64 silent_us
      = (gint64) g_atomic_int_get (&client->patience.silent_ms) * 1000;
  const gint64 now = g_get_monotonic_time ();
  g_autoptr (GList) going = NULL;

  if (client->n_watches == 0 || now < client->look_us)
    return;
  client->look_us = now + silent_us;
  going = g_hash_table_get_keys (client->going);
  for (const GList *link = going; link != NULL; link = link->next)
    {
      FitExchange *exchange = link->data;

      if (!exchange->is_watch)
        continue;
      if (exchange->heard_us + silent_us > now)
        {
          client->look_us
              = MIN (client->look_us, exchange->heard_us + silent_us);
          continue;
        }
      fit_net.curl_easy_setopt (exchange->handle, CURLOPT_FORBID_REUSE, 1L);
      fit_api_end (client, exchange,
                   exchange->status != 0 ? CURLE_OK : CURLE_OPERATION_TIMEDOUT);
    }
}

/* -- a silent server ------------------------------------------------------- */

static void
take_sign_of_life (const FitApiAnswer *answer, const GError *problem,
                   gpointer data)
{
  FitApiClient *client = data;
  g_autoptr (GError) silence = NULL;
  g_autoptr (GList) going = NULL;

  client->asks = FALSE;
  if (problem == NULL
      || g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  client->target.heard_us = g_get_monotonic_time ();
  silence = g_error_new (FIT_ERROR, FIT_ERROR_REMOTE,
                         "%s: no sign of life any more", client->target.shown);
  /* All connections are broken, or might be. */
  going = g_hash_table_get_keys (client->going);
  for (const GList *link = going; link != NULL; link = link->next)
    fit_api_abandon (client, link->data);
  for (const GList *link = going; link != NULL; link = link->next)
    fit_exchange_fail (link->data, silence);
}

/* Any answer will do, even a refusal. */
void
fit_api_ask_for_sign_of_life (FitApiClient *client)
{
  const gint64 silent_us = g_get_monotonic_time () - client->target.heard_us;
  FitApiRequest request = { .method = "GET",
                            .path = "/version",
                            .done = take_sign_of_life,
                            .data = client };
  FitExchange *exchange;
  FitCredential *credential;

  /* The patience may still be set before there are watches. */
  if (client->asks || client->n_watches == 0
      || silent_us
             < (gint64) g_atomic_int_get (&client->patience.silent_ms) * 1000)
    return;
  client->asks = TRUE;
  request.timeout_ms = g_atomic_int_get (&client->patience.answer_ms);
  exchange = fit_exchange_new (&client->target, &request);
  exchange->client = client;
  exchange->retries = FIT_API_MOST_RETRIES;
  exchange->was_rejected = TRUE;
  credential = fit_credentials_now (&client->credentials);
  fit_api_begin (client, exchange,
                 credential != NULL ? credential : fit_credential_new ());
}
