#include "queue/scheduling-queue.h"

#include "base/error.h"
#include "queue/backoff.h"
#include "queue/pod-heap.h"

/* What a timer does at a tick, and the first time at which that would move a
 * pod, as things stand. */
typedef struct
{
  gint64 period_ns;
  void (*flush) (FitSchedulingQueue *queue, gint64 now_ns);
  gint64 (*due) (const FitSchedulingQueue *queue);
} Timer;

enum
{
  TIMER_BACKOFF,
  TIMER_LEFTOVER,
  N_TIMERS,
};

struct _FitSchedulingQueue
{
  FitNominatedPods *nominated; /* borrowed */
  GHashTable *entries; /* key, borrowed from the entry -> owned FitQueueEntry */
  FitPodHeap heaps[FIT_QUEUE_LAST]; /* of entries; the one of NONE is unused */
  GQueue want_neighbours; /* entries of unschedulableQ with required affinity */
  FitBackoff *backoff;    /* owned */
  guint64 next_sequence;
  gint64 scheduling_cycle;
  gint64 move_request_cycle;
  gboolean closed;
  gint64 start_ns;
  gint64 next_tick_ns[N_TIMERS]; /* the first not run yet */
  FitQueueObserver observer;     /* (nullable) */
  gpointer observer_data;        /* borrowed */
};

const char *
fit_queue_name (FitQueueName name)
{
  static const char *const names[] = {
    [FIT_QUEUE_NONE] = "none",
    [FIT_QUEUE_ACTIVE] = "activeQ",
    [FIT_QUEUE_BACKOFF] = "podBackoffQ",
    [FIT_QUEUE_UNSCHEDULABLE] = "unschedulableQ",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_LAST);

  return names[name];
}

const char *
fit_queue_event_name (FitQueueEvent event)
{
  static const char *const names[] = {
    [FIT_QUEUE_EVENT_ADD] = "Add",
    [FIT_QUEUE_EVENT_ADD_IF_NOT_PRESENT] = "AddIfNotPresent",
    [FIT_QUEUE_EVENT_POP] = "Pop",
    [FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE] = "AddUnschedulableIfNotPresent",
    [FIT_QUEUE_EVENT_UPDATE] = "Update",
    [FIT_QUEUE_EVENT_DELETE] = "Delete",
    [FIT_QUEUE_EVENT_MOVE_ALL] = "MoveAllToActiveQueue",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED] = "AssignedPodAdded",
    [FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED] = "AssignedPodUpdated",
    [FIT_QUEUE_EVENT_BACKOFF_COMPLETE] = "BackoffComplete",
    [FIT_QUEUE_EVENT_BACKOFF_UNKNOWN] = "BackoffUnknown",
    [FIT_QUEUE_EVENT_LEFTOVER] = "UnschedulableTimeout",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_QUEUE_EVENT_LAST);

  return names[event];
}

/* -- the orders of the queues ---------------------------------------------- */

static gboolean
more_important (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  gint32 x = a->pod->spec->priority, y = b->pod->spec->priority;

  return x > y || (x == y && a->timestamp_ns < b->timestamp_ns);
}

static gboolean
ready_earlier (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return a->backoff_until_ns < b->backoff_until_ns;
}

static gboolean
made_earlier (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return a->timestamp_ns < b->timestamp_ns;
}

/* -- entries --------------------------------------------------------------- */

static char *
key_of (const FitPod *pod)
{
  const FitObjectMeta *meta = &pod->meta;

  return *meta->namespace_
             ? g_strconcat (meta->namespace_, "/", meta->name, NULL)
             : g_strdup (meta->name);
}

static FitQueueEntry *
entry_new (const FitPod *pod)
{
  FitQueueEntry *entry = g_new0 (FitQueueEntry, 1);

  entry->pod = fit_pod_ref (pod);
  entry->key = key_of (pod);
  entry->affinity_link.data = entry;
  return entry;
}

static void
entry_free (gpointer data)
{
  FitQueueEntry *entry = data;

  fit_pod_unref (entry->pod);
  g_free (entry->key);
  g_free (entry);
}

