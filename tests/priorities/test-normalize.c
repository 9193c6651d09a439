/* test-normalize.c - scores in proportion to the largest
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/priorities/scenario.h"

#include "priorities/scoring.h"

static void
assert_normalized (gboolean reverse, gint64 max, const gint64 *given,
                   const gint64 *expected, guint n)
{
  g_autofree gint64 *scores = g_memdup2 (given, sizeof *given * n);

  fit_priority_normalize (scores, n, max, reverse);
  for (guint i = 0; i < n; i++)
    assert_int_equal (scores[i], expected[i]);
}

static void
test_proportion (void **state)
{
  static const gint64 given[] = { 1, 2, 3, 0 };
  static const gint64 expected[] = { 3, 6, 10, 0 };
  static const gint64 reversed[] = { 7, 4, 0, 10 };
  static const gint64 finer[] = { 67, 34, 0, 100 };

  assert_normalized (FALSE, 10, given, expected, 4);
  assert_normalized (TRUE, 10, given, reversed, 4);
  assert_normalized (TRUE, 100, given, finer, 4);
}

static void
test_all_zero (void **state)
{
  static const gint64 given[] = { 0, 0 };
  static const gint64 all[] = { 10, 10 };

  assert_normalized (FALSE, 10, given, given, 2);
  assert_normalized (TRUE, 10, given, all, 2);
  assert_normalized (TRUE, 10, given, all, 0);
}

/* The largest score starts at 0. */
static void
test_negative (void **state)
{
  static const gint64 below[] = { -3, -1 };
  static const gint64 all[] = { 10, 10 };
  static const gint64 given[] = { -3, 2 };
  static const gint64 expected[] = { -15, 10 };
  static const gint64 reversed[] = { 25, 0 };

  assert_normalized (FALSE, 10, below, below, 2);
  assert_normalized (TRUE, 10, below, all, 2);
  assert_normalized (FALSE, 10, given, expected, 2);
  assert_normalized (TRUE, 10, given, reversed, 2);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_proportion),
    cmocka_unit_test (test_all_zero),
    cmocka_unit_test (test_negative),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
