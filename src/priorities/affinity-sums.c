/* affinity-sums.c - adds up the weights of affinity terms by topology value, and turns them into scores */
#include "priorities/affinity-sums.h"
#include "cluster/cache.h"
#include "priorities/scoring.h"

#include <string.h>

void
fit_affinity_sums_init (FitAffinitySums *sums, const FitPriorityMetadata *meta,
                        gsize most_terms)
{
  *sums = (FitAffinitySums){
    .meta = meta,
    .keys = fit_arena_newn (meta->arena, FitKeySum, most_terms),
  };
}

static FitKeySum *
sum_for_slot (FitAffinitySums *sums, guint slot)
{
  const FitPriorityMetadata *meta = sums->meta;
  FitKeySum *sum = sums->keys;

  while (sum < sums->keys + sums->n && sum->slot != slot)
    sum++;
  if (sum == sums->keys + sums->n)
    {
      sums->n++;
      sum->slot = slot;
      sum->n_values
          = fit_topology_n_values (fit_cache_topology (meta->cache), slot);
      sum->weights = fit_arena_new0 (meta->arena, gint64, sum->n_values);
    }
  return sum;
}

guint64
fit_affinity_sums_add_own (FitAffinitySums *sums, const FitAffinityTerm *term,
                           const FitPodCondition *covers, gint32 sign)
{
  FitCache *cache = sums->meta->cache;
  FitPodIndex *index = fit_cache_pod_index (cache);
  const gint32 weight = (gint32) ((guint32) term->weight * (guint32) sign);
  FitKeySum *sum = sum_for_slot (
      sums, fit_topology_slot (fit_cache_topology (cache), term->topology_key));
  guint64 total = 0;
  const guint32 *counts = fit_pod_query_counts (
      index, fit_pod_index_query (index, covers, 1), sum->slot, &total);

  for (guint value = 1; value < sum->n_values; value++)
    sum->weights[value] += (gint64) counts[value] * weight;
  return total;
}

void
fit_affinity_sums_add_others (FitAffinitySums *sums, const FitPodTerm *term,
                              gint64 hard_weight)
{
  FitKeySum *sum = sum_for_slot (sums, term->slot);

  for (guint value = 1; value < MIN (sum->n_values, term->n_values); value++)
    sum->weights[value] += hard_weight * term->sums[value].required_affinity
                           + term->sums[value].preferred;
}

void
fit_affinity_sums_take_back (FitAffinitySums *sums, const FitAffinityTerm *term,
                             guint node, gint64 weight)
{
  FitTopology *topology = fit_cache_topology (sums->meta->cache);
  FitKeySum *sum
      = sum_for_slot (sums, fit_topology_slot (topology, term->topology_key));
  const guint32 value = fit_topology_column (topology, sum->slot)[node];

  if (value != FIT_TOPOLOGY_ABSENT)
    sum->weights[value] -= weight;
}

/* Writes the sum of each of @n nodes. */
static void
add_up (const FitAffinitySums *sums, const guint32 *indexes, guint n,
        gint64 *out)
{
  const FitTopology *topology = fit_cache_topology (sums->meta->cache);

  memset (out, 0, sizeof *out * n);
  for (guint k = 0; k < sums->n; k++)
    {
      const gint64 *weights = sums->keys[k].weights;
      const guint32 *column
          = fit_topology_column (topology, sums->keys[k].slot);

      for (guint i = 0; i < n; i++)
        out[i] += weights[column[indexes[i]]];
    }
}

void
fit_affinity_sums_map (const FitAffinitySums *sums, const FitNodeList *nodes,
                       gint64 *scores)
{
  FitArena *arena = sums->meta->arena;
  guint32 *indexes = fit_arena_newn (arena, guint32, nodes->n);

  for (guint i = 0; i < nodes->n; i++)
    indexes[i] = nodes->nodes[i]->index;
  add_up (sums, indexes, nodes->n, scores);
}

static inline gint64
points_of (gint64 max_score, gint64 sum, gint64 min, gint64 max)
{
  return fit_truncate ((double) max_score
                       * ((double) (sum - min) / (double) (max - min)));
}

void
fit_affinity_sums_scale (const FitAffinitySums *sums, gint64 *scores, guint n,
                         gint64 min, gint64 max)
{
  for (guint i = 0; i < n; i++)
    {
      min = MIN (min, scores[i]);
      max = MAX (max, scores[i]);
    }
  for (guint i = 0; i < n; i++)
    scores[i] = max - min > 0
                    ? points_of (sums->meta->max_score, scores[i], min, max)
                    : 0;
}

gboolean
fit_affinity_sums_add (const FitAffinitySums *sums, const FitTotals *totals,
                       gint64 weight, gint64 min, gint64 max)
{
  const gint64 most = sums->meta->max_score;
  const guint n = totals->n;
  gint64 *raws = fit_arena_newn (sums->meta->arena, gint64, n);

  if (!fit_totals_fit (most, weight))
    return FALSE;
  add_up (sums, totals->indexes, n, raws);
  for (guint i = 0; i < n; i++)
    if (totals->totals[i] >= FIT_TOTALS_FEASIBLE)
      {
        min = MIN (min, raws[i]);
        max = MAX (max, raws[i]);
      }
  for (guint i = 0; i < n && max - min > 0; i++)
    if (raws[i] != min && totals->totals[i] >= FIT_TOTALS_FEASIBLE)
      totals->totals[i]
          += (gint32) (weight * points_of (most, raws[i], min, max));
  return TRUE;
}
