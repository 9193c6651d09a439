/* pod-work.h - pods with work in progress (private to scheduler/)
 *
 * Work on one pod may continue between two calls of the scheduler: its binding,
 * refetching it, or deleting it for another pod.  It has at most one running
 * task and one alarm.  There may be several FitPodWorks for the same namespace
 * and name: a pod may be deleted and recreated meanwhile, or fail twice before
 * it was refetched.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/world.h"

typedef struct _FitScheduler FitScheduler;
typedef struct _FitPodWork FitPodWork;

/* The callbacks of a kind of work. */
typedef struct
{
  /* its task has ended */
  void (*ended) (FitScheduler *scheduler, FitPodWork *work, const FitPod *pod,
                 const GError *problem);
  /* its alarm goes off */
  void (*woken) (FitScheduler *scheduler, FitPodWork *work);
  void (*free) (FitPodWork *work);
} FitPodWorkKind;

struct _FitPodWork
{
  FitTask task; /* the first member; its pod gives the work its name */
  const FitPodWorkKind *kind;
  FitPodPlace place;
  gint64 alarm_ns;
  guint64 alarm_sequence; /* increases with every alarm set */
  GSequenceIter *alarm;   /* (nullable) */
};

/* All of it. */
typedef struct _FitPodWorks FitPodWorks;

FitPodWorks *fit_pod_works_new (void);

/* fit_pod_works_free: frees what is in it too */
void fit_pod_works_free (FitPodWorks *all);

/* fit_pod_works_add: @work (transfer full) */
void fit_pod_works_add (FitPodWorks *all, FitPodWork *work);

/* fit_pod_works_steal: removes @work, (transfer full) to the caller, and
 * clears its alarm */
void fit_pod_works_steal (FitPodWorks *all, FitPodWork *work);

/* fit_pod_works_named: Returns: (transfer none) (nullable): the FitPodWorks
 * with the namespace and name of @pod, oldest first */
const GQueue *fit_pod_works_named (const FitPodWorks *all, const FitPod *pod);

/* fit_pod_works_wake_at: sets the alarm of @work, which must have none */
void fit_pod_works_wake_at (FitPodWorks *all, FitPodWork *work, gint64 when_ns);

/* fit_pod_works_next_alarm: Returns: the time of the first alarm; G_MAXINT64 if
 * none is set */
gint64 fit_pod_works_next_alarm (const FitPodWorks *all);

/* fit_pod_works_take_due: Returns: (transfer none) (nullable): the one whose
 * alarm is due by @now_ns, the earliest first; clears its alarm */
FitPodWork *fit_pod_works_take_due (FitPodWorks *all, gint64 now_ns);
