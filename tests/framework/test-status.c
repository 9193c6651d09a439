/* test-status.c - codes, messages and reasons of results
 * SPDX-License-Identifier: Apache-2.0 */
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

static void
assert_reasons (const FitStatus *status, const char *expected)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  const char *const *reasons;
  guint n;

  reasons = fit_status_reasons (status, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (joined, "[%s]", reasons[i]);
  assert_string_equal (joined->str, expected);
}

static void
test_reasons (void **state)
{
  g_auto (FitStatus) status = { .code = FIT_STATUS_UNSCHEDULABLE };
  g_auto (FitStatus) taken = { 0 };

  assert_reasons (&status, "");
  fit_status_add_reason (&status, "a, b");
  assert_reasons (&status, "[a, b]");
  fit_status_add_reason (&status, "c");
  fit_status_add_reason (&status, "d");
  assert_reasons (&status, "[a, b][c][d]");
  assert_string_equal (fit_status_message (&status), "a, b, c, d");
  taken = fit_status_steal (&status);
  assert_reasons (&status, "");
  assert_int_equal (status.code, FIT_STATUS_SUCCESS);
  assert_reasons (&taken, "[a, b][c][d]");
}

/* The code of @a and @b together. */
static void
assert_merged (FitStatusCode a, FitStatusCode b, FitStatusCode expected)
{
  g_auto (FitStatus) status = fit_status (a, "one"),
                     other = fit_status (b, "two");

  fit_status_merge (&status, &other);
  assert_int_equal (status.code, expected);
  assert_reasons (&status, "[one][two]");
}

static void
test_merge (void **state)
{
  const FitStatusCode rejected = FIT_STATUS_UNSCHEDULABLE,
                      hopeless = FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
                      error = FIT_STATUS_ERROR;

  assert_merged (rejected, rejected, rejected);
  assert_merged (rejected, hopeless, hopeless);
  assert_merged (hopeless, rejected, hopeless);
  assert_merged (hopeless, error, error);
  assert_merged (error, hopeless, error);
  assert_merged (rejected, FIT_STATUS_WAIT, FIT_STATUS_WAIT);
}

/* The first plugin counts. */
static void
test_merged_plugins (void **state)
{
  static const struct
  {
    const char *one, *two; /* (nullable) */
    const char *expected;
  } rows[] = { { NULL, NULL, NULL },
               { "a", NULL, "a" },
               { NULL, "b", "b" },
               { "a", "b", "a" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (FitStatus) status = fit_status (FIT_STATUS_ERROR, "one"),
                         other = fit_status (FIT_STATUS_ERROR, "two");

      status.plugin = rows[i].one;
      other.plugin = rows[i].two;
      fit_status_merge (&status, &other);
      assert_int_equal (g_strcmp0 (status.plugin, rows[i].expected), 0);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_message), cmocka_unit_test (test_from_error),
    cmocka_unit_test (test_codes),   cmocka_unit_test (test_reasons),
    cmocka_unit_test (test_merge),   cmocka_unit_test (test_merged_plugins),
  };

  return cmocka_run_group_tests_name ("status", tests, NULL, NULL);
}
