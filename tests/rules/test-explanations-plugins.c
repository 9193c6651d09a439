/* test-explanations-plugins.c - what plugins of later releases say of a pod or node that they reject, and what would help
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

#define CLAIM(name, metadata, spec)                               \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: " \
  "{namespace: ns, name: " name ", " metadata "}, spec: {" spec "}}\n"
#define BOUND "annotations: {pv.kubernetes.io/bind-completed: 'yes'}"
#define VOLUME(name, metadata, spec)                                     \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name \
  ", " metadata "}, spec: {" spec "}}\n"
#define CLASS(name, mode, more)                                         \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: " \
  "{name: " name                                                        \
  "}, provisioner: p.example.com, volumeBindingMode: " mode more "}\n"
#define CSI_NODE(name, drivers)                                                \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: " name \
  "}, spec: {drivers: [" drivers "]}}\n"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"
#define USES_BOTH(first, second)                                  \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " first \
  "}}, {name: w, persistentVolumeClaim: {claimName: " second "}}]"
#define ONE NODE ("n1", "", "")
#define TWO NODE ("n1", "", "") NODE ("n2", "", "")

typedef struct
{
  const char *plugin;
  const char *release;
  const char *manifest;
  const char *expected;
  const char *gates; /* (nullable) */
} Row;

static void
check (const Row *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    filter_scene_why (&(const FilterScene){ .plugins = rows[i].plugin,
                                            .manifest = rows[i].manifest,
                                            .gates = rows[i].gates },
                      rows[i].release, rows[i].expected);
}

/* clang-format off */

#define RESTRICTED CLAIM ("c", "", "accessModes: [ReadWriteOncePod]") CLAIM ("d", "", "accessModes: [ReadWriteOncePod]") CLAIM ("e", "", "accessModes: [ReadWriteMany]")
#define DISK(name) "volumes: [{name: v, gcePersistentDisk: {pdName: " name "}}]"
#define RBD(pool, monitors) "volumes: [{name: v, rbd: {image: i, pool: " pool ", monitors: [" monitors "]}}]"
static const Row disk_rows[] = {
    { "VolumeRestrictions", "1.34.1", TWO RESTRICTED PLACED_WITH ("a", "n2", "", USES ("c")) PENDING ("", USES ("c")),
      "n1: ns/a on n2 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n"
      "n2: ns/a on n2 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n" },
    { "VolumeRestrictions", "1.34.1", TWO RESTRICTED PLACED_WITH ("a", "n1", "", USES ("c")) PLACED_WITH ("x", "n2", "", "") PENDING ("", USES ("c")),
      "n1: ns/a on n1 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n"
      "n2: ns/a on n1 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n" },
    { "VolumeRestrictions", "1.34.1", ONE RESTRICTED PLACED_WITH ("x", "n1", "", USES ("e")) PLACED_WITH ("a", "n1", "", USES_BOTH ("e", "d"))
        PLACED_WITH ("b", "n1", "", USES ("d")) PENDING ("", USES_BOTH ("c", "d")),
      "n1: ns/a on n1 uses claim d\n"
      "  do: use another claim\n"
      "  claim=d pod=ns/a\n" },
    { "VolumeRestrictions", "1.34.1", ONE RESTRICTED PLACED_WITH ("a", "n1", "", USES_BOTH ("c", "d")) PENDING ("", USES_BOTH ("c", "d")),
      "n1: ns/a on n1 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n" },
    { "VolumeRestrictions", "1.24.4", TWO RESTRICTED PLACED_WITH ("a", "n1", "", USES ("c")) PLACED_WITH ("b", "n1", "", USES ("d")) PLACED_WITH ("x", "n2", "", USES ("d"))
        PENDING ("", USES_BOTH ("c", "d")),
      "pod: ns/a on n1 uses claim c\n"
      "  do: use another claim\n"
      "  claim=c pod=ns/a\n", "ReadWriteOncePod" },
    { "VolumeRestrictions", "1.24.4", TWO RESTRICTED PLACED_WITH ("a", "n2", "", USES ("c")) PENDING ("", USES ("c")),
      "pod: ns/a on n2 uses claim c\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=c pod=ns/a\n"
      "  -> evict a\n", "ReadWriteOncePod" },
    { "VolumeRestrictions", "1.24.4", ONE RESTRICTED PLACED_WITH ("x", "n1", "", USES ("e")) PLACED_WITH ("a", "n1", "", USES ("d")) PENDING ("", USES_BOTH ("c", "d")),
      "pod: ns/a on n1 uses claim d\n"
      "  do: delete ns/a, or use another claim\n"
      "  claim=d pod=ns/a\n"
      "  -> evict a\n", "ReadWriteOncePod" },
    { "VolumeRestrictions", "1.34.1", ONE PENDING ("", USES ("gone")),
      "pod: -\n"
      "  claim=gone\n" },
    { "VolumeRestrictions", "1.34.1", TWO PLACED_WITH ("x", "n1", "", DISK ("e")) PLACED_WITH ("a", "n1", "", DISK ("d")) PENDING ("", DISK ("d")),
      "n1: ns/a uses gcePersistentDisk d\n"
      "  all: gcePersistentDisk d is in use\n"
      "  do: move ns/a off n1\n"
      "  pod=ns/a volumeType=gcePersistentDisk volume=d\n"
      "  -> evict a\n" },
    { "VolumeRestrictions", "1.34.1", ONE PLACED_WITH ("a", "n1", "", DISK ("d")) PLACED_WITH ("b", "n1", "", DISK ("d")) PENDING ("", DISK ("d")),
      "n1: ns/a uses gcePersistentDisk d\n"
      "  all: gcePersistentDisk d is in use\n"
      "  do: move ns/a off n1\n"
      "  pod=ns/a volumeType=gcePersistentDisk volume=d\n" },
    { "VolumeRestrictions", "1.34.1", ONE PLACED_WITH ("a", "n1", "", RBD ("p", "m1, m2")) PENDING ("", RBD ("p", "m2, m3")),
      "n1: ns/a uses rbd i\n"
      "  all: rbd i is in use\n"
      "  do: move ns/a off n1\n"
      "  pod=ns/a volumeType=rbd volume=i\n"
      "  -> evict a\n" },
    { "VolumeRestrictions", "1.34.1", ONE PLACED_WITH ("a", "n1", "", RBD ("q", "m1, m2")) PENDING ("", RBD ("p", "m2, m3")), "" },
    { "VolumeRestrictions", "1.34.1", ONE PLACED_WITH ("a", "n1", "", RBD ("p", "m1")) PENDING ("", RBD ("p", "m2, m3")), "" },
};

