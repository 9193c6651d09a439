/* queue-entries.c - creates, finds and moves the entries of pods in the three
 * queues
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/scheduling-queue-private.h"

#include <string.h>

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

/* Pods whose backoffs end in the same second go in the order of activeQ. */
static gboolean
ready_in_earlier_window (const FitQueueEntry *a, const FitQueueEntry *b,
                         gpointer data)
{
  const FitPodHeap *active = data;

  if (a->backoff_until_ns != b->backoff_until_ns)
    return ready_earlier (a, b, NULL);
  return active->less (a, b, active->data);
}

static gboolean
made_earlier (const FitQueueEntry *a, const FitQueueEntry *b, gpointer data)
{
  return a->timestamp_ns < b->timestamp_ns;
}

void
fit_queue_init_heaps (FitSchedulingQueue *queue)
{
  static const FitQueueLess orders[FIT_QUEUE_LAST] = {
    [FIT_QUEUE_ACTIVE] = more_important,
    [FIT_QUEUE_BACKOFF] = ready_earlier,
    [FIT_QUEUE_UNSCHEDULABLE] = made_earlier,
  };

  for (guint i = 0; i < FIT_QUEUE_LAST; i++)
    fit_pod_heap_init (&queue->heaps[i], orders[i], NULL);
  fit_pod_heap_init (&queue->after_errors, ready_earlier, NULL);
  if (queue->behaviour.queue_pops_early)
    {
      queue->heaps[FIT_QUEUE_BACKOFF].less = ready_in_earlier_window;
      queue->heaps[FIT_QUEUE_BACKOFF].data = &queue->heaps[FIT_QUEUE_ACTIVE];
    }
}

static FitPodHeap *
heap_of (FitSchedulingQueue *queue, const FitQueueEntry *entry)
{
  const gboolean rejected = entry->plugins != NULL && entry->plugins->len > 0;

  return entry->queue == FIT_QUEUE_BACKOFF && queue->behaviour.queue_pops_early
                 && !rejected
             ? &queue->after_errors
             : &queue->heaps[entry->queue];
}

/* -- entries --------------------------------------------------------------- */

char *
fit_queue_key (const FitPod *pod)
{
  const FitObjectMeta *meta = &pod->meta;

  return *meta->namespace_
             ? g_strconcat (meta->namespace_, "/", meta->name, NULL)
             : g_strdup (meta->name);
}

FitQueueEntry *
fit_queue_entry_new (const FitPod *pod, gint64 now_ns)
{
  FitQueueEntry *entry = g_new0 (FitQueueEntry, 1);

  entry->pod = fit_pod_ref (pod);
  entry->timestamp_ns = now_ns;
  entry->attempts.first_ns = G_MININT64;
  entry->key = fit_queue_key (pod);
  entry->arrival_link.data = entry;
  entry->affinity_link.data = entry;
  return entry;
}

void
fit_queue_entry_free (gpointer data)
{
  FitQueueEntry *entry = data;

  fit_pod_unref (entry->pod);
  g_clear_pointer (&entry->plugins, g_ptr_array_unref);
  g_free (entry->key);
  g_free (entry);
}

const char *
fit_queue_add_plugin (FitQueueEntry *entry, const char *name)
{
  if (entry->plugins == NULL)
    entry->plugins = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < entry->plugins->len; i++)
    if (strcmp (entry->plugins->pdata[i], name) == 0)
      return entry->plugins->pdata[i];
  g_ptr_array_add (entry->plugins, g_strdup (name));
  return entry->plugins->pdata[entry->plugins->len - 1];
}

FitQueueEntry *
fit_queue_find (const FitSchedulingQueue *queue, const FitPod *pod)
{
  g_autofree char *key = fit_queue_key (pod);

  return g_hash_table_lookup (queue->entries, key);
}

const FitQueueProfile *
fit_queue_profile (const FitSchedulingQueue *queue, const FitPod *pod)
{
  const FitQueueOptions *options = &queue->options;

  for (guint i = 0; i < options->n_profiles; i++)
    if (strcmp (options->profiles[i].scheduler_name, pod->spec->scheduler_name)
        == 0)
      return &options->profiles[i];
  return NULL;
}

/* -- backoff --------------------------------------------------------------- */

static gint64
duration (const FitQueueOptions *options, guint attempts)
{
  gint64 wait = options->initial_backoff_ns;

  for (guint i = 1; i < attempts; i++)
    {
      if (wait > options->max_backoff_ns - wait)
        return options->max_backoff_ns;
      wait *= 2;
    }
  return wait;
}

gint64
fit_queue_window (gint64 time_ns)
{
  const gint64 rest = time_ns % FIT_QUEUE_BACKOFF_PERIOD_NS;

  return time_ns - (rest < 0 ? rest + FIT_QUEUE_BACKOFF_PERIOD_NS : rest);
}

gint64
fit_queue_backoff_until (const FitSchedulingQueue *queue,
                         const FitQueueEntry *entry)
{
  const gboolean late = queue->behaviour.queue_late_end;
  const FitQueueAttempts *made = &entry->attempts;
  /* How many attempts the backoff is for. */
  const guint attempts = !queue->behaviour.queue_errors_apart ? made->n
                         : made->errors > 0                   ? made->errors
                                            : made->rejections;
  gint64 end;

  if (!queue->behaviour.queue_attempts)
    return fit_backoff_until (queue->backoff, entry->key);
  if (late ? attempts == 0 : entry->gate != NULL)
    return FIT_BACKOFF_NONE;
  end = entry->timestamp_ns + duration (&queue->options, attempts);
  if (queue->behaviour.queue_pops_early)
    return fit_queue_window (end) + FIT_QUEUE_BACKOFF_PERIOD_NS;
  return late ? end + 1 : end;
}

