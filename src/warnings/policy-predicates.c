/* policy-predicates.c - warnings about the predicates of a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "base/each.h"
#include "predicates/predicates.h"

#include <string.h>

#define PREDICATES "predicates"

/* Names that v1.16 does not register with its default feature gates. */
static const FitPredicateInfo *const gated[]
    = { &fit_check_node_condition,     &fit_check_node_memory_pressure,
        &fit_check_node_disk_pressure, &fit_check_node_pid_pressure,
        &fit_even_pods_spread,         &fit_no_volume_node_conflict };

static const FitPredicatePolicy *
entry_at (const FitLint *lint, guint i)
{
  return lint->policy->predicates->pdata[i];
}

/* Does the list contain @name as the built-in rule? */
static gboolean
lists (const FitLint *lint, const char *name)
{
  const GPtrArray *entries = lint->policy->predicates;

  for (guint i = 0; i < entries->len; i++)
    {
      const FitPredicatePolicy *entry = entry_at (lint, i);

      if (strcmp (entry->name, name) == 0
          && fit_lint_is_last (lint, entries, i))
        return !entry->has_argument;
    }
  return FALSE;
}

/* -- the list as a whole --------------------------------------------------- */

/* A predicate that never rejects a node is no loss; mandatory ones are always
 * added. */
static gboolean
is_lost (const FitLint *lint, const char *name)
{
  const FitPredicateEntry *entry
      = fit_registry_predicate (lint->registry, name);

  return entry != NULL && !entry->mandatory
         && entry->info->reasons[0] != FIT_REASON_NONE && !lists (lint, name);
}

static void
lint_dropped (FitLint *lint)
{
  const GPtrArray *defaults = lint->defaults->predicates;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *joined = NULL;

  FIT_EACH (const char, name, defaults)
    {
      if (!is_lost (lint, name))
        continue;
      if (strcmp (name, fit_general_predicates.name) == 0)
        {
          /* Some parts of GeneralPredicates may be listed instead of it. */
          g_autoptr (GPtrArray) lost = g_ptr_array_new ();

          for (guint part = 0; part < FIT_N_GENERAL_PARTS; part++)
            if (!lists (lint, fit_general_parts[part]->name))
              g_ptr_array_add (lost, (gpointer) fit_general_parts[part]->name);
          if (lost->len == FIT_N_GENERAL_PARTS)
            g_ptr_array_add (names, (gpointer) fit_general_predicates.name);
          else
            g_ptr_array_extend (names, lost, NULL, NULL);
        }
      else
        g_ptr_array_add (names, (gpointer) name);
    }
  if (names->len == 0)
    return;
  joined = fit_join_names (names);
  fit_lint_add (lint, FIT_WARN_DROPPED_PREDICATES,
                lint->policy->predicates_place, g_strdup (PREDICATES),
                "the list replaces the defaults and drops %s", joined);
}

/* Describes why no predicate checks resources. */
static char *
describe_unchecked (const FitLint *lint)
{
  const FitPolicy *policy = lint->policy;

  if (policy->predicates->len > 0)
    return g_strdup ("neither GeneralPredicates nor PodFitsResources is "
                     "listed");
  if (fit_lint_is_missing (policy, policy->predicates_place))
    return g_strdup_printf ("there is no list, which %s treats as an empty one",
                            fit_legacy_release_name (policy->release));
  return g_strdup ("only the mandatory predicates are configured, and none "
                   "checks resources");
}

/* -- entries of a kind, in one warning ------------------------------------- */

/* The entries of the list that are built-in rules among the @n @rules.  Sets
 * *@out_first to the index of the first.  Returns: (transfer full) (nullable):
 * the names of all */
static char *
join_entries (const FitLint *lint, const FitPredicateInfo *const *rules,
              guint n, guint *out_first)
{
  const GPtrArray *entries = lint->policy->predicates;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = entries->len; i-- > 0;)
    for (guint r = 0; r < n; r++)
      if (!entry_at (lint, i)->has_argument
          && strcmp (rules[r]->name, entry_at (lint, i)->name) == 0
          && fit_lint_is_last (lint, entries, i))
        {
          *out_first = i;
          g_ptr_array_insert (names, 0, (gpointer) rules[r]->name);
        }
  return names->len > 0 ? fit_join_names (names) : NULL;
}

