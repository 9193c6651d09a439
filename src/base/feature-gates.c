/* feature-gates.c - the feature gates that affect scheduling
 *
 * Sources: pkg/features of 1.8 to v1.16 (names, defaults, stages) and v1.16
 * component-base featuregate (how --feature-gates is read).
 */
#include "base/feature-gates.h"

#include "base/other-gates.h"
#include "base/similar.h"

#define ALL_ALPHA "AllAlpha"

/* For gates that v1.16 does not have. */
#define NEVER (FIT_LEGACY_RELEASE_LAST + 1)

static const FitGateInfo gates_info[] = {
  [FIT_GATE_TAINT_NODES_BY_CONDITION]
  = { "TaintNodesByCondition", TRUE, "BETA", FALSE,
      "node conditions count as taints: the condition and pressure predicates "
      "are removed, PodToleratesNodeTaints and CheckNodeUnschedulable become "
      "mandatory",
      12 },
  [FIT_GATE_ATTACH_VOLUME_LIMIT]
  = { "AttachVolumeLimit", TRUE, "BETA", FALSE,
      "limits on attached volumes are read from the node's allocatable; "
      "without it CSI volumes are not limited",
      12 },
  [FIT_GATE_BLOCK_VOLUME] = { "BlockVolume", TRUE, "BETA", FALSE,
                              "raw block volumes may be bound to claims", 13 },
  [FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION]
  = { "StorageObjectInUseProtection", TRUE, "GA", FALSE,
      "persistent volumes that are being deleted are not bound to claims", 11 },
  [FIT_GATE_CSI_NODE_INFO]
  = { "CSINodeInfo", TRUE, "BETA", FALSE,
      "CSINode objects are read: limits of CSI drivers, migrated plugins", 14 },
  [FIT_GATE_POD_PRIORITY]
  = { "PodPriority", TRUE, "GA", TRUE,
      "pods have priorities and may preempt others", 16 },
  [FIT_GATE_EVEN_PODS_SPREAD]
  = { "EvenPodsSpread", FALSE, "ALPHA", FALSE,
      "topologySpreadConstraints count: predicate EvenPodsSpread, priority "
      "EvenPodsSpreadPriority",
      16 },
  [FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION]
  = { "ResourceLimitsPriorityFunction", FALSE, "ALPHA", FALSE,
      "nodes that hold the pod's limits are preferred: priority "
      "ResourceLimitsPriority",
      10 },
  [FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES]
  = { "BalanceAttachedNodeVolumes", FALSE, "ALPHA", FALSE,
      "BalancedResourceAllocation balances attached volumes too", 11 },
  [FIT_GATE_POD_OVERHEAD]
  = { "PodOverhead", FALSE, "ALPHA", FALSE,
      "the pod's overhead is added to its requests", 16 },
  [FIT_GATE_NON_PREEMPTING_PRIORITY]
  = { "NonPreemptingPriority", FALSE, "ALPHA", FALSE,
      "pods with preemptionPolicy Never do not preempt", 15 },
  [FIT_GATE_CSI_MIGRATION]
  = { "CSIMigration", FALSE, "ALPHA", FALSE,
      "in-tree volumes count as CSI volumes where a node's CSINode says that "
      "the plugin was migrated; needs the gate of the plugin as well",
      14 },
  [FIT_GATE_CSI_MIGRATION_AWS]
  = { "CSIMigrationAWS", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/aws-ebs", 14 },
  [FIT_GATE_CSI_MIGRATION_GCE] = { "CSIMigrationGCE", FALSE, "ALPHA", FALSE,
                                   "CSIMigration of kubernetes.io/gce-pd", 14 },
  [FIT_GATE_CSI_MIGRATION_AZURE_DISK]
  = { "CSIMigrationAzureDisk", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/azure-disk", 15 },
  [FIT_GATE_CSI_MIGRATION_AZURE_FILE]
  = { "CSIMigrationAzureFile", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/azure-file, which no "
      "scheduling rule uses",
      15 },
  [FIT_GATE_CSI_MIGRATION_OPENSTACK]
  = { "CSIMigrationOpenStack", FALSE, "ALPHA", FALSE,
      "CSIMigration of kubernetes.io/cinder", 14 },
  [FIT_GATE_VOLUME_SCHEDULING]
  = { "VolumeScheduling", TRUE, "GA", TRUE,
      "CheckVolumeBinding checks where volumes can be used and "
      "bound",
      NEVER },
  [FIT_GATE_PERSISTENT_LOCAL_VOLUMES]
  = { "PersistentLocalVolumes", TRUE, "GA", TRUE,
      "NoVolumeNodeConflict checks where volumes can be used", NEVER },
};
G_STATIC_ASSERT (G_N_ELEMENTS (gates_info) == FIT_GATE_ALL);
G_STATIC_ASSERT (FIT_GATE_ALL <= 32);

/* Default and stage before FitGateInfo.since. */
/* clang-format off */
static const struct
{
  FitGate gate;
  FitLegacyRelease first;
  FitLegacyRelease last;
  gboolean on;
  const char *stage;
  gboolean locked;
} earlier_states[] = {
  { FIT_GATE_TAINT_NODES_BY_CONDITION, 8, 11, FALSE, "ALPHA", FALSE },
  { FIT_GATE_ATTACH_VOLUME_LIMIT, 11, 11, FALSE, "ALPHA", FALSE },
  { FIT_GATE_BLOCK_VOLUME, 9, 12, FALSE, "ALPHA", FALSE },
  { FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION, 10, 10, TRUE, "BETA", FALSE },
  { FIT_GATE_CSI_NODE_INFO, 12, 13, FALSE, "ALPHA", FALSE },
  { FIT_GATE_POD_PRIORITY, 8, 10, FALSE, "ALPHA", FALSE },
  { FIT_GATE_POD_PRIORITY, 11, 13, TRUE, "BETA", FALSE },
  { FIT_GATE_POD_PRIORITY, 14, 15, TRUE, "GA", FALSE },
  { FIT_GATE_VOLUME_SCHEDULING, 9, 9, FALSE, "ALPHA", FALSE },
  { FIT_GATE_VOLUME_SCHEDULING, 10, 12, TRUE, "BETA", FALSE },
  { FIT_GATE_VOLUME_SCHEDULING, 13, 13, TRUE, "GA", FALSE },
  { FIT_GATE_VOLUME_SCHEDULING, 14, 15, TRUE, "GA", TRUE },
  { FIT_GATE_PERSISTENT_LOCAL_VOLUMES, 8, 8, FALSE, "ALPHA", FALSE },
};
/* clang-format on */

const FitGateInfo *
fit_gate_info (FitGate gate)
{
  g_return_val_if_fail ((guint) gate < FIT_GATE_LAST, NULL);
  return &gates_info[gate];
}

gboolean
fit_gate_info_in_release (FitGate gate, FitLegacyRelease release,
                          FitGateInfo *out_info)
{
  g_return_val_if_fail ((guint) gate < FIT_GATE_ALL, FALSE);
  if (release >= gates_info[gate].since)
    {
      *out_info = gates_info[gate];
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (earlier_states); i++)
    if (earlier_states[i].gate == gate && earlier_states[i].first <= release
        && release <= earlier_states[i].last)
      {
        *out_info = gates_info[gate];
        out_info->on = earlier_states[i].on;
        out_info->stage = earlier_states[i].stage;
        out_info->locked = earlier_states[i].locked;
        out_info->since = earlier_states[i].first;
        return TRUE;
      }
  return FALSE;
}

FitFeatureGates
fit_feature_gates_of_release (FitLegacyRelease release)
{
  FitFeatureGates gates = { .release = release };
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

/* The gate that was probably meant, or NULL. */
static const char *
similar_gate (FitLegacyRelease release, const char *name)
{
  FitSimilar similar;
  FitGateInfo info;
  guint n;
  const FitOtherGate *others = fit_other_gates (&n);

  fit_similar_init (&similar, name);
  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (fit_gate_info_in_release (i, release, &info))
      fit_similar_offer (&similar, info.name);
  for (guint i = 0; i < n; i++)
    if (others[i].first <= release && release <= others[i].last)
      fit_similar_offer (&similar, others[i].name);
  return similar.best;
}

/* The releases that know a gate, and whether its feature is always on
 * afterwards. */
typedef struct
{
  guint first;
  guint last;
  gboolean stays;
} FitGateSpan;

static FitGateSpan
gate_span (FitGate gate)
{
  FitGateSpan span = { NEVER, 0, TRUE };
  FitGateInfo info;

  for (FitLegacyRelease release = FIT_LEGACY_RELEASE_FIRST;
       release <= FIT_LEGACY_RELEASE_LAST; release++)
    if (fit_gate_info_in_release (gate, release, &info))
      {
        span.first = MIN (span.first, release);
        span.last = release;
      }
  return span;
}

/* For all releases together; FALSE if none knows @name. */
static gboolean
find_span (const char *name, FitGateSpan *out_span)
{
  FitGateSpan span = { NEVER, 0, FALSE };
  guint n;
  const FitOtherGate *others = fit_other_gates (&n);

  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (g_str_equal (gates_info[i].name, name))
      span = gate_span (i);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (others[i].name, name))
      {
        span.first = MIN (span.first, others[i].first);
        span.last = MAX (span.last, others[i].last);
        span.stays = others[i].stays;
      }
  *out_span = span;
  return span.last > 0;
}

static gboolean
fail_unknown (FitLegacyRelease release, const char *name, GError **error)
{
  const char *meant = similar_gate (release, name);
  FitGateSpan span;

  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "unrecognized feature gate: %s", name);
  if (find_span (name, &span) && span.first > release)
    fit_error_add_hint (error, "%s came with 1.%u", name, span.first);
  else if (span.last > 0 && span.stays)
    fit_error_add_hint (
        error,
        "the feature of gate %s is always on in v1.%u: leave the "
        "gate out",
        name, release);
  else if (span.last > 0)
    fit_error_add_hint (error, "1.%u was the last release to know %s",
                        span.last, name);
  else if (meant != NULL)
    fit_error_add_hint (error, "did you mean %s?", meant);
  return FALSE;
}

static const char *
bool_name (gboolean value)
{
  return value ? "true" : "false";
}

static void
set_bit (FitFeatureGates *gates, guint gate, gboolean on)
{
  if (on)
    gates->bits |= 1u << gate;
  else
    gates->bits &= ~(1u << gate);
}

static void
set_all_alpha (FitFeatureGates *gates, gboolean on)
{
  const FitLegacyRelease release = fit_feature_gates_release (*gates);
  FitGateInfo info;

  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (fit_gate_info_in_release (i, release, &info)
        && g_str_equal (info.stage, "ALPHA"))
      set_bit (gates, i, on);
}

static gboolean
find_gate (FitLegacyRelease release, const char *name, guint *out_gate,
           FitGateInfo *out_info)
{
  for (guint i = 0; i < FIT_GATE_ALL; i++)
    if (g_str_equal (gates_info[i].name, name)
        && fit_gate_info_in_release (i, release, out_info))
      {
        *out_gate = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_other_gate (FitLegacyRelease release, const char *name)
{
  guint n;
  const FitOtherGate *others = fit_other_gates (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (others[i].name, name) && others[i].first <= release
        && release <= others[i].last)
      return TRUE;
  return FALSE;
}

gboolean
fit_feature_gates_set (FitFeatureGates *gates, const char *name, gboolean on,
                       GError **error)
{
  const FitLegacyRelease release = fit_feature_gates_release (*gates);
  FitGateInfo info;
  guint gate;

  if (g_str_equal (name, ALL_ALPHA))
    {
      set_all_alpha (gates, on);
      return TRUE;
    }
  if (!find_gate (release, name, &gate, &info))
    return is_other_gate (release, name) || fail_unknown (release, name, error);
  if (info.locked && info.on != !!on)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "cannot set feature gate %s to %s, feature is locked to %s",
                   name, bool_name (on), bool_name (info.on));
      return FALSE;
    }
  set_bit (gates, gate, on);
  return TRUE;
}

/* The words that Go's strconv.ParseBool accepts. */
static gboolean
parse_bool (const char *text, gboolean *out)
{
  static const char *const words[2][6] = {
    { "0", "f", "F", "false", "FALSE", "False" },
    { "1", "t", "T", "true", "TRUE", "True" },
  };

  for (guint value = 0; value < 2; value++)
    for (guint i = 0; i < G_N_ELEMENTS (words[value]); i++)
      if (g_str_equal (words[value][i], text))
        {
          *out = (gboolean) value;
          return TRUE;
        }
  return FALSE;
}

typedef struct
{
  char *name;
  gboolean on;
} FitSetting;

static void
clear_setting (gpointer data)
{
  g_free (((FitSetting *) data)->name);
}

/* If a name is repeated, the last value counts. */
static void
keep_setting (GArray *settings, const char *name, gboolean on)
{
  FitSetting setting;

  for (guint i = 0; i < settings->len; i++)
    {
      FitSetting *earlier = &g_array_index (settings, FitSetting, i);

      if (g_str_equal (earlier->name, name))
        {
          earlier->on = on;
          return;
        }
    }
  setting = (FitSetting){ g_strdup (name), on };
  g_array_append_val (settings, setting);
}

/* Adds one "NAME=BOOL" to @settings. */
static gboolean
parse_setting (GArray *settings, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  const char *name = g_strstrip (parts[0]);
  gboolean on;

  if (parts[1] == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "missing bool value for %s",
                 name);
  else if (!parse_bool (g_strstrip (parts[1]), &on))
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "invalid value of %s=%s, err: strconv.ParseBool: parsing "
                 "\"%s\": invalid syntax",
                 name, parts[1], parts[1]);
  else
    {
      keep_setting (settings, name, on);
      return TRUE;
    }
  fit_error_add_hint (error, "write %s=true or %s=false", name, name);
  return FALSE;
}

/* A gate that is named keeps its value, whether AllAlpha comes before or after
 * it. */
static gboolean
apply_settings (FitFeatureGates *gates, const GArray *settings, GError **error)
{
  for (guint i = 0; i < settings->len; i++)
    {
      const FitSetting *setting = &g_array_index (settings, FitSetting, i);

      if (g_str_equal (setting->name, ALL_ALPHA))
        set_all_alpha (gates, setting->on);
    }
  for (guint i = 0; i < settings->len; i++)
    {
      const FitSetting *setting = &g_array_index (settings, FitSetting, i);

      if (!g_str_equal (setting->name, ALL_ALPHA)
          && !fit_feature_gates_set (gates, setting->name, setting->on, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                         GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GArray) settings = g_array_new (FALSE, FALSE, sizeof (FitSetting));
  FitFeatureGates result = *gates;

  g_array_set_clear_func (settings, clear_setting);
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0' && !parse_setting (settings, *part, error))
      return FALSE;
  if (!apply_settings (&result, settings, error))
    return FALSE;
  *gates = result;
  return TRUE;
}
