/* diff-report-private.h - the parts of a report as tables (private to
 * diff-report)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-report.h"

/* All: Returns: (transfer full) */

/* fit_diff_items_table: the pods that differ; @as_data: with what only data
 * has */
FitTable *fit_diff_items_table (const FitDiff *diff, gboolean as_data);

/* fit_diff_votes_table: for text: two rows per vote, left and right */
FitTable *fit_diff_votes_table (const FitDiffEvidence *evidence);

/* fit_diff_barriers_table: for text and JSON */
FitTable *fit_diff_barriers_table (const FitDiffEvidence *evidence);

/* fit_diff_causes_table: number of pods by cause */
FitTable *fit_diff_causes_table (const FitDiff *diff);

/* fit_diff_nodes_table: the nodes whose use differs */
FitTable *fit_diff_nodes_table (const FitDiff *diff);

/* fit_diff_use_table: one row per resource: use of all nodes and of the fullest
 * node, in percent */
FitTable *fit_diff_use_table (const FitDiff *diff);

/* fit_diff_ignored_table: for text: extenders that failed and were ignored */
FitTable *fit_diff_ignored_table (const FitDiffFinding *finding);

FitJson *fit_diff_summary_json (const FitDiff *diff, const FitOutcomes *errors);

/* fit_diff_finding_take_upgrade: lets the verdict and the report say what
 * becomes of the configuration, too; @upgrade must outlive @finding */
void fit_diff_finding_take_upgrade (FitDiffFinding *finding,
                                    const struct _FitUpgrade *upgrade);

/* fit_diff_tell_rules: adds what is compared, and what takes no part */
void fit_diff_tell_rules (const FitDiffFinding *finding, FitReport *report);

/* fit_diff_counts_text: "6 same, 2 moved, ..." */
char *fit_diff_counts_text (const FitDiff *diff);

/* fit_diff_append_nodes: the nodes whose use differs, as Markdown */
void fit_diff_append_nodes (const FitDiff *diff, GString *out);
