/* policy-notes.c - the entries of a Policy, and what the notes of a plan say
 * about them
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "base/each.h"
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"

#define CREATE "couldn't create scheduler from policy: "
#define PROFILE \
  "initializing profiles: creating profile for scheduler name %s: "

gboolean
fit_policy_plan_refuse (FitPlan *plan, FitPolicyStage stage, GError **error,
                        const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (FIT_ERROR, FIT_ERROR_POLICY, format, args));
  va_end (args);
  plan->stage = stage;
  if (stage == FIT_POLICY_FRAMEWORK)
    g_prefix_error (error, CREATE PROFILE, plan->profile->scheduler_name);
  return FALSE;
}

FitPolicyEntry
fit_policy_entry (const FitPlan *plan, FitNameKind kind, guint index)
{
  const FitRulePolicy *written
      = (kind == FIT_NAME_PREDICATE ? plan->policy->predicates
                                    : plan->policy->priorities)
            ->pdata[index];

  return (FitPolicyEntry){ kind, (gint) index, written->name, written->weight,
                           written };
}

void
fit_policy_place_note (const FitPlan *plan, FitMigrationNote *note,
                       const FitPolicyEntry *entry)
{
  FitArena *arena = plan->arena;
  const char *list
      = entry->kind == FIT_NAME_PREDICATE ? "predicates" : "priorities";
  FitPolicyEntry *copy;

  note->path = list;
  note->name = fit_arena_strdup (arena, entry->name);
  if (entry->index < 0)
    return;
  note->path = fit_arena_printf (arena, "%s[%d]", list, entry->index);
  note->entry = copy = fit_arena_newn (arena, FitPolicyEntry, 1);
  *copy = *entry;
}

FitMigrationNote *
fit_policy_note_entry (FitPlan *plan, const FitPolicyEntry *entry,
                       const char *plugin, const char *otherwise)
{
  const FitExtensionPoints points = entry->kind == FIT_NAME_PREDICATE
                                        ? FIT_PLAN_FILTER_POINTS
                                        : FIT_PLAN_SCORE_POINTS;
  FitMigrationNote *note = FIT_PLAN_NOTE (
      plan->profile,
      .kind = plugin != NULL ? FIT_MIGRATION_CARRIED : FIT_MIGRATION_DROPPED,
      .plugin = plugin,
      .points
      = plugin != NULL
            ? points & fit_in_tree_plugin_points (plugin, FIT_PLAN_RELEASE)
            : 0,
      .weight_before = entry->weight,
      .message = plugin == NULL      ? "gives all nodes the same score"
                 : entry->index >= 0 ? "carried over"
                                     : otherwise);

  fit_policy_place_note (plan, note, entry);
  return note;
}

void
fit_policy_note_filter (FitPlan *plan, const FitPolicyEntry *entry,
                        const FitRule *rule, const char *otherwise)
{
  const char *plugin;

  for (guint i = 0; (plugin = fit_policy_plugin (rule, i)) != NULL; i++)
    fit_policy_note_entry (plan, entry, plugin, otherwise);
}

void
fit_policy_note_rest (FitPlan *plan)
{
  const FitPolicy *policy = plan->policy;
  const gint32 hard = policy->hard_pod_affinity_symmetric_weight;
  const char *user = fit_rule_with_setting (FIT_SETTING_HARD_WEIGHT)->name;
  const gboolean used = fit_plan_has (plan->profile, FIT_POINT_SCORE, user);
  FitArena *arena = plan->arena;

  FIT_EACH (const FitIgnoredField, field, policy->ignored_fields)
    FIT_PLAN_NOTE_WHOLE (
        plan, .kind = FIT_MIGRATION_DROPPED,
        .path = fit_arena_strdup (arena, field->path),
        .message = "the release did not know this field and ignored it");
  if (policy->always_check_all_predicates)
    FIT_PLAN_NOTE_WHOLE (
        plan, .kind = FIT_MIGRATION_LOST, .path = "alwaysCheckAllPredicates",
        .message
        = "no configuration makes the scheduler run the other filters "
          "after one has failed: pods fit on the same nodes, but events "
          "and preemption may differ");
  if (hard != 0)
    FIT_PLAN_NOTE (plan->profile,
                   .kind = used ? FIT_MIGRATION_CARRIED : FIT_MIGRATION_DROPPED,
                   .path = "hardPodAffinitySymmetricWeight", .plugin = user,
                   .points = used ? FIT_AT (SCORE) : 0,
                   .args = used ? fit_arena_printf (
                               arena, "{\"hardPodAffinityWeight\": %d}", hard)
                                : NULL,
                   .message
                   = used ? "an argument of the plugin"
                          : "has no effect without InterPodAffinityPriority");
}
