/* test-history.c - what the releases before v1.16 knew, and what they took
 * SPDX-License-Identifier: Apache-2.0 */
#include "algorithmprovider/defaults.h"
#include "factory/algorithm.h"
#include "predicates/predicates.h"
#include "tests/support/cluster.h"
#include "tests/support/sample-policy.h"

#include <string.h>

#define EACH_RELEASE(release) \
  guint release = 8;          \
  release <= 16;              \
  release++

static FitFeatureGates
gates_of (guint release, const char *text)
{
  FitFeatureGates gates
      = fit_feature_gates_of_release (FIT_RELEASE (release, 0));
  g_autoptr (GError) error = NULL;

  if (text != NULL && !fit_feature_gates_parse (&gates, text, &error))
    fail_msg ("%s", error->message);
  return gates;
}

static FitRegistry *
registry_of (guint release, const char *gates)
{
  return fit_registry_new_default (gates_of (release, gates));
}

/* Releases as "8-11 13", tested one by one. */
static gboolean
in_spans (const char *spans, guint release)
{
  g_auto (GStrv) parts = g_strsplit (spans, " ", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      g_auto (GStrv) ends = g_strsplit (*part, "-", 2);
      const guint64 first = g_ascii_strtoull (ends[0], NULL, 10);
      const guint64 last
          = ends[1] != NULL ? g_ascii_strtoull (ends[1], NULL, 10) : first;

      if (first <= release && release <= last)
        return TRUE;
    }
  return FALSE;
}

static gboolean
holds (const GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name,
                                           g_str_equal, NULL);
}

/* -- names ----------------------------------------------------------------- */

/* With the default gates of each release. */
static const struct
{
  const char *name;
  const char *registered; /* releases */
  const char *mandatory;
  const char *provided;
} predicates[] = {
  { "CheckNodeCondition", "8-11", "8-11", "8-11" },
  { "CheckNodeMemoryPressure", "8-11", "0", "8-11" },
  { "CheckNodeDiskPressure", "8-11", "0", "8-11" },
  { "CheckNodePIDPressure", "11", "0", "11" },
  { "CheckNodeUnschedulable", "12-16", "12-16", "12-16" },
  { "PodToleratesNodeTaints", "8-16", "12-16", "8-16" },
  { "GeneralPredicates", "8-16", "0", "8-16" },
  { "HostName", "8-16", "0", "0" },
  { "PodFitsHostPorts", "8-16", "0", "0" },
  { "PodFitsPorts", "8-16", "0", "0" },
  { "PodFitsResources", "8-16", "0", "0" },
  { "MatchNodeSelector", "8-16", "0", "0" },
  { "NoDiskConflict", "8-16", "0", "8-16" },
  { "MaxEBSVolumeCount", "8-16", "0", "8-16" },
  { "MaxGCEPDVolumeCount", "8-16", "0", "8-16" },
  { "MaxAzureDiskVolumeCount", "8-16", "0", "8-16" },
  { "MaxCSIVolumeCountPred", "12-16", "0", "12-16" },
  { "MaxCinderVolumeCount", "14-16", "0", "0" },
  { "NoVolumeNodeConflict", "8", "0", "8" },
  { "CheckVolumeBinding", "9-16", "0", "9-16" },
  { "NoVolumeZoneConflict", "8-16", "0", "8-16" },
  { "MatchInterPodAffinity", "8-16", "0", "8-16" },
  { "EvenPodsSpread", "0", "0", "0" },
  { "PodToleratesNodeNoExecuteTaints", "0", "0", "0" },
  { "CheckNodeLabelPresence", "0", "0", "0" },
  { "CheckServiceAffinity", "0", "0", "0" },
};

static void
test_predicates (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitRegistry) registry = registry_of (release, NULL);
      guint n = 0;

      for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
        {
          const FitPredicateEntry *entry
              = fit_registry_predicate (registry, predicates[i].name);

          n += entry != NULL;
          if ((entry != NULL) != in_spans (predicates[i].registered, release))
            fail_msg ("%s in 1.%u", predicates[i].name, release);
          if (entry != NULL)
            assert_int_equal (entry->mandatory,
                              in_spans (predicates[i].mandatory, release));
        }
      assert_int_equal (fit_registry_predicates (registry)->len, n);
    }
}

