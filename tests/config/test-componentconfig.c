/* test-componentconfig.c - the documents that kube-scheduler shows at /configz
 *
 * What is expected of 1.20 was taken from a kube-scheduler 1.20.2 that read the
 * same files; of other releases, from the structs of their sources.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#include "config/componentconfig.h"

#define CLIENT                                                        \
  "\"ClientConnection\":{\"Kubeconfig\":\"k\",\"AcceptContentTypes\"" \
  ":\"\",\"ContentType\":\"application/vnd.kubernetes.protobuf\","    \
  "\"QPS\":50,\"Burst\":100},"
#define ELECTION(lock)                                                        \
  "\"LeaderElection\":{\"LeaderElect\":true,\"LeaseDuration\":\"15s\","       \
  "\"RenewDeadline\":\"10s\",\"RetryPeriod\":\"2s\",\"ResourceLock\":\"" lock \
  "\",\"ResourceName\":\"kube-scheduler\",\"ResourceNamespace\":"             \
  "\"kube-system\"},"
#define ADDRESSES                             \
  "\"HealthzBindAddress\":\"0.0.0.0:10251\"," \
  "\"MetricsBindAddress\":\"0.0.0.0:10251\","
#define PROFILING "\"EnableProfiling\":true,\"EnableContentionProfiling\":true,"
#define NO_PROFILING \
  "\"EnableProfiling\":false,\"EnableContentionProfiling\":false,"
#define BACKOFFS "\"PodInitialBackoffSeconds\":1,\"PodMaxBackoffSeconds\":10,"

#define HEAD_OF_1_20                                          \
  "{\"Parallelism\":16,\"AlgorithmSource\":{\"Policy\":null," \
  "\"Provider\":\"DefaultProvider\"}," ELECTION ("leases")    \
      CLIENT ADDRESSES PROFILING "\"PercentageOfNodesToScore\":0," BACKOFFS

static void
check (const char *release, const char *text, gboolean complete,
       const char *expected)
{
  g_autoptr (FitConfiguration) configuration = read_config (release, text);
  g_autofree char *json = fit_componentconfig_json (
      &configuration->target, configuration->file, configuration, complete);

  assert_string_equal (json, expected);
}

/* Everything is there, and what is not in the file is null. */
static void
an_empty_file (void **state)
{
  check ("1.20.2", FILE_OF ("v1beta1", "clientConnection: {kubeconfig: k}\n"),
         FALSE,
         HEAD_OF_1_20 "\"Profiles\":[{\"SchedulerName\":\"default-scheduler\","
                      "\"Plugins\":null,\"PluginConfig\":null}],"
                      "\"Extenders\":null}");
}

/* Lists are as in the file: empty ones are not null. */
static void
lists_of_the_file (void **state)
{
  check ("1.20.2",
         FILE_OF (
             "v1beta1",
             "clientConnection: {kubeconfig: k}\n"
             "profiles:\n"
             "- schedulerName: one\n"
             "  plugins:\n"
             "    preFilter: {}\n"
             "    filter: {enabled: []}\n"
             "    score: {enabled: [{name: ImageLocality, weight: 7}], "
             "disabled: [{name: \"*\"}]}\n"
             "  pluginConfig:\n"
             "  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 5}}\n"
             "  - {name: NodeLabel, args: {presentLabels: [x]}}\n"
             "  - {name: NodeResourcesFit, args: {ignoredResources: []}}\n"
             "  - {name: VolumeBinding}\n"
             "  - {name: NodeAffinity, args: {addedAffinity: {"
             "requiredDuringSchedulingIgnoredDuringExecution: "
             "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, "
             "values: [b]}]}]}}}}\n"),
         FALSE,
         HEAD_OF_1_20
         "\"Profiles\":[{\"SchedulerName\":\"one\",\"Plugins\":{"
         "\"QueueSort\":null,\"PreFilter\":{\"Enabled\":null,"
         "\"Disabled\":null},\"Filter\":{\"Enabled\":[],\"Disabled\":null},"
         "\"PostFilter\":null,\"PreScore\":null,\"Score\":{\"Enabled\":[{"
         "\"Name\":\"ImageLocality\",\"Weight\":7}],\"Disabled\":[{"
         "\"Name\":\"*\",\"Weight\":0}]},\"Reserve\":null,\"Permit\":null,"
         "\"PreBind\":null,\"Bind\":null,\"PostBind\":null},\"PluginConfig\":["
         "{\"Name\":\"InterPodAffinity\",\"Args\":{\"HardPodAffinityWeight\":"
         "5}},{\"Name\":\"NodeLabel\",\"Args\":{\"PresentLabels\":[\"x\"],"
         "\"AbsentLabels\":null,\"PresentLabelsPreference\":null,"
         "\"AbsentLabelsPreference\":null}},{\"Name\":\"NodeResourcesFit\","
         "\"Args\":{\"IgnoredResources\":[],\"IgnoredResourceGroups\":null}},"
         "{\"Name\":\"VolumeBinding\",\"Args\":{\"BindTimeoutSeconds\":600}},"
         "{\"Name\":\"NodeAffinity\",\"Args\":{\"AddedAffinity\":{"
         "\"requiredDuringSchedulingIgnoredDuringExecution\":{"
         "\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"a\","
         "\"operator\":\"In\",\"values\":[\"b\"]}]}]}}}}]}],"
         "\"Extenders\":null}");
}

