/* Messages on standard error: their prefixes, colours and form as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cli/console.h"
#include "tests/cli/captured.h"
#include "tests/support/cmocka.h"

static int
forget (void **state)
{
  unsetenv ("NO_COLOR");
  unsetenv ("CLICOLOR_FORCE");
  unsetenv ("FITSCHED_LOG_FORMAT");
  return 0;
}

static void
say_all (gpointer data)
{
  g_autoptr (GError) error = g_error_new_literal (FIT_ERROR, 0, "wrong");

  fit_error_add_hint (&error, "do this");
  fit_error_add_hint (&error, "or that");
  fit_console_note ("%d", 1);
  fit_console_warning ("%d", 2);
  fit_console_hint ("%d", 3);
  fit_console_log ("%d\n", 4);
  fit_console_error (error);
}

static void
test_plain (void **state)
{
  g_autofree char *text = captured_stderr (say_all, NULL);

  assert_string_equal (text, "note: 1\nwarning: 2\nhint: 3\nlog: 4\\n\n"
                             "fitsched: wrong\nhint: do this\nhint: or that\n");
}

static void
test_colours (void **state)
{
  static const char coloured[]
      = "\033[33mnote:\033[0m 1\n\033[33mwarning:\033[0m 2\n"
        "\033[36mhint:\033[0m 3\n\033[36mlog:\033[0m 4\\n\n"
        "\033[1;31mfitsched:\033[0m wrong\n\033[36mhint:\033[0m do this\n"
        "\033[36mhint:\033[0m or that\n";
  g_autofree char *text = NULL, *none = NULL;

  fit_console_color (FIT_COLOR_ALWAYS);
  text = captured_stderr (say_all, NULL);
  assert_string_equal (text, coloured);
  fit_console_color (FIT_COLOR_AUTO);
  assert_true (fit_console_is_coloured ());
  fit_console_color (FIT_COLOR_NEVER);
  assert_false (fit_console_is_coloured ());
  none = captured_stderr (say_all, NULL);
  assert_true (g_str_has_prefix (none, "note: 1\n"));
  fit_console_color (FIT_COLOR_ALWAYS);
  assert_true (fit_console_is_coloured ());
  /* An empty variable counts for nothing. */
  setenv ("NO_COLOR", "", 1);
  assert_true (fit_console_is_coloured ());
  fit_console_color (FIT_COLOR_NEVER);
  assert_false (fit_console_is_coloured ());
  setenv ("CLICOLOR_FORCE", "", 1);
  fit_console_color (FIT_COLOR_ALWAYS);
  assert_true (fit_console_is_coloured ());
}

static void
test_json (void **state)
{
  static const char *const ends[]
      = { ",\"v\":0,\"msg\":\"1\"}",
          ",\"v\":0,\"msg\":\"2\",\"severity\":\"warning\"}",
          ",\"v\":0,\"msg\":\"3\",\"severity\":\"hint\"}",
          ",\"v\":0,\"msg\":\"4\\n\",\"severity\":\"log\"}",
          ",\"v\":0,\"msg\":\"wrong\",\"severity\":\"error\"}",
          ",\"v\":0,\"msg\":\"do this\",\"severity\":\"hint\"}",
          ",\"v\":0,\"msg\":\"or that\",\"severity\":\"hint\"}" };
  const gint64 before = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  fit_console_use_json ();
  text = captured_stderr (say_all, NULL);
  lines = g_strsplit (text, "\n", -1);
  assert_int_equal (g_strv_length (lines), G_N_ELEMENTS (ends) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      char *end;

      assert_true (g_str_has_prefix (lines[i], "{\"ts\":"));
      assert_in_range (
          g_ascii_strtoll (lines[i] + strlen ("{\"ts\":"), &end, 10), before,
          g_get_real_time () / G_USEC_PER_SEC);
      /* microseconds */
      assert_int_equal (*end, '.');
      assert_int_equal (strspn (end + 1, "0123456789"), 6);
      assert_string_equal (end + 7, ends[i]);
    }
}

static void
test_line (void **state)
{
  g_autoptr (GString) line = fit_console_json_line (4, "a \"b\"");

  assert_string_equal (strchr (line->str, ','),
                       ",\"v\":4,\"msg\":\"a \\\"b\\\"\"");
}

static void
see (gpointer data)
{
  fit_console_see ("fitsched", data);
}

static void
test_see (void **state)
{
  g_autofree char *verb = captured_stderr (see, (gpointer) "run");
  g_autofree char *none = captured_stderr (see, NULL);

  assert_string_equal (verb, "see 'fitsched run --help'\n");
  assert_string_equal (none, "see 'fitsched --help'\n");
}

static void
go_on (gpointer data)
{
  FitProgress *progress = data;

  fit_progress_clear (progress);
  fit_progress_set (progress, 1);
  fit_progress_clear (progress);
  fit_progress_clear (progress);
}

/* It is due at once, and then not before a moment has passed. */
static void
test_progress (void **state)
{
  FitProgress progress
      = { .what = "pods scheduled", .total = 5, .wanted = TRUE };
  FitProgress unwanted = { .what = "pods scheduled", .total = 5 };
  const gint64 before = g_get_monotonic_time ();
  g_autofree char *text = captured_stderr (go_on, &progress);
  const gint64 after = g_get_monotonic_time ();
  g_autofree char *none = captured_stderr (go_on, &unwanted);
  g_autofree char *not_yet = NULL;

  assert_string_equal (text, "\r1 of 5 pods scheduled\033[K\r\033[K");
  assert_string_equal (none, "");
  assert_true (progress.next_us >= before + 200000);
  assert_true (progress.next_us <= after + 200000);
  progress.next_us = G_MAXINT64;
  not_yet = captured_stderr (go_on, &progress);
  assert_string_equal (not_yet, "");
}

static void
be_at_40 (gpointer data)
{
  fit_progress_set (data, 40);
}

/* Forty in ten seconds: sixty more take fifteen. */
static void
test_rest (void **state)
{
  FitProgress progress = { .what = "pods scheduled",
                           .total = 100,
                           .wanted = TRUE,
                           .start_us = g_get_monotonic_time () - 10000000 };
  g_autofree char *text = captured_stderr (be_at_40, &progress);

  assert_string_equal (text,
                       "\r40 of 100 pods scheduled, 4/s, 15 s left\033[K");
}

static void
say_so (gpointer data)
{
  fit_progress_say (data, "%u events", 3u);
}

static void
test_unknown_total (void **state)
{
  FitProgress progress = { .wanted = TRUE };
  g_autofree char *text = captured_stderr (say_so, &progress);
  g_autofree char *too_soon = NULL;

  assert_string_equal (text, "\r3 events");
  progress.next_us = G_MAXINT64;
  too_soon = captured_stderr (say_so, &progress);
  assert_string_equal (too_soon, "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup (test_plain, forget),
    cmocka_unit_test_setup (test_colours, forget),
    cmocka_unit_test_setup (test_json, forget),
    cmocka_unit_test_setup (test_line, forget),
    cmocka_unit_test_setup (test_see, forget),
    cmocka_unit_test_setup (test_progress, forget),
    cmocka_unit_test_setup (test_rest, forget),
    cmocka_unit_test_setup (test_unknown_total, forget),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
