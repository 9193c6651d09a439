/* bindings.c - the steps from a reserved pod to its binding, as tasks of the
 * world
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include <string.h>

/* How often to check whether volumes are bound. */
#define POLL_NS (G_GINT64_CONSTANT (1) * 1000000000)

/* A pod on its way to its node:
 *
 *   volumes written -> volumes bound -> Permit -> maybe wait -> PreBind -> Bind
 *
 * From v1.18 on Permit and the wait come first, and Permit is part of the
 * cycle.  Any failure ends the binding.  The volume steps are skipped if there
 * is nothing to bind. */
typedef struct
{
  FitPodWork work; /* its pod is the assumed pod of @attempt */
  FitPodAttempt attempt;
  GPtrArray *volumes;        /* (nullable) owned reference: as in FitTask */
  GPtrArray *claims;         /* (nullable) the same */
  gint64 volume_deadline_ns; /* the deadline for binding volumes */
  gboolean all_bound;        /* all volumes are bound already */
} Binding;

static void
binding_free (FitPodWork *work)
{
  Binding *binding = (Binding *) work;

  fit_pod_attempt_clear (&binding->attempt);
  g_clear_pointer (&binding->volumes, g_ptr_array_unref);
  g_clear_pointer (&binding->claims, g_ptr_array_unref);
  g_free (binding);
}

static void
finish (FitScheduler *scheduler, Binding *binding)
{
  fit_pod_works_steal (scheduler->works, &binding->work);
  binding_free (&binding->work);
}

static void
fail (FitScheduler *scheduler, Binding *binding, FitFailedStep step,
      const GError *problem)
{
  fit_scheduler_fail (scheduler, &binding->attempt, step, problem);
  finish (scheduler, binding);
}

/* The binding failed in an in-tree plugin: worded as its release words it. */
static void
fail_in_tree (FitScheduler *scheduler, Binding *binding,
              FitExtensionPoint point, const char *plugin,
              const GError *problem)
{
  const FitPodAttempt *attempt = &binding->attempt;
  g_auto (FitStatus) said
      = fit_status (FIT_STATUS_ERROR, "%s", problem->message);
  g_auto (FitStatus) worded = fit_framework_word (
      attempt->profile->framework, point, plugin, attempt->assumed, &said);
  g_autoptr (GError) spoken = g_error_new_literal (
      problem->domain, problem->code, fit_status_message (&worded));

  fail (scheduler, binding,
        point == FIT_POINT_BIND ? FIT_FAILURE_BIND : FIT_FAILURE_BIND_VOLUMES,
        spoken);
}

static void
fail_volumes (FitScheduler *scheduler, Binding *binding, const GError *problem)
{
  if (scheduler->behaviour.assumes_first)
    fail_in_tree (scheduler, binding, FIT_POINT_PRE_BIND,
                  fit_rule_volume_binding.name, problem);
  else
    fail (scheduler, binding, FIT_FAILURE_BIND_VOLUMES, problem);
}

/* A plugin rejected the pod or returned an error. */
static void
fail_by_plugin (FitScheduler *scheduler, Binding *binding, FitFailedStep step,
                const FitStatus *status)
{
  fit_scheduler_fail_with_status (scheduler, &binding->attempt, step, status);
  finish (scheduler, binding);
}

static void
start_task (FitScheduler *scheduler, Binding *binding, FitTaskType type)
{
  binding->work.task.type = type;
  scheduler->world->start_task (scheduler->world->data, &binding->work.task);
}

/* -- pods to activate ------------------------------------------------------ */

void
fit_scheduler_activate_wanted (FitScheduler *scheduler,
                               const FitPodAttempt *attempt)
{
  GPtrArray *wanted;

  if (!scheduler->behaviour.queue_activate)
    return;
  wanted = fit_cycle_state_get (attempt->state, FIT_PODS_TO_ACTIVATE, NULL);
  for (guint i = 0; wanted != NULL && i < wanted->len; i++)
    {
      const FitPod *pod = wanted->pdata[i];

      if (!fit_scheduling_queue_activate (scheduler->queue, pod,
                                          scheduler->now_ns))
        fit_scheduler_problem (scheduler, pod,
                               "Failed to activate the pod %s/%s: it does not "
                               "wait",
                               pod->meta.namespace_, pod->meta.name);
    }
  if (wanted != NULL)
    g_ptr_array_set_size (wanted, 0);
}