static FitQueueEntry *
find (const FitSchedulingQueue *queue, const FitPod *pod)
{
  g_autofree char *key = key_of (pod);

  return g_hash_table_lookup (queue->entries, key);
}

static gboolean
wants_neighbours (const FitQueueEntry *entry)
{
  return entry->queue == FIT_QUEUE_UNSCHEDULABLE
         && entry->pod->spec->affinity.n_required > 0;
}

static void
take_out (FitSchedulingQueue *queue, FitQueueEntry *entry)
{
  if (wants_neighbours (entry))
    g_queue_unlink (&queue->want_neighbours, &entry->affinity_link);
  fit_pod_heap_remove (&queue->heaps[entry->queue], entry);
  entry->queue = FIT_QUEUE_NONE;
}

static void
put_in (FitSchedulingQueue *queue, FitQueueEntry *entry, FitQueueName name)
{
  entry->queue = name;
  /* A record cannot change while its pod is in podBackoffQ, only be dropped,
   * and that is long after its end: so the order may rest on a copy. */
  if (name == FIT_QUEUE_BACKOFF)
    entry->backoff_until_ns = fit_backoff_until (queue->backoff, entry->key);
  fit_pod_heap_push (&queue->heaps[name], entry);
  if (wants_neighbours (entry))
    g_queue_push_tail_link (&queue->want_neighbours, &entry->affinity_link);
}

static void
report (const FitSchedulingQueue *queue, const FitQueueEntry *entry,
        FitQueueName from, FitQueueEvent event)
{
  if (queue->observer != NULL && from != entry->queue)
    queue->observer (entry->pod, from, entry->queue, event,
                     queue->observer_data);
}

static void
move (FitSchedulingQueue *queue, FitQueueEntry *entry, FitQueueName to,
      FitQueueEvent event)
{
  FitQueueName from = entry->queue;

  take_out (queue, entry);
  put_in (queue, entry, to);
  report (queue, entry, from, event);
}

/* The same entry goes on with another object. */
static void
move_as (FitSchedulingQueue *queue, FitQueueEntry *entry, const FitPod *pod,
         FitQueueName to, FitQueueEvent event)
{
  FitQueueName from = entry->queue;
  const FitPod *last = entry->pod;

  take_out (queue, entry);
  entry->pod = fit_pod_ref (pod);
  fit_pod_unref (last);
  put_in (queue, entry, to);
  report (queue, entry, from, event);
}

/* Makes an entry, in place of the one that is there. */
static void
enter (FitSchedulingQueue *queue, const FitPod *pod, FitQueueName to,
       FitQueueEvent event, gint64 now_ns)
{
  FitQueueEntry *last = find (queue, pod), *entry = entry_new (pod);
  FitQueueName from = FIT_QUEUE_NONE;

  entry->timestamp_ns = now_ns;
  entry->sequence = queue->next_sequence++;
  if (last != NULL)
    {
      from = last->queue;
      take_out (queue, last);
    }
  g_hash_table_replace (queue->entries, entry->key, entry);
  put_in (queue, entry, to);
  report (queue, entry, from, event);
}

/* Returns: (transfer full): the pod */
static const FitPod *
leave (FitSchedulingQueue *queue, FitQueueEntry *entry, FitQueueEvent event)
{
  const FitPod *pod = fit_pod_ref (entry->pod);
  FitQueueName from = entry->queue;

  take_out (queue, entry);
  report (queue, entry, from, event);
  g_hash_table_remove (queue->entries, entry->key);
  return pod;
}

/* -- what happens to pods that wait ---------------------------------------- */

void
fit_scheduling_queue_add (FitSchedulingQueue *queue, const FitPod *pod,
                          gint64 now_ns)
{
  enter (queue, pod, FIT_QUEUE_ACTIVE, FIT_QUEUE_EVENT_ADD, now_ns);
  fit_nominated_pods_add (queue->nominated, pod, NULL);
}

