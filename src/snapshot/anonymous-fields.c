/* anonymous-fields.c - which fields an anonymous snapshot keeps, and how
 *
 * Whatever is not here is left out.  A decision may depend on whatever decoders
 * read, so tests/snapshot/test-anonymous-fields.c fails for a field that a
 * decoder reads and that has no row here.
 */
#include "snapshot/anonymous-fields.h"

/* clang-format off */
#define FIELD(name, rule) { name, FIT_FIELD_##rule, 0, NULL, NULL }
#define KEEP(name) FIELD (name, KEEP)
#define NAME(name, class) { name, FIT_FIELD_NAME, FIT_NAME_##class, NULL, NULL }
#define OBJECT(name, fields) { name, FIT_FIELD_OBJECT, 0, fields, NULL }
#define LEAVE_OUT(name, reason) { name, FIT_FIELD_LEAVE_OUT, 0, NULL, reason }
#define LABELS(name) FIELD (name, LABELS)
#define BY_NAME(name, class) { name, FIT_FIELD_BY_NAME, FIT_NAME_##class, NULL, NULL }
#define RESOURCES(name) FIELD (name, RESOURCES)
#define END FIELD (NULL, KEEP)

/* -- parts ----------------------------------------------------------------- */

static const FitAnonymousField owner[] = {
  NAME ("apiVersion", WORD), NAME ("kind", WORD), NAME ("name", OBJECT), NAME ("uid", UID),
  KEEP ("controller"), END
};

static const FitAnonymousField annotations[] = {
  FIELD ("scheduler.alpha.kubernetes.io/preferAvoidPods", OWNERS),
  FIELD ("storage.alpha.kubernetes.io/migrated-plugins", PLUGINS),
  NAME ("volume.beta.kubernetes.io/storage-class", CLASS),
  NAME ("volume.kubernetes.io/selected-node", NODE),
  NAME ("rbd.csi.ceph.com/volume-handle", DISK),
  KEEP ("pv.kubernetes.io/bind-completed"),
  KEEP ("storageclass.kubernetes.io/is-default-class"),
  KEEP ("storageclass.beta.kubernetes.io/is-default-class"),
  NAME ("kubernetes.io/config.mirror", UID),
  FIELD ("openshift.io/node-selector", PAIRS),
  END
};

#define METADATA(which, class)                                                  \
  static const FitAnonymousField which##_metadata[] = {                         \
    NAME ("name", class), NAME ("namespace", NAMESPACE), NAME ("uid", UID),     \
    KEEP ("resourceVersion"),                                                   \
    LEAVE_OUT ("generation", "it only goes into the status that is written"),   \
    LABELS ("labels"), KEEP ("creationTimestamp"),                              \
    KEEP ("deletionTimestamp"), OBJECT ("ownerReferences", owner),              \
    { "annotations", FIT_FIELD_ANNOTATIONS, 0, annotations, NULL }, END             \
  };
METADATA (node, NODE)
METADATA (pod, POD)
METADATA (object, OBJECT)
METADATA (namespace, NAMESPACE)
METADATA (pv, VOLUME)
METADATA (pvc, CLAIM)
METADATA (class, CLASS)
METADATA (driver, DRIVER)

static const FitAnonymousField label_selector[] = {
  LABELS ("matchLabels"), FIELD ("matchExpressions", EXPRESSION), END
};

static const FitAnonymousField node_field[]
    = { KEEP ("key"), KEEP ("operator"), NAME ("values", NODE), END };

static const FitAnonymousField node_term[] = {
  FIELD ("matchExpressions", EXPRESSION), OBJECT ("matchFields", node_field), END
};

static const FitAnonymousField node_selector[] = { OBJECT ("nodeSelectorTerms", node_term), END };

static const FitAnonymousField condition[] = {
  NAME ("type", WORD), KEEP ("status"), NAME ("reason", WORD),
  LEAVE_OUT ("message", "a new status is compared with it, and it names nodes and pods"),
  LEAVE_OUT ("observedGeneration", "it only goes into the status that is written"), END
};

/* -- volumes --------------------------------------------------------------- */

static const FitAnonymousField gce[] = { NAME ("pdName", DISK), KEEP ("readOnly"), END };
static const FitAnonymousField volume_id[] = { NAME ("volumeID", DISK), KEEP ("readOnly"), END };
static const FitAnonymousField azure[]
    = { NAME ("diskName", DISK), NAME ("diskURI", DISK), KEEP ("kind"), KEEP ("readOnly"), END };
