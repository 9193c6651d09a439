/* scheduling-queue.h - the pods that wait for a node, and when each is tried
 *
 * A pod is in exactly one of three queues, or in none while an attempt is made
 * with it:
 *
 *   add -> activeQ -> pop -> fails -> unschedulableQ    waits for a change
 *                            fails, and something has
 *                            changed meanwhile -> podBackoffQ
 *   unschedulableQ --something changes--> podBackoffQ, or activeQ when its
 *                            backoff is over
 *   podBackoffQ --timer--> activeQ
 *
 * The queue is a state machine: it has no threads, no lock and no clock.  The
 * front end makes one call at a time, says what time it is, waits where v1.16
 * blocks, and sees to the timers.  Times are nanoseconds from any origin,
 * within plus or minus 2^62, and never go back from one call to the next.
 * Pods are told apart by namespace and name.
 *
 *   while ((pod = fit_scheduling_queue_pop (queue)) != NULL)
 *     ...
 *   wait for an event, or until fit_scheduling_queue_next_timer (queue)
 *   fit_scheduling_queue_run_timers (queue, now)
 *
 * Source: kube-scheduler v1.16 internal/queue.PriorityQueue.
 */
#pragma once

#include "cluster/nominated-pods.h"
#include "queue/queue-entry.h"
#include "queue/update-filter.h"

G_BEGIN_DECLS

/* How often the timers tick, counted from when the queue was made. */
#define FIT_QUEUE_BACKOFF_PERIOD_NS G_GINT64_CONSTANT (1000000000)
#define FIT_QUEUE_LEFTOVER_PERIOD_NS G_GINT64_CONSTANT (30000000000)
/* Pods leave unschedulableQ when they are there for longer. */
#define FIT_QUEUE_UNSCHEDULABLE_MAX_NS G_GINT64_CONSTANT (60000000000)

/* What v1.16 says when there is no pod and none will come. */
#define FIT_QUEUE_CLOSED_TEXT "scheduling queue is closed"

/* Why a pod was moved. */
typedef enum
{
  FIT_QUEUE_EVENT_ADD,
  FIT_QUEUE_EVENT_ADD_IF_NOT_PRESENT,
  FIT_QUEUE_EVENT_POP,
  FIT_QUEUE_EVENT_ADD_UNSCHEDULABLE,
  FIT_QUEUE_EVENT_UPDATE,
  FIT_QUEUE_EVENT_DELETE,
  FIT_QUEUE_EVENT_MOVE_ALL,
  FIT_QUEUE_EVENT_ASSIGNED_POD_ADDED,
  FIT_QUEUE_EVENT_ASSIGNED_POD_UPDATED,
  FIT_QUEUE_EVENT_BACKOFF_COMPLETE,
  FIT_QUEUE_EVENT_BACKOFF_UNKNOWN, /* its backoff record is gone; v1.16 logs
                                      an error and moves the pod as well */
  FIT_QUEUE_EVENT_LEFTOVER,
  FIT_QUEUE_EVENT_LAST,
} FitQueueEvent;

/* fit_queue_name, fit_queue_event_name: Returns: (transfer none): in the words
 * of Kubernetes: "activeQ", "podBackoffQ", "unschedulableQ", or "none";
 * "MoveAllToActiveQueue"... */
const char *fit_queue_name (FitQueueName name);
const char *fit_queue_event_name (FitQueueEvent event);

/**
 * FitQueueObserver:
 *
 * Told of every pod that goes from one place to another, after it is there;
 * not of one that stays.  It must not call the queue.
 */
typedef void (*FitQueueObserver) (const FitPod *pod, FitQueueName from,
                                  FitQueueName to, FitQueueEvent event,
                                  gpointer data);

typedef struct _FitSchedulingQueue FitSchedulingQueue;

/* fit_scheduling_queue_new: @nominated is borrowed and kept up to date: other
 * parts read it, and nominate pods, there */
FitSchedulingQueue *fit_scheduling_queue_new (FitNominatedPods *nominated,
                                              gint64 now_ns);
void fit_scheduling_queue_free (FitSchedulingQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSchedulingQueue, fit_scheduling_queue_free)

/* fit_scheduling_queue_set_observer: @observer: (nullable); @data borrowed */
void fit_scheduling_queue_set_observer (FitSchedulingQueue *queue,
                                        FitQueueObserver observer,
                                        gpointer data);

/* fit_scheduling_queue_set_sort: the order of activeQ, from a QueueSort plugin;
 * while the queue is empty.  Without, higher priority goes first, then the
 * earlier timestamp.  @data is borrowed. */
void fit_scheduling_queue_set_sort (FitSchedulingQueue *queue,
                                    FitQueueLess less, gpointer data);

/* -- what happens to pods that wait ---------------------------------------- */

/* fit_scheduling_queue_add: @pod goes to the active queue as a new entry, from
 * wherever it is; its nomination is what its status says */
void fit_scheduling_queue_add (FitSchedulingQueue *queue, const FitPod *pod,
                               gint64 now_ns);

/* fit_scheduling_queue_add_if_not_present: does nothing when it is in a queue */
void fit_scheduling_queue_add_if_not_present (FitSchedulingQueue *queue,
                                              const FitPod *pod, gint64 now_ns);