/* -- the plugins that keep pods out of activeQ ----------------------------- */

/* A pod meets the gates on its way to activeQ; with early pops on its way to
 * backoffQ already. */
static gboolean
meets_gates (const FitSchedulingQueue *queue, FitQueueName from,
             FitQueueName to)
{
  const gboolean early = queue->behaviour.queue_pops_early;

  if (from == FIT_QUEUE_ACTIVE || (early && from == FIT_QUEUE_BACKOFF))
    return FALSE;
  return to == FIT_QUEUE_ACTIVE || (early && to == FIT_QUEUE_BACKOFF);
}

/* @entry is in no queue; @from: where it was.
 * Returns: where it goes if it wants to go to @to */
static FitQueueName
pass_gates (const FitSchedulingQueue *queue, FitQueueEntry *entry,
            FitQueueName from, FitQueueName to, gint64 now_ns)
{
  const char *plugin;
  const FitQueueProfile *profile;

  if (!meets_gates (queue, from, to))
    return to;
  profile = fit_queue_profile (queue, entry->pod);
  if (profile == NULL || profile->pre_enqueue == NULL
      || !(queue->behaviour.queue_pre_enqueue || profile->asks_always))
    plugin = NULL;
  else
    plugin = profile->pre_enqueue (entry->pod, profile->data);
  entry->gate = plugin != NULL ? fit_queue_add_plugin (entry, plugin) : NULL;
  if (entry->gate != NULL)
    return FIT_QUEUE_UNSCHEDULABLE;
  if (to == FIT_QUEUE_ACTIVE && entry->attempts.first_ns == G_MININT64)
    entry->attempts.first_ns = now_ns;
  return to;
}

/* -- from place to place --------------------------------------------------- */

static gboolean
wants_neighbours (const FitQueueEntry *entry)
{
  return entry->queue == FIT_QUEUE_UNSCHEDULABLE
         && entry->pod->spec->affinity.n_required > 0;
}

static void
take_out (FitSchedulingQueue *queue, FitQueueEntry *entry)
{
  if (entry->queue == FIT_QUEUE_UNSCHEDULABLE)
    g_queue_unlink (&queue->arrivals, &entry->arrival_link);
  if (wants_neighbours (entry))
    g_queue_unlink (&queue->want_neighbours, &entry->affinity_link);
  if (entry->gate != NULL)
    queue->n_gated--;
  fit_pod_heap_remove (heap_of (queue, entry), entry);
  entry->queue = FIT_QUEUE_NONE;
}

static void
put_in (FitSchedulingQueue *queue, FitQueueEntry *entry, FitQueueName name)
{
  entry->queue = name;
  /* The heap can use a copy of this time.  v1.16: while a pod is in
   * podBackoffQ, its record cannot change; it can only be dropped, long after
   * the backoff has ended.  Later releases: the values that determine the end
   * do not change there. */
  if (name == FIT_QUEUE_BACKOFF)
    entry->backoff_until_ns = fit_queue_backoff_until (queue, entry);
  fit_pod_heap_push (heap_of (queue, entry), entry);
  if (entry->gate != NULL)
    queue->n_gated++;
  if (name == FIT_QUEUE_UNSCHEDULABLE)
    g_queue_push_tail_link (&queue->arrivals, &entry->arrival_link);
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

void
fit_queue_enter (FitSchedulingQueue *queue, FitQueueEntry *entry,
                 FitQueueName to, FitQueueEvent event, gint64 now_ns)
{
  FitQueueEntry *last = g_hash_table_lookup (queue->entries, entry->key);
  FitQueueName from = FIT_QUEUE_NONE;

  entry->sequence = queue->next_sequence++;
  if (last != NULL)
    {
      from = last->queue;
      take_out (queue, last);
    }
  g_hash_table_replace (queue->entries, entry->key, entry);
  put_in (queue, entry, pass_gates (queue, entry, FIT_QUEUE_NONE, to, now_ns));
  report (queue, entry, from, event);
}

void
fit_queue_move (FitSchedulingQueue *queue, FitQueueEntry *entry,
                const FitPod *pod, FitQueueName to, FitQueueEvent event,
                gint64 now_ns)
{
  FitQueueName from = entry->queue;
  const FitPod *last = entry->pod;

  take_out (queue, entry);
  if (pod != NULL)
    {
      entry->pod = fit_pod_ref (pod);
      fit_pod_unref (last);
    }
  put_in (queue, entry, pass_gates (queue, entry, from, to, now_ns));
  report (queue, entry, from, event);
}

FitQueueEntry *
fit_queue_end_backoff_early (FitSchedulingQueue *queue)
{
  FitQueueEntry *entry = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_BACKOFF]);

  if (!queue->behaviour.queue_pops_early || entry == NULL)
    return NULL;
  take_out (queue, entry);
  put_in (queue, entry, FIT_QUEUE_ACTIVE);
  report (queue, entry, FIT_QUEUE_BACKOFF, FIT_QUEUE_EVENT_EARLY_POP);
  return entry;
}

const FitPod *
fit_queue_leave (FitSchedulingQueue *queue, FitQueueEntry *entry,
                 FitQueueEvent event)
{
  const FitPod *pod = fit_pod_ref (entry->pod);
  FitQueueName from = entry->queue;

  take_out (queue, entry);
  report (queue, entry, from, event);
  g_hash_table_remove (queue->entries, entry->key);
  return pod;
}
