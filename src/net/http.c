/* http.c - one HTTP request and its response, by a client that keeps libcurl
 * handles for the next request
 *
 * A handle serves one request at a time and then keeps its connection.  The
 * handle returned last is used first, so that as few connections as possible
 * stay open.
 *
 * libcurl parses the URL once and gets it in parsed form, so that the URL that
 * was checked is the one that is used.
 *
 * The message of a failure becomes part of a pod's condition, which is written
 * whenever it changes.  So it must not contain times and byte counts.
 * libcurl's messages are used only if they do not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/http.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "net/http-tls.h"
#include "net/secrets.h"

/* More parallel requests are possible, but their connections are closed
 * afterwards. */
#define MAX_IDLE_HANDLES 16

#define USER_AGENT "fitsched"

/* Keeps the first failure: later options are not set. */
#define SET(code, handle, option, value)                                \
  do                                                                    \
    if (*(code) == CURLE_OK)                                            \
      *(code) = fit_net.curl_easy_setopt ((handle), (option), (value)); \
  while (FALSE)

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
} Exchange;

static void
exchange_clear (Exchange *exchange)
{
  fit_net.curl_slist_free_all (exchange->headers);
  fit_net.curl_slist_free_all (exchange->connect_to);
  fit_net.curl_url_cleanup (exchange->url);
  g_free (exchange->shown_url);
  if (exchange->body != NULL)
    g_string_free (exchange->body, TRUE);
  g_clear_pointer (&exchange->answer, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Exchange, exchange_clear)

/* -- Failures -------------------------------------------------------------- */

/* Returns: NULL */
static FitHttpResponse *
exchange_fail (const Exchange *exchange, CURL *handle, CURLcode code,
               GError **error)
{
  const char *method = exchange->request->method;
  const gboolean is_lost
      = code == CURLE_GOT_NOTHING || code == CURLE_PARTIAL_FILE
        || code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR
        || code == CURLE_SEND_FAIL_REWIND;
  const gboolean is_excess = exchange->too_many_headers || exchange->too_long
                             || code == CURLE_FILESIZE_EXCEEDED;
  g_autofree char *rest = g_ascii_strdown (method + 1, -1);
  g_autofree char *reason = NULL;
  g_autofree char *why = NULL;
  long number = 0;

  if (exchange->too_many_headers)
    why = g_strdup_printf ("the answer has more than %" G_GSIZE_FORMAT
                           " bytes of headers",
                           FIT_HTTP_MAX_HEADER_BYTES);
  else if (is_excess)
    why = g_strdup_printf ("the answer is longer than %" G_GSIZE_FORMAT
                           " bytes",
                           exchange->max_bytes);
  else if (code == CURLE_OPERATION_TIMEDOUT)
    why = g_strdup_printf ("no complete answer within %u ms",
                           exchange->timeout_ms);
  else if (code == CURLE_COULDNT_CONNECT)
    {
      fit_net.curl_easy_getinfo (handle, CURLINFO_OS_ERRNO, &number);
      reason = g_ascii_strdown (g_strerror ((int) number), -1);
      why = g_strconcat ("could not connect", number != 0 ? ": " : NULL, reason,
                         NULL);
    }
  /* How exactly a connection broke depends on timing.  A TLS alert, such as a
   * missing certificate, does not. */
  else if (is_lost && strstr (exchange->text, "alert") == NULL)
    why = g_strdup (exchange->header_bytes > 0
                        ? "the connection was lost before the end of the answer"
                        : "the connection was lost before the answer");
  else
    why = fit_said_hide (*exchange->text != '\0'
                             ? exchange->text
                             : fit_net.curl_easy_strerror (code));
  return fit_fail_null (error, is_excess ? FIT_ERROR_LIMIT : FIT_ERROR_REMOTE,
                        "%c%s %s: %s", *method, rest, exchange->shown_url, why);
}

/* -- The request ----------------------------------------------------------- */

static gsize
read_body (char *out, gsize size, gsize n, gpointer data)
{
  Exchange *exchange = data;
  const gsize left = exchange->request->body_len - exchange->body_sent;
  const gsize len = MIN (left, size * n);

  if (len > 0)
    memcpy (out, exchange->request->body + exchange->body_sent, len);
  exchange->body_sent += len;
  return len;
}

/* libcurl sends a request again if a kept connection turns out to be dead.  The
 * peer may or may not have acted on the first one. */
static int
rewind_body (gpointer data, curl_off_t offset, int origin)
{
  Exchange *exchange = data;

  if (!exchange->request->repeatable || origin != SEEK_SET || offset < 0
      || (guint64) offset > exchange->request->body_len)
    return CURL_SEEKFUNC_FAIL;
  exchange->body_sent = (gsize) offset;
  return CURL_SEEKFUNC_OK;
}

/* -- The response ---------------------------------------------------------- */

static gsize
take_body (char *bytes, gsize size, gsize n, gpointer data)
{
  Exchange *exchange = data;
  const gsize len = size * n;

  if (len > exchange->max_bytes - exchange->body->len)
    {
      exchange->too_long = TRUE;
      return 0;
    }
  g_string_append_len (exchange->body, bytes, (gssize) len);
  return len;
}

static gsize
take_header (char *bytes, gsize size, gsize n, gpointer data)
{
  Exchange *exchange = data;
  const gsize len = size * n;
  g_autofree char *line = g_strndup (bytes, len);

  if (len > FIT_HTTP_MAX_HEADER_BYTES - exchange->header_bytes)
    {
      exchange->too_many_headers = TRUE;
      return 0;
    }
  exchange->header_bytes += len;
  g_strchomp (line);
  /* "100 Continue" and the like come before the actual response. */
  if (g_str_has_prefix (line, "HTTP/"))
    {
      g_ptr_array_set_size (exchange->answer, 0);
      exchange->headers_end = FALSE;
    }
  else if (*line != '\0')
    g_ptr_array_add (exchange->answer, g_steal_pointer (&line));
  else
    exchange->headers_end = TRUE;
  return len;
}

/* -- The exchange ---------------------------------------------------------- */

static gboolean
fail_url (Exchange *exchange, const char *reason, GError **error)
{
  if (exchange->shown_url == NULL)
    exchange->shown_url = fit_url_hide (exchange->request->url);
  g_strlcpy (exchange->text, reason, sizeof exchange->text);
  exchange_fail (exchange, NULL, CURLE_URL_MALFORMAT, error);
  return FALSE;
}

static CURLcode
set_options (Exchange *exchange, CURL *handle, const FitHttpTrust *trust)
{
  const FitHttpRequest *request = exchange->request;
  CURLcode result = fit_http_trust_apply (trust, handle);
  CURLcode *code = &result;

  SET (code, handle, CURLOPT_CURLU, exchange->url);
  SET (code, handle, CURLOPT_CONNECT_TO, exchange->connect_to);
  if (exchange->direct)
    SET (code, handle, CURLOPT_PROXY, "");
  SET (code, handle, CURLOPT_HTTPHEADER, exchange->headers);
  SET (code, handle, CURLOPT_HTTP_VERSION, (long) CURL_HTTP_VERSION_1_1);
  SET (code, handle, CURLOPT_ACCEPT_ENCODING, "gzip");
  SET (code, handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (request->body != NULL)
    {
      SET (code, handle, CURLOPT_POST, 1L);
      SET (code, handle, CURLOPT_POSTFIELDSIZE_LARGE,
           (curl_off_t) request->body_len);
      SET (code, handle, CURLOPT_READFUNCTION, read_body);
      SET (code, handle, CURLOPT_READDATA, exchange);
      SET (code, handle, CURLOPT_SEEKFUNCTION, rewind_body);
      SET (code, handle, CURLOPT_SEEKDATA, exchange);
    }
  else if (g_str_equal (request->method, "HEAD"))
    SET (code, handle, CURLOPT_NOBODY, 1L);
  SET (code, handle, CURLOPT_CUSTOMREQUEST, request->method);
  SET (code, handle, CURLOPT_ERRORBUFFER, exchange->text);
  SET (code, handle, CURLOPT_NOSIGNAL, 1L);
  SET (code, handle, CURLOPT_TIMEOUT_MS, (long) exchange->timeout_ms);
  SET (code, handle, CURLOPT_MAXFILESIZE_LARGE,
       (curl_off_t) exchange->max_bytes);
  SET (code, handle, CURLOPT_WRITEFUNCTION, take_body);
  SET (code, handle, CURLOPT_WRITEDATA, exchange);
  SET (code, handle, CURLOPT_HEADERFUNCTION, take_header);
  SET (code, handle, CURLOPT_HEADERDATA, exchange);
  SET (code, handle, CURLOPT_TCP_KEEPALIVE, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  /* Without this a timeout would wait for a name server that does not
   * respond. */
  SET (code, handle, CURLOPT_QUICK_EXIT, 1L);
#endif
  return result;
}

/* FALSE with FIT_ERROR_REMOTE if the URL or the name of the server is invalid */
static gboolean
exchange_init (Exchange *exchange, const FitHttpRequest *request,
               const FitHttpTrust *trust, GError **error)
{
  g_autofree char *scheme = NULL;
  g_autofree char *whole = NULL;

  *exchange = (Exchange){
    .request = request,
    .timeout_ms = request->timeout_ms > 0 ? request->timeout_ms
                                          : FIT_HTTP_DEFAULT_TIMEOUT_MS,
    .max_bytes = request->max_response_bytes > 0 ? request->max_response_bytes
                                                 : FIT_HTTP_MAX_RESPONSE_BYTES,
  };
  exchange->url = fit_net.curl_url ();
  if (fit_net.curl_url_set (exchange->url, CURLUPART_URL, request->url,
                            CURLU_NON_SUPPORT_SCHEME)
      != CURLUE_OK)
    return fail_url (exchange, "not a URL", error);
  scheme = fit_url_part (exchange->url, CURLUPART_SCHEME);
  if (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https"))
    return fail_url (exchange, "neither http nor https", error);
  whole = fit_url_part (exchange->url, CURLUPART_URL);
  exchange->shown_url = whole != NULL ? fit_url_hide (whole) : NULL;
  exchange->direct = fit_url_is_this_machine (exchange->url);
  for (const char *const *line = request->headers;
       line != NULL && *line != NULL; line++)
    exchange->headers = fit_net.curl_slist_append (exchange->headers, *line);
  /* Send a large body at once, without "Expect: 100-continue". */
  exchange->headers = fit_net.curl_slist_append (exchange->headers, "Expect:");
  if (trust->server_name != NULL && g_str_equal (scheme, "https")
      && !fit_url_rename (exchange->url, trust->server_name,
                          &exchange->connect_to, &exchange->headers))
    return fail_url (exchange, "the server name to verify is no host name",
                     error);
  exchange->body = g_string_new (NULL);
  exchange->answer = g_ptr_array_new_with_free_func (g_free);
  return TRUE;
}

/* @handle: must be reset; borrows from @exchange and @trust until it is reset
 * again */
static FitHttpResponse *
exchange_run (Exchange *exchange, CURL *handle, const FitHttpTrust *trust,
              GError **error)
{
  CURLcode code = set_options (exchange, handle, trust);
  FitHttpResponse *response;
  long status = 0;

  if (code == CURLE_OK)
    {
      const struct timespec at_once = { 0 };
      sigset_t pipe_only, pending, before;
      gboolean was_pending;

      /* A write to a TLS connection that the peer has closed raises SIGPIPE,
       * which would kill the program.  So the signal is blocked, and removed
       * if it came. */
      sigemptyset (&pipe_only);
      sigaddset (&pipe_only, SIGPIPE);
      sigpending (&pending);
      was_pending = sigismember (&pending, SIGPIPE) == 1;
      pthread_sigmask (SIG_BLOCK, &pipe_only, &before);
      code = fit_net.curl_easy_perform (handle);
      while (!was_pending && sigtimedwait (&pipe_only, NULL, &at_once) < 0
             && errno == EINTR)
        continue;
      pthread_sigmask (SIG_SETMASK, &before, NULL);
    }
  /* libcurl accepts headers that break off. */
  if (code == CURLE_OK && !exchange->headers_end)
    code = CURLE_PARTIAL_FILE;
  if (code == CURLE_OK)
    code = fit_net.curl_easy_getinfo (handle, CURLINFO_RESPONSE_CODE, &status);
  if (code != CURLE_OK)
    return exchange_fail (exchange, handle, code, error);
  response = g_new0 (FitHttpResponse, 1);
  response->status = (guint) status;
  response->body = g_string_free_to_bytes (g_steal_pointer (&exchange->body));
  response->headers = g_steal_pointer (&exchange->answer);
  return response;
}

/* -- The client ------------------------------------------------------------ */

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
  g_auto (Exchange) exchange = { 0 };
  FitHttpResponse *response;
  CURL *handle = NULL;
  gboolean kept;

  if (!exchange_init (&exchange, request, &client->trust, error))
    return NULL;
  pthread_mutex_lock (&client->lock);
  if (client->idle->len > 0)
    handle = g_ptr_array_steal_index (client->idle, client->idle->len - 1);
  pthread_mutex_unlock (&client->lock);
  if (handle == NULL)
    handle = fit_net.curl_easy_init ();
  if (handle == NULL)
    return exchange_fail (&exchange, NULL, CURLE_FAILED_INIT, error);
  fit_net.curl_easy_setopt (handle, CURLOPT_USERAGENT, USER_AGENT);
  response = exchange_run (&exchange, handle, &client->trust, error);
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