static const FitAnonymousField iscsi[] = { NAME ("iqn", DISK), KEEP ("readOnly"), END };
static const FitAnonymousField rbd[]
    = { NAME ("image", DISK), NAME ("pool", DISK), NAME ("monitors", ADDRESS), KEEP ("readOnly"), END };
static const FitAnonymousField csi[]
    = { NAME ("volumeHandle", DISK), NAME ("driver", DRIVER), KEEP ("readOnly"), END };
static const FitAnonymousField claim[] = { NAME ("claimName", CLAIM), KEEP ("readOnly"), END };
static const FitAnonymousField nothing[] = { END };

#define SOURCES                                                                          \
  OBJECT ("gcePersistentDisk", gce), OBJECT ("awsElasticBlockStore", volume_id),         \
  OBJECT ("azureDisk", azure), OBJECT ("cinder", volume_id), OBJECT ("iscsi", iscsi),    \
  OBJECT ("rbd", rbd), OBJECT ("portworxVolume", volume_id), OBJECT ("csi", csi)

/* -- pods ------------------------------------------------------------------ */

static const FitAnonymousField volume[] = {
  NAME ("name", WORD), SOURCES, OBJECT ("persistentVolumeClaim", claim), OBJECT ("ephemeral", nothing), END
};

static const FitAnonymousField requests[] = { RESOURCES ("requests"), RESOURCES ("limits"), END };

static const FitAnonymousField port[] = {
  NAME ("hostIP", ADDRESS), KEEP ("protocol"), KEEP ("hostPort"), KEEP ("containerPort"), END
};

static const FitAnonymousField container[] = {
  NAME ("name", CONTAINER), FIELD ("image", IMAGE), KEEP ("restartPolicy"),
  OBJECT ("resources", requests), OBJECT ("ports", port), END
};

static const FitAnonymousField affinity_term[] = {
  OBJECT ("labelSelector", label_selector), NAME ("namespaces", NAMESPACE),
  OBJECT ("namespaceSelector", label_selector), NAME ("topologyKey", KEY),
  NAME ("matchLabelKeys", KEY), NAME ("mismatchLabelKeys", KEY), END
};
static const FitAnonymousField weighted_term[]
    = { KEEP ("weight"), OBJECT ("podAffinityTerm", affinity_term), END };
static const FitAnonymousField pod_affinity[] = {
  OBJECT ("requiredDuringSchedulingIgnoredDuringExecution", affinity_term),
  OBJECT ("preferredDuringSchedulingIgnoredDuringExecution", weighted_term), END
};
static const FitAnonymousField preferred_term[]
    = { KEEP ("weight"), OBJECT ("preference", node_term), END };
static const FitAnonymousField node_affinity[] = {
  OBJECT ("requiredDuringSchedulingIgnoredDuringExecution", node_selector),
  OBJECT ("preferredDuringSchedulingIgnoredDuringExecution", preferred_term), END
};
static const FitAnonymousField affinity[] = {
  OBJECT ("nodeAffinity", node_affinity), OBJECT ("podAffinity", pod_affinity),
  OBJECT ("podAntiAffinity", pod_affinity), END
};

static const FitAnonymousField toleration[] = {
  NAME ("key", KEY), NAME ("value", VALUE), KEEP ("operator"), KEEP ("effect"), KEEP ("tolerationSeconds"), END
};
static const FitAnonymousField spread[] = {
  KEEP ("maxSkew"), NAME ("topologyKey", KEY), KEEP ("whenUnsatisfiable"), OBJECT ("labelSelector", label_selector),
  KEEP ("minDomains"), KEEP ("nodeAffinityPolicy"), KEEP ("nodeTaintsPolicy"), NAME ("matchLabelKeys", KEY), END
};
static const FitAnonymousField gate[] = { NAME ("name", WORD), END };
static const FitAnonymousField resource_claim[] = { NAME ("name", WORD), END };

static const FitAnonymousField pod_spec[] = {
  NAME ("nodeName", NODE), NAME ("schedulerName", SCHEDULER), NAME ("priorityClassName", CLASS),
  KEEP ("priority"), KEEP ("preemptionPolicy"), KEEP ("terminationGracePeriodSeconds"),
  KEEP ("activeDeadlineSeconds"), KEEP ("hostNetwork"), OBJECT ("initContainers", container),
  OBJECT ("containers", container), OBJECT ("resources", requests), RESOURCES ("overhead"),
  LABELS ("nodeSelector"), OBJECT ("affinity", affinity), OBJECT ("tolerations", toleration),
  OBJECT ("topologySpreadConstraints", spread), OBJECT ("volumes", volume), OBJECT ("schedulingGates", gate),
  OBJECT ("resourceClaims", resource_claim), END
};
static const FitAnonymousField container_status[] = {
  NAME ("name", CONTAINER), OBJECT ("resources", requests), RESOURCES ("allocatedResources"), END
};
static const FitAnonymousField pod_status[] = {
  KEEP ("phase"), NAME ("nominatedNodeName", NODE), KEEP ("startTime"), OBJECT ("conditions", condition),
  KEEP ("resize"), OBJECT ("containerStatuses", container_status),
  OBJECT ("initContainerStatuses", container_status), END
};
static const FitAnonymousField pod[] = {
  OBJECT ("metadata", pod_metadata), OBJECT ("spec", pod_spec), OBJECT ("status", pod_status), END
};

