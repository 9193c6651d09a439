/* affinity-metadata.h - topology pairs of inter-pod affinity
 *
 * v1.16 keeps maps from (topology key, value) to sets of pods.  Here they are a
 * view of the counts in the pod index, corrected by the changes in a metadata
 * copy.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "predicates/metadata.h"

/* A required anti-affinity term of running pods that matches the incoming
 * pod. */
typedef struct
{
  const char *key;        /* interned topology key */
  const guint32 *column;  /* value id by node index */
  const FitTermSum *sums; /* by value id; all 0 for FIT_TOPOLOGY_ABSENT */
  FitPodTerm *term;       /* whose sums these are */
} FitExistingTerm;

/* A required term of the incoming pod. */
typedef struct
{
  const char *key;           /* interned topology key */
  FitPodCondition condition; /* the pods that it matches */
  const guint32 *column;
  const guint32 *counts; /* by value id: pods that satisfy the term (affinity:
                            all terms); 0 for FIT_TOPOLOGY_ABSENT */
  guint slot;            /* of the key */
  FitPodQuery *query;    /* whose counts these are */
} FitIncomingTerm;

struct _FitAffinityMetadata
{
  guint n_existing;
  FitExistingTerm *existing;
  guint n_affinity;
  FitIncomingTerm *affinity;
  guint64 affinity_total; /* number of pods counted in @affinity over all
                             keys */
  gboolean self_match;    /* the incoming pod matches its own affinity */
  guint n_anti;
  FitIncomingTerm *anti;
  gboolean exact; /* without the quirks of v1.16: an added pod counts as if it
                     had been there from the start, and the first pod of a group
                     needs a node with all topology keys */
  const FitLabels *namespace_labels; /* (nullable): of the incoming pod's
                                        namespace */
};

/* fit_affinity_metadata_new: Returns: (transfer none) (nullable): owned by
 * meta->arena; NULL if a selector is invalid */
FitAffinityMetadata *
fit_affinity_metadata_new (const FitPredicateMetadata *meta);

/**
 * fit_affinity_metadata_new_exact:
 * @negative_everywhere: as in 1.34, a namespaceSelector that matches a
 *   namespace without labels selects all namespaces
 *
 * The same for releases after v1.16.  An invalid selector matches nothing.
 */
FitAffinityMetadata *
fit_affinity_metadata_new_exact (const FitPredicateMetadata *meta,
                                 gboolean negative_everywhere);

/* fit_affinity_term_condition: Returns: the pods that @term of a pod in
 * @owner_namespace (interned) matches, with its namespaceSelector resolved;
 * memory of @arena, except condition.selector, which is borrowed from @term */
FitPodCondition fit_affinity_term_condition (const FitListers *listers,
                                             const FitAffinityTerm *term,
                                             const char *owner_namespace,
                                             gboolean negative_everywhere,
                                             FitArena *arena);

/* fit_affinity_condition_holds: does @condition match @pod? */
gboolean fit_affinity_condition_holds (const FitPodCondition *condition,
                                       const FitPod *pod);

/* fit_affinity_incoming_matches: does @term of @owner match the incoming
 * pod? */
gboolean fit_affinity_incoming_matches (const FitPredicateMetadata *meta,
                                        const FitAffinityTerm *term,
                                        const FitPod *owner);

/* fit_affinity_changes_copy: Returns: (transfer none) (nullable): a copy owned
 * by @arena; NULL for NULL */
FitAffinityChanges *
fit_affinity_changes_copy (const FitAffinityChanges *changes, FitArena *arena);

/* fit_affinity_changes_count: adds what @change means now to the sums of @meta
 * (@sign 1), or subtracts it (-1).  Subtract it before @change changes, and add
 * it again afterwards. */
void fit_affinity_changes_count (FitPredicateMetadata *meta,
                                 const FitMetadataChange *change, gint sign,
                                 FitArena *arena);

/* fit_affinity_exclude, fit_affinity_exclude_kinds: what exclude() and
 * exclude_kinds() of a FitPredicateInfo say, where one of the next three says that
 * the incoming pod may not run */
void fit_affinity_exclude (const FitPredicateMetadata *meta,
                           const FitNodeKinds *kinds, const guint32 *list,
                           guint begin, guint n, guint64 *excluded);
gboolean fit_affinity_exclude_kinds (const FitPredicateMetadata *meta,
                                     const FitNodeKinds *kinds,
                                     gboolean *excluded);

/* fit_affinity_existing_violated: does a running pod's anti-affinity exclude
 * the incoming pod from @node? */
gboolean fit_affinity_existing_violated (const FitPredicateMetadata *meta,
                                         const FitNodeInfo *node);

/* fit_affinity_satisfied: is the incoming pod's required affinity satisfied on
 * @node? */
gboolean fit_affinity_satisfied (const FitPredicateMetadata *meta,
                                 const FitNodeInfo *node);

/* fit_anti_affinity_violated: does a running pod violate one of the incoming
 * pod's required anti-affinity terms on @node? */
gboolean fit_anti_affinity_violated (const FitPredicateMetadata *meta,
                                     const FitNodeInfo *node);
