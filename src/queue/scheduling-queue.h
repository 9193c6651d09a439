/* scheduling-queue.h - the pods that wait for a node, and when each is tried
 *
 * A pod is in exactly one of three queues, or in none while the scheduler tries
 * it:
 *
 *   add -> activeQ -> pop -> fails -> unschedulableQ    waits for a change
 *                            fails, and something has
 *                            changed meanwhile -> podBackoffQ
 *   unschedulableQ --something changes--> podBackoffQ, or activeQ when its
 *                                         backoff is over
 *   podBackoffQ --timer--> activeQ
 *
 * That is v1.16.  FitBehaviour says what later releases changed.  They also
 * added:
 *
 * - PreEnqueue plugins run whenever a pod is about to enter activeQ.  A pod
 *   that one of them refuses is gated: it waits in unschedulableQ, which these
 *   releases call unschedulablePods, and has not been tried.
 * - A change is an event with a label.  It moves the pods rejected by a plugin
 *   that has registered for the event, and the pods whose failure is
 *   unexplained.
 * - From 1.33 on, pop() takes a pod from backoffQ when activeQ is empty, unless
 *   an error keeps it waiting.  PreEnqueue plugins run before backoffQ already.
 * - With queueing hints, a popped pod is in flight until it comes back or until
 *   fit_scheduling_queue_done().  The queue keeps the events of that time for
 *   it.
 *
 * The queue is a state machine without threads, locks or a clock.  The front
 * end makes one call at a time, passes the time, waits where v1.16 blocks, and
 * runs the timers.  Times are nanoseconds from any origin, within plus or minus
 * 2^62, and never go backwards from one call to the next.  Pods are identified
 * by namespace and name.
 *
 *   while ((pod = fit_scheduling_queue_pop (queue)) != NULL)
 *     ...
 *   wait for an event, or until fit_scheduling_queue_next_timer (queue)
 *   fit_scheduling_queue_run_timers (queue, now)
 *
 * A caller that waits for a pod can sleep until the observer reports one
 * entering activeQ, or backoffQ.
 *
 * Source: kube-scheduler v1.16 and v1.28 internal/queue.PriorityQueue, v1.34
 * backend/queue.PriorityQueue.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/nominated-pods.h"
#include "queue/queue-options.h"
#include "queue/queue-names.h"
#include "queue/update-filter.h"

typedef struct _FitSchedulingQueue FitSchedulingQueue;

/* The periods of the timers, counted from the creation of the queue.  Where
 * pods are popped early, backoffs end at whole seconds. */
#define FIT_QUEUE_BACKOFF_PERIOD_NS G_GINT64_CONSTANT (1000000000)
#define FIT_QUEUE_LEFTOVER_PERIOD_NS G_GINT64_CONSTANT (30000000000)
/* A pod leaves unschedulableQ after this time. */
#define FIT_QUEUE_UNSCHEDULABLE_MAX_NS G_GINT64_CONSTANT (60000000000)
#define FIT_QUEUE_LONG_STAY_NS G_GINT64_CONSTANT (300000000000)
/* The upper limit of all times in the options. */
#define FIT_QUEUE_LONGEST_NS (G_GINT64_CONSTANT (1) << 60)

/**
 * FitQueueObserver:
 *
 * Called after a pod has moved from one place to another, but not if it stays
 * where it is.  May read the queue but must not change it.
 */
typedef void (*FitQueueObserver) (const FitPod *pod, FitQueueName from,
                                  FitQueueName to, FitQueueEvent event,
                                  gpointer data);

/* fit_scheduling_queue_new: @nominated is borrowed.  The queue keeps it up to
 * date; other modules read it and add nominations. */
FitSchedulingQueue *fit_scheduling_queue_new (FitNominatedPods *nominated,
                                              const FitQueueOptions *options,
                                              gint64 now_ns);
void fit_scheduling_queue_free (FitSchedulingQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSchedulingQueue, fit_scheduling_queue_free)

/* fit_scheduling_queue_set_observer: @observer: (nullable); @data borrowed */
void fit_scheduling_queue_set_observer (FitSchedulingQueue *queue,
                                        FitQueueObserver observer,
                                        gpointer data);

