/* test-node-volume-limits-predicate.c - MaxCSIVolumeCount: limits of drivers on nodes, and volumes that are counted once
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#define DRIVER "csi.example.com"
#define OTHER_DRIVER "other.example.com"
#define CSI_PV(name, driver, handle) \
  PV (name, "csi: {driver: " driver ", volumeHandle: " handle "}")
/* A claim "NAME" bound to a volume "NAME-pv". */
#define CSI_CLAIM(name, driver, handle) \
  CSI_PV (name "-pv", driver, handle) BOUND_PVC (name, name "-pv")
#define LIMIT(driver, n) "attachable-volumes-csi-" driver ": '" n "'"
#define COUNT(driver, n) \
  "{name: " driver ", nodeID: x, allocatable: {count: " n "}}"
#define FULL "MaxVolumeCount"

#define MIGRATED(plugin) \
  "annotations: {storage.alpha.kubernetes.io/migrated-plugins: " plugin "}"
#define MIGRATION_GATES                                          \
  "CSIMigration=true,CSIMigrationAWS=true,CSIMigrationGCE=true," \
  "CSIMigrationAzureDisk=true,CSIMigrationOpenStack=true"

static void
pods_without_csi_volumes_fit (void **state)
{
  static const char node[] = NODE ("n1", "", LIMIT (DRIVER, "0"));

  assert_volume_answers (&fit_max_csi_volume_count, "", "yes", node,
                         PENDING (""), NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes", node,
                         PENDING ("{name: v, csi: {driver: " DRIVER "}}"),
                         NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes", node,
                         PENDING (CLAIM ("gone")), NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes", node,
                         PV ("a-pv", "gcePersistentDisk: {pdName: x}"),
                         BOUND_PVC ("a", "a-pv"), PENDING (CLAIM ("a")), NULL);
}

static void
driver_has_a_limit (void **state)
{
  assert_volume_answers (
      &fit_max_csi_volume_count, "", "yes; " FULL "; yes; yes",
      NODE ("n1", "", LIMIT (DRIVER, "2")),
      NODE ("n2", "", LIMIT (DRIVER, "1")),
      NODE ("n3", "", LIMIT (OTHER_DRIVER, "0")), NODE ("n4", "", ""),
      CSI_CLAIM ("a", DRIVER, "vol-a"), CSI_CLAIM ("b", DRIVER, "vol-b"),
      POD ("p1", "n1", CLAIM ("b")), POD ("p2", "n2", CLAIM ("b")),
      POD ("p3", "n3", CLAIM ("b")), POD ("p4", "n4", CLAIM ("b")),
      PENDING (CLAIM ("a")), NULL);
}

static void
count_of_the_csi_node_comes_first (void **state)
{
  static const char objects[] = NODE ("n1", "", LIMIT (DRIVER, "5"))
      NODE ("n2", "", LIMIT (DRIVER, "0")) NODE ("n3", "", LIMIT (DRIVER, "0"))
          CSI_NODE ("n1", "", COUNT (DRIVER, "0")) CSI_NODE (
              "n2", "", COUNT (OTHER_DRIVER, "0") ", " COUNT (DRIVER, "1"))
              CSI_NODE ("n3", "", "{name: " DRIVER ", nodeID: x}")
                  CSI_CLAIM ("a", DRIVER, "vol-a") PENDING (CLAIM ("a"));

  assert_volume_answers (&fit_max_csi_volume_count, "", FULL "; yes; " FULL,
                         objects, NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "CSINodeInfo=false",
                         "yes; " FULL "; " FULL, objects, NULL);
}

