/* scheduler-private.h - the internals of the scheduler (private to scheduler/)
 *
 * scheduler.c: creating and freeing the scheduler, its parts and its clock.
 * profiles.c: the profiles.  known-pods.c: the pods that the source has
 * reported.  event-handlers.c: incoming events.  schedule-one.c: an attempt up
 * to the choice of a node.  bindings.c: the steps after that.  failure.c: how
 * failures are handled.  refetch.c: queueing failed pods again.  preempt.c:
 * making room for a pod that fits nowhere.  eviction.c: deleting its victims
 * meanwhile.  expiry.c: pods that are bound but never confirmed.  report.c:
 * decisions and events.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "rules/rule.h"
#include "scheduler/pod-work.h"
#include "scheduler/scheduler.h"

/* A running profile; v1.16 has one. */
typedef struct
{
  FitScheduler *scheduler;        /* borrowed */
  const char *name;               /* interned: the schedulerName of its pods */
  FitFramework *framework;        /* borrowed, or @no_plugins */
  FitFramework *no_plugins;       /* (nullable) owned */
  FitGenericScheduler *algorithm; /* owned */
  gboolean disable_preemption;
  const GPtrArray *post_filters; /* of char: borrowed, or @own_post_filters */
  GPtrArray *own_post_filters;   /* (nullable) owned */
  gboolean binds_volumes;    /* in v1.16: the predicate that chooses volumes is
                        enabled */
  const char *reserve_fails; /* (nullable): as in FitAlgorithm */
  FitModernUse modern;
  gboolean binds_first;
  gint64 volume_timeout_ns;
  GArray *registrations; /* owned, of FitQueueRegistration */
  GHashTable *listeners; /* owned, a set: names of plugins with registered
                            events */
} FitProfileParts;

struct _FitScheduler
{
  FitRelease release;
  gboolean marks_victims;
  FitBehaviour behaviour;     /* of the release, or as the caller asks */
  FitCache *cache;            /* borrowed */
  const FitWorld *world;      /* borrowed */
  const GPtrArray *extenders; /* (nullable) borrowed */
  guint n_profiles;
  FitProfileParts *profiles; /* owned array */
  GPtrArray *permitting; /* owned: of borrowed FitWaitingPods, of those profiles
                            that have Permit plugins */
  FitQueueProfile *queue_profiles; /* owned array: the same for the queue */
  GHashTable *known; /* owned: "NAMESPACE/NAME" -> FitPod that has no node */
  FitSchedulingQueue *queue; /* owned */
  FitPodWorks *works;        /* owned */
  GHashTable *preempting;    /* owned, a set: UIDs of pods that wait for the
                                deletion of victims to go on */
  GHashTable *unanswered;    /* owned, a set: UIDs of pods that are not tried
                                again, since there is no answer about them */
  GQueue bound;              /* of Bound, see expiry.c, sorted by deadline */
  gint64 start_ns;
  gint64 now_ns; /* the time that the caller passed last */
};

/* One scheduling attempt with a pod, including the binding. */
typedef struct
{
  const FitProfileParts *profile;
  const FitPod *pod;             /* owned reference: as popped from the queue */
  const FitPod *assumed;         /* (nullable) owned reference: with its node */
  FitCycleState *state;          /* owned */
  guint evaluated;               /* nodes that were checked */
  guint feasible;                /* nodes that fit */
  gboolean permitted;            /* its cycle succeeded: it is being bound */
  GPtrArray *rejected_by;        /* (nullable) owned, of char: the plugins that
                               rejected the pod */
  FitNomination nomination;      /* the result of preemption */
  GError *no_room;               /* (nullable) owned: preemption failed */
  gboolean preempts;             /* it was the turn of DefaultPreemption */
  gboolean kept_from_preempting; /* another PostFilter plugin failed first */
} FitPodAttempt;

/* What rejects a pod about which there is no answer, in the place of a plugin:
 * no event helps it.  Where any event may help any pod, the pod is kept out of
 * the active queue. */
#define FIT_UNANSWERED "not evaluated"

void fit_pod_attempt_clear (FitPodAttempt *attempt);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPodAttempt, fit_pod_attempt_clear)

/* fit_pod_attempt_rejected_by: records that @plugin rejected the pod */
void fit_pod_attempt_rejected_by (FitPodAttempt *attempt, const char *plugin);

/* fit_pod_attempt_plugins: Returns: the cycle to pass to plugins once a node is
 * chosen, with the assumed pod */
