/* test-filter-volumes.c - plugins about volumes, release by release */
#include "tests/rules/filter-scene.h"

#define CLAIM_OF(name, metadata, spec)                            \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: " \
  "{namespace: ns, name: " name ", " metadata "}, spec: {" spec "}}\n"
#define BOUND "annotations: {pv.kubernetes.io/bind-completed: 'yes'}"
#define VOLUME(name, metadata, spec)                                     \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name \
  ", " metadata "}, spec: {" spec "}}\n"
#define CLASS(name, mode)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: "    \
  "{name: " name "}, provisioner: p.example.com, volumeBindingMode: " mode \
  "}\n"
#define CSI_NODE(name, metadata, drivers)                                      \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: " name \
  ", " metadata "}, spec: {drivers: [" drivers "]}}\n"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"
#define ONE NODE ("a", "", "")

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
  filter_scene_in (
      &scene, "1.22.6",
      "a: !node has pod using PersistentVolumeClaim with the same name and "
      "ReadWriteOncePod access mode\n"
      "b: fits\n");
}

#define DISK "volumes: [{name: v, awsElasticBlockStore: {volumeID: d}}]"

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

#define CSI_VOLUME(name)                                                    \
  VOLUME (name, "", "csi: {driver: d.example.com, volumeHandle: " name "}") \
  CLAIM_OF (name, BOUND, "volumeName: " name)
#define TOO_MANY "node(s) exceed max volume count"

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

#define MADE_CLAIM(owner)                                                     \
  CLAIM_OF ("pending-v",                                                      \
            BOUND                                                             \
            ", ownerReferences: [{apiVersion: v1, kind: Pod, name: pending, " \
            "uid: " owner ", controller: true}]",                             \
            "volumeName: d")                                                  \
  VOLUME ("d", "", "awsElasticBlockStore: {volumeID: d}")
#define EPHEMERAL \
  PENDING ("", "volumes: [{name: v, ephemeral: {volumeClaimTemplate: {}}}]")
#define FOREIGN \
  "PVC ns/pending-v was not created for pod ns/pending (pod is not owner)"

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
    cmocka_unit_test (test_claim_for_one_pod),
    cmocka_unit_test (test_disk_in_use),
    cmocka_unit_test (test_claims_that_cannot_be_used),
    cmocka_unit_test (test_bound_volumes),
    cmocka_unit_test (test_local_volumes),
    cmocka_unit_test (test_lost_claim),
    cmocka_unit_test (test_storage_capacity),
    cmocka_unit_test (test_zone_labels),
    cmocka_unit_test (test_zone_problems),
    cmocka_unit_test (test_zones_of_unbound_claims),
    cmocka_unit_test (test_limits_and_missing_claims),
    cmocka_unit_test (test_where_limits_are),
    cmocka_unit_test (test_attachments),
    cmocka_unit_test (test_own_attachment),
    cmocka_unit_test (test_who_attached),
    cmocka_unit_test (test_inline_disks),
    cmocka_unit_test (test_disk_limits),
    cmocka_unit_test (test_volumes_that_drivers_take_over),
    cmocka_unit_test (test_zones_of_volumes_that_drivers_take_over),
    cmocka_unit_test (test_volumes_that_drivers_cannot_take_over),
    cmocka_unit_test (test_claims_made_for_the_pod),
    cmocka_unit_test (test_limits_and_claims_made_for_the_pod),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
