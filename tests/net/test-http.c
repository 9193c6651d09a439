/* test-http.c - requests and what can become of them
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>

#include "tests/support-extender/canned.h"
#include "tests/support-extender/extender-process.h"
#include "tests/support/response-header.h"

#define THREADS 8
#define PER_THREAD 20

/* No test that waits for a timeout waits longer. */
#define MUCH_TOO_LONG_US (G_USEC_PER_SEC * 20)

static FitHttpResponse *
request (FitHttpClient *client, const char *method, const char *url,
         const char *body, GError **error)
{
  static const char *const headers[] = { "Content-Type: text/x-test", NULL };
  const FitHttpRequest what = { .method = method,
                                .url = url,
                                .headers = headers,
                                .body = body,
                                .body_len = body != NULL ? strlen (body) : 0,
                                .timeout_ms = 10000 };

  return fit_http_client_request (client, &what, error);
}

static void
assert_body (const FitHttpResponse *response, const char *text)
{
  gsize len;
  const char *bytes = g_bytes_get_data (response->body, &len);

  assert_int_equal (len, strlen (text));
  assert_memory_equal (bytes != NULL ? bytes : "", text, len);
}

/* @expected without URL: what follows "Method URL: ". */
static void
assert_failure (GError *error, FitErrorCode code, const char *method,
                const char *url, const char *expected)
{
  g_autofree char *message
      = g_strdup_printf ("%s %s: %s", method, url, expected);

  assert_non_null (error);
  assert_string_equal (error->message, message);
  assert_true (g_error_matches (error, FIT_ERROR, (int) code));
}

/* With a proper server -------------------------------------------------- */

static ExtenderProcess *
process_of (void **state)
{
  return *state;
}

static json_object *
get (json_object *object, const char *key)
{
  json_object *value = json_object_object_get (object, key);

  assert_non_null (value);
  return value;
}

static void
test_what_is_sent_and_what_comes_back (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "echo/a/b");
  g_autoptr (FitHttpResponse) response
      = request (client, "POST", url, "sent \xE2\x82\xAC", NULL);
  json_object *log = extender_process_take_log (process_of (state));
  json_object *seen = json_object_array_get_idx (get (log, "requests"), 0);
  json_object *headers = get (seen, "headers");

  assert_int_equal (response->status, 200);
  assert_body (response, "sent \xE2\x82\xAC");
  assert_string_equal (response_header (response, "x-served-BY"),
                       "extender-server");
  assert_null (response_header (response, "X-Served"));
  assert_string_equal (json_object_get_string (get (seen, "method")), "POST");
  assert_string_equal (json_object_get_string (get (seen, "path")),
                       "/echo/a/b");
  assert_string_equal (json_object_get_string (get (seen, "body")),
                       "sent \xE2\x82\xAC");
  assert_string_equal (json_object_get_string (get (headers, "Content-Type")),
                       "text/x-test");
  assert_string_equal (json_object_get_string (get (headers, "Content-Length")),
                       "8");
  assert_string_equal (
      json_object_get_string (get (headers, "Accept-Encoding")), "gzip");
  assert_null (json_object_object_get (headers, "Transfer-Encoding"));
  assert_null (json_object_object_get (headers, "Expect"));
  json_object_put (log);
}

static void
test_methods (void **state)
{
  static const struct
  {
    const char *method, *body;
  } methods[] = {
    { "GET", NULL }, { "DELETE", NULL },       { "DELETE", "{}" },
    { "PUT", "{}" }, { "PATCH", "{\"a\":1}" }, { "HEAD", NULL },
    { "POST", "" },
  };
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "echo/x");

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (FitHttpResponse) response
          = request (client, methods[i].method, url, methods[i].body, NULL);
      json_object *log = extender_process_take_log (process_of (state));
      json_object *seen = json_object_array_get_idx (get (log, "requests"), 0);
      const char *body = methods[i].body != NULL ? methods[i].body : "";

      assert_int_equal (response->status, 200);
      assert_string_equal (json_object_get_string (get (seen, "method")),
                           methods[i].method);
      assert_string_equal (json_object_get_string (get (seen, "body")), body);
      assert_body (response, body);
      json_object_put (log);
    }
}

static void
test_any_status_is_a_response (void **state)
{
  static const guint statuses[] = { 204, 302, 307, 404, 500 };
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *behaviour = g_strdup_printf ("status:%u/x", statuses[i]);
      g_autofree char *url
          = extender_process_url (process_of (state), behaviour);
      g_autoptr (FitHttpResponse) response
          = request (client, "POST", url, "{}", NULL);
      json_object *log = extender_process_take_log (process_of (state));

      assert_int_equal (response->status, statuses[i]);
      /* Nobody went where a redirect leads. */
      assert_int_equal (json_object_array_length (get (log, "requests")), 1);
      json_object_put (log);
    }
}

