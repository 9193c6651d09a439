/* test-explanations-predicates.c - what each predicate says of a node that it rejects, and what would help
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"

#define CLAIM(name, metadata, spec)                                           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", uid: " name "-uid, namespace: ns" metadata "}, spec: {" spec "}}\n"
#define VOLUME(name, labels, spec)                                       \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name \
  ", labels: {" labels "}}, spec: {" spec "}, status: {phase: Available}}\n"
#define CLASS(name, provisioner, more)                                   \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {" \
  "name: " name "}, provisioner: " provisioner                           \
  ", volumeBindingMode: WaitForFirstConsumer" more "}\n"
#define BOUND ", annotations: {pv.kubernetes.io/bind-completed: 'yes'}"
#define CHOSEN(node) \
  ", annotations: {volume.kubernetes.io/selected-node: " node "}"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"
#define ASKS(class, size) \
  "storageClassName: " class ", resources: {requests: {storage: " size "}}"
#define HOLDS(class, size) \
  "storageClassName: " class ", capacity: {storage: " size "}"
#define IN_ZONES(values)                                                  \
  ", nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{" \
  "key: zone, operator: In, values: [" values "]}]}]}}"

#define NODE_AFFINITY(terms) \
  "affinity: {nodeAffinity: {" REQUIRED "{nodeSelectorTerms: [" terms "]}}}"
#define LABELLED(expressions) "{matchExpressions: [" expressions "]}"
#define EXPRESSION(key, op, values) \
  "{key: " key ", operator: " op ", values: [" values "]}"
#define NAMED(names) \
  "{matchFields: [" EXPRESSION ("metadata.name", "In", names) "]}"

typedef struct
{
  const FitPredicateInfo *info;
  const char *manifest;
  const char *expected;
  const char *gates;                 /* (nullable) */
  const FitLabelsArgument *argument; /* (nullable) */
} Row;

static void
check (const Row *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    ask_why (&(const Question){ .info = rows[i].info,
                                .manifest = rows[i].manifest,
                                .argument = rows[i].argument,
                                .gates = rows[i].gates },
             rows[i].expected);
}

/* clang-format off */

#define NODES \
  NODE ("n1", "disk: ssd, zone: a", "") NODE ("n2", "", "")
