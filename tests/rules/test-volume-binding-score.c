/* test-volume-binding-score.c - nodes by how full the storage for the pod's claims would be
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

static void
test_nothing (void **state)
{
  ScoreScene scene
      = { .plugin = "VolumeBinding",
          .manifest = NODE ("a", "", "") NODE ("b", "", "") PENDING ("", "") };

  score_scene_in (&scene, "1.23.3", "0 0");
  score_scene_in (&scene, "1.29.1", "0 0");
  score_scene_in (&scene, "1.30.1", "skipped");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.30.1", "0 0");
}

#define NODES \
  NODE ("a", "zone: a", "") NODE ("b", "zone: b", "") NODE ("c", "zone: c", "")
#define CLASS(name, provisioner)                                        \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: " \
  "{name: " name "}, provisioner: " provisioner                         \
  ", volumeBindingMode: WaitForFirstConsumer}\n"
#define CLASSES                                                             \
  CLASS ("disk", "kubernetes.io/no-provisioner")                            \
  CLASS ("tape", "kubernetes.io/no-provisioner")                            \
  CLASS ("later", "p.example.com")                                          \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: " \
  "p.example.com}, spec: {storageCapacity: true}}\n"
#define VOLUME(name, class, size, zone)                                     \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name    \
  "}, spec: {storageClassName: " class                                      \
      ", capacity: {storage: " size                                         \
      "}, accessModes: [ReadWriteOnce], nodeAffinity: {required: "          \
      "{nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, " \
      "values: [" zone "]}]}]}}}, status: {phase: Available}}\n"
#define CLAIM(name, class, size)                                              \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: " \
  "ns, name: " name "}, spec: {storageClassName: " class                      \
      ", accessModes: [ReadWriteOnce], resources: {requests: {storage: " size \
      "}}}}\n"
#define CAPACITY(name, zone, amounts)                                         \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: " \
  "{namespace: ns, name: " name "}, storageClassName: later, nodeTopology: "  \
  "{matchLabels: {zone: " zone "}}, " amounts "}\n"
#define USES(claims) PENDING ("", "volumes: [" claims "]")
#define OF(claim) \
  "{name: " claim ", persistentVolumeClaim: {claimName: " claim "}}"
#define BOTH_FILTERS (FIT_AT (PRE_FILTER) | FIT_AT (FILTER))
#define GIB(n) n "Gi"

/* clang-format off */
static const struct
{
  const char *objects;
  const char *bound;       /* volumes that are there count */
  const char *provisioned; /* in 1.33, those to provision too */
} rows[] = {
  { CLAIM ("c", "disk", GIB ("5")) USES (OF ("c"))
      VOLUME ("v", "disk", GIB ("10"), "a") VOLUME ("w", "disk", GIB ("20"), "b"),
    "50 25 0", "50 25 0" },
  { CLAIM ("c", "disk", GIB ("5")) USES (OF ("c")) VOLUME ("v", "disk", GIB ("5"), "a"), "100 0 0", "100 0 0" },
  /* Claims of one class are added up. */
  { CLAIM ("c", "disk", GIB ("5")) CLAIM ("d", "disk", GIB ("10")) USES (OF ("c") ", " OF ("d"))
      VOLUME ("v", "disk", GIB ("10"), "a") VOLUME ("w", "disk", GIB ("50"), "a"),
    "25 0 0", "25 0 0" },
  /* Of classes the mean counts; halves are rounded up. */
  { CLAIM ("c", "disk", GIB ("5")) CLAIM ("d", "tape", GIB ("5")) USES (OF ("c") ", " OF ("d"))
      VOLUME ("v", "disk", GIB ("10"), "a") VOLUME ("w", "tape", GIB ("20"), "a"),
    "38 0 0", "38 0 0" },
  { CLAIM ("c", "later", GIB ("5")) USES (OF ("c"))
      CAPACITY ("x", "a", "capacity: 10Gi") CAPACITY ("w", "b", "capacity: 5Gi") CAPACITY ("z", "c", "capacity: 4Gi"),
    "skipped", "50 100 0" },
  /* A limit for one volume is no capacity: that is 0, which is full. */
  { CLAIM ("c", "later", GIB ("5")) USES (OF ("c"))
      CAPACITY ("x", "a", "maximumVolumeSize: 10Gi") CAPACITY ("w", "b", "capacity: 2Gi, maximumVolumeSize: 5Gi"),
    "skipped", "100 100 0" },
  { CLAIM ("c", "later", GIB ("2")) CLAIM ("d", "later", GIB ("3")) USES (OF ("c") ", " OF ("d"))
      CAPACITY ("x", "a", "capacity: 10Gi") CAPACITY ("w", "b", "capacity: 4Gi"),
    "skipped", "50 100 0" },
  /* A volume that is there counts alone. */
  { CLAIM ("c", "disk", GIB ("5")) CLAIM ("d", "later", GIB ("5")) USES (OF ("c") ", " OF ("d"))
      VOLUME ("v", "disk", GIB ("20"), "a") CAPACITY ("x", "a", "capacity: 10Gi") CAPACITY ("w", "b", "capacity: 10Gi"),
    "25 0 0", "25 50 0" },
  { CLAIM ("c", "later", "0") USES (OF ("c")) CAPACITY ("x", "a", "capacity: 10Gi"), "skipped", "0 0 0" },
  { CLAIM ("c", "disk", "0") USES (OF ("c")) VOLUME ("v", "disk", "0", "a") VOLUME ("w", "disk", "1", "b"), "100 0 0", "100 0 0" },
  { USES (""), "skipped", "0 0 0" },
};
/* clang-format on */

static const FitVolumeBindingArgs args
    = { .shape = FIT_SHAPE ({ 0, 0 }, { 100, 10 }) };

static void
test_storage (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest
          = g_strconcat (NODES CLASSES, rows[i].objects, NULL);
      ScoreScene scene = { .plugin = "VolumeBinding",
                           .manifest = manifest,
                           .args = &args,
                           .gate = "StorageCapacityScoring",
                           .filter_points = BOTH_FILTERS };

      score_scene_in (&scene, "1.32.2", rows[i].bound);
      score_scene_in (&scene, "1.33.0", rows[i].provisioned);
    }
}

/* Filter finds the volumes, of what PreFilter has found. */
static void
test_without_filters (void **state)
{
  ScoreScene scene
      = { .plugin = "VolumeBinding",
          .manifest = NODES CLASSES CLAIM ("c", "disk", GIB ("5"))
              USES (OF ("c")) VOLUME ("v", "disk", GIB ("10"), "a"),
          .args = &args,
          .gate = "StorageCapacityScoring" };

  (void) state;
  score_scene_in (&scene, "1.33.0", "error: not found");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.33.0", "error: not found");
  scene.filter_points = FIT_AT (PRE_FILTER);
  score_scene_in (&scene, "1.33.0", "0 0 0");
  scene.filter_points = BOTH_FILTERS;
  score_scene_in (&scene, "1.33.0", "50 0 0");
  scene.gate_off = TRUE;
  score_scene_in (&scene, "1.33.0", "0 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing),
    cmocka_unit_test (test_storage),
    cmocka_unit_test (test_without_filters),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
