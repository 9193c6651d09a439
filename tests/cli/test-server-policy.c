/* The Policy in a ConfigMap: what an API server may answer, and what does not
 * wait for it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/server-policy.h"
#include "tests/client/replay-server.h"

#define MAP(data) \
  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":" data "}"

static FitServerPolicy *
policy_of (const ReplayServer *server, const char *namespace_, const char *name)
{
  const FitApiConfig api = { .source = (char *) "test",
                             .server = (char *) replay_server_url (server) };

  return fit_server_policy_new (&api, namespace_, name, NULL);
}

/* There is a text. */
#define NONE (-1)

static const struct
{
  guint status;
  const char *body;
  int code;
  const char *text; /* or the message of the error */
} answers[] = {
  { 200, MAP ("{\"policy.cfg\":\"{\\\"kind\\\":\\\"Policy\\\"}\"}"), NONE,
    "{\"kind\":\"Policy\"}" },
  { 200, MAP ("{\"a\":\"b\",\"policy.cfg\":\"\",\"z\":1}"), NONE, "" },
  { 200, MAP ("{\"policy.cfg\":[]}"), FIT_ERROR_SCHEMA,
    "ConfigMap n/m: data: policy.cfg: found a list, expected a string" },
  { 200, MAP ("{\"policy.cfg\":null}"), FIT_ERROR_SCHEMA,
    "ConfigMap n/m: data: policy.cfg: found null, expected a string" },
  { 200, MAP ("{\"one\":\"\"}"), FIT_ERROR_SCHEMA,
    "ConfigMap n/m: data: found the keys one, expected policy.cfg" },
  { 200,
    MAP ("{\"1\":\"\",\"2\":\"\",\"3\":\"\",\"4\":\"\",\"5\":\"\",\"6\":\"\","
         "\"7\":\"\",\"8\":\"\",\"9\":\"\",\"10\":\"\"}"),
    FIT_ERROR_SCHEMA,
    "ConfigMap n/m: data: found the keys 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "
    "expected policy.cfg" },
  { 200,
    MAP ("{\"1\":\"\",\"2\":\"\",\"3\":\"\",\"4\":\"\",\"5\":\"\",\"6\":\"\","
         "\"7\":\"\",\"8\":\"\",\"9\":\"\",\"10\":\"\",\"11\":\"\",\"12\":"
         "\"\"}"),
    FIT_ERROR_SCHEMA,
    "ConfigMap n/m: data: found the keys 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 "
    "more, expected policy.cfg" },
  { 200, MAP ("null"), FIT_ERROR_SCHEMA,
    "ConfigMap n/m: it has no data, expected the key policy.cfg" },
  { 200, MAP ("[]"), FIT_ERROR_SCHEMA,
    "ConfigMap n/m: it has no data, expected the key policy.cfg" },
  { 200, "{}", FIT_ERROR_SCHEMA,
    "ConfigMap n/m: it has no data, expected the key policy.cfg" },
  { 200, "[]", FIT_ERROR_SCHEMA,
    "ConfigMap n/m: it has no data, expected the key policy.cfg" },
  { 200, "{", FIT_ERROR_PARSE,
    "ConfigMap n/m: unexpected end of JSON input (line 1, column 2)" },
  { 404, "{\"kind\":\"Status\",\"message\":\"configmaps \\\"m\\\" not found\"}",
    FIT_ERROR_NOT_FOUND,
    "cannot read ConfigMap n/m: 404: configmaps \"m\" not found" },
  { 403, "{\"kind\":\"Status\",\"message\":\"no, never\"}", FIT_ERROR_IO,
    "cannot read ConfigMap n/m: 403: no, never" },
  { 201, MAP ("{\"policy.cfg\":\"\"}"), FIT_ERROR_IO,
    "cannot read ConfigMap n/m: 201: {\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":{\"policy.cfg\":\"\"}}" },
};

static void
test_answers (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      const char *const pieces[] = { answers[i].body, NULL };
      g_autoptr (ReplayServer) server = replay_server_new (
          &(const ReplayAnswer){ .status = answers[i].status,
                                 .pieces = pieces },
          1);
      g_autoptr (FitServerPolicy) policy = policy_of (server, "n", "m");
      g_autoptr (GError) error = NULL;
      g_autofree char *text = fit_server_policy_read (policy, &error);

      if (answers[i].code == NONE)
        {
          assert_null (error);
          assert_string_equal (text, answers[i].text);
          continue;
        }
      assert_null (text);
      assert_string_equal (error->message, answers[i].text);
      assert_int_equal (error->code, answers[i].code);
    }
}

