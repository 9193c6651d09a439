/* scheduler.h - a complete scheduler, as a state machine
 *
 * It is that of v1.16, unless a later release is asked for: then it has profiles,
 * each for the pods of its schedulerName, with one queue and one cache for all.
 * What differs between releases is in scheduler-rules.h.
 *
 * Events go in: objects that came, changed or went, tasks that have ended,
 * time.  Decisions come out, through FitWorld.  One thread calls; a call never
 * waits.  A front end runs it like this:
 *
 *   fit_scheduler_handle (scheduler, kind, NULL, object, now);  // the cluster
 *   for (;;)
 *     {
 *       fit_scheduler_run_timers (scheduler, now);
 *       while (fit_scheduler_schedule_one (scheduler, now))
 *         ;
 *       wait for an object, the end of a task, or until
 *       fit_scheduler_next_timer (scheduler)
 *     }
 *
 * Times are nanoseconds from any origin and never go back.
 *
 * Every pod of this scheduler that has no node and is not being deleted is at
 * any time in the queue, or on its way to a node (assumed: waiting, or with a
 * task under way), or about to be queued again (fetched by a task, or by a timer
 * after that failed).
 *
 * Source: kube-scheduler v1.16 scheduler.go, eventhandlers.go, factory.go, v1.28
 * schedule_one.go.
 */
#pragma once

#include "framework/framework.h"
#include "queue/scheduling-queue.h"
#include "scheduler/world.h"

G_BEGIN_DECLS

typedef struct _FitScheduler FitScheduler;

/* A profile of a later release.  What the release brings itself is said by flags;
 * plugins of others are in the framework. */
typedef struct
{
  const char *scheduler_name; /* whose pods these are */
  const FitAlgorithm *algorithm;
  FitFramework *framework;        /* (nullable): of the release */
  FitSchedulerOptions scheduling; /* the framework and extenders in it are not
                                     read */
  gboolean disable_preemption;    /* DefaultPreemption is not enabled */
  gboolean scheduling_gates;      /* SchedulingGates is */
  gboolean binds_first;     /* DefaultBinder comes before other Bind plugins */
  gint64 volume_timeout_ns; /* of VolumeBinding; 0: as the release has it */
  guint n_registrations;
  const FitQueueRegistration *registrations; /* events that the release's own
                                                plugins want to be told of */
} FitSchedulerProfile;

/* Everything is borrowed and must outlive the scheduler. */
typedef struct
{
  FitCache *cache; /* from here on only the scheduler changes it */
  const FitAlgorithm *algorithm;
  FitFramework *framework;        /* (nullable) */
  const GPtrArray *extenders;     /* (nullable) of FitExtender */
  FitSchedulerOptions scheduling; /* the framework and extenders in it are not
                                     read */
  const char *scheduler_name;     /* whose pods are scheduled */
  gboolean disable_preemption;
  const FitWorld *world;

  /* Of a later release: @profiles stand for @algorithm, @framework, @scheduling,
   * @scheduler_name and @disable_preemption. */
  FitRelease release; /* 0: FIT_RELEASE_LEGACY */
  guint n_profiles;
  const FitSchedulerProfile *profiles; /* read during fit_scheduler_new(); the
                                          first sorts the queue */
  FitQueueOptions queue; /* its release and profiles are not read */
} FitSchedulerSetup;

/* fit_scheduler_new: Returns: (transfer full).  Frameworks are told by it where
 * all pods are. */
FitScheduler *fit_scheduler_new (const FitSchedulerSetup *setup, gint64 now_ns);

/* fit_scheduler_free: tasks under way may not be finished any more */
void fit_scheduler_free (FitScheduler *scheduler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitScheduler, fit_scheduler_free)

/**
 * fit_scheduler_handle:
 * @old_object: (nullable): as it was told last; NULL: it is new
 * @new_object: (nullable): NULL: it is gone.  Both are of @kind: FitPod,
 *   FitNode, ... ; references are taken
 *
 * What v1.16's event handlers do.  Pods that have succeeded or failed count as
 * gone.  Kinds that v1.16 does not watch do nothing.
 */
void fit_scheduler_handle (FitScheduler *scheduler, FitKind kind,
                           gconstpointer old_object, gconstpointer new_object,
                           gint64 now_ns);

/* fit_scheduler_schedule_one: one attempt with the first pod of the active
 * queue.  Returns: FALSE when there is none */
gboolean fit_scheduler_schedule_one (FitScheduler *scheduler, gint64 now_ns);

/**
 * fit_scheduler_finish_task:
 * @task: (transfer full): from FitWorld.start_task()
 * @pod: (nullable): what FIT_TASK_FETCH_POD has read
 * @problem: (nullable) (transfer none): why it failed; FIT_ERROR_NOT_FOUND when
 *   a pod to be fetched is gone
 */
void fit_scheduler_finish_task (FitScheduler *scheduler, const FitTask *task,
                                const FitPod *pod, const GError *problem,
                                gint64 now_ns);

/* fit_scheduler_next_timer: Returns: when fit_scheduler_run_timers() has
 * something to do next, if nothing else happens; G_MAXINT64: never.  It lies in
 * the past when that is late, or when somebody outside has allowed or rejected a
 * waiting pod. */
gint64 fit_scheduler_next_timer (const FitScheduler *scheduler);
void fit_scheduler_run_timers (FitScheduler *scheduler, gint64 now_ns);

/* fit_scheduler_close: v1.16's end: pods that are active have their turn, and
 * after that nothing will come */
void fit_scheduler_close (FitScheduler *scheduler);

/* Parts.  Returns: (transfer none) */
FitSchedulingQueue *fit_scheduler_queue (FitScheduler *scheduler);
FitGenericScheduler *fit_scheduler_algorithm (FitScheduler *scheduler);

/* fit_scheduler_algorithm_of: (nullable): of the profile for @pod; NULL when
 * there is none.  fit_scheduler_algorithm() is that of the first. */
FitGenericScheduler *fit_scheduler_algorithm_of (FitScheduler *scheduler,
                                                 const FitPod *pod);

/* Where a pod is that has no node as far as the API server has said. */
typedef enum
{
  FIT_POD_UNKNOWN,   /* not a pod of this scheduler, or it has a node */
  FIT_POD_QUEUED,    /* in one of the queues */
  FIT_POD_WAITING,   /* assumed; a Permit plugin holds it back */
  FIT_POD_BINDING,   /* assumed; volumes or the pod are being bound */
  FIT_POD_BOUND,     /* assumed and bound, not confirmed yet */
  FIT_POD_REFETCHED, /* has failed and is being read again */
} FitPodPlace;

/* fit_scheduler_place: assumed pods by UID, the others by namespace and name.  A
 * pod that is assumed may be queued or read again at the same time: assumed
 * counts. */
FitPodPlace fit_scheduler_place (FitScheduler *scheduler, const FitPod *pod);

G_END_DECLS
