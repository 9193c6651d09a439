/* pod-tolerates-node-taints.c - predicates PodToleratesNodeTaints and
 * PodToleratesNodeNoExecuteTaints
 *
 * Every taint of the node with effect NoSchedule or NoExecute (NoExecute only,
 * for the second) must be tolerated by the pod.
 * Cost: taints times tolerations.  Source: kube-scheduler v1.16
 * PodToleratesNodeTaints; the second stands in the evaluation order but is
 * registered by nobody.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static FitAnswer check_no_execute (const FitPredicateRun *run,
                                   const FitNodeInfo *node, FitReasons *reasons,
                                   GError **error);

static const FitReasonCode gives[] = { FIT_REASON_TAINTS, 0 };

const FitPredicateInfo fit_pod_tolerates_node_taints = {
  .name = "PodToleratesNodeTaints",
  .summary = "the pod tolerates the node's NoSchedule and NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check,
};

const FitPredicateInfo fit_pod_tolerates_node_no_execute_taints = {
  .name = "PodToleratesNodeNoExecuteTaints",
  .summary = "the pod tolerates the node's NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check_no_execute,
};

static FitAnswer
check_effects (const FitPredicateRun *run, const FitNodeInfo *node,
               guint effects, FitReasons *reasons)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < node->n_taints; i++)
    if ((effects >> node->taints[i].effect & 1)
        && !fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                      &node->taints[i]))
      {
        fit_reasons_add (reasons, FIT_REASON_TAINTS);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  return check_effects (
      run, node, 1u << FIT_EFFECT_NO_SCHEDULE | 1u << FIT_EFFECT_NO_EXECUTE,
      reasons);
}

static FitAnswer
check_no_execute (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  return check_effects (run, node, 1u << FIT_EFFECT_NO_EXECUTE, reasons);
}
