/* pod-heap.c - a binary heap of queue entries that knows where each entry is */
#include "queue/pod-heap.h"

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
before (const FitPodHeap *heap, const FitQueueEntry *a, const FitQueueEntry *b)
{
  if (heap->less (a, b, heap->data))
    return TRUE;
  return !heap->less (b, a, heap->data) && a->sequence < b->sequence;
}

static FitQueueEntry *
entry_at (const FitPodHeap *heap, guint position)
{
  return heap->entries->pdata[position];
}

static void
put (FitPodHeap *heap, guint position, FitQueueEntry *entry)
{
  heap->entries->pdata[position] = entry;
  entry->position = position;
}

static void
sift_up (FitPodHeap *heap, FitQueueEntry *entry, guint position)
{
  while (position > 0)
    {
      guint parent = (position - 1) / 2;

      if (!before (heap, entry, entry_at (heap, parent)))
        break;
      put (heap, position, entry_at (heap, parent));
      position = parent;
    }
  put (heap, position, entry);
}

static void
sift_down (FitPodHeap *heap, FitQueueEntry *entry, guint position)
{
  guint n = heap->entries->len;

  for (guint child; (child = 2 * position + 1) < n; position = child)
    {
      if (child + 1 < n
          && before (heap, entry_at (heap, child + 1), entry_at (heap, child)))
        child++;
      if (!before (heap, entry_at (heap, child), entry))
        break;
      put (heap, position, entry_at (heap, child));
    }
  put (heap, position, entry);
}

void
fit_pod_heap_push (FitPodHeap *heap, FitQueueEntry *entry)
{
  g_ptr_array_add (heap->entries, entry);
  sift_up (heap, entry, heap->entries->len - 1);
}

void
fit_pod_heap_remove (FitPodHeap *heap, FitQueueEntry *entry)
{
  guint position = entry->position;
  FitQueueEntry *last
      = g_ptr_array_steal_index (heap->entries, heap->entries->len - 1);

  if (last == entry)
    return;
  /* The hole may be in a different branch from the last entry, so @last may
   * have to move up or down. */
  sift_down (heap, last, position);
  sift_up (heap, last, last->position);
}

static gint
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitQueueEntry *const *x = a, *const *y = b;

  return before (data, *x, *y) ? -1 : before (data, *y, *x);
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
