/* diff-rules.h - which plugin corresponds to a predicate or priority (private
 * to simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/reasons.h"

/* fit_diff_priority_plugin: @name of FitPriorityInfo.  Returns: (nullable):
 * NULL if @name is not a priority of v1.16 */
const char *fit_diff_priority_plugin (const char *name);

/* fit_diff_predicate_plugin: @name: of FitPredicateInfo; @reason: distinguishes
 * the parts of GeneralPredicates.  Returns: (nullable): NULL if @name is not a
 * predicate of v1.16 */
const char *fit_diff_predicate_plugin (const char *name, FitReasonCode reason);

/* fit_diff_same_trade: may one of these plugins replace the other, because both
 * score nodes by the same criteria? */
gboolean fit_diff_same_trade (const char *plugin, const char *other);
