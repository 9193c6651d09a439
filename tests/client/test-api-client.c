/* test-api-client.c - requests to an API server, and what becomes of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"

#include "base/mailbox.h"
#include "client/api-exchange.h"
#include "client/token-bucket.h"
#include "tests/client/api-patience.h"
#include "tests/client/replay-server.h"

#include <glib/gstdio.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/* Nobody listens there. */
#define NOBODY "http://127.0.0.1:1"

#define NO_TOKEN_QPS 0.001
#define SECRET "canary-5c1f0a"

#define BODY(...) \
  .pieces = (const char *const[]) { __VA_ARGS__, NULL }
#define ANSWER(code, ...)                \
  {                                      \
    .status = (code), BODY (__VA_ARGS__) \
  }

/* -- a client, and what comes back ----------------------------------------- */

typedef struct
{
  ReplayServer *server;
  FitApiConfig config; /* nothing in it is owned */
  FitApiClient *client;
  FitMailbox *ends; /* of char *, owned */
} Talk;

static void
push_end (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  char *text;

  if (problem != NULL)
    text = g_strdup_printf ("%s: %s", fit_error_code_name (problem),
                            problem->message);
  else if (answer->status >= 300)
    text = fit_api_status_text (answer);
  else
    text = g_strdup_printf ("%u: %s", answer->status, answer->body);
  fit_mailbox_put (data, text);
}

static void
talk_init (Talk *talk, const ReplayAnswer *answers, guint n)
{
  talk->ends = fit_mailbox_new (g_free);
  talk->server = replay_server_new (answers, n);
  talk->config.source = (char *) "test";
  talk->config.server = (char *) replay_server_url (talk->server);
}

static void
talk_begin (Talk *talk, double qps, guint burst)
{
  g_autoptr (GError) error = NULL;

  talk->client = fit_api_client_new (&talk->config, qps, burst, &error);
  if (talk->client == NULL)
    fail_msg ("%s", error->message);
}

static void
talk_clear (Talk *talk)
{
  fit_api_client_free (talk->client);
  replay_server_free (talk->server);
  fit_mailbox_free (talk->ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Talk, talk_clear)

#define TALK(name, ...)                                  \
  const ReplayAnswer name##_answers[] = { __VA_ARGS__ }; \
  g_auto (Talk) name = { 0 };                            \
  talk_init (&name, name##_answers, G_N_ELEMENTS (name##_answers))

static void
ask (Talk *talk, const char *method, const char *path, const char *body)
{
  fit_api_client_send (talk->client,
                       &(const FitApiRequest){ .method = method,
                                               .path = path,
                                               .body = body,
                                               .done = push_end,
                                               .data = talk->ends });
}

static void
assert_end (Talk *talk, const char *expected)
{
  g_autofree char *text = fit_mailbox_take (
      talk->ends, g_get_monotonic_time () + 120 * G_USEC_PER_SEC);
  g_autoptr (GString) shown = g_string_new (text);

  g_string_replace (shown, replay_server_url (talk->server), "SERVER", 0);
  assert_string_equal (shown->str, expected);
}

/* The next request has @text in it. */
static void
assert_sent (Talk *talk, const char *text)
{
  g_autofree char *request = replay_server_next (talk->server);

  if (strstr (request, text) == NULL)
    fail_msg ("no %s in %s", text, request);
}

/* -- answers --------------------------------------------------------------- */

static void
test_answers (void **state)
{
  TALK (talk, ANSWER (200, "{", "}"), ANSWER (201, "made"),
        replay_load ("unauthorized-401"),
        { .status = 500,
          BODY ("a\n\x01\xff"
                "b") },
        { .status = 302, .headers = "Location: http://127.0.0.1:1/\r\n" },
        { .status = 200, .end = REPLAY_CUT, BODY ("{") }, { .status = 0 });

  (void) state;
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/a?b=c", NULL);
  assert_end (&talk, "200: {}");
  assert_sent (&talk, "GET /a?b=c HTTP/1.1\r\n");
  ask (&talk, "POST", "/b", "{\"x\":1}");
  assert_end (&talk, "201: made");
  assert_sent (&talk, "\r\n\r\n{\"x\":1}");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "401: Unauthorized");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "500: a  \357\277\275b");
  /* Whoever is named there gets nothing. */
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "302: redirects are not followed");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "remote: SERVER: transfer closed with outstanding read "
                     "data remaining");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "remote: SERVER: Empty reply from server");
}