/* -- nodes ----------------------------------------------------------------- */

static const FitAnonymousField taint[] = { NAME ("key", KEY), NAME ("value", VALUE), KEEP ("effect"), END };
static const FitAnonymousField node_spec[] = { KEEP ("unschedulable"), OBJECT ("taints", taint), END };
static const FitAnonymousField image[] = { FIELD ("names", IMAGE), KEEP ("sizeBytes"), END };
static const FitAnonymousField node_info[] = { KEEP ("kubeletVersion"), END };
static const FitAnonymousField node_status[] = {
  RESOURCES ("capacity"), RESOURCES ("allocatable"), OBJECT ("conditions", condition), OBJECT ("images", image),
  OBJECT ("nodeInfo", node_info), END
};
static const FitAnonymousField node[] = {
  OBJECT ("metadata", node_metadata), OBJECT ("spec", node_spec), OBJECT ("status", node_status), END
};

/* -- what selects pods ----------------------------------------------------- */

static const FitAnonymousField template_metadata[] = { LABELS ("labels"), END };
static const FitAnonymousField template[] = { OBJECT ("metadata", template_metadata), END };
static const FitAnonymousField map_spec[]
    = { KEEP ("replicas"), LABELS ("selector"), OBJECT ("template", template), END };
static const FitAnonymousField set_spec[]
    = { KEEP ("replicas"), OBJECT ("selector", label_selector), OBJECT ("template", template), END };
static const FitAnonymousField by_map[]
    = { OBJECT ("metadata", object_metadata), OBJECT ("spec", map_spec), END };
static const FitAnonymousField by_selector[]
    = { OBJECT ("metadata", object_metadata), OBJECT ("spec", set_spec), END };
static const FitAnonymousField budget_spec[]
    = { OBJECT ("selector", label_selector), KEEP ("minAvailable"), KEEP ("maxUnavailable"), END };
static const FitAnonymousField budget_status[]
    = { KEEP ("disruptionsAllowed"), BY_NAME ("disruptedPods", POD), END };
static const FitAnonymousField budget[] = {
  OBJECT ("metadata", object_metadata), OBJECT ("spec", budget_spec), OBJECT ("status", budget_status), END
};

/* -- storage --------------------------------------------------------------- */

static const FitAnonymousField claim_ref[]
    = { NAME ("name", CLAIM), NAME ("namespace", NAMESPACE), NAME ("uid", UID), END };
static const FitAnonymousField pv_affinity[] = { OBJECT ("required", node_selector), END };
static const FitAnonymousField pv_spec[] = {
  RESOURCES ("capacity"), KEEP ("accessModes"), KEEP ("volumeMode"), NAME ("storageClassName", CLASS),
  NAME ("volumeAttributesClassName", CLASS), OBJECT ("claimRef", claim_ref), OBJECT ("nodeAffinity", pv_affinity), SOURCES, END
};
static const FitAnonymousField phase[] = { KEEP ("phase"), END };
static const FitAnonymousField pv[]
    = { OBJECT ("metadata", pv_metadata), OBJECT ("spec", pv_spec), OBJECT ("status", phase), END };
static const FitAnonymousField pvc_spec[] = {
  KEEP ("accessModes"), OBJECT ("selector", label_selector), OBJECT ("resources", requests),
  NAME ("volumeName", VOLUME), NAME ("storageClassName", CLASS), KEEP ("volumeMode"),
  NAME ("volumeAttributesClassName", CLASS), END
};
static const FitAnonymousField pvc[]
    = { OBJECT ("metadata", pvc_metadata), OBJECT ("spec", pvc_spec), OBJECT ("status", phase), END };
static const FitAnonymousField allowed[] = { FIELD ("matchLabelExpressions", TOPOLOGY), END };
static const FitAnonymousField storage_class[] = {
  OBJECT ("metadata", class_metadata), NAME ("provisioner", DRIVER), KEEP ("volumeBindingMode"),
  OBJECT ("allowedTopologies", allowed), END
};
static const FitAnonymousField count[] = { KEEP ("count"), END };
static const FitAnonymousField node_driver[]
    = { NAME ("name", DRIVER), OBJECT ("allocatable", count), NAME ("topologyKeys", KEY), END };
