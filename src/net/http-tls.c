/* http-tls.c - the CA, certificate and key of an HTTPS client, and whom it
 * verifies
 *
 * Files are read once, when a client is created.  So its trust does not change
 * later, and a missing file is found at the start.
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/http-tls.h"

#include "net/tls-material.h"

#include <string.h>

gboolean
fit_http_trust_init (FitHttpTrust *trust, const FitHttpTLS *tls, GError **error)
{
  *trust = (FitHttpTrust){ 0 };
  if (tls == NULL)
    return TRUE;
  trust->insecure = tls->insecure;
  if (tls->server_name != NULL && *tls->server_name != '\0')
    trust->server_name = g_strdup (tls->server_name);
  if (!fit_tls_obtain (tls->ca_data, tls->ca_file, &trust->ca, error)
      || !fit_tls_obtain (tls->cert_data, tls->cert_file, &trust->cert, error)
      || !fit_tls_obtain (tls->key_data, tls->key_file, &trust->key, error))
    {
      fit_http_trust_clear (trust);
      return FALSE;
    }
  /* As in v1.16, one without the other is ignored. */
  if (trust->cert == NULL || trust->key == NULL)
    {
      g_clear_pointer (&trust->cert, g_bytes_unref);
      g_clear_pointer (&trust->key, g_bytes_unref);
    }
  return TRUE;
}

void
fit_http_trust_clear (FitHttpTrust *trust)
{
  g_clear_pointer (&trust->server_name, g_free);
  g_clear_pointer (&trust->ca, g_bytes_unref);
  g_clear_pointer (&trust->cert, g_bytes_unref);
  g_clear_pointer (&trust->key, g_bytes_unref);
}

static CURLcode
set_blob (CURL *handle, CURLoption option, GBytes *bytes)
{
  struct curl_blob blob = { .flags = CURL_BLOB_NOCOPY };

  if (bytes == NULL)
    return CURLE_OK;
  blob.data = (gpointer) g_bytes_get_data (bytes, &blob.len);
  return fit_net.curl_easy_setopt (handle, option, &blob);
}

CURLcode
fit_http_trust_apply (const FitHttpTrust *trust, CURL *handle)
{
  const long verify_peer = trust->insecure ? 0 : 1;
  const long verify_host = trust->insecure ? 0 : 2;
  CURLcode code = set_blob (handle, CURLOPT_CAINFO_BLOB, trust->ca);

  /* Trust only the given CAs: the system's certificate directory is a separate
   * option, which is cleared. */
  if (code == CURLE_OK && trust->ca != NULL)
    code = fit_net.curl_easy_setopt (handle, CURLOPT_CAPATH, NULL);
  if (code == CURLE_OK)
    code = set_blob (handle, CURLOPT_SSLCERT_BLOB, trust->cert);
  if (code == CURLE_OK)
    code = set_blob (handle, CURLOPT_SSLKEY_BLOB, trust->key);
  if (code == CURLE_OK)
    code = fit_net.curl_easy_setopt (handle, CURLOPT_SSL_VERIFYPEER,
                                     verify_peer);
  if (code == CURLE_OK)
    code = fit_net.curl_easy_setopt (handle, CURLOPT_SSL_VERIFYHOST,
                                     verify_host);
  /* Without this an encrypted key would ask for its password on the
   * terminal. */
  if (code == CURLE_OK && trust->key != NULL)
    code = fit_net.curl_easy_setopt (handle, CURLOPT_KEYPASSWD, "");
  return code;
}

char *
fit_url_part (CURLU *url, CURLUPart part)
{
  char *text = NULL;
  char *copy;

  if (fit_net.curl_url_get (url, part, &text, 0) != CURLUE_OK)
    return NULL;
  copy = g_strdup (text);
  fit_net.curl_free (text);
  return copy;
}

gboolean
fit_url_is_this_machine (CURLU *url)
{
  g_autofree char *host = fit_url_part (url, CURLUPART_HOST);

  return host != NULL
         && (g_ascii_strcasecmp (host, "localhost") == 0
             || g_str_has_prefix (host, "127.") || g_str_equal (host, "[::1]"));
}

/* libcurl uses the host of the URL for SNI and verification, whatever it is
 * connected to.  So the name replaces the host, CURLOPT_CONNECT_TO leads to the
 * real host, and so does the Host header. */
gboolean
fit_url_rename (CURLU *url, const char *name, struct curl_slist **connect_to,
                struct curl_slist **headers)
{
  const gboolean is_ipv6 = strchr (name, ':') != NULL && *name != '[';
  g_autofree char *host = fit_url_part (url, CURLUPART_HOST);
  g_autofree char *port = fit_url_part (url, CURLUPART_PORT);
  g_autofree char *header = g_strdup_printf (
      "Host: %s%s%s", host, port != NULL ? ":" : "", port != NULL ? port : "");
  g_autofree char *route
      = g_strdup_printf ("::%s:%s", host, port != NULL ? port : "");
  g_autofree char *bracketed = is_ipv6 ? g_strdup_printf ("[%s]", name) : NULL;

  if (fit_net.curl_url_set (url, CURLUPART_HOST, is_ipv6 ? bracketed : name, 0)
      != CURLUE_OK)
    return FALSE;
  *connect_to = fit_net.curl_slist_append (*connect_to, route);
  *headers = fit_net.curl_slist_append (*headers, header);
  return TRUE;
}
