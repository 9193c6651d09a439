/* csi-topology.h - the topology of in-tree volumes migrated to CSI drivers
 *
 * Node affinity or labels tie an in-tree volume to zones.  The CSI driver that
 * the volume is migrated to has its own node label.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/migrated-volume.h"
#include "rules/csi-migration.h"

/* Keys of labels, interned. */
typedef struct _FitCSITopology FitCSITopology;

FitCSITopology *fit_csi_topology_new (const FitBehaviour *behaviour);
void fit_csi_topology_free (FitCSITopology *topology);

/**
 * fit_csi_topology_volume:
 * @plugin: the plugin, which is migrated on some nodes
 *
 * Returns: (transfer none): owned by @arena; valid while @pv and @topology
 *   exist
 */
const FitMigratedVolume *
fit_csi_topology_volume (const FitCSITopology *topology,
                         const FitMigratablePlugin *plugin,
                         const FitPersistentVolume *pv, FitArena *arena);
