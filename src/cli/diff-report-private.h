/* diff-report-private.h - the parts of a report as tables (private to
 * diff-report)
 */
#pragma once

#include "cli/diff-report.h"

/* All: Returns: (transfer full) */

/* fit_diff_items_table, fit_diff_items_json: the pods that differ */
FitTable *fit_diff_items_table (const FitDiff *diff);
FitJson *fit_diff_items_json (const FitDiff *diff);

/* fit_diff_tally_errors: adds to @tally why pods could not be compared */
void fit_diff_tally_errors (const FitDiff *diff, FitOutcomes *tally);

/* fit_diff_votes_table: for text: two rows per vote, left and right */
FitTable *fit_diff_votes_table (const FitDiffEvidence *evidence);

/* fit_diff_barriers_table: for text and JSON */
FitTable *fit_diff_barriers_table (const FitDiffEvidence *evidence);

FitJson *fit_diff_evidence_json (const FitDiffEvidence *evidence);

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

/* fit_diff_use_differs: do the requests on @node differ? */
gboolean fit_diff_use_differs (const FitDiffNode *node);

/* fit_diff_rules_text: "policy.json (Policy, as 1.16 reads it)".
 * fit_diff_counts_text: "6 same, 2 moved, ..."  Both: Returns: (transfer
 * full) */
char *fit_diff_rules_text (const FitDiffFinding *finding, guint side);
char *fit_diff_counts_text (const FitDiff *diff);

/* fit_diff_left_out_text: lines about plugins and extenders that were left out.
 * Returns: (transfer full): "" if there are none */
char *fit_diff_left_out_text (const FitDiffFinding *finding);

/* fit_diff_spans_text: a line for each group of releases that gives another
 * result: "On 1.18 to 1.22: 3 of 70 pods differ".  Returns: (transfer full) */
char *fit_diff_spans_text (const FitDiffFinding *finding);