static void
test_a_large_body_goes_at_once (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "echo/x");
  g_autofree char *body = g_strnfill (5 * 1024 * 1024, 'x');
  g_autoptr (FitHttpResponse) response
      = request (client, "POST", url, body, NULL);
  json_object *log = extender_process_take_log (process_of (state));

  assert_body (response, body);
  json_object_put (log);
}

static void
test_a_connection_is_kept (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *good = extender_process_url (process_of (state), "echo/x");
  g_autofree char *bad
      = extender_process_url (process_of (state), "status:500/x");

  extender_process_take_connections (process_of (state));
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (FitHttpResponse) response
          = request (client, "POST", i % 3 == 2 ? bad : good, "{}", NULL);

      assert_non_null (response);
    }
  assert_int_equal (extender_process_take_connections (process_of (state)), 1);
}

typedef struct
{
  FitHttpClient *client;
  const char *url;
  guint number;
  guint good;
} Caller;

static gpointer
call_often (gpointer data)
{
  Caller *caller = data;

  for (guint i = 0; i < PER_THREAD; i++)
    {
      g_autofree char *body = g_strdup_printf ("%u/%u", caller->number, i);
      g_autoptr (FitHttpResponse) response
          = request (caller->client, "POST", caller->url, body, NULL);
      gsize len = 0;
      const char *bytes
          = response != NULL ? g_bytes_get_data (response->body, &len) : NULL;

      if (len == strlen (body) && memcmp (bytes, body, len) == 0)
        caller->good++;
    }
  return NULL;
}

static void
test_threads_share_a_client (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "echo/x");
  pthread_t threads[THREADS];
  Caller callers[THREADS];

  extender_process_take_connections (process_of (state));
  for (guint i = 0; i < THREADS; i++)
    {
      callers[i] = (Caller){ .client = client, .url = url, .number = i };
      assert_int_equal (
          pthread_create (&threads[i], NULL, call_often, &callers[i]), 0);
    }
  for (guint i = 0; i < THREADS; i++)
    {
      pthread_join (threads[i], NULL);
      assert_int_equal (callers[i].good, PER_THREAD);
    }
  assert_in_range (extender_process_take_connections (process_of (state)), 1,
                   THREADS);
}

static void
assert_timeout (const char *url, guint timeout_ms)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = "{}",
                                .body_len = 2,
                                .timeout_ms = timeout_ms };
  g_autoptr (GError) error = NULL;
  g_autofree char *expected
      = g_strdup_printf ("no complete answer within %u ms", timeout_ms);
  const gint64 start = g_get_monotonic_time ();

  assert_null (fit_http_client_request (client, &what, &error));
  assert_in_range (g_get_monotonic_time () - start, timeout_ms * 900,
                   MUCH_TOO_LONG_US);
  assert_failure (error, FIT_ERROR_REMOTE, "Post", url, expected);
}

static void
test_the_whole_exchange_has_a_time (void **state)
{
  g_autofree char *silent
      = extender_process_url (process_of (state), "slow:1500/x");
  g_autofree char *dripping
      = extender_process_url (process_of (state), "endless:20/x");

  assert_timeout (silent, 100);
  assert_timeout (dripping, 200);
}

static void
test_an_answer_without_end (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "endless/x");
  const FitHttpRequest what = { .method = "GET",
                                .url = url,
                                .timeout_ms = 20000,
                                .max_response_bytes = 1000000 };
  g_autoptr (GError) error = NULL;

  assert_null (fit_http_client_request (client, &what, &error));
  assert_failure (error, FIT_ERROR_LIMIT, "Get", url,
                  "the answer is longer than 1000000 bytes");
}

static void
test_a_server_that_is_gone (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autoptr (ExtenderProcess) process = extender_process_new (NULL, NULL, NULL);
  g_autofree char *url = extender_process_url (process, "echo/x");
  g_autoptr (FitHttpResponse) response
      = request (client, "POST", url, "{}", NULL);
  g_autoptr (GError) error = NULL;

  assert_non_null (response);
  extender_process_kill (process);
  assert_null (request (client, "POST", url, "{}", &error));
  assert_failure (error, FIT_ERROR_REMOTE, "Post", url,
                  "could not connect: connection refused");
}

