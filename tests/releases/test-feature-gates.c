/* test-feature-gates.c - which gates there are, and reading --feature-gates
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "releases/feature-gates.h"
#include "tests/support/cmocka.h"

/* The gates of v1.16 are all in the first word. */
#define FIRST_WORD(gate) (G_GUINT64_CONSTANT (1) << (gate))

static guint64
bit (FitGate gate)
{
  return FIRST_WORD (gate);
}

static const guint64 alpha_bits
    = FIRST_WORD (FIT_GATE_EVEN_PODS_SPREAD)
      | FIRST_WORD (FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION)
      | FIRST_WORD (FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES)
      | FIRST_WORD (FIT_GATE_POD_OVERHEAD)
      | FIRST_WORD (FIT_GATE_NON_PREEMPTING_PRIORITY)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION_AWS)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION_GCE)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION_AZURE_DISK)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION_AZURE_FILE)
      | FIRST_WORD (FIT_GATE_CSI_MIGRATION_OPENSTACK);

static const guint64 default_bits
    = FIRST_WORD (FIT_GATE_TAINT_NODES_BY_CONDITION)
      | FIRST_WORD (FIT_GATE_ATTACH_VOLUME_LIMIT)
      | FIRST_WORD (FIT_GATE_BLOCK_VOLUME)
      | FIRST_WORD (FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION)
      | FIRST_WORD (FIT_GATE_CSI_NODE_INFO) | FIRST_WORD (FIT_GATE_POD_PRIORITY)
      | FIRST_WORD (FIT_GATE_VOLUME_SCHEDULING)
      | FIRST_WORD (FIT_GATE_POD_DISRUPTION_BUDGET);

static void
test_defaults (void **state)
{
  FitFeatureGates gates = fit_feature_gates_default ();

  (void) state;
  assert_int_equal (gates.bits[0], default_bits);
  assert_true (fit_gate_on (gates, FIT_GATE_POD_PRIORITY));
  assert_false (fit_gate_on (gates, FIT_GATE_EVEN_PODS_SPREAD));
}

/* Every row can be found by its name, and agrees with the defaults. */
static void
test_table (void **state)
{
  FitFeatureGates defaults = fit_feature_gates_default ();

  (void) state;
  for (guint i = FIT_GATE_NONE + 1; i < FIT_GATE_VOLUME_SCHEDULING; i++)
    {
      FitFeatureGates gates = defaults;
      FitGateInfo info;

      assert_true (fit_gate_info_in_release (i, FIT_RELEASE_LEGACY, &info));
      assert_int_equal (info.on, fit_gate_on (defaults, i));
      assert_int_equal (g_str_equal (info.stage, "ALPHA"),
                        (alpha_bits >> i) & 1u);
      assert_int_equal (info.locked, i == FIT_GATE_POD_PRIORITY);
      assert_true (strlen (info.summary) > 0);
      if (info.locked)
        continue;
      assert_true (fit_feature_gates_set (&gates, info.name, !info.on, NULL));
      assert_int_equal (gates.bits[0], defaults.bits[0] ^ bit (i));
    }
}

static void
check_parse (const char *text, guint64 bits)
{
  FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (GError) error = NULL;

  if (!fit_feature_gates_parse (&gates, text, &error))
    fail_msg ("%s: %s", text, error->message);
  assert_int_equal (gates.bits[0], bits);
}