static void
extenders_without_secrets (void **state)
{
  check ("1.20.2",
         FILE_OF ("v1beta1",
                  "clientConnection: {kubeconfig: k}\n"
                  "extenders:\n"
                  "- {urlPrefix: \"https://u:canary@h/x\", prioritizeVerb: p, "
                  "weight: 2, managedResources: [], tlsConfig: {insecure: "
                  "true, certData: YWJj, keyData: Y2FuYXJ5}}\n"),
         FALSE,
         HEAD_OF_1_20
         "\"Profiles\":[{\"SchedulerName\":\"default-scheduler\",\"Plugins\":"
         "null,\"PluginConfig\":null}],\"Extenders\":[{\"URLPrefix\":"
         "\"https://***@h/x\",\"FilterVerb\":\"\",\"PreemptVerb\":\"\","
         "\"PrioritizeVerb\":\"p\",\"Weight\":2,\"BindVerb\":\"\","
         "\"EnableHTTPS\":false,\"TLSConfig\":{\"Insecure\":true,"
         "\"ServerName\":\"\",\"CertFile\":\"\",\"KeyFile\":\"\","
         "\"CAFile\":\"\",\"CertData\":\"YWJj\",\"KeyData\":\"***\","
         "\"CAData\":null},\"HTTPTimeout\":\"5s\",\"NodeCacheCapable\":false,"
         "\"ManagedResources\":[],\"Ignorable\":false}]}");
}

/* At log level 2 the profiles are those that run. */
static void
profiles_that_run (void **state)
{
  check ("1.20.2",
         FILE_OF ("v1beta1",
                  "clientConnection: {kubeconfig: k}\n"
                  "profiles:\n"
                  "- plugins:\n"
                  "    filter: {enabled: [{name: NodeLabel}], disabled: "
                  "[{name: \"*\"}]}\n"
                  "    preFilter: {disabled: [{name: \"*\"}]}\n"
                  "    postFilter: {disabled: [{name: \"*\"}]}\n"
                  "    preScore: {disabled: [{name: \"*\"}]}\n"
                  "    score: {disabled: [{name: \"*\"}]}\n"
                  "    reserve: {disabled: [{name: \"*\"}]}\n"
                  "    preBind: {disabled: [{name: \"*\"}]}\n"),
         TRUE,
         HEAD_OF_1_20
         "\"Profiles\":[{\"SchedulerName\":\"default-scheduler\",\"Plugins\":{"
         "\"QueueSort\":{\"Enabled\":[{\"Name\":\"PrioritySort\",\"Weight\":0}"
         "],\"Disabled\":null},\"PreFilter\":{\"Enabled\":[],\"Disabled\":null"
         "},\"Filter\":{\"Enabled\":[{\"Name\":\"NodeLabel\",\"Weight\":0}],"
         "\"Disabled\":null},\"PostFilter\":{\"Enabled\":[],\"Disabled\":null}"
         ",\"PreScore\":{\"Enabled\":[],\"Disabled\":null},\"Score\":{"
         "\"Enabled\":[],\"Disabled\":null},\"Reserve\":{\"Enabled\":[],"
         "\"Disabled\":null},\"Permit\":{\"Enabled\":[],\"Disabled\":null},"
         "\"PreBind\":{\"Enabled\":[],\"Disabled\":null},\"Bind\":{"
         "\"Enabled\":[{\"Name\":\"DefaultBinder\",\"Weight\":0}],"
         "\"Disabled\":null},\"PostBind\":{\"Enabled\":[],\"Disabled\":null}},"
         "\"PluginConfig\":[{\"Name\":\"NodeLabel\",\"Args\":{"
         "\"PresentLabels\":null,\"AbsentLabels\":null,"
         "\"PresentLabelsPreference\":null,\"AbsentLabelsPreference\":null}}]}"
         "],\"Extenders\":null}");
}

