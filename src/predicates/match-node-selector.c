/* match-node-selector.c - predicate MatchNodeSelector
 *
 * The node must satisfy the pod's nodeSelector and its required node affinity.
 * An invalid entry in nodeSelector makes v1.16 ignore the whole nodeSelector;
 * a required affinity without terms matches no node.
 * Cost: labels.  Source: kube-scheduler v1.16 PodMatchNodeSelector.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_NODE_SELECTOR, 0 };

const FitPredicateInfo fit_match_node_selector = {
  .name = "MatchNodeSelector",
  .summary
  = "the node satisfies the pod's nodeSelector and required node affinity",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
};

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  run->skip = !spec->node_selector && !spec->required_nodes;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  if (fit_pod_matches_node (run->meta->pod, node->node->meta.labels,
                            node->name))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_SELECTOR);
  return FIT_ANSWER_NO;
}