static void
test_this_machine_needs_no_proxy (void **state)
{
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = extender_process_url (process_of (state), "echo/x");
  g_autoptr (FitHttpResponse) response = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("http_proxy", "http://127.0.0.1:1", TRUE);
  response = request (client, "POST", url, "{}", NULL);
  assert_null (
      request (client, "GET", "http://extender.invalid/", NULL, &error));
  g_unsetenv ("http_proxy");
  assert_non_null (response);
  assert_failure (error, FIT_ERROR_REMOTE, "Get", "http://extender.invalid/",
                  "could not connect: connection refused");
}

/* With a server that does not speak as it should ------------------------- */

#define HEAD "HTTP/1.1 200 OK\r\n"
#define GOOD HEAD "Content-Length: 2\r\n\r\nok"

/* Two thousand blanks, packed, and bytes that only begin like it. */
#define PACKED                                                               \
  "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x53\x50\x18\x05\xa3\x60\x14\x8c" \
  "\x82\x51\x30\x0a\x46\xc1\x50\x07\x00\x2a\xca\x16\x55\xd0\x07\x00\x00"
#define BROKEN \
  "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xff\xff\xff\xff\xff\xff"

#define SIZED(bytes)              \
  {                               \
    bytes, sizeof bytes - 1, TRUE \
  }

static const struct
{
  CannedReply reply;
  FitErrorCode code;
  const char *message; /* NULL: libcurl's own words */
} bad_answers[] = {
  { SIZED (""), FIT_ERROR_REMOTE, "the connection was lost before the answer" },
  { SIZED ("hello, who is there?\r\n\r\n"), FIT_ERROR_REMOTE,
    "Received HTTP/0.9 when not allowed" },
  { SIZED ("HTTP/1.1 200 OK\r\nContent-Le"), FIT_ERROR_REMOTE,
    "the connection was lost before the end of the answer" },
  { SIZED ("HTTP/1.1 two hundred\r\n\r\n"), FIT_ERROR_REMOTE, NULL },
  { SIZED (HEAD "Content-Length: 10\r\n\r\n{\"a\""), FIT_ERROR_REMOTE,
    "the connection was lost before the end of the answer" },
  { SIZED (HEAD "Content-Length: -1\r\n\r\n"), FIT_ERROR_REMOTE, NULL },
  { SIZED (HEAD "Content-Length: 1000000000000\r\n\r\nx"), FIT_ERROR_LIMIT,
    "the answer is longer than 1000 bytes" },
  { SIZED (HEAD "Content-Length: 99999999999999999999999999\r\n\r\nx"),
    FIT_ERROR_LIMIT, "the answer is longer than 1000 bytes" },
  { SIZED (HEAD "Transfer-Encoding: chunked\r\n\r\nfffff\r\nabc"),
    FIT_ERROR_REMOTE, NULL },
  { SIZED (HEAD "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc"),
    FIT_ERROR_REMOTE, NULL },
  { SIZED (HEAD "Content-Encoding: gzip\r\nContent-Length: 35\r\n\r\n" PACKED),
    FIT_ERROR_LIMIT, "the answer is longer than 1000 bytes" },
  { SIZED (HEAD "Content-Encoding: gzip\r\nContent-Length: 16\r\n\r\n" BROKEN),
    FIT_ERROR_REMOTE, NULL },
  { SIZED (HEAD "Content-Encoding: unheard-of\r\nContent-Length: 2\r\n\r\nxx"),
    FIT_ERROR_REMOTE, NULL },
};

static void
test_bad_answers (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_answers); i++)
    {
      g_autoptr (CannedServer) server
          = canned_server_new (&bad_answers[i].reply, 1);
      g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
      g_autofree char *url = canned_server_url (server);
      g_autofree char *start = g_strdup_printf ("Post %s: ", url);
      const FitHttpRequest what = { .method = "POST",
                                    .url = url,
                                    .body = "{}",
                                    .body_len = 2,
                                    .timeout_ms = 10000,
                                    .max_response_bytes = 1000,
                                    .repeatable = TRUE };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitHttpResponse) response
          = fit_http_client_request (client, &what, &error);

      if (response != NULL)
        fail_msg ("answer %u was accepted: %u", i, response->status);
      if (!g_error_matches (error, FIT_ERROR, (int) bad_answers[i].code)
          || !g_str_has_prefix (error->message, start)
          || strlen (error->message) == strlen (start))
        fail_msg ("answer %u: %s", i, error->message);
      if (bad_answers[i].message != NULL)
        assert_string_equal (error->message + strlen (start),
                             bad_answers[i].message);
    }
}

