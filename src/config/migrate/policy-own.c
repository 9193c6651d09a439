/* policy-own.c - rules of a Policy that a program registered itself
 *
 * A plugin of the same name replaces them.  The target scheduler must have that plugin.
 */
#include "config/migrate/policy-own.h"

#include "config/migrate/policy-rules.h"
#include "rules/rule.h"

#include <string.h>

#define BUILD_IT                                                        \
  "kept: a rule of this program; the scheduler has to be built with a " \
  "plugin of this name; "
#define FILTER BUILD_IT "write it as a FilterPlugin"
#define SCORE                                                           \
  BUILD_IT                                                              \
  "write it as a ScorePlugin, whose scores go up to 100, no longer up " \
  "to 10"

/* Are rules of the program migrated at all? */
static gboolean
takes_own (const FitPolicyPlan *plan)
{
  return plan->plan->rules != NULL
         && plan->plan->unknown_plugins != FIT_UNKNOWN_PLUGINS_ERROR;
}

static gboolean
is_own_predicate (const FitPolicyPlan *plan, const char *name)
{
  return takes_own (plan) && fit_policy_filter (name) == NULL
         && fit_former_predicate_advice (name) == NULL
         && fit_registry_predicate (plan->plan->rules, name) != NULL;
}

static gboolean
is_own_priority (const FitPolicyPlan *plan, const char *name)
{
  return takes_own (plan) && fit_policy_score (name, FIT_RELEASE_LEGACY) == NULL
         && fit_policy_score (name, FIT_PLAN_RELEASE) == NULL
         && fit_registry_priority (plan->plan->rules, name) != NULL;
}

gboolean
fit_policy_has_own (const FitPolicyPlan *plan, FitNameKind kind,
                    const char *name)
{
  return kind == FIT_NAME_PREDICATE ? is_own_predicate (plan, name)
                                    : is_own_priority (plan, name);
}

void
fit_policy_offer_own (const FitPolicyPlan *plan, FitNameKind kind,
                      FitSimilar *similar)
{
  const FitRegistry *rules = plan->plan->rules;
  const GPtrArray *entries;

  if (!takes_own (plan))
    return;
  entries = kind == FIT_NAME_PREDICATE ? fit_registry_predicates (rules)
                                       : fit_registry_priorities (rules);
  for (guint i = 0; i < entries->len; i++)
    {
      const char *name = *(char *const *) entries->pdata[i];

      if (fit_policy_has_own (plan, kind, name))
        fit_similar_offer (similar, name);
    }
}

gboolean
fit_policy_is_own_predicate (const FitPolicyPlan *plan,
                             const FitPredicatePolicy *entry)
{
  return !entry->has_argument && is_own_predicate (plan, entry->name);
}

gboolean
fit_policy_is_own_priority (const FitPolicyPlan *plan,
                            const FitPriorityPolicy *entry)
{
  return !entry->has_argument && is_own_priority (plan, entry->name);
}

static const char *
describe (FitExtensionPoint point, gboolean taken, gboolean kept)
{
  if (taken)
    return "a rule of this program, left out: a plugin of Kubernetes has this "
           "name, so give yours another one and enable it";
  if (!kept)
    return "a rule of this program, left out: placements may differ";
  return point == FIT_POINT_FILTER ? FILTER : SCORE;
}

void
fit_policy_add_own (FitPolicyPlan *plan, FitExtensionPoint point, guint index,
                    const char *name, gint64 weight)
{
  const gint32 cut = (gint32) CLAMP (weight, 0, G_MAXINT32);
  const char *plugin = fit_arena_strdup (plan->plan->arena, name);
  FitSpan life;
  const gboolean taken = fit_in_tree_plugin_life (name, &life);
  const gboolean kept
      = !taken && plan->plan->unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP;
  FitMigrationNote *note = FIT_PLAN_NOTE (
      plan->plan, plan->profile,
      .kind = taken ? FIT_MIGRATION_LOST : FIT_MIGRATION_OUT_OF_TREE,
      .plugin = taken ? NULL : plugin, .points = 1u << point,
      .weight_before = weight, .message = describe (point, taken, kept));

  fit_policy_place_note (
      plan, note, point == FIT_POINT_FILTER ? "predicates" : "priorities",
      (gint) index, name);
  if (!kept)
    return;
  g_hash_table_add (plan->profile->out_of_tree, (gpointer) plugin);
  if (!fit_plan_append (plan->profile, point, plugin, cut)
      && point == FIT_POINT_SCORE)
    fit_plan_set_weight (plan->profile, plugin, cut);
}

static gboolean
is_ordered (const FitRegistry *registry, const char *name)
{
  return g_ptr_array_find_with_equal_func (
      (GPtrArray *) fit_registry_order (registry), name, g_str_equal, NULL);
}

void
fit_policy_register_own (const FitPolicyPlan *plan, FitRegistry *registry)
{
  const FitRegistry *rules = plan->plan->rules;

  if (!takes_own (plan))
    return;
  for (guint i = 0; i < fit_registry_predicates (rules)->len; i++)
    {
      const FitPredicateEntry *entry
          = fit_registry_predicates (rules)->pdata[i];

      if (!is_own_predicate (plan, entry->name))
        continue;
      fit_registry_add_predicate (registry, entry->name, entry->info,
                                  entry->argument, NULL);
      if (is_ordered (rules, entry->name))
        fit_registry_append_order (registry, entry->name);
    }
  for (guint i = 0; i < fit_registry_priorities (rules)->len; i++)
    {
      const FitPriorityEntry *entry = fit_registry_priorities (rules)->pdata[i];

      if (is_own_priority (plan, entry->name))
        fit_registry_add_priority (registry, entry->name, entry->info,
                                   entry->weight, entry->label, entry->ratio,
                                   NULL);
    }
}
