# growth.awk - prints a cluster, and the pods to schedule on it, in which one
# kind of thing comes in a given number, as JSON
#
# usage: awk -v axis=NAME -v n=NUMBER -v cluster=FILE -v pods=FILE -f growth.awk
#
# Of everything else there is a fixed, small number.  In an axis whose name ends in
# -pair, there are n of each of two kinds.  What it prints is the command that is
# measured, with options but without files, unless that is "simulate -o name".
# extender=URL: where one answers
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
  labels = more_labels "\"kubernetes.io/hostname\":\"node-" i "\",\"zone\":\"zone-" (zone == "" ? i % 4 : zone) "\"" \
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

function soft(i, key) { return "{\"maxSkew\":1,\"topologyKey\":\"" key "\",\"whenUnsatisfiable\":\"ScheduleAnyway\",\"labelSelector\":" selector(i) "}" }

function spread(i) { return "\"topologySpreadConstraints\":[" constraint(i) "]" }

# COUNT constraints, of which the first counts app 0
function spreads(count,   i, list) {
  for (i = 0; i < count; i++)
    list = join(list, constraint(i))
  return "\"topologySpreadConstraints\":[" list "]"
}

# The newest release's defaults in place of DefaultProvider.
function profile() { print "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration" > config }

# The same with ARGS of one plugin.
function arguments(name, args) { print "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- pluginConfig:\n  - name: " name "\n    args: " args > config }

# A Policy; MEMBERS: what is not the default
function rules(members) { print "{\"apiVersion\":\"v1\",\"kind\":\"Policy\"," members "}" > policy }

# A list of COUNT texts BEFORE i AFTER, i from 0
# In alphabetical order, as API servers write labels.
function several(count, before, after,   i, list) {
  for (i = 0; i < count; i++)
    list = join(list, before sprintf("%05d", i) after)
  return list
}

function requires(terms) { return "\"affinity\":{\"nodeAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":{\"nodeSelectorTerms\":[" terms "]}}}" }

function matches_name(i) { return "{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"node-" i "\"]}]}" }

function service(i, app_of) { put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s-" i "\",\"namespace\":\"default\"},\"spec\":{\"selector\":{" app(app_of) "}}}") }

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
    pod(pods, "high-" i, "default", app("high"), "", 1000, self ? anti(term("other", "kubernetes.io/hostname")) : counting ? spreads(counting) : "")
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

# -- the axes; each of these functions knows some --------------------------

# Nodes, and pods that all are of a few kinds, with what selects them.
function workloads_axis() {
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
      service(i, i)
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
  } else if (axis == "zones") {
    profile()
    for (i = 0; i < n; i++)
      node(i, "", "", i)
    for (i = 0; i < fixed; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", spread(0))
  } else if (axis == "namespaces") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      put(cluster, "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"ns-" i "\"}}")
    apps(n, 1, 1)
  } else if (axis == "priority-classes") {
    nodes(fixed)
    for (i = 0; i < n; i++) {
      put(cluster, "{\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":\"PriorityClass\",\"metadata\":{\"name\":\"class-" i "\"},\"value\":" i "}")
      pod(pods, "pending-" i, "default", app(0), "", "", "\"priorityClassName\":\"class-" i "\"")
    }
  } else if (axis == "services-replicas-pair") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      service(i, 0)
    plain(n)
  } else {
    return 0
  }
  return 1
}

