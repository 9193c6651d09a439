/* explainer.c - a cluster and rules for questions of a program
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explainer.h"

#include <string.h>

#include "api/find-pod.h"
#include "api/texts.h"
#include "base/each.h"
#include "explain/explainer-private.h"
#include "queue/queue-gates.h"
#include "assembly/scheduled-pods.h"
#include "workloads/workloads.h"

struct _FitExplainer
{
  FitReadRules rules;
  FitObjects *objects;
  gboolean complete;    /* a question was asked: no more input is allowed */
  GError *broken;       /* (nullable) owned: why the cluster is not complete:
                           questions about it have no answer */
  FitRefusals *refused; /* (nullable) owned: new pods that admission refuses */
  FitExtenderTally tally;
};

/* -- rules ----------------------------------------------------------------- */

static void
failed (const FitExtender *extender, FitExtenderVerb verb, const FitPod *pod,
        const GError *problem, gpointer data)
{
  FitExplainer *explainer = data;

  fit_extender_tally_count (&explainer->tally, extender, verb, problem);
}

static FitSimulation *
simulate (gpointer data, GError **error)
{
  FitExplainer *explainer = data;
  FitSimulationOptions options;

  if (!fit_read_rules_options (&explainer->rules, &options, error))
    return NULL;
  options.extender_observer = (FitExtenderObserver){ failed, explainer };
  return fit_simulation_new (explainer->objects, &options, error);
}

FitExplainer *
fit_explainer_new (const FitExplainerRules *rules, GError **error)
{
  g_autoptr (FitExplainer) explainer = g_new0 (FitExplainer, 1);
  g_autoptr (FitSimulation) simulation = NULL;

  explainer->objects = fit_objects_new ();
  fit_extender_tally_init (&explainer->tally, rules->ask_extenders
                                                  ? FIT_EXTENDERS_ASK
                                                  : FIT_EXTENDERS_SKIP);
  if (!fit_read_rules_init (&explainer->rules, rules, &explainer->tally, error))
    return NULL;
  /* Tries an empty simulation, so that errors in the rules, such as unknown
 * names, are reported before the cluster is read. */
  simulation = simulate (explainer, error);
  if (simulation == NULL)
    return NULL;
  return g_steal_pointer (&explainer);
}

void
fit_explainer_free (FitExplainer *explainer)
{
  if (explainer == NULL)
    return;
  g_clear_error (&explainer->broken);
  fit_refusals_free (explainer->refused);
  fit_objects_free (explainer->objects);
  fit_read_rules_clear (&explainer->rules);
  fit_extender_tally_clear (&explainer->tally);
  g_free (explainer);
}

const GPtrArray *
fit_explainer_notes (const FitExplainer *explainer)
{
  return explainer->rules.notes;
}

/* -- the cluster ----------------------------------------------------------- */

/* Keeps the first @problem (nullable) (transfer full) and fails with it from
 * then on: answers about part of a cluster would be wrong. */
static gboolean
settle (FitExplainer *explainer, GError *problem, GError **error)
{
  if (explainer->broken == NULL)
    explainer->broken = problem;
  else
    g_clear_error (&problem);
  if (explainer->broken == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (explainer->broken));
  return FALSE;
}

static gboolean
check_open (const FitExplainer *explainer, GError **error)
{
  if (!explainer->complete)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE,
                   "the cluster is complete since the first question; make "
                   "another explainer for another cluster");
}

gboolean
fit_explainer_load (FitExplainer *explainer, const char *path, GError **error)
{
  GError *problem = NULL;

  if (!check_open (explainer, error) || !settle (explainer, NULL, error))
    return FALSE;
  fit_objects_load (explainer->objects, path,
                    fit_read_rules_flags (&explainer->rules), NULL, &problem);
  return settle (explainer, problem, error);
}

gboolean
fit_explainer_read (FitExplainer *explainer, const char *bytes, gsize len,
                    const char *source, GError **error)
{
  GError *problem = NULL;

  if (!check_open (explainer, error) || !settle (explainer, NULL, error))
    return FALSE;
  fit_objects_read (explainer->objects, bytes, len, source,
                    fit_read_rules_flags (&explainer->rules), NULL, &problem);
  return settle (explainer, problem, error);
}

static void
drop_priority (gpointer pod, gpointer data)
{
  fit_pod_drop_priority (pod);
}

/* Completes the objects as an API server would. */
static void
complete (FitExplainer *explainer, GError **error)
{
  const FitReadRules *rules = &explainer->rules;
  const FitDecodeFlags flags = fit_read_rules_flags (rules);
  FitObjects *objects = explainer->objects;
  const guint n_pods = objects->of[FIT_KIND_POD]->len;
  const guint n_claims = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len;
  g_autoptr (FitAdmission) admission = fit_admission_new (objects, flags);
  const FitWorkloadsOptions how = {
    .flags = flags | (admission != NULL ? FIT_DECODE_DEMANDS : 0),
    .admission = admission,
    .release = rules->configuration != NULL
                   ? rules->configuration->target.release
                   : fit_feature_gates_release (rules->gates),
    .first_given = objects->controllers->len, /* all belong to the cluster */
  };
  g_autoptr (FitWorkloads) workloads = NULL;

  explainer->complete = TRUE;
  workloads = fit_workloads_make (objects, &how, error);
  if (workloads == NULL)
    return;
  if (!fit_gate_on (rules->gates, FIT_GATE_POD_PRIORITY))
    g_ptr_array_foreach (objects->of[FIT_KIND_POD], drop_priority, NULL);
  if (fit_objects_complete (objects, error))
    {
      const GPtrArray *pods = explainer->objects->of[FIT_KIND_POD];
      g_autoptr (GPtrArray) made = g_ptr_array_new ();

      /* Removes the pods from index n_pods on that admission refuses. */
      if (admission != NULL)
        {
          for (guint i = n_pods; i < pods->len; i++)
            g_ptr_array_add (made, pods->pdata[i]);
          explainer->refused = fit_admission_run (admission, explainer->objects,
                                                  made, n_claims);
        }
    }
}

