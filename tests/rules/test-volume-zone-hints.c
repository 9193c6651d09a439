/* test-volume-zone-hints.c - events that help pods whose volumes are in another zone
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-volumes.h"

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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volume_zone),
    cmocka_unit_test (test_zones_that_change),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
