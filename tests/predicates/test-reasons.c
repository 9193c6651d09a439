/* test-reasons.c - texts and names of reasons, as users and scripts know them
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/reasons.h"

#include "tests/support/cluster.h"

#include <string.h>

/* The texts of v1.16, by code, and whether preemption cannot help. */
static const struct
{
  FitReasonCode code;
  const char *name;
  const char *text;
  gboolean unresolvable;
} rows[] = {
  /* clang-format off */
  { FIT_REASON_HOST_NAME, "HostName", "node(s) didn't match the requested hostname", TRUE },
  { FIT_REASON_HOST_PORTS, "PodFitsHostPorts", "node(s) didn't have free ports for the requested pod ports", FALSE },
  { FIT_REASON_NODE_SELECTOR, "MatchNodeSelector", "node(s) didn't match node selector", TRUE },
  { FIT_REASON_DISK_CONFLICT, "NoDiskConflict", "node(s) had no available disk", FALSE },
  { FIT_REASON_TAINTS, "PodToleratesNodeTaints", "node(s) had taints that the pod didn't tolerate", TRUE },
  { FIT_REASON_NODE_LABEL_PRESENCE, "CheckNodeLabelPresence", "node(s) didn't have the requested labels", TRUE },
  { FIT_REASON_SERVICE_AFFINITY, "CheckServiceAffinity", "node(s) didn't match service affinity", FALSE },
  { FIT_REASON_MAX_VOLUME_COUNT, "MaxVolumeCount", "node(s) exceed max volume count", FALSE },
  { FIT_REASON_VOLUME_ZONE_CONFLICT, "NoVolumeZoneConflict", "node(s) had no available volume zone", TRUE },
  { FIT_REASON_VOLUME_NODE_CONFLICT, "VolumeNodeAffinityConflict", "node(s) had volume node affinity conflict", TRUE },
  { FIT_REASON_VOLUME_BIND_CONFLICT, "VolumeBindingNoMatch", "node(s) didn't find available persistent volumes to bind", TRUE },
  { FIT_REASON_MEMORY_PRESSURE, "NodeUnderMemoryPressure", "node(s) had memory pressure", TRUE },
  { FIT_REASON_DISK_PRESSURE, "NodeUnderDiskPressure", "node(s) had disk pressure", TRUE },
  { FIT_REASON_PID_PRESSURE, "NodeUnderPIDPressure", "node(s) had pid pressure", TRUE },
  { FIT_REASON_NODE_NOT_READY, "NodeNotReady", "node(s) were not ready", TRUE },
  { FIT_REASON_NETWORK_UNAVAILABLE, "NodeNetworkUnavailable", "node(s) had unavailable network", TRUE },
  { FIT_REASON_NODE_UNSCHEDULABLE, "NodeUnschedulable", "node(s) were unschedulable", TRUE },
  { FIT_REASON_UNKNOWN_CONDITION, "NodeUnknownCondition", "node(s) had unknown conditions", TRUE },
  { FIT_REASON_EVEN_PODS_SPREAD, "EvenPodsSpreadNotMatch", "node(s) didn't match pod topology spread constraints", FALSE },
  { FIT_REASON_POD_AFFINITY, "MatchInterPodAffinity", "node(s) didn't match pod affinity/anti-affinity", FALSE },
  { FIT_REASON_POD_AFFINITY_RULES, "PodAffinityRulesNotMatch", "node(s) didn't match pod affinity rules", TRUE },
  { FIT_REASON_POD_ANTI_AFFINITY_RULES, "PodAntiAffinityRulesNotMatch", "node(s) didn't match pod anti-affinity rules", FALSE },
  { FIT_REASON_EXISTING_ANTI_AFFINITY, "ExistingPodsAntiAffinityRulesNotMatch", "node(s) didn't satisfy existing pods anti-affinity rules", FALSE },
  { FIT_REASON_NODE_DELETED, "NodeDeleted", "node being deleted", TRUE },
  /* clang-format on */
};

static void
test_texts_are_those_of_the_original (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitReason reason = { .code = rows[i].code };
      g_autofree char *text = fit_reason_format (&reason);

      assert_string_equal (text, rows[i].text);
      assert_string_equal (fit_reason_code_text (rows[i].code), rows[i].text);
      assert_string_equal (fit_reason_code_name (rows[i].code), rows[i].name);
      assert_int_equal (fit_reason_unresolvable (rows[i].code),
                        rows[i].unresolvable);
    }
}

/* Machines tell reasons apart by name. */
static void
test_names_are_unique (void **state)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint code = FIT_REASON_NONE + 1; code < FIT_REASON_LAST; code++)
    {
      const char *name = fit_reason_code_name ((FitReasonCode) code);

      assert_string_not_equal (name, "");
      assert_true (g_hash_table_add (seen, (gpointer) name));
    }
}

static void
test_resources_are_named_with_their_figures (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *text = NULL;
  FitReasons reasons;

  fit_reasons_init (&reasons, arena);
  fit_reasons_add_insufficient (&reasons, "example.com/gpu", 3, 2, 4);
  assert_int_equal (reasons.n, 1);
  assert_int_equal (reasons.items[0].requested, 3);
  assert_int_equal (reasons.items[0].used, 2);
  assert_int_equal (reasons.items[0].capacity, 4);
  text = fit_reason_format (&reasons.items[0]);
  assert_string_equal (text, "Insufficient example.com/gpu");
  assert_false (fit_reason_unresolvable (reasons.items[0].code));
}

static void
test_custom_text_stands_as_it_is (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *text = NULL;
  FitReasons reasons;

  fit_reasons_init (&reasons, arena);
  fit_reasons_add_custom (&reasons, "over budget");
  text = fit_reason_format (&reasons.items[0]);
  assert_string_equal (text, "over budget");
  assert_false (fit_reason_unresolvable (FIT_REASON_CUSTOM));
}

static void
test_reasons_keep_their_order (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitReasons reasons;

  fit_reasons_init (&reasons, arena);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fit_reasons_add (&reasons, rows[i].code);
  assert_int_equal (reasons.n, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_int_equal (reasons.items[i].code, rows[i].code);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_texts_are_those_of_the_original),
    cmocka_unit_test (test_names_are_unique),
    cmocka_unit_test (test_resources_are_named_with_their_figures),
    cmocka_unit_test (test_custom_text_stands_as_it_is),
    cmocka_unit_test (test_reasons_keep_their_order),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