FitFrameworkCycle fit_pod_attempt_plugins (const FitPodAttempt *attempt);

/* -- profiles.c ------------------------------------------------------------ */

void fit_scheduler_make_profiles (FitScheduler *scheduler,
                                  const FitSchedulerSetup *setup);
void fit_scheduler_clear_profiles (FitScheduler *scheduler);

/* fit_scheduler_profile_of: Returns: (nullable): the profile for the
 * schedulerName of @pod */
FitProfileParts *fit_scheduler_profile_of (const FitScheduler *scheduler,
                                           const FitPod *pod);

/* fit_scheduler_awaits: does @pod, as it is now, wait for
 * this scheduler?  The releases look at its node only.  If it was recreated for
 * another scheduler, v1.16 tries it, and later releases queue it, only to find
 * that no profile is for it. */
gboolean fit_scheduler_awaits (const FitScheduler *scheduler,
                               const FitPod *pod);

/* fit_profile_listens: has @plugin registered for events?  If not, any event
 * may help the pods that it rejects. */
gboolean fit_profile_listens (const FitProfileParts *profile,
                              const char *plugin);

/* fit_scheduler_find_waiting: Returns: (nullable): the waiting pod with that
 * UID, of any profile */
FitWaitingPod *fit_scheduler_find_waiting (const FitScheduler *scheduler,
                                           const char *uid);

/* -- known-pods.c ---------------------------------------------------------- */

void fit_scheduler_make_known (FitScheduler *scheduler);

/* fit_scheduler_tell_known: records a new version of a pod; @new_pod:
 * (nullable): NULL: it is gone, or has a node */
void fit_scheduler_tell_known (FitScheduler *scheduler, const FitPod *old_pod,
                               const FitPod *new_pod);

/* fit_scheduler_known_pod: Returns: (transfer none) (nullable): the last
 * reported version of the pod with the namespace and name of @pod; NULL if it
 * is gone or has a node */
const FitPod *fit_scheduler_known_pod (const FitScheduler *scheduler,
                                       const FitPod *pod);

/* fit_scheduler_pod_source: Returns: these pods and all pods with a node */
FitPodSource fit_scheduler_pod_source (FitScheduler *scheduler);

/* -- scheduler.c ----------------------------------------------------------- */

/* fit_scheduler_enter, _leave: to be called at the start and end of every
 * call */
void fit_scheduler_enter (FitScheduler *scheduler, gint64 now_ns);
void fit_scheduler_leave (FitScheduler *scheduler);

/* -- report.c -------------------------------------------------------------- */

/* fit_scheduler_report: @decision: without its time, which is filled in */
void fit_scheduler_report (FitScheduler *scheduler,
                           const FitDecision *decision);

/* fit_scheduler_problem: @pod: (nullable) */
void fit_scheduler_problem (FitScheduler *scheduler, const FitPod *pod,
                            const char *format, ...) G_GNUC_PRINTF (3, 4);

/* The events of v1.16. */
typedef enum
{
  FIT_EVENT_FAILED_SCHEDULING,
  FIT_EVENT_SCHEDULED,
  FIT_EVENT_PREEMPTED,
  FIT_EVENT_LAST,
} FitEventKind;

/* fit_scheduler_event: @related: (nullable); @format: the note */
void fit_scheduler_event (FitScheduler *scheduler, FitEventKind kind,
                          const FitPod *regarding, const FitPod *related,
                          const char *format, ...) G_GNUC_PRINTF (5, 6);

/* -- failure.c ------------------------------------------------------------- */

/* The step that failed: selects a row of the table in failure.c. */
typedef enum
{
  FIT_FAILURE_FITS_NOWHERE,  /* no node fits, or there are none */
  FIT_FAILURE_NOT_EVALUATED, /* there is no answer about the pod */
  FIT_FAILURE_SCHEDULE,
  FIT_FAILURE_ASSUME_VOLUMES,
  FIT_FAILURE_RESERVE,
  FIT_FAILURE_ASSUME,
  FIT_FAILURE_BIND_VOLUMES,
  FIT_FAILURE_PERMIT,
  FIT_FAILURE_WAIT, /* at Permit */
  FIT_FAILURE_PRE_BIND,
  FIT_FAILURE_BIND,
  FIT_FAILURE_REJECTED, /* by a plugin at one of these steps, not an error */
  FIT_FAILURE_LAST,
} FitFailedStep;

/* fit_scheduler_fail: cleans up, queues the pod again and reports the failure;
 * @problem: the error of v1.16 */
