/* migrated-volume.h - in-tree volumes that are migrated to a CSI driver on some
 * nodes
 *
 * On these nodes the driver's topology labels decide whether a volume is
 * reachable.  The result is computed once for all nodes
 * (rules/csi-topology.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"
#include "base/arena.h"
#include "cluster/listers.h"

/* Replaces a volume on nodes where its plugin is migrated. */
typedef struct
{
  const char *plugin;  /* as in the CSINodes' list of migrated plugins */
  const char *problem; /* (nullable): why the volume cannot be migrated */

  /* Memory of the arena, with strings of the volume; read-only. */
  const FitNodeSelector *required_nodes; /* (nullable) */
  const char *zone_key;                  /* interned, with @n_zones */
  guint n_zones;                         /* 0: any */
  const char *const *zones;              /* a node must be in one of these */
} FitMigratedVolume;

/* fit_migrated_volume_for: Returns: (nullable): @volume (nullable) if its
 * plugin is migrated on @node */
const FitMigratedVolume *
fit_migrated_volume_for (const FitMigratedVolume *volume,
                         const FitListers *listers, const FitNode *node);

/* fit_migrated_volume_reachable: is the volume reachable from @node?  It must
 * have no problem */
gboolean fit_migrated_volume_reachable (const FitMigratedVolume *volume,
                                        const FitNode *node);
