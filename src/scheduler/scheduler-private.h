/* scheduler-private.h - the scheduler from inside (private to scheduler/)
 *
 * scheduler.c has its life, its parts and its clock; profiles.c the profiles;
 * known-pods.c what the source has told; event-handlers.c what comes in;
 * schedule-one.c an attempt up to the choice of a node; bindings.c
 * what follows; failure.c what happens when it fails; refetch.c the way back to
 * the queue; preempt.c room for a pod that fits nowhere; expiry.c pods that are
 * bound and never confirmed; report.c what is told.
 */
#pragma once

#include "scheduler/in-flight.h"
#include "scheduler/scheduler-rules.h"

G_BEGIN_DECLS

/* A profile at work; v1.16 has one. */
typedef struct
{
  FitScheduler *scheduler;        /* borrowed */
  const char *name;               /* interned: whose pods these are */
  FitFramework *framework;        /* borrowed, or @no_plugins */
  FitFramework *no_plugins;       /* (nullable) owned */
  FitGenericScheduler *algorithm; /* owned */
  gboolean disable_preemption;
  gboolean
      binds_volumes; /* in v1.16: the predicate that chooses them is asked */
  gboolean scheduling_gates;
  gboolean binds_first;
  gint64 volume_timeout_ns;
  GArray *registrations; /* owned, of FitQueueRegistration */
  GHashTable *listeners; /* owned, a set: names of plugins of which it is known
                            what they wait for */
} FitProfileParts;

struct _FitScheduler
{
  FitRelease release;
  guint rules;                /* FitSchedulerRules */
  FitCache *cache;            /* borrowed */
  const FitWorld *world;      /* borrowed */
  const GPtrArray *extenders; /* (nullable) borrowed */
  guint n_profiles;
  FitProfileParts *profiles;       /* owned array */
  FitQueueProfile *queue_profiles; /* owned array: the same for the queue */
  GHashTable *known; /* owned: "NAMESPACE/NAME" -> FitPod that has no node */
  FitSchedulingQueue *queue; /* owned */
  FitInFlight *in_flight;    /* owned */
  GQueue bound; /* of Bound, see expiry.c, in the order of their deadlines */
  gint64 start_ns;
  gint64 now_ns; /* as the caller said last */
};

static inline gboolean
fit_scheduler_rule (const FitScheduler *scheduler, FitSchedulerRules rule)
{
  return (scheduler->rules & rule) != 0;
}

/* A pod's turn: one attempt with it, the binding included. */
typedef struct
{
  const FitProfileParts *profile;
  const FitPod *pod;        /* owned reference: as it came from the queue */
  const FitPod *assumed;    /* (nullable) owned reference: with its node */
  FitCycleState *state;     /* owned */
  guint evaluated;          /* nodes that were looked at */
  guint feasible;           /* those that would do */
  gboolean permitted;       /* its cycle has ended well: it is being bound */
  GPtrArray *rejected_by;   /* (nullable) owned, of char: the plugins that have
                             turned the pod down */
  FitNomination nomination; /* what came of making room */
} FitTurn;

void fit_turn_clear (FitTurn *turn);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTurn, fit_turn_clear)

/* fit_turn_rejected_by: @plugin has turned the pod down */
void fit_turn_rejected_by (FitTurn *turn, const char *plugin);

/* fit_turn_cycle: Returns: what plugins are asked about once a node is chosen:
 * the pod as it is assumed */
FitFrameworkCycle fit_turn_cycle (const FitTurn *turn);

/* -- profiles.c ------------------------------------------------------------ */

void fit_scheduler_make_profiles (FitScheduler *scheduler,
                                  const FitSchedulerSetup *setup);
void fit_scheduler_clear_profiles (FitScheduler *scheduler);

/* fit_scheduler_profile_of: Returns: (nullable): for the schedulerName of
 * @pod */
FitProfileParts *fit_scheduler_profile_of (const FitScheduler *scheduler,
                                           const FitPod *pod);

/* fit_profile_listens: is it known what @plugin wants to be told of?  Otherwise
 * anything may help the pods that it turns down. */
gboolean fit_profile_listens (const FitProfileParts *profile,
                              const char *plugin);

/* fit_scheduler_find_waiting: Returns: (nullable): the pod of that UID that waits
 * in any profile */
FitWaitingPod *fit_scheduler_find_waiting (const FitScheduler *scheduler,
                                           const char *uid);

/* -- known-pods.c ---------------------------------------------------------- */

void fit_scheduler_make_known (FitScheduler *scheduler);

/* fit_scheduler_tell_known: @new_pod: (nullable): it is gone, or has a node */
void fit_scheduler_tell_known (FitScheduler *scheduler, const FitPod *old_pod,
                               const FitPod *new_pod);