#define OF(spec) &fit_match_node_selector, NODES PENDING ("", spec)
static const Row node_selector_rows[] = {
    { OF ("nodeSelector: {disk: hdd}"),
      "n1: nodeSelector disk=hdd, the node has disk=ssd\n"
      "  all: nodeSelector disk=hdd\n"
      "  do: add the label disk=hdd to n1\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk found=ssd\n"
      "  -> label disk=hdd\n"
      "n2: nodeSelector disk=hdd, the node has no label disk\n"
      "  all: nodeSelector disk=hdd\n"
      "  do: add the label disk=hdd to n2\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk\n"
      "  -> label disk=hdd\n" },
    { OF ("nodeSelector: {disk: hdd, zone: b}"),
      "n1: nodeSelector disk=hdd, the node has disk=ssd; zone=b, the node has zone=a\n"
      "  all: nodeSelector disk=hdd, zone=b\n"
      "  do: add the label disk=hdd to n1, and add the label zone=b to n1\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk found=ssd\n"
      "  -> label disk=hdd label zone=b\n"
      "n2: nodeSelector disk=hdd, the node has no label disk; zone=b, the node has no label zone\n"
      "  all: nodeSelector disk=hdd, zone=b\n"
      "  do: add the label disk=hdd to n2, and add the label zone=b to n2\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk\n"
      "  -> label disk=hdd label zone=b\n" },
    { OF (NODE_AFFINITY (LABELLED (EXPRESSION ("disk", "In", "hdd, tape")
                                   ", " EXPRESSION ("rack", "Exists", "")))),
      "n1: node affinity disk in (hdd, tape), the node has disk=ssd; rack, the node has no label rack\n"
      "  all: node affinity disk in (hdd, tape), rack\n"
      "  do: add the label disk=hdd to n1, and add the label rack to n1\n"
      "  selector=node affinity wanted=disk in (hdd, tape) label=disk found=ssd\n"
      "  -> label disk=hdd label rack=\n"
      "n2: node affinity disk in (hdd, tape), the node has no label disk; rack, the node has no label rack\n"
      "  all: node affinity disk in (hdd, tape), rack\n"
      "  do: add the label disk=hdd to n2, and add the label rack to n2\n"
      "  selector=node affinity wanted=disk in (hdd, tape) label=disk\n"
      "  -> label disk=hdd label rack=\n" },
    { OF (NODE_AFFINITY (LABELLED (EXPRESSION ("disk", "DoesNotExist", "")
                                   ", " EXPRESSION ("zone", "NotIn", "a")))),
      "n1: node affinity !disk, the node has disk=ssd; zone!=a, the node has zone=a\n"
      "  all: node affinity !disk, zone!=a\n"
      "  do: remove the label disk from n1, and remove the label zone from n1\n"
      "  selector=node affinity wanted=!disk label=disk found=ssd\n"
      "  -> unlabel disk= unlabel zone=\n" },
    { OF (NODE_AFFINITY (LABELLED (EXPRESSION ("cores", "Gt", "'8'")))),
      "n1: node affinity cores>8, the node has no label cores\n"
      "  all: node affinity cores>8\n"
      "  do: drop cores from the pod\n"
      "  selector=node affinity wanted=cores>8 label=cores\n"
      "n2: node affinity cores>8, the node has no label cores\n"
      "  all: node affinity cores>8\n"
      "  do: drop cores from the pod\n"
      "  selector=node affinity wanted=cores>8 label=cores\n" },
    { OF ("nodeSelector: {disk: hdd}, " NODE_AFFINITY (
        LABELLED (EXPRESSION ("zone", "In", "b")))),
      "n1: nodeSelector disk=hdd, the node has disk=ssd; node affinity zone=b, the node has zone=a\n"
      "  all: nodeSelector disk=hdd, node affinity zone=b\n"
      "  do: add the label disk=hdd to n1, and add the label zone=b to n1\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk found=ssd\n"
      "  -> label disk=hdd label zone=b\n"
      "n2: nodeSelector disk=hdd, the node has no label disk; node affinity zone=b, the node has no label zone\n"
      "  all: nodeSelector disk=hdd, node affinity zone=b\n"
      "  do: add the label disk=hdd to n2, and add the label zone=b to n2\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk\n"
      "  -> label disk=hdd label zone=b\n" },
    { OF ("nodeSelector: {kubernetes.io/hostname: n9}"),
      "n1: nodeSelector kubernetes.io/hostname=n9, the node has no label kubernetes.io/hostname\n"
      "  all: nodeSelector kubernetes.io/hostname=n9\n"
      "  do: drop kubernetes.io/hostname from the pod\n"
      "  selector=nodeSelector wanted=kubernetes.io/hostname=n9 label=kubernetes.io/hostname\n"
      "n2: nodeSelector kubernetes.io/hostname=n9, the node has no label kubernetes.io/hostname\n"
      "  all: nodeSelector kubernetes.io/hostname=n9\n"
      "  do: drop kubernetes.io/hostname from the pod\n"
      "  selector=nodeSelector wanted=kubernetes.io/hostname=n9 label=kubernetes.io/hostname\n" },
    /* A label alone would not help. */
    { OF ("nodeSelector: {disk: hdd, kubernetes.io/hostname: n9}"),
      "n1: nodeSelector disk=hdd, the node has disk=ssd; kubernetes.io/hostname=n9, the node has no label kubernetes.io/hostname\n"
      "  all: nodeSelector disk=hdd, kubernetes.io/hostname=n9\n"
      "  do: add the label disk=hdd to n1, and drop kubernetes.io/hostname from the pod\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk found=ssd\n"
      "n2: nodeSelector disk=hdd, the node has no label disk; kubernetes.io/hostname=n9, the node has no label kubernetes.io/hostname\n"
      "  all: nodeSelector disk=hdd, kubernetes.io/hostname=n9\n"
      "  do: add the label disk=hdd to n2, and drop kubernetes.io/hostname from the pod\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk\n" },
    { OF (NODE_AFFINITY (NAMED ("n9"))),
      "n1: node affinity metadata.name=n9\n"
      "  wanted=metadata.name=n9\n"
      "n2: node affinity metadata.name=n9\n"
      "  wanted=metadata.name=n9\n" },
    { OF ("nodeSelector: {disk: hdd}, " NODE_AFFINITY (NAMED ("n9"))),
      "n1: nodeSelector disk=hdd, the node has disk=ssd; node affinity metadata.name=n9\n"
      "  all: nodeSelector disk=hdd, node affinity metadata.name=n9\n"
      "  do: add the label disk=hdd to n1\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk found=ssd\n"
      "n2: nodeSelector disk=hdd, the node has no label disk; node affinity metadata.name=n9\n"
      "  all: nodeSelector disk=hdd, node affinity metadata.name=n9\n"
      "  do: add the label disk=hdd to n2\n"
      "  selector=nodeSelector wanted=disk=hdd label=disk\n" },
    { OF (NODE_AFFINITY ("")),
      "n1: required node affinity without terms matches no node\n"
      "n2: required node affinity without terms matches no node\n" },
    { OF (NODE_AFFINITY (LABELLED (EXPRESSION ("disk", "In", "")))),
      "n1: invalid term of required node affinity\n"
      "n2: invalid term of required node affinity\n" },
    /* Of several terms the nearest. */
    { OF (NODE_AFFINITY (
        LABELLED (EXPRESSION ("a", "Exists", "") ", " EXPRESSION ("b", "Exists", "")) ", "
        LABELLED (EXPRESSION ("c", "Exists", "")) ", " NAMED ("n9"))),
      "n1: node affinity c, the node has no label c\n"
      "  all: node affinity c\n"
      "  do: add the label c to n1\n"
      "  selector=node affinity wanted=c label=c\n"
      "  -> label c=\n"
      "n2: node affinity c, the node has no label c\n"
      "  all: node affinity c\n"
      "  do: add the label c to n2\n"
      "  selector=node affinity wanted=c label=c\n"
      "  -> label c=\n" },
    /* An invalid term, which nothing can match, is the last one. */
    { OF (NODE_AFFINITY (
        "{matchExpressions: [" EXPRESSION ("disk", "In", "") "], matchFields: ["
        EXPRESSION ("metadata.name", "In", "n1") "]}, " LABELLED (EXPRESSION ("c", "Exists", "")))),
      "n1: node affinity c, the node has no label c\n"
      "  all: node affinity c\n"
      "  do: add the label c to n1\n"
      "  selector=node affinity wanted=c label=c\n"
      "  -> label c=\n"
      "n2: node affinity c, the node has no label c\n"
      "  all: node affinity c\n"
      "  do: add the label c to n2\n"
      "  selector=node affinity wanted=c label=c\n"
      "  -> label c=\n" },
};
#undef OF
#undef NODES

