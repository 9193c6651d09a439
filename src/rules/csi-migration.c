/* csi-migration.c - the table of in-tree volume plugins, their CSI drivers, and
 * the names of their volumes there
 * Tests: tests/rules/test-csi-migration*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/csi-migration.h"

#include <stddef.h>
#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "base/sort.h"

/* Separates the zones in the zone label of a volume. */
#define ZONE_SEPARATOR "__"

static const char *ebs_handle (const FitPersistentVolume *pv,
                               const FitBehaviour *behaviour);
static const char *gce_handle (const FitPersistentVolume *pv,
                               const FitBehaviour *behaviour);
static const char *azure_handle (const FitPersistentVolume *pv,
                                 const FitBehaviour *behaviour);
static const char *plain_handle (const FitPersistentVolume *pv,
                                 const FitBehaviour *behaviour);
static const char *rbd_handle (const FitPersistentVolume *pv,
                               const FitBehaviour *behaviour);
static char *ebs_problem (const FitPersistentVolume *pv,
                          const FitBehaviour *behaviour);
static char *gce_problem (const FitPersistentVolume *pv,
                          const FitBehaviour *behaviour);
static char *azure_problem (const FitPersistentVolume *pv,
                            const FitBehaviour *behaviour);

#define ALWAYS(plugin) offsetof (FitBehaviour, always_migrates_##plugin)

