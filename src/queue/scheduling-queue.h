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
 * So it is in v1.16, and so is the queue that fit_scheduling_queue_new() makes.
 * What later releases changed is in queue-rules.h; what they have besides:
 *
 *   - PreEnqueue plugins are asked on every way to activeQ: a pod that one of
 *     them refuses is gated, and waits in unschedulableQ, by then called
 *     unschedulablePods, without having been tried;
 *   - a change is an event with a label; it wakes the pods that were rejected by
 *     a plugin which has registered it, and those of which nobody knows why they
 *     failed;
 *   - with queueing hints, a pod that was popped is in flight until
 *     fit_scheduling_queue_done() or until it comes back: the events of that
 *     time are kept for it.
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
 * Whoever waits for a pod need not look before one goes to activeQ; the observer
 * is told of it.
 *
 * Source: kube-scheduler v1.16 and v1.28 internal/queue.PriorityQueue.
 */
#pragma once

#include "cluster/nominated-pods.h"
#include "queue/queue-options.h"
#include "queue/queue-reading.h"
#include "queue/update-filter.h"

G_BEGIN_DECLS

/* How often the timers tick, counted from when the queue was made. */
#define FIT_QUEUE_BACKOFF_PERIOD_NS G_GINT64_CONSTANT (1000000000)
#define FIT_QUEUE_LEFTOVER_PERIOD_NS G_GINT64_CONSTANT (30000000000)
/* Pods leave unschedulableQ when they are there for longer. */
#define FIT_QUEUE_UNSCHEDULABLE_MAX_NS G_GINT64_CONSTANT (60000000000)
#define FIT_QUEUE_LONG_STAY_NS G_GINT64_CONSTANT (300000000000)
/* No time that options set is longer. */
#define FIT_QUEUE_LONGEST_NS (G_GINT64_CONSTANT (1) << 60)

/* What v1.16 says when there is no pod and none will come; releases that have
 * FIT_QUEUE_RULE_QUIET_CLOSE say nothing. */
#define FIT_QUEUE_CLOSED_TEXT "scheduling queue is closed"

/**
 * FitQueueObserver:
 *
 * Told of every pod that goes from one place to another, after it is there;
 * not of one that stays.  It may read the queue, and must not change it.
 */
typedef void (*FitQueueObserver) (const FitPod *pod, FitQueueName from,
                                  FitQueueName to, FitQueueEvent event,
                                  gpointer data);

/* fit_scheduling_queue_new: @nominated is borrowed and kept up to date: other
 * parts read it, and nominate pods, there */
FitSchedulingQueue *fit_scheduling_queue_new (FitNominatedPods *nominated,
                                              gint64 now_ns);

/* fit_scheduling_queue_new_with: the same for what @options say */
FitSchedulingQueue *
fit_scheduling_queue_new_with (FitNominatedPods *nominated,
                               const FitQueueOptions *options, gint64 now_ns);
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
 * wherever it is; its nomination is what its status says, unless it is gated */
void fit_scheduling_queue_add (FitSchedulingQueue *queue, const FitPod *pod,
                               gint64 now_ns);

/* fit_scheduling_queue_add_if_not_present: does nothing when it is in a queue */
void fit_scheduling_queue_add_if_not_present (FitSchedulingQueue *queue,
                                              const FitPod *pod, gint64 now_ns);

/**
 * fit_scheduling_queue_pop:
 *
 * Takes the first pod of the active queue, also when the queue is closed, and
 * counts a scheduling cycle.  From v1.18 on the pod is in flight then: each has
 * to come back by fit_scheduling_queue_add_failed(), or to end by
 * fit_scheduling_queue_done().
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

/* How an attempt ended. */
typedef struct
{
  const FitPod *pod; /* as it is by now */
  const char *uid;   /* (nullable) of the pod that was popped; NULL: of @pod */
  gint64 cycle;      /* as above */
  guint n_plugins;
  const char *const *plugins; /* names of those that rejected it; none when
                                 nobody knows, or something is broken */
} FitQueueFailure;

/**
 * fit_scheduling_queue_add_failed:
 *
 * The same, also for later releases: the entry knows of the attempts before.
 * With queueing hints it goes where what has happened since it was popped would
 * have sent it, and @cycle does not matter.  Nobody is in flight under this UID
 * any more, whatever is returned.
 */
gboolean fit_scheduling_queue_add_failed (FitSchedulingQueue *queue,
                                          const FitQueueFailure *failure,
                                          gint64 now_ns, GError **error);

/* fit_scheduling_queue_done: the attempt with the pod of this UID is over, and
 * it does not come back; nothing when it is not in flight */
void fit_scheduling_queue_done (FitSchedulingQueue *queue, const char *uid);

/**
 * fit_scheduling_queue_update:
 * @old_pod: (nullable): NULL: what the queue holds
 * @change: what fit_pod_change() says, or what the front end knows better
 *
 * A pod in podBackoffQ becomes active at once whatever has changed.  One in
 * unschedulableQ becomes active, and loses its backoff, unless only its status
 * has changed.  One that is nowhere becomes active as a new entry.
 * With FIT_QUEUE_RULE_UPDATE_WAITS the first stays where it is, and the second
 * goes to podBackoffQ if its backoff is not over.
 */
void fit_scheduling_queue_update (FitSchedulingQueue *queue,
                                  const FitPod *old_pod, const FitPod *new_pod,
                                  FitPodChange change, gint64 now_ns);

/* fit_scheduling_queue_delete: drops @pod and its nomination; its backoff too,
 * unless it was active */
void fit_scheduling_queue_delete (FitSchedulingQueue *queue, const FitPod *pod);

/* fit_scheduling_queue_activate: a plugin wants @pod to be active, whatever it
 * waits for; a gate keeps it out all the same.
 * Returns: FALSE when it waits nowhere */
gboolean fit_scheduling_queue_activate (FitSchedulingQueue *queue,
                                        const FitPod *pod, gint64 now_ns);

/* -- what happens elsewhere ------------------------------------------------ */

/* FitQueueNodeCheck: might @pod run on the node that was added or updated? */
typedef gboolean (*FitQueueNodeCheck) (const FitPod *pod, gpointer data);

typedef struct
{
  const FitClusterEvent *event; /* its label is a constant */
  gconstpointer old_object;     /* (nullable) of the event's resource */
  gconstpointer new_object;     /* (nullable) */
  FitQueueNodeCheck check; /* (nullable): only the pods that pass are looked
                              at */
  gpointer data;
} FitQueueChange;

/* fit_scheduling_queue_move: something has changed.  Before
 * FIT_QUEUE_RULE_EVENTS it may help any pod. */
void fit_scheduling_queue_move (FitSchedulingQueue *queue,
                                const FitQueueChange *change, gint64 now_ns);

/* fit_scheduling_queue_checks_nodes: is a change of a node to come with a check
 * of whether the pod might run there? */
gboolean fit_scheduling_queue_checks_nodes (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_move_all_to_active: something has changed that may help
 * any pod, whatever it waits for */
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
 * Returns: the first tick, among those not run yet, that will move a pod, or ask
 *   again about a gated one, if nothing else happens; G_MAXINT64 if none will.
 *   It lies in the past when fit_scheduling_queue_run_timers() was not called in
 *   time.
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

G_END_DECLS
