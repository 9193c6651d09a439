/* explain-text.h - explanations for people
 */
#pragma once

#include "explain/explanation.h"
#include "cli/table-text.h"

G_BEGIN_DECLS

/* fit_explanation_append_text: for people */
void fit_explanation_append_text (const FitExplanation *explanation,
                                  const FitNodeFilter *filter,
                                  const FitTextStyle *style, GString *out);

G_END_DECLS
