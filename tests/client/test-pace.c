/* test-pace.c - how long a client waits: after trouble, and for its turn
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/outage.h"
#include "client/retry-delay.h"
#include "client/request-queue.h"
#include "client/token-bucket.h"
#include "tests/support/cmocka.h"

#define SECONDS G_GINT64_CONSTANT (1000000)

/* -- after trouble --------------------------------------------------------- */

static void
test_each_wait_is_twice_as_long (void **state)
{
  static const guint waits_ms[]
      = { 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000 };
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;

  for (guint i = 0; i < G_N_ELEMENTS (waits_ms); i++)
    assert_int_equal (fit_retry_delay_next (&backoff, i * SECONDS, 0),
                      waits_ms[i]);
}

/* Chance adds up to as much again, which does not count for the next wait. */
static void
test_waits_are_longer_by_chance (void **state)
{
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;

  assert_int_equal (fit_retry_delay_next (&backoff, 0, 0.5), 1200);
  assert_int_equal (fit_retry_delay_next (&backoff, 1, 0.25), 2000);
  assert_int_equal (fit_retry_delay_next (&backoff, 2, 0.999), 3200 + 3196);
}

static void
test_trouble_is_forgotten (void **state)
{
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;

  assert_int_equal (fit_retry_delay_next (&backoff, 0, 0), 800);
  assert_int_equal (fit_retry_delay_next (&backoff, 120 * SECONDS, 0), 1600);
  assert_int_equal (fit_retry_delay_next (&backoff, 240 * SECONDS + 1, 0), 800);
  assert_int_equal (fit_retry_delay_next (&backoff, 240 * SECONDS + 2, 0),
                    1600);
}

/* What works for as long as the wait was, all in all, begins anew. */
static void
test_work_begins_anew (void **state)
{
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;

  assert_int_equal (fit_retry_delay_next (&backoff, 0, 0), 800);
  fit_retry_delay_worked (&backoff, 799999);
  assert_int_equal (fit_retry_delay_next (&backoff, 1, 0), 1600);
  fit_retry_delay_worked (&backoff, 1599999);
  assert_int_equal (fit_retry_delay_next (&backoff, 2, 0), 3200);
  fit_retry_delay_worked (&backoff, 3000000);
  fit_retry_delay_worked (&backoff, 200000);
  assert_int_equal (fit_retry_delay_next (&backoff, 3, 0), 800);
}

/* -- for its turn ---------------------------------------------------------- */

static void
test_a_burst_then_the_rate (void **state)
{
  FitTokenBucket bucket;

  fit_token_bucket_init (&bucket, 2, 3, 7);
  for (guint i = 0; i < 3; i++)
    assert_int_equal (fit_token_bucket_take (&bucket, 7), 0);
  assert_int_equal (fit_token_bucket_take (&bucket, 7), 500001);
  assert_int_equal (fit_token_bucket_take (&bucket, 250007), 250001);
  assert_int_equal (fit_token_bucket_take (&bucket, 500007), 0);
  assert_int_equal (fit_token_bucket_take (&bucket, 500007), 500001);
  /* However long nobody asks, it holds no more than a burst. */
  for (guint i = 0; i < 3; i++)
    assert_int_equal (fit_token_bucket_take (&bucket, 90 * SECONDS), 0);
  assert_int_equal (fit_token_bucket_take (&bucket, 90 * SECONDS), 500001);
}

