#include "scheduler/scheduler-private.h"

/* How long to wait before a pod that could not be read is read again: doubled
 * before each wait. */
#define FIRST_BACKOFF_NS (G_GINT64_CONSTANT (100) * 1000000)
#define MAX_BACKOFF_NS (G_GINT64_CONSTANT (60) * 1000000000)

/* A pod that is being read again. */
typedef struct
{
  FitFlight flight;
  gint64 cycle; /* of the queue, when the failure was handled */
  gint64 backoff_ns;
} Refetch;

static void
refetch_free (FitFlight *flight)
{
  fit_pod_unref (flight->task.pod);
  g_free (flight);
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

static void
queue_again (FitScheduler *scheduler, const FitPod *pod, gint64 cycle)
{
  g_autoptr (GError) problem = NULL;

  if (!fit_scheduling_queue_add_unschedulable_if_not_present (
          scheduler->queue, pod, cycle, scheduler->now_ns, &problem))
    fit_scheduler_problem (scheduler, pod, "%s", problem->message);
}

static void
try_later (FitScheduler *scheduler, Refetch *refetch, const GError *problem)
{
  const FitPod *pod = refetch->flight.task.pod;

  fit_scheduler_problem (
      scheduler, pod, "Error getting pod %s/%s for retry: %s; retrying...",
      pod->meta.namespace_, pod->meta.name, problem->message);
  refetch->backoff_ns = MIN (refetch->backoff_ns * 2, MAX_BACKOFF_NS);
  fit_in_flight_wake_at (scheduler->in_flight, &refetch->flight,
                         scheduler->now_ns + refetch->backoff_ns);
}

static void
landed (FitScheduler *scheduler, FitFlight *flight, const FitPod *pod,
        const GError *problem)
{
  Refetch *refetch = (Refetch *) flight;

  if (problem != NULL
      && !g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    {
      try_later (scheduler, refetch, problem);
      return;
    }
  fit_in_flight_steal (scheduler->in_flight, flight);
  if (problem != NULL)
    fit_scheduler_drop (scheduler, flight->task.pod, NULL);
  else if (*pod->node_name)
    fit_scheduler_drop (scheduler, flight->task.pod, pod);
  else
    queue_again (scheduler, pod, refetch->cycle);
  refetch_free (flight);
}

static void
woken (FitScheduler *scheduler, FitFlight *flight)
{
  scheduler->world->start_task (scheduler->world->data, &flight->task);
}

static const FitFlightKind kind = { landed, woken, refetch_free };

void
fit_scheduler_refetch (FitScheduler *scheduler, const FitPod *pod)
{
  Refetch *refetch = g_new0 (Refetch, 1);

  refetch->flight = (FitFlight){
    .task
    = { .type = FIT_TASK_FETCH_POD, .pod = fit_pod_ref (pod), .node_name = "" },
    .kind = &kind,
    .place = FIT_POD_REFETCHED,
  };
  refetch->cycle = fit_scheduling_queue_scheduling_cycle (scheduler->queue);
  refetch->backoff_ns = FIRST_BACKOFF_NS;
  fit_in_flight_add (scheduler->in_flight, &refetch->flight);
  woken (scheduler, &refetch->flight);
}
