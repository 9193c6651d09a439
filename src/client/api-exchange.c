/* api-exchange.c - one request to an API server, on the wire
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-exchange.h"

#include "net/secrets.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

/* The least that libcurl takes: bodies are small. */
#define UPLOAD_BUFFER_BYTES (16L * 1024)

#define CONNECT_TIMEOUT_MS 30000L
#define MOST_RETRY_SECONDS 60

/* A list of a large cluster is one answer; anything else is one object at most,
 * which etcd holds in 1.5 MiB. */
#define MOST_LIST_BYTES ((gsize) 1024 * 1024 * 1024)
#define MOST_BODY_BYTES ((gsize) 4 * 1024 * 1024)
#define MOST_HEADER_BYTES ((gsize) 256 * 1024)

/* The kernel asks a silent peer whether it is alive, and gives up on one that
 * does not acknowledge anything. */
#define IDLE_SECONDS 15L
#define UNACKNOWLEDGED_MS 45000u

/* -- the target ------------------------------------------------------------ */

static gboolean
fail_url (const FitApiConfig *config, const char *shown, const char *why,
          GError **error)
{
  return fit_fail (error, FIT_ERROR_SCHEMA, "%s: server: found %s, %s",
                   config->source, shown, why);
}

/* Makes the URL that libcurl gets; it verifies the host in it. */
static gboolean
parse_server (FitApiTarget *target, const FitApiConfig *config, CURLU *url,
              GError **error)
{
  const FitHttpTrust *trust = &target->trust;
  const gboolean is_tls
      = trust->ca != NULL || trust->cert != NULL || trust->insecure;
  g_autofree char *text = strstr (config->server, "://") != NULL
                              ? g_strdup (config->server)
                              : g_strconcat (is_tls ? "https://" : "http://",
                                             config->server, NULL);
  g_autofree char *scheme = NULL;

  if (fit_net.curl_url_set (url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME)
      == CURLUE_OK)
    scheme = fit_url_part (url, CURLUPART_SCHEME);
  if (g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0)
    return fail_url (config, target->shown, "expected a URL with http or https",
                     error);
  if (config->proxy == NULL && fit_url_is_this_machine (url))
    target->proxy = g_strdup ("");
  if (target->trust.server_name != NULL && strcmp (scheme, "https") == 0
      && !fit_url_rename (url, target->trust.server_name, &target->connect_to,
                          &target->headers))
    return fail_url (config, target->shown,
                     "and a tls-server-name that is no name", error);
  target->server = fit_url_part (url, CURLUPART_URL);
  while (g_str_has_suffix (target->server, "/"))
    target->server[strlen (target->server) - 1] = '\0';
  return TRUE;
}

/* libcurl looks at the proxy only when it connects. */
static gboolean
check_proxy (const FitApiConfig *config, GError **error)
{
  CURLU *url = fit_net.curl_url ();
  const gboolean fine
      = config->proxy == NULL
        || fit_net.curl_url_set (url, CURLUPART_URL, config->proxy,
                                 CURLU_NON_SUPPORT_SCHEME)
               == CURLUE_OK;
  g_autofree char *shown = fine ? NULL : fit_url_hide (config->proxy);

  fit_net.curl_url_cleanup (url);
  return fine
         || fit_fail (error, FIT_ERROR_SCHEMA,
                      "%s: proxy-url: found %s, expected a URL with http, "
                      "https or socks5",
                      config->source, shown);
}

gboolean
fit_api_target_init (FitApiTarget *target, const FitApiConfig *config,
                     GError **error)
{
  CURLU *url = fit_net.curl_url ();
  gboolean fine;

  *target
      = (FitApiTarget){ .shown = fit_url_hide (config->server),
                        .secrets = config->secrets != NULL
                                       ? fit_secret_set_ref (config->secrets)
                                       : fit_secret_set_new (),
                        .proxy = g_strdup (config->proxy),
                        .writes_until_us = G_MAXINT64,
                        .heard_us = g_get_monotonic_time () };
  pthread_mutex_init (&target->lock, NULL);
  /* As in Go, the proxy gets the name to look up. */
  if (config->proxy != NULL && g_str_has_prefix (config->proxy, "socks5://"))
    {
      g_free (target->proxy);
      target->proxy = g_strconcat ("socks5h://",
                                   config->proxy + strlen ("socks5://"), NULL);
    }
  for (char **line = config->headers; line != NULL && *line != NULL; line++)
    target->headers = fit_net.curl_slist_append (target->headers, *line);
  fine = fit_http_trust_init (&target->trust, &config->tls, error);
  if (!fine)
    g_prefix_error (error, "%s: ", config->source);
  fine = fine && check_proxy (config, error)
         && parse_server (target, config, url, error);
  fit_net.curl_url_cleanup (url);
  if (!fine)
    fit_api_target_clear (target);
  return fine;
}

