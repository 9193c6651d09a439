/* inter-pod-affinity-sums.c - adds up the weights of affinity terms by topology
 * value, and turns them into scores
 * Tests: tests/rules/test-inter-pod-affinity-score.c,
 * tests/rules/test-inter-pod-affinity-former.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/inter-pod-affinity-sums.h"
#include "cluster/cache.h"
#include "cluster/node-kinds.h"
#include "cluster/place-set.h"

#include <string.h>

/* What one term adds to a value. */
struct _FitAffinityShare
{
  FitAffinityShare *next;
  guint n_values;         /* others get nothing */
  const guint32 *pods;    /* (nullable): of all values: each adds @weight */
  const FitTermSum *sums; /* the same, if @pods is NULL: each pod that requires
                             affinity adds @weight */
  const guint8 *scores;   /* with @sums: 1 where there may be any */
  gint64 weight;
  FitPodQuery *query; /* (nullable): what @pods are the counts of */
  FitPodTerm *term;   /* (nullable): what @sums are of */
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
  FitPodQuery *query = fit_pod_index_query (index, covers, 1);
  const guint32 *pods = fit_pod_query_counts (index, query, slot, &total);

  add_share (sums, slot,
             (FitAffinityShare){
                 .n_values = fit_topology_n_values (topology, slot),
                 .pods = pods,
                 .weight = (gint32) ((guint32) term->weight * (guint32) sign),
                 .query = query,
             });
  return total;
}

void
fit_affinity_sums_add_others (FitAffinitySums *sums, FitPodTerm *term,
                              gint64 hard_weight)
{
  add_share (sums, term->slot,
             (FitAffinityShare){ .n_values = term->n_values,
                                 .sums = term->sums,
                                 .scores = term->scores,
                                 .weight = hard_weight,
                                 .term = term });
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
      key->is_taken = fit_arena_new0 (sums->meta->arena, guint8, n_values);
      add_share (sums, slot,
                 (FitAffinityShare){ .n_values = n_values,
                                     .sums = key->taken,
                                     .scores = key->is_taken });
    }
  key->taken[value].preferred -= weight;
  key->is_taken[value] = 1;
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

