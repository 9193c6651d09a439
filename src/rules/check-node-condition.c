/* check-node-condition.c - predicate CheckNodeCondition
 *
 * The node must be ready, have its network and not be cordoned.  Conditions
 * that the node does not report are fine.  Each bad condition adds a reason, in
 * the node's order.  With the gate TaintNodesByCondition, taints replace this
 * predicate.
 * Cost: conditions.  Source: kube-scheduler v1.16 CheckNodeConditionPredicate.
 * Tests: tests/rules/test-check-node-condition*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/predicates.h"
#include "rules/rule-details.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[]
    = { FIT_REASON_NODE_NOT_READY, FIT_REASON_NETWORK_UNAVAILABLE,
        FIT_REASON_NODE_UNSCHEDULABLE, 0 };

const FitPredicateInfo fit_check_node_condition = {
  .name = "CheckNodeCondition",
  .summary = "the node is ready, has its network and accepts new pods",
  .successor = FIT_TAINTS_SUCCEED,
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .ignores_plain_pods = TRUE,
  .explain = explain,
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

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const guint before = reasons->n;

  for (guint i = 0; i < node->traits->n_conditions; i++)
    for (guint k = 0; k < G_N_ELEMENTS (conditions); k++)
      {
        const FitNodeCondition *condition = &node->traits->conditions[i];

        if (strcmp (condition->type, conditions[k].type) == 0
            && condition->status != conditions[k].wanted)
          fit_reasons_add (reasons, conditions[k].otherwise);
      }
  if (node->traits->unschedulable)
    fit_reasons_add (reasons, FIT_REASON_NODE_UNSCHEDULABLE);
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

/* -- explaining ------------------------------------------------------------ */

static const char *const statuses[] = {
  [FIT_CONDITION_ABSENT] = "not set",
  [FIT_CONDITION_TRUE] = "True",
  [FIT_CONDITION_FALSE] = "False",
  [FIT_CONDITION_UNKNOWN] = "Unknown",
};

static const FitNodeCondition *
find_condition (const FitNode *node, const char *type)
{
  for (guint i = 0; i < node->traits->n_conditions; i++)
    if (strcmp (node->traits->conditions[i].type, type) == 0)
      return &node->traits->conditions[i];
  return NULL;
}

char *
fit_explain_condition (const FitNode *node, const char *type)
{
  const FitNodeCondition *condition = find_condition (node, type);

  if (condition == NULL)
    return NULL;
  if (*condition->reason)
    return g_strdup_printf ("%s is %s: %s", type, statuses[condition->status],
                            condition->reason);
  return g_strdup_printf ("%s is %s", type, statuses[condition->status]);
}

char *
fit_explain_repair (const FitNode *node, const char *type)
{
  const FitNodeCondition *condition = find_condition (node, type);
  g_autofree char *why = condition != NULL && *condition->reason
                             ? g_strdup_printf (" (%s)", condition->reason)
                             : g_strdup ("");

  return strcmp (type, "Ready") == 0
             ? g_strdup_printf ("make %s Ready%s", node->name, why)
             : g_strdup_printf ("end the condition %s of %s%s", type,
                                node->name, why);
}

void
fit_explain_node_condition (const FitNodeInfo *node, const char *type,
                            FitDetail *detail)
{
  const FitNodeCondition *condition = find_condition (node->node, type);
  g_autofree char *text = fit_explain_condition (node->node, type);
  g_autofree char *repair = fit_explain_repair (node->node, type);

  if (text != NULL)
    {
      fit_detail_say (detail, "%s", text);
      fit_detail_say_common (detail, "%s", text);
      fit_detail_add_fact (detail, "condition", type);
      fit_detail_add_fact (detail, "status", statuses[condition->status]);
      if (*condition->reason)
        fit_detail_add_fact (detail, "reason", condition->reason);
    }
  fit_detail_advise (detail, "%s", repair);
  fit_detail_add_change (
      detail, &(FitChange){ .type = FIT_CHANGE_REPAIR, .key = type });
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    if (reason->code == conditions[i].otherwise)
      fit_explain_node_condition (node, conditions[i].type, detail);
  if (reason->code == FIT_REASON_NODE_UNSCHEDULABLE)
    fit_explain_cordon (run, node, reason, detail);
}
