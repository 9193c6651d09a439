#include "framework/cycle-state.h"

#include "base/worker-pool.h"
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

static void
write_and_read (gpointer data, guint begin, guint end, guint worker)
{
  FitCycleState *cycle = data;

  for (guint i = begin; i < end; i++)
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
}

static void
test_lock (void **state)
{
  g_autoptr (FitCycleState) cycle = fit_cycle_state_new ();
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (4);

  fit_worker_pool_run (pool, 1000, 1, write_and_read, cycle);
  assert_int_equal (GPOINTER_TO_UINT (fit_cycle_state_get (cycle, "sum", NULL)),
                    499500);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_borrowed_values),
    cmocka_unit_test (test_lock),
  };

  return cmocka_run_group_tests_name ("cycle-state", tests, NULL, NULL);
}