/* What is no list is never long. */
static void
test_endless (void **state)
{
  g_autofree char *piece = g_strnfill (1024 * 1024, 'x');
  TALK (talk, { .status = 500, .end = REPLAY_ENDLESS, BODY (piece) },
        { .status = 200, .end = REPLAY_ENDLESS, BODY (piece) },
        { .status = 201, .end = REPLAY_ENDLESS, BODY (piece) });

  (void) state;
  talk_begin (&talk, 0, 1);
  for (guint i = 0; i < 3; i++)
    {
      ask (&talk, i < 2 ? "GET" : "POST", "/", i < 2 ? NULL : "{}");
      assert_end (&talk, "remote: SERVER: the answer is too long");
    }
}

/* Many lines of it; libcurl itself does not take a long one. */
static void
test_endless_header (void **state)
{
  g_autofree char *value = g_strnfill (60 * 1024, 'x');
  g_autofree char *line = g_strconcat ("X-More: ", value, "\r\n", NULL);
  g_autofree char *lines = g_strconcat (line, line, line, line, line, NULL);
  TALK (talk, { .status = 200, .headers = lines }, ANSWER (200, "."));

  (void) state;
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "remote: SERVER: the answer is too long");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
}

/* -- asked to come back ---------------------------------------------------- */

static void
test_retry_after (void **state)
{
  TALK (talk, { .status = 429, .headers = "Retry-After: 0\r\n" },
        { .status = 503,
          .headers = "retry-after: Sun, 06 Nov 1994 08:49:37 GMT\r\n" },
        ANSWER (201, "made"), ANSWER (429, "no time"),
        { .status = 404, .headers = "Retry-After: 0\r\n" });

  (void) state;
  talk_begin (&talk, 0, 1);
  ask (&talk, "POST", "/", "{}");
  assert_end (&talk, "201: made");
  for (guint i = 0; i < 3; i++)
    assert_sent (&talk, "POST / HTTP/1.1");
  /* Nothing says when. */
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "429: no time");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "404: no text");
}

static void
test_retry_limit (void **state)
{
  ReplayAnswer answers[11];
  g_auto (Talk) talk = { 0 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    answers[i]
        = (ReplayAnswer){ .status = 429, .headers = "Retry-After: 0\r\n" };
  talk_init (&talk, answers, G_N_ELEMENTS (answers));
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "429: no text");
  assert_int_equal (replay_server_count (talk.server), 11);
}

static void
test_retry_after_values (void **state)
{
  (void) state;
  assert_int_equal (fit_retry_after_ms ("0", 0), 0);
  assert_int_equal (fit_retry_after_ms ("7", 0), 7000);
  assert_int_equal (fit_retry_after_ms ("3600", 0), 60000);
  assert_int_equal (fit_retry_after_ms ("-1", 0), -1);
  assert_int_equal (fit_retry_after_ms ("soon", 0), -1);
  assert_int_equal (fit_retry_after_ms ("", 0), -1);
  /* 784111777 s */
  assert_int_equal (
      fit_retry_after_ms ("Sun, 06 Nov 1994 08:49:37 GMT", 784111770), 7000);
  assert_int_equal (
      fit_retry_after_ms ("Sun, 06 Nov 1994 08:49:37 GMT", 784111780), 0);
  assert_int_equal (
      fit_retry_after_ms ("Thu, 01 Jan 1970 00:00:00 GMT", 784111780), 0);
}

/* -- QPS and burst --------------------------------------------------------- */

static void
test_bucket (void **state)
{
  FitTokenBucket bucket;

  (void) state;
  fit_token_bucket_init (&bucket, 50, 3, 0);
  for (guint i = 0; i < 3; i++)
    assert_int_equal (fit_token_bucket_take (&bucket, 0), 0);
  /* One each 20 ms from now on. */
  assert_in_range (fit_token_bucket_take (&bucket, 0), 20000, 20001);
  assert_in_range (fit_token_bucket_take (&bucket, 15000), 5000, 5001);
  assert_int_equal (fit_token_bucket_take (&bucket, 20000), 0);
  assert_int_not_equal (fit_token_bucket_take (&bucket, 20000), 0);
  /* It holds no more than three, however long nobody came. */
  for (guint i = 0; i < 3; i++)
    assert_int_equal (fit_token_bucket_take (&bucket, 3600000000), 0);
  assert_int_not_equal (fit_token_bucket_take (&bucket, 3600000000), 0);
  fit_token_bucket_init (&bucket, 0, 0, 0);
  for (guint i = 0; i < 1000; i++)
    assert_int_equal (fit_token_bucket_take (&bucket, 0), 0);
}