/* Before 1.18 there is one profile, at the top level, with arguments as they
 * are. */
static void
of_1_16 (void **state)
{
  for (guint i = 0; i < 2; i++)
    check ("1.16.7",
           FILE_OF ("v1alpha1",
                    "clientConnection: {kubeconfig: k}\n"
                    "leaderElection: {lockObjectName: mine}\n"
                    "algorithmSource: {policy: {configMap: {name: p}}}\n"
                    "pluginConfig: [{name: A, args: {b: [1, {c: d}]}}, {name: "
                    "B}]\n"),
           i == 1,
           "{\"SchedulerName\":\"default-scheduler\",\"AlgorithmSource\":{"
           "\"Policy\":{\"File\":null,\"ConfigMap\":{\"Namespace\":"
           "\"kube-system\",\"Name\":\"p\"}},\"Provider\":null},"
           "\"HardPodAffinitySymmetricWeight\":1,"
           "\"LeaderElection\":{\"LeaderElect\":true,\"LeaseDuration\":\"15s\","
           "\"RenewDeadline\":\"10s\",\"RetryPeriod\":\"2s\",\"ResourceLock\":"
           "\"endpoints\",\"ResourceName\":\"mine\",\"ResourceNamespace\":"
           "\"kube-system\"}," CLIENT ADDRESSES NO_PROFILING
           "\"DisablePreemption\":false,\"PercentageOfNodesToScore\":0,"
           "\"BindTimeoutSeconds\":600,\"Plugins\":null,\"PluginConfig\":[{"
           "\"Name\":\"A\",\"Args\":{\"b\":[1,{\"c\":\"d\"}]}},{\"Name\":\"B\","
           "\"Args\":null}]}");
}

/* 1.18 shows a v1alpha1 file in its later form. */
static void
of_1_18 (void **state)
{
  for (guint i = 0; i < 2; i++)
    check ("1.18",
           FILE_OF ("v1alpha1", "clientConnection: {kubeconfig: k}\n"
                                "hardPodAffinitySymmetricWeight: 4\n"),
           i == 1,
           "{\"AlgorithmSource\":{\"Policy\":null,\"Provider\":"
           "\"DefaultProvider\"}," ELECTION ("endpointsleases")
               CLIENT ADDRESSES PROFILING
           "\"DisablePreemption\":false,\"PercentageOfNodesToScore\":0,"
           "\"BindTimeoutSeconds\":600," BACKOFFS
           "\"Profiles\":[{\"SchedulerName\":\"default-scheduler\",\"Plugins\":"
           "null,\"PluginConfig\":[{\"Name\":\"InterPodAffinity\",\"Args\":{"
           "\"hardPodAffinityWeight\":4}}]}],\"Extenders\":null}");
}

