#include "scheduler/scheduler-private.h"

/* How often to look whether volumes are bound, and for how long. */
#define POLL_NS (G_GINT64_CONSTANT (1) * 1000000000)
#define VOLUME_TIMEOUT_NS (G_GINT64_CONSTANT (100) * 1000000000)

/* A pod on its way to its node:
 *
 *   volumes written -> volumes bound -> Permit -> maybe wait -> PreBind -> Bind
 *
 * Whatever fails takes the pod off this way.  It begins with Permit when there
 * are no volumes to bind. */
typedef struct
{
  FitFlight flight; /* its pod is the one of @turn as assumed */
  FitTurn turn;
  GPtrArray *volumes;        /* (nullable) owned reference: of the task */
  GPtrArray *claims;         /* (nullable) the same */
  gint64 volume_deadline_ns; /* by when volumes have to be bound */
} Binding;

static void
binding_free (FitFlight *flight)
{
  Binding *binding = (Binding *) flight;

  fit_turn_clear (&binding->turn);
  g_clear_pointer (&binding->volumes, g_ptr_array_unref);
  g_clear_pointer (&binding->claims, g_ptr_array_unref);
  g_free (binding);
}

static void
finish (FitScheduler *scheduler, Binding *binding)
{
  fit_in_flight_steal (scheduler->in_flight, &binding->flight);
  binding_free (&binding->flight);
}

static void
fail (FitScheduler *scheduler, Binding *binding, FitFailedStep step,
      const GError *problem)
{
  fit_scheduler_fail (scheduler, &binding->turn, step, problem);
  finish (scheduler, binding);
}

/* By a plugin that rejects the pod or could not answer. */
static void
fail_by_plugin (FitScheduler *scheduler, Binding *binding,
                const FitStatus *status)
{
  fit_scheduler_fail_with_status (scheduler, &binding->turn,
                                  fit_status_unschedulable (status)
                                      ? FIT_FAILURE_REJECTED
                                      : FIT_FAILURE_PLUGIN,
                                  status);
  finish (scheduler, binding);
}

static void
start_task (FitScheduler *scheduler, Binding *binding, FitTaskType type)
{
  binding->flight.task.type = type;
  scheduler->world->start_task (scheduler->world->data, &binding->flight.task);
}

/* -- Bind ------------------------------------------------------------------ */

/* The pod is bound, or not: @problem. */
static void
end_bind (FitScheduler *scheduler, Binding *binding, const GError *problem)
{
  const FitPod *assumed = binding->turn.assumed;
  const FitFrameworkCycle cycle = fit_turn_cycle (&binding->turn);

  fit_cache_finish_binding (scheduler->cache, assumed, scheduler->now_ns);
  if (problem != NULL)
    {
      fail (scheduler, binding, FIT_FAILURE_BIND, problem);
      return;
    }
  fit_scheduler_expect_confirmation (scheduler, assumed);
  fit_scheduler_report (scheduler,
                        &(FitDecision){ .type = FIT_DECISION_BOUND,
                                        .pod = binding->turn.pod,
                                        .node_name = assumed->node_name });
  fit_scheduler_event (scheduler, FIT_EVENT_SCHEDULED, assumed, NULL,
                       "Successfully assigned %s/%s to %s",
                       assumed->meta.namespace_, assumed->meta.name,
                       assumed->node_name);
  fit_framework_post_bind (scheduler->framework, &cycle, assumed->node_name);
  finish (scheduler, binding);
}

static void
bind (FitScheduler *scheduler, Binding *binding)
{
  const FitPod *assumed = binding->turn.assumed;
  const FitFrameworkCycle cycle = fit_turn_cycle (&binding->turn);
  g_auto (FitStatus) status
      = fit_framework_bind (scheduler->framework, &cycle, assumed->node_name);
  g_autoptr (GError) problem = NULL;

  if (status.code == FIT_STATUS_SKIP)
    {
      if (scheduler->extenders != NULL)
        binding->flight.task.extender
            = fit_extenders_binder (scheduler->extenders, assumed);
      start_task (scheduler, binding, FIT_TASK_BIND);
      return;
    }
  if (status.code != FIT_STATUS_SUCCESS)
    problem = g_error_new (FIT_ERROR, FIT_ERROR_SCHEDULE,
                           "Bind failure, code: %d: %s", (int) status.code,
                           fit_status_message (&status));
  end_bind (scheduler, binding, problem);
}

/* -- Permit, PreBind ------------------------------------------------------- */

static void
pre_bind (FitScheduler *scheduler, Binding *binding)
{
  const FitFrameworkCycle cycle = fit_turn_cycle (&binding->turn);
  g_auto (FitStatus) status = fit_framework_pre_bind (
      scheduler->framework, &cycle, binding->turn.assumed->node_name);

  if (status.code == FIT_STATUS_SUCCESS)
    bind (scheduler, binding);
  else
    fail_by_plugin (scheduler, binding, &status);
}

/* Permit has given its answer, after a wait or at once. */
static void
end_permit (FitScheduler *scheduler, Binding *binding, const FitStatus *status)
{
  binding->flight.place = FIT_POD_BINDING;
  if (status->code == FIT_STATUS_SUCCESS)
    pre_bind (scheduler, binding);
  else
    fail_by_plugin (scheduler, binding, status);
}