/* -- Bind ------------------------------------------------------------------ */

static void
bound (FitScheduler *scheduler, Binding *binding)
{
  g_autoptr (FitPod) assumed = fit_pod_ref (binding->attempt.assumed);
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (&binding->attempt);

  fit_scheduler_expect_confirmation (scheduler, assumed);
  fit_scheduler_report (scheduler,
                        &(FitDecision){ .type = FIT_DECISION_BOUND,
                                        .pod = binding->attempt.pod,
                                        .node_name = assumed->node_name });
  fit_scheduler_event (scheduler, FIT_EVENT_SCHEDULED, assumed, NULL,
                       "Successfully assigned %s/%s to %s",
                       assumed->meta.namespace_, assumed->meta.name,
                       assumed->node_name);
  fit_framework_post_bind (binding->attempt.profile->framework, &cycle,
                           assumed->node_name);
  fit_scheduler_activate_wanted (scheduler, &binding->attempt);
  fit_scheduling_queue_done (scheduler->queue, assumed->meta.uid);
  finish (scheduler, binding);
  fit_scheduler_forget_gone (scheduler, assumed);
}

/* v1.16 asks plugins, then extenders, then the API server.  Later releases ask
 * extenders first. */
static void
bind (FitScheduler *scheduler, Binding *binding)
{
  const gboolean extenders_first = scheduler->behaviour.extenders_bind_first;
  const FitPodAttempt *attempt = &binding->attempt;
  FitExtender *extender
      = scheduler->extenders != NULL
            ? fit_extenders_binder (scheduler->extenders, attempt->assumed)
            : NULL;
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (attempt);
  g_auto (FitStatus) status = { .code = FIT_STATUS_SKIP };
  g_autoptr (GError) problem = NULL;

  if ((extender == NULL || !extenders_first) && !attempt->profile->binds_first)
    status = fit_framework_bind (attempt->profile->framework, &cycle,
                                 attempt->assumed->node_name);
  if (status.code == FIT_STATUS_SKIP)
    {
      binding->work.task.extender = extender;
      start_task (scheduler, binding, FIT_TASK_BIND);
      return;
    }
  fit_cache_finish_binding (scheduler->cache, attempt->assumed,
                            fit_scheduler_next_deadline (scheduler));
  if (status.code == FIT_STATUS_SUCCESS)
    {
      bound (scheduler, binding);
      return;
    }
  if (extenders_first)
    {
      fail_by_plugin (scheduler, binding, FIT_FAILURE_BIND, &status);
      return;
    }
  problem = g_error_new (FIT_ERROR, FIT_ERROR_SCHEDULE,
                         "Bind failure, code: %d: %s", (int) status.code,
                         fit_status_message (&status));
  fail (scheduler, binding, FIT_FAILURE_BIND, problem);
}

/* -- Permit, PreBind ------------------------------------------------------- */

static void
pre_bind (FitScheduler *scheduler, Binding *binding)
{
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (&binding->attempt);
  g_auto (FitStatus) status
      = fit_framework_pre_bind (binding->attempt.profile->framework, &cycle,
                                binding->attempt.assumed->node_name);

  if (status.code == FIT_STATUS_SUCCESS)
    bind (scheduler, binding);
  else
    fail_by_plugin (scheduler, binding, FIT_FAILURE_PRE_BIND, &status);
}

static void write_volumes (FitScheduler *scheduler, Binding *binding);

/* Permit has decided, after a wait or at once (@step).  Later releases bind
 * volumes now; v1.16 has already done so. */
static void
end_permit (FitScheduler *scheduler, Binding *binding, FitFailedStep step,
            const FitStatus *status)
{
  binding->work.place = FIT_POD_BINDING;
  if (status->code != FIT_STATUS_SUCCESS)
    {
      fail_by_plugin (scheduler, binding, step, status);
      return;
    }
  binding->attempt.permitted = TRUE;
  if (!scheduler->behaviour.permits_in_cycle || binding->all_bound)
    pre_bind (scheduler, binding);
  else
    write_volumes (scheduler, binding);
}