static void
test_disks (void **state)
{
  check (disk_rows, G_N_ELEMENTS (disk_rows));
}

#define WANTS(metadata, class) CLAIM ("c", metadata, "storageClassName: " class ", resources: {requests: {storage: 1Gi}}")
#define LATER "WaitForFirstConsumer"
#define DRIVER "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: p.example.com}, spec: {storageCapacity: true}}\n"
#define SELECTED(node) "annotations: {volume.kubernetes.io/selected-node: " node "}"
#define ONLY_ON(host) "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [" host "]}]}]}}"
static const Row binding_rows[] = {
    { "VolumeBinding", "1.34.1", ONE CLAIM ("c", BOUND, "volumeName: gone") PENDING ("", USES ("c")),
      "n1: volume gone of claim c does not exist\n"
      "  claim=c volume=gone\n" },
    { "VolumeBinding", "1.34.1", ONE VOLUME ("v", "", "") CLAIM ("c", BOUND, "volumeName: v") CLAIM ("d", BOUND, "volumeName: gone") PENDING ("", USES_BOTH ("c", "d")),
      "n1: volume gone of claim d does not exist\n"
      "  claim=d volume=gone\n" },
    { "VolumeBinding", "1.34.1", ONE PENDING ("", USES ("gone")),
      "pod: -\n"
      "  claim=gone\n" },
    { "VolumeBinding", "1.34.1", ONE CLAIM ("c", "deletionTimestamp: '2020-01-01T00:00:00Z'", "") PENDING ("", USES ("c")),
      "pod: -\n"
      "  claim=c\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("now", "Immediate", "") WANTS ("", "now") PENDING ("", USES ("c")),
      "pod: c\n"
      "  do: wait until c is bound, or use a class that waits for the first consumer\n"
      "  claim=c\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("now", "Immediate", "") CLASS ("later", LATER, "") WANTS ("", "later") CLAIM ("d", "", "storageClassName: now") PENDING ("", USES_BOTH ("c", "d")),
      "pod: d\n"
      "  do: wait until d is bound, or use a class that waits for the first consumer\n"
      "  claim=d\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("now", "Immediate", "") WANTS ("", "now") CLAIM ("d", "", "storageClassName: gone") PENDING ("", USES_BOTH ("c", "d")),
      "pod: c, d\n"
      "  do: wait until c, d are bound, or use a class that waits for the first consumer\n"
      "  claim=c, d\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("later", LATER, "") VOLUME ("v", "", "") CLAIM ("c", "", "storageClassName: later, volumeName: v") PENDING ("", USES ("c")),
      "pod: c\n"
      "  do: wait until c is bound, or use a class that waits for the first consumer\n"
      "  claim=c\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("now", "Immediate", "") WANTS ("", "now") VOLUME ("v", "", "") CLAIM ("d", BOUND, "volumeName: v") PENDING ("", USES_BOTH ("c", "d")),
      "pod: c\n"
      "  do: wait until c is bound, or use a class that waits for the first consumer\n"
      "  claim=c\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("later", LATER, "") DRIVER WANTS ("", "later") PENDING ("", USES ("c")),
      "n1: claim c of 1Gi: class later does not have that much capacity left there\n"
      "  claim=c storageClass=later request=1Gi volumes=0\n" },
    { "VolumeBinding", "1.34.1", ONE CLASS ("later", LATER, "") DRIVER WANTS ("", "later") VOLUME ("v", "", "storageClassName: later, capacity: {storage: 2Gi}}, status: {phase: Available")
        CLAIM ("d", "", "storageClassName: later, resources: {requests: {storage: 3Gi}}") PENDING ("", USES_BOTH ("c", "d")),
      "n1: claim d of 3Gi: class later does not have that much capacity left there\n"
      "  claim=d storageClass=later request=3Gi volumes=0\n" },
    { "VolumeBinding", "1.34.1", TWO CLASS ("later", LATER, "") WANTS (SELECTED ("n1"), "later")
        CLAIM ("d", SELECTED ("n2"), "storageClassName: later, resources: {requests: {storage: 3Gi}}") PENDING ("", USES_BOTH ("c", "d")),
      "n1: the volume of claim d will be provisioned for node n2\n"
      "  claim=d storageClass=later request=3Gi volumes=0 node=n2\n"
      "n2: the volume of claim c will be provisioned for node n1\n"
      "  claim=c storageClass=later request=1Gi volumes=0 node=n1\n" },
    { "VolumeBinding", "1.34.1", TWO VOLUME ("v", "", ONLY_ON ("n1")) CLAIM ("c", BOUND, "volumeName: v") VOLUME ("w", "", ONLY_ON ("n2"))
        CLAIM ("d", BOUND, "volumeName: w") PENDING ("", USES_BOTH ("c", "d")),
      "n1: volume v of claim c is for nodes with kubernetes.io/hostname=n1\n"
      "  do: only a node with kubernetes.io/hostname=n1 fits\n"
      "  claim=c volume=v nodeAffinity=kubernetes.io/hostname=n1\n"
      "n2: volume v of claim c is for nodes with kubernetes.io/hostname=n1\n"
      "  do: only a node with kubernetes.io/hostname=n1 fits\n"
      "  claim=c volume=v nodeAffinity=kubernetes.io/hostname=n1\n" },
    { "VolumeBinding", "1.26.4", NODE ("n1", HOST "n1", "") NODE ("n2", HOST "n2", "") VOLUME ("v", "", ONLY_ON ("n1")) CLAIM ("c", BOUND, "volumeName: v") VOLUME ("w", "", ONLY_ON ("n2"))
        CLAIM ("d", BOUND, "volumeName: w") PENDING ("", USES_BOTH ("c", "d")),
      "n1: volume w of claim d is for nodes with kubernetes.io/hostname=n2\n"
      "  do: only a node with kubernetes.io/hostname=n2 fits\n"
      "  claim=d volume=w nodeAffinity=kubernetes.io/hostname=n2\n"
      "n2: volume v of claim c is for nodes with kubernetes.io/hostname=n1\n"
      "  do: only a node with kubernetes.io/hostname=n1 fits\n"
      "  claim=c volume=v nodeAffinity=kubernetes.io/hostname=n1\n" },
    { "VolumeBinding", "1.25.2", NODE ("n1", "topology.ebs.csi.aws.com/zone: a", "") NODE ("n2", "", "")
        "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1, annotations: {storage.alpha.kubernetes.io/migrated-plugins: kubernetes.io/aws-ebs}}, spec: {drivers: []}}\n"
        VOLUME ("v", "labels: {topology.kubernetes.io/zone: b}", "awsElasticBlockStore: {volumeID: vol-1}") CLAIM ("c", BOUND, "volumeName: v") PENDING ("", USES ("c")),
      "n1: volume v of claim c is not for this node\n"
      "  claim=c volume=v\n" },
};

