/* How errors become exit statuses; the numbers are an interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/exit-status.h"
#include "tests/support/cmocka.h"

static const struct
{
  FitErrorCode code;
  int status;
} rows[] = {
  { FIT_ERROR_PARSE, 3 },      { FIT_ERROR_SCHEMA, 3 },
  { FIT_ERROR_POLICY, 3 },     { FIT_ERROR_NOT_FOUND, 3 },
  { FIT_ERROR_OUTPUT, 5 },     { FIT_ERROR_IO, 3 },
  { FIT_ERROR_REMOTE, 4 },     { FIT_ERROR_LIMIT, 3 },
  { FIT_ERROR_USAGE, 2 },      { FIT_ERROR_SCHEDULE, 3 },
  { FIT_ERROR_INCOMPLETE, 1 }, { FIT_ERROR_INTERNAL, 5 },
  { FIT_ERROR_UNASKED, 4 },    { FIT_ERROR_NOT_EVALUATED, 3 },
};

static void
test_codes (void **state)
{
  assert_int_equal (G_N_ELEMENTS (rows), FIT_ERROR_NOT_EVALUATED + 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error
          = g_error_new_literal (FIT_ERROR, (int) rows[i].code, "x");

      assert_int_equal (fit_exit_status (error), rows[i].status);
    }
}

static void
test_foreign_error (void **state)
{
  g_autoptr (GError) foreign
      = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "x");
  g_autoptr (GError) later = g_error_new_literal (FIT_ERROR, 1000, "x");

  assert_int_equal (fit_exit_status (foreign), 5);
  assert_int_equal (fit_exit_status (later), 5);
}

static void
test_meanings (void **state)
{
  for (guint i = 0; i < FIT_EXIT_LAST; i++)
    {
      assert_non_null (fit_exit_meaning (i));
      for (guint j = 0; j < i; j++)
        assert_string_not_equal (fit_exit_meaning (i), fit_exit_meaning (j));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_codes),
    cmocka_unit_test (test_foreign_error),
    cmocka_unit_test (test_meanings),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
