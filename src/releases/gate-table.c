/* gate-table.c - the table of feature gates of 1.8 to 1.36
 *
 * Sources: pkg/features of kube-scheduler, and the packages whose gates it
 * registers beside them: apiserver, apiextensions-apiserver, client-go,
 * component-base and controller-manager.  1.17 is not recorded: it counts as
 * knowing what both 1.16 and 1.18 know.  Where patch releases differ, the row has
 * the state of the newest that release.c knows.
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/gate-table.h"

#include <stdlib.h>
#include <string.h>

/* The states of a gate, each with the first release that has it.  a: alpha, b:
 * beta, g: GA, d: deprecated, as a capital letter if it is on by default, with
 * "!" if it may not be changed; "?": scheduling does not depend on it; "-":
 * unknown from here on. */
typedef struct
{
  const char *name;
  const char *states;
  FitGate gate; /* FIT_GATE_NONE: scheduling does not depend on it */
} GateRow;

/* clang-format off */
static const GateRow rows[] = {
  { "APIListChunking", "8? 18B 29G! 33-" },
  { "APIPriorityAndFairness", "18a 20B 29G! 31-" },
  { "APIResponseCompression", "8? 18B" },
  { "APISelfSubjectReview", "26a 27B 28G! 30-" },
  { "APIServerIdentity", "20a 26B" },
  { "APIServerTracing", "22a 27B 34G!" },
  { "APIServingWithRoutine", "30B 31a" },
  { "Accelerators", "8? 11-" },
  { "AdmissionWebhookMatchConditions", "27a 28B 30G! 33-" },
  { "AdvancedAuditing", "8? 18G 27G! 28-" },
  { "AggregatedDiscoveryEndpoint", "26a 27B 30G! 33-" },
  { "AggregatedDiscoveryRemoveBetaType", "33D 35D!" },
  { "AllowDNSOnlyNodeCSR", "31d" },
  { "AllowExtTrafficLocalEndpoints", "8? 9G 10-" },
  { "AllowInsecureBackendProxy", "18B 21G! 23-" },
  { "AllowInsecureKubeletCertificateSigningRequests", "31d" },
  { "AllowOverwriteTerminationGracePeriodSeconds", "32d 35d!" },
  { "AllowParsingUserUIDFromCertAuth", "33B" },
  { "AllowServiceExternalIPs", "36G" },
  { "AllowServiceLBStatusOnNonLB", "29d 32d! 35-" },
  { "AllowUnsafeMalformedObjectDeletion", "32a" },
  { "AnonymousAuthConfigurableEndpoints", "31a 32B 34G!" },
  { "AnyVolumeDataSource", "18a 24B 33G!" },
  { "AppArmor", "8? 18B 31G! 33-" },
  { "AppArmorFields", "30B 31G! 33-" },
  { "AtomicFIFO", "36B" },
  { "AttachVolumeLimit", "11a 12B 18G! 21-", FIT_GATE_ATTACH_VOLUME_LIMIT },
  { "AuthorizeNodeWithSelectors", "31a 32B 34G!" },
  { "AuthorizePodWebsocketUpgradeCreatePermission", "35B" },
  { "AuthorizeWithSelectors", "31a 32B 34G!" },
  { "BalanceAttachedNodeVolumes", "11a 22-", FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES },
  { "BlockVolume", "9a 13B 18G! 21-", FIT_GATE_BLOCK_VOLUME },
  { "BoundServiceAccountTokenVolume", "13? 18a 21B 22G! 23-" },
  { "BtreeWatchCache", "32B 33G!" },
  { "CBORServingAndStorage", "32a" },
  { "CPUManager", "8? 18B 26G! 33-" },
  { "CPUManagerPolicyAlphaOptions", "23a" },
  { "CPUManagerPolicyBetaOptions", "23B" },
  { "CPUManagerPolicyOptions", "22a 23B 33G!" },
  { "CRDObservedGenerationTracking", "35b 36B" },
  { "CRDValidationRatcheting", "28a 30B 33G!" },
  { "CRIContainerLogRotation", "10? 18B 21G! 22-" },
  { "CRIListStreaming", "36a" },
  { "CSIBlockVolume", "11? 18G! 21-" },
  { "CSIDriverRegistry", "12? 18G! 21-" },
  { "CSIInlineVolume", "15? 18B 25G! 27-" },
  { "CSIMigration", "14a 17B 25G! 27-", FIT_GATE_CSI_MIGRATION },
  { "CSIMigrationAWS", "14a 18b 23B 25G! 27-", FIT_GATE_CSI_MIGRATION_AWS },
  { "CSIMigrationAWSComplete", "18a 21-" },
  { "CSIMigrationAzureDisk", "15a 19b 23B 24G 25G! 27-", FIT_GATE_CSI_MIGRATION_AZURE_DISK },
  { "CSIMigrationAzureDiskComplete", "18a 21-" },
  { "CSIMigrationAzureFile", "15a 21b 24B 26G 27G! 30-", FIT_GATE_CSI_MIGRATION_AZURE_FILE },
  { "CSIMigrationAzureFileComplete", "18a 21-" },
  { "CSIMigrationGCE", "14a 18b 23B 25G! 28-", FIT_GATE_CSI_MIGRATION_GCE },
  { "CSIMigrationGCEComplete", "18a 21-" },
  { "CSIMigrationOpenStack", "14a 18b 21B 24G! 26-", FIT_GATE_CSI_MIGRATION_OPENSTACK },
  { "CSIMigrationOpenStackComplete", "18a 21-" },
  { "CSIMigrationPortworx", "23a 25b 31B 33G! 36-", FIT_GATE_CSI_MIGRATION_PORTWORX },
  { "CSIMigrationRBD", "24a 28d 31-", FIT_GATE_CSI_MIGRATION_RBD },
  { "CSIMigrationvSphere", "19b 25B 26G 27G! 29-" },
  { "CSIMigrationvSphereComplete", "19b 22-" },
  { "CSINodeExpandSecret", "25a 27B 29G! 31-" },
  { "CSINodeInfo", "12a 14B 18G! 21-", FIT_GATE_CSI_NODE_INFO },
  { "CSIPersistentVolume", "9? 15G 16-" },
  { "CSIServiceAccountToken", "20a 21B 22G! 25-" },
  { "CSIServiceAccountTokenSecrets", "35B 36G!" },
  { "CSIStorageCapacity", "19a 21B 24G! 28-", FIT_GATE_CSI_STORAGE_CAPACITY },
  { "CSIVolumeFSGroupPolicy", "19a 20B 23G! 25-" },
  { "CSIVolumeHealth", "21a" },
  { "CSRDuration", "22B 24G! 26-" },
  { "ChangeContainerStatusOnKubeletRestart", "35d" },
  { "ClearingNominatedNodeNameAfterBinding", "34a 35B" },
  { "ClientsAllowCARotation", "36B" },
  { "ClientsAllowCBOR", "32a" },
  { "ClientsAllowTLSCacheGC", "36B" },
  { "ClientsPreferCBOR", "32a" },
  { "CloudControllerManagerWatchBasedRoutesReconciliation", "35a" },
  { "CloudControllerManagerWebhook", "27a" },
  { "CloudDualStackNodeIPs", "27a 29B 30G! 32-" },
  { "ClusterTrustBundle", "27a 33b" },
  { "ClusterTrustBundleProjection", "29a 33b" },
  { "ComponentFlagz", "32a 36B", FIT_GATE_COMPONENT_FLAGZ },
  { "ComponentSLIs", "26a 27B 32G! 35-" },
  { "ComponentStatusz", "32a 36B", FIT_GATE_COMPONENT_STATUSZ },
  { "ConcurrentWatchObjectDecode", "31b" },
  { "ConfigurableFSGroupPolicy", "18a 20B 23G! 25-" },
  { "ConsistentHTTPGetHandlers", "26G 30G! 31-" },
  { "ConsistentListFromCache", "28a 31B 34G!" },
  { "ConstrainedImpersonation", "35a 36B" },
  { "ContainerCheckpoint", "25a 30B" },
  { "ContainerRestartRules", "34a 35B" },
  { "ContainerStopSignals", "33a" },
  { "ContextualLogging", "24a 30B" },
  { "ControllerManagerLeaderMigration", "22B 24G! 27-" },
  { "ControllerManagerReleaseLeaderElectionLockOnExit", "36a" },
  { "CoordinatedLeaderElection", "31a 33b" },
  { "CronJobControllerV2", "20a 21B 22G! 23-" },
  { "CronJobTimeZone", "24a 25B 27G! 29-" },
  { "CronJobsScheduledAnnotation", "28B 32G! 35-" },
  { "CrossNamespaceVolumeDataSource", "26a" },
  { "CustomCPUCFSQuotaPeriod", "12? 18a 36G" },
  { "CustomPodDNS", "9? 15G 16-" },
  { "CustomResourceDefaulting", "15? 17-" },
  { "CustomResourceFieldSelectors", "30a 31B 32G!" },
  { "CustomResourcePublishOpenAPI", "15? 17-" },
  { "CustomResourceSubresources", "10? 17-" },
  { "CustomResourceValidation", "8? 17-" },
  { "CustomResourceValidationExpressions", "23a 25B 29G! 31-" },
  { "CustomResourceWebhookConversion", "13? 17-" },
  { "DRAAdminAccess", "32a 34B 36G!", FIT_GATE_DRA_ADMIN_ACCESS },
  { "DRAConsumableCapacity", "34a 36B", FIT_GATE_DRA_CONSUMABLE_CAPACITY },
  { "DRAControlPlaneController", "31a 32-", FIT_GATE_DRA_CONTROL_PLANE_CONTROLLER },
  { "DRADeviceBindingConditions", "34a 36B", FIT_GATE_DRA_DEVICE_BINDING_CONDITIONS },
  { "DRADeviceTaintRules", "35a 36b", FIT_GATE_DRA_DEVICE_TAINT_RULES },
  { "DRADeviceTaints", "33a 36B", FIT_GATE_DRA_DEVICE_TAINTS },
  { "DRAExtendedResource", "34a 36B", FIT_GATE_DRA_EXTENDED_RESOURCE },
  { "DRAListTypeAttributes", "36a", FIT_GATE_DRA_LIST_TYPE_ATTRIBUTES },
  { "DRANodeAllocatableResources", "36a", FIT_GATE_DRA_NODE_ALLOCATABLE_RESOURCES },
  { "DRAPartitionableDevices", "33a 36B", FIT_GATE_DRA_PARTITIONABLE_DEVICES },
  { "DRAPrioritizedList", "33a 34B 36G", FIT_GATE_DRA_PRIORITIZED_LIST },
  { "DRAResourceClaimDeviceStatus", "32a 33B", FIT_GATE_DRA_RESOURCE_CLAIM_DEVICE_STATUS },
  { "DRAResourceClaimGranularStatusAuthorization", "36B" },
  { "DRAResourcePoolStatus", "36a" },
  { "DRASchedulerFilterTimeout", "34B", FIT_GATE_DRA_SCHEDULER_FILTER_TIMEOUT },
  { "DRAWorkloadResourceClaims", "36a", FIT_GATE_DRA_WORKLOAD_RESOURCE_CLAIMS },
  { "DaemonSetUpdateSurge", "21a 22B 25G! 27-" },
  { "DebugContainers", "8? 16-" },
  { "DeclarativeValidation", "33B 36G!" },
  { "DeclarativeValidationBeta", "36B" },
  { "DeclarativeValidationTakeover", "33b 36d" },
  { "DefaultHostNetworkHostPortsInPodTemplates", "28d 31-" },
  { "DefaultIngressClass", "18B 19G! 20-" },
  { "DefaultPodTopologySpread", "19a 20B 24G! 26-", FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD },
  { "DelegateFSGroupToCSIDriver", "22a 23B 26G! 28-" },
  { "DeploymentReplicaSetTerminatingReplicas", "33a 35B" },
  { "DetectCacheInconsistency", "34B" },
  { "DevicePluginCDIDevices", "28a 29B 31G! 34-" },
  { "DevicePlugins", "8? 18B 26G! 28-" },
  { "DisableAcceleratorUsageMetrics", "19a 20B 25G! 28-" },
  { "DisableAllocatorDualWrite", "31a 33b 34G 35G!" },
  { "DisableCPUQuotaWithExclusiveCPUs", "33B 36D" },
  { "DisableCloudProviders", "22a 29B 31G! 33-" },
  { "DisableKubeletCloudCredentialProviders", "23a 29B 31G! 33-" },
  { "DisableNodeKubeProxyVersion", "29a 31d 33D 36D!" },
  { "DownwardAPIHugePages", "20a 21b 23B 27G! 29-" },
  { "DryRun", "12? 18B 19G 26G! 28-" },
  { "DynamicAuditing", "13? 18a 19-" },
  { "DynamicKubeletConfig", "8? 18B 22d 26-" },
  { "DynamicProvisioningScheduling", "11? 12-" },
  { "DynamicResourceAllocation", "26a 32b 34G 35G!", FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION },
  { "EfficientWatchResumption", "20a 21B 24G! 33-" },
  { "ElasticIndexedJob", "27B 31G! 34-" },
  { "EnableAggregatedDiscoveryTimeout", "16? 17-" },
  { "EnableEquivalenceClassCache", "8? 14-" },
  { "EndpointSlice", "16? 18B 21G! 25-" },
  { "EndpointSliceNodeName", "20a 21G! 25-" },
  { "EndpointSliceProxying", "18a 19B 22G! 25-" },
  { "EndpointSliceTerminatingCondition", "20a 22B 26G! 28-" },
  { "EnvFiles", "34a 35B" },
  { "EphemeralContainers", "16? 18a 23B 25G! 27-" },
  { "EvenPodsSpread", "16a 18B 19G! 21-", FIT_GATE_EVEN_PODS_SPREAD },
  { "EventedPLEG", "26a 27b 29a" },
  { "ExecProbeTimeout", "20G 35G!" },
  { "ExpandCSIVolumes", "15? 18B 24G 27-" },
  { "ExpandInUsePersistentVolumes", "11? 18B 24G 27-" },
  { "ExpandPersistentVolumes", "8? 18B 24G 27-" },
  { "ExpandedDNSConfig", "22a 26B 28G! 30-" },
  { "ExperimentalCriticalPodAnnotation", "8? 16-" },
  { "ExperimentalHostUserNamespaceDefaulting", "8? 18b 28d! 30-" },
  { "ExtendWebSocketsToKubelet", "36B" },
  { "ExternalPolicyForExternalIP", "18g 19G 20G! 22-" },
  { "ExternalServiceAccountTokenSigner", "32a 34B 36G!" },
  { "GCERegionalPersistentDisk", "10? 17-" },
  { "GRPCContainerProbe", "23a 24B 27G! 29-" },
  { "GangScheduling", "35a", FIT_GATE_GANG_SCHEDULING },
  { "GenericEphemeralVolume", "19a 21B 23G! 25-", FIT_GATE_GENERIC_EPHEMERAL_VOLUME },
  { "GenericWorkload", "35a", FIT_GATE_GENERIC_WORKLOAD },
  { "GitRepoVolumeDriver", "33d 36d!" },
  { "GracefulNodeShutdown", "20a 21B" },
  { "GracefulNodeShutdownBasedOnPodPriority", "23a 24B" },
  { "HPAConfigurableTolerance", "33a 35B" },
  { "HPAContainerMetrics", "20a 27B 30G! 32-" },
  { "HPAScaleToZero", "16? 18a" },
  { "HonorPVReclaimPolicy", "23a 31B 33G! 36-" },
  { "HostnameOverride", "34a 35B" },
  { "HugePageStorageMediumSize", "18a 19B 22G! 24-" },
  { "HugePages", "8? 15G 16-" },
  { "HyperVContainer", "10? 18a 20d 21-" },
  { "IPTablesOwnershipCleanup", "25a 27B 28G! 30-" },
  { "IPv6DualStack", "16? 18a 21B 23G! 25-" },
  { "IdentifyPodOS", "23a 24B 25G! 27-" },
  { "ImageMaximumGCAge", "29a 30B 35G!" },
  { "ImageVolume", "31a 33b 35B 36G!" },
  { "ImageVolumeWithDigest", "36a" },
  { "ImmutableEphemeralVolumes", "18a 19B 21G! 24-" },
  { "InOrderInformers", "33B 36G!" },
  { "InOrderInformersBatchProcess", "35B" },
  { "InPlacePodLevelResourcesVerticalScaling", "35a 36B", FIT_GATE_IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING },
  { "InPlacePodVerticalScaling", "27a 33B 35G!", FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING },
  { "InPlacePodVerticalScalingAllocatedStatus", "32a 33d 36-" },
  { "InPlacePodVerticalScalingExclusiveCPUs", "32a" },
  { "InPlacePodVerticalScalingExclusiveMemory", "34a" },
  { "InPlacePodVerticalScalingInitContainers", "36B" },
  { "InTreePluginAWSUnregister", "21a 31-" },
  { "InTreePluginAzureDiskUnregister", "21a 31-" },
  { "InTreePluginAzureFileUnregister", "21a 31-" },
  { "InTreePluginGCEUnregister", "21a 31-" },
  { "InTreePluginOpenStackUnregister", "21a 31-" },
  { "InTreePluginPortworxUnregister", "23a 36-" },
  { "InTreePluginRBDUnregister", "23a 28d 31-" },
  { "InTreePluginvSphereUnregister", "21a 31-" },
  { "IndexedJob", "21a 22B 24G! 26-" },
  { "InformerResourceVersion", "30a 35G" },
  { "IngressClassNamespacedParams", "21a 22B 23G! 25-" },
  { "Initializers", "8? 14-" },
  { "JobBackoffLimitPerIndex", "28a 29B 33G!" },
  { "JobManagedBy", "30a 32B 35G!" },
  { "JobMutableNodeSchedulingDirectives", "23B 27G! 29-" },
  { "JobPodFailurePolicy", "25a 26B 31G! 33-" },
  { "JobPodReplacementPolicy", "28a 29B 34G!" },
  { "JobReadyPods", "23a 24B 29G! 31-" },
  { "JobSuccessPolicy", "30a 31B 33G!" },
  { "JobTrackingWithFinalizers", "22a 23B 24b 25B 26G! 29-" },
  { "KMSv1", "28D 29d" },
  { "KMSv2", "25a 27B 29G! 32-" },
  { "KMSv2KDF", "28b 29G! 32-" },
  { "KubeProxyDrainingTerminatingNodes", "28a 30B 31G! 33-" },
  { "KubeletCgroupDriverFromCRI", "28a 31B 34G!" },
  { "KubeletConfigFile", "8? 10-" },
  { "KubeletCrashLoopBackOffMax", "32a 35B" },
  { "KubeletCredentialProviders", "20a 24B 26G! 28-" },
  { "KubeletEnsureSecretPulledImages", "33a 35B" },
  { "KubeletFineGrainedAuthz", "32a 33B 36G!" },
  { "KubeletInUserNamespace", "22a" },
  { "KubeletPSI", "33a 34B 36G!" },
  { "KubeletPluginsWatcher", "11? 15G 16-" },
  { "KubeletPodResources", "13? 18B 28G! 30-" },
  { "KubeletPodResourcesDynamicResources", "27a 34B 36G!" },
  { "KubeletPodResourcesGet", "27a 34B 36G!" },
  { "KubeletPodResourcesGetAllocatable", "21a 23B 28G! 30-" },
  { "KubeletPodResourcesListUseActivePods", "34D" },
  { "KubeletRegistrationGetOnExistsOnly", "32d" },
  { "KubeletSeparateDiskGC", "29a 31B" },
  { "KubeletServiceAccountTokenForCredentialProviders", "33a 34B" },
  { "KubeletTracing", "25a 27B 34G!" },
  { "LegacyNodeRoleBehavior", "16? 18A 19B 21g! 22-" },
  { "LegacyServiceAccountTokenCleanUp", "28a 29B 30G! 32-" },
  { "LegacyServiceAccountTokenNoAutoGeneration", "24B 26G 27G! 29-" },
  { "LegacyServiceAccountTokenTracking", "26a 27B 28G! 30-" },
  { "LegacySidecarContainers", "33d 34-" },
  { "ListFromCacheSnapshot", "33a 34B" },
  { "LoadBalancerIPMode", "29a 30B 32G! 35-" },
  { "LocalStorageCapacityIsolation", "8? 18B 25G! 27-", FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION },
  { "LocalStorageCapacityIsolationFSQuotaMonitoring", "15? 18a 31b" },
  { "LogarithmicScaleDown", "21a 22B 31G!" },
  { "LoggingAlphaOptions", "24a" },
  { "LoggingBetaOptions", "24B" },
  { "ManifestBasedAdmissionControlConfig", "36a" },
  { "MatchLabelKeysInPodAffinity", "29a 31B 33G!" },
  { "MatchLabelKeysInPodTopologySpread", "25a 27B", FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD },
  { "MatchLabelKeysInPodTopologySpreadSelectorMerge", "34B" },
  { "MaxUnavailableStatefulSet", "24a 35b" },
  { "MemoryManager", "21a 22B 32G! 36-" },
  { "MemoryQoS", "22a" },
  { "MinDomainsInPodTopologySpread", "24a 25b 27B 30G! 32-", FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD },
  { "MinimizeIPTablesRestore", "26a 27B 28G! 30-" },
  { "MixedProtocolLBService", "20a 24B 26G! 28-" },
  { "MountContainers", "9? 17-" },
  { "MountPropagation", "8? 13G 14-" },
  { "MultiCIDRRangeAllocator", "25a 29-" },
  { "MultiCIDRServiceAllocator", "27a 31b 33G 34G!" },
  { "MutableCSINodeAllocatableCount", "33a 34b 35B 36G!" },
  { "MutablePVNodeAffinity", "35a" },
  { "MutablePodResourcesForSuspendedJobs", "35a 36B" },
  { "MutableSchedulingDirectivesForSuspendedJobs", "35a 36B" },
  { "MutatingAdmissionPolicy", "30a 34b 36G" },
  { "NFTablesProxyMode", "29a 31B 33G!" },
  { "NamespaceDefaultLabelName", "21B 22G! 24-" },
  { "NativeHistograms", "36a" },
  { "NetworkPolicyEndPort", "21a 22B 25G! 27-" },
  { "NetworkPolicyStatus", "24a 28-" },
  { "NewVolumeManagerReconstruction", "27B 30G! 32-" },
  { "NodeDeclaredFeatures", "35a 36B", FIT_GATE_NODE_DECLARED_FEATURES },
  { "NodeDisruptionExclusion", "16? 18a 19B 21G! 22-" },
  { "NodeInclusionPolicyInPodTopologySpread", "25a 26B 33G!", FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD },
  { "NodeLease", "12? 18G! 23-" },
  { "NodeLogQuery", "27a 30b 36G!" },
  { "NodeOutOfServiceVolumeDetach", "24a 26B 28G! 32-" },
  { "NodeSwap", "22a 28b 30B 34G!" },
  { "NominatedNodeNameForExpectation", "34a 35B", FIT_GATE_NOMINATED_NODE_NAME_FOR_EXPECTATION },
  { "NonPreemptingPriority", "15a 19B 24G! 26-", FIT_GATE_NON_PREEMPTING_PRIORITY },
  { "OpenAPIEnums", "23a 24B" },
  { "OpenAPIV3", "23a 24B 27G! 29-" },
  { "OpportunisticBatching", "35B", FIT_GATE_OPPORTUNISTIC_BATCHING },
  { "OrderedNamespaceDeletion", "33B 34G!" },
  { "PDBUnhealthyPodEvictionPolicy", "26a 27B 31G! 33-" },
  { "PLEGOnDemandRelist", "36B" },
  { "PVCProtection", "9? 10-" },
  { "PersistentLocalVolumes", "8a 9? 17-", FIT_GATE_PERSISTENT_LOCAL_VOLUMES },
  { "PersistentVolumeClaimUnusedSinceTime", "36a" },
  { "PersistentVolumeLastPhaseTransitionTime", "28a 29B 31G! 33-" },
  { "PodAffinityNamespaceSelector", "21a 22B 24G! 26-", FIT_GATE_POD_AFFINITY_NAMESPACE_SELECTOR },
  { "PodAndContainerStatsFromCRI", "23a" },
  { "PodCertificateRequest", "34a 35b" },
  { "PodDeletionCost", "21a 22B" },
  { "PodDisruptionBudget", "18B 21G! 25-", FIT_GATE_POD_DISRUPTION_BUDGET },
  { "PodDisruptionConditions", "25a 26B 31G! 34-", FIT_GATE_POD_DISRUPTION_CONDITIONS },
  { "PodHasNetworkCondition", "25a 28-" },
  { "PodHostIPs", "28a 29B 30G! 32-" },
  { "PodIndexLabel", "28B 32G! 35-" },
  { "PodLevelResourceManagers", "36a" },
  { "PodLevelResources", "32a 34B", FIT_GATE_POD_LEVEL_RESOURCES },
  { "PodLifecycleSleepAction", "29a 30B 34G!" },
  { "PodLifecycleSleepActionAllowZero", "32a 33B 34G!" },
  { "PodLogsQuerySplitStreams", "32a" },
  { "PodObservedGenerationTracking", "33a 34B 35G!", FIT_GATE_POD_OBSERVED_GENERATION_TRACKING },
  { "PodOverhead", "16a 18B 24G! 26-", FIT_GATE_POD_OVERHEAD },
  { "PodPriority", "8a 11B 14G 16G! 17-", FIT_GATE_POD_PRIORITY },
  { "PodReadinessGates", "11? 15G 16-" },
  { "PodReadyToStartContainersCondition", "28a 29B" },
  { "PodSchedulingReadiness", "26a 27B 30G!", FIT_GATE_POD_SCHEDULING_READINESS },
  { "PodSecurity", "22a 23B 25G! 28-" },
  { "PodShareProcessNamespace", "10? 18G! 19-" },
  { "PodTopologyLabelsAdmission", "33a 35B" },
  { "PodsAPI", "36a" },
  { "PortForwardWebsockets", "30a 31B" },
  { "PreferNominatedNode", "21a 22B 24G! 26-", FIT_GATE_PREFER_NOMINATED_NODE },
  { "PreferSameTrafficDistribution", "33a 34B 35G!" },
  { "PreventStaticPodAPIReferences", "34B" },
  { "ProbeHostPodSecurityStandards", "34G! 35-" },
  { "ProbeTerminationGracePeriod", "21a 22b 25B 28G! 29-" },
  { "ProcMountType", "12? 18a 31b 33B 36G!" },
  { "ProxyTerminatingEndpoints", "22a 26B 28G! 30-" },
  { "QOSReserved", "11? 18a" },
  { "ReadOnlyAPIDataVolumes", "10? 12-" },
  { "ReadWriteOncePod", "22a 27B 29G! 31-", FIT_GATE_READ_WRITE_ONCE_POD },
  { "RecoverVolumeExpansionFailure", "23a 32B 34G!" },
  { "RecursiveReadOnlyMounts", "30a 31B 33G!" },
  { "ReduceDefaultCrashLoopBackOffDecay", "33a" },
  { "RelaxedDNSSearchValidation", "32a 33B 34G!" },
  { "RelaxedEnvironmentVariableValidation", "30a 32B 34G!" },
  { "RelaxedServiceNameValidation", "34a 36B" },
  { "ReloadKubeletClientCAFile", "36B" },
  { "ReloadKubeletServerCertificateFile", "31B" },
  { "RemainingItemCount", "15? 18B 29G! 33-" },
  { "RemoteRequestHeaderUID", "32a 33B" },
  { "RemoveSelfLink", "16? 18a 20B 24G! 30-" },
  { "RequestManagement", "15? 17-" },
  { "ResilientWatchCacheInitialization", "31B 34G!" },
  { "ResourceHealthStatus", "31a 36B" },
  { "ResourceHealthStatusMessage", "36B" },
  { "ResourceLimitsPriorityFunction", "10a 19-", FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION },
  { "ResourceQuotaScopeSelectors", "11? 17-" },
  { "RestartAllContainersOnContainerExits", "35a 36B" },
  { "RetroactiveDefaultStorageClass", "25a 26B 28G! 29-" },
  { "RetryGenerateName", "30a 31B 32G!" },
  { "RootCAConfigMap", "20B 21G! 22-" },
  { "RotateKubeletClientCertificate", "8? 18B 19G! 21-" },
  { "RotateKubeletServerCertificate", "8? 18B" },
  { "RunAsGroup", "10? 18B 21G! 22-" },
  { "RuntimeClass", "12? 18B 20G! 24-" },
  { "RuntimeClassInImageCriApi", "29a" },
  { "SCTPSupport", "12? 18a 19B 20G! 22-" },
  { "SELinuxChangePolicy", "32a 33B 36G!" },
  { "SELinuxMount", "30a 33b" },
  { "SELinuxMountReadWriteOncePod", "25a 27B 36G!" },
  { "ScheduleDaemonSetPods", "10? 17-" },
  { "SchedulerAsyncAPICalls", "34b" },
  { "SchedulerAsyncPreemption", "32a 33B", FIT_GATE_SCHEDULER_ASYNC_PREEMPTION },
  { "SchedulerPopFromBackoffQ", "33B", FIT_GATE_SCHEDULER_POP_FROM_BACKOFF_Q },
  { "SchedulerQueueingHints", "28B 29b 32B 34G!", FIT_GATE_SCHEDULER_QUEUEING_HINTS },
  { "SeccompDefault", "22a 25B 27G! 29-" },
  { "SecurityContextDeny", "27a 30-" },
  { "SelectorIndex", "18a 19B 20G! 25-" },
  { "SeparateCacheWatchRPC", "30B 33d 36d!" },
  { "SeparateTaintEvictionController", "29B 34G!" },
  { "ServerSideApply", "14? 18B 22G 26G! 32-" },
  { "ServerSideFieldValidation", "23a 25B 27G! 32-" },
  { "ServiceAccountIssuerDiscovery", "18a 20B 21G! 23-" },
  { "ServiceAccountNodeAudienceRestriction", "32b 33B" },
  { "ServiceAccountTokenJTI", "29a 30B 32G!" },
  { "ServiceAccountTokenNodeBinding", "29a 31B 33G!" },
  { "ServiceAccountTokenNodeBindingValidation", "29a 30B 32G!" },
  { "ServiceAccountTokenPodNodeInfo", "29a 30B 32G!" },
  { "ServiceAppProtocol", "18a 19B 20G! 22-" },
  { "ServiceCIDRStatusFieldWiping", "36D" },
  { "ServiceIPStaticSubrange", "24a 25B 26G! 28-" },
  { "ServiceInternalTrafficPolicy", "21a 22B 26G! 28-" },
  { "ServiceLBNodePortControl", "20a 22B 24G! 26-" },
  { "ServiceLoadBalancerClass", "21a 22B 24G! 26-" },
  { "ServiceLoadBalancerFinalizer", "15? 18G! 20-" },
  { "ServiceNodeExclusion", "9? 18a 19B 21G! 22-" },
  { "ServiceNodePortStaticSubrange", "27a 28B 29G! 31-" },
  { "ServiceProxyAllowExternalIPs", "10? 12-" },
  { "ServiceTopology", "18a 22-" },
  { "ServiceTrafficDistribution", "30a 31B 33G! 36-" },
  { "SetHostnameAsFQDN", "19a 20B 22G! 24-" },
  { "ShardedListAndWatch", "36a" },
  { "SidecarContainers", "28a 29B 33G!", FIT_GATE_SIDECAR_CONTAINERS },
  { "SizeBasedListCostEstimate", "34B" },
  { "SizeMemoryBackedVolumes", "20a 22B 32G! 35-" },
  { "SkipReadOnlyValidationGCE", "28a 29D 31-" },
  { "StableLoadBalancerNodeSet", "27B 30G! 32-" },
  { "StaleControllerConsistencyDaemonSet", "36B" },
  { "StaleControllerConsistencyJob", "36B" },
  { "StaleControllerConsistencyReplicaSet", "36B" },
  { "StaleControllerConsistencyStatefulSet", "36B" },
  { "StartupProbe", "16? 18B 20G! 23-" },
  { "StatefulSetAutoDeletePVC", "23a 27B 32G! 35-" },
  { "StatefulSetMinReadySeconds", "22a 23B 25G! 27-" },
  { "StatefulSetSemanticRevisionComparison", "34B" },
  { "StatefulSetStartOrdinal", "26a 27B 31G! 34-" },
  { "StorageCapacityScoring", "33a", FIT_GATE_STORAGE_CAPACITY_SCORING },
  { "StorageNamespaceIndex", "30B 33D" },
  { "StorageObjectInUseProtection", "10B 11G 23G! 25-", FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION },
  { "StorageVersionAPI", "20a" },
  { "StorageVersionHash", "14? 18B" },
  { "StorageVersionMigrator", "30a 35b" },
  { "StreamingCollectionEncodingToJSON", "33B 34G!" },
  { "StreamingCollectionEncodingToProtobuf", "33B 34G!" },
  { "StreamingProxyRedirects", "8? 18D 22d 24-" },
  { "StrictCostEnforcementForVAP", "30b 32G! 35-" },
  { "StrictCostEnforcementForWebhooks", "30b 32G! 35-" },
  { "StrictIPCIDRValidation", "33a 36B" },
  { "StructuredAuthenticationConfiguration", "29a 30B 34G!" },
  { "StructuredAuthenticationConfigurationEgressSelector", "34B" },
  { "StructuredAuthenticationConfigurationJWKSMetrics", "35B" },
  { "StructuredAuthorizationConfiguration", "29a 30B 32G! 36-" },
  { "SupplementalGroupsPolicy", "31a 33B 35G!" },
  { "SupportIPVSProxyMode", "8? 18G 20-" },
  { "SupportNodePidsLimit", "14? 18B 20G! 23-" },
  { "SupportPodPidsLimit", "10? 18B 20G! 23-" },
  { "SuspendJob", "21a 22B 24G! 26-" },
  { "Sysctls", "11? 18B 21G! 23-" },
  { "SystemdWatchdog", "32B 35G!" },
  { "TTLAfterFinished", "12? 18a 21B 23G! 25-" },
  { "TaintBasedEvictions", "8? 18G! 20-" },
  { "TaintNodesByCondition", "8a 12B 17-", FIT_GATE_TAINT_NODES_BY_CONDITION },
  { "TaintTolerationComparisonOperators", "35a", FIT_GATE_TAINT_TOLERATION_COMPARISON_OPERATORS },
  { "TokenRequest", "10? 18B 20G! 21-" },
  { "TokenRequestProjection", "11? 18B 20G! 21-" },
  { "TokenRequestServiceAccountUIDValidation", "34B" },
  { "TopologyAwareHints", "21a 23b 24B 33G! 36-" },
  { "TopologyAwareWorkloadScheduling", "36a", FIT_GATE_TOPOLOGY_AWARE_WORKLOAD_SCHEDULING },
  { "TopologyManager", "16? 18B 27G! 29-" },
  { "TopologyManagerPolicyAlphaOptions", "26a" },
  { "TopologyManagerPolicyBetaOptions", "26b 28B" },
  { "TopologyManagerPolicyOptions", "26a 28B 32G 36G!" },
  { "TranslateStreamCloseWebsocketRequests", "29a 30B" },
  { "UnauthenticatedHTTP2DOSMitigation", "27b 28- 29B" },
  { "UnknownVersionInteroperabilityProxy", "28a 36B" },
  { "UnlockWhileProcessingFIFO", "36B" },
  { "UserNamespacesHostNetworkSupport", "35a" },
  { "UserNamespacesPodSecurityStandards", "29a 35-" },
  { "UserNamespacesStatelessPodsSupport", "25a 28-" },
  { "UserNamespacesSupport", "28a 30b 33B 36G!" },
  { "ValidateProxyRedirects", "14? 18B 22D 24-" },
  { "ValidatingAdmissionPolicy", "26a 28b 30G! 32-" },
  { "VolumeAttributesClass", "29a 31b 34G 36G!", FIT_GATE_VOLUME_ATTRIBUTES_CLASS },
  { "VolumeCapacityPriority", "21a 33-", FIT_GATE_STORAGE_CAPACITY_SCORING },
  { "VolumeLimitScaling", "35a", FIT_GATE_VOLUME_LIMIT_SCALING },
  { "VolumePVCDataSource", "15? 18G! 21-" },
  { "VolumeScheduling", "9a 10B 13G 14G! 16-", FIT_GATE_VOLUME_SCHEDULING },
  { "VolumeSnapshotDataSource", "12? 18B 20G! 22-" },
  { "VolumeSubpath", "10? 18G 23G! 25-" },
  { "VolumeSubpathEnvExpansion", "11? 18G! 19-" },
  { "WarningHeaders", "19B 22G! 24-" },
  { "WatchBookmark", "15? 18G! 33-" },
  { "WatchCacheInitializationPostStartHook", "31b 36B" },
  { "WatchFromStorageWithoutResourceVersion", "30b 33d! 36-" },
  { "WatchList", "27a 32B 33b 34B" },
  { "WatchListClient", "30b 35B" },
  { "WinDSR", "14? 18a 33B 34G!" },
  { "WinOverlay", "14? 18a 20B 34G!" },
  { "WindowsCPUAndMemoryAffinity", "32a" },
  { "WindowsEndpointSliceProxying", "19a 21B 22G! 25-" },
  { "WindowsGMSA", "14? 18G! 21-" },
  { "WindowsGracefulNodeShutdown", "32a 34B" },
  { "WindowsHostNetwork", "26A 33d" },
  { "WindowsHostProcessContainers", "22a 23B 26G! 28-" },
  { "WindowsRunAsUserName", "16? 18G! 21-" },
  { "WorkloadAwarePreemption", "36a", FIT_GATE_WORKLOAD_AWARE_PREEMPTION },
  { "WorkloadWithJob", "36a" },
  { "ZeroLimitedNominalConcurrencyShares", "29b 30G! 32-" },
  { "csiMigrationRBD", "23a 24-", FIT_GATE_CSI_MIGRATION_RBD },
};
/* clang-format on */

