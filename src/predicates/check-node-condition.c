/* check-node-condition.c - predicate CheckNodeCondition
 *
 * The node must be ready, have its network and not be cordoned.  Conditions
 * that the node does not report are fine; each one that is wrong gives its
 * reason, in the node's own order.  Replaced by taints when the gate
 * TaintNodesByCondition is on.
 * Cost: conditions.  Source: kube-scheduler v1.16 CheckNodeConditionPredicate.
 */
#include "predicates/predicates.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);

static const FitReasonCode gives[]
    = { FIT_REASON_NODE_NOT_READY, FIT_REASON_NETWORK_UNAVAILABLE,
        FIT_REASON_NODE_UNSCHEDULABLE, 0 };

const FitPredicateInfo fit_check_node_condition = {
  .name = "CheckNodeCondition",
  .summary = "the node is ready, has its network and accepts new pods",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
};

static const struct
{
  const char *type;
  FitConditionStatus wanted;
  FitReasonCode otherwise;
} conditions[] = {
  { "Ready", FIT_CONDITION_TRUE, FIT_REASON_NODE_NOT_READY },
  { "NetworkUnavailable", FIT_CONDITION_FALSE, FIT_REASON_NETWORK_UNAVAILABLE },
};

static void
check_one (const FitNodeCondition *condition, FitReasons *reasons)
{
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    if (strcmp (condition->type, conditions[i].type) == 0
        && condition->status != conditions[i].wanted)
      fit_reasons_add (reasons, conditions[i].otherwise);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const guint before = reasons->n;

  for (guint i = 0; i < node->node->n_conditions; i++)
    check_one (&node->node->conditions[i], reasons);
  if (node->unschedulable)
    fit_reasons_add (reasons, FIT_REASON_NODE_UNSCHEDULABLE);
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}