# Volumes and claims.
function volumes_axis() {
  if (axis == "bound-claims") {
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
  } else if (axis == "claims-of-a-pod-profile") {
    profile()
    nodes(4)
    class_of_storage()
    list = ""
    for (i = 0; i < n; i++) {
      volume(i, 1)
      claim(i, 1)
      list = join(list, uses_claim(i))
    }
    pod(pods, "pending", "default", app(0), "", "", "\"volumes\":[" list "]")
  } else if (axis == "claims-provisioned") {
    profile()
    nodes(fixed)
    put(cluster, "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"StorageClass\",\"metadata\":{\"name\":\"local\"},\"provisioner\":\"ebs.csi.aws.com\",\"volumeBindingMode\":\"WaitForFirstConsumer\"}")
    for (i = 0; i < n; i++) {
      claim(i, 0)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
    }
  } else if (axis == "claims-volumes-pair") {
    nodes(4)
    class_of_storage()
    for (i = 0; i < n; i++) {
      volume(i, 0)
      claim(i, 0)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
    }
  } else {
    return 0
  }
  return 1
}

# What one pod or node asks for.
function pods_axis() {
  if (axis == "taints" || axis == "tolerations") {
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
  } else if (axis == "topology-keys") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", anti(term("none", "key-" i)))
  } else if (axis == "preferred-terms") {
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(i), "", "", preferred(term(i, "zone")))
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
  } else if (axis == "field-terms") {
    nodes(fixed)
    list = ""
    for (i = 0; i < n; i++)
      list = join(list, matches_name(i))
    for (i = 0; i < 4; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", requires(list))
  } else if (axis == "daemon-pods-pair") {
    nodes(n)
    for (i = 0; i < n; i++)
      pod(pods, "daemon-" i, "default", app(0), "", "", requires(matches_name(i)))
  } else if (axis == "daemon-pods-profile") {
    profile()
    nodes(n)
    for (i = 0; i < n; i++)
      pod(pods, "daemon-" i, "default", app(0), "", "", requires(matches_name(i)))
  } else if (axis == "soft-constraints") {
    profile()
    nodes(fixed)
    for (i = 0; i < n; i++)
      pod(pods, "pending-" i, "default", app(i), "", "", "\"topologySpreadConstraints\":[" soft(i, "zone") "]")
  } else if (axis == "soft-constraints-pair") {
    profile()
    more_labels = several(n, "\"key-", "\":\"v\"") ","
    nodes(4)
    list = ""
    for (i = 0; i < n; i++)
      list = join(list, soft(0, "key-" i))
    for (i = 0; i < 4; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"topologySpreadConstraints\":[" list "]")
  } else if (axis == "taints-tolerations-pair") {
    for (i = 0; i < 4; i++)
      node(i, "\"taints\":[" several(n, "{\"value\":\"v\",\"effect\":\"NoSchedule\",\"key\":\"taint-", "\"}") "]", "")
    list = ""
    for (i = n - 1; i >= 0; i--)
      list = join(list, "{\"key\":\"taint-" i "\",\"value\":\"v\",\"effect\":\"NoSchedule\"}")
    for (i = 0; i < 4; i++)
      pod(pods, "pending-" i, "default", app(0), "", "", "\"tolerations\":[" list "]")
  } else {
    return 0
  }
  return 1
}

# Pods that take the place of others.
function preemption_axis() {
  if (axis == "budgets") {
    full(10, 20, 4, 0)
    budgets(n)
  } else if (axis == "preemption") {
    full(10, n, 1, 0)
  } else if (axis == "preemption-anti-affinity") {
    full(10, n, 1, 1)
  } else if (axis == "preemption-spread") {
    profile()
    full(10, n, 1, 0, 0, 1)
  } else if (axis == "preemption-nodes") {
    full(n, 10, 1, 0)
  } else if (axis == "preemptors-pair") {
    full(200, 10, n, 0, 1)
  } else if (axis == "victims-constraints-pair") {
    profile()
    full(10, n, 1, 0, 0, n)
  } else if (axis == "nominated") {
    nodes(fixed)
    for (i = 0; i < n; i++) {
      pod("", "nominated-" i, "default", app(0), "", 1000 + i, "")
      sub(/"status":.*/, "\"status\":{\"nominatedNodeName\":\"node-" i % fixed "\"}}", last)
      put(cluster, last)
    }
  } else {
    return 0
  }
  return 1
}

