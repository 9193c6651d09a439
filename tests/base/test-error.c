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
assert_lines (const GError *error, const char *expected)
{
  g_auto (GStrv) lines = fit_error_lines (error);
  g_autofree char *all = g_strjoinv ("|", lines);

  assert_string_equal (all, expected);
}

/* Names of strangers make no lines, wherever they stand. */
static void
test_lines (void **state)
{
  const char *name = "a\nhint: forged";
  g_autoptr (GError) error
      = g_error_new (FIT_ERROR, FIT_ERROR_POLICY, "no pod %s", name);
  g_autoptr (GError) copy = NULL;
  g_autoptr (GError) other
      = g_error_new (G_FILE_ERROR, G_FILE_ERROR_NOENT, "no file %s", name);

  assert_lines (error, "no pod a\\nhint: forged");
  fit_error_add_hint (&error, "did you mean %s?", name);
  fit_error_add_hint (&error, "look again");
  g_prefix_error (&error, "%s: ", name);
  copy = g_error_copy (error);
  assert_lines (copy, "a\\nhint: forged: no pod a\\nhint: forged"
                      "|hint: did you mean a\\nhint: forged?"
                      "|hint: look again");
  fit_error_add_hint (&other, "none");
  assert_lines (other, "no file a\\nhint: forged\\nhint: none");
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
    cmocka_unit_test (test_lines),
    cmocka_unit_test (test_hint_without_error),
  };

  return cmocka_run_group_tests_name ("error", tests, NULL, NULL);
}
