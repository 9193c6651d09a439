/* canned.c - a server that sends given bytes, to test what a client makes of broken answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support-extender/canned.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

struct _CannedServer
{
  int listener;
  guint port;
  pthread_t thread;
  pthread_mutex_t lock;
  guint requests; /* under @lock */
  CannedReply *replies;
  guint n;
};

/* Length of the body that the headers in @text promise. */
static gsize
promised (const char *text)
{
  const char *found = strstr (text, "Content-Length: ");
  guint64 len = 0;

  if (found != NULL)
    len = g_ascii_strtoull (found + strlen ("Content-Length: "), NULL, 10);
  return (gsize) len;
}

/* Returns: FALSE when the peer has closed the connection */
static gboolean
read_request (int fd)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char bytes[4096];
  const char *end = NULL;

  while (end == NULL
         || text->len < (gsize) (end - text->str) + 4 + promised (text->str))
    {
      const gssize got = recv (fd, bytes, sizeof bytes, 0);

      if (got <= 0)
        return FALSE;
      g_string_append_len (text, bytes, got);
      end = strstr (text->str, "\r\n\r\n");
    }
  return TRUE;
}

/* Returns: FALSE when the peer does not listen any more */
static gboolean
say (int fd, const char *bytes, gsize len)
{
  while (len > 0)
    {
      const gssize sent = send (fd, bytes, len, MSG_NOSIGNAL);

      if (sent <= 0)
        return FALSE;
      bytes += sent;
      len -= (gsize) sent;
    }
  return TRUE;
}

static const CannedReply *
next_reply (CannedServer *server)
{
  guint i;

  pthread_mutex_lock (&server->lock);
  i = server->requests++;
  pthread_mutex_unlock (&server->lock);
  return &server->replies[MIN (i, server->n - 1)];
}

static void
converse (CannedServer *server, int fd)
{
  while (read_request (fd))
    {
      const CannedReply *reply = next_reply (server);
      const gsize len
          = reply->len >= 0 ? (gsize) reply->len : strlen (reply->bytes);

      if (!say (fd, reply->bytes, len) || reply->closes)
        return;
    }
}

static gpointer
run (gpointer data)
{
  CannedServer *server = data;
  int fd;

  while ((fd = accept (server->listener, NULL, NULL)) >= 0)
    {
      converse (server, fd);
      close (fd);
    }
  return NULL;
}

CannedServer *
canned_server_new (const CannedReply *replies, guint n)
{
  CannedServer *server = g_new0 (CannedServer, 1);
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t len = sizeof address;

  server->replies = g_memdup2 (replies, n * sizeof *replies);
  server->n = n;
  pthread_mutex_init (&server->lock, NULL);
  server->listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal (
      bind (server->listener, (const struct sockaddr *) &address, len), 0);
  assert_int_equal (listen (server->listener, 16), 0);
  assert_int_equal (
      getsockname (server->listener, (struct sockaddr *) &address, &len), 0);
  server->port = ntohs (address.sin_port);
  assert_int_equal (pthread_create (&server->thread, NULL, run, server), 0);
  return server;
}

void
canned_server_free (CannedServer *server)
{
  shutdown (server->listener, SHUT_RDWR);
  pthread_join (server->thread, NULL);
  close (server->listener);
  pthread_mutex_destroy (&server->lock);
  g_free (server->replies);
  g_free (server);
}

char *
canned_server_url (const CannedServer *server)
{
  return g_strdup_printf ("http://127.0.0.1:%u/", server->port);
}

guint
canned_server_requests (CannedServer *server)
{
  guint n;

  pthread_mutex_lock (&server->lock);
  n = server->requests;
  pthread_mutex_unlock (&server->lock);
  return n;
}
