/* explain-groups.h - pods that find no node, by reason
 */
#pragma once

#include "explain/explanation.h"
#include "cli/table-text.h"

G_BEGIN_DECLS

/* fit_explain_append_groups: of @explanations, of FitExplanation without a node;
 * what would help is that of the first pod of each group */
void fit_explain_append_groups (const GPtrArray *explanations,
                                const FitTextStyle *style, GString *out);

G_END_DECLS
