/* test-diff-barrier.c - what is said about a node that one side rejects
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extenders.h"
#include "simulate/diff-barrier.h"
#include "tests/support/cmocka.h"

#define NO_NODES "0/2 nodes are available: 2 Insufficient cpu."

static FitFailure removed = { 0 };
static FitReason insufficient
    = { FIT_REASON_INSUFFICIENT_RESOURCE, "cpu", 2, 3, 4 };

static const FitNodeVerdict erring = { .error = "no such claim" };
static const FitNodeVerdict fitting = { .fits = TRUE };
static const FitNodeVerdict on_removal
    = { .n_failures = 1, .failures = &removed };
static const FitNodeVerdict of_plugin
    = { .filter_code = FIT_STATUS_UNSCHEDULABLE,
        .filter_plugin = "Mine",
        .filter_message = "too warm" };
static const FitNodeVerdict silent
    = { .filter_code = FIT_STATUS_ERROR, .filter_plugin = "Mine" };
static const FitNodeVerdict excluded
    = { .reasons = { .n = 1, .items = &insufficient } };
static const FitNodeVerdict bare = { 0 };

static const struct
{
  const FitNodeVerdict *verdict;
  const char *fit_error;
  const char *rule;
  const char *reason;
} rows[] = {
  { NULL, NO_NODES, NULL, NO_NODES },
  { NULL, NULL, NULL, "not a choice" },
  { &erring, NO_NODES, NULL, "no such claim" },
  { &fitting, NULL, "extender", "left out" },
  { &on_removal, NO_NODES, NULL, "refused" },
  { &of_plugin, NO_NODES, "Mine", "too warm" },
  { &silent, NO_NODES, "Mine", "" },
  { &excluded, NO_NODES, NULL, "Insufficient cpu" },
  { &bare, NO_NODES, NULL, "refused" },
};

static void
assert_text (const char *text, const char *expected)
{
  if (expected == NULL)
    assert_null (text);
  else
    assert_string_equal (text, expected);
}

static void
test_verdicts (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitEvaluation evaluation
          = { .fit_error = (char *) rows[i].fit_error };
      FitDiffBarrier barrier;

      print_message ("row %u\n", i);
      fit_diff_barrier_init (&barrier, &evaluation, rows[i].verdict, "n1");
      assert_string_equal (barrier.node, "n1");
      assert_int_equal (barrier.n_nodes, 1);
      assert_null (barrier.plugin);
      assert_text (barrier.rule, rows[i].rule);
      assert_text (barrier.reason, rows[i].reason);
      fit_diff_barrier_clear (&barrier);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_verdicts),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