static const struct
{
  char letter; /* in lower case */
  FitGateStage stage;
  const char *name;
} stages[] = {
  { '-', FIT_GATE_STAGE_NONE, "" },
  { '?', FIT_GATE_STAGE_IDLE, "" },
  { 'a', FIT_GATE_STAGE_ALPHA, "ALPHA" },
  { 'b', FIT_GATE_STAGE_BETA, "BETA" },
  { 'g', FIT_GATE_STAGE_GA, "GA" },
  { 'd', FIT_GATE_STAGE_DEPRECATED, "DEPRECATED" },
};

const char *
fit_gate_stage_name (FitGateStage stage)
{
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    if (stages[i].stage == stage)
      return stages[i].name;
  return "";
}

guint
fit_gate_table_size (void)
{
  return G_N_ELEMENTS (rows);
}

const char *
fit_gate_table_name (guint index)
{
  return rows[index].name;
}

FitGate
fit_gate_table_gate (guint index)
{
  return rows[index].gate;
}

static int
compare_rows (const void *a, const void *b)
{
  return strcmp (((const GateRow *) a)->name, ((const GateRow *) b)->name);
}

/* Returns: (nullable) */
static const GateRow *
find_row (const char *name)
{
  const GateRow wanted = { .name = name };

  return bsearch (&wanted, rows, G_N_ELEMENTS (rows), sizeof (GateRow),
                  compare_rows);
}