static void
test_claims (void **state)
{
  check (binding_rows, G_N_ELEMENTS (binding_rows));
}

#define REGION_GA "topology.kubernetes.io/region: "
#define ZONE_GA "topology.kubernetes.io/zone: "
#define IN(labels) VOLUME ("v", "labels: {" labels "}", "") CLAIM ("c", BOUND, "volumeName: v")
static const Row zone_rows[] = {
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "a", "") NODE ("n2", ZONE_GA "c", "") NODE ("n3", "", "") IN (ZONE_GA "b__c__d") PENDING ("", USES ("c")),
      "n1: volume v of claim c is in topology.kubernetes.io/zone=b or c or d, the node has topology.kubernetes.io/zone=a\n"
      "  all: volume v of claim c is in topology.kubernetes.io/zone=b or c or d\n"
      "  do: only a node with topology.kubernetes.io/zone=b or c or d fits\n"
      "  claim=c volume=v label=topology.kubernetes.io/zone wanted=b or c or d found=a\n" },
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "b", "") NODE ("n2", ZONE_GA "c, " REGION_GA "s", "") IN (ZONE_GA "b, " REGION_GA "r") PENDING ("", USES ("c")),
      "n1: volume v of claim c is in topology.kubernetes.io/region=r, the node has no label topology.kubernetes.io/region\n"
      "  all: volume v of claim c is in topology.kubernetes.io/region=r\n"
      "  do: only a node with topology.kubernetes.io/region=r fits\n"
      "  claim=c volume=v label=topology.kubernetes.io/region wanted=r\n"
      "n2: volume v of claim c is in topology.kubernetes.io/zone=b, the node has topology.kubernetes.io/zone=c\n"
      "  all: volume v of claim c is in topology.kubernetes.io/zone=b\n"
      "  do: only a node with topology.kubernetes.io/zone=b fits\n"
      "  claim=c volume=v label=topology.kubernetes.io/zone wanted=b found=c\n" },
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "b, " REGION_GA "s", "") IN (ZONE_GA "b, " REGION_GA "r") PENDING ("", USES ("c")),
      "n1: volume v of claim c is in topology.kubernetes.io/region=r, the node has topology.kubernetes.io/region=s\n"
      "  all: volume v of claim c is in topology.kubernetes.io/region=r\n"
      "  do: only a node with topology.kubernetes.io/region=r fits\n"
      "  claim=c volume=v label=topology.kubernetes.io/region wanted=r found=s\n" },
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "a", "") IN (ZONE_GA "a") VOLUME ("w", "labels: {" ZONE_GA "z}", "") CLAIM ("d", BOUND, "volumeName: w") PENDING ("", USES_BOTH ("c", "d")),
      "n1: volume w of claim d is in topology.kubernetes.io/zone=z, the node has topology.kubernetes.io/zone=a\n"
      "  all: volume w of claim d is in topology.kubernetes.io/zone=z\n"
      "  do: only a node with topology.kubernetes.io/zone=z fits\n"
      "  claim=d volume=w label=topology.kubernetes.io/zone wanted=z found=a\n" },
    /* Volumes that are not in a zone come first. */
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "a", "") VOLUME ("w", "labels: {" ZONE_GA "z}", "") CLAIM ("d", BOUND, "volumeName: w")
        PENDING ("", "volumes: [{name: e, emptyDir: {}}, {name: v, persistentVolumeClaim: {claimName: d}}]"),
      "n1: volume w of claim d is in topology.kubernetes.io/zone=z, the node has topology.kubernetes.io/zone=a\n"
      "  all: volume w of claim d is in topology.kubernetes.io/zone=z\n"
      "  do: only a node with topology.kubernetes.io/zone=z fits\n"
      "  claim=d volume=w label=topology.kubernetes.io/zone wanted=z found=a\n" },
    { "VolumeZone", "1.34.1", NODE ("n1", ZONE_GA "a", "") PENDING ("", USES ("gone")),
      "pod: -\n" },
    { "VolumeZone", "1.22.6", NODE ("n1", ZONE_GA "a", "") PENDING ("", USES ("gone")),
      "n1: -\n" },
    /* The claim that is gone is the reason, not the volume that is elsewhere. */
    { "VolumeZone", "1.22.6", NODE ("n1", ZONE_GA "a", "") VOLUME ("w", "labels: {" ZONE_GA "z}", "") CLAIM ("d", BOUND, "volumeName: w") PENDING ("", USES_BOTH ("gone", "d")),
      "n1: -\n" },
};

