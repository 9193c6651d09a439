/* How pods fared, and with which errors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/outcomes.h"
#include "tests/support/cmocka.h"

static GError *
error_new (FitErrorCode code, guint number)
{
  return g_error_new (FIT_ERROR, (gint) code, "error %u", number);
}

static void
add (FitOutcomes *tally, const char *node, FitErrorCode code)
{
  g_autoptr (GError) error = error_new (code, 0);

  fit_outcomes_add (tally, node, error);
}

/* @n different errors, the second one of them twice. */
static void
add_errors (FitOutcomes *tally, guint n, const char *side)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = error_new (FIT_ERROR_REMOTE, i);

      fit_outcomes_add_error (tally, error, side);
      if (i == 1)
        fit_outcomes_add_error (tally, error, side);
    }
}

static void
test_exit (void **state)
{
  g_auto (FitOutcomes) tally = { 0 };
  g_auto (FitOutcomes) refused = { .n_refused = 1 };

  assert_int_equal (fit_outcomes_exit (&tally), FIT_EXIT_YES);
  fit_outcomes_add (&tally, "a", NULL);
  assert_int_equal (fit_outcomes_exit (&tally), FIT_EXIT_YES);
  fit_outcomes_add (&tally, NULL, NULL);
  assert_int_equal (fit_outcomes_exit (&tally), FIT_EXIT_NO);
  add (&tally, NULL, FIT_ERROR_REMOTE);
  assert_int_equal (fit_outcomes_exit (&tally), FIT_EXIT_REMOTE);
  add (&tally, NULL, FIT_ERROR_SCHEDULE);
  assert_int_equal (fit_outcomes_exit (&tally), FIT_EXIT_REMOTE);
  assert_int_equal (tally.n_of[FIT_OUTCOME_PLACED], 1);
  assert_int_equal (tally.n_of[FIT_OUTCOME_UNSCHEDULABLE], 1);
  assert_int_equal (tally.n_of[FIT_OUTCOME_ERROR], 2);
  assert_int_equal (fit_outcomes_exit (&refused), FIT_EXIT_NO);
}

/* The same text is another error on another side, or with another code. */
static void
test_errors (void **state)
{
  g_auto (FitOutcomes) tally = { 0 };

  add (&tally, NULL, FIT_ERROR_REMOTE);
  add (&tally, NULL, FIT_ERROR_SCHEDULE);
  add (&tally, NULL, FIT_ERROR_REMOTE);
  add_errors (&tally, 1, "left");
  add_errors (&tally, 1, "right");
  add_errors (&tally, 1, "left");
  assert_int_equal (tally.errors->len, 4);
  for (guint i = 0; i < 4; i++)
    {
      const FitOutcomesError *one = tally.errors->pdata[i];

      assert_string_equal (one->error->message, "error 0");
      assert_int_equal (one->n_pods, i == 0 || i == 2 ? 2 : 1);
    }
}

#define TEN \
  "PODS  ERROR\n   1  error 0\n   2  error 1\n   1  error 2\n   1  error 3\n   1  error 4\n   1  error 5\n   1  error 6\n   1  error 7\n   1  error 8\n   1  error 9\n"

static const struct
{
  guint n;
  const char *side;
  gboolean wide;
  const char *text;
} rows[] = {
  { 0, NULL, FALSE, "" },
  { 1, NULL, FALSE, "PODS  ERROR\n   1  error 0\n\n" },
  { 2, "left", FALSE,
    "SIDE  PODS  ERROR\nleft     1  error 0\nleft     2  error 1\n\n" },
  { 10, NULL, FALSE, TEN "\n" },
  { 11, NULL, FALSE, TEN "and 1 other error; -o wide shows it\n\n" },
  { 12, NULL, FALSE, TEN "and 2 other errors; -o wide shows them\n\n" },
  { 11, NULL, TRUE, TEN "   1  error 10\n\n" },
};

/* Ten are listed, unless all are asked for. */
static void
test_text (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (FitOutcomes) tally = { 0 };
      g_autoptr (FitReport) report = fit_report_new (
          "Sample", rows[i].wide ? FIT_FORMAT_WIDE : FIT_FORMAT_TABLE, 0);
      g_autoptr (GString) out = g_string_new (NULL);

      add_errors (&tally, rows[i].n, rows[i].side);
      fit_outcomes_report_errors (&tally, report);
      fit_report_render (report, out);
      assert_string_equal (out->str, rows[i].text);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_exit),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_text),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
