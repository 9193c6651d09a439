/* test-volume-binding-hints.c - events that help pods whose claims could not be bound
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-volumes.h"

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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volume_binding),
    cmocka_unit_test (test_claims_of_the_pod),
    cmocka_unit_test (test_classes_that_change),
    cmocka_unit_test (test_capacity_that_is_raised),
    cmocka_unit_test (test_migration_that_changes),
    cmocka_unit_test (test_drivers_that_no_longer_publish),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