# What a configuration or a Policy says.
function rules_axis() {
  if (axis == "plugin-arguments") {
    profile()
    print "profiles:\n- pluginConfig:" > config
    for (i = 0; i < n; i++)
      print "  - name: Other-" i "\n    args: {level: " i "}" > config
    nodes(fixed)
    plain(fixed)
  } else if (axis == "profiles") {
    profile()
    print "profiles:" > config
    nodes(fixed)
    for (i = 0; i < n; i++) {
      print "- schedulerName: s-" i >> config
      pod(pods, "pending-" i, "default", app(0), "", "", "\"schedulerName\":\"s-" i "\"")
    }
  } else if (axis == "scored-resources") {
    arguments("NodeResourcesFit", "{\"scoringStrategy\":{\"type\":\"LeastAllocated\",\"resources\":[" several(n, "{\"name\":\"example.com/r-", "\",\"weight\":1}") "]}}")
    more_resources = "," several(n, "\"example.com/r-", "\":\"1000\"")
    more_requests = "," several(n, "\"example.com/r-", "\":\"1\"")
    nodes(4)
    plain(4)
  } else if (axis == "default-constraints-pair") {
    arguments("PodTopologySpread", "{\"defaultingType\":\"List\",\"defaultConstraints\":[" several(n, "{\"maxSkew\":1,\"whenUnsatisfiable\":\"ScheduleAnyway\",\"topologyKey\":\"key-", "\"}") "]}")
    more_labels = several(n, "\"key-", "\":\"v\"") ","
    nodes(4)
    service(0, 0)
    plain(4)
  } else if (axis == "affinity-labels") {
    rules("\"predicates\":[{\"name\":\"Together\",\"argument\":{\"serviceAffinity\":{\"labels\":[" several(n, "\"key-", "\"") "]}}}]")
    more_labels = several(n, "\"key-", "\":\"v\"") ","
    nodes(4)
    service(0, 0)
    pod(cluster, "running", "default", app(0), "node-0", "", "")
    plain(4)
  } else if (axis == "priorities") {
    rules("\"priorities\":[" several(n, "{\"name\":\"Prefers", "\",\"weight\":1,\"argument\":{\"labelPreference\":{\"label\":\"zone\",\"presence\":true}}}") "]")
    nodes(4)
    plain(4)
  } else if (axis == "extenders") {
    rules("\"extenders\":[" several(n, "{\"filterVerb\":\"filter\",\"urlPrefix\":\"http://127.0.0.1:1/e-", "\"}") "]")
    nodes(4)
    plain(4)
    print "simulate --extenders skip -o name"
  } else if (axis == "extended-nodes") {
    rules("\"extenders\":[{\"urlPrefix\":\"" extender "\",\"filterVerb\":\"filter\",\"prioritizeVerb\":\"prioritize\",\"weight\":1}]")
    nodes(n)
    plain(4)
    print "simulate --percentage-of-nodes-to-score 100 -o name"
  } else {
    return 0
  }
  return 1
}

