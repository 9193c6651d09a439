/* check-node-unschedulable.c - predicate CheckNodeUnschedulable
 *
 * A cordoned node (spec.unschedulable) takes only pods that tolerate the taint
 * node.kubernetes.io/unschedulable:NoSchedule.
 * Cost: constant.  Source: kube-scheduler v1.16 CheckNodeUnschedulable.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "base/intern.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_NODE_UNSCHEDULABLE, 0 };

const FitPredicateInfo fit_check_node_unschedulable = {
  .name = "CheckNodeUnschedulable",
  .summary = "the node accepts new pods, or the pod tolerates the cordon",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .prepare = prepare,
  .explain = fit_explain_cordon,
};

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const char *key = fit_intern ("node.kubernetes.io/unschedulable");
  const char *value = fit_intern ("");
  const FitTaint cordon
      = { .key = key, .value = value, .effect = FIT_EFFECT_NO_SCHEDULE };

  run->skip = fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                        &cordon);
  /* The answer does not depend on added pods, so it can be stored. */
  run->state = GINT_TO_POINTER (run->skip);
  fit_intern_unref (key);
  fit_intern_unref (value);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  if (!node->unschedulable || run->state)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_UNSCHEDULABLE);
  return FIT_ANSWER_NO;
}

void
fit_explain_cordon (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  if (!node->unschedulable)
    return;
  fit_detail_say (detail, "the node is cordoned");
  fit_detail_say_common (detail, "cordoned");
  fit_detail_advise (detail, "uncordon %s", node->name);
  fit_detail_add_fact (detail, "unschedulable", "true");
  fit_detail_add_change (detail, &(FitChange){ .type = FIT_CHANGE_UNCORDON });
}
