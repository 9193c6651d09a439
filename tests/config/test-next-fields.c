/* test-next-fields.c - what a release makes of the fields, plugins and arguments
 * of the next one
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#define ARGS(plugin, args)                      \
  FILE_OF ("v1", "profiles:\n- pluginConfig:\n" \
                 "  - {name: " plugin ", args: " args "}\n")
#define AT(point, plugin)                            \
  FILE_OF ("v1", "profiles:\n- plugins:\n    " point \
                 ": {enabled: [{name: " plugin "}]}\n")
#define BINDING_CONDITIONS "DRADeviceBindingConditions=true"

static const struct
{
  const char *before; /* the release that refuses it */
  const char *since;
  const char *gates; /* (nullable): of the later release */
  const char *file;
  const char *field;
} rows[] = {
  { "1.34", "1.35", BINDING_CONDITIONS,
    ARGS ("DynamicResources", "{bindingTimeout: 30s}"), "bindingTimeout" },
  { "1.35", "1.36", NULL,
    AT ("placementGenerate", "TopologyPlacementGenerator"),
    "placementGenerate" },
  { "1.35", "1.36", NULL, AT ("placementScore", "PodGroupPodsCount"),
    "placementScore" },
  { "1.36", "1.37", NULL, AT ("podGroupPostFilter", "DefaultPreemption"),
    "podGroupPostFilter" },
};

static FitConfiguration *
read_with (const char *release, const char *gates, const char *text,
           GError **error)
{
  FitFeatureGates set = fit_feature_gates_of_release (release_of (release));
  const FitConfigurationOptions options
      = { .release = release_of (release), .gates = &set };

  if (gates != NULL && !fit_feature_gates_parse (&set, gates, error))
    return NULL;
  return fit_configuration_read (text, strlen (text), "c", &options, error);
}

static void
test_fields (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL, problem = NULL;
      g_autoptr (FitConfiguration) later
          = read_with (rows[i].since, rows[i].gates, rows[i].file, &problem);
      g_autoptr (FitConfiguration) earlier
          = try_read (rows[i].before, rows[i].file, &error);
      g_autofree char *found
          = g_strdup_printf ("found unknown field \"%s\"", rows[i].field);
      g_autofree char *hint = g_strdup_printf ("hint: %s came with %s" TO_OLDER,
                                               rows[i].field, rows[i].since);

      if (later == NULL)
        fail_msg ("%s: %s", rows[i].since, problem->message);
      assert_null (earlier);
      assert_non_null (strstr (error->message, found));
      assert_true (g_str_has_suffix (error->message, hint));
    }
}

/* 1.33 has no arguments for DynamicResources: it keeps them unread. */
static void
test_arguments_of_1_34 (void **state)
{
  g_autoptr (FitConfiguration) earlier
      = read_config ("1.33", ARGS ("DynamicResources", "{filterTimeout: 1s}"));

  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  fit_configuration_note_unread_args (earlier, notes);
  assert_int_equal (notes->len, 1);
  assert_string_equal (notes->pdata[0],
                       "profiles[0].pluginConfig[0].args: arguments of "
                       "DynamicResources came with 1.34; 1.33.13 does not read "
                       "them");
  refuse ("1.34", ARGS ("DynamicResources", "{filterTimeout: -1s}"),
          "c: profiles[0].pluginConfig[0].args.filterTimeout: Invalid value: "
          "\"-1s\": must be zero or positive");
}

static void
check_timeout (const char *release, const char *gates, const char *args,
               const char *message)
{
  g_autofree char *text
      = g_strdup_printf (ARGS ("DynamicResources", "%s"), args);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = read_with (release, gates, text, &error);

  if (message == NULL)
    assert_non_null (configuration);
  else
    {
      assert_null (configuration);
      assert_non_null (strstr (error->message, message));
    }
}

