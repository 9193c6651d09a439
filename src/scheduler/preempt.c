/* preempt.c - carries out preemption: the nomination is written, the victims
 * are deleted
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include "rules/rule.h"

#include <string.h>

/* Returns: FALSE if the nomination cannot be written; the pod is not nominated
 * then */
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

  /* In memory first: the next scheduling attempt must see it. */
  fit_nominated_pods_add (nominated, preemptor, node_name);
  if (!world->set_nominated_node (world->data, preemptor, node_name, &problem))
    {
      fit_scheduler_problem (
          scheduler, preemptor,
          "Error in preemption process. Cannot set 'NominatedPod' on pod "
          "%s/%s: %s",
          preemptor->meta.namespace_, preemptor->meta.name, problem->message);
      fit_nominated_pods_remove (nominated, preemptor);
      decision.type = FIT_DECISION_NOMINATION_CLEARED;
      decision.victims = NULL;
    }
  fit_scheduler_report (scheduler, &decision);
  return decision.type == FIT_DECISION_NOMINATED;
}

/* Returns: FALSE if a victim cannot be deleted; the remaining victims and the
 * nomination stay then */
static gboolean
delete_victims (FitScheduler *scheduler, const FitPod *preemptor,
                const FitNodeVictims *chosen)
{
  const FitWorld *world = scheduler->world;

  for (guint i = 0; i < chosen->n_victims; i++)
    {
      const FitPod *victim = chosen->victims[i];
      FitWaitingPod *waiting
          = fit_scheduler_find_waiting (scheduler, victim->meta.uid);
      g_autoptr (GError) problem = NULL;

      if (scheduler->behaviour.spares_dying_victims
          && fit_object_meta_deleting (&victim->meta))
        continue;
      /* A waiting pod goes away when it is rejected.  From v1.22 on that is
       * enough. */
      if (waiting == NULL || !scheduler->behaviour.rejects_waiting_victims)
        {
          /* In releases that do so, a condition on the victim says why it
           * goes. */
          const FitVictimNote note = fit_scheduler_note (scheduler, preemptor);

          world->delete_pod (world->data, victim,
                             scheduler->marks_victims ? &note : NULL, &problem);
          g_free (note.message);
        }
      if (problem != NULL)
        {
          fit_scheduler_problem (
              scheduler, preemptor, "Error preempting pod %s/%s: %s",
              victim->meta.namespace_, victim->meta.name, problem->message);
          return FALSE;
        }
      if (waiting != NULL)
        fit_waiting_pod_reject (waiting, "preempted");
      fit_scheduler_tell_victim (scheduler, victim, preemptor,
                                 chosen->node->name, waiting != NULL);
    }
  return TRUE;
}

/* A nomination in memory is removed when the source reports the change. */
static void
clear_nominations (FitScheduler *scheduler, const FitPreemption *preemption)
{
  const FitWorld *world = scheduler->world;

  for (guint i = 0; i < preemption->nominated_to_clear->len; i++)
    {
      const FitPod *pod = preemption->nominated_to_clear->pdata[i];
      g_autoptr (GError) problem = NULL;

      if (!*pod->nominated_node_name)
        continue;
      if (world->set_nominated_node (world->data, pod, "", &problem))
        fit_scheduler_report (
            scheduler, &(FitDecision){ .type = FIT_DECISION_NOMINATION_CLEARED,
                                       .pod = pod,
                                       .node_name = pod->nominated_node_name });
      else
        fit_scheduler_problem (scheduler, pod,
                               "Cannot remove 'NominatedPod' field of pod: %s",
                               problem->message);
    }
}

/* -- v1.16 ----------------------------------------------------------------- */

void
fit_scheduler_preempt (FitScheduler *scheduler, const FitPodAttempt *attempt)
{
  const FitWorld *world = scheduler->world;
  const FitPod *pod = attempt->pod;
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
  preemption
      = fit_generic_scheduler_preempt (attempt->profile->algorithm, preemptor);
  if (preemption->error != NULL)
    {
      g_autofree char *message = g_strdup_printf (
          "Error preempting victims to make room for %s/%s: %s",
          preemptor->meta.namespace_, preemptor->meta.name, preemption->error);

      fit_scheduler_report (scheduler,
                            &(FitDecision){ .type = FIT_DECISION_PROBLEM,
                                            .pod = preemptor,
                                            .message = message,
                                            .error = preemption->problem });
      return;
    }
  chosen = fit_preemption_chosen (preemption);
  if (chosen != NULL
      && (!nominate (scheduler, preemptor, chosen)
          || !delete_victims (scheduler, preemptor, chosen)))
    return;
  clear_nominations (scheduler, preemption);
}

/* -- later releases: PostFilter plugins ------------------------------------ */

static FitStatus
no_room (FitStatusCode code, const char *why)
{
  return fit_status (code, "preemption: %s", why);
}

/* Is there nobody left to delete while the scheduler goes on?  Then other
 * nominations to the node stay, too. */
