/* test-release-gates.c - gates of later releases */
#include "tests/config/config-test.h"

static gboolean
is_on (const char *release, FitReleaseGate gate)
{
  FitReleaseGates gates = fit_release_gates_default (release_of (release));

  return fit_release_gate_on (&gates, gate);
}

static void
test_defaults (void **state)
{
  assert_false (is_on ("1.19", FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_true (is_on ("1.20", FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_true (is_on ("1.34", FIT_RELEASE_GATE_DEFAULT_POD_TOPOLOGY_SPREAD));
  assert_false (is_on ("1.25", FIT_RELEASE_GATE_NODE_INCLUSION_POLICY));
  assert_true (is_on ("1.26", FIT_RELEASE_GATE_NODE_INCLUSION_POLICY));
  assert_false (is_on ("1.26", FIT_RELEASE_GATE_MIN_DOMAINS));
  assert_true (is_on ("1.27", FIT_RELEASE_GATE_MIN_DOMAINS));
  assert_false (is_on ("1.33", FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION));
  assert_true (is_on ("1.34", FIT_RELEASE_GATE_DYNAMIC_RESOURCE_ALLOCATION));
  assert_false (is_on ("1.32", FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING));
  assert_true (is_on ("1.33", FIT_RELEASE_GATE_IN_PLACE_POD_VERTICAL_SCALING));
  assert_false (is_on ("1.33", FIT_RELEASE_GATE_POD_LEVEL_RESOURCES));
  assert_true (is_on ("1.34", FIT_RELEASE_GATE_POD_LEVEL_RESOURCES));
  assert_true (is_on ("1.28", FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS));
  assert_false (is_on ("1.31", FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS));
  assert_true (is_on ("1.32", FIT_RELEASE_GATE_SCHEDULER_QUEUEING_HINTS));
}

static void
check_refused (const char *release, const char *text, const char *message)
{
  FitReleaseGates gates = fit_release_gates_default (release_of (release));
  const guint32 bits = gates.bits;
  g_autoptr (GError) error = NULL;

  assert_false (fit_release_gates_parse (&gates, text, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  assert_string_equal (error->message, message);
  assert_int_equal (gates.bits, bits);
}

static void
test_parse (void **state)
{
  FitReleaseGates gates = fit_release_gates_default (release_of ("1.25"));

  assert_true (
      fit_release_gates_parse (&gates,
                               "MinDomainsInPodTopologySpread=true, "
                               "MatchLabelKeysInPodTopologySpread=true,",
                               NULL));
  assert_true (fit_release_gate_on (&gates, FIT_RELEASE_GATE_MIN_DOMAINS));
  assert_true (fit_release_gate_on (&gates, FIT_RELEASE_GATE_MATCH_LABEL_KEYS));
  check_refused ("1.20", "EvenPodsSpread=false",
                 "cannot set feature gate EvenPodsSpread to false, feature is "
                 "locked to true");
  check_refused ("1.20", "VolumeCapacityPriority=true",
                 "unrecognized feature gate: VolumeCapacityPriority\n"
                 "hint: gates that change scheduling in 1.20.15: "
                 "BalanceAttachedNodeVolumes, CSIMigrationAWS, "
                 "CSIStorageCapacity, DefaultPodTopologySpread, "
                 "EvenPodsSpread, GenericEphemeralVolume");
  check_refused ("1.18", "EvenPodsSpread",
                 "missing bool value for "
                 "EvenPodsSpread");
  check_refused ("1.18", "EvenPodsSpread=1",
                 "invalid value of EvenPodsSpread: found \"1\", expected true "
                 "or false");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_defaults),
    cmocka_unit_test (test_parse),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
