/* gate-flags.c - how --feature-gates sets the gates of a release
 *
 * Source: component-base featuregate.
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/feature-gates.h"
#include "releases/gate-table.h"
#include "base/list-gap.h"
#include "base/similar.h"

#include <string.h>

/* The switches for all gates of a stage, and the first release that has
 * them. */
static const struct
{
  const char *name;
  FitGateStage stage;
  guint since;
} switches[] = {
  { "AllAlpha", FIT_GATE_STAGE_ALPHA, 8 },
  { "AllBeta", FIT_GATE_STAGE_BETA, 17 },
};

/* Gates that cannot be on without others, and the first release that says so;
 * before 1.35 none did. */
/* clang-format off */
static const struct
{
  const char *name;
  const char *needed;
  guint since;
} dependencies[] = {
  { "AuthorizeNodeWithSelectors", "AuthorizeWithSelectors", 35 },
  { "ClusterTrustBundleProjection", "ClusterTrustBundle", 35 },
  { "DRAAdminAccess", "DynamicResourceAllocation", 35 },
  { "DRAConsumableCapacity", "DynamicResourceAllocation", 35 },
  { "DRADeviceBindingConditions", "DynamicResourceAllocation", 35 },
  { "DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus", 35 },
  { "DRADeviceTaintRules", "DRADeviceTaints", 35 },
  { "DRADeviceTaints", "DynamicResourceAllocation", 35 },
  { "DRAExtendedResource", "DynamicResourceAllocation", 35 },
  { "DRAListTypeAttributes", "DynamicResourceAllocation", 35 },
  { "DRANodeAllocatableResources", "DynamicResourceAllocation", 35 },
  { "DRAPartitionableDevices", "DynamicResourceAllocation", 35 },
  { "DRAPrioritizedList", "DynamicResourceAllocation", 35 },
  { "DRAResourceClaimGranularStatusAuthorization", "DynamicResourceAllocation", 35 },
  { "DRAResourceClaimGranularStatusAuthorization", "DRAResourceClaimDeviceStatus", 35 },
  { "DRAResourcePoolStatus", "DynamicResourceAllocation", 35 },
  { "DRASchedulerFilterTimeout", "DynamicResourceAllocation", 35 },
  { "DRAWorkloadResourceClaims", "DynamicResourceAllocation", 35 },
  { "DRAWorkloadResourceClaims", "GenericWorkload", 35 },
  { "DisableAllocatorDualWrite", "MultiCIDRServiceAllocator", 35 },
  { "ExtendWebSocketsToKubelet", "NodeDeclaredFeatures", 35 },
  { "GangScheduling", "GenericWorkload", 35 },
  { "GracefulNodeShutdownBasedOnPodPriority", "GracefulNodeShutdown", 35 },
  { "ImageVolumeWithDigest", "ImageVolume", 35 },
  { "InPlacePodLevelResourcesVerticalScaling", "InPlacePodVerticalScaling", 35 },
  { "InPlacePodLevelResourcesVerticalScaling", "PodLevelResources", 35 },
  { "InPlacePodLevelResourcesVerticalScaling", "NodeDeclaredFeatures", 35 },
  { "InPlacePodVerticalScalingAllocatedStatus", "InPlacePodVerticalScaling", 35 },
  { "InPlacePodVerticalScalingExclusiveCPUs", "InPlacePodVerticalScaling", 35 },
  { "InPlacePodVerticalScalingExclusiveMemory", "InPlacePodVerticalScaling", 35 },
  { "InPlacePodVerticalScalingInitContainers", "InPlacePodVerticalScaling", 35 },
  { "InPlacePodVerticalScalingInitContainers", "NodeDeclaredFeatures", 35 },
  { "MatchLabelKeysInPodTopologySpreadSelectorMerge", "MatchLabelKeysInPodTopologySpread", 35 },
  { "PodCertificateRequest", "AuthorizeNodeWithSelectors", 35 },
  { "PodLevelResourceManagers", "PodLevelResources", 35 },
  { "PodLifecycleSleepActionAllowZero", "PodLifecycleSleepAction", 35 },
  { "ProcMountType", "UserNamespacesSupport", 35 },
  { "ResourceHealthStatus", "DynamicResourceAllocation", 35 },
  { "ResourceHealthStatusMessage", "ResourceHealthStatus", 35 },
  { "RestartAllContainersOnContainerExits", "ContainerRestartRules", 35 },
  { "RestartAllContainersOnContainerExits", "NodeDeclaredFeatures", 35 },
  { "ServiceAccountTokenNodeBinding", "ServiceAccountTokenNodeBindingValidation", 35 },
  { "TopologyAwareWorkloadScheduling", "GenericWorkload", 35 },
  { "UserNamespacesHostNetworkSupport", "UserNamespacesSupport", 35 },
  { "UserNamespacesHostNetworkSupport", "NodeDeclaredFeatures", 36 },
  { "WindowsCPUAndMemoryAffinity", "MemoryManager", 35 },
  { "WindowsGracefulNodeShutdown", "GracefulNodeShutdown", 35 },
  { "WorkloadAwarePreemption", "GangScheduling", 35 },
  { "WorkloadWithJob", "GenericWorkload", 35 },
};
/* clang-format on */

