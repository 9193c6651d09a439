/* test-policy-samples.c - every file of policies/ loads, and says what the
 * table in its README says that it says
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/policy/policy-test.h"
#include "tests/support/sample-policy.h"

static char *
policies_directory (void)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");

  return g_build_filename (srcdir != NULL ? srcdir : ".", "policies", NULL);
}

static FitPolicy *
load_sample (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = sample_policy (name, FIT_RELEASE_LEGACY, &error);

  if (policy == NULL || !fit_policy_validate (policy, &error))
    fail_msg ("%s", error->message);
  return g_steal_pointer (&policy);
}

static gboolean
has_predicate (const FitPolicy *policy, const char *name)
{
  for (guint i = 0; i < policy->predicates->len; i++)
    {
      const FitPredicatePolicy *predicate = policy->predicates->pdata[i];

      if (g_str_equal (predicate->name, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_priority (const FitPolicy *policy, const char *name)
{
  for (guint i = 0; i < policy->priorities->len; i++)
    {
      const FitPriorityPolicy *priority = policy->priorities->pdata[i];

      if (g_str_equal (priority->name, name))
        return TRUE;
    }
  return FALSE;
}

static void
test_all_are_valid_and_described (void **state)
{
  g_autofree char *directory = policies_directory ();
  g_autofree char *readme = g_build_filename (directory, "README.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;
  guint n = 0;

  (void) state;
  assert_non_null (dir);
  assert_true (g_file_get_contents (readme, &text, NULL, NULL));
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (FitPolicy) policy = NULL;
      g_autofree char *link = g_strdup_printf ("| [%s](%s) |", name, name);

      if (!g_str_has_suffix (name, ".json")
          && !g_str_has_suffix (name, ".yaml"))
        continue;
      n++;
      policy = load_sample (name);
      assert_false (policy->internal_form);
      if (strstr (text, link) == NULL)
        fail_msg ("README.md has no row for %s", name);
    }
  assert_true (n >= 25);
}

/* The release in which each name first appears in the files by release. */
static const struct
{
  const char *name;
  guint first;
  guint last;
} predicate_names[] = {
  { "PodFitsPorts", 0, 0 },
  { "PodFitsHostPorts", 1, 16 },
  { "HostName", 1, 16 },
  { "NoVolumeZoneConflict", 2, 16 },
  { "MaxEBSVolumeCount", 2, 16 },
  { "MaxGCEPDVolumeCount", 2, 16 },
  { "MaxAzureDiskVolumeCount", 2, 16 },
  { "GeneralPredicates", 3, 16 },
  { "MatchInterPodAffinity", 3, 16 },
  { "PodToleratesNodeTaints", 3, 16 },
  { "CheckNodeMemoryPressure", 3, 16 },
  { "CheckNodeDiskPressure", 4, 16 },
  { "CheckNodeCondition", 8, 16 },
  { "CheckVolumeBinding", 9, 16 },
  { "CheckNodePIDPressure", 11, 16 },
  { "MaxCSIVolumeCountPred", 12, 16 },
  { "MaxCinderVolumeCount", 14, 16 },
  { "CheckServiceAffinity", 10, 16 },
  { "CheckNodeLabelPresence", 10, 16 },
}, priority_names[] = {
  { "LeastRequestedPriority", 0, 16 },
  { "ServiceSpreadingPriority", 0, 0 },
  { "SelectorSpreadPriority", 1, 16 },
  { "EqualPriority", 1, 16 },
  { "BalancedResourceAllocation", 1, 16 },
  { "NodeAffinityPriority", 2, 16 },
  { "ImageLocalityPriority", 2, 16 },
  { "TaintTolerationPriority", 3, 16 },
  { "InterPodAffinityPriority", 3, 16 },
  { "NodePreferAvoidPodsPriority", 4, 16 },
  { "MostRequestedPriority", 4, 16 },
  { "RequestedToCapacityRatioPriority", 11, 16 },
};

static void
check_vocabulary (guint release)
{
  g_autofree char *name = g_strdup_printf ("release-1.%u.json", release);
  g_autoptr (FitPolicy) policy = load_sample (name);

  for (gsize i = 0; i < G_N_ELEMENTS (predicate_names); i++)
    if (has_predicate (policy, predicate_names[i].name)
        != (release >= predicate_names[i].first
            && release <= predicate_names[i].last))
      fail_msg ("%s: %s", name, predicate_names[i].name);
  for (gsize i = 0; i < G_N_ELEMENTS (priority_names); i++)
    if (has_priority (policy, priority_names[i].name)
        != (release >= priority_names[i].first
            && release <= priority_names[i].last))
      fail_msg ("%s: %s", name, priority_names[i].name);
  assert_int_equal (policy->extenders->len, release >= 7 ? 1 : 0);
}

static void
test_vocabulary_of_releases (void **state)
{
  (void) state;
  for (guint release = 0; release <= 16; release++)
    check_vocabulary (release);
}

static void
test_extenders_of_releases (void **state)
{
  (void) state;
  for (guint release = 7; release <= 16; release++)
    {
      g_autofree char *name = g_strdup_printf ("release-1.%u.json", release);
      g_autoptr (FitPolicy) policy = load_sample (name);
      const FitExtenderPolicy *extender = policy->extenders->pdata[0];

      assert_string_equal (extender->bind_verb, "bind");
      assert_true (extender->tls->insecure);
      assert_int_equal (extender->n_managed_resources, release >= 10);
      assert_int_equal (extender->ignorable, release >= 10);
    }
}

static void
test_default_provider (void **state)
{
  g_autoptr (FitPolicy) policy = load_sample ("default-provider.json");

  (void) state;
  assert_int_equal (policy->predicates->len, 11);
  assert_int_equal (policy->priorities->len, 8);
  for (guint i = 0; i < policy->priorities->len; i++)
    {
      const FitPriorityPolicy *priority = policy->priorities->pdata[i];
      gboolean avoid
          = g_str_equal (priority->name, "NodePreferAvoidPodsPriority");

      assert_int_equal (priority->weight, avoid ? 10000 : 1);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_all_are_valid_and_described),
    cmocka_unit_test (test_vocabulary_of_releases),
    cmocka_unit_test (test_extenders_of_releases),
    cmocka_unit_test (test_default_provider),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
