/* test-server.c - routes, bodies, and what hostile clients get
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"
#include "serving/server-connections.h"
#include "tests/support/response-header.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* -- routes ---------------------------------------------------------------- */

static void
greet (const FitServerRequest *request, FitServerAnswer *answer, gpointer data)
{
  g_auto (GStrv) names = fit_server_request_arguments (request, "name");
  g_autofree char *all = g_strjoinv ("+", names);

  g_string_printf (answer->body, "%s %s %s", (const char *) data,
                   request->method, all);
}

static void
echo (const FitServerRequest *request, FitServerAnswer *answer, gpointer data)
{
  const char *type = fit_server_request_header (request, "content-TYPE");

  (void) data;
  assert_int_equal (request->body_len, strlen (request->body));
  answer->status = 201;
  answer->type = FIT_SERVER_JSON;
  g_string_printf (answer->body, "%s %s", type, request->body);
}

static const FitServerRoute routes[] = {
  { "GET", "/hello", 0, greet, (gpointer) "hello" },
  { "POST", "/echo", 10, echo, NULL },
  { "GET", "/probe", 0, greet, (gpointer) "alive", .is_probe = TRUE },
};

static FitServer *
start (guint connections, guint seconds)
{
  g_autoptr (GError) error = NULL;
  FitServer *server = fit_server_new (
      &(const FitServerOptions){ .address = "127.0.0.1",
                                 .routes = routes,
                                 .n_routes = G_N_ELEMENTS (routes),
                                 .connections = connections,
                                 .header_seconds = seconds,
                                 .seconds = seconds },
      &error);

  if (server == NULL)
    fail_msg ("%s", error->message);
  return server;
}

static void
test_routes_answer (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  const guint port = fit_server_port (server);
  g_autoptr (FitHttpResponse) head
      = served_ask (port, NULL, "HEAD", "/hello", NULL, NULL);

  (void) state;
  served_assert (port, "/hello", 200, "hello GET ");
  served_assert (port, "/hello?name=a%20b&x=y&name=c&name", 200,
                 "hello GET a b+c+");
  served_assert (port, "/%68ello", 200, "hello GET ");
  served_assert (port, "/", 404, "404 page not found\n");
  served_assert (port, "/hello/", 404, "404 page not found\n");
  assert_int_equal (head->status, 200);
  assert_int_equal (g_bytes_get_size (head->body), 0);
  assert_string_equal (response_header (head, "Content-Type"),
                       "text/plain; charset=utf-8");
}

/* Sends @request as it is.  Returns: (transfer full): all that comes back */
static char *
raw (const FitServer *server, const char *request)
{
  const int fd = served_connect (fit_server_port (server));

  served_say (fd, request, strlen (request));
  return served_hear (fd);
}

/* Asks for @target as it is written. */
static void
assert_target (const FitServer *server, const char *target, guint status,
               const char *text)
{
  g_autofree char *request = g_strdup_printf (
      "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", target);
  g_autofree char *line = g_strdup_printf ("HTTP/1.1 %u ", status);
  g_autofree char *end = g_strconcat ("\r\n\r\n", text, NULL);
  g_autofree char *answer = raw (server, request);

  if (!g_str_has_prefix (answer, line) || !g_str_has_suffix (answer, end))
    fail_msg ("%s: %s", target, answer);
}

static void
test_targets_are_taken_as_a_whole (void **state)
{
  static const char *const others[] = {
    "/hello%00",
    "/hello%00/x",
    "/hello%zz",
    "/hello%2",
    "/hello%00?name=a",
    "/%00/hello",
    "//hello",
    "hello",
    "http://host",
    "http://host?name=/hello",
    "http:///",
    "http://host/hello/",
    "http://host/hello%00",
    "ftp://host/hello",
    "*",
  };
  g_autoptr (FitServer) server = start (0, 0);

  (void) state;
  assert_target (server, "/hello", 200, "hello GET ");
  assert_target (server, "/hell%6F?name=%61", 200, "hello GET a");
  assert_target (server, "http://host/hello", 200, "hello GET ");
  assert_target (server, "http://host:80/hello?name=a", 200, "hello GET a");
  assert_target (server, "HTTPS://[::1]:80/hello?name=/", 200, "hello GET /");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_target (server, others[i], 404, "404 page not found\n");
}

