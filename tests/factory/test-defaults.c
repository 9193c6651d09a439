/* test-defaults.c - what is registered with which feature gates, in which order
 * SPDX-License-Identifier: Apache-2.0 */
#include "algorithmprovider/defaults.h"

#include "predicates/predicates.h"
#include "tests/support/cluster.h"

#include <string.h>

#define OLD "TaintNodesByCondition=false"

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
expect_sorted (GPtrArray *names, const char *expected)
{
  g_autofree char *joined = NULL;

  g_ptr_array_sort (names, compare_texts);
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv ("\n", (char **) names->pdata);
  assert_string_equal (joined, expected);
}

/* The predicates registered under @gates, mandatory ones with a star. */
static void
expect_predicates (const char *gates, const char *expected)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (gates));
  const GPtrArray *entries = fit_registry_predicates (registry);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < entries->len; i++)
    {
      const FitPredicateEntry *entry = entries->pdata[i];

      g_ptr_array_add (
          names, g_strconcat (entry->name, entry->mandatory ? " *" : "", NULL));
    }
  expect_sorted (names, expected);
}

static void
expect_keys (const char *gates, const char *provider, gboolean predicates,
             const char *expected)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (gates));
  const FitProvider *found = fit_registry_provider (registry, provider, NULL);
  const GPtrArray *keys;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  assert_non_null (found);
  keys = predicates ? found->predicates : found->priorities;
  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (names, keys->pdata[i]);
  expect_sorted (names, expected);
}

/* -- what is registered ---------------------------------------------------- */

static void
test_predicates_at_start (void **state)
{
  expect_predicates (OLD, "CheckNodeCondition *\n"
                          "CheckNodeDiskPressure\n"
                          "CheckNodeMemoryPressure\n"
                          "CheckNodePIDPressure\n"
                          "CheckVolumeBinding\n"
                          "GeneralPredicates\n"
                          "HostName\n"
                          "MatchInterPodAffinity\n"
                          "MatchNodeSelector\n"
                          "MaxAzureDiskVolumeCount\n"
                          "MaxCSIVolumeCountPred\n"
                          "MaxCinderVolumeCount\n"
                          "MaxEBSVolumeCount\n"
                          "MaxGCEPDVolumeCount\n"
                          "NoDiskConflict\n"
                          "NoVolumeZoneConflict\n"
                          "PodFitsHostPorts\n"
                          "PodFitsPorts\n"
                          "PodFitsResources\n"
                          "PodToleratesNodeTaints");
}

static void
test_predicates_with_default_gates (void **state)
{
  expect_predicates (NULL, "CheckNodeUnschedulable *\n"
                           "CheckVolumeBinding\n"
                           "GeneralPredicates\n"
                           "HostName\n"
                           "MatchInterPodAffinity\n"
                           "MatchNodeSelector\n"
                           "MaxAzureDiskVolumeCount\n"
                           "MaxCSIVolumeCountPred\n"
                           "MaxCinderVolumeCount\n"
                           "MaxEBSVolumeCount\n"
                           "MaxGCEPDVolumeCount\n"
                           "NoDiskConflict\n"
                           "NoVolumeZoneConflict\n"
                           "PodFitsHostPorts\n"
                           "PodFitsPorts\n"
                           "PodFitsResources\n"
                           "PodToleratesNodeTaints *");
}

static void
test_gates_register_predicates (void **state)
{
  g_autoptr (FitRegistry) off = fit_registry_new_default (gates_from (NULL));
  g_autoptr (FitRegistry) on
      = fit_registry_new_default (gates_from ("EvenPodsSpread=true"));

  assert_null (fit_registry_predicate (off, "EvenPodsSpread"));
  assert_non_null (fit_registry_predicate (on, "EvenPodsSpread"));
  assert_false (fit_registry_predicate (on, "EvenPodsSpread")->mandatory);
  /* In the order, but registered by nobody. */
  assert_null (fit_registry_predicate (on, "PodToleratesNodeNoExecuteTaints"));
  assert_null (fit_registry_predicate (on, "CheckNodeLabelPresence"));
  assert_null (fit_registry_predicate (on, "CheckServiceAffinity"));
}

