/* test-profile-check.c - what a release refuses, and in which words
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#include "rules/rule.h"

#define PROFILE(plugins) "profiles:\n- plugins: " plugins "\n"

#define FRAMEWORK                                                  \
  "c: initializing profiles: creating profile for scheduler name " \
  "default-scheduler: "

static void
test_removed_plugins (void **state)
{
  static const struct
  {
    const char *release;
    const char *version;
    const char *plugin;
    const char *point;
    const char *since;
  } rows[] = {
    { "1.22", "v1beta2", "NodeResourcesLeastAllocated", "score", "v1beta2" },
    { "1.22", "v1beta2", "NodePreferAvoidPods", "score", "v1beta2" },
    { "1.22", "v1beta2", "ServiceAffinity", "preFilter", "v1beta2" },
    { "1.25", "v1", "SelectorSpread", "preScore", "v1" },
    { "1.31", "v1", "EBSLimits", "filter", "v1" },
    { "1.31", "v1", "CinderLimits", "filter", "v1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("%s", PROFILE ("{%s: {disabled: [{name: '*'}], enabled: "
                                  "[{name: %s}]}}")),
          rows[i].version, rows[i].point, rows[i].plugin);
      g_autofree char *message = g_strdup_printf (
          "c: profiles[0].plugins.%s.enabled[0]: Invalid value: \"%s\": was "
          "%s in version \"" GROUP "%s\" (KubeSchedulerConfiguration is "
          "version \"" GROUP "%s\")",
          rows[i].point, rows[i].plugin,
          strcmp (rows[i].version, "v1") == 0 ? "invalid" : "removed",
          rows[i].since, rows[i].version);

      refuse (rows[i].release, text, message);
    }
}

/* A name that no plugin of any scheduler can have is not one of an additional
 * plugin, however these are read. */
static void
test_names_of_no_plugin (void **state)
{
  static const struct
  {
    const char *release;
    const char *version;
    const char *plugins;
    const char *message;
  } rows[] = {
    { "1.18", "v1alpha2", "{score: {enabled: [{name: '*'}]}}",
      "ScorePlugin \"*\"" },
    { "1.20", "v1beta1", "{filter: {enabled: [{name: ''}]}}",
      "FilterPlugin \"\"" },
    { "1.24", "v1beta3", "{filter: {enabled: [{weight: 1}]}}",
      "FilterPlugin \"\"" },
    { "1.34.1", "v1", "{bind: {enabled: [{name: '*'}]}}", "BindPlugin \"*\"" },
    { "1.34.1", "v1", "{multiPoint: {enabled: [{name: '*'}]}}",
      "PreFilterPlugin \"*\"" },
    { "1.34.1", "v1", "{multiPoint: {enabled: [{name: ''}]}}",
      "PreFilterPlugin \"\"" },
    { "1.34.1", "v1",
      "{multiPoint: {disabled: [{name: '*'}], enabled: [{name: ''}]}}",
      "PreFilterPlugin \"\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint how = 0; how <= FIT_UNKNOWN_PLUGINS_SKIP; how++)
      {
        g_autofree char *text = g_strdup_printf (
            FILE_OF ("%s", PROFILE ("%s")), rows[i].version, rows[i].plugins);
        g_autofree char *message
            = g_strdup_printf (FRAMEWORK "%s does not exist", rows[i].message);
        FitConfigurationOptions options = { .unknown_plugins = how };
        g_autoptr (GError) error = NULL;
        g_autoptr (FitConfiguration) configuration = NULL;

        assert_true (
            fit_release_parse (rows[i].release, &options.release, NULL));
        configuration = fit_configuration_read (text, strlen (text), "c",
                                                &options, &error);
        assert_null (configuration);
        if (!g_str_has_prefix (error->message, message))
          fail_msg ("%s: %s", rows[i].plugins, error->message);
      }
}

/* A name that is nearly that of a plugin. */
static void
test_hints_at_plugins (void **state)
{
  g_autoptr (GPtrArray) names
      = fit_in_tree_plugin_names (release_of ("1.34.1"));

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1", PROFILE ("{filter: {enabled: [{name: %sx}]}}")), name);
      g_autofree char *message
          = g_strdup_printf (FRAMEWORK "FilterPlugin \"%sx\" does not exist\n"
                                       "hint: did you mean \"%s\"?",
                             name, name);

      refuse ("1.34.1", text, message);
    }
}

/* An additional plugin may extend any point. */
static void
test_points_of_additional_plugins (void **state)
{
  const FitConfigurationOptions options
      = { .release = release_of ("1.34.1"),
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  guint n = 0;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      const char *point = fit_extension_point_info (i)->name;
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1", PROFILE ("{%s: {disabled: [{name: '*'}], enabled: "
                                  "[{name: Ours}]}}")),
          point);
      g_autofree char *expected
          = g_strdup_printf ("plugin Ours (%s) is not in 1.34.1, kept", point);
      g_autofree char *note = NULL;
      g_autoptr (FitConfiguration) configuration = NULL;

      if (i >= FIT_POINT_UNRESERVE)
        continue;
      configuration
          = fit_configuration_read (text, strlen (text), "c", &options, NULL);
      assert_non_null (configuration);
      assert_int_equal (configuration->unknown->len, 1);
      note = fit_configuration_describe_unknown (configuration, 0);
      assert_string_equal (note, expected);
      check_names (configuration, i, i == FIT_POINT_SCORE ? "Ours:1" : "Ours");
      n++;
    }
  assert_int_equal (n, 12);
}

