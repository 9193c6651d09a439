/* verbs.c - every verb of the program
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/verbs.h"

#include <string.h>

#include "base/similar.h"
#include "cli/console.h"
#include "releases/legacy-release.h"
#include "releases/release.h"

#define GROUPS_SCHEDULING                                        \
  (FIT_GROUP_RULES | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY   \
   | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_CLUSTER     \
   | FIT_GROUP_DECODING | FIT_GROUP_SEARCH | FIT_GROUP_EXTENDERS \
   | FIT_GROUP_OUTPUT | FIT_GROUP_PAGE | FIT_GROUP_DETAIL | FIT_GROUP_GENERAL)

static const char *const shells[] = { "bash", "zsh", "fish", NULL };

/* clang-format off */
const FitVerb fit_verbs[] = {
  { .name = "simulate",
    .synopsis = "[--policy FILE | --provider NAME | --config FILE] [--release 1.N] (-f CLUSTER... | --kubeconfig FILE) [--pods FILE...] [OPTION...]",
    .summary = "schedule every pending pod and show where it goes",
    .run = fit_cmd_simulate,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_LIVE | FIT_GROUP_REPLAY | FIT_GROUP_CAPACITY
              | FIT_GROUP_WHAT_IF | FIT_GROUP_PARTS,
    .description =
      "Schedules every pending pod as kube-scheduler would, and shows where each goes and why the others stay pending. "
      "It never changes a live cluster.\n\n"
      "The pods come in the order of the scheduling queue: priority first, then creationTimestamp (pods without one "
      "last), then the order of the input. The clock is virtual. Each placed pod counts on its node before the next pod "
      "is tried. A pod that does not fit may preempt others, and is tried again after something has changed, until "
      "nothing changes any more. Extenders are called, except to bind.\n\n"
      "With --policy or --provider this is the scheduler of v1.16. With --config it is the scheduler of --release, by "
      "default the newest that reads the file: each profile schedules the pods of its schedulerName with the plugins, "
      "arithmetic and queue of that release; --feature-gates are gates of that release, and pods may wait for their "
      "schedulingGates. A v1alpha1 file that names a Policy, or that 1.16 reads, runs as in v1.16.\n\n"
      "Without rules, the default configuration of --release decides (up to 1.16 the provider DefaultProvider). Without "
      "--release, that is the release of the newest kubelet in the cluster (status.nodeInfo of the nodes), or the newest "
      "known release if no node names one; a note says which.\n\n"
      "Pods with a spec.nodeName count on their node. Pods that have succeeded or failed, and pods of other schedulers, "
      "are left out. But the only profile of a configuration, or that of --profile, tries pods of --pods that no profile is "
      "for, and if no pod names a profile those of the cluster, too. The pods of --pods are all pending. Deployments, StatefulSets, DaemonSets, Jobs and other "
      "workloads become the pods that their controllers would make if they are in --pods or have no pods in the "
      "cluster; --workloads none ignores them.\n\n"
      "SCORE is the weighted sum of all priorities or Score plugins. It is empty if only one node fits, because no "
      "priority runs in that case. EVALUATED counts the nodes that were checked until enough were found, FEASIBLE those "
      "that fit. PREEMPTED, if there is such a table, names the evicted pods and the pods that took their place.\n\n"
      "A pod whose last attempt failed with an error, for example because an extender cannot be reached, is not "
      "unschedulable: where it goes is unknown. Such pods are counted separately, and the exit status is 4 if an "
      "extender failed, else 3. --until-full, --nodes-needed, --compress and --rollout give no answer in that case.\n\n"
      "With --trace, the cluster changes over time, and every decision is printed when it is made. --until-full and "
      "--nodes-needed ask how many more pods fit, and how many nodes are missing; --compress asks which nodes could be "
      "drained with all pods still placed; --rollout asks whether a new version of a Deployment gets stuck. These "
      "questions never preempt pods. --bound adds to the answer what no placement could beat.\n\n"
      "--sweep asks about many clusters under one set of rules, which --policy, --provider, --config or --release names: each "
      "file is a cluster and becomes a row, on all processors at once. On several machines each makes a part with --shard I/N "
      "--directory DIR, and --merge DIR gives the answer.\n\n"
      "--drain, --cordon, --without-zone, --scale and --replace-nodes assume a change of the cluster before anything is "
      "asked; the answer begins with what was assumed.\n\n"
      "--emulate-release reads the Policy file, or fills the provider, as a release before v1.16 did. How a rule "
      "decides and how scores are computed is always that of v1.16.",
    .examples = {
      { "fitsched simulate --release 1.34 -f cluster.json --pods pods.yaml",
        "new pods on a saved cluster, by the defaults of 1.34" },
      { "fitsched simulate --config profile.yaml --release 1.30 -f cluster.json --pods pods.yaml",
        "by the profiles of a KubeSchedulerConfiguration, as 1.30 runs them" },
      { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml",
        "by the rules of a Policy file" },
      { "fitsched simulate --context prod",
        "where would the pending pods of a live cluster go?" },
      { "fitsched simulate --policy policy-1.10.json --emulate-release 1.10 -f cluster.json --pods pods.yaml",
        "a Policy file that was written for 1.10 and that v1.16 rejects" },
      { "fitsched simulate --policy policy.json --sweep cluster.json --sweep shapes.yaml",
        "one row for each of several clusters" },
      { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml -o name",
        "one line per pod, to compare two runs with diff" },
      { "fitsched simulate --policy policy.json -f cluster.json --trace day.jsonl",
        "what would the scheduler have done during a day?" },
      { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml --until-full",
        "how many copies of these pods fit?" },
      { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml --nodes-needed node.yaml",
        "how many more nodes like this one are needed?" },
      { "fitsched simulate --policy policy.json -f cluster.json --drain worker-a1,worker-a2",
        "where would the pods of these nodes go?" },
      { "fitsched simulate --release 1.34 -f cluster.json --compress",
        "which nodes could be drained?" },
      { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml --bound",
        "could another placement have more of the pods?" },
    },
    .statuses = { [FIT_EXIT_YES] = "every pending pod has a node, or the capacity question has an answer",
                  [FIT_EXIT_NO] = "some pods have no node, or the answer to another question is no",
                  [FIT_EXIT_INPUT] = "a file, an object or a name cannot be used, or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be reached" } },
  { .name = "run",
    .synopsis = "(--policy FILE | --provider NAME | --config FILE) [OPTION...]",
    .summary = "schedule the pods of a real cluster",
    .run = fit_cmd_run,
    .groups = FIT_GROUP_RULES | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE
              | FIT_GROUP_SEARCH | FIT_GROUP_SERVER | FIT_GROUP_KUBE | FIT_GROUP_LOGS | FIT_GROUP_SERVING
              | FIT_GROUP_GENERAL,
    .description =
      "Schedules the pods of a real cluster, as kube-scheduler does, until it gets SIGTERM or SIGINT.\n\n"
      "It lists and watches what the API server has, and writes bindings, the condition PodScheduled, nominated nodes, "
      "volumes and events. Standard error has one line for each decision. If the API server cannot be reached, fitsched says "
      "so and tries again.\n\n"
      "It needs the rights of the cluster role system:kube-scheduler, and of system:volume-scheduler for volumes. With "
      "several replicas, one leads and schedules. The lock is kube-scheduler's, so fitsched waits while a kube-scheduler "
      "leads; --leader-elect=false schedules beside it. docs/run.md says how to begin.\n\n"
      "--shadow runs beside another scheduler and writes nothing. For each pod that the other one binds or finds "
      "unschedulable, a line says what these rules would have decided, and which rule makes the difference. It compares "
      "pods of the schedulerNames of the rules: --scheduler-name, or the profiles of --config.",
    .examples = {
      { "fitsched run --policy policy.json --kubeconfig scheduler.kubeconfig",
        "schedule a live cluster by a Policy file" },
      { "fitsched run --policy policy.json --shadow --report shadow.json",
        "would it decide as the scheduler that runs there does?" },
    },
    .statuses = { [FIT_EXIT_YES] = "stopped by SIGTERM or SIGINT",
                  [FIT_EXIT_NO] = "stopped by a signal, but something took longer than --shutdown-grace",
                  [FIT_EXIT_INPUT] = "the kubeconfig, the rules or a certificate cannot be used; nothing was written",
                  [FIT_EXIT_REMOTE] = "it lost the leadership" } },
  { .name = "extender",
    .synopsis = "--policy [NAME=]FILE... [--kubeconfig FILE] [--listen ADDRESS:PORT] [OPTION...]",
    .summary = "serve as a kube-scheduler extender that follows a Policy",
    .run = fit_cmd_extender,
    .groups = FIT_GROUP_ANSWERING | FIT_GROUP_LISTENING | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES
              | FIT_GROUP_LOGS | FIT_GROUP_GENERAL,
    .description =
      "Runs an HTTP extender that decides by the rules of a Policy, for a kube-scheduler that only reads profiles. It stops on "
      "SIGTERM or SIGINT.\n\n"
      "It watches the cluster, and answers filter (which nodes fit by the predicates, and why the others do not), prioritize "
      "(0 to 10 for each node by the priorities) and preempt (which nodes fit once the victims are gone). The paths are "
      "/NAME/filter, /NAME/prioritize and /NAME/preempt. /NAME/prioritize/PRIORITY returns the scores of one priority; "
      "/NAME/prioritize returns the weighted mean of all, rounded. fitsched never writes to the cluster.\n\n"
      "In the kube-scheduler's configuration, an entry under extenders: names urlPrefix, the verbs, a weight and "
      "nodeCacheCapable: true, which sends names of nodes instead of whole nodes. 'fitsched migrate --keep-lost' writes "
      "these entries.\n\n"
      "Until the whole cluster has been read, every answer is an error, and /readyz says so. There are also /healthz, /livez "
      "and /metrics. docs/extenders.md says what an extender cannot know.",
    .examples = {
      { "fitsched extender --policy lost.json --kubeconfig scheduler.kubeconfig",
        "a Policy, for a kube-scheduler here" },
      { "fitsched extender --policy prod=policy.json --policy test=test.json --listen 0.0.0.0:8888 --tls-cert-file tls.crt --tls-private-key-file tls.key --client-ca-file ca.crt",
        "two Policies, for schedulers that show a certificate" },
    },
    .statuses = { [FIT_EXIT_YES] = "stopped by SIGTERM or SIGINT",
                  [FIT_EXIT_INPUT] = "the kubeconfig, a Policy, a certificate or the address cannot be used" } },
  { .name = "serve",
    .synopsis = "(-f CLUSTER... | --kubeconfig FILE) [--listen ADDRESS:PORT] [OPTION...]",
    .summary = "answer what-if questions of programs over HTTP",
    .run = fit_cmd_serve,
    .groups = FIT_GROUP_CLUSTER | FIT_GROUP_LIVE | FIT_GROUP_REFRESH | FIT_GROUP_LISTENING | FIT_GROUP_ASKED
            | FIT_GROUP_GENERAL,
    .description =
      "Reads the cluster, from files or from a live cluster, and answers POST /v1/explain, /v1/simulate, /v1/diff, "
      "/v1/migrate and /v1/validate with the documents that these verbs print with -o json, byte for byte. It stops on "
      "SIGTERM or SIGINT. docs/serve.md is a guide.\n\n"
      "A question is a JSON object whose members are options of the verb: {\"pod\": \"web-0\", \"alone\": true} is "
      "'fitsched explain web-0 --alone'. Files that options name come along in the member files, as texts or objects: "
      "{\"pods\": \"new.yaml\", \"files\": {\"new.yaml\": ...}}. GET /openapi.json describes all questions and answers.\n\n"
      "Nothing is changed, neither in the cluster nor by a question. Each question is answered by a process of its own, "
      "which opens no file and no connection, and ends with it; --deadline, --memory and --workers are its limits. "
      "Extenders are never asked: they fail, unless the question says extenders: skip or brings their answers along.\n\n"
      "The header Fitsched-Exit-Status of an answer is the exit status of the verb. Without an answer the status of HTTP is "
      "400 (the question makes no sense), 422 (it names something that cannot be used), 413 (it is too long) or 503 "
      "(too many questions, or a limit), and the body says why.\n\n"
      "By default only programs on this machine can ask. With --tls-cert-file the server speaks HTTPS; with --client-ca-file only "
      "clients with a certificate may ask, and with --authorization-kubeconfig those whom an API server allows it.",
    .examples = {
      { "fitsched serve -f cluster.json", "answer questions about a snapshot on http://127.0.0.1:8888" },
      { "curl -s http://127.0.0.1:8888/v1/explain -d '{\"pod\": \"shop/web-3\"}'", "why is this pod pending, or on that node?" },
      { "fitsched serve --kubeconfig admin.conf --listen 0.0.0.0:8443 --tls-cert-file tls.crt --tls-private-key-file tls.key --client-ca-file ca.crt",
        "answer clients that have a certificate, about a live cluster" },
    },
    .statuses = { [FIT_EXIT_YES] = "stopped by SIGTERM or SIGINT",
                  [FIT_EXIT_REMOTE] = "the API server cannot be reached" } },
  { .name = "mcp",
    .synopsis = "(-f CLUSTER... | --kubeconfig FILE) [OPTION...]",
    .summary = "answer what-if questions of agents (Model Context Protocol)",
    .run = fit_cmd_mcp,
    .groups = FIT_GROUP_CLUSTER | FIT_GROUP_LIVE | FIT_GROUP_REFRESH | FIT_GROUP_GENERAL,
    .description =
      "Reads the cluster, from files or from a live cluster, and speaks the Model Context Protocol over standard input "
      "and output: an agent starts it as a server. docs/serve.md is a guide.\n\n"
      "Its tools are the verbs explain, simulate, diff, migrate and validate. A tool takes the options of its verb as "
      "'fitsched serve' does, and answers with what the verb prints for people; a resource beside each answer has the "
      "document of -o json.\n\n"
      "The current revision of the protocol is 2026-07-28; clients that begin with initialize are answered as in 2025-11-25 "
      "and before. Nothing is changed, and no question reads a file or reaches a server. An answer may take a "
      "minute and 1 GiB of memory.",
    .examples = {
      { "fitsched mcp -f cluster.json", "answer an agent about a snapshot" },
      { "fitsched mcp --context production", "answer an agent about a live cluster, as it is now" },
    },
    .statuses = { [FIT_EXIT_YES] = "the client has closed standard input",
                  [FIT_EXIT_REMOTE] = "the API server cannot be reached" } },
  { .name = "snapshot",
    .synopsis = "[--kubeconfig FILE] [--context NAME] [-f CLUSTER...] [--write FILE] [OPTION...]",
    .summary = "write what a live cluster holds into one file",
    .run = fit_cmd_snapshot,
    .groups = FIT_GROUP_LIVE | FIT_GROUP_SNAPSHOT | FIT_GROUP_GENERAL,
    .description =
      "Writes what a scheduler reads of a live cluster into one file, which simulate, explain, diff and migrate read with "
      "-f. It only reads, and never changes the cluster.\n\n"
      "The file is a List of Nodes, Pods that have not ended, Services, ReplicationControllers, ReplicaSets, StatefulSets, "
      "PodDisruptionBudgets, PersistentVolumes, PersistentVolumeClaims, StorageClasses, CSINodes, CSIDrivers, "
      "CSIStorageCapacities, VolumeAttachments, PriorityClasses, Namespaces, LimitRanges and ResourceQuotas. Its first "
      "object, of kind Snapshot, names the server and the resourceVersion at which all kinds were read. If the server no longer "
      "has that version, fitsched reads the present state; otherVersions names these kinds.\n\n"
      "Objects are written whole, except for managed fields, the annotation "
      "kubectl.kubernetes.io/last-applied-configuration, the commands, arguments, environment, probes and lifecycle hooks of "
      "containers, and the pod templates of controllers.\n\n"
      "A kind that the server does not have is empty. A kind that you may not list is missing: a warning says so, now and "
      "whenever the file is read, and the exit status is 1. Without nodes or pods there is no snapshot.\n\n"
      "--anonymize makes a file that you can give to others: it replaces every name, the same name always by the same new one, "
      "and leaves out what no scheduler reads. Rules decide as before. If rules name labels, label values or resources, name "
      "them in --keep, too: a Policy does not know the new names. Amounts, times, priorities, ports and names that have a "
      "meaning in Kubernetes stay.\n\n"
      "With -f, files are read instead of a live cluster.",
    .examples = {
      { "fitsched snapshot --context prod --write prod.json",
        "what the cluster of a context holds now" },
      { "fitsched explain shop/web-3 --policy policy.json -f prod.json",
        "and a question about it, later and elsewhere" },
      { "fitsched snapshot -f prod.json --anonymize --keep disk,ssd --write report.json",
        "the same cluster with its names replaced, for a bug report" },
    },
    .statuses = { [FIT_EXIT_YES] = "the snapshot is complete",
                  [FIT_EXIT_NO] = "the snapshot is written, but some kinds are missing",
                  [FIT_EXIT_REMOTE] = "the API server could not be reached, or does not show nodes or pods; nothing was written" } },
  { .name = "explain",
    .synopsis = "(POD... | --all-pending) [--policy FILE | --provider NAME | --config FILE] [--release 1.N] (-f CLUSTER... | --kubeconfig FILE) [--pods FILE...] [OPTION...]",
    .summary = "show for a pod and every node what decided",
    .run = fit_cmd_explain,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_LIVE | FIT_GROUP_WHAT_IF | FIT_GROUP_EXPLAIN,
    .most_operands = G_MAXUINT, .operand = "POD",
    .operand_completion = FIT_COMPLETE_PODS,
    .description =
      "Shows for each POD which rule rejected it on which node and why, how the other nodes scored, and what decided "
      "between them.\n\n"
      "A POD is [NAMESPACE/]NAME (without a namespace: that of -n, or default), pod/NAME as kubectl writes it, a quoted "
      "pattern with * and ?, or [NAMESPACE/]KIND/NAME such as deploy/web, which stands for the first pod of the workload that has no node (a pattern "
      "may stand for several workloads). For each node that does not fit, explain shows the predicate that rejected the pod and the numbers behind it: "
      "requested, used, free. For the nodes that fit it shows the score of every priority, its weight and the total, "
      "then what decided: ties, the margin to the runner-up, and the priority that contributed most to it. With "
      "--config there are plugins instead of predicates and priorities: explain also shows what PreFilter said about "
      "the pod as a whole, the status code of a Filter plugin that rejected a node, and Score plugins that were "
      "skipped. For a pod that does not fit it shows which pods it would preempt on which node, and which node it would "
      "choose. Extenders count too, and their answers are shown.\n\n"
      "The pods ahead of POD in the queue are scheduled first, once each and without preemption; --alone leaves them "
      "out. A pod that already has a node is taken off it and explained as if it were the only pending pod. A pod of "
      "another scheduler that the rules do not try is not evaluated: explain names that scheduler and exits with 1.\n\n"
      "Without rules, those of --release or of the cluster's release decide, as in 'fitsched simulate'.\n\n"
      "With more than 20 nodes, nodes are grouped by reason; -o wide, --nodes and -o json show them one by one.",
    .examples = {
      { "fitsched explain web-3 -n shop --context prod",
        "why is this pod of a live cluster pending?" },
      { "fitsched explain shop/web-3 --release 1.34 -f cluster.json --pods pods.yaml",
        "why does it go to that node, or not fit, by the defaults of 1.34?" },
      { "fitsched explain shop/web-3 --config profile.yaml -f cluster.json --pods pods.yaml",
        "by the plugins of a profile" },
      { "fitsched explain shop/web-3 --node worker-b2 --policy policy.json -f cluster.json --pods pods.yaml",
        "why not there?" },
      { "fitsched explain ml/simulation report --all --nodes 'worker-*' --policy policy.json -f cluster.json --pods pods.yaml",
        "two pods by the rules of a Policy file, every failing predicate, some nodes" },
      { "fitsched explain --all-pending --policy policy.json -f cluster.json --pods pods.yaml",
        "all pods that do not fit, by reason, and what would help" },
      { "fitsched explain report --alone -o json --provider DefaultProvider -f cluster.json --pods pods.yaml",
        "as data, without the pods ahead of it" },
    },
    .statuses = { [FIT_EXIT_YES] = "every POD fits on some node",
                  [FIT_EXIT_NO] = "some POD does not fit on any node",
                  [FIT_EXIT_INPUT] = "a file, an object or a name cannot be used, or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be reached" } },
  { .name = "validate",
    .synopsis = "FILE... [-f CLUSTER...] [--pods FILE...] [OPTION...]",
    .summary = "check Policy files, configurations and manifests",
    .run = fit_cmd_validate,
    .groups = FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_CLUSTER
              | FIT_GROUP_DECODING | FIT_GROUP_VALIDATE | FIT_GROUP_OUTPUT | FIT_GROUP_PAGE | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = G_MAXUINT, .operand = "FILE",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Says for each FILE whether it would load, and warns if it probably does not mean what its author intended.\n\n"
      "The kind in a FILE says what it is: a Policy, a KubeSchedulerConfiguration, manifests with a ConfigMap that "
      "holds one of them under any key, or manifests of a cluster. A file without a kind that lists predicates, "
      "priorities or extenders is a Policy in the internal form. A file that holds nothing known is not valid. FILE may "
      "be a directory, which stands for its .json, .yaml and .yml files, or \"-\" for standard input.\n\n"
      "A Policy is also built as v1.16, or the release of --emulate-release, builds it at startup. This checks names, "
      "weights and arguments under the given feature gates. If it probably does not mean what its author intended, "
      "validate warns; each warning has a code for 'fitsched explain-warning', the place in the file and what to do. "
      "Some warnings depend on the cluster of -f and --pods. Warnings leave the exit status at 0, unless --strict is "
      "given.\n\n"
      "A KubeSchedulerConfiguration is read as in --release, by default the newest that reads its apiVersion; "
      "--feature-gates are gates of that release. All manifests together form one cluster: a pod may name a "
      "PriorityClass of another file.",
    .examples = {
      { "fitsched validate policy.json cluster.json pods.yaml",
        "a Policy file and two manifests" },
      { "fitsched validate --strict policy.json -f cluster.json --pods pods.yaml",
        "check the Policy against a cluster; status 1 if there are warnings" },
      { "fitsched validate --emulate-release 1.10 policy-1.10.json",
        "a Policy file that was written for 1.10, as that release reads it" },
      { "fitsched validate --release 1.30 profile.yaml",
        "a KubeSchedulerConfiguration: does 1.30 take it?" },
    },
    .statuses = { [FIT_EXIT_YES] = "every FILE is valid",
                  [FIT_EXIT_NO] = "every FILE is valid, and --strict found warnings",
                  [FIT_EXIT_INPUT] = "a FILE is not valid, or cannot be read" } },
  { .name = "migrate",
    .synopsis = "(FILE | --provider NAME) [OPTION...]",
    .summary = "turn the rules of an older release into a profile",
    .run = fit_cmd_migrate,
    .groups = FIT_GROUP_MIGRATE | FIT_GROUP_LIVE | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_CLUSTER | FIT_GROUP_DECODING
              | FIT_GROUP_SEARCH | FIT_GROUP_EXTENDERS | FIT_GROUP_REPORT | FIT_GROUP_FIND | FIT_GROUP_PAGE
              | FIT_GROUP_GENERAL,
    .most_operands = 1, .operand = "FILE",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Reads FILE (a Policy, a KubeSchedulerConfiguration, or manifests with a ConfigMap that holds one) as "
      "--from-release did, and prints a KubeSchedulerConfiguration that means the same to --to-release: the same "
      "plugins in the same order, with the same weights and arguments. Lists that equal the defaults of the target are "
      "left out.\n\n"
      "The report on standard error says what became of each key, what else the target needs, what has no equivalent there "
      "and since which release, which filters and scores are computed differently, what changes for extenders, and what "
      "you have to decide. docs/migration.md is a guide.\n\n"
      "A provider, a Policy without a list of predicates or priorities, and a configuration without lists mean the "
      "defaults of their release. They get the defaults of the target, and the report has the differences; --exact "
      "keeps the old ones.\n\n"
      "With --verify, both sets of rules place the pending pods of a cluster, as 'fitsched diff' does. A Policy or a "
      "provider of 1.18 to 1.22 decides as that release did, an earlier one as v1.16 did. If --from-release does not name "
      "the release of a Policy, the verdict is given for each group of releases that reads it. The exit status is 1 if pods "
      "go to other nodes, and 3 or 4 if an attempt to place a pod failed with an error: that pod is not compared. The "
      "report names the rules that the cluster never exercised: the verdict says nothing about them. Without -f and "
      "--pods, a cluster is generated that exercises every rule; extenders are then skipped unless --extenders is "
      "given. Below it the report says what a search has found in small clusters that were made at random, as 'fitsched diff "
      "--find' does; that changes neither the verdict nor the status, and --budget says how long it may take.\n\n"
      "If something has no equivalent in the target, the configuration is printed without it, and the exit status is 1.",
    .examples = {
      { "fitsched migrate policy.json --accept-loss >scheduler.yaml", "a Policy file for the newest release" },
      { "fitsched migrate policy-1.10.json --from-release 1.10 --to-release 1.30 --accept-loss --write scheduler.yaml --report report.md",
        "a Policy file that was written for 1.10, now for 1.30, with a report" },
      { "fitsched migrate --provider ClusterAutoscalerProvider", "a provider: the defaults of the target, and what differs" },
      { "fitsched migrate policy.json --from-release 1.16 --accept-loss --verify -f cluster.json --pods pods.yaml",
        "and how does that change the placement of these pods?" },
      { "fitsched migrate policy.json --from-release 1.16 --accept-loss --verify", "and on a cluster that exercises every rule?" },
      { "fitsched migrate --to v1beta3 old-profile.yaml --accept-loss", "one step from one version to a later one" },
    },
    .statuses = { [FIT_EXIT_YES] = "everything was carried over",
                  [FIT_EXIT_NO] = "something has no equivalent in the target (unless --accept-loss is given); with --verify, pods go to other nodes, or no pod is pending",
                  [FIT_EXIT_REMOTE] = "an extender could not be reached for --verify" } },
  { .name = "diff",
    .synopsis = "(--left RULES | --left-release 1.N) (--right RULES | --right-release 1.N) (-f CLUSTER... | --kubeconfig FILE | --find) [--pods FILE...] [--trace FILE] [OPTION...]",
    .summary = "show which decisions change under new rules, and why",
    .run = fit_cmd_diff,
    .groups = FIT_GROUP_COMPARE | FIT_GROUP_LIVE | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_CLUSTER | FIT_GROUP_DECODING | FIT_GROUP_SEARCH | FIT_GROUP_REPLAY
              | FIT_GROUP_WHAT_IF | FIT_GROUP_EXTENDERS | FIT_GROUP_FORMATS | FIT_GROUP_PAGE
              | FIT_GROUP_DETAIL | FIT_GROUP_FIND | FIT_GROUP_PARTS | FIT_GROUP_GENERAL,
    .description =
      "Places the pending pods of the cluster twice, by the left rules and by the right rules, and shows the pods that "
      "go to other nodes, that fit only now, or that no longer fit.\n\n"
      "Each pod is tried once, in the order of the queue, without preemption. The exit status is 0 if all pods go to "
      "the same nodes, and 1 if some do not. A pod for which an attempt failed with an error on one side is not "
      "compared; in that case the exit status is 4 if an extender failed, else 3.\n\n"
      "If the sides disagree about a pod, diff also asks the right rules about the cluster as the left placements have "
      "left it. If the sides agree there, the difference only follows from an earlier pod. Otherwise the cause is one "
      "of these. feasibility: only one side rejects a node. scores: the sides rank the nodes differently, and WHY names "
      "the priority or plugin whose scores differ most. tie: both nodes scored the same on at least one side, so round "
      "robin chose. search: one side found enough nodes before it reached the other node. error. scheduler: only one "
      "side schedules the pod at all. Priorities of a Policy are compared with the plugins that replaced them.\n\n"
      "With --trace both sides go through the same events, with preemption. They are compared by the nodes that each "
      "pod was bound to in turn, by the evicted pods, and by the pods without a node at the end. The first decision "
      "that differs is shown; later ones may follow from it.\n\n"
      "A Policy or a provider decides as v1.16 does, with scores from 0 to 10, as in 'fitsched simulate' ('fitsched migrate "
      "--verify' also says how it decides on 1.18 to 1.22); a configuration decides as the release "
      "that reads it. A side without rules has the defaults of its release: --left-release 1.29 alone means the default "
      "configuration of 1.29. Without a release, too, it has those of the cluster's release. The extenders of both sides "
      "are called, for placements and again for explanations.\n\n"
      "With --find there is no cluster: diff makes small ones at random of what the rules of both sides read, until one is "
      "decided differently, and takes away what the difference does not need. It prints that cluster as manifests, the "
      "comparison there, and what 'fitsched explain' says on both sides. The exit status is 1 then. It is 0 if no difference "
      "was found within --budget, which does not prove that there is none: the rules that had something to say are listed. "
      "Extenders are left out unless --extenders says otherwise. All processors search; on several machines each makes a part "
      "with --shard I/N --directory DIR, and --merge DIR gives the answer, which is the same as on one.\n\n"
      "With --shards the sides are one scheduler for all nodes, and several that divide the nodes, each of which sees only its "
      "own and the pods there. The rules are given on one side. The exit status is 1 if a pod no longer fits, or has a node "
      "that a rule would have rejected if its scheduler had seen the whole cluster.",
    .examples = {
      { "fitsched diff --left-release 1.29 --right-release 1.34 -f cluster.json --pods pods.yaml",
        "will everything still fit after the upgrade?" },
      { "fitsched diff --left policy.json --right profile.yaml -f cluster.json -f services.yaml --pods pods.yaml",
        "which pods go to other nodes when a profile replaces a Policy, and why?" },
      { "fitsched diff --left profile.yaml --left-release 1.26 --right profile.yaml --right-release 1.30 -f cluster.json --pods pods.yaml",
        "does an upgrade change decisions, if a file configures the scheduler?" },
      { "fitsched diff --left DefaultProvider --right ClusterAutoscalerProvider -f cluster.json --pods pods.yaml -o wide",
        "two providers, with the scores side by side" },
      { "fitsched diff --left policy.json --right profile.yaml -f cluster.json --trace day.jsonl -o markdown",
        "over a day, as a report for a review" },
      { "fitsched diff --left policy.json -f cluster.json --drain worker-a1",
        "what changes if this node is drained?" },
    },
    .statuses = { [FIT_EXIT_YES] = "every pod goes to the same node on both sides",
                  [FIT_EXIT_NO] = "some pods go to other nodes, or no pod is pending",
                  [FIT_EXIT_INPUT] = "a file, an object or a name cannot be used, or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be reached" } },
  { .name = "tune",
    .synopsis = "[--policy FILE | --provider NAME | --config FILE] [--release 1.N] -f CLUSTER... [--pods FILE...] [--trace FILE] [OPTION...]",
    .summary = "search for better weights and arguments of scores",
    .run = fit_cmd_tune,
    .groups = (GROUPS_SCHEDULING & ~(FitOptionGroups) FIT_GROUP_DETAIL) | FIT_GROUP_LIVE | FIT_GROUP_REPLAY
              | FIT_GROUP_WHAT_IF | FIT_GROUP_TUNE | FIT_GROUP_PARTS,
    .description =
      "Tries other weights and arguments of the scores of the rules on a cluster, and shows which choices are good at what. "
      "The best of them is recommended, and proved.\n\n"
      "Every trial replays the pending pods, or the trace, as 'fitsched simulate' does. The table has the front: trials "
      "that no other beats on all objectives. Recommended is the one that is worse than the rules as they are nowhere and "
      "better on most objectives; it is replayed once more and compared with them as 'fitsched diff' does, before it is "
      "told. --write writes it. Scores that are off stay off, and weights above 100 stay as they are.\n\n"
      "Objectives: placed, preempted (pods), empty-nodes (they run nothing but pods of DaemonSets and static pods), "
      "drainable-nodes (as --compress finds them, which takes long), stranded (the share of free cpu and memory that "
      "nobody can use beside the other), imbalance (how far requests of nodes are from the mean, on average), zone-skew "
      "(pods of a workload in its fullest zone less those in the emptiest, summed up), moved (pods that go elsewhere than "
      "by the rules as they are).\n\n"
      "The search goes by generations (NSGA-II). Its answer depends on the input, --seed, --trials and --population alone: "
      "not on how many processes or machines make the trials. With --directory it can be stopped and go on. On several "
      "machines each makes a part with --shard I/N --directory, and when all parts of a generation are there --merge writes "
      "the next; all of them need the same options and files. Parts may be made again, at any time and by anyone. deploy/tune has "
      "an Indexed Job for Kubernetes and a script for Slurm.\n\n"
      "It also says which numbers never mattered: no trial that differs from another one in this number alone decided "
      "anything else. That holds for these trials, and proves nothing for other clusters.",
    .examples = {
      { "fitsched tune --provider DefaultProvider -f cluster.json --pods pods.yaml --write tuned.json",
        "which weights place more of these pods, and strand less?" },
      { "fitsched tune --release 1.34 -f cluster.json --trace day.jsonl --objective placed,preempted,zone-skew",
        "over a day, by other goals" },
      { "fitsched tune --policy policy.json -f cluster.json --pods pods.yaml --shard auto/16 --directory /shared/tuning",
        "one of 16 parts of a generation, in an Indexed Job or a Slurm array" },
    },
    .statuses = { [FIT_EXIT_YES] = "the recommended rules are better, or a part or a merge is done",
                  [FIT_EXIT_NO] = "nothing is better, a merge lacks parts, or the search has ended (--shard)",
                  [FIT_EXIT_INPUT] = "something cannot be used, or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be reached" } },
  { .name = "report",
    .synopsis = "ANSWER... [--html FILE]",
    .summary = "make a page to look at of saved answers",
    .run = fit_cmd_report,
    .groups = FIT_GROUP_PAGE | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = G_MAXUINT, .operand = "ANSWER",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Writes one HTML file that shows each ANSWER, which is what a verb has printed with -o json: a map of the cluster, "
      "why pods were placed where they are, and why others have no node. The file needs no network and asks nothing of "
      "any server. Without --html the page goes to standard output. \"-\" reads an answer from standard input.\n\n"
      "simulate, explain, diff, migrate and validate write the page themselves with --html FILE. Of saved answers, "
      "those of -o json --detail columns say the most about nodes.",
    .examples = {
      { "fitsched report answer.json --html answer.html",
        "an answer that 'fitsched simulate -o json --detail columns' has printed" },
      { "fitsched report before.json after.json --html both.html",
        "two answers in one page" },
    },
    .statuses = { [FIT_EXIT_YES] = "the page is written" } },
  { .name = "explain-warning",
    .synopsis = "[CODE...] [OPTION...]",
    .summary = "show what a warning of validate means and how to fix it",
    .run = fit_cmd_explain_warning,
    .groups = FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .most_operands = G_MAXUINT, .operand = "CODE",
    .operand_completion = FIT_COMPLETE_CODES,
    .description =
      "For each CODE that 'fitsched validate' prints, shows what it means, an example (members of a Policy file) and "
      "how to fix it. Without a CODE it lists all codes.",
    .examples = {
      { "fitsched explain-warning FP101", "what does this code from validate mean?" },
      { "fitsched explain-warning", "all codes" },
    } },
  { .name = "list",
    .synopsis = "(predicates | priorities | providers | feature-gates | plugins | releases) [OPTION...]",
    .summary = "list predicates, priorities, plugins, releases and so on",
    .run = fit_cmd_list,
    .groups = FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_VERSION | FIT_GROUP_OUTPUT
              | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1, .operand_words = fit_list_words,
    .description =
      "predicates: every name and its place in the order of evaluation, whether it exists under the feature gates or "
      "which gate it needs, and whether it is mandatory or a default. (A Policy may contain a name without a place, but "
      "the scheduler never evaluates it. 1.8 and 1.9 evaluate all names, in no fixed order.)\n\n"
      "priorities: every name with its default weight. providers: the named sets. feature-gates: stage, default and "
      "value. All four are those of v1.16, or of --emulate-release.\n\n"
      "plugins: the default profile of --config-version in --release. -o json shows it in full: the plugins of each "
      "extension point in order, their arguments and the other fields of the configuration, with all defaults. "
      "releases: the releases that --release knows, whether they read Policy files, and which versions of "
      "configurations they read.",
    .examples = {
      { "fitsched list predicates", "the names for a Policy file, in order of evaluation" },
      { "fitsched list priorities -o wide", "the names of priorities, with the providers that contain them" },
      { "fitsched list providers -o yaml", "the sets in full" },
      { "fitsched list predicates --emulate-release 1.10", "the predicates of 1.10" },
      { "fitsched list plugins --release 1.30", "the default profile of a later release" },
    } },
  { .name = "completion",
    .synopsis = "(bash | zsh | fish)",
    .summary = "print a shell completion script",
    .run = fit_cmd_completion,
    .groups = FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1,
    .operand_words = shells,
    .description =
      "Prints a script that completes verbs, options and their values in that shell: files, providers, releases, "
      "feature gates, warning codes, and the pods in the files of -f and --pods.",
    .examples = {
      { "source <(fitsched completion bash)", "for the current bash" },
      { "fitsched completion zsh >_fitsched", "for zsh: into a directory of $fpath" },
      { "fitsched completion fish >fitsched.fish", "for fish: into ~/.config/fish/completions" },
    } },
  { .name = "version",
    .synopsis = "[OPTION...]",
    .summary = "show the version and the known releases",
    .run = fit_cmd_version,
    .groups = FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .description =
      "Shows the version of fitsched, the libraries it uses, how it was built, and the releases of Kubernetes that "
      "--emulate-release and --release know. 'fitsched list releases' says more about each.",
    .examples = {
      { "fitsched version", "the version, the releases that it knows, its libraries" },
      { "fitsched version -o json", "the same facts as JSON, for programs" },
    } },
  { .name = "help",
    .synopsis = "[VERB]",
    .summary = "show help about the program or a verb",
    .run = fit_cmd_help,
    .groups = FIT_GROUP_GENERAL,
    .most_operands = 1,
    .operand_completion = FIT_COMPLETE_VERBS,
    .description = "Shows the help of the program, or of VERB, as --help does.",
    .examples = {
      { "fitsched help simulate", "the same as fitsched simulate --help" },
    } },
  { .name = NULL },
};
/* clang-format on */

