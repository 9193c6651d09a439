/* expiry.c - forgets assumed pods whose binding is not confirmed in time, or
 * that are gone
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include <string.h>

/* How often v1.16 looks for assumed pods that have expired. */
#define PERIOD_NS (G_GINT64_CONSTANT (1) * 1000000000)

/* An assumed pod expires this long after its binding has finished, */
#define TTL_NS (G_GINT64_CONSTANT (30) * 1000000000)
/* and this long in releases where v1.16's time turned out to be too short. */
#define LONG_TTL_NS (G_GINT64_CONSTANT (900) * 1000000000)

/* A pod that is bound, and assumed until the source confirms it. */
typedef struct
{
  const FitPod *pod; /* owned reference */
  gint64 deadline_ns;
} Bound;

static void
drop_first (FitScheduler *scheduler)
{
  Bound *first = g_queue_pop_head (&scheduler->bound);

  fit_pod_unref (first->pod);
  g_free (first);
}

gint64
fit_scheduler_next_deadline (const FitScheduler *scheduler)
{
  return scheduler->now_ns
         + (scheduler->behaviour.waits_for_bound_pods ? LONG_TTL_NS : TTL_NS);
}

void
fit_scheduler_expect_confirmation (FitScheduler *scheduler,
                                   const FitPod *assumed)
{
  Bound *bound;

  if (scheduler->behaviour.trusts_bindings)
    return;
  bound = g_new (Bound, 1);
  bound->pod = fit_pod_ref (assumed);
  bound->deadline_ns = fit_scheduler_next_deadline (scheduler);
  g_queue_push_tail (&scheduler->bound, bound);
}

/* The last tick at or before @time_ns. */
static gint64
tick_at (const FitScheduler *scheduler, gint64 time_ns)
{
  return time_ns - (time_ns - scheduler->start_ns) % PERIOD_NS;
}

void
fit_scheduler_forget_confirmed (FitScheduler *scheduler)
{
  const Bound *first;

  while ((first = g_queue_peek_head (&scheduler->bound)) != NULL
         && !fit_cache_is_assumed (scheduler->cache, first->pod))
    drop_first (scheduler);
}

gint64
fit_scheduler_next_expiry (const FitScheduler *scheduler)
{
  const Bound *first
      = scheduler->bound.head != NULL ? scheduler->bound.head->data : NULL;

  return first != NULL ? tick_at (scheduler, first->deadline_ns) + PERIOD_NS
                       : G_MAXINT64;
}

void
fit_scheduler_run_expiry (FitScheduler *scheduler)
{
  const gint64 tick = tick_at (scheduler, scheduler->now_ns);
  g_autoptr (GPtrArray) expired = NULL;

  if (fit_scheduler_next_expiry (scheduler) > tick)
    return;
  expired = fit_cache_expire_pods (scheduler->cache, tick);
  for (guint i = 0; i < expired->len; i++)
    {
      const FitPod *pod = expired->pdata[i];

      fit_scheduler_report (scheduler,
                            &(FitDecision){ .type = FIT_DECISION_EXPIRED,
                                            .pod = pod,
                                            .node_name = pod->node_name });
    }
  while (fit_scheduler_next_expiry (scheduler) <= tick)
    drop_first (scheduler);
}

void
fit_scheduler_clear_expiry (FitScheduler *scheduler)
{
  while (!g_queue_is_empty (&scheduler->bound))
    drop_first (scheduler);
}

/* -- pods that are gone ---------------------------------------------------- */

void
fit_scheduler_offer_room_of (FitScheduler *scheduler, const FitPod *pod)
{
  const FitQueueChange change
      = { .event = fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE),
          .old_object = pod };

  fit_scheduling_queue_move (scheduler->queue, &change, scheduler->now_ns);
}

/* The last version that was seen may be from before the binding: what the cache
 * assumes has to go with it.  A binding under way ends first. */
void
fit_scheduler_forget_gone (FitScheduler *scheduler, const FitPod *pod)
{
  const FitPod *known = fit_scheduler_known_pod (scheduler, pod);
  const FitPod *assumed;

  if (!scheduler->behaviour.trusts_bindings
      || (known != NULL && strcmp (known->meta.uid, pod->meta.uid) == 0)
      || fit_scheduler_place (scheduler, pod) != FIT_POD_BOUND)
    return;
  assumed = fit_pod_ref (
      (FitPod *) fit_cache_find_pod (scheduler->cache, pod->meta.uid));
  if (fit_cache_forget_pod (scheduler->cache, assumed, NULL))
    fit_scheduler_offer_room_of (scheduler, assumed);
  fit_pod_unref (assumed);
}
