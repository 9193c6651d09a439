/* policy-legacy.c - converts the algorithm of releases up to 1.16 to plugins
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "algorithmprovider/defaults.h"
#include "base/each.h"
#include "cluster/cache.h"
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"
#include "factory/algorithm.h"

#include <string.h>

#define NEVER_RUN                                                             \
  "the release accepted this predicate and never ran it, so it is left out: " \
  "enable the plugin if you want the rule"

/* -- places in the file ---------------------------------------------------- */

/* Name -> one more than the index of the last entry, which counts.  @entries:
 * (nullable): of FitRulePolicy */
static GHashTable *
places_of (const GPtrArray *entries)
{
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    g_hash_table_insert (
        places, (gpointer) ((const FitRulePolicy *) entries->pdata[i])->name,
        GUINT_TO_POINTER (i + 1));
  return places;
}

/* The entry of that name, or a default. */
static FitPolicyEntry
entry_of (const FitPlan *plan, FitNameKind kind, GHashTable *places,
          const char *name)
{
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, name));

  return place > 0 ? fit_policy_entry (plan, kind, place - 1)
                   : (FitPolicyEntry){ kind, -1, name };
}

/* -- predicates ------------------------------------------------------------ */

/* Adds notes about names that are accepted but have no effect. */
static void
note_never_run (FitPlan *plan, const FitAlgorithm *algorithm,
                GHashTable *places)
{
  g_autoptr (GHashTable) run = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < algorithm->ordered->len; i++)
    g_hash_table_add (run, algorithm->ordered->pdata[i]);
  FIT_EACH (const FitPredicate, predicate, algorithm->predicates)
    {
      const FitPolicyEntry entry
          = entry_of (plan, FIT_NAME_PREDICATE, places, predicate->name);

      if (!g_hash_table_contains (run, predicate))
        fit_policy_place_note (plan,
                               FIT_PLAN_NOTE (plan->profile,
                                              .kind = FIT_MIGRATION_DECIDE,
                                              .message = NEVER_RUN),
                               &entry);
    }
}

static gboolean
convert_predicates (FitPlan *plan, const FitAlgorithm *algorithm,
                    GError **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) places
      = places_of (plan->policy != NULL ? plan->policy->predicates : NULL);

  FIT_EACH (const FitPredicate, predicate, algorithm->ordered)
    {
      const FitPolicyEntry entry
          = entry_of (plan, FIT_NAME_PREDICATE, places, predicate->name);
      const FitRule *rule = fit_policy_has_argument (&entry)
                                ? fit_policy_add_argument (plan, &entry)
                                : fit_policy_filter (entry.name);

      if (fit_policy_is_own (plan, &entry))
        continue;
      if (rule == NULL)
        {
          const gboolean stricter
              = strcmp (entry.name, "PodToleratesNodeNoExecuteTaints") == 0;
          FitMigrationNote *note = FIT_PLAN_NOTE (
              plan->profile,
              .kind = stricter ? FIT_MIGRATION_CHANGED : FIT_MIGRATION_DROPPED,
              .plugin
              = stricter ? fit_rule_of_predicate (entry.name)->name : NULL,
              .points = stricter ? FIT_AT (FILTER) : 0,
              .since = FIT_RELEASE (17, 0),
              .message = fit_former_predicate_advice (entry.name));

          fit_policy_place_note (plan, note, &entry);
          continue;
        }
      g_hash_table_add (wanted, (gpointer) rule);
      fit_policy_note_filter (plan, &entry, rule, "always on");
    }
  note_never_run (plan, algorithm, places);
  if (!fit_policy_add_filters (plan, wanted, FALSE, error))
    return FALSE;
  /* Rules of the program come after all others. */
  FIT_EACH (const FitPredicate, predicate, algorithm->ordered)
    {
      const FitPolicyEntry entry
          = entry_of (plan, FIT_NAME_PREDICATE, places, predicate->name);

      if (fit_policy_is_own (plan, &entry))
        fit_policy_add_own (plan, &entry);
    }
  return TRUE;
}

/* -- priorities ------------------------------------------------------------ */

