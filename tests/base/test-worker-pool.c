/* test-worker-pool.c - every index once, whatever the number of workers */
#include "base/worker-pool.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MOST_ITEMS 5000

typedef struct
{
  guint8 visits[MOST_ITEMS];
  guint results[MOST_ITEMS];
  guint grain;
  guint workers;
  guint per_worker[64]; /* each written by its own worker only */
  atomic_int wrong;
} Work;

static void
visit (gpointer data, guint begin, guint end, guint worker)
{
  Work *work = data;

  if (worker >= work->workers || begin >= end || end - begin > work->grain)
    atomic_fetch_add (&work->wrong, 1);
  for (guint i = begin; i < end; i++)
    {
      work->visits[i]++;
      work->results[i] = i * i;
    }
  work->per_worker[worker] += end - begin;
}

/* Runs @n items and checks that each was visited once. */
static void
check_run (FitWorkerPool *pool, guint n, guint grain)
{
  g_autofree Work *work = g_new0 (Work, 1);
  guint sum = 0;

  work->grain = grain;
  work->workers = fit_worker_pool_size (pool);
  fit_worker_pool_run (pool, n, grain, visit, work);
  for (guint i = 0; i < MOST_ITEMS; i++)
    {
      assert_int_equal (work->visits[i], i < n ? 1 : 0);
      assert_int_equal (work->results[i], i < n ? i * i : 0);
    }
  for (guint i = 0; i < work->workers; i++)
    sum += work->per_worker[i];
  assert_int_equal (sum, n);
  assert_int_equal (atomic_load (&work->wrong), 0);
}

static void
test_each_index_once (void **state)
{
  static const guint sizes[] = { 1, 2, 3, 8 };
  static const guint counts[] = { 0, 1, 2, 7, 100, 1001, MOST_ITEMS };
  static const guint grains[] = { 1, 3, 16, MOST_ITEMS };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (sizes[s]);

      assert_int_equal (fit_worker_pool_size (pool), sizes[s]);
      for (gsize c = 0; c < G_N_ELEMENTS (counts); c++)
        for (gsize g = 0; g < G_N_ELEMENTS (grains); g++)
          check_run (pool, counts[c], grains[g]);
    }
}

/* Short jobs in a row: threads that wake late must not touch the next job. */
static void
test_many_short_jobs (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (4);

  for (guint i = 0; i < 3000; i++)
    check_run (pool, 2 + i % 9, 1);
}

/* The call returns only when the slowest range is done. */
static void
sleep_and_mark (gpointer data, guint begin, guint end, guint worker)
{
  guint8 *done = data;

  g_usleep (1000 * (end % 7));
  for (guint i = begin; i < end; i++)
    done[i] = 1;
}

static void
test_run_waits_for_all (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (4);

  for (guint round = 0; round < 5; round++)
    {
      guint8 done[40] = { 0 };

      fit_worker_pool_run (pool, G_N_ELEMENTS (done), 1, sleep_and_mark, done);
      for (gsize i = 0; i < G_N_ELEMENTS (done); i++)
        assert_int_equal (done[i], 1);
    }
}

static void
note_thread (gpointer data, guint begin, guint end, guint worker)
{
  pthread_t *threads = data;

  for (guint i = begin; i < end; i++)
    threads[i] = pthread_self ();
}

static void
test_one_worker_is_the_caller (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (1);
  pthread_t threads[100];

  fit_worker_pool_run (pool, G_N_ELEMENTS (threads), 1, note_thread, threads);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    assert_true (pthread_equal (threads[i], pthread_self ()));
}

/* Two items that wait for each other: they need two threads at once. */
static void
meet (gpointer data, guint begin, guint end, guint worker)
{
  pthread_barrier_wait (data);
}

static void
test_workers_run_at_the_same_time (void **state)
{
  g_autoptr (FitWorkerPool) pool = fit_worker_pool_new (2);
  pthread_barrier_t barrier;

  pthread_barrier_init (&barrier, NULL, 2);
  alarm (60);
  for (guint i = 0; i < 100; i++)
    fit_worker_pool_run (pool, 2, 1, meet, &barrier);
  alarm (0);
  pthread_barrier_destroy (&barrier);
}

static void
test_size_is_bounded (void **state)
{
  g_autoptr (FitWorkerPool) none = fit_worker_pool_new (0);
  g_autoptr (FitWorkerPool) many = fit_worker_pool_new (1000);

  assert_int_equal (fit_worker_pool_size (none), 1);
  assert_in_range (fit_worker_pool_size (many), 1, 64);
  fit_worker_pool_free (NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_each_index_once),
    cmocka_unit_test (test_many_short_jobs),
    cmocka_unit_test (test_run_waits_for_all),
    cmocka_unit_test (test_one_worker_is_the_caller),
    cmocka_unit_test (test_workers_run_at_the_same_time),
    cmocka_unit_test (test_size_is_bounded),
  };

  return cmocka_run_group_tests_name ("worker-pool", tests, NULL, NULL);
}
