/* rule-details.h - explanations shared by v1.16's predicates and the plugins of
 * later releases (private to both)
 *
 * Each function lives in the file of its predicate, which describes the rule.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "predicates/predicate.h"

/* The successor of predicates that check conditions of nodes. */
#define FIT_TAINTS_SUCCEED                                      \
  "node conditions became taints, which NodeUnschedulable and " \
  "TaintToleration check"

/* Like FitPredicateInfo.explain. */
typedef void (*FitExplain) (const FitPredicateRun *run, const FitNodeInfo *node,
                            const FitReason *reason, FitDetail *detail);

/* fit_explain_host_ports: node-ports.c */
void fit_explain_host_ports (const FitPredicateRun *run,
                             const FitNodeInfo *node, const FitReason *reason,
                             FitDetail *detail);

/* fit_explain_taints: taint-toleration.c: @effects is a bit field of
 * FitTaintEffect */
void fit_explain_taints (const FitPodSpec *spec, const FitNodeInfo *node,
                         guint effects, FitDetail *detail);

/* fit_explain_cordon: node-unschedulable.c */
void fit_explain_cordon (const FitPredicateRun *run, const FitNodeInfo *node,
                         const FitReason *reason, FitDetail *detail);

/* fit_explain_condition: check-node-condition.c: "Ready is False (REASON)" for
 * the condition @type.  Returns: (transfer full) (nullable): NULL if the node
 * does not report it */
char *fit_explain_condition (const FitNode *node, const char *type);

/* fit_explain_repair: check-node-condition.c: "make NODE Ready (REASON)".
 * Returns: (transfer full) */
char *fit_explain_repair (const FitNode *node, const char *type);

/* fit_explain_node_condition: the condition @type as a detail */
void fit_explain_node_condition (const FitNodeInfo *node, const char *type,
                                 FitDetail *detail);

/* fit_explain_selectors: node-affinity-detail.c: why the labels of @node
 * do not satisfy @pairs (nullable), of nodeSelector, and @required
 * (nullable) */
void fit_explain_selectors (const FitSelector *pairs,
                            const FitNodeSelector *required,
                            const FitNodeInfo *node, FitDetail *detail);

/* fit_explain_affinity: inter-pod-affinity-detail.c: EXISTING_ANTI_AFFINITY, and
 * POD_(ANTI_)AFFINITY_RULES */
void fit_explain_affinity (const FitPredicateRun *run, const FitNodeInfo *node,
                           const FitReason *reason, FitDetail *detail);

/* fit_explain_lent_label: service-affinity.c: @label of the node is not
 * @value, which comes from the node @like (nullable) of @pod, or from the
 * nodeSelector */
void fit_explain_lent_label (const char *label, const char *value,
                             const FitPod *pod, const FitNodeInfo *like,
                             const FitNodeInfo *node, FitDetail *detail);

/* fit_explain_disks: volume-restrictions.c: DISK_CONFLICT, with the state of
 * that predicate */
void fit_explain_disks (const FitPredicateRun *run, const FitNodeInfo *node,
                        const FitReason *reason, FitDetail *detail);
