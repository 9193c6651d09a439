/* http-error.c - why an exchange failed
 *
 * The message of a failure becomes part of a pod's condition, which is written
 * whenever it changes.  So it must not contain times and byte counts.
 * libcurl's messages are used only if they do not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/http-private.h"

#include "net/secrets.h"

FitHttpResponse *
fit_http_exchange_fail (const FitHttpExchange *exchange, CURL *handle,
                        CURLcode code, GError **error)
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