void
fit_api_target_clear (FitApiTarget *target)
{
  fit_http_trust_clear (&target->trust);
  g_clear_pointer (&target->headers, fit_net.curl_slist_free_all);
  g_clear_pointer (&target->connect_to, fit_net.curl_slist_free_all);
  pthread_mutex_destroy (&target->lock);
  g_clear_pointer (&target->server, g_free);
  g_clear_pointer (&target->shown, g_free);
  g_clear_pointer (&target->secrets, fit_secret_set_unref);
  g_clear_pointer (&target->proxy, g_free);
}

gboolean
fit_api_target_is_closed (FitApiTarget *target)
{
  gboolean is_closed;

  pthread_mutex_lock (&target->lock);
  target->writes_closed |= g_get_monotonic_time () >= target->writes_until_us;
  is_closed = target->writes_closed;
  pthread_mutex_unlock (&target->lock);
  return is_closed;
}

/* -- its life -------------------------------------------------------------- */

FitExchange *
fit_exchange_new (FitApiTarget *target, const FitApiRequest *request)
{
  FitExchange *exchange = g_new0 (FitExchange, 1);

  exchange->target = target;
  exchange->method = g_strdup (request->method);
  exchange->url = g_strconcat (target->server, request->path, NULL);
  exchange->body = g_strdup (request->body);
  exchange->content_type = g_strdup (request->content_type);
  exchange->timeout_ms = request->timeout_ms;
  exchange->urgency = request->urgency;
  exchange->once = request->once;
  exchange->bytes = request->bytes;
  exchange->is_watch = request->bytes != NULL && !request->is_list;
  exchange->most_bytes = request->is_list ? MOST_LIST_BYTES : MOST_BODY_BYTES;
  exchange->done = request->done;
  exchange->data = request->data;
  exchange->queued_us = g_get_monotonic_time ();
  return exchange;
}

void
fit_exchange_free (FitExchange *exchange)
{
  g_free (exchange->method);
  g_free (exchange->url);
  g_free (exchange->body);
  g_free (exchange->content_type);
  fit_net.curl_slist_free_all (exchange->headers);
  fit_credential_unref (exchange->credential);
  if (exchange->answer != NULL)
    g_string_free (exchange->answer, TRUE);
  g_free (exchange->text);
  fit_api_heard_clear (&exchange->heard);
  g_free (exchange);
}

gboolean
fit_exchange_is_write (const FitExchange *exchange)
{
  return strcmp (exchange->method, "GET") != 0;
}

gboolean
fit_exchange_is_sent (const FitExchange *exchange)
{
  const gsize len = exchange->body != NULL ? strlen (exchange->body) : 0;
  long n_sent = 0;
  curl_off_t n_body = 0;

  fit_net.curl_easy_getinfo (exchange->handle, CURLINFO_REQUEST_SIZE, &n_sent);
  fit_net.curl_easy_getinfo (exchange->handle, CURLINFO_SIZE_UPLOAD_T, &n_body);
  return n_sent > 0 && (gsize) n_body >= len;
}

/* -- what comes back ------------------------------------------------------- */

static gsize
take_bytes (char *bytes, gsize size, gsize n, gpointer data)
{
  FitExchange *exchange = data;
  const gsize len = size * n;
  const gboolean fine = exchange->status == 200;
  const gsize most = fine ? exchange->most_bytes : MOST_BODY_BYTES;

  exchange->heard_us = exchange->target->heard_us = g_get_monotonic_time ();
  if (fine && exchange->is_watch)
    return exchange->bytes (bytes, len, exchange->data) ? len : 0;
  if (len > most - exchange->n_bytes)
    {
      exchange->too_long = TRUE;
      return 0;
    }
  exchange->n_bytes += len;
  fit_api_heard_body (&exchange->heard, &exchange->target->detail,
                      exchange->url, bytes, len);
  if (fine && exchange->bytes != NULL)
    return exchange->bytes (bytes, len, exchange->data) ? len : 0;
  g_string_append_len (exchange->answer, bytes, (gssize) len);
  return len;
}

gint64
fit_retry_after_ms (const char *value, gint64 now)
{
  guint64 seconds;
  gint64 date;

  if (g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT32, &seconds, NULL))
    return (gint64) MIN (seconds, MOST_RETRY_SECONDS) * 1000;
  date = fit_net.curl_getdate (value, NULL);
  return date >= 0 ? CLAMP (date - now, 0, MOST_RETRY_SECONDS) * 1000 : -1;
}

