/* match-inter-pod-affinity.c - predicate MatchInterPodAffinity
 *
 * Three checks, in this order:
 * - The pod may not violate the required anti-affinity of a running pod.
 * - For every required affinity term of the pod, the node's topology must
 *   contain a pod that satisfies all terms.  This is waived for the first pod
 *   of a group: if there is no such pod anywhere, and the pod satisfies its own
 *   terms.
 * - No running pod may violate one of the pod's required anti-affinity terms.
 * If any selector is invalid, v1.16 works without metadata, by other rules:
 * pod-affinity-slow-path.c.
 * Cost: terms.  Source: kube-scheduler v1.16 InterPodAffinityMatches.
 */
#include "predicates/affinity-metadata.h"
#include "predicates/pod-affinity-slow-path.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[]
    = { FIT_REASON_POD_AFFINITY, FIT_REASON_EXISTING_ANTI_AFFINITY,
        FIT_REASON_POD_AFFINITY_RULES, FIT_REASON_POD_ANTI_AFFINITY_RULES, 0 };

const FitPredicateInfo fit_match_inter_pod_affinity = {
  .name = "MatchInterPodAffinity",
  .summary = "the required affinity and anti-affinity of this pod and of "
             "running pods are satisfied",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = fit_explain_affinity,
};

static void
prepare (FitPredicateRun *run)
{
  const FitPredicateMetadata *meta = run->meta;

  run->skip = meta->usable && meta->affinity->n_existing == 0
              && meta->affinity->n_affinity == 0 && meta->affinity->n_anti == 0;
}

static FitReasonCode
violated (const FitPredicateMetadata *meta, const FitNodeInfo *node)
{
  if (fit_affinity_existing_violated (meta, node))
    return FIT_REASON_EXISTING_ANTI_AFFINITY;
  if (!fit_affinity_satisfied (meta, node))
    return FIT_REASON_POD_AFFINITY_RULES;
  if (fit_anti_affinity_violated (meta, node))
    return FIT_REASON_POD_ANTI_AFFINITY_RULES;
  return FIT_REASON_NONE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  FitReasonCode reason = FIT_REASON_NONE;

  if (G_LIKELY (run->meta->usable))
    reason = violated (run->meta, node);
  else if (!fit_pod_affinity_slow_path (run->meta, node, &reason, error))
    return FIT_ANSWER_ERROR;
  if (reason == FIT_REASON_NONE)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_POD_AFFINITY);
  fit_reasons_add (reasons, reason);
  return FIT_ANSWER_NO;
}
