/* diff-report.h - formats a comparison of two sets of rules
 */
#pragma once

#include "cli/diff-run.h"
#include "report/table-text.h"
#include "cli/outcomes.h"

/* fit_diff_item_name: "NAMESPACE/NAME".  Returns: (transfer full) */
char *fit_diff_item_name (const FitDiffItem *item);

/* fit_diff_why: the cause in one line.  Returns: (transfer full) */
char *fit_diff_why (const FitDiff *diff, const FitDiffItem *item);

/* fit_diff_verdict: "identical placements for 8 pods", "2 of 8 pods differ, 1
 * could not be compared".  If an extender failed and the scheduler ignored it,
 * placements are never called identical.  Returns: (transfer full) */
char *fit_diff_verdict (const FitDiffFinding *finding);

/* A report: created once, printed in any format. */
typedef struct
{
  const FitDiffFinding *finding; /* borrowed */
  FitTable *items;               /* owned: pods that differ */
  FitOutcomes errors;            /* errors of attempts, of either side */
} FitDiffReport;

void fit_diff_report_init (FitDiffReport *report,
                           const FitDiffFinding *finding);
/* fit_diff_exit: Returns: yes if no pod differs; if pods could not be compared
 * or an extender failed, the status of the most serious error */
FitExit fit_diff_exit (const FitDiffFinding *finding);

void fit_diff_report_clear (FitDiffReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffReport, fit_diff_report_clear)

void fit_diff_report_set_json (const FitDiffReport *report, FitJson *object);

/* fit_diff_report_set_cluster: sets the member "cluster" */
void fit_diff_report_set_cluster (const FitDiffReport *report, FitJson *object);

/* fit_diff_report_append_text: appends text, with scores side by side if @style
 * is wide; ends with the verdict */
void fit_diff_report_append_text (const FitDiffReport *report,
                                  const FitTextStyle *style, GString *out);

/* fit_diff_report_append_markdown: appends sections with headings of @level
 * "#" */
void fit_diff_report_append_markdown (const FitDiffReport *report, guint level,
                                      GString *out);
