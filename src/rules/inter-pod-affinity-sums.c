/* inter-pod-affinity-sums.c - adds up the weights of affinity terms by topology
 * value, and turns them into scores
 * Tests: tests/rules/test-inter-pod-affinity-score.c,
 * tests/rules/test-inter-pod-affinity-former.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/inter-pod-affinity-sums.h"
#include "cluster/cache.h"

#include <string.h>

/* What one term adds to a value. */
struct _FitAffinityShare
{
  FitAffinityShare *next;
  guint n_values;         /* others get nothing */
  const guint32 *pods;    /* (nullable): of all values: each adds @weight */
  const FitTermSum *sums; /* the same, if @pods is NULL: each pod that requires
                             affinity adds @weight */
  gint64 weight;
};

static inline gint64
weight_of (const FitAffinityShare *share, guint32 value)
{
  return share->pods != NULL
             ? (gint64) share->pods[value] * share->weight
             : share->sums[value].required_affinity * share->weight
                   + share->sums[value].preferred;
}

void
fit_affinity_sums_init (FitAffinitySums *sums, const FitPriorityMetadata *meta,
                        gsize most_terms)
{
  *sums = (FitAffinitySums){
    .meta = meta,
    .keys = fit_arena_newn (meta->arena, FitKeyShares, most_terms),
  };
}

static FitKeyShares *
key_for_slot (FitAffinitySums *sums, guint slot)
{
  FitKeyShares *key = sums->keys;

  while (key < sums->keys + sums->n && key->slot != slot)
    key++;
  if (key == sums->keys + sums->n)
    {
      sums->n++;
      *key = (FitKeyShares){ .slot = slot };
    }
  return key;
}

static void
add_share (FitAffinitySums *sums, guint slot, FitAffinityShare share)
{
  FitKeyShares *key = key_for_slot (sums, slot);
  FitAffinityShare *added
      = fit_arena_new0 (sums->meta->arena, FitAffinityShare, 1);

  *added = share;
  added->next = key->shares;
  key->shares = added;
}

guint64
fit_affinity_sums_add_own (FitAffinitySums *sums, const FitAffinityTerm *term,
                           const FitPodCondition *covers, gint32 sign)
{
  FitCache *cache = sums->meta->cache;
  FitTopology *topology = fit_cache_topology (cache);
  FitPodIndex *index = fit_cache_pod_index (cache);
  const guint slot = fit_topology_slot (topology, term->topology_key);
  guint64 total = 0;
  const guint32 *pods = fit_pod_query_counts (
      index, fit_pod_index_query (index, covers, 1), slot, &total);

  add_share (sums, slot,
             (FitAffinityShare){
                 .n_values = fit_topology_n_values (topology, slot),
                 .pods = pods,
                 .weight = (gint32) ((guint32) term->weight * (guint32) sign),
             });
  return total;
}

void
fit_affinity_sums_add_others (FitAffinitySums *sums, const FitPodTerm *term,
                              gint64 hard_weight)
{
  add_share (sums, term->slot,
             (FitAffinityShare){ .n_values = term->n_values,
                                 .sums = term->sums,
                                 .weight = hard_weight });
}

void
fit_affinity_sums_take_back (FitAffinitySums *sums, const FitAffinityTerm *term,
                             guint node, gint64 weight)
{
  FitTopology *topology = fit_cache_topology (sums->meta->cache);
  const guint slot = fit_topology_slot (topology, term->topology_key);
  const guint n_values = fit_topology_n_values (topology, slot);
  const guint32 value = fit_topology_column (topology, slot)[node];
  FitKeyShares *key = key_for_slot (sums, slot);

  if (value == FIT_TOPOLOGY_ABSENT)
    return;
  if (key->taken == NULL)
    {
      key->taken = fit_arena_new0 (sums->meta->arena, FitTermSum, n_values);
      add_share (
          sums, slot,
          (FitAffinityShare){ .n_values = n_values, .sums = key->taken });
    }
  key->taken[value].preferred -= weight;
}

/* @share is a copy, so that the compiler knows that nothing changes it. */
static void
add_to_nodes (FitAffinityShare share, const guint32 *column,
              const guint32 *indexes, guint n, gint64 *out)
{
  if (share.pods != NULL)
    for (guint i = 0; i < n; i++)
      out[i] += (gint64) share.pods[column[indexes[i]]] * share.weight;
  else
    for (guint i = 0; i < n; i++)
      {
        const guint32 value = column[indexes[i]];

        if (value < share.n_values)
          out[i] += weight_of (&share, value);
      }
}

/* Adds up the weights of all values first, if there are fewer than nodes. */
static void
add_key (const FitAffinitySums *sums, const FitKeyShares *key,
         const guint32 *indexes, guint n, gint64 *out)
{
  const FitTopology *topology = fit_cache_topology (sums->meta->cache);
  const guint32 *column = fit_topology_column (topology, key->slot);
  const guint n_values = fit_topology_n_values (topology, key->slot);
  gint64 *weights = NULL;

  if (n_values < n)
    weights = fit_arena_new0 (sums->meta->arena, gint64, n_values);
  for (const FitAffinityShare *share = key->shares; share != NULL;
       share = share->next)
    if (weights == NULL)
      add_to_nodes (*share, column, indexes, n, out);
    else
      for (guint value = 0; value < MIN (n_values, share->n_values); value++)
        weights[value] += weight_of (share, value);
  for (guint i = 0; weights != NULL && i < n; i++)
    out[i] += weights[column[indexes[i]]];
}

/* Writes the sum of each of @n nodes. */
static void
add_up (const FitAffinitySums *sums, const guint32 *indexes, guint n,
        gint64 *out)
{
  memset (out, 0, sizeof *out * n);
  for (guint k = 0; k < sums->n; k++)
    add_key (sums, &sums->keys[k], indexes, n, out);
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

/* 0 to @max_score, so nothing but the fraction is lost. */
static inline gint64
points_of (gint64 max_score, gint64 sum, gint64 min, gint64 max)
{
  return (gint64) ((double) max_score
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
  gint32 *sum = totals->totals;

  if (!fit_totals_fit (most, weight))
    return FALSE;
  add_up (sums, totals->indexes, n, raws);
  /* Neither loop branches on which nodes are feasible: the processor could not
   * predict it. */
  for (guint i = 0; i < n; i++)
    {
      const gboolean fits = sum[i] >= FIT_TOTALS_FEASIBLE;
      const gint64 low = fits ? raws[i] : min, high = fits ? raws[i] : max;

      min = MIN (min, low);
      max = MAX (max, high);
    }
  if (max - min <= 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    sum[i]
        += (gint32) weight
           * (gint32) points_of (
               most, sum[i] >= FIT_TOTALS_FEASIBLE ? raws[i] : min, min, max);
  return TRUE;
}
