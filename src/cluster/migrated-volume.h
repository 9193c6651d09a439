/* migrated-volume.h - volumes that a CSI driver takes over on some nodes
 *
 * There a volume of an in-tree plugin is reachable by the driver's labels.
 * What that comes to is worked out once for all nodes (predicates/csi-topology.h).
 */
#pragma once

#include "api/node.h"
#include "base/arena.h"
#include "cluster/listers.h"
#include "cluster/volume-binder.h"

G_BEGIN_DECLS

struct _FitMigratedVolume
{
  const char *plugin;  /* as CSINodes name those that are taken over */
  const char *problem; /* (nullable): why the driver cannot take it over */

  /* Of the arena, with strings of the volume; to be read only. */
  const FitNodeSelector *required_nodes; /* (nullable) */
  const char *zone_key;                  /* interned, with @n_zones */
  guint n_zones;                         /* 0: any */
  const char *const *zones;              /* of which a node must be in one */
};

/* fit_migrated_volume_for: Returns: (nullable): @volume (nullable) if its plugin
 * is taken over on @node */
const FitMigratedVolume *
fit_migrated_volume_for (const FitMigratedVolume *volume,
                         const FitListers *listers, const FitNode *node);

/* fit_migrated_volume_reachable: from @node; there is no problem */
gboolean fit_migrated_volume_reachable (const FitMigratedVolume *volume,
                                        const FitNode *node);

G_END_DECLS