/* Without profiling there is none of contention, unless the file asks for it. */
static void
profiling_off (void **state)
{
  static const struct
  {
    const char *release, *version, *fields, *shown;
  } cases[] = {
    { "1.16.7", "v1alpha1", "enableProfiling: true\n",
      "\"EnableProfiling\":true,\"EnableContentionProfiling\":false," },
    { "1.18", "v1alpha2", "enableProfiling: false\n", NO_PROFILING },
    { "1.34.1", "v1", "enableProfiling: false\n", NO_PROFILING },
    { "1.34.1", "v1",
      "enableProfiling: false\nenableContentionProfiling: null\n",
      NO_PROFILING },
    { "1.34.1", "v1",
      "enableProfiling: false\nenableContentionProfiling: true\n",
      "\"EnableProfiling\":false,\"EnableContentionProfiling\":true," },
    { "1.34.1", "v1", "enableContentionProfiling: false\n",
      "\"EnableProfiling\":true,\"EnableContentionProfiling\":false," },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("apiVersion: kubescheduler.config.k8s.io/%s\n"
                             "kind: KubeSchedulerConfiguration\n%s",
                             cases[i].version, cases[i].fields);
      g_autoptr (FitConfiguration) configuration
          = read_config (cases[i].release, text);
      g_autofree char *json = fit_componentconfig_json (
          &configuration->target, configuration->file, configuration, FALSE);

      assert_non_null (strstr (json, cases[i].shown));
    }
}

#define NO_LIST "{\"Enabled\":null,\"Disabled\":null}"

/* Later releases merge as they read, but do not expand multiPoint. */
static void
of_1_34 (void **state)
{
  check ("1.34.1",
         FILE_OF ("v1",
                  "clientConnection: {kubeconfig: k}\n"
                  "delayCacheUntilActive: true\n"
                  "profiles:\n"
                  "- percentageOfNodesToScore: 40\n"
                  "  plugins:\n"
                  "    multiPoint: {enabled: [{name: ImageLocality, weight: "
                  "9}], disabled: [{name: \"*\"}]}\n"
                  "    queueSort: {enabled: [{name: PrioritySort}]}\n"
                  "    bind: {enabled: [{name: DefaultBinder}]}\n"
                  "    filter: {enabled: [{name: NodeResourcesFit}]}\n"),
         FALSE,
         "{\"apiVersion\":\"kubescheduler.config.k8s.io/v1\","
         "\"Parallelism\":16," ELECTION ("leases") CLIENT PROFILING
         "\"PercentageOfNodesToScore\":0," BACKOFFS
         "\"Profiles\":[{\"SchedulerName\":\"default-scheduler\","
         "\"PercentageOfNodesToScore\":40,\"Plugins\":{\"PreEnqueue\":" NO_LIST
         ",\"QueueSort\":{\"Enabled\":[{\"Name\":\"PrioritySort\",\"Weight\":0"
         "}],\"Disabled\":null},\"PreFilter\":" NO_LIST
         ",\"Filter\":{\"Enabled\":[{\"Name\":\"NodeResourcesFit\",\"Weight\":"
         "0}],\"Disabled\":null},\"PostFilter\":" NO_LIST
         ",\"PreScore\":" NO_LIST ",\"Score\":" NO_LIST ",\"Reserve\":" NO_LIST
         ",\"Permit\":" NO_LIST ",\"PreBind\":" NO_LIST
         ",\"Bind\":{\"Enabled\":[{\"Name\":\"DefaultBinder\",\"Weight\":0}],"
         "\"Disabled\":null},\"PostBind\":" NO_LIST
         ",\"MultiPoint\":{\"Enabled\":[{\"Name\":\"ImageLocality\","
         "\"Weight\":9}],\"Disabled\":[{\"Name\":\"*\",\"Weight\":0}]}},"
         "\"PluginConfig\":[{\"Name\":\"NodeResourcesFit\",\"Args\":{"
         "\"IgnoredResources\":null,\"IgnoredResourceGroups\":null,"
         "\"ScoringStrategy\":{\"Type\":\"LeastAllocated\",\"Resources\":[{"
         "\"Name\":\"cpu\",\"Weight\":1},{\"Name\":\"memory\",\"Weight\":1}],"
         "\"RequestedToCapacityRatio\":null}}}]}],\"Extenders\":null,"
         "\"DelayCacheUntilActive\":true}");
}

