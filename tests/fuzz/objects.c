/* objects.c - what objects of a cluster may look like
 *
 * All of it is taken by an API server, or was by one of some release; amounts go
 * to the ends of their types.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/grammar.h"

#define RULE GRAMMAR_RULE
#define ZONE "failure-domain.beta.kubernetes.io/zone"
#define REGION "failure-domain.beta.kubernetes.io/region"
#define REQUIRED "'requiredDuringSchedulingIgnoredDuringExecution':"
#define PREFERRED "'preferredDuringSchedulingIgnoredDuringExecution':"

/* A member that may be missing. */
#define MAYBE(name, text) RULE (name, "", text)

/* clang-format off */
const GrammarRule object_grammar[] = {
  /* -- values -------------------------------------------------------------- */
  RULE ("digit", "0", "1", "2", "5", "9"),
  RULE ("quantity", "0", "1", "100m", "4", "1Gi", "<digit><digit>", "0.5",
        "1n", "1500u", "128Mi", "1e3", "-1", "-1Gi", "9223372036854775807",
        "-9223372036854775808", "9223372036854775807m", "8Ei", "7Ei", "1e18",
        "4611686018427387904", "9223372036854775", "0.000000001"),
  RULE ("int32", "0", "1", "-1", "1<digit>", "100", "2147483647",
        "-2147483648", "2000000000", "2000001000", "1000000000"),
  RULE ("int64", "0", "1", "-1", "30", "9223372036854775807",
        "-9223372036854775808", "4611686018427387904", "9223372036"),
  RULE ("small", "1", "0", "2", "5", "10", "100"),
  RULE ("time", "2020-01-01T00:00:00Z", "2019-12-31T23:59:59Z",
        "2020-01-01T00:00:30Z", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "2020-01-01T00:00:00.000001+14:00"),
  RULE ("bool", "false", "true"),
  RULE ("namespace", "a", "b"),
  RULE ("app", "web", "db", "cache"),
  RULE ("node-name", "n0", "n1", "n2", "n3", "n4", "n5", "nowhere"),
  RULE ("zone", "z1", "z2", "z3", ""),
  RULE ("claim-name", "c0", "c1", "c2", "c3"),
  RULE ("class", "late", "static", "now"),
  RULE ("class-name", "<class>", "nowhere", ""),
  RULE ("disk", "d0", "d1", "d2"),

  /* -- metadata ------------------------------------------------------------ */
  MAYBE ("created", ",'creationTimestamp':'<time>'"),
  MAYBE ("deleted", ",'deletionTimestamp':'<time>'"),
  RULE ("uid", "<$>", "<$>", "<$>", "<$>-2", "p0"),
  MAYBE ("pod-labels", ",'labels':{'app':'<app>'<tier><serial>}"),
  MAYBE ("tier", ",'tier':'front'"),
  MAYBE ("serial", ",'serial':'<digit><digit>'"),
  RULE ("owner-kind", "ReplicaSet", "ReplicationController", "StatefulSet",
        "DaemonSet"),
  MAYBE ("owner", ",'ownerReferences':[{'apiVersion':'apps/v1','kind':'"
                  "<owner-kind>','name':'o','uid':'o','controller':<bool>}]"),
  RULE ("namespaced", "'name':'<$>','namespace':'<namespace>'"),

  /* -- selectors ----------------------------------------------------------- */
  RULE ("expression",
        "{'key':'app','operator':'In','values':['<app>']}",
        "{'key':'app','operator':'NotIn','values':['<app>','<app>']}",
        "{'key':'tier','operator':'Exists'}",
        "{'key':'tier','operator':'DoesNotExist'}",
        "{'key':'app','operator':'In','values':[]}"),
  RULE ("label-selector", "{}", "{'matchLabels':{'app':'<app>'}}",
        "{'matchExpressions':[<expression*3>]}",
        "{'matchLabels':{'tier':'front'},'matchExpressions':[<expression*2>]}"),
  MAYBE ("selector", ",'labelSelector':<label-selector>"),
  RULE ("topology-key", "kubernetes.io/hostname", "zone", ZONE, "nowhere"),
  RULE ("node-expression",
        "{'key':'zone','operator':'In','values':['<zone>','z1']}",
        "{'key':'disk','operator':'NotIn','values':['ssd']}",
        "{'key':'size','operator':'Gt','values':['<int64>']}",
        "{'key':'size','operator':'Lt','values':['<int64>']}",
        "{'key':'disk','operator':'Exists'}",
        "{'key':'zone','operator':'DoesNotExist'}"),
  RULE ("field-expression",
        "{'key':'metadata.name','operator':'In','values':['<node-name>']}",
        "{'key':'metadata.name','operator':'NotIn','values':['<node-name>']}"),
  RULE ("node-term", "{}", "{'matchExpressions':[<node-expression*3>]}",
        "{'matchFields':[<field-expression*1>]}",
        "{'matchExpressions':[<node-expression*1>],'matchFields':["
        "<field-expression*1>]}"),
  RULE ("required-nodes", "{'nodeSelectorTerms':[<node-term*3>]}"),

  /* -- nodes --------------------------------------------------------------- */
  MAYBE ("node-zone", ",'zone':'<zone>','" ZONE "':'<zone>'"),
  MAYBE ("node-region", ",'" REGION "':'r<digit>'"),
  MAYBE ("node-ga-zone", ",'topology.kubernetes.io/zone':'<zone>'"),
  MAYBE ("node-disk", ",'disk':'ssd'"),
  MAYBE ("node-size", ",'size':'<int64>'"),
  RULE ("effect", "NoSchedule", "PreferNoSchedule", "NoExecute"),
  RULE ("taint", "{'key':'dedicated','effect':'<effect>'}",
        "{'key':'dedicated','value':'<app>','effect':'<effect>'}",
        "{'key':'node.kubernetes.io/not-ready','effect':'<effect>'}",
        "{'key':'node.kubernetes.io/unschedulable','effect':'NoSchedule'}"),
  MAYBE ("taints", ",'taints':[<taint*3>]"),
  MAYBE ("unschedulable", ",'unschedulable':<bool>"),
  RULE ("amount", "'cpu':'<quantity>'", "'memory':'<quantity>'",
        "'ephemeral-storage':'<quantity>'", "'example.com/gpu':'<quantity>'",
        "'hugepages-2Mi':'<quantity>'"),
  RULE ("allocatable",
        "'cpu':'4','memory':'8Gi','pods':'10'",
        "'cpu':'<quantity>','memory':'<quantity>','pods':'<quantity>'",
        "'cpu':'4','memory':'8Gi','pods':'<small>','example.com/gpu':"
        "'<quantity>','ephemeral-storage':'<quantity>','hugepages-2Mi':'1Gi'",
        "'cpu':'8','pods':'110','attachable-volumes-gce-pd':'<quantity>',"
        "'attachable-volumes-csi-x':'<quantity>'", ""),
  RULE ("image", "{'names':['app:<digit>'],'sizeBytes':<int64>}",
        "{'names':['app:<digit>','app:<digit>'],'sizeBytes':500000000}",
        "{'names':[],'sizeBytes':1}"),
  MAYBE ("images", ",'images':[<image*3>]"),
  RULE ("condition-type", "Ready", "MemoryPressure", "DiskPressure",
        "PIDPressure", "NetworkUnavailable"),
  RULE ("condition-status", "True", "False", "Unknown"),
  RULE ("condition", "{'type':'<condition-type>','status':'<condition-status>'}"),
  MAYBE ("conditions", ",'conditions':[<condition*3>]"),
  MAYBE ("avoid",
         ",'annotations':{'scheduler.alpha.kubernetes.io/preferAvoidPods':"
         "'{\\'preferAvoidPods\\':[{\\'podSignature\\':{\\'podController\\':"
         "{\\'kind\\':\\'ReplicaSet\\',\\'name\\':\\'o\\',\\'uid\\':\\'o\\',"
         "\\'controller\\':true}}}]}'}"),
  RULE ("Node",
        "{'apiVersion':'v1','kind':'Node','metadata':{'name':'<$>'<created>"
        "<avoid>,'labels':{'kubernetes.io/hostname':'<$>'<node-zone>"
        "<node-region><node-ga-zone><node-disk><node-size>}},"
        "'spec':{'providerID':''<taints><unschedulable>},"
        "'status':{'allocatable':{<allocatable>}<images><conditions>}}"),

  /* -- pods ---------------------------------------------------------------- */
  MAYBE ("requests", "'requests':{'cpu':'<quantity>','memory':'<quantity>'}"),
  MAYBE ("more-requests", ",'requests':{<amount>}"),
  MAYBE ("limits", ",'limits':{<amount>}"),
  RULE ("resources", "{'requests':{'cpu':'100m'}}", "{<requests>}",
        "{'limits':{<amount>}<more-requests>}", "{'requests':{<amount>}<limits>}",
        "{'requests':{'cpu':'<quantity>','memory':'<quantity>',"
        "'example.com/gpu':'<quantity>','ephemeral-storage':'<quantity>'}}"),
  RULE ("port", "{'containerPort':80,'hostPort':80}",
        "{'containerPort':80,'hostPort':<int32>,'hostIP':'10.0.0.<digit>'}",
        "{'containerPort':<int32>,'protocol':'UDP'}"),
  MAYBE ("ports", ",'ports':[<port*3>]"),
  MAYBE ("always", ",'restartPolicy':'Always'"),
  RULE ("container",
        "{'name':'c','image':'app:<digit>','resources':<resources><ports>}",
        "{'name':'c'}"),
  RULE ("init-container",
        "{'name':'i','resources':<resources><ports><always>}"),
  MAYBE ("init", ",'initContainers':[<init-container*3>]"),
  MAYBE ("pod-resources", ",'resources':<resources>"),
  MAYBE ("overhead", ",'overhead':{<amount>}"),
  MAYBE ("host-network", ",'hostNetwork':<bool>"),
  MAYBE ("priority", ",'priority':<int32>"),
  MAYBE ("never", ",'preemptionPolicy':'Never'"),
  MAYBE ("grace", ",'terminationGracePeriodSeconds':<int64>"),
  RULE ("toleration", "{'operator':'Exists'}",
        "{'key':'dedicated','operator':'Exists','effect':'<effect>'}",
        "{'key':'dedicated','value':'<app>','effect':'NoSchedule'}",
        "{'key':'node.kubernetes.io/not-ready','operator':'Exists',"
        "'tolerationSeconds':<int64>}"),
  MAYBE ("tolerations", ",'tolerations':[<toleration*3>]"),
  RULE ("node-selector", "", ",'nodeSelector':{'disk':'ssd'}",
        ",'nodeSelector':{'zone':'<zone>'}"),
  MAYBE ("term-namespaces", ",'namespaces':['<namespace>']"),
  MAYBE ("namespace-selector", ",'namespaceSelector':<label-selector>"),
  MAYBE ("label-keys", ",'matchLabelKeys':['tier'],'mismatchLabelKeys':[]"),
  RULE ("term", "{'topologyKey':'<topology-key>'<selector><term-namespaces>"
                "<namespace-selector><label-keys>}"),
  RULE ("weighted-term", "{'weight':<small>,'podAffinityTerm':<term>}",
        "{'weight':<int32>,'podAffinityTerm':<term>}"),
  RULE ("pod-terms", REQUIRED "[<term*2>]", PREFERRED "[<weighted-term*2>]",
        REQUIRED "[<term*1>]," PREFERRED "[<weighted-term*1>]"),
  RULE ("preferred-node", "{'weight':<small>,'preference':<node-term>}",
        "{'weight':<int32>,'preference':<node-term>}"),
  RULE ("affinity", "",
        ",'affinity':{'podAffinity':{<pod-terms>}}",
        ",'affinity':{'podAntiAffinity':{<pod-terms>}}",
        ",'affinity':{'nodeAffinity':{" REQUIRED "<required-nodes>}}",
        ",'affinity':{'nodeAffinity':{" PREFERRED "[<preferred-node*2>]},"
        "'podAntiAffinity':{<pod-terms>},'podAffinity':{<pod-terms>}}"),
  RULE ("unsatisfiable", "DoNotSchedule", "ScheduleAnyway"),
  MAYBE ("min-domains", ",'minDomains':<int32>"),
  MAYBE ("spread-policies",
         ",'nodeAffinityPolicy':'Ignore','nodeTaintsPolicy':'Honor'"),
  MAYBE ("spread-keys", ",'matchLabelKeys':['tier']"),
  RULE ("constraint",
        "{'maxSkew':<small>,'topologyKey':'<topology-key>',"
        "'whenUnsatisfiable':'<unsatisfiable>'<selector><spread-policies>"
        "<spread-keys>}",
        "{'maxSkew':<int32>,'topologyKey':'<topology-key>',"
        "'whenUnsatisfiable':'<unsatisfiable>'<selector><min-domains>}"),
  MAYBE ("spread", ",'topologySpreadConstraints':[<constraint*3>]"),
  RULE ("volume",
        "{'name':'v','persistentVolumeClaim':{'claimName':'<claim-name>'}}",
        "{'name':'v','gcePersistentDisk':{'pdName':'<disk>','readOnly':<bool>}}",
        "{'name':'v','awsElasticBlockStore':{'volumeID':'<disk>'}}",
        "{'name':'v','azureDisk':{'diskName':'<disk>','diskURI':'<disk>'}}",
        "{'name':'v','iscsi':{'targetPortal':'p','iqn':'<disk>','lun':1}}",
        "{'name':'v','rbd':{'monitors':['m'],'image':'<disk>'}}",
        "{'name':'v','cinder':{'volumeID':'<disk>'}}",
        "{'name':'v','ephemeral':{'volumeClaimTemplate':{}}}",
        "{'name':'v','emptyDir':{}}"),
  MAYBE ("volumes", ",'volumes':[<volume*3>]"),
  RULE ("gates", "", "", "", ",'schedulingGates':[{'name':'g'}]"),
  RULE ("scheduler", "default-scheduler", "default-scheduler",
        "default-scheduler", "second", "stranger"),
  RULE ("placed", "", ",'nodeName':'<node-name>'"),
  MAYBE ("nominated", ",'nominatedNodeName':'<node-name>'"),
  MAYBE ("started", ",'startTime':'<time>'"),
  RULE ("phase", "Pending", "Pending", "Running", "Succeeded", "Failed"),
  RULE ("Pod",
        "{'apiVersion':'v1','kind':'Pod','metadata':{<namespaced>,'uid':"
        "'<uid>'<created><deleted><pod-labels><owner>},"
        "'spec':{'schedulerName':'<scheduler>'<placed><priority><gates>,"
        "'containers':[<container>,<container>]<init><overhead><tolerations>"
        "<affinity><spread><volumes><node-selector><never><grace><host-network>"
        "<pod-resources>},"
        "'status':{'phase':'<phase>'<nominated><started>}}",
        "{'apiVersion':'v1','kind':'Pod','metadata':{<namespaced>,'uid':'<$>'"
        "<pod-labels>},'spec':{'schedulerName':'default-scheduler'<placed>"
        "<priority>,'containers':[<container>]}}"),

  /* -- what pods refer to -------------------------------------------------- */
  RULE ("Namespace",
        "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'<namespace>'"
        "<pod-labels>}}"),
  RULE ("Service",
        "{'apiVersion':'v1','kind':'Service','metadata':{<namespaced>},"
        "'spec':{'selector':{'app':'<app>'}}}",
        "{'apiVersion':'v1','kind':'Service','metadata':{<namespaced>},'spec':{}}"),
  RULE ("ReplicationController",
        "{'apiVersion':'v1','kind':'ReplicationController','metadata':{"
        "<namespaced>},'spec':{'selector':{'app':'<app>'}}}"),
  RULE ("ReplicaSet",
        "{'apiVersion':'apps/v1','kind':'ReplicaSet','metadata':{<namespaced>},"
        "'spec':{'selector':<label-selector>}}"),
  RULE ("StatefulSet",
        "{'apiVersion':'apps/v1','kind':'StatefulSet','metadata':{<namespaced>},"
        "'spec':{'selector':<label-selector>}}"),
  RULE ("PodDisruptionBudget",
        "{'apiVersion':'policy/v1','kind':'PodDisruptionBudget','metadata':{"
        "<namespaced>},'spec':{'selector':<label-selector>},'status':{"
        "'disruptionsAllowed':<int32>,'disruptedPods':{'p1':'<time>'}}}"),
  RULE ("PriorityClass",
        "{'apiVersion':'scheduling.k8s.io/v1','kind':'PriorityClass',"
        "'metadata':{'name':'<$>'},'value':<int32>,'globalDefault':<bool>}"),
  RULE ("access", "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany",
        "ReadWriteOncePod"),
  RULE ("mode", "", ",'volumeMode':'Block'", ",'volumeMode':'Filesystem'"),
  MAYBE ("pv-affinity", ",'nodeAffinity':{'required':<required-nodes>}"),
  MAYBE ("claim-ref", ",'claimRef':{'namespace':'<namespace>','name':"
                      "'<claim-name>','uid':'<claim-name>'}"),
  RULE ("pv-source", "'hostPath':{'path':'/x'}",
        "'csi':{'driver':'x','volumeHandle':'<disk>'}",
        "'gcePersistentDisk':{'pdName':'<disk>'}",
        "'awsElasticBlockStore':{'volumeID':'<disk>'}",
        "'local':{'path':'/x'}"),
  MAYBE ("pv-labels", ",'labels':{'" ZONE "':'<zone>__z1','app':'<app>'}"),
  MAYBE ("pv-phase", ",'status':{'phase':'Available'}"),
  RULE ("PersistentVolume",
        "{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'<$>'"
        "<pv-labels>},'spec':{'capacity':{'storage':'<quantity>'},"
        "'accessModes':['<access>'],'storageClassName':'<class-name>',"
        "<pv-source><pv-affinity><claim-ref><mode>}<pv-phase>}"),
  RULE ("pvc-annotations", "",
        ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}",
        ",'annotations':{'volume.kubernetes.io/selected-node':'<node-name>'}"),
  MAYBE ("pvc-class", ",'storageClassName':'<class-name>'"),
  RULE ("volume-name", "", ",'volumeName':'v0'", ",'volumeName':'v1'"),
  MAYBE ("pvc-selector", ",'selector':<label-selector>"),
  MAYBE ("lost", ",'status':{'phase':'Lost'}"),
  RULE ("PersistentVolumeClaim",
        "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{"
        "<namespaced>,'uid':'<$>'<deleted><pvc-annotations>},'spec':{"
        "'accessModes':['<access>'],'resources':{'requests':{'storage':"
        "'<quantity>'}}<pvc-class><volume-name><pvc-selector><mode>}<lost>}"),
  RULE ("binding", "WaitForFirstConsumer", "Immediate"),
  RULE ("topology", "{'matchLabelExpressions':[{'key':'zone','values':["
                    "'<zone>','z1']}]}", "{}"),
  MAYBE ("topologies", ",'allowedTopologies':[<topology*2>]"),
  RULE ("provisioner", "x", "kubernetes.io/no-provisioner",
        "kubernetes.io/gce-pd", "kubernetes.io/aws-ebs"),
  RULE ("StorageClass",
        "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"
        "'name':'<class>'},'provisioner':'<provisioner>',"
        "'volumeBindingMode':'<binding>'<topologies>}",
        "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"
        "'name':'late'},'provisioner':'x','volumeBindingMode':"
        "'WaitForFirstConsumer'}"),
  MAYBE ("migrated", ",'annotations':{'storage.alpha.kubernetes.io/"
                     "migrated-plugins':'kubernetes.io/gce-pd'}"),
  MAYBE ("count", ",'allocatable':{'count':<int32>}"),
  RULE ("CSINode",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':"
        "'<node-name>'<migrated>},'spec':{'drivers':[{'name':'x','nodeID':'x'"
        "<count>}]}}"),
  RULE ("CSIDriver",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSIDriver','metadata':{"
        "'name':'x'},'spec':{'storageCapacity':<bool>}}"),
  RULE ("CSIStorageCapacity",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSIStorageCapacity',"
        "'metadata':{<namespaced>},'storageClassName':'<class-name>',"
        "'capacity':'<quantity>','nodeTopology':<label-selector>}"),
  RULE ("VolumeAttachment",
        "{'apiVersion':'storage.k8s.io/v1','kind':'VolumeAttachment',"
        "'metadata':{'name':'<$>'},'spec':{'attacher':'x','nodeName':"
        "'<node-name>','source':{'persistentVolumeName':'v0'}}}"),
  RULE ("limit-type", "Container", "Pod", "PersistentVolumeClaim"),
  RULE ("LimitRange",
        "{'apiVersion':'v1','kind':'LimitRange','metadata':{<namespaced>},"
        "'spec':{'limits':[{'type':'<limit-type>','min':{<amount>},'max':{"
        "<amount>}},{'type':'Container','default':{<amount>},"
        "'defaultRequest':{<amount>}}]}}"),
  RULE ("scopes", "", ",'scopes':['BestEffort']",
        ",'scopeSelector':{'matchExpressions':[{'scopeName':'BestEffort',"
        "'operator':'Exists'}]}"),
  RULE ("ResourceQuota",
        "{'apiVersion':'v1','kind':'ResourceQuota','metadata':{<namespaced>},"
        "'spec':{'hard':{'pods':'<quantity>','requests.cpu':'<quantity>'}"
        "<scopes>},'status':{'used':{'pods':'<quantity>'}}}"),
  { NULL, NULL },
};
/* clang-format on */
