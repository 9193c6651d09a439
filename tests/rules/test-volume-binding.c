/* test-volume-binding.c - VolumeBinding at Filter, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-volumes.h"

static void
test_claims_that_cannot_be_used (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest = ONE CLAIM_OF ("c", "deletionTimestamp: '2020-01-01T00:00:00Z'",
                              "") PENDING ("", USES ("c")),
  };

  filter_scene_in (&scene, "1.20.2",
                   "rejected by VolumeBinding: !persistentvolumeclaim \"c\" is "
                   "being deleted\n");
  scene.manifest = ONE CLASS ("now", "Immediate")
      CLAIM_OF ("c", "", "storageClassName: now") PENDING ("", USES ("c"));
  filter_scene_in (&scene, "1.34.1",
                   "rejected by VolumeBinding: !pod has unbound immediate "
                   "PersistentVolumeClaims\n");
  scene.manifest = ONE CLASS ("odd", "null")
      CLAIM_OF ("c", "", "storageClassName: odd") PENDING ("", USES ("c"));
  filter_scene_in (&scene, "1.34.1",
                   "error: running PreFilter plugin \"VolumeBinding\": "
                   "VolumeBindingMode not set for StorageClass \"odd\"\n");
  scene.manifest = ONE PENDING ("", "");
  filter_scene_in (&scene, "1.27.1", "skips VolumeBinding\na: fits\n");
}

static void
test_bound_volumes (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest
    = ONE CLAIM_OF ("c", BOUND, "volumeName: gone") PENDING ("", USES ("c")),
  };

  filter_scene_in (&scene, "1.22.6",
                   "a: !pvc(s) bound to non-existent pv(s)\n");
  filter_scene_in (&scene, "1.23.3",
                   "a: !node(s) unavailable due to one or more pvc(s) bound to "
                   "non-existent pv(s)\n");
  scene.manifest = ONE VOLUME (
      "v", "",
      "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: "
      "disk, operator: Exists}]}]}}") CLAIM_OF ("c", BOUND, "volumeName: v")
      PENDING ("", USES ("c"));
  filter_scene_in (&scene, "1.32.2",
                   "a: !node(s) had volume node affinity conflict\n");
  filter_scene_in (&scene, "1.33.0",
                   "a: !node(s) didn't match PersistentVolume's node "
                   "affinity\n");
}

#define LOCAL(name, nodes)                                                    \
  VOLUME (name, "",                                                           \
          "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: " \
          "[{key: kubernetes.io/hostname, operator: In, values: [" nodes      \
          "]}]}]}}")

/* Only the nodes of all local volumes are looked at. */
static void
test_local_volumes (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest = NODE ("a", HOST "a", "") NODE ("b", HOST "b", "")
        NODE ("c", HOST "c", "") NODE ("d", HOST "d", "") LOCAL ("v", "a, b, c")
            LOCAL ("w", "c, d") CLAIM_OF ("c", BOUND, "volumeName: v")
                CLAIM_OF ("e", BOUND, "volumeName: w")
                    PENDING ("", "volumes: [{name: v, persistentVolumeClaim: "
                                 "{claimName: c}}, {name: w, "
                                 "persistentVolumeClaim: {claimName: e}}]"),
  };

  filter_scene_in (
      &scene, "1.25.2",
      "a: !node(s) had volume node affinity conflict\nb: !node(s) had volume node affinity conflict\nc: fits\nd: !node(s) had volume node affinity conflict\n");
  filter_scene_in (
      &scene, "1.30.1",
      "a: -node is filtered out by the prefilter result\nb: -node is filtered out by the prefilter result\nc: fits\nd: -node is filtered out by the prefilter result\n");
  filter_scene_in (
      &scene, "1.34.1",
      "a: !node(s) didn't match PersistentVolume's node affinity\nb: !node(s) didn't match PersistentVolume's node affinity\nc: fits\nd: !node(s) didn't match PersistentVolume's node affinity\n");
}

static void
test_lost_claim (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest = ONE
    "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: "
    "ns, name: c, " BOUND
    "}, spec: {volumeName: v}, status: {phase: Lost}}\n" PENDING ("",
                                                                  USES ("c")),
  };

  filter_scene_in (&scene, "1.22.6",
                   "a: !pvc(s) bound to non-existent pv(s)\n");
  filter_scene_in (
      &scene, "1.23.3",
      "rejected by VolumeBinding: !persistentvolumeclaim \"c\" bound to non-existent persistentvolume \"v\"\n");
}

#define CAPACITY(name, topology, amounts)                                \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, "      \
  "metadata: {namespace: ns, name: " name "}, storageClassName: later, " \
  "nodeTopology: {matchLabels: {" topology "}}, " amounts "}\n"
#define DRIVER                                                       \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: " \
  "{name: p.example.com}, spec: {storageCapacity: true}}\n"
#define WANTS_STORAGE(capacities)                                       \
  NODE ("a", "rack: '1'", "")                                           \
  NODE ("b", "rack: '2'", "")                                           \
  CLASS ("later", "WaitForFirstConsumer")                               \
  CLAIM_OF ("c", "",                                                    \
            "storageClassName: later, resources: {requests: {storage: " \
            "5Gi}}")                                                    \
  DRIVER capacities PENDING ("", USES ("c"))

static void
test_storage_capacity (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest = WANTS_STORAGE (
        CAPACITY ("x", "rack: '1'", "capacity: 10Gi, maximumVolumeSize: 1Gi")
            CAPACITY ("w", "rack: '2'", "capacity: 10Gi")),
  };

  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\n");
  filter_scene_in (&scene, "1.21.9",
                   "a: !node(s) did not have enough free storage\nb: fits\n");
}

static void
test_claims_made_for_the_pod (void **state)
{
  FilterScene scene = { .plugins = "VolumeBinding", .manifest = ONE EPHEMERAL };

  filter_scene_in (&scene, "1.20.2", "a: fits\n");
  filter_scene_in (&scene, "1.22.6",
                   "rejected by VolumeBinding: !persistentvolumeclaim "
                   "\"pending-v\" not found\n");
  filter_scene_in (&scene, "1.23.3",
                   "rejected by VolumeBinding: !waiting for ephemeral volume "
                   "controller to create the persistentvolumeclaim "
                   "\"pending-v\"\n");
  scene.gates = "GenericEphemeralVolume";
  scene.manifest = ONE MADE_CLAIM ("other") EPHEMERAL;
  filter_scene_in (&scene, "1.20.2",
                   "rejected by VolumeBinding: !persistentvolumeclaim "
                   "\"pending-v\" was not created for the pod\n");
  filter_scene_in (&scene, "1.23.3",
                   "rejected by VolumeBinding: !" FOREIGN "\n");
  scene.manifest = ONE MADE_CLAIM ("pending") EPHEMERAL;
  filter_scene_in (&scene, "1.23.3", "a: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_claims_that_cannot_be_used),
    cmocka_unit_test (test_bound_volumes),
    cmocka_unit_test (test_local_volumes),
    cmocka_unit_test (test_lost_claim),
    cmocka_unit_test (test_storage_capacity),
    cmocka_unit_test (test_claims_made_for_the_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
