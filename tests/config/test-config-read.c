/* test-config-read.c - files that can and cannot be decoded, and why
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

static void
test_versions_of_releases (void **state)
{
  refuse ("1.22", FILE_OF ("v1", ""),
          "c: line 1, column 13: apiVersion: found string "
          "\"kubescheduler.config.k8s.io/v1\", expected a version of "
          "kubescheduler.config.k8s.io that 1.22.6 reads: v1beta1 and v1beta2\n"
          "hint: v1 is read by 1.25.2 to 1.36.3");
  refuse ("1.29", FILE_OF ("v1beta3", ""),
          "c: line 1, column 13: apiVersion: found string "
          "\"kubescheduler.config.k8s.io/v1beta3\", expected a version of "
          "kubescheduler.config.k8s.io that 1.29.1 reads: v1\n"
          "hint: v1beta3 is read by 1.23.3 to 1.28.3");
  refuse ("1.16",
          "apiVersion: componentconfig/v1alpha1\n"
          "kind: KubeSchedulerConfiguration\n",
          "c: line 1, column 13: apiVersion: found string "
          "\"componentconfig/v1alpha1\", expected a version of "
          "kubescheduler.config.k8s.io that 1.16.15 reads: v1alpha1\n"
          "hint: write kubescheduler.config.k8s.io/v1alpha1");
  refuse ("1.25", "kind: KubeSchedulerConfiguration\n",
          "c: line 1, column 1: apiVersion: found nothing, expected "
          "kubescheduler.config.k8s.io/VERSION");
}

static void
test_other_documents (void **state)
{
  refuse ("1.20", "{\"apiVersion\": \"v1\", \"kind\": \"Policy\"}",
          "c: line 1, column 30: kind: found string \"Policy\", expected "
          "KubeSchedulerConfiguration\n"
          "hint: this is a Policy: a configuration names it in "
          "algorithmSource, or it is read by itself");
  refuse ("1.20", "[]",
          "c: line 1, column 1: found a list, expected an object");
  refuse ("1.20", "", "c: line 1, column 1: found null, expected an object");
  refuse ("1.20", "{\"kind\": 1}",
          "c: line 1, column 10: kind: found number 1, expected "
          "KubeSchedulerConfiguration");
  refuse ("1.20", "{\"kind\": ",
          "c: JSON: unexpected end of JSON input (line 1, column 10)");
  /* Go also calls this white space. */
  refuse (
      "1.20", "\xc2\xa0{\"kind\": ",
      "c: JSON: invalid character '\xc3\x82' looking for beginning of value "
      "(line 1, column 1)");
}

static void
test_unknown_fields (void **state)
{
  refuse ("1.25",
          FILE_OF ("v1", "profiles:\n"
                         "- schedulerName: a\n"
                         "  plugins:\n"
                         "    multipoint: {}\n"),
          "c: line 6, column 5: profiles[0].plugins: found unknown field "
          "\"multipoint\", expected one of queueSort, preFilter, filter, "
          "postFilter, preScore, score, reserve, permit, preBind, bind, "
          "postBind, multiPoint\n"
          "hint: did you mean \"multiPoint\"?");
  refuse ("1.25", FILE_OF ("v1", "profiles: [{plugins: {preEnqueue: {}}}]\n"),
          "c: line 3, column 23: profiles[0].plugins: found unknown field "
          "\"preEnqueue\", expected one of queueSort, preFilter, filter, "
          "postFilter, preScore, score, reserve, permit, preBind, bind, "
          "postBind, multiPoint\n"
          "hint: preEnqueue came with 1.26" TO_OLDER);
  refuse ("1.22",
          FILE_OF ("v1beta2", "profiles: [{plugins: {filter: {Enabled: []}}}]"),
          "c: line 3, column 32: profiles[0].plugins.filter: found unknown "
          "field \"Enabled\", expected one of enabled, disabled\n"
          "hint: did you mean \"enabled\"?");
  refuse ("1.20", FILE_OF ("v1beta1", "extenders: [{enableHttps: true}]"),
          "c: line 3, column 14: extenders[0]: found unknown field "
          "\"enableHttps\", expected one of urlPrefix, filterVerb, "
          "preemptVerb, prioritizeVerb, weight, bindVerb, enableHTTPS, "
          "tlsConfig, httpTimeout, nodeCacheCapable, managedResources, "
          "ignorable\n"
          "hint: write enableHTTPS: up to v1alpha2 it was enableHttps");
}