/* fit_scheduling_queue_set_sort: sets the order of activeQ, as a QueueSort
 * plugin defines it.  The queue must be empty.  The default is higher priority
 * first, then the earlier timestamp.  @data is borrowed. */
void fit_scheduling_queue_set_sort (FitSchedulingQueue *queue,
                                    FitQueueLess less, gpointer data);

/* -- pending pods ---------------------------------------------------------- */

/* fit_scheduling_queue_add: puts @pod into the active queue as a new entry,
 * wherever it was before.  Its status determines its nomination, unless it is
 * gated. */
void fit_scheduling_queue_add (FitSchedulingQueue *queue, const FitPod *pod,
                               gint64 now_ns);

/**
 * fit_scheduling_queue_pop:
 *
 * Takes the first pod from the active queue, and counts a scheduling cycle.
 * From v1.18 on the pod is then in flight: it must come back through
 * fit_scheduling_queue_add_failed(), or end with fit_scheduling_queue_done().
 *
 * Returns: (transfer full) (nullable): NULL if no pod is ready
 */
FitPod *fit_scheduling_queue_pop (FitSchedulingQueue *queue);

/* How an attempt ended. */
typedef struct
{
  const FitPod *pod; /* the pod as it is now */
  const char *uid;   /* (nullable) UID of the pod that was popped; NULL: that of
                        @pod */
  gint64 cycle;      /* fit_scheduling_queue_scheduling_cycle() when the failure
                        is handled */
  guint n_plugins;
  const char *const *plugins; /* names of the plugins that rejected it; empty if
                                 unknown, or after an internal error */
} FitQueueFailure;

/**
 * fit_scheduling_queue_add_failed:
 *
 * Queues the pod after a failed attempt, with its earlier attempts.  It waits
 * for a change.  If pods were moved during @cycle or later, it waits only for
 * the end of its backoff.  With queueing hints, the events since the pod was
 * popped decide where it goes, and @cycle is ignored.  Whatever the result, the
 * UID is no longer in flight.
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE if the pod is in a queue already;
 *   nothing has changed then
 */
gboolean fit_scheduling_queue_add_failed (FitSchedulingQueue *queue,
                                          const FitQueueFailure *failure,
                                          gint64 now_ns, GError **error);

/* fit_scheduling_queue_done: the attempt with the pod of this UID is over and
 * the pod does not come back.  Does nothing if it is not in flight. */
void fit_scheduling_queue_done (FitSchedulingQueue *queue, const char *uid);

/**
 * fit_scheduling_queue_update:
 * @old_pod: (nullable): NULL: the pod that the queue holds
 * @change: from fit_pod_change(), or from better knowledge of the front end
 *
 * A pod in podBackoffQ becomes active at once, whatever has changed.  A pod in
 * unschedulableQ becomes active and loses its backoff, unless only its status
 * has changed.  A pod in no queue becomes active as a new entry.  With
 * queue_update_waits, a pod in podBackoffQ stays there, and one in
 * unschedulableQ goes to podBackoffQ if its backoff is not over.  With hints
 * and queue_pod_changes, a pod in unschedulableQ moves only if a plugin that
 * rejected it wants that, and the update of a pod in flight is judged when the
 * pod comes back.
 */
void fit_scheduling_queue_update (FitSchedulingQueue *queue,
                                  const FitPod *old_pod, const FitPod *new_pod,
                                  FitPodChange change, gint64 now_ns);

/* fit_scheduling_queue_delete: removes @pod and its nomination, and also its
 * backoff unless the pod was active */
void fit_scheduling_queue_delete (FitSchedulingQueue *queue, const FitPod *pod);

/* fit_scheduling_queue_activate: makes @pod active at the request of a plugin,
 * whatever it is waiting for.  A gate still keeps it out.  From 1.32 on a pod that
 * is being tried is tried again after its backoff, if that fails.
 * Returns: FALSE if it is neither in a queue nor, from 1.32 on, being tried */
gboolean fit_scheduling_queue_activate (FitSchedulingQueue *queue,
                                        const FitPod *pod, gint64 now_ns);

/* -- events in the cluster ------------------------------------------------- */

/* FitQueueNodeCheck: might @pod run on the node that was added or updated? */
typedef gboolean (*FitQueueNodeCheck) (const FitPod *pod, gpointer data);

