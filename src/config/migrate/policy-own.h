/* policy-own.h - rules of a Policy that a program registered itself (private)
 */
#pragma once

#include "config/migrate/policy-plan.h"
#include "factory/name-hints.h"

/* fit_policy_has_own: does the program have a rule @name that a Policy may name? */
gboolean fit_policy_has_own (const FitPolicyPlan *plan, FitNameKind kind,
                             const char *name);

/* fit_policy_offer_own: offers the names of these rules */
void fit_policy_offer_own (const FitPolicyPlan *plan, FitNameKind kind,
                           FitSimilar *similar);

/* fit_policy_is_own_predicate, fit_policy_is_own_priority: does the entry name
 * a rule that the program has and no release, and is it to be migrated?  An
 * argument makes it another rule. */
gboolean fit_policy_is_own_predicate (const FitPolicyPlan *plan,
                                      const FitPredicatePolicy *entry);
gboolean fit_policy_is_own_priority (const FitPolicyPlan *plan,
                                     const FitPriorityPolicy *entry);

/* fit_policy_add_own: adds a plugin with the name of such a rule at the end of
 * @point, or leaves it out, with a note.  @index: of its entry; @weight: 0 for
 * a predicate; the weight of the last entry counts */
void fit_policy_add_own (FitPolicyPlan *plan, FitExtensionPoint point,
                         guint index, const char *name, gint64 weight);

/* fit_policy_register_own: adds these rules to @registry */
void fit_policy_register_own (const FitPolicyPlan *plan, FitRegistry *registry);
