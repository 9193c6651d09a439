/* queue-timers.c - ends backoffs, and retries pods that have waited too long
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/scheduling-queue-private.h"

/* The action of a timer at a tick, and the first time at which it would move a
 * pod as things stand. */
typedef struct
{
  gint64 period_ns;
  void (*flush) (FitSchedulingQueue *queue, gint64 now_ns);
  gint64 (*due) (const FitSchedulingQueue *queue);
} Timer;

/* Returns: (nullable): the pod whose backoff is over first */
static FitQueueEntry *
first_in_backoff (const FitSchedulingQueue *queue)
{
  FitQueueEntry *rejected
      = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_BACKOFF]);
  FitQueueEntry *failed = fit_pod_heap_first (&queue->after_errors);

  if (rejected == NULL || failed == NULL)
    return rejected != NULL ? rejected : failed;
  return failed->backoff_until_ns < rejected->backoff_until_ns ? failed
                                                               : rejected;
}

static gint64
backoff_due (const FitSchedulingQueue *queue)
{
  const FitQueueEntry *first = first_in_backoff (queue);

  return first != NULL ? first->backoff_until_ns : G_MAXINT64;
}

static gint64
leftover_due (const FitSchedulingQueue *queue)
{
  const FitQueueEntry *first
      = fit_pod_heap_first (&queue->heaps[FIT_QUEUE_UNSCHEDULABLE]);

  return first != NULL
             ? first->timestamp_ns + queue->options.max_unschedulable_ns + 1
             : G_MAXINT64;
}

void
fit_scheduling_queue_flush_backoff (FitSchedulingQueue *queue, gint64 now_ns)
{
  while (backoff_due (queue) <= now_ns)
    {
      FitQueueEntry *entry = first_in_backoff (queue);
      gboolean known
          = fit_queue_backoff_until (queue, entry) != FIT_BACKOFF_NONE;

      fit_queue_move (queue, entry, NULL, FIT_QUEUE_ACTIVE,
                      known ? FIT_QUEUE_EVENT_BACKOFF_COMPLETE
                            : FIT_QUEUE_EVENT_BACKOFF_UNKNOWN,
                      now_ns);
    }
}

void
fit_scheduling_queue_flush_unschedulable_leftover (FitSchedulingQueue *queue,
                                                   gint64 now_ns)
{
  if (leftover_due (queue) <= now_ns)
    fit_queue_move_leftover (
        queue, now_ns - queue->options.max_unschedulable_ns, now_ns);
}

static const Timer timers[FIT_QUEUE_N_TIMERS] = {
  [FIT_QUEUE_TIMER_BACKOFF]
  = { FIT_QUEUE_BACKOFF_PERIOD_NS, fit_scheduling_queue_flush_backoff,
      backoff_due },
  [FIT_QUEUE_TIMER_LEFTOVER]
  = { FIT_QUEUE_LEFTOVER_PERIOD_NS,
      fit_scheduling_queue_flush_unschedulable_leftover, leftover_due },
};

/* The last tick at or before @time_ns, which is not before the next one. */
static gint64
tick_at (const FitSchedulingQueue *queue, guint timer, gint64 time_ns)
{
  return time_ns
         - (time_ns - queue->next_tick_ns[timer]) % timers[timer].period_ns;
}

gint64
fit_scheduling_queue_next_timer (const FitSchedulingQueue *queue)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < FIT_QUEUE_N_TIMERS; i++)
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
  for (guint i = 0; i < FIT_QUEUE_N_TIMERS; i++)
    if (queue->next_tick_ns[i] <= now_ns)
      {
        gint64 tick = tick_at (queue, i, now_ns);

        queue->next_tick_ns[i] = tick + timers[i].period_ns;
        timers[i].flush (queue, tick);
      }
}