static void
test_headers_without_end (void **state)
{
  g_autoptr (GString) headers = g_string_new (HEAD);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = NULL;

  while (headers->len <= FIT_HTTP_MAX_HEADER_BYTES)
    g_string_append_printf (headers, "X-Number: %" G_GSIZE_FORMAT "\r\n",
                            headers->len);
  {
    const CannedReply reply = { headers->str, (gssize) headers->len, TRUE };
    g_autoptr (CannedServer) server = canned_server_new (&reply, 1);
    g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);

    url = canned_server_url (server);
    assert_null (request (client, "GET", url, NULL, &error));
  }
  assert_failure (error, FIT_ERROR_LIMIT, "Get", url,
                  "the answer has more than 262144 bytes of headers");
}

static void
test_packed_and_provisional_answers (void **state)
{
  static const CannedReply replies[] = {
    SIZED ("HTTP/1.1 100 Continue\r\nX-A: early\r\n\r\n" HEAD
           "X-A:  \t late \r\nContent-Encoding: gzip\r\n\r\n" PACKED),
  };
  g_autoptr (CannedServer) server = canned_server_new (replies, 1);
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = canned_server_url (server);
  g_autofree char *blanks = g_strnfill (2000, ' ');
  g_autoptr (FitHttpResponse) response
      = request (client, "GET", url, NULL, NULL);

  assert_int_equal (response->status, 200);
  assert_body (response, blanks);
  assert_string_equal (response_header (response, "X-A"), "late");
}

/* A server that takes a second request on a connection, and closes it without
 * a word. */
static guint
requests_on_a_breaking_connection (gboolean repeatable, gboolean *out_ok)
{
  static const CannedReply replies[]
      = { { GOOD, -1, FALSE }, { "", -1, TRUE }, { GOOD, -1, FALSE } };
  g_autoptr (CannedServer) server = canned_server_new (replies, 3);
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);
  g_autofree char *url = canned_server_url (server);
  const FitHttpRequest what = { .method = "POST",
                                .url = url,
                                .body = "{}",
                                .body_len = 2,
                                .timeout_ms = 10000,
                                .repeatable = repeatable };
  g_autoptr (FitHttpResponse) first
      = fit_http_client_request (client, &what, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitHttpResponse) second
      = fit_http_client_request (client, &what, &error);

  assert_non_null (first);
  *out_ok = second != NULL;
  if (error != NULL)
    assert_failure (error, FIT_ERROR_REMOTE, "Post", url,
                    "the connection was lost before the answer");
  return canned_server_requests (server);
}

static void
test_only_what_may_be_repeated_is (void **state)
{
  gboolean ok;

  assert_int_equal (requests_on_a_breaking_connection (TRUE, &ok), 3);
  assert_true (ok);
  assert_int_equal (requests_on_a_breaking_connection (FALSE, &ok), 2);
  assert_false (ok);
}

/* Without a server -------------------------------------------------------- */

static void
test_what_is_no_url (void **state)
{
  static const struct
  {
    const char *url, *message;
  } urls[] = {
    { "", "Get : not a URL" },
    { "/filter", "Get /filter: not a URL" },
    { "http://a b/", "Get http://a b/: not a URL" },
    { "http://[::1/", "Get http://[::1/: not a URL" },
    { "http://127.0.0.1:99999/", "Get http://127.0.0.1:99999/: not a URL" },
    { "ftp://127.0.0.1/x", "Get ftp://127.0.0.1/x: neither http nor https" },
    { "file:///etc/passwd", "Get file:///etc/passwd: neither http nor https" },
    { "http://me:secret@127.0.0.1:1/x",
      "Get http://***@127.0.0.1:1/x: could not connect: connection "
      "refused" },
  };
  g_autoptr (FitHttpClient) client = fit_http_client_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (request (client, "GET", urls[i].url, NULL, &error));
      assert_string_equal (error->message, urls[i].message);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_sent_and_what_comes_back),
    cmocka_unit_test (test_methods),
    cmocka_unit_test (test_any_status_is_a_response),
    cmocka_unit_test (test_a_large_body_goes_at_once),
    cmocka_unit_test (test_a_connection_is_kept),
    cmocka_unit_test (test_threads_share_a_client),
    cmocka_unit_test (test_the_whole_exchange_has_a_time),
    cmocka_unit_test (test_an_answer_without_end),
    cmocka_unit_test (test_a_server_that_is_gone),
    cmocka_unit_test (test_this_machine_needs_no_proxy),
    cmocka_unit_test (test_bad_answers),
    cmocka_unit_test (test_headers_without_end),
    cmocka_unit_test (test_packed_and_provisional_answers),
    cmocka_unit_test (test_only_what_may_be_repeated_is),
    cmocka_unit_test (test_what_is_no_url),
  };

  return cmocka_run_group_tests_name ("http", tests, extender_process_setup,
                                      extender_process_teardown);
}
