/* spread-metadata.h - pods per topology pair, for EvenPodsSpread
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"

/* The two smallest counts of a topology key.  The first is exact only while
 * pods are added to and removed from a single node. */
typedef struct
{
  guint32 value[2];
  gint32 count[2];
} FitSpreadMinima;

/* Counts of one topology key; constraints with the same key share them. */
typedef struct
{
  const char *key;       /* interned */
  const guint32 *column; /* value id by node index */
  const gint32 *counts;  /* by value id, of the original */
  FitSpreadMinima minima;
  guint counter; /* of pods that were added or removed */
} FitSpreadKey;

typedef struct
{
  const FitSpreadConstraint *constraint; /* hard */
  guint key;                             /* in keys */
} FitSpreadRule;

struct _FitSpreadMetadata
{
  guint n_rules;
  const FitSpreadRule *rules;
  guint n_keys;
  FitSpreadKey *keys;
  gboolean any_pair; /* some eligible node has all keys */
};

/* fit_spread_metadata_new: Returns: (transfer none) (nullable): owned by
 * meta->arena.  NULL with *@out_invalid FALSE: there is no hard constraint.
 * NULL with TRUE: a selector is invalid, and there are pods to match it
 * against */
FitSpreadMetadata *fit_spread_metadata_new (FitPredicateMetadata *meta,
                                            gboolean *out_invalid);

/* fit_spread_metadata_copy: Returns: (transfer none): owned by @arena */
FitSpreadMetadata *fit_spread_metadata_copy (const FitSpreadMetadata *spread,
                                             FitArena *arena);

/* fit_spread_metadata_changed: @pod was added to or removed from @node; call it
 * after the change is recorded in @meta */
void fit_spread_metadata_changed (FitPredicateMetadata *meta, const FitPod *pod,
                                  const FitNodeInfo *node);

/* fit_spread_skew: computes the skew of @rule on @node: pods there minus the
 * minimum, without the incoming pod.  Returns: FALSE if the node lacks the
 * key */
gboolean fit_spread_skew (const FitPredicateMetadata *meta,
                          const FitSpreadRule *rule, const FitNodeInfo *node,
                          gint32 *out_skew);
