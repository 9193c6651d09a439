/* owner-selectors.h - the selectors by which a pod is spread
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/profile-plugin.h"

/* The selectors that similar pods must match, all of them.  If there are none,
 * the pod is not spread. */
typedef struct
{
  guint n;
  FitSelector *const *selectors; /* borrowed */
} FitOwnerSelectors;

/**
 * fit_owner_selectors:
 * @by_reference: if TRUE, of ReplicationControllers, ReplicaSets and
 *   StatefulSets only the one in @pod's controller reference counts, whatever
 *   its selector (1.22 and later); otherwise each that selects @pod
 *
 * Services that select @pod always count.  Selectors without requirements are
 * left out.  Part of a cycle that runs on one thread.
 *
 * Returns: memory of @arena, valid until the cache changes
 */
FitOwnerSelectors fit_owner_selectors (FitCache *cache, const FitPod *pod,
                                       FitPodClass *pod_class,
                                       gboolean by_reference, FitArena *arena);
