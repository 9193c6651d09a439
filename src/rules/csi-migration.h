/* csi-migration.h - in-tree volume plugins that are migrated to CSI drivers
 *
 * Private to the predicates that count attached volumes.  If a node uses the
 * CSI driver instead of the in-tree plugin, the plugin's volumes count for the
 * driver.
 * Source: v1.16 csi-translation-lib and predicates' isCSIMigrationOn.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/storage.h"
#include "releases/behaviour.h"
#include "releases/feature-gates.h"
#include "cluster/cache.h"

typedef struct _FitMigratablePlugin FitMigratablePlugin;

struct _FitMigratablePlugin
{
  const char *name; /* the plugin's name, also as a provisioner of classes */
  const char *driver;
  FitVolumeType type; /* FIT_VOLUME_OTHER: not relevant to scheduling */
  FitGate gate;       /* FIT_GATE_NONE: no gate turns its migration on */
  const char *(*handle) (const FitPersistentVolume *pv,
                         const FitBehaviour *behaviour);
  char *(*problem) (const FitPersistentVolume *pv,
                    const FitBehaviour *behaviour); /* (nullable) */
  const char *topology_key; /* (nullable): the driver's node label */
  gsize always; /* offset in FitBehaviour of the statement that it is always on;
                   0: never */
};

/* fit_migratable_plugin_of_type, _named: Returns: (transfer none) (nullable) */
const FitMigratablePlugin *fit_migratable_plugin_of_type (FitVolumeType type);
const FitMigratablePlugin *fit_migratable_plugin_named (const char *name);

/* fit_migration_csi_node: Returns: (transfer none) (nullable): the CSINode of
 * @node; NULL if the gate CSINodeInfo is off */
const FitCSINode *fit_migration_csi_node (FitCache *cache,
                                          FitFeatureGates gates,
                                          const FitNode *node);

/* fit_migration_gate_on: is @plugin migrated on nodes whose CSINode says so? */
gboolean fit_migration_gate_on (const FitMigratablePlugin *plugin,
                                FitFeatureGates gates);

/* fit_migration_on: is @plugin (nullable) migrated on the node of @csi_node
 * (nullable), in a release? */
gboolean fit_migration_on (const FitMigratablePlugin *plugin,
                           const FitBehaviour *behaviour, FitFeatureGates gates,
                           const FitCSINode *csi_node);

/* fit_migration_problem: why @pv cannot be migrated, in a release.  Returns:
 * (transfer full) (nullable) */
char *fit_migration_problem (const FitMigratablePlugin *plugin,
                             const FitBehaviour *behaviour,
                             const FitPersistentVolume *pv);

/* fit_migrated_handle: Returns: (transfer full) (nullable): the driver's
 * volumeHandle for @pv, interned; NULL if it has none */
const char *fit_migrated_handle (const FitMigratablePlugin *plugin,
                                 const FitBehaviour *behaviour,
                                 const FitPersistentVolume *pv);
