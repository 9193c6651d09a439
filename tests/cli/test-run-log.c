/* Every line of the JSON log is JSON, whatever objects are called and servers
 * say.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "api/objects.h"
#include "formats/value-json.h"
#include "cli/run-log.h"
#include "client/api-config.h"
#include "tests/support/manifest.h"

/* What could break a line, or a string in it. */
#define NASTY "a \"b\" \\ \n\r\t\x01\x1b[31m \xc3\xa9 </x>"

typedef struct
{
  FitRunOptions options;
  FitRunLog *log;
} Log;

static void
log_init (Log *log, FitLogFormat format, gint64 level)
{
  g_autoptr (GError) error = NULL;
  const int fd = g_file_open_tmp (NULL, &log->options.log_file, NULL);

  assert_true (fd >= 0);
  close (fd);
  log->options.logging_format = format;
  log->options.verbosity = level;
  log->options.skip_headers = TRUE;
  log->log = fit_run_log_new (&log->options, &error);
  assert_non_null (log->log);
}

/* Returns: (transfer full): all that was logged */
static char *
log_end (Log *log)
{
  char *text = NULL;

  fit_run_log_free (log->log);
  assert_true (g_file_get_contents (log->options.log_file, &text, NULL, NULL));
  g_unlink (log->options.log_file);
  g_free (log->options.log_file);
  return text;
}

/* One decision of each type, with all that a decision may have. */
static void
decide_all (const Log *log)
{
  static const char text[]
      = "apiVersion: v1\nkind: Pod\n"
        "metadata: {name: web-1, namespace: \"s\\\"hop\"}\n"
        "spec: {containers: [{name: c}]}\n";
  g_autoptr (FitObjects) objects = objects_with (text, FIT_DECODE_DEFAULT);
  const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[0];

  for (FitDecisionType type = 0; type < FIT_DECISION_LAST; type++)
    {
      const FitPod *victims[] = { pod, pod };
      const FitNodeVictims given
          = { .victims = (gpointer) victims, .n_victims = 2 };

      fit_run_log_decided (
          log->log,
          &(FitDecision){ .type = type,
                          .pod = type == FIT_DECISION_PROBLEM ? NULL : pod,
                          .node_name = NASTY,
                          .queue = NASTY,
                          .reason = NASTY,
                          .message = NASTY,
                          .scored = type == FIT_DECISION_ASSUMED,
                          .score = G_MININT64,
                          .evaluated = G_MAXUINT,
                          .feasible = 1,
                          .victims
                          = type == FIT_DECISION_NOMINATED ? &given : NULL });
    }
}

static const FitValue *
member (const FitValue *line, const char *name)
{
  const FitValue *value = fit_value_get (line, name);

  if (value == NULL)
    fail_msg ("no %s", name);
  return value;
}

static void
assert_nasty (const FitValue *line, const char *name)
{
  member (line, name);
  assert_string_equal (fit_value_get_string (line, name), NASTY);
}

static void
check_line (const FitValue *line, FitDecisionType type)
{
  const FitValue *pod;

  assert_string_equal (fit_value_get_string (line, "msg"),
                       fit_decision_type_name (type));
  assert_int_equal (member (line, "ts")->type, FIT_VALUE_NUMBER);
  assert_nasty (line, "node");
  assert_nasty (line, "queue");
  assert_nasty (line, "reason");
  assert_nasty (line, "message");
  assert_int_equal (fit_value_get (line, "score") != NULL,
                    type == FIT_DECISION_ASSUMED);
  assert_int_equal (fit_value_get (line, "evaluated") != NULL,
                    type == FIT_DECISION_ASSUMED
                        || type == FIT_DECISION_FAILED);
  if (type == FIT_DECISION_NOMINATED)
    assert_int_equal (member (line, "victims")->n, 2);
  if (type == FIT_DECISION_PROBLEM)
    {
      assert_null (fit_value_get (line, "pod"));
      return;
    }
  pod = member (line, "pod");
  assert_string_equal (fit_value_get_string (pod, "namespace"), "s\"hop");
  assert_string_equal (fit_value_get_string (pod, "name"), "web-1");
}

