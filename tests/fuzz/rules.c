/* rules.c - what Policies, configurations and recorded answers may look like
 *
 * Numbers go to the ends of their types, so some of it is refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/grammar.h"

#define RULE GRAMMAR_RULE

/* A member that may be missing. */
#define MAYBE(name, text) RULE (name, "", text)

/* clang-format off */
const GrammarRule rules_grammar[] = {
  RULE ("bool", "false", "true"),
  RULE ("small", "1", "0", "2", "10", "50", "100"),
  RULE ("weight", "1", "2", "100", "0", "-1", "2147483647", "92233720368547758",
        "922337203685477580", "9223372036854775807", "-9223372036854775808"),
  RULE ("int32", "1", "0", "100", "5", "-1", "2147483647", "-2147483648"),
  RULE ("int64", "1", "10", "0", "600", "-1", "9223372036854775807",
        "-9223372036854775808", "9223372037", "9223372036"),
  RULE ("duration", "'5s'", "'0s'", "'1h'", "'2562047h47m16.854775807s'"),
  RULE ("label", "zone", "disk", "kubernetes.io/hostname", "nowhere"),
  RULE ("labels", "['<label>']", "['<label>','<label>']", "[]"),
  RULE ("resource", "cpu", "memory", "ephemeral-storage", "example.com/gpu",
        "hugepages-2Mi"),
  RULE ("weighted-resource", "{'name':'<resource>','weight':<small>}",
        "{'name':'<resource>','weight':<weight>}", "{'name':'<resource>'}"),
  RULE ("shape",
        "[{'utilization':0,'score':0},{'utilization':100,'score':10}]",
        "[{'utilization':0,'score':10},{'utilization':<small>,'score':0}]",
        "[{'utilization':0,'score':<small>},{'utilization':10,'score':5},"
        "{'utilization':50,'score':0},{'utilization':100,'score':10}]",
        "[{'utilization':<small>,'score':<small>}]"),

  /* -- Policy -------------------------------------------------------------- */
  RULE ("predicate",
        "{'name':'PodFitsResources'}", "{'name':'GeneralPredicates'}",
        "{'name':'CheckNodeCondition'}", "{'name':'CheckNodeUnschedulable'}",
        "{'name':'HostName'}", "{'name':'PodFitsHostPorts'}",
        "{'name':'MatchNodeSelector'}", "{'name':'NoDiskConflict'}",
        "{'name':'PodToleratesNodeTaints'}",
        "{'name':'PodToleratesNodeNoExecuteTaints'}",
        "{'name':'MaxEBSVolumeCount'}", "{'name':'MaxGCEPDVolumeCount'}",
        "{'name':'MaxCSIVolumeCountPred'}", "{'name':'MaxAzureDiskVolumeCount'}",
        "{'name':'MaxCinderVolumeCount'}", "{'name':'CheckVolumeBinding'}",
        "{'name':'NoVolumeZoneConflict'}", "{'name':'CheckNodeMemoryPressure'}",
        "{'name':'CheckNodePIDPressure'}", "{'name':'CheckNodeDiskPressure'}",
        "{'name':'EvenPodsSpread'}", "{'name':'MatchInterPodAffinity'}",
        "{'name':'PodFitsPorts'}",
        "{'name':'A1','argument':{'serviceAffinity':{'labels':<labels>}}}",
        "{'name':'B1','argument':{'labelsPresence':{'labels':<labels>,"
        "'presence':<bool>}}}"),
  RULE ("priority-name", "LeastRequestedPriority", "SelectorSpreadPriority",
        "InterPodAffinityPriority", "MostRequestedPriority",
        "BalancedResourceAllocation", "NodePreferAvoidPodsPriority",
        "NodeAffinityPriority", "TaintTolerationPriority",
        "ImageLocalityPriority", "ServiceSpreadingPriority", "EqualPriority",
        "EvenPodsSpreadPriority", "ResourceLimitsPriority"),
  MAYBE ("ratio-resources", ",'resources':[<weighted-resource*3>]"),
  RULE ("priority",
        "{'name':'<priority-name>','weight':<small>}",
        "{'name':'<priority-name>','weight':<weight>}",
        "{'name':'S<small>','weight':<weight>,'argument':{"
        "'serviceAntiAffinity':{'label':'<label>'}}}",
        "{'name':'L<small>','weight':<weight>,'argument':{"
        "'labelPreference':{'label':'<label>','presence':<bool>}}}",
        "{'name':'R1','weight':<weight>,'argument':{"
        "'requestedToCapacityRatioArguments':{'shape':<shape>"
        "<ratio-resources>}}}"),
  MAYBE ("predicates", ",'predicates':[<predicate*9>]"),
  MAYBE ("priorities", ",'priorities':[<priority*9>]"),
  MAYBE ("hard-weight", ",'hardPodAffinitySymmetricWeight':<int32>"),
  MAYBE ("check-all", ",'alwaysCheckAllPredicates':<bool>"),
  MAYBE ("policy-extenders", ",'extenders':[<policy-extender*2>]"),
  RULE ("policy-extender", "{<extender>,'enableHttps':<bool>}",
        "{<extender>,'httpTimeout':<int64>}"),
  RULE ("Policy",
        "{'apiVersion':'v1','kind':'Policy'<predicates><priorities>"
        "<hard-weight><check-all><policy-extenders>}"),

  /* -- extenders ----------------------------------------------------------- */
  MAYBE ("filter-verb", ",'filterVerb':'f'"),
  MAYBE ("preempt-verb", ",'preemptVerb':'e'"),
  MAYBE ("prioritize-verb", ",'prioritizeVerb':'p','weight':<weight>"),
  MAYBE ("ignorable", ",'ignorable':<bool>"),
  MAYBE ("managed", ",'managedResources':[{'name':'example.com/gpu',"
                    "'ignoredByScheduler':<bool>}]"),
  RULE ("extender", "'urlPrefix':'http://x'<filter-verb><preempt-verb>"
                    "<prioritize-verb><ignorable><managed>"),
  RULE ("pattern", "*", "n0", "n?", "p*", "a/p0"),
  RULE ("filtered",
        "{'names':['<pattern>'],'passes':true}",
        "{'names':['<pattern>'],'fails':'no'}",
        "{'names':['<pattern>'],'unresolvable':'never'}",
        "{'names':['<pattern>'],'dropped':true}"),
  RULE ("scored", "{'names':['<pattern>'],'score':<small>}",
        "{'names':['<pattern>'],'score':<int64>}"),
  RULE ("preempted", "{'names':['<pattern>'],'victims':['<pattern>']}",
        "{'names':['<pattern>'],'dropped':true}"),
  RULE ("ExtenderAnswers",
        "{'apiVersion':'fitsched/v1','kind':'ExtenderAnswers','extenders':[{"
        "'urlPrefix':'*','filter':[{'nodes':[<filtered*3>]},"
        "{'nodes':[{'names':['*'],'passes':true}]}],'prioritize':[{'nodes':["
        "<scored*3>]},{'nodes':[{'names':['*'],'score':1}]}],"
        "'preempt':[{'nodes':[<preempted*3>]},"
        "{'nodes':[{'names':['*'],'victims':['*']}]}]}]}",
        "{'apiVersion':'fitsched/v1','kind':'ExtenderAnswers','extenders':[{"
        "'urlPrefix':'*','filter':[{'call':2,'error':'broken'},"
        "{'nodes':[<filtered*3>]}],'prioritize':[{'error':'broken'}]}]}"),

  /* -- KubeSchedulerConfiguration ------------------------------------------ */
  RULE ("point", "score", "filter", "preFilter", "preScore", "postFilter",
        "queueSort", "reserve", "permit", "preBind", "bind", "postBind",
        "unreserve", "preEnqueue", "multiPoint"),
  RULE ("plugin", "NodeResourcesFit", "InterPodAffinity", "PodTopologySpread",
        "NodeAffinity", "TaintToleration", "ImageLocality", "NodeLabel",
        "NodeName", "NodePorts", "NodePreferAvoidPods",
        "NodeResourcesBalancedAllocation", "NodeResourcesLeastAllocated",
        "NodeResourcesMostAllocated", "RequestedToCapacityRatio",
        "NodeUnschedulable", "NodeVolumeLimits", "EBSLimits", "GCEPDLimits",
        "AzureDiskLimits", "CinderLimits", "DefaultPodTopologySpread",
        "SelectorSpread", "ServiceAffinity", "VolumeBinding",
        "VolumeRestrictions", "VolumeZone", "DefaultPreemption",
        "DefaultBinder", "PrioritySort", "SchedulingGates",
        "NodeResourceLimits", "DynamicResources", "Coscheduling"),
  RULE ("enabled", "{'name':'<plugin>'}",
        "{'name':'<plugin>','weight':<small>}",
        "{'name':'<plugin>','weight':<int32>}"),
  RULE ("disabled", "{'name':'<plugin>'}", "{'name':'*'}"),
  RULE ("set", "'<point>':{'enabled':[<enabled*3>]}",
        "'<point>':{'disabled':[<disabled*3>]}",
        "'<point>':{'enabled':[<enabled*6>],'disabled':[<disabled*2>]}",
        "'score':{'enabled':[<enabled*6>],'disabled':[{'name':'*'}]}",
        "'filter':{'enabled':[<enabled*6>],'disabled':[{'name':'*'}]}"),
  MAYBE ("plugins", ",'plugins':{<set*3>}"),
  RULE ("resources", "'resources':[<weighted-resource*3>]"),
  MAYBE ("strategy-ratio", ",'requestedToCapacityRatio':{'shape':<shape>}"),
  RULE ("strategy", "LeastAllocated", "MostAllocated",
        "RequestedToCapacityRatio"),
  MAYBE ("scoring", ",'scoringStrategy':{'type':'<strategy>',<resources>"
                    "<strategy-ratio>}"),
  RULE ("node-term", "{'matchExpressions':[{'key':'<label>','operator':'In',"
                     "'values':['ssd','z1']}]}",
        "{'matchExpressions':[{'key':'size','operator':'Gt','values':["
        "'<int64>']}]}"),
  RULE ("unsatisfiable", "ScheduleAnyway", "DoNotSchedule"),
  RULE ("constraint", "{'maxSkew':<small>,'topologyKey':'<label>',"
                      "'whenUnsatisfiable':'<unsatisfiable>'}",
        "{'maxSkew':<int32>,'topologyKey':'<label>','whenUnsatisfiable':"
        "'<unsatisfiable>'}"),
  MAYBE ("defaulting", ",'defaultingType':'List'"),
  RULE ("args",
        "{'name':'NodeResourcesFit','args':{'ignoredResources':["
        "'example.com/gpu']<scoring>}}",
        "{'name':'InterPodAffinity','args':{'hardPodAffinityWeight':<int32>}}",
        "{'name':'PodTopologySpread','args':{'defaultConstraints':["
        "<constraint*2>]<defaulting>}}",
        "{'name':'NodeAffinity','args':{'addedAffinity':{"
        "'requiredDuringSchedulingIgnoredDuringExecution':{"
        "'nodeSelectorTerms':[<node-term*2>]}}}}",
        "{'name':'NodeAffinity','args':{'addedAffinity':{"
        "'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':<int32>,"
        "'preference':<node-term>}]}}}",
        "{'name':'NodeLabel','args':{'presentLabels':<labels>,"
        "'absentLabelsPreference':<labels>}}",
        "{'name':'ServiceAffinity','args':{'affinityLabels':<labels>,"
        "'antiAffinityLabelsPreference':<labels>}}",
        "{'name':'RequestedToCapacityRatio','args':{'shape':<shape>,"
        "<resources>}}",
        "{'name':'NodeResourcesLeastAllocated','args':{<resources>}}",
        "{'name':'NodeResourcesMostAllocated','args':{<resources>}}",
        "{'name':'NodeResourcesBalancedAllocation','args':{<resources>}}",
        "{'name':'DefaultPreemption','args':{'minCandidateNodesPercentage':"
        "<int32>,'minCandidateNodesAbsolute':<int32>}}",
        "{'name':'VolumeBinding','args':{'bindTimeoutSeconds':<int64>}}",
        "{'name':'VolumeBinding','args':{'shape':<shape>}}",
        "{'name':'Coscheduling','args':{'permitWaitingTimeSeconds':<int64>}}"),
  MAYBE ("plugin-config", ",'pluginConfig':[<args*4>]"),
  MAYBE ("percentage", ",'percentageOfNodesToScore':<int32>"),
  RULE ("profile",
        "{'schedulerName':'default-scheduler'<plugins><plugin-config>}"),
  MAYBE ("second-profile", ",{'schedulerName':'second'<percentage><plugins>}"),
  MAYBE ("initial-backoff", ",'podInitialBackoffSeconds':<int64>"),
  MAYBE ("max-backoff", ",'podMaxBackoffSeconds':<int64>"),
  MAYBE ("parallelism", ",'parallelism':<int32>"),
  MAYBE ("elect", ",'leaderElection':{'leaderElect':false}"),
  RULE ("config-extender", "{<extender>,'enableHTTPS':<bool>,'httpTimeout':"
                           "<duration>}", "{<extender>,'nodeCacheCapable':true}"),
  MAYBE ("config-extenders", ",'extenders':[<config-extender*2>]"),
  RULE ("KubeSchedulerConfiguration",
        "{'apiVersion':'kubescheduler.config.k8s.io/<$>','kind':"
        "'KubeSchedulerConfiguration'<initial-backoff><max-backoff><percentage>"
        "<parallelism><elect><config-extenders>,'profiles':[<profile>"
        "<second-profile>]}",
        "{'apiVersion':'kubescheduler.config.k8s.io/<$>','kind':"
        "'KubeSchedulerConfiguration'}",
        "{'apiVersion':'kubescheduler.config.k8s.io/v1alpha1','kind':"
        "'KubeSchedulerConfiguration'<percentage><hard-weight>,"
        "'algorithmSource':{'provider':'ClusterAutoscalerProvider'},"
        "'disablePreemption':<bool>}"),
  { NULL, NULL },
};
/* clang-format on */
