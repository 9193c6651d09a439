/* feature-gates.h - the feature gates that affect scheduling
 *
 * A set of gates is a plain value: two schedulers in one process may differ.
 * Names, defaults and stages are those of kube-scheduler v1.16 or an earlier
 * release.
 */
#pragma once

#include "base/legacy-release.h"

G_BEGIN_DECLS

typedef enum
{
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
  FIT_GATE_LAST,

  /* Gates of releases before v1.16. */
  FIT_GATE_VOLUME_SCHEDULING = FIT_GATE_LAST,
  FIT_GATE_PERSISTENT_LOCAL_VOLUMES,
  FIT_GATE_ALL,

  /* Gates of releases after v1.16 that cache, predicates and preemption read.
   * Only fit_feature_gates_with() sets them. */
  FIT_GATE_CSI_MIGRATION_PORTWORX = FIT_GATE_ALL,
  FIT_GATE_CSI_MIGRATION_RBD,
  FIT_GATE_PREFER_NOMINATED_NODE,
  FIT_GATE_POD_DISRUPTION_BUDGET,
  FIT_GATE_VOLUME_ATTRIBUTES_CLASS,
  FIT_GATE_END,
} FitGate;

/* A gate in a release. */
typedef struct
{
  const char *name;       /* as in --feature-gates */
  gboolean on;            /* default */
  const char *stage;      /* "ALPHA", "BETA" or "GA" */
  gboolean locked;        /* may not be changed */
  const char *summary;    /* its effect on scheduling */
  FitLegacyRelease since; /* the first release with this default and stage */
} FitGateInfo;

typedef struct
{
  guint32 bits;             /* 1 << FitGate */
  FitLegacyRelease release; /* the release of these gates; 0 means v1.16 */
} FitFeatureGates;

/* fit_feature_gates_default: Returns: the defaults of v1.16; gates of later
 * releases have the value with which those behave as v1.16 does */
FitFeatureGates fit_feature_gates_default (void);

/* fit_feature_gates_with: Returns: @gates, where any @gate is @on */
static inline FitFeatureGates
fit_feature_gates_with (FitFeatureGates gates, FitGate gate, gboolean on)
{
  const guint32 bit = 1u << gate;

  gates.bits = on ? gates.bits | bit : gates.bits & ~bit;
  return gates;
}

/* fit_feature_gates_of_release: Returns: the defaults of @release; gates that
 * it does not have are off */
FitFeatureGates fit_feature_gates_of_release (FitLegacyRelease release);

/* fit_feature_gates_release: Returns: the release of these gates */
static inline FitLegacyRelease
fit_feature_gates_release (FitFeatureGates gates)
{
  return gates.release != 0 ? gates.release : FIT_LEGACY_RELEASE_LAST;
}

/* fit_gate_info_in_release: the row of any @gate in @release.  Returns: FALSE
 * if @release does not have it */
gboolean fit_gate_info_in_release (FitGate gate, FitLegacyRelease release,
                                   FitGateInfo *out_info);

static inline gboolean
fit_gate_on (FitFeatureGates gates, FitGate gate)
{
  return (gates.bits >> gate) & 1u;
}

/**
 * fit_feature_gates_set:
 * @gates: changed on success only
 * @name: exact name of a gate of that release
 *
 * Gates without an effect on scheduling are accepted and ignored.  "AllAlpha" is
 * accepted, too.  A name that the release does not know is FIT_ERROR_USAGE
 * "unrecognized feature gate: NAME" with a hint; a locked gate is "cannot set
 * feature gate NAME to B, feature is locked to B".
 */
gboolean fit_feature_gates_set (FitFeatureGates *gates, const char *name,
                                gboolean on, GError **error);

/**
 * fit_feature_gates_parse:
 * @text: "A=true,B=false" as for --feature-gates.  "AllAlpha=true" sets the alpha
 *   gates that @text does not name
 */
gboolean fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                                  GError **error);

G_END_DECLS
