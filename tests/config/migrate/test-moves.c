/* test-moves.c - arguments, addresses and lists that move to newer versions
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"

#define STRATEGY                                                       \
  "changed NodeResourcesLeastAllocated: became a scoring strategy of " \
  "NodeResourcesFit: LeastAllocated\n"

#define REQUIRED                                                           \
  "changed NodeLabel: a required node affinity that NodeAffinity adds to " \
  "every pod\n"
#define RATIO_OF_ONE                                             \
  "changed One: became a scoring strategy of NodeResourcesFit: " \
  "RequestedToCapacityRatio\n"

/* The arguments of NodeResourcesFit with this strategy. */
#define RATIO(first, last, resources)                           \
  "  pluginConfig:\n  - name: NodeResourcesFit\n    args:\n"    \
  "      scoringStrategy:\n        requestedToCapacityRatio:\n" \
  "          shape:\n          - score: " first                 \
  "\n            utilization: 0\n"                              \
  "          - score: " last "\n            utilization: 100\n" \
  "        resources:\n" resources "        type: RequestedToCapacityRatio\n"
#define RESOURCE(name, weight) \
  "        - name: " name "\n          weight: " weight "\n"

#define STRATEGY_OF(type, resources)                         \
  "  pluginConfig:\n  - name: NodeResourcesFit\n    args:\n" \
  "      scoringStrategy:\n        resources:\n" resources   \
  "        type: " type "\n"
#define BECAME(type)           \
  "changed NodeResources" type \
  ": became a scoring strategy of NodeResourcesFit: " type "\n"
#define LOST_LEAST(type, weight)                                                    \
  "lost NodeResourcesLeastAllocated: a profile has one scoring strategy, and " type \
  " with its weight of " weight " is kept: this one preferred empty nodes\n"
#define OPPOSITES                                                    \
  "changed NodeResourcesLeastAllocated: empty nodes were preferred " \
  "with weight 1 and full nodes with weight 2: on nodes with "       \
  "room for their pods that is, apart from rounding, the same as "   \
  "MostAllocated with the difference\n"                              \
  "changed NodeResourcesMostAllocated: empty nodes were preferred "  \
  "with weight 1 and full nodes with weight 2: on nodes with "       \
  "room for their pods that is, apart from rounding, the same as "   \
  "MostAllocated with the difference\n"

/* A Policy that scores these resources. */
#define WEIGHED(resources)                                                    \
  POLICY ("predicates: [{name: GeneralPredicates}]\n"                         \
          "priorities: [{name: One, weight: 2, argument: "                    \
          "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "    \
          "score: 0}, {utilization: 100, score: 10}], resources: [" resources \
          "]}}}]\n")

/* A file with these lists of scores and arguments. */
#define SCORED(score, args)                                          \
  FILE_OF ("v1beta1", "profiles:\n- plugins: {score: {" score "}}\n" \
                      "  pluginConfig: [" args "]\n")

/* What the file ends with, and the notes on what changed or was lost. */
typedef struct
{
  const char *from;
  const char *text;
  const char *to;
  const char *target;
  const char *end;
  const char *notes;
} Move;