void fit_scheduler_fail (FitScheduler *scheduler, const FitPodAttempt *attempt,
                         FitFailedStep step, const GError *problem);

/* fit_scheduler_fail_with_status: the same, with the status a plugin
 * returned */
void fit_scheduler_fail_with_status (FitScheduler *scheduler,
                                     FitPodAttempt *attempt, FitFailedStep step,
                                     const FitStatus *status);

/* -- refetch.c ------------------------------------------------------------- */

/* fit_scheduler_requeue: queues the pod of @attempt again, unless it is gone or
 * has a node.  v1.16 first reads it again, however long that takes.  Returns:
 * FALSE if the failure is not to be written: there is another pod by now */
gboolean fit_scheduler_requeue (FitScheduler *scheduler,
                                const FitPodAttempt *attempt);

/* fit_scheduler_drop: reports that @pod will not be tried any more; @now:
 * (nullable): the pod as it is now; NULL: it is gone */
void fit_scheduler_drop (FitScheduler *scheduler, const FitPod *pod,
                         const FitPod *now);

/* -- preempt.c ------------------------------------------------------------- */

/* fit_scheduler_preempt: v1.16: makes room for the pod of @attempt, which has
 * just turned out to fit nowhere */
void fit_scheduler_preempt (FitScheduler *scheduler,
                            const FitPodAttempt *attempt);

/* fit_scheduler_make_room: the same for later releases.  Sets
 * attempt->nomination, which the failure handling writes.  Returns: (transfer
 * full) (nullable): why there is no room */
char *fit_scheduler_make_room (FitScheduler *scheduler, FitPodAttempt *attempt);

/* -- eviction.c ------------------------------------------------------------ */

/* fit_scheduler_note: Returns: why the victims of @preemptor go; the message is
 * to be freed */
FitVictimNote fit_scheduler_note (const FitScheduler *scheduler,
                                  const FitPod *preemptor);

/* fit_scheduler_tell_victim: writes the event of @victim */
void fit_scheduler_tell_victim (FitScheduler *scheduler, const FitPod *victim,
                                const FitPod *preemptor, const char *node_name,
                                gboolean in_memory);

/* fit_scheduler_evict: starts to delete the victims of @preemptor */
void fit_scheduler_evict (FitScheduler *scheduler, const FitPod *preemptor,
                          const FitNodeVictims *chosen);

/* -- bindings.c ------------------------------------------------------------ */

/* fit_scheduler_activate_wanted: activates the pods that plugins have asked
 * for, once */
void fit_scheduler_activate_wanted (FitScheduler *scheduler,
                                    const FitPodAttempt *attempt);

/* fit_scheduler_begin_binding: takes over the contents of @attempt; @all_bound:
 * its volumes are bound already */
void fit_scheduler_begin_binding (FitScheduler *scheduler,
                                  FitPodAttempt *attempt, gboolean all_bound);

/* fit_scheduler_resume_waiting: lets pods continue that no longer have to
 * wait */
void fit_scheduler_resume_waiting (FitScheduler *scheduler);

/* -- expiry.c -------------------------------------------------------------- */

/* fit_scheduler_next_deadline: Returns: until when a pod that is bound now has
 * to be confirmed */
gint64 fit_scheduler_next_deadline (const FitScheduler *scheduler);

/* fit_scheduler_expect_confirmation: @assumed is bound; expects the source to
 * confirm it before it expires */
void fit_scheduler_expect_confirmation (FitScheduler *scheduler,
                                        const FitPod *assumed);

/* fit_scheduler_forget_confirmed: stops expecting pods that are confirmed */
void fit_scheduler_forget_confirmed (FitScheduler *scheduler);

/* fit_scheduler_next_expiry: Returns: the first tick at which a pod may expire;
 * G_MAXINT64 if none will */
gint64 fit_scheduler_next_expiry (const FitScheduler *scheduler);
void fit_scheduler_run_expiry (FitScheduler *scheduler);
void fit_scheduler_clear_expiry (FitScheduler *scheduler);

/* fit_scheduler_forget_gone: stops counting @pod on its node if it was bound,
 * and was gone before the source could report its node.  Where bindings are
 * trusted, it would count for ever; elsewhere it expires. */
void fit_scheduler_forget_gone (FitScheduler *scheduler, const FitPod *pod);

/* fit_scheduler_offer_room_of: moves the pods that the room of @pod may help */
void fit_scheduler_offer_room_of (FitScheduler *scheduler, const FitPod *pod);
