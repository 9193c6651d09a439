/* test-bench-stats.c - percentiles and medians are those that a reader would compute
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-stats.h"
#include "tests/support/cmocka.h"

static void
percentile_is_one_of_the_times (void **state)
{
  guint64 times[100];

  for (guint i = 0; i < 100; i++)
    times[i] = (guint64) (100 - i) * 1000000;
  bench_sort_ns (times, 100);
  assert_true (bench_percentile_ms (times, 100, 50) == 50);
  assert_true (bench_percentile_ms (times, 100, 99) == 99);
  assert_true (bench_percentile_ms (times, 10, 99) == 10);
  assert_true (bench_percentile_ms (times, 3, 50) == 2);
  assert_true (bench_percentile_ms (times, 1, 50) == 1);
}

typedef struct
{
  guint number;
  double first;
  double second;
} Sample;

static void
medians_are_taken_figure_by_figure (void **state)
{
  const Sample samples[] = { { 1, 5, 2 }, { 2, 1, 9 }, { 3, 3, 4 } };
  const gsize figures[]
      = { offsetof (Sample, first), offsetof (Sample, second) };
  Sample summary = { 7, 0, 0 };

  bench_take_medians (samples, 3, sizeof *samples, figures, 2, &summary);
  assert_int_equal (summary.number, 7);
  assert_true (summary.first == 3);
  assert_true (summary.second == 4);
  bench_take_medians (samples, 2, sizeof *samples, figures, 2, &summary);
  assert_true (summary.first == 3);
  assert_true (summary.second == 5.5);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (percentile_is_one_of_the_times),
    cmocka_unit_test (medians_are_taken_figure_by_figure),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
