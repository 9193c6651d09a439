/* change-counts.c - keeps the sums of what changes count, by counter and value
 *
 * Nearly always all changes are on one node, so there are as many sums as
 * counters.
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/change-counts.h"

#include <string.h>

typedef struct
{
  FitChangeWeight weight;
  gconstpointer data;    /* borrowed */
  const guint32 *column; /* (nullable) borrowed */
} Counter;

struct _FitChangeCounts
{
  guint n_counters;
  guint counters_room;
  Counter *counters;
  guint n_sums;
  guint sums_room;
  FitChangeSum *sums;
};

guint
fit_change_counter_new (FitPredicateMetadata *meta, FitChangeWeight weight,
                        gconstpointer data, const guint32 *column)
{
  FitChangeCounts *counts = meta->change_counts;

  if (counts == NULL)
    counts = meta->change_counts
        = fit_arena_new0 (meta->arena, FitChangeCounts, 1);
  if (counts->n_counters == counts->counters_room)
    {
      const guint room = MAX (counts->counters_room * 2, 4);
      Counter *grown = fit_arena_newn (meta->arena, Counter, room);

      if (counts->n_counters > 0)
        memcpy (grown, counts->counters, sizeof *grown * counts->n_counters);
      counts->counters = grown;
      counts->counters_room = room;
    }
  counts->counters[counts->n_counters] = (Counter){ weight, data, column };
  return ++counts->n_counters;
}

const FitChangeSum *
fit_change_sums (const FitPredicateMetadata *meta, guint *out_n)
{
  const FitChangeCounts *counts = meta->change_counts;

  *out_n = counts != NULL ? counts->n_sums : 0;
  return counts != NULL ? counts->sums : NULL;
}

const FitChangeSum *
fit_change_sum (const FitPredicateMetadata *meta, guint counter, guint32 value)
{
  guint n;
  const FitChangeSum *sums = fit_change_sums (meta, &n);

  for (guint i = 0; i < n; i++)
    if (sums[i].counter == counter && sums[i].value == value)
      return &sums[i];
  return NULL;
}

gint32
fit_change_count (const FitPredicateMetadata *meta, guint counter,
                  guint32 value)
{
  const FitChangeSum *sum = fit_change_sum (meta, counter, value);

  return sum != NULL ? sum->sum : 0;
}

FitChangeCounts *
fit_change_counts_copy (const FitChangeCounts *counts, FitArena *arena)
{
  FitChangeCounts *copy;

  if (counts == NULL)
    return NULL;
  copy = fit_arena_newn (arena, FitChangeCounts, 1);
  *copy = *counts;
  copy->sums_room = MAX (counts->n_sums, counts->n_counters);
  copy->sums = fit_arena_newn (arena, FitChangeSum, copy->sums_room);
  if (counts->n_sums > 0)
    memcpy (copy->sums, counts->sums, sizeof *copy->sums * counts->n_sums);
  return copy;
}

/* The sum of @counter at @value, 0 if it is new. */
static FitChangeSum *
sum_of (FitPredicateMetadata *meta, guint counter, guint32 value,
        FitArena *arena)
{
  FitChangeCounts *counts = meta->change_counts;
  const FitChangeSum *found = fit_change_sum (meta, counter, value);

  if (found != NULL)
    return &counts->sums[found - counts->sums];
  if (counts->n_sums == counts->sums_room)
    {
      FitChangeSum *grown
          = fit_arena_newn (arena, FitChangeSum, counts->sums_room * 2);

      memcpy (grown, counts->sums, sizeof *grown * counts->n_sums);
      counts->sums = grown;
      counts->sums_room *= 2;
    }
  counts->sums[counts->n_sums] = (FitChangeSum){ counter, value, 0 };
  return &counts->sums[counts->n_sums++];
}

void
fit_change_counts_add (FitPredicateMetadata *meta,
                       const FitMetadataChange *change, gint32 difference,
                       FitArena *arena)
{
  FitChangeCounts *counts = meta->change_counts;
  const guint32 node = change->node->index;

  for (guint c = 0; counts != NULL && c < counts->n_counters; c++)
    {
      const Counter *counter = &counts->counters[c];
      const gint32 weight = counter->weight (meta, counter->data, change);

      if (weight != 0)
        sum_of (meta, c + 1, counter->column ? counter->column[node] : node,
                arena)
            ->sum
            += difference * weight;
    }
}
