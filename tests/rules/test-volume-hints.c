/* test-volume-hints.c - which events of volumes and claims help pods that wait for them */
#include "tests/rules/hint-scene.h"

#define CLAIM(name)                                                           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", namespace: ns}, spec: {}}\n"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"

static void
test_volume_restrictions (void **state)
{
#define DISK(name) "volumes: [{name: v, gcePersistentDisk: {pdName: " name "}}]"
  static const char disk[] = PENDING ("", DISK ("d")),
                    claim[] = PENDING ("", USES ("data"));

  ASK (TRUE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", DISK ("d")));
  ASK (FALSE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", DISK ("e")));
  ASK (FALSE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       POD ("a", "namespace: other", "nodeName: n1, " DISK ("d")));
  ASK (TRUE, "VolumeRestrictions", IN (34), claim, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", USES ("data")));
  ASK (TRUE, "VolumeRestrictions", IN (34), claim, EVENT (PVC_ADD), NULL,
       CLAIM ("data"));
  ASK (FALSE, "VolumeRestrictions", IN (34), claim, EVENT (PVC_ADD), NULL,
       CLAIM ("other"));
  ASK (FALSE, "VolumeRestrictions", IN (34), claim, EVENT (PVC_UPDATE),
       CLAIM ("data"), CLAIM ("data"));
  ASK (TRUE, "VolumeRestrictions", IN (30), claim, EVENT (PVC_UPDATE),
       CLAIM ("data"), CLAIM ("data"));
  ASK (TRUE, "VolumeRestrictions", IN (30), disk, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", DISK ("e")));
#undef DISK
}

#define CLASS(mode)                                           \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, " \
  "metadata: {name: sc}, provisioner: p, volumeBindingMode: " mode "}\n"

static void
test_volume_zone (void **state)
{
#define VOLUME(zones)                                                           \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv, labels: " \
  "{topology.kubernetes.io/zone: " zones "}}, spec: {}}\n"
  static const char claim[] = PENDING ("", USES ("data"));

  ASK (TRUE, "VolumeZone", IN (34), claim, EVENT (STORAGE_CLASS_ADD), NULL,
       CLASS ("WaitForFirstConsumer"));
  ASK (FALSE, "VolumeZone", IN (34), claim, EVENT (STORAGE_CLASS_ADD), NULL,
       CLASS ("Immediate"));
  ASK (TRUE, "VolumeZone", IN (34), claim, EVENT (PV_ADD), NULL, VOLUME ("a"));
  ASK (TRUE, "VolumeZone", IN (34), claim, EVENT (PV_UPDATE), VOLUME ("a"),
       VOLUME ("b"));
  ASK (FALSE, "VolumeZone", IN (34), claim, EVENT (PV_UPDATE), VOLUME ("a__b"),
       VOLUME ("b__a"));
  ASK (TRUE, "VolumeZone", IN (34), claim, EVENT (PVC_UPDATE), CLAIM ("data"),
       CLAIM ("data"));
  ASK (FALSE, "VolumeZone", IN (34), claim, EVENT (PVC_UPDATE), CLAIM ("x"),
       CLAIM ("x"));
  ASK (TRUE, "VolumeZone", IN (30), claim, EVENT (STORAGE_CLASS_ADD), NULL,
       CLASS ("Immediate"));
  ASK (TRUE, "VolumeZone", IN (30), claim, EVENT (PVC_ADD), NULL, CLAIM ("x"));
  ASK (FALSE, "VolumeZone", IN (30), claim, EVENT (PVC_UPDATE), CLAIM ("data"),
       CLAIM ("data"));
  ASK (TRUE, "VolumeZone", IN (30), claim, EVENT (PV_UPDATE), VOLUME ("a"),
       VOLUME ("a"));
#undef VOLUME
}

static void
test_volume_limits (void **state)
{
#define ATTACHED(attacher)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: " \
  "{name: va}, spec: {attacher: " attacher ", nodeName: n1, source: "       \
  "{persistentVolumeName: pv}}}\n"
#define LIMIT(count)                                                           \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, " \
  "spec: {drivers: [{name: d, nodeID: n1, allocatable: {count: " count         \
  "}}]}}\n"
  static const char claim[] = PENDING ("", USES ("data")),
                    ebs[]
                    = PENDING ("", "volumes: [{name: v, awsElasticBlockStore: "
                                   "{volumeID: x}}]");

  ASK (TRUE, "NodeVolumeLimits", IN (34), claim, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", USES ("other")));
  ASK (FALSE, "NodeVolumeLimits", IN (34), claim, EVENT (ASSIGNED_POD_DELETE),
       PLACED ("a", "n1", ""));
  ASK (TRUE, "NodeVolumeLimits", IN (30), claim, EVENT (ASSIGNED_POD_DELETE),
       PLACED ("a", "n1", ""));
  ASK (TRUE, "NodeVolumeLimits", IN (34), claim,
       EVENT (VOLUME_ATTACHMENT_DELETE), ATTACHED ("any"));
  ASK (TRUE, "NodeVolumeLimits", IN (34), ebs, EVENT (VOLUME_ATTACHMENT_DELETE),
       ATTACHED ("ebs.csi.aws.com"));
  ASK (FALSE, "NodeVolumeLimits", IN (34), ebs,
       EVENT (VOLUME_ATTACHMENT_DELETE), ATTACHED ("other"));
  ASK (FALSE, "NodeVolumeLimits", IN (31), claim,
       EVENT (VOLUME_ATTACHMENT_DELETE), ATTACHED ("any"));
  ASK (TRUE, "NodeVolumeLimits", IN (34), claim, EVENT (CSI_NODE_UPDATE),
       LIMIT ("1"), LIMIT ("2"));
  ASK (FALSE, "NodeVolumeLimits", IN (34), claim, EVENT (CSI_NODE_UPDATE),
       LIMIT ("2"), LIMIT ("1"));
  ASK (FALSE, "NodeVolumeLimits", IN (32), claim, EVENT (CSI_NODE_UPDATE),
       LIMIT ("1"), LIMIT ("2"));
  ASK (FALSE, "NodeVolumeLimits", IN (34), claim, EVENT (PVC_ADD), NULL,
       CLAIM ("x"));
#undef ATTACHED
#undef LIMIT
}

static void
test_volume_binding (void **state)
{
#define CAPACITY(amounts)                                           \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, " \
  "metadata: {name: c, namespace: ns}, storageClassName: sc, " amounts "}\n"
#define DRIVER(name, publishes)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: " name \
  "}, spec: {storageCapacity: " publishes "}}\n"
#define MIGRATED(plugins)                                                     \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1, " \
  "annotations: {storage.alpha.kubernetes.io/migrated-plugins: " plugins      \
  "}}, spec: {}}\n"
  static const char claim[] = PENDING ("", USES ("data")),
                    inline_csi[]
                    = PENDING ("", "volumes: [{name: v, csi: {driver: d}}]");

  ASK (TRUE, "VolumeBinding", IN (34), claim, EVENT (PVC_UPDATE),
       CLAIM ("data"), CLAIM ("data"));
  ASK (FALSE, "VolumeBinding", IN (34), claim, EVENT (PVC_ADD), NULL,
       CLAIM ("other"));
  ASK (TRUE, "VolumeBinding", IN (34), claim, EVENT (PV_UPDATE), NULL, NULL);
  ASK (TRUE, "VolumeBinding", IN (34), claim, EVENT (STORAGE_CLASS_ADD), NULL,
       CLASS ("Immediate"));
  ASK (FALSE, "VolumeBinding", IN (34), claim, EVENT (STORAGE_CLASS_UPDATE),
       CLASS ("Immediate"), CLASS ("Immediate"));
  ASK (TRUE, "VolumeBinding", IN (34), claim, EVENT (STORAGE_CLASS_UPDATE),
       CLASS ("Immediate"),
       CLASS ("Immediate, allowedTopologies: [{matchLabelExpressions: [{key: "
              "zone, values: [a]}]}]"));
  ASK (TRUE, "VolumeBinding", IN (34), claim,
       EVENT (CSI_STORAGE_CAPACITY_UPDATE), CAPACITY ("capacity: 1Gi"),
       CAPACITY ("capacity: 2Gi"));
  ASK (FALSE, "VolumeBinding", IN (34), claim,
       EVENT (CSI_STORAGE_CAPACITY_UPDATE), CAPACITY ("capacity: 1Gi"),
       CAPACITY ("capacity: 1Gi, maximumVolumeSize: 1Mi"));
  ASK (FALSE, "VolumeBinding", IN (34), claim, EVENT (CSI_DRIVER_ADD), NULL,
       DRIVER ("d", "true"));
  ASK (TRUE, "VolumeBinding", IN (31), claim, EVENT (CSI_DRIVER_ADD), NULL,
       DRIVER ("d", "true"));
  ASK (TRUE, "VolumeBinding", IN (34), inline_csi, EVENT (CSI_DRIVER_UPDATE),
       DRIVER ("d", "true"), DRIVER ("d", "false"));
  ASK (FALSE, "VolumeBinding", IN (34), inline_csi, EVENT (CSI_DRIVER_UPDATE),
       DRIVER ("d", "false"), DRIVER ("d", "true"));
  ASK (FALSE, "VolumeBinding", IN (34), inline_csi, EVENT (CSI_DRIVER_UPDATE),
       DRIVER ("e", "true"), DRIVER ("e", "false"));
  ASK (TRUE, "VolumeBinding", IN (34), claim, EVENT (CSI_NODE_UPDATE),
       MIGRATED ("a"), MIGRATED ("b"));
  ASK (FALSE, "VolumeBinding", IN (34), claim, EVENT (CSI_NODE_UPDATE),
       MIGRATED ("a"), MIGRATED ("a"));
  ASK (TRUE, "VolumeBinding", IN (30), claim, EVENT (STORAGE_CLASS_UPDATE),
       CLASS ("Immediate"), CLASS ("Immediate"));
  ASK (TRUE, "VolumeBinding", IN (30), claim, EVENT (PVC_ADD), NULL,
       CLAIM ("other"));
  ASK (TRUE, "VolumeBinding", IN (30), claim, EVENT (CSI_NODE_UPDATE),
       MIGRATED ("a"), MIGRATED ("a"));
  ASK (TRUE, "VolumeBinding", IN (30), claim,
       EVENT (CSI_STORAGE_CAPACITY_UPDATE), CAPACITY ("capacity: 2Gi"),
       CAPACITY ("capacity: 1Gi"));
#undef CAPACITY
#undef DRIVER
#undef MIGRATED
}

/* -- what exactly counts --------------------------------------------------- */

#define TWO_VOLUMES(first, second) \
  PENDING ("", "volumes: [{name: v, " first "}, {name: w, " second "}]")
#define OF_CLAIM(name) "persistentVolumeClaim: {claimName: " name "}"
#define FOREIGN_CLAIM(name)                                                   \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", namespace: other}, spec: {}}\n"

/* A claim of the pod's namespace that one of its volumes names. */
static void
test_claims_of_the_pod (void **state)
{
  static const char none[] = PENDING ("", ""),
                    two[] = TWO_VOLUMES (OF_CLAIM ("logs"), OF_CLAIM ("data")),
                    made[] = PENDING ("", "volumes: [{name: v, ephemeral: "
                                          "{volumeClaimTemplate: {}}}]"),
                    disk[] = PENDING ("", "volumes: [{name: v, "
                                          "gcePersistentDisk: {pdName: "
                                          "data}}]");
  static const struct
  {
    const char *plugin;
    gboolean made; /* claims made for the pod count */
  } plugins[] = { { "VolumeBinding", TRUE }, { "VolumeRestrictions", FALSE } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    CHANGES (plugins[i].plugin, PVC_ADD,
             {
                 { none, NULL, CLAIM ("data"), FALSE },
                 { two, NULL, CLAIM ("data"), TRUE },
                 { two, NULL, CLAIM ("logs"), TRUE },
                 { two, NULL, CLAIM ("dat"), FALSE },
                 { two, NULL, FOREIGN_CLAIM ("data"), FALSE },
                 { disk, NULL, CLAIM ("data"), FALSE },
                 { made, NULL, CLAIM ("pending-v"), plugins[i].made },
             });
}

#define ALLOWED_IN(zones) \
  CLASS ("WaitForFirstConsumer, allowedTopologies: [" zones "]")
#define IN_ZONE(zone) \
  "{matchLabelExpressions: [{key: zone, values: [" zone "]}]}"

static void
test_classes_that_change (void **state)
{
  static const char pod[] = PENDING ("", USES ("data"));

  (void) state;
  CHANGES (
      "VolumeBinding", STORAGE_CLASS_UPDATE,
      {
          { pod, ALLOWED_IN (""), ALLOWED_IN (""), FALSE },
          { pod, ALLOWED_IN (IN_ZONE ("a")), ALLOWED_IN (IN_ZONE ("a")),
            FALSE },
          { pod, ALLOWED_IN (IN_ZONE ("a")), ALLOWED_IN (IN_ZONE ("b")), TRUE },
          { pod, ALLOWED_IN (IN_ZONE ("a") ", " IN_ZONE ("b")),
            ALLOWED_IN (IN_ZONE ("a") ", " IN_ZONE ("b")), FALSE },
          { pod, ALLOWED_IN (IN_ZONE ("a") ", " IN_ZONE ("b")),
            ALLOWED_IN (IN_ZONE ("a") ", " IN_ZONE ("c")), TRUE },
          { pod, ALLOWED_IN (IN_ZONE ("a") ", " IN_ZONE ("b")),
            ALLOWED_IN (IN_ZONE ("a")), TRUE },
          { pod, ALLOWED_IN (IN_ZONE ("a")), ALLOWED_IN (""), TRUE },
      });
}

#define CAPACITY(amounts)                                           \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, " \
  "metadata: {name: c, namespace: ns}, storageClassName: sc" amounts "}\n"
#define HOLDS(size) ", capacity: " size
#define AT_MOST(size) ", maximumVolumeSize: " size

/* The largest volume counts; without maximumVolumeSize that is the capacity. */
static void
test_capacity_that_is_raised (void **state)
{
  static const char pod[] = PENDING ("", USES ("data"));

  (void) state;
  CHANGES ("VolumeBinding", CSI_STORAGE_CAPACITY_ADD,
           {
               { pod, NULL, CAPACITY (""), TRUE },
               { pod, NULL, CAPACITY (HOLDS ("1Gi")), TRUE },
           });
  CHANGES ("VolumeBinding", CSI_STORAGE_CAPACITY_UPDATE,
           {
               { pod, CAPACITY (""), CAPACITY (""), FALSE },
               { pod, CAPACITY (""), CAPACITY (HOLDS ("0")), TRUE },
               { pod, CAPACITY (""), CAPACITY (AT_MOST ("1")), TRUE },
               { pod, CAPACITY (HOLDS ("1")), CAPACITY (""), FALSE },
               { pod, CAPACITY (HOLDS ("1")), CAPACITY (HOLDS ("1")), FALSE },
               { pod, CAPACITY (HOLDS ("1")), CAPACITY (HOLDS ("2")), TRUE },
               { pod, CAPACITY (HOLDS ("2")), CAPACITY (HOLDS ("1")), FALSE },
               { pod, CAPACITY (HOLDS ("1") AT_MOST ("1")),
                 CAPACITY (HOLDS ("9") AT_MOST ("1")), FALSE },
               { pod, CAPACITY (HOLDS ("9") AT_MOST ("1")),
                 CAPACITY (HOLDS ("9") AT_MOST ("2")), TRUE },
               { pod, CAPACITY (HOLDS ("2") AT_MOST ("1")),
                 CAPACITY (HOLDS ("2")), TRUE },
           });
}

#define PLUGINS(annotations)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1, " \
  "annotations: {" annotations "}}, spec: {}}\n"
#define MOVED "storage.alpha.kubernetes.io/migrated-plugins: "

static void
test_migration_that_changes (void **state)
{
  static const char pod[] = PENDING ("", USES ("data"));

  (void) state;
  CHANGES ("VolumeBinding", CSI_NODE_ADD,
           { { pod, NULL, PLUGINS (""), TRUE } });
  CHANGES ("VolumeBinding", CSI_NODE_UPDATE,
           {
               { pod, PLUGINS (""), PLUGINS (""), FALSE },
               { pod, PLUGINS (""), PLUGINS (MOVED "a"), TRUE },
               { pod, PLUGINS (MOVED "a"), PLUGINS (""), TRUE },
               { pod, PLUGINS (MOVED "'a,b'"), PLUGINS (MOVED "'a,b'"), FALSE },
               { pod, PLUGINS (MOVED "'a,b'"), PLUGINS (MOVED "'a,c'"), TRUE },
           });
}

#define DRIVER(publishes)                                                   \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: " \
  "d}, spec: {storageCapacity: " publishes "}}\n"

static void
test_drivers_that_no_longer_publish (void **state)
{
  static const char none[] = PENDING ("", ""),
                    second[] = TWO_VOLUMES (OF_CLAIM ("d"), "csi: {driver: d}"),
                    first[]
                    = TWO_VOLUMES ("csi: {driver: d}", "csi: {driver: e}"),
                    claim[] = TWO_VOLUMES (OF_CLAIM ("d"), "emptyDir: {}");

  (void) state;
  CHANGES ("VolumeBinding", CSI_DRIVER_UPDATE,
           {
               { none, DRIVER ("true"), DRIVER ("false"), FALSE },
               { first, DRIVER ("true"), DRIVER ("false"), TRUE },
               { second, DRIVER ("true"), DRIVER ("false"), TRUE },
               { claim, DRIVER ("true"), DRIVER ("false"), FALSE },
               { first, DRIVER ("true"), DRIVER ("true"), FALSE },
               { first, DRIVER ("false"), DRIVER ("false"), FALSE },
           });
}

#define DISK(name) "gcePersistentDisk: {pdName: " name "}"
#define GONE(volumes) PLACED_WITH ("a", "n1", "", "volumes: [" volumes "]")
#define RBD(pool, monitors) \
  "rbd: {image: i, pool: " pool ", monitors: [" monitors "]}"

/* Any of the volumes of either pod may be the one. */
static void
test_volumes_that_are_freed (void **state)
{
  static const char none[] = PENDING ("", ""),
                    disks[] = TWO_VOLUMES (DISK ("d"), DISK ("e")),
                    claims[] = TWO_VOLUMES (OF_CLAIM ("d"), OF_CLAIM ("e")),
                    images[]
                    = TWO_VOLUMES ("emptyDir: {}", RBD ("p", "m1, m2"));

  (void) state;
  CHANGES (
      "VolumeRestrictions", ASSIGNED_POD_DELETE,
      {
          { none, GONE ("{name: v, " DISK ("d") "}"), NULL, FALSE },
          { disks, GONE (""), NULL, FALSE },
          { disks, GONE ("{name: v, " DISK ("d") "}"), NULL, TRUE },
          { disks, GONE ("{name: v, " DISK ("e") "}"), NULL, TRUE },
          { disks, GONE ("{name: v, emptyDir: {}}, {name: w, " DISK ("e") "}"),
            NULL, TRUE },
          { disks, GONE ("{name: v, " OF_CLAIM ("d") "}"), NULL, FALSE },
          { claims, GONE ("{name: v, " DISK ("d") "}"), NULL, FALSE },
          { claims, GONE ("{name: v, " OF_CLAIM ("f") "}"), NULL, FALSE },
          { claims, GONE ("{name: v, " OF_CLAIM ("e") "}"), NULL, TRUE },
          { claims,
            GONE (
                "{name: v, " OF_CLAIM ("f") "}, {name: w, " OF_CLAIM ("d") "}"),
            NULL, TRUE },
          { images, GONE ("{name: v, " RBD ("p", "m2, m3") "}"), NULL, TRUE },
          { images, GONE ("{name: v, " RBD ("p", "m3") "}"), NULL, FALSE },
          { images, GONE ("{name: v, " RBD ("q", "m1") "}"), NULL, FALSE },
          { images, GONE ("{name: v, rbd: {image: i, pool: p}}"), NULL, FALSE },
      });
}

#define LABELLED(labels)                                                \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv, " \
  "labels: {" labels "}}, spec: {}}\n"
#define ZONE_GA "topology.kubernetes.io/zone: "
#define REGION_GA "topology.kubernetes.io/region: "

/* The zones count, whatever their order and the other labels. */
static void
test_zones_that_change (void **state)
{
  static const char pod[] = PENDING ("", USES ("data"));

  (void) state;
  CHANGES ("VolumeZone", PV_UPDATE,
           {
               { pod, LABELLED (""), LABELLED (""), FALSE },
               { pod, LABELLED (""), LABELLED ("disk: ssd"), FALSE },
               { pod, LABELLED (""), LABELLED (ZONE_GA "a"), TRUE },
               { pod, LABELLED (ZONE_GA "a"), LABELLED (""), TRUE },
               { pod, LABELLED (ZONE_GA "a"), LABELLED (ZONE_GA "a, disk: ssd"),
                 FALSE },
               { pod, LABELLED (ZONE_GA "a"), LABELLED (REGION_GA "a"), TRUE },
               { pod, LABELLED (ZONE_GA "a__b"), LABELLED (ZONE_GA "a"), TRUE },
               { pod, LABELLED (ZONE_GA "a"), LABELLED (ZONE_GA "a__b"), TRUE },
               { pod, LABELLED (ZONE_GA "a, " REGION_GA "r"),
                 LABELLED (ZONE_GA "a, " REGION_GA "r"), FALSE },
               { pod, LABELLED (ZONE_GA "a, " REGION_GA "r"),
                 LABELLED (ZONE_GA "a, " REGION_GA "s"), TRUE },
               { pod, LABELLED (ZONE_GA "a, " REGION_GA "r"),
                 LABELLED (ZONE_GA "b, " REGION_GA "r"), TRUE },
               { pod, LABELLED (ZONE_GA "a, " REGION_GA "r"),
                 LABELLED (ZONE_GA "a"), TRUE },
           });
}

#define DRIVERS(list)                                                          \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, " \
  "spec: {drivers: [" list "]}}\n"
#define UP_TO(name, count) \
  "{name: " name ", nodeID: n, allocatable: {count: " count "}}"
#define UNLIMITED(name) "{name: " name ", nodeID: n}"

/* A driver without a limit has the limit 0. */
static void
test_limits_that_are_raised (void **state)
{
  static const char pod[] = PENDING ("", USES ("data"));

  (void) state;
  CHANGES (
      "NodeVolumeLimits", CSI_NODE_UPDATE,
      {
          { pod, DRIVERS (""), DRIVERS (""), FALSE },
          { pod, DRIVERS (""), DRIVERS (UP_TO ("d", "0")), FALSE },
          { pod, DRIVERS (""), DRIVERS (UP_TO ("d", "1")), TRUE },
          { pod, DRIVERS (""), DRIVERS (UNLIMITED ("d")), FALSE },
          { pod, DRIVERS (UNLIMITED ("d")), DRIVERS (UP_TO ("d", "0")), FALSE },
          { pod, DRIVERS (UNLIMITED ("d")), DRIVERS (UP_TO ("d", "1")), TRUE },
          { pod, DRIVERS (UP_TO ("d", "1")), DRIVERS (UNLIMITED ("d")), FALSE },
          { pod, DRIVERS (UP_TO ("d", "1")), DRIVERS (UP_TO ("d", "1")),
            FALSE },
          { pod, DRIVERS (UP_TO ("d", "1") ", " UP_TO ("e", "5")),
            DRIVERS (UP_TO ("e", "5") ", " UP_TO ("d", "1")), FALSE },
          { pod, DRIVERS (UP_TO ("d", "1") ", " UP_TO ("e", "5")),
            DRIVERS (UP_TO ("d", "1") ", " UP_TO ("e", "6")), TRUE },
      });
}

#define ATTACHED(attacher)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: " \
  "{name: va}, spec: {attacher: " attacher ", nodeName: n1, source: "       \
  "{persistentVolumeName: pv}}}\n"

static void
test_volumes_that_are_detached (void **state)
{
  static const char none[]
      = PENDING ("", ""),
      pd[] = TWO_VOLUMES ("emptyDir: {}", DISK ("d")),
      claim[] = TWO_VOLUMES ("emptyDir: {}", OF_CLAIM ("c")),
      inline_csi[] = TWO_VOLUMES ("csi: {driver: d}", "emptyDir: {}"),
      rbd[] = TWO_VOLUMES (RBD ("p", "m1"), "emptyDir: {}"),
      azure[]
      = TWO_VOLUMES ("azureDisk: {diskName: d, diskURI: u}", "emptyDir: {}"),
      cinder[] = TWO_VOLUMES ("cinder: {volumeID: v}", "emptyDir: {}"),
      portworx[]
      = TWO_VOLUMES ("portworxVolume: {volumeID: v}", "emptyDir: {}");

  (void) state;
  CHANGES ("NodeVolumeLimits", VOLUME_ATTACHMENT_DELETE,
           {
               { none, ATTACHED ("d"), NULL, FALSE },
               { claim, ATTACHED ("d"), NULL, TRUE },
               { inline_csi, ATTACHED ("d"), NULL, FALSE },
               { pd, ATTACHED ("pd.csi.storage.gke.io"), NULL, TRUE },
               { pd, ATTACHED ("ebs.csi.aws.com"), NULL, FALSE },
               { azure, ATTACHED ("disk.csi.azure.com"), NULL, TRUE },
               { cinder, ATTACHED ("cinder.csi.openstack.org"), NULL, TRUE },
               { portworx, ATTACHED ("pxd.portworx.com"), NULL, TRUE },
               { rbd, ATTACHED ("rbd.csi.ceph.com"), NULL, FALSE },
           });
  CHANGES (
      "NodeVolumeLimits", ASSIGNED_POD_DELETE,
      {
          { claim, GONE (""), NULL, FALSE },
          { claim, GONE ("{name: v, emptyDir: {}}"), NULL, FALSE },
          { claim, GONE ("{name: v, " DISK ("d") "}"), NULL, TRUE },
          { claim, GONE ("{name: v, cinder: {volumeID: v}}"), NULL, TRUE },
          { claim, GONE ("{name: v, portworxVolume: {volumeID: v}}"), NULL,
            TRUE },
          { claim, GONE ("{name: v, azureDisk: {diskName: d, diskURI: u}}"),
            NULL, TRUE },
          { claim, GONE ("{name: v, " RBD ("p", "m1") "}"), NULL, FALSE },
          { claim, PENDING ("", USES ("data")), NULL, FALSE },
      });
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volume_restrictions),
    cmocka_unit_test (test_volume_zone),
    cmocka_unit_test (test_volume_limits),
    cmocka_unit_test (test_volume_binding),
    cmocka_unit_test (test_claims_of_the_pod),
    cmocka_unit_test (test_classes_that_change),
    cmocka_unit_test (test_capacity_that_is_raised),
    cmocka_unit_test (test_migration_that_changes),
    cmocka_unit_test (test_drivers_that_no_longer_publish),
    cmocka_unit_test (test_volumes_that_are_freed),
    cmocka_unit_test (test_zones_that_change),
    cmocka_unit_test (test_limits_that_are_raised),
    cmocka_unit_test (test_volumes_that_are_detached),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
