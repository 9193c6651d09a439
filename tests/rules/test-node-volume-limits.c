/* test-node-volume-limits.c - limits of CSI drivers, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

#define CSI_VOLUME(name)                                                    \
  VOLUME (name, "", "csi: {driver: d.example.com, volumeHandle: " name "}") \
  CLAIM_OF (name, BOUND, "volumeName: " name)

static void
test_where_limits_are (void **state)
{
  FilterScene scene = {
    .plugins = "NodeVolumeLimits",
    .manifest = NODE ("a", "", "attachable-volumes-csi-d.example.com: 0")
        CSI_VOLUME ("v") PENDING ("", USES ("v")),
  };

  filter_scene_in (&scene, "1.31.1", "a: " TOO_MANY "\n");
  filter_scene_in (&scene, "1.32.2", "a: fits\n");
  scene.manifest
      = ONE CSI_NODE ("a", "", "{name: d.example.com, allocatable: {count: 0}}")
          CSI_VOLUME ("v") PENDING ("", USES ("v"));
  filter_scene_in (&scene, "1.32.2", "a: " TOO_MANY "\n");
  scene.manifest = ONE PENDING ("", "");
  filter_scene_in (&scene, "1.28.3", "skips NodeVolumeLimits\na: fits\n");
  scene.pre_filters = "";
  filter_scene_in (&scene, "1.28.3", "a: fits\n");
}

/* With the gate VolumeLimitScaling the node needs the driver of a new volume, if
 * a CSIDriver says that there is one and, from 1.36 on, that it matters. */
static void
test_missing_drivers (void **state)
{
#define DRIVER(spec)                                                        \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: " \
  "d.example.com}, spec: {" spec "}}\n"
#define NEEDED DRIVER ("preventPodSchedulingIfMissing: true")
#define MISSING "a: d.example.com CSI driver is not installed on the node\n"
#define WITH_VOLUME CSI_VOLUME ("v") PENDING ("", USES ("v"))
  static const struct
  {
    const char *release, *gates, *manifest, *expected;
  } rows[] = {
    { "1.35.6", "", ONE NEEDED WITH_VOLUME, "a: fits\n" },
    { "1.35.6", "VolumeLimitScaling", ONE WITH_VOLUME, "a: fits\n" },
    { "1.35.6", "VolumeLimitScaling", ONE DRIVER ("") WITH_VOLUME, MISSING },
    { "1.36.3", "VolumeLimitScaling", ONE DRIVER ("") WITH_VOLUME,
      "a: fits\n" },
    { "1.36.3", "VolumeLimitScaling", ONE NEEDED WITH_VOLUME, MISSING },
    { "1.36.3", "VolumeLimitScaling",
      ONE CSI_NODE ("a", "", "{name: other}") NEEDED WITH_VOLUME, MISSING },
    { "1.36.3", "VolumeLimitScaling",
      ONE CSI_NODE ("a", "", "{name: d.example.com}") NEEDED WITH_VOLUME,
      "a: fits\n" },
    { "1.36.3", "VolumeLimitScaling", ONE NEEDED PENDING ("", ""),
      "skips NodeVolumeLimits\na: fits\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FilterScene scene = { .plugins = "NodeVolumeLimits",
                            .gates = rows[i].gates,
                            .manifest = rows[i].manifest };

      print_message ("row %u\n", i);
      filter_scene_in (&scene, rows[i].release, rows[i].expected);
    }
#undef DRIVER
#undef NEEDED
#undef MISSING
#undef WITH_VOLUME
}

#define ATTACHED_BY(driver, volume)                                            \
  "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: "    \
  "{name: x-" volume "}, spec: {attacher: '" driver "', nodeName: a, source: " \
  "{persistentVolumeName: " volume "}}}\n"
#define ATTACHED(volume) ATTACHED_BY ("d.example.com", volume)
#define ATTACHED_AGAIN(volume)                                              \
  "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: " \
  "{name: y-" volume                                                        \
  "}, spec: {attacher: d.example.com, nodeName: a, source: "                \
  "{persistentVolumeName: " volume "}}}\n"
#define TWO_VOLUMES \
  ONE CSI_NODE ("a", "", "{name: d.example.com, allocatable: {count: 2}}")
#define ONE_VOLUME \
  ONE CSI_NODE ("a", "", "{name: d.example.com, allocatable: {count: 1}}")

static void
test_attachments (void **state)
{
  FilterScene scene = {
    .plugins = "NodeVolumeLimits",
    .manifest = ONE_VOLUME CSI_VOLUME ("v") CSI_VOLUME ("w") ATTACHED ("w")
        PENDING ("", USES ("v")),
  };

  filter_scene_in (&scene, "1.31.1", "a: fits\n");
  filter_scene_in (&scene, "1.32.2", "a: " TOO_MANY "\n");
  /* A volume with two attachments is still one volume. */
  scene.manifest = TWO_VOLUMES CSI_VOLUME ("v") CSI_VOLUME ("w") ATTACHED ("w")
      ATTACHED_AGAIN ("w") PENDING ("", USES ("v"));
  filter_scene_in (&scene, "1.32.2", "a: fits\n");
}

/* It counts as attached and as new. */
static void
test_own_attachment (void **state)
{
  FilterScene scene = {
    .plugins = "NodeVolumeLimits",
    .manifest
    = ONE_VOLUME CSI_VOLUME ("v") ATTACHED ("v") PENDING ("", USES ("v")),
  };

  filter_scene_in (&scene, "1.34.1", "a: " TOO_MANY "\n");
}

/* The driver of the volume does not matter, and without one nothing counts. */
static void
test_who_attached (void **state)
{
  FilterScene scene = {
    .plugins = "NodeVolumeLimits",
    .manifest = ONE_VOLUME CSI_VOLUME ("v") CSI_VOLUME ("w")
        ATTACHED_BY ("e.example.com", "w") PENDING ("", USES ("v")),
  };

  filter_scene_in (&scene, "1.34.1", "a: fits\n");
  scene.manifest = ONE_VOLUME CSI_VOLUME ("v") CSI_VOLUME ("w")
      ATTACHED_BY ("", "w") PENDING ("", USES ("v"));
  filter_scene_in (&scene, "1.34.1", "a: fits\n");
}

/* The driver's limit is full; the disk counts for it once it has taken over. */
#define EBS_NODE(metadata)                                          \
  ONE CSI_NODE ("a", metadata,                                      \
                "{name: ebs.csi.aws.com, allocatable: {count: 0}}") \
      PENDING ("", DISK)

static void
test_inline_disks (void **state)
{
  FilterScene scene = {
    .plugins = "NodeVolumeLimits",
    .manifest = EBS_NODE ("annotations: "
                          "{storage.alpha.kubernetes.io/migrated-plugins: "
                          "kubernetes.io/aws-ebs}"),
  };

  filter_scene_in (&scene, "1.24.4", "a: fits\n");
  filter_scene_in (&scene, "1.25.2", "a: " TOO_MANY "\n");
  scene.manifest = EBS_NODE ("");
  filter_scene_in (&scene, "1.25.2", "a: fits\n");
  filter_scene_in (&scene, "1.34.1", "a: " TOO_MANY "\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_where_limits_are),
    cmocka_unit_test (test_missing_drivers),
    cmocka_unit_test (test_attachments),
    cmocka_unit_test (test_own_attachment),
    cmocka_unit_test (test_who_attached),
    cmocka_unit_test (test_inline_disks),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
