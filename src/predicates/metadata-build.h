/* metadata-build.h - creating the metadata of a pod, and copies of it that
 * change
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/metadata.h"

/**
 * fit_predicate_metadata_new:
 * @arena: for all memory
 * @ignored: (nullable): interned names of resources to ignore
 *
 * Part of a cycle that runs on one thread.
 *
 * Returns: (transfer none): owned by @arena
 */
FitPredicateMetadata *
fit_predicate_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena,
                            const char *const *ignored, guint n_ignored);

/* fit_predicate_metadata_new_plain: for plugins of later releases, which
 * compute what they need to know about other pods, and which resources to
 * ignore, themselves */
FitPredicateMetadata *fit_predicate_metadata_new_plain (FitCache *cache,
                                                        const FitPod *pod,
                                                        FitArena *arena);

/* fit_predicate_metadata_copy: Returns: (transfer none): a shallow copy to
 * which pods can be added, owned by @arena */
FitPredicateMetadata *
fit_predicate_metadata_copy (const FitPredicateMetadata *meta, FitArena *arena);

/* fit_predicate_metadata_find_change: Returns: (transfer none) (nullable): NULL
 * if @pod was neither added to @meta nor removed from it */
const FitMetadataChange *
fit_predicate_metadata_find_change (const FitPredicateMetadata *meta,
                                    const FitPod *pod);

/**
 * fit_predicate_metadata_add_pod, fit_predicate_metadata_remove_pod:
 * @meta: a copy
 * @pod: the pod that comes to, or leaves, @node
 * @arena: for the difference
 *
 * v1.16 AddPod and RemovePod, including their quirks: an added pod that matches
 * any anti-affinity term counts for all terms; a pod without nodeName (a
 * nominated one) does not count for the affinity of the incoming pod; a pod
 * whose own anti-affinity has an invalid selector is not added.  Adding or
 * removing the incoming pod itself changes nothing.
 */
void fit_predicate_metadata_add_pod (FitPredicateMetadata *meta,
                                     const FitPod *pod, const FitNodeInfo *node,
                                     FitArena *arena);
void fit_predicate_metadata_remove_pod (FitPredicateMetadata *meta,
                                        const FitPod *pod,
                                        const FitNodeInfo *node,
                                        FitArena *arena);
