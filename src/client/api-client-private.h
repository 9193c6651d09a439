/* api-client-private.h - what the files of a client share
 *
 * Internal to client/.  api-client.c decides when a request begins,
 * api-under-way.c what follows its end, api-silent-watches.c when a watch or a server has been
 * silent for too long, api-cancel.c which requests may no longer be sent or are
 * no longer needed.  All of it runs on the thread of the client, unless a
 * comment says more.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "client/api-exchange.h"
#include "client/credentials.h"
#include "client/request-queue.h"
#include "client/token-bucket.h"

/* The name of its thread. */
#define FIT_API_CLIENT_THREAD "api-client"

/* How long a watch may be silent, or the server while there are watches, and
 * how long the server may then take to answer. */
typedef struct
{
  guint silent_ms;
  guint answer_ms;
} FitApiPatience;

/* How often a request is sent again. */
#define FIT_API_MOST_RETRIES 10

#define FIT_API_WRITES_CLOSED "the client was closed for writes"

typedef struct
{
  gint64 due_us; /* of the monotonic clock */
  GDestroyNotify func;
  gpointer data;
} FitApiTimer;

/* Who hears of the ends of exchanges. */
typedef struct
{
  FitApiObserver func;
  gpointer data;
} FitApiListener;

struct _FitApiClient
{
  FitApiTarget target;
  FitApiPatience patience; /* atomic: tests change it */
  gboolean runs;
  pthread_t thread;
  CURLM *multi;

  pthread_mutex_t lock; /* protects the members up to the next blank line */
  gboolean stopping;
  gboolean writes_dropped; /* writes are closed, and the thread has none left */
  GQueue incoming;         /* of FitExchange, owned */
  guint64 n_sent;          /* so far */
  GQueue new_timers;       /* of FitApiTimer, owned */
  pthread_cond_t dropped;  /* writes_dropped is set */

  /* Only for the thread: */
  FitCredentials credentials;
  GQueue timers;           /* of FitApiTimer, owned, the next one first */
  FitRequestQueue waiting; /* for a token */
  FitRequestQueue watches; /* watches that wait: they need none */
  GHashTable *going;       /* set of FitExchange, owned */
  guint n_watches;         /* of them */
  gint64 look_us;          /* before this time no watch can have been silent for
                              too long */
  gboolean asks;           /* the server whether it is alive */
  GQueue handles;          /* of CURL, owned, to be used again */
  GArray *observers;       /* owned, of FitApiListener */
  FitTokenBucket bucket;
  FitApiHeldBack held_back; /* (nullable) */
  gpointer held_back_data;  /* borrowed */
};

/* fit_api_begin: puts @exchange (transfer full) on the wire.  @credential
 * (transfer full) */
void fit_api_begin (FitApiClient *client, FitExchange *exchange,
                    FitCredential *credential);

/* fit_api_abandon: ends @exchange while it is under way.  Its connection may be
 * the cause, so it is not used again.  @exchange passes to the caller. */
void fit_api_abandon (FitApiClient *client, FitExchange *exchange);

/* fit_api_detach: takes @exchange off the wire; its handle may be used again */
void fit_api_detach (FitApiClient *client, FitExchange *exchange);

/* fit_api_end: @exchange has ended with @code */
void fit_api_end (FitApiClient *client, FitExchange *exchange, CURLcode code);

/* fit_api_take_over: takes what other threads have handed over.  Returns: FALSE
 * when the thread is to end */
gboolean fit_api_take_over (FitApiClient *client);

/* fit_api_send_again: for the timer of an exchange that waits */
void fit_api_send_again (gpointer exchange);

/* -- api-silent-watches.c -------------------------------------------------- */

/* fit_api_end_silent_watches: ends those that have been silent for too long */
void fit_api_end_silent_watches (FitApiClient *client);

/* fit_api_ask_for_sign_of_life: if there are watches, and the server has been
 * silent for too long */
void fit_api_ask_for_sign_of_life (FitApiClient *client);

/* -- api-cancel.c ---------------------------------------------------------- */

/* fit_api_drop_writes: ends every write that has not left, wherever it waits */
void fit_api_drop_writes (FitApiClient *client);
