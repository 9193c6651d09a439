/* metadata.h - data about a pod that predicates share for all nodes
 *
 * Created once per pod and cycle.  For what-if questions (nominated pods,
 * preemption) pods are added to and removed from a shallow copy.  The indexes
 * of the cache do not change; the copy holds the differences.
 * Source: kube-scheduler v1.16 predicates/metadata.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

typedef struct _FitAffinityMetadata FitAffinityMetadata;
typedef struct _FitAffinityChanges FitAffinityChanges;
typedef struct _FitChangeCounts FitChangeCounts;
typedef struct _FitSpreadMetadata FitSpreadMetadata;

/* A pod that was added to or removed from a copy of the metadata. */
typedef struct
{
  const FitPod *pod;       /* borrowed */
  const FitNodeInfo *node; /* borrowed: the node that it comes to or leaves */
  gboolean indexed;        /* it is counted in the indexes of the cache */
  gboolean present;        /* now */
  gboolean added;          /* present because it was added */
  guint turn;              /* increases with every change */
} FitMetadataChange;

struct _FitPredicateMetadata
{
  const FitPod *pod;      /* borrowed */
  FitPodClass *pod_class; /* borrowed */
  FitCache *cache;        /* borrowed */
  FitFeatureGates gates;
  FitArena *arena; /* of the cycle */
  gboolean usable; /* FALSE: v1.16 would have no metadata, because a selector is
                      invalid: predicates take their slow paths */
  FitResources request; /* with overhead, by gate */
  gboolean requests_nothing;
  gboolean best_effort;
  guint n_ignored; /* extended resources that only extenders handle */
  const char *const *ignored;          /* interned */
  const FitAffinityMetadata *affinity; /* (nullable) NULL when not usable */
  FitSpreadMetadata *spread; /* (nullable) NULL without hard constraints or if
                                not usable; a copy has its own */
  FitNodeVolumes *node_volumes; /* (nullable): by node index; attach limit
                                   predicates store their counts here on
                                   success; gate BalanceAttachedNodeVolumes */
  guint n_changes;              /* the differences of a copy; 0 in the
                                   original */
  guint changes_room;
  FitMetadataChange *changes;
  guint n_places; /* size of @places: 0 while there are few changes */
  guint *places;  /* (nullable): a hash table by pod: index in @changes + 1 */
  FitChangeCounts *change_counts; /* (nullable): what rules count, and what
                                     @changes mean for it */
  FitAffinityChanges *affinity_changes; /* (nullable): what @changes mean for
                                           @affinity */
  guint n_turns; /* number of changes so far, counting repeated changes of a
                    pod */
};

G_END_DECLS
