/* test-explainer-rules.c - rules that an explainer does not take, and why
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explainer.h"
#include "tests/support/cmocka.h"

static void
assert_refused (const FitExplainerRules *rules, gint code, const char *message)
{
  g_autoptr (GError) error = NULL;
  FitExplainer *explainer = fit_explainer_new (rules, &error);

  assert_null (explainer);
  assert_string_equal (error->message, message);
  assert_true (g_error_matches (error, FIT_ERROR, code));
}

static void
test_rules_are_refused (void **state)
{
  static const char policy[] = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}";
  static const char profile[] = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                                "kind: KubeSchedulerConfiguration\n";
  static const char alpha[]
      = "apiVersion: kubescheduler.config.k8s.io/v1alpha1\n"
        "kind: KubeSchedulerConfiguration\n"
        "algorithmSource: {policy: {file: {path: policy.json}}}\n";

  assert_refused (
      &(FitExplainerRules){ .policy = policy, .provider = "DefaultProvider" },
      FIT_ERROR_USAGE,
      "a provider goes neither with a Policy nor with a configuration");
  assert_refused (
      &(FitExplainerRules){ .configuration = profile, .scheduler_name = "a" },
      FIT_ERROR_USAGE,
      "a scheduler name does not go with a configuration, whose profiles have "
      "names");
  assert_refused (
      &(FitExplainerRules){ .configuration = profile, .policy = policy },
      FIT_ERROR_USAGE,
      "a Policy goes with a configuration only where that names one in "
      "algorithmSource");
  assert_refused (
      &(FitExplainerRules){ .configuration = alpha, .release = "1.16" },
      FIT_ERROR_USAGE,
      "the configuration names a Policy in algorithmSource: give its text, too");
  assert_refused (&(FitExplainerRules){ .configuration = profile,
                                        .configuration_source = "a.yaml",
                                        .release = "1.20" },
                  FIT_ERROR_SCHEMA,
                  "a.yaml: line 1, column 13: apiVersion: found string "
                  "\"kubescheduler.config.k8s.io/v1\", expected a version of "
                  "kubescheduler.config.k8s.io that 1.20.15 reads: v1beta1\n"
                  "hint: v1 is read by 1.25.2 to 1.36.3");
  assert_refused (
      &(FitExplainerRules){ .release = "1.20" }, FIT_ERROR_USAGE,
      "release: \"1.20\" is not a release from 1.8 to 1.16\n"
      "hint: for an older file use 1.8; from 1.17 on rules are framework "
      "plugins");
  assert_refused (&(FitExplainerRules){ .provider = "Nobody" },
                  FIT_ERROR_POLICY,
                  "couldn't create scheduler using provider \"Nobody\": plugin "
                  "\"Nobody\" has not been registered");
}

/* A program may not have the files of a Policy; data is looked at. */
#define BAD_EXTENDER "tlsConfig: {caData: eA==}}]\n"
#define BAD_AUTHORITY \
  "extenders[0].tlsConfig.caData: found no certificate in PEM form"

static void
test_more_rules_are_refused (void **state)
{
  static const char beta1[]
      = "apiVersion: kubescheduler.config.k8s.io/v1beta1\n"
        "kind: KubeSchedulerConfiguration\n";
  static const struct
  {
    FitExplainerRules rules;
    gint code;
    const char *message;
  } rows[] = {
    { { .configuration = beta1, .provider = "DefaultProvider" },
      FIT_ERROR_USAGE,
      "a provider goes neither with a Policy nor with a configuration" },
    { { .configuration = beta1, .release = "1.x" },
      FIT_ERROR_USAGE,
      "release: \"1.x\" is not a release of Kubernetes; write 1.30 or 1.30.1" },
    { { .configuration = beta1, .release = "1.17" },
      FIT_ERROR_USAGE,
      "release: unknown release 1.17; the known releases next to it are "
      "1.16.15 and 1.18.2" },
    { { .configuration = beta1, .feature_gates = "Nobody=true" },
      FIT_ERROR_USAGE,
      "unrecognized feature gate: Nobody" },
    { { .feature_gates = "Nobody=true" },
      FIT_ERROR_USAGE,
      "unrecognized feature gate: Nobody" },
    { { .configuration = "- 5\n" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 1: found a list, expected an object" },
    { { .configuration = "5" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 1: found number 5, expected an object" },
    { { .configuration = "a: [" },
      FIT_ERROR_PARSE,
      "configuration: YAML: did not find expected node content (line 2, "
      "column 1)" },
    { { .configuration = "kind: KubeSchedulerConfiguration\n" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 1: apiVersion: found nothing, "
      "expected kubescheduler.config.k8s.io/VERSION" },
    { { .configuration = "apiVersion: 5\nkind: KubeSchedulerConfiguration\n" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 13: apiVersion: found number 5, "
      "expected kubescheduler.config.k8s.io/VERSION" },
    { { .configuration
        = "apiVersion: apps/v1\nkind: KubeSchedulerConfiguration\n",
        .release = "1.34.1" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 13: apiVersion: found string "
      "\"apps/v1\", expected a version of kubescheduler.config.k8s.io "
      "that 1.34.1 reads: v1\nhint: write "
      "kubescheduler.config.k8s.io/v1" },
    { { .configuration = "apiVersion: kubescheduler.config.k8s.io/v9\n"
                         "kind: KubeSchedulerConfiguration\n",
        .release = "1.34.1" },
      FIT_ERROR_SCHEMA,
      "configuration: line 1, column 13: apiVersion: found string "
      "\"kubescheduler.config.k8s.io/v9\", expected a version of "
      "kubescheduler.config.k8s.io that 1.34.1 reads: v1\nhint: write "
      "kubescheduler.config.k8s.io/v1" },
    { { .policy = "kind: Policy\napiVersion: v1\nextenders: [{urlPrefix: "
                  "'https://a', filterVerb: f, " BAD_EXTENDER },
      FIT_ERROR_POLICY,
      "policy: " BAD_AUTHORITY },
    { { .policy = "kind: Policy\napiVersion: v1\nextenders: [{urlPrefix: "
                  "'https://a', filterVerb: f, " BAD_EXTENDER,
        .policy_source = "p.yaml" },
      FIT_ERROR_POLICY,
      "p.yaml: " BAD_AUTHORITY },
    { { .configuration
        = "apiVersion: kubescheduler.config.k8s.io/v1\n"
          "kind: KubeSchedulerConfiguration\nextenders: [{urlPrefix: "
          "'https://a', filterVerb: f, weight: 1, " BAD_EXTENDER },
      FIT_ERROR_POLICY,
      "configuration: " BAD_AUTHORITY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_refused (&rows[i].rules, rows[i].code, rows[i].message);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_rules_are_refused),
    cmocka_unit_test (test_more_rules_are_refused),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
