/* test-volume-restrictions-hints.c - events that help pods whose disk or claim was in use
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/hint-volumes.h"

static void
test_volume_restrictions (void **state)
{
#define GCE_DISK(name) \
  "volumes: [{name: v, gcePersistentDisk: {pdName: " name "}}]"
  static const char disk[] = PENDING ("", GCE_DISK ("d")),
                    claim[] = PENDING ("", USES ("data"));

  ASK (TRUE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", GCE_DISK ("d")));
  ASK (FALSE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       PLACED_WITH ("a", "n1", "", GCE_DISK ("e")));
  ASK (FALSE, "VolumeRestrictions", IN (34), disk, EVENT (ASSIGNED_POD_DELETE),
       POD ("a", "namespace: other", "nodeName: n1, " GCE_DISK ("d")));
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
       PLACED_WITH ("a", "n1", "", GCE_DISK ("e")));
#undef GCE_DISK
}

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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volume_restrictions),
    cmocka_unit_test (test_volumes_that_are_freed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
