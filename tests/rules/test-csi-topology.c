/* test-csi-topology.c - zones of volumes whose plugin is migrated to a CSI driver
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

#define ZONE_GA "topology.kubernetes.io/zone"
#define EBS_ZONE "topology.ebs.csi.aws.com/zone"
#define MOVED(name, plugins)                                                   \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: " name \
  ", annotations: {storage.alpha.kubernetes.io/migrated-plugins: '" plugins    \
  "'}}, spec: {drivers: []}}\n"
#define DRIVER_NODES                             \
  NODE ("a", EBS_ZONE ": z", "")                 \
  NODE ("b", EBS_ZONE ": z", "")                 \
  NODE ("c", EBS_ZONE ": x, " ZONE_GA ": z", "") \
  MOVED ("a", "kubernetes.io/aws-ebs")           \
  MOVED ("c", "kubernetes.io/aws-ebs")
#define IN_ZONE(key)                                                    \
  "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{" \
  "key: " key ", operator: In, values: [z]}]}]}}, "
#define EBS(metadata, affinity)                                              \
  VOLUME ("v", metadata, affinity "awsElasticBlockStore: {volumeID: vol-1}") \
  CLAIM_OF ("c", BOUND, "volumeName: v") PENDING ("", USES ("c"))
#define ELSEWHERE "!node(s) had volume node affinity conflict"

static void
test_volumes_that_drivers_take_over (void **state)
{
  FilterScene scene = { .plugins = "VolumeBinding",
                        .manifest = DRIVER_NODES EBS ("", IN_ZONE (ZONE_GA)) };

  /* By the gate, which is off before 1.23. */
  filter_scene_in (&scene, "1.22.6",
                   "a: " ELSEWHERE "\nb: " ELSEWHERE "\nc: fits\n");
  filter_scene_in (&scene, "1.25.2",
                   "a: fits\nb: " ELSEWHERE "\nc: " ELSEWHERE "\n");
  scene.manifest = DRIVER_NODES EBS ("labels: {" ZONE_GA ": 'y__z'}", "");
  filter_scene_in (&scene, "1.25.2", "a: fits\nb: fits\nc: " ELSEWHERE "\n");
  scene.gates = "CSIMigrationAWS";
  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: fits\n");
  scene.manifest = DRIVER_NODES EBS ("labels: {" ZONE "z}", IN_ZONE ("rack"));
  filter_scene_in (&scene, "1.20.2",
                   "a: fits\nb: " ELSEWHERE "\nc: " ELSEWHERE "\n");
  filter_scene_in (&scene, "1.21.9",
                   "a: " ELSEWHERE "\nb: " ELSEWHERE "\nc: " ELSEWHERE "\n");
}

#define REGION_GA "topology.kubernetes.io/region"
#define AFFINE(terms) \
  "nodeAffinity: {required: {nodeSelectorTerms: [" terms "]}}, "
#define TERM_OF(expressions) "{matchExpressions: [" expressions "]}"
#define WITH(key, op, values) \
  "{key: " key ", operator: " op ", values: [" values "]}"
#define LABELS(labels) "labels: {" labels "}"
#define MOVED_NODE(name, labels) \
  NODE (name, labels, "") MOVED (name, "kubernetes.io/aws-ebs")
/* Nodes in zone z of region r, in x of s, and in z with the in-tree label too. */
#define MOVED_NODES                                  \
  MOVED_NODE ("a", EBS_ZONE ": z, " REGION_GA ": r") \
  MOVED_NODE ("b", EBS_ZONE ": x, " REGION_GA ": s") \
  MOVED_NODE ("c", EBS_ZONE ": z, " ZONE_GA ": z")

/* What the driver reads of the in-tree labels and node affinity of a volume; from
 * 1.21 on it knows the newer keys. */
