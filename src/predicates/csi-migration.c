#include "predicates/csi-migration.h"

#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "predicates/volume-limits.h"

/* Between the zones in the zone label of a volume. */
#define ZONE_SEPARATOR "__"

static const char *ebs_handle (const FitPersistentVolume *pv);
static const char *gce_handle (const FitPersistentVolume *pv);
static const char *azure_handle (const FitPersistentVolume *pv);
static const char *cinder_handle (const FitPersistentVolume *pv);

static const FitMigratablePlugin plugins[] = {
  { "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
    FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, FIT_GATE_CSI_MIGRATION_AWS, ebs_handle,
    FIT_LIMITS_SETTLED_AWS },
  { "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
    FIT_VOLUME_GCE_PERSISTENT_DISK, FIT_GATE_CSI_MIGRATION_GCE, gce_handle,
    FIT_LIMITS_SETTLED_GCE },
  { "kubernetes.io/azure-disk", "disk.csi.azure.com", FIT_VOLUME_AZURE_DISK,
    FIT_GATE_CSI_MIGRATION_AZURE_DISK, azure_handle,
    FIT_LIMITS_SETTLED_AZURE_DISK },
  { "kubernetes.io/cinder", "cinder.csi.openstack.org", FIT_VOLUME_CINDER,
    FIT_GATE_CSI_MIGRATION_OPENSTACK, cinder_handle,
    FIT_LIMITS_SETTLED_OPENSTACK },
  { "kubernetes.io/azure-file", "file.csi.azure.com", FIT_VOLUME_OTHER,
    FIT_GATE_LAST, NULL, 0 },
};

const FitMigratablePlugin *
fit_migratable_plugin_of_type (FitVolumeType type)
{
  for (guint i = 0; type != FIT_VOLUME_OTHER && i < G_N_ELEMENTS (plugins); i++)
    if (plugins[i].type == type)
      return &plugins[i];
  return NULL;
}

const FitMigratablePlugin *
fit_migratable_plugin_named (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    if (strcmp (plugins[i].name, name) == 0)
      return &plugins[i];
  return NULL;
}

const FitCSINode *
fit_migration_csi_node (FitCache *cache, FitFeatureGates gates,
                        const FitNode *node)
{
  if (!fit_gate_on (gates, FIT_GATE_CSI_NODE_INFO))
    return NULL;
  return fit_listers_csi_node (fit_cache_listers (cache), node->name);
}

gboolean
fit_migration_on (const FitMigratablePlugin *plugin, guint rules,
                  FitFeatureGates gates, const FitCSINode *csi_node)
{
  if (plugin && csi_node && (plugin->settled & rules))
    return TRUE;
  return plugin && csi_node && csi_node->migrated_plugins
         && plugin->gate != FIT_GATE_LAST
         && fit_gate_on (gates, FIT_GATE_CSI_MIGRATION)
         && fit_gate_on (gates, plugin->gate)
         && g_strv_contains ((const char *const *) csi_node->migrated_plugins,
                             plugin->name);
}

const char *
fit_migrated_handle (const FitMigratablePlugin *plugin,
                     const FitPersistentVolume *pv)
{
  return plugin->handle (pv);
}

/* "aws://ZONE/vol-1" is an older way to write "vol-1". */
static const char *
ebs_handle (const FitPersistentVolume *pv)
{
  g_autofree char *path = NULL;
  char *id;
  gsize len;

  if (!g_str_has_prefix (pv->source.id, "aws://"))
    return fit_intern (pv->source.id);
  if (!g_uri_split (pv->source.id, G_URI_FLAGS_NONE, NULL, NULL, NULL, NULL,
                    &path, NULL, NULL, NULL))
    return NULL;
  id = path + strspn (path, "/");
  for (len = strlen (id); len > 0 && id[len - 1] == '/'; len--)
    id[len - 1] = '\0';
  return g_str_has_prefix (id, "vol-") && !strchr (id, '/') ? fit_intern (id)
                                                            : NULL;
}

/* The region "us-central1" of a zone "us-central1-a"; NULL when @zone is not
 * written so. */
static char *
region_of_zone (const char *zone)
{
  g_auto (GStrv) parts = g_strsplit (zone, "-", -1);

  if (g_strv_length (parts) != 3)
    return NULL;
  return g_strconcat (parts[0], "-", parts[1], NULL);
}

/* Returns: (transfer full) (nullable): the one region all @zones are in */
static char *
common_region (const char *const *zones)
{
  g_autofree char *region = region_of_zone (zones[0]);

  for (guint i = 1; region && zones[i]; i++)
    {
      g_autofree char *other = region_of_zone (zones[i]);

      if (g_strcmp0 (region, other) != 0)
        return NULL;
    }
  return g_steal_pointer (&region);
}

/* A volume in several zones is named by its region. */
static const char *
gce_handle (const FitPersistentVolume *pv)
{
  const char *label = fit_labels_lookup (pv->meta.labels, FIT_LABEL_ZONE);
  g_auto (GStrv) zones = g_strsplit (label ? label : "", ZONE_SEPARATOR, -1);
  g_autofree char *place = NULL, *handle = NULL;

  if (!zones[0])
    place = g_strdup ("UNSPECIFIED");
  else if (!zones[1])
    place = g_strdup (zones[0]);
  else
    place = common_region ((const char *const *) zones);
  if (!place)
    return NULL;
  handle = g_strconcat ("projects/UNSPECIFIED/zones/", place, "/disks/",
                        pv->source.id, NULL);
  return fit_intern (handle);
}

static const char *
azure_handle (const FitPersistentVolume *pv)
{
  return fit_intern (pv->source.aux);
}

static const char *
cinder_handle (const FitPersistentVolume *pv)
{
  return fit_intern (pv->source.id);
}