void
fit_scheduling_queue_add_if_not_present (FitSchedulingQueue *queue,
                                         const FitPod *pod, gint64 now_ns)
{
  if (find (queue, pod) != NULL)
    return;
  enter (queue, pod, FIT_QUEUE_ACTIVE, FIT_QUEUE_EVENT_ADD_IF_NOT_PRESENT,
         now_ns);
  fit_nominated_pods_add (queue->nominated, pod, NULL);
}

FitPod *
fit_scheduling_queue_pop (FitSchedulingQueue *queue)
{
  FitQueueEntry *first = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_ACTIVE]);

  if (first == NULL)
    return NULL;
  queue->scheduling_cycle++;
  return (FitPod *) leave (queue, first, FIT_QUEUE_EVENT_POP);
}

gboolean
fit_scheduling_queue_add_unschedulable_if_not_present (
    FitSchedulingQueue *queue, const FitPod *pod, gint64 cycle, gint64 now_ns,
    GError **error)
{
  static const char *const present[] = {
    [FIT_QUEUE_ACTIVE] = "pod is already present in the activeQ",
    [FIT_QUEUE_BACKOFF] = "pod is already present in the backoffQ",
    [FIT_QUEUE_UNSCHEDULABLE] = "pod is already present in unschedulableQ",
  };
  const FitQueueEntry *entry = find (queue, pod);
  g_autofree char *key = NULL;

  if (entry != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           present[entry->queue]);
      return FALSE;
    }
  key = key_of (pod);
  fit_backoff_step (queue->backoff, key, now_ns);
  enter (queue, pod,
         queue->move_request_cycle >= cycle ? FIT_QUEUE_BACKOFF
                                            : FIT_QUEUE_UNSCHEDULABLE,
         FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE, now_ns);
  fit_nominated_pods_add (queue->nominated, pod, NULL);
  return TRUE;
}

void
fit_scheduling_queue_update (FitSchedulingQueue *queue, const FitPod *old_pod,
                             const FitPod *new_pod, FitPodChange change,
                             gint64 now_ns)
{
  FitQueueEntry *entry = find (queue, new_pod);
  FitQueueName to = FIT_QUEUE_ACTIVE;

  if (entry == NULL)
    {
      enter (queue, new_pod, to, FIT_QUEUE_EVENT_UPDATE, now_ns);
      fit_nominated_pods_add (queue->nominated, new_pod, NULL);
      return;
    }
  fit_nominated_pods_update (queue->nominated,
                             old_pod != NULL ? old_pod : entry->pod, new_pod);
  if (entry->queue == FIT_QUEUE_UNSCHEDULABLE)
    {
      if (change == FIT_POD_CHANGE_STATUS)
        to = FIT_QUEUE_UNSCHEDULABLE;
      else
        fit_backoff_forget (queue->backoff, entry->key);
    }
  move_as (queue, entry, new_pod, to, FIT_QUEUE_EVENT_UPDATE);
}

void
fit_scheduling_queue_delete (FitSchedulingQueue *queue, const FitPod *pod)
{
  FitQueueEntry *entry = find (queue, pod);

  fit_nominated_pods_remove (queue->nominated, pod);
  if (entry == NULL || entry->queue != FIT_QUEUE_ACTIVE)
    {
      g_autofree char *key = key_of (pod);

      fit_backoff_forget (queue->backoff, key);
    }
  if (entry != NULL)
    fit_pod_unref (leave (queue, entry, FIT_QUEUE_EVENT_DELETE));
}

/* -- moves ----------------------------------------------------------------- */

static void
move_on (FitSchedulingQueue *queue, FitQueueEntry *entry, FitQueueEvent event,
         gint64 now_ns)
{
  gboolean backing_off
      = fit_backoff_until (queue->backoff, entry->key) > now_ns;

  move (queue, entry, backing_off ? FIT_QUEUE_BACKOFF : FIT_QUEUE_ACTIVE,
        event);
}

/* A pod that is being tried now may have been looked at before the change: it
 * will not have to wait for another. */
static void
note_move_request (FitSchedulingQueue *queue)
{
  queue->move_request_cycle = queue->scheduling_cycle;
}

