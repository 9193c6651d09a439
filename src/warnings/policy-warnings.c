/* policy-warnings.c - the table of warnings about Policies and configurations
 *
 * The texts about each code that do not depend on a file.  Help, the manual and
 * the documentation are generated from this table.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/similar.h"
#include "warnings/policy-lint-private.h"

/* How the examples for configurations begin. */
#define CONFIGURATION                            \
  "apiVersion: kubescheduler.config.k8s.io/v1\n" \
  "kind: KubeSchedulerConfiguration\n"

/* A plugin in a list, and how NodeResourcesFit scores. */
#define LISTED(point, list, plugin)                                  \
  CONFIGURATION "profiles:\n- plugins:\n    " point ":\n      " list \
                ":\n      - " plugin
#define SCORES_BY(type, more)                                       \
  CONFIGURATION                                                     \
  "profiles:\n- pluginConfig:\n"                                    \
  "  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n" \
  "        type: " type more

/* In a Policy. */
#define EXTENDER(members)                                                   \
  "\"extenders\": [\n  {\"urlPrefix\": \"http://127.0.0.1:8888\", " members \
  "}\n]"
#define WITH_ARGUMENT(name, argument)       \
  "\"priorities\": [\n  {\"name\": \"" name \
  "\", \"weight\": 1,\n   \"argument\": " argument "}\n]"
#define TWO_PRIORITIES(one, weight, other, its_weight)               \
  "\"priorities\": [\n  {\"name\": \"" one "\", \"weight\": " weight \
  "},\n  {\"name\": \"" other "\", \"weight\": " its_weight "}\n]"

