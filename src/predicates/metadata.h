/* metadata.h - what predicates know about a pod before they see a node
 *
 * Produced once per pod and cycle.  For "what if" questions (nominated pods,
 * preemption) pods are added to and removed from a shallow copy; the indexes
 * of the cache stay as they are and the copy carries the differences.
 * Source: kube-scheduler v1.16 predicates/metadata.go.
 */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

typedef struct _FitAffinityMetadata FitAffinityMetadata;
typedef struct _FitSpreadMetadata FitSpreadMetadata;

/* A pod that a copy of the metadata has, or has not, unlike the cache. */
typedef struct
{
  const FitPod *pod;       /* borrowed */
  const FitNodeInfo *node; /* borrowed: where it comes to or leaves */
  gboolean indexed;        /* the indexes of the cache count it */
  gboolean present;        /* now */
  gboolean added;          /* present because it was added */
  guint turn;              /* greater than that of what changed before */
} FitMetadataChange;

struct _FitPredicateMetadata
{
  const FitPod *pod;      /* borrowed */
  FitPodClass *pod_class; /* borrowed */
  FitCache *cache;        /* borrowed */
  FitFeatureGates gates;
  FitArena *arena; /* of the cycle; not for checks, which run on
                             several threads */
  gboolean usable; /* FALSE: v1.16 would have no metadata (an invalid selector
                      somewhere): predicates take their slow paths */
  FitResources request; /* with overhead, by gate */
  gboolean requests_nothing;
  gboolean best_effort;
  guint n_ignored; /* extended resources that extenders take care of */
  const char *const *ignored;          /* interned */
  const FitAffinityMetadata *affinity; /* (nullable) NULL when not usable */
  FitSpreadMetadata *spread; /* (nullable) NULL without hard constraint or when
                                not usable; a copy has its own */
  FitNodeVolumes *node_volumes; /* (nullable): by node index, where attach
                                   limit predicates leave their counts on
                                   success; gate BalanceAttachedNodeVolumes */
  guint n_changes;              /* what a copy differs in; 0 in the original */
  guint changes_room;
  FitMetadataChange *changes;
  guint n_turns; /* changes made so far, one and the same pod's included */
};

/**
 * fit_predicate_metadata_new:
 * @arena: gives all memory
 * @ignored: (nullable): interned names of resources to ignore
 *
 * Single-threaded part of a cycle.
 *
 * Returns: (transfer none): owned by @arena
 */
FitPredicateMetadata *
fit_predicate_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena,
                            const char *const *ignored, guint n_ignored);

/* fit_predicate_metadata_new_plain: for plugins of later releases, which find
 * out themselves what they need to know about other pods; resources that are
 * ignored are theirs to know too */
FitPredicateMetadata *fit_predicate_metadata_new_plain (FitCache *cache,
                                                        const FitPod *pod,
                                                        FitArena *arena);

/* fit_predicate_metadata_copy: Returns: (transfer none): a shallow copy to
 * which pods can be added, owned by @arena */
FitPredicateMetadata *
fit_predicate_metadata_copy (const FitPredicateMetadata *meta, FitArena *arena);

/**
 * fit_predicate_metadata_add_pod, fit_predicate_metadata_remove_pod:
 * @meta: a copy
 * @pod: comes to, or leaves, @node
 * @arena: for the difference
 *
 * v1.16 AddPod and RemovePod, their quirks included: an added pod that
 * matches any anti-affinity term counts for all terms; a pod without nodeName
 * (a nominated one) does not count for the affinity of the incoming pod; a pod
 * whose own anti-affinity has an invalid selector is not added.
 * Adding or removing the incoming pod itself changes nothing.
 */
void fit_predicate_metadata_add_pod (FitPredicateMetadata *meta,
                                     const FitPod *pod, const FitNodeInfo *node,
                                     FitArena *arena);
void fit_predicate_metadata_remove_pod (FitPredicateMetadata *meta,
                                        const FitPod *pod,
                                        const FitNodeInfo *node,
                                        FitArena *arena);

G_END_DECLS
