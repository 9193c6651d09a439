/* test-error.c - errors of the one domain, and their hints */
#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
test_domain (void **state)
{
  assert_int_not_equal (FIT_ERROR, 0);
  assert_string_equal (g_quark_to_string (FIT_ERROR), "fit-error-quark");
}

static void
test_hint_is_a_line_of_its_own (void **state)
{
  g_autoptr (GError) error
      = g_error_new (FIT_ERROR, FIT_ERROR_POLICY, "no predicate \"Hostname\"");

  fit_error_add_hint (&error, "did you mean \"%s\"?", "HostName");
  assert_string_equal (error->message, "no predicate \"Hostname\"\n"
                                       "hint: did you mean \"HostName\"?");
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY));
  fit_error_add_hint (&error, "100%% sure");
  assert_true (g_str_has_suffix (error->message, "?\nhint: 100% sure"));
}

static void
test_hint_without_error (void **state)
{
  GError *error = NULL;

  fit_error_add_hint (NULL, "never seen");
  fit_error_add_hint (&error, "never seen");
  assert_null (error);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_domain),
    cmocka_unit_test (test_hint_is_a_line_of_its_own),
    cmocka_unit_test (test_hint_without_error),
  };

  return cmocka_run_group_tests_name ("error", tests, NULL, NULL);
}
