#include "framework/status.h"

#include "tests/support/cluster.h"

static void
test_message (void **state)
{
  g_auto (FitStatus) status
      = fit_status (FIT_STATUS_UNSCHEDULABLE, "%d of %s", 3, "them");

  assert_int_equal (status.code, FIT_STATUS_UNSCHEDULABLE);
  assert_string_equal (fit_status_message (&status), "3 of them");
  fit_status_clear (&status);
  assert_int_equal (status.code, FIT_STATUS_SUCCESS);
  assert_string_equal (fit_status_message (&status), "");
}

static void
test_from_error (void **state)
{
  g_auto (FitStatus) good = fit_status_from_error (NULL);
  g_auto (FitStatus) bad = fit_status_from_error (
      g_error_new_literal (FIT_ERROR, FIT_ERROR_NOT_FOUND, "node is gone"));

  assert_int_equal (good.code, FIT_STATUS_SUCCESS);
  assert_int_equal (bad.code, FIT_STATUS_ERROR);
  assert_string_equal (fit_status_message (&bad), "node is gone");
}

static void
test_codes (void **state)
{
  static const struct
  {
    const char *name;
    gboolean unschedulable;
  } codes[]
      = { { "Success", FALSE },      { "Error", FALSE },
          { "Unschedulable", TRUE }, { "UnschedulableAndUnresolvable", TRUE },
          { "Wait", FALSE },         { "Skip", FALSE } };

  /* the numbers are v1.16's */
  assert_int_equal (FIT_STATUS_LAST, G_N_ELEMENTS (codes));
  for (guint code = 0; code < G_N_ELEMENTS (codes); code++)
    {
      const FitStatus status = { .code = code };

      assert_string_equal (fit_status_code_name (code), codes[code].name);
      assert_int_equal (fit_status_unschedulable (&status),
                        codes[code].unschedulable);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_message),
    cmocka_unit_test (test_from_error),
    cmocka_unit_test (test_codes),
  };

  return cmocka_run_group_tests_name ("status", tests, NULL, NULL);
}
