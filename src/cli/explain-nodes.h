/* explain-nodes.h - the parts of an explanation that are about many nodes
 */
#pragma once

#include "explain/explanation.h"
#include "cli/table-text.h"

G_BEGIN_DECLS

/* fit_append_names: "a, b, c, ... and 37 more" */
void fit_append_names (const GPtrArray *names, GString *out);

/* fit_voter_key: the letter that stands for voter number @number.
 * Returns: (transfer full) */
char *fit_voter_key (guint number);

/* fit_append_scores: what each voter gave to the nodes that fit, best
 * first; only the best of many unless @one_by_one */
void fit_append_scores (const FitExplanation *explanation,
                        const FitNodeFilter *filter, gboolean one_by_one,
                        const FitTextStyle *style, GString *out);

/* fit_append_failures: why each node does not fit */
void fit_append_failures (const FitExplanation *explanation,
                          const FitNodeFilter *filter,
                          const FitTextStyle *style, GString *out);

/* fit_append_failure_summary: the same by reason */
void fit_append_failure_summary (const FitExplanation *explanation,
                                 const FitTextStyle *style, GString *out);

/* fit_append_unseen: nodes that were not looked at, because enough had been
 * found before */
void fit_append_unseen (const FitExplanation *explanation,
                        const FitNodeFilter *filter, gboolean one_by_one,
                        const FitTextStyle *style, GString *out);

G_END_DECLS