/* fit_scheduler_known_pod: Returns: (transfer none) (nullable): what the source
 * has told last of the pod with the namespace and name of @pod; NULL: it is gone,
 * or has a node */
const FitPod *fit_scheduler_known_pod (const FitScheduler *scheduler,
                                       const FitPod *pod);

/* fit_scheduler_pod_source: Returns: those and all that have a node */
FitPodSource fit_scheduler_pod_source (FitScheduler *scheduler);

/* -- scheduler.c ----------------------------------------------------------- */

/* fit_scheduler_enter, _leave: at the beginning and end of every call */
void fit_scheduler_enter (FitScheduler *scheduler, gint64 now_ns);
void fit_scheduler_leave (FitScheduler *scheduler);

/* -- report.c -------------------------------------------------------------- */

/* fit_scheduler_report: @decision: without its time */
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

/* Where an attempt has failed: the rows of its table. */
typedef enum
{
  FIT_FAILURE_FITS_NOWHERE, /* or there are no nodes */
  FIT_FAILURE_SCHEDULE,
  FIT_FAILURE_ASSUME_VOLUMES,
  FIT_FAILURE_RESERVE,
  FIT_FAILURE_ASSUME,
  FIT_FAILURE_BIND_VOLUMES,
  FIT_FAILURE_REJECTED, /* by a Permit or PreBind plugin... */
  FIT_FAILURE_PLUGIN,   /* ...which could not answer */
  FIT_FAILURE_BIND,
  FIT_FAILURE_LAST,
} FitFailedStep;

/* fit_scheduler_fail: cleans up, sends the pod on its way back to the queue and
 * tells everybody; @problem: v1.16's error */
void fit_scheduler_fail (FitScheduler *scheduler, const FitTurn *turn,
                         FitFailedStep step, const GError *problem);

/* fit_scheduler_fail_with_status: the same for what a plugin has answered */
void fit_scheduler_fail_with_status (FitScheduler *scheduler, FitTurn *turn,
                                     FitFailedStep step,
                                     const FitStatus *status);

/* -- refetch.c ------------------------------------------------------------- */

/* fit_scheduler_requeue: the pod of @turn is queued again, unless it is gone or
 * has a node; in v1.16 it is read again first, however long that takes */
void fit_scheduler_requeue (FitScheduler *scheduler, const FitTurn *turn);

/* fit_scheduler_drop: tells that nobody tries @pod any more; @now: (nullable):
 * what it is by now; NULL: it is gone */
void fit_scheduler_drop (FitScheduler *scheduler, const FitPod *pod,
                         const FitPod *now);

/* -- preempt.c ------------------------------------------------------------- */

/* fit_scheduler_preempt: makes room for the pod of @turn, which the attempt just
 * now has found to fit nowhere; v1.16 */
void fit_scheduler_preempt (FitScheduler *scheduler, const FitTurn *turn);

/* fit_scheduler_make_room: the same, later: into turn->nomination, which is to be
 * written by those who handle the failure.  Returns: (transfer full) (nullable):
 * why there is no room */
char *fit_scheduler_make_room (FitScheduler *scheduler, FitTurn *turn);

/* -- bindings.c ------------------------------------------------------------ */

/* fit_scheduler_activate_wanted: makes those pods active that plugins have asked
 * for, once */
void fit_scheduler_activate_wanted (FitScheduler *scheduler,
                                    const FitTurn *turn);

/* fit_scheduler_begin_binding: what is in @turn is taken over; @all_bound: its
 * volumes need nothing */
void fit_scheduler_begin_binding (FitScheduler *scheduler, FitTurn *turn,
                                  gboolean all_bound);

/* fit_scheduler_resume_waiting: pods go on that need not wait any more */
void fit_scheduler_resume_waiting (FitScheduler *scheduler);

/* -- expiry.c -------------------------------------------------------------- */

/* fit_scheduler_expect_confirmation: @assumed is bound: the source should say so
 * before it expires */
void fit_scheduler_expect_confirmation (FitScheduler *scheduler,
                                        const FitPod *assumed);

/* fit_scheduler_forget_confirmed: stops expecting what has come true */
void fit_scheduler_forget_confirmed (FitScheduler *scheduler);

/* fit_scheduler_next_expiry: Returns: the first tick that may let a pod go;
 * G_MAXINT64 when none will */
gint64 fit_scheduler_next_expiry (const FitScheduler *scheduler);
void fit_scheduler_run_expiry (FitScheduler *scheduler);
void fit_scheduler_clear_expiry (FitScheduler *scheduler);

G_END_DECLS