static const struct
{
  const char *name;
  const char *registered;
  const char *provided; /* by DefaultProvider */
} priorities[] = {
  { "SelectorSpreadPriority", "8-16", "8-16" },
  { "InterPodAffinityPriority", "8-16", "8-16" },
  { "LeastRequestedPriority", "8-16", "8-16" },
  { "MostRequestedPriority", "8-16", "0" },
  { "BalancedResourceAllocation", "8-16", "8-16" },
  { "NodePreferAvoidPodsPriority", "8-16", "8-16" },
  { "NodeAffinityPriority", "8-16", "8-16" },
  { "TaintTolerationPriority", "8-16", "8-16" },
  { "ImageLocalityPriority", "8-16", "12-16" },
  { "ServiceSpreadingPriority", "8-16", "0" },
  { "EqualPriority", "8-16", "0" },
  { "RequestedToCapacityRatioPriority", "11-16", "0" },
  { "ResourceLimitsPriority", "0", "0" },
  { "EvenPodsSpreadPriority", "0", "0" },
};

static void
test_priorities (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitRegistry) registry = registry_of (release, NULL);
      guint n = 0;

      for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
        {
          const FitPriorityEntry *entry
              = fit_registry_priority (registry, priorities[i].name);

          n += entry != NULL;
          if ((entry != NULL) != in_spans (priorities[i].registered, release))
            fail_msg ("%s in 1.%u", priorities[i].name, release);
        }
      assert_int_equal (fit_registry_priorities (registry)->len, n);
    }
}

/* -- providers ------------------------------------------------------------- */

static void
check_provider (const FitRegistry *registry, guint release, const char *name,
                const char *without, const char *with)
{
  const FitProvider *provider = fit_registry_provider (registry, name, NULL);
  guint n_predicates = 0, n_priorities = 0;

  for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
    {
      const gboolean expected = in_spans (predicates[i].provided, release);

      n_predicates += expected;
      if (holds (provider->predicates, predicates[i].name) != expected)
        fail_msg ("%s of %s in 1.%u", predicates[i].name, name, release);
    }
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      const char *key = priorities[i].name;
      const gboolean expected = (in_spans (priorities[i].provided, release)
                                 && g_strcmp0 (key, without) != 0)
                                || g_strcmp0 (key, with) == 0;

      n_priorities += expected;
      if (holds (provider->priorities, key) != expected)
        fail_msg ("%s of %s in 1.%u", key, name, release);
    }
  assert_int_equal (provider->predicates->len, n_predicates);
  assert_int_equal (provider->priorities->len, n_priorities);
}

static void
test_providers (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitRegistry) registry = registry_of (release, NULL);

      check_provider (registry, release, "DefaultProvider", NULL, NULL);
      check_provider (registry, release, "ClusterAutoscalerProvider",
                      "LeastRequestedPriority", "MostRequestedPriority");
    }
}

/* Each predicate and priority of a provider can be made. */
static void
test_algorithms_of_providers (void **state)
{
  for (EACH_RELEASE (release))
    {
      FitFeatureGates gates = gates_of (release, NULL);
      g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
      g_autoptr (FitCache) cache = fit_cache_new (gates);
      const FitAlgorithmOptions options
          = { .cache = cache, .hard_pod_affinity_symmetric_weight = 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitAlgorithm) algorithm = fit_algorithm_new_from_provider (
          registry, "DefaultProvider", &options, &error);

      if (algorithm == NULL)
        fail_msg ("1.%u: %s", release, error->message);
      assert_int_equal (algorithm->ordered->len, algorithm->predicates->len);
      assert_int_equal (algorithm->always_check_all_predicates, release < 10);
    }
}

/* -- gates ----------------------------------------------------------------- */