/**
 * fit_scheduling_queue_pop:
 *
 * Takes the first pod of the active queue, also when the queue is closed, and
 * counts a scheduling cycle.
 *
 * Returns: (transfer full) (nullable): NULL when the active queue is empty; to
 *   wait makes sense unless fit_scheduling_queue_closed()
 */
FitPod *fit_scheduling_queue_pop (FitSchedulingQueue *queue);

/**
 * fit_scheduling_queue_add_unschedulable_if_not_present:
 * @cycle: fit_scheduling_queue_scheduling_cycle() when the failure is handled
 *
 * @pod has failed: it has to wait, for a change, or, when pods were moved
 * during @cycle or later, for the end of its backoff only.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE when it is in a queue; then nothing
 *   has changed
 */
gboolean fit_scheduling_queue_add_unschedulable_if_not_present (
    FitSchedulingQueue *queue, const FitPod *pod, gint64 cycle, gint64 now_ns,
    GError **error);

/**
 * fit_scheduling_queue_update:
 * @old_pod: (nullable): NULL: what the queue holds
 * @change: what fit_pod_change() says, or what the front end knows better
 *
 * A pod in podBackoffQ becomes active at once whatever has changed.  One in
 * unschedulableQ becomes active, and loses its backoff, unless only its status
 * has changed.  One that is nowhere becomes active as a new entry.
 */
void fit_scheduling_queue_update (FitSchedulingQueue *queue,
                                  const FitPod *old_pod, const FitPod *new_pod,
                                  FitPodChange change, gint64 now_ns);

/* fit_scheduling_queue_delete: drops @pod and its nomination; its backoff too,
 * unless it was active */
void fit_scheduling_queue_delete (FitSchedulingQueue *queue, const FitPod *pod);

/* -- what happens elsewhere ------------------------------------------------ */

/* fit_scheduling_queue_move_all_to_active: something has changed that may help
 * any pod */
void fit_scheduling_queue_move_all_to_active (FitSchedulingQueue *queue,
                                              gint64 now_ns);

/* fit_scheduling_queue_assigned_pod_added, ..._updated: @pod runs on a node:
 * those move that have a required pod affinity term which it matches */
void fit_scheduling_queue_assigned_pod_added (FitSchedulingQueue *queue,
                                              const FitPod *pod, gint64 now_ns);
void fit_scheduling_queue_assigned_pod_updated (FitSchedulingQueue *queue,
                                                const FitPod *pod,
                                                gint64 now_ns);

/* fit_scheduling_queue_close: no more pods will come; nothing else changes */
void fit_scheduling_queue_close (FitSchedulingQueue *queue);
gboolean fit_scheduling_queue_closed (const FitSchedulingQueue *queue);

/* -- timers ---------------------------------------------------------------- */

/**
 * fit_scheduling_queue_next_timer:
 *
 * Returns: the first tick, among those not run yet, that will move a pod if
 *   nothing else happens; G_MAXINT64 if none will.  It lies in the past when
 *   fit_scheduling_queue_run_timers() was not called in time.
 */
gint64 fit_scheduling_queue_next_timer (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_run_timers: does what the ticks up to @now_ns do.  What
 * a tick moves depends on its own time only, not on how late it is run. */
void fit_scheduling_queue_run_timers (FitSchedulingQueue *queue, gint64 now_ns);

/* What one tick does: pods whose backoff is over become active... */
void fit_scheduling_queue_flush_backoff (FitSchedulingQueue *queue,
                                         gint64 now_ns);

/* ...and pods that are unschedulable for too long move as if something had
 * changed. */
void
fit_scheduling_queue_flush_unschedulable_leftover (FitSchedulingQueue *queue,
                                                   gint64 now_ns);

/* -- reading --------------------------------------------------------------- */

/* fit_scheduling_queue_scheduling_cycle: Returns: how many pods were popped */
gint64 fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_move_request_cycle: Returns: the scheduling cycle in
 * which pods were last to be moved, -1 before the first time */
gint64
fit_scheduling_queue_move_request_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_count: Returns: pods in @name */
guint fit_scheduling_queue_count (const FitSchedulingQueue *queue,
                                  FitQueueName name);

/* fit_scheduling_queue_list: Returns: (transfer container): array of const
 * FitQueueEntry, those in @name: active in the order of pops, backoff in the
 * order in which they end, unschedulable by timestamp.  Entries are valid until
 * the queue changes. */
GPtrArray *fit_scheduling_queue_list (const FitSchedulingQueue *queue,
                                      FitQueueName name);

/* fit_scheduling_queue_find: Returns: (transfer none) (nullable): the entry of
 * the pod with the namespace and name of @pod, until the queue changes */
const FitQueueEntry *fit_scheduling_queue_find (const FitSchedulingQueue *queue,
                                                const FitPod *pod);

/* fit_scheduling_queue_backoff_until: Returns: when the backoff of @pod ends or
 * ended, G_MININT64 when it has none */
gint64 fit_scheduling_queue_backoff_until (const FitSchedulingQueue *queue,
                                           const FitPod *pod);

G_END_DECLS
