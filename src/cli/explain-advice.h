/* explain-advice.h - remedies for a pod that fits nowhere, as text
 */
#pragma once

#include "explain/remedies.h"
#include "report/table-text.h"

/* fit_remedies_append_text: "What would help:" */
void fit_remedies_append_text (const FitRemedies *remedies,
                               const FitTextStyle *style, GString *out);
