/* waiting-pods.c - pods that a Permit plugin holds back
 *
 * An entry stays in `entries` from the start of its wait until it is taken out.
 * It is also in `timers` until there is a signal, then in `signalled`. `by_uid`
 * has the entries that can be found: v1.16 knows one pod per UID, and forgets
 * the UID when any wait of it ends.
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/waiting-pods.h"

#include "formats/duration.h"
#include "framework/framework-rules.h"

#include <string.h>

struct _FitWaitingPod
{
  FitWaitingPods *owner; /* borrowed */
  const FitPod *pod;     /* owned reference */
  GArray *waits;         /* owned, of FitPermitWait: the plugins that hold it
                            back */
  gint64 since_ns;       /* when its wait began */
  gint64 deadline_ns;    /* the first timeout of @waits */
  guint64 number;        /* breaks ties of equal deadlines */
  GList *entry;          /* in entries */
  GSequenceIter *timer;  /* (nullable) in timers: no signal yet */
  char *rejection;       /* (nullable) owned: why it was rejected */
  const char *plugin;    /* (nullable) borrowed: the plugin that did */
};

struct _FitWaitingPods
{
  FitFrameworkRules rules;
  GQueue entries;     /* of FitWaitingPod, owned, in order of arrival */
  GSequence *timers;  /* owned, by deadline and arrival */
  GQueue signalled;   /* borrowed from entries, in order of their signals */
  GHashTable *by_uid; /* owned: UID, borrowed from the pod -> FitWaitingPod */
  guint64 arrivals;
};

FitWaitingPods *
fit_waiting_pods_new (void)
{
  return fit_waiting_pods_new_of (FIT_RELEASE_LEGACY);
}

FitWaitingPods *
fit_waiting_pods_new_of (FitRelease release)
{
  FitWaitingPods *waiting = g_new0 (FitWaitingPods, 1);

  fit_framework_rules_init (&waiting->rules, release);
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
  g_array_unref (waiting->waits);
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

/* Returns: the wait with the first timeout */
static const FitPermitWait *
shortest (const FitWaitingPod *waiting)
{
  const FitPermitWait *found = NULL;

  for (guint i = 0; i < waiting->waits->len; i++)
    {
      const FitPermitWait *wait
          = &g_array_index (waiting->waits, FitPermitWait, i);

      if (found == NULL || wait->timeout_ns < found->timeout_ns)
        found = wait;
    }
  return found;
}

static void
set_timer (FitWaitingPod *waiting)
{
  const gint64 timeout_ns = shortest (waiting)->timeout_ns;

  if (__builtin_add_overflow (waiting->since_ns, MAX (timeout_ns, 0),
                              &waiting->deadline_ns))
    waiting->deadline_ns = G_MAXINT64;
  waiting->timer = g_sequence_insert_sorted (waiting->owner->timers, waiting,
                                             compare_deadlines, NULL);
}

void
fit_waiting_pods_add_waits (FitWaitingPods *waiting, const FitPod *pod, guint n,
                            const FitPermitWait *waits, gint64 now_ns)
{
  FitWaitingPod *added = g_new0 (FitWaitingPod, 1);

  added->owner = waiting;
  added->pod = fit_pod_ref (pod);
  added->waits = g_array_sized_new (FALSE, FALSE, sizeof (FitPermitWait), n);
  g_array_append_vals (added->waits, waits, n);
  added->since_ns = now_ns;
  added->number = waiting->arrivals++;
  g_queue_push_tail (&waiting->entries, added);
  added->entry = waiting->entries.tail;
  set_timer (added);
  g_hash_table_replace (waiting->by_uid, pod->meta.uid, added);
}

void
fit_waiting_pods_add (FitWaitingPods *waiting, const FitPod *pod,
                      gint64 timeout_ns, gint64 now_ns)
{
  const FitPermitWait wait = { "", timeout_ns };

  fit_waiting_pods_add_waits (waiting, pod, 1, &wait, now_ns);
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

/* The first signal ends the wait. */
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

/* Returns: (nullable): the wait that @plugin asked for, its index in
 * @out_index */
static const FitPermitWait *
find_wait (const FitWaitingPod *waiting, const char *plugin, guint *out_index)
{
  for (guint i = 0; i < waiting->waits->len; i++)
    {
      const FitPermitWait *wait
          = &g_array_index (waiting->waits, FitPermitWait, i);

      *out_index = i;
      if (strcmp (wait->plugin, plugin) == 0)
        return wait;
    }
  return NULL;
}

gboolean
fit_waiting_pod_pending (const FitWaitingPod *waiting, const char *plugin)
{
  guint index;

  return waiting->timer != NULL && find_wait (waiting, plugin, &index) != NULL;
}

gboolean
fit_waiting_pod_allow_plugin (FitWaitingPod *waiting, const char *plugin)
{
  guint index;

  if (!waiting->owner->rules.behaviour.permit_is_split)
    return signal_pod (waiting);
  if (waiting->timer == NULL || find_wait (waiting, plugin, &index) == NULL)
    return FALSE;
  if (waiting->waits->len == 1)
    return signal_pod (waiting);
  g_array_remove_index (waiting->waits, index);
  g_sequence_remove (waiting->timer);
  set_timer (waiting);
  return FALSE;
}

gboolean
fit_waiting_pod_reject_by (FitWaitingPod *waiting, const char *plugin,
                           const char *message)
{
  if (!signal_pod (waiting))
    return FALSE;
  waiting->rejection = g_strdup (message);
  waiting->plugin = plugin;
  return TRUE;
}

gboolean
fit_waiting_pod_reject (FitWaitingPod *waiting, const char *message)
{
  return fit_waiting_pod_reject_by (waiting, NULL, message);
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

/* The status of a pod that was rejected or timed out. */
static FitStatus
rejection (const FitWaitingPod *waiting, guint topic, const char *plugin,
           const char *message)
{
  const FitTextWords words
      = { .plugin = plugin, .pod = waiting->pod, .message = message };

  return (FitStatus){
    .code = FIT_STATUS_UNSCHEDULABLE,
    .message
    = fit_text_fill (waiting->owner->rules.texts[topic].rejected, &words),
    .plugin = plugin,
  };
}

FitPod *
fit_waiting_pods_take_decided (FitWaitingPods *waiting, gint64 now_ns,
                               FitStatus *out_status)
{
  FitWaitingPod *decided = g_queue_pop_head (&waiting->signalled);
  FitPod *pod;

  if (decided != NULL)
    *out_status = decided->rejection == NULL
                      ? (FitStatus){ .code = FIT_STATUS_SUCCESS }
                      : rejection (decided, FIT_TEXT_WAIT, decided->plugin,
                                   decided->rejection);
  else
    {
      FitWaitingPod *first;
      const FitPermitWait *over;
      g_autofree char *timeout = NULL;

      if (fit_waiting_pods_next_deadline (waiting) > now_ns
          || g_sequence_is_empty (waiting->timers))
        decided = NULL;
      else
        {
          first = g_sequence_get (g_sequence_get_begin_iter (waiting->timers));
          g_sequence_remove (first->timer);
          first->timer = NULL;
          decided = first;
        }
      if (decided == NULL)
        return NULL;
      over = shortest (decided);
      timeout = fit_duration_text (over->timeout_ns);
      *out_status
          = rejection (decided, FIT_TEXT_WAIT_TIMEOUT, over->plugin, timeout);
    }
  pod = fit_pod_ref (decided->pod);
  g_hash_table_remove (waiting->by_uid, pod->meta.uid);
  g_queue_delete_link (&waiting->entries, decided->entry);
  waiting_pod_free (decided);
  return pod;
}