static void
test_json (void **state)
{
  Log log = { 0 };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (FitArena) arena = fit_arena_new ();

  (void) state;
  log_init (&log, FIT_LOG_JSON, 10);
  decide_all (&log);
  fit_run_log_note (log.log, NASTY);
  text = log_end (&log);
  lines = g_strsplit (text, "\n", -1);
  /* Each ends with a line break, and has no other. */
  assert_int_equal (g_strv_length (lines), FIT_DECISION_LAST + 2);
  assert_string_equal (lines[FIT_DECISION_LAST + 1], "");
  for (guint i = 0; i <= FIT_DECISION_LAST; i++)
    {
      const FitValue *line = fit_json_parse (arena, lines[i], strlen (lines[i]),
                                             NULL, NULL, NULL);

      if (line == NULL)
        fail_msg ("no JSON: %s", lines[i]);
      if (i < FIT_DECISION_LAST)
        check_line (line, i);
      else
        assert_string_equal (fit_value_get_string (line, "msg"), NASTY);
    }
}

/* What a comparison finds, as text and as JSON. */
static void
test_comparisons (void **state)
{
  static const char text[] = "apiVersion: v1\nkind: Pod\n"
                             "metadata: {name: a, namespace: web}\n"
                             "spec: {containers: [{name: c}]}\n";
  static const struct
  {
    FitLogFormat format;
    const char *logged;
  } cases[] = {
    { FIT_LOG_TEXT,
      "differs web/a: n1 here, n2 there; 20 points to 10: ImageLocality +15\n" },
    { FIT_LOG_JSON,
      ",\"v\":0,\"msg\":\"compared\",\"result\":\"scores\",\"pod\":"
      "{\"namespace\":\"web\",\"name\":\"a\"},\"here\":\"n1\",\"there\":\"n2\","
      "\"scoreHere\":20,\"scoreThere\":10,\"rule\":\"ImageLocality\","
      "\"reason\":\"has it\"}\n" },
  };
  const FitShadowVote vote = { (char *) "ImageLocality", 25, 10 };
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof vote);
  g_autoptr (FitObjects) objects = objects_with (text, FIT_DECODE_DEFAULT);

  (void) state;
  g_array_append_val (votes, vote);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Log log = { 0 };
      g_autofree char *logged = NULL;

      log_init (&log, cases[i].format, 0);
      fit_run_log_compared (
          log.log,
          &(FitShadowFinding){ .result = FIT_SHADOW_SCORES,
                               .pod = objects->of[FIT_KIND_POD]->pdata[0],
                               .ours = (char *) "n1",
                               .theirs = "n2",
                               .scored = TRUE,
                               .total_ours = 20,
                               .total_theirs = 10,
                               .rule = (char *) "ImageLocality",
                               .reason = (char *) "has it",
                               .votes = votes });
      logged = log_end (&log);
      if (!g_str_has_suffix (logged, cases[i].logged))
        fail_msg ("%s", logged);
    }
}

/* No text can begin a line of its own, or change a terminal. */
static void
test_text (void **state)
{
  Log log = { 0 };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  (void) state;
  log_init (&log, FIT_LOG_TEXT, 10);
  decide_all (&log);
  text = log_end (&log);
  lines = g_strsplit (text, "\n", -1);
  assert_int_equal (g_strv_length (lines), FIT_DECISION_LAST + 1);
  assert_null (strchr (text, '\x1b'));
}

/* A decision is a line, with what it has. */
static void
test_decisions (void **state)
{
  static const char manifest[] = "apiVersion: v1\nkind: Pod\n"
                                 "metadata: {name: a, namespace: web}\n"
                                 "spec: {containers: [{name: c}]}\n";
  static const struct
  {
    FitDecision decision;
    const char *line;
  } cases[] = {
    { { .type = FIT_DECISION_BOUND, .node_name = "n1" },
      "bound web/a on n1\n" },
    { { .type = FIT_DECISION_SKIPPED }, "skipped web/a\n" },
    { { .type = FIT_DECISION_DROPPED, .node_name = "" }, "dropped web/a\n" },
    { { .type = FIT_DECISION_QUEUED, .queue = "activeQ", .reason = "PodAdd" },
      "queued web/a in activeQ (PodAdd)\n" },
    { { .type = FIT_DECISION_FAILED,
        .reason = "Unschedulable",
        .message = "0/1 nodes are available." },
      "failed web/a (Unschedulable): 0/1 nodes are available.\n" },
  };
  g_autoptr (FitObjects) objects = objects_with (manifest, FIT_DECODE_DEFAULT);

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitDecision decision = cases[i].decision;
      g_autofree char *text = NULL;
      Log log = { 0 };

      decision.pod = objects->of[FIT_KIND_POD]->pdata[0];
      log_init (&log, FIT_LOG_TEXT, 10);
      fit_run_log_decided (log.log, &decision);
      text = log_end (&log);
      assert_string_equal (text, cases[i].line);
    }
}

