/* exercise-scenes.c - one row for each rule that needs no arguments
 *
 * The pod p waits; r runs on b.  Filters refuse b, scores prefer a.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/exercise-private.h"

#define NODES(...)       \
  (const FitSceneNode[]) \
  {                      \
    __VA_ARGS__, { 0 }   \
  }
#define PODS(...)       \
  (const FitScenePod[]) \
  {                     \
    __VA_ARGS__, { 0 }  \
  }

/* If no rule prefers a node, the second pod goes to the other node. */
#define TWICE(...) PODS ({ "p", __VA_ARGS__ }, { "q", __VA_ARGS__ })

/* Selects the pods of the scene. */
#define SELECTOR "labelSelector: {matchLabels: {app: \"@\"}}"
#define BY_HOST "topologyKey: kubernetes.io/hostname, " SELECTOR
#define SPREAD(otherwise)                                                  \
  "topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: " otherwise \
  ", " BY_HOST "}]"

/* Claims that are bound to volumes. */
#define CLAIM(name, volume)                                               \
  "apiVersion: v1\nkind: PersistentVolumeClaim\n"                         \
  "metadata: {name: \"" name                                              \
  "\", annotations: {pv.kubernetes.io/bind-completed: \"yes\"}}\n"        \
  "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: " \
  "1Gi}}, volumeName: \"" volume "\", storageClassName: \"\"}\n"          \
  "status: {phase: Bound}\n"
#define VOLUME(name, metadata, spec)                                 \
  "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: \"" name \
  "\"" metadata "}\n"                                                \
  "spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], "  \
  "claimRef: {name: \"" name "\", namespace: default}, " spec "}\n"  \
  "status: {phase: Bound}\n"
#define CLAIMS(...) "volumes: [" __VA_ARGS__ "]"
#define MOUNT(name) \
  "{name: data, persistentVolumeClaim: {claimName: \"" name "\"}}"

/* How many volumes of a driver a node takes. */
#define CSI_NODE(suffix, driver, count)                     \
  "apiVersion: storage.k8s.io/v1\nkind: CSINode\n"          \
  "metadata: {name: \"@-" suffix "\"}\n"                    \
  "spec: {drivers: [{name: " driver ", nodeID: \"@-" suffix \
  "\", topologyKeys: [], allocatable: {count: " count "}}]}\n"

/* A node has as many volumes of a cloud's disks as it takes: by its own count,
 * by that of its CSI driver, and by the default of releases that read
 * neither. */
#define TAKES(resource, count) "attachable-volumes-" resource ": " count
#define ONE(disk, n) "{name: v" n ", " disk ("@-" n) "}"
#define FOUR(disk, n) \
  ONE (disk, n "0")   \
  ", " ONE (disk, n "1") ", " ONE (disk, n "2") ", " ONE (disk, n "3")
#define SIXTEEN(disk, n) \
  FOUR (disk, n "0")     \
  ", " FOUR (disk, n "1") ", " FOUR (disk, n "2") ", " FOUR (disk, n "3")
#define FORTY(disk, n)  \
  SIXTEEN (disk, n "0") \
  ", " SIXTEEN (disk, n "1") ", " FOUR (disk, n "2") ", " FOUR (disk, n "3")

#define DISKS(scene, rule, resource, driver, disk, many)                       \
  {                                                                            \
    .name = scene, .rules = " " rule " ",                                      \
    .nodes = NODES ({ "a", .allocatable = TAKES (resource, "10") },            \
                    { "b", .allocatable = TAKES (resource, "1") }),            \
    .pods = PODS ({ "r", "b", .spec = CLAIMS (many (disk, "")) },              \
                  { "p", .spec = CLAIMS ("{name: data, " disk ("@-p") "}") }), \
    .objects                                                                   \
        = CSI_NODE ("a", driver, "10") "---\n" CSI_NODE ("b", driver, "1"),    \
  }
#define EBS(id) "awsElasticBlockStore: {volumeID: \"" id "\"}"
#define GCE(id) "gcePersistentDisk: {pdName: \"" id "\"}"
#define AZURE(id) \
  "azureDisk: {diskName: \"" id "\", diskURI: \"" id "\", kind: Managed}"
#define CINDER(id) "cinder: {volumeID: \"" id "\"}"

/* A condition comes with a taint, which is what later releases look at. */
#define TAINTED(key) \
  "taints: [{key: node.kubernetes.io/" key ", effect: NoSchedule}]"
#define CONDITION(scene, rule, type)                                          \
  {                                                                           \
    .name = scene, .rules = " " rule " ",                                     \
    .nodes                                                                    \
        = NODES ({ "a" }, { "b", .spec = TAINTED (scene),                     \
                            .conditions                                       \
                            = "{type: Ready, status: \"True\"}, {type: " type \
                              ", status: \"True\"}" }),                       \
    .pods = PODS ({ "p", .requests = "" }),                                   \
  }

