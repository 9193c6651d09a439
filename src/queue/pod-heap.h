/* pod-heap.h - a priority queue of queue entries
 *
 * A binary heap from which any entry can be removed: each entry stores its
 * position.  The heap does not know which pods it holds.  The scheduling queue
 * has one index by namespace and name over all its heaps, so a pod cannot be in
 * two of them.
 *
 * An entry is in at most one heap.  The fields that determine its order must
 * not change while it is there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/queue-entry.h"

typedef struct
{
  GPtrArray *entries; /* owned array of borrowed FitQueueEntry */
  FitQueueLess less;
  gpointer data; /* borrowed, for @less */
} FitPodHeap;

void fit_pod_heap_init (FitPodHeap *heap, FitQueueLess less, gpointer data);
void fit_pod_heap_clear (FitPodHeap *heap);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPodHeap, fit_pod_heap_clear)

/* fit_pod_heap_push: adds @entry, which must not be in any heap */
void fit_pod_heap_push (FitPodHeap *heap, FitQueueEntry *entry);

/* fit_pod_heap_remove: removes @entry, which must be in @heap */
void fit_pod_heap_remove (FitPodHeap *heap, FitQueueEntry *entry);

/* fit_pod_heap_sorted: Returns: (transfer container): all entries in order */
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
