/* release-gates.c - the table of feature gates of later releases, and how --feature-gates sets them */
#include "config/release-gates.h"

#include <string.h>

static const char *const names[FIT_RELEASE_GATE_LAST] = {
  [FIT_RELEASE_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = "BalanceAttachedNodeVolumes",
  [FIT_RELEASE_GATE_CSI_MIGRATION_AWS] = "CSIMigrationAWS",
  [FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY] = "CSIStorageCapacity",
  [FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD] = "DefaultPodTopologySpread",
  [FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION] = "DynamicResourceAllocation",
  [FIT_RELEASE_GATE_EVEN_PODS_SPREAD] = "EvenPodsSpread",
  [FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME] = "GenericEphemeralVolume",
  [FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING]
  = "InPlacePodVerticalScaling",
  [FIT_RELEASE_GATE_MATCH_LABEL_KEYS] = "MatchLabelKeysInPodTopologySpread",
  [FIT_RELEASE_GATE_MIN_DOMAINS] = "MinDomainsInPodTopologySpread",
  [FIT_RELEASE_GATE_NODE_INCLUSION_POLICY]
  = "NodeInclusionPolicyInPodTopologySpread",
  [FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR]
  = "PodAffinityNamespaceSelector",
  [FIT_RELEASE_GATE_POD_LEVEL_RESOURCES] = "PodLevelResources",
  [FIT_RELEASE_GATE_POD_SCHEDULING_READINESS] = "PodSchedulingReadiness",
  [FIT_RELEASE_GATE_READ_WRITE_ONCE_POD] = "ReadWriteOncePod",
  [FIT_RELEASE_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = "ResourceLimitsPriorityFunction",
  [FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS] = "SchedulerQueueingHints",
  [FIT_RELEASE_GATE_SIDECAR_CONTAINERS] = "SidecarContainers",
  [FIT_RELEASE_GATE_STORAGE_CAPACITY_SCORING] = "StorageCapacityScoring",
  [FIT_RELEASE_GATE_VOLUME_CAPACITY_PRIORITY] = "VolumeCapacityPriority",
};

typedef struct
{
  FitReleaseGate gate;
  guint from; /* minor numbers of releases, including both ends */
  guint to;   /* 0: no end.  After it the name is unknown, and the gate keeps
                 the value of the row */
  gboolean on;
  gboolean locked;
} GateRow;

/* The value of each gate by release; the rows of each gate are in order. */
/* clang-format off */
static const GateRow rows[] = {
  { FIT_RELEASE_GATE_BALANCE_ATTACHED_NODE_VOLUMES,      18, 21, FALSE, FALSE },
  { FIT_RELEASE_GATE_CSI_MIGRATION_AWS,                  18, 22, FALSE, FALSE },
  { FIT_RELEASE_GATE_CSI_MIGRATION_AWS,                  23, 24, TRUE,  FALSE },
  { FIT_RELEASE_GATE_CSI_MIGRATION_AWS,                  25, 26, TRUE,  TRUE },
  { FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY,               19, 20, FALSE, FALSE },
  { FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY,               21, 23, TRUE,  FALSE },
  { FIT_RELEASE_GATE_CSI_STORAGE_CAPACITY,               24, 27, TRUE,  TRUE },
  { FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,        19, 19, FALSE, FALSE },
  { FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,        20, 23, TRUE,  FALSE },
  { FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,        24, 25, TRUE,  TRUE },
  { FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION,        26, 33, FALSE, FALSE },
  { FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION,        34, 0,  TRUE,  FALSE },
  { FIT_RELEASE_GATE_EVEN_PODS_SPREAD,                   18, 18, TRUE,  FALSE },
  { FIT_RELEASE_GATE_EVEN_PODS_SPREAD,                   19, 20, TRUE,  TRUE },
  { FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME,           19, 20, FALSE, FALSE },
  { FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME,           21, 22, TRUE,  FALSE },
  { FIT_RELEASE_GATE_GENERIC_EPHEMERAL_VOLUME,           23, 24, TRUE,  TRUE },
  { FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING,     27, 32, FALSE, FALSE },
  { FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING,     33, 0, TRUE, FALSE },
  { FIT_RELEASE_GATE_MATCH_LABEL_KEYS,                   25, 26, FALSE, FALSE },
  { FIT_RELEASE_GATE_MATCH_LABEL_KEYS,                   27, 0,  TRUE,  FALSE },
  { FIT_RELEASE_GATE_MIN_DOMAINS,                        24, 26, FALSE, FALSE },
  { FIT_RELEASE_GATE_MIN_DOMAINS,                        27, 29, TRUE,  FALSE },
  { FIT_RELEASE_GATE_MIN_DOMAINS,                        30, 31, TRUE,  TRUE },
  { FIT_RELEASE_GATE_NODE_INCLUSION_POLICY,              25, 25, FALSE, FALSE },
  { FIT_RELEASE_GATE_NODE_INCLUSION_POLICY,              26, 32, TRUE,  FALSE },
  { FIT_RELEASE_GATE_NODE_INCLUSION_POLICY,              33, 0,  TRUE,  TRUE },
  { FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,    21, 21, FALSE, FALSE },
  { FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,    22, 23, TRUE,  FALSE },
  { FIT_RELEASE_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,    24, 25, TRUE,  TRUE },
  { FIT_RELEASE_GATE_POD_LEVEL_RESOURCES,               32, 33, FALSE, FALSE },
  { FIT_RELEASE_GATE_POD_LEVEL_RESOURCES,               34, 0, TRUE, FALSE },
  { FIT_RELEASE_GATE_POD_SCHEDULING_READINESS,           26, 26, FALSE, FALSE },
  { FIT_RELEASE_GATE_POD_SCHEDULING_READINESS,           27, 29, TRUE,  FALSE },
  { FIT_RELEASE_GATE_POD_SCHEDULING_READINESS,           30, 31, TRUE,  TRUE },
  { FIT_RELEASE_GATE_READ_WRITE_ONCE_POD,                22, 26, FALSE, FALSE },
  { FIT_RELEASE_GATE_READ_WRITE_ONCE_POD,                27, 28, TRUE,  FALSE },
  { FIT_RELEASE_GATE_READ_WRITE_ONCE_POD,                29, 30, TRUE,  TRUE },
  { FIT_RELEASE_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION,  18, 18, FALSE, FALSE },
  { FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS,          28, 28, TRUE, FALSE },
  { FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS,          29, 31, FALSE, FALSE },
  { FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS,          32, 33, TRUE, FALSE },
  { FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS,          34, 0, TRUE, TRUE },
  { FIT_RELEASE_GATE_SIDECAR_CONTAINERS,                28, 28, FALSE, FALSE },
  { FIT_RELEASE_GATE_SIDECAR_CONTAINERS,                29, 32, TRUE,  FALSE },
  { FIT_RELEASE_GATE_SIDECAR_CONTAINERS,                33, 0,  TRUE,  TRUE },
  { FIT_RELEASE_GATE_STORAGE_CAPACITY_SCORING,           33, 0,  FALSE, FALSE },
  { FIT_RELEASE_GATE_VOLUME_CAPACITY_PRIORITY,           21, 32, FALSE, FALSE },
};
/* clang-format on */

/* The row for @gate in @release; NULL before the first one. */
static const GateRow *
find_row (FitReleaseGate gate, FitRelease release)
{
  const guint minor = (guint) release / 100;
  const GateRow *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].gate == gate && minor >= rows[i].from)
      found = &rows[i];
  return found;
}