typedef struct
{
  char *name;
  gboolean on;
} Setting;

static void
clear_setting (gpointer data)
{
  g_free (((Setting *) data)->name);
}

static GArray *
settings_new (void)
{
  GArray *settings = g_array_new (FALSE, FALSE, sizeof (Setting));

  g_array_set_clear_func (settings, clear_setting);
  return settings;
}

/* -- errors ---------------------------------------------------------------- */

static gboolean
fail_unknown (guint release, const char *name, GError **error)
{
  const guint first = fit_gate_table_first (name);
  FitSimilar similar;
  FitGateState state;

  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "unrecognized feature gate: %s", name);
  if (first > release)
    fit_error_add_hint (error, "%s came %s 1.%u", name,
                        first == 18 ? "after" : "with",
                        first == 18 ? 16 : first);
  else if (fit_gate_table_last_state (name, release, &state)
           && state.stage == FIT_GATE_STAGE_GA && state.on)
    fit_error_add_hint (error,
                        "the feature of gate %s is always on in v1.%u: leave "
                        "the gate out",
                        name, release);
  else if (first > 0)
    {
      while (release > 0 && !fit_gate_table_state (name, release, &state))
        release--;
      fit_error_add_hint (error, "1.%u was the last release to know %s",
                          release, name);
    }
  else
    {
      fit_similar_init (&similar, name);
      for (guint i = 0; i < fit_gate_table_size (); i++)
        if (fit_gate_table_state (fit_gate_table_name (i), release, &state))
          fit_similar_offer (&similar, fit_gate_table_name (i));
      if (similar.best != NULL)
        fit_error_add_hint (error, "did you mean %s?", similar.best);
    }
  return FALSE;
}

static const char *
bool_name (gboolean value)
{
  return value ? "true" : "false";
}

/* -- text ------------------------------------------------------------------ */

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

static const Setting *
find_setting (const GArray *settings, const char *name)
{
  for (guint i = 0; i < settings->len; i++)
    if (g_str_equal (g_array_index (settings, Setting, i).name, name))
      return &g_array_index (settings, Setting, i);
  return NULL;
}

/* If a name is repeated, the last value counts. */
static void
keep_setting (GArray *settings, const char *name, gboolean on)
{
  const Setting *earlier = find_setting (settings, name);
  const Setting setting = { g_strdup (name), on };

  if (earlier != NULL)
    g_array_remove_index (
        settings, (guint) (earlier - &g_array_index (settings, Setting, 0)));
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

/* -- setting --------------------------------------------------------------- */

static gboolean
is_switch (const char *name, guint release)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (release >= switches[i].since && g_str_equal (switches[i].name, name))
      return TRUE;
  return FALSE;
}

