/* test-error.c - errors of the one domain, and their hints
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "tests/support/cmocka.h"

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

/* They stand in JSON output. */
static void
test_names_of_codes (void **state)
{
  static const struct
  {
    FitErrorCode code;
    const char *name;
  } rows[] = {
    { FIT_ERROR_PARSE, "parse" },
    { FIT_ERROR_SCHEMA, "schema" },
    { FIT_ERROR_POLICY, "policy" },
    { FIT_ERROR_NOT_FOUND, "notFound" },
    { FIT_ERROR_IO, "io" },
    { FIT_ERROR_REMOTE, "remote" },
    { FIT_ERROR_LIMIT, "limit" },
    { FIT_ERROR_USAGE, "usage" },
    { FIT_ERROR_SCHEDULE, "schedule" },
    { FIT_ERROR_INTERNAL, "internal" },
    { FIT_ERROR_UNASKED, "unasked" },
    { FIT_ERROR_OUTPUT, "output" },
    { FIT_ERROR_INCOMPLETE, "incomplete" },
  };
  g_autoptr (GError) foreign
      = g_error_new (G_FILE_ERROR, (gint) FIT_ERROR_PARSE, "x");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error
          = g_error_new (FIT_ERROR, (gint) rows[i].code, "x");

      assert_string_equal (fit_error_code_name (error), rows[i].name);
    }
  assert_string_equal (fit_error_code_name (foreign), "internal");
  foreign->code = 1000;
  foreign->domain = FIT_ERROR;
  assert_string_equal (fit_error_code_name (foreign), "internal");
  foreign->code = -1;
  assert_string_equal (fit_error_code_name (foreign), "internal");
  foreign->domain = G_FILE_ERROR;
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
    cmocka_unit_test (test_names_of_codes),
    cmocka_unit_test (test_hint_without_error),
  };

  return cmocka_run_group_tests_name ("error", tests, NULL, NULL);
}
