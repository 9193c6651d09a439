/* http-exchange.c - one HTTP request and its response
 *
 * libcurl parses the URL once and gets it in parsed form, so that the URL that
 * was checked is the one that is used.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>

#include "net/http-private.h"

#include "net/secrets.h"

/* Keeps the first failure: later options are not set. */
#define SET(code, handle, option, value)                                \
  do                                                                    \
    if (*(code) == CURLE_OK)                                            \
      *(code) = fit_net.curl_easy_setopt ((handle), (option), (value)); \
  while (FALSE)

/* -- The URL --------------------------------------------------------------- */

static gboolean
fail_url (FitHttpExchange *exchange, const char *reason, GError **error)
{
  if (exchange->shown_url == NULL)
    exchange->shown_url = fit_url_hide (exchange->request->url);
  g_strlcpy (exchange->text, reason, sizeof exchange->text);
  fit_http_exchange_fail (exchange, NULL, CURLE_URL_MALFORMAT, error);
  return FALSE;
}

/* -- The request ----------------------------------------------------------- */

static gsize
read_body (char *out, gsize size, gsize n, gpointer data)
{
  FitHttpExchange *exchange = data;
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
  FitHttpExchange *exchange = data;

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
  FitHttpExchange *exchange = data;
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
  FitHttpExchange *exchange = data;
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

static CURLcode
set_options (FitHttpExchange *exchange, CURL *handle, const FitHttpTrust *trust)
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

gboolean
fit_http_exchange_init (FitHttpExchange *exchange,
                        const FitHttpRequest *request,
                        const FitHttpTrust *trust, GError **error)
{
  g_autofree char *scheme = NULL;
  g_autofree char *whole = NULL;

  *exchange = (FitHttpExchange){
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

void
fit_http_exchange_clear (FitHttpExchange *exchange)
{
  fit_net.curl_slist_free_all (exchange->headers);
  fit_net.curl_slist_free_all (exchange->connect_to);
  fit_net.curl_url_cleanup (exchange->url);
  g_free (exchange->shown_url);
  if (exchange->body != NULL)
    g_string_free (exchange->body, TRUE);
  g_clear_pointer (&exchange->answer, g_ptr_array_unref);
}

FitHttpResponse *
fit_http_exchange_run (FitHttpExchange *exchange, CURL *handle,
                       const FitHttpTrust *trust, GError **error)
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
    return fit_http_exchange_fail (exchange, handle, code, error);
  response = g_new0 (FitHttpResponse, 1);
  response->status = (guint) status;
  response->body = g_string_free_to_bytes (g_steal_pointer (&exchange->body));
  response->headers = g_steal_pointer (&exchange->answer);
  return response;
}