static const FitWarningInfo infos[] = {
  [FIT_WARN_NO_VERSION]
  = { "FP001", "no apiVersion: the scheduler ignores the whole file",
      "Without apiVersion the scheduler reads the file in its internal form, "
      "where the fields have other names (Predicates, ExtenderConfigs). It "
      "does not recognize the lists, ignores them without a message, and runs "
      "with all its defaults.",
      "Add \"apiVersion\": \"v1\" and \"kind\": \"Policy\" to the file.",
      "{\"predicates\": [{\"name\": \"GeneralPredicates\"}]}",
      .means_otherwise = TRUE },
  [FIT_WARN_IGNORED_FIELD]
  = { "FP002", "unknown field",
      "The scheduler ignores fields that it does not know, at every level. Up "
      "to 1.10 letter case does not matter; from 1.11 on it does, except "
      "inside the elements of extenders. 1.18 and later reject unknown fields, "
      "except there.",
      "Correct the name of the field, or remove the field.",
      "\"predicate\": [{\"name\": \"GeneralPredicates\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_HARD_WEIGHT_ZERO]
  = { "FP003", "hardPodAffinitySymmetricWeight 0 means the default",
      "0 is the same as leaving the field out: the scheduler uses the value of "
      "its command line, 1 by default. A Policy cannot set the weight to 0.",
      "Leave the field out. If the weight should have no effect, leave "
      "InterPodAffinityPriority out of priorities: nothing else uses it.",
      "\"hardPodAffinitySymmetricWeight\": 0", .means_otherwise = TRUE },
  [FIT_WARN_HARD_WEIGHT_UNUSED]
  = { "FP004", "hardPodAffinitySymmetricWeight has no effect",
      "Only InterPodAffinityPriority uses the weight, and the file does not "
      "configure that priority.",
      "Add InterPodAffinityPriority to priorities, or leave the field out.",
      "\"hardPodAffinitySymmetricWeight\": 10,\n"
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_CHECK_ALL]
  = { "FP005", "alwaysCheckAllPredicates costs time",
      "Every predicate runs on every node, even after one has rejected it. "
      "Pods land on the same nodes as without the field. Messages list more "
      "reasons, and preemption may rule out more nodes, because it sees every "
      "reason that evicting pods cannot resolve. No later configuration has "
      "the field.",
      "Leave the field out unless you need the longer messages.",
      "\"alwaysCheckAllPredicates\": true" },
  [FIT_WARN_REPEATED_FIELD]
  = { "FP006", "a field is written twice",
      "Of a string, a number or a boolean the last one counts. In JSON, lists "
      "and objects are read over what is there: an entry that does not mention "
      "a field keeps what the entry in its place said before, and the list is "
      "as long as the last one. In YAML the last one counts alone. 1.18 and "
      "later refuse such a file.",
      "Remove the field wherever it is not meant, or put both lists into one.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}],\n"
      "\"predicates\": [{\"name\": \"HostName\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_DROPPED_PREDICATES]
  = { "FP101", "the list drops default predicates",
      "A list of predicates replaces the default list; it does not extend it. "
      "Apart from the mandatory predicates, the scheduler checks only what the "
      "list names.",
      "Add the predicates to the list, or leave the whole list out to get the "
      "defaults. policies/default-provider.json contains the default list.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}]" },
  [FIT_WARN_NO_RESOURCE_CHECK]
  = { "FP102", "nothing checks resources",
      "Neither GeneralPredicates nor PodFitsResources is configured, so the "
      "scheduler puts any number of pods on a node, whatever they request, and "
      "the kubelet rejects them. An empty list leaves only the mandatory "
      "predicates. Up to 1.9 a missing list counts as an empty one.",
      "Add GeneralPredicates, or leave the whole list out to get the defaults "
      "(from 1.10 on).",
      "\"predicates\": [{\"name\": \"MatchNodeSelector\"}]" },
  [FIT_WARN_NEVER_EVALUATED]
  = { "FP103", "the predicate never runs",
      "Releases 1.10 to 1.16 run the predicates of a fixed list of names, in "
      "its order. They accept a predicate with any other name and never run "
      "it. This applies to custom predicates with names of their own, and to "
      "PodFitsPorts.",
      "Write PodFitsHostPorts for PodFitsPorts. Call a custom predicate "
      "CheckServiceAffinity if its argument is serviceAffinity, and "
      "CheckNodeLabelPresence if it is labelsPresence; there can be only one "
      "of each. The scheduler then enforces a rule that it did not enforce "
      "before.",
      "\"predicates\": [{\"name\": \"PodFitsPorts\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_GATED_PREDICATE]
  = { "FP104", "v1.16 rejects the predicate with its default gates",
      "The feature gate TaintNodesByCondition, on by default since 1.12, "
      "removes CheckNodeCondition and the pressure predicates, which 1.17 and "
      "later do not have at all. EvenPodsSpread needs a gate that is off by "
      "default. NoVolumeNodeConflict was removed in 1.9. The scheduler rejects "
      "the whole file if it names a predicate that is not registered.",
      "Remove the name. PodToleratesNodeTaints and CheckNodeUnschedulable, "
      "which are mandatory in that case, do the work of the condition "
      "predicates; CheckVolumeBinding does that of NoVolumeNodeConflict.",
      "\"predicates\": [{\"name\": \"CheckNodeMemoryPressure\"}]" },
  [FIT_WARN_REPEATED_PREDICATE]
  = { "FP105", "the predicate is listed twice",
      "The scheduler runs a predicate once, however often the list names it. "
      "If several entries have arguments, the last one counts.",
      "Remove all entries of that name but one.",
      "\"predicates\": [{\"name\": \"HostName\"}, {\"name\": \"HostName\"}]" },
  [FIT_WARN_GENERAL_PART]
  = { "FP106", "the predicate is part of GeneralPredicates",
      "GeneralPredicates runs PodFitsResources, HostName, PodFitsHostPorts and "
      "MatchNodeSelector. If they are listed as well they run a second time, "
      "which costs time and changes nothing. 1.18 and 1.19 do not start with a "
      "file that lists PodFitsResources or PodFitsHostPorts as well.",
      "Remove the part, or remove GeneralPredicates if you only want some of "
      "its parts.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}, {\"name\": "
      "\"PodFitsResources\"}]" },
  [FIT_WARN_REPLACED_PREDICATE]
  = { "FP107", "the argument replaces a built-in predicate",
      "The argument wins over the name: the scheduler runs the rule of the "
      "argument in place of the predicate of that name. From 1.18 on the name "
      "wins, and the argument is dropped.",
      "Call the predicate CheckServiceAffinity if its argument is "
      "serviceAffinity, and CheckNodeLabelPresence if it is labelsPresence.",
      "\"predicates\": [\n"
      "  {\"name\": \"HostName\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [\"ssd\"], "
      "\"presence\": true}}}\n"
      "]",
      .means_otherwise = TRUE },
  [FIT_WARN_NO_LABELS]
  = { "FP108", "a predicate without labels",
      "The argument lists no labels, so every node passes.",
      "List the labels, or remove the predicate.",
      "\"predicates\": [\n"
      "  {\"name\": \"CheckNodeLabelPresence\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [], \"presence\": "
      "true}}}\n"
      "]" },
  [FIT_WARN_FORBIDDEN_LABELS]
  = { "FP109", "presence is left out: the labels are forbidden",
      "Without presence the labels are forbidden, as with \"presence\": false: "
      "only nodes without any of them pass.",
      "Write \"presence\": true if nodes must have the labels, and "
      "\"presence\": false if they must not.",
      "\"predicates\": [\n"
      "  {\"name\": \"CheckNodeLabelPresence\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [\"ssd\"]}}}\n"
      "]" },
  [FIT_WARN_DROPPED_PRIORITIES]
  = { "FP201", "the list drops default priorities",
      "A list of priorities replaces the default list; it does not extend it. "
      "Only what the list names contributes to the scores.",
      "Add the priorities to the list, or leave the whole list out to get the "
      "defaults. policies/default-provider.json contains the default list.",
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_NO_PRIORITIES]
  = { "FP202", "nothing ranks the nodes",
      "The list of priorities is empty, and no extender has a prioritizeVerb. "
      "All feasible nodes get the same score, and the scheduler takes them in "
      "turn. Up to 1.9 a missing list counts as an empty one.",
      "List priorities, or leave the whole list out to get the defaults (from "
      "1.10 on). If all nodes should be equal, say so with EqualPriority as "
      "the only entry.",
      "\"priorities\": []" },
  [FIT_WARN_NO_AVOID_PODS]
  = { "FP203", "nodes cannot keep pods away by annotation",
      "NodePreferAvoidPodsPriority is a default priority whose weight of 10000 "
      "makes it almost a predicate. Without it the annotation "
      "scheduler.alpha.kubernetes.io/preferAvoidPods has no effect.",
      "Add NodePreferAvoidPodsPriority with a weight of 10000, unless no node "
      "has the annotation.",
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_WEAK_AVOID_PODS]
  = { "FP204", "NodePreferAvoidPodsPriority can be outvoted",
      "The annotation costs a node ten times the weight of "
      "NodePreferAvoidPodsPriority for the pods that it names. If the other "
      "priorities together can add more than that, the pods may land on the "
      "node all the same.",
      "Give NodePreferAvoidPodsPriority a weight above the sum of all others; "
      "its default is 10000.",
      TWO_PRIORITIES ("LeastRequestedPriority", "1",
                      "NodePreferAvoidPodsPriority", "1") },
  [FIT_WARN_WEAK_WEIGHT]
  = { "FP205", "the weight is too small to matter",
      "Scores are whole numbers from 0 to 10, multiplied by the weight. These "
      "priorities together add less than the smallest difference that the "
      "heavier ones make, so they only decide between nodes that the heavier "
      "ones leave equal. NodePreferAvoidPodsPriority does not count here: it "
      "is meant to outweigh the others.",
      "Bring the weights closer together, unless these priorities are only "
      "meant to break ties.",
      TWO_PRIORITIES ("LeastRequestedPriority", "100", "NodeAffinityPriority",
                      "1") },
  [FIT_WARN_REPEATED_PRIORITY]
  = { "FP206", "the priority is listed twice",
      "The scheduler uses the weight and the argument of the last entry of a "
      "name; it does not add weights.",
      "Remove all entries of that name but one, or give custom priorities "
      "names of their own.",
      TWO_PRIORITIES ("LeastRequestedPriority", "1", "LeastRequestedPriority",
                      "2"),
      .means_otherwise = TRUE },
  [FIT_WARN_REPLACED_PRIORITY]
  = { "FP207", "the argument replaces a built-in priority",
      "The argument wins over the name: the scheduler runs the rule of the "
      "argument in place of the priority of that name. From 1.18 on the name "
      "wins, and the argument is dropped.",
      "Give the priority any other name.",
      WITH_ARGUMENT (
          "NodeAffinityPriority",
          "{\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}"),
      .means_otherwise = TRUE },
  [FIT_WARN_NO_LABEL]
  = { "FP208", "a priority without a label",
      "The argument names no label. No node has a label without a name, so all "
      "nodes get the same score.",
      "Name the label, or remove the priority.",
      WITH_ARGUMENT ("RackSpread", "{\"serviceAntiAffinity\": {}}") },
  [FIT_WARN_UNLABELLED_PREFERRED]
  = { "FP209", "presence is left out: nodes without the label are preferred",
      "Without presence the priority prefers nodes that do not have the label, "
      "as with \"presence\": false: they score 10, and nodes with the label 0.",
      "Write \"presence\": true to prefer nodes with the label, and "
      "\"presence\": false to prefer nodes without it.",
      WITH_ARGUMENT ("PreferSSD",
                     "{\"labelPreference\": {\"label\": \"ssd\"}}") },
  [FIT_WARN_EQUAL_PRIORITY]
  = { "FP210", "EqualPriority has no effect",
      "EqualPriority adds the same to every node. Next to other priorities it "
      "has no effect, whatever its weight.",
      "Remove it.",
      TWO_PRIORITIES ("LeastRequestedPriority", "1", "EqualPriority", "5") },
  [FIT_WARN_OPPOSITES]
  = { "FP211", "priorities that work against each other",
      "One of them prefers empty nodes (LeastRequestedPriority, or a falling "
      "shape) and the other full nodes (MostRequestedPriority, or a rising "
      "shape). With equal weights LeastRequestedPriority and "
      "MostRequestedPriority cancel each other out; with different weights "
      "only the difference counts. The same holds for two labelPreferences "
      "about one label, one with presence true and one with false.",
      "Decide which of the two you want, and remove the other priority.",
      TWO_PRIORITIES ("LeastRequestedPriority", "1", "MostRequestedPriority",
                      "1") },
  [FIT_WARN_LEVEL_SHAPE]
  = { "FP212", "a shape that scores all nodes alike",
      "All points of the shape have the same score, so utilization makes no "
      "difference.",
      "Give the shape at least two points with different scores.",
      WITH_ARGUMENT (
          "Level", "{\"requestedToCapacityRatioArguments\": {\n"
                   "     \"shape\": [{\"utilization\": 50, \"score\": 5}]}}") },
  [FIT_WARN_FALLING_SHAPE]
  = { "FP213", "the shape spreads pods",
      "The score falls as utilization rises, which prefers empty nodes. "
      "RequestedToCapacityRatioPriority without an argument does the same: 10 "
      "at 0 percent, 0 at 100. Packing needs a shape that rises.",
      "To pack pods, write \"shape\": [{\"utilization\": 0, \"score\": 0}, "
      "{\"utilization\": 100, \"score\": 10}]. To spread them, use "
      "LeastRequestedPriority, or choose another name.",
      WITH_ARGUMENT (
          "BinPacking",
          "{\"requestedToCapacityRatioArguments\": {\n"
          "     \"shape\": [{\"utilization\": 0, \"score\": 10},\n"
          "               {\"utilization\": 100, \"score\": 0}]}}") },
  [FIT_WARN_UNREQUESTED]
  = { "FP214", "a priority for a resource that no pod requests",
      "No pod of the cluster requests the resource, or has limits, so the "
      "priority cannot tell nodes apart. A resource that a node does not have "
      "counts as fully used.",
      "Check the name of the resource, or remove it.",
      WITH_ARGUMENT (
          "PackGPUs",
          "{\"requestedToCapacityRatioArguments\": {\n"
          "     \"shape\": [{\"utilization\": 0, \"score\": 0},\n"
          "               {\"utilization\": 100, \"score\": 10}],\n"
          "     \"resources\": [{\"name\": \"example.com/gpus\", \"weight\": "
          "1}]}}") },
  [FIT_WARN_SPREAD_TWICE]
  = { "FP215", "pods of a service are spread twice",
      "ServiceSpreadingPriority is the 1.0 name of SelectorSpreadPriority and "
      "does practically the same: the two weights add up.",
      "Remove ServiceSpreadingPriority.",
      TWO_PRIORITIES ("SelectorSpreadPriority", "1", "ServiceSpreadingPriority",
                      "1") },
  [FIT_WARN_GATED_PRIORITY]
  = { "FP216", "v1.16 rejects the priority with its default gates",
      "EvenPodsSpreadPriority needs the feature gate EvenPodsSpread, and "
      "ResourceLimitsPriority needs ResourceLimitsPriorityFunction; both are "
      "off by default. The scheduler rejects the whole file if it names a "
      "priority that is not registered. 1.19 removed ResourceLimitsPriority.",
      "Turn the gate on in every scheduler that reads the file, or remove the "
      "name.",
      "\"priorities\": [{\"name\": \"EvenPodsSpreadPriority\", \"weight\": 1}]" },
  [FIT_WARN_IDLE_EXTENDER]
  = { "FP301", "the extender is never called",
      "None of filterVerb, prioritizeVerb, preemptVerb and bindVerb is set. "
      "The scheduler does not call an extender for a verb that is empty.",
      "Set the verbs that the extender serves, or remove the extender.",
      "\"extenders\": [{\"urlPrefix\": \"http://127.0.0.1:8888\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_UNUSED_WEIGHT]
  = { "FP302", "a weight without prioritizeVerb",
      "The weight multiplies the scores of prioritizeVerb, which is not set.",
      "Set prioritizeVerb, or remove the weight.",
      EXTENDER ("\"filterVerb\": \"filter\", \"weight\": 5") },
  [FIT_WARN_SHORT_TIMEOUT]
  = { "FP303", "httpTimeout is in nanoseconds",
      "httpTimeout is a number of nanoseconds. With less than a millisecond no "
      "answer arrives in time, and every call fails.",
      "Write 5000000000 for 5 seconds, or leave the field out, which means the "
      "same.",
      EXTENDER ("\"filterVerb\": \"filter\",\n"
                "   \"httpTimeout\": 5"),
      .means_otherwise = TRUE },
  [FIT_WARN_TLS_WITHOUT_HTTPS]
  = { "FP304", "TLS settings for a URL that is not HTTPS",
      "The scheme of urlPrefix decides between HTTP and HTTPS; enableHttps "
      "does not change the URL. With http:// nothing is encrypted, and "
      "tlsConfig has no effect.",
      "Write https:// in urlPrefix, or remove enableHttps and tlsConfig.",
      EXTENDER ("\"filterVerb\": \"filter\",\n"
                "   \"enableHttps\": true") },
  [FIT_WARN_UNVERIFIED]
  = { "FP305", "the extender's certificate is not verified",
      "enableHttps without a certificate authority in tlsConfig turns "
      "verification off: the scheduler trusts whatever answers at that "
      "address.",
      "Set caFile or caData in tlsConfig. To use the system's certificate "
      "authorities, leave enableHttps out; the https:// of urlPrefix is "
      "enough. If you do not want verification, write \"insecure\": true.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"https://127.0.0.1:8888\", \"filterVerb\": "
      "\"filter\",\n"
      "   \"enableHttps\": true}\n"
      "]" },
  [FIT_WARN_IGNORABLE_UNUSED]
  = { "FP306", "ignorable has no effect",
      "ignorable makes the scheduler ignore errors of filterVerb and "
      "preemptVerb, and neither is set. It always ignores errors of "
      "prioritizeVerb, and never those of bindVerb.",
      "Remove ignorable.",
      EXTENDER ("\"prioritizeVerb\": \"prioritize\",\n"
                "   \"weight\": 1, \"ignorable\": true") },
  [FIT_WARN_UNCHECKED_RESOURCE]
  = { "FP307", "nothing counts the resource",
      "ignoredByScheduler tells PodFitsResources to leave the resource to the "
      "extender, but the extender has no filterVerb. The scheduler puts any "
      "number of pods that request it on a node.",
      "Set filterVerb, or remove ignoredByScheduler.",
      EXTENDER ("\"prioritizeVerb\": \"prioritize\",\n"
                "   \"weight\": 1, \"managedResources\": [\n"
                "     {\"name\": \"example.com/gpu\", "
                "\"ignoredByScheduler\": true}]") },
  [FIT_WARN_NO_URL]
  = { "FP308", "urlPrefix is no URL of a server",
      "Nobody looks at urlPrefix before the first request: the scheduler "
      "starts with it, and then every request fails. A placeholder that was "
      "not filled in is the usual reason.",
      "Write http:// or https://, the host, and where it is not 80 or 443 the "
      "port: \"http://127.0.0.1:8888/scheduler\".",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://<address>:<port>/scheduler\", "
      "\"filterVerb\": \"filter\"}\n"
      "]" },
  [FIT_WARN_OWN_HOST]
  = { "FP309", "the urlPrefix means the host of the scheduler itself",
      "The file is in a ConfigMap, so a pod reads it. There localhost, "
      "127.0.0.1 and [::1] reach only the containers of that pod, or the "
      "processes of its node if the pod has hostNetwork. An extender that "
      "is a pod of its own is not reached, and every request fails.",
      "Write the name of the Service of the extender, such as "
      "http://NAME.NAMESPACE.svc:8888, unless it is a container of the pod "
      "of the scheduler or the pod has hostNetwork.",
      "apiVersion: v1\n"
      "kind: ConfigMap\n"
      "metadata: {name: scheduler, namespace: kube-system}\n"
      "data:\n"
      "  config.yaml: |\n"
      "    apiVersion: kubescheduler.config.k8s.io/v1\n"
      "    kind: KubeSchedulerConfiguration\n"
      "    extenders:\n"
      "    - urlPrefix: http://localhost:8888\n"
      "      filterVerb: filter" },
  [FIT_WARN_NO_SERVICE]
  = { "FP310", "no Service has the name in urlPrefix",
      "The host of urlPrefix names a Service, and the manifests of the "
      "cluster have other Services of its namespace, but not this one. The "
      "name is not resolved, and every request fails.",
      "Correct the name, or create the Service.",
      CONFIGURATION "extenders:\n"
                    "- urlPrefix: http://no-such-service.default.svc:8888\n"
                    "  filterVerb: filter" },
  [FIT_WARN_ENABLED_TWICE]
  = { "FP401", "the plugin is enabled twice",
      "multiPoint enables a plugin at all points that it extends. One more "
      "entry for a point makes a difference only with another weight, or if"
      " the point has a different order. Up to 1.17 a plugin that a list "
      "has twice runs twice.",
      "Remove one of the two entries.",
      CONFIGURATION "profiles:\n"
                    "- plugins:\n"
                    "    multiPoint:\n"
                    "      enabled:\n"
                    "      - {name: NodeResourcesFit, weight: 5}\n"
                    "    score:\n"
                    "      enabled:\n"
                    "      - {name: NodeResourcesFit, weight: 5}" },
  [FIT_WARN_DISABLED_IN_VAIN]
  = { "FP402", "nothing is disabled",
      "The plugin is not enabled at this point, by default or by the file, "
      "so disabling it has no effect. The name may be misspelt, or the name"
      " of another release.",
      "Remove the entry, or correct the name.",
      LISTED ("score", "disabled", "name: NodeResourcesLeastAllocated") },
  [FIT_WARN_UNREAD_ARGS]
  = { "FP403", "arguments that no plugin reads",
      "pluginConfig has arguments for a plugin that the profile does not "
      "enable, so nothing reads them.",
      "Enable the plugin, or remove its arguments.",
      CONFIGURATION "profiles:\n"
                    "- plugins:\n"
                    "    multiPoint:\n"
                    "      disabled:\n"
                    "      - name: InterPodAffinity\n"
                    "  pluginConfig:\n"
                    "  - name: InterPodAffinity\n"
                    "    args:\n"
                    "      hardPodAffinityWeight: 5" },
  [FIT_WARN_UNUSED_PROFILE]
  = { "FP404", "no pod uses the profile",
      "A profile schedules the pods whose spec.schedulerName is its name, "
      "and the cluster has pods, but none of that name.",
      "Write the name in spec.schedulerName of the pods that the profile is"
      " for, or remove the profile.",
      CONFIGURATION "profiles:\n"
                    "- schedulerName: nobody" },
  [FIT_WARN_PERCENTAGE]
  = { "FP405", "percentageOfNodesToScore makes no difference",
      "The scheduler always looks for at least 100 nodes that fit. Without "
      "a percentage it looks for 50 percent of the nodes of the cluster, "
      "less one percent per 125 nodes, and at least 5 percent. In a cluster"
      " of this size, the percentage leads to the number of nodes to which "
      "the scheduler comes without it.",
      "Leave the field out.", CONFIGURATION "percentageOfNodesToScore: 70" },
  [FIT_WARN_HALF_PLUGIN]
  = { "FP406", "the profile runs only half of a plugin",
      "Filter and Score of most plugins read what their PreFilter and PreScore "
      "computed. Without it, they fail every pod; the others compute it on the "
      "spot, and there is no warning about them. From 1.19 on, VolumeBinding "
      "sets the volumes that its Filter chose aside at Reserve, and binds them "
      "at PreBind; DynamicResources does so with devices.",
      "Enable the plugin at the other point, too, or disable it at this one.",
      LISTED ("preFilter", "disabled", "name: NodePorts") },
  [FIT_WARN_PLUGIN_WEIGHT_UNUSED]
  = { "FP501", "a weight without effect",
      "A weight multiplies the scores of a plugin. It counts under score "
      "and, from v1beta3 on, under multiPoint for plugins that score; an "
      "entry under score comes first.",
      "Remove the weight, or write it under score.",
      LISTED ("filter", "enabled", "{name: NodeAffinity, weight: 5}") },
  [FIT_WARN_PLUGIN_OUTVOTED]
  = { "FP502", "the weight is too small to matter",
      "Scores are whole numbers from 0 to 100, multiplied by the weight. "
      "These plugins together add less than the smallest difference that "
      "the heavier ones make, so they only decide between nodes that the "
      "heavier ones leave equal.",
      "Bring the weights closer together, unless these plugins are only "
      "meant to break ties.",
      LISTED ("score", "enabled", "{name: NodeResourcesFit, weight: 100000}") },
  [FIT_WARN_PACKING_OUTVOTED]
  = { "FP503", "the profile asks for packed nodes and spreads pods",
      "MostAllocated, and RequestedToCapacityRatio with a rising shape, "
      "prefer full nodes. But other plugins of the profile score, too, and "
      "they outvote it. By default PodTopologySpread, with weight 2, "
      "spreads the pods of each Service and workload over hosts and zones, "
      "and NodeResourcesBalancedAllocation prefers nodes whose resources "
      "are used alike. fitsched places the replicas of a Deployment on "
      "empty nodes by the profile, and tries changes until they are packed.",
      "Turn the default constraints of PodTopologySpread off, or give the "
      "packing plugin a greater weight.",
      SCORES_BY ("MostAllocated", "") },
  [FIT_WARN_STRATEGY_UNUSED]
  = { "FP504", "a scoring strategy that does not score",
      "The arguments of the plugin say how it scores, but the profile does "
      "not enable it at score.",
      "Enable the plugin at score, or remove the scoring strategy.",
      CONFIGURATION "profiles:\n"
                    "- plugins:\n"
                    "    score:\n"
                    "      disabled:\n"
                    "      - name: NodeResourcesFit\n"
                    "  pluginConfig:\n"
                    "  - name: NodeResourcesFit\n"
                    "    args:\n"
                    "      scoringStrategy:\n"
                    "        type: MostAllocated" },
  [FIT_WARN_PLUGIN_LEVEL_SHAPE]
  = { "FP505", "a shape that scores all nodes alike",
      "All points of the shape have the same score, so utilization makes no"
      " difference.",
      "Give the shape at least two points with different scores.",
      SCORES_BY ("RequestedToCapacityRatio",
                 "\n"
                 "        requestedToCapacityRatio:\n"
                 "          shape:\n"
                 "          - {utilization: 50, score: 5}") },
  [FIT_WARN_PLUGIN_UNREQUESTED]
  = { "FP506", "a plugin is told of a resource that no pod requests",
      "No pod of the cluster requests the resource, so the plugin cannot "
      "tell nodes apart by it.",
      "Check the name of the resource, or remove it.",
      SCORES_BY ("LeastAllocated",
                 "\n"
                 "        resources:\n"
                 "        - {name: cpu, weight: 1}\n"
                 "        - {name: example.com/gpus, weight: 3}") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (infos) == FIT_WARN_LAST);

const FitWarningInfo *
fit_warning_infos (guint *out_n)
{
  *out_n = G_N_ELEMENTS (infos);
  return infos;
}

const FitWarningInfo *
fit_warning_info (const char *code, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, code);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      if (g_ascii_strcasecmp (infos[i].code, code) == 0)
        return &infos[i];
      fit_similar_offer (&similar, infos[i].code);
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "there is no warning \"%s\"", code);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  else
    fit_error_add_hint (error, "codes are %s to %s", infos[0].code,
                        infos[G_N_ELEMENTS (infos) - 1].code);
  return NULL;
}
