/* waiting-pods.c - pods that a Permit plugin holds back
 *
 * An entry stays in `entries` from the beginning of its wait until it is taken
 * out, and is besides in one of two orders: `timers` as long as nobody has
 * spoken, then `signalled`.  `by_uid` has what can be found: v1.16 knows one
 * pod per UID, and forgets about that UID when any wait of it ends.
 */
#include "framework/waiting-pods.h"

#include "api/syntax.h"
#include "base/duration.h"

struct _FitWaitingPod
{
  FitWaitingPods *owner; /* borrowed */
  const FitPod *pod;     /* owned reference */
  gint64 timeout_ns;
  gint64 deadline_ns;
  guint64 number;       /* orders those of the same deadline */
  GList *entry;         /* in entries */
  GSequenceIter *timer; /* (nullable) in timers: nobody has spoken */
  char *rejection;      /* (nullable) owned: why, when it was rejected */
};

struct _FitWaitingPods
{
  GQueue entries;     /* of FitWaitingPod, owned, in order of arrival */
  GSequence *timers;  /* owned, by deadline and arrival */
  GQueue signalled;   /* borrowed from entries, in order of their signals */
  GHashTable *by_uid; /* owned: UID, borrowed from the pod -> FitWaitingPod */
  guint64 arrivals;
};

FitWaitingPods *
fit_waiting_pods_new (void)
{
  FitWaitingPods *waiting = g_new0 (FitWaitingPods, 1);

  g_queue_init (&waiting->entries);
  g_queue_init (&waiting->signalled);
  waiting->timers = g_sequence_new (NULL);
  waiting->by_uid = g_hash_table_new (g_str_hash, g_str_equal);
  return waiting;
}

static void
waiting_pod_free (gpointer data)
{
  FitWaitingPod *waiting = data;

  fit_pod_unref (waiting->pod);
  g_free (waiting->rejection);
  g_free (waiting);
}

void
fit_waiting_pods_free (FitWaitingPods *waiting)
{
  if (waiting == NULL)
    return;
  g_hash_table_unref (waiting->by_uid);
  g_sequence_free (waiting->timers);
  g_queue_clear (&waiting->signalled);
  g_queue_clear_full (&waiting->entries, waiting_pod_free);
  g_free (waiting);
}

static gint
compare_deadlines (gconstpointer a, gconstpointer b, gpointer unused)
{
  const FitWaitingPod *first = a, *second = b;

  if (first->deadline_ns != second->deadline_ns)
    return first->deadline_ns < second->deadline_ns ? -1 : 1;
  return first->number < second->number ? -1 : 1;
}

void
fit_waiting_pods_add (FitWaitingPods *waiting, const FitPod *pod,
                      gint64 timeout_ns, gint64 now_ns)
{
  FitWaitingPod *added = g_new0 (FitWaitingPod, 1);

  added->owner = waiting;
  added->pod = fit_pod_ref (pod);
  added->timeout_ns = timeout_ns;
  if (__builtin_add_overflow (now_ns, MAX (timeout_ns, 0), &added->deadline_ns))
    added->deadline_ns = G_MAXINT64;
  added->number = waiting->arrivals++;
  g_queue_push_tail (&waiting->entries, added);
  added->entry = waiting->entries.tail;
  added->timer = g_sequence_insert_sorted (waiting->timers, added,
                                           compare_deadlines, NULL);
  g_hash_table_replace (waiting->by_uid, pod->meta.uid, added);
}

FitWaitingPod *
fit_waiting_pods_get (FitWaitingPods *waiting, const char *uid)
{
  FitWaitingPod *found = g_hash_table_lookup (waiting->by_uid, uid);

  return found != NULL && found->timer != NULL ? found : NULL;
}

void
fit_waiting_pods_each (FitWaitingPods *waiting, FitWaitingPodFunc func,
                       gpointer data)
{
  for (GList *link = waiting->entries.head; link != NULL; link = link->next)
    {
      FitWaitingPod *pod = link->data;

      if (fit_waiting_pods_get (waiting, pod->pod->meta.uid) == pod)
        func (pod, data);
    }
}

const FitPod *
fit_waiting_pod_pod (const FitWaitingPod *waiting)
{
  return waiting->pod;
}

/* The first to speak about a pod ends its wait. */
static gboolean
signal_pod (FitWaitingPod *waiting)
{
  if (waiting->timer == NULL)
    return FALSE;
  g_sequence_remove (waiting->timer);
  waiting->timer = NULL;
  g_queue_push_tail (&waiting->owner->signalled, waiting);
  return TRUE;
}

gboolean
fit_waiting_pod_allow (FitWaitingPod *waiting)
{
  return signal_pod (waiting);
}

gboolean
fit_waiting_pod_reject (FitWaitingPod *waiting, const char *message)
{
  if (!signal_pod (waiting))
    return FALSE;
  waiting->rejection = g_strdup (message);
  return TRUE;
}

gint64
fit_waiting_pods_next_deadline (const FitWaitingPods *waiting)
{
  if (waiting->signalled.length > 0)
    return G_MININT64;
  if (g_sequence_is_empty (waiting->timers))
    return G_MAXINT64;
  return ((FitWaitingPod *) g_sequence_get (
              g_sequence_get_begin_iter (waiting->timers)))
      ->deadline_ns;
}

/* Returns: (transfer none) (nullable): the first whose time is over; it has no
 * timer any more */
static FitWaitingPod *
pop_overdue (FitWaitingPods *waiting, gint64 now_ns)
{
  FitWaitingPod *first;

  if (fit_waiting_pods_next_deadline (waiting) > now_ns
      || g_sequence_is_empty (waiting->timers))
    return NULL;
  first = g_sequence_get (g_sequence_get_begin_iter (waiting->timers));
  g_sequence_remove (first->timer);
  first->timer = NULL;
  return first;
}

static FitStatus
timeout_status (const FitWaitingPod *waiting)
{
  g_autofree char *name = fit_quote (waiting->pod->meta.name);
  g_autofree char *timeout = fit_duration_text (waiting->timeout_ns);

  return fit_status (
      FIT_STATUS_UNSCHEDULABLE,
      "pod %s rejected due to timeout after waiting %s at permit", name,
      timeout);
}

static FitStatus
signal_status (const FitWaitingPod *waiting)
{
  if (waiting->rejection == NULL)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  return fit_status (FIT_STATUS_UNSCHEDULABLE,
                     "rejected while waiting at permit: %s",
                     waiting->rejection);
}

FitPod *
fit_waiting_pods_take_decided (FitWaitingPods *waiting, gint64 now_ns,
                               FitStatus *out_status)
{
  FitWaitingPod *decided = g_queue_pop_head (&waiting->signalled);
  FitPod *pod;

  if (decided != NULL)
    *out_status = signal_status (decided);
  else
    {
      decided = pop_overdue (waiting, now_ns);
      if (decided == NULL)
        return NULL;
      *out_status = timeout_status (decided);
    }
  pod = fit_pod_ref (decided->pod);
  g_hash_table_remove (waiting->by_uid, pod->meta.uid);
  g_queue_delete_link (&waiting->entries, decided->entry);
  waiting_pod_free (decided);
  return pod;
}
