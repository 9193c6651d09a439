/* test-csi-migration.c - names of volumes after their migration to a CSI driver
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/storage-objects.h"

#include "base/arena.h"
#include "base/intern.h"
#include "rules/csi-migration.h"
#include "rules/csi-topology.h"

/* The handle of the volume in @manifest, or "none". */
static char *
handle_of (const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);
  const FitPersistentVolume *pv
      = objects->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];
  const FitMigratablePlugin *plugin
      = fit_migratable_plugin_of_type (pv->source.type);
  const FitBehaviour behaviour = fit_behaviour (FIT_RELEASE_LEGACY);
  const char *handle;
  char *copy;

  assert_non_null (plugin);
  handle = fit_migrated_handle (plugin, &behaviour, pv);
  copy = g_strdup (handle ? handle : "none");
  fit_intern_unref (handle);
  return copy;
}

static void
ebs_ids_lose_their_url (void **state)
{
  static const struct
  {
    const char *id;
    const char *handle;
  } cases[] = {
    { "vol-1", "vol-1" },
    { "anything at all", "anything at all" },
    { "aws://us-east-1a/vol-1", "vol-1" },
    { "aws:///vol-1", "vol-1" },
    { "aws://zone//vol-1//", "vol-1" },
    { "aws://zone/vol-", "vol-" },
    { "aws://zone/vol-1?query#fragment", "vol-1" },
    { "aws://zone/disk-1", "none" },
    { "aws://zone/more/vol-1", "none" },
    { "aws://zone/vol-1/more", "none" },
    { "aws://zone", "none" },
    { "aws://zone/vol-%zz", "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pv = g_strdup_printf (
          PV ("v", "awsElasticBlockStore: {volumeID: '%s'}"), cases[i].id);
      g_autofree char *handle = handle_of (pv);

      assert_string_equal (handle, cases[i].handle);
    }
}

