/* replay-server.c - answers requests with what was recorded, in order
 *
 * One thread for each connection.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/replay-server.h"

#include "base/mailbox.h"
#include "formats/value.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define WAIT_SECONDS 120

struct _ReplayServer
{
  int listener;
  char url[64];
  GThread *thread;
  GPtrArray *connections; /* of GThread */
  int ending;             /* an eventfd: it can be read once the test ends */
  int released;           /* the same, once what is held may go */

  pthread_mutex_t lock;
  GArray *answers;     /* of ReplayAnswer */
  gboolean *used;      /* owned: for each of @answers */
  ReplayChoose choose; /* (nullable) instead of them */
  gpointer data;

  FitMailbox *requests; /* of char *, owned */
};

typedef struct
{
  ReplayServer *server;
  int fd;
} Connection;

/* -- recorded -------------------------------------------------------------- */

ReplayAnswer
replay_load (const char *name)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *path = g_build_filename (srcdir ? srcdir : ".", "tests",
                                            "client", "data", file, NULL);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *text = NULL;
  const FitValue *response, *chunks, *status;
  const char *body;
  ReplayAnswer answer = { .status = 200 };
  gsize len;

  assert_true (g_file_get_contents (path, &text, &len, NULL));
  response = fit_value_get (fit_json_parse (arena, text, len, NULL, NULL, NULL),
                            "response");
  assert_non_null (response);
  chunks = fit_value_get (response, "chunks");
  status = fit_value_get (response, "status");
  body = fit_value_get_string (response, "body_text");
  if (status != NULL)
    answer.status = (guint) g_ascii_strtoull (status->text, NULL, 10);
  if (chunks != NULL)
    {
      answer.owned = g_new0 (char *, chunks->n + 1);
      /* The last one is empty, and says that there are no more. */
      for (guint i = 0; i + 1 < chunks->n; i++)
        answer.owned[i] = g_strdup (chunks->items[i].text);
    }
  else
    {
      answer.owned = g_new0 (char *, 2);
      answer.owned[0] = g_strdup (body);
    }
  answer.pieces = (const char *const *) answer.owned;
  return answer;
}

/* -- one connection -------------------------------------------------------- */

/* Waits for @events of @fd, or for the end of the test.  @fd: -1: for nothing else.
 * Returns: FALSE at the end, or after @ms */
static gboolean
wait_for (const ReplayServer *server, int fd, short events, int ms)
{
  struct pollfd fds[] = { { .fd = server->ending, .events = POLLIN },
                          { .fd = fd, .events = events } };

  return poll (fds, G_N_ELEMENTS (fds), ms) > 0 && fds[0].revents == 0;
}

