/* explain-text.h - explanations as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"
#include "report/report.h"
#include "explain/remedies.h"

/* fit_explanation_report: adds what people read of the explanation; @filter: of
 * nodes */
void fit_explanation_report (const FitExplanation *explanation,
                             const FitNamePatterns *filter, FitReport *report);

/* fit_remedies_report: adds "What would help:" */
void fit_remedies_report (const FitRemedies *remedies, FitReport *report);

/* fit_append_victims_sentence: where preemption would make room, or why it
 * cannot */
void fit_append_victims_sentence (const FitExplanation *explanation,
                                  GString *out);

/* fit_report_victims: the victims by node; only the first nodes unless
 * @one_by_one */
void fit_report_victims (const FitExplanation *explanation,
                         const FitNamePatterns *filter, gboolean one_by_one,
                         FitReport *report);

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
