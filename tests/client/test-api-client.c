/* test-api-client.c - requests to an API server, and what becomes of them */
#include "client/api-client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Nobody listens there. */
#define NOBODY "http://127.0.0.1:1"

#define NO_TOKEN_QPS 0.001

/* -- writes are closed ----------------------------------------------------- */

static void
push_problem (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  (void) answer;
  g_async_queue_push (
      data, problem != NULL
                ? g_error_copy (problem)
                : g_error_new_literal (FIT_ERROR, FIT_ERROR_IO, "answered"));
}

static void
send_to (FitApiClient *client, const char *method, GAsyncQueue *ends)
{
  fit_api_client_send (client, &(const FitApiRequest){ .method = method,
                                                       .path = "/",
                                                       .done = push_problem,
                                                       .data = ends });
}

static void
assert_next (GAsyncQueue *ends, FitErrorCode code, const char *message)
{
  g_autoptr (GError) problem = g_async_queue_pop (ends);

  assert_string_equal (problem->message, message);
  assert_true (g_error_matches (problem, FIT_ERROR, code));
}

/* The first takes the only token; the others wait for the next. */
static void
test_waiting_writes_are_dropped (void **state)
{
  g_autoptr (GAsyncQueue) ends = g_async_queue_new ();
  const FitApiConfig config = { .source = "test", .server = NOBODY };
  g_autoptr (FitApiClient) client
      = fit_api_client_new (&config, NO_TOKEN_QPS, 1, NULL);

  (void) state;
  send_to (client, "GET", ends);
  assert_next (ends, FIT_ERROR_REMOTE, NOBODY ": Couldn't connect to server");
  send_to (client, "POST", ends);
  send_to (client, "GET", ends);
  fit_api_client_close_writes (client);
  assert_next (ends, FIT_ERROR_INCOMPLETE, "the client was closed for writes");
  send_to (client, "PATCH", ends);
  assert_next (ends, FIT_ERROR_INCOMPLETE, "the client was closed for writes");
  g_clear_pointer (&client, fit_api_client_free);
  assert_next (ends, FIT_ERROR_INCOMPLETE, "the client was stopped");
}

/* Nobody calls anything when the time is over: the client notices itself. */
static void
test_writes_end_in_time (void **state)
{
  g_autoptr (GAsyncQueue) ends = g_async_queue_new ();
  const FitApiConfig config = { .source = "test", .server = NOBODY };
  g_autoptr (FitApiClient) client
      = fit_api_client_new (&config, NO_TOKEN_QPS, 1, NULL);

  (void) state;
  fit_api_client_allow_writes_until (client,
                                     g_get_monotonic_time () + G_USEC_PER_SEC);
  send_to (client, "POST", ends);
  assert_next (ends, FIT_ERROR_REMOTE, NOBODY ": Couldn't connect to server");
  assert_true (fit_api_client_may_write (client));
  fit_api_client_allow_writes_until (client, g_get_monotonic_time () + 100000);
  send_to (client, "POST", ends);
  assert_next (ends, FIT_ERROR_INCOMPLETE, "the client was closed for writes");
  assert_false (fit_api_client_may_write (client));
  /* A renewal that comes too late changes nothing. */
  fit_api_client_allow_writes_until (
      client, g_get_monotonic_time () + 1000 * G_GINT64_CONSTANT (1000000));
  send_to (client, "POST", ends);
  assert_next (ends, FIT_ERROR_INCOMPLETE, "the client was closed for writes");
  assert_false (fit_api_client_may_write (client));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_waiting_writes_are_dropped),
    cmocka_unit_test (test_writes_end_in_time),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
