/* pair-buckets.h - what is worth comparing when selectors meet labels
 *
 * A selector that requires KEY=VALUE matches only labels with that pair.  So
 * things with labels are kept in one bucket per pair that they have, and things
 * with selectors in one bucket each, of one pair that they require; only what
 * is in the right bucket has to be matched.  Pairs of different namespaces have
 * different buckets.  Entries of a bucket are in the order in which they were
 * added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/selector.h"

typedef struct _FitPairBuckets FitPairBuckets;

typedef struct
{
  guint64 sequence;
  gpointer member; /* borrowed */
} FitBucketEntry;

FitPairBuckets *fit_pair_buckets_new (void);
void fit_pair_buckets_free (FitPairBuckets *buckets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPairBuckets, fit_pair_buckets_free)

/* -- things with labels ---------------------------------------------------- */

/* fit_pair_buckets_add_labels: @namespace_: (nullable) (interned): NULL if
 * selectors of any namespace will be asked about; it and @labels (nullable)
 * have to outlive @buckets */
void fit_pair_buckets_add_labels (FitPairBuckets *buckets,
                                  const char *namespace_,
                                  const FitLabels *labels, gpointer member);

/* fit_pair_buckets_find_labels: finds what has to be matched with @selector,
 * among the things that were added with @namespace_.
 * Returns: (transfer none) (nullable): the entries; NULL if there are none */
const FitBucketEntry *
fit_pair_buckets_find_labels (const FitPairBuckets *buckets,
                              const char *namespace_,
                              const FitSelector *selector, guint *out_n);

/* -- things with selectors ------------------------------------------------- */

/* One condition of a query: namespaces and a selector. */
typedef struct
{
  guint n_namespaces;            /* 0: any namespace */
  const char *const *namespaces; /* interned */
  FitSelector *selector;
  gboolean nowhere; /* matches in no namespace */
} FitPodCondition;

/**
 * fit_pair_buckets_add_conditions:
 * @conditions: all have to hold for pods of @member; their namespaces and
 *   selectors have to outlive @buckets
 * @sequence: greater than that of what was added before, unless all are always
 *   asked for
 */
void fit_pair_buckets_add_conditions (FitPairBuckets *buckets,
                                      const FitPodCondition *conditions,
                                      guint n, guint64 sequence,
                                      gpointer member);

/* fit_pair_buckets_remove_conditions: removes @member, which was added with
 * @conditions */
void fit_pair_buckets_remove_conditions (FitPairBuckets *buckets,
                                         const FitPodCondition *conditions,
                                         guint n, gpointer member);

/* fit_pair_buckets_find_conditions: appends to @found (of FitBucketEntry) what
 * has to be matched with pods of @namespace_ and @labels, in order of sequence,
 * from sequence number @since on */
void fit_pair_buckets_find_conditions (const FitPairBuckets *buckets,
                                       const char *namespace_,
                                       const FitLabels *labels, guint64 since,
                                       GArray *found);
