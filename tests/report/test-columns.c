/* Ranges and dictionaries say the same as the lists that they stand for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/columns.h"
#include "tests/support/cmocka.h"

#define N_RANDOM 300

/* Reads the ranges back. */
static void
check_ranges (const GArray *numbers)
{
  g_autoptr (FitJson) ranges = fit_ranges_json (numbers);
  guint n = 0;
  gint64 last = -2;

  for (guint r = 0; r < fit_json_length (ranges); r++)
    {
      const FitJson *range = fit_json_at (ranges, r);
      const gint64 from = fit_json_integer_at (range, 0);

      assert_int_equal (fit_json_length (range), 2);
      assert_true (from > last + 1); /* else one range */
      for (last = from - 1; last < fit_json_integer_at (range, 1);)
        assert_int_equal (++last, g_array_index (numbers, guint, n++));
    }
  assert_int_equal (n, numbers->len);
}

static void
ranges_hold_all_numbers (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint run = 0; run < N_RANDOM; run++)
    {
      g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      const gdouble density = g_rand_double (random);

      for (guint i = 0; i < 40; i++)
        if (g_rand_double (random) < density)
          g_array_append_val (numbers, i);
      check_ranges (numbers);
    }
}

static void
texts_stand_once (void **state)
{
  g_autoptr (FitDictionary) dictionary = fit_dictionary_new ();
  g_autoptr (FitJson) array = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  assert_int_equal (fit_dictionary_number (dictionary, "b"), 0);
  assert_int_equal (fit_dictionary_number (dictionary, "a"), 1);
  assert_int_equal (fit_dictionary_number (dictionary, "b"), 0);
  assert_int_equal (fit_dictionary_find (dictionary, "a"), 1);
  assert_int_equal (fit_dictionary_find (dictionary, "c"), -1);
  assert_int_equal (fit_dictionary_size (dictionary), 2);
  array = fit_dictionary_json (dictionary);
  fit_json_append_compact (array, text);
  assert_string_equal (text->str, "[\"b\",\"a\"]");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (ranges_hold_all_numbers),
    cmocka_unit_test (texts_stand_once),
  };

  cmocka_set_message_output (CM_OUTPUT_TAP);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