static void
test_fields_that_went (void **state)
{
  static const struct
  {
    const char *release;
    const char *version;
    const char *field;
    const char *hint;
  } rows[] = {
    { "1.25", "v1beta3", "healthzBindAddress: ''", "v1beta2" },
    { "1.25", "v1", "metricsBindAddress: ''", "v1beta2" },
    { "1.20", "v1beta1", "disablePreemption: true", "v1alpha2" },
    { "1.20", "v1beta1", "bindTimeoutSeconds: 1", "v1alpha2" },
    { "1.18", "v1alpha2", "hardPodAffinitySymmetricWeight: 1", "v1alpha1" },
    { "1.18", "v1alpha2", "algorithmSource: {}", "v1alpha1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FILE_OF ("%s", "%s\n"),
                                               rows[i].version, rows[i].field);
      g_autofree char *hint
          = g_strdup_printf ("had its last version in %s", rows[i].hint);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration
          = try_read (rows[i].release, text, &error);

      assert_null (configuration);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEMA));
      if (!g_str_has_suffix (error->message, hint))
        fail_msg ("%s", error->message);
    }
}

static void
test_repeated_fields (void **state)
{
  refuse ("1.25",
          FILE_OF ("v1", "profiles:\n"
                         "- schedulerName: a\n"
                         "- schedulerName: b\n"
                         "  schedulerName: c\n"),
          "c: line 6, column 3: profiles[1]: found field \"schedulerName\" "
          "again, expected it once");
  refuse ("1.25",
          "{\"apiVersion\": \"" GROUP "v1\", "
          "\"kind\": \"KubeSchedulerConfiguration\",\n"
          "\"parallelism\": 1,\n\"parallelism\": 2}",
          "c: line 3, column 1: found field \"parallelism\" again, expected it "
          "once");
}

/* The same anchor may be used twice, and what merges is overridden. */
static void
test_yaml_that_looks_repeated (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = read_config ("1.25", FILE_OF ("v1", "profiles:\n"
                                            "- &a\n"
                                            "  schedulerName: a\n"
                                            "  plugins: {}\n"
                                            "- <<: *a\n"
                                            "  schedulerName: b\n"));

  assert_int_equal (configuration->n_profiles, 2);
  assert_non_null (fit_configuration_find (configuration, "b"));
}

static void
test_types (void **state)
{
  refuse ("1.25", FILE_OF ("v1", "parallelism: \"16\"\n"),
          "c: line 3, column 14: parallelism: found string \"16\", expected "
          "an integer\nhint: write the number without quotes: 16");
  refuse ("1.25", FILE_OF ("v1", "percentageOfNodesToScore: 4294967296\n"),
          "c: line 3, column 27: percentageOfNodesToScore: found number "
          "4294967296, expected an integer of 32 bits");
  refuse ("1.25", FILE_OF ("v1", "leaderElection: {leaderElect: 'no'}\n"),
          "c: line 3, column 31: leaderElection.leaderElect: found string "
          "\"no\", expected true or false");
  refuse ("1.25", FILE_OF ("v1", "profiles: {}\n"),
          "c: line 3, column 11: profiles: found an object, expected a list");
  refuse ("1.25", FILE_OF ("v1", "profiles: [{schedulerName: 7}]\n"),
          "c: line 3, column 28: profiles[0].schedulerName: found number 7, "
          "expected a string\nhint: put it in quotes");
  refuse ("1.25", FILE_OF ("v1", "clientConnection: {qps: fast}\n"),
          "c: line 3, column 25: clientConnection.qps: found string \"fast\", "
          "expected a number");
}