/* The plugin that replaces a priority, with its arguments. */
static const char *
priority_plugin (FitPlan *plan, const FitPolicyEntry *entry)
{
  const FitRule *rule = fit_policy_score (entry->name, FIT_RELEASE_LEGACY);

  if (fit_policy_has_argument (entry))
    return fit_policy_add_argument (plan, entry)->name;
  if (rule != NULL && rule->take_ratio != NULL)
    fit_policy_add_ratio (plan, rule, NULL);
  return fit_policy_plugin (rule, 0);
}

/* Converts priorities sorted by their names in 1.20. */
static void
convert_priorities (FitPlan *plan, const FitAlgorithm *algorithm)
{
  g_autoptr (GHashTable) places
      = places_of (plan->policy != NULL ? plan->policy->priorities : NULL);

  FIT_EACH (const FitPriority, priority, algorithm->priorities)
    {
      FitPolicyEntry entry
          = entry_of (plan, FIT_NAME_PRIORITY, places, priority->name);

      entry.weight = priority->weight;
      if (fit_policy_is_own (plan, &entry))
        fit_policy_add_own (plan, &entry);
      else
        {
          const char *plugin = priority_plugin (plan, &entry);
          const FitRule *rule = plugin != NULL ? fit_rule_find (plugin) : NULL;
          const gboolean second
              = rule != NULL && rule->take_ratio != NULL
                && fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin);
          FitMigrationNote *note = fit_policy_note_entry (
              plan, &entry, plugin, "a default of the source");

          /* Of RequestedToCapacityRatio only one function can be migrated. */
          if (second)
            {
              note->kind = FIT_MIGRATION_LOST;
              note->message
                  = "a profile can have only one of these: the first one is kept";
            }
          else if (plugin != NULL)
            {
              const gint64 before = fit_plan_weight (plan->profile, plugin);
              const gint32 sum
                  = (gint32) MIN (before + entry.weight, G_MAXINT32);

              /* If several priorities become one plugin, their weights are added;
       * that is exact if they are the same function. */
              if (before + entry.weight > G_MAXINT32)
                FIT_PLAN_NOTE (
                    plan->profile, .kind = FIT_MIGRATION_LOST, .plugin = plugin,
                    .points = FIT_AT (SCORE), .weight_before = entry.weight,
                    .weight_after = sum,
                    .message
                    = "a weight has only 32 bits: this one is cut to the largest");
              fit_plan_add_score (plan->profile, plugin, sum);
              fit_plan_set_weight (plan->profile, plugin, sum);
            }
        }
    }
  if (fit_plan_has (plan->profile, FIT_POINT_SCORE,
                    fit_rule_with_setting (FIT_SETTING_HARD_WEIGHT)->name)
      && algorithm->hard_pod_affinity_symmetric_weight != 1)
    *(gint32 *) fit_plan_need_setting (plan->profile, FIT_SETTING_HARD_WEIGHT)
        = algorithm->hard_pod_affinity_symmetric_weight;
}

/* -- the whole ------------------------------------------------------------- */

gboolean
fit_policy_plan_legacy (FitPlan *plan, const char *provider, GError **error)
{
  FitCache *cache = fit_cache_new (plan->from_gates);
  FitRegistry *registry = fit_registry_new_default (plan->from_gates);
  const FitAlgorithmOptions options
      = { .cache = cache,
          .hard_pod_affinity_symmetric_weight = 1,
          .files_elsewhere = !plan->to_the_letter };
  FitAlgorithm *algorithm;
  gboolean done = FALSE;

  fit_policy_register_own (plan, registry);
  algorithm
      = provider != NULL
            ? fit_algorithm_new_from_provider (registry, provider, &options,
                                               error)
            : fit_algorithm_new_from_policy (
                registry, g_steal_pointer (&plan->policy), &options, error);
  fit_registry_free (registry);
  plan->stage = provider != NULL ? FIT_POLICY_PROVIDER : FIT_POLICY_VALIDATION;
  if (algorithm != NULL)
    {
      plan->policy = g_steal_pointer (&algorithm->policy);
      if (plan->policy != NULL)
        fit_policy_add_extenders (plan);
      done = convert_predicates (plan, algorithm, error);
      convert_priorities (plan, algorithm);
      if (plan->policy != NULL)
        fit_policy_note_rest (plan);
      fit_algorithm_free (algorithm);
    }
  fit_cache_free (cache);
  return done;
}