static void
test_other_methods_are_not_allowed (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  g_autoptr (FitHttpResponse) response = served_ask (
      fit_server_port (server), NULL, "DELETE", "/hello", NULL, NULL);

  (void) state;
  assert_int_equal (response->status, 405);
  assert_string_equal (response_header (response, "Allow"), "GET");
}

static void
assert_echo (guint port, const char *path, const char *header, const char *body,
             guint status, const char *expected)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (port, NULL, "POST", path, header, body);
  g_autofree char *text = served_text (response);

  assert_string_equal (text, expected);
  assert_int_equal (response->status, status);
}

static void
test_bodies_have_a_limit (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  const guint port = fit_server_port (server);

  (void) state;
  assert_echo (port, "/echo", "Content-Type: a/b", "0123456789", 201,
               "a/b 0123456789");
  assert_echo (port, "/echo", "Content-Type: a/b", "0123456789x", 413,
               "413 the body is longer than 10 bytes\n");
  assert_echo (port, "/hello", NULL, "x", 405, "405 method not allowed\n");
}

static void
test_some_routes_take_no_body (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  g_autofree char *answer
      = raw (server, "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                     "Content-Length: 1\r\n\r\nx");

  (void) state;
  assert_true (g_str_has_prefix (answer, "HTTP/1.1 413 "));
  assert_true (g_str_has_suffix (answer, "\n413 a body is not taken here\n"));
}

static void
test_chunks_have_the_same_limit (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  g_autofree char *small
      = raw (server, "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n"
                     "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n");
  g_autofree char *large
      = raw (server, "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n"
                     "4\r\n0123\r\n7\r\n456789x\r\n0\r\n\r\n");

  (void) state;
  assert_true (g_str_has_prefix (small, "HTTP/1.1 201 "));
  assert_true (g_str_has_suffix (small, "(null) 0123456789"));
  /* There is no way to answer in the middle. */
  assert_string_equal (large, "");
}

/* Until it has answered a whole request, however long others keep it busy. */
static void
assert_lives (const FitServer *server)
{
  for (guint i = 0; i < 10000; i++)
    {
      g_autofree char *answer = raw (server, "GET /hello HTTP/1.0\r\n\r\n");

      if (g_str_has_prefix (answer, "HTTP/1.1 200 "))
        return;
      g_usleep (1000);
    }
  fail_msg ("the server does not answer any more");
}

/* Announces a body of ten bytes until the status is @wanted; the body itself is
 * not sent, so that it takes no room from others.  Returns: (transfer full): the
 * answer to the headers */
static char *
announce_until (const FitServer *server, const char *wanted)
{
  static const char announced[]
      = "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n";

  for (guint i = 0; i < 10000; i++)
    {
      const int fd = served_connect (fit_server_port (server));
      g_autofree char *text = NULL;

      served_say (fd, announced, strlen (announced));
      shutdown (fd, SHUT_WR);
      text = served_hear (fd);
      if (g_str_has_prefix (text, wanted))
        return g_steal_pointer (&text);
      g_usleep (1000);
    }
  fail_msg ("the answer is never %s", wanted);
  return NULL;
}

/* Others may wait in the middle of their bodies. */
static void
test_all_bodies_have_a_limit (void **state)
{
  static const char begun[] = "POST /echo HTTP/1.1\r\nHost: x\r\n"
                              "Connection: close\r\nContent-Length: 9\r\n"
                              "\r\n01234567";
  g_autoptr (FitServer) server = fit_server_new (
      &(const FitServerOptions){ .address = "127.0.0.1",
                                 .routes = routes,
                                 .n_routes = G_N_ELEMENTS (routes),
                                 .all_bodies_bytes = 15 },
      NULL);
  const guint port = fit_server_port (server);
  const int fd = served_connect (port);
  g_autofree char *refused = NULL;
  g_autofree char *room = NULL;
  g_autofree char *late = NULL;

  (void) state;
  served_say (fd, begun, strlen (begun));
  refused = announce_until (server, "HTTP/1.1 503 ");
  assert_true (g_str_has_suffix (refused, "\r\n503 too many bodies at once\n"));
  served_say (fd, "8", 1);
  late = served_hear (fd);
  assert_true (g_str_has_prefix (late, "HTTP/1.1 201 "));
  room = announce_until (server, "HTTP/1.1 100 ");
  assert_string_equal (room, "HTTP/1.1 100 Continue\r\n\r\n");
  assert_echo (port, "/echo", "Content-Type: a/b", "0123456789", 201,
               "a/b 0123456789");
}

/* -- hostile clients ------------------------------------------------------- */

/* Sends @start, then @n times @more.  Returns: (transfer full) */
static char *
flood (const FitServer *server, const char *start_, const char *more, guint n)
{
  const int fd = served_connect (fit_server_port (server));

  served_say (fd, start_, strlen (start_));
  for (guint i = 0; i < n; i++)
    served_say (fd, more, strlen (more));
  return served_hear (fd);
}

static void
test_long_requests_are_refused (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  g_autofree char *path = flood (server, "GET /", "aaaaaaaaaaaaaaaa", 100000);
  g_autofree char *headers
      = flood (server, "GET /hello HTTP/1.1\r\nHost: x\r\n",
               "A: aaaaaaaaaaaaaaaa\r\n", 100000);
  g_autofree char *arguments
      = flood (server, "GET /hello?", "name=aaaaaaaaaaaaaaaa&", 100000);

  (void) state;
  /* Whether the answer is read before the connection breaks is chance. */
  assert_true (*path == '\0' || g_str_has_prefix (path, "HTTP/1.1 414 "));
  assert_true (*headers == '\0' || g_str_has_prefix (headers, "HTTP/1.1 431 "));
  assert_true (*arguments == '\0'
               || g_str_has_prefix (arguments, "HTTP/1.1 414 "));
  served_assert (fit_server_port (server), "/hello", 200, "hello GET ");
}

static void
test_nonsense_is_refused (void **state)
{
  g_autoptr (FitServer) patient = start (0, 0);
  g_autoptr (FitServer) server = start (0, 1);
  g_autofree char *no_host = raw (patient, "GET /hello HTTP/1.1\r\n\r\n");
  g_autofree char *noise = raw (server, "\x16\x03\x01\x02\x00\r\n\r\n\r\n\r\n");
  g_autofree char *length
      = raw (server, "POST /echo HTTP/1.1\r\nHost: x\r\n"
                     "Content-Length: 99999999999999999999999\r\n\r\n");

  (void) state;
  assert_true (g_str_has_prefix (no_host, "HTTP/1.1 400 "));
  assert_null (strstr (noise, "HTTP/1.1 200"));
  assert_null (strstr (length, "HTTP/1.1 201"));
  assert_lives (server);
}

/* A byte now and then: it is never idle, and is cut all the same. */
static void
test_a_slow_request_is_cut (void **state)
{
  g_autoptr (FitServer) server = start (0, 1);
  const int fd = served_connect (fit_server_port (server));
  char byte;

  (void) state;
  served_say (fd, "GET /hello HTTP/1.1\r\nA: ", 23);
  while (recv (fd, &byte, 1, MSG_DONTWAIT) < 0)
    {
      served_say (fd, "a", 1);
      g_usleep (50000);
    }
  close (fd);
  assert_lives (server);
}

static gboolean
is_open (int fd)
{
  char byte;

  return recv (fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

static void
assert_ends (int fd)
{
  for (guint i = 0; is_open (fd); i++)
    {
      assert_true (i < 10000);
      g_usleep (1000);
    }
  close (fd);
}

/* However many there are, each new one gets an answer, the oldest one gives
 * way, and the newest stays.  The connections of the requests in between count
 * until the server has noticed that they are closed, which may take until after
 * the next request: test_clients_have_a_share() says exactly which ones give
 * way. */
static void
test_idle_connections_give_way (void **state)
{
  g_autoptr (FitServer) server = start (8, 0);
  int fds[100];

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      fds[i] = served_connect (fit_server_port (server));
      if (i % 2 == 1)
        served_say (fds[i], "GET /hello HTTP/1.1\r\nHost:", 26);
      assert_target (server, "/hello", 200, "hello GET ");
    }
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    if (i + 3 < G_N_ELEMENTS (fds))
      assert_ends (fds[i]);
    else
      {
        assert_true (i + 1 < G_N_ELEMENTS (fds) || is_open (fds[i]));
        close (fds[i]);
      }
}

/* Sends the headers of a request that goes on; closes a connection that gets an
 * answer, which is that there are too many.  Returns: (nullable): it */
static char *
begin_body (const FitServer *server, int *out)
{
  static const char begun[] = "POST /echo HTTP/1.1\r\nHost: x\r\n"
                              "Expect: 100-continue\r\n"
                              "Connection: close\r\nContent-Length: 9\r\n\r\n";
  char bytes[1024];
  gssize n;

  *out = served_connect (fit_server_port (server));
  served_say (*out, begun, strlen (begun));
  n = recv (*out, bytes, sizeof bytes, 0);
  assert_true (n > 0);
  if (g_str_has_prefix (bytes, "HTTP/1.1 100 "))
    return NULL;
  close (*out);
  return g_strndup (bytes, (gsize) n);
}

/* A client may have half of 32 connections, and 2 of them are for probes. */
static void
test_requests_leave_room_for_probes (void **state)
{
  g_autoptr (FitServer) server = start (32, 0);
  int fds[14];
  int refused;

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    assert_null (begin_body (server, &fds[i]));
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *answer = begin_body (server, &refused);

      assert_true (g_str_has_prefix (answer, "HTTP/1.1 503 "));
      assert_target (server, "/probe", 200, "alive GET ");
      assert_target (server, "/hello", 503, "503 too many requests at once\n");
    }
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      g_autofree char *answer = NULL;

      served_say (fds[i], "012345678", 9);
      answer = served_hear (fds[i]);
      assert_true (g_str_has_suffix (answer, "(null) 012345678"));
    }
  assert_lives (server);
}