static void
drivers_are_counted_apart (void **state)
{
  static const char nodes[]
      = NODE ("n1", "", LIMIT (DRIVER, "1") ", " LIMIT (OTHER_DRIVER, "1"))
          NODE ("n2", "", LIMIT (DRIVER, "2") ", " LIMIT (OTHER_DRIVER, "1"));

  assert_volume_answers (
      &fit_max_csi_volume_count, "", FULL "; yes", nodes,
      CSI_CLAIM ("a", DRIVER, "vol-a"), CSI_CLAIM ("b", DRIVER, "vol-b"),
      CSI_CLAIM ("c", OTHER_DRIVER, "vol-a"),
      PENDING (CLAIM ("a") ", " CLAIM ("c") ", " CLAIM ("b")), NULL);
}

static void
volume_is_counted_once (void **state)
{
  /* Two volumes of the API may be the same volume of the driver. */
  assert_volume_answers (
      &fit_max_csi_volume_count, "", "yes; " FULL,
      NODE ("n1", "", LIMIT (DRIVER, "2")),
      NODE ("n2", "", LIMIT (DRIVER, "1")), CSI_CLAIM ("a", DRIVER, "vol-a"),
      CSI_CLAIM ("again", DRIVER, "vol-a"), CSI_CLAIM ("b", DRIVER, "vol-b"),
      POD ("p1", "n1", CLAIM ("a")), POD ("p2", "n1", CLAIM ("a")),
      POD ("p3", "n2", CLAIM ("a")), PENDING (CLAIM ("again") ", " CLAIM ("b")),
      NULL);
}

static void
full_node_takes_what_it_has (void **state)
{
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT (DRIVER, "1")),
                         CSI_CLAIM ("a", DRIVER, "vol-a"),
                         CSI_CLAIM ("b", DRIVER, "vol-b"),
                         POD ("p1", "n1", CLAIM ("a") ", " CLAIM ("b")),
                         PENDING (CLAIM ("a")), NULL);
}

static void
long_driver_names_are_hashed (void **state)
{
  static const char objects[] = NODE (
      "n1", "",
      "attachable-volumes-csi-a-very-long-csi-driver-b6addc186ce86163: "
      "'0'")
      NODE ("n2", "",
            "attachable-volumes-csi-a-very-long-csi-driver-b6addc186ce86164: "
            "'0'")
          CSI_CLAIM ("a", "a-very-long-csi-driver-name.example.company.org",
                     "vol-a") PENDING (CLAIM ("a"));
  /* 39 bytes still fit, 40 do not. */
  static const char edge[] = NODE (
      "n1", "", LIMIT ("driver-of-thirty-nine-bytes.example.com", "0"))
      NODE ("n2", "", LIMIT ("driver-with-forty-bytes-name.example.com", "0"))
          CSI_CLAIM ("a", "driver-of-thirty-nine-bytes.example.com", "x")
              CSI_CLAIM ("b", "driver-with-forty-bytes-name.example.com", "x")
                  PENDING (CLAIM ("a") ", " CLAIM ("b"));

  assert_volume_answers (&fit_max_csi_volume_count, "", FULL "; yes", objects,
                         NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", FULL "; yes", edge,
                         NULL);
}

static void
unbound_claims_count_for_their_provisioner (void **state)
{
  static const char node[] = NODE ("n1", "", LIMIT (DRIVER, "0"));
  static const char class[] = LATE_CLASS ("class", DRIVER);

  assert_volume_answers (&fit_max_csi_volume_count, "", FULL, node, class,
                         PVC ("a", OF_CLASS ("class")), PENDING (CLAIM ("a")),
                         NULL);
  /* Here the annotation counts, and comes first. */
  assert_volume_answers (
      &fit_max_csi_volume_count, "", FULL, node, class,
      PVC_WITH ("a",
                "annotations: {volume.beta.kubernetes.io/storage-class: class}",
                OF_CLASS ("gone")),
      PENDING (CLAIM ("a")), NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", FULL, node, class,
                         PVC ("a", OF_CLASS ("class") ", volumeName: gone"),
                         PENDING (CLAIM ("a")), NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes", node,
                         PVC ("a", OF_CLASS ("class")), PVC ("b", ""),
                         PENDING (CLAIM ("a") ", " CLAIM ("b")), NULL);
}

