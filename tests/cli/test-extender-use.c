/* How extenders are used, and what is said of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/extender-use.h"
#include "tests/cli/captured.h"
#include "tests/support/cmocka.h"

typedef struct
{
  FitInvocation invocation;
  FitExtenderUse use;
  GError *error;
} Use;

static gboolean
use_open (Use *use, const char *extenders, const char *record,
          const FitExtenderUse *beside)
{
  FitOptions *options = &use->invocation.options;

  *use = (Use){ 0 };
  fit_options_init (options);
  g_free (options->extenders);
  options->extenders = g_strdup (extenders);
  options->record_extenders = g_strdup (record);
  use->invocation.inputs = fit_inputs_new (options);
  fit_inputs_keep (use->invocation.inputs, "answers.yaml",
                   g_strdup ("{{ none }}"), 10);
  return fit_extender_use_open (&use->use, &use->invocation, beside,
                                &use->error);
}

static void
use_clear (Use *use)
{
  fit_extender_use_clear (&use->use);
  fit_inputs_free (use->invocation.inputs);
  fit_options_clear (&use->invocation.options);
  g_clear_error (&use->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Use, use_clear)

static void
add_name (Use *use, const char *name)
{
  g_ptr_array_add (use->use.tally.names, g_strdup (name));
}

static void
add_failure (Use *use, FitExtenderFailure failure, FitErrorCode code)
{
  failure.name = g_strdup (failure.name);
  failure.error = g_error_new_literal (FIT_ERROR, (gint) code, "no answer");
  g_ptr_array_add (use->use.tally.failures,
                   g_memdup2 (&failure, sizeof failure));
}

/* -- opening --------------------------------------------------------------- */

static void
test_modes (void **state)
{
  static const struct
  {
    const char *word;
    FitExtenderMode mode;
  } rows[] = { { "ask", FIT_EXTENDERS_ASK },
               { "skip", FIT_EXTENDERS_SKIP },
               { "fail", FIT_EXTENDERS_FAIL } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Use) use;
      FitSimulationOptions rules = { 0 };

      assert_true (use_open (&use, rows[i].word, NULL, NULL));
      assert_int_equal (use.use.tally.mode, rows[i].mode);
      assert_false (fit_extender_use_sends (&use.use));
      add_name (&use, "http://a");
      assert_int_equal (fit_extender_use_sends (&use.use), i == 0);
      fit_extender_use_set_rules (&use.use, &rules);
      assert_int_equal (rules.ask_extenders, i != 1);
      assert_int_equal (rules.extender_calls != NULL, i == 2);
      assert_ptr_equal (rules.extender_observer.data, &use.use);
    }
}

static const struct
{
  const char *extenders;
  const char *record;
  const char *message;
} refused[] = {
  { "ak", NULL,
    "cannot open \"ak\": No such file or directory\n"
    "hint: --extenders takes ask, skip, fail or a file with answers" },
  { "/absent", NULL, "cannot open \"/absent\": No such file or directory" },
  { "absent.yaml", NULL,
    "cannot open \"absent.yaml\": No such file or directory" },
  { "skip", "r.yaml",
    "--record-extenders needs --extenders ask: only then are there answers to "
    "record" },
  { "answers.yaml", NULL,
    "answers.yaml: unsupported map key of type object (line 1, column 2)\n"
    "hint: {{ none }} on line 1 is of a template: give what 'helm template "
    "CHART' prints" },
};

static void
test_refused (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_auto (Use) use;

      assert_false (
          use_open (&use, refused[i].extenders, refused[i].record, NULL));
      assert_string_equal (use.error->message, refused[i].message);
    }
}

/* The second session of a comparison records with the first one. */
static void
test_beside (void **state)
{
  g_auto (Use) first, second, alone;
  FitSimulationOptions rules = { 0 };

  assert_true (use_open (&first, "ask", "/nowhere/r.yaml", NULL));
  assert_true (use_open (&second, "ask", "/nowhere/r.yaml", &first.use));
  assert_true (use_open (&alone, "ask", NULL, NULL));
  assert_non_null (first.use.recorder);
  assert_ptr_equal (second.use.recorder, first.use.recorder);
  assert_null (alone.use.recorder);
  fit_extender_use_set_rules (&second.use, &rules);
  assert_ptr_equal (rules.extender_calls,
                    fit_extender_recorder_calls (first.use.recorder));
  /* Only the first one writes. */
  assert_true (fit_extender_use_finish (&second.use, NULL));
  assert_true (fit_extender_use_finish (&alone.use, NULL));
}

/* -- what is said ---------------------------------------------------------- */

static void
test_text (void **state)
{
  g_auto (Use) skip, ask;
  const FitExtenderUse *both[] = { &ask.use, &skip.use };
  const FitExtenderUse *skips[] = { &skip.use, &skip.use };
  g_autofree char *none = NULL, *one = NULL, *right = NULL, *two = NULL;

  assert_true (use_open (&skip, "skip", NULL, NULL));
  assert_true (use_open (&ask, "ask", NULL, NULL));
  add_name (&ask, "http://a");
  none = fit_extender_use_text (both, 2);
  assert_null (none);
  add_name (&skip, "http://a");
  add_name (&skip, "http://b");
  one = fit_extender_use_text (skips, 1);
  assert_string_equal (one, "Extenders were left out: http://a, http://b\n");
  right = fit_extender_use_text (both, 2);
  assert_string_equal (right, "Extenders were left out: right: http://a, "
                              "http://b\n");
  two = fit_extender_use_text (skips, 2);
  assert_string_equal (two, "Extenders were left out: left: http://a, "
                            "http://b; right: http://a, http://b\n");
}

static void
finish (gpointer data)
{
  assert_true (fit_extender_use_finish (data, NULL));
}

