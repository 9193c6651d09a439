/* test-volume-zone.c - volumes in the zone of a node, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

#define ZONED_VOLUME                         \
  VOLUME ("v", "labels: {" ZONE "z__w}", "") \
  CLAIM_OF ("c", BOUND, "volumeName: v") PENDING ("", USES ("c"))
#define NOT_THERE "!node(s) had no available volume zone"

static void
test_zone_labels (void **state)
{
  const FilterScene scene = {
    .plugins = "VolumeZone",
    .manifest
    = NODE ("a", ZONE "z", "") NODE ("b", "topology.kubernetes.io/zone: w", "")
        NODE ("c", "", "") NODE ("d", ZONE "x", "") ZONED_VOLUME,
  };

  filter_scene_in (&scene, "1.28.3",
                   "a: fits\nb: " NOT_THERE "\nc: fits\nd: " NOT_THERE "\n");
  filter_scene_in (&scene, "1.29.1",
                   "a: fits\nb: fits\nc: fits\nd: " NOT_THERE "\n");
}

static void
test_zone_problems (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeZone",
    .manifest = NODE ("a", ZONE "z", "") NODE ("b", "", "")
        CLAIM_OF ("c", BOUND, "volumeName: gone") PENDING ("", USES ("c")),
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: ?persistentvolume \"gone\" not found\nb: fits\n");
  filter_scene_in (&scene, "1.20.15",
                   "a: !persistentvolume \"gone\" not found\nb: fits\n");
  filter_scene_in (&scene, "1.27.1",
                   "rejected by VolumeZone: !persistentvolume \"gone\" not "
                   "found\n");
  scene.pre_filters = "NodePorts";
  filter_scene_in (&scene, "1.27.1",
                   "a: !persistentvolume \"gone\" not found\nb: fits\n");
}

#define OF_CLASS(name) CLAIM_OF ("c", "", "storageClassName: " name)

/* A claim without a volume may only have none if its class waits for the pod. */
static void
test_zones_of_unbound_claims (void **state)
{
  static const struct
  {
    const char *claim;
    const char *early; /* in 1.20.2, an error */
    const char *later; /* in 1.27, PreFilter rejects the pod */
  } rows[] = {
    { CLAIM_OF ("c", "", ""),
      "a: ?PersistentVolumeClaim had no pv name and storageClass name\n",
      "rejected by VolumeZone: !PersistentVolumeClaim had no pv name and "
      "storageClass name\n" },
    { OF_CLASS ("gone"),
      "a: ?StorageClass \"gone\" claimed by PersistentVolumeClaim \"c\" not "
      "found\n",
      "rejected by VolumeZone: !storageclass.storage.k8s.io \"gone\" not "
      "found\n" },
    { CLASS ("odd", "null") OF_CLASS ("odd"),
      "a: ?VolumeBindingMode not set for StorageClass \"odd\"\n",
      "rejected by VolumeZone: !VolumeBindingMode not set for StorageClass "
      "\"odd\"\n" },
    { CLASS ("now", "Immediate") OF_CLASS ("now"),
      "a: ?PersistentVolume had no name\n",
      "rejected by VolumeZone: !PersistentVolume had no name\n" },
    { CLASS ("late", "WaitForFirstConsumer") OF_CLASS ("late"), "a: fits\n",
      "skips VolumeZone\na: fits\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest
          = g_strconcat (NODE ("a", ZONE "z", "") PENDING ("", USES ("c")),
                         rows[i].claim, NULL);
      const FilterScene scene
          = { .plugins = "VolumeZone", .manifest = manifest };

      filter_scene_in (&scene, "1.20.2", rows[i].early);
      filter_scene_in (&scene, "1.27.1", rows[i].later);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_zone_labels),
    cmocka_unit_test (test_zone_problems),
    cmocka_unit_test (test_zones_of_unbound_claims),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
