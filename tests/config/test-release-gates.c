/* test-release-gates.c - gates of later releases
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

static gboolean
is_on (const char *release, FitGate gate)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of (release));

  return fit_gate_on (gates, gate);
}

static void
test_defaults (void **state)
{
  assert_false (is_on ("1.19", FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_true (is_on ("1.20", FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_true (is_on ("1.34.1", FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_false (
      is_on ("1.25", FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD));
  assert_true (
      is_on ("1.26", FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD));
  assert_false (is_on ("1.26", FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD));
  assert_true (is_on ("1.27", FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD));
  assert_false (is_on ("1.33.0", FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION));
  assert_true (is_on ("1.34.1", FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION));
  assert_false (is_on ("1.32", FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING));
  assert_true (is_on ("1.33.0", FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING));
  assert_false (is_on ("1.33.0", FIT_GATE_POD_LEVEL_RESOURCES));
  assert_true (is_on ("1.34.1", FIT_GATE_POD_LEVEL_RESOURCES));
  assert_true (is_on ("1.28", FIT_GATE_SCHEDULER_QUEUEING_HINTS));
  assert_false (is_on ("1.31", FIT_GATE_SCHEDULER_QUEUEING_HINTS));
  assert_true (is_on ("1.32", FIT_GATE_SCHEDULER_QUEUEING_HINTS));
}

/* What a release says when the gate is set. */
static const char *
state_in (FitRelease release, FitGate gate)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release);
  const gboolean on = fit_gate_on (gates, gate);
  FitGateInfo info;

  if (!fit_gate_info_in_release (gate, release, &info))
    return "gone";
  assert_true (fit_feature_gates_set (&gates, info.name, on, NULL));
  if (!fit_feature_gates_set (&gates, info.name, !on, NULL))
    return on ? "locked on" : "locked off";
  return on ? "on" : "off";
}

/* All changes: "1.24 off, 1.27 on". */
static char *
history (FitGate gate)
{
  GString *text = g_string_new (NULL);
  guint n;
  const FitReleaseName *releases = fit_releases (&n);
  const char *last = "gone";

  /* v1.16 has gates of its own. */
  for (guint i = 1; i < n; i++)
    {
      const char *now = state_in (releases[i].release, gate);

      if (strcmp (now, last) != 0)
        g_string_append_printf (text, "%s1.%u %s", text->len > 0 ? ", " : "",
                                (guint) releases[i].release / 100, now);
      last = now;
    }
  return g_string_free (text, FALSE);
}