static void
test_zones (void **state)
{
  check (zone_rows, G_N_ELEMENTS (zone_rows));
}

#define CSI(name, driver) VOLUME (name, "", "csi: {driver: " driver ", volumeHandle: " name "}") CLAIM (name, BOUND, "volumeName: " name)
#define UP_TO(name, count) "{name: " name ", nodeID: n, allocatable: {count: " count "}}"
#define ATTACHED(driver, volume) \
  "---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: x-" volume \
  "}, spec: {attacher: " driver ", nodeName: n1, source: {persistentVolumeName: " volume "}}}\n"
#define EBS(id) "volumes: [{name: v, awsElasticBlockStore: {volumeID: " id "}}]"
#define TWO_EBS(a, b) "volumes: [{name: v, awsElasticBlockStore: {volumeID: " a "}}, {name: w, awsElasticBlockStore: {volumeID: " b "}}]"
#define FIRST_BY_NAME                          \
  "n1: d: 0 attached, 1 new, the limit is 0\n" \
  "  all: d: limit 0\n"                        \
  "  do: only a node that can attach 1 volume of d fits\n" \
  "  driver=d attached=0 new=1 limit=0\n"
static const Row limit_rows[] = {
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "1")) CSI ("v", "d") CSI ("w", "d") PLACED_WITH ("a", "n1", "", USES ("w")) PENDING ("", USES ("v")),
      "n1: d: 1 attached, 1 new, the limit is 1\n"
      "  all: d: limit 1\n"
      "  do: detach 1 volume of d\n"
      "  driver=d attached=1 new=1 limit=1\n" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "1")) CSI ("v", "d") CSI ("w", "d") PENDING ("", USES_BOTH ("v", "w")),
      "n1: d: 0 attached, 2 new, the limit is 1\n"
      "  all: d: limit 1\n"
      "  do: only a node that can attach 2 volumes of d fits\n"
      "  driver=d attached=0 new=2 limit=1\n" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "1")) CSI ("v", "d") CSI ("w", "d") PLACED_WITH ("a", "n1", "", USES_BOTH ("v", "w")) PENDING ("", USES_BOTH ("v", "w")),
      "" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "2")) CSI ("v", "d") CSI ("w", "d") CSI ("x", "d") PLACED_WITH ("a", "n1", "", USES ("w")) ATTACHED ("d", "x") PENDING ("", USES ("v")),
      "n1: d: 2 attached, 1 new, the limit is 2\n"
      "  all: d: limit 2\n"
      "  do: detach 1 volume of d\n"
      "  driver=d attached=2 new=1 limit=2\n" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "1") ", " UP_TO ("e", "0")) CSI ("v", "d") CSI ("w", "e") PENDING ("", USES_BOTH ("v", "w")),
      "n1: e: 0 attached, 1 new, the limit is 0\n"
      "  all: e: limit 0\n"
      "  do: only a node that can attach 1 volume of e fits\n"
      "  driver=e attached=0 new=1 limit=0\n" },
    /* Both drivers are at their limits: whatever comes first, the first by name is told. */
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("e", "0") ", " UP_TO ("d", "0")) CSI ("v", "d") CSI ("w", "e") PENDING ("", USES_BOTH ("v", "w")), FIRST_BY_NAME },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("e", "0") ", " UP_TO ("d", "0")) CSI ("w", "e") CSI ("v", "d") PENDING ("", USES_BOTH ("v", "w")), FIRST_BY_NAME },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("e", "0") ", " UP_TO ("d", "0")) CSI ("v", "d") CSI ("w", "e") PENDING ("", USES_BOTH ("w", "v")), FIRST_BY_NAME },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("e", "0") ", " UP_TO ("d", "0")) CSI ("w", "e") CSI ("v", "d") PENDING ("", USES_BOTH ("w", "v")), FIRST_BY_NAME },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "0") ", " UP_TO ("e", "1")) CSI ("v", "d") CSI ("w", "e") PENDING ("", USES_BOTH ("v", "w")),
      "n1: d: 0 attached, 1 new, the limit is 0\n"
      "  all: d: limit 0\n"
      "  do: only a node that can attach 1 volume of d fits\n"
      "  driver=d attached=0 new=1 limit=0\n" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("e", "0")) CSI ("v", "d") CSI ("w", "e") PENDING ("", USES_BOTH ("v", "w")),
      "n1: e: 0 attached, 1 new, the limit is 0\n"
      "  all: e: limit 0\n"
      "  do: only a node that can attach 1 volume of e fits\n"
      "  driver=e attached=0 new=1 limit=0\n" },
    { "NodeVolumeLimits", "1.34.1", ONE CSI_NODE ("n1", UP_TO ("d", "1")) CSI ("v", "d") CSI ("w", "d") PLACED_WITH ("a", "n1", "", USES ("w")) PENDING ("", USES_BOTH ("v", "w")),
      "n1: d: 1 attached, 1 new, the limit is 1\n"
      "  all: d: limit 1\n"
      "  do: detach 1 volume of d\n"
      "  driver=d attached=1 new=1 limit=1\n" },
    { "NodeVolumeLimits", "1.34.1", ONE PENDING ("", USES ("gone")),
      "n1: -\n" },
    { "EBSLimits", "1.24.4", NODE ("n1", "", "attachable-volumes-aws-ebs: 1") PLACED_WITH ("a", "n1", "", EBS ("e1")) PENDING ("", EBS ("e2")),
      "n1: kubernetes.io/aws-ebs: 1 attached, 1 new, the limit is 1\n"
      "  all: kubernetes.io/aws-ebs: limit 1\n"
      "  do: detach 1 volume of kubernetes.io/aws-ebs\n"
      "  driver=kubernetes.io/aws-ebs attached=1 new=1 limit=1\n" },
    { "EBSLimits", "1.24.4", NODE ("n1", "", "attachable-volumes-aws-ebs: 1") PLACED_WITH ("a", "n1", "", TWO_EBS ("e1", "e2")) PENDING ("", TWO_EBS ("e2", "e3")),
      "n1: kubernetes.io/aws-ebs: 2 attached, 1 new, the limit is 1\n"
      "  all: kubernetes.io/aws-ebs: limit 1\n"
      "  do: detach 2 volumes of kubernetes.io/aws-ebs\n"
      "  driver=kubernetes.io/aws-ebs attached=2 new=1 limit=1\n" },
    { "EBSLimits", "1.24.4", NODE ("n1", "", "attachable-volumes-aws-ebs: 1") PENDING ("", TWO_EBS ("e2", "e3")),
      "n1: kubernetes.io/aws-ebs: 0 attached, 2 new, the limit is 1\n"
      "  all: kubernetes.io/aws-ebs: limit 1\n"
      "  do: only a node that can attach 2 volumes of kubernetes.io/aws-ebs fits\n"
      "  driver=kubernetes.io/aws-ebs attached=0 new=2 limit=1\n" },
    { "EBSLimits", "1.30.1", ONE PENDING ("", USES ("gone")),
      "n1: -\n" },
};