static void
test_node_selector (void **state)
{
  check (node_selector_rows, G_N_ELEMENTS (node_selector_rows));
}

#define TAINTS(list) NODE_WITH ("n1", "labels: {}", "taints: [" list "]", "")
#define CONDITION(type, status) "conditions: [{type: " type ", status: '" status "'}]"
static const char *const labels[] = { "zone", "old", NULL };
static const FitLabelsArgument present = { labels, TRUE },
                                 absent = { labels, FALSE };

static const Row node_rows[] = {
    { &fit_check_node_unschedulable, NODE_WITH ("n1", "labels: {}", "unschedulable: true", "") PENDING ("", ""),
      "n1: the node is cordoned\n"
      "  all: cordoned\n"
      "  do: uncordon n1\n"
      "  unschedulable=true\n"
      "  -> uncordon\n" },
    { &fit_host_name, NODE ("n1", "", "") PENDING ("", "nodeName: n2"),
      "n1: spec.nodeName is n2\n"
      "  do: drop spec.nodeName\n"
      "  nodeName=n2\n" },
    { &fit_pod_tolerates_node_taints, TAINTS ("{key: team, value: ml, effect: NoSchedule}") PENDING ("", ""),
      "n1: taint team=ml:NoSchedule\n"
      "  do: tolerate team=ml:NoSchedule\n"
      "  taint=team=ml:NoSchedule toleration={key: team, operator: Equal, value: ml, effect: NoSchedule}\n"
      "  -> tolerate team\n" },
    { &fit_pod_tolerates_node_taints,
      TAINTS ("{key: a, effect: NoExecute}, {key: b, value: c, effect: NoSchedule}, {key: d, effect: PreferNoSchedule}")
        PENDING ("", "tolerations: [{key: a, operator: Exists, effect: NoSchedule}]"),
      "n1: taints a:NoExecute, b=c:NoSchedule\n"
      "  do: tolerate a:NoExecute, and tolerate b=c:NoSchedule\n"
      "  taint=a:NoExecute toleration={key: a, operator: Exists, effect: NoExecute}\n"
      "  -> tolerate a tolerate b\n" },
    { &fit_pod_tolerates_node_no_execute_taints,
      TAINTS ("{key: a, effect: NoExecute}, {key: b, effect: NoSchedule}") PENDING ("", ""),
      "n1: taint a:NoExecute\n"
      "  do: tolerate a:NoExecute\n"
      "  taint=a:NoExecute toleration={key: a, operator: Exists, effect: NoExecute}\n"
      "  -> tolerate a\n" },
    { &fit_check_node_condition, NODE_WITH ("n1", "labels: {}", "", CONDITION ("Ready", "False")) PENDING ("", ""),
      "n1: Ready is False\n"
      "  do: make n1 Ready\n"
      "  condition=Ready status=False\n"
      "  -> repair Ready\n" },
    { &fit_check_node_condition, NODE_WITH ("n1", "labels: {}", "", "conditions: [{type: MemoryPressure, status: 'True'}, {type: Ready, status: 'False', reason: KubeletNotReady}]") PENDING ("", ""),
      "n1: Ready is False: KubeletNotReady\n"
      "  do: make n1 Ready (KubeletNotReady)\n"
      "  condition=Ready status=False reason=KubeletNotReady\n"
      "  -> repair Ready\n" },
    { &fit_check_node_condition, NODE_WITH ("n1", "labels: {}", "unschedulable: true", CONDITION ("NetworkUnavailable", "Unknown")) PENDING ("", ""),
      "n1: NetworkUnavailable is Unknown\n"
      "  do: end the condition NetworkUnavailable of n1\n"
      "  condition=NetworkUnavailable status=Unknown\n"
      "  -> repair NetworkUnavailable\n"
      "n1: the node is cordoned\n"
      "  all: cordoned\n"
      "  do: uncordon n1\n"
      "  unschedulable=true\n"
      "  -> uncordon\n" },
    { &fit_check_node_memory_pressure, NODE_WITH ("n1", "labels: {}", "", CONDITION ("MemoryPressure", "True")) PENDING ("", ""),
      "n1: MemoryPressure is True\n"
      "  do: give the pod a request or limit of cpu or memory, or end the condition MemoryPressure of n1\n"
      "  condition=MemoryPressure status=True\n"
      "  -> repair MemoryPressure\n" },
    { &fit_check_node_disk_pressure, NODE_WITH ("n1", "labels: {}", "", CONDITION ("DiskPressure", "True")) PENDING ("", ""),
      "n1: DiskPressure is True\n"
      "  do: end the condition DiskPressure of n1\n"
      "  condition=DiskPressure status=True\n"
      "  -> repair DiskPressure\n" },
    { &fit_check_node_pid_pressure, NODE_WITH ("n1", "labels: {}", "", CONDITION ("PIDPressure", "True")) PENDING ("", ""),
      "n1: PIDPressure is True\n"
      "  do: end the condition PIDPressure of n1\n"
      "  condition=PIDPressure status=True\n"
      "  -> repair PIDPressure\n" },
    { &fit_check_node_label_presence, NODE ("n1", "zone: a", "") NODE ("n2", "", "") PENDING ("", ""),
      "n1: the node has no label old\n"
      "  all: no label old\n"
      "  do: add the label old to n1\n"
      "  label=old\n"
      "  -> label old=\n"
      "n2: the node has no label zone\n"
      "  all: no label zone\n"
      "  do: add the label zone to n2\n"
      "  label=zone\n"
      "  -> label zone=\n", NULL, &present },
    { &fit_check_node_label_presence, NODE ("n1", "zone: a", "") NODE ("n2", "old: x", "") PENDING ("", ""),
      "n1: the node has the label zone=a, which must not be there\n"
      "  all: label zone must not be there\n"
      "  do: remove the label zone from n1\n"
      "  label=zone found=a\n"
      "  -> unlabel zone=\n"
      "n2: the node has the label old=x, which must not be there\n"
      "  all: label old must not be there\n"
      "  do: remove the label old from n2\n"
      "  label=old found=x\n"
      "  -> unlabel old=\n", NULL, &absent },
};
#undef TAINTS
#undef CONDITION