/* The least and the greatest values that are taken, and the next ones. */
static void
test_limits (void **state)
{
#define ELECTION(fields) "leaderElection: {" fields "}\n"
#define PERCENTAGE ": not in valid range [0-100]"
  static const struct
  {
    const char *release;
    const char *version;
    const char *fields;
    const char *problem; /* (nullable) */
  } rows[] = {
    { "1.25", "v1", "percentageOfNodesToScore: -1\n",
      "percentageOfNodesToScore: Invalid value: -1" PERCENTAGE },
    { "1.25", "v1", "percentageOfNodesToScore: 0\n", NULL },
    { "1.25", "v1", "percentageOfNodesToScore: 100\n", NULL },
    { "1.25", "v1", "percentageOfNodesToScore: 101\n",
      "percentageOfNodesToScore: Invalid value: 101" PERCENTAGE },
    { "1.16", "v1alpha1", "hardPodAffinitySymmetricWeight: -1\n",
      "hardPodAffinitySymmetricWeight: Invalid value: -1" PERCENTAGE },
    { "1.16", "v1alpha1", "hardPodAffinitySymmetricWeight: 0\n", NULL },
    { "1.16", "v1alpha1", "hardPodAffinitySymmetricWeight: 100\n", NULL },
    { "1.16", "v1alpha1", "hardPodAffinitySymmetricWeight: 101\n",
      "hardPodAffinitySymmetricWeight: Invalid value: 101" PERCENTAGE },
    { "1.18", "v1alpha2", "bindTimeoutSeconds: -1\n",
      "bindTimeoutSeconds: Invalid value: -1: must not be negative" },
    { "1.18", "v1alpha2", "bindTimeoutSeconds: 0\n", NULL },
    { "1.25", "v1", "parallelism: 0\n",
      "parallelism: Invalid value: 0: should be an integer value greater than "
      "zero" },
    { "1.25", "v1", "parallelism: 1\n", NULL },
    { "1.25", "v1", "clientConnection: {burst: -1}\n",
      "clientConnection.burst: Invalid value: -1: must be non-negative" },
    { "1.25", "v1", "clientConnection: {burst: 0}\n", NULL },
    { "1.25", "v1", "podInitialBackoffSeconds: 0\n",
      "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0" },
    { "1.25", "v1", "podInitialBackoffSeconds: 1\n", NULL },
    { "1.25", "v1", "podInitialBackoffSeconds: 5\npodMaxBackoffSeconds: 4\n",
      "podMaxBackoffSeconds: Invalid value: 4: must be greater than or equal "
      "to PodInitialBackoffSeconds" },
    { "1.25", "v1", "podInitialBackoffSeconds: 5\npodMaxBackoffSeconds: 5\n",
      NULL },
    { "1.25", "v1", ELECTION ("leaseDuration: 10s, renewDeadline: 10s"),
      "leaderElection.leaseDuration: Invalid value: \"10s\": LeaseDuration "
      "must be greater than RenewDeadline" },
    { "1.25", "v1",
      ELECTION ("leaseDuration: 10.000000001s, renewDeadline: 10s"), NULL },
    { "1.25", "v1", ELECTION ("leaseDuration: -1s"),
      "[leaderElection.leaseDuration: Invalid value: \"-1s\": must be greater "
      "than zero, leaderElection.leaseDuration: Invalid value: \"-1s\": "
      "LeaseDuration must be greater than RenewDeadline]" },
    { "1.25", "v1", ELECTION ("renewDeadline: -1s"),
      "leaderElection.renewDeadline: Invalid value: \"-1s\": must be greater "
      "than zero" },
    { "1.25", "v1", ELECTION ("retryPeriod: -1ns"),
      "leaderElection.retryPeriod: Invalid value: \"-1ns\": must be greater "
      "than zero" },
    { "1.25", "v1", ELECTION ("retryPeriod: 1ns"), NULL },
    { "1.25", "v1", ELECTION ("leaderElect: false, retryPeriod: -1ns"), NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FILE_OF ("%s", "%s"),
                                               rows[i].version, rows[i].fields);
      g_autofree char *message = g_strconcat ("c: ", rows[i].problem, NULL);

      if (rows[i].problem != NULL)
        refuse (rows[i].release, text, message);
      else
        {
          g_autoptr (FitConfiguration) configuration
              = read_config (rows[i].release, text);

          assert_non_null (configuration);
        }
    }
}

