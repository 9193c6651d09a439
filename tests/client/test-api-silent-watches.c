/* test-api-silent-watches.c - how long a client waits, and how it measures that
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-client-private.h"

#include "base/mailbox.h"
#include "client/exec-plugin.h"
#include "tests/client/api-patience.h"
#include "tests/client/replay-server.h"

#include <string.h>

/* No test takes so long, so what is longer ago or later than that is certain. */
#define LONG_S 1000
#define LONG_US (LONG_S * G_GINT64_CONSTANT (1000000))

static const FitApiPatience patience
    = { .silent_ms = LONG_S * 1000, .answer_ms = 7000 };

/* -- a client that does nothing by itself ---------------------------------- */

typedef struct
{
  FitApiClient *client;
  GString *ends;     /* "NAME: END\n" of what ended */
  GPtrArray *abouts; /* owned, of About: what requests are called */
} Still;

typedef struct
{
  Still *still;
  const char *name;
} About;

/* There is no server. */
static void
still_init (Still *still)
{
  g_autoptr (GError) error = NULL;
  FitApiClient *client = fit_api_client_new (
      &(const FitApiConfig){ .source = (char *) "test",
                             .server = (char *) "http://127.0.0.1:1",
                             .token = (char *) "canary" },
      0, 1, &error);

  if (client == NULL)
    fail_msg ("%s", error->message);
  pthread_mutex_lock (&client->lock);
  client->stopping = TRUE;
  pthread_mutex_unlock (&client->lock);
  fit_net.curl_multi_wakeup (client->multi);
  pthread_join (client->thread, NULL);
  client->stopping = client->runs = FALSE;
  api_set_patience (client, &patience);
  still->client = client;
  still->ends = g_string_new (NULL);
  still->abouts = g_ptr_array_new_with_free_func (g_free);
}