static void
test_history (void **state)
{
  static const struct
  {
    FitGate gate;
    const char *history;
  } rows[] = {
    { FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES, "1.18 off, 1.22 gone" },
    { FIT_GATE_CSI_MIGRATION_AWS,
      "1.18 off, 1.23 on, 1.25 locked on, 1.27 gone" },
    { FIT_GATE_CSI_STORAGE_CAPACITY,
      "1.19 off, 1.21 on, 1.24 locked on, 1.28 gone" },
    { FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,
      "1.19 off, 1.20 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION,
      "1.26 off, 1.34 on, 1.35 locked on" },
    { FIT_GATE_GANG_SCHEDULING, "1.35 off" },
    { FIT_GATE_EVEN_PODS_SPREAD, "1.18 on, 1.19 locked on, 1.21 gone" },
    { FIT_GATE_GENERIC_EPHEMERAL_VOLUME,
      "1.19 off, 1.21 on, 1.23 locked on, 1.25 gone" },
    { FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING,
      "1.27 off, 1.33 on, 1.35 locked on" },
    { FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD, "1.25 off, 1.27 on" },
    { FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD,
      "1.24 off, 1.27 on, 1.30 locked on, 1.32 gone" },
    { FIT_GATE_NODE_DECLARED_FEATURES, "1.35 off, 1.36 on" },
    { FIT_GATE_NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD,
      "1.25 off, 1.26 on, 1.33 locked on" },
    { FIT_GATE_POD_AFFINITY_NAMESPACE_SELECTOR,
      "1.21 off, 1.22 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_POD_LEVEL_RESOURCES, "1.32 off, 1.34 on" },
    { FIT_GATE_POD_OBSERVED_GENERATION_TRACKING,
      "1.33 off, 1.34 on, 1.35 locked on" },
    { FIT_GATE_POD_SCHEDULING_READINESS, "1.26 off, 1.27 on, 1.30 locked on" },
    { FIT_GATE_READ_WRITE_ONCE_POD,
      "1.22 off, 1.27 on, 1.29 locked on, 1.31 gone" },
    { FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION, "1.18 off, 1.19 gone" },
    { FIT_GATE_SCHEDULER_ASYNC_PREEMPTION, "1.32 off, 1.33 on" },
    { FIT_GATE_SCHEDULER_POP_FROM_BACKOFF_Q, "1.33 on" },
    { FIT_GATE_SCHEDULER_QUEUEING_HINTS,
      "1.28 on, 1.29 off, 1.32 on, 1.34 locked on" },
    { FIT_GATE_SIDECAR_CONTAINERS, "1.28 off, 1.29 on, 1.33 locked on" },
    { FIT_GATE_STORAGE_CAPACITY_SCORING, "1.21 off" },
    { FIT_GATE_TAINT_TOLERATION_COMPARISON_OPERATORS, "1.35 off" },
    { FIT_GATE_TOPOLOGY_AWARE_WORKLOAD_SCHEDULING, "1.36 off" },
    { FIT_GATE_CSI_MIGRATION, "1.18 on, 1.25 locked on, 1.27 gone" },
    { FIT_GATE_CSI_MIGRATION_AZURE_DISK,
      "1.18 off, 1.23 on, 1.25 locked on, 1.27 gone" },
    { FIT_GATE_CSI_MIGRATION_AZURE_FILE,
      "1.18 off, 1.24 on, 1.27 locked on, 1.30 gone" },
    { FIT_GATE_CSI_MIGRATION_GCE,
      "1.18 off, 1.23 on, 1.25 locked on, 1.28 gone" },
    { FIT_GATE_CSI_MIGRATION_OPENSTACK,
      "1.18 off, 1.21 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_CSI_MIGRATION_PORTWORX,
      "1.23 off, 1.31 on, 1.33 locked on, 1.36 gone" },
    { FIT_GATE_CSI_MIGRATION_RBD, "1.23 off, 1.31 gone" },
    { FIT_GATE_DRA_SCHEDULER_FILTER_TIMEOUT, "1.34 on" },
    { FIT_GATE_DRA_DEVICE_BINDING_CONDITIONS, "1.34 off, 1.36 on" },
    { FIT_GATE_NOMINATED_NODE_NAME_FOR_EXPECTATION, "1.34 off, 1.35 on" },
    { FIT_GATE_OPPORTUNISTIC_BATCHING, "1.35 on" },
    { FIT_GATE_POD_OVERHEAD, "1.18 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_VOLUME_ATTRIBUTES_CLASS, "1.29 off, 1.34 on, 1.36 locked on" },
    { FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION,
      "1.18 on, 1.25 locked on, 1.27 gone" },
    { FIT_GATE_NON_PREEMPTING_PRIORITY,
      "1.18 off, 1.19 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_POD_DISRUPTION_BUDGET, "1.18 on, 1.21 locked on, 1.25 gone" },
    { FIT_GATE_POD_DISRUPTION_CONDITIONS,
      "1.25 off, 1.26 on, 1.31 locked on, 1.34 gone" },
    { FIT_GATE_PREFER_NOMINATED_NODE,
      "1.21 off, 1.22 on, 1.24 locked on, 1.26 gone" },
    { FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION,
      "1.18 on, 1.23 locked on, 1.25 gone" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = history (rows[i].gate);

      assert_string_equal (found, rows[i].history);
    }
}

static void
check_refused (const char *release, const char *text, const char *message)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of (release));
  const FitFeatureGates before = gates;
  g_autoptr (GError) error = NULL;

  assert_false (fit_feature_gates_parse (&gates, text, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  assert_string_equal (error->message, message);
  assert_memory_equal (gates.bits, before.bits, sizeof before.bits);
}

static void
test_parse (void **state)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of ("1.25"));

  assert_true (
      fit_feature_gates_parse (&gates,
                               "MinDomainsInPodTopologySpread=true, "
                               "MatchLabelKeysInPodTopologySpread=true,",
                               NULL));
  assert_true (
      fit_gate_on (gates, FIT_GATE_MIN_DOMAINS_IN_POD_TOPOLOGY_SPREAD));
  assert_true (
      fit_gate_on (gates, FIT_GATE_MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD));
  check_refused ("1.20", "EvenPodsSpread=false",
                 "cannot set feature gate EvenPodsSpread to false, feature is "
                 "locked to true");
  check_refused ("1.20", "VolumeCapacityPriority=true",
                 "unrecognized feature gate: VolumeCapacityPriority\n"
                 "hint: VolumeCapacityPriority came with 1.21");
  check_refused ("1.18", "EvenPodsSpread=true=false",
                 "invalid value of EvenPodsSpread=true=false, err: "
                 "strconv.ParseBool: parsing \"true=false\": invalid syntax\n"
                 "hint: write EvenPodsSpread=true or EvenPodsSpread=false");
  check_refused ("1.18", "TaintNodesByCondition=true",
                 "unrecognized feature gate: TaintNodesByCondition\n"
                 "hint: 1.16 was the last release to know "
                 "TaintNodesByCondition");
  gates = fit_feature_gates_of_release (FIT_RELEASE (8, 0));
  assert_true (fit_feature_gates_parse (&gates, "AllAlpha=true", NULL));
  gates = fit_feature_gates_of_release (FIT_RELEASE (17, 0));
  assert_true (fit_feature_gates_parse (&gates, "AllBeta=true", NULL));
  check_refused ("1.16", "AllBeta=true", "unrecognized feature gate: AllBeta");
  check_refused ("1.16", "APIPriorityAndFairness=true",
                 "unrecognized feature gate: APIPriorityAndFairness\n"
                 "hint: APIPriorityAndFairness came after 1.16");
  check_refused ("1.18", "SizeMemoryBackedVolumes=true",
                 "unrecognized feature gate: SizeMemoryBackedVolumes\n"
                 "hint: SizeMemoryBackedVolumes came with 1.20");
  check_refused ("1.34.1", "EvenPodsSpread=true",
                 "unrecognized feature gate: EvenPodsSpread\n"
                 "hint: the feature of gate EvenPodsSpread is always on in "
                 "v1.34: leave the gate out");
  check_refused ("1.34.1", "VolumeCapacityPriority=true",
                 "unrecognized feature gate: VolumeCapacityPriority\n"
                 "hint: 1.32 was the last release to know "
                 "VolumeCapacityPriority");
  check_refused ("1.34.1", "KubeletInUserNamspace=true",
                 "unrecognized feature gate: KubeletInUserNamspace\n"
                 "hint: did you mean KubeletInUserNamespace?");
  check_refused ("1.18", "EvenPodsSpread",
                 "missing bool value for EvenPodsSpread\n"
                 "hint: write EvenPodsSpread=true or EvenPodsSpread=false");
  check_refused ("1.34.1", "SidecarContainers=0",
                 "cannot set feature gate SidecarContainers to false, feature "
                 "is locked to true");
}

/* Gates that do nothing here are known, too. */
static void
test_all_are_known (void **state)
{
  static const struct
  {
    const char *release;
    const char *text;
  } rows[] = {
    { "1.18", "RunAsGroup=true,CSIMigrationGCE=1" },
    { "1.24", "ContextualLogging=true,JobTrackingWithFinalizers=t" },
    { "1.30", "WatchListClient=false,ComponentSLIs=false" },
    { "1.34.1", "ComponentFlagz=true,KubeletPSI=False,DRADeviceTaints=true" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitFeatureGates gates
          = fit_feature_gates_of_release (release_of (rows[i].release));

      assert_true (fit_feature_gates_parse (&gates, rows[i].text, NULL));
    }
}

static gboolean
is_set (const char *release, const char *text, FitGate gate)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of (release));

  assert_true (fit_feature_gates_parse (&gates, text, NULL));
  return fit_gate_on (gates, gate);
}

/* AllAlpha and AllBeta set the gates of their stage that are not named. */
static void
test_stages (void **state)
{
  const FitGate alpha = FIT_GATE_STORAGE_CAPACITY_SCORING;
  const FitGate beta = FIT_GATE_POD_LEVEL_RESOURCES;
  const FitGate ga = FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION;

  assert_true (is_set ("1.34.1", "AllAlpha=true", alpha));
  assert_true (is_set ("1.34.1", "AllAlpha=true", beta));
  assert_false (is_set ("1.34.1", "AllBeta=false", beta));
  assert_true (is_set ("1.34.1", "AllBeta=false", ga));
  assert_true (is_set ("1.34.1", "AllBeta=false,PodLevelResources=true", beta));
  assert_true (is_set ("1.34.1", "PodLevelResources=true,AllBeta=false", beta));
  assert_false (is_set ("1.34.1",
                        "StorageCapacityScoring=false,AllAlpha=true,"
                        "AllBeta=true",
                        alpha));
  assert_true (is_set ("1.33.0", "AllAlpha=true", beta));
  assert_false (is_set ("1.33.0", "AllBeta=true", beta));
  check_refused ("1.34.1", "AllGamma=true",
                 "unrecognized feature gate: AllGamma");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_defaults), cmocka_unit_test (test_history),
    cmocka_unit_test (test_parse),    cmocka_unit_test (test_all_are_known),
    cmocka_unit_test (test_stages),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