static void
note_end (const FitApiExchangeEnd *end, gpointer notes)
{
  g_string_append_printf (notes, "%u %s %s\n", end->status,
                          end->response_headers != NULL ? "headers" : "-",
                          end->response_body);
}

/* The next attempt is not disturbed by one that failed.  Whoever observes hears of
 * both. */
static void
test_again (void **state)
{
  static const char *const bad[] = { "{\"message\":\"busy\"}", NULL };
  static const char *const good[] = { MAP ("{\"policy.cfg\":\"x\"}"), NULL };
  static const ReplayAnswer both[]
      = { { .status = 503, .pieces = bad }, { .status = 200, .pieces = good } };
  g_autoptr (ReplayServer) server
      = replay_server_new (both, G_N_ELEMENTS (both));
  g_autoptr (FitServerPolicy) policy = policy_of (server, "n", "m");
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) notes = g_string_new (NULL);
  g_autofree char *none = NULL, *text = NULL;

  fit_server_policy_observe (
      policy, note_end, notes,
      &(const FitApiDetail){ .headers = TRUE, .body_bytes = 10 });
  none = fit_server_policy_read (policy, &error);
  assert_null (none);
  assert_string_equal (error->message, "cannot read ConfigMap n/m: 503: busy");
  assert_int_equal (error->code, FIT_ERROR_REMOTE);
  text = fit_server_policy_read (policy, NULL);
  assert_string_equal (text, "x");
  assert_string_equal (notes->str,
                       "503 headers <masked>\n200 headers <masked>\n");
}

static void
test_names (void **state)
{
  static const char *const pieces[] = { "{}", NULL };
  g_autoptr (ReplayServer) server = replay_server_new (
      &(const ReplayAnswer){ .status = 200, .pieces = pieces }, 1);
  g_autoptr (FitServerPolicy) policy = policy_of (server, "a/b", "c?d\xc3\xa9");
  g_autofree char *text = fit_server_policy_read (policy, NULL);
  g_autofree char *request = replay_server_next (server);

  assert_null (text);
  assert_string_equal (fit_server_policy_name (policy),
                       "ConfigMap a/b/c?d\xc3\xa9, key policy.cfg");
  assert_true (g_str_has_prefix (
      request, "GET /api/v1/namespaces/a%2Fb/configmaps/c%3Fd%C3%A9 HTTP/"));
}

/* -- cancelling ------------------------------------------------------------ */

static gpointer
cancel (gpointer policy)
{
  fit_server_policy_cancel (policy);
  return NULL;
}

/* Nobody waits any more for a server that says nothing. */
static void
test_cancel (void **state)
{
  static const ReplayAnswer silent = { .without_head = TRUE };
  g_autoptr (ReplayServer) server = replay_server_new (&silent, 1);
  g_autoptr (FitServerPolicy) policy = policy_of (server, "n", "m");
  GThread *thread = g_thread_new ("cancel", cancel, policy);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = fit_server_policy_read (policy, &error);

  g_thread_join (thread);
  assert_null (text);
  assert_int_equal (error->code, FIT_ERROR_INCOMPLETE);
  assert_string_equal (error->message, "ConfigMap n/m was not read");
  assert_false (fit_server_policy_sleep (policy, 600 * 1000));
}

static void
test_sleep (void **state)
{
  static const ReplayAnswer none = { .status = 200 };
  g_autoptr (ReplayServer) server = replay_server_new (&none, 1);
  g_autoptr (FitServerPolicy) policy = policy_of (server, "n", "m");
  GThread *thread;

  assert_true (fit_server_policy_sleep (policy, 0));
  assert_true (fit_server_policy_sleep (policy, 1));
  thread = g_thread_new ("cancel", cancel, policy);
  assert_false (fit_server_policy_sleep (policy, 600 * 1000));
  g_thread_join (thread);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_answers), cmocka_unit_test (test_again),
    cmocka_unit_test (test_names),   cmocka_unit_test (test_cancel),
    cmocka_unit_test (test_sleep),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