/* Of an additional plugin for all points the arguments are kept, too. */
static void
test_arguments_of_additional_plugins (void **state)
{
  static const char text[] = FILE_OF (
      "v1",
      PROFILE ("{multiPoint: {enabled: [{name: Ours}]}, filter: {enabled: "
               "[{name: Others}]}}\n"
               "  pluginConfig: [{name: Ours, args: {a: '1'}}, {name: "
               "Others, args: {a: '2'}}]"));
  const FitConfigurationOptions options
      = { .release = release_of ("1.34.1"),
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  g_autoptr (FitConfiguration) configuration
      = fit_configuration_read (text, strlen (text), "c", &options, NULL);
  const FitProfile *profile = &configuration->profiles[0];

  assert_string_equal (
      fit_value_get_string (fit_profile_find_args (profile, "Ours")->written,
                            "a"),
      "1");
  assert_string_equal (
      fit_value_get_string (fit_profile_find_args (profile, "Others")->written,
                            "a"),
      "2");
}

/* What other releases still take, or do not know any more. */
static void
test_plugins_come_and_go (void **state)
{
  g_autoptr (FitConfiguration) limits = read_config (
      "1.30",
      FILE_OF ("v1", PROFILE ("{filter: {enabled: [{name: CinderLimits}]}}")));
  g_autoptr (FitConfiguration) spread = read_config (
      "1.28", FILE_OF ("v1beta3", PROFILE ("{multiPoint: {enabled: [{name: "
                                           "SelectorSpread, weight: 1}]}}")));
  g_autoptr (FitConfiguration) hidden = read_config (
      "1.31", FILE_OF ("v1", PROFILE ("{multiPoint: {enabled: [{name: "
                                      "EBSLimits}]}}")));

  assert_true (
      fit_profile_has (&limits->profiles[0], FIT_POINT_FILTER, "CinderLimits"));
  assert_true (fit_profile_has (&spread->profiles[0], FIT_POINT_SCORE,
                                "SelectorSpread"));
  assert_true (fit_profile_has (&hidden->profiles[0], FIT_POINT_PRE_FILTER,
                                "EBSLimits"));
  refuse ("1.32",
          FILE_OF ("v1", PROFILE ("{filter: {enabled: [{name: EBSLimits}]}}")),
          "c: profiles[0].plugins.filter.enabled[0]: Invalid value: "
          "\"EBSLimits\": was invalid in version \"" GROUP "v1\" "
          "(KubeSchedulerConfiguration is version \"" GROUP "v1\")");
  refuse (
      "1.23",
      FILE_OF ("v1beta2", PROFILE ("{filter: {enabled: [{name: NodeLabel}]}}")),
      FRAMEWORK "FilterPlugin \"NodeLabel\" does not exist\n"
                "hint: NodeLabel is in-tree up to 1.22");
  refuse ("1.25",
          FILE_OF ("v1", PROFILE ("{preEnqueue: null, multiPoint: {enabled: "
                                  "[{name: SchedulingGates}]}}")),
          "c: line 4, column 13: profiles[0].plugins: found unknown field "
          "\"preEnqueue\", expected one of queueSort, preFilter, filter, "
          "postFilter, preScore, score, reserve, permit, preBind, bind, "
          "postBind, multiPoint\nhint: preEnqueue came with 1.26" TO_OLDER);
  refuse ("1.25",
          FILE_OF ("v1", PROFILE ("{multiPoint: {enabled: [{name: "
                                  "SchedulingGates}]}}")),
          FRAMEWORK "PreFilterPlugin \"SchedulingGates\" does not exist\n"
                    "hint: SchedulingGates is in-tree from 1.26 on");
}

static void
test_wrong_points (void **state)
{
  refuse (
      "1.20",
      FILE_OF ("v1beta1", PROFILE ("{score: {enabled: [{name: NodeName}]}}")),
      FRAMEWORK "plugin \"NodeName\" does not extend ScorePlugin plugin\n"
                "hint: it extends filter");
  refuse ("1.20",
          FILE_OF ("v1beta1",
                   PROFILE ("{score: {enabled: [{name: ImageLocalty}]}}")),
          FRAMEWORK "ScorePlugin \"ImageLocalty\" does not exist\n"
                    "hint: did you mean \"ImageLocality\"?");
}

static void
test_conflicting_scores (void **state)
{
  refuse ("1.22",
          FILE_OF ("v1beta1",
                   PROFILE ("{score: {enabled: [{name: NodeResourcesFit}]}}")),
          "c: profiles[0].plugins.score.enabled: Invalid value: "
          "\"NodeResourcesFit\": was conflict with "
          "\"NodeResourcesLeastAllocated\" in version \"" GROUP "v1beta1\"");
}

/* The first release with both has the check, in the version that has both. */
static void
test_conflicts_begin_and_end (void **state)
{
  static const char both[]
      = "{score: {disabled: [{name: '*'}], enabled: [{name: "
        "NodeResourcesLeastAllocated}, {name: NodeResourcesFit}]}}";
  g_autofree char *beta1
      = g_strdup_printf (FILE_OF ("v1beta1", PROFILE ("%s")), both);
  g_autofree char *beta2
      = g_strdup_printf (FILE_OF ("v1beta2", PROFILE ("%s")), both);

  refuse ("1.21.14", beta1,
          FRAMEWORK "plugin \"NodeResourcesFit\" does not extend ScorePlugin "
                    "plugin\nhint: it extends preFilter, filter");
  refuse ("1.22.0", beta1,
          "c: profiles[0].plugins.score.enabled: Invalid value: "
          "\"NodeResourcesFit\": was conflict with "
          "\"NodeResourcesLeastAllocated\" in version \"" GROUP "v1beta1\"");
  refuse ("1.22.0", beta2,
          "c: profiles[0].plugins.score.enabled[0]: Invalid value: "
          "\"NodeResourcesLeastAllocated\": was removed in version \"" GROUP
          "v1beta2\" (KubeSchedulerConfiguration is version \"" GROUP
          "v1beta2\")");
}

static void
test_needed_plugins (void **state)
{
  refuse (
      "1.20",
      FILE_OF ("v1beta1", PROFILE ("{queueSort: {disabled: [{name: '*'}]}}")),
      FRAMEWORK "no queue sort plugin is enabled");
  refuse ("1.25", FILE_OF ("v1", PROFILE ("{bind: {disabled: [{name: '*'}]}}")),
          FRAMEWORK "at least one bind plugin is needed");
}

static void
test_profiles_beside_each_other (void **state)
{
  g_autoptr (FitConfiguration) different_args = read_config (
      "1.21",
      FILE_OF ("v1beta1", "profiles:\n"
                          "- schedulerName: a\n"
                          "- schedulerName: b\n"
                          "  pluginConfig: [{name: PrioritySort, args: {a: 1}}]"
                          "\n"));

  assert_int_equal (different_args->n_profiles, 2);
  refuse ("1.25", FILE_OF ("v1", "profiles: [{}, {schedulerName: a}]\n"),
          "c: profiles[0].schedulerName: Required value");
  refuse ("1.20",
          FILE_OF ("v1beta1",
                   "profiles: [{schedulerName: a}, {schedulerName: a}]\n"),
          "c: profiles[1].schedulerName: Duplicate value: \"a\"");
  refuse ("1.25",
          FILE_OF ("v1", "profiles:\n"
                         "- schedulerName: a\n"
                         "- schedulerName: b\n"
                         "  pluginConfig: [{name: PrioritySort, args: {a: 1}}]"
                         "\n"),
          "c: initializing profiles: different queue sort plugin args for "
          "profile \"b\"");
}

/* From 1.22 on defaults of arguments that are not in the file are checked, too.
 */
static void
test_arguments_by_default (void **state)
{
  static const char text[]
      = FILE_OF ("v1beta1", "profiles:\n"
                            "- plugins: {score: {enabled: [{name: "
                            "RequestedToCapacityRatio}]}}\n"
                            "  pluginConfig: [{name: NodeLabel}]\n");

  refuse ("1.21", text,
          FRAMEWORK
          "initializing plugin \"RequestedToCapacityRatio\": at least "
          "one point must be specified");
  refuse ("1.22", text,
          "c: profiles[0].pluginConfig[8].args.shape: Required value: at least "
          "one point must be specified");
}

/* What is wrong comes in the order in which the release looks at a file: some
 * fields, each profile with its arguments, the other fields. */
static void
test_order_of_problems (void **state)
{
  refuse (
      "1.30",
      FILE_OF ("v1", "extenders: [{urlPrefix: 'http://e', prioritizeVerb: p}]\n"
                     "podInitialBackoffSeconds: -1\n"
                     "percentageOfNodesToScore: -1\n"
                     "profiles:\n"
                     "- schedulerName: a\n"
                     "  percentageOfNodesToScore: 101\n"
                     "  pluginConfig:\n"
                     "  - name: InterPodAffinity\n"
                     "    args: {hardPodAffinityWeight: 101}\n"
                     "- schedulerName: a\n"
                     "  percentageOfNodesToScore: 102\n"
                     "parallelism: -1\n"
                     "clientConnection: {burst: -1}\n"),
      "c: [clientConnection.burst: Invalid value: -1: must be non-negative, "
      "parallelism: Invalid value: -1: should be an integer value greater "
      "than zero, "
      "profiles[0].percentageOfNodesToScore: Invalid value: 101: not in "
      "valid range [0-100], "
      "profiles[0].pluginConfig[0].args.hardPodAffinityWeight: Invalid "
      "value: 101: not in valid range [0-100], "
      "profiles[1].percentageOfNodesToScore: Invalid value: 102: not in "
      "valid range [0-100], "
      "profiles[1].schedulerName: Duplicate value: \"a\", "
      "percentageOfNodesToScore: Invalid value: -1: not in valid range "
      "[0-100], "
      "podInitialBackoffSeconds: Invalid value: -1: must be greater than 0, "
      "extenders[0].weight: Invalid value: 0: must have a positive weight "
      "applied to it]");
}

static void
test_top_level_limits (void **state)
{
  static const struct
  {
    const char *release;
    const char *version;
    const char *field;
    const char *message;
  } rows[] = {
    { "1.20", "v1beta1", "parallelism: 0",
      "parallelism: Invalid value: 0: should be an integer value greater than "
      "zero" },
    { "1.25", "v1", "percentageOfNodesToScore: 101",
      "percentageOfNodesToScore: Invalid value: 101: not in valid range "
      "[0-100]" },
    { "1.26", "v1", "profiles: [{percentageOfNodesToScore: -1}]",
      "profiles[0].percentageOfNodesToScore: Invalid value: -1: not in valid "
      "range [0-100]" },
    { "1.25", "v1", "podInitialBackoffSeconds: 0",
      "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0" },
    { "1.25", "v1", "podInitialBackoffSeconds: 11",
      "podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal "
      "to PodInitialBackoffSeconds" },
    { "1.25", "v1", "clientConnection: {burst: -1}",
      "clientConnection.burst: Invalid value: -1: must be non-negative" },
    { "1.25", "v1", "leaderElection: {leaseDuration: 10s}",
      "leaderElection.leaseDuration: Invalid value: \"10s\": LeaseDuration "
      "must be greater than RenewDeadline" },
    { "1.25", "v1", "leaderElection: {retryPeriod: -1s}",
      "leaderElection.retryPeriod: Invalid value: \"-1s\": must be greater "
      "than zero" },
    { "1.27", "v1", "leaderElection: {resourceLock: endpoints}",
      "leaderElection.resourceLock: Invalid value: \"endpoints\": resourceLock "
      "value must be \"leases\"" },
    { "1.23", "v1beta2", "healthzBindAddress: 0.0.0.0:10251",
      "healthzBindAddress: Invalid value: \"0.0.0.0:10251\": must be empty or "
      "with an explicit 0 port" },
    { "1.20", "v1beta1", "metricsBindAddress: ':x'",
      "metricsBindAddress: Invalid value: \"0.0.0.0:x\": must be between 1 and "
      "65535, inclusive" },
    { "1.22", "v1beta1", "healthzBindAddress: '[::1]:0'",
      "healthzBindAddress: Invalid value: \"[::1]:0\": must be between 1 and "
      "65535, inclusive" },
    { "1.22", "v1beta2", "healthzBindAddress: ''",
      "healthzBindAddress: Invalid value: \"\": must be a valid socket address "
      "format, (e.g. 0.0.0.0:10254 or [::]:10254)" },
    { "1.22", "v1beta2", "metricsBindAddress: a:1",
      "metricsBindAddress: Invalid value: \"a:1\": must be a valid IP address, "
      "(e.g. 10.9.8.7 or 2001:db8::ffff)" },
    { "1.23", "v1beta2", "metricsBindAddress: :0",
      "metricsBindAddress: Invalid value: \":0\": must be a valid socket address "
      "format, (e.g. 0.0.0.0:10254 or [::]:10254)" },
    { "1.16", "v1alpha1", "hardPodAffinitySymmetricWeight: 101",
      "hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range "
      "[0-100]" },
    { "1.25", "v1", "parallelism: 0\npercentageOfNodesToScore: -1",
      "[parallelism: Invalid value: 0: should be an integer value greater than "
      "zero, percentageOfNodesToScore: Invalid value: -1: not in valid range "
      "[0-100]]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FILE_OF ("%s", "%s\n"),
                                               rows[i].version, rows[i].field);
      g_autofree char *message = g_strconcat ("c: ", rows[i].message, NULL);

      refuse (rows[i].release, text, message);
    }
}

/* Only 1.27 and later insist on leases, and only with leader election on. */
static void
test_locks_that_pass (void **state)
{
  g_autoptr (FitConfiguration) old = read_config (
      "1.26", FILE_OF ("v1", "leaderElection: {resourceLock: endpoints}\n"));
  g_autoptr (FitConfiguration) off = read_config (
      "1.27", FILE_OF ("v1", "leaderElection: {leaderElect: false, "
                             "resourceLock: endpoints}\n"));

  assert_string_equal (old->file->leader_election.resource_lock, "endpoints");
  assert_false (off->file->leader_election.leader_elect);
}

/* -- plugins of programs --------------------------------------------------- */

static FitStatus
let_pass (const FitPluginCall *call, const FitNodeInfo *node)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static const FitPluginInfo mine
    = { .name = "Mine", .summary = "lets all pass", .filter = let_pass };
static const FitPluginInfo taken
    = { .name = "NodeName", .summary = "lets all pass", .filter = let_pass };

static FitConfiguration *
read_with (const FitPluginInfo *info, const char *release, const char *text,
           GError **error)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  FitConfigurationOptions options
      = { .release = release_of (release), .registry = registry };

  assert_true (fit_plugin_registry_add (registry, info, NULL));
  return fit_configuration_read (text, strlen (text), "c", &options, error);
}

