/* test-disk-limits.c - limits of in-tree disks and claims that do not count, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

#define LOOKING_UP "looking up PVC ns/c: persistentvolumeclaim \"c\" not found"

static void
test_limits_and_missing_claims (void **state)
{
  static const char *const plugins[] = { "NodeVolumeLimits", "EBSLimits" };

  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    {
      const FilterScene scene
          = { .plugins = plugins[i], .manifest = ONE PENDING ("", USES ("c")) };

      filter_scene_in (&scene, "1.22.6", "a: fits\n");
      filter_scene_in (&scene, "1.23.3", "a: ?" LOOKING_UP "\n");
      filter_scene_in (&scene, "1.30.1", "a: !" LOOKING_UP "\n");
    }
}

static void
test_disk_limits (void **state)
{
  FilterScene scene = {
    .plugins = "EBSLimits",
    .manifest
    = NODE ("a", "", "attachable-volumes-aws-ebs: 0") PENDING ("", DISK),
  };

  filter_scene_in (&scene, "1.25.2", "a: " TOO_MANY "\n");
  scene.plugins = "GCEPDLimits";
  filter_scene_in (&scene, "1.28.3", "skips GCEPDLimits\na: fits\n");
}

static void
test_limits_and_claims_made_for_the_pod (void **state)
{
  FilterScene scene
      = { .plugins = "EBSLimits",
          .manifest = NODE ("a", "", "attachable-volumes-aws-ebs: 0")
              MADE_CLAIM ("pending") EPHEMERAL };

  filter_scene_in (&scene, "1.22.6", "a: fits\n");
  filter_scene_in (&scene, "1.23.3", "a: " TOO_MANY "\n");
  scene.manifest = ONE MADE_CLAIM ("other") EPHEMERAL;
  filter_scene_in (&scene, "1.22.6", "a: fits\n");
  filter_scene_in (&scene, "1.30.1", "a: ?" FOREIGN "\n");
  scene.plugins = "NodeVolumeLimits";
  filter_scene_in (&scene, "1.30.1", "a: ?" FOREIGN "\n");
  scene.plugins = "VolumeZone";
  filter_scene_in (&scene, "1.30.1", "skips VolumeZone\na: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_limits_and_missing_claims),
    cmocka_unit_test (test_disk_limits),
    cmocka_unit_test (test_limits_and_claims_made_for_the_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