static void
test_node (void **state)
{
  check (node_rows, G_N_ELEMENTS (node_rows));
}

#define PORTS(list) "containers: [{name: c, ports: [" list "]}]"
static const Row room_rows[] = {
    { &fit_pod_fits_resources,
      NODE ("n1", "", "pods: 1, cpu: 2, memory: 1Gi")
        PLACED_WITH ("a", "n1", "", REQUESTS ("cpu: 1500m, memory: 512Mi"))
          PENDING ("", REQUESTS ("cpu: 1, memory: 2Gi, example.com/gpu: 2")),
      "n1: requested 1, used 1 of 1, free 0\n"
      "  do: make room for 1 more pod on n1\n"
      "  resource=pods requested=1 used=1 capacity=1 free=0\n"
      "  -> room pods 1\n"
      "n1: requested 1, used 1500m of 2, free 500m\n"
      "  do: make room for 500m more cpu on n1\n"
      "  resource=cpu requested=1000 used=1500 capacity=2000 free=500\n"
      "  -> room cpu 500\n"
      "n1: requested 2Gi, used 512Mi of 1Gi, free 512Mi\n"
      "  do: request less memory, or use a larger node than n1\n"
      "  resource=memory requested=2147483648 used=536870912 capacity=1073741824 free=536870912\n"
      "  -> room memory 1610612736\n"
      "n1: requested 2, used 0 of 0, free 0\n"
      "  do: request less example.com/gpu, or use a larger node than n1\n"
      "  resource=example.com/gpu requested=2 used=0 capacity=0 free=0\n"
      "  -> room example.com/gpu 2\n" },
    { &fit_pod_fits_host_ports,
      NODE ("n1", "", "") PLACED_WITH ("a", "n1", "", PORTS ("{hostPort: 80, hostIP: 10.0.0.1}, {hostPort: 53, protocol: UDP}"))
        PENDING ("", PORTS ("{hostPort: 81}, {hostPort: 80}")),
      "n1: ns/a has host port 80/TCP\n"
      "  all: host port 80/TCP is taken\n"
      "  do: move ns/a off n1, or use another host port\n"
      "  hostPort=80/TCP pod=ns/a\n"
      "  -> evict a\n" },
    { &fit_pod_fits_host_ports,
      NODE ("n1", "", "") PLACED_WITH ("a", "n1", "", PORTS ("{hostPort: 53, protocol: UDP}"))
        PENDING ("", PORTS ("{hostPort: 53, protocol: UDP, hostIP: 10.0.0.1}")),
      "n1: ns/a has host port 10.0.0.1:53/UDP\n"
      "  all: host port 10.0.0.1:53/UDP is taken\n"
      "  do: move ns/a off n1, or use another host port\n"
      "  hostPort=10.0.0.1:53/UDP pod=ns/a\n"
      "  -> evict a\n" },
    { &fit_no_disk_conflict,
      NODE ("n1", "", "")
        PLACED_WITH ("a", "n1", "", "volumes: [{name: v, gcePersistentDisk: {pdName: disk-1}}]")
          PENDING ("", "volumes: [{name: v, gcePersistentDisk: {pdName: disk-1}}]"),
      "n1: ns/a uses gcePersistentDisk disk-1\n"
      "  all: gcePersistentDisk disk-1 is in use\n"
      "  do: move ns/a off n1\n"
      "  pod=ns/a volumeType=gcePersistentDisk volume=disk-1\n"
      "  -> evict a\n" },
    { &fit_no_disk_conflict,
      NODE ("n1", "", "")
        PLACED_WITH ("a", "n1", "", "volumes: [{name: v, awsElasticBlockStore: {volumeID: vol-1}}]")
          PENDING ("", "volumes: [{name: v, awsElasticBlockStore: {volumeID: vol-1, readOnly: true}}]"),
      "n1: ns/a uses awsElasticBlockStore vol-1\n"
      "  all: awsElasticBlockStore vol-1 is in use\n"
      "  do: move ns/a off n1\n"
      "  pod=ns/a volumeType=awsElasticBlockStore volume=vol-1\n"
      "  -> evict a\n" },
};
#undef PORTS