static gboolean
push_bytes (const char *bytes, gsize len, gpointer data)
{
  fit_mailbox_put (data, g_strdup_printf ("bytes %.*s", (int) len, bytes));
  return TRUE;
}

static void
watch (Talk *talk)
{
  fit_api_client_send (talk->client,
                       &(const FitApiRequest){ .method = "GET",
                                               .path = "/w",
                                               .bytes = push_bytes,
                                               .done = push_end,
                                               .data = talk->ends });
}

/* Watches need no token; the others leave one after the other. */
static void
test_order (void **state)
{
  TALK (talk, ANSWER (200, "1"), ANSWER (200, "2"), ANSWER (200, "3"),
        { .status = 200, .end = REPLAY_SILENT });

  (void) state;
  talk_begin (&talk, 1000, 1);
  for (guint i = 1; i <= 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);

      ask (&talk, "GET", path, NULL);
      assert_sent (&talk, path);
    }
  g_clear_pointer (&talk.client, fit_api_client_free);
  for (guint i = 0; i < 3; i++)
    g_free (fit_mailbox_take (talk.ends, G_MAXINT64));
  talk_begin (&talk, NO_TOKEN_QPS, 1);
  ask (&talk, "GET", "/takes-the-token", NULL);
  assert_sent (&talk, "/takes-the-token");
  ask (&talk, "GET", "/waits", NULL);
  watch (&talk);
  assert_sent (&talk, "/w HTTP/1.1");
  assert_int_equal (replay_server_count (talk.server), 0);
}

static void
push_path (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  const char *const *about = data;

  (void) answer;
  (void) problem;
  fit_mailbox_put ((FitMailbox *) about[0], g_strdup (about[1]));
}

