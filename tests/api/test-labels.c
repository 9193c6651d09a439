/* Sets of labels.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/api/read.h"

static void
test_append (void **state)
{
  g_autoptr (FitLabels) labels = labels_of ("b=1,a=2,b=3");

  assert_int_equal (labels->n, 2);
  assert_string_equal (labels->pairs[0].key, "b");
  assert_string_equal (labels->pairs[0].value, "3");
  assert_string_equal (labels->pairs[1].key, "a");
}

static void
test_get (void **state)
{
  g_autoptr (FitLabels) labels = labels_of ("app=web,empty=");
  const char *key = fit_intern ("app");
  const char *value = fit_intern ("web");

  assert_ptr_equal (fit_labels_get (labels, key), value);
  assert_null (fit_labels_get (NULL, key));
  assert_string_equal (fit_labels_lookup (labels, "empty"), "");
  assert_null (fit_labels_lookup (labels, "absent"));
  assert_null (fit_labels_lookup (NULL, "app"));
  fit_intern_unref (key);
  fit_intern_unref (value);
}

static void
test_with (void **state)
{
  g_autoptr (FitLabels) labels = labels_of ("a=1,b=2");
  g_autoptr (FitLabels) added = fit_labels_with (labels, "c", "3");
  g_autoptr (FitLabels) changed = fit_labels_with (labels, "a", "9");
  g_autoptr (FitLabels) first = fit_labels_with (NULL, "a", "1");

  assert_int_equal (added->n, 3);
  assert_string_equal (fit_labels_lookup (added, "c"), "3");
  assert_int_equal (changed->n, 2);
  assert_string_equal (fit_labels_lookup (changed, "a"), "9");
  assert_string_equal (fit_labels_lookup (labels, "a"), "1");
  assert_int_equal (first->n, 1);
}

static void
test_equal (void **state)
{
  g_autoptr (FitLabels) a = labels_of ("x=1,y=2");
  g_autoptr (FitLabels) b = labels_of ("y=2,x=1");
  g_autoptr (FitLabels) c = labels_of ("x=2,y=1");
  g_autoptr (FitLabels) d = labels_of ("x=1");
  g_autoptr (FitLabels) none = fit_labels_new (0);

  assert_true (fit_labels_equal (a, b));
  assert_int_equal (fit_labels_hash (a), fit_labels_hash (b));
  assert_false (fit_labels_equal (a, c));
  assert_false (fit_labels_equal (a, d));
  assert_false (fit_labels_equal (d, a));
  assert_true (fit_labels_equal (none, NULL));
  assert_true (fit_labels_equal (NULL, NULL));
  assert_int_equal (fit_labels_hash (none), fit_labels_hash (NULL));
}

/* The same pairs in the same order. */
static void
test_same (void **state)
{
  g_autoptr (FitLabels) a = labels_of ("x=1,y=2");
  g_autoptr (FitLabels) b = labels_of ("x=1,y=2");
  g_autoptr (FitLabels) turned = labels_of ("y=2,x=1");
  g_autoptr (FitLabels) other = labels_of ("x=1,y=3");
  g_autoptr (FitLabels) one = labels_of ("x=1");

  assert_true (fit_labels_same (a, a));
  assert_true (fit_labels_same (a, b));
  assert_false (fit_labels_same (a, turned));
  assert_false (fit_labels_same (a, other));
  assert_false (fit_labels_same (a, one));
  assert_false (fit_labels_same (one, a));
  assert_false (fit_labels_same (a, NULL));
  assert_false (fit_labels_same (NULL, a));
  assert_true (fit_labels_same (NULL, NULL));
}

static void
test_contains (void **state)
{
  g_autoptr (FitLabels) all = labels_of ("x=1,y=2");
  g_autoptr (FitLabels) one = labels_of ("y=2");
  g_autoptr (FitLabels) other = labels_of ("y=3");

  assert_true (fit_labels_contains (all, one));
  assert_true (fit_labels_contains (all, all));
  assert_true (fit_labels_contains (all, NULL));
  assert_true (fit_labels_contains (NULL, NULL));
  assert_false (fit_labels_contains (one, all));
  assert_false (fit_labels_contains (all, other));
  assert_false (fit_labels_contains (NULL, one));
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_append), cmocka_unit_test (test_get),
    cmocka_unit_test (test_with),   cmocka_unit_test (test_equal),
    cmocka_unit_test (test_same),   cmocka_unit_test (test_contains),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
