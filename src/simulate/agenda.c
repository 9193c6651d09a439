/* agenda.c - a binary heap of upcoming events
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/agenda.h"

#include "base/heap.h"

struct _FitAgenda
{
  GPtrArray *heap; /* of FitComing, owned */
  guint64 sequence;
};

void
fit_coming_free (FitComing *coming)
{
  if (coming == NULL)
    return;
  if (coming->type == FIT_COMING_EVENT)
    {
      fit_object_unref ((gpointer) coming->old_object);
      fit_object_unref ((gpointer) coming->new_object);
    }
  g_clear_error (&coming->problem);
  g_free (coming);
}

FitAgenda *
fit_agenda_new (void)
{
  FitAgenda *agenda = g_new0 (FitAgenda, 1);

  agenda->heap = g_ptr_array_new ();
  return agenda;
}

void
fit_agenda_free (FitAgenda *agenda)
{
  if (agenda == NULL)
    return;
  for (guint i = 0; i < agenda->heap->len; i++)
    fit_coming_free (agenda->heap->pdata[i]);
  g_ptr_array_unref (agenda->heap);
  g_free (agenda);
}

static gboolean
before (gconstpointer one, gconstpointer other, gconstpointer data)
{
  const FitComing *a = one, *b = other;

  if (a->time_ns != b->time_ns)
    return a->time_ns < b->time_ns;
  return a->sequence < b->sequence;
}

#define POSITION G_STRUCT_OFFSET (FitComing, position)

FitComing *
fit_agenda_put (FitAgenda *agenda, const FitComing *coming)
{
  FitComing *entry = g_new (FitComing, 1);

  *entry = *coming;
  entry->sequence = ++agenda->sequence;
  fit_heap_push (agenda->heap, entry, POSITION, before, NULL);
  return entry;
}

gint64
fit_agenda_next (const FitAgenda *agenda)
{
  if (agenda->heap->len == 0)
    return G_MAXINT64;
  return ((const FitComing *) agenda->heap->pdata[0])->time_ns;
}

FitComing *
fit_agenda_take (FitAgenda *agenda, gint64 now_ns)
{
  FitComing *first;

  if (fit_agenda_next (agenda) > now_ns || agenda->heap->len == 0)
    return NULL;
  first = agenda->heap->pdata[0];
  fit_heap_remove (agenda->heap, first, POSITION, before, NULL);
  return first;
}

void
fit_agenda_cancel (FitAgenda *agenda, FitComing *coming)
{
  fit_heap_remove (agenda->heap, coming, POSITION, before, NULL);
  fit_coming_free (coming);
}

guint
fit_agenda_count (const FitAgenda *agenda)
{
  return agenda->heap->len;
}
