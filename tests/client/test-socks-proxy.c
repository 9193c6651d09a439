/* test-socks-proxy.c - an API server behind a SOCKS5 proxy, which looks up its name
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client.h"

#include "base/mailbox.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/* -- the proxy ------------------------------------------------------------- */

/* For one connection, whose other end it plays, too. */
typedef struct
{
  int listener;
  GThread *thread;
  char
      *target; /* owned, after the end: "NAME:PORT"; "ADDRESS" if the client has
                    looked it up */
  char *request; /* owned, after the end */
} Proxy;

static gboolean
read_all (int fd, guint8 *bytes, gsize len)
{
  return recv (fd, bytes, len, MSG_WAITALL) == (gssize) len;
}

static gboolean
say (int fd, const char *bytes, gsize len)
{
  return send (fd, bytes, len, MSG_NOSIGNAL) == (gssize) len;
}

/* RFC 1928: no authentication, one CONNECT.  Returns: (transfer full) (nullable): the
 * target */
static char *
shake_hands (int fd)
{
  guint8 hello[2], methods[255], request[4], len, name[256] = { 0 }, port[2];

  if (!read_all (fd, hello, 2) || !read_all (fd, methods, hello[1])
      || !say (fd, "\5\0", 2) || !read_all (fd, request, 4))
    return NULL;
  if (request[3] != 3)
    return g_strdup ("ADDRESS");
  if (!read_all (fd, &len, 1) || !read_all (fd, name, len)
      || !read_all (fd, port, 2) || !say (fd, "\5\0\0\1\0\0\0\0\0\0", 10))
    return NULL;
  return g_strdup_printf ("%s:%u", (const char *) name,
                          port[0] * 256u + port[1]);
}

static gpointer
run (gpointer data)
{
  Proxy *proxy = data;
  const int fd = accept (proxy->listener, NULL, NULL);
  GString *request = g_string_new (NULL);
  char byte;

  proxy->target = shake_hands (fd);
  while (strstr (request->str, "\r\n\r\n") == NULL
         && recv (fd, &byte, 1, 0) == 1)
    g_string_append_c (request, byte);
  say (fd, ANSWER, strlen (ANSWER));
  close (fd);
  proxy->request = g_string_free (request, FALSE);
  return NULL;
}

/* Returns: the port */
static guint
proxy_begin (Proxy *proxy)
{
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t len = sizeof address;

  proxy->listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_true (proxy->listener >= 0);
  assert_int_equal (bind (proxy->listener, (struct sockaddr *) &address, len),
                    0);
  assert_int_equal (listen (proxy->listener, 1), 0);
  assert_int_equal (
      getsockname (proxy->listener, (struct sockaddr *) &address, &len), 0);
  proxy->thread = g_thread_new ("proxy", run, proxy);
  return ntohs (address.sin_port);
}

static void
proxy_end (Proxy *proxy)
{
  g_thread_join (proxy->thread);
  close (proxy->listener);
}

/* -- a client behind it ---------------------------------------------------- */

static void
push_end (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  fit_mailbox_put (
      data, g_strdup (problem != NULL ? problem->message : answer->body));
}

/* As in Go, whichever way it is written: the name may mean something behind the
 * proxy only. */
static void
test_the_proxy_gets_the_name (void **state)
{
  static const char *const schemes[] = { "socks5", "socks5h" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      Proxy proxy = { 0 };
      g_autofree char *url = g_strdup_printf ("%s://127.0.0.1:%u", schemes[i],
                                              proxy_begin (&proxy));
      FitApiConfig config = { .source = (char *) "test",
                              .server = (char *) "http://cluster.example:6443",
                              .proxy = url };
      FitMailbox *ends = fit_mailbox_new (g_free);
      g_autoptr (FitApiClient) client
          = fit_api_client_new (&config, 0, 1, NULL);
      g_autofree char *end = NULL;

      assert_non_null (client);
      fit_api_client_send (client, &(const FitApiRequest){ .method = "GET",
                                                           .path = "/version",
                                                           .once = TRUE,
                                                           .done = push_end,
                                                           .data = ends });
      end = fit_mailbox_take (ends, G_MAXINT64);
      assert_string_equal (end, "ok");
      g_clear_pointer (&client, fit_api_client_free);
      proxy_end (&proxy);
      assert_string_equal (proxy.target, "cluster.example:6443");
      assert_true (g_str_has_prefix (proxy.request, "GET /version HTTP/1.1"));
      fit_mailbox_free (ends);
      g_free (proxy.target);
      g_free (proxy.request);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_the_proxy_gets_the_name),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
