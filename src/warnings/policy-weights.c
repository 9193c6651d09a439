/* policy-weights.c - warnings about weights that are too small to matter
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "base/each.h"
#include "warnings/shares.h"
#include "priorities/priorities.h"

/* Extenders are supposed to score from 0 to 10 too. */
#define GREATEST_SCORE 10

/* The greatest weight that validation accepts: ten times as much fits. */
#define MOST_WEIGHT (G_MAXINT64 / GREATEST_SCORE)

/* Priorities whose scores do not cover all numbers from 0 to 10. */
static const struct
{
  const FitPriorityInfo *info;
  gint64 reach;
  gint64 step;
} scales[] = {
  { &fit_equal_priority, 0, 0 },
  { &fit_label_preference, GREATEST_SCORE, GREATEST_SCORE },
  { &fit_node_prefer_avoid_pods_priority, GREATEST_SCORE, GREATEST_SCORE },
  { &fit_resource_limits_priority, 1, 1 },
};

static void
measure (const FitPriorityPolicy *entry, const FitPriorityInfo *info,
         FitShare *share)
{
  gint64 reach = GREATEST_SCORE, step = 1;

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (scales[i].info == info)
      {
        reach = scales[i].reach;
        step = scales[i].step;
      }
  if (info == &fit_requested_to_capacity_ratio_priority && entry->has_argument)
    {
      gint64 least = GREATEST_SCORE, most = 0;

      /* The greatest difference between two points. */
      for (guint j = 0; j < entry->ratio.shape.n; j++)
        {
          const gint64 score = entry->ratio.shape.points[j].score;

          least = MIN (least, CLAMP (score, 0, GREATEST_SCORE));
          most = MAX (most, CLAMP (score, 0, GREATEST_SCORE));
        }
      reach = MAX (most - least, 0);
    }
  share->reach = reach * entry->weight;
  share->step = step * entry->weight;
}

/* -- all ------------------------------------------------------------------- */

void
fit_lint_weights (FitLint *lint)
{
  const GPtrArray *entries = lint->policy->priorities;
  g_autoptr (GArray) shares = g_array_new (FALSE, TRUE, sizeof (FitShare));
  g_auto (FitUnheard) unheard = { 0 };

  /* The priorities that make a difference, without duplicate names. */
  for (guint i = 0; i < entries->len; i++)
    {
      const FitPriorityPolicy *entry = entries->pdata[i];
      const FitPriorityInfo *info = fit_lint_priority_info (lint, entry);
      FitShare share = { .name = entry->name, .entry = entry, .index = i };

      if (info == NULL || !fit_lint_is_last (lint, entries, i)
          || entry->weight <= 0 || entry->weight >= MOST_WEIGHT)
        continue;
      measure (entry, info, &share);
      if (share.reach > 0)
        g_array_append_val (shares, share);
    }
  for (guint i = shares->len; i-- > 0;)
    {
      const FitShare *share = &g_array_index (shares, FitShare, i);
      gint64 others;

      if (fit_lint_priority_info (lint, share->entry)
          != &fit_node_prefer_avoid_pods_priority)
        continue;
      others = fit_extenders_reach (lint->policy->extenders, GREATEST_SCORE);
      FIT_EACH_OF (const FitShare, other, shares)
        if (other != share)
          others = fit_sum (others, other->reach);
      if (others >= share->reach)
        fit_lint_add (lint, FIT_WARN_WEAK_AVOID_PODS,
                      ((const FitPriorityPolicy *) share->entry)->place,
                      fit_lint_index ("priorities", share->index, "weight"),
                      "the annotation costs a node %" G_GINT64_FORMAT
                      " points, and the other priorities together can add "
                      "%" G_GINT64_FORMAT,
                      share->reach, others);
      g_array_remove_index (shares, i); /* it is meant to dominate */
    }
  if (fit_shares_unheard (
          shares, fit_extenders_reach (lint->policy->extenders, GREATEST_SCORE),
          &unheard))
    fit_lint_add (lint, FIT_WARN_WEAK_WEIGHT,
                  ((const FitPriorityPolicy *) unheard.entry)->place,
                  fit_lint_index ("priorities", unheard.index, "weight"), "%s",
                  unheard.text);
}