FitGate
fit_gate_named (const char *name)
{
  const GateRow *row = find_row (name);

  return row != NULL ? row->gate : FIT_GATE_NONE;
}

/* Returns: (nullable): the states of the gate */
static const char *
find_states (const char *name)
{
  const GateRow *row = find_row (name);

  return row != NULL ? row->states : NULL;
}

/* Reads one state at *@text.  Returns: FALSE at the end */
static gboolean
read_state (const char **text, FitGateState *out)
{
  const char *rest = *text;

  *out = (FitGateState){ .stage = FIT_GATE_STAGE_NONE };
  while (*rest == ' ')
    rest++;
  if (*rest == '\0')
    return FALSE;
  for (; g_ascii_isdigit (*rest); rest++)
    out->since = out->since * 10 + (guint) (*rest - '0');
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    if (g_ascii_tolower (*rest) == stages[i].letter)
      out->stage = stages[i].stage;
  out->on = g_ascii_isupper (*rest);
  out->locked = rest[1] == '!';
  *text = rest + 1 + (out->locked ? 1 : 0);
  return TRUE;
}

/* The last state up to @release. */
static FitGateState
find_state (const char *name, guint release, gboolean after_the_end)
{
  const char *rest = find_states (name);
  FitGateState found = { .stage = FIT_GATE_STAGE_NONE };
  FitGateState state;

  while (rest != NULL && read_state (&rest, &state) && state.since <= release)
    if (state.stage != FIT_GATE_STAGE_NONE || !after_the_end)
      found = state;
  return found;
}

gboolean
fit_gate_table_state (const char *name, guint release, FitGateState *out)
{
  const FitGateState state = find_state (name, release, FALSE);

  if (state.stage != FIT_GATE_STAGE_NONE)
    *out = state;
  return state.stage != FIT_GATE_STAGE_NONE;
}

gboolean
fit_gate_table_last_state (const char *name, guint release, FitGateState *out)
{
  const FitGateState state = find_state (name, release, TRUE);

  if (state.stage != FIT_GATE_STAGE_NONE)
    *out = state;
  return state.stage != FIT_GATE_STAGE_NONE;
}

guint
fit_gate_table_first (const char *name)
{
  const char *rest = find_states (name);
  FitGateState state;

  return rest != NULL && read_state (&rest, &state) ? state.since : 0;
}
