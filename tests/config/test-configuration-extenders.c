/* test-configuration-extenders.c - extenders of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/profile-algorithm.h"

#include "tests/config/config-test.h"

#define FRAMEWORK                                                  \
  "c: initializing profiles: creating profile for scheduler name " \
  "default-scheduler: "

static const char ignoring[]
    = "extenders: [{urlPrefix: http://e, managedResources: [{name: x.io/a, "
      "ignoredByScheduler: true}, {name: x.io/b}]}]\n";

static FitConfiguration *
read_parts (const char *release, const char *head, const char *rest)
{
  g_autofree char *text = g_strconcat (head, ignoring, rest, NULL);

  return read_config (release, text);
}

static void
refuse_parts (const char *release, const char *head, const char *rest,
              const char *message)
{
  g_autofree char *text = g_strconcat (head, ignoring, rest, NULL);

  refuse (release, text, message);
}

static void
test_fields (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25",
      FILE_OF ("v1", "extenders:\n"
                     "- urlPrefix: https://e\n"
                     "  filterVerb: f\n"
                     "  prioritizeVerb: p\n"
                     "  weight: 5\n"
                     "  bindVerb: b\n"
                     "  preemptVerb: v\n"
                     "  enableHTTPS: true\n"
                     "  nodeCacheCapable: true\n"
                     "  ignorable: true\n"
                     "  tlsConfig: {insecure: true, certData: QUJD}\n"));
  const FitExtenderPolicy *extender = configuration->extenders->pdata[0];

  assert_string_equal (extender->url_prefix, "https://e");
  assert_string_equal (extender->filter_verb, "f");
  assert_string_equal (extender->prioritize_verb, "p");
  assert_string_equal (extender->bind_verb, "b");
  assert_string_equal (extender->preempt_verb, "v");
  assert_int_equal (extender->weight, 5);
  assert_true (extender->enable_https);
  assert_true (extender->node_cache_capable);
  assert_true (extender->ignorable);
  assert_true (extender->tls->insecure);
  assert_string_equal (extender->tls->server_name, "");
  assert_string_equal (extender->tls->cert_data, "QUJD");
}

/* v1alpha2 spells as a Policy does. */
static void
test_v1alpha2 (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.18", FILE_OF ("v1alpha2", "extenders: [{urlPrefix: e, enableHttps: "
                                   "true, httpTimeout: 1000000}]\n"));
  const FitExtenderPolicy *extender = configuration->extenders->pdata[0];

  assert_true (extender->enable_https);
  assert_int_equal (extender->http_timeout_ns, 1000000);
  refuse ("1.18", FILE_OF ("v1alpha2", "extenders: [{httpTimeout: 1m30s}]\n"),
          "c: line 3, column 27: extenders[0].httpTimeout: found string "
          "\"1m30s\", expected an integer\n"
          "hint: write nanoseconds: 90000000000");
  refuse ("1.20", FILE_OF ("v1beta1", "extenders: [{httpTimeout: 5}]\n"),
          "c: line 3, column 27: extenders[0].httpTimeout: found number 5, "
          "expected a duration like \"100ms\" or \"1m30s\"\n"
          "hint: a number has no unit: write it with one, in quotes");
}

static void
test_limits (void **state)
{
  refuse ("1.25",
          FILE_OF ("v1", "extenders: [{prioritizeVerb: p}, {bindVerb: b}, "
                         "{bindVerb: b}]\n"),
          "c: [extenders[0].weight: Invalid value: 0: must have a positive "
          "weight applied to it, extenders: Invalid value: \"found 2 extenders "
          "implementing bind\": only one extender can implement bind]");
  refuse ("1.25",
          FILE_OF ("v1", "extenders: [{managedResources: [{name: cpu}]}, "
                         "{managedResources: [{name: x.io/a}, {name: x.io/a}]}"
                         "]\n"),
          "c: [extenders[0].managedResources[0].name: Invalid value: \"cpu\": "
          "cpu is an invalid extended resource name, "
          "extenders[1].managedResources[1].name: Invalid value: \"x.io/a\": "
          "duplicate extender managed resource name]");
  refuse ("1.25", FILE_OF ("v1", "extenders: [{tlsConfig: {caData: '*'}}]\n"),
          "c: line 3, column 34: extenders[0].tlsConfig.caData: found string "
          "\"***\", expected a string in base64");
}

/* Extenders that may fail are asked after all others, whatever their place in
 * the file. */
static void
test_ignorable_extenders_come_last (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25", FILE_OF ("v1", "extenders:\n"
                             "- {urlPrefix: http://a, ignorable: true}\n"
                             "- {urlPrefix: http://b}\n"
                             "- {urlPrefix: http://c, ignorable: true}\n"
                             "- {urlPrefix: http://d}\n"));
  g_autoptr (GPtrArray) listed = g_ptr_array_new ();
  g_autoptr (GString) order = g_string_new (NULL);

  fit_configuration_list_extenders (configuration, listed);
  for (guint i = 0; i < listed->len; i++)
    {
      const FitExtenderPolicy *extender = listed->pdata[i];

      g_string_append_printf (order, "%s ", extender->url_prefix);
    }
  assert_string_equal (order->str, "http://b http://d http://a http://c ");
}

static void
check_ignored (const FitConfiguration *configuration)
{
  const FitProfileArgs *entry
      = fit_profile_find_args (&configuration->profiles[0], "NodeResourcesFit");
  const FitNodeResourcesFitArgs *args = entry->args;

  assert_int_equal (args->ignored_resources.n, 1);
  assert_string_equal (args->ignored_resources.items[0], "x.io/a");
}

/* NodeResourcesFit leaves out what extenders take care of. */
static void
test_ignored_resources (void **state)
{
  static const char config[] = "profiles: [{pluginConfig: [{name: "
                               "NodeResourcesFit, args: {ignoredResources: "
                               "[y.io/z]}}]}]\n";
  static const char no_filter[]
      = "profiles: [{plugins: {preFilter: {disabled: [{name: '*'}]}, filter: "
        "{disabled: [{name: '*'}]}, score: {disabled: [{name: '*'}]}}}]\n";
  g_autoptr (FitConfiguration) beta1
      = read_parts ("1.20", FILE_OF ("v1beta1", ""), "");
  g_autoptr (FitConfiguration) beta2
      = read_parts ("1.22", FILE_OF ("v1beta2", ""), "");
  g_autoptr (FitConfiguration) replaced
      = read_parts ("1.22", FILE_OF ("v1beta2", ""), config);

  check_ignored (beta1);
  check_ignored (beta2);
  check_ignored (replaced);
  refuse_parts ("1.20", FILE_OF ("v1beta1", ""), config,
                FRAMEWORK "repeated config for plugin NodeResourcesFit\n"
                          "hint: an extender with ignoredByScheduler "
                          "configures it already");
  refuse_parts ("1.22", FILE_OF ("v1beta2", ""), no_filter,
                FRAMEWORK "can't find NodeResourcesFitArgs in plugin config\n"
                          "hint: an extender has ignoredByScheduler: add "
                          "{name: NodeResourcesFit, args: {}} to "
                          "pluginConfig");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_fields),
    cmocka_unit_test (test_v1alpha2),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_ignorable_extenders_come_last),
    cmocka_unit_test (test_ignored_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
