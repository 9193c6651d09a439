/* pod-heap.h - queue entries in order, the first at hand
 *
 * A binary heap that lets any entry leave: entries know their position.  Which
 * pod is where is not its business: the scheduling queue has one index by
 * namespace and name over all its heaps, so that a pod cannot be in two.
 *
 * An entry is in one heap at most.  What its order depends on must not change
 * while it is there.
 */
#pragma once

#include "queue/queue-entry.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *entries; /* owned array of borrowed FitQueueEntry */
  FitQueueLess less;
  gpointer data; /* borrowed, for @less */
} FitPodHeap;

void fit_pod_heap_init (FitPodHeap *heap, FitQueueLess less, gpointer data);
void fit_pod_heap_clear (FitPodHeap *heap);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPodHeap, fit_pod_heap_clear)

/* fit_pod_heap_push: @entry is in no heap */
void fit_pod_heap_push (FitPodHeap *heap, FitQueueEntry *entry);

/* fit_pod_heap_remove: @entry is in @heap */
void fit_pod_heap_remove (FitPodHeap *heap, FitQueueEntry *entry);

/* fit_pod_heap_sorted: Returns: (transfer container): all, the first first */
GPtrArray *fit_pod_heap_sorted (const FitPodHeap *heap);

static inline guint
fit_pod_heap_size (const FitPodHeap *heap)
{
  return heap->entries->len;
}

/* fit_pod_heap_first: Returns: (transfer none) (nullable) */
static inline FitQueueEntry *
fit_pod_heap_first (const FitPodHeap *heap)
{
  return heap->entries->len > 0 ? heap->entries->pdata[0] : NULL;
}

G_END_DECLS
