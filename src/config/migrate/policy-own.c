/* policy-own.c - rules of a Policy that a program registered itself
 *
 * A plugin of the same name replaces them.  The target scheduler must have that plugin.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "config/migrate/policy-rules.h"
#include "rules/rule.h"

#define BUILD_IT                                                        \
  "kept: a rule of this program; the scheduler has to be built with a " \
  "plugin of this name; "
#define FILTER BUILD_IT "write it as a FilterPlugin"
#define SCORE                                                           \
  BUILD_IT                                                              \
  "write it as a ScorePlugin, whose scores go up to 100, no longer up " \
  "to 10"

gboolean
fit_policy_has_own (const FitPlan *plan, FitNameKind kind, const char *name)
{
  const FitRegistry *rules = plan->options->rules;

  if (rules == NULL
      || plan->options->unknown_plugins == FIT_UNKNOWN_PLUGINS_ERROR)
    return FALSE;
  if (kind == FIT_NAME_PREDICATE)
    return fit_policy_filter (name) == NULL
           && fit_former_predicate_advice (name) == NULL
           && fit_registry_predicate (rules, name) != NULL;
  return fit_policy_score (name, FIT_RELEASE_LEGACY) == NULL
         && fit_policy_score (name, FIT_PLAN_RELEASE) == NULL
         && fit_registry_priority (rules, name) != NULL;
}

gboolean
fit_policy_is_own (const FitPlan *plan, const FitPolicyEntry *entry)
{
  return entry->index >= 0 && !fit_policy_has_argument (entry)
         && fit_policy_has_own (plan, entry->kind, entry->name);
}

void
fit_policy_add_own (FitPlan *plan, const FitPolicyEntry *entry)
{
  const gboolean filters = entry->kind == FIT_NAME_PREDICATE;
  const FitExtensionPoint point = filters ? FIT_POINT_FILTER : FIT_POINT_SCORE;
  const gint32 weight = (gint32) CLAMP (entry->weight, 0, G_MAXINT32);
  const char *plugin = fit_arena_strdup (plan->arena, entry->name);
  FitSpan life;
  const gboolean taken = fit_in_tree_plugin_life (plugin, &life);
  const gboolean kept
      = !taken && plan->options->unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP;
  FitMigrationNote *note = FIT_PLAN_NOTE (
      plan->profile,
      .kind = taken ? FIT_MIGRATION_LOST : FIT_MIGRATION_OUT_OF_TREE,
      .plugin = taken ? NULL : plugin, .points = 1u << point,
      .weight_before = entry->weight,
      .message
      = taken     ? "a rule of this program, left out: a plugin of Kubernetes "
                    "has this name, so give yours another one and enable it"
        : !kept   ? "a rule of this program, left out: placements may differ"
        : filters ? FILTER
                  : SCORE);

  fit_policy_place_note (plan, note, entry);
  if (!kept)
    return;
  g_hash_table_add (plan->profile->out_of_tree, (gpointer) plugin);
  if (!fit_plan_append (plan->profile, point, plugin, weight) && !filters)
    fit_plan_set_weight (plan->profile, plugin, weight);
}

void
fit_policy_register_own (const FitPlan *plan, FitRegistry *registry)
{
  const FitRegistry *rules = plan->options->rules;

  for (guint i = 0; rules != NULL && i < fit_registry_predicates (rules)->len;
       i++)
    {
      const FitPredicateEntry *entry
          = fit_registry_predicates (rules)->pdata[i];

      if (!fit_policy_has_own (plan, FIT_NAME_PREDICATE, entry->name))
        continue;
      fit_registry_add_predicate (registry, entry->name, entry->info,
                                  entry->argument, NULL);
      if (g_ptr_array_find_with_equal_func (
              (GPtrArray *) fit_registry_order (rules), entry->name,
              g_str_equal, NULL))
        fit_registry_append_order (registry, entry->name);
    }
  for (guint i = 0; rules != NULL && i < fit_registry_priorities (rules)->len;
       i++)
    {
      const FitPriorityEntry *entry = fit_registry_priorities (rules)->pdata[i];

      if (fit_policy_has_own (plan, FIT_NAME_PRIORITY, entry->name))
        fit_registry_add_priority (registry, entry->name, entry->info,
                                   entry->weight, entry->label, entry->ratio,
                                   NULL);
    }
}
