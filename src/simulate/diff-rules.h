/* diff-rules.h - which plugin a predicate or priority is (private to simulate/)
 */
#pragma once

#include "predicates/reasons.h"

G_BEGIN_DECLS

/* fit_diff_priority_plugin: @name of FitPriorityInfo.  Returns: (nullable): NULL
 * where @name is no priority of v1.16 */
const char *fit_diff_priority_plugin (const char *name);

/* fit_diff_predicate_plugin: @name of FitPredicateInfo; @reason decides between
 * the parts of GeneralPredicates.  Returns: (nullable): NULL where @name is no
 * predicate of v1.16 */
const char *fit_diff_predicate_plugin (const char *name, FitReasonCode reason);

/* fit_diff_same_trade: one of these plugins may have taken the place of the
 * other: they rank nodes by the same things */
gboolean fit_diff_same_trade (const char *plugin, const char *other);

G_END_DECLS
