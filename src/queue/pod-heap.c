/* pod-heap.c - a binary heap of queue entries
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/pod-heap.h"

#include "base/heap.h"

void
fit_pod_heap_init (FitPodHeap *heap, FitQueueLess less, gpointer data)
{
  *heap = (FitPodHeap){
    .entries = g_ptr_array_new (),
    .less = less,
    .data = data,
  };
}

void
fit_pod_heap_clear (FitPodHeap *heap)
{
  g_clear_pointer (&heap->entries, g_ptr_array_unref);
}

/* A total order, because sequence numbers differ.  So the order of pops does
 * not depend on which other entries came and went. */
static gboolean
before (gconstpointer one, gconstpointer other, gconstpointer data)
{
  const FitQueueEntry *a = one, *b = other;
  const FitPodHeap *heap = data;

  if (heap->less (a, b, heap->data))
    return TRUE;
  return !heap->less (b, a, heap->data) && a->sequence < b->sequence;
}

#define POSITION G_STRUCT_OFFSET (FitQueueEntry, position)

void
fit_pod_heap_push (FitPodHeap *heap, FitQueueEntry *entry)
{
  fit_heap_push (heap->entries, entry, POSITION, before, heap);
}

void
fit_pod_heap_remove (FitPodHeap *heap, FitQueueEntry *entry)
{
  fit_heap_remove (heap->entries, entry, POSITION, before, heap);
}

static gint
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitQueueEntry *const *x = a, *const *y = b;

  return before (*x, *y, data) ? -1 : before (*y, *x, data);
}

GPtrArray *
fit_pod_heap_sorted (const FitPodHeap *heap)
{
  GPtrArray *sorted = g_ptr_array_sized_new (heap->entries->len);

  for (guint i = 0; i < heap->entries->len; i++)
    g_ptr_array_add (sorted, heap->entries->pdata[i]);
  g_ptr_array_sort_with_data (sorted, compare, (gpointer) heap);
  return sorted;
}