typedef struct
{
  const FitClusterEvent *event; /* its label is a constant */
  gconstpointer old_object;     /* (nullable) of the event's resource */
  gconstpointer new_object;     /* (nullable) */
  FitQueueNodeCheck check; /* (nullable): consider only the pods that pass */
  gpointer data;
} FitQueueChange;

/* fit_scheduling_queue_move: reports a change.  Without queue_events it may
 * help any pod. */
void fit_scheduling_queue_move (FitSchedulingQueue *queue,
                                const FitQueueChange *change, gint64 now_ns);

/* fit_scheduling_queue_checks_nodes: must the change of a node come with a
 * FitQueueNodeCheck? */
gboolean fit_scheduling_queue_checks_nodes (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_trusts_hints: do the plugins' hints alone decide which
 * pods a change may help?  Else nodes are checked, and some changes are not
 * reported. */
gboolean fit_scheduling_queue_trusts_hints (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_assigned_pod_added, ..._updated: the pod runs on a node.
 * Moves the pods with a required affinity term that matches it; with
 * queue_pod_changes also those that PodTopologySpread has rejected and,
 * if the update frees room or plugins give hints, all that it may help. */
void fit_scheduling_queue_assigned_pod_added (FitSchedulingQueue *queue,
                                              const FitPod *pod, gint64 now_ns);
void fit_scheduling_queue_assigned_pod_updated (FitSchedulingQueue *queue,
                                                const FitPod *old_pod,
                                                const FitPod *new_pod,
                                                gint64 now_ns);

/* -- timers ---------------------------------------------------------------- */

/**
 * fit_scheduling_queue_next_timer:
 *
 * Returns: the first pending tick that will move a pod, or check a gated pod
 *   again, if nothing else happens; G_MAXINT64 if there is none.  The time is
 *   in the past if fit_scheduling_queue_run_timers() is overdue.
 */
gint64 fit_scheduling_queue_next_timer (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_run_timers: runs all ticks up to @now_ns.  The effect of
 * a tick depends only on its own time, not on how late it runs. */
void fit_scheduling_queue_run_timers (FitSchedulingQueue *queue, gint64 now_ns);

/* The actions of one tick: pods whose backoff is over become active... */
void fit_scheduling_queue_flush_backoff (FitSchedulingQueue *queue,
                                         gint64 now_ns);

/* ...and pods that were unschedulable for too long move as after a change. */
void
fit_scheduling_queue_flush_unschedulable_leftover (FitSchedulingQueue *queue,
                                                   gint64 now_ns);

/* -- reading --------------------------------------------------------------- */

/* fit_scheduling_queue_place_name, _event_label: Returns: (transfer none): the
 * name that its release uses; inside an observer also the label of the current
 * event: "NodeAdd" */
const char *fit_scheduling_queue_place_name (const FitSchedulingQueue *queue,
                                             FitQueueName name);
const char *fit_scheduling_queue_event_label (const FitSchedulingQueue *queue,
                                              FitQueueEvent event);

/* fit_scheduling_queue_scheduling_cycle: Returns: the number of pops so far */
gint64 fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_count: Returns: the number of pods in @name, including
 * gated ones */
guint fit_scheduling_queue_count (const FitSchedulingQueue *queue,
                                  FitQueueName name);

/* fit_scheduling_queue_count_gated: Returns: the number of pods in
 * unschedulableQ that a plugin keeps out of activeQ; these pods have not
 * failed */
guint fit_scheduling_queue_count_gated (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_list: Returns: (transfer container): array of const
 * FitQueueEntry, those in @name: active pods in pop order, pods in backoff by
 * its end (where pods are popped early: those that an error keeps waiting come
 * last), unschedulable pods by timestamp.  Entries are valid until the queue
 * changes. */
GPtrArray *fit_scheduling_queue_list (const FitSchedulingQueue *queue,
                                      FitQueueName name);

/* fit_scheduling_queue_find: Returns: (transfer none) (nullable): the entry of
 * the pod with @pod's namespace and name; valid until the queue changes */
const FitQueueEntry *fit_scheduling_queue_find (const FitSchedulingQueue *queue,
                                                const FitPod *pod);
