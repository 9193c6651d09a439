/* decision-columns.h - why pods are where they are, as columns
 *
 * The member "decisions" of documents (docs/schema).  An explanation as JSON
 * repeats everything for each node; here texts, nodes and points stand once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"
#include "report/columns.h"

typedef struct _FitDecisionColumns FitDecisionColumns;

/* fit_decision_columns_new: @nodes: borrowed: the numbers of the nodes.
 * Returns: (transfer full) */
FitDecisionColumns *fit_decision_columns_new (FitDictionary *nodes);
void fit_decision_columns_free (FitDecisionColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDecisionColumns, fit_decision_columns_free)

/* fit_decision_columns_add: adds the pod of @explanation; if it is as another
 * one, only its name */
void fit_decision_columns_add (FitDecisionColumns *columns,
                               const FitExplanation *explanation);

/* fit_decision_columns_add_alike: adds the name of @pod, which was decided like
 * @like, a pod that was added */
void fit_decision_columns_add_alike (FitDecisionColumns *columns,
                                     const FitPod *pod, const FitPod *like);

/* fit_decision_columns_json: @left_out: pods that were not added.  @why:
 * (nullable): a sentence about them.  Returns: (transfer full) */
FitJson *fit_decision_columns_json (const FitDecisionColumns *columns,
                                    guint left_out, const char *why);
