/* diff-result-private.h - building the result of a comparison (private to
 * simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "simulate/diff-result.h"
#include "simulate/simulation.h"

FitDiff *fit_diff_alloc (gboolean replayed);

/* fit_diff_add_item: Returns: (transfer none): a new item for a pod that
 * differs, with copies of @outcomes, one per side */
FitDiffItem *fit_diff_add_item (FitDiff *diff, const char *namespace_,
                                const char *name,
                                const FitDiffOutcome *const *outcomes);

/* fit_diff_outcome_take: sets what became of a pod that was tried; takes the
 * error of @placement */
void fit_diff_outcome_take (FitDiffOutcome *outcome, FitPlacement *placement);

/* fit_diff_outcome_hold: sets that a pod is not tried */
void fit_diff_outcome_hold (FitDiffOutcome *outcome);

/* fit_diff_outcome_copy: Returns: (transfer full) */
FitDiffOutcome fit_diff_outcome_copy (const FitDiffOutcome *outcome);
void fit_diff_outcome_clear (FitDiffOutcome *outcome);

/* fit_diff_outcomes_same: are both known, and equal in everything that
 * counts? */
gboolean fit_diff_outcomes_same (const FitDiffOutcome *left,
                                 const FitDiffOutcome *right);

/* fit_diff_use_new: the requests on the nodes of @cache, as they are now.
 * Returns: (transfer full): of FitDiffNode: only the left half of each is filled
 * in, whatever the side */
GArray *fit_diff_use_new (const FitCache *cache);

/* fit_diff_set_nodes: sets @diff->nodes from both sides */
void fit_diff_set_nodes (FitDiff *diff, const GArray *left,
                         const GArray *right);