static void
gce_disks_are_named_by_place (void **state)
{
  static const struct
  {
    const char *zones;
    const char *place;
  } cases[] = {
    { "us-central1-a", "us-central1-a" },
    { "odd", "odd" },
    { "us-central1-a__us-central1-b", "us-central1" },
    { "us-central1-a__us-central1-b__us-central1-c", "us-central1" },
    { "", "UNSPECIFIED" },
    { "us-central1-a__us-east1-b", NULL },
    { "us-central1-a__odd", NULL },
    { "odd__odd", NULL },
    { "us-central1-a__", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pv = g_strdup_printf (
          PV_WITH ("v", "labels: {" ZONE ": '%s'}",
                   "gcePersistentDisk: {pdName: disk}", "Bound"),
          cases[i].zones);
      g_autofree char *expected
          = cases[i].place ? g_strconcat ("projects/UNSPECIFIED/zones/",
                                          cases[i].place, "/disks/disk", NULL)
                           : g_strdup ("none");
      g_autofree char *handle = handle_of (pv);

      assert_string_equal (handle, expected);
    }
}

/* md5sum of "10.0.0.1,10.0.0.2" */
#define MONITORS_SUM "e3214e8e77b063b13b00823f8a9fc2b1"

/* The monitors by their MD5 sum, the pool in hexadecimal digits. */
static void
rbd_images_are_named_by_cluster_and_pool (void **state)
{
  static const struct
  {
    const char *metadata;
    const char *source;
    const char *handle;
  } cases[] = {
    { "", "monitors: ['10.0.0.1', '10.0.0.2'], image: disk, pool: kube",
      "mig_mons-" MONITORS_SUM "_image-disk_6b756265" },
    { "",
      "monitors: ['10.0.0.1', '10.0.0.2'], pool: \"k\\xe9\", image: "
      "kubernetes-dynamic-pvc-0-1",
      "mig_mons-" MONITORS_SUM "_image-0-1_6bc3a9" },
    { "annotations: {rbd.csi.ceph.com/volume-handle: known}",
      "monitors: ['10.0.0.1'], image: disk", "known" },
    { "annotations: {rbd.csi.ceph.com/volume-handle: ''}",
      "monitors: ['10.0.0.1', '10.0.0.2'], image: disk, pool: a",
      "mig_mons-" MONITORS_SUM "_image-disk_61" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *source = g_strdup_printf ("rbd: {%s}", cases[i].source);
      g_autofree char *pv = g_strdup_printf (PV_WITH ("v", "%s", "%s", "Bound"),
                                             cases[i].metadata, source);
      g_autofree char *handle = handle_of (pv);

      assert_string_equal (handle, cases[i].handle);
    }
}

/* Azure disks are known by their URI, from 1.22 on only managed ones; others by
 * their id. */
static void
problems_are_those_of_the_release (void **state)
{
#define AZURE(kind) PV ("v", "azureDisk: {diskName: d, diskURI: /u/d" kind "}")
#define NOT_EBS(id)                                                        \
  "failed to translate Kubernetes ID to EBS Volume ID Invalid format for " \
  "AWS volume (" id ")"
#define LABELLED(zones)                            \
  PV_WITH ("v", "labels: {" ZONE ": '" zones "'}", \
           "gcePersistentDisk: "                   \
           "{pdName: disk}",                       \
           "Bound")
  static const struct
  {
    FitRelease release;
    const char *pv;
    const char *handle;  /* (nullable) */
    const char *problem; /* (nullable) */
  } rows[] = {
    { FIT_RELEASE_LEGACY, AZURE (""), "/u/d", NULL },
    { FIT_RELEASE_LEGACY, AZURE (", kind: Shared"), "/u/d", NULL },
    { FIT_RELEASE (21, 9), AZURE (", kind: Dedicated"), "/u/d", NULL },
    { FIT_RELEASE (22, 6), AZURE (""), "/u/d", NULL },
    { FIT_RELEASE (22, 6), AZURE (", kind: ''"), "/u/d", NULL },
    { FIT_RELEASE (22, 6), AZURE (", kind: Managed"), "/u/d", NULL },
    { FIT_RELEASE (22, 6), AZURE (", kind: managed"), "/u/d", NULL },
    { FIT_RELEASE (22, 6), AZURE (", kind: Shared"), NULL,
      "kind(Shared) is not supported in csi migration" },
    { FIT_RELEASE (25, 2), AZURE (", kind: Dedicated"), NULL,
      "kind(Dedicated) is not supported in csi migration" },
    { FIT_RELEASE (25, 2), PV ("v", "cinder: {volumeID: id}"), "id", NULL },
    { FIT_RELEASE (25, 2), PV ("v", "portworxVolume: {volumeID: id}"), "id",
      NULL },
    { FIT_RELEASE (25, 2), PV ("v", "awsElasticBlockStore: {volumeID: vol-1}"),
      "vol-1", NULL },
    { FIT_RELEASE (25, 2),
      PV ("v", "awsElasticBlockStore: {volumeID: 'aws://zone/'}"), NULL,
      NOT_EBS ("aws://zone/") },
    { FIT_RELEASE (25, 2),
      PV ("v", "awsElasticBlockStore: {volumeID: 'aws://zone/disk'}"), NULL,
      NOT_EBS ("aws://zone/disk") },
    { FIT_RELEASE (25, 2), LABELLED ("us-east1-b"),
      "projects/UNSPECIFIED/zones/us-east1-b/disks/disk", NULL },
    { FIT_RELEASE (25, 2), LABELLED ("us-central1-a__us-east1-b"), NULL,
      "failed to get region from zones: multiple or no regions gotten from zones, got: map[us-central1:{} us-east1:{}]" },
    { FIT_RELEASE (25, 2), LABELLED ("us-central1-a__odd"), NULL,
      "failed to get region from zones: zone in unexpected format, expected: {locale}-{region}-{zone}, got: odd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects = objects_from (rows[i].pv);
      const FitPersistentVolume *pv
          = objects->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];
      const FitMigratablePlugin *plugin
          = fit_migratable_plugin_of_type (pv->source.type);
      const FitBehaviour behaviour = fit_behaviour (rows[i].release);
      g_autofree char *problem = fit_migration_problem (plugin, &behaviour, pv);
      const char *handle = fit_migrated_handle (plugin, &behaviour, pv);

      if (g_strcmp0 (problem, rows[i].problem) != 0)
        fail_msg ("row %u: %s", i, problem);
      assert_int_equal (g_strcmp0 (handle, rows[i].handle), 0);
      fit_intern_unref (handle);
    }
#undef AZURE
#undef NOT_EBS
#undef LABELLED
}

static void
other_volumes_have_no_plugin (void **state)
{
  assert_null (fit_migratable_plugin_of_type (FIT_VOLUME_OTHER));
  assert_null (fit_migratable_plugin_of_type (FIT_VOLUME_CSI));
  assert_null (fit_migratable_plugin_named ("ebs.csi.aws.com"));
}

static void
azure_file_is_never_migrated (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (
      CSI_NODE ("n1",
                "annotations: {storage.alpha.kubernetes.io/migrated-plugins: "
                "'kubernetes.io/azure-file,kubernetes.io/azure-disk'}",
                ""));
  const FitCSINode *node = objects->of[FIT_KIND_CSI_NODE]->pdata[0];
  const FitBehaviour legacy = fit_behaviour (FIT_RELEASE_LEGACY);
  const FitBehaviour later = fit_behaviour (FIT_RELEASE (25, 2));
  FitFeatureGates all = { .bits = { G_MAXUINT64, G_MAXUINT64 } };
  const FitFeatureGates migrates = fit_feature_gates_with (
      (FitFeatureGates){ 0 }, FIT_GATE_CSI_MIGRATION, TRUE);

  assert_false (fit_migration_on (
      fit_migratable_plugin_named ("kubernetes.io/azure-file"), &legacy, all,
      node));
  assert_true (fit_migration_on (
      fit_migratable_plugin_named ("kubernetes.io/azure-disk"), &legacy, all,
      node));
  assert_false (fit_migration_on (
      fit_migratable_plugin_named ("kubernetes.io/azure-disk"), &legacy, all,
      NULL));
  assert_false (fit_migration_on (NULL, &legacy, all, node));
  /* For good, wherever there is a CSINode. */
  assert_true (
      fit_migration_on (fit_migratable_plugin_named ("kubernetes.io/cinder"),
                        &later, migrates, node));
  assert_false (
      fit_migration_on (fit_migratable_plugin_named ("kubernetes.io/cinder"),
                        &later, (FitFeatureGates){ 0 }, node));
  assert_false (fit_migration_on (
      fit_migratable_plugin_named ("kubernetes.io/cinder"), &later, all, NULL));
}

/* The zones of the labels count unless node affinity names some; which labels,
 * the newer or the older ones, depends on what the volume has. */
static void
zones_are_those_of_the_volume (void **state)
{
#define IN(key) "[{key: " key ", operator: In, values: [x]}]"
#define HAS(key) "[{key: " key ", operator: Exists}]"
  static const char old[] = "failure-domain.beta.kubernetes.io/zone",
                    new[] = "topology.kubernetes.io/zone";
  static const struct
  {
    FitRelease release;
    const char *newer, *older; /* (nullable): labels */
    const char *terms;         /* (nullable): in these @N is a newer key, @O an
                                  older one */
    const char *zones;
  } rows[] = {
    { FIT_RELEASE (25, 2), "a__b__a", NULL, NULL, "a b" },
    { FIT_RELEASE (25, 2), " a __ __b__b", NULL, NULL, "a b" },
    { FIT_RELEASE (25, 2), "a", "b", NULL, "a" },
    { FIT_RELEASE (25, 2), NULL, "b", NULL, "b" },
    { FIT_RELEASE (25, 2), NULL, NULL, NULL, "" },
    { FIT_RELEASE (25, 2), "a", "b", IN ("@N"), "" },
    { FIT_RELEASE (25, 2), "a", "b", IN ("@O"), "" },
    { FIT_RELEASE (25, 2), "a", "b", HAS ("@N"), "a" },
    { FIT_RELEASE (25, 2), "a", "b", HAS ("@O"), "b" },
    { FIT_RELEASE (25, 2), NULL, "b", HAS ("@N"), "" },
    { FIT_RELEASE (25, 2), "a", "b", IN ("other"), "a" },
    { FIT_RELEASE_LEGACY, "a", "b", NULL, "b" },
    { FIT_RELEASE_LEGACY, "a", NULL, NULL, "" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitBehaviour behaviour = fit_behaviour (rows[i].release);
      FitCSITopology *topology = fit_csi_topology_new (&behaviour);
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GString) labels = g_string_new (NULL);
      g_autoptr (GString) affinity = g_string_new (NULL);
      g_autoptr (GString) zones = g_string_new (NULL);
      g_autoptr (FitObjects) objects = NULL;
      g_autofree char *text = NULL;
      const FitPersistentVolume *pv;
      const FitMigratedVolume *volume;

      if (rows[i].newer != NULL)
        g_string_append_printf (labels, "%s: '%s', ", new, rows[i].newer);
      if (rows[i].older != NULL)
        g_string_append_printf (labels, "%s: '%s'", old, rows[i].older);
      if (rows[i].terms != NULL)
        g_string_append_printf (
            affinity,
            ", nodeAffinity: {required: "
            "{nodeSelectorTerms: [{matchExpressions: %s}]}}",
            rows[i].terms);
      g_string_replace (affinity, "@N", new, 0);
      g_string_replace (affinity, "@O", old, 0);
      text = g_strdup_printf (
          PV_WITH ("v", "labels: {%s}", "cinder: {volumeID: id}%s", "Bound"),
          labels->str, affinity->str);
      objects = objects_from (text);
      pv = objects->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];
      volume = fit_csi_topology_volume (
          topology, fit_migratable_plugin_of_type (pv->source.type), pv, arena);
      for (guint k = 0; k < volume->n_zones; k++)
        g_string_append_printf (zones, "%s%s", k > 0 ? " " : "",
                                volume->zones[k]);
      print_message ("row %u: %s\n", i, volume->problem ? volume->problem : "");
      assert_string_equal (zones->str, rows[i].zones);
      fit_csi_topology_free (topology);
    }
#undef IN
#undef HAS
}

/* From 1.36 on Portworx is migrated like the others, whatever the annotation of
 * the CSINode says; RBD and Azure files still are not. */
static void
portworx_is_always_migrated_later (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *plugin;
    gboolean on;
  } rows[] = {
    { FIT_RELEASE (35, 6), "kubernetes.io/aws-ebs", TRUE },
    { FIT_RELEASE (35, 6), "kubernetes.io/portworx-volume", FALSE },
    { FIT_RELEASE (36, 3), "kubernetes.io/portworx-volume", TRUE },
    { FIT_RELEASE (36, 3), "kubernetes.io/rbd", FALSE },
    { FIT_RELEASE (36, 3), "kubernetes.io/azure-file", FALSE },
  };
  const FitCSINode bare = { .meta.name = NULL };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitFeatureGates gates
          = fit_feature_gates_of_release (rows[i].release);
      const FitBehaviour behaviour = fit_behaviour_of_gates (gates);

      if (fit_migration_on (fit_migratable_plugin_named (rows[i].plugin),
                            &behaviour, gates, &bare)
          != rows[i].on)
        fail_msg ("row %u", i);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (ebs_ids_lose_their_url),
    cmocka_unit_test (gce_disks_are_named_by_place),
    cmocka_unit_test (rbd_images_are_named_by_cluster_and_pool),
    cmocka_unit_test (portworx_is_always_migrated_later),
    cmocka_unit_test (problems_are_those_of_the_release),
    cmocka_unit_test (other_volumes_have_no_plugin),
    cmocka_unit_test (azure_file_is_never_migrated),
    cmocka_unit_test (zones_are_those_of_the_volume),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
