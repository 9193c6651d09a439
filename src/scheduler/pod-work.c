/* pod-work.c - the work that has begun and not ended, by pod and by deadline
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/pod-work.h"

#include "api/texts.h"

struct _FitPodWorks
{
  GHashTable *by_name; /* owned: "NAMESPACE/NAME" -> GQueue of FitPodWork, never
                          empty */
  GSequence *alarms;   /* owned; of FitPodWork, ordered by alarm */
  guint64 next_sequence;
};

static void
works_free (gpointer data)
{
  GQueue *named = data;
  FitPodWork *work;

  while ((work = g_queue_pop_head (named)) != NULL)
    work->kind->free (work);
  g_queue_free (named);
}

FitPodWorks *
fit_pod_works_new (void)
{
  FitPodWorks *all = g_new0 (FitPodWorks, 1);

  all->by_name
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, works_free);
  all->alarms = g_sequence_new (NULL);
  return all;
}

void
fit_pod_works_free (FitPodWorks *all)
{
  if (all == NULL)
    return;
  g_hash_table_unref (all->by_name);
  g_sequence_free (all->alarms);
  g_free (all);
}

void
fit_pod_works_add (FitPodWorks *all, FitPodWork *work)
{
  g_autofree char *name = fit_pod_full_name (work->task.pod);
  GQueue *named = g_hash_table_lookup (all->by_name, name);

  if (named == NULL)
    {
      named = g_queue_new ();
      g_hash_table_insert (all->by_name, g_steal_pointer (&name), named);
    }
  g_queue_push_tail (named, work);
}

static void
alarm_off (FitPodWork *work)
{
  if (work->alarm != NULL)
    g_sequence_remove (g_steal_pointer (&work->alarm));
}

void
fit_pod_works_steal (FitPodWorks *all, FitPodWork *work)
{
  g_autofree char *name = fit_pod_full_name (work->task.pod);
  GQueue *named = g_hash_table_lookup (all->by_name, name);

  alarm_off (work);
  g_queue_remove (named, work);
  if (g_queue_is_empty (named))
    g_hash_table_remove (all->by_name, name);
}

const GQueue *
fit_pod_works_named (const FitPodWorks *all, const FitPod *pod)
{
  g_autofree char *name = fit_pod_full_name (pod);

  return g_hash_table_lookup (all->by_name, name);
}

/* -- alarms ---------------------------------------------------------------- */

static gint
compare_alarms (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitPodWork *x = a, *y = b;

  if (x->alarm_ns != y->alarm_ns)
    return x->alarm_ns < y->alarm_ns ? -1 : 1;
  return x->alarm_sequence < y->alarm_sequence ? -1 : 1;
}

void
fit_pod_works_wake_at (FitPodWorks *all, FitPodWork *work, gint64 when_ns)
{
  work->alarm_ns = when_ns;
  work->alarm_sequence = all->next_sequence++;
  work->alarm
      = g_sequence_insert_sorted (all->alarms, work, compare_alarms, NULL);
}

static FitPodWork *
first_alarm (const FitPodWorks *all)
{
  GSequenceIter *first = g_sequence_get_begin_iter (all->alarms);

  return g_sequence_iter_is_end (first) ? NULL : g_sequence_get (first);
}

gint64
fit_pod_works_next_alarm (const FitPodWorks *all)
{
  const FitPodWork *first = first_alarm (all);

  return first != NULL ? first->alarm_ns : G_MAXINT64;
}

FitPodWork *
fit_pod_works_take_due (FitPodWorks *all, gint64 now_ns)
{
  FitPodWork *first = first_alarm (all);

  if (first == NULL || first->alarm_ns > now_ns)
    return NULL;
  alarm_off (first);
  return first;
}