/* Whatever a server names by it, in full or as part of a long text. */
static void
test_secrets (void **state)
{
  static const FitLogFormat formats[] = { FIT_LOG_TEXT, FIT_LOG_JSON };
  const FitDecision decision = { .type = FIT_DECISION_BOUND,
                                 .node_name = "canary-7e\"4",
                                 .reason = "canary-7e\"4",
                                 .message = "not canary-7e\"4" };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (FitApiConfig) config = fit_api_config_new ();
      g_autofree char *long_text = g_strnfill (20000, 'x');
      g_autofree char *text = NULL;
      Log log = { 0 };

      log_init (&log, formats[i], 10);
      fit_api_config_share_secrets (config, fit_run_log_secrets (log.log));
      fit_secret_set_add (config->secrets, "canary-7e\"4");
      fit_run_log_decided (log.log, &decision);
      fit_run_log_note (log.log, "canary-7e\"4");
      memcpy (long_text + 16370, "canary-7e\"4", strlen ("canary-7e\"4"));
      fit_run_log_note (log.log, long_text);
      text = log_end (&log);
      assert_null (strstr (text, "canary"));
      assert_non_null (strstr (text, "not ***"));
      assert_non_null (strstr (text, "x***x"));
      assert_in_range (strlen (text), 16 * 1024, 17 * 1024);
    }
}

/* -v says which of them appear. */
static void
test_levels (void **state)
{
  static const struct
  {
    gint64 level;
    guint n_lines;
  } cases[] = { { 0, 5 }, { 1, 5 }, { 2, 9 }, { 4, 11 } };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Log log = { 0 };
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      log_init (&log, FIT_LOG_JSON, cases[i].level);
      decide_all (&log);
      text = log_end (&log);
      lines = g_strsplit (text, "\n", -1);
      assert_int_equal (g_strv_length (lines), cases[i].n_lines + 1);
    }
}

/* Statuses by name, and one that has none. */
static void
test_statuses (void **state)
{
  static const char *const statuses[] = { "200 OK",
                                          "201 Created",
                                          "400 Bad Request",
                                          "401 Unauthorized",
                                          "403 Forbidden",
                                          "404 Not Found",
                                          "405 Method Not Allowed",
                                          "409 Conflict",
                                          "410 Gone",
                                          "422 Unprocessable Entity",
                                          "429 Too Many Requests",
                                          "500 Internal Server Error",
                                          "502 Bad Gateway",
                                          "503 Service Unavailable",
                                          "504 Gateway Timeout",
                                          "299" };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      const guint status = (guint) g_ascii_strtoull (statuses[i], NULL, 10);
      g_autofree char *expected = g_strdup_printf (
          "GET https://h/a %s in 1 milliseconds\n", statuses[i]);
      g_autofree char *text = NULL;
      Log log = { 0 };

      log_init (&log, FIT_LOG_TEXT, 6);
      fit_run_log_requested (log.log,
                             &(FitApiExchangeEnd){ .server = "https://h",
                                                   .method = "GET",
                                                   .path = "/a",
                                                   .status = status,
                                                   .seconds = 0.001 });
      text = log_end (&log);
      assert_string_equal (text, expected);
    }
}