static void
test_limits (void **state)
{
  check (limit_rows, G_N_ELEMENTS (limit_rows));
}

#define IN_ZONE(name, zone) NODE (name, "zone: " zone, "")
#define EVEN(labels, more) \
  PENDING (labels, "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule" more "}]")
#define WEBS ", labelSelector: {matchLabels: {app: web}}"
static const Row spread_rows[] = {
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") NODE ("n3", "", "") PLACED ("a", "n1", "app: web") PENDING ("app: web", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule" WEBS "}]"),
      "n1: zone=a has 1 pod with app=web, the least is 0 in zone=b: skew 2 exceeds maxSkew 1\n"
      "  all: zone=a: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=b, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=a selector=app=web count=1 least=0 leastValue=b skew=2 maxSkew=1 counts=a: 1\n"
      "  -> fewer zone=a by 1\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  topologyKey=zone\n" },
    /* One that does not count itself. */
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") PLACED ("a", "n1", "app: web") PLACED ("b", "n1", "app: web") EVEN ("", WEBS),
      "n1: zone=a has 2 pods with app=web, the least is 0 in zone=b: skew 2 exceeds maxSkew 1\n"
      "  all: zone=a: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=b, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=a selector=app=web count=2 least=0 leastValue=b skew=2 maxSkew=1 counts=a: 2\n"
      "  -> fewer zone=a by 1\n" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") PLACED ("a", "n1", "app: web") EVEN ("app: web", WEBS ", minDomains: 2"),
      "n1: zone=a has 1 pod with app=web, the least is 0: skew 2 exceeds maxSkew 1\n"
      "  all: zone=a: skew 2 exceeds maxSkew 1\n"
      "  do: raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=a selector=app=web count=1 least=0 skew=2 maxSkew=1 counts=a: 1\n"
      "  -> fewer zone=a by 1\n" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") PLACED ("a", "n1", "app: web") EVEN ("app: web", ", labelSelector: {}"), "" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") PLACED ("a", "n1", "app: web, v: a") PLACED ("b", "n1", "app: web, v: b") EVEN ("app: web, v: a", ", labelSelector: {}, matchLabelKeys: [v]"),
      "n1: zone=a has 1 pod, the least is 0 in zone=b: skew 2 exceeds maxSkew 1\n"
      "  all: zone=a: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=b, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=a count=1 least=0 leastValue=b skew=2 maxSkew=1 counts=a: 1\n" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") PLACED ("a", "n1", "app: web, v: b") EVEN ("app: web, v: a", WEBS ", matchLabelKeys: [v]"), "" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") IN_ZONE ("n3", "c") IN_ZONE ("n4", "d") IN_ZONE ("n5", "e") IN_ZONE ("n6", "f") IN_ZONE ("n7", "g") IN_ZONE ("n8", "h") IN_ZONE ("n9", "i")
        PLACED ("a", "n1", "app: web") PLACED ("b", "n2", "app: web") PLACED ("c", "n3", "app: web") PLACED ("d", "n4", "app: web")
        PLACED ("e", "n5", "app: web") PLACED ("f", "n6", "app: web") PLACED ("g", "n7", "app: web") PLACED ("h", "n8", "app: web") PLACED ("h2", "n8", "app: web") PLACED ("i", "n9", "app: web") EVEN ("app: web", WEBS),
      "n8: zone=h has 2 pods with app=web, the least is 1 in zone=a: skew 2 exceeds maxSkew 1\n"
      "  all: zone=h: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=a, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=h selector=app=web count=2 least=1 leastValue=a skew=2 maxSkew=1 counts=a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 2, and 1 more\n"
      "  -> fewer zone=h by 1\n" },
    { "PodTopologySpread", "1.34.1", IN_ZONE ("n1", "a") IN_ZONE ("n2", "b") IN_ZONE ("n3", "c") IN_ZONE ("n4", "d") IN_ZONE ("n5", "e") IN_ZONE ("n6", "f") IN_ZONE ("n7", "g") IN_ZONE ("n8", "h")
        PLACED ("a", "n1", "app: web") PLACED ("b", "n2", "app: web") PLACED ("c", "n3", "app: web") PLACED ("d", "n4", "app: web")
        PLACED ("e", "n5", "app: web") PLACED ("f", "n6", "app: web") PLACED ("g", "n7", "app: web") PLACED ("h", "n8", "app: web") PLACED ("h2", "n8", "app: web") EVEN ("app: web", WEBS),
      "n8: zone=h has 2 pods with app=web, the least is 1 in zone=a: skew 2 exceeds maxSkew 1\n"
      "  all: zone=h: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=a, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=h selector=app=web count=2 least=1 leastValue=a skew=2 maxSkew=1 counts=a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 2\n"
      "  -> fewer zone=h by 1\n" },
    /* Of two constraints the first that the node does not satisfy. */
    { "PodTopologySpread", "1.34.1", NODE ("n1", "zone: a, rack: r", "") NODE ("n2", "zone: b, rack: s", "") NODE ("n3", "zone: b", "") PLACED ("a", "n1", "app: web") PLACED ("b", "n2", "app: web")  PLACED ("b2", "n3", "app: web")
        PENDING ("app: web", "topologySpreadConstraints: [{maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule" WEBS "}, {maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule" WEBS "}]"),
      "n3: the node has no label rack\n"
      "  all: no label rack\n"
      "  topologyKey=rack\n" },
};

