/* test-profile-merge.c - lists of a file over those of a release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#define PROFILE(plugins) "profiles:\n- plugins: " plugins "\n"

#define NO_SCORES "score: {disabled: [{name: '*'}], enabled: "

/* Up to v1beta1 what is enabled comes behind the defaults that are left. */
static void
test_appended (void **state)
{
  static const char plugins[]
      = PROFILE ("{score: {disabled: [{name: NodeResourcesLeastAllocated}, "
                 "{name: ImageLocality}], enabled: [{name: ImageLocality, "
                 "weight: 7}, {name: NodeResourcesMostAllocated}]}}");
  g_autofree char *alpha
      = g_strconcat (FILE_OF ("v1alpha2", ""), plugins, NULL);
  g_autofree char *beta = g_strconcat (FILE_OF ("v1beta1", ""), plugins, NULL);
  g_autoptr (FitConfiguration) old = read_config ("1.18", alpha);
  g_autoptr (FitConfiguration) later = read_config ("1.21", beta);

  check_names (old, FIT_POINT_SCORE,
               "NodeResourcesBalancedAllocation:1 InterPodAffinity:1 "
               "NodeAffinity:1 NodePreferAvoidPods:10000 "
               "DefaultPodTopologySpread:1 TaintToleration:1 "
               "PodTopologySpread:1 ImageLocality:7 "
               "NodeResourcesMostAllocated:1");
  check_names (later, FIT_POINT_SCORE,
               "NodeResourcesBalancedAllocation:1 InterPodAffinity:1 "
               "NodeAffinity:1 NodePreferAvoidPods:10000 PodTopologySpread:2 "
               "TaintToleration:1 ImageLocality:7 "
               "NodeResourcesMostAllocated:1");
}

static void
test_default_enabled_again (void **state)
{
  static const char plugins[]
      = PROFILE ("{score: {enabled: [{name: ImageLocality, weight: 7}]}}");
  g_autofree char *beta1 = g_strconcat (FILE_OF ("v1beta1", ""), plugins, NULL);
  g_autofree char *beta2 = g_strconcat (FILE_OF ("v1beta2", ""), plugins, NULL);
  g_autoptr (FitConfiguration) in_place = read_config ("1.22", beta2);

  refuse ("1.20", beta1,
          "c: initializing profiles: creating profile for scheduler "
          "name default-scheduler: plugin \"ImageLocality\" already "
          "registered as \"ScorePlugin\"\nhint: disable a default "
          "plugin before enabling it again");
  check_names (in_place, FIT_POINT_SCORE,
               "NodeResourcesBalancedAllocation:1 ImageLocality:7 "
               "InterPodAffinity:1 NodeResourcesFit:1 NodeAffinity:1 "
               "PodTopologySpread:2 TaintToleration:1");
}

static void
test_enabled_twice (void **state)
{
  static const char message[]
      = "c: initializing profiles: creating profile for scheduler name "
        "default-scheduler: plugin \"NodeName\" already registered as "
        "\"FilterPlugin\"";

  refuse ("1.22",
          FILE_OF ("v1beta2", PROFILE ("{filter: {disabled: [{name: '*'}], "
                                       "enabled: [{name: NodeName}, {name: "
                                       "NodeName}]}}")),
          message);
  refuse ("1.25",
          FILE_OF ("v1", PROFILE ("{multiPoint: {disabled: [{name: '*'}], "
                                  "enabled: [{name: NodeName}, {name: "
                                  "NodeName}]}}")),
          message);
}

/* Points of their own first up to 1.23; in 1.24 those that multiPoint has too,
 * then multiPoint, then the others. */
static void
test_multi_point_order (void **state)
{
  static const char plugins[] = PROFILE (
      "{multiPoint: {disabled: [{name: '*'}], enabled: ["
      "{name: PrioritySort}, {name: DefaultBinder}, {name: TaintToleration, "
      "weight: 3}, {name: NodeAffinity, weight: 2}, {name: ImageLocality}]}, "
      "score: {enabled: [{name: NodeResourcesFit, weight: 5}, "
      "{name: ImageLocality, weight: 9}, {name: NodeAffinity}]}}");
  g_autofree char *text = g_strconcat (FILE_OF ("v1beta3", ""), plugins, NULL);
  g_autoptr (FitConfiguration) old = read_config ("1.23", text);
  g_autoptr (FitConfiguration) later = read_config ("1.24", text);

  check_names (old, FIT_POINT_SCORE,
               "NodeResourcesFit:5 ImageLocality:9 NodeAffinity:1 "
               "TaintToleration:3");
  check_names (later, FIT_POINT_SCORE,
               "ImageLocality:9 NodeAffinity:1 TaintToleration:3 "
               "NodeResourcesFit:5");
  check_names (later, FIT_POINT_FILTER, "TaintToleration NodeAffinity");
  check_names (later, FIT_POINT_PRE_SCORE, "TaintToleration NodeAffinity");
}

/* Disabled at a point, a plugin of multiPoint is left elsewhere; disabled in
 * multiPoint, it is gone. */
