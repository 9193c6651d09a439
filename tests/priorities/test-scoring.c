/* test-scoring.c - integers and fractions as the original computes them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "priorities/scoring.h"

static void
test_integers_wrap (void **state)
{
  assert_true (fit_wrapping_add (G_MAXINT64, 1) == G_MININT64);
  assert_true (fit_wrapping_subtract (G_MININT64, 1) == G_MAXINT64);
  assert_true (fit_wrapping_multiply (G_MAXINT64, 2) == -2);
  assert_true (fit_wrapping_divide (G_MININT64, -1) == G_MININT64);
}

static void
test_division_truncates (void **state)
{
  assert_int_equal (fit_wrapping_divide (7, 2), 3);
  assert_int_equal (fit_wrapping_divide (-7, 2), -3);
  assert_int_equal (fit_wrapping_divide (7, -1), -7);
}

static void
test_fractions_truncate (void **state)
{
  assert_int_equal (fit_truncate (9.999), 9);
  assert_int_equal (fit_truncate (-9.999), -9);
  assert_true (fit_truncate (-0x1p63) == G_MININT64);
}

/* What fits no integer is the smallest one on amd64. */
static void
test_fractions_out_of_range (void **state)
{
  const volatile double zero = 0.0;

  assert_true (fit_truncate (0x1p63) == G_MININT64);
  assert_true (fit_truncate (-0x1p70) == G_MININT64);
  assert_true (fit_truncate (zero / zero) == G_MININT64);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_integers_wrap),
    cmocka_unit_test (test_division_truncates),
    cmocka_unit_test (test_fractions_truncate),
    cmocka_unit_test (test_fractions_out_of_range),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