static void
test_spread (void **state)
{
  check (spread_rows, G_N_ELEMENTS (spread_rows));
}

#define LIKES(terms) PENDING ("app: web", "affinity: {" POD_AFFINITY (terms) "}")
#define HATES(terms) PENDING ("app: web", "affinity: {" POD_ANTI_AFFINITY (terms) "}")
#define GUARD(name, node, terms) PLACED_WITH (name, node, "", "affinity: {" POD_ANTI_AFFINITY (terms) "}")
#define RACKS NODE ("n1", "zone: a, rack: r, " HOST "n1", "") NODE ("n2", "zone: b, rack: s, " HOST "n2", "") NODE ("n3", "", "")
static const Row affinity_rows[] = {
    /* Of two terms the one that is not met, at its place. */
    { "InterPodAffinity", "1.34.1", RACKS PLACED ("a", "n1", "app: db") PLACED ("b", "n1", "app: db") LIKES (TERM ("zone", "app: db") ", " TERM ("rack", "app: db")),
      "n2: no pod with app=db in zone=b; there is one in zone=a\n"
      "  all: no pod with app=db in zone=b\n"
      "  do: run a pod with app=db in zone=b first\n"
      "  term=app=db topologyKey=zone topologyValue=b pods=0\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  term=app=db topologyKey=zone pods=0\n" },
    { "InterPodAffinity", "1.34.1", NODE ("n1", "zone: a, rack: r", "") NODE ("n2", "zone: a, rack: s", "") NODE ("n3", "zone: c, rack: q", "") PLACED ("a", "n1", "app: db") PLACED ("b", "n3", "app: db") LIKES (TERM ("zone", "app: db") ", " TERM ("rack", "app: db")),
      "n2: no pod with app=db in rack=s; there is one in rack=q\n"
      "  all: no pod with app=db in rack=s\n"
      "  do: run a pod with app=db in rack=s first\n"
      "  term=app=db topologyKey=rack topologyValue=s pods=0\n" },
    { "InterPodAffinity", "1.34.1", RACKS PLACED ("a", "n1", "app: db") LIKES (TERM ("kubernetes.io/hostname", "app: db")),
      "n2: no pod with app=db in kubernetes.io/hostname=n2; there is one in kubernetes.io/hostname=n1\n"
      "  all: no pod with app=db on the node\n"
      "  do: run a pod with app=db in kubernetes.io/hostname=n2 first\n"
      "  term=app=db topologyKey=kubernetes.io/hostname topologyValue=n2 pods=0\n"
      "n3: the node has no label kubernetes.io/hostname\n"
      "  all: no label kubernetes.io/hostname\n"
      "  term=app=db topologyKey=kubernetes.io/hostname pods=0\n" },
    { "InterPodAffinity", "1.34.1", RACKS PLACED ("a", "n1", "app: db") HATES (TERM ("zone", "app: x") ", " TERM ("rack", "app: db")),
      "n1: ns/a on n1 matches app=db, in rack=r\n"
      "  all: pods with app=db in rack=r\n"
      "  do: move ns/a off n1\n"
      "  term=app=db topologyKey=rack topologyValue=r pod=ns/a podNode=n1 pods=1\n"
      "  -> evict a\n" },
    { "InterPodAffinity", "1.34.1", RACKS PLACED ("a", "n2", "app: db") PLACED ("b", "n1", "app: x") HATES (TERM ("zone", "app: x") ", " TERM ("rack", "app: db")),
      "n1: ns/b on n1 matches app=x, in zone=a\n"
      "  all: pods with app=x in zone=a\n"
      "  do: move ns/b off n1\n"
      "  term=app=x topologyKey=zone topologyValue=a pod=ns/b podNode=n1 pods=1\n"
      "  -> evict b\n"
      "n2: ns/a on n2 matches app=db, in rack=s\n"
      "  all: pods with app=db in rack=s\n"
      "  do: move ns/a off n2\n"
      "  term=app=db topologyKey=rack topologyValue=s pod=ns/a podNode=n2 pods=1\n"
      "  -> evict a\n" },
    { "InterPodAffinity", "1.34.1", RACKS GUARD ("g", "n1", TERM ("zone", "app: web")) GUARD ("h", "n1", TERM ("rack", "app: web")) GUARD ("i", "n2", TERM ("zone", "app: web")) GUARD ("k", "n2", TERM ("zone", "app: web")) PENDING ("app: web", ""),
      "n1: ns/h on n1 keeps pods with app=web away from rack=r\n"
      "  all: pods keep others with app=web away from rack=r\n"
      "  do: move ns/h off n1\n"
      "  term=app=web topologyKey=rack topologyValue=r pod=ns/h podNode=n1 pods=1\n"
      "  -> evict h\n"
      "n2: ns/i on n2 and 1 more keep pods with app=web away from zone=b\n"
      "  all: pods keep others with app=web away from zone=b\n"
      "  term=app=web topologyKey=zone topologyValue=b pod=ns/i podNode=n2 pods=2\n" },
};