static void
unbound_claims_are_told_apart (void **state)
{
  assert_volume_answers (
      &fit_max_csi_volume_count, "", "yes; " FULL,
      NODE ("n1", "", LIMIT (DRIVER, "1")),
      NODE ("n2", "", LIMIT (DRIVER, "1")), LATE_CLASS ("class", DRIVER),
      PVC ("a", OF_CLASS ("class")), PVC ("b", OF_CLASS ("class")),
      POD ("p1", "n1", CLAIM ("a")), POD ("p2", "n2", CLAIM ("b")),
      PENDING (CLAIM ("a")), NULL);
  /* A bound and an unbound claim share the limit of the driver. */
  assert_volume_answers (
      &fit_max_csi_volume_count, "", FULL, NODE ("n1", "", LIMIT (DRIVER, "1")),
      LATE_CLASS ("class", DRIVER), PVC ("a", OF_CLASS ("class")),
      CSI_CLAIM ("b", DRIVER, "vol-b"), POD ("p1", "n1", CLAIM ("b")),
      PENDING (CLAIM ("a")), NULL);
}

static void
in_tree_provisioners_do_not_count (void **state)
{
  assert_volume_answers (&fit_max_csi_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT ("ebs.csi.aws.com", "0")),
                         LATE_CLASS ("ebs", "kubernetes.io/aws-ebs"),
                         LATE_CLASS ("file", "kubernetes.io/azure-file"),
                         PVC ("a", OF_CLASS ("ebs")),
                         PVC ("b", OF_CLASS ("file")),
                         PENDING (CLAIM ("a") ", " CLAIM ("b")), NULL);
}

static void
incomplete_volumes_do_not_count (void **state)
{
  assert_volume_answers (
      &fit_max_csi_volume_count, "", "yes",
      NODE ("n1", "", LIMIT (DRIVER, "0")), CSI_CLAIM ("a", DRIVER, "''"),
      CSI_CLAIM ("b", "''", "vol-b"), LATE_CLASS ("class", "''"),
      PVC ("c", OF_CLASS ("class")),
      PENDING (CLAIM ("a") ", " CLAIM ("b") ", " CLAIM ("c")), NULL);
}

static void
claim_without_name_is_an_error (void **state)
{
  static const char unnamed[] = "error: PersistentVolumeClaim had no name";

  assert_volume_answers (&fit_max_csi_volume_count, "", unnamed,
                         NODE ("n1", "", ""), PENDING (CLAIM ("''")), NULL);
  /* on the node it is noticed only where there are limits */
  assert_volume_answers (
      &fit_max_csi_volume_count, "",
      "error: PersistentVolumeClaim had no name; yes",
      NODE ("n1", "", "attachable-volumes-gce-pd: '9'"), NODE ("n2", "", ""),
      CSI_CLAIM ("a", DRIVER, "vol-a"), POD ("p1", "n1", CLAIM ("''")),
      POD ("p2", "n2", CLAIM ("''")), PENDING (CLAIM ("a")), NULL);
}

static void
gate_turns_it_off (void **state)
{
  assert_volume_answers (&fit_max_csi_volume_count, "AttachVolumeLimit=false",
                         "yes; yes", NODE ("n1", "", LIMIT (DRIVER, "0")),
                         NODE ("n2", "", ""), CSI_CLAIM ("a", DRIVER, "vol-a"),
                         PENDING (CLAIM ("a")), NULL);
  assert_volume_answers (&fit_max_csi_volume_count, "AttachVolumeLimit=false",
                         "yes", NODE ("n1", "", ""), PENDING (CLAIM ("''")),
                         NULL);
}

/* A volume of a replaced plugin is a volume of the driver: it shares the limit
 * and, where the handle is the same, the count. */
