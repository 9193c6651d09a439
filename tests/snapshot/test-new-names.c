/* test-new-names.c - other names keep what rules depend on */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/names.h"
#include "snapshot/new-names.h"

/* One name is one name, whatever it is used for; names of a class sort as
 * before. */
static void
test_order (void **state)
{
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  fit_new_names_note (names, FIT_NAME_VALUE, "worker-b");
  fit_new_names_note (names, FIT_NAME_NODE, "worker-b");
  fit_new_names_note (names, FIT_NAME_NODE, "worker-a");
  fit_new_names_note (names, FIT_NAME_VALUE, "blue");
  assert_string_equal (fit_new_names_get (names, "worker-a"), "node-1");
  assert_string_equal (fit_new_names_get (names, "worker-b"), "node-2");
  assert_string_equal (fit_new_names_get (names, "blue"), "value-1");
}

/* Numbers that are compared stay numbers, equal ones equal. */
static void
test_numbers (void **state)
{
  static const char *const values[] = { "100", "-7", "007", "7", "8x" };
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      fit_new_names_note (names, FIT_NAME_VALUE, values[i]);
      fit_new_names_note_number (names, values[i]);
    }
  assert_string_equal (fit_new_names_get (names, "-7"), "1");
  assert_string_equal (fit_new_names_get (names, "007"), "2");
  assert_string_equal (fit_new_names_get (names, "7"), "02");
  assert_string_equal (fit_new_names_get (names, "100"), "3");
  assert_string_equal (fit_new_names_get (names, "8x"), "value-1");
}

/* What is no label value or key stays none. */
static void
test_syntax (void **state)
{
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  fit_new_names_note (names, FIT_NAME_VALUE, "no value");
  fit_new_names_note (names, FIT_NAME_KEY, "no key");
  fit_new_names_note (names, FIT_NAME_KEY, "example.com/key");
  assert_false (fit_is_label_value (fit_new_names_get (names, "no value")));
  assert_false (fit_is_qualified_name (fit_new_names_get (names, "no key")));
  assert_true (
      fit_is_qualified_name (fit_new_names_get (names, "example.com/key")));
}

static void
test_kept (void **state)
{
  static const char *const keep[] = { "disk", NULL };
  g_autoptr (FitNewNames) names = fit_new_names_new (keep);

  (void) state;
  fit_new_names_note (names, FIT_NAME_KEY, "disk");
  fit_new_names_note (names, FIT_NAME_KEY, "kubernetes.io/hostname");
  assert_string_equal (fit_new_names_get (names, "disk"), "disk");
  assert_string_equal (fit_new_names_get (names, "kubernetes.io/hostname"),
                       "kubernetes.io/hostname");
}

/* The claim of an ephemeral volume belongs to a pod and a volume. */
static void
test_pairs (void **state)
{
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  fit_new_names_note (names, FIT_NAME_POD, "db");
  fit_new_names_note (names, FIT_NAME_WORD, "data");
  fit_new_names_note (names, FIT_NAME_CLAIM, "db-data");
  fit_new_names_note_pair (names, "db", "data");
  assert_string_equal (fit_new_names_get (names, "db-data"), "pod-1-word-1");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_order),  cmocka_unit_test (test_numbers),
    cmocka_unit_test (test_syntax), cmocka_unit_test (test_kept),
    cmocka_unit_test (test_pairs),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
