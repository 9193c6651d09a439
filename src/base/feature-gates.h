/* feature-gates.h - the switches of v1.16 that change scheduling
 *
 * A set of gates is a plain value: two schedulers in one process may differ.
 * Names, defaults and stages are those of kube-scheduler v1.16.
 */
#pragma once

#include "base/error.h"

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
} FitGate;

/* One row of the table of gates. */
typedef struct
{
  const char *name;    /* as in --feature-gates */
  gboolean on;         /* default in v1.16 */
  const char *stage;   /* "ALPHA", "BETA" or "GA" */
  gboolean locked;     /* may not be changed */
  const char *summary; /* what it does to scheduling */
} FitGateInfo;

typedef struct
{
  guint32 bits; /* 1 << FitGate */
} FitFeatureGates;

/* fit_feature_gates_default: Returns: the defaults of v1.16 */
FitFeatureGates fit_feature_gates_default (void);

/* fit_gate_info: Returns: (transfer none): the row of @gate */
const FitGateInfo *fit_gate_info (FitGate gate);

static inline gboolean
fit_gate_on (FitFeatureGates gates, FitGate gate)
{
  return (gates.bits >> gate) & 1u;
}

/**
 * fit_feature_gates_set:
 * @gates: changed on success only
 * @name: exact name of a v1.16 gate
 *
 * Gates of v1.16 that have no effect on scheduling are accepted and ignored;
 * unknown names are FIT_ERROR_USAGE "unrecognized feature gate: NAME" with a
 * hint; a locked gate "cannot set feature gate NAME to B, feature is locked
 * to B".
 */
gboolean fit_feature_gates_set (FitFeatureGates *gates, const char *name,
                                gboolean on, GError **error);

/**
 * fit_feature_gates_parse:
 * @text: "A=true,B=false" as --feature-gates takes it; "AllAlpha=true" too
 */
gboolean fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                                  GError **error);

G_END_DECLS