/* A probe that goes on and on is no reason to wait, either. */
static void
test_probes_give_way (void **state)
{
  static const char endless[] = "GET /probe HTTP/1.1\r\nHost: x\r\n"
                                "Transfer-Encoding: chunked\r\n\r\n";
  g_autoptr (FitServer) server = start (8, 0);
  int fds[20];

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    {
      fds[i] = served_connect (fit_server_port (server));
      served_say (fds[i], endless, strlen (endless));
      assert_target (server, "/probe", 200, "alive GET ");
    }
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    close (fds[i]);
}

/* Those who say nothing are cut long before the time for a request is over. */
static void
test_headers_have_their_own_time (void **state)
{
  static const char *const said[] = { "", "GET /hello HTTP/1.1\r\n",
                                      "GET /hello HTTP/1.1\r\nHost: x\r\nA" };
  g_autoptr (FitServer) server = fit_server_new (
      &(const FitServerOptions){ .address = "127.0.0.1",
                                 .routes = routes,
                                 .n_routes = G_N_ELEMENTS (routes),
                                 .header_seconds = 1,
                                 .seconds = 1000 },
      NULL);
  int fds[G_N_ELEMENTS (said)];

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      fds[i] = served_connect (fit_server_port (server));
      served_say (fds[i], said[i], strlen (said[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    assert_ends (fds[i]);
}

static void
test_silent_connections_are_cut (void **state)
{
  g_autoptr (FitServer) server = start (1, 1);
  g_autofree char *silence
      = served_hear (served_connect (fit_server_port (server)));

  (void) state;
  assert_string_equal (silence, "");
  assert_lives (server);
}

/* -- sockets --------------------------------------------------------------- */

static void
assert_refused (const char *address, guint port, const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitServer) server = fit_server_new (
      &(const FitServerOptions){ .address = address, .port = port }, &error);
  g_autofree char *expected = NULL;
  va_list args;

  assert_null (server);
  va_start (args, format);
  expected = g_strdup_vprintf (format, args);
  va_end (args);
  assert_string_equal (error->message, expected);
  assert_true (g_error_matches (error, FIT_ERROR,
                                port == 0 ? FIT_ERROR_USAGE : FIT_ERROR_IO));
}

static void
test_a_port_in_use_is_said (void **state)
{
  g_autoptr (FitServer) server = start (0, 0);
  const guint port = fit_server_port (server);

  (void) state;
  assert_refused ("127.0.0.1", port,
                  "listen on 127.0.0.1:%u: address already in use", port);
  assert_refused ("localhost", 0,
                  "listen on \"localhost\": expected an IP address");
  assert_refused ("192.0.2.1", 1,
                  "listen on 192.0.2.1:1: cannot assign requested address");
}

static void
test_all_addresses (void **state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitServer) server = fit_server_new (
      &(const FitServerOptions){ .address = "0.0.0.0",
                                 .routes = routes,
                                 .n_routes = G_N_ELEMENTS (routes) },
      &error);

  (void) state;
  assert_non_null (server);
  served_assert (fit_server_port (server), "/hello", 200, "hello GET ");
}

/* -- connections that take too long ---------------------------------------- */

/* A pair of sockets, of which the server has one. */
typedef struct
{
  int pair[2];
  FitConnection *connection;
} Line;

static Line
dial (FitConnections *connections, guint64 client)
{
  Line line;

  assert_int_equal (
      socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line.pair), 0);
  line.connection = fit_connections_add (connections, line.pair[0], client);
  return line;
}

