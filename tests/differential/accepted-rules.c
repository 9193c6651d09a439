/* accepted-rules.c - Policies and configurations that a scheduler takes
 *
 * Most of what tests/fuzz/rules.c makes is refused, and what is left is plain.
 * These rules say much, and are seldom refused.  The lists name a plugin once,
 * and only at points where it can be.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/differential/accepted-rules.h"

#define RULE GRAMMAR_RULE

/* A member or entry that may be missing; it brings its comma along. */
#define MAYBE(name, ...) GRAMMAR_RULE (name, "", __VA_ARGS__)

/* An entry of a list of Score plugins. */
#define SCORE(name, plugin) \
  MAYBE (name, ",{'name':'" plugin "','weight':<weight>}")

/* A predicate or priority that takes no argument. */
#define NAMED(name, predicate) MAYBE (name, ",{'name':'" predicate "'}")
#define WEIGHTED(name, priority) \
  MAYBE (name, ",{'name':'" priority "','weight':<weight>}")

#define CONFIGURATION(version, sets, args)                              \
  RULE (version,                                                        \
        "{'apiVersion':'kubescheduler.config.k8s.io/" version           \
        "','kind':'KubeSchedulerConfiguration'<percentage>,'profiles':" \
        "[{'schedulerName':'default-scheduler'<" sets "><" args ">}]}")