static void
check_parse_fails (const char *text, const char *message)
{
  FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (GError) error = NULL;

  assert_false (fit_feature_gates_parse (&gates, text, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  assert_string_equal (error->message, message);
  assert_int_equal (gates.bits[0], default_bits);
}

static void
test_parse (void **state)
{
  guint64 taint = bit (FIT_GATE_TAINT_NODES_BY_CONDITION);
  guint64 spread = bit (FIT_GATE_EVEN_PODS_SPREAD);

  (void) state;
  check_parse ("", default_bits);
  check_parse (",,", default_bits);
  check_parse ("TaintNodesByCondition=false", default_bits & ~taint);
  check_parse (" EvenPodsSpread = T ,TaintNodesByCondition=0,",
               (default_bits & ~taint) | spread);
  check_parse ("EvenPodsSpread=true,EvenPodsSpread=False", default_bits);
  check_parse ("PodPriority=true", default_bits);
  check_parse ("PodPriority=false,PodPriority=true", default_bits);
}

static void
test_all_alpha (void **state)
{
  guint64 overhead = bit (FIT_GATE_POD_OVERHEAD);

  (void) state;
  check_parse ("AllAlpha=true", default_bits | alpha_bits);
  check_parse ("AllAlpha=false", default_bits);
  check_parse ("PodOverhead=false,AllAlpha=true",
               default_bits | (alpha_bits & ~overhead));
  check_parse ("AllAlpha=true,PodOverhead=false",
               default_bits | (alpha_bits & ~overhead));
  check_parse ("PodOverhead=true,AllAlpha=false", default_bits | overhead);
}

/* Gates of kubelets, API servers and controllers. */
static void
test_ignored (void **state)
{
  (void) state;
  check_parse ("APIListChunking=false,WindowsRunAsUserName=true,"
               "CPUManager=true,TaintBasedEvictions=false",
               default_bits);
}

static void
test_parse_errors (void **state)
{
  (void) state;
  check_parse_fails ("EvenPodsSpread",
                     "missing bool value for EvenPodsSpread\n"
                     "hint: write EvenPodsSpread=true or EvenPodsSpread=false");
  check_parse_fails ("PodOverhead=on",
                     "invalid value of PodOverhead=on, err: "
                     "strconv.ParseBool: parsing \"on\": invalid syntax\n"
                     "hint: write PodOverhead=true or PodOverhead=false");
  check_parse_fails ("PodOverhead=",
                     "invalid value of PodOverhead=, err: "
                     "strconv.ParseBool: parsing \"\": invalid syntax\n"
                     "hint: write PodOverhead=true or PodOverhead=false");
  check_parse_fails ("PodOverhead=true,PodPriority=false",
                     "cannot set feature gate PodPriority to false, feature "
                     "is locked to true");
}

static void
test_unknown (void **state)
{
  (void) state;
  check_parse_fails ("EvenPodSpread=true",
                     "unrecognized feature gate: EvenPodSpread\n"
                     "hint: did you mean EvenPodsSpread?");
  check_parse_fails ("taintnodesbycondition=false",
                     "unrecognized feature gate: taintnodesbycondition\n"
                     "hint: did you mean TaintNodesByCondition?");
  check_parse_fails ("CpuManger=true", "unrecognized feature gate: CpuManger\n"
                                       "hint: did you mean CPUManager?");
  check_parse_fails ("VolumeScheduling=true",
                     "unrecognized feature gate: VolumeScheduling\nhint: the "
                     "feature of gate VolumeScheduling is always on in v1.16: "
                     "leave the gate out");
  check_parse_fails ("Nothing=true", "unrecognized feature gate: Nothing");
  check_parse_fails ("=true", "unrecognized feature gate: ");
}

/* -- releases before v1.16 ------------------------------------------------- */

/* Gates that are on in 1.8 to 1.16, "-" where there is no such gate: columns
 * are releases. */
static const struct
{
  FitGate gate;
  const char *states; /* "0": off, "1": on, "L": on and locked */
} states[] = {
  { FIT_GATE_TAINT_NODES_BY_CONDITION, "000011111" },
  { FIT_GATE_ATTACH_VOLUME_LIMIT, "---011111" },
  { FIT_GATE_BLOCK_VOLUME, "-00001111" },
  { FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION, "--1111111" },
  { FIT_GATE_CSI_NODE_INFO, "----00111" },
  { FIT_GATE_POD_PRIORITY, "00011111L" },
  { FIT_GATE_EVEN_PODS_SPREAD, "--------0" },
  { FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION, "--0000000" },
  { FIT_GATE_BALANCE_ATTACHED_NODE_VOLUMES, "---000000" },
  { FIT_GATE_POD_OVERHEAD, "--------0" },
  { FIT_GATE_NON_PREEMPTING_PRIORITY, "-------00" },
  { FIT_GATE_CSI_MIGRATION, "------000" },
  { FIT_GATE_CSI_MIGRATION_AWS, "------000" },
  { FIT_GATE_CSI_MIGRATION_GCE, "------000" },
  { FIT_GATE_CSI_MIGRATION_AZURE_DISK, "-------00" },
  { FIT_GATE_CSI_MIGRATION_AZURE_FILE, "-------00" },
  { FIT_GATE_CSI_MIGRATION_OPENSTACK, "------000" },
  { FIT_GATE_VOLUME_SCHEDULING, "-01111LL-" },
  { FIT_GATE_PERSISTENT_LOCAL_VOLUMES, "0--------" },
};

static void
check_state (FitGate gate, guint release, char state)
{
  FitFeatureGates gates
      = fit_feature_gates_of_release (FIT_RELEASE (release, 0));
  FitGateInfo info;
  gboolean known
      = fit_gate_info_in_release (gate, FIT_RELEASE (release, 0), &info);

  if (known != (state != '-'))
    fail_msg ("gate %d in 1.%u", gate, release);
  if (!known)
    return;
  assert_int_equal (fit_gate_on (gates, gate), state == '1' || state == 'L');
  assert_int_equal (info.on, state != '0');
  assert_int_equal (info.locked, state == 'L');
  assert_int_equal (fit_feature_gates_set (&gates, info.name, !info.on, NULL),
                    state != 'L');
}

static void
test_states_by_release (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    for (guint column = 0; column < 9; column++)
      check_state (states[i].gate, (8 + column), states[i].states[column]);
}

static void
check_in_release (guint release, const char *text, const char *message)
{
  FitFeatureGates gates
      = fit_feature_gates_of_release (FIT_RELEASE (release, 0));
  g_autoptr (GError) error = NULL;
  gboolean ok = fit_feature_gates_parse (&gates, text, &error);

  if (message == NULL && !ok)
    fail_msg ("1.%u: %s", release, error->message);
  if (message != NULL)
    {
      assert_false (ok);
      assert_string_equal (error->message, message);
    }
}

static void
test_names_by_release (void **state)
{
  check_in_release (9, "VolumeScheduling=true,PVCProtection=true", NULL);
  check_in_release (8, "Accelerators=true,PersistentLocalVolumes=true", NULL);
  check_in_release (16, "PersistentLocalVolumes=true", NULL);
  check_in_release (10, "EvenPodsSpread=true",
                    "unrecognized feature gate: EvenPodsSpread\n"
                    "hint: EvenPodsSpread came with 1.16");
  check_in_release (8, "VolumeScheduling=true",
                    "unrecognized feature gate: VolumeScheduling\n"
                    "hint: VolumeScheduling came with 1.9");
  check_in_release (11, "Accelerators=true",
                    "unrecognized feature gate: Accelerators\n"
                    "hint: 1.10 was the last release to know Accelerators");
  check_in_release (14, "MountPropagation=true",
                    "unrecognized feature gate: MountPropagation\nhint: the "
                    "feature of gate MountPropagation is always on in v1.14: "
                    "leave the gate out");
  check_in_release (14, "VolumeScheduling=false",
                    "cannot set feature gate VolumeScheduling to false, "
                    "feature is locked to true");
  check_in_release (15, "PodPriority=false", NULL);
  /* What is near enough is offered only where it is known. */
  check_in_release (9, "BlockVolumes=true",
                    "unrecognized feature gate: BlockVolumes\n"
                    "hint: did you mean BlockVolume?");
  check_in_release (8, "BlockVolumes=true",
                    "unrecognized feature gate: BlockVolumes");
}

/* From 1.35 on, kube-scheduler does not start with a gate whose own needs are
 * off, whoever turned them off. */
static void
test_gates_that_need_others (void **state)
{
#define NEEDS(name, needed, release)                                           \
  name " is enabled, but depends on features that are disabled: [" needed      \
       "]\nhint: kube-scheduler 1." release " does not start with this: turn " \
       "on what is named, or turn " name " off"

  (void) state;
  for (guint release = 35; release <= 36; release++)
    {
      check_in_release (release, "GangScheduling=true,GenericWorkload=true",
                        NULL);
      check_in_release (release, "AllAlpha=false", NULL);
      check_in_release (release, "", NULL);
    }
  check_in_release (35, "GangScheduling=true",
                    NEEDS ("GangScheduling", "GenericWorkload", "35"));
  check_in_release (36, "GangScheduling=true,GenericWorkload=false",
                    NEEDS ("GangScheduling", "GenericWorkload", "36"));
  check_in_release (
      36, "AllAlpha=true,GenericWorkload=false",
      NEEDS ("DRAWorkloadResourceClaims", "GenericWorkload", "36"));
  check_in_release (
      36, "TopologyAwareWorkloadScheduling=1",
      NEEDS ("TopologyAwareWorkloadScheduling", "GenericWorkload", "36"));
  check_in_release (36,
                    "PodLevelResources=false,NodeDeclaredFeatures=false,"
                    "InPlacePodVerticalScalingInitContainers=false,"
                    "ExtendWebSocketsToKubelet=false",
                    NEEDS ("InPlacePodLevelResourcesVerticalScaling",
                           "PodLevelResources NodeDeclaredFeatures", "36"));
  check_in_release (34,
                    "DRAExtendedResource=true,"
                    "DynamicResourceAllocation=false",
                    NULL);
}

/* AllAlpha is about what was alpha then. */
static void
test_all_alpha_by_release (void **state)
{
  FitFeatureGates gates = fit_feature_gates_of_release (FIT_RELEASE (10, 0));

  assert_true (fit_feature_gates_parse (&gates, "AllAlpha=true", NULL));
  assert_true (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION));
  assert_true (fit_gate_on (gates, FIT_GATE_POD_PRIORITY));
  assert_false (fit_gate_on (gates, FIT_GATE_EVEN_PODS_SPREAD));
  assert_int_equal (fit_feature_gates_release (gates), FIT_RELEASE (10, 0));
}

/* Whoever sets a gate that changes nothing here reads why. */
static void
test_gates_that_are_not_read (void **state)
{
  for (guint minor = 16; minor <= 37; minor++)
    for (guint gate = 0; gate < FIT_GATE_END; gate++)
      {
        g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
        FitFeatureGates gates
            = fit_feature_gates_of_release (FIT_RELEASE (minor, 0));
        FitGateInfo info;

        if (!fit_gate_info_in_release (gate, gates.release, &info))
          continue;
        fit_feature_gates_note_unread (
            fit_feature_gates_with (gates, gate, !fit_gate_on (gates, gate)),
            notes);
        assert_int_equal (notes->len, gate >= FIT_GATE_LAST);
        if (notes->len > 0)
          assert_null (strstr (notes->pdata[0], "(null)"));
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_defaults),
    cmocka_unit_test (test_table),
    cmocka_unit_test (test_parse),
    cmocka_unit_test (test_all_alpha),
    cmocka_unit_test (test_ignored),
    cmocka_unit_test (test_gates_that_need_others),
    cmocka_unit_test (test_parse_errors),
    cmocka_unit_test (test_unknown),
    cmocka_unit_test (test_states_by_release),
    cmocka_unit_test (test_names_by_release),
    cmocka_unit_test (test_all_alpha_by_release),
    cmocka_unit_test (test_gates_that_are_not_read),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