/* Writes the sum of each of @n nodes. */
static void
add_up (const FitAffinitySums *sums, const guint32 *indexes, guint n,
        gint64 *out)
{
  memset (out, 0, sizeof *out * n);
  for (guint k = 0; k < sums->n; k++)
    {
      const FitKeyShares *key = &sums->keys[k];
      const FitTopology *topology = fit_cache_topology (sums->meta->cache);
      const guint32 *column = fit_topology_column (topology, key->slot);
      const guint n_values = fit_topology_n_values (topology, key->slot);
      gint64 *weights = NULL;

      /* Add up the weights of all values first, if there are fewer than
       * nodes. */
      if (n_values < n)
        weights = fit_arena_new0 (sums->meta->arena, gint64, n_values);
      for (const FitAffinityShare *share = key->shares; share != NULL;
           share = share->next)
        if (weights == NULL)
          add_to_nodes (*share, column, indexes, n, out);
        else
          for (guint value = 0; value < MIN (n_values, share->n_values);
               value++)
            weights[value] += weight_of (share, value);
      for (guint i = 0; weights != NULL && i < n; i++)
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

/* Of which sums all nodes are that count. */
typedef struct
{
  gint64 min;
  gint64 max;
} Range;

static Range
range_with (Range range, gint64 sum)
{
  return (Range){ MIN (range.min, sum), MAX (range.max, sum) };
}

/* 0 to @max_score, so nothing but the fraction is lost. */
static inline gint64
points_of (gint64 max_score, gint64 sum, Range range)
{
  return (gint64) ((double) max_score
                   * ((double) (sum - range.min)
                      / (double) (range.max - range.min)));
}

void
fit_affinity_sums_scale (const FitAffinitySums *sums, gint64 *scores, guint n,
                         gint64 min, gint64 max)
{
  Range range = { min, max };

  for (guint i = 0; i < n; i++)
    range = range_with (range, scores[i]);
  for (guint i = 0; i < n; i++)
    scores[i] = range.max - range.min > 0
                    ? points_of (sums->meta->max_score, scores[i], range)
                    : 0;
}

/* Nodes whose sums are not those of their kinds. */
typedef struct
{
  guint n;
  guint32 *places;
  guint64 *listed; /* a bit for each place */
  gint64 *more;    /* by place, if listed: what their sums have besides */
} Others;

/* Returns: (nullable): where the nodes are to which a share adds something */
static const guint64 *
places_of (const FitAffinitySums *sums, const FitKeyShares *key,
           const FitAffinityShare *share)
{
  FitPodIndex *index = fit_cache_pod_index (sums->meta->cache);

  if (share->query != NULL)
    return fit_pod_query_places (index, share->query, key->slot);
  return share->term != NULL
             ? fit_pod_term_places (index, share->term, FIT_TERM_SCORES)
             : NULL;
}

/* Looks at each node for something that a share adds to it.  The share is a copy,
 * so that the compiler knows that nothing changes it. */
static guint
look_at_all (FitAffinityShare share, const guint32 *column,
             const FitTotals *totals, guint32 *found)
{
  const guint32 *indexes = totals->indexes;
  const guint all = totals->n;
  guint n = 0;

  if (share.pods != NULL)
    for (guint i = 0; i < all; i++)
      {
        found[n] = i;
        n += share.pods[column[indexes[i]]] != 0;
      }
  else
    for (guint i = 0; i < all; i++)
      {
        found[n] = i;
        n += share.scores[column[indexes[i]]];
      }
  return n;
}

/* Adds up for each node what the terms with a key add, of which kinds do not
 * tell. */
static void
add_to_others (const FitAffinitySums *sums, const FitKeyShares *key,
               const FitTotals *totals, guint32 *found, Others *others)
{
  const guint32 *column
      = fit_topology_column (fit_cache_topology (sums->meta->cache), key->slot);

  for (const FitAffinityShare *share = key->shares; share != NULL;
       share = share->next)
    {
      const guint64 *places = places_of (sums, key, share);
      const guint n = places != NULL
                          ? fit_places_list (places, totals->n_circle,
                                             totals->first, totals->n, found)
                          : look_at_all (*share, column, totals, found);

      fit_totals_know (totals, found, n);
      for (guint i = 0; i < n; i++)
        {
          const guint32 place = found[i];

          const guint64 bit = G_GUINT64_CONSTANT (1) << place % 64;

          if (totals->totals[place] < FIT_TOTALS_FEASIBLE)
            continue;
          if (!(others->listed[place / 64] & bit))
            {
              others->places[others->n++] = place;
              others->listed[place / 64] |= bit;
              others->more[place] = 0;
            }
          others->more[place]
              += weight_of (share, column[totals->indexes[place]]);
        }
    }
}

static void
add_to_kinds (const FitKeyShares *key, const FitTotals *totals, gint64 *of_kind)
{
  for (guint kind = 0; kind < totals->n_kinds; kind++)
    {
      const guint32 value
          = fit_node_kind_value (totals->kinds, kind, key->slot);

      for (const FitAffinityShare *share = key->shares; share != NULL;
           share = share->next)
        if (value < share->n_values)
          of_kind[kind] += weight_of (share, value);
    }
}

/* Returns: @range with the sums of the feasible nodes that are not among the
 * @others.  Mostly no kind has a sum that a few nodes have not shown. */
static Range
range_of_kinds (const FitTotals *totals, const Others *others,
                const gint64 *of_kind, Range range)
{
  const guint n = totals->n;
  Range all = range;

  for (guint kind = 0; kind < totals->n_kinds; kind++)
    {
      all = range_with (all, of_kind[kind]);
      /* None of these is among the others. */
      if (totals->unknown != NULL && totals->unknown[kind] > 0)
        range = range_with (range, of_kind[kind]);
    }
  for (guint i = 0; i < n && (range.min > all.min || range.max < all.max); i++)
    if (totals->totals[i] >= FIT_TOTALS_FEASIBLE
        && !(others->listed[i / 64] >> i % 64 & 1))
      range = range_with (range, of_kind[totals->kind_of[totals->indexes[i]]]);
  return range;
}

gboolean
fit_affinity_sums_add (const FitAffinitySums *sums, const FitTotals *totals,
                       gint64 weight, gint64 min, gint64 max)
{
  FitArena *arena = sums->meta->arena;
  const gint64 most = sums->meta->max_score;
  const guint n = totals->n, n_kinds = totals->n_kinds;
  gint64 *of_kind = fit_arena_new0 (arena, gint64, n_kinds);
  gint32 *points = fit_arena_new0 (arena, gint32, n_kinds);
  Range range = { min, max };
  guint32 *found = NULL;
  Others others = { .listed = fit_arena_new0 (arena, guint64, n / 64 + 1) };

  if (!fit_totals_fit (most, weight))
    return FALSE;
  for (guint k = 0; k < sums->n; k++)
    if (fit_node_kinds_tell (totals->kinds, sums->keys[k].slot))
      add_to_kinds (&sums->keys[k], totals, of_kind);
    else
      {
        if (found == NULL)
          {
            found = fit_arena_newn (arena, guint32, n + 1);
            others.places = fit_arena_newn (arena, guint32, n);
            others.more = fit_arena_newn (arena, gint64, n);
          }
        add_to_others (sums, &sums->keys[k], totals, found, &others);
      }
  for (guint i = 0; i < others.n; i++)
    {
      const guint32 place = others.places[i];

      others.more[place] += of_kind[totals->kind_of[totals->indexes[place]]];
      range = range_with (range, others.more[place]);
    }
  range = range_of_kinds (totals, &others, of_kind, range);
  if (range.max - range.min <= 0)
    return TRUE;
  /* Nodes of a kind that is out of range are others, or do not fit. */
  for (guint kind = 0; kind < n_kinds; kind++)
    {
      if (of_kind[kind] >= range.min && of_kind[kind] <= range.max)
        points[kind]
            = (gint32) (weight * points_of (most, of_kind[kind], range));
      totals->points[kind] += points[kind];
    }
  for (guint i = 0; i < others.n; i++)
    {
      const guint32 place = others.places[i];

      totals->totals[place]
          += (gint32) (weight * points_of (most, others.more[place], range))
             - points[totals->kind_of[totals->indexes[place]]];
    }
  return TRUE;
}
