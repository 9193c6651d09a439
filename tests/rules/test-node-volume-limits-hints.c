/* test-node-volume-limits-hints.c - events that help pods for whose volumes there was no room
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-volumes.h"

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
    cmocka_unit_test (test_volume_limits),
    cmocka_unit_test (test_limits_that_are_raised),
    cmocka_unit_test (test_volumes_that_are_detached),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