static gboolean
is_known (const GateRow *row, FitRelease release)
{
  return row != NULL && (row->to == 0 || (guint) release / 100 <= row->to);
}

const char *
fit_release_gate_name (FitReleaseGate gate)
{
  return names[gate];
}

FitReleaseGates
fit_release_gates_default (FitRelease release)
{
  FitReleaseGates gates = { .release = release };

  for (guint i = 0; i < FIT_RELEASE_GATE_LAST; i++)
    {
      const GateRow *row = find_row (i, release);

      if (row != NULL && row->on)
        gates.bits |= 1u << i;
    }
  return gates;
}

static gboolean
fail_unknown (const FitReleaseGates *gates, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < FIT_RELEASE_GATE_LAST; i++)
    if (is_known (find_row (i, gates->release), gates->release))
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "",
                              names[i]);
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "unrecognized feature gate: %s", name);
  if (known->len > 0)
    fit_error_add_hint (error, "gates that change scheduling in %s: %s",
                        fit_release_name (gates->release), known->str);
  return FALSE;
}

gboolean
fit_release_gates_set (FitReleaseGates *gates, const char *name, gboolean on,
                       GError **error)
{
  const GateRow *row;
  guint gate = 0;

  while (gate < FIT_RELEASE_GATE_LAST && strcmp (names[gate], name) != 0)
    gate++;
  row = gate < FIT_RELEASE_GATE_LAST ? find_row (gate, gates->release) : NULL;
  if (!is_known (row, gates->release))
    return fail_unknown (gates, name, error);
  if (row->locked && row->on != on)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "cannot set feature gate %s to %s, feature is locked to %s",
                   name, on ? "true" : "false", row->on ? "true" : "false");
      return FALSE;
    }
  gates->bits = (gates->bits & ~(1u << gate)) | ((on ? 1u : 0u) << gate);
  return TRUE;
}

static gboolean
set_pair (FitReleaseGates *gates, const char *pair, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (pair, "=", 2);

  if (*pair == '\0')
    return TRUE;
  g_strstrip (parts[0]);
  if (parts[1] == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "missing bool value for %s", parts[0]);
      return FALSE;
    }
  g_strstrip (parts[1]);
  if (strcmp (parts[1], "true") != 0 && strcmp (parts[1], "false") != 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "invalid value of %s: found \"%s\", expected true or false",
                   parts[0], parts[1]);
      return FALSE;
    }
  return fit_release_gates_set (gates, parts[0], *parts[1] == 't', error);
}

gboolean
fit_release_gates_parse (FitReleaseGates *gates, const char *text,
                         GError **error)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  FitReleaseGates changed = *gates;

  for (guint i = 0; pairs[i] != NULL; i++)
    if (!set_pair (&changed, g_strstrip (pairs[i]), error))
      return FALSE;
  *gates = changed;
  return TRUE;
}
