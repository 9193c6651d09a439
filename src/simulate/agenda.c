/* agenda.c - a binary heap whose entries know their positions */
#include "simulate/agenda.h"

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
before (const FitComing *a, const FitComing *b)
{
  if (a->time_ns != b->time_ns)
    return a->time_ns < b->time_ns;
  return a->sequence < b->sequence;
}

static void
set (FitAgenda *agenda, guint position, FitComing *coming)
{
  agenda->heap->pdata[position] = coming;
  coming->position = position;
}

/* Moves the gap at @position up and puts @coming into its place. */
static void
sift_up (FitAgenda *agenda, guint position, FitComing *coming)
{
  while (position > 0)
    {
      guint above = (position - 1) / 2;
      FitComing *other = agenda->heap->pdata[above];

      if (!before (coming, other))
        break;
      set (agenda, position, other);
      position = above;
    }
  set (agenda, position, coming);
}

/* The same, moving down. */
static void
sift_down (FitAgenda *agenda, guint position, FitComing *coming)
{
  const guint n = agenda->heap->len;

  for (;;)
    {
      guint below = 2 * position + 1;

      if (below >= n)
        break;
      if (below + 1 < n
          && before (agenda->heap->pdata[below + 1],
                     agenda->heap->pdata[below]))
        below++;
      if (!before (agenda->heap->pdata[below], coming))
        break;
      set (agenda, position, agenda->heap->pdata[below]);
      position = below;
    }
  set (agenda, position, coming);
}

FitComing *
fit_agenda_put (FitAgenda *agenda, const FitComing *coming)
{
  FitComing *entry = g_new (FitComing, 1);

  *entry = *coming;
  entry->sequence = ++agenda->sequence;
  g_ptr_array_add (agenda->heap, entry);
  sift_up (agenda, agenda->heap->len - 1, entry);
  return entry;
}

gint64
fit_agenda_next (const FitAgenda *agenda)
{
  if (agenda->heap->len == 0)
    return G_MAXINT64;
  return ((const FitComing *) agenda->heap->pdata[0])->time_ns;
}

/* Moves the last entry into the gap that @coming leaves. */
static void
take_out (FitAgenda *agenda, const FitComing *coming)
{
  guint gap = coming->position;
  FitComing *last
      = g_ptr_array_steal_index (agenda->heap, agenda->heap->len - 1);

  if (last == coming)
    return;
  if (before (last, coming))
    sift_up (agenda, gap, last);
  else
    sift_down (agenda, gap, last);
}

FitComing *
fit_agenda_take (FitAgenda *agenda, gint64 now_ns)
{
  FitComing *first;

  if (fit_agenda_next (agenda) > now_ns || agenda->heap->len == 0)
    return NULL;
  first = agenda->heap->pdata[0];
  take_out (agenda, first);
  return first;
}

void
fit_agenda_cancel (FitAgenda *agenda, FitComing *coming)
{
  take_out (agenda, coming);
  fit_coming_free (coming);
}

guint
fit_agenda_count (const FitAgenda *agenda)
{
  return agenda->heap->len;
}
