/* feature-gates.c - the switches of v1.16 that change scheduling
 *
 * Sources: v1.16 pkg/features (names, defaults, stages) and component-base
 * featuregate (how --feature-gates is read).
 */
#include "base/feature-gates.h"

#include "base/similar.h"

#define ALL_ALPHA "AllAlpha"

static const FitGateInfo gates_info[] = {
  [FIT_GATE_TAINT_NODES_BY_CONDITION]
  = { "TaintNodesByCondition", TRUE, "BETA", FALSE,
      "node conditions count as taints: the condition and pressure predicates "
      "are removed, PodToleratesNodeTaints and CheckNodeUnschedulable become "
      "mandatory" },
  [FIT_GATE_ATTACH_VOLUME_LIMIT]
  = { "AttachVolumeLimit", TRUE, "BETA", FALSE,
      "limits on attached volumes are read from the node's allocatable; "
      "without it CSI volumes are not limited" },
  [FIT_GATE_BLOCK_VOLUME] = { "BlockVolume", TRUE, "BETA", FALSE,
                              "raw block volumes may be bound to claims" },
  [FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION]
  = { "StorageObjectInUseProtection", TRUE, "GA", FALSE,
      "persistent volumes that are being deleted are not bound to claims" },
  [FIT_GATE_CSI_NODE_INFO]
  = { "CSINodeInfo", TRUE, "BETA", FALSE,
      "CSINode objects are read: limits of CSI drivers, migrated plugins" },
  [FIT_GATE_POD_PRIORITY] = { "PodPriority", TRUE, "GA", TRUE,
                              "pods have priorities and may preempt others" },
  [FIT_GATE_EVEN_PODS_SPREAD]
  = { "EvenPodsSpread", FALSE, "ALPHA", FALSE,
      "topologySpreadConstraints count: predicate EvenPodsSpread, priority "
      "EvenPodsSpreadPriority" },
  [FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = { "ResourceLimitsPriorityFunction", FALSE, "ALPHA", FALSE,
      "nodes that hold the pod's limits are preferred: priority "
      "ResourceLimitsPriority" },
  [FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = { "BalanceAttachedNodeVolumes", FALSE, "ALPHA", FALSE,
      "BalancedResourceAllocation balances attached volumes too" },
  [FIT_GATE_POD_OVERHEAD] = { "PodOverhead", FALSE, "ALPHA", FALSE,
                              "the pod's overhead is added to its requests" },
  [FIT_GATE_NON_PREEMPTING_PRIORITY]
  = { "NonPreemptingPriority", FALSE, "ALPHA", FALSE,
      "pods with preemptionPolicy Never do not preempt" },
  [FIT_GATE_CSI_MIGRATION]
  = { "CSIMigration", FALSE, "ALPHA", FALSE,
      "in-tree volumes count as CSI volumes where a node's CSINode says that "
      "the plugin was migrated; needs the gate of the plugin as well" },
  [FIT_GATE_CSI_MIGRATION_AWS] = { "CSIMigrationAWS", FALSE, "ALPHA", FALSE,
                                   "CSIMigration of kubernetes.io/aws-ebs" },
  [FIT_GATE_CSI_MIGRATION_GCE] = { "CSIMigrationGCE", FALSE, "ALPHA", FALSE,
                                   "CSIMigration of kubernetes.io/gce-pd" },
  [FIT_GATE_CSI_MIGRATION_AZURE_DISK]
  = { "CSIMigrationAzureDisk", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/azure-disk" },
  [FIT_GATE_CSI_MIGRATION_AZURE_FILE]
  = { "CSIMigrationAzureFile", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/azure-file, which no rule of scheduling "
      "asks about" },
  [FIT_GATE_CSI_MIGRATION_OPENSTACK]
  = { "CSIMigrationOpenStack", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/cinder" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (gates_info) == FIT_GATE_LAST);
G_STATIC_ASSERT (FIT_GATE_LAST <= 32);

/* The other gates that kube-scheduler v1.16 knows.  They are about kubelets,
 * API servers and controllers. */
static const char *const ignored_gates[] = {
  "APIListChunking",
  "APIResponseCompression",
  "AdvancedAuditing",
  "AppArmor",
  "BoundServiceAccountTokenVolume",
  "CPUManager",
  "CRIContainerLogRotation",
  "CSIBlockVolume",
  "CSIDriverRegistry",
  "CSIInlineVolume",
  "CustomCPUCFSQuotaPeriod",
  "CustomResourceDefaulting",
  "CustomResourcePublishOpenAPI",
  "CustomResourceSubresources",
  "CustomResourceValidation",
  "CustomResourceWebhookConversion",
  "DevicePlugins",
  "DryRun",
  "DynamicAuditing",
  "DynamicKubeletConfig",
  "EndpointSlice",
  "EphemeralContainers",
  "ExpandCSIVolumes",
  "ExpandInUsePersistentVolumes",
  "ExpandPersistentVolumes",
  "ExperimentalHostUserNamespaceDefaulting",
  "GCERegionalPersistentDisk",
  "HPAScaleToZero",
  "HyperVContainer",
  "IPv6DualStack",
  "KubeletPodResources",
  "LegacyNodeRoleBehavior",
  "LocalStorageCapacityIsolation",
  "LocalStorageCapacityIsolationFSQuotaMonitoring",
  "MountContainers",
  "NodeDisruptionExclusion",
  "NodeLease",
  "PersistentLocalVolumes",
  "PodShareProcessNamespace",
  "ProcMountType",
  "QOSReserved",
  "RemainingItemCount",
  "RemoveSelfLink",
  "RequestManagement",
  "ResourceQuotaScopeSelectors",
  "RotateKubeletClientCertificate",
  "RotateKubeletServerCertificate",
  "RunAsGroup",
  "RuntimeClass",
  "SCTPSupport",
  "ScheduleDaemonSetPods",
  "ServerSideApply",
  "ServiceLoadBalancerFinalizer",
  "ServiceNodeExclusion",
  "StartupProbe",
  "StorageVersionHash",
  "StreamingProxyRedirects",
  "SupportIPVSProxyMode",
  "SupportNodePidsLimit",
  "SupportPodPidsLimit",
  "Sysctls",
  "TTLAfterFinished",
  "TaintBasedEvictions",
  "TokenRequest",
  "TokenRequestProjection",
  "TopologyManager",
  "ValidateProxyRedirects",
  "VolumePVCDataSource",
  "VolumeSnapshotDataSource",
  "VolumeSubpath",
  "VolumeSubpathEnvExpansion",
  "WatchBookmark",
  "WinDSR",
  "WinOverlay",
  "WindowsGMSA",
  "WindowsRunAsUserName",
};

/* Gates that older releases knew and whose feature is always on in v1.16. */
static const char *const retired_gates[] = {
  "CSIPersistentVolume",   "CustomPodDNS",     "HugePages",
  "KubeletPluginsWatcher", "MountPropagation", "PodReadinessGates",
  "VolumeScheduling",
};

FitFeatureGates
fit_feature_gates_default (void)
{
  FitFeatureGates gates = { 0 };

  for (guint i = 0; i < FIT_GATE_LAST; i++)
    if (gates_info[i].on)
      gates.bits |= 1u << i;
  return gates;
}

const FitGateInfo *
fit_gate_info (FitGate gate)
{
  g_return_val_if_fail ((guint) gate < FIT_GATE_LAST, NULL);
  return &gates_info[gate];
}

static gboolean
is_listed (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (names[i], name))
      return TRUE;
  return FALSE;
}

/* The gate that was probably meant, or NULL. */
static const char *
similar_gate (const char *name)
{
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < FIT_GATE_LAST; i++)
    fit_similar_offer (&similar, gates_info[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (ignored_gates); i++)
    fit_similar_offer (&similar, ignored_gates[i]);
  return similar.best;
}

static gboolean
fail_unknown (const char *name, GError **error)
{
  const char *meant = similar_gate (name);

  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "unrecognized feature gate: %s", name);
  if (is_listed (retired_gates, G_N_ELEMENTS (retired_gates), name))
    fit_error_add_hint (error,
                        "what %s switched on is always on in v1.16: leave it "
                        "out",
                        name);
  else if (meant != NULL)
    fit_error_add_hint (error, "did you mean %s?", meant);
  return FALSE;
}

static const char *
bool_name (gboolean value)
{
  return value ? "true" : "false";
}

static void
set_bit (FitFeatureGates *gates, guint gate, gboolean on)
{
  if (on)
    gates->bits |= 1u << gate;
  else
    gates->bits &= ~(1u << gate);
}

static void
set_all_alpha (FitFeatureGates *gates, gboolean on)
{
  for (guint i = 0; i < FIT_GATE_LAST; i++)
    if (g_str_equal (gates_info[i].stage, "ALPHA"))
      set_bit (gates, i, on);
}

gboolean
fit_feature_gates_set (FitFeatureGates *gates, const char *name, gboolean on,
                       GError **error)
{
  guint i = 0;

  if (g_str_equal (name, ALL_ALPHA))
    {
      set_all_alpha (gates, on);
      return TRUE;
    }
  while (i < FIT_GATE_LAST && !g_str_equal (gates_info[i].name, name))
    i++;
  if (i == FIT_GATE_LAST)
    return is_listed (ignored_gates, G_N_ELEMENTS (ignored_gates), name)
           || fail_unknown (name, error);
  if (gates_info[i].locked && gates_info[i].on != !!on)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "cannot set feature gate %s to %s, feature is locked to %s",
                   name, bool_name (on), bool_name (gates_info[i].on));
      return FALSE;
    }
  set_bit (gates, i, on);
  return TRUE;
}

/* The words that Go's strconv.ParseBool knows. */
static gboolean
parse_bool (const char *text, gboolean *out)
{
  static const char *const words[2][6] = {
    { "0", "f", "F", "false", "FALSE", "False" },
    { "1", "t", "T", "true", "TRUE", "True" },
  };

  for (guint value = 0; value < 2; value++)
    if (is_listed (words[value], G_N_ELEMENTS (words[value]), text))
      {
        *out = (gboolean) value;
        return TRUE;
      }
  return FALSE;
}

typedef struct
{
  char *name;
  gboolean on;
} FitSetting;

static void
clear_setting (gpointer data)
{
  g_free (((FitSetting *) data)->name);
}

/* Of a repeated name the last value counts. */
static void
keep_setting (GArray *settings, const char *name, gboolean on)
{
  FitSetting setting;

  for (guint i = 0; i < settings->len; i++)
    {
      FitSetting *earlier = &g_array_index (settings, FitSetting, i);

      if (g_str_equal (earlier->name, name))
        {
          earlier->on = on;
          return;
        }
    }
  setting = (FitSetting){ g_strdup (name), on };
  g_array_append_val (settings, setting);
}

/* Adds one "NAME=BOOL" to @settings. */
static gboolean
parse_setting (GArray *settings, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  const char *name = g_strstrip (parts[0]);
  gboolean on;

  if (parts[1] == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "missing bool value for %s",
                 name);
  else if (!parse_bool (g_strstrip (parts[1]), &on))
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "invalid value of %s=%s, err: strconv.ParseBool: parsing "
                 "\"%s\": invalid syntax",
                 name, parts[1], parts[1]);
  else
    {
      keep_setting (settings, name, on);
      return TRUE;
    }
  fit_error_add_hint (error, "write %s=true or %s=false", name, name);
  return FALSE;
}

/* A gate that is named keeps its value, wherever AllAlpha stands. */
static gboolean
apply_settings (FitFeatureGates *gates, const GArray *settings, GError **error)
{
  for (guint i = 0; i < settings->len; i++)
    {
      const FitSetting *setting = &g_array_index (settings, FitSetting, i);

      if (g_str_equal (setting->name, ALL_ALPHA))
        set_all_alpha (gates, setting->on);
    }
  for (guint i = 0; i < settings->len; i++)
    {
      const FitSetting *setting = &g_array_index (settings, FitSetting, i);

      if (!g_str_equal (setting->name, ALL_ALPHA)
          && !fit_feature_gates_set (gates, setting->name, setting->on, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                         GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GArray) settings = g_array_new (FALSE, FALSE, sizeof (FitSetting));
  FitFeatureGates result = *gates;

  g_array_set_clear_func (settings, clear_setting);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0' && !parse_setting (settings, *part, error))
      return FALSE;
  if (!apply_settings (&result, settings, error))
    return FALSE;
  *gates = result;
  return TRUE;
}
