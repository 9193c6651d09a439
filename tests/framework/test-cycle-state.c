/* test-cycle-state.c - data of plugins are found, locked and cloned
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "framework/cycle-state-private.h"

#include "tests/support/cluster.h"

static void
assert_missing (const FitCycleState *state, const char *key)
{
  g_autoptr (GError) error = NULL;

  assert_null (fit_cycle_state_get (state, key, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "not found");
}

static void
count (gpointer data)
{
  (*(guint *) data)++;
}

/* What is replaced, deleted or left over is freed, once. */
static void
test_values (void **state)
{
  g_autoptr (FitCycleState) cycle = fit_cycle_state_new ();
  guint freed[3] = { 0 };

  assert_missing (cycle, "a");
  fit_cycle_state_set (cycle, "a", &freed[0], count);
  fit_cycle_state_set (cycle, "b", &freed[1], count);
  assert_ptr_equal (fit_cycle_state_get (cycle, "a", NULL), &freed[0]);
  fit_cycle_state_set (cycle, "a", &freed[2], count);
  assert_int_equal (freed[0], 1);
  assert_ptr_equal (fit_cycle_state_get (cycle, "a", NULL), &freed[2]);
  fit_cycle_state_delete (cycle, "a");
  assert_int_equal (freed[2], 1);
  assert_missing (cycle, "a");
  fit_cycle_state_delete (cycle, "a");
  g_clear_pointer (&cycle, fit_cycle_state_free);
  assert_int_equal (freed[0], 1);
  assert_int_equal (freed[1], 1);
  assert_int_equal (freed[2], 1);
}

/* NULL is a value; without a free function nothing is freed. */
static void
test_borrowed_values (void **state)
{
  g_autoptr (FitCycleState) cycle = fit_cycle_state_new ();
  g_autoptr (GError) error = NULL;
  guint mine = 0;

  fit_cycle_state_set (cycle, "a", &mine, NULL);
  fit_cycle_state_set (cycle, "a", NULL, NULL);
  assert_null (fit_cycle_state_get (cycle, "a", &error));
  assert_null (error);
}

/* -- threads --------------------------------------------------------------- */

static gpointer
write_and_read (gpointer data)
{
  FitCycleState *cycle = data;

  for (guint i = 0; i < 250; i++)
    {
      guint sum;

      fit_cycle_state_lock (cycle);
      sum = GPOINTER_TO_UINT (fit_cycle_state_get (cycle, "sum", NULL)) + i;
      fit_cycle_state_set (cycle, "sum", GUINT_TO_POINTER (sum), NULL);
      fit_cycle_state_unlock (cycle);
      fit_cycle_state_lock_shared (cycle);
      assert_true (GPOINTER_TO_UINT (fit_cycle_state_get (cycle, "sum", NULL))
                   >= i);
      fit_cycle_state_unlock_shared (cycle);
    }
  return NULL;
}

static void
test_lock (void **state)
{
  g_autoptr (FitCycleState) cycle = fit_cycle_state_new ();
  pthread_t threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    assert_int_equal (pthread_create (&threads[i], NULL, write_and_read, cycle),
                      0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    assert_int_equal (pthread_join (threads[i], NULL), 0);
  assert_int_equal (GPOINTER_TO_UINT (fit_cycle_state_get (cycle, "sum", NULL)),
                    4 * 249 * 250 / 2);
}

static gpointer
one_more (gpointer number)
{
  return g_memdup2 (&(guint){ *(guint *) number + 1 }, sizeof (guint));
}

static guint
number_in (const FitCycleState *cycle, const char *key)
{
  return *(guint *) fit_cycle_state_get (cycle, key, NULL);
}

/* A clone has its own data where it knows how; the rest is shared and goes with
 * the last of them. */
static void
test_clone (void **state)
{
  FitCycleState *cycle = fit_cycle_state_new (), *clone, *again;
  guint freed = 0;

  fit_cycle_state_set_cloneable (cycle, "own",
                                 g_memdup2 (&(guint){ 7 }, sizeof (guint)),
                                 one_more, g_free);
  fit_cycle_state_set (cycle, "shared", &freed, count);
  clone = fit_cycle_state_clone (cycle);
  again = fit_cycle_state_clone (clone);
  assert_int_equal (number_in (cycle, "own"), 7);
  assert_int_equal (number_in (clone, "own"), 8);
  assert_int_equal (number_in (again, "own"), 9);
  assert_ptr_equal (fit_cycle_state_get (again, "shared", NULL), &freed);
  fit_cycle_state_delete (clone, "own");
  assert_int_equal (number_in (cycle, "own"), 7);
  fit_cycle_state_free (cycle);
  fit_cycle_state_delete (clone, "shared");
  assert_int_equal (freed, 0);
  fit_cycle_state_free (again);
  assert_int_equal (freed, 1);
  fit_cycle_state_free (clone);
}

/* A clone skips whom the original skips, from then on by itself. */
static void
test_clone_skips_the_same (void **state)
{
  static const int a, b, c;
  g_autoptr (FitCycleState) cycle = fit_cycle_state_new ();
  g_autoptr (FitCycleState) clone = NULL;

  (void) state;
  assert_false (fit_cycle_state_skips (cycle, FIT_POINT_FILTER, &a));
  fit_cycle_state_skip (cycle, FIT_POINT_FILTER, &a);
  fit_cycle_state_skip (cycle, FIT_POINT_FILTER, &b);
  fit_cycle_state_skip (cycle, FIT_POINT_SCORE, &c);
  clone = fit_cycle_state_clone (cycle);
  fit_cycle_state_skip_none (cycle, FIT_POINT_FILTER);
  fit_cycle_state_skip_none (cycle, FIT_POINT_PERMIT);
  fit_cycle_state_skip (clone, FIT_POINT_FILTER, &c);
  assert_false (fit_cycle_state_skips (cycle, FIT_POINT_FILTER, &a));
  assert_false (fit_cycle_state_skips (cycle, FIT_POINT_FILTER, &c));
  assert_true (fit_cycle_state_skips (cycle, FIT_POINT_SCORE, &c));
  assert_true (fit_cycle_state_skips (clone, FIT_POINT_FILTER, &a));
  assert_true (fit_cycle_state_skips (clone, FIT_POINT_FILTER, &b));
  assert_true (fit_cycle_state_skips (clone, FIT_POINT_FILTER, &c));
  assert_true (fit_cycle_state_skips (clone, FIT_POINT_SCORE, &c));
  assert_false (fit_cycle_state_skips (clone, FIT_POINT_SCORE, &a));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_borrowed_values),
    cmocka_unit_test (test_lock),
    cmocka_unit_test (test_clone),
    cmocka_unit_test (test_clone_skips_the_same),
  };

  return cmocka_run_group_tests_name ("cycle-state", tests, NULL, NULL);
}