static gboolean
send_text (Connection *connection, const char *text)
{
  gsize len = strlen (text);

  while (len > 0)
    {
      const gssize n = send (connection->fd, text, len, MSG_NOSIGNAL);

      if (n <= 0)
        return FALSE;
      text += n;
      len -= (gsize) n;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): a request, head and body */
static char *
read_request (Connection *connection)
{
  GString *request = g_string_new (NULL);
  gsize wanted = G_MAXSIZE;
  char bytes[4096];

  while (request->len < wanted
         && wait_for (connection->server, connection->fd, POLLIN, -1))
    {
      const char *end, *length;
      gssize n;

      n = recv (connection->fd, bytes, sizeof bytes, 0);
      if (n <= 0)
        break;
      g_string_append_len (request, bytes, n);
      end = strstr (request->str, "\r\n\r\n");
      if (end == NULL)
        continue;
      length = strstr (request->str, "Content-Length: ");
      wanted = (gsize) (end + 4 - request->str);
      if (length != NULL && length < end)
        wanted += g_ascii_strtoull (length + strlen ("Content-Length: "), NULL,
                                    10);
    }
  if (request->len >= wanted)
    return g_string_free (request, FALSE);
  g_string_free (request, TRUE);
  return NULL;
}

static gboolean
send_piece (Connection *connection, const ReplayAnswer *answer,
            const char *piece)
{
  g_autofree char *chunk = NULL;

  if (*piece == '\0')
    return TRUE;
  if (answer->raw)
    return send_text (connection, piece);
  chunk = g_strdup_printf ("%zx\r\n%s\r\n", strlen (piece), piece);
  return send_text (connection, chunk);
}

/* Until the client goes, or the test ends. */
static void
stay_silent (const Connection *connection)
{
  wait_for (connection->server, connection->fd, POLLRDHUP, -1);
}

/* FALSE: the connection is to end. */
static gboolean
give_answer (Connection *connection, const ReplayAnswer *answer)
{
  g_autofree char *head = g_strdup_printf (
      "HTTP/1.1 %u Recorded\r\nContent-Type: application/json\r\n"
      "%sTransfer-Encoding: chunked\r\n\r\n",
      answer->status, answer->headers ? answer->headers : "");
  const char *last = "";

  if (answer->held)
    wait_for (connection->server, connection->server->released, POLLIN, -1);
  if (answer->delay_ms > 0)
    wait_for (connection->server, -1, 0, (int) answer->delay_ms);
  if (answer->without_head)
    stay_silent (connection);
  if (answer->status == 0 || answer->without_head
      || (!answer->raw && !send_text (connection, head)))
    return FALSE;
  for (const char *const *piece = answer->pieces;
       piece != NULL && *piece != NULL; piece++)
    if (!send_piece (connection, answer, last = *piece))
      return FALSE;
  while (answer->end == REPLAY_ENDLESS)
    if (!send_piece (connection, answer, last))
      return FALSE;
  if (answer->end == REPLAY_SILENT)
    stay_silent (connection);
  if (answer->raw)
    return FALSE;
  return answer->end == REPLAY_WHOLE && send_text (connection, "0\r\n\r\n");
}

/* Returns: one without a word when none is left */
static ReplayAnswer
take_answer (ReplayServer *server, const char *request)
{
  ReplayAnswer answer = { 0 };
  guint i = 0;

  pthread_mutex_lock (&server->lock);
  if (server->choose != NULL)
    {
      answer = server->choose (request, server->data);
      g_array_append_val (server->answers, answer);
      pthread_mutex_unlock (&server->lock);
      return answer;
    }
  for (; i < server->answers->len; i++)
    {
      const ReplayAnswer *one
          = &g_array_index (server->answers, ReplayAnswer, i);

      if (!server->used[i]
          && (one->to == NULL || strstr (request, one->to) != NULL))
        break;
    }
  if (i < server->answers->len)
    {
      server->used[i] = TRUE;
      answer = g_array_index (server->answers, ReplayAnswer, i);
    }
  pthread_mutex_unlock (&server->lock);
  return answer;
}

static gpointer
serve (gpointer data)
{
  Connection *connection = data;
  ReplayServer *server = connection->server;
  gboolean goes_on = TRUE;
  char *request;

  while (goes_on && (request = read_request (connection)) != NULL)
    {
      const ReplayAnswer answer = take_answer (server, request);

      fit_mailbox_put (server->requests, request);
      goes_on = give_answer (connection, &answer);
    }
  close (connection->fd);
  g_free (connection);
  return NULL;
}

/* -- the server ------------------------------------------------------------ */

static gpointer
take_connections (gpointer data)
{
  ReplayServer *server = data;
  const int at_once = 1;

  while (wait_for (server, server->listener, POLLIN, -1))
    {
      Connection *connection;
      const int fd = accept (server->listener, NULL, NULL);

      if (fd < 0)
        continue;
      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
      connection = g_new0 (Connection, 1);
      connection->server = server;
      connection->fd = fd;
      g_ptr_array_add (server->connections,
                       g_thread_new ("replay", serve, connection));
    }
  return NULL;
}

static ReplayServer *
server_new (const ReplayAnswer *answers, guint n, ReplayChoose choose,
            gpointer data)
{
  ReplayServer *server = g_new0 (ReplayServer, 1);
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t len = sizeof address;

  server->listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_true (server->listener >= 0);
  assert_int_equal (bind (server->listener, (struct sockaddr *) &address, len),
                    0);
  assert_int_equal (listen (server->listener, SOMAXCONN), 0);
  assert_int_equal (
      getsockname (server->listener, (struct sockaddr *) &address, &len), 0);
  snprintf (server->url, sizeof server->url, "http://127.0.0.1:%u",
            ntohs (address.sin_port));
  server->ending = eventfd (0, EFD_CLOEXEC);
  server->released = eventfd (0, EFD_CLOEXEC);
  assert_true (server->ending >= 0 && server->released >= 0);
  server->choose = choose;
  server->data = data;
  server->answers = g_array_new (FALSE, FALSE, sizeof (ReplayAnswer));
  g_array_append_vals (server->answers, answers, n);
  server->used = g_new0 (gboolean, n);
  server->connections = g_ptr_array_new ();
  server->requests = fit_mailbox_new (g_free);
  pthread_mutex_init (&server->lock, NULL);
  server->thread = g_thread_new ("replay-server", take_connections, server);
  return server;
}

ReplayServer *
replay_server_new (const ReplayAnswer *answers, guint n)
{
  return server_new (answers, n, NULL, NULL);
}

ReplayServer *
replay_server_new_for (ReplayChoose choose, gpointer data)
{
  return server_new (NULL, 0, choose, data);
}

void
replay_server_free (ReplayServer *server)
{
  assert_int_equal (eventfd_write (server->ending, 1), 0);
  g_thread_join (server->thread);
  for (guint i = 0; i < server->connections->len; i++)
    g_thread_join (server->connections->pdata[i]);
  for (guint i = 0; i < server->answers->len; i++)
    g_strfreev (g_array_index (server->answers, ReplayAnswer, i).owned);
  close (server->listener);
  close (server->ending);
  close (server->released);
  g_ptr_array_unref (server->connections);
  g_array_unref (server->answers);
  g_free (server->used);
  fit_mailbox_free (server->requests);
  pthread_mutex_destroy (&server->lock);
  g_free (server);
}

void
replay_server_release (ReplayServer *server)
{
  assert_int_equal (eventfd_write (server->released, 1), 0);
}

const char *
replay_server_url (const ReplayServer *server)
{
  return server->url;
}

char *
replay_server_next (ReplayServer *server)
{
  char *request = fit_mailbox_take (server->requests,
                                    g_get_monotonic_time ()
                                        + WAIT_SECONDS * G_USEC_PER_SEC);

  if (request == NULL)
    fail_msg ("no request came within %d seconds", WAIT_SECONDS);
  return request;
}

guint
replay_server_count (ReplayServer *server)
{
  guint n = 0;

  for (;; n++)
    {
      g_autofree char *request = fit_mailbox_take (server->requests, 0);

      if (request == NULL)
        return n;
    }
}