static gsize
take_header (char *bytes, gsize size, gsize n, gpointer data)
{
  static const char name[] = "retry-after:";
  FitExchange *exchange = data;
  const gsize len = size * n;
  g_autofree char *line = g_strndup (bytes, len);
  long status = 0;

  exchange->heard_us = exchange->target->heard_us = g_get_monotonic_time ();
  exchange->n_header_bytes += len;
  if (exchange->n_header_bytes > MOST_HEADER_BYTES)
    {
      exchange->too_long = TRUE;
      return 0;
    }
  g_strstrip (line);
  if (g_ascii_strncasecmp (line, name, sizeof name - 1) == 0)
    exchange->retry_ms = fit_retry_after_ms (
        line + sizeof name - 1 + strspn (line + sizeof name - 1, " \t"),
        g_get_real_time () / G_USEC_PER_SEC);
  fit_api_heard_header (&exchange->heard, line);
  fit_net.curl_easy_getinfo (exchange->handle, CURLINFO_RESPONSE_CODE, &status);
  exchange->status = (guint) status;
  /* The blank line: the answer begins. */
  if (*line == '\0' && status == 200 && exchange->bytes != NULL)
    return exchange->bytes ("", 0, exchange->data) ? len : 0;
  return len;
}

/* -- what is sent ---------------------------------------------------------- */

/* libcurl calls this once it is connected, just before it sends the request. */
static int
may_leave (gpointer data, char *to, char *from, int to_port, int from_port)
{
  const FitExchange *exchange = data;

  return fit_exchange_is_write (exchange)
                 && fit_api_target_is_closed (exchange->target)
             ? CURL_PREREQFUNC_ABORT
             : CURL_PREREQFUNC_OK;
}