static void
test_priorities_and_weights (void **state)
{
  const char *gates = "EvenPodsSpread=true,ResourceLimitsPriorityFunction=true";
  g_autoptr (FitRegistry) all = fit_registry_new_default (gates_from (gates));
  g_autoptr (FitRegistry) some = fit_registry_new_default (gates_from (NULL));
  const GPtrArray *entries = fit_registry_priorities (all);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  assert_int_equal (fit_registry_priorities (some)->len, 12);
  for (guint i = 0; i < entries->len; i++)
    {
      const FitPriorityEntry *entry = entries->pdata[i];

      g_ptr_array_add (names, g_strdup_printf ("%s %" G_GINT64_FORMAT,
                                               entry->name, entry->weight));
    }
  expect_sorted (names, "BalancedResourceAllocation 1\n"
                        "EqualPriority 1\n"
                        "EvenPodsSpreadPriority 1\n"
                        "ImageLocalityPriority 1\n"
                        "InterPodAffinityPriority 1\n"
                        "LeastRequestedPriority 1\n"
                        "MostRequestedPriority 1\n"
                        "NodeAffinityPriority 1\n"
                        "NodePreferAvoidPodsPriority 10000\n"
                        "RequestedToCapacityRatioPriority 1\n"
                        "ResourceLimitsPriority 1\n"
                        "SelectorSpreadPriority 1\n"
                        "ServiceSpreadingPriority 1\n"
                        "TaintTolerationPriority 1");
}

/* -- providers ------------------------------------------------------------- */

#define VOLUMES                                                         \
  "MaxAzureDiskVolumeCount\nMaxCSIVolumeCountPred\nMaxEBSVolumeCount\n" \
  "MaxGCEPDVolumeCount\nNoDiskConflict\nNoVolumeZoneConflict\n"         \
  "PodToleratesNodeTaints"

static void
test_providers_have_the_same_predicates (void **state)
{
  const char *const providers[]
      = { "DefaultProvider", "ClusterAutoscalerProvider" };

  for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
    {
      expect_keys (NULL, providers[i], TRUE,
                   "CheckNodeUnschedulable\nCheckVolumeBinding\n"
                   "GeneralPredicates\nMatchInterPodAffinity\n" VOLUMES);
      expect_keys ("EvenPodsSpread=true", providers[i], TRUE,
                   "CheckNodeUnschedulable\nCheckVolumeBinding\n"
                   "EvenPodsSpread\nGeneralPredicates\n"
                   "MatchInterPodAffinity\n" VOLUMES);
      expect_keys (OLD, providers[i], TRUE,
                   "CheckNodeCondition\nCheckNodeDiskPressure\n"
                   "CheckNodeMemoryPressure\nCheckNodePIDPressure\n"
                   "CheckVolumeBinding\nGeneralPredicates\n"
                   "MatchInterPodAffinity\n" VOLUMES);
    }
}

static void
test_providers_differ_in_one_priority (void **state)
{
#define PRIORITIES(before, which, after)                          \
  "BalancedResourceAllocation\n" before "ImageLocalityPriority\n" \
  "InterPodAffinityPriority\n" which "NodeAffinityPriority\n"     \
  "NodePreferAvoidPodsPriority\n" after                           \
  "SelectorSpreadPriority\nTaintTolerationPriority"
#define LEAST "LeastRequestedPriority\n"
#define MOST "MostRequestedPriority\n"
  expect_keys (NULL, "DefaultProvider", FALSE, PRIORITIES ("", LEAST, ""));
  expect_keys (NULL, "ClusterAutoscalerProvider", FALSE,
               PRIORITIES ("", MOST, ""));
  expect_keys ("EvenPodsSpread=true,ResourceLimitsPriorityFunction=true",
               "DefaultProvider", FALSE,
               PRIORITIES ("EvenPodsSpreadPriority\n", LEAST,
                           "ResourceLimitsPriority\n"));
#undef PRIORITIES
#undef LEAST
#undef MOST
}

/* -- order and descriptors ------------------------------------------------- */

