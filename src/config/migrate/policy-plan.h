/* policy-plan.h - the profile that a Policy or a provider stands for (private)
 */
#pragma once

#include "config/migrate/plan.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* How far a release comes with a Policy that it refuses. */
typedef enum
{
  FIT_POLICY_OK,
  FIT_POLICY_DECODE,
  FIT_POLICY_GATES,
  FIT_POLICY_VALIDATION,
  FIT_POLICY_FATAL, /* its process ends */
  FIT_POLICY_PANIC, /* its process crashes */
  FIT_POLICY_FRAMEWORK,
  FIT_POLICY_PROVIDER,
} FitPolicyStage;

/* By whose rules. */
typedef struct
{
  FitRelease release;
  FitReleaseGates gates;        /* from 1.18 on */
  FitFeatureGates legacy_gates; /* up to 1.17 */
  gboolean checks_files; /* files that extenders name have to be there, as the
                            release wants it when it starts */
} FitPolicyRules;

/* fit_policy_rules_init: @gates: (nullable): "A=true"; FIT_ERROR_USAGE */
gboolean fit_policy_rules_init (FitPolicyRules *rules, FitRelease release,
                                const char *gates, GError **error);

/* What a plan does not say. */
typedef struct
{
  FitPolicyStage stage;
  GPtrArray *configured; /* plugins whose arguments the Policy writes */
  GHashTable *requested; /* plugin -> weight that was asked for (as a pointer),
                            where it is not the one that counts */
} FitPolicyOutcome;

void fit_policy_outcome_init (FitPolicyOutcome *outcome);
void fit_policy_outcome_clear (FitPolicyOutcome *outcome);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPolicyOutcome, fit_policy_outcome_clear)

/**
 * fit_plan_from_policy:
 * @policy: (transfer full): as the release of @rules reads it
 *
 * Adds the profile and the extenders.  FIT_ERROR_POLICY in the words of the
 * release.
 */
gboolean fit_plan_from_policy (FitPlan *plan, FitPolicy *policy,
                               const FitPolicyRules *rules,
                               FitPolicyOutcome *outcome, GError **error);

/* fit_plan_from_provider: the same for a provider */
gboolean fit_plan_from_provider (FitPlan *plan, const char *provider,
                                 const FitPolicyRules *rules,
                                 FitPolicyOutcome *outcome, GError **error);

/* fit_plan_check_traps: FIT_ERROR_POLICY where a priority has the name of a
 * plugin, which 1.18 to 1.22 take and then crash */
gboolean fit_plan_check_traps (const FitPlan *plan, GError **error);

/* -- for the files behind this header -------------------------------------- */

/* A Policy on its way. */
typedef struct
{
  FitPlan *plan;
  FitPlanProfile *profile;
  const FitPolicy *policy; /* (nullable): NULL: a provider */
  const FitPolicyRules *rules;
  FitPolicyOutcome *outcome;
  FitConfigTarget target; /* for defaults of arguments: v1beta1 of 1.20 */
} FitPolicyPlan;

/* fit_policy_check: what 1.17 and later refuse before they build anything.
 * FIT_POLICY_VALIDATION */
gboolean fit_policy_check (const FitPolicyPlan *plan, GError **error);

/* fit_policy_check_extender_files: FIT_POLICY_VALIDATION */
gboolean fit_policy_check_extender_files (const FitPolicyPlan *plan,
                                          GError **error);

/* fit_policy_plan_later: as 1.17 to 1.22 convert a Policy */
gboolean fit_policy_plan_later (FitPolicyPlan *plan, GError **error);

/* fit_policy_plan_legacy: from the algorithm that releases up to 1.16 build.
 * @policy: (transfer full) (nullable) */
gboolean fit_policy_plan_legacy (FitPolicyPlan *plan, FitPolicy *policy,
                                 const char *provider, GError **error);

/* fit_policy_plan_refuse: FIT_ERROR_POLICY, at @stage.  Returns: FALSE */
gboolean fit_policy_plan_refuse (const FitPolicyPlan *plan,
                                 FitPolicyStage stage, GError **error,
                                 const char *format, ...) G_GNUC_PRINTF (4, 5);

/* fit_policy_note_rest: what is said beside predicates and priorities */
void fit_policy_note_rest (FitPolicyPlan *plan);

/* fit_policy_note_always: a rule that is on, though the source does not name
 * it */
void fit_policy_note_always (FitPolicyPlan *plan, const char *plugin);

/* -- arguments that come together from several entries (policy-args.c) ----- */

/* fit_policy_add_labels: of a predicate with labelsPresence, or with
 * serviceAffinity */
void fit_policy_add_labels (FitPolicyPlan *plan,
                            const FitPredicatePolicy *predicate);

/* fit_policy_add_preference: of a priority with labelPreference, or with
 * serviceAntiAffinity.  Returns: how many the plugin has now */
guint fit_policy_add_preference (FitPolicyPlan *plan,
                                 const FitPriorityPolicy *priority);

/* fit_policy_set_capacity_ratio: of a priority with
 * requestedToCapacityRatioArguments */
void fit_policy_set_capacity_ratio (FitPolicyPlan *plan,
                                    const FitPriorityPolicy *priority);

void fit_policy_set_hard_weight (FitPolicyPlan *plan, gint32 weight);
void fit_policy_set_spread (FitPolicyPlan *plan, const char *defaulting_type);

/* fit_policy_check_args: what plugins say when they are made.
 * FIT_POLICY_FRAMEWORK */
gboolean fit_policy_check_args (const FitPolicyPlan *plan, GError **error);

/* fit_policy_add_extenders: to the plan */
void fit_policy_add_extenders (FitPolicyPlan *plan);

G_END_DECLS