static gboolean
all_go_anyway (const FitScheduler *scheduler, const FitNodeVictims *chosen)
{
  if (chosen == NULL || !scheduler->behaviour.evicts_later
      || !scheduler->behaviour.spares_dying_victims)
    return FALSE;
  for (guint i = 0; i < chosen->n_victims; i++)
    if (!fit_object_meta_deleting (&chosen->victims[i]->meta))
      return FALSE;
  return TRUE;
}

typedef struct
{
  FitScheduler *scheduler;
  FitPodAttempt *attempt;
} Failing;

/* Runs PostFilter of a plugin of the release. */
static FitStatus
ask_in_tree (const char *name, FitNomination *out_nomination, gpointer data)
{
  const Failing *failing = data;

  if (strcmp (name, fit_rule_default_preemption.name) == 0)
    {
      FitScheduler *scheduler = failing->scheduler;
      FitPodAttempt *attempt = failing->attempt;
      const FitPod *known = fit_scheduler_known_pod (scheduler, attempt->pod);
      const FitPod *preemptor = known != NULL ? known : attempt->pod;
      const gboolean evicts_later = scheduler->behaviour.evicts_later;
      const FitNodeVictims *chosen;
      g_autoptr (FitPreemption) preemption = fit_generic_scheduler_preempt (
          attempt->profile->algorithm, preemptor);

      attempt->preempts = TRUE;
      /* Deletes the victims, or starts to; the nomination is written
       * together with the failure. */
      if (preemption->problem != NULL)
        attempt->no_room = g_error_copy (preemption->problem);
      if (preemption->error != NULL)
        return no_room (FIT_STATUS_ERROR, preemption->error);
      if (!preemption->eligible)
        return no_room (FIT_STATUS_UNSCHEDULABLE,
                        preemptor->spec->never_preempts
                            ? "not eligible due to preemptionPolicy=Never."
                            : "not eligible due to a terminating pod on the "
                              "nominated node.");
      chosen = fit_preemption_chosen (preemption);
      if (chosen != NULL && !evicts_later
          && !delete_victims (scheduler, preemptor, chosen))
        return no_room (FIT_STATUS_ERROR, "a victim cannot be deleted");
      if (!all_go_anyway (scheduler, chosen))
        clear_nominations (scheduler, preemption);
      attempt->nomination.decides = out_nomination->decides = TRUE;
      if (chosen == NULL)
        return preemption->why != NULL
                   ? no_room (FIT_STATUS_UNSCHEDULABLE, preemption->why)
                   : (FitStatus){ .code = FIT_STATUS_UNSCHEDULABLE };
      out_nomination->node_name = g_strdup (chosen->node->name);
      fit_scheduler_report (scheduler,
                            &(FitDecision){ .type = FIT_DECISION_NOMINATED,
                                            .pod = preemptor,
                                            .node_name = chosen->node->name,
                                            .victims = chosen });
      if (evicts_later)
        fit_scheduler_evict (scheduler, preemptor, chosen);
      return (FitStatus){ .code = FIT_STATUS_SUCCESS };
    }
  return fit_generic_scheduler_post_filter (
      failing->attempt->profile->algorithm, name);
}

/* Runs the PostFilter plugins.  An error of a program's plugin is recorded as
 * one of preemption. */
static FitStatus
ask_plugins (FitScheduler *scheduler, FitPodAttempt *attempt)
{
  const FitProfileParts *profile = attempt->profile;
  const FitFrameworkCycle cycle = { attempt->state, attempt->pod };
  Failing failing = { scheduler, attempt };
  const FitPostFilters all = { profile->post_filters, ask_in_tree, &failing };
  FitNomination nomination = { 0 };
  g_autoptr (GArray) rejections
      = fit_framework_has (profile->framework, FIT_POINT_POST_FILTER)
            ? fit_generic_scheduler_rejections (profile->algorithm)
            : g_array_new (FALSE, FALSE, sizeof (FitNodeRejection));
  FitStatus status = fit_framework_make_room (
      profile->framework, &cycle, &all, rejections->len,
      (const FitNodeRejection *) (gpointer) rejections->data, &nomination);

  if (nomination.decides || status.code == FIT_STATUS_SUCCESS)
    {
      fit_nomination_clear (&attempt->nomination);
      attempt->nomination = nomination;
    }
  else
    fit_nomination_clear (&nomination);
  if (status.code == FIT_STATUS_ERROR)
    fit_nomination_clear (&attempt->nomination);
  if (status.code == FIT_STATUS_ERROR && status.plugin != NULL
      && attempt->no_room == NULL)
    attempt->no_room = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEDULE,
                                            fit_status_message (&status));
  return status;
}

char *
fit_scheduler_make_room (FitScheduler *scheduler, FitPodAttempt *attempt)
{
  g_auto (FitStatus) status = ask_plugins (scheduler, attempt);

  attempt->kept_from_preempting
      = status.code == FIT_STATUS_ERROR && !attempt->preempts;
  if (status.code == FIT_STATUS_ERROR)
    fit_scheduler_problem (scheduler, attempt->pod,
                           "Status after running PostFilter plugins for pod: "
                           "%s",
                           fit_status_message (&status));
  if (status.code == FIT_STATUS_ERROR
      && !scheduler->behaviour.tells_of_broken_preemption)
    return NULL;
  return g_steal_pointer (&status.message);
}