static void
test_affinity (void **state)
{
  check (affinity_rows, G_N_ELEMENTS (affinity_rows));
}

#define FULL(cpu, pods) NODE ("n1", "", "cpu: " cpu ", pods: " pods)
static const Row room_rows[] = {
    { "NodeResourcesFit", "1.34.1", FULL ("2", "9") PLACED_WITH ("a", "n1", "", REQUESTS ("cpu: 1")) PENDING ("", REQUESTS ("cpu: 2")),
      "n1: requested 2, used 1 of 2, free 1\n"
      "  do: make room for 1 more cpu on n1\n"
      "  resource=cpu requested=2000 used=1000 capacity=2000 free=1000\n"
      "  -> room cpu 1000\n" },
    { "NodeResourcesFit", "1.34.1", FULL ("2", "9") PENDING ("", REQUESTS ("cpu: 2001m")),
      "n1: requested 2001m, the node has 2\n"
      "  do: request less cpu, or use a larger node than n1\n"
      "  resource=cpu requested=2001 used=0 capacity=2000 free=2000\n"
      "  -> room cpu 1\n" },
    { "NodeResourcesFit", "1.34.1", FULL ("2", "2") PLACED ("a", "n1", "") PLACED ("b", "n1", "") PLACED ("c", "n1", "") PENDING ("", ""),
      "n1: requested 1, used 3 of 2, free -1\n"
      "  do: make room for 2 more pods on n1\n"
      "  resource=pods requested=1 used=3 capacity=2 free=-1\n"
      "  -> room pods 2\n" },
    { "NodeResourcesFit", "1.34.1", FULL ("2", "2") PLACED ("a", "n1", "") PLACED ("b", "n1", "") PENDING ("", ""),
      "n1: requested 1, used 2 of 2, free 0\n"
      "  do: make room for 1 more pod on n1\n"
      "  resource=pods requested=1 used=2 capacity=2 free=0\n"
      "  -> room pods 1\n" },
    { "NodeResourcesFit", "1.34.1", FULL ("2", "0") PENDING ("", ""),
      "n1: requested 1, used 0 of 0, free 0\n"
      "  do: use a larger node than n1\n"
      "  resource=pods requested=1 used=0 capacity=0 free=0\n"
      "  -> room pods 1\n" },
};

