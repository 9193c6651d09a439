/* explain-text.h - explanations as text
 */
#pragma once

#include "explain/explanation.h"
#include "report/table-text.h"

/* fit_explanation_append_text: appends the explanation as text */
void fit_explanation_append_text (const FitExplanation *explanation,
                                  const FitNamePatterns *filter,
                                  const FitTextStyle *style, GString *out);
