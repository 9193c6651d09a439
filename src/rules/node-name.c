/* node-name.c - NodeName at Filter, up to v1.16 predicate HostName
 *
 * A pod that names its node in spec.nodeName fits that node only.  The texts
 * differ from 1.21 on.
 * Cost: constant.  Source: kube-scheduler v1.16 PodFitsHost.
 * Tests: tests/rules/test-node-name*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#define FILTER_SUMMARY "spec.nodeName of the pod, if any, is this node"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_node_name;

/* clang-format off */
const FitRule fit_rule_node_name = {
  .name = "NodeName",
  .predicates = PREDICATES (&fit_host_name),
  .points = POINTS ({ F, FIT_SINCE (18) }),
  .filters = FILTERS (
    { FROM (18), &fit_host_name },
    { FROM (21), &filter_node_name }),
  .events = EVENTS (
    EVENT (NODE, ADD, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 32), ALWAYS, NULL),
    EVENT (NODE, ADD, FIT_SINCE (32), ALWAYS, NULL),
    EVENT (NODE, TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL)),
};
/* clang-format on */

static const FitReasonCode gives[] = { FIT_REASON_NODE_NAME, 0 };
static const FitReasonCode former_gives[] = { FIT_REASON_HOST_NAME, 0 };

static void
prepare (FitPredicateRun *run)
{
  run->skip = !*run->meta->pod->node_name;
}

static FitAnswer
compare (const FitPredicateRun *run, const FitNodeInfo *node,
         FitReasonCode code, FitReasons *reasons)
{
  const char *wanted = run->meta->pod->node_name;

  if (!*wanted || wanted == node->name)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, code);
  return FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  return compare (run, node, FIT_REASON_NODE_NAME, reasons);
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  return compare (run, node, FIT_REASON_HOST_NAME, reasons);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const char *wanted = run->meta->pod->node_name;

  fit_detail_say (detail, "spec.nodeName is %s", wanted);
  fit_detail_say_common (detail, "spec.nodeName is %s", wanted);
  fit_detail_advise (detail, "drop spec.nodeName");
  fit_detail_add_fact (detail, "nodeName", wanted);
}

static const FitPredicateInfo filter_node_name = {
  .name = "NodeName",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .prepare = prepare,
  .explain = explain,
};

const FitPredicateInfo fit_host_name = {
  .name = "HostName",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_CONSTANT,
  .reasons = former_gives,
  .check = former_check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = explain,
};