/* No more input after the first question, and none after a failure. */
static gboolean
close_cluster (FitExplainer *explainer, GError **error)
{
  GError *problem = NULL;

  if (explainer->broken == NULL && !explainer->complete)
    complete (explainer, &problem);
  return settle (explainer, problem, error);
}

/* -- questions ------------------------------------------------------------- */

/* Finds refused pods, too; then the answer is why admission refuses the pod. */
static const FitPod *
find_pod (const FitExplainer *explainer, const char *name, GError **error)
{
  const FitRefusals *refused = explainer->refused;

  for (guint i = 0; refused != NULL && i < refused->pods->len; i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];
      g_autofree char *full = fit_pod_full_name (refusal->pod);

      if (strcmp (full, name) == 0)
        return refusal->pod;
    }
  return fit_objects_find_pod (explainer->objects, name, error);
}

FitPodAnswer *
fit_explainer_ask (FitExplainer *explainer, const char *pod, FitAskFlags flags,
                   GError **error)
{
  const FitReadRules *rules = &explainer->rules;
  FitQuestions questions;
  const FitNamePatterns all = { 0 };
  const FitExtenderTally *tally = &explainer->tally;
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();
  g_autoptr (FitExplanations) explanations = NULL;
  g_autoptr (FitJson) document = NULL;
  const FitPod *found;
  GString *json;

  if (!close_cluster (explainer, error))
    return NULL;
  found = find_pod (explainer, pod, error);
  if (found == NULL)
    return NULL;
  g_ptr_array_add (pods, (gpointer) found);
  questions = (FitQuestions){
    .objects = explainer->objects,
    .refused = explainer->refused,
    .configuration = rules->configuration,
    .scheduler_name = rules->scheduler_name,
    .plugins = rules->plugins,
    .disable_preemption = rules->legacy.disable_preemption,
    .alone = (flags & FIT_ASK_ALONE) != 0,
    .flags = flags & FIT_ASK_ALL_FAILURES ? FIT_EXPLAIN_ALL_FAILURES : 0,
    .simulate = simulate,
    .data = explainer,
  };
  g_ptr_array_set_size (explainer->tally.failures, 0);
  explanations = fit_questions_ask (&questions, pods, error);
  if (explanations == NULL)
    return NULL;
  document = fit_document_new (FIT_EXPLANATION_KIND);
  fit_explanations_set_json (document, explanations->explanations, &all,
                             rules->notes);
  fit_extender_tally_set_json (&tally, 1, document);
  json = g_string_new (NULL);
  fit_document_append (document, json);
  return fit_pod_answer_new (explanations->explanations->pdata[0],
                             g_string_free (json, FALSE));
}

/* -- all pods -------------------------------------------------------------- */

/* Reports a pod that is not tried, for the reason @why. */
static void
pass_over (const FitPod *pod, const char *why, FitPlacedFunc placed,
           gpointer data)
{
  placed (&(FitPodPlacement){ .pod = pod,
                              .outcome = FIT_OUTCOME_UNSCHEDULABLE,
                              .message = why },
          data);
}

gboolean
fit_explainer_place (FitExplainer *explainer, FitPlacedFunc placed,
                     gpointer data, GError **error)
{
  const FitConfiguration *configuration = explainer->rules.configuration;
  const FitRefusals *refused;
  g_autoptr (FitSimulation) simulation = NULL;
  const GPtrArray *pending;

  if (!close_cluster (explainer, error))
    return FALSE;
  simulation = simulate (explainer, error);
  if (simulation == NULL)
    return FALSE;
  pending = fit_simulation_pending (simulation);
  FIT_EACH (const FitPod, pod, pending)
    {
      if (fit_rules_hold_back (configuration, FIT_MODERN_STRICT_LEGACY, pod))
        {
          g_autofree char *why = fit_scheduling_gates_message (pod);

          pass_over (pod, why, placed, data);
        }
      else
        {
          g_auto (FitPlacement) placement;
          FitPodPlacement report = { .pod = pod };
          const GError *failure;

          fit_simulation_schedule (simulation, pod, &placement);
          failure = placement.error;
          report.outcome = fit_outcome (placement.result.node, failure);
          if (placement.result.node != NULL)
            report.node = placement.result.node->name;
          else
            report.message = failure != NULL ? failure->message
                                             : placement.result.fit_error;
          placed (&report, data);
        }
    }
  refused = explainer->refused;
  for (guint i = 0; refused != NULL && i < refused->pods->len; i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];

      pass_over (refusal->pod, refusal->reason, placed, data);
    }
  return TRUE;
}