static const FitMigratablePlugin plugins[] = {
  { "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
    FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, FIT_GATE_CSI_MIGRATION_AWS, ebs_handle,
    ebs_problem, "topology.ebs.csi.aws.com/zone", ALWAYS (aws) },
  { "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
    FIT_VOLUME_GCE_PERSISTENT_DISK, FIT_GATE_CSI_MIGRATION_GCE, gce_handle,
    gce_problem, "topology.gke.io/zone", ALWAYS (gce) },
  { "kubernetes.io/azure-disk", "disk.csi.azure.com", FIT_VOLUME_AZURE_DISK,
    FIT_GATE_CSI_MIGRATION_AZURE_DISK, azure_handle, azure_problem, NULL,
    ALWAYS (azure_disk) },
  { "kubernetes.io/cinder", "cinder.csi.openstack.org", FIT_VOLUME_CINDER,
    FIT_GATE_CSI_MIGRATION_OPENSTACK, plain_handle, NULL,
    "topology.cinder.csi.openstack.org/zone", ALWAYS (openstack) },
  { "kubernetes.io/portworx-volume", "pxd.portworx.com", FIT_VOLUME_PORTWORX,
    FIT_GATE_CSI_MIGRATION_PORTWORX, plain_handle, NULL, NULL,
    ALWAYS (portworx) },
  { "kubernetes.io/rbd", "rbd.csi.ceph.com", FIT_VOLUME_RBD,
    FIT_GATE_CSI_MIGRATION_RBD, rbd_handle, NULL, NULL, 0 },
  { "kubernetes.io/azure-file", "file.csi.azure.com", FIT_VOLUME_OTHER,
    FIT_GATE_NONE, NULL, NULL, NULL, 0 },
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
fit_migration_gate_on (const FitMigratablePlugin *plugin, FitFeatureGates gates)
{
  return plugin->gate != FIT_GATE_NONE
         && fit_gate_on (gates, FIT_GATE_CSI_MIGRATION)
         && fit_gate_on (gates, plugin->gate);
}

gboolean
fit_migration_on (const FitMigratablePlugin *plugin,
                  const FitBehaviour *behaviour, FitFeatureGates gates,
                  const FitCSINode *csi_node)
{
  if (plugin != NULL && csi_node != NULL && plugin->always != 0
      && G_STRUCT_MEMBER (gboolean, behaviour, plugin->always)
      && fit_gate_on (gates, FIT_GATE_CSI_MIGRATION))
    return TRUE;
  return plugin != NULL && csi_node != NULL
         && csi_node->migrated_plugins != NULL
         && fit_migration_gate_on (plugin, gates)
         && g_strv_contains ((const char *const *) csi_node->migrated_plugins,
                             plugin->name);
}

char *
fit_migration_problem (const FitMigratablePlugin *plugin,
                       const FitBehaviour *behaviour,
                       const FitPersistentVolume *pv)
{
  return plugin->problem != NULL ? plugin->problem (pv, behaviour) : NULL;
}

const char *
fit_migrated_handle (const FitMigratablePlugin *plugin,
                     const FitBehaviour *behaviour,
                     const FitPersistentVolume *pv)
{
  return plugin->handle (pv, behaviour);
}

/* -- AWS EBS --------------------------------------------------------------- */

/* "aws://ZONE/vol-1" is an older form of "vol-1". */
static const char *
ebs_handle (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
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
  return g_str_has_prefix (id, "vol-") && strchr (id, '/') == NULL
             ? fit_intern (id)
             : NULL;
}

static char *
ebs_problem (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  const char *handle = ebs_handle (pv, behaviour);

  if (handle == NULL)
    return g_strdup_printf ("failed to translate Kubernetes ID to EBS Volume "
                            "ID Invalid format for AWS volume (%s)",
                            pv->source.id);
  fit_intern_unref (handle);
  return NULL;
}

/* -- GCE persistent disks -------------------------------------------------- */

/* The region "us-central1" of a zone "us-central1-a"; NULL if @zone does not
 * have this form. */
static char *
region_of_zone (const char *zone)
{
  g_auto (GStrv) parts = g_strsplit (zone, "-", 0);

  if (g_strv_length (parts) != 3)
    return NULL;
  return g_strconcat (parts[0], "-", parts[1], NULL);
}

/* Returns: (transfer full) (nullable): the region of all @zones, or NULL with
 *   @out_problem */
static char *
common_region (const char *const *zones, char **out_problem)
{
  g_autoptr (GPtrArray) regions = g_ptr_array_new_with_free_func (g_free);
  GString *problem;

  for (guint i = 0; zones[i] != NULL; i++)
    {
      g_autofree char *region = region_of_zone (zones[i]);

      if (region == NULL)
        {
          *out_problem = g_strdup_printf (
              "failed to get region from zones: zone in unexpected format, "
              "expected: {locale}-{region}-{zone}, got: %s",
              zones[i]);
          return NULL;
        }
      if (!g_ptr_array_find_with_equal_func (regions, region, g_str_equal,
                                             NULL))
        g_ptr_array_add (regions, g_steal_pointer (&region));
    }
  if (regions->len == 1)
    return g_strdup (regions->pdata[0]);
  problem = g_string_new (
      "failed to get region from zones: multiple or no regions gotten from "
      "zones, got: map[");
  g_ptr_array_sort (regions, fit_compare_texts);
  for (guint i = 0; i < regions->len; i++)
    g_string_append_printf (problem, "%s%s:{}", i ? " " : "",
                            (const char *) regions->pdata[i]);
  g_string_append_c (problem, ']');
  *out_problem = g_string_free (problem, FALSE);
  return NULL;
}

/* The zone, or the region of a volume in several zones.
 * Returns: as common_region() */
static char *
place_of (const FitPersistentVolume *pv, const FitBehaviour *behaviour,
          char **out_problem)
{
  const char *label = fit_labels_lookup (pv->meta.labels, FIT_LABEL_ZONE);
  g_auto (GStrv) zones = NULL;

  /* The older label takes precedence over the newer one, unless it is empty. */
  if ((label == NULL || !*label) && behaviour->zones_have_newer_labels)
    label = fit_labels_lookup (pv->meta.labels, FIT_LABEL_ZONE_GA);
  zones = g_strsplit (label != NULL ? label : "", ZONE_SEPARATOR, 0);
  if (zones[0] == NULL)
    return g_strdup ("UNSPECIFIED");
  return zones[1] != NULL
             ? common_region ((const char *const *) zones, out_problem)
             : g_strdup (zones[0]);
}

static const char *
gce_handle (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  g_autofree char *problem = NULL;
  g_autofree char *place = place_of (pv, behaviour, &problem);
  g_autofree char *handle = NULL;

  if (place == NULL)
    return NULL;
  handle = g_strconcat ("projects/UNSPECIFIED/zones/", place, "/disks/",
                        pv->source.id, NULL);
  return fit_intern (handle);
}

static char *
gce_problem (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  char *problem = NULL;

  g_free (place_of (pv, behaviour, &problem));
  return problem;
}

/* -- Azure disks ----------------------------------------------------------- */

static char *
azure_problem (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  const char *kind = pv->source.kind;

  if (!behaviour->migrates_managed_disks_only || kind == NULL || !*kind
      || g_ascii_strcasecmp (kind, "Managed") == 0)
    return NULL;
  return g_strdup_printf ("kind(%s) is not supported in csi migration", kind);
}

static const char *
azure_handle (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  g_autofree char *problem = azure_problem (pv, behaviour);

  return problem != NULL ? NULL : fit_intern (pv->source.aux);
}

/* -- Cinder and Portworx volumes ------------------------------------------- */

static const char *
plain_handle (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  return fit_intern (pv->source.id);
}

/* -- RBD images ------------------------------------------------------------ */

/* Images of the in-tree provisioner have this prefix. */
#define RBD_IMAGE_PREFIX "kubernetes-dynamic-pvc-"

/* An inline volume, which has no name, is known by its image alone. */
static const char *
rbd_handle (const FitPersistentVolume *pv, const FitBehaviour *behaviour)
{
  const char *image = pv->source.id;
  static char *const none[] = { NULL };
  g_autofree char *monitors = g_strjoinv (
      ",", pv->source.monitors != NULL ? pv->source.monitors : (char **) none);
  g_autofree char *cluster
      = g_compute_checksum_for_string (G_CHECKSUM_MD5, monitors, -1);
  g_autoptr (GString) handle = NULL;

  if (pv->meta.name == NULL)
    return fit_intern (image);
  if (pv->rbd_handle != NULL && *pv->rbd_handle)
    return fit_intern (pv->rbd_handle);
  if (g_str_has_prefix (image, RBD_IMAGE_PREFIX))
    image += strlen (RBD_IMAGE_PREFIX);
  handle = g_string_new (NULL);
  g_string_printf (handle, "mig_mons-%s_image-%s_", cluster, image);
  for (const char *pool = pv->source.aux; *pool; pool++)
    g_string_append_printf (handle, "%02x", (guint8) *pool);
  return fit_intern (handle->str);
}