void
fit_lint_predicates (FitLint *lint)
{
  const gboolean checked = lists (lint, fit_general_predicates.name)
                           || lists (lint, fit_pod_fits_resources.name);
  g_autofree char *why = checked ? NULL : describe_unchecked (lint);
  guint first = 0;
  g_autofree char *refused = NULL;
  g_autofree char *parts = NULL;

  if (!checked)
    fit_lint_add (lint, FIT_WARN_NO_RESOURCE_CHECK,
                  lint->policy->predicates_place, g_strdup (PREDICATES),
                  "%s: nodes take any number of pods", why);
  if (lint->policy->predicates->len > 0 && lint->defaults != NULL)
    lint_dropped (lint);
  for (guint i = 0; i < lint->policy->predicates->len; i++)
    {
      const FitPredicatePolicy *entry = entry_at (lint, i);
      const GPtrArray *order = fit_registry_order (lint->registry);
      const gboolean known
          = fit_registry_predicate (lint->registry, entry->name) != NULL;
      const char *const *labels;

      if (fit_release_has_profiles (lint->policy->release))
        {
          if (known && entry->has_argument)
            fit_lint_add (
                lint, FIT_WARN_REPLACED_PREDICATE, entry->place,
                fit_lint_index (PREDICATES, i, NULL),
                "the argument is dropped: the built-in predicate %s runs",
                entry->name);
        }
      else if ((known || entry->has_argument)
               && !fit_legacy_release_runs_all (
                   fit_registry_release (lint->registry))
               && !g_ptr_array_find_with_equal_func (
                   (GPtrArray *) order, entry->name, g_str_equal, NULL))
        fit_lint_add (lint, FIT_WARN_NEVER_EVALUATED, entry->place,
                      fit_lint_index (PREDICATES, i, NULL),
                      "%s is accepted but never runs", entry->name);
      else if (known && entry->has_argument)
        fit_lint_add (lint, FIT_WARN_REPLACED_PREDICATE, entry->place,
                      fit_lint_index (PREDICATES, i, NULL),
                      "the argument replaces the built-in predicate %s",
                      entry->name);
      if (!fit_lint_is_last (lint, lint->policy->predicates, i))
        fit_lint_add (lint, FIT_WARN_REPEATED_PREDICATE, entry->place,
                      fit_lint_index (PREDICATES, i, NULL),
                      "%s is listed again below, and that entry counts",
                      entry->name);
      labels = entry->members == FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY
                   ? entry->service_affinity_labels
                   : entry->presence_labels;
      if (__builtin_popcount (entry->members) != 1)
        continue; /* rejected when it is registered */
      if (labels[0] == NULL)
        fit_lint_add (lint, FIT_WARN_NO_LABELS, entry->place,
                      fit_lint_index (PREDICATES, i, NULL),
                      "%s lists no labels: every node passes", entry->name);
      else if (entry->members == FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE
               && entry->place.line != 0 && entry->presence_place.line == 0)
        fit_lint_add (
            lint, FIT_WARN_FORBIDDEN_LABELS, entry->place,
            fit_lint_index (PREDICATES, i, "argument"),
            "%s has no presence, which means false: nodes must not have the labels",
            entry->name);
    }
  refused = join_entries (lint, gated, G_N_ELEMENTS (gated), &first);
  if (refused != NULL)
    fit_lint_add (lint, FIT_WARN_GATED_PREDICATE, entry_at (lint, first)->place,
                  fit_lint_index (PREDICATES, first, NULL),
                  "v1.16 with its default gates rejects %s", refused);
  if (!lists (lint, fit_general_predicates.name))
    return;
  parts = join_entries (lint, fit_general_parts, FIT_N_GENERAL_PARTS, &first);
  if (parts != NULL)
    fit_lint_add (lint, FIT_WARN_GENERAL_PART, entry_at (lint, first)->place,
                  fit_lint_index (PREDICATES, first, NULL),
                  "GeneralPredicates, which is also listed, already runs %s",
                  parts);
}
