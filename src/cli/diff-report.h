/* diff-report.h - what other rules do to decisions, for people and for programs
 */
#pragma once

#include "cli/diff-run.h"
#include "cli/table-text.h"
#include "cli/outcomes.h"

G_BEGIN_DECLS

/* fit_diff_why: in one line.  Returns: (transfer full) */
char *fit_diff_why (const FitDiff *diff, const FitDiffItem *item);

/* fit_diff_verdict: "identical placements for 8 pods", "2 of 8 pods differ, 1 could
 * not be compared".  Returns: (transfer full) */
char *fit_diff_verdict (const FitDiff *diff);

/* A report; made once, shown in any form. */
typedef struct
{
  const FitDiffFinding *finding; /* borrowed */
  FitTable *record;              /* owned: the members of the JSON document */
  const FitTable *items;         /* in @record: pods that are not the same */
  FitOutcomes errors;            /* of attempts of either side */
} FitDiffReport;

void fit_diff_report_init (FitDiffReport *report,
                           const FitDiffFinding *finding);
/* fit_diff_exit: Returns: yes when all pods are the same; the status of the gravest
 * error that kept one from being compared */
FitExit fit_diff_exit (const FitDiff *diff);

void fit_diff_report_clear (FitDiffReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffReport, fit_diff_report_clear)

/* fit_diff_report_append_text: with the scores side by side where @style is
 * wide; ends with the verdict */
void fit_diff_report_append_text (const FitDiffReport *report,
                                  const FitTextStyle *style, GString *out);

/* fit_diff_report_append_markdown: sections under headings of @level "#" */
void fit_diff_report_append_markdown (const FitDiffReport *report, guint level,
                                      GString *out);

G_END_DECLS
