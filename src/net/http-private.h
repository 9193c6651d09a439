/* http-private.h - one HTTP request and its response
 *
 * Internal to net/.  http.c keeps the handles; this module uses one of them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/http-tls.h"
#include "net/http.h"

typedef struct
{
  const FitHttpRequest *request; /* borrowed */
  CURLU *url;                    /* owned: for libcurl */
  char *shown_url;               /* owned: for messages */
  struct curl_slist *headers;    /* (nullable) owned: to send */
  struct curl_slist *connect_to; /* (nullable) owned */
  gboolean direct;               /* no proxy */
  guint timeout_ms;
  gsize max_bytes;
  gsize body_sent;      /* bytes of the request's body sent so far */
  GString *body;        /* (nullable) owned: received so far */
  GPtrArray *answer;    /* (nullable) owned: headers received so far */
  gboolean headers_end; /* the blank line after them was received */
  gsize header_bytes;   /* of all headers received */
  gboolean too_long;    /* the response was cut off because of its length */
  gboolean too_many_headers;
  char text[CURL_ERROR_SIZE]; /* libcurl's own message */
} FitHttpExchange;

/* fit_http_exchange_init: FALSE with FIT_ERROR_REMOTE if the URL or the name of
 * the server is invalid; @exchange must be cleared in any case */
gboolean fit_http_exchange_init (FitHttpExchange *exchange,
                                 const FitHttpRequest *request,
                                 const FitHttpTrust *trust, GError **error);
void fit_http_exchange_clear (FitHttpExchange *exchange);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitHttpExchange, fit_http_exchange_clear)

/**
 * fit_http_exchange_run:
 * @handle: must be reset; borrows from @exchange and @trust until it is reset
 *   again
 *
 * Returns: (transfer full) (nullable): like fit_http_client_request()
 */
FitHttpResponse *fit_http_exchange_run (FitHttpExchange *exchange, CURL *handle,
                                        const FitHttpTrust *trust,
                                        GError **error);

/* fit_http_exchange_fail: sets an error with a text that is always the same for
 * the same failure.  Returns: NULL */
FitHttpResponse *fit_http_exchange_fail (const FitHttpExchange *exchange,
                                         CURL *handle, CURLcode code,
                                         GError **error);