static void
test_room (void **state)
{
  check (room_rows, G_N_ELEMENTS (room_rows));
}

#define NODES \
  NODE ("n1", "zone: a, " HOST "n1", "") NODE ("n2", "zone: b, " HOST "n2", "") NODE ("n3", "", "")
#define TWO PLACED ("a1", "n1", "app: web") PLACED ("a2", "n1", "app: web")
#define AFFINITY(terms) PENDING ("app: web", "affinity: {" terms "}")
#define SPREAD(skew) PENDING ("app: web", "topologySpreadConstraints: [{maxSkew: " skew ", topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]")
static const char *const zone_label[] = { "zone", NULL };
static const FitLabelsArgument zone = { zone_label, FALSE };

static const Row pods_rows[] = {
    { &fit_match_inter_pod_affinity, NODES TWO AFFINITY (POD_AFFINITY (TERM ("zone", "app: db"))),
      "n1: -\n"
      "n1: no pod with app=db anywhere\n"
      "  do: run a pod with app=db in zone=a first\n"
      "  term=app=db topologyKey=zone topologyValue=a pods=0\n"
      "n2: -\n"
      "n2: no pod with app=db anywhere\n"
      "  do: run a pod with app=db in zone=b first\n"
      "  term=app=db topologyKey=zone topologyValue=b pods=0\n"
      "n3: -\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  term=app=db topologyKey=zone pods=0\n" },
    { &fit_match_inter_pod_affinity, NODES TWO AFFINITY (POD_AFFINITY (TERM ("zone", "app: web"))),
      "n2: -\n"
      "n2: no pod with app=web in zone=b; there is one in zone=a\n"
      "  all: no pod with app=web in zone=b\n"
      "  do: run a pod with app=web in zone=b first\n"
      "  term=app=web topologyKey=zone topologyValue=b pods=0\n"
      "n3: -\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  term=app=web topologyKey=zone pods=0\n" },
    { &fit_match_inter_pod_affinity, NODES TWO AFFINITY (POD_ANTI_AFFINITY (TERM ("zone", "app: web"))),
      "n1: -\n"
      "n1: ns/a1 on n1 and 1 more match app=web, in zone=a\n"
      "  all: pods with app=web in zone=a\n"
      "  term=app=web topologyKey=zone topologyValue=a pod=ns/a1 podNode=n1 pods=2\n" },
    { &fit_match_inter_pod_affinity, NODES TWO AFFINITY (POD_ANTI_AFFINITY (TERM ("kubernetes.io/hostname", "app: web"))),
      "n1: -\n"
      "n1: ns/a1 on n1 and 1 more match app=web, in kubernetes.io/hostname=n1\n"
      "  all: pods with app=web in kubernetes.io/hostname\n"
      "  term=app=web topologyKey=kubernetes.io/hostname topologyValue=n1 pod=ns/a1 podNode=n1 pods=2\n" },
    { &fit_match_inter_pod_affinity,
      NODES PLACED_WITH ("g", "n2", "app: guard", "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: web")) "}") PENDING ("app: web", ""),
      "n2: -\n"
      "n2: ns/g on n2 keeps pods with app=web away from zone=b\n"
      "  all: pods keep others with app=web away from zone=b\n"
      "  do: move ns/g off n2\n"
      "  term=app=web topologyKey=zone topologyValue=b pod=ns/g podNode=n2 pods=1\n"
      "  -> evict g\n" },
    { &fit_match_inter_pod_affinity,
      NODES PLACED_WITH ("g", "n2", "app: guard", "affinity: {" POD_ANTI_AFFINITY (TERM ("kubernetes.io/hostname", "app: web")) "}")
        PLACED_WITH ("h", "n2", "app: guard", "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: web")) "}") PENDING ("app: web", ""),
      "n2: -\n"
      "n2: ns/g on n2 keeps pods with app=web away from kubernetes.io/hostname=n2\n"
      "  all: pods keep others with app=web away from kubernetes.io/hostname\n"
      "  do: move ns/g off n2\n"
      "  term=app=web topologyKey=kubernetes.io/hostname topologyValue=n2 pod=ns/g podNode=n2 pods=1\n"
      "  -> evict g\n" },
    { &fit_even_pods_spread, NODES TWO SPREAD ("1"),
      "n1: zone=a has 2 pods with app=web, the least is 0 in zone=b: skew 3 exceeds maxSkew 1\n"
      "  all: zone=a: skew 3 exceeds maxSkew 1\n"
      "  do: make room in zone=b, or raise maxSkew to 3\n"
      "  topologyKey=zone topologyValue=a selector=app=web count=2 least=0 leastValue=b skew=3 maxSkew=1 counts=a: 2\n"
      "  -> fewer zone=a by 2\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  topologyKey=zone\n", "EvenPodsSpread=true" },
    { &fit_even_pods_spread, NODES TWO PLACED ("b1", "n2", "app: web") SPREAD ("1"),
      "n1: zone=a has 2 pods with app=web, the least is 1 in zone=b: skew 2 exceeds maxSkew 1\n"
      "  all: zone=a: skew 2 exceeds maxSkew 1\n"
      "  do: make room in zone=b, or raise maxSkew to 2\n"
      "  topologyKey=zone topologyValue=a selector=app=web count=2 least=1 leastValue=b skew=2 maxSkew=1 counts=a: 2, b: 1\n"
      "  -> fewer zone=a by 1\n"
      "n3: the node has no label zone\n"
      "  all: no label zone\n"
      "  topologyKey=zone\n", "EvenPodsSpread=true" },
    { &fit_check_service_affinity, NODES TWO SERVICE ("s", "app: web") PENDING ("app: web", ""),
      "n2: ns/a1 of its service is on n1 with zone=a, the node has zone=b\n"
      "  all: ns/a1 of its service is on n1 with zone=a\n"
      "  do: only a node with zone=a fits\n"
      "  label=zone wanted=a found=b pod=ns/a1\n"
      "n3: ns/a1 of its service is on n1 with zone=a, the node has no label zone\n"
      "  all: ns/a1 of its service is on n1 with zone=a\n"
      "  do: only a node with zone=a fits\n"
      "  label=zone wanted=a pod=ns/a1\n", NULL, &zone },
    { &fit_check_service_affinity, NODES TWO SERVICE ("s", "app: web") PENDING ("app: web", "nodeSelector: {zone: b}"),
      "n1: nodeSelector zone=b, the node has zone=a\n"
      "  all: nodeSelector zone=b\n"
      "  do: only a node with zone=b fits\n"
      "  label=zone wanted=b found=a\n"
      "n3: nodeSelector zone=b, the node has no label zone\n"
      "  all: nodeSelector zone=b\n"
      "  do: only a node with zone=b fits\n"
      "  label=zone wanted=b\n", NULL, &zone },
};
#undef NODES
#undef TWO
#undef AFFINITY
#undef SPREAD