static void
test_limits_of_limits (void **state)
{
  static const struct
  {
    double qps;
    guint burst;
    guint n;        /* how many go at once */
    gint64 wait_us; /* of the next one */
  } cases[] = {
    { 4, 0, 1, 250001 },    { 4, 1, 1, 250001 }, { 4, 2, 2, 250001 },
    { 0.5, 1, 1, 2000001 }, { 0, 1, 100, 0 },    { -1, 1, 100, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitTokenBucket bucket;

      fit_token_bucket_init (&bucket, cases[i].qps, cases[i].burst, 0);
      for (guint j = 0; j < cases[i].n; j++)
        assert_int_equal (fit_token_bucket_take (&bucket, 0), 0);
      assert_int_equal (fit_token_bucket_take (&bucket, 0), cases[i].wait_us);
    }
}

/* A wait is told once it is long, and again when it still happens after a
 * while. */
static void
test_what_holds_back_is_told (void **state)
{
  static const struct
  {
    gint64 at_us;
    gboolean told;
  } cases[] = {
    { 5 * SECONDS, FALSE }, { 6 * SECONDS - 1, FALSE }, { 6 * SECONDS, TRUE },
    { 7 * SECONDS, FALSE }, { 605 * SECONDS, FALSE },   { 606 * SECONDS, TRUE },
  };
  FitTokenBucket bucket;

  fit_token_bucket_init (&bucket, 50, 100, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_int_equal (fit_token_bucket_holds_back (&bucket, cases[i].at_us),
                      cases[i].told);
  bucket.held_us = 0;
  assert_false (fit_token_bucket_holds_back (&bucket, 1300 * SECONDS));
  assert_true (fit_token_bucket_holds_back (&bucket, 1301 * SECONDS));
}

static void
assert_said (FitOutage *outage, gint64 at_us, const char *expected)
{
  g_autofree char *text = fit_outage_text (outage, "S: no route", at_us);

  if (expected == NULL)
    assert_null (text);
  else
    assert_string_equal (text, expected);
}

static void
test_an_outage_is_told_every_minute (void **state)
{
  FitOutage outage = { 0 };

  assert_said (&outage, 1, "cannot reach S: no route; trying again");
  assert_said (&outage, 59 * SECONDS, NULL);
  assert_said (&outage, 61 * SECONDS,
               "cannot reach S: no route; trying again, for 1m0s so far");
  assert_said (&outage, 120 * SECONDS, NULL);
  assert_said (&outage, 3723 * SECONDS,
               "cannot reach S: no route; trying again, for 1h2m2s so far");
  outage.since_us = 0;
  assert_said (&outage, 3724 * SECONDS,
               "cannot reach S: no route; trying again");
}

/* Pushes requests with the urgencies of @digits, in this order. */
static void
push (FitRequestQueue *queue, FitExchange exchanges[], const char *digits)
{
  for (guint i = 0; digits[i] != '\0'; i++)
    {
      exchanges[i] = (FitExchange){ .number = i };
      exchanges[i].urgency = (FitApiUrgency) (digits[i] - '0');
      fit_request_queue_push (queue, &exchanges[i]);
    }
}

/* Takes one after the other, until none waits: they were pushed in the order of
 * the letters of @expected. */
static void
assert_leave (FitRequestQueue *queue, const char *expected)
{
  g_autoptr (GString) left = g_string_new (NULL);

  while (!fit_request_queue_is_empty (queue))
    g_string_append_c (left,
                       (char) ('a' + fit_request_queue_pop (queue)->number));
  assert_null (fit_request_queue_pop (queue));
  assert_string_equal (left->str, expected);
}

static void
test_the_most_urgent_goes_first (void **state)
{
  static const struct
  {
    const char *urgencies;
    const char *leave;
  } cases[] = {
    { "", "" },
    { "0", "a" },
    { "4", "a" },
    { "00", "ab" },
    { "40", "ba" },
    { "04", "ab" },
    { "43210", "edcba" },
    { "3131", "bdac" },
    /* Each eighth turn is of the one that has waited longest. */
    { "400000000", "bcdefghai" },
    { "430000000", "cdefghiab" },
    { "34000000000", "cdefghiajkb" },
    { "04000000000", "acdefghbijk" },
    { "4000000004000000000", "bcdefghaiklmnopjqrs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitRequestQueue queue = { 0 };
      FitExchange exchanges[20];

      push (&queue, exchanges, cases[i].urgencies);
      assert_leave (&queue, cases[i].leave);
    }
}

static void
test_one_is_sent_again_before_its_equals (void **state)
{
  FitRequestQueue queue = { 0 };
  FitExchange exchanges[4];
  FitExchange again = { .number = 4, .urgency = FIT_API_CHANGE };

  push (&queue, exchanges, "1224");
  fit_request_queue_push_first (&queue, &again);
  assert_leave (&queue, "aebcd");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_each_wait_is_twice_as_long),
    cmocka_unit_test (test_waits_are_longer_by_chance),
    cmocka_unit_test (test_trouble_is_forgotten),
    cmocka_unit_test (test_work_begins_anew),
    cmocka_unit_test (test_a_burst_then_the_rate),
    cmocka_unit_test (test_limits_of_limits),
    cmocka_unit_test (test_what_holds_back_is_told),
    cmocka_unit_test (test_an_outage_is_told_every_minute),
    cmocka_unit_test (test_the_most_urgent_goes_first),
    cmocka_unit_test (test_one_is_sent_again_before_its_equals),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