/* A plugin is told about once, wherever it is enabled, with what the file says. */
static void
plugins_at_several_points (void **state)
{
  g_autoptr (FitConfiguration) configuration = read_config (
      "1.34.1",
      FILE_OF ("v1",
               "profiles:\n"
               "- plugins:\n"
               "    multiPoint: {disabled: [{name: '*'}]}\n"
               "    queueSort: {enabled: [{name: PrioritySort}]}\n"
               "    bind: {enabled: [{name: DefaultBinder}]}\n"
               "    filter: {enabled: [{name: VolumeBinding}, {name: "
               "NodeAffinity}, {name: InterPodAffinity}]}\n"
               "    score: {enabled: [{name: NodeAffinity}, {name: "
               "InterPodAffinity}]}\n"
               "  pluginConfig:\n"
               "  - {name: InterPodAffinity, args: {hardPodAffinityWeight: "
               "7}}\n"));
  g_autofree char *json = fit_componentconfig_json (
      &configuration->target, configuration->file, configuration, FALSE);

  assert_non_null (strstr (
      json, "\"PluginConfig\":[{\"Name\":\"InterPodAffinity\",\"Args\":{"
            "\"HardPodAffinityWeight\":7,"
            "\"IgnorePreferredTermsOfExistingPods\":false}},{\"Name\":"
            "\"NodeAffinity\",\"Args\":{\"AddedAffinity\":null}},{\"Name\":"
            "\"VolumeBinding\","));
}

/* Resources that extenders manage are among the arguments of the plugin that
 * counts resources; a plugin of the program has those of the file. */
static void
resources_of_extenders (void **state)
{
#define MANAGING(timeout)                                                    \
  "clientConnection: {kubeconfig: k}\n"                                      \
  "extenders: [{urlPrefix: \"http://h\", filterVerb: f, weight: 3, "         \
  "httpTimeout: " timeout ", managedResources: [{name: a.b/c, "              \
  "ignoredByScheduler: true}, {name: a.b/d}]}]\n"                            \
  "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]}, queueSort: " \
  "{enabled: [{name: PrioritySort}]}, bind: {enabled: [{name: "              \
  "DefaultBinder}]}, filter: {enabled: [{name: NodeResourcesFit}]}}, "       \
  "pluginConfig: [{name: InterPodAffinity}, {name: Other, args: {a: 1}}]}]\n"
#define AS_READ                                                           \
  "{\"Name\":\"InterPodAffinity\",\"Args\":{\"HardPodAffinityWeight\":1," \
  "\"IgnorePreferredTermsOfExistingPods\":false}},{\"Name\":\"Other\","   \
  "\"Args\":{\"a\":1}},"
  g_autoptr (FitConfiguration) configuration
      = read_config ("1.34.1", FILE_OF ("v1", MANAGING ("7s")));

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *json = fit_componentconfig_json (
          &configuration->target, configuration->file, configuration, i == 1);
      g_autofree char *expected = g_strconcat (
          "\"PluginConfig\":[", i == 0 ? AS_READ : "",
          "{\"Name\":\"NodeResourcesFit\",\"Args\":{\"IgnoredResources\":["
          "\"a.b/c\"],\"IgnoredResourceGroups\":null,\"ScoringStrategy\":{"
          "\"Type\":\"LeastAllocated\",\"Resources\":[{\"Name\":\"cpu\","
          "\"Weight\":1},{\"Name\":\"memory\",\"Weight\":1}],"
          "\"RequestedToCapacityRatio\":null}}}]}],\"Extenders\":[{"
          "\"URLPrefix\":\"http://h\",\"FilterVerb\":\"f\",\"PreemptVerb\":"
          "\"\",\"PrioritizeVerb\":\"\",\"Weight\":3,\"BindVerb\":\"\","
          "\"EnableHTTPS\":false,\"TLSConfig\":null,\"HTTPTimeout\":\"7s\","
          "\"NodeCacheCapable\":false,\"ManagedResources\":[{\"Name\":"
          "\"a.b/c\",\"IgnoredByScheduler\":true},{\"Name\":\"a.b/d\","
          "\"IgnoredByScheduler\":false}],\"Ignorable\":false}],"
          "\"DelayCacheUntilActive\":false}",
          NULL);

      assert_string_equal (strstr (json, "\"PluginConfig\""), expected);
    }
}

