/* http-error.c - why an exchange failed
 *
 * The message of a failure becomes part of a pod's condition, which is written
 * whenever it changes.  So it must not contain times and byte counts.
 * libcurl's messages are used only if they do not.
 */
#include "net/http-private.h"

#include "net/secrets.h"

static gboolean
is_loss (CURLcode code)
{
  return code == CURLE_GOT_NOTHING || code == CURLE_PARTIAL_FILE
         || code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR
         || code == CURLE_SEND_FAIL_REWIND;
}

/* How exactly a connection broke depends on timing.  A TLS alert, such as a
 * missing certificate, does not. */
static char *
describe_loss (const FitHttpExchange *exchange)
{
  if (strstr (exchange->text, "alert") != NULL)
    return fit_said_hide (exchange->text);
  return g_strdup (exchange->header_bytes > 0
                       ? "the connection was lost before the end of the answer"
                       : "the connection was lost before the answer");
}

static char *
describe_no_connection (CURL *handle)
{
  g_autofree char *reason = NULL;
  long number = 0;

  if (fit_net.curl_easy_getinfo (handle, CURLINFO_OS_ERRNO, &number) != CURLE_OK
      || number == 0)
    return g_strdup ("could not connect");
  reason = g_ascii_strdown (g_strerror ((int) number), -1);
  return g_strdup_printf ("could not connect: %s", reason);
}

/* Returns: (nullable): what is too large in the response */
static char *
describe_excess (const FitHttpExchange *exchange, CURLcode code)
{
  if (exchange->too_many_headers)
    return g_strdup_printf ("the answer has more than %" G_GSIZE_FORMAT
                            " bytes of headers",
                            FIT_HTTP_MAX_HEADER_BYTES);
  if (exchange->too_long || code == CURLE_FILESIZE_EXCEEDED)
    return g_strdup_printf ("the answer is longer than %" G_GSIZE_FORMAT
                            " bytes",
                            exchange->max_bytes);
  return NULL;
}

static char *
describe (const FitHttpExchange *exchange, CURL *handle, CURLcode code)
{
  if (code == CURLE_OPERATION_TIMEDOUT)
    return g_strdup_printf ("no complete answer within %u ms",
                            exchange->timeout_ms);
  if (code == CURLE_COULDNT_CONNECT)
    return describe_no_connection (handle);
  if (is_loss (code))
    return describe_loss (exchange);
  return fit_said_hide (*exchange->text != '\0'
                            ? exchange->text
                            : fit_net.curl_easy_strerror (code));
}

FitHttpResponse *
fit_http_exchange_fail (const FitHttpExchange *exchange, CURL *handle,
                        CURLcode code, GError **error)
{
  const char *method = exchange->request->method;
  g_autofree char *rest = g_ascii_strdown (method + 1, -1);
  g_autofree char *excess = describe_excess (exchange, code);
  g_autofree char *failure
      = excess == NULL ? describe (exchange, handle, code) : NULL;

  return fit_fail_null (
      error, excess != NULL ? FIT_ERROR_LIMIT : FIT_ERROR_REMOTE, "%c%s %s: %s",
      *method, rest, exchange->shown_url, excess != NULL ? excess : failure);
}