const char *
fit_verb_status (const FitVerb *verb, FitExit status)
{
  const gboolean is_common = status == FIT_EXIT_USAGE
                             || status == FIT_EXIT_INPUT
                             || status == FIT_EXIT_INTERNAL;

  if (verb->statuses[status] != NULL)
    return verb->statuses[status];
  if (status == FIT_EXIT_YES)
    return "done";
  return is_common ? fit_exit_meaning (status) : NULL;
}

const FitVerb *
fit_verb_find (const char *name, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    {
      if (strcmp (verb->name, name) == 0)
        return verb;
      fit_similar_offer (&similar, verb->name);
    }
  if (similar.best != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "unknown verb %s; did you mean %s?", name, similar.best);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "unknown verb %s", name);
  return NULL;
}

/* -- running --------------------------------------------------------------- */

static gboolean
check_operands (const FitInvocation *invocation, GError **error)
{
  const FitVerb *verb = invocation->verb;
  const GPtrArray *operands = invocation->operands;

  if (operands->len < verb->least_operands)
    {
      g_autofree char *words
          = verb->operand_words != NULL
                ? g_strjoinv (" | ", (char **) verb->operand_words)
                : g_strdup (verb->operand);

      return fit_fail (error, FIT_ERROR_USAGE, "%s needs %s%s", verb->name,
                       verb->operand_words ? "one of " : "a ", words);
    }
  if (operands->len <= verb->most_operands)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s: unexpected argument \"%s\"", verb->name,
               (char *) operands->pdata[verb->most_operands]);
  if (invocation->options.what_ifs != NULL)
    fit_error_add_hint (error, "several nodes are separated by commas: "
                               "--drain worker-a1,worker-a2");
  return FALSE;
}

/* Notes which known release is used for an unknown one.  For releases that read
 * Policies only the minor version matters, so any patch is known. */
static void
note_releases (const FitOptions *options)
{
  const char *const texts[]
      = { options->release, options->from_release, options->to_release,
          options->sides[0].release, options->sides[1].release };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *note = NULL;
      gboolean told = texts[i] == NULL;

      for (guint j = 0; j < i && !told; j++)
        told = g_strcmp0 (texts[i], texts[j]) == 0;
      if (!told
          && (texts[i] == options->release
              || !fit_legacy_release_parse (texts[i], &(FitRelease){ 0 },
                                            NULL)))
        note = fit_release_describe_choice (texts[i]);
      if (note != NULL)
        fit_console_note ("%s", note);
    }
}

FitExit
fit_run_verb (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;

  if (options->namespace_ != NULL && options->all_namespaces)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "%s: --namespace and --all-namespaces exclude each other",
                   invocation->verb->name);
      return FIT_EXIT_USAGE;
    }
  if (!check_operands (invocation, error))
    return FIT_EXIT_USAGE;
  note_releases (options);
  return invocation->verb->run (invocation, error);
}
