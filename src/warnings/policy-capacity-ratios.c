/* policy-capacity-ratios.c - warnings about priorities that score how full
 * nodes are
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/pod.h"
#include "base/each.h"
#include "warnings/policy-lint-private.h"
#include "priorities/priorities.h"

#include <string.h>

typedef enum
{
  LEANS_NOWHERE, /* constant, or rising and falling */
  LEANS_TO_EMPTY,
  LEANS_TO_FULL,
} Leaning;

static const FitPriorityPolicy *
entry_at (const FitLint *lint, guint i)
{
  return lint->policy->priorities->pdata[i];
}

static Leaning
shape_leaning (const FitCapacityRatioArgument *ratio)
{
  gboolean rises = FALSE, falls = FALSE;

  for (guint i = 1; i < ratio->shape.n; i++)
    {
      rises |= ratio->shape.points[i].score > ratio->shape.points[i - 1].score;
      falls |= ratio->shape.points[i].score < ratio->shape.points[i - 1].score;
    }
  if (rises == falls)
    return LEANS_NOWHERE;
  return rises ? LEANS_TO_FULL : LEANS_TO_EMPTY;
}

/* Does it include cpu or memory?  It does if no resource is named. */
static gboolean
counts_cpu_or_memory (const FitCapacityRatioArgument *ratio)
{
  for (guint i = 0; i < ratio->resources.n; i++)
    {
      const char *name = ratio->resources.items[i].name;

      if (strcmp (name, "cpu") == 0 || strcmp (name, "memory") == 0)
        return TRUE;
    }
  return ratio->resources.n == 0;
}

static Leaning
leaning (const FitLint *lint, const FitPriorityPolicy *entry)
{
  const FitPriorityInfo *info = fit_lint_priority_info (lint, entry);

  if (info == &fit_least_requested_priority)
    return LEANS_TO_EMPTY;
  if (info == &fit_most_requested_priority)
    return LEANS_TO_FULL;
  if (info != &fit_requested_to_capacity_ratio_priority)
    return LEANS_NOWHERE;
  if (!entry->has_argument)
    return LEANS_TO_EMPTY;
  return counts_cpu_or_memory (&entry->ratio) ? shape_leaning (&entry->ratio)
                                              : LEANS_NOWHERE;
}

/* Gives a single warning, at the second priority, however many there are. */
static void
lint_opposites (FitLint *lint)
{
  const FitPriorityPolicy *first[LEANS_TO_FULL + 1] = { NULL };
  const GPtrArray *entries = lint->policy->priorities;

  for (guint i = 0; i < entries->len; i++)
    {
      const FitPriorityPolicy *entry = entry_at (lint, i);
      const Leaning leans = leaning (lint, entry);
      const FitPriorityPolicy *other
          = first[leans == LEANS_TO_FULL ? LEANS_TO_EMPTY : LEANS_TO_FULL];

      if (leans == LEANS_NOWHERE || !fit_lint_is_last (lint, entries, i))
        continue;
      if (other != NULL)
        {
          fit_lint_add (lint, FIT_WARN_OPPOSITES, entry->place,
                        fit_lint_index ("priorities", i, NULL),
                        "%s prefers %s nodes, %s %s ones", entry->name,
                        leans == LEANS_TO_FULL ? "full" : "empty", other->name,
                        leans == LEANS_TO_FULL ? "empty" : "full");
          return;
        }
      first[leans] = entry;
    }
}

/* -- shapes ---------------------------------------------------------------- */

static gboolean
is_level (const FitCapacityRatioArgument *ratio)
{
  for (guint i = 1; i < ratio->shape.n; i++)
    if (ratio->shape.points[i].score != ratio->shape.points[0].score)
      return FALSE;
  return ratio->shape.n > 0;
}

/* Does the name, like "BinPacking" or "PreferMostUsed", suggest that the author
 * wants full nodes? */
static gboolean
is_named_for_packing (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return strstr (lower, "pack") != NULL || strstr (lower, "most") != NULL;
}

/* -- the cluster ----------------------------------------------------------- */

gboolean
fit_anybody_requests (const GPtrArray *pods, const char *name)
{
  FIT_EACH (const FitPod, pod, pods)
    if (fit_resources_amount (&pod->spec->requests, name) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
anybody_is_limited (const GPtrArray *pods)
{
  FIT_EACH (const FitPod, pod, pods)
    if (pod->spec->limits.milli_cpu > 0 || pod->spec->limits.memory > 0)
      return TRUE;
  return FALSE;
}

gboolean
fit_resource_counts_anyway (const char *name)
{
  return strcmp (name, "cpu") == 0 || strcmp (name, "memory") == 0;
}

void
fit_lint_capacity_ratios (FitLint *lint)
{
  const GPtrArray *pods
      = lint->objects != NULL ? lint->objects->of[FIT_KIND_POD] : NULL;
  const gboolean has_pods = pods != NULL && pods->len > 0;

  lint_opposites (lint);
  for (guint i = 0; i < lint->policy->priorities->len; i++)
    {
      const FitPriorityPolicy *entry = entry_at (lint, i);
      const FitPriorityInfo *info = fit_lint_priority_info (lint, entry);

      if (info == &fit_requested_to_capacity_ratio_priority)
        {
          const char *shape
              = "argument.requestedToCapacityRatioArguments.shape";

          if (!entry->has_argument)
            fit_lint_add (lint, FIT_WARN_FALLING_SHAPE, entry->place,
                          fit_lint_index ("priorities", i, NULL),
                          "%s without an argument prefers empty nodes",
                          entry->name);
          else if (is_level (&entry->ratio))
            fit_lint_add (lint, FIT_WARN_LEVEL_SHAPE, entry->place,
                          fit_lint_index ("priorities", i, shape),
                          "all points of the shape of %s have the same score",
                          entry->name);
          else if (shape_leaning (&entry->ratio) == LEANS_TO_EMPTY
                   && is_named_for_packing (entry->name))
            fit_lint_add (lint, FIT_WARN_FALLING_SHAPE, entry->place,
                          fit_lint_index ("priorities", i, shape),
                          "the shape of %s falls, which prefers empty nodes",
                          entry->name);
          if (has_pods)
            {
              for (guint r = 0; r < entry->ratio.resources.n; r++)
                {
                  const char *name = entry->ratio.resources.items[r].name;
                  g_autofree char *member = g_strdup_printf (
                      "argument.requestedToCapacityRatioArguments.resources[%u]",
                      r);

                  if (!fit_resource_counts_anyway (name)
                      && !fit_anybody_requests (pods, name))
                    fit_lint_add (lint, FIT_WARN_UNREQUESTED, entry->place,
                                  fit_lint_index ("priorities", i, member),
                                  "no pod of the cluster requests %s", name);
                }
            }
        }
      else if (info == &fit_resource_limits_priority && has_pods
               && !anybody_is_limited (pods))
        fit_lint_add (lint, FIT_WARN_UNREQUESTED, entry->place,
                      fit_lint_index ("priorities", i, NULL),
                      "no pod of the cluster has cpu or memory limits");
    }
}