static void
test_room (void **state)
{
  check (room_rows, G_N_ELEMENTS (room_rows));
}

#define TAINTED(taints) NODE_WITH ("n1", "", "taints: [" taints "]", "")
static const Row node_rows[] = {
    { "TaintToleration", "1.34.1", TAINTED ("{key: a, effect: NoSchedule}, {key: b, value: c, effect: NoExecute}, {key: d, effect: PreferNoSchedule}") PENDING ("", ""),
      "n1: taints a:NoSchedule, b=c:NoExecute\n"
      "  do: tolerate a:NoSchedule, and tolerate b=c:NoExecute\n"
      "  taint=a:NoSchedule toleration={key: a, operator: Exists, effect: NoSchedule}\n"
      "  -> tolerate a tolerate b\n" },
    { "TaintToleration", "1.34.1", TAINTED ("{key: a, effect: NoSchedule}, {key: b, value: c, effect: NoExecute}") PENDING ("", "tolerations: [{key: a, operator: Exists}]"),
      "n1: taint b=c:NoExecute\n"
      "  do: tolerate b=c:NoExecute\n"
      "  taint=b=c:NoExecute toleration={key: b, operator: Equal, value: c, effect: NoExecute}\n"
      "  -> tolerate b\n" },
    { "NodeUnschedulable", "1.34.1", NODE_WITH ("n1", "", "unschedulable: true", "") PENDING ("", ""),
      "n1: the node is cordoned\n"
      "  all: cordoned\n"
      "  do: uncordon n1\n"
      "  unschedulable=true\n"
      "  -> uncordon\n" },
    { "NodeName", "1.34.1", ONE PENDING ("", ""), "" },
    { "NodePorts", "1.34.1", ONE PLACED_WITH ("a", "n1", "", "containers: [{name: c, ports: [{hostPort: 80}]}]") PLACED_WITH ("b", "n1", "", "containers: [{name: c, ports: [{hostPort: 81, hostIP: 10.0.0.1}]}]")
        PENDING ("", "containers: [{name: c, ports: [{hostPort: 79}, {hostPort: 81}]}]"),
      "n1: ns/b has host port 81/TCP\n"
      "  all: host port 81/TCP is taken\n"
      "  do: move ns/b off n1, or use another host port\n"
      "  hostPort=81/TCP pod=ns/b\n"
      "  -> evict b\n" },
    { "NodePorts", "1.34.1", ONE PLACED_WITH ("a", "n1", "", "containers: [{name: c, ports: [{hostPort: 81, hostIP: 10.0.0.1}]}]") PLACED_WITH ("b", "n1", "", "containers: [{name: c, ports: [{hostPort: 81, hostIP: 10.0.0.2}]}]")
        PENDING ("", "containers: [{name: c, ports: [{hostPort: 81}]}]"),
      "n1: ns/a has host port 81/TCP\n"
      "  all: host port 81/TCP is taken\n"
      "  do: move ns/a off n1, or use another host port\n"
      "  hostPort=81/TCP pod=ns/a\n" },
};

static void
test_node (void **state)
{
  check (node_rows, G_N_ELEMENTS (node_rows));
}

/* clang-format on */

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_disks),  cmocka_unit_test (test_claims),
    cmocka_unit_test (test_zones),  cmocka_unit_test (test_limits),
    cmocka_unit_test (test_spread), cmocka_unit_test (test_affinity),
    cmocka_unit_test (test_room),   cmocka_unit_test (test_node),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