static void
still_clear (Still *still)
{
  g_autoptr (GList) going = g_hash_table_get_keys (still->client->going);

  for (const GList *link = going; link != NULL; link = link->next)
    {
      fit_api_abandon (still->client, link->data);
      fit_exchange_free (link->data);
    }
  fit_api_client_free (still->client);
  g_string_free (still->ends, TRUE);
  g_ptr_array_unref (still->abouts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Still, still_clear)

#define STILL(name)            \
  g_auto (Still) name = { 0 }; \
  still_init (&name)

static gboolean
ignore_bytes (const char *bytes, gsize len, gpointer data)
{
  (void) bytes;
  (void) len;
  (void) data;
  return TRUE;
}

static void
note_end (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  const About *about = data;

  g_string_append_printf (about->still->ends, "%s: ", about->name);
  if (problem != NULL)
    g_string_append_printf (about->still->ends, "%s\n", problem->message);
  else
    g_string_append_printf (about->still->ends, "%u\n", answer->status);
}

/* @heard_us: when it said something last, from now on */
static FitExchange *
begin (Still *still, const char *name, gboolean is_watch, gint64 heard_us)
{
  About *about = g_new0 (About, 1);
  FitExchange *exchange = fit_exchange_new (
      &still->client->target,
      &(const FitApiRequest){ .method = "GET",
                              .path = "/",
                              .bytes = is_watch ? ignore_bytes : NULL,
                              .done = note_end,
                              .data = about });

  *about = (About){ still, name };
  g_ptr_array_add (still->abouts, about);
  exchange->client = still->client;
  fit_api_begin (still->client, exchange, fit_credential_new ());
  exchange->heard_us += heard_us;
  return exchange;
}

/* The question whether the server is alive. */
static FitExchange *
find_question (const Still *still)
{
  g_autoptr (GList) going = g_hash_table_get_keys (still->client->going);

  for (const GList *link = going; link != NULL; link = link->next)
    {
      FitExchange *exchange = link->data;

      if (g_str_has_suffix (exchange->url, "/version"))
        return exchange;
    }
  return NULL;
}

static void
assert_ends (Still *still, const char *expected)
{
  assert_string_equal (still->ends->str, expected);
  g_string_truncate (still->ends, 0);
}

/* -- watches --------------------------------------------------------------- */

/* One that was answered ends as if its time were over. */
static void
test_silent_watches_end (void **state)
{
  STILL (still);
  const gint64 now = g_get_monotonic_time ();
  FitApiClient *client = still.client;

  (void) state;
  begin (&still, "loud", TRUE, -LONG_US / 2);
  begin (&still, "louder", TRUE, -LONG_US / 4);
  begin (&still, "get", FALSE, -2 * LONG_US);
  fit_api_end_silent_watches (client);
  assert_ends (&still, "");
  /* When the next one can have been silent for too long. */
  assert_in_range (client->look_us - now, LONG_US / 2, LONG_US * 3 / 4 - 1);
  begin (&still, "answered", TRUE, -2 * LONG_US)->status = 200;
  client->look_us = now;
  fit_api_end_silent_watches (client);
  assert_ends (&still, "answered: 200\n");
  assert_in_range (client->look_us - now, LONG_US / 2, LONG_US * 3 / 4 - 1);
  begin (&still, "unanswered", TRUE, -2 * LONG_US);
  client->look_us = now;
  fit_api_end_silent_watches (client);
  assert_ends (&still, "unanswered: http://127.0.0.1:1: Timeout was reached\n");
  assert_int_equal (client->n_watches, 2);
}

/* The next look is not before a new watch can have been silent for too long. */
static void
test_next_look (void **state)
{
  STILL (still);
  const gint64 now = g_get_monotonic_time ();

  (void) state;
  begin (&still, "answered", TRUE, -2 * LONG_US)->status = 200;
  fit_api_end_silent_watches (still.client);
  assert_ends (&still, "answered: 200\n");
  assert_in_range (still.client->look_us - now, LONG_US, LONG_US * 5 / 4);
}

/* -- the server ------------------------------------------------------------ */

static void
test_when_a_server_is_asked (void **state)
{
  STILL (still);
  FitApiClient *client = still.client;
  FitExchange *question;

  (void) state;
  client->target.heard_us -= 2 * LONG_US;
  begin (&still, "get", FALSE, 0);
  fit_api_ask_for_sign_of_life (client);
  assert_null (find_question (&still));
  /* The first watch is a beginning, whatever was before. */
  begin (&still, "watch", TRUE, 0);
  fit_api_ask_for_sign_of_life (client);
  assert_null (find_question (&still));
  client->target.heard_us -= LONG_US / 2;
  fit_api_ask_for_sign_of_life (client);
  assert_null (find_question (&still));
  client->target.heard_us -= LONG_US / 2;
  fit_api_ask_for_sign_of_life (client);
  question = find_question (&still);
  assert_non_null (question);
  assert_int_equal (question->timeout_ms, patience.answer_ms);
  assert_string_equal (question->credential->header,
                       "Authorization: Bearer canary");
  /* Once is enough. */
  fit_api_ask_for_sign_of_life (client);
  assert_int_equal (g_hash_table_size (client->going), 3);
}

static FitExchange *
ask (Still *still)
{
  FitExchange *question;

  still->client->target.heard_us = g_get_monotonic_time () - 2 * LONG_US;
  fit_api_ask_for_sign_of_life (still->client);
  question = find_question (still);
  assert_non_null (question);
  return question;
}

/* Any answer is a sign of life, and none is waited for a second time: neither with
 * other credentials nor after some time. */
static void
test_any_answer_will_do (void **state)
{
  static const guint statuses[] = { 200, 401, 403, 429, 503 };
  STILL (still);
  FitApiClient *client = still.client;

  (void) state;
  /* It has no credentials yet. */
  client->credentials.exec = fit_exec_plugin_new (&(const FitExecOptions){
      .api_version = "client.authentication.k8s.io/v1", .command = "true" });
  begin (&still, "watch", TRUE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      FitExchange *question = ask (&still);

      assert_null (question->credential->header);
      question->status = statuses[i];
      question->retry_ms = 0;
      fit_api_end (client, question, CURLE_OK);
      assert_null (find_question (&still));
      assert_false (client->asks);
      assert_true (fit_request_queue_is_empty (&client->waiting));
      assert_int_equal (g_queue_get_length (&client->new_timers), 0);
      assert_int_equal (client->n_watches, 1);
    }
  assert_ends (&still, "");
}

/* Everything ends, and what begins then is not asked for at once. */
static void
test_no_answer (void **state)
{
  STILL (still);
  FitApiClient *client = still.client;
  FitExchange *question;

  (void) state;
  begin (&still, "one", TRUE, 0)->status = 200;
  question = ask (&still);
  fit_api_abandon (client, question);
  fit_exchange_give_up (question, "stopped");
  assert_ends (&still, "");
  assert_int_equal (client->n_watches, 1);
  fit_api_end (client, ask (&still), CURLE_OPERATION_TIMEDOUT);
  assert_ends (&still, "one: http://127.0.0.1:1: no sign of life any more\n");
  assert_int_equal (client->n_watches, 0);
  assert_int_equal (g_hash_table_size (client->going), 0);
  begin (&still, "two", FALSE, 0);
  fit_api_end (client, begin (&still, "three", TRUE, 0), CURLE_OK);
  assert_ends (&still, "three: 0\n");
  assert_true (g_get_monotonic_time () - client->target.heard_us < LONG_US);
}

/* -- what is measured ------------------------------------------------------ */

typedef struct
{
  double seconds;
  gsize request_bytes;
  gsize response_bytes;
} Measured;

static void
measure (const FitApiExchangeEnd *end, gpointer data)
{
  *(Measured *) data
      = (Measured){ end->seconds, end->request_bytes, end->response_bytes };
}

static void
test_measures (void **state)
{
  STILL (still);
  Measured measured = { 0 };
  FitExchange *exchange = begin (&still, "get", FALSE, 0);

  (void) state;
  fit_api_client_observe (still.client, measure, &measured);
  exchange->begun_us -= LONG_US;
  exchange->body = g_strdup ("four");
  exchange->n_bytes = 7;
  exchange->status = 200;
  fit_api_end (still.client, exchange, CURLE_OK);
  assert_ends (&still, "get: 200\n");
  assert_in_range (measured.seconds, LONG_S, 2 * LONG_S);
  assert_int_equal (measured.request_bytes, 4);
  assert_int_equal (measured.response_bytes, 7);
}

/* -- how long the thread sleeps -------------------------------------------- */

static FitMailbox *waits; /* of char *, owned: each in milliseconds */
static __typeof__ (curl_multi_poll) *real_poll;

static CURLMcode
note_wait (CURLM *multi, struct curl_waitfd *fds, unsigned int n, int ms,
           int *n_ready)
{
  fit_mailbox_put (waits, g_strdup_printf ("%d", ms));
  return real_poll (multi, fds, n, ms, n_ready);
}

/* Soon the thread sleeps for @seconds, but for what has gone by. */
static void
assert_sleeps (gint64 seconds)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *wait = fit_mailbox_take (
          waits, g_get_monotonic_time () + 120 * G_USEC_PER_SEC);
      const gint64 ms
          = wait != NULL ? g_ascii_strtoll (wait, NULL, 10) : G_MAXINT64;

      if (ms > (seconds - 120) * 1000 && ms <= seconds * 1000)
        return;
    }
  fail_msg ("it does not sleep for %" G_GINT64_FORMAT " s", seconds);
}