/* clang-format off */
const GrammarRule accepted_rules_grammar[] = {
  RULE ("bool", "false", "true"),
  RULE ("weight", "1", "2", "3", "10", "100"),
  RULE ("hundred", "0", "1", "2", "30", "100"),
  RULE ("label", "zone", "disk", "kubernetes.io/hostname", "nowhere"),
  RULE ("labels", "['zone']", "['disk']", "['zone','disk']",
        "['kubernetes.io/hostname','zone']", "['nowhere']"),
  RULE ("shape",
        "[{'utilization':0,'score':0},{'utilization':100,'score':10}]",
        "[{'utilization':0,'score':10},{'utilization':30,'score':0}]",
        "[{'utilization':0,'score':3},{'utilization':10,'score':5},"
        "{'utilization':50,'score':0},{'utilization':100,'score':10}]",
        "[{'utilization':40,'score':7}]"),
  MAYBE ("more-memory", ",{'name':'memory','weight':<weight>}"),
  MAYBE ("more-gpus", ",{'name':'example.com/gpu','weight':<weight>}"),
  MAYBE ("more-disk", ",{'name':'ephemeral-storage','weight':<weight>}"),
  RULE ("resources", "'resources':[{'name':'cpu','weight':<weight>}"
                     "<more-memory><more-gpus><more-disk>]"),

  /* -- Policy -------------------------------------------------------------- */
  NAMED ("p-ports", "PodFitsHostPorts"),
  NAMED ("p-host", "HostName"),
  NAMED ("p-selector", "MatchNodeSelector"),
  NAMED ("p-disk", "NoDiskConflict"),
  NAMED ("p-taints", "PodToleratesNodeTaints"),
  NAMED ("p-execute", "PodToleratesNodeNoExecuteTaints"),
  NAMED ("p-ebs", "MaxEBSVolumeCount"),
  NAMED ("p-gce", "MaxGCEPDVolumeCount"),
  NAMED ("p-csi", "MaxCSIVolumeCountPred"),
  NAMED ("p-azure", "MaxAzureDiskVolumeCount"),
  NAMED ("p-binding", "CheckVolumeBinding"),
  NAMED ("p-zone", "NoVolumeZoneConflict"),
  NAMED ("p-condition", "CheckNodeCondition"),
  NAMED ("p-unschedulable", "CheckNodeUnschedulable"),
  NAMED ("p-memory", "CheckNodeMemoryPressure"),
  NAMED ("p-pid", "CheckNodePIDPressure"),
  NAMED ("p-pressure", "CheckNodeDiskPressure"),
  NAMED ("p-affinity", "MatchInterPodAffinity"),
  MAYBE ("p-service",
         ",{'name':'in-a-zone','argument':{'serviceAffinity':{'labels':<labels>}}}"),
  MAYBE ("p-labels", ",{'name':'labelled','argument':{'labelsPresence':{'labels':"
                     "<labels>,'presence':<bool>}}}"),
  RULE ("fits", "{'name':'PodFitsResources'}", "{'name':'GeneralPredicates'}",
        "{'name':'MaxCinderVolumeCount'}"),
  MAYBE ("predicates",
         ",'predicates':[<fits><p-ports><p-host><p-selector><p-disk>"
         "<p-taints><p-unschedulable><p-affinity><p-service><p-labels>]",
         ",'predicates':[<fits><p-ebs><p-gce><p-csi><p-azure>"
         "<p-binding><p-zone><p-labels>]",
         ",'predicates':[<fits><p-affinity><p-service><p-selector>]",
         ",'predicates':[<fits><p-execute><p-condition><p-memory><p-pid>"
         "<p-pressure><p-unschedulable>]"),
  WEIGHTED ("r-spread", "SelectorSpreadPriority"),
  WEIGHTED ("r-services", "ServiceSpreadingPriority"),
  WEIGHTED ("r-affinity", "InterPodAffinityPriority"),
  WEIGHTED ("r-most", "MostRequestedPriority"),
  WEIGHTED ("r-balanced", "BalancedResourceAllocation"),
  WEIGHTED ("r-avoid", "NodePreferAvoidPodsPriority"),
  WEIGHTED ("r-nodes", "NodeAffinityPriority"),
  WEIGHTED ("r-taints", "TaintTolerationPriority"),
  WEIGHTED ("r-images", "ImageLocalityPriority"),
  MAYBE ("r-service", ",{'name':'apart','weight':<weight>,'argument':{"
                      "'serviceAntiAffinity':{'label':'<label>'}}}"),
  MAYBE ("r-labels", ",{'name':'preferred','weight':<weight>,'argument':{"
                     "'labelPreference':{'label':'<label>','presence':<bool>}}}"),
  MAYBE ("ratio-resources", ",<resources>"),
  MAYBE ("r-ratio", ",{'name':'ratio','weight':<weight>,'argument':{"
                    "'requestedToCapacityRatioArguments':{'shape':<shape>"
                    "<ratio-resources>}}}"),
  RULE ("asked", "{'name':'LeastRequestedPriority','weight':<weight>}",
        "{'name':'EqualPriority','weight':<weight>}"),
  MAYBE ("priorities",
         ",'priorities':[<asked><r-spread><r-affinity><r-balanced><r-labels>]",
         ",'priorities':[<asked><r-services><r-nodes><r-taints><r-service>]",
         ",'priorities':[<asked><r-most><r-images><r-avoid><r-ratio>]",
         ",'priorities':[<asked><r-nodes><r-labels><r-ratio><r-images>]"),
  MAYBE ("hard-weight", ",'hardPodAffinitySymmetricWeight':<hundred>"),
  MAYBE ("check-all", ",'alwaysCheckAllPredicates':<bool>"),
  RULE ("Policy", "{'apiVersion':'v1','kind':'Policy'<predicates><priorities>"
                  "<hard-weight><check-all>}"),

  /* -- lists of plugins ---------------------------------------------------- */
  SCORE ("s-balanced", "NodeResourcesBalancedAllocation"),
  SCORE ("s-pods", "InterPodAffinity"),
  SCORE ("s-taints", "TaintToleration"),
  SCORE ("s-images", "ImageLocality"),
  SCORE ("s-topology", "PodTopologySpread"),
  SCORE ("s-fit", "NodeResourcesFit"),
  SCORE ("s-least", "NodeResourcesLeastAllocated"),
  SCORE ("s-most", "NodeResourcesMostAllocated"),
  SCORE ("s-avoid", "NodePreferAvoidPods"),
  SCORE ("s-spread", "SelectorSpread"),
  SCORE ("s-former-spread", "DefaultPodTopologySpread"),
  RULE ("scores", "{'name':'NodeAffinity','weight':<weight>}<s-balanced>"
                  "<s-pods><s-taints><s-images><s-topology>"),
  NAMED ("f-ports", "NodePorts"),
  NAMED ("f-affinity", "NodeAffinity"),
  NAMED ("f-taints", "TaintToleration"),
  NAMED ("f-pods", "InterPodAffinity"),
  NAMED ("f-topology", "PodTopologySpread"),
  NAMED ("f-limits", "NodeVolumeLimits"),
  NAMED ("f-zone", "VolumeZone"),
  NAMED ("f-conflicts", "VolumeRestrictions"),
  NAMED ("f-binding", "VolumeBinding"),
  NAMED ("f-unschedulable", "NodeUnschedulable"),
  RULE ("filters", "{'name':'NodeResourcesFit'}<f-unschedulable><f-ports>"
                   "<f-affinity><f-taints><f-pods><f-topology><f-limits>"
                   "<f-zone><f-conflicts><f-binding>"),
  MAYBE ("filter-set",
         ",'filter':{'enabled':[<filters>],'disabled':[{'name':'*'}]}",
         ",'filter':{'disabled':[{'name':'NodePorts'},{'name':'VolumeZone'}]}",
         ",'filter':{'enabled':[<filters>],'disabled':[{'name':'*'}]},"
         "'preScore':{'disabled':[{'name':'*'}]}"),
  MAYBE ("post-filter-set", ",'postFilter':{'disabled':[{'name':'*'}]}"),
  MAYBE ("multi-set",
         ",'multiPoint':{'disabled':[{'name':'ImageLocality'}]}",
         ",'multiPoint':{'enabled':[{'name':'NodeAffinity','weight':<weight>}"
         "<s-taints>]}"),
  MAYBE ("sets-v1",
         ",'plugins':{'score':{'enabled':[<scores><s-fit>],'disabled':[{"
         "'name':'*'}]}<filter-set><post-filter-set>}",
         ",'plugins':{'score':{'disabled':[{'name':'TaintToleration'}]}"
         "<filter-set><multi-set>}"),
  MAYBE ("sets-v1beta2",
         ",'plugins':{'score':{'enabled':[<scores><s-fit><s-avoid>"
         "<s-spread>],'disabled':[{'name':'*'}]}<filter-set>"
         "<post-filter-set>}"),
  MAYBE ("sets-v1beta1",
         ",'plugins':{'score':{'enabled':[<scores><s-least><s-most><s-avoid>"
         "<s-spread>],'disabled':[{'name':'*'}]}<filter-set>"
         "<post-filter-set>}"),
  MAYBE ("sets-v1alpha2",
         ",'plugins':{'score':{'enabled':[<scores><s-least><s-most><s-avoid>"
         "<s-former-spread>],'disabled':[{'name':'*'}]}<filter-set>}"),

  /* -- arguments ----------------------------------------------------------- */
  RULE ("a-pods", "{'name':'InterPodAffinity','args':{'hardPodAffinityWeight':"
                  "<hundred>}}"),
  RULE ("strategy",
        "'type':'LeastAllocated',<resources>",
        "'type':'MostAllocated',<resources>",
        "'type':'RequestedToCapacityRatio',<resources>,"
        "'requestedToCapacityRatio':{'shape':<shape>}"),
  MAYBE ("ignored", "'ignoredResources':['example.com/gpu'],"),
  MAYBE ("a-fit", ",{'name':'NodeResourcesFit','args':{<ignored>"
                  "'scoringStrategy':{<strategy>}}}"),
  MAYBE ("a-balanced", ",{'name':'NodeResourcesBalancedAllocation','args':{"
                       "'resources':[{'name':'cpu','weight':1},{'name':"
                       "'example.com/gpu','weight':1}]}}"),
  MAYBE ("a-least", ",{'name':'NodeResourcesLeastAllocated','args':{"
                    "<resources>}}"),
  MAYBE ("a-most", ",{'name':'NodeResourcesMostAllocated','args':{"
                   "<resources>}}"),
  MAYBE ("a-label", ",{'name':'NodeLabel','args':{'presentLabels':<labels>}}"),
  RULE ("unsatisfiable", "ScheduleAnyway", "DoNotSchedule"),
  RULE ("constraints",
        "[{'maxSkew':<weight>,'topologyKey':'zone','whenUnsatisfiable':"
        "'<unsatisfiable>'}]",
        "[{'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':"
        "'<unsatisfiable>'},{'maxSkew':<weight>,'topologyKey':'disk',"
        "'whenUnsatisfiable':'<unsatisfiable>'}]"),
  MAYBE ("a-topology", ",{'name':'PodTopologySpread','args':{"
                       "'defaultConstraints':<constraints>,"
                       "'defaultingType':'List'}}"),
  MAYBE ("a-former-topology", ",{'name':'PodTopologySpread','args':{"
                              "'defaultConstraints':<constraints>}}"),
  RULE ("term", "{'matchExpressions':[{'key':'disk','operator':'In','values':["
                "'ssd','z1']}]}",
        "{'matchExpressions':[{'key':'size','operator':'Gt','values':['2']}]}",
        "{'matchExpressions':[{'key':'zone','operator':'Exists'}]}"),
  MAYBE ("a-nodes",
         ",{'name':'NodeAffinity','args':{'addedAffinity':{"
         "'requiredDuringSchedulingIgnoredDuringExecution':{"
         "'nodeSelectorTerms':[<term>,<term>]}}}}",
         ",{'name':'NodeAffinity','args':{'addedAffinity':{"
         "'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':"
         "<weight>,'preference':<term>},{'weight':50,'preference':<term>}]}}}"),
  MAYBE ("a-preemption", ",{'name':'DefaultPreemption','args':{"
                         "'minCandidateNodesPercentage':10,"
                         "'minCandidateNodesAbsolute':<weight>}}"),
  MAYBE ("args-v1", ",'pluginConfig':[<a-pods><a-fit><a-balanced><a-topology>"
                    "<a-nodes><a-preemption>]"),
  MAYBE ("args-v1beta1", ",'pluginConfig':[<a-pods><a-least><a-most>"
                         "<a-topology><a-nodes><a-preemption>]"),
  MAYBE ("args-v1alpha2", ",'pluginConfig':[<a-pods><a-least><a-most><a-label>"
                          "<a-former-topology>]"),

  /* -- KubeSchedulerConfiguration: a rule for each version ----------------- */
  MAYBE ("percentage", ",'percentageOfNodesToScore':<hundred>"),
  CONFIGURATION ("v1", "sets-v1", "args-v1"),
  CONFIGURATION ("v1beta2", "sets-v1beta2", "args-v1"),
  CONFIGURATION ("v1beta1", "sets-v1beta1", "args-v1beta1"),
  CONFIGURATION ("v1alpha2", "sets-v1alpha2", "args-v1alpha2"),
  { NULL, NULL },
};
/* clang-format on */
