/* budgets.c - finds the pods whose eviction a PodDisruptionBudget does not
 * allow
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/budgets.h"

#include "cluster/pair-buckets.h"

struct _FitBudgets
{
  const GPtrArray *all;    /* of FitPodDisruptionBudget, borrowed */
  FitPairBuckets *buckets; /* those with a selector that is not empty */
  gboolean shrink;         /* every victim counts */
  gint64 *allowed;         /* owned: by index of the budget: disruptions left */
  GArray *touched; /* owned, of guint: indices where @allowed is not as at
                              first */
  GArray *found;   /* owned, of FitBucketEntry: room to work */
};

static gint64
allowed_at_first (const FitBudgets *budgets, guint i)
{
  return ((const FitPodDisruptionBudget *) budgets->all->pdata[i])
      ->disruptions_allowed;
}

FitBudgets *
fit_budgets_new (const FitCycle *cycle)
{
  const GPtrArray *all = fit_listers_all (fit_cache_listers (cycle->cache),
                                          FIT_KIND_POD_DISRUPTION_BUDGET);
  FitBudgets *budgets;

  if (all->len == 0
      || !fit_gate_on (fit_cache_gates (cycle->cache),
                       FIT_GATE_POD_DISRUPTION_BUDGET))
    return NULL;
  budgets = g_new0 (FitBudgets, 1);
  budgets->all = all;
  budgets->shrink = cycle->behaviour->preemption_budgets_shrink;
  budgets->buckets = fit_pair_buckets_new ();
  budgets->allowed = g_new (gint64, all->len);
  budgets->touched = g_array_new (FALSE, FALSE, sizeof (guint));
  budgets->found = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  for (guint i = 0; i < all->len; i++)
    {
      const FitPodDisruptionBudget *budget = all->pdata[i];

      budgets->allowed[i] = allowed_at_first (budgets, i);
      if (budget->selector->n > 0)
        fit_pair_buckets_add_conditions (
            budgets->buckets,
            &(FitPodCondition){ .n_namespaces = 1,
                                .namespaces = &budget->meta.namespace_,
                                .selector = budget->selector },
            1, i, (gpointer) budget);
    }
  return budgets;
}

void
fit_budgets_free (FitBudgets *budgets)
{
  if (budgets == NULL)
    return;
  g_free (budgets->allowed);
  g_array_unref (budgets->touched);
  g_array_unref (budgets->found);
  fit_pair_buckets_free (budgets->buckets);
  g_free (budgets);
}

/* In v1.16 victims do not use up budgets: each pod is checked against the
 * initial allowance.  In later releases every victim counts, unless the API
 * server has counted its eviction already. */
static gboolean
violates (FitBudgets *budgets, const FitPod *pod)
{
  gboolean violated = FALSE;

  if (pod->meta.labels == NULL || pod->meta.labels->n == 0)
    return FALSE;
  g_array_set_size (budgets->found, 0);
  fit_pair_buckets_find_conditions (budgets->buckets, pod->meta.namespace_,
                                    pod->meta.labels, 0, budgets->found);
  for (guint i = 0; i < budgets->found->len; i++)
    {
      const FitBucketEntry *entry
          = &g_array_index (budgets->found, FitBucketEntry, i);
      const FitPodDisruptionBudget *budget = entry->member;
      gint64 *allowed = &budgets->allowed[entry->sequence];
      const guint number = (guint) entry->sequence;

      if (!fit_selector_matches (budget->selector, pod->meta.labels))
        continue;
      if (!budgets->shrink)
        {
          violated |= *allowed <= 0;
          continue;
        }
      if (fit_labels_lookup (budget->disrupted, pod->meta.name) != NULL)
        continue;
      --*allowed;
      g_array_append_val (budgets->touched, number);
      violated |= *allowed < 0;
    }
  return violated;
}

void
fit_budgets_violated (FitBudgets *budgets, const FitPod *const *pods, guint n,
                      gboolean *out_violating)
{
  for (guint i = 0; i < n; i++)
    out_violating[i] = violates (budgets, pods[i]);
  for (guint i = 0; i < budgets->touched->len; i++)
    {
      const guint number = g_array_index (budgets->touched, guint, i);

      budgets->allowed[number] = allowed_at_first (budgets, number);
    }
  g_array_set_size (budgets->touched, 0);
}
