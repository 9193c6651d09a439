/* api-client.h - requests to an API server, many at a time
 *
 * A client has one thread of its own for all its connections.  Sending a
 * request does not block; the answer is passed to functions that run on that
 * thread and must not wait.  HTTP/2 is used where the server offers it.
 *
 * Requests share a token bucket (QPS, burst), as those of one client of
 * kube-scheduler do.  The most urgent leave first, and equally urgent ones in
 * the order in which they were sent; watches need no token.  After an answer
 * with Retry-After (429, 5xx) the request is sent again after that time, ten
 * times at most.  After a first 401 it is sent again, too, if a credential
 * plugin may have new credentials.
 *
 * A watch that is silent for longer than the interval of bookmarks ends as if
 * its time were over: it may be stalled while the server answers other
 * requests.  If the whole server is silent for that long while there are
 * watches, the client asks for its version; if there is no answer, it closes
 * the connections.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-config.h"
#include "client/api-request.h"

/* fit_api_client_new: @qps: requests a second, 0: no limit.  Returns: (transfer
 * full) (nullable): NULL where @config has an invalid URL, a file that cannot
 * be read, or a credential plugin that does not exist */
FitApiClient *fit_api_client_new (const FitApiConfig *config, double qps,
                                  guint burst, GError **error);

/* fit_api_client_free: pending requests end with FIT_ERROR_INCOMPLETE */
void fit_api_client_free (FitApiClient *client);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitApiClient, fit_api_client_free)

/* FitApiObserver: runs on the thread of the client, before FitApiDone */
typedef void (*FitApiObserver) (const FitApiExchangeEnd *end, gpointer data);

/* fit_api_client_observe: adds @observer, to count and measure; call it before
 * the first request.  @data: borrowed */
void fit_api_client_observe (FitApiClient *client, FitApiObserver observer,
                             gpointer data);

/* fit_api_client_set_detail: call it before the first request */
void fit_api_client_set_detail (FitApiClient *client,
                                const FitApiDetail *detail);

/* FitApiHeldBack: @n_requests, @n_bindings of them of pods, wait because of the
 * limit of @qps.  Runs on the thread of the client, once they have waited for a
 * second, and then at most every ten minutes */
typedef void (*FitApiHeldBack) (guint n_requests, guint n_bindings, double qps,
                                gpointer data);

/* fit_api_client_tell_held_back: call it before the first request.  @data:
 * borrowed */
void fit_api_client_tell_held_back (FitApiClient *client, FitApiHeldBack func,
                                    gpointer data);

/* fit_api_client_send: from any thread */
void fit_api_client_send (FitApiClient *client, const FitApiRequest *request);

/**
 * fit_api_client_close_writes:
 *
 * For good: once this has returned, no request but GET leaves the process
 * through @client.  Writes that wait for a token, a connection or another
 * attempt, and those sent later, end with FIT_ERROR_INCOMPLETE: they had no
 * effect.  A write whose bytes had all left before goes on, and its answer is
 * passed on as usual.
 *
 * From any thread.  It waits until the thread of the client has taken note,
 * which takes no longer than the longest of the functions that run there; on
 * that thread itself it does not wait.
 */
void fit_api_client_close_writes (FitApiClient *client);

/**
 * fit_api_client_allow_writes_until:
 * @us: of the monotonic clock (g_get_monotonic_time())
 *
 * At that time the client closes itself for writes as with
 * fit_api_client_close_writes(), unless a later time has been allowed by then.
 * A process that was stopped meanwhile notices before it sends anything.  From
 * any thread.
 */
void fit_api_client_allow_writes_until (FitApiClient *client, gint64 us);

/* fit_api_client_may_write: is @client open for writes?  From any thread. */
gboolean fit_api_client_may_write (FitApiClient *client);

/* fit_api_client_call_later: @func (@data) runs on the thread of the client in
 * @ms, or never if the client is freed.  From any thread. */
void fit_api_client_call_later (FitApiClient *client, guint ms,
                                GDestroyNotify func, gpointer data);

/**
 * fit_api_client_forget:
 * @data: that of requests and of fit_api_client_call_later()
 *
 * Requests with @data end without a call of their functions, wherever they are,
 * and functions that were to be called later with @data are not called.  Only
 * from a function of fit_api_client_call_later().
 */
void fit_api_client_forget (FitApiClient *client, gconstpointer data);

/* fit_api_client_secrets: Returns: (transfer none): the secrets that were sent
 * to the server so far.  From any thread. */
FitSecretSet *fit_api_client_secrets (FitApiClient *client);

/* fit_api_words: @text, which a server sent, for people to read: one line of at
 * most @most characters, without @secrets (nullable).  Returns: (transfer
 * full) */
char *fit_api_words (const char *text, guint most, FitSecretSet *secrets);

/* How many characters are shown of the message of a Status. */
#define FIT_API_MOST_WORDS 2000

/* fit_api_is_done: has the server done what it was asked for?  Not where
 * @answer is a Status that says otherwise, whatever its code. */
gboolean fit_api_is_done (const FitApiAnswer *answer);

/* fit_api_status_text: what an answer that is not 2xx says: its status, and the
 * message of its Status, or its body.  Returns: (transfer full) */
char *fit_api_status_text (const FitApiAnswer *answer);

/* fit_api_error_code: Returns: the code of the error if an answer is not 2xx.
 * The client has already tried again what may be tried again at once. */
FitErrorCode fit_api_error_code (guint status);
