/* test-backoff.c - how long pods wait after one failure, and after many
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/backoff.h"
#include "tests/support/cmocka.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define START (1000 * SECOND)

static int
setup (void **state)
{
  *state = fit_backoff_new ();
  return 0;
}

static int
teardown (void **state)
{
  fit_backoff_free (*state);
  return 0;
}

/* Fails "ns/p" just after its backoff has ended.  Returns: the new wait */
static gint64
fail_again (FitBackoff *backoff, gint64 *now)
{
  gint64 until = fit_backoff_until (backoff, "ns/p");

  *now = until == FIT_BACKOFF_NONE ? START : until + 1;
  fit_backoff_step (backoff, "ns/p", *now);
  return fit_backoff_until (backoff, "ns/p") - *now;
}

static void
test_waits_double_up_to_ten_seconds (void **state)
{
  static const gint64 expected[] = { 1, 2, 4, 8, 10, 10, 10 };
  gint64 now;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_int_equal (fail_again (*state, &now), expected[i] * SECOND);
}

static void
test_rest_of_more_than_twenty_seconds_begins_anew (void **state)
{
  gint64 now;

  for (guint i = 0; i < 6; i++)
    fail_again (*state, &now);
  fit_backoff_step (*state, "ns/p", now + 20 * SECOND + 1);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), now + 21 * SECOND + 1);
}

static void
test_rest_of_twenty_seconds_does_not (void **state)
{
  gint64 now;

  for (guint i = 0; i < 2; i++)
    fail_again (*state, &now);
  fit_backoff_step (*state, "ns/p", now + 20 * SECOND);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), now + 24 * SECOND);
}

static void
test_running_backoff_goes_on (void **state)
{
  fit_backoff_step (*state, "ns/p", START);
  fit_backoff_step (*state, "ns/p", START + SECOND / 2);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), START + SECOND);
  fit_backoff_step (*state, "ns/p", START + SECOND);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), START + SECOND);
  fit_backoff_step (*state, "ns/p", START + SECOND + 1);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), START + 3 * SECOND + 1);
}

static void
test_pods_have_records_of_their_own (void **state)
{
  fit_backoff_step (*state, "ns/p", START);
  fit_backoff_step (*state, "other/p", START + 5);
  assert_int_equal (fit_backoff_until (*state, "ns/p"), START + SECOND);
  assert_int_equal (fit_backoff_until (*state, "other/p"), START + SECOND + 5);
  assert_int_equal (fit_backoff_until (*state, "p"), FIT_BACKOFF_NONE);
}

static void
test_forgotten_pod_begins_anew (void **state)
{
  gint64 now;

  for (guint i = 0; i < 3; i++)
    fail_again (*state, &now);
  fit_backoff_forget (*state, "ns/p");
  fit_backoff_forget (*state, "ns/unknown");
  assert_int_equal (fit_backoff_until (*state, "ns/p"), FIT_BACKOFF_NONE);
  assert_int_equal (fail_again (*state, &now), SECOND);
}

/* Every failure clears up: memory does not grow with the number of pods that
 * ever failed. */
static void
test_old_records_are_dropped (void **state)
{
  for (gint64 i = 0; i < 10000; i++)
    {
      g_autofree char *key = g_strdup_printf ("ns/p%d", (int) i);
      g_autofree char *kept = g_strdup_printf ("ns/p%d", (int) i - 20);
      g_autofree char *old = g_strdup_printf ("ns/p%d", (int) i - 21);

      fit_backoff_step (*state, key, START + i * SECOND);
      if (i >= 20)
        assert_true (fit_backoff_until (*state, kept) != FIT_BACKOFF_NONE);
      assert_int_equal (fit_backoff_until (*state, old), FIT_BACKOFF_NONE);
    }
}

/* What is renewed is young again, though it was there first. */
static void
test_renewed_record_outlives_later_ones (void **state)
{
  fit_backoff_step (*state, "first", START);
  fit_backoff_step (*state, "second", START + SECOND);
  fit_backoff_step (*state, "first", START + 10 * SECOND);
  fit_backoff_step (*state, "third", START + 22 * SECOND);
  assert_int_equal (fit_backoff_until (*state, "second"), FIT_BACKOFF_NONE);
  assert_int_equal (fit_backoff_until (*state, "first"), START + 12 * SECOND);
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_waits_double_up_to_ten_seconds),
    TEST (test_rest_of_more_than_twenty_seconds_begins_anew),
    TEST (test_rest_of_twenty_seconds_does_not),
    TEST (test_running_backoff_goes_on),
    TEST (test_pods_have_records_of_their_own),
    TEST (test_forgotten_pod_begins_anew),
    TEST (test_old_records_are_dropped),
    TEST (test_renewed_record_outlives_later_ones),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