static void
make_half_silent (gpointer data)
{
  FitApiClient *client = data;

  client->target.heard_us -= LONG_US / 2;
}

static void
make_silent (gpointer data)
{
  FitApiClient *client = data;

  client->target.heard_us -= 2 * LONG_US;
  fit_mailbox_put (waits, g_strdup ("silent"));
}

static void
do_nothing (gpointer data)
{
  (void) data;
}

static void
test_sleep (void **state)
{
  static const ReplayAnswer answers[]
      = { { .without_head = TRUE }, { .without_head = TRUE } };
  g_autoptr (ReplayServer) server
      = replay_server_new (answers, G_N_ELEMENTS (answers));
  g_autoptr (GError) error = NULL;
  g_autoptr (FitApiClient) client = NULL;
  g_autofree char *watch = NULL;
  g_autofree char *question = NULL;
  g_autofree char *text = NULL;
  Still still = { .ends = g_string_new (NULL) };
  const About about = { &still, "watch" };

  (void) state;
  assert_true (fit_net_load (NULL));
  waits = fit_mailbox_new (g_free);
  real_poll = fit_net.curl_multi_poll;
  fit_net.curl_multi_poll = note_wait;
  client = fit_api_client_new (
      &(const FitApiConfig){ .source = (char *) "test",
                             .server = (char *) replay_server_url (server) },
      0, 1, &error);
  if (client == NULL)
    fail_msg ("%s", error->message);
  api_set_patience (client, &patience);
  assert_sleeps (3600);
  fit_api_client_allow_writes_until (client,
                                     g_get_monotonic_time () + 3 * LONG_US);
  assert_sleeps (3 * LONG_S);
  fit_api_client_call_later (client, 2 * LONG_S * 1000, do_nothing, NULL);
  assert_sleeps (2 * LONG_S);
  fit_api_client_send (client,
                       &(const FitApiRequest){ .method = "GET",
                                               .path = "/watch",
                                               .bytes = ignore_bytes,
                                               .done = note_end,
                                               .data = (gpointer) &about });
  watch = replay_server_next (server);
  assert_sleeps (LONG_S);
  fit_api_client_call_later (client, 0, make_half_silent, client);
  assert_sleeps (LONG_S / 2);
  /* While it waits for a sign of life, only that wakes it. */
  fit_api_client_call_later (client, 0, make_silent, client);
  while (g_strcmp0 (text, "silent") != 0)
    {
      g_free (text);
      text = fit_mailbox_take (waits, G_MAXINT64);
    }
  question = replay_server_next (server);
  assert_non_null (strstr (question, "GET /version "));
  assert_sleeps (LONG_S);
  g_clear_pointer (&client, fit_api_client_free);
  assert_string_equal (still.ends->str, "watch: the client was stopped\n");
  g_string_free (still.ends, TRUE);
  fit_net.curl_multi_poll = real_poll;
  fit_mailbox_free (waits);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_silent_watches_end),
    cmocka_unit_test (test_next_look),
    cmocka_unit_test (test_when_a_server_is_asked),
    cmocka_unit_test (test_any_answer_will_do),
    cmocka_unit_test (test_no_answer),
    cmocka_unit_test (test_measures),
    cmocka_unit_test (test_sleep),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