static void
test_durations (void **state)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } rows[] = {
    { "100ms", 100000000 },
    { "1m30s", G_GINT64_CONSTANT (90000000000) },
    { "1.5h", G_GINT64_CONSTANT (5400000000000) },
    { "2us", 2000 },
    { "0", 0 },
    { ".5s", 500000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          FILE_OF ("v1", "extenders: [{httpTimeout: '%s'}]\n"), rows[i].text);
      g_autoptr (FitConfiguration) configuration = read_config ("1.25", text);
      const FitExtenderPolicy *extender = configuration->extenders->pdata[0];

      assert_int_equal (extender->http_timeout_ns, rows[i].ns);
    }
  refuse ("1.25", FILE_OF ("v1", "leaderElection: {retryPeriod: 2}\n"),
          "c: line 3, column 31: leaderElection.retryPeriod: found number 2, "
          "expected a duration like \"100ms\" or \"1m30s\"\n"
          "hint: a number has no unit: write it with one, in quotes");
  refuse ("1.25", FILE_OF ("v1", "leaderElection: {retryPeriod: 2d}\n"),
          "c: line 3, column 31: leaderElection.retryPeriod: found string "
          "\"2d\", expected a duration like \"100ms\" or \"1m30s\"");
}

/* null is the same as absent, and so is an empty value where 0 means nothing. */
static void
test_absent_values (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.25", FILE_OF ("v1", "parallelism: null\n"
                             "profiles: null\n"
                             "leaderElection:\n"
                             "  leaseDuration: 0s\n"
                             "  resourceLock: ''\n"
                             "clientConnection: {qps: 0, burst: 0}\n"));
  const FitConfigFile *file = configuration->file;

  assert_int_equal (file->parallelism, 16);
  assert_int_equal (configuration->n_profiles, 1);
  assert_int_equal (file->leader_election.lease_duration_ns,
                    G_GINT64_CONSTANT (15000000000));
  assert_string_equal (file->leader_election.resource_lock, "leases");
  assert_true (file->client_connection.qps == 50.0);
  assert_int_equal (file->client_connection.burst, 100);
}

/* v1alpha1 takes what it does not know, and says so. */
static void
test_lenient_reading (void **state)
{
  static const char text[] = FILE_OF ("v1alpha1", "scheduler: a\n"
                                                  "schedulerName: a\n"
                                                  "schedulerName: b\n");
  static const char *const releases[] = { "1.16", "1.18" };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autoptr (FitConfiguration) configuration
          = read_config (releases[i], text);

      assert_string_equal (configuration->profiles[0].scheduler_name, "b");
      assert_int_equal (configuration->warnings->len, 2);
      assert_string_equal (
          configuration->warnings->pdata[0],
          "c: line 5, column 1: found field \"schedulerName\" again, expected "
          "it once");
      assert_non_null (strstr (configuration->warnings->pdata[1],
                               "found unknown field \"scheduler\""));
    }
}