static void
test_multi_point_disabled (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.34.1", FILE_OF ("v1", PROFILE ("{multiPoint: {disabled: [{name: "
                                        "DynamicResources}]}, "
                                        "preScore: {disabled: [{name: '*'}], "
                                        "enabled: [{name: NodeAffinity}]}, "
                                        "score: {disabled: [{name: "
                                        "TaintToleration}]}}")));

  check_names (configuration, FIT_POINT_PRE_SCORE, "NodeAffinity");
  check_names (configuration, FIT_POINT_SCORE,
               "NodeAffinity:2 NodeResourcesFit:1 VolumeBinding:1 "
               "PodTopologySpread:2 InterPodAffinity:2 "
               "NodeResourcesBalancedAllocation:1 ImageLocality:1");
  check_names (configuration, FIT_POINT_RESERVE, "VolumeBinding");
  check_names (configuration, FIT_POINT_PRE_ENQUEUE,
               "SchedulingGates DefaultPreemption");
  assert_true (fit_profile_has (&configuration->profiles[0], FIT_POINT_FILTER,
                                "TaintToleration"));
}

static void
test_multi_point_in_place (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25", FILE_OF ("v1", PROFILE ("{multiPoint: {enabled: [{name: "
                                      "NodeAffinity, weight: 8}]}}")));

  check_names (configuration, FIT_POINT_SCORE,
               "TaintToleration:3 NodeAffinity:8 NodeResourcesFit:1 "
               "VolumeBinding:1 PodTopologySpread:2 InterPodAffinity:2 "
               "NodeResourcesBalancedAllocation:1 ImageLocality:1");
}

/* Up to 1.22 a plugin has one weight, of the last list that names it. */
static void
test_weight_of_the_last_list (void **state)
{
  static const char plugins[]
      = PROFILE ("{" NO_SCORES "[{name: VolumeBinding, weight: 5}, "
                 "{name: ImageLocality, weight: 4}]}}");
  g_autofree char *beta2 = g_strconcat (FILE_OF ("v1beta2", ""), plugins, NULL);
  g_autoptr (FitConfiguration) old = read_config ("1.22", beta2);
  g_autoptr (FitConfiguration) later = read_config ("1.23", beta2);

  check_names (old, FIT_POINT_SCORE, "VolumeBinding:1 ImageLocality:4");
  check_names (later, FIT_POINT_SCORE, "VolumeBinding:5 ImageLocality:4");
}

/* The first version has all of these already. */
static void
test_points_of_v1alpha1 (void **state)
{
  static const char *const names[]
      = { "queueSort", "preFilter", "filter",   "postFilter",
          "score",     "reserve",   "permit",   "preBind",
          "bind",      "postBind",  "unreserve" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1alpha1", "plugins: {%s: {disabled: [{name: X}]}}\n"),
          names[i]);
      g_autoptr (FitConfiguration) of_18 = read_config ("1.18", text);
      g_autoptr (FitConfiguration) of_16 = read_config ("1.16", text);

      assert_int_equal (of_16->warnings->len, 0);
      assert_int_equal (of_18->warnings->len, 0);
    }
}

/* What v1alpha1 calls postFilter comes before scoring. */
static void
test_post_filter_of_v1alpha1 (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.18",
      FILE_OF ("v1alpha1",
               "plugins: {postFilter: {disabled: [{name: '*'}], enabled: "
               "[{name: TaintToleration}]}}\n"));

  check_names (configuration, FIT_POINT_PRE_SCORE, "TaintToleration");
  check_names (configuration, FIT_POINT_POST_FILTER, "");
}

static void
check_with_gate (const char *release, const char *version, const char *gate,
                 FitExtensionPoint point, const char *expected)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release_of (release));
  FitConfigurationOptions options
      = { .release = release_of (release), .gates = &gates };
  g_autoptr (FitConfiguration) configuration = NULL;
  FitConfigVersion parsed;

  assert_true (fit_config_version_parse (version, &parsed, NULL));
  assert_true (fit_feature_gates_parse (&gates, gate, NULL));
  configuration = fit_configuration_default (parsed, &options, NULL);
  check_names (configuration, point, expected);
}

static void
test_gates (void **state)
{
  check_with_gate ("1.20", "v1beta1", "DefaultPodTopologySpread=false",
                   FIT_POINT_PRE_SCORE,
                   "InterPodAffinity PodTopologySpread TaintToleration "
                   "SelectorSpread");
  check_with_gate ("1.22", "v1beta2", "VolumeCapacityPriority=true",
                   FIT_POINT_SCORE,
                   "NodeResourcesBalancedAllocation:1 ImageLocality:1 "
                   "InterPodAffinity:1 NodeResourcesFit:1 NodeAffinity:1 "
                   "PodTopologySpread:2 TaintToleration:1 VolumeBinding:1");
  check_with_gate ("1.18", "v1alpha2", "EvenPodsSpread=false",
                   FIT_POINT_PRE_FILTER,
                   "NodeResourcesFit NodePorts InterPodAffinity");
  check_with_gate ("1.26", "v1", "PodSchedulingReadiness=true",
                   FIT_POINT_PRE_ENQUEUE, "SchedulingGates");
  check_with_gate ("1.34.1", "v1", "DynamicResourceAllocation=false",
                   FIT_POINT_POST_FILTER, "DefaultPreemption");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_appended),
    cmocka_unit_test (test_default_enabled_again),
    cmocka_unit_test (test_enabled_twice),
    cmocka_unit_test (test_multi_point_order),
    cmocka_unit_test (test_multi_point_disabled),
    cmocka_unit_test (test_multi_point_in_place),
    cmocka_unit_test (test_weight_of_the_last_list),
    cmocka_unit_test (test_points_of_v1alpha1),
    cmocka_unit_test (test_post_filter_of_v1alpha1),
    cmocka_unit_test (test_gates),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
