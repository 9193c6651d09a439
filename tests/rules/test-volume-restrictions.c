/* test-volume-restrictions.c - disks and claims that another pod uses, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

#define IN_USE                                                     \
  "rejected by VolumeRestrictions: !node has pod using "           \
  "PersistentVolumeClaim with the same name and ReadWriteOncePod " \
  "access mode\n"

static void
test_claim_for_one_pod (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeRestrictions",
    .manifest = ONE NODE ("b", "", "")
        CLAIM_OF ("c", "", "accessModes: [ReadWriteOncePod]")
            PLACED_WITH ("p", "a", "", USES ("c")) PENDING ("", USES ("c")),
  };

  filter_scene_in (&scene, "1.22.6", "a: fits\nb: fits\n");
  filter_scene_in (
      &scene, "1.34.1",
      "a: node(s) unavailable due to PersistentVolumeClaim with "
      "ReadWriteOncePod access mode already in-use by another pod\n"
      "b: node(s) unavailable due to PersistentVolumeClaim with "
      "ReadWriteOncePod access mode already in-use by another pod\n");
  scene.gone = "p";
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\n");
  scene.gone = NULL;
  scene.gates = "ReadWriteOncePod";
  /* first the pod was rejected at PreFilter, whoever goes */
  filter_scene_in (&scene, "1.26.4", IN_USE);
  scene.gone = "p";
  filter_scene_in (&scene, "1.22.6", IN_USE);
  scene.pre_filters = "NodeName";
  filter_scene_in (&scene, "1.22.6", "a: fits\nb: fits\n");
}

/* Only the gate lets the rule look at claims: without it another plugin has to
 * say that there is none. */
static void
test_claim_is_missing (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeRestrictions",
    .manifest = ONE PENDING ("", USES ("c")),
  };

  filter_scene_in (&scene, "1.26.4", "a: fits\n");
  filter_scene_in (
      &scene, "1.28.3",
      "rejected by VolumeRestrictions: !persistentvolumeclaim \"c\" not found\n");
  filter_scene_in (
      &scene, "1.34.1",
      "rejected by VolumeRestrictions: !persistentvolumeclaim \"c\" not found\n");
  scene.gates = "ReadWriteOncePod";
  filter_scene_in (&scene, "1.22.6",
                   "rejected by VolumeRestrictions: !persistentvolumeclaim "
                   "\"c\" not found\n");
  scene.gates = "!ReadWriteOncePod";
  filter_scene_in (&scene, "1.27.1", "a: fits\n");
  filter_scene_in (&scene, "1.28.3", "skips VolumeRestrictions\na: fits\n");
}

static void
test_disk_in_use (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeRestrictions",
    .manifest = ONE PLACED_WITH ("p", "a", "", DISK) PENDING ("", DISK),
  };

  filter_scene_in (&scene, "1.34.1", "a: node(s) had no available disk\n");
  scene.manifest = ONE PENDING ("", "");
  filter_scene_in (&scene, "1.28.3", "skips VolumeRestrictions\na: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_claim_for_one_pod),
    cmocka_unit_test (test_claim_is_missing),
    cmocka_unit_test (test_disk_in_use),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
