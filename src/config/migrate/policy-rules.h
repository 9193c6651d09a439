/* policy-rules.h - which rules the names of a Policy stand for (private)
 *
 * Beside plugins, there are two that are none: GeneralPredicates stands for
 * several, and EqualPriority does nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/rule.h"

/* fit_policy_filter_at: Returns: (nullable): the rule of a predicate, in the
 * order in which filters run; NULL: that was all */
const FitRule *fit_policy_filter_at (guint index);

/* fit_policy_score_at: Returns: (nullable): the rule of a priority, in byte
 * order of their names; NULL: that was all */
const FitRule *fit_policy_score_at (guint index);

/* More than there are of a kind. */
#define FIT_POLICY_MAX_RULES 32

/* fit_policy_filter, fit_policy_score: Returns: (nullable): the rule of the
 * predicate or priority @name; accepts aliases.  NULL if @name is unknown, a
 * priority in @release */
const FitRule *fit_policy_filter (const char *name);
const FitRule *fit_policy_score (const char *name, FitRelease release);

/* fit_policy_plugin: Returns: (nullable): a plugin that @rule stands for; NULL:
 * that was all */
const char *fit_policy_plugin (const FitRule *rule, guint index);

/* fit_former_predicate_advice: Returns: (nullable): what replaces a predicate
 * that was removed in 1.17 or earlier */
const char *fit_former_predicate_advice (const char *name);
