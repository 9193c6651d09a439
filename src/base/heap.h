/* heap.h - a binary heap from which any entry can be removed
 *
 * A GPtrArray of entries, each of which stores its position in it.  @position
 * is the offset of that guint in an entry.  The functions are inline, so that
 * comparing two entries costs no more than @before does.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Does @a come before @b?  It has to be a total order. */
typedef gboolean (*FitHeapBefore) (gconstpointer a, gconstpointer b,
                                   gconstpointer data);

static inline guint *
fit_heap_position (gpointer entry, gsize position)
{
  return (guint *) G_STRUCT_MEMBER_P (entry, position);
}

static inline void
fit_heap_set (GPtrArray *heap, guint place, gpointer entry, gsize position)
{
  heap->pdata[place] = entry;
  *fit_heap_position (entry, position) = place;
}

/* fit_heap_sift_up: moves the gap at @place up, and puts @entry into it */
static inline void
fit_heap_sift_up (GPtrArray *heap, guint place, gpointer entry, gsize position,
                  FitHeapBefore before, gconstpointer data)
{
  for (guint parent; place > 0; place = parent)
    {
      parent = (place - 1) / 2;
      if (!before (entry, heap->pdata[parent], data))
        break;
      fit_heap_set (heap, place, heap->pdata[parent], position);
    }
  fit_heap_set (heap, place, entry, position);
}

/* fit_heap_push: adds @entry, which must not be in any heap */
static inline void
fit_heap_push (GPtrArray *heap, gpointer entry, gsize position,
               FitHeapBefore before, gconstpointer data)
{
  g_ptr_array_add (heap, entry);
  fit_heap_sift_up (heap, heap->len - 1, entry, position, before, data);
}

/* fit_heap_remove: removes @entry, which must be in @heap.  The last entry fills
 * the gap, which may be in another branch: so it may have to move up. */
static inline void
fit_heap_remove (GPtrArray *heap, gpointer entry, gsize position,
                 FitHeapBefore before, gconstpointer data)
{
  guint place = *fit_heap_position (entry, position);
  gpointer last = g_ptr_array_steal_index (heap, heap->len - 1);

  if (last == entry)
    return;
  if (before (last, entry, data))
    {
      fit_heap_sift_up (heap, place, last, position, before, data);
      return;
    }
  for (guint child; (child = 2 * place + 1) < heap->len; place = child)
    {
      if (child + 1 < heap->len
          && before (heap->pdata[child + 1], heap->pdata[child], data))
        child++;
      if (!before (heap->pdata[child], last, data))
        break;
      fit_heap_set (heap, place, heap->pdata[child], position);
    }
  fit_heap_set (heap, place, last, position);
}
