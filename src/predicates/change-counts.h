/* change-counts.h - how often rules count pods that were added to, or removed
 * from, a copy of the metadata
 *
 * A rule says once per pod which pods it counts.  Each change then updates the
 * sums, so that a check need not look at all changes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"

/* How often does a rule count the pod of @change? */
typedef gint32 (*FitChangeWeight) (const FitPredicateMetadata *meta,
                                   gconstpointer data,
                                   const FitMetadataChange *change);

typedef struct
{
  guint counter;
  guint32 value;
  gint32 sum; /* of pods that were added, minus those that were removed */
} FitChangeSum;

/**
 * fit_change_counter_new:
 * @meta: the original
 * @data: borrowed, for @weight
 * @column: (nullable): sums are kept for each value in it, by node index; NULL:
 *   for each node index
 *
 * Returns: the number of the counter, from 1 on: nothing is counted at 0
 */
guint fit_change_counter_new (FitPredicateMetadata *meta,
                              FitChangeWeight weight, gconstpointer data,
                              const guint32 *column);

/* fit_change_sums: Returns: (nullable): all @*out_n of them; a value that no
 * change was counted at has none */
const FitChangeSum *fit_change_sums (const FitPredicateMetadata *meta,
                                     guint *out_n);

/* fit_change_sum: Returns: (nullable): that of @counter at @value */
const FitChangeSum *fit_change_sum (const FitPredicateMetadata *meta,
                                    guint counter, guint32 value);

/* fit_change_count: Returns: the sum of @counter at @value, 0 if there is
 * none */
gint32 fit_change_count (const FitPredicateMetadata *meta, guint counter,
                         guint32 value);

/* fit_change_counts_copy: Returns: (transfer none) (nullable): owned by
 * @arena */
FitChangeCounts *fit_change_counts_copy (const FitChangeCounts *counts,
                                         FitArena *arena);

/* fit_change_counts_add: adds @difference for each time that the pod of @change
 * counts */
void fit_change_counts_add (FitPredicateMetadata *meta,
                            const FitMetadataChange *change, gint32 difference,
                            FitArena *arena);
