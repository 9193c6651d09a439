/* policy-plan.h - converts a Policy or a provider to a profile (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/migrate/plan.h"
#include "factory/name-hints.h"
#include "policy/policy.h"

/* fit_plan_read_policy: reads the Policy @source as the source release does */
gboolean fit_plan_read_policy (FitPlan *plan, const FitMigrationSource *source,
                               GError **error);

/* fit_plan_read_provider: the same for a provider */
gboolean fit_plan_read_provider (FitPlan *plan, const char *provider,
                                 GError **error);

/* -- for policy-*.c only --------------------------------------------------- */

/* fit_policy_check: the checks of 1.17 and later before they use the Policy.
 * Stage FIT_POLICY_VALIDATION */
gboolean fit_policy_check (FitPlan *plan, GError **error);

/* fit_policy_check_extender_files: stage FIT_POLICY_VALIDATION */
gboolean fit_policy_check_extender_files (FitPlan *plan, GError **error);

/* fit_policy_plan_later: converts the Policy like 1.17 to 1.22 */
gboolean fit_policy_plan_later (FitPlan *plan, GError **error);

/* fit_policy_plan_legacy: converts the algorithm that releases up to 1.16 make of
 * @provider, or of the Policy if that is NULL */
gboolean fit_policy_plan_legacy (FitPlan *plan, const char *provider,
                                 GError **error);

/* fit_policy_plan_refuse: sets FIT_ERROR_POLICY at @stage.  Returns: FALSE */
gboolean fit_policy_plan_refuse (FitPlan *plan, FitPolicyStage stage,
                                 GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* fit_policy_note_rest: adds notes about everything except predicates and
 * priorities */
void fit_policy_note_rest (FitPlan *plan);

/* -- entries of predicates and priorities ---------------------------------- */

struct _FitPolicyEntry
{
  FitNameKind kind;
  gint index; /* -1: there is none, it is a default */
  const char *name;
  gint64 weight;                /* of a priority */
  const FitRulePolicy *written; /* (nullable): NULL: the same */
};

static inline gboolean
fit_policy_has_argument (const FitPolicyEntry *entry)
{
  return entry->written != NULL && entry->written->has_argument;
}

/* fit_policy_entry: Returns: the entry @index of a list of the Policy */
FitPolicyEntry fit_policy_entry (const FitPlan *plan, FitNameKind kind,
                                 guint index);

/* fit_policy_place_note: tells that @note is about @entry */
void fit_policy_place_note (const FitPlan *plan, FitMigrationNote *note,
                            const FitPolicyEntry *entry);

/* fit_policy_note_entry: adds a note that @entry became @plugin, at those of its
 * points that it has in the form of the plan.  @plugin: NULL if it has no
 * effect; @otherwise: the message if it is a default */
FitMigrationNote *fit_policy_note_entry (FitPlan *plan,
                                         const FitPolicyEntry *entry,
                                         const char *plugin,
                                         const char *otherwise);

/* fit_policy_note_filter: the same for all plugins that @rule (as in
 * policy-rules.h) stands for */
void fit_policy_note_filter (FitPlan *plan, const FitPolicyEntry *entry,
                             const FitRule *rule, const char *otherwise);

/* fit_policy_add_filters: enables the plugins of the rules in @wanted, of those
 * that are mandatory, and with @defaults of those that filter by default */
gboolean fit_policy_add_filters (FitPlan *plan, GHashTable *wanted,
                                 gboolean defaults, GError **error);

/* -- rules that a program registered itself (policy-own.c) ----------------- */

/* fit_policy_has_own: has the program a rule @name that no release has, and is
 * it to be migrated? */
gboolean fit_policy_has_own (const FitPlan *plan, FitNameKind kind,
                             const char *name);

/* fit_policy_is_own: does @entry name such a rule?  An argument makes it another
 * rule. */
gboolean fit_policy_is_own (const FitPlan *plan, const FitPolicyEntry *entry);

/* fit_policy_add_own: adds a plugin with its name at the end of its point, or
 * leaves it out, with a note.  The weight of the last entry counts. */
void fit_policy_add_own (FitPlan *plan, const FitPolicyEntry *entry);

/* fit_policy_register_own: adds these rules to @registry */
void fit_policy_register_own (const FitPlan *plan, FitRegistry *registry);

/* -- arguments that come together from several entries (policy-args.c) ----- */

/* fit_policy_add_argument: adds the argument of @entry; of several with
 * requestedToCapacityRatioArguments the first counts.  Returns: its rule */
const FitRule *fit_policy_add_argument (FitPlan *plan,
                                        const FitPolicyEntry *entry);

/* fit_policy_add_ratio: adds @ratio (nullable), the argument of a priority that
 * becomes @rule, if it has no arguments yet */
void fit_policy_add_ratio (FitPlan *plan, const FitRule *rule,
                           const FitCapacityRatioArgument *ratio);

/* fit_policy_check_args: the plugins' checks of their arguments, given or missing,
 * when they are created.  Stage FIT_POLICY_FRAMEWORK */
gboolean fit_policy_check_args (FitPlan *plan, GError **error);

/* fit_policy_add_extenders: adds the extenders to the plan */
void fit_policy_add_extenders (FitPlan *plan);
