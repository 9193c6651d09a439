# growth.awk - prints a cluster, and the pods to schedule on it, in which one
# kind of thing comes in a given number, as JSON
#
# usage: awk -v axis=NAME -v n=NUMBER -v cluster=FILE -v pods=FILE -f growth.awk
#
# Of everything else there is a fixed, small number.
# SPDX-License-Identifier: Apache-2.0

function quote(text) { return "\"" text "\"" }

# Appends ITEM to a list of JSON values.
function join(list, item) { return list == "" ? item : list "," item }

function put(file, object) {
  last = object
  if (file != "")
    print object >> file
}

# SPEC: members of spec; EXTRA: more members of status, with a comma in front;
# ZONE: "" for one of four
function node(i, spec, extra, zone,   labels) {
  labels = "\"kubernetes.io/hostname\":\"node-" i "\",\"zone\":\"zone-" (zone == "" ? i % 4 : zone) "\"" \
    (zone == "" ? "" : ",\"topology.kubernetes.io/zone\":\"zone-" zone "\"")
  put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"node-" i "\",\"labels\":{" labels "}}," \
    "\"spec\":{" spec "},\"status\":{\"allocatable\":{\"cpu\":\"" cpu "\",\"memory\":\"512Gi\",\"pods\":\"100000\"" more_resources "}" extra "}}")
}

function nodes(count,   i) {
  for (i = 0; i < count; i++)
    node(i, "", "")
}

function labels_of(app) { return app == "" ? "" : ",\"labels\":{" app "}" }

# A pod that requests 100m; ON: where it runs, "" if it is pending
function pod(file, name, space, labels, on, priority, spec,   status) {
  status = on == "" ? "{}" : "{\"phase\":\"Running\",\"startTime\":\"2019-10-10T10:00:00Z\"}"
  if (on != "")
    spec = join(spec, "\"nodeName\":\"" on "\"")
  if (priority != "")
    spec = join(spec, "\"priority\":" priority)
  put(file, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"" name "\",\"namespace\":\"" space "\",\"uid\":\"" name "\"" \
    labels_of(labels) "},\"spec\":{" join(spec, "\"containers\":[{\"name\":\"c\",\"image\":\"" image "\",\"resources\":{\"requests\":{\"cpu\":\"" request "\"" more_requests "}}" container "}]") "},\"status\":" status "}")
}

function app(i) { return "\"app\":\"app-" i "\"" }

function selector(i) { return "{\"matchLabels\":{" app(i) "}}" }

function anti(terms) { return "\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[" terms "]}}" }

function term(i, key) { return "{\"labelSelector\":" selector(i) ",\"topologyKey\":\"" key "\"}" }

function preferred(wish) { return "\"affinity\":{\"podAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":[{\"weight\":1,\"podAffinityTerm\":" wish "}]}}" }

function constraint(i) { return "{\"maxSkew\":1,\"topologyKey\":\"zone\",\"whenUnsatisfiable\":\"DoNotSchedule\",\"labelSelector\":" selector(i) "}" }

function spread(i) { return "\"topologySpreadConstraints\":[" constraint(i) "]" }

# The newest release's defaults in place of DefaultProvider.
function profile() { print "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration" > config }

# Pending pods, all alike.
function plain(count,   i) {
  for (i = 0; i < count; i++)
    pod(pods, "pending-" i, "default", app(0), "", "", "")
}

# One pod of each app runs, one is pending.
function apps(count, in_space, self,   i) {
  for (i = 0; i < count; i++) {
    pod(cluster, "running-" i, in_space ? "ns-" i : "default", app(i) extra_label(i, "r"), "node-" i % fixed, "", self ? anti(term(i, "kubernetes.io/hostname")) : "")
    pod(pods, "pending-" i, in_space ? "ns-" i : "default", app(i) extra_label(i, "p"), "", "", self ? anti(term(i, "kubernetes.io/hostname")) : "")
  }
}

function extra_label(i, which) { return names ? ",\"statefulset.kubernetes.io/pod-name\":\"" which "-" i "\"" : "" }

function workload(version, kind, i, select) {
  put(cluster, "{\"apiVersion\":\"" version "\",\"kind\":\"" kind "\",\"metadata\":{\"name\":\"w-" i "\",\"namespace\":\"default\"},\"spec\":{\"selector\":" select ",\"template\":{}}}")
}

# HOST: (may be "") the only node where the volume can be used
function volume(i, claimed, host) {
  put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolume\",\"metadata\":{\"name\":\"pv-" i "\"},\"spec\":{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"]," \
    "\"storageClassName\":\"local\",\"persistentVolumeReclaimPolicy\":\"Retain\",\"local\":{\"path\":\"/d/" i "\"}" \
    (host == "" ? "" : ",\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"kubernetes.io/hostname\",\"operator\":\"In\",\"values\":[\"" host "\"]}]}]}}") \
    (claimed ? ",\"claimRef\":{\"kind\":\"PersistentVolumeClaim\",\"namespace\":\"default\",\"name\":\"claim-" i "\",\"uid\":\"claim-" i "\"}" : "") "},\"status\":{\"phase\":\"" (claimed ? "Bound" : "Available") "\"}}")
}