static gboolean
check_setting (const Setting *setting, guint release, GError **error)
{
  FitGateState state;

  if (is_switch (setting->name, release))
    return TRUE;
  if (!fit_gate_table_state (setting->name, release, &state))
    return fail_unknown (release, setting->name, error);
  if (!state.locked || state.on == setting->on)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE,
                   "cannot set feature gate %s to %s, feature is locked to %s",
                   setting->name, bool_name (setting->on),
                   bool_name (state.on));
}

static void
set_gate (FitFeatureGates *gates, const char *name, gboolean on)
{
  const FitGate gate = fit_gate_named (name);

  if (gate != FIT_GATE_NONE)
    *gates = fit_feature_gates_with (*gates, gate, on);
}

static gboolean
apply (FitFeatureGates *gates, const GArray *settings, GError **error)
{
  const guint release = (guint) fit_feature_gates_release (*gates) / 100;

  for (guint i = 0; i < settings->len; i++)
    if (!check_setting (&g_array_index (settings, Setting, i), release, error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      const Setting *all = find_setting (settings, switches[i].name);

      for (guint j = 0; all != NULL && j < fit_gate_table_size (); j++)
        {
          const char *name = fit_gate_table_name (j);
          FitGateState state;

          if (fit_gate_table_state (name, release, &state)
              && state.stage == switches[i].stage
              && find_setting (settings, name) == NULL)
            set_gate (gates, name, all->on);
        }
    }
  for (guint i = 0; i < settings->len; i++)
    {
      const Setting *setting = &g_array_index (settings, Setting, i);

      if (!is_switch (setting->name, release))
        set_gate (gates, setting->name, setting->on);
    }
  return TRUE;
}

/* What the gate is with these settings; one that the release does not know is
 * as if it were not there. */
static gboolean
is_on (const GArray *settings, const char *name, guint release,
       gboolean if_unknown)
{
  const Setting *setting = find_setting (settings, name);
  FitGateState state;

  if (!fit_gate_table_state (name, release, &state))
    return if_unknown;
  for (guint i = 0; setting == NULL && i < G_N_ELEMENTS (switches); i++)
    if (switches[i].stage == state.stage)
      setting = find_setting (settings, switches[i].name);
  return setting != NULL ? setting->on : state.on;
}

static gboolean
check_dependencies (const GArray *settings, guint release, GError **error)
{
  g_autoptr (GString) disabled = g_string_new (NULL);
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (dependencies); i++)
    {
      if (name != NULL && !g_str_equal (dependencies[i].name, name))
        break;
      if (release < dependencies[i].since
          || !is_on (settings, dependencies[i].name, release, FALSE)
          || is_on (settings, dependencies[i].needed, release, TRUE))
        continue;
      name = dependencies[i].name;
      g_string_append_printf (disabled, "%s%s", fit_list_gap (disabled, " "),
                              dependencies[i].needed);
    }
  if (name == NULL)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s is enabled, but depends on features that are disabled: [%s]",
               name, disabled->str);
  fit_error_add_hint (error,
                      "kube-scheduler 1.%u does not start with this: turn on "
                      "what is named, or turn %s off",
                      release, name);
  return FALSE;
}

gboolean
fit_feature_gates_parse (FitFeatureGates *gates, const char *text,
                         GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 0);
  g_autoptr (GArray) settings = settings_new ();

  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0' && !parse_setting (settings, *part, error))
      return FALSE;
  return apply (gates, settings, error)
         && check_dependencies (
             settings, (guint) fit_feature_gates_release (*gates) / 100, error);
}

gboolean
fit_feature_gates_set (FitFeatureGates *gates, const char *name, gboolean on,
                       GError **error)
{
  g_autoptr (GArray) settings = settings_new ();

  keep_setting (settings, name, on != FALSE);
  return apply (gates, settings, error);
}
