/* policy-priorities.c - warnings about the priorities of a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "base/each.h"
#include "priorities/priorities.h"

#include <string.h>

#define PRIORITIES "priorities"

/* Names that v1.16 does not register with its default feature gates. */
static const struct
{
  const FitPriorityInfo *info;
  const char *gate;
} gated[] = {
  { &fit_even_pods_spread_priority, "EvenPodsSpread" },
  { &fit_resource_limits_priority, "ResourceLimitsPriorityFunction" },
};

/* Priorities that replace a default one: a file with these has made a
 * choice. */
static const struct
{
  const FitPriorityInfo *info;
  const FitPriorityInfo *instead_of;
} substitutes[] = {
  { &fit_most_requested_priority, &fit_least_requested_priority },
  { &fit_requested_to_capacity_ratio_priority, &fit_least_requested_priority },
  { &fit_service_spreading_priority, &fit_selector_spread_priority },
};

/* -- the list as a whole --------------------------------------------------- */

static gboolean
is_dropped (const FitLint *lint, const char *name)
{
  const FitPriorityEntry *known = fit_registry_priority (lint->registry, name);

  if (known == NULL || known->info == &fit_node_prefer_avoid_pods_priority
      || fit_lint_has_priority (lint, known->info))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (substitutes); i++)
    if (substitutes[i].instead_of == known->info
        && fit_lint_has_priority (lint, substitutes[i].info))
      return FALSE;
  return TRUE;
}

static void
lint_dropped (FitLint *lint)
{
  const GPtrArray *defaults = lint->defaults->priorities;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *joined = NULL;

  for (guint i = 0; i < defaults->len; i++)
    if (is_dropped (lint, defaults->pdata[i]))
      g_ptr_array_add (names, defaults->pdata[i]);
  if (names->len == 0)
    return;
  joined = fit_join_names (names);
  fit_lint_add (lint, FIT_WARN_DROPPED_PRIORITIES,
                lint->policy->priorities_place, g_strdup (PRIORITIES),
                "the list replaces the defaults and drops %s", joined);
}

static gboolean
extenders_rank (const FitPolicy *policy)
{
  FIT_EACH (const FitExtenderPolicy, extender, policy->extenders)
    if (*extender->prioritize_verb != '\0')
      return TRUE;
  return FALSE;
}

static void
lint_list (FitLint *lint)
{
  if (lint->policy->priorities->len == 0)
    {
      const FitPolicy *policy = lint->policy;
      const FitPlace place = policy->priorities_place;

      if (extenders_rank (policy))
        return;
      if (fit_lint_is_missing (policy, place))
        fit_lint_add (
            lint, FIT_WARN_NO_PRIORITIES, place, g_strdup (PRIORITIES),
            "there is no list, which %s treats as an empty one: all feasible nodes "
            "get the same score",
            fit_legacy_release_name (policy->release));
      else
        fit_lint_add (lint, FIT_WARN_NO_PRIORITIES, place,
                      g_strdup (PRIORITIES),
                      "no priorities: all feasible nodes get the same score");
      return;
    }
  /* EqualPriority alone means that all nodes are to be equal. */
  if (lint->policy->priorities->len == 1
      && fit_lint_has_priority (lint, &fit_equal_priority))
    return;
  if (lint->defaults != NULL)
    lint_dropped (lint);
  if (!fit_lint_has_priority (lint, &fit_node_prefer_avoid_pods_priority))
    fit_lint_add (lint, FIT_WARN_NO_AVOID_PODS, lint->policy->priorities_place,
                  g_strdup (PRIORITIES),
                  "without NodePreferAvoidPodsPriority the node annotation "
                  "preferAvoidPods has no effect");
}

/* -- entries --------------------------------------------------------------- */

static void
lint_name (FitLint *lint, const FitPriorityPolicy *entry, guint i)
{
  const gboolean known
      = fit_registry_priority (lint->registry, entry->name) != NULL;
  const FitPriorityInfo *info = fit_lint_priority_info (lint, entry);

  /* Skip it if the name is that of the priority which the argument creates. */
  if (known && entry->has_argument && info != NULL
      && strcmp (entry->name, info->name) != 0)
    fit_lint_add (lint, FIT_WARN_REPLACED_PRIORITY, entry->place,
                  fit_lint_index (PRIORITIES, i, NULL),
                  fit_release_has_profiles (lint->policy->release)
                      ? "the argument is dropped: the built-in priority %s runs"
                      : "the argument replaces the built-in priority %s",
                  entry->name);
  if (!fit_lint_is_last (lint, lint->policy->priorities, i))
    fit_lint_add (lint, FIT_WARN_REPEATED_PRIORITY, entry->place,
                  fit_lint_index (PRIORITIES, i, NULL),
                  "%s is listed again below, and that entry counts",
                  entry->name);
  for (guint g = 0; g < G_N_ELEMENTS (gated); g++)
    if (!entry->has_argument && strcmp (gated[g].info->name, entry->name) == 0)
      fit_lint_add (
          lint, FIT_WARN_GATED_PRIORITY, entry->place,
          fit_lint_index (PRIORITIES, i, NULL),
          "v1.16 with its default gates rejects %s: it needs the gate "
          "%s",
          entry->name, gated[g].gate);
}

void
fit_lint_priorities (FitLint *lint)
{
  lint_list (lint);
  for (guint i = 0; i < lint->policy->priorities->len; i++)
    {
      const FitPriorityPolicy *entry = lint->policy->priorities->pdata[i];
      const FitPriorityInfo *info = fit_lint_priority_info (lint, entry);
      gboolean prefers;
      gboolean spreads;

      lint_name (lint, entry, i);
      prefers = entry->members == FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE;
      spreads = entry->members == FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY;
      if ((prefers && *entry->preference_label == '\0')
          || (spreads && *entry->anti_affinity_label == '\0'))
        fit_lint_add (lint, FIT_WARN_NO_LABEL, entry->place,
                      fit_lint_index (PRIORITIES, i, "argument"),
                      "%s names no label: all nodes get the same score",
                      entry->name);
      else if (prefers && entry->place.line != 0
               && entry->presence_place.line == 0)
        fit_lint_add (
            lint, FIT_WARN_UNLABELLED_PREFERRED, entry->place,
            fit_lint_index (PRIORITIES, i, "argument"),
            "%s has no presence, which means false: nodes without the label are "
            "preferred",
            entry->name);
      if (info == &fit_equal_priority && lint->policy->priorities->len > 1)
        fit_lint_add (lint, FIT_WARN_EQUAL_PRIORITY, entry->place,
                      fit_lint_index (PRIORITIES, i, NULL),
                      "EqualPriority adds the same to every node");
      if (info == &fit_service_spreading_priority
          && fit_lint_has_priority (lint, &fit_selector_spread_priority))
        fit_lint_add (
            lint, FIT_WARN_SPREAD_TWICE, entry->place,
            fit_lint_index (PRIORITIES, i, NULL),
            "ServiceSpreadingPriority does the same as SelectorSpreadPriority, "
            "which is also listed");
    }
}
