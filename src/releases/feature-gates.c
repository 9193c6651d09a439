/* feature-gates.c - the feature gates of every release that affect scheduling
 *
 * Their defaults and stages are in the table of gates.
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/feature-gates.h"

#include "releases/gate-table.h"

/* What gates of releases up to v1.16 do. */
static const char *const summaries[FIT_GATE_END] = {
  [FIT_GATE_TAINT_NODES_BY_CONDITION]
  = "node conditions count as taints: the condition and pressure predicates "
    "are removed, PodToleratesNodeTaints and CheckNodeUnschedulable become "
    "mandatory",
  [FIT_GATE_ATTACH_VOLUME_LIMIT]
  = "limits on attached volumes are read from the node's allocatable; "
    "without it CSI volumes are not limited",
  [FIT_GATE_BLOCK_VOLUME] = "raw block volumes may be bound to claims",
  [FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION]
  = "persistent volumes that are being deleted are not bound to claims",
  [FIT_GATE_CSI_NODE_INFO]
  = "CSINode objects are read: limits of CSI drivers, migrated plugins",
  [FIT_GATE_POD_PRIORITY] = "pods have priorities and may preempt others",
  [FIT_GATE_EVEN_PODS_SPREAD]
  = "topologySpreadConstraints count: predicate EvenPodsSpread, priority "
    "EvenPodsSpreadPriority",
  [FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = "nodes that hold the pod's limits are preferred: priority "
    "ResourceLimitsPriority",
  [FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = "BalancedResourceAllocation balances attached volumes too",
  [FIT_GATE_POD_OVERHEAD] = "the pod's overhead is added to its requests",
  [FIT_GATE_NON_PREEMPTING_PRIORITY]
  = "pods with preemptionPolicy Never do not preempt",
  [FIT_GATE_CSI_MIGRATION]
  = "in-tree volumes count as CSI volumes where a node's CSINode says that "
    "the plugin was migrated; needs the gate of the plugin as well",
  [FIT_GATE_CSI_MIGRATION_AWS] = "CSIMigration of kubernetes.io/aws-ebs",
  [FIT_GATE_CSI_MIGRATION_GCE] = "CSIMigration of kubernetes.io/gce-pd",
  [FIT_GATE_CSI_MIGRATION_AZURE_DISK]
  = "CSIMigration of kubernetes.io/azure-disk",
  [FIT_GATE_CSI_MIGRATION_AZURE_FILE]
  = "CSIMigration of kubernetes.io/azure-file, which no "
    "scheduling rule uses",
  [FIT_GATE_CSI_MIGRATION_OPENSTACK] = "CSIMigration of kubernetes.io/cinder",
  [FIT_GATE_VOLUME_SCHEDULING]
  = "CheckVolumeBinding checks where volumes can be used and "
    "bound",
  [FIT_GATE_PERSISTENT_LOCAL_VOLUMES]
  = "NoVolumeNodeConflict checks where volumes can be used",
};

#define NO_CLAIMS "resource claims are not read"
#define NO_GROUPS "pod groups are not read"

/* Why it has no effect here to set these gates. */
static const char *const unread[FIT_GATE_END] = {
  [FIT_GATE_DRA_ADMIN_ACCESS] = NO_CLAIMS,
  [FIT_GATE_DRA_CONSUMABLE_CAPACITY] = NO_CLAIMS,
  [FIT_GATE_DRA_CONTROL_PLANE_CONTROLLER] = NO_CLAIMS,
  [FIT_GATE_DRA_DEVICE_BINDING_CONDITIONS] = NO_CLAIMS,
  [FIT_GATE_DRA_DEVICE_TAINTS] = NO_CLAIMS,
  [FIT_GATE_DRA_DEVICE_TAINT_RULES] = NO_CLAIMS,
  [FIT_GATE_DRA_EXTENDED_RESOURCE] = "device classes are not read",
  [FIT_GATE_DRA_LIST_TYPE_ATTRIBUTES] = NO_CLAIMS,
  [FIT_GATE_DRA_NODE_ALLOCATABLE_RESOURCES] = NO_CLAIMS,
  [FIT_GATE_DRA_PARTITIONABLE_DEVICES] = NO_CLAIMS,
  [FIT_GATE_DRA_PRIORITIZED_LIST] = NO_CLAIMS,
  [FIT_GATE_DRA_RESOURCE_CLAIM_DEVICE_STATUS] = NO_CLAIMS,
  [FIT_GATE_DRA_WORKLOAD_RESOURCE_CLAIMS] = NO_CLAIMS,
  [FIT_GATE_WORKLOAD_AWARE_PREEMPTION] = NO_GROUPS,
};
G_STATIC_ASSERT (FIT_GATE_END <= 8 * sizeof (((FitFeatureGates *) NULL)->bits));

gboolean
fit_gate_info_in_release (FitGate gate, FitRelease release,
                          FitGateInfo *out_info)
{
  FitGateState state;

  for (guint i = 0; i < fit_gate_table_size (); i++)
    if (fit_gate_table_gate (i) == gate
        && fit_gate_table_state (fit_gate_table_name (i), (guint) release / 100,
                                 &state)
        && state.stage != FIT_GATE_STAGE_IDLE)
      {
        *out_info = (FitGateInfo){
          .name = fit_gate_table_name (i),
          .on = state.on,
          .stage = fit_gate_stage_name (state.stage),
          .locked = state.locked,
          .summary = summaries[gate],
          .since = state.since,
        };
        return TRUE;
      }
  return FALSE;
}

FitFeatureGates
fit_feature_gates_of_release (FitRelease release)
{
  FitFeatureGates gates = { .release = release };
  FitGateState state;

  for (guint i = 0; i < fit_gate_table_size (); i++)
    if (fit_gate_table_gate (i) != FIT_GATE_NONE
        && fit_gate_table_last_state (fit_gate_table_name (i),
                                      (guint) release / 100, &state)
        && state.on)
      gates = fit_feature_gates_with (gates, fit_gate_table_gate (i), TRUE);
  /* Releases before the gate already count budgets. */
  if (!fit_release_has_profiles (release))
    gates
        = fit_feature_gates_with (gates, FIT_GATE_POD_DISRUPTION_BUDGET, TRUE);
  return gates;
}

FitFeatureGates
fit_feature_gates_default (void)
{
  return fit_feature_gates_of_release (FIT_RELEASE_LEGACY);
}

void
fit_feature_gates_note_unread (FitFeatureGates gates, GPtrArray *notes)
{
  const FitFeatureGates defaults = fit_feature_gates_of_release (gates.release);
  FitGateInfo info;

  for (guint gate = FIT_GATE_LAST; gate < FIT_GATE_END; gate++)
    if (fit_gate_on (gates, gate) != fit_gate_on (defaults, gate)
        && fit_gate_info_in_release (gate, gates.release, &info))
      g_ptr_array_add (
          notes, g_strdup_printf ("the feature gate %s=%s has no effect: %s",
                                  info.name, info.on ? "false" : "true",
                                  unread[gate]));
}
