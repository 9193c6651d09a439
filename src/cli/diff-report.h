/* diff-report.h - formats a comparison of two sets of rules
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-run.h"
#include "cli/outcomes.h"
#include "find/find.h"
#include "report/report.h"

/* fit_diff_why: the cause in one line.  Returns: (transfer full) */
char *fit_diff_why (const FitDiff *diff, const FitDiffItem *item);

/* fit_diff_verdict: "identical placements for 8 pods", "2 of 8 pods differ, 1
 * could not be compared".  If an extender failed and the scheduler ignored it,
 * placements are never called identical.  Returns: (transfer full) */
char *fit_diff_verdict (const FitDiffFinding *finding);

/* fit_diff_exit: Returns: yes if no pod differs; if pods could not be compared
 * or an extender failed, the status of the most serious error */
FitExit fit_diff_exit (const FitDiffFinding *finding);

/* fit_diff_finding_set_json: sets the members of the document */
void fit_diff_finding_set_json (const FitDiffFinding *finding, FitJson *object);

/* fit_diff_finding_set_cluster: sets the member "cluster" */
void fit_diff_finding_set_cluster (const FitDiffFinding *finding,
                                   FitJson *object);

/* fit_diff_finding_tell: adds what people read, with the verdict, and scores side
 * by side if all is wanted; Markdown has headings of @level "#" */
void fit_diff_finding_tell (const FitDiffFinding *finding, guint level,
                            FitReport *report);

/* fit_found_smallest: Returns: (transfer none) (nullable): NULL: nothing was
 * found */
const FitFoundCluster *fit_found_smallest (const FitFound *found);

/* fit_found_verdict: "found a difference with 2 nodes and 1 pod: ...", "no
 * difference found: ...", never that there is none.  Returns: (transfer full) */
char *fit_found_verdict (const FitFound *found);

/* fit_found_tell: adds the kinds of differences, or which rules had anything to
 * say; Markdown has headings of @level "#" */
void fit_found_tell (const FitFound *found, guint level, FitReport *report);

/* fit_found_json: Returns: (transfer full): an object */
FitJson *fit_found_json (const FitFound *found);
