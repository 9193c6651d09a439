/* owner-selectors.h - what selects a pod, for spreading it
 */
#pragma once

#include "framework/plugins/profile-plugin.h"

G_BEGIN_DECLS

/* Selectors that a pod's fellows match all of; none: the pod has no fellows. */
typedef struct
{
  guint n;
  FitSelector *const *selectors; /* borrowed */
} FitOwnerSelectors;

/**
 * fit_owner_selectors:
 * @by_reference: of ReplicationControllers, ReplicaSets and StatefulSets only
 *   the one that the controller reference of @pod names counts, whatever its
 *   selector (1.22 and later); else each that selects @pod
 *
 * Services that select @pod count always.  Selectors without a requirement are
 * left out.  Single-threaded part of a cycle.
 *
 * Returns: memory of @arena, valid until the next change of the cache
 */
FitOwnerSelectors fit_owner_selectors (FitCache *cache, const FitPod *pod,
                                       FitPodClass *pod_class,
                                       gboolean by_reference, FitArena *arena);

G_END_DECLS
