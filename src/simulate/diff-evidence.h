/* diff-evidence.h - why two sides decide differently about a pod in the same
 * state (private to simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/evaluation.h"
#include "simulate/diff-result.h"

/* The result of one side; borrowed. */
typedef struct
{
  const FitEvaluation *evaluation; /* of all nodes */
  gint64 resolution; /* maximum score of a priority, before its weight */
} FitDiffView;

/* fit_diff_view_init: initialises @view for @evaluation, which used the rules
 * of @algorithm */
void fit_diff_view_init (FitDiffView *view, const FitAlgorithm *algorithm,
                         const FitEvaluation *evaluation);

/* fit_diff_view_node: Returns: (nullable): the node that was chosen */
const char *fit_diff_view_node (const FitDiffView *view);

/**
 * fit_diff_evidence_new:
 * @views: the views of both sides, which disagree
 *
 * Returns: (transfer full)
 */
FitDiffEvidence *fit_diff_evidence_new (const FitDiffView *views,
                                        FitDiffCause *out_cause);

/* fit_diff_votes_new: the votes about @nodes, which both sides have scored;
 * @nodes has indexes of feasible nodes, by side, then node.  Returns: (transfer
 * full): of FitDiffVote */
GArray *fit_diff_votes_new (const FitDiffView *views,
                            const guint (*nodes)[FIT_DIFF_SIDES]);