static void
test_taints_by_condition (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitRegistry) on
          = registry_of (release, "TaintNodesByCondition=true");
      g_autoptr (FitRegistry) off
          = registry_of (release, "TaintNodesByCondition=false");

      assert_null (fit_registry_predicate (on, "CheckNodeCondition"));
      assert_true (
          fit_registry_predicate (on, "PodToleratesNodeTaints")->mandatory);
      assert_int_equal (fit_registry_predicate (on, "CheckNodeMemoryPressure")
                            != NULL,
                        release < 11);
      assert_int_equal (fit_registry_predicate (on, "CheckNodeUnschedulable")
                            != NULL,
                        release >= 12);
      assert_true (
          fit_registry_predicate (off, "CheckNodeCondition")->mandatory);
      assert_null (fit_registry_predicate (off, "CheckNodeUnschedulable"));
    }
}

static void
test_resource_limits (void **state)
{
  for (guint release = 10; release <= 16; release++)
    {
      g_autoptr (FitRegistry) registry
          = registry_of (release, "ResourceLimitsPriorityFunction=true");
      const FitProvider *provider
          = fit_registry_provider (registry, "DefaultProvider", NULL);

      assert_non_null (
          fit_registry_priority (registry, "ResourceLimitsPriority"));
      assert_int_equal (holds (provider->priorities, "ResourceLimitsPriority"),
                        release >= 13);
    }
}

/* Rules about volumes that were behind gates do not object without them. */
static void
test_volume_gates (void **state)
{
  g_autoptr (FitRegistry) v8 = registry_of (8, NULL);
  g_autoptr (FitRegistry) v8_on
      = registry_of (8, "PersistentLocalVolumes=true");
  g_autoptr (FitRegistry) v9 = registry_of (9, NULL);
  g_autoptr (FitRegistry) v9_on = registry_of (9, "VolumeScheduling=true");
  g_autoptr (FitRegistry) v12_off = registry_of (12, "VolumeScheduling=false");
  g_autoptr (FitRegistry) v16 = registry_of (16, NULL);
  const FitPredicateInfo *idle_conflict
      = fit_registry_predicate (v8, "NoVolumeNodeConflict")->info;
  const FitPredicateInfo *idle_binding
      = fit_registry_predicate (v9, "CheckVolumeBinding")->info;

  assert_int_equal (idle_conflict->check (NULL, NULL, NULL, NULL),
                    FIT_ANSWER_YES);
  assert_int_equal (idle_binding->check (NULL, NULL, NULL, NULL),
                    FIT_ANSWER_YES);
  assert_int_equal (idle_conflict->reasons[0], FIT_REASON_NONE);
  assert_int_equal (idle_binding->reasons[0], FIT_REASON_NONE);
  assert_int_equal (
      fit_registry_predicate (v8_on, "NoVolumeNodeConflict")->info->reasons[0],
      FIT_REASON_VOLUME_NODE_CONFLICT);
  assert_ptr_equal (fit_registry_predicate (v9_on, "CheckVolumeBinding")->info,
                    &fit_check_volume_binding);
  assert_ptr_equal (
      fit_registry_predicate (v12_off, "CheckVolumeBinding")->info,
      idle_binding);
  assert_ptr_equal (fit_registry_predicate (v16, "CheckVolumeBinding")->info,
                    &fit_check_volume_binding);
}

/* -- Policies -------------------------------------------------------------- */

static FitAlgorithm *
build (guint release, const char *gates_text, FitPolicy *policy, GError **error)
{
  FitFeatureGates gates = gates_of (release, gates_text);
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_autoptr (FitCache) cache = fit_cache_new (gates);
  const FitAlgorithmOptions options
      = { .cache = cache, .hard_pod_affinity_symmetric_weight = 1 };

  assert_non_null (policy);
  return fit_algorithm_new_from_policy (registry, policy, &options, error);
}

static FitPolicy *
parse_as (guint release, const char *text)
{
  return fit_policy_parse_as (text, strlen (text), "policy",
                              FIT_RELEASE (release, 0), NULL, NULL);
}

static void
expect_names (const GPtrArray *instances, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < instances->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            *(const char *const *) instances->pdata[i]);
  assert_string_equal (text->str, expected);
}

