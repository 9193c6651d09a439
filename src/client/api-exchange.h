/* api-exchange.h - one request to an API server, on the wire
 *
 * Internal to client/.  api-client.c decides when it begins and what follows
 * its end; this module sets up libcurl and receives the answer.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "net/http-tls.h"
#include "client/api-detail.h"
#include "client/credential.h"

/* The server that all exchanges of a client talk to, and how. */
typedef struct
{
  char *server;          /* owned: what URLs begin with */
  char *shown;           /* owned: the server in messages, without secrets */
  FitSecretSet *secrets; /* owned reference: what it was shown */
  char *proxy;           /* (nullable) owned: "" for none; NULL: that of the
                   environment */
  FitHttpTrust trust;
  struct curl_slist *connect_to; /* (nullable) owned */
  struct curl_slist *headers;    /* (nullable) owned: of all requests */
  pthread_mutex_t lock;          /* of the next two */
  gboolean writes_closed;        /* only GET may leave */
  gint64 writes_until_us; /* of the monotonic clock; G_MAXINT64: for good */
  gint64 heard_us;        /* when the server sent something last; only for the
                      thread */
  FitApiDetail detail;
} FitApiTarget;

gboolean fit_api_target_init (FitApiTarget *target, const FitApiConfig *config,
                              GError **error);
void fit_api_target_clear (FitApiTarget *target);

/* fit_api_target_is_closed: is it closed for writes?  From any thread.  Once
 * closed, it stays closed, whatever time is allowed later. */
gboolean fit_api_target_is_closed (FitApiTarget *target);

typedef struct
{
  FitApiTarget *target; /* borrowed */
  FitApiClient *client; /* borrowed: whose it is */
  CURL *handle;         /* (nullable) owned while it is under way */
  char *method;
  char *url;
  char *body; /* (nullable) */
  char *content_type;
  struct curl_slist *headers;
  guint timeout_ms;
  FitApiUrgency urgency;
  guint64 number;   /* in the order in which they were sent */
  gint64 queued_us; /* of the monotonic clock: since when it waits */
  gint64 begun_us;
  gint64 heard_us; /* when something came last, or it began */
  gboolean once;
  FitApiBytes bytes;
  gboolean is_watch;
  gsize most_bytes; /* of the answer, if it is no watch */
  FitApiDone done;  /* (nullable) */
  gpointer data;

  FitCredential *credential; /* (nullable) owned: that is sent with it */
  guint status;              /* of the answer; 0: none so far */
  gsize n_bytes;             /* of it so far */
  gsize n_header_bytes;      /* and of its header */
  GString *answer;   /* (nullable) owned: collected so far; NULL: it has not
                      begun */
  gboolean too_long; /* it was cut off */
  gint64 retry_ms;   /* what Retry-After says; -1: nothing */
  guint retries;
  gboolean was_rejected; /* with 401, and sent again */
  char *text;            /* (nullable) owned: what libcurl says of it */
  FitApiHeard heard;     /* owned: for observers */
} FitExchange;

/* fit_exchange_new: Returns: (transfer full) */
FitExchange *fit_exchange_new (FitApiTarget *target,
                               const FitApiRequest *request);
void fit_exchange_free (FitExchange *exchange);

/* fit_exchange_set_up: configures @handle, which is reset and borrows from
 * @exchange until it is reset again.  @credential (transfer full) */
void fit_exchange_set_up (FitExchange *exchange, CURL *handle,
                          FitCredential *credential);

/* fit_exchange_heard: what was kept of it, without its credential */
const FitApiHeard *fit_exchange_heard (FitExchange *exchange);

/* fit_exchange_is_write: may it change anything? */
gboolean fit_exchange_is_write (const FitExchange *exchange);

/* fit_exchange_is_sent: has all of it left? */
gboolean fit_exchange_is_sent (const FitExchange *exchange);

/* fit_exchange_problem: why it ended with @code.  Returns: (transfer full) */
GError *fit_exchange_problem (const FitExchange *exchange, CURLcode code);

/* fit_exchange_finish: hands over what there is, and frees @exchange.
 * @problem: (nullable) */
void fit_exchange_finish (FitExchange *exchange, const GError *problem);

/* fit_exchange_fail: there is no answer: @problem.  Frees @exchange. */
void fit_exchange_fail (FitExchange *exchange, const GError *problem);

/* fit_exchange_give_up: the same with FIT_ERROR_INCOMPLETE and @why */
void fit_exchange_give_up (FitExchange *exchange, const char *why);

/* fit_retry_after_ms: @value: seconds, or a date of HTTP; @now: seconds since
 * 1970.  Returns: a minute at most; -1 for anything else */
gint64 fit_retry_after_ms (const char *value, gint64 now);
