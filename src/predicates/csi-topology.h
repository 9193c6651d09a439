/* csi-topology.h - where CSI drivers that take over in-tree plugins find volumes
 *
 * A volume of an in-tree plugin is tied to zones by its node affinity or its
 * labels.  For the driver that takes the plugin over, nodes have a label of the
 * driver's own.
 */
#pragma once

#include "cluster/migrated-volume.h"
#include "predicates/csi-migration.h"

G_BEGIN_DECLS

/* Keys of labels, interned. */
typedef struct _FitCSITopology FitCSITopology;

/* fit_csi_topology_new: @rules are FitVolumeLimitRules */
FitCSITopology *fit_csi_topology_new (guint rules);
void fit_csi_topology_free (FitCSITopology *topology);

/**
 * fit_csi_topology_volume:
 * @plugin: which is taken over, on some nodes
 *
 * Returns: (transfer none): owned by @arena; valid while @pv and @topology are
 */
const FitMigratedVolume *
fit_csi_topology_volume (const FitCSITopology *topology,
                         const FitMigratablePlugin *plugin,
                         const FitPersistentVolume *pv, FitArena *arena);

G_END_DECLS