void
fit_scheduling_queue_move_all_to_active (FitSchedulingQueue *queue,
                                         gint64 now_ns)
{
  const FitPodHeap *heap = &queue->heaps[FIT_QUEUE_UNSCHEDULABLE];
  FitQueueEntry *entry;

  while ((entry = fit_pod_heap_first (heap)) != NULL)
    move_on (queue, entry, FIT_QUEUE_EVENT_MOVE_ALL, now_ns);
  note_move_request (queue);
}

static gboolean
wants (const FitPod *waiting, const FitPod *pod)
{
  const FitPodAffinity *affinity = &waiting->spec->affinity;

  for (guint i = 0; i < affinity->n_required; i++)
    if (fit_affinity_term_matches (&affinity->required[i],
                                   waiting->meta.namespace_,
                                   pod->meta.namespace_, pod->meta.labels))
      return TRUE;
  return FALSE;
}

static void
move_those_that_want (FitSchedulingQueue *queue, const FitPod *pod,
                      FitQueueEvent event, gint64 now_ns)
{
  GList *next;

  for (GList *link = queue->want_neighbours.head; link != NULL; link = next)
    {
      FitQueueEntry *entry = link->data;

      next = link->next;
      if (wants (entry->pod, pod))
        move_on (queue, entry, event, now_ns);
    }
  note_move_request (queue);
}

void
fit_scheduling_queue_assigned_pod_added (FitSchedulingQueue *queue,
                                         const FitPod *pod, gint64 now_ns)
{
  move_those_that_want (queue, pod, FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED, now_ns);
}

void
fit_scheduling_queue_assigned_pod_updated (FitSchedulingQueue *queue,
                                           const FitPod *pod, gint64 now_ns)
{
  move_those_that_want (queue, pod, FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED,
                        now_ns);
}

/* -- timers ---------------------------------------------------------------- */

static gint64
backoff_due (const FitSchedulingQueue *queue)
{
  const FitQueueEntry *first
      = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_BACKOFF]);

  return first != NULL ? first->backoff_until_ns : G_MAXINT64;
}

static gint64
leftover_due (const FitSchedulingQueue *queue)
{
  const FitQueueEntry *first
      = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_UNSCHEDULABLE]);

  return first != NULL
             ? first->timestamp_ns + FIT_QUEUE_UNSCHEDULABLE_MAX_NS + 1
             : G_MAXINT64;
}

void
fit_scheduling_queue_flush_backoff (FitSchedulingQueue *queue, gint64 now_ns)
{
  while (backoff_due (queue) <= now_ns)
    {
      FitQueueEntry *entry
          = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_BACKOFF]);
      gboolean known
          = fit_backoff_until (queue->backoff, entry->key) != FIT_BACKOFF_NONE;

      move (queue, entry, FIT_QUEUE_ACTIVE,
            known ? FIT_QUEUE_EVENT_BACKOFF_COMPLETE
                  : FIT_QUEUE_EVENT_BACKOFF_UNKNOWN);
    }
}

void
fit_scheduling_queue_flush_unschedulable_leftover (FitSchedulingQueue *queue,
                                                   gint64 now_ns)
{
  if (leftover_due (queue) > now_ns)
    return;
  while (leftover_due (queue) <= now_ns)
    move_on (queue, fit_pod_heap_first (&queue->heaps[FIT_QUEUE_UNSCHEDULABLE]),
             FIT_QUEUE_EVENT_LEFTOVER, now_ns);
  note_move_request (queue);
}

static const Timer timers[N_TIMERS] = {
  [TIMER_BACKOFF] = { FIT_QUEUE_BACKOFF_PERIOD_NS,
                      fit_scheduling_queue_flush_backoff, backoff_due },
  [TIMER_LEFTOVER]
  = { FIT_QUEUE_LEFTOVER_PERIOD_NS,
      fit_scheduling_queue_flush_unschedulable_leftover, leftover_due },
};

/* The last tick at or before @time_ns, which is not before the start. */
static gint64
tick_at (const FitSchedulingQueue *queue, guint timer, gint64 time_ns)
{
  return time_ns - (time_ns - queue->start_ns) % timers[timer].period_ns;
}