/* Those that wait end in the order in which they would have left. */
static void
test_urgency (void **state)
{
  static const struct
  {
    FitApiUrgency urgency;
    const char *name;
  } sent[] = {
    { FIT_API_STATUS, "status-1" },   { FIT_API_STATUS, "status-2" },
    { FIT_API_STATUS, "status-3" },   { FIT_API_LOOKUP, "lookup" },
    { FIT_API_CHANGE, "change" },     { FIT_API_BINDING, "binding-1" },
    { FIT_API_BINDING, "binding-2" }, { FIT_API_BINDING, "binding-3" },
    { FIT_API_BINDING, "binding-4" }, { FIT_API_BINDING, "binding-5" },
    { FIT_API_URGENT, "list-1" },     { FIT_API_URGENT, "list-2" },
    { FIT_API_BINDING, "binding-6" }, { FIT_API_BINDING, "binding-7" },
  };
  /* The request for the only token has the first turn, so every eighth is that of
   * status-1 and status-2. */
  static const char *const order[]
      = { "list-1",    "list-2",   "binding-1", "binding-2", "binding-3",
          "binding-4", "status-1", "binding-5", "binding-6", "binding-7",
          "change",    "lookup",   "status-2",  "status-3" };
  const char *about[G_N_ELEMENTS (sent)][2];
  TALK (talk, ANSWER (200, "."));

  (void) state;
  talk_begin (&talk, NO_TOKEN_QPS, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  for (guint i = 0; i < G_N_ELEMENTS (sent); i++)
    {
      about[i][0] = (const char *) talk.ends;
      about[i][1] = sent[i].name;
      fit_api_client_send (talk.client,
                           &(const FitApiRequest){ .method = "POST",
                                                   .path = "/",
                                                   .urgency = sent[i].urgency,
                                                   .done = push_path,
                                                   .data = about[i] });
    }
  g_clear_pointer (&talk.client, fit_api_client_free);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    assert_end (&talk, order[i]);
}

/* Without TLS nobody knows yet whether the connection of the watch could take the
 * other request, too. */
static void
test_watch_is_slow (void **state)
{
  TALK (talk, { .without_head = TRUE }, ANSWER (200, "."));

  (void) state;
  talk_begin (&talk, 0, 1);
  watch (&talk);
  assert_sent (&talk, "/w HTTP/1.1");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
}

/* Eighty requests are under way at once, however many watches there are. */
static void
test_watches_take_no_room (void **state)
{
  ReplayAnswer answers[83] = { 0 };
  g_auto (Talk) talk = { 0 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    answers[i] = (ReplayAnswer){ .without_head = TRUE };
  talk_init (&talk, answers, G_N_ELEMENTS (answers));
  talk_begin (&talk, 0, 1);
  for (guint i = 0; i < 3; i++)
    {
      watch (&talk);
      assert_sent (&talk, "/w HTTP/1.1");
    }
  for (guint i = 0; i < 80; i++)
    {
      ask (&talk, "GET", "/", NULL);
      assert_sent (&talk, "/ HTTP/1.1");
    }
}

/* -- writes are closed ----------------------------------------------------- */

/* The first takes the only token; the others wait for the next. */
static void
test_waiting_writes_are_dropped (void **state)
{
  TALK (talk, ANSWER (200, "."));

  (void) state;
  talk_begin (&talk, NO_TOKEN_QPS, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  ask (&talk, "POST", "/", "{}");
  ask (&talk, "GET", "/", NULL);
  fit_api_client_close_writes (talk.client);
  assert_end (&talk, "incomplete: the client was closed for writes");
  ask (&talk, "PATCH", "/", "{}");
  assert_end (&talk, "incomplete: the client was closed for writes");
  g_clear_pointer (&talk.client, fit_api_client_free);
  assert_end (&talk, "incomplete: the client was stopped");
}

/* Nobody calls anything when the time is over: the client notices itself. */
static void
test_writes_end_in_time (void **state)
{
  TALK (talk, ANSWER (201, "."));

  (void) state;
  talk_begin (&talk, NO_TOKEN_QPS, 1);
  fit_api_client_allow_writes_until (talk.client,
                                     g_get_monotonic_time ()
                                         + 1000 * G_GINT64_CONSTANT (1000000));
  ask (&talk, "POST", "/", "{}");
  assert_end (&talk, "201: .");
  assert_true (fit_api_client_may_write (talk.client));
  fit_api_client_allow_writes_until (talk.client,
                                     g_get_monotonic_time () + 100000);
  ask (&talk, "POST", "/", "{}");
  assert_end (&talk, "incomplete: the client was closed for writes");
  assert_false (fit_api_client_may_write (talk.client));
  /* A renewal that comes too late changes nothing. */
  fit_api_client_allow_writes_until (talk.client,
                                     g_get_monotonic_time ()
                                         + 1000 * G_GINT64_CONSTANT (1000000));
  ask (&talk, "POST", "/", "{}");
  assert_end (&talk, "incomplete: the client was closed for writes");
  assert_false (fit_api_client_may_write (talk.client));
}

/* One is under way and ends, one waits to be sent again and does not. */
static void
test_writes_under_way (void **state)
{
  TALK (talk, { .status = 429, .headers = "Retry-After: 60\r\n" },
        { .status = 201, .held = TRUE, BODY ("bound") }, ANSWER (200, "."));

  (void) state;
  talk_begin (&talk, 0, 1);
  ask (&talk, "POST", "/again", "{}");
  assert_sent (&talk, "/again");
  ask (&talk, "POST", "/slow", "{}");
  assert_sent (&talk, "/slow");
  fit_api_client_close_writes (talk.client);
  assert_end (&talk, "incomplete: the client was closed for writes");
  ask (&talk, "DELETE", "/", "{}");
  assert_end (&talk, "incomplete: the client was closed for writes");
  replay_server_release (talk.server);
  assert_end (&talk, "201: bound");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "GET");
  assert_int_equal (replay_server_count (talk.server), 0);
}

/* Of a write without a body, all has left with its head. */
static void
test_write_without_body (void **state)
{
  TALK (talk, { .status = 200, .held = TRUE, BODY ("gone") });

  (void) state;
  talk_begin (&talk, 0, 1);
  ask (&talk, "DELETE", "/", NULL);
  assert_sent (&talk, "DELETE / ");
  fit_api_client_close_writes (talk.client);
  replay_server_release (talk.server);
  assert_end (&talk, "200: gone");
}

/* -- forgetting ------------------------------------------------------------ */

static void
push_call (gpointer data)
{
  fit_mailbox_put (data, g_strdup ("called"));
}

static void
push_later_call (gpointer data)
{
  Talk *talk = data;

  fit_mailbox_put (talk->ends, g_strdup ("called later"));
}

/* What is forgotten would be called before the other. */
static void
forget_waits (gpointer data)
{
  Talk *talk = data;

  fit_api_client_call_later (talk->client, 10, push_call, talk->ends);
  fit_api_client_call_later (talk->client, 20, push_later_call, talk);
  fit_api_client_forget (talk->client, talk->ends);
  fit_mailbox_put (talk->ends, g_strdup ("forgotten"));
}

static void
push_other_end (const FitApiAnswer *answer, const GError *problem,
                gpointer data)
{
  Talk *talk = data;

  push_end (answer, problem, talk->ends);
}

/* One is answered and goes on, one has no answer yet, one waits to be sent again,
 * one waits for a token, and one for the thread.  What others asked for goes on. */
static void
test_forget (void **state)
{
  TALK (talk, { .status = 200, .end = REPLAY_SILENT }, { .without_head = TRUE },
        { .status = 429, .headers = "Retry-After: 60\r\n" },
        { .status = 200, .held = TRUE, BODY ("of others") });

  (void) state;
  talk_begin (&talk, NO_TOKEN_QPS, 3);
  watch (&talk);
  assert_end (&talk, "bytes ");
  ask (&talk, "GET", "/silent", NULL);
  ask (&talk, "GET", "/again", NULL);
  for (guint i = 0; i < 3; i++)
    g_free (replay_server_next (talk.server));
  fit_api_client_send (talk.client, &(const FitApiRequest){
                                        .method = "GET",
                                        .path = "/others",
                                        .done = push_other_end,
                                        .data = &talk,
                                    });
  assert_sent (&talk, "/others");
  ask (&talk, "GET", "/waits", NULL);
  ask (&talk, "GET", "/just-sent", NULL);
  fit_api_client_call_later (talk.client, 0, forget_waits, &talk);
  assert_end (&talk, "forgotten");
  assert_end (&talk, "called later");
  replay_server_release (talk.server);
  assert_end (&talk, "200: of others");
  g_clear_pointer (&talk.client, fit_api_client_free);
  assert_null (fit_mailbox_take (talk.ends, 0));
  assert_int_equal (replay_server_count (talk.server), 0);
}

/* -- silence --------------------------------------------------------------- */

static void
test_silence (void **state)
{
  static const FitApiPatience much = { .silent_ms = 2000, .answer_ms = 120000 };
  static const FitApiPatience little = { .silent_ms = 2000, .answer_ms = 100 };
  TALK (talk, { .to = "/slow", .without_head = TRUE },
        { .to = "/w", .status = 200, .end = REPLAY_SILENT },
        { .to = "/version", .status = 403 },
        { .to = "/w", .status = 200, .end = REPLAY_SILENT },
        { .to = "/version", .without_head = TRUE });

  (void) state;
  talk_begin (&talk, 0, 1);
  api_set_patience (talk.client, &much);
  ask (&talk, "GET", "/slow", NULL);
  assert_sent (&talk, "GET /slow ");
  /* The server lives: any answer says so.  Only the watch ends. */
  watch (&talk);
  assert_end (&talk, "bytes ");
  assert_end (&talk, "200: ");
  assert_sent (&talk, "GET /w ");
  assert_sent (&talk, "GET /version ");
  /* Now there is none. */
  api_set_patience (talk.client, &little);
  watch (&talk);
  assert_end (&talk, "bytes ");
  assert_end (&talk, "200: ");
  assert_end (&talk, "remote: SERVER: no sign of life any more");
}

/* The socket of this process that is connected to @port of this machine. */
static gint
find_socket (guint64 port)
{
  for (gint fd = 0; fd < 1024; fd++)
    {
      struct sockaddr_in peer;
      socklen_t len = sizeof peer;

      if (getpeername (fd, (struct sockaddr *) &peer, &len) == 0
          && peer.sin_family == AF_INET && ntohs (peer.sin_port) == port)
        return fd;
    }
  fail_msg ("no connection to port %" G_GUINT64_FORMAT, port);
  return -1;
}

/* A watch may say nothing for minutes.  The kernel asks whether the server is still
 * there; else a firewall may forget the connection, and the watch waits for ever. */
static void
test_quiet_watch_is_kept_alive (void **state)
{
  TALK (talk, { .status = 200, .end = REPLAY_SILENT });
  const char *port = strrchr (replay_server_url (talk.server), ':') + 1;
  gint on = 0;
  socklen_t len = sizeof on;

  (void) state;
  talk_begin (&talk, 0, 1);
  watch (&talk);
  assert_end (&talk, "bytes ");
  assert_int_equal (getsockopt (find_socket (g_ascii_strtoull (port, NULL, 10)),
                                SOL_SOCKET, SO_KEEPALIVE, &on, &len),
                    0);
  assert_true (on);
}

/* How often the thread of the only client has gone to sleep. */
static guint
count_sleeps (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *id;

  while ((id = g_dir_read_name (tasks)) != NULL)
    {
      static const char key[] = "\nvoluntary_ctxt_switches:";
      g_autofree char *path
          = g_build_filename ("/proc/self/task", id, "status", NULL);
      g_autofree char *text = NULL;

      if (g_file_get_contents (path, &text, NULL, NULL)
          && g_str_has_prefix (text, "Name:\t" FIT_API_CLIENT_THREAD "\n"))
        return (guint) g_ascii_strtoull (strstr (text, key) + sizeof key - 1,
                                         NULL, 10);
    }
  fail_msg ("no thread %s", FIT_API_CLIENT_THREAD);
  return 0;
}

/* With nothing to do it does not wake now and then: once it is quiet, it stays so. */
static void
test_idle (void **state)
{
  TALK (talk, { .status = 200, .end = REPLAY_SILENT }, ANSWER (200, "."));
  guint before, after = 0;

  (void) state;
  talk_begin (&talk, 0, 1);
  watch (&talk);
  assert_end (&talk, "bytes ");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  for (guint i = 0; i == 0 || (after != before && i < 10); i++)
    {
      before = count_sleeps ();
      g_usleep (2 * G_USEC_PER_SEC);
      after = count_sleeps ();
    }
  assert_int_equal (after, before);
}

/* -- who it is ------------------------------------------------------------- */

static void
test_token (void **state)
{
  TALK (talk, ANSWER (200, "."),
        ANSWER (400, "you sent Bearer " SECRET ", and:\n " SECRET),
        ANSWER (400, "{\"message\":\"\\u0063", &SECRET[1], "\"}"));

  (void) state;
  talk.config.token = (char *) SECRET;
  talk.config.headers = (char *[]){ (char *) "Impersonate-User: jane",
                                    (char *) "Impersonate-Group: a", NULL };
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "Authorization: Bearer " SECRET
                      "\r\nImpersonate-User: jane\r\nImpersonate-Group: a\r\n");
  /* A server that says what it was sent. */
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "400: you sent Bearer ***, and:  ***");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "400: ***");
}

