/* explain-victims.h - who would have to go so that a pod fits, for
 * people
 */
#pragma once

#include "explain/explanation.h"
#include "cli/table-text.h"

G_BEGIN_DECLS

/* fit_append_victims_sentence: where it would make room, or why nowhere */
void fit_append_victims_sentence (const FitExplanation *explanation,
                                  GString *out);

/* fit_append_victims: node by node; only the first of many unless
 * @one_by_one */
void fit_append_victims (const FitExplanation *explanation,
                         const FitNodeFilter *filter, gboolean one_by_one,
                         const FitTextStyle *style, GString *out);

G_END_DECLS