static void
test_zones_of_volumes_that_drivers_take_over (void **state)
{
#define NO "!node(s) had volume node affinity conflict"
#define FIT(a, b, c) "a: " a "\nb: " b "\nc: " c "\n"
#define YES "fits"
  static const struct
  {
    const char *labels, *affinity;
    const char *early, *late; /* in 1.20.2, in 1.21.9 */
  } rows[] = {
    { "", "", FIT (YES, YES, YES), FIT (YES, YES, YES) },
    { LABELS (ZONE "z"), "", FIT (YES, NO, YES), FIT (YES, NO, YES) },
    { LABELS (ZONE "' x __ w __x'"), "", FIT (NO, YES, NO), FIT (NO, YES, NO) },
    { LABELS (ZONE_GA ": z"), "", FIT (YES, YES, YES), FIT (YES, NO, YES) },
    /* Without any zone. */
    { LABELS (ZONE "'__'"), "",
      FIT (
          "?could not translate pv: failed to translate topology: there are no "
          "valid zones to add to pv",
          "?could not translate pv: failed to translate topology: there are no "
          "valid zones to add to pv",
          "?could not translate pv: failed to translate topology: there are no "
          "valid zones to add to pv"),
      FIT (YES, YES, YES) },
    /* The driver's own key, as a second expression and in a second term. */
    { LABELS (ZONE "z"), AFFINE (TERM_OF (WITH (EBS_ZONE, "In", "x"))),
      FIT (NO, YES, NO), FIT (NO, NO, NO) },
    { LABELS (ZONE "z"),
      AFFINE (TERM_OF (
          WITH ("rack", "DoesNotExist", "") ", " WITH (EBS_ZONE, "In", "x"))),
      FIT (NO, YES, NO), FIT (NO, NO, NO) },
    { LABELS (ZONE "z"),
      AFFINE (TERM_OF (WITH ("rack", "Exists", "")) ", " TERM_OF (
          WITH (EBS_ZONE, "In", "x"))),
      FIT (NO, YES, NO), FIT (NO, NO, NO) },
    { LABELS (ZONE "z"), AFFINE (TERM_OF (WITH (EBS_ZONE, "Exists", ""))),
      FIT (YES, NO, YES), FIT (YES, NO, YES) },
    /* Affinity counts before labels, if it names zones. */
    { LABELS (ZONE_GA ": x"), AFFINE (TERM_OF (WITH (ZONE_GA, "In", "z"))),
      FIT (NO, NO, YES), FIT (YES, NO, YES) },
    { LABELS (ZONE_GA ": z"), AFFINE (TERM_OF (WITH (ZONE_GA, "Exists", ""))),
      FIT (NO, NO, YES), FIT (NO, NO, YES) },
    { LABELS (ZONE_GA ": z"),
      AFFINE (TERM_OF (WITH (ZONE_GA, "DoesNotExist", ""))), FIT (YES, YES, NO),
      FIT (YES, NO, NO) },
    { LABELS (ZONE_GA ": z"), AFFINE (TERM_OF (WITH (ZONE_GA, "NotIn", "z"))),
      FIT (YES, YES, NO), FIT (NO, YES, NO) },
    /* The older keys of zone and region. */
    { "",
      AFFINE (TERM_OF (
          WITH ("failure-domain.beta.kubernetes.io/zone", "In", "z") ", " WITH (
              "failure-domain.beta.kubernetes.io/region", "In", "r"))),
      FIT (NO, NO, NO), FIT (YES, NO, NO) },
    { "",
      AFFINE (TERM_OF (
          WITH ("failure-domain.beta.kubernetes.io/zone", "In", "x, w"))),
      FIT (NO, YES, NO), FIT (NO, YES, NO) },
    /* Terms that say nothing. */
    { "", AFFINE (""), FIT (NO, NO, NO), FIT (NO, NO, NO) },
    { "", AFFINE ("{}"), FIT (NO, NO, NO), FIT (NO, NO, NO) },
    { LABELS (ZONE "z"), AFFINE (""), FIT (YES, NO, YES), FIT (YES, NO, YES) },
    { LABELS (ZONE "z"), AFFINE ("{}"), FIT (YES, NO, YES),
      FIT (YES, NO, YES) },
    /* matchFields match every node. */
    { LABELS (ZONE "z"),
      AFFINE ("{matchFields: [" WITH ("metadata.name", "In", "c") "]}"),
      FIT (YES, NO, YES), FIT (YES, NO, YES) },
    { "", AFFINE ("{matchFields: [" WITH ("metadata.name", "In", "c") "]}"),
      FIT (YES, YES, YES), FIT (YES, YES, YES) },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strconcat (
          MOVED_NODES
          "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: "
          "v, ",
          rows[i].labels, "}, spec: {", rows[i].affinity,
          "awsElasticBlockStore: {volumeID: vol-1}}}\n",
          CLAIM_OF ("c", BOUND, "volumeName: v") PENDING ("", USES ("c")),
          NULL);
      const FilterScene scene = { .plugins = "VolumeBinding",
                                  .manifest = manifest,
                                  .gates = "CSIMigrationAWS" };

      filter_scene_in (&scene, "1.20.2", rows[i].early);
      filter_scene_in (&scene, "1.21.9", rows[i].late);
    }
#undef NO
#undef FIT
#undef YES
}

#define SOURCE(metadata, source) \
  VOLUME ("v", metadata, source) \
  CLAIM_OF ("c", BOUND, "volumeName: v") PENDING ("", USES ("c"))

static void
test_volumes_that_drivers_cannot_take_over (void **state)
{
  static const struct
  {
    const char *manifest;
    const char *problem;
  } cases[] = {
    { ONE MOVED ("a", "kubernetes.io/aws-ebs")
          SOURCE ("", "awsElasticBlockStore: {volumeID: 'aws://z/disk'}"),
      "failed to translate Kubernetes ID to EBS Volume ID Invalid format for "
      "AWS volume (aws://z/disk)" },
    { ONE MOVED ("a", "kubernetes.io/azure-disk")
          SOURCE ("", "azureDisk: {diskName: d, diskURI: u, kind: Shared}"),
      "kind(Shared) is not supported in csi migration" },
    { ONE MOVED ("a", "kubernetes.io/gce-pd")
          SOURCE ("labels: {" ZONE "'us-e-b__us__us-e-a'}",
                  "gcePersistentDisk: {pdName: d}"),
      "failed to get region from zones: zone in unexpected format, expected: "
      "{locale}-{region}-{zone}, got: us" },
    { ONE MOVED ("a", "kubernetes.io/gce-pd")
          SOURCE ("labels: {" ZONE_GA ": 'us-e-b__eu-w-a'}",
                  "gcePersistentDisk: {pdName: d}"),
      "failed to get region from zones: multiple or no regions gotten from "
      "zones, got: map[eu-w:{} us-e:{}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FilterScene scene
          = { .plugins = "VolumeBinding", .manifest = cases[i].manifest };
      g_autofree char *expected = g_strdup_printf (
          "a: ?could not translate pv: %s\n", cases[i].problem);

      filter_scene_in (&scene, "1.25.2", expected);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volumes_that_drivers_take_over),
    cmocka_unit_test (test_zones_of_volumes_that_drivers_take_over),
    cmocka_unit_test (test_volumes_that_drivers_cannot_take_over),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