static void
migrated_volumes_count_for_the_driver (void **state)
{
  static const struct
  {
    const char *plugin;
    const char *driver;
    const char *pv;     /* metadata and spec of an in-tree volume */
    const char *handle; /* by which the driver knows it; NULL: it does not */
  } cases[] = {
    { "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
      "spec: {awsElasticBlockStore: {volumeID: vol-1}}", "vol-1" },
    { "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
      "spec: {gcePersistentDisk: {pdName: disk}}",
      "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/disk" },
    { "kubernetes.io/azure-disk", "disk.csi.azure.com",
      "spec: {azureDisk: {diskName: disk, diskURI: /uri/of/disk}}",
      "/uri/of/disk" },
    { "kubernetes.io/cinder", "cinder.csi.openstack.org",
      "spec: {cinder: {volumeID: id}}", "id" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *objects = g_strdup_printf (
          NODE ("n1", "", "") NODE ("n2", "", "") NODE ("n3", "", "")
              CSI_NODE ("n1", MIGRATED ("%s"), COUNT ("%s", "1"))
                  CSI_NODE ("n2", MIGRATED ("%s"), COUNT ("%s", "1"))
                      CSI_NODE ("n3", "", COUNT ("%s", "0")),
          cases[i].plugin, cases[i].driver, cases[i].plugin, cases[i].driver,
          cases[i].driver);
      g_autofree char *volumes = g_strdup_printf (
          OBJECT ("v1", "PersistentVolume", "name: a-pv", "%s")
              BOUND_PVC ("a", "a-pv") CSI_CLAIM ("same", "%s", "%s") CSI_CLAIM (
                  "other", "%s", "unlike") POD ("p1", "n1", CLAIM ("same"))
                  POD ("p2", "n2", CLAIM ("other")) PENDING (CLAIM ("a")),
          cases[i].pv, cases[i].driver, cases[i].handle, cases[i].driver);

      assert_volume_answers (&fit_max_csi_volume_count, MIGRATION_GATES,
                             "yes; " FULL "; yes", objects, volumes, NULL);
      assert_volume_answers (&fit_max_csi_volume_count, "", "yes; yes; yes",
                             objects, volumes, NULL);
    }
}

static void
claims_of_migrated_plugins_count_for_the_driver (void **state)
{
  assert_volume_answers (&fit_max_csi_volume_count, MIGRATION_GATES,
                         FULL "; yes", NODE ("n1", "", ""), NODE ("n2", "", ""),
                         CSI_NODE ("n1", MIGRATED ("kubernetes.io/aws-ebs"),
                                   COUNT ("ebs.csi.aws.com", "0")),
                         CSI_NODE ("n2", MIGRATED ("kubernetes.io/azure-file"),
                                   COUNT ("ebs.csi.aws.com", "0") ", " COUNT (
                                       "file.csi.azure.com", "0")),
                         LATE_CLASS ("ebs", "kubernetes.io/aws-ebs"),
                         PVC ("a", OF_CLASS ("ebs")),
                         LATE_CLASS ("file", "kubernetes.io/azure-file"),
                         PVC ("b", OF_CLASS ("file")),
                         PENDING (CLAIM ("a") ", " CLAIM ("b")), NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (pods_without_csi_volumes_fit),
    cmocka_unit_test (driver_has_a_limit),
    cmocka_unit_test (count_of_the_csi_node_comes_first),
    cmocka_unit_test (drivers_are_counted_apart),
    cmocka_unit_test (volume_is_counted_once),
    cmocka_unit_test (full_node_takes_what_it_has),
    cmocka_unit_test (long_driver_names_are_hashed),
    cmocka_unit_test (unbound_claims_count_for_their_provisioner),
    cmocka_unit_test (unbound_claims_are_told_apart),
    cmocka_unit_test (in_tree_provisioners_do_not_count),
    cmocka_unit_test (incomplete_volumes_do_not_count),
    cmocka_unit_test (claim_without_name_is_an_error),
    cmocka_unit_test (gate_turns_it_off),
    cmocka_unit_test (migrated_volumes_count_for_the_driver),
    cmocka_unit_test (claims_of_migrated_plugins_count_for_the_driver),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
