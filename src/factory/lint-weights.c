/* lint-weights.c - warnings about weights that are too small to matter
 *
 * A priority adds its score, a whole number, times its weight.  Its reach is
 * the greatest difference that it can make between two nodes.  All differences
 * that it makes are multiples of its step.
 *
 * The differences that several priorities make together are multiples of the
 * greatest common divisor of their steps.  If all other priorities together
 * reach less than that, they only decide between nodes that the first ones
 * score equally.
 */
#include "factory/policy-lint-private.h"
#include "priorities/priorities.h"

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

typedef struct
{
  const FitPriorityPolicy *entry;
  const FitPriorityInfo *info;
  guint index;
  gint64 reach; /* times the weight */
  gint64 step;  /* the same */
} Share;

/* The greatest difference between two points. */
static gint64
shape_reach (const FitCapacityRatioArgument *ratio)
{
  gint64 least = GREATEST_SCORE, most = 0;

  for (guint i = 0; i < ratio->shape.n; i++)
    {
      const gint64 score = ratio->shape.points[i].score;

      least = MIN (least, CLAMP (score, 0, GREATEST_SCORE));
      most = MAX (most, CLAMP (score, 0, GREATEST_SCORE));
    }
  return MAX (most - least, 0);
}

static void
measure (Share *share)
{
  const FitPriorityPolicy *entry = share->entry;
  gint64 reach = GREATEST_SCORE, step = 1;

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    if (scales[i].info == share->info)
      {
        reach = scales[i].reach;
        step = scales[i].step;
      }
  if (share->info == &fit_requested_to_capacity_ratio_priority
      && entry->has_argument)
    reach = shape_reach (&entry->ratio);
  share->reach = reach * entry->weight;
  share->step = step * entry->weight;
}

/* The priorities that make a difference, without duplicate names. */
static GArray *
shares_new (const FitLint *lint)
{
  const GPtrArray *entries = lint->policy->priorities;
  GArray *shares = g_array_new (FALSE, TRUE, sizeof (Share));

  for (guint i = 0; i < entries->len; i++)
    {
      Share share = { .entry = entries->pdata[i], .index = i };

      share.info = fit_lint_priority_info (lint, share.entry);
      if (share.info == NULL || !fit_lint_is_last (lint, entries, i)
          || share.entry->weight <= 0 || share.entry->weight >= MOST_WEIGHT)
        continue;
      measure (&share);
      if (share.reach > 0)
        g_array_append_val (shares, share);
    }
  return shares;
}

/* -- sums, which stop at the greatest number ------------------------------- */

static gint64
add (gint64 a, gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

/* Extenders are supposed to score from 0 to 10 too. */
static gint64
reach_of_extenders (const GPtrArray *extenders)
{
  gint64 sum = 0;

  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender = extenders->pdata[i];

      if (*extender->prioritize_verb != '\0' && extender->weight > 0)
        sum = add (sum, extender->weight < MOST_WEIGHT
                            ? extender->weight * GREATEST_SCORE
                            : G_MAXINT64);
    }
  return sum;
}

/* -- NodePreferAvoidPodsPriority ------------------------------------------- */

static void
lint_avoidance (FitLint *lint, const GArray *shares, const Share *share)
{
  gint64 others = reach_of_extenders (lint->policy->extenders);

  for (guint i = 0; i < shares->len; i++)
    {
      const Share *other = &g_array_index (shares, Share, i);

      if (other != share)
        others = add (others, other->reach);
    }
  if (others >= share->reach)
    fit_lint_add (lint, FIT_WARN_WEAK_AVOID_PODS, share->entry->place,
                  fit_lint_index ("priorities", share->index, "weight"),
                  "the annotation costs a node %" G_GINT64_FORMAT
                  " points, and the other priorities together can add "
                  "%" G_GINT64_FORMAT,
                  share->reach, others);
}

/* -- all others ------------------------------------------------------------ */

static gint
by_step (gconstpointer a, gconstpointer b)
{
  const Share *one = a;
  const Share *other = b;

  if (one->step != other->step)
    return one->step > other->step ? -1 : 1;
  return one->index < other->index ? -1 : 1;
}

static gint64
common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      const gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* The total reach of the shares from index @first on. */
static gint64
reach_from (const GArray *shares, guint first)
{
  gint64 sum = 0;

  for (guint i = first; i < shares->len; i++)
    sum = add (sum, g_array_index (shares, Share, i).reach);
  return sum;
}

static char *
join_names (const GArray *shares, guint first, guint end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = first; i < end; i++)
    g_ptr_array_add (names,
                     (gpointer) g_array_index (shares, Share, i).entry->name);
  return fit_lint_join (names);
}

/* Warns of the first share that, together with all after it, does not reach the
 * common step of those before it. */
static void
lint_unheard (FitLint *lint, const GArray *shares)
{
  const gint64 others = reach_of_extenders (lint->policy->extenders);
  gint64 step = 0;
  guint first;
  g_autofree char *loud = NULL;
  g_autofree char *unheard = NULL;
  const Share *share;

  for (first = 1; first < shares->len; first++)
    {
      step = common_divisor (g_array_index (shares, Share, first - 1).step,
                             step);
      if (add (others, reach_from (shares, first)) < step)
        break;
    }
  if (first >= shares->len)
    return;
  share = &g_array_index (shares, Share, first);
  loud = join_names (shares, 0, first);
  unheard = join_names (shares, first, shares->len);
  fit_lint_add (lint, FIT_WARN_WEAK_WEIGHT, share->entry->place,
                fit_lint_index ("priorities", share->index, "weight"),
                "%s can add at most %" G_GINT64_FORMAT ", but every difference "
                "that %s %s is at least %" G_GINT64_FORMAT,
                unheard, reach_from (shares, first), loud,
                first > 1 ? "make" : "makes", step);
}

void
fit_lint_weights (FitLint *lint)
{
  g_autoptr (GArray) shares = shares_new (lint);

  for (guint i = shares->len; i-- > 0;)
    if (g_array_index (shares, Share, i).info
        == &fit_node_prefer_avoid_pods_priority)
      {
        lint_avoidance (lint, shares, &g_array_index (shares, Share, i));
        g_array_remove_index (shares, i); /* it is meant to dominate */
      }
  g_array_sort (shares, by_step);
  lint_unheard (lint, shares);
}