static void
test_pods (void **state)
{
  check (pods_rows, G_N_ELEMENTS (pods_rows));
}

#define NODES NODE ("n1", "zone: a, " ZONE "a", "") NODE ("n2", "zone: b", "")
#define OF(objects) &fit_check_volume_binding, NODES objects PENDING ("", USES ("c"))
#define STATIC CLASS ("static", "kubernetes.io/no-provisioner", "")
#define DYNAMIC CLASS ("fast", "example.com/disk", "")
#define ONLY_IN(zone) CLASS ("fast", "example.com/disk", ", allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [" zone "]}]}]")
static const Row claims_rows[] = {
    { OF (VOLUME ("v", "", HOLDS ("''", "1Gi") IN_ZONES ("c, d")) CLAIM ("c", BOUND, "volumeName: v")),
      "n1: volume v of claim c is for nodes with zone in (c, d)\n"
      "  do: only a node with zone in (c, d) fits\n"
      "  claim=c volume=v nodeAffinity=zone in (c, d)\n"
      "n2: volume v of claim c is for nodes with zone in (c, d)\n"
      "  do: only a node with zone in (c, d) fits\n"
      "  claim=c volume=v nodeAffinity=zone in (c, d)\n" },
    { OF (CLAIM ("c", BOUND, "volumeName: gone")), "" },
    { OF (STATIC CLAIM ("c", "", ASKS ("static", "1Gi"))),
      "n1: claim c of 1Gi: no free volume matches it, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=0\n"
      "n2: claim c of 1Gi: no free volume matches it, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=0\n" },
    { OF (STATIC VOLUME ("v", "", HOLDS ("static", "2Gi") IN_ZONES ("a")) CLAIM ("c", "", ASKS ("static", "1Gi"))),
      "n2: claim c of 1Gi: none of the 1 matching volume can be used there, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=1\n" },
    { OF (STATIC VOLUME ("v", "", HOLDS ("static", "2Gi") IN_ZONES ("c"))
          VOLUME ("w", "", HOLDS ("static", "3Gi") IN_ZONES ("c")) CLAIM ("c", "", ASKS ("static", "1Gi"))),
      "n1: claim c of 1Gi: none of the 2 matching volumes can be used there, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=2\n"
      "n2: claim c of 1Gi: none of the 2 matching volumes can be used there, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=2\n" },
    { OF (CLASS ("static", "''", "") CLAIM ("c", "", ASKS ("static", "1Gi"))),
      "n1: claim c of 1Gi: no free volume matches it, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=0\n"
      "n2: claim c of 1Gi: no free volume matches it, and class static provisions none\n"
      "  do: add a volume of class static with 1Gi or more\n"
      "  claim=c storageClass=static request=1Gi volumes=0\n" },
    { OF (ONLY_IN ("b") CLAIM ("c", "", ASKS ("fast", "1Gi"))),
      "n1: claim c of 1Gi: no free volume matches it, and class fast provisions none on such nodes\n"
      "  do: use a class that provisions volumes there, or a node that class fast allows\n"
      "  claim=c storageClass=fast request=1Gi volumes=0\n" },
    { OF (DYNAMIC CLAIM ("c", CHOSEN ("n2"), ASKS ("fast", "1Gi"))),
      "n1: the volume of claim c will be provisioned for node n2\n"
      "  claim=c storageClass=fast request=1Gi volumes=0 node=n2\n" },
    { OF (ONLY_IN ("b") CLAIM ("c", CHOSEN ("n1"), ASKS ("fast", "1Gi"))),
      "n1: claim c of 1Gi: no free volume matches it, and class fast provisions none on such nodes\n"
      "  do: use a class that provisions volumes there, or a node that class fast allows\n"
      "  claim=c storageClass=fast request=1Gi volumes=0\n"
      "n2: the volume of claim c will be provisioned for node n1\n"
      "  claim=c storageClass=fast request=1Gi volumes=0 node=n1\n" },
    { &fit_no_volume_zone_conflict,
      NODES VOLUME ("v", ZONE "b__c", HOLDS ("''", "1Gi")) CLAIM ("c", BOUND, "volumeName: v") PENDING ("", USES ("c")),
      "n1: volume v of claim c is in failure-domain.beta.kubernetes.io/zone=b or c, the node has failure-domain.beta.kubernetes.io/zone=a\n"
      "  all: volume v of claim c is in failure-domain.beta.kubernetes.io/zone=b or c\n"
      "  do: only a node with failure-domain.beta.kubernetes.io/zone=b or c fits\n"
      "  claim=c volume=v label=failure-domain.beta.kubernetes.io/zone wanted=b or c found=a\n" },
};
#undef NODES
#undef OF

static void
test_claims (void **state)
{
  check (claims_rows, G_N_ELEMENTS (claims_rows));
}

/* clang-format on */

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_selector), cmocka_unit_test (test_node),
    cmocka_unit_test (test_room),          cmocka_unit_test (test_pods),
    cmocka_unit_test (test_claims),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
