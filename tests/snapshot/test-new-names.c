/* test-new-names.c - other names keep what rules depend on
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/names.h"
#include "snapshot/new-names.h"
#include "tests/support/cmocka.h"

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

/* Each class has a word, and all numbers have as many digits as there are
 * names. */
static void
test_words (void **state)
{
  static const char *const words[]
      = { "node",  "namespace", "pod",       "object",    "claim",   "volume",
          "class", "driver",    "scheduler", "container", "image",   "resource",
          "key",   "value",     "uid",       "disk",      "address", "word" };
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  assert_int_equal (G_N_ELEMENTS (words), FIT_NAME_LAST - FIT_NAME_NODE);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    fit_new_names_note (names, (FitNameClass) (FIT_NAME_NODE + i), words[i]);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *expected = g_strconcat (words[i], "-01", NULL);

      assert_string_equal (fit_new_names_get (names, words[i]), expected);
    }
}

static void
test_digits (void **state)
{
  static const struct
  {
    guint n;
    const char *first, *last;
  } cases[] = { { 1, "pod-1", "pod-1" },
                { 9, "pod-1", "pod-9" },
                { 10, "pod-01", "pod-10" },
                { 99, "pod-01", "pod-99" },
                { 100, "pod-001", "pod-100" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

      for (guint k = 0; k < cases[i].n; k++)
        {
          const char name[]
              = { 'p', (char) ('a' + k / 10), (char) ('a' + k % 10), '\0' };

          fit_new_names_note (names, FIT_NAME_POD, name);
          if (k == 0)
            fit_new_names_note (names, FIT_NAME_POD, name);
        }
      assert_string_equal (fit_new_names_get (names, "paa"), cases[i].first);
      {
        const char last[] = { 'p', (char) ('a' + (cases[i].n - 1) / 10),
                              (char) ('a' + (cases[i].n - 1) % 10), '\0' };

        assert_string_equal (fit_new_names_get (names, last), cases[i].last);
      }
    }
}

/* Equal numbers that were written differently stay different. */
static void
test_equal_numbers (void **state)
{
  static const struct
  {
    const char *name, *new_name;
  } rows[] = {
    { "-9223372036854775808", "1" },
    { "0", "2" },
    { "007", "3" },
    { "07", "03" },
    { "7", "003" },
    { "8", "4" },
    { "9223372036854775807", "5" },
  };
  static const char *const keep[] = { "12", NULL };
  g_autoptr (FitNewNames) names = fit_new_names_new (keep);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fit_new_names_note_number (names, rows[i].name);
  fit_new_names_note_number (names, "12");
  fit_new_names_note_number (names, "9223372036854775808");
  fit_new_names_note (names, FIT_NAME_NODE, "9");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_string_equal (fit_new_names_get (names, rows[i].name),
                         rows[i].new_name);
  assert_string_equal (fit_new_names_get (names, "12"), "12");
  assert_string_equal (fit_new_names_get (names, "9223372036854775808"),
                       "unknown");
  assert_string_equal (fit_new_names_get (names, "9"), "node-1");
}

/* What is no label value counts only where it is used as one. */
static void
test_values_elsewhere (void **state)
{
  g_autoptr (FitNewNames) names = fit_new_names_new (NULL);

  (void) state;
  fit_new_names_note (names, FIT_NAME_NODE, "a b");
  fit_new_names_note (names, FIT_NAME_NODE, "a c");
  fit_new_names_note (names, FIT_NAME_VALUE, "a c");
  fit_new_names_note (names, FIT_NAME_KEY, "a d");
  assert_string_equal (fit_new_names_get (names, "a b"), "node-1");
  assert_string_equal (
      fit_new_names_get (names, "a c"),
      "node-2-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxx");
  assert_string_equal (fit_new_names_get (names, "a d"), "no key 1");
  assert_string_equal (fit_new_names_get (names, "never noted"), "unknown");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_words),
    cmocka_unit_test (test_digits),
    cmocka_unit_test (test_equal_numbers),
    cmocka_unit_test (test_values_elsewhere),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_numbers),
    cmocka_unit_test (test_syntax),
    cmocka_unit_test (test_kept),
    cmocka_unit_test (test_pairs),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
