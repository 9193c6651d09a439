/* test-pod-heap.c - the first entry of the heap is the least one, whatever was removed
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/pod-heap.h"

#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define ENTRIES 64
#define RUNS 200

static gboolean
made_earlier (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return a->timestamp_ns < b->timestamp_ns;
}

/* Neither is ever less: what is left is the sequence. */
static gboolean
never (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return FALSE;
}

/* @data points at a sign. */
static gboolean
by_sign (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return *(const int *) data * a->timestamp_ns
         < *(const int *) data * b->timestamp_ns;
}

static void
test_empty_heap_has_no_first (void **state)
{
  g_auto (FitPodHeap) heap;
  g_autoptr (GPtrArray) sorted = NULL;

  fit_pod_heap_init (&heap, never, NULL);
  sorted = fit_pod_heap_sorted (&heap);
  assert_null (fit_pod_heap_first (&heap));
  assert_int_equal (fit_pod_heap_size (&heap), 0);
  assert_int_equal (sorted->len, 0);
}

static void
test_equals_leave_by_sequence (void **state)
{
  g_auto (FitPodHeap) heap;
  FitQueueEntry entries[5] = { 0 };

  fit_pod_heap_init (&heap, never, NULL);
  for (guint i = 0; i < 5; i++)
    {
      /* 3, 1, 4, 2, 0 */
      entries[i].sequence = (3 + 3 * i) % 5;
      fit_pod_heap_push (&heap, &entries[i]);
    }
  for (guint i = 0; i < 5; i++)
    {
      FitQueueEntry *first = fit_pod_heap_first (&heap);

      assert_int_equal (first->sequence, i);
      fit_pod_heap_remove (&heap, first);
    }
}

static void
test_order_is_given_its_data (void **state)
{
  g_auto (FitPodHeap) heap;
  FitQueueEntry entries[2] = { { .timestamp_ns = 1 }, { .timestamp_ns = 2 } };
  int sign = -1;

  fit_pod_heap_init (&heap, by_sign, &sign);
  fit_pod_heap_push (&heap, &entries[0]);
  fit_pod_heap_push (&heap, &entries[1]);
  assert_ptr_equal (fit_pod_heap_first (&heap), &entries[1]);
}

static void
assert_first_is_least (const FitPodHeap *heap, FitQueueEntry *const *inside,
                       guint n)
{
  const FitQueueEntry *least = NULL;

  for (guint i = 0; i < n; i++)
    if (least == NULL || inside[i]->timestamp_ns < least->timestamp_ns
        || (inside[i]->timestamp_ns == least->timestamp_ns
            && inside[i]->sequence < least->sequence))
      least = inside[i];
  assert_int_equal (fit_pod_heap_size (heap), n);
  assert_ptr_equal (fit_pod_heap_first (heap), least);
}

static void
assert_sorted (const FitPodHeap *heap)
{
  g_autoptr (GPtrArray) sorted = fit_pod_heap_sorted (heap);

  assert_int_equal (sorted->len, fit_pod_heap_size (heap));
  for (guint i = 1; i < sorted->len; i++)
    {
      const FitQueueEntry *a = sorted->pdata[i - 1], *b = sorted->pdata[i];

      assert_true (
          a->timestamp_ns < b->timestamp_ns
          || (a->timestamp_ns == b->timestamp_ns && a->sequence < b->sequence));
    }
}

/* Entries come and go, from anywhere in the heap. */
static void
random_run (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_auto (FitPodHeap) heap;
  FitQueueEntry entries[ENTRIES] = { 0 };
  FitQueueEntry *inside[ENTRIES], *outside[ENTRIES];
  guint n_inside = 0, n_outside = ENTRIES;

  fit_pod_heap_init (&heap, made_earlier, NULL);
  for (guint i = 0; i < ENTRIES; i++)
    outside[i] = &entries[i];
  for (guint step = 0; step < 300; step++)
    {
      if (n_outside > 0 && (n_inside == 0 || g_rand_boolean (random)))
        {
          FitQueueEntry *entry = outside[--n_outside];

          entry->timestamp_ns = g_rand_int_range (random, 0, 12);
          entry->sequence = g_rand_int (random) * (guint64) 1000 + step;
          fit_pod_heap_push (&heap, entry);
          inside[n_inside++] = entry;
        }
      else
        {
          guint which = g_rand_int (random) % n_inside;

          fit_pod_heap_remove (&heap, inside[which]);
          outside[n_outside++] = inside[which];
          inside[which] = inside[--n_inside];
        }
      assert_first_is_least (&heap, inside, n_inside);
    }
  assert_sorted (&heap);
}

static void
test_first_is_the_least_whatever_left (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    random_run (random_seed (run));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_empty_heap_has_no_first),
    cmocka_unit_test (test_equals_leave_by_sequence),
    cmocka_unit_test (test_order_is_given_its_data),
    cmocka_unit_test (test_first_is_the_least_whatever_left),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
