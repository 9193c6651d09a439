/* volume-match.h - which existing volumes a claim could be bound to
 *
 * Private to the volume binder.  What does not depend on the node is checked
 * once per pod, for every volume of the claim's class; for each node only the
 * choice is left.
 * Source: v1.16 FindMatchingVolume.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "releases/feature-gates.h"
#include "cluster/assume-cache.h"

typedef struct _FitVolumeCandidate FitVolumeCandidate;

typedef struct
{
  guint n_prebound; /* volumes that name the claim, in order of input */
  const FitPersistentVolume **prebound;
  guint n_candidates;
  FitVolumeCandidate *candidates; /* by host, then by rank */
} FitVolumeMatch;

/* The data common to all claims. */
typedef struct
{
  const FitListers *listers;
  const FitAssumeCache *pvs;
  FitFeatureGates gates;
  const char *hostname_key; /* interned */
} FitVolumeMatcher;

/* fit_volume_match_init: collects the volumes for @claim, whose selector must
 * be valid, into @match, with memory of @arena */
void fit_volume_match_init (FitVolumeMatch *match,
                            const FitVolumeMatcher *matcher,
                            const FitPersistentVolumeClaim *claim,
                            FitArena *arena);

/**
 * fit_volume_match_choose:
 * @host: (nullable): host name label of @node
 * @taken: (nullable): set of volumes already chosen for other claims of the pod
 *
 * Returns: (transfer none) (nullable): the volume to bind on @node
 */
const FitPersistentVolume *fit_volume_match_choose (const FitVolumeMatch *match,
                                                    const char *host,
                                                    const FitNode *node,
                                                    GHashTable *taken);

/* fit_pv_names_claim: is the claimRef of @pv @claim?  A claimRef without UID
 * matches too.  v1.16 IsVolumeBoundToClaim */
gboolean fit_pv_names_claim (const FitPersistentVolume *pv,
                             const FitPersistentVolumeClaim *claim);

/* fit_pv_reachable: does the node affinity of @pv, if any, match @node? */
gboolean fit_pv_reachable (const FitPersistentVolume *pv, const FitNode *node);