#define PREDICATES(list) \
  "{\"apiVersion\":\"v1\",\"predicates\":[" list "],\"priorities\":[]}"
#define NAMED(name) "{\"name\":\"" name "\"}"
#define FROM_POLICY "couldn't create scheduler from policy: "

/* What v1.16 refuses and the release of the time takes. */
static void
test_pressure_of_its_time (void **state)
{
  const char *text = PREDICATES (
      NAMED ("CheckNodeMemoryPressure") "," NAMED ("PodFitsResources"));

  for (EACH_RELEASE (release))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FitAlgorithm) algorithm
          = build (release, NULL, parse_as (release, text), &error);

      if (release <= 11)
        {
          assert_non_null (algorithm);
          expect_names (algorithm->ordered,
                        "CheckNodeCondition PodFitsResources "
                        "CheckNodeMemoryPressure");
          continue;
        }
      assert_null (algorithm);
      assert_true (g_str_has_prefix (
          error->message, "Invalid configuration: Predicate type not found for "
                          "CheckNodeMemoryPressure\n"));
    }
}

/* A list that is missing: none before 1.10, then the defaults. */
static void
test_missing_list (void **state)
{
  const char *text = "{\"apiVersion\":\"v1\",\"predicates\":["
                     "{\"name\":\"HostName\"}]}";

  for (EACH_RELEASE (release))
    {
      g_autoptr (FitAlgorithm) algorithm
          = build (release, NULL, parse_as (release, text), NULL);

      assert_int_equal (algorithm->priorities->len, release < 10   ? 0
                                                    : release < 12 ? 7
                                                                   : 8);
    }
}

#define CUSTOM(name)                                         \
  "{\"name\":\"" name "\",\"argument\":{\"labelsPresence\":" \
  "{\"labels\":[\"zone\"],\"presence\":true}}}"

/* Custom predicates under names of their own: run before 1.10, taken and never
 * run after that; PodFitsPorts likewise. */
static void
test_other_names (void **state)
{
  const char *text = PREDICATES (CUSTOM ("ZoneRequired") "," NAMED (
      "PodFitsPorts") "," NAMED ("HostName") "," CUSTOM ("AnyZone"));

  for (EACH_RELEASE (release))
    {
      g_autoptr (FitAlgorithm) algorithm
          = build (release, NULL, parse_as (release, text), NULL);

      expect_names (algorithm->ordered,
                    release < 10
                        ? "CheckNodeCondition HostName AnyZone PodFitsPorts "
                          "ZoneRequired"
                    : release < 12 ? "CheckNodeCondition HostName"
                                   : "CheckNodeUnschedulable HostName "
                                     "PodToleratesNodeTaints");
    }
}

/* The argument wins over a known name, in its place in the order of the time:
 * a name that came later is outside of it. */
static void
test_argument_on_known_names (void **state)
{
  const char *text = PREDICATES (
      "{\"name\":\"MaxCSIVolumeCountPred\",\"argument\":{\"serviceAffinity\":"
      "{\"labels\":[\"region\"]}}}");

  for (EACH_RELEASE (release))
    {
      g_autoptr (FitAlgorithm) algorithm
          = build (release, NULL, parse_as (release, text), NULL);
      gboolean run = FALSE;

      for (guint i = 0; i < algorithm->ordered->len; i++)
        {
          const FitPredicate *predicate = algorithm->ordered->pdata[i];

          if (strcmp (predicate->name, "MaxCSIVolumeCountPred") == 0)
            {
              run = TRUE;
              assert_ptr_equal (predicate->info, &fit_check_service_affinity);
            }
        }
      assert_int_equal (run, release < 10 || release >= 12);
    }
}

static void
expect_hint (guint release, const char *entry, const char *message)
{
  g_autofree char *text = g_strdup_printf (PREDICATES ("%s"), entry);
  g_autoptr (GError) error = NULL;

  assert_null (build (release, NULL, parse_as (release, text), &error));
  assert_string_equal (error->message, message);
}