/* A request at levels 5 to 10. */
static void
test_requests (void **state)
{
  g_autofree char *body = g_strnfill (1024, 'x');
  const FitApiExchangeEnd end
      = { .server = "https://h:6443",
          .method = "POST",
          .path = "/api/v1/a",
          .status = 201,
          .seconds = 0.0122,
          .request_headers = "Accept: application/json\nB: c\n",
          .response_headers = "D: e\n",
          .request_body = "{\n}",
          .request_bytes = 3,
          .response_body = body,
          .response_bytes = 1100 };
  g_autofree char *expected = g_strconcat (
      "POST https://h:6443/api/v1/a 201 Created in 12 milliseconds\n"
      "Request Headers:\n    Accept: application/json\n    B: c\n"
      "Request Body: {\\n}\nResponse Headers:\n    D: e\nResponse Body: ",
      body, " [truncated 76 chars]\n", NULL);
  static const struct
  {
    gint64 level;
    guint n_lines;
    FitApiDetail detail;
  } cases[] = { { 5, 0, { FALSE, 0 } },    { 6, 1, { FALSE, 0 } },
                { 7, 4, { TRUE, 0 } },     { 8, 8, { TRUE, 1024 } },
                { 9, 8, { TRUE, 10240 } }, { 10, 8, { TRUE, 64 << 20 } } };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitApiExchangeEnd told = end;
      Log log = { 0 };
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      log_init (&log, FIT_LOG_TEXT, cases[i].level);
      assert_int_equal (fit_run_log_detail (log.log).headers,
                        cases[i].detail.headers);
      assert_int_equal (fit_run_log_detail (log.log).body_bytes,
                        cases[i].detail.body_bytes);
      if (cases[i].detail.body_bytes == 0)
        told.request_body = told.response_body = NULL;
      fit_run_log_requested (log.log, &told);
      text = log_end (&log);
      lines = g_strsplit (text, "\n", -1);
      assert_int_equal (g_strv_length (lines),
                        cases[i].n_lines > 0 ? cases[i].n_lines + 1 : 0);
      if (cases[i].level == 8)
        assert_string_equal (text, expected);
    }
}

/* A body that is cut says so; one that just fits does not. */
static void
test_bodies (void **state)
{
  static const struct
  {
    gsize shown;
    gsize bytes;
    const char *end;
  } cases[]
      = { { 0, 0, "" },          { 1, 1, "x\n" },
          { 1023, 1023, "x\n" }, { 1023, 1025, "x\n" },
          { 1024, 1024, "x\n" }, { 1024, 1025, "x [truncated 1 chars]\n" } };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *body = g_strnfill (cases[i].shown, 'x');
      g_autofree char *before = g_strnfill (MAX (cases[i].shown, 1) - 1, 'x');
      g_autofree char *expected
          = g_strconcat ("GET https://h/a 200 OK in 1 milliseconds\n",
                         cases[i].shown > 0 ? "Request Body: " : "", before,
                         cases[i].end, NULL);
      g_autofree char *text = NULL;
      Log log = { 0 };

      log_init (&log, FIT_LOG_TEXT, 8);
      fit_run_log_requested (
          log.log, &(FitApiExchangeEnd){ .server = "https://h",
                                         .method = "GET",
                                         .path = "/a",
                                         .status = 200,
                                         .seconds = 0.001,
                                         .request_body = body,
                                         .request_bytes = cases[i].bytes });
      text = log_end (&log);
      assert_string_equal (text, expected);
    }
}

/* A text of 16 KiB, "note: " included, is cut between characters. */
static void
test_lengths (void **state)
{
  static const struct
  {
    gsize before; /* letters before the last character */
    const char *last;
    gsize shown;
    const char *end;
  } cases[] = { { 16377, "x", 16378, "" },
                { 16378, "x", 16378, "..." },
                { 16376, "\xc3\xa9", 16378, "" },
                { 16377, "\xc3\xa9", 16377, "..." },
                { 16376, "\xf0\x9f\x98\x80", 16376, "..." },
                { 16374, "\xf0\x9f\x98\x80", 16378, "" } };

  (void) state;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *letters = g_strnfill (cases[i].before, 'x');
      g_autofree char *note = g_strconcat (letters, cases[i].last, NULL);
      g_autofree char *kept = g_strndup (note, cases[i].shown);
      g_autofree char *expected
          = g_strconcat ("note: ", kept, cases[i].end, "\n", NULL);
      g_autofree char *text = NULL;
      Log log = { 0 };

      log_init (&log, FIT_LOG_TEXT, 0);
      fit_run_log_note (log.log, note);
      text = log_end (&log);
      assert_string_equal (text, expected);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_json),        cmocka_unit_test (test_text),
    cmocka_unit_test (test_comparisons), cmocka_unit_test (test_decisions),
    cmocka_unit_test (test_secrets),     cmocka_unit_test (test_levels),
    cmocka_unit_test (test_statuses),    cmocka_unit_test (test_requests),
    cmocka_unit_test (test_bodies),      cmocka_unit_test (test_lengths),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