static void
assert_finish (const FitExtenderUse *use, const char *expected)
{
  g_autofree char *text = captured_stderr (finish, (gpointer) use);

  assert_string_equal (text, expected);
}

static void
test_left_out (void **state)
{
  g_auto (Use) skip;

  assert_true (use_open (&skip, "skip", NULL, NULL));
  skip.use.only_names = TRUE;
  assert_finish (&skip.use, "");
  add_name (&skip, "http://a");
  assert_finish (&skip.use, "note: left out an extender: http://a\n");
  add_name (&skip, "http://b");
  skip.use.side = "left";
  assert_finish (&skip.use, "note: left: left out extenders: http://a, "
                            "http://b\n");
  skip.use.only_names = FALSE;
  assert_finish (&skip.use, "");
}

static const struct
{
  FitExtenderFailure failure;
  const char *text;
} failures[] = {
  { { .verb = FIT_EXTENDER_FILTER, .count = 1 },
    "note: extender x failed to filter once: no answer\n" },
  { { .verb = FIT_EXTENDER_FILTER, .count = 2 },
    "note: extender x failed to filter 2 times: no answer\n" },
  { { .verb = FIT_EXTENDER_PRIORITIZE, .count = 1 },
    "note: extender x failed to prioritize once and gave no scores: no "
    "answer\n" },
  { { .verb = FIT_EXTENDER_PRIORITIZE, .count = 1, .unasked = TRUE }, "" },
  { { .verb = FIT_EXTENDER_FILTER, .count = 1, .unasked = TRUE }, "" },
  { { .verb = FIT_EXTENDER_PREEMPT, .count = 3, .unasked = TRUE },
    "note: extender x could not be called to preempt 3 times: no answer\n" },
};

static void
test_failures (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_auto (Use) use;
      FitExtenderFailure failure = failures[i].failure;

      failure.name = (char *) "x";
      assert_true (use_open (&use, "ask", NULL, NULL));
      add_failure (&use, failure, FIT_ERROR_REMOTE);
      assert_finish (&use.use, failures[i].text);
      use.use.compared = TRUE;
      assert_finish (&use.use, "");
      use.use.only_names = TRUE;
      assert_finish (&use.use, failures[i].text);
    }
}

/* Failures that were ignored make an answer doubtful. */
static void
test_ignored (void **state)
{
  g_auto (Use) use;
  g_autoptr (GError) error = NULL;

  assert_true (use_open (&use, "ask", NULL, NULL));
  add_failure (
      &use,
      (FitExtenderFailure){ .name = (char *) "x", .verb = FIT_EXTENDER_FILTER },
      FIT_ERROR_REMOTE);
  assert_int_equal (fit_extender_use_exit (&use.use), FIT_EXIT_YES);
  assert_true (fit_extender_use_check (&use.use, NULL));
  add_failure (&use,
               (FitExtenderFailure){ .name = (char *) "y",
                                     .verb = FIT_EXTENDER_FILTER,
                                     .ignored = TRUE },
               FIT_ERROR_REMOTE);
  add_failure (&use,
               (FitExtenderFailure){ .name = (char *) "z",
                                     .verb = FIT_EXTENDER_FILTER,
                                     .ignored = TRUE },
               FIT_ERROR_LIMIT);
  assert_int_equal (fit_extender_use_exit (&use.use), FIT_EXIT_REMOTE);
  assert_false (fit_extender_use_check (&use.use, &error));
  assert_string_equal (error->message,
                       "no answer without extender y, which failed to filter: "
                       "no answer\n"
                       "hint: --extenders skip answers as if there were no "
                       "extenders");
}

/* -- stand-ins and reports ------------------------------------------------- */

static void
test_keep (void **state)
{
  g_auto (Use) use;
  const FitStandInOptions kept = { .url = "http://b" };
  FitSimulationOptions rules = { 0 };
  const FitStandIn *first;

  assert_true (use_open (&use, "skip", NULL, NULL));
  add_name (&use, "http://b");
  add_name (&use, "http://a");
  add_name (&use, "http://b");
  add_name (&use, "http://c");
  fit_extender_use_keep (&use.use, &kept);
  assert_int_equal (use.use.tally.names->len, 2);
  assert_string_equal (use.use.tally.names->pdata[0], "http://a");
  assert_string_equal (use.use.tally.names->pdata[1], "http://c");
  /* The others are left out, but the stand-in is asked; it is made once. */
  fit_extender_use_set_rules (&use.use, &rules);
  assert_true (rules.ask_extenders);
  assert_non_null (use.use.stand_in);
  assert_ptr_equal (rules.extender_calls,
                    fit_stand_in_calls (use.use.stand_in));
  first = use.use.stand_in;
  fit_extender_use_set_rules (&use.use, &rules);
  assert_ptr_equal (use.use.stand_in, first);
}

static void
test_move (void **state)
{
  g_auto (Use) use;
  FitExtenderUse to;

  assert_true (use_open (&use, "ask", "/nowhere/r.yaml", NULL));
  add_name (&use, "http://a");
  fit_extender_use_move (&use.use, &to);
  assert_null (use.use.tally.names);
  assert_int_equal (use.use.tally.mode, FIT_EXTENDERS_ASK);
  assert_non_null (use.use.recorder);
  assert_null (to.recorder);
  assert_string_equal (to.tally.names->pdata[0], "http://a");
  fit_extender_use_clear (&to);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_modes),    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_beside),   cmocka_unit_test (test_text),
    cmocka_unit_test (test_left_out), cmocka_unit_test (test_failures),
    cmocka_unit_test (test_ignored),  cmocka_unit_test (test_keep),
    cmocka_unit_test (test_move),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
