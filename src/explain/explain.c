/* explain.c - evaluates one pod and finds out what decided
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explain.h"

#include "queue/queue-gates.h"
#include "assembly/scheduled-pods.h"

/* The percentage at which every node is checked. */
#define ALL_NODES 100

/* May the pod preempt others? */
static gboolean
preempts (const FitExplainSource *source, const FitExplainedProfile *profile)
{
  if (profile != NULL)
    return profile->algorithm->preempts;
  return !source->disable_preemption
         && fit_gate_on (fit_cache_gates (source->cache),
                         FIT_GATE_POD_PRIORITY);
}

static FitExplanation *
explanation_new (const FitConfiguration *configuration, const FitPod *pod,
                 FitExplainMode mode)
{
  FitExplanation *explanation = g_new0 (FitExplanation, 1);

  explanation->pod = fit_pod_ref (pod);
  explanation->given = fit_pod_ref (pod);
  explanation->mode = mode;
  explanation->release
      = fit_release_name (configuration != NULL ? configuration->target.release
                                                : FIT_RELEASE_LEGACY);
  return explanation;
}

/* Does @explanation, which has the decision, need details and remedies? */
static gboolean
needs_details (const FitExplainSource *source, FitExplanation *explanation,
               FitExplainFlags flags)
{
  if (flags & FIT_EXPLAIN_NO_MORE)
    return FALSE;
  if (!(flags & FIT_EXPLAIN_ONLY_UNPLACED))
    return TRUE;
  return fit_explanation_node (explanation) == NULL
         && (source->wanted == NULL
             || source->wanted (explanation, source->wanted_data))
         && explanation->evaluation->chosen < 0;
}

FitExplanation *
fit_explain (const FitExplainSource *source, const FitPod *pod,
             FitExplainMode mode, FitExplainFlags flags)
{
  const gboolean waits
      = fit_rules_hold_back (source->configuration, source->modern, pod);
  FitExplanation *explanation
      = explanation_new (source->configuration, pod, mode);
  FitEvaluateFlags evaluate = FIT_EVALUATE_ALL_NODES;
  const FitConfiguration *configuration;

  explanation->random_ties = source->random_ties;
  configuration = source->configuration;
  if (configuration == NULL)
    explanation->profile = NULL;
  else
    explanation->profile = fit_explained_profile_new (
        configuration,
        (guint) (fit_rules_profile (configuration, pod)
                 - configuration->profiles),
        source->plugins, pod, source->cache, NULL);
  if (!(flags & FIT_EXPLAIN_NO_MORE) && preempts (source, explanation->profile))
    evaluate |= FIT_EVALUATE_PREEMPTION;
  if ((flags & FIT_EXPLAIN_ONLY_UNPLACED) && !waits)
    evaluate |= FIT_EVALUATE_ONLY_UNPLACED;
  explanation->evaluation
      = fit_generic_scheduler_evaluate (source->scheduler, pod, evaluate);
  if (explanation->profile != NULL)
    fit_explained_profile_score (explanation->profile, explanation->evaluation,
                                 source->cache);
  if (waits)
    explanation->waiting = fit_scheduling_gates_message (pod);
  explanation->all_failures
      = source->algorithm->always_check_all_predicates
        || (explanation->profile != NULL
            && explanation->profile->algorithm->filters->behaviour.filters_all);
  if (needs_details (source, explanation, flags))
    {
      if (flags & FIT_EXPLAIN_ALL_FAILURES)
        {
          /* A second scheduler checks all nodes with all predicates.  A
                 * round over all nodes returns to the same position in the order
                 * of nodes, so decisions about later pods do not change. */
          const FitSchedulerOptions options = {
            .percentage_of_nodes_to_score = ALL_NODES,
            .filters = explanation->profile != NULL
                           ? explanation->profile->algorithm->filters
                           : NULL,
          };
          g_autoptr (FitGenericScheduler) scheduler
              = fit_generic_scheduler_new (source->cache, source->algorithm,
                                           &options);

          explanation->details = fit_generic_scheduler_evaluate (
              scheduler, pod, FIT_EVALUATE_ALL_PREDICATES);
        }
      explanation->all_failures |= explanation->details != NULL;
      fit_explanation_find_details (explanation, source->scheduler,
                                    source->make_trial, source->data);
    }
  fit_explanation_finish (explanation);
  if (source->node != NULL)
    fit_explanation_ask_node (explanation, source->node);
  return explanation;
}

FitExplanation *
fit_explain_unevaluated (const FitConfiguration *configuration,
                         const FitPod *pod, FitExplainMode mode, char *why)
{
  FitExplanation *explanation = explanation_new (configuration, pod, mode);

  if (*pod->node_name != '\0')
    explanation->current_node = g_strdup (pod->node_name);
  explanation->foreign = why;
  explanation->evaluation = g_new0 (FitEvaluation, 1);
  explanation->evaluation->pod = fit_pod_ref (pod);
  explanation->evaluation->chosen = -1;
  fit_explanation_finish (explanation);
  return explanation;
}
