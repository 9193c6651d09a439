/* explain-groups.h - explanations of pods that fit nowhere, by reason
 */
#pragma once

#include "explain/explanation.h"
#include "cli/table-text.h"

/* fit_explain_append_groups: @explanations: of FitExplanation without a node;
 * remedies are those for the first pod of each group */
void fit_explain_append_groups (const GPtrArray *explanations,
                                const FitTextStyle *style, GString *out);