/* As in a file: names begin with small letters, and what is not there is left out,
 * but no zero behind a pointer.  Taken from a kube-scheduler 1.36.3. */
static void
of_1_36 (void **state)
{
  check (
      "1.36.3",
      FILE_OF (
          "v1",
          "clientConnection: {kubeconfig: k}\n"
          "profiles:\n"
          "- plugins:\n"
          "    multiPoint: {disabled: [{name: \"*\"}]}\n"
          "    queueSort: {enabled: [{name: PrioritySort}]}\n"
          "    bind: {enabled: [{name: DefaultBinder}]}\n"
          "  pluginConfig:\n"
          "  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 0}}\n"
          "  - {name: Mine, args: {A: null, b: 0}}\n"
          "extenders:\n"
          "- {urlPrefix: \"http://127.0.0.1:5\", bindVerb: b, enableHTTPS: "
          "true, tlsConfig: {insecure: true}}\n"),
      FALSE,
      "{\"kind\":\"KubeSchedulerConfiguration\",\"apiVersion\":\"kubescheduler.config.k8s.io/v1\","
      "\"parallelism\":16,\"leaderElection\":{\"leaderElect\":true,\"leaseDuration\":"
      "\"15s\",\"renewDeadline\":\"10s\",\"retryPeriod\":\"2s\",\"resourceLock\":"
      "\"leases\",\"resourceName\":\"kube-scheduler\",\"resourceNamespace\":"
      "\"kube-system\"},\"clientConnection\":{\"kubeconfig\":\"k\",\"acceptContentTypes\":"
      "\"\",\"contentType\":\"application/vnd.kubernetes.protobuf\",\"qps\":"
      "50,\"burst\":100},\"enableProfiling\":true,\"enableContentionProfiling\":"
      "true,\"percentageOfNodesToScore\":0,\"podInitialBackoffSeconds\":"
      "1,\"podMaxBackoffSeconds\":10,\"profiles\":[{\"schedulerName\":\"default-scheduler\","
      "\"plugins\":{\"preEnqueue\":{},\"queueSort\":{\"enabled\":[{\"name\":"
      "\"PrioritySort\",\"weight\":0}]},\"preFilter\":{},\"filter\":{},"
      "\"postFilter\":{},\"preScore\":{},\"score\":{},\"reserve\":{},\"permit\":"
      "{},\"preBind\":{},\"bind\":{\"enabled\":[{\"name\":\"DefaultBinder\","
      "\"weight\":0}]},\"postBind\":{},\"multiPoint\":{\"disabled\":[{\"name\":"
      "\"*\",\"weight\":0}]},\"placementGenerate\":{},\"placementScore\":"
      "{}},\"pluginConfig\":[{\"name\":\"InterPodAffinity\",\"args\":{\"kind\":"
      "\"InterPodAffinityArgs\",\"apiVersion\":\"kubescheduler.config.k8s.io/v1\","
      "\"hardPodAffinityWeight\":0,\"ignorePreferredTermsOfExistingPods\":"
      "false}},{\"name\":\"Mine\",\"args\":{\"A\":null,\"b\":0}}]}],\"extenders\":"
      "[{\"urlPrefix\":\"http://127.0.0.1:5\",\"bindVerb\":\"b\",\"enableHTTPS\":"
      "true,\"tlsConfig\":{\"insecure\":true},\"httpTimeout\":\"5s\"}]}");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (an_empty_file),
    cmocka_unit_test (lists_of_the_file),
    cmocka_unit_test (extenders_without_secrets),
    cmocka_unit_test (profiles_that_run),
    cmocka_unit_test (of_1_16),
    cmocka_unit_test (profiling_off),
    cmocka_unit_test (of_1_18),
    cmocka_unit_test (of_1_34),
    cmocka_unit_test (of_1_36),
    cmocka_unit_test (plugins_at_several_points),
    cmocka_unit_test (resources_of_extenders),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
