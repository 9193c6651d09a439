/* policy-lint.c - warnings about a Policy: the document as a whole
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "base/each.h"
#include "priorities/priorities.h"

/* Entries begin with their name. */
static void
find_last (GHashTable *last, const GPtrArray *entries)
{
  g_autoptr (GHashTable) later = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = entries != NULL ? entries->len : 0; i-- > 0;)
    if (g_hash_table_add (later, *(char *const *) entries->pdata[i]))
      g_hash_table_add (last, entries->pdata[i]);
}

/* -- the document ---------------------------------------------------------- */

static gboolean
is_empty (const GPtrArray *list)
{
  return list == NULL || list->len == 0;
}

static void
lint_fields (FitLint *lint)
{
  const FitPolicy *policy = lint->policy;
  const GPtrArray *ignored = policy->ignored_fields;

  if (policy->internal_form && ignored->len > 0 && is_empty (policy->predicates)
      && is_empty (policy->priorities) && policy->extenders->len == 0)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      g_autofree char *joined = NULL;

      for (guint i = 0; i < ignored->len; i++)
        g_ptr_array_add (
            names, (gpointer) ((FitIgnoredField *) ignored->pdata[i])->path);
      joined = fit_join_names (names);
      fit_lint_add (
          lint, FIT_WARN_NO_VERSION, (FitPlace){ 0 }, g_strdup (""),
          "without \"apiVersion\": \"v1\" the file configures nothing: %s "
          "%s ignored",
          joined, names->len == 1 ? "is" : "are");
      return;
    }
  /* Nothing is written in the file, not even a field that is ignored. */
  if (policy->internal_form && ignored->len == 0 && policy->extenders->len == 0
      && policy->predicates_place.line == 0
      && policy->priorities_place.line == 0
      && policy->hard_weight_place.line == 0
      && policy->check_all_place.line == 0)
    fit_lint_add (
        lint, FIT_WARN_NO_VERSION, (FitPlace){ 0 }, g_strdup (""),
        "the file is empty: the scheduler runs with all its defaults");
  FIT_EACH (const FitIgnoredField, field, ignored)
    {
      char *path = g_strdup (field->path);

      if (field->since != 0)
        fit_lint_add (
            lint, FIT_WARN_IGNORED_FIELD, field->place, path,
            "the field is ignored: %s is the first release to read it",
            fit_legacy_release_name (field->since));
      else if (field->meant != NULL)
        fit_lint_add (lint, FIT_WARN_IGNORED_FIELD, field->place, path,
                      "the field is unknown and ignored; did you mean %s?",
                      field->meant);
      else
        fit_lint_add (lint, FIT_WARN_IGNORED_FIELD, field->place, path,
                      "the field is unknown and ignored");
    }
  FIT_EACH (const FitRepeatedField, field, policy->repeated_fields)
    fit_lint_add (
        lint, FIT_WARN_REPEATED_FIELD, field->place, g_strdup (field->path),
        field->merged
            ? "the field appears twice; the second one is read over the "
              "first"
            : "the field appears twice; the last one counts");
}

/* -- all of it ------------------------------------------------------------- */

GPtrArray *
fit_policy_lint (const FitPolicy *policy, const FitRegistry *registry,
                 const FitObjects *objects)
{
  FitLint lint = {
    .policy = policy,
    .registry = registry,
    .objects = objects,
    .defaults = fit_registry_provider (registry, FIT_DEFAULT_PROVIDER, NULL),
    .warnings = fit_warnings_new (),
    .last = g_hash_table_new (NULL, NULL),
  };
  const FitPlace place = policy->hard_weight_place;
  const char *weight = "hardPodAffinitySymmetricWeight";

  find_last (lint.last, policy->predicates);
  find_last (lint.last, policy->priorities);
  lint_fields (&lint);
  if (place.line != 0 && policy->hard_pod_affinity_symmetric_weight == 0)
    fit_lint_add (&lint, FIT_WARN_HARD_WEIGHT_ZERO, place, g_strdup (weight),
                  "0 means the default: 1, unless the command line sets "
                  "another weight");
  else if (policy->hard_pod_affinity_symmetric_weight != 0
           && !fit_lint_has_priority (&lint, &fit_inter_pod_affinity_priority))
    fit_lint_add (&lint, FIT_WARN_HARD_WEIGHT_UNUSED, place, g_strdup (weight),
                  "without InterPodAffinityPriority the weight has no effect");
  if (policy->always_check_all_predicates)
    fit_lint_add (&lint, FIT_WARN_CHECK_ALL, policy->check_all_place,
                  g_strdup ("alwaysCheckAllPredicates"),
                  "every predicate runs on every node, even after one has "
                  "rejected it");
  if (policy->predicates != NULL)
    fit_lint_predicates (&lint);
  if (policy->priorities != NULL)
    {
      fit_lint_priorities (&lint);
      fit_lint_weights (&lint);
      fit_lint_capacity_ratios (&lint);
      fit_lint_labels (&lint);
    }
  fit_extenders_lint (policy->extenders, NULL, lint.warnings);
  g_hash_table_unref (lint.last);
  fit_warnings_sort (lint.warnings);
  return lint.warnings;
}
