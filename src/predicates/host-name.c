/* host-name.c - predicate HostName
 *
 * A pod that names its node in spec.nodeName fits that node only.
 * Cost: constant.  Source: kube-scheduler v1.16 PodFitsHost.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_HOST_NAME, 0 };

const FitPredicateInfo fit_host_name = {
  .name = "HostName",
  .summary = "spec.nodeName of the pod, if any, is this node",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .prepare = prepare,
  .explain = fit_explain_host_name,
};

static void
prepare (FitPredicateRun *run)
{
  run->skip = !*run->meta->pod->node_name;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const char *wanted = run->meta->pod->node_name;

  if (!*wanted || wanted == node->name)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_HOST_NAME);
  return FIT_ANSWER_NO;
}

void
fit_explain_host_name (const FitPredicateRun *run, const FitNodeInfo *node,
                       const FitReason *reason, FitDetail *detail)
{
  const char *wanted = run->meta->pod->node_name;

  fit_detail_say (detail, "spec.nodeName is %s", wanted);
  fit_detail_say_common (detail, "spec.nodeName is %s", wanted);
  fit_detail_advise (detail, "drop spec.nodeName");
  fit_detail_add_fact (detail, "nodeName", wanted);
}