# Events, one after the other.
function traces_axis() {
  if (axis == "trace-events") {
    printf "" > trace
    nodes(fixed)
    events(n)
  } else if (axis == "trace-nodes-memory") {
    printf "" > trace
    cluster = ""
    lost_pods(n)
  } else if (axis == "trace-bindings") {
    printf "" > trace
    nodes(fixed)
    for (i = 0; i < n; i++) {
      pod("", "p-" i, "default", app(0), "", "", "")
      event(i, "add", last)
    }
    print "simulate --bind-latency 3600000 -o name"
  } else if (axis == "trace-nodes") {
    printf "" > trace
    cluster = ""
    for (i = 0; i < n; i++) {
      node(i, "", "")
      event(i * 10, "add", last)
      pod("", "p-" i, "default", app(0), "", "", "")
      if (i % int(n / fixed) == 0)
        event(i * 10 + 5, "add", last)
    }
  } else if (axis == "trace-nodes-columns") {
    printf "" > trace
    node(0, "", "")
    for (i = 0; i < n; i++)
      pod(cluster, "p-" i, "default", app(0), "node-0", "", "")
    cluster = ""
    for (i = 1; i <= n; i++) {
      node(i, "", "")
      event(i * 10, "add", last)
    }
    print "simulate -o json --detail columns"
  } else if (axis == "trace-node-updates") {
    printf "" > trace
    nodes(fixed)
    for (i = 0; i < n; i++) {
      pod("", "p-" i, "default", app(0), "", "", "")
      event(i * 10, "add", last)
      cluster_was = cluster
      cluster = ""
      node(0, "\"unschedulable\":" (i % 2 ? "true" : "false"), "")
      cluster = cluster_was
      event(i * 10 + 5, "update", last)
    }
  } else if (axis == "trace-volumes") {
    printf "" > trace
    nodes(fixed)
    class_of_storage()
    cluster = ""
    for (i = 0; i < n; i++) {
      volume(i, 1)
      event(i * 10, "add", last)
      claim(i, 1)
      event(i * 10 + 1, "add", last)
      pod("", "p-" i, "default", app(0), "", "", "\"volumes\":[" uses_claim(i) "]")
      event(i * 10 + 2, "add", last)
    }
  } else {
    return 0
  }
  return 1
}

# What else than a simulation is asked, and other forms of its answer.
function questions_axis() {
  if (axis == "validated-arguments") {
    arguments("Other", several(1, "{level: ", "}"))
    for (i = 1; i < n; i++)
      print "  - name: Other-" i "\n    args: {level: " i "}" > config
    print "validate"
  } else if (axis == "expressions-explained") {
    more_labels = several(n, "\"key-", "\":\"v\"") ","
    nodes(4)
    pod(pods, "pending", "default", app(0), "", "", requires("{\"matchExpressions\":[" several(n, "{\"operator\":\"DoesNotExist\",\"key\":\"key-", "\"}") "]}"))
    print "explain pending"
  } else if (axis == "taints-explained") {
    for (i = 0; i < 4; i++)
      node(i, "\"taints\":[" several(n, "{\"value\":\"v\",\"effect\":\"NoSchedule\",\"key\":\"taint-", "\"}") "]", "")
    pod(pods, "pending", "default", app(0), "", "", "")
    print "explain pending"
  } else if (axis == "all-pending") {
    for (i = 0; i < fixed; i++)
      node(i, i % 2 ? "\"taints\":[{\"key\":\"t-" i "\",\"effect\":\"NoSchedule\"}]" : "", "")
    for (i = 0; i < n; i++) {
      request = i % 2 ? "200000" : "100m"
      pod(pods, "pending-" i, "default", app(i), "", "", i % 3 ? requires("{\"matchExpressions\":[{\"key\":\"none\",\"operator\":\"Exists\"}]}") : "")
    }
    print "explain --all-pending"
  } else if (axis == "compressed-nodes") {
    full(n, 10, 0, 0)
    print "simulate --compress"
  } else if (axis ~ /^output-/) {
    nodes(fixed)
    plain(n)
    print "simulate -o " substr(axis, 8)
  } else if (axis == "nodes-needed") {
    nodes(fixed)
    print last > more
    request = "200000"
    for (i = 0; i < n; i++)
      pod(cluster, "pending-" i, "default", app(0), "", "", "")
  } else {
    return 0
  }
  return 1
}

BEGIN {
  fixed = 20
  cpu = "100000"
  request = "100m"
  image = "i"
  printf "" > cluster
  printf "" > pods

  if (!(workloads_axis() || volumes_axis() || pods_axis() || preemption_axis() || rules_axis() || traces_axis() || questions_axis())) {
    print "growth.awk: unknown axis: " axis > "/dev/stderr"
    exit 2
  }
}
