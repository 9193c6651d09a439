/* feature-gates.c - the feature gates that affect the rules of releases up to v1.16
 *
 * Their defaults and stages are in the table of gates.
 */
#include "base/feature-gates.h"

#include "base/gate-flags.h"
#include "base/gate-table.h"

static const struct
{
  const char *name;
  const char *summary;
} gates_info[] = {
  [FIT_GATE_TAINT_NODES_BY_CONDITION]
  = { "TaintNodesByCondition",
      "node conditions count as taints: the condition and pressure predicates "
      "are removed, PodToleratesNodeTaints and CheckNodeUnschedulable become "
      "mandatory" },
  [FIT_GATE_ATTACH_VOLUME_LIMIT]
  = { "AttachVolumeLimit",
      "limits on attached volumes are read from the node's allocatable; "
      "without it CSI volumes are not limited" },
  [FIT_GATE_BLOCK_VOLUME]
  = { "BlockVolume", "raw block volumes may be bound to claims" },
  [FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION]
  = { "StorageObjectInUseProtection",
      "persistent volumes that are being deleted are not bound to claims" },
  [FIT_GATE_CSI_NODE_INFO]
  = { "CSINodeInfo",
      "CSINode objects are read: limits of CSI drivers, migrated plugins" },
  [FIT_GATE_POD_PRIORITY]
  = { "PodPriority", "pods have priorities and may preempt others" },
  [FIT_GATE_EVEN_PODS_SPREAD]
  = { "EvenPodsSpread",
      "topologySpreadConstraints count: predicate EvenPodsSpread, priority "
      "EvenPodsSpreadPriority" },
  [FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = { "ResourceLimitsPriorityFunction",
      "nodes that hold the pod's limits are preferred: priority "
      "ResourceLimitsPriority" },
  [FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = { "BalanceAttachedNodeVolumes",
      "BalancedResourceAllocation balances attached volumes too" },
  [FIT_GATE_POD_OVERHEAD]
  = { "PodOverhead", "the pod's overhead is added to its requests" },
  [FIT_GATE_NON_PREEMPTING_PRIORITY]
  = { "NonPreemptingPriority",
      "pods with preemptionPolicy Never do not preempt" },
  [FIT_GATE_CSI_MIGRATION]
  = { "CSIMigration",
      "in-tree volumes count as CSI volumes where a node's CSINode says that "
      "the plugin was migrated; needs the gate of the plugin as well" },
  [FIT_GATE_CSI_MIGRATION_AWS]
  = { "CSIMigrationAWS", "CSIMigration of kubernetes.io/aws-ebs" },
  [FIT_GATE_CSI_MIGRATION_GCE]
  = { "CSIMigrationGCE", "CSIMigration of kubernetes.io/gce-pd" },
  [FIT_GATE_CSI_MIGRATION_AZURE_DISK]
  = { "CSIMigrationAzureDisk", "CSIMigration of kubernetes.io/azure-disk" },
  [FIT_GATE_CSI_MIGRATION_AZURE_FILE]
  = { "CSIMigrationAzureFile",
      "CSIMigration of kubernetes.io/azure-file, which no "
      "scheduling rule uses" },
  [FIT_GATE_CSI_MIGRATION_OPENSTACK]
  = { "CSIMigrationOpenStack", "CSIMigration of kubernetes.io/cinder" },
  [FIT_GATE_VOLUME_SCHEDULING]
  = { "VolumeScheduling",
      "CheckVolumeBinding checks where volumes can be used and "
      "bound" },
  [FIT_GATE_PERSISTENT_LOCAL_VOLUMES]
  = { "PersistentLocalVolumes",
      "NoVolumeNodeConflict checks where volumes can be used" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (gates_info) == FIT_GATE_ALL);
G_STATIC_ASSERT (FIT_GATE_END <= 32);

gboolean
fit_gate_info_in_release (FitGate gate, FitLegacyRelease release,
                          FitGateInfo *out_info)
{
  FitGateState state;

  g_return_val_if_fail ((guint) gate < FIT_GATE_ALL, FALSE);
  if (!fit_gate_table_state (gates_info[gate].name, release, &state)
      || state.stage == FIT_GATE_STAGE_IDLE)
    return FALSE;
  *out_info = (FitGateInfo){
    .name = gates_info[gate].name,
    .on = state.on,
    .stage = fit_gate_stage_name (state.stage),
    .locked = state.locked,
    .summary = gates_info[gate].summary,
    .since = state.since,
  };
  return TRUE;
}

FitFeatureGates
fit_feature_gates_of_release (FitLegacyRelease release)
{
  FitFeatureGates gates
      = { .release = release, .bits = 1u << FIT_GATE_POD_DISRUPTION_BUDGET };
  FitGateInfo info;

  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (fit_gate_info_in_release (i, release, &info) && info.on)
      gates.bits |= 1u << i;
  return gates;
}

FitFeatureGates
fit_feature_gates_default (void)
{
  return fit_feature_gates_of_release (FIT_LEGACY_RELEASE_LAST);
}

static void
set_gate (const char *name, gboolean on, gpointer data)
{
  FitFeatureGates *gates = data;
  const FitLegacyRelease release = fit_feature_gates_release (*gates);
  FitGateInfo info;

  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (g_str_equal (gates_info[i].name, name)
        && fit_gate_info_in_release (i, release, &info))
      gates->bits = on ? gates->bits | 1u << i : gates->bits & ~(1u << i);
}

gboolean
fit_feature_gates_set (FitFeatureGates *gates, const char *name, gboolean on,
                       GError **error)
{
  return fit_gate_flags_set (name, on, fit_feature_gates_release (*gates),
                             set_gate, gates, error);
}

gboolean
fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                         GError **error)
{
  return fit_gate_flags_parse (text, fit_feature_gates_release (*gates),
                               set_gate, gates, error);
}