static void
test_plugins_of_programs (void **state)
{
  static const char text[] = FILE_OF (
      "v1", PROFILE ("{multiPoint: {enabled: [{name: Mine}]}}\n"
                     "  pluginConfig: [{name: Mine, args: {a: 1}}]"));
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = read_with (&mine, "1.25", text, &error);
  g_autoptr (FitConfiguration) none = NULL;
  const FitProfileArgs *args;

  assert_non_null (configuration);
  assert_true (
      fit_profile_has (&configuration->profiles[0], FIT_POINT_FILTER, "Mine"));
  assert_false (
      fit_profile_has (&configuration->profiles[0], FIT_POINT_SCORE, "Mine"));
  args = fit_profile_find_args (&configuration->profiles[0], "Mine");
  assert_null (args->args);
  assert_string_equal (fit_value_get (args->written, "a")->text, "1");
  none = read_with (&taken, "1.25", FILE_OF ("v1", ""), &error);
  assert_null (none);
  assert_string_equal (error->message,
                       "c: a plugin named NodeName already exists");
}

/* v1.16 has only such plugins, and takes one twice. */
static void
test_plugins_in_v1_16 (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_with (
      &mine, "1.16",
      FILE_OF ("v1alpha1", "plugins: {filter: {enabled: [{name: Mine}, {name: "
                           "Mine}], disabled: [{name: '*'}]}}"),
      NULL);

  check_names (configuration, FIT_POINT_FILTER, "Mine Mine");
  refuse ("1.16",
          FILE_OF ("v1alpha1", "plugins: {filter: {enabled: [{name: X}]}}"),
          "c: error initializing the scheduling framework: filter plugin "
          "\"X\" does not exist");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_removed_plugins),
    cmocka_unit_test (test_names_of_no_plugin),
    cmocka_unit_test (test_hints_at_plugins),
    cmocka_unit_test (test_points_of_additional_plugins),
    cmocka_unit_test (test_arguments_of_additional_plugins),
    cmocka_unit_test (test_plugins_come_and_go),
    cmocka_unit_test (test_wrong_points),
    cmocka_unit_test (test_conflicting_scores),
    cmocka_unit_test (test_conflicts_begin_and_end),
    cmocka_unit_test (test_needed_plugins),
    cmocka_unit_test (test_profiles_beside_each_other),
    cmocka_unit_test (test_arguments_by_default),
    cmocka_unit_test (test_order_of_problems),
    cmocka_unit_test (test_top_level_limits),
    cmocka_unit_test (test_locks_that_pass),
    cmocka_unit_test (test_plugins_of_programs),
    cmocka_unit_test (test_plugins_in_v1_16),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
