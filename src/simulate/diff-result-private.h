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

/* The requests on the nodes of one side. */
typedef struct _FitDiffUse FitDiffUse;

/* fit_diff_use_new: records the current state of @cache.  Returns: (transfer
 * full) */
FitDiffUse *fit_diff_use_new (const FitCache *cache);
void fit_diff_use_free (FitDiffUse *use);

/* fit_diff_set_nodes: sets @diff->nodes from both sides */
void fit_diff_set_nodes (FitDiff *diff, const FitDiffUse *left,
                         const FitDiffUse *right);