static void
hang_up (FitConnections *connections, const Line *line)
{
  fit_connections_remove (connections, line->connection);
  close (line->pair[0]);
  close (line->pair[1]);
}

/* One client takes its share, and no more: 4 of 8, of which 3 may be busy. */
static void
test_clients_have_a_share (void **state)
{
  FitConnections *connections = fit_connections_new (8, 60, 60);
  Line first[6];
  Line other[4];
  Line third;

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    first[i] = dial (connections, 1);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    assert_int_equal (is_open (first[i].pair[1]), i >= 2);
  for (guint i = 2; i < 6; i++)
    assert_int_equal (fit_connections_begin (connections, first[i].connection),
                      i < 5);
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    other[i] = dial (connections, 2);
  for (guint i = 0; i < 4; i++)
    assert_int_equal (fit_connections_begin (connections, other[i].connection),
                      i < 3);
  /* All is full now.  The oldest one that is not busy is the first client's. */
  third = dial (connections, 3);
  assert_true (is_open (third.pair[1]));
  assert_false (is_open (first[5].pair[1]));
  assert_true (is_open (other[3].pair[1]));
  assert_true (fit_connections_begin (connections, third.connection));
  fit_connections_end (connections, first[2].connection);
  assert_true (fit_connections_begin (connections, first[2].connection));
  hang_up (connections, &third);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    hang_up (connections, &first[i]);
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    hang_up (connections, &other[i]);
  fit_connections_free (connections);
}

