/* todays-additions.c - what the newest releases add to objects
 *
 * tests/fuzz/objects.c and usual-objects.c say what all releases know.  Each rule
 * here is a part of an object, which is merged into one of those: so the fields
 * of 1.33 and later meet everything else.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/differential/todays-additions.h"

#define RULE GRAMMAR_RULE

/* A member that is there in one of two parts, or in one of four. */
#define MAYBE(name, ...) RULE (name, "", __VA_ARGS__)
#define SELDOM(name, ...) RULE (name, "", "", "", __VA_ARGS__)

/* clang-format off */
const GrammarRule todays_additions_grammar[] = {
  RULE ("digit", "0", "1", "2", "3"),
  RULE ("bool", "true", "true", "false"),
  RULE ("cpu", "100m", "500m", "1", "2", "3"),
  RULE ("memory", "128Mi", "300Mi", "1Gi", "2Gi", "5Gi"),
  RULE ("effect", "NoSchedule", "NoSchedule", "PreferNoSchedule", "NoExecute"),
  RULE ("zone", "z1", "z2", "z3"),

  /* -- nodes --------------------------------------------------------------- */
  RULE ("level", "5", "10", "-3", "0", "950", "9223372036854775807"),
  RULE ("any-level", "<level>", "<level>", "<level>", "high", "", "007", "+5",
        "9223372036854775808"),
  RULE ("features", "'UserNamespacesHostNetworkSupport'",
        "'RestartAllContainersOnContainerExits'",
        "'RestartAllContainersOnContainerExits','UserNamespacesHostNetworkSupport'",
        "'InPlacePodLevelResourcesVerticalScaling','GuaranteedQoSPodCPUResize'"),
  MAYBE ("level-taint", ",'taints':[{'key':'level','value':'<any-level>',"
                        "'effect':'<effect>'}]"),
  MAYBE ("declared", ",'declaredFeatures':[<features>]"),
  RULE ("Node",
        "{'spec':{'providerID':''<level-taint>},'status':{'phase':''<declared>}}"),

  /* -- pods ---------------------------------------------------------------- */
  RULE ("comparison", "Gt", "Lt"),
  MAYBE ("toleration-effect", ",'effect':'<effect>'"),
  SELDOM ("tolerations",
          ",'tolerations':[{'key':'level','operator':'<comparison>','value':"
          "'<level>'<toleration-effect>}]",
          ",'tolerations':[{'key':'level','operator':'<comparison>','value':"
          "'<any-level>'<toleration-effect>}]"),
  RULE ("amounts", "'cpu':'<cpu>','memory':'<memory>'", "'cpu':'<cpu>'",
        "'memory':'<memory>'", "'hugepages-2Mi':'4Mi','cpu':'<cpu>'"),
  SELDOM ("pod-resources", ",'resources':{'requests':{<amounts>}}",
          ",'resources':{'requests':{<amounts>},'limits':{<amounts>}}",
          ",'resources':{'limits':{<amounts>}}"),
  SELDOM ("init",
          ",'initContainers':[{'name':'s','image':'side:1','restartPolicy':"
          "'Always','resources':{'requests':{<amounts>}}}]",
          ",'initContainers':[{'name':'s','restartPolicyRules':[{'action':"
          "'RestartAllContainers','exitCodes':{'operator':'In','values':[1]}}]}]",
          ",'initContainers':[{'name':'s','restartPolicy':'Always','resources':{"
          "'requests':{<amounts>}}},{'name':'t','resources':{'requests':{"
          "<amounts>}}}]"),
  SELDOM ("rules",
          ",'containers':[{'name':'r','image':'app:<digit>','restartPolicy':"
          "'Never','restartPolicyRules':[{'action':'RestartAllContainers',"
          "'exitCodes':{'operator':'In','values':[1]}}]}]"),
  SELDOM ("users", ",'hostNetwork':true,'hostUsers':false",
          ",'hostNetwork':<bool>,'hostUsers':<bool>"),
  SELDOM ("volumes",
          ",'volumes':[{'name':'i','image':{'reference':'app:<digit>',"
          "'pullPolicy':'IfNotPresent'}}]",
          ",'volumes':[{'name':'e','ephemeral':{'volumeClaimTemplate':{'spec':{"
          "'accessModes':['ReadWriteOnce'],'storageClassName':'late'}}}}]",
          ",'volumes':[{'name':'j','projected':{'sources':[]}}]"),
  RULE ("policy", "Honor", "Ignore"),
  RULE ("min-domains", "", "", ",'minDomains':<digit>"),
  MAYBE ("keys", ",'matchLabelKeys':['tier']", ",'matchLabelKeys':['app','tier']"),
  RULE ("unsatisfiable", "'DoNotSchedule'<min-domains>", "'ScheduleAnyway'"),
  SELDOM ("spread",
          ",'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone',"
          "'whenUnsatisfiable':<unsatisfiable>,'labelSelector':{'matchLabels':{"
          "'app':'web'}},'nodeAffinityPolicy':'<policy>','nodeTaintsPolicy':"
          "'<policy>'<keys>}]"),
  RULE ("label-keys", ",'matchLabelKeys':['tier']",
        ",'mismatchLabelKeys':['tier']"),
  RULE ("namespaces", "", ",'namespaceSelector':{}",
        ",'namespaceSelector':{'matchLabels':{'kubernetes.io/metadata.name':"
        "'b'}}",
        ",'namespaceSelector':{'matchExpressions':[{'key':'app','operator':"
        "'NotIn','values':['web']}]}"),
  RULE ("side", "podAffinity", "podAntiAffinity"),
  SELDOM ("affinity",
          ",'affinity':{'<side>':{"
          "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':"
          "'zone','labelSelector':{'matchLabels':{'app':'db'}}<label-keys>"
          "<namespaces>}]}}"),
  /* A resize: what was allocated, what is in force, and what is to become of
   * the rest. */
  RULE ("resize-state",
        ",'conditions':[{'type':'PodResizePending','status':'True','reason':"
        "'Infeasible'}]",
        ",'conditions':[{'type':'PodResizePending','status':'True','reason':"
        "'Deferred'}]",
        ",'conditions':[{'type':'PodResizeInProgress','status':'True'}]", "",
        ",'resize':'Infeasible'"),
  RULE ("in-force", "", ",'resources':{'requests':{<amounts>}}",
        ",'allocatedResources':{<amounts>}",
        ",'allocatedResources':{<amounts>},'resources':{'requests':{<amounts>}}"),
  SELDOM ("side-status", ",'initContainerStatuses':[{'name':'s'<in-force>}]"),
  SELDOM ("whole-pod", "<in-force>"),
  MAYBE ("resize", ",'containerStatuses':[{'name':'c'<in-force>}]<side-status>"
                   "<whole-pod><resize-state>"),
  RULE ("Pod",
        "{'spec':{'enableServiceLinks':true<tolerations><pod-resources><users>"
        "<rules>},'status':{'message':''}}",
        "{'spec':{'enableServiceLinks':true<init><pod-resources><volumes>},"
        "'status':{'message':''<resize>}}",
        "{'spec':{'enableServiceLinks':true<spread><affinity><tolerations>},"
        "'status':{'message':''}}",
        "{'spec':{'enableServiceLinks':true<spread>},'status':{'message':''"
        "<resize>}}"),

  /* -- volumes and the rest ------------------------------------------------ */
  RULE ("attributes", "gold", "silver", ""),
  RULE ("PersistentVolume", "{}",
        "{'spec':{'volumeAttributesClassName':'<attributes>'}}"),
  RULE ("PersistentVolumeClaim", "{}",
        "{'spec':{'volumeAttributesClassName':'<attributes>'}}",
        "{'spec':{'volumeAttributesClassName':'<attributes>'},'status':{"
        "'currentVolumeAttributesClassName':'<attributes>'}}"),
  RULE ("CSIDriver", "{'spec':{'nodeAllocatableUpdatePeriodSeconds':30}}",
        "{'spec':{'preventPodSchedulingIfMissing':<bool>}}"),
  RULE ("CSIStorageCapacity", "{}", "{'maximumVolumeSize':'2Gi'}",
        "{'maximumVolumeSize':'12Gi'}"),
  RULE ("Namespace",
        "{'metadata':{'labels':{'kubernetes.io/metadata.name':'<$>'}}}"),

  /* -- gates --------------------------------------------------------------- */
  /* Some gates may not be off while those are on that need them. */
  RULE ("gate", "TaintTolerationComparisonOperators", "VolumeLimitScaling",
        "InPlacePodLevelResourcesVerticalScaling", "StorageCapacityScoring",
        "MatchLabelKeysInPodTopologySpreadSelectorMerge",
        "MutableCSINodeAllocatableCount", "SchedulerAsyncPreemption",
        "OpportunisticBatching", "SchedulerAsyncAPICalls",
        "NominatedNodeNameForExpectation", "SchedulerPopFromBackoffQ",
        "DynamicResourceAllocation", "RestartAllContainersOnContainerExits"),
  RULE ("gates", "{}", "{}", "{'<gate>':<bool>}", "{'<gate>':false}",
        "{'<gate>':<bool>,'<gate>':false}", "{'AllAlpha':true}",
        "{'AllBeta':false}",
        "{'PodLevelResources':false,'InPlacePodLevelResourcesVerticalScaling':"
        "false}",
        "{'NodeDeclaredFeatures':false,'ExtendWebSocketsToKubelet':false,"
        "'InPlacePodLevelResourcesVerticalScaling':false,"
        "'InPlacePodVerticalScalingInitContainers':false,"
        "'RestartAllContainersOnContainerExits':false,"
        "'UserNamespacesHostNetworkSupport':false}"),
  { NULL, NULL },
};
/* clang-format on */
