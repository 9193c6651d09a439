/* profile-gates.c - the feature gates that plugins read, by name */
#include "rules/profile-gates.h"

#include "base/gate-table.h"

#include <string.h>

/* Names of the gates. */
static const struct
{
  const char *name;
  FitProfileGate gate;
} names[] = {
  { "BalanceAttachedNodeVolumes",
    FIT_PROFILE_GATE_BALANCE_ATTACHED_NODE_VOLUMES },
  { "CSIMigration", FIT_PROFILE_GATE_CSI_MIGRATION },
  { "CSIMigrationAWS", FIT_PROFILE_GATE_CSI_MIGRATION_AWS },
  { "CSIMigrationAzureDisk", FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_DISK },
  { "CSIMigrationAzureFile", FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_FILE },
  { "CSIMigrationGCE", FIT_PROFILE_GATE_CSI_MIGRATION_GCE },
  { "CSIMigrationOpenStack", FIT_PROFILE_GATE_CSI_MIGRATION_OPENSTACK },
  { "CSIMigrationPortworx", FIT_PROFILE_GATE_CSI_MIGRATION_PORTWORX },
  { "CSIMigrationRBD", FIT_PROFILE_GATE_CSI_MIGRATION_RBD },
  { "CSIStorageCapacity", FIT_PROFILE_GATE_CSI_STORAGE_CAPACITY },
  { "DynamicResourceAllocation", FIT_PROFILE_GATE_DYNAMIC_RESOURCE_ALLOCATION },
  { "GenericEphemeralVolume", FIT_PROFILE_GATE_GENERIC_EPHEMERAL_VOLUME },
  { "InPlacePodVerticalScaling",
    FIT_PROFILE_GATE_IN_PLACE_POD_VERTICAL_SCALING },
  { "LocalStorageCapacityIsolation",
    FIT_PROFILE_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION },
  { "MatchLabelKeysInPodTopologySpread",
    FIT_PROFILE_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD },
  { "MinDomainsInPodTopologySpread",
    FIT_PROFILE_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD },
  { "NodeInclusionPolicyInPodTopologySpread",
    FIT_PROFILE_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD },
  { "NonPreemptingPriority", FIT_PROFILE_GATE_NON_PREEMPTING_PRIORITY },
  { "PodAffinityNamespaceSelector",
    FIT_PROFILE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR },
  { "PodDisruptionBudget", FIT_PROFILE_GATE_POD_DISRUPTION_BUDGET },
  { "PodDisruptionConditions", FIT_PROFILE_GATE_POD_DISRUPTION_CONDITIONS },
  { "PodLevelResources", FIT_PROFILE_GATE_POD_LEVEL_RESOURCES },
  { "PodOverhead", FIT_PROFILE_GATE_POD_OVERHEAD },
  { "PreferNominatedNode", FIT_PROFILE_GATE_PREFER_NOMINATED_NODE },
  { "ReadWriteOncePod", FIT_PROFILE_GATE_READ_WRITE_ONCE_POD },
  { "SidecarContainers", FIT_PROFILE_GATE_SIDECAR_CONTAINERS },
  { "StorageCapacityScoring", FIT_PROFILE_GATE_STORAGE_CAPACITY_SCORING },
  { "StorageObjectInUseProtection",
    FIT_PROFILE_GATE_STORAGE_OBJECT_IN_USE_PROTECTION },
  { "VolumeAttributesClass", FIT_PROFILE_GATE_VOLUME_ATTRIBUTES_CLASS },
  { "VolumeCapacityPriority", FIT_PROFILE_GATE_STORAGE_CAPACITY_SCORING },
  { "csiMigrationRBD", FIT_PROFILE_GATE_CSI_MIGRATION_RBD },
};

/* A gate that a release does not know any more keeps its last value. */
FitProfileGates
fit_profile_gates_default (FitRelease release)
{
  FitProfileGates gates = { 0 };
  FitGateState state;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (fit_gate_table_last_state (names[i].name, (guint) release / 100, &state)
        && state.on)
      gates.bits |= 1u << names[i].gate;
  return gates;
}

gboolean
fit_profile_gates_set (FitProfileGates *gates, const char *name, gboolean on)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      {
        const guint32 bit = 1u << names[i].gate;

        gates->bits = on ? gates->bits | bit : gates->bits & ~bit;
        return TRUE;
      }
  return FALSE;
}

/* The gates of the cache and of what predicates share. */
static const struct
{
  FitProfileGate gate;
  FitGate legacy;
} counterparts[] = {
  { FIT_PROFILE_GATE_BALANCE_ATTACHED_NODE_VOLUMES,
    FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES },
  { FIT_PROFILE_GATE_CSI_MIGRATION, FIT_GATE_CSI_MIGRATION },
  { FIT_PROFILE_GATE_CSI_MIGRATION_AWS, FIT_GATE_CSI_MIGRATION_AWS },
  { FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_DISK,
    FIT_GATE_CSI_MIGRATION_AZURE_DISK },
  { FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_FILE,
    FIT_GATE_CSI_MIGRATION_AZURE_FILE },
  { FIT_PROFILE_GATE_CSI_MIGRATION_GCE, FIT_GATE_CSI_MIGRATION_GCE },
  { FIT_PROFILE_GATE_CSI_MIGRATION_OPENSTACK,
    FIT_GATE_CSI_MIGRATION_OPENSTACK },
  { FIT_PROFILE_GATE_CSI_MIGRATION_PORTWORX, FIT_GATE_CSI_MIGRATION_PORTWORX },
  { FIT_PROFILE_GATE_CSI_MIGRATION_RBD, FIT_GATE_CSI_MIGRATION_RBD },
  { FIT_PROFILE_GATE_NON_PREEMPTING_PRIORITY,
    FIT_GATE_NON_PREEMPTING_PRIORITY },
  { FIT_PROFILE_GATE_POD_DISRUPTION_BUDGET, FIT_GATE_POD_DISRUPTION_BUDGET },
  { FIT_PROFILE_GATE_POD_OVERHEAD, FIT_GATE_POD_OVERHEAD },
  { FIT_PROFILE_GATE_PREFER_NOMINATED_NODE, FIT_GATE_PREFER_NOMINATED_NODE },
  { FIT_PROFILE_GATE_STORAGE_OBJECT_IN_USE_PROTECTION,
    FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION },
  { FIT_PROFILE_GATE_VOLUME_ATTRIBUTES_CLASS,
    FIT_GATE_VOLUME_ATTRIBUTES_CLASS },
};

FitFeatureGates
fit_profile_cache_gates (FitProfileGates gates)
{
  FitFeatureGates legacy = fit_feature_gates_default ();

  for (guint i = 0; i < G_N_ELEMENTS (counterparts); i++)
    legacy = fit_feature_gates_with (
        legacy, counterparts[i].legacy,
        fit_profile_gate_on (gates, counterparts[i].gate));
  return legacy;
}
