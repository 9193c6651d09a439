/* test-generation.c - which trials come next, and which are the best
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/tune/search.h"

#define TRIALS 400

static const FitTuneTrial *
at (const GArray *trials, guint i)
{
  return &g_array_index (trials, FitTuneTrial, i);
}

/* Returns: (transfer full): the whole search */
static GArray *
search (const FitTuneSpace *space, guint32 seed, guint n_trials)
{
  const FitTuneOptions options = { seed, n_trials, 20 };
  GArray *trials = g_array_new (FALSE, TRUE, sizeof (FitTuneTrial));

  while (fit_tune_next (trials, space, &search_goals, &options) > 0)
    search_judge (trials);
  return trials;
}

static gint64
loss (const FitTuneTrial *trial)
{
  return trial->outcome.of[FIT_TUNE_PREEMPTED]
         + trial->outcome.of[FIT_TUNE_ZONE_SKEW];
}

/* No trial comes twice, none has a number that is not allowed, and the first one
 * is the start. */
static void
test_trials_are_new_and_allowed (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autoptr (GArray) trials = search (space, 1, TRIALS);
  gint32 start[FIT_TUNE_MOST_GENES];

  fit_tune_space_start (space, start);
  assert_memory_equal (at (trials, 0)->genes, start, sizeof start);
  assert_int_equal (trials->len, TRIALS);
  for (guint i = 0; i < trials->len; i++)
    {
      assert_int_equal (at (trials, i)->number, i);
      for (guint g = 0; g < space->genes->len; g++)
        {
          const FitTuneGene *gene
              = &g_array_index (space->genes, FitTuneGene, g);

          assert_in_range (at (trials, i)->genes[g], gene->least, gene->most);
        }
      for (guint j = 0; j < i; j++)
        assert_memory_not_equal (at (trials, i)->genes, at (trials, j)->genes,
                                 sizeof start);
    }
}

/* The first generation is chance and single steps: what follows is better. */
static void
test_generations_get_better (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  gint64 first_sum = 0, best_sum = 0;

  for (guint32 seed = 0; seed < 5; seed++)
    {
      g_autoptr (GArray) trials = search (space, seed, TRIALS);
      gint64 first = G_MAXINT64, best = G_MAXINT64;

      for (guint i = 0; i < trials->len; i++)
        {
          best = MIN (best, loss (at (trials, i)));
          if (at (trials, i)->generation == 0)
            first = MIN (first, loss (at (trials, i)));
        }
      first_sum += first;
      best_sum += best;
    }
  /* 10 is the least that is possible, each time. */
  assert_true (best_sum >= 50);
  assert_true (best_sum * 2 < first_sum);
}

static void
test_seeds_decide (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autoptr (GArray) one = search (space, 7, TRIALS);
  g_autoptr (GArray) same = search (space, 7, TRIALS);
  g_autoptr (GArray) other = search (space, 8, TRIALS);

  assert_memory_equal (one->data, same->data, TRIALS * sizeof (FitTuneTrial));
  assert_memory_not_equal (one->data, other->data,
                           TRIALS * sizeof (FitTuneTrial));
}

static gboolean
beats (const FitTuneTrial *one, const FitTuneTrial *other)
{
  const gint64 *a = one->outcome.of, *b = other->outcome.of;

  return a[FIT_TUNE_PREEMPTED] <= b[FIT_TUNE_PREEMPTED]
         && a[FIT_TUNE_ZONE_SKEW] <= b[FIT_TUNE_ZONE_SKEW]
         && (a[FIT_TUNE_PREEMPTED] < b[FIT_TUNE_PREEMPTED]
             || a[FIT_TUNE_ZONE_SKEW] < b[FIT_TUNE_ZONE_SKEW]);
}

/* The front is what one finds by comparing each with each. */
static void
test_front_is_unbeaten (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autoptr (GArray) trials = search (space, 3, TRIALS);
  g_autoptr (GArray) front = fit_tune_front (trials, &search_goals);
  guint n_unbeaten = 0, n_equal = 0;

  for (guint i = 0; i < trials->len; i++)
    {
      gboolean beaten = FALSE;

      for (guint j = 0; j < trials->len; j++)
        beaten |= beats (at (trials, j), at (trials, i));
      if (beaten)
        continue;
      n_unbeaten++;
      for (guint f = 0; f < front->len; f++)
        n_equal
            += memcmp (at (trials, g_array_index (front, guint, f))->outcome.of,
                       at (trials, i)->outcome.of,
                       sizeof at (trials, i)->outcome.of)
               == 0;
    }
  assert_true (front->len > 0);
  assert_int_equal (n_equal, n_unbeaten);
  for (guint f = 1; f < front->len; f++)
    assert_true (at (trials, g_array_index (front, guint, f - 1))
                     ->outcome.of[FIT_TUNE_PREEMPTED]
                 < at (trials, g_array_index (front, guint, f))
                       ->outcome.of[FIT_TUNE_PREEMPTED]);
}

static void
test_recommends_what_improves (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autoptr (GArray) trials = search (space, 3, TRIALS);
  const gint best = fit_tune_recommend (trials, &search_goals);

  assert_true (best > 0);
  assert_true (beats (at (trials, (guint) best), at (trials, 0)));
  g_array_set_size (trials, 1);
  assert_int_equal (fit_tune_recommend (trials, &search_goals), -1);
}

/* Nothing moves by the rules as they are, so nothing would ever be better. */
static void
test_moves_do_not_forbid (void **state)
{
  const FitTuneGoals goals = { 2, { FIT_TUNE_PREEMPTED, FIT_TUNE_MOVED } };
  FitTuneTrial start = { 0 }, less = { 0 }, more = { 0 };

  start.outcome.of[FIT_TUNE_PREEMPTED] = 3;
  less.outcome.of[FIT_TUNE_PREEMPTED] = 2;
  less.outcome.of[FIT_TUNE_MOVED] = 9;
  more.outcome.of[FIT_TUNE_PREEMPTED] = 3;
  assert_true (fit_tune_improves (&goals, &less, &start));
  assert_false (fit_tune_improves (&goals, &more, &start));
}

/* Only the first two weights are of any worth. */
static void
test_tells_what_matters (void **state)
{
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autoptr (GArray) trials = search (space, 3, TRIALS);

  for (guint i = 0; i < space->genes->len; i++)
    {
      guint n;

      assert_int_equal (fit_tune_matters (trials, i, &n), i < 2);
      assert_true (n > 0);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_trials_are_new_and_allowed),
    cmocka_unit_test (test_generations_get_better),
    cmocka_unit_test (test_seeds_decide),
    cmocka_unit_test (test_front_is_unbeaten),
    cmocka_unit_test (test_recommends_what_improves),
    cmocka_unit_test (test_moves_do_not_forbid),
    cmocka_unit_test (test_tells_what_matters),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
