#include "scheduler/scheduler-private.h"

/* Returns: FALSE when that cannot be written: then nobody is nominated */
static gboolean
nominate (FitScheduler *scheduler, const FitPod *preemptor,
          const FitNodeVictims *chosen)
{
  const FitWorld *world = scheduler->world;
  FitNominatedPods *nominated = fit_cache_nominated_pods (scheduler->cache);
  const char *node_name = chosen->node->name;
  FitDecision decision = { .type = FIT_DECISION_NOMINATED,
                           .pod = preemptor,
                           .node_name = node_name,
                           .victims = chosen };
  g_autoptr (GError) problem = NULL;

  /* In memory first: the next attempt with another pod must see it. */
  fit_nominated_pods_add (nominated, preemptor, node_name);
  if (!world->set_nominated_node (world->data, preemptor, node_name, &problem))
    {
      fit_scheduler_problem (
          scheduler, preemptor,
          "Error in preemption process. Cannot set 'NominatedPod' on pod "
          "%s/%s: %s",
          preemptor->meta.namespace_, preemptor->meta.name, problem->message);
      fit_nominated_pods_remove (nominated, preemptor);
      decision.type = FIT_DECISION_DENOMINATED;
      decision.victims = NULL;
    }
  fit_scheduler_report (scheduler, &decision);
  return decision.type == FIT_DECISION_NOMINATED;
}

/* Returns: FALSE when a victim cannot be deleted: those after it stay, and the
 * nomination too */
static gboolean
delete_victims (FitScheduler *scheduler, const FitPod *preemptor,
                const FitNodeVictims *chosen)
{
  const FitWorld *world = scheduler->world;
  FitWaitingPods *all_waiting = fit_framework_waiting (scheduler->framework);

  for (guint i = 0; i < chosen->n_victims; i++)
    {
      const FitPod *victim = chosen->victims[i];
      FitWaitingPod *waiting;
      g_autoptr (GError) problem = NULL;

      if (!world->delete_pod (world->data, victim, &problem))
        {
          fit_scheduler_problem (
              scheduler, preemptor, "Error preempting pod %s/%s: %s",
              victim->meta.namespace_, victim->meta.name, problem->message);
          return FALSE;
        }
      waiting = fit_waiting_pods_get (all_waiting, victim->meta.uid);
      if (waiting != NULL)
        fit_waiting_pod_reject (waiting, "preempted");
      fit_scheduler_event (scheduler, FIT_EVENT_PREEMPTED, victim, preemptor,
                           "Preempted by %s/%s on node %s",
                           preemptor->meta.namespace_, preemptor->meta.name,
                           chosen->node->name);
    }
  return TRUE;
}

/* The nomination in memory goes when the source tells of the change. */
static void
denominate (FitScheduler *scheduler, const FitPod *pod)
{
  const FitWorld *world = scheduler->world;
  g_autoptr (GError) problem = NULL;

  if (!*pod->nominated_node_name)
    return;
  if (world->set_nominated_node (world->data, pod, "", &problem))
    fit_scheduler_report (
        scheduler, &(FitDecision){ .type = FIT_DECISION_DENOMINATED,
                                   .pod = pod,
                                   .node_name = pod->nominated_node_name });
  else
    fit_scheduler_problem (scheduler, pod,
                           "Cannot remove 'NominatedPod' field of pod: %s",
                           problem->message);
}

void
fit_scheduler_preempt (FitScheduler *scheduler, const FitPod *pod)
{
  const FitWorld *world = scheduler->world;
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitPod) preemptor = world->get_pod (
      world->data, pod->meta.namespace_, pod->meta.name, &problem);
  g_autoptr (FitPreemption) preemption = NULL;
  const FitNodeVictims *chosen;

  if (preemptor == NULL)
    {
      fit_scheduler_problem (
          scheduler, pod, "Error getting the updated preemptor pod object: %s",
          problem->message);
      return;
    }
  preemption = fit_generic_scheduler_preempt (scheduler->algorithm, preemptor);
  if (preemption->error != NULL)
    {
      fit_scheduler_problem (
          scheduler, preemptor,
          "Error preempting victims to make room for %s/%s: %s",
          preemptor->meta.namespace_, preemptor->meta.name, preemption->error);
      return;
    }
  chosen = fit_preemption_chosen (preemption);
  if (chosen != NULL
      && (!nominate (scheduler, preemptor, chosen)
          || !delete_victims (scheduler, preemptor, chosen)))
    return;
  for (guint i = 0; i < preemption->nominated_to_clear->len; i++)
    denominate (scheduler, preemption->nominated_to_clear->pdata[i]);
}