static void
test_password (void **state)
{
  TALK (talk, ANSWER (200, "."),
        ANSWER (400, "you are jane:secret, amFuZTpzZWNyZXQ="));

  (void) state;
  talk.config.username = (char *) "jane";
  talk.config.password = (char *) "secret";
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/", NULL);
  assert_sent (&talk, "Authorization: Basic amFuZTpzZWNyZXQ=\r\n");
  assert_end (&talk, "200: .");
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "400: you are jane:***, ***");
}

/* A file of tokens is read again; while there is none in it, the last counts. */
static void
test_token_file (void **state)
{
  TALK (talk, ANSWER (200, "."), ANSWER (200, "."), ANSWER (200, "."));
  g_autofree char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "token", NULL);

  (void) state;
  g_file_set_contents (path, "first\n", -1, NULL);
  talk.config.token = (char *) "other";
  talk.config.token_file = path;
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "Bearer first\r\n");
  g_file_set_contents (path, "second", -1, NULL);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "Bearer second\r\n");
  g_file_set_contents (path, "", -1, NULL);
  ask (&talk, "GET", "/", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "Bearer second\r\n");
  g_remove (path);
  g_rmdir (directory);
}

/* A proxy of the file always counts, one of the environment not for this
 * machine. */
static void
test_proxy (void **state)
{
  TALK (talk, ANSWER (200, "."), ANSWER (200, "."));
  const char *server = replay_server_url (talk.server);

  (void) state;
  g_setenv ("no_proxy", "*", TRUE);
  talk.config.proxy = (char *) server;
  talk.config.server = (char *) "http://cluster.example:6443/prefix/";
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/a", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "GET http://cluster.example:6443/prefix/a HTTP/1.1");
  g_clear_pointer (&talk.client, fit_api_client_free);
  g_unsetenv ("no_proxy");
  g_setenv ("http_proxy", NOBODY, TRUE);
  talk.config.proxy = NULL;
  talk.config.server = (char *) server;
  talk_begin (&talk, 0, 1);
  ask (&talk, "GET", "/b", NULL);
  assert_end (&talk, "200: .");
  assert_sent (&talk, "GET /b HTTP/1.1");
  g_unsetenv ("http_proxy");
}