function claim(i, bound) {
  put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"claim-" i "\",\"namespace\":\"default\",\"uid\":\"claim-" i "\"" \
    (bound ? ",\"annotations\":{\"pv.kubernetes.io/bind-completed\":\"yes\"}" : "") \
    "},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"storageClassName\":\"local\",\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}" \
    (bound ? ",\"volumeName\":\"pv-" i "\"" : "") "},\"status\":{\"phase\":\"" (bound ? "Bound" : "Pending") "\"}}")
}

function class_of_storage() {
  put(cluster, "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"StorageClass\",\"metadata\":{\"name\":\"local\"},\"provisioner\":\"kubernetes.io/no-provisioner\",\"volumeBindingMode\":\"WaitForFirstConsumer\"}")
}

function uses_claim(i) { return "{\"name\":\"v-" i "\",\"persistentVolumeClaim\":{\"claimName\":\"claim-" i "\"}}" }

# PER_NODE pods of low priority on each of COUNT nodes that are full, and
# PREEMPTORS that need the place of one in PARTS (2) of them
function full(count, per_node, preemptors, self, parts, counting,   i, p) {
  cpu = per_node * 100 "m"
  nodes(count)
  for (i = 0; i < count; i++)
    for (p = 0; p < per_node; p++)
      pod(cluster, "low-" i "-" p, "default", app(self ? p : 0), "node-" i, p % 5, self ? anti(term("other-" p, "kubernetes.io/hostname")) : "")
  request = per_node * 100 / (parts ? parts : 2) "m"
  for (i = 0; i < preemptors; i++)
    pod(pods, "high-" i, "default", app("high"), "", 1000, self ? anti(term("other", "kubernetes.io/hostname")) : counting ? spread(0) : "")
}

function budgets(count,   i) {
  for (i = 0; i < count; i++)
    put(cluster, "{\"apiVersion\":\"policy/v1beta1\",\"kind\":\"PodDisruptionBudget\",\"metadata\":{\"name\":\"b-" i "\",\"namespace\":\"default\"},\"spec\":{\"selector\":" selector(i) "},\"status\":{\"disruptionsAllowed\":1}}")
}

function event(time, verb, object) { print "{\"time\":" time ",\"verb\":\"" verb "\",\"object\":" object "}" >> trace }

# Events of pods that come and go.
function events(count,   i) {
  for (i = 0; i < count; i++) {
    pod("", "p-" i, "default", app(i % 10), "", "", "")
    event(i * 10, "add", last)
    if (i >= 100)
      event(i * 10 + 5, "delete", "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p-" i - 100 "\",\"namespace\":\"default\"}}")
  }
}

# A node comes, then a pod that fits nowhere, which goes.
function lost_pods(count,   i) {
  request = "200000"
  for (i = 0; i < count; i++) {
    node(i, "", "")
    event(i * 10, "add", last)
    pod("", "p-" i, "default", "", "", "", "")
    event(i * 10 + 5, "add", last)
    event(i * 10 + 6, "delete", last)
  }
}

