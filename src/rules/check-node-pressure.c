/* check-node-pressure.c - predicates CheckNodeMemoryPressure,
 * CheckNodeDiskPressure and CheckNodePIDPressure
 *
 * A node that reports pressure takes no new pods; memory pressure only affects
 * BestEffort pods.  The status is the last one that the node reported, even if
 * the condition has since disappeared.  With the gate TaintNodesByCondition,
 * taints replace these predicates.
 * Cost: constant.  Source: kube-scheduler v1.16
 * CheckNode{Memory,Disk,PID}PressurePredicate.
 * Tests: tests/rules/test-check-node-pressure*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "rules/rule-details.h"

static FitAnswer check_memory (const FitPredicateRun *run,
                               const FitNodeInfo *node, FitReasons *reasons,
                               GError **error);
static FitAnswer check_disk (const FitPredicateRun *run,
                             const FitNodeInfo *node, FitReasons *reasons,
                             GError **error);
static FitAnswer check_pid (const FitPredicateRun *run, const FitNodeInfo *node,
                            FitReasons *reasons, GError **error);
static gboolean check_plain (const FitPredicateRun *run,
                             const FitPlainNodes *nodes,
                             FitPlainAnswers *answers);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives_memory[] = { FIT_REASON_MEMORY_PRESSURE, 0 };
static const FitReasonCode gives_disk[] = { FIT_REASON_DISK_PRESSURE, 0 };
static const FitReasonCode gives_pid[] = { FIT_REASON_PID_PRESSURE, 0 };

const FitPredicateInfo fit_check_node_memory_pressure = {
  .name = "CheckNodeMemoryPressure",
  .summary = "a BestEffort pod stays away from nodes short of memory",
  .successor = FIT_TAINTS_SUCCEED,
  .cost = FIT_COST_CONSTANT,
  .reasons = gives_memory,
  .check = check_memory,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .check_plain = check_plain,
  .ignores_plain_pods = TRUE,
  .explain = explain,
};

const FitPredicateInfo fit_check_node_disk_pressure = {
  .name = "CheckNodeDiskPressure",
  .summary = "the node is not short of disk space",
  .successor = FIT_TAINTS_SUCCEED,
  .cost = FIT_COST_CONSTANT,
  .reasons = gives_disk,
  .check = check_disk,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .check_plain = check_plain,
  .ignores_plain_pods = TRUE,
  .explain = explain,
};

const FitPredicateInfo fit_check_node_pid_pressure = {
  .name = "CheckNodePIDPressure",
  .summary = "the node is not short of process ids",
  .successor = FIT_TAINTS_SUCCEED,
  .cost = FIT_COST_CONSTANT,
  .reasons = gives_pid,
  .check = check_pid,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .check_plain = check_plain,
  .ignores_plain_pods = TRUE,
  .explain = explain,
};

/* A plain node has no pressure. */
static gboolean
check_plain (const FitPredicateRun *run, const FitPlainNodes *nodes,
             FitPlainAnswers *answers)
{
  return TRUE;
}

static FitAnswer
check_status (FitConditionStatus status, FitReasonCode reason,
              FitReasons *reasons)
{
  if (status != FIT_CONDITION_TRUE)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, reason);
  return FIT_ANSWER_NO;
}

static FitAnswer
check_memory (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  if (!run->meta->best_effort)
    return FIT_ANSWER_YES;
  return check_status (node->memory_pressure, FIT_REASON_MEMORY_PRESSURE,
                       reasons);
}

static FitAnswer
check_disk (const FitPredicateRun *run, const FitNodeInfo *node,
            FitReasons *reasons, GError **error)
{
  return check_status (node->disk_pressure, FIT_REASON_DISK_PRESSURE, reasons);
}

static FitAnswer
check_pid (const FitPredicateRun *run, const FitNodeInfo *node,
           FitReasons *reasons, GError **error)
{
  return check_status (node->pid_pressure, FIT_REASON_PID_PRESSURE, reasons);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  switch (reason->code)
    {
    case FIT_REASON_MEMORY_PRESSURE:
      fit_explain_node_condition (node, "MemoryPressure", detail);
      fit_detail_advise (
          detail,
          "give the pod a request or limit of cpu or memory, or end the "
          "condition MemoryPressure of %s",
          node->name);
      break;
    case FIT_REASON_DISK_PRESSURE:
      fit_explain_node_condition (node, "DiskPressure", detail);
      break;
    default:
      fit_explain_node_condition (node, "PIDPressure", detail);
    }
}