static void
push_headers (const FitApiExchangeEnd *end, gpointer data)
{
  fit_mailbox_put (data, g_strdup (end->response_headers));
}

/* What a proxy says while it connects is no answer. */
static void
test_proxy_of_tls (void **state)
{
  TALK (talk, { .status = 200,
                .raw = TRUE,
                .end = REPLAY_CUT,
                BODY ("HTTP/1.1 200 OK\r\nVia: proxy\r\n\r\n") });
  g_autofree char *headers = NULL, *end = NULL;

  (void) state;
  talk.config.proxy = (char *) replay_server_url (talk.server);
  talk.config.server = (char *) "https://cluster.example";
  talk_begin (&talk, 0, 1);
  fit_api_client_set_detail (talk.client,
                             &(const FitApiDetail){ .headers = TRUE });
  fit_api_client_observe (talk.client, push_headers, talk.ends);
  watch (&talk);
  assert_sent (&talk, "CONNECT cluster.example:443 HTTP/1.1");
  headers = fit_mailbox_take (talk.ends, G_MAXINT64);
  assert_string_equal (headers, "");
  end = fit_mailbox_take (talk.ends, G_MAXINT64);
  if (!g_str_has_prefix (end, "remote: https://cluster.example: "))
    fail_msg ("%s", end);
}

