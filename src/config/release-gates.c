/* release-gates.c - the feature gates that affect profiles, by name */
#include "config/release-gates.h"

#include "base/gate-flags.h"
#include "base/gate-table.h"

#include <string.h>

static const char *const names[FIT_RELEASE_GATE_LAST] = {
  [FIT_RELEASE_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = "BalanceAttachedNodeVolumes",
  [FIT_RELEASE_GATE_CSI_MIGRATION] = "CSIMigration",
  [FIT_RELEASE_GATE_CSI_MIGRATION_AWS] = "CSIMigrationAWS",
  [FIT_RELEASE_GATE_CSI_MIGRATION_AZURE_DISK] = "CSIMigrationAzureDisk",
  [FIT_RELEASE_GATE_CSI_MIGRATION_AZURE_FILE] = "CSIMigrationAzureFile",
  [FIT_RELEASE_GATE_CSI_MIGRATION_GCE] = "CSIMigrationGCE",
  [FIT_RELEASE_GATE_CSI_MIGRATION_OPENSTACK] = "CSIMigrationOpenStack",
  [FIT_RELEASE_GATE_CSI_MIGRATION_PORTWORX] = "CSIMigrationPortworx",
  [FIT_RELEASE_GATE_CSI_MIGRATION_RBD] = "CSIMigrationRBD",
  [FIT_RELEASE_GATE_CSI_MIGRATION_RBD_1_23] = "csiMigrationRBD",
  [FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY] = "CSIStorageCapacity",
  [FIT_RELEASE_GATE_DRA_SCHEDULER_FILTER_TIMEOUT] = "DRASchedulerFilterTimeout",
  [FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD] = "DefaultPodTopologySpread",
  [FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION] = "DynamicResourceAllocation",
  [FIT_RELEASE_GATE_EVEN_PODS_SPREAD] = "EvenPodsSpread",
  [FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME] = "GenericEphemeralVolume",
  [FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING]
  = "InPlacePodVerticalScaling",
  [FIT_RELEASE_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION]
  = "LocalStorageCapacityIsolation",
  [FIT_RELEASE_GATE_MATCH_LABEL_KEYS] = "MatchLabelKeysInPodTopologySpread",
  [FIT_RELEASE_GATE_MIN_DOMAINS] = "MinDomainsInPodTopologySpread",
  [FIT_RELEASE_GATE_NODE_INCLUSION_POLICY]
  = "NodeInclusionPolicyInPodTopologySpread",
  [FIT_RELEASE_GATE_NON_PREEMPTING_PRIORITY] = "NonPreemptingPriority",
  [FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR]
  = "PodAffinityNamespaceSelector",
  [FIT_RELEASE_GATE_POD_DISRUPTION_BUDGET] = "PodDisruptionBudget",
  [FIT_RELEASE_GATE_POD_DISRUPTION_CONDITIONS] = "PodDisruptionConditions",
  [FIT_RELEASE_GATE_POD_LEVEL_RESOURCES] = "PodLevelResources",
  [FIT_RELEASE_GATE_POD_OVERHEAD] = "PodOverhead",
  [FIT_RELEASE_GATE_POD_SCHEDULING_READINESS] = "PodSchedulingReadiness",
  [FIT_RELEASE_GATE_PREFER_NOMINATED_NODE] = "PreferNominatedNode",
  [FIT_RELEASE_GATE_READ_WRITE_ONCE_POD] = "ReadWriteOncePod",
  [FIT_RELEASE_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = "ResourceLimitsPriorityFunction",
  [FIT_RELEASE_GATE_SCHEDULER_ASYNC_PREEMPTION] = "SchedulerAsyncPreemption",
  [FIT_RELEASE_GATE_SCHEDULER_POP_FROM_BACKOFF_Q] = "SchedulerPopFromBackoffQ",
  [FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS] = "SchedulerQueueingHints",
  [FIT_RELEASE_GATE_SIDECAR_CONTAINERS] = "SidecarContainers",
  [FIT_RELEASE_GATE_STORAGE_CAPACITY_SCORING] = "StorageCapacityScoring",
  [FIT_RELEASE_GATE_STORAGE_OBJECT_IN_USE_PROTECTION]
  = "StorageObjectInUseProtection",
  [FIT_RELEASE_GATE_VOLUME_ATTRIBUTES_CLASS] = "VolumeAttributesClass",
  [FIT_RELEASE_GATE_VOLUME_CAPACITY_PRIORITY] = "VolumeCapacityPriority",
};

/* Gates that change decisions of a release by something that is not read. */
static const struct
{
  const char *name;
  const char *what;
} unread[] = {
  { "DRAAdminAccess", "resource claims are not read" },
  { "DRAConsumableCapacity", "resource claims are not read" },
  { "DRAControlPlaneController", "resource claims are not read" },
  { "DRADeviceBindingConditions", "resource claims are not read" },
  { "DRADeviceTaints", "resource claims are not read" },
  { "DRAExtendedResource", "device classes are not read" },
  { "DRAPartitionableDevices", "resource claims are not read" },
  { "DRAPrioritizedList", "resource claims are not read" },
  { "DRAResourceClaimDeviceStatus", "resource claims are not read" },
  { "NominatedNodeNameForExpectation",
    "pods are nominated only when others make room for them" },
};

static guint
minor_of (FitRelease release)
{
  return (guint) release / 100;
}

const char *
fit_release_gate_name (FitReleaseGate gate)
{
  return names[gate];
}

gboolean
fit_release_gate_is_known (FitReleaseGate gate, FitRelease release)
{
  FitGateState state;

  return fit_gate_table_state (names[gate], minor_of (release), &state);
}

/* A gate that a release does not know any more keeps its last value. */
FitReleaseGates
fit_release_gates_default (FitRelease release)
{
  FitReleaseGates gates = { .release = release };
  FitGateState state;

  for (guint i = 0; i < FIT_RELEASE_GATE_LAST; i++)
    if (fit_gate_table_last_state (names[i], minor_of (release), &state)
        && state.on)
      gates.bits |= G_GUINT64_CONSTANT (1) << i;
  return gates;
}

static gboolean
default_of (const char *name, FitRelease release)
{
  FitGateState state;

  return fit_gate_table_state (name, minor_of (release), &state) && state.on;
}

static void
set_gate (const char *name, gboolean on, gpointer data)
{
  FitReleaseGates *gates = data;

  for (guint i = 0; i < G_N_ELEMENTS (unread); i++)
    if (strcmp (unread[i].name, name) == 0)
      gates->unread = !on != !default_of (name, gates->release)
                          ? gates->unread | 1u << i
                          : gates->unread & ~(1u << i);

  for (guint i = 0; i < FIT_RELEASE_GATE_LAST; i++)
    if (strcmp (names[i], name) == 0)
      {
        const guint64 bit = G_GUINT64_CONSTANT (1) << i;

        gates->bits = on ? gates->bits | bit : gates->bits & ~bit;
      }
}

gboolean
fit_release_gates_set (FitReleaseGates *gates, const char *name, gboolean on,
                       GError **error)
{
  return fit_gate_flags_set (name, on, minor_of (gates->release), set_gate,
                             gates, error);
}

gboolean
fit_release_gates_parse (FitReleaseGates *gates, const char *text,
                         GError **error)
{
  return fit_gate_flags_parse (text, minor_of (gates->release), set_gate, gates,
                               error);
}

void
fit_release_gates_note_unread (const FitReleaseGates *gates, GPtrArray *notes)
{
  for (guint i = 0; i < G_N_ELEMENTS (unread); i++)
    if ((gates->unread >> i) & 1u)
      g_ptr_array_add (
          notes,
          g_strdup_printf (
              "the feature gate %s=%s has no effect: %s", unread[i].name,
              default_of (unread[i].name, gates->release) ? "false" : "true",
              unread[i].what));
}
