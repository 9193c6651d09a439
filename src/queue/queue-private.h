/* queue-private.h - the scheduling queue from inside (private to queue/)
 *
 * scheduling-queue.c has its life and what happens to single pods;
 * queue-entries.c the way of an entry from place to place, and the plugins that
 * keep it out of activeQ; queue-moves.c what happens elsewhere and whom that
 * wakes; queue-timers.c what time does; queue-reading.c what can be read.
 */
#pragma once

#include "queue/backoff.h"
#include "queue/pod-heap.h"
#include "queue/queue-flights.h"
#include "queue/queue-rules.h"
#include "queue/scheduling-queue.h"

G_BEGIN_DECLS

enum
{
  FIT_QUEUE_TIMER_BACKOFF,
  FIT_QUEUE_TIMER_LEFTOVER,
  FIT_QUEUE_N_TIMERS,
};

struct _FitSchedulingQueue
{
  FitQueueOptions options;     /* with nothing left to default */
  FitNominatedPods *nominated; /* borrowed */
  GHashTable *entries; /* key, borrowed from the entry -> owned FitQueueEntry */
  FitPodHeap heaps[FIT_QUEUE_LAST]; /* of entries; the one of NONE is unused */
  GQueue want_neighbours; /* entries of unschedulableQ with required affinity */
  guint n_gated;          /* entries of unschedulableQ */
  FitBackoff *backoff;    /* owned; of v1.16 */
  FitQueueFlights *flights; /* owned; of later releases */
  guint64 next_sequence;
  gint64 scheduling_cycle;
  gint64 move_request_cycle;
  gboolean closed;
  gint64 start_ns;
  gint64 next_tick_ns[FIT_QUEUE_N_TIMERS]; /* the first not run yet */
  const char *label;         /* (nullable) of the move under way */
  FitQueueObserver observer; /* (nullable) */
  gpointer observer_data;    /* borrowed */
};

static inline gboolean
fit_queue_has (const FitSchedulingQueue *queue, FitQueueRule rule)
{
  return fit_queue_rule (rule, queue->options.release);
}

static inline gboolean
fit_queue_hints_on (const FitSchedulingQueue *queue)
{
  return queue->options.hints == FIT_QUEUE_GATE_ON;
}

/* -- queue-entries.c ------------------------------------------------------- */

/* fit_queue_init_heaps: sets the orders of the queues */
void fit_queue_init_heaps (FitSchedulingQueue *queue);

/* fit_queue_entry_new: Returns: (transfer full): in no queue */
FitQueueEntry *fit_queue_entry_new (const FitPod *pod, gint64 now_ns);
void fit_queue_entry_free (gpointer entry);

/* fit_queue_add_plugin: Returns: @name as it is among the plugins that rejected
 * @entry, where it is put if it is not there yet */
const char *fit_queue_add_plugin (FitQueueEntry *entry, const char *name);

/* fit_queue_key: Returns: (transfer full): by which pods are told apart */
char *fit_queue_key (const FitPod *pod);
FitQueueEntry *fit_queue_find (const FitSchedulingQueue *queue,
                               const FitPod *pod);

/* fit_queue_profile: Returns: (transfer none) (nullable): that of @pod */
const FitQueueProfile *fit_queue_profile (const FitSchedulingQueue *queue,
                                          const FitPod *pod);

/* fit_queue_backoff_until: Returns: when the backoff of @entry ends or ended;
 * FIT_BACKOFF_NONE when it has none */
gint64 fit_queue_backoff_until (const FitSchedulingQueue *queue,
                                const FitQueueEntry *entry);

static inline gboolean
fit_queue_backing_off (const FitSchedulingQueue *queue,
                       const FitQueueEntry *entry, gint64 now_ns)
{
  return fit_queue_backoff_until (queue, entry) > now_ns;
}

/* fit_queue_enter: @entry (transfer full) goes to @to, in place of the one that
 * is there.  Like all that follow: PreEnqueue plugins may turn it away from
 * activeQ to unschedulableQ; see entry->gate. */
void fit_queue_enter (FitSchedulingQueue *queue, FitQueueEntry *entry,
                      FitQueueName to, FitQueueEvent event, gint64 now_ns);

/* fit_queue_move: @pod: (nullable): with which object it goes on */
void fit_queue_move (FitSchedulingQueue *queue, FitQueueEntry *entry,
                     const FitPod *pod, FitQueueName to, FitQueueEvent event,
                     gint64 now_ns);

/* fit_queue_leave: frees @entry.  Returns: (transfer full): its pod */
const FitPod *fit_queue_leave (FitSchedulingQueue *queue, FitQueueEntry *entry,
                               FitQueueEvent event);

/* -- queue-moves.c --------------------------------------------------------- */

/* fit_queue_place_after_failure: Returns: where @entry, whose attempt has just
 * failed, is to wait; v1.28 reads what has happened since @uid was popped */
FitQueueName fit_queue_place_after_failure (const FitSchedulingQueue *queue,
                                            const FitQueueEntry *entry,
                                            const char *uid, gint64 cycle,
                                            gint64 now_ns);

/* fit_queue_move_leftover: those in unschedulableQ since before @before_ns; if
 * there are any */
void fit_queue_move_leftover (FitSchedulingQueue *queue, gint64 before_ns,
                              gint64 now_ns);

G_END_DECLS
