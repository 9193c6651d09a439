/* test-labels-data.c - the list of labels of a custom predicate is copied, and may not be missing */
#include "rules/labels-data.h"

#include "tests/support/cluster.h"

static void
test_argument_is_copied (void **state)
{
  char label[] = "zone";
  const char *const labels[] = { label, "rack", NULL };
  const FitLabelsArgument argument = { labels, TRUE };
  g_autoptr (Interned) zone = fit_intern ("zone");
  g_autoptr (GError) error = NULL;
  gpointer data = NULL;
  const FitLabelsData *made;

  assert_true (fit_labels_data_create (NULL, &argument, &data, &error));
  label[0] = 'x';
  made = data;
  assert_int_equal (made->n, 2);
  assert_ptr_equal (made->labels[0], zone);
  assert_string_equal (made->labels[1], "rack");
  assert_true (made->presence);
  fit_labels_data_free (data);
}

static void
test_argument_must_be_there (void **state)
{
  g_autoptr (GError) error = NULL;
  gpointer data = NULL;

  assert_false (fit_labels_data_create (NULL, NULL, &data, &error));
  assert_null (data);
  assert_error (&error, FIT_ERROR_POLICY, "a list of labels is required");
  fit_labels_data_free (NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_argument_is_copied),
    cmocka_unit_test (test_argument_must_be_there),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