/* Each step has its time: who goes on is not cut off, who does not is. */
static void
test_steps_have_their_time (void **state)
{
  FitConnections *connections = fit_connections_new (8, 2, 2);
  const gint64 begun = g_get_monotonic_time ();
  Line line = dial (connections, 1);

  (void) state;
  while (g_get_monotonic_time () < begun + 3 * G_USEC_PER_SEC)
    {
      fit_connections_restart (connections, line.connection);
      g_usleep (50000);
    }
  assert_true (is_open (line.pair[1]));
  while (is_open (line.pair[1]))
    {
      assert_true (g_get_monotonic_time () < begun + 60 * G_USEC_PER_SEC);
      g_usleep (50000);
    }
  hang_up (connections, &line);
  fit_connections_free (connections);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_routes_answer),
    cmocka_unit_test (test_targets_are_taken_as_a_whole),
    cmocka_unit_test (test_other_methods_are_not_allowed),
    cmocka_unit_test (test_bodies_have_a_limit),
    cmocka_unit_test (test_all_bodies_have_a_limit),
    cmocka_unit_test (test_some_routes_take_no_body),
    cmocka_unit_test (test_chunks_have_the_same_limit),
    cmocka_unit_test (test_long_requests_are_refused),
    cmocka_unit_test (test_nonsense_is_refused),
    cmocka_unit_test (test_a_slow_request_is_cut),
    cmocka_unit_test (test_idle_connections_give_way),
    cmocka_unit_test (test_requests_leave_room_for_probes),
    cmocka_unit_test (test_probes_give_way),
    cmocka_unit_test (test_headers_have_their_own_time),
    cmocka_unit_test (test_clients_have_a_share),
    cmocka_unit_test (test_silent_connections_are_cut),
    cmocka_unit_test (test_a_port_in_use_is_said),
    cmocka_unit_test (test_all_addresses),
    cmocka_unit_test (test_steps_have_their_time),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
