/* feature-gates.h - the feature gates of every release that affect scheduling
 *
 * A set of gates is a plain value: two schedulers in one process may differ.  A
 * gate that a release does not know yet is off; one that it does not know any
 * more keeps its last value.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_GATE_NONE,

  FIT_GATE_TAINT_NODES_BY_CONDITION,
  FIT_GATE_ATTACH_VOLUME_LIMIT,
  FIT_GATE_BLOCK_VOLUME,
  FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION,
  FIT_GATE_CSI_NODE_INFO,
  FIT_GATE_POD_PRIORITY,
  FIT_GATE_EVEN_PODS_SPREAD,
  FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION,
  FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES,
  FIT_GATE_POD_OVERHEAD,
  FIT_GATE_NON_PREEMPTING_PRIORITY,
  FIT_GATE_CSI_MIGRATION,
  FIT_GATE_CSI_MIGRATION_AWS,
  FIT_GATE_CSI_MIGRATION_GCE,
  FIT_GATE_CSI_MIGRATION_AZURE_DISK,
  FIT_GATE_CSI_MIGRATION_AZURE_FILE,
  FIT_GATE_CSI_MIGRATION_OPENSTACK,

  /* Only in releases before v1.16. */
  FIT_GATE_VOLUME_SCHEDULING,
  FIT_GATE_PERSISTENT_LOCAL_VOLUMES,

  /* Only in releases after v1.16. */
  FIT_GATE_CSI_MIGRATION_PORTWORX,
  FIT_GATE_CSI_MIGRATION_RBD, /* csiMigrationRBD in 1.23 */
  FIT_GATE_CSI_STORAGE_CAPACITY,
  FIT_GATE_DRA_SCHEDULER_FILTER_TIMEOUT,
  FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,
  FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION,
  FIT_GATE_GENERIC_EPHEMERAL_VOLUME,
  FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING,
  FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION,
  FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD,
  FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD,
  FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD,
  FIT_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,
  FIT_GATE_POD_DISRUPTION_BUDGET,
  FIT_GATE_POD_DISRUPTION_CONDITIONS,
  FIT_GATE_POD_LEVEL_RESOURCES,
  FIT_GATE_POD_OBSERVED_GENERATION_TRACKING,
  FIT_GATE_POD_SCHEDULING_READINESS,
  FIT_GATE_PREFER_NOMINATED_NODE,
  FIT_GATE_READ_WRITE_ONCE_POD,
  FIT_GATE_SCHEDULER_ASYNC_PREEMPTION,
  FIT_GATE_SCHEDULER_POP_FROM_BACKOFF_Q,
  FIT_GATE_SCHEDULER_QUEUEING_HINTS,
  FIT_GATE_SIDECAR_CONTAINERS,
  FIT_GATE_STORAGE_CAPACITY_SCORING, /* VolumeCapacityPriority before 1.33 */
  FIT_GATE_VOLUME_ATTRIBUTES_CLASS,
  FIT_GATE_LAST,

  /* Gates that change decisions by something that is not read here. */
  FIT_GATE_DRA_ADMIN_ACCESS = FIT_GATE_LAST,
  FIT_GATE_DRA_CONSUMABLE_CAPACITY,
  FIT_GATE_DRA_CONTROL_PLANE_CONTROLLER,
  FIT_GATE_DRA_DEVICE_BINDING_CONDITIONS,
  FIT_GATE_DRA_DEVICE_TAINTS,
  FIT_GATE_DRA_EXTENDED_RESOURCE,
  FIT_GATE_DRA_PARTITIONABLE_DEVICES,
  FIT_GATE_DRA_PRIORITIZED_LIST,
  FIT_GATE_DRA_RESOURCE_CLAIM_DEVICE_STATUS,
  FIT_GATE_NOMINATED_NODE_NAME_FOR_EXPECTATION,
  FIT_GATE_END,
} FitGate;

/* A gate in a release. */
typedef struct
{
  const char *name;    /* as in --feature-gates */
  gboolean on;         /* default */
  const char *stage;   /* "ALPHA", "BETA" or "GA" */
  gboolean locked;     /* may not be changed */
  const char *summary; /* (nullable): its effect on scheduling */
  guint since;         /* the first release with this default and stage: a
                             minor number */
} FitGateInfo;

typedef struct
{
  guint64 bits;       /* 1 << FitGate */
  FitRelease release; /* the release of these gates; 0 means v1.16 */
} FitFeatureGates;

#define FIT_GATE_BIT(gate) (G_GUINT64_CONSTANT (1) << (gate))

/* fit_feature_gates_default: Returns: the defaults of v1.16 */
FitFeatureGates fit_feature_gates_default (void);

/* fit_feature_gates_with: Returns: @gates, where any @gate is @on */
static inline FitFeatureGates
fit_feature_gates_with (FitFeatureGates gates, FitGate gate, gboolean on)
{
  const guint64 bit = FIT_GATE_BIT (gate);

  gates.bits = on ? gates.bits | bit : gates.bits & ~bit;
  return gates;
}

/* fit_feature_gates_of_release: Returns: the defaults of @release */
FitFeatureGates fit_feature_gates_of_release (FitRelease release);

/* fit_feature_gates_release: Returns: the release of these gates */
static inline FitRelease
fit_feature_gates_release (FitFeatureGates gates)
{
  return gates.release != 0 ? gates.release : FIT_RELEASE_LEGACY;
}

/* fit_gate_info_in_release: the row of @gate in @release.  Returns: FALSE if
 * @release does not have it, or if scheduling does not depend on it there */
gboolean fit_gate_info_in_release (FitGate gate, FitRelease release,
                                   FitGateInfo *out_info);

/* fit_gate_named: Returns: the gate @name, or FIT_GATE_NONE if scheduling does
 * not depend on a gate of that name */
FitGate fit_gate_named (const char *name);

static inline gboolean
fit_gate_on (FitFeatureGates gates, FitGate gate)
{
  return (gates.bits >> gate) & 1u;
}

/**
 * fit_feature_gates_parse:
 * @gates: changed on success only
 * @text: "A=true,B=false" as for --feature-gates
 *
 * Gates without an effect on scheduling are accepted and ignored.  AllAlpha, and
 * AllBeta from 1.17 on, set all gates of that stage that @text does not name,
 * wherever it names the others.  If it names a gate again, the last value counts.
 *
 * Fails with FIT_ERROR_USAGE and a hint: "missing bool value for NAME", "invalid
 * value of NAME=VALUE, err: ...", "unrecognized feature gate: NAME" if the
 * release of @gates does not know it, and "cannot set feature gate NAME to B,
 * feature is locked to B".
 */
gboolean fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                                  GError **error);

/* fit_feature_gates_set: the same for the gate @name */
gboolean fit_feature_gates_set (FitFeatureGates *gates, const char *name,
                                gboolean on, GError **error);

/* fit_feature_gates_note_unread: adds a note to @notes for each gate that was set
 * away from its default, and that changes decisions by what is not read here, as
 * "the feature gate NAME=BOOL has no effect: ..." */
void fit_feature_gates_note_unread (FitFeatureGates gates, GPtrArray *notes);

G_END_DECLS
