/* scheduler.h - a complete scheduler, as a state machine
 *
 * It behaves like v1.16 unless a later release is chosen.  Then it has
 * profiles, each for the pods of one schedulerName, with one queue and one
 * cache for all.  FitBehaviour has the differences between releases.
 *
 * Events go in: objects that were added, changed or deleted, tasks that have
 * ended, time.  Decisions come out, through FitWorld.  Calls come from one
 * thread and never block.  A front end runs it like this:
 *
 *   fit_scheduler_handle (scheduler, kind, NULL, object, now);  // the cluster
 *   for (;;)
 *     {
 *       fit_scheduler_run_timers (scheduler, now);
 *       while (fit_scheduler_schedule_one (scheduler, now))
 *         ;
 *       wait for an object, the end of a task, or until
 *         fit_scheduler_next_timer (scheduler)
 *     }
 *
 * Times are nanoseconds from any origin and never go backwards.
 *
 * Every pod of this scheduler that has no node and is not being deleted is
 * always in one of three states: in the queue; assumed on a node, waiting or
 * with a running task; or about to be queued again, once a task or a retry
 * timer has refetched it.
 *
 * Source: kube-scheduler v1.16 scheduler.go, eventhandlers.go, factory.go,
 * v1.28 schedule_one.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/generic-scheduler.h"
#include "framework/framework.h"
#include "queue/scheduling-queue.h"
#include "scheduler/world.h"

typedef struct _FitScheduler FitScheduler;

/* A profile of a later release.  Flags tell which of the release's own plugins
 * are enabled; the framework contains the plugins of embedding programs. */
typedef struct
{
  const char *scheduler_name; /* the schedulerName of its pods */
  const FitAlgorithm *algorithm;
  FitFramework *framework;        /* (nullable): of the release */
  FitSchedulerOptions scheduling; /* its framework and extenders are ignored */
  gboolean disable_preemption;    /* DefaultPreemption is not enabled */
  gboolean binds_first;     /* DefaultBinder comes before other Bind plugins */
  gint64 volume_timeout_ns; /* of VolumeBinding; 0: the release's default */
  guint n_registrations;
  const FitQueueRegistration *registrations; /* events that the release's own
                                                plugins register for */
} FitSchedulerProfile;

/* Everything is borrowed and must outlive the scheduler. */
typedef struct
{
  FitCache *cache; /* only the scheduler changes it from now on */
  const FitAlgorithm *algorithm;
  FitFramework *framework;        /* (nullable) */
  const GPtrArray *extenders;     /* (nullable) of FitExtender */
  FitSchedulerOptions scheduling; /* its framework and extenders are ignored */
  const char *scheduler_name;     /* the schedulerName of its pods */
  gboolean disable_preemption;
  gboolean trusts_bindings; /* a bound pod counts on its node until the source
                               reports it there or gone, as from v1.25 on;
                               earlier releases forget it after 30 seconds,
                               v1.23 and v1.24 after 15 minutes */
  gboolean marks_victims;   /* from 1.25 on: a victim gets a condition before it
                             is deleted */
  const FitWorld *world;

  /* For a later release, @profiles replace @algorithm, @framework, @scheduling,
   * @scheduler_name and @disable_preemption. */
  FitRelease release; /* 0: FIT_RELEASE_LEGACY */
  guint n_profiles;
  const FitSchedulerProfile *profiles; /* read during fit_scheduler_new(); the
                                          first sorts the queue */
  FitQueueOptions queue; /* its release, gates and profiles are ignored */
  const FitFeatureGates
      *gates; /* (nullable): of @release; NULL: its defaults */
} FitSchedulerSetup;

/* fit_scheduler_new: Returns: (transfer full).  Gives the frameworks access to
 * all pods. */
FitScheduler *fit_scheduler_new (const FitSchedulerSetup *setup, gint64 now_ns);

/* fit_scheduler_free: running tasks must not be finished afterwards */
void fit_scheduler_free (FitScheduler *scheduler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitScheduler, fit_scheduler_free)

/**
 * fit_scheduler_handle:
 * @old_object: (nullable): the version last reported; NULL: it is new
 * @new_object: (nullable): NULL: it is gone.  Both are of @kind: FitPod,
 *   FitNode, ... ; references are taken
 *
 * Does what v1.16's event handlers do.  Completed and failed pods count as
 * gone.  Kinds that v1.16 does not watch have no effect.
 */
void fit_scheduler_handle (FitScheduler *scheduler, FitKind kind,
                           gconstpointer old_object, gconstpointer new_object,
                           gint64 now_ns);

/* fit_scheduler_schedule_one: makes one attempt with the first pod of the
 * active queue.  Returns: FALSE if there is none */
gboolean fit_scheduler_schedule_one (FitScheduler *scheduler, gint64 now_ns);

/**
 * fit_scheduler_finish_task:
 * @task: (transfer full): from FitWorld.start_task()
 * @pod: (nullable): the pod that FIT_TASK_FETCH_POD has read
 * @problem: (nullable) (transfer none): why it failed; FIT_ERROR_NOT_FOUND if
 *   the pod to fetch is gone
 */
void fit_scheduler_finish_task (FitScheduler *scheduler, const FitTask *task,
                                const FitPod *pod, const GError *problem,
                                gint64 now_ns);

/* fit_scheduler_next_timer: Returns: when fit_scheduler_run_timers() will next
 * have something to do, if nothing else happens; G_MAXINT64: never.  The time
 * is in the past if the call is overdue, or if an outside caller has allowed or
 * rejected a waiting pod. */
gint64 fit_scheduler_next_timer (const FitScheduler *scheduler);
void fit_scheduler_run_timers (FitScheduler *scheduler, gint64 now_ns);

/* Parts.  Returns: (transfer none) */
FitSchedulingQueue *fit_scheduler_queue (FitScheduler *scheduler);

/* fit_scheduler_algorithm_of: (nullable): the algorithm of @pod's profile; NULL
 * if there is no such profile */
FitGenericScheduler *fit_scheduler_algorithm_of (FitScheduler *scheduler,
                                                 const FitPod *pod);

/* fit_scheduler_place: finds assumed pods by UID, others by namespace and name.
 * A pod that waits or is being bound counts as such, even if it is also queued
 * or being refetched.  One that is bound, but not confirmed yet, counts as
 * queued if it is that, too. */
FitPodPlace fit_scheduler_place (FitScheduler *scheduler, const FitPod *pod);