static void
permit (FitScheduler *scheduler, Binding *binding)
{
  const FitTurn *turn = &binding->turn;
  const FitFrameworkCycle cycle = fit_turn_cycle (turn);
  g_auto (FitStatus) status = fit_framework_permit (
      scheduler->framework, &cycle, turn->assumed->node_name);

  if (status.code != FIT_STATUS_WAIT)
    {
      end_permit (scheduler, binding, &status);
      return;
    }
  binding->flight.place = FIT_POD_WAITING;
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_WAITING,
                                 .pod = turn->pod,
                                 .node_name = turn->assumed->node_name });
}

/* Several pods of a name may wait; each is assumed as an object of its own. */
static Binding *
find_waiting (const FitScheduler *scheduler, const FitPod *assumed)
{
  const GQueue *flights = fit_in_flight_named (scheduler->in_flight, assumed);

  for (GList *link = flights ? flights->head : NULL; link; link = link->next)
    {
      FitFlight *flight = link->data;

      if (flight->place == FIT_POD_WAITING && flight->task.pod == assumed)
        return (Binding *) flight;
    }
  return NULL;
}

void
fit_scheduler_resume_waiting (FitScheduler *scheduler)
{
  FitWaitingPods *waiting = fit_framework_waiting (scheduler->framework);

  for (;;)
    {
      g_auto (FitStatus) status = { 0 };
      g_autoptr (FitPod) assumed
          = fit_waiting_pods_take_decided (waiting, scheduler->now_ns, &status);
      Binding *binding;

      if (assumed == NULL)
        return;
      binding = find_waiting (scheduler, assumed);
      if (binding != NULL)
        end_permit (scheduler, binding, &status);
    }
}

/* -- volumes --------------------------------------------------------------- */

static void
write_volumes (FitScheduler *scheduler, Binding *binding)
{
  FitTask *task = &binding->flight.task;
  g_autoptr (GError) problem = NULL;
  GPtrArray *volumes, *claims;

  if (!fit_volume_binder_writes (fit_cache_volume_binder (scheduler->cache),
                                 binding->turn.assumed, &volumes, &claims,
                                 &problem))
    {
      fail (scheduler, binding, FIT_FAILURE_BIND_VOLUMES, problem);
      return;
    }
  task->volumes = binding->volumes = g_ptr_array_ref (volumes);
  task->claims = binding->claims = g_ptr_array_ref (claims);
  start_task (scheduler, binding, FIT_TASK_BIND_VOLUMES);
}

static void
look_again_later (FitScheduler *scheduler, Binding *binding)
{
  fit_in_flight_wake_at (scheduler->in_flight, &binding->flight,
                         scheduler->now_ns + POLL_NS);
}

static void
check_volumes (FitScheduler *scheduler, Binding *binding)
{
  const FitPod *assumed = binding->turn.assumed;
  const FitNodeInfo *node
      = fit_cache_find_node (scheduler->cache, assumed->node_name);
  gboolean bound = FALSE;
  g_autoptr (GError) problem = NULL;

  if (fit_volume_binder_check (fit_cache_volume_binder (scheduler->cache),
                               assumed, node ? node->node : NULL, &bound,
                               &problem)
      && !bound && scheduler->now_ns >= binding->volume_deadline_ns)
    problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                   "timed out waiting for the condition");
  if (problem != NULL)
    fail (scheduler, binding, FIT_FAILURE_BIND_VOLUMES, problem);
  else if (bound)
    permit (scheduler, binding);
  else
    look_again_later (scheduler, binding);
}

/* How many of them were written is not known: what was is seen as soon as the
 * source tells of it. */
static void
end_write_volumes (FitScheduler *scheduler, Binding *binding,
                   const GError *problem)
{
  FitTask *task = &binding->flight.task;

  task->volumes = task->claims = NULL;
  g_clear_pointer (&binding->volumes, g_ptr_array_unref);
  g_clear_pointer (&binding->claims, g_ptr_array_unref);
  if (problem == NULL)
    {
      binding->volume_deadline_ns = scheduler->now_ns + VOLUME_TIMEOUT_NS;
      look_again_later (scheduler, binding);
      return;
    }
  fit_volume_binder_write_failed (fit_cache_volume_binder (scheduler->cache),
                                  binding->turn.assumed, 0);
  fail (scheduler, binding, FIT_FAILURE_BIND_VOLUMES, problem);
}

/* -- the flight ------------------------------------------------------------ */

static void
landed (FitScheduler *scheduler, FitFlight *flight, const FitPod *pod,
        const GError *problem)
{
  if (flight->task.type == FIT_TASK_BIND_VOLUMES)
    end_write_volumes (scheduler, (Binding *) flight, problem);
  else
    end_bind (scheduler, (Binding *) flight, problem);
}

static void
woken (FitScheduler *scheduler, FitFlight *flight)
{
  check_volumes (scheduler, (Binding *) flight);
}

static const FitFlightKind kind = { landed, woken, binding_free };

void
fit_scheduler_begin_binding (FitScheduler *scheduler, FitTurn *turn,
                             gboolean all_bound)
{
  Binding *binding = g_new0 (Binding, 1);

  binding->turn = *turn;
  *turn = (FitTurn){ 0 };
  binding->flight
      = (FitFlight){ .task = { .pod = binding->turn.assumed,
                               .node_name = binding->turn.assumed->node_name },
                     .kind = &kind,
                     .place = FIT_POD_BINDING };
  fit_in_flight_add (scheduler->in_flight, &binding->flight);
  if (all_bound)
    permit (scheduler, binding);
  else
    write_volumes (scheduler, binding);
}