/* It is an error where its gates are off, which is the default of 1.35. */
static void
test_binding_timeout (void **state)
{
  static const char forbidden[]
      = "bindingTimeout: Forbidden: DRADeviceBindingConditions or "
        "DRAResourceClaimDeviceStatus feature gate is disabled";

  check_timeout ("1.35", NULL, "{bindingTimeout: 30s}", forbidden);
  check_timeout ("1.35", NULL, "{bindingTimeout: 10m}", forbidden);
  check_timeout ("1.35", BINDING_CONDITIONS, "{bindingTimeout: 30s}", NULL);
  check_timeout ("1.36", NULL, "{bindingTimeout: 30s}", NULL);
  check_timeout ("1.36", NULL, "{bindingTimeout: 999ms}",
                 "bindingTimeout: Invalid value: \"999ms\": must be at least 1 "
                 "second");
  check_timeout ("1.36", NULL, "{bindingTimeout: 0s}", "must be at least 1");
  check_timeout ("1.36", "DRADeviceBindingConditions=false",
                 "{bindingTimeout: 30s}", forbidden);
  check_timeout ("1.35", NULL, "{filterTimeout: 30s}", NULL);
}

static void
check_default (const char *release, const char *gates, gboolean has)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = read_with (release, gates, FILE_OF ("v1", ""), &error);
  g_autofree char *json = fit_configuration_profile_json (configuration, 0);

  assert_int_equal (strstr (json, "\"bindingTimeout\": \"10m0s\"") != NULL,
                    has);
}

static void
test_default_binding_timeout (void **state)
{
  check_default ("1.34", BINDING_CONDITIONS, FALSE);
  check_default ("1.35", NULL, FALSE);
  check_default ("1.35", BINDING_CONDITIONS, TRUE);
  check_default ("1.36", NULL, TRUE);
}

/* The end of the default list, after the plugins of all releases. */
static void
check_list (const char *release, const char *gates, FitExtensionPoint point,
            const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = read_with (release, gates, FILE_OF ("v1", ""), &error);
  const FitProfileList *list = &configuration->profiles[0].plugins[point];
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < list->n; i++)
    g_string_append_printf (found, "%s%s:%d", i > 0 ? " " : "",
                            list->items[i].name, list->items[i].weight);
  if (!g_str_has_suffix (found->str, expected)
      || (*expected == '\0' && list->n > 0))
    fail_msg ("%s with %s: %s", release, gates, found->str);
}

/* With the gates that need it. */
#define NO_DECLARED_FEATURES                                    \
  "NodeDeclaredFeatures=false,ExtendWebSocketsToKubelet=false," \
  "InPlacePodLevelResourcesVerticalScaling=false,"              \
  "InPlacePodVerticalScalingInitContainers=false,"              \
  "RestartAllContainersOnContainerExits=false,"                 \
  "UserNamespacesHostNetworkSupport=false"
#define GANG "GenericWorkload=true,GangScheduling=true"
#define TOPOLOGY "GenericWorkload=true,TopologyAwareWorkloadScheduling=true"

