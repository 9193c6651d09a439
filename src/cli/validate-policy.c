/* validate-policy.c - does a Policy load, and does it do what it seems to?
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "cli/validation.h"

#include <string.h>

#include "base/each.h"
#include "factory/extender-config.h"
#include "warnings/policy-lint.h"

gboolean
fit_validation_rules (FitValidation *validation, GError **error)
{
  if (validation->registry != NULL)
    return TRUE;
  if (!fit_invocation_gates (validation->invocation, &validation->gates, error))
    return FALSE;
  validation->registry
      = fit_invocation_registry (validation->invocation, validation->gates);
  return TRUE;
}

/* @notes: gets notes about files that do not exist here */
static FitAlgorithm *
build_algorithm (const FitValidation *validation, const FitRulesFile *file,
                 GPtrArray *notes, GError **error)
{
  gsize len;
  const char *text = fit_rules_file_text (file, &len);
  g_autoptr (FitCache) cache = fit_cache_new (validation->gates);
  const FitAlgorithmOptions options = { .cache = cache,
                                        .hard_pod_affinity_symmetric_weight = 1,
                                        .files_elsewhere = TRUE };
  FitPolicy *policy = fit_policy_parse_as (
      text, len, file->name, fit_registry_release (validation->registry), NULL,
      error);

  if (policy == NULL)
    return NULL;
  if (!fit_extenders_check_files (policy->extenders, notes, error))
    {
      fit_policy_free (policy);
      return NULL;
    }
  return fit_algorithm_new_from_policy (validation->registry, policy, &options,
                                        error);
}

/* -- notes ----------------------------------------------------------------- */

static gboolean
has_warning (const GPtrArray *warnings, const char *code)
{
  for (guint i = 0; i < warnings->len; i++)
    if (strcmp (((FitWarning *) warnings->pdata[i])->info->code, code) == 0)
      return TRUE;
  return FALSE;
}

/* -- warnings -------------------------------------------------------------- */

void
fit_validation_say_warnings (FitValidation *validation,
                             const GPtrArray *warnings)
{
  FitJson *array = fit_json_array ();

  FIT_EACH (const FitWarning, warning, warnings)
    {
      const gboolean placed = warning->place.line != 0;
      FitJson *object = fit_json_append (array);
      g_autofree char *text = fit_warning_describe (warning);

      fit_plain_printf (validation->text, "  warning: %s\n", text);
      if (warning->fix != NULL)
        fit_plain_printf (validation->text, "    fix: %s\n", warning->fix);
      fit_json_set_text (object, "code", warning->info->code);
      fit_json_set_number (object, "line", placed, warning->place.line);
      fit_json_set_number (object, "column", placed, warning->place.column);
      fit_json_set_text (object, "path", warning->path);
      fit_json_set_text (object, "text", warning->text);
      fit_json_set_text (object, "fix", warning->fix);
    }
  fit_json_set (validation->item, "warnings", array);
  validation->n_warnings += warnings->len;
}

/* -- all of it ------------------------------------------------------------- */

/* Sets the names of @rules, structs that begin with their name. */
static void
set_names (FitJson *object, const char *key, const GPtrArray *rules)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < rules->len; i++)
    g_ptr_array_add (names, *(gpointer *) rules->pdata[i]);
  fit_json_set_texts (object, key, names);
}

void
fit_validation_append_warnings (GString *counts, guint n)
{
  if (n > 0)
    g_string_append_printf (counts, "; %u %s", n,
                            n == 1 ? "warning" : "warnings");
}

static char *
describe (const FitAlgorithm *algorithm, FitRelease release, guint n_warnings)
{
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autofree char *reader
      = release / 100 == FIT_RELEASE_LEGACY / 100
            ? g_strdup ("")
            : g_strdup_printf (" as %s reads it",
                               fit_legacy_release_name (release));

  fit_validation_append_count (counts, algorithm->predicates->len, "predicate",
                               "predicates");
  fit_validation_append_count (counts, algorithm->priorities->len, "priority",
                               "priorities");
  if (algorithm->extenders->len > 0)
    fit_validation_append_count (counts, algorithm->extenders->len, "extender",
                                 "extenders");
  fit_validation_append_warnings (counts, n_warnings);
  return g_strdup_printf ("Policy%s: %s", reader, counts->str);
}

