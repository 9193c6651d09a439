/* generated-cluster.c - collects the rules that a generated cluster
 * exercises
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-verify.h"

#include "base/each.h"
#include "simulate/exercise.h"

#define OPENING                                                              \
  "# Made by fitsched for the rules of a migration: each name says what it " \
  "tries.\n"

/* The rules of the source; the exercise borrows from them. */
typedef struct
{
  FitPolicy *policy;               /* (nullable) owned */
  FitConfiguration *configuration; /* (nullable) owned */
  FitAlgorithm *algorithm;         /* (nullable) owned */
  FitCache *cache;                 /* (nullable) owned: of @algorithm */
} Rules;

static void
rules_clear (Rules *rules)
{
  g_clear_pointer (&rules->algorithm, fit_algorithm_free);
  g_clear_pointer (&rules->cache, fit_cache_free);
  g_clear_pointer (&rules->policy, fit_policy_free);
  g_clear_pointer (&rules->configuration, fit_configuration_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rules, rules_clear)

/* -- a Policy or a provider ------------------------------------------------ */

static FitRelease
legacy_release (const FitMigrationProof *proof)
{
  return MIN (proof->migration->from_release, FIT_RELEASE_LEGACY);
}

static FitPolicy *
read_policy (const FitMigrationProof *proof, GError **error)
{
  const FitMigrationSource *source = proof->source;
  const gboolean named = source->policy_bytes != NULL;

  return fit_policy_parse_as (named ? source->policy_bytes : source->bytes,
                              named ? source->policy_len : source->len,
                              source->name, legacy_release (proof), NULL,
                              error);
}

/* @provider: (nullable): NULL: the Policy of the source */
static gboolean
add_legacy (FitExercise *exercise, const FitMigrationProof *proof,
            const char *provider, Rules *rules, GError **error)
{
  char **texts = proof->invocation->options.feature_gates;
  g_autofree char *text = texts != NULL ? g_strjoinv (",", texts) : NULL;
  FitFeatureGates gates = fit_feature_gates_of_release (legacy_release (proof));
  g_autoptr (FitRegistry) registry = NULL;
  FitAlgorithmOptions options
      = { .files_elsewhere = TRUE, .hard_pod_affinity_symmetric_weight = 1 };

  /* Gates that only later releases have are no error. */
  if (text != NULL)
    fit_feature_gates_parse (&gates, text, NULL);
  registry = fit_invocation_registry (proof->invocation, gates);
  options.cache = rules->cache = fit_cache_new (gates);
  if (provider != NULL)
    rules->algorithm
        = fit_algorithm_new_from_provider (registry, provider, &options, error);
  else
    {
      FitPolicy *taken = read_policy (proof, error);

      rules->policy = taken != NULL ? read_policy (proof, error) : NULL;
      if (rules->policy == NULL)
        return FALSE;
      rules->algorithm
          = fit_algorithm_new_from_policy (registry, taken, &options, error);
      fit_exercise_add_policy (exercise, rules->policy);
    }
  if (rules->algorithm != NULL)
    {
      const FitAlgorithm *algorithm = rules->algorithm;

      FIT_EACH (const FitPredicate, predicate, algorithm->predicates)
        fit_exercise_add_rule (exercise, predicate->info->name);
      FIT_EACH (const FitPriority, priority, algorithm->priorities)
        fit_exercise_add_rule (exercise, priority->info->name);
    }
  return rules->algorithm != NULL;
}

/* -- both ------------------------------------------------------------------ */

/* Adds the rules of the source that one profile of the migration stands for. */
static gboolean
add_source (FitExercise *exercise, const FitMigrationProof *proof,
            const char *scheduler_name, Rules *rules, GError **error)
{
  const FitMigrationSource *source = proof->source;
  const FitProfile *profile;
  FitFeatureGates gates;
  FitConfigurationOptions options;

  if (source->policy_bytes != NULL || source->kind == FIT_MIGRATION_POLICY)
    return add_legacy (exercise, proof, NULL, rules, error);
  if (source->kind == FIT_MIGRATION_PROVIDER)
    return add_legacy (exercise, proof, source->name, rules, error);
  gates = fit_feature_gates_of_release (proof->migration->from_release);
  options
      = (FitConfigurationOptions){ .release = proof->migration->from_release,
                                   .gates = &gates,
                                   .registry = proof->plugins,
                                   .unknown_plugins
                                   = FIT_UNKNOWN_PLUGINS_KEEP };
  if (proof->from_gates != NULL
      && !fit_feature_gates_parse (&gates, proof->from_gates, error))
    return FALSE;
  rules->configuration = fit_configuration_read (source->bytes, source->len,
                                                 source->name, &options, error);
  if (rules->configuration == NULL)
    return FALSE;
  profile = fit_configuration_find (rules->configuration, scheduler_name);
  if (profile != NULL)
    fit_exercise_add_profile (exercise, profile);
  return TRUE;
}

GString *
fit_generated_cluster (const FitMigrationProof *proof, GError **error)
{
  const FitConfiguration *target = proof->migration->configuration;
  GString *out = g_string_new (OPENING);

  for (guint i = 0; i < target->n_profiles; i++)
    {
      const FitProfile *profile = &target->profiles[i];
      g_autofree char *prefix
          = i > 0 ? g_strdup_printf ("p%u-", i + 1) : g_strdup ("");
      g_autoptr (FitExercise) exercise
          = fit_exercise_new (profile->scheduler_name);
      g_auto (Rules) rules = { 0 };

      if (!add_source (exercise, proof, profile->scheduler_name, &rules, error))
        {
          g_string_free (out, TRUE);
          return NULL;
        }
      fit_exercise_write (exercise, prefix, out);
    }
  return out;
}
