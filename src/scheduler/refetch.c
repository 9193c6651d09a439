/* refetch.c - reads a failed pod from the API server again before it is
 * queued
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include <string.h>

/* The first wait before a failed read is retried; each further wait is twice as
 * long. */
#define FIRST_BACKOFF_NS (G_GINT64_CONSTANT (100) * 1000000)
#define MAX_BACKOFF_NS (G_GINT64_CONSTANT (60) * 1000000000)

/* A pod that is being refetched. */
typedef struct
{
  FitPodWork work;
  gint64 cycle;       /* the queue's cycle when the failure was handled */
  GPtrArray *plugins; /* (nullable) owned reference: the plugins that rejected
                         it */
  gint64 backoff_ns;
} Refetch;

static void
refetch_free (FitPodWork *work)
{
  fit_pod_unref (work->task.pod);
  g_clear_pointer (&((Refetch *) work)->plugins, g_ptr_array_unref);
  g_free (work);
}

void
fit_scheduler_drop (FitScheduler *scheduler, const FitPod *pod,
                    const FitPod *now)
{
  FitDecision decision = { .type = FIT_DECISION_DROPPED, .pod = pod };

  if (now == NULL)
    decision.message = "it is gone";
  else if (!*now->node_name)
    decision.message = "another scheduler has to try it";
  else
    {
      decision.message = "it has a node";
      decision.node_name = now->node_name;
    }
  fit_scheduler_report (scheduler, &decision);
}

/* @pod: the pod as it is now; @tried: as it was when tried */
static void
queue_again (FitScheduler *scheduler, const FitPod *pod, const FitPod *tried,
             gint64 cycle, const GPtrArray *plugins)
{
  const FitQueueFailure failure = {
    .pod = pod,
    .uid = tried->meta.uid,
    .cycle = cycle,
    .n_plugins = plugins != NULL ? plugins->len : 0,
    .plugins = plugins != NULL ? (const char *const *) plugins->pdata : NULL,
  };
  g_autoptr (GError) problem = NULL;

  if (!fit_scheduling_queue_add_failed (scheduler->queue, &failure,
                                        scheduler->now_ns, &problem))
    fit_scheduler_problem (scheduler, pod, "%s", problem->message);
}

/* No further attempt with @tried.  @now: (nullable): the pod as it is now */
static void
give_up (FitScheduler *scheduler, const FitPod *tried, const FitPod *now)
{
  fit_scheduler_drop (scheduler, tried, now);
  fit_scheduling_queue_done (scheduler->queue, tried->meta.uid);
}

static void
ended (FitScheduler *scheduler, FitPodWork *work, const FitPod *pod,
       const GError *problem)
{
  Refetch *refetch = (Refetch *) work;

  if (problem != NULL
      && !g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    {
      const FitPod *tried = work->task.pod;

      fit_scheduler_problem (
          scheduler, tried,
          "Error getting pod %s/%s for retry: %s; retrying...",
          tried->meta.namespace_, tried->meta.name, problem->message);
      refetch->backoff_ns = MIN (refetch->backoff_ns * 2, MAX_BACKOFF_NS);
      fit_pod_works_wake_at (scheduler->works, work,
                             scheduler->now_ns + refetch->backoff_ns);
      return;
    }
  fit_pod_works_steal (scheduler->works, work);
  if (problem != NULL)
    give_up (scheduler, work->task.pod, NULL);
  else if (!fit_scheduler_awaits (scheduler, pod))
    give_up (scheduler, work->task.pod, pod);
  else
    queue_again (scheduler, pod, work->task.pod, refetch->cycle,
                 refetch->plugins);
  refetch_free (work);
}

static void
woken (FitScheduler *scheduler, FitPodWork *work)
{
  scheduler->world->start_task (scheduler->world->data, &work->task);
}

static const FitPodWorkKind kind = { ended, woken, refetch_free };

gboolean
fit_scheduler_requeue (FitScheduler *scheduler, const FitPodAttempt *attempt)
{
  const FitPod *pod = attempt->pod;
  GPtrArray *plugins = attempt->rejected_by;
  const gint64 cycle = fit_scheduling_queue_scheduling_cycle (scheduler->queue);
  const FitPod *known;
  Refetch *refetch;

  if (!scheduler->behaviour.requeues_at_once)
    {
      refetch = g_new0 (Refetch, 1);
      refetch->plugins = plugins != NULL ? g_ptr_array_ref (plugins) : NULL;
      refetch->work = (FitPodWork){
        .task = { .type = FIT_TASK_FETCH_POD,
                  .pod = fit_pod_ref (pod),
                  .node_name = "" },
        .kind = &kind,
        .place = FIT_POD_REFETCHED,
      };
      refetch->cycle = cycle;
      refetch->backoff_ns = FIRST_BACKOFF_NS;
      fit_pod_works_add (scheduler->works, &refetch->work);
      woken (scheduler, &refetch->work);
      return TRUE;
    }
  /* A pod that has a node by now is in the cache. */
  known = fit_scheduler_known_pod (scheduler, pod);
  if (known != NULL && scheduler->behaviour.drops_recreated
      && strcmp (known->meta.uid, pod->meta.uid) != 0)
    {
      give_up (scheduler, pod, NULL);
      return FALSE;
    }
  if (known == NULL)
    known = fit_cache_find_pod (scheduler->cache, pod->meta.uid);
  if (known != NULL && fit_scheduler_awaits (scheduler, known))
    queue_again (scheduler, known, pod, cycle, plugins);
  else
    give_up (scheduler, pod, known);
  return TRUE;
}