BEGIN {
  fixed = 20
  cpu = "100000"
  request = "100m"
  image = "i"
  printf "" > cluster
  printf "" > pods

  if (axis == "nodes") {
    nodes(n)
    plain(fixed)
  } else if (axis == "pods") {
    nodes(n / 10)
    for (i = 0; i < n; i++)
      pod(cluster, "running-" i, "default", app(i % 10), "node-" i % (n / 10), "", "")
    plain(fixed)
  } else if (axis == "pending") {
    nodes(fixed)
    plain(n)
  } else if (axis == "labels") {
    nodes(fixed)
    apps(n, 0, 1)
  } else if (axis == "services" || axis == "services-profile") {
    if (axis == "services-profile")
      profile()
    nodes(fixed)
    for (i = 0; i < n; i++)
      put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s-" i "\",\"namespace\":\"default\"},\"spec\":{\"selector\":{" app(i) "}}}")
    apps(n, 0, 0)
  } else if (axis == "replicasets" || axis == "statefulsets") {
    nodes(fixed)
    names = axis == "statefulsets"
    for (i = 0; i < n; i++)
      workload("apps/v1", names ? "StatefulSet" : "ReplicaSet", i, selector(i))
    apps(n, 0, 0)
  } else if (axis == "statefulset-anti-affinity") {
    nodes(fixed)
    names = 1
    for (i = 0; i < n; i++)
      workload("apps/v1", "StatefulSet", i, selector(i))
    apps(n, 0, 1)
  } else if (axis == "bound-claims") {
    nodes(fixed)
    class_of_storage()
    for (i = 0; i < n; i++) {
      volume(i, 1)
      claim(i, 1)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
    }
  } else if (axis == "provisioned-claims") {
    nodes(fixed)
    put(cluster, "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"StorageClass\",\"metadata\":{\"name\":\"ssd\"},\"provisioner\":\"ebs.csi.aws.com\",\"volumeBindingMode\":\"WaitForFirstConsumer\"}")
    put(cluster, "{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\",\"metadata\":{\"name\":\"db\",\"namespace\":\"default\"},\"spec\":{\"replicas\":" n ",\"selector\":" selector(0) "," \
      "\"template\":{\"metadata\":{\"labels\":{" app(0) "}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}," \
      "\"volumeClaimTemplates\":[{\"metadata\":{\"name\":\"data\"},\"spec\":{\"storageClassName\":\"ssd\",\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}]}}")
  } else if (axis == "unbound-claims" || axis == "volumes") {
    nodes(4)
    class_of_storage()
    for (i = 0; i < (axis == "volumes" ? n : fixed); i++)
      volume(i, 0)
    for (i = 0; i < (axis == "volumes" ? fixed : n); i++) {
      claim(i, 0)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
    }
  } else if (axis == "local-volumes") {
    nodes(fixed)
    class_of_storage()
    for (i = 0; i < n; i++)
      volume(i, 0, "node-" i % fixed)
    for (i = 0; i < fixed; i++) {
      claim(i, 0)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
    }
  } else if (axis ~ /of-a-pod$/ && axis ~ /claims|^volumes/) {
    bound = axis == "claims-of-a-pod"
    nodes(4)
    class_of_storage()
    for (i = 0; i < (axis == "unbound-claims-of-a-pod" ? fixed : n); i++)
      volume(i, bound)
    list = ""
    for (i = 0; i < (axis == "volumes-of-a-pod" ? fixed : n); i++) {
      claim(i, bound)
      list = join(list, uses_claim(i))
    }
    pod(pods, "pending", "default", app(0), "", "", "\"volumes\":[" list "]")
  } else if (axis == "disks-of-a-pod") {
    nodes(fixed)
    for (p = 0; p < 4; p++) {
      list = ""
      for (i = 0; i < n; i++)
        list = join(list, "{\"name\":\"v-" i "\",\"gcePersistentDisk\":{\"pdName\":\"disk-" p "-" i "\"}}")
      pod(p < 2 ? cluster : pods, "disks-" p, "default", app(0), p < 2 ? "node-0" : "", "", "\"volumes\":[" list "]")
    }
  } else if (axis == "budgets") {
    full(10, 20, 4, 0)
    budgets(n)
  } else if (axis == "taints" || axis == "tolerations") {
    list = tolerations = ""
    for (i = 0; i < n; i++)
      if (axis == "taints" || i < fixed)
        list = join(list, "{\"key\":\"taint-" i "\",\"value\":\"v\",\"effect\":\"NoSchedule\"}")
    for (i = n - 1; i >= 0; i--)
      if (axis == "tolerations" || i < fixed)
        tolerations = join(tolerations, "{\"key\":\"taint-" i "\",\"value\":\"v\",\"effect\":\"NoSchedule\"}")
    if (axis == "taints")
      tolerations = join(tolerations, "{\"operator\":\"Exists\"}")
    for (i = 0; i < 4; i++)
      node(i, "\"taints\":[" list "]", "")
    for (i = 0; i < 4; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"tolerations\":[" tolerations "]")
  } else if (axis == "images") {
    list = ""
    for (i = 0; i < n; i++)
      list = join(list, "{\"names\":[\"image-" i ":v1\"],\"sizeBytes\":50000000}")
    for (i = 0; i < fixed; i++)
      node(i, "", ",\"images\":[" list "]")
    for (i = 0; i < fixed; i++) {
      image = "image-" i ":v1"
      pod(pods, "pending-" i, "default", app(0), "", "", "")
    }
  } else if (axis == "topology-keys") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", anti(term("none", "key-" i)))
  } else if (axis == "preferred-terms") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(i), "", "", preferred(term(i, "zone")))
  } else if (axis == "zones") {
    profile()
    for (i = 0; i < n; i++)
      node(i, "", "", i)
    for (i = 0; i < fixed; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", spread(0))
  } else if (axis == "plugin-arguments") {
    profile()
    print "profiles:\n- pluginConfig:" > config
    for (i = 0; i < n; i++)
      print "  - name: Other-" i "\n    args: {level: " i "}" > config
    nodes(fixed)
    plain(fixed)
  } else if (axis == "constraints-of-a-pod") {
    profile()
    nodes(fixed)
    list = ""
    for (i = 0; i < n; i++)
      list = join(list, constraint(i))
    pod(pods, "pending", "default", app(0), "", "", "\"topologySpreadConstraints\":[" list "]")
  } else if (axis == "spread-constraints") {
    profile()
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(i), "", "", spread(i))
  } else if (axis == "affinity-terms") {
    nodes(fixed)
    list = ""
    for (i = 0; i < n; i++)
      list = join(list, term("none-" i, "zone"))
    for (i = 0; i < 4; i++)
      pod(i < 2 ? cluster : pods, "terms-" i, "default", app(0), i < 2 ? "node-" i : "", "", anti(list))
  } else if (axis == "namespaces") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"ns-" i "\"}}")
    apps(n, 1, 1)
  } else if (axis == "scalar-resources") {
    for (i = 0; i < n; i++) {
      more_resources = more_resources ",\"example.com/r-" i "\":\"1000\""
      more_requests = more_requests ",\"example.com/r-" i "\":\"1\""
    }
    nodes(4)
    for (i = 0; i < 4; i++)
      pod(cluster, "running-" i, "default", app(0), "node-" i, "", "")
    plain(4)
  } else if (axis == "host-ports") {
    nodes(4)
    for (p = 0; p < 4; p++) {
      list = ""
      for (i = 0; i < n; i++)
        list = join(list, "{\"containerPort\":1,\"hostPort\":" 1 + p * 10000 + i "}")
      container = ",\"ports\":[" list "]"
      pod(p < 2 ? cluster : pods, "ports-" p, "default", app(0), p < 2 ? "node-0" : "", "", "")
    }
  } else if (axis == "preemption") {
    full(10, n, 1, 0)
  } else if (axis == "preemption-anti-affinity") {
    full(10, n, 1, 1)
  } else if (axis == "preemption-spread") {
    profile()
    full(10, n, 1, 0, 0, 1)
  } else if (axis == "preemption-nodes") {
    full(n, 10, 1, 0)
  } else if (axis == "preemptors") {
    full(40, 10, n, 0, 1)
  } else if (axis == "priority-classes") {
    nodes(fixed)
    for (i = 0; i < n; i++) {
      put(cluster, "{\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":\"PriorityClass\",\"metadata\":{\"name\":\"class-" i "\"},\"value\":" i "}")
      pod(pods, "pending-" i, "default", app(0), "", "", "\"priorityClassName\":\"class-" i "\"")
    }
  } else if (axis == "trace-events") {
    printf "" > trace
    nodes(fixed)
    events(n)
  } else if (axis == "trace-nodes-memory") {
    printf "" > trace
    cluster = ""
    lost_pods(n)
  } else if (axis == "profiles") {
    profile()
    print "profiles:" > config
    nodes(fixed)
    for (i = 0; i < n; i++) {
      print "- schedulerName: s-" i >> config
      pod(pods, "pending-" i, "default", app(0), "", "", "\"schedulerName\":\"s-" i "\"")
    }
  } else if (axis == "nodes-needed") {
    nodes(fixed)
    print last > more
    request = "200000"
    for (i = 0; i < n; i++)
      pod(cluster, "pending-" i, "default", app(0), "", "", "")
  } else {
    print "growth.awk: unknown axis: " axis > "/dev/stderr"
    exit 2
  }
}
