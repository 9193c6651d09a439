/* release-gates.h - the feature gates of later releases that affect profiles
 *
 * Gates that do not affect profiles can be set, too, without an effect.  A set of
 * gates is a plain value.  v1.16's gates are in base/feature-gates.h.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_RELEASE_GATE_BALANCE_ATTACHED_NODE_VOLUMES,
  FIT_RELEASE_GATE_CSI_MIGRATION,
  FIT_RELEASE_GATE_CSI_MIGRATION_AWS,
  FIT_RELEASE_GATE_CSI_MIGRATION_AZURE_DISK,
  FIT_RELEASE_GATE_CSI_MIGRATION_AZURE_FILE,
  FIT_RELEASE_GATE_CSI_MIGRATION_GCE,
  FIT_RELEASE_GATE_CSI_MIGRATION_OPENSTACK,
  FIT_RELEASE_GATE_CSI_MIGRATION_PORTWORX,
  FIT_RELEASE_GATE_CSI_MIGRATION_RBD,
  FIT_RELEASE_GATE_CSI_MIGRATION_RBD_1_23,
  FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY,
  FIT_RELEASE_GATE_DRA_SCHEDULER_FILTER_TIMEOUT,
  FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,
  FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION,
  FIT_RELEASE_GATE_EVEN_PODS_SPREAD,
  FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME,
  FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING,
  FIT_RELEASE_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION,
  FIT_RELEASE_GATE_MATCH_LABEL_KEYS,
  FIT_RELEASE_GATE_MIN_DOMAINS,
  FIT_RELEASE_GATE_NODE_INCLUSION_POLICY,
  FIT_RELEASE_GATE_NON_PREEMPTING_PRIORITY,
  FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,
  FIT_RELEASE_GATE_POD_DISRUPTION_BUDGET,
  FIT_RELEASE_GATE_POD_DISRUPTION_CONDITIONS,
  FIT_RELEASE_GATE_POD_LEVEL_RESOURCES,
  FIT_RELEASE_GATE_POD_OVERHEAD,
  FIT_RELEASE_GATE_POD_SCHEDULING_READINESS,
  FIT_RELEASE_GATE_PREFER_NOMINATED_NODE,
  FIT_RELEASE_GATE_READ_WRITE_ONCE_POD,
  FIT_RELEASE_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION,
  FIT_RELEASE_GATE_SCHEDULER_ASYNC_PREEMPTION,
  FIT_RELEASE_GATE_SCHEDULER_POP_FROM_BACKOFF_Q,
  FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS,
  FIT_RELEASE_GATE_SIDECAR_CONTAINERS,
  FIT_RELEASE_GATE_STORAGE_CAPACITY_SCORING,
  FIT_RELEASE_GATE_STORAGE_OBJECT_IN_USE_PROTECTION,
  FIT_RELEASE_GATE_VOLUME_ATTRIBUTES_CLASS,
  FIT_RELEASE_GATE_VOLUME_CAPACITY_PRIORITY,
  FIT_RELEASE_GATE_LAST,
} FitReleaseGate;

typedef struct
{
  FitRelease release;
  guint64 bits;   /* 1 << FitReleaseGate */
  guint32 unread; /* gates that fit_release_gates_note_unread() notes */
} FitReleaseGates;

/* fit_release_gate_name: as in --feature-gates */
const char *fit_release_gate_name (FitReleaseGate gate);

/* fit_release_gate_is_known: does @release know @gate? */
gboolean fit_release_gate_is_known (FitReleaseGate gate, FitRelease release);

/* fit_release_gates_default: Returns: the defaults of @release */
FitReleaseGates fit_release_gates_default (FitRelease release);

static inline gboolean
fit_release_gate_on (const FitReleaseGates *gates, FitReleaseGate gate)
{
  return (gates->bits >> gate) & 1u;
}

/**
 * fit_release_gates_set:
 * @gates: changed on success only
 *
 * Fails as fit_feature_gates_set() does.
 */
gboolean fit_release_gates_set (FitReleaseGates *gates, const char *name,
                                gboolean on, GError **error);

/* fit_release_gates_parse: @text: "A=true,B=false"; AllAlpha and AllBeta set the
 * gates of that stage that @text does not name */
gboolean fit_release_gates_parse (FitReleaseGates *gates, const char *text,
                                  GError **error);

/* fit_release_gates_note_unread: adds a note to @notes for each gate that was set
 * away from its default, and that changes decisions by what is not read here, as
 * "the feature gate NAME=BOOL has no effect: ..." */
void fit_release_gates_note_unread (const FitReleaseGates *gates,
                                    GPtrArray *notes);

G_END_DECLS
