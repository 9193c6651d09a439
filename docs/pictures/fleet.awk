# fleet.awk - manifests of a cluster to look at: 92 nodes in three zones and three
# groups, 300 pods that run and 90 that wait
#
# awk -f fleet.awk >fleet.yaml; -v seed=N makes another one.

function random (n) { state = (state * 16807) % 2147483647; return state % n }
function pick (words,    list, n) { n = split (words, list); return list[1 + random(n)] }

function node (group, zone, number, cpu, memory, gpu, taint,    name)
{
  name = group "-" substr (zone, length (zone)) sprintf ("%02d", number)
  names[++n_nodes] = name; group_of[n_nodes] = group; left[n_nodes] = cpu - 1; room[n_nodes] = memory - 2; cards[n_nodes] = gpu
  printf "---\n{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %s, topology.kubernetes.io/zone: %s, node-pool: %s}}, spec: {%s%s}, status: {allocatable: {cpu: %d, memory: %dGi, pods: 110%s}, conditions: [{type: Ready, status: 'True'}]}}\n", \
    name, name, zone, group, taint ? "taints: [{key: dedicated, value: gpu, effect: NoSchedule}]" : "", group == "general" && number == 17 ? "unschedulable: true" : "", cpu, memory, gpu ? ", nvidia.com/gpu: " gpu : ""
}

function pod (namespace, app, number, cpu, memory, gpu, where)
{
  printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s-%d, namespace: %s, labels: {app: %s}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: %s, uid: %s, controller: true}]}, spec: {%s%scontainers: [{name: main, image: %s, resources: {requests: {cpu: %dm, memory: %dMi%s}}}]}, status: {phase: %s}}\n", \
    app, number, namespace, app, app, app, where ? "nodeName: " where ", " : "", gpu ? "tolerations: [{key: dedicated, operator: Exists}], " : "", app, cpu, memory, gpu ? ", nvidia.com/gpu: " gpu : "", where ? "Running" : "Pending"
}

# run: a pod of the app on one of the nodes of the group that have room for it
function run (group, namespace, app, cpu, memory, gpu,    i, tries)
{
  for (tries = 0; tries < 40; tries++)
    {
      i = 1 + random(n_nodes)
      if (group_of[i] != group || left[i] * 1000 < cpu || room[i] * 1024 < memory || cards[i] < gpu)
        continue
      left[i] -= cpu / 1000; room[i] -= memory / 1024; cards[i] -= gpu
      pod(namespace, app, ++count[app], cpu, memory, gpu, names[i])
      return
    }
}

BEGIN {
  state = seed ? seed : 20191120
  split ("eu-1a eu-1b eu-1c", zones)
  for (z = 1; z <= 3; z++)
    {
      for (i = 1; i <= 17; i++) node("general", zones[z], i, 8, 32, 0, 0)
      for (i = 1; i <= 10; i++) node("compute", zones[z], i, 32, 64, 0, 0)
      for (i = 1; i <= (z < 3 ? 4 : 3); i++) node("gpu", zones[z], i, 16, 128, 4, 1)
    }
  for (i = 0; i < 150; i++) run("general", "shop", pick("web cart search login"), pick("500 1000 2000"), pick("1024 2048 6144"), 0)
  for (i = 0; i < 110; i++) run("compute", "data", pick("spark etl report"), pick("2000 3500 8000"), pick("4096 7168 16384"), 0)
  for (i = 0; i < 40; i++) run("gpu", "ml", pick("train notebook"), pick("2000 4000"), pick("8192 16384"), 1)
  for (i = 0; i < 40; i++) pod("shop", pick("web search"), 1000 + i, pick("500 2000"), pick("1024 6144"), 0)
  for (i = 0; i < 26; i++) pod("data", pick("spark etl"), 1000 + i, 3500, 7168, 0)
  for (i = 0; i < 8; i++) pod("ml", "train", 1000 + i, 4000, 16384, 1)
  for (i = 0; i < 9; i++) pod("ml", "simulation", i, 12000, 98304, 4)
  for (i = 0; i < 6; i++) pod("data", "warehouse", i, 24000, 40960, 0)
}
