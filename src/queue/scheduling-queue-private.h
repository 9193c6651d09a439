/* scheduling-queue-private.h - the internals of the scheduling queue (private
 * to queue/)
 *
 * scheduling-queue.c: creating and freeing the queue, and calls about single
 * pods.  queue-entries.c: how an entry moves between queues, and the plugins
 * that keep it out of activeQ.  queue-moves.c: cluster events and the pods they
 * move.  queue-timers.c: the timers.  queue-reading.c: read access.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/backoff.h"
#include "queue/pod-heap.h"
#include "queue/in-flight-pods.h"
#include "releases/behaviour.h"
#include "queue/scheduling-queue.h"

enum
{
  FIT_QUEUE_TIMER_BACKOFF,
  FIT_QUEUE_TIMER_LEFTOVER,
  FIT_QUEUE_N_TIMERS,
};

struct _FitSchedulingQueue
{
  FitQueueOptions options; /* with all defaults filled in */
  FitBehaviour behaviour;
  FitNominatedPods *nominated; /* borrowed */
  GHashTable *entries; /* key, borrowed from the entry -> owned FitQueueEntry */
  FitPodHeap heaps[FIT_QUEUE_LAST]; /* of entries; the one of NONE is unused */
  FitPodHeap after_errors; /* with early pops: the entries in backoffQ that no
                              plugin rejected, which must wait */
  GQueue arrivals;         /* entries in unschedulableQ as they arrived there */
  GQueue want_neighbours;  /* those with required affinity */
  guint n_gated;           /* number of gated entries in unschedulableQ */
  FitBackoff *backoff;     /* owned; used by v1.16 */
  FitInFlightPods *in_flight; /* owned; used by later releases */
  guint64 next_sequence;
  gint64 scheduling_cycle;
  gint64 move_request_cycle;
  gint64 next_tick_ns[FIT_QUEUE_N_TIMERS]; /* the first tick that has not run */
  const char *label;         /* (nullable) of the move in progress */
  FitQueueObserver observer; /* (nullable) */
  gpointer observer_data;    /* borrowed */
};

/* -- queue-entries.c ------------------------------------------------------- */

/* fit_queue_init_heaps: sets the order of each queue */
void fit_queue_init_heaps (FitSchedulingQueue *queue);

/* fit_queue_entry_new: Returns: (transfer full): an entry that is in no
 * queue */
FitQueueEntry *fit_queue_entry_new (const FitPod *pod, gint64 now_ns);
void fit_queue_entry_free (gpointer entry);

/* fit_queue_add_plugin: adds @name to the plugins that rejected @entry, unless
 * it is there already.  Returns: (transfer none): the entry's copy of @name */
const char *fit_queue_add_plugin (FitQueueEntry *entry, const char *name);

/* fit_queue_key: Returns: (transfer full): the key that identifies @pod */
char *fit_queue_key (const FitPod *pod);
FitQueueEntry *fit_queue_find (const FitSchedulingQueue *queue,
                               const FitPod *pod);

/* fit_queue_profile: Returns: (transfer none) (nullable): the profile of
 * @pod */
const FitQueueProfile *fit_queue_profile (const FitSchedulingQueue *queue,
                                          const FitPod *pod);

/* fit_queue_window: Returns: the whole second at or before @time_ns.  With
 * early pops, backoffs that end in the same second are over at the end of
 * it. */
gint64 fit_queue_window (gint64 time_ns);

/* fit_queue_backoff_until: Returns: the first moment when the backoff of @entry
 * is over; FIT_BACKOFF_NONE if it has none */
gint64 fit_queue_backoff_until (const FitSchedulingQueue *queue,
                                const FitQueueEntry *entry);

static inline gboolean
fit_queue_backing_off (const FitSchedulingQueue *queue,
                       const FitQueueEntry *entry, gint64 now_ns)
{
  return fit_queue_backoff_until (queue, entry) > now_ns;
}

/* fit_queue_enter: puts @entry (transfer full) into @to and replaces an entry
 * of the same pod.  Here and in the functions below, a PreEnqueue plugin may
 * divert the pod from activeQ to unschedulableQ; see entry->gate. */
void fit_queue_enter (FitSchedulingQueue *queue, FitQueueEntry *entry,
                      FitQueueName to, FitQueueEvent event, gint64 now_ns);

/* fit_queue_move: @pod: (nullable): the object to replace the entry's pod */
void fit_queue_move (FitSchedulingQueue *queue, FitQueueEntry *entry,
                     const FitPod *pod, FitQueueName to, FitQueueEvent event,
                     gint64 now_ns);

/* fit_queue_leave: frees @entry.  Returns: (transfer full): its pod */
const FitPod *fit_queue_leave (FitSchedulingQueue *queue, FitQueueEntry *entry,
                               FitQueueEvent event);

/* fit_queue_end_backoff_early: moves the next rejected pod from backoffQ to
 * activeQ, to be popped at once.  Returns: (nullable): NULL: there is none */
FitQueueEntry *fit_queue_end_backoff_early (FitSchedulingQueue *queue);

/* -- queue-moves.c --------------------------------------------------------- */

/* fit_queue_event_label: the name of @event in the queue's release */
static inline const char *
fit_queue_event_label (const FitSchedulingQueue *queue,
                       const FitClusterEvent *event)
{
  return queue->behaviour.queue_resource_labels ? event->later_label
                                                : event->label;
}

/* fit_queue_place_after_own_update: Returns: where @entry, which is in
 * unschedulableQ, goes by the hints about the update of its pod; @out_event:
 * the event that decided */
FitQueueName fit_queue_place_after_own_update (
    const FitSchedulingQueue *queue, const FitQueueEntry *entry,
    const FitPod *old_pod, const FitPod *new_pod,
    const FitClusterEvent **out_event, gint64 now_ns);

/* fit_queue_place_after_failure: Returns: where @entry must wait after its
 * attempt has failed; v1.28 checks the events since @uid was popped */
FitQueueName fit_queue_place_after_failure (const FitSchedulingQueue *queue,
                                            const FitQueueEntry *entry,
                                            const char *uid, gint64 cycle,
                                            gint64 now_ns);

/* fit_queue_move_leftover: moves the pods that entered unschedulableQ before
 * @before_ns, if any */
void fit_queue_move_leftover (FitSchedulingQueue *queue, gint64 before_ns,
                              gint64 now_ns);
