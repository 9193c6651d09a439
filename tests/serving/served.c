/* served.c - starts an HTTP server for a test, and talks to it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

FitHttpResponse *
served_ask (guint port, const FitHttpTLS *tls, const char *method,
            const char *path, const char *header, const char *body)
{
  g_auto (GStrv) headers = header ? g_strsplit (header, "\n", -1) : NULL;
  g_autofree char *url = g_strdup_printf ("%s://127.0.0.1:%u%s",
                                          tls ? "https" : "http", port, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitHttpClient) client = fit_http_client_new (tls, &error);
  const FitHttpRequest request = { .method = method,
                                   .url = url,
                                   .headers = (const char *const *) headers,
                                   .body = body,
                                   .body_len = body ? strlen (body) : 0 };
  FitHttpResponse *response;

  assert_non_null (client);
  response = fit_http_client_request (client, &request, &error);
  if (response == NULL)
    fail_msg ("%s", error->message);
  return response;
}

char *
served_text (const FitHttpResponse *response)
{
  gsize len;
  const char *bytes = g_bytes_get_data (response->body, &len);

  return g_strndup (bytes, len);
}

void
served_assert (guint port, const char *path, guint status, const char *text)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (port, NULL, "GET", path, NULL, NULL);
  g_autofree char *body = served_text (response);

  assert_string_equal (body, text);
  assert_int_equal (response->status, status);
}

guint
served_find_port (void)
{
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr = { htonl (INADDR_LOOPBACK) } };
  socklen_t len = sizeof address;
  const int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  assert_int_equal (bind (fd, (struct sockaddr *) &address, len), 0);
  assert_int_equal (getsockname (fd, (struct sockaddr *) &address, &len), 0);
  close (fd);
  return ntohs (address.sin_port);
}

int
served_connect (guint port)
{
  const struct sockaddr_in address
      = { .sin_family = AF_INET,
          .sin_port = htons ((guint16) port),
          .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  const int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  assert_true (fd >= 0);
  assert_int_equal (
      connect (fd, (const struct sockaddr *) &address, sizeof address), 0);
  return fd;
}

void
served_say (int fd, const char *bytes, gsize len)
{
  gsize sent = 0;

  while (sent < len)
    {
      const gssize n = send (fd, bytes + sent, len - sent, MSG_NOSIGNAL);

      if (n <= 0)
        return;
      sent += (gsize) n;
    }
}

char *
served_hear (int fd)
{
  GString *text = g_string_new (NULL);
  char bytes[4096];
  gssize n;

  while ((n = recv (fd, bytes, sizeof bytes, 0)) > 0)
    g_string_append_len (text, bytes, n);
  close (fd);
  return g_string_free (text, FALSE);
}

void
served_greet (const FitServerRequest *request, FitServerAnswer *answer,
              gpointer data)
{
  (void) data;
  g_string_printf (answer->body, "for %s", request->user);
}