static void
test_hints (void **state)
{
  expect_hint (11, NAMED ("MaxCinderVolumeCount"),
               "Invalid configuration: Predicate type not found for "
               "MaxCinderVolumeCount\n"
               "hint: MaxCinderVolumeCount came with 1.14");
  expect_hint (8, NAMED ("CheckVolumeBinding"),
               "Invalid configuration: Predicate type not found for "
               "CheckVolumeBinding\nhint: CheckVolumeBinding came with 1.9");
  expect_hint (9, NAMED ("NoVolumeNodeConflict"),
               "Invalid configuration: Predicate type not found for "
               "NoVolumeNodeConflict\nhint: NoVolumeNodeConflict was replaced "
               "by CheckVolumeBinding in 1.9");
  expect_hint (10, NAMED ("CheckNodeUnschedulable"),
               "Invalid configuration: Predicate type not found for "
               "CheckNodeUnschedulable\n"
               "hint: CheckNodeUnschedulable came with 1.12");
}

static void
test_priority_hints (void **state)
{
  const char *text = "{\"apiVersion\":\"v1\",\"predicates\":[],\"priorities\":["
                     "{\"name\":\"RequestedToCapacityRatioPriority\","
                     "\"weight\":1}]}";
  g_autoptr (GError) error = NULL;

  assert_null (build (10, NULL, parse_as (10, text), &error));
  assert_string_equal (error->message,
                       "Invalid configuration: Priority type not found for "
                       "RequestedToCapacityRatioPriority\nhint: "
                       "RequestedToCapacityRatioPriority came with 1.11");
}

/* -- files ----------------------------------------------------------------- */

static FitPolicy *
load_sample (guint minor, guint release)
{
  g_autofree char *name = g_strdup_printf ("release-1.%u.json", minor);

  return sample_policy (name, FIT_RELEASE (release, 0), NULL);
}

/* Release N takes the files of all releases up to N, unless they name what the
 * gate TaintNodesByCondition removes by default from 1.12 on. */
static void
test_files (void **state)
{
  for (EACH_RELEASE (release))
    for (guint minor = 0; minor <= release; minor++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (FitAlgorithm) algorithm
            = build (release, NULL, load_sample (minor, release), &error);
        g_autoptr (FitAlgorithm) without
            = build (release, "TaintNodesByCondition=false",
                     load_sample (minor, release), NULL);

        if ((algorithm != NULL) != (release <= 11 || minor <= 2))
          fail_msg ("release-1.%u.json in 1.%u", minor, release);
        if (without == NULL)
          fail_msg ("release-1.%u.json in 1.%u", minor, release);
      }
}

/* A file that names what came later is refused; an argument that came later
 * counts as none. */
static void
test_files_of_later_releases (void **state)
{
  static const struct
  {
    guint minor;
    guint release;
    const char *message;
  } cases[] = {
    { 9, 8,
      "Invalid configuration: Predicate type not found for "
      "CheckVolumeBinding" },
    { 11, 10,
      "Invalid configuration: Predicate type not found for "
      "CheckNodePIDPressure" },
    { 12, 11,
      "Invalid configuration: Predicate type not found for "
      "MaxCSIVolumeCountPred" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (build (cases[i].release, NULL,
                          load_sample (cases[i].minor, cases[i].release),
                          &error));
      assert_true (g_str_has_prefix (error->message, cases[i].message));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_predicates),
    cmocka_unit_test (test_priorities),
    cmocka_unit_test (test_providers),
    cmocka_unit_test (test_algorithms_of_providers),
    cmocka_unit_test (test_taints_by_condition),
    cmocka_unit_test (test_resource_limits),
    cmocka_unit_test (test_volume_gates),
    cmocka_unit_test (test_pressure_of_its_time),
    cmocka_unit_test (test_missing_list),
    cmocka_unit_test (test_other_names),
    cmocka_unit_test (test_argument_on_known_names),
    cmocka_unit_test (test_hints),
    cmocka_unit_test (test_priority_hints),
    cmocka_unit_test (test_files),
    cmocka_unit_test (test_files_of_later_releases),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