static void
assert_refused (FitApiConfig *config, const char *expected)
{
  g_autoptr (GError) error = NULL;

  config->source = (char *) "FILE";
  if (config->server == NULL)
    config->server = (char *) NOBODY;
  assert_null (fit_api_client_new (config, 0, 1, &error));
  assert_string_equal (error->message, expected);
}

static void
test_refused (void **state)
{
  (void) state;
  assert_refused (&(FitApiConfig){ .token_file = (char *) "/nonexistent/t" },
                  "FILE: open /nonexistent/t: no such file or directory");
  assert_refused (&(FitApiConfig){ .token_file = (char *) "/dev/null" },
                  "FILE: open /dev/null: not a file");
  assert_refused (&(FitApiConfig){ .tls.ca_file = "/nonexistent/ca" },
                  "FILE: open /nonexistent/ca: no such file or directory");
  assert_refused (
      &(FitApiConfig){ .server = (char *) "ftp://user:" SECRET "@host/" },
      "FILE: server: found ftp://***@host/, expected a URL with http or https");
  assert_refused (
      &(FitApiConfig){ .server = (char *) "https://host",
                       .tls.server_name = "no name" },
      "FILE: server: found https://host, and a tls-server-name that is no "
      "name");
  /* A proxy does not complete what is missing in the server. */
  assert_refused (
      &(FitApiConfig){ .server = (char *) "://host",
                       .proxy = (char *) "http://proxy:1" },
      "FILE: server: found ://host, expected a URL with http or https");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_answers),
    cmocka_unit_test (test_endless),
    cmocka_unit_test (test_endless_header),
    cmocka_unit_test (test_retry_after),
    cmocka_unit_test (test_retry_limit),
    cmocka_unit_test (test_retry_after_values),
    cmocka_unit_test (test_bucket),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_urgency),
    cmocka_unit_test (test_watch_is_slow),
    cmocka_unit_test (test_watches_take_no_room),
    cmocka_unit_test (test_waiting_writes_are_dropped),
    cmocka_unit_test (test_writes_end_in_time),
    cmocka_unit_test (test_writes_under_way),
    cmocka_unit_test (test_write_without_body),
    cmocka_unit_test (test_forget),
    cmocka_unit_test (test_silence),
    cmocka_unit_test (test_quiet_watch_is_kept_alive),
    cmocka_unit_test (test_idle),
    cmocka_unit_test (test_token),
    cmocka_unit_test (test_password),
    cmocka_unit_test (test_token_file),
    cmocka_unit_test (test_proxy),
    cmocka_unit_test (test_proxy_of_tls),
    cmocka_unit_test (test_refused),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
