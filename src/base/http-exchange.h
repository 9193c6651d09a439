/* http-exchange.h - one request and what comes back
 *
 * Internal to base/: http.c keeps the handles, this is what happens on one.
 */
#pragma once

#include "base/http-tls.h"

G_BEGIN_DECLS

typedef struct
{
  const FitHttpRequest *request; /* borrowed */
  CURLU *url;                    /* owned: as libcurl gets it */
  char *shown_url;               /* owned: for messages */
  struct curl_slist *headers;    /* (nullable) owned: to be sent */
  struct curl_slist *connect_to; /* (nullable) owned */
  gboolean direct;               /* no proxy */
  guint timeout_ms;
  gsize max_bytes;
  gsize body_sent;      /* bytes of the request's body handed over */
  GString *body;        /* (nullable) owned: answered so far */
  GPtrArray *answer;    /* (nullable) owned: headers answered so far */
  gboolean headers_end; /* the blank line behind them was there */
  gsize header_bytes;   /* of all headers answered */
  gboolean too_long;    /* the answer was cut off for its length */
  gboolean too_many_headers;
  char text[CURL_ERROR_SIZE]; /* libcurl's own words */
} FitHttpExchange;

/* fit_http_exchange_init: FALSE with FIT_ERROR_REMOTE when the URL, or the name
 * of the server, is none; to be cleared anyway */
gboolean fit_http_exchange_init (FitHttpExchange *exchange,
                                 const FitHttpRequest *request,
                                 const FitHttpTrust *trust, GError **error);
void fit_http_exchange_clear (FitHttpExchange *exchange);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitHttpExchange, fit_http_exchange_clear)

/**
 * fit_http_exchange_run:
 * @handle: reset; borrows from @exchange and @trust until it is reset again
 *
 * Returns: (transfer full) (nullable): as fit_http_client_request()
 */
FitHttpResponse *fit_http_exchange_run (FitHttpExchange *exchange, CURL *handle,
                                        const FitHttpTrust *trust,
                                        GError **error);

/* fit_http_exchange_fail: an error in words that do not change from one time
 * to the next.  Returns: NULL */
FitHttpResponse *fit_http_exchange_fail (const FitHttpExchange *exchange,
                                         CURL *handle, CURLcode code,
                                         GError **error);

G_END_DECLS