#define TAINT(effect) \
  "taints: [{key: fitsched.example/tainted, effect: " effect "}]"

#define CONTROLLED                                                         \
  "ownerReferences: [{apiVersion: v1, kind: ReplicationController, name: " \
  "\"@\", uid: \"@\", controller: true}]"
#define HOST_PORT "ports: [{containerPort: 80, hostPort: 80}]"
#define AVOIDED                                                            \
  "scheduler.alpha.kubernetes.io/preferAvoidPods: '{\"preferAvoidPods\": " \
  "[{\"podSignature\": {\"podController\": {\"apiVersion\": \"v1\", "      \
  "\"kind\": \"ReplicationController\", \"name\": \"@\", \"uid\": \"@\", " \
  "\"controller\": true}}, \"reason\": \"tried\", \"message\": "           \
  "\"tried\"}]}'"

#define ZONES(zone)                                     \
  "\"failure-domain.beta.kubernetes.io/zone\": \"" zone \
  "\", \"topology.kubernetes.io/zone\": \"" zone "\""

#define ON_NODE(node)                                                 \
  "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: " \
  "[{key: kubernetes.io/hostname, operator: In, values: [\"@-" node   \
  "\"]}]}]}}"

/* clang-format off */
static const FitScene scenes[] = {
  /* filters, in v1.16's order of evaluation */
  { .name = "not-ready",
    .rules = " CheckNodeCondition ",
    .nodes = NODES ({ "a" }, { "b", .spec = TAINTED ("not-ready"), .conditions = "{type: Ready, status: \"False\"}" }),
    .pods = PODS ({ "p" }) },
  { .name = "unschedulable",
    .rules = " CheckNodeUnschedulable NodeUnschedulable ",
    .nodes = NODES ({ "a" }, { "b", .spec = "unschedulable: true" }),
    .pods = PODS ({ "p" }) },
  { .name = "host-ports",
    .rules = " GeneralPredicates PodFitsHostPorts PodFitsPorts NodePorts ",
    .pods = PODS ({ "r", "b", .container = HOST_PORT }, { "p", .container = HOST_PORT }) },
  { .name = "node-selector",
    .rules = " GeneralPredicates MatchNodeSelector NodeAffinity ",
    .nodes = NODES ({ "a", .labels = "\"fitsched.example/wanted\": \"yes\"" }, { "b" }),
    .pods = PODS ({ "p", .selector = "fitsched.example/wanted: \"yes\"" }) },
  { .name = "resources",
    .rules = " GeneralPredicates PodFitsResources NodeResourcesFit ",
    .nodes = NODES ({ "a" }, { "b", .allocatable = "cpu: 100m" }),
    .pods = PODS ({ "p" }) },
  { .name = "disk-conflict",
    .rules = " NoDiskConflict VolumeRestrictions ",
    .pods = PODS ({ "r", "b", .spec = CLAIMS ("{name: data, " GCE ("@") "}") },
                  { "p", .spec = CLAIMS ("{name: data, " GCE ("@") "}") }) },
  { .name = "no-schedule",
    .rules = " PodToleratesNodeTaints TaintToleration ",
    .nodes = NODES ({ "a" }, { "b", .spec = TAINT ("NoSchedule") }),
    .pods = PODS ({ "p" }) },
  { .name = "no-execute",
    .rules = " PodToleratesNodeTaints PodToleratesNodeNoExecuteTaints TaintToleration ",
    .nodes = NODES ({ "a" }, { "b", .spec = TAINT ("NoExecute") }),
    .pods = PODS ({ "p" }) },
  DISKS ("ebs-limit", "MaxEBSVolumeCount EBSLimits", "aws-ebs", "ebs.csi.aws.com", EBS, FORTY),
  DISKS ("gce-limit", "MaxGCEPDVolumeCount GCEPDLimits", "gce-pd", "pd.csi.storage.gke.io", GCE, SIXTEEN),
  { .name = "csi-limit",
    .rules = " MaxCSIVolumeCountPred NodeVolumeLimits ",
    .nodes = NODES ({ "a", .allocatable = TAKES ("csi-fitsched.example", "10") },
                    { "b", .allocatable = TAKES ("csi-fitsched.example", "1") }),
    .pods = PODS ({ "r", "b", .spec = CLAIMS (MOUNT ("@-r")) }, { "p", .spec = CLAIMS (MOUNT ("@-p")) }),
    .objects = VOLUME ("@-r", "", "csi: {driver: fitsched.example, volumeHandle: \"@-r\"}") "---\n" CLAIM ("@-r", "@-r")
               "---\n" VOLUME ("@-p", "", "csi: {driver: fitsched.example, volumeHandle: \"@-p\"}") "---\n" CLAIM ("@-p", "@-p")
               "---\n" CSI_NODE ("a", "fitsched.example", "10") "---\n" CSI_NODE ("b", "fitsched.example", "1") },
  DISKS ("azure-limit", "MaxAzureDiskVolumeCount AzureDiskLimits", "azure-disk", "disk.csi.azure.com", AZURE, SIXTEEN),
  DISKS ("cinder-limit", "MaxCinderVolumeCount CinderLimits", "cinder", "cinder.csi.openstack.org", CINDER, SIXTEEN),
  { .name = "local-volume",
    .rules = " CheckVolumeBinding NoVolumeNodeConflict VolumeBinding ",
    .pods = PODS ({ "p", .spec = CLAIMS (MOUNT ("@")) }),
    .objects = VOLUME ("@", "", "local: {path: /data}, " ON_NODE ("a")) "---\n" CLAIM ("@", "@") },
  { .name = "volume-zone",
    .rules = " NoVolumeZoneConflict VolumeZone ",
    .nodes = NODES ({ "a", .labels = ZONES ("here") }, { "b", .labels = ZONES ("there") }),
    .pods = PODS ({ "p", .spec = CLAIMS (MOUNT ("@")) }),
    .objects = VOLUME ("@", ", labels: {" ZONES ("here") "}", GCE ("@")) "---\n" CLAIM ("@", "@") },
  CONDITION ("memory-pressure", "CheckNodeMemoryPressure", "MemoryPressure"),
  CONDITION ("pid-pressure", "CheckNodePIDPressure", "PIDPressure"),
  CONDITION ("disk-pressure", "CheckNodeDiskPressure", "DiskPressure"),
  { .name = "hard-spread",
    .rules = " EvenPodsSpread PodTopologySpread ",
    .pods = PODS ({ "r", "b", FIT_SCENE_ALIKE }, { "p", .spec = SPREAD ("DoNotSchedule"), FIT_SCENE_ALIKE }) },
  { .name = "anti-affinity",
    .rules = " MatchInterPodAffinity InterPodAffinity ",
    .pods = PODS ({ "r", "b", FIT_SCENE_ALIKE },
                  { "p", .spec = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{"
                                 BY_HOST "}]}}" }) },
  { .name = "declared-feature",
    .rules = " NodeDeclaredFeatures ",
    .nodes = NODES ({ "a", .features = "RestartAllContainersOnContainerExits" }, { "b" }),
    .pods = PODS ({ "p", .container = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]" }) },

  /* scores */
  { .name = "spreading",
    .rules = " SelectorSpreadPriority ServiceSpreadingPriority SelectorSpread DefaultPodTopologySpread ",
    .pods = PODS ({ "r", "b", FIT_SCENE_ALIKE }, { "p", FIT_SCENE_ALIKE }),
    .objects = FIT_SCENE_SERVICE },
  { .name = "affinity",
    .rules = " InterPodAffinityPriority InterPodAffinity ",
    .pods = PODS ({ "r", "a", FIT_SCENE_ALIKE },
                  { "p", .spec = "affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
                                 "[{weight: 100, podAffinityTerm: {" BY_HOST "}}]}}" }) },
  { .name = "avoided",
    .rules = " NodePreferAvoidPodsPriority NodePreferAvoidPods ",
    .nodes = NODES ({ "a" }, { "b", .annotations = AVOIDED }),
    .pods = TWICE (.metadata = CONTROLLED) },
  { .name = "preferred-node",
    .rules = " NodeAffinityPriority NodeAffinity ",
    .nodes = NODES ({ "a", .labels = "\"fitsched.example/preferred\": \"yes\"" }, { "b" }),
    .pods = TWICE (.spec = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, "
                           "preference: {matchExpressions: [{key: fitsched.example/preferred, operator: Exists}]}}]}}") },
  { .name = "prefer-no-schedule",
    .rules = " TaintTolerationPriority TaintToleration ",
    .nodes = NODES ({ "a" }, { "b", .spec = TAINT ("PreferNoSchedule") }),
    .pods = PODS ({ "p" }, { "q" }) },
  { .name = "image",
    .rules = " ImageLocalityPriority ImageLocality ",
    .nodes = NODES ({ "a", .images = "{names: [\"fitsched.example/@:1\"], sizeBytes: 1000000000000000}" }, { "b" }),
    .pods = TWICE (.container = "image: \"fitsched.example/@:1\"") },
  { .name = "soft-spread",
    .rules = " EvenPodsSpreadPriority PodTopologySpread ",
    .pods = PODS ({ "r", "b", FIT_SCENE_ALIKE }, { "p", .spec = SPREAD ("ScheduleAnyway"), FIT_SCENE_ALIKE }) },
  { .name = "limits",
    .rules = " ResourceLimitsPriority NodeResourceLimits ",
    .nodes = NODES ({ "a" }, { "b", .allocatable = "cpu: 3" }),
    .pods = PODS ({ "p", .requests = "", .container = "resources: {requests: {cpu: 1m, memory: 1Mi}, limits: {cpu: 4}}" }) },
  { 0 },
};
/* clang-format on */

const FitScene *
fit_scene_table (void)
{
  return scenes;
}
