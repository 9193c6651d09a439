/* rule-details.h - what the predicates of v1.16 and the plugins of later
 * releases explain alike (private to both)
 *
 * Each function is explained where its rule is: in the file of the predicate.
 */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

/* As FitPredicateInfo.explain has them. */
typedef void (*FitExplain) (const FitPredicateRun *run, const FitNodeInfo *node,
                            const FitReason *reason, FitDetail *detail);

/* fit_explain_amount: pod-fits-resources.c: INSUFFICIENT_*, TOO_MANY_PODS */
void fit_explain_amount (const FitPredicateRun *run, const FitNodeInfo *node,
                         const FitReason *reason, FitDetail *detail);

/* fit_explain_host_name: host-name.c */
void fit_explain_host_name (const FitPredicateRun *run, const FitNodeInfo *node,
                            const FitReason *reason, FitDetail *detail);

/* fit_explain_host_ports: pod-fits-host-ports.c */
void fit_explain_host_ports (const FitPredicateRun *run,
                             const FitNodeInfo *node, const FitReason *reason,
                             FitDetail *detail);

/* fit_explain_taints: pod-tolerates-node-taints.c: @effects is a bit field of
 * FitTaintEffect */
void fit_explain_taints (const FitPodSpec *spec, const FitNodeInfo *node,
                         guint effects, FitDetail *detail);

/* fit_explain_cordon: check-node-unschedulable.c */
void fit_explain_cordon (const FitPredicateRun *run, const FitNodeInfo *node,
                         const FitReason *reason, FitDetail *detail);

/* fit_explain_condition: check-node-condition.c: "Ready is False (REASON)" for
 * the condition @type.  Returns: (transfer full) (nullable): NULL when the node
 * does not report it */
char *fit_explain_condition (const FitNode *node, const char *type);

/* fit_explain_node_condition: the same as a detail */
void fit_explain_node_condition (const FitNodeInfo *node, const char *type,
                                 FitDetail *detail);

/* fit_explain_selectors: match-node-selector.c: why the labels of @node do not
 * satisfy @pairs (nullable), of nodeSelector, and @required (nullable) */
void fit_explain_selectors (const FitSelector *pairs,
                            const FitNodeSelector *required,
                            const FitNodeInfo *node, FitDetail *detail);

/* fit_explain_label: check-node-label-presence.c: @key (interned) is there and
 * must not be, or the other way round */
void fit_explain_label (const char *key, const FitNodeInfo *node,
                        FitDetail *detail);

G_END_DECLS