static const FitAnonymousField csi_node_spec[] = { OBJECT ("drivers", node_driver), END };
static const FitAnonymousField csi_node[]
    = { OBJECT ("metadata", node_metadata), OBJECT ("spec", csi_node_spec), END };
static const FitAnonymousField csi_driver_spec[] = { KEEP ("storageCapacity"), END };
static const FitAnonymousField csi_driver[]
    = { OBJECT ("metadata", driver_metadata), OBJECT ("spec", csi_driver_spec), END };
static const FitAnonymousField csi_capacity[] = {
  OBJECT ("metadata", object_metadata), NAME ("storageClassName", CLASS), OBJECT ("nodeTopology", label_selector),
  KEEP ("capacity"), KEEP ("maximumVolumeSize"), END
};
static const FitAnonymousField attachment_source[] = { NAME ("persistentVolumeName", VOLUME), END };
static const FitAnonymousField attachment_spec[]
    = { NAME ("attacher", DRIVER), NAME ("nodeName", NODE), OBJECT ("source", attachment_source), END };
static const FitAnonymousField attachment[]
    = { OBJECT ("metadata", object_metadata), OBJECT ("spec", attachment_spec), END };

/* -- restrictions ---------------------------------------------------------- */

static const FitAnonymousField priority_class[] = {
  OBJECT ("metadata", class_metadata), KEEP ("value"), KEEP ("globalDefault"), KEEP ("preemptionPolicy"), END
};
static const FitAnonymousField namespace_[] = { OBJECT ("metadata", namespace_metadata), END };
static const FitAnonymousField limit[] = {
  KEEP ("type"), RESOURCES ("max"), RESOURCES ("min"), RESOURCES ("default"), RESOURCES ("defaultRequest"),
  RESOURCES ("maxLimitRequestRatio"), END
};
static const FitAnonymousField limit_spec[] = { OBJECT ("limits", limit), END };
static const FitAnonymousField limit_range[]
    = { OBJECT ("metadata", object_metadata), OBJECT ("spec", limit_spec), END };
static const FitAnonymousField scope[]
    = { KEEP ("scopeName"), KEEP ("operator"), NAME ("values", CLASS), END };
static const FitAnonymousField scope_selector[] = { OBJECT ("matchExpressions", scope), END };
static const FitAnonymousField quota_spec[]
    = { RESOURCES ("hard"), KEEP ("scopes"), OBJECT ("scopeSelector", scope_selector), END };
static const FitAnonymousField quota[] = { OBJECT ("metadata", object_metadata), OBJECT ("spec", quota_spec), END };

/* -- kinds ----------------------------------------------------------------- */

static const FitAnonymousField *const kinds[] = {
  [FIT_KIND_NODE] = node,
  [FIT_KIND_POD] = pod,
  [FIT_KIND_SERVICE] = by_map,
  [FIT_KIND_REPLICATION_CONTROLLER] = by_map,
  [FIT_KIND_REPLICA_SET] = by_selector,
  [FIT_KIND_STATEFUL_SET] = by_selector,
  [FIT_KIND_PERSISTENT_VOLUME] = pv,
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] = pvc,
  [FIT_KIND_STORAGE_CLASS] = storage_class,
  [FIT_KIND_CSI_NODE] = csi_node,
  [FIT_KIND_POD_DISRUPTION_BUDGET] = budget,
  [FIT_KIND_PRIORITY_CLASS] = priority_class,
  [FIT_KIND_NAMESPACE] = namespace_,
  [FIT_KIND_CSI_DRIVER] = csi_driver,
  [FIT_KIND_CSI_STORAGE_CAPACITY] = csi_capacity,
  [FIT_KIND_VOLUME_ATTACHMENT] = attachment,
  [FIT_KIND_LIMIT_RANGE] = limit_range,
  [FIT_KIND_RESOURCE_QUOTA] = quota,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_KIND_LAST);

static const FitAnonymousField signature[]
    = { OBJECT ("podController", owner), END };
static const FitAnonymousField avoided[]
    = { OBJECT ("podSignature", signature), END };
static const FitAnonymousField owners[]
    = { OBJECT ("preferAvoidPods", avoided), END };

const FitAnonymousField *
fit_anonymous_fields (FitKind kind)
{
  return kinds[kind];
}

const FitAnonymousField *
fit_anonymous_owners (void)
{
  return owners;
}