static int
set_socket (gpointer data, curl_socket_t fd, curlsocktype purpose)
{
  const unsigned int ms = UNACKNOWLEDGED_MS;

  setsockopt (fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
  return CURL_SOCKOPT_OK;
}

/* How the server is reached, and what makes it known. */
static void
set_connection (const FitExchange *exchange, CURL *handle)
{
  const FitApiTarget *target = exchange->target;
  FitHttpTrust trust = target->trust;

  if (target->proxy != NULL)
    {
      fit_net.curl_easy_setopt (handle, CURLOPT_PROXY, target->proxy);
      fit_net.curl_easy_setopt (handle, CURLOPT_NOPROXY, "");
    }
  fit_net.curl_easy_setopt (handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  fit_net.curl_easy_setopt (handle, CURLOPT_CONNECT_TO, target->connect_to);
  fit_net.curl_easy_setopt (handle, CURLOPT_HTTP_VERSION,
                            exchange->once ? (long) CURL_HTTP_VERSION_1_1
                                           : (long) CURL_HTTP_VERSION_2TLS);
  /* Over TLS, the handshake says whether a connection takes more than one
   * exchange; else only an answer would, and that of a watch may not come. */
  fit_net.curl_easy_setopt (
      handle, CURLOPT_PIPEWAIT,
      (long) g_str_has_prefix (target->server, "https://"));
  fit_net.curl_easy_setopt (handle, CURLOPT_UPLOAD_BUFFERSIZE,
                            UPLOAD_BUFFER_BYTES);
  fit_net.curl_easy_setopt (handle, CURLOPT_NOSIGNAL, 1L);
  fit_net.curl_easy_setopt (handle, CURLOPT_CONNECTTIMEOUT_MS,
                            CONNECT_TIMEOUT_MS);
  fit_net.curl_easy_setopt (handle, CURLOPT_TCP_KEEPALIVE, 1L);
  fit_net.curl_easy_setopt (handle, CURLOPT_TCP_KEEPIDLE, IDLE_SECONDS);
  fit_net.curl_easy_setopt (handle, CURLOPT_TCP_KEEPINTVL, IDLE_SECONDS);
  fit_net.curl_easy_setopt (handle, CURLOPT_SOCKOPTFUNCTION, set_socket);
  if (exchange->credential->cert != NULL)
    {
      trust.cert = exchange->credential->cert;
      trust.key = exchange->credential->key;
    }
  fit_http_trust_apply (&trust, handle);
}

void
fit_exchange_set_up (FitExchange *exchange, CURL *handle,
                     FitCredential *credential)
{
  const char *type;
  g_autofree char *type_line = NULL;
  struct curl_slist *lines;

  fit_credential_unref (exchange->credential);
  exchange->credential = credential;
  fit_credential_note_secrets (credential, exchange->target->secrets);
  exchange->handle = handle;
  exchange->status = 0;
  exchange->retry_ms = -1;
  exchange->too_long = FALSE;
  exchange->n_bytes = exchange->n_header_bytes = 0;
  /* Allocated only now, since many exchanges may wait. */
  if (exchange->answer == NULL)
    {
      exchange->answer = g_string_new (NULL);
      exchange->text = g_malloc (CURL_ERROR_SIZE);
    }
  exchange->text[0] = '\0';
  g_string_truncate (exchange->answer, 0);
  type = exchange->content_type;
  type_line = g_strdup_printf ("Content-Type: %s",
                               type != NULL ? type : "application/json");
  lines = fit_net.curl_slist_append (NULL, "Accept: application/json");
  lines = fit_net.curl_slist_append (lines, "Expect:");
  if (exchange->credential->header != NULL)
    lines = fit_net.curl_slist_append (lines, exchange->credential->header);
  for (const struct curl_slist *line = exchange->target->headers; line != NULL;
       line = line->next)
    lines = fit_net.curl_slist_append (lines, line->data);
  if (exchange->body != NULL)
    lines = fit_net.curl_slist_append (lines, type_line);
  fit_net.curl_slist_free_all (exchange->headers);
  exchange->headers = lines;
  fit_api_heard_begin (&exchange->heard, &exchange->target->detail,
                       exchange->headers, exchange->url, exchange->body);
  fit_net.curl_easy_setopt (handle, CURLOPT_URL, exchange->url);
  fit_net.curl_easy_setopt (handle, CURLOPT_PROTOCOLS_STR, "http,https");
  fit_net.curl_easy_setopt (handle, CURLOPT_CUSTOMREQUEST, exchange->method);
  fit_net.curl_easy_setopt (handle, CURLOPT_HTTPHEADER, exchange->headers);
  fit_net.curl_easy_setopt (handle, CURLOPT_USERAGENT, "fitsched");
  if (exchange->body != NULL)
    {
      fit_net.curl_easy_setopt (handle, CURLOPT_POSTFIELDSIZE_LARGE,
                                (curl_off_t) strlen (exchange->body));
      fit_net.curl_easy_setopt (handle, CURLOPT_POSTFIELDS, exchange->body);
    }
  fit_net.curl_easy_setopt (handle, CURLOPT_TIMEOUT_MS,
                            (long) exchange->timeout_ms);
  fit_net.curl_easy_setopt (handle, CURLOPT_WRITEFUNCTION, take_bytes);
  fit_net.curl_easy_setopt (handle, CURLOPT_WRITEDATA, exchange);
  fit_net.curl_easy_setopt (handle, CURLOPT_HEADERFUNCTION, take_header);
  fit_net.curl_easy_setopt (handle, CURLOPT_HEADERDATA, exchange);
  fit_net.curl_easy_setopt (handle, CURLOPT_PREREQFUNCTION, may_leave);
  fit_net.curl_easy_setopt (handle, CURLOPT_PREREQDATA, exchange);
  fit_net.curl_easy_setopt (handle, CURLOPT_ERRORBUFFER, exchange->text);
  fit_net.curl_easy_setopt (handle, CURLOPT_PRIVATE, exchange);
  set_connection (exchange, handle);
}

/* -- its end --------------------------------------------------------------- */

GError *
fit_exchange_problem (const FitExchange *exchange, CURLcode code)
{
  const char *shown = exchange->target->shown;
  const char *text = exchange->text;
  g_autofree char *hidden = NULL;

  /* libcurl reports a header line that is too long for it as out of memory. */
  if (exchange->too_long || code == CURLE_OUT_OF_MEMORY)
    text = "the answer is too long";
  /* For these, libcurl's own text has times in it. */
  else if (*text == '\0' || code == CURLE_COULDNT_CONNECT
           || code == CURLE_OPERATION_TIMEDOUT)
    text = fit_net.curl_easy_strerror (code);
  hidden = fit_said_hide (text);
  return g_error_new (FIT_ERROR, FIT_ERROR_REMOTE, "%s: %s", shown, hidden);
}

const FitApiHeard *
fit_exchange_heard (FitExchange *exchange)
{
  const FitApiTarget *target = exchange->target;

  fit_api_heard_hide (&exchange->heard, &target->detail, target->secrets);
  return &exchange->heard;
}

void
fit_exchange_finish (FitExchange *exchange, const GError *problem)
{
  FitApiAnswer answer = { .status = exchange->status,
                          .body = "",
                          .secrets = exchange->target->secrets };

  if (exchange->answer != NULL)
    {
      answer.body = exchange->answer->str;
      answer.body_len = exchange->answer->len;
    }
  if (exchange->done != NULL)
    exchange->done (&answer, problem, exchange->data);
  fit_exchange_free (exchange);
}

void
fit_exchange_fail (FitExchange *exchange, const GError *problem)
{
  exchange->status = 0;
  fit_exchange_finish (exchange, problem);
}

void
fit_exchange_give_up (FitExchange *exchange, const char *why)
{
  g_autoptr (GError) problem
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_INCOMPLETE, why);

  fit_exchange_fail (exchange, problem);
}
