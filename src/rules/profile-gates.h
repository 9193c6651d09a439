/* profile-gates.h - the feature gates that affect what plugins compute
 *
 * Gates appear, change their default and disappear from release to release.  A
 * set of gates is a plain value.  A gate that a release does not know has the
 * value that corresponds to that release's behaviour.
 */
#pragma once

#include "base/feature-gates.h"
#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_PROFILE_GATE_BALANCE_ATTACHED_NODE_VOLUMES,
  FIT_PROFILE_GATE_CSI_MIGRATION,
  FIT_PROFILE_GATE_CSI_MIGRATION_AWS,
  FIT_PROFILE_GATE_CSI_MIGRATION_GCE,
  FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_DISK,
  FIT_PROFILE_GATE_CSI_MIGRATION_AZURE_FILE,
  FIT_PROFILE_GATE_CSI_MIGRATION_OPENSTACK,
  FIT_PROFILE_GATE_CSI_MIGRATION_PORTWORX,
  FIT_PROFILE_GATE_CSI_MIGRATION_RBD, /* csiMigrationRBD in 1.23 */
  FIT_PROFILE_GATE_CSI_STORAGE_CAPACITY,
  FIT_PROFILE_GATE_DYNAMIC_RESOURCE_ALLOCATION,
  FIT_PROFILE_GATE_GENERIC_EPHEMERAL_VOLUME,
  FIT_PROFILE_GATE_IN_PLACE_POD_VERTICAL_SCALING,
  FIT_PROFILE_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION,
  FIT_PROFILE_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD,
  FIT_PROFILE_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD,
  FIT_PROFILE_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD,
  FIT_PROFILE_GATE_NON_PREEMPTING_PRIORITY,
  FIT_PROFILE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,
  FIT_PROFILE_GATE_POD_DISRUPTION_BUDGET,
  FIT_PROFILE_GATE_POD_DISRUPTION_CONDITIONS,
  FIT_PROFILE_GATE_POD_LEVEL_RESOURCES,
  FIT_PROFILE_GATE_POD_OVERHEAD,
  FIT_PROFILE_GATE_PREFER_NOMINATED_NODE,
  FIT_PROFILE_GATE_READ_WRITE_ONCE_POD,
  FIT_PROFILE_GATE_SIDECAR_CONTAINERS,
  FIT_PROFILE_GATE_STORAGE_CAPACITY_SCORING, /* VolumeCapacityPriority before
                                                1.33 */
  FIT_PROFILE_GATE_STORAGE_OBJECT_IN_USE_PROTECTION,
  FIT_PROFILE_GATE_VOLUME_ATTRIBUTES_CLASS,
  FIT_PROFILE_GATE_LAST,
} FitProfileGate;

typedef struct
{
  guint32 bits; /* 1 << FitProfileGate */
} FitProfileGates;

/* fit_profile_gates_default: Returns: the defaults of @release */
FitProfileGates fit_profile_gates_default (FitRelease release);

/* fit_profile_gates_set: Returns: FALSE if the gate @name has no effect here.
 * Does not check whether the release knows the gate. */
gboolean fit_profile_gates_set (FitProfileGates *gates, const char *name,
                                gboolean on);

static inline gboolean
fit_profile_gate_on (FitProfileGates gates, FitProfileGate gate)
{
  return (gates.bits >> gate) & 1u;
}

/* fit_profile_cache_gates: Returns: the gates for a FitCache used by plugins
 * with @gates */
FitFeatureGates fit_profile_cache_gates (FitProfileGates gates);

G_END_DECLS
