/* node-unschedulable.c - NodeUnschedulable at Filter, up to v1.16 predicate
 * CheckNodeUnschedulable
 *
 * A cordoned node takes only pods that tolerate the taint of cordoned nodes.
 * Cost: constant per node, and beforehand the tolerations of the pod.
 * Tests: tests/rules/test-node-unschedulable*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "api/names.h"
#include "predicates/predicates.h"
#include "rules/rule-details.h"
#include "rules/rule-rows.h"

/* -- the rule -------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_unschedulable = {
  .name = "NodeUnschedulable",
  .predicates = PREDICATES (&fit_check_node_unschedulable, &fit_check_node_condition),
  .points = POINTS ({ F, FIT_SINCE (18) }),
  .filters = FILTERS ({ FROM (18), &fit_check_node_unschedulable }),
  .events = EVENTS (
    EVENT (NODE, ADD | TAINT, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (30, 32), ALWAYS, fit_hint_node_schedulable),
    EVENT (NODE, ADD | TAINT, FIT_SINCE (32), HINTS, fit_hint_node_became_schedulable),
    EVENT (POD, TOLERATION, FIT_SINCE (32), HINTS, fit_hint_unschedulable_tolerated),
    EVENT (NODE, ADD | TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL)),
  .by_default = TRUE,
  .mandatory = TRUE,
  .sign = fit_sign_tolerations,
};
/* clang-format on */

/* -- Filter ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_node_schedulable (gpointer plugin, const FitPod *pod,
                           gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_if (!((const FitNode *) new_object)->traits->unschedulable);
}

FitQueueingHint
fit_hint_node_became_schedulable (gpointer plugin, const FitPod *pod,
                                  gconstpointer old_object,
                                  gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;

  return fit_hint_if (!now->traits->unschedulable
                      && (before == NULL || before->traits->unschedulable));
}

FitQueueingHint
fit_hint_unschedulable_tolerated (gpointer plugin, const FitPod *pod,
                                  gconstpointer old_object,
                                  gconstpointer new_object)
{
  const FitPod *now = new_object;
  const char *key = fit_intern (FIT_TAINT_UNSCHEDULABLE);
  const char *value = fit_intern ("");
  const FitTaint taint
      = { .key = key, .value = value, .effect = FIT_EFFECT_NO_SCHEDULE };
  const gboolean helps
      = fit_hint_same_pod (pod, now)
        && fit_tolerations_tolerate (now->spec->tolerations,
                                     now->spec->n_tolerations, &taint);

  fit_intern_unref (key);
  fit_intern_unref (value);
  return fit_hint_if (helps);
}

/* -- v1.16: CheckNodeUnschedulable ----------------------------------------- */

/* Predicate CheckNodeUnschedulable
 *
 * A cordoned node (spec.unschedulable) takes only pods that tolerate the taint
 * node.kubernetes.io/unschedulable:NoSchedule.
 * Cost: constant.  Source: kube-scheduler v1.16 CheckNodeUnschedulable.
 */

static const FitReasonCode gives[] = { FIT_REASON_NODE_UNSCHEDULABLE, 0 };

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  FitTaint cordon = { .effect = FIT_EFFECT_NO_SCHEDULE };

  if (spec->n_tolerations == 0)
    return;
  cordon.key = fit_intern ("node.kubernetes.io/unschedulable");
  cordon.value = fit_intern ("");
  run->skip = fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                        &cordon);
  /* The answer does not depend on added pods, so it can be stored. */
  run->state = GINT_TO_POINTER (run->skip);
  fit_intern_unref (cordon.key);
  fit_intern_unref (cordon.value);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  if (!node->traits->unschedulable || run->state != NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_NODE_UNSCHEDULABLE);
  return FIT_ANSWER_NO;
}

void
fit_explain_cordon (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  if (!node->traits->unschedulable)
    return;
  fit_detail_say (detail, "the node is cordoned");
  fit_detail_say_common (detail, "cordoned");
  fit_detail_advise (detail, "uncordon %s", node->name);
  fit_detail_add_fact (detail, "unschedulable", "true");
  fit_detail_add_change (detail, &(FitChange){ .type = FIT_CHANGE_UNCORDON });
}

const FitPredicateInfo fit_check_node_unschedulable = {
  .name = "CheckNodeUnschedulable",
  .summary = "the node accepts new pods, or the pod tolerates the cordon",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = fit_explain_cordon,
};