gint64
fit_scheduling_queue_next_timer (const FitSchedulingQueue *queue)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < N_TIMERS; i++)
    {
      gint64 due = timers[i].due (queue), tick = queue->next_tick_ns[i];

      if (due == G_MAXINT64)
        continue;
      if (due > tick)
        tick = tick_at (queue, i, due - 1) + timers[i].period_ns;
      next = MIN (next, tick);
    }
  return next;
}

void
fit_scheduling_queue_run_timers (FitSchedulingQueue *queue, gint64 now_ns)
{
  for (guint i = 0; i < N_TIMERS; i++)
    if (queue->next_tick_ns[i] <= now_ns)
      {
        gint64 tick = tick_at (queue, i, now_ns);

        queue->next_tick_ns[i] = tick + timers[i].period_ns;
        timers[i].flush (queue, tick);
      }
}

/* -- the queue itself ------------------------------------------------------ */

FitSchedulingQueue *
fit_scheduling_queue_new (FitNominatedPods *nominated, gint64 now_ns)
{
  static const FitQueueLess orders[FIT_QUEUE_LAST] = {
    [FIT_QUEUE_ACTIVE] = more_important,
    [FIT_QUEUE_BACKOFF] = ready_earlier,
    [FIT_QUEUE_UNSCHEDULABLE] = made_earlier,
  };
  FitSchedulingQueue *queue = g_new0 (FitSchedulingQueue, 1);

  queue->nominated = nominated;
  queue->entries
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  for (guint i = 0; i < FIT_QUEUE_LAST; i++)
    fit_pod_heap_init (&queue->heaps[i], orders[i], NULL);
  g_queue_init (&queue->want_neighbours);
  queue->backoff = fit_backoff_new ();
  queue->move_request_cycle = -1;
  queue->start_ns = now_ns;
  for (guint i = 0; i < N_TIMERS; i++)
    queue->next_tick_ns[i] = now_ns;
  return queue;
}

void
fit_scheduling_queue_free (FitSchedulingQueue *queue)
{
  if (queue == NULL)
    return;
  for (guint i = 0; i < FIT_QUEUE_LAST; i++)
    fit_pod_heap_clear (&queue->heaps[i]);
  g_hash_table_unref (queue->entries);
  fit_backoff_free (queue->backoff);
  g_free (queue);
}

void
fit_scheduling_queue_set_observer (FitSchedulingQueue *queue,
                                   FitQueueObserver observer, gpointer data)
{
  queue->observer = observer;
  queue->observer_data = data;
}

void
fit_scheduling_queue_set_sort (FitSchedulingQueue *queue, FitQueueLess less,
                               gpointer data)
{
  queue->heaps[FIT_QUEUE_ACTIVE].less = less;
  queue->heaps[FIT_QUEUE_ACTIVE].data = data;
}

void
fit_scheduling_queue_close (FitSchedulingQueue *queue)
{
  queue->closed = TRUE;
}

gboolean
fit_scheduling_queue_closed (const FitSchedulingQueue *queue)
{
  return queue->closed;
}

gint64
fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue)
{
  return queue->scheduling_cycle;
}

gint64
fit_scheduling_queue_move_request_cycle (const FitSchedulingQueue *queue)
{
  return queue->move_request_cycle;
}

guint
fit_scheduling_queue_count (const FitSchedulingQueue *queue, FitQueueName name)
{
  return fit_pod_heap_size (&queue->heaps[name]);
}

GPtrArray *
fit_scheduling_queue_list (const FitSchedulingQueue *queue, FitQueueName name)
{
  return fit_pod_heap_sorted (&queue->heaps[name]);
}

const FitQueueEntry *
fit_scheduling_queue_find (const FitSchedulingQueue *queue, const FitPod *pod)
{
  return find (queue, pod);
}

gint64
fit_scheduling_queue_backoff_until (const FitSchedulingQueue *queue,
                                    const FitPod *pod)
{
  g_autofree char *key = key_of (pod);

  return fit_backoff_until (queue->backoff, key);
}