gboolean
fit_validation_check_named (const FitValidation *validation,
                            const FitRulesFile *file, const char *how,
                            GPtrArray *notes, GError **error)
{
  FitValidation own = { .invocation = validation->invocation,
                        .gates = fit_feature_gates_default () };
  g_autoptr (FitRegistry) registry
      = fit_invocation_registry (own.invocation, own.gates);
  g_autoptr (FitAlgorithm) algorithm = NULL;
  g_autofree char *text = NULL;

  own.registry = registry;
  algorithm = build_algorithm (&own, file, notes, error);
  if (algorithm == NULL)
    return fit_blame (error, "%s %s: ", how, file->name);
  text = describe (algorithm, algorithm->policy->release, 0);
  g_ptr_array_add (notes, g_strdup_printf ("%s %s: %s", how, file->name, text));
  return TRUE;
}

gboolean
fit_validate_policy (FitValidation *validation, const FitValidated *file,
                     GError **error)
{
  g_autoptr (FitAlgorithm) algorithm = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;

  if (!fit_validation_rules (validation, error))
    return FALSE;
  fit_json_set_text (validation->item, "type", "Policy");
  fit_json_set_text (
      validation->item, "release",
      fit_legacy_release_name (fit_registry_release (validation->registry)));
  algorithm = build_algorithm (validation, file->rules, notes, &problem);
  if (algorithm != NULL)
    {
      g_autoptr (GPtrArray) warnings = fit_policy_lint (
          algorithm->policy, validation->registry, validation->cluster);
      const FitPolicy *policy = algorithm->policy;
      g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GString) added = g_string_new (NULL);
      g_autoptr (GPtrArray) extenders
          = fit_validation_extender_names (algorithm->extenders);
      g_autofree char *text
          = describe (algorithm, algorithm->policy->release, warnings->len);

      /* Note that a warning already covers are left out. */
      if (policy->internal_form && !has_warning (warnings, "FP001"))
        g_ptr_array_add (
            lines,
            g_strdup_printf ("without apiVersion and kind this is the "
                             "internal form, in which v%s knows other field "
                             "names",
                             fit_legacy_release_name (policy->release)));
      if (policy->predicates == NULL)
        g_ptr_array_add (
            lines,
            g_strdup ("no list of predicates: those of " FIT_DEFAULT_PROVIDER));
      if (policy->priorities == NULL)
        g_ptr_array_add (
            lines,
            g_strdup ("no list of priorities: those of " FIT_DEFAULT_PROVIDER));
      for (guint i = 0;
           policy->predicates != NULL && i < algorithm->predicates->len; i++)
        {
          const FitPredicate *predicate = algorithm->predicates->pdata[i];
          gboolean listed = FALSE;

          FIT_EACH (const FitPredicatePolicy, entry, policy->predicates)
            listed |= strcmp (entry->name, predicate->name) == 0;
          if (!listed)
            g_string_append_printf (
                added, "%s%s",
                added->len > 0 ? ", " : "added because mandatory: ",
                predicate->name);
        }
      if (added->len > 0)
        g_ptr_array_add (lines, g_strdup (added->str));
      g_ptr_array_extend_and_steal (lines, g_ptr_array_ref (notes));
      fit_validation_say_valid (validation, file, text, lines);
      fit_validation_say_warnings (validation, warnings);
      set_names (validation->item, "predicates", algorithm->predicates);
      set_names (validation->item, "priorities", algorithm->priorities);
      fit_json_set_texts (validation->item, "extenders", extenders);
    }
  else
    fit_validation_say_invalid (validation, file->name, problem);
  return TRUE;
}