static void
test_default_plugins (void **state)
{
  check_list ("1.35", NULL, FIT_POINT_FILTER, " DynamicResources:0");
  check_list ("1.35", "NodeDeclaredFeatures=true", FIT_POINT_FILTER,
              " DynamicResources:0 NodeDeclaredFeatures:0");
  check_list ("1.36", NULL, FIT_POINT_FILTER,
              " DynamicResources:0 NodeDeclaredFeatures:0");
  check_list ("1.36", NO_DECLARED_FEATURES, FIT_POINT_FILTER,
              " DynamicResources:0");
  check_list ("1.34", NULL, FIT_POINT_SCORE,
              "InterPodAffinity:2 NodeResourcesBalancedAllocation:1 "
              "ImageLocality:1");
  check_list ("1.35", NULL, FIT_POINT_SCORE,
              "InterPodAffinity:2 DynamicResources:2 "
              "NodeResourcesBalancedAllocation:1 ImageLocality:1");
  check_list ("1.35", NULL, FIT_POINT_PERMIT, "");
  check_list ("1.35", GANG, FIT_POINT_PERMIT, "GangScheduling:0");
  check_list ("1.35", GANG, FIT_POINT_RESERVE,
              "DynamicResources:0 GangScheduling:0");
  check_list ("1.36", GANG, FIT_POINT_RESERVE, "DynamicResources:0");
  check_list ("1.36", GANG, FIT_POINT_PRE_ENQUEUE, " GangScheduling:0");
  check_list ("1.36", GANG, FIT_POINT_PLACEMENT_GENERATE, "");
  check_list ("1.36", TOPOLOGY, FIT_POINT_PLACEMENT_GENERATE,
              "TopologyPlacementGenerator:0");
  check_list ("1.36", TOPOLOGY, FIT_POINT_PLACEMENT_SCORE,
              "NodeResourcesFit:1 PodGroupPodsCount:1");
  check_list ("1.36", NULL, FIT_POINT_PLACEMENT_SCORE, "NodeResourcesFit:1");
  check_list ("1.36", NULL, FIT_POINT_POD_GROUP_POST_FILTER, "");
  check_list ("1.37", NULL, FIT_POINT_POD_GROUP_POST_FILTER,
              "DefaultPreemption:0");
}

/* The weight is that of the point, or else that of multiPoint; more than one
 * generator is refused. */
static void
test_placements (void **state)
{
  g_autoptr (FitConfiguration) own = read_config (
      "1.36", FILE_OF ("v1", "profiles:\n- plugins:\n"
                             "    placementScore: {enabled: [{name: "
                             "PodGroupPodsCount, weight: 7}]}\n"));
  g_autoptr (FitConfiguration) multi = read_config (
      "1.36", FILE_OF ("v1", "profiles:\n- plugins:\n"
                             "    multiPoint: {enabled: [{name: "
                             "PodGroupPodsCount, weight: 5}]}\n"));
  const guint point = FIT_POINT_PLACEMENT_SCORE;

  assert_int_equal (own->profiles[0].plugins[point].items[1].weight, 7);
  assert_int_equal (multi->profiles[0].plugins[point].items[1].weight, 5);
  refuse ("1.36", AT ("placementScore", "TopologyPlacementGenerator"),
          "c: initializing profiles: creating profile for scheduler name "
          "default-scheduler: plugin \"TopologyPlacementGenerator\" does not "
          "extend PlacementScorePlugin plugin\n"
          "hint: it extends placementGenerate");
}

static void
test_ratio (void **state)
{
#define STRATEGY(text) \
  ARGS ("NodeResourcesFit", "{scoringStrategy: {" text "}}")
#define UNUSED                                                        \
  STRATEGY ("type: MostAllocated, requestedToCapacityRatio: {shape: " \
            "[{utilization: 0, score: 0}, {utilization: 100, score: 10}]}")
#define MISSING STRATEGY ("type: RequestedToCapacityRatio")
#define PATH                                                       \
  "c: initializing profiles: creating profile for scheduler name " \
  "default-scheduler: initializing plugin \"NodeResourcesFit\": "  \
  "scoringStrategy.requestedToCapacityRatio: "
  g_autoptr (FitConfiguration) before = read_config ("1.35", UNUSED);

  assert_non_null (before);
  refuse ("1.36", UNUSED,
          PATH "Forbidden: must be nil when type is not "
               "RequestedToCapacityRatio");
  refuse ("1.36", MISSING,
          PATH "Required value: must be specified when type is "
               "RequestedToCapacityRatio");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_fields),
    cmocka_unit_test (test_arguments_of_1_34),
    cmocka_unit_test (test_binding_timeout),
    cmocka_unit_test (test_default_binding_timeout),
    cmocka_unit_test (test_default_plugins),
    cmocka_unit_test (test_placements),
    cmocka_unit_test (test_ratio),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
