/* migrated-volume.c - treats an in-tree volume as one of a CSI driver where the
 * node has migrated it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/migrated-volume.h"

#include <string.h>

const FitMigratedVolume *
fit_migrated_volume_for (const FitMigratedVolume *volume,
                         const FitListers *listers, const FitNode *node)
{
  const FitCSINode *csi_node
      = volume != NULL ? fit_listers_csi_node (listers, node->name) : NULL;

  return csi_node != NULL && csi_node->migrated_plugins != NULL
                 && g_strv_contains (
                     (const char *const *) csi_node->migrated_plugins,
                     volume->plugin)
             ? volume
             : NULL;
}

static gboolean
in_zones (const FitMigratedVolume *volume, const FitNode *node)
{
  const char *zone = fit_labels_get (node->meta.labels, volume->zone_key);

  for (guint i = 0; zone != NULL && i < volume->n_zones; i++)
    if (strcmp (volume->zones[i], zone) == 0)
      return TRUE;
  return FALSE;
}

gboolean
fit_migrated_volume_reachable (const FitMigratedVolume *volume,
                               const FitNode *node)
{
  if (volume->n_zones > 0 && !in_zones (volume, node))
    return FALSE;
  return volume->required_nodes == NULL
         || fit_node_selector_matches (volume->required_nodes,
                                       node->meta.labels, NULL);
}
