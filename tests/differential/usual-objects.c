/* usual-objects.c - what objects of a cluster mostly look like
 *
 * tests/fuzz/objects.c takes amounts to the ends of their types and says much of
 * everything, so that pods fail for several reasons at once.  Here a pod asks
 * for what nodes have, and for one or two other things: so each of them decides
 * about a node somewhere, alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/differential/usual-objects.h"

#define RULE GRAMMAR_RULE
#define ZONE "failure-domain.beta.kubernetes.io/zone"
#define REGION "failure-domain.beta.kubernetes.io/region"
#define REQUIRED "'requiredDuringSchedulingIgnoredDuringExecution':"
#define PREFERRED "'preferredDuringSchedulingIgnoredDuringExecution':"

/* A member that is there in one of two objects, or in one of five. */
#define MAYBE(name, ...) RULE (name, "", __VA_ARGS__)
#define SELDOM(name, text) RULE (name, "", "", "", "", text)

/* clang-format off */
const GrammarRule usual_object_grammar[] = {
  /* -- values -------------------------------------------------------------- */
  RULE ("digit", "0", "1", "2", "3"),
  RULE ("cpu", "100m", "250m", "500m", "1", "2", "3"),
  RULE ("memory", "128Mi", "300Mi", "1Gi", "2Gi", "5Gi"),
  RULE ("bool", "false", "true"),
  RULE ("namespace", "a", "a", "a", "b"),
  RULE ("app", "web", "db"),
  RULE ("node-name", "n0", "n1", "n2", "n3", "n4"),
  RULE ("zone", "z1", "z2", "z3"),
  RULE ("weight", "1", "2", "10", "50", "100"),
  RULE ("time", "2020-01-01T00:00:00Z", "2019-12-31T23:59:59Z",
        "2020-01-01T00:00:30Z", "2018-06-01T12:00:00Z"),
  RULE ("claim", "c0", "c1", "c2", "c3"),
  RULE ("class", "late", "static", "now"),
  RULE ("disk", "d0", "d1", "d2"),
  RULE ("size", "1", "3", "5"),

  /* -- selectors ----------------------------------------------------------- */
  RULE ("label-selector",
        "{'matchLabels':{'app':'<app>'}}",
        "{'matchLabels':{'app':'<app>'}}",
        "{'matchExpressions':[{'key':'app','operator':'NotIn','values':['<app>']}]}",
        "{'matchExpressions':[{'key':'tier','operator':'Exists'}]}",
        "{'matchExpressions':[{'key':'tier','operator':'DoesNotExist'},"
        "{'key':'app','operator':'In','values':['<app>','cache']}]}", "{}"),
  RULE ("topology-key", "kubernetes.io/hostname", "zone", ZONE,
        "topology.kubernetes.io/zone", "disk"),
  RULE ("node-expression",
        "{'key':'zone','operator':'In','values':['<zone>','z1']}",
        "{'key':'disk','operator':'NotIn','values':['ssd']}",
        "{'key':'size','operator':'Gt','values':['<size>']}",
        "{'key':'size','operator':'Lt','values':['<size>']}",
        "{'key':'disk','operator':'Exists'}",
        "{'key':'disk','operator':'DoesNotExist'}"),
  RULE ("node-term", "{'matchExpressions':[<node-expression>]}",
        "{'matchExpressions':[<node-expression>,<node-expression>]}",
        "{'matchFields':[{'key':'metadata.name','operator':'In','values':["
        "'<node-name>']}]}",
        "{'matchExpressions':[<node-expression>],'matchFields':[{'key':"
        "'metadata.name','operator':'NotIn','values':['<node-name>']}]}"),

  /* -- nodes --------------------------------------------------------------- */
  MAYBE ("node-disk", ",'disk':'ssd'", ",'disk':'hdd'"),
  RULE ("node-zone", "'zone':'z1','" ZONE "':'z1','topology.kubernetes.io/zone':'z1'",
        "'zone':'z2','" ZONE "':'z2','topology.kubernetes.io/zone':'z2'",
        "'zone':'<zone>','" ZONE "':'<zone>','" REGION "':'r<digit>'",
        "'size':'0'"),
  RULE ("effect", "NoSchedule", "PreferNoSchedule", "NoExecute"),
  RULE ("taint", "{'key':'dedicated','value':'<app>','effect':'<effect>'}",
        "{'key':'dedicated','effect':'<effect>'}",
        "{'key':'node.kubernetes.io/not-ready','effect':'<effect>'}"),
  RULE ("taints", "", "", "", ",'taints':[<taint>]", ",'taints':[<taint>,{'key':"
        "'spare','effect':'PreferNoSchedule'}]"),
  SELDOM ("unschedulable", ",'unschedulable':true,'taints':[{'key':"
          "'node.kubernetes.io/unschedulable','effect':'NoSchedule'}]"),
  RULE ("hindrance", "<taints>", "<taints>", "<taints>", "<unschedulable>"),
  MAYBE ("gpus", ",'example.com/gpu':'2'", ",'example.com/gpu':'8'"),
  SELDOM ("limits-of-disks", ",'attachable-volumes-gce-pd':'1',"
          "'attachable-volumes-csi-x':'1','attachable-volumes-aws-ebs':'1'"),
  MAYBE ("scratch", ",'ephemeral-storage':'10Gi','hugepages-2Mi':'1Gi'"),
  RULE ("allocatable", "'cpu':'4','memory':'8Gi','pods':'110'",
        "'cpu':'2','memory':'16Gi','pods':'10'",
        "'cpu':'8','memory':'4Gi','pods':'3'",
        "'cpu':'6','memory':'8Gi','pods':'2'"),
  RULE ("bytes", "23000000", "100000000", "300000000", "999999999", "4000000000"),
  MAYBE ("images", ",'images':[{'names':['app:<digit>','mirror/app:<digit>'],"
                   "'sizeBytes':<bytes>}]",
         ",'images':[{'names':['app:<digit>'],'sizeBytes':<bytes>},{'names':["
         "'side:1'],'sizeBytes':<bytes>}]"),
  RULE ("condition", "{'type':'Ready','status':'True'}",
        "{'type':'Ready','status':'Unknown'}",
        "{'type':'Ready','status':'True'},{'type':'MemoryPressure','status':'True'}",
        "{'type':'Ready','status':'True'},{'type':'DiskPressure','status':'True'}",
        "{'type':'Ready','status':'True'},{'type':'PIDPressure','status':'True'}",
        "{'type':'NetworkUnavailable','status':'True'}"),
  RULE ("conditions", "", "", ",'conditions':[<condition>]"),
  SELDOM ("avoid",
          ",'annotations':{'scheduler.alpha.kubernetes.io/preferAvoidPods':"
          "'{\\'preferAvoidPods\\':[{\\'podSignature\\':{\\'podController\\':"
          "{\\'kind\\':\\'ReplicaSet\\',\\'name\\':\\'o\\',\\'uid\\':\\'o\\',"
          "\\'controller\\':true}}}]}'}"),
  RULE ("Node",
        "{'apiVersion':'v1','kind':'Node','metadata':{'name':'<$>'<avoid>,"
        "'labels':{'kubernetes.io/hostname':'<$>',<node-zone><node-disk>}},"
        "'spec':{'providerID':''<hindrance>},'status':{'allocatable':{"
        "<allocatable><gpus><scratch><limits-of-disks>}<images><conditions>}}",
        "{'apiVersion':'v1','kind':'Node','metadata':{'name':'<$>','labels':{"
        "'kubernetes.io/hostname':'<$>','size':'<size>',<node-zone>"
        "<node-disk>}},'spec':{'providerID':''},'status':{'allocatable':{"
        "<allocatable><gpus>}<images>}}"),

  /* -- pods ---------------------------------------------------------------- */
  MAYBE ("tier", ",'tier':'front'"),
  RULE ("owner-kind", "ReplicaSet", "ReplicaSet", "ReplicationController",
        "StatefulSet"),
  MAYBE ("owner", ",'ownerReferences':[{'apiVersion':'apps/v1','kind':'"
                  "<owner-kind>','name':'o','uid':'o','controller':true}]"),
  MAYBE ("created", ",'creationTimestamp':'<time>'"),
  SELDOM ("gpu", ",'example.com/gpu':'1'"),
  SELDOM ("space", ",'ephemeral-storage':'4Gi'"),
  SELDOM ("limits", ",'limits':{'cpu':'<cpu>','memory':'<memory>'}"),
  RULE ("requests", "'requests':{'cpu':'<cpu>','memory':'<memory>'<gpu><space>}",
        "'requests':{'cpu':'<cpu>'<gpu>}", "'requests':{'memory':'<memory>'}"),
  RULE ("resources", "{<requests><limits>}", "{<requests><limits>}", "{}"),
  RULE ("ports", "", "", "", "", "", ",'ports':[{'containerPort':80,'hostPort':80}]",
        ",'ports':[{'containerPort':80,'hostPort':80,'hostIP':'10.0.0.<digit>'}]",
        ",'ports':[{'containerPort':53,'hostPort':80,'protocol':'UDP'}]"),
  SELDOM ("init", ",'initContainers':[{'name':'i','resources':<resources>}]"),
  SELDOM ("side-car", ",'initContainers':[{'name':'i','resources':<resources>,"
          "'restartPolicy':'Always'},{'name':'j','resources':<resources>}]"),
  SELDOM ("overhead", ",'overhead':{'cpu':'<cpu>','memory':'<memory>'}"),
  SELDOM ("pod-resources", ",'resources':{<requests>}"),
  RULE ("priority", "", ",'priority':0", ",'priority':10", ",'priority':100",
        ",'priority':1000"),
  SELDOM ("never", ",'preemptionPolicy':'Never'"),
  RULE ("toleration", "{'operator':'Exists'}",
        "{'key':'dedicated','operator':'Exists'}",
        "{'key':'dedicated','operator':'Exists','effect':'NoSchedule'}",
        "{'key':'dedicated','value':'<app>','effect':'<effect>'}"),
  RULE ("tolerations", "", "", ",'tolerations':[<toleration>]"),
  RULE ("node-selector", "", "", "", "", ",'nodeSelector':{'disk':'ssd'}",
        ",'nodeSelector':{'zone':'<zone>'}"),
  SELDOM ("term-namespaces", ",'namespaces':['<namespace>','c']"),
  SELDOM ("namespace-selector", ",'namespaceSelector':<label-selector>"),
  RULE ("term", "{'topologyKey':'<topology-key>','labelSelector':"
                "<label-selector><term-namespaces><namespace-selector>}"),
  RULE ("pod-terms", REQUIRED "[<term>]", REQUIRED "[<term>,<term>]",
        PREFERRED "[{'weight':<weight>,'podAffinityTerm':<term>}]",
        PREFERRED "[{'weight':<weight>,'podAffinityTerm':<term>},{'weight':"
        "<weight>,'podAffinityTerm':<term>}]"),
  RULE ("affinity", "", "", "", "",
        ",'affinity':{'podAffinity':{<pod-terms>}}",
        ",'affinity':{'podAntiAffinity':{<pod-terms>}}",
        ",'affinity':{'podAffinity':{<pod-terms>},'podAntiAffinity':{<pod-terms>}}",
        ",'affinity':{'nodeAffinity':{" REQUIRED "{'nodeSelectorTerms':["
        "<node-term>]}}}",
        ",'affinity':{'nodeAffinity':{" REQUIRED "{'nodeSelectorTerms':["
        "<node-term>,<node-term>]}}}",
        ",'affinity':{'nodeAffinity':{" PREFERRED "[{'weight':<weight>,"
        "'preference':<node-term>},{'weight':<weight>,'preference':<node-term>}]}}"),
  RULE ("unsatisfiable", "DoNotSchedule", "ScheduleAnyway"),
  RULE ("skew", "1", "1", "2", "3"),
  RULE ("spread-key", "zone", "kubernetes.io/hostname", "zone", "disk"),
  RULE ("more-of-spread", "", "", "", ",'minDomains':2",
        ",'nodeAffinityPolicy':'Ignore'", ",'nodeTaintsPolicy':'Honor'",
        ",'matchLabelKeys':['tier']"),
  RULE ("constraint",
        "{'maxSkew':<skew>,'topologyKey':'<spread-key>','whenUnsatisfiable':"
        "'DoNotSchedule','labelSelector':<label-selector><more-of-spread>}",
        "{'maxSkew':<skew>,'topologyKey':'<spread-key>','whenUnsatisfiable':"
        "'ScheduleAnyway','labelSelector':<label-selector>}"),
  RULE ("spread", "", "", ",'topologySpreadConstraints':[<constraint>]",
        ",'topologySpreadConstraints':[<constraint>,{'maxSkew':1,'topologyKey':"
        "'kubernetes.io/hostname','whenUnsatisfiable':'<unsatisfiable>',"
        "'labelSelector':{'matchLabels':{'app':'<app>'}}}]"),
  RULE ("volume",
        "{'name':'v','persistentVolumeClaim':{'claimName':'<claim>'}}",
        "{'name':'v','persistentVolumeClaim':{'claimName':'<claim>'}}",
        "{'name':'v','persistentVolumeClaim':{'claimName':'<claim>'}}",
        "{'name':'v','gcePersistentDisk':{'pdName':'<disk>','readOnly':<bool>}}",
        "{'name':'v','awsElasticBlockStore':{'volumeID':'<disk>'}}",
        "{'name':'v','iscsi':{'targetPortal':'p','iqn':'<disk>','lun':1}}",
        "{'name':'v','rbd':{'monitors':['m','<disk>'],'image':'i'}}",
        "{'name':'v','cinder':{'volumeID':'<disk>'}}"),
  RULE ("volumes", "", "", ",'volumes':[<volume>]",
        ",'volumes':[<volume>,{'name':'w','persistentVolumeClaim':{'claimName':"
        "'<claim>'}}]"),
  RULE ("container", "{'name':'c','image':'app:<digit>','resources':<resources>"
                     "<ports>}"),
  MAYBE ("second", ",{'name':'d','image':'side:1','resources':<resources>}"),
  RULE ("Pod",
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'<$>','namespace':"
        "'<namespace>','labels':{'app':'<app>'<tier>}<owner><created>},'spec':{"
        "'containers':[<container><second>]<priority><tolerations>"
        "<affinity>},'status':{'startTime':'<time>'}}",
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'<$>','namespace':"
        "'<namespace>','labels':{'app':'<app>'<tier>}<owner><created>},'spec':{"
        "'containers':[<container><second>]<priority><tolerations>"
        "<spread><node-selector>},'status':{'startTime':'<time>'}}",
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'<$>','namespace':"
        "'<namespace>','labels':{'app':'<app>'}<owner>},'spec':{'containers':["
        "<container><second>]<priority><tolerations><volumes><never>},'status':{"
        "'startTime':'<time>'}}",
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'<$>','namespace':"
        "'<namespace>','labels':{'app':'<app>'<tier>}},'spec':{'containers':["
        "<container>]<init><priority><overhead><spread><affinity>"
        "<pod-resources>},'status':{'startTime':'<time>'}}",
        "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'<$>','namespace':"
        "'<namespace>','labels':{'app':'<app>'<tier>}},'spec':{'containers':["
        "<container><second>]<side-car><priority><node-selector><volumes>},"
        "'status':{'startTime':'<time>'}}"),

  /* -- what pods refer to -------------------------------------------------- */
  RULE ("Service",
        "{'apiVersion':'v1','kind':'Service','metadata':{'name':'<$>',"
        "'namespace':'<namespace>'},'spec':{'selector':{'app':'<app>'}}}"),
  RULE ("ReplicationController",
        "{'apiVersion':'v1','kind':'ReplicationController','metadata':{'name':"
        "'<$>','namespace':'<namespace>'},'spec':{'selector':{'app':'<app>'}}}"),
  RULE ("ReplicaSet",
        "{'apiVersion':'apps/v1','kind':'ReplicaSet','metadata':{'name':'<$>',"
        "'namespace':'<namespace>'},'spec':{'selector':<label-selector>}}"),
  RULE ("StatefulSet",
        "{'apiVersion':'apps/v1','kind':'StatefulSet','metadata':{'name':'<$>',"
        "'namespace':'<namespace>'},'spec':{'selector':<label-selector>}}"),
  RULE ("allowed", "0", "1", "2"),
  RULE ("PodDisruptionBudget",
        "{'apiVersion':'policy/v1','kind':'PodDisruptionBudget','metadata':{"
        "'name':'<$>','namespace':'<namespace>'},'spec':{'selector':"
        "<label-selector>},'status':{'disruptionsAllowed':<allowed>}}",
        "{'apiVersion':'policy/v1','kind':'PodDisruptionBudget','metadata':{"
        "'name':'<$>','namespace':'<namespace>'},'spec':{'selector':"
        "<label-selector>},'status':{'disruptionsAllowed':<allowed>,"
        "'disruptedPods':{'p1':'<time>'}}}"),
  RULE ("access", "ReadWriteOnce", "ReadWriteOnce", "ReadOnlyMany",
        "ReadWriteOncePod"),
  RULE ("pv-affinity", "", "", ",'nodeAffinity':{'required':{'nodeSelectorTerms':["
        "<node-term>]}}",
        ",'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':"
        "[{'key':'kubernetes.io/hostname','operator':'In','values':["
        "'<node-name>','<node-name>']}]}]}}"),
  MAYBE ("claim-ref", ",'claimRef':{'namespace':'a','name':'<claim>'}"),
  RULE ("pv-source", "'hostPath':{'path':'/x'}",
        "'csi':{'driver':'x','volumeHandle':'<disk>'}",
        "'gcePersistentDisk':{'pdName':'<disk>'}",
        "'awsElasticBlockStore':{'volumeID':'<disk>'}"),
  MAYBE ("pv-labels", ",'labels':{'" ZONE "':'<zone>'}",
         ",'labels':{'" ZONE "':'<zone>__z1','" REGION "':'r1'}"),
  RULE ("PersistentVolume",
        "{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'<$>'"
        "<pv-labels>},'spec':{'capacity':{'storage':'10Gi'},'accessModes':["
        "'ReadWriteOnce','<access>'],'storageClassName':'<class>',<pv-source>"
        "<pv-affinity><claim-ref>},'status':{'phase':'Available'}}"),
  RULE ("bound", "",
        ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}",
        ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}"),
  RULE ("volume-name", "", ",'volumeName':'v0'", ",'volumeName':'v1'",
        ",'volumeName':'v2'"),
  RULE ("storage", "1Gi", "10Gi", "11Gi"),
  RULE ("PersistentVolumeClaim",
        "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':"
        "'<$>','namespace':'a','uid':'<$>'<bound>},'spec':{'accessModes':["
        "'<access>'],'resources':{'requests':{'storage':'<storage>'}},"
        "'storageClassName':'<class>'<volume-name>}}"),
  RULE ("topologies", "", ",'allowedTopologies':[{'matchLabelExpressions':[{"
        "'key':'zone','values':['<zone>','z1']}]}]"),
  RULE ("StorageClass",
        "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"
        "'name':'late'},'provisioner':'x','volumeBindingMode':"
        "'WaitForFirstConsumer'<topologies>}",
        "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"
        "'name':'static'},'provisioner':'kubernetes.io/no-provisioner',"
        "'volumeBindingMode':'WaitForFirstConsumer'}",
        "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"
        "'name':'now'},'provisioner':'kubernetes.io/gce-pd',"
        "'volumeBindingMode':'Immediate'}"),
  MAYBE ("count", ",'allocatable':{'count':<allowed>}"),
  RULE ("CSINode",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':"
        "'<node-name>'},'spec':{'drivers':[{'name':'x','nodeID':'x'<count>}]}}",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':"
        "'<node-name>','annotations':{'storage.alpha.kubernetes.io/"
        "migrated-plugins':'kubernetes.io/gce-pd,kubernetes.io/aws-ebs'}},"
        "'spec':{'drivers':[{'name':'pd.csi.storage.gke.io','nodeID':'x'"
        "<count>},{'name':'ebs.csi.aws.com','nodeID':'x'<count>}]}}"),
  RULE ("CSIDriver",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSIDriver','metadata':{"
        "'name':'x'},'spec':{'storageCapacity':<bool>}}"),
  RULE ("CSIStorageCapacity",
        "{'apiVersion':'storage.k8s.io/v1','kind':'CSIStorageCapacity',"
        "'metadata':{'name':'<$>','namespace':'a'},'storageClassName':'late',"
        "'capacity':'<storage>','nodeTopology':{'matchLabels':{'zone':'<zone>'}}}"),
  RULE ("Namespace",
        "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'<namespace>',"
        "'labels':{'app':'<app>'<tier>}}}"),
  RULE ("VolumeAttachment",
        "{'apiVersion':'storage.k8s.io/v1','kind':'VolumeAttachment',"
        "'metadata':{'name':'<$>'},'spec':{'attacher':'x','nodeName':"
        "'<node-name>','source':{'persistentVolumeName':'v0'}}}"),
  { NULL, NULL },
};
/* clang-format on */
