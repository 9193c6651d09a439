/* even-pods-spread.c - predicate EvenPodsSpread
 *
 * For every topologySpreadConstraint with whenUnsatisfiable: DoNotSchedule,
 *   pods at the node's value + 1 if the pod matches itself - minimum <= maxSkew
 * where only nodes that satisfy the pod's node selector and carry all the
 * topology keys are counted.  No counted node at all lets the pod in.  A
 * selector that is not valid is an error where it would be needed.
 * Behind the gate EvenPodsSpread.
 * Cost: constraints.  Source: kube-scheduler v1.16 EvenPodsSpreadPredicate.
 */
#include "predicates/predicates.h"
#include "predicates/spread-metadata.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_EVEN_PODS_SPREAD, 0 };

const FitPredicateInfo fit_even_pods_spread = {
  .name = "EvenPodsSpread",
  .summary = "the hard topology spread constraints of the pod hold",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
};

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  run->skip = TRUE;
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    if (spec->spread_constraints[i].hard)
      run->skip = FALSE;
  run->state = GINT_TO_POINTER (!run->skip);
}

static FitAnswer
check_rule (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
            const FitNodeInfo *node, GError **error)
{
  const FitSelector *selector = rule->constraint->selector;
  gint32 skew;

  if (!fit_spread_skew (meta, rule, node, &skew))
    return FIT_ANSWER_NO;
  if (selector->error)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           selector->error);
      return FIT_ANSWER_ERROR;
    }
  if (fit_selector_matches (selector, meta->pod->meta.labels))
    skew++;
  return skew <= rule->constraint->max_skew ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitPredicateMetadata *meta = run->meta;
  FitAnswer answer = FIT_ANSWER_YES;

  if (!run->state)
    return FIT_ANSWER_YES;
  if (!meta->usable)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "metadata not pre-computed for EvenPodsSpreadPredicate");
      return FIT_ANSWER_ERROR;
    }
  for (guint i = 0; meta->spread->any_pair && i < meta->spread->n_rules; i++)
    if ((answer = check_rule (meta, &meta->spread->rules[i], node, error))
        != FIT_ANSWER_YES)
      break;
  if (answer == FIT_ANSWER_NO)
    fit_reasons_add (reasons, FIT_REASON_EVEN_PODS_SPREAD);
  return answer;
}