/* The cluster autoscaler learns where the pod will be, if that takes time: at
 * Permit, or at PreBind, where plugins may have work.  It is not important
 * enough to fail. */
static void
nominate (FitScheduler *scheduler, const Binding *binding, gboolean waits)
{
  const FitPodAttempt *attempt = &binding->attempt;
  const FitPod *assumed = attempt->assumed;
  g_autoptr (GError) problem = NULL;

  if (!scheduler->behaviour.nominates_to_chosen
      || (!waits && binding->all_bound
          && !fit_framework_has (attempt->profile->framework,
                                 FIT_POINT_PRE_BIND))
      || strcmp (assumed->nominated_node_name, assumed->node_name) == 0)
    return;
  if (!scheduler->world->set_nominated_node (scheduler->world->data, assumed,
                                             assumed->node_name, &problem))
    fit_scheduler_problem (scheduler, assumed,
                           "Failed to update the nominated node name in the "
                           "binding cycle: %s",
                           problem->message);
}

static void
permit (FitScheduler *scheduler, Binding *binding)
{
  const FitPodAttempt *attempt = &binding->attempt;
  const FitFrameworkCycle cycle = fit_pod_attempt_plugins (attempt);
  g_auto (FitStatus) status = fit_framework_permit (
      attempt->profile->framework, &cycle, attempt->assumed->node_name);

  if (status.code == FIT_STATUS_SUCCESS || status.code == FIT_STATUS_WAIT)
    {
      fit_scheduler_activate_wanted (scheduler, attempt);
      nominate (scheduler, binding, status.code == FIT_STATUS_WAIT);
    }
  if (status.code != FIT_STATUS_WAIT)
    {
      end_permit (scheduler, binding, FIT_FAILURE_PERMIT, &status);
      return;
    }
  binding->attempt.permitted = TRUE;
  binding->work.place = FIT_POD_WAITING;
  fit_scheduler_report (
      scheduler, &(FitDecision){ .type = FIT_DECISION_WAITING,
                                 .pod = attempt->pod,
                                 .node_name = attempt->assumed->node_name });
}

/* Several pods of the same name may wait.  Each is assumed as its own object,
 * so compare pointers. */
static Binding *
find_waiting (const FitScheduler *scheduler, const FitPod *assumed)
{
  const GQueue *works = fit_pod_works_named (scheduler->works, assumed);

  for (GList *link = works != NULL ? works->head : NULL; link != NULL;
       link = link->next)
    {
      FitPodWork *work = link->data;

      if (work->place == FIT_POD_WAITING && work->task.pod == assumed)
        return (Binding *) work;
    }
  return NULL;
}

/* Returns: FALSE if no pod can continue */
static gboolean
resume_one (FitScheduler *scheduler, FitWaitingPods *waiting)
{
  g_auto (FitStatus) status = { 0 };
  g_autoptr (FitPod) assumed
      = fit_waiting_pods_take_decided (waiting, scheduler->now_ns, &status);
  Binding *binding;

  if (assumed == NULL)
    return FALSE;
  binding = find_waiting (scheduler, assumed);
  if (binding != NULL)
    end_permit (scheduler, binding, FIT_FAILURE_WAIT, &status);
  return TRUE;
}

/* The outcome for one pod may let a pod of another profile continue. */
void
fit_scheduler_resume_waiting (FitScheduler *scheduler)
{
  gboolean resumed;

  do
    {
      resumed = FALSE;
      for (guint i = 0; i < scheduler->permitting->len; i++)
        while (resume_one (scheduler, scheduler->permitting->pdata[i]))
          resumed = TRUE;
    }
  while (resumed);
}

/* -- volumes --------------------------------------------------------------- */

