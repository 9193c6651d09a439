/* queue-reading.c - answers questions about the queue without changing it
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/scheduling-queue-private.h"

gboolean
fit_scheduling_queue_trusts_hints (const FitSchedulingQueue *queue)
{
  return queue->behaviour.queue_hints && queue->behaviour.queue_hints_suffice;
}

gboolean
fit_scheduling_queue_checks_nodes (const FitSchedulingQueue *queue)
{
  return queue->behaviour.queue_node_check
         && !fit_scheduling_queue_trusts_hints (queue);
}

static gboolean
is_legacy (const FitSchedulingQueue *queue)
{
  return fit_release_is_legacy (queue->options.release);
}

const char *
fit_scheduling_queue_place_name (const FitSchedulingQueue *queue,
                                 FitQueueName name)
{
  return is_legacy (queue) ? fit_queue_name (name)
                           : fit_queue_later_name (name);
}

const char *
fit_scheduling_queue_event_label (const FitSchedulingQueue *queue,
                                  FitQueueEvent event)
{
  if (is_legacy (queue))
    return fit_queue_event_name (event);
  if (queue->label != NULL)
    return queue->label;
  return queue->behaviour.queue_resource_labels
             ? fit_queue_resource_event_name (event)
             : fit_queue_later_event_name (event);
}

gint64
fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue)
{
  return queue->scheduling_cycle;
}

guint
fit_scheduling_queue_count (const FitSchedulingQueue *queue, FitQueueName name)
{
  guint n = fit_pod_heap_size (&queue->heaps[name]);

  if (name == FIT_QUEUE_BACKOFF)
    n += fit_pod_heap_size (&queue->after_errors);
  return n;
}

guint
fit_scheduling_queue_count_gated (const FitSchedulingQueue *queue)
{
  return queue->n_gated;
}

GPtrArray *
fit_scheduling_queue_list (const FitSchedulingQueue *queue, FitQueueName name)
{
  GPtrArray *list = fit_pod_heap_sorted (&queue->heaps[name]);

  if (name == FIT_QUEUE_BACKOFF)
    g_ptr_array_extend_and_steal (list,
                                  fit_pod_heap_sorted (&queue->after_errors));
  return list;
}

const FitQueueEntry *
fit_scheduling_queue_find (const FitSchedulingQueue *queue, const FitPod *pod)
{
  return fit_queue_find (queue, pod);
}
