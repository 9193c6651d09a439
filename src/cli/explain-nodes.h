/* explain-nodes.h - the parts of an explanation about many nodes
 */
#pragma once

#include "explain/explanation.h"
#include "report/table-text.h"

/* fit_append_names: "a, b, c, ... and 37 more" */
void fit_append_names (const GPtrArray *names, GString *out);

/* fit_voter_key: the letter for voter number @number.
 * Returns: (transfer full) */
char *fit_voter_key (guint number);

/* fit_append_scores: the scores of each voter for the nodes that fit, best
 * first; only the best ones unless @one_by_one */
void fit_append_scores (const FitExplanation *explanation,
                        const FitNamePatterns *filter, gboolean one_by_one,
                        const FitTextStyle *style, GString *out);

/* fit_append_failures: why each node does not fit */
void fit_append_failures (const FitExplanation *explanation,
                          const FitNamePatterns *filter,
                          const FitTextStyle *style, GString *out);

/* fit_append_failure_summary: the same by reason */
void fit_append_failure_summary (const FitExplanation *explanation,
                                 const FitTextStyle *style, GString *out);

/* fit_append_unseen: nodes that were not checked because enough were found
 * before */
void fit_append_unseen (const FitExplanation *explanation,
                        const FitNamePatterns *filter, gboolean one_by_one,
                        const FitTextStyle *style, GString *out);
