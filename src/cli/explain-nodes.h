/* explain-nodes.h - the parts of an explanation about many nodes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"
#include "report/report.h"

/* fit_append_names: "a, b, c, ... and 37 more" */
void fit_append_names (const GPtrArray *names, GString *out);

/* fit_voter_key: the letter for voter number @number.
 * Returns: (transfer full) */
char *fit_voter_key (guint number);

/* fit_report_scores: the scores of each voter for the nodes that fit, best
 * first; only the best ones unless @one_by_one */
void fit_report_scores (const FitExplanation *explanation,
                        const FitNamePatterns *filter, gboolean one_by_one,
                        FitReport *report);

/* fit_report_failures: why each node does not fit */
void fit_report_failures (const FitExplanation *explanation,
                          const FitNamePatterns *filter, FitReport *report);

/* fit_report_failure_summary: the same by reason */
void fit_report_failure_summary (const FitExplanation *explanation,
                                 FitReport *report);

/* fit_report_unseen: nodes that were not checked because enough were found
 * before */
void fit_report_unseen (const FitExplanation *explanation,
                        const FitNamePatterns *filter, gboolean one_by_one,
                        FitReport *report);