static void
write_volumes (FitScheduler *scheduler, Binding *binding)
{
  FitTask *task = &binding->work.task;
  g_autoptr (GError) problem = NULL;
  GPtrArray *volumes, *claims;

  if (!fit_volume_binder_writes (fit_cache_volume_binder (scheduler->cache),
                                 binding->attempt.assumed, &volumes, &claims,
                                 &problem))
    {
      fail_volumes (scheduler, binding, problem);
      return;
    }
  task->volumes = binding->volumes = g_ptr_array_ref (volumes);
  task->claims = binding->claims = g_ptr_array_ref (claims);
  start_task (scheduler, binding, FIT_TASK_BIND_VOLUMES);
}

static void
look_again_later (FitScheduler *scheduler, Binding *binding)
{
  fit_pod_works_wake_at (scheduler->works, &binding->work,
                         scheduler->now_ns + POLL_NS);
}

/* The time to look again has come: are the volumes bound by now? */
static void
woken (FitScheduler *scheduler, FitPodWork *work)
{
  Binding *binding = (Binding *) work;
  const FitPod *assumed = binding->attempt.assumed;
  const FitNodeInfo *node
      = fit_cache_find_node (scheduler->cache, assumed->node_name);
  gboolean bound = FALSE;
  g_autoptr (GError) problem = NULL;

  if (fit_volume_binder_check (fit_cache_volume_binder (scheduler->cache),
                               assumed, node != NULL ? node->node : NULL,
                               &bound, &problem)
      && !bound && scheduler->now_ns >= binding->volume_deadline_ns)
    problem = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                   "timed out waiting for the condition");
  if (problem != NULL)
    fail_volumes (scheduler, binding, problem);
  else if (!bound)
    look_again_later (scheduler, binding);
  else if (scheduler->behaviour.permits_in_cycle)
    pre_bind (scheduler, binding);
  else
    permit (scheduler, binding);
}

/* -- the work -------------------------------------------------------------- */

/* The API server or an extender has answered. */
static void
ended (FitScheduler *scheduler, FitPodWork *work, const FitPod *pod,
       const GError *problem)
{
  Binding *binding = (Binding *) work;

  if (work->task.type == FIT_TASK_BIND_VOLUMES)
    {
      work->task.volumes = work->task.claims = NULL;
      g_clear_pointer (&binding->volumes, g_ptr_array_unref);
      g_clear_pointer (&binding->claims, g_ptr_array_unref);
      if (problem == NULL)
        {
          binding->volume_deadline_ns
              = scheduler->now_ns + binding->attempt.profile->volume_timeout_ns;
          look_again_later (scheduler, binding);
          return;
        }
      /* We do not know how many volumes were written.  The ones that were show
       * up when the source reports them. */
      fit_volume_binder_write_failed (
          fit_cache_volume_binder (scheduler->cache), binding->attempt.assumed,
          0);
      fail_volumes (scheduler, binding, problem);
      return;
    }
  fit_cache_finish_binding (scheduler->cache, binding->attempt.assumed,
                            fit_scheduler_next_deadline (scheduler));
  if (problem == NULL)
    bound (scheduler, binding);
  else if (work->task.extender == NULL
           && scheduler->behaviour.extenders_bind_first)
    fail_in_tree (scheduler, binding, FIT_POINT_BIND,
                  fit_rule_default_binder.name, problem);
  else
    fail (scheduler, binding, FIT_FAILURE_BIND, problem);
}

static const FitPodWorkKind kind = { ended, woken, binding_free };

void
fit_scheduler_begin_binding (FitScheduler *scheduler, FitPodAttempt *attempt,
                             gboolean all_bound)
{
  Binding *binding = g_new0 (Binding, 1);

  binding->attempt = *attempt;
  *attempt = (FitPodAttempt){ 0 };
  binding->work
      = (FitPodWork){ .task
                      = { .pod = binding->attempt.assumed,
                          .node_name = binding->attempt.assumed->node_name },
                      .kind = &kind,
                      .place = FIT_POD_BINDING };
  binding->all_bound = all_bound;
  fit_pod_works_add (scheduler->works, &binding->work);
  if (all_bound || scheduler->behaviour.permits_in_cycle)
    permit (scheduler, binding);
  else
    write_volumes (scheduler, binding);
}