static void
test_order_of_evaluation (void **state)
{
  const char *const order[] = {
    "CheckNodeCondition",     "CheckNodeUnschedulable",
    "GeneralPredicates",      "HostName",
    "PodFitsHostPorts",       "MatchNodeSelector",
    "PodFitsResources",       "NoDiskConflict",
    "PodToleratesNodeTaints", "PodToleratesNodeNoExecuteTaints",
    "CheckNodeLabelPresence", "CheckServiceAffinity",
    "MaxEBSVolumeCount",      "MaxGCEPDVolumeCount",
    "MaxCSIVolumeCountPred",  "MaxAzureDiskVolumeCount",
    "MaxCinderVolumeCount",   "CheckVolumeBinding",
    "NoVolumeZoneConflict",   "CheckNodeMemoryPressure",
    "CheckNodePIDPressure",   "CheckNodeDiskPressure",
    "EvenPodsSpread",         "MatchInterPodAffinity",
  };
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (NULL));
  const GPtrArray *names = fit_registry_order (registry);

  assert_int_equal (names->len, G_N_ELEMENTS (order));
  for (guint i = 0; i < names->len; i++)
    assert_string_equal (names->pdata[i], order[i]);
}

static gboolean
gives (const FitPredicateInfo *info, FitReasonCode code)
{
  for (const FitReasonCode *given = info->reasons; *given; given++)
    if (*given == code)
      return TRUE;
  return FALSE;
}

/* Every rule tells what it is for and why it may say no; every reason is
 * somebody's. */
static void
test_descriptors_are_complete (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (OLD ",EvenPodsSpread=true"));
  const GPtrArray *entries = fit_registry_predicates (registry);
  const FitPredicateInfo *const custom[]
      = { &fit_check_node_label_presence, &fit_check_service_affinity,
          &fit_check_node_unschedulable,
          &fit_pod_tolerates_node_no_execute_taints };

  for (guint i = 0; i < entries->len; i++)
    {
      const FitPredicateEntry *entry = entries->pdata[i];

      assert_true (*entry->info->summary != '\0');
      assert_true (entry->info->reasons[0] != FIT_REASON_NONE);
      assert_non_null (entry->info->check);
      if (strcmp (entry->name, "PodFitsPorts") != 0)
        assert_string_equal (entry->name, entry->info->name);
    }
  /* What comes after belongs to later releases. */
  for (guint code = FIT_REASON_NONE + 1; code <= FIT_REASON_CUSTOM; code++)
    {
      gboolean given = code == FIT_REASON_NODE_DELETED
                       || code == FIT_REASON_CUSTOM
                       || code == FIT_REASON_UNKNOWN_CONDITION;

      for (guint i = 0; i < entries->len && !given; i++)
        given = gives (((const FitPredicateEntry *) entries->pdata[i])->info,
                       (FitReasonCode) code);
      for (guint i = 0; i < G_N_ELEMENTS (custom) && !given; i++)
        given = gives (custom[i], (FitReasonCode) code);
      if (!given)
        fail_msg ("nobody gives %s",
                  fit_reason_code_name ((FitReasonCode) code));
    }
}

static void
test_registries_are_independent (void **state)
{
  g_autoptr (FitRegistry) one = fit_registry_new_default (gates_from (NULL));
  g_autoptr (FitRegistry) two = fit_registry_new_default (gates_from (NULL));

  fit_registry_remove_predicate (one, "HostName");
  fit_registry_insert_predicate_key (one, "MaxCinderVolumeCount");
  assert_null (fit_registry_predicate (one, "HostName"));
  assert_non_null (fit_registry_predicate (two, "HostName"));
  assert_int_equal (
      fit_registry_provider (one, "DefaultProvider", NULL)->predicates->len,
      12);
  assert_int_equal (
      fit_registry_provider (two, "DefaultProvider", NULL)->predicates->len,
      11);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_predicates_at_start),
    cmocka_unit_test (test_predicates_with_default_gates),
    cmocka_unit_test (test_gates_register_predicates),
    cmocka_unit_test (test_priorities_and_weights),
    cmocka_unit_test (test_providers_have_the_same_predicates),
    cmocka_unit_test (test_providers_differ_in_one_priority),
    cmocka_unit_test (test_order_of_evaluation),
    cmocka_unit_test (test_descriptors_are_complete),
    cmocka_unit_test (test_registries_are_independent),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