static void
test_names_of_the_lock (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = read_config ("1.16", FILE_OF ("v1alpha1", "leaderElection:\n"
                                                  "  lockObjectName: x\n"
                                                  "  lockObjectNamespace: ns\n"
                                                  "  resourceName: x\n"));
  const FitLeaderElection *election = &configuration->file->leader_election;

  assert_string_equal (election->resource_name, "x");
  assert_string_equal (election->resource_namespace, "ns");
  refuse ("1.18",
          FILE_OF ("v1alpha1", "leaderElection:\n"
                               "  lockObjectName: x\n"
                               "  resourceName: z\n"),
          "c: line 5, column 17: leaderElection.resourceName: found \"z\", "
          "expected \"x\" as in lockObjectName");
  refuse ("1.18",
          FILE_OF ("v1alpha1", "leaderElection:\n"
                               "  lockObjectNamespace: x\n"
                               "  resourceNamespace: z\n"),
          "c: line 5, column 22: leaderElection.resourceNamespace: found "
          "\"z\", expected \"x\" as in lockObjectNamespace");
}

static void
test_algorithm_sources (void **state)
{
  g_autoptr (FitConfiguration) file = read_config (
      "1.16",
      FILE_OF ("v1alpha1", "algorithmSource: {policy: {file: {path: /p}}}\n"));
  g_autoptr (FitConfiguration) map = read_config (
      "1.16", FILE_OF ("v1alpha1",
                       "algorithmSource: {policy: {configMap: {name: m}}}\n"));
  g_autoptr (FitConfiguration) provider = read_config (
      "1.18", FILE_OF ("v1alpha1", "algorithmSource: {provider: "
                                   "ClusterAutoscalerProvider}\n"));
  const FitPolicyConfigMapSource *source
      = map->file->algorithm_source.policy->config_map;

  assert_string_equal (file->file->algorithm_source.policy->file->path, "/p");
  assert_null (file->file->algorithm_source.provider);
  assert_string_equal (source->name, "m");
  assert_string_equal (source->namespace_, "kube-system");
  check_names (provider, FIT_POINT_SCORE,
               "NodeResourcesBalancedAllocation:1 ImageLocality:1 "
               "InterPodAffinity:1 NodeResourcesMostAllocated:1 NodeAffinity:1 "
               "NodePreferAvoidPods:10000 DefaultPodTopologySpread:1 "
               "TaintToleration:1 PodTopologySpread:1");
  refuse ("1.18", FILE_OF ("v1alpha1", "algorithmSource: {provider: Mine}\n"),
          "c: couldn't create scheduler using provider \"Mine\": "
          "algorithm provider \"Mine\" is not registered\nhint: the "
          "providers are DefaultProvider and ClusterAutoscalerProvider");
}

static void
test_files (void **state)
{
  FitConfigurationOptions options = { .release = release_of ("1.25") };
  g_autofree char *path = data_path ("two-profiles.yaml");
  g_autofree char *text = NULL;
  g_autoptr (FitConfiguration) configuration = NULL;
  gsize len;

  assert_true (g_file_get_contents (path, &text, &len, NULL));
  configuration = fit_configuration_read (text, len, path, &options, NULL);
  assert_non_null (configuration);
  assert_int_equal (configuration->n_profiles, 2);
  assert_int_equal (configuration->profiles[0].percentage_of_nodes_to_score,
                    -1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_versions_of_releases),
    cmocka_unit_test (test_other_documents),
    cmocka_unit_test (test_unknown_fields),
    cmocka_unit_test (test_fields_that_went),
    cmocka_unit_test (test_repeated_fields),
    cmocka_unit_test (test_yaml_that_looks_repeated),
    cmocka_unit_test (test_types),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_durations),
    cmocka_unit_test (test_absent_values),
    cmocka_unit_test (test_lenient_reading),
    cmocka_unit_test (test_names_of_the_lock),
    cmocka_unit_test (test_algorithm_sources),
    cmocka_unit_test (test_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