static const Move configurations[] = {
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {filter: {enabled: [{name: NodeLabel}]}}\n"
             "  pluginConfig:\n"
             "  - name: NodeLabel\n"
             "    args: {presentLabels: [a, b], absentLabels: [c]}\n"
             "  - name: NodeAffinity\n"
             "    args: {addedAffinity: "
             "{requiredDuringSchedulingIgnoredDuringExecution: "
             "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: "
             "Exists}, {key: d, operator: In, values: [x]}]}, "
             "{matchExpressions: [{key: c, operator: DoesNotExist}]}]}}}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        requiredDuringSchedulingIgnoredDuringExecution:\n"
    "          nodeSelectorTerms:\n"
    "          - matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "            - key: d\n"
    "              operator: In\n"
    "              values:\n"
    "              - x\n"
    "            - key: b\n"
    "              operator: Exists\n"
    "            - key: c\n"
    "              operator: DoesNotExist\n"
    "          - matchExpressions:\n"
    "            - key: c\n"
    "              operator: DoesNotExist\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "            - key: b\n"
    "              operator: Exists\n",
    REQUIRED STRATEGY },
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {filter: {enabled: [{name: NodeLabel}]}}\n"
             "  pluginConfig:\n"
             "  - name: NodeLabel\n"
             "    args: {presentLabels: [a]}\n"
             "  - name: NodeAffinity\n"
             "    args: {addedAffinity: "
             "{requiredDuringSchedulingIgnoredDuringExecution: "
             "{nodeSelectorTerms: [{matchExpressions: [{key: d, operator: "
             "Exists}]}]}}}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        requiredDuringSchedulingIgnoredDuringExecution:\n"
    "          nodeSelectorTerms:\n"
    "          - matchExpressions:\n"
    "            - key: d\n"
    "              operator: Exists\n"
    "            - key: a\n"
    "              operator: Exists\n",
    REQUIRED STRATEGY },
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {filter: {enabled: [{name: NodeLabel}]}}\n"
             "  pluginConfig:\n"
             "  - name: NodeLabel\n"
             "    args: {presentLabels: [a, b, a]}\n"
             "  - name: NodeAffinity\n"
             "    args: {addedAffinity: "
             "{preferredDuringSchedulingIgnoredDuringExecution: [{weight: 5, "
             "preference: {matchExpressions: [{key: a, operator: Exists}, "
             "{key: d, operator: In, values: [x]}]}}]}}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        preferredDuringSchedulingIgnoredDuringExecution:\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "            - key: d\n"
    "              operator: In\n"
    "              values:\n"
    "              - x\n"
    "          weight: 5\n"
    "        requiredDuringSchedulingIgnoredDuringExecution:\n"
    "          nodeSelectorTerms:\n"
    "          - matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "            - key: b\n"
    "              operator: Exists\n",
    REQUIRED STRATEGY },
  { "1.20",
    FILE_OF (
        "v1beta1",
        "profiles:\n"
        "- plugins: {score: {enabled: [{name: NodeLabel, weight: 2}]}}\n"
        "  pluginConfig:\n"
        "  - name: NodeLabel\n"
        "    args: {presentLabelsPreference: [a, b], "
        "absentLabelsPreference: [c]}\n"
        "  - name: NodeAffinity\n"
        "    args: {addedAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: "
        "Exists}, {key: d, operator: In, values: [x]}]}]}, "
        "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 5, "
        "preference: {matchExpressions: [{key: a, operator: Exists}]}}]}}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        preferredDuringSchedulingIgnoredDuringExecution:\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "          weight: 5\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "          weight: 1\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: b\n"
    "              operator: Exists\n"
    "          weight: 1\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: c\n"
    "              operator: DoesNotExist\n"
    "          weight: 1\n"
    "        requiredDuringSchedulingIgnoredDuringExecution:\n"
    "          nodeSelectorTerms:\n"
    "          - matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "            - key: d\n"
    "              operator: In\n"
    "              values:\n"
    "              - x\n",
    STRATEGY "lost NodeLabel: approximate: a preferred node affinity that "
             "NodeAffinity adds to every pod and scales together with the "
             "pod's own preferences; check the weight\n" },
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {score: {enabled: [{name: NodeLabel, weight: 2}]}}\n"
             "  pluginConfig:\n"
             "  - name: NodeLabel\n"
             "    args: {presentLabelsPreference: [a, b, a]}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        preferredDuringSchedulingIgnoredDuringExecution:\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "          weight: 1\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: b\n"
    "              operator: Exists\n"
    "          weight: 1\n"
    "        - preference:\n"
    "            matchExpressions:\n"
    "            - key: a\n"
    "              operator: Exists\n"
    "          weight: 1\n",
    STRATEGY "lost NodeLabel: approximate: a preferred node affinity that "
             "NodeAffinity adds to every pod and scales together with the "
             "pod's own preferences; check the weight\n" },
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {score: {enabled: [{name: ServiceAffinity, weight: "
             "3}]}}\n"
             "  pluginConfig:\n"
             "  - name: ServiceAffinity\n"
             "    args: {antiAffinityLabelsPreference: [zone, rack, row]}\n"
             "  - name: PodTopologySpread\n"
             "    args: {defaultingType: List, defaultConstraints: "
             "[{topologyKey: zone, maxSkew: 2, whenUnsatisfiable: "
             "ScheduleAnyway}, {topologyKey: rack, maxSkew: 2, "
             "whenUnsatisfiable: DoNotSchedule}]}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: PodTopologySpread\n"
    "    args:\n"
    "      defaultConstraints:\n"
    "      - maxSkew: 2\n"
    "        topologyKey: zone\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      - maxSkew: 2\n"
    "        topologyKey: rack\n"
    "        whenUnsatisfiable: DoNotSchedule\n"
    "      - maxSkew: 1\n"
    "        topologyKey: rack\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      - maxSkew: 1\n"
    "        topologyKey: row\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      defaultingType: List\n",
    STRATEGY "lost ServiceAffinity: approximate: default constraints of "
             "PodTopologySpread on these labels, which also count the pods of "
             "replica sets and other controllers\n" },
  { "1.20",
    FILE_OF ("v1beta1",
             "profiles:\n"
             "- plugins: {score: {enabled: [{name: ServiceAffinity, weight: "
             "3}]}}\n"
             "  pluginConfig:\n"
             "  - name: ServiceAffinity\n"
             "    args: {antiAffinityLabelsPreference: "
             "[kubernetes.io/hostname, rack]}\n"
             "  - name: PodTopologySpread\n"
             "    args: {defaultingType: System}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: PodTopologySpread\n"
    "    args:\n"
    "      defaultConstraints:\n"
    "      - maxSkew: 3\n"
    "        topologyKey: kubernetes.io/hostname\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      - maxSkew: 5\n"
    "        topologyKey: topology.kubernetes.io/zone\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      - maxSkew: 1\n"
    "        topologyKey: rack\n"
    "        whenUnsatisfiable: ScheduleAnyway\n"
    "      defaultingType: List\n",
    STRATEGY "lost ServiceAffinity: approximate: default constraints of "
             "PodTopologySpread on these labels, which also count the pods of "
             "replica sets and other controllers\n" },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"1.2.3.4:10251\"\n"
                        "metricsBindAddress: \":10251\"\n"),
    "v1beta2", "1.22", "- schedulerName: default-scheduler\n", STRATEGY },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"1.2.3.4:10251\"\n"
                        "metricsBindAddress: \":10251\"\n"),
    "v1beta2", "1.23", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 1.2.3.4:10251: insecure serving is gone: use "
             "--bind-address and --secure-port\n" },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"1.2.3.4:10251\"\n"
                        "metricsBindAddress: \":10251\"\n"),
    "v1", "1.25", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 1.2.3.4:10251: insecure serving is gone: use "
             "--bind-address and --secure-port\n" },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"0.0.0.0:10251\"\n"
                        "metricsBindAddress: \"0.0.0.0:1\"\n"),
    "v1beta2", "1.22", "- schedulerName: default-scheduler\n", STRATEGY },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"0.0.0.0:10251\"\n"
                        "metricsBindAddress: \"0.0.0.0:1\"\n"),
    "v1beta2", "1.23", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 0.0.0.0:1: insecure serving is gone: use --bind-address "
             "and --secure-port\n" },
  { "1.20",
    FILE_OF ("v1beta1", "healthzBindAddress: \"0.0.0.0:10251\"\n"
                        "metricsBindAddress: \"0.0.0.0:1\"\n"),
    "v1", "1.25", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 0.0.0.0:1: insecure serving is gone: use --bind-address "
             "and --secure-port\n" },
  { "1.20", FILE_OF ("v1beta1", "healthzBindAddress: \"10.0.0.1\"\n"),
    "v1beta2", "1.22", "- schedulerName: default-scheduler\n", STRATEGY },
  { "1.20", FILE_OF ("v1beta1", "healthzBindAddress: \"10.0.0.1\"\n"),
    "v1beta2", "1.23", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 10.0.0.1:10251: insecure serving is gone: use "
             "--bind-address and --secure-port\n" },
  { "1.20", FILE_OF ("v1beta1", "healthzBindAddress: \"10.0.0.1\"\n"), "v1",
    "1.25", "- schedulerName: default-scheduler\n",
    STRATEGY "lost 10.0.0.1:10251: insecure serving is gone: use "
             "--bind-address and --secure-port\n" },
  { "1.23",
    FILE_OF ("v1beta2", "healthzBindAddress: \"\"\n"
                        "metricsBindAddress: \"0.0.0.0:0\"\n"),
    "v1", "1.25", "- schedulerName: default-scheduler\n",
    "dropped 0.0.0.0:0: the field is gone, and it had nothing to "
    "serve\n" },
  { "1.23",
    FILE_OF ("v1beta2", "healthzBindAddress: \"\"\n"
                        "metricsBindAddress: \"0.0.0.0:0\"\n"),
    "v1beta2", "1.24", "- schedulerName: default-scheduler\n", "" },
  { "1.20",
    FILE_OF ("v1beta1",
             "extenders: [{urlPrefix: \"http://h\", filterVerb: f, weight: 1, "
             "tlsConfig: {certFile: c, keyFile: k}}]\n"),
    "v1", "1.25",
    "- schedulerName: default-scheduler\n"
    "extenders:\n"
    "- urlPrefix: \"http://h\"\n"
    "  filterVerb: f\n"
    "  weight: 1\n"
    "  tlsConfig:\n"
    "    certFile: c\n"
    "    keyFile: k\n",
    STRATEGY },
  { "1.20",
    FILE_OF ("v1beta1", "profiles: [{plugins: {postFilter: {disabled: [{name: "
                        "DefaultPreemption}]}}}]\n"),
    "v1", "1.25",
    "- schedulerName: default-scheduler\n"
    "  plugins:\n"
    "    multiPoint:\n"
    "      disabled:\n"
    "      - name: DefaultPreemption\n",
    STRATEGY },
  { "1.25",
    FILE_OF ("v1", "profiles: [{plugins: {postFilter: {disabled: [{name: "
                   "DefaultPreemption}]}}}]\n"),
    "v1", "1.34.1",
    "- schedulerName: default-scheduler\n"
    "  plugins:\n"
    "    multiPoint:\n"
    "      disabled:\n"
    "      - name: DefaultPreemption\n",
    "changed EBSLimits: volumes of this kind are CSI volumes by "
    "then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n"
    "changed GCEPDLimits: volumes of this kind are CSI volumes by "
    "then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n"
    "changed AzureDiskLimits: volumes of this kind are CSI volumes "
    "by then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n" },
  { "1.25",
    FILE_OF ("v1", "profiles: [{plugins: {postFilter: {disabled: [{name: "
                   "DefaultPreemption}]}, reserve: {disabled: [{name: "
                   "VolumeBinding}]}}}]\n"),
    "v1", "1.34.1",
    "- schedulerName: default-scheduler\n"
    "  plugins:\n"
    "    preEnqueue:\n"
    "      enabled:\n"
    "      - name: SchedulingGates\n"
    "      - name: DynamicResources\n"
    "      disabled:\n"
    "      - name: \"*\"\n"
    "    postFilter:\n"
    "      enabled:\n"
    "      - name: DynamicResources\n"
    "      disabled:\n"
    "      - name: \"*\"\n"
    "    reserve:\n"
    "      enabled:\n"
    "      - name: DynamicResources\n"
    "      disabled:\n"
    "      - name: \"*\"\n",
    "changed EBSLimits: volumes of this kind are CSI volumes by "
    "then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n"
    "changed GCEPDLimits: volumes of this kind are CSI volumes by "
    "then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n"
    "changed AzureDiskLimits: volumes of this kind are CSI volumes "
    "by then: NodeVolumeLimits counts them against the limit in the "
    "CSINode\n" },
  { "1.20",
    FILE_OF ("v1beta1", "profiles:\n"
                        "- plugins: {score: {disabled: [{name: "
                        "NodeResourcesLeastAllocated}], enabled: [{name: "
                        "NodeResourcesMostAllocated, weight: 2}]}}\n"
                        "  pluginConfig:\n"
                        "  - name: NodeResourcesMostAllocated\n"
                        "    args: {resources: [{name: cpu, weight: 3}]}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeResourcesFit\n"
    "    args:\n"
    "      scoringStrategy:\n"
    "        resources:\n"
    "        - name: cpu\n"
    "          weight: 3\n"
    "        type: MostAllocated\n",
    "changed NodeResourcesMostAllocated: became a scoring strategy "
    "of NodeResourcesFit: MostAllocated\n" },
  { "1.20",
    FILE_OF ("v1beta1", "profiles:\n"
                        "- plugins: {score: {enabled: [{name: "
                        "NodeResourcesMostAllocated, weight: 2}]}}\n"
                        "  pluginConfig:\n"
                        "  - name: NodeResourcesMostAllocated\n"
                        "    args: {}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: NodeResourcesFit\n"
    "    args:\n"
    "      scoringStrategy:\n"
    "        resources:\n"
    "        - name: cpu\n"
    "          weight: 1\n"
    "        - name: memory\n"
    "          weight: 1\n"
    "        type: MostAllocated\n",
    OPPOSITES },
  { "1.20",
    FILE_OF ("v1beta1", "profiles:\n"
                        "- plugins: {score: {disabled: [{name: "
                        "NodeResourcesLeastAllocated}]}}\n"
                        "  pluginConfig:\n"
                        "  - name: NodeResourcesLeastAllocated\n"
                        "    args: {resources: [{name: cpu, weight: 3}]}\n"),
    "v1", "1.25",
    "- schedulerName: default-scheduler\n"
    "  plugins:\n"
    "    preScore:\n"
    "      enabled:\n"
    "      - name: InterPodAffinity\n"
    "      - name: NodeAffinity\n"
    "      - name: PodTopologySpread\n"
    "      - name: TaintToleration\n"
    "      disabled:\n"
    "      - name: \"*\"\n"
    "    score:\n"
    "      enabled:\n"
    "      - name: NodeResourcesBalancedAllocation\n"
    "        weight: 1\n"
    "      - name: ImageLocality\n"
    "        weight: 1\n"
    "      - name: InterPodAffinity\n"
    "        weight: 1\n"
    "      - name: NodeAffinity\n"
    "        weight: 1\n"
    "      - name: PodTopologySpread\n"
    "        weight: 2\n"
    "      - name: TaintToleration\n"
    "        weight: 1\n"
    "      disabled:\n"
    "      - name: \"*\"\n",
    "" },
  { "1.20",
    SCORED (
        "enabled: [{name: NodeResourcesMostAllocated, weight: 2}]",
        "{name: NodeResourcesLeastAllocated, args: {resources: [{name: cpu, weight: 1}]}}, {name: NodeResourcesMostAllocated, args: {resources: [{name: memory, weight: 1}]}}"),
    "v1", "1.25", STRATEGY_OF ("MostAllocated", RESOURCE ("memory", "1")),
    LOST_LEAST ("MostAllocated", "2") BECAME ("MostAllocated") },
  { "1.20",
    SCORED (
        "enabled: [{name: NodeResourcesMostAllocated, weight: 2}]",
        "{name: NodeResourcesLeastAllocated, args: {resources: [{name: cpu, weight: 1}, {name: a.b/c, weight: 2}]}}, {name: NodeResourcesMostAllocated, args: {resources: [{name: cpu, weight: 1}, {name: a.b/c, weight: 3}]}}"),
    "v1", "1.25",
    STRATEGY_OF ("MostAllocated",
                 RESOURCE ("cpu", "1") RESOURCE ("a.b/c", "3")),
    LOST_LEAST ("MostAllocated", "2") BECAME ("MostAllocated") },
  { "1.20",
    SCORED (
        "enabled: [{name: NodeResourcesMostAllocated, weight: 2}]",
        "{name: NodeResourcesMostAllocated, args: {resources: [{name: cpu, weight: 1}]}}"),
    "v1", "1.25", STRATEGY_OF ("MostAllocated", RESOURCE ("cpu", "1")),
    LOST_LEAST ("MostAllocated", "2") BECAME ("MostAllocated") },
  { "1.20",
    SCORED (
        "enabled: [{name: NodeResourcesMostAllocated, weight: 2}]",
        "{name: NodeResourcesMostAllocated, args: {resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}}"),
    "v1", "1.25",
    STRATEGY_OF ("MostAllocated",
                 RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    OPPOSITES },
  { "1.20",
    SCORED (
        "disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: RequestedToCapacityRatio, weight: 1}, {name: NodeResourcesMostAllocated, weight: 1}]",
        "{name: RequestedToCapacityRatio, args: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}}"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    "changed RequestedToCapacityRatio: became a scoring strategy of NodeResourcesFit: RequestedToCapacityRatio\n"
    "lost NodeResourcesMostAllocated: a profile has one scoring strategy, and RequestedToCapacityRatio with its weight of 1 is kept: this one preferred full nodes\n" },
  { "1.20",
    SCORED (
        "enabled: [{name: RequestedToCapacityRatio, weight: 2}]",
        "{name: RequestedToCapacityRatio, args: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}}"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    LOST_LEAST (
        "RequestedToCapacityRatio",
        "2") "changed RequestedToCapacityRatio: became a scoring strategy of NodeResourcesFit: RequestedToCapacityRatio\n" },
  { "1.18",
    FILE_OF ("v1alpha1",
             "hardPodAffinitySymmetricWeight: 7\n"
             "plugins: {score: {disabled: [{name: \"*\"}], enabled: [{name: "
             "ImageLocality, weight: 3}]}}\n"
             "pluginConfig: [{name: NodeResourcesFit, args: "
             "{ignoredResources: [a.b/c]}}]\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: InterPodAffinity\n"
    "    args:\n"
    "      hardPodAffinityWeight: 7\n"
    "  - name: NodeResourcesFit\n"
    "    args:\n"
    "      ignoredResources:\n"
    "      - a.b/c\n",
    "changed DefaultPodTopologySpread: PodTopologySpread does this "
    "with its built-in constraints (hostname with maxSkew 3, zone "
    "with maxSkew 5), by another formula\n" },
};

static const Move policies[] = {
  { "1.16",
    POLICY ("predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: One, weight: 2, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 0}, {utilization: 100, score: 10}]}}}\n"
            "- {name: Two, weight: 3, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 10}, {utilization: 100, score: 0}]}}}\n"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    RATIO_OF_ONE
    "lost Two: a profile can have only one of these: the first one "
    "is kept\n" },
  { "1.16",
    POLICY ("predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: One, weight: 2, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 0}, {utilization: 100, score: 10}], resources: [{name: "
            "cpu, weight: 0}, {name: a.b/c, weight: 7}]}}}\n"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("a.b/c", "7")),
    RATIO_OF_ONE },
  { "1.16",
    POLICY ("predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: One, weight: 2, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 0}, {utilization: 100, score: 10}], resources: []}}}\n"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    RATIO_OF_ONE },
  { "1.16",
    WEIGHED (
        "{name: a.b/c, weight: 3}, {name: cpu, weight: 1000}, {name: memory, weight: 15}"),
    "v1", "1.25",
    RATIO ("0", "10",
           RESOURCE ("a.b/c", "1") RESOURCE ("cpu", "100")
               RESOURCE ("memory", "2")),
    RATIO_OF_ONE },
  { "1.16",
    WEIGHED (
        "{name: a.b/c, weight: 1}, {name: cpu, weight: 100}, {name: memory, weight: 99}"),
    "v1", "1.25",
    RATIO ("0", "10",
           RESOURCE ("a.b/c", "1") RESOURCE ("cpu", "100")
               RESOURCE ("memory", "99")),
    RATIO_OF_ONE },
  { "1.16",
    WEIGHED (
        "{name: a.b/c, weight: 2}, {name: cpu, weight: 101}, {name: memory, weight: 100}"),
    "v1", "1.25",
    RATIO ("0", "10",
           RESOURCE ("a.b/c", "2") RESOURCE ("cpu", "100")
               RESOURCE ("memory", "99")),
    RATIO_OF_ONE },
  { "1.16",
    WEIGHED (
        "{name: a.b/c, weight: -9223372036854775808}, {name: cpu, weight: 7}, {name: memory, weight: -1}"),
    "v1", "1.25",
    RATIO ("0", "10",
           RESOURCE ("a.b/c", "1") RESOURCE ("cpu", "7")
               RESOURCE ("memory", "1")),
    RATIO_OF_ONE },
  { "1.18",
    POLICY ("predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: One, weight: 2, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 0}, {utilization: 100, score: 10}], resources: [{name: "
            "cpu, weight: 0}, {name: a.b/c, weight: 7}]}}}\n"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("a.b/c", "7")),
    RATIO_OF_ONE },
  { "1.20",
    POLICY ("predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: One, weight: 2, argument: "
            "{requestedToCapacityRatioArguments: {shape: [{utilization: 0, "
            "score: 0}, {utilization: 100, score: 10}], resources: []}}}\n"),
    "v1", "1.25",
    RATIO ("0", "10", RESOURCE ("cpu", "1") RESOURCE ("memory", "1")),
    RATIO_OF_ONE },
  { "1.20",
    POLICY ("predicates:\n"
            "- {name: P, argument: {labelsPresence: {labels: [a], presence: "
            "true}}}\n"
            "- {name: Q, argument: {labelsPresence: {labels: [b], presence: "
            "false}}}\n"
            "- {name: R, argument: {serviceAffinity: {labels: [c, d]}}}\n"
            "priorities: []\n"),
    "v1beta1", "1.20",
    "  pluginConfig:\n"
    "  - name: NodeLabel\n"
    "    args:\n"
    "      absentLabels:\n"
    "      - b\n"
    "      presentLabels:\n"
    "      - a\n"
    "  - name: ServiceAffinity\n"
    "    args:\n"
    "      affinityLabels:\n"
    "      - c\n"
    "      - d\n",
    "" },
  { "1.16",
    POLICY ("hardPodAffinitySymmetricWeight: 9\n"
            "predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: InterPodAffinityPriority, weight: 1}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: InterPodAffinity\n"
    "    args:\n"
    "      hardPodAffinityWeight: 9\n",
    "" },
  { "1.20",
    POLICY ("predicates: []\n"
            "priorities: [{name: EvenPodsSpreadPriority, weight: 1}]\n"),
    "v1beta1", "1.20",
    "  pluginConfig:\n"
    "  - name: PodTopologySpread\n"
    "    args:\n"
    "      defaultingType: List\n",
    "" },
  { "1.20",
    POLICY ("hardPodAffinitySymmetricWeight: 9\n"
            "predicates: [{name: GeneralPredicates}]\n"
            "priorities:\n"
            "- {name: InterPodAffinityPriority, weight: 1}\n"),
    "v1", "1.25",
    "  pluginConfig:\n"
    "  - name: InterPodAffinity\n"
    "    args:\n"
    "      hardPodAffinityWeight: 9\n",
    "" },
};

static char *
notes_text (const FitMigration *migration)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      if (note->kind == FIT_MIGRATION_CHANGED
          || note->kind == FIT_MIGRATION_LOST
          || note->kind == FIT_MIGRATION_DROPPED)
        g_string_append_printf (text, "%s %s: %s\n",
                                fit_migration_kind_name (note->kind),
                                note->name, note->message);
    }
  return g_string_free (text, FALSE);
}

static void
check (FitMigrationSourceKind kind, const Move *moves, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const MigrateRow row = { .kind = kind,
                               .text = moves[i].text,
                               .from = moves[i].from,
                               .to = moves[i].to,
                               .target = moves[i].target };
      g_autoptr (FitMigration) migration = migrate (&row);
      g_autofree char *notes = notes_text (migration);

      if (!g_str_has_suffix (migration->yaml, moves[i].end))
        fail_msg ("%s\nbecomes\n%s", moves[i].text, migration->yaml);
      assert_string_equal (notes, moves[i].notes);
    }
}

static void
test_configurations (void **state)
{
  (void) state;
  check (FIT_MIGRATION_CONFIGURATION, configurations,
         G_N_ELEMENTS (configurations));
}

/* What a plugin does at PreFilter is added before what comes later at Filter. */
static void
test_order_of_added_parts (void **state)
{
#define LISTS(pre_filter, filter)                                              \
  FILE_OF ("v1beta1", "profiles:\n- plugins: {preFilter: {disabled: [{name: "  \
                      "'*'}], enabled: [" pre_filter "]}, filter: {disabled: " \
                      "[{name: '*'}], enabled: [" filter "]}}\n")
  static const struct
  {
    const char *text;
    const char *pre_filter;
  } rows[] = {
    { LISTS ("{name: NodeResourcesFit}",
             "{name: NodeAffinity}, {name: NodeResourcesFit}"),
      "NodeAffinity NodeResourcesFit" },
    { LISTS ("{name: NodeResourcesFit}",
             "{name: NodeResourcesFit}, {name: NodeAffinity}"),
      "NodeResourcesFit NodeAffinity" },
    { LISTS ("{name: NodePorts}, {name: NodeResourcesFit}",
             "{name: NodePorts}, {name: NodeAffinity}, {name: "
             "NodeResourcesFit}"),
      "NodePorts NodeAffinity NodeResourcesFit" },
    { LISTS ("{name: NodeResourcesFit}, {name: NodePorts}",
             "{name: NodePorts}, {name: NodeAffinity}, {name: "
             "NodeResourcesFit}"),
      "NodeAffinity NodeResourcesFit NodePorts" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_CONFIGURATION,
                               .text = rows[i].text,
                               .from = "1.20",
                               .to = "v1",
                               .target = "1.30" };
      g_autoptr (FitMigration) migration = migrate (&row);

      check_names (migration->configuration, FIT_POINT_PRE_FILTER,
                   rows[i].pre_filter);
    }
#undef LISTS
}

/* What is said of weights that the target does not take. */
static void
test_weights_of_resources (void **state)
{
  static const char *const weights[][2] = {
    { WEIGHED ("{name: cpu, weight: 100}"), "" },
    { WEIGHED ("{name: cpu, weight: 101}"),
      "a resource can have a weight of at most 100: the weights are scaled down "
      "and rounded" },
    { WEIGHED ("{name: cpu, weight: -1}"),
      "a resource needs a weight of at least 1: smaller weights become 1" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      const MigrateRow row = { .kind = FIT_MIGRATION_POLICY,
                               .text = weights[i][0],
                               .from = "1.16",
                               .to = "v1",
                               .target = "1.25" };
      g_autoptr (FitMigration) migration = migrate (&row);
      const char *said = "";

      for (guint n = 0; n < migration->notes->len; n++)
        {
          const FitMigrationNote *note
              = &g_array_index (migration->notes, FitMigrationNote, n);

          if (note->kind == FIT_MIGRATION_ARITHMETIC
              && g_str_has_prefix (note->message, "a resource "))
            {
              said = note->message;
              assert_int_equal (note->since, FIT_RELEASE (22, 0));
            }
        }
      assert_string_equal (said, weights[i][1]);
    }
}

static void
test_policies (void **state)
{
  (void) state;
  check (FIT_MIGRATION_POLICY, policies, G_N_ELEMENTS (policies));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_configurations),
    cmocka_unit_test (test_policies),
    cmocka_unit_test (test_order_of_added_parts),
    cmocka_unit_test (test_weights_of_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
