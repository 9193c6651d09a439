/* test-profile-framework.c - plugins of a program run as the profile says
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/legacy-rules.h"
#include "config/profile-framework.h"

#include "tests/config/config-test.h"
#include "tests/support/cluster.h"

static FitStatus
score_one (const FitPluginCall *call, const FitNodeInfo *node,
           gint64 *out_score)
{
  *out_score = 1;
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static const FitPluginInfo mine = { .name = "Mine", .score = score_one };
static const FitPluginInfo other = { .name = "Other", .score = score_one };

/* The scores of both plugins, as "Mine:7 Other:3", and the total of a node. */
static void
expect_scores (const char *release, const char *text, const char *expected,
               gint64 total)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  const FitConfigurationOptions options
      = { .release = release_of (release), .registry = registry };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (FitCycleState) cycle_state = fit_cycle_state_new ();
  g_autoptr (FitFramework) framework = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  const FitNodeInfo *node;
  FitScores *scores;
  FitFrameworkCycle cycle;
  g_auto (FitStatus) status = { 0 };
  gint64 sum = 0;

  cluster_init (&cluster, NODE ("n1", "", "") PENDING ("", ""), NULL);
  node = cluster_node (&cluster, "n1");
  assert_true (fit_plugin_registry_add (registry, &mine, NULL));
  assert_true (fit_plugin_registry_add (registry, &other, NULL));
  configuration
      = fit_configuration_read (text, strlen (text), "c", &options, NULL);
  assert_non_null (configuration);
  framework = fit_profile_framework_new (configuration, 0, registry,
                                         cluster.cache, NULL);
  assert_non_null (framework);
  cycle = (FitFrameworkCycle){ cycle_state, cluster.pending };
  status = fit_framework_score (framework, &cycle, &(FitNodeList){ 1, &node },
                                cluster.arena, &sum, &scores);
  assert_int_equal (status.code, FIT_STATUS_SUCCESS);
  for (guint i = 0; i < fit_framework_n_scores (framework); i++)
    g_string_append_printf (found, "%s%s:%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            scores[i].name, scores[i].weight);
  assert_string_equal (found->str, expected);
  assert_int_equal (sum, total);
}

static void
test_weights (void **state)
{
  expect_scores ("1.25",
                 FILE_OF ("v1", "profiles:\n"
                                "- plugins: {score: {enabled: [{name: Mine, "
                                "weight: 7}, {name: Other, weight: 3}]}}\n"),
                 "Mine:7 Other:3", 10);
  expect_scores ("1.20",
                 FILE_OF ("v1beta1",
                          "profiles:\n"
                          "- plugins: {score: {enabled: [{name: Other, weight: "
                          "3}, {name: Mine}]}}\n"),
                 "Other:3 Mine:1", 4);
}

static GString *taken;

static gpointer
take_args (const FitValue *args, const FitPluginHandle *handle, GError **error)
{
  const char *text = args != NULL ? fit_value_get_string (args, "text") : NULL;

  g_string_append_printf (taken, "%s ", text != NULL ? text : "-");
  return NULL;
}

/* Each plugin gets what the file says for it. */
static void
test_arguments (void **state)
{
  static const FitPluginInfo first
      = { .name = "First", .create = take_args, .score = score_one },
      second = { .name = "Second", .create = take_args, .score = score_one },
      third = { .name = "Third", .create = take_args, .score = score_one };
  static const FitPluginInfo *const infos[] = { &first, &second, &third };
  const char *text = FILE_OF (
      "v1",
      "profiles:\n"
      "- plugins: {queueSort: {enabled: [{name: PrioritySort}]}, bind: "
      "{enabled: [{name: DefaultBinder}]}, multiPoint: {disabled: [{name: "
      "'*'}], enabled: [{name: First}, {name: Second}, {name: Third}]}}\n"
      "  pluginConfig: [{name: First, args: {text: one}}, {name: Second, "
      "args: {text: two}}]\n");
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  const FitConfigurationOptions options
      = { .release = release_of ("1.25"), .registry = registry };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (FitFramework) framework = NULL;
  g_auto (Cluster) cluster = { 0 };

  taken = g_string_new (NULL);
  cluster_init (&cluster, NODE ("n1", "", "") PENDING ("", ""), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    assert_true (fit_plugin_registry_add (registry, infos[i], NULL));
  configuration
      = fit_configuration_read (text, strlen (text), "c", &options, NULL);
  assert_non_null (configuration);
  framework = fit_profile_framework_new (configuration, 0, registry,
                                         cluster.cache, NULL);
  assert_non_null (framework);
  assert_string_equal (taken->str, "one two - ");
  g_string_free (g_steal_pointer (&taken), TRUE);
}

/* v1.16 has no profiles: its file has one set of plugins, which run beside the
 * predicates and priorities. */
static void
test_v16 (void **state)
{
  const char *text = FILE_OF (
      "v1alpha1",
      "plugins:\n"
      "  score: {enabled: [{name: Mine, weight: 7}, {name: Other}]}\n"
      "pluginConfig:\n"
      "- {name: Mine, args: {a: 1}}\n"
      "- {name: Other, args: {b: 2}}\n");
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  const FitConfigurationOptions options
      = { .release = release_of ("1.16"), .registry = registry };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (FitPluginLists) lists = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  FitLegacyRules rules;

  assert_true (fit_plugin_registry_add (registry, &mine, NULL));
  assert_true (fit_plugin_registry_add (registry, &other, NULL));
  configuration
      = fit_configuration_read (text, strlen (text), "c", &options, NULL);
  assert_non_null (configuration);
  fit_legacy_rules_init (&rules, configuration);
  lists = rules.plugin_lists;
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    for (guint i = 0; i < lists->enabled[point]->len; i++)
      {
        const FitEnabledPlugin *plugin
            = &g_array_index (lists->enabled[point], FitEnabledPlugin, i);

        g_string_append_printf (
            found, "%s %s:%" G_GINT64_FORMAT "; ",
            fit_extension_point_info ((FitExtensionPoint) point)->name,
            plugin->name, plugin->weight);
      }
  for (guint i = 0; i < lists->args->len; i++)
    {
      const FitPluginArgs *args
          = &g_array_index (lists->args, FitPluginArgs, i);

      g_string_append_printf (found, "%s(%s) ", args->name,
                              args->args->members[0].key);
    }
  assert_string_equal (found->str, "score Mine:7; score Other:1; "
                                   "Mine(a) Other(b) ");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_weights),
    cmocka_unit_test (test_arguments),
    cmocka_unit_test (test_v16),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
